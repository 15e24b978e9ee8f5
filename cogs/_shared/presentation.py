"""Parts of panels, pages and posts: pictures, frames, the moves turn by turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any

import discord
import msgspec
from discord import ui

from bot import words
from bot.app import App
from bot.connection.decorations import Upload
from bot.i18n import text
from bot.steps.visibility import standing
from bot.table.changes import Ply, Via
from bot.table.live import Look
from bot.table.seating import Table
from bot.words import Icon, no_icon
from bot.words.careful import CarefulWords
from cogs._painting.wish import Wish
from cogs._shared import labels
from cogs._shared.answer import Panel
from cogs._shared.items import Component, components
from cogs._shared.messages import fitting_text, length
from cogs._shared.painter import PAINTER, Overtaken
from cogs._shared.phone import Picture
from render.contract import HAND, About
from render.registry import renderer
from render.theme import THEME
from rules.contract import Event, Result, Seat, Threat
from rules.log import LEAVES

log = logging.getLogger(__name__)

DRAWING = 30.0
"""Seconds that the picture of a post, or a form of the post, may take."""
READING = 5.0
"""Seconds that a person waits for the picture of a panel, before it is shown without."""
PICTURE = "board.png"
SHOWN_LINES = 16
"""Lines of news in one board post; of more, as AI seats may cause, the newest are kept."""
LONGEST_TOLD = 2400
"""Characters of the moves among the 4,000 of a panel; the oldest moves are left out."""
LONGEST_EARLIER = 80
"""Characters of the line about moves that had no room."""


# ---- parts ---------------------------------------------------------------------------------------


def icons(app: App) -> Icon:
    """Function from the name of an application emoji to its markup."""
    return lambda name: str(app.emoji(name) or "")


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
    sentence = "\n".join(filter(None, (instead, sorry)))
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
    wish = Wish(
        table.game,
        name,
        view,
        names=tuple(labels.picture_names(table)),
        news=news_of(plies),
        seat=seat,
        about=facts,
        coordinates=private,
    )
    if renderer(table.game).public[name].final:
        return wish, game_words.poster(view, facts.ranking, facts.plies)
    return wish, game_words.alt(name, view, seat)


def alt_with_threats(alt: str, look: Look, language: str) -> str:
    """Alt text of a public picture, after the players who could win with their next turn."""
    lines = CarefulWords(look.table, language, labels.names(look.table)).threats(look.threats)
    return words.clip(" ".join((*(f"{line}." for line in lines), alt)), words.LONGEST_ALT)


def hand_picture(
    table: Table, view: Any, hand: msgspec.Struct, language: str, icon: Icon = no_icon
) -> tuple[Wish, str, str]:
    """A hand as a picture and as text, and the alt text of the picture."""
    names = tuple(labels.picture_names(table))
    wish = Wish(table.game, HAND, view, names=names, shown=hand, about=about(table, language))
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
        return About(language, table.commitment, threats=threats)
    plies = standing(log)
    days = [_day(ply) for ply in (*plies[:1], *plies[-1:])]
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


def _day(ply: Ply) -> date:
    return datetime.fromisoformat(ply.at).date()


def news_of(plies: Sequence[Ply]) -> tuple[Event, ...]:
    """Public events of the moves that were not taken back."""
    return tuple(event for ply in plies if not ply.undone for event in ply.events)


def log_text(
    app: App | None,
    table: Table,
    plies: Sequence[Ply],
    language: str,
    called: Collection[int] = (),
    room: int = LONGEST_TOLD,
) -> str:
    """Moves turn by turn, the newest last; above them the number of moves left out."""
    lines = [*full_turn_lines(app, table, plies, language, called)][-SHOWN_LINES:]
    while len(lines) > 1 and length(line for line, _ in lines) > room - LONGEST_EARLIER:
        del lines[0]
    missing = len(plies) - sum(count for _, count in lines)
    earlier = text("board.earlier", language, n=missing) if missing else ""
    return fitting_text(earlier, *(line for line, _ in lines), room=room)


def full_turn_lines(
    app: App | None,
    table: Table,
    plies: Sequence[Ply],
    language: str,
    called: Collection[int] = (),
) -> Iterator[tuple[str, int]]:
    """Lines of turns, each with its number of moves.

    Each line names its player, the last one of a turn also the points gained. Users in `called` are
    mentioned. Without `app` there are no icons: a push notification would spell out their names.
    """
    names = [mention_or_name(table, seat, called) for seat in range(len(table.seats))]
    for taken_back, group in groupby(turns(plies), key=lambda turn: taken_back_by(turn[0])):
        if taken_back is None:
            for turn in group:
                yield from lines_of_turn(app, table, turn, names, language)
        else:
            yield from lines_taken_back(app, table, taken_back, group, names, language)


def mention_or_name(table: Table, seat: Seat, called: Collection[int]) -> str:
    """Mention of a seat's user if they are `called`, else their name in bold."""
    user = table.seats[seat].user_id
    return f"<@{user}>" if user in called else labels.bold_names(table)[seat]


def turns(plies: Sequence[Ply]) -> Iterator[list[Ply]]:
    """Plies of each turn; plies that were taken back stand apart, by seat and by occasion."""
    turn: list[Ply] = []
    for ply in plies:
        if turn and (turn[-1].ends_turn or ply.notation == LEAVES or _is_apart(turn[-1], ply)):
            yield turn
            turn = []
        turn.append(ply)
    if turn:
        yield turn


