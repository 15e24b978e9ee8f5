"""The private panel: one question at a time, then a picture of my candidate move and its pad.

What a game lets one press (`Words.pressed`) are moves that say all there is to say: pressing one
makes it. Everything else is chosen from menus, looked at, and confirmed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
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
from cogs import _labels
from cogs._items import CHOICES, GREY, PanelButton, PanelMenu, rows
from cogs._paint import Wish
from cogs._present import accent, drawn, frame, icons, told_ply
from cogs._private import Panel
from rules.contract import Option, Seat

CANDIDATE = "candidate.png"
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
"""What is on a button of the pad, by where it leads (a key of `Prompt.variations`)."""
TURNS = frozenset({"ccw", "cw"})
MENUS = 3
"""Menus of one kind that find room."""
LONGEST_LABEL = 100
GREEN = discord.ButtonStyle.success
BLUE = discord.ButtonStyle.primary


# ---- a question ----------------------------------------------------------------------------------


async def question(app: App, prompt: Prompt, language: str, *notes: str) -> Panel:
    """The next choice: what helps to make it, buttons and menus, and the button to type instead."""
    asked = _asked(app, prompt, language)
    shown, files = await _hint(prompt, language)
    answers = (*_at_once(app, prompt, language), *_menus(app, prompt, language))
    helpers = ui.ActionRow[Any](*_helpers(prompt, language))
    above: tuple[str | ui.Item[Any], ...] = (*_told(*notes), *shown, asked)
    return frame(accent((prompt.seat,)), *above, *answers, helpers), files


def _asked(app: App, prompt: Prompt, language: str) -> str:
    """The question in words."""
    spoken = words.of(prompt.table.game)
    return spoken.asked(prompt.view, prompt.hand, prompt.tokens, language, icons(app))


async def _hint(
    prompt: Prompt, language: str
) -> tuple[tuple[ui.Item[Any], ...], list[discord.File]]:
    """The picture beside a question, if there is one; in words it is the question without icons."""
    if prompt.preview is None:
        return (), []
    spoken = words.of(prompt.table.game)
    told = spoken.asked(prompt.view, prompt.hand, prompt.tokens, language)
    shown, files = await _ghost(prompt, told, language)
    return (shown,), files


def _told(*sentences: str) -> Iterator[str]:
    """The sentences that say something."""
    return filter(None, sentences)


def _at_once(app: App, prompt: Prompt, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Moves that a press makes, each group in rows of its own; a single other answer above.

    The last group is how one leaves the turn, or what one does for want of better: it is quieter.
    """
    pressed = [option for option in prompt.options if is_button(prompt, option)]
    others = _chosen(prompt)
    if pressed and len(others) == 1:
        yield ui.ActionRow(_answer(app, prompt, others[0], "go", GREEN, language))
    for group, some in groupby(pressed, key=lambda option: option.group):
        style = GREY if group == pressed[-1].group else BLUE
        yield from rows([_answer(app, prompt, option, "ok", style, language) for option in some])


def is_button(prompt: Prompt, option: Option) -> bool:
    """Whether an answer is a button that makes the move, not an entry of a menu."""
    return words.of(prompt.table.game).is_pressed(option)


def _chosen(prompt: Prompt) -> list[Option]:
    """The answers that are chosen from menus."""
    return [option for option in prompt.options if not is_button(prompt, option)]


def _answer(
    app: App,
    prompt: Prompt,
    option: Option,
    verb: str,
    style: discord.ButtonStyle,
    language: str,
) -> PanelButton:
    """One answer as a button; what is not made by it is called as a menu calls it."""
    label = words.of(prompt.table.game).option_label(option, prompt.view, language)
    called = label.text if verb == "ok" else f"{option.token} · {label.text}"
    tokens = " ".join((*prompt.tokens, option.token))
    return PanelButton.of(prompt.table, verb, tokens, called, style=style, emoji=_icon(app, label))


