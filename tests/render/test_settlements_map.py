"""The maps of Telegraph and Attika: what is read on them, what is lit, what a candidate shows."""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from itertools import combinations, pairwise
from math import cos, pi, sin
from statistics import mean
from unittest import mock

import msgspec
import pytest
from PIL import Image, ImageChops, ImageDraw

from bench.measured import LATE, easy_game, game_bench
from render import registry, text
from render._settlements import samples
from render._settlements.land import ground, sea
from render._settlements.land.frame import (
    WIDTHS,
    Frame,
    flower,
    layout,
    row_of,
)
from render._settlements.land.ornaments import lay_ornaments
from render._settlements.map import cartouche, cities, deeds, panels, scene, table, ways
from render._settlements.map.arrangement import arranged
from render._settlements.map.buildings import NUMBERED_FROM
from render._settlements.map.deeds import Deeds
from render._settlements.map.standings import panels_of as standings_of
from render._settlements.poster import works
from render.canvas import MAX_BYTES, Canvas
from render.contract import About
from render.kept import SHELF
from render.light import HOURS
from render.text import MIN_SIZE, Label, label
from render.theme import THEME, palette
from rules._settlements.actions import Build
from rules._settlements.land import hex_names
from rules._settlements.links import Link, links
from rules._settlements.pieces import ruleset
from rules._settlements.state import Built
from rules.contract import Event
from rules.hexgrid import neighbour
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case
from tests.render import maps
from tests.render.maps import MOMENTS, NAMES, view
from tests.render.pictures import golden_difference, read
from tests.render.sisters import LOOKS
from tests.render.test_theme import contrast
from tests.render.vision import VISIONS, delta_e, seen_by

every_look = each_case("look", LOOKS, ids=lambda look: look.key)
every_moment = each_case("moment", MOMENTS)


def stamps_of(look, seen, news=()):
    """The stamps of a map by layer."""
    frame = maps.frame_of(look, seen)
    land = scene.land_of(seen, frame)
    found = [*scene.base(seen, land, look, THEME), *scene.lit(seen, news, frame, THEME)]
    return {
        layer: [each for each in found if each.layer == layer] for layer in range(scene.SIGN + 1)
    }


@contextmanager
def sizes_set():
    """The sizes of all texts that are set inside the block, whatever was set before."""
    SHELF.begin()
    with mock.patch.object(text, "font_of", wraps=text.font_of) as font:
        sizes = set()
        yield sizes
    sizes.update(call.args[1] for call in font.call_args_list)


# ---- where the map lies ---------------------------------------------------------------------


@every_look
@each_case("wide", [wide for wide in WIDTHS if 20 <= wide < NUMBERED_FROM])
def test_where_a_number_finds_no_room_a_building_is_the_mark_in_its_hex(look, wide):
    """Marks and numbers of neighbours would cover each other."""
    frame, style = Frame((400, 300), wide, (200, 150)), THEME.seats[1]
    mark = scene.upright((0, 0), frame, look, style)
    assert abs(mark.x + mark.sprite.width / 2 - 200) <= 1
    assert abs(mark.y + mark.sprite.height / 2 - 150) <= 1
    assert max(mark.sprite.size) <= wide + 4
    some, other = (scene.piece(look.key, Built((0, 0), 1, n), frame, look, style) for n in (10, 70))
    assert some.sprite.tobytes() == other.sprite.tobytes()


@every_look
@every_moment
def test_the_map_lies_whole_inside_its_panel(look, moment):
    seen = view(look, moment)
    frame = maps.frame_of(look, seen)
    left, top, right, bottom = layout(frame.wide, frame.origin).bounds(scene.cells_of(seen.board))
    assert min(left, top) >= 20
    assert right <= frame.size[0] - 20
    assert bottom <= frame.size[1] - 20


