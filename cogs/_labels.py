"""Tables in a line of text: their name, who sits there, what was agreed, where they are."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.i18n import language_of, text
from bot.table.names import as_label, bold, plain
from bot.table.seating import Person, Status, Table, name_of
from bot.words import composed
from bot.words.careful import CarefulWords
from cogs import _terms
from rules import registry
from rules.contract import Choice, Facts

SEATS = "ABCDEFGH"
"""The letter of each seat, the same as in the pictures."""

Click = discord.Interaction[App]


def reader(interaction: Click) -> str:
    """The language of the person who clicked or typed: the chosen one, else their Discord's."""
    chosen = interaction.client.people.habits(interaction.user.id).language
    return chosen or language_of(interaction.locale.value)


def person(interaction: Click) -> Person:
    """Who clicked or typed, by the name that their server shows, if any sign of it can be seen."""
    user = interaction.user
    return Person(user.id, plain(user.display_name) or user.name, reader(interaction))


def facts(table: Table) -> Facts:
    """What is true of the game played at `table`."""
    return registry.get(table.game).facts


def title(table: Table, language: str) -> str:
    """The game and the number of the table."""
    return text("table.title", language, game=facts(table).title, number=table.number)


def names(table: Table) -> list[str]:
    """Everybody's name in the order of the seats, for labels and alt texts."""
    return [as_label(name) for name in picture_names(table)]


def picture_names(table: Table) -> list[str]:
    """Everybody's name in the order of the seats, for pictures: these set each name apart."""
    return [plain(name_of(table, seat)) or SEATS[seat] for seat in range(len(table.seats))]


def bold_names(table: Table) -> list[str]:
    """Everybody's name in the order of the seats, for texts."""
    return [bold(name) for name in names(table)]


def host(table: Table) -> str:
    """The name of the person who opened the table, for texts; they may have been forgotten."""
    seats = enumerate(table.seats)
    seat = next((seat for seat, one in seats if one.user_id == table.host_id), None)
    return bold(text("table.nobody", table.language)) if seat is None else bold_names(table)[seat]


def mark(app: App, table: Table, seat: int) -> str:
    """The shape of a seat in its colour at the table; its letter until the icons are there."""
    seats = max(table.size, len(table.seats))
    emoji = app.emoji(CarefulWords(table).mark(table.options, seats, seat))
    return str(emoji or f"**{SEATS[seat]}**")


def has_luck(table: Table) -> bool:
    """Whether the seed decides anything: cards or tiles, or who begins."""
    return facts(table).luck or draws_seats(table)


def draws_seats(table: Table) -> bool:
    """Whether it is drawn who begins."""
    return table.drawn and table.size > 1


def midway(table: Table, seat: int | None, language: str) -> list[str]:
    """Says who is in the middle of a turn that the others do not see yet; [] where nobody is."""
    if seat is None:
        return []
    return [text("board.midway", language, name=bold_names(table)[seat])]


def place(table: Table) -> str:
    """A link to where the table is played; to its lobby as long as there is no thread for it."""
    has_place = table.status is Status.LIVE or not table.in_thread
    home = table.home_id or (table.channel_id if has_place else None)
    return f"<#{home}>" if home else table.link


def answer(table: Table, verb: str, language: str) -> str:
    """What a button says that does something about a table, or nothing: `keep`."""
    if verb == "keep" and (table.rests or table.status is not Status.LIVE):
        verb = "leave"
    return text(f"table.{verb}_button", language)


def link(table: Table, language: str) -> ui.Button[Any]:
    """A button that leads to where the table is: a push would spell out what is written."""
    return ui.Button[Any](label=text("table.link_button", language), url=table.link)


def state(table: Table, language: str) -> str:
    """Open for players, complete, running, over or closed: in a word."""
    if table.rests and table.status is Status.LIVE:
        return text(f"table.status_{'asleep' if table.asleep else 'paused'}", language)
    if table.status is not Status.LOBBY:
        return text(f"table.status_{table.status}", language)
    free = table.size - len(table.seats)
    return text("table.open_seats" if free else "table.complete", language, n=free)


# ---- what was agreed ---------------------------------------------------------------------------


def settings(table: Table) -> list[Choice]:
    """The settings that exist for this number of seats."""
    return facts(table).settings(table.size)


def setting_token(value: str | None) -> str:
    """A value of a setting as the value of a menu."""
    return value or "none"


def setting_label(table: Table, choice: Choice, language: str, value: str | None) -> str:
    """One value of a setting in words."""
    return text(composed.setting_value(table.game, choice.key, value), language)


def place_label(table: Table, choice: Choice, place: int, value: str | None, language: str) -> str:
    """What comes at a place of an order, in words."""
    name = text(composed.setting(table.game, choice.key), language)
    label = setting_label(table, choice, language, value)
    return text("lobby.at_place", language, name=name, place=place + 1, value=label)


def agreed(table: Table, language: str) -> str:
    """All that was chosen for this table, in words."""
    parts = [text("lobby.players", language, n=table.size)]
    parts += (_setting(table, choice, language) for choice in settings(table))
    if table.size > 1:
        once_more = "lobby.seats_rotated" if table.rematch_of else "lobby.seats_joined"
        parts.append(text("lobby.seats_drawn" if table.drawn else once_more, language))
    parts += _terms.told(table, language)
    parts.append(text("lobby.in_thread" if table.in_thread else "lobby.in_channel", language))
    parts.append(text(f"common.language_{table.language}", language))
    return " · ".join(parts)


def _setting(table: Table, choice: Choice, language: str) -> str:
    value = table.options.get(choice.key, choice.default)
    if not (choice.many or choice.ordered):
        return setting_label(table, choice, language, value)
    if not value:
        return setting_label(table, choice, language, None)
    labels = [setting_label(table, choice, language, one) for one in value]
    name = text(composed.setting(table.game, choice.key), language)
    return text("lobby.several", language, name=name, chosen=labels)
