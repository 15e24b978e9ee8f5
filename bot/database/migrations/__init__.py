"""The numbered SQL files that bring a database from any earlier form to the present one."""
