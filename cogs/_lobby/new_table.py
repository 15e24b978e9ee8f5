"""`/<game> new`, built from the facts of a game, with an option for each choice of the host."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from bot.i18n import LANGUAGES
from bot.table.options import PACES, Entry, Pace, Terms, terms_with
from bot.words import composed
from cogs._access.commands import choices
from cogs._access.server_rules import settings_in_force
from cogs._answering.visitor import Visitor
from cogs._lobby.opening import open_lobby
from cogs._panel import game_options
from cogs._panel.host_options import ORDERS
from cogs._words import labels, translator
from cogs._words.labels import Click
from cogs._words.translator import describe_options, localized
from rules import levels
from rules.contract import Facts


def command(facts: Facts) -> app_commands.Command[Any, ..., Any]:
    """Command that opens a table of a game."""

    async def new(interaction: Click, **given: Any) -> None:
        """Open a table here; everything can still be changed in its lobby."""
        visitor = Visitor.of(interaction)
        size = game_options.size_for(facts, given)
        settings = await settings_in_force(visitor.app, visitor.guild)
        usual_pace = (settings.pace if size > 1 else None) or str(Pace.NONE)
        terms = Terms(entry=Entry(given.get("entry", Entry.OPEN)))
        await open_lobby(
            visitor,
            facts.key,
            in_thread=given["thread"],
            size=size,
            options=game_options.options_given(facts, given, size, visitor.language),
            language=given["language"] or settings.language or visitor.language,
            ai=[given["ai_player"]] * given["ai"] if "ai" in given else [],
            drawn=ORDERS[given.get("order", "drawn")],
            terms=terms_with(terms, "pace", given.get("pace") or usual_pace),
        )

    parameters = [_option("interaction", Click), *options(facts)]
    new.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return app_commands.Command(
        name=localized("command.new.name"),
        description=description(facts),
        callback=with_autocomplete(facts, with_choices(facts, with_descriptions(facts, new))),
    )


def description(facts: Facts) -> app_commands.locale_str:
    """Description of the command: the game, its weight, its players and its length."""
    _, turns = labels.usual_turns(facts)
    return localized(
        "command.new.description",
        about=localized(composed.command(facts.key)),
        weight=localized(f"common.weight_{facts.weight}"),
        seats=labels.seat_range(facts),
        least=turns["least"],
        most=turns["most"],
    )


def options(facts: Facts) -> Iterator[Parameter]:
    """Options of the command, in the order in which they are shown."""
    size = max(facts.seats)
    if len(facts.seats) > 1:
        yield _option("players", app_commands.Range[int, min(facts.seats), size], size)
    for key in game_options.keys(facts):
        yield _option(key, str | None, None)
    if size > 1:
        yield _option("ai", app_commands.Range[int, 0, size - 1], 0)
        yield _option("ai_player", str, levels.best(facts.players, levels.HARD))
        yield _option("order", str, "drawn")
        yield _option("entry", str, str(Entry.OPEN))
        yield _option("pace", str | None, None)
    yield _option("language", str | None, None)
    yield _option("thread", bool, True)


def _option(name: str, kind: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default)


def with_descriptions(facts: Facts, function: Any) -> Any:
    """The function with names and descriptions of its options; those of settings are the game's."""
    settings = game_options.keys(facts)
    shared = [option.name for option in options(facts) if option.name not in settings]
    function = describe_options("command.new", *shared, most=max(facts.seats))(function)
    key = facts.key
    codes = {
        setting: (
            composed.option_name(key, setting),
            composed.option_description(key, setting),
        )
        for setting in settings
    }
    return translator.describe_by_codes(codes)(function)


def with_choices(facts: Facts, function: Any) -> Any:
    """The function with the choices of its options."""
    of_every_game = {
        "ai_player": choices("common.level_{}_about", levels.for_newcomers(facts.players)),
        "order": choices("lobby.seats_{}", ORDERS),
        "entry": choices("lobby.term_entry_{}", Entry),
        "pace": choices("lobby.term_pace_{}", PACES),
        "language": choices("common.language_{}", LANGUAGES),
    }
    names = {parameter.name for parameter in options(facts)}
    offered = {name: of_every_game[name] for name in names & of_every_game.keys()}
    return app_commands.choices(**game_options.choices_by_setting(facts), **offered)(function)


def with_autocomplete(facts: Facts, function: Any) -> Any:
    """The function with autocomplete for the settings that are orders."""
    keys = {choice.key for choice in facts.choices if choice.ordered}
    return app_commands.autocomplete(**{key: _suggest(facts, key) for key in keys})(function)


def _suggest(facts: Facts, key: str) -> Any:
    async def suggest(interaction: Click, typed: str) -> list[app_commands.Choice[str]]:
        visitor = Visitor.of(interaction)
        size = interaction.namespace.players or max(facts.seats)
        return game_options.orders(facts, key, size, typed, visitor.language)

    return suggest
