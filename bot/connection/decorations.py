"""Icons never take a message with them: one that Discord does not know is left out of it.

The application's emojis may be deleted, and Discord may not know a new one yet. It then refuses the
whole message, so the same message is sent once more without icons.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import discord

INVALID_FORM = 50035
"""Discord's code for a message whose form it refuses; the text says which part."""
BODIES, FORMS = ("json", "payload"), ("form", "multipart")
"""Names under which discord.py passes the body of a request: by itself, or with files."""
PAYLOAD = "payload_json"
"""Part of a form that is the body."""

Send = Callable[..., Awaitable[Any]]
Observer = Callable[[], None]
"""Learns that icons are missing."""


def ignore() -> None:
    """Observe nothing: the client shows no icons."""


async def send_without_missing_icons(send: Send, observer: Observer, **options: Any) -> Any:
    """Send a request; once more without icons where Discord does not know one of them."""
    try:
        return await send(**options)
    except discord.HTTPException as error:
        plain = without_icons(options)
        if not is_about_icons(error) or plain == options:
            raise
    observer()
    for file in options.get("files") or ():
        file.reset(seek=True)
    return await send(**plain)


def is_about_icons(error: discord.HTTPException) -> bool:
    """Whether Discord refuses a message because of an emoji that it does not know."""
    return error.code == INVALID_FORM and "emoji" in error.text.casefold()


def without_icons(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a request, with no emoji of the application in its body."""
    plain = dict(options)
    for name in BODIES:
        if options.get(name) is not None:
            plain[name] = _plain(options[name])
    for name in FORMS:
        if options.get(name):
            plain[name] = [*map(_plain_part, options[name])]
    return plain


def _plain_part(part: Mapping[str, Any]) -> Mapping[str, Any]:
    if part.get("name") != PAYLOAD:
        return part
    return {**part, "value": json.dumps(_plain(json.loads(part["value"])))}


def _plain(value: Any) -> Any:
    """A part of a body without icons; a button that shows nothing else gets the icon's name."""
    if isinstance(value, Mapping):
        icon = value.get("emoji")
        if not isinstance(icon, Mapping) or not icon.get("id"):
            return {name: _plain(part) for name, part in value.items()}
        rest = {name: _plain(part) for name, part in value.items() if name != "emoji"}
        has_words = "custom_id" not in value or value.get("label")
        return rest if has_words else {**rest, "label": icon.get("name") or "…"}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [*map(_plain, value)]
    return value
