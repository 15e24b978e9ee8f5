"""Small positions and helpers for the tests of the pictures."""

from __future__ import annotations

import json
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from unittest import mock

from PIL import Image, ImageChops, ImageStat

from render import canvas, text
from render.cache import CACHE
from render.samples import NAMES
from rules.log import make_move
from rules.registry import get
from rules.rng import Rng

GAME = get("akropolis")
GOLDEN = Path(__file__).parent / "golden"
KEPT = Path(__file__).parent / "positions" / "akropolis_games.json"
__all__ = [
    "GAME",
    "NAMES",
    "capture_sizes",
    "capture_texts",
    "golden_difference",
    "position",
    "position_and_news",
    "read",
    "small",
    "view_at",
]


def moves_of_game(seats, seed, player, options):
    """Moves of a game of AI players, which is kept; plays and writes one that is missing."""
    name = f"{seats} {seed} {player} {options}"
    games = json.loads(KEPT.read_text(encoding="utf-8"))
    if name not in games:
        state, rng, moves = GAME.new(seats, seed, json.loads(options)), Rng(seed), []
        while acting := GAME.to_act(state):
            action = GAME.player(player).choose(state, acting[0], rng)
            moves.append(GAME.notation(state, acting[0], action))
            GAME.apply(state, acting[0], action)
        games[name] = "; ".join(moves)
        KEPT.write_text(f"{json.dumps(games, indent=0, sort_keys=True)}\n", encoding="utf-8")
    return games[name].split("; ")


@cache
def positions_and_news(seats, seed, player, options):
    """Every position of a game of AI players, with the events of the turn before it."""
    state = GAME.new(seats, seed, json.loads(options))
    steps = [(state.clone(), [])]
    for move in moves_of_game(seats, seed, player, options):
        news = make_move(GAME, state, GAME.to_act(state)[0], move)
        steps.append((state.clone(), news))
    return steps


def position_and_news(seats, seed, turns, player="easy", **options):
    """Position after some turns of a game of AI players, and the events of the last turn."""
    steps = positions_and_news(seats, seed, player, json.dumps(options))
    state, news = next((step for step in steps if step[0].turn >= turns), steps[-1])
    return state.clone(), news


def position(seats, seed, turns, player="easy", **options):
    """Position after some turns of a game of AI players."""
    return position_and_news(seats, seed, turns, player, **options)[0]


def view_at(seats=4, seed=7, turns=52, player="easy", **options):
    """View of a position after some turns of a game of AI players; always the same."""
    return GAME.view(position(seats, seed, turns, player, **options), None)


def read(data):
    """A picture as RGB."""
    return Image.open(BytesIO(data)).convert("RGB")


def small(data):
    """A picture at the size of a phone."""
    picture = read(data)
    height = round(picture.height * 400 / picture.width)
    return picture.resize((400, height), Image.Resampling.BOX)


def golden_difference(name, data):
    """Mean difference per channel to the stored picture, 0 to 255; writes it when missing."""
    picture, file = small(data), GOLDEN / f"{name}.png"
    if not file.exists():
        picture.quantize(256, kmeans=1, dither=Image.Dither.NONE).save(file, optimize=True)
    stored = Image.open(file).convert("RGB")
    assert stored.size == picture.size
    return max(ImageStat.Stat(ImageChops.difference(stored, picture)).mean)


@contextmanager
def capture_texts():
    """Collect (words, style) of every text written inside the block."""
    texts = []

    def recording(words, style):
        texts.append((words, style))
        return text.label(words, style)

    with mock.patch.object(canvas, "label", recording):
        yield texts


@contextmanager
def capture_sizes():
    """Collect the sizes of all texts set inside the block, whatever is in the cache."""
    CACHE.reset()
    with mock.patch.object(text, "font_of", wraps=text.font_of) as font:
        sizes = set()
        yield sizes
    sizes.update(call.args[1] for call in font.call_args_list)
