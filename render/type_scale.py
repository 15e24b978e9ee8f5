"""The scale of type of public pictures: the size of each kind of text, in pixels.

The pictures are 1,280 pixels wide, and a post shows them a quarter as wide; `bench sizes` has the
least size of each kind where it is shown.
"""

SCORE = 52
NAME, LEAST_NAME = 38, 37
"""Names of players; where they have no room, smaller, and then shorter."""
LARGE_FIGURE, FIGURE = 36, 34
"""Counts and prices."""
PLACE = 31
"""Names of cities and places."""
