"""The room of the posters: paper and lettering, the hour of a table, what every picture needs."""
