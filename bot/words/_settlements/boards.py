"""The position in words: the standing, alt texts of pictures, the board as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bot.words import LONGEST_ALT, clip, row_of, with_number
from bot.words._settlements.terms import Terms, at
from rules._settlements.land import hex_names
from rules._settlements.links import NEAR, links
from rules._settlements.places import CITIES
from rules._settlements.reach import terrain
from rules._settlements.view import SeatView, Settlement, View
from rules.contract import Hex, Seat
from rules.hexgrid import neighbours
from rules.places import ScorePlace

# ---- the standing --------------------------------------------------------------------------------


def standing(words: Terms, view: View) -> str:
    """Standing: each player's buildings, and the progress."""
    seats = [
        with_number(words.seat(seat), len(player.built)) for seat, player in enumerate(view.players)
    ]
    total = words.rules.flags.buildings_to_win
    scores = words.phrase("standing", total=total, scores=row_of(seats))
    return f"{scores}\n-# {_progress(words, view)}"


def _progress(words: Terms, view: View) -> str:
    """Number of the turn, and the deck and regions left."""
    turn = words.phrase("turn", number=view.turn.number)
    deck = words.phrase("deck", n=view.deck)
    return f"{turn} · {deck} · {words.phrase('regions_left', n=view.region_stack)}"


def _near_links(words: Terms, view: View) -> Iterator[str]:
    """Players who need few more buildings to link two cities."""
    if view.result is not None:
        return
    for seat in range(view.seats):
        nearest = next(iter(links(view, seat)), None)
        if nearest is not None and nearest.needed <= NEAR:
            city, other_city = map(words.city, nearest.cities)
            yield words.phrase(
                "near_link", name=words.names[seat], n=nearest.needed, one=city, other=other_city
            )


# ---- the places behind a score -------------------------------------------------------------------


def amount(words: Terms, part: str, n: int) -> str:
    """Number of cities that are joined, or of buildings of a project."""
    if part != CITIES:
        return words.phrase("amount_buildings", n=n)
    return words.phrase("amount_cities", n=n, total=words.rules.flags.cities_to_win)


def place_name(words: Terms, place: ScorePlace) -> str:
    """Name of a city, or of a hex."""
    return words.city(place.name) if place.name in words.rules.cities else place.name


# ---- the description of a picture ----------------------------------------------------------------


def alt(words: Terms, picture: str, view: View, seat: Seat | None = None) -> str:
    """Description of the map, or of one player's board, in at most 1,024 characters."""
    return clip(" ".join(IN_SHORT[picture](words, view, seat or 0)), LONGEST_ALT)


def _map_in_short(words: Terms, view: View, _seat: Seat) -> Iterator[str]:
    cities = [words.city(city.id) for city in view.board.cities]
    yield words.phrase("alt_map", n=len(view.board.tiles), cities=cities)
    yield f"{_turn(words, view)}."
    yield from _newest(words, view)
    for seat, player in enumerate(view.players):
        yield _seat_in_short(words, player, words.names[seat])
    yield from (f"{line}." for line in _near_links(words, view))


def _newest(words: Terms, view: View) -> Iterator[str]:
    if view.board.buildings:
        built = view.board.buildings[-1]
        where = {"at": hex_names(view.board.tiles)[built.hex], "name": words.names[built.seat]}
        yield words.phrase("alt_newest", building=words.building(built.building), **where)


def _seat_in_short(words: Terms, player: SeatView, name: str) -> str:
    return words.phrase(
        "alt_seat",
        name=name,
        n=len(player.built),
        total=words.rules.flags.buildings_to_win,
        settlements=words.phrase("settlements", n=len(player.settlements)),
        cards=words.phrase("cards", n=player.cards),
        bonus=words.phrase("bonus", n=player.bonus),
    )


def _board_in_short(words: Terms, view: View, seat: Seat) -> Iterator[str]:
    player = view.players[seat]
    yield words.phrase("alt_board", name=words.names[seat])
    yield _seat_in_short(words, player, words.names[seat])
    yield from (f"{line}." for line in _board_of_player(words, player))


IN_SHORT: Mapping[str, Callable[[Terms, View, Seat], Iterator[str]]] = {
    "table": _map_in_short,
    "seat": _board_in_short,
}
"""Descriptions of the public pictures, by name."""


def _turn(words: Terms, view: View) -> str:
    """Player whose turn it is, or the winner."""
    if view.result is not None:
        return words.phrase("alt_won", name=words.names[view.result.winner])
    return words.phrase("alt_turn", name=words.names[view.turn.seat], number=view.turn.number)


# ---- the board as text ---------------------------------------------------------------------------


def board_text(words: Terms, view: View) -> str:
    """The whole position, hex by hex and player by player, for players who cannot see pictures."""
    cells = hex_names(view.board.tiles)
    parts = [
        f"{_turn(words, view)} · {_doing(words, view)}",
        _piles(words, view),
        *_near_links(words, view),
        *(_player(words, view, seat, cells) for seat in range(view.seats)),
        *_tiles(words, view, cells),
        _cities(words, view, cells),
        _kinds(words),
        words.phrase("text_directions"),
    ]
    return "\n\n".join(parts)


