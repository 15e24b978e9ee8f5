"""A map of any legal shape can be drawn: straight lines to the end of the longest game as well."""

from __future__ import annotations

import re

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from render.canvas import MAX_BYTES
from render.contract import CANDIDATE
from render.registry import renderer
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import game_of, playout, setups
from tests.tier import of_tier

NAMES = ("Maximilienne de la Tour-d’Auvergne-Lauraguais", "山田太郎", "محمد", "🦊")
HEADINGS = {"north": (-1, -2), "south": (1, 2), "east": (1, 0), "west": (-1, 0), "aside": (1, -1)}
"""Where a player builds: what a step along q and r brings him nearer. Who has none, anywhere."""


def longest():
    """For each game and number of seats the setup that is played longest; for most seats only."""
    found = {}
    for setup in setups():
        longer = ("length", "long") in setup.options
        if longer or (setup.game.facts.key, setup.seats) not in found:
            found[setup.game.facts.key, setup.seats] = setup
    most = {setup.game.facts.key: setup for setup in found.values()}
    return of_tier([*most.values()], [*found.values()])


every_table = each_case("setup", longest(), ids=str, by=game_of)


def cell_of(notation):
    """Cell on which a move puts something; None for any other move."""
    found = re.search(r"(-?\d+),(-?\d+)", notation)
    return found and (int(found[1]), int(found[2]))


def chosen(game, state, seat, heading, rng):
    """The move that goes farthest that way, or a random one."""
    if (
        heading is None
        or cell_of(game.notation(state, seat, game.sample(state, seat, rng))) is None
    ):
        return game.sample(state, seat, rng)
    step = HEADINGS[heading]

    def far(action):
        q, r = cell_of(game.notation(state, seat, action)) or (0, 0)
        return step[0] * q + step[1] * r

    return max(game.legal_actions(state, seat), key=far)


def positions(setup, headings, seed, marks):
    """Positions of a game in which each seat builds its way, after some plies; and its end."""
    game, state, rng, ply = setup.game, setup.new(seed), Rng(seed), 0
    while acting := game.to_act(state):
        if ply in marks:
            yield state
        seat = acting[0]
        game.apply(state, seat, chosen(game, state, seat, headings[seat], rng))
        ply += 1
    yield state


def pictures(game, state):
    """Every public picture but the poster, and those of a candidate and beside a question."""
    drawing, seats = renderer(game.facts.key), len(game.scores(state))
    seen = game.view(state, None)
    for name in drawing.available(over=False):
        whose = range(seats) if drawing.named[name].of_seat else [None]
        yield from (drawing.draw(name, seen, names=NAMES, seat=seat) for seat in whose)
    for seat in game.to_act(state):
        own, rng = game.view(state, seat), Rng(3)
        action = game.sample(state, seat, rng)
        first = game.notation(state, seat, action).split()[:1]
        yield drawing.draw(CANDIDATE, own, names=NAMES, shown=game.preview(state, seat, action))
        question = game.ask(state, seat, first)
        beside = question.beside if question is not None else None
        if beside is not None:
            yield drawing.draw(beside.picture, own, names=NAMES, seat=seat, shown=beside.shown)


def headings(setup):
    """Directions in which a map can grow: all; none where it is printed."""
    game, (_, plies) = setup.game, playout(setup)
    state = setup.new()
    for seat, action in plies:
        if cell_of(game.notation(state, seat, action)):
            return of_tier(["north"], [*HEADINGS])
        game.apply(state, seat, action)
    return [None]


@every_table
def test_a_straight_map_can_be_drawn_to_the_end(setup):
    for heading in headings(setup):
        for state in positions(setup, [heading] * setup.seats, 1, {45}):
            for picture in pictures(setup.game, state):
                assert len(picture) <= MAX_BYTES


@settings(max_examples=of_tier(2, 10), phases=set(Phase) - {Phase.shrink})
@given(
    st.sampled_from(longest()),
    st.lists(st.sampled_from([*HEADINGS, None]), min_size=4, max_size=4),
    st.integers(0, 2**32),
    st.sets(st.integers(0, 200), min_size=1, max_size=2),
)
def test_a_map_of_any_shape_can_be_drawn(setup, headings, seed, marks):
    for state in positions(setup, headings, seed, marks):
        for picture in pictures(setup.game, state):
            assert len(picture) <= MAX_BYTES
