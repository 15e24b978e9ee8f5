"""Finished games, one for each way a game can end, and how many games begin."""

import json
from collections import deque
from functools import cache
from pathlib import Path

from rules import codec, record
from rules.__main__ import count
from tests.cases import each_case
from tests.massalia import reference
from tests.massalia.building import GAME
from tests.rulebook import rule

HERE = Path(__file__).parent
RECORDS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((HERE / "records").glob("*.json"))
}
LAST = 150
"""Plies before the end of a game that the reference plays, too."""
every_record = each_case("name", RECORDS)


@cache
def end_of(name):
    """Last plies of a kept game: the position before each, the ply, the one after, its events."""
    game = record.from_json(RECORDS[name])
    state, plies = record.begin(game), deque(maxlen=LAST)
    for ply, (after, events) in zip(game.plies, record.replay(game), strict=True):
        plies.append((state, ply, after.clone(), events))
        state = plies[-1][2]
    return plies


@every_record
def test_a_game_ends_as_it_did(name):
    """Every move legal, the result the recorded one."""
    *_, (_, _, state, _) = end_of(name)
    assert codec.to_json(GAME.result(state).details) == RECORDS[name]["result"]


@every_record
def test_a_game_is_played_alike_by_the_reference(name):
    """Its last rounds; whole games are played in `test_reference.py`."""
    for before, ply, after, _ in end_of(name):
        action = GAME.action_to_json(GAME.parse(before, ply.seat, ply.move))
        expected = reference.advance(GAME.state_to_json(before), action)
        assert GAME.state_to_json(after) == expected


ENDS = {"by_attack": 0, "by_fatigue": "fatigue", "by_conceding": "concede", "by_morale": 0}
"""Cause of the last fall: 0 for another seat."""


@rule("MA-73")
@each_case("name", ENDS)
def test_there_is_a_game_for_each_way_to_end(name):
    *_, (_, _, state, _) = end_of(name)
    events = [event for *_, happened in end_of(name) for event in happened]
    fell = [event.args["by"] for event in events if event.name == "eliminated"][-1]
    assert isinstance(fell, int) if ENDS[name] == 0 else fell == ENDS[name]
    sources = [event.args["source"] for event in events if event.name == "attack"]
    if ENDS[name] == 0:
        assert sources[-1].startswith("morale") is (name == "by_morale")
    assert state.winners is not None


def test_there_are_games_for_two_three_and_four():
    assert {game["seats"] for game in RECORDS.values()} == {2, 3, 4}


# ---- perft ------------------------------------------------------------------------------------


def perft():
    """The lines of perft.txt: seats, cards of the first hand, seed, depth and count."""
    for line in (HERE / "perft.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield tuple(map(int, line.split()))


@each_case(("seats", "hand", "seed", "depth", "expected"), list(perft()))
def test_as_many_sequences_of_actions_begin_a_game(seats, hand, seed, depth, expected):
    """Counted once by the reference; any change of the rules shows here."""
    state = GAME.new(seats, seed, {"first_hand": hand})
    assert count(GAME, state, depth) == expected
