"""Analysis of a finished game: the judgement of a player that looks ahead on each move.

Each decision is judged by what its seat could know then: everything hidden from it is dealt anew,
again and again. So a move is called good though luck was against it, and a lucky one is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any

import msgspec

from rules import levels, registry
from rules.contract import Game, Seat, line_notations
from rules.log import LEAVES, make_move
from rules.lookahead import Effort, Lookahead
from rules.record import Record, RecordedPly, begin
from rules.rng import Rng

EFFORT = Effort(candidates=4, looks=2)
"""Effort for one decision: counted, so that any machine gives the same verdict."""
LOOKS = 4
"""Number of looks that compare the actual move with the best one."""
MORE_LOOKS = 24
"""The same where one look says little, as chance decides more than most moves."""
SLIGHT = 0.02
"""Share of the greatest loss below which a loss counts as none."""
FAR = 10.0
"""Limit of a loss, in multiples of the usual one: beside a missed win all else would be
nothing."""


class NoJudge(Exception):
    """The game has no player that looks ahead."""


class Verdict(msgspec.Struct, frozen=True):
    """Judgement of a decision."""

    ply: int
    """Ply of the first of its moves, from 1."""
    seat: Seat
    moves: tuple[str, ...]
    """Moves of the seat, in the notation of the game."""
    better: tuple[str, ...]
    """Moves that the player that looks ahead would have made."""
    loss: float
    """Worth that those would have added; 0 where the moves are the same."""
    margin: float
    """Distance of the best move from the next best: the worth that could have been missed.

    0 where the move does nothing that one can point at: to end a turn is no fine move.
    """
    gains: dict[str, float] = {}
    """Differences of the better moves, by the parts of their worth; empty if there is no loss."""
    when: int | None = None
    """Turn or round of the decision (`Game.number`); None where neither is known."""


class SeatReport(msgspec.Struct, frozen=True):
    """Judgement of all decisions of a seat."""

    seat: Seat
    decisions: int
    good: int
    """Number of decisions as good as the best."""
    mean: float
    """Mean loss."""
    best: Verdict | None
    """The good move with the largest margin, in a turn of good moves; None if there is none."""
    turning: Verdict | None
    """The move with the largest loss; None if there is no loss."""


def judge(record: Record) -> Iterator[Verdict | None]:
    """Verdict for each move of a record, in order; None for a move that was no decision.

    The caller may stop after any move. Raises NoJudge, and BadRecord for an illegal move.
    """
    game = registry.get(record.game)
    player = judge_of(game)
    state, plies = begin(record), list(record.plies)
    begins = 1
    for number, ply in enumerate(plies, 1):
        verdict = None
        if number == begins:
            verdict = verdict_of(game, player, state, plies[number - 1 :], number)
            begins = next_decision(number, verdict)
        make_move(game, state, ply.seat, ply.move)
        yield verdict


def next_decision(number: int, verdict: Verdict | None) -> int:
    """First ply of the next decision, after the one that began with `number`."""
    return number + (len(verdict.moves) if verdict else 1)


def judge_name(game: Game[Any, Any, Any]) -> str:
    """Name of the judging player: the best of the game."""
    return levels.best(game.facts.players)


def judge_of(game: Game[Any, Any, Any]) -> Lookahead[Any, Any]:
    """The judging player, with less effort than when it plays. Raises NoJudge."""
    best = game.player(judge_name(game))
    if not isinstance(best, Lookahead):
        raise NoJudge(game.facts.key)
    looks = min(EFFORT.looks, best.effort.looks)
    caution, duel = best.effort.caution, best.effort.duel
    effort = msgspec.structs.replace(EFFORT, looks=looks, caution=caution, duel=duel)
    return Lookahead(game, best.sight, effort)


def behind(game: Game[Any, Any, Any], state: Any) -> tuple[float, ...]:
    """For each seat of a finished game the worth from its place to the next better one."""
    sight = judge_of(game).sight
    return tuple(sight.behind(state, seat) for seat in range(len(game.scores(state))))


def verdict_of(
    game: Game[Any, Any, Any],
    player: Lookahead[Any, Any],
    state: Any,
    coming: Sequence[RecordedPly],
    number: int,
) -> Verdict | None:
    """Verdict on a seat's next moves; None if it had no choice worth a thought."""
    seat, luck, when = coming[0].seat, Rng(number), game.number(state)
    if coming[0].move == LEAVES:
        return None
    candidates = player.judge(state, seat, luck)
    best = candidates[0].line
    line = next_actions(game, state, coming, len(best))
    if game.gives_up(line[0]):
        return None
    if len(candidates) == 1 and (line == best[: len(line)] or _is_done(game, state, coming, best)):
        return None
    moves, better = (
        tuple(line_notations(game, state, seat, action_line)) for action_line in (line, best)
    )
    margin = 0.0
    if candidates[1:] and game.consequences(state, seat, line):
        margin = max(0.0, candidates[0].worth - candidates[1].worth)
    if moves == better[: len(moves)] or wins(game, state, coming):
        return Verdict(number, seat, moves, better, 0.0, margin, when=when)
    looks = LOOKS if player.effort.looks == 1 else MORE_LOOKS
    mine, theirs = player.weigh(state, seat, (line, best), luck, looks)
    loss = max(0.0, theirs.worth - mine.worth)
    gains = difference(theirs.parts, mine.parts) if loss else {}
    return Verdict(number, seat, moves, better, loss, margin, gains, when)


