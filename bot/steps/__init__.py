"""Steps: pure functions from a table to the next one, with the change and its posts."""
