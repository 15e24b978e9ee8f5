"""The service of this folder: a unit of systemd, of the machine or of one user, or a quadlet.

A quadlet is a unit with which podman runs the bot in a container; its games are in a volume.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from bot.database.copies import put
from bot.figures import HOUSE

TEMPLATE = HOUSE / "docs" / "hexagora.service"
TEMPLATE_FOLDER, TEMPLATE_USER = "/srv/hexagora", "hexagora"
MACHINE_UNITS = Path("/etc/systemd/system")
QUADLET = HOUSE / "docs" / "hexagora.container"
QUADLET_SETTINGS = "%h/hexagora/.env"
"""Place of the settings in the template of a quadlet."""
MACHINE_QUADLETS = Path("/etc/containers/systemd")
IMAGE = "localhost/hexagora:latest"
PLAIN_PATH = re.compile(r"[\w./@+-]+")
"""A path that a unit takes as it stands."""
HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
"""Folders that `ProtectHome` hides."""
STARTING = ("Type", "WorkingDirectory", "ExecStart", "TimeoutStartSec", "UMask", "NoNewPrivileges")
RUNNING = ("Restart", "RestartSec", "RestartPreventExitStatus", "NotifyAccess", "WatchdogSec")
OF_A_USER = ("Description", "StartLimitIntervalSec", "TimeoutStopSec", *STARTING, *RUNNING)
"""Settings of the template that the manager of a user's services can keep."""


class Service(msgspec.Struct, frozen=True):
    """A unit, and the manager that it belongs to."""

    unit: Path
    is_of_user: bool
    is_container: bool = False

    @property
    def name(self) -> str:
        return self.unit.stem

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Give the manager a command about this service, as root where the process may be root."""
        user = 0 if os.getuid() != os.geteuid() else None
        return subprocess.run(
            [*manager(is_of_user=self.is_of_user), *words, self.name],
            capture_output=True,
            text=True,
            check=False,
            user=user,
        )

    def order(self, word: str) -> str:
        """Have the manager do something; the reason where it refuses, else ""."""
        answer = self.manage(word)
        return "" if answer.returncode == 0 else (answer.stderr.strip().splitlines() or [word])[-1]

    @property
    def is_active(self) -> bool:
        """Whether it runs, or is about to."""
        return self.manage("is-active").stdout.strip() in ("active", "activating", "reloading")

    def log_command(self) -> str:
        """What shows its newest lines of the log."""
        return f"journalctl {'--user ' if self.is_of_user else ''}-u {self.name} -e"


def manager(*, is_of_user: bool) -> list[str]:
    """Beginning of a command to a manager of services."""
    return ["systemctl", "--user"] if is_of_user else ["systemctl"]


def succeeds(*command: str, **options: Any) -> bool:
    """Run a command; whether that was possible and has worked."""
    try:
        return subprocess.run(command, check=False, **options).returncode == 0
    except (OSError, ValueError):
        return False


def answers(*, is_of_user: bool) -> bool:
    """Whether a manager of services is there, and takes commands from us."""
    if not is_of_user and os.geteuid() != 0:
        return False
    return succeeds(*manager(is_of_user=is_of_user), "show-environment", capture_output=True)


def has_systemd() -> bool:
    """Whether systemd has booted this machine."""
    return Path("/run/systemd/system").is_dir()


def kind() -> str:
    """The manager for this folder's service: that of the machine, that of the user, or none."""
    if answers(is_of_user=False):
        return "machine"
    return "user" if os.geteuid() != 0 and answers(is_of_user=True) else "none"


def user_units() -> Path:
    """Folder of the units of the user."""
    return user_settings() / "systemd" / "user"


def user_quadlets() -> Path:
    """Folder of the quadlets of the user."""
    return user_settings() / "containers" / "systemd"


