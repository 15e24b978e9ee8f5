"""The panel of `/me settings`: a person's own settings, and the controls that change them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import time, timedelta
from functools import partial
from typing import Annotated, Any

import discord
from babel.core import Locale
from discord import app_commands, ui
from msgspec.structs import replace

from bot.connection.outages import unless_refused
from bot.i18n import LANGUAGES, text
from bot.table import moments, zones
from bot.table.hours import WEEK, Hours, hours_from_choice, zone_of
from bot.table.preferences import Preferences
from cogs._access.commands import command
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.forms import LastingForm
from cogs._answering.items import ACCENT, BaseMenu, matching_choices, menu_of
from cogs._answering.lasting_items import LastingButton, LastingMenu
from cogs._answering.messages import NOBODY
from cogs._answering.presentation import frame
from cogs._answering.refusals import sentence
from cogs._answering.visitor import Visitor
from cogs._me.absence import AwayButton, BackButton
from rules.contract import RulesError

USUAL = "usual"
"""Value of a menu's entry that stands for the default."""
REMINDERS = (3, 6, 12, 24, 48)
"""Hours until the first reminder, as they are offered."""
FIELDS = {"zone": 60, "from": 10, "to": 10}
"""Fields of the form, and the characters that each may have."""


# ---- the panel -----------------------------------------------------------------------------------


def panel(visitor: Visitor, note: str = "") -> Panel:
    """Panel of a person's settings, with the controls to change them."""
    app, language = visitor.app, visitor.language
    preferences = app.people.preferences(visitor.user)
    lines = [visitor.text("me.heading"), *_lines(visitor, preferences)]
    menus = [SettingMenu(menu(preferences, language), verb) for verb, (menu, _) in MENUS.items()]
    switches = {"next": preferences.next_up, "stats": preferences.unlisted}
    codes = {verb: f"me.{verb}_off_button" for verb, is_on in switches.items() if is_on}
    buttons = [
        SettingButton.named(visitor.text(codes.get(verb, f"me.{verb}_button")), verb)
        for verb in BUTTONS
    ]
    is_away = preferences.is_away(app.clock.now())
    presence = (BackButton if is_away else AwayButton).of(language)
    return frame(ACCENT, "\n".join(lines), note, *menus, [*buttons, presence])


def _lines(visitor: Visitor, preferences: Preferences) -> Iterator[str]:
    hours, moment = preferences.hours, visitor.app.clock.now()
    wall = moment.astimezone(zone_of(hours.zone))
    yield visitor.text("me.zone_line", zone=zones.label_of(hours.zone), time=_clock(wall.time()))
    yield _quiet_line(visitor, hours)
    if preferences.is_away(moment):
        day = discord.utils.format_dt(preferences.away_until or moment, "D")
        yield visitor.text("me.away_line", back=day)
    if preferences.unlisted:
        yield visitor.text("me.unlisted_line")


def _quiet_line(visitor: Visitor, hours: Hours) -> str:
    days = [_day(day, visitor.language) for day in sorted(hours.quiet_days)]
    if hours.quiet_from is None or hours.quiet_to is None:
        return visitor.text("me.quiet_days_line" if days else "me.no_quiet_line", days=days)
    night = {"begin": _clock(hours.quiet_from), "end": _clock(hours.quiet_to)}
    code = "me.quiet_both_line" if days else "me.quiet_hours_line"
    return visitor.text(code, days=days, **night)


def _day(day: int, language: str) -> str:
    return str(Locale.parse(language).days["format"]["wide"][day])


def _clock(reading: time) -> str:
    return reading.strftime("%H:%M")


# ---- the menus -----------------------------------------------------------------------------------


def _languages(preferences: Preferences, language: str) -> BaseMenu:
    names = {code: text(f"common.language_{code}", code) for code in LANGUAGES}
    chosen = {code: text("me.language_chosen", code, language=name) for code, name in names.items()}
    usual, title = {USUAL: text("me.language_usual", language)}, text("me.language_menu", language)
    return menu_of(usual | chosen, preferences.language or USUAL, title=title)


def _days(preferences: Preferences, language: str) -> BaseMenu:
    names = {str(day): text("me.quiet_day", language, day=_day(day, language)) for day in WEEK}
    days, title = map(str, preferences.hours.quiet_days), text("me.days_menu", language)
    return menu_of(names, *days, title=title, many=True)


