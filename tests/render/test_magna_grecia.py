"""The pictures of Magna Grecia: their text, their highlights, candidates."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from unittest import mock

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from bot import words
from render import text
from render.canvas import MAX_BYTES, Canvas, capture_panels
from render.closeup import CloseUp
from render.hexes import length
from render.light import light_of
from render.magna_grecia import (
    PICTURES,
    candidate,
    cities,
    closeup,
    counts,
    foot,
    look,
    network,
    panels,
    pieces,
    roads,
    scene,
    spots,
    table,
)
from render.magna_grecia.frame import APOTHEM, BOARD, GRID, centre, middle_of
from render.marks import seat_mark
from render.samples import NAMES
from render.text import MIN_SIZE
from render.theme import THEME, palette
from rules.contract import Event, play
from rules.hexgrid import distance, neighbour
from rules.magna_grecia.land import HEXES, LABELS, VILLAGES
from rules.magna_grecia.pieces import CARDS, DEFAULT_COLOURS, SHAPES, Colour
from rules.magna_grecia.view import MarketView, RoadView, Step
from rules.registry import get
from tests.cases import each_case
from tests.render.pictures import capture_sizes, golden_difference, read
from tests.render.test_theme import closest, contrast

GAME = get("magna_grecia")
THEME_OF_FOUR = look.game_theme(THEME, DEFAULT_COLOURS[4])
AT_LEAST = {"normal": 50, "protan": 33, "deutan": 33, "tritan": 33, "grey": 15}
"""The least ΔE between two of the four colours."""
POSITIONS = Path(__file__).parent / "positions"


@cache
def position(moment):
    """A stored position by seats and moment, as 2_start, 4_middle, 4_trading or 4_over."""
    text = (POSITIONS / f"magna_grecia_{moment}.json").read_text(encoding="utf-8")
    return GAME.state_from_json(json.loads(text))


def newest(view, count=2):
    """News of the newest road tiles of a view, and of its newest market."""
    news = [
        Event(
            "magna_grecia.road_placed", {"seat": r.seat, "hex": list(r.hex), "ends": list(r.ends)}
        )
        for r in view.roads[-count:]
    ]
    for market in view.markets[-1:]:
        args = {"seat": market.seat, "hex": list(market.hex), "cost": 1, "free": False}
        news.append(Event("magna_grecia.market_placed", args))
    return news


def late():
    """View of four players near the end, with pieces of all kinds, and its newest news."""
    view = GAME.view(position("4_late"), None)
    return view, newest(view)


def scene_of(view):
    return scene.Scene(view, look.game_theme(THEME, view.options.colors))


def on(layer, stamps):
    return [stamp for stamp in stamps if stamp.layer == layer]


def middle(stamp):
    left, top, right, bottom = stamp.box
    return (left + right) / 2, (top + bottom) / 2


def differ(before, after):
    """Box of the difference of two pictures of one size, or None."""
    return ImageChops.difference(read(before), read(after)).getbbox()


def crowd(view, count=200, seed=3):
    """View with road tiles strewn over free hexes, until it has `count` pieces."""
    built = {at for city in view.cities for at in city.hexes}
    taken = {road.hex for road in view.roads} | built | {(at.q, at.r) for at in VILLAGES}
    luck, free = Random(seed), [at for at in HEXES if at not in taken]
    luck.shuffle(free)
    more = count - len(view.roads) - len(built) - len(view.markets)
    strewn = [RoadView(at, luck.randrange(4), luck.choice(SHAPES)) for at in free[:more]]
    assert len(strewn) == more
    return replace(view, roads=(*view.roads, *strewn))


# ---- colours ----------------------------------------------------------------------------------


@each_case("vision", AT_LEAST)
def test_the_four_colours_stay_apart(vision):
    colours = [look.TONES[name][0] for name in Colour]
    assert closest(colours, vision) >= AT_LEAST[vision]


@each_case("name", Colour)
def test_writing_on_a_band_is_read(name):
    band, _, writing = look.TONES[name]
    assert contrast(band, writing) >= 4.5


@each_case("kind", look.TERRAINS)
def test_names_of_hexes_are_read_on_every_ground(kind):
    tone = look.COORDINATE_HIGH if kind in ("hill", "mountain") else look.COORDINATE
    assert contrast(tone, look.field(kind)) >= 3


def test_a_seat_keeps_its_shape_and_letter_in_any_colour():
    seats = look.game_theme(THEME, ("red", "yellow")).seats
    assert [(seat.shape, seat.letter) for seat in seats] == [("circle", "A"), ("square", "B")]
    assert [seat.colour for seat in seats] == [look.TONES["red"][0], look.TONES["yellow"][0]]


def test_the_palette_holds_every_token():
    colours = palette(look.PALETTE)
    assert len(colours) == 256
    assert set(THEME.tokens()) | set(PICTURES.tokens()) <= set(colours)


def test_the_line_below_a_picture_has_the_marks_that_are_in_it():
    view, _ = late()
    marks = []
    words.of("magna_grecia", "en", NAMES, lambda name: marks.append(name) or "").standing(view)
    assert marks == [f"magna_{name}_{letter}" for name, letter in zip(Colour, "abcd", strict=True)]
    assert set(marks) <= set(PICTURES.icons())


# ---- the land ---------------------------------------------------------------------------------


def test_the_land_lies_whole_on_the_board():
    left, top, right, bottom = GRID.bounds(HEXES)
    assert min(left, top) >= 24
    assert right <= BOARD[0] - 24
    assert bottom <= BOARD[1] - 24


def named_hexes(map_scene):
    """Names of hexes that are written on the map."""
    with mock.patch.object(scene, "label_at", wraps=scene.label_at) as written:
        list(map_scene.scenery())
    return {call.args[1] for call in written.call_args_list}


def test_in_a_close_up_every_empty_hex_bears_the_name_that_is_typed():
    view, _ = late()
    close = closeup.close_up(HEXES).letters(everywhere=True)
    named = named_hexes(scene.Scene(view, THEME_OF_FOUR, letters=close))
    cells = {road.hex for road in view.roads} | {at for city in view.cities for at in city.hexes}
    cells |= {(village.q, village.r) for village in VILLAGES}
    free = {name for at, name in zip(HEXES, LABELS, strict=True) if at not in cells}
    assert named == free


def test_for_those_who_type_hexes_near_anything_built_bear_their_names():
    view, _ = late()
    built = {road.hex for road in view.roads} | {at for city in view.cities for at in city.hexes}
    named = {HEXES[LABELS.index(name)] for name in named_hexes(scene_of(view))}
    assert named
    assert all(min(distance(at, other) for other in built) <= 2 for at in named)
    bare = named_hexes(scene_of(replace(view, roads=(), cities=())))
    assert len(bare) == len(HEXES) - len(VILLAGES)


def words_on_the_table(**options):
    """Words on the map of a late table."""
    view, _ = late()
    table.forget()
    with mock.patch.object(scene, "label_at", wraps=scene.label_at) as written:
        PICTURES.draw("table", view, names=NAMES, **options)
    return {call.args[1] for call in written.call_args_list}


def test_the_public_table_names_the_places_that_count_and_nothing_else():
    view, _ = late()
    alive = {scene.VILLAGE[at].name for at in scene_of(view).alive if at in scene.VILLAGE}
    public, typed = words_on_the_table(), words_on_the_table(coordinates=True)
    assert public
    assert not public & {*LABELS} - {scene_of(view).name(city) for city in view.cities}
    assert {village.name for village in VILLAGES} & public == alive & public
    assert typed > public
    assert typed & {*LABELS}


@each_case("language", ["en", "fr"])
def test_no_two_names_in_a_row_meet(language):
    size = table.PUBLIC.name
    style = text.Label(size, look.INK, "serif")
    spans = {}
    for at, village in scene.VILLAGE.items():
        half = text.width_of(village.name_in(language), style) / 2
        shift, _ = scene._crowded(size, language).get(at, {at: (0, half)})[at]
        x = centre(at)[0] + shift
        spans.setdefault(at[1], []).append((x - half, x + half))
    for row in spans.values():
        assert all(end <= start for (_, end), (start, _) in pairwise(sorted(row)))


def test_a_name_that_makes_room_for_its_neighbour_still_keeps_off_a_count_and_the_two_move_alike():
    names = {village.name: at for at, village in scene.VILLAGE.items()}
    view = replace(late()[0], cities=())
    left, right = (names[name] for name in ("Aeclanum", "Ausculum"))
    on_table = scene.Scene(view, THEME_OF_FOUR, letters=table.PUBLIC)
    with mock.patch.object(scene.Scene, "_away_from_counts", return_value=0):
        apart = [name_at(on_table, at) for at in (left, right)]
    moved = [name_at(on_table, at) for at in (left, right)]
    assert moved[1] - moved[0] == apart[1] - apart[0]
    [chip] = on(scene.CHIP, on_table.count(names["Venusia"], 5))
    half = text.width_of("Ausculum", text.Label(table.PUBLIC.name, look.INK, "serif")) / 2
    assert moved[1] + half <= chip.box[0] + 1 < apart[1] + half


def name_at(map_scene, at):
    """Middle of the name of a village, which counts."""
    map_scene.alive |= {at}
    stamp = map_scene.name_of_place(at, scene.VILLAGE[at].name)
    return (stamp.box[0] + stamp.box[2]) / 2


def test_every_place_bears_its_name():
    view, _ = late()
    names = on(scene.RIBBON, scene_of(view).stamps())
    assert len(names) == len(view.places)
    assert all(name.box[0] >= 0 and name.box[2] <= BOARD[0] for name in names)


def test_names_of_places_that_count_are_twice_as_large_as_those_of_free_villages():
    view, _ = late()
    with mock.patch.object(scene, "label_at", wraps=scene.label_at) as written:
        map_scene = scene_of(view)
        list(map_scene.stamps())
    sizes = {call.args[1]: call.args[4].size for call in written.call_args_list}
    villages = {(village.q, village.r): village.name for village in VILLAGES}
    reached = {name for at, name in villages.items() if at in map_scene.alive}
    free = set(villages.values()) - reached
    assert min(sizes[name] for name in reached if name in sizes) >= 31
    assert max(sizes[name] for name in free) <= 16


def test_all_that_is_written_on_the_board_can_be_read():
    """Except the letters of marks, which shapes and colours repeat."""
    view, _ = late()
    mark = seat_mark(THEME.seats[0], 90)
    with (
        mock.patch.object(panels, "seat_mark", return_value=mark),
        mock.patch.object(foot, "seat_mark", return_value=mark),
        capture_sizes() as sizes,
    ):
        panels.face("Y1", ("yellow", "red"), THEME_OF_FOUR)
        assert list(scene_of(view).scenery())
        below = msgspec.json.encode(foot.foot_of(view, 1216))
        foot.draw_foot.__wrapped__(below, THEME_OF_FOUR)
        for panel in panels.panels_of(view, NAMES, 290):
            panels.draw_panel(msgspec.json.encode(panel), THEME_OF_FOUR)
    assert min(sizes) >= MIN_SIZE


# ---- roads ------------------------------------------------------------------------------------


@each_case("ends", SHAPES)
def test_a_road_goes_from_side_to_side_and_meets_each_at_a_right_angle(ends):
    line = roads.path(ends, ("on", "on"))
    for point, side in ((line[0], ends[0]), (line[-1], ends[1])):
        assert length(point, middle_of(side)) < 1
    assert all(length(point, (0, 0)) < APOTHEM + 1 for point in line)
    (x, y), (a, b), (dx, dy) = line[0], line[1], middle_of(ends[0])
    assert ((x - a) * dx + (y - b) * dy) / (length(line[0], line[1]) * APOTHEM) > 0.99


def test_an_open_road_stops_short_of_its_side_and_one_that_goes_on_does_not():
    view, _ = late()
    road = RoadView((3, 5), 0, (0, 3))
    alone = scene_of(replace(view, roads=(road,), cities=(), markets=(), oracles=(), places=()))
    assert [alone._end(road, side) for side in road.ends] == ["open", "open"]
    next_road = RoadView(neighbour(road.hex, 0), 1, (1, 3))
    both = scene_of(
        replace(view, roads=(road, next_road), cities=(), markets=(), oracles=(), places=())
    )
    assert [both._end(road, side) for side in road.ends] == ["on", "open"]


# ---- places -----------------------------------------------------------------------------------


def test_roads_and_markets_look_different_by_their_shape_and_state_and_by_their_seat():
    """Even of two seats of one colour: by patterns, and by the shape of markets."""
    style, kinds = THEME_OF_FOUR.seats[2], ("open", "open")
    assert len({roads.bed(style, ends, kinds).tobytes() for ends in SHAPES}) == len(SHAPES)
    states = ("active", "idle", "sold")
    assert len({pieces.stall(style, state).tobytes() for state in states}) == len(states)
    styles = look.game_theme(THEME, ("brown",) * 4).seats
    for make in (
        lambda style: roads.paving(style, (0, 3), kinds),
        lambda style: cities.city(style, ((0, 0), (1, 0)), frozenset()),
        lambda style: pieces.stall(style, "sold"),
    ):
        assert len({make(style).tobytes() for style in styles}) == 4


def test_a_city_grows_without_a_wall_inside():
    """On the side that two quarters share lies paving, not the wall."""
    style, cells = THEME_OF_FOUR.seats[0], ((0, 0), (1, 0))
    left, top, *_ = cities.extent(cells)
    x, y = middle_of(0)
    seam = cities.city(style, cells, frozenset()).getpixel((round(x - left), round(y - top)))
    assert seam == (*look.paving(style), 255)


def test_up_to_four_markets_stand_side_by_side():
    view, _ = late()
    at = next(place.hexes[0] for place in view.places if place.id.startswith("village"))
    for count in range(1, 5):
        markets = tuple(MarketView(seat, at, False, True, 2) for seat in range(count))
        stamps = list(scene_of(replace(view, markets=markets)).markets(at))
        apart = [length(middle(a), middle(b)) for a, b in combinations(stamps, 2)]
        assert len(stamps) == count
        assert all(gap >= 24 for gap in apart)


def test_an_oracle_points_along_the_road_of_its_city():
    view, _ = late()
    pointing = [oracle for oracle in view.oracles if oracle.points_to is not None]
    assert pointing
    for oracle in pointing:
        arrow = pieces.arrow(THEME_OF_FOUR.seats[oracle.seat], oracle.points_to)
        dx, dy = middle_of(oracle.points_to, 1.4 if oracle.points_to in (1, 2) else 1.15)
        x, y = arrow.width // 2 + round(dx), arrow.height // 2 + round(dy)
        assert arrow.getpixel((x, y))[:3] == THEME_OF_FOUR.seats[oracle.seat].colour
    idle = [oracle for oracle in view.oracles if oracle.points_to is None]
    arrows = on(scene.ARROW, scene_of(view).stamps())
    assert len(arrows) == len(view.oracles) - len(idle)


def test_every_city_shows_its_count_and_a_place_without_links_shows_none():
    view, _ = late()
    chips = on(scene.CHIP, scene_of(view).stamps())
    linked = [place for place in view.places if place.count or place.id.startswith("city")]
    assert len(chips) == len(linked)


# ---- what is lit ------------------------------------------------------------------------------


def test_a_turn_is_lit_step_by_step_in_its_order():
    view, news = late()
    placed = ("road_placed", "city_founded", "city_expanded")
    steps = [tuple(event.args["hex"]) for event in news if event.name in placed]
    changed = scene_of(view).new_hexes(news)
    assert steps
    assert [at for at in changed if at in steps] == steps


def test_news_that_are_true_no_more_are_not_lit():
    """A market that was bought since is not shown as sold, nor an oracle that turned again."""
    view, _ = late()
    market = next(market for market in view.markets if not market.sold)
    placed = {"seat": market.seat, "hex": list(market.hex)}
    oracle = next(oracle for oracle in view.oracles if oracle.city)
    turned = {"seat": oracle.seat, "hex": list(oracle.hex), "from": None}
    lit, unlit = (
        (("market_placed", placed), ("oracle_turned", {**turned, "to": oracle.city})),
        (("market_sold", {**placed, "value": 2}), ("oracle_turned", {**turned, "to": "c99"})),
    )
    marks = scene_of(view)
    assert all(marks.new_hexes([Event(f"magna_grecia.{name}", args)]) for name, args in lit)
    assert not any(marks.new_hexes([Event(f"magna_grecia.{name}", args)]) for name, args in unlit)


# ---- panels and cards -------------------------------------------------------------------------


def test_the_panels_stand_in_the_order_of_the_round():
    view, _ = late()
    contents = panels.panels_of(view, NAMES, 300)
    assert tuple(panel.seat for panel in contents) == view.order
    assert [panel.to_move for panel in contents].index(True) == view.turn_index
    assert all(panel.total == sum(panel.parts) for panel in contents)


def test_a_seat_that_leads_alone_is_crowned():
    view, _ = late()
    best = max(row.total for row in view.standing)
    leads = [panel.seat for panel in panels.panels_of(view, NAMES, 300) if panel.leads]
    assert leads == [row.seat for row in view.standing if row.total == best]
    even = tuple(replace(row, total=20) for row in view.standing)
    tied = panels.panels_of(replace(view, standing=even), NAMES, 300)
    assert not any(panel.leads for panel in tied)


def test_the_card_shows_only_the_seats_at_the_table():
    two = look.game_theme(THEME, ("yellow", "red"))
    with mock.patch.object(panels, "seat_mark", wraps=panels.seat_mark) as mark:
        panels.face.__wrapped__("Y1", ("yellow", "red"), two)
    order = [call.args[0].colour for call in mark.call_args_list]
    expected = [name for name in CARDS["Y1"].order if name in ("yellow", "red")]
    assert order == [look.TONES[name][0] for name in expected]


def test_the_cards_keep_their_hidden_order_to_themselves():
    state = position("3_middle")
    shuffled = state.clone()
    shuffled.deck[1:] = reversed(shuffled.deck[1:])
    assert shuffled.deck != state.deck
    picture, shuffled_picture = (
        PICTURES.draw("cards", GAME.view(each, None)) for each in (state, shuffled)
    )
    assert picture == shuffled_picture


# ---- candidates -------------------------------------------------------------------------------


def candidates(state):
    """The first legal action of each kind with its preview."""
    seat, actions = GAME.to_act(state)[0], {}
    for action in GAME.legal_actions(state, seat):
        actions.setdefault(type(action).__name__, action)
    return {name: (action, GAME.preview(state, seat, action)) for name, action in actions.items()}


@each_case("kind", ["Road", "City", "Market"])
def test_a_candidate_shows_what_is_not_there_yet(kind):
    """It differs from the table before the move, and from that after it."""
    state = position("4_middle")
    action, preview = candidates(state)[kind]
    seat = GAME.to_act(state)[0]
    after, _ = play(GAME, state, seat, action)
    before, view_after = (GAME.view(each, seat) for each in (state, after))
    steps = (Step("end", None, None),)
    bare = replace(preview, causes=(), kind="end", spots=(), steps=steps, view_after=before)
    ghost = PICTURES.draw("candidate", before, names=NAMES, shown=preview)
    assert differ(ghost, PICTURES.draw("candidate", before, names=NAMES, shown=bare)) is not None
    bare = replace(bare, view_after=view_after)
    assert (
        differ(ghost, PICTURES.draw("candidate", view_after, names=NAMES, shown=bare)) is not None
    )


def test_a_road_of_another_shape_is_another_ghost():
    state = position("4_middle")
    seat, view = GAME.to_act(state)[0], GAME.view(state, None)
    roads_here = {}
    for action in GAME.legal_actions(state, seat):
        if type(action).__name__ == "Road":
            roads_here.setdefault(action.hex, []).append(action)
    shapes = max(roads_here.values(), key=len)
    assert len(shapes) > 1
    pictures = {
        PICTURES.draw("candidate", view, names=NAMES, shown=GAME.preview(state, seat, action))
        for action in shapes
    }
    assert len(pictures) == len(shapes)


def test_a_candidate_of_several_steps_numbers_them_on_the_map():
    state = position("4_middle")
    seat, at = GAME.to_act(state)[0], HEXES[:3]
    _, preview = candidates(state)["End"]
    steps = tuple(Step("road", each, (0, 3)) for each in at)
    turn = replace(preview, kind="road", steps=steps)
    with mock.patch.object(candidate, "pennant", wraps=candidate.pennant) as flag:
        PICTURES.draw("candidate", GAME.view(state, seat), names=NAMES, shown=turn)
    assert [call.args[0] for call in flag.call_args_list] == [1, 2, 3]


# ---- where to ---------------------------------------------------------------------------------


def question_of(letter):
    """View, contents of the map beside a question, and options of the question."""
    state = position("4_trading")
    seat = GAME.to_act(state)[0]
    question = GAME.ask(state, seat, [letter])
    return GAME.view(state, seat), question.beside.shown, question.options


@each_case("letter", "RCMS")
def test_the_map_beside_a_question_marks_what_may_be_answered(letter):
    """With the gain of each market."""
    view, contents, options = question_of(letter)
    marks = list(spots._marks(scene_of(view), contents, 26))
    marked = {middle(stamp) for stamp in marks if stamp.layer in (scene.RING, scene.MARK)}
    where = {LABELS[HEXES.index(spot.hex)] for spot in contents.spots}
    assert where == {option.token for option in options}
    assert len(marked) == len(options)
    assert len(on(scene.FLAG, marks)) == (len(options) if letter in "MS" else 0)
    if letter == "M":
        gains = [option.args["value"] - option.args["cost"] for option in options]
        assert [spot.gain for spot in contents.spots] == gains


def test_the_map_beside_a_question_shows_all_that_may_be_answered():
    view, contents, _ = question_of("R")
    left, top, right, bottom = closeup.close_up({spot.hex for spot in contents.spots}).box
    for spot in contents.spots:
        x, y = centre(spot.hex)
        assert left + 42 <= x <= right - 42
        assert top + 42 <= y <= bottom - 42
    data = PICTURES.draw("spots", view, seat=contents.seat, shown=contents)
    assert read(data).width <= 1200


@each_case("cells", [HEXES[:1], HEXES[120:121], HEXES[-1:], HEXES], ids=["a", "b", "c", "all"])
def test_a_close_up_fades_where_the_map_goes_on(cells):
    """It goes on to the edge of the map where little is missing."""
    part = closeup.close_up(cells)
    left, top, right, bottom = part.box
    white = Image.new("RGB", (right - left, bottom - top), (250, 250, 250))
    close_up = part.finish(CloseUp(white, THEME, (left, top))).image
    width, height = close_up.size
    ends = {(width // 2, 0): top > 0, (width // 2, height - 1): bottom < BOARD[1]}
    ends |= {(0, height // 2): left > 0, (width - 1, height // 2): right < BOARD[0]}
    for at, goes_on in ends.items():
        assert (close_up.getpixel(at)[0] < 60) == goes_on
    assert all(gap == 0 or gap >= closeup.SNAP for gap in (left, top, BOARD[0] - right))


# ---- counts -----------------------------------------------------------------------------------


def test_every_place_that_counts_has_its_figure_and_its_price():
    """An oracle has no price: no market stands there."""
    view, _ = late()
    before = PICTURES.draw("counts", view)
    place = next(place for place in view.places if place.count and place.id[:4] == "city")
    changed = replace(place, count=place.count + 1)
    changed_view = replace(view, places=tuple(changed if p is place else p for p in view.places))
    box = differ(before, PICTURES.draw("counts", changed_view))
    x, y = (at * table.SHARE + counts.MARGIN for at in centre(place.hexes[0]))
    assert box is not None
    assert x - 60 < box[0] < x < box[2] < x + 60
    assert y - 70 < box[1] < box[3] < y + 40
    dearer = tuple(replace(cost, cost=cost.cost + 1) for cost in view.market_costs)
    assert differ(before, PICTURES.draw("counts", replace(view, market_costs=dearer))) is not None


# ---- below the map ----------------------------------------------------------------------------


def test_the_foot_says_the_round_and_what_the_card_still_allows():
    view, _ = late()
    contents = foot.foot_of(view, 1216)
    assert contents.round == view.round
    assert contents.left == (view.limits.roads, view.limits.cities, view.limits.draw)
    assert len(contents.borders) == view.round + (view.next_card is not None)
    used = replace(view, limits=replace(view.limits, roads=view.limits.roads + 1))
    first, second = (
        foot.draw_foot(msgspec.json.encode(foot.foot_of(each, 1216)), THEME_OF_FOUR)
        for each in (view, used)
    )
    assert ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()


def test_the_last_picture_has_no_clock_and_no_cards_but_all_frames_are_alike():
    view = GAME.view(position("4_over"), None)
    last, frame, before = (
        read(PICTURES.draw("table", each, names=NAMES, stage=stage))
        for each, stage in ((view, None), (view, view), (late()[0], view))
    )
    assert last.height < frame.height == before.height


def test_the_lower_left_corner_is_free_of_text():
    """A phone lays its own sign over it: only the cards of the rounds lie there."""
    view, _ = late()
    with mock.patch.object(Canvas, "text", autospec=True, side_effect=Canvas.text) as written:
        foot.draw_foot.__wrapped__(msgspec.json.encode(foot.foot_of(view, 1216)), THEME_OF_FOUR)
    assert all(call.args[2] > 96 or call.args[3] <= 36 for call in written.call_args_list)


# ---- news on the panels -----------------------------------------------------------------------


def test_a_panel_says_what_the_last_turn_has_brought():
    state = position("4_middle")
    seat = GAME.to_act(state)[0]
    line = GAME.line(state, seat, [])
    events = [event for action in line for event in GAME.apply(state, seat, action)]
    view = GAME.view(state, None)
    contents = {panel.seat: panel for panel in panels.panels_of(view, NAMES, 300, events)}
    assert contents[seat].moved
    assert contents[seat].news
    assert not any(panel.moved for other_seat, panel in contents.items() if other_seat != seat)


@each_case("number", [9, 99, 999])
@each_case("width", [295, 397, 602, 1096])
def test_figures_of_any_length_have_room_in_a_panel(number, width):
    """They are written smaller, and the reserve is left out, before two of them meet."""
    view, _ = late()
    panel = replace(
        panels.panels_of(view, NAMES, width)[0],
        parts=(number,) * 3,
        roads=(number, number),
        cities=(number, number),
        markets=number,
    )
    ends = []
    with mock.patch.object(Canvas, "text", autospec=True, side_effect=Canvas.text) as written:
        panels.draw_panel.__wrapped__(msgspec.json.encode(panel), THEME_OF_FOUR)
    for row in (panels._FIGURES, panels._SUPPLY):
        ends = [
            (call.args[2], call.args[2] + text.width_of(call.args[1], call.args[4]))
            for call in written.call_args_list
            if call.args[3] == row + panel.lower
        ]
        assert len(ends) >= 3
        assert all(end <= start for (_, end), (start, _) in pairwise(ends))
        assert ends[-1][1] <= width - 8


# ---- the hour ---------------------------------------------------------------------------------


def test_the_land_takes_the_light_of_the_hour_and_the_seats_do_not():
    shares = PICTURES.light_shares()
    assert min(shares[tone] for tone in look.DEPTHS) > 0
    assert all(shares[tone] == 0 for tones in look.TONES.values() for tone in tones)


@each_case("seal", ["00000000", "00000001", "00000002", "00000003"])
def test_at_every_hour_names_of_hexes_are_read(seal):
    light, shares = light_of(seal), PICTURES.light_shares()
    for kind in look.TERRAINS:
        tone = look.COORDINATE_HIGH if kind in ("hill", "mountain") else look.COORDINATE
        written = light.apply(tone, shares[tone])
        ground_tone = look.field(kind)
        assert contrast(written, light.apply(ground_tone, shares[ground_tone])) >= 3


# ---- one seat ---------------------------------------------------------------------------------


def test_pieces_of_another_seat_are_dim():
    """The seat's own roads have their full colour there, those of others half of it."""
    view, _ = late()
    road, road_of_rival = view.roads[0], next(r for r in view.roads if r.seat != view.roads[0].seat)
    alone = replace(view, roads=(road, road_of_rival), cities=(), markets=(), oracles=(), places=())
    with capture_panels() as panels:
        network.draw_network(alone, road.seat, NAMES, THEME_OF_FOUR, "en")
    board = next(panel for panel in panels if panel.height >= network.LEAST[1])
    colours = {colour for _, colour in board.getcolors(board.width * board.height)}
    assert THEME_OF_FOUR.seats[road.seat].colour in colours
    assert THEME_OF_FOUR.seats[road_of_rival.seat].colour not in colours


