"""The maps of Telegraph and Attika: their text, their highlights, candidates."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import cos, dist, pi, sin
from unittest import mock

import msgspec
import pytest
from PIL import Image, ImageChops, ImageDraw

from bench.games._settlements import position
from bench.measured import LATE, easy_game
from bench.texts import texts_of
from render import registry
from render._settlements import poster
from render._settlements.land import ground
from render._settlements.land.frame import (
    WIDTHS,
    Frame,
    flower,
    layout,
    row_of,
)
from render._settlements.land.ornaments import INSET, lay_ornaments, rose
from render._settlements.land.space import Space
from render._settlements.map import (
    buildings,
    cartouche,
    cities,
    highlights,
    marks,
    names,
    panels,
    scene,
    table,
    ways,
)
from render._settlements.map.arrangement import best_arrangement, panel_width
from render._settlements.map.buildings import NUMBERED_FROM
from render._settlements.map.highlights import SeatHighlights
from render._settlements.map.standings import panels_of as standings_of
from render.canvas import MAX_BYTES, PUBLIC_WIDTH, Canvas
from render.contract import About
from render.light import HOURS
from render.text import MIN_SIZE, Label, label
from render.theme import THEME, palette
from rules._settlements.actions import Build
from rules._settlements.land import hex_names
from rules._settlements.links import Link, links
from rules._settlements.pieces import ruleset
from rules.contract import Event, Threat
from rules.hexgrid import distance, neighbour, neighbours
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case
from tests.records import recorded_game
from tests.render import maps
from tests.render.maps import MOMENTS, NAMES, view_at
from tests.render.pictures import capture_sizes, capture_texts, golden_difference, read
from tests.render.sisters import LOOKS
from tests.render.test_theme import contrast
from tests.render.vision import VISIONS, delta_e, linear_rgb
from tests.tier import deep, of_tier

every_look = each_case("look", LOOKS, ids=lambda look: look.key)
every_moment = each_case("moment", MOMENTS)


def stamps_of(look, view, news=()):
    """Stamps of a map by layer."""
    frame = maps.frame_of(look, view)
    land = scene.land_of(view, frame)
    stamps = [
        *scene.base(view, land, look, THEME),
        *scene.highlight_stamps(view, news, frame, THEME),
    ]
    return {
        layer: [each for each in stamps if each.layer == layer] for layer in range(scene.SIGN + 1)
    }


# ---- where the map lies ---------------------------------------------------------------------


@every_look
@each_case("wide", [wide for wide in WIDTHS if 20 <= wide < NUMBERED_FROM])
def test_a_building_whose_number_finds_no_room_is_the_mark_in_its_hex(look, wide):
    """Marks and numbers of neighbours would cover each other."""
    frame, style = Frame((400, 300), wide, (200, 150)), THEME.seats[1]
    mark = scene.mark_of((0, 0), frame, style)
    assert abs(mark.x + mark.sprite.width / 2 - 200) <= 1
    assert abs(mark.y + mark.sprite.height / 2 - 150) <= 1
    assert max(mark.sprite.size) <= wide + 4
    assert len({buildings.piece(look, style, n, wide).tobytes() for n in (10, 70)}) == 1


@every_look
@every_moment
def test_the_map_lies_whole_inside_its_panel_and_the_cartouche_beside_it(look, moment):
    """The cartouche lies nowhere near the lower left corner: Discord lays its badge there."""
    view = view_at(look, moment)
    plan, cells = table.arrangement_of(view), scene.cells_of(view.board)
    frame, (across, down) = plan.frame, plan.card
    grid = layout(frame.width, frame.origin)
    left, top, right, bottom = grid.bounds(cells)
    assert min(left, top) >= 20
    assert right <= frame.size[0] - 20
    assert bottom <= frame.size[1] - 20
    end, foot = across + cartouche.WIDE, down + cartouche.TALL
    for x, y in (point for at in cells for point in (frame.centre(at), *grid.corners(at))):
        assert not (across < x < end and down < y < foot)
    assert across >= 150 or foot <= frame.size[1] - 110


@every_look
@each_case("moment", of_tier(["2_start", "3_over", "4_wide"], MOMENTS))
def test_the_sheet_is_nearly_square_and_hugs_the_map(look, moment):
    view = view_at(look, moment)
    data = maps.draw(look, view, names=NAMES)
    picture, frame = read(data), maps.frame_of(look, view)
    _, top, _, bottom = layout(frame.width).bounds(scene.cells_of(view.board))
    assert picture.width == PUBLIC_WIDTH
    assert picture.height <= 1.11 * picture.width
    assert frame.size[1] <= bottom - top + 240
    assert len(data) <= MAX_BYTES


@every_look
@each_case("seats", [2, 3, 4])
def test_every_sheet_of_a_game_is_nearly_square(look, seats):
    """A computer shows a picture in a box of 550 × 350, a phone 314 px wide."""
    game, cells = get(look.key), set()
    for state, _ in recorded_game(look.key, seats):
        cells.add(tuple(scene.cells_of(game.view(state, None).board)))
    for each in cells:
        for brief in (False, True):
            width, height = best_arrangement(each, seats, brief=brief).size
            assert min(314, 350 * width / height) == 314


@every_look
def test_the_last_table_tells_nothing_of_what_could_still_be_done(look):
    """Neither supply nor cards: the hexes are larger. In a film all frames are alike."""
    view = view_at(look, "3_over")
    running = msgspec.structs.replace(view, result=None)
    ended, framed, before = (
        read(maps.draw(look, each, names=NAMES, stage=stage))
        for each, stage in ((view, None), (view, view), (running, view))
    )
    assert framed.size == before.size != ended.size
    plans = [table.arrangement_of(view, brief=brief) for brief in (False, True)]
    assert plans[0].share <= plans[1].share
    assert plans[0].panels[0][3] - plans[1].panels[0][3] == 2 * 43


@each_case("seats", [2, 3, 4])
@each_case("step", [(3, 0), (0, 3), (-2, 3), (1, 1)])
def test_a_chain_of_regions_as_long_as_can_be_still_fits(step, seats):
    cells = [at for n in range(22) for at in flower((step[0] * n, step[1] * n))]
    plan = best_arrangement(tuple(cells), seats)
    assert plan.size[1] <= 1.11 * plan.size[0]
    left, top, right, bottom = layout(plan.frame.width, plan.frame.origin).bounds(cells)
    assert min(left, top) >= 0
    assert right <= plan.frame.size[0]
    assert bottom <= plan.frame.size[1]


@every_look
@every_moment
def test_ornaments_lie_on_free_ground_and_follow_the_seal(look, moment):
    view = view_at(look, moment)
    frame = maps.frame_of(look, view)
    cells = scene.cells_of(view.board)
    bare, *pictures = (
        ornaments_on(frame, cells, look, seal) for seal in (None, "", "1f", "2e", "1f")
    )
    assert pictures[1] == pictures[3]
    land = Image.new("L", frame.size)
    pen = ImageDraw.Draw(land)
    for at in cells:
        pen.polygon(layout(frame.width, frame.origin).corners(at), fill=255)
    for picture in pictures:
        changed = ImageChops.difference(bare, picture).convert("L").point(lambda v: 255 * (v > 0))
        assert ImageChops.multiply(changed, land).getbbox() is None


@every_look
def test_ornaments_of_a_film_stay_where_they_are_while_the_land_grows(look):
    game = get(look.key)
    views = [game.view(state, None) for state, _ in recorded_game(look.key, 3)]
    frame = table.arrangement_of(views[-1]).frame
    later = tuple(scene.cells_of(views[-1].board))
    masks = []
    for view in (views[0], views[len(views) // 3], views[-1]):
        land = scene.land_of(view, frame, "2e", later=later)
        pair = (ground.draw_ground(land, look, framed=framed) for framed in (True, False))
        masks.append(ImageChops.difference(*pair).convert("L").point(lambda v: 255 * (v > 0)))
    for mask in masks[:-1]:
        moved = ImageChops.difference(mask, masks[-1]).histogram()[255]
        assert moved < 0.1 * masks[-1].histogram()[255]


def ornaments_on(frame, cells, look, seal):
    canvas = Canvas.from_image(Image.new("RGB", frame.size, look.ground))
    if seal is not None:
        lay_ornaments(canvas, Space(frame, cells, INSET), look.ornaments, rose(look), seal)
    return canvas.image


# ---- what stands on it ----------------------------------------------------------------------


@every_look
@every_moment
def test_every_free_hex_bears_the_name_that_is_typed(look, moment):
    view = view_at(look, moment)
    frame = maps.frame_of(look, view)
    style = Label(max(MIN_SIZE, round(17 * frame.unit)), look.ink)
    built = {each.hex for each in view.board.buildings}
    free = [name for at, name in hex_names(view.board.tiles).items() if at not in built]
    sprites = [id(stamp.sprite) for stamp in stamps_of(look, view)[scene.NAME]]
    assert sorted(sprites) == sorted(id(label(name, style).sprite) for name in free)


@every_look
def test_symbols_are_drawn_on_uncovered_hexes_only(look):
    view = view_at(look, "4_late")
    frame = maps.frame_of(look, view)
    built = {each.hex for each in view.board.buildings}
    free = {
        at
        for region in scene.regions_of(look.key, view.board.tiles)
        for at, symbol in region.hexes()
        if symbol and at not in built
    }
    assert len(stamps_of(look, view)[scene.MEDAL]) == len(free)
    assert frame.width >= 60


@every_look
def test_regions_lie_as_they_are_turned(look):
    game, state, view = get(look.key), maps.state(look.key, "4_late"), view_at(look, "4_late")
    built = {each.hex for each in view.board.buildings}
    for tile in view.board.tiles:
        for at, symbol in scene.region_of(look.key, tile).hexes():
            if symbol and at not in built:
                assert symbol in price_symbols(game, state, at)


def price_symbols(game, at, cell):
    """Symbols that count for a building of any resources, on a free hex (TG-53)."""
    return game.price(at, at.turn.seat, 70, cell)["board"]


@every_look
def test_each_settlement_bears_one_mark_of_its_owner(look):
    """Above the ribbons of cities."""
    view = view_at(look, "4_late")
    stamps = stamps_of(look, view)
    assert len(stamps[scene.MARK]) == sum(len(player.settlements) for player in view.players)
    assert len(stamps[scene.PIECE]) == len(view.board.buildings)
    assert len(stamps[scene.CITY]) == len(view.board.cities)
    assert scene.MARK > scene.RIBBON


@every_look
def test_a_settlement_is_one_field_with_a_rim_towards_all_others(look):
    view = view_at(look, "4_late")
    owners = {each.hex: each.seat for each in view.board.buildings}
    fields = {(each.x, each.y): each.sprite for each in stamps_of(look, view)[scene.FIELD]}
    width = maps.frame_of(look, view).width
    assert len(fields) == len(owners)
    for stamp in stamps_of(look, view)[scene.FIELD]:
        assert any(
            stamp.sprite is buildings.field(look, THEME.seats[seat], width, rim_of(owners, at))
            for at, seat in owners.items()
        )


def rim_of(owners, at):
    """Sides of a hex beyond which its owner has not built."""
    return tuple(owners.get(near) != owners[at] for near in neighbours(at))


@every_look
@each_case("seats", [2, 3, 4])
def test_no_name_of_a_city_covers_a_number_or_a_mark(look, seats):
    """In many late positions, in both languages."""
    game = get(look.key)
    positions = [state for state, _ in recorded_game(look.key, seats)]
    for state in positions[-1 : len(positions) // 2 : -24]:
        view = game.view(state, None)
        for language in ("en", "fr"):
            assert covered_figures(view, maps.frame_of(look, view), look, language) == []


@deep
@every_look
@each_case("seats", [2, 3, 4])
@each_case("seed", range(12))
def test_no_name_of_a_city_covers_a_number_or_a_mark_in_any_game(look, seats, seed):
    positions = [state for state, _ in easy_game(look.key, seats, seed)]
    for state in positions[round(LATE * len(positions)) :: 9]:
        view = get(look.key).view(state, None)
        assert covered_figures(view, maps.frame_of(look, view), look, "en") == []


@each_case("wide", [wide for wide in WIDTHS if wide >= NUMBERED_FROM])
def test_no_mark_covers_a_number(wide):
    """Neither that of its own hex nor, but for a corner, those of the hexes above."""
    (across, down), reach = buildings.number_box(wide), marks.size_for(wide) / 2
    high, low = (-marks.lift_for(wide) + side * reach for side in (-1, 1))
    number = buildings.plate_drop(wide)
    assert low <= number - down / 2 + 1
    common_height = number - row_of(wide) + down / 2 - high
    common_width = reach - (wide - across) / 2
    assert max(0, common_height) * max(0, common_width) <= 0.03 * across * down


@every_look
@each_case("seats", [2, 3, 4])
def test_no_name_of_a_city_covers_a_hex_that_is_pointed_out_or_the_name_of_a_free_one(look, seats):
    """Each hex beside a city in turn, as where something might be built."""
    view = get(look.key).view(recorded_game(look.key, seats)[0][0], None)
    frame = maps.frame_of(look, view)
    land = scene.land_of(view, frame)
    beside = {near for city in view.board.cities for near in neighbours(city.at)}
    beside &= {*hex_names(view.board.tiles)}
    for at in beside:
        boxes = [ribbon.box for ribbon in scene.ribbons(view, land, look, "fr", [at])]
        assert len(boxes) == len(view.board.cities)
        kept = [scene.cell_box(at, frame), *map(partial(scene.name_box, frame=frame), beside)]
        assert [box for box in kept for ribbon in boxes if meets(box, ribbon)] == [], at


@every_look
def test_a_close_up_names_no_city_that_is_outside(look):
    view = view_at(look, "4_late")
    frame = maps.frame_of(look, view)
    places = [frame.centre(each.at)[0] for each in view.board.cities]
    size = max(places), frame.size[1]
    shown = Frame(size, frame.width, frame.origin)
    named = list(names.city_names(view, shown, look, "en", ()))
    assert 0 < len(named) == sum(x < size[0] for x in places) < len(places)


def covered_figures(view, frame, look, language):
    """Boxes of numbers and marks under the name of a city."""
    ribbons = [each.box for each in names.city_names(view, frame, look, language, ())]
    return [
        box for box in names.figure_boxes(view, frame) for ribbon in ribbons if meets(box, ribbon)
    ]


def meets(a, b):
    """Whether two boxes have a part in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@every_look
