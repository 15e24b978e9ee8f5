"""What is registered with Discord fits, and says everything in both languages."""

import re

import pytest

from rules.registry import games

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
