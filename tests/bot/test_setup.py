"""`./run setup`: from a token to a bot that plays, in a real terminal, and by options alone."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

import playground
from bot import __main__ as entry
from bot import database
from bot.clock import Clock
from bot.host import env_file, services, setup, updating
from bot.host.services import Service
from bot.host.setup import Options, Setup
from bot.host.terminal import Unfinished
from bot.host.updating import Update
from bot.settings import BadSettings, Settings
from tests.bot.pseudo_terminal import PseudoTerminal
from tests.cases import each_case
from tests.patience import LONGEST
from tests.tier import of_tier

HOME = Path(__file__).parents[2]
FORGED = "OTAwMDAwMDAwMDAwMDAwMDAx.Gforge.0123456789012345678901234567890123456"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
ENTER, CTRL_C = "\n", "\x03"


@pytest.fixture
async def ground():
    opened = await playground.start()
    yield opened
    await opened.close()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a host, where nothing is set yet."""
    monkeypatch.chdir(tmp_path)
    for name in ("HEXAGORA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(setup, "PAUSE", 0.01)
    return tmp_path


@pytest.fixture
def settings(ground, folder):
    return Settings(
        database=folder / "hexagora.sqlite3",
        discord_api_base=ground.api_base,
        discord_gateway_url=ground.gateway_url,
    )


def addresses(ground):
    return {"DISCORD_API_BASE": ground.api_base, "DISCORD_GATEWAY_URL": ground.gateway_url}


async def test_a_newcomer_comes_from_a_token_to_a_bot_that_plays(ground, folder):
    """Ctrl-C while it waits loses nothing; the token is never shown."""
    ground.moderator.remove_bot()
    environ = {
        "PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(HOME),
        "LANG": "fr_FR.UTF-8", **addresses(ground),
    }  # fmt: skip
    command = [sys.executable, "-m", "bot", "setup"]
    terminal = PseudoTerminal(command, folder, environ)
    for answer, sentence in ((" ", "trois parties"), (FORGED, "refuse le jeton")):
        await terminal.shows("> ")
        terminal.type(answer + ENTER)
        await terminal.shows(sentence)
    await terminal.shows("> ")
    terminal.type(ground.token + ENTER)
    await terminal.shows("le bot s’appelle Hexagora")
    await terminal.shows("client_id=900000000000000001")
    assert "█▄▄▄█" in await terminal.shows("Ctrl-C arrête")
    terminal.type(CTRL_C)
    await terminal.shows("./run setup reprend où il en était")
    assert await terminal.end() == 130
    assert not {ground.token, FORGED} & {*terminal.text.split()}
    terminal.close()

    again = PseudoTerminal(command, folder, environ)
    assert "> " not in await again.shows("Ctrl-C arrête")
    ground.moderator.invite_bot()
    await again.shows("Il est sur un serveur")
    await again.shows("Hexagora\N{NO-BREAK SPACE}: toutes les permissions")
    await again.shows("la plus récente est hexagora-")
    await again.shows("[o/n]")
    again.type("p" + ENTER)
    await again.shows("Répondez par l’une de ces lettres")
    again.type("O" + ENTER)
    await again.shows("C’est prêt\N{NO-BREAK SPACE}: tapez /akropolis new")
    maud = ground.person("Maud")
    assert (await maud.slash("help")).message
    again.type(CTRL_C)
    assert await again.end() == 0
    assert "Traceback" not in again.text
    again.close()
    lines = (folder / ".env").read_text().splitlines()
    assert {f"DISCORD_TOKEN={ground.token}", "HEXAGORA_LANGUAGE=fr"} <= {*lines}


# ---- by options ----------------------------------------------------------------------------------


async def in_thread(settings, **options):
    """Carry out a setup beside the playground, as it has no loop of its own."""
    conversation = Setup(settings, Options(**{"yes": True, "wait": 0.0} | options))
    return await asyncio.to_thread(conversation.carry_out)


def token_file(folder, token):
    file = folder / "token"
    file.write_text(f"{token}\n")
    return str(file)


async def test_options_answer_every_question(ground, settings, folder, capsys):
    options = {"token_file": token_file(folder, ground.token), "service": "none", "language": "fr"}
    assert await in_thread(settings, **options) == ""
    output = capsys.readouterr().out
    assert "Lancez le bot avec ./run. Tapez ensuite /akropolis new dans un salon" in output
    assert ground.token not in output
    [first] = (folder / "backups").iterdir()
    env = folder / ".env"
    before = (env.stat().st_ino, env.read_text())
    saved = await in_thread(
        Settings(**{name: getattr(settings, name) for name in settings.__struct_fields__[1:]}),
        **options,
    )
    assert saved == ""
    assert (env.stat().st_ino, env.read_text()) == before
    assert [*(folder / "backups").iterdir()] == [first]


@each_case(
    ("spoil", "options", "error", "sentence"),
    [
        ("", {}, BadSettings, "--token-file FILE"),
        ("", {"token_file": "nowhere"}, BadSettings, "cannot be read: .*nowhere"),
        (FORGED, {}, BadSettings, "--token-file FILE"),
        ("away", {}, Unfinished, "in no server yet"),
        ("code grant", {}, Unfinished, "marked with ✗"),
        ("down", {}, Unfinished, "could not be reached in time"),
    ],
)
async def test_each_step_that_cannot_be_taken_says_why(
    ground, settings, folder, spoil, options, error, sentence
):
    if spoil == "away":
        ground.moderator.remove_bot()
    if spoil == "down":
        await ground.vanish()
    if spoil == "code grant":
        ground.portal["bot_require_code_grant"] = True
    if spoil and "token_file" not in options:
        token = spoil if spoil == FORGED else ground.token
        options = {"token_file": token_file(folder, token)}
    with pytest.raises(error, match=sentence):
        await in_thread(settings, **options)
    ground.moderator.invite_bot()
    ground.portal.pop("bot_require_code_grant", None)


async def test_the_token_can_come_through_the_standard_input(ground, settings, monkeypatch):
    monkeypatch.setattr(sys, "stdin", StringIO(ground.token))
    await in_thread(settings, token_file="-", service="none")
    assert env_file.holds(Path(".env"), {"DISCORD_TOKEN": ground.token})


# ---- .env ----------------------------------------------------------------------------------------


def test_other_lines_stay_and_nobody_else_reads_it(folder):
    env = folder / ".env"
    env.write_text("# mine\nHEXAGORA_LOBBY_DAYS=3\nDISCORD_TOKEN=old # and why\n#DISCORD_TOKEN=x\n")
    env.chmod(0o644)
    env_file.save(env, {"DISCORD_TOKEN": FORGED})
    assert env.read_text() == (
        f"# mine\nHEXAGORA_LOBBY_DAYS=3\nDISCORD_TOKEN={FORGED}\n#DISCORD_TOKEN=x\n"
    )
    assert env.stat().st_mode & 0o777 == 0o600
    assert env_file.holds(env, {"DISCORD_TOKEN": FORGED})
    env.chmod(0o640)
    assert not env_file.holds(env, {"DISCORD_TOKEN": FORGED})


def test_a_new_one_explains_every_setting(folder):
    env_file.save(folder / ".env", {"HEXAGORA_LANGUAGE": "fr"})
    lines = (folder / ".env").read_text().splitlines()
    assert "HEXAGORA_LANGUAGE=fr" in lines
    assert len(lines) > 40


@as_root
def test_a_file_that_root_writes_belongs_to_the_owner_of_the_folder(folder):
    os.chown(folder, 65534, 65534)
    env_file.save(folder / ".env", {"DISCORD_TOKEN": FORGED})
    assert (folder / ".env").stat().st_uid == 65534


def test_one_that_was_interrupted_leaves_the_older_one(folder, monkeypatch):
    env = folder / ".env"
    env.write_text("HEXAGORA_LOBBY_DAYS=3\n")

    def die(*places):
        raise KeyboardInterrupt

    monkeypatch.setattr(env_file, "put", die)
    with pytest.raises(KeyboardInterrupt):
        env_file.save(env, {"DISCORD_TOKEN": FORGED})
    assert env.read_text() == "HEXAGORA_LOBBY_DAYS=3\n"
    monkeypatch.undo()
    env_file.save(env, {"DISCORD_TOKEN": FORGED})
    assert env_file.holds(env, {"DISCORD_TOKEN": FORGED, "HEXAGORA_LOBBY_DAYS": "3"})
    assert [path.name for path in folder.glob(".env*")] == [".env"]


# ---- interrupted ---------------------------------------------------------------------------------


@pytest.fixture
def fate(tmp_path):
    """Carries out setups beside a playground of its own, killed before one of their deeds."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("systemctl", "loginctl"):
        (programs / name).symlink_to("/bin/true")
    pipes = {"stdout": subprocess.PIPE, "text": True, "cwd": HOME}
    command = [sys.executable, "-m"]
    with subprocess.Popen([*command, "tests.bot.lone_ground", "0"], **pipes) as ground:
        token, api, gateway = ground.stdout.readline().split()
        environ = {"PATH": f"{programs}:{os.environ['PATH']}", "XDG_CONFIG_HOME": "config"}
        environ |= {"DISCORD_API_BASE": api, "DISCORD_GATEWAY_URL": gateway, "HOME": "."}
        driver = subprocess.Popen(
            [*command, "tests.bot.mortal_host"],
            env=environ, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, **pipes,
        )  # fmt: skip

        def live(folder: Path, deed: int) -> int:
            folder.mkdir(exist_ok=True)
            (folder / "token").write_text(token)
            driver.stdin.write(json.dumps([str(folder), "setup", deed]) + "\n")
            driver.stdin.flush()
            return int(driver.stdout.readline())

        yield live
        driver.communicate()
        ground.kill()


def test_killed_before_any_of_its_deeds_the_next_one_goes_on(tmp_path, fate):
    """What is there afterwards is what one setup makes that nobody kills."""
    deed = 0
    while True:
        deed += of_tier(7, 1)
        folder = tmp_path / f"host{deed}"
        code = fate(folder, deed)
        assert code in (0, -signal.SIGKILL)
        if code:
            assert fate(folder, 0) == 0, deed
        token = (folder / "token").read_text()
        assert env_file.holds(folder / ".env", {"DISCORD_TOKEN": token}), deed
        assert [unit.name for unit in folder.glob("config/systemd/user/*")] == ["hexagora.service"]
        assert database.newest_copy(folder / "hexagora.sqlite3", Clock()) is not None, deed
        assert database.examine(folder / "hexagora.sqlite3").troubles == []
        if code == 0:
            break
    assert deed > 8


# ---- the service ---------------------------------------------------------------------------------

SYSTEMCTL = """#!/bin/sh
# A manager of services that starts a unit of ours in the background.
echo "$@" >> {folder}/orders
[ "$1" = --user ] && shift
case "$1" in
  is-active) [ -e {folder}/pid ] && echo active || echo inactive ;;
  enable) [ ! -e {folder}/refuses ] || {{ echo "Access denied" >&2; exit 1; }} ;;
  restart) cd {folder}; {python} -m bot > {folder}/log 2>&1 & echo $! > {folder}/pid ;;