@each_case("moment", ["2_start", "3_over", "4_late"])
def test_every_text_of_a_table_can_be_read_on_a_phone(look, moment):
    """At 314 px of 1,280, nothing but the letters of seats is below 6.5 px."""
    view = view_at(look, moment)
    news = maps.news_of_buildings(view, *range(len(view.board.buildings)))
    drawn = texts_of(maps.renderer(look.key), lambda: maps.draw(look, view, names=NAMES, news=news))
    small = {text.words for text in drawn.texts if drawn.shown_size(text.size, "table") < 6.5}
    assert small <= set("ABCD")
    private = texts_of(
        maps.renderer(look.key), lambda: maps.draw(look, view, names=NAMES, coordinates=True)
    )
    typed = set(hex_names(view.board.tiles).values())
    assert typed & {text.words for text in private.texts}
    assert not typed & {text.words for text in drawn.texts}
    assert min(text.size for text in private.texts) >= MIN_SIZE


@every_look
def test_no_text_of_a_private_picture_is_smaller_than_14(look):
    with capture_sizes() as sizes:
        for picture, (view, contents) in (
            ("candidate", maps.building(look, free=False)),
            ("prices", maps.prices(look)),
            ("candidate", maps.region(look)),
        ):
            maps.draw(look, view, picture, names=NAMES, shown=contents)
    assert min(sizes) >= MIN_SIZE


