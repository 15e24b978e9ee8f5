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
    own_weight = longest(part, "name") + longest(part, "description")
    choices = sum(
        longest(choice, "name") + len(str(choice["value"])) for choice in part.get("choices", ())
    )
    return own_weight + choices


async def test_there_are_few_enough_commands(commands):
    assert len(commands) <= 100


async def test_a_group_has_few_enough_commands(commands):
    assert all(len(part.get("options", ())) <= 25 for part in all_parts(commands))
    assert all(len(part.get("choices", ())) <= 25 for part in all_parts(commands))


async def test_no_command_is_too_long(commands):
    for command in commands:
        assert sum(map(weight, walk(command))) <= 8000, command["name"]


async def test_every_text_fits(commands):
    for part in all_parts(commands):
        assert longest(part, "description") <= 100, part["name"]
        assert all(longest(choice, "name") <= 100 for choice in part.get("choices", ()))


async def test_every_name_has_the_form_of_a_name(commands):
    for part in all_parts(commands):
        for name in (part["name"], *part.get("name_localizations", {}).values()):
            assert NAME.fullmatch(name), name
            assert name == name.lower()


async def test_everything_is_said_in_french_too(commands):
    for part in all_parts(commands):
        if part["name"] not in games():
            assert part.get("name_localizations", {}).get("fr"), part["name"]
        assert part.get("description_localizations", {}).get("fr"), part["name"]
        for choice in part.get("choices", ()):
            assert choice.get("name_localizations", {}).get("fr"), choice["name"]


async def test_names_beside_each_other_differ_in_every_language(commands):
    for part in [{"options": commands}, *all_parts(commands)]:
        below = part.get("options", ())
        for language in ("en", "fr"):
            names = [
                command.get("name_localizations", {}).get(language, command["name"])
                for command in below
            ]
            assert len(names) == len(set(names))


async def test_a_required_option_comes_before_the_optional_ones(commands):
    for part in all_parts(commands):
        needed = [bool(option.get("required")) for option in part.get("options", ())]
        assert needed == sorted(needed, reverse=True)
