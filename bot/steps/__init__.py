"""Pure functions from a table to the next one, with its change and its posts."""
