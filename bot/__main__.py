"""`python -m bot`: start on Discord or in the playground, or run one of the host's commands."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shutil
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import msgspec
from dotenv import load_dotenv

import playground
from bot import database
from bot.app import invite_url
from bot.clock import Clock, cancel
from bot.database import BadStore
from bot.figures import Figures
from bot.host import announcing, doctor, setup, updating
from bot.host.heartbeats import Heart
from bot.host.logs import log_from
from bot.host.metrics import MetricsPage
from bot.host.rehearsal.notes import DEVICES, FILE
from bot.host.rehearsal.rehearsal import Wishes, rehearse
from bot.host.runner import TooManyFaults, live, stop_signal
from bot.host.terminal import Unfinished, console, show, show_all
from bot.i18n import LANGUAGES, text
from bot.settings import BadSettings, Settings
from playground.observed import BadObservations

PLAYGROUND = Path(".playground")
"""Folder where the playground keeps its world and its games between two runs."""
PLAYGROUND_DATABASE = PLAYGROUND / "hexagora.sqlite3"
UMASK = 0o077
"""The umask: files hold secret deals and hands, so no other user of this machine may read them."""

OBSERVED = Path(FILE)
"""What Discord was seen to do by a rehearsal, beside the code: the playground does the same."""
BAD_CONFIGURATION = 78
"""Exit code (EX_CONFIG of sysexits.h): a restart does not help until the host acts."""


def arguments() -> argparse.ArgumentParser:
    """Parser of the options and commands of `./run`."""
    parser = argparse.ArgumentParser(
        prog="./run",
        description="Hexagora: long board games in a Discord channel. With DISCORD_TOKEN (in the "
        "environment or in .env) it starts on Discord, without it in the playground, a page on "
        "this machine. Ctrl-C ends it; nothing is lost.",
    )
    parser.add_argument("--port", type=int, help="port of the playground's page")
    parser.add_argument("--fresh", action="store_true", help="begin with an empty playground")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    add_setup(commands.add_parser("setup", help="bring the bot to Discord, step by step"))
    check = commands.add_parser("doctor", help="check settings, token, permissions and database")
    check.add_argument("--running", action="store_true", help="the figures of the running bot")
    check.add_argument(
        "--database", action="store_true", help="only the database, and whether it can be updated"
    )
    add_update(commands.add_parser("update", help="put a new version in place, if it works"))
    commands.add_parser("health", help="say whether the bot is alive: 0 if it is, else 1")
    commands.add_parser("invite", help="print the link that adds the bot to a server")
    announce = commands.add_parser("announce", help="tell every table in play something, once")
    announce.add_argument("words", help="for tables in a language without words of their own")
    add_translations(announce)
    announce.add_argument(
        "--stop",
        action="store_true",
        help="the bot will be stopped: clocks and reminders stand still until the next start",
    )
    add_rehearsal(commands.add_parser("rehearse", help="try Discord itself, on a test server"))
    backup = commands.add_parser("backup", help="write a consistent copy of the database")
    backup.add_argument("file", type=Path, nargs="?", help="where (default: beside the others)")
    restore = commands.add_parser("restore", help="put a copy in the database's place")
    restore.add_argument("file", type=Path)
    return parser


def add_translations(parser: argparse.ArgumentParser) -> None:
    """Add an option for the words of an announcement in each language."""
    for language in LANGUAGES:
        parser.add_argument(f"--{language}", metavar="WORDS", help=f"for tables in {language}")


def add_update(parser: argparse.ArgumentParser) -> None:
    """Add the options of `./run update`."""
    parser.add_argument("folder", type=Path, nargs="?", help="the new code (default: git fetch)")
    parser.add_argument(
        "--to", metavar="TAG", help="a tag or commit (default: the branch's newest)"
    )
    parser.add_argument("--yes", action="store_true", help="ask nothing")
    parser.add_argument(
        "--limit",
        type=float,
        metavar="SECONDS",
        default=updating.Options().limit,
        help="how long the new version may take until it stands on Discord (default: %(default)g)",
    )
    parser.add_argument("--announce", metavar="WORDS", help="tell every table before the stop")
    add_translations(parser)


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Add the options of `./run setup`, which answer its questions beforehand."""
    parser.add_argument(
        "--yes", action="store_true", help="ask nothing, and do all that is offered"
    )
    parser.add_argument("--token-file", metavar="FILE", help="a file with the token; - for stdin")
    parser.add_argument("--language", choices=LANGUAGES, help="the language of messages to you")
    parser.add_argument(
        "--wait",
        type=float,
        metavar="SECONDS",
        help="how long to wait for Discord, and for a server (default: as long as it takes)",
    )
    service = parser.add_mutually_exclusive_group()
    service.add_argument(
        "--service",
        choices=setup.SERVICES,
        default=setup.AUTOMATIC,
        help="whose systemd is to run the bot (default: what this machine has); or print the unit",
    )
    service.add_argument(
        "--no-service", dest="service", action="store_const", const=setup.NONE, help="install none"
    )


