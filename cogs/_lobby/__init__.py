"""Opening of a table: the command that makes one, and its lobby post."""
