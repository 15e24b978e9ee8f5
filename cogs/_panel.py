"""The private panel: one question at a time, then a picture of my candidate move and its pad.

It is drawn from the question alone and knows no game. An answer that says all there is to say
(`Option.plays`) makes the move; everything else is chosen, looked at, and confirmed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot import words
from bot.app import App
from bot.i18n import text
from bot.table.options import Advising
from bot.table.seating import Table
from bot.tables import Asked, Candidate, Menu, Ply, Prompt
from bot.words import Icon
from bot.words.careful import CarefulWords
from cogs import _labels
from cogs._controls import GREY, PanelButton
from cogs._items import rows
from cogs._menus import entries_of, icon, menus
from cogs._paint import Wish
from cogs._present import about, accent, drawn, frame, icons, log_text
from cogs._private import Panel
from render.contract import CANDIDATE
from rules.contract import Seat
from rules.notation import LONGEST
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
"""What is on a button of the pad, by where it leads (a key of `Candidate.pad`)."""
TURNS = frozenset({"ccw", "cw"})
GREEN = discord.ButtonStyle.success
BACK, STAR, OPEN, SHUT = "‹", "★", "▾", "▴"
"""A step back, a suggestion; details that are to be shown, and that are shown."""


# ---- a question ----------------------------------------------------------------------------------


async def question(
    app: App, prompt: Asked, language: str, note: str = "", *, detailed: bool = False
) -> Panel:
    """The next choice: what helps to make it, buttons and menus, and the button to type instead.

    In detail all that helps is said in words, in place of the picture.
    """
    asked, details = _question(prompt, language, icons(app)), _details(prompt, language, icons(app))
    shown, files = ((), []) if detailed else await _beside(prompt, language)
    above: tuple[str | ui.Item[Any], ...] = (note, *shown, asked, details if detailed else "")
    answers = (
        *_lines(app, prompt, language),
        *_at_once(app, prompt, language),
        *menus(app, prompt, Menu(prompt.tokens, prompt.question), language),
    )
    fold = _fold(prompt, language, "help", "ask", detailed=detailed) if details else ()
    helpers = ui.ActionRow[Any](*_helpers(prompt, language, *fold))
    backwards = rows([*_backwards(prompt, language)])
    return frame(accent((prompt.seat,)), *above, *answers, helpers, *backwards), files


def _question(prompt: Asked, language: str, icon: Icon = words.no_icon) -> str:
    """The question in words."""
    spoken = CarefulWords(prompt.table)
    return spoken.question(prompt.question, prompt.view, prompt.hand, language, icon)


def _details(prompt: Asked, language: str, icon: Icon = words.no_icon) -> str:
    """What else helps to answer it, and the moves of the turn so far."""
    spoken = CarefulWords(prompt.table)
    told = [spoken.question_details(prompt.question, prompt.view, prompt.hand, language, icon)]
    if moves := [f"`{move}`" for move in prompt.so_far]:
        told.append(text("panel.so_far", language, moves=" · ".join(moves)))
    return _small("\n".join(filter(None, told)))


def _small(told: str) -> str:
    """The lines in small print."""
    return "\n".join(f"-# {line.removeprefix('-# ')}" for line in told.splitlines())


async def _beside(
    prompt: Asked, language: str
) -> tuple[tuple[ui.Item[Any], ...], list[discord.File]]:
    """The picture beside a question, if there is one; in words it is all that helps to answer."""
    beside = prompt.question.beside
    if beside is None:
        return (), []
    alt = f"{_question(prompt, language)}\n{_details(prompt, language)}"
    shown, files = await _picture(prompt, beside, alt, language)
    return (shown,), files


async def _picture(
    prompt: Prompt, beside: Beside, alt: str, language: str
) -> tuple[ui.Item[Any], list[discord.File]]:
    """The picture that goes with a panel; its alt text is what the panel says in detail."""
    game, called = prompt.table.game, tuple(_labels.picture_names(prompt.table))
    wish = Wish(
        game,
        beside.picture,
        prompt.view,
        names=called,
        seat=prompt.seat,
        shown=beside.shown,
        about=about(prompt.table, language),
    )
    return await drawn(wish, words.plain(alt), language, name=PICTURE)


# ---- answers at once -----------------------------------------------------------------------------


def _lines(app: App, prompt: Asked, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Several moves with a button of their own, as long as it has room for all of them."""
    short = (line for line in prompt.question.lines if len(line.token) <= LONGEST)
    yield from rows([_answer(app, prompt, line, language) for line in short])


