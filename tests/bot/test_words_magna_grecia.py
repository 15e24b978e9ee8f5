"""Magna Grecia in words: one line for a turn, the step that comes next, the board as text."""

from typing import NamedTuple

import pytest

from bot import words
from bot.words import LONGEST_ALT
from tests.magna_grecia.building import GAME, Table, lay

WORDS = words.of("magna_grecia")
NAMES = ["Maud", "Bastien"]


class Ply(NamedTuple):
    seat: int
    events: list


def turn(table, moves):
    """The plies of a turn."""
    plies = []
    for move in moves.split(";"):
        seat = table.state.to_move
        table = table.play(move)
        plies.append(Ply(seat, list(table.events)))
    return plies


def line(table, moves, language="en"):
    [found] = WORDS.turn_lines(turn(table, moves), NAMES, language)
    return found


OPENING = "C A9;R B8 NE-SW;R C8 NE-SW;M D7;end"


def test_a_turn_is_told_in_one_line():
    told = line(lay(), OPENING)
    assert told.done == (
        "Maud founds A9 Sipontum, lays 2 roads (B8, C8), and opens a market at D7 Aeclanum"
    )
    assert told.followed == ("New connection: D7 Aeclanum – A9 Sipontum",)
    assert told.plies == 5


def test_villages_have_their_french_names():
    told = line(lay(), OPENING, "fr")
    assert told.done.startswith("Maud fonde A9 Siponte, pose 2\xa0routes (B8, C8) et ouvre")


def test_who_does_nothing_in_a_turn_passes():
    assert line(lay(), "end").done == "Maud passes"


def test_the_last_step_of_a_turn_ends_it():
    [*_, end] = turn(lay(), OPENING)
    assert WORDS.ply_line(end, NAMES, "en").done == "Maud ends the turn"


@pytest.mark.parametrize(
    ("move", "tiles"), [("D 2+1", "2 road tiles + 1 city tile"), ("D 0+3", "3 city tiles")]
)
def test_only_what_was_drawn_is_told(move, tiles):
    assert line(lay(), move).done == f"Maud draws {tiles}"


def test_an_oracle_that_turns_is_told_with_its_new_master():
    told = line(lay(cities="0:N7", roads="0:N8 E-W", oracles="M10"), "R N9 W-NE")
    assert "The oracle of M10 Metapontum turns to Maud" in told.followed


def test_a_new_round_is_told_with_its_order():
    told = line(lay(turn_index=1), "end")
    assert "Round 2, in this order: Bastien, Maud" in told.followed


def test_a_question_tells_what_the_card_still_allows():
    table = lay(cities="0:A9").play("R B8 SW-NE")
    asked = WORDS.question(GAME.ask(table.state, 0, []), table.view, None, "en")
    assert "left: 3 roads, 2 city tiles, 5 to draw" in asked
    assert "3 road tiles" in asked


def test_an_obligation_is_told_with_the_question():
    table = lay(cities="0:F7").play("C F6")
    asked = WORDS.question(GAME.ask(table.state, 0, []), table.view, None, "en")
    assert "Place another city tile" in asked


def test_answers_name_villages_and_cities():
    table = lay(cities="0:A9", joins="A9-D7", markets="0:A9")
    [sale] = GAME.ask(table.state, 0, ["S"]).options
    assert WORDS.option_label(sale, table.view, "en").text == "A9 Sipontum for 1 point"
    market = next(o for o in GAME.ask(table.state, 0, ["M"]).options if o.token == "D7")
    told = WORDS.option_label(market, table.view, "en").text
    assert told == "D7 Aeclanum: costs 1, worth 1 now"


def test_a_candidate_tells_what_it_connects_and_brings():
    table = lay(cities="0:A9", roads="0:B8 SW-NE", markets="0:A9")
    preview = GAME.preview(table.state, 0, GAME.parse(table.state, 0, "R C8 SW-NE"))
    told = WORDS.candidate(preview, "en")
    assert "New connection: D7 Aeclanum – a city" in told
    assert "21 points (+1)" in told


def test_the_board_as_text_has_every_piece():
    table = lay(
        cities="0:A9 A10, 1:N7",
        joins="A9-D7 D7-F7",
        markets="0:D7 1:D7x 0:A9",
        oracles="F7 J8",
    )
    told = WORDS.board_text(table.view, NAMES, "en")
    for part in ("A9 Sipontum and A10", "oracle J8 Grumentum", "market of Bastien, sold"):
        assert part in told
    assert told.count("market of") == 3
    for road in table.view.roads:
        assert f"Roads of {NAMES[road.seat]}" in told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_picture_is_described_in_time(language):
    view = Table(lay(seats=2).state).view
    assert 0 < len(WORDS.alt("table", view, NAMES, language)) <= LONGEST_ALT
