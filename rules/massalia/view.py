"""What a seat may see: all that lies open, its own hand, and counts of what is hidden (MA-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rules.contract import Seat
from rules.massalia import legal
from rules.massalia.state import GameOptions, Phase, State, Strike, Thirst, Tile
from rules.rng import Rng


class TileView(msgspec.Struct, frozen=True):
    """A tile on the board: its owner, its kind (None: face down, and not one's own), its face."""

    o: Seat
    t: str | None
    up: bool


class ScoutView(msgspec.Struct, frozen=True):
    """A scout in play."""

    card: str
    life: int
    used: bool


class PlayerView(msgspec.Struct, frozen=True):
    """One seat; the last four fields only for oneself."""

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
    """What waits for a choice: an attack of n, water or fish of somebody, or a fire."""

    kind: str
    at: str
    """The label of a cell, or the threshold of morale."""
    n: int = 0
    gauge: str = ""


class WaitingView(msgspec.Struct, frozen=True):
    """A drawn tile; what it is only for who has drawn it."""

    drawn: bool = True
    t: str | None = None
    terrain: str | None = None
    todo: int | None = None


class TurnView(msgspec.Struct, frozen=True):
    """The turn under way."""

    amber: int
    bought: bool
    families: tuple[str, ...]
    todo: tuple[TodoView, ...]
    combos: tuple[str, ...]
    queue: tuple[QueueView, ...]
    tile: WaitingView | None


class MarksView(msgspec.Struct, frozen=True):
    """A resource cell: who holds it, and how many of its marked cells each seat has."""

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
    """Where the drawn tile may be laid; only for the seat to move."""


class Spots(msgspec.Struct, frozen=True):
    """Cells among which one is chosen."""

    cells: tuple[str, ...]


class Hand(msgspec.Struct, frozen=True):
    """What a seat holds hidden from the others."""

    seat: Seat
    cards: list[str]
    deck: list[str]
    """Sorted."""
    bag: dict[str, int]
    losses: dict[str, int]
    shield: int
    """What the shields in hand parry of every blow (MA-42)."""


# ---- looking ----------------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat` sees it; None is a spectator."""
    is_own = seat == state.seat and state.phase == "play"
    waits = is_own and state.turn.tile is not None
    labels = state.box.land.labels
    cells = legal.place_cells(state, state.seat) if waits else []
    return View(
        phase=state.phase,
        round=state.round,
        seat=state.seat,
        players=tuple(_player(state, who, seat) for who in range(len(state.players))),
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


def _player(state: State, who: Seat, seat: Seat | None) -> PlayerView:
    player, own = state.players[who], who == seat
    return PlayerView(
        seat=who,
        life=player.life,
        max_life=player.max_life,
        water=player.water,
        fish=player.fish,
        morale=player.morale,
        morale_hit=tuple(player.morale_hit),
        scouts=tuple(ScoutView(one.card, one.life, one.used) for one in player.scouts),
        played=tuple(player.played),
        reserve=tuple(player.reserve),
        cemetery=tuple(player.cemetery),
        out=player.out,
        hand_count=len(player.hand),
        deck_count=len(player.deck),
        bag_count=len(player.bag),
        losses_count=len(player.losses),
        hand=tuple(player.hand) if own else None,
        deck_cards=tuple(sorted(player.deck)) if own else None,
        bag=_counts(player.bag) if own else None,
        losses=_counts(player.losses) if own else None,
    )


def _counts(tiles: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(tiles).items()))


def _board(state: State, seat: Seat | None) -> dict[str, tuple[TileView, ...]]:
    return {
        label: tuple(_tile(tile, seat) for tile in pile)
        for label, pile in zip(state.box.land.labels, state.board, strict=True)
        if pile
    }


def _tile(tile: Tile, seat: Seat | None) -> TileView:
    return TileView(tile.owner, tile.kind if tile.up or tile.owner == seat else None, tile.up)


def _turn(state: State, *, is_own: bool) -> TurnView:
    turn = state.turn
    waiting = None
    if turn.tile is not None:
        told = (turn.tile.kind, turn.tile.terrain, turn.tile.todo) if is_own else ()
        waiting = WaitingView(True, *told)
    return TurnView(
        amber=turn.amber,
        bought=turn.bought,
        families=tuple(turn.families),
        todo=tuple(TodoView(one.id, one.card, one.do, one.n, one.terrain) for one in turn.todo),
        combos=tuple(turn.combos),
        queue=tuple(_pending(state)),
        tile=waiting,
    )


def _pending(state: State) -> Iterable[QueueView]:
    for one in state.turn.queue:
        if isinstance(one, Strike):
            yield QueueView("attack", one.source, n=one.n)
        elif isinstance(one, Thirst):
            yield QueueView("drain", one.source, gauge=one.gauge)
        else:
            yield QueueView("fire", state.box.land.labels[one.cell])


def _resources(state: State) -> Iterable[MarksView]:
    land, seats = state.box.land, range(len(state.players))
    for one in land.resources:
        marks = tuple(state.marks(seat, one.cell) for seat in seats)
        yield MarksView(land.labels[one.cell], one.id, state.holder(one.cell), marks)


def hand(state: State, seat: Seat) -> Hand:
    """The hand of a seat, and what it knows of its own stocks."""
    player, cards = state.players[seat], state.box.card
    return Hand(
        seat=seat,
        cards=list(player.hand),
        deck=sorted(player.deck),
        bag=_counts(player.bag),
        losses=_counts(player.losses),
        shield=sum(cards[card].shield for card in player.hand),
    )


# ---- what cannot be told apart ----------------------------------------------------------------


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Another position that `seat` cannot tell from this one: all that is hidden dealt anew."""
    after = state.clone()
    after.rng = Rng(rng.below(1 << 128), state.rng.drawn)
    rng.redeal(after.reinforcement)
    for who, player in enumerate(after.players):
        if who == seat:
            rng.redeal(player.deck)
            rng.redeal(player.bag)
        else:
            _redeal_cards(after, who, rng)
            _redeal_tiles(after, who, rng)
    return after


def _redeal_cards(state: State, who: Seat, rng: Rng) -> None:
    """Hand and draw pile of another player: together they are known, apart they are not."""
    player = state.players[who]
    cards, held = [*player.hand, *player.deck], len(player.hand)
    rng.redeal(cards)
    player.hand, player.deck = cards[:held], cards[held:]


def _redeal_tiles(state: State, who: Seat, rng: Rng) -> None:
    """Both bags of another player, a drawn tile, and the tiles that lie face down."""
    player, drawn = state.players[who], state.turn.tile if who == state.seat else None
    down = [
        (cell, height)
        for cell, pile in enumerate(state.board)
        for height, tile in enumerate(pile)
        if tile.owner == who and not tile.up
    ]
    kinds = [*player.bag, *player.losses, *(state.board[c][h].kind for c, h in down)]
    kinds += [drawn.kind] if drawn is not None else []
    rng.redeal(kinds)
    if drawn is not None:
        state.turn.tile = msgspec.structs.replace(drawn, kind=kinds.pop())
    for cell, height in down:
        state.board[cell] = _with_kind(state.board[cell], height, kinds.pop())
    bag = len(player.bag)
    player.bag, player.losses = kinds[:bag], kinds[bag:]


def _with_kind(pile: Sequence[Tile], height: int, kind: str) -> tuple[Tile, ...]:
    return tuple(tile._replace(kind=kind) if at == height else tile for at, tile in enumerate(pile))
