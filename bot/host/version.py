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
    commit = _answer(HOUSE, "rev-parse", "--short", "HEAD", patience=PATIENCE)
    return f"({commit})" if commit else ""


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


def is_ahead(folder: Path, release: str) -> bool:
    """Whether a folder holds a commit that a release, named after its own, does not have."""
    if release == HERE:
        return False
    answer = _git(folder, "merge-base", "--is-ancestor", "HEAD", release, patience=PATIENCE)
    return answer is not None and answer.returncode == 1


def _answer(folder: Path, *words: str, patience: float = LONG_PATIENCE) -> str:
    """What git says in a folder; "" where it refuses or takes too long."""
    answer = _git(folder, *words, patience=patience)
    return answer.stdout.strip() if answer is not None and answer.returncode == 0 else ""


def _git(folder: Path, *words: str, patience: float) -> subprocess.CompletedProcess[str] | None:
    """Run git in a folder, without a question; None where it is missing or takes too long."""
    environ = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    command = ("git", "-C", str(folder), *words)
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(
            command, capture_output=True, text=True, timeout=patience, check=False, env=environ
        )
    return None
