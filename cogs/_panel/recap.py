"""The recap: the moves since the player's last turn, the board before and now, and *Play*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from enum import StrEnum, auto

from bot import words
from bot.table.live import Recap
from bot.table.seating import Table
from bot.words import row_of
from bot.words.careful import CarefulWords
from cogs._access.access import table_here
from cogs._access.controls import BoardButton, play_buttons
from cogs._answering.answer import Panel
from cogs._answering.items import Component
from cogs._answering.lasting_items import LastingButton, LastingItem
from cogs._answering.phone import (
    FIRST,
    LINE,
    NEEDED,
    Part,
    Picture,
    fit,
    forms_by_rank,
    has_room,
    whole_lines,
)
from cogs._answering.presentation import about, accent, drawing_or_sentence, frame, public_picture
from cogs._answering.visitor import Visitor
from cogs._panel.score import ScoreButton, menu_of_numbers
from cogs._words import labels
from cogs._words.labels import icons
from cogs._words.turn_lines import TurnLines
from render.contract import SCORE, TABLE
from render.registry import renderer
from rules.contract import Seat

STEP = "▶"
"""Label of the button that goes through the same moves step by step."""
MOVES = 3 * LINE
"""Pixels that are left for the moves above the hand of a seat that was taken over."""


class Side(StrEnum):
    """Content of the page beside the lines about the moves."""

    NOW = auto()
    """The board as it is, with the changes highlighted."""
    BEFORE = auto()
    """The board as it was."""
    POINTS = auto()
    """The sources of all players' points, without a board."""


async def recap(visitor: Visitor, table: Table, side: Side = Side.NOW) -> Panel:
    """Panel with the moves since the person last acted, their effects, and *Play* on their turn."""
    since = await visitor.app.reading.recap(table.id, visitor.user)
    page = RecapPage(visitor, since)
    colour = accent(() if since.seat is None else (since.seat,))
    unfinished = labels.unfinished_turn_lines(table, since.midway, visitor.language)
    below: list[Component] = [*unfinished, page.buttons(side)]
    if not page.has_moves:
        return frame(colour, visitor.text("board.recap_nothing"), *below)
    if side is Side.POINTS:
        below = [page.point_lines(), *await page.menu_of_numbers(), *below]
    else:
        board, harm = await page.board(before=side is Side.BEFORE), page.harm()
        below = [board, harm, page.unexplained_changes((since.seat,) if harm else ()), *below]
    return frame(colour, page.move_lines(below), *below)


async def first_look(visitor: Visitor, table: Table, seat: Seat, before: str) -> Panel:
    """Panel for a person who has taken over a seat: its last player, last round, board, hand."""
    app, language = visitor.app, visitor.language
    page = RecapPage(visitor, await app.reading.recap(table.id, None))
    look = await app.reading.look(table.id, visitor.user)
    note = visitor.text("board.taken_over", seat=labels.SEATS[seat], name=before)
    hand, buttons = "", play_buttons(table, language, has_turn=seat in look.to_act)
    if labels.facts(table).hands:
        hand = CarefulWords(table, language, icon=icons(app)).hand(look.view, look.hand)
        buttons.append(BoardButton.of(table, "hand", table.revision, language))
    board = await page.board()
    midway = labels.unfinished_turn_lines(table, look.midway, language)
    below: list[Component] = [*midway, buttons]
    beginning = whole_lines(hand, lambda some: has_room((note, MOVES, board, some, *below)))
    hand = hand if beginning == hand else f"{beginning} …".strip()
    lines = page.move_lines((note, board, hand, *below)) if page.has_moves else ""
    return frame(accent((seat,)), note, lines, board, hand, *below)