def _is_apart(earlier: Ply, later: Ply) -> bool:
    """Whether one of two plies in a row was taken back without the other, or for another seat."""
    occasion, other_occasion = taken_back_by(earlier), taken_back_by(later)
    return occasion != other_occasion or (occasion is not None and earlier.seat != later.seat)


def taken_back_by(ply: Ply) -> tuple[str, Seat] | None:
    """When a ply was taken back, and the seat that asked for it; None while it stands.

    Of plies that older versions took back, it is the seat of the ply.
    """
    if ply.undone is None:
        return None
    return ply.undone, ply.seat if ply.undone_by is None else ply.undone_by


def lines_taken_back(
    app: App | None,
    table: Table,
    taken_back: tuple[str, Seat],
    turns_of_group: Iterable[Sequence[Ply]],
    names: Sequence[str],
    language: str,
) -> Iterator[tuple[str, int]]:
    """Line that names who has taken turns back, and a line struck through about each turn."""
    _, seat = taken_back
    name = text("board.referee", language)
    if seat >= 0:
        name = f"{labels.mark(app, table, seat)} {names[seat]}" if app else names[seat]
    yield text("board.taken_back", language, name=name), 0
    for turn in turns_of_group:
        for line in CarefulWords(table, language, names).turn_lines(turn):
            yield f"-# ~~{line.done}~~", line.plies


def lines_of_turn(
    app: App | None, table: Table, turn: Sequence[Ply], names: Sequence[str], language: str
) -> Iterator[tuple[str, int]]:
    """Lines of a turn, each with its consequences in small print and its number of moves."""
    mark = f"{labels.mark(app, table, turn[0].seat)} " if app else ""
    game_words = CarefulWords(table, language, names, icons(app) if app else no_icon)
    if turn[0].notation == LEAVES:
        lines = [game_words.departure_line(turn[0])]
    else:
        lines = game_words.turn_lines(turn)
    points, late_note = points_gained(table, turn, language), late_lines(turn, names, language)
    for line in lines:
        is_last = line is lines[-1]
        main = " · ".join(filter(None, (line.done, points if is_last else "")))
        details = (*line.followed, *(late_note if is_last else ()))
        yield "\n".join((f"{mark}{main}", *(f"-# {detail}" for detail in details))), line.plies


def turn_in_short(
    table: Table,
    turn: Sequence[Ply],
    names: Sequence[str],
    language: str,
    without: Collection[Seat] = (),
    *,
    brief: bool = False,
) -> str:
    """One line about a standing turn or a departure, with the points gained, without icons.

    Harm to the seats in `without` is left out; of a `brief` line, all but the most important.
    """
    game_words = CarefulWords(table, language, names)
    gain = points_gained(table, turn, language)
    if turn[0].notation == LEAVES:
        line = game_words.departure_line(turn[0]).done
    elif brief and turn[-1].points is not None:
        line = game_words.brief(turn, without)
    else:
        line = game_words.summary(turn, without)
    return " · ".join(filter(None, (line, gain)))


def short_turn_lines(
    app: App | None,
    table: Table,
    plies: Sequence[Ply],
    language: str,
    *,
    readers: Collection[int] = (),
    addressed: Collection[int] = (),
    brief: bool = False,
) -> tuple[str, ...]:
    """A line for each turn, without those that the `readers` made themselves.

    `brief` lines have only the most important part of a turn. Harm to the people `addressed` is
    left out, as they read it apart. Without `app` there are no icons: a push notification would
    spell out their names.
    """
    occupants = enumerate(table.seats)
    without = [seat for seat, occupant in occupants if occupant.user_id in addressed]
    names, lines = labels.short_names(table), list[str]()
    for taken_back, group in groupby(turns(plies), key=lambda turn: taken_back_by(turn[0])):
        if taken_back is not None:
            parts = lines_taken_back(app, table, taken_back, group, names, language)
            lines.append("\n".join(line for line, _ in parts))
            continue
        for turn in group:
            if turn[0].by not in readers:
                line = turn_in_short(table, turn, names, language, without, brief=brief)
                mark = f"{labels.mark(app, table, turn[0].seat)} " if app else ""
                late = (f"-# {late}" for late in late_lines(turn, names, language))
                lines.append("\n".join((f"{mark}{line}", *late)))
    return tuple(lines)


def late_lines(turn: Sequence[Ply], names: Sequence[str], language: str) -> list[str]:
    """Line about a turn that an AI has made since the time was up, or a referee; [] for others."""
    codes = {Via.LATE: "board.late_turn", Via.FOR_OTHER: "board.turn_for_other"}
    code = codes.get(turn[-1].via) if turn[-1].via else None
    return [text(code, language, name=names[turn[-1].seat])] if code else []


def points_gained(table: Table, turn: Sequence[Ply], language: str) -> str:
    """Points gained by a turn or a part of it, in words; "" where they are not recorded."""
    first, last = turn[0].points, turn[-1].points
    if first is None or last is None:
        return ""
    return CarefulWords(table, language).gain(last[1] - first[0], last[1])
