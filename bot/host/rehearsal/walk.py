"""The part of a rehearsal that needs nobody: threads, forms, files, edits, icons."""

from __future__ import annotations

import base64
from typing import Any

from bot.host.rehearsal.notes import OLD, OLD_WAIT, Notes
from bot.host.rehearsal.places import EMOJIS, ICON, Places
from bot.host.rehearsal.requests import OLD_EDITS, Answer, Requests, Sleep
from bot.host.rehearsal.ruler import film, ruler

V2 = 1 << 15
PUBLIC, PRIVATE, NEWS = 11, 12, 10
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
THREADS, THREAD = "/channels/{channel_id}/threads", "/channels/{channel_id}"
MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
PIN = f"{MESSAGES}/pins/{{message_id}}"
MEBIBYTE = 2**20
LARGEST = 10 * MEBIBYTE
OLD_AFTER = 3_660.0
"""Seconds after which a message is old for Discord: an hour, and a minute more."""
MOST_EDITS = 12
PAGE = b"<!doctype html><meta charset=utf-8><title>Page</title><script>document.write('It opens.')"
SPACED = "my board (1).png"


def text(content: str) -> dict[str, Any]:
    """A component with words."""
    return {"type": 10, "content": content}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    """A row of buttons, or a menu."""
    return {"type": 1, "components": list(components)}


def button(label: str, custom_id: str, **fields: Any) -> dict[str, Any]:
    """A button."""
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id, **fields}


def menu(custom_id: str, *labels: str, **fields: Any) -> dict[str, Any]:
    """A menu of these entries."""
    options = [{"label": label, "value": str(number)} for number, label in enumerate(labels)]
    return {"type": 3, "custom_id": custom_id, "options": options, **fields}


def picture(url: str) -> dict[str, Any]:
    """A gallery of one picture."""
    return {"type": 12, "items": [{"media": {"url": url}, "description": "A ruler"}]}


def panel(*components: dict[str, Any]) -> dict[str, Any]:
    """A message of components."""
    return {"flags": V2, "components": list(components)}


def widest_panel() -> dict[str, Any]:
    """A message with the most components and characters that Discord takes: 40 and 4,000."""
    rows = [
        row(*(button("x" * 80, f"wide:{line}:{place}") for place in range(5))) for line in range(5)
    ]
    menus = [row(menu(f"menu:{n}", *(f"{m} " * 20 for m in range(25)))) for n in range(2)]
    words = [text("x" * 800) for _ in range(5)]
    return panel({"type": 17, "components": [*words, *rows]}, *menus)


def refused_forms() -> dict[str, dict[str, Any]]:
    """Messages that Discord refuses, by the name of the question."""
    people = [{"type": "user", "id": str(number)} for number in range(1, 4)]
    return {
        "blank_message": {"content": " \n"},
        "blank_text": panel(text(" ")),
        "blank_label": panel(row(button("  ", "x"))),
        "blank_option": panel(row(menu("x", " "))),
        "word_as_emoji": panel(row(button("x", "x", emoji={"name": "stone"}))),
        "script_link": panel(
            row({"type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)"})
        ),
        "foreign_file": panel({"type": 13, "file": {"url": "https://example.org/a.json"}}),
        "three_defaults": panel(row({"type": 5, "custom_id": "x", "default_values": people})),
        "lost_attachment": {"content": "x", "attachments": [{"id": "0"}]},
        "empty_embed": {"embeds": [{}]},
        "too_many_components": panel(*(text("x") for _ in range(41))),
        "too_many_characters": panel(text("x" * 2001), text("x" * 2000)),
    }


def first_media(message: Any) -> dict[str, Any]:
    """The media of the first gallery of a message."""
    galleries = [part for part in message["components"] if part["type"] == 12]
    media: dict[str, Any] = galleries[0]["items"][0]["media"]
    return media


