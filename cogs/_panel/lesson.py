"""First steps: the lesson of a game, from the button that starts it to its closing panel.

A lesson is an ordinary table in a thread of its own. Its panel says before each of five turns what
to do, and after it whether that was done; any legal move goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, Literal
from weakref import WeakValueDictionary

import discord
from discord import ChannelType, ui

from bot.app import App, invite_url
from bot.connection.discord_internals import add_to_thread, set_archived, start_thread
from bot.connection.outages import is_outage, reason
from bot.steps.lessons import Progress
from bot.store import outbox
from bot.table.seating import Purpose, Table
from bot.words import composed, plain, shorten
from cogs._access.controls import BoardButton, PanelButton
from cogs._access.server_rules import require_opening
from cogs._answering.answer import Panel, message
from cogs._answering.custom_ids import Name
from cogs._answering.edits import NO_HARM
from cogs._answering.items import GREEN, Component
from cogs._answering.lasting_items import LastingButton, LastingItem
from cogs._answering.phone import FIRST, Picture, Ranked, fit
from cogs._answering.presentation import accent, drawing_or_sentence, frame
from cogs._answering.visitor import Visit, Visitor
from cogs._delivery.homes import LONGEST_NAME
from cogs._delivery.threads import adopt_or_start, start_named
from cogs._painting.wish import Wish
from cogs._panel import coach
from cogs._words import labels
from render.contract import SCENES, About
from rules import registry
from rules.contract import RulesError
from rules.lesson import Step

log = logging.getLogger(__name__)

THREE_DAYS: Final = 4320
"""Minutes without a post after which Discord archives the thread of a lesson."""
PATIENCE, PAUSE = 50, 0.2
"""Looks at a table whose AI seats have to move first, and seconds between two of them."""
_STARTING: WeakValueDictionary[tuple[int, int, str], asyncio.Lock] = WeakValueDictionary()
"""Locks of the lessons that people are starting: server, person, game."""
STYLES = {"table": GREEN}


# ---- the panel -----------------------------------------------------------------------------------


async def note(visit: Visit) -> str:
    """What to do now and why, with the number of the step; "" at a table that gives no lesson.

    Before the first move it begins with how one wins. Once the turn under way has done the step, it
    says so, and that the turn is to be finished.
    """
    if visit.table.purpose is not Purpose.LESSON:
        return ""
    progress = await visit.app.lessons.progress(visit.table.id)
    if progress is None or progress.step is None:
        return ""
    head = visit.text("lesson.step", number=progress.number, steps=progress.steps)
    if progress.is_done:
        return f"**{head}** · {visit.text('lesson.finish')}"
    line = f"**{head}** · {_task(visit, visit.table, progress.step)}"
    goal = () if progress.last or progress.is_begun else (coach.goal(visit, visit.table),)
    cannot = () if progress.can else (visit.text("lesson.cannot"),)
    overtaken = () if progress.is_begun else progress.overtaken
    left_out = (
        visit.text(code, n=len(steps), numbers=sorted(_number(visit.table, step) for step in steps))
        for code, steps in (("lesson.overtaken", overtaken), ("lesson.passed", progress.passed))
        if steps
    )
    return "\n".join((*goal, *left_out, line, *cannot))


def _number(table: Table, step: Step) -> int:
    """Number of a step, from 1."""
    lesson = registry.get(table.game).lesson
    return lesson.steps.index(step) + 1 if lesson else 0


def _task(visitor: Visitor, table: Table, step: Step) -> str:
    return visitor.text(composed.lesson(table.game, step.name))


async def show_turn(visit: Visit, table: Table, lines: str, undo: list[PanelButton]) -> bool:
    """Show what a turn of a lesson has done, and the way on; at the end what comes now.

    The closing words come in a message of their own, so that they stand below the board. False at
    any other table, where nothing is shown.
    """
    if table.purpose is not Purpose.LESSON:
        return False
    progress, language = await visit.app.lessons.progress(table.id), visit.language
    verdict = _verdict(visit, table, progress) if progress else ""
    if progress is None or progress.step is not None:
        label = visit.text("lesson.next")
        following = BoardButton.named(label, table, "play", table.revision)
        await visit.show(frame(accent(()), lines, verdict, [following, *undo]))
        return True
    if progress.last is None:
        await visit.show(frame(accent(()), lines, undo))
        return True
    await visit.show(frame(accent(()), lines, verdict))
    play_on = BoardButton.named(visit.text("lesson.play_on"), table, "play", table.revision)
    buttons: list[LastingItem] = [
        LessonButton.of("table", table.id, language),
        play_on,
        LessonButton.of("close", table.id, language),
    ]
    title = registry.get(table.game).facts.title
    end = visit.text("lesson.end", game=title)
    shown = await scenes(visit, table.game)
    parts: list[Component | Ranked[Component]] = [Ranked(verdict, FIRST), end, *shown, buttons]
    closing = frame(accent(()), *fit(parts))
    await _await_board(visit.app, table)
    await visit.answer.send(closing, instead=True)
    return True


async def scenes(visitor: Visitor, game: str) -> list[Picture | str]:
    """Picture of the small scenes that show how one wins, and the text of each below it."""
    lesson = registry.get(game).lesson
    texts = [
        visitor.text(composed.scene(game, scene.name), **scene.args)
        for scene in (lesson.scenes() if lesson else ())
    ]
    if not texts:
        return []
    lines = "\n".join(f"**{number}** · {line}" for number, line in enumerate(texts, 1))
    wish = Wish(game, SCENES, about=About(visitor.language))
    return [await drawing_or_sentence(wish, plain(lines), visitor.language), lines]


async def _await_board(app: App, table: Table) -> None:
    """Wait a little until the posts of a table are there."""
    for _ in range(PATIENCE):
        if not await app.store.read(outbox.has_posts, table.id):
            return
        await app.clock.sleep(PAUSE)


def _verdict(visitor: Visitor, table: Table, progress: Progress) -> str:
    """Whether the newest turn did what its step asked, and the steps that are done already.

    "" after the lesson.
    """
    if progress.last is None:
        return ""
    skipped = (
        visitor.text("lesson.skipped", task=_task(visitor, table, step))
        for step in progress.skipped
    )
    if progress.did is None:
        verdict = visitor.text("lesson.did_not")
    elif progress.did == progress.last:
        verdict = visitor.text("lesson.did")
    else:
        number = _number(table, progress.did)
        verdict = visitor.text("lesson.did_later", number=number)
    return "\n".join((verdict, *skipped))


async def wait_for_turn(visitor: Visitor, table: Table) -> Table:
    """Wait a little until the AI seats of a lesson have moved; return the table as it is then."""
    if table.purpose is not Purpose.LESSON:
        return table
    for _ in range(PATIENCE):
        look = await visitor.app.reading.look(table.id, visitor.user)
        if look.result is not None or look.seat in look.to_act:
            return look.table
        await visitor.app.clock.sleep(PAUSE)
    return table


# ---- the offer -----------------------------------------------------------------------------------


async def offer(visitor: Visitor, game: str) -> None:
    """Offer the first steps in private to a person who has just sat down in a lobby.

    Only where the game has a lesson, and they have never finished the game.
    """
    if registry.get(game).lesson is None:
        return
    if await visitor.app.statistics.has_finished(visitor.user, game):
        return
    title = registry.get(game).facts.title
    line = visitor.text("lesson.offer", game=title)
    start = StartButton.of(game, visitor.language)
    with suppress(*NO_HARM):
        view = frame(accent(()), line, start)
        await visitor.answer.send(view)


# ---- the start -----------------------------------------------------------------------------------


async def start(visitor: Visitor, game: str) -> Panel:
    """Open the lesson of a game in a thread of its own, or show the one that is under way.

    Of two presses of one person, the second waits for the first.
    """
    key = (visitor.guild, visitor.user, game)
    async with _STARTING.setdefault(key, asyncio.Lock()):
        table = await _lesson_of(visitor, game)
    title, place = registry.get(game).facts.title, labels.place(table)
    ready = visitor.text("lesson.ready", game=title, place=place)
    link = ui.Button[Any](label=visitor.text("table.go_there"), url=table.link)
    return message(ready, link)


async def _lesson_of(visitor: Visitor, game: str) -> Table:
    """The lesson of a person that is under way, or a new one."""
    app, language = visitor.app, visitor.language
    table = await app.lessons.under_way(game, visitor.guild, visitor.user)
    if table is not None and not await _is_reachable(visitor, table):
        await app.lessons.close(table.id, visitor.user)
        table = None
    if table is None:
        await require_opening(visitor)
        thread = await _start_thread(visitor, game)
        async with _put_away_after_errors(app, thread):
            table = await app.lessons.open(
                game,
                guild_id=visitor.guild,
                thread_id=thread,
                person=visitor.person,
                language=language,
            )
    return table


async def _is_reachable(visitor: Visitor, table: Table) -> bool:
    """Whether the thread of a lesson is still there; if so, bring the person in again."""
    try:
        await visitor.app.fetch_channel(table.channel_id)
        await add_to_thread(visitor.app, table.channel_id, visitor.user)
    except discord.NotFound:
        return False
    except NO_HARM as error:
        log.info("Table %s: its learner is not brought in again: %s", table.id, error)
    return True


async def _start_thread(visitor: Visitor, game: str) -> int:
    """Start the thread of a lesson, private if the bot may, and bring the person in."""
    app, channel = visitor.app, _channel_for_threads(visitor)
    permissions = visitor.interaction.app_permissions
    if not (permissions.create_private_threads or permissions.create_public_threads):
        missing = [visitor.text("lobby.permission_create_public_threads")]
        raise RulesError("lobby.missing_permissions", permissions=missing)
    title = registry.get(game).facts.title
    name = shorten(visitor.text("lesson.thread", game=title), LONGEST_NAME)
    kind = ChannelType.public_thread
    if channel.type is ChannelType.news:
        kind = ChannelType.news_thread
    elif permissions.create_private_threads:
        kind = ChannelType.private_thread

    async def start(name: str) -> int:
        return await start_thread(app, channel.id, kind=kind, name=name, minutes=THREE_DAYS)

    adopt = partial(adopt_or_start, app, channel.id, start=start, person=visitor.user)
    try:
        thread = await start_named(adopt, name, title)
        async with _put_away_after_errors(app, thread):
            await add_to_thread(app, thread, visitor.user)
    except discord.HTTPException as error:
        if is_outage(error):
            raise
        log.info("No thread for a lesson in %s: %s", channel.id, reason(error))
        raise RulesError("lesson.no_threads") from error
    return thread


def _channel_for_threads(visitor: Visitor) -> discord.abc.GuildChannel:
    """Channel where a thread can be started: this one, or that of this thread."""
    if visitor.app.get_guild(visitor.guild) is None:
        link = invite_url(visitor.app.application_id or 0)
        raise RulesError("lobby.commands_alone", link=link)
    place = visitor.interaction.channel
    channel = place.parent if isinstance(place, discord.Thread) else place
    if not isinstance(channel, discord.TextChannel):
        raise RulesError("lesson.no_threads")
    return channel


@asynccontextmanager
async def _put_away_after_errors(app: App, thread: int) -> AsyncIterator[None]:
    """Block after whose errors the new thread is archived, as no lesson is opened there."""
    try:
        yield
    except Exception:
        try:
            await set_archived(app, thread, archived=True)
        except NO_HARM as error:
            log.info("The thread %s stays without a lesson: %s", thread, error)
        raise


# ---- the buttons ---------------------------------------------------------------------------------


class StartButton(LastingButton, template="fs:{game}"):
    """Starts the first steps of a game."""

    label = "lesson.start"
    style = GREEN
    game: Name

    async def press(self, visitor: Visitor) -> Panel:
        if self.game not in registry.games():
            raise RulesError("panel.unknown_button")
        return await start(visitor, self.game)


class LessonButton(LastingButton, template="fl:{verb}:{table_id}"):
    """Leads on from a lesson that is done, to a real table or to its end."""

    label = "lesson.{verb}"
    style = STYLES
    verb: Literal["table", "close"]
    table_id: int

    async def press(self, visitor: Visitor) -> None:
        table = await visitor.app.tables.get(self.table_id)
        if table.guild_id != visitor.guild or visitor.user != table.host_id:
            raise RulesError("table.not_found")
        if self.verb == "close":
            await visitor.app.lessons.close(table.id, visitor.user)
            await visitor.tell("lesson.closed")
            return
        await require_opening(visitor)
        channel = _channel_for_threads(visitor)
        lobby = await visitor.app.lessons.open_real_table(table.id, channel.id, visitor.person)
        await visitor.tell("lesson.opened", lobby, place=f"<#{channel.id}>")
