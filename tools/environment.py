"""Makes `.venv` from a lock, whole or not at all: `python3 tools/environment.py requirements.lock`.

It is made as `.venv.new` and moved when it is whole, so that a run that is killed leaves the older
one, or none. Its stamp holds the locks and the Python that it was made for; one that is outdated,
broken or half-made is made anew. Environments that are named after the lock lend it their files
where they fit. It needs nothing but Python itself.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

VENV, NEW, OLD = Path(".venv"), Path(".venv.new"), Path(".venv.old")
LOCK_FILE = Path(".venv.lock")
STAMP = "made-for.json"
HOLDS = {"requirements-dev.lock": ("requirements.lock",)}
"""Locks whose packages another lock holds as well."""
DEBIAN = ["apt-get", "install", "-y", "-qq", "python3-venv"]
NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|"
    r"Temporary failure|Network is unreachable|Connection (refused|reset)|\(from versions: none\)"
)
"""What pip says where the network is at fault."""


class Failure(Exception):
    """The environment cannot be made; the message says why and what to do."""


# ---- is it whole? --------------------------------------------------------------------------------


def python_name() -> str:
    """The Python that runs this, as far as compiled packages depend on it."""
    return f"{sys.implementation.cache_tag} {platform.machine()}"


def stamp_for(lock: str) -> dict[str, Any]:
    """The stamp of an environment made from a lock by the Python that runs this."""
    digests = {
        name: sha256(Path(name).read_bytes()).hexdigest() for name in (lock, *HOLDS.get(lock, ()))
    }
    return {"python": python_name(), "locks": digests}


def fault(folder: Path, lock: str) -> str:
    """Why an environment cannot be used for a lock; "" if it can."""
    if not folder.exists():
        return "There is no .venv yet"
    try:
        stamp = json.loads((folder / STAMP).read_text("utf-8"))
        made_for, locks = stamp["python"], stamp["locks"]
    except (OSError, ValueError, KeyError, TypeError):
        return ".venv is not whole"
    if locks.get(lock) != sha256(Path(lock).read_bytes()).hexdigest():
        return f"{lock} has changed"
    question = [folder / "bin" / "python", __file__, "--name"]
    try:
        name = subprocess.run(question, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        name = ""
    if not name:
        return "The Python of .venv does not start any more"
    return "" if name == made_for else f"Python is {name} now, and .venv was made for {made_for}"


# ---- making it -----------------------------------------------------------------------------------


def make(lock: str, others: Sequence[Path] = ()) -> None:
    """Make the environment as `.venv.new`, and move it. Raises Failure."""
    shutil.rmtree(NEW, ignore_errors=True)
    try:
        if not any(is_linked(other) for other in others if not fault(other, lock)):
            create()
            install(lock)
            rename_within(NEW)
        (NEW / STAMP).write_text(json.dumps(stamp_for(lock)), "utf-8")
        move()
    finally:
        for folder in (NEW, OLD):
            shutil.rmtree(folder, ignore_errors=True)


def is_linked(other: Path) -> bool:
    """Make the environment of hard links to the files of another one; whether that is possible."""
    try:
        shutil.copytree(other.resolve(), NEW, symlinks=True, copy_function=os.link)
        (NEW / STAMP).unlink()  # the other one keeps its own
    except (OSError, shutil.Error):
        shutil.rmtree(NEW, ignore_errors=True)
        return False
    return True


def create() -> None:
    """Make an empty environment with pip. Raises Failure."""
    command = [sys.executable, "-m", "venv", str(NEW)]
    if succeeds(command):
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):  # Debian keeps venv in a package of its own
        shutil.rmtree(NEW, ignore_errors=True)
        if succeeds(["apt-get", "update", "-qq"]) and succeeds(DEBIAN) and succeeds(command):
            return
    raise Failure(
        f"Python's venv module is missing or broken ({sys.executable}). "
        "On Debian and Ubuntu: sudo apt install python3-venv"
    )


def succeeds(command: list[str]) -> bool:
    """Run a command in silence; whether it succeeds."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def install(lock: str) -> None:
    """Install the packages of a lock. Raises Failure with what pip says."""
    pip = [str(NEW / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install"]
    done = subprocess.run(
        [*pip, "--quiet", "--require-hashes", "-r", lock],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return
    said = [line for line in done.stderr.splitlines() if line.strip()]
    if NETWORK.search(done.stderr):
        raise Failure("The packages cannot be fetched: check the network, and start again.")
    errors = [line for line in said if line.startswith("ERROR")] or said[-1:]
    raise Failure(f"pip cannot install {lock}: {' '.join(errors) or 'it gave no reason'}")


def rename_within(folder: Path) -> None:
    """Let the scripts of an environment speak of the place to which it is moved."""
    made_as, place = os.fsencode(folder.absolute()), os.fsencode(VENV.absolute())
    for script in (folder / "bin").iterdir():
        if script.is_symlink() or not script.is_file():
            continue
        content = script.read_bytes()
        if b"\0" not in content and made_as in content:
            script.write_bytes(content.replace(made_as, place))


def move() -> None:
    """Put the new environment in the place of the older one."""
    shutil.rmtree(OLD, ignore_errors=True)
    if VENV.is_symlink() or VENV.exists():
        VENV.rename(OLD)
    try:
        NEW.rename(VENV)
    except OSError:
        OLD.rename(VENV)
        raise
    if OLD.is_symlink():
        OLD.unlink()


# ---- the lock ------------------------------------------------------------------------------------


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until nobody else makes the environment of this folder."""
    with LOCK_FILE.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def ensure(lock: str, others: Sequence[Path] = ()) -> None:
    """Make the environment, unless it is whole. Raises Failure."""
    if not fault(VENV, lock):
        return
    try:
        with one_at_a_time():
            if reason := fault(VENV, lock):
                if not VENV.exists() and not fault(NEW, lock):  # killed between two moves
                    move()
                    return
                sys.stderr.write(f"{reason}: making it from {lock} (about a minute) ...\n")
                make(lock, others)
    except OSError as error:
        raise Failure(f"{Path.cwd()} cannot be written to: {error}") from error


def main(arguments: list[str]) -> int:
    """Carry out the command; 1 where the environment cannot be made."""
    if arguments == ["--name"]:
        sys.stdout.write(python_name())
        return 0
    lock, *others = arguments
    try:
        ensure(lock, [Path(other) for other in others])
    except Failure as failure:
        sys.stderr.write(f"{failure}\nNothing was started.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
