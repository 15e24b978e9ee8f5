"""Everything that people may do, under the lock of a table, saved before it is shown."""
