"""The chance of each seat to win, for players that look ahead."""

from functools import cache
from itertools import islice

import pytest

from rules import record
from rules.massalia import standing
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import GAME, at, drawn, up_to_here
from tests.massalia.test_records import RECORDS

in_the_middle = each_case("name", ["by_morale", "by_conceding", "by_attack"])
"""Games of two, three and four."""


def chances(state):
    return [standing.worth(state, seat) for seat in range(len(state.players))]


@cache
def middle(name):
    """A position of a kept game, with hands, tiles and scouts."""
    game = record.from_json(RECORDS[name])
    *_, (state, _) = islice(record.replay(game), 80)
    return state


@in_the_middle
def test_the_chances_of_all_make_one(name):
    """The lead of a seat that still plays is its chance above even."""
    state = middle(name)
    assert sum(chances(state)) == pytest.approx(1)
    for seat, chance in enumerate(chances(state)):
        lead = sum(standing.lead(state, seat).values())
        assert state.players[seat].out or lead == pytest.approx(4 * (chance - 0.5))


def test_at_the_end_the_winner_has_all_of_it():
    assert chances(up_to_here(at(me={"life": 1}, round=40), "end")) == [0, 1]


def test_a_seat_that_is_out_has_no_chance_and_the_others_share_it():
    worths = chances(at(3, others=[{"out": True}]))
    assert worths[1] == 0
    assert sum(worths) == pytest.approx(1)


@each_case(
    ("worse", "better"),
    [
        ({"life": 10}, {"life": 20}),
        ({}, {"scouts": [{"card": "C12#1"}]}),
        ({"deck": ["AM#1", "AM#2"]}, {"deck": ["O15#1", "B15#1"]}),
        ({"water": 2}, {"water": 8}),
        ({"hand": ["AM#1"], "deck": ["O05#1"]}, {"hand": ["C08#1"], "deck": ["C13#1"]}),
    ],
)
def test_more_is_better(worse, better):
    assert standing.worth(at(me=better), 0) > standing.worth(at(me=worse), 0)


@each_case("seat", [0, 1, 2])
def test_hidden_cards_do_not_count(seat):
    """Every redeal of the cards that a seat cannot see has the same standing for all seats."""
    state = middle("by_conceding")
    for seed in range(5):
        redealt = GAME.redeal(state, seat, Rng(seed))
        assert chances(redealt) == pytest.approx(chances(state))


def test_to_win_is_better_than_to_stay_far_ahead():
    """A seat that owned the best cards of all once left a blow that ended the game."""
    best = ["O15#1", "S15#1", "B15#1", "C15#1", "O14#1", "S14#1", "B14#1", "C14#1"]
    state = drawn(
        "L2",
        me={"hand": [], "deck": [*best, "C12#1", "S13#1", "O13#1", "O12#1"], "life": 29},
        others=[{"life": 5, "deck": ["AM#7", "AM#8", "SO#3", "MA#3"]}],
        board=dict.fromkeys(("H6", "G7", "I7", "G8"), "0WA"),
    )
    won = up_to_here(state, "@H7")
    assert won.winners == (0,)
    for seat, better, worse in ((0, won, state), (1, state, won)):
        ahead, behind = (
            sum(standing.lead(position, seat).values()) for position in (better, worse)
        )
        assert ahead > behind
    assert GAME.notation(state, 0, GAME.player("strong").choose(state, 0, Rng(1))) == "@H7"
