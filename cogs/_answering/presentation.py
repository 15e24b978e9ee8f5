"""Parts of panels, pages and posts: pictures and frames."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import discord
import msgspec
from discord import ui

from bot import words
from bot.connection.decorations import Upload
from bot.i18n import text
from bot.steps.visibility import standing
from bot.table.changes import Ply
from bot.table.live import Look
from bot.table.seating import Table
from bot.words import Icon, no_icon, one_text
from bot.words.careful import CarefulWords
from cogs._answering.answer import Panel
from cogs._answering.items import Component, components
from cogs._answering.phone import Picture
from cogs._painting.painter import PAINTER, Overtaken
from cogs._painting.wish import Wish
from cogs._words import labels
from render.contract import HAND, About
from render.registry import renderer
from render.theme import THEME
from rules.contract import Event, Result, Seat, Threat

log = logging.getLogger(__name__)

DRAWING = 30.0
"""Seconds that the picture of a post, or a form of the post, may take."""
READING = 5.0
"""Seconds that a person waits for the picture of a panel, before it is shown without."""
PICTURE = "board.png"


# ---- parts ---------------------------------------------------------------------------------------


def accent(seats: Sequence[int]) -> discord.Colour:
    """Colour of the first of `seats`; gold if there is none."""
    colour = THEME.seats[seats[0]].colour if seats else THEME.gold
    return discord.Colour.from_rgb(*colour)


async def drawing_or_sentence(
    wish: Wish, alt: str, language: str, *, name: str = PICTURE, instead: str = ""
) -> Picture | str:
    """Picture for one reader; a sentence where it is not drawn or not accepted.

    The text of a panel or a hand stands beside it, so nobody needs it to play on. A late picture is
    cached, and shown when the panel is opened again. Raises Overtaken.
    """
    try:
        async with asyncio.timeout(READING):
            png = await _png_or_none(wish)
        sorry = text("panel.no_picture", language)
    except TimeoutError:
        png, sorry = None, text("panel.late_picture", language)
    sentence = one_text(instead, sorry)
    return sentence if png is None else Picture(Upload(png, name, lambda: sentence, alt=alt))


async def picture_or_none(wish: Wish) -> bytes | None:
    """Picture of a post, which can do without; None where it is not drawn in time.

    Raises Overtaken.
    """
    try:
        async with asyncio.timeout(DRAWING):
            return await _png_or_none(wish)
    except TimeoutError:
        log.warning("No picture of a table of %s in time: %s", wish.game, wish.picture)
        return None


async def _png_or_none(wish: Wish) -> bytes | None:
    """Picture; None where it cannot be drawn, which is counted as a fault. Raises Overtaken."""
    try:
        return await PAINTER.draw(wish)
    except Overtaken:
        raise
    except Exception as error:
        PAINTER.figures.fault(f"No picture of a table of {wish.game}: {wish.picture}", error)
        return None


def small_print(content: str) -> str:
    """Lines in small print."""
    return "\n".join(f"-# {line.removeprefix('-# ')}" for line in content.splitlines())


def frame(colour: discord.Colour, *parts: Component) -> Panel:
    """Panel of texts, pictures, buttons and menus in a frame of one colour."""
    container = ui.Container[ui.LayoutView](*components(parts), accent_colour=colour)
    pictures = (part for part in parts if isinstance(part, Picture))
    return Panel(container, files=[upload for each in pictures for upload in each.uploads])


# ---- pictures and moves --------------------------------------------------------------------------


def public_picture(
    table: Table,
    name: str,
    view: Any,
    plies: Sequence[Ply],
    facts: About,
    seat: Seat | None = None,
    *,
    private: bool = False,
) -> tuple[Wish, str]:
    """Public picture with the changes of some moves highlighted, and its alt text.

    For one reader, in private, a table has the coordinates of its free places.
    """
    game_words = CarefulWords(table, facts.language, labels.names(table))
    news = news_of(plies)
    wish = wish_at(table, name, view, facts, news=news, seat=seat, coordinates=private)
    if renderer(table.game).public[name].final:
        return wish, game_words.poster(view, facts.ranking, facts.plies)
    return wish, game_words.alt(name, view, seat)


def wish_at(table: Table, picture: str, view: Any, facts: About, **more: Any) -> Wish:
    """Wish for a picture of a table, with the names of its players; `more` are other fields."""
    names = tuple(labels.picture_names(table))
    return Wish(table.game, picture, view, names=names, about=facts, **more)


def alt_with_threats(alt: str, look: Look, language: str) -> str:
    """Alt text of a public picture, after the players who could win with their next turn."""
    lines = CarefulWords(look.table, language, labels.names(look.table)).threats(look.threats)
    return words.clip(" ".join((*(f"{line}." for line in lines), alt)), words.LONGEST_ALT)


def hand_picture(
    table: Table, view: Any, hand: msgspec.Struct, language: str, icon: Icon = no_icon
) -> tuple[Wish, str, str]:
    """A hand as a picture and as text, and the alt text of the picture."""
    wish = wish_at(table, HAND, view, about(table, language), shown=hand)
    alt = words.plain(CarefulWords(table, language).hand(view, hand))
    return wish, CarefulWords(table, language, icon=icon).hand(view, hand), alt


def about(
    table: Table,
    language: str,
    result: Result | None = None,
    log: Sequence[Ply] = (),
    threats: tuple[Threat, ...] = (),
) -> About:
    """Facts of a table that a picture shows beside its position; of a finished one, its story."""
    if result is None:
        near = tuple(threat for threat in threats if not threat.is_far)
        return About(language, table.commitment, threats=near)
    plies = standing(log)
    days = [datetime.fromisoformat(ply.at).date() for ply in (*plies[:1], *plies[-1:])]
    return About(
        language,
        table.commitment,
        ranking=by_rank(result),
        plies=len(plies),
        began=days[0] if days else None,
        ended=days[-1] if days else None,
    )


def by_rank(result: Result) -> tuple[tuple[Seat, ...], ...]:
    """Seats grouped by rank, the best first; in a group in the order of the seats."""
    return tuple(
        tuple(seat for seat, each in enumerate(result.ranks) if each == rank)
        for rank in sorted(set(result.ranks))
    )


def news_of(plies: Sequence[Ply]) -> tuple[Event, ...]:
    """Public events of the moves that were not taken back."""
    return tuple(event for ply in plies if not ply.undone for event in ply.events)
