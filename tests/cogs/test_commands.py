"""The commands fit what Discord takes, and README and `/help` name each of them."""

import re
from pathlib import Path

import pytest

from bot.i18n import LANGUAGES
from cogs._access.former import FORMER
from cogs.help import TOPICS, help_page
from rules.registry import games, get

HOME = Path(__file__).parents[2]
SUBCOMMAND = 1
"""Type of an option that is a command below another."""
ROW = re.compile(r"^\| `/(?P<command>[^`]+)` \| (?P<text>.+) \|$", re.MULTILINE)
"""A row of README's table; "<game>" stands for every game that has the command."""
LINK = re.compile(r"</(?P<command>[^:>]+):\d+>")
"""A command that can be pressed in a text on Discord."""
NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.fixture
def first_start():
    """Every start is the first: what it registers is what is looked at."""


@pytest.fixture
async def commands(house):
    """The body of the registration that the application sent."""
    (body,) = house.bodies_sent("PUT", "/commands")
    return body


def walk(command):
    """A command or option and all that is below it."""
    yield command
    for option in command.get("options", ()):
        yield from walk(option)


def all_parts(commands):
    return [part for command in commands for part in walk(command)]


def longest(part, field):
    """The length of a text in the language where it is longest: that is what Discord counts."""
    texts = [part.get(field, ""), *(part.get(f"{field}_localizations") or {}).values()]
    return max(map(len, texts))


def weight(part):
    """Letters of a part as Discord counts them for the 8,000 of a command."""
    texts = longest(part, "name") + longest(part, "description")
    choices = sum(
        longest(choice, "name") + len(str(choice["value"])) for choice in part.get("choices", ())
    )
    return texts + choices


async def test_commands_options_and_choices_are_few_and_short_enough_for_discord(commands):
    assert len(commands) <= 100
    for part in all_parts(commands):
        options, choices = part.get("options", ()), part.get("choices", ())
        assert len(options) <= 25, part["name"]
        assert len(choices) <= 25, part["name"]
        assert longest(part, "description") <= 100, part["name"]
        assert all(longest(choice, "name") <= 100 for choice in choices), part["name"]
        required = [bool(option.get("required")) for option in options]
        assert required == sorted(required, reverse=True), "the optional ones come last"
    for command in commands:
        assert sum(map(weight, walk(command))) <= 8000, command["name"]


async def test_names_have_the_form_of_a_name_and_differ_in_every_language(commands):
    for part in all_parts(commands):
        for name in (part["name"], *part.get("name_localizations", {}).values()):
            assert NAME.fullmatch(name), name
            assert name == name.lower()
    for part in [{"options": commands}, *all_parts(commands)]:
        for language in ("en", "fr"):
            names = [
                command.get("name_localizations", {}).get(language, command["name"])
                for command in part.get("options", ())
            ]
            assert len(names) == len(set(names))


async def test_everything_is_said_in_french_too(commands):
    for part in all_parts(commands):
        if part["name"] not in games():
            assert part.get("name_localizations", {}).get("fr"), part["name"]
        assert part.get("description_localizations", {}).get("fr"), part["name"]
        for choice in part.get("choices", ()):
            assert choice.get("name_localizations", {}).get("fr"), choice["name"]


async def test_a_former_name_answers_with_the_one_that_has_taken_its_place(house, commands):
    """And no other command has lost its place for it."""
    registered = {path for command in commands for path in runnable(command)}
    assert {*FORMER, *FORMER.values()} <= registered
    for former, command in FORMER.items():
        answer = await house.bastien.slash(former)
        assert answer.text == f"This command is now {house.app.slash(command)}."


# ---- README and help ----------------------------------------------------------------------------


@pytest.fixture
def paths(commands):
    """Every command that can be typed, as "table list", but for former names."""
    return {path for command in commands for path in runnable(command)} - FORMER.keys()


def runnable(command):
    """The command itself, or the commands below it."""
    below = [part for part in command.get("options", ()) if part["type"] == SUBCOMMAND]
    return [f"{command['name']} {part['name']}" for part in below] or [command["name"]]


def house_games():
    """The games of this repository; others may be found on the path."""
    return [key for key in games() if (HOME / "rules" / key).is_dir()]


def owners(paths):
    """Titles of the games that have a command, by its name below the game."""
    titles = {}
    for key in house_games():
        for path in paths:
            if path.startswith(f"{key} "):
                titles.setdefault(path.partition(" ")[2], set()).add(get(key).facts.title)
    return titles


def rows():
    """Rows of README's table: a command and its text."""
    return ROW.findall((HOME / "README.md").read_text(encoding="utf-8"))


async def test_the_readme_lists_every_command_once_and_no_other(paths):
    """It names the games of a command that not all have."""
    of_games = {path for path in paths if path.partition(" ")[0] in games()}
    owners_of, all_titles = owners(paths), {get(key).facts.title for key in house_games()}
    expected = paths - of_games | {f"<game> {name}" for name in owners_of}
    assert sorted(command for command, _ in rows()) == sorted(expected)
    titles_expected = {
        f"<game> {name}": titles for name, titles in owners_of.items() if titles != all_titles
    }
    titles_by_command = {
        command: {title for title in all_titles if title in text}
        for command, text in rows()
        if command.startswith("<game> ") and any(title in text for title in all_titles)
    }
    assert titles_by_command == titles_expected


def help_pages(house):
    """Every page of help as text, by topic and language."""
    return {
        (topic, language): str(help_page(house.app, language, topic).to_components())
        for topic in ("first", *TOPICS, *games())
        for language in LANGUAGES
    }


async def test_the_commands_that_help_names_are_those_that_can_be_typed(house, paths):
    """All of them in each language, some page for each."""
    pages = help_pages(house)
    for language in LANGUAGES:
        texts = [page for (_, spoken), page in pages.items() if spoken == language]
        assert {command for page in texts for command in LINK.findall(page)} == paths
        assert LINK.search(pages["tables", language])
