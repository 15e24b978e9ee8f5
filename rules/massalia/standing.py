"""Standing of a position: the chance of each seat to win, for players that look ahead.

The terms come from logistic regression over 17,456 positions of games of easy players; the weights
of life and held cells beside it from play.
"""

from __future__ import annotations

from math import exp, log, tanh

from msgspec.structs import replace

from rules.contract import Seat
from rules.massalia.appraisal import HARD, Stock
from rules.massalia.prospects import Chart, shields
from rules.massalia.state import State

STEADY = replace(
    HARD,
    amber=1.1,
    banish=1.0,
    heal=0.5,
    scout=0.3,
    shield=0.5,
    crowded=0.0,
    fading=0.0,
)
"""Mean worth of cards; the weights were found with these values."""
WEIGHTS: dict[str, float] = {
    "life": 0.16,
    "scouts": 0.03,
    "parried": 0.17,
    "hand": 1.29,
    "activated": 0.47,
    "ground": 0.08,
    "gauges": 0.05,
    "to_move": 0.45,
}
"""Weight of one unit of each term for the chance to win; the cards' worth says most."""
WEAK = 10
"""Life below which each point counts more, ..."""
DANGER = 0.4
"""... by this share."""
BALLAST = 0.09
"""Loss of worth by any owned card: the more there are, the rarer each is drawn."""
DECIDED = 2.1
"""Lead of the winner, or deficit of an eliminated seat: beyond any undecided position."""


def worth(state: State, seat: Seat) -> float:
    """Chance of a seat to win, from 0 to 1; the chances of all seats add up to 1."""
    if state.winners is not None:
        return (seat in state.winners) / len(state.winners)
    if state.players[seat].out:
        return 0.0
    chances = {living: exp(strength(state, living)) for living in state.living()}
    return chances[seat] / sum(chances.values())


def lead(state: State, seat: Seat) -> dict[str, float]:
    """Terms of a seat's lead, which add up to four times its chance less a half.

    Where the chances of two are even, one more of a term adds its weight; in a position that is as
    good as decided, next to nothing. So the mean over searches is that of chances: a higher win
    does not make up for a loss now and then.
    """
    if state.winners is not None or state.players[seat].out:
        has_won = state.winners is not None and seat in state.winners
        return {"won": DECIDED if has_won else -DECIDED}
    rivals = sum(exp(strength(state, rival)) for rival in state.living() if rival != seat)
    terms = {name: WEIGHTS[name] * value for name, value in parts(state, seat).items()}
    terms["others"] = -log(rivals)
    total = sum(terms.values())
    flattening = 2 * tanh(total / 2) / total if total else 1.0
    return {name: value * flattening for name, value in terms.items()}


def strength(state: State, seat: Seat) -> float:
    """Strength of a living seat, on a scale on which differences count."""
    return sum(WEIGHTS[name] * value for name, value in parts(state, seat).items())


def parts(state: State, seat: Seat) -> dict[str, float]:
    """Terms of a living seat's strength."""
    player, stock, chart = state.players[seat], Stock(state, seat, STEADY), Chart(state, seat)
    worths = sum(stock.worth(card, new=False) for card in stock.cards)
    land = state.box.land
    ground = sum(
        chart.stake(resource, seat, state.top(resource.cell), chart.marks[resource.cell][seat])
        for resource in land.resources
    )
    return {
        "life": player.life - DANGER * max(0, WEAK - player.life),
        "scouts": float(sum(scout.life for scout in player.scouts)),
        "parried": shields(state, seat),
        "hand": stock.mean() * state.box.setup.hand - BALLAST * worths,
        "activated": sum(map(stock.lasting, stock.cards)),
        "ground": ground,
        "gauges": float(player.water + player.fish),
        "to_move": float(seat == state.seat),
    }
