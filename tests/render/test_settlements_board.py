"""The player's side of the table: signs, hands, boards and icons of both games."""

from __future__ import annotations

from itertools import combinations, pairwise
from unittest import mock

import pytest
from PIL import Image, ImageChops, ImageStat

from render._settlements.icons import icons
from render._settlements.ledger import spaces
from render._settlements.ledger.layout import COST_AT, TAG, WIDTH, grounds
from render._settlements.ledger.plan import COLUMNS, plan
from render._settlements.ledger.sheet import draw_ledger
from render._settlements.ledger.spaces import RADIUS, State, states
from render._settlements.look import TICK
from render._settlements.private.cards import WIDE
from render._settlements.private.hand import SIZE, draw_hand, groups
from render._settlements.signs import glyphs
from render.attika.look import LOOK as ATTIKA
from render.cache import forget
from render.canvas import Canvas
from render.telegraph.look import LOOK as TELEGRAPH
from render.text import MIN_SIZE, label
from render.theme import THEME
from rules._settlements.pieces import ruleset
from rules.assets import HOMES
from tests.cases import each_case
from tests.render.boards import (
    EARLY,
    LATE,
    MIDDLE,
    NAMES,
    board_view,
    every_building,
    hand_of,
    player,
)
from tests.render.pictures import capture_texts, golden_difference, read
from tests.render.sisters import LOOKS
from tests.render.test_theme import contrast
from tests.render.vision import VISIONS, delta_e, linear_rgb

every_look = each_case("look", LOOKS, ids=lambda look: look.key)
HANDS = [(3, 1, 4, 2), (0, 0, 0, 0), (9, 6, 0, 8), (20, 20, 20, 20), (0, 35, 0, 0)]
every_hand = each_case("counts", HANDS, ids=str)
INK = (58, 42, 16)
GROUND = (239, 229, 197)


def ledger_of(look, moment=MIDDLE, seat=0, names=NAMES, **options):
    view = board_view(look.key, seat, moment, **options)
    return draw_ledger(view, seat, names, look, look.theme()).png()


def hand_picture(look, *counts, seat=0):
    return draw_hand(hand_of(look, *counts, seat=seat), look, look.theme()).png()


def on_paper(sprite, ground=GROUND):
    """A sprite on paper."""
    sheet = Image.new("RGB", sprite.size, ground)
    sheet.paste(sprite, mask=sprite)
    return sheet


# ---- signs ----------------------------------------------------------------------------------


LIFE = {
    "attika": {"trireme", "dolphins", "islet"},
    "telegraph": {"engine", "car", "open-car", "bison", "wagon", "pump"},
}
"""Drawings beside the land."""


@every_look
def test_everything_in_the_box_has_its_sign(look):
    rules = ruleset(look.key)
    assert list(look.terrains) == [each.key for each in rules.resources]
    files = {path.stem for path in (HOMES[0] / "art" / look.key).iterdir()}
    assert files == LIFE[look.key] | {
        "bonus",
        "desk",
        "sheet",
        *(f"card-{resource.key}" for resource in rules.resources),
        *(f"project-{number}" for number in rules.projects),
        *(f"resource-{resource.key}" for resource in rules.resources),
        *(f"city-{city}" for city in rules.cities),
    }


def silhouettes(look, size):
    return [
        *(glyphs.project(look, number, size, INK) for number in ruleset(look.key).projects),
        glyphs.bonus(look, size, INK),
        glyphs.cards(size, INK),
    ]


@every_look
def test_silhouettes_differ_at_a_radius_of_17(look):
    for first, second in combinations(silhouettes(look, 34), 2):
        differs = ImageChops.difference(first.getchannel("A"), second.getchannel("A"))
        assert ImageStat.Stat(differs).mean[0] > 30


def apart(first, second, vision):
    """The mean distance of two pictures, pixel by pixel."""
    sheets = [each.convert("RGB").tobytes() for each in (first, second)]
    pixels = [list(zip(*[iter(sheet)] * 3, strict=True)) for sheet in sheets]
    far = [
        delta_e(linear_rgb(a, vision), linear_rgb(b, vision))
        for a, b in zip(*pixels, strict=True)
        if a != b
    ]
    return sum(far) / len(pixels[0])


@each_case("vision", VISIONS)
@every_look
def test_resources_are_told_apart_by_every_eye(look, vision):
    """Colour helps, shape decides: even in grey the small symbols of a cost differ."""
    for size in (spaces.COST, 34):
        sprites = [on_paper(glyphs.resource(look, key, size)) for key in look.terrains]
        for first, second in combinations(sprites, 2):
            assert apart(first, second, vision) > 9


@every_look
def test_cities_differ(look):
    names = ruleset(look.key).cities
    sprites = [
        on_paper(glyphs.city(look, name, 60, (244, 235, 214), (201, 188, 158)), look.city)
        for name in names
    ]
    for first, second in combinations(sprites, 2):
        assert sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3 > 15