@every_look
@every_moment
def test_the_sheet_hugs_the_map_and_is_not_too_tall(look, moment):
    seen = view(look, moment)
    data = maps.draw(look, seen, names=NAMES)
    picture, frame = read(data), maps.frame_of(look, seen)
    left, _, right, _ = layout(frame.wide).bounds(scene.cells_of(seen.board))
    assert 1200 <= picture.width <= max(1200, right - left + 200)
    assert picture.width <= 1600
    assert picture.height <= 1500
    assert len(data) <= MAX_BYTES


@every_look
@each_case("seats", [2, 3, 4])
def test_hexes_of_a_late_table_are_a_fifth_larger_than_on_a_sheet_of_1600(look, seats):
    """`python -m bench.sizes` prints what all seven seeds give."""
    game, shares = game_bench(look.key), []
    for seed in (1, 4, 7):
        positions = list(easy_game(look.key, seats, seed))
        state, _ = positions[round(LATE * (len(positions) - 1))]
        seen = game.game.view(state, None)
        shares.append(game.hex_share(seen) / on_a_sheet_of_1600(seen))
    assert mean(shares) >= 1.2


def on_a_sheet_of_1600(seen):
    """What a hex was on a sheet that was always as wide, with panels of 200 above the map."""
    widths = (132, 120, 110, 100, 92, 84, 76, 68, 60, 54, 48)
    places = [(2 * q + r, r) for q, r in scene.cells_of(seen.board)]
    columns, rows = zip(*places, strict=True)
    across, down = (max(columns) - min(columns)) / 2 + 1, max(rows) - min(rows) + 4 / 3
    fits = (wide for wide in widths if across * wide <= 1448 and down * row_of(wide) <= 1120)
    return next(fits) / 1600


def test_a_map_that_grows_keeps_to_few_sizes():
    cells, seen = [*flower((0, 0))], set()
    for step in range(1, 16):
        cells += [*flower((3 * step, 0)), *flower((-step, 3 * step))]
        seen.add(arranged(tuple(cells), 3).frame.wide)
    assert seen <= set(WIDTHS)
    assert len(seen) > 5


@each_case("wide", WIDTHS)
def test_middles_are_whole_pixels_and_hexes_touch(wide):
    grid = layout(wide)
    for at in flower((0, 0)):
        assert all(abs(part - round(part)) < 1e-6 for part in grid.centre(at))
    assert grid.corners((0, 0))[0] == pytest.approx(grid.corners((1, 0))[4])


@each_case("seats", [2, 3, 4])
@each_case("step", [(3, 0), (0, 3), (-2, 3), (1, 1)])
def test_a_chain_of_regions_as_long_as_can_be_still_fits(step, seats):
    cells = [at for n in range(22) for at in flower((step[0] * n, step[1] * n))]
    plan = arranged(tuple(cells), seats)
    assert plan.size[0] <= 1600
    assert plan.size[1] <= 1500
    left, top, right, bottom = layout(plan.frame.wide, plan.frame.origin).bounds(cells)
    assert min(left, top) >= 0
    assert right <= plan.frame.size[0]
    assert bottom <= plan.frame.size[1]


@every_look
@every_moment
def test_the_cartouche_covers_no_hex(look, moment):
    seen = view(look, moment)
    plan = table.arrangement_of(seen)
    left, top = plan.card
    right, low = left + cartouche.WIDE, top + cartouche.TALL
    grid = layout(plan.frame.wide, plan.frame.origin)
    for at in scene.cells_of(seen.board):
        assert not any(left < x < right and top < y < low for x, y in grid.corners(at))
        x, y = plan.frame.centre(at)
        assert not (left < x < right and top < y < low)


@every_look
@every_moment
def test_the_cartouche_lies_nowhere_near_the_lower_left_corner(look, moment):
    """Discord lays its badge there."""
    plan = table.arrangement_of(view(look, moment))
    left, low = plan.card[0], plan.card[1] + cartouche.TALL
    assert left >= 150 or low <= plan.frame.size[1] - 110


