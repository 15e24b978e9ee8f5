"""Ordinary messages: as many whole lines as Discord takes, and nobody notified by accident."""

from cogs._answering.messages import mentions_of
from cogs._words.fitting import LONGEST, fitting_text, spells_icons
from playground.driver import labels, pictures, words
from tests.cases import each_case
from tests.cogs.playing import newest, spill_ink
from tests.cogs.settling import quiet


def test_a_text_has_as_many_whole_lines_as_fit():
    assert fitting_text("who", "", "news\nmore", "scores") == "who\nnews\nmore\nscores"
    assert fitting_text("who", "x" * 10, "y" * 10, room=16) == "who\nxxxxxxxxxx"
    assert fitting_text("x" * 30, room=10) == "xxxxxxxxx…", "a single line that is too long is cut"


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


async def test_late_posts_keep_within_the_limit_with_a_picture_and_without(house, monkeypatch):
    thread = await house.table()
    await house.move(*(house.maud, *house.friends) * 6)
    turns = ((house.maud, house.bastien, True), (house.bastien, house.ines, False))
    for person, next_person, is_drawn in turns:
        if not is_drawn:
            spill_ink(monkeypatch)
        await house.move(person)
        await quiet(house)
        post = newest(house, thread)
        assert bool(pictures(post)) == is_drawn
        assert 100 < len(words(post)) <= LONGEST
        assert words(post).startswith(next_person.mention)
        assert labels(post)[0] in ("Jouer", "Play")
