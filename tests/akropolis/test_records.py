"""Finished games, one for each way a game can end, and the number of ways a game can begin."""

import json
from pathlib import Path

from rules import codec, record
from rules.__main__ import count
from tests.akropolis import reference
from tests.akropolis.building import ALL_VARIANTS, GAME
from tests.cases import each_case
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
def test_a_finished_game_ends_as_it_did(name):
    """Every move legal, the result the recorded one."""
    assert codec.to_json(GAME.result(end_of(name)).details) == kept(name).result


@every_record
def test_a_finished_game_ends_as_the_reference_says(name):
    """The slow second engine plays the same moves to the same position."""
    told = GAME.state_to_json(record.begin(kept(name)))
    for state, _ in record.replay(kept(name)):
        action = GAME.parse(state, 0, kept(name).plies[len_of(told)].move)
        told = reference.advance(told, action.line, action.at, action.rot)
    assert told == GAME.state_to_json(end_of(name))


def len_of(told):
    """Number of actions that led to a position: every turn, in solo every other one."""
    return told["turn"] // 2 if told["architect"] else told["turn"]


@every_record
def test_the_scores_of_a_finished_game_are_those_of_the_reference(name):
    told = GAME.state_to_json(end_of(name))
    variants = told["options"]["variants"]
    cities = [reference.city_of(each["tiles"], each["stones"]) for each in told["cities"]]
    assert kept(name).result["scores"] == [reference.score(each, variants) for each in cities]


def totals(name):
    return [told["total"] for told in kept(name).result["scores"]]


@rule("AK-80")
def test_a_game_was_won_by_points():
    result = GAME.result(end_of("two_by_points"))
    assert result.winners == (totals("two_by_points").index(max(totals("two_by_points"))),)


@rule("AK-80")
def test_a_game_was_won_by_stones():
    """Both have 50 points."""
    assert totals("tie_broken_by_stones") == [50, 50]
    assert GAME.result(end_of("tie_broken_by_stones")).ranks == (2, 1)


@rule("AK-80")
def test_a_victory_was_shared():
    """Both have 50 points and no stone."""
    assert totals("victory_shared") == [50, 50]
    assert GAME.result(end_of("victory_shared")).winners == (0, 1)


@rule("AK-99")
@each_case("architect", ["hippodamos", "metagenes", "callicrates"])
@each_case(("ending", "wins"), [("beaten", True), ("unbeaten", False)])
def test_an_architect_was_beaten_and_was_not(architect, ending, wins):
    assert kept(f"solo_{architect}_{ending}").result["player_wins"] is wins


# ---- perft ------------------------------------------------------------------------------------


def perft():
    """The lines of perft.txt: seats, length, architect, seed, depth and count."""
    for line in (HERE / "perft.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            seats, length, architect, *numbers = line.split()
            solo = None if architect == "-" else architect
            yield int(seats), {"length": length, "solo": solo}, *map(int, numbers)


@rule("AK-39")
@each_case(("seats", "options", "seed", "depth", "expected"), list(perft()))
def test_as_many_sequences_of_actions_begin_a_game(seats, options, seed, depth, expected):
    """Counted once by the reference; any change of the rules shows here."""
    state = GAME.new(seats, seed, options | {"variants": list(ALL_VARIANTS)})
    assert count(GAME, state, depth) == expected
