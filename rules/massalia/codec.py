"""A position as JSON and back (RULES.md, "State JSON")."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from rules.codec import impossible, read, to_json
from rules.contract import BadPosition, Json, Seat
from rules.massalia import deal, holding
from rules.massalia.form import FireForm, PlayerForm, PositionForm, TurnForm
from rules.massalia.pieces import Box
from rules.massalia.state import Blaze, Player, Scout, State, Tile, Turn
from rules.rng import SEED_BITS, Rng

DIGITS = SEED_BITS // 4
"""Number of hexadecimal digits of a seed."""

# ---- writing ----------------------------------------------------------------------------------


def to_position(state: State) -> Json:
    """The documented JSON of a state."""
    labels = state.box.land.labels
    return {
        "game": "massalia",
        "v": 1,
        "options": to_json(state.options),
        "seed": f"{state.rng.seed:0{DIGITS}x}",
        "rng": state.rng.drawn,
        "phase": state.phase,
        "round": state.round,
        "seat": state.seat,
        "players": [{"seat": seat, **to_json(player)} for seat, player in enumerate(state.players)],
        "river": list(state.river),
        "reinforcement": list(state.reinforcement),
        "pantheon": list(state.pantheon),
        "board": {
            label: [{"o": tile.owner, "t": tile.kind, "up": tile.up} for tile in pile]
            for label, pile in zip(labels, state.board, strict=True)
            if pile
        },
        "turn": _turn_json(state),
        "winners": None if state.winners is None else list(state.winners),
        "fallen": list(state.fallen),
        "tied": list(state.tied),
    }


def _turn_json(state: State) -> Json:
    labels = state.box.land.labels
    queue = [
        {"kind": "fire", "cell": labels[pending.cell]}
        if isinstance(pending, Blaze)
        else to_json(pending)
        for pending in state.turn.queue
    ]
    return {**to_json(state.turn), "queue": queue}


# ---- reading ----------------------------------------------------------------------------------


def from_position(box: Box, obj: Json) -> State:
    """State from its JSON. Raises BadPosition where that has another form."""
    form = read(obj, PositionForm, BadPosition, "common.bad_position")
    seats = len(form.players)
    if seats not in box.setup.life:
        raise impossible("players")
    options = deal.read_options(box, seats, form.options, BadPosition)
    state = State(
        box=box,
        options=options,
        rng=Rng(int(form.seed, 16), form.rng),
        phase=form.phase,
        round=form.round,
        seat=form.seat,
        players=[],
        river=form.river or [None] * box.setup.river,
        reinforcement=list(form.reinforcement),
        pantheon=list(form.pantheon),
        board=[()] * len(box.land.labels),
        winners=None if form.winners is None else tuple(form.winners),
        fallen=_fallen(form),
        tied=list(form.tied),
    )
    for label, pile in form.board.items():
        state.board[box.land.index[label]] = tuple(Tile(tile.o, tile.t, tile.up) for tile in pile)
    state.turn = _turn(state, form.turn)
    state.players = [_player(state, form, seat) for seat in range(seats)]
    state.turn.began = _began(state, form.turn)
    return state


def _fallen(form: PositionForm) -> list[Seat]:
    if form.fallen is not None:
        return list(form.fallen)
    return [seat for seat, player in enumerate(form.players) if player.out]


def _player(state: State, form: PositionForm, seat: Seat) -> Player:
    box, given = state.box, form.players[seat]
    max_life = given.max_life or box.setup.life[len(form.players)][seat]
    usual: dict[str, Any] = {
        "life": 0 if given.out else max_life,
        "max_life": max_life,
        "water": box.setup.gauge.start,
        "fish": box.setup.gauge.start,
        "morale": holding.morale(state, seat),
        "morale_hit": [False] * len(box.morale_thresholds),
    }
    fields = {name: value for name, value in asdict(given).items() if value is not None}
    fields.pop("seat", None)
    fields["scouts"] = [
        Scout(scout.card, scout.life or _full_life(box, scout.card), scout.used)
        for scout in given.scouts
    ]
    if given.bag is None:
        fields["bag"] = _bag(state, given, seat)
    return Player(**(usual | fields))


def _full_life(box: Box, card: str) -> int:
    data = box.card[card].scout
    return data.life if data is not None else 0


def _bag(state: State, given: PlayerForm, seat: Seat) -> list[str]:
    """Tiles of a seat that are nowhere else."""
    if given.out:
        return []
    bag = state.box.bag()
    away = [tile.kind for pile in state.board for tile in pile if tile.owner == seat]
    away += given.losses
    if state.turn.tile is not None and seat == state.seat:
        away.append(state.turn.tile.kind)
    for kind in away:
        bag.remove(kind)
    return bag


def _turn(state: State, given: TurnForm) -> Turn:
    cells, numbers = state.box.land.index, [entry.id for entry in given.todo]
    queue = [
        Blaze(cells[pending.cell]) if isinstance(pending, FireForm) else pending
        for pending in given.queue
    ]
    next_number = given.next or max(numbers, default=0) + 1
    return Turn(**(asdict(given) | {"next": next_number, "queue": queue, "began": False}))


def _began(state: State, given: TurnForm) -> bool:
    """Whether the seat has done anything in this turn, inferred where the position is silent."""
    if state.phase == "over":
        return False
    turn, player = state.turn, state.players[state.seat]
    has_used_scout = any(scout.used for scout in player.scouts)
    return bool(given.began or player.played or has_used_scout or turn.next > 1 or turn.tile)
