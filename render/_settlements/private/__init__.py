"""Pictures for one player alone: a hand of cards, and a candidate move with the map around it."""
