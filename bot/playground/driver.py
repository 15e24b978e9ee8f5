"""A member of the sample server, played by a test through the same calls as the page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from bot.playground import components
from bot.playground.errors import CallRefused, Json
from bot.playground.hub import Hub
from bot.playground.people import GAMES_ID, Member
from bot.playground.seat import Seat
from bot.playground.world import EPHEMERAL

T = TypeVar("T")
PATIENCE = 90.0
"""Seconds after which a test stops waiting: far more than a busy machine needs."""
STILL = frozenset({"pending", "thinking"})


class Answer(msgspec.Struct, frozen=True):
    """Outcome of something that a person did."""

    id: str
    state: str
    """done or failed."""
    code: str | None
    messages: tuple[Json, ...]
    """The messages that answer it, oldest first."""
    modal: Json | None
    """The modal it opened: `{"id": …, "modal": {"custom_id", "title", "components"}}`."""

    @property
    def message(self) -> Json:
        """The one message that answers."""
        assert len(self.messages) == 1, f"{len(self.messages)} messages answer"
        return self.messages[0]

    @property
    def text(self) -> str:
        """Whole text of the answer."""
        return "\n".join(map(words, self.messages))


def words(message: Json) -> str:
    """Text of a message for a reader: content, text displays, embeds."""
    embeds = [embed.get("description") or "" for embed in message["embeds"]]
    parts = [message["content"], *components.texts(message["components"]), *embeds]
    return "\n".join(part for part in parts if part)


def labels(message: Json) -> list[str]:
    """The labels of a message's buttons that can be pressed."""
    everything = (one for _, one in components.walk(message["components"]))
    return [
        one.get("label") or ""
        for one in everything
        if one["type"] == components.BUTTON and not one.get("disabled")
    ]


def pictures(message: Json) -> list[Json]:
    """The pictures of a message: `{"media": {"url", …}, "description", …}`."""
    galleries = (
        one
        for _, one in components.walk(message["components"])
        if one["type"] == components.GALLERY
    )
    attached = [
        {"media": one, "description": one.get("description")}
        for one in message["attachments"]
        if one["content_type"].startswith("image/")
    ]
    return [*attached, *(item for gallery in galleries for item in gallery["items"])]


