"""Absence: a person chooses the day of their return for all tables, or ends it with a button."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, Self

import discord
from discord import app_commands, ui

from bot.i18n import text
from bot.table import moments
from bot.table.hours import zone_of
from bot.words import shortened
from cogs._shared.answering import LastingItem
from cogs._shared.items import ACCENT, CHOICES, FRESH, LONGEST_CHOICE, values
from cogs._shared.labels import Click, reader
from cogs._shared.presentation import frame
from cogs._shared.private import defer, show

MORNING = time()
"""Time of day at which an absence ends."""


# ---- the page ------------------------------------------------------------------------------------


def page(interaction: Click, note: str = "") -> ui.LayoutView:
    """Page about a person's absence, with the controls to change it."""
    app, language = interaction.client, reader(interaction)
    habits = app.people.habits(interaction.user.id)
    is_away = habits.is_away(app.clock.now())
    code = "me.away_now" if is_away else "me.away_question"
    heading = text(code, language, back=_day_of(habits.away_until) if is_away else "")
    menu = ui.ActionRow[Any](AwayMenu.of(interaction))
    buttons = [ui.ActionRow[Any](BackButton.of(language))] if is_away else []
    return frame(ACCENT, note, heading, menu, *buttons)


def _day_of(back: datetime | None) -> str:
    return "" if back is None else discord.utils.format_dt(back, "D")


async def start_absence(interaction: Click, typed: str) -> str:
    """Note an absence until the day that was typed or chosen. Raises RulesError."""
    app, language, user = interaction.client, reader(interaction), interaction.user.id
    day = moments.day(typed, today(interaction), language)
    zone = zone_of(app.people.habits(user).hours.zone)
    await app.reminders.leave_until(user, datetime.combine(day, MORNING, zone))
    return ""


async def day_choices(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
    """Days ahead that match the typed text."""
    days = list(_day_names(interaction, current))[:CHOICES]
    return [app_commands.Choice(name=name, value=day) for day, name in days]


def _day_names(interaction: Click, typed: str) -> Iterator[tuple[str, str]]:
    days = moments.dates(typed, today(interaction), reader(interaction))
    for day, name in days.items():
        yield day, shortened(name, LONGEST_CHOICE)


def today(interaction: Click) -> date:
    """Date in the person's time zone."""
    app = interaction.client
    zone = zone_of(app.people.habits(interaction.user.id).hours.zone)
    return app.clock.now().astimezone(zone).date()


# ---- menu and buttons ----------------------------------------------------------------------------


class AwayMenu(LastingItem[ui.Select[Any]], template="me:until" + FRESH):
    """Menu of the next days, for the day of return: `me:until`."""

    @classmethod
    def of(cls, interaction: Click) -> Self:
        """Menu of the days that are offered today."""
        days = list(_day_names(interaction, ""))[:CHOICES]
        options = [discord.SelectOption(label=name, value=day) for day, name in days]
        hint = text("me.until_menu", reader(interaction))
        return cls(ui.Select[Any](custom_id="me:until", placeholder=hint, options=options))

    async def press(self, interaction: Click) -> None:
        """Note the absence until the chosen day."""
        await defer(interaction)
        await start_absence(interaction, "".join(values(interaction)))
        await show(interaction, (page(interaction), []))


class AwayButton(LastingItem[ui.Button[Any]], template="me:away"):
    """Opens the page about absence from a reminder or the settings: `me:away`."""

    @classmethod
    def of(cls, language: str) -> Self:
        """The button in a language."""
        return cls(ui.Button[Any](label=text("me.away_button", language), custom_id="me:away"))

    async def press(self, interaction: Click) -> None:
        """Show the person who pressed their own page."""
        await defer(interaction)
        await show(interaction, (page(interaction), []))


class BackButton(LastingItem[ui.Button[Any]], template="me:back"):
    """Ends an absence before its day: `me:back`."""

    @classmethod
    def of(cls, language: str) -> Self:
        """The button in a language."""
        style = discord.ButtonStyle.success
        label = text("me.back_button", language)
        return cls(ui.Button[Any](label=label, style=style, custom_id="me:back"))

    async def press(self, interaction: Click) -> None:
        """End the absence."""
        await defer(interaction)
        await interaction.client.reminders.come_back(interaction.user.id)
        note = text("me.back_done", reader(interaction))
        await show(interaction, (page(interaction, note), []))
