"""One player's board: seven projects, and the state of each building."""
