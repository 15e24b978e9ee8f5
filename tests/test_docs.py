"""What the pages for the host say is true of the program as it stands."""

import re
from pathlib import Path

from bot.__main__ import BAD_CONFIGURATION
from bot.app import PERMISSIONS
from tests.cases import each_case

HOME = Path(__file__).parent.parent
PAGES = (*HOME.glob("*.md"), *HOME.glob("docs/*.md"))
LINK = re.compile(r"\]\((?!https?:)(?P<file>[^)#]+)\)")


@each_case("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page):
    linked = [found["file"] for found in LINK.finditer(page.read_text("utf-8"))]
    assert [file for file in linked if not (page.parent / file).exists()] == []


def test_the_host_reads_about_every_permission_that_the_bot_asks_for():
    told = (HOME / "docs/hosting.md").read_text("utf-8").lower()
    renamed = {"read_messages": "view_channels"}  # as Discord's own pages call it
    wanted = [renamed.get(right, right).replace("_", " ") for right, on in PERMISSIONS if on]
    assert [right for right in wanted if right not in told] == []


def test_the_service_does_not_start_again_what_only_the_host_can_mend():
    unit = (HOME / "docs/hexagora.service").read_text("utf-8")
    assert f"RestartPreventExitStatus={BAD_CONFIGURATION}\n" in unit


def test_the_container_holds_all_that_runs():
    built = (HOME / "Containerfile").read_text("utf-8")
    copied = set(re.findall(r"^COPY (\w+) \1$", built, re.MULTILINE))
    assert copied == {"rules", "render", "data", "bot", "cogs"}
    assert "COPY LICENSE NOTICE ./\n" in built
    kept = (HOME / ".dockerignore").read_text("utf-8").splitlines()
    assert {f"!{name}" for name in {*copied, "LICENSE", "NOTICE"}} <= set(kept)
