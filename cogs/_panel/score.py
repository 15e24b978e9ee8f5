"""The places behind a number: a picture with what counts, and the reasons in words.

It is a page of the recap, for every seat, and of the preview of a move, for the position after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Self

import discord
from discord import ui

from bot import words
from bot.i18n import text
from bot.table.live import Score
from bot.table.seating import Table
from bot.words import composed, row_of
from bot.words.careful import CarefulWords
from cogs._painting.wish import Wish
from cogs._panel import panel
from cogs._shared import labels
from cogs._shared.answer import Panel
from cogs._shared.controls import GREY, BoardButton, PanelButton, PanelMenu
from cogs._shared.items import LONGEST_CHOICE, Component, entries
from cogs._shared.phone import Picture, has_room, whole_lines
from cogs._shared.presentation import about, accent, drawing_or_sentence, frame
from cogs._shared.table_items import TableButton, TableMenu
from cogs._shared.visitor import Visit, Visitor
from render.contract import SCORE
from render.spotlight import Spotlight
from rules.contract import Seat
from rules.places import Reason, reasons

Part = Annotated[str, r"\w{0,32}"]
"""Field with a part of a score; "" for the one that says most."""


async def page_of_seat(
    visitor: Visitor, table: Table, seat: Seat | None = None, part: str = ""
) -> Panel:
    """Panel with the places behind a number of a seat, by default of the person's own."""
    score = await visitor.app.reading.score(table.id, visitor.user, seat)
    language, part = visitor.language, chosen_part(score, part)
    others = [
        ScoreButton.of(table, other, labels.names(table)[other], part)
        for other in range(len(table.seats))
        if other != score.seat
    ]
    recap = BoardButton.of(table, "recap", table.revision, language)
    menu, buttons = menu_of_seat(score, language, part), [*others, recap]
    return await _page(score, language, part, menu, buttons)


async def show_after_move(visit: Visit, tokens: Sequence[str], chosen: Sequence[str] = ()) -> None:
    """Show the places behind a chosen number of the person after the move that `tokens` write.

    What is chosen in the menu holds the move as well, for which the menu's id may have no room;
    where that has none either, the number that changes most is all there is.
    """
    wanted, *tokens = " ".join(chosen).split() or ["", *tokens]
    score = await visit.app.moves.score_after(*visit.claim, tokens)
    assert score.preview is not None
    language, part, move = visit.language, chosen_part(score, wanted), " ".join(tokens)
    title, options = visit.text("panel.score_menu"), _entries(score, language, part)
    for option in options:
        option.value = f"{option.value} {move}"
    menus = []
    if all(len(option.value) <= LONGEST_CHOICE for option in options):
        menus = [PanelMenu.of(score.table, "n", title, options, verb="pt")]
    back = PanelButton.of(score.table, "go", move, panel.BACK)
    buttons = [panel.confirm(score.preview, language, is_short=True), back]
    await visit.show(await _page(score, language, part, *menus, buttons))


# ---- content -------------------------------------------------------------------------------------


def chosen_part(score: Score, part: str) -> str:
    """A part of the score; one that is not there stands for the most changed, or the largest."""
    if part in score.places:
        return part
    change = {each: abs(score.points(each) - score.points_before(each)) for each in score.places}
    on_map = {
        each: any(place.at is not None for place in places) for each, places in score.places.items()
    }
    return max(score.places, key=lambda each: (change[each], on_map[each], score.points(each)))


async def _page(score: Score, language: str, part: str, *controls: Component) -> Panel:
    """Panel of a part: its number, the picture, the reasons, and the controls."""
    groups = reasons(score.places[part])
    lines = [*_reason_lines(score, part, groups, language)]
    head = _heading(score, part, language)
    named = (
        _line_with_names(score, line, group, language)
        for line, group in zip(lines, groups, strict=True)
    )
    picture = await _picture(score, part, words.plain("\n".join((head, *named))), language)
    content = "\n".join(lines) or text("panel.score_nothing", language)
    fitting = whole_lines(content, lambda some: has_room((head, picture, some, *controls)))
    return frame(accent((score.seat,)), head, picture, fitting, *controls)


