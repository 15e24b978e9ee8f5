"""The position in words: the standing, alt texts of pictures, the board as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.words import LONGEST_ALT, clip, keep_together, row_of
from bot.words._settlements.terms import Speaker, at
from rules._settlements.land import hex_names
from rules._settlements.links import links
from rules._settlements.reach import terrain
from rules._settlements.view import SeatView, Settlement, View
from rules.contract import Hex, Seat
from rules.hexgrid import neighbours

NEAR = 3
"""Most buildings still missing to a link that is told."""


# ---- the standing --------------------------------------------------------------------------------


def standing(speaker: Speaker, view: View, names: Sequence[str]) -> str:
    """Standing: each player's buildings, and the progress."""
    seats = [
        keep_together(speaker.seat(seat, name), f"**{len(view.players[seat].built)}**")
        for seat, name in enumerate(names[: view.seats])
    ]
    total = speaker.rules.flags.buildings_to_win
    scores = speaker.say("standing", total=total, scores=row_of(seats))
    return f"{scores}\n-# {_progress(speaker, view)}"


def _progress(speaker: Speaker, view: View) -> str:
    """Number of the turn, and the deck and regions left."""
    turn = speaker.say("turn", number=view.turn.number)
    deck = speaker.say("deck", n=view.deck)
    return f"{turn} · {deck} · {speaker.say('regions_left', n=view.region_stack)}"


def _near_links(speaker: Speaker, view: View, names: Sequence[str]) -> Iterator[str]:
    """Players who need few more buildings to link two cities."""
    if view.result is not None:
        return
    for seat in range(view.seats):
        nearest = next(iter(links(view, seat)), None)
        if nearest is not None and nearest.needed <= NEAR:
            city, other_city = map(speaker.city, nearest.cities)
            yield speaker.say(
                "near_link", name=names[seat], n=nearest.needed, one=city, other=other_city
            )


# ---- the description of a picture ----------------------------------------------------------------


def alt(speaker: Speaker, picture: str, view: View, names: Sequence[str], seat: Seat) -> str:
    """Description of the map, or of one player's board, in at most 1,024 characters."""
    return clip(" ".join(IN_SHORT[picture](speaker, view, names, seat)), LONGEST_ALT)


def _map_in_short(speaker: Speaker, view: View, names: Sequence[str], _seat: Seat) -> Iterator[str]:
    cities = [speaker.city(city.id) for city in view.board.cities]
    yield speaker.say("alt_map", n=len(view.board.tiles), cities=cities)
    yield f"{_turn(speaker, view, names)}."
    yield from _newest(speaker, view, names)
    for seat, player in enumerate(view.players):
        yield _seat_in_short(speaker, player, names[seat])
    yield from (f"{line}." for line in _near_links(speaker, view, names))


def _newest(speaker: Speaker, view: View, names: Sequence[str]) -> Iterator[str]:
    """Newest building, with place and builder."""
    if view.board.buildings:
        built = view.board.buildings[-1]
        where = {"at": hex_names(view.board.tiles)[built.hex], "name": names[built.seat]}
        yield speaker.say("alt_newest", building=speaker.building(built.building), **where)


def _seat_in_short(speaker: Speaker, player: SeatView, name: str) -> str:
    return speaker.say(
        "alt_seat",
        name=name,
        n=len(player.built),
        total=speaker.rules.flags.buildings_to_win,
        settlements=speaker.say("settlements", n=len(player.settlements)),
        cards=speaker.say("cards", n=player.cards),
        bonus=speaker.say("bonus", n=player.bonus),
    )


def _board_in_short(
    speaker: Speaker, view: View, names: Sequence[str], seat: Seat
) -> Iterator[str]:
    player = view.players[seat]
    yield speaker.say("alt_board", name=names[seat])
    yield _seat_in_short(speaker, player, names[seat])
    yield from (f"{line}." for line in _board_of_player(speaker, player))


IN_SHORT: Mapping[str, Callable[[Speaker, View, Sequence[str], Seat], Iterator[str]]] = {
    "table": _map_in_short,
    "seat": _board_in_short,
}
"""Descriptions of the public pictures, by name."""


def _turn(speaker: Speaker, view: View, names: Sequence[str]) -> str:
    """Player whose turn it is, or the winner."""
    if view.result is not None:
        return speaker.say("alt_won", name=names[view.result.winner])
    return speaker.say("alt_turn", name=names[view.turn.seat], number=view.turn.number)


# ---- the board as text ---------------------------------------------------------------------------


def board_text(speaker: Speaker, view: View, names: Sequence[str]) -> str:
    """The whole position, hex by hex and player by player, for players who cannot see pictures."""
    cells = hex_names(view.board.tiles)
    parts = [
        f"{_turn(speaker, view, names)} · {_doing(speaker, view)}",
        _piles(speaker, view),
        *_near_links(speaker, view, names),
        *(_player(speaker, view, seat, names[seat], cells) for seat in range(view.seats)),
        *_tiles(speaker, view, names, cells),
        _cities(speaker, view, cells),
        _kinds(speaker),
        speaker.say("text_directions"),
    ]
    return "\n\n".join(parts)


def _doing(speaker: Speaker, view: View) -> str:
    """Actions and duties of the player to move, all public."""
    turn, rules = view.turn, speaker.rules.flags
    if view.result is not None:
        return speaker.say("text_over")
    if turn.drawn is not None:
        return speaker.say("text_drawn", building=speaker.building(turn.drawn.building))
    if turn.extension is not None:
        return speaker.say("text_extension", region=speaker.region(turn.extension))
    if turn.phase == "cards":
        return speaker.say("text_cards")
    if turn.mode is None:
        return speaker.say(
            "text_nothing_done", draws=rules.draw_actions, builds=rules.build_actions
        )
    return speaker.say(f"text_{turn.mode}", n=turn.left or 0)


