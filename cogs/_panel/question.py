"""The panel of a question: a picture, buttons and menus of the answers, and what may help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import discord

from bot import words
from bot.table.live import Menu, QuestionPrompt
from bot.words import Icon, Label, one_text
from bot.words.careful import CarefulWords
from cogs._access.controls import PanelButton
from cogs._answering.answer import Panel
from cogs._answering.items import GREEN, GREY, Component
from cogs._answering.phone import (
    FIRST,
    NEEDED,
    Ranked,
    fit,
    forms_by_rank,
    line_count,
    row_count,
    shortened,
)
from cogs._answering.presentation import small_print
from cogs._panel import coach
from cogs._panel.menus import entries_of
from cogs._panel.panel import NO_NOTE, STAR, UNDO, Note, Part, PromptPanel, Rank
from cogs._words import labels
from cogs._words.labels import icons
from cogs._words.small_print import SMALL
from rules.notation import LONGEST, text_of
from rules.question import Option


class QuestionPanel(PromptPanel[QuestionPrompt]):
    """Panel of a question."""

    async def panel(
        self, note: Note = NO_NOTE, *, detailed: bool = False, coached: bool = False
    ) -> Panel:
        """Panel with a picture, buttons and menus, and the button to type instead.

        In detail it has the description in words as well. Where the game is new to the person, it
        has the lines of the coach in place of shortcuts. Where a phone has no room for all, the
        picture is left out, and its description takes its place if there is room; at last, the note
        is cut.
        """
        prompt, icon = self.prompt, icons(self.visitor.app)
        wording, details = self._wording(icon), self._details(icon)
        fold = [self.fold_button("help", "ask", detailed=detailed)] if details else []
        lesson = coach.lines(self.visitor, self.table) if coached else []
        below = (
            *self._answer_buttons(),
            *self.menus.menus(Menu(prompt.tokens, prompt.question)),
            *([] if coached else self.shortcuts()),
            self._helpers(fold),
            self._undo_buttons(),
        )
        picture: Component = ""
        if prompt.question.beside is not None:
            alt = f"{self._wording()}\n{self._details()}"
            picture = await self.picture(prompt.question.beside, alt)
        above, in_words = (note.ranked(), *lesson), details if detailed else ""
        rank = FIRST - 1 if coached else Rank.PICTURE
        question = in_small_print_by_rank(wording)
        parts = fit((*above, Ranked(picture, rank), question, in_words, *below))
        if prompt.question.beside is not None and picture not in parts and not detailed:
            description = Ranked(small_print(self._description(icon)), Rank.DESCRIPTION)
            return self.fitting_panel((*above, question, description, *below))
        return self.fitting_panel(parts)

    def _wording(self, icon: Icon = words.no_icon) -> str:
        """Question in words, below the players who could win with their next turn."""
        prompt, names = self.prompt, labels.short_names(self.table)
        game_words = CarefulWords(self.table, self.visitor.language, names, icon)
        wording = game_words.question(prompt.question, prompt.view, prompt.hand)
        return "\n".join((*game_words.threats(prompt.threats), wording))

    def _details(self, icon: Icon = words.no_icon) -> str:
        """Details of a question in words, and the moves of the turn so far."""
        paragraphs = [self._description(icon)]
        if moves := [f"`{move}`" for move in self.prompt.so_far]:
            paragraphs.append(self.text("panel.so_far", moves=" · ".join(moves)))
        return small_print(one_text(*paragraphs))

    def _description(self, icon: Icon) -> str:
        """Description of what a question is about, such as the cards in the picture beside it."""
        game_words = CarefulWords(self.table, self.visitor.language, icon=icon)
        prompt = self.prompt
        return game_words.question_details(prompt.question, prompt.view, prompt.hand)

    # ---- the answers -------------------------------------------------------------------------

    def _answer_buttons(self) -> Iterator[Part]:
        """Lines and options with a button of their own, each group in rows below its title.

        If only one other option is left, its button is above them. Lines of several moves have a
        button as far as their notations fit one.
        """
        question = self.prompt.question
        short_lines = [line for line in question.lines if len(line.token) <= LONGEST]
        buttons = [*short_lines, *(option for option in question.options if option.is_button)]
        menu_options = entries_of(question)
        if buttons and len(menu_options) == 1:
            yield self._answer(menu_options[0], style=GREEN)
        for group, options in groupby(buttons, key=lambda option: option.group):
            if group:
                yield f"-# {self.words.say(group)}"
            row = list(options)
            answers, advice = [*map(self._answer, row)], [*self._buttons_for_advice(row)]
            yield Ranked([*answers, *advice], Rank.SHORTCUTS, instead=Ranked(answers))

    def _buttons_for_advice(self, options: Sequence[Option]) -> Iterator[PanelButton]:
        """Button of the first option whose next move may be left to the AI, if there is advice."""
        option = next((option for option in options if option.advised), None)
        if option is not None and self.offers_advice:
            caption = f"{STAR} {self.words.say(option.advised)}"
            yield self.button("both", caption, (*self.prompt.tokens, option.token))

    def _answer(self, option: Option, style: discord.ButtonStyle = GREY) -> PanelButton:
        """Button of an option; one from a menu has the label of its entry."""
        label, verb = self.label(option), "ok" if self.prompt.makes(option) else "go"
        tokens, icon = text_of((*self.prompt.tokens, option.token)), self.menus.icon(label)
        return self.button(verb, caption(option, label), tokens, style=style, emoji=icon)

    # ---- other buttons -----------------------------------------------------------------------

    def _helpers(self, fold: Sequence[PanelButton]) -> list[PanelButton]:
        """Buttons for a step back, a suggestion, details, and typing: one row of a phone.

        Where that has no room for the word beside the star, the first question has spelt it out. An
        only answer needs no suggestion.
        """
        tokens, options = self.prompt.tokens, self.prompt.question.options
        back = [self.back_button(tokens[:-1])] if tokens else []
        is_only_answer = len(options) == 1 and options[0].plays
        buttons: list[PanelButton] = []
        for word in (self.text(self._suggestion()), ""):
            star = [self.button("sug", f"{STAR} {word}".rstrip())]
            advice = star if self.offers_advice and not is_only_answer else []
            buttons = [*back, *advice, *fold, self.type_button()]
            if row_count(buttons) == 1:
                break
        return buttons

    def _suggestion(self) -> str:
        """Code of the label of a suggestion: of the whole turn, its rest, or a single move."""
        if self.prompt.tokens or labels.facts(self.table).longest_turn == 1:
            return "panel.suggest"
        return "panel.suggest_rest" if self.prompt.so_far else "panel.suggest_turn"

    def _undo_buttons(self) -> list[PanelButton]:
        """Buttons that take back moves of the current turn, at the first question of a move.

        In a sandbox, one takes back the last turn as well. Their labels are short, so that a phone
        has room for both in one row.
        """
        prompt, table = self.prompt, self.table
        goes_back = table.is_sandbox and table.revision > 1 and not prompt.so_far
        if prompt.tokens or not (prompt.retractable or goes_back):
            return []
        undo = self.button("undo", f"{UNDO} {self.text('panel.undo_here')}")
        if prompt.retractable < 2:
            return [undo]
        return [undo, self.button("restart", self.text("panel.restart", n=prompt.retractable))]


def in_small_print_by_rank(wording: str) -> Ranked[str]:
    """Text of a question, whose rows in small print lose their ends line by line for the picture.

    Of each row, the first line stays.
    """
    rows = wording.split("\n")
    small_rows = [row for row in rows if row.startswith(SMALL)]
    longest = max(map(line_count, small_rows), default=1)
    forms = [
        "\n".join(shortened(row, most) if row in small_rows else row for row in rows)
        for most in range(longest, 0, -1)
    ]
    return forms_by_rank(forms, [*(Rank.ENDS for _ in forms[1:]), NEEDED])


def caption(option: Option, label: Label) -> str:
    """Label on the button of an option, whose notation leads where nothing else identifies it."""
    if option.is_button or label.alone:
        return label.button or label.text
    return f"{option.token} · {label.text}"
