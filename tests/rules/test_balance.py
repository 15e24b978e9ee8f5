"""Many games of equal players: how long they last, who wins, what the winners did."""

import pytest

from rules import balance
from rules.contract import Result, SeatScore
from rules.figures import Deed, Figures
from rules.registry import get


def over(*winners, seats=2):
    """A game that these seats have won."""
    ranks = tuple(1 if seat in winners else 2 for seat in range(seats))
    return Result(ranks, winners, (SeatScore(0, {}),) * seats, "common.over")


def test_percentiles_are_some_of_the_numbers():
    spread = balance.spread([30.0, 10.0, 20.0, 50.0, 40.0])
    assert (spread.mean, spread.percentiles, spread.largest) == (30, (10, 20, 30, 40, 50), 50)
    assert balance.spread([7.0]).percentiles == (7, 7, 7, 7, 7)


def test_a_shared_victory_is_a_part_for_each():
    tally = balance.Tally(3)
    tally.add(over(1, seats=3), Figures())
    tally.add(over(0, 1, seats=3), Figures())
    assert (tally.games, tally.wins) == (2, [0.5, 1.5, 0])


def test_every_deed_has_the_share_of_its_doers_that_won():
    tally, deeds = balance.Tally(2), (Deed("family", "braves", 0), Deed("family", "braves", 1),
                                      Deed("family", "coriaces", 1))  # fmt: skip
    tally.add(over(0), Figures(deeds=deeds))
    tally.add(over(0), Figures(deeds=deeds[:1]))
    shares = tally.shares()
    assert shares["family", "braves"] == balance.Share(3, pytest.approx(2 / 3))
    assert shares["family", "coriaces"] == balance.Share(1, 0)


def test_amounts_are_spread_over_the_games():
    tally = balance.Tally(2)
    for n in (4.0, 6.0):
        tally.add(over(0), Figures({"rounds": n}))
    assert tally.spreads()["rounds"].mean == 5


def test_a_game_is_played_to_its_end_by_one_player_in_all_seats():
    game = get("akropolis")
    player = game.player("random")
    result, figures = balance.play_game(game, 2, 5, {}, player)
    assert (len(result.ranks), figures.amounts) == (2, {"moves": 36})
    assert balance.play_game(game, 2, 5, {}, player) == (result, figures)
