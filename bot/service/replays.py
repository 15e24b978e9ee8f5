"""Replays: past positions of a game, replayed from the deal and kept for the next press.

A reel keeps some positions of one game; any other is a few turns from one of these. It grows with
the game, and what was taken back is cut off. A handful of reels is kept, those used last.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from bot.service.base import Service
from bot.service.commits import Commits
from bot.steps import film, timeline
from bot.steps.timeline import Goal, Unit
from bot.steps.visibility import gains_between, replay, seat_or_none
from bot.table.changes import Ply
from bot.table.live import Gain, LiveTable, OpenHand, PastTurn, Replay
from bot.table.seating import Status, Table
from rules.contract import Seat

REELS = 4
"""Games whose positions are kept."""
KEPT = 16
"""Positions that a reel keeps on the way; beside them the deal, the newest and the last shown."""

Turns = Sequence[tuple[Ply, ...]]
Choose = Callable[[Table, Seat | None, Sequence[PastTurn]], int]
"""Chooses a place in the game for the person in a seat."""


class Reel:
    """Positions of one game after some of its turns, and the number of each turn."""

    def __init__(self) -> None:
        self._plies: list[tuple[int, ...]] = []
        self._numbers: list[int | None] = []
        self._positions: dict[int, Any] = {}
        self._spacing = 1
        self._recent: tuple[int, Any] | None = None

    def numbers(self, live: LiveTable, turns: Turns) -> list[int | None]:
        """Number of each turn as the game counts, after replaying those that are new."""
        self._cut(turns)
        begun = len(self._numbers)
        state = self._position(live, turns, begun)
        for place in range(begun, len(turns)):
            self._keep(place, state)
            self._numbers.append(live.game.number(state))
            self._plies.append(tuple(ply.ply for ply in turns[place]))
            state = replay(live.game, state, turns[place])
        self._keep(len(turns), state)
        return self._numbers

    def position(self, live: LiveTable, turns: Turns, place: int) -> Any:
        """Position after so many turns, all of which `numbers` has seen; not to be changed."""
        state = self._position(live, turns, place)
        self._recent = place, state
        return state

    def _position(self, live: LiveTable, turns: Turns, place: int) -> Any:
        """Position after so many turns, from the nearest one that is kept."""
        kept = self._positions | dict(filter(None, (self._recent,)))
        near = max((each for each in kept if each <= place), default=None)
        state = live.deal() if near is None else kept[near]
        plies = [ply for turn in turns[near or 0 : place] for ply in turn]
        return replay(live.game, state, plies) if plies else state

    def _cut(self, turns: Turns) -> None:
        """Forget what follows the first turn that is another now."""
        same = 0
        for known, turn in zip(self._plies, turns, strict=False):
            if known != tuple(ply.ply for ply in turn):
                break
            same += 1
        del self._plies[same:], self._numbers[same:]
        self._positions = {at: state for at, state in self._positions.items() if at <= same}
        if self._recent is not None and self._recent[0] > same:
            self._recent = None

    def _keep(self, place: int, state: Any) -> None:
        """Keep a position; the newest always, those before it as far apart as they must be."""
        self._positions[place] = state
        apart = {at: each for at, each in self._positions.items() if at % self._spacing == 0}
        while len(apart) > KEPT:
            self._spacing *= 2
            apart = {at: each for at, each in apart.items() if at % self._spacing == 0}
        self._positions = apart | {place: state}


class Replays(Service):
    """Answers presses in replays, and changes no table."""

    def __init__(self, commits: Commits) -> None:
        super().__init__(commits)
        self._reels: OrderedDict[int, Reel] = OrderedDict()
        self._turn = asyncio.Lock()

    async def opening(self, table_id: int, user_id: int | None) -> Replay:
        """Return the stop that a person's replay opens with. Raises RulesError."""
        return await self._replay(
            table_id,
            user_id,
            lambda table, seat, turns: timeline.opening(table, turns, seat, user_id),
        )

    async def stop(
        self, table_id: int, user_id: int | None, goal: Goal, *, unit: Unit = Unit.TURN, ply: int
    ) -> Replay:
        """Return the stop that a person asks for from the stop at a ply. Raises RulesError."""
        replay = await self._replay(
            table_id,
            user_id,
            lambda table, seat, turns: timeline.next_stop(turns, seat, unit, goal, ply),
            unit,
        )
        return replace(replay, is_exact=timeline.place_of(replay.turns, ply)[1])

    async def stills(self, table_id: int, most: int) -> list[film.Still]:
        """Return the positions of a finished game that its film shows, at most `most`."""
        async with self._tables.hold(table_id) as live:
            log = await self._tables.log(table_id)
        return await asyncio.to_thread(film.stills, live, log, most)

    async def _replay(
        self, table_id: int, user_id: int | None, choose: Choose, unit: Unit = Unit.TURN
    ) -> Replay:
        async with self._tables.lock(table_id):
            live = await self._tables.load_even_if_stuck(table_id)
            if live.state is not None:
                self._tables.keep(live)
            log = await self._tables.log(table_id)
        live.table.require(Status.LIVE, Status.OVER)
        seat, plies = seat_or_none(live.table, user_id), timeline.public_turns(live.table, log)
        sees_all = live.table.status is Status.OVER or live.table.belongs_to(user_id)
        eyes = range(len(live.table.seats)) if sees_all else () if seat is None else (seat,)
        if live.state is None or live.table.version != live.game.facts.version:
            return _stop(live, seat, _turns(plies, timeline.laps_of(plies)), choose)
        # one at a time: a reel changes, and two threads would only hinder each other
        async with self._turn:
            reel = self._reel(table_id)
            # replaying a long game takes a while: a thread leaves the event loop free
            return await asyncio.to_thread(
                _stop_with_position, live, reel, plies, seat, eyes, choose, unit
            )

    def _reel(self, table_id: int) -> Reel:
        """Reel of a game, new or as it was left; the least recently used one makes room."""
        reel = self._reels.setdefault(table_id, Reel())
        self._reels.move_to_end(table_id)
        while len(self._reels) > REELS:
            self._reels.popitem(last=False)
        return reel


