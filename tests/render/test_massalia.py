"""The pictures of Massalia: all printed text fits; the map is that of the rules."""

from __future__ import annotations

from unittest import mock

import msgspec
import pytest
from PIL import Image

from bench.measured import easy_game
from bench.texts import PANEL
from render import png
from render.cache import CACHE
from render.canvas import MAX_BYTES
from render.contract import CANDIDATE, HAND, TABLE, About, Thing
from render.light import light_of
from render.massalia import (
    FAMILIES,
    PICTURES,
    candidate,
    closeup,
    faces,
    ground,
    hand,
    look,
    panels,
    plates,
    scene,
)
from render.massalia.catalogue import AT, CELLS
from render.massalia.effects import least_width
from render.massalia.frame import BOARD, centre
from render.massalia.poster import cards as poster_cards
from render.massalia.poster import plane
from render.massalia.prose import lines, typeset, words
from render.massalia.scene import AT_FULL_SIZE, Scene
from render.massalia.table import PUBLIC, TYPED
from render.massalia.tiles import SHOWN, pile
from render.text import Label, width_of
from render.theme import THEME
from rules.contract import read as actions_of
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Preview
from rules.massalia.printed import CARDS, PRINTED, in_language
from rules.massalia.view import Spots
from rules.registry import get
from tests.cases import each_case
from tests.render.pictures import capture_texts, read
from tests.render.test_theme import contrast
from tests.render.vision import VISIONS, delta_e, linear_rgb

PLAIN = Label(18, THEME.ink, "regular")
GALLERY, ALONE = 1.033, 2.0
"""How large the full faces of these pictures are."""
SCALES = (GALLERY, ALONE)
LEAST = 14
"""Pixels of the smallest text of any picture."""
SEALS = {light_of(seal).hour: seal for seal in map("{:08x}".format, range(4))}
MANY = [card.id for card in BOX.cards]
BADGE = (128, 96)
"""Discord lays the letters ALT over the lower left corner of a picture, this wide and high."""


@each_case("language", ["en", "fr"])
@each_case("scale", SCALES)
def test_the_text_of_every_card_finds_room(language, scale):
    for name in CARDS:
        card = BOX.card[name]
        top = (384 if faces._condition(card) else 324) * scale
        history = faces._history(card, language, scale, round(328 * scale))
        space = (faces.TALL - 28 - 19 * len(history)) * scale - top
        assert faces._column(card, language, scale, space).height <= space, name


@each_case("language", ["en", "fr"])
def test_the_text_of_every_card_finds_room_in_a_hand(language):
    """In its row, in letters of one size; and its name beside the picture."""
    for card in BOX.cards:
        tall = faces.row_height(card.id, language, ROW)
        assert faces._row_column(card.id, language, ROW).height <= tall - 20
        name = typeset(in_language(CARDS[card.id].name, language))
        for sizes, room in ((faces._ROW_NAMES, faces.ROW_ART - 116), (faces._LOW_NAMES, 194)):
            style, rows = faces._fitting_name(name, sizes, 1.0, room)
            assert len(rows) <= 2
            assert max(width_of(row, style) for row in rows) <= room, name


ROW = hand.WIDTH - 2 * hand.GAP
"""Width of a row of a hand."""


def test_every_card_is_printed_and_has_a_picture_of_its_own():
    """It is one of no table, in the language of the reader."""
    assert {card.id for card in (*BOX.basic, *BOX.cards)} == set(CARDS)
    assert {card.family for card in BOX.cards} == set(FAMILIES) == set(PRINTED.families)
    keys = [(c.era, c.family, CARDS[c.id].emblem, c.place, c.cost) for c in BOX.cards]
    assert len(set(keys)) == len(keys)
    assert set(PICTURES.thing_pictures["card"].things) == set(CARDS)
    english, french = (
        PICTURES.draw("card", None, shown=Thing("C14"), about=About(language))
        for language in ("en", "fr")
    )
    assert read(english).size == read(french).size == (832, 1280)
    assert english != french


def test_the_cells_of_the_board_lie_on_its_panel_apart_from_each_other():
    spots = [centre(cell) for cell in CELLS]
    assert all(60 < x < BOARD[0] - 60 and 60 < y < BOARD[1] - 60 for x, y in spots)
    assert len(set(spots)) == len(CELLS)


def test_every_resource_cell_has_a_short_name():
    for resource in AT.values():
        short = PRINTED.resources[resource.id].short
        assert set(short) == {"en", "fr"}
        assert max(map(len, short.values())) <= 13


