"""How the game moves: the deal, every action, what resolves by itself, the end of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.contract import BadOptions, Event, RulesError, Seat
from rules.dealing import require_seed
from rules.massalia import blows, effects, holding, supply
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Banish,
    Buy,
    Combo,
    Concede,
    Destroy,
    Drain,
    DrawTile,
    End,
    Fire,
    Flip,
    MoveTile,
    Place,
    Play,
    Recover,
    Remove,
)
from rules.massalia.pieces import Box
from rules.massalia.state import (
    Blaze,
    GameOptions,
    Player,
    Scout,
    State,
    Strike,
    Thirst,
    Tile,
    Todo,
    Turn,
)
from rules.massalia.telling import event, revealed, struck
from rules.rng import Rng

Events = list[Event]
LATEST_FATIGUE = 999
"""The last round in which siege fatigue can be set to begin."""


# ---- the deal ---------------------------------------------------------------------------------


def new(box: Box, seats: int, seed: int, options: Mapping[str, Any] | None) -> State:
    """Deal a game (MA-1 to MA-8). Raises BadOptions."""
    require_seed(seed)
    if type(seats) is not int or seats not in box.setup.life:
        raise BadOptions("massalia.bad_seats", seats=seats, most=max(box.setup.life))
    chosen = read_options(box, seats, options, BadOptions)
    rng, gauge = Rng(seed), box.setup.gauge
    reinforcement = box.family_cards()
    rng.shuffle(reinforcement)
    players = [
        Player(
            life=life,
            max_life=life,
            water=gauge.start,
            fish=gauge.start,
            morale=box.setup.morale_start,
            morale_hit=[False] * len(box.morale_thresholds),
            deck=box.basic_cards(seat),
            bag=box.bag(),
        )
        for seat, life in enumerate(box.setup.life[seats])
    ]
    for player in players:
        rng.shuffle(player.deck)
        rng.shuffle(player.bag)
    for seat, player in enumerate(players):
        n = box.setup.hand if seat else chosen.first_hand
        player.hand, player.deck = player.deck[:n], player.deck[n:]
    slots = box.setup.river
    return State(
        box=box,
        options=chosen,
        rng=rng,
        phase="play",
        round=1,
        seat=0,
        players=players,
        river=[*reinforcement[:slots]],
        reinforcement=reinforcement[slots:],
        pantheon=[],
        board=[()] * len(box.land.labels),
    )


def read_options(
    box: Box, seats: int, given: Mapping[str, Any] | None, refusal: type[RulesError]
) -> GameOptions:
    """The options of a game, with the usual ones for those not given (MA-75, MA-76)."""
    told = dict(given or {})
    rule = box.setup.options
    fatigue = _number(told.pop("fatigue_round", rule.fatigue_round.default[seats]))
    hand = _number(told.pop("first_hand", rule.first_hand.default))
    if told:
        raise refusal("massalia.unknown_option", option=str(next(iter(told)))[:40])
    if hand not in rule.first_hand.values:
        raise refusal("massalia.bad_first_hand", values=list(rule.first_hand.values))
    if fatigue is None or not 0 <= fatigue <= LATEST_FATIGUE:
        raise refusal("massalia.bad_fatigue_round", most=LATEST_FATIGUE)
    return GameOptions(fatigue_round=fatigue, first_hand=hand)


def _number(value: Any) -> int | None:
    """A number, or a lobby's text of one."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 3:
        return int(value)
    return value if type(value) is int else None


def opening(state: State) -> list[Event]:
    """The river, and whose turn it is."""
    return [event("river", cards=list(state.river)), _turn_started(state, reshuffled=False)]


# ---- an action --------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Action) -> Events:
    """Carry out a legal action of the seat whose turn it is, and what resolves by itself."""
    events: Events = []
    state.turn.began = True
    _DO[type(action)](state, seat, action, events)
    _settle(state, events)
    return events


def leave(state: State, seat: Seat) -> Events:
    """A player leaves the table, in turn or out of it (MA-74)."""
    events: Events = []
    if state.phase == "over" or state.players[seat].out:
        return events
    blows.eliminate(state, seat, "leave", events)
    if seat == state.seat:
        _pass_on(state, events)
    _settle(state, events)
    return events


