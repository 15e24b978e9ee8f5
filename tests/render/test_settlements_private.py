"""Pictures of the map for one player: a candidate, prices, the places of a region."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from itertools import pairwise
from math import dist
from unittest import mock

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from render._settlements.land.frame import (
    Frame,
    flower,
    layout,
)
from render._settlements.map import scene
from render._settlements.private import candidate, chips, prices, region, slips
from render._settlements.private.closeup import CloseUp, around, frame_for
from render.canvas import MAX_BYTES
from render.contract import Subject
from render.theme import THEME
from rules._settlements.actions import Build, Extend
from rules._settlements.land import hex_names
from rules._settlements.pieces import ruleset
from rules.hexgrid import neighbours
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case
from tests.render import maps
from tests.render.maps import NAMES
from tests.render.pictures import golden_difference, read
from tests.render.sisters import LOOKS
from tests.tier import of_tier

every_look = each_case("look", LOOKS, ids=lambda look: look.key)


@every_look
@settings(max_examples=of_tier(1, 5))
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_a_ring_stands_for_each_resource_that_is_saved_and_for_no_other(look, seats, seed):
    game = get(look.key)
    for view, preview in candidates(game, seats, seed):
        shot = shot_of(look, view, preview)
        rings = list(candidate._saving(shot, preview))
        assert Counter(symbol for _, symbol in rings) == discount(game, preview)
        built = {each.hex for each in view.board.buildings}
        near = {preview.hex, *neighbours(preview.hex)} - built
        land = {at: symbol for region in shot.land.regions for at, symbol in region.hexes()}
        assert len(dict(rings)) == len(rings)
        assert all(at in near and land[at] == symbol for at, symbol in rings)


def candidates(game, seats, seed):
    """Candidates of a random game, at every price."""
    state, rng = game.new(seats, seed), Rng(seed)
    while acting := game.to_act(state):
        action = game.sample(state, acting[0], rng)
        if isinstance(action, Build):
            yield game.view(state, acting[0]), game.preview(state, acting[0], action)
        game.apply(state, acting[0], action)


def discount(game, preview):
    """Discount from the printed cost, by resource; any resources are the first on the map."""
    if preview.price.free:
        return Counter()
    kind, price = ruleset(game.facts.key).buildings[preview.building], preview.price
    savings = Counter(kind.cost) - Counter(price.due)
    spare, still_free = Counter(price.board) - savings, kind.any - price.any
    order = [each.key for each in ruleset(game.facts.key).resources]
    chosen = sorted(spare.elements(), key=order.index)[: max(0, still_free)]
    return savings + Counter(chosen)


@every_look
def test_every_symbol_that_saves_has_its_ring(look):
    game = get(look.key)
    played = candidates(game, 3, 1)
    view, preview = next(each for each in played if discount(game, each[1]))
    shot = shot_of(look, view, preview)
    saving = list(candidate._saving(shot, preview))
    covered = sum(at == preview.hex for at, _ in saving)
    assert len(list(candidate._saving_rings(shot, preview))) == len(saving) + covered
    free = msgspec.structs.replace(preview.price, free=True)
    assert list(candidate._saving_rings(shot, msgspec.structs.replace(preview, price=free))) == []


def shot_of(look, view, preview):
    frame = frame_for([preview.hex], scene.cells_of(view.board), 600)
    return CloseUp(Subject(view, NAMES, (), None, preview, THEME), frame, look, THEME)


@every_look
def test_the_chain_of_a_free_building_is_marked(look):
    view, preview = maps.building(look, free=False)
    at = view.board.buildings[0].hex
    chained = msgspec.structs.replace(preview, chain=(at,))
    shot = shot_of(look, view, preview)
    more = len(list(candidate._ghost(shot, chained))) - len(list(candidate._ghost(shot, preview)))
    assert more == 2


@every_look
def test_the_gains_of_a_building_are_on_the_band(look):
    view, preview = maps.building(look, free=False)
    plain = read(maps.draw(look, view, "candidate", shown=preview))
    better = msgspec.structs.replace(preview, wins=("connection",), joined=2, project=20)
    picture = read(maps.draw(look, view, "candidate", shown=better))
    changed = ImageChops.difference(plain, picture).getbbox()
    assert changed[3] <= THEME.margin + slips.BAND
    assert changed[0] > 700


@every_look
def test_every_price_has_its_tag(look):
    view, price_list = maps.prices(look)
    with mock.patch.object(prices, "price_tag", wraps=prices.price_tag) as tag:
        maps.draw(look, view, "prices", shown=price_list)
    names = hex_names(view.board.tiles)
    expected = [(names[spot.hex], spot.cards) for spot in price_list.spots]
    tags = [call.args[1] for call in tag.call_args_list]
    assert [(tag_shown.name, tag_shown.cards) for tag_shown in tags] == expected
    symbols = {at: s for region in scene.land_of(view, FRAME).regions for at, s in region.hexes()}
    assert [tag_shown.symbol for tag_shown in tags] == [
        symbols[spot.hex] for spot in price_list.spots
    ]


FRAME = Frame((400, 300), 60, (200, 150))


@every_look
def test_a_building_without_a_place_that_can_be_paid_still_has_a_picture(look):
    view, price_list = maps.prices(look)
    none = msgspec.structs.replace(price_list, spots=())
    assert read(maps.draw(look, view, "prices", shown=none)).width == slips.WIDTH


@every_look
def test_a_free_hex_is_green(look):
    free, paid = (
        prices.price_tag(look, prices.Tag("C4", cards, None), 84, THEME) for cards in (0, 1)
    )
    spot = (free.width // 2 - 20, free.height // 2 + 8)
    (red, green, _, _), (red_paid, *_) = free.getpixel(spot), paid.getpixel(spot)
    assert green > red
    assert red_paid > 200


@every_look
def test_round_its_price_the_landscape_of_a_hex_is_seen(look):
    """A tag covers less than half of its hex, however many hexes can be paid for."""
    for wide in (60, 84, 120):
        tag = prices.price_tag(look, prices.Tag("C4", 3, None), wide, THEME)
        opaque = sum(tag.getchannel("A").histogram()[128:])
        assert opaque < 0.5 * wide * wide * 0.866


@every_look
@each_case("width", [52, 84, 104, 120])
def test_a_price_lies_wholly_inside_its_hex(look, width):
    """So nobody asks whose price it is."""
    radius, (across, down) = round(candidate.CHIP * width), candidate.CHIP_AT
    x, y = across * width, down * width
    sides = pairwise([*layout(width).corners((0, 0)), layout(width).corners((0, 0))[0]])
    assert all(_distance((x, y), side) >= radius for side in sides)
    view, preview = maps.building(look, free=False)
    shot = shot_of(look, view, preview)
    priced = [spot.hex for spot in preview.spots if spot.hex != preview.hex]
    centres = [shot.frame.centre(at) for at in priced]
    for chip in candidate._small_chips(shot, preview):
        left, top, right, bottom = chip.box
        middle = (left + right) / 2, (top + bottom) / 2
        x, y = min(centres, key=lambda centre: dist(centre, middle))
        assert abs(middle[0] - x - across * shot.frame.width) <= 3
        assert abs(middle[1] - y - down * shot.frame.width) <= 3


def _distance(point, side):
    """Distance of a point inside a hex from a side of it."""
    (ax, ay), (bx, by) = side
    area = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
    return abs(area) / dist(*side)


READABLE = 17
"""Radius of a disc whose number is 6.5 pixels high on a panel of a phone."""


@every_look
def test_the_places_of_a_region_are_numbered_and_the_best_are_larger(look):
    """All of them on a small map; on a large one those near the best."""
    view, preview = maps.region(look)
    with mock.patch.object(chips, "place_chip", wraps=chips.place_chip) as disc:
        maps.draw(look, view, "candidate", shown=preview)
    numbers = [call.args[1] for call in disc.call_args_list]
    chosen = preview.spots.index(preview.at) + 1
    assert numbers == sorted(set(numbers))
    assert {*range(1, 7), chosen} <= set(numbers)
    assert len(numbers) > 0.6 * len(preview.spots)
    sizes = {call.args[1]: call.args[0] for call in disc.call_args_list}
    covered = {*flower(preview.at)}
    best = [sizes[n] for n, at in enumerate(preview.spots[:6], 1) if at not in covered]
    worse = [size for n, size in sizes.items() if n > 6 and n != chosen]
    assert min(best) > 1.3 * max(worse)
    assert min(sizes.values()) >= READABLE


@every_look
def test_no_chip_lies_on_a_symbol_of_the_ghost(look):
    view, preview = maps.region(look)
    at = tuple(preview.spots[len(preview.spots) // 2])
    preview = msgspec.structs.replace(preview, at=at)
    frame = frame_for(scene.cells_of(view.board), [*flower(at), *preview.spots], 760, 100)
    shot = CloseUp(Subject(view, NAMES, (), None, preview, THEME), frame, look, THEME)
    discs = [stamp.box for stamp in region._places(shot, preview)]
    assert any(spot in flower(at)[1:] for spot in preview.spots)
    for x, y in map(frame.centre, flower(at)):
        y += scene.medal_drop(frame)
        for left, top, right, bottom in discs:
            far = ((left + right) / 2 - x) ** 2 + ((top + bottom) / 2 - y) ** 2
            assert far**0.5 >= scene.medal_radius(frame)


@every_look
@each_case("moment", ["3_build", "3_region", "4_wide"])
def test_a_candidate_is_1200_wide_and_no_taller_than_three_quarters_of_that(look, moment):
    """So the whole panel fits the screen of a phone."""
    game, state = get(look.key), maps.state(look.key, moment)
    seat = state.turn.seat
    action = next(a for a in game.legal_actions(state, seat) if isinstance(a, Build | Extend))
    preview = game.preview(state, seat, action)
    data = maps.draw(look, game.view(state, seat), "candidate", names=NAMES, shown=preview)
    picture = Image.open(BytesIO(data))
    assert picture.width == slips.WIDTH
    assert picture.height <= 0.75 * picture.width
    assert len(data) <= MAX_BYTES


@every_look
def test_a_close_up_shows_little_beyond_the_land(look):
    view, preview = maps.building(look, free=False)
    land = scene.cells_of(view.board)
    frame = frame_for(around([preview.hex], 2), land, 686, 120)
    left, top, right, bottom = layout(frame.width, frame.origin).bounds(land)
    for near, far, length in ((left, right, frame.size[0]), (top, bottom, frame.size[1])):
        if far - near + 80 > length:
            assert near <= 41
            assert far >= length - 41


@every_look
def test_a_close_up_fades_where_the_land_goes_on(look):
    view, preview = maps.building(look, free=False)
    cells = scene.cells_of(view.board)
    subject = Subject(view, NAMES, (), None, preview, THEME)
    for frame in (Frame((400, 300), 100, (200, 150)), frame_for(cells, cells, 860)):
        shot = CloseUp(subject, frame, look, THEME)
        shot.canvas.image.paste((250, 250, 250), (0, 0, *frame.size))
        image, middle = shot.picture().image, frame.size[0] // 2
        heights = [frame.centre(at)[1] for at in cells]
        assert (image.getpixel((middle, 0))[0] < 60) == (min(heights) < frame.width // 2)
        last, low = frame.size[1] - 1, frame.size[1] - frame.width // 2
        assert (image.getpixel((middle, last))[0] < 60) == (max(heights) > low)


@every_look
def test_turning_a_region_changes_its_picture_only_where_it_lies(look):
    view, preview = maps.region(look)
    turned = msgspec.structs.replace(preview, rot=(preview.rot + 1) % 6, notation=preview.notation)
    before, after = (
        read(maps.draw(look, view, "candidate", shown=each)) for each in (preview, turned)
    )
    left, _, right, _ = ImageChops.difference(before, after).getbbox()
    assert right - left <= 3 * 100


# ---- golden pictures ------------------------------------------------------------------------


def private_picture(look, picture, view_and_contents):
    view, contents = view_and_contents
    return maps.draw(look, view, picture, names=NAMES, shown=contents)


GOLDEN = {
    "build": lambda look: private_picture(look, "candidate", maps.building(look, free=False)),
    "prices": lambda look: private_picture(look, "prices", maps.prices(look)),
    "region": lambda look: private_picture(look, "candidate", maps.region(look)),
}


@every_look
@each_case("name", GOLDEN)
def test_the_private_maps_look_as_they_did(look, name):
    """Changed on purpose? Look at the new picture, delete the old file, run again."""
    assert golden_difference(f"{look.key}_{name}", GOLDEN[name](look)) < 1.5
