"""Consequences of a line of a turn that one can point at: cells, blows, tiles, cards, combos.

The line is followed on a redeal, as far as it is certain: the effects of a tile that is still to
be drawn are left out, and so is the parry of hidden shields.
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
"""Subject of a consequence."""

KNOWN = ("blow", "bought")
"""Events that reveal nothing of importance here: shields, the next card of the river."""


def consequences(state: State, seat: Seat, line: Sequence[Action]) -> list[Consequence]:
    """Gains and costs of a line for its seat, on every redeal, before the turn ends."""
    course = _Course(view.redeal(state, seat, Rng(0)), seat)
    return course.follow(_notations(state, seat, line))


def _notations(state: State, seat: Seat, line: Sequence[Action]) -> list[str]:
    """Notations of the moves before the end of the turn."""
    after, moves = state.clone(), list[str]()
    for action in line:
        if isinstance(action, End):
            break
        moves.append(notation(after, action))
        turn.apply(after, seat, action)
    return moves


class _Course:
    """A line on one redeal: the positions before and after it, and its effects."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.before, self.after, self.seat = state, state.clone(), seat
        self.certain = state
        """Last position in which everything of the seat's own is certain."""
        self.others = state.opponents(seat)
        self.is_sure = True
        """Whether nothing has been revealed on which the effect of a move depends."""
        self.is_board_certain = True
        """Whether the tiles on the board are certain at the end."""
        self.changes: list[Consequence] = []
        self.hits, self.through = Counter[Seat](), Counter[Seat]()
        self.counted = Counter[tuple[str, Seat, str]]()

    def follow(self, moves: Sequence[str]) -> list[Consequence]:
        """Consequences of the moves, the most instructive first."""
        if not all(map(self._goes_on, moves)) or any(map(self._may_fall, self.hits)):
            self.is_board_certain = False
        cells = self._cells() if self.is_board_certain else ()
        changes = [*self._blows(), *cells, *self._own(), *self._counts(), *self.changes]
        return [change for change in changes if change.amount]

    def _goes_on(self, move: str) -> bool:
        """Make a move, if it is legal here; return whether it is."""
        if self.after.phase != "play":
            return True
        action = parse(self.after, self.seat, move)
        is_legal = legal.why_not(self.after, self.seat, action) is None
        if is_legal:
            self._do(action)
        return is_legal

    def _do(self, action: Action) -> None:
        """Make one move, and note its direct effects."""
        subject = {"card": name_of(getattr(action, "card", ""))}
        if isinstance(action, Buy):
            self.changes.append(Consequence("buys", 1, ("hand", "activated"), subject))
        if isinstance(action, Banish):
            self.changes.append(Consequence("banishes", 1, ("hand",), subject))
        if not self.is_sure and self._acts(action):
            self.is_board_certain = False
        was_sure = self.is_sure
        largest_parries = {rival: _largest_parry(self.after, rival) for rival in self.others}
        for event in turn.apply(self.after, self.seat, action):
            self.is_sure &= not event.reveals or event.name in KNOWN
            if was_sure:
                self._note(event, largest_parries)
            if event.name == "combo" and was_sure:
                parts = ("activated", "hand")
                self.changes.append(Consequence("combo", event.args["times"], parts, subject))
        if was_sure:
            self.certain = self.after.clone()

    def _acts(self, action: Action) -> bool:
        """Whether an unknown tile may act."""
        land = self.after.box.land
        return isinstance(action, Place | Flip) and land.index[action.cell] in land.resource

    def _note(self, event: Event, largest_parries: dict[Seat, int]) -> None:
        """Note the effects of an event on the other seats, without its hidden part."""
        args = event.args
        if event.name == "blow":
            self.hits[args["target"]] += args["n"]
            self.through[args["target"]] += max(0, args["n"] - largest_parries[args["target"]])
        elif event.name == "scout_lost" and args["by"] == "destroy":
            self.counted["destroys", args["seat"], name_of(args["card"])] += 1
        elif event.name == "gauge" and args["seat"] != self.seat:
            self.counted[f"drains_{args['gauge']}", args["seat"], ""] += 1
        elif event.name == "tile_removed" and args["owner"] != self.seat:
            self.counted["removes", args["owner"], ""] += 1

    def _may_fall(self, rival: Seat) -> bool:
        """Whether the elimination of a seat, with all its tiles, is possible but uncertain."""
        player = self.before.players[rival]
        lasts = player.life + sum(scout.life for scout in player.scouts)
        return self.through[rival] < lasts <= self.hits[rival]

    # ---- effects of the line ----------------------------------------------------------------

    def _blows(self) -> Iterator[Consequence]:
        """Points of attacks on each other seat, and the part that no shield can parry."""
        for rival, n in sorted(self.hits.items()):
            details = {"seat": rival}, {"through": self.through[rival]}
            yield Consequence("hits", n, ("others", "won"), *details)

    def _cells(self) -> Iterator[Consequence]:
        """Resource cells: taken, then ready to be taken, then nearer; the most valuable first."""
        land = self.before.box.land
        cells = sorted(land.resources, key=lambda resource: -resource.value)
        for kind in (self._holder_change, self._ready, self._mark_changes):
            for resource in cells:
                yield from kind(resource, {"cell": land.labels[resource.cell]})

    def _holder_change(self, resource: Resource, subject: About) -> Iterator[Consequence]:
        """Change of a cell's holder."""
        holder_before = self.before.holder(resource.cell)
        holder_after = self.after.holder(resource.cell)
        change = (holder_after == self.seat) - (holder_before == self.seat)
        parts = ("ground",) if holder_before is None else ("ground", "others")
        yield Consequence("takes", change, parts, subject, {"other": holder_before})
        if holder_before not in (None, holder_after, self.seat) and holder_after != self.seat:
            yield Consequence("unseats", 1, ("others",), {**subject, "seat": holder_before})

    def _ready(self, resource: Resource, subject: About) -> Iterator[Consequence]:
        """Seats that may take a cell now, or may no more."""
        for seat in self._without(resource.cell):
            change = self.after.meets(seat, resource.cell) - self.before.meets(seat, resource.cell)
            if seat == self.seat:
                yield Consequence("ready", change, ("ground",), subject)
            else:
                yield Consequence("bars", -change, ("others",), {**subject, "seat": seat})

    def _mark_changes(self, resource: Resource, subject: About) -> Iterator[Consequence]:
        """Change in the marks that a seat lacks for a cell that it does not hold."""
        for seat in self._without(resource.cell):
            marks_before, marks_after = (
                state.marks(seat, resource.cell) for state in (self.before, self.after)
            )
            progress = {"have": marks_after, "need": resource.need}
            change = min(marks_after, resource.need) - min(marks_before, resource.need)
            if seat == self.seat:
                yield Consequence("nears", change, ("ground",), subject, progress)
            else:
                rival_subject = {**subject, "seat": seat}
                yield Consequence("hinders", -change, ("others",), rival_subject, progress)

    def _without(self, cell: int) -> list[Seat]:
        """Seats that hold a cell neither before nor after."""
        holders = self.before.holder(cell), self.after.holder(cell)
        seats = (self.seat, *self.others)
        return [seat for seat in seats if seat not in holders and not self.after.players[seat].out]

    def _own(self) -> Iterator[Consequence]:
        """Changes in the seat's life, water and fish."""
        player_before, player_after = (
            self.before.players[self.seat],
            self.certain.players[self.seat],
        )
        yield Consequence("life", player_after.life - player_before.life, ("life",))
        yield Consequence("water", player_after.water - player_before.water, ("gauges",))
        yield Consequence("fish", player_after.fish - player_before.fish, ("gauges",))

    def _counts(self) -> Iterator[Consequence]:
        """Losses of the other seats: scouts, water and fish, tiles."""
        for (code, rival, card), n in sorted(self.counted.items()):
            subject = {"seat": rival, "card": card} if card else {"seat": rival}
            yield Consequence(code, n, ("others",), subject)


def _largest_parry(state: State, seat: Seat) -> int:
    """Most points that a player's hand may parry: which cards it holds is unknown."""
    player, cards = state.players[seat], state.box.card
    shields = sorted((cards[card].shield for card in (*player.hand, *player.deck)), reverse=True)
    return sum(shields[: len(player.hand)])