def _settle(state: State, events: Events) -> None:
    """Morale that strikes, and all of the queue that needs no choice (MA-38, MA-39, MA-59)."""
    while state.phase == "play":
        _check_morale(state)
        queue = state.turn.queue
        if not queue or not _resolves_itself(state, state.seat, events):
            break
    else:
        _clear(state)


def _check_morale(state: State) -> None:
    """The first time at each threshold an attack enters the queue (MA-58)."""
    player = state.players[state.seat]
    for number, threshold in enumerate(state.box.morale_thresholds):
        if player.morale >= threshold.at and not player.morale_hit[number]:
            player.morale_hit[number] = True
            state.turn.queue.append(Strike(threshold.attack, f"morale{threshold.at}"))


def _resolves_itself(state: State, seat: Seat, events: Events) -> bool:
    """Resolve the head of the queue where there is nothing to choose (MA-39); whether it was."""
    head = state.turn.queue[0]
    if isinstance(head, Blaze):
        if holding.burnable(state, seat, head.cell):
            return False
        state.turn.queue.pop(0)
        return True
    targets = state.opponents(seat)
    if len(targets) != 1:
        return False
    if isinstance(head, Strike):
        _strike(state, seat, ((targets[0], head.n),), events)
    else:
        _thirst(state, seat, targets[0], events)
    return True


def _clear(state: State) -> None:
    """Nothing is left to do when the game is over."""
    state.turn = Turn()


# ---- cards ------------------------------------------------------------------------------------


def _play(state: State, seat: Seat, action: Play, events: Events) -> None:
    """A card to the play area, a scout into play while there is room (MA-13, MA-47, MA-49)."""
    player, card = state.players[seat], state.box.card[action.card]
    player.hand.remove(action.card)
    is_scout = card.scout is not None and len(player.scouts) < state.box.setup.scouts_max
    if card.scout is not None and is_scout:
        player.scouts.append(Scout(action.card, card.scout.life, used=True))
    else:
        player.played.append(action.card)
    events.append(event("card_played", seat=seat, card=action.card, scout=is_scout))
    _note_family(state, card.family)
    if card.combo is not None:
        state.turn.combos.append(action.card)
    effects.follow(state, seat, action.card, card.effects, 1, events)


def _note_family(state: State, family: str | None) -> None:
    if family is not None and family not in state.turn.families:
        state.turn.families.append(family)


def _activate(state: State, seat: Seat, action: Activate, events: Events) -> None:
    """The printed effects once more, then what activating adds (MA-48)."""
    card = state.box.card[action.card]
    assert card.scout is not None
    for scout in state.players[seat].scouts:
        if scout.card == action.card:
            scout.used = True
    events.append(event("scout_activated", seat=seat, card=action.card))
    _note_family(state, card.family)
    effects.follow(state, seat, action.card, card.effects, 1, events)
    _follow_condition(state, seat, action.card, card.scout.activate, events)


def _combo(state: State, seat: Seat, action: Combo, events: Events) -> None:
    """What the combo of a played card adds, as the count stands now (MA-67)."""
    condition = state.box.card[action.card].combo
    assert condition is not None
    state.turn.combos.remove(action.card)
    n = effects.times(state, seat, action.card, condition)
    events.append(event("combo", seat=seat, card=action.card, times=n))
    effects.follow(state, seat, action.card, condition.effects, n, events)


def _follow_condition(state: State, seat: Seat, card: str, condition: Any, events: Events) -> None:
    if n := effects.times(state, seat, card, condition):
        effects.follow(state, seat, card, condition.effects, n, events)


def _buy(state: State, seat: Seat, action: Buy, events: Events) -> None:
    """Pay, take the card onto the reserve, refill the river at once (MA-20 to MA-23)."""
    slot = state.river.index(action.card)
    state.turn.amber -= state.box.card[action.card].cost
    state.turn.bought = True
    state.players[seat].reserve.append(action.card)
    new_card = state.reinforcement.pop(0) if state.reinforcement else None
    state.river[slot] = new_card
    tell = event if new_card is None else revealed
    events.append(tell("bought", seat=seat, card=action.card, slot=slot, new_card=new_card))


def _banish(state: State, seat: Seat, action: Banish, events: Events) -> None:
    """A card to the pantheon, for good (MA-65)."""
    player = state.players[seat]
    (player.hand if action.source == "hand" else player.reserve).remove(action.card)
    state.pantheon.append(action.card)
    _use(state, action.todo)
    told = {"seat": seat, "card": action.card, "from": action.source}
    events.append(event("banished", **told))


