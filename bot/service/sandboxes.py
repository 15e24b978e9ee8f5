"""Sandboxes: opened from a record or from a finished game, in one transaction or not at all."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.service import records
from bot.service.base import Service
from bot.steps import announcements, moves, sandboxes
from bot.steps.idle import IDLE
from bot.steps.visibility import seat_or_none, standing
from bot.store import sandbox_rows
from bot.store.store import Read
from bot.table.changes import Change, Secret
from bot.table.due import Due
from bot.table.encoding import stamp
from bot.table.seating import Person, Purpose, Status, Table, seat_label
from rules import record as game_records
from rules.contract import RulesError, Seat
from rules.record import Record


class Spot(NamedTuple):
    """Where a sandbox is opened, and in which language."""

    guild_id: int
    channel_id: int
    language: str


class Sandboxes(Service):
    """Opens sandboxes, and lists those of a person."""

    async def open_from_game(
        self,
        table_id: int,
        ply: int,
        host: Person,
        spot: Spot,
        *,
        ai: bool,
        seat: Seat | None = None,
    ) -> Table:
        """Open a sandbox after a ply of a finished game, in which everybody keeps their name.

        With `ai`, AI players have all seats but this `seat`, else the one that the host had, or the
        one to act. A running game is refused: its record would deal what is still hidden.
        """
        async with self._tables.lock(table_id):
            live = await self._tables.load_without_state(table_id)
            if live.table.status is not Status.OVER:
                raise RulesError("sandbox.not_over")
            log = await self._tables.log(table_id)
        record = game_records.from_json(records.export(live, log, ()))
        made = sum(each.ply <= ply for each in standing(log))
        names = [occupant.name for occupant in live.table.seats]
        if seat is None:
            seat = seat_or_none(live.table, host.user_id)
        return await self._open(record, names, made, host, spot, seat, ai=ai)

    async def open_from_record(
        self, content: bytes, ply: int | None, host: Person, spot: Spot, *, ai: bool
    ) -> Table:
        """Open a sandbox from a file with a record, after so many of its moves.

        Without `ply` it begins at the end of the record, or with the deal of a finished game.
        Raises RulesError, and then nothing is saved.
        """
        record = await asyncio.to_thread(sandboxes.read, content)
        return await self._open(record, (), ply, host, spot, None, ai=ai)

    of = Read(sandbox_rows.read_all)

    async def close(self, table_id: int) -> None:
        """Close a sandbox whose thread is gone; do nothing at any other table."""
        async with self._tables.lock(table_id):
            live = await self._tables.load_without_state(table_id)
            if live.table.is_sandbox and live.table.status is Status.LIVE:
                await self._commits.save(*sandboxes.closing_step(live))

    async def _open(
        self,
        record: Record,
        names: Sequence[str],
        ply: int | None,
        host: Person,
        spot: Spot,
        host_seat: Seat | None,
        *,
        ai: bool,
    ) -> Table:
        """Replay a record in a thread, as that takes a while, and save the sandbox.

        Without `names` its seats are numbered.
        """
        now = self._now
        reached = await asyncio.to_thread(sandboxes.reach, record, ply, stamp(now))
        record = sandboxes.require_playable(record)
        secret, is_whole = _secret(record)
        names = names or [seat_label(seat, spot.language) for seat in range(record.seats)]
        table = Table(
            game=record.game,
            guild_id=spot.guild_id,
            channel_id=spot.channel_id,
            in_thread=True,
            host_id=host.user_id,
            purpose=Purpose.SANDBOX,
            language=spot.language,
            revision=1,
            size=record.seats,
            drawn=record.drawn is not None and is_whole,
            options=record.options,
            seats=sandboxes.players(record.game, names, reached, spot.language, host_seat, ai=ai),
            commitment=secret.commitment,
            version=record.version,
            opened_at=stamp(now),
        )
        live = sandboxes.live_table(table, secret, reached)
        opened = Change(
            table=live.table,
            plies=tuple(reached.plies),
            snapshot=moves.snapshot(live),
            posts=(announcements.opening(live),),
            due=(Due(kind=IDLE, at=now + sandboxes.QUIET),),
        )
        table = await self._store.write(
            sandbox_rows.write, opened, secret, now, most=sandboxes.MOST
        )
        self._store.newly_due.set()
        self._commits.wake(replace(live, table=table))
        return table


def _secret(record: Record) -> tuple[Secret, bool]:
    """The secret of a record's deal, and whether the record has all of it.

    A record of `python -m rules new` has no salt, which a table needs.
    """
    seed, salt = record.seed or "0", record.salt
    if salt is not None and len(seed) == len(salt) and not len(seed) % 2:
        return Secret(seed, salt), True
    even = seed if not len(seed) % 2 else f"0{seed}"
    return Secret(even, secrets.token_hex(len(even) // 2)), False
