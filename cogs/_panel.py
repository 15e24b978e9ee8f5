"""The private panel: one question at a time, then a picture of my candidate move and its pad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot import words
from bot.app import App
from bot.i18n import text
from bot.seating import Table
from bot.tables import Ply, Prompt, Turn
from bot.words import Label
from cogs import _tables
from cogs._items import CHOICES, Press, button, menu
from cogs._paint import PAINTER, Wish
from cogs._present import accent, frame, picture, told_ply

CANDIDATE = "candidate.png"
PAD = (
    (("nw", "↖"), ("n", "↑"), ("ne", "↗"), ("ccw", "↺"), ("cw", "↻")),
    (("sw", "↙"), ("s", "↓"), ("se", "↘")),
)
"""Rows of the pad: where a button leads (a key of `Prompt.variations`) and its sign."""
MENUS = 3
"""Menus of other spots that find room below the pad."""
LONGEST_LABEL = 100

Panel = tuple[ui.LayoutView, list[discord.File]]


# ---- a question ----------------------------------------------------------------------------------


def question(app: App, prompt: Prompt, language: str, note: str = "") -> Panel:
    """The next choice as a menu, and the button to type instead."""
    asked = text(f"{prompt.table.game}.ask_{len(prompt.tokens)}", language)
    row = ui.ActionRow[Any](_suggest_button(prompt, language), _type_button(prompt, language))
    answers = _answers(app, prompt, language)
    return frame(accent((prompt.seat,)), *_told(note, asked), *answers, row), []


def _told(*sentences: str) -> Iterator[str]:
    """The sentences that say something."""
    return filter(None, sentences)


def _answers(
    app: App, prompt: Prompt, language: str, chosen: str = ""
) -> Iterator[ui.ActionRow[Any]]:
    """The answers to a question, in as many menus as it takes (or as there is room for)."""
    spoken, taken = words.of(prompt.table.game), " ".join(prompt.tokens)
    choices = []
    for option in prompt.options:
        label = spoken.option_label(option, prompt.view, language)
        named = replace(label, text=f"{option.token} · {label.text}")
        choices.append(_choice(app, f"{taken} {option.token}".strip(), named, chosen))
    title = text(f"{prompt.table.game}.choose_{len(prompt.tokens)}", language)
    for number in range(MENUS):
        if some := choices[number * CHOICES : (number + 1) * CHOICES]:
            yield menu(_menu_id(prompt, f"q{number}"), title, some)


def _choice(app: App, tokens: str, label: Label, chosen: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=words.shortened(label.text, LONGEST_LABEL),
        description=words.shortened(label.detail, LONGEST_LABEL) or None,
        value=tokens,
        emoji=app.emoji(label.icon) if label.icon else None,
        default=tokens == chosen,
    )


def _suggest_button(prompt: Prompt, language: str) -> Press:
    label = f"★ {text('panel.suggest', language)}"
    return button(_button_id(prompt, "sug", " ".join(prompt.tokens)), label)


def _type_button(prompt: Prompt, language: str) -> Press:
    typed = " ".join(prompt.tokens)
    return button(_button_id(prompt, "type", typed), text("panel.type", language))


# ---- a candidate ---------------------------------------------------------------------------------


async def candidate(
    app: App, prompt: Prompt, first: Prompt, language: str, note: str = ""
) -> Panel:
    """My move as a ghost, how to nudge it, and Confirm; `first` is the question it began with."""
    told = words.of(prompt.table.game).candidate(prompt.preview, language)
    shown, file = await _ghost(prompt, told)
    chosen = " ".join(prompt.tokens[: len(first.tokens) + 1])
    menus = (*_answers(app, first, language, chosen), *_elsewhere(app, prompt, language))
    pad = _pad(prompt, language)
    return frame(accent((prompt.seat,)), *_told(note), shown, told, *pad, *menus), [file]


async def _ghost(prompt: Prompt, told: str) -> tuple[ui.Item[Any], discord.File]:
    """The picture of the candidate; its alt text is what the panel says."""
    game, called = prompt.table.game, tuple(_tables.names(prompt.table))
    png = await PAINTER.draw(Wish(game, prompt.view, names=called, ghost=prompt.preview))
    return picture(png, words.plain(told), CANDIDATE)


def _pad(prompt: Prompt, language: str) -> list[ui.ActionRow[Any]]:
    """The pad, with suggestion and typing on it, and Confirm in a row of its own."""
    first, second = ([_nudge(prompt, *key) for key in row] for row in PAD)
    typed = " ".join(prompt.tokens)
    suggest = button(_button_id(prompt, "sug", prompt.tokens[0]), "★")
    keys = button(_button_id(prompt, "type", typed), "⌨")
    confirm = button(
        _button_id(prompt, "ok", typed),
        text("panel.confirm", language, move=typed),
        style=discord.ButtonStyle.success,
    )
    return [ui.ActionRow(*first), ui.ActionRow(*second, suggest, keys), ui.ActionRow(confirm)]


def _nudge(prompt: Prompt, way: str, sign: str) -> Press:
    """One button of the pad; where there is nowhere to go it is greyed out."""
    move = prompt.variations.get(way)
    return button(_button_id(prompt, f"go.{way}", move or ""), sign, disabled=move is None)


def _elsewhere(app: App, prompt: Prompt, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Menus of other spots for the same piece."""
    chosen = " ".join(prompt.tokens)
    offered = words.of(prompt.table.game).neighbours(prompt.preview, language)
    for number, other in enumerate(offered[:MENUS]):
        choices = [_choice(app, tokens, label, chosen) for tokens, label in other.entries]
        yield menu(_menu_id(prompt, f"p{number}"), other.title, choices)


# ---- done ----------------------------------------------------------------------------------------


def done(app: App, table: Table, ply: Ply, language: str) -> Panel:
    """What I have just done, in place of the panel; the picture follows in the channel."""
    told = text("panel.done", language, move=told_ply(app, table, ply, language))
    return frame(accent((ply.seat,)), told), []


def ply_of(turn: Turn) -> Ply:
    """My own move as the log has it, with what only I may know of it."""
    return Ply(turn.ply, turn.seat, turn.notation, turn.events, "", ai=False)


def closed(sentence: str) -> Panel:
    """A panel that is of no more use."""
    return frame(accent(()), sentence), []


def _button_id(prompt: Prompt, verb: str, tokens: str) -> str:
    """`t:<table>:<revision>:<verb>[.<slot>]:<tokens>`: the half-made move is in the button."""
    return f"t:{prompt.table.id}:{prompt.revision}:{verb}:{tokens}"


def _menu_id(prompt: Prompt, slot: str) -> str:
    return f"s:{prompt.table.id}:{prompt.revision}:{slot}"