@every_look
def test_names_of_hexes_can_be_read(look):
    for each in (look.blank, *look.terrains.values()):
        assert contrast(look.ink, each.field) >= 3
        assert contrast(look.ink, each.second) >= 3


@every_look
@each_case("vision", VISIONS)
def test_landscapes_stay_apart(look, vision):
    """By colour alone, although each has its own symbol too; in grey the symbol is needed."""
    fields = [linear_rgb(each.field, vision) for each in (look.blank, *look.terrains.values())]
    smallest = 0.5 if vision == "grey" else 8
    assert min(delta_e(first, second) for first, second in combinations(fields, 2)) >= smallest


@every_look
def test_the_palette_holds_every_token_and_material(look):
    colours = palette(look.theme().palette)
    assert len(colours) == 256
    assert set(THEME.tokens()) <= set(colours)
    assert set(registry.renderer(look.key).tokens()) <= set(colours)


# ---- panels ---------------------------------------------------------------------------------


def panels_of(view, nearest=None):
    return standings_of(view, NAMES, nearest or [None] * view.seats, 375)


@every_look
def test_panels_tell_what_everybody_may_know(look):
    view = view_at(look, "4_late")
    for panel, player in zip(panels_of(view), view.players, strict=True):
        assert panel.built == len(player.built)
        assert panel.cards == player.cards
        assert panel.stacks == player.stacks
        assert sum(panel.reserve.values()) == len(player.reserve)
        assert panel.to_move == (panel.seat == view.turn.seat)


