"""A person who notes every byte that leaves for them: what they ask for, and what comes by itself.

Two witnesses of two worlds can be compared: the clock stands still, and ids are left out.
"""

import asyncio
import hashlib
import re
from datetime import UTC, datetime

import msgspec

from bot.clock import Clock
from playground.components import walk
from tests.cogs.settling import quiet
from tests.patience import LONGEST, until

ID = re.compile(r"\d{15,20}|[0-9a-f]{20,}")
"""Ids and nonces: they count what was sent, and how fast."""
MINUTE = 60
HANDLING = ("discord-ui-", "CommandTree-", "discord.py: on_interaction")
"""Beginnings of the names of tasks in which an interaction is handled."""
LOOKING = re.compile(r"(t|v|b|r|rp|rm|rs|an):")
MAKING = re.compile(r"t:\d+:\d+:(ok|on|both|undo|restart|leave|forget|anew|quiet):")
"""Custom ids of parts that show something, and of those that change something."""


class NoonClock(Clock):
    """A clock on which it is always the same minute: no nap of a minute ends, other timeouts do."""

    def __init__(self) -> None:
        super().__init__()
        self.noon = datetime.now(UTC).replace(microsecond=0)

    def now(self) -> datetime:
        return self.noon + self.ahead

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds if seconds < MINUTE else LONGEST)


class Witness:
    """A person at a table, and all that they have seen since somebody began to look."""

    def __init__(self, house, person, thread):
        self.house, self.person, self.thread = house, person, thread
        self.answers: list[tuple[str, str]] = []
        """Each act, and its answer."""
        self.sent: set[str] = set()
        """Everything that was sent, in whatever order."""
        self.has_moved, self.size = False, 0
        self._revision = 0
        self._heard = len(person.events)

    async def settle(self):
        """Wait until everything is answered and posted, and note it."""
        await until(lambda: not any(map(is_handling, asyncio.all_tasks())))
        await quiet(self.house)
        events = self.person.events[self._heard :]
        self._heard = len(self.person.events)
        self.sent.update(self._text(event) for event in events if event["op"] != "clock")

    async def begin(self):
        """Begin to look."""
        await self.follow()
        self.sent.clear()

    async def follow(self):
        """Note what a move of somebody else has brought."""
        await self.settle()
        self._revision = await self._newest_revision()

    async def _newest_revision(self):
        return (await self.house.app.tables.get(1)).revision

    async def act(self, name, doing):
        """The answer to something that the person does; None once they have made a move.

        A move may bring to light what was hidden: it is not noted, and nothing is done after it.
        """
        if self.has_moved:
            doing.close()
            return None
        sent = set(self.sent)
        answer = await doing
        await self.settle()
        if await self._newest_revision() != self._revision:
            self.has_moved, self.sent = True, sent
            self.answers.append((name, "made"))
            return None
        self.answers.append((name, self._text(msgspec.to_builtins(answer))))
        return answer

    async def note_due(self):
        """Note what is due for the person, and when."""
        select = "SELECT kind, subject, payload, at, try_at FROM due WHERE person_id = ? ORDER BY 1"
        rows = await self.house.app.store.read(
            lambda db: [tuple(row) for row in db.execute(select, (self.person.id,))]
        )
        self.answers.append(("due", ID.sub("#", str(rows))))

    def _text(self, part):
        """Any JSON as text, with the bytes of its files in the place of their addresses."""
        text = msgspec.json.encode(self._with_files(part)).decode()
        self.size += len(text)
        return ID.sub("#", text)

    def _with_files(self, part):
        if isinstance(part, dict):
            return {key: self._with_files(value) for key, value in part.items()}
        if isinstance(part, list | tuple):
            return [self._with_files(value) for value in part]
        if isinstance(part, str) and part.startswith("/attachments/"):
            name, content = self.house.ground.world._vault.file(int(part.split("/")[2]))
            self.size += len(content)
            if name.endswith(".json"):
                return content.decode()
            return f"{name} {hashlib.sha256(content).hexdigest()[:16]}"
        return part

    # ---- what a person can do ------------------------------------------------------------------

    async def slash(self, command, **options):
        await self.act(f"/{command} {options}", self.person.slash(command, self.thread, options))

    async def press_board(self, verb):
        """Press a button of the newest board that has it."""
        for post in reversed(self.person.messages(self.thread)):
            ids = (part.get("custom_id", "") for _, part in walk(post["components"]))
            if custom_id := next((each for each in ids if f":{verb}:" in each), None):
                return await self.press(post, custom_id)
        raise AssertionError(f"no board has the button {verb}")

    async def press(self, message, custom_id):
        """Press a button."""
        return await self.act(ID.sub("#", custom_id), self.person.click(message, custom_id))

    async def complete(self, game, text):
        """Ask for the suggestions that continue a typed move."""
        typed = (f"{game} move", self.thread, {"move": text})
        await self.act(f"complete {text!r}", self.person.autocomplete(*typed, focused="move"))

    async def press_everything(self, most):
        """Press what the newest private message offers, and what that leads to, up to a limit."""
        pressed = set()
        while len(pressed) < most and not self.has_moved:
            panel = self.person.ephemerals(self.thread)[-1]
            ways = [way for way in ways_on(panel) if ID.sub("#", str(way)) not in pressed]
            if not ways:
                return
            custom_id, value = ways[0]
            pressed.add(ID.sub("#", str(ways[0])))
            if value is None:
                answer = await self.press(panel, custom_id)
                if answer and answer.modal:
                    self.answers.append(("form", self._text(answer.modal)))
            else:
                name = ID.sub("#", f"{custom_id} {value}")
                await self.act(name, self.person.choose(panel, custom_id, value))


def is_handling(task):
    """Whether an interaction is handled in a task."""
    return task.get_name().startswith(HANDLING)


def ways_on(panel):
    """Buttons and entries of menus of a panel that make no move: each custom id, and a value."""
    for _, component in walk(panel["components"]):
        custom_id = component.get("custom_id", "")
        if component.get("disabled") or not LOOKING.match(custom_id) or MAKING.match(custom_id):
            continue
        if component["type"] == 2:
            yield custom_id, None
        elif component["type"] == 3:
            values = [option["value"] for option in component["options"]]
            yield from ((custom_id, value) for value in dict.fromkeys([values[0], values[-1]]))