class RecapPage:
    """Parts of the pages about the moves since a person last acted."""

    def __init__(self, visitor: Visitor, since: Recap) -> None:
        self.visitor, self.since, self.table = visitor, since, since.table
        self.text, self.names = visitor.text, labels.bold_names(since.table)
        self.words = CarefulWords(since.table, visitor.language)
        self.has_moves = bool(since.plies or since.undone)
        self.shows_places = SCORE in renderer(since.table.game).named
        """Whether the game shows the places behind a number."""

    async def board(self, *, before: bool = False) -> Picture | str:
        """Picture of the board as it is, or as it was, if that is known."""
        table, since, language = self.table, self.since, self.visitor.language
        view, plies = since.after, since.plies
        if before and since.before is not None:
            view, plies = since.before, ()
        facts = about(table, language)
        wish, alt = public_picture(table, TABLE, view, plies, facts, private=True)
        words_with_icons = CarefulWords(table, language, self.names, icons(self.visitor.app))
        standing = words_with_icons.standing(since.after)
        return await drawing_or_sentence(wish, alt, language, instead=standing)

    def move_lines(self, others: Sequence[Part]) -> str:
        """Heading, and the newest turns that fit beside the other parts: in full, or in short.

        The heading has the number of turns left out; of a turn without room, the beginning.
        """
        since = self.since
        code = "board.recap_round" if since.seat is None else "board.recap_heading"
        heading = self.text(code)
        plies = sorted((*since.plies, *since.undone), key=lambda ply: ply.ply)

        def fits(some: Sequence[str]) -> bool:
            return has_room(("\n".join((heading, *some)), *others))

        turn_lines = TurnLines(self.table, self.visitor.language, self.visitor.app)
        lines = [line for line, _ in turn_lines.full(plies)]
        missing = 0
        if not fits(lines):
            *earlier, last = turn_lines.short(plies)
            ranked = (
                *(forms_by_rank(line.forms, (FIRST, FIRST + 1, FIRST + 2)) for line in earlier),
                forms_by_rank(last.forms, (FIRST, FIRST + 1, NEEDED), shrinks=True),
            )
            lines = fit(ranked, fits)
            missing = len(ranked) - len(lines)
        content = whole_lines("\n".join(lines), lambda some: fits([some])) or lines[0]
        if missing:
            heading = f"{heading} · {self.text('board.recap_earlier', n=missing)}"
        return f"{heading}\n{content}"

    def harm(self) -> str:
        """Harm that the moves did to the player; "" for none."""
        seat = self.since.seat
        return "" if seat is None else self.words.harm(self.since.plies, seat)

    def buttons(self, side: Side) -> list[LastingItem]:
        """Buttons: *Play* on the person's turn, other sides of the page, and the same by turns."""
        since, table, language = self.since, self.table, self.visitor.language
        plays = since.seat in since.to_act
        buttons: list[LastingItem] = [*play_buttons(table, language, has_turn=plays)]
        if since.plies and since.before is not None:
            board = Side.BEFORE if side is Side.NOW else Side.NOW
            buttons.append(SideButton.of(table, board, language))
        if since.plies and since.gained:
            if side is not Side.POINTS:
                buttons.append(SideButton.of(table, Side.POINTS, language))
        elif self.shows_places:
            buttons.append(ScoreButton.named(self.text("panel.score"), table, since.seat or 0))
        if since.plies:
            buttons.append(BoardButton.named(STEP, table, "replay", table.revision))
        return buttons

    def point_lines(self) -> str:
        """Lines with the changes of each player's points and their parts."""
        table, lines = self.table, list[str]()
        names = labels.marked_names(self.visitor.app, table)
        for name, gain in zip(names, self.since.gained, strict=True):
            parts = self.words.part_changes(gain.parts)
            changes = (self.words.gain(gain.change, gain.total), *parts)
            summary = " · ".join(filter(None, changes)) or self._unchanged(gain.total)
            lines.append(f"{name} · {summary}")
        return "\n".join(lines)

    def _unchanged(self, total: int) -> str:
        """Score of a player whose numbers are as before."""
        return self.text("board.recap_same", total=f"**{self.words.amount('', total)}**")

    async def menu_of_numbers(self) -> Sequence[Component]:
        """Menu of the numbers of the player's seat, if the game shows the places behind them."""
        if not self.shows_places:
            return ()
        reading, user = self.visitor.app.reading, self.visitor.user
        score = await reading.score(self.table.id, user, self.since.seat)
        return [menu_of_numbers(self.visitor, score)]

    def unexplained_changes(self, explained: Collection[Seat | None]) -> str:
        """Changes of scores that no line explains in full, other than of the seats `explained`."""
        explained_points = Counter[int]()
        for ply in self.since.plies:
            if ply.points is not None:
                explained_points[ply.seat] += ply.points[1] - ply.points[0]
        changes = [
            f"{name} {words.with_sign(gain.change)}"
            for seat, (name, gain) in enumerate(zip(self.names, self.since.gained, strict=False))
            if gain.change not in (0, explained_points[seat]) and seat not in explained
        ]
        return self.text(self.words.changes, seats=row_of(changes)) if changes else ""


class SideButton(LastingButton, template="bt:{table_id}:{side}"):
    """Shows another side of the recap."""

    label = "board.recap_{side}"
    table_id: int
    side: Side

    async def press(self, visitor: Visitor) -> Panel:
        table = await table_here(visitor, self.table_id)
        return await recap(visitor, table, self.side)
