"""What one player alone sees: a hand of cards, and a candidate move with the map around it."""
