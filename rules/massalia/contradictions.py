"""Checks that find a position impossible: the first contradiction in it or with the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.contract import BadPosition, Seat
from rules.massalia import holding
from rules.massalia.form import PlayerForm, PositionForm, TurnForm
from rules.massalia.pieces import Box, copy_of
from rules.massalia.state import Blaze, Player, State, Strike

Fault = tuple[str, str]
"""Path of the fault, and the code of its text."""


def refuse_first(faults: Iterator[Fault]) -> None:
    """Raise BadPosition for the first fault, if any."""
    for path, name in faults:
        raise BadPosition(f"massalia.position_{name}", path=path)


# ---- faults in the form alone -----------------------------------------------------------------


def in_form(box: Box, form: PositionForm) -> Iterator[Fault]:
    """Faults of the form: unknown names, missing seats, cards in two places."""
    seats = len(form.players)
    yield from _wrong_seats(form, seats)
    yield from _wrong_cards(box, form)
    yield from _wrong_board(box, form, seats)
    yield from _wrong_turn(box, form.turn)


def _wrong_seats(form: PositionForm, seats: int) -> Iterator[Fault]:
    for seat, player in enumerate(form.players):
        if player.seat not in (None, seat):
            yield f"players[{seat}].seat", "seats"
    seats_by_path = {
        "seat": [form.seat],
        "winners": form.winners or [],
        "fallen": form.fallen or [],
        "tied": form.tied,
    }
    for path, seats_named in seats_by_path.items():
        if any(seat >= seats for seat in seats_named) or len(set(seats_named)) < len(seats_named):
            yield path, "seats"


def _wrong_cards(box: Box, form: PositionForm) -> Iterator[Fault]:
    """Faults of the cards: every copy is in one place, basic cards are with their owner."""
    if form.river is not None and len(form.river) != box.setup.river:
        yield "river", "river"
    seen_cards: set[str] = set()
    for path, card, seat in _all_cards(form):
        if "#" not in card or card not in box.card:
            yield path, "unknown_card"
            return
        if card in seen_cards:
            yield path, "card_twice"
        seen_cards.add(card)
        owner = (copy_of(card) - 1) // box.card[card].copies
        if box.card[card] in box.basic and seat != owner and path != "pantheon":
            yield path, "card_of_another"


def _all_cards(form: PositionForm) -> Iterator[tuple[str, str, Seat | None]]:
    """Every card with its path and its seat: river and pantheon belong to no seat."""
    for seat, player in enumerate(form.players):
        for name, cards in _zones(player):
            yield from ((f"players[{seat}].{name}", card, seat) for card in cards)
    yield from (("river", card, None) for card in form.river or [] if card is not None)
    yield from (("reinforcement", card, None) for card in form.reinforcement)
    yield from (("pantheon", card, None) for card in form.pantheon)


def _zones(player: PlayerForm) -> Iterator[tuple[str, list[str]]]:
    for name in ("deck", "hand", "reserve", "cemetery", "played"):
        yield name, getattr(player, name)
    yield "scouts", [scout.card for scout in player.scouts]


def _wrong_board(box: Box, form: PositionForm, seats: int) -> Iterator[Fault]:
    """Faults of the board: unknown cells or tiles, more tiles of a kind than a seat has."""
    have = {tile.code: tile.count for tile in box.tiles}
    tile_counts: Counter[tuple[Seat, str]] = Counter()
    for label, pile in form.board.items():
        if label not in box.land.index:
            yield "board", "unknown_cell"
        for tile in pile:
            if tile.o >= seats:
                yield f"board.{label}", "seats"
            tile_counts[tile.o, tile.t] += 1
    for seat, player in enumerate(form.players):
        tile_counts.update((seat, code) for code in (*(player.bag or ()), *player.losses))
    if form.turn.tile is not None:
        tile_counts[form.seat, form.turn.tile.t] += 1
    for (_seat, code), n in tile_counts.items():
        if code not in have:
            yield "board", "unknown_tile"
        elif n > have[code]:
            yield "board", "too_many_tiles"


def _wrong_turn(box: Box, turn: TurnForm) -> Iterator[Fault]:
    numbers = [entry.id for entry in turn.todo]
    if len(set(numbers)) < len(numbers) or max(numbers, default=0) >= (turn.next or 10**6):
        yield "turn.todo", "todo"
    if sorted(numbers) != numbers or any(entry.card not in box.card for entry in turn.todo):
        yield "turn.todo", "todo"
    tile_verbs = ("place", "move", "flip", "remove")
    if any((entry.do in tile_verbs) is (entry.terrain is None) for entry in turn.todo):
        yield "turn.todo", "todo"
    if not set(turn.families) <= set(box.families) or len(set(turn.families)) < len(turn.families):
        yield "turn.families", "families"
    if turn.tile is not None and turn.queue:
        yield "turn.queue", "queue"


# ---- faults in the position -------------------------------------------------------------------


def in_state(state: State) -> Iterator[Fault]:
    """Faults of the state: numbers out of bounds, morale unlike the board, impossible choices."""
    for seat, player in enumerate(state.players):
        path = f"players[{seat}]"
        yield from (
            _wrong_out(state, seat, player)
            if player.out
            else _wrong_player(state, seat, player, path)
        )
    yield from _wrong_end(state)
    yield from _wrong_combos(state)
    yield from _wrong_queue(state)


def _wrong_out(state: State, seat: Seat, player: Player) -> Iterator[Fault]:
    """Fault of an eliminated player who has anything left (MA-72)."""
    zones = (
        player.deck, player.hand, player.reserve, player.cemetery, player.played,
        player.scouts, player.bag, player.losses,
    )  # fmt: skip
    on_board = any(tile.owner == seat for pile in state.board for tile in pile)
    if player.life or any(zones) or on_board:
        yield f"players[{seat}]", "out"


def _wrong_player(state: State, seat: Seat, player: Player, path: str) -> Iterator[Fault]:
    box = state.box
    if not 1 <= player.life <= player.max_life:
        yield f"{path}.life", "life"
    for name in ("water", "fish"):
        if not box.setup.gauge.low < getattr(player, name) < box.setup.gauge.high:
            yield f"{path}.{name}", "gauge"
    if player.morale != morale(state, seat):
        yield f"{path}.morale", "morale"
    if len(player.morale_hit) != len(box.morale_thresholds):
        yield f"{path}.morale_hit", "morale"
    if len(player.scouts) > box.setup.scouts_max:
        yield f"{path}.scouts", "scouts"
    for scout in player.scouts:
        data = box.card[scout.card].scout
        out_of_turn = scout.used and seat != state.seat
        if data is None or not 1 <= scout.life <= data.life or out_of_turn:
            yield f"{path}.scouts", "scouts"
    if seat != state.seat and player.played:
        yield f"{path}.played", "played"


def morale(state: State, seat: Seat) -> int:
    """Sum of the morale of the cells that a seat holds (MA-57)."""
    land = state.box.land
    return sum(
        resource.morale for resource in land.resources if state.holder(resource.cell) == seat
    )


def _wrong_end(state: State) -> Iterator[Fault]:
    """Faults of the end: it is reached exactly when one player is left, who has won (MA-73)."""
    living = state.living()
    is_over = state.phase == "over"
    if is_over is not (len(living) == 1) or not living:
        yield "phase", "phase"
    elif state.winners != (tuple(living) if is_over else None):
        yield "winners", "winners"
    elif not is_over and state.players[state.seat].out:
        yield "seat", "seats"
    if set(state.fallen) - {seat for seat, player in enumerate(state.players) if player.out}:
        yield "fallen", "seats"
    if set(state.tied) - set(state.fallen[1:]):
        yield "tied", "seats"


def _wrong_combos(state: State) -> Iterator[Fault]:
    played_cards = state.players[state.seat].played
    if len(set(state.turn.combos)) < len(state.turn.combos):
        yield "turn.combos", "combos"
    for card in state.turn.combos:
        if card not in played_cards or state.box.card[card].combo is None:
            yield "turn.combos", "combos"


def _wrong_queue(state: State) -> Iterator[Fault]:
    """Faults of the queue: entries without a choice, or of another source (MA-39)."""
    land, opponents = state.box.land, state.opponents(state.seat)
    if state.phase == "over" and (state.turn.queue or state.turn.tile or state.turn.todo):
        yield "turn", "queue"
        return
    sources = {land.labels[cell] for cell in land.resource}
    thresholds = {f"morale{threshold.at}" for threshold in state.box.morale_thresholds}
    for place, head in enumerate(state.turn.queue):
        if isinstance(head, Blaze):
            is_known = head.cell in land.resource
            is_needless = not place and not holding.burnable(state, state.seat, head.cell)
        else:
            from_cell = head.source in sources
            is_known = from_cell or (isinstance(head, Strike) and head.source in thresholds)
            is_needless = not place and len(opponents) < 2
        if not is_known or is_needless:
            yield "turn.queue", "queue"
