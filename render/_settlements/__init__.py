"""What the pictures of the two sister games share; each game binds its own materials to it."""
