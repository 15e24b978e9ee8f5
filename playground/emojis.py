"""The application's own emojis."""

from __future__ import annotations

import base64
import binascii
import re

import msgspec

from playground.errors import ApiError, Json, Problem, invalid_form
from playground.ids import Ids
from playground.people import bot_user
from playground.values import is_picture
from playground.vault import Vault

NAME = re.compile(r"\w{2,32}")
PICTURE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,")
MOST_BYTES = 256 * 1024
MOST = 2000


class Emoji(msgspec.Struct):
    """One emoji; its picture is a file of the same id."""

    id: int
    name: str
    animated: bool = False

    def json(self) -> Json:
        return {
            "id": str(self.id),
            "name": self.name,
            "roles": [],
            "user": bot_user(),
            "require_colons": True,
            "managed": False,
            "animated": self.animated,
            "available": True,
        }


class Emojis:
    """All emojis of the application, by id."""

    def __init__(self, vault: Vault, ids: Ids) -> None:
        self._vault, self._ids = vault, ids
        self.all = {emoji.id: emoji for emoji in vault.load("emoji", Emoji)}

    def get(self, number: int) -> Emoji:
        """An emoji by its id."""
        if number not in self.all:
            raise ApiError(404, 10014, "Unknown Emoji")
        return self.all[number]

    def create(self, name: str, image: str) -> Emoji:
        """Add an emoji from a `data:` address."""
        kind, content = _decode(image)
        self._check_name(name)
        if len(self.all) >= MOST:
            raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
        emoji = Emoji(self._ids.new(), name, kind == "image/gif")
        self._vault.put_file(emoji.id, f"{name}.{kind.partition('/')[2]}", content)
        return self._save(emoji)

    def rename(self, number: int, name: str) -> Emoji:
        """Give an emoji another name."""
        emoji = self.get(number)
        self._check_name(name)
        emoji.name = name
        return self._save(emoji)

    def delete(self, number: int) -> None:
        """Delete an emoji."""
        emoji = self.get(number)
        del self.all[emoji.id]
        self._vault.remove("emoji", emoji.id)
        self._vault.remove_file(emoji.id)

    def entries(self) -> list[Json]:
        """The emojis for the page."""
        return [
            {"id": str(emoji.id), "name": emoji.name, "url": f"/emojis/{emoji.id}.png"}
            for emoji in self.all.values()
        ]

    def _check_name(self, name: str) -> None:
        if not NAME.fullmatch(name):
            sentence = "Must be 2 to 32 letters, digits or underscores."
            raise invalid_form([Problem(("name",), "BASE_TYPE_BAD_LENGTH", sentence)])
        if any(emoji.name == name for emoji in self.all.values()):
            sentence = "This emoji name is already taken."
            raise invalid_form(
                [Problem(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", sentence)]
            )

    def _save(self, one: Emoji) -> Emoji:
        self.all[one.id] = one
        self._vault.put("emoji", one.id, one)
        return one


def _decode(image: str) -> tuple[str, bytes]:
    head = PICTURE.match(image)
    try:
        content = base64.b64decode(image[head.end() :], validate=True) if head else b""
    except binascii.Error:
        content = b""
    if head is None or not is_picture(content):
        raise invalid_form([Problem(("image",), "IMAGE_INVALID", "Invalid image data")])
    if len(content) > MOST_BYTES:
        sentence = "File cannot be larger than 256.0 kb."
        raise invalid_form([Problem(("image",), "BINARY_TYPE_MAX_SIZE", sentence)])
    return head[1], content
