"""The one door to every table: who may do what, in what order, saved before it is shown."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from bot import asking, looking, records, seating, steps, telling, typed
from bot.brains import Brains
from bot.loading import CannotGoOn, unread
from bot.machines import Machines
from bot.memory import KEPT, Memory
from bot.playing import Asked, Candidate, HandPost, Look, Menu, Playing, Prompt, Recap, Turn
from bot.posts import Post, stamp
from bot.seating import NotSeated, Person, SeatHolder, StaleClick, Status, Table
from bot.store import Store
from bot.stored import Change, Ply, Secret
from rules import registry
from rules.contract import Json, RulesError, Seat
from rules.record import commitment

__all__ = [
    "Asked",
    "Candidate",
    "HandPost",
    "Look",
    "Menu",
    "NotSeated",
    "Person",
    "Ply",
    "Prompt",
    "Recap",
    "SeatHolder",
    "StaleClick",
    "Status",
    "Table",
    "Tables",
    "Turn",
]

log = logging.getLogger(__name__)


class Tables(Memory):
    """All tables of the bot. Every change adds one to a table's revision and is saved whole."""

    def __init__(
        self, store: Store, brains: Brains, *, notify: Callable[[], None], kept: int = KEPT
    ) -> None:
        super().__init__(store, kept)
        self._notify = notify
        self._machines = Machines(brains, see=self._seen, move=self._moved_by_ai)
        self._opening: set[int] = set()

    # ---- the lobby -------------------------------------------------------------------------------

    async def open(
        self,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        host: Person,
        size: int,
        options: Mapping[str, Any],
        language: str,
        in_thread: bool,
        ai: Sequence[str] = (),
        drawn: bool = True,
    ) -> Table:
        """A new table: its host has joined, and AI players after them."""
        table = Table(
            id=0,
            game=game,
            guild_id=guild_id,
            channel_id=channel_id,
            in_thread=in_thread,
            host_id=host.user_id,
            language=language,
            size=size,
            drawn=drawn,
            options=dict(options),
            seats=(SeatHolder(host.user_id, host.name),),
            commitment="",
            version=0,
            opened_at="",
        )
        return await self._insert(seating.configured(table, ai=ai))

    async def _insert(self, table: Table) -> Table:
        """Store a new table, whose luck is fixed and sealed now."""
        secret = Secret(secrets.token_hex(16), secrets.token_hex(16))
        sealed = replace(
            table,
            commitment=commitment(secret.seed, secret.salt),
            version=registry.get(table.game).facts.version,
            opened_at=stamp(self._store.clock()),
        )
        return await self._store.insert(sealed, secret)

    async def rematch(self, table_id: int, person: Person) -> Table:
        """A seat in the lobby where the people of a table that is over play once more.

        Who wants it first opens it and is its host; it mentions the others, who join it.
        """
        async with self._alone(table_id):
            over = await self.get(table_id)
            new = seating.once_more(over, person)
            there = await self._store.open_rematch(table_id)
            if there is None:
                machines = [holder.ai for holder in over.seats if holder.ai and not holder.resigned]
                table = await self._insert(seating.configured(new, ai=machines))
                invited = [one for one in seating.seated_people(over) if one != person.user_id]
                await self._store.post(table.id, telling.lobby_post(table, invited))
                if 1 < table.size <= len(table.seats):
                    await self._store.post(table.id, telling.full(table))
                self._notify()
        if there is not None:
            return await self.join(there.id, person)
        return await self.start(table.id, person.user_id) if table.size == 1 else table

    async def join(self, table_id: int, person: Person) -> Table:
        """Give somebody the next free seat."""
        async with self._at(table_id) as playing:
            joined = seating.joined(playing.table, person)
            full = len(joined.seats) >= joined.size and not joined.host_called
            calls = [telling.full(joined)] if full else []
            table = await self._seat(playing, joined, *calls)
            await self.heard(person)
            return table

    async def language_of(self, user_id: int, table: Table) -> str:
        """The language of a person; the table's until theirs is known."""
        return await self._store.language_of(user_id) or table.language

    async def heard(self, person: Person) -> None:
        """Remember the language of a player, for messages that they do not ask for."""
        if person.language is not None:
            await self._store.note_language(person.user_id, person.language)

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Free somebody's seat before the start."""
        async with self._at(table_id) as playing:
            return await self._seat(playing, seating.left(playing.table, user_id))

    async def configure(
        self,
        table_id: int,
        user_id: int,
        *,
        size: int | None = None,
        options: Mapping[str, Any] | None = None,
        ai: Sequence[str] | None = None,
        language: str | None = None,
        drawn: bool | None = None,
    ) -> Table:
        """Change the settings of a lobby; only the host may. What is None stays as it is."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LOBBY)
            playing.table.require_host(user_id)
            table = seating.configured(
                playing.table, size=size, options=options, ai=ai, language=language, drawn=drawn
            )
            return await self._seat(playing, table)

    async def start(self, table_id: int, user_id: int) -> Table:
        """Deal and begin; only the host may, and only when every seat is taken."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LOBBY)
            playing.table.require_host(user_id)
            seating.require_ready(playing.table)
            return await self._save(*steps.dealt(playing))

    async def posted(
        self,
        table: Table,
        *,
        lobby_message_id: int | None = None,
        home_id: int | None = None,
        board_message_id: int | None = None,
        trouble: str | None = None,
        host_called: bool | None = None,
    ) -> Table:
        """Note where a table is shown, what stands in the way of its posts, whether they called.

        Nothing is noted of a table that has moved to another channel meanwhile. What is None stays
        as it is; so does the revision, as the game does not change. The lobby post leads to the
        table, so it is redrawn when that goes on somewhere else.
        """
        places: dict[str, Any] = {
            "lobby_message_id": lobby_message_id,
            "home_id": home_id,
            "board_message_id": board_message_id,
            "trouble": trouble,
            "host_called": host_called,
        }
        async with self._at(table.id) as playing:
            if playing.table.channel_id != table.channel_id:
                return playing.table
            await self._store.place(table.id, **places)
            known = {name: place for name, place in places.items() if place is not None}
            after = replace(playing, table=replace(playing.table, **known))
            self._keep(after)
        if playing.table.home_id not in (None, after.table.home_id):
            await self._store.post(table.id, telling.lobby_post(after.table))
            self._notify()
        return after.table

    @contextmanager
    def opening(self, table_id: int) -> Iterator[None]:
        """While Discord's answer about the post of a new lobby is awaited."""
        self._opening.add(table_id)
        try:
            yield
        finally:
            self._opening.discard(table_id)

    def is_opening(self, table_id: int) -> bool:
        """Whether the post of a lobby may be there already, though nobody knows it yet."""
        return table_id in self._opening

    async def show_again(self, table_id: int) -> None:
        """Post the lobby, or the newest board with its call, once more."""
        async with self._at(table_id) as playing:
            if playing.table.status in (Status.LOBBY, Status.LIVE):
                await self._store.post(table_id, telling.again(playing))
        self._notify()

    async def move(self, table_id: int, *, channel_id: int, in_thread: bool) -> Table:
        """Go on with a table in another channel; the board of a game is posted there."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LOBBY, Status.LIVE)
            post = telling.again(playing) if playing.table.status is Status.LIVE else None
            await self._store.move(table_id, channel_id=channel_id, in_thread=in_thread, post=post)
            self._forget(table_id)
        self._notify()
        return await self.get(table_id)

    async def through(self, place: int) -> list[int]:
        """The open tables of a server, or those opened or played in a channel or thread."""
        return await self._store.tables_through(place)

    async def close_stale_lobbies(self, older_than: timedelta) -> list[Table]:
        """Close the lobbies that nobody has touched for so long."""
        closed = []
        for table_id in await self._store.stale_lobbies(self._store.clock() - older_than):
            try:
                closed.append(await self._close(table_id))
            except RulesError:
                continue  # it has begun, or somebody was quicker
            except Exception:
                log.exception("The stale lobby %s stays open for now", table_id)
        return closed

    async def cancel(self, table_id: int, user_id: int, *, moderator: bool) -> Table:
        """Close a lobby or break a game off; the host may, and a moderator of its channel.

        While others play, a host who is no moderator only asks them: the table goes on.
        """
        async with self._alone(table_id):
            playing = unread(await self._stored(table_id))
            if not moderator:
                playing.table.require_host(user_id)
                if asked := steps.others(playing.table, user_id):
                    return await self._ask_to_end(playing.table, user_id, asked)
            return await self._save(*steps.cancelled(playing, user_id))

    async def _ask_to_end(self, table: Table, user_id: int, others: Sequence[int]) -> Table:
        """Ask the others, once, whether they agree to break the game off."""
        if user_id not in await self._store.consents(table.id, table.revision):
            post = telling.question(table, others)
            await self._store.consent(table.id, user_id, table.revision, post)
            self._notify()
        return table

    async def agree(self, table_id: int, user_id: int, revision: int) -> Table:
        """Want the game broken off, too. It is, once all who play do; see the table's status."""
        async with self._alone(table_id):
            playing = unread(await self._stored(table_id))
            agreed = await self._asked(playing.table, user_id, revision)
            if agreed.issuperset(set(playing.table.humans()) - {user_id}):
                return await self._save(*steps.broken_off(playing))
            await self._store.consent(table_id, user_id, revision)
            return playing.table

    async def play_on(self, table_id: int, user_id: int, revision: int) -> Table:
        """Do not want the game broken off: nobody is asked any more."""
        async with self._alone(table_id):
            table = (await self._stored(table_id)).table
            await self._asked(table, user_id, revision)
            await self._store.forget_consents(table_id)
            return table

    async def agreed(self, table: Table) -> frozenset[int]:
        """Who wants the game broken off, as it stands."""
        return await self._store.consents(table.id, table.revision)

    async def _asked(self, table: Table, user_id: int, revision: int) -> frozenset[int]:
        """Who has agreed so far. Raises NotSeated, and `table.not_asked` where all is settled."""
        table.require(Status.LIVE)
        table.seat_of(user_id)
        agreed = await self._store.consents(table.id, table.revision)
        if revision != table.revision or not agreed:
            raise RulesError("table.not_asked")
        return agreed

    async def _close(self, table_id: int) -> Table:
        """Close a lobby that everybody has forgotten."""
        async with self._alone(table_id):
            playing = unread(await self._stored(table_id))
            return await self._save(*steps.cancelled(playing, None))

    async def _seat(self, playing: Playing, table: Table, *told: Post) -> Table:
        """Save other seats or settings of a lobby; nothing where they are the same."""
        if table == playing.table:
            return table
        table = replace(table, revision=table.revision + 1)
        change = Change(table=table, seated=True, posts=(telling.lobby_post(table), *told))
        return await self._save(replace(playing, table=table), change)

    # ---- the game --------------------------------------------------------------------------------

    async def ask(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str] = ()
    ) -> Prompt:
        """What a person is asked after `tokens`, where it leaves a choice; or a candidate.

        That is their whole move, or a suggested one where the question suggests. `revision` is
        that of what was clicked; None for what was typed, which has none.
        """
        async with self._at(table_id) as playing:
            seat = asking.acting(playing, user_id, revision)
            prompt = typed.asked(playing, seat, tokens)
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
            seat = asking.acting(playing, user_id, revision)
            if line:
                begun = typed.line_of(playing, seat, [line])
                playing = typed.ahead(playing, seat, begun)
            return asking.asked_after(playing, seat, tokens)

    async def example(self, table_id: int, user_id: int) -> str:
        """A move that a person may make now, as it is typed; "" where they have not to act."""
        async with self._at(table_id) as playing:
            with suppress(RulesError):
                return asking.example(playing, asking.acting(playing, user_id, None))
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
            seat = asking.acting(playing, user_id, revision)
            prompt = asking.asked(playing, seat, asking.chosen(playing, seat, tokens, chosen))
        return await self._suggested(playing, prompt)

    async def suggest(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt:
        """A whole move that begins with `tokens`, or a line of them, chosen by an AI player."""
        async with self._at(table_id) as playing:
            seat = asking.acting(playing, user_id, revision)
            prompt = asking.exactly(playing, seat, tokens)
        return await self._completed(playing, prompt)

    async def play(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn:
        """Make the move that `tokens` are, and save it; ask on where they only begin one.

        Of a line of several moves all are made and saved at once, or none.
        """
        async with self._at(table_id) as playing:
            seat = asking.acting(playing, user_id, revision)
            line = typed.line_of(playing, seat, tokens)
            if len(line) > 1:
                return await self._play_line(playing, seat, line)
            move = line[0].split()
            try:
                action = asking.legal(playing, seat, move)
            except RulesError:
                prompt = asking.asked(playing, seat, move)
            else:
                return await self._move(playing, seat, action, ai=False)
        return await self._suggested(playing, prompt)

    async def enter(
        self, table_id: int, user_id: int, revision: int | None, tokens: Sequence[str]
    ) -> Prompt | Turn:
        """What a form brings: a line of several moves is made; a single move is shown first."""
        async with self._at(table_id) as playing:
            seat = asking.acting(playing, user_id, revision)
            line = typed.line_of(playing, seat, tokens)
            if len(line) > 1:
                return await self._play_line(playing, seat, line)
            prompt = asking.asked(playing, seat, line[0].split())
        return await self._suggested(playing, prompt)

    async def _play_line(self, playing: Playing, seat: Seat, line: Sequence[str]) -> Turn:
        """Make all moves of a line and save them at once. Raises MoveRefused, and none is made."""
        after, plies = typed.made(playing, seat, line, at=stamp(self._store.clock()))
        return await self._made(*steps.saved(playing, after, plies))

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
        return typed.candidate(playing, prompt.seat, notation.split())

    async def take_back(
        self, table_id: int, user_id: int, revision: int | None, count: int | None = None
    ) -> Prompt:
        """Take back the newest moves of a person's turn, so many or all that may be; ask anew.

        Between turns it is the one that has just ended, where that was a single move.
        """
        async with self._at(table_id) as playing:
            seat = asking.playing_as(playing, user_id, revision)
            at = stamp(self._store.clock())
            if playing.turn is None:
                log = await self._log(table_id)
                after, change = steps.called_back(playing, log, seat, at=at)
            else:
                asking.acting(playing, user_id, revision)
                after, change = steps.taken_back(playing, count, at=at)
            await self._save(after, change)
            prompt = asking.exactly(after, seat, ())
        return await self._suggested(after, prompt)

    async def may_call_back(self, table_id: int, user_id: int) -> bool:
        """Whether a person may take back the turn that has just ended."""
        async with self._at(table_id) as playing:
            try:
                log, seat = await self._log(table_id), playing.table.seat_of(user_id)
                return playing.turn is None and bool(steps.last_turn(playing, log, seat))
            except RulesError:
                return False

    async def resign(self, table_id: int, user_id: int) -> Table:
        """Hand a seat to an AI stand-in, ranked last; the game ends where nobody else plays."""
        async with self._at(table_id) as playing:
            return await self._save(*steps.resigned(playing, user_id))

    async def _move(self, playing: Playing, seat: int, action: Any, *, ai: bool) -> Turn:
        at = stamp(self._store.clock())
        return await self._made(*steps.moved(playing, seat, action, at=at, ai=ai))

    async def _made(self, after: Playing, change: Change, turn: Turn) -> Turn:
        await self._save(after, change)
        return turn

    # ---- looking ---------------------------------------------------------------------------------

    async def get(self, table_id: int) -> Table:
        """The table as it is now. Raises `table.not_found`."""
        playing = self._playing.get(table_id)
        return playing.table if playing else (await self._stored(table_id)).table

    async def numbered(self, guild_id: int, number: int) -> Table:
        """The table that people of a server call by this number. Raises `table.not_found`."""
        table = await self._store.table_numbered(guild_id, number)
        if table is None:
            raise RulesError("table.not_found")
        return table

    async def at(self, channel_id: int, user_id: int | None = None) -> Table | None:
        """The open table of a channel or thread, if any; of several, where a person plays."""
        return await self._store.table_at(channel_id, user_id)

    async def last_at(self, channel_id: int) -> Table | None:
        """The newest table of a channel or thread, over or not, if there ever was one."""
        return await self._store.last_table_at(channel_id)

    async def in_trouble(self, guild_id: int, trouble: str) -> list[Table]:
        """The open tables of a server whose host was last told of just this trouble."""
        return await self._store.tables_in_trouble(guild_id, trouble)

    async def of_person(self, user_id: int, guild_id: int) -> list[Table]:
        """The newest open tables of a server where a person plays, newest first."""
        return await self._store.tables_of(user_id, guild_id)

    async def in_guild(self, guild_id: int) -> list[Table]:
        """The newest open tables of a server, newest first."""
        return await self._store.tables_in(guild_id)

    async def opened_in(self, guild_id: int, channel_id: int) -> list[Table]:
        """The newest open tables that were opened in a channel, newest first."""
        return await self._store.tables_from(guild_id, channel_id)

    async def look(self, table_id: int, user_id: int | None) -> Look:
        """The position as a person may see it; None is a spectator."""
        async with self._at(table_id) as playing:
            return looking.looked(playing, user_id)

    async def hand(self, table_id: int, seat: int) -> HandPost:
        """What the person in a seat is shown in private, and where."""
        async with self._at(table_id) as playing:
            direct = await self._store.direct(table_id, seat)
            return looking.shown_hand(playing, seat, direct)

    async def hand_posted(
        self, table_id: int, seat: int, *, channel_id: int, message_id: int
    ) -> None:
        """Note the private message that shows a hand."""
        await self._store.set_direct(table_id, seat, channel_id, message_id)

    async def hand_closed(self, table_id: int, seat: int) -> None:
        """Note that a person takes no private messages."""
        await self._store.close_direct(table_id, seat)

    async def closed_hand_untold(self, table_id: int, user_id: int) -> bool:
        """Whether to tell a person, now, that no message reached them; True only once."""
        return await self._store.tell_closed(table_id, user_id)

    async def log(self, table_id: int, user_id: int | None = None) -> list[Ply]:
        """What a person may know was done, in order, with what it caused in public.

        What was taken back is in it, and says when: `Ply.undone`.
        """
        async with self._alone(table_id):
            table, log = await self.get(table_id), await self._log(table_id)
            return looking.log_for(table, log, looking.seat_or_none(table, user_id))

    async def midway(self, table_id: int, user_id: int | None) -> int | None:
        """The seat of who else is in the middle of a turn, of which a person sees nothing yet."""
        async with self._alone(table_id):
            table, log = await self.get(table_id), await self._log(table_id)
            return looking.midway_for(table, log, looking.seat_or_none(table, user_id))

    async def recap(self, table_id: int, user_id: int) -> Recap:
        """What happened since a person last acted."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LIVE, Status.OVER)
            return looking.recapped(playing, await self._log(table_id), user_id)

    async def record(self, table_id: int) -> Json:
        """The game as a record for `python -m rules replay`; with the seed once it is over."""
        async with self._alone(table_id):
            playing = self._playing.get(table_id) or unread(await self._stored(table_id))
            playing.table.require(Status.LIVE, Status.OVER, Status.CANCELLED)
            log = await self._log(table_id)
            return records.export(playing, looking.log_for(playing.table, log, None))

    # ---- saving ----------------------------------------------------------------------------------

    async def _save(self, after: Playing, change: Change) -> Table:
        """Save, remember, and set the outbox and the AI to work; a failure leaves memory empty."""
        try:
            await self._store.save(change)
        except BaseException:
            self._forget(after.table.id)
            raise
        self._keep(after)
        if change.undo is not None:
            self._logs.pop(after.table.id, None)
        elif after.table.id in self._logs:
            self._logs[after.table.id].extend(change.plies)
        self._notify()
        if after.ai_seat is not None:
            self._machines.wake(after.table.id)
        return after.table

    async def _seen(self, table_id: int) -> Playing:
        """The table as it is now, for an AI that thinks without the lock."""
        async with self._at(table_id) as playing:
            return playing

    async def _moved_by_ai(self, seen: Playing, seat: int, notation: str) -> None:
        """Make the move of an AI seat, unless the table has changed while it thought."""
        async with self._at(seen.table.id) as now:
            if now.table.revision == seen.table.revision:
                action = now.game.parse(now.state, seat, notation)
                await self._move(now, seat, action, ai=True)

    # ---- after a start, before an end ------------------------------------------------------------

    async def resume(self) -> None:
        """After a start: set AI seats to work, and show lobbies whose post never became known."""
        for table_id in await self._store.lobbies_without_post():
            try:
                await self.show_again(table_id)
            except Exception:
                log.exception("The lobby %s is not shown for now", table_id)
        for table_id in await self._store.live_with_ai():
            self._machines.wake(table_id)

    async def bring_along(self) -> None:
        """After a start: look at the games that other rules have written, or that were stuck."""
        versions = {key: game.facts.version for key, game in registry.games().items()}
        for table_id in await self._store.of_other_rules(versions):
            try:
                await self._bring_along(table_id)
            except Exception:
                log.exception("Table %s is looked at when somebody comes", table_id)
        self._notify()

    async def _bring_along(self, table_id: int) -> None:
        """Tell people once that their game is stuck; show it again once it goes on."""
        async with self._alone(table_id):
            try:
                stuck, post = False, telling.again(await self._load(table_id))
            except CannotGoOn:
                people = (await self.get(table_id)).humans()
                stuck, post = True, telling.notice("table.notice_stuck", people)
            await self._store.set_stuck(table_id, stuck, post)

    async def close(self) -> None:
        """Let no AI begin anything more; the next start goes on where this one stopped."""
        await self._machines.close()
