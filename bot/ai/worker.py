"""Process in which AI players think: it reads a request and writes an answer, a line each.

Run as `python -m bot.ai.worker`. It ends when its input does, so none is left behind when the bot
dies.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, BinaryIO

import msgspec

from rules import analysis, levels, registry
from rules.analysis import Verdict
from rules.consequence import Consequence
from rules.contract import Game, Json, RulesError, Seat, line_notations
from rules.lookahead import Assessment, Lookahead
from rules.notation import LONGEST, SEPARATOR
from rules.record import RecordedPly
from rules.rng import Rng

READY = b"ready\n"
NO_ANSWER = "!"
"""The beginning of a line that says why there is no answer."""
GAVE_WAY = "?"
"""The answer to what was to be judged, where something more urgent has come."""
URGENT = getattr(signal, "SIGUSR1", None)
"""What tells the process so; a machine that has no such signal lets it judge to the end."""
FINISHER = "finisher"
"""The player of a turn that goes on for too long: does what ends it."""
DEALS = 8
"""In so many deals a move has to win before anybody is told that it does."""
KINDNESS = 5
"""How much the process gives way to others on the machine, first of all to the bot itself."""


class Task(msgspec.Struct, frozen=True):
    """A seat to move for. Of players who need no clock the same task gets the same answer."""

    game: str
    player: str
    state: Json
    seat: Seat
    seed: int
    tokens: tuple[str, ...]
    """What the move begins with."""
    line: bool = False
    """Whether several moves may be the answer, where the game has such to suggest."""
    why: bool = False
    """Whether the answer is what speaks for each candidate: a list of `Opinion`."""
    made: tuple[str, ...] = ()
    """What was made then, and is to be judged as the ply `seed`: the answer is a `Verdict`."""


class Opinion(msgspec.Struct, frozen=True):
    """A candidate, or a line that begins with it, and what a player that looks ahead thinks."""

    move: str
    worth: float
    parts: dict[str, float]
    """What adds up to the worth, by the names that the game has for it."""
    units: dict[str, float] = {}
    """What one more of a part is worth, of those that people count."""
    consequences: tuple[Consequence, ...] = ()
    """What the move brings for certain, as far as the game can point at it."""
    counts: dict[str, float] = {}
    """How many there would be of what is worth less the more there is, by its part."""
    wins: bool = False
    """Whether the game ends with it and is won, whatever is hidden from the seat."""


def answer(task: Task) -> str:
    """Answer to a task, in a line."""
    if task.made:
        return verdict_line(task)
    return msgspec.json.encode(opinions(task)).decode() if task.why else choice(task)


def choice(task: Task) -> str:
    """The move that a task asks for, as notation; or a line of them.

    What is hidden from the seat is dealt anew before anybody thinks: no player can peek.
    """
    game, luck = registry.get(task.game), Rng(task.seed)
    state = game.redeal(game.state_from_json(task.state), task.seat, luck)
    if task.line and (line := game.line(state, task.seat, task.tokens)):
        return SEPARATOR.join(within(line_notations(game, state, task.seat, line)))
    if task.tokens:
        action = game.complete(state, task.seat, task.tokens)
    elif task.player == FINISHER:
        action = finishing(game, state, task.seat, luck)
    else:
        action = game.player(task.player, monotonic).choose(state, task.seat, luck)
    game.check(state, task.seat, action)
    return game.notation(state, task.seat, action)


def in_need(task: Task) -> str:
    """A legal move where thinking has come to nothing: the easy player's, or else any."""
    try:
        return choice(msgspec.structs.replace(task, player=levels.EASY, line=False, why=False))
    except Exception:
        return choice(msgspec.structs.replace(task, player=FINISHER, tokens=(), why=False))


def within(moves: Sequence[str], longest: int = LONGEST) -> list[str]:
    """Moves of a line for which a button has room; always the first."""
    lines = (moves[:number] for number in range(len(moves), 1, -1))
    return list(next((line for line in lines if len(SEPARATOR.join(line)) <= longest), moves[:1]))


def finishing(game: Game[Any, Any, Any], state: Any, seat: Seat, luck: Rng) -> Any:
    """The first legal move that ends the turn of a seat; a random one while none does."""
    for action in game.legal_actions(state, seat):
        if game.gives_up(action):
            continue
        after = state.clone()
        game.apply(after, seat, action)
        if seat not in game.to_act(after) or not game.mid_turn(after):
            return action
    return game.sample(state, seat, luck)


