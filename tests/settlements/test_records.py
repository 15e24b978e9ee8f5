"""Finished games, one for each way a game can end, and the number of ways a game can begin."""

from pathlib import Path

from rules.registry import sisters
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import records

TESTS = Path(__file__).parents[1]
GAMES = sisters("_settlements")
RECORDS = {key: records.in_folder(TESTS / key) for key in GAMES}
every_game = each_case("key", GAMES)
every_record = each_case(("key", "name"), [(key, name) for key in GAMES for name in RECORDS[key]])


@every_record
def test_a_finished_game_ends_as_it_did(key, name):
    """Every move legal, the result the recorded one."""
    game = RECORDS[key][name]
    assert records.end_of(game) == game.result


@every_record
def test_a_finished_game_is_played_alike_by_the_reference(key, name):
    """The slow second engine comes to the same position after every move."""
    assert records.first_difference(RECORDS[key][name]) is None


@rule("TG-90", "TG-92")
@every_game
@each_case(
    ("name", "reasons"),
    [
        ("three_by_connection", ["connection"]),
        ("two_by_all_built", ["all_built"]),
        ("two_by_both", ["connection", "all_built"]),
    ],
)
def test_there_is_a_game_for_each_way_to_win(key, name, reasons):
    assert RECORDS[key][name].result["reasons"] == reasons


@each_case(
    ("key", "seats", "seed", "depth", "expected"),
    [(key, *line) for key in GAMES for line in records.perft(TESTS / key)],
)
def test_as_many_sequences_of_actions_begin_a_game(key, seats, seed, depth, expected):
    """Counted once by the reference; any change of the rules shows here."""
    assert records.count(key, seats, seed, depth) == expected
