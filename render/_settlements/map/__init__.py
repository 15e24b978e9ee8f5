"""The public picture of the table: pieces on the land, and a panel for each player above it."""
