"""Mentions in a text, and those that the sender allows to ping."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playground.errors import Json, Problem

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
CHANNEL = re.compile(r"<#(\d+)>")
EMOJI = re.compile(r"<a?:(\w+):\d+>")
TIME = re.compile(r"<t:(\d+)(?::\w)?>")
COMMAND = re.compile(r"</([^:>]+):\d+>")
MARKS = re.compile(r"\*\*|__|~~|\|\||`|^#{1,3} |^-# |^> ", re.MULTILINE)
PUSHED = 150
"""Characters that a push shows; most phones show fewer."""
ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")


def users(text: str) -> list[int]:
    """The people a text mentions, each once, in order."""
    return list(dict.fromkeys(int(number) for number in USER.findall(text)))


def roles(text: str) -> list[str]:
    """The roles a text mentions, each once, in order."""
    return list(dict.fromkeys(ROLE.findall(text)))


def people_to_ping(text: str, allowed: Json | None) -> list[int]:
    """The people of `text` who are pinged under Discord's `allowed_mentions`."""
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return users(text)
    named = {int(number) for number in allowed.get("users") or ()}
    return [user for user in users(text) if user in named]


def pings_author(allowed: Json | None) -> bool:
    """Whether a reply pings the author of the message it answers."""
    return allowed is None or bool(allowed.get("replied_user"))


def problems(allowed: Json | None) -> list[Problem]:
    """Faults of `allowed_mentions`: `parse: ["users"]` beside a list of users, or so for roles."""
    parse = (allowed or {}).get("parse") or ()
    return [
        Problem(
            ("allowed_mentions",),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            f"parse:[{kind!r}] and {kind}: [ids...] are mutually exclusive.",
        )
        for kind in ("users", "roles")
        if kind in parse and (allowed or {}).get(kind)
    ]


def push_text(content: str, names: Mapping[int, str]) -> str:
    """Text of a push on a phone: the beginning, with names instead of ids and without mark-up.

    A message made of components has no such text.
    """
    text = USER.sub(lambda match: f"@{names.get(int(match[1]), '…')}", content)
    text = COMMAND.sub(r"/\1", EMOJI.sub(r":\1:", text))
    text = MARKS.sub("", CHANNEL.sub("#…", TIME.sub("…", text))).strip()
    return ESCAPED.sub(r"\1", text)[:PUSHED]
