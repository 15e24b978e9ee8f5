"""The private panel of a move: what the panels of questions and of previews have in common.

It is built from the question alone and knows no game. An option that completes a move
(`Option.plays`) makes it at once; every other move is previewed and confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum, auto
from typing import Any, Generic, NamedTuple, TypeVar

from bot import words
from bot.table.changes import Ply
from bot.table.live import Prompt
from bot.table.options import Advising
from bot.table.seating import Purpose, Table
from bot.words import Label, one_text
from bot.words.careful import CarefulWords
from cogs._access.controls import PanelButton
from cogs._answering.answer import Panel
from cogs._answering.items import GREEN, Component
from cogs._answering.phone import (
    NEEDED,
    Picture,
    Ranked,
    Together,
    fit,
    forms_by_rank,
    separate,
)
from cogs._answering.presentation import about, accent, drawing_or_sentence, frame, wish_at
from cogs._answering.visitor import Visitor
from cogs._panel.menus import MenuMaker
from cogs._panel.shortcuts import shortcut_menu
from cogs._words.turn_lines import TurnLines
from rules.question import Beside, Option

PICTURE = "candidate.png"
BACK, STAR, OPEN, SHUT, UNDO = "‹", "★", "▾", "▴", "↩"
"""Signs for a step back, a suggestion, folded and unfolded details, a move that is taken back."""

P = TypeVar("P", bound=Prompt)
Part = Component | Together | Ranked[Component | Together]


class Rank(IntEnum):
    """Parts that a panel leaves out for want of room, the first of all first."""

    TURN = auto()
    """The coach's line about a turn, of which the question tells what is possible now."""
    NOTATION = auto()
    SCORE = auto()
    CONFIRM = auto()
    """The notation on the button to confirm."""
    SOURCES = auto()
    REMARKS = auto()
    """Small print about a suggestion."""
    PLEA = auto()
    CHOICES = auto()
    """The other suggestions: their buttons go with the rows that tell them apart."""
    SAID = auto()
    """The move just made, above a preview, such as what was drawn."""
    ENDS = auto()
    """Ends of the rows about a previewed move, and of the small print of a question."""
    PICTURE = auto()
    DESCRIPTION = auto()
    DONE = auto()
    """The move just made, of which "Done" stays."""
    OTHERS = auto()
    SHORTCUTS = auto()
    DONE_AT_ALL = auto()


class Note(NamedTuple):
    """Lines above a question or a preview: the moves just made, and what else is to be said."""

    deed: str = ""
    """Line about what was done."""
    head: str = ""
    """The word "Done", which alone is left of that line where room is short."""
    followed: str = ""
    """Lines about what followed."""
    notation: str = ""
    """Line that shows how the moves are written."""
    more: str = ""
    """Lines about anything else, such as a refusal or the task of a lesson."""

    def __str__(self) -> str:
        return one_text(self.deed, self.followed, self.notation, self.more)

    def with_lines(self, *lines: str) -> Note:
        """The same note with more to be said."""
        return self._replace(more=one_text(self.more, *lines))

    def ranked(self, rank: Rank = Rank.DONE) -> Ranked[str]:
        """Text of the note: it may lose the notation, then what was done at this rank.

        Of that, "Done" stays in a question as long as possible; a preview loses this as well.
        """
        forms = (
            str(self),
            one_text(self.deed, self.followed, self.more),
            one_text(self.head, self.followed, self.more),
            one_text(self.followed, self.more),
        )
        last = rank if rank is Rank.SAID else Rank.DONE_AT_ALL
        return forms_by_rank(forms, (Rank.NOTATION, rank, last, NEEDED), shrinks=True)


NO_NOTE = Note()


class PromptPanel(Generic[P]):
    """Base of the panels of a prompt, for one reader."""

    def __init__(self, visitor: Visitor, prompt: P) -> None:
        self.visitor, self.prompt = visitor, prompt
        self.table, self.text = prompt.table, visitor.text
        self.words = CarefulWords(prompt.table, visitor.language)
        self.menus = MenuMaker(visitor.app, prompt, self.words)

    def fitting_panel(self, parts: Iterable[Part]) -> Panel:
        """Panel of these parts, as far as a phone has room for them."""
        return frame(accent((self.prompt.seat,)), *separate(fit(parts)))

    def page_before(self, *parts: Part) -> Panel:
        """What to know or to do before a preview, which needs all the room there is."""
        return self.fitting_panel(
            (*parts, self.button("go", self.text("panel.coach_on"), style=GREEN))
        )

    async def picture(self, beside: Beside, alt: str) -> Picture | str:
        """Picture of the panel; its alt text is the text of the panel in detail."""
        prompt, language = self.prompt, self.visitor.language
        look = {"seat": prompt.seat, "shown": beside.shown}
        wish = wish_at(self.table, beside.picture, prompt.view, about(self.table, language), **look)
        return await drawing_or_sentence(wish, words.plain(alt), language, name=PICTURE)

    def shortcuts(self) -> list[Ranked[Component]]:
        """Menu of the shortcuts, where there is room."""
        menu = shortcut_menu(self.menus)
        return [] if menu is None else [Ranked(menu, Rank.SHORTCUTS)]

    @property
    def offers_advice(self) -> bool:
        """Whether the person may ask for advice: not out of turn, as the log may tell it."""
        return self.table.terms.advice is not Advising.OFF and not self.prompt.is_ahead

    # ---- buttons -----------------------------------------------------------------------------

    def button(
        self, verb: str, label: str, tokens: str | Sequence[str] | None = None, **look: Any
    ) -> PanelButton:
        """Button that does `verb` with the tokens, by default with those of the prompt."""
        tokens = self.prompt.tokens if tokens is None else tokens
        claim = tokens if isinstance(tokens, str) else " ".join(tokens)
        return PanelButton.of(self.table, verb, claim, label, **look)

    def label(self, option: Option) -> Label:
        """Label of an answer."""
        return self.words.answer(option, self.prompt.view)

    def back_button(self, tokens: str | Sequence[str]) -> PanelButton:
        """Button a step back."""
        return self.button("go", BACK, tokens, slot="back")

    def type_button(self) -> PanelButton:
        """Button to type the move instead."""
        return self.button("type", self.text("panel.type"))

    def fold_button(
        self, verb: str, fold_verb: str, *, detailed: bool, is_short: bool = False
    ) -> PanelButton:
        """Button that unfolds the details, or folds them again; a short one is a sign alone."""
        label = "" if is_short else self.text("panel.details")
        if detailed:
            return self.button(fold_verb, f"{label} {SHUT}".lstrip(), slot="fold")
        return self.button(verb, f"{label} {OPEN}".lstrip())


# ---- done ----------------------------------------------------------------------------------------


def note_of_moves(
    visitor: Visitor, table: Table, plies: Sequence[Ply], *, typed: Sequence[Ply] = ()
) -> Note:
    """Note about the moves just made, with the notations of `typed`.

    In a lesson nobody has read a notation yet.
    """
    log = TurnLines(table, visitor.language, visitor.app).text(plies)
    deed, _, followed = visitor.text("panel.done", move=log).partition("\n")
    notation = ""
    if typed and table.purpose is not Purpose.LESSON:
        moves = " · ".join(f"`{ply.notation}`" for ply in typed)
        notation = visitor.text("panel.in_notation", moves=moves)
    return Note(deed, visitor.text("panel.done", move="").rstrip(), followed, notation)


def undo_button(visitor: Visitor, table: Table) -> PanelButton:
    """Button that takes back the last move."""
    return PanelButton.of(table, "undo", "", f"{UNDO} {visitor.text('panel.undo')}")
