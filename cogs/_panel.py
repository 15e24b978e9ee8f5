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
from bot.seating import Table
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
BLUE = discord.ButtonStyle.primary


# ---- a question ----------------------------------------------------------------------------------


async def question(app: App, prompt: Asked, language: str, *notes: str) -> Panel:
    """The next choice: what helps to make it, buttons and menus, and the button to type instead."""
    shown, files = await _beside(prompt, language)
    asked = _question(prompt, language, icons(app))
    offered = menus(app, prompt, Menu(prompt.tokens, prompt.question), language)
    helpers = ui.ActionRow[Any](*_helpers(prompt, language))
    above: tuple[str | ui.Item[Any], ...] = (*notes, *shown, asked)
    answers = (*_at_once(app, prompt, language), *offered)
    return frame(accent((prompt.seat,)), *above, *answers, helpers), files


def _question(prompt: Asked, language: str, icon: Icon = words.no_icon) -> str:
    """The question in words."""
    spoken = CarefulWords(prompt.table)
    return spoken.question(prompt.question, prompt.view, prompt.hand, language, icon)


async def _beside(
    prompt: Asked, language: str
) -> tuple[tuple[ui.Item[Any], ...], list[discord.File]]:
    """The picture beside a question, if there is one; in words it is the question without icons."""
    beside = prompt.question.beside
    if beside is None:
        return (), []
    shown, files = await _picture(prompt, beside, _question(prompt, language), language)
    return (shown,), files


async def _picture(
    prompt: Prompt, beside: Beside, alt: str, language: str
) -> tuple[ui.Item[Any], list[discord.File]]:
    """The picture that goes with a panel; its alt text is what the panel says."""
    game, called = prompt.table.game, tuple(_labels.names(prompt.table))
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


