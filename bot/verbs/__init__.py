"""What people may do at a table, a room for each kind of it. `bot.tables` is their one door."""
