"""Contract of films: frames of every game that stand still, small enough together to be posted."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bench.measured import easy_game
from cogs._posts.films import LARGEST
from render import film
from render.contract import FILM, FRAME
from render.film import Caption, Film, durations
from render.registry import renderer
from rules.registry import games
from tests.tier import of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim")
SEED = 7

every_game = pytest.mark.parametrize("key", games())


def turn_ends(key):
    """The deal, some positions between turns, and the end of a game of most seats."""
    game = games()[key]
    states = [state for state, _ in easy_game(key, game.facts.seats[-1], SEED)]
    steps = [after for before, after in pairwise(states) if apart(game, before, after)]
    count = of_tier(6, len(steps))
    chosen = steps[:: max(1, len(steps) // count)]
    return [states[0], *chosen[:-1], states[-1]]


def apart(game, before, after):
    return game.to_act(before) != game.to_act(after)


def frames_of(key, states):
    """Frames of positions, as PNG files."""
    game, last = games()[key], games()[key].view(states[-1], None)
    frames = []
    for number, state in enumerate(states):
        totals = tuple(score.total for score in game.scores(state))
        caption = Caption(number, len(states) - 1, totals)
        view = game.view(state, None)
        frames.append(
            renderer(key).draw(FRAME, view, names=NAMES[: len(totals)], shown=caption, stage=last)
        )
    return frames


def picture(data):
    image = Image.open(BytesIO(data))
    image.load()
    return image


def changed_share(one, other):
    """Share of the pixels in which two frames differ."""
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return 1 - difference.histogram()[0] / (one.width * one.height)


@every_game
def test_the_frames_of_a_film_stand_still(key):
    """Until the end all are of one size, and most of a frame stays as it was."""
    *running, end = map(picture, frames_of(key, turn_ends(key)))
    assert {frame.size for frame in running} == {running[0].size}
    assert running[0].width == end.width == film.WIDTH
    first, second = running[-2:]
    assert changed_share(first, second) < 0.45


@every_game
def test_a_film_is_a_gif_that_can_be_posted(key):
    frames = frames_of(key, turn_ends(key))
    gif = renderer(key).draw(FILM, None, shown=Film(tuple(frames), durations(len(frames))))
    moving = Image.open(BytesIO(gif))
    assert moving.format == "GIF"
    assert moving.n_frames == len(frames)
    assert moving.info["loop"] == 0
    assert len(gif) * film.MOST_FRAMES / len(frames) < 3 * LARGEST
    assert len(gif) < sum(map(len, frames))


@every_game
def test_what_a_film_shows_is_what_its_frames_show(key):
    frames = frames_of(key, turn_ends(key))
    gif = renderer(key).draw(FILM, None, shown=Film(tuple(frames), durations(len(frames))))
    moving = Image.open(BytesIO(gif))
    for number, frame in enumerate(frames[:-1]):
        moving.seek(number)
        assert changed_share(moving, picture(frame)) == 0


@every_game
def test_the_same_game_gives_the_same_film(key):
    states = turn_ends(key)[:3]
    first = frames_of(key, states)
    renderer(key).forget()
    assert frames_of(key, states) == first