def _recover(state: State, seat: Seat, action: Recover, events: Events) -> None:
    """A scout card from the reserve to the hand (MA-52)."""
    player = state.players[seat]
    player.reserve.remove(action.card)
    player.hand.append(action.card)
    _use(state, action.todo)
    events.append(event("recovered", seat=seat, card=action.card))


def _destroy(state: State, seat: Seat, action: Destroy, events: Events) -> None:
    """An opponent's scout to the cemetery, whatever its life (MA-51)."""
    player = state.players[action.seat]
    [scout] = [scout for scout in player.scouts if scout.card == action.card]
    blows.lose_scout(player, scout)
    _use(state, action.todo)
    told: dict[str, Any] = {"card": action.card, "by": "destroy"}
    events.append(struck("scout_lost", seat, action.seat, seat=action.seat, **told))


# ---- tiles ------------------------------------------------------------------------------------


def _use(state: State, number: int) -> Todo:
    """Take one unit off an entry of the to-do list; returns the entry as it was."""
    todo = state.turn.todo
    for place, entry in enumerate(todo):
        if entry.id == number:
            if entry.n > 1:
                todo[place] = Todo(entry.id, entry.card, entry.do, entry.n - 1, entry.terrain)
            else:
                del todo[place]
            return entry
    raise AssertionError(f"no entry {number}")


def _draw_tile(state: State, seat: Seat, action: DrawTile, events: Events) -> None:
    supply.draw_tile(state, seat, _use(state, action.todo), events)


def _place(state: State, seat: Seat, action: Place, events: Events) -> None:
    """Lay the drawn tile; on a resource cell it acts, unless it covers one's own (MA-32)."""
    cell, drawn = state.box.land.index[action.cell], state.turn.tile
    assert drawn is not None
    state.turn.tile = None
    pile = state.board[cell]
    over = None if not pile else "own" if pile[-1].owner == seat else "enemy"
    acts = cell in state.box.land.resource and over != "own"
    told = {"cell": action.cell, "tile": drawn.kind, "over": over, "acts": acts}
    placed = event("tile_placed", seat=seat, **told)
    calls = (pile[-1].owner,) if over == "enemy" and cell in state.box.land.resource else ()
    events.append(Event(placed.code, placed.args, calls=calls))
    holding.set_pile(state, cell, (*pile, Tile(seat, drawn.kind, True)), events)
    if acts:
        holding.act(state, seat, cell)


def _move(state: State, seat: Seat, action: MoveTile, events: Events) -> None:
    """The top tile of a cell onto the next one, as it lies (MA-60)."""
    index = state.box.land.index
    start, to = index[action.start], index[action.to]
    *below, tile = state.board[start]
    state.board[start], state.board[to] = tuple(below), (*state.board[to], tile)
    _use(state, action.todo)
    told = {"from": action.start, "to": action.to, "owner": tile.owner}
    events.append(event("tile_moved", **told))


def _flip(state: State, seat: Seat, action: Flip, events: Events) -> None:
    """A tile is turned over; an own one that is turned up may act again (MA-61, MA-62)."""
    cell = state.box.land.index[action.cell]
    *below, tile = state.board[cell]
    _use(state, action.todo)
    told: dict[str, Any] = {"cell": action.cell, "owner": tile.owner, "up": not tile.up}
    events.append(struck("tile_flipped", seat, tile.owner, **told))
    holding.set_pile(state, cell, (*below, tile._replace(up=not tile.up)), events)
    is_own = tile.owner == seat and cell in state.box.land.resource
    if is_own and state.meets(seat, cell):
        holding.act(state, seat, cell)


def _remove(state: State, seat: Seat, action: Remove, events: Events) -> None:
    """An opponent's top tile to its owner's losses (MA-63)."""
    _use(state, action.todo)
    _take_off(state, seat, state.box.land.index[action.cell], "remove", events)


def _take_off(state: State, seat: Seat, cell: int, by: str, events: Events) -> None:
    """The top tile of a cell leaves the board; the kind of a face-down one stays hidden."""
    *below, tile = state.board[cell]
    supply.lose_tile(state, tile)
    told: dict[str, Any] = {
        "cell": state.box.land.labels[cell],
        "owner": tile.owner,
        "tile": tile.kind if tile.up else None,
        "by": by,
    }
    events.append(struck("tile_removed", seat, tile.owner, **told))
    holding.set_pile(state, cell, tuple(below), events)


