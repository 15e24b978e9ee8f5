"""One player's board: seven projects, and what has become of each building."""
