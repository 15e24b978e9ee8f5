"""The signs that every picture of the two games uses."""
