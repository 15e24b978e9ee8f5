"""A member of the sample server, driven by a test through the same calls as the page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from playground import components
from playground.errors import CallRefused, Json
from playground.hub import Hub
from playground.people import GAMES_ID, Member
from playground.seat import Seat
from playground.world import EPHEMERAL

T = TypeVar("T")
PATIENCE = 600.0
"""Seconds after which a test stops waiting: a film or a page of a whole game takes two minutes on a
machine that is busy with ten other jobs."""
STILL = frozenset({"pending", "thinking"})


class Answer(msgspec.Struct, frozen=True):
    """Outcome of a person's interaction."""

    id: str
    state: str
    """"done" or "failed"."""
    code: str | None
    messages: tuple[Json, ...]
    """The messages that answer it, oldest first."""
    modal: Json | None
    """The modal it opened: `{"id": …, "modal": {"custom_id", "title", "components"}}`."""

    @property
    def message(self) -> Json:
        """The only message of the answer."""
        assert len(self.messages) == 1, f"{len(self.messages)} messages answer"
        return self.messages[0]

    @property
    def text(self) -> str:
        """Whole text of the answer."""
        return "\n".join(map(words, self.messages))


def words(message: Json) -> str:
    """Text of a message as read: content, text displays, embeds."""
    embeds = [embed.get("description") or "" for embed in message["embeds"]]
    parts = [message["content"], *components.texts(message["components"]), *embeds]
    return "\n".join(part for part in parts if part)


def labels(message: Json) -> list[str]:
    """The labels of a message's enabled buttons."""
    everything = (component for _, component in components.walk(message["components"]))
    return [
        component.get("label") or ""
        for component in everything
        if component["type"] == components.BUTTON and not component.get("disabled")
    ]