# ---- what speaks for a move ----------------------------------------------------------------------


def opinions(task: Task) -> list[Opinion]:
    """Opinions of the player on its candidates with the given beginning, best first.

    None where it does not look ahead, or has none such in mind.
    """
    game, luck = registry.get(task.game), Rng(task.seed)
    player = game.player(task.player, monotonic)
    if not isinstance(player, Lookahead):
        return []
    state = game.redeal(game.state_from_json(task.state), task.seat, luck)
    lines = player.advise(state, task.seat, luck)
    units = dict(player.sight.units)
    judged_lines = (opinion_on(game, state, task.seat, judged, units, luck) for judged in lines)
    beginning = list(task.tokens)
    return [
        opinion
        for opinion in judged_lines
        if opinion.move.split(SEPARATOR)[0].split()[: len(beginning)] == beginning
    ]


def opinion_on(
    game: Game[Any, Any, Any],
    state: Any,
    seat: Seat,
    judged: Assessment[Any],
    units: dict[str, float],
    luck: Rng,
) -> Opinion:
    """An opinion of a candidate, with what is to follow it in the same turn."""
    game.check(state, seat, judged.action)
    line = list(line_to_end_of_turn(game, state, seat, judged.line))
    moves = within(line_notations(game, state, seat, line))
    moves_shown = line[: len(moves)]
    return Opinion(
        SEPARATOR.join(moves),
        judged.worth,
        judged.parts,
        units,
        tuple(game.consequences(state, seat, moves_shown)),
        judged.counts,
        wins(game, state, seat, moves_shown, luck),
    )


def wins(game: Game[Any, Any, Any], state: Any, seat: Seat, line: Sequence[Any], luck: Rng) -> bool:
    """Whether a seat has won alone with a line, here and however else what is hidden may lie."""

    def won(after: Any) -> bool:
        for action in line:
            game.apply(after, seat, action)
        result = game.result(after)
        return result is not None and result.winners == (seat,)

    redeals = (game.redeal(state, seat, luck) for _ in range(DEALS))
    return won(state.clone()) and all(map(won, redeals))


def line_to_end_of_turn(
    game: Game[Any, Any, Any], state: Any, seat: Seat, line: Sequence[Any]
) -> Iterator[Any]:
    """A line, and the rest of the turn as the game suggests it, as far as nothing is to see."""
    after, is_open = state.clone(), True
    for action in line:
        yield action
        is_open &= not any(event.reveals for event in game.apply(after, seat, action))
    if is_open and seat in game.to_act(after) and game.mid_turn(after):
        yield from game.line(after, seat, ())


# ---- what is thought of a move that was made -----------------------------------------------------


class GiveWay(BaseException):
    """Something more urgent is to be thought about."""


class Judging:
    """Whether the process is at something that can wait."""

    now = False


def gives_way(signum: int, frame: object) -> None:
    """Leave what can wait, once; what cannot goes on."""
    if Judging.now:
        Judging.now = False
        raise GiveWay


def verdict_line(task: Task) -> str:
    """The verdict in a line, unless something more urgent comes."""
    try:
        Judging.now = True
        try:
            return msgspec.json.encode(verdict(task)).decode()
        finally:
            Judging.now = False
    except GiveWay:
        return GAVE_WAY


def verdict(task: Task) -> Verdict | None:
    """Verdict on a decision; what is hidden from its seat is dealt anew at every look."""
    game = registry.get(task.game)
    state = game.state_from_json(task.state)
    coming = [RecordedPly(task.seat, move) for move in task.made]
    return analysis.verdict_of(game, analysis.judge_of(game), state, coming, task.seed)


# ---- the process ---------------------------------------------------------------------------------


def work(requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer request after request until there are no more."""
    answers.write(READY)
    answers.flush()
    for request in requests:
        try:
            line = answer(msgspec.json.decode(request, type=Task))
        except (RulesError, LookupError, ValueError, analysis.NoJudge) as error:
            line = f"{NO_ANSWER} {error!r}".replace("\n", " ")
        answers.write(f"{line}\n".encode())
        answers.flush()


def main() -> None:
    """Work on standard input and output, after all others on the machine."""
    os.nice(KINDNESS)
    if URGENT is not None:
        signal.signal(URGENT, gives_way)
    registry.games()
    unbuffered = sys.stdout.fileno()  # nothing is left to flush where the bot has died
    with open(unbuffered, "wb", buffering=0, closefd=False) as answers, suppress(BrokenPipeError):
        work(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
