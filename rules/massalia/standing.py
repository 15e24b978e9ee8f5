"""How a position stands: the chance of each seat to win, for players that look ahead.

What counts was found by logistic regression over 17,456 positions of games of easy players; how
much life and held cells count beside it, by play.
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
"""What cards are worth by and large; the weights were found with that."""
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
"""How much one of each counts for the chance to win; what the cards are worth says most."""
WEAK = 10
"""With less life than this each point counts more, ..."""
DANGER = 0.4
"""... by this share."""
BALLAST = 0.09
"""What any card owned takes away of its worth: the more there are, the rarer each is drawn."""
DECIDED = 2.1
"""How far ahead who has won is, or behind who is out: beyond all that is not decided yet."""


def worth(state: State, seat: Seat) -> float:
    """The chance of a seat to win, from 0 to 1; of all seats together 1."""
    if state.winners is not None:
        return (seat in state.winners) / len(state.winners)
    if state.players[seat].out:
        return 0.0
    chances = {who: exp(strength(state, who)) for who in state.living()}
    return chances[seat] / sum(chances.values())


def lead(state: State, seat: Seat) -> dict[str, float]:
    """How far ahead a seat is, as what adds up to it: four times its chance less a half.

    Where the chances of two are even, one more of a part adds its weight; where all is as good as
    decided, next to nothing. So the mean over looks is that of chances: what wins more does not
    make up for what loses now and then.
    """
    if state.winners is not None or state.players[seat].out:
        won = state.winners is not None and seat in state.winners
        return {"won": DECIDED if won else -DECIDED}
    others = sum(exp(strength(state, who)) for who in state.living() if who != seat)
    own = {name: WEIGHTS[name] * value for name, value in parts(state, seat).items()}
    own["others"] = -log(others)
    total = sum(own.values())
    flat = 2 * tanh(total / 2) / total if total else 1.0
    return {name: value * flat for name, value in own.items()}


def strength(state: State, seat: Seat) -> float:
    """How well a living seat stands, on a scale on which differences count."""
    return sum(WEIGHTS[name] * value for name, value in parts(state, seat).items())


def parts(state: State, seat: Seat) -> dict[str, float]:
    """What makes up how well a living seat stands."""
    player, stock, chart = state.players[seat], Stock(state, seat, STEADY), Chart(state, seat)
    worths = sum(stock.worth(card, new=False) for card in stock.cards)
    land = state.box.land
    ground = sum(
        chart.stake(one, seat, state.top(one.cell), chart.marks[one.cell][seat])
        for one in land.resources
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
