"""`/<game> new`, made from the facts of a game: an option for everything that a host may choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from bot.i18n import LANGUAGES, text
from cogs._labels import Click, reader, setting_token
from cogs._opening import open_lobby
from cogs._translator import explained, said
from cogs.lobby import ORDERS
from rules.contract import Choice, Facts, RulesError

ALL = "all"
"""Every value of a setting at once; any other mix is a matter of the lobby's options."""


def command(facts: Facts) -> app_commands.Command[Any, ..., Any]:
    """The command that opens a table of this game."""

    async def new(interaction: Click, **given: Any) -> None:
        """Open a table here; everything can still be changed in its lobby."""
        options = chosen(facts, given)
        size = size_for(facts, options, given.get("players", max(facts.seats)))
        require_settings(facts, size, options, reader(interaction))
        await open_lobby(
            interaction,
            facts.key,
            size,
            options,
            given["language"] or reader(interaction),
            given["thread"],
            [given["ai_player"]] * given["ai"] if "ai" in given else [],
            given.get("order", "drawn"),
        )

    new.__signature__ = Signature([_positional("interaction", Click), *parameters(facts)])  # type: ignore[attr-defined]
    return app_commands.Command(
        name=said("command.new.name"),
        description=said("command.new.description"),
        callback=described(facts, new),
    )


# ---- its options ---------------------------------------------------------------------------------


def parameters(facts: Facts) -> Iterator[Parameter]:
    """What can be given with the command, in the order in which it is shown."""
    most = max(facts.seats)
    if len(facts.seats) > 1:
        yield _positional("players", app_commands.Range[int, min(facts.seats), most], most)
    for key in settings(facts):
        yield _positional(key, str | None, None)
    if most > 1:
        yield _positional("ai", app_commands.Range[int, 0, most - 1], 0)
        yield _positional("ai_player", str, facts.players[-1])
        yield _positional("order", str, "drawn")
    yield _positional("language", str | None, None)
    yield _positional("thread", bool, True)


def _positional(name: str, kind: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default)


def described(facts: Facts, function: Any) -> Any:
    """The command with names, descriptions and choices for its options, in every language."""
    own = settings(facts)
    shared = [one.name for one in parameters(facts) if one.name not in own]
    function = explained("command.new", *shared, most=max(facts.seats))(function)
    function = explained(f"{facts.key}.command_new", *own)(function)
    offered = {one: _offers(facts, one) for one in (*own, *shared)}
    return app_commands.choices(**{one: all_ for one, all_ in offered.items() if all_})(function)


def _offers(facts: Facts, name: str) -> list[app_commands.Choice[str]]:
    """The values of an option that has a few of them."""
    codes: Mapping[str, Mapping[str, str]] = {
        "ai_player": {player: f"{facts.key}.player_{player}" for player in facts.players},
        "order": {order: f"lobby.seats_{order}" for order in ORDERS},
        "language": {language: f"common.language_{language}" for language in LANGUAGES},
        **{choice.key: _values(facts, choice) for choice in facts.choices},
    }
    return [
        app_commands.Choice(name=said(code), value=value)
        for value, code in codes.get(name, {}).items()
    ]


def _values(facts: Facts, choice: Choice) -> dict[str, str]:
    """What may be given for a setting, each with the code of its text."""
    several = {ALL: f"{facts.key}.command_new_{choice.key}.{ALL}"} if choice.many else {}
    single = {
        setting_token(value): f"{facts.key}.setting_{choice.key}_{setting_token(value)}"
        for value in choice.values
    }
    return several | single


# ---- what was given ------------------------------------------------------------------------------


def settings(facts: Facts) -> list[str]:
    """The keys of all settings, whatever the number of players."""
    return list(dict.fromkeys(choice.key for choice in facts.choices))


def chosen(facts: Facts, given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that were given, as the game knows them."""
    return {
        choice.key: meant(choice, given[choice.key])
        for choice in facts.choices
        if given[choice.key] is not None
    }


def meant(choice: Choice, value: str) -> Any:
    """What a value of the command stands for."""
    if not choice.many:
        return {setting_token(one): one for one in choice.values}[value]
    return list(choice.values) if value == ALL else [value]


def size_for(facts: Facts, options: Mapping[str, Any], players: int) -> int:
    """How many play: a setting for one number of players only decides it."""
    for choice in facts.choices:
        if choice.key in options and len(choice.seats) == 1:
            return choice.seats[0]
    return players


def require_settings(facts: Facts, size: int, options: Mapping[str, Any], language: str) -> None:
    """Refuse a setting that does not exist for so many players, instead of forgetting it."""
    for choice in facts.choices:
        wanted = options.get(choice.key, choice.default)
        if wanted != choice.default and choice.seats and size not in choice.seats:
            name = text(f"{facts.key}.setting_{choice.key}", language)
            raise RulesError("panel.no_such_setting", setting=name, seats=list(choice.seats))