@each_case("language", ["en", "fr"])
@each_case("sizes", [AT_FULL_SIZE, PUBLIC, TYPED])
def test_no_name_of_a_place_hides_a_coordinate_or_another_name(language, sizes):
    ribbons = []
    for cell, resource in AT.items():
        name = in_language(PRINTED.resources[resource.id].short, language)
        ribbon = plates.ribbon(name, None, sizes.name)
        ribbons.append(box_of(ribbon, centre(cell), plates.NAME))
    for ribbon in ribbons:
        assert [box for box in ribbons if box != ribbon and overlap(ribbon, box)] == []
        if sizes.coordinate:
            boxes = (*coordinates(sizes.coordinate), *chips())
            assert [box for box in boxes if overlap(ribbon, box)] == []


def coordinates(size):
    """Boxes of the names of all cells in letters of a size."""
    for cell, data in CELLS.items():
        label = plates.coordinate(cell, data.terrain, size)
        yield box_of(label, plates.spot_of_coordinate(cell, size), (0, 0))


def chips():
    """Boxes of the names of all cells on chips."""
    chip = closeup.name_chip("G5", THEME)
    return (box_of(chip, plates.spot_of_chip(cell, chip.width), (0, 0)) for cell in CELLS)


def stamps_of(view, **options):
    return list(Scene(view, THEME, "en", **options).stamps())


def test_only_free_places_have_pips_and_pins_and_those_within_reach_glow(table):
    view = get("massalia").view(table, None)
    free = stamps_of(view, sizes=PUBLIC)
    pins = sum(len(resource.marked) for resource in AT.values())
    assert len(on(scene.PIN, free)) == pins
    assert len(on(scene.BADGE, free)) == 3 * len(AT)
    assert not on(scene.GLOW, free)
    first, second, *others = view.resources
    held = msgspec.structs.replace(first, holder=1)
    within = msgspec.structs.replace(second, marks=(AT[second.cell].need - 1, 0, 0, 0))
    later = stamps_of(
        msgspec.structs.replace(view, resources=(held, within, *others)), sizes=PUBLIC
    )
    assert len(on(scene.PIN, later)) == pins - len(AT[first.cell].marked)
    assert len(on(scene.BADGE, later)) == 3 * len(AT) - 1
    assert len(on(scene.GLOW, later)) == 1


def test_the_table_has_coordinates_for_those_who_type(table):
    view = get("massalia").view(table, None)
    public, typed = (len(stamps_of(view, sizes=sizes)) for sizes in (PUBLIC, TYPED))
    assert typed == public + len(CELLS)
    pictures = {PICTURES.draw(TABLE, view, coordinates=each) for each in (False, True)}
    assert len(pictures) == 2


def on(layer, stamps):
    return [stamp for stamp in stamps if stamp.layer == layer]


def box_of(sprite, place, offset):
    """Box of a sprite without its shadow or halo."""
    x, y = (a + b for a, b in zip(place, offset, strict=True))
    width, height = sprite.width / 2 - 2, sprite.height / 2 - 2
    return x - width, y - height, x + width, y + height


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_no_line_begins_with_a_colon_or_tears_a_number_from_its_thing():
    text = typeset("Soin : 4 points de vie, « mains de fer » ; 2 tuiles à terre.")
    broken = [
        " ".join(word.text for word in line)
        for room in range(40, 400, 7)
        for line in lines(words(text, PLAIN), room)
    ]
    assert not [line for line in broken if line[0] in ":;»" or line[-1].isdigit()]


def test_a_pile_shows_how_many_tiles_lie_below_and_never_what_they_are():
    """Only the owners of the tiles below are seen (MA-26)."""
    a, b, c = THEME.seats[:3]
    two, three = pile((a, b), "L2", True, 2), pile((a, b, c), "L2", True, 3)
    assert two.tobytes() != three.tobytes()
    assert pile((a, b, c), "L2", True, 9).size == three.size
    assert SHOWN == 3


# ---- what can be read ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table():
    """A table of four, at its start."""
    return get("massalia").new(4, 7)


def hand_of(state, count):
    """Picture of a hand with a number of cards."""
    shown = msgspec.structs.replace(get("massalia").hand(state, 0), cards=MANY[:count])
    return PICTURES.draw(HAND, get("massalia").view(state, 0), names="ABCD", shown=shown)


