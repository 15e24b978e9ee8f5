"""The panel of `/me settings`: what a person chooses for themselves, and what each choice does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import time, timedelta
from typing import Any, Self

import discord
from babel.core import Locale
from discord import ui
from msgspec.structs import replace

from bot.i18n import LANGUAGES, language_of, text
from bot.table import moments, zones
from bot.table.hours import WEEK, Hours, agreed, zone_of
from bot.table.preferences import Habits
from cogs._away import AwayButton, BackButton
from cogs._edits import NO_HARM
from cogs._items import ACCENT, FRESH, values
from cogs._labels import Click, reader
from cogs._message import NOBODY
from cogs._present import frame
from cogs._private import defer, show
from cogs.errors import LastingItem, sentence
from rules.contract import RulesError

USUAL = "usual"
"""The value of a menu that chooses nothing."""
REMINDERS = (3, 6, 12, 24, 48)
"""Hours after which somebody can be reminded first."""
FORM = "hours"
"""The custom id of the form of hours."""
FIELDS = {"zone": 60, "from": 10, "to": 10}
"""What it asks for, and how many characters each may have."""
FORGOTTEN = 600.0
"""Seconds that discord.py remembers a form; one that is sent later is answered, too."""


# ---- the panel -----------------------------------------------------------------------------------


def panel(interaction: Click, note: str = "") -> ui.LayoutView:
    """All that somebody has chosen, and the ways to change it."""
    app, language = interaction.client, reader(interaction)
    habits = app.people.habits(interaction.user.id)
    told = [text("me.heading", language), *_told(interaction, habits, language)]
    menus = (SettingMenu.of(verb, habits, language) for verb in MENUS)
    buttons = (SettingButton.of(verb, habits, language) for verb in BUTTONS)
    is_away = habits.is_away(app.clock.now())
    presence = (BackButton if is_away else AwayButton).of(language)
    return frame(
        ACCENT,
        "\n".join(told),
        note,
        *(ui.ActionRow[Any](menu) for menu in menus),
        ui.ActionRow[Any](*buttons, presence),
    )


def _told(interaction: Click, habits: Habits, language: str) -> Iterator[str]:
    hours, now = habits.hours, interaction.client.clock.now()
    wall = now.astimezone(zone_of(hours.zone))
    yield text("me.zone_line", language, zone=zones.label_of(hours.zone), time=_clock(wall.time()))
    yield _quiet(hours, language)
    if habits.is_away(now):
        back = discord.utils.format_dt(habits.away_until or now, "D")
        yield text("me.away_line", language, back=back)


def _quiet(hours: Hours, language: str) -> str:
    """When nobody calls them, in a sentence."""
    days = [_day(day, language) for day in sorted(hours.quiet_days)]
    if hours.quiet_from is None or hours.quiet_to is None:
        return text("me.quiet_days_line" if days else "me.no_quiet_line", language, days=days)
    night = {"begin": _clock(hours.quiet_from), "end": _clock(hours.quiet_to)}
    code = "me.quiet_both_line" if days else "me.quiet_hours_line"
    return text(code, language, days=days, **night)


def _day(day: int, language: str) -> str:
    """The name of a day of the week."""
    return str(Locale.parse(language).days["format"]["wide"][day])


def _clock(reading: time) -> str:
    return reading.strftime("%H:%M")


# ---- the menus -----------------------------------------------------------------------------------


def _languages(habits: Habits, language: str) -> Iterator[discord.SelectOption]:
    yield _option("me.language_usual", language, USUAL, habits.language is None)
    for code in LANGUAGES:
        label = text("me.language_chosen", code, language=text(f"common.language_{code}", code))
        yield discord.SelectOption(label=label, value=code, default=habits.language == code)


def _days(habits: Habits, language: str) -> Iterator[discord.SelectOption]:
    for day in WEEK:
        label = text("me.quiet_day", language, day=_day(day, language))
        is_quiet = day in habits.hours.quiet_days
        yield discord.SelectOption(label=label, value=str(day), default=is_quiet)


def _reminders(habits: Habits, language: str) -> Iterator[discord.SelectOption]:
    yield _option("me.reminder_usual", language, USUAL, habits.first_reminder is None)
    for hours in REMINDERS:
        is_chosen = habits.first_reminder == timedelta(hours=hours)
        yield _option("me.reminder_after", language, str(hours), is_chosen, n=hours)


def _option(
    code: str, language: str, value: str, default: bool, **args: Any
) -> discord.SelectOption:
    return discord.SelectOption(label=text(code, language, **args), value=value, default=default)


MENUS: Mapping[str, Callable[[Habits, str], Iterator[discord.SelectOption]]] = {
    "language": _languages,
    "days": _days,
    "reminder": _reminders,
}


class SettingMenu(LastingItem[ui.Select[Any]], template=rf"me:(?P<verb>{'|'.join(MENUS)})" + FRESH):
    """A menu of the settings: `me:<verb>`."""

    def __init__(self, item: ui.Select[Any], verb: str) -> None:
        super().__init__(item)
        self.verb = verb

    @classmethod
    def of(cls, verb: str, habits: Habits, language: str) -> Self:
        """The menu as it stands; of days, none or several may be chosen."""
        options = list(MENUS[verb](habits, language))
        several = verb == "days"
        menu = ui.Select[Any](
            custom_id=f"me:{verb}",
            placeholder=text(f"me.{verb}_menu", language),
            options=options,
            min_values=0 if several else 1,
            max_values=len(options) if several else 1,
        )
        return cls(menu, verb)

    async def press(self, interaction: Click) -> None:
        """Take what was chosen over, and show the settings as they are now."""
        await defer(interaction)
        await _carry_out(interaction, CHOSEN[self.verb], values(interaction))


async def _carry_out(interaction: Click, act: Callable[..., Awaitable[str]], *args: Any) -> None:
    """Do it; the panel says what came of it, or what stands in its way."""
    try:
        note = await act(interaction, *args)
    except RulesError as refusal:
        note = sentence(refusal, reader(interaction))
    await show(interaction, (panel(interaction, note), []))


async def _change(interaction: Click, **chosen: Any) -> str:
    """Choose something; the language they are written to in follows."""
    discord = language_of(interaction.locale.value)
    await interaction.client.tables.change_habits(interaction.user.id, discord=discord, **chosen)
    return ""


async def _choose_language(interaction: Click, chosen: Sequence[str]) -> str:
    language = "".join(chosen)
    await _change(interaction, language=None if language == USUAL else language)
    await interaction.client.tables.tell_hands_again(interaction.user.id)
    return ""


async def _choose_days(interaction: Click, chosen: Sequence[str]) -> str:
    hours = _hours(interaction)
    days = {int(day) for day in chosen if day.isdecimal()} & set(WEEK)
    found = agreed(hours.zone, hours.quiet_from, hours.quiet_to, days)
    return await _change(interaction, hours=found)


async def _choose_reminder(interaction: Click, chosen: Sequence[str]) -> str:
    hours = next((one for one in REMINDERS if [str(one)] == list(chosen)), None)
    span = None if hours is None else timedelta(hours=hours)
    return await _change(interaction, first_reminder=span)


CHOSEN: Mapping[str, Callable[[Click, Sequence[str]], Awaitable[str]]] = {
    "language": _choose_language,
    "days": _choose_days,
    "reminder": _choose_reminder,
}


def _hours(interaction: Click) -> Hours:
    return interaction.client.people.habits(interaction.user.id).hours


# ---- the buttons ---------------------------------------------------------------------------------


async def _toggle_next(interaction: Click) -> str:
    habits = interaction.client.people.habits(interaction.user.id)
    return await _change(interaction, next_up=not habits.next_up)


async def _test(interaction: Click) -> str:
    """Call somebody as a reminder would, so that they see whether their phone tells them."""
    language = reader(interaction)
    with suppress(*NO_HARM):
        direct = await interaction.user.create_dm()
        await direct.send(text("me.test_ping", language), allowed_mentions=NOBODY)
        return text("me.test_sent", language)
    return text("me.test_refused", language)


BUTTONS = ("hours", "next", "test")
PRESSED: Mapping[str, Callable[[Click], Awaitable[str]]] = {"next": _toggle_next, "test": _test}
"""What the buttons do that open no form."""


class SettingButton(LastingItem[ui.Button[Any]], template=rf"me:(?P<verb>{'|'.join(BUTTONS)})"):
    """A button of the settings: `me:<verb>`."""

    def __init__(self, item: ui.Button[Any], verb: str) -> None:
        super().__init__(item)
        self.verb = verb

    @classmethod
    def of(cls, verb: str, habits: Habits, language: str) -> Self:
        """The button, which says what it would change."""
        is_on = verb == "next" and habits.next_up
        code = "me.next_off_button" if is_on else f"me.{verb}_button"
        return cls(ui.Button[Any](label=text(code, language), custom_id=f"me:{verb}"), verb)

    async def press(self, interaction: Click) -> None:
        """Open the form, or do it and show the settings as they are now."""
        if self.verb not in PRESSED:
            await interaction.response.send_modal(form(interaction))
            return
        await defer(interaction)
        await _carry_out(interaction, PRESSED[self.verb])


# ---- the form ------------------------------------------------------------------------------------


def form(interaction: Click) -> ui.Modal:
    """A form for zone and quiet hours, with what is known filled in, or a likely zone."""
    language, hours = reader(interaction), _hours(interaction)
    known = {
        "zone": zones.guess(interaction.locale.value)
        if hours == Hours()
        else zones.label_of(hours.zone),
        "from": _clock(hours.quiet_from) if hours.quiet_from is not None else "",
        "to": _clock(hours.quiet_to) if hours.quiet_to is not None else "",
    }
    modal = ui.Modal(title=text("me.form_title", language), custom_id=FORM, timeout=FORGOTTEN)
    for name, longest in FIELDS.items():
        field = ui.TextInput[Any](
            custom_id=name,
            default=known[name] or None,
            placeholder=text(f"me.form_{name}_example", language),
            max_length=longest,
            required=name == "zone",
        )
        modal.add_item(ui.Label(text=text(f"me.form_{name}", language), component=field))
    return modal


async def sent(interaction: Click, fields: Mapping[str, str]) -> None:
    """Take over what was typed in the form."""
    await defer(interaction)
    await _carry_out(interaction, _choose_hours, fields)


async def _choose_hours(interaction: Click, fields: Mapping[str, str]) -> str:
    zone = zones.meant(fields.get("zone", ""), reader(interaction))
    begin, end = (moments.clock(fields.get(name, "")) for name in ("from", "to"))
    found = agreed(zone, begin, end, _hours(interaction).quiet_days)
    return await _change(interaction, hours=found)


async def choose_zone(interaction: Click, typed: str) -> None:
    """Live in another zone; the hours stay as they are on the wall."""
    zone = zones.meant(typed, reader(interaction))
    await _change(interaction, hours=replace(_hours(interaction), zone=zone))
