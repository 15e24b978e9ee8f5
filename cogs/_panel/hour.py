"""The question for a person's hour: asked once in private, when they first take a seat.

From the answer follow their time zone, and quiet hours at night unless they choose others.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import time, timedelta
from typing import Annotated

from bot.table import zones
from bot.table.hours import Hours, zone_of
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.edits import NO_HARM
from cogs._answering.items import ACCENT, GREEN, GREY, menu_of
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
    guesses = zones.guesses(visitor.interaction.locale.value)
    times = {zone: _wall_clock(visitor, zone) for zone in guesses}
    yes = times if len(guesses) > 1 else {guesses[0]: visitor.text("me.hour_yes")}
    code = "me.hour_question" if len(guesses) == 1 else "me.hour_guesses"
    line = visitor.text(code, time=times[guesses[0]])
    buttons = [HourButton.named(label, "yes", zone) for zone, label in yes.items()]
    buttons += [HourButton.of(verb, guesses[0], visitor.language) for verb in ("other", "later")]
    return frame(ACCENT, line, buttons)


def _wall_clock(visitor: Visitor, zone: str) -> str:
    return f"{visitor.app.clock.now().astimezone(zone_of(zone)):%H:%M}"


async def _save(visitor: Visitor, zone: str) -> Panel:
    """Save the zone of a person with a quiet night, and say so."""
    hours = Hours(zone, *NIGHT)
    await visitor.app.absences.change_preferences(
        visitor.user, discord=visitor.discord_language, hours=hours, hour_asked=True
    )
    begin, end = (f"{reading:%H:%M}" for reading in NIGHT)
    settings = visitor.app.slash("me settings")
    line = visitor.text("me.hour_saved", begin=begin, end=end, settings=settings)
    return frame(ACCENT, line)


class HourButton(LastingButton, template="hr:{verb}:{zone}"):
    """Answer to the question for the hour."""

    label = "me.hour_{verb}"
    style = STYLES
    verb: Annotated[str, one_of(STYLES)]
    zone: Annotated[str, "[A-Za-z0-9_/+-]{1,64}"]

    async def press(self, visitor: Visitor) -> Panel:
        if self.verb == "yes":
            return await _save(visitor, zones.zone_from_text(self.zone, visitor.language))
        if self.verb == "other":
            return _page_of_hours(visitor)
        line = visitor.text("me.hour_skipped", settings=visitor.app.slash("me settings"))
        return frame(ACCENT, line)


def _page_of_hours(visitor: Visitor) -> Panel:
    """Page with a menu of all whole hours away from UTC, by the time of day."""
    now, which = visitor.app.clock.now(), visitor.text("me.hour_which")
    times = {hours: now + timedelta(hours=hours) for hours in OFFSETS}
    offsets = sorted(times, key=lambda hours: times[hours].time())
    readings = {str(hours): f"{times[hours]:%H:%M}" for hours in offsets}
    return frame(ACCENT, which, HourMenu(menu_of(readings, title=which)))


class HourMenu(LastingMenu, template="hm"):
    """Menu of the hours that it is somewhere now; each value is an offset from UTC."""

    async def press(self, visitor: Visitor) -> Panel:
        offsets = [hours for hours in OFFSETS if str(hours) in visitor.values]
        if not offsets:
            raise RulesError("me.no_hour")
        offset, now = timedelta(hours=offsets[0]), visitor.app.clock.now()
        locale = visitor.interaction.locale.value
        return await _save(visitor, zones.zone_at_offset(offset, now, locale))
