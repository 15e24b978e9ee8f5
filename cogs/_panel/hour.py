"""The question for a person's hour: asked once in private, when they first take a seat.

From the answer follow their time zone, and quiet hours at night unless they choose others.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Annotated, Self

from discord import ui

from bot.i18n import text
from bot.table import zones
from bot.table.hours import Hours, zone_of
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.edits import NO_HARM
from cogs._answering.items import ACCENT, GREEN, GREY, entries
from cogs._answering.lasting_items import LastingButton, LastingMenu
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from rules.contract import RulesError

NIGHT = time(23), time(8)
"""Quiet hours of a person who has chosen none."""
OFFSETS = range(-11, 13)
"""Whole hours away from UTC, one for each hour of the day."""
STYLES = {
    "yes": GREEN,
    "other": GREY,
    "later": GREY,
}


async def ask(visitor: Visitor) -> None:
    """Ask a person for their hour, once, unless they have chosen their hours."""
    app, preferences = visitor.app, visitor.app.people.preferences(visitor.user)
    if preferences.hour_asked or preferences.hours != Hours():
        return
    with suppress(*NO_HARM):
        await visitor.answer.send(question(visitor))
        await app.people.change(visitor.user, hour_asked=True)


def question(visitor: Visitor) -> Panel:
    """The question, with a guess from the language and country of the person's Discord, or more."""
    language, guesses = visitor.language, zones.guesses(visitor.interaction.locale.value)
    times = {zone: _wall_clock(visitor, zone) for zone in guesses}
    yes = {zone: time if len(guesses) > 1 else "" for zone, time in times.items()}
    code = "me.hour_question" if len(guesses) == 1 else "me.hour_guesses"
    line = visitor.text(code, time=times[guesses[0]])
    buttons = [HourButton.of("yes", zone, language, label) for zone, label in yes.items()]
    buttons += [HourButton.of(verb, guesses[0], language) for verb in ("other", "later")]
    return frame(ACCENT, line, buttons)


def _wall_clock(visitor: Visitor, zone: str) -> str:
    """The time of day in a zone."""
    return f"{visitor.app.clock.now().astimezone(zone_of(zone)):%H:%M}"


async def _save(visitor: Visitor, zone: str) -> None:
    """Save the zone of a person with a quiet night, and say so."""
    hours = Hours(zone, *NIGHT)
    await visitor.app.absences.change_preferences(
        visitor.user, discord=visitor.discord_language, hours=hours, hour_asked=True
    )
    begin, end = (f"{reading:%H:%M}" for reading in NIGHT)
    settings = visitor.app.slash("me settings")
    line = visitor.text("me.hour_saved", begin=begin, end=end, settings=settings)
    await visitor.show(frame(ACCENT, line))


class HourButton(LastingButton, template="hr:{verb}:{zone}"):
    """Answer to the question for the hour."""

    verb: Annotated[str, one_of(STYLES)]
    zone: Annotated[str, "[A-Za-z0-9_/+-]{1,64}"]

    @classmethod
    def of(cls, verb: str, zone: str, language: str, label: str = "") -> Self:
        """Button of an answer, which bears a time where there are several guesses."""
        label = label or text(f"me.hour_{verb}", language)
        return cls(ui.Button(label=label, style=STYLES[verb]), verb, zone)

    async def press(self, visitor: Visitor) -> None:
        language = visitor.language
        if self.verb == "yes":
            await _save(visitor, zones.zone_from_text(self.zone, language))
        elif self.verb == "other":
            menu = HourMenu.of(visitor.app.clock.now(), language)
            await visitor.show(frame(ACCENT, visitor.text("me.hour_which"), menu))
        else:
            line = visitor.text("me.hour_skipped", settings=visitor.app.slash("me settings"))
            await visitor.show(frame(ACCENT, line))


class HourMenu(LastingMenu, template="hm"):
    """Menu of the hours that it is somewhere now; each value is an offset from UTC."""

    @classmethod
    def of(cls, now: datetime, language: str) -> Self:
        """Menu of all whole hours away from UTC, by the time of day."""
        offsets = sorted(OFFSETS, key=lambda hours: _at(now, hours).time())
        times = {str(hours): f"{_at(now, hours):%H:%M}" for hours in offsets}
        title = text("me.hour_which", language)
        return cls(ui.Select(placeholder=title, options=entries(times)))

    async def press(self, visitor: Visitor) -> None:
        offsets = [hours for hours in OFFSETS if str(hours) in visitor.values]
        if not offsets:
            raise RulesError("me.no_hour")
        offset, now = timedelta(hours=offsets[0]), visitor.app.clock.now()
        locale = visitor.interaction.locale.value
        await _save(visitor, zones.zone_at_offset(offset, now, locale))


def _at(now: datetime, hours: int) -> datetime:
    """The local time so many hours away from UTC."""
    return now + timedelta(hours=hours)
