"""Messages made from the body of a request as Discord makes them, or refusals."""

from __future__ import annotations

import mimetypes
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from playground import components, mentions, values
from playground.channels import Channel
from playground.emojis import Emoji
from playground.errors import ApiError, Json, Problem, invalid_form
from playground.people import BOT_ID
from playground.values import ATTACHED, attached_name
from playground.vault import Vault
from playground.world import EPHEMERAL, Message, World

DEFAULT, REPLY, SLASH_COMMAND = 0, 19, 20
LOADING = 1 << 7
SUPPRESS_EMBEDS, SILENT = 1 << 2, 1 << 12
SENDABLE = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | components.V2_FLAG
"""The flags a bot may set on a message."""
MOST_CONTENT = 2000
MOST_EMBED_TEXT = 6000
LEGACY = ("content", "embeds", "sticker_ids", "poll", "shared_client_theme")

Files = Mapping[int, tuple[str, bytes]]
"""Uploads, as name and bytes, by the number of their `files[n]`."""


class Composer:
    """Makes and changes messages."""

    def __init__(self, world: World, vault: Vault, emojis: Mapping[int, Emoji]) -> None:
        self._world, self._vault, self._emojis = world, vault, emojis
        self.most_file_bytes = world.observed.most_file_bytes

    # ---- new -------------------------------------------------------------------------------------

    def compose(
        self,
        channel: Channel,
        request: Json,
        files: Files,
        *,
        author: int = BOT_ID,
        kind: int = DEFAULT,
        only_for: int | None = None,
        extra: Json | None = None,
        number: int | None = None,
    ) -> Message:
        """A new message, not yet in the world; `number` is its id where it begins a forum post."""
        flags = (request.get("flags") or 0) & SENDABLE
        flags = flags | EPHEMERAL if only_for else flags & ~EPHEMERAL
        _check_attachments(request, files, ())
        self._check(request, flags, files, ())
        self._check_not_empty(request, files)
        message = Message(number or self._world.ids.new(), channel.id, {}, only_for)
        message.files = self._keep(request, files)
        message.body = self._blank(message, author, kind) | {"flags": flags} | (extra or {})
        self._fill(message, request)
        self._ping(message, request)
        message.nonce = request.get("nonce") and str(request["nonce"])
        return message

    def _blank(self, message: Message, author: int, kind: int) -> Json:
        return {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": kind,
            "author": self._world.user(author),
            "timestamp": self._world.stamp(),
            "edited_timestamp": None,
            "content": "",
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "embeds": [],
            "attachments": [],
            "components": [],
        }

    def loading(self, channel: Channel, kind: int, only_for: int | None, extra: Json) -> Message:
        """The message that shows that the bot is thinking."""
        message = Message(self._world.ids.new(), channel.id, {}, only_for)
        flags = LOADING | (EPHEMERAL if only_for else 0)
        message.body = self._blank(message, BOT_ID, kind) | {"flags": flags} | extra
        return message

    # ---- changed ---------------------------------------------------------------------------------

    def amend(self, message: Message, request: Json, files: Files) -> Message:
        """Change a message by an edit; fields that it omits stay.

        New content has new mentions: the allowed ones, or all where the edit does not limit them.
        """
        loading = bool(message.flags & LOADING)
        flags = self._new_flags(message, request)
        _check_attachments(request, files, message.files)
        attachments = self._old_attachments(message, request)
        full = {**_content(message), **request, "flags": flags}
        self._check(full, flags, files, [file["filename"] for file in attachments])
        self._check_not_empty(full, files, attachments)
        self._drop(file for file in message.files if file not in attachments)
        message.files = self._with_descriptions(attachments, request) + self._keep(request, files)
        message.body = {**message.body, "flags": flags}
        self._fill(message, full)
        if loading or request.keys() & {"content", "components"}:
            self._ping(message, request)
        if not loading:
            message.body["edited_timestamp"] = self._world.stamp()
        return message

    def _new_flags(self, message: Message, request: Json) -> int:
        """Flags after an edit: V2 can be set but not unset; suppressing embeds can be both."""
        requested = request.get("flags")
        if requested is None:
            return message.flags & ~LOADING
        remaining = message.flags & ~(LOADING | SUPPRESS_EMBEDS)
        return int(remaining | requested & (SUPPRESS_EMBEDS | components.V2_FLAG))

    def _old_attachments(self, message: Message, request: Json) -> list[Json]:
        """The old files that stay: all, or only the ones named in `attachments`."""
        if request.get("attachments") is None:
            return message.files
        named = {str(attachment["id"]) for attachment in request["attachments"]}
        return [file for file in message.files if file["id"] in named]

    def _drop(self, files: Iterable[Json]) -> None:
        for file in files:
            self._vault.remove_file(int(file["id"]))

    def _with_descriptions(self, kept: Sequence[Json], request: Json) -> list[Json]:
        texts = {
            str(attachment["id"]): attachment.get("description")
            for attachment in request.get("attachments") or ()
        }
        return [
            {**file, "description": texts[file["id"]]} if texts.get(file["id"]) else file
            for file in kept
        ]

    # ---- parts -----------------------------------------------------------------------------------

    def _fill(self, message: Message, request: Json) -> None:
        """Write content, embeds, components and attachments into the message's body."""
        body = message.body
        body["content"] = (request.get("content") or "").strip()
        by_name = {file["filename"]: file for file in message.files}
        body["embeds"] = [
            {"type": "rich", **_with_uploads(embed, by_name)}
            for embed in request.get("embeds") or ()
        ]

        def resolve(url: str) -> Json:
            if url.startswith(ATTACHED):
                return _media(by_name[attached_name(url)])
            return self._media_of_address(message, url)

        body["components"] = components.echo(request.get("components") or (), resolve)
        body["embeds"] = components.rewrite_addresses(
            body["embeds"],
            lambda url: resolve(url)["url"] if url.startswith(ATTACHED) else url,
        )
        addresses = components.media_addresses(body["components"]) | _embed_addresses(
            body["embeds"]
        )
        body["attachments"] = [file for file in message.files if file["url"] not in addresses]

    def _media_of_address(self, message: Message, url: str) -> Json:
        """The media of an address from the bot: one of the message's files, or an external one."""
        for file in message.files:
            if url.endswith(file["url"]):
                return _media(file)
        return {"url": url, "proxy_url": url, "width": None, "height": None, "content_type": None}

    def _ping(self, message: Message, request: Json) -> None:
        allowed = request.get("allowed_mentions")
        words = "\n".join([message.body["content"], *components.texts(message.body["components"])])
        names = self._world.names()
        people = [person for person in mentions.people_to_ping(words, allowed) if person in names]
        replied = message.body.get("referenced_message")
        if replied and mentions.pings_author(allowed):
            people.append(int(replied["author"]["id"]))
        message.body["mentions"] = [self._world.user(person) for person in dict.fromkeys(people)]

    def _keep(self, request: Json, files: Files) -> list[Json]:
        """Store the uploads; returns their attachment objects."""
        described = {
            str(attachment["id"]): attachment for attachment in request.get("attachments") or ()
        }
        return [
            self._keep_one(described.get(str(index), {}), name, content)
            for index, (name, content) in sorted(files.items())
        ]

    def keep_upload(self, name: str, content: bytes) -> Json:
        """Store a file that a person attaches to a command; returns its attachment object."""
        if len(content) > self.most_file_bytes:
            raise ApiError(413, 40005, "Request entity too large")
        return self._keep_one({}, name, content) | {"ephemeral": True}

    def _keep_one(self, described: Json, name: str, content: bytes) -> Json:
        number = self._world.ids.new()
        given = described.get("filename") or name
        name = values.file_name(given)
        self._vault.put_file(number, name, content)
        width, height = picture_size(content)
        url = f"/attachments/{number}/{name}"
        return {
            "id": str(number),
            "filename": name,
            "size": len(content),
            "url": url,
            "proxy_url": url,
            "content_type": mimetypes.guess_type(name)[0] or "application/octet-stream",
            **({"title": PurePath(given).stem} if name != given else {}),
            **({"description": described["description"]} if described.get("description") else {}),
            **({"width": width, "height": height} if width else {}),
        }

    # ---- rules -----------------------------------------------------------------------------------

    def _check(self, request: Json, flags: int, files: Files, kept: Sequence[str]) -> None:
        v2 = bool(flags & components.V2_FLAG)
        described = {str(each["id"]): each for each in request.get("attachments") or ()}
        uploads = set(kept) | {
            values.file_name(described.get(str(index), {}).get("filename") or name)
            for index, (name, _) in files.items()
        }
        problems = components.message_problems(
            request.get("components") or (), v2=v2, uploads=uploads, emojis=self._emoji_names()
        )
        problems += _text_problems(request, v2=v2)
        problems += _embed_problems(request.get("embeds") or ())
        problems += mentions.problems(request.get("allowed_mentions"))
        if problems:
            raise invalid_form(problems)
        if any(len(content) > self.most_file_bytes for _, content in files.values()):
            raise ApiError(413, 40005, "Request entity too large")

    def _emoji_names(self) -> set[str]:
        return {str(number) for number in self._emojis}

    def _check_not_empty(self, request: Json, files: Files, kept: Sequence[Json] = ()) -> None:
        parts = ("embeds", "components", "sticker_ids", "poll")
        has_words = not values.is_blank(request.get("content"))
        if not (files or kept or has_words or any(request.get(part) for part in parts)):
            raise ApiError(400, 50006, "Cannot send an empty message")


