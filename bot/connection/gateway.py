"""Gateway events: one that discord.py cannot read is logged and skipped.

discord.py reads events without a guard: an error there ends the client. Here only READY may end
the connection, as nothing works without it; then the bot restarts.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import discord

from bot.connection.discord_internals import Parser, event_parsers

log = logging.getLogger(__name__)

NEEDED = frozenset({"READY"})
"""Events without which the connection is of no use."""


def guard(client: discord.Client) -> None:
    """Keep a client alive through unreadable events, except those that are NEEDED."""
    parsers, noted = event_parsers(client), set[str]()
    for event, parse in list(parsers.items()):
        if event not in NEEDED:
            parsers[event] = lenient_parser(event, parse, noted)


def lenient_parser(event: str, parse: Parser, noted: set[str]) -> Parser:
    """A parser that logs events it cannot read, once per kind."""

    def parse_or_note(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            if event not in noted:
                noted.add(event)
                fault = type(error).__name__
                log.warning("Events %s cannot be read (%s): %s", event, fault, outline(data))

    return parse_or_note


def outline(data: Any) -> str:
    """The field names of an event, without its values, which may be secret."""
    if not isinstance(data, Mapping):
        return type(data).__name__
    return ", ".join(sorted(map(str, data))) or "nothing"
