"""A position as JSON and back (RULES.md, "State JSON")."""

from __future__ import annotations

import re
from hashlib import sha256

from rules.codec import read, to_json
from rules.contract import BadPosition, Json, Seat
from rules.massalia import contradictions, deal
from rules.massalia.form import AttackForm, DrainForm, PlayerForm, PositionForm, TurnForm
from rules.massalia.pieces import Box
from rules.massalia.state import (
    Blaze,
    DrawnTile,
    Pending,
    Player,
    Scout,
    State,
    Strike,
    Thirst,
    Tile,
    Todo,
    Turn,
)
from rules.rng import SEED_BITS, Rng

DIGITS = SEED_BITS // 4
"""Hexadecimal digits of a seed."""

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
        "players": [_player_json(seat, player) for seat, player in enumerate(state.players)],
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


def _player_json(seat: Seat, player: Player) -> Json:
    return {
        "seat": seat,
        "life": player.life,
        "max_life": player.max_life,
        "water": player.water,
        "fish": player.fish,
        "morale": player.morale,
        "morale_hit": list(player.morale_hit),
        "deck": list(player.deck),
        "hand": list(player.hand),
        "reserve": list(player.reserve),
        "cemetery": list(player.cemetery),
        "played": list(player.played),
        "scouts": [
            {"card": scout.card, "life": scout.life, "used": scout.used} for scout in player.scouts
        ],
        "bag": list(player.bag),
        "losses": list(player.losses),
        "out": player.out,
    }


def _turn_json(state: State) -> Json:
    now, tile = state.turn, state.turn.tile
    waits = tile and {"t": tile.kind, "terrain": tile.terrain, "todo": tile.todo}
    return {
        "amber": now.amber,
        "bought": now.bought,
        "families": list(now.families),
        "todo": [to_json(entry) for entry in now.todo],
        "combos": list(now.combos),
        "next": now.next,
        "tile": waits,
        "queue": [_pending_json(state, one) for one in now.queue],
        "began": now.began,
    }


def _pending_json(state: State, one: Pending) -> Json:
    if isinstance(one, Strike):
        return {"kind": "attack", "n": one.n, "from": one.source}
    if isinstance(one, Thirst):
        return {"kind": "drain", "gauge": one.gauge, "from": one.source}
    return {"kind": "fire", "cell": state.box.land.labels[one.cell]}


# ---- reading ----------------------------------------------------------------------------------


def from_position(box: Box, obj: Json) -> State:
    """The state of a JSON. Raises BadPosition when it contradicts itself or the rules."""
    form = read(obj, PositionForm, BadPosition, "common.bad_position")
    if form.game != "massalia":
        raise BadPosition("massalia.position_other_game", game=form.game[:40])
    seats = len(form.players)
    if seats not in box.setup.life:
        raise BadPosition("massalia.position_seats", path="players")
    options = deal.read_options(box, seats, form.options, BadPosition)
    contradictions.refuse_first(contradictions.in_form(box, form))
    board = [()] * len(box.land.labels)
    state = State(
        box=box,
        options=options,
        rng=Rng(_seed(form.seed), form.rng),
        phase=form.phase,
        round=form.round,
        seat=form.seat,
        players=[],
        river=form.river or [None] * box.setup.river,
        reinforcement=list(form.reinforcement),
        pantheon=list(form.pantheon),
        board=[*board],
        winners=None if form.winners is None else tuple(form.winners),
        fallen=_fallen(form),
        tied=list(form.tied),
    )
    for label, pile in form.board.items():
        state.board[box.land.index[label]] = tuple(Tile(one.o, one.t, one.up) for one in pile)
    state.turn = _turn(state, form.turn)
    state.players = [_player(state, form, seat) for seat in range(seats)]
    state.turn.began = _began(state, form.turn)
    contradictions.refuse_first(contradictions.in_state(state))
    return state


def _seed(text: str) -> int:
    """A seed as it is written; of any other text its fingerprint."""
    if re.fullmatch(f"[0-9a-f]{{1,{DIGITS}}}", text):
        return int(text, 16)
    return int.from_bytes(sha256(text.encode()).digest()[: SEED_BITS // 8], "big")


def _fallen(form: PositionForm) -> list[Seat]:
    if form.fallen is not None:
        return list(form.fallen)
    return [seat for seat, player in enumerate(form.players) if player.out]


def _player(state: State, form: PositionForm, seat: Seat) -> Player:
    box, told = state.box, form.players[seat]
    usual = box.setup.life[len(form.players)][seat]
    most, start = told.max_life or usual, box.setup.gauge.start
    life = told.life if told.life is not None else 0 if told.out else most
    hits = told.morale_hit
    return Player(
        life=life,
        max_life=most,
        water=start if told.water is None else told.water,
        fish=start if told.fish is None else told.fish,
        morale=contradictions.morale(state, seat) if told.morale is None else told.morale,
        morale_hit=[False] * len(box.morale_thresholds) if hits is None else list(hits),
        deck=list(told.deck),
        hand=list(told.hand),
        reserve=list(told.reserve),
        cemetery=list(told.cemetery),
        played=list(told.played),
        scouts=[
            Scout(one.card, _full_life(box, one.card) if one.life is None else one.life, one.used)
            for one in told.scouts
        ],
        bag=_bag(state, told, seat) if told.bag is None else list(told.bag),
        losses=list(told.losses),
        out=told.out,
    )


def _full_life(box: Box, card: str) -> int:
    data = box.card[card].scout
    return data.life if data is not None else 0


def _bag(state: State, told: PlayerForm, seat: Seat) -> list[str]:
    """All tiles of a seat that are nowhere else."""
    if told.out:
        return []
    left = state.box.bag()
    away = [tile.kind for pile in state.board for tile in pile if tile.owner == seat]
    away += told.losses
    if state.turn.tile is not None and seat == state.seat:
        away.append(state.turn.tile.kind)
    for kind in away:
        left.remove(kind)
    return left


def _turn(state: State, told: TurnForm) -> Turn:
    tile = told.tile
    numbers = [entry.id for entry in told.todo]
    return Turn(
        amber=told.amber,
        bought=told.bought,
        families=list(told.families),
        todo=[Todo(one.id, one.card, one.do, one.n, one.terrain) for one in told.todo],
        combos=list(told.combos),
        next=told.next or max(numbers, default=0) + 1,
        tile=DrawnTile(tile.t, tile.terrain, tile.todo) if tile else None,
        queue=[_pending(state, one) for one in told.queue],
    )


def _pending(state: State, told: AttackForm | DrainForm | object) -> Pending:
    if isinstance(told, AttackForm):
        return Strike(told.n, told.source)
    if isinstance(told, DrainForm):
        return Thirst(told.gauge, told.source)
    cell: str = getattr(told, "cell", "")
    return Blaze(state.box.land.index.get(cell, -1))


def _began(state: State, told: TurnForm) -> bool:
    """Whether anything was done in this turn, where the position does not say."""
    if state.phase == "over":
        return False
    now, player = state.turn, state.players[state.seat]
    used = any(scout.used for scout in player.scouts)
    return bool(told.began or player.played or used or now.next > 1 or now.tile)
