"""A game whose words raise still has something to read, and the log knows where it failed."""

import inspect
import logging
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.i18n import text
from bot.words import Label, Line, Words, careful
from bot.words.careful import CarefulWords
from rules.consequence import Consequence
from rules.contract import Result, Threat
from rules.places import ScorePlace
from rules.question import Option
from tests.bot.samples import LOBBY
from tests.cases import each_case

TABLE = replace(LOBBY, id=17, revision=42)
NAMES = ["Maud", "Bastien"]
MISSING = text("panel.no_words", "en")
OPTION = Option("C4", "akropolis.option_tile")


ENDED = Result((1, 2), (0,), (), "akropolis.end_stacks_empty")


class Move(NamedTuple):
    """A move of a log."""

    seat: int
    events: tuple = ()
    notation: str = "T1 0,1 r0"


INSTEAD = {
    "ply_line": ((Move(1),), Line("Bastien `T1 0,1 r0`")),
    "turn_lines": (
        ([Move(0), Move(1)],),
        [Line("Maud `T1 0,1 r0`"), Line("Bastien `T1 0,1 r0`")],
    ),
    "departure_line": ((Move(1),), Line("Bastien has left the table")),
    "harm": (([Move(0)], 1), ""),
    "effects": (([Move(0)], 1), ""),
    "summary": (
        ([Move(0), Move(0)],),
        "Maud `T1 0,1 r0`\N{NO-BREAK SPACE}· Maud `T1 0,1 r0`",
    ),
    "brief": (([Move(0)],), "Maud `T1 0,1 r0`"),
    "brief_threats": (([Threat(0, "akropolis.threat_last_turn", {"n": 9})],), []),
    "threats": (([Threat(0, "akropolis.threat_last_turn", {"n": 9})],), []),
    "things": (("card",), {}),
    "thing": (("card", "S01"), ""),
    "reason": (("room_upstairs", 1.5), "room upstairs"),
    "reason_with_count": (("cards", 2), ""),
    "consequence": ((Consequence("places", 2),), ""),
    "consequence_kind": ((Consequence("places", 2),), "places"),
    "consequence_args": ((Consequence("places", 2),), {}),
    "worth": (("stones", -2), ""),
    "gain": ((3, 8), ""),
    "average_loss": ((1.5,), ""),
    "turn_loss": ((1.5,), ""),
    "loss_amount": ((1.5,), 1.5),
    "part_changes": (({"far_houses": -3},), ["far houses \N{MINUS SIGN}3"]),
    "sources": (({"far_houses": -3},), "far houses \N{MINUS SIGN}3"),
    "amount": (("stones", 3), "3"),
    "place_name": ((ScorePlace(code="akropolis.score_barracks", name="F3"),), "F3"),
    "standing": ((None,), ""),
    "alt": (("table", None), "Akropolis"),
    "poster": ((None, [[0], [1]], 9), "Akropolis"),
    "board_text": ((None,), MISSING),
    "preview_text": ((None,), MISSING),
    "comparison": (([None, None],), [MISSING, MISSING]),
    "preview_details": ((None,), ""),
    "preview_legend": ((None,), ""),
    "question": ((None, None, None), MISSING),
    "question_details": ((None, None, None), ""),
    "mark": (({}, 2, 1), "seat_b"),
    "option_label": ((OPTION, None), Label("C4")),
    "answer": ((OPTION, None), Label("C4")),
    "hand": ((None, None), MISSING),
    "picture": (("seat",), "seat"),
    "say": (("akropolis.spots_higher",), "spots higher"),
    "end_reason": ((ENDED,), "end stacks empty"),
}
"""Arguments of every method of words, and its text where the game has none."""


class Stammer:
    """The words of a game in which everything raises."""

    def __getattribute__(self, name):
        raise KeyError(f"no word for {name}")


@pytest.fixture
def careful_words(monkeypatch):
    """Words at a table where the game has none; every fault is new."""
    monkeypatch.setattr(careful, "of", lambda *reader: Stammer())
    careful._note.cache_clear()
    return CarefulWords(TABLE, "en", NAMES)


@each_case("method", INSTEAD)
def test_there_is_something_to_read_instead(careful_words, method):
    arguments, instead = INSTEAD[method]
    assert getattr(careful_words, method)(*arguments) == instead


def test_every_method_of_words_is_tried_here(careful_words):
    """A rank, which is no method, is counted in points instead."""
    methods = {name for name, _ in inspect.getmembers(Words, inspect.isfunction)}
    assert methods - {"__init__"} == set(INSTEAD)
    assert careful_words.rank == "board.rank"


def test_the_fault_is_logged_with_table_and_revision_once_for_each_position(careful_words, caplog):
    with caplog.at_level(logging.ERROR, logger="bot.words.careful"):
        for _ in range(25):
            careful_words.option_label(OPTION, None)
        careful_words.standing(None)
    messages = [record.getMessage() for record in caplog.records]
    assert messages == [
        f"Table 17, revision 42: no {name} in words" for name in ("option_label", "standing")
    ]
    assert all(record.exc_info[0] is KeyError for record in caplog.records)


@each_case("count", [0, 1, 3])
def test_a_turn_whose_lines_miss_a_ply_has_a_line_for_each(monkeypatch, count):
    class Careless(type(careful.of("akropolis", "en"))):
        def ply_line(self, ply):
            return Line(f"{self.names[ply.seat]} moves")

        def turn_lines(self, plies):
            return [Line("A turn", plies=count)]

    monkeypatch.setattr(careful, "of", Careless)
    lines = CarefulWords(TABLE, "en", NAMES).turn_lines([Move(0), Move(1)])
    assert lines == [Line("Maud moves"), Line("Bastien moves")]


def test_words_that_do_not_fail_are_said():
    assert CarefulWords(TABLE, "en").picture("table") == text("board.picture_table", "en")
