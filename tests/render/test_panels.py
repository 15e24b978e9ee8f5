"""Panels hold any figures: none runs into a sign, another figure, or the panel's edge."""

from __future__ import annotations

from itertools import product
from unittest import mock

import msgspec
from msgspec.structs import replace

from render._settlements.map import arrangement
from render._settlements.map import panels as settlements
from render._settlements.map.highlights import SeatHighlights
from render._settlements.map.standings import SeatPanel as SettlementsPanel
from render.akropolis import closeup, final, header, layout, materials, solo
from render.akropolis import panels as akropolis
from render.akropolis.closeup import CITY, PREVIEW_WIDTH
from render.cache import CACHE
from render.canvas import Canvas
from render.magna_grecia import foot, look
from render.magna_grecia import panels as magna_grecia
from render.magna_grecia.table import MAP_WIDTH
from render.massalia import panels as massalia
from render.massalia.table import panel_width
from render.theme import THEME
from rules._settlements.pieces import ruleset
from rules._settlements.view import Project
from rules.akropolis.scoring import ArchitectScore, CityScore, DistrictScore
from rules.akropolis.view import ArchitectView, CityView
from rules.massalia.pieces import BOX
from tests.cases import each_case
from tests.render.boxes import collisions, recorded, room_for_all
from tests.render.pictures import GAME, capture_texts, position, view_at
from tests.render.sisters import LOOKS

FIGURES = (9, 99, 999)
COLOURS = ("yellow", "orange", "brown", "red")
NAME = "Bartholomäus der Großartige"


def city(figures):
    """A city with the points and stones in turn of `figures`."""
    points = dict(zip(materials.COLOURS, (*figures, *figures), strict=False))
    districts = {
        colour: DistrictScore(value=each, stars=min(each, 99), points=each)
        for colour, each in points.items()
    }
    return CityView(figures[0], (), CityScore(districts, figures[0], figures[0]))


def standing(**more):
    return akropolis.Standing(seat=0, name=NAME, **more)


STANDINGS = [
    standing(),
    standing(to_move=True, chief=True, leads=True),
    standing(gained=99, leads=True, chief=True),
    standing(rank=1, gained=-10),
    standing(rank=2),
]


@each_case("width", [501, 600])
@each_case("figures", product(FIGURES, repeat=2))
def test_rows_of_akropolis_hold_any_figures(width, figures):
    for shown in STANDINGS:
        place = layout.Place(0, 0, 0, width, 600, "above")
        panel = akropolis.SeatPanel(shown, city((*figures, 999)), place)
        canvas = Canvas(width, place.strip)
        with room_for_all(width):
            akropolis.first_row(canvas, panel)
            akropolis.row_of_figures(canvas, panel.city)


@each_case("figure", FIGURES)
@each_case("height", [layout.LEAST_PITCH, 100])
def test_the_column_of_akropolis_holds_any_figures(figure, height):
    for sign in ("houses", akropolis.STONES_SIGN):
        CACHE.reset()
        with room_for_all(layout.SIDE) as (texts, _):
            akropolis.figure_beside(sign, figure, height, THEME)
        assert all(box[1] >= 0 and box[3] <= height for _, box in texts)


@each_case("figure", FIGURES)
@each_case("seats", [2, 3, 4])
def test_the_final_table_of_akropolis_holds_any_figures(seats, figure):
    view = replace(view_at(seats, 5, 99), cities=(city((figure,) * 3),) * seats)
    final.header(view, [NAME] * seats, THEME)  # its sprites are cached now
    with recorded() as (texts, sprites):
        canvas = final.header(view, [NAME] * seats, THEME)
    assert collisions(texts, sprites, canvas.width) == []


