"""Figures of a finished game on the balance of its cards."""

from rules.contract import Event
from rules.figures import Deed
from tests.massalia.building import GAME, at, do


def figures_after(events):
    """The figures of a game that ended after some events."""
    state, ended = do(at(me={"life": 2}, round=40), "end")
    return GAME.figures(GAME.result(state), [*events, *ended])


def purchase(card, seat=0):
    return Event("massalia.bought", {"seat": seat, "card": card, "slot": 0, "new_card": None})


def turn(number):
    return Event("massalia.turn_started", {"seat": 0, "round": number, "reshuffled": False})


def test_purchases_of_the_first_eight_rounds_are_deeds_of_their_family_and_cost():
    figures = figures_after(
        [turn(8), purchase("S07#1"), purchase("O15#1", 1), turn(9), purchase("B01#1")]
    )
    assert figures.deeds == (Deed("family", "solidaires", 0), Deed("cost", "4", 0),
                          Deed("family", "orgueilleux", 1), Deed("cost", "8", 1))  # fmt: skip
    assert figures.amounts["cards bought"] == 3


def test_rounds_blows_and_fatigue_are_counted():
    blows = [Event("massalia.blow", {"target": 1, "n": n, "parried": p, "life_lost": n - p})
             for n, p in ((8, 2), (2, 0))]  # fmt: skip
    amounts = figures_after(blows).amounts
    assert amounts["rounds"] == 40
    assert (amounts["blows"], amounts["points of a blow"], amounts["share parried, %"]) == (
        2,
        5,
        20,
    )
    assert (amounts["life lost to blows"], amounts["life lost to fatigue"]) == (8, 2)


def test_a_game_without_a_blow_has_figures_too():
    assert figures_after([]).amounts["points of a blow"] == 0
