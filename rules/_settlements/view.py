"""The visible part of a position: the View of a table, previews of moves, and a hand."""

from __future__ import annotations

import msgspec

from rules._settlements import scoring
from rules._settlements.land import City, Tile
from rules._settlements.prices import Price, Spot
from rules._settlements.state import Built, Drawn, Outcome, Player, State
from rules.contract import Hex, Seat
from rules.hexgrid import hex_of
from rules.unmet import Unmet

__all__ = [
    "Board",
    "BuildPreview",
    "Built",
    "City",
    "Drawn",
    "Goal",
    "Hand",
    "LinePreview",
    "Outcome",
    "PlainPreview",
    "Preview",
    "Price",
    "Prices",
    "Project",
    "RegionPreview",
    "SeatView",
    "Settlement",
    "Spot",
    "StepPreview",
    "Tile",
    "Turn",
    "View",
    "board",
    "hand",
    "view",
]


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
    """Number of a project's buildings on the map."""

    id: int
    built: int
    total: int


class SeatView(msgspec.Struct, frozen=True):
    """One player as a seat or a spectator may see them."""

    stacks: tuple[int, ...]
    """Sizes of the four stacks; index 3 is the base stack."""
    reserve: tuple[int, ...]
    """Buildings face up on the board, ascending, with repeats."""
    hand: dict[str, int]
    """Cards by type, all types present, to their owner; {"count": n} to all others."""
    cards: int
    """Size of the hand."""
    bonus: int
    """Workers or amphorae."""
    built: tuple[int, ...]
    """Numbers of the buildings on the map, ascending, with repeats."""
    unseen_base: tuple[int, ...]
    unseen_others: tuple[int, ...]
    """Face-down buildings, ascending: the stack of each is unknown."""
    settlements: tuple[Settlement, ...]
    projects: tuple[Project, ...]


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


class View(msgspec.Struct, frozen=True):
    """The view of a seat or of a spectator (RULES.md, "View")."""

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


class Rival(msgspec.Struct, frozen=True):
    """Another seat whose nearest link a move makes longer or shorter."""

    seat: Seat
    needed: int | None
    """Number of buildings that it misses after the move; None where it can link no two cities."""
    needed_before: int | None


class Goal(msgspec.Struct, frozen=True):
    """Distance of a seat from a win after a move: the nearest link of two cities, and all built."""

    built: int
    """Its buildings on the map."""
    cities: tuple[str, str] | None
    """The cities that fewest further buildings join; None where none can be joined."""
    needed: int
    """Number of those buildings."""
    needed_before: int | None
    """The number before the move; None where these cities could not be joined."""
    rivals: tuple[Rival, ...] = ()
    """The others whose link is near, before the move or after it, and not as it was."""


class BuildPreview(msgspec.Struct, frozen=True, tag="build", kw_only=True):
    """A building before it is built: its cost and the hand afterwards."""

    seat: Seat
    notation: str
    building: int
    hex: Hex
    price: Price
    pay: dict[str, int]
    hand: dict[str, int]
    """The hand after paying, all types present."""
    chain: tuple[Hex, ...]
    """Own buildings beside it that make it free (TG-60)."""
    settlements: int
    """Number of the owner's settlements before it."""
    joined: int
    """Settlements that it joins into one; 0 where it joins none, else at least 2 (TG-58)."""
    project: int | None
    """The project that it completes, where that brings a worker, an amphora or a card."""
    bonus_supply: int
    """Workers or amphorae in the supply before it."""
    wins: tuple[str, ...]
    """Reasons for which it would win; () for none."""
    goal: Goal
    spots: tuple[Spot, ...]
    """Every hex where this building can be paid for: free ones first, then by cards."""
    unmet: tuple[Unmet, ...] = ()
    """Reason why a complete project brings nothing."""


class RegionPreview(msgspec.Struct, frozen=True, tag="region", kw_only=True):
    """A place of the new region before it is laid."""

    seat: Seat
    notation: str
    tile: int
    at: Hex
    rot: int
    spots: tuple[Hex, ...]
    """Every legal centre, those of the perfect paving first (TG-13, TG-83)."""
    goal: Goal