def _is_done(
    game: Game[Any, Any, Any], state: Any, coming: Sequence[RecordedPly], line: Sequence[Any]
) -> bool:
    """Whether a seat plays the action later in its turn: the order of actions is no choice."""
    if len(line) > 1:
        return False
    seat, after = coming[0].seat, state.clone()
    for ply in coming:
        if ply.seat != seat or ply.move == LEAVES or seat not in game.to_act(after):
            break
        action = game.parse(after, seat, ply.move)
        if action == line[0]:
            return True
        game.apply(after, seat, action)
        if not game.mid_turn(after):
            break
    return False


def wins(game: Game[Any, Any, Any], state: Any, coming: Sequence[RecordedPly]) -> bool:
    """Whether the rest of the turn, as far as it could be foreseen, has won the game alone."""
    after, seat = state.clone(), coming[0].seat
    for action in next_actions(game, state, coming, len(coming)):
        game.apply(after, seat, action)
    result = game.result(after)
    return result is not None and result.winners == (seat,)


def difference(first: Mapping[str, float], second: Mapping[str, float]) -> dict[str, float]:
    """Difference of two worths, by part."""
    parts = sorted({*first, *second})
    return {part: first.get(part, 0.0) - second.get(part, 0.0) for part in parts}


def next_actions(
    game: Game[Any, Any, Any], state: Any, coming: Sequence[RecordedPly], most: int
) -> tuple[Any, ...]:
    """The next actions of a turn, at most `most`, up to one that reveals anything."""
    seat, after, line = coming[0].seat, state.clone(), list[Any]()
    for ply in coming[:most]:
        if ply.seat != seat or ply.move == LEAVES or seat not in game.to_act(after):
            break
        line.append(game.parse(after, seat, ply.move))
        events = game.apply(after, seat, line[-1])
        if not game.mid_turn(after) or any(event.reveals for event in events):
            break
    return tuple(line)


def report(verdicts: Sequence[Verdict], seats: int) -> list[SeatReport]:
    """Judgement of all decisions, by seat."""
    largest = greatest(verdicts)
    return [
        _of_seat(seat, [v for v in verdicts if v.seat == seat], largest) for seat in range(seats)
    ]


def greatest(verdicts: Sequence[Verdict]) -> float:
    """Largest loss of a single decision, limited; 0 where nothing was lost."""
    losses = [verdict.loss for verdict in verdicts if verdict.loss]
    return min(max(losses), FAR * median(losses)) if losses else 0.0


def share(loss: float, most: float) -> float:
    """Share of `most` that a loss has, from 0 to 1; 0 where it is slight."""
    return min(1.0, loss / most) if loss > SLIGHT * most else 0.0


def _of_seat(seat: Seat, verdicts: Sequence[Verdict], most: float) -> SeatReport:
    turns_with_loss = {verdict.when for verdict in verdicts if share(verdict.loss, most)}
    good = [verdict for verdict in verdicts if not share(verdict.loss, most)]
    in_good_turns = [verdict for verdict in good if verdict.when not in turns_with_loss]
    worst = max(verdicts, key=lambda verdict: verdict.loss, default=None)
    return SeatReport(
        seat,
        decisions=len(verdicts),
        good=len(good),
        mean=fmean(min(verdict.loss, most) for verdict in verdicts) if verdicts else 0.0,
        best=max(in_good_turns or good, key=lambda verdict: verdict.margin, default=None),
        turning=worst if worst is not None and share(worst.loss, most) else None,
    )