def test_all_texts_are_large_enough(table):
    game = get("massalia")
    CACHE.reset()
    with capture_texts() as written:
        PICTURES.draw(TABLE, game.view(table, None), names="ABCD", about=About("fr"))
        PICTURES.draw("seat", game.view(table, None), names="ABCD", seat=0, about=About("fr"))
        PICTURES.draw("braves", game.view(table, None), about=About("fr"))
        hand_of(table, 7)
    assert len(written) > 200
    assert {words: style.size for words, style in written if style.size < LEAST} == {}


@each_case("card", [card for card in BOX.cards if faces._condition(card)], ids=str)
@each_case("scale", [0.92, 1])
def test_a_combo_finds_room_on_the_small_card(card, scale):
    room = (faces.MINI_WIDE - 42) * scale
    parts, style = faces._fitting(card, faces._condition(card), 28 * scale, room)
    assert least_width(parts, style) <= room
    assert style.size >= LEAST


@each_case("count", [0, 1, 5, 9])
def test_a_hand_has_a_row_for_each_card_and_low_faces_of_the_basic_ones(table, count):
    cards = [*MANY[:count], "AM#1", "AM#2", "SO#1"]
    shown = msgspec.structs.replace(get("massalia").hand(table, 0), cards=cards)
    view = get("massalia").view(table, 0)
    with (
        mock.patch.object(hand, "row_face", wraps=faces.row_face) as rows,
        mock.patch.object(hand, "low_face", wraps=faces.low_face) as low,
    ):
        picture = read(PICTURES.draw(HAND, view, names="ABCD", shown=shown))
    assert [call.args[0] for call in rows.call_args_list] == MANY[:count]
    assert [call.args[0] for call in low.call_args_list] == ["AM", "SO"]
    assert picture.width == hand.WIDTH


@each_case("count", [13, 30, 60, 100])
def test_a_large_hand_is_a_small_file(table, count):
    """Of a large hand each card is shown once, on a small face, with its number of copies."""
    shown = msgspec.structs.replace(get("massalia").hand(table, 0), cards=(MANY * 2)[:count])
    data = PICTURES.draw(HAND, get("massalia").view(table, 0), names="ABCD", shown=shown)
    assert len(data) <= MAX_BYTES


# ---- colours -------------------------------------------------------------------------------------


@each_case("vision", VISIONS)
@each_case("hour", SEALS)
def test_land_is_never_taken_for_sea(hour, vision):
    """At every hour, and for every kind of colour vision."""
    light, shares = light_of(SEALS[hour]), PICTURES.light_shares()

    def lit(tone):
        return linear_rgb(light.apply(tone, shares[tone]), vision)

    for sea, apart in ((ground.SEA, 15), (ground.SHALLOW, 8)):
        assert min(delta_e(lit(land), lit(sea)) for land in ground.AREAS.values()) > apart


@each_case("family", look.FAMILIES.values())
def test_a_card_is_read_and_the_light_of_the_hour_does_not_fall_on_it(family):
    assert contrast(family.band, look.IVORY) >= 4.5
    assert PICTURES.light_shares()[family.colour] == 0.0


@each_case("family", FAMILIES)
def test_the_page_of_a_family_can_be_read_on_a_phone_and_fits_on_it(family):
    game = get("massalia")
    view = game.view(game.new(2, 1), None)
    CACHE.reset()
    combos = 0
    for half in (family, f"{family}b"):
        with capture_texts() as texts:
            data = PICTURES.draw(half, view, about=About(language="fr"))
        width, height = png.size(data)
        assert height * PANEL / width <= 500
        prose = [style.size for words, style in texts if " " in words]
        assert min(prose) * PANEL / width >= 6.8
        combos += sum(words == "Combo" for words, _ in texts)
    assert combos >= 5


def test_a_panel_says_how_much_life_the_last_turn_took_or_gave():
    """The chip of each seat, turn by turn, is the change of its life."""
    (start, _), *game = easy_game("massalia", 4, 1)
    before, news, changes_seen = [player.life for player in start.players], [], set()
    for state, events in game:
        news += events
        if any(event.name == "turn_ended" for event in events):
            view = get("massalia").view(state, None)
            contents = panels.panels_of(view, "ABCD", 292, news)
            life = [panel.life for panel in contents]
            changes = [
                life_now - life_before for life_now, life_before in zip(life, before, strict=True)
            ]
            assert [panel.change for panel in contents] == changes
            changes_seen.update(changes)
            before, news = life, []
    assert min(changes_seen) < 0 < max(changes_seen)


