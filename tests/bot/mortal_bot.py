"""A bot that is killed behind its commits and its requests: the real courier, without a gateway.

`python -m tests.bot.mortal_bot` reads lives from its standard input, a line of JSON each, and
writes the exit code of each. A life is a process of its own. It does what its script says, as far
as the lives before it have not done it, and delivers all that is due. A `mortal` one is killed at
the first instant that the file `deaths` does not know: behind a commit, or behind an answer of
Discord.
"""

import asyncio
import hashlib
import json
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import msgspec
from discord.http import HTTPClient

from bot.app import App
from bot.clock import Clock
from bot.database import connection
from bot.settings import Settings
from bot.store import table_lists
from bot.table.motions import Kind
from bot.table.options import Entry, Terms
from bot.table.seating import Person, Status
from cogs._painting.wish import Wish
from cogs._posts.courier import DiscordCourier
from tests.brushes import draw_in_a_thread
from tests.playground.api import PNG

STATE = """
    SELECT
        (SELECT json_group_array(json_array(id, kind, attempts > 0)) FROM outbox),
        (SELECT json_group_array(json_array(revision, newest_post > 0)) FROM table_),
        (SELECT sum(newest_post) FROM table_),
        (SELECT count(*) FROM act), (SELECT count(*) FROM due), (SELECT count(yes) FROM vote),
        (SELECT count(*) FROM motion WHERE outcome IS NULL), (SELECT count(*) FROM person),
        (SELECT count(*) FROM guest), (SELECT count(*) FROM told)
"""
"""What tells one instant from another, but for how often something was tried."""


class Life(msgspec.Struct):
    """Deeds of one life of the bot, and the place where it dies."""

    script: str
    database: str
    deaths: str
    token: str
    api: str
    gateway: str
    people: dict[str, int]
    guild: int
    channel: int
    ahead: float
    mortal: bool


class Fate:
    """Kills the process at each instant once."""

    def __init__(self, deaths: Path) -> None:
        self.deaths = deaths
        self.known = set(deaths.read_text().split()) if deaths.exists() else set()
        self.last = ""

    def meet(self, *instant: object) -> None:
        """The process is at this instant."""
        label = hashlib.sha256(repr(instant).encode()).hexdigest()[:16]
        self.last = label
        if label not in self.known:
            with self.deaths.open("a") as opened:
                opened.write(f"{label}\n")
            os.kill(os.getpid(), signal.SIGKILL)

    def watch_commits(self) -> None:
        commit = connection.commit

        def watch(db: sqlite3.Connection, works: list) -> list:
            outcomes = commit(db, works)
            names = [getattr(work, "__qualname__", "") for work in works]
            self.meet(names, tuple(db.execute(STATE).fetchone()))
            return outcomes

        connection.commit = watch

    def watch_requests(self) -> None:
        request = HTTPClient.request

        async def watch(http: HTTPClient, route, **options):
            answer = await request(http, route, **options)
            if route.method != "GET":
                self.meet(self.last, route.method, route.path)
            return answer

        HTTPClient.request = watch  # type: ignore[method-assign]


class MortalApp(App):
    """The application without cogs, commands and gateway."""

    async def setup_hook(self) -> None:
        await self._open_services()
        self.deliver_through(DiscordCourier(self))


# ---- the scripts ---------------------------------------------------------------------------------


async def prepare(app: App, life: Life) -> None:
    """Maud, Bastien and Inès play a game with hands."""
    maud, bastien, ines = (Person(life.people[name], name) for name in ("Maud", "Bastien", "Inès"))
    table = await app.lobbies.open(
        game="telegraph", guild_id=life.guild, channel_id=life.channel, host=maud, size=3,
        options={}, language="en", in_thread=True, ai=(), drawn=False,
    )  # fmt: skip
    await app.places.post_again(table.id)
    await app.outbox.drain()
    for person in (bastien, ines):
        await app.lobbies.join(table.id, person)
    await app.lobbies.start(table.id, maud.user_id)


async def resign(app: App, life: Life) -> None:
    if not (await app.tables.get(1)).seats[2].resigned:
        await app.seats.resign(1, life.people["Inès"])


async def end(app: App, life: Life) -> None:
    for seat, name in ((2, "Inès"), (1, "Bastien"), (0, "Maud")):
        table = await app.tables.get(1)
        if table.status is Status.LIVE and not table.seats[seat].resigned:
            await app.seats.resign(1, life.people[name])
            await app.outbox.drain()


async def vote(app: App, life: Life) -> None:
    """All want to pause the game."""
    if (await app.tables.get(1)).paused:
        return
    if not await app.votes.open_motions(1):
        await app.votes.propose(1, life.people["Maud"], Kind.PAUSE)
        await app.outbox.drain()
    for name in ("Bastien", "Inès"):
        motion = next(iter(await app.votes.open_motions(1)), None)
        if motion is not None and motion.votes[life.people[name]] is None:
            await app.votes.vote(1, motion.id, life.people[name], yes=True)
            await app.outbox.drain()


