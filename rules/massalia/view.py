"""The visible part of a position: open zones, the seat's own hand, counts of the rest (MA-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rules.contract import Seat
from rules.massalia import legal
from rules.massalia.pieces import name_of
from rules.massalia.state import GameOptions, Phase, Player, State, Strike, Thirst, Tile
from rules.rng import Rng

UNSEEN = ""
"""Kind of a tile on the board that nobody has seen yet: a view does not have it."""


class TileView(msgspec.Struct, frozen=True):
    """A tile on the board: its owner, its kind (None: hidden from the viewer), its face."""

    o: Seat
    t: str | None
    up: bool


class ScoutView(msgspec.Struct, frozen=True):
    """A scout in play."""

    card: str
    life: int
    used: bool


class PlayerView(msgspec.Struct, frozen=True):
    """One seat; the last four fields are set only for its own view."""

    seat: Seat
    life: int
    max_life: int
    water: int
    fish: int
    morale: int
    morale_hit: tuple[bool, ...]
    scouts: tuple[ScoutView, ...]
    played: tuple[str, ...]
    reserve: tuple[str, ...]
    cemetery: tuple[str, ...]
    purchases: tuple[str, ...]
    """Names of the bought cards that the seat still owns, sorted: all saw them bought."""
    out: bool
    hand_count: int
    deck_count: int
    bag_count: int
    losses_count: int
    hand: tuple[str, ...] | None = None
    deck_cards: tuple[str, ...] | None = None
    """Sorted: the order is hidden."""
    bag: dict[str, int] | None = None
    losses: dict[str, int] | None = None


class TodoView(msgspec.Struct, frozen=True):
    """A pending effect."""

    id: int
    card: str
    do: str
    n: int
    terrain: str | None


class QueueView(msgspec.Struct, frozen=True):
    """A pending choice: an attack of n, a loss of water or fish, or a fire."""

    kind: str
    at: str
    """The label of a cell, or the threshold of morale."""
    n: int = 0
    gauge: str = ""


class WaitingView(msgspec.Struct, frozen=True):
    """A drawn tile; its details are set only for the seat that has drawn it."""

    drawn: bool = True
    t: str | None = None
    terrain: str | None = None
    todo: int | None = None


class TurnView(msgspec.Struct, frozen=True):
    """The turn in progress."""

    amber: int
    bought: bool
    families: tuple[str, ...]
    todo: tuple[TodoView, ...]
    combos: tuple[str, ...]
    queue: tuple[QueueView, ...]
    tile: WaitingView | None


class MarksView(msgspec.Struct, frozen=True):
    """A resource cell: its holder, and the number of its marked cells of each seat."""

    cell: str
    id: str
    holder: Seat | None
    marks: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """The table as one person sees it."""

    phase: Phase
    round: int
    seat: Seat
    players: tuple[PlayerView, ...]
    river: tuple[str | None, ...]
    reinforcement_count: int
    pantheon: tuple[str, ...]
    board: dict[str, tuple[TileView, ...]]
    turn: TurnView
    winners: tuple[Seat, ...] | None
    fallen: tuple[Seat, ...]
    options: GameOptions
    resources: tuple[MarksView, ...]
    ready_combos: tuple[str, ...]
    """Cards whose combo can be triggered now; only for the seat to move."""
    legal_cells: tuple[str, ...]
    """Cells where the drawn tile may be laid; only for the seat to move."""


class Spots(msgspec.Struct, frozen=True):
    """Cells of a question."""

    cells: tuple[str, ...]


class Cards(msgspec.Struct, frozen=True):
    """Cards of a question: the hand, or those on offer."""

    cards: tuple[str, ...]


class Hand(msgspec.Struct, frozen=True):
    """Cards and tiles of a seat that are hidden from the others."""

    seat: Seat
    cards: list[str]
    deck: list[str]
    """Sorted."""
    bag: dict[str, int]
    losses: dict[str, int]
    shield: int
    """Points that the shields in hand parry of every blow (MA-42)."""


# ---- views ------------------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> View:
    """View for `seat`; None is a spectator."""
    is_own = seat == state.seat and state.phase == "play"
    waits = is_own and state.turn.tile is not None
    labels = state.box.land.labels
    cells = legal.place_cells(state, state.seat) if waits else []
    return View(
        phase=state.phase,
        round=state.round,
        seat=state.seat,
        players=tuple(_player(state, index, seat) for index in range(len(state.players))),
        river=tuple(state.river),
        reinforcement_count=len(state.reinforcement),
        pantheon=tuple(state.pantheon),
        board=_board(state, seat),
        turn=_turn(state, is_own=is_own),
        winners=state.winners,
        fallen=tuple(state.fallen),
        options=state.options,
        resources=tuple(_resources(state)),
        ready_combos=tuple(legal.ready_combos(state, state.seat)) if is_own else (),
        legal_cells=tuple(labels[cell] for cell in cells),
    )


def _player(state: State, index: Seat, viewer: Seat | None) -> PlayerView:
    player, is_own = state.players[index], index == viewer
    return PlayerView(
        seat=index,
        life=player.life,
        max_life=player.max_life,
        water=player.water,
        fish=player.fish,
        morale=player.morale,
        morale_hit=tuple(player.morale_hit),
        scouts=tuple(ScoutView(scout.card, scout.life, scout.used) for scout in player.scouts),
        played=tuple(player.played),
        reserve=tuple(player.reserve),
        cemetery=tuple(player.cemetery),
        purchases=tuple(_purchases(state, player)),
        out=player.out,
        hand_count=len(player.hand),
        deck_count=len(player.deck),
        bag_count=len(player.bag),
        losses_count=len(player.losses),
        hand=tuple(player.hand) if is_own else None,
        deck_cards=tuple(sorted(player.deck)) if is_own else None,
        bag=counts(player.bag) if is_own else None,
        losses=counts(player.losses) if is_own else None,
    )


def _purchases(state: State, player: Player) -> list[str]:
    """Names of a player's cards that do not belong to everybody's first deck."""
    basic = {card.id for card in state.box.basic}
    scouts = [scout.card for scout in player.scouts]
    zones = (player.deck, player.hand, player.reserve, player.cemetery, player.played, scouts)
    names = [name_of(card) for zone in zones for card in zone]
    return sorted(name for name in names if name not in basic)


def counts(tiles: Iterable[str]) -> dict[str, int]:
    """Number of tiles of each kind."""
    return dict(sorted(Counter(tiles).items()))


def _board(state: State, seat: Seat | None) -> dict[str, tuple[TileView, ...]]:
    return {
        label: tuple(_tile(tile, seat) for tile in pile)
        for label, pile in zip(state.box.land.labels, state.board, strict=True)
        if pile
    }


def _tile(tile: Tile, seat: Seat | None) -> TileView:
    kind = (tile.kind or None) if tile.up or tile.owner == seat else None
    return TileView(tile.owner, kind, tile.up)


def _turn(state: State, *, is_own: bool) -> TurnView:
    turn = state.turn
    waiting = None
    if turn.tile is not None:
        details = (turn.tile.kind, turn.tile.terrain, turn.tile.todo) if is_own else ()
        waiting = WaitingView(True, *details)
    return TurnView(
        amber=turn.amber,
        bought=turn.bought,
        families=tuple(turn.families),
        todo=tuple(
            TodoView(entry.id, entry.card, entry.do, entry.n, entry.terrain) for entry in turn.todo
        ),
        combos=tuple(turn.combos),
        queue=tuple(_pending(state)),
        tile=waiting,
    )


def _pending(state: State) -> Iterable[QueueView]:
    for pending in state.turn.queue:
        if isinstance(pending, Strike):
            yield QueueView("attack", pending.source, n=pending.n)
        elif isinstance(pending, Thirst):
            yield QueueView("drain", pending.source, gauge=pending.gauge)
        else:
            yield QueueView("fire", state.box.land.labels[pending.cell])


def _resources(state: State) -> Iterable[MarksView]:
    land, seats = state.box.land, range(len(state.players))
    for resource in land.resources:
        marks = tuple(state.marks(seat, resource.cell) for seat in seats)
        yield MarksView(land.labels[resource.cell], resource.id, state.holder(resource.cell), marks)


def hand(state: State, seat: Seat) -> Hand:
    """The hand of a seat, with its own draw pile and bags."""
    player, cards = state.players[seat], state.box.card
    return Hand(
        seat=seat,
        cards=list(player.hand),
        deck=sorted(player.deck),
        bag=counts(player.bag),
        losses=counts(player.losses),
        shield=sum(cards[card].shield for card in player.hand),
    )


# ---- redeals ----------------------------------------------------------------------------------


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Another position that `seat` cannot tell from this one: everything hidden is dealt anew."""
    after = state.clone()
    after.rng = Rng(rng.below(1 << 128), state.rng.drawn)
    rng.redeal(after.reinforcement)
    for index, player in enumerate(after.players):
        if index == seat:
            rng.redeal(player.deck)
            rng.redeal(player.bag)
        else:
            _redeal_cards(after, index, rng)
            _redeal_tiles(after, index, rng)
    return after


