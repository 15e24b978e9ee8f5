"""Addresses of Discord, which are set before discord.py starts."""

from __future__ import annotations

from yarl import URL

from bot.connection.discord_internals import DISCORD_API, DISCORD_GATEWAY, use_addresses
from bot.settings import Settings


def point_at(settings: Settings) -> None:
    """Make clients use the addresses of `settings`, or Discord's own where it names none."""
    gateway = settings.discord_gateway_url
    use_addresses(
        settings.discord_api_base or DISCORD_API, URL(gateway) if gateway else DISCORD_GATEWAY
    )