@each_case("width", [292, 394, 600])
@each_case(("change", "chip"), [(0, []), (8, ["+8"]), (-14, ["−14"])])
def test_the_chip_is_there_in_panels_of_every_width(table, width, change, chip):
    view = get("massalia").view(table, None)
    panel = msgspec.structs.replace(panels.panels_of(view, "ABCD", width)[1], change=change)
    CACHE.reset()
    with capture_texts() as written:
        panels.draw_panel(msgspec.json.encode(panel), THEME)
    assert [words for words, _ in written if words[0] in "+−"] == chip


def test_the_corner_under_the_letters_alt_is_free_of_text(table):
    """Only the pile, which is the same for all cards that it may hold."""
    game = get("massalia")
    view, rivers = game.view(table, None), (tuple(MANY[:6]), tuple(MANY[6:12]))
    views = [msgspec.structs.replace(view, river=cards) for cards in rivers]
    first, second = (read(PICTURES.draw(TABLE, each, names="ABCD")) for each in views)
    corner = (0, first.height - BADGE[1], BADGE[0], first.height)
    assert first.crop(corner).tobytes() == second.crop(corner).tobytes()
    low = (0, first.height - BADGE[1], first.width, first.height)
    assert first.crop(low).tobytes() != second.crop(low).tobytes()


# ---- before a move is made -----------------------------------------------------------------------


def test_every_cell_that_may_be_chosen_has_its_name_on_a_chip(table):
    cells = ("C4", "E6", "G5")
    assert len({(chip.x, chip.y) for chip in closeup.name_stamps(cells, THEME)}) == len(cells)
    view = get("massalia").view(table, 0)
    two, three = (
        PICTURES.draw("spots", view, names="ABCD", shown=Spots(chosen))
        for chosen in (cells[:2], cells)
    )
    assert two != three


def test_cells_from_all_over_the_map_are_seen_smaller(table):
    view = get("massalia").view(table, 0)
    picture = read(PICTURES.draw("spots", view, names="ABCD", shown=Spots(tuple(CELLS))))
    assert picture.width == closeup.WIDEST
    assert abs(picture.height - BOARD[1] * closeup.WIDEST / BOARD[0]) <= 1


@each_case("cells", [["G5"], [min(CELLS)], [max(CELLS)], CELLS])
def test_a_close_up_fades_where_the_map_goes_on(table, cells):
    left, top, right, bottom = closeup.box_of(cells)
    view = get("massalia").view(table, 0)
    picture = read(PICTURES.draw("spots", view, names="ABCD", shown=Spots(tuple(cells))))
    width, height = picture.size
    edges = {(0, 0, 1, height): left > 0, (0, 0, width, 1): top > 0}
    edges |= {(width - 1, 0, width, height): right < BOARD[0]}
    edges |= {(0, height - 1, width, height): bottom < BOARD[1]}
    for edge, goes_on in edges.items():
        darkest, brightest = picture.convert("L").crop(edge).getextrema()
        assert (brightest < 70) == goes_on, (edge, darkest, brightest)


@each_case(
    ("tile", "blow"),
    [
        ("L2", [("life",), "−2"]),
        ("FH", [("fish",), "−1"]),
        ("WA", [("water",), "−1"]),
        ("FI", [("fire",)]),
        (None, []),
    ],
)
def test_a_tile_on_a_resource_says_what_it_strikes_and_the_morale_it_brings(table, tile, blow):
    """A tile that nobody knows says the morale alone."""
    cell = min(AT)
    shown = Preview(0, "", "place", cell=cell, tile=tile, acts=True, n=2)
    with mock.patch.object(closeup, "chip", wraps=closeup.chip) as chip:
        PICTURES.draw(CANDIDATE, get("massalia").view(table, 0), names="ABCD", shown=shown)
    assert chip.call_args.args[0] == [*blow, ("flag",), f"+{AT[cell].morale}"]


@each_case("burns", ["-", "F4,G4"])
def test_a_fire_is_seen_on_the_map_whatever_burns(burns):
    board = {"G5": [{"o": 0, "t": "FI"}], "F4": [{"o": 1, "t": "L1"}], "G4": [{"o": 1, "t": "WA"}]}
    queue = [{"kind": "fire", "cell": "G5"}]
    game = get("massalia")
    state = game.state_from_json({"players": [{}, {}], "board": board, "turn": {"queue": queue}})
    fire = game.preview(state, 0, game.parse(state, 0, f"fire {burns}"))
    picture = PICTURES.draw(CANDIDATE, game.view(state, 0), names="AB", shown=fire)
    assert read(picture).width >= closeup.WIDE


