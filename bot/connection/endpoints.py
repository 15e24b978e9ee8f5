"""Addresses of Discord: two that discord.py holds in classes, set before it starts."""

from __future__ import annotations

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.settings import Settings

DISCORD_API = Route.BASE
DISCORD_GATEWAY = DiscordWebSocket.DEFAULT_GATEWAY


def point_at(settings: Settings) -> None:
    """Aim the client at the addresses of `settings`; at Discord itself where it names none."""
    Route.BASE = settings.discord_api_base or DISCORD_API
    gateway = settings.discord_gateway_url
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway) if gateway else DISCORD_GATEWAY
