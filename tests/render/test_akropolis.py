"""Akropolis' pictures: every table, every moment, nothing too small, the last move lit."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from unittest import mock

import msgspec
from PIL import ImageChops

from render import marks
from render.akropolis import PICTURES, final, ghost
from render.akropolis.blocks import layout
from render.akropolis.city import Plan, coordinates, number_level, roof, scene_of
from render.akropolis.faces import every_face, floor, symbol
from render.akropolis.foot import outline_cells, strew
from render.akropolis.ground import hillside, to_rgb, tones
from render.akropolis.history import new_tiles, points_gained, running_totals
from render.akropolis.painting import paint_city
from render.akropolis.scene import Scene, back_to_front, beside
from render.akropolis.table import layout_of
from render.canvas import Canvas
from render.hexes import Layout
from render.light import DAY, HOURS
from render.spotlight import Spotlight, spots
from render.text import MIN_SIZE
from render.theme import THEME
from rules.akropolis.state import footprint
from rules.akropolis.view import Cell
from rules.contract import Event
from rules.places import ScorePlace
from tests.cases import each_case
from tests.render.pictures import (
    GAME,
    NAMES,
    capture_texts,
    golden_difference,
    position,
    position_and_news,
    read,
    view_at,
)
from tests.tier import of_tier

MOMENTS = [
    (1, 0, {"solo": "hippodamos"}),
    (1, 99, {"solo": "hippodamos", "length": "long"}),
    (2, 99, {"length": "long", "variants": ["houses", "markets", "barracks", "temples"]}),
    (3, 99, {"variants": ["gardens"]}),
    (4, 0, {}),
    (4, 99, {}),
]
draw, forget = PICTURES.draw, PICTURES.forget
LONG = ("Maximilienne de la Tour-d’Auvergne-Lauraguais",) * 4


def places(view):
    return layout_of(view, THEME).places


def candidate(state, text=None):
    seat = GAME.to_act(state)[0]
    action = GAME.parse(state, seat, text) if text else GAME.suggest(state, seat, 0)
    return GAME.preview(state, seat, action)


# ---- limits ---------------------------------------------------------------------------------


@each_case(("seats", "turns", "options"), MOMENTS)
def test_a_table_fits_a_post_and_has_no_text_smaller_than_14_pixels(seats, turns, options):
    """A solo table, with its single city, is 1200 wide: it is larger on a phone."""
    view = view_at(seats, 5, turns, **options)
    forget()
    with capture_texts() as texts:
        picture = read(draw("table", view, names=LONG))
        draw("seat", view, names=NAMES, seat=0)
    assert min(style.size for _, style in texts) >= MIN_SIZE
    assert picture.width == (1200 if seats == 1 else 1280)


# ---- what is shown --------------------------------------------------------------------------


def words_of(*args, **kwargs):
    forget()
    with capture_texts() as texts:
        draw(*args, **kwargs)
    return [words for words, _ in texts]


def test_the_construction_site_shows_names_and_prices():
    words = words_of("table", view_at(4, 7, 0), names=NAMES)
    assert {f"T{place}" for place in range(1, 7)} <= set(words)
    assert {"1/12", "×11", "Maud", "Karim"} <= set(words)


def test_the_last_table_of_a_solo_game_names_the_architect_in_full():
    words = words_of("table", view_at(1, 11, 99, solo="hippodamos"), names=NAMES)
    assert words.count("Hippodamos") == 2


@each_case(("seats", "turns"), [(2, 0), (4, 0), (4, 99)])
def test_a_panel_shows_the_tiles_on_offer_alone_large_and_with_their_prices(seats, turns):
    """Its figures are 10 px on a phone at least; the tiles are as wide as the row allows."""
    view = view_at(seats, 5, turns)
    with capture_texts() as texts:
        picture = read(draw("site", view))
    assert [words for words, _ in texts] == [
        words for place in range(len(view.line)) for words in (f"T{place + 1}", str(place))
    ]
    assert min(style.size for _, style in texts) * 335 / picture.width >= 10
    assert picture.height < picture.width / 2


def test_the_cells_one_may_name_are_written_for_those_who_type():
    cells = {"0,−2", "1,−2", "2,−1", "0,1", "−2,2"}
    words = words_of("table", view_at(2, 3, 0), names=NAMES, coordinates=True)
    assert cells <= set(words)
    assert "0,0" not in words
    assert not cells & set(words_of("table", view_at(2, 3, 0), names=NAMES))


@each_case("size", [30, 40, 60])
def test_the_number_of_a_level_lies_inside_its_hex(size):
    cells = {(0, 0): Cell("district", "houses", 0, 2, 0)}
    scene = Scene(200, 200, size, (100, 150), back_to_front(cells), frozenset(), frozenset(), ())
    discs = []
    with mock.patch.object(Canvas, "paste_centred", lambda _, *laid: discs.append(laid)):
        number_level(Canvas(200, 200), scene, (0, 0), 2)
    [(sprite, *at)] = discs
    x, y = roof(scene, (0, 0), 2)
    corners = [(x + across, y + down) for across, down in layout(size).corners((0, 0))]
    edges = pairwise([*corners, corners[0]])
    assert min(distance(at, *edge) for edge in edges) >= sprite.width / 2 - 4


def distance(at, start, end):
    """Distance of a point from the line through two others."""
    (ax, ay), (bx, by) = start, end
    across = (bx - ax) * (ay - at[1]) - (ax - at[0]) * (by - ay)
    return abs(across) / dist(start, end)


def test_from_near_every_roof_is_named():
    words = words_of("seat", view_at(2, 3, 0), names=NAMES, seat=1)
    assert {"0,0", "0,−1", "1,0", "−1,1"} <= set(words)
    assert "Bastien" in words
    assert "Maud" not in words


def test_a_solo_table_shows_the_architects_running_total_and_lights_his_newest_tile():
    state, news = position_and_news(1, 11, 22, solo="metagenes")
    view = GAME.view(state, None)
    totals = running_totals(view)
    assert totals[-1] == view.architect.score.total - view.architect.stones
    words = words_of("table", view, names=NAMES)
    assert {"Metagenes", *map(str, totals)} <= set(words)
    taken = [event for event in news if event.name == "architect_took"]
    plain, lit = (read(draw("table", view, news=events)) for events in ((), taken))
    left, top, right, bottom = ImageChops.difference(plain, lit).getbbox()
    assert bottom < places(view)[0].y
    assert right - left < 60
    assert bottom - top < 30


def test_the_final_table_shows_ranks_and_parts():
    view = view_at(3, 5, 99)
    words = words_of("table", view, names=NAMES)
    for city in view.cities:
        assert str(city.score.total) in words
    assert {"1", "2", "3"} <= set(words)
    assert "T1" not in words


def test_a_candidate_shows_its_notation_its_number_its_worth_and_its_price():
    """In no small text, and with large numbers."""
    state = position(4, 7, 52)
    first = candidate(state)
    gained = first.city.score.total - first.before.total
    with capture_texts() as texts:
        draw("candidate", GAME.view(state, None), names=NAMES, shown=first)
    assert min(style.size for _, style in texts) >= MIN_SIZE
    assert min(s.size for text, s in texts if text == "1" and s.weight == "bold") >= 22
    words = {text for text, _ in texts}
    assert {first.notation, str(first.city.score.total)} <= words
    assert f"{gained:+d}".replace("-", "−") in words
    covered = footprint(first.at, first.rot)[1:]
    numbers = [n for n, spot in enumerate(first.spots, 1) if spot.at not in covered]
    assert set(map(str, numbers)) <= words
    dear = msgspec.structs.replace(first, price=2, gain=3)
    assert {"−2", "+3"} <= set(words_of("candidate", GAME.view(state, None), shown=dear))


@each_case("turns", [0, 20, 44, 59])
def test_a_candidate_fits_a_private_panel_on_a_phone(turns):
    state = position(4, 7, turns)
    picture = read(draw("candidate", GAME.view(state, None), shown=candidate(state)))
    assert picture.height <= 3 / 4 * picture.width


def test_on_the_ghost_stands_no_number_but_its_own():
    state = position(4, 7, 44)
    preview = candidate(state)
    covered = footprint(preview.at, preview.rot)[1]
    crowded = msgspec.structs.replace(
        preview, spots=(*preview.spots, msgspec.structs.replace(preview.spots[0], at=covered))
    )
    view = GAME.view(state, None)
    assert draw("candidate", view, shown=crowded) == draw("candidate", view, shown=preview)


@each_case(
    ("seats", "seed", "turns", "player"),
    [(4, 7, 30, "easy"), (4, 9, 3, "easy"), (4, 2, 30, "random"), (4, 2, 50, "random")],
)
def test_no_chip_lies_on_a_sign_of_the_ghost(seats, seed, turns, player):
    """Nor does the chip of its own number and gain, whichever spot is chosen."""
    state = position(seats, seed, turns, player)
    first = candidate(state)
    for spot in first.spots[:: of_tier(15, 5)]:
        preview = candidate(state, first.notation.replace(notation(first.at), notation(spot.at)))
        scene, boxes = chips_of(GAME.view(state, None), preview)
        reach = 0.45 * scene.size, 0.40 * scene.size
        for at in footprint(preview.at, preview.rot):
            x, y = roof(scene, at, scene.cells[at].level)
            for left, top, right, bottom in boxes:
                beside = x + reach[0] <= left or right <= x - reach[0]
                assert beside or y + reach[1] <= top or bottom <= y - reach[1], preview.notation


def notation(at):
    return f"{at[0]},{at[1]}"


def chips_of(view, preview):
    """The scene of a candidate, and the boxes of the chips on its map."""
    chips, boxes, centre = [], [], Canvas.paste_centred

    def chip(*args, **options):
        chips.append(sprite := marks.disc(*args, **options))
        return sprite

    def lay(canvas, sprite, x, y):
        if any(sprite is each for each in chips):
            width, height = sprite.width / 2 - 3, sprite.height / 2 - 3
            boxes.append((x - width, y - height, x + width, y + height))
        centre(canvas, sprite, x, y)

    def chip_of_gain(*args, **options):
        chips.append(sprite := marks.pill(*args, **options))
        return sprite

    with (
        mock.patch.object(ghost, "disc", chip),
        mock.patch.object(ghost, "pill", chip_of_gain),
        mock.patch.object(Canvas, "paste_centred", lay),
        mock.patch.object(ghost, "_lay_chips", wraps=ghost._lay_chips) as lay_chips,
    ):
        draw("candidate", view, shown=preview)
    return lay_chips.call_args.args[1], boxes


@each_case("length", [5, 60])
def test_a_candidate_fades_where_its_city_goes_on(length):
    """A city that is shown whole does not, whatever lies round it."""
    cells = {(q, -q // 2): Cell("quarry", None, 0, 1, 0) for q in range(length)}
    scene = Scene(400, 300, 26, (80, 150), back_to_front(cells), beside(cells), frozenset(), ())
    canvas = Canvas(400, 300)
    canvas.box((0, 0, 400, 300), (250, 250, 250))
    ghost._fade(canvas, scene)
    dark = {side: canvas.image.getpixel(at)[0] < 60 for side, at in ENDS.items()}
    assert dark == {"left": False, "top": False, "bottom": False, "right": length == 60}


ENDS = {"left": (0, 150), "top": (200, 0), "right": (399, 150), "bottom": (200, 299)}


def test_a_candidate_that_does_not_fit_has_no_worth():
    state = position(2, 3, 4)
    preview = candidate(state, "T1 9,9 r0")
    assert preview.level == 0
    words = words_of("candidate", GAME.view(state, None), shown=preview)
    assert "T1 9,9 r0" in words
    assert not any(word.startswith("+") for word in words)


def test_a_candidate_that_covers_a_plaza_warns():
    view = view_at(2, 3, 12)
    preview = candidate(position(2, 3, 12))
    warned = msgspec.structs.replace(preview, plazas_covered=("houses", "temples"))
    plain, warning = (read(draw("candidate", view, shown=shown)) for shown in (preview, warned))
    changed = ImageChops.difference(plain, warning).getbbox()
    assert changed is not None
    assert changed[3] <= 12 + 66
    assert changed[2] - changed[0] >= 90


def test_coordinates_are_those_of_the_notation():
    """They have a minus sign that is visible on a phone, and that is understood when typed."""
    assert coordinates((-3, 11)) == "−3,11"
    state = GAME.new(2, 1)
    typed = GAME.parse(state, 0, f"T1 {coordinates((-3, 11))} r0")
    assert GAME.notation(state, 0, typed) == "T1 -3,11 r0"


# ---- news -----------------------------------------------------------------------------------


def news_of(view, *tiles):
    """News of tiles that lie in a view, each given as its seat and its index in the city."""
    placed = (view.cities[seat].tiles[index] for seat, index in tiles)
    return [Event("akropolis.tile_placed", {"tile": laid.tile}) for laid in placed]


def test_the_tiles_of_a_turn_are_lit_whosever_they_are():
    state, news = position_and_news(4, 7, 20)
    view = GAME.view(state, None)
    assert new_tiles(view, news) == {0: (), 1: (), 2: (), 3: (4,)}
    several = news_of(view, (1, 2), (3, 0), (1, 4))
    assert new_tiles(view, several) == {0: (), 1: (2, 4), 2: (), 3: (0,)}
    assert draw("table", view, news=news) != draw("table", view)
    assert draw("seat", view, news=news, seat=3) != draw("seat", view, seat=3)
    assert draw("seat", view, news=news, seat=2) == draw("seat", view, seat=2)


def test_news_from_an_older_log_are_lit():
    """Logs have held the tile since the first version; no other argument is needed."""
    view = view_at(4, 7, 20)
    news = [Event("akropolis.chief_moved", {}), *news_of(view, (1, 2)), Event("akropolis.unheard")]
    assert draw("table", view, news=news) == draw("table", view, news=news_of(view, (1, 2)))


def test_lighting_a_tile_changes_its_panel_only():
    view = view_at(4, 7, 20)
    plain, lit = (read(draw("table", view, news=news)) for news in ((), news_of(view, (1, 2))))
    left, top, right, bottom = ImageChops.difference(plain, lit).getbbox()
    place = places(view)[1]
    assert place.x <= left
    assert right <= place.x + place.width
    assert place.y <= top
    assert bottom <= place.y + place.height


def test_several_lit_tiles_are_numbered():
    view = view_at(2, 3, 30)
    news = news_of(view, (0, 1), (0, 2), (0, 3))
    assert {"1", "2", "3"} <= set(words_of("seat", view, news=news, seat=0))


def test_the_chip_of_a_seat_that_has_moved_says_how_its_total_has_changed():
    """Over a whole game: a tile paid for, a quarry covered, both."""
    changes = set()
    for turns in range(1, 44):
        state, news = position_and_news(4, 7, turns)
        view, before = GAME.view(state, None), view_at(4, 7, turns - 1)
        lit = new_tiles(view, news)
        for seat in range(4):
            now, then = view.cities[seat].score, before.cities[seat].score
            expected = now.total - then.total if lit[seat] else None
            assert points_gained(view, seat, lit, news) == expected
            changes.add(now.stones - then.stones if lit[seat] else 0)
    assert min(changes) < 0 < max(changes)


def test_the_seat_to_move_has_a_band_of_its_colour():
    view = view_at(4, 7, 20)
    picture = read(draw("table", view, names=NAMES))
    for place in places(view):
        shade = picture.getpixel((place.x + place.width // 2 - 60, place.y + 6))
        assert (shade == THEME.seats[place.seat].colour) == (place.seat == view.current)


# ---- the same view, the same bytes ----------------------------------------------------------


def test_a_picture_is_the_same_whatever_was_drawn_or_lit_before():
    before, after = view_at(4, 7, 30), view_at(4, 7, 31)
    news = news_of(after, (1, 2), (3, 0))
    forget()
    full = draw("table", after, names=NAMES)
    forget()
    for earlier in (before, after):
        draw("table", earlier, names=NAMES, news=news)
        draw("seat", earlier, seat=1)
        assert draw("table", after, names=NAMES) == full


def test_the_column_that_decided_is_the_one_of_the_greatest_lead():
    view = view_at(3, 5, 99)
    order = sorted(final.ranks(view), key=final.ranks(view).__getitem__)
    best, second = (view.cities[seat].score for seat in order[:2])
    leads = {
        colour: part.points - second.districts[colour].points
        for colour, part in best.districts.items()
    }
    leads[final.STONES] = best.stones - second.stones
    assert leads[final.decisive(view)] == max(leads.values())


def test_a_straight_city_still_fits():
    state = GAME.new(2, 1, {})
    for _ in range(12):
        seat = GAME.to_act(state)[0]
        cheapest = [action for action in GAME.legal_actions(state, seat) if action.line == 0]
        GAME.apply(state, seat, max(cheapest, key=lambda a: (a.at[0], -a.rot)))
    words = words_of("table", GAME.view(state, None), coordinates=True)
    far = max(laid.at[0] for laid in GAME.view(state, None).cities[0].tiles)
    assert any(word.startswith(f"{far + 1},") for word in words)


# ---- golden pictures ------------------------------------------------------------------------


def table_after(*args, **options):
    """Picture of a table with its last turn lit."""
    state, news = position_and_news(*args, **options)
    return draw("table", GAME.view(state, None), names=NAMES, news=news)


def city_after(seat, *args):
    state, news = position_and_news(*args)
    return draw("seat", GAME.view(state, None), names=NAMES, news=news, seat=seat)


GOLDEN = {
    "table_4": lambda: table_after(4, 7, 52),
    "table_2_start": lambda: table_after(2, 3, 0),
    "final_3": lambda: table_after(3, 5, 99, variants=["temples"]),
    "solo": lambda: table_after(1, 11, 22, solo="metagenes"),
    "city": lambda: city_after(2, 4, 2, 50, "random"),
    "candidate": lambda: draw(
        "candidate", view_at(4, 7, 52), names=NAMES, shown=candidate(position(4, 7, 52))
    ),
}


@each_case("name", GOLDEN)
def test_the_pictures_look_as_they_did(name):
    """Changed on purpose? Look at the new picture, delete the old file, run again."""
    assert golden_difference(name, GOLDEN[name]()) < 1.5


# ---- the ground -----------------------------------------------------------------------------


def test_the_ground_has_no_more_colours_than_the_palette_holds():
    ground = hillside(400, 300, Layout(34, (200, 150)), [(0, 0)], [], 1)
    outline_cells(ground, Layout(34, (200, 150)), [(1, 0), (0, 1)])
    picture = to_rgb(ground)
    assert {colour for _, colour in picture.getcolors(999)} <= set(tones())


# ---- the blocks -----------------------------------------------------------------------------


@each_case("size", [20, 38, 60, 84])
def test_no_colour_of_a_sprite_is_above_its_opacity(size):
    """It would overflow where the sprite is laid: white would turn black."""
    for face in every_face():
        for sprite in (floor(face.kind, face.colour, size), symbol(face, size)):
            *colours, opacity = sprite.split()
            for colour in colours:
                assert ImageChops.subtract(colour, opacity).getbbox() is None


# ---- life round a city ----------------------------------------------------------------------


def scene(seats=4, seed=1, turns=50, seat=0, **plan):
    city = GAME.view(position(seats, seed, turns), None).cities[seat]
    return scene_of(city, Plan(620, 560, seat=seat, **plan))


def test_the_cells_one_may_name_stay_free_of_what_is_strewn():
    city_scene = scene()
    empty = Canvas(city_scene.width, city_scene.height)
    before = empty.image.copy()
    strew(empty, city_scene)
    changed = ImageChops.difference(empty.image, before)
    assert changed.getbbox() is not None
    for at in city_scene.margin:
        x, y = city_scene.grid.centre(at)
        box = (round(x) - 12, round(y) - 8, round(x) + 12, round(y) + 8)
        assert changed.crop(box).getbbox() is None


def test_lamps_are_lit_at_night_only():
    night = next(hour for hour in HOURS if hour.lamps)
    dark = msgspec.structs.replace(night, lamps=False)
    assert paint_city(scene(light=night)).tobytes() != paint_city(scene(light=dark)).tobytes()
    assert paint_city(scene(light=DAY)).tobytes() == paint_city(scene()).tobytes()


def test_every_place_that_does_not_count_has_the_letter_of_its_reason():
    """Five quarries in a row, and one apart."""
    quarries = [
        ScorePlace(code="akropolis.score_quarry", at=at, counts=False)
        for at in ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (7, 1))
    ]
    assert [spot.words for spot in spots(Spotlight(0, tuple(quarries)))] == ["α"] * 6
