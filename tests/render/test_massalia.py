"""The pictures of Massalia: all that is printed finds room; the map is that of the rules."""

from __future__ import annotations

import pytest

from render.massalia import FAMILIES, faces
from render.massalia.frame import BOARD, centre
from render.massalia.pictured import AT, CELLS
from render.massalia.prose import lines, tied, words
from render.massalia.table import WIDTH
from render.massalia.tiles import SHOWN, pile
from render.text import Label
from render.theme import THEME
from rules.massalia.pieces import BOX
from rules.massalia.printed import CARDS, PRINTED

PLAIN = Label(18, THEME.ink, "regular")
HAND_OF_FIVE, HAND_OF_ELEVEN, GALLERY = 1.0, 0.73, 0.82
"""How large the full faces of these pictures are."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scale", [HAND_OF_FIVE, HAND_OF_ELEVEN, GALLERY])
def test_the_text_of_every_card_finds_room(language, scale):
    short = {name: faces.spare(name, language, scale) for name in CARDS}
    assert {name: room for name, room in short.items() if room < 0} == {}


def test_every_card_is_printed_and_pictured():
    assert {card.id for card in (*BOX.basic, *BOX.cards)} == set(CARDS)
    assert {card.family for card in BOX.cards} == set(FAMILIES) == set(PRINTED.families)


def test_each_card_of_a_family_has_a_picture_of_its_own():
    told = [(c.era, c.family, CARDS[c.id].emblem, c.place, c.cost) for c in BOX.cards]
    assert len(set(told)) == len(told)


def test_the_cells_of_the_board_lie_on_its_panel_apart_from_each_other():
    spots = [centre(cell) for cell in CELLS]
    assert all(60 < x < BOARD[0] - 60 and 60 < y < BOARD[1] - 60 for x, y in spots)
    assert len(set(spots)) == len(CELLS)
    assert BOARD[0] + 2 * THEME.margin == WIDTH


def test_every_resource_cell_has_a_short_name():
    for resource in AT.values():
        short = PRINTED.resources[resource.id].short
        assert set(short) == {"en", "fr"}
        assert max(map(len, short.values())) <= 13


def test_no_line_begins_with_a_colon_or_tears_a_number_from_its_thing():
    text = tied("Soin : 4 points de vie, « mains de fer » ; 2 tuiles à terre.")
    broken = [
        " ".join(word.text for word in line)
        for room in range(40, 400, 7)
        for line in lines(words(text, PLAIN), room)
    ]
    assert not [line for line in broken if line[0] in ":;»" or line[-1].isdigit()]


def test_a_pile_shows_how_many_tiles_lie_below_and_never_what_they_are():
    """Only the owners of the tiles below are seen (MA-26)."""
    a, b, c = THEME.seats[:3]
    two, three = pile((a, b), "L2", True, 2), pile((a, b, c), "L2", True, 3)
    assert two.tobytes() != three.tobytes()
    assert pile((a, b, c), "L2", True, 9).size == three.size
    assert SHOWN == 3
