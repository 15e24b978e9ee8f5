"""Shortcuts of a panel: in one menu, the moves that may follow its move, and the other places.

Each is a whole line of the turn, or its beginning. What makes its moves at once in a panel of its
own does so here, too; everything else is previewed.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord
import msgspec

from bot.i18n import text
from bot.table.live import Menu, MovePreview, Prompt, QuestionPrompt
from bot.words import composed, shorten
from cogs._access.controls import PanelMenu
from cogs._answering.items import CHOICES, LONGEST_CHOICE, LONGEST_ENTRY
from cogs._panel.menus import MenuMaker
from cogs._words.labels import facts
from rules.notation import SEPARATOR, text_of
from rules.question import Option

SLOT = "then"
"""Slot of the menu, and verb of its choices."""
CONFIRMED = "✓"
"""Sign of an entry that confirms the previewed move first."""


class Shortcut(msgspec.Struct, frozen=True):
    """An entry of the menu: a line, the option that it ends with, and what comes before that."""

    line: str
    option: Option
    before: Option | None = None
    """The answer that the option follows; None for the previewed move, or for nothing."""
    confirms: bool = False
    """Whether it follows the previewed move."""
    is_place: bool = False
    """Whether it is another place for the previewed move."""
    is_onward: bool = False
    """Whether it takes the place before it, and goes on from there."""

    @property
    def makes(self) -> bool:
        """Whether choosing it makes the moves of the line."""
        return self.option.plays and not self.is_place


def shortcuts(prompt: Prompt) -> list[Shortcut]:
    """Shortcuts of a prompt, as many as a menu holds; none in a game of single moves."""
    if facts(prompt.table).longest_turn == 1:
        return []
    by_line: dict[str, Shortcut] = {}
    for shortcut in _shortcuts(prompt):
        if len(shortcut.line) <= LONGEST_CHOICE:
            by_line.setdefault(shortcut.line, shortcut)
    return list(by_line.values())[:CHOICES]


def _shortcuts(prompt: Prompt) -> Iterator[Shortcut]:
    if isinstance(prompt, QuestionPrompt):
        for option in prompt.direct:
            yield Shortcut(text_of((*prompt.tokens, option.token)), option)
        yield from _following(prompt)
    elif isinstance(prompt, MovePreview):
        for menu in prompt.then:
            yield from _behind(menu, confirms=True)
        if prompt.instead is not None:
            for option in other_answers(prompt):
                yield Shortcut(option.token, option)
            yield from _following(prompt.instead)
        yield from _other_places(prompt)


def _other_places(prompt: MovePreview) -> Iterator[Shortcut]:
    """Shortcuts to other places, the most useful first: with what comes next, or to be previewed.

    A place that is offered with what comes next is offered again at the end, to be previewed alone.
    """
    places = prompt.elsewhere.options if prompt.elsewhere else ()
    others = [place for place in places if place.token != prompt.moves[-1]]
    ways = {place.token: [to for at, to in prompt.onward if at == place] for place in others}
    plain = {
        place.token: Shortcut(text_of((*prompt.head, place.token)), place, is_place=True)
        for place in others
    }
    for place in others:
        if not ways[place.token]:
            yield plain[place.token]
        for option in ways[place.token]:
            line = text_of((*prompt.head, SEPARATOR.join((place.token, option.token))))
            yield Shortcut(line, option, before=place, is_onward=True)
    yield from plain.values()


def other_answers(prompt: MovePreview) -> list[Option]:
    """The other answers to the question to which a preview is one; they make their moves."""
    options = prompt.instead.question.options if prompt.instead else ()
    return [option for option in options if option.plays]


def _following(prompt: QuestionPrompt) -> Iterator[Shortcut]:
    """Shortcuts behind the answer to a question that makes its moves at once."""
    for menu in prompt.then:
        yield from _behind(menu, before=_answer_before(prompt, menu))


def _behind(
    menu: Menu, *, before: Option | None = None, confirms: bool = False
) -> Iterator[Shortcut]:
    """Shortcuts to the answers to the next question of a turn."""
    for option in menu.question.options:
        line = text_of((*menu.tokens, option.token))
        yield Shortcut(line, option, before=before, confirms=confirms)


def _answer_before(prompt: QuestionPrompt, menu: Menu) -> Option:
    """The answer to a question that a menu of the next moves follows."""
    head = text_of(menu.tokens).removesuffix(SEPARATOR)
    answers = (*prompt.question.lines, *prompt.question.options)
    return next(each for each in answers if each.token == head)


def shortcut_menu(maker: MenuMaker) -> PanelMenu | None:
    """The menu of the shortcuts of a prompt, if there are any."""
    entries = shortcuts(maker.prompt)
    if not entries:
        return None
    choices = [_choice(maker, each) for each in entries]
    return PanelMenu.of(maker.prompt.table, SLOT, _title(maker, entries), choices, verb=SLOT)


def _title(maker: MenuMaker, entries: list[Shortcut]) -> str:
    prompt, language = maker.prompt, maker.words.language
    if isinstance(prompt, QuestionPrompt):
        return text("panel.in_one_go", language)
    assert isinstance(prompt, MovePreview)
    if not any(each.is_place or each.is_onward for each in entries):
        return text("panel.ahead_then" if prompt.is_ahead else "panel.then", language)
    if not all(each.is_place for each in entries):
        return text("panel.then_or_elsewhere", language)
    assert prompt.elsewhere is not None
    return maker.words.say(composed.menu(prompt.elsewhere.code))


def _choice(maker: MenuMaker, shortcut: Shortcut) -> discord.SelectOption:
    """Entry of a shortcut, which says what is confirmed or answered first."""
    labels = [*map(maker.label, shortcut.option.parts or (shortcut.option,))]
    label, name = labels[-1], " · ".join(label.text for label in labels)
    detail_before = ""
    if shortcut.before is not None:
        answer, language = maker.label(shortcut.before), maker.words.language
        following = label.button or name if shortcut.is_onward else name
        name = text("panel.answer_then", language, answer=answer.text, next=following)
        detail_before = answer.detail
    elif shortcut.confirms:
        name = f"{CONFIRMED} {name}"
    return discord.SelectOption(
        label=shorten(name, LONGEST_ENTRY),
        description=shorten(label.detail or detail_before, LONGEST_CHOICE) or None,
        value=shortcut.line,
        emoji=maker.icon(label),
    )
