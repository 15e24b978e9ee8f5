"""The deal: the first position, and the options of a game (MA-1 to MA-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import BadOptions, Event, RulesError
from rules.dealing import require_seed
from rules.massalia.pieces import Box
from rules.massalia.state import GameOptions, Player, State
from rules.massalia.telling import event, turn_started
from rules.rng import Rng

FATIGUE = ("late", "early", "off")
"""Begin of siege fatigue by name: in the usual round, in an earlier one, or never (MA-75)."""
LATEST_FATIGUE = 999
"""The last round in which siege fatigue can be set to begin."""


def new(box: Box, seats: int, seed: int, options: Mapping[str, Any] | None) -> State:
    """Deal the first position (MA-1 to MA-8). Raises BadOptions."""
    require_seed(seed)
    if type(seats) is not int or seats not in box.setup.life:
        raise BadOptions("massalia.bad_seats", seats=seats, most=max(box.setup.life))
    game_options = read_options(box, seats, options, BadOptions)
    rng, gauge = Rng(seed), box.setup.gauge
    reinforcement = box.family_cards()
    rng.shuffle(reinforcement)
    players = [
        Player(
            life=life,
            max_life=life,
            water=gauge.start,
            fish=gauge.start,
            morale=box.setup.morale_start,
            morale_hit=[False] * len(box.morale_thresholds),
            deck=box.basic_cards(seat),
            bag=box.bag(),
        )
        for seat, life in enumerate(box.setup.life[seats])
    ]
    for player in players:
        rng.shuffle(player.deck)
        rng.shuffle(player.bag)
    for seat, player in enumerate(players):
        n = box.setup.hand if seat else game_options.first_hand
        player.hand, player.deck = player.deck[:n], player.deck[n:]
    slots = box.setup.river
    return State(
        box=box,
        options=game_options,
        rng=rng,
        phase="play",
        round=1,
        seat=0,
        players=players,
        river=[*reinforcement[:slots]],
        reinforcement=reinforcement[slots:],
        pantheon=[],
        board=[()] * len(box.land.labels),
    )


def read_options(
    box: Box, seats: int, given: Mapping[str, Any] | None, refusal: type[RulesError]
) -> GameOptions:
    """Options of a game, with the default for each that is not given (MA-75, MA-76).

    `fatigue` says by name when siege fatigue begins, `fatigue_round` by its number, which decides.
    """
    options = dict(given or {})
    rule = box.setup.options
    name = options.pop("fatigue", FATIGUE[0])
    if name not in FATIGUE:
        raise refusal("massalia.bad_fatigue", values=list(FATIGUE))
    fatigue = _number(options.pop("fatigue_round", _fatigue_round(box, seats, name)))
    hand = _number(options.pop("first_hand", rule.first_hand.default))
    if options:
        raise refusal("massalia.unknown_option", option=str(next(iter(options)))[:40])
    if hand not in rule.first_hand.values:
        raise refusal("massalia.bad_first_hand", values=list(rule.first_hand.values))
    if fatigue is None or not 0 <= fatigue <= LATEST_FATIGUE:
        raise refusal("massalia.bad_fatigue_round", most=LATEST_FATIGUE)
    return GameOptions(fatigue_round=fatigue, first_hand=hand)


def _fatigue_round(box: Box, seats: int, name: str) -> int:
    """Round in which siege fatigue begins, by name; `off` where it never does (MA-75)."""
    rule = box.setup.options.fatigue_round
    return {"late": rule.default[seats], "early": rule.early[seats], "off": rule.off}[name]


def _number(value: Any) -> int | None:
    """Number, or the number in a lobby's text; None for anything else."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 3:
        return int(value)
    return value if type(value) is int else None


def opening(state: State) -> list[Event]:
    """Events of the river and of the first turn."""
    return [
        event("river", cards=list(state.river)),
        turn_started(state.seat, state.round, reshuffled=False),
    ]
