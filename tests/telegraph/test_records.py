"""Finished games, one for each way a game can end, and the number of ways a game can begin."""

from pathlib import Path

import pytest

from tests.rulebook import rule
from tests.settlements import records

HERE = Path(__file__).parent
RECORDS = records.in_folder(HERE)
every_record = pytest.mark.parametrize("name", RECORDS)


@every_record
def test_a_finished_game_ends_as_it_did(name):
    """Every move legal, the result the recorded one."""
    assert records.end_of(RECORDS[name]) == RECORDS[name].result


@every_record
def test_a_finished_game_is_played_alike_by_the_reference(name):
    """The slow second engine comes to the same position after every move."""
    assert records.first_difference(RECORDS[name]) is None


@rule("TG-90", "TG-92")
@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("three_by_connection", ["connection"]),
        ("two_by_all_built", ["all_built"]),
        ("two_by_both", ["connection", "all_built"]),
    ],
)
def test_there_is_a_game_for_each_way_to_win(name, reasons):
    assert RECORDS[name].result["reasons"] == reasons


@pytest.mark.parametrize(("seats", "seed", "depth", "expected"), records.perft(HERE))
def test_as_many_sequences_of_actions_begin_a_game(seats, seed, depth, expected):
    """Counted once by the reference; any change of the rules shows here."""
    assert records.count("telegraph", seats, seed, depth) == expected
