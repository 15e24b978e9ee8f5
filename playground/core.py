"""The parts of the playground in one place, for the handlers of requests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playground import components, people
from playground.channels import PRIVATE_THREAD, Channel
from playground.clock import Clock
from playground.commands import Registry
from playground.emojis import Emojis
from playground.errors import Json
from playground.faults import Faults
from playground.gateway import Gateway
from playground.interactions import Deadlines, Interactions
from playground.messages import Composer
from playground.observed import Observations
from playground.people import BOT_ID
from playground.reading import Readings
from playground.vault import Vault
from playground.world import Message, World


class Core:
    """The state behind both interfaces, the bot's API and the page."""

    def __init__(
        self,
        file: Path | None,
        deadlines: Deadlines,
        shards: int,
        clock: Clock,
        observed: Observations,
    ) -> None:
        self.base = ""
        """This server's address, set once it is known: `http://127.0.0.1:8080`."""
        self.portal: Json = {}
        """Fields of the application that its owner has changed in the developer portal."""
        self.typing: Callable[[Channel, int], None] = lambda channel, user: None
        self.broken: Callable[[str], None] = lambda text: None
        self.commands_changed: Callable[[], None] = lambda: None
        self.emojis_changed: Callable[[], None] = lambda: None
        """Hooks that notify the pages, besides the changes of the world; set by the hub."""
        self.vault = Vault(file)
        self.world = World(self.vault, clock, observed)
        self.readings = Readings(self.world, self.vault)
        self.faults = Faults(clock.monotonic)
        self.emojis = Emojis(self.vault, self.world.ids)
        self.registry = Registry(self.vault, self.world.ids)
        self.composer = Composer(self.world, self.vault, self.emojis.all)
        self.gateway = Gateway(self.world, people.SAMPLE_TOKEN, self.public, shards)
        self.interactions = Interactions(
            self.world, self.vault, self.gateway, self.composer, self.faults, deadlines
        )
        self.world.watchers.append(self.gateway)
        self.faults.at_once = self.gateway.misbehave

    def post(self, message: Message) -> Message:
        """Add a message to its channel; opens an archived thread and adds pinged people."""
        channel = self.world.channel(message.channel_id)
        if channel.archived:
            channel.archived = False
            self.world.save_channel(channel)
        self.world.add_message(message)
        for user in message.body["mentions"]:
            self.join(channel, int(user["id"]))
        return message

    def join(self, channel: Channel, number: int) -> None:
        """Add a person to a thread that they can see; does nothing in other channels."""
        is_visible = self.world.sees(
            number, self.world.channels.get(channel.parent_id or 0, channel)
        )
        if channel.is_thread and is_visible and number not in channel.people:
            channel.people.append(number)
            new = channel.type == PRIVATE_THREAD and number == BOT_ID
            self.world.save_channel(channel, "create" if new else "update")
            self.gateway.thread_members_changed(channel, [number], [])

    def public(self, answer: Json) -> Json:
        """A copy of any JSON for the bot, with the server's own addresses in full."""
        full: Json = components.rewrite_addresses(answer, self._in_full)
        return full

    def _in_full(self, url: str) -> str:
        return f"{self.base}{url}" if url.startswith("/") else url