def _at_once(app: App, prompt: Asked, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Answers with a button of their own, each group in its rows; a single other one above.

    The last group ends the turn or is a last resort: its buttons are grey.
    """
    buttons = [option for option in prompt.question.options if option.is_button]
    others = entries_of(prompt.question)
    if buttons and len(others) == 1:
        yield ui.ActionRow(_answer(app, prompt, others[0], GREEN, language))
    for group, some in groupby(buttons, key=lambda option: option.group):
        style = GREY if group == buttons[-1].group else BLUE
        yield from rows([_answer(app, prompt, option, style, language) for option in some])


def _answer(
    app: App, prompt: Asked, option: Option, style: discord.ButtonStyle, language: str
) -> PanelButton:
    """One answer as a button; one that a menu would have is called as the menu calls it."""
    label = CarefulWords(prompt.table).answer(option, prompt.view, language)
    called = label.text if option.is_button else f"{option.token} · {label.text}"
    verb = "ok" if option.plays else "go"
    tokens = " ".join((*prompt.tokens, option.token))
    return PanelButton.of(prompt.table, verb, tokens, called, style=style, emoji=icon(app, label))


# ---- what is not an answer -----------------------------------------------------------------------


def _helpers(prompt: Prompt, language: str) -> Iterator[PanelButton]:
    """A step back, moves taken back, a suggestion, typing."""
    typed = " ".join(prompt.tokens)
    if prompt.tokens:
        yield _back_button(prompt, " ".join(prompt.tokens[:-1]), language)
    if prompt.retractable:
        yield _undo_button(prompt.table, language)
    if prompt.retractable > 1:
        label = text("panel.restart", language, n=prompt.retractable)
        yield PanelButton.of(prompt.table, "restart", "", label)
    yield PanelButton.of(prompt.table, "sug", typed, f"★ {text('panel.suggest', language)}")
    yield PanelButton.of(prompt.table, "type", typed, text("panel.type", language))


def _back_button(prompt: Prompt, tokens: str, language: str) -> PanelButton:
    label = f"‹ {text('panel.back', language)}"
    return PanelButton.of(prompt.table, "go", tokens, label, slot="back")


# ---- a candidate ---------------------------------------------------------------------------------


async def candidate(app: App, prompt: Candidate, language: str, note: str = "") -> Panel:
    """My move as a ghost, how to nudge it, and Confirm; then what of it could be otherwise."""
    move = CarefulWords(prompt.table).candidate(prompt.preview, language)
    ghost = Beside(CANDIDATE, prompt.preview)
    shown, files = await _picture(prompt, ghost, move, language)
    keys = (*_pad(prompt), ui.ActionRow(*_verdicts(prompt, language)))
    above: tuple[str | ui.Item[Any], ...] = (note, shown, move)
    return frame(accent((prompt.seat,)), *above, *keys, *_others(app, prompt, language)), files


def _others(app: App, prompt: Candidate, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Menus of what the move began with, and of what else can be chosen at a glance."""
    begun, whole = " ".join(prompt.tokens[:1]), " ".join(prompt.tokens)
    if isinstance(prompt.first, OneOf):
        yield from menus(app, prompt, Menu((), prompt.first), language, begun)
    for number, other in enumerate(prompt.menus):
        yield from menus(app, prompt, other, language, whole, f"p{number}")


def _pad(prompt: Candidate) -> Iterator[ui.ActionRow[Any]]:
    """Where the candidate can be nudged to, with suggestion and typing in the last row."""
    ways = prompt.pad.keys()
    pointy = _labels.facts(prompt.table).pointy or ways & {"e", "w"}
    pad = POINTY_PAD if pointy else FLAT_PAD
    shown = [[way for way in row.split() if _has_use(way, ways)] for row in pad if ways]
    *above, last = shown or [[]]
    for row in above:
        yield ui.ActionRow(*(_nudge(prompt, way) for way in row))
    begun, *later = prompt.tokens
    suggest = PanelButton.of(prompt.table, "sug", begun if later else "", "★")
    keys = PanelButton.of(prompt.table, "type", " ".join(prompt.tokens), "⌨")
    yield ui.ActionRow(*(_nudge(prompt, way) for way in last), suggest, keys)


def _has_use(way: str, ways: Collection[str]) -> bool:
    """Whether a button keeps its place: turns are offered only for what can be turned."""
    return way not in TURNS or not TURNS.isdisjoint(ways)


def _nudge(prompt: Candidate, way: str) -> PanelButton:
    """One button of the pad; where there is nowhere to go it is greyed out."""
    move = prompt.pad.get(way)
    return PanelButton.of(
        prompt.table, "go", move or "", SIGNS[way], slot=way, disabled=move is None
    )


def _verdicts(prompt: Candidate, language: str) -> Iterator[PanelButton]:
    """Confirm; ask what was answered without asking; or back to the first question."""
    whole, first = " ".join(prompt.tokens), prompt.first.options
    if len(prompt.moves) == 1:
        confirm = text("panel.confirm", language, move=whole)
        yield PanelButton.of(prompt.table, "ok", whole, confirm, style=GREEN)
    else:
        confirm = text("panel.confirm_line", language, n=len(prompt.moves))
        yield PanelButton.of(prompt.table, "ok", whole, confirm, style=GREEN)
        if not prompt.pad:
            label = text("panel.first_move", language)
            yield PanelButton.of(prompt.table, "go", prompt.moves[0], label, slot="first")
    for other in prompt.otherwise:
        label = CarefulWords(prompt.table).say(other.question.otherwise, language)
        yield PanelButton.of(prompt.table, "ask", " ".join(other.tokens), label)
    if len(first) > 1 and any(option.is_button for option in first):
        yield _back_button(prompt, "", language)


# ---- done ----------------------------------------------------------------------------------------


def made(app: App, table: Table, plies: Sequence[Ply], language: str) -> str:
    """What I have just done, and below it in small how it is typed."""
    told = text("panel.done", language, move=log_text(app, table, plies, language))
    return f"{told}\n-# {' · '.join(f'`{ply.notation}`' for ply in plies)}"


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
