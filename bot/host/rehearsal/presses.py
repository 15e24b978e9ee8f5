"""The part of a rehearsal that needs a person: five presses, and screenshots of two devices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import discord

from bot.connection.endpoints import point_at
from bot.host.rehearsal.notes import DEVICES, LARGEST_FILE, SMALLEST_LETTERS, Notes
from bot.host.rehearsal.places import COMMANDS, PREFIX, Places
from bot.host.rehearsal.requests import Answer, Requests
from bot.host.rehearsal.ruler import LETTERS, SHAPES, is_boxed, letters, measure, ruler
from bot.host.rehearsal.walk import (
    MESSAGE,
    MESSAGES,
    PAGE,
    PUBLIC,
    THREAD,
    THREADS,
    button,
    first_media,
    is_same_file,
    menu,
    panel,
    picture,
    row,
    text,
)
from bot.i18n import text as sentence
from bot.settings import Settings

SHOW, UPDATE, FORM = 4, 7, 9
EPHEMERAL = 1 << 6
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback?with_response=true"
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = f"{FOLLOW_UP}/messages/@original"
TASKS = (
    *("form", "locked", "panel", "choice", "same", "page", "looks", "letters"),
    *DEVICES,
)
"""What a person is asked to do, in the order of the checklist."""
LOOKS = {
    "small_lines_apart": "see_small_lines",
    "code_line_whole": "see_code",
    "buttons_beside": "see_buttons",
    "none": "see_none",
}
"""What may be seen of the specimen on a phone, by the names of facts, with the codes of texts."""
COLUMNS = 42
"""Characters of a line of code that a phone shows without scrolling."""
ATTACHMENT = 11
LOOK = 1.0
"""Seconds between two looks for a screenshot on this machine."""


class Presses(discord.Client):
    """Client that hears what a person presses, and ticks it off a checklist in the channel."""

    def __init__(
        self,
        ask: Requests,
        notes: Notes,
        places: Places,
        settings: Settings,
        screenshots: Mapping[str, Path],
    ) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._ask, self._notes, self._places = ask, notes, places
        self._settings, self._screenshots = settings, screenshots
        self._checklist = ""
        self._locked = ""
        self.done: set[str] = set()
        """The tasks that are done."""
        self.all_done = asyncio.Event()

    def _say(self, name: str, **details: Any) -> str:
        return sentence(f"rehearsal.{name}", self._settings.language, **details)

    # ---- the channel -----------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Post a page, pictures and the checklist, and register the command."""
        posts: list[tuple[dict[str, Any], dict[str, bytes]]] = [({}, {"page.html": PAGE})]
        posts.append((self._specimen(), {"letters.png": letters()}))
        posts += [
            (panel(picture(f"attachment://{name}.png")), {f"{name}.png": ruler(name)})
            for name in SHAPES
        ]
        channel = self._places.channels["text"]
        for body, files in posts:
            await self._ask("POST", MESSAGES, body, files, channel_id=channel)
        sent = await self._ask("POST", MESSAGES, self._list(), channel_id=channel)
        self._checklist = "" if sent.failed else sent.body["id"]
        options = [
            {"type": ATTACHMENT, "name": device, "description": self._say(device)}
            for device in DEVICES
        ]
        body = {"name": PREFIX, "description": self._say("command"), "options": options}
        await self._ask("POST", COMMANDS, body, **self._places.ids)

    def _specimen(self) -> dict[str, Any]:
        """A post whose look on a phone is asked for, with the menus that answer."""
        line = "".join(str(number % 10) for number in range(1, COLUMNS + 1))
        seen = [self._say(code) for code in LOOKS.values()]
        heights = [str(height) for height in LETTERS]
        return panel(
            text(f"-# {self._say('first')}\n-# {self._say('second')}"),
            text(f"```\n{line}\n```"),
            row(*(button(f"{n} {n} {n} {n}", f"look:{n}", disabled=True) for n in range(1, 6))),
            picture("attachment://letters.png"),
            row(
                menu(
                    *("rehearsal:looks", *seen),
                    max_values=len(seen),
                    placeholder=self._say("seen"),
                )
            ),
            row(menu("rehearsal:letters", *heights, placeholder=self._say("read"))),
        )

    async def lock_thread(self) -> None:
        """Lock a thread with a button, while the bot may."""
        body = {"name": PREFIX, "type": PUBLIC}
        thread = await self._ask("POST", THREADS, body, channel_id=self._places.channels["text"])
        if thread.failed:
            return
        self._locked = thread.body["id"]
        control = row(button(self._say("press"), "rehearsal:locked"))
        await self._ask("POST", MESSAGES, panel(control), channel_id=self._locked)
        await self._ask("PATCH", THREAD, {"locked": True}, channel_id=self._locked)

    def _list(self) -> dict[str, Any]:
        lines = [
            f"{'☑' if task in self.done else '☐'} {self._say(f'do_{task}', thread=self._locked)}"
            for task in TASKS
        ]
        entries = (self._say("first"), self._say("second"))
        return panel(
            text("\n".join([f"### {self._say('ask')}", *lines])),
            row(
                button(self._say("open_form"), "rehearsal:form"),
                button(self._say("open_panel"), "rehearsal:panel"),
                button(self._say("finish"), "rehearsal:finish"),
            ),
            row(
                button(self._say("opens"), "rehearsal:opens"),
                button(self._say("opens_not"), "rehearsal:opens_not"),
            ),
            row(menu("rehearsal:menu", *entries, placeholder=self._say("menu"))),
        )

    async def _tick(self, *tasks: str) -> None:
        self.done.update(tasks)
        places = {"channel_id": self._places.channels["text"], "message_id": self._checklist}
        await self._ask("PATCH", MESSAGE, self._list(), **places)
        if self.done >= {*TASKS}:
            self.all_done.set()

    async def wait(self, minutes: float) -> int:
        """Listen until all tasks are done or the time is over; the number of those undone."""
        point_at(self._settings)
        async with self:
            listening = asyncio.create_task(self.start(self._settings.discord_token or ""))
            watching = asyncio.create_task(self.watch_files())
            finished = asyncio.create_task(self.all_done.wait())
            await asyncio.wait(
                {listening, finished}, timeout=minutes * 60, return_when=asyncio.FIRST_COMPLETED
            )
            watching.cancel()
            finished.cancel()
            await self.close()
            await asyncio.gather(listening, watching, finished, return_exceptions=True)
        return len({*TASKS} - self.done)

    # ---- presses ---------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press, a form or the command of this rehearsal."""
        data: Any = interaction.data or {}
        self._notes.facts[LARGEST_FILE] = interaction.filesize_limit
        name = data.get("custom_id") or data.get("name")
        handlers: Mapping[str, Callable[..., Any]] = {
            "rehearsal:form": self._open_form,
            "rehearsal:filled": self._read_form,
            "rehearsal:locked": self._answer_in_thread,
            "rehearsal:panel": self._show_panel,
            "rehearsal:menu": self._take_choice,
            "rehearsal:looks": self._note_looks,
            "rehearsal:letters": self._note_letters,
            "rehearsal:opens": self._note_page,
            "rehearsal:opens_not": self._note_page,
            "rehearsal:finish": self._finish,
            PREFIX: self._read_screenshots,
        }
        if name in handlers:
            await handlers[name](interaction, data)

    async def _respond(
        self,
        interaction: discord.Interaction,
        kind: int,
        data: dict[str, Any],
        files: Mapping[str, bytes] | None = None,
    ) -> Answer:
        body = {"type": kind, "data": data}
        places = {"interaction_id": str(interaction.id), "interaction_token": interaction.token}
        return await self._ask("POST", CALLBACK, body, files, **places)

    async def _thank(self, interaction: discord.Interaction) -> Answer:
        words = {"content": self._say("thanks"), "flags": EPHEMERAL}
        return await self._respond(interaction, SHOW, words)

    async def _open_form(self, interaction: discord.Interaction, _: Any) -> None:
        field = {"type": 4, "custom_id": "words", "style": 1, "required": False}
        choice = menu("choice", self._say("first"), self._say("second"))
        parts = [("words", field), ("choice", choice)]
        labels = [{"type": 18, "label": self._say(name), "component": part} for name, part in parts]
        title = self._say("open_form")
        form = {"custom_id": "rehearsal:filled", "title": title, "components": labels}
        self._notes.note("form", await self._respond(interaction, FORM, form))

    async def _read_form(self, interaction: discord.Interaction, data: Any) -> None:
        fields = [label.get("component", {}) for label in data.get("components", ())]
        names = {field.get("custom_id") for field in fields}
        self._notes.facts["form_arrives"] = names == {"words", "choice"}
        await self._thank(interaction)
        await self._tick("form")

    async def _answer_in_thread(self, interaction: discord.Interaction, _: Any) -> None:
        self._notes.note("press_in_locked_thread", await self._thank(interaction))
        await self._tick("locked")

    async def _show_panel(self, interaction: discord.Interaction, _: Any) -> None:
        """Show a private picture, and edit the panel as *Why?* does."""
        body = panel(picture("attachment://wide.png"), text("x"))
        body["flags"] |= EPHEMERAL
        answer = await self._respond(interaction, SHOW, body, {"wide.png": ruler("wide")})
        if not self._notes.note("private_panel", answer).failed:
            shown = answer.body["resource"]["message"]
            places = {"webhook_id": self._places.bot, "webhook_token": interaction.token}
            body = panel(picture(first_media(shown)["url"]), text("y"))
            edited = await self._ask("PATCH", ORIGINAL, body, **places)
            if not self._notes.note("private_edit", edited).failed:
                stays = is_same_file(shown, edited.body)
                self._notes.facts["private_picture_stays"] = stays
            words = {"content": self._say("thanks"), "flags": EPHEMERAL}
            more = await self._ask("POST", FOLLOW_UP, words, **places)
            self._notes.note("more_words", more)
        await self._tick("panel")

    async def _take_choice(self, interaction: discord.Interaction, _: Any) -> None:
        """Draw the same menu again, so that the same entry can be chosen twice."""
        await self._respond(interaction, UPDATE, self._list())
        if "choice" in self.done:
            self._notes.facts["same_choice_arrives"] = True
        await self._tick("same" if "choice" in self.done else "choice")

    async def _note_page(self, interaction: discord.Interaction, data: Any) -> None:
        await self._thank(interaction)
        self._notes.facts["page_opens"] = data["custom_id"] == "rehearsal:opens"
        await self._tick("page")

    async def _note_looks(self, interaction: discord.Interaction, data: Any) -> None:
        await self._thank(interaction)
        seen = [list(LOOKS)[int(value)] for value in data["values"]]
        self._notes.facts.update({name: name in seen for name in LOOKS if name != "none"})
        await self._tick("looks")

    async def _note_letters(self, interaction: discord.Interaction, data: Any) -> None:
        await self._thank(interaction)
        self._notes.facts[SMALLEST_LETTERS] = LETTERS[int(data["values"][0])]
        await self._tick("letters")

    async def _finish(self, interaction: discord.Interaction, _: Any) -> None:
        await self._thank(interaction)
        self.all_done.set()

    # ---- screenshots -----------------------------------------------------------------------------

    async def _read_screenshots(self, interaction: discord.Interaction, data: Any) -> None:
        await self._thank(interaction)
        attachments = data.get("resolved", {}).get("attachments", {})
        for option in data.get("options", ()):
            content = await self._ask.download(attachments[str(option["value"])]["url"])
            await self._measure(option["name"], content or b"")

    async def _measure(self, device: str, screenshot: bytes) -> None:
        pictures = await asyncio.to_thread(measure, screenshot)
        if not pictures:
            return
        self._notes.pictures[device] = self._notes.pictures.get(device, {}) | pictures
        boxed = is_boxed(self._notes.pictures[device])
        if device == "computer" and boxed is not None:
            self._notes.facts["box_of_computer"] = boxed
        await self._tick(device)

    async def watch_files(self) -> None:
        """Measure the screenshots of this machine, each when its file is there."""
        waiting = dict(self._screenshots)
        while waiting:
            for device, file in [*waiting.items()]:
                if await asyncio.to_thread(file.is_file):
                    await self._measure(device, await asyncio.to_thread(file.read_bytes))
                    del waiting[device]
            await asyncio.sleep(LOOK)
