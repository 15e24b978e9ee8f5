"""What a line of a turn does that one can point at: cells, blows, tiles, cards, combos.

It is followed on a table that the seat cannot tell from the real one, as far as it is certain:
nothing is told of what a tile does that is still to be drawn, nor of what a shield may parry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rules.consequence import Consequence
from rules.contract import Event, Seat
from rules.massalia import legal, turn, view
from rules.massalia.actions import Action, Banish, Buy, End, Flip, Place
from rules.massalia.land import Resource
from rules.massalia.notation import notation, parse
from rules.massalia.pieces import name_of
from rules.massalia.state import State
from rules.rng import Rng

About = dict[str, Any]
"""What a consequence is about."""

KNOWN = ("blow", "bought")
"""Events that bring to light what changes nothing here: shields, the next card of the river."""


def consequences(state: State, seat: Seat, line: Sequence[Action]) -> list[Consequence]:
    """What a line brings a seat and costs it, whatever is dealt, before the turn ends."""
    course = _Course(view.redeal(state, seat, Rng(0)), seat)
    return course.follow(_written(state, seat, line))


def _written(state: State, seat: Seat, line: Sequence[Action]) -> list[str]:
    """The moves before the end of the turn."""
    after, moves = state.clone(), list[str]()
    for action in line:
        if isinstance(action, End):
            break
        moves.append(notation(after, action))
        turn.apply(after, seat, action)
    return moves


class _Course:
    """A line on one table: what stood before it, and what came of it."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.before, self.after, self.seat = state, state.clone(), seat
        self.known = state
        """The last position in which all of the seat's own is certain."""
        self.others = state.opponents(seat)
        self.is_sure = True
        """Whether nothing has come to light on which it depends what a move does."""
        self.lies_open = True
        """Whether it is certain how the tiles lie then."""
        self.told: list[Consequence] = []
        self.hits, self.through = Counter[Seat](), Counter[Seat]()
        self.counted = Counter[tuple[str, Seat, str]]()

    def follow(self, moves: Sequence[str]) -> list[Consequence]:
        """All that the moves do, what teaches most first."""
        if not all(map(self._goes_on, moves)) or any(map(self._may_fall, self.hits)):
            self.lies_open = False
        cells = self._cells() if self.lies_open else ()
        found = [*self._blows(), *cells, *self._own(), *self._counts(), *self.told]
        return [one for one in found if one.amount]

    def _goes_on(self, move: str) -> bool:
        """Make a move, if it can be made here."""
        if self.after.phase != "play":
            return True
        action = parse(self.after, self.seat, move)
        is_legal = legal.why_not(self.after, self.seat, action) is None
        if is_legal:
            self._do(action)
        return is_legal

    def _do(self, action: Action) -> None:
        """Make one move, and note what it does by itself."""
        about = {"card": name_of(getattr(action, "card", ""))}
        if isinstance(action, Buy):
            self.told.append(Consequence("buys", 1, ("hand", "activated"), about))
        if isinstance(action, Banish):
            self.told.append(Consequence("banishes", 1, ("hand",), about))
        if not self.is_sure and self._acts(action):
            self.lies_open = False
        was_sure, most = self.is_sure, {who: _most_parried(self.after, who) for who in self.others}
        for event in turn.apply(self.after, self.seat, action):
            self.is_sure &= not event.reveals or event.name in KNOWN
            if was_sure:
                self._note(event, most)
            if event.name == "combo" and was_sure:
                parts = ("activated", "hand")
                self.told.append(Consequence("combo", event.args["times"], parts, about))
        if was_sure:
            self.known = self.after.clone()

    def _acts(self, action: Action) -> bool:
        """Whether a tile may act that is not known."""
        land = self.after.box.land
        return isinstance(action, Place | Flip) and land.index[action.cell] in land.resource

    def _note(self, event: Event, most: dict[Seat, int]) -> None:
        """What an event does to the others; what is hidden in it is left out."""
        args = event.args
        if event.name == "blow":
            self.hits[args["target"]] += args["n"]
            self.through[args["target"]] += max(0, args["n"] - most[args["target"]])
        elif event.name == "scout_lost" and args["by"] == "destroy":
            self.counted["destroys", args["seat"], name_of(args["card"])] += 1
        elif event.name == "gauge" and args["seat"] != self.seat:
            self.counted[f"drains_{args['gauge']}", args["seat"], ""] += 1
        elif event.name == "tile_removed" and args["owner"] != self.seat:
            self.counted["removes", args["owner"], ""] += 1

    def _may_fall(self, who: Seat) -> bool:
        """Whether somebody may be out of the game, with all tiles, or may not."""
        player = self.before.players[who]
        lasts = player.life + sum(scout.life for scout in player.scouts)
        return self.through[who] < lasts <= self.hits[who]

    # ---- what came of it --------------------------------------------------------------------

    def _blows(self) -> Iterator[Consequence]:
        """Who is hit by how much, and how much of it at least no shield can parry."""
        for who, n in sorted(self.hits.items()):
            told = {"seat": who}, {"through": self.through[who]}
            yield Consequence("hits", n, ("others", "won"), *told)

    def _cells(self) -> Iterator[Consequence]:
        """Resource cells: who takes them, then who may, then who gets nearer; the dearest first."""
        land = self.before.box.land
        cells = sorted(land.resources, key=lambda one: -one.value)
        for kind in (self._held, self._ready, self._marked):
            for one in cells:
                yield from kind(one, {"cell": land.labels[one.cell]})

    def _held(self, one: Resource, about: About) -> Iterator[Consequence]:
        """Whether a cell changes hands."""
        was, now = self.before.holder(one.cell), self.after.holder(one.cell)
        held = (now == self.seat) - (was == self.seat)
        parts = ("ground",) if was is None else ("ground", "others")
        yield Consequence("takes", held, parts, about, {"other": was})
        if was not in (None, now, self.seat) and now != self.seat:
            yield Consequence("unseats", 1, ("others",), {**about, "seat": was})

    def _ready(self, one: Resource, about: About) -> Iterator[Consequence]:
        """Whether somebody may take a cell now, or may no more."""
        for who in self._without(one.cell):
            change = self.after.meets(who, one.cell) - self.before.meets(who, one.cell)
            if who == self.seat:
                yield Consequence("ready", change, ("ground",), about)
            else:
                yield Consequence("bars", -change, ("others",), {**about, "seat": who})

    def _marked(self, one: Resource, about: About) -> Iterator[Consequence]:
        """How much nearer somebody gets to what a cell takes, who has not got it yet."""
        for who in self._without(one.cell):
            was, now = (state.marks(who, one.cell) for state in (self.before, self.after))
            more = {"have": now, "need": one.need}
            change = min(now, one.need) - min(was, one.need)
            if who == self.seat:
                yield Consequence("nears", change, ("ground",), about, more)
            else:
                told = {**about, "seat": who}
                yield Consequence("hinders", -change, ("others",), told, more)

    def _without(self, cell: int) -> list[Seat]:
        """Who does not hold a cell, neither before nor after."""
        holders = self.before.holder(cell), self.after.holder(cell)
        seats = (self.seat, *self.others)
        return [who for who in seats if who not in holders and not self.after.players[who].out]

    def _own(self) -> Iterator[Consequence]:
        """What the seat has more or less of: life, water, fish."""
        was, now = self.before.players[self.seat], self.known.players[self.seat]
        yield Consequence("life", now.life - was.life, ("life",))
        yield Consequence("water", now.water - was.water, ("gauges",))
        yield Consequence("fish", now.fish - was.fish, ("gauges",))

    def _counts(self) -> Iterator[Consequence]:
        """Scouts that the others lose, their water and fish, their tiles."""
        for (code, who, card), n in sorted(self.counted.items()):
            about = {"seat": who, "card": card} if card else {"seat": who}
            yield Consequence(code, n, ("others",), about)


def _most_parried(state: State, who: Seat) -> int:
    """What the hand of a player may parry at most: which of the cards it holds is not known."""
    player, cards = state.players[who], state.box.card
    shields = sorted((cards[card].shield for card in (*player.hand, *player.deck)), reverse=True)
    return sum(shields[: len(player.hand)])