@every_look
@every_moment
def test_ornaments_lie_on_free_ground_and_follow_the_seal(look, moment):
    seen = view(look, moment)
    frame = maps.frame_of(look, seen)
    cells = scene.cells_of(seen.board)
    bare, *drawn = (ornamented(frame, cells, look, seal) for seal in (None, "", "1f", "2e", "1f"))
    assert drawn[1] == drawn[3]
    land = Image.new("L", frame.size)
    pen = ImageDraw.Draw(land)
    for at in cells:
        pen.polygon(layout(frame.wide, frame.origin).corners(at), fill=255)
    for one in drawn:
        changed = ImageChops.difference(bare, one).convert("L").point(lambda v: 255 * (v > 0))
        assert ImageChops.multiply(changed, land).getbbox() is None


def ornamented(frame, cells, look, seal):
    canvas = Canvas.over(Image.new("RGB", frame.size, look.ground))
    if seal is not None:
        lay_ornaments(canvas, frame, cells, (), look, seal)
    return canvas.image


@every_look
def test_the_sea_and_the_land_differ_from_table_to_table(look):
    seen = view(look, "3_middle")
    frame = maps.frame_of(look, seen)
    grounds = {
        ground.drawn(scene.land_of(seen, frame, f"{digits:x}"), look).tobytes()
        for digits in range(8)
    }
    assert len(grounds) > 1


def test_the_steps_of_the_sea_are_smooth():
    """From one depth to the next in several shades, so that no contour has teeth."""
    [look] = [look for look in LOOKS if look.table == "sea"]
    tones = [sea.depth(look, near) for near in range(256)]
    assert max(abs(a[0] - b[0]) for a, b in pairwise(tones[:126])) <= 8


# ---- what stands on it ----------------------------------------------------------------------


@every_look
@every_moment
def test_every_free_hex_bears_the_name_that_is_typed(look, moment):
    seen = view(look, moment)
    frame = maps.frame_of(look, seen)
    style = Label(max(MIN_SIZE, round(17 * frame.unit)), look.ink)
    built = {each.hex for each in seen.board.buildings}
    free = [name for at, name in hex_names(seen.board.tiles).items() if at not in built]
    drawn = [id(stamp.sprite) for stamp in stamps_of(look, seen)[scene.NAME]]
    assert sorted(drawn) == sorted(id(label(name, style).sprite) for name in free)


@every_look
def test_symbols_are_drawn_on_uncovered_hexes_only(look):
    seen = view(look, "4_late")
    frame = maps.frame_of(look, seen)
    built = {each.hex for each in seen.board.buildings}
    free = {
        at
        for one in scene.regions_of(look.key, seen.board.tiles)
        for at, symbol in one.hexes()
        if symbol and at not in built
    }
    assert len(stamps_of(look, seen)[scene.MEDAL]) == len(free)
    assert frame.wide >= 60


@every_look
def test_regions_lie_as_they_are_turned(look):
    for tile in view(look, "4_late").board.tiles:
        names = hex_names([tile])
        drawn = {names[at]: symbol for at, symbol in scene.region_of(look.key, tile).hexes()}
        game, at = get(look.key), maps.state(look.key, "4_late")
        for name, symbol in drawn.items():
            cell = next(hex for hex, other in names.items() if other == name)
            if cell not in {each.hex for each in at_buildings(look)} and symbol:
                assert symbol in price_symbols(game, at, cell)


def at_buildings(look):
    return view(look, "4_late").board.buildings


def price_symbols(game, at, cell):
    """The symbols that count for a building that takes any, on a free hex (TG-53)."""
    return game.price(at, at.turn.seat, 70, cell)["board"]


@every_look
def test_each_building_stands_under_the_mark_of_its_owner(look):
    seen = view(look, "4_late")
    drawn = stamps_of(look, seen)
    count = len(seen.board.buildings)
    assert len(drawn[scene.MARK]) == count
    assert len(drawn[scene.PIECE]) == count + len(seen.board.cities)


