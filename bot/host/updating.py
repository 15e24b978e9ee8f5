"""`./run update`: a new version beside the old one, tried on a copy, and in its place if it works.

Up to the change of the link `current` nothing has happened to the old version; after it, the
journal says where to go back to, until the new version stands on Discord (`bot.host.releases`).
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import msgspec

from bot import database
from bot.clock import Clock
from bot.database import BadStore
from bot.database.copies import copy_into_room, folder_of
from bot.host import announcing, services
from bot.host.doctor import Finding
from bot.host.heartbeats import is_connected, read_report
from bot.host.releases import HERE, LOCK, MARK, Releases, Trial, UpdateUnderWay
from bot.host.services import Service
from bot.host.terminal import Talk, Unfinished, show, show_all
from bot.i18n import text
from bot.settings import Settings

NAME_LENGTH = 12
"""Digits of a commit, or of a hash over files, in the name of a release."""
PAUSE = 0.5
"""Seconds between two looks at something that is awaited."""
LONGEST_STOP = 60.0
"""Seconds in which a bot has ended after it was told to."""
NOT_CODE = (".*", "__pycache__", "*.sqlite3*", "backups", "releases")
"""Names in a folder that are no part of a release, but for those in `ALSO_CODE`."""
ALSO_CODE = (".env.example",)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What the host wishes of an update."""

    folder: Path | None = None
    """Folder with the new code; None to fetch it with git."""
    to: str | None = None
    """Tag or commit to fetch; None for the newest of the branch."""
    yes: bool = False
    limit: float = 180.0
    """Seconds in which the new version has to stand on Discord."""
    announcement: Mapping[str, str] = {}
    """Words to every table before the stop, by language; "" for the other languages."""


class ByService:
    """The bot runs as a service. Raises Unfinished where its manager refuses."""

    def __init__(self, service: Service, language: str) -> None:
        self.service, self.language = service, language

    def order(self, word: str) -> None:
        if reason := self.service.order(word):
            raise Unfinished(text("setup.manager_refuses", self.language, reason=reason))

    def stop(self) -> None:
        self.order("stop")

    def start(self) -> None:
        self.order("start")

    def start_again(self) -> None:
        self.order("start")

    def stay(self) -> int:
        return 0

    @property
    def has_ended(self) -> bool:
        return not self.service.is_active


