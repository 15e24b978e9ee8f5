"""A decoration never takes a message with it: one that Discord refuses is left out of it.

The application's emojis may be deleted, and Discord may not know a new one yet; a file may be too
large, or the bot may not attach any. Discord then refuses the whole message, so the same one is
sent once more: without icons, without descriptions of its pictures, or with words in their place.
"""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

import discord

INVALID_FORM = 50035
"""Discord's code for a message whose form it refuses; the text says which part."""
NO_UPLOAD = frozenset({20009, 40005, 50013, 50045, 50046, 50138, 50146, 400001})
"""Codes for a file that is refused, or for a permission that is missing, perhaps to attach files.

Its content, a body too large, the permission, a file too large, a broken one, one that cannot be
made small enough, one that has not arrived, and a server that takes none.
"""
TOO_LARGE = frozenset({40005, 50045})
"""Those of a body and of a file that are too large."""
BODIES = {"form": "json", "multipart": "payload"}
"""Names under which discord.py passes the body of a request: with files, and by itself."""
PAYLOAD = "payload_json"
"""Part of a form that is the body."""
TEXT, GALLERY = 10, 12
"""Types of components."""

Options = Mapping[str, Any]
"""Arguments of a request of discord.py."""
Send = Callable[..., Awaitable[Any]]
Observer = Callable[[], None]
"""Learns that icons are missing."""


class Upload(discord.File):
    """File of a message, and the words that stand in its place where Discord refuses it.

    They replace the picture in a message of components, and all words of any other message. A file
    without them is all that its message has to say.
    """

    def __init__(
        self,
        content: bytes,
        name: str,
        instead: Callable[[], str] | None = None,
        *,
        alt: str | None = None,
    ) -> None:
        super().__init__(io.BytesIO(content), filename=name, description=alt)
        self.content, self.instead = content, instead


def ignore() -> None:
    """Observe nothing: the client shows no icons."""


async def send_undecorated(send: Send, observer: Observer, **options: Any) -> Any:
    """Send a request; once more without each kind of decoration that Discord refuses."""
    while True:
        try:
            return await send(**options)
        except discord.HTTPException as error:
            if (plain := _without_refused(options, error, observer)) is None:
                raise
            options = plain
        for file in options.get("files") or ():
            file.reset(seek=True)


def _without_refused(
    options: Options, error: discord.HTTPException, observer: Observer
) -> dict[str, Any] | None:
    """The options of a request without what Discord has refused; None where that is needed."""
    for is_about, without in WAYS:
        if is_about(error) and (plain := without(options)) != options:
            if is_about is is_about_icons:
                observer()
            return plain
    return None


def is_about_icons(error: discord.HTTPException) -> bool:
    """Whether Discord refuses a message because of an emoji that it does not know."""
    return error.code == INVALID_FORM and "emoji" in error.text.casefold()


def is_about_descriptions(error: discord.HTTPException) -> bool:
    """Whether Discord refuses the description of something, perhaps of a picture."""
    return error.code == INVALID_FORM and "description" in error.text


def is_about_uploads(error: discord.HTTPException) -> bool:
    """Whether Discord, or the proxy in front of it, may refuse a message because of its files."""
    names_file = any(part in error.text for part in ("attachments", "files", "media"))
    is_about_file = error.code in NO_UPLOAD or (error.code == INVALID_FORM and names_file)
    return is_about_file or is_too_large(error)


def is_too_large(error: BaseException | None) -> bool:
    """Whether Discord, or the proxy in front of it, refuses a message because of its size."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or error.code in TOO_LARGE


# ---- requests without a decoration ---------------------------------------------------------------


def _with_body(options: Options, change: Callable[[Any], Any]) -> dict[str, Any]:
    """The options of a request with a change of its body."""
    changed = dict(options)
    for form, body in BODIES.items():
        if options.get(body) is not None:
            changed[body] = change(options[body])
        if options.get(form):
            changed[form] = [
                {**part, "value": json.dumps(change(json.loads(part["value"])))}
                if part.get("name") == PAYLOAD
                else part
                for part in options[form]
            ]
    return changed


def without_uploads(options: Options) -> dict[str, Any]:
    """The options of a request with words in place of its files, if all of them have some."""
    files, bare = options.get("files") or (), dict(options)
    if not all(isinstance(file, Upload) and file.instead for file in files):
        return bare
    words = {f"attachment://{file.filename}": file.instead() for file in files}
    for form, body in BODIES.items():
        if parts := bare.pop(form, None):
            payload = next(part["value"] for part in parts if part["name"] == PAYLOAD)
            bare |= {body: _without_uploads(json.loads(payload), words), "files": []}
    return bare


def _parts_changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """A part of a body, whose own parts are changed."""
    if isinstance(value, Mapping):
        return {name: change(part) for name, part in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [*map(change, value)]
    return value


def _without_icons(value: Any) -> Any:
    """A part of a body without icons; a button that shows nothing else gets the icon's name."""
    icon = value.get("emoji") if isinstance(value, Mapping) else None
    if not isinstance(icon, Mapping) or not icon.get("id"):
        return _parts_changed(value, _without_icons)
    rest = {name: _without_icons(part) for name, part in value.items() if name != "emoji"}
    has_words = "custom_id" not in value or value.get("label")
    return rest if has_words else {**rest, "label": icon.get("name") or "…"}


def _without_descriptions(value: Any) -> Any:
    """A part of a body in which no file and no picture has a description."""
    is_picture = isinstance(value, Mapping) and not value.keys().isdisjoint(("filename", "media"))
    if is_picture:
        return {name: part for name, part in value.items() if name != "description"}
    return _parts_changed(value, _without_descriptions)


def _without_uploads(value: Any, words: Mapping[str, str]) -> Any:
    """A part of a body with `words` in place of the files whose addresses they stand under."""
    changed = _parts_changed(value, partial(_without_uploads, words=words))
    if not isinstance(value, Mapping):
        return changed
    if value.get("type") == GALLERY:
        lines = [words.get(item["media"]["url"], "") for item in value["items"]]
        return {"type": TEXT, "content": "\n".join(dict.fromkeys(lines))} if all(lines) else changed
    if "attachments" in value:
        changed["attachments"] = [
            each for each in value["attachments"] if f"attachment://{each['filename']}" not in words
        ]
        if not any(address in json.dumps(value.get("components")) for address in words):
            changed["content"] = "\n".join(words.values())
    return changed


WAYS = (
    (is_about_icons, partial(_with_body, change=_without_icons)),
    (is_about_descriptions, partial(_with_body, change=_without_descriptions)),
    (is_about_uploads, without_uploads),
)
"""The kinds of decorations: when one is refused, and the request without it."""