@every_look
def test_neighbours_of_one_owner_are_joined(look):
    seen = view(look, "4_late")
    owners = {each.hex: each.seat for each in seen.board.buildings}
    pairs = [
        (at, side)
        for at, seat in owners.items()
        for side in range(3)
        if owners.get(neighbour(at, side)) == seat
    ]
    assert len(stamps_of(look, seen)[scene.STRIP]) == len(pairs)


def test_wires_hold_a_settlement_together():
    [look] = [look for look in LOOKS if look.link == "wire"]
    seen = view(look, "4_late")
    for player in seen.players:
        for settlement in player.settlements:
            assert wired(settlement.hexes) == set(settlement.hexes)


def wired(hexes):
    """What hangs together by wires alone."""
    near = {at: set() for at in hexes}
    for at in hexes:
        there = [neighbour(at, side) in near for side in range(3)]
        for side in scene._strung(there):
            near[at].add(neighbour(at, side))
            near[neighbour(at, side)].add(at)
    found, todo = set(), [hexes[0]]
    while todo:
        at = todo.pop()
        if at not in found:
            found.add(at)
            todo += near[at]
    return found


@every_look
@each_case("moment", ["2_start", "4_late", "4_wide"])
def test_no_text_is_smaller_than_14(look, moment):
    seen = view(look, moment)
    news = maps.built(seen, *range(len(seen.board.buildings)))
    with sizes_set() as sizes:
        maps.draw(look, seen, names=NAMES, news=news)
    assert min(sizes) >= MIN_SIZE
    maps.forget(look)


@every_look
def test_private_pictures_have_no_small_text_either(look):
    with sizes_set() as sizes:
        for picture, (seen, shown) in (
            ("candidate", maps.building(look, free=False)),
            ("prices", maps.prices(look)),
            ("candidate", maps.region(look)),
        ):
            maps.draw(look, seen, picture, names=NAMES, shown=shown)
    assert min(sizes) >= MIN_SIZE


@every_look
def test_names_of_hexes_can_be_read(look):
    for each in (look.blank, *look.terrains.values()):
        assert contrast(look.ink, each.field) >= 3
        assert contrast(look.ink, each.second) >= 3


@every_look
@each_case("vision", VISIONS)
def test_landscapes_stay_apart(look, vision):
    """By colour alone, although each has its own symbol too; in grey the symbol must do."""
    fields = [seen_by(each.field, vision) for each in (look.blank, *look.terrains.values())]
    least = 0.5 if vision == "grey" else 8
    assert min(delta_e(one, other) for one, other in combinations(fields, 2)) >= least


@every_look
def test_the_palette_holds_every_token(look):
    colours = palette(look.theme().palette)
    assert len(colours) == 256
    assert set(THEME.tokens()) <= set(colours)
    assert set(registry.samples(look.key).tokens()) <= set(colours)


@every_look
def test_a_strange_name_is_cut_to_fit(look):
    seen = view(look, "4_late")
    names = ["W" * 200, "\u202egnol", "👑" * 40, ""]
    assert maps.draw(look, seen, names=names) != maps.draw(look, seen, names=NAMES)


# ---- panels ---------------------------------------------------------------------------------


def panels_of(seen, nearest=None):
    return standings_of(seen, NAMES, nearest or [None] * seen.seats, 375)


@every_look
def test_panels_tell_what_everybody_may_know(look):
    seen = view(look, "4_late")
    for panel, player in zip(panels_of(seen), seen.players, strict=True):
        assert panel.built == len(player.built)
        assert panel.cards == player.cards
        assert panel.stacks == player.stacks
        assert sum(panel.reserve.values()) == len(player.reserve)
        assert panel.to_move == (panel.seat == seen.turn.seat)