def add_rehearsal(parser: argparse.ArgumentParser) -> None:
    """Add the options of `./run rehearse`."""
    parser.add_argument("--server", type=int, metavar="NUMBER", help="id of the test server")
    parser.add_argument(
        "--minutes",
        type=float,
        default=Wishes().minutes,
        help="how long to wait for your presses and screenshots (default: %(default)g; 0: not)",
    )
    parser.add_argument(
        "--hour", dest="old", action="store_true", help="also edit a message of an hour ago"
    )
    parser.add_argument(
        "--into",
        dest="folder",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where to write what was seen",
    )
    for device in DEVICES:
        parser.add_argument(
            f"--{device}", type=Path, metavar="FILE", help=f"a screenshot of a {device}"
        )


def main() -> int:
    """Run one command; return 0, or print a refusal and return 1 (78 for bad settings)."""
    typed = arguments().parse_args()
    os.umask(UMASK)
    try:
        read_env_file()
        settings = Settings.from_env(os.environ)
        log_from(settings.log_level, settings.log_form)
        if typed.command in CONVERSATIONS:
            return CONVERSATIONS[typed.command](settings, typed)
        return asyncio.run(COMMANDS[typed.command](settings, typed))
    except KeyboardInterrupt:
        return 130
    except BadStore as refusal:
        console.print(refusal.sentence(settings.language), style="red")
        return 1
    except (BadSettings, TooManyFaults) as refusal:
        console.print(str(refusal), style="red")
        return BAD_CONFIGURATION if isinstance(refusal, BadSettings) else 1


def read_env_file() -> None:
    """Add the settings of `.env`, if there is one. Raises BadSettings where it cannot be read."""
    try:
        load_dotenv(".env")
    except (OSError, UnicodeDecodeError) as error:
        language = Settings.from_env(os.environ).language
        reason = text("settings.env_file", language, reason=str(error), user=os.geteuid())
        raise BadSettings(reason) from error


async def start(settings: Settings, typed: argparse.Namespace) -> int:
    """Run the bot until Ctrl-C or a signal to stop."""
    stop, clock = stop_signal(), Clock()
    figures = Figures(clock, settings.language)
    async with AsyncExitStack() as closing:
        await open_metrics(settings, figures, closing)
        if settings.discord_token is None:
            settings = await open_playground(settings, typed, closing, clock)
        async with Heart(figures, settings.database):
            await live(settings, stop, console.print, clock, figures)
    return 0


async def open_metrics(settings: Settings, figures: Figures, closing: AsyncExitStack) -> None:
    """Serve the figures for Prometheus where the host wishes it, and another program lets us."""
    port = settings.metrics_port
    if port:
        try:
            await closing.enter_async_context(MetricsPage(figures.meters.registry, port))
        except OSError:
            figures.port_taken(port)


async def open_playground(
    settings: Settings, typed: argparse.Namespace, closing: AsyncExitStack, clock: Clock
) -> Settings:
    """Start the local server; return settings that connect the bot to it instead of to Discord.

    A folder has one playground at a time: the world file is locked before the address is printed.
    """
    file, world = PLAYGROUND_DATABASE, PLAYGROUND / "world.sqlite3"
    if typed.fresh:
        database.require_free(file)
        shutil.rmtree(PLAYGROUND, ignore_errors=True)
    require_playground(settings)
    closing.enter_context(database.take(world))
    port = settings.playground_port if typed.port is None else typed.port
    try:
        ground = await playground.start(
            settings.playground_host,
            port,
            file=world,
            clock=clock,
            starts_limited=True,
            observed=OBSERVED if OBSERVED.exists() else None,
        )
    except BadObservations as error:
        raise BadSettings(
            text("rehearsal.unreadable", settings.language, file=str(OBSERVED))
        ) from error
    except OSError as error:
        raise BadSettings(text("doctor.port_taken", settings.language, port=str(port))) from error
    except playground.BadVault as error:
        raise BadSettings(text("doctor.bad_world", settings.language)) from error
    except ValueError as error:
        host = settings.playground_host
        raise BadSettings(text("doctor.not_loopback", settings.language, host=host)) from error
    closing.push_async_callback(ground.close)
    console.print(text("doctor.playground", settings.language, url=ground.url), style="bold")
    return msgspec.structs.replace(
        settings,
        discord_token=ground.token,
        discord_api_base=ground.api_base,
        discord_gateway_url=ground.gateway_url,
        database=file,
    )


def require_playground(settings: Settings) -> None:
    """Create the playground's folder. Raises BadSettings where it cannot be written to."""
    with suppress(OSError):
        PLAYGROUND.mkdir(exist_ok=True)
    if not os.access(PLAYGROUND, os.W_OK | os.X_OK):
        folder = str(PLAYGROUND.absolute())
        raise BadSettings(text("doctor.playground_folder", settings.language, folder=folder))