@every_look
def test_a_panel_tells_how_far_the_nearest_link_is(look):
    view = view_at(look, "2_start")
    nearest = links(view, 0)[0]
    contents = panels_of(view, [nearest, None])
    assert [panel.link for panel in contents] == [nearest.needed, None]


@every_look
@each_case("needed", [0, 1, 12])
def test_a_link_is_drawn_in_every_panel_width(look, needed):
    view = view_at(look, "4_late")
    first, second = [city.id for city in view.board.cities][:2]
    for width in map(panel_width, (4, 3, 2)):
        link = Link((first, second), needed, ())
        [panel, *_] = standings_of(view, NAMES, [link] * 4, width)
        assert panels.draw_panel(msgspec.json.encode(panel), look, look.theme()).width == width


@every_look
def test_the_winner_is_crowned_and_no_seat_is_to_move(look):
    view = view_at(look, "3_over")
    contents = panels_of(view)
    assert [panel.leads for panel in contents] == [seat == view.result.winner for seat in range(3)]
    assert not any(panel.to_move for panel in contents)


@every_look
@each_case("seats", [2, 3, 4])
@each_case("name", ["Bartholomä", "Alexandros", "Konstantin", "Marguerite"])
def test_a_panel_has_room_for_ten_letters_of_a_name(look, seats, name):
    """Beside the crown, the score and the chip of the last turn, while the seat is to move."""
    view = view_at(look, "4_late")
    chip = SeatHighlights(built=tuple(ruleset(look.key).buildings)[:1])
    [panel, *_] = standings_of(view, [name + "son"] * 4, [None] * 4, panel_width(seats))
    shown = msgspec.structs.replace(panel, to_move=True, leads=True, done=chip)
    with capture_texts() as texts:
        panels.draw_panel.__wrapped__(msgspec.json.encode(shown), look, look.theme())
    [(written, style)] = [each for each in texts if each[0].startswith(name[:4])]
    assert written.startswith(name)
    assert style.size * 314 / PUBLIC_WIDTH >= 9