def _at_once(app: App, prompt: Asked, language: str) -> Iterator[str | ui.ActionRow[Any]]:
    """Answers with a button of their own, each group in its rows below its title.

    A single other one stands above them.
    """
    buttons = [option for option in prompt.question.options if option.is_button]
    others = entries_of(prompt.question)
    if buttons and len(others) == 1:
        yield ui.ActionRow(_answer(app, prompt, others[0], language, style=GREEN))
    for group, some in groupby(buttons, key=lambda option: option.group):
        if group:
            yield f"-# {CarefulWords(prompt.table).say(group, language)}"
        yield from rows([_answer(app, prompt, option, language) for option in some])


def _answer(
    app: App, prompt: Asked, option: Option, language: str, style: discord.ButtonStyle = GREY
) -> PanelButton:
    """One answer as a button; one that a menu would have is called as the menu calls it."""
    label = CarefulWords(prompt.table).answer(option, prompt.view, language)
    called = label.button or label.text
    if not option.is_button and not label.alone:
        called = f"{option.token} · {label.text}"
    verb = "ok" if option.plays else "go"
    tokens = " ".join((*prompt.tokens, option.token))
    return PanelButton.of(prompt.table, verb, tokens, called, style=style, emoji=icon(app, label))


# ---- what is not an answer -----------------------------------------------------------------------


def _helpers(prompt: Asked, language: str, *fold: PanelButton) -> Iterator[PanelButton]:
    """A step back, a suggestion, more words, typing: in one row of a phone.

    Of all four the star, which the first question has spelt out, goes without its word.
    """
    typed = " ".join(prompt.tokens)
    if prompt.tokens:
        yield _back_button(prompt, " ".join(prompt.tokens[:-1]))
    if prompt.table.terms.advice is not Advising.OFF:
        word = "" if prompt.tokens and fold else text("panel.suggest", language)
        yield PanelButton.of(prompt.table, "sug", typed, f"{STAR} {word}".rstrip())
    yield from fold
    yield _typing(prompt, language)


def _backwards(prompt: Asked, language: str) -> Iterator[PanelButton]:
    """What takes back moves of the turn under way, at its next move."""
    if prompt.retractable and not prompt.tokens:
        yield _undo_button(prompt.table, language)
        if prompt.retractable > 1:
            label = text("panel.restart", language, n=prompt.retractable)
            yield PanelButton.of(prompt.table, "restart", "", label)


def _typing(prompt: Prompt, language: str) -> PanelButton:
    return PanelButton.of(
        prompt.table, "type", " ".join(prompt.tokens), text("panel.type", language)
    )


def _back_button(prompt: Prompt, tokens: str) -> PanelButton:
    return PanelButton.of(prompt.table, "go", tokens, BACK, slot="back")


def _fold(
    prompt: Prompt, language: str, verb: str, folded: str, *, detailed: bool
) -> Iterator[PanelButton]:
    """The button that shows the details, and that puts them away again."""
    tokens, label = " ".join(prompt.tokens), text("panel.details", language)
    if detailed:
        yield PanelButton.of(prompt.table, folded, tokens, f"{label} {SHUT}", slot="fold")
    else:
        yield PanelButton.of(prompt.table, verb, tokens, f"{label} {OPEN}")


# ---- a candidate ---------------------------------------------------------------------------------


async def candidate(
    app: App, prompt: Candidate, language: str, note: str = "", *, detailed: bool = False
) -> Panel:
    """My move as a ghost, how to nudge it, and Confirm.

    In detail, in place of picture and pad: all that there is to say, and what could be otherwise.
    """
    spoken = CarefulWords(prompt.table)
    move, details = (
        spoken.candidate(prompt.preview, language),
        _small(spoken.candidate_details(prompt.preview, language)),
    )
    at_hand = _variable(app, prompt, language)
    verdicts = [
        *rows([*_verdicts(prompt, language, detailed=detailed)]),
        *rows([*_undone(prompt, language)]),
    ]
    if detailed:
        others = (*_others(app, prompt, language), *at_hand, *_otherwise(prompt, language))
        return frame(accent((prompt.seat,)), note, move, details, *others, *verdicts), []
    ghost = Beside(CANDIDATE, prompt.preview)
    shown, files = await _picture(prompt, ghost, f"{move}\n{details}", language)
    above: tuple[str | ui.Item[Any], ...] = (note, shown, move)
    return frame(
        accent((prompt.seat,)), *above, *at_hand, *_pad(prompt, language), *verdicts
    ), files


def _variable(app: App, prompt: Candidate, language: str) -> list[ui.ActionRow[Any]]:
    """Menus of what can be more or less: they are to a candidate what the pad is to another."""
    return [
        row
        for number, menu in enumerate(prompt.menus)
        for row in menus(app, prompt, menu, language, " ".join(prompt.tokens), f"p{number}")
    ]