class ByHand:
    """The bot runs in a terminal: in another one before the update, in this one after it."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder, self.file = folder, file
        self.process: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(LONGEST_STOP)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            return
        report = read_report(self.file)
        if database.is_taken(self.file) and report is not None and report.pid:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(report.pid, signal.SIGTERM)

    def start(self) -> None:
        self.process = subprocess.Popen(["./run"], cwd=self.folder)

    def start_again(self) -> None:
        """Start nothing: who has pressed Ctrl-C wants the terminal back."""

    @property
    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def stay(self) -> int:
        """Wait until the bot that was started here ends, if there is one; its exit code."""
        while self.process is not None:
            try:
                return self.process.wait()
            except KeyboardInterrupt:  # the terminal tells the bot as well
                continue
        return 0


Runner = ByService | ByHand


class Update:
    """One update: `Update(settings, options).carry_out()`."""

    def __init__(self, settings: Settings, options: Options) -> None:
        self.settings, self.options = settings, options
        self.talk = Talk("update", settings.language, yes=options.yes)
        self.folder = Path.cwd()
        self.releases = Releases(self.folder)
        service = services.present_service(self.folder)
        is_service = service is not None and (service.is_active or not self.is_running)
        self.service = service if is_service else None

    @property
    def is_running(self) -> bool:
        """Whether a bot uses the database."""
        return database.is_taken(self.settings.database)

    def carry_out(self) -> int:
        """Update, and return the exit code. Raises Unfinished, BadSettings and BadStore."""
        become_owner(self.folder)
        if self.service and self.service.is_container:
            raise self.talk.end("is_container")
        if self.service and not self.service.is_of_user and os.getuid() != 0:
            raise self.talk.end("needs_root")
        runner = self.runner()
        try:
            with self.releases.update():
                self.finish_interrupted(runner)
                code = self.replace(runner)
        except UpdateUnderWay as error:
            raise self.talk.end("under_way") from error
        except PermissionError as error:
            raise self.talk.end("not_owner", reason=str(error)) from error
        ended_with = runner.stay()
        return code or ended_with

    def runner(self) -> Runner:
        """What stops and starts the bot here."""
        if self.service is not None:
            return ByService(self.service, self.settings.language)
        return ByHand(self.folder, self.settings.database)

    def replace(self, runner: Runner) -> int:
        """Take every step; returns 1 where the new version did not work, else 0."""
        self.talk.heading("step_code")
        name = self.fetched()
        if name == self.current:
            self.talk.note(True, "newest", name=name)
            return 0
        self.talk.note(True, "is_there", name=name)
        self.talk.heading("step_rehearsal")
        self.rehearse(name)
        if not self.talk.agrees("ask"):
            self.talk.say("later", name=name)
            return 0
        if self.options.announcement and self.is_running:
            self.talk.heading("step_announcement")
            asyncio.run(self.announce())
        self.talk.heading("step_swap")
        return 0 if self.swap(name, runner) else 1

    def finish_interrupted(self, runner: Runner) -> None:
        """Go back from an update that was killed on its way."""
        trial = self.releases.trial
        if trial is not None:
            self.talk.note(None, "interrupted", new=trial.new, old=self.name_of(trial.old))
            was_running = self.is_running
            self.stop(runner)
            self.go_back()
            if was_running:
                runner.start()

    # ---- the code -------------------------------------------------------------------------------

    @property
    def current(self) -> str:
        """Name of the version that a start takes, as a release of it would be called."""
        name = self.releases.current
        if name != HERE or self.options.folder is not None or not self.has_git:
            return name
        return self.git("rev-parse", "HEAD")[:NAME_LENGTH]

    @property
    def has_git(self) -> bool:
        return (self.folder / ".git").exists()

    def fetched(self) -> str:
        """Name of the release with the new code, made if need be."""
        folder = self.options.folder
        if folder is not None:
            if not (folder / LOCK).exists():
                raise self.talk.end("no_code", folder=str(folder))
            self.make(name_from(folder), lambda place: copy_code(folder, place))
            return name_from(folder)
        if not self.has_git:
            raise self.talk.end("no_git")
        self.git("fetch", "--quiet", "--tags")
        wanted = self.options.to or "@{upstream}"
        commit = self.git("rev-parse", "--verify", "--quiet", f"{wanted}^{{commit}}")
        name = commit[:NAME_LENGTH]
        if name != self.current:
            self.make(name, lambda place: self.unpack(commit, place))
        return name

    def git(self, *words: str) -> str:
        """What git answers. Raises Unfinished with its reason where it fails."""
        return self.git_bytes(*words).decode().strip()

    def git_bytes(self, *words: str) -> bytes:
        try:
            answer = subprocess.run(
                ["git", *words], cwd=self.folder, capture_output=True, check=False
            )
        except OSError as error:
            raise self.talk.end("git_fails", reason=str(error)) from error
        if answer.returncode != 0:
            reason = answer.stderr.decode().strip().splitlines() or [" ".join(words)]
            raise self.talk.end("git_fails", reason=reason[-1])
        return answer.stdout

    def unpack(self, commit: str, place: Path) -> None:
        """Write the files of a commit into a folder."""
        archive = self.git_bytes("archive", "--format=tar", commit)
        subprocess.run(["tar", "-x", "-C", str(place)], input=archive, check=True)

    def make(self, name: str, fill: Callable[[Path], None]) -> None:
        """Make a release, whole or without its mark. Raises Unfinished."""
        if self.releases.is_whole(name):
            return
        place = self.releases.path(name)
        self.talk.say("makes", folder=str(place))
        try:
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            fill(place)
            if not self.releases.has_environment(name, self.releases.current):
                raise self.talk.end("no_environment")
            os.sync()
            (place / MARK).write_text("{}\n", "utf-8")
        except (OSError, shutil.Error, subprocess.SubprocessError) as error:
            raise self.talk.end("not_made", folder=str(place), reason=str(error)) from error

    def remove_all_but(self, *names: str) -> None:
        """Remove every release but these."""
        for name in set(self.releases.names()) - {*names}:
            shutil.rmtree(self.releases.path(name), ignore_errors=True)

    # ---- trial ----------------------------------------------------------------------------------

    def rehearse(self, name: str) -> None:
        """Let the new version take over a copy of the database. Raises Unfinished."""
        command = self.releases.command(name, "doctor", "--database")
        environ = self.releases.environ(name, os.environ)
        answer = subprocess.run(command, cwd=self.folder, env=environ, check=False)
        if answer.returncode != 0:
            raise self.talk.end("rehearsal_fails", name=name)

    async def announce(self) -> None:
        """Tell every table that the bot will be away. Raises Unfinished where that is refused."""
        words = self.options.announcement
        if not await show_all(announcing.announce(self.settings, words, Clock(), is_stop=True)):
            raise self.talk.end("not_announced")

    # ---- the swap -------------------------------------------------------------------------------

    def swap(self, name: str, runner: Runner) -> bool:
        """Replace the old version by the new one; False where that did not work and was undone."""
        before = self.releases.current
        self.stop(runner)
        try:
            with closing(database.take(self.settings.database)):
                self.releases.note(Trial(before, name, self.copy()))
                self.releases.switch(name)
            works = self.works(runner)
        except (BadStore, OSError) as error:
            show(Finding(False, reason_of(error, self.settings.language)))
            works = False
        except BaseException:  # Ctrl-C, too, leaves no trial behind
            self.stop(runner)
            self.go_back()
            runner.start_again()
            raise
        if works:
            self.talk.note(True, "works", name=name)
            self.remove_all_but(name, before)
        else:
            self.return_to_old(runner)
        return works

    def stop(self, runner: Runner) -> None:
        """Stop the bot, and wait until it has ended. Raises Unfinished."""
        runner.stop()
        ends = time.monotonic() + LONGEST_STOP
        while self.is_running:
            if time.monotonic() > ends:
                raise self.talk.end("does_not_stop")
            time.sleep(PAUSE / 5)
        self.talk.note(True, "stopped")

    def copy(self) -> str | None:
        """Copy the database as the old version leaves it; None where there is none."""
        file = self.settings.database.absolute()
        if not file.exists():
            return None
        place = folder_of(file) / f"{file.stem}-before-update.sqlite3"
        return str(copy_into_room(file, place))

    def works(self, runner: Runner) -> bool:
        """Start the version of `current`; whether it stands on Discord before the limit."""
        since = Clock().now()
        runner.start()
        self.talk.say("waits", seconds=round(self.options.limit))
        if self.stands(runner, since):
            self.releases.accept()
            return True
        self.talk.note(False, "does_not_work")
        return False

    def stands(self, runner: Runner, since: datetime) -> bool:
        """Whether a bot that began since a moment stands on Discord before the limit."""
        ends = time.monotonic() + self.options.limit
        while time.monotonic() < ends and not runner.has_ended:
            if is_connected(self.settings.database, since):
                return True
            time.sleep(PAUSE)
        return False

    def return_to_old(self, runner: Runner) -> None:
        """Stop the new version and start the old one, unless the new one has come to work."""
        self.stop(runner)
        self.go_back()
        since = Clock().now()
        runner.start()
        code = "old_works" if self.stands(runner, since) else "old_does_not_work"
        self.talk.note(code == "old_works", code, name=self.name_of(self.releases.current))

    def go_back(self) -> None:
        """Return to the version before, with its database. Raises Unfinished."""
        if not self.releases.go_back():
            raise self.talk.end("cannot_go_back")
        if database.has_litestream(self.settings.database):
            self.talk.note(None, "restart_litestream")

    def name_of(self, name: str) -> str:
        """Name of a version for the host."""
        return str(self.folder) if name == HERE else name


def reason_of(error: BadStore | OSError, language: str) -> str:
    """Why a database cannot be taken over or copied, in one sentence."""
    return error.sentence(language) if isinstance(error, BadStore) else str(error)


def become_owner(folder: Path) -> None:
    """Work as the owner of a folder where root was asked to: what is written is to be theirs."""
    owner = folder.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        os.environ["HOME"] = pwd.getpwuid(owner.st_uid).pw_dir
        os.setegid(owner.st_gid)
        os.seteuid(owner.st_uid)


def copy_code(folder: Path, place: Path) -> None:
    """Copy the code of a folder, without what its bot has written there."""
    ignore = shutil.ignore_patterns(*NOT_CODE)
    shutil.copytree(folder, place, ignore=ignore, dirs_exist_ok=True)
    for name in ALSO_CODE:
        shutil.copy(folder / name, place)


def name_from(folder: Path) -> str:
    """Name of a release with the code of a folder: a hash over its files."""
    digest = sha256()
    ignore = shutil.ignore_patterns(*NOT_CODE)
    for place, folders, names in os.walk(folder):
        ignored = ignore(place, [*folders, *names])
        folders[:] = sorted(set(folders) - ignored)
        for name in sorted(set(names) - ignored):
            file = Path(place, name)
            digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:NAME_LENGTH]
