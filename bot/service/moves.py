"""The way of a move: asked for, previewed, suggested, made, taken back.

Each method checks under the table's lock that the person is seated, that the revision is that of
the click, and that they have to act; what an AI thinks of it is awaited without the lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from bot.ai.adviser import Adviser
from bot.ai.reasons import Advice, loss, reasons, telling
from bot.service.cache import LiveTables
from bot.service.commits import Commits
from bot.service.people import People
from bot.steps import idle, lines, moves, prompts, takebacks
from bot.steps.seats import Step
from bot.store.store import Store
from bot.table.acts import act
from bot.table.changes import Change
from bot.table.encoding import stamp
from bot.table.live import Playing, Prompt, QuestionPrompt, Turn
from bot.table.options import Advising
from rules.contract import BadNotation, IllegalMove, RulesError, Seat


class Moves:
    """Moves of people and of AI seats."""

    def __init__(
        self, tables: LiveTables, commits: Commits, store: Store, people: People, adviser: Adviser
    ) -> None:
        self._tables, self._commits, self._store = tables, commits, store
        self._people, self._adviser = people, adviser
        self._advised_turns: dict[int, tuple[int, int]] = {}
        """By table: the person and the turn of the newest suggestion that the log tells of."""

    # ---- before a move ---------------------------------------------------------------------------

    async def ask(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str] = ()
    ) -> Prompt:
        """Return the question that follows `tokens` where there is a choice; or a preview.

        That is the whole move, or a suggested one where the question suggests. `revision` is
        that of what was clicked; None for what was typed, which has none.
        """
        async with self._tables.hold(table_id) as playing:
            playing = await self._wake_to_act(playing, user_id)
            seat = prompts.acting(playing, user_id, revision)
            prompt = lines.prompt_at(playing, seat, tokens)
        return await self._with_suggestion(playing, prompt)

    async def ask_after(
        self,
        table_id: int,
        user_id: int,
        revision: int | None,
        tokens: Sequence[str],
        *,
        line: str = "",
    ) -> Prompt:
        """Return the very question that follows `tokens`, even if they are a whole move already.

        They may be the last move of a line, the others of which are not made yet.
        """
        async with self._tables.hold(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            if line:
                begun = lines.line_of(playing, seat, [line])
                playing = lines.game_after(playing, seat, begun)
            return prompts.prompt_after(playing, seat, tokens)

    async def example(self, table_id: int, user_id: int) -> str:
        """Return a move that a person may make now, as it is typed; "" if it is not their turn."""
        async with self._tables.hold(table_id) as playing:
            with suppress(RulesError):
                return prompts.example(playing, prompts.acting(playing, user_id, None))
        return ""

    async def choose(
        self,
        table_id: int,
        user_id: int,
        revision: int | None,
        tokens: Sequence[str],
        chosen: Sequence[str],
    ) -> Prompt:
        """Answer the question after `tokens` with the options `chosen`; the next prompt."""
        async with self._tables.hold(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            prompt = prompts.next_prompt(
                playing, seat, prompts.tokens_with_choice(playing, seat, tokens, chosen)
            )
        return await self._with_suggestion(playing, prompt)

    # ---- suggestions -----------------------------------------------------------------------------

    async def suggest(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt:
        """Preview a whole move that begins with `tokens`, or a line of them, chosen by an AI.

        As the table has agreed, that is refused, or the log tells it once a turn.
        """
        async with self._tables.hold(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            playing = await self._log_advice(playing, user_id)
            prompt = prompts.exact_prompt(playing, seat, tokens)
        if not isinstance(prompt, QuestionPrompt):
            return prompt
        if opinions := await self._adviser.advise(playing, seat, prompt.tokens):
            best = lines.candidate(playing, seat, opinions[0].move.split())
            return replace(best, advised=prompt.tokens)
        return await self._complete(playing, prompt)

    async def explain(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Advice:
        """Explain why the suggestion that begins with `tokens` is better than others."""
        async with self._tables.hold(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            require_advice(playing)
        if not (opinions := await self._adviser.advise(playing, seat, tuple(tokens))):
            raise BadNotation("table.no_reason")
        best, *others = opinions = telling(opinions)
        return Advice(
            moves=tuple(lines.candidate(playing, seat, each.move.split()) for each in opinions),
            reasons=reasons(best, others[0]) if others else (),
            losses=tuple(loss(other, best) for other in others),
            wins=tuple(opinion.wins for opinion in opinions),
        )

    async def _log_advice(self, playing: Playing, user_id: int) -> Playing:
        """Save in the log that somebody asks for advice, where that was agreed; once a turn."""
        require_advice(playing)
        table, turn = playing.table, (user_id, first_ply_of_turn(playing))
        if table.terms.advice is not Advising.TOLD or self._advised_turns.get(table.id) == turn:
            return playing
        line = act(table, "advised", user_id)
        after = replace(playing, table=replace(table, revision=table.revision + 1))
        await self._commits.save(after, Change(table=after.table, acts=(line,)))
        self._advised_turns[table.id] = turn
        return after

    async def _with_suggestion(self, playing: Playing, prompt: Prompt) -> Prompt:
        """Return the prompt, or a whole move in its place where its question suggests one."""
        if isinstance(prompt, QuestionPrompt) and prompt.question.suggests:
            return await self._complete(playing, prompt)
        return prompt

    async def _complete(self, playing: Playing, prompt: Prompt) -> Prompt:
        """Preview a whole move that goes on from a question, as an AI chooses it."""
        if not isinstance(prompt, QuestionPrompt):
            return prompt
        notation = await self._adviser.suggest(playing, prompt.seat, prompt.tokens)
        return lines.candidate(playing, prompt.seat, notation.split())

    # ---- a move ----------------------------------------------------------------------------------

    async def play(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn:
        """Make the move that `tokens` are, and save it; ask on where they only begin one.

        Of a line of several moves all are made and saved at once, or none.
        """
        async with self._tables.hold(table_id) as playing:
            playing = await self._wake_to_act(playing, user_id)
            seat = prompts.acting(playing, user_id, revision)
            line = lines.line_of(playing, seat, tokens)
            if len(line) > 1:
                return await self._play_line(playing, seat, line)
            move = line[0].split()
            try:
                action = prompts.legal(playing, seat, move)
            except RulesError:
                prompt = prompts.next_prompt(playing, seat, move)
            else:
                at = stamp(self._store.clock.now())
                return await self._save(*moves.move(playing, seat, action, at=at, ai=False))
        return await self._with_suggestion(playing, prompt)

    async def enter(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn:
        """Make the line of several moves that a form brings; preview a single move."""
        async with self._tables.hold(table_id) as playing:
            playing = await self._wake_to_act(playing, user_id)
            seat = prompts.acting(playing, user_id, revision)
            line = lines.line_of(playing, seat, tokens)
            if len(line) > 1:
                return await self._play_line(playing, seat, line)
            prompt = prompts.next_prompt(playing, seat, line[0].split())
        return await self._with_suggestion(playing, prompt)

    async def _play_line(self, playing: Playing, seat: Seat, line: Sequence[str]) -> Turn:
        """Make all moves of a line and save them at once. Raises MoveRefused, and none is made."""
        after, plies = lines.apply_line(playing, seat, line, at=stamp(self._store.clock.now()))
        return await self._save(*moves.commit_moves(playing, after, plies))

    async def _save(self, after: Playing, change: Change, turn: Turn) -> Turn:
        """Save moves; a person who makes one is no longer away."""
        await self._commits.save(after, change)
        holder = after.table.seats[turn.seat]
        if holder.user_id is not None and not turn.plies[-1].ai:
            await self._people.come_back(holder.user_id, self._store.clock.now(), told=False)
        return turn

    async def _wake_to_act(self, playing: Playing, user_id: int) -> Playing:
        """Wake a game that sleeps for a person who is the one to act."""
        step = idle.wake_step_to_act(playing, user_id)
        if step is None:
            return playing
        await self._commits.save(*step)
        return await self._tables.load(playing.table.id)

    # ---- AI seats --------------------------------------------------------------------------------

    async def load(self, table_id: int) -> Playing:
        """Return the newest position of a table, for an AI that thinks without the lock."""
        async with self._tables.hold(table_id) as playing:
            return playing

    async def play_for_ai(self, seen: Playing, seat: Seat, notation: str) -> None:
        """Make the move of an AI seat, unless the table has changed while it thought."""
        async with self._tables.hold(seen.table.id) as playing:
            if playing.table.revision != seen.table.revision:
                return
            action = playing.game.parse(playing.state, seat, notation)
            at, is_late = stamp(self._store.clock.now()), playing.table.seats[seat].is_late
            await self._save(*moves.move(playing, seat, action, at=at, ai=True, late=is_late))

    # ---- taking back -----------------------------------------------------------------------------

    async def take_back(
        self, table_id: int, user_id: int, revision: int | None, count: int | None = None
    ) -> Prompt:
        """Take back the newest moves of a person's turn, `count` or all that may be; ask anew.

        Between turns it is the turn that has just ended, where that was a single move.
        """
        async with self._tables.hold(table_id) as playing:
            seat = prompts.playing_as(playing, user_id, revision)
            at = stamp(self._store.clock.now())
            if playing.turn is None or playing.turn.seat != seat:
                after, change = await self._take_back_turn(playing, user_id, at)
            else:
                prompts.acting(playing, user_id, revision)
                after, change = moves.take_back(playing, count, at=at)
            await self._commits.save(after, change)
            prompt = prompts.exact_prompt(after, seat, ())
        return await self._with_suggestion(after, prompt)

    async def can_take_back_turn(self, table_id: int, user_id: int) -> bool:
        """Whether a person may take back the turn that has just ended."""
        async with self._tables.hold(table_id) as playing:
            try:
                playing.table.require_going_on()
                seat = playing.table.seat_of(user_id)
                plies = await self._tables.log(table_id)
                reach = takebacks.undo_scope(playing, plies, user_id, None)
            except RulesError:
                return False
            is_in_turn = playing.turn is not None and playing.turn.seat == seat
            return not is_in_turn and not reach.people_concerned

    async def _take_back_turn(self, playing: Playing, user_id: int, at: str) -> Step:
        """Take back a turn that has ended, if that concerns nobody else. Raises IllegalMove."""
        plies, seat = await self._tables.log(playing.table.id), playing.table.seat_of(user_id)
        reach = takebacks.undo_scope(playing, plies, user_id, None)
        if reach.people_concerned and reach.movers:
            raise IllegalMove("table.nothing_to_restart")
        if reach.people_concerned:
            raise IllegalMove("table.already_revealed")
        return takebacks.go_back(playing, plies, reach, seat, at=at, quiet=True)


def require_advice(playing: Playing) -> None:
    """Refuse to suggest anything where the table has agreed to play without."""
    if playing.table.terms.advice is Advising.OFF:
        raise IllegalMove("table.no_advice")


def first_ply_of_turn(playing: Playing) -> int:
    """Number of the first ply of the turn under way, or of the next one."""
    return playing.turn.plies[0].ply if playing.turn else playing.plies + 1