def _piles(speaker: Speaker, view: View) -> str:
    """Deck, discard, regions and supply."""
    parts = [
        speaker.say("deck", n=view.deck),
        speaker.say("discard", cards=speaker.cards(view.discard, ", ") or speaker.say("none")),
        speaker.say("regions_left", n=view.region_stack),
        speaker.say("supply", n=view.bonus_supply),
    ]
    return " · ".join(parts)


def _tiles(
    speaker: Speaker, view: View, names: Sequence[str], cells: dict[Hex, str]
) -> Iterator[str]:
    """Every region with the contents of its hexes, and the hexes they touch beyond it."""
    land = terrain(speaker.rules, view.board)
    symbols = {cell: speaker.symbol(symbol) for cell, symbol in land.items()}
    for built in view.board.buildings:
        building, name = speaker.building(built.building), names[built.seat]
        symbols[built.hex] = speaker.say("text_built", building=building, name=name)
    yield speaker.say("text_map")
    for tile in view.board.tiles:
        hexes = [f"{cells[cell]} {symbols[cell]}" for cell in (tile.at, *neighbours(tile.at))]
        letter = cells[tile.at][0]
        label = speaker.say("text_tile", tile=letter, at=at(tile.at), hexes=" · ".join(hexes))
        beyond = ", ".join(_beyond(tile.at, cells))
        yield f"{label}\n{speaker.say('text_beside', pairs=beyond)}" if beyond else label


def _beyond(centre: Hex, cells: dict[Hex, str]) -> Iterator[str]:
    """The hexes of other regions that each outer hex touches: "B1–C4 C5"."""
    for cell in neighbours(centre):
        nearby = [cells[near] for near in neighbours(cell) if near in cells]
        touched = [cell_name for cell_name in nearby if cell_name[0] != cells[centre][0]]
        if touched:
            yield f"{cells[cell]}–{' '.join(touched)}"


def _cities(speaker: Speaker, view: View, cells: dict[Hex, str]) -> str:
    """Every great city with the hexes around it."""
    lines = [speaker.say("text_cities")]
    for city in view.board.cities:
        touched = [cells[near] for near in neighbours(city.at) if near in cells]
        name = speaker.city(city.id)
        lines.append(speaker.say("text_city", name=name, at=at(city.at), hexes=", ".join(touched)))
    return "\n".join(lines)


def _counts(speaker: Speaker, player: SeatView) -> str:
    """Numbers of buildings, cards and workers: "**14**/30 · 6 cards · 1 worker"."""
    parts = [
        f"**{len(player.built)}**/{speaker.rules.flags.buildings_to_win}",
        speaker.with_icon("cards", speaker.say("cards", n=player.cards)),
    ]
    if player.bonus:
        parts.append(speaker.bonus(player.bonus))
    return " · ".join(parts)


def _player(speaker: Speaker, view: View, seat: Seat, name: str, cells: dict[Hex, str]) -> str:
    """One player: numbers, board, settlements."""
    player = view.players[seat]
    lines = [f"{name} · {_counts(speaker, player)}", *_board_of_player(speaker, player)]
    lines += (_settlement(speaker, settlement, cells) for settlement in player.settlements)
    return "\n".join(lines)


def _board_of_player(speaker: Speaker, player: SeatView) -> Iterator[str]:
    """Player's board: built by project, in reserve, unseen, and the stacks."""
    projects = [
        f"{speaker.project(project.id)} {project.built}/{project.total}"
        for project in player.projects
    ]
    yield speaker.say("text_projects", projects=", ".join(projects))
    yield speaker.say("text_reserve", buildings=speaker.buildings(player.reserve))
    unseen = speaker.buildings(sorted((*player.unseen_base, *player.unseen_others)))
    yield speaker.say("text_unseen", buildings=unseen)
    sizes = [
        speaker.say("stack_size", stack=speaker.stack(index), n=size)
        for index, size in enumerate(player.stacks)
    ]
    yield speaker.say("text_stacks", stacks=", ".join(sizes))


def _settlement(speaker: Speaker, settlement: Settlement, cells: dict[Hex, str]) -> str:
    """The hexes of a settlement and the cities it touches."""
    hexes = sorted(cells[cell] for cell in settlement.hexes)
    label = speaker.say("text_settlement", hexes=", ".join(hexes))
    cities = list(map(speaker.city, settlement.cities))
    return speaker.say("text_touching", settlement=label, cities=cities) if cities else label


def _kinds(speaker: Speaker) -> str:
    """Every kind of building with its cost, and the buildings beside which it is free."""
    lines = [speaker.say("text_kinds")]
    for project in speaker.rules.projects.values():
        kinds = ", ".join(_kind(speaker, number) for number in project.kinds)
        name = speaker.project(project.id)
        lines.append(f"- {speaker.say('text_project', project=name, kinds=kinds)}")
    return "\n".join(lines)


def _kind(speaker: Speaker, number: int) -> str:
    kind, cost = speaker.kind(number), speaker.cost(number)
    called = speaker.building(number) + (f" ×{kind.copies}" if kind.copies > 1 else "")
    if not kind.after:
        return speaker.say("text_kind", building=called, cost=cost)
    after = [str(before) for before in kind.after]
    return speaker.say("text_kind_after", building=called, cost=cost, after=after)