@every_look
def test_a_panel_names_the_nearest_link(look):
    seen = view(look, "2_start")
    nearest = links(seen, 0)[0]
    told = panels_of(seen, [nearest, None])
    assert (told[0].link.cities, told[0].link.missing) == (nearest.cities, nearest.needed)
    assert told[1].link is None


@every_look
@each_case("needed", [0, 1, 12])
def test_a_link_is_drawn_in_every_panel_width(look, needed):
    seen = view(look, "4_late")
    one, other = [city.id for city in seen.board.cities][:2]
    for width in (275, 375, 504, 762):
        link = Link((one, other), needed, ())
        [panel, *_] = standings_of(seen, NAMES, [link] * 4, width)
        assert panels.drawn(msgspec.json.encode(panel), look, look.theme()).width == width


@every_look
def test_the_winner_is_crowned_and_nobody_is_to_move(look):
    seen = view(look, "3_over")
    told = panels_of(seen)
    assert [panel.leads for panel in told] == [seat == seen.result.winner for seat in range(3)]
    assert not any(panel.to_move for panel in told)


def drawn_and_parked(look):
    """The table after a turn in which buildings were drawn and parked, with the news of it."""
    game, state = get(look.key), samples.position(look.key, 3, 5, 6)
    seat, news = state.turn.seat, []
    for move in ("D1", "P", "D2", "P"):
        news += game.apply(state, seat, game.parse(state, seat, move))
    return seat, game.view(state, None), news


@every_look
def test_a_panel_lights_the_stacks_drawn_from_and_what_was_parked(look):
    seat, seen, news = drawn_and_parked(look)
    told = standings_of(seen, NAMES, [None] * 3, 375, news)
    assert told[seat].done.stacks == (0, 1)
    assert len(told[seat].done.parked) == 2
    assert all(panel.done == Deeds() for panel in told if panel.seat != seat)


@every_look
def test_such_a_light_changes_one_panel_only(look):
    seat, seen, news = drawn_and_parked(look)
    plain, lit = read(maps.draw(look, seen)), read(maps.draw(look, seen, news=news))
    left, top, right, bottom = ImageChops.difference(plain, lit).getbbox()
    panel = table.arrangement_of(seen).panels[seat]
    assert panel[0] <= left < right <= panel[2]
    assert panel[1] <= top < bottom <= panel[3]


@every_look
def test_a_parked_building_that_is_built_is_lit_on_the_map_alone(look):
    seat, seen, news = drawn_and_parked(look)
    parked = [event.args["building"] for event in news if event.name == "building_parked"]
    player = seen.players[seat]
    left = tuple(number for number in player.reserve if number not in parked)
    players = list(seen.players)
    players[seat] = msgspec.structs.replace(player, reserve=left)
    later = msgspec.structs.replace(seen, players=tuple(players))
    assert standings_of(later, NAMES, [None] * 3, 375, news)[seat].done.parked == ()


@every_look
def test_a_stack_from_which_nothing_has_been_drawn_yet_is_not_lit(look):
    _, _, news = drawn_and_parked(look)
    before = get(look.key).view(samples.position(look.key, 3, 5, 6), None)
    assert maps.draw(look, before, news=news) == maps.draw(look, before)


@every_look
@each_case("seats", [2, 4])
def test_every_turn_lights_something(look, seats):
    """The chip of whoever has moved, the map, or the supply: a post never shows nothing new."""
    game, news = get(look.key), []
    for state, happened in easy_game(look.key, seats, 4):
        news += happened
        if any(event.name == "turn_started" for event in happened):
            seen = game.view(state, None)
            mover = (state.turn.seat - 1) % seats
            told = standings_of(seen, NAMES, [None] * seats, 375, news)[mover].done
            assert told.built or told.parked or told.cards or told.passed
            assert panels.parts(told, look, THEME.ink)
            changed = [at for laid in deeds.placed(seen, news) for at in laid]
            flags = [
                stamp
                for stamp in scene.lit(seen, news, maps.frame_of(look, seen), THEME)
                if stamp.layer == scene.SIGN
            ]
            assert len(flags) == len(changed)
            news = []


