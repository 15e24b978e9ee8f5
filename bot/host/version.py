"""The version that runs: the number of the release, and the commit where there is one."""

from __future__ import annotations

import os
import subprocess
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

from bot.host.releases import HERE, MARK

HOUSE = Path(__file__).parents[2]
PATIENCE, LONG_PATIENCE = 5.0, 30.0
"""Seconds that git may take, here and over the network."""
SHORT = 12
"""Letters of the name of a commit, as of a release."""


@cache
def version() -> str:
    """The version, such as "0.1.0 (1a2b3c4)"; it is read once, as files change with an update."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
    return " ".join(filter(None, (project["version"], _commit())))


def _commit() -> str:
    """Short name of the commit, or of the release, in brackets; "" in a folder without either."""
    if (HOUSE / MARK).exists():
        return f"({HOUSE.name})"
    command = ("git", "-C", str(HOUSE), "rev-parse", "--short", "HEAD")
    with suppress(OSError, subprocess.SubprocessError):
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        return f"({answer.stdout.strip()})"
    return ""


def newer_version(folder: Path, house: Path = HOUSE) -> str:
    """Short name of the newest commit where a clone is from, if the code of `house` lacks it.

    "" where it has it, and where nobody can tell: in a folder that is no clone, or without network.
    """
    own = house.name if (house / MARK).exists() else _answer(folder, "rev-parse", "HEAD")
    newest = _answer(folder, "ls-remote", "origin", "HEAD").partition("\t")[0]
    if not own or not newest or newest.startswith(own):
        return ""
    is_behind = _answer(folder, "merge-base", newest, own) == newest
    return "" if is_behind else newest[:SHORT]


def _answer(folder: Path, *words: str) -> str:
    """What git says in a folder; "" where it refuses or takes too long."""
    environ = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    with suppress(OSError, subprocess.SubprocessError):
        command = ("git", "-C", str(folder), *words)
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=LONG_PATIENCE, check=True, env=environ
        )
        return answer.stdout.strip()
    return ""


def is_ahead(folder: Path, release: str) -> bool:
    """Whether a folder holds a commit that a release, named after its own, does not have."""
    if release == HERE:
        return False
    command = ("git", "-C", str(folder), "merge-base", "--is-ancestor", "HEAD", release)
    with suppress(OSError, subprocess.SubprocessError):
        answer = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        return answer.returncode == 1
    return False
