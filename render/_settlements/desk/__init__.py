"""What the boards and the cards are made of: paper, wood, marble, borders, landscapes."""
