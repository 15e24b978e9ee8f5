"""Finished games, one for each way a game can end, the opening, and how many games begin."""

import json
from pathlib import Path

from rules import codec, record
from rules.__main__ import count
from tests.cases import each_case
from tests.magna_grecia import reference
from tests.magna_grecia.building import BY_LABEL, GAME, Table
from tests.rulebook import rule

HERE = Path(__file__).parent
RECORDS = {path.stem: path for path in sorted((HERE / "records").glob("*.json"))}
every_record = each_case("name", RECORDS)


def kept(name):
    return record.from_json(json.loads(RECORDS[name].read_text(encoding="utf-8")))


def end_of(name):
    *_, (state, _) = record.replay(kept(name))
    return state


@every_record
def test_a_game_ends_as_it_did(name):
    """Every move legal, the result the recorded one."""
    ended = GAME.result(end_of(name))
    assert (ended and codec.to_json(ended.details)) == kept(name).result


@every_record
def test_a_game_is_played_alike_by_the_reference(name):
    """The slow second engine plays the same moves to the same positions."""
    start = record.begin(kept(name))
    told, state = GAME.state_to_json(start), start
    for ply, (after, _) in zip(kept(name).plies, record.replay(kept(name)), strict=True):
        action = GAME.action_to_json(GAME.parse(state, ply.seat, ply.move))
        told = reference.advance(told, action)
        assert GAME.state_to_json(after) == told


@rule("MG-93")
def test_there_is_a_game_for_each_way_to_win():
    rows = {name: kept(name).result["rows"] for name in RECORDS if kept(name).result}

    def equal(name, *fields):
        return [len({row[field] for row in rows[name]}) == 1 for field in fields]

    fields = ("total", "reserve", "unplaced")
    assert equal("two_by_points", *fields)[:1] == [False]
    assert equal("tie_by_reserve", *fields)[:2] == [True, False]
    assert equal("tie_by_unplaced", *fields) == [True, True, False]
    assert equal("victory_shared", *fields) == [True, True, True]
    assert kept("victory_shared").result["winners"] == [0, 1]


# ---- the opening ------------------------------------------------------------------------------

SCORES = {7: [10, 10], 13: [8, 10], 17: [8, 9], 21: [8, 9], 25: [9, 9], 29: [7, 9], 32: [7, 8]}
"""After so many plies."""


def test_the_opening_leads_to_its_scores():
    played = record.replay(kept("opening"))
    for ply, (state, _) in enumerate(played, 1):
        if ply in SCORES:
            assert [player.score for player in state.players] == SCORES[ply]
    assert ply == 32


def test_the_opening_leads_to_its_connections():
    table = Table(end_of("opening"))
    counts = {label: table.count(label) for label in ("A9", "D7", "F7", "N7", "O5", "M10")}
    assert counts == {"A9": 1, "D7": 2, "F7": 1, "N7": 2, "O5": 1, "M10": 1}


def test_in_the_opening_the_oracle_of_metapontum_turns_to_sybaris():
    [oracle] = [o for o in Table(end_of("opening")).view.oracles if o.city]
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
