"""What may be seen: the View of a table, what hangs over a candidate move, and one's hand."""

from __future__ import annotations

import msgspec

from rules.contract import Hex, Seat


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A region on the map: its centre, and its rotation in steps of 60° clockwise (TG-11)."""

    tile: int
    at: Hex
    rot: int


class City(msgspec.Struct, frozen=True, gc=False):
    """A great city or a holy place."""

    id: str
    at: Hex


class Built(msgspec.Struct, frozen=True, gc=False):
    """A building on the map."""

    hex: Hex
    seat: Seat
    building: int


class Board(msgspec.Struct, frozen=True):
    """The map. Tiles and buildings are in the order of placement."""

    tiles: tuple[Tile, ...]
    cities: tuple[City, ...]
    buildings: tuple[Built, ...]


class Settlement(msgspec.Struct, frozen=True):
    """A connected set of buildings of one player, and the cities that it touches (TG-56)."""

    hexes: tuple[Hex, ...]
    cities: tuple[str, ...]


class Project(msgspec.Struct, frozen=True, gc=False):
    """How many of a project's buildings stand."""

    id: int
    built: int
    total: int


class SeatView(msgspec.Struct, frozen=True):
    """One player as a seat (or a spectator) may see him."""

    stacks: tuple[int, ...]
    """Sizes of the four stacks; index 3 is the base stack."""
    reserve: tuple[int, ...]
    """Buildings face up on the board, ascending, with repeats."""
    hand: dict[str, int]
    """Cards by type, all types present, to their owner; {"count": n} to everybody else."""
    cards: int
    """Size of the hand."""
    bonus: int
    """Workers or amphorae."""
    built: tuple[int, ...]
    """Numbers of the buildings on the map, ascending, with repeats."""
    unseen_base: tuple[int, ...]
    unseen_others: tuple[int, ...]
    """Buildings still face down, ascending: which stack holds what is not known."""
    settlements: tuple[Settlement, ...]
    projects: tuple[Project, ...]


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """The revealed building, which must be built or parked, and the stack it came from."""

    building: int
    stack: int


class Turn(msgspec.Struct, frozen=True):
    """The turn under way; names as in the JSON of a position."""

    seat: Seat
    number: int
    phase: str
    """`act`, `cards` or `over`."""
    mode: str | None
    """`draw`, `build`, or None before the first action."""
    done: int
    extra: int
    drawn: Drawn | None
    extension: int | None
    """The region to be placed."""
    owed_cards: int
    cards_drawn: int
    left: int | None
    """Actions still available of the chosen kind; None before the first."""


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: `reasons` holds `connection`, `all_built` or both (TG-90)."""

    winner: Seat
    reasons: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """All that a seat may see, or a spectator (RULES.md, "View")."""

    game: str
    seats: int
    board: Board
    players: tuple[SeatView, ...]
    deck: int
    discard: dict[str, int]
    region_stack: int
    bonus_supply: int
    turn: Turn
    result: Outcome | None


# ---- before a move is made -----------------------------------------------------------------------


class Price(msgspec.Struct, frozen=True):
    """The answer to the price enquiry (RULES.md, "Price")."""

    free: bool
    new_settlement: bool
    board: dict[str, int]
    """Symbols that count under TG-53."""
    due: dict[str, int]
    """Types with something left to pay."""
    any: int
    surcharge: int

    @property
    def cards(self) -> int:
        """How many cards it takes when none is replaced."""
        return sum(self.due.values()) + self.any + self.surcharge


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A hex where a building can be paid for, and with how many cards at least (0: free)."""

    hex: Hex
    cards: int
    name: str = ""
    """The hex as the picture and the notation call it: "C4"."""


class BuildPreview(msgspec.Struct, frozen=True, tag="build", kw_only=True):
    """A candidate building: what it costs and why, and what is left in hand."""

    seat: Seat
    notation: str
    building: int
    hex: Hex
    price: Price
    pay: dict[str, int]
    hand: dict[str, int]
    """The hand after paying, all types present."""
    payments: int
    """Different payments there are; 1 leaves no choice."""
    chain: tuple[Hex, ...]
    """Own buildings beside it that make it free (TG-60)."""
    settlements: int
    """Settlements its owner has before it."""
    joined: int
    """Settlements that it joins into one; 0 where it joins none, else at least 2 (TG-58)."""
    project: int | None
    """The project that it completes, where that brings a worker, an amphora or a card."""
    wins: tuple[str, ...]
    """Reasons for which it would win; () for none."""
    spots: tuple[Spot, ...]
    """Every hex where this building can be paid for: free ones first, then by cards."""


class RegionPreview(msgspec.Struct, frozen=True, tag="region", kw_only=True):
    """A candidate place of the new region."""

    seat: Seat
    notation: str
    tile: int
    at: Hex
    rot: int
    spots: tuple[Hex, ...]
    """Every legal centre, those of the perfect paving first (TG-13, TG-83)."""


class PlainPreview(msgspec.Struct, frozen=True, tag="plain", kw_only=True):
    """A candidate without a place: draw, park, stop, end, or a worker or amphora used."""

    seat: Seat
    notation: str
    kind: str
    """`draw`, `park`, `stop`, `end`, `bonus_action` or `bonus_card`."""
    stack: int | None = None
    building: int | None = None
    cards: int = 0
    """Cards it would bring, as far as the deck has them."""


class Prices(msgspec.Struct, frozen=True, tag="prices", kw_only=True):
    """Where one building could stand, and for how many cards: drawn beside the question."""

    seat: Seat
    building: int
    spots: tuple[Spot, ...]


class Hand(msgspec.Struct, frozen=True, tag="hand", kw_only=True):
    """The cards of a seat, by type, all types present."""

    seat: Seat
    cards: dict[str, int]


Preview = BuildPreview | RegionPreview | PlainPreview
Private = Preview | Prices | Hand
"""What `render` may be given as `ghost`: for the eyes of one seat only."""