def _stop_with_position(
    live: LiveTable,
    reel: Reel,
    plies: Turns,
    seat: Seat | None,
    eyes: Sequence[Seat],
    choose: Choose,
    unit: Unit,
) -> Replay:
    """The stop, with what the person may see of its position: the hands of the seats `eyes`.

    A stop of several turns has what they have gained.
    """
    numbers, facts = reel.numbers(live, plies), live.game.facts
    rounds = [number or 0 for number in numbers] if facts.rounds else timeline.laps_of(plies)
    stop = _stop(live, seat, _turns(plies, rounds), choose)
    shown = timeline.turns_shown(stop.turns, unit, stop.place)
    gained: tuple[Gain, ...] = ()
    position = reel.position(live, plies, stop.place)
    if len(shown) > 1:
        before = reel.position(live, plies, shown[0].number - 1)
        gained = gains_between(live.game, before, position)
    view, hands = live.game.view(position, seat), _hands(live, position, eyes)
    return replace(stop, view=view, hands=hands, gained=gained)


def _turns(plies: Turns, rounds: Sequence[int]) -> tuple[PastTurn, ...]:
    pairs = zip(plies, rounds, strict=True)
    return tuple(PastTurn(number, turn, round_) for number, (turn, round_) in enumerate(pairs, 1))


def _stop(
    live: LiveTable, seat: Seat | None, turns: tuple[PastTurn, ...], choose: Choose
) -> Replay:
    """The stop without its position."""
    return Replay(
        table=live.table,
        seat=seat,
        turns=turns,
        place=choose(live.table, seat, turns),
        is_exact=True,
        view=None,
        hands={},
        result=live.result,
    )


def _hands(live: LiveTable, position: Any, eyes: Sequence[Seat]) -> dict[Seat, OpenHand]:
    game = live.game
    hands = {seat: game.hand(position, seat) for seat in eyes}
    return {
        seat: OpenHand(game.view(position, seat), hand)
        for seat, hand in hands.items()
        if hand is not None
    }
