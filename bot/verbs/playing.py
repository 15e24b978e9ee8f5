"""A move in the making, a move made, and one taken back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from msgspec.structs import replace

from bot.ai.reasons import Advice, loss, reasons, telling
from bot.steps import lines, moves, prompts, takebacks
from bot.table.acts import act
from bot.table.changes import Change
from bot.table.encoding import stamp
from bot.table.live import Asked, Playing, Prompt, Turn
from bot.table.options import Advising
from bot.verbs.sleeping import SleepVerbs
from rules.contract import BadNotation, IllegalMove, RulesError, Seat


class PlayingVerbs(SleepVerbs):
    """What who has to act is asked, and does."""

    @cached_property
    def _advised(self) -> dict[int, tuple[int, int]]:
        """At which tables the log tells of a suggestion: to whom, and in which turn."""
        return {}

    async def ask(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str] = ()
    ) -> Prompt:
        """What a person is asked after `tokens`, where it leaves a choice; or a candidate.

        That is their whole move, or a suggested one where the question suggests. `revision` is
        that of what was clicked; None for what was typed, which has none.
        """
        async with self._at(table_id) as playing:
            playing = await self._wake_to_act(playing, user_id)
            seat = prompts.acting(playing, user_id, revision)
            prompt = lines.asked(playing, seat, tokens)
        return await self._suggested(playing, prompt)

    async def ask_after(
        self,
        table_id: int,
        user_id: int,
        revision: int | None,
        tokens: Sequence[str],
        *,
        line: str = "",
    ) -> Prompt:
        """The very question that follows `tokens`, even where they are a whole move already.

        They may be the last move of a line, the others of which are not made yet.
        """
        async with self._at(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            if line:
                begun = lines.line_of(playing, seat, [line])
                playing = lines.ahead(playing, seat, begun)
            return prompts.asked_after(playing, seat, tokens)

    async def example(self, table_id: int, user_id: int) -> str:
        """A move that a person may make now, as it is typed; "" where they have not to act."""
        async with self._at(table_id) as playing:
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
        """What follows once the options `chosen` are the answer to the question after `tokens`."""
        async with self._at(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            prompt = prompts.asked(playing, seat, prompts.chosen(playing, seat, tokens, chosen))
        return await self._suggested(playing, prompt)

    async def suggest(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt:
        """A whole move that begins with `tokens`, or a line of them, chosen by an AI player.

        As the table has agreed, that is refused, or the log tells it once a turn.
        """
        async with self._at(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            playing = await self._told_of_advice(playing, user_id)
            prompt = prompts.exactly(playing, seat, tokens)
        if not isinstance(prompt, Asked):
            return prompt
        if told := await self._machines.advise(playing, seat, prompt.tokens):
            best = lines.candidate(playing, seat, told[0].move.split())
            return replace(best, advised=prompt.tokens)
        return await self._completed(playing, prompt)

    async def explain(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Advice:
        """Why the suggestion that begins with `tokens` is better than others."""
        async with self._at(table_id) as playing:
            seat = prompts.acting(playing, user_id, revision)
            require_advice(playing)
        if not (every := await self._machines.advise(playing, seat, tuple(tokens))):
            raise BadNotation("table.no_reason")
        best, *others = told = telling(every)
        return Advice(
            moves=tuple(lines.candidate(playing, seat, one.move.split()) for one in told),
            reasons=reasons(best, others[0]) if others else (),
            losses=tuple(loss(other, best) for other in others),
            wins=tuple(one.wins for one in told),
        )

    async def _told_of_advice(self, playing: Playing, user_id: int) -> Playing:
        """The table once its log tells that somebody has asked, where that was agreed."""
        require_advice(playing)
        table, asked = playing.table, (user_id, turn_of(playing))
        if table.terms.advice is not Advising.TOLD or self._advised.get(table.id) == asked:
            return playing
        told = act(table, "advised", user_id)
        after = replace(playing, table=replace(table, revision=table.revision + 1))
        await self._save(after, Change(table=after.table, acts=(told,)))
        self._advised[table.id] = asked
        return after

    async def play(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn:
        """Make the move that `tokens` are, and save it; ask on where they only begin one.

        Of a line of several moves all are made and saved at once, or none.
        """
        async with self._at(table_id) as playing:
            playing = await self._wake_to_act(playing, user_id)
            seat = prompts.acting(playing, user_id, revision)
            line = lines.line_of(playing, seat, tokens)
            if len(line) > 1:
                return await self._play_line(playing, seat, line)
            move = line[0].split()
            try:
                action = prompts.legal(playing, seat, move)
            except RulesError:
                prompt = prompts.asked(playing, seat, move)
            else:
                return await self._move(playing, seat, action, ai=False)
        return await self._suggested(playing, prompt)

    async def enter(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn:
        """What a form brings: a line of several moves is made; a single move is shown first."""
        async with self._at(table_id) as playing:
            playing = await self._wake_to_act(playing, user_id)
            seat = prompts.acting(playing, user_id, revision)
            line = lines.line_of(playing, seat, tokens)
            if len(line) > 1:
                return await self._play_line(playing, seat, line)
            prompt = prompts.asked(playing, seat, line[0].split())
        return await self._suggested(playing, prompt)

    async def _play_line(self, playing: Playing, seat: Seat, line: Sequence[str]) -> Turn:
        """Make all moves of a line and save them at once. Raises MoveRefused, and none is made."""
        after, plies = lines.made(playing, seat, line, at=stamp(self._store.clock.now()))
        return await self._made(*moves.saved(playing, after, plies))

    async def _suggested(self, playing: Playing, prompt: Prompt) -> Prompt:
        """The prompt, or a whole move in its place where its question suggests one."""
        if isinstance(prompt, Asked) and prompt.question.suggests:
            return await self._completed(playing, prompt)
        return prompt

    async def _completed(self, playing: Playing, prompt: Prompt) -> Prompt:
        """A whole move that goes on from a question; an AI thinks of it, without the lock."""
        if not isinstance(prompt, Asked):
            return prompt
        notation = await self._machines.suggest(playing, prompt.seat, prompt.tokens)
        return lines.candidate(playing, prompt.seat, notation.split())

    async def take_back(
        self, table_id: int, user_id: int, revision: int | None, count: int | None = None
    ) -> Prompt:
        """Take back the newest moves of a person's turn, so many or all that may be; ask anew.

        Between turns it is the one that has just ended, where that was a single move.
        """
        async with self._at(table_id) as playing:
            seat = prompts.playing_as(playing, user_id, revision)
            at = stamp(self._store.clock.now())
            if playing.turn is None or playing.turn.seat != seat:
                after, change = await self._called_back(playing, user_id, at)
            else:
                prompts.acting(playing, user_id, revision)
                after, change = moves.taken_back(playing, count, at=at)
            await self._save(after, change)
            prompt = prompts.exactly(after, seat, ())
        return await self._suggested(after, prompt)

    async def may_call_back(self, table_id: int, user_id: int) -> bool:
        """Whether a person may take back the turn that has just ended."""
        async with self._at(table_id) as playing:
            try:
                playing.table.require_going_on()
                seat = playing.table.seat_of(user_id)
                reached = takebacks.reach(playing, await self._log(table_id), user_id, None)
            except RulesError:
                return False
            under_way = playing.turn is not None and playing.turn.seat == seat
            return not under_way and not reached.concerned

    async def _called_back(self, playing: Playing, user_id: int, at: str) -> tuple[Playing, Change]:
        """Take back a turn that has ended, if that concerns nobody else. Raises IllegalMove."""
        log, seat = await self._log(playing.table.id), playing.table.seat_of(user_id)
        reached = takebacks.reach(playing, log, user_id, None)
        if reached.concerned and reached.movers:
            raise IllegalMove("table.nothing_to_restart")
        if reached.concerned:
            raise IllegalMove("table.already_revealed")
        return takebacks.gone_back(playing, log, reached, seat, at=at, quiet=True)


def require_advice(playing: Playing) -> None:
    """Refuse to suggest anything where the table has agreed to play without."""
    if playing.table.terms.advice is Advising.OFF:
        raise IllegalMove("table.no_advice")


def turn_of(playing: Playing) -> int:
    """The first ply of the turn under way, or the next one."""
    return playing.turn.plies[0].ply if playing.turn else playing.plies + 1
