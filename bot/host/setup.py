"""`./run setup`: from an application of Discord to a running bot, in one conversation.

It keeps no notes: each step looks at what is there, so that an interrupted one goes on where it was
and a second one finds nothing to do. Every answer can be given as an option.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bot import database
from bot.app import invite_url
from bot.database.copies import copies_of, folder_of
from bot.host import doctor, env_file, services
from bot.host.account import Account, account_of
from bot.host.heartbeats import is_connected
from bot.host.services import Service
from bot.host.terminal import Talk, show, show_all
from bot.i18n import LANGUAGES, language_of, text
from bot.settings import BadSettings, Settings
from rules.registry import games

PORTAL = "https://discord.com/developers/applications"
ENV_FILE = Path(".env")
PAUSE = 3.0
"""Seconds between two looks at something that is awaited."""
PATIENCE = 120.0
"""Seconds for a service to give its first sign of life, and for its commands to be there."""
EVER = datetime.min.replace(tzinfo=UTC)
"""A moment before every start."""
AUTOMATIC, QUADLET, PRINT, NONE = "auto", "quadlet", "print", "none"
SERVICES = (AUTOMATIC, "machine", "user", QUADLET, PRINT, NONE)
"""What can be done about a service; `auto` asks, and takes what the machine has."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Answers that were given beforehand."""

    yes: bool = False
    """Whether every question is answered with yes."""
    token_file: str | None = None
    """File with the token; "-" is the standard input."""
    language: str | None = None
    wait: float | None = None
    """Seconds to wait for Discord and for a server; None for as long as it takes."""
    service: str = AUTOMATIC


