"""Several moves of one turn in one line: looked at as one candidate; all are made, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.steps import moves, prompts
from bot.steps.prompts import legal, without_comments
from bot.table.changes import Ply
from bot.table.live import LiveTable, MovePreview, Prompt
from rules.contract import IllegalMove, RulesError, Seat, moves_of, read
from rules.rng import Rng

LOOKALIKES = 8
"""Positions, not to be told by its player from the real one, on which a line is tried first."""


class MoveRefused(RulesError):
    """One move of a line cannot be made; the first is number 1."""

    def __init__(self, number: int, move: str, reason: RulesError) -> None:
        super().__init__("table.move_refused", number=number, move=move, reason=reason)
        self.number, self.move, self.reason = number, move, reason


def line_of(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> list[str]:
    """The moves that `tokens` write."""
    return moves_of(live.game, live.state, seat, " ".join(without_comments(tokens)))


def prompt_at(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The candidate that `tokens` are, be it a move or a line of them, or what to ask of them.

    Raises what is wrong with them.
    """
    if len(line_of(live, seat, tokens)) > 1:
        return candidate(live, seat, tokens)
    return prompts.next_prompt(live, seat, tokens)


def candidate(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> MovePreview:
    """A move, or a line of them, to be looked at before it is made. Raises what is wrong."""
    moves = line_of(live, seat, tokens)
    if len(moves) > 1:
        apply_line(live, seat, moves, at="")
    return prompts.move_preview(live, seat, *read(live.game, live.state, seat, moves))


def apply_line(
    live: LiveTable, seat: Seat, line: Sequence[str], *, at: str
) -> tuple[LiveTable, list[Ply]]:
    """The table after the moves of a line, none of them saved, and the moves. Raises MoveRefused.

    A player whose line is refused behind a move that brings something to light would learn what
    that is, and could still do something else. So a line must be legal whatever comes to light.
    """
    refusals = [refusal_of(lookalike, seat, line) for lookalike in lookalikes(live, seat)]
    if any(refusals):
        raise common_refusal(refusals)
    try:
        return walk_line(live, seat, line, at=at)
    except MoveRefused as refusal:
        raise unseen(refusal) from None


def lookalikes(live: LiveTable, seat: Seat) -> Iterator[LiveTable]:
    """The table in positions that a seat cannot tell from the real one."""
    for number in range(LOOKALIKES):
        luck = Rng(live.luck(f"lookalike {number}"))
        yield replace(live, state=live.game.redeal(live.state, seat, luck))


def refusal_of(live: LiveTable, seat: Seat, line: Sequence[str]) -> MoveRefused | None:
    """Refusal of a line that cannot be made; None where it can."""
    try:
        walk_line(live, seat, line, at="")
    except MoveRefused as refusal:
        return refusal
    return None


def common_refusal(refusals: Sequence[MoveRefused | None]) -> MoveRefused:
    """Refusal of a line that some positions refuse: with the reason, where all agree on it."""
    reasons = {refusal and (refusal.number, str(refusal.reason)) for refusal in refusals}
    first = min(filter(None, refusals), key=lambda refusal: refusal.number)
    return first if len(reasons) == 1 else unseen(first)


def unseen(refusal: MoveRefused) -> MoveRefused:
    """The same without its reason, which depends on something hidden."""
    return MoveRefused(refusal.number, refusal.move, IllegalMove("table.move_unseen"))


def game_after(live: LiveTable, seat: Seat, line: Sequence[str]) -> LiveTable:
    """The table as it would be after the moves of a line, to ask about the next one.

    Raises RulesError also where nobody may look so far: behind the end of the turn, or behind
    something that is still hidden. It never says which.
    """
    try:
        after, plies = walk_line(live, seat, line, at="")
    except MoveRefused as refusal:
        raise IllegalMove("table.move_unseen") from refusal
    if any(ply.ends_turn or moves.reveals(ply) for ply in plies):
        raise IllegalMove("table.move_unseen")
    return after


def walk_line(
    live: LiveTable, seat: Seat, line: Sequence[str], *, at: str
) -> tuple[LiveTable, list[Ply]]:
    """The table after the moves of a line, and the moves. Raises MoveRefused."""
    plies: list[Ply] = []
    for number, text in enumerate(line, 1):
        if plies and plies[-1].ends_turn:
            raise MoveRefused(number, text, IllegalMove("table.move_behind_end"))
        try:
            action = legal(live, seat, text.split())
        except RulesError as refusal:
            raise MoveRefused(number, text, refusal) from refusal
        live, ply = moves.apply_move(live, seat, action, at=at)
        plies.append(ply)
    return live, plies
