"""Finished games, one for each way a game can end, the opening, and how many games begin."""

from pathlib import Path

from rules import codec, record
from rules.__main__ import count
from tests.cases import each_case
from tests.magna_grecia import reference
from tests.magna_grecia.building import BY_LABEL, GAME, RECORDS, recorded, replayed
from tests.rulebook import rule
from tests.tier import of_tier

HERE = Path(__file__).parent


@each_case("name", RECORDS)
def test_a_game_ends_as_it_did(name):
    """Every move legal, the result the recorded one."""
    end = GAME.result(replayed(name).state)
    assert (end and codec.to_json(end.details)) == recorded(name).result


@each_case("name", of_tier(["opening", "merging"], RECORDS))
def test_a_game_is_played_alike_by_the_reference(name):
    """The slow second engine plays the same moves to the same positions."""
    game = recorded(name)
    state = record.begin(game)
    position = GAME.state_to_json(state)
    for ply, (after, _) in zip(game.plies, record.replay(game), strict=True):
        action = GAME.action_to_json(GAME.parse(state, ply.seat, ply.move))
        position = reference.advance(position, action)
        assert GAME.state_to_json(after) == position


@rule("MG-93")
@each_case(
    ("name", "equal"),
    [
        ("two_by_points", []),
        ("tie_by_reserve", ["total"]),
        ("tie_by_unplaced", ["total", "reserve"]),
        ("victory_shared", ["total", "reserve", "unplaced"]),
    ],
)
def test_there_is_a_game_for_each_way_to_win(name, equal):
    result, fields = recorded(name).result, ["total", "reserve", "unplaced"]
    differing = [field for field in fields if len({row[field] for row in result["rows"]}) > 1]
    assert fields[: len(equal)] == equal
    assert differing[:1] == fields[len(equal) :][:1]
    assert len(result["winners"]) == (1 if differing else 2)


# ---- the opening ------------------------------------------------------------------------------

SCORES = {7: [10, 10], 13: [8, 10], 17: [8, 9], 21: [8, 9], 25: [9, 9], 29: [7, 9], 32: [7, 8]}
"""After so many plies."""


def test_the_opening_leads_to_its_scores():
    for ply, (state, _) in enumerate(record.replay(recorded("opening")), 1):
        if ply in SCORES:
            assert [player.score for player in state.players] == SCORES[ply]
    assert ply == 32


def test_the_opening_leads_to_its_connections():
    """The oracle of Metapontum turns to Sybaris."""
    table = replayed("opening")
    counts = {label: table.count(label) for label in ("A9", "D7", "F7", "N7", "O5", "M10")}
    assert counts == {"A9": 1, "D7": 2, "F7": 1, "N7": 2, "O5": 1, "M10": 1}
    [oracle] = [oracle for oracle in table.view.oracles if oracle.city]
    assert (oracle.hex, oracle.city, oracle.seat) == (BY_LABEL["M10"], "c2", 1)


# ---- perft ------------------------------------------------------------------------------------


def perft():
    """The lines of perft.txt: seats, who places the oracles, seed, depth and count."""
    for line in (HERE / "perft.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            seats, setup, *numbers = line.split()
            yield int(seats), setup, *map(int, numbers)


@each_case(("seats", "setup", "seed", "depth", "expected"), list(perft()))
def test_as_many_sequences_of_actions_begin_a_game(seats, setup, seed, depth, expected):
    """Counted once by the reference; any change of the rules shows here."""
    state = GAME.new(seats, seed, {"oracle_setup": setup})
    assert count(GAME, state, depth) == expected
