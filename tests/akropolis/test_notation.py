"""Section 6 of the rules, Actions and text form."""

import re
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.akropolis.actions import Place
from rules.contract import BadNotation, IllegalMove
from tests.akropolis import reference
from tests.akropolis.building import GAME, build, city
from tests.cases import each_case
from tests.rulebook import play_all

CANONICAL = re.compile(r"^T[1-6] -?\d+,-?\d+ r[0-5]$")
STATE = GAME.new(4, 7)
PLACES = st.builds(
    Place,
    seat=st.just(0),
    line=st.integers(0, 5),
    at=st.tuples(st.integers(-99, 99), st.integers(-99, 99)),
    rot=st.integers(0, 5),
)


def read(text):
    return GAME.parse(STATE, 0, text)


def test_a_move_is_the_place_in_the_line_the_anchor_and_the_rotation():
    """The place is counted from 1, the rotation from 0."""
    assert read("T3 -1,2 r4") == Place(seat=0, line=2, at=(-1, 2), rot=4)
    assert GAME.notation(STATE, 0, Place(seat=0, line=0, at=(0, 0), rot=0)) == "T1 0,0 r0"


@given(PLACES)
def test_a_written_move_is_canonical_and_can_be_read(action):
    text = GAME.notation(STATE, 0, action)
    assert CANONICAL.match(text)
    assert read(text) == action


@each_case(
    "text",
    [
        "t3 -1,2 R4",
        "  T3   -1,2   r4  ",
        "T3 @-1,2 r4",
        "T3 @ -1,2 r4",
        "T3 (-1,2) r4",
        "T3 (-1, 2) r4",
        "T3 ( -1 , 2 ) r4",
        "T3 -1, 2 r4",
        "t3\t-1,2\tr4",
        "T3 @(-1,2) r4",
        "T3 -1,2 r4 {#12 Bmh, L2, -2 +1 stones}",
    ],
)
def test_reading_is_tolerant_of_case_blanks_comments_and_signs_round_the_coordinates(text):
    assert read(text) == read("T3 -1,2 r4")


@each_case(
    "text",
    [
        "",
        " ",
        "T3",
        "T3 -1,2",
        "T3 r4",
        "-1,2 r4",
        "T3 -1 2 r4 r4",
        "T3 -1,2,3 r4",
        "T3 a,b r4",
        "T3 -1,2 r",
        "T -1,2 r4",
        "X3 -1,2 r4",
        "T3 -1,2 r4 T3",
        "T3 --1,2 r4",
        "T3 1.5,2 r4",
        "T3 ²,2 r4",
        "resign",
        "\x00",
        "T3 -1,2 r4\x00",
        "T3; -1,2 r4",
        "{A: T1 #7}",
    ],
)
def test_anything_else_is_no_move(text):
    with pytest.raises(BadNotation) as refused:
        read(text)
    assert refused.value.code == "akropolis.bad_notation"


# ---- token by token ---------------------------------------------------------------------------


def tokens_after(state, *tokens):
    return [option.token for option in GAME.options(state, 0, list(tokens))]


def test_the_questions_are_the_tile_one_can_pay_the_anchor_and_the_rotation():
    """At (2,-1) of a new city; a whole action leaves no question."""
    state = build(city(stones=1), city(), line=[12, 34, 6, 30])
    assert tokens_after(state) == ["T1", "T2"]
    legal = [action for action in GAME.legal_actions(state, 0) if action.line == 0]
    assert set(tokens_after(state, "T1")) == {f"{a.at[0]},{a.at[1]}" for a in legal}
    rotations = [f"r{action.rot}" for action in legal if action.at == (2, -1)]
    assert tokens_after(state, "T1", "2,-1") == rotations
    assert tokens_after(state, "T1", "2,-1", rotations[0]) == []


def ranks(state):
    """For each anchor offered: its level, and the most edges a tile there shares with the city."""
    built = reference.city_of(GAME.state_to_json(state)["cities"][0]["tiles"])
    best = {}
    for q, r, rot, level in reference.placements(built):
        cells = reference.footprint((q, r), rot)
        around = [
            near for cell in cells for near in reference.neighbours(cell) if near not in cells
        ]
        edges = sum(near in built.cells for near in around)
        rank = (level, edges if level == 1 else 0)
        best[f"{q},{r}"] = max(rank, best.get(f"{q},{r}", rank))
    return best


def test_upper_spots_come_first_then_snug_ones_and_of_each_the_best(position):
    """Section 10: level 2 and up, then snug spots, then the rest.

    Snug: on the table, three or more edges shared.
    """
    state = position("lakes_and_edges")
    best, offered = ranks(state), GAME.options(state, 0, ["T1"])
    groups = [group for group, _ in groupby(offered, key=lambda option: option.group)]
    assert groups == [f"akropolis.group_{name}" for name in ("upper", "snug", "open")]
    for group in groups:
        gains = [option.args["gain"] for option in offered if option.group == group]
        assert gains == sorted(gains, reverse=True)
    for option in offered:
        level, edges = best[option.token]
        group = "upper" if level > 1 else "snug" if edges >= 3 else "open"
        assert option.group == f"akropolis.group_{group}"


def test_a_spot_tells_what_the_tile_can_bring_there(position):
    """The most of all its turns; each stone is a point, too (AK-54)."""
    state = position("lakes_and_edges")
    before = GAME.scores(state)[0].total
    for option in GAME.options(state, 0, ["T1"])[::5]:
        gains = []
        for rotation in tokens_after(state, "T1", option.token):
            after, _ = play_all(GAME, state, f"T1 {option.token} {rotation}")
            gains.append(GAME.scores(after)[0].total - before)
        assert option.args["gain"] == max(gains)


@each_case("tokens", ["T5", "T9", "x", "T1 90,90", "T1 x", "T1 -2,0 r9", "T1 -2,0 r1 r1"])
def test_tokens_that_lead_nowhere_are_refused(tokens):
    with pytest.raises((BadNotation, IllegalMove)):
        GAME.options(STATE, 0, tokens.split())


def test_a_seat_out_of_turn_has_no_question():
    with pytest.raises(IllegalMove) as refused:
        GAME.options(STATE, 1, [])
    assert refused.value.code == "common.not_your_turn"
