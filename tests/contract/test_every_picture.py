"""Sprites of every game: each can be drawn however small, as on a poster of a very long map."""

from functools import partial
from inspect import signature
from unittest import mock

from render.cache import CACHE
from render.canvas import Brush
from render.contract import CANDIDATE, HAND, POSTER, TABLE, About
from render.registry import renderer
from tests.cases import each_case
from tests.contract.playing import along, every_game, plain_setups_of
from tests.tier import games, of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Noor", "Zoé")
SMALL = of_tier((6, 11), range(6, 15))
SIZES = ("size", "radius")
"""Names of the parameters that say how large a sprite is."""
WHOLE = of_tier((TABLE,), (TABLE, POSTER))
"""Pictures of a finished game; a poster has few sprites of its own, and takes long."""


def pictures(key):
    """Pictures of a finished game, and those of a seat at the start of it."""
    drawing, game = renderer(key), games()[key]
    start, *_, end = along(plain_setups_of(game)[-1])
    ranking = tuple((seat,) for seat in range(len(game.scores(end))))
    for name in (name for name in WHOLE if name in drawing.named):
        over = game.view(end, None)
        yield partial(drawing.draw, name, over, names=NAMES, about=About(ranking=ranking))
    seat = game.to_act(start)[0]
    view = game.view(start, seat)
    preview = game.preview(start, seat, game.complete(start, seat, []))
    yield partial(drawing.draw, CANDIDATE, view, names=NAMES, shown=preview)
    if HAND in drawing.named:
        hand = game.hand(start, seat)
        yield partial(drawing.draw, HAND, view, names=NAMES, shown=hand, seat=seat)
    yield drawing.icons


def sprites(key):
    """Every sprite of these pictures as (function, arguments, place of the size), each once."""
    entries, store = {}, CACHE.store

    def keep(entry, value, *kind):
        parameters = list(signature(entry[0]).parameters) if callable(entry[0]) else []
        for place, name in enumerate(parameters[: len(entry) - 1], 1):
            if name in SIZES and type(entry[place]) is int:
                entries[entry[:place] + entry[place + 1 :]] = (entry, place)
        return store(entry, value, *kind)

    renderer(key).forget()
    CACHE.reset()
    with mock.patch.object(CACHE, "store", keep):
        for draw in pictures(key):
            draw()
    return list(entries.values())


@every_game
def test_every_sprite_can_be_drawn_small(key):
    drawn_sprites = sprites(key)
    assert drawn_sprites
    for entry, place in drawn_sprites:
        parameters = signature(entry[0]).parameters
        options = dict(item for item in entry[1:] if _is_option(item, parameters))
        plain = [item for item in entry[1:] if not _is_option(item, parameters)]
        for size in SMALL:
            plain[place - 1] = size
            entry[0](*plain, **options)


def _is_option(item, parameters):
    """Whether a part of a key is an argument that was given by its name."""
    return isinstance(item, tuple) and len(item) == 2 and item[0] in parameters


@each_case("thick", [0, 0.1, 0.3, 1])
def test_a_box_is_never_inverted(thick):
    """A band thinner than a pixel of the sheet is one pixel thick."""
    brush = Brush(8, 8, mode="L")
    brush.box(1, 1, 7, 1 + thick, 255)
    brush.round_box(1, 5, 1 + thick, 7, 2, 255)
    assert brush.reduce().getbbox() is not None