def pictures(message: Json) -> list[Json]:
    """The pictures of a message: `{"media": {"url", …}, "description", …}`."""
    galleries = (
        component
        for _, component in components.walk(message["components"])
        if component["type"] == components.GALLERY
    )
    attached = [
        {"media": attachment, "description": attachment.get("description")}
        for attachment in message["attachments"]
        if attachment["content_type"].startswith("image/")
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
        """Every event that the page would have been sent."""
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
        """Mention of this person in a text."""
        return f"<@{self.member.id}>"

    # ---- events ----------------------------------------------------------------------------------

    def _hear(self, event: Json) -> None:
        """Apply an event to this person's world, as the page does."""
        event = msgspec.json.decode(msgspec.json.encode(event))
        self.events.append(event)
        listener = getattr(self, f"_on_{event['op']}", None)
        if listener:
            listener(event)
        self._news.set()

    def _on_world(self, event: Json) -> None:
        self.world = event
        self._messages = {
            channel: {message["id"]: message for message in messages}
            for channel, messages in event["messages"].items()
        }
        self._modals = {modal["id"]: modal for modal in event["modals"]}
        self._interactions = {interaction["id"]: interaction for interaction in event["pending"]}

    def _on_message_create(self, event: Json) -> None:
        message = event["message"]
        self._messages.setdefault(message["channel_id"], {})[message["id"]] = message

    _on_message_update = _on_message_create

    def _on_message_delete(self, event: Json) -> None:
        self._messages.get(event["channel"], {}).pop(event["message"], None)

    def _on_channel_create(self, event: Json) -> None:
        other_channels = [
            channel for channel in self.world["channels"] if channel["id"] != event["channel"]["id"]
        ]
        self.world["channels"] = [*other_channels, event["channel"]]

    _on_channel_update = _on_channel_create

    def _on_channel_delete(self, event: Json) -> None:
        self.world["channels"] = [
            channel for channel in self.world["channels"] if channel["id"] != event["channel"]
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

    # ---- views -----------------------------------------------------------------------------------

    def messages(self, channel: int | str = GAMES_ID) -> list[Json]:
        """Messages of a channel, oldest first; this person's ephemeral messages included."""
        messages = self._messages.get(str(channel), {})
        return [messages[key] for key in sorted(messages, key=int)]

    def message(self, number: int | str) -> Json | None:
        """The present state of a message by its id; None once it is deleted."""
        messages = (channel.get(str(number)) for channel in self._messages.values())
        return next((message for message in messages if message), None)

    def ephemerals(self, channel: int | str | None = None) -> list[Json]:
        """The messages that only this person sees, oldest first."""
        channels = [str(channel)] if channel else list(self._messages)
        messages = [message for place in channels for message in self.messages(place)]
        return [message for message in messages if message["flags"] & EPHEMERAL]

    def channels(self) -> list[Json]:
        """The channels, threads and DMs that this person sees."""
        return list(self.world["channels"])

    def threads(self) -> list[Json]:
        """The threads that this person sees, oldest first."""
        return [channel for channel in self.channels() if channel["type"] in {11, 12}]

    def dm(self) -> Json | None:
        """The direct messages with the bot, if any."""
        direct = (channel for channel in self.channels() if channel["type"] == 1)
        return next((channel for channel in direct if channel["recipients"][0]["bot"]), None)

    @property
    def modal(self) -> Json | None:
        """The open modal, if any."""
        return next(iter(self._modals.values()), None)

    # ---- actions ---------------------------------------------------------------------------------

    async def call(self, op: str, **fields: Any) -> Json:
        """Make a call of PROTOCOL.md. Raises CallRefused when it is refused."""
        request = msgspec.json.decode(msgspec.json.encode({"op": op, "ref": 0, **fields}))
        answer = await self._seat.call(request)
        if answer["op"] == "refused":
            raise CallRefused(answer["code"], **answer["args"])
        return answer

    async def say(self, content: str, channel: int | str = GAMES_ID, **fields: Any) -> str:
        """Write a message; returns its id."""
        result = await self.call("say", channel=str(channel), content=content, **fields)
        return str(result["message"])

    async def slash(
        self,
        command: str,
        channel: int | str = GAMES_ID,
        options: Mapping[str, Any] | None = None,
        *,
        patience: float = PATIENCE,
    ) -> Answer:
        """Run a command such as `akropolis new` and wait for its outcome."""
        result = await self.call("run", **self._command(command, channel, options))
        return await self._outcome(result["interaction"], patience)

    async def autocomplete(
        self,
        command: str,
        channel: int | str = GAMES_ID,
        options: Mapping[str, Any] | None = None,
        *,
        focused: str,
    ) -> list[Json]:
        """Suggestions for an option while it is typed: `[{"name", "value"}]`."""
        fields = self._command(command, channel, options)
        result = await self.call("complete", focused=focused, **fields)
        return list(result["choices"])

    def _command(self, command: str, channel: int | str, options: Mapping[str, Any] | None) -> Json:
        path = command.removeprefix("/").split()
        matching = [entry for entry in self.world["commands"] if entry["path"] == path]
        if not matching:
            raise CallRefused("playground.unknown_command")
        place = {"channel": str(channel), "command": matching[0]["id"]}
        return {**place, "path": path, "options": dict(options or {})}

    async def click(
        self, message: Json | int | str, button: str, *, patience: float = PATIENCE
    ) -> Answer:
        """Press a button, named by its custom id or its label."""
        target = self._current(message)
        component = _component(target, button, {components.BUTTON}, "label")
        result = await self.call("click", message=target["id"], custom_id=component["custom_id"])
        return await self._outcome(result["interaction"], patience)

    async def choose(
        self,
        message: Json | int | str,
        menu: str,
        values: Sequence[str] | str,
        *,
        patience: float = PATIENCE,
    ) -> Answer:
        """Choose in a menu, named by its custom id or its placeholder; by value or label."""
        target = self._current(message)
        component = _component(target, menu, components.SELECTS, "placeholder")
        picked = [values] if isinstance(values, str) else list(values)
        by_label = {option["label"]: option["value"] for option in component.get("options") or ()}
        option_values = set(by_label.values())
        picked = [
            choice if choice in option_values else by_label.get(choice, choice) for choice in picked
        ]
        result = await self.call(
            "choose", message=target["id"], custom_id=component["custom_id"], values=picked
        )
        return await self._outcome(result["interaction"], patience)

    async def submit(
        self, modal: Json | None, values: Mapping[str, Any], *, patience: float = PATIENCE
    ) -> Answer:
        """Submit a modal (the open one when None), with values by custom id."""
        opened = modal or self.modal
        assert opened is not None, "no modal is open"
        result = await self.call("submit", modal=opened["id"], values=dict(values))
        return await self._outcome(result["interaction"], patience)

    def _current(self, message: Json | int | str) -> Json:
        """The present state of a message, by its id or an earlier state."""
        number = message["id"] if isinstance(message, dict) else str(message)
        current = self.message(number)
        if current is None:
            raise CallRefused("playground.unknown_message")
        return current

    # ---- waiting ---------------------------------------------------------------------------------

    async def expect(self, claim: Callable[[], T | None], *, patience: float = PATIENCE) -> T:
        """Wait for a true `claim()` and return it. Raises AssertionError with the last messages."""
        deadline = asyncio.get_running_loop().time() + patience
        while not (reached := claim()):
            self._news.clear()
            seconds = deadline - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self._news.wait(), min(0.1, max(0.0, seconds)))
            except TimeoutError:
                if seconds <= 0:
                    raise AssertionError(self._account()) from None
        return reached

    async def _outcome(self, interaction: str, patience: float) -> Answer:
        """Wait until an interaction is answered or has failed."""

        def settled() -> Json | None:
            event = self._interactions.get(interaction)
            return event if event and event["state"] not in STILL else None

        event = await self.expect(settled, patience=patience)
        everything = (
            message for channel in self._messages.values() for message in channel.values()
        )
        mine = [message for message in everything if _answers(message, interaction)]
        return Answer(
            interaction,
            event["state"],
            event.get("code"),
            tuple(sorted(mine, key=lambda message: int(message["id"]))),
            self._modals.get(interaction),
        )

    def _account(self) -> str:
        """The last messages this person saw, for a test that waited in vain."""
        messages = [message for channel in self._messages.values() for message in channel.values()]
        latest = sorted(messages, key=lambda message: int(message["id"]))[-5:]
        lines = [f"  {message['author']['username']}: {words(message)!r}" for message in latest]
        refused = [f"  refused: {line}" for line in self._refused[-5:]]
        return "\n".join([f"{self.member.name} waited in vain. Last messages:", *lines, *refused])


def _answers(message: Json, interaction: str) -> bool:
    return bool((message.get("interaction_metadata") or {}).get("id") == interaction)


def _component(message: Json, name: str, kinds: Container[int], field: str) -> Json:
    """The component called `name`: by its custom id, else by its label or placeholder."""
    everything = [
        candidate
        for _, candidate in components.walk(message["components"])
        if candidate["type"] in kinds
    ]
    for key in ("custom_id", field):
        component = next(
            (candidate for candidate in everything if candidate.get(key) == name), None
        )
        if component is not None:
            return component
    offered = [candidate.get(field) or candidate.get("custom_id") for candidate in everything]
    raise CallRefused("playground.unknown_component", wanted=name, offered=offered)
