"""The private panel: one question at a time, then a preview of the move with its pad.

It is built from the question alone and knows no game. An option that completes a move
(`Option.plays`) makes it at once; every other move is previewed and confirmed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import IntEnum, auto
from itertools import groupby
from typing import NamedTuple

import discord

from bot import words
from bot.app import App
from bot.i18n import text
from bot.table.changes import Ply
from bot.table.live import Menu, MovePreview, Prompt, QuestionPrompt
from bot.table.options import Advising
from bot.table.seating import Purpose, Table
from bot.words import Icon, Label
from bot.words.careful import CarefulWords
from cogs._painting.wish import Wish
from cogs._panel import coach
from cogs._panel.menus import entries_of, icon, menus
from cogs._panel.shortcuts import other_answers, shortcut_menu
from cogs._shared import labels
from cogs._shared.answer import Panel
from cogs._shared.controls import GREY, PanelButton, PanelMenu
from cogs._shared.items import Component
from cogs._shared.phone import FIRST, Picture, Ranked, fit, row_count
from cogs._shared.presentation import (
    about,
    accent,
    drawing_or_sentence,
    frame,
    icons,
    log_text,
    small_print,
)
from render.contract import CANDIDATE, SCORE
from render.registry import renderer
from rules.contract import Seat
from rules.notation import LONGEST, text_of
from rules.question import Beside, OneOf, Option

PICTURE = "candidate.png"
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
LONGEST_SHOWN = 12
"""Characters of a notation on the button to confirm it."""
GREEN = discord.ButtonStyle.success
BACK, STAR, OPEN, SHUT, UNDO = "‹", "★", "▾", "▴", "↩"
"""Signs for a step back, a suggestion, folded and unfolded details, a move that is taken back."""


class Rank(IntEnum):
    """Parts that a panel leaves out for want of room, the first of all first."""

    BEGUN = auto()
    """That the game has begun, and where: the board calls everybody there."""
    NOTATION = auto()
    SAID = auto()
    """The move just made, above a preview."""
    CHOICES = auto()
    SCORE = auto()
    PICTURE = auto()
    DESCRIPTION = auto()
    CONFIRM = auto()
    DONE = auto()
    """The move just made, of which "Done" stays."""
    OTHERS = auto()
    SHORTCUTS = auto()
    DONE_AT_ALL = auto()


# ---- a question ----------------------------------------------------------------------------------


async def question(
    app: App,
    prompt: QuestionPrompt,
    language: str,
    note: str = "",
    *,
    detailed: bool = False,
    coached: bool = False,
) -> Panel:
    """Panel of a question: a picture, buttons and menus, and the button to type instead.

    In detail it has the description in words as well. Where the game is new to the person, it has
    the lines of the coach in place of shortcuts. Where a phone has no room for all, the picture is
    left out, and its description takes its place if there is room; at last, the note is cut.
    """
    wording = _question(prompt, language, icons(app))
    details = _details(prompt, language, icons(app))
    fold = _fold(prompt, language, "help", "ask", detailed=detailed) if details else ()
    lesson = tuple(coach.lines(prompt.table, language)) if coached else ()
    below = (
        *_answer_buttons(app, prompt, language),
        *menus(app, prompt, Menu(prompt.tokens, prompt.question), language),
        *(() if coached else _shortcuts(app, prompt, language)),
        _helpers(prompt, language, *fold),
        [*_undo_buttons(prompt, language)],
    )
    picture = await _question_picture(prompt, language)
    above, in_words = (_note(note, language), *lesson), details if detailed else ""
    rank = FIRST - 1 if coached else Rank.PICTURE
    parts = fit((*above, Ranked(picture, rank), wording, in_words, *below))
    is_missing = prompt.question.beside is not None and (not picture or picture not in parts)
    if is_missing and not detailed:
        description = small_print(_description(prompt, language, icons(app)))
        parts = fit((*above, wording, Ranked(description, Rank.DESCRIPTION), *below))
    return frame(accent((prompt.seat,)), *parts)


def _shortcuts(app: App, prompt: Prompt, language: str) -> Iterator[Ranked[Component]]:
    """Menu of the shortcuts, where there is room."""
    for row in shortcut_menu(app, prompt, language):
        yield Ranked(row, Rank.SHORTCUTS)


def _note(note: str, language: str, rank: Rank = Rank.DONE) -> Ranked[str]:
    """Note of a panel: it may lose the line that shows how a move is written, then what was done.

    Of that, "Done" stays in a question as long as possible; a preview loses this as well.
    """
    done = text("panel.done", language, move="").rstrip()
    notation = text("panel.in_notation", language, moves="").rstrip()
    lines = [line for line in note.split("\n") if not line.startswith(notation)]
    least = "\n".join(line for line in lines if done not in line)
    short = Ranked("\n".join(done if done in line else line for line in lines), shrinks=True)
    if note.endswith(text("lobby.headline_live", language, place="")):
        return Ranked(note, Rank.BEGUN)
    if done in note:
        last = rank if rank is Rank.SAID else Rank.DONE_AT_ALL
        short = Ranked(short.part, last, instead=Ranked(least, shrinks=True))
    return Ranked(note, Rank.NOTATION, instead=Ranked("\n".join(lines), rank, instead=short))


def _question(prompt: QuestionPrompt, language: str, icon: Icon = words.no_icon) -> str:
    """Question in words, below the players who could win with their next turn."""
    game_words = CarefulWords(prompt.table, language, labels.short_names(prompt.table), icon)
    wording = game_words.question(prompt.question, prompt.view, prompt.hand)
    return "\n".join((*game_words.threats(prompt.threats), wording))


def _details(prompt: QuestionPrompt, language: str, icon: Icon = words.no_icon) -> str:
    """Details of a question in words, and the moves of the turn so far."""
    paragraphs = [_description(prompt, language, icon)]
    if moves := [f"`{move}`" for move in prompt.so_far]:
        paragraphs.append(text("panel.so_far", language, moves=" · ".join(moves)))
    return small_print("\n".join(filter(None, paragraphs)))


def _description(prompt: QuestionPrompt, language: str, icon: Icon) -> str:
    """Description of what a question is about, such as the cards in the picture beside it."""
    game_words = CarefulWords(prompt.table, language, icon=icon)
    return game_words.question_details(prompt.question, prompt.view, prompt.hand)


async def _question_picture(prompt: QuestionPrompt, language: str) -> Picture | str:
    """Picture beside a question, whose alt text has the details; "" where there is none."""
    if prompt.question.beside is None:
        return ""
    alt = f"{_question(prompt, language)}\n{_details(prompt, language)}"
    return await _picture(prompt, prompt.question.beside, alt, language)


async def _picture(prompt: Prompt, beside: Beside, alt: str, language: str) -> Picture | str:
    """Picture of a panel; its alt text is the text of the panel in detail."""
    game, names = prompt.table.game, tuple(labels.picture_names(prompt.table))
    wish = Wish(
        game,
        beside.picture,
        prompt.view,
        names=names,
        seat=prompt.seat,
        shown=beside.shown,
        about=about(prompt.table, language),
    )
    return await drawing_or_sentence(wish, words.plain(alt), language, name=PICTURE)


# ---- buttons of options --------------------------------------------------------------------------


def _answer_buttons(app: App, prompt: QuestionPrompt, language: str) -> Iterator[Component]:
    """Lines and options with a button of their own, each group in rows below its title.

    If only one other option is left, its button is above them. Lines of several moves have a button
    as far as their notations fit one.
    """
    short_lines = [line for line in prompt.question.lines if len(line.token) <= LONGEST]
    buttons = [*short_lines, *(option for option in prompt.question.options if option.is_button)]
    menu_options = entries_of(prompt.question)
    if buttons and len(menu_options) == 1:
        yield _answer(app, prompt, menu_options[0], language, style=GREEN)
    for group, options in groupby(buttons, key=lambda option: option.group):
        if group:
            yield f"-# {CarefulWords(prompt.table, language).say(group)}"
        row = list(options)
        answers = (_answer(app, prompt, option, language) for option in row)
        yield [*answers, *_buttons_for_advice(prompt, row, language)]


def _buttons_for_advice(
    prompt: QuestionPrompt, options: Sequence[Option], language: str
) -> Iterator[PanelButton]:
    """Button of the first option whose next move may be left to the AI, if there is advice."""
    option = next((option for option in options if option.advised), None)
    if option is not None and offers_advice(prompt):
        caption = f"{STAR} {CarefulWords(prompt.table, language).say(option.advised)}"
        tokens = " ".join((*prompt.tokens, option.token))
        yield PanelButton.of(prompt.table, "both", tokens, caption)


def _answer(
    app: App,
    prompt: QuestionPrompt,
    option: Option,
    language: str,
    style: discord.ButtonStyle = GREY,
) -> PanelButton:
    """Button of an option; one from a menu has the label of its entry."""
    label = CarefulWords(prompt.table, language).answer(option, prompt.view)
    verb = "ok" if option.plays else "go"
    tokens = text_of((*prompt.tokens, option.token))
    return PanelButton.of(
        prompt.table, verb, tokens, caption(option, label), style=style, emoji=icon(app, label)
    )


def caption(option: Option, label: Label) -> str:
    """Label on the button of an option, whose notation leads where nothing else identifies it."""
    if option.is_button or label.alone:
        return label.button or label.text
    return f"{option.token} · {label.text}"


# ---- other buttons -------------------------------------------------------------------------------


def _helpers(prompt: QuestionPrompt, language: str, *fold: PanelButton) -> list[PanelButton]:
    """Buttons for a step back, a suggestion, details, and typing: one row of a phone.

    Where that has no room for the word beside the star, the first question has spelt it out. An
    only answer needs no suggestion.
    """
    tokens = " ".join(prompt.tokens)
    back = [_back_button(prompt, " ".join(prompt.tokens[:-1]))] if prompt.tokens else []
    is_only_answer = len(prompt.question.options) == 1 and prompt.question.options[0].plays
    buttons: list[PanelButton] = []
    for word in (text(_suggestion(prompt), language), ""):
        star = PanelButton.of(prompt.table, "sug", tokens, f"{STAR} {word}".rstrip())
        advice = [star] if offers_advice(prompt) and not is_only_answer else []
        buttons = [*back, *advice, *fold, _type_button(prompt, language)]
        if row_count(buttons) == 1:
            break
    return buttons


def _suggestion(prompt: QuestionPrompt) -> str:
    """Code of the label of a suggestion: of the whole turn, its rest, or a single move."""
    if prompt.tokens or labels.facts(prompt.table).longest_turn == 1:
        return "panel.suggest"
    return "panel.suggest_rest" if prompt.so_far else "panel.suggest_turn"


def offers_advice(prompt: Prompt) -> bool:
    """Whether the person may ask for advice: not out of turn, as the log may tell it."""
    return prompt.table.terms.advice is not Advising.OFF and not prompt.is_ahead


def _undo_buttons(prompt: QuestionPrompt, language: str) -> Iterator[PanelButton]:
    """Buttons that take back moves of the current turn, at the first question of a move.

    In a sandbox, one takes back the last turn as well. Their labels are short, so that a phone has
    room for both in one row.
    """
    goes_back = prompt.table.is_sandbox and prompt.table.revision > 1 and not prompt.so_far
    if (prompt.retractable or goes_back) and not prompt.tokens:
        label = text("panel.undo_here", language)
        yield PanelButton.of(prompt.table, "undo", "", f"{UNDO} {label}")
        if prompt.retractable > 1:
            label = text("panel.restart", language, n=prompt.retractable)
            yield PanelButton.of(prompt.table, "restart", "", label)


def _type_button(prompt: Prompt, language: str) -> PanelButton:
    return PanelButton.of(
        prompt.table, "type", " ".join(prompt.tokens), text("panel.type", language)
    )


def _back_button(prompt: Prompt, tokens: str) -> PanelButton:
    return PanelButton.of(prompt.table, "go", tokens, BACK, slot="back")


def _fold(
    prompt: Prompt, language: str, verb: str, fold_verb: str, *, detailed: bool
) -> Iterator[PanelButton]:
    """Button that unfolds the details, or folds them again."""
    tokens, label = " ".join(prompt.tokens), text("panel.details", language)
    if detailed:
        yield PanelButton.of(prompt.table, fold_verb, tokens, f"{label} {SHUT}", slot="fold")
    else:
        yield PanelButton.of(prompt.table, verb, tokens, f"{label} {OPEN}")


# ---- a candidate ---------------------------------------------------------------------------------


class Choices(NamedTuple):
    """Buttons to the other suggestions, beside the one that is shown, and the line about them."""

    buttons: Sequence[PanelButton] = ()
    """With number and gain."""
    line: str = ""
    """What each but the best loses."""
    short_line: str = ""
    """What those lose whose button has a number alone."""
    numbers: Sequence[PanelButton] = ()
    """The same buttons with their number alone."""
    line_with_gains: str = ""
    why: PanelButton | None = None
    """The button to the reasons for the suggestion that is shown, where it is not the best."""

    def beside(self, buttons: Sequence[PanelButton]) -> Choices:
        """The same choices; the line has the gains if a row of a phone has no room for them."""
        if row_count([*self.buttons, *buttons]) == 1:
            return self
        return self._replace(buttons=self.numbers, line=self.line_with_gains, short_line="")


NO_CHOICES = Choices()


async def candidate(
    app: App,
    prompt: MovePreview,
    language: str,
    note: str = "",
    choices: Choices = NO_CHOICES,
    *,
    detailed: bool = False,
) -> Panel:
    """Panel of a preview: the move as a ghost, the pad to nudge it, and Confirm.

    Beside a suggestion stand the other `choices`. In detail it has a description and the
    alternatives in place of the pad. Where a phone has no room for all, Confirm is short, so that
    the button for the details stands beside it; in detail, the picture is left out before.
    """
    game_words = CarefulWords(prompt.table, language)
    move = "\n".join(
        filter(None, (game_words.preview_text(prompt.preview), _stop(prompt, language)))
    )
    details = small_print(game_words.preview_details(prompt.preview))
    amounts = _amount_menus(app, prompt, language)
    fold = [*_fold(prompt, language, "more", "go", detailed=detailed)]
    others = [*_other_answers(prompt, language)]
    short_confirm = confirm(prompt, language, is_short=True)
    short = Ranked([short_confirm, *fold])
    if others:
        short = Ranked([short_confirm, *others, *fold], Rank.OTHERS, instead=short)
    row = [confirm(prompt, language), *others, *fold]
    long = [*row, *_score_button(prompt, language)]
    verdicts: tuple[Component | Ranked[Component], ...] = (
        Ranked(long, Rank.SCORE, instead=Ranked(row, Rank.CONFIRM, instead=short)),
        [*_undo_fallback(prompt, language)],
    )
    ghost = Beside(CANDIDATE, prompt.preview)
    picture = await _picture(prompt, ghost, f"{move}\n{details}", language)
    said = _note(note, language, Rank.SAID)
    parts: tuple[Component | Ranked[Component], ...] = (
        picture,
        Ranked(move, shrinks=True),
        *amounts,
        *_pad(prompt, language, choices),
        *_shortcuts(app, prompt, language),
    )
    if detailed:
        parts = (
            Ranked(picture, Rank.PICTURE),
            move,
            details,
            *_alternative_menus(app, prompt, language),
            *amounts,
            _alternative_buttons(prompt, language),
        )
    return frame(accent((prompt.seat,)), *fit((said, *parts, *verdicts)))


def _other_answers(prompt: MovePreview, language: str) -> Iterator[PanelButton]:
    """Buttons of the other answers to the question to which the preview is one."""
    if prompt.instead is not None:
        for option in other_answers(prompt):
            label = CarefulWords(prompt.table, language).answer(option, prompt.view)
            yield PanelButton.of(prompt.table, "ok", option.token, label.short or label.text)


def _score_button(prompt: MovePreview, language: str) -> Iterator[PanelButton]:
    """Button to what counts after the move, if the game shows that."""
    label = text("panel.score", language)
    if SCORE in renderer(prompt.table.game).named:
        yield PanelButton.of(prompt.table, "pt", " ".join(prompt.tokens), label)


def _stop(prompt: MovePreview, language: str) -> str:
    """Line on why a suggestion of the rest of the turn does not end it; "" where it does."""
    if prompt.advised is None or prompt.ends_turn:
        return ""
    return text("panel.star_reveals" if prompt.reveals else "panel.star_stops", language)


def page_before_preview(
    prompt: Prompt, language: str, *parts: Component | Ranked[Component]
) -> Panel:
    """What to know or to do before the preview of a move, which needs all the room there is."""
    label, tokens = text("panel.coach_on", language), " ".join(prompt.tokens)
    button = PanelButton.of(prompt.table, "go", tokens, label, style=GREEN)
    return frame(accent((prompt.seat,)), *fit((*parts, button)))


def candidate_with_coach(prompt: MovePreview, language: str, note: str = "") -> Panel:
    """Lines of the coach about a game that is new to the person, before the preview of a move."""
    move = CarefulWords(prompt.table, language).preview_text(prompt.preview)
    return page_before_preview(prompt, language, note, *coach.lines(prompt.table, language), move)


def _amount_menus(app: App, prompt: MovePreview, language: str) -> list[PanelMenu]:
    """Menus of the amounts in a preview, which have the role that the pad has for hexes."""
    return [
        row
        for number, menu in enumerate(prompt.menus)
        for row in menus(app, prompt, menu, language, " ".join(prompt.tokens), f"p{number}")
    ]


def _alternative_menus(app: App, prompt: MovePreview, language: str) -> Iterator[PanelMenu]:
    """Menus of the first question of the move, and of the other places that the game offers."""
    last = prompt.moves[-1].split() if prompt.head else prompt.tokens
    first_token, tokens = text_of((*prompt.head, *last[:1])), " ".join(prompt.tokens)
    if isinstance(prompt.first, OneOf):
        yield from menus(app, prompt, Menu(prompt.head, prompt.first), language, first_token)
    if prompt.elsewhere is not None:
        yield from menus(app, prompt, Menu(prompt.head, prompt.elsewhere), language, tokens, "e")


def _alternative_buttons(prompt: MovePreview, language: str) -> list[PanelButton]:
    """Buttons: ask about a default, preview the first of several moves alone, type the move."""
    game_words = CarefulWords(prompt.table, language)
    first_move = []
    if len(prompt.moves) > 1 and not prompt.pad:
        label = text("panel.first_move", language)
        first_move = [PanelButton.of(prompt.table, "go", prompt.moves[0], label, slot="first")]
    defaults = [
        PanelButton.of(
            prompt.table,
            "ask",
            text_of(default.tokens),
            game_words.say(default.question.otherwise),
        )
        for default in prompt.otherwise
    ]
    return [*first_move, *defaults, _type_button(prompt, language)]


def _pad(
    prompt: MovePreview, language: str, choices: Choices
) -> Iterator[Component | Ranked[Component]]:
    """Rows of the pad, with a suggestion and a step back in the last one, and the other choices.

    Without a pad, the buttons of the choices stand in that row as well.
    """
    ways = prompt.pad.keys()
    pointy = labels.facts(prompt.table).pointy or ways & {"e", "w"}
    pad = POINTY_PAD if pointy else FLAT_PAD
    rows_of_pad = [[way for way in row.split() if _has_use(way, ways)] for row in pad if ways]
    *upper, lowest = rows_of_pad or [[]]
    for row in upper:
        yield [_nudge(prompt, way) for way in row]
    first, *further_tokens = prompt.tokens
    star = _star(prompt, first if further_tokens else "", language)
    suggest = [choices.why] if choices.why else [*star]
    back = [_back_button(prompt, text_of(prompt.head))] if _leads_back(prompt) else []
    if prompt.instead is not None:
        back = [PanelButton.of(prompt.table, "ask", "", BACK, slot="back")]
    choices = choices.beside([] if lowest else [*suggest, *back])
    beside, below = ([], choices.buttons) if lowest else (choices.buttons, [])
    yield [*(_nudge(prompt, way) for way in lowest), *suggest, *beside, *back]
    yield below
    short = Ranked(choices.short_line or choices.line, Rank.CHOICES, shrinks=True)
    yield Ranked(choices.line, Rank.CHOICES, instead=short)


def _star(prompt: MovePreview, tokens: str, language: str) -> Iterator[PanelButton]:
    """Button for a suggestion, if the table allows them; for one that is shown, for its reasons."""
    if not offers_advice(prompt):
        return
    if prompt.advised is None:
        yield PanelButton.of(prompt.table, "sug", tokens, STAR)
    else:
        label = f"{STAR} {text('panel.why', language)}"
        yield PanelButton.of(prompt.table, "why", " ".join(prompt.advised), label)


def _has_use(way: str, ways: Collection[str]) -> bool:
    """Whether a button keeps its place: turns are offered only for pieces that can be turned."""
    return way not in TURNS or not TURNS.isdisjoint(ways)


def _nudge(prompt: MovePreview, way: str) -> PanelButton:
    """Button of the pad, disabled where the move cannot be nudged that way."""
    move = prompt.pad.get(way)
    return PanelButton.of(
        prompt.table, "go", move or "", SIGNS[way], slot=way, disabled=move is None
    )


def _leads_back(prompt: MovePreview) -> bool:
    """Whether there is a move before it in the line, or another one that a question leads to."""
    return bool(prompt.head) or (len(prompt.first.options) > 1 and prompt.instead is None)


def _undo_fallback(prompt: MovePreview, language: str) -> Iterator[PanelButton]:
    """Button that takes back the last move of the turn, where no question leads back."""
    if prompt.retractable and not _leads_back(prompt):
        yield undo_button(prompt.table, language)


def confirm(prompt: MovePreview, language: str, *, is_short: bool = False) -> PanelButton:
    """Button that makes the move; it shows the notation, unless that is a mere word, or long.

    Nor is it shown in a lesson, before anybody has read one. With it, a phone may show the button
    for the details in another row.
    """
    move, n = " ".join(prompt.tokens), len(prompt.moves)
    if prompt.is_ahead:
        label = text("panel.ahead_leave", language)
        return PanelButton.of(prompt.table, "ok", move, label, style=GREEN)
    label = text("panel.confirm", language, move=move)
    is_lesson = prompt.table.purpose is Purpose.LESSON
    is_advised_end = prompt.advised is not None and labels.facts(prompt.table).longest_turn > 1
    if prompt.ends_turn and (n > 1 or is_advised_end):
        label = text("panel.confirm_turn", language)
    elif n > 1:
        label = text("panel.confirm_line", language, n=n)
    elif is_short or len(move) > LONGEST_SHOWN or not any(map(str.isdigit, move)) or is_lesson:
        label = text("panel.confirm_long", language)
    goes_on = prompt.advised == () and not prompt.ends_turn
    return PanelButton.of(prompt.table, "on" if goes_on else "ok", move, label, style=GREEN)


# ---- done ----------------------------------------------------------------------------------------


def move_text(
    app: App, table: Table, plies: Sequence[Ply], language: str, *, typed: Sequence[Ply]
) -> str:
    """Text about the moves just made, and below it the notations of `typed`."""
    confirmation = text("panel.done", language, move=log_text(app, table, plies, language))
    if not typed:
        return confirmation
    moves = " · ".join(f"`{ply.notation}`" for ply in typed)
    return f"{confirmation}\n{text('panel.in_notation', language, moves=moves)}"


def panel_after_move(table: Table, line: str, seat: Seat, language: str, *, undo: bool) -> Panel:
    """Panel after a move; the picture follows in the channel."""
    buttons = [undo_button(table, language)] if undo else []
    return frame(accent((seat,)), line, buttons)


def undo_button(table: Table, language: str) -> PanelButton:
    """Button that takes back the last move."""
    return PanelButton.of(table, "undo", "", f"{UNDO} {text('panel.undo', language)}")


def closing_panel(sentence: str) -> Panel:
    """Panel without buttons."""
    return frame(accent(()), sentence)
