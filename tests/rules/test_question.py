"""Questions: every kind says all the answers it takes, each once, and how each is written."""

from itertools import pairwise

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rules.question import Amounts, Beside, CellOf, OneOf, Option, SomeOf

CELLS = tuple(Option(f"{row}{number}", "board.play") for row in "AB" for number in range(1, 4))


def parts(*tokens):
    return tuple(Option(token, "board.play", {"side": token}) for token in tokens)


def texts(question):
    return [answer.token for answer in question.answers()]


# ---- one of many -------------------------------------------------------------------------------


def test_one_of_the_options_is_an_answer():
    assert texts(OneOf(code="x", options=CELLS)) == ["A1", "A2", "A3", "B1", "B2", "B3"]
    assert isinstance(CellOf(code="x", options=CELLS), OneOf)


class Map(msgspec.Struct, frozen=True):
    cells: tuple[str, ...]
    seat: int = 0


def test_some_of_the_options_have_a_picture_of_their_own_with_each_of_them():
    """A picture that has nothing of each is kept."""
    picture = Beside("map", Map(tuple(option.token for option in CELLS), seat=2), each="cells")
    fewer = CellOf(code="x", options=CELLS, beside=picture, suggests=True).only(CELLS[1::3])
    assert texts(fewer) == ["A2", "B2"]
    assert fewer.beside.shown == Map(("A2", "B2"), seat=2)
    assert not fewer.suggests
    for beside in (None, Beside("hand", None)):
        assert OneOf(code="x", options=CELLS, beside=beside).only(CELLS[:2]).beside == beside


# ---- some of many ------------------------------------------------------------------------------


def some(least, most):
    return SomeOf(code="x", options=CELLS, min_values=least, max_values=most)


def test_several_are_written_in_the_order_of_the_options_and_none_has_a_sign_of_its_own():
    assert texts(some(0, 1)) == ["-", "A1", "A2", "A3", "B1", "B2", "B3"]
    assert some(0, 5).answer(["B1", "A2"]) == "A2,B1"
    assert some(0, 5).answer([]) == "-"
    answer = next(answer for answer in some(2, 2).answers() if answer.token == "A1,B3")
    assert [part.token for part in answer.parts] == ["A1", "B3"]


@given(least=st.integers(0, 6), more=st.integers(0, 6))
def test_some_of_many_are_all_that_there_are(least, more):
    most = min(6, least + more)
    tokens = texts(some(least, most))
    counts = [0 if token == "-" else token.count(",") + 1 for token in tokens]
    assert len(set(tokens)) == len(tokens) == sum([1, 6, 15, 20, 15, 6, 1][least : most + 1])
    assert counts == sorted(counts)
    assert all(least <= count <= most for count in counts)


# ---- amounts -----------------------------------------------------------------------------------

ATTACK = Amounts(code="x", options=parts("1", "2", "3"), limits=(8, 8, 8), total=(8, 8))
"""Eight points of an attack, shared among three opponents."""
DRAW = Amounts(
    code="x",
    options=parts("roads", "cities"),
    limits=(3, 2),
    total=(1, 3),
    form="{n}",
    joiner="+",
    zeros=True,
)
"""Up to three tiles from a reserve of four roads and two cities."""


def test_a_share_of_an_attack_is_written_with_its_target():
    assert ATTACK.answer((5, 0, 3)).token == "1:5 3:3"
    assert len(texts(ATTACK)) == 45
    assert ATTACK.suggests


def test_a_draw_is_written_side_by_side_and_its_labels_say_how_many():
    assert texts(DRAW) == ["0+1", "0+2", "1+0", "1+1", "1+2", "2+0", "2+1", "3+0"]
    assert [part.args for part in DRAW.answer((2, 1)).parts] == [
        {"side": "roads", "n": 2},
        {"side": "cities", "n": 1},
    ]


def test_each_part_has_a_menu_of_all_it_can_be():
    roads, cities = DRAW.around("2+1")
    assert [option.args["n"] for option in roads.options] == [0, 1, 2, 3]
    assert [option.token for option in roads.options] == ["0+1", "1+1", "2+1", "3+0"]
    assert [option.token for option in cities.options] == ["2+0", "2+1", "1+2"]


@given(st.data())
def test_the_total_adds_up_whatever_is_chosen_for_a_part(data):
    question = data.draw(st.sampled_from([ATTACK, DRAW]))
    tokens = texts(question)
    chosen = data.draw(st.sampled_from(tokens))
    for menu in question.around(chosen):
        offered = [option.token for option in menu.options]
        assert chosen in offered
        assert set(offered) <= set(tokens)
        assert all(a.args["n"] < b.args["n"] for a, b in pairwise(menu.options))