esac
"""


@pytest.fixture
def systemctl(ground, folder, monkeypatch):
    """A manager of services, first in PATH; units are in the folder."""
    programs = folder / "programs"
    programs.mkdir()
    script = programs / "systemctl"
    script.write_text(SYSTEMCTL.format(folder=folder, python=sys.executable))
    script.chmod(0o755)
    (programs / "loginctl").symlink_to("/bin/false")
    for name, value in addresses(ground).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(HOME))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setattr(services, "MACHINE_UNITS", folder / "units")
    monkeypatch.setattr(services, "create_user", lambda user, folder: None)
    monkeypatch.setattr(services, "give", lambda folder, user: None)
    monkeypatch.setattr(services, "can_start", lambda folder, user: True)
    monkeypatch.setattr(setup, "PATIENCE", LONGEST)
    yield folder / "orders"
    if (folder / "pid").exists():
        subprocess.run(["kill", (folder / "pid").read_text().strip()], check=False)


async def test_a_service_is_installed_and_said_to_be_ready_once_its_commands_are_there(
    ground, settings, folder, systemctl, monkeypatch, capsys
):
    monkeypatch.setattr(services, "kind", lambda: "user")
    options = {"token_file": token_file(folder, ground.token)}
    await in_thread(settings, **options)
    assert ground.online
    output = capsys.readouterr().out
    assert "Ready: type /akropolis new in a channel of Hexagora" in output
    assert "sudo loginctl enable-linger" in output
    unit = folder / "config" / "systemd" / "user" / "hexagora.service"
    assert services.present_service(folder) == Service(unit, is_of_user=True)
    orders = systemctl.read_text().splitlines()
    assert [order for order in orders if "is-active" not in order] == [
        "--user daemon-reload", "--user enable hexagora", "--user restart hexagora",
    ]  # fmt: skip
    await in_thread(settings, **options)
    assert systemctl.read_text().count("restart") == 1


async def test_a_manager_that_refuses_is_said_and_the_unit_is_that_of_the_machine(
    ground, settings, folder, systemctl, monkeypatch
):
    (folder / "refuses").touch()
    with pytest.raises(Unfinished, match="systemd refuses: Access denied"):
        await in_thread(settings, token_file=token_file(folder, ground.token), service="machine")
    text = (folder / "units" / "hexagora.service").read_text()
    assert f"WorkingDirectory={folder}\n" in text
    assert f"ReadWritePaths={folder}\n" in text
    assert "/srv/" not in text


def test_a_database_elsewhere_may_be_written_and_homes_are_seen_only_where_needed(tmp_path):
    text = services.machine_unit(tmp_path, "maud", Path("/var/lib/games/hexagora.sqlite3"))
    assert f"ReadWritePaths={tmp_path} /var/lib/games\n" in text
    assert "User=maud\n" in text
    home = services.machine_unit(Path("/home/maud/bot"), "maud", Path("/home/maud/bot/a.sqlite3"))
    assert "ProtectHome=no\n" in home


@pytest.mark.parametrize("of_user", [False, True])
def test_systemd_finds_no_fault_in_the_units(tmp_path, of_user):
    folder = HOME
    unit = tmp_path / "hexagora.service"
    text = (
        services.user_unit(folder)
        if of_user
        else services.machine_unit(folder, "root", folder / "hexagora.sqlite3")
    )
    unit.write_text(text)
    assert ("default.target" if of_user else "multi-user.target") in text
    assert "Type=notify" in text
    verify = ["systemd-analyze", "verify", "--man=no", *(["--user"] if of_user else []), str(unit)]
    try:
        answer = subprocess.run(verify, capture_output=True, text=True, check=False)
    except OSError:
        pytest.skip("no systemd-analyze here")
    assert "hexagora.service" not in answer.stderr, answer.stderr


PODMAN = """#!/bin/sh
# A podman without an image that can build one.
echo "podman $*" >> {folder}/orders
case "$1" in image) [ -e {folder}/image ] ;; build) touch {folder}/image ;; esac
"""


async def test_a_quadlet_is_built_installed_and_copied_from_and_never_updated_by_us(
    ground, settings, folder, systemctl, monkeypatch, capsys
):
    """The folder itself holds no games then."""
    podman = folder / "programs" / "podman"
    podman.write_text(PODMAN.format(folder=folder))
    podman.chmod(0o755)
    monkeypatch.setattr(services, "MACHINE_QUADLETS", folder / "quadlets")
    monkeypatch.setattr(setup, "PAUSE", 1.0)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    options = {"token_file": token_file(folder, ground.token), "service": "quadlet"}
    monkeypatch.setattr(env_file.os, "chown", lambda *places: None)
    await in_thread(settings, **options)
    unit = folder / "quadlets" / "hexagora.container"
    assert f"EnvironmentFile={folder}/.env" in unit.read_text().splitlines()
    orders = systemctl.read_text().splitlines()
    assert [order for order in orders if "is-active" not in order] == [
        "show-environment", f"podman image exists {services.IMAGE}",
        f"podman build --format docker -t {services.IMAGE} .", "daemon-reload",
        "restart hexagora", "podman exec systemd-hexagora /venv/bin/python -m bot backup",
    ]  # fmt: skip
    output = capsys.readouterr().out
    assert "Ready: type" in output
    assert "Copies of all games go into" not in output
    with pytest.raises(Unfinished, match="runs in a container"):
        Update(settings, updating.Options(yes=True)).carry_out()


async def test_a_quadlet_without_podman_is_said(ground, settings, folder, systemctl, monkeypatch):
    monkeypatch.setattr(services.shutil, "which", lambda name: None)
    options = {"token_file": token_file(folder, ground.token), "service": "quadlet"}
    with pytest.raises(Unfinished, match="podman is missing"):
        await in_thread(settings, **options)
    monkeypatch.setattr(services, "answers", lambda is_of_user: False)
    with pytest.raises(Unfinished, match="No systemd takes commands here"):
        await in_thread(settings, **options)


def test_the_name_is_another_where_another_folder_has_a_service(folder):
    units = folder / "units"
    units.mkdir()
    (units / "hexagora.service").write_text(services.user_unit(Path("/srv/other")))
    assert services.free_unit(units, folder).name == f"hexagora-{folder.name}.service"


@as_root
def test_the_service_runs_as_the_owner_of_the_folder_but_never_as_root(folder):
    """A folder that its user cannot reach is noticed before it is started there."""
    assert services.user_of(folder) == "hexagora"
    (folder / "file").touch()
    services.give(folder, "nobody")
    assert services.user_of(folder) == "nobody"
    assert (folder / "file").stat().st_uid == folder.stat().st_uid != 0
    assert services.can_start(folder, "root")
    folder.parent.chmod(0o700)
    assert not services.can_start(folder, "nobody")


def test_a_user_that_is_there_is_not_created(folder):
    services.create_user("root", folder)


@each_case(
    ("service", "systemd", "sentence"),
    [
        ("auto", False, "No systemd takes commands here"),
        ("auto", True, "sudo ./run setup"),
        ("print", False, "RestartPreventExitStatus=78"),
    ],
)
async def test_without_a_manager_it_says_how_a_service_can_be_had(
    settings, folder, monkeypatch, capsys, service, systemd, sentence
):
    monkeypatch.setattr(services, "kind", lambda: "none")
    monkeypatch.setattr(services, "has_systemd", lambda: systemd)
    assert Setup(settings, Options(service=service)).service() is None
    assert sentence in capsys.readouterr().out


def test_a_question_without_anybody_to_answer_names_the_option(settings, monkeypatch):
    monkeypatch.setattr(services, "kind", lambda: "user")
    with pytest.raises(BadSettings, match="--yes"):
        Setup(settings, Options()).service()


@each_case(
    ("environ", "language"),
    [
        ({"HEXAGORA_LANGUAGE": "fr"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_CA.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_settings_or_of_the_terminal(
    folder, monkeypatch, environ, language
):
    for name in ("HEXAGORA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert setup.language_of_host() == language


def test_every_setup_that_ends_early_says_that_it_goes_on(folder, monkeypatch, capsys):
    def end(conversation):
        raise Unfinished("Discord is far away.")

    monkeypatch.setattr(Setup, "carry_out", end)
    monkeypatch.setattr(sys, "argv", ["./run", "setup", "--no-service"])
    monkeypatch.setattr(entry, "log_from", lambda level, form: None)
    umask = os.umask(0o077)
    assert entry.main() == 1
    os.umask(umask)
    output = capsys.readouterr().out
    assert "Discord is far away." in output
    assert "./run setup goes on where it was" in output
