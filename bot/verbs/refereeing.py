"""What a referee of a server decides at its tables: at once, with a line that says who."""

from __future__ import annotations

from msgspec.structs import replace

from bot.i18n import text
from bot.steps import announcements, seats, takebacks
from bot.table.acts import Who, act
from bot.table.encoding import stamp
from bot.table.live import Playing
from bot.table.motions import Kind, Matter
from bot.table.names import bold
from bot.table.seating import Person, Status, Table
from bot.verbs.agreeing import AgreeingVerbs
from rules.contract import RulesError

RULED = (Kind.UNDO, Kind.PAUSE, Kind.RESUME, Kind.REPLACE)
"""What a referee may decide."""


class RefereeVerbs(AgreeingVerbs):
    """The referees of a server, and what they decide."""

    async def referee_role(self, guild_id: int) -> int | None:
        """The role whose members are the referees of a server."""
        query = "SELECT role_id FROM referee WHERE guild_id = ?"
        row = await self._store.read(lambda db: db.execute(query, (guild_id,)).fetchone())
        return None if row is None else row["role_id"]

    async def set_referee_role(self, guild_id: int, role_id: int | None) -> None:
        """Let the members of a role be the referees of a server; None: it has none."""
        upsert = """
            INSERT INTO referee (guild_id, role_id) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET role_id = excluded.role_id
        """
        if role_id is not None:
            await self._store.write(lambda db: db.execute(upsert, (guild_id, role_id)))
            return
        delete = "DELETE FROM referee WHERE guild_id = ?"
        await self._store.write(lambda db: db.execute(delete, (guild_id,)))

    async def rule(self, table_id: int, by: Person, kind: Kind, matter: Matter) -> Table:
        """Do what a referee has decided, without asking; who plays there is none."""
        async with self._at(table_id) as playing:
            table = playing.table
            table.require(Status.LIVE)
            if by.user_id in table.humans() or kind not in RULED:
                raise RulesError("table.not_referee")
            after, change = await self._ruled(playing, kind, matter)
            who = Who(by.user_id, by.name)
            about = table.seats[matter.seat].user_id if matter.seat is not None else None
            line = act(table, "ruled", who, about, kind=str(kind))
            what = text(f"table.what_{kind}", table.language)
            notice = announcements.notice("table.notice_ruled", name=bold(by.name), what=what)
            told = replace(change, acts=(line,), posts=(notice, *change.posts))
            await self._save(after, told)
        return await self.get(table_id)

    async def _ruled(self, playing: Playing, kind: Kind, matter: Matter) -> seats.Step:
        match kind:
            case Kind.PAUSE:
                return seats.paused(playing, matter.until, None)
            case Kind.RESUME:
                return seats.resumed(playing, None)
            case Kind.REPLACE:
                return seats.replaced(playing, -1 if matter.seat is None else matter.seat, None)
        playing.table.require_going_on()
        plies, at = await self._log(playing.table.id), stamp(self._store.clock.now())
        reach = takebacks.reach(playing, plies, None, matter.to)
        return takebacks.gone_back(playing, plies, reach, takebacks.REFEREE, at=at)
