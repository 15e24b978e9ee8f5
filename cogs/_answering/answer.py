"""The private answer to a press, a form or a command.

What is ready soon is the first answer that Discord gets. Of what takes longer, people are told that
it is under way: the panel that was pressed stays, with its controls off; a line about what is being
done and a button back take the place of the row that was pressed, so that nothing grows. Before the
bot ends, it puts such panels back. Elsewhere Discord shows that the bot thinks.

A person has one private message about a table: a newer answer replaces the older one, by an edit
where the press came from the older one itself, else by deleting that one. Discord lets a message be
deleted for a quarter of an hour after the last press that it answered; an older one stays, and its
buttons still work.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar, cast

import discord
from discord import ui
from discord.ext import commands
from discord.ui.select import BaseSelect
from discord.utils import MISSING

from bot.app import App
from bot.connection.answers import ANSWERED_ALREADY, UNKNOWN_MESSAGE
from bot.connection.outages import is_outage
from bot.i18n import text
from cogs._answering.custom_ids import LONGEST_ID
from cogs._answering.edits import NO_HARM
from cogs._answering.items import Component, components, freshen
from cogs._painting.painter import PAINTER, PLACE, Overtaken
from cogs._words.labels import Click

K = TypeVar("K")
V = TypeVar("V")

SOON = 0.3
"""Seconds after which an answer that is not ready is said to be under way."""
LASTS = timedelta(minutes=15)
"""Time after a press in which Discord lets its answer be edited or deleted."""
NOTE = 4711
"""Id of the component with a note, by which the next one finds and replaces it."""
WAITING = 4712
"""Id of the component that says what is being done."""
RESTORE = "wt:{off}"
"""Custom id of the button that restores a panel; its controls of these ids, with dots between, were
off before."""
FAREWELL = 3.0
"""Seconds in which a bot that ends puts its panels back."""
LONGEST_MESSAGE = 4000
"""Characters of a message's texts together."""
LOADING = discord.InteractionResponseType.deferred_channel_message
WORKING, DRAWING, THINKING = "panel.working", "panel.drawing", "panel.thinking"
"""Codes of the lines about what is being done."""


class Panel(ui.LayoutView):
    """Content of a private message: components, and the files that its pictures stand for."""

    def __init__(self, *items: ui.Item[Any], files: Sequence[discord.File] = ()) -> None:
        super().__init__(timeout=None)
        self.files = files
        for item in items:
            self.add_item(item)


def message(*parts: Component) -> Panel:
    """Message without a frame."""
    return Panel(*components(parts))


def note(content: str) -> ui.TextDisplay[Any]:
    """A sentence that the next press removes."""
    return ui.TextDisplay(content, id=NOTE)


# ---- private messages ----------------------------------------------------------------------------


class PrivateMessage:
    """A private message, or the one that an answer is going to be.

    It is remembered for a quarter of an hour, so it holds the ids of presses, not the presses.
    """

    def __init__(self, press: int) -> None:
        self.pressed = press
        """The newest press that concerns it; an answer to an older one updates itself no longer."""
        self.shown = press
        """The newest press whose answer it shows."""
        self.waits: Answer | None = None
        """The answer that it waits for, as long as it says what is being done."""
        self.lock = asyncio.Lock()
        """Held while an answer is being shown."""


class Shown(NamedTuple):
    """An answer, and the id of the message that shows it."""

    answer: Answer
    message_id: int


class PrivateMessages(commands.Cog):
    """The private messages that Discord still lets the bot edit or delete."""

    def __init__(self) -> None:
        self._messages: dict[int, PrivateMessage] = {}
        self._newest: dict[tuple[int, int], Shown] = {}
        """Newest answer of each person about each table."""

    @classmethod
    def of(cls, app: App) -> PrivateMessages:
        """The one of the bot."""
        return cast(PrivateMessages, app.get_cog(cls.__name__))

    async def cog_unload(self) -> None:
        """Put back the panels that say what is being done, as nothing will be done any more."""
        answers = [private.waits for private in self._messages.values() if private.waits]
        with suppress(TimeoutError, Overtaken, *NO_HARM):
            async with asyncio.timeout(FAREWELL):
                for answer in answers:
                    await answer.restore()

    def pressed(self, message_id: int, press: int) -> PrivateMessage:
        """Message in which something was pressed."""
        _drop_expired(self._messages, lambda private: private.pressed)
        private = self._messages.pop(message_id, None) or PrivateMessage(press)
        private.pressed = max(private.pressed, press)
        self._messages[message_id] = private
        return private

    def note_sent(self, message_id: int, private: PrivateMessage) -> None:
        """Note the id of a message that is sent now, and may have been pressed already."""
        known = self._messages.setdefault(message_id, private)
        private.pressed = max(private.pressed, known.pressed)

    def newest(self, answer: Answer) -> Shown | None:
        """The newest private message of the same person about the same table."""
        return self._newest.get(answer.key)

    async def delete_older(self, answer: Answer) -> None:
        """Delete the person's newest private message about the same table, if it is an older one.

        It may be the answer to a later press.
        """
        shown = self._newest.get(answer.key)
        if shown is None or shown.answer.press.id > answer.press.id:
            return
        del self._newest[answer.key]
        if not shown.answer.press.is_expired():
            with suppress(*NO_HARM):
                await shown.answer.press.delete_original_response()

    async def replace_older(self, answer: Answer, message_id: int) -> None:
        """Delete the person's other private message about the same table, if there is one.

        Of two answers that overlap, that to the newer press stays.
        """
        if answer.table_id is None or answer.press.guild_id is None:
            return
        _drop_expired(self._newest, lambda shown: shown.answer.press.id)
        shown = Shown(answer, message_id)
        pair = (self._newest.pop(answer.key, shown), shown)
        older, newer = sorted(pair, key=lambda each: each.answer.press.id)
        self._newest[answer.key] = newer
        if older.message_id != newer.message_id:
            older.answer.private.pressed = newer.answer.press.id
            with suppress(*NO_HARM):
                await older.answer.press.delete_original_response()


