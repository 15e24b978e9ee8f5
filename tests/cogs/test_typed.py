"""Typed moves, with suggestions that walk to a whole one."""

import pytest

from playground.driver import words
from playground.errors import CallRefused
from rules.registry import games
from tests.cases import each_case
from tests.cogs.playing import confirm


async def suggestions(person, thread, text):
    return await person.autocomplete("akropolis move", thread, {"move": text}, focused="move")


@pytest.fixture
async def thread(house):
    """The thread of a table that has just started."""
    return await house.table()


async def test_text_typed_behind_the_command_is_never_dropped(house, thread):
    """Clients drop text where a command needs none: they must ask for the move."""
    with pytest.raises(CallRefused, match="missing_option"):
        await house.maud.slash("akropolis move", thread)
    for game in games():
        (move,) = [
            command for command in house.maud.world["commands"] if command["path"] == [game, "move"]
        ]
        assert [option["required"] for option in move["options"]] == [True]


async def test_a_tile_alone_opens_the_panel_on_it(house, thread):
    """The move that the panel would confirm can be typed: both are the same game."""
    answer = await house.maud.slash("akropolis move", thread, {"move": "T2"})
    button = confirm(answer.message)
    assert button.startswith("Confirmer · T2 ")
    notation = button.partition(" · ")[2]
    answer = await house.maud.slash("akropolis move", thread, {"move": notation})
    assert notation in words(answer.message)


async def test_suggestions_fit_the_typed_text_and_lead_to_a_whole_move(house, thread):
    """Somebody who waits for their turn may save a move."""
    choices = await suggestions(house.maud, thread, "T1 0,")
    assert all(choice["value"].startswith("T1 0,") for choice in choices)
    assert await suggestions(house.maud, thread, "T1 zzz") == []
    assert await suggestions(house.bastien, thread, "") != []
    assert await suggestions(house.noor, thread, "") == []
    text = ""
    for _ in range(3):
        choices = await suggestions(house.maud, thread, text)
        assert 0 < len(choices) <= 25
        assert all(len(choice["name"]) <= 100 for choice in choices)
        text = choices[0]["name"]
    (suggestion,) = await suggestions(house.maud, thread, choices[0]["value"])
    answer = await house.maud.slash("akropolis move", thread, {"move": suggestion["value"]})
    assert answer.text.startswith("✅")


async def test_suggestions_tell_things_and_points_and_the_best_place_comes_first(house, thread):
    first, second = (await suggestions(house.maud, thread, ""))[:2]
    assert first["name"].startswith("T1 — place d’habitations\xa01★, ")
    assert first["name"].endswith(" · gratuite")
    assert second["name"].endswith(" · 1\xa0pierre")
    await house.move(*2 * (house.maud, *house.friends))
    names = [choice["name"] for choice in await suggestions(house.maud, thread, "T1 ")]
    points = [int(name.split()[-2].replace("\N{MINUS SIGN}", "-")) for name in names]
    assert points == sorted(points, reverse=True)
    assert points[0] > points[-1]
    assert all(" — niveau " in name for name in names)


@each_case(
    "text",
    [
        "zzz",
        "T1 0,1",
        "T4 0,1 r0",
        "T1 9,9 r0",
        "T1 0,0 r0",
        "T1 0,1 r7",
        "x" * 4000,
        "\0",
        "**T1**",
    ],
)
async def test_a_move_that_cannot_be_made_is_refused_in_a_sentence(house, thread, text):
    answer = await house.maud.slash("akropolis move", thread, {"move": text})
    assert answer.state == "done"
    assert "mal tourné" not in answer.text
    assert len(answer.text) < 500
    assert await house.app.reading.log(1) == []


async def test_a_table_is_played_where_it_is(house, thread):
    answer = await house.maud.slash("akropolis move", options={"move": "T1 0,1 r0"})
    assert f"<#{thread}>" in answer.text
    assert await house.app.reading.log(1) == []