def test_steps_that_remain_are_counted_by_kind_before_a_turn_ends():
    """Two cards move tiles at sea, one three and one two: five."""
    moves = [
        {"id": 1, "card": "C05#1", "do": "move", "n": 3, "terrain": "sea"},
        {"id": 2, "card": "O08#1", "do": "move", "n": 2, "terrain": "sea"},
    ]
    game = get("massalia")
    state = game.state_from_json({"players": [{}, {}], "turn": {"todo": moves, "next": 3}})
    end = game.preview(state, 0, game.parse(state, 0, "end"))
    with capture_texts() as written:
        PICTURES.draw(CANDIDATE, game.view(state, 0), names="AB", shown=end)
    texts = {words for words, _ in written}
    assert "5" in texts
    assert {"2", "3"}.isdisjoint(texts)


@each_case(
    ("turn", "line", "purse", "hand"),
    [
        ({}, ["p AM", "p B03"], "2", 1),
        ({"amber": 4, "bought": True}, ["p AM", "p SO"], "1", 1),
        ({"amber": 4}, ["p AM", "p SO"], "5", 1),
        ({"amber": 4}, ["p AM"], "5", 2),
    ],
)
def test_the_slip_of_a_line_has_the_amber_and_the_hand_that_it_leaves(turn, line, purse, hand):
    """Amber after a purchase begins anew (MA-20)."""
    game = get("massalia")
    me = {"hand": ["AM#1", "B03#1", "SO#1"]}
    state = game.state_from_json({"players": [me, {}], "turn": turn})
    shown = game.preview_line(state, 0, actions_of(game, state, 0, line))
    with capture_texts() as written, mock.patch.object(candidate, "chip") as chip:
        chip.return_value = Image.new("RGBA", (84, 84))
        PICTURES.draw(CANDIDATE, game.view(state, 0), names="AB", shown=shown)
    assert purse in [words for words, _ in written]
    assert len(chip.call_args_list) == hand


def test_a_ghost_lies_on_its_pile_and_hides_what_stands_on_a_free_resource(table):
    view = get("massalia").view(table, 0)
    scene = Scene(view, THEME, "en")
    bare = list(closeup.clear_cells(scene, "G5").stamps())
    assert len(list(scene.stamps())) == len(bare) + 1
    assert pile(THEME.seats[:2], "L2", True, 2).tobytes() != (
        pile(THEME.seats[:2], "L2", True, 2, 0.78).tobytes()
    )


# ---- the poster ----------------------------------------------------------------------------------


def test_the_strongest_cards_are_the_dearest_that_were_bought(table):
    """Wherever they lie now, and never a card of the first deck, which costs nothing."""
    player = get("massalia").view(table, 0).players[0]
    buyer = msgspec.structs.replace(
        player, played=("AM#1",), purchases=("B15", "C14", "S01", "S13", "S13")
    )
    assert poster_cards.strongest(buyer) == ["C14", "B15", "S13"]


@each_case("cell", ["A1", "E5", "J7", "A8"])
def test_a_piece_on_the_poster_stands_where_its_cell_is_seen(cell):
    x, y = plane.world_point(centre(cell))
    world = Image.new("L", plane.WORLD)
    world.paste(255, (round(x) - 4, round(y) - 4, round(x) + 5, round(y) + 5))
    left, top, right, bottom = plane.project(world).getbbox()
    seen_x, seen_y = plane.point(centre(cell))
    assert abs((left + right) / 2 - seen_x) < 2
    assert abs((top + bottom) / 2 - seen_y) < 2


# ---- the end -------------------------------------------------------------------------------------


def test_the_end_shows_why_the_winner_won():
    """Who lives, with how many places; and the ranks of the others, those of one attack alike."""
    *_, (over, _) = easy_game("massalia", 3, 1)
    view = get("massalia").view(over, None)
    (winner,) = view.winners
    losers = tuple(seat for seat in range(3) if seat != winner)
    contents = panels.panels_of(view, "ABC", 501, ranking=((winner,), losers))
    places = [resource.holder for resource in view.resources].count(winner)
    assert [panel.rank for panel in contents] == [0 if p.seat == winner else 2 for p in contents]
    assert contents[winner].places == places