def _drop_expired(messages: dict[K, V], press: Callable[[V], int]) -> None:
    """Drop the messages that have not been pressed for a quarter of an hour; those come first."""
    now = discord.utils.utcnow()
    while messages:
        oldest = next(iter(messages))
        if now < discord.utils.snowflake_time(press(messages[oldest])) + LASTS:
            return
        del messages[oldest]


# ---- one answer ----------------------------------------------------------------------------------


class Answer:
    """The answer to one press, form or command."""

    def __init__(self, press: Click, messages: PrivateMessages, language: str) -> None:
        self.press, self.language = press, language
        clicked = press.message
        self.panel = clicked if clicked is not None and clicked.flags.ephemeral else None
        """The private message that was pressed; None for a post or a command."""
        self.table_id: int | None = None
        """The table that it is about, once that is known."""
        self.private = PrivateMessage(press.id)
        """The message that shows it."""
        if self.panel is not None:
            self.private = messages.pressed(self.panel.id, press.id)
        self._messages = messages
        self._doing, self._is_public = WORKING, False
        self._alarm: asyncio.TimerHandle | None = None
        self._is_known = self._may_be_known = False
        """Whether Discord knows, or may know, that the answer takes time, as the connection broke
        or the bot ended when it was told."""
        self._is_doubled = False
        """Whether Discord has sent the press twice, and has an answer to it from its twin."""

    @property
    def key(self) -> tuple[int, int]:
        """The person and the table."""
        return self.press.user.id, self.table_id or 0

    @property
    def is_current(self) -> bool:
        """Whether nothing newer has been pressed where it is shown."""
        return self.private.pressed == self.press.id

    @property
    def may_take_long(self) -> bool:
        """Whether Discord knows, or will be told in time, that the answer takes time."""
        return self._alarm is not None or self._is_acknowledged

    @property
    def _is_acknowledged(self) -> bool:
        """Whether Discord has a first answer."""
        return self._is_known or self.press.response.is_done()

    # ---- time --------------------------------------------------------------------------------

    def defer(self, doing: str = WORKING, *, public: bool = False) -> None:
        """Say soon what is being `doing`, unless the answer is there by then."""
        self._doing, self._is_public = doing, public
        PLACE.set(self._place)
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(SOON, self._be_late)

    @property
    def _place(self) -> tuple[int, int]:
        """The person, and the message in which pictures of theirs replace each other."""
        return self.press.user.id, id(self) if self.panel is None else self.panel.id

    def _be_late(self) -> None:
        self.press.client.background(self._say_what_is_done())

    async def _say_what_is_done(self) -> None:
        """Say what is being done, unless the answer was there first or is overtaken."""
        try:
            async with self._in_order():
                await self._acknowledge()
        except (Overtaken, *NO_HARM) as error:
            self._may_be_known = is_outage(error)
            self._is_doubled = getattr(error, "code", None) == ANSWERED_ALREADY
        except asyncio.CancelledError:  # the bot ends
            self._may_be_known = True
            raise

    async def acknowledge(self) -> None:
        """Say at once that the answer takes time, as `edit_original_response` needs it."""
        async with self.private.lock:
            await self._acknowledge()

    async def _acknowledge(self) -> None:
        response = self.press.response
        if self._is_acknowledged:
            return
        if self.panel is None:
            await response.defer(ephemeral=not self._is_public, thinking=True)
        elif (view := self._waiting_panel()) is not None:
            self.private.waits = self.private.waits or self
            await response.edit_message(view=view)
        else:
            await response.defer()

    def stop_waiting(self) -> None:
        """Say nothing more of what is being done."""
        if self._alarm is not None:
            self._alarm.cancel()

    async def end(self) -> None:
        """Let nobody wait any longer for a press after which there was nothing to show."""
        if self.private.waits is self:
            with suppress(Overtaken):
                await self.restore()
        async with self.private.lock:
            if self._alarm is not None and not self._is_acknowledged:
                await self.press.response.defer()

    @property
    def _panel_before(self) -> discord.Message | None:
        """The panel that was pressed, as before it said what is being done, if that is known."""
        return self.panel if self.private.waits is None else self.private.waits.panel

    def _waiting_panel(self) -> ui.LayoutView | None:
        """The panel with its controls off and a line about what is done; None without room."""
        panel = self._panel_before
        if panel is None or not panel.flags.components_v2:
            return None
        view = copy_of(panel)
        controls = list(_controls(view))
        off = RESTORE.format(off=".".join(str(each.id) for each in controls if each.disabled))
        if len(off) > LONGEST_ID:
            return None
        for control in controls:
            control.disabled = True
        is_drawn = self._doing == WORKING and PAINTER.is_awaited(self._place)
        line = text(DRAWING if is_drawn else self._doing, self.language)
        back = ui.Button[Any](label=text("panel.wait_back", self.language), custom_id=off)
        section = ui.Section[Any](line, accessory=back, id=WAITING)
        return view if _add_note(view, section, instead=self._pressed_row(view)) else None

    def _pressed_row(self, view: ui.LayoutView) -> ui.Item[Any] | None:
        """The row of a panel that was pressed, or else its last one; None where it has none."""
        rows = [part for part in _top(view).children if any(_controls(part))]
        data: Any = self.press.data
        pressed = [row for row in rows if data["custom_id"] in map(_id_of, _controls(row))]
        return next(iter((*pressed, *rows[::-1])), None)

    # ---- content -----------------------------------------------------------------------------

    async def show(self, panel: Panel) -> discord.Message:
        """Show a panel, and return the message.

        Where a press at the same instant has had the message deleted, the person's newest one about
        the table shows the panel. Raises Overtaken where it already shows the answer to a later
        press.
        """
        freshen(panel, self.press)
        try:
            async with self._in_order():
                shown = await self._deliver(panel, panel.files)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return await self._show_elsewhere(panel)
        if shown.flags.ephemeral:
            self._messages.note_sent(shown.id, self.private)
            await self._messages.replace_older(self, shown.id)
        return shown

    async def _deliver(
        self, view: ui.LayoutView, files: Sequence[discord.File] = MISSING
    ) -> discord.Message:
        """Show a panel, which may keep its files, and which waits for nothing any more."""
        shown = await self._send_or_edit(view, files)
        self.private.waits = None
        return shown

    async def _send_or_edit(
        self, view: ui.LayoutView, files: Sequence[discord.File]
    ) -> discord.Message:
        """Send a panel as the first answer, or edit the first one."""
        if not self._is_acknowledged:
            try:
                return await self._respond(view, files)
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY or not self._may_be_known:
                    raise
            self._is_known = True
            _rewind(files)
        return await self.press.edit_original_response(view=view, attachments=files)

    async def _respond(self, view: ui.LayoutView, files: Sequence[discord.File]) -> discord.Message:
        """Send a panel as the first answer."""
        response = self.press.response
        if self.panel is not None:
            sent = await response.edit_message(view=view, attachments=files)
        else:
            ephemeral = not self._is_public
            sent = await response.send_message(view=view, files=files, ephemeral=ephemeral)
        return _message_of(sent)

    async def _show_elsewhere(self, panel: Panel) -> discord.Message:
        """Show a panel in the person's newest private message about the table, or in one more."""
        _rewind(panel.files)
        newest = self._messages.newest(self)
        if newest is not None and newest.answer.press.id != self.press.id:
            edit = newest.answer.press.edit_original_response
            return await edit(view=panel, attachments=panel.files)
        return await self._send(panel)

    @asynccontextmanager
    async def _in_order(self) -> AsyncIterator[None]:
        """Let a private message be edited by the answers to its presses in their order.

        An answer that takes long is left out once that to a later press is shown, and one of two to
        the same press: raises Overtaken.
        """
        async with self.private.lock:
            if self.private.shown > self.press.id or self._is_doubled:
                raise Overtaken
            yield
            self.private.shown = self.press.id

    async def send(self, panel: Panel, *, instead: bool = False) -> None:
        """Send one more private message, beside the older one about the table or instead of it."""
        async with self.private.lock:
            sent = await self._send(panel)
        if instead:
            await self._messages.replace_older(self, sent.id)

    async def post(self, **content: Any) -> None:
        """Send a public message beside the panel that was pressed."""
        async with self.private.lock:
            respond, follow_up = self.press.response.send_message, self.press.followup.send
            await (follow_up if self._is_acknowledged else respond)(**content)

    async def _send(self, panel: Panel) -> discord.Message:
        """Send a private message, as the response or after it; Discord may have one already."""
        if not self._is_acknowledged:
            try:
                respond = self.press.response.send_message
                return _message_of(await respond(view=panel, files=panel.files, ephemeral=True))
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY:
                    raise
            self._is_known = True
            _rewind(panel.files)
        follow_up = self.press.followup.send
        return await follow_up(view=panel, files=panel.files, ephemeral=True, wait=True)

    async def note(self, item: ui.Item[Any]) -> None:
        """Show a note in the panel that was pressed, else as a private message.

        Where both have no room, the note takes the place of the panel. All menus are made anew, so
        that a choice that was refused can be chosen once more.
        """
        panel = self._panel_before
        if panel is None or not panel.flags.components_v2:
            await self.note_apart(item)
            return
        view = copy_of(panel)
        view = view if _add_note(view, item) else Panel(item)
        freshen(view, self.press)
        async with self._in_order():
            await self._deliver(view)
        await self._messages.replace_older(self, panel.id)

    async def note_apart(self, item: ui.Item[Any]) -> None:
        """Show a note in a private message of its own; it is the answer where there is none yet."""
        response = self.press.response
        is_answer = not response.is_done() or response.type is LOADING
        async with self.private.lock:
            sent = await self._send(Panel(item))
        if is_answer and sent.flags.ephemeral:
            await self._messages.replace_older(self, sent.id)
        await self.end()

    async def restore(self) -> None:
        """Show the panel that was pressed as it was before something was under way.

        Where a bot has ended without putting it back, a note stands for the row that was pressed.
        """
        if (panel := self._panel_before) is not None:
            view = copy_of(panel)
            if is_waiting(panel):
                _add_note(view, note(text("panel.wait_lost", self.language)))
            freshen(view, self.press)
            async with self._in_order():
                await self._deliver(view)


