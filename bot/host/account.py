"""The bot's account as Discord describes it, asked without a gateway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import msgspec
from discord import app_commands

from bot.connection import answers
from bot.connection.budget import PATIENCE
from bot.connection.endpoints import point_at
from bot.connection.outages import is_outage
from bot.host import permissions
from bot.settings import Settings


class Account(msgspec.Struct, frozen=True):
    """Discord's answers about a token."""

    name: str = ""
    servers: tuple[str, ...] = ()
    """Names of the servers that the bot is in."""
    has_commands: bool = False
    is_refused: bool = False
    outage: str = ""
    """Why Discord could not be asked; "" where it was."""


@asynccontextmanager
async def client_without_gateway(settings: Settings) -> AsyncIterator[discord.Client]:
    """A client that can log in and make requests, and hears of nothing."""
    point_at(settings)
    intents = discord.Intents(guilds=True)  # discord.py warns of none at all; no gateway is used
    async with discord.Client(intents=intents, max_ratelimit_timeout=PATIENCE) as client:
        answers.listen(client)
        yield client


async def account_of(settings: Settings, token: str) -> Account:
    """Log in with a token, and look at the bot's servers and commands."""
    async with client_without_gateway(settings) as client:
        try:
            await client.login(token)
            assert client.user is not None  # set by the login
            servers = await permissions.servers(client)
            commands = await app_commands.CommandTree(client).fetch_commands()
        except discord.LoginFailure:
            return Account(is_refused=True)
        except Exception as error:
            if not isinstance(error, discord.HTTPException) and not is_outage(error):
                raise
            return Account(outage=str(error))
        names = tuple(server["name"] for server in servers)
        return Account(client.user.name, names, bool(commands))
