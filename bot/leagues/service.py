"""Leagues: opened and entered by people; their rounds open and end by themselves.

Whatever happens to a league makes it due (`rows.LEAGUE`), in the transaction of its cause: the end
of a table by a trigger of the database. Then `advance` looks what is to be done, and does it in one
transaction. Its tables are opened as full lobbies and started after that: a table that a killed
process has not started is started by the next one, as the row is still due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import timedelta

from msgspec.structs import replace

from bot.database import Connection
from bot.i18n import text
from bot.leagues import pairing, rows
from bot.leagues.pairing import Seating
from bot.leagues.rows import Opening
from bot.leagues.values import (
    IN_PAIRS,
    LEAST_ENTRANTS,
    MOST_ENTRANTS,
    MOST_OF_ROBIN,
    Entrant,
    Format,
    League,
    LeagueTerms,
    Stage,
)
from bot.service import Services
from bot.service.scheduler import Does
from bot.steps import announcements, moves
from bot.store import reliability
from bot.store.erasure import NOBODY
from bot.store.store import Read, Store
from bot.table import seating as tables
from bot.table.changes import Change, Secret
from bot.table.due import Due
from bot.table.encoding import stamp
from bot.table.live import LiveTable
from bot.table.post import Post
from bot.table.seating import Occupant, Person, Status, Table
from rules import levels, registry
from rules.contract import RulesError

log = logging.getLogger(__name__)

MOST_OPEN = 5
"""Leagues of one server that are not over."""


class Leagues:
    """Leagues of all servers."""

    def __init__(self, services: Services, store: Store) -> None:
        self._services, self._store = services, store
        self.news = asyncio.Event()
        """Set when the post of a league may have to change."""

    @property
    def on_due(self) -> dict[str, Does]:
        """Handler of each kind of due row."""
        return dict.fromkeys(rows.KINDS, self._on_due)

    # ---- read ------------------------------------------------------------------------------------

    async def get(self, league_id: int) -> League:
        """A league. Raises `league.not_found`."""
        league = await self._store.read(rows.read, league_id)
        if league is None:
            raise RulesError("league.not_found")
        return league

    of_server = Read(rows.read_all)

    # ---- entered ---------------------------------------------------------------------------------

    async def open(
        self,
        game: str,
        terms: LeagueTerms,
        *,
        guild_id: int,
        channel_id: int,
        host: Person,
        machines: int = 0,
        level: str = levels.HARD,
        season_of: int | None = None,
    ) -> League:
        """Open a league with its host as the first entrant, and AI players behind.

        Raises RulesError.
        """
        require_possible(game, terms, machines, level)
        secret = Secret.new()
        league = League(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            game=game,
            terms=terms,
            commitment=secret.commitment,
            seed=secret.seed,
            salt=secret.salt,
            season_of=season_of,
        )

        def work(db: Connection) -> int:
            if len(rows.read_all(db, guild_id, (Stage.OPEN, Stage.RUNNING))) >= MOST_OPEN:
                raise RulesError("league.too_many", n=MOST_OPEN)
            league_id = rows.insert(db, league)
            rows.add(db, league_id, host.user_id, host.name)
            for name in tables.AI_NAMES[:machines]:
                label = text("table.ai_name", terms.language, name=name)
                rows.add(db, league_id, None, label, level)
            self._start_if_full(db, league_id)
            return league_id

        league_id = await self._store.write(work)
        self._tell()
        return await self.get(league_id)

    async def next_season(self, league_id: int, person: Person) -> League:
        """Open the next season of a league that is over, with its terms; or enter it, if open.

        One that had a last day has as many rounds as that made.
        """
        league = await self.get(league_id)
        league.require(Stage.OVER)
        season = await self._store.read(rows.next_season, league_id)
        if season is not None:
            return await self.join(season, person)
        machines = [entrant.ai for entrant in league.entrants if entrant.ai is not None]
        terms = league.terms
        if terms.until is not None:
            terms = replace(terms, until=None, rounds=league.rounds)
        return await self.open(
            league.game,
            terms,
            guild_id=league.guild_id,
            channel_id=league.channel_id,
            host=person,
            machines=len(machines),
            level=next(iter(machines), levels.HARD),
            season_of=league_id,
        )

    async def join(self, league_id: int, person: Person) -> League:
        """Enter a person into a league; with its last place it starts.

        While it runs, they take over the place of somebody who has left, with its points; their
        own if they have left it. Raises RulesError.
        """
        await self._give_up_seats(league_id)

        def work(db: Connection) -> None:
            league = _read(db, league_id)
            places = sorted(league.vacancies, key=lambda each: each.user_id != person.user_id)
            vacancy = next(iter(places), None)
            if vacancy is None:
                league.require(Stage.OPEN)
            if league.entrant_of(person.user_id):
                raise RulesError("league.entered_already")
            if len(league.active) >= league.terms.places:
                raise RulesError("league.full", n=league.terms.places)
            reliability.require(league.terms.entry, reliability.read(db, person.user_id))
            users = [each.user_id for each in league.active if each.user_id]
            if rows.blocks_between(db, person.user_id, users):
                raise RulesError("league.not_for_you")
            if vacancy is not None:
                rows.take_over(db, league_id, vacancy.number, person.user_id, person.name)
                return
            rows.add(db, league_id, person.user_id, person.name)
            self._start_if_full(db, league_id)

        return await self._change(league_id, work)

    async def leave(self, league_id: int, user_id: int) -> League:
        """Leave a league: before the start without a trace, later by giving up one's games."""

        def work(db: Connection) -> None:
            league = _read(db, league_id)
            league.require(Stage.OPEN, Stage.RUNNING)
            if not league.entrant_of(user_id):
                raise RulesError("league.not_entered")
            if league.stage is Stage.OPEN:
                rows.remove(db, league_id, user_id)
            else:
                rows.withdraw(db, league_id, user_id)
                rows.call(db, league_id, self._store.clock.now())

        return await self._change(league_id, work)

    async def start(self, league_id: int, user_id: int, *, manages: bool = False) -> League:
        """Start a league before it is full; only its host or a manager of the server may."""

        def work(db: Connection) -> None:
            league = _read(db, league_id)
            league.require(Stage.OPEN)
            _require_host(league, user_id, manages)
            if len(league.active) < LEAST_ENTRANTS:
                raise RulesError("league.too_few", n=LEAST_ENTRANTS)
            self._begin(db, league)

        return await self._change(league_id, work)

    async def cancel(self, league_id: int, user_id: int, *, manages: bool = False) -> League:
        """Cancel a league; games that run go on without it."""

        def work(db: Connection) -> None:
            league = _read(db, league_id)
            league.require(Stage.OPEN, Stage.RUNNING)
            _require_host(league, user_id, manages)
            rows.end(db, league_id, Stage.CANCELLED)

        return await self._change(league_id, work)

    async def _change(self, league_id: int, work: Callable[[Connection], None]) -> League:
        """Carry out a change of a league, and return it as it is then."""
        await self._store.write(work)
        self._tell()
        return await self.get(league_id)

    def _start_if_full(self, db: Connection, league_id: int) -> None:
        league = _read(db, league_id)
        if len(league.active) >= league.terms.places:
            self._begin(db, league)

    def _begin(self, db: Connection, league: League) -> None:
        now = self._store.clock.now()
        rows.begin(db, league, pairing.number_of_rounds(league, now.date()), now)

    def _tell(self) -> None:
        """Wake whoever waits for due rows, and for news of leagues."""
        self._store.newly_due.set()
        self.news.set()

    # ---- rounds ----------------------------------------------------------------------------------

    async def _on_due(self, due: Due) -> None:
        """Let a league go on; what keeps it from that is tried again later, and never dropped."""
        try:
            await self.advance(int(due.subject))
        except RulesError as refusal:
            raise RuntimeError(f"league {due.subject} waits: {refusal!r}") from refusal

    async def advance(self, league_id: int) -> None:
        """Settle the games that have ended; where a round is over, open the next, or end all.

        It does nothing twice, wherever an earlier attempt has ended.
        """
        await self._give_up_seats(league_id)
        league = await self._store.write(self._settle, league_id)
        if league is None or league.stage is not Stage.RUNNING:
            return
        if self._is_round_over(league):
            if league.round >= league.rounds or len(league.active) < LEAST_ENTRANTS:
                if not league.has_open_games:
                    await self._store.write(rows.end, league_id, Stage.OVER)
            else:
                await self._open_round(league)
        for table_id in await self._store.read(rows.unstarted_tables, league_id):
            await self._start_table(league_id, table_id)
        self._tell()

    async def _give_up_seats(self, league_id: int) -> None:
        """Resign the games of those who have left a running league."""
        for table_id, user_id in await self._store.read(rows.seats_to_give_up, league_id):
            try:
                await self._services.seats.resign(table_id, user_id)
            except RulesError as refusal:  # a game that is stuck, or has just ended
                log.warning("Table %s keeps somebody who has left: %s", table_id, refusal)

    def _settle(self, db: Connection, league_id: int) -> League | None:
        """Settle the games that have ended, and return the league as it is then."""
        league = rows.read(db, league_id)
        if league is not None and league.stage is Stage.RUNNING:
            rows.settle(db, league)
            if self._is_overdue(league):
                rows.share_open_games(db, league_id)
        return rows.read(db, league_id)

    def _is_overdue(self, league: League) -> bool:
        """Whether a round has taken twice its time, as games may rest or wait for somebody."""
        if league.round_ends is None:
            return False
        return self._store.clock.now() >= league.round_ends + timedelta(days=league.terms.days)

    def _is_round_over(self, league: League) -> bool:
        """Whether the next round begins: all games are over, or the time of the round is up.

        In a knock-out the winners have to be known.
        """
        if all(board.is_settled for board in league.present_boards):
            return True
        is_late = league.round_ends is not None and league.round_ends <= self._store.clock.now()
        return is_late and league.terms.format is not Format.KNOCKOUT

    async def _open_round(self, league: League) -> None:
        """Pair the entrants, which takes a moment, and open their tables in one transaction."""
        seatings = await asyncio.to_thread(pairing.next_round, league)
        openings = {number: self._opening(league, seats) for number, seats in seatings.items()}
        await self._store.write(rows.open_round, league, openings, self._store.clock.now())

    def _opening(self, league: League, seating: Seating) -> Opening:
        secret = Secret.new()
        if len(seating) == 1:
            return Opening(seating, None, secret)
        table = replace(
            new_table(league, seating),
            commitment=secret.commitment,
            opened_at=stamp(self._store.clock.now()),
        )
        return Opening(seating, Change(table=table), secret)

    async def _start_table(self, league_id: int, table_id: int) -> None:
        """Deal the game of a table, and call its people once: those to move by the board."""
        league = await self.get(league_id)
        async with self._services.tables.hold(table_id) as live:
            if live.table.status is not Status.LOBBY:
                return
            after, change = moves.deal(live)
            posts = (post for post in change.posts if post.kind != "lobby")
            change = replace(change, posts=(*posts, *round_notice(league, after)))
            await self._services.commits.save(after, change)


