"""A table played by steps alone, with its clocks, and what each bank may hold at most."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.steps import deadlines, moves, seats, takebacks
from bot.steps.deadlines import TIME_UP
from bot.table import pace
from bot.table.changes import Change, Effects, Ply, Secret
from bot.table.due import Due
from bot.table.encoding import stamp
from bot.table.hours import Hours
from bot.table.live import LiveTable
from bot.table.options import Pace, Terms
from bot.table.pace import Counted, Time
from bot.table.preferences import Preferences
from bot.table.seating import Occupant, Status, Table
from rules import registry
from rules.contract import RulesError
from rules.rng import Rng
from tests.clock import MONDAY_NOON

NOTHING = timedelta()


@dataclass
class Entry:
    """A turn that has begun, a span that was used, or a day of grace."""

    kind: str
    span: timedelta
    plies: int = 0
    """After how many plies the turn began."""
    void: bool = False
    """Whether its turn was undone: then it gave nothing."""


@dataclass
class Ledger:
    """The history of one seat, from which its bank is counted anew each time."""

    terms: Terms
    entries: list[Entry] = field(default_factory=list)
    under_way: bool = False
    most: timedelta | None = None
    """Left before a turn was undone that has not begun again."""

    def undo(self, first: int, left: timedelta) -> None:
        """Let all turns give nothing that began behind the ply before `first`."""
        has_begun = False
        for entry in self.entries:
            if entry.kind == "turn":
                has_begun = entry.plies >= first
            if has_begun and entry.kind != "used" and not entry.void:
                entry.void, self.under_way = True, False
                self.most = left if self.most is None else self.most

    def bank(self) -> timedelta:
        """Rest of the bank if turns that were taken back gave nothing, and cost what they cost."""
        bank, has_begun = self._start(), False
        for entry in self.entries:
            if entry.kind == "used":
                bank = max(bank - entry.span, NOTHING)
            elif not entry.void:
                is_first = entry.kind == "turn" and not has_begun
                bank = self._bank_after(bank, entry, is_first=is_first)
                has_begun = True
        return bank

    def _start(self) -> timedelta:
        """Bank of a seat from its first turn on, which nobody takes back."""
        if self.terms.pace is Pace.BANK:
            return pace.hour(min(self.terms.start, self.terms.cap))
        return self.entries[0].span if self.entries else NOTHING

    def _bank_after(self, left: timedelta, entry: Entry, *, is_first: bool) -> timedelta:
        if entry.kind == "excuse":
            return max(left, entry.span)
        if self.terms.pace is not Pace.BANK:
            return entry.span
        more = NOTHING if is_first else pace.hour(self.terms.increment)
        return min(left + more, pace.hour(self.terms.cap))


class Clockwork:
    """A running table of some game, without a store: everything that moves a clock."""

    def __init__(self, key: str, terms: Terms, luck: int, size: int = 3) -> None:
        game = registry.get(key)
        options = {choice.key: choice.default for choice in game.facts.settings(size)}
        occupants = tuple(Occupant(100 + seat, f"P{seat}") for seat in range(size))
        table = Table(
            id=1, game=key, guild_id=1, channel_id=1, in_thread=True, host_id=100, language="en",
            status=Status.LIVE, size=size, drawn=False, options=options, terms=terms,
            seats=occupants, commitment="", version=game.facts.version, opened_at="",
        )  # fmt: skip
        self.now: datetime = MONDAY_NOON
        self.rng = Rng(luck)
        self.preferences = {100 + seat: Preferences() for seat in range(size)}
        self.log: list[Ply] = []
        self.ledgers = [Ledger(terms) for _ in occupants]
        self.live = LiveTable(table, Secret("1" * 32, "2" * 32), None, 0, None)
        self._take(replace(self.live, state=self.live.deal()), Change(table=table))

    # ---- what happens --------------------------------------------------------------------------

    def wait(self, span: timedelta) -> None:
        """Let time pass; what is up is dealt with as its moment comes."""
        end = self.now + span
        while (seat := self._first_up(end)) is not None:
            until = self.live.table.seats[seat].time.until
            self._pass(max(until, self.now))
            due = Due(kind=TIME_UP, at=self.now, subject=str(seat))
            self._take_written(
                seat, deadlines.on_due(self.live, due, self.preferences.__getitem__, self.now)
            )
        self._pass(end)

    def move(self) -> None:
        """Whoever must act does something."""
        if not self.live.to_act or self.live.result is not None:
            return
        seat = self.live.to_act[0]
        action = self.live.game.sample(self.live.state, seat, self.rng)
        after, change, _ = moves.move(self.live, seat, action, at=self._at, ai=False)
        if after.result is None:
            self._take(after, change)

    def take_back(self) -> None:
        """Let the seat whose turn is under way take its moves back."""
        if self.live.turn and moves.retractable(self.live) and self.live.to_act:
            self._take(*moves.take_back(self.live, None, at=self._at))

    def go_back(self, by: int, pick: int) -> None:
        """A seat, or a referee, goes back to between two turns."""
        ends = [0, *(ply.ply for ply in self.log if ply.ends_turn and not ply.undone)]
        to = ends[-1 - pick % len(ends)]
        try:
            takebacks.require_running(self.live.table)
            reach = takebacks.undo_scope(self.live, self.log, None, to)
        except RulesError:
            return
        self._take(*takebacks.go_back(self.live, self.log, reach, by, at=self._at))

    def pause(self) -> None:
        """The game rests, or goes on."""
        if self.live.table.paused:
            self._take(*seats.resume(self.live, None))
        else:
            self._take(*seats.pause(self.live, None, None))

    def change(self, seat: int, **chosen: object) -> None:
        """Somebody chooses other hours, goes away or comes back."""
        self._recount(seat, lambda time, by: time.charge(by, self.now))
        self.preferences[100 + seat] = replace(self.preferences[100 + seat], **chosen)
        self._recount(seat, Time.foreseen)

    def _recount(self, seat: int, counts: deadlines.Count) -> None:
        user = 100 + seat
        written = deadlines.recount(self.live, user, self.preferences[user], counts)
        self._take_written(seat, written)

    def leave(self, seat: int, span: timedelta) -> None:
        """Somebody is away for a time."""
        self.change(seat, away_since=self.now, away_until=self.now + span)

    def move_house(self, seat: int, hours: Hours) -> None:
        """Somebody chooses other hours."""
        self.change(seat, hours=hours)

    # ---- what is left --------------------------------------------------------------------------

    def bank(self, seat: int) -> timedelta:
        """Bank of a seat for its later turns; nothing before its first."""
        time = self.live.table.seats[seat].time
        return NOTHING if time is None else time.bank_at(self._hours_counted(seat), self.now)

    def banks(self) -> list[timedelta]:
        """Banks of all seats."""
        return [self.bank(seat) for seat in range(len(self.ledgers))]

    def check(self) -> None:
        """No bank is larger than it can be where undone turns gave nothing."""
        for seat, ledger in enumerate(self.ledgers):
            assert self.bank(seat) <= ledger.bank(), (seat, ledger.entries)

    # ---- the clocks ----------------------------------------------------------------------------

    @property
    def _at(self) -> str:
        return stamp(self.now)

    def _hours_counted(self, seat: int) -> Counted:
        return Counted.of(self.preferences[100 + seat], self.live.table.terms)

    def _first_up(self, end: datetime) -> int | None:
        times = ((occupant.time, seat) for seat, occupant in enumerate(self.live.table.seats))
        ups = [(time.until, seat) for time, seat in times if time and time.until]
        return min((seat for until, seat in ups if until <= end), default=None)

    def _pass(self, now: datetime) -> None:
        for seat, occupant in enumerate(self.live.table.seats):
            if occupant.time is not None and occupant.time.since is not None:
                used = self._hours_counted(seat).between(self.now, now)
                self.ledgers[seat].entries.append(Entry("used", used))
        self.now = now

    def _take(self, after: LiveTable, change: Change) -> None:
        """Save a step as the service would, and write it down."""
        before = self.banks()
        after, change = deadlines.schedule_clocks(
            after, change, self.preferences.__getitem__, self.now
        )
        self.live = after
        self.log.extend(change.plies)
        if change.undo is not None:
            undone = set(change.undo.plies)
            self.log = [
                replace(ply, undone=self._at) if ply.ply in undone else ply for ply in self.log
            ]
            for seat, ledger in enumerate(self.ledgers):
                ledger.undo(min(undone), before[seat])
                assert self.bank(seat) <= before[seat]
        for ply in change.plies:
            self.ledgers[ply.seat].under_way &= not ply.ends_turn
        self._begin(is_undo=change.undo is not None)
        self.check()

    def _begin(self, *, is_undo: bool) -> None:
        acting = self.live.game.to_act(self.live.state)
        for seat, ledger in enumerate(self.ledgers):
            ledger.under_way &= seat in acting
            if seat not in acting or ledger.under_way or self.live.table.paused:
                continue
            ledger.under_way = True
            if is_undo and ledger.entries:
                continue
            hours = self.preferences[100 + seat].hours
            terms = self.live.table.terms
            span = NOTHING if terms.pace is Pace.BANK else pace.of_a_turn(terms, hours)
            ledger.entries.append(Entry("turn", span, self.live.plies))
            if ledger.most is not None:
                assert self.bank(seat) <= ledger.most
                ledger.most = None

    def _take_written(self, seat: int, written: Effects | tuple[LiveTable, Change] | None) -> None:
        if isinstance(written, Effects):
            time = dict(written.times)[seat]
            if time.excused > self.live.table.seats[seat].time.excused:
                self.ledgers[seat].entries.append(
                    Entry("excuse", self._hours_counted(seat).hours.day)
                )
            table = deadlines.table_with_clocks(self.live.table, written.times)
            self.live = replace(self.live, table=table)
        elif written is not None:
            self._take(*written)
        self.check()
