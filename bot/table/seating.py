"""Tables as values: seats, occupants, and the changes of a lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum, auto
from typing import Any, TypedDict, Unpack

import msgspec
from msgspec.structs import replace

from bot.i18n import LANGUAGES, text
from bot.table.options import Late, Terms
from bot.table.pace import Time
from rules import levels, registry
from rules.contract import BadOptions, RulesError

AI_NAMES = (
    "Hippodamos",
    "Aspasia",
    "Iktinos",
    "Phryne",
    "Pheidias",
    "Sappho",
    "Solon",
    "Hypatia",
)


class NotSeated(RulesError):
    """The person has no seat at the table, or has given it up."""


class StaleClick(RulesError):
    """The table has changed since the clicked message was drawn; `revision` is the present one."""


class Status(StrEnum):
    """Stage of a table's life."""

    LOBBY = auto()
    LIVE = auto()
    OVER = auto()
    CANCELLED = auto()


class Purpose(StrEnum):
    """What a table is for."""

    GAME = auto()
    """A game that counts."""
    SANDBOX = auto()
    """A place where one person tries moves; it counts nowhere and calls nobody."""
    LESSON = auto()
    """A short guided game for a newcomer; it counts nowhere and calls nobody."""


class Person(msgspec.Struct, frozen=True):
    """A person on Discord."""

    user_id: int
    name: str
    language: str | None = None
    """Language of their Discord, if known."""