def parking_turn(look):
    """Seat, view and news of a turn in which buildings were drawn and parked."""
    game, state = get(look.key), position(look.key, 3, 5, 6)
    seat, news = state.turn.seat, []
    for move in ("D1", "P", "D2", "P"):
        news += game.apply(state, seat, game.parse(state, seat, move))
    return seat, game.view(state, None), news


@every_look
def test_only_the_panel_of_the_mover_lights_the_stacks_drawn_from_and_what_was_parked(look):
    seat, view, news = parking_turn(look)
    contents = standings_of(view, NAMES, [None] * 3, 375, news)
    assert contents[seat].done.stacks == (0, 1)
    assert len(contents[seat].done.parked) == 2
    assert all(panel.done == SeatHighlights() for panel in contents if panel.seat != seat)
    plain, lit = read(maps.draw(look, view)), read(maps.draw(look, view, news=news))
    left, top, right, bottom = ImageChops.difference(plain, lit).getbbox()
    panel = table.arrangement_of(view).panels[seat]
    assert panel[0] <= left < right <= panel[2]
    assert panel[1] <= top < bottom <= panel[3]


@every_look
def test_a_parked_building_that_is_built_is_lit_on_the_map_alone(look):
    seat, view, news = parking_turn(look)
    parked = [event.args["building"] for event in news if event.name == "building_parked"]
    player = view.players[seat]
    reserve = tuple(number for number in player.reserve if number not in parked)
    players = list(view.players)
    players[seat] = msgspec.structs.replace(player, reserve=reserve)
    view_after = msgspec.structs.replace(view, players=tuple(players))
    assert standings_of(view_after, NAMES, [None] * 3, 375, news)[seat].done.parked == ()


@every_look
def test_a_stack_from_which_no_building_was_drawn_is_not_lit(look):
    _, _, news = parking_turn(look)
    before = get(look.key).view(position(look.key, 3, 5, 6), None)
    assert maps.draw(look, before, news=news) == maps.draw(look, before)


