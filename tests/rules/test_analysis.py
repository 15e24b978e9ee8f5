"""A game looked at afterwards: what a player that looks ahead would have done in its place."""

import json
import re
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from rules import analysis, levels
from rules.__main__ import main
from rules.analysis import Verdict
from rules.contract import Result
from rules.lookahead import Effort, Lookahead
from rules.record import Record, RecordedPly, from_json, to_json
from rules.registry import get
from rules.rng import Rng
from tests.rules.test_record import GAME_OF_TWO_MOVES

AKROPOLIS = get("akropolis")


class Stones:
    """Looks at one tile each of the line; wants stones, and nothing else."""

    names = ("stones",)
    units = MappingProxyType({"stones": 1.0})
    turns = 0

    def candidates(self, state, seat, most):
        found = {action.line: action for action in AKROPOLIS.legal_actions(state, seat)}
        return [(action,) for action in found.values()][:most]

    def quick(self, state, seat, rng):
        return (AKROPOLIS.sample(state, seat, rng),)

    reply = quick

    def parts(self, state, seat):
        return {"stones": float(state.cities[seat].stones)}


@pytest.fixture(autouse=True)
def thrifty(monkeypatch):
    """The best player of the game wants stones: it never pays for a tile."""
    usual = type(AKROPOLIS).player

    def player(self, name, *clock):
        if name == levels.STRONG:
            return Lookahead(self, Stones(), Effort(candidates=9, looks=9))
        return usual(self, name, *clock)

    facts = replace(AKROPOLIS.facts, players=levels.LEVELS)
    monkeypatch.setattr(type(AKROPOLIS), "facts", facts)
    monkeypatch.setattr(type(AKROPOLIS), "player", player)


def game_of(*lines: int) -> Record:
    """A game for two in which these tiles of the line are taken, one after another."""
    told = from_json(GAME_OF_TWO_MOVES | {"plies": []})
    state, plies = AKROPOLIS.new(2, 0xFF, told.options), []
    for line in lines:
        [seat] = AKROPOLIS.to_act(state)
        action = next(one for one in AKROPOLIS.legal_actions(state, seat) if one.line == line)
        plies.append(RecordedPly(seat, AKROPOLIS.notation(state, seat, action)))
        AKROPOLIS.apply(state, seat, action)
    return replace(told, plies=tuple(plies))


def test_who_pays_loses_what_was_paid_and_who_does_not_loses_nothing():
    cheap, dear = analysis.judge(game_of(0, 1))
    assert (cheap.ply, cheap.seat, cheap.loss) == (1, 0, 0)
    assert (dear.ply, dear.seat, dear.loss) == (2, 1, 1)
    assert dear.moves[0].startswith("T2 ")
    assert dear.better[0].startswith("T1 ")
    assert dear.margin == 1
    assert (dear.gains, cheap.gains) == ({"stones": 1}, {})


def test_only_what_a_seat_could_know_then_counts():
    """Another deal of the hidden cards, and all later moves, change no verdict."""
    game, known = game_of(0, 1), list(analysis.judge(game_of(0, 1)))
    state = AKROPOLIS.new(2, 0xFF, game.options)
    other = AKROPOLIS.redeal(state, 0, Rng(3))
    assert AKROPOLIS.state_to_json(other) != AKROPOLIS.state_to_json(state)
    judge = analysis.judge_of(AKROPOLIS)
    first = analysis.verdict_of(AKROPOLIS, judge, other, game.plies, 1)
    assert first == known[0]
    assert list(analysis.judge(game_of(0, 1, 0)))[:2] == known


def test_it_may_be_stopped_after_any_move_and_tells_how_far_it_is():
    judged = analysis.judge(game_of(0, 0, 0))
    next(judged)
    judged.close()


def test_every_move_of_a_record_has_its_place_though_it_was_no_decision():
    assert len(list(analysis.judge(game_of(0, 1, 0, 0)))) == 4


