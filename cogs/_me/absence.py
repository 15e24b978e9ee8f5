"""Absence: a person chooses the day of their return for all tables, or ends it with a button."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time

import discord
from discord import app_commands

from bot.table import moments
from bot.table.hours import zone_of
from bot.words import shorten
from cogs._access.commands import command
from cogs._answering.answer import Panel
from cogs._answering.items import ACCENT, CHOICES, GREEN, LONGEST_CHOICE, menu_of
from cogs._answering.lasting_items import LastingButton, LastingMenu
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor

MORNING = time()
"""Time of day at which an absence ends."""


# ---- the page ------------------------------------------------------------------------------------


async def page(visitor: Visitor, note: str = "") -> Panel:
    """Page about a person's absence, with the controls to change it, and what happens meanwhile."""
    app = visitor.app
    preferences = app.people.preferences(visitor.user)
    is_away = preferences.is_away(app.clock.now())
    code, back = "me.away_now" if is_away else "me.away_question", preferences.away_until
    heading = visitor.text(code, back=discord.utils.format_dt(back, "D") if back else "")
    if n := await app.advance.tables_of(visitor.user):
        heading = f"{heading}\n{visitor.text('me.away_saved', n=n)}"
    menu = AwayMenu(menu_of(dict(_day_names(visitor, "")), title=visitor.text("me.until_menu")))
    ends = [BackButton.of(visitor.language)] if is_away else []
    return frame(ACCENT, note, heading, menu, ends)


async def start_absence(visitor: Visitor, typed: str) -> str:
    """Note an absence until the day that was typed or chosen. Raises RulesError."""
    app, language, user = visitor.app, visitor.language, visitor.user
    day = moments.day(typed, today(visitor), language)
    zone = zone_of(app.people.preferences(user).hours.zone)
    await app.absences.begin(user, datetime.combine(day, MORNING, zone))
    return ""


async def day_choices(visitor: Visitor, typed: str) -> list[app_commands.Choice[str]]:
    """Days ahead that match the typed text."""
    days = list(_day_names(visitor, typed))[:CHOICES]
    return [app_commands.Choice(name=name, value=day) for day, name in days]


def _day_names(visitor: Visitor, typed: str) -> Iterator[tuple[str, str]]:
    days = moments.dates(typed, today(visitor), visitor.language)
    for day, name in days.items():
        yield day, shorten(name, LONGEST_CHOICE)


def today(visitor: Visitor) -> date:
    """Date in the person's time zone."""
    app = visitor.app
    zone = zone_of(app.people.preferences(visitor.user).hours.zone)
    return app.clock.now().astimezone(zone).date()


# ---- menu and buttons ----------------------------------------------------------------------------


class AwayMenu(LastingMenu, template="me:until"):
    """Menu of the next days, for the day of return."""

    async def press(self, visitor: Visitor) -> Panel:
        await start_absence(visitor, visitor.value)
        return await page(visitor)


class AwayButton(LastingButton, template="me:away"):
    """Opens the page about absence from a reminder or the settings."""

    label = "me.away_button"

    async def press(self, visitor: Visitor) -> Panel:
        return await page(visitor)


class BackButton(LastingButton, template="me:back"):
    """Ends an absence before its day."""

    label = "me.back_button"
    style = GREEN

    async def press(self, visitor: Visitor) -> Panel:
        await visitor.app.absences.end(visitor.user)
        note = visitor.text("me.back_done")
        return await page(visitor, note)


@command("me away", until=day_choices)
async def away(visitor: Visitor, until: str | None = None) -> Panel:
    """Say that I am away until a day, at all my tables; without a day, ask for it."""
    if until is not None:
        await start_absence(visitor, until)
    return await page(visitor)