def _check_attachments(request: Json, files: Files, old: Sequence[Json]) -> None:
    """Refuse `attachments` that are neither uploaded now nor files of the message."""
    known = {str(index) for index in files} | {file["id"] for file in old}
    problems = [
        Problem(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Unknown attachment")
        for index, attachment in enumerate(request.get("attachments") or ())
        if str(attachment["id"]) not in known
    ]
    if problems:
        raise invalid_form(problems)


def _content(message: Message) -> Json:
    """Fields that an edit leaves as they are unless it names them."""
    return {name: message.body[name] for name in ("content", "embeds", "components")}


def _text_problems(request: Json, *, v2: bool) -> list[Problem]:
    problems = []
    if v2:
        problems += [
            Problem(
                (field,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
            for field in LEGACY
            if request.get(field)
        ]
    if len(request.get("content") or "") > MOST_CONTENT:
        sentence = f"Must be {MOST_CONTENT} or fewer in length."
        problems.append(Problem(("content",), "BASE_TYPE_MAX_LENGTH", sentence))
    if sum(map(_embed_length, request.get("embeds") or ())) > MOST_EMBED_TEXT:
        sentence = "Embed size exceeds maximum size of 6000"
        problems.append(Problem(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", sentence))
    return problems


EMBED_ADDRESSES = (
    (("url",), values.WEB),
    (("image", "url"), values.MEDIA),
    (("thumbnail", "url"), values.MEDIA),
    (("author", "url"), values.WEB),
    (("author", "icon_url"), values.MEDIA),
    (("footer", "icon_url"), values.MEDIA),
)
"""The addresses in an embed, and their schemes."""
EMBED_PARTS = frozenset(
    {"title", "description", "author", "fields", "footer", "image", "thumbnail"}
)


def _embed_problems(embeds: Sequence[Json]) -> list[Problem]:
    problems = []
    for index, embed in enumerate(embeds):
        path = ("embeds", index)
        if not any(embed.get(part) for part in EMBED_PARTS):
            problems.append(values.required((*path, "description")))
        for place, schemes in EMBED_ADDRESSES:
            address = _at(embed, place)
            if address is not None:
                problems += values.address_problems((*path, *place), address, schemes)
        problems += [
            values.required((*path, *place))
            for place in _needed_words(embed)
            if values.is_blank(_at(embed, place))
        ]
        if embed.get("timestamp") and not values.is_moment(embed["timestamp"]):
            sentence = "Must be a date and time of ISO 8601."
            problems.append(Problem((*path, "timestamp"), "DATE_TIME_TYPE_PARSE", sentence))
    return problems


def _needed_words(embed: Json) -> Iterator[tuple[str | int, ...]]:
    """The texts that an embed must have, by its other parts."""
    for index, _ in enumerate(embed.get("fields") or ()):
        yield from (("fields", index, "name"), ("fields", index, "value"))
    if embed.get("author"):
        yield ("author", "name")
    if embed.get("footer"):
        yield ("footer", "text")


def _at(value: Any, place: Sequence[str | int]) -> str | None:
    """The text at a place in an embed, if there is any."""
    for step in place:
        value = value[step] if isinstance(step, int) else (value or {}).get(step)
    return value if isinstance(value, str) else None


def _with_uploads(embed: Json, uploads: Mapping[str, Json]) -> Json:
    """An embed without the pictures that were not uploaded, which Discord leaves out."""
    return {
        name: part
        for name, part in embed.items()
        if name not in {"image", "thumbnail"} or _is_there(part, uploads)
    }


def _is_there(picture: Json | None, uploads: Mapping[str, Json]) -> bool:
    url = (picture or {}).get("url") or ""
    return not url.startswith(ATTACHED) or attached_name(url) in uploads


def _embed_length(embed: Json) -> int:
    fields = embed.get("fields") or ()
    words = [embed.get("title"), embed.get("description")]
    words += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    words += [text for field in fields for text in (field.get("name"), field.get("value"))]
    return sum(len(word) for word in words if word)


def _embed_addresses(embeds: Sequence[Json]) -> set[str]:
    """The addresses of the pictures in embeds."""
    pictures = [embed.get(place) or {} for embed in embeds for place in ("image", "thumbnail")]
    return {picture["url"] for picture in pictures if "url" in picture}


def _media(file: Json) -> Json:
    """The media object of an uploaded file."""
    return {
        "id": file["id"],
        "attachment_id": file["id"],
        "url": file["url"],
        "proxy_url": file["proxy_url"],
        "width": file.get("width"),
        "height": file.get("height"),
        "content_type": file["content_type"],
        "size": file["size"],
        "loading_state": 2,
        "flags": 0,
    }


def reply_fields(target: Message, guild_id: int) -> Json:
    """Fields of a reply that refer to the message it answers."""
    fields = {name: value for name, value in target.body.items() if name != "referenced_message"}
    reference = {"type": 0, "message_id": str(target.id), "channel_id": str(target.channel_id)}
    return {
        "message_reference": reference | {"guild_id": str(guild_id)},
        "referenced_message": fields,
    }


def picture_size(content: bytes) -> tuple[int | None, int | None]:
    """Width and height of a PNG or a GIF; (None, None) for anything else."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:6] in {b"GIF87a", b"GIF89a"} and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    return None, None
