"""The places behind a number: a picture with what counts, and the reasons in words.

It is a page of the recap, for every seat, and of the preview of a move, for the position after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import discord
from discord import ui

from bot import words
from bot.table.live import Score
from bot.table.seating import Table
from bot.words import composed, row_of
from bot.words.careful import CarefulWords
from cogs._access.controls import BoardButton, PanelButton, PanelMenu
from cogs._access.table_items import TableButton, TableMenu
from cogs._answering.answer import Panel
from cogs._answering.items import LONGEST_CHOICE, Component, entries
from cogs._answering.phone import Picture, Ranked, fit, has_room
from cogs._answering.presentation import about, accent, drawing_or_sentence, frame, wish_at
from cogs._answering.visitor import Visit, Visitor
from cogs._panel.panel import BACK
from cogs._panel.preview import PreviewPanel
from cogs._words import labels
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
    page = ScorePage(visitor, score, part)
    others = [
        ScoreButton.named(labels.names(table)[other], table, other, page.part)
        for other in range(len(table.seats))
        if other != score.seat
    ]
    recap = BoardButton.of(table, "recap", table.revision, visitor.language)
    return await page.panel(page.menu_of_seat(), [*others, recap])


async def page_after_move(visit: Visit, tokens: Sequence[str], chosen: Sequence[str] = ()) -> Panel:
    """Page with the places behind a number of the person after the move that `tokens` write.

    What is chosen in the menu holds the move as well, for which the menu's id may have no room;
    where that has none either, the number that changes most is all there is.
    """
    wanted, *tokens = " ".join(chosen).split() or ["", *tokens]
    score = await visit.app.moves.score_after(*visit.claim, tokens)
    assert score.preview is not None
    page, move = ScorePage(visit, score, wanted), " ".join(tokens)
    options = page.entries()
    for option in options:
        option.value = f"{option.value} {move}"
    title = visit.text("panel.score_menu")
    is_useful = len(options) > 1 and all(len(each.value) <= LONGEST_CHOICE for each in options)
    menus = [PanelMenu.of(score.table, "n", title, options, verb="pt")] if is_useful else []
    back = PanelButton.of(score.table, "go", move, BACK)
    buttons = [PreviewPanel(visit, score.preview).confirm(is_short=True), back]
    return await page.panel(*menus, buttons)


# ---- content -------------------------------------------------------------------------------------


class ScorePage:
    """Page of a part of a score, for one reader.

    A part that is not there stands for the most changed, or the largest.
    """

    def __init__(self, visitor: Visitor, score: Score, part: str = "") -> None:
        self.visitor, self.score, self.text = visitor, score, visitor.text
        self.words = CarefulWords(score.table, visitor.language)
        self.part = part if part in score.places else _telling_part(score)

    async def panel(self, *controls: Component) -> Panel:
        """Panel of the part: its number, the picture, the reasons, and the controls.

        Every reason is told; where a phone has too little room, the longest loses its end.
        """
        groups = reasons(self.score.places[self.part])
        lines, head = [*self._reason_lines(groups)], self._heading()
        named = map(self._line_with_names, lines, groups)
        picture = await self._picture(words.plain("\n".join((head, *named))))
        fitting = fit(
            [Ranked(line, shrinks=True) for line in lines or [self.text("panel.score_nothing")]],
            lambda some: has_room((head, picture, "\n".join(some), *controls)),
        )
        return frame(accent((self.score.seat,)), head, picture, "\n".join(fitting), *controls)

    def menu_of_seat(self, title: str = "panel.score_menu", *, chosen: bool = True) -> ScoreMenu:
        """Menu of the numbers of a seat; on the page of one of them, that is `chosen`."""
        select = ui.Select[Any](placeholder=self.text(title), options=self.entries(chosen=chosen))
        return ScoreMenu(select, self.score.table.id, self.score.seat)

    def entries(self, *, chosen: bool = True) -> list[discord.SelectOption]:
        """Entries of the menu of all numbers, each with its unit."""
        options = {
            each: row_of(self._named(each, self.words.amount(each, self.score.points(each))))
            for each in self.score.places
        }
        return entries(options, self.part if chosen else None)

    def _named(self, part: str, amount: str) -> tuple[str, ...]:
        """A part by name and its number, whose unit may be that name: "Houses", "12 points"."""
        name = self.text(composed.part(self.score.table.game, part))
        return (amount,) if amount.lower().strip("*").endswith(name.lower()) else (name, amount)

    def _heading(self) -> str:
        """Name of the seat, the part, and its number; beside a preview, before and after it."""
        score, part = self.score, self.part
        now, before = score.points(part), score.points_before(part)
        number = f"**{self.words.amount(part, now)}**"
        if before != now:
            number = f"{before} → {number}"
        return row_of((labels.bold_names(score.table)[score.seat], *self._named(part, number)))

    async def _picture(self, alt: str) -> Picture | str:
        """Picture of the places of the part; "" where none is on the map."""
        score, places = self.score, self.score.places[self.part]
        if all(place.at is None for place in places):
            return ""
        table, language = score.table, self.visitor.language
        look = {"seat": score.seat, "shown": Spotlight(score.seat, places)}
        wish = wish_at(table, SCORE, score.view, about(table, language), **look)
        return await drawing_or_sentence(wish, alt, language)

    def _reason_lines(self, groups: Sequence[Reason]) -> Iterator[str]:
        """Line about each reason: the number of its places, and what they bring."""
        for group in groups:
            args = {
                "number": len(group.places),
                "reason": self.words.say(group.code, n=group.n),
                "amount": self.words.amount(self.part, group.points),
                "letter": group.letter,
            }
            if not group.on_map:
                code = "panel.score_beside" if group.counts else "panel.score_beside_idle"
            elif group.counts:
                code = "panel.score_counts" if group.points else "panel.score_counts_too"
            else:
                code = "panel.score_idle"
            yield self.text(code, **args)

    def _line_with_names(self, line: str, group: Reason) -> str:
        """The line of a reason with the names of its places, for who cannot see the picture."""
        names = map(self.words.place_name, group.on_map)
        return f"{line}: {' · '.join(names)}" if group.on_map else line


def _telling_part(score: Score) -> str:
    """The part that changes most, or the largest, one on the map before others."""
    change = {each: abs(score.points(each) - score.points_before(each)) for each in score.places}
    on_map = {
        each: any(place.at is not None for place in places) for each, places in score.places.items()
    }
    return max(score.places, key=lambda each: (change[each], on_map[each], score.points(each)))


def menu_of_numbers(visitor: Visitor, score: Score) -> ScoreMenu:
    """Menu of the numbers of a seat, each of which leads to its page."""
    return ScorePage(visitor, score).menu_of_seat("panel.score", chosen=False)


# ---- controls ------------------------------------------------------------------------------------


class ScoreButton(TableButton, template="sc:{table_id}:{seat}:{part}"):
    """Shows the places behind a number of a seat."""

    seat: int
    part: Part = ""

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        return await page_of_seat(visitor, table, self.seat, self.part)


class ScoreMenu(TableMenu, template="sm:{table_id}:{seat}"):
    """Menu of the numbers of a seat."""

    seat: int

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        return await page_of_seat(visitor, table, self.seat, visitor.value)
