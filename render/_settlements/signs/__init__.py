"""The signs and small sprites that every picture of the two games uses."""
