"""Players for AI seats: legal, honest, and the greedy one beats the random one."""

from rules.massalia import GAME
from rules.rng import Rng
from tests.massalia.building import at, up_to_here

GAMES = 20
"""The bench plays 200; these tell a player that has lost its mind."""


def winner(seed, kinds):
    """Who wins, by the names of the players."""
    players, rng = [GAME.player(kind) for kind in kinds], Rng(seed)
    state = GAME.new(len(kinds), seed)
    while acting := GAME.to_act(state):
        action = players[acting[0]].choose(state, acting[0], rng)
        GAME.check(state, acting[0], action)
        GAME.apply(state, acting[0], action)
    return kinds[state.winners[0]]


def test_greedy_beats_random():
    seats = [("greedy", "random"), ("random", "greedy")]
    wins = [winner(seed, seats[seed % 2]) for seed in range(GAMES)]
    assert wins.count("greedy") >= GAMES - 1


def best(state):
    return GAME.notation(state, 0, GAME.player("greedy").choose(state, 0, Rng(1)))


def test_greedy_plays_its_cards_before_it_buys():
    state = at(me={"hand": ["AM#1", "C03#1"]}, river=["S05#1", *[None] * 5])
    assert best(state) in ("p AM", "p C03")
    assert best(up_to_here(state, "p AM; p C03")) == "b S05"


def test_greedy_lays_a_life_tile_where_it_strikes():
    turn = {"tile": {"t": "L3", "terrain": "any", "todo": 1}, "next": 2}
    board = {"F3": "0WA", "G3": "0WA"}
    assert best(at(board=board, turn=turn)) == "@F4"


def test_greedy_strikes_the_weakest():
    turn = {"queue": [{"kind": "attack", "n": 5, "from": "G5"}]}
    assert best(at(3, others=[{"life": 9}, {"life": 4}], turn=turn)) == "hit 2:5"


def test_greedy_ends_its_turn_when_nothing_is_left():
    assert best(at()) == "end"


def test_a_suggestion_begins_as_it_is_asked_to():
    state = at(me={"hand": ["B01#1"]}, board={"A3": "1WA", "B3": "0WA"})
    state = up_to_here(state, "p B01")
    for tokens in (["m"], ["m", "A3"], ["m", "A3-A2"]):
        action = GAME.complete(state, 0, tokens)
        assert GAME.notation(state, 0, action).startswith(" ".join(tokens))