def _read(db: Connection, league_id: int) -> League:
    league = rows.read(db, league_id)
    if league is None:
        raise RulesError("league.not_found")
    return league


def _require_host(league: League, user_id: int, manages: bool) -> None:
    if user_id != league.host_id and not manages:
        raise RulesError("league.host_only")


def require_possible(game: str, terms: LeagueTerms, machines: int, level: str) -> None:
    """Refuse terms that a game or a format does not allow. Raises RulesError."""
    if game not in registry.games():
        raise RulesError("league.unknown_game")
    possible = registry.get(game).facts.seats
    needed = {terms.seats} if terms.fills else set(range(2, terms.seats + 1))
    if terms.seats < 2 or not needed <= set(possible):
        raise RulesError("table.bad_size", seats=[seats for seats in possible if seats > 1])
    if terms.format in IN_PAIRS and terms.seats != 2:
        raise RulesError("league.in_pairs")
    limit = MOST_OF_ROBIN if terms.format is Format.ROBIN else MOST_ENTRANTS
    if not LEAST_ENTRANTS <= terms.places <= limit:
        raise RulesError("league.bad_places", least=LEAST_ENTRANTS, most=limit)
    if level not in registry.get(game).facts.players:
        raise RulesError("table.unknown_player", player=level)
    if machines >= terms.places or machines > len(tables.AI_NAMES):
        raise RulesError(
            "league.too_many_machines", most=min(terms.places - 1, len(tables.AI_NAMES))
        )