class Occupant(msgspec.Struct, frozen=True):
    """Occupant of a seat: a person, an AI, or an AI in the place of a person who resigned."""

    user_id: int | None
    name: str
    ai: str | None = None
    """Name in `facts.players` of the AI player that chooses the moves; None for a person."""
    resigned: bool = False
    offered: bool = False
    """Whether the seat is on offer to everybody."""
    time: Time | None = None
    """The seat's clock; None before its first turn, and where the table has no pace."""

    @property
    def is_late(self) -> bool:
        """Whether an AI plays the turn under way because its time is up."""
        return self.time is not None and self.time.late is Late.AI

    @property
    def is_played(self) -> bool:
        """Whether an AI chooses the moves now."""
        return self.ai is not None or self.is_late

    @property
    def stands_in(self) -> bool:
        """Whether an AI plays for a person who may come back."""
        return self.ai is not None and self.user_id is not None and not self.resigned


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One game being played, from the lobby to the end."""

    id: int = 0
    number: int = 0
    """Its number on the server, from 1; 0 until it is stored."""
    game: str
    guild_id: int
    channel_id: int
    """Channel where it was opened, or that it was moved to."""
    lobby_message_id: int | None = None
    home_id: int | None = None
    """Channel or thread of the board posts; None until it is known."""
    thread_id: int | None = None
    """Former home thread, which the next board tries again; 0 after it was deleted."""
    in_thread: bool
    host_id: int
    purpose: Purpose = Purpose.GAME
    language: str
    status: Status = Status.LOBBY
    revision: int = 0
    """Grows by one with every change that a player can see, and never falls."""
    size: int
    """Seats wanted."""
    drawn: bool = True
    """Whether seats are drawn by lot at the start; else people play in the order of joining."""
    options: dict[str, Any]
    terms: Terms = Terms()
    seats: tuple[Occupant, ...]
    """Occupants so far; from the start on, in turn order."""
    commitment: str = ""
    """SHA-256 of seed‖salt, in hex: proves that the deal was fixed before any player sat down."""
    board_message_id: int | None = None
    """The newest board post."""
    film_message_id: int | None = None
    """The post with the film of a finished game."""
    host_called: bool = False
    """Whether the host was called because the lobby is full; it happens only once."""
    trouble: str = ""
    """The trouble with its posts that the host was told of; "" for none."""
    version: int = 0
    """Version of the rules that the game began with."""
    opened_at: str = ""
    """UTC, ISO 8601."""
    rematch_of: int | None = None
    """The table whose people play again; None where it is not a rematch."""
    paused: bool = False
    """Whether the game is paused: no seat has to act, and none can."""
    resumes_at: str | None = None
    """When the pause ends by itself, UTC, ISO 8601; None where only people can end it."""
    asleep: bool = False
    """Whether the game sleeps after a long silence, hidden from lists, until a player wakes it."""

    @property
    def rests(self) -> bool:
        """Whether the game is paused or asleep, so that no seat has to act."""
        return self.paused or self.asleep

    @property
    def link(self) -> str:
        """Address of the newest board, or of the lobby, or else of the channel."""
        post = self.board_message_id if self.home_id else self.lobby_message_id
        return self.link_to(self.home_id or self.channel_id, post)

    def link_to(self, place_id: int, message_id: int | None) -> str:
        """Address of a message in a place of the server, or of the place."""
        place = f"https://discord.com/channels/{self.guild_id}/{place_id}"
        return f"{place}/{message_id}" if message_id else place

    @property
    def is_sandbox(self) -> bool:
        """Whether one person tries moves here; only the host of a sandbox knows of it."""
        return self.purpose is Purpose.SANDBOX

    def belongs_to(self, user_id: int | None) -> bool:
        """Whether it is the sandbox of a person, who plays every seat that no AI plays."""
        return self.is_sandbox and user_id == self.host_id

    def seat_of(self, user_id: int) -> int:
        """The seat that a person plays; none in a sandbox. Raises NotSeated.

        The seat of a sandbox for which its host acts depends on the position: `LiveTable.seat_of`.
        """
        for seat, occupant in enumerate(self.seats):
            if occupant.user_id == user_id and not occupant.resigned:
                return seat
        if self.belongs_to(user_id):
            raise self.refusal("sandbox.alone", NotSeated)
        raise NotSeated("table.not_seated")

    def humans(self) -> list[int]:
        """People who have not resigned, in the order of their seats, with or without a stand-in."""
        return [
            occupant.user_id
            for occupant in self.seats
            if occupant.user_id is not None and not occupant.resigned
        ]

    def members(self) -> list[int]:
        """People to whom the table belongs: those who play, or the host of a sandbox."""
        return [self.host_id] if self.is_sandbox else self.humans()

    def players(self) -> list[int]:
        """People who play themselves: no AI stands in for them."""
        live = (
            occupant for occupant in self.seats if occupant.ai is None and not occupant.resigned
        )
        return [occupant.user_id for occupant in live if occupant.user_id is not None]

    def require(self, *statuses: Status) -> None:
        """Refuse an action that the table's status does not allow."""
        if self.status not in statuses:
            raise RulesError(f"table.wrong_status_{self.status}")

    def require_going_on(self) -> None:
        """Refuse an action at a game that is over, not begun, asleep or paused."""
        self.require(Status.LIVE)
        if self.asleep:
            raise self.refusal("table.asleep")
        if self.paused:
            raise self.refusal("table.paused")

    def refusal(self, code: str, kind: type[RulesError] = RulesError, **details: Any) -> RulesError:
        """Refusal whose cause a button of this table removes."""
        return kind(code, table_id=self.id, revision=self.revision, **details)

    def require_shared(self) -> None:
        """Refuse to share a sandbox with others."""
        if self.is_sandbox:
            raise self.refusal("sandbox.alone")

    def require_host(self, user_id: int) -> None:
        """Refuse an action that only the host may take."""
        if user_id != self.host_id:
            raise RulesError("table.host_only")


def name_of(table: Table, seat: int) -> str:
    """Unescaped name of a seat's occupant, marked where an AI plays for them."""
    occupant = table.seats[seat]
    if not occupant.is_played or occupant.user_id is None:
        return occupant.name
    return text("table.ai_name", table.language, name=occupant.name)


