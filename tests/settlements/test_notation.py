"""Actions and their text form, and the names of hexes."""

import pytest

from rules.contract import BadNotation
from tests.cases import each_case
from tests.settlements import reference
from tests.settlements.building import seat

RICH = seat(stacks="51|||", reserve="22 41", hand="9e9b9a9m")


def rich(lay):
    return lay(RICH, seat())


def written(table, action):
    return table.game.notation(table.state, 0, action)


# ---- writing ----------------------------------------------------------------------------------


@each_case(
    "text",
    ["D1", "D4", "P", "B22 A4 2a", "B22 20,-7 2a", "B41 C0", "X 5,-3 r2", "W+", "W*", "S", "E"],
)
def test_a_move_is_written_as_it_is_read(lay, text):
    table = rich(lay)
    assert written(table, table.parse(text)) == lay.move(text)


def test_a_payment_is_written_in_the_order_of_the_resources_unless_the_building_is_free(lay):
    table = rich(lay)
    assert written(table, table.parse("B22 A4 1m2a3e")) == lay.move("B22 A4 3e2a1m")
    table = lay(RICH, seat(), built="0:21@C3")
    assert written(table, table.parse("B22 C2")) == "B22 C2"


# ---- reading ----------------------------------------------------------------------------------


@each_case(
    "text",
    [
        "b22 a4 2a",
        "B22A4 2a",
        "B22 A42a",
        "B 22 A 4 2 a",
        "  B22   A4   2a  ",
        "b22\ta4\t2A",
        "B22 -1,0 2a",
        "B22 (-1,0) 2a",
        "B22 (-1, 0) 2a",
        "B22 @-1,0 2a",
        "B22 \N{MINUS SIGN}1,0 2a",
        "B22 A4 1a1a",
        "B22 A4 2a {with all my clay}",
    ],
)
def test_reading_a_build_is_forgiving(lay, text):
    table = rich(lay)
    assert table.game.parse(table.state, 0, letters(lay, text)) == table.parse("B22 A4 2a")


def letters(lay, text):
    """The letter of clay or hill instead of `a` where cards are named, which is after the hex."""
    code = reference.data(lay.key)["resources"][2]["code"]
    at = max(text.upper().rfind(hex_) for hex_ in ("A4", "A 4", "0")) + 1
    return text[:at] + text[at:].replace("a", code, 2).replace("A", code.upper())


@each_case(
    ("text", "plain"),
    [
        ("d1", "D1"),
        ("D 1", "D1"),
        ("p", "P"),
        ("s", "S"),
        ("e", "E"),
        ("w+", "W+"),
        ("W +", "W+"),
        ("w *", "W*"),
        ("x 5,-3 R2", "X 5,-3 r2"),
        ("X5,-3r2", "X 5,-3 r2"),
        ("X (5, -3) r 2", "X 5,-3 r2"),
    ],
)
def test_reading_the_other_moves_is_forgiving(lay, text, plain):
    table = rich(lay)
    assert table.game.parse(table.state, 0, text) == table.parse(plain)


def test_a_build_without_its_payment_means_the_automatic_one(lay):
    table = rich(lay)
    assert table.parse("B22 A4") == table.parse("B22 A4 2a")


def test_the_payment_stays_empty_if_one_cannot_pay_or_build(lay):
    table = lay(seat(reserve="22", hand="1e"), seat(), built="1:40@A0")
    assert [table.parse(move).pay for move in ("B22 A4", "B22 A0", "B99 A4")] == [{}] * 3
    assert table.why_not("B22 A4") == "underpaid"


@each_case(
    "text",
    [
        "",
        "D",
        "D5",
        "D1 P",
        "B22",
        "B A4",
        "B22 A7",
        "B22 W0",
        "B22 A4 2x",
        "B22 A4 a2",
        "B22 A4 -1e",
        "B22 A4 1e B22",
        "X",
        "X 5,-3",
        "X A4 r2",
        "X 5,-3,1 r2",
        "W",
        "W-",
        "stop please",
        "\x00",
        "B22 ²,2",
        "B22; A4",
    ],
)
def test_anything_else_is_no_move(lay, text):
    with pytest.raises(BadNotation) as refused:
        lay.game.parse(rich(lay).state, 0, text)
    assert refused.value.code in {f"{lay.key}.bad_notation", f"{lay.key}.not_a_terrain_hex"}


def test_the_letters_of_the_other_game_are_no_cards(lay):
    """Both have e and m; wood and clay are b and a here, forest and hill f and c there."""
    foreign = {"telegraph": "1f", "attika": "1b"}[lay.key]
    with pytest.raises(BadNotation):
        lay.game.parse(rich(lay).state, 0, f"B22 A4 {foreign}")


def test_a_letter_of_either_language_pays(lay):
    """One letter is written; `w` is water and wood in Telegraph, so it is neither there."""
    accepted = {"telegraph": {"1c": "1a"}, "attika": {"1h": "1c", "1w": "1e"}}[lay.key]
    state = rich(lay).state
    for typed, written in accepted.items():
        pay = lay.game.parse(state, 0, f"B22 A4 {typed}").pay
        assert pay == lay.game.parse(state, 0, f"B22 A4 {written}").pay
    with pytest.raises(BadNotation):
        lay.game.parse(state, 0, f"B22 A4 {'1w' if lay.key == 'telegraph' else '1a'}")


# ---- names of hexes ---------------------------------------------------------------------------


def named(table, name):
    """The hex that the engine reads in `name`."""
    return table.parse(f"B41 {name} 1e").hex


@each_case("rot", [0, 4])
def test_the_digits_are_the_centre_and_the_directions_clockwise_from_the_east(lay, rot):
    """Whatever the rotation of the region."""
    table = lay(tiles=f"1@0,0r{rot}", cities="")
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert [named(table, f"A{digit}") for digit in range(7)] == [(0, 0), *around]


def test_the_last_region_of_the_box_is_v(lay):
    tiles = " ".join(f"{tile}@{4 * tile},0r0" for tile in range(1, 23))
    table = lay(seat(reserve="41", hand="1e"), seat(), tiles=tiles)
    assert {name[0] for name in table.tokens("B41")} == set("ABCDEFGHIJKLMNOPQRSTUV")


def test_a_letter_names_a_region_once_that_is_placed(lay):
    table = lay(seat(stacks="22|51 52||"), seat()).play("D1; P")
    with pytest.raises(BadNotation) as refused:
        named(table, "E0")
    assert (refused.value.name, refused.value.details["hex"]) == ("not_a_terrain_hex", "E0")
    assert named(table.play("X 1,-3 r2"), "E0") == (1, -3)


def test_the_names_are_those_of_the_reference(lay):
    table = lay.deal(4)
    for name, at in reference.names(table.json).items():
        assert named(table, name) == at