def is_same_file(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether two messages show the same uploaded file, without a copy beside it."""
    urls = [first_media(message)["url"].partition("?")[0] for message in (before, after)]
    return urls[0] == urls[1] and not after.get("attachments")


class Walk:
    """Asks the questions and notes the answers."""

    def __init__(self, ask: Requests, notes: Notes, places: Places, sleep: Sleep) -> None:
        self._ask, self._notes, self._places = ask, notes, places
        self._sleep = sleep

    @property
    def answered(self) -> int:
        """Number of questions that have an answer."""
        return len(self._notes.answers)

    @property
    def _text(self) -> str:
        return self._places.channels["text"]

    async def _noted(self, name: str, method: str, route: str, *args: Any, **ids: str) -> Answer:
        return self._notes.note(name, await self._ask(method, route, *args, **ids))

    # ---- threads ---------------------------------------------------------------------------------

    async def threads(self) -> None:
        """Threads of every kind, and where there can be none."""
        sent = await self._ask("POST", MESSAGES, {"content": "x"}, channel_id=self._text)
        if not sent.failed:
            route, places = f"{MESSAGE}/threads", {"message_id": sent.body["id"]}
            await self._noted(
                "thread_of_message", "POST", route, {"name": "x"}, channel_id=self._text, **places
            )
        for name, kind, number in (
            ("public_thread", "text", PUBLIC),
            ("private_thread", "text", PRIVATE),
            ("news_thread", "news", NEWS),
            ("wrong_kind_of_thread", "text", NEWS),
            ("thread_in_voice", "voice", PUBLIC),
            ("thread_on_stage", "stage", PUBLIC),
        ):
            await self._thread_in(name, kind, {"name": "x", "type": number})
        await self._thread_in("nameless_thread", "text", {"name": " ", "type": PUBLIC})
        for name, kind in (("forum_post", "forum"), ("media_post", "media")):
            await self._thread_in(name, kind, {"name": "x", "message": {"content": "x"}})
        if "forum" in self._places.channels:
            forum = self._places.channels["forum"]
            await self._noted(
                "message_in_forum", "POST", MESSAGES, {"content": "x"}, channel_id=forum
            )

    async def _thread_in(self, name: str, kind: str, body: dict[str, Any]) -> None:
        if kind in self._places.channels:
            channel = self._places.channels[kind]
            await self._noted(name, "POST", THREADS, body, channel_id=channel)

    async def closed_threads(self) -> bool:
        """Locked and archived threads, by a bot without the right to manage them."""
        threads = [await self._thread_with_message() for _ in range(4)]
        whole = [thread for thread in threads if thread is not None]
        if len(whole) < len(threads):
            return False
        locked, closed, sealed, plain = whole
        for place, change in (
            (locked, {"locked": True}),
            (closed, {"archived": True}),
            (sealed, {"locked": True, "archived": True}),
        ):
            await self._ask("PATCH", THREAD, change, channel_id=place[0])
        if not await self._places.take_right():
            return False
        await self._ask_locked(*locked)
        await self._ask_closed(*closed)
        await self._ask_sealed(*sealed)
        body = {"locked": True}
        await self._noted("lock_without_right", "PATCH", THREAD, body, channel_id=plain[0])
        await self._noted("delete_without_right", "DELETE", THREAD, channel_id=plain[0])
        return True

    async def _thread_with_message(self) -> tuple[str, str] | None:
        """A thread with a message of the bot's: both ids."""
        body = {"name": "x", "type": PUBLIC}
        thread = await self._ask("POST", THREADS, body, channel_id=self._text)
        if thread.failed:
            return None
        number = str(thread.body["id"])
        sent = await self._ask("POST", MESSAGES, {"content": "x"}, channel_id=number)
        return None if sent.failed else (number, str(sent.body["id"]))

    async def _ask_locked(self, thread: str, message: str) -> None:
        await self._ask_changes("locked", thread, message)
        await self._noted("locked_message", "POST", MESSAGES, {"content": "y"}, channel_id=thread)
        places = {"channel_id": thread, "message_id": message}
        await self._noted("locked_delete", "DELETE", MESSAGE, **places)

    async def _ask_closed(self, thread: str, message: str) -> None:
        await self._ask_changes("closed", thread, message)
        me = {"channel_id": thread, "user_id": "@me"}
        await self._noted("closed_leave", "DELETE", MEMBER, **me)
        places = {"channel_id": thread, "message_id": message}
        await self._noted("closed_delete", "DELETE", MESSAGE, **places)
        await self._noted("closed_message", "POST", MESSAGES, {"content": "y"}, channel_id=thread)

    async def _ask_changes(self, state: str, thread: str, message: str) -> None:
        """An edit, a pin, a new name and a new member in a thread that is `locked` or `closed`."""
        places = {"channel_id": thread, "message_id": message}
        await self._noted(f"{state}_edit", "PATCH", MESSAGE, {"content": "y"}, **places)
        await self._noted(f"{state}_pin", "PUT", PIN, **places)
        await self._noted(f"{state}_rename", "PATCH", THREAD, {"name": "y"}, channel_id=thread)
        member = {"channel_id": thread, "user_id": self._places.owner}
        await self._noted(f"{state}_add", "PUT", MEMBER, **member)

    async def _ask_sealed(self, thread: str, message: str) -> None:
        name, places = "closed_and_locked", {"channel_id": thread, "message_id": message}
        body: dict[str, Any] = {"content": "y"}
        await self._noted(f"{name}_message", "POST", MESSAGES, body, channel_id=thread)
        await self._noted(f"{name}_delete", "DELETE", MESSAGE, **places)
        body = {"archived": False}
        await self._noted(f"{name}_open", "PATCH", THREAD, body, channel_id=thread)

    # ---- messages --------------------------------------------------------------------------------

    async def messages(self) -> None:
        """Messages that are refused, the widest one, and edits one after the other."""
        for name, body in refused_forms().items():
            await self._noted(name, "POST", MESSAGES, body, channel_id=self._text)
        await self._noted("widest_panel", "POST", MESSAGES, widest_panel(), channel_id=self._text)
        sent = await self._ask("POST", MESSAGES, {"content": "x"}, channel_id=self._text)
        if not sent.failed:
            places = {"channel_id": self._text, "message_id": sent.body["id"]}
            for number in range(3):
                body = {"content": f"x{number}"}
                await self._noted("edit", "PATCH", MESSAGE, body, **places)

    async def files(self) -> None:
        """Files: the largest, a film, a page, a name with spaces, a panel that is edited."""
        for name, filename, content in (
            ("large_file", "a.bin", bytes(LARGEST)),
            ("larger_file", "a.bin", bytes(LARGEST + 1)),
            ("film", "film.gif", film()),
            ("page_file", "page.html", PAGE),
        ):
            files = {filename: content}
            await self._noted(name, "POST", MESSAGES, {}, files, channel_id=self._text)
        tall = ruler("tall")
        sent = await self._ask("POST", MESSAGES, {}, {SPACED: tall}, channel_id=self._text)
        if not sent.failed:
            self._notes.facts["file_name"] = sent.body["attachments"][0]["filename"]
        await self._edited_panel(tall)

    async def _edited_panel(self, content: bytes) -> None:
        body = panel(picture("attachment://ruler.png"), text("x"))
        files = {"ruler.png": content}
        sent = await self._ask("POST", MESSAGES, body, files, channel_id=self._text)
        if sent.failed:
            return
        places = {"channel_id": self._text, "message_id": sent.body["id"]}
        body = panel(picture(first_media(sent.body)["url"]), text("y"))
        edited = await self._ask("PATCH", MESSAGE, body, **places)
        self._notes.facts["picture_stays"] = not edited.failed and is_same_file(
            sent.body, edited.body
        )

    async def icons(self) -> None:
        """An icon of the application, and what is none."""
        for name, content in (("no_icon", b"no picture"), ("icon", ruler("tall"))):
            image = f"data:image/png;base64,{base64.b64encode(content).decode()}"
            body = {"name": ICON, "image": image}
            await self._noted(name, "POST", EMOJIS, body, **self._places.ids)

    async def old_message(self) -> None:
        """Edits of a message that is more than an hour old, until Discord refuses one."""
        sent = await self._ask("POST", MESSAGES, {"content": "x"}, channel_id=self._text)
        if sent.failed:
            return
        await self._sleep(OLD_AFTER)
        places = {"channel_id": self._text, "message_id": sent.body["id"]}
        for number in range(MOST_EDITS):
            answer = await self._ask("PATCH", MESSAGE, {"content": f"x{number}"}, **places)
            if answer.code == OLD_EDITS:
                self._notes.facts[OLD] = number
                self._notes.facts[OLD_WAIT] = round(float(answer.body["retry_after"]))
                return
        self._notes.facts[OLD] = MOST_EDITS
