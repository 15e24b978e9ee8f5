"""The settings of a game as options of its command: what is offered, and what was meant by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, permutations
from math import perm
from typing import Any

from discord import app_commands

from bot.i18n import text
from bot.words import composed, shortened
from cogs._items import CHOICES, LONGEST_CHOICE
from cogs._labels import setting_token
from cogs._translator import said
from rules.contract import BadOptions, Choice, Facts, RulesError

ALL = "all"
"""Every value of a setting at once; any other mix is chosen in the lobby."""
LOOKED_THROUGH = 1000
"""How many orders are searched for those that fit what is typed."""


def keys(facts: Facts) -> list[str]:
    """The settings by their keys, whatever the number of players."""
    return list(dict.fromkeys(choice.key for choice in facts.choices))


def find(facts: Facts, key: str, size: int) -> Choice | None:
    """A setting as it is for so many players; None where there is none."""
    return next((choice for choice in facts.settings(size) if choice.key == key), None)


def sizes(facts: Facts, key: str) -> list[int]:
    """The numbers of players for which a setting exists."""
    return [size for size in facts.seats if find(facts, key, size)]


# ---- what is offered -----------------------------------------------------------------------------


def offered(facts: Facts) -> dict[str, list[app_commands.Choice[str]]]:
    """The values of each setting that has a few of them, for any number of players.

    An order is none of a few: `orders` suggests some.
    """
    codes: dict[str, dict[str, str]] = {}
    for choice in facts.choices:
        if not choice.ordered:
            codes.setdefault(choice.key, {}).update(_codes(facts, choice))
    return {
        key: [app_commands.Choice(name=said(code), value=token) for token, code in values.items()]
        for key, values in codes.items()
    }


def _codes(facts: Facts, choice: Choice) -> Iterator[tuple[str, str]]:
    """What can be given for a setting, each with the code of its text."""
    if choice.many:
        yield ALL, composed.option_all(facts.key, choice.key)
    for value in choice.values:
        yield setting_token(value), composed.setting_value(facts.key, choice.key, value)


def orders(
    facts: Facts, key: str, size: int, typed: str, language: str
) -> list[app_commands.Choice[str]]:
    """The first orders of a setting with all the words that are typed; none for another setting."""
    choice, parts = find(facts, key, size), typed.lower().replace("·", " ").split()
    if choice is None or not choice.ordered:
        return []
    every = named(facts, choice, language)
    fitting = (one for one in every if all(part in one.name.lower() for part in parts))
    return list(islice(fitting, CHOICES))


def is_short(choice: Choice) -> bool:
    """Whether one menu has room for all orders of a setting."""
    return perm(len(choice.values), len(choice.default)) <= CHOICES


def named(facts: Facts, choice: Choice, language: str) -> Iterator[app_commands.Choice[str]]:
    """The orders of a setting by name, as many as are looked through."""
    every = permutations(map(setting_token, choice.values), len(choice.default))
    for tokens in islice(every, LOOKED_THROUGH):
        codes = (composed.setting_value(facts.key, choice.key, token) for token in tokens)
        labels = [text(code, language) for code in codes]
        name = shortened(" · ".join(labels), LONGEST_CHOICE)
        yield app_commands.Choice(name=name, value=" ".join(tokens))


# ---- what was meant ------------------------------------------------------------------------------


def size_for(facts: Facts, given: Mapping[str, Any]) -> int:
    """How many play: a setting for one number of players only decides it."""
    for key in keys(facts):
        if given[key] is not None and len(fitting := sizes(facts, key)) == 1:
            return fitting[0]
    return int(given.get("players", max(facts.seats)))


def chosen(facts: Facts, given: Mapping[str, Any], size: int, language: str) -> dict[str, Any]:
    """The settings that were given, as the game knows them. Raises RulesError."""
    options = {}
    for key in keys(facts):
        if (value := given[key]) is None:
            continue
        if choice := find(facts, key, size):
            options[key] = meant(choice, value)
        elif not is_default(facts, key, value):
            name = text(composed.setting(facts.key, key), language)
            raise RulesError("panel.no_such_setting", setting=name, seats=sizes(facts, key))
    return options


def is_default(facts: Facts, key: str, value: str) -> bool:
    """Whether the value that was given is the default."""
    return any(read(one, value) == one.default for one in facts.choices if one.key == key)


def meant(choice: Choice, value: str) -> Any:
    """What a value of the command stands for. Raises BadOptions."""
    wanted = read(choice, value)
    if not choice.allows(wanted):
        raise BadOptions("lobby.bad_choice")
    return wanted


def read(choice: Choice, value: str) -> Any:
    """A value of the command as the game writes it, allowed or not."""
    if choice.many and value == ALL:
        return list(choice.values)
    known = {setting_token(one): one for one in choice.values}
    several = [known.get(token, token) for token in value.split()]
    return several if choice.many or choice.ordered else known.get(value, value)