def _doing(words: Terms, view: View) -> str:
    """Actions and duties of the player to move, all public."""
    turn, rules = view.turn, words.rules.flags
    if view.result is not None:
        return words.phrase("text_over")
    if turn.drawn is not None:
        return words.phrase("text_drawn", building=words.building(turn.drawn.building))
    if turn.extension is not None:
        return words.phrase("text_extension", region=words.region(turn.extension))
    if turn.phase == "cards":
        return words.phrase("text_cards")
    if turn.mode is None:
        return words.phrase(
            "text_nothing_done", draws=rules.draw_actions, builds=rules.build_actions
        )
    return words.phrase(f"text_{turn.mode}", n=turn.left or 0)


def _piles(words: Terms, view: View) -> str:
    """Deck, discard, regions and supply."""
    parts = [
        words.phrase("deck", n=view.deck),
        words.phrase("discard", cards=words.cards(view.discard, ", ") or words.phrase("none")),
        words.phrase("regions_left", n=view.region_stack),
        words.phrase("supply", n=view.bonus_supply),
    ]
    return " · ".join(parts)


def _tiles(words: Terms, view: View, cells: dict[Hex, str]) -> Iterator[str]:
    """Every region with the contents of its hexes, and the hexes they touch beyond it."""
    land = terrain(words.rules, view.board)
    symbols = {cell: words.symbol(symbol) for cell, symbol in land.items()}
    for built in view.board.buildings:
        building, name = words.building(built.building), words.names[built.seat]
        symbols[built.hex] = words.phrase("text_built", building=building, name=name)
    yield words.phrase("text_map")
    for tile in view.board.tiles:
        hexes = [f"{cells[cell]} {symbols[cell]}" for cell in (tile.at, *neighbours(tile.at))]
        letter = cells[tile.at][0]
        label = words.phrase("text_tile", tile=letter, at=at(tile.at), hexes=" · ".join(hexes))
        beyond = ", ".join(_beyond(tile.at, cells))
        yield f"{label}\n{words.phrase('text_beside', pairs=beyond)}" if beyond else label


def _beyond(centre: Hex, cells: dict[Hex, str]) -> Iterator[str]:
    """The hexes of other regions that each outer hex touches: "B1–C4 C5"."""
    for cell in neighbours(centre):
        nearby = [cells[near] for near in neighbours(cell) if near in cells]
        touched = [cell_name for cell_name in nearby if cell_name[0] != cells[centre][0]]
        if touched:
            yield f"{cells[cell]}–{' '.join(touched)}"


def _cities(words: Terms, view: View, cells: dict[Hex, str]) -> str:
    """Every great city with the hexes around it."""
    lines = [words.phrase("text_cities")]
    for city in view.board.cities:
        touched = [cells[near] for near in neighbours(city.at) if near in cells]
        name = words.city(city.id)
        lines.append(words.phrase("text_city", name=name, at=at(city.at), hexes=", ".join(touched)))
    return "\n".join(lines)


def _counts(words: Terms, player: SeatView) -> str:
    """Numbers of buildings, cards and workers: "**14** of 30 buildings · 6 cards · 1 worker"."""
    total = words.rules.flags.buildings_to_win
    parts = [
        words.phrase("text_count", n=len(player.built), total=total),
        words.with_icon("cards", words.phrase("cards", n=player.cards)),
    ]
    if player.bonus:
        parts.append(words.bonus(player.bonus))
    return " · ".join(parts)


def _player(words: Terms, view: View, seat: Seat, cells: dict[Hex, str]) -> str:
    """One player: numbers, board, settlements."""
    player = view.players[seat]
    lines = [f"{words.names[seat]} · {_counts(words, player)}", *_board_of_player(words, player)]
    lines += (_settlement(words, settlement, cells) for settlement in player.settlements)
    return "\n".join(lines)


def _board_of_player(words: Terms, player: SeatView) -> Iterator[str]:
    """Player's board: built by project, in reserve, unseen, and the stacks."""
    projects = [
        f"{words.project(project.id)} {project.built}/{project.total}"
        for project in player.projects
    ]
    yield words.phrase("text_projects", projects=", ".join(projects))
    yield words.phrase("text_reserve", buildings=words.buildings(player.reserve))
    unseen = words.buildings(sorted((*player.unseen_base, *player.unseen_others)))
    yield words.phrase("text_unseen", buildings=unseen)
    sizes = [
        words.phrase("stack_size", stack=words.stack(index), n=size)
        for index, size in enumerate(player.stacks)
    ]
    yield words.phrase("text_stacks", stacks=", ".join(sizes))


def _settlement(words: Terms, settlement: Settlement, cells: dict[Hex, str]) -> str:
    """The hexes of a settlement and the cities it touches."""
    hexes = sorted(cells[cell] for cell in settlement.hexes)
    label = words.phrase("text_settlement", hexes=", ".join(hexes))
    cities = list(map(words.city, settlement.cities))
    return words.phrase("text_touching", settlement=label, cities=cities) if cities else label


def _kinds(words: Terms) -> str:
    """Every kind of building with its cost, and the buildings beside which it is free."""
    lines = [words.phrase("text_kinds")]
    for project in words.rules.projects.values():
        kinds = ", ".join(_kind(words, number) for number in project.kinds)
        name = words.project(project.id)
        lines.append(f"- {words.phrase('text_project', project=name, kinds=kinds)}")
    return "\n".join(lines)


def _kind(words: Terms, number: int) -> str:
    kind, cost = words.kind(number), words.cost(number)
    called = words.building(number) + (f" ×{kind.copies}" if kind.copies > 1 else "")
    if not kind.after:
        return words.phrase("text_kind", building=called, cost=cost)
    after = [str(before) for before in kind.after]
    return words.phrase("text_kind_after", building=called, cost=cost, after=after)