def _rewind(files: Sequence[discord.File]) -> None:
    """Let files be sent once more."""
    for file in files or ():
        file.reset()


def _message_of(sent: discord.InteractionCallbackResponse[App] | None) -> discord.Message:
    """Message that a first answer shows."""
    assert sent is not None
    assert isinstance(sent.resource, discord.InteractionMessage)
    return sent.resource


# ---- copies of a panel ---------------------------------------------------------------------------


def is_waiting(panel: discord.Message) -> bool:
    """Whether a panel says what is being done."""
    view = ui.LayoutView.from_message(panel, timeout=None)
    view.stop()
    return any(part.id == WAITING for part in view.walk_children())


def copy_of(panel: discord.Message) -> ui.LayoutView:
    """Components of a panel without its notes, as before something was under way.

    discord.py is to remember none of them.
    """
    view = ui.LayoutView.from_message(panel, timeout=None)
    view.stop()
    top = _top(view)
    for part in [part for part in top.children if part.id in (NOTE, WAITING)]:
        top.remove_item(part)
        if isinstance(part, ui.Section) and part.id == WAITING:
            _, _, off = getattr(part.accessory, "custom_id", "").partition(":")
            for control in _controls(view):
                control.disabled = str(control.id) in off.split(".")
    return view


def _add_note(
    view: ui.LayoutView, item: ui.Item[Any], *, instead: ui.Item[Any] | None = None
) -> bool:
    """Add a note to a panel, by default below it; False without room.

    There, or `instead` of the row that was pressed, one looks.
    """
    top = _top(view)
    parts = [item if part is instead else part for part in top.children]
    parts += [] if item in parts else [item]
    top.clear_items()
    try:
        for part in parts:
            top.add_item(part)
    except ValueError:
        return False
    return view.content_length() <= LONGEST_MESSAGE


def _top(view: ui.LayoutView) -> ui.Container[Any] | ui.LayoutView:
    """Frame of a panel; a message without one."""
    return next((child for child in view.children if isinstance(child, ui.Container)), view)


def _id_of(control: ui.Button[Any] | BaseSelect[Any]) -> str | None:
    return control.custom_id


def _controls(part: ui.LayoutView | ui.Item[Any]) -> Iterator[ui.Button[Any] | BaseSelect[Any]]:
    """Buttons and menus of a panel or a part of it, without links."""
    walk = getattr(part, "walk_children", tuple)
    for item in walk():
        if isinstance(item, BaseSelect) or (isinstance(item, ui.Button) and item.custom_id):
            yield item
