"""Commands, which register themselves: a feature declares its own in its own modules.

Names and descriptions are texts of the catalogues, found by the path of the command: those of
`/table undo` are `command.table_undo.name` and `.description`, those of its option `to` are
`command.table_undo_to.name`, or `command.table_to.name` where commands share an option. A feature
with a catalogue of its own has them there: those of `/league join` are `league.command_join.name`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.i18n import codes
from cogs._access.table_lookup import table_choices, table_of_command
from cogs._answering.answer import Panel
from cogs._answering.items import matching_choices
from cogs._answering.visitor import Visitor
from cogs._words import labels
from cogs._words.labels import Click
from cogs._words.translator import describe_by_codes, localized

Suggest = Callable[[Visitor, str], Awaitable[list[app_commands.Choice[Any]]]]
"""Suggests choices to a person who has typed a text."""
Function = TypeVar("Function", bound=Callable[..., Awaitable[Panel | None]])
TABLE = "table"
"""Option of the commands about a table: a number for Discord, a table for the function."""


def _stem(*path: str) -> str:
    """Beginning of the codes of a command or an option, in the catalogue of its feature if any."""
    own_stem = f"{path[0]}.{'_'.join(('command', *path[1:]))}"
    shared_stem = f"command.{'_'.join(filter(None, path))}"
    return own_stem if f"{own_stem}.name" in codes() else shared_stem


def _group(key: str, **settings: Any) -> app_commands.Group:
    name, description = localized(f"{_stem(key)}.name"), localized(f"{_stem(key)}.description")
    return app_commands.Group(name=name, description=description, **settings)


ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True)
COMMANDS: dict[str, app_commands.Group | app_commands.Command[Any, ..., Any]] = {
    "me": _group("me", allowed_contexts=ANYWHERE),
    "hexagora": _group("hexagora", default_permissions=discord.Permissions(manage_guild=True)),
}
"""Groups and commands by name, once their modules are imported; without those of the games."""


def command(
    path: str, *, may_take_long: bool = True, **suggestions: Suggest
) -> Callable[[Function], Function]:
    """Register a function as the command of a path, such as `table undo` or `stats`.

    It gets the visitor and its options, and returns what to show, if anything. Its `table` is the
    one that the person has chosen, else the likely one. A public post must be the first response,
    so that it may not take long. The `suggestions` are choices of options for a typed text.
    """

    def register(function: Function) -> Function:
        group, _, name = path.rpartition(" ")
        code, callback = _stem(group, name), _callback(function, may_take_long=may_take_long)
        if TABLE in signature(callback).parameters:
            suggestions[TABLE] = table_choices
        completed = app_commands.autocomplete(
            **{option: _autocomplete(suggest) for option, suggest in suggestions.items()}
        )
        new_command = app_commands.Command[Any, ..., Any](
            name=localized(f"{code}.name"),
            description=localized(f"{code}.description"),
            callback=completed(_described(code, group, callback)),
        )
        if not group:
            COMMANDS[name] = new_command
            return function
        parent = COMMANDS.setdefault(group, _group(group))
        assert isinstance(parent, app_commands.Group), f"/{group} is no group"
        parent.add_command(new_command)
        return function

    return register


def _callback(function: Callable[..., Awaitable[Panel | None]], *, may_take_long: bool) -> Any:
    """What discord.py calls: with an interaction for the visitor, and a number for the table."""

    @wraps(function)
    async def callback(interaction: Click, **options: Any) -> None:
        visitor = Visitor.of(interaction)
        if may_take_long:
            visitor.defer()
        if TABLE in options:
            options[TABLE] = await table_of_command(visitor, options[TABLE])
        await visitor.show(await function(visitor, **options))

    visitor, *options = signature(function, eval_str=True).parameters.values()
    parameters = [visitor.replace(annotation=Click), *map(_option, options)]
    callback.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return callback


def _option(parameter: Parameter) -> Parameter:
    if parameter.name != TABLE:
        return parameter
    return parameter.replace(annotation=int | None, default=None)


def _autocomplete(suggest: Suggest) -> Any:
    """What discord.py calls for suggestions, with an interaction for the visitor."""

    async def complete(interaction: Click, typed: str) -> list[app_commands.Choice[Any]]:
        return await suggest(Visitor.of(interaction), typed)

    return complete


def _described(key: str, group: str, callback: Any) -> Any:
    """The callback with the texts of its options."""
    _, *options = signature(callback).parameters
    stems = {option: f"{key}_{option}" for option in options}
    stems |= {
        option: _stem(group, option)
        for option, stem in stems.items()
        if f"{stem}.name" not in codes()
    }
    texts = {option: (f"{stem}.name", f"{stem}.description") for option, stem in stems.items()}
    return describe_by_codes(texts)(callback)


# ---- choices -------------------------------------------------------------------------------------


def choices(code: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Choices of an option; `code` is that of their names, with braces for the value."""
    named = [(localized(code.format(value)), str(value)) for value in values]
    return [app_commands.Choice(name=name, value=value) for name, value in named]


async def game_choices(_: Visitor, typed: str) -> list[app_commands.Choice[str]]:
    """All games by title."""
    return matching_choices(typed, labels.titles())
