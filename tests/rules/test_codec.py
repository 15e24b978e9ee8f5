"""Between JSON and structs: exact round trips, and refusals that tell where and what."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.codec import read, to_json
from rules.contract import BadPosition, Hex
from tests.cases import each_case


class Piece(msgspec.Struct, frozen=True):
    at: Hex
    level: int = 1


class Board(msgspec.Struct, frozen=True):
    name: str
    pieces: tuple[Piece, ...] = ()
    owners: dict[int, str] = {}


HEXES = st.tuples(st.integers(-99, 99), st.integers(-99, 99))
BOARDS = st.builds(
    Board,
    name=st.text(),
    pieces=st.lists(st.builds(Piece, at=HEXES, level=st.integers(1, 9))).map(tuple),
    owners=st.dictionaries(st.integers(0, 3), st.text()),
)


def refused(obj):
    with pytest.raises(BadPosition) as refusal:
        read(obj, Board, BadPosition, "common.bad_position")
    return refusal.value


@given(BOARDS)
def test_a_struct_is_plain_json(board):
    plain = to_json(board)
    assert json.loads(json.dumps(plain)) == plain


def test_hexes_are_written_as_lists_and_read_back():
    board = Board("toy", (Piece((1, -2), 3),))
    assert to_json(board)["pieces"] == [{"at": [1, -2], "level": 3}]
    assert read(to_json(board), Board, BadPosition, "common.bad_position") == board


@each_case(
    ("obj", "details"),
    [
        ([], {"path": ""}),
        ({"name": 7}, {"path": "name", "expected": "str", "got": "int"}),
        ({"name": "toy", "pieces": 3}, {"path": "pieces"}),
        (
            {"name": "toy", "pieces": [{"at": [1, 2]}, {"at": [1, "2"]}]},
            {"path": "pieces[1].at[1]"},
        ),
    ],
)
def test_a_refusal_tells_the_path_the_expected_and_the_given_type(obj, details):
    assert refused(obj).details.items() >= details.items()


def test_json_that_is_too_deep_is_refused():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert refused({"name": "toy", "pieces": deep}).code == "common.bad_position"


@each_case("obj", [{}, {"name": "toy", "pieces": [{"at": [1, 2, 3]}]}])
def test_a_fault_that_is_not_one_of_type_is_told_in_words(obj):
    refusal = refused(obj)
    assert refusal.code == "common.bad_position"
    assert refusal.details["what"]
