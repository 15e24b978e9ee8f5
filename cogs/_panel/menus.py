"""The menus of a question: several of many, one of a group, or a cell by its area or letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import discord
import msgspec
from msgspec.structs import replace

from bot import words
from bot.app import App
from bot.i18n import text
from bot.table.live import Menu, Prompt
from bot.words import Label, composed
from bot.words.careful import CarefulWords
from cogs._access.controls import PanelMenu
from cogs._answering.items import CHOICES, LONGEST_CHOICE, LONGEST_ENTRY
from rules.notation import text_of
from rules.question import CellOf, Option, Question, SomeOf

MENUS = 3
"""Most menus of one question, unless it has more groups than that."""


def entries_of(question: Question) -> list[Option]:
    """Options that are chosen from menus."""
    return [option for option in question.options if not option.is_button]


class MenuMaker:
    """Menus of the questions of a prompt, in the words of its reader."""

    def __init__(self, app: App, prompt: Prompt, words: CarefulWords) -> None:
        self.app, self.prompt, self.words = app, prompt, words

    def menus(self, menu: Menu, selected: str = "", slot: str = "q") -> Iterator[PanelMenu]:
        """Menus of the options: several of many, one by its area or letter, or one of a group.

        `selected` are the tokens of the option that is selected already.
        """
        entries = entries_of(menu.question)
        if not entries or len(entries) == 1 < len(menu.question.options):
            return
        shelf = Shelf(self, menu, selected, slot)
        if isinstance(menu.question, SomeOf):
            yield shelf.menu_of_several(menu.question)
        elif not isinstance(menu.question, CellOf):
            yield from shelf.groups(entries)
        elif len(entries) <= CHOICES:
            yield shelf.menu(entries, shelf.title(), 0)
        else:
            yield from shelf.cells(entries)

    def label(self, option: Option) -> Label:
        """Label of an option."""
        return self.words.answer(option, self.prompt.view)

    def icon(self, label: Label) -> discord.PartialEmoji | None:
        """Icon of an option."""
        return self.app.emoji(label.icon) if label.icon else None


class Shelf(msgspec.Struct, frozen=True):
    """The menus of one question."""

    maker: MenuMaker
    source: Menu
    chosen: str
    """Tokens of the option that is selected already."""
    slot: str
    """Beginning of the slots in the custom ids."""

    def groups(self, entries: Sequence[Option]) -> Iterator[PanelMenu]:
        """A menu for each group, or several where it has more entries than a menu holds."""
        groups = [list(group) for _, group in groupby(entries, key=_group)]
        parts = [
            (group[start : start + CHOICES], len(group))
            for group in groups
            for start in range(0, len(group), CHOICES)
        ]
        useful = [(part, size) for part, size in parts if not self.is_chosen(part)]
        for number, (part, size) in enumerate(useful[: max(MENUS, len(groups))]):
            yield self.menu(part, self.title_of(part, whole=size), number)

    def is_chosen(self, options: Sequence[Option]) -> bool:
        """Whether a menu would offer nothing but the option that is chosen already."""
        return [text_of((*self.source.tokens, option.token)) for option in options] == [self.chosen]

    def cells(self, entries: Sequence[Option]) -> Iterator[PanelMenu]:
        """Menus of the best cells, and a way to all others, by their area or their first letter."""
        areas, best = _areas(entries), best_cells(entries)
        if len(areas) > MENUS:
            yield self.menu(best, self.title_of(best, whole=len(best)), 0)
            yield self.menu_of_parts("areas", "panel.by_area", self.area_entries(areas))
        else:
            yield self.menu(best, self.title(), 0)
            if letters := self.letter_entries(entries):
                yield self.menu_of_parts("letters", "panel.by_letter", letters)

    def menu_of_several(self, question: SomeOf) -> PanelMenu:
        """A menu in which several are chosen at once; those of the preview are selected."""
        answered_tokens = self.chosen.removeprefix(text_of(self.source.tokens)).split()
        chosen = set(answered_tokens[0].split(question.joiner)) if answered_tokens else set()
        choices = [
            self.entry(option, option.token, default=option.token in chosen)
            for option in question.options
        ]
        return PanelMenu.of(
            self.maker.prompt.table,
            f"{self.slot}0",
            self.title(),
            choices,
            verb="some",
            tokens=text_of(self.source.tokens),
            min_values=question.min_values,
            max_values=min(question.max_values, len(choices)),
        )

    def menu(self, options: Sequence[Option], title: str, number: int) -> PanelMenu:
        """One menu; if each of its entries is a whole move, choosing one makes the move."""
        verb = "ok" if all(map(self.maker.prompt.makes, options)) else "go"
        texts = [text_of((*self.source.tokens, option.token)) for option in options]
        choices = [
            self.entry(option, text, default=text == self.chosen)
            for option, text in zip(options, texts, strict=True)
        ]
        slot = f"{self.slot}{number}"
        return PanelMenu.of(self.maker.prompt.table, slot, title, choices, verb=verb)

    def entry(self, option: Option, value: str, *, default: bool) -> discord.SelectOption:
        """One option as an entry; a single token stands before a label that needs it."""
        label = self.maker.label(option)
        if " " not in option.token and not label.alone:
            label = replace(label, text=f"{option.token} · {label.text}")
        return discord.SelectOption(
            label=words.shorten(label.text, LONGEST_ENTRY),
            description=words.shorten(label.detail, LONGEST_CHOICE) or None,
            value=value,
            emoji=self.maker.icon(label),
            default=default,
        )

    def say(self, code: str, **args: Any) -> str:
        """Text of the game."""
        return self.maker.words.say(code, **args)

    def text(self, code: str, **args: Any) -> str:
        """Text of any game."""
        return text(code, self.maker.words.language, **args)

    def title(self) -> str:
        """Title of a menu without a group."""
        return self.say(composed.menu(self.source.question.code))

    def title_of(self, some: Sequence[Option], *, whole: int) -> str:
        """Title of a menu: its group, the number of entries, the first and the last number."""
        if not some[0].group:
            return self.title() if len(some) == whole else self.title_from(some[0])
        numbers = {"first": some[0].args.get("number"), "last": some[-1].args.get("number")}
        args = {**some[-1].args, **numbers, "n": len(some)}
        return self.say(some[0].group, **args)

    def title_from(self, first: Option) -> str:
        """Title of one of several menus without a group, which names its first entry."""
        label = self.maker.label(first).text
        title = self.text("panel.menu_from", title=self.title(), first=label)
        return words.shorten(title if len(title) <= words.SHOWN else label, words.SHOWN)

    def menu_of_parts(
        self, slot: str, title: str, choices: Sequence[discord.SelectOption]
    ) -> PanelMenu:
        """A menu that leads to a shorter one."""
        slot = f"{self.slot}_{slot}"
        return PanelMenu.of(self.maker.prompt.table, slot, self.text(title), choices[:CHOICES])

    def area_entries(self, areas: Mapping[str, Sequence[Option]]) -> list[discord.SelectOption]:
        """Entries of the areas of the map, by their place among the groups."""
        return [
            self.part_entry(self.say(area, n=len(cells)), len(cells), f"#{number}")
            for number, (area, cells) in enumerate(areas.items(), 1)
        ]

    def letter_entries(self, entries: Sequence[Option]) -> list[discord.SelectOption]:
        """Entries of the first letters of the cells; none where these do not begin with letters."""
        letters = sorted(option.token[0] for option in entries if option.token[0].isalpha())
        return [
            self.part_entry(letter, len(list(group)), letter) for letter, group in groupby(letters)
        ]

    def part_entry(self, name: str, n: int, value: str) -> discord.SelectOption:
        """Entry of an area or a letter with its number of cells."""
        label = self.text("panel.part", name=name, n=n)
        return discord.SelectOption(label=label, value=text_of((*self.source.tokens, value)))


def _group(option: Option) -> tuple[str, bool]:
    """Key of a menu: entries of one group that all make the move, or all lead on."""
    return option.group, option.plays


def best_cells(entries: Sequence[Option]) -> Sequence[Option]:
    """The cells that are in a menu of their own: of many areas the first one."""
    areas = _areas(entries)
    return (next(iter(areas.values())) if len(areas) > MENUS else entries)[:CHOICES]


def _areas(entries: Sequence[Option]) -> dict[str, list[Option]]:
    areas: dict[str, list[Option]] = {}
    for option in entries:
        areas.setdefault(option.group, []).append(option)
    return areas
