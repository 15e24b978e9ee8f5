"""Moves: asked for, previewed, suggested, made, taken back.

Each method checks under the table's lock that the person is seated, that the click has the table's
revision, and that their seat has to act; it waits for the AI without the lock.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from msgspec.structs import replace

from bot.ai.adviser import Adviser
from bot.ai.reasons import Advice, loss, reasons, telling
from bot.service.advance import Advance
from bot.service.base import Service
from bot.service.commits import Commits
from bot.service.lessons import Lessons
from bot.steps import advance, idle, lines, moves, prompts, takebacks
from bot.steps.seats import Step
from bot.table.acts import act
from bot.table.advance import LeftMove
from bot.table.changes import Change
from bot.table.encoding import stamp
from bot.table.live import LiveTable, MovePreview, Prompt, QuestionPrompt, Score, Turn
from bot.table.options import Advising
from rules.contract import BadNotation, IllegalMove, RulesError, Seat
from rules.notation import SEPARATOR, head_of


class Moves(Service):
    """Moves of people and of AI seats."""

    def __init__(
        self, commits: Commits, adviser: Adviser, advance: Advance, lessons: Lessons
    ) -> None:
        super().__init__(commits)
        self._adviser, self._advance, self._lessons = adviser, advance, lessons
        self._advised_turns: dict[int, tuple[int, int]] = {}
        """By table: the person and the turn of the newest suggestion in the log."""

    # ---- before a move ---------------------------------------------------------------------------

    async def ask(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str] = ()
    ) -> Prompt:
        """Return the next question after `tokens` that leaves a choice, or a preview.

        The preview shows the whole move, or a suggested one where the question suggests. `revision`
        is that of the clicked message; None for typed tokens, which have none. Out of turn, the
        move is to be left for the turn.
        """
        async with self._to_move(table_id, user_id, revision) as (live, seat):
            prompt = lines.prompt_at(live, seat, tokens)
            answered = lines.prompt_of_only_choice(live, prompt)
        if answered is None:
            return await self._with_suggestion(live, prompt)
        preview = await self._with_suggestion(live, answered)
        return replace(preview, instead=prompt) if isinstance(preview, MovePreview) else prompt

    async def ask_after(
        self,
        table_id: int,
        user_id: int,
        revision: int | None,
        tokens: Sequence[str],
        *,
        line: str = "",
    ) -> Prompt:
        """Return the question that directly follows `tokens`, even if they are a whole move.

        `tokens` may continue a `line` of moves that are not made yet.
        """
        async with self._tables.hold(table_id) as live:
            live, seat = advance.position(live, user_id, revision)
            if line:
                head = lines.line_of(live, seat, [line])
                live = lines.game_after(live, seat, head)
            return lines.prompt_of_last(live, seat, tokens, prompts.prompt_after)

    async def score_after(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Score:
        """Return the places behind the numbers of a person after the move that `tokens` write."""
        async with self._tables.hold(table_id) as live:
            live, seat = advance.position(live, user_id, revision)
            return lines.score_after(live, seat, tokens)

    async def example(self, table_id: int, user_id: int) -> str:
        """Return a legal move of a person in notation; "" if it is not their turn."""
        async with self._tables.hold(table_id) as live:
            with suppress(RulesError):
                return prompts.example(*advance.position(live, user_id, None))
        return ""

    async def choose(
        self,
        table_id: int,
        user_id: int,
        revision: int | None,
        tokens: Sequence[str],
        chosen: Sequence[str],
    ) -> Prompt:
        """Answer the question after `tokens` with the options `chosen`; return the next prompt."""
        async with self._tables.hold(table_id) as live:
            live, seat = advance.position(live, user_id, revision)
            before_last, head, last_tokens = lines.last_move(live, seat, tokens)
            answered = prompts.tokens_with_choice(before_last, seat, last_tokens, chosen)
            prompt = lines.prompt_at(live, seat, [*head_of(head), *answered])
        return await self._with_suggestion(live, prompt)

    # ---- suggestions -----------------------------------------------------------------------------

    async def suggest(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt:
        """Preview a move, or a line of moves, that begins with `tokens` and is chosen by an AI.

        By the table's terms, this may be refused, or noted in the log once a turn.
        """
        async with self._tables.hold(table_id) as live:
            seat = prompts.acting(live, user_id, revision)
            live = await self._log_advice(live, user_id)
            prompt = lines.prompt_of_last(live, seat, tokens, prompts.exact_prompt)
            in_line = len(lines.line_of(live, seat, tokens)) > 1
        if in_line or not isinstance(prompt, QuestionPrompt):
            return await self._complete(live, prompt)
        if line := await self._lessons.advice(live, prompt.tokens):
            taught = lines.candidate(live, seat, line.split())
            return replace(taught, is_taught=not prompt.tokens)
        if opinions := await self._adviser.advise(live, seat, prompt.tokens):
            best = lines.candidate(live, seat, opinions[0].move.split())
            return replace(best, advised=prompt.tokens)
        return await self._complete(live, prompt)

    async def explain(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Advice:
        """Explain why the suggestion that begins with `tokens` is better than the alternatives."""
        async with self._tables.hold(table_id) as live:
            seat = prompts.acting(live, user_id, revision)
            require_advice(live)
        if not (opinions := await self._adviser.advise(live, seat, tuple(tokens))):
            raise BadNotation("table.no_reason")
        best, *others = opinions = telling(opinions)
        return Advice(
            moves=tuple(lines.candidate(live, seat, each.move.split()) for each in opinions),
            reasons=reasons(best, others[0]) if others else (),
            losses=tuple(loss(other, best) for other in others),
            others=tuple(reasons(other, best) for other in others),
            wins=tuple(opinion.wins for opinion in opinions),
        )

    async def _log_advice(self, live: LiveTable, user_id: int) -> LiveTable:
        """Log, once a turn, that a person asks for advice, where the table's terms say so."""
        require_advice(live)
        table, turn = live.table, (user_id, live.turn_start)
        if table.terms.advice is not Advising.TOLD or self._advised_turns.get(table.id) == turn:
            return live
        line = act(table, "advised", user_id)
        after = replace(live, table=replace(table, revision=table.revision + 1))
        await self._commits.save(after, Change(table=after.table, acts=(line,)))
        self._advised_turns[table.id] = turn
        return after

    async def _with_suggestion(self, live: LiveTable, prompt: Prompt) -> Prompt:
        """Return the prompt, or the preview of a suggested move where its question suggests one.

        In a lesson it is the first of the moves that do the step.
        """
        if not isinstance(prompt, QuestionPrompt) or not prompt.question.suggests:
            return prompt
        if line := await self._lessons.advice(live, prompt.tokens):
            first, _, _ = line.partition(SEPARATOR)
            return lines.candidate(live, prompt.seat, first.split())
        return await self._complete(live, prompt)

    async def _complete(self, live: LiveTable, prompt: Prompt) -> Prompt:
        """Preview a move that an AI chooses from a question on; return another prompt as it is."""
        if not isinstance(prompt, QuestionPrompt):
            return prompt
        before_last, head, last_tokens = lines.last_move(live, prompt.seat, prompt.tokens)
        notation = await self._adviser.suggest(before_last, prompt.seat, last_tokens)
        return lines.candidate(live, prompt.seat, [*head_of(head), *notation.split()])

    # ---- a move ----------------------------------------------------------------------------------

    async def play(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn | LeftMove:
        """Make and save the move that `tokens` write; ask on where they only begin one.

        A line of several moves is made and saved as one. Pressed in a panel out of turn, it is left
        for the turn.
        """
        is_typed = revision is None
        async with self._to_move(table_id, user_id, revision, now=is_typed) as (live, seat):
            line = lines.line_of(live, seat, tokens)
            if len(line) > 1 or prompts.is_legal(live, seat, line[0]):
                return await self._make(live, seat, line)
            prompt = prompts.next_prompt(live, seat, line[0].split())
        return await self._with_suggestion(live, prompt)

    async def go_on(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn | LeftMove:
        """Make the moves of a line whose last move needs no preview; else preview or ask on.

        Out of turn, nothing is left for the turn without a preview.
        """
        async with self._to_move(table_id, user_id, revision) as (live, seat):
            if not live.is_ahead and lines.needs_no_preview(live, seat, tokens):
                return await self._make(live, seat, lines.line_of(live, seat, tokens))
            prompt = lines.prompt_at(live, seat, tokens)
        return await self._with_suggestion(live, prompt)

    async def enter(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn | LeftMove:
        """Make a line of several moves that was typed into a form; only preview a single move."""
        async with self._to_move(table_id, user_id, revision) as (live, seat):
            line = lines.line_of(live, seat, tokens)
            if len(line) > 1:
                return await self._make(live, seat, line)
            prompt = prompts.next_prompt(live, seat, line[0].split())
        return await self._with_suggestion(live, prompt)

    async def _make(self, live: LiveTable, seat: Seat, line: Sequence[str]) -> Turn | LeftMove:
        """Make the moves of a line in one step, or leave them where the table is ahead."""
        if live.is_ahead:
            return await self._advance.leave(live, seat, line)
        return await self._save(*lines.step(live, seat, line, at=stamp(self._now)))

    async def _save(self, after: LiveTable, change: Change, turn: Turn) -> Turn:
        """Save moves, and with them the end of the absence of a person who has made one."""
        end, last = None, turn.plies[-1]
        user_id = after.table.seats[turn.seat].user_id
        if user_id is not None and not last.ai and last.via is None:
            end = self._people.end_of_absence(user_id, self._now)
        await self._commits.save(after, replace(change, end_of_absence=end))
        if end is not None:
            self._people.note_end_of_absence(end)
        return turn

    @asynccontextmanager
    async def _to_move(
        self, table_id: int, user_id: int, revision: int | None, *, now: bool = False
    ) -> AsyncIterator[tuple[LiveTable, Seat]]:
        """Hold a table, and yield it as it is for a person's next move, with their seat.

        A sleeping game wakes. Out of turn the table is ahead, unless the move is to be made `now`.
        """
        async with self._tables.hold(table_id) as live:
            if step := idle.wake_step_to_act(live, user_id):
                await self._commits.save(*step)
                live = await self._tables.load(table_id)
            if now:
                yield live, prompts.acting(live, user_id, revision)
            else:
                yield advance.position(live, user_id, revision)

    # ---- AI seats --------------------------------------------------------------------------------

    async def load(self, table_id: int) -> LiveTable:
        """Return the newest position of a table, for an AI that thinks without the lock."""
        async with self._tables.hold(table_id) as live:
            return live

    async def play_for_ai(self, seen: LiveTable, seat: Seat, notation: str) -> None:
        """Make the move of an AI seat, unless the table has changed since `seen`."""
        async with self._tables.hold(seen.table.id) as live:
            if live.table.revision != seen.table.revision:
                return
            action = live.game.parse(live.state, seat, notation)
            at, is_late = stamp(self._now), live.table.seats[seat].is_late
            await self._save(*moves.move(live, seat, action, at=at, ai=True, late=is_late))

    # ---- taking back -----------------------------------------------------------------------------

    async def take_back(
        self, table_id: int, user_id: int, revision: int | None, count: int | None = None
    ) -> Prompt:
        """Take back the newest plies of a person's turn, `count` or as many as allowed; ask again.

        Outside their turn, take back their last turn, if that needs nobody else's consent.
        """
        async with self._tables.hold(table_id) as live:
            seat = prompts.playing_as(live, user_id, revision)
            at = stamp(self._now)
            if live.turn is None or live.turn.seat != seat:
                after, change = await self._take_back_turn(live, user_id, at)
            else:
                prompts.acting(live, user_id, revision)
                after, change = moves.take_back(live, count, at=at)
            await self._commits.save(after, change)
            prompt = lines.prompt_at(after, after.seat_of(user_id), ())
        return await self._with_suggestion(after, prompt)

    async def can_take_back_turn(self, table_id: int, user_id: int) -> bool:
        """Whether a person may take back their last turn without a vote."""
        async with self._tables.hold(table_id) as live:
            try:
                live.table.require_going_on()
                plies = await self._tables.log(table_id)
                seat = takebacks.seat_to_go_back(live, plies, user_id)
                scope = takebacks.undo_scope(live, plies, user_id, None)
            except RulesError:
                return False
            is_in_turn = live.turn is not None and live.turn.seat == seat
            return not is_in_turn and not scope.people_concerned

    async def has_finished_turn(self, table_id: int, user_id: int) -> bool:
        """Return whether a person's last turn is over and stands: taking it back asks others."""
        async with self._tables.hold(table_id) as live:
            log = await self._tables.log(table_id)
            seat = takebacks.seat_to_go_back(live, log, user_id)
            if live.turn is not None and live.turn.seat == seat:
                return False
            plies = [ply for ply in log if ply.seat == seat]
            return bool(plies) and plies[-1].undone is None

    async def _take_back_turn(self, live: LiveTable, user_id: int, at: str) -> Step:
        """Take back a person's last turn, if it concerns no other person. Raises IllegalMove."""
        plies = await self._tables.log(live.table.id)
        seat = takebacks.seat_to_go_back(live, plies, user_id)
        scope = takebacks.undo_scope(live, plies, user_id, None)
        if scope.people_concerned and scope.movers:
            raise IllegalMove("table.nothing_to_restart")
        if scope.people_concerned:
            raise IllegalMove("table.already_revealed")
        return takebacks.go_back(live, plies, scope, seat, at=at, quiet=True)


def require_advice(live: LiveTable) -> None:
    """Refuse a suggestion where the table's terms exclude advice."""
    if live.table.terms.advice is Advising.OFF:
        raise IllegalMove("table.no_advice")
