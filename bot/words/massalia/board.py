"""The position in words: scores, the whole table as text, a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.i18n import text
from bot.words.massalia import cards
from rules.contract import Seat
from rules.massalia.pieces import BOX
from rules.massalia.view import Hand, PlayerView, QueueView, TileView, View

Names = Sequence[str]
NEAR = 3
"""Rounds before the siege fatigue from which on a post warns of it."""
WAITS = {"water": "massalia.waits_water", "fish": "massalia.waits_fish"}
"""Codes of the pending loss of a point, by gauge."""


def progress(view: View, language: str) -> str:
    """The round, and the first round of siege fatigue."""
    sentence = text("massalia.round", language, n=view.round)
    first = view.options.fatigue_round
    if not first:
        return sentence
    code = "massalia.fatigue_from" if view.round < first else "massalia.fatigue_now"
    return f"{sentence} · {text(code, language, n=first)}"


def progress_in_short(view: View, language: str) -> str:
    """The round; and the siege fatigue, where it is near or has begun."""
    first = view.options.fatigue_round
    if first and view.round >= first - NEAR:
        return progress(view, language)
    return text("massalia.round", language, n=view.round)


def turn_or_winner(view: View, names: Names, language: str) -> str:
    """Player whose turn it is, or the winner."""
    if view.winners is not None:
        winners = [names[seat] for seat in view.winners]
        return text("massalia.alt_won", language, names=winners)
    return text("massalia.alt_turn", language, name=names[view.seat])


def player(view: View, seat: Seat, names: Names, language: str) -> str:
    """Numbers of a player: life, gauges, cards."""
    seat_view = view.players[seat]
    if seat_view.out:
        return text("massalia.player_out", language, name=names[seat])
    return text(
        "massalia.player",
        language,
        name=names[seat],
        life=seat_view.life,
        most=seat_view.max_life,
        morale=seat_view.morale,
        water=seat_view.water,
        fish=seat_view.fish,
        hand=seat_view.hand_count,
        deck=seat_view.deck_count,
        bag=seat_view.bag_count,
        losses=seat_view.losses_count,
    )


def whole(view: View, names: Names, language: str) -> str:
    """The whole visible position, for players who cannot see pictures."""
    parts = [
        f"{progress(view, language)}. {turn_or_winner(view, names, language)}",
        "\n".join(_players(view, names, language)),
        "\n".join(_turn(view, language)),
        text("massalia.text_river", language, n=view.reinforcement_count),
        "\n".join(f"- {line}" for line in cards.row(view.river, language)),
        text("massalia.text_resources", language),
        "\n".join(f"- {line}" for line in _resources(view, names, language)),
        "\n".join(_tiles(view, names, language)),
        "\n".join(_ends(view, names, language)),
    ]
    return "\n\n".join(filter(None, parts))


def _players(view: View, names: Names, language: str) -> Iterator[str]:
    for player_view in view.players:
        yield f"- {player(view, player_view.seat, names, language)}"
        yield from (f"  - {line}" for line in _zones(player_view, language))


def _zones(own: PlayerView, language: str) -> Iterator[str]:
    """Scouts with their life, then the cards of each open zone, the thresholds of morale."""
    for scout in own.scouts:
        code = "massalia.text_scout_used" if scout.used else "massalia.text_scout"
        yield text(code, language, card=cards.name_with_code(scout.card, language), n=scout.life)
    zones = {
        "massalia.text_played": own.played,
        "massalia.text_reserve": own.reserve,
        "massalia.text_cemetery": own.cemetery,
        "massalia.text_purchases": own.purchases,
    }
    for code, names in zones.items():
        if names:
            yield text(code, language, cards=cards.names_with_counts(names, language))
    if struck := [place for place, hit in enumerate(own.morale_hit) if hit]:
        yield text("massalia.text_struck", language, n=len(struck))


def _turn(view: View, language: str) -> Iterator[str]:
    """The turn under way: purse, families, effects to carry out and pending choices."""
    turn = view.turn
    if turn.amber or turn.bought:
        code = "massalia.text_purse_bought" if turn.bought else "massalia.text_purse"
        yield text(code, language, n=turn.amber)
    if turn.families:
        families = [cards.family(family, language) for family in turn.families]
        yield text("massalia.text_families", language, families=families)
    for entry in turn.todo:
        where = text(f"massalia.where_{entry.terrain}", language) if entry.terrain else ""
        does = text(f"massalia.does_{entry.do}", language, n=entry.n, where=where)
        card = cards.name_with_code(entry.card, language)
        yield text("massalia.text_todo", language, id=entry.id, does=does, card=card)
    if turn.combos:
        combos = [cards.name_with_code(card, language) for card in turn.combos]
        yield text("massalia.text_combos", language, cards=combos)
    if turn.tile is not None:
        yield text("massalia.text_tile", language, tile=cards.tile(turn.tile.t, language))
    yield from (_pending(entry, language) for entry in turn.queue)


def _pending(one: QueueView, language: str) -> str:
    """Effect that waits for a choice."""
    source = cards.cell(one.at, language) if not one.at.startswith("morale") else one.at[6:]
    if one.kind == "attack":
        code = "massalia.waits_morale" if one.at.startswith("morale") else "massalia.waits_attack"
        return text(code, language, n=one.n, source=source)
    if one.kind == "fire":
        return text("massalia.waits_fire", language, source=source)
    return text(WAITS[one.gauge], language, source=source)


def _resources(view: View, names: Names, language: str) -> Iterator[str]:
    """Each resource cell: need, value, marked cells, holder, and marks of each player."""
    land = BOX.land
    for resource in view.resources:
        data = land.resource[land.index[resource.cell]]
        marks = [f"{names[seat]} {n}" for seat, n in enumerate(resource.marks) if n]
        yield text(
            "massalia.text_resource",
            language,
            cell=cards.cell(resource.cell, language),
            need=data.need,
            value=data.value,
            marked=", ".join(land.labels[near] for near in data.marked),
            holder=text("massalia.none", language)
            if resource.holder is None
            else names[resource.holder],
            marks=", ".join(marks) or text("massalia.none", language),
        )


def _tiles(view: View, names: Names, language: str) -> Iterator[str]:
    """The tiles of every cell, from bottom to top."""
    if view.board:
        yield text("massalia.text_tiles", language)
    for label, pile in view.board.items():
        lines = [_tile(tile, names, language) for tile in pile]
        yield f"- {cards.cell(label, language)}: {' < '.join(lines)}"


def _tile(tile: TileView, names: Names, language: str) -> str:
    kind = cards.tile(tile.t if tile.up else None, language)
    return f"{names[tile.o]} {kind}"


def _ends(view: View, names: Names, language: str) -> Iterator[str]:
    """Banished cards, and the eliminated players in order."""
    if view.pantheon:
        listed = cards.names_with_counts(view.pantheon, language)
        yield text("massalia.text_pantheon", language, cards=listed)
    if view.fallen:
        fallen = [names[seat] for seat in view.fallen]
        yield text("massalia.text_fallen", language, names=", ".join(fallen))


def hand(held: Hand, language: str) -> str:
    """The cards of a hand with all their words, and the rest of its deck and bag."""
    held_of = Counter(cards.name_with_code(card, language) for card in held.cards)
    first = {cards.name_with_code(card, language): card for card in held.cards}
    names = [f"{name} ×{n}" if n > 1 else name for name, n in held_of.items()]
    lines = [
        text("massalia.hand_card", language, card=name, says=cards.sentences(card, language))
        for name, card in zip(names, first.values(), strict=True)
    ]
    lines.append(
        text(
            "massalia.hand_stock",
            language,
            shield=held.shield,
            n=len(held.deck),
            cards=", ".join(cards.names_with_counts(held.deck, language)) or "–",
        )
    )
    lines.append(text("massalia.hand_bag", language, tiles=cards.tiles(held.bag, language)))
    if held.losses:
        lost = cards.tiles(held.losses, language)
        lines.append(text("massalia.hand_losses", language, tiles=lost))
    return "\n".join(lines)
