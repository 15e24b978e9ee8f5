"""Versions of the code beside each other, and the journal of an update that is not over.

A folder that has been updated holds `releases/`: each version whole with its environment, the link
`current` to the one that `./run` starts, and, as long as an update is on trial, its journal. The
link changes in one step, so that a start is of one version, whatever was killed before it. The
games and the settings stay in the folder itself.

`./run` uses this module before any package is there: it needs nothing but Python itself.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path

HERE = "."
"""Name of the code in the folder itself."""
LOCK = "requirements.lock"
MARK = "release.json"
"""File in a release that is written last: without it, the release is half-made."""
OWNER_ALONE = 0o600


@dataclass(frozen=True)
class Trial:
    """An update that has not shown that it works."""

    old: str
    new: str
    copy: str | None
    """Copy of the database as the old version left it; None where there was none."""
    is_started: bool = False
    """Whether the new version may have touched the database."""


class UpdateUnderWay(Exception):
    """Another process is updating this folder."""


class Releases:
    """The versions of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "releases"
        self._link = self.home / "current"
        self._journal = self.home / "update.json"
        self._lock = self.home / "update.lock"

    # ---- which version --------------------------------------------------------------------------

    @property
    def current(self) -> str:
        """Name of the version that a start takes."""
        try:
            return str(self._link.readlink())
        except OSError:
            return HERE

    def path(self, name: str) -> Path:
        """Folder of the code of a version."""
        return self.folder if name == HERE else self.home / name

    def is_whole(self, name: str) -> bool:
        """Whether all of a version is there."""
        return name == HERE or (self.path(name) / MARK).exists()

    def names(self) -> list[str]:
        """Names of all releases, half-made ones included."""
        if not self.home.is_dir():
            return []
        folders = (path for path in self.home.iterdir() if path.is_dir() and not path.is_symlink())
        return sorted(path.name for path in folders)

    def switch(self, name: str) -> None:
        """Make a version the current one, in one step."""
        if name == HERE:
            self._link.unlink(missing_ok=True)
        else:
            ready = self.home / "current.new"
            ready.unlink(missing_ok=True)
            ready.symlink_to(name)
            ready.replace(self._link)
        flush(self.home)

    # ---- starting one ---------------------------------------------------------------------------

    def command(self, name: str, *words: str) -> list[str]:
        """A command of the bot in a version."""
        return [str(self.path(name) / ".venv" / "bin" / "python"), "-m", "bot", *words]

    def environ(self, name: str, environ: Mapping[str, str]) -> dict[str, str]:
        """Variables with which Python takes the code of a version, though it starts in the folder.

        Those that another release has set are left out.
        """
        variables = {key: value for key, value in environ.items() if key != "PYTHONSAFEPATH"}
        paths = variables.pop("PYTHONPATH", "").split(os.pathsep)
        paths = [path for path in paths if path and not Path(path).is_relative_to(self.home)]
        if name != HERE:
            paths.insert(0, str(self.path(name)))
            variables["PYTHONSAFEPATH"] = "1"
        return variables | ({"PYTHONPATH": os.pathsep.join(paths)} if paths else {})

    def has_environment(self, name: str, *like: str) -> bool:
        """Make the environment of a version if need be, from that of another one where it fits."""
        venvs = [str(self.path(other) / ".venv") for other in like]
        command = [sys.executable, "tools/environment.py", LOCK, *venvs]
        return subprocess.run(command, cwd=self.path(name), check=False).returncode == 0

    # ---- an update ------------------------------------------------------------------------------

    @contextmanager
    def update(self) -> Iterator[None]:
        """Block in which nobody else updates this folder. Raises UpdateUnderWay."""
        self.home.mkdir(exist_ok=True)
        with self._lock.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UpdateUnderWay from error
            yield

    @property
    def is_updating(self) -> bool:
        """Whether a process is updating this folder at the moment."""
        try:
            with self._lock.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False

    @property
    def trial(self) -> Trial | None:
        """The update that has not shown that it works, if there is one."""
        try:
            entries = json.loads(self._journal.read_text("utf-8"))
        except FileNotFoundError:
            return None
        names = {field.name for field in fields(Trial)}  # a later version may note more
        return Trial(**{name: entry for name, entry in entries.items() if name in names})

    def note(self, trial: Trial) -> None:
        """Write the journal, whole or not at all."""
        ready = self.home / "update.json.new"
        ready.unlink(missing_ok=True)
        descriptor = os.open(ready, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(trial), file)
            file.flush()
            os.fsync(file.fileno())
        ready.replace(self._journal)
        flush(self.home)

    def accept(self) -> None:
        """End the trial: the new version stays."""
        self._journal.unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            flush(self.home)

    def accept_if_new(self, house: Path) -> None:
        """End the trial if the code of this folder is the new version."""
        trial = self.trial
        if trial is not None and self.path(trial.new).resolve() == house.resolve():
            self.accept()

    def go_back(self) -> bool:
        """Return to the version before the trial, with its database; whether that worked.

        Killed in between, it is done once more, to the same end.
        """
        trial = self.trial
        if trial is None:
            return True
        if trial.is_started and trial.copy is not None:
            restore = self.command(trial.old, "restore", trial.copy)
            environ = self.environ(trial.old, os.environ)
            answer = subprocess.run(restore, cwd=self.folder, env=environ, check=False)
            if answer.returncode != 0:
                return False
        self.switch(trial.old)
        self.accept()
        return True


def flush(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