def _reminders(preferences: Preferences, language: str) -> BaseMenu:
    after = {str(hours): text("me.reminder_after", language, n=hours) for hours in REMINDERS}
    usual, title = {USUAL: text("me.reminder_usual", language)}, text("me.reminder_menu", language)
    first = preferences.first_reminder
    chosen = USUAL if first is None else str(first // timedelta(hours=1))
    return menu_of(usual | after, chosen, title=title)


def _hours(visitor: Visitor) -> Hours:
    return visitor.app.people.preferences(visitor.user).hours


async def _change(visitor: Visitor, **changes: Any) -> str:
    """Save a choice, together with the language of the person's Discord."""
    discord = visitor.discord_language
    await visitor.app.absences.change_preferences(visitor.user, discord=discord, **changes)
    return ""


async def _choose_language(visitor: Visitor, choices: Sequence[str]) -> str:
    language = "".join(choices)
    await _change(visitor, language=None if language == USUAL else language)
    await visitor.app.places.refresh_hands(visitor.user)
    return ""


async def _choose_days(visitor: Visitor, choices: Sequence[str]) -> str:
    hours = _hours(visitor)
    days = {int(day) for day in choices if day.isdecimal()} & set(WEEK)
    new_hours = hours_from_choice(hours.zone, hours.quiet_from, hours.quiet_to, days)
    return await _change(visitor, hours=new_hours)


async def _choose_reminder(visitor: Visitor, choices: Sequence[str]) -> str:
    hours = next((choice for choice in REMINDERS if [str(choice)] == list(choices)), None)
    span = None if hours is None else timedelta(hours=hours)
    return await _change(visitor, first_reminder=span)


MENUS: Mapping[str, tuple[Callable[[Preferences, str], BaseMenu], Callable[..., Any]]] = {
    "language": (_languages, _choose_language),
    "days": (_days, _choose_days),
    "reminder": (_reminders, _choose_reminder),
}
"""Each menu, and what saves a choice."""


class SettingMenu(LastingMenu, template="me:{verb}"):
    """A menu of the settings."""

    verb: Annotated[str, one_of(MENUS)]

    async def press(self, visitor: Visitor) -> Panel:
        return await _carry_out(visitor, MENUS[self.verb][1], visitor.values)


async def _carry_out(visitor: Visitor, act: Callable[..., Awaitable[str]], *args: Any) -> Panel:
    """Call `act` and show the panel again, with its note or its refusal."""
    try:
        note = await act(visitor, *args)
    except RulesError as refusal:
        note = sentence(refusal, visitor.language)
    current = visitor.in_language_of_now()
    return panel(current, note)


# ---- the buttons ---------------------------------------------------------------------------------


async def _toggle(name: str, visitor: Visitor) -> str:
    preferences = visitor.app.people.preferences(visitor.user)
    return await _change(visitor, **{name: not getattr(preferences, name)})


async def _test(visitor: Visitor) -> str:
    """Send the person a test ping, so that they see whether their phone notifies them."""
    ping = visitor.text("me.test_ping")
    sending = visitor.interaction.user.send(ping, allowed_mentions=NOBODY)
    message = await unless_refused(sending)
    return visitor.text("me.test_refused" if message is None else "me.test_sent")


BUTTONS = ("hours", "next", "test", "stats")
PRESSED: Mapping[str, Callable[[Visitor], Awaitable[str]]] = {
    "next": partial(_toggle, "next_up"),
    "test": _test,
    "stats": partial(_toggle, "unlisted"),
}
"""Actions of the buttons that open no form."""


class SettingButton(LastingButton, template="me:{verb}"):
    """A button of the settings."""

    verb: Annotated[str, one_of(BUTTONS)]

    @property
    def may_take_long(self) -> bool:
        return self.verb in PRESSED

    async def press(self, visitor: Visitor) -> Panel | None:
        if self.verb not in PRESSED:
            await visitor.interaction.response.send_modal(HoursForm.of(visitor))
            return None
        return await _carry_out(visitor, PRESSED[self.verb])


# ---- the form ------------------------------------------------------------------------------------


class HoursForm(LastingForm, template="hours"):
    """Form for time zone and quiet hours."""

    @classmethod
    def of(cls, visitor: Visitor) -> ui.Modal:
        """Form with the known values or a likely zone filled in."""
        hours = _hours(visitor)
        defaults = {
            "zone": zones.guess(visitor.interaction.locale.value)
            if hours == Hours()
            else zones.label_of(hours.zone),
            "from": _clock(hours.quiet_from) if hours.quiet_from is not None else "",
            "to": _clock(hours.quiet_to) if hours.quiet_to is not None else "",
        }
        inputs = {
            visitor.text(f"me.form_{name}"): ui.TextInput[Any](
                custom_id=name,
                default=defaults[name] or None,
                placeholder=visitor.text(f"me.form_{name}_example"),
                max_length=longest,
                required=name == "zone",
            )
            for name, longest in FIELDS.items()
        }
        return cls().modal(visitor.text("me.form_title"), inputs)

    async def submit(self, visitor: Visitor, texts: Mapping[str, str]) -> Panel:
        return await _carry_out(visitor, _choose_hours, texts)


async def _choose_hours(visitor: Visitor, fields: Mapping[str, str]) -> str:
    zone = zones.zone_from_text(fields.get("zone", ""), visitor.language)
    begin, end = (moments.clock(fields.get(name, "")) for name in ("from", "to"))
    new_hours = hours_from_choice(zone, begin, end, _hours(visitor).quiet_days)
    return await _change(visitor, hours=new_hours)


# ---- the command ---------------------------------------------------------------------------------


async def _zone_choices(visitor: Visitor, typed: str) -> list[app_commands.Choice[str]]:
    """Choices of time zones by city, country or name; before any text, a likely one first."""
    zone_names = zones.zone_labels(visitor.language)
    likely = zones.guess(visitor.interaction.locale.value)
    return matching_choices(typed, {likely: zone_names.get(likely, likely), **zone_names})


@command("me settings", zone=_zone_choices)
async def settings(visitor: Visitor, zone: str | None = None) -> Panel:
    """Show my settings and the controls to change them; with a zone, save it first.

    Quiet hours keep their wall-clock times.
    """
    if zone is not None:
        hours = replace(_hours(visitor), zone=zones.zone_from_text(zone, visitor.language))
        await _change(visitor, hours=hours)
    return panel(visitor)
