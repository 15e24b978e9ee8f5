"""One scale of type serves all games: a size that is changed there changes in every picture."""

import pytest

from render import type_scale
from render.cache import CACHE
from render.contract import TABLE
from render.registry import renderer
from rules.registry import games, get
from tests.records import recorded_game
from tests.render.pictures import capture_texts

NAMES = ("Maud", "Bastien", "Inès")


def sizes_on_table(key):
    """Sizes of the names, and of all texts, on a late table of three."""
    plies = recorded_game(key, 3)
    state, _ = plies[len(plies) * 9 // 10]
    CACHE.reset()
    renderer(key).forget()
    with capture_texts() as texts:
        renderer(key).draw(TABLE, get(key).view(state, None), names=NAMES)
    return (
        {style.size for words, style in texts if words in NAMES},
        {style.size for _, style in texts},
    )


@pytest.mark.parametrize("key", games())
def test_all_names_are_a_size_larger_by_one_line(key, monkeypatch):
    monkeypatch.setattr(type_scale, "NAME", 45)
    monkeypatch.setattr(type_scale, "LEAST_NAME", 45)
    names, _ = sizes_on_table(key)
    assert names == {45}


@pytest.mark.parametrize("key", games())
def test_scores_and_figures_take_a_step_of_the_scale(key):
    _, sizes = sizes_on_table(key)
    assert type_scale.SCORE in sizes
    assert sizes & {type_scale.LARGE_FIGURE, type_scale.FIGURE}
