"""The settings of a game as options of its command: their choices, and the values given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, permutations
from math import perm
from typing import Any

from discord import app_commands

from bot.i18n import text
from bot.words import composed, shorten
from cogs._answering.items import CHOICES, LONGEST_CHOICE
from cogs._words.labels import setting_token
from cogs._words.translator import localized
from rules.contract import BadOptions, Choice, Facts, RulesError

ALL = "all"
"""Choice that stands for every value of a setting; other mixes are chosen in the lobby."""
LOOKED_THROUGH = 1000
"""Orders that are searched for those that match the typed text."""


def keys(facts: Facts) -> list[str]:
    """Keys of the settings, whatever the number of players."""
    return list(dict.fromkeys(choice.key for choice in facts.choices))


def find(facts: Facts, key: str, size: int) -> Choice | None:
    """Setting as it is for so many players; None where it does not exist."""
    return next((choice for choice in facts.settings(size) if choice.key == key), None)


def sizes(facts: Facts, key: str) -> list[int]:
    """Numbers of players for which a setting exists."""
    return [size for size in facts.seats if find(facts, key, size)]


# ---- the choices ---------------------------------------------------------------------------------


def choices_by_setting(facts: Facts) -> dict[str, list[app_commands.Choice[str]]]:
    """Choices of each setting with a few values, for any number of players.

    Orders have too many: `orders` suggests some.
    """
    codes: dict[str, dict[str, str]] = {}
    for choice in facts.choices:
        if not choice.ordered:
            codes.setdefault(choice.key, {}).update(_codes(facts, choice))
    return {
        key: [
            app_commands.Choice(name=localized(code), value=token) for token, code in values.items()
        ]
        for key, values in codes.items()
    }


def _codes(facts: Facts, choice: Choice) -> Iterator[tuple[str, str]]:
    """Values that can be given for a setting, each with the code of its text."""
    if choice.many:
        yield ALL, composed.option_all(facts.key, choice.key)
    for value in choice.values:
        yield setting_token(value), composed.setting_value(facts.key, choice.key, value)


def orders(
    facts: Facts, key: str, size: int, typed: str, language: str
) -> list[app_commands.Choice[str]]:
    """First orders of a setting that contain all the words typed; none for another setting."""
    choice, parts = find(facts, key, size), typed.lower().replace("·", " ").split()
    if choice is None or not choice.ordered:
        return []
    all_orders = named_orders(facts, choice, language)
    matches = (order for order in all_orders if all(part in order.name.lower() for part in parts))
    return list(islice(matches, CHOICES))


def is_short(choice: Choice) -> bool:
    """Whether one menu has room for all orders of a setting."""
    return perm(len(choice.values), len(choice.default)) <= CHOICES


def named_orders(facts: Facts, choice: Choice, language: str) -> Iterator[app_commands.Choice[str]]:
    """Orders of a setting by name, as many as are searched."""
    all_orders = permutations(map(setting_token, choice.values), len(choice.default))
    for tokens in islice(all_orders, LOOKED_THROUGH):
        codes = (composed.setting_value(facts.key, choice.key, token) for token in tokens)
        labels = [text(code, language) for code in codes]
        name = shorten(" · ".join(labels), LONGEST_CHOICE)
        yield app_commands.Choice(name=name, value=" ".join(tokens))


# ---- the values given ----------------------------------------------------------------------------


def size_for(facts: Facts, given: Mapping[str, Any]) -> int:
    """Number of players; a setting that exists for one number only decides it."""
    for key in keys(facts):
        if given[key] is not None and len(fitting := sizes(facts, key)) == 1:
            return fitting[0]
    return int(given.get("players", max(facts.seats)))


def options_given(
    facts: Facts, given: Mapping[str, Any], size: int, language: str
) -> dict[str, Any]:
    """Settings that were given, as the game stores them. Raises RulesError."""
    options = {}
    for key in keys(facts):
        if (value := given[key]) is None:
            continue
        if choice := find(facts, key, size):
            options[key] = allowed_value(choice, value)
        elif not is_default(facts, key, value):
            name = text(composed.setting(facts.key, key), language)
            raise RulesError("panel.no_such_setting", setting=name, seats=sizes(facts, key))
    return options


def is_default(facts: Facts, key: str, value: str) -> bool:
    """Whether the value that was given is the default."""
    return any(
        value_of(choice, value) == choice.default for choice in facts.choices if choice.key == key
    )


def allowed_value(choice: Choice, value: str) -> Any:
    """Value of a setting that was given, if it is allowed. Raises BadOptions."""
    meaning = value_of(choice, value)
    if not choice.allows(meaning):
        raise BadOptions("lobby.bad_choice")
    return meaning


def value_of(choice: Choice, value: str) -> Any:
    """Value that was given as the game stores it, allowed or not."""
    if choice.many and value == ALL:
        return list(choice.values)
    values = {setting_token(known_value): known_value for known_value in choice.values}
    tokens = [values.get(token, token) for token in value.split()]
    return tokens if choice.many or choice.ordered else values.get(value, value)
