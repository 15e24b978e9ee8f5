"""A map of any legal shape can be drawn: straight lines to the end of the longest game as well."""

import re

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from render.canvas import MAX_BYTES
from render.contract import CANDIDATE
from render.registry import renderer
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import game_of, setups
from tests.tier import deep, of_tier

NAMES = ("Maximilienne de la Tour-d’Auvergne-Lauraguais", "山田太郎", "محمد", "🦊")
HEADINGS = {"north": (-1, -2), "south": (1, 2), "east": (1, 0), "west": (-1, 0), "aside": (1, -1)}
"""Directions in which a player builds: the worth of a step along q and along r."""


def cell_of(notation):
    """Cell on which a move puts something; None for any other move."""
    cell = re.search(r"(-?\d+),(-?\d+)", notation)
    return cell and (int(cell[1]), int(cell[2]))


def longest():
    """For each game and number of seats the setup that is played longest; for most seats only."""
    setup_by_seats = {}
    for setup in setups():
        is_longer = ("length", "long") in setup.options
        if is_longer or (game_of(setup), setup.seats) not in setup_by_seats:
            setup_by_seats[game_of(setup), setup.seats] = setup
    largest = {game_of(setup): setup for setup in setup_by_seats.values()}
    return [*of_tier(largest, setup_by_seats).values()]


def can_grow(setup):
    """Whether a map is laid out by the players, and not printed."""
    game, state, rng = setup.game, setup.new(), Rng(1)
    for _ in range(20):
        seat = game.to_act(state)[0]
        action = game.sample(state, seat, rng)
        if cell_of(game.notation(state, seat, action)):
            return True
        game.apply(state, seat, action)
    return False


GROWING = [setup for setup in longest() if can_grow(setup)] or longest()
"""The tables whose maps grow; a map that is printed has one shape only."""
every_growing_table = each_case("setup", GROWING, ids=str, by=game_of)


def farthest_move(game, state, seat, heading, rng):
    """The move that goes farthest that way, or a random one."""
    action = game.sample(state, seat, rng)
    if heading is None or cell_of(game.notation(state, seat, action)) is None:
        return action
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
        game.apply(state, seat, farthest_move(game, state, seat, headings[seat], rng))
        ply += 1
    yield state


def pictures(game, state):
    """Every public picture but the poster, and those of a candidate and beside a question."""
    drawing, seats = renderer(game.facts.key), len(game.scores(state))
    public_view = game.view(state, None)
    for name in drawing.available(over=False):
        owners = of_tier([0], range(seats)) if drawing.named[name].of_seat else [None]
        yield from (drawing.draw(name, public_view, names=NAMES, seat=seat) for seat in owners)
    for seat in game.to_act(state):
        view, action = game.view(state, seat), game.sample(state, seat, Rng(3))
        first = game.notation(state, seat, action).split()[:1]
        yield drawing.draw(CANDIDATE, view, names=NAMES, shown=game.preview(state, seat, action))
        question = game.ask(state, seat, first)
        if question is not None and (beside := question.beside):
            yield drawing.draw(beside.picture, view, names=NAMES, seat=seat, shown=beside.shown)


@every_growing_table
def test_a_straight_map_can_be_drawn_to_the_end(setup):
    for heading in of_tier(["north"], HEADINGS):
        for state in positions(setup, [heading] * setup.seats, 1, {45}):
            for picture in pictures(setup.game, state):
                assert len(picture) <= MAX_BYTES


@deep
@settings(max_examples=10, phases=set(Phase) - {Phase.shrink})
@given(
    st.sampled_from(GROWING),
    st.lists(st.sampled_from([*HEADINGS, None]), min_size=4, max_size=4),
    st.integers(0, 2**32),
    st.sets(st.integers(0, 200), min_size=1, max_size=2),
)
def test_a_map_of_any_shape_can_be_drawn(setup, headings, seed, marks):
    for state in positions(setup, headings, seed, marks):
        for picture in pictures(setup.game, state):
            assert len(picture) <= MAX_BYTES