@every_look
@each_case("seats", [2, 4])
def test_every_turn_lights_something(look, seats):
    """The chip of the mover, the map, or the supply: a post always shows something new."""
    game, news = get(look.key), []
    for state, events in recorded_game(look.key, seats):
        news += events
        if any(event.name == "turn_started" for event in events):
            view = game.view(state, None)
            mover = (state.turn.seat - 1) % seats
            done = standings_of(view, NAMES, [None] * seats, 375, news)[mover].done
            assert done.built or done.parked or done.cards or done.passed
            assert panels.parts(done, look, THEME.ink)
            changed = [at for laid in highlights.new_pieces(view, news) for at in laid]
            lit = [
                stamp
                for stamp in scene.highlight_stamps(view, news, maps.frame_of(look, view), THEME)
                if stamp.layer == scene.LIT
            ]
            assert len(lit) == len(changed)
            news = []


@every_look
def test_a_seat_that_passes_has_its_chip(look):
    view = view_at(look, "4_late")
    news = [Event(f"{look.key}.turn_started", {"seat": view.turn.seat, "number": view.turn.number})]
    contents = standings_of(view, NAMES, [None] * 4, 375, news)
    assert [panel.done.passed for panel in contents].index(True) == (view.turn.seat - 1) % 4
    assert sum(panel.done.passed for panel in contents) == 1


# ---- what is pointed out --------------------------------------------------------------------


@every_look
def test_lit_buildings_and_regions_are_outlined(look):
    view = view_at(look, "4_late")
    last = len(view.board.buildings) - 1
    stamps = stamps_of(look, view, maps.news_of_buildings(view, last - 1, last))
    assert len(stamps[scene.LIT]) == len(stamps[scene.OUTLINE]) == 2
    view = view_at(look, "3_region")
    [outline] = stamps_of(look, view, maps.news_of_regions(view, 2))[scene.LIT]
    assert outline.sprite.width > 2 * maps.frame_of(look, view).width


@every_look
def test_lighting_one_building_changes_only_what_is_near(look):
    view = view_at(look, "4_late")
    frame = maps.frame_of(look, view)
    index = 3
    plain = read(maps.draw(look, view))
    lit = read(maps.draw(look, view, news=maps.news_of_buildings(view, index)))
    left, top, right, bottom = ImageChops.difference(plain, lit).getbbox()
    x, y = frame.centre(view.board.buildings[index].hex)
    board = table.arrangement_of(view).board
    assert abs((left + right) / 2 - x - board[0]) < frame.width / 2
    assert abs((top + bottom) / 2 - y - board[1]) < frame.width / 2
    assert max(right - left, bottom - top) < 1.5 * frame.width


@every_look
def test_the_way_of_a_link_leads_over_what_is_not_built(look):
    view = view_at(look, "2_start")
    land = scene.land_of(view, maps.frame_of(look, view))
    nearest = links(view, 0)[0]
    stamps = list(scene.ways_of(view, {0: nearest}, land, THEME, named=True))
    dashes, names = ([s for s in stamps if s.layer == layer] for layer in (scene.WAY, scene.NAME))
    assert len(dashes) == len(names) == nearest.needed
    assert len(stamps) == 2 * nearest.needed
    bare = scene.ways_of(view, {0: nearest}, land, THEME, named=False)
    assert len(list(bare)) == nearest.needed


@each_case("lane", [0, 1, 2])
@each_case("turn", range(1, 6))
def test_a_way_keeps_off_the_symbol_of_a_hex(turn, lane):
    """The way is 4.75 px wide to each side at a hex width of 106."""
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
    view = view_at(look, "4_late")
    mover, (first, second, *_) = view.turn.seat, [city.id for city in view.board.cities]
    needed = [3, 2, 0, 1]
    nearest = [Link((first, second), count, ()) for count in needed]
    links_by_seat = table.near_links(view, nearest)
    near = {seat for seat, count in enumerate(needed) if 1 <= count <= 2}
    assert set(links_by_seat) == near | ({mover} if needed[mover] else set())
    assert table.near_links(view, [None] * 4) == {}


