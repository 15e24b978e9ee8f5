"""Ordinary messages: as many whole lines as Discord takes, and nobody notified by accident."""

import pytest

from bot.playground.driver import labels, pictures, words
from cogs._shared.messages import LONGEST, fitting_text, mentions_of, spells_icons
from cogs._shared.painter import PAINTER
from tests.cases import each_case
from tests.cogs.playing import newest
from tests.cogs.settling import quiet


def test_what_fits_is_whole():
    assert fitting_text("who", "", "news\nmore", "scores") == "who\nnews\nmore\nscores"


def test_the_last_lines_go_where_there_is_no_room():
    assert fitting_text("who", "x" * 10, "y" * 10, room=16) == "who\nxxxxxxxxxx"


def test_one_line_that_is_too_long_is_cut():
    assert fitting_text("x" * 30, room=10) == "xxxxxxxxx…"


def test_a_message_notifies_those_it_is_for_and_no_role():
    allowed = mentions_of([7, 8]).to_dict()
    assert (allowed["parse"], allowed["users"]) == ([], [7, 8])


ICON = "<:seat_a_0a1b2c3d:123456789012345678>"


@each_case(
    ("words", "spelt"),
    [
        ("no icon", False),
        (f"{'x' * 149}{ICON}", True),
        (f"{'x' * 150}{ICON}", False),
        (f"<@123456789012345678>, **{'x' * 146}**{ICON}", True),
        (f"<@123456789012345678>, **{'x' * 148}**{ICON}", False),
    ],
    ids=["none", "within a push", "beyond it", "a name may be short", "and signs are not shown"],
)
def test_a_push_spells_out_the_icons_that_it_reaches(words, spelt):
    assert spells_icons(words) is spelt


@pytest.mark.parametrize("drawn", [True, False])
async def test_late_posts_keep_within_the_limit_with_a_picture_and_without(
    house, monkeypatch, drawn
):
    thread = await house.table()
    for person in (house.maud, *house.friends) * 6:
        await house.move(person)

    async def spill(wish):
        raise ValueError("the ink is out")

    if not drawn:
        monkeypatch.setattr(PAINTER, "draw", spill)
    await house.move(house.maud)
    await quiet(house)
    post = newest(house, thread)
    assert bool(pictures(post)) == drawn
    assert 100 < len(words(post)) <= LONGEST
    assert words(post).startswith(house.bastien.mention)
    assert "Jouer" in labels(post)