@every_look
def test_a_seat_that_passes_has_its_chip(look):
    seen = view(look, "4_late")
    news = [Event(f"{look.key}.turn_started", {"seat": seen.turn.seat, "number": seen.turn.number})]
    told = standings_of(seen, NAMES, [None] * 4, 375, news)
    assert [panel.done.passed for panel in told].index(True) == (seen.turn.seat - 1) % 4
    assert sum(panel.done.passed for panel in told) == 1


# ---- what is pointed out --------------------------------------------------------------------


@every_look
@every_moment
def test_nothing_need_be_lit(look, moment):
    seen = view(look, moment)
    assert maps.draw(look, seen) == maps.draw(look, seen, news=())


@every_look
def test_lit_buildings_are_outlined_and_numbered(look):
    seen = view(look, "4_late")
    last = len(seen.board.buildings) - 1
    drawn = stamps_of(look, seen, maps.built(seen, last - 1, last))
    assert len(drawn[scene.LIT]) == len(drawn[scene.OUTLINE]) == len(drawn[scene.SIGN]) == 2
    alone = stamps_of(look, seen, maps.built(seen, last))
    assert len(alone[scene.SIGN]) == 1


@every_look
def test_lighting_one_building_changes_only_what_is_near(look):
    seen = view(look, "4_late")
    frame = maps.frame_of(look, seen)
    index = 3
    plain = read(maps.draw(look, seen))
    lit = read(maps.draw(look, seen, news=maps.built(seen, index)))
    left, top, right, bottom = ImageChops.difference(plain, lit).getbbox()
    x, y = frame.centre(seen.board.buildings[index].hex)
    board = table.arrangement_of(seen).board
    assert abs((left + right) / 2 - x - board[0]) < frame.wide / 2
    assert abs((top + bottom) / 2 - y - board[1]) < frame.wide / 2
    assert max(right - left, bottom - top) < 1.5 * frame.wide


@every_look
def test_a_lit_region_is_outlined(look):
    seen = view(look, "3_region")
    [outline] = stamps_of(look, seen, maps.laid(seen, 2))[scene.LIT]
    assert outline.sprite.width > 2 * maps.frame_of(look, seen).wide


@every_look
def test_what_is_lit_but_not_there_is_passed_over(look):
    seen, later = view(look, "2_start"), view(look, "4_late")
    built = {each.hex for each in seen.board.buildings}
    there = {each.at for each in seen.board.tiles}
    news = [
        *(one for one in maps.built(later, *range(9)) if tuple(one.args["hex"]) not in built),
        *(one for one in maps.laid(later, -1, -2) if tuple(one.args["at"]) not in there),
        Event(f"{look.key}.turn_started", {"seat": 0, "number": 3}),
        Event(f"{look.key}.unheard_of"),
    ]
    assert len(news) > 5
    assert maps.draw(look, seen, news=news) == maps.draw(look, seen)


@every_look
def test_the_settlements_of_the_seat_to_move_are_bordered(look):
    seen = view(look, "4_late")
    frame = maps.frame_of(look, seen)
    drawn = list(scene.settlements(seen, seen.turn.seat, frame, THEME))
    mine = {each.hex for each in seen.board.buildings if each.seat == seen.turn.seat}
    edge = [at for at in mine if any(neighbour(at, side) not in mine for side in range(6))]
    assert len(drawn) == len(edge)


@every_look
def test_the_way_of_a_link_leads_over_what_is_not_built(look):
    seen = view(look, "2_start")
    land = scene.land_of(seen, maps.frame_of(look, seen))
    nearest = links(seen, 0)[0]
    drawn = list(scene.ways_of(seen, {0: nearest}, land, THEME))
    assert len(drawn) == nearest.needed
    assert all(stamp.layer == scene.WAY for stamp in drawn)


