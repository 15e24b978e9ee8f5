"""Writing `.env`: whole or not at all, readable by its owner alone, every other line as it was."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from dotenv import dotenv_values, set_key

from bot.database.copies import put
from bot.figures import HOUSE

OWNER_ALONE = 0o600
EXAMPLE = HOUSE / ".env.example"
"""The text of a new file: it explains every setting."""


def holds(file: Path, values: Mapping[str, str]) -> bool:
    """Whether a settings file has these values, and nobody but its owner may read it."""
    if not file.exists() or file.stat().st_mode & 0o077:
        return False
    present = dotenv_values(file)
    return all(present.get(name) == value for name, value in values.items())


def save(file: Path, values: Mapping[str, str]) -> None:
    """Set values in a settings file; where root writes it, it belongs to the folder's owner."""
    place = file.resolve()
    content = (place if place.exists() else EXAMPLE).read_bytes()
    ready = place.with_name(f"{place.name}.new")
    ready.unlink(missing_ok=True)
    with os.fdopen(os.open(ready, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE), "wb") as new:
        new.write(content)
    for name, value in values.items():
        set_key(ready, name, value, quote_mode="never")
    if os.geteuid() == 0:
        folder = place.parent.stat()
        os.chown(ready, folder.st_uid, folder.st_gid)
    put(ready, place)