def _heading(score: Score, part: str, language: str) -> str:
    """Name of the seat, the part, and its number; beside a preview, before and after it."""
    game_words, now, before = (
        CarefulWords(score.table, language),
        score.points(part),
        score.points_before(part),
    )
    name = labels.bold_names(score.table)[score.seat]
    number = f"**{game_words.amount(part, now)}**"
    if before != now:
        number = f"{before} → {number}"
    return row_of((name, text(composed.part(score.table.game, part), language), number))


async def _picture(score: Score, part: str, alt: str, language: str) -> Picture | str:
    """Picture of the places of a part; "" where none is on the map."""
    places = score.places[part]
    if all(place.at is None for place in places):
        return ""
    wish = Wish(
        score.table.game,
        SCORE,
        score.view,
        names=tuple(labels.picture_names(score.table)),
        seat=score.seat,
        shown=Spotlight(score.seat, places),
        about=about(score.table, language),
    )
    return await drawing_or_sentence(wish, alt, language)


def _reason_lines(
    score: Score, part: str, groups: Sequence[Reason], language: str
) -> Iterator[str]:
    """Line about each reason: the number of its places, and what they bring."""
    game_words = CarefulWords(score.table, language)
    for group in groups:
        args = {
            "number": len(group.places),
            "reason": game_words.say(group.code, n=group.n),
            "amount": game_words.amount(part, group.points),
            "letter": group.letter,
        }
        if not group.on_map:
            code = "panel.score_beside" if group.counts else "panel.score_beside_idle"
        elif group.counts:
            code = "panel.score_counts" if group.points else "panel.score_counts_too"
        else:
            code = "panel.score_idle"
        yield text(code, language, **args)


def _line_with_names(score: Score, line: str, group: Reason, language: str) -> str:
    """The line of a reason with the names of its places, for who cannot see the picture."""
    game_words = CarefulWords(score.table, language)
    names = [game_words.place_name(place) for place in group.on_map]
    return f"{line}: {' · '.join(names)}" if names else line


def _entries(score: Score, language: str, part: str) -> list[discord.SelectOption]:
    """Entries of the menu of all numbers, each with its unit."""
    game_words = CarefulWords(score.table, language)
    options = {
        each: row_of(
            (
                text(composed.part(score.table.game, each), language),
                game_words.amount(each, score.points(each)),
            )
        )
        for each in score.places
    }
    return entries(options, part)


def menu_of_seat(score: Score, language: str, part: str = "") -> ScoreMenu:
    """Menu of the numbers of a seat, each with its unit."""
    title = text("panel.score_menu" if part else "panel.score", language)
    options = _entries(score, language, part)
    return ScoreMenu.of(score.table, score.seat, title, options)


# ---- controls ------------------------------------------------------------------------------------


class ScoreButton(TableButton, template="sc:{table_id}:{seat}:{part}"):
    """Shows the places behind a number of a seat."""

    seat: int
    part: Part

    @classmethod
    def of(cls, table: Table, seat: Seat, label: str, part: str = "") -> Self:
        """Button with the name of a seat, or of the page."""
        return cls(ui.Button(label=label, style=GREY), table.id, seat, part)

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        """Show the page."""
        await visitor.show(await page_of_seat(visitor, table, self.seat, self.part))


class ScoreMenu(TableMenu, template="sm:{table_id}:{seat}"):
    """Menu of the numbers of a seat."""

    seat: int

    @classmethod
    def of(cls, table: Table, seat: Seat, title: str, options: list[discord.SelectOption]) -> Self:
        """Menu with a title."""
        return cls(ui.Select[Any](placeholder=title, options=options), table.id, seat)

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        """Show the page of the chosen number."""
        await visitor.show(await page_of_seat(visitor, table, self.seat, visitor.value))