# ---- the queue --------------------------------------------------------------------------------


def _attack(state: State, seat: Seat, action: Attack, events: Events) -> None:
    _strike(state, seat, action.split, events)


def _strike(state: State, seat: Seat, split: Iterable[tuple[Seat, int]], events: Events) -> None:
    """Resolve the attack at the head of the queue (MA-40)."""
    head = state.turn.queue.pop(0)
    assert isinstance(head, Strike)
    if head.source.startswith("morale"):
        told = {"threshold": int(head.source.removeprefix("morale")), "n": head.n}
        events.append(event("morale_attack", seat=seat, **told))
    blows.attack(state, seat, head.source, split, events)


def _drain(state: State, seat: Seat, action: Drain, events: Events) -> None:
    _thirst(state, seat, action.seat, events)


def _thirst(state: State, seat: Seat, target: Seat, events: Events) -> None:
    """An opponent loses a point of water or fish (MA-36)."""
    head = state.turn.queue.pop(0)
    assert isinstance(head, Thirst)
    supply.change_gauge(state, target, head.gauge, -1, seat, events)


def _fire(state: State, seat: Seat, action: Fire, events: Events) -> None:
    """Opponents' tiles round the fire burn, all at once (MA-37)."""
    head = state.turn.queue.pop(0)
    assert isinstance(head, Blaze)
    label = state.box.land.labels[head.cell]
    events.append(event("fire", seat=seat, cell=label, cells=list(action.cells)))
    for burnt in action.cells:
        _take_off(state, seat, state.box.land.index[burnt], "fire", events)


# ---- the end of a turn ------------------------------------------------------------------------


def _end(state: State, seat: Seat, _action: End, events: Events) -> None:
    """Cards to the reserve, siege fatigue, a new hand; then the next seat (MA-16)."""
    player = state.players[seat]
    player.reserve += player.played
    player.reserve += player.hand
    player.played, player.hand = [], []
    for scout in player.scouts:
        scout.used = False
    _tire(state, seat, events)
    if state.phase == "over":
        return
    if not state.players[seat].out:
        supply.draw_cards(state, seat, state.box.setup.hand, events)
    events.append(event("turn_ended", seat=seat))
    _pass_on(state, events)


def _tire(state: State, seat: Seat, events: Events) -> None:
    """Siege fatigue: from some round on every turn costs life, ever more (MA-75)."""
    player, first = state.players[seat], state.options.fatigue_round
    if first == state.box.setup.options.fatigue_round.off or state.round < first:
        return
    lost = min(player.life, state.round - first + 1)
    player.life -= lost
    events.append(event("fatigue", seat=seat, n=lost, life=player.life))
    if not player.life:
        blows.eliminate(state, seat, "fatigue", events)


def _concede(state: State, seat: Seat, _action: Concede, events: Events) -> None:
    """An elimination; the turn passes (MA-74)."""
    blows.eliminate(state, seat, "concede", events)
    _pass_on(state, events)


def _pass_on(state: State, events: Events) -> None:
    """The next living seat begins its turn (MA-11, MA-16, MA-17)."""
    if state.phase == "over":
        return
    seats = len(state.players)
    before = state.seat
    after = next(
        seat
        for step in range(1, seats + 1)
        if not state.players[seat := (before + step) % seats].out
    )
    state.round += after < before
    state.seat, state.turn = after, Turn()
    events.append(_turn_started(state, reshuffled=supply.reshuffle(state, after)))


def _turn_started(state: State, *, reshuffled: bool) -> Event:
    told = {"seat": state.seat, "round": state.round, "reshuffled": reshuffled}
    return event("turn_started", **told)


_DO: dict[type[Action], Callable[[State, Seat, Any, Events], None]] = {
    Play: _play,
    Activate: _activate,
    Combo: _combo,
    Buy: _buy,
    DrawTile: _draw_tile,
    Place: _place,
    MoveTile: _move,
    Flip: _flip,
    Remove: _remove,
    Banish: _banish,
    Recover: _recover,
    Destroy: _destroy,
    Attack: _attack,
    Drain: _drain,
    Fire: _fire,
    End: _end,
    Concede: _concede,
}
