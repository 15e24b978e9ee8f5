"""The recap: the moves since the player's last turn, the board before and now, and *Play*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum, auto
from typing import Self

from discord import ui

from bot import words
from bot.app import App
from bot.i18n import text
from bot.table.live import Recap
from bot.table.seating import Table
from bot.words import composed, keep_together, row_of
from bot.words.careful import CarefulWords
from cogs._panel.score import ScoreButton, menu_of_seat
from cogs._shared import labels
from cogs._shared.access import table_here
from cogs._shared.answer import Panel
from cogs._shared.controls import BoardButton
from cogs._shared.items import Component
from cogs._shared.labels import bold_names as names
from cogs._shared.lasting_items import LastingButton, LastingItem
from cogs._shared.phone import FIRST, LINE, Part, Picture, Ranked, fit, has_room, whole_lines
from cogs._shared.presentation import (
    about,
    accent,
    drawing_or_sentence,
    frame,
    full_turn_lines,
    icons,
    public_picture,
    short_turn_lines,
)
from cogs._shared.visitor import Visitor
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
    app, language = visitor.app, visitor.language
    since = await app.reading.recap(table.id, visitor.user)
    colour = accent(() if since.seat is None else (since.seat,))
    unfinished = labels.unfinished_turn_lines(table, since.midway, language)
    rows_below: list[Component] = [*unfinished, _buttons(since, side, language)]
    if not (since.plies or since.undone):
        return frame(colour, visitor.text("board.recap_nothing"), *rows_below)
    if side is Side.POINTS:
        points = "\n".join(_point_lines(app, since, language))
        rows_below = [*await _menu_of_numbers(visitor, since), *rows_below]
        lines = _move_lines(app, since, language, (points, *rows_below))
        return frame(colour, lines, points, *rows_below)
    board = await _board(app, since, language, before=side is Side.BEFORE)
    harm = _harm(since, language)
    changes = _unexplained_changes(since, language, () if not harm else (since.seat,))
    below = (board, harm, changes, *rows_below)
    return frame(colour, _move_lines(app, since, language, below), *below)


async def first_look(visitor: Visitor, table: Table, seat: Seat, before: str) -> Panel:
    """Panel for a person who has taken over a seat: its last player, last round, board, hand."""
    app, language = visitor.app, visitor.language
    since = await app.reading.recap(table.id, None)
    look = await app.reading.look(table.id, visitor.user)
    note = visitor.text("board.taken_over", seat=labels.SEATS[seat], name=before)
    hand, buttons = "", list[LastingItem]()
    if seat in look.to_act:
        buttons.append(BoardButton.of(table, "play", table.revision, language))
    if labels.facts(table).hands:
        hand = CarefulWords(table, language, icon=icons(app)).hand(look.view, look.hand)
        buttons.append(BoardButton.of(table, "hand", table.revision, language))
    board = await _board(app, since, language, before=False)
    midway = labels.unfinished_turn_lines(table, look.midway, language)
    below: list[Component] = [*midway, buttons]
    beginning = whole_lines(hand, lambda some: has_room((note, MOVES, board, some, *below)))
    hand = hand if beginning == hand else f"{beginning} …".strip()
    lines = ""
    if since.plies or since.undone:
        lines = _move_lines(app, since, language, (note, board, hand, *below))
    return frame(accent((seat,)), note, lines, board, hand, *below)


async def _board(app: App, since: Recap, language: str, *, before: bool) -> Picture | str:
    """Picture of the board as it is, or as it was, if that is known."""
    table = since.table
    facts = about(table, language)
    if before and since.before is not None:
        wish, alt = public_picture(table, TABLE, since.before, (), facts, private=True)
    else:
        wish, alt = public_picture(table, TABLE, since.after, since.plies, facts, private=True)
    standing = CarefulWords(table, language, names(table), icons(app)).standing(since.after)
    return await drawing_or_sentence(wish, alt, language, instead=standing)


def _move_lines(app: App, since: Recap, language: str, others: Sequence[Part]) -> str:
    """Heading, and the newest turns that fit beside the other parts: in full, or else in short.

    The heading has the number of turns left out; of a turn without room, the beginning.
    """
    heading = text("board.recap_round" if since.seat is None else "board.recap_heading", language)
    plies = sorted((*since.plies, *since.undone), key=lambda ply: ply.ply)

    def fits(some: Sequence[str]) -> bool:
        return has_room(("\n".join((heading, *some)), *others))

    lines = [line for line, _ in full_turn_lines(app, since.table, plies, language)]
    missing = 0
    if not fits(lines):
        full, brief = (
            short_turn_lines(app, since.table, plies, language, brief=brief)
            for brief in (False, True)
        )
        *earlier, last = zip(full, brief, strict=True)
        ranked = (
            *(Ranked(line, FIRST, instead=Ranked(short, FIRST + 1)) for line, short in earlier),
            Ranked(last[0], FIRST, instead=Ranked(last[1], shrinks=True)),
        )
        lines = fit(ranked, fits)
        missing = len(earlier) + 1 - len(lines)
    content = whole_lines("\n".join(lines), lambda some: fits([some])) or lines[0]
    if missing:
        heading = f"{heading} · {text('board.recap_earlier', language, n=missing)}"
    return f"{heading}\n{content}"


def _harm(since: Recap, language: str) -> str:
    """Harm that the moves did to the player; "" for none."""
    if since.seat is None:
        return ""
    return CarefulWords(since.table, language).harm(since.plies, since.seat)


def _buttons(since: Recap, side: Side, language: str) -> list[LastingItem]:
    """Buttons: *Play* on the player's turn, the other sides of the page, and the same by turns."""
    buttons: list[LastingItem] = []
    if since.seat in since.to_act:
        buttons.append(BoardButton.of(since.table, "play", since.table.revision, language))
    if since.plies and since.before is not None:
        board = Side.BEFORE if side is Side.NOW else Side.NOW
        buttons.append(SideButton.of(since.table, board, language))
    if since.plies and since.gained:
        if side is not Side.POINTS:
            buttons.append(SideButton.of(since.table, Side.POINTS, language))
    elif SCORE in renderer(since.table.game).named:
        label = text("panel.score", language)
        buttons.append(ScoreButton.of(since.table, since.seat or 0, label))
    if since.plies:
        buttons.append(BoardButton.of(since.table, "replay", since.table.revision, label=STEP))
    return buttons