def set_up(settings: Settings, typed: argparse.Namespace) -> int:
    """Bring the bot to Discord in a conversation; start it here if the host wishes."""
    conversation = setup.Setup(settings, msgspec.convert(vars(typed), setup.Options))
    logging.disable()  # until the bot starts, the conversation says all that there is to say
    try:
        server = conversation.carry_out()
    except (Unfinished, KeyboardInterrupt) as end:
        console.print()
        console.print(str(end), style="red", markup=False)
        conversation.talk.say("goes_on")
        return 1 if isinstance(end, Unfinished) else 130
    finally:
        logging.disable(logging.NOTSET)
    if not server:
        return 0
    return asyncio.run(start_first(conversation.settings, typed, server))


def update(settings: Settings, typed: argparse.Namespace) -> int:
    """Put a new version in place; return 1 where the old one stays."""
    words = announcement(typed.announce, typed) if typed.announce else {}
    options = msgspec.convert({**vars(typed), "announcement": words}, updating.Options)
    try:
        return updating.Update(in_use(settings), options).carry_out()
    except Unfinished as end:
        console.print(str(end), style="red", markup=False)
        return 1


async def start_first(settings: Settings, typed: argparse.Namespace, server: str) -> int:
    """Run the bot as `start` does, and say what to type once it is there."""
    saying = asyncio.create_task(setup.say_when_ready(settings, server))
    try:
        return await start(settings, typed)
    finally:
        await cancel(saying)


async def examine(settings: Settings, typed: argparse.Namespace) -> int:
    """Print the doctor's findings; return 1 when one of them keeps the bot from working."""
    if typed.database:
        findings = doctor.examine_database(in_use(settings))
    else:
        findings = doctor.running(in_use(settings)) if typed.running else doctor.examine(settings)
    return 0 if await show_all(findings) else 1


async def try_discord(settings: Settings, typed: argparse.Namespace) -> int:
    """Rehearse on a test server; return 1 where that is refused or leaves something behind."""
    screenshots = {device: file for device in DEVICES if (file := getattr(typed, device))}
    wishes = msgspec.convert({**vars(typed), "screenshots": screenshots}, Wishes)
    return 0 if await show_all(rehearse(settings, wishes, Clock())) else 1


async def health(settings: Settings, typed: argparse.Namespace) -> int:
    """Print whether the bot is alive; return 1 when it is not."""
    finding = doctor.heartbeat(in_use(settings))
    show(finding)
    return 0 if finding.good else 1


def announcement(words: str, typed: argparse.Namespace) -> dict[str, str]:
    """The words of an announcement by language; "" for the languages without words of their own."""
    translations = {language: getattr(typed, language) for language in LANGUAGES}
    return {"": words} | {key: given for key, given in translations.items() if given is not None}


async def announce(settings: Settings, typed: argparse.Namespace) -> int:
    """Tell every table in play something; return 1 where that is refused."""
    words = announcement(typed.words, typed)
    findings = announcing.announce(in_use(settings), words, Clock(), is_stop=typed.stop)
    return 0 if await show_all(findings) else 1


def in_use(settings: Settings) -> Settings:
    """The settings with the database in use: without a token, the playground's."""
    if settings.discord_token is not None:
        return settings
    return msgspec.structs.replace(settings, database=PLAYGROUND_DATABASE)


async def invite(settings: Settings, typed: argparse.Namespace) -> int:
    """Print the invite link; the application's id is the first part of the token."""
    if settings.discord_token is None:
        raise BadSettings(text("doctor.nobody_to_invite", settings.language))
    application = doctor.application_id(settings.discord_token)
    if application is None:
        raise BadSettings(text("doctor.token_form", settings.language))
    console.print(invite_url(application))
    return 0


async def backup(settings: Settings, typed: argparse.Namespace) -> int:
    """Copy the database while the bot may be running."""
    written = await asyncio.to_thread(database.backup, settings.database, typed.file)
    console.print(text("doctor.backed_up", settings.language, file=str(written)))
    return 0


async def restore(settings: Settings, typed: argparse.Namespace) -> int:
    """Replace the database with a copy, and keep the old file beside it."""
    safety_copy = await asyncio.to_thread(database.restore, typed.file, settings.database)
    code = "doctor.restored" if safety_copy is None else "doctor.restored_and_kept"
    console.print(text(code, settings.language, file=str(typed.file), kept=str(safety_copy)))
    return 0


CONVERSATIONS = {"setup": set_up, "update": update}
"""Commands with questions, which want a terminal without a loop beside it."""
COMMANDS = {
    None: start,
    "doctor": examine,
    "health": health,
    "invite": invite,
    "announce": announce,
    "rehearse": try_discord,
    "backup": backup,
    "restore": restore,
}


if __name__ == "__main__":
    sys.exit(main())
