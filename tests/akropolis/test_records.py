"""Finished games, one for each way a game can end, and the number of ways a game can begin."""

from pathlib import Path

from rules import codec, record
from rules.__main__ import count
from tests.akropolis import reference
from tests.akropolis.building import ALL_VARIANTS, GAME, RECORDS, recorded, replayed
from tests.cases import each_case
from tests.rulebook import rule

HERE = Path(__file__).parent
every_record = each_case("name", RECORDS)


@every_record
def test_a_finished_game_ends_as_it_did_and_as_the_reference_says(name):
    """Every move legal, the result the recorded one; a slow second engine plays the same moves."""
    game = recorded(name)
    position = GAME.state_to_json(record.begin(game))
    for ply, (state, _) in zip(game.plies, record.replay(game), strict=True):
        action = GAME.parse(state, ply.seat, ply.move)
        position = reference.advance(position, action.line, action.at, action.rot)
    assert position == GAME.state_to_json(state)
    assert codec.to_json(GAME.result(state).details) == game.result
    cities = [reference.city_of(each["tiles"], each["stones"]) for each in position["cities"]]
    variants = position["options"]["variants"]
    assert game.result["scores"] == [reference.score(each, variants) for each in cities]


def totals(name):
    return [score["total"] for score in recorded(name).result["scores"]]


@rule("AK-80")
def test_a_game_was_won_by_points():
    result = GAME.result(replayed("two_by_points"))
    assert result.winners == (totals("two_by_points").index(max(totals("two_by_points"))),)


@rule("AK-80")
def test_a_game_was_won_by_stones():
    """Both have 50 points."""
    assert totals("tie_broken_by_stones") == [50, 50]
    assert GAME.result(replayed("tie_broken_by_stones")).ranks == (2, 1)


@rule("AK-80")
def test_a_victory_was_shared():
    """Both have 50 points and no stone."""
    assert totals("victory_shared") == [50, 50]
    assert GAME.result(replayed("victory_shared")).winners == (0, 1)


@rule("AK-99")
@each_case("architect", ["hippodamos", "metagenes", "callicrates"])
@each_case(("ending", "wins"), [("beaten", True), ("unbeaten", False)])
def test_an_architect_was_beaten_and_was_not(architect, ending, wins):
    assert recorded(f"solo_{architect}_{ending}").result["player_wins"] is wins


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
