"""Everything that a seat is shown before a move is independent of what is hidden from it.

Whole random games are played, one for each game and number of seats. All along them the position is
dealt anew, so that the seat to move cannot tell it from the real one: all that it is asked, offered
and shown is then the same, to the letter. Moves of every kind are looked at from every side.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from rules.rng import Rng
from tests.contract import showing
from tests.contract.playing import Setup, every_game, plain_setups, playout
from tests.contract.showing import Shown
from tests.contract.wording import Moment, along, kinds, moments
from tests.tier import of_tier

pytestmark = pytest.mark.two_deals

every_table = pytest.mark.parametrize("setup", plain_setups(), ids=str)

PLIES = of_tier(10, 10**6)
"""So many plies of a game, apart by as much, are looked at from the side of a seat."""
SPREAD = of_tier(2, 8)
"""So many plies of a game, apart by as much, are looked at from every side."""
ASKED = of_tier(1, 3)
"""At so many of them each player is asked for its advice."""
LUCK = 1000
"""The luck of a redeal is other at every ply."""
Look = Callable[[Moment, Any], Iterable[Shown]]
"""What is shown of a move at its own position, or at another that its seat cannot tell from it."""


@cache
def plies(setup: Setup) -> dict[int, Moment]:
    """Every ply of a random game, by number."""
    return dict(enumerate(along(setup.game, setup.new(), playout(setup)[1])))


def spread(setup: Setup, number: int) -> dict[int, Moment]:
    """About so many of them, apart by as much."""
    moments_by_ply = plies(setup)
    step = max(1, len(moments_by_ply) // number)
    return {ply: moments_by_ply[ply] for ply in range(step // 2, len(moments_by_ply), step)}


def differences(here: Iterable[Shown], there: Iterable[Shown]) -> list[str]:
    """Pictures and texts that differ, with both answers from the first difference on."""
    answers, redealt = dict(here), dict(there)
    return [
        f"{question}: {contrast(answers.get(question, ''), redealt.get(question, ''))}"
        for question in sorted(answers.keys() | redealt.keys())
        if answers.get(question) != redealt.get(question)
    ]


def contrast(here: str, there: str, room: int = 60) -> str:
    """Two texts from a little before they differ."""
    same = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
    begin = max(0, same - room // 2)
    return f"…{here[begin : begin + room]}… here, …{there[begin : begin + room]}… there"


def offences(looked_at: dict[int, Moment], look: Look) -> list[str]:
    """Further answers to the seat to move that differ after a redeal: ply, move, both answers."""
    faults = list[str]()
    for number, moment in looked_at.items():
        redealt = moment.game.redeal(moment.state, moment.seat, Rng(LUCK + number))
        ply = f"ply {number}, {moment.kind} {moment.notation}"
        contrasts = differences(look(moment, moment.state), look(moment, redealt))
        faults += [f"{ply}: {contrast}" for contrast in contrasts]
    return faults


def everything(moment: Moment, state: Any) -> Iterator[Shown]:
    """A move from every side: each beginning of it, and the rest of the turn as it is suggested."""
    line = showing.suggested_line(moment.game, moment.state, moment.seat)
    lines = [line] if line else []
    yield from showing.everything(moment.game, state, moment.seat, [moment.notation], lines)


# ---- the rule ------------------------------------------------------------------------------------


@every_table
def test_the_look_of_a_move_does_not_depend_on_what_is_hidden(setup):
    """The table, the legal moves, the first question, the candidate in all forms."""

    def look(moment, state):
        yield from showing.table(moment.game, state, moment.seat)
        yield from showing.choice(moment.game, state, moment.seat)
        yield from showing.candidate(moment.game, state, moment.seat, moment.notation)

    assert offences(spread(setup, PLIES), look) == []


@every_table
def test_the_way_to_a_move_does_not_depend_on_what_is_hidden(setup):
    """At plies all along the game."""
    assert offences(spread(setup, SPREAD), everything) == []


@every_game
def test_moves_of_every_kind_hide_from_all_sides_what_is_hidden(key):
    """The kinds that RULES.md lists: the first, a middle and the last one of all known games.

    Beside each of them moves of all kinds are typed, most of which are refused.
    """
    of_kind = defaultdict[str, list[int]](list)
    for number, moment in enumerate(moments(key)):
        of_kind[moment.kind].append(number)
    assert of_kind.keys() == kinds(key)
    texts = [moments(key)[numbers[0]].notation for numbers in of_kind.values()]

    def look(moment, state):
        yield from everything(moment, state)
        yield from showing.typed(moment.game, state, moment.seat, [*texts, "nonsense", ""])

    for numbers in of_kind.values():
        some = {numbers[0], numbers[len(numbers) // 2], numbers[-1]}
        assert offences({number: moments(key)[number] for number in some}, look) == []


@every_table
def test_a_turn_under_way_shows_the_others_the_same_whatever_is_hidden(setup):
    """At plies all along the game another seat, or a spectator, sees the like of a position."""
    game, faults = setup.game, list[str]()
    for number, moment in spread(setup, PLIES).items():
        watching = [seat for seat in setup.everybody() if seat != moment.seat]
        looking = watching[number % len(watching)]
        redealt = game.redeal(moment.state, looking, Rng(LUCK + number))
        tables = (showing.table(game, state, looking) for state in (moment.state, redealt))
        faults += [f"ply {number}, seat {looking}: {fault}" for fault in differences(*tables)]
    assert faults == []


@every_table
def test_suggestions_with_a_counted_effort_do_not_depend_on_what_is_hidden(setup):
    """Of every player: the move, all its opinions, and what it says to explain them."""

    def look(moment, state):
        names = moment.game.facts.players
        yield from chain.from_iterable(
            showing.advice(moment.game, state, moment.seat, name, luck=7) for name in names
        )

    assert offences(spread(setup, ASKED), look) == []


@every_table
def test_a_redeal_is_another_position_while_something_is_hidden(setup):
    """Otherwise nothing would be compared."""
    game = setup.game
    if not game.facts.secrets:
        return
    looked_at = spread(setup, PLIES)
    same = 0
    for number, moment in looked_at.items():
        redealt = game.redeal(moment.state, moment.seat, Rng(LUCK + number))
        same += game.state_to_json(redealt) == game.state_to_json(moment.state)
    assert same < len(looked_at) / 2