def new_table(league: League, seating: Seating) -> Table:
    """Table of a board, in a thread of the league's channel; its seats are filled."""
    terms, entrants = league.terms, {each.number: each for each in league.entrants}
    size, fillers = len(seating), _fillers(league)
    seats = tuple(
        next(fillers) if number is None else _occupant(entrants[number]) for number in seating
    )
    people = [occupant.user_id for occupant in seats if occupant.user_id is not None]
    return Table(
        game=league.game,
        guild_id=league.guild_id,
        channel_id=league.channel_id,
        in_thread=True,
        host_id=next(iter(people), league.host_id or NOBODY),
        language=terms.language,
        size=size,
        drawn=False,
        options=tables.complete_options(league.game, size, {}),
        terms=terms.of_tables,
        seats=seats,
        version=registry.get(league.game).facts.version,
    )


def _occupant(entrant: Entrant) -> Occupant:
    return Occupant(entrant.user_id, entrant.name, entrant.ai)


def _fillers(league: League) -> Iterator[Occupant]:
    """AI players for the seats that stay free; none has the name of an entrant."""
    names = {entrant.name for entrant in league.entrants}
    players = [tables.stand_in(league.game)] * len(tables.AI_NAMES)
    seats = tables.ai_seats(league.game, players, league.terms.language)
    yield from sorted(seats, key=lambda occupant: occupant.name in names)


def round_notice(league: League, after: LiveTable) -> tuple[Post, ...]:
    """Notice of a new round for those whom the first board does not call."""
    called = announcements.users(after, after.to_act)
    uncalled = [user for user in after.table.players() if user not in called]
    if not uncalled:
        return ()
    numbers = {"league": league.number, "round": league.round, "rounds": league.rounds}
    ends = league.round_ends
    until = f"<t:{int(ends.timestamp())}:f>" if ends is not None else ""
    return (announcements.notice("league.notice_round", uncalled, **numbers, until=until),)