class Person:
    """A member: `maud = playground.person("Maud")`."""

    def __init__(self, hub: Hub, member: Member, refused: Sequence[str]) -> None:
        self.member, self._refused = member, refused
        self.world: Json = {}
        self.notifications: list[Json] = []
        """All pings so far, as the page gets them."""
        self.events: list[Json] = []
        """Everything the page would have been sent."""
        self._interactions: dict[str, Json] = {}
        self._modals: dict[str, Json] = {}
        self._messages: dict[str, dict[str, Json]] = {}
        self._news = asyncio.Event()
        self._seat = Seat(hub, self._hear)
        self._seat.hello(str(member.id))

    @property
    def id(self) -> int:
        """The member's id."""
        return self.member.id

    @property
    def mention(self) -> str:
        """Mention of this person, as texts have it."""
        return f"<@{self.member.id}>"

    # ---- hearing --------------------------------------------------------------------------------

    def _hear(self, event: Json) -> None:
        """Follow the world as the page does."""
        event = msgspec.json.decode(msgspec.json.encode(event))
        self.events.append(event)
        listener = getattr(self, f"_on_{event['op']}", None)
        if listener:
            listener(event)
        self._news.set()

    def _on_world(self, event: Json) -> None:
        self.world = event
        self._messages = {
            channel: {one["id"]: one for one in messages}
            for channel, messages in event["messages"].items()
        }
        self._modals = {one["id"]: one for one in event["modals"]}
        self._interactions = {one["id"]: one for one in event["pending"]}

    def _on_message_create(self, event: Json) -> None:
        message = event["message"]
        self._messages.setdefault(message["channel_id"], {})[message["id"]] = message

    _on_message_update = _on_message_create

    def _on_message_delete(self, event: Json) -> None:
        self._messages.get(event["channel"], {}).pop(event["message"], None)

    def _on_channel_create(self, event: Json) -> None:
        others = [one for one in self.world["channels"] if one["id"] != event["channel"]["id"]]
        self.world["channels"] = [*others, event["channel"]]

    _on_channel_update = _on_channel_create

    def _on_channel_delete(self, event: Json) -> None:
        self.world["channels"] = [
            one for one in self.world["channels"] if one["id"] != event["channel"]
        ]

    def _on_commands(self, event: Json) -> None:
        self.world["commands"] = event["commands"]

    def _on_members(self, event: Json) -> None:
        self.world["members"] = event["members"]

    def _on_bot(self, event: Json) -> None:
        self.world["bot"] |= event

    def _on_notification(self, event: Json) -> None:
        self.notifications.append(event)

    def _on_interaction(self, event: Json) -> None:
        self._interactions[event["id"]] = event

    def _on_modal(self, event: Json) -> None:
        self._modals[event["id"]] = event

    def _on_modal_close(self, event: Json) -> None:
        self._modals.pop(event["id"], None)

    # ---- seeing ---------------------------------------------------------------------------------

    def messages(self, channel: int | str = GAMES_ID) -> list[Json]:
        """Messages of a channel, oldest first; this person's ephemeral messages included."""
        messages = self._messages.get(str(channel), {})
        return [messages[key] for key in sorted(messages, key=int)]

    def message(self, number: int | str) -> Json | None:
        """A message by its id, as it is now; None when it is gone."""
        messages = (channel.get(str(number)) for channel in self._messages.values())
        return next((one for one in messages if one), None)

    def ephemerals(self, channel: int | str | None = None) -> list[Json]:
        """The messages only this person sees, oldest first."""
        channels = [str(channel)] if channel else list(self._messages)
        messages = [one for place in channels for one in self.messages(place)]
        return [one for one in messages if one["flags"] & EPHEMERAL]

    def channels(self) -> list[Json]:
        """The channels, threads and DMs this person sees."""
        return list(self.world["channels"])

    def threads(self) -> list[Json]:
        """The threads this person sees, oldest first."""
        return [one for one in self.channels() if one["type"] in {11, 12}]

    def dm(self) -> Json | None:
        """The direct messages with the bot, if there are any."""
        direct = (one for one in self.channels() if one["type"] == 1)
        return next((one for one in direct if one["recipients"][0]["bot"]), None)

    @property
    def modal(self) -> Json | None:
        """The modal that is open."""
        return next(iter(self._modals.values()), None)

    # ---- acting ---------------------------------------------------------------------------------

    async def call(self, op: str, **fields: Any) -> Json:
        """One call of PROTOCOL.md; CallRefused when it is refused."""
        request = msgspec.json.decode(msgspec.json.encode({"op": op, "ref": 0, **fields}))
        answer = await self._seat.call(request)
        if answer["op"] == "refused":
            raise CallRefused(answer["code"], **answer["args"])
        return answer

    async def say(self, content: str, channel: int | str = GAMES_ID, **fields: Any) -> str:
        """Write a message; its id."""
        done = await self.call("say", channel=str(channel), content=content, **fields)
        return str(done["message"])

    async def slash(
        self,
        command: str,
        channel: int | str = GAMES_ID,
        options: Mapping[str, Any] | None = None,
        *,
        patience: float = PATIENCE,
    ) -> Answer:
        """Run `akropolis new` and wait for what comes of it."""
        done = await self.call("run", **self._command(command, channel, options))
        return await self._outcome(done["interaction"], patience)

    async def autocomplete(
        self,
        command: str,
        channel: int | str = GAMES_ID,
        options: Mapping[str, Any] | None = None,
        *,
        focused: str,
    ) -> list[Json]:
        """The suggestions for an option as it is typed: `[{"name", "value"}]`."""
        fields = self._command(command, channel, options)
        done = await self.call("complete", focused=focused, **fields)
        return list(done["choices"])

    def _command(self, command: str, channel: int | str, options: Mapping[str, Any] | None) -> Json:
        path = command.removeprefix("/").split()
        known = [one for one in self.world["commands"] if one["path"] == path]
        if not known:
            raise CallRefused("playground.unknown_command")
        place = {"channel": str(channel), "command": known[0]["id"]}
        return {**place, "path": path, "options": dict(options or {})}

    async def click(
        self, message: Json | int | str, button: str, *, patience: float = PATIENCE
    ) -> Answer:
        """Press a button, named by its custom id or its label."""
        shown = self._shown(message)
        component = _component(shown, button, {components.BUTTON}, "label")
        done = await self.call("click", message=shown["id"], custom_id=component["custom_id"])
        return await self._outcome(done["interaction"], patience)

    async def choose(
        self,
        message: Json | int | str,
        menu: str,
        values: Sequence[str] | str,
        *,
        patience: float = PATIENCE,
    ) -> Answer:
        """Choose in a menu, named by its custom id or its placeholder; by value or label."""
        shown = self._shown(message)
        component = _component(shown, menu, components.SELECTS, "placeholder")
        picked = [values] if isinstance(values, str) else list(values)
        by_label = {one["label"]: one["value"] for one in component.get("options") or ()}
        known = set(by_label.values())
        picked = [one if one in known else by_label.get(one, one) for one in picked]
        done = await self.call(
            "choose", message=shown["id"], custom_id=component["custom_id"], values=picked
        )
        return await self._outcome(done["interaction"], patience)

    async def submit(
        self, modal: Json | None, values: Mapping[str, Any], *, patience: float = PATIENCE
    ) -> Answer:
        """Send a modal (the open one when None), fields by custom id."""
        opened = modal or self.modal
        assert opened is not None, "no modal is open"
        done = await self.call("submit", modal=opened["id"], values=dict(values))
        return await self._outcome(done["interaction"], patience)

    def _shown(self, message: Json | int | str) -> Json:
        """A message as it is now, from its id or an older look at it."""
        number = message["id"] if isinstance(message, dict) else str(message)
        found = self.message(number)
        if found is None:
            raise CallRefused("playground.unknown_message")
        return found

    # ---- waiting --------------------------------------------------------------------------------

    async def expect(self, claim: Callable[[], T | None], *, patience: float = PATIENCE) -> T:
        """Wait until `claim()` is true and return it; AssertionError with what was seen."""
        deadline = asyncio.get_running_loop().time() + patience
        while not (reached := claim()):
            self._news.clear()
            left = deadline - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self._news.wait(), min(0.1, max(0.0, left)))
            except TimeoutError:
                if left <= 0:
                    raise AssertionError(self._account()) from None
        return reached

    async def _outcome(self, interaction: str, patience: float) -> Answer:
        """Wait until an interaction is answered or has failed."""

        def settled() -> Json | None:
            event = self._interactions.get(interaction)
            return event if event and event["state"] not in STILL else None

        event = await self.expect(settled, patience=patience)
        everything = (one for channel in self._messages.values() for one in channel.values())
        mine = [one for one in everything if _answers(one, interaction)]
        return Answer(
            interaction,
            event["state"],
            event.get("code"),
            tuple(sorted(mine, key=lambda one: int(one["id"]))),
            self._modals.get(interaction),
        )

    def _account(self) -> str:
        """Account of what this person saw last, for a test that waited in vain."""
        seen = [one for channel in self._messages.values() for one in channel.values()]
        latest = sorted(seen, key=lambda one: int(one["id"]))[-5:]
        lines = [f"  {one['author']['username']}: {words(one)!r}" for one in latest]
        refused = [f"  refused: {line}" for line in self._refused[-5:]]
        return "\n".join([f"{self.member.name} waited in vain. Last messages:", *lines, *refused])


def _answers(message: Json, interaction: str) -> bool:
    return bool((message.get("interaction_metadata") or {}).get("id") == interaction)


def _component(message: Json, name: str, kinds: Container[int], field: str) -> Json:
    """The component called `name`: by its custom id, else by its label or placeholder."""
    everything = [one for _, one in components.walk(message["components"]) if one["type"] in kinds]
    for wanted in ("custom_id", field):
        component = next((one for one in everything if one.get(wanted) == name), None)
        if component is not None:
            return component
    offered = [one.get(field) or one.get("custom_id") for one in everything]
    raise CallRefused("playground.unknown_component", wanted=name, offered=offered)
