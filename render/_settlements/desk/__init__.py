"""Materials of the boards and cards: paper, wood, marble, borders, landscapes."""
