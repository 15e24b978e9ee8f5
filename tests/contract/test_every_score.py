"""Contract of the places behind a score: they add up, say nothing hidden, and can be seen."""

from collections import Counter
from functools import cache
from unittest import mock

import pytest

from bot.steps import lines
from bot.table.changes import Secret
from bot.table.live import LiveTable
from render import spotlight
from render.contract import SCORE
from render.registry import renderer
from render.spotlight import Spotlight
from rules import registry
from rules.contract import line_notations
from rules.rng import Rng
from tests.contract.playing import along, every_large_table, every_table, running
from tests.posting import table_of
from tests.records import recorded_game
from tests.tier import of_tier

STEP = of_tier(40, 3)
"""Of a recorded game, one position of so many is looked at."""


@cache
def positions(setup):
    """Positions of a random game, and of a recorded one of easy players."""
    recorded = [state for state, _ in recorded_game(setup.game.facts.key, setup.seats)]
    return [*along(setup), *recorded[::STEP], recorded[-1]]


@every_table
def test_the_points_of_the_places_add_up_to_those_of_each_part(setup):
    for state in positions(setup):
        view = setup.game.view(state, None)
        for seat, score in enumerate(setup.game.scores(state)):
            places = setup.game.score_places(view, seat)
            points = {part: sum(place.points for place in places[part]) for part in score.parts}
            assert points == score.parts


@every_table
def test_a_place_stands_once_in_a_part_and_brings_nothing_where_it_does_not_count(setup):
    for state in positions(setup):
        view = setup.game.view(state, None)
        for seat in range(setup.seats):
            for places in setup.game.score_places(view, seat).values():
                hexes = Counter(place.at for place in places if place.at is not None)
                assert all(number == 1 for number in hexes.values())
                assert all(bool(place.name) is (place.at is not None) for place in places)
                assert not any(place.points for place in places if not place.counts)


@every_table
def test_the_places_are_the_same_in_positions_that_a_seat_cannot_tell_apart(setup):
    game = setup.game
    for state, viewer in running(setup):
        redealt = game.redeal(state, viewer, Rng(5))
        for seat in range(setup.seats):
            here, there = (
                game.score_places(game.view(deal, viewer), seat) for deal in (state, redealt)
            )
            assert here == there


@pytest.mark.parametrize("key", registry.games())
def test_the_picture_of_a_part_has_the_points_and_letters_of_its_places(key):
    """Of every game, every day: at the end of one of most seats, each part of each of them."""
    game = registry.get(key)
    seats = range(max(game.facts.seats))
    *_, (state, _) = recorded_game(key, len(seats))
    view = game.view(state, None)
    parts = [game.score_places(view, seat) for seat in seats]
    on_map = [
        Spotlight(seat, places)
        for seat in seats
        for places in parts[seat].values()
        if any(each.at for each in places)
    ]
    assert on_map
    for shown in on_map:
        with mock.patch.object(spotlight, "chip", wraps=spotlight.chip) as chip:
            renderer(key).draw(
                SCORE, view, names=("A", "B", "C", "D"), seat=shown.seat, shown=shown
            )
        assert Counter(call.args[:2] for call in chip.call_args_list) == Counter(
            (spot.words, spot.counts) for spot in spotlight.spots(shown) if spot.words
        )


@every_large_table
def test_the_page_of_a_line_is_the_same_whatever_it_brings_to_light(setup):
    """Shown before the line is made, both the real deal and a made-up one would be read as true."""
    game, key = setup.game, setup.game.facts.key
    table = table_of(key, setup.seats, setup.seats, "en")
    for state, seat in running(setup):
        if not (suggested := game.line(state, seat, ())):
            continue
        tokens = ";".join(line_notations(game, state, seat, suggested)).split()
        pages = set()
        for secret in "123":
            live = LiveTable(table, Secret(secret * 32, secret * 32), state, 3, None)
            score = lines.score_after(live, seat, tokens)
            [places, *_] = sorted(score.places.values(), key=on_the_map, reverse=True)
            look = {"seat": seat, "shown": Spotlight(seat, places)}
            picture = renderer(key).draw(SCORE, score.view, names=("A", "B", "C", "D"), **look)
            pages.add((places, picture))
        assert len(pages) == 1


def on_the_map(places):
    """Number of places that a picture shows."""
    return sum(place.at is not None for place in places)
