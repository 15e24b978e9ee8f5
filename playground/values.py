"""Rules for single values that the description of the API cannot express."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from datetime import datetime

from yarl import URL

from playground.errors import Problem

Path = tuple[str | int, ...]
WEB = ("http", "https")
LINKS = (*WEB, "discord")
MEDIA = (*WEB, "attachment")
ATTACHED = "attachment://"
SYMBOL = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf"
    "\u23e9-\u23f3\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u27bf\u2934"
    "\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299"
    "\U0001f004\U0001f0cf\U0001f170-\U0001f251\U0001f300-\U0001faff]"
)
EMOJI = re.compile(
    rf"(?:{SYMBOL}\ufe0f?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
    rf"(?:\u200d{SYMBOL}\ufe0f?[\U0001f3fb-\U0001f3ff]?)*"
    r"|[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{2})"
)
"""One emoji by its ranges: Discord has a list of them, which changes with every version."""
SIGNATURES = (
    re.compile(rb"\x89PNG\r\n\x1a\n"),
    re.compile(rb"\xff\xd8\xff"),
    re.compile(rb"GIF8[79]a"),
    re.compile(rb"RIFF....WEBP", re.DOTALL),
    re.compile(rb"....ftypavi[fs]", re.DOTALL),
)
"""Beginnings of the pictures that may be an emoji: PNG, JPEG, GIF, WebP, AVIF."""


def is_blank(text: str | None) -> bool:
    """Whether nothing is left of a text that Discord trims."""
    return not (text or "").strip()


def required(path: Path) -> Problem:
    """The fault of a text that is missing or blank."""
    return Problem(path, "BASE_TYPE_REQUIRED", "This field is required")


def is_emoji(text: str) -> bool:
    """Whether a text is one emoji of Unicode."""
    return EMOJI.fullmatch(text) is not None


def is_picture(content: bytes) -> bool:
    """Whether a file begins like a picture that may be an emoji."""
    return any(signature.match(content) for signature in SIGNATURES)


def is_moment(text: str) -> bool:
    """Whether a text is a date and time of ISO 8601."""
    try:
        return bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def address_problems(path: Path, address: str, schemes: Collection[str]) -> list[Problem]:
    """Faults of an address that must be complete and have one of these schemes."""
    try:
        url = URL(address)
    except ValueError:
        return [Problem(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")]
    if url.scheme not in schemes:
        sentence = f"Scheme must be one of {tuple(schemes)}."
        return [Problem(path, "URL_TYPE_INVALID_SCHEME", sentence)]
    if url.scheme in WEB and (not url.host or " " in address):
        return [Problem(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")]
    return []


def file_name(name: str) -> str:
    """The name that Discord gives to an uploaded file: plain letters, digits, `.`, `-`, `_`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    for separator in "/\\":
        plain = plain.replace(separator, " ")
    return re.sub(r"[^A-Za-z0-9_.-]", "", "_".join(plain.split())).strip("._") or "unknown"


def attached_name(address: str) -> str:
    """The name of the file that an `attachment://` address means, which Discord alters as well."""
    return file_name(address.removeprefix(ATTACHED))