# ---- the hand -------------------------------------------------------------------------------


@every_hand
@every_look
def test_a_hand_shows_every_count_large(look, counts):
    with capture_texts() as texts:
        picture = read(hand_picture(look, *counts))
    assert picture.size == SIZE
    large = [words for words, style in texts if style.size >= 42 and style.weight == "bold"]
    assert large == [str(count) for count in counts]
    assert min(style.size for _, style in texts) >= MIN_SIZE


@every_look
def test_the_corner_where_discord_lays_its_badge_has_no_text(look):
    """The lower left corner, about 140 × 100 px of a picture of 1,200."""
    texts = []
    with mock.patch.object(Canvas, "text", lambda _, words, x, y, *__: texts.append((words, x, y))):
        hand_picture(look, 3, 1, 4, 2)
    assert [words for words, _, _ in texts] == ["3", "1", "4", "2"]
    assert not any(x < 140 and y > 330 for _, x, y in texts)


@every_hand
def test_groups_stay_in_their_order_and_on_the_desk(counts):
    """Each shows as many cards as it counts."""
    order = [each.key for each in ruleset("telegraph").resources]
    card_groups = groups(hand_of(TELEGRAPH, *counts), order, 1092)
    assert [group.resource for group in card_groups] == order
    assert card_groups[0].left >= 0
    assert card_groups[-1].left + card_groups[-1].width <= 1092
    for group, next_group in pairwise(card_groups):
        assert group.left + group.width < next_group.left
    if counts == HANDS[0]:
        assert [g.width for g in card_groups] == [WIDE + 30 * (count - 1) for count in counts]


@every_look
def test_a_hand_is_framed_in_the_colour_of_its_owner(look):
    for seat, style in enumerate(THEME.seats):
        picture = read(hand_picture(look, 3, 1, 4, 2, seat=seat))
        assert close(picture.getpixel((600, 22)), style.colour)


# ---- the plan of a board --------------------------------------------------------------------


@every_look
def test_a_board_has_a_space_for_every_building(look):
    spaces_of_plan = [space for box in plan(look.key) for space in box.spaces]
    assert tuple(sorted(space.number for space in spaces_of_plan)) == every_building(look.key)
    assert all(len(set(box.spaces)) == len(box.spaces) for box in plan(look.key))
    places = [
        (box.line, box.column + column) for box in plan(look.key) for column in range(box.columns)
    ]
    assert len(set(places)) == len(places)
    assert all(column < COLUMNS for _, column in places)


@every_look
def test_the_arrows_are_those_of_the_data_and_join_spaces_side_by_side(look):
    kinds = ruleset(look.key).buildings
    for box in plan(look.key):
        links = [*box.arrows, *box.forks]
        for source, target in links:
            assert box.spaces[source].number in kinds[box.spaces[target].number].after
        reached = {target for _, target in links}
        for index, space in enumerate(box.spaces):
            begins = not kinds[space.number].after or space.number in kinds[space.number].after
            is_first = space.number not in {each.number for each in box.spaces[:index]}
            assert index in reached or (begins and is_first)
        for source, target in box.arrows:
            a, b = box.spaces[source], box.spaces[target]
            assert abs(a.column - b.column) + abs(a.row - b.row) == 1


@every_look
def test_every_hex_and_cost_lies_in_its_box_apart_from_the_others(look):
    for ground in grounds(look.key, THEME.margin):
        costs = []
        left, top, right, bottom = ground.rect
        assert THEME.margin < left < right < WIDTH - THEME.margin
        for space in ground.box.spaces:
            cost = spaces.cost(look, space.number)
            x, y = ground.middle(space)
            assert left < x - max(RADIUS, cost.width / 2)
            assert x + max(RADIUS, cost.width / 2) < right
            assert top < y - RADIUS
            assert y + COST_AT + cost.height / 2 < bottom - TAG / 2
            costs.append((x, y, cost.width))
        for (x, y, wide), (u, v, next_wide) in combinations(costs, 2):
            assert y != v or abs(u - x) >= (wide + next_wide) / 2


# ---- states ---------------------------------------------------------------------------------


def test_the_first_copies_stand_the_next_are_in_reserve():
    state_of = states(player("telegraph", (41,), (41, 70), (8, 8, 8, 6), drawn=70), 70)
    assert [next(state_of[41]) for _ in range(3)] == [State.BUILT, State.RESERVE, State.UNSEEN]
    kinds = [next(state_of[70]) for _ in range(4)]
    assert kinds == [State.DRAWN, State.RESERVE, State.UNSEEN, State.UNSEEN]


@every_look
def test_each_state_looks_different(look):
    for number in ruleset(look.key).buildings:
        sprites = [
            on_paper(spaces.space(look, THEME, 1, number, state)).resize((90, 90))
            for state in State
        ]
        for first, second in combinations(sprites, 2):
            assert sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3 > 4


