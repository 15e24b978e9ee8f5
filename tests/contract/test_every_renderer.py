"""What every renderer owes: a picture for every table, small enough, always the same bytes."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from render.canvas import MAX_BYTES, MAX_WIDTH
from render.registry import renderer
from rules.registry import games
from rules.rng import Rng
from tests.contract.playing import along, plain_setups, running

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Noor", "Zoé")

every_game = pytest.mark.parametrize("key", games())
every_table = pytest.mark.parametrize("setup", plain_setups(), ids=str)


def picture_of(data):
    """The decoded picture, after checking what any post must keep."""
    assert len(data) <= MAX_BYTES
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    assert picture.width <= MAX_WIDTH
    return picture


def moments(setup):
    """The start, the middle and the end of a random playout."""
    states = along(setup)
    return [states[0], states[len(states) // 2], states[-1]]


@every_table
def test_a_table_can_be_drawn_from_start_to_end(setup):
    draw = renderer(setup.game.facts.key).draw
    for state in moments(setup):
        view = setup.game.view(state, None)
        picture = picture_of(draw(view, names=NAMES[: setup.seats]))
        assert 900 <= picture.height <= 1500


@every_table
def test_each_seat_can_be_seen_from_near(setup):
    draw = renderer(setup.game.facts.key).draw
    _, middle, end = moments(setup)
    for seat in range(setup.seats):
        picture_of(draw(setup.game.view(middle, seat), names=NAMES, focus=seat))
        picture_of(draw(setup.game.view(end, seat), focus=seat))


@every_table
def test_a_candidate_move_can_be_drawn(setup):
    game = setup.game
    for state in moments(setup)[:2]:
        for seat in game.to_act(state):
            action = next(iter(game.legal_actions(state, seat)))
            preview = game.preview(state, seat, action)
            if preview is not None:
                picture = picture_of(
                    renderer(game.facts.key).draw(game.view(state, seat), ghost=preview)
                )
                assert picture.width <= 1200


@every_table
def test_what_goes_beside_a_question_can_be_drawn(setup):
    """From no token on, as far as a move needs any."""
    game = setup.game
    draw = renderer(game.facts.key).draw
    for state, seat in running(setup)[::2]:
        tokens = game.notation(state, seat, game.sample(state, seat, Rng(4))).split()
        asked = (game.ask(state, seat, tokens[:length]) for length in range(len(tokens)))
        for question in filter(None, asked):
            if question.beside is not None:
                ghost = question.beside.shown
                assert picture_of(draw(game.view(state, seat), ghost=ghost)).width <= 1200


@every_table
def test_a_hand_can_be_drawn_from_start_to_end(setup):
    game = setup.game
    for state in moments(setup):
        for seat in range(setup.seats):
            hand = game.hand(state, seat)
            if hand is not None:
                picture_of(renderer(game.facts.key).draw(game.view(state, seat), ghost=hand))


@every_table
def test_the_same_view_gives_the_same_bytes(setup):
    draw = renderer(setup.game.facts.key).draw
    view = setup.game.view(moments(setup)[1], None)
    again = setup.game.view(
        setup.game.state_from_json(setup.game.state_to_json(moments(setup)[1])), None
    )
    assert draw(view, names=NAMES) == draw(again, names=NAMES)


@every_game
def test_the_icons_are_small_squares(key):
    icons = renderer(key).icons()
    assert {"seat_a", "seat_b", "seat_c", "seat_d"} <= set(icons)
    for name, data in icons.items():
        picture = Image.open(BytesIO(data))
        assert picture.size == (128, 128), name
        assert len(data) <= 60_000, name
        assert 2 <= len(name) <= 32, name
        assert name.replace("_", "").isalnum(), name


def test_a_game_without_pictures_is_a_key_error():
    with pytest.raises(KeyError):
        renderer("senet")
