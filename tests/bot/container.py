"""The container without an engine: what Containerfile and `.env.example` make of a process."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).parents[2]
NOBODY = 65534


class Recipe(NamedTuple):
    """The lines of the Containerfile's last stage that decide how the process runs."""

    env: dict[str, str]
    copied: list[str]
    entry: list[str]
    health: list[str]
    volume: str
    user: str


def recipe() -> Recipe:
    """Instructions of the Containerfile."""
    built = (HOME / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = built.rpartition("\nFROM ")[2].splitlines()
    said = [line.split(maxsplit=1) for line in lines if re.match(r"[A-Z]+ ", line)]
    words = [(name, argument.split()) for name, argument in said]
    return Recipe(
        env=dict(pair.split("=", 1) for name, pairs in words if name == "ENV" for pair in pairs),
        copied=[
            source
            for name, paths in words
            if name == "COPY" and not paths[0].startswith("--")
            for source in paths[:-1]
        ],
        entry=next(json.loads(argument) for name, argument in said if name == "ENTRYPOINT"),
        health=next(
            json.loads(argument.partition(" CMD ")[2])
            for name, argument in said
            if name == "HEALTHCHECK"
        ),
        volume=next(argument for name, argument in said if name == "VOLUME"),
        user=[argument for name, argument in said if name == "USER"][-1],
    )


def env_file(text: str) -> dict[str, str]:
    """The variables of a file as `--env-file` reads it: no quotes are taken off."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def example(**changes: str) -> dict[str, str]:
    """The variables of `.env.example` as a host fills it in."""
    text = (HOME / ".env.example").read_text("utf-8")
    for name, value in changes.items():
        text, count = re.subn(rf"^#?{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
        assert count == 1, name
    return env_file(text)


def unpack(folder: Path) -> Path:
    """The image's working folder, which the process may read and not write.

    It has the compiled files of this folder: no process has to compile all of them.
    """
    app = folder / "app"
    app.mkdir()
    for name in recipe().copied:
        source = HOME / name
        if source.is_dir():
            shutil.copytree(source, app / name)
        else:
            shutil.copy(source, app / name)
    for path in (app, *app.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return app


def another_user() -> list[str]:
    """Words before a command that have another user run it; none where only root could.

    That user may read everything, so that it finds this Python wherever it lies.
    """
    if os.geteuid():
        return []
    reading = ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]
    user = ["--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups"]
    return ["setpriv", *user, *reading]