def _redeal_cards(state: State, seat: Seat, rng: Rng) -> None:
    """Redeal hand and draw pile of another player: only their union is known."""
    player = state.players[seat]
    cards, size = [*player.hand, *player.deck], len(player.hand)
    rng.redeal(cards)
    player.hand, player.deck = cards[:size], cards[size:]


def _redeal_tiles(state: State, seat: Seat, rng: Rng) -> None:
    """Redeal both bags of another player, a drawn tile, and the tiles that lie face down."""
    player, drawn_tile = state.players[seat], state.turn.tile if seat == state.seat else None
    down = [
        (cell, height)
        for cell, pile in enumerate(state.board)
        for height, tile in enumerate(pile)
        if tile.owner == seat and not tile.up
    ]
    kinds = [*player.bag, *player.losses, *(state.board[c][h].kind for c, h in down)]
    kinds += [drawn_tile.kind] if drawn_tile is not None else []
    rng.redeal(kinds)
    if drawn_tile is not None:
        state.turn.tile = msgspec.structs.replace(drawn_tile, kind=kinds.pop())
    for cell, height in down:
        state.board[cell] = _with_kind(state.board[cell], height, kinds.pop())
    bag = len(player.bag)
    player.bag, player.losses = kinds[:bag], kinds[bag:]


def _with_kind(pile: Sequence[Tile], height: int, kind: str) -> tuple[Tile, ...]:
    return tuple(tile._replace(kind=kind) if at == height else tile for at, tile in enumerate(pile))
