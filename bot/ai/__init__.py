"""AI seats: who plays them, in which process, and how finished games are reviewed."""
