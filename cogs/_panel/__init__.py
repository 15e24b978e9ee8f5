"""The private panel of a player: questions, menus, previews, moves, reasons, the recap."""
