"""Finished games, one for each way a game can end, and how many games begin."""

import json
from pathlib import Path

from rules import codec
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
"""Plies before the end of a game."""
every_record = each_case("name", RECORDS)


def replayed(name):
    """Each position of a kept game, the JSON of the next action, and what it caused."""
    kept = RECORDS[name]
    state = GAME.new(kept["seats"], int(kept["seed"], 16), kept["options"])
    for ply in kept["plies"]:
        before = GAME.state_to_json(state)
        action = GAME.parse(state, ply["seat"], ply["move"])
        GAME.check(state, ply["seat"], action)
        events = GAME.apply(state, ply["seat"], action)
        yield before, GAME.action_to_json(action), events, state


@every_record
def test_a_game_ends_as_it_did(name):
    """Every move legal, the result the recorded one."""
    *_, (*_, state) = replayed(name)
    assert codec.to_json(GAME.result(state).details) == RECORDS[name]["result"]


@every_record
def test_a_game_is_played_alike_by_the_reference(name):
    """Its last rounds; whole games are played in `test_reference.py`."""
    told = [
        (before, action, GAME.state_to_json(state)) for before, action, _, state in replayed(name)
    ]
    for before, action, after in told[-LAST:]:
        assert reference.advance(before, action) == after


ENDS = {"by_attack": 0, "by_fatigue": "fatigue", "by_conceding": "concede", "by_morale": 0}
"""Who or what made the last one fall."""


@rule("MA-73")
@each_case("name", ENDS)
def test_there_is_a_game_for_each_way_to_end(name):
    *_, (_, _, events, state) = replayed(name)
    fell = [event.args["by"] for event in events if event.name == "eliminated"][-1]
    assert isinstance(fell, int) if ENDS[name] == 0 else fell == ENDS[name]
    sources = [event.args["source"] for event in events if event.name == "attack"]
    if ENDS[name] == 0:
        assert sources[-1].startswith("morale") is (name == "by_morale")
    assert state.winners is not None


def test_there_are_games_for_two_three_and_four():
    assert {kept["seats"] for kept in RECORDS.values()} == {2, 3, 4}


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
