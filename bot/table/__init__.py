"""Values of a table: seats, options, clocks, and what is saved and posted of it. Pure."""