@each_case("figure", FIGURES)
@each_case("over", [False, True])
def test_the_panels_of_a_solo_game_hold_any_figures(over, figure):
    part = DistrictScore(value=figure, stars=min(figure, 99), points=figure)
    score = ArchitectScore(dict.fromkeys(materials.COLOURS, part), figure, figure, figure)
    view = view_at(1, 11, 99 if over else 12, solo="metagenes")
    his = ArchitectView(figure, view.architect.tiles, score)
    view = replace(view, architect=his, cities=(city((figure,) * 3),))
    totals = [figure] * len(his.tiles)
    solo.draw_architect(view, standing(), totals, (), THEME)
    header.draw(view, [NAME], THEME)
    for shown in (standing(), standing(rank=1), standing(rank=2), standing(leads=True, chief=True)):
        with room_for_all(header.width(view) - 2 * THEME.margin):
            solo.draw_architect(view, shown, totals, his.tiles[-1:], THEME)
    with recorded() as (texts, sprites):
        canvas = header.draw(view, [NAME], THEME)
    assert collisions(texts, sprites, canvas.width) == []


@each_case("figure", FIGURES)
def test_the_figures_beside_one_city_hold_any_figures(figure):
    """Beside a close-up, and above and beside the map of a candidate."""
    state = position(2, 3, 12)
    seat = GAME.to_act(state)[0]
    preview = GAME.preview(state, seat, GAME.suggest(state, seat, 0))
    few, many = city((9, 9, 9)), city((figure,) * 3)
    preview = replace(preview, city=replace(many, tiles=preview.city.tiles), before=few.score)
    preview = replace(preview, price=2, gain=3, plazas_covered=("houses", "temples"))
    view = replace(view_at(2, 3, 99), cities=(many, few))
    canvas = Canvas(PREVIEW_WIDTH - 24, 626, THEME)
    side = Canvas(CITY[0] - 64, CITY[1] - 64, THEME)
    closeup._band(canvas, preview, NAME)
    closeup._after(canvas, preview)
    closeup._side(side, view, 0, [NAME] * 2, ())  # all sprites are cached now
    with room_for_all(canvas.width):
        closeup._band(canvas, preview, NAME)
        closeup._after(canvas, preview)
    with room_for_all(side.width):
        closeup._side(side, view, 0, [NAME] * 2, ())


@each_case("look", LOOKS, ids=lambda look: look.key)
@each_case("seats", [2, 3, 4])
@each_case("figure", (9, 99))
def test_panels_of_settlements_hold_any_figures(look, seats, figure):
    projects, kinds = ruleset(look.key).projects, tuple(ruleset(look.key).buildings)
    width = arrangement.panel_width(seats)
    panel = SettlementsPanel(
        seat=0,
        name=NAME,
        width=width,
        built=figure,
        of=figure,
        projects=tuple(Project(each, 3, 6) for each in projects),
        reserve=dict.fromkeys(projects, 2),
        cards=figure,
        bonus=figure,
        settlements=figure,
        stacks=(9,) * 4,
        link=figure,
        to_move=False,
        leads=False,
        over=False,
    )
    done = SeatHighlights(built=kinds[:2], parked=kinds[2:4], cards=figure)
    for more in (
        {},
        {"to_move": True, "leads": True, "done": done},
        {"over": True, "leads": True, "joined": True, "done": done},
    ):
        with room_for_all(width):
            settlements.draw_panel.__wrapped__(
                msgspec.json.encode(replace(panel, **more)), look, look.theme()
            )


def panel_of_magna_grecia(seats, figure, name=NAME):
    width = (MAP_WIDTH - magna_grecia.GAP * (seats - 1)) // seats
    return magna_grecia.SeatPanel(
        seat=0,
        name=name,
        width=width,
        total=figure,
        parts=(figure, figure, figure),
        roads=(figure, figure),
        cities=(figure, figure),
        markets=figure,
        to_move=False,
        leads=False,
        over=False,
    )


@each_case("seats", [2, 3, 4])
@each_case("figure", FIGURES)
def test_panels_of_magna_grecia_hold_any_figures(seats, figure):
    theme = look.game_theme(THEME, COLOURS[:seats])
    panel = panel_of_magna_grecia(seats, figure)
    width = panel.width
    for more in (
        {},
        {"to_move": True, "leads": True, "news": f"+{figure}", "moved": True},
        {"over": True, "leads": True, "ahead": (True, True, True), "news": f"-{figure}"},
    ):
        with mock.patch.object(magna_grecia, "LIFT", 0), room_for_all(width):
            magna_grecia.draw_panel.__wrapped__(msgspec.json.encode(replace(panel, **more)), theme)


