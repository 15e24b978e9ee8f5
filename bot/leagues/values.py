"""Leagues as values: terms, entrants, and the boards of their rounds."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum, auto

import msgspec

from bot.table.options import Entry, Late, Terms, terms_with
from rules.contract import RulesError

WIN = 12
"""Points of a win, in units of half a point: a table of two, three or four divides it evenly."""
MOST_ENTRANTS = 32
MOST_OF_ROBIN = 8
"""Most entrants of a round robin, which would else last for months."""
LEAST_ENTRANTS = 2
MOST_ROUNDS = 15


class Format(StrEnum):
    """Rule by which entrants meet."""

    LEAGUE = auto()
    """Tables of two to four, where people meet as rarely as possible."""
    SWISS = auto()
    """Pairs of people with about as many points, who have not met."""
    KNOCKOUT = auto()
    """Pairs of which the winner goes on, seeded by ratings."""
    ROBIN = auto()
    """Everybody meets everybody once."""


OF_ANY_LENGTH = frozenset((Format.LEAGUE, Format.SWISS))
"""Formats whose number of rounds can be chosen."""
IN_PAIRS = frozenset((Format.SWISS, Format.KNOCKOUT, Format.ROBIN))
"""Formats whose tables have two seats."""


class Stage(StrEnum):
    """Stage of a league's life."""

    OPEN = auto()
    RUNNING = auto()
    OVER = auto()
    CANCELLED = auto()


class LeagueTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Terms of a league; they are stored as JSON."""

    format: Format = Format.LEAGUE
    seats: int = 2
    """Seats of a table."""
    places: int = 8
    """Most entrants; with so many it starts."""
    rounds: int = 0
    """Number of rounds; 0 for as many as the format and the entrants need."""
    until: date | None = None
    """Day by which the last round ends, in place of a number of rounds."""
    days: int = 7
    """Days of a round."""
    pace: str = "one"
    """Pace of its tables, as a menu writes it."""
    late: Late = Late.AI
    """Policy for a turn whose time is up."""
    entry: Entry = Entry.OPEN
    fills: bool = True
    """Whether AI players take the seats that stay free at a short table."""
    language: str = "en"

    @property
    def of_tables(self) -> Terms:
        """Terms of its tables."""
        return terms_with(Terms(late=self.late), "pace", self.pace)


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """A person or an AI that takes part."""

    number: int
    """Order of joining, from 0; it never changes."""
    user_id: int | None
    name: str
    ai: str | None = None
    has_left: bool = False
    rating: int = 0
    """Rating at the start, by which a knock-out is seeded."""

    @property
    def is_active(self) -> bool:
        """Whether they are seated in the rounds to come; an erased person is not."""
        return not self.has_left and (self.user_id is not None or self.ai is not None)


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a round, or a bye: a board of one entrant without a table."""

    round: int
    number: int
    """Place in the round, from 0; that of a knock-out is its place in the tree."""
    entrants: tuple[int | None, ...]
    """Entrant of each seat, in the order of play; None for an AI that fills the table."""
    table_id: int | None = None
    points: tuple[int | None, ...] = ()
    """Points of each seat in half points; None until the game is over."""
    scores: tuple[int | None, ...] = ()
    """The game's own points of each seat."""
    link: str = ""
    """Address of its table."""
    home_id: int | None = None
    """Thread of its table, once it is there."""

    @property
    def people(self) -> list[int]:
        """Its entrants, without AI players that fill it."""
        return [entrant for entrant in self.entrants if entrant is not None]

    @property
    def is_bye(self) -> bool:
        """Whether its only entrant has no opponent."""
        return len(self.entrants) == 1

    @property
    def is_settled(self) -> bool:
        """Whether its points are known."""
        return None not in self.points

    def points_of(self, entrant: int) -> int | None:
        """Points of an entrant, if they sit here and the game is over."""
        seats = zip(self.entrants, self.points, strict=True)
        return next((points for each, points in seats if each == entrant), None)


class League(msgspec.Struct, frozen=True, kw_only=True):
    """A league with its entrants and all its boards."""

    id: int = 0
    number: int = 0
    """Its number on the server, from 1."""
    guild_id: int
    channel_id: int
    host_id: int | None
    """Whoever opened it; None once they are erased."""
    game: str
    terms: LeagueTerms
    stage: Stage = Stage.OPEN
    round: int = 0
    """Present round, from 1; 0 before the start."""
    rounds: int = 0
    """Number of rounds; 0 before the start."""
    round_ends: datetime | None = None
    commitment: str
    """SHA-256 of seed‖salt in hex: the pairings were fixed before anybody joined."""
    seed: str
    salt: str
    revision: int = 1
    """Grows with everything that its post shows."""
    shown: int = 0
    """Revision that its post shows."""
    post_round: int | None = None
    """Round whose post stands."""
    message_id: int | None = None
    season_of: int | None = None
    """The league whose next season it is."""
    entrants: tuple[Entrant, ...] = ()
    boards: tuple[Board, ...] = ()
    apart: frozenset[frozenset[int]] = frozenset()
    """Pairs of entrants of whom one blocks the other, by their numbers."""

    @property
    def vacancy(self) -> Entrant | None:
        """Entrant who has left a running league, whose place somebody else may take over."""
        return next(iter(self.vacancies), None)

    @property
    def vacancies(self) -> list[Entrant]:
        """All of them; a knock-out has none."""
        if self.stage is not Stage.RUNNING or self.is_tree:
            return []
        return [entrant for entrant in self.entrants if not entrant.is_active]

    @property
    def active(self) -> list[Entrant]:
        """Entrants who are seated in the rounds to come."""
        return [entrant for entrant in self.entrants if entrant.is_active]

    @property
    def entrants_by_number(self) -> dict[int, Entrant]:
        """All entrants by their numbers."""
        return {entrant.number: entrant for entrant in self.entrants}

    @property
    def is_tree(self) -> bool:
        """Whether it is a knock-out."""
        return self.terms.format is Format.KNOCKOUT

    @property
    def slot(self) -> int:
        """Number of its post in the channel: there is one for each round, and one for the end."""
        return self.round + (self.stage is Stage.OVER)

    @property
    def present_boards(self) -> list[Board]:
        """Boards of the present round."""
        return [board for board in self.boards if board.round == self.round]

    @property
    def has_open_games(self) -> bool:
        """Whether a game of any round goes on."""
        return any(not board.is_settled for board in self.boards)

    def entrant_of(self, user_id: int) -> Entrant | None:
        """Entry of a person who has not left, if any."""
        return next((each for each in self.active if each.user_id == user_id), None)

    def require(self, *stages: Stage) -> None:
        """Refuse what the stage of the league does not allow."""
        if self.stage not in stages:
            raise RulesError(f"league.wrong_stage_{self.stage}")