@each_case("lane", [0, 1, 2])
@each_case("turn", range(1, 6))
def test_a_way_keeps_off_the_symbol_of_a_hex(turn, lane):
    """It is 4.75 px to each side at a width of 106."""
    clear = 0.265 + 0.075
    path = ways._path(ways.Step(2, 2 + turn, lane, clear), 0.0)
    for x, y in path:
        assert (x * x + y * y) ** 0.5 >= 0.265 + 0.045
    for end, side in ((path[0], 2), (path[-1], 2 + turn)):
        assert end == pytest.approx((0.5 * cos(side * pi / 3), 0.5 * sin(side * pi / 3)))


def test_two_ways_over_a_hex_lie_beside_each_other():
    for clear in (0.0, 0.34):
        first, second = (
            set(ways._path(ways.Step(0, 3, lane, clear), 0.0)[4:-4]) for lane in (0, 1)
        )
        assert not first & second


@every_look
def test_ways_are_drawn_for_the_seat_to_move_and_rivals_who_are_near(look):
    seen = view(look, "4_late")
    mover, (one, other, *_) = seen.turn.seat, [city.id for city in seen.board.cities]
    needed = [3, 2, 0, 1]
    nearest = [Link((one, other), count, ()) for count in needed]
    drawn = table.near_links(seen, nearest)
    near = {seat for seat, count in enumerate(needed) if 1 <= count <= 2}
    assert set(drawn) == near | ({mover} if needed[mover] else set())
    assert table.near_links(seen, [None] * 4) == {}


@every_look
@each_case("language", ["en", "fr", "xx"])
@each_case("wide", [60, 84, 132])
def test_a_ribbon_bears_the_whole_name_of_its_city(look, wide, language):
    for city, names in ruleset(look.key).cities.items():
        with sizes_set(), mock.patch.object(cities, "inscribe", wraps=cities.inscribe) as written:
            ribbon = cities.ribbon(look, city, wide, language)
        words = " ".join(call.args[1] for call in written.call_args_list)
        assert words == names.get(language, names["en"])
        assert ribbon.width < 2 * wide


@every_look
def test_names_of_cities_follow_the_language_of_the_table(look):
    seen = view(look, "4_late")
    english, french = (
        maps.draw(look, seen, names=NAMES, about=About(language=language))
        for language in ("en", "fr")
    )
    same = all(names["en"] == names["fr"] for names in ruleset(look.key).cities.values())
    assert (english == french) == same


def test_marks_of_owners_lie_above_the_ribbons_of_cities():
    assert scene.MARK > scene.RIBBON


@every_look
def test_each_table_has_its_own_light(look):
    seen = view(look, "3_middle")
    drawn = {maps.draw(look, seen, about=About(seal=f"{digit:08x}")) for digit in range(4)}
    assert len(drawn) == 4
    lands = maps.renderer(look.key).lands()
    for light in HOURS:
        for each in (look.blank, *look.terrains.values()):
            field, ink = (light.on(c, lands.get(c, 0.0)) for c in (each.field, look.ink))
            assert contrast(ink, field) >= 3


@every_look
def test_the_chain_that_won_is_bordered(look):
    seen = view(look, "3_over")
    frame = maps.frame_of(look, seen)
    won = list(table._won(seen, frame, THEME))
    linked = [one for one in seen.players[seen.result.winner].settlements if len(one.cities) > 1]
    assert 0 < len(won) <= sum(len(one.hexes) for one in linked)


@every_look
def test_what_waits_is_shown_on_the_cartouche(look):
    seen = view(look, "3_region")
    told = cartouche.cartouche_of(seen)
    assert told.extension == seen.turn.extension is not None
    plain = msgspec.structs.replace(told, extension=None)
    drawn = msgspec.structs.replace(plain, drawn=22)
    sheets = [cartouche.card(one, look, THEME) for one in (plain, told, drawn)]
    assert len({sheet.tobytes() for sheet in sheets}) == 3
    assert len({sheet.size for sheet in sheets}) == 1


