"""The channels of a rehearsal: made at its beginning, deleted at its end."""

from __future__ import annotations

from typing import Any

import discord

from bot.app import PERMISSIONS, WISHES
from bot.host.rehearsal.requests import Requests

PREFIX = "hexagora-rehearsal"
"""Beginning of the name of all that a rehearsal makes: what has it is deleted."""
ICON = "hexagora_rehearsal"
KINDS = {"text": 0, "voice": 2, "news": 5, "stage": 13, "forum": 15, "media": 16}
"""Kinds of channel by Discord's numbers. Some servers have only the first two."""
CHANNEL, CHANNELS = "/channels/{channel_id}", "/guilds/{guild_id}/channels"
EMOJIS = "/applications/{application_id}/emojis"
COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
RIGHTS = (
    PERMISSIONS
    | WISHES
    | discord.Permissions(
        manage_channels=True, manage_roles=True, manage_threads=True, pin_messages=True
    )
)
"""Rights for a rehearsal: to make channels, and to take rights from itself in them."""


def missing_rights(granted: int) -> list[str]:
    """Rights that a rehearsal needs and lacks, by Discord's names."""
    rights = discord.Permissions(granted)
    return [name for name, is_needed in RIGHTS if is_needed and not getattr(rights, name)]


class Places:
    """The channels of one rehearsal on a test server, by kind."""

    def __init__(self, ask: Requests, guild: str, bot: str, owner: str) -> None:
        self._ask, self.bot, self.owner = ask, bot, owner
        self.ids = {"guild_id": guild, "application_id": bot}
        """Ids of the test server and of the application, as paths name them."""
        self.channels: dict[str, str] = {}
        """Ids by the names of `KINDS`; without those that the server cannot have."""

    @property
    def text(self) -> str | None:
        """Id of the text channel, where most of a rehearsal happens."""
        return self.channels.get("text")

    async def make(self) -> None:
        """Make a channel of each kind that the server can have."""
        for kind, number in KINDS.items():
            body = {"name": f"{PREFIX}-{kind}", "type": number}
            answer = await self._ask("POST", CHANNELS, body, **self.ids)
            if not answer.failed:
                self.channels[kind] = answer.body["id"]

    async def clear(self) -> list[str]:
        """Delete what a rehearsal has made, also an earlier one; names of what remains."""
        remaining = []
        for route, prefix, item in (
            (CHANNELS, PREFIX, CHANNEL),
            (EMOJIS, ICON, f"{EMOJIS}/{{emoji_id}}"),
            (COMMANDS, PREFIX, f"{COMMANDS}/{{command_id}}"),
        ):
            entries = await self._entries(route)
            if entries is None:
                remaining.append(f"{prefix}…")
            for entry in entries or ():
                if entry["name"].startswith(prefix):
                    names = ("channel_id", "emoji_id", "command_id")
                    ids = self.ids | dict.fromkeys(names, entry["id"])
                    answer = await self._ask("DELETE", item, **ids)
                    remaining += [entry["name"]] if answer.failed else []
        return remaining

    async def _entries(self, route: str) -> list[dict[str, Any]] | None:
        """The entries of a list of Discord's; None where it cannot be read."""
        listed = await self._ask("GET", route, **self.ids)
        body = listed.body.get("items") if isinstance(listed.body, dict) else listed.body
        return None if listed.failed else list(body or ())

    async def take_right(self) -> bool:
        """Take the right to manage threads from the bot in the text channel, as players' bots."""
        body = {"type": 1, "deny": str(discord.Permissions(manage_threads=True).value)}
        route, channel = f"{CHANNEL}/permissions/{{overwrite_id}}", self.channels["text"]
        answer = await self._ask("PUT", route, body, channel_id=channel, overwrite_id=self.bot)
        return not answer.failed