def threats_in(look, view):
    """Two seats that could link over two hexes, one of them the same, and one near its end."""
    first, second, third = list(hex_names(view.board.tiles).values())[:3]
    return (
        Threat(0, f"{look.key}.threat_way", {"hexes": (first, second)}),
        Threat(1, f"{look.key}.threat_hex", {"hexes": (second, third)}),
        Threat(2, f"{look.key}.threat_last", {"n": 2}),
    )


@every_look
def test_the_hexes_of_the_next_links_bear_the_marks_of_their_seats(look):
    view = view_at(look, "3_middle")
    frame, places = maps.frame_of(look, view), list(hex_names(view.board.tiles))[:3]
    stamps = list(scene.threat_stamps(view, threats_in(look, view), frame, THEME))
    marked = [each for each in stamps if each.layer == scene.CHAIN]
    middles = [((each.box[0] + each.box[2]) / 2, each.box[1]) for each in marked]
    assert len(marked) == 4
    assert min(dist(a, b) for a, b in combinations(middles, 2)) >= 0.4 * frame.width
    for seat, near in ((0, places[:2]), (1, places[1:])):
        sprite = marks.mark(THEME.seats[seat], frame.width)
        middles = [(each.box[0] + each.box[2]) / 2 for each in marked if each.sprite is sprite]
        assert len(middles) == 2
        reach = zip(middles, near, strict=True)
        assert all(abs(x - frame.centre(at)[0]) < frame.width / 2 for x, at in reach)


@every_look
def test_a_panel_warns_of_a_seat_that_could_win_with_its_next_turn(look):
    view = view_at(look, "3_middle")
    threats = threats_in(look, view)
    contents = standings_of(view, NAMES, [None] * 3, 375, (), {each.seat: each for each in threats})
    assert [panel.threat for panel in contents] == ["link", "link", "last"]
    plain, warned = (
        read(maps.draw(look, view, about=About(threats=given))) for given in ((), threats)
    )
    changed = ImageChops.difference(plain, warned)
    for box in table.arrangement_of(view).panels:
        assert changed.crop(box).getbbox()


@every_look
@each_case("language", ["en", "fr", "xx"])
def test_ribbons_bear_the_whole_name_of_their_city(look, language):
    for city, name in ruleset(look.key).cities.items():
        with (
            capture_sizes(),
            mock.patch.object(cities, "inscribe", wraps=cities.inscribe) as written,
        ):
            ribbons = cities.ribbons(look, city, language)
        words = " ".join(call.args[1] for call in written.call_args_list)
        assert words == " ".join([name.get(language, name["en"])] * len(ribbons))
        assert ribbons[0].width < 200


@every_look
def test_names_of_cities_follow_the_language_of_the_table(look):
    view = view_at(look, "4_late")
    english, french = (
        maps.draw(look, view, names=NAMES, about=About(language=language))
        for language in ("en", "fr")
    )
    same = all(names["en"] == names["fr"] for names in ruleset(look.key).cities.values())
    assert (english == french) == same


@every_look
def test_each_table_has_its_own_light(look):
    view = view_at(look, "3_middle")
    pictures = {maps.draw(look, view, about=About(seal=f"{digit:08x}")) for digit in range(4)}
    assert len(pictures) == 4
    shares = maps.renderer(look.key).light_shares()
    for light in HOURS:
        for each in (look.blank, *look.terrains.values()):
            field, ink = (light.apply(c, shares.get(c, 0.0)) for c in (each.field, look.ink))
            assert contrast(ink, field) >= 3


@every_look
def test_the_way_that_won_is_drawn_in_gold_from_city_to_city(look):
    view = view_at(look, "3_over")
    won = msgspec.structs.replace(view.result, reasons=("connection",))
    first, second = view.board.cities[:2]
    joined = Link((first.id, second.id), 0, tuple(shortest(first.at, second.at)))
    with mock.patch.object(table, "links", return_value=(joined,)):
        connected = msgspec.structs.replace(view, result=won)
        legs = list(table._winning_way(connected, maps.frame_of(look, view)))
        [winner] = [panel for panel in panels_of(connected) if panel.leads]
    assert len(legs) == len(joined.way) + 1
    assert winner.joined
    counted = msgspec.structs.replace(view.result, reasons=("all_built",))
    plain = msgspec.structs.replace(view, result=counted)
    assert list(table._winning_way(plain, maps.frame_of(look, view))) == []
    assert not any(panel.joined for panel in panels_of(plain))


