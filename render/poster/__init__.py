"""Shared parts of the posters: paper and lettering, the hour of a table, tools of painting."""
