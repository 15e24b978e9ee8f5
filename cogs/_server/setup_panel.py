"""The panel of `/hexagora setup`: the settings of a server, and the controls that change them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import discord
from discord import ui

from bot.i18n import LANGUAGES, text
from bot.service.servers import MOST_CHANNELS
from bot.table.options import PACES, Pace
from bot.table.server import ServerSettings
from cogs._access.commands import command
from cogs._access.server_rules import missing_ids, require_manager
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.items import ACCENT, BaseMenu, Component, menu_of
from cogs._answering.lasting_items import LastingButton, LastingMenu
from cogs._answering.presentation import frame
from cogs._answering.refusals import sentence
from cogs._answering.visitor import Visitor
from cogs._words import terms
from cogs._words.labels import capitalised
from rules.contract import RulesError

USUAL = "usual"
"""Value of a menu's entry that stands for the default."""
CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.media,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
]
"""Kinds of channels in which tables can be opened, in their threads or posts as well.

The menu offers all kinds: Discord's description of its API has no media channels, and may refuse a
menu that names them.
"""


# ---- the panel -----------------------------------------------------------------------------------


@command("hexagora setup")
async def show_settings(visitor: Visitor) -> Panel:
    """Show the settings of this server, and say once which channels and roles no longer exist."""
    require_manager(visitor)
    app, guild, note = visitor.app, visitor.guild, ""
    settings = await app.servers.settings(guild)
    if gone := missing_ids(app.get_guild(guild), settings):
        losses = [*_losses(visitor, settings, gone)]
        note = visitor.text("server.lost", what=losses)
        settings = await app.servers.forget_places(guild, gone)
    return panel(visitor, settings, note)


def _losses(visitor: Visitor, settings: ServerSettings, gone: set[int]) -> Iterator[str]:
    """Names for the chosen channels and roles that no longer exist."""
    if channels := len(gone & {*settings.channels}):
        yield visitor.text("server.lost_channels", n=channels)
    if settings.openers in gone:
        yield visitor.text("server.lost_openers")
    if settings.referees in gone:
        yield visitor.text("server.lost_referees")


def panel(visitor: Visitor, settings: ServerSettings, note: str = "") -> Panel:
    """Panel of the settings: each menu below its title, the button that changes the sound."""
    language = visitor.language
    settings = settings.without(missing_ids(visitor.app.get_guild(visitor.guild), settings))
    parts = list[Component]([visitor.text("server.heading")])
    for verb, (menu, _) in MENUS.items():
        parts += visitor.text(f"server.{verb}"), SetupMenu(menu(settings, language), verb)
    switch = visitor.text("server.quiet_on" if settings.quiet else "server.quiet_off")
    return frame(ACCENT, *parts, QuietButton.named(switch), note)


# ---- the menus -----------------------------------------------------------------------------------


def _language_menu(settings: ServerSettings, language: str) -> BaseMenu:
    names = {code: capitalised(text(f"common.language_{code}", code)) for code in LANGUAGES}
    names = {USUAL: text("server.language_usual", language), **names}
    return menu_of(names, settings.language or USUAL)


def _pace_menu(settings: ServerSettings, language: str) -> BaseMenu:
    names = {pace: capitalised(terms.label("pace", pace, language)) for pace in PACES}
    return menu_of(names, settings.pace or Pace.NONE)


def _channels_menu(settings: ServerSettings, language: str) -> BaseMenu:
    return ui.ChannelSelect[Any](
        placeholder=text("server.channels_usual", language),
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in settings.channels
        ],
        min_values=0,
        max_values=MOST_CHANNELS,
    )


def _role_menu(name: str, settings: ServerSettings, language: str) -> BaseMenu:
    """Menu of all roles, of which one or none is chosen as the setting of this name."""
    role, kind = getattr(settings, name), discord.SelectDefaultValueType.role
    chosen = [] if role is None else [discord.SelectDefaultValue(id=role, type=kind)]
    hint = text(f"server.{name}_usual", language)
    return ui.RoleSelect[Any](placeholder=hint, default_values=chosen, min_values=0)


# ---- the changes ---------------------------------------------------------------------------------

Choose = Callable[[Visitor], Awaitable[ServerSettings]]
"""Saves what was chosen in a menu, and returns the settings."""


async def _choose(name: str, usual: str, visitor: Visitor) -> ServerSettings:
    """Save a value; the usual one means that there is none."""
    value = visitor.value
    return await _change(visitor, **{name: None if value == usual else value})


async def _choose_channels(visitor: Visitor) -> ServerSettings:
    """Save the channels; a category has no room for a table itself."""
    channels, guild = tuple(_ids(visitor.values)), visitor.app.get_guild(visitor.guild)
    for number in channels:
        channel = guild and guild.get_channel(number)
        if channel and channel.type not in CHANNELS:
            raise RulesError("server.no_room", channel=f"<#{number}>")
    return await _change(visitor, channels=channels)


async def _choose_openers(visitor: Visitor) -> ServerSettings:
    """Save the role; that of everyone means that there is no condition."""
    role = next(_ids(visitor.values), None)
    return await _change(visitor, openers=None if role == visitor.guild else role)


async def _choose_referees(visitor: Visitor) -> ServerSettings:
    role = next(_ids(visitor.values), None)
    if role is not None and role == visitor.guild:
        raise RulesError("table.referee_everyone")
    return await _change(visitor, referees=role)


async def _switch_sound(visitor: Visitor) -> ServerSettings:
    settings = await visitor.app.servers.settings(visitor.guild)
    return await _change(visitor, quiet=not settings.quiet)


async def _change(visitor: Visitor, **chosen: Any) -> ServerSettings:
    return await visitor.app.servers.change(visitor.guild, **chosen)


def _ids(values: Sequence[str]) -> Iterator[int]:
    """Ids of the channels or roles that were chosen."""
    return (int(value) for value in values if value.isdecimal())


MENUS: Mapping[str, tuple[Callable[[ServerSettings, str], BaseMenu], Choose]] = {
    "language": (_language_menu, partial(_choose, "language", USUAL)),
    "pace": (_pace_menu, partial(_choose, "pace", str(Pace.NONE))),
    "channels": (_channels_menu, _choose_channels),
    "openers": (partial(_role_menu, "openers"), _choose_openers),
    "referees": (partial(_role_menu, "referees"), _choose_referees),
}
"""Each menu, and what saves its choice."""


# ---- controls ------------------------------------------------------------------------------------


class SetupMenu(LastingMenu, template="sv:{verb}"):
    """A menu of the settings."""

    verb: Annotated[str, one_of(MENUS)]

    async def press(self, visitor: Visitor) -> Panel:
        return await _carry_out(visitor, MENUS[self.verb][1])


class QuietButton(LastingButton, template="sv:quiet"):
    """Switches the sound of posts that call nobody."""

    async def press(self, visitor: Visitor) -> Panel:
        return await _carry_out(visitor, _switch_sound)


async def _carry_out(visitor: Visitor, choose: Choose) -> Panel:
    """Save a choice of somebody who may manage the server, and show the panel again."""
    require_manager(visitor)
    note = ""
    try:
        settings = await choose(visitor)
    except RulesError as refusal:
        note = sentence(refusal, visitor.language)
        settings = await visitor.app.servers.settings(visitor.guild)
    return panel(visitor, settings, note)
