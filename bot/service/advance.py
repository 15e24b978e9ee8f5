"""Moves in advance: chosen by a person who waits, kept, cancelled, and made when due.

The methods that take a `LiveTable` need the table's lock; the others take it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.service.cache import LiveTables
from bot.service.commits import Commits, Decision
from bot.steps import advance, lines, prompts
from bot.store import left_moves
from bot.store.store import Store
from bot.table.advance import ADVANCE, SOONEST, LeftMove, Stage
from bot.table.changes import Effects
from bot.table.due import Due, Settled
from bot.table.encoding import stamp
from bot.table.live import LiveTable, MovePreview, Prompt
from bot.table.seating import Table
from rules.contract import IllegalMove, RulesError, Seat, read


class Advance:
    """Moves in advance of people."""

    def __init__(self, tables: LiveTables, commits: Commits, store: Store) -> None:
        self._tables, self._commits, self._store = tables, commits, store

    # ---- chosen ----------------------------------------------------------------------------------

    async def position(
        self, live: LiveTable, user_id: int, revision: int | None
    ) -> tuple[LiveTable, Seat]:
        """Return the table for a person's next move, and their seat.

        Out of turn it is the position from which they may leave one, after the moves of a draft.
        Raises IllegalMove where they can leave none, and as `prompts.playing_as` does.
        """
        seat = prompts.playing_as(live, user_id, revision)
        ahead = advance.table_ahead(live, seat)
        if ahead is None:
            return live, prompts.acting(live, user_id, revision)
        draft = await self._of_seat(live.table.id, seat)
        return (draft and advance.table_after_draft(ahead, draft)) or ahead, seat

    async def leave(
        self, live: LiveTable, seat: Seat, tokens: Sequence[str], *, confirmed: bool = True
    ) -> Prompt | LeftMove:
        """Leave the move that `tokens` write; ask on where they, or the draft, are no whole turn.

        An unconfirmed turn stays a draft. Raises MoveRefused where a move is illegal now, and
        IllegalMove where nobody can say yet what may follow.
        """
        ahead, user_id = advance.table_ahead(live, seat), live.table.seats[seat].user_id
        assert ahead is not None
        assert user_id is not None
        draft = await self._of_seat(live.table.id, seat)
        earlier, after = list[str](), ahead
        if draft is not None and (after_draft := advance.table_after_draft(ahead, draft)):
            earlier, after = advance.moves_of_line(ahead, draft), after_draft
        line = lines.line_of(after, seat, tokens)
        if len(line) == 1:
            try:
                prompts.legal(after, seat, line[0].split())
            except RulesError:
                return prompts.next_prompt(after, seat, line[0].split())
        whole = [*earlier, *line]
        lines.apply_line(ahead, seat, whole, at="")
        if any(map(live.game.gives_up, read(live.game, ahead.state, seat, whole))):
            raise IllegalMove("table.left_gives_up")
        left = advance.left_move(live, seat, user_id, whole)
        if not advance.is_whole_turn(ahead, seat, whole):
            after = advance.table_after_line(ahead, seat, whole)
            await self._write(live.table, left)
            return prompts.next_prompt(after, seat, ())
        if confirmed:
            left = replace(left, stage=Stage.LEFT)
        await self._write(live.table, left)
        return left

    async def confirm(self, table_id: int, user_id: int, revision: int | None) -> LeftMove | None:
        """Leave the turn that a person's draft holds; None where there is none."""
        async with self._tables.hold(table_id) as live:
            seat = prompts.playing_as(live, user_id, revision)
            draft, ahead = await self._of_seat(table_id, seat), advance.table_ahead(live, seat)
            if draft is None or ahead is None or draft.stage is not Stage.DRAFT:
                return None
            line = advance.moves_of_line(ahead, draft)
            lines.apply_line(ahead, seat, line, at="")
            left = advance.left_move(live, seat, user_id, line)
            left = replace(left, stage=Stage.LEFT)
            await self._write(live.table, left)
            return left

    async def cancel(self, table_id: int, user_id: int) -> bool:
        """Cancel what a person has left, or begun to; False where there is nothing."""
        async with self._tables.hold(table_id) as live:
            seat = live.table.seat_of(user_id)
            left = await self._of_seat(table_id, seat)
            if left is None:
                return False
            await self._write(live.table, replace(left, stage=Stage.GONE))
            return left.stage is not Stage.DROPPED

    async def tables_of(self, user_id: int) -> int:
        """Return the number of tables where a move of a person waits for its turn."""
        return await self._store.read(lambda db: left_moves.tables_of(db, user_id))

    # ---- looked at -------------------------------------------------------------------------------

    async def left(self, table_id: int, user_id: int) -> LeftMove | None:
        """Return what a person has left at a table, if anything."""
        async with self._tables.hold(table_id) as live:
            try:
                seat = live.table.seat_of(user_id)
            except RulesError:
                return None
            left = await self._of_seat(table_id, seat)
            return left if left is not None and left.user_id == user_id else None

    async def preview(self, table_id: int, left: LeftMove) -> MovePreview | None:
        """Preview a left move on the position in which it was left; None for several moves."""
        async with self._tables.hold(table_id) as live:
            then = advance.table_then(live, left)
            if then is None or len(line := advance.moves_of_line(then, left)) != 1:
                return None
            return lines.candidate(then, left.seat, line[0].split())

    async def _of_seat(self, table_id: int, seat: Seat) -> LeftMove | None:
        left_moves = await self._store.left_moves(table_id)
        return next((left for left in left_moves if left.seat == seat), None)

    async def _write(self, table: Table, left: LeftMove) -> None:
        """Write a left move, or delete it, and settle the row that would make an earlier one."""
        settled = Settled(ADVANCE, left.user_id, str(left.seat))
        await self._store.note(table.id, Effects(left_moves=(left,), settled=(settled,)))

    # ---- made ------------------------------------------------------------------------------------

    async def make(self, due: Due) -> None:
        """Make a left move whose turn came a while ago."""
        await self._commits.handle_due(self._outcome, due)

    async def _outcome(self, live: LiveTable, due: Due) -> Decision:
        left, now = await self._of_seat(live.table.id, int(due.subject)), self._store.clock.now()
        if left is None or left.user_id != due.person_id or left.stage is not Stage.DUE:
            return None
        outcome = advance.outcome(live, left, now, stamp(now))
        return outcome or Effects(due=(replace(due, at=now + SOONEST),))
