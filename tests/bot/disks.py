"""Disks in trouble: really full, where a disk may be mounted; else as the system refuses writes."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

SIZE = 16 * 2**20
"""Bytes of a small disk: more than a bot and a few tables need."""


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of its own in the place of a folder."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@cache
def can_mount() -> bool:
    """Whether this process may mount a disk: only root may, and not everywhere."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with small_disk(Path(folder)):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


@contextmanager
def fill_disk(folder: Path) -> Iterator[None]:
    """A file that takes all the room that is left on the disk of a folder."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as opened:
        for size in (2**16, 2**12, 1):
            try:
                while opened.write(b"x" * size):
                    pass
            except OSError:
                continue
    try:
        yield
    finally:
        filler.unlink()
