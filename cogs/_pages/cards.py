"""`/<game> <picture>`: a card about one thing of a game, which needs no table."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot import words
from bot.words import LONGEST_ALT, composed, shorten
from cogs._answering.answer import Panel
from cogs._answering.items import matching_choices
from cogs._answering.presentation import accent, drawing_or_sentence, frame
from cogs._answering.visitor import Visitor
from cogs._painting.wish import Wish
from cogs._words.labels import Click
from cogs._words.translator import describe_by_codes, localized
from render.contract import About, Thing
from render.registry import renderer
from rules.contract import RulesError


def command(game: str, picture: str) -> app_commands.Command[Any, ..., Any]:
    """Command that shows one of the things of a picture."""

    async def look_up(interaction: Click, thing: str) -> None:
        visitor = Visitor.of(interaction)
        visitor.defer()
        await visitor.show(await _page(visitor, game, picture, thing))

    async def things(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        visitor = Visitor.of(interaction)
        return matching_choices(current, words.of(game, visitor.language).things(picture))

    option = composed.thing_name(game, picture), composed.thing_description(game, picture)
    return app_commands.Command(
        name=localized(composed.look_up(game, picture)),
        description=localized(composed.look_up_description(game, picture)),
        callback=app_commands.autocomplete(thing=things)(
            describe_by_codes({"thing": option})(look_up)
        ),
    )


async def _page(visitor: Visitor, game: str, picture: str, typed: str) -> Panel:
    """The picture of a thing with its text. Raises RulesError for an unknown one."""
    language = visitor.language
    thing = thing_typed(visitor, game, picture, typed)
    description = words.of(game, language).thing(picture, thing)
    wish = Wish(game, picture, shown=Thing(thing), about=About(language))
    alt = shorten(words.plain(description), LONGEST_ALT)
    shown = await drawing_or_sentence(wish, alt, language)
    return frame(accent(()), shown, description)


def thing_typed(visitor: Visitor, game: str, picture: str, typed: str) -> str:
    """Thing that was typed, by its key or the beginning of its name. Raises RulesError."""
    things = renderer(game).named[picture].things
    things_by_key = {thing.casefold(): thing for thing in things}
    if typed.strip().casefold() in things_by_key:
        return things_by_key[typed.strip().casefold()]
    matches = matching_choices(typed, words.of(game, visitor.language).things(picture))
    if not typed.strip() or not matches:
        raise RulesError("panel.no_such_thing", typed=shorten(typed, 60))
    return matches[0].value
