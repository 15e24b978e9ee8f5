"""Process in which AI players think: it reads requests and writes answers, one line each.

Run as `python -m bot.ai.worker`. It ends when its input does, so no process outlives the bot.
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
"""Beginning of an answer line that reports an error."""
GAVE_WAY = "?"
"""Answer to a judgement that was dropped for a more urgent task."""
URGENT = getattr(signal, "SIGUSR1", None)
"""Signal to drop a judgement; a machine without it lets the judgement finish."""
FINISHER = "finisher"
"""Name of the player that ends a turn which has become too long."""
DEALS = 8
"""Number of redeals in which a move has to win before it is called a winning move."""
NICENESS = 5
"""Niceness of the process, so that the bot itself goes first."""


class Task(msgspec.Struct, frozen=True):
    """A request about a seat. Players that use no clock always answer the same task alike."""

    game: str
    player: str
    state: Json
    seat: Seat
    seed: int
    tokens: tuple[str, ...]
    """Tokens that the move begins with."""
    line: bool = False
    """Whether the answer may be a line of several moves, if the game suggests one."""
    why: bool = False
    """Whether the answer is a list of `Opinion`, one for each candidate."""
    made: tuple[str, ...] = ()
    """Moves to judge that were made as ply number `seed`: the answer is a `Verdict`."""


class Opinion(msgspec.Struct, frozen=True):
    """Opinion of a look-ahead player on a candidate, or on a line that begins with it."""

    move: str
    worth: float
    parts: dict[str, float]
    """Parts that add up to the worth, by the game's names for them."""
    units: dict[str, float] = {}
    """Worth of one more of a part, for parts that people count."""
    consequences: tuple[Consequence, ...] = ()
    """Certain consequences of the move that the game can name."""
    counts: dict[str, float] = {}
    """Number of each part whose units have diminishing worth."""
    wins: bool = False
    """Whether it ends and wins the game, whatever is hidden from the seat."""


def answer(task: Task) -> str:
    """Answer to a task, as one line."""
    if task.made:
        return verdict_line(task)
    return msgspec.json.encode(opinions(task)).decode() if task.why else choice(task)


def choice(task: Task) -> str:
    """The move, or line of moves, that a task asks for, in notation.

    Everything hidden from the seat is redealt before the player thinks, so no player can peek.
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


def fallback_move(task: Task) -> str:
    """A legal move where the player has no answer: the easy player's, or else any."""
    try:
        return choice(msgspec.structs.replace(task, player=levels.EASY, line=False, why=False))
    except Exception:
        return choice(msgspec.structs.replace(task, player=FINISHER, tokens=(), why=False))


def within(moves: Sequence[str], longest: int = LONGEST) -> list[str]:
    """The first moves of a line, as many as fit in a custom id; at least one."""
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


# ---- opinions on moves ---------------------------------------------------------------------------


def opinions(task: Task) -> list[Opinion]:
    """Opinions of the player on its candidates that begin with the task's tokens, best first.

    [] where it does not look ahead, or has no such candidate.
    """
    game, luck = registry.get(task.game), Rng(task.seed)
    player = game.player(task.player, monotonic)
    if not isinstance(player, Lookahead):
        return []
    state = game.redeal(game.state_from_json(task.state), task.seat, luck)
    lines = player.advise(state, task.seat, luck)
    units, whole = dict(player.sight.units), game.line(state, task.seat, ())
    judged_lines = (
        opinion_on(game, state, task.seat, judged, units, luck, whole) for judged in lines
    )
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
    whole: Sequence[Any] = (),
) -> Opinion:
    """Opinion on a candidate together with the rest of its turn: `whole`, if it begins that."""
    game.check(state, seat, judged.action)
    line = list(line_to_end_of_turn(game, state, seat, judged.line, whole))
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
    """Whether a seat wins alone with a line, in this position and in `DEALS` redeals of it."""

    def won(after: Any) -> bool:
        for action in line:
            game.apply(after, seat, action)
        result = game.result(after)
        return result is not None and result.winners == (seat,)

    redeals = (game.redeal(state, seat, luck) for _ in range(DEALS))
    return won(state.clone()) and all(map(won, redeals))


def line_to_end_of_turn(
    game: Game[Any, Any, Any],
    state: Any,
    seat: Seat,
    line: Sequence[Any],
    whole: Sequence[Any] = (),
) -> Iterator[Any]:
    """Yield a line, then the rest of the turn as the game suggests it behind that.

    Where the game suggests the `whole` turn and the line begins that, yield it.
    """
    if whole and list(whole[: len(line)]) == list(line):
        yield from whole
        return
    yield from line
    yield from game.rest(state, seat, line)


# ---- verdicts on moves that were made ------------------------------------------------------------


class JudgementInterrupted(BaseException):
    """Raised by the signal handler to drop a judgement for a more urgent task."""


class Judging:
    """Whether the process is making a judgement, which can wait."""

    now = False


def gives_way(signum: int, frame: object) -> None:
    """Signal handler: drop the judgement under way, if any."""
    if Judging.now:
        Judging.now = False
        raise JudgementInterrupted


def verdict_line(task: Task) -> str:
    """The verdict as one line, or `GAVE_WAY` if a more urgent task comes."""
    try:
        Judging.now = True
        try:
            return msgspec.json.encode(verdict(task)).decode()
        finally:
            Judging.now = False
    except JudgementInterrupted:
        return GAVE_WAY


def verdict(task: Task) -> Verdict | None:
    """Verdict on a decision; everything hidden from its seat is redealt for each look."""
    game = registry.get(task.game)
    state = game.state_from_json(task.state)
    coming = [RecordedPly(task.seat, move) for move in task.made]
    return analysis.verdict_of(game, analysis.judge_of(game), state, coming, task.seed)


# ---- the process ---------------------------------------------------------------------------------


def work(requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Write that the process is ready, then answer requests until the input ends."""
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
    """Work on standard input and output with low priority."""
    os.nice(NICENESS)
    if URGENT is not None:
        signal.signal(URGENT, gives_way)
    registry.games()
    unbuffered = sys.stdout.fileno()  # no flush can fail at exit after the bot has died
    with open(unbuffered, "wb", buffering=0, closefd=False) as answers, suppress(BrokenPipeError):
        work(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
