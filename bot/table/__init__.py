"""Values of a table: seats, options, clocks, changes and posts. Pure."""