def user_settings() -> Path:
    """Folder of the settings of the user."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def present_service(folder: Path) -> Service | None:
    """The service that runs the bot of a folder, if one is installed."""
    for place, is_of_user in ((MACHINE_UNITS, False), (user_units(), True)):
        for unit in sorted(place.glob("*.service")):
            if has_lines(unit, f"WorkingDirectory={folder}", f"ExecStart={folder}/run"):
                return Service(unit, is_of_user)
    for place, is_of_user in ((MACHINE_QUADLETS, False), (user_quadlets(), True)):
        for unit in sorted(place.glob("*.container")):
            if has_lines(unit, f"EnvironmentFile={folder}/.env"):
                return Service(unit, is_of_user, is_container=True)
    return None


def has_lines(unit: Path, *wanted: str) -> bool:
    """Whether a unit can be read and has these lines."""
    try:
        return {*wanted} <= {*unit.read_text("utf-8").splitlines()}
    except (OSError, UnicodeDecodeError):
        return False


def free_unit(units: Path, folder: Path, suffix: str = ".service") -> Path:
    """Place for the unit of a folder: another folder may have the plain name already."""
    plain = units / f"hexagora{suffix}"
    return units / f"hexagora-{folder.name}{suffix}" if plain.exists() else plain


def user_of(folder: Path) -> str:
    """The user as whom a service of the machine runs: the folder's owner, but not root."""
    owner = folder.stat().st_uid
    return pwd.getpwuid(owner).pw_name if owner else TEMPLATE_USER


def machine_unit(folder: Path, user: str, database: Path) -> str:
    """Text of a unit of the machine, which lets the bot see little beside its folder."""
    text = TEMPLATE.read_text("utf-8").replace(f"User={TEMPLATE_USER}", f"User={user}")
    places = [folder, Path(sys.executable), Path(sys.executable).resolve()]
    if any(place.is_relative_to(home) for place in places for home in HOMES):
        text = text.replace("ProtectHome=yes", "ProtectHome=no")
    if not database.is_relative_to(folder):
        text = text.replace(
            f"ReadWritePaths={TEMPLATE_FOLDER}\n",
            f"ReadWritePaths={TEMPLATE_FOLDER} {database.parent}\n",
        )
    return text.replace(TEMPLATE_FOLDER, str(folder))


def user_unit(folder: Path) -> str:
    """Text of a unit of the user: without what only the machine's manager may do."""
    lines = [
        line.replace("multi-user.target", "default.target")
        for line in TEMPLATE.read_text("utf-8").splitlines()
        if line.startswith(("[", "WantedBy")) or line.partition("=")[0] in OF_A_USER
    ]
    return "\n".join(lines).replace(TEMPLATE_FOLDER, str(folder)) + "\n"


def quadlet(folder: Path) -> str:
    """Text of a quadlet that takes its settings from a folder."""
    return QUADLET.read_text("utf-8").replace(QUADLET_SETTINGS, f"{folder}/.env")


def has_image(folder: Path) -> bool:
    """Build the image for a quadlet from a folder, unless there is one; whether it is there."""
    if shutil.which("podman") is None:
        return False
    if succeeds("podman", "image", "exists", IMAGE):
        return True
    return succeeds("podman", "build", "--format", "docker", "-t", IMAGE, ".", cwd=folder)


def has_copied(service: Service) -> bool:
    """Copy the games of a container; whether that worked."""
    python = ("exec", f"systemd-{service.name}", "/venv/bin/python")
    return succeeds("podman", *python, "-m", "bot", "backup")


def create_user(user: str, folder: Path) -> None:
    """Create the user of a service, unless there is one of that name."""
    try:
        pwd.getpwnam(user)
    except KeyError:
        nologin = shutil.which("nologin", path="/usr/sbin:/sbin") or "/bin/false"
        options = ["--system", "--home-dir", str(folder), "--shell", nologin]
        subprocess.run(["useradd", *options, user], check=True, capture_output=True, text=True)


def give(folder: Path, user: str) -> None:
    """Give a folder, and all that lies in it, to a user."""
    subprocess.run(["chown", "-R", f"{user}:", str(folder)], check=True, capture_output=True)


def can_start(folder: Path, user: str) -> bool:
    """Whether a user may go to a folder and start the Python that this command runs on."""
    command = (sys.executable, "-c", "import os; os.listdir()")
    return succeeds(*command, cwd=folder, user=user, capture_output=True)


def write_unit(service: Service, text: str) -> None:
    """Put a unit in its place, whole, and have the manager read it."""
    service.unit.parent.mkdir(parents=True, exist_ok=True)
    ready = service.unit.with_suffix(".new")  # which no manager reads
    ready.write_text(text, "utf-8")
    ready.chmod(0o644)
    put(ready, service.unit)
    subprocess.run(
        [*manager(is_of_user=service.is_of_user), "daemon-reload"], check=True, capture_output=True
    )


def outlives_session() -> bool:
    """Let the user's services run without a session, from boot on; whether that is allowed."""
    return succeeds("loginctl", "enable-linger", capture_output=True)