def _menus(
    app: App, prompt: Prompt, language: str, chosen: str = ""
) -> Iterator[ui.ActionRow[Any]]:
    """The answers in menus: all of them, or the best and a way to the others by their beginning."""
    answers = _chosen(prompt)
    if not answers or len(answers) == 1 < len(prompt.options):
        return
    title = text(f"{prompt.table.game}.choose_{len(prompt.tokens)}", language)
    choices = [_entry(app, prompt, option, chosen, language) for option in answers]
    starts = _beginnings(prompt, answers, language) if len(choices) > CHOICES else []
    for number in range(1 if starts else MENUS):
        if some := choices[number * CHOICES : (number + 1) * CHOICES]:
            yield ui.ActionRow(PanelMenu.of(prompt.table, f"q{number}", title, some))
    if starts:
        title = text("panel.by_letter", language)
        yield ui.ActionRow(PanelMenu.of(prompt.table, "letters", title, starts[:CHOICES]))


def _entry(
    app: App, prompt: Prompt, option: Option, chosen: str, language: str
) -> discord.SelectOption:
    """One answer as an entry of a menu, with its notation."""
    label = words.of(prompt.table.game).option_label(option, prompt.view, language)
    named = replace(label, text=f"{option.token} · {label.text}")
    return _choice(app, " ".join((*prompt.tokens, option.token)), named, chosen)


def _beginnings(
    prompt: Prompt, answers: Sequence[Option], language: str
) -> list[discord.SelectOption]:
    """The letters that many answers begin with; none where they do not begin with letters."""
    letters = sorted(option.token[0] for option in answers if option.token[0].isalpha())
    return [
        discord.SelectOption(
            label=text("panel.letter", language, letter=letter, n=len(list(some))),
            value=" ".join((*prompt.tokens, letter)),
        )
        for letter, some in groupby(letters)
    ]


def _choice(app: App, tokens: str, label: Label, chosen: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=words.shortened(label.text, LONGEST_LABEL),
        description=words.shortened(label.detail, LONGEST_LABEL) or None,
        value=tokens,
        emoji=_icon(app, label),
        default=tokens == chosen,
    )


def _icon(app: App, label: Label) -> discord.PartialEmoji | None:
    return app.emoji(label.icon) if label.icon else None


def _helpers(prompt: Prompt, language: str) -> Iterator[PanelButton]:
    """What is not an answer: a step back, moves taken back, a suggestion, typing."""
    typed = " ".join(prompt.tokens)
    if prompt.tokens:
        yield _back_button(prompt, " ".join(prompt.tokens[:-1]), language)
    if prompt.retractable:
        yield _undo_button(prompt.table, language)
    if prompt.retractable > 1:
        told = text("panel.restart", language, n=prompt.retractable)
        yield PanelButton.of(prompt.table, "restart", "", told)
    yield PanelButton.of(prompt.table, "sug", typed, f"★ {text('panel.suggest', language)}")
    yield PanelButton.of(prompt.table, "type", typed, text("panel.type", language))


def _back_button(prompt: Prompt, tokens: str, language: str) -> PanelButton:
    label = f"‹ {text('panel.back', language)}"
    return PanelButton.of(prompt.table, "go", tokens, label, slot="back")


# ---- a candidate ---------------------------------------------------------------------------------


async def candidate(
    app: App, prompt: Prompt, first: Prompt, language: str, note: str = ""
) -> Panel:
    """My move as a ghost, how to nudge it, and Confirm; `first` is the question it began with."""
    told = words.of(prompt.table.game).candidate(prompt.preview, language)
    shown, files = await _ghost(prompt, told, language)
    chosen = " ".join(prompt.tokens[: len(first.tokens) + 1])
    menus = (*_menus(app, first, language, chosen), *_elsewhere(app, prompt, language))
    keys = (*_pad(prompt), ui.ActionRow(*_verdicts(prompt, first, language)))
    return frame(accent((prompt.seat,)), *_told(note), shown, told, *keys, *menus), files