@each_case("coming", ["", "R1"])
def test_the_foot_of_magna_grecia_holds_any_limits(coming):
    theme = look.game_theme(THEME, COLOURS)
    contents = foot.Foot(MAP_WIDTH, 12, (), "Y1", coming, COLOURS, 0, (9, 9, 9))
    with room_for_all(MAP_WIDTH):
        foot.draw_foot.__wrapped__(msgspec.json.encode(contents), theme)


def seat_panel(width, life, figure, **more):
    fields = {"to_move": False, "leads": False, "over": False, "out": False, **more}
    return massalia.SeatPanel(
        seat=0,
        name=NAME,
        width=width,
        life=life,
        most=life,
        gauges=(figure, figure, figure),
        hand=figure,
        bag=figure,
        scouts=(),
        **fields,
    )


@each_case("seats", [2, 3, 4])
@each_case(("life", "figure"), product(FIGURES, repeat=2))
def test_panels_of_massalia_hold_any_figures(seats, life, figure):
    width = panel_width(seats)
    for more in (
        {},
        {"change": -9, "to_move": True},
        {"change": -12, "leads": True},
        {"over": True, "leads": True, "places": 17},
        {"over": True, "out": True, "rank": 4, "change": -99},
    ):
        panel = seat_panel(width, life, figure, **more)
        with recorded() as (texts, sprites):
            massalia.draw_panel.__wrapped__(msgspec.json.encode(panel), THEME)
        veil = (0, massalia.BAND, width, massalia.height(width))
        shown = [box for box in sprites if box != veil]
        assert collisions(texts, shown, width) == []


@each_case("name", ["Bartholomä", "Alexandros", "Konstantin", "Marguerite"])
def test_the_narrowest_panels_have_room_for_ten_letters_of_a_name(name):
    crowned = {"to_move": True, "leads": True}
    ours = replace(panel_of_magna_grecia(4, 9, f"{name}son"), **crowned)
    theirs = replace(seat_panel(panel_width(4), 30, 9, **crowned), name=f"{name}son")
    theme = look.game_theme(THEME, COLOURS)
    with capture_texts() as texts:
        magna_grecia.draw_panel.__wrapped__(msgspec.json.encode(ours), theme)
        massalia.draw_panel.__wrapped__(msgspec.json.encode(theirs), THEME)
    names = [words for words, _ in texts if words.startswith(name[:4])]
    assert len(names) == 2
    assert all(words.startswith(name) for words in names)


@each_case(("count", "signs"), [(0, 0), (3, 3), (5, 1)])
def test_scouts_that_have_no_room_are_counted(count, signs):
    """A narrow panel shows up to three; of more, their number and their lives together."""
    scouts = tuple((card.id, 4) for card in BOX.cards if card.scout)[:count]
    panel = replace(seat_panel(panel_width(4), 30, 9), scouts=scouts)
    with mock.patch.object(massalia, "number_sign", wraps=massalia.number_sign) as sign:
        massalia.draw_panel.__wrapped__(msgspec.json.encode(panel), THEME)
    lives = [call.args[1] for call in sign.call_args_list]
    assert len(lives) == signs
    assert sum(lives) == 4 * count


def tracks(panel):
    """Lengths of the tracks of all bars of a panel."""
    with mock.patch.object(massalia, "_bar") as bar:
        massalia.draw_panel.__wrapped__(msgspec.json.encode(panel), THEME)
    return [call.args[3] for call in bar.call_args_list]


@each_case("seats", [2, 3, 4])
def test_the_track_of_life_keeps_its_length(seats):
    """A chip with the change of life takes nothing from it, so that seats can be compared.

    Only a wide panel has one.
    """
    width = panel_width(seats)
    quiet, struck = (seat_panel(width, 30, 9, change=change) for change in (0, -3))
    assert tracks(quiet) == tracks(struck)
    assert seats > 2 or tracks(quiet)[0] >= 118