@each_case("moment", ["2_start", "4_middle", "4_trading", "4_late"])
def test_beside_the_first_question_stands_where_its_steps_may_be_done(moment):
    """Every kind of step that has a place near the seat's pieces, and nothing that is illegal."""
    state = position(moment)
    seat = GAME.to_act(state)[0]
    question = GAME.ask(state, seat, [])
    letters = {option.token for option in question.options}
    openings = question.beside.shown if question.beside else None
    if openings is None:
        assert letters == {"O"}
        return
    where = {letter: getattr(openings, name) for letter, name in KINDS.items()}
    for letter, hexes in where.items():
        assert bool(hexes) == (letter in letters)
        if hexes:
            labels = [LABELS[HEXES.index(at)] for at in hexes]
            options = GAME.ask(state, seat, [letter]).options
            assert sorted(labels) == sorted(option.token for option in options)
    view = GAME.view(state, seat)
    roads, steps = network._openings_near(network.reach(view, seat), openings)
    assert roads <= set(openings.roads)
    assert steps.keys() <= {*openings.cities, *openings.markets, *openings.sales}
    plain = PICTURES.draw("seat", view, names=NAMES, seat=seat)
    marked = PICTURES.draw("openings", view, names=NAMES, seat=seat, shown=openings)
    assert (plain != marked) == bool(roads or steps)


