"""Lines: several moves of one turn, previewed as one candidate and made all or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.steps import moves, prompts
from bot.steps.prompts import legal, without_comments
from bot.table.changes import Change, Ply
from bot.table.live import LiveTable, MovePreview, Prompt, Turn
from rules.contract import IllegalMove, RulesError, Seat, moves_of, read
from rules.rng import Rng

LOOKALIKES = 8
"""Positions, indistinguishable for the player from the real one, on which a line is tried first."""


class MoveRefused(RulesError):
    """One move of a line cannot be made; the first move has number 1."""

    def __init__(self, number: int, move: str, reason: RulesError) -> None:
        super().__init__("table.move_refused", number=number, move=move, reason=reason)
        self.number, self.move, self.reason = number, move, reason


def line_of(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> list[str]:
    """The moves that `tokens` write, in notation."""
    return moves_of(live.game, live.state, seat, " ".join(without_comments(tokens)))


def prompt_at(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The preview of the move or line that `tokens` write, or the next question after them.

    Raises RulesError where the tokens are wrong.
    """
    if len(line_of(live, seat, tokens)) > 1:
        return candidate(live, seat, tokens)
    return prompts.next_prompt(live, seat, tokens)


def candidate(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> MovePreview:
    """The preview of a move or of a line of moves. Raises RulesError where it is illegal."""
    moves = line_of(live, seat, tokens)
    if len(moves) > 1:
        apply_line(live, seat, moves, at="")
    return prompts.move_preview(live, seat, *read(live.game, live.state, seat, moves))


def apply_line(
    live: LiveTable, seat: Seat, line: Sequence[str], *, at: str
) -> tuple[LiveTable, list[Ply]]:
    """The table after the moves of a line, and their plies, not yet saved. Raises MoveRefused.

    If a line were refused after a move that reveals something, the player would learn what was
    hidden and could still choose another move. So a line must be legal whatever is revealed.
    """
    refusals = [refusal_of(lookalike, seat, line) for lookalike in lookalikes(live, seat)]
    if any(refusals):
        raise common_refusal(refusals)
    try:
        return walk_line(live, seat, line, at=at)
    except MoveRefused as refusal:
        raise unseen(refusal) from None


def step(
    live: LiveTable, seat: Seat, line: Sequence[str], *, at: str
) -> tuple[LiveTable, Change, Turn]:
    """The step of a move of a person, or of a line of moves, all or none. Raises RulesError."""
    if len(line) > 1:
        return moves.commit_moves(live, *apply_line(live, seat, line, at=at))
    return moves.move(live, seat, legal(live, seat, line[0].split()), at=at, ai=False)


def lookalikes(live: LiveTable, seat: Seat) -> Iterator[LiveTable]:
    """The table in positions that a seat cannot distinguish from the real one."""
    for number in range(LOOKALIKES):
        luck = Rng(live.luck(f"lookalike {number}"))
        yield replace(live, state=live.game.redeal(live.state, seat, luck))


def refusal_of(live: LiveTable, seat: Seat, line: Sequence[str]) -> MoveRefused | None:
    """Refusal of a line that cannot be made, or None."""
    try:
        walk_line(live, seat, line, at="")
    except MoveRefused as refusal:
        return refusal
    return None


def common_refusal(refusals: Sequence[MoveRefused | None]) -> MoveRefused:
    """Refusal of a line that some positions refuse, with the reason if all agree on it."""
    reasons = {refusal and (refusal.number, str(refusal.reason)) for refusal in refusals}
    first = min(filter(None, refusals), key=lambda refusal: refusal.number)
    return first if len(reasons) == 1 else unseen(first)


def unseen(refusal: MoveRefused) -> MoveRefused:
    """The refusal without its reason, which depends on hidden things."""
    return MoveRefused(refusal.number, refusal.move, IllegalMove("table.move_unseen"))


def game_after(live: LiveTable, seat: Seat, line: Sequence[str]) -> LiveTable:
    """The table as it would be after the moves of a line, to ask about the next move.

    Raises IllegalMove where a move is refused, ends the turn or reveals something; the error is the
    same in all three cases.
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
    """The table after the moves of a line, and their plies. Raises MoveRefused."""
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