def test_nothing_is_missed_in_a_turn_that_wins(monkeypatch):
    """Even though ★ would have kept its stones: a game can be won no more than once."""
    _, dear = game_of(0, 1).plies

    def result(self, state):
        over = usual(self, state)
        return over or (Result((2, 1), (1,), (), "won") if state.turn == 2 else None)

    usual = type(AKROPOLIS).result
    monkeypatch.setattr(type(AKROPOLIS), "result", result)
    _, won = analysis.judge(game_of(0, 1))
    assert (won.moves, won.loss, won.gains) == ((dear.move,), 0, {})


def verdict(ply, seat, loss, margin=0.0):
    return Verdict(ply, seat, ("T1",), ("T2",), loss, margin)


def test_a_seat_is_told_its_best_move_and_where_it_lost_most():
    told = [verdict(1, 0, 0, 2), verdict(2, 1, 0, 9), verdict(3, 0, 4), verdict(5, 0, 8, 9)]
    first, second = analysis.report(told, 2)
    assert (first.decisions, first.good, first.mean) == (3, 1, 4)
    assert (first.best, first.turning) == (told[0], told[3])
    assert (second.good, second.best, second.turning) == (1, told[1], None)


def test_the_finest_move_is_of_a_turn_in_which_nothing_was_missed():
    """Its star stands on the turn: beside a miss of the same turn it would say two things."""
    told = [verdict(1, 0, 0, 9), verdict(2, 0, 4), verdict(3, 0, 0, 2)]
    told = [replace(one, when=when) for one, when in zip(told, (1, 1, 2), strict=True)]
    [one] = analysis.report(told, 1)
    assert (one.best, one.turning) == (told[2], told[1])
    [one] = analysis.report(told[:2], 1)
    assert one.best == told[0]


@pytest.mark.parametrize(
    ("key", "looks"), [("magna_grecia", analysis.LOOKS), ("massalia", analysis.MORE_LOOKS)]
)
def test_where_one_look_does_not_tell_much_a_move_is_compared_more_often(key, looks, monkeypatch):
    """A move of chance beside what the judge would have done: of each so many looks."""
    game, rng, seen = get(key), Rng(3), []
    weigh = Lookahead.weigh
    monkeypatch.setattr(Lookahead, "weigh", lambda *args: seen.append(args[-1]) or weigh(*args))
    state = game.new(2, 5)
    while not seen:
        [seat] = game.to_act(state)
        move = game.notation(state, seat, game.sample(state, seat, rng))
        coming = [RecordedPly(seat, move)]
        analysis.verdict_of(game, analysis.judge_of(game), state, coming, 1)
        game.apply(state, seat, game.parse(state, seat, move))
    assert seen == [looks]


def test_a_loss_that_hardly_shows_is_none():
    [one] = analysis.report([verdict(1, 0, 10), verdict(2, 0, 0.1)], 1)
    assert one.good == 1


def test_a_seat_that_decided_nothing_has_nothing_to_be_told():
    [one] = analysis.report([], 1)
    assert (one.decisions, one.mean, one.best, one.turning) == (0, 0, None, None)


def test_a_game_without_a_player_that_looks_ahead_cannot_be_judged(monkeypatch):
    facts = replace(AKROPOLIS.facts, players=("random", "easy"))
    monkeypatch.setattr(type(AKROPOLIS), "facts", facts)
    with pytest.raises(analysis.NoJudge):
        list(analysis.judge(game_of(0)))


# ---- from a shell --------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path):
    """The file of a record."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps(to_json(game_of(0, 1))))
    return str(path)


def test_a_shell_tells_each_seat_what_it_has_missed(kept, capsys):
    assert main(["analyse", kept]) == 0
    told = capsys.readouterr().out
    assert re.search(r"0 .* 1 of 1 .* 0\.00 .* 1\. T1", told)
    assert re.search(r"1 .* 0 of 1 .* 1\.00 .* 2\. T2", told)


def test_a_shell_says_in_a_sentence_that_a_game_has_no_judge(kept, capsys, monkeypatch):
    monkeypatch.setattr(analysis, "judge_of", raising)
    assert main(["analyse", kept]) == 1
    assert capsys.readouterr().err.strip() == "akropolis has no player that looks ahead."


def raising(game):
    raise analysis.NoJudge(game.facts.key)