KINDS = {"R": "roads", "C": "cities", "M": "markets", "S": "sales"}


def test_the_gold_of_a_seat_is_what_its_panel_adds_up():
    view, _ = late()
    for seat in range(4):
        with mock.patch.object(pieces, "points_chip", wraps=pieces.points_chip) as chip:
            list(network._points(scene_of(view), seat, THEME_OF_FOUR))
        row = view.standing[seat]
        assert sum(call.args[0] for call in chip.call_args_list) == row.markets + row.oracles


# ---- whole pictures ---------------------------------------------------------------------------


@each_case("moment", ["2_start", "3_middle", "4_late", "4_over"])
def test_the_table_looks_as_it_did(moment):
    view = GAME.view(position(moment), None)
    data = PICTURES.draw("table", view, names=NAMES, news=newest(view))
    assert golden_difference(f"magna_grecia_{moment}", data) < 2


def test_the_other_pictures_look_as_they_did():
    state = position("4_late")
    view = GAME.view(state, None)
    _, preview = candidates(state)["Road"]
    contents = {
        "magna_grecia_seat": PICTURES.draw("seat", view, names=NAMES, seat=1),
        "magna_grecia_market": PICTURES.draw(
            "spots", question_of("M")[0], shown=question_of("M")[1]
        ),
        "magna_grecia_cards": PICTURES.draw("cards", view),
        "magna_grecia_candidate": PICTURES.draw("candidate", view, names=NAMES, shown=preview),
    }
    assert max(golden_difference(name, data) for name, data in contents.items()) < 2


def test_two_hundred_pieces_are_not_too_many():
    state = position("4_over")
    data = PICTURES.draw("table", crowd(GAME.view(state, None)), names=NAMES)
    assert len(data) <= MAX_BYTES


def test_a_table_after_a_move_is_the_full_picture_byte_by_byte():
    state = position("4_middle")
    seat = GAME.to_act(state)[0]
    action, _ = candidates(state)["Road"]
    after, news = play(GAME, state, seat, action)
    PICTURES.draw("table", GAME.view(state, None), names=NAMES)
    quick = PICTURES.draw("table", GAME.view(after, None), names=NAMES, news=news)
    PICTURES.forget()
    assert PICTURES.draw("table", GAME.view(after, None), names=NAMES, news=news) == quick


def test_the_map_of_a_seat_without_pieces_is_not_dimmed():
    start = GAME.view(GAME.new(2, 3, {"oracle_setup": "random"}), None)
    later = replace(start, roads=(RoadView(HEXES[100], 0, (0, 3)),))
    bright, dimmed = (
        ImageStat.Stat(read(PICTURES.draw("seat", view, names=NAMES, seat=0)).convert("L"))
        for view in (start, later)
    )
    assert bright.mean[0] > 1.3 * dimmed.mean[0]