class Setup:
    """One conversation: `Setup(settings, options).carry_out()`."""

    def __init__(self, settings: Settings, options: Options) -> None:
        language = options.language or language_of_host()
        self.settings = msgspec.structs.replace(settings, language=language)
        self.options = options
        self.talk = Talk("setup", language, yes=options.yes)
        self.folder = Path.cwd()

    def carry_out(self) -> str:
        """Take every step that is open; the server to play in where the bot is to start here.

        Raises BadSettings, BadStore and Unfinished.
        """
        token = self.token()
        server = self.servers(token)[0]
        self.check()
        if not self.is_container:
            self.copy()
        service = self.service()
        if service is not None:
            self.wait(lambda: self.is_ready(service), service.log_command())
            if service.is_container and not services.has_copied(service):
                self.talk.note(None, "no_copy_there", name=service.name)
        if service is not None or database.is_taken(self.settings.database):
            self.talk.say("ready", command=first_command(), server=server)
            return ""
        if self.talk.may_ask and self.talk.agrees("start_here"):
            return server
        self.talk.say("start_by_hand", command=first_command(), server=server)
        return ""

    @property
    def is_container(self) -> bool:
        """Whether the bot is to run, or runs, in a container, which has games of its own."""
        service = services.present_service(self.folder)
        return service.is_container if service else self.options.service == QUADLET

    def is_ready(self, service: Service) -> bool:
        """Whether the bot of a service is on Discord, which has its commands."""
        if not service.is_container:
            return asyncio.run(is_ready(self.settings))
        account = asyncio.run(account_of(self.settings, self.settings.discord_token or ""))
        return account.has_commands and service.is_active

    # ---- the token ------------------------------------------------------------------------------

    def token(self) -> str:
        """The token, accepted by Discord and saved in `.env`."""
        self.talk.heading("step_token")
        token = self.offered_token()
        if token is None:
            self.talk.say("where_tokens_are", url=PORTAL)
        while (account := self.account(token)) is None:
            token = self.talk.secret("ask_token")
        assert token is not None  # it has an account
        self.talk.note(True, "token_works", name=account.name)
        self.settings = msgspec.structs.replace(self.settings, discord_token=token)
        self.save(token)
        return token

    def offered_token(self) -> str | None:
        """The token of the file that an option names, or the one that is set already."""
        name = self.options.token_file
        if name is None:
            return self.settings.discord_token
        try:
            content = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            language = self.settings.language
            raise BadSettings(text("setup.token_file", language, reason=str(error))) from error
        return content.strip()

    def account(self, token: str | None) -> Account | None:
        """The account of a token; None after saying why there is none."""
        if token is None:
            return None
        if doctor.application_id(token) is None:
            self.show_fault("doctor.token_form")
            return None
        account = self.reached_account(token)
        if account.is_refused:
            self.show_fault("doctor.token_refused")
            return None
        return account

    def show_fault(self, code: str) -> None:
        show(doctor.Finding(False, text(code, self.settings.language)))

    def reached_account(self, token: str) -> Account:
        """What Discord says of a token, as soon as it answers. Raises Unfinished."""
        reason = ""
        for _ in self.tries(self.options.wait, "not_reached"):
            account = asyncio.run(account_of(self.settings, token))
            if not account.outage:
                return account
            if not reason:
                reason = account.outage
                self.talk.note(None, "waits_for_discord", reason=reason)
        raise AssertionError  # tries() ends with Unfinished

    def save(self, token: str) -> None:
        """Write the token, and the language where it is none of the settings, into `.env`."""
        values = {"DISCORD_TOKEN": token}
        if self.settings.language != LANGUAGES[0] or self.options.language:
            values["HEXAGORA_LANGUAGE"] = self.settings.language
        if not env_file.holds(ENV_FILE, values):
            env_file.save(ENV_FILE, values)
        self.talk.note(True, "saved", file=str(ENV_FILE.absolute()))

    # ---- a server -------------------------------------------------------------------------------

    def servers(self, token: str) -> tuple[str, ...]:
        """Names of the servers that the bot is in, after an invitation if need be."""
        self.talk.heading("step_server")
        servers = self.reached_account(token).servers
        if not servers:
            application = doctor.application_id(token)
            assert application is not None  # the token has its form
            self.talk.say("invite")
            self.talk.link(invite_url(application))
            self.talk.say("waits_for_server")
            servers = next(
                servers
                for _ in self.tries(self.options.wait, "in_no_server")
                if (servers := self.reached_account(token).servers)
            )
        self.talk.note(True, "in_servers", n=len(servers), servers=list(servers[:3]))
        return servers

    def tries(self, seconds: float | None, code: str) -> Iterator[None]:
        """Begin a try now and then. Raises Unfinished after some seconds, but after one try."""
        ends = None if seconds is None else time.monotonic() + seconds
        while True:
            yield
            if ends is not None and time.monotonic() >= ends:
                raise self.talk.end(code)
            time.sleep(PAUSE)

    # ---- check and copy -------------------------------------------------------------------------

    def check(self) -> None:
        """Let the doctor look, until it finds no fault. Raises Unfinished."""
        self.talk.heading("step_check")
        while not asyncio.run(show_all(doctor.examine(self.settings))):
            if not self.talk.may_ask or not self.talk.agrees("check_again"):
                raise self.talk.end("faults_left")

    def copy(self) -> None:
        """Make the first copy, of a new database if there is none yet."""
        self.talk.heading("step_copy")
        file, language = self.settings.database, self.settings.language
        if not copies_of(file):
            if not file.exists():
                with closing(database.take(file)):
                    database.prepare(file, language)
            database.backup(file)
        newest = copies_of(file)[-1]
        self.talk.note(True, "copied", folder=str(folder_of(file)), file=newest.name)

    # ---- the service ----------------------------------------------------------------------------

    def service(self) -> Service | None:
        """The service that runs the bot, installed and started if the host wishes; None without."""
        if self.options.service == NONE:
            return None
        self.talk.heading("step_service")
        service = services.present_service(self.folder) or self.new_service()
        if service is not None:
            if not service.is_active:
                self.start(service)
            self.talk.note(True, "service_runs", name=service.name)
        return service

    def new_service(self) -> Service | None:
        """A service that is installed now; None where there is to be none, or can be none."""
        kind = services.kind() if self.options.service == AUTOMATIC else self.options.service
        if not services.PLAIN_PATH.fullmatch(str(self.folder)):
            self.talk.note(None, "odd_folder", folder=str(self.folder))
        elif kind == "machine":
            return self.install(services.MACHINE_UNITS, is_of_user=False)
        elif kind == QUADLET:
            return self.install_quadlet()
        elif kind == "user":
            return self.install(services.user_units(), is_of_user=True)
        else:
            self.print_unit()
        return None

    def install(self, units: Path, *, is_of_user: bool) -> Service | None:
        """Install a unit, if the host agrees."""
        service = Service(services.free_unit(units, self.folder), is_of_user)
        user = services.user_of(self.folder)
        code = "ask_user_service" if is_of_user else "ask_service"
        if not self.talk.agrees(code, file=str(service.unit), user=user):
            return None
        if is_of_user:
            services.write_unit(service, services.user_unit(self.folder))
            if not services.outlives_session():
                self.talk.note(None, "ends_with_session", user=user)
        else:
            services.create_user(user, self.folder)
            services.give(self.folder, user)
            if not services.can_start(self.folder, user):
                raise self.talk.end("folder_out_of_reach", user=user, folder=str(self.folder))
            database_file = self.settings.database.absolute()
            unit = services.machine_unit(self.folder, user, database_file)
            services.write_unit(service, unit)
        self.talk.note(True, "installed", file=str(service.unit))
        return service

    def install_quadlet(self) -> Service | None:
        """Build the image and install the quadlet, if the host agrees. Raises Unfinished."""
        is_of_user = os.geteuid() != 0
        place = services.user_quadlets() if is_of_user else services.MACHINE_QUADLETS
        unit = services.free_unit(place, self.folder, ".container")
        if not services.answers(is_of_user=is_of_user):
            raise self.talk.end("no_manager", folder=str(self.folder))
        if not self.talk.agrees("ask_quadlet", file=str(unit)):
            return None
        if not services.has_image(self.folder):
            raise self.talk.end("no_image")
        service = Service(unit, is_of_user, is_container=True)
        services.write_unit(service, services.quadlet(self.folder))
        if is_of_user and not services.outlives_session():
            self.talk.note(None, "ends_with_session", user=services.user_of(self.folder))
        self.talk.note(True, "installed", file=str(unit))
        return service

    def print_unit(self) -> None:
        """Say how a service can be had where this machine, or this user, has no manager for one."""
        if self.options.service == PRINT:
            database_file = self.settings.database.absolute()
            user = services.user_of(self.folder)
            sys.stdout.write(services.machine_unit(self.folder, user, database_file))
            return
        code = "service_needs_root" if services.has_systemd() else "no_manager"
        self.talk.note(None, code, folder=str(self.folder))

    def start(self, service: Service) -> None:
        """Start a service, and wait for its first sign of life. Raises Unfinished."""
        if database.is_taken(self.settings.database):
            self.talk.note(None, "stop_the_other")
            while database.is_taken(self.settings.database):
                time.sleep(PAUSE)
        if os.geteuid() == 0 and not service.is_of_user and not service.is_container:
            services.give(self.folder, services.user_of(self.folder))
        for word in ("restart",) if service.is_container else ("enable", "restart"):
            if reason := service.order(word):
                raise self.talk.end("manager_refuses", reason=reason)

    def wait(self, is_true: Callable[[], bool], log: str) -> None:
        """Wait until something is true. Raises Unfinished, which says where the reason stands."""
        ends = time.monotonic() + PATIENCE
        while not is_true():
            if time.monotonic() > ends:
                raise self.talk.end("no_sign_of_life", log=log)
            time.sleep(PAUSE / 3)


def language_of_host() -> str:
    """The language of the settings; where none is set, that of the terminal."""
    names = ("HEXAGORA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return language_of(chosen.replace("_", "-"))


def first_command() -> str:
    """The command with which a first game can be opened."""
    return f"/{next(iter(games()))} new"


async def is_ready(settings: Settings) -> bool:
    """Whether a bot is connected to Discord, which has its commands."""
    if not is_connected(settings.database, since=EVER):
        return False
    return (await account_of(settings, settings.discord_token or "")).has_commands


async def say_when_ready(settings: Settings, server: str) -> None:
    """Say what to type, as soon as Discord has the commands of the bot."""
    while not await is_ready(settings):
        await asyncio.sleep(PAUSE)
    Talk("setup", settings.language, yes=True).say("ready", command=first_command(), server=server)
