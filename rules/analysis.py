"""A game looked at afterwards: what a player that looks ahead thinks of each move that was made.

Each decision is judged by what its seat could know then: whatever was hidden from it is dealt anew,
again and again. So a move is called good though luck was against it, and a lucky one is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any

import msgspec

from rules import levels, registry
from rules.contract import Game, Seat, written
from rules.log import LEAVES, made
from rules.lookahead import Effort, Lookahead
from rules.record import Record, RecordedPly, begin
from rules.rng import Rng

EFFORT = Effort(candidates=4, looks=2)
"""What is thought about one decision: counted, so that any machine thinks the same."""
LOOKS = 4
"""How often the move that was made is compared with the best one."""
MORE_LOOKS = 24
"""The same where one look does not tell much, as chance says more than most moves."""
SLIGHT = 0.02
"""A loss below this share of the greatest one is as good as none."""
FAR = 10.0
"""A loss counts for so many usual ones at most: beside a win that was missed all else would be
nothing."""


class NoJudge(Exception):
    """The game has no player that looks ahead."""


class Verdict(msgspec.Struct, frozen=True):
    """What is thought of a decision."""

    ply: int
    """The first of its moves, from 1."""
    seat: Seat
    moves: tuple[str, ...]
    """What was done, in the notation of the game."""
    better: tuple[str, ...]
    """What the player that looks ahead would have done."""
    loss: float
    """By how much that would have been worth more; nothing where it would have done the same."""
    margin: float
    """By how much it stands above the next best: how much there was to be missed.

    Nothing where the move does nothing that one can point at: to end a turn is no fine move.
    """
    gains: dict[str, float] = {}
    """What it would have had more of, or less, by the parts of its worth; nothing if no loss."""
    when: int | None = None
    """The turn or the round that it was made in (`Game.number`); None where neither is known."""


class SeatReport(msgspec.Struct, frozen=True):
    """What is thought of all decisions of a seat."""

    seat: Seat
    decisions: int
    found: int
    """How many were as good as the best."""
    mean: float
    """What was lost on average."""
    best: Verdict | None
    """The good one by which most was not missed, in a turn of good ones; None if there is none."""
    turning: Verdict | None
    """Where most was lost; None where nothing was."""


def judge(record: Record) -> Iterator[Verdict | None]:
    """A verdict for each move of a record, in order; None for what was no decision.

    Whoever asks may stop after any. Raises NoJudge, and BadRecord where it cannot be played.
    """
    game = registry.get(record.game)
    player = judge_of(game)
    state, plies = begin(record), list(record.plies)
    begins = 1
    for number, ply in enumerate(plies, 1):
        verdict = None
        if number == begins:
            verdict = verdict_of(game, player, state, plies[number - 1 :], number)
            begins = after(number, verdict)
        made(game, state, ply.seat, ply.move)
        yield verdict


def after(number: int, verdict: Verdict | None) -> int:
    """The ply with which the next decision begins, after the one that began with `number`."""
    return number + (len(verdict.moves) if verdict else 1)


def judge_name(game: Game[Any, Any, Any]) -> str:
    """Who judges, by its name among the players of the game: the best of them."""
    return levels.best(game.facts.players)


def judge_of(game: Game[Any, Any, Any]) -> Lookahead[Any, Any]:
    """The player that judges, with less effort than when it plays. Raises NoJudge."""
    best = game.player(judge_name(game))
    if not isinstance(best, Lookahead):
        raise NoJudge(game.facts.key)
    looks = min(EFFORT.looks, best.effort.looks)
    caution, duel = best.effort.caution, best.effort.duel
    effort = msgspec.structs.replace(EFFORT, looks=looks, caution=caution, duel=duel)
    return Lookahead(game, best.sight, effort)


def verdict_of(
    game: Game[Any, Any, Any],
    player: Lookahead[Any, Any],
    state: Any,
    coming: Sequence[RecordedPly],
    number: int,
) -> Verdict | None:
    """What is thought of what a seat does next; None where it had no choice worth a thought."""
    seat, luck, when = coming[0].seat, Rng(number), game.number(state)
    if coming[0].move == LEAVES:
        return None
    found = player.judge(state, seat, luck)
    best = found[0].line
    line = done(game, state, coming, len(best))
    if game.gives_up(line[0]):
        return None
    if len(found) == 1 and (line == best[: len(line)] or _is_done(game, state, coming, best)):
        return None
    own, better = (tuple(written(game, state, seat, one)) for one in (line, best))
    margin = 0.0
    if found[1:] and game.consequences(state, seat, line):
        margin = max(0.0, found[0].worth - found[1].worth)
    if own == better[: len(own)] or wins(game, state, coming):
        return Verdict(number, seat, own, better, 0.0, margin, when=when)
    looks = LOOKS if player.effort.looks == 1 else MORE_LOOKS
    mine, its = player.weigh(state, seat, (line, best), luck, looks)
    loss = max(0.0, its.worth - mine.worth)
    gains = difference(its.parts, mine.parts) if loss else {}
    return Verdict(number, seat, own, better, loss, margin, gains, when)


def _is_done(
    game: Game[Any, Any, Any], state: Any, coming: Sequence[RecordedPly], line: Sequence[Any]
) -> bool:
    """Whether a seat does one action later in its turn: what is done first is no choice."""
    if len(line) > 1:
        return False
    seat, after = coming[0].seat, state.clone()
    for ply in coming:
        if ply.seat != seat or ply.move == LEAVES or seat not in game.to_act(after):
            break
        made = game.parse(after, seat, ply.move)
        if made == line[0]:
            return True
        game.apply(after, seat, made)
        if not game.mid_turn(after):
            break
    return False


def wins(game: Game[Any, Any, Any], state: Any, coming: Sequence[RecordedPly]) -> bool:
    """Whether the rest of the turn, as far as it could be foreseen, has won the game alone."""
    after, seat = state.clone(), coming[0].seat
    for action in done(game, state, coming, len(coming)):
        game.apply(after, seat, action)
    result = game.result(after)
    return result is not None and result.winners == (seat,)


def difference(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """By how much each part is more in one worth than in another."""
    parts = sorted({*one, *other})
    return {part: one.get(part, 0.0) - other.get(part, 0.0) for part in parts}


def done(
    game: Game[Any, Any, Any], state: Any, coming: Sequence[RecordedPly], most: int
) -> tuple[Any, ...]:
    """The next actions of a turn, at most so many, up to what brings anything to light."""
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
    """What is thought of each seat."""
    most = greatest(verdicts)
    return [_of_seat(seat, [v for v in verdicts if v.seat == seat], most) for seat in range(seats)]


def greatest(verdicts: Sequence[Verdict]) -> float:
    """What a single loss counts for at most; nothing where nothing was lost."""
    lost = [one.loss for one in verdicts if one.loss]
    return min(max(lost), FAR * median(lost)) if lost else 0.0


def share(loss: float, most: float) -> float:
    """How much of `most` a loss is, from 0 to 1; nothing where it is slight."""
    return min(1.0, loss / most) if loss > SLIGHT * most else 0.0


def _of_seat(seat: Seat, own: Sequence[Verdict], most: float) -> SeatReport:
    missed = {one.when for one in own if share(one.loss, most)}
    good = [one for one in own if not share(one.loss, most)]
    whole = [one for one in good if one.when not in missed]
    worst = max(own, key=lambda one: one.loss, default=None)
    return SeatReport(
        seat,
        decisions=len(own),
        found=len(good),
        mean=fmean(min(one.loss, most) for one in own) if own else 0.0,
        best=max(whole or good, key=lambda one: one.margin, default=None),
        turning=worst if worst is not None and share(worst.loss, most) else None,
    )