# ---- the same view, the same bytes ----------------------------------------------------------


@every_look
def test_pictures_along_a_game_are_those_drawn_anew(look):
    game, luck = get(look.key), Rng(3)
    state = samples.position(look.key, 3, 5, 6, "random")
    for _ in range(25):
        seat = state.turn.seat
        action = game.sample(state, seat, luck)
        news = game.apply(state, seat, action)
        if isinstance(action, Build):
            seen = game.view(state, None)
            after = maps.draw(look, seen, names=NAMES, news=news)
            maps.forget(look)
            assert maps.draw(look, seen, names=NAMES, news=news) == after


@every_look
def test_drawing_leaves_the_view_alone(look):
    seen, preview = maps.building(look, free=False)
    told = msgspec.json.encode([seen, preview])
    maps.draw(look, seen)
    maps.draw(look, seen, "candidate", shown=preview)
    assert msgspec.json.encode([seen, preview]) == told


@every_look
def test_prewarming_changes_nothing(look):
    seen = view(look, "2_start")
    first = maps.draw(look, seen)
    maps.renderer(look.key).prewarm()
    maps.forget(look)
    assert maps.draw(look, seen) == first


def test_the_two_games_look_different():
    sizes = [Image.open(BytesIO(maps.draw(look, view(look, "2_start")))) for look in LOOKS]
    assert sizes[0].getpalette() != sizes[1].getpalette()


# ---- golden pictures ------------------------------------------------------------------------


def table_picture(look, moment):
    seen = view(look, moment)
    last = range(len(seen.board.buildings))[-3:]
    return maps.draw(look, seen, names=NAMES, news=maps.built(seen, *last))


GOLDEN = {
    "map_2_start": lambda look: table_picture(look, "2_start"),
    "map_3_over": lambda look: table_picture(look, "3_over"),
    "map_4_late": lambda look: table_picture(look, "4_late"),
}


@every_look
@each_case("name", GOLDEN)
def test_the_maps_look_as_they_did(look, name):
    """Changed on purpose? Look at the new picture, delete the old file, run again."""
    assert golden_difference(f"{look.key}_{name}", GOLDEN[name](look)) < 1.5


# ---- the poster ----------------------------------------------------------------------------------

BELOW, ABOVE = (1, 2), (4, 5)


def named(look, *built):
    """How far below its city a name lies on a poster of seat 0: buildings as a side and a seat."""
    seen = view(look, MOMENTS[-1])
    frame, some = maps.frame_of(look, seen), seen.board.buildings[0]
    city = max(seen.board.cities, key=lambda city: frame.centre(city.at)[1])
    stand = tuple(
        msgspec.structs.replace(some, hex=neighbour(city.at, side), seat=seat)
        for side, seat in built
    )
    board = msgspec.structs.replace(seen.board, cities=(city,), buildings=stand)
    seen = msgspec.structs.replace(seen, board=board)
    with mock.patch.object(works, "_name") as told:
        works.lay_cities(Image.new("RGB", (1200, 1600)), seen, 0, frame, look, "en")
    return told.call_args.args[3] - frame.centre(city.at)[1]


@each_case("look", LOOKS)
def test_on_the_poster_a_name_leaves_what_was_built_free(look):
    assert named(look) > 0
    assert all(named(look, (side, seat)) < 0 for side in BELOW for seat in (0, 1))
    assert all(named(look, (side, seat)) > 0 for side in ABOVE for seat in (0, 1))


@each_case("look", LOOKS)
def test_on_the_poster_a_name_covers_two_losers_before_the_winner(look):
    assert named(look, (1, 0), (4, 1), (5, 1)) < 0
    assert named(look, (4, 0), (1, 1), (2, 1)) > 0