async def agree(app: App, life: Life) -> None:
    """Bastien wants to pause the game too; Inès has not answered yet."""
    if not await app.votes.open_motions(1):
        await app.votes.propose(1, life.people["Maud"], Kind.PAUSE)
    await app.outbox.drain()
    [motion] = await app.votes.open_motions(1)
    await app.votes.vote(1, motion.id, life.people["Bastien"], yes=True)


async def offer(app: App, life: Life) -> None:
    """Maud offers her seat, and Karim takes it."""
    seat = (await app.tables.get(1)).seats[0]
    if seat.user_id == life.people["Maud"] and not seat.offered:
        await app.seats.offer(1, life.people["Maud"])
    await app.outbox.drain()
    if (await app.tables.get(1)).seats[0].offered:
        await app.seats.take(1, 0, Person(life.people["Karim"], "Karim", "en"))


async def remind(app: App, life: Life) -> None:
    """Maud's turn has lasted for long; then she moves."""
    await app.alarm.drain()
    await app.outbox.drain()
    if not await app.reading.log(1):
        await app.moves.play(1, life.people["Maud"], None, ("S",))


async def forget(app: App, life: Life) -> None:
    await app.privacy.forget(life.people["Inès"])


async def finish(app: App, life: Life) -> None:
    """Maud and Bastien have played a game by invitation, and Karim waits for a table."""
    maud, bastien, karim = (
        Person(life.people[name], name, "en") for name in ("Maud", "Bastien", "Karim")
    )
    table = await app.lobbies.open(
        game="telegraph", guild_id=life.guild, channel_id=life.channel, host=maud, size=2,
        options={}, language="en", in_thread=True, ai=(), drawn=False, is_posted=True,
        terms=Terms(entry=Entry.INVITED),
    )  # fmt: skip
    await app.lobbies.invite(table.id, maud.user_id, bastien)
    await app.lobbies.join(table.id, bastien)
    await app.outbox.drain()
    await app.lobbies.start(table.id, maud.user_id)
    await app.outbox.drain()
    await app.seats.resign(table.id, bastien.user_id)
    await app.lobbies.wish(karim.user_id, life.guild, ["telegraph"], "en")


async def rematch(app: App, life: Life) -> None:
    """Maud asks for a rematch, and Bastien, who was invited to the first game, takes his seat."""
    for name in ("Maud", "Bastien"):
        lobby = await app.store.read(table_lists.open_rematch, 2)
        if lobby is None or life.people[name] not in lobby.humans():
            await app.lobbies.rematch(2, Person(life.people[name], name))
            await app.outbox.drain()


async def invite(app: App, life: Life) -> None:
    """Maud opens a table, of which Karim is told, and it has its post."""
    if len(await app.store.read(table_lists.of_player, life.people["Maud"], life.guild)) < 2:
        await app.lobbies.open(
            game="telegraph", guild_id=life.guild, channel_id=life.channel, host=Person(
                life.people["Maud"], "Maud"
            ), size=3, options={}, language="en", in_thread=True, ai=(), drawn=False,
            is_posted=True,
        )  # fmt: skip


async def learn(app: App, life: Life) -> None:
    """Bastien begins a lesson; its thread is the channel here."""
    bastien = Person(life.people["Bastien"], "Bastien")
    if await app.lessons.under_way("akropolis", life.guild, bastien.user_id) is None:
        await app.lessons.open(
            "akropolis", guild_id=life.guild, thread_id=life.channel, person=bastien, language="en"
        )


SCRIPTS: dict[str, Callable[[App, Life], Awaitable[None]]] = {
    script.__name__: script
    for script in (
        prepare, resign, end, vote, agree, offer, remind, forget, finish, rematch, invite, learn,
    )
}  # fmt: skip


# ---- lives ---------------------------------------------------------------------------------------


async def live(life: Life) -> None:
    clock = Clock()
    clock.skip(timedelta(seconds=life.ahead))
    settings = Settings(
        discord_token=life.token, database=Path(life.database), backups_kept=0,
        discord_api_base=life.api, discord_gateway_url=life.gateway,
    )  # fmt: skip
    async with MortalApp(settings, clock) as app:
        await app.login(life.token)
        if life.mortal:
            fate = Fate(Path(life.deaths))
            fate.watch_commits()
            fate.watch_requests()
        await app.outbox.drain()
        await SCRIPTS[life.script](app, life)
        await app.outbox.drain()


def exit_code(life: Life) -> int:
    """The exit code of a process that has lived this life."""
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(live(life))
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    Wish.draw = lambda wish: PNG  # type: ignore[method-assign]
    draw_in_a_thread()
    for line in sys.stdin:
        code = exit_code(msgspec.json.decode(line, type=Life))
        sys.stdout.write(json.dumps(code) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