async def _ghost(
    prompt: Prompt, told: str, language: str
) -> tuple[ui.Item[Any], list[discord.File]]:
    """The picture that goes with a panel; its alt text is what the panel says."""
    game, called = prompt.table.game, tuple(_labels.names(prompt.table))
    wish = Wish(game, prompt.view, names=called, ghost=prompt.preview)
    return await drawn(wish, words.plain(told), language, name=CANDIDATE)


def _pad(prompt: Prompt) -> Iterator[ui.ActionRow[Any]]:
    """Where the candidate can be nudged to, with suggestion and typing in the last row."""
    ways = prompt.variations.keys()
    pad = POINTY_PAD if ways & {"e", "w"} else FLAT_PAD
    shown = [[way for way in row.split() if _has_use(way, ways)] for row in pad if ways]
    *above, last = shown or [[]]
    for row in above:
        yield ui.ActionRow(*(_nudge(prompt, way) for way in row))
    suggest = PanelButton.of(prompt.table, "sug", prompt.tokens[0], "★")
    keys = PanelButton.of(prompt.table, "type", " ".join(prompt.tokens), "⌨")
    yield ui.ActionRow(*(_nudge(prompt, way) for way in last), suggest, keys)


def _has_use(way: str, ways: Collection[str]) -> bool:
    """Whether a button keeps its place: to turn is offered for what can be turned only."""
    return way not in TURNS or not TURNS.isdisjoint(ways)


def _nudge(prompt: Prompt, way: str) -> PanelButton:
    """One button of the pad; where there is nowhere to go it is greyed out."""
    move = prompt.variations.get(way)
    return PanelButton.of(
        prompt.table, "go", move or "", SIGNS[way], slot=way, disabled=move is None
    )


def _verdicts(prompt: Prompt, first: Prompt, language: str) -> Iterator[PanelButton]:
    """Confirm; pay in another way, where there is one; or not this at all."""
    typed = " ".join(prompt.tokens)
    label = text("panel.confirm", language, move=typed)
    yield PanelButton.of(prompt.table, "ok", typed, label, style=GREEN)
    if getattr(prompt.preview, "payments", 1) > 1:
        asked = words.of(prompt.table.game).chosen_tokens(prompt.tokens)
        unpaid = " ".join(prompt.tokens[:asked])
        yield PanelButton.of(prompt.table, "ask", unpaid, text("panel.other_payment", language))
    if len(first.options) > 1 and any(is_button(first, option) for option in first.options):
        yield _back_button(prompt, "", language)


def _elsewhere(app: App, prompt: Prompt, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Menus of other spots for the same piece."""
    chosen = " ".join(prompt.tokens)
    offered = words.of(prompt.table.game).neighbours(prompt.preview, language)
    for number, other in enumerate(offered[:MENUS]):
        choices = [_choice(app, tokens, label, chosen) for tokens, label in other.entries]
        menu = PanelMenu.of(prompt.table, f"p{number}", other.title, choices[:CHOICES])
        yield ui.ActionRow(menu)


# ---- done ----------------------------------------------------------------------------------------


def made(app: App, table: Table, ply: Ply, language: str) -> str:
    """What I have just done, in a line."""
    return text("panel.done", language, move=told_ply(app, table, ply, language))


def done(table: Table, told: str, seat: Seat, language: str, *, undo: bool) -> Panel:
    """What I have just done, in place of the panel; the picture follows in the channel."""
    below = [ui.ActionRow[Any](_undo_button(table, language))] if undo else []
    return frame(accent((seat,)), told, *below), []


def _undo_button(table: Table, language: str) -> PanelButton:
    """Takes back my last move."""
    return PanelButton.of(table, "undo", "", f"↩ {text('panel.undo', language)}")


def ply_of(turn: Turn) -> Ply:
    """My own move as the log has it, with what only I may know of it."""
    return Ply(
        ply=turn.ply,
        seat=turn.seat,
        notation=turn.notation,
        events=turn.events,
        at="",
        ai=False,
        ends_turn=not turn.goes_on,
    )


def closed(sentence: str) -> Panel:
    """A panel that is of no more use."""
    return frame(accent(()), sentence), []
