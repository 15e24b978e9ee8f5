"""A game looked at afterwards: what a player that looks ahead would have done in its place."""

import json
import re
from functools import partial
from itertools import islice
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from rules import analysis, levels
from rules.__main__ import main
from rules.analysis import Verdict
from rules.contract import Result
from rules.log import LEAVES
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
        by_line = {action.line: action for action in AKROPOLIS.legal_actions(state, seat)}
        return [(action,) for action in by_line.values()][:most]

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
    empty = from_json(GAME_OF_TWO_MOVES | {"plies": []})
    state, plies = AKROPOLIS.new(2, 0xFF, empty.options), []
    for line in lines:
        [seat] = AKROPOLIS.to_act(state)
        legal = AKROPOLIS.legal_actions(state, seat)
        action = next(action for action in legal if action.line == line)
        plies.append(RecordedPly(seat, AKROPOLIS.notation(state, seat, action)))
        AKROPOLIS.apply(state, seat, action)
    return replace(empty, plies=tuple(plies))


@pytest.fixture
def path(tmp_path):
    """The file of a record."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps(to_json(game_of(0, 1))))
    return str(path)


def test_the_loss_of_a_seat_is_the_price_that_it_pays():
    cheap, dear = analysis.judge(game_of(0, 1))
    assert (cheap.ply, cheap.seat, cheap.loss) == (1, 0, 0)
    assert (dear.ply, dear.seat, dear.loss) == (2, 1, 1)
    assert dear.moves[0].startswith("T2 ")
    assert dear.better[0].startswith("T1 ")
    assert dear.margin == 1
    assert (dear.gains, cheap.gains) == ({"stones": 1}, {})


def test_hidden_cards_and_later_moves_change_no_verdict():
    """Only the knowledge of the seat at that time counts."""
    game, verdicts = game_of(0, 1), list(analysis.judge(game_of(0, 1)))
    state = AKROPOLIS.new(2, 0xFF, game.options)
    redealt = AKROPOLIS.redeal(state, 0, Rng(3))
    assert AKROPOLIS.state_to_json(redealt) != AKROPOLIS.state_to_json(state)
    judge = analysis.judge_of(AKROPOLIS)
    assert analysis.verdict_of(AKROPOLIS, judge, redealt, game.plies, 1) == verdicts[0]
    *earlier, _ = analysis.judge(game_of(0, 1, 0))
    assert earlier == verdicts


def test_a_turn_that_wins_has_no_loss(monkeypatch):
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


def test_a_seat_is_told_its_best_move_and_its_greatest_loss():
    """A loss that hardly shows is none."""
    verdicts = [
        verdict(1, 0, 0.1, 2), verdict(2, 1, 0, 9), verdict(3, 0, 3.9), verdict(5, 0, 8, 9)
    ]  # fmt: skip
    first, second = analysis.report(verdicts, 2)
    assert (first.decisions, first.good, first.mean) == (3, 1, 4)
    assert (first.best, first.turning) == (verdicts[0], verdicts[3])
    assert (second.good, second.best, second.turning) == (1, verdicts[1], None)


def test_the_finest_move_is_of_a_turn_without_a_loss():
    """Its star stands on the turn: beside a miss of the same turn it would say two things."""
    verdicts = [verdict(1, 0, 0, 9), verdict(2, 0, 4), verdict(3, 0, 0, 2)]
    verdicts = [replace(each, when=when) for each, when in zip(verdicts, (1, 1, 2), strict=True)]
    [report] = analysis.report(verdicts, 1)
    assert (report.best, report.turning) == (verdicts[2], verdicts[1])
    [report] = analysis.report(verdicts[:2], 1)
    assert report.best == verdicts[0]


@pytest.mark.parametrize(
    ("key", "looks"), [("magna_grecia", analysis.LOOKS), ("massalia", analysis.MORE_LOOKS)]
)
def test_a_move_is_compared_more_often_where_a_look_says_little(key, looks, monkeypatch):
    """A move of chance beside what the judge would have done: of each so many looks."""
    game, rng, counts = get(key), Rng(3), []
    weigh = Lookahead.weigh
    monkeypatch.setattr(Lookahead, "weigh", lambda *args: counts.append(args[-1]) or weigh(*args))
    state = game.new(2, 5)
    while not counts:
        [seat] = game.to_act(state)
        move = game.notation(state, seat, game.sample(state, seat, rng))
        coming = [RecordedPly(seat, move)]
        analysis.verdict_of(game, analysis.judge_of(game), state, coming, 1)
        game.apply(state, seat, game.parse(state, seat, move))
    assert counts == [looks]


def test_a_seat_without_a_decision_has_an_empty_report():
    [report] = analysis.report([], 1)
    assert (report.decisions, report.mean, report.best, report.turning) == (0, 0, None, None)


def test_a_seat_that_leaves_its_table_has_not_decided_anything_by_that():
    left = from_json(GAME_OF_TWO_MOVES | MASSALIA | {"plies": [{"seat": 1, "move": LEAVES}]})
    assert list(analysis.judge(left)) == [None]


MASSALIA = {"game": "massalia", "version": get("massalia").facts.version, "seats": 3, "options": {}}


def test_a_game_without_a_player_that_looks_ahead_cannot_be_judged(path, capsys, monkeypatch):
    """A shell says it in a sentence."""
    facts = replace(AKROPOLIS.facts, players=("random", "easy"))
    monkeypatch.setattr(type(AKROPOLIS), "facts", facts)
    with pytest.raises(analysis.NoJudge):
        list(analysis.judge(game_of(0)))
    assert main(["analyse", path]) == 1
    assert capsys.readouterr().err.strip() == "akropolis has no player that looks ahead."


# ---- from a shell --------------------------------------------------------------------------------


def test_a_shell_tells_each_seat_its_losses(path, capsys):
    assert main(["analyse", path]) == 0
    text = capsys.readouterr().out
    assert re.search(r"0 .* 1 of 1 .* 0\.00 .* 1\. T1", text)
    assert re.search(r"1 .* 0 of 1 .* 1\.00 .* 2\. T2", text)


def test_a_stopped_analysis_tells_the_losses_of_the_moves_before(path, capsys, monkeypatch):
    """One that is stopped at once tells nothing."""
    judge = analysis.judge

    def stopped(game_record, moves):
        yield from islice(judge(game_record), moves)
        raise KeyboardInterrupt

    monkeypatch.setattr(analysis, "judge", partial(stopped, moves=1))
    assert main(["analyse", path]) == 0
    text = capsys.readouterr().out
    assert "1. T1" in text
    assert "2. T2" not in text
    monkeypatch.setattr(analysis, "judge", partial(stopped, moves=0))
    assert main(["analyse", path]) == 130
    assert capsys.readouterr().out == ""