def _point_lines(app: App, since: Recap, language: str) -> Iterator[str]:
    """Lines with the changes of each player's points and their parts."""
    game_words = CarefulWords(since.table, language)
    for seat, (name, gain) in enumerate(zip(names(since.table), since.gained, strict=True)):
        parts = [
            keep_together(
                text(composed.part(since.table.game, part), language), words.with_sign(change)
            )
            for part, change in gain.parts.items()
        ]
        total = game_words.gain(gain.change, gain.total)
        summary = " · ".join(filter(None, (total, *parts))) or text("board.recap_same", language)
        yield f"{labels.mark(app, since.table, seat)} {name} · {summary}"


async def _menu_of_numbers(visitor: Visitor, since: Recap) -> Sequence[Component]:
    """Menu of the numbers of the player's seat, each of which leads to what counts for it."""
    if SCORE not in renderer(since.table.game).named:
        return ()
    score = await visitor.app.reading.score(since.table.id, visitor.user, since.seat)
    return [menu_of_seat(score, visitor.language)]


def _unexplained_changes(since: Recap, language: str, explained: Collection[Seat | None]) -> str:
    """Changes of scores that no line explains in full, other than of the seats `explained`."""
    explained_points = Counter[int]()
    for ply in since.plies:
        if ply.points is not None:
            explained_points[ply.seat] += ply.points[1] - ply.points[0]
    changes = [
        f"{name} {words.with_sign(gain.change)}"
        for seat, (name, gain) in enumerate(zip(names(since.table), since.gained, strict=False))
        if gain.change not in (0, explained_points[seat]) and seat not in explained
    ]
    code = CarefulWords(since.table, language).changes
    return text(code, language, seats=row_of(changes)) if changes else ""


class SideButton(LastingButton, template="bt:{table_id}:{side}"):
    """Shows another side of the recap."""

    table_id: int
    side: Side

    @classmethod
    def of(cls, table: Table, side: Side, language: str) -> Self:
        """Button to a side of the page."""
        label = text(f"board.recap_{side}", language)
        return cls(ui.Button(label=label), table.id, side)

    async def press(self, visitor: Visitor) -> None:
        """Show the page with this side."""
        table = await table_here(visitor, self.table_id)
        await visitor.show(await recap(visitor, table, self.side))