def shortest(start, end):
    """Hexes of a shortest way between two hexes, without these."""
    while distance(start, end) > 1:
        start = min(neighbours(start), key=lambda at: distance(at, end))
        yield start


@every_look
def test_the_chain_that_won_is_bordered(look):
    view = view_at(look, "3_over")
    frame = maps.frame_of(look, view)
    won = list(table._winning_border(view, frame, THEME))
    linked = [
        settlement
        for settlement in view.players[view.result.winner].settlements
        if len(settlement.cities) > 1
    ]
    assert 0 < len(won) <= sum(len(settlement.hexes) for settlement in linked)
    running = msgspec.structs.replace(view, result=None)
    assert list(table._winning_border(running, frame, THEME)) == []


@every_look
def test_a_waiting_region_or_building_is_shown_on_the_cartouche(look):
    view = view_at(look, "3_region")
    contents = cartouche.cartouche_of(view)
    assert contents.extension == view.turn.extension is not None
    plain = msgspec.structs.replace(contents, extension=None, ready=())
    revealed = msgspec.structs.replace(plain, drawn=22)
    ready = msgspec.structs.replace(plain, ready=(10, 22, 22, 50, 51, 52, 53, 60, 70))
    shown = (plain, contents, revealed, ready)
    sheets = [cartouche.card(each, look, THEME) for each in shown]
    assert len({sheet.tobytes() for sheet in sheets}) == 4
    assert len({sheet.size for sheet in sheets}) == 1


# ---- the same view, the same bytes ----------------------------------------------------------


@every_look
def test_pictures_along_a_game_are_those_drawn_anew(look):
    game, luck = get(look.key), Rng(3)
    state = position(look.key, 3, 5, 6, "random")
    for _ in range(25):
        seat = state.turn.seat
        action = game.sample(state, seat, luck)
        news = game.apply(state, seat, action)
        if isinstance(action, Build):
            view = game.view(state, None)
            after = maps.draw(look, view, names=NAMES, news=news)
            maps.forget(look)
            assert maps.draw(look, view, names=NAMES, news=news) == after


# ---- golden pictures ------------------------------------------------------------------------


def table_picture(look, moment):
    view = view_at(look, moment)
    last = range(len(view.board.buildings))[-3:]
    return maps.draw(look, view, names=NAMES, news=maps.news_of_buildings(view, *last))


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


def name_distance(look, *built):
    """Distance of a name below its city on a poster of seat 0, with buildings as (side, seat)."""
    view = view_at(look, MOMENTS[-1])
    frame, building = maps.frame_of(look, view), view.board.buildings[0]
    city = max(view.board.cities, key=lambda city: frame.centre(city.at)[1])
    stand = tuple(
        msgspec.structs.replace(building, hex=neighbour(city.at, side), seat=seat)
        for side, seat in built
    )
    board = msgspec.structs.replace(view.board, cities=(city,), buildings=stand)
    view = msgspec.structs.replace(view, board=board)
    (name,) = (
        stamp
        for stamp in poster.city_stamps(view, 0, frame, look, "en")
        if stamp.layer == scene.RIBBON
    )
    return name.y + name.sprite.height / 2 - frame.centre(city.at)[1]


@each_case("look", LOOKS)
def test_on_the_poster_a_name_leaves_what_was_built_free(look):
    assert name_distance(look) > 0
    assert all(name_distance(look, (side, seat)) < 0 for side in BELOW for seat in (0, 1))
    assert all(name_distance(look, (side, seat)) > 0 for side in ABOVE for seat in (0, 1))


@each_case("look", LOOKS)
def test_on_the_poster_a_name_covers_two_losers_before_the_winner(look):
    assert name_distance(look, (1, 0), (4, 1), (5, 1)) < 0
    assert name_distance(look, (4, 0), (1, 1), (2, 1)) > 0


@every_look
def test_the_card_names_as_many_buildings_as_have_room_and_counts_the_others(look):
    shown = cartouche.Cartouche(9, 9, 9, 0, None, None, tuple(range(10, 32)), draws=False)
    with mock.patch.object(cartouche.text, "label", wraps=cartouche.text.label) as label:
        cartouche.card(shown, look, look.theme())
    assert "+18" in [call.args[0] for call in label.call_args_list]