# ---- the board ------------------------------------------------------------------------------


@pytest.fixture
def labels():
    """Collect the labels of sprites drawn inside the test."""
    forget(spaces.space)
    texts = []

    def recording(words, style):
        texts.append((words, style))
        return label(words, style)

    with mock.patch.object(spaces, "label", recording):
        yield texts


@every_look
def test_a_board_shows_all_its_numbers(look, labels):
    with capture_texts() as texts:
        ledger_of(look, EARLY, 1, cards=23, bonus=4)
    words = [words for words, _ in texts]
    assert {"Bastien", "23", "4", "0", "7", "5", "/30"} <= set(words)
    tags = sorted(words for words in words if "/" in words and words != "/30")
    sizes = [each.size for each in ruleset(look.key).projects.values()]
    assert tags == sorted(f"0/{size}" for size in sizes)
    assert {str(number) for number in ruleset(look.key).buildings} <= {w for w, _ in labels}
    assert min(style.size for _, style in [*texts, *labels]) >= MIN_SIZE


@every_look
def test_a_finished_project_is_told(look):
    with capture_texts() as texts:
        ledger_of(look, MIDDLE)
    tags = [words for words, _ in texts if "/" in words and words != "/30"]
    assert sorted(tags) == ["0/2", "0/4", "1/4", "1/4", "2/2", "3/4", "7/10"]


def close(first, second):
    """Whether two colours are equal within the quantization of the palette."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) <= 4


def count_pixels(picture, colour):
    return sum(n for n, pixel in picture.getcolors(1 << 20) if close(pixel, colour))


@every_look
def test_buildings_that_stand_are_ticked(look):
    early, middle = (read(ledger_of(look, moment)) for moment in (EARLY, MIDDLE))
    assert count_pixels(early, TICK) == 0
    assert count_pixels(middle, TICK) > 1000


@every_look
def test_a_drawn_building_is_ringed(look):
    plain = read(ledger_of(look, EARLY, to_move=2))
    ringed = read(ledger_of(look, EARLY, drawn=57))
    assert count_pixels(plain, THEME.last) == 0
    assert count_pixels(ringed, THEME.last) > 300
    next_draw = read(ledger_of(look, EARLY, to_move=1, drawn=57))
    assert count_pixels(next_draw, THEME.last) == 0


@every_look
def test_the_player_to_move_has_a_band(look):
    for seat, style in enumerate(THEME.seats):
        moving, waiting = (
            read(ledger_of(look, EARLY, seat, to_move=mover)).getpixel((360, 40))
            for mover in (seat, (seat + 1) % 4)
        )
        assert close(moving, style.colour)
        assert close(waiting, THEME.panel)


@every_look
def test_the_winner_has_a_laurel_and_no_band(look):
    complete = (every_building(look.key), (), (0, 0, 0, 0))
    won, lost = (read(ledger_of(look, complete, winner=seat)) for seat in (0, 1))
    left, _, _, bottom = ImageChops.difference(won, lost).getbbox()
    assert left > 900
    assert bottom < 120
    assert close(lost.getpixel((360, 40)), THEME.panel)


@every_look
def test_ink_and_rims_stand_out(look):
    assert contrast(look.dark, look.card) >= 4.5
    assert contrast(look.faint_ink, look.faint) >= 4.5
    for style in THEME.seats:
        assert contrast(style.rim, look.card) >= 4.5
    for line in (look.arrow, TICK):
        assert contrast(line, look.box) >= 3


# ---- icons ----------------------------------------------------------------------------------


@every_look
def test_there_are_icons_of_resources_projects_and_bonus_cards(look):
    rules = ruleset(look.key)
    things = [*(each.key for each in rules.resources), *(f"p{n}" for n in rules.projects), "bonus"]
    assert {f"{look.key}_{thing}" for thing in things} <= set(icons(look))


# ---- golden pictures ------------------------------------------------------------------------

GOLDEN = {
    "telegraph_hand": lambda: hand_picture(TELEGRAPH, 3, 1, 4, 2),
    "telegraph_hand_many": lambda: hand_picture(TELEGRAPH, 9, 6, 0, 8, seat=2),
    "telegraph_board": lambda: ledger_of(TELEGRAPH, to_move=1),
    "telegraph_board_early": lambda: ledger_of(TELEGRAPH, EARLY, 1),
    "attika_hand": lambda: hand_picture(ATTIKA, 3, 1, 4, 2),
    "attika_board": lambda: ledger_of(ATTIKA, to_move=1),
    "attika_board_late": lambda: ledger_of(ATTIKA, LATE, 2, drawn=70),
}


@each_case("name", GOLDEN)
def test_the_pictures_look_as_they_did(name):
    """Changed on purpose? Look at the new picture, delete the old file, run again."""
    assert golden_difference(name, GOLDEN[name]()) < 1.5
