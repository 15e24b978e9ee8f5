"""The panel of a preview: a move as a ghost, the pad to nudge it, and Confirm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.table.live import Menu, MovePreview
from bot.table.seating import Purpose
from bot.words import one_text
from cogs._access.controls import PanelButton, PanelMenu
from cogs._answering.answer import Panel
from cogs._answering.items import GREEN, Component
from cogs._answering.phone import (
    FIRST,
    NEEDED,
    Ranked,
    Together,
    forms_by_rank,
    row_count,
    shortened,
    shrunk,
)
from cogs._answering.presentation import small_print
from cogs._panel import coach
from cogs._panel.panel import (
    BACK,
    NO_NOTE,
    STAR,
    Note,
    Part,
    PromptPanel,
    Rank,
    undo_button,
)
from cogs._panel.shortcuts import other_answers
from cogs._words import labels
from cogs._words.small_print import SMALL
from render.contract import CANDIDATE, SCORE
from render.registry import renderer
from rules.notation import text_of
from rules.question import Beside, OneOf

FLAT_PAD = ("nw n ne ccw cw", "sw s se")
POINTY_PAD = ("w nw ne e ccw", "sw se cw")
"""Rows of the pad where hexes stand on a side, and where they stand on a corner."""
SIGNS: Mapping[str, str] = {
    "n": "↑",
    "ne": "↗",
    "e": "→",
    "se": "↘",
    "s": "↓",
    "sw": "↙",
    "w": "←",
    "nw": "↖",
    "ccw": "↺",
    "cw": "↻",
}
"""Signs on the buttons of the pad, by direction (a key of `MovePreview.pad`)."""
TURNS = frozenset({"ccw", "cw"})
FEW_WAYS = 3
"""Most ways that stand in one row, beside a suggestion and a step back, without the others."""
LONGEST_SHOWN = 12
"""Characters of a notation on the button to confirm it."""


class Choices(NamedTuple):
    """Buttons to the other suggestions, beside the one that is shown, and the rows about them."""

    buttons: Sequence[PanelButton] = ()
    """With number and gain."""
    losses: str = ""
    """Row about what each but the best loses."""
    numbers: Sequence[PanelButton] = ()
    """The same buttons with their number alone."""
    losses_with_gains: str = ""
    plea: str = ""
    """What speaks for the one that is shown, where it gains nothing yet."""
    why: PanelButton | None = None
    """The button to the reasons for the suggestion that is shown, where it is not the best."""

    def beside(self, buttons: Sequence[PanelButton]) -> Choices:
        """The same choices; the rows have the gains if a row of a phone has no room for them."""
        if row_count([*self.buttons, *buttons]) == 1:
            return self
        return self._replace(buttons=self.numbers, losses=self.losses_with_gains)


NO_CHOICES = Choices()


def ranked_rows(description: str) -> list[Ranked[str]]:
    """Rows of a description, of which the last ones are left out first."""
    rows = description.split("\n")
    return [Ranked(row, Rank.DESCRIPTION - place / len(rows)) for place, row in enumerate(rows)]


class PreviewPanel(PromptPanel[MovePreview]):
    """Panel of a preview."""

    async def panel(
        self, note: Note = NO_NOTE, choices: Choices = NO_CHOICES, *, detailed: bool = False
    ) -> Panel:
        """Panel with the move as a ghost; beside a suggestion stand the other `choices`.

        In detail it has a description and the alternatives in place of the pad. Where a phone has
        no room for all, Confirm is short, so that the button for the details stands beside it; in
        detail, the picture is left out before, and the last rows of the description are.
        """
        preview = self.prompt.preview
        move = one_text(self.words.preview_text(preview), self._stop())
        sources = Ranked(small_print(self._sources()), Rank.SOURCES)
        details = small_print(self.words.preview_details(preview))
        alt = one_text(move, sources.part, details)
        picture = await self.picture(Beside(CANDIDATE, preview), alt)
        amounts = self._amount_menus()
        beside = [] if detailed else self._beside_confirm(choices)
        parts: tuple[Part, ...] = (
            picture,
            self._ranked_move(),
            sources,
            Ranked(choices.plea, Rank.PLEA, shrinks=True),
            Ranked(self._legend(), FIRST),
            *amounts,
            *self._pad(choices, beside),
            *self.shortcuts(),
        )
        if detailed:
            parts = (
                Ranked(picture, Rank.PICTURE),
                move,
                sources,
                *ranked_rows(details),
                *self._alternative_menus(),
                *amounts,
                self._alternative_buttons(),
            )
        note_above = note.ranked(Rank.SAID)
        verdicts = self._verdicts(beside, detailed=detailed)
        return self.fitting_panel((note_above, *parts, *verdicts))

    def panel_of_coach(self, note: str = "") -> Panel:
        """Lines of the coach about a game that is new to the person, before the preview."""
        lines = coach.lines(self.visitor, self.table)
        return self.page_before(note, *lines, self.words.preview_text(self.prompt.preview))

    def _ranked_move(self) -> Ranked[str]:
        """Move in words, which gives way to the shortcuts: first the ends of the last rows.

        Beside a suggestion, its small print gives way to the other choices: it first loses the end
        of each of its rows, then all of them.
        """
        rows, stop = self.words.preview_text(self.prompt.preview).split("\n"), self._stop()
        if self.prompt.advised is None:
            shorter = [shortened(row, 1) for row in rows]
            places = range(len(rows), -1, -1)
            forms = [one_text(*rows[:place], *shorter[place:], stop) for place in places]
            return forms_by_rank(forms, [*(Rank.ENDS for _ in rows), NEEDED], shrinks=True)
        beginnings = (shortened(row, 1) if row.startswith(SMALL) else row for row in rows)
        without = (row for row in rows if not row.startswith(SMALL))
        forms = [one_text(*lines, stop) for lines in (rows, beginnings, without)]
        return forms_by_rank(forms, (Rank.REMARKS, Rank.REMARKS, NEEDED), shrinks=True)

    def _sources(self) -> str:
        """Line about the parts of the score that the move changes; "" where it is uncertain."""
        gain = self.prompt.gain
        return self.words.sources(gain.parts) if gain else ""

    def _legend(self) -> str:
        """What the numbers in the picture mean, for who has not played a turn of the game yet."""
        if not coach.is_heard(self.visitor, self.table):
            return ""
        return small_print(self.words.preview_legend(self.prompt.preview))

    def _stop(self) -> str:
        """Line on why a suggestion of the rest of the turn does not end it; "" where it does."""
        if self.prompt.advised is None or self.prompt.ends_turn:
            return ""
        return self.text("panel.star_reveals" if self.prompt.reveals else "panel.star_stops")

    def shortcuts(self) -> list[Ranked[Component]]:
        """Menu of the shortcuts; beside a suggestion, what tells the choices apart goes first."""
        rank = Rank.SHORTCUTS if self.prompt.advised is None else Rank.SCORE
        return [menu._replace(rank=rank) for menu in super().shortcuts()]

    # ---- the pad -----------------------------------------------------------------------------

    def _pad(self, choices: Choices, beside_confirm: Sequence[PanelButton]) -> Iterator[Part]:
        """Rows of the pad, with a suggestion and a step back in the last one, and other choices.

        A few ways stand in that row alone. Without a pad, the buttons of the choices stand there as
        well. That of a suggestion is behind a button, so that there is room for what tells the
        choices apart; where there is none, that button gives way, then the choices do. Nothing
        stands there that stands beside Confirm.
        """
        ways = self.prompt.pad.keys()
        pad = POINTY_PAD if labels.facts(self.table).pointy else FLAT_PAD
        unused = TURNS if TURNS.isdisjoint(ways) else frozenset()  # for pieces that do not turn
        rows = [[way for way in row.split() if way not in unused] for row in pad if ways]
        if sum(way in ways for row in rows for way in row) <= FEW_WAYS:
            rows = [[way for row in rows for way in row if way in ways]]
        *upper, lowest = [[*map(self._nudge, row)] for row in rows] or [[]]
        if lowest and self.prompt.advised is not None:
            upper, lowest = [], [self.button("go", self.text("panel.nudge"), slot="pad")]
        yield from upper
        suggest = [choices.why] if choices.why else self._star()
        if beside_confirm:
            return
        around = (suggest, self._back())
        forms = [*self._forms_of_choices(choices, lowest, *around)] if choices.buttons else []
        if lowest and forms:
            forms += self._forms_of_choices(choices, [], *around)
        alone = Together([[*lowest, *suggest, *self._back()]])
        yield forms_by_rank([*forms, alone], (*(Rank.CHOICES for _ in forms), NEEDED))

    def _forms_of_choices(
        self,
        choices: Choices,
        pad: Sequence[PanelButton],
        suggest: Sequence[PanelButton],
        back: Sequence[PanelButton],
    ) -> Iterator[Together]:
        """The last row of the pad with the choices in or below it, and ever less about them."""
        choices = choices.beside([] if pad else [*suggest, *back])
        beside, below = ([], choices.buttons) if pad else (choices.buttons, [])
        for losses in shrunk(choices.losses):
            yield Together([[*pad, *suggest, *beside, *back], below, losses])

    def _nudge(self, way: str) -> PanelButton:
        """Button of the pad, disabled where the move cannot be nudged that way."""
        move = self.prompt.pad.get(way)
        return self.button("go", SIGNS[way], move or "", slot=way, disabled=move is None)

    def _star(self) -> list[PanelButton]:
        """Button for a suggestion, if the table allows it; for one that is shown, for reasons."""
        first, *further_tokens = self.prompt.tokens
        if not self.offers_advice:
            return []
        if self.prompt.advised is None:
            return [self.button("sug", STAR, first if further_tokens else "")]
        return [self.button("why", f"{STAR} {self.text('panel.why')}", self.prompt.advised)]

    def _back(self) -> list[PanelButton]:
        """Button a step back: to the question that the preview answers, or the move before it."""
        if self.prompt.instead is not None:
            return [self.button("ask", BACK, "", slot="back")]
        return [self.back_button(self.prompt.moves_before)] if self._leads_back else []

    @property
    def _leads_back(self) -> bool:
        """Whether there is a move before it in the line, or another that a question leads to."""
        prompt = self.prompt
        return bool(prompt.head) or (len(prompt.first.options) > 1 and prompt.instead is None)

    # ---- Confirm -----------------------------------------------------------------------------

    def _beside_confirm(self, choices: Choices) -> list[PanelButton]:
        """Buttons for a suggestion and a step back that no pad shows, where Confirm leaves room."""
        if self.prompt.pad or self.prompt.advised is not None or choices.buttons:
            return []
        buttons = [*self._star(), *self._back()]
        row = [self.confirm(is_short=True), *self._other_answers(), *buttons]
        return buttons if row_count([*row, self._fold(row)]) == 1 else []

    def _fold(self, row: Sequence[PanelButton], *, detailed: bool = False) -> PanelButton:
        """Button for the details: a sign alone where the others leave no room for the word."""
        fold = self.fold_button("more", "go", detailed=detailed)
        if row_count([*row, fold]) == 1:
            return fold
        return self.fold_button("more", "go", detailed=detailed, is_short=True)

    def _verdicts(self, beside: Sequence[PanelButton], *, detailed: bool) -> Iterator[Part]:
        """Row with Confirm, shorter where there is no room, and the button that takes back.

        That takes back the last move of the turn, where no question leads back.
        """
        short_confirm, others = self.confirm(is_short=True), self._other_answers()
        fold = self._fold([short_confirm, *others, *beside], detailed=detailed)
        short = Ranked([short_confirm, fold, *beside])
        if others:
            short = Ranked([short_confirm, *others, fold, *beside], Rank.OTHERS, instead=short)
        row = [short_confirm if beside else self.confirm(), *others, fold, *beside]
        shows_score = SCORE in renderer(self.table.game).named
        score = [self.button("pt", self.text("panel.score"))] if shows_score else []
        row_without_score = Ranked(row, Rank.CONFIRM, instead=short)
        rank = Rank.OTHERS if detailed else Rank.SCORE
        yield Ranked([*row, *score], rank, instead=row_without_score)
        if self.prompt.retractable and not self._leads_back:
            yield undo_button(self.visitor, self.table)

    def _other_answers(self) -> list[PanelButton]:
        """Buttons of the other answers to the question to which the preview is one."""
        answers = [(option, self.label(option)) for option in other_answers(self.prompt)]
        return [
            self.button("ok", label.short or label.text, option.token) for option, label in answers
        ]

    def confirm(self, *, is_short: bool = False) -> PanelButton:
        """Button that makes the move; it shows the notation, unless that is a word, or long.

        Where nothing useful is left to do, it ends the turn as well. Out of turn, where only whole
        turns can be saved, a part of one can be typed on.

        A lesson, whose reader knows no notation yet, shows none, and a short button neither: beside
        it a phone has room for the button for the details.
        """
        prompt, ending = self.prompt, self._ending()
        if ending:
            return self.button("ok", self.text("panel.confirm_turn"), ending, style=GREEN)
        move, n = " ".join(prompt.tokens), len(prompt.moves)
        is_lesson = self.table.purpose is Purpose.LESSON
        is_turn = prompt.advised is not None and labels.facts(self.table).longest_turn > 1
        if prompt.is_ahead and not prompt.ends_turn:
            return self.button("type", self.text("panel.ahead_type"))
        if prompt.is_ahead:
            label = self.text("panel.ahead_leave")
        elif prompt.ends_turn and (n > 1 or is_turn):
            label = self.text("panel.confirm_turn")
        elif n > 1:
            label = self.text("panel.confirm_line", n=n)
        elif is_short or len(move) > LONGEST_SHOWN or not any(map(str.isdigit, move)) or is_lesson:
            label = self.text("panel.confirm_long")
        else:
            label = self.text("panel.confirm", move=move)
        goes_on = (
            (prompt.advised == () or prompt.is_taught)
            and not prompt.ends_turn
            and not prompt.is_ahead
        )
        return self.button("on" if goes_on else "ok", label, style=GREEN)

    def _ending(self) -> str:
        """The move with the end of the turn behind it, where nothing useful is left but that."""
        menus = () if self.prompt.is_ahead else self.prompt.then
        lines = (
            text_of((*menu.tokens, option.token))
            for menu in menus
            for option in menu.question.options
            if option.finishes
        )
        return next(lines, "")

    # ---- alternatives ------------------------------------------------------------------------

    def _amount_menus(self) -> list[PanelMenu]:
        """Menus of the amounts, which have the role that the pad has for hexes."""
        tokens = " ".join(self.prompt.tokens)
        return [
            row
            for number, menu in enumerate(self.prompt.menus)
            for row in self.menus.menus(menu, tokens, f"p{number}")
        ]

    def _alternative_menus(self) -> Iterator[PanelMenu]:
        """Menus of the first question of the move, and of the other places of the game."""
        prompt = self.prompt
        last = prompt.moves[-1].split() if prompt.head else prompt.tokens
        if isinstance(prompt.first, OneOf):
            chosen = text_of((*prompt.head, *last[:1]))
            yield from self.menus.menus(Menu(prompt.head, prompt.first), chosen)
        if prompt.elsewhere is not None:
            chosen = " ".join(prompt.tokens)
            yield from self.menus.menus(Menu(prompt.head, prompt.elsewhere), chosen, "e")

    def _alternative_buttons(self) -> list[PanelButton]:
        """Buttons: preview the first of several moves alone, ask about a default, type it."""
        moves, first_move = self.prompt.moves, []
        if len(moves) > 1 and not self.prompt.pad:
            label = self.text("panel.first_move")
            first_move = [self.button("go", label, moves[0], slot="first")]
        defaults = [
            self.button("ask", self.words.say(each.question.otherwise), text_of(each.tokens))
            for each in self.prompt.otherwise
        ]
        is_part = self.prompt.is_ahead and not self.prompt.ends_turn
        return [*first_move, *defaults, *([] if is_part else [self.type_button()])]
