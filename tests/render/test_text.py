"""Labels: every name can be written, and none is wider than its room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from render.canvas import Canvas
from render.text import ELLIPSIS, Label, elide, width_of
from tests.cases import each_case

NAME = Label(26, (255, 255, 255))


@given(st.text(max_size=60), st.integers(40, 300))
def test_any_name_fits_its_room(name, room):
    words = elide(name, NAME, room)
    assert width_of(words, NAME) <= room
    Canvas(400, 60).text(words, 10, 30, NAME)


@each_case("name", ["Maud", "Inès", "Ødegård", "Łukasz", "Ελένη", "Борис"])
def test_names_of_europe_are_written_as_they_are(name):
    assert elide(name, NAME, 300) == name


def test_a_long_name_ends_in_an_ellipsis():
    words = elide("Maximilienne de la Tour-d’Auvergne", NAME, 200)
    assert words.endswith(ELLIPSIS)
    assert words.startswith("Maximilienne")


def test_figures_are_tabular():
    assert {width_of(figure, NAME) for figure in "0123456789"} == {width_of("0", NAME)}