class PlainPreview(msgspec.Struct, frozen=True, tag="plain", kw_only=True):
    """An action without a place: draw, park, stop, end, or a worker or amphora used."""

    seat: Seat
    notation: str
    kind: str
    """`draw`, `park`, `stop`, `end`, `bonus_action`, `bonus_card`, or `unseen` behind a reveal."""
    stack: int | None = None
    building: int | None = None
    cards: int = 0
    """Cards that it would bring, as far as the deck has them."""


StepPreview = BuildPreview | RegionPreview | PlainPreview


class LinePreview(msgspec.Struct, frozen=True, tag="line", kw_only=True):
    """Several actions of a turn before they are taken."""

    seat: Seat
    notation: str
    steps: tuple[StepPreview, ...]
    """Each action; of those after the first reveal, nothing but their kind."""
    board: Board
    """The map after the last action that is known in full."""
    goal: Goal

    @property
    def has_place(self) -> bool:
        """Whether anything is laid on the map."""
        return any(isinstance(step, BuildPreview | RegionPreview) for step in self.steps)


class Prices(msgspec.Struct, frozen=True, tag="prices", kw_only=True):
    """Spots for a building with their prices in cards, drawn beside the question."""

    seat: Seat
    building: int
    spots: tuple[Spot, ...]


class Hand(msgspec.Struct, frozen=True, tag="hand", kw_only=True):
    """The cards of a seat, by type, all types present."""

    seat: Seat
    cards: dict[str, int]


Preview = StepPreview | LinePreview


# ---- views ---------------------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> View:
    """View for `seat`; None is a spectator."""
    rules = state.rules
    return View(
        game=rules.key,
        seats=len(state.players),
        board=board(state),
        players=tuple(
            _seat_view(state, index, index == seat) for index in range(len(state.players))
        ),
        deck=len(state.deck),
        discard=rules.by_name(state.discard),
        region_stack=len(state.region_stack),
        bonus_supply=state.bonus_supply,
        turn=_turn(state),
        result=state.result,
    )


def board(state: State) -> Board:
    """The map, which everybody sees."""
    return Board(state.land.tiles, state.land.cities, tuple(state.buildings))


def hand(state: State, seat: Seat) -> Hand:
    """The cards of `seat`, which it alone may see."""
    return Hand(seat=seat, cards=state.rules.by_name(state.players[seat].hand))


def _turn(state: State) -> Turn:
    turn = state.turn
    return Turn(
        seat=turn.seat,
        number=turn.number,
        phase=turn.phase,
        mode=turn.mode,
        done=turn.done,
        extra=turn.extra,
        drawn=turn.drawn,
        extension=turn.extension,
        owed_cards=turn.owed_cards,
        cards_drawn=turn.cards_drawn,
        left=state.actions_left,
    )


def _seat_view(state: State, seat: Seat, is_own: bool) -> SeatView:
    player, rules = state.players[seat], state.rules
    *other_stacks, base = player.stacks
    count, built_by_project = sum(player.hand), scoring.project_counts(state, seat)
    return SeatView(
        stacks=tuple(len(stack) for stack in player.stacks),
        reserve=tuple(player.reserve),
        hand=rules.by_name(player.hand) if is_own else {"count": count},
        cards=count,
        bonus=player.bonus,
        built=tuple(sorted(player.buildings.values())),
        unseen_base=tuple(sorted(base)),
        unseen_others=tuple(sorted(number for stack in other_stacks for number in stack)),
        settlements=_settlements(state, player),
        projects=tuple(
            Project(p.id, built_by_project[p.id], p.size) for p in rules.projects.values()
        ),
    )


def _settlements(state: State, player: Player) -> tuple[Settlement, ...]:
    """Settlements by their first buildings, each with its hexes in the order of placement."""
    hexes: dict[int, list[Hex]] = {}
    for cell, label in player.labels.items():
        hexes.setdefault(label, []).append(hex_of(cell))
    return tuple(
        Settlement(tuple(cells), _cities(state, player.settlements[label]))
        for label, cells in hexes.items()
    )


def _cities(state: State, bits: int) -> tuple[str, ...]:
    return tuple(city.id for i, city in enumerate(state.land.cities) if bits >> i & 1)