def ai_names(name: str) -> list[str]:
    """A name as it is shown where an AI plays, in each language."""
    return [text("table.ai_name", language, name=name) for language in LANGUAGES]


def without_ai_mark(name: str) -> str:
    """A name without the mark of an AI, if it has one."""
    marks = (mark for mark in ai_names("") if name.endswith(mark))
    return name.removesuffix(next(marks, ""))


def seat_label(seat: int, language: str) -> str:
    """Name of a seat whose occupant was erased."""
    return text("table.player", language, number=seat + 1)


# ---- the lobby -----------------------------------------------------------------------------------


def join(table: Table, person: Person) -> Table:
    """The table with `person` in the next free seat."""
    table.require(Status.LOBBY)
    if person.user_id in table.humans():
        raise RulesError("table.already_seated")
    if len(table.seats) >= table.size:
        raise RulesError("table.full", n=table.size)
    return replace(table, seats=(*table.seats, Occupant(person.user_id, person.name)))


def rematch_of(over: Table, host: Person) -> Table:
    """A lobby like a table that is over, with only the host seated; AI seats are added later."""
    over.require(Status.OVER)
    if host.user_id not in people_with_seats(over):
        raise NotSeated("table.not_seated")
    return Table(
        game=over.game,
        guild_id=over.guild_id,
        channel_id=over.channel_id,
        in_thread=over.in_thread,
        host_id=host.user_id,
        language=over.language,
        size=over.size,
        drawn=over.drawn,
        options=over.options,
        terms=over.terms,
        seats=(Occupant(host.user_id, host.name),),
        rematch_of=over.id,
    )


def rotate_seats(lobby: Table, over: Table) -> Table:
    """The lobby of a rematch with its people in the earlier order, rotated: the first is now last.

    New people come after the others. Where seats are drawn by lot, the lobby stays as it is.
    """
    if lobby.drawn:
        return lobby
    order = [
        occupant.user_id for occupant in (*over.seats[1:], *over.seats[:1]) if occupant.user_id
    ]
    places = {person: place for place, person in enumerate(order)}
    people = [occupant for occupant in lobby.seats if occupant.ai is None]
    people.sort(key=lambda occupant: places.get(occupant.user_id or 0, len(order)))
    machines = (occupant for occupant in lobby.seats if occupant.ai is not None)
    return replace(lobby, seats=(*people, *machines))


def people_with_seats(table: Table) -> list[int]:
    """The people who have or had a seat, in the order of the seats."""
    return [occupant.user_id for occupant in table.seats if occupant.user_id is not None]


def leave(table: Table, user_id: int) -> Table:
    """The table without this person; a leaving host is replaced. The last person cannot leave."""
    table.require(Status.LOBBY)
    seat = table.seat_of(user_id)
    if table.humans() == [user_id]:
        raise RulesError("table.host_stays")
    return replace_seats(table, table.seats[:seat] + table.seats[seat + 1 :])


def remove(table: Table, seat: int, by: int) -> Table:
    """The table without the person in a seat, whom the host removes before the start."""
    table.require(Status.LOBBY)
    table.require_host(by)
    if not 0 <= seat < len(table.seats) or table.seats[seat].user_id in (None, by):
        raise RulesError("table.no_such_seat")
    return replace(table, seats=table.seats[:seat] + table.seats[seat + 1 :])


def replace_seats(table: Table, seats: tuple[Occupant, ...]) -> Table:
    """The table with other seats; where its host no longer plays, the first person becomes host."""
    seated = replace(table, seats=seats)
    if table.host_id in seated.humans() or not seated.humans():
        return seated
    return replace(seated, host_id=(seated.players() or seated.humans())[0])


def hand_over(table: Table, seat: int, by: int) -> Table:
    """The table with a new host, chosen by the present one."""
    return replace(table, host_id=heir(table, seat, by))


