"""Private pages about a table or a game: More, pictures, analysis, cards."""
