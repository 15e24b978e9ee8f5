"""The position in words: scores, the whole table as text, a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.words import LONGEST_ALT, Words, clip, row_of, with_number
from bot.words.massalia import cards
from rules.contract import Seat
from rules.massalia.pieces import BOX
from rules.massalia.view import Hand, PlayerView, QueueView, TileView, View

NEAR = 3
"""Rounds before the siege fatigue from which on a post warns of it."""


def progress(words: Words, view: View) -> str:
    """The round, and the first round of siege fatigue."""
    sentence = words.say("massalia.round", n=view.round)
    first = view.options.fatigue_round
    if not first:
        return sentence
    code = "massalia.fatigue_from" if view.round < first else "massalia.fatigue_now"
    return f"{sentence} · {words.say(code, n=first)}"


def progress_in_short(words: Words, view: View) -> str:
    """The round; and the siege fatigue, where it is near or has begun."""
    first = view.options.fatigue_round
    if first and view.round >= first - NEAR:
        return progress(words, view)
    return words.say("massalia.round", n=view.round)


def standing(words: Words, view: View) -> str:
    """The life of each player and the progress of the game, in two lines."""
    lives = [with_number(words.names[player.seat], player.life) for player in view.players]
    scores = words.say("massalia.standing", scores=row_of(lives))
    return f"{scores}\n-# {progress_in_short(words, view)}"


def alt(words: Words, picture: str, view: View, seat: Seat | None = None) -> str:
    """Turn, then the facts about each player, in at most 1,024 characters."""
    lines = (
        f"Massalia. {progress(words, view)}.",
        turn_or_winner(words, view),
        *(player(words, view, who) for who in range(len(view.players))),
    )
    return clip(" ".join(lines), LONGEST_ALT)


def turn_or_winner(words: Words, view: View) -> str:
    """Player whose turn it is, or the winner."""
    if view.winners is not None:
        winners = [words.names[seat] for seat in view.winners]
        return words.say("massalia.alt_won", names=winners)
    return words.say("massalia.alt_turn", name=words.names[view.seat])


def player(words: Words, view: View, seat: Seat) -> str:
    """Numbers of a player: life, gauges, cards."""
    seat_view = view.players[seat]
    if seat_view.out:
        return words.say("massalia.player_out", name=words.names[seat])
    return words.say(
        "massalia.player",
        name=words.names[seat],
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


def board_text(words: Words, view: View) -> str:
    """The whole visible position, for players who cannot see pictures."""
    parts = [
        f"{progress(words, view)}. {turn_or_winner(words, view)}",
        "\n".join(_players(words, view)),
        "\n".join(_turn(words, view)),
        words.say("massalia.text_river", n=view.reinforcement_count),
        "\n".join(f"- {line}" for line in cards.row(words, view.river)),
        words.say("massalia.text_resources"),
        "\n".join(f"- {line}" for line in _resources(words, view)),
        "\n".join(_tiles(words, view)),
        "\n".join(_ends(words, view)),
    ]
    return "\n\n".join(filter(None, parts))


def _players(words: Words, view: View) -> Iterator[str]:
    for player_view in view.players:
        yield f"- {player(words, view, player_view.seat)}"
        yield from (f"  - {line}" for line in _zones(words, player_view))


def _zones(words: Words, own: PlayerView) -> Iterator[str]:
    """Scouts with their life, then the cards of each open zone, the thresholds of morale."""
    for scout in own.scouts:
        code = "massalia.text_scout_used" if scout.used else "massalia.text_scout"
        yield words.say(code, card=cards.name_with_code(words, scout.card), n=scout.life)
    zones = {
        "massalia.text_played": own.played,
        "massalia.text_reserve": own.reserve,
        "massalia.text_cemetery": own.cemetery,
        "massalia.text_purchases": own.purchases,
    }
    for code, names in zones.items():
        if names:
            yield words.say(code, cards=cards.names_with_counts(words, names))
    if struck := [place for place, hit in enumerate(own.morale_hit) if hit]:
        yield words.say("massalia.text_struck", n=len(struck))


def _turn(words: Words, view: View) -> Iterator[str]:
    """The turn under way: purse, families, effects to carry out and pending choices."""
    turn = view.turn
    if turn.amber or turn.bought:
        code = "massalia.text_purse_bought" if turn.bought else "massalia.text_purse"
        yield words.say(code, n=turn.amber)
    if turn.families:
        families = [cards.family(words, family) for family in turn.families]
        yield words.say("massalia.text_families", families=families)
    for entry in turn.todo:
        where = words.say(f"massalia.where_{entry.terrain}") if entry.terrain else ""
        does = words.say(f"massalia.does_{entry.do}", n=entry.n, where=where)
        card = cards.name_with_code(words, entry.card)
        yield words.say("massalia.text_todo", id=entry.id, does=does, card=card)
    if turn.combos:
        combos = [cards.name_with_code(words, card) for card in turn.combos]
        yield words.say("massalia.text_combos", cards=combos)
    if turn.tile is not None:
        yield words.say("massalia.text_tile", tile=cards.tile(words, turn.tile.t))
    yield from (pending(words, entry) for entry in turn.queue)


def pending(words: Words, one: QueueView) -> str:
    """Effect that waits for a choice."""
    source = cards.cell(words, one.at) if not one.at.startswith("morale") else one.at[6:]
    if one.kind == "attack":
        code = "massalia.waits_morale" if one.at.startswith("morale") else "massalia.waits_attack"
        return words.say(code, n=one.n, source=source)
    if one.kind == "fire":
        return words.say("massalia.waits_fire", source=source)
    return words.say(f"massalia.waits_{one.gauge}", source=source)


def _resources(words: Words, view: View) -> Iterator[str]:
    """Each resource cell: need, value, marked cells, holder, and marks of each player."""
    land = BOX.land
    for resource in view.resources:
        data = land.resource[land.index[resource.cell]]
        marks = [f"{words.names[seat]} {n}" for seat, n in enumerate(resource.marks) if n]
        yield words.say(
            "massalia.text_resource",
            cell=cards.cell(words, resource.cell),
            need=data.need,
            value=data.value,
            marked=", ".join(land.labels[near] for near in data.marked),
            holder=words.say("massalia.none")
            if resource.holder is None
            else words.names[resource.holder],
            marks=", ".join(marks) or words.say("massalia.none"),
        )


def _tiles(words: Words, view: View) -> Iterator[str]:
    """The tiles of every cell, from bottom to top."""
    if view.board:
        yield words.say("massalia.text_tiles")
    for label, pile in view.board.items():
        lines = [_tile(words, tile) for tile in pile]
        yield f"- {cards.cell(words, label)}: {' < '.join(lines)}"


def _tile(words: Words, tile: TileView) -> str:
    kind = cards.tile(words, tile.t if tile.up else None)
    return f"{words.names[tile.o]} {kind}"


def _ends(words: Words, view: View) -> Iterator[str]:
    """Banished cards, and the eliminated players in order."""
    if view.pantheon:
        listed = cards.names_with_counts(words, view.pantheon)
        yield words.say("massalia.text_pantheon", cards=listed)
    if view.fallen:
        fallen = [words.names[seat] for seat in view.fallen]
        yield words.say("massalia.text_fallen", names=", ".join(fallen))


def hand(words: Words, view: View, held: Hand) -> str:
    """The cards of a hand with all their words, and the rest of its deck and bag."""
    held_of = Counter(cards.name_with_code(words, card) for card in held.cards)
    first = {cards.name_with_code(words, card): card for card in held.cards}
    names = [f"{name} ×{n}" if n > 1 else name for name, n in held_of.items()]
    lines = [
        words.say("massalia.hand_card", card=name, says=cards.sentences(words, card))
        for name, card in zip(names, first.values(), strict=True)
    ]
    lines.append(
        words.say(
            "massalia.hand_stock",
            shield=held.shield,
            n=len(held.deck),
            cards=", ".join(cards.names_with_counts(words, held.deck)) or "–",
        )
    )
    lines.append(words.say("massalia.hand_bag", tiles=cards.tiles(words, held.bag)))
    if held.losses:
        lost = cards.tiles(words, held.losses)
        lines.append(words.say("massalia.hand_losses", tiles=lost))
    return "\n".join(lines)