def heir(table: Table, seat: int, by: int) -> int:
    """The person in a seat, whom the host may make the new host. Raises RulesError."""
    table.require(Status.LOBBY, Status.LIVE)
    table.require_host(by)
    person = table.seats[seat].user_id if 0 <= seat < len(table.seats) else None
    if person is None or person not in table.humans() or person == by:
        raise RulesError("table.no_such_seat")
    return person


class Settings(TypedDict, total=False):
    """Settings of a lobby that its host may change."""

    size: int
    options: Mapping[str, Any]
    ai: Sequence[str]
    """An AI player for each AI seat."""
    language: str
    drawn: bool
    terms: Terms


def configure(table: Table, **settings: Unpack[Settings]) -> Table:
    """The table with other settings. AI seats make room when the table shrinks; people do not."""
    table.require(Status.LOBBY)
    size = settings.get("size", table.size)
    language = settings.get("language", table.language)
    if language not in LANGUAGES:
        raise BadOptions("table.unknown_language", languages=list(LANGUAGES))
    present = table.options if size == table.size else possible_options(table, size)
    people = [occupant for occupant in table.seats if occupant.ai is None]
    machines = [occupant.ai for occupant in table.seats if occupant.ai]
    options = complete_options(table.game, size, settings.get("options", present))
    if len(people) > size:
        raise RulesError("table.too_many_seated", n=len(people))
    room = size - len(people)
    if len(settings.get("ai", ())) > room:
        raise RulesError("table.full", n=size)
    machines = [*settings.get("ai", machines)][:room]
    return replace(
        table,
        size=size,
        options=options,
        seats=(*people, *ai_seats(table.game, machines, language)),
        language=language,
        drawn=settings.get("drawn", table.drawn),
        terms=settings.get("terms", table.terms),
    )


def fill(table: Table, player: str) -> Table:
    """The table with an AI `player` in each seat that is still free."""
    machines = [occupant.ai for occupant in table.seats if occupant.ai]
    return configure(table, ai=[*machines, *[player] * free_seats(table)])


def free_seats(table: Table) -> int:
    """Number of seats that nobody has taken."""
    return max(table.size - len(table.seats), 0)


def stand_in(game: str) -> str:
    """The AI player that stands in for a person in this game: good, and quick.

    For a game that is not installed, it is the player that every game has.
    """
    game_class = registry.games().get(game)
    return levels.best(game_class.facts.players, levels.HARD) if game_class else levels.EASY


def ai_seats(game: str, players: Sequence[str], language: str) -> list[Occupant]:
    """One occupant for each AI player, with a name that marks it as an AI."""
    possible = registry.get(game).facts.players
    for player in players:
        if player not in possible:
            raise BadOptions("table.unknown_player", player=player)
    return [
        Occupant(None, text("table.ai_name", language, name=name), player)
        for name, player in zip(AI_NAMES, players, strict=False)
    ]


def possible_options(table: Table, size: int) -> dict[str, Any]:
    """Options chosen so far that are also possible with `size` seats."""
    return {
        choice.key: table.options[choice.key]
        for choice in registry.get(table.game).facts.settings(size)
        if choice.key in table.options and choice.allows(table.options[choice.key])
    }


def complete_options(game: str, size: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options for `size` seats, with defaults filled in and checked. Raises BadOptions."""
    rules = registry.get(game)
    if size not in rules.facts.seats:
        raise BadOptions("table.bad_size", seats=list(rules.facts.seats))
    unknown = options.keys() - {choice.key for choice in rules.facts.choices}
    if unknown:
        raise BadOptions("table.unknown_option", option=min(unknown))
    offered = rules.facts.settings(size)
    complete = {choice.key: options.get(choice.key, choice.default) for choice in offered}
    rules.new(size, 0, complete)
    as_stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(complete))
    return as_stored


def require_ready(table: Table) -> None:
    """Refuse to start before every seat is taken."""
    table.require(Status.LOBBY)
    if missing := free_seats(table):
        raise RulesError("table.not_enough", n=missing)