def _others(app: App, prompt: Candidate, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Menus of what the move began with, and of the other places that the game offers."""
    begun, whole = " ".join(prompt.tokens[:1]), " ".join(prompt.tokens)
    if isinstance(prompt.first, OneOf):
        yield from menus(app, prompt, Menu((), prompt.first), language, begun)
    if prompt.elsewhere is not None:
        yield from menus(app, prompt, Menu((), prompt.elsewhere), language, whole, "e")


def _otherwise(prompt: Candidate, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Ask what was answered without asking; of several moves the first alone; type the move."""
    spoken = CarefulWords(prompt.table)
    only = []
    if len(prompt.moves) > 1 and not prompt.pad:
        label = text("panel.first_move", language)
        only = [PanelButton.of(prompt.table, "go", prompt.moves[0], label, slot="first")]
    asked = [
        PanelButton.of(
            prompt.table,
            "ask",
            " ".join(other.tokens),
            spoken.say(other.question.otherwise, language),
        )
        for other in prompt.otherwise
    ]
    yield from rows([*only, *asked, _typing(prompt, language)])


def _pad(prompt: Candidate, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Where the candidate can be nudged to, with suggestion and a step back in the last row."""
    ways = prompt.pad.keys()
    pointy = _labels.facts(prompt.table).pointy or ways & {"e", "w"}
    pad = POINTY_PAD if pointy else FLAT_PAD
    shown = [[way for way in row.split() if _has_use(way, ways)] for row in pad if ways]
    *above, last = shown or [[]]
    for row in above:
        yield ui.ActionRow(*(_nudge(prompt, way) for way in row))
    begun, *later = prompt.tokens
    suggest = _star(prompt, begun if later else "", language)
    back = [_back_button(prompt, "")] if _leads_back(prompt) else []
    if buttons := [*(_nudge(prompt, way) for way in last), *suggest, *back]:
        yield ui.ActionRow(*buttons)


def _star(prompt: Candidate, begun: str, language: str) -> Iterator[PanelButton]:
    """A suggestion, where the table plays with such; where this is one, why."""
    if prompt.table.terms.advice is Advising.OFF:
        return
    if prompt.advised is None:
        yield PanelButton.of(prompt.table, "sug", begun, STAR)
    else:
        label = f"{STAR} {text('panel.why', language)}"
        yield PanelButton.of(prompt.table, "why", " ".join(prompt.advised), label)


def _has_use(way: str, ways: Collection[str]) -> bool:
    """Whether a button keeps its place: turns are offered only for what can be turned."""
    return way not in TURNS or not TURNS.isdisjoint(ways)


def _nudge(prompt: Candidate, way: str) -> PanelButton:
    """One button of the pad; where there is nowhere to go it is greyed out."""
    move = prompt.pad.get(way)
    return PanelButton.of(
        prompt.table, "go", move or "", SIGNS[way], slot=way, disabled=move is None
    )


def _verdicts(prompt: Candidate, language: str, *, detailed: bool) -> Iterator[PanelButton]:
    """Confirm, and the details."""
    yield confirm(prompt, language)
    yield from _fold(prompt, language, "more", "go", detailed=detailed)


def _leads_back(prompt: Candidate) -> bool:
    """Whether the question that a move began with is worth going back to."""
    return len(prompt.first.options) > 1


def _undone(prompt: Candidate, language: str) -> Iterator[PanelButton]:
    """Where no question leads back, what takes back the last move of the turn."""
    if prompt.retractable and not _leads_back(prompt):
        yield _undo_button(prompt.table, language)


def confirm(prompt: Candidate, language: str) -> PanelButton:
    """The button that makes the move."""
    whole, n = " ".join(prompt.tokens), len(prompt.moves)
    label = text("panel.confirm", language, move=whole)
    if n > 1:
        label = text("panel.confirm_line", language, n=n)
    return PanelButton.of(prompt.table, "ok", whole, label, style=GREEN)


# ---- done ----------------------------------------------------------------------------------------


def made(
    app: App, table: Table, plies: Sequence[Ply], language: str, *, typed: Sequence[Ply]
) -> str:
    """What I have just done, and below it in small how some of it is typed."""
    told = text("panel.done", language, move=log_text(app, table, plies, language))
    if not typed:
        return told
    return f"{told}\n-# {' · '.join(f'`{ply.notation}`' for ply in typed)}"


def done(table: Table, line: str, seat: Seat, language: str, *, undo: bool) -> Panel:
    """What I have just done, in place of the panel; the picture follows in the channel."""
    below = [ui.ActionRow[Any](_undo_button(table, language))] if undo else []
    return frame(accent((seat,)), line, *below), []


def _undo_button(table: Table, language: str) -> PanelButton:
    """Takes back my last move."""
    return PanelButton.of(table, "undo", "", f"↩ {text('panel.undo', language)}")


def closed(sentence: str) -> Panel:
    """A panel with nothing left to press."""
    return frame(accent(()), sentence), []
