"""The lobby: a post with Join · Leave · Start · Options, and the host's private panel behind it.

The table is the truth and every post is drawn from it, so an old button works after a restart, and
two people who join at once both end up on the post.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Self

import discord
from discord import ui

from bot.app import App
from bot.i18n import LANGUAGES, text
from bot.table.options import Pace, changed
from bot.table.seating import Status, Table
from bot.words import composed
from cogs import _labels, _settings, _terms
from cogs._access import require_lobby, table_in
from cogs._items import ACCENT, FRESH, freshen, values
from cogs._labels import Click, reader
from cogs._message import NOBODY, Message, fitted
from cogs.errors import LastingItem
from rules.contract import BadOptions, Choice

VERBS = {
    "join": discord.ButtonStyle.success,
    "leave": discord.ButtonStyle.secondary,
    "start": discord.ButtonStyle.primary,
    "options": discord.ButtonStyle.secondary,
}
ORDERS = {"drawn": True, "joined": False}
"""Who begins: drawn at the start, or whoever joined first."""


# ---- what people see ---------------------------------------------------------------------------


def lobby_post(app: App, table: Table, invited: Sequence[int] = (), outcome: str = "") -> Message:
    """The public post of a table, from its opening until the game is over.

    The people `invited` to play once more are mentioned first. The `outcome` says who has won.
    """
    language = table.language
    content = fitted(
        *_invitation(table, invited),
        f"## {_labels.title(table, language)}",
        _headline(table, outcome),
        f"-# {_labels.agreed(table, language)}",
        *_hands(table),
        _seats(app, table),
    )
    return Message(content, buttons=_buttons(table) if table.status is Status.LOBBY else ())


def _invitation(table: Table, invited: Sequence[int]) -> Iterator[str]:
    if invited:
        names = [f"<@{user}>" for user in invited]
        yield text("lobby.rematch", table.language, names=names, host=_labels.host(table))


def _headline(table: Table, outcome: str) -> str:
    code = f"lobby.headline_{table.status}"
    if table.status is Status.LOBBY and len(table.seats) >= table.size:
        code = "lobby.headline_full"
    elif outcome:
        code = "lobby.headline_won"
    host, place = _labels.host(table), _labels.place(table)
    return text(code, table.language, host=host, place=place, outcome=outcome)


def _hands(table: Table) -> Iterator[str]:
    if _labels.facts(table).hands and table.status is Status.LOBBY:
        yield text("lobby.hands", table.language)


def _seats(app: App, table: Table) -> str:
    lines = [
        f"{_labels.mark(app, table, seat)} {_holder(table, seat)}"
        for seat in range(max(table.size, len(table.seats)))
    ]
    return "\n".join(lines)


def _holder(table: Table, seat: int) -> str:
    if seat >= len(table.seats):
        return text("lobby.free_seat", table.language)
    shown, ai = _labels.bold_names(table)[seat], table.seats[seat].ai
    if ai is not None:
        level = text(f"common.level_{ai}", table.language)
        return text("lobby.machine", table.language, name=shown, level=level)
    if table.seats[seat].user_id == table.host_id:
        return text("lobby.host", table.language, name=shown)
    return shown


def _buttons(table: Table) -> list[LobbyButton]:
    full = len(table.seats) >= table.size
    shown = [verb for verb in VERBS if not (verb == "join" and full)]
    return [LobbyButton.of(table, verb) for verb in shown]


def options_panel(table: Table, language: str) -> ui.LayoutView:
    """The host's menus, one per setting, private and in the host's language."""
    return _page(table, "options", _menus(table, language), language)


def terms_panel(table: Table, language: str) -> ui.LayoutView:
    """A page behind it: what is agreed on beside the game."""
    menus = chain(_order_menu(table, language), _term_menus(table, language, "terms"))
    return _page(table, "terms", menus, language)


def pace_panel(table: Table, language: str) -> ui.LayoutView:
    """Another one: how much time there is for a turn, and what happens to a late one."""
    return _page(table, "pace", _term_menus(table, language, "pace"), language)


def bank_panel(table: Table, language: str) -> ui.LayoutView:
    """The page behind that one: what a bank of time holds."""
    return _page(table, "bank", _term_menus(table, language, "bank"), language)


def _page(table: Table, page: str, menus: Iterable[Named], language: str) -> ui.LayoutView:
    """A page of menus, and the buttons that lead to the others."""
    panel = ui.Container[Any](accent_colour=ACCENT)
    panel.add_item(ui.TextDisplay(text("lobby.panel", language, table=table.number)))
    for name, menu in menus:
        panel.add_item(ui.TextDisplay(f"-# {name}"))
        panel.add_item(ui.ActionRow(menu))
    others = (OptionsButton.of(table, other, language) for other in _others(table, page))
    panel.add_item(ui.ActionRow(*others))
    return ui.LayoutView(timeout=None).add_item(panel)


def _others(table: Table, page: str) -> Iterator[str]:
    """The pages that a page leads to; the bank lies behind the pace."""
    if page == "bank":
        yield "pace"
        return
    yield from (other for other in ("options", "terms", "pace") if other != page)
    if page == "pace" and table.terms.pace is Pace.BANK:
        yield "bank"


def _term_menus(table: Table, language: str, page: str) -> Iterator[Named]:
    for term in _terms.asked(table, language, page):
        options = [_option(name, v, v == term.chosen) for v, name in term.labels.items()]
        yield term.name, LobbyMenu.of(table, f"t-{term.key}", options)


Named = tuple[str, "LobbyMenu"]
"""A menu under the name of what it sets."""


def _menus(table: Table, language: str) -> Iterator[Named]:
    yield from _size_menu(table, language)
    yield from _setting_menus(table, language)
    yield from _ai_menu(table, language)
    yield text("lobby.menu_language", language), _language_menu(table)


def _size_menu(table: Table, language: str) -> Iterator[Named]:
    sizes = _labels.facts(table).seats
    if len(sizes) > 1:
        options = [
            _option(text("lobby.players", language, n=size), str(size), size == table.size)
            for size in sizes
        ]
        yield text("lobby.menu_size", language), LobbyMenu.of(table, "size", options)


def _setting_menus(table: Table, language: str) -> Iterator[Named]:
    """One menu for each setting; for an order of many things one for each of its places."""
    for choice in _labels.settings(table):
        name = text(composed.setting(table.game, choice.key), language)
        if choice.ordered and _settings.is_short(choice):
            yield name, _whole_order_menu(table, choice, language)
        elif choice.ordered:
            for place in range(len(choice.default)):
                at = text("lobby.menu_place", language, name=name, place=place + 1)
                yield at, _place_menu(table, choice, place, language)
        else:
            yield name, _setting_menu(table, choice, language)


def _whole_order_menu(table: Table, choice: Choice, language: str) -> LobbyMenu:
    """Every order there is, in one menu."""
    chosen = table.options.get(choice.key, choice.default)
    now = " ".join(map(_labels.setting_token, chosen))
    every = _settings.named(_labels.facts(table), choice, language)
    options = [_option(one.name, one.value, one.value == now) for one in every]
    return LobbyMenu.of(table, f"o-{choice.key}", options)


def _place_menu(table: Table, choice: Choice, place: int, language: str) -> LobbyMenu:
    """What comes at a place of an order; what comes there now changes places with the new one."""
    chosen = table.options.get(choice.key, choice.default)
    options = [
        _option(
            _labels.place_label(table, choice, place, value, language),
            _labels.setting_token(value),
            value == chosen[place],
        )
        for value in choice.values
    ]
    return LobbyMenu.of(table, f"o-{choice.key}.{place}", options)


def _setting_menu(table: Table, choice: Choice, language: str) -> LobbyMenu:
    chosen = table.options.get(choice.key, choice.default)
    options = [
        _option(
            _labels.setting_label(table, choice, language, value),
            _labels.setting_token(value),
            value in chosen if choice.many else value == chosen,
        )
        for value in choice.values
    ]
    name = text(composed.setting(table.game, choice.key), language)
    return LobbyMenu.of(table, f"o-{choice.key}", options, many=choice.many, placeholder=name)


def _ai_menu(table: Table, language: str) -> Iterator[Named]:
    machines = [holder.ai for holder in table.seats if holder.ai]
    if table.size == 1:
        return
    options = [_option(text("lobby.ai_none", language), "none", not machines)]
    for player in _labels.facts(table).players:
        label = text(f"common.level_{player}_about", language)
        options += (
            _option(
                text("lobby.ai_seats", language, n=seats, player=label),
                f"{player}-{seats}",
                machines == [player] * seats,
            )
            for seats in range(1, table.size)
        )
    name = text("lobby.ai", language)
    yield name, LobbyMenu.of(table, "ai", options, placeholder=name)


def _order_menu(table: Table, language: str) -> Iterator[Named]:
    if table.size > 1:
        options = [
            _option(text(f"lobby.seats_{order}", language), order, drawn == table.drawn)
            for order, drawn in ORDERS.items()
        ]
        yield text("lobby.menu_drawn", language), LobbyMenu.of(table, "drawn", options)


def _language_menu(table: Table) -> LobbyMenu:
    options = [
        _option(text(f"common.language_{code}", code), code, code == table.language)
        for code in LANGUAGES
    ]
    return LobbyMenu.of(table, "language", options)


def _option(label: str, value: str, default: bool) -> discord.SelectOption:
    return discord.SelectOption(label=label[:1].upper() + label[1:], value=value, default=default)


# ---- what people press -------------------------------------------------------------------------


class LobbyButton(
    LastingItem[ui.Button[Any]],
    template=r"l:(?P<table_id>\d{1,18}):(?P<verb>join|leave|start|options)",
):
    """A button of the lobby post: `l:<table>:<verb>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, verb: str) -> None:
        super().__init__(item)
        self.table_id, self.verb = table_id, verb

    @classmethod
    def of(cls, table: Table, verb: str) -> Self:
        """The button `verb` of a table's post."""
        label = text(f"lobby.{verb}", table.language)
        button = ui.Button[Any](label=label, style=VERBS[verb], custom_id=f"l:{table.id}:{verb}")
        return cls(button, table.id, verb)

    async def press(self, interaction: Click) -> None:
        """Do what the button says, for the person who pressed it."""
        table = await table_in(interaction, self.table_id)
        if table.lobby_message_id is None and interaction.channel_id == table.channel_id:
            table = await _adopt(interaction, table)
        await PRESSED[self.verb](interaction, table)


async def _adopt(interaction: Click, table: Table) -> Table:
    """Note the post that was pressed: it is there, even if Discord's answer to us was lost."""
    post = interaction.message.id if interaction.message else None
    return await interaction.client.tables.posted(table, lobby_message_id=post)


async def _join(interaction: Click, table: Table) -> None:
    joined = await interaction.client.tables.join(table.id, _labels.person(interaction))
    await _show(interaction, joined)


async def _leave(interaction: Click, table: Table) -> None:
    require_lobby(interaction, table)
    await _show(interaction, await interaction.client.tables.leave(table.id, interaction.user.id))


async def _start(interaction: Click, table: Table) -> None:
    await _show(interaction, await interaction.client.tables.start(table.id, interaction.user.id))


async def _options(interaction: Click, table: Table) -> None:
    checked = await interaction.client.tables.configure(table.id, interaction.user.id)
    panel = options_panel(checked, reader(interaction))
    await interaction.response.send_message(view=panel, ephemeral=True)


PRESSED: Mapping[str, Callable[[Click, Table], Any]] = {
    "join": _join,
    "leave": _leave,
    "start": _start,
    "options": _options,
}


async def _show(interaction: Click, table: Table) -> None:
    """Redraw the post that was clicked, again if somebody else changed the table meanwhile.

    One that is made of components, as all once were, is left to the outbox, which posts another.
    """
    app, shown = interaction.client, lobby_post(interaction.client, table)
    if interaction.message is not None and interaction.message.flags.components_v2:
        await interaction.response.defer()
        return
    await interaction.response.edit_message(**shown.put, allowed_mentions=NOBODY)
    while differ(newer := lobby_post(app, await app.tables.get(table.id)), shown):
        shown = newer
        await interaction.edit_original_response(**shown.put, allowed_mentions=NOBODY)


def differ(one: Message, other: Message) -> bool:
    """Whether two posts look different."""
    seen = [(post.content, [button.item.label for button in post.buttons]) for post in (one, other)]
    return seen[0] != seen[1]


class OptionsButton(
    LastingItem[ui.Button[Any]],
    template=r"lp:(?P<table_id>\d{1,18}):(?P<page>options|terms|pace|bank)",
):
    """Turns the host's panel to another page: `lp:<table>:<page>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, page: str) -> None:
        super().__init__(item)
        self.table_id, self.page = table_id, page

    @classmethod
    def of(cls, table: Table, page: str, language: str) -> Self:
        """The button that leads to `page`."""
        label = text(f"lobby.page_{page}", language)
        button = ui.Button[Any](label=label, custom_id=f"lp:{table.id}:{page}")
        return cls(button, table.id, page)

    async def press(self, interaction: Click) -> None:
        """Show the page in the place of the other one, to a host who may still change it."""
        table = await table_in(interaction, self.table_id)
        table = await interaction.client.tables.configure(table.id, interaction.user.id)
        panel = PAGES[self.page](table, reader(interaction))
        freshen(panel, interaction)
        await interaction.response.edit_message(view=panel)


PAGES = {"options": options_panel, "terms": terms_panel, "pace": pace_panel, "bank": bank_panel}


def page_of(key: str) -> str:
    """The page that a menu stands on."""
    if key.startswith("t-"):
        return _terms.page_of(key[2:])
    return "terms" if key == "drawn" else "options"


class LobbyMenu(
    LastingItem[ui.Select[Any]],
    template=r"lo:(?P<table_id>\d{1,18}):(?P<key>size|ai|drawn|language|[ot]-[a-z_]{1,32}(\.\d{1,2})?)"
    + FRESH,
):
    """A menu of the host's panel: `lo:<table>:<key>`; the settings of the game begin with `o-`.

    Those that are the table's, whatever its game, begin with `t-`.
    `o-colours.2` is the third place of an order.
    """

    def __init__(self, item: ui.Select[Any], table_id: int, key: str) -> None:
        super().__init__(item)
        self.table_id, self.key = table_id, key

    @classmethod
    def of(
        cls,
        table: Table,
        key: str,
        options: list[discord.SelectOption],
        *,
        many: bool = False,
        placeholder: str | None = None,
    ) -> Self:
        """The menu `key` of a table's panel, with the present choice selected."""
        select = ui.Select[Any](
            custom_id=f"lo:{table.id}:{key}",
            options=options,
            placeholder=placeholder,
            min_values=0 if many else 1,
            max_values=len(options) if many else 1,
        )
        return cls(select, table.id, key)

    async def press(self, interaction: Click) -> None:
        """Set what was chosen and show the panel anew; the outbox redraws the post."""
        table = await table_in(interaction, self.table_id)
        change = chosen(table, self.key, values(interaction))
        table = await interaction.client.tables.configure(table.id, interaction.user.id, **change)
        panel = PAGES[page_of(self.key)](table, reader(interaction))
        freshen(panel, interaction)
        await interaction.response.edit_message(view=panel)


def chosen(table: Table, key: str, values: Sequence[str]) -> dict[str, Any]:
    """What the values of the menu `key` mean to `Tables.configure`. Raises BadOptions."""
    if key.startswith("o-"):
        setting, _, place = key[2:].partition(".")
        return {"options": {**table.options, setting: _setting(table, setting, place, values)}}
    if key.startswith("t-"):
        return {"terms": changed(table.terms, key[2:], "".join(values))}
    try:
        return {key: READ[key](values[0])}
    except (ValueError, LookupError) as error:
        raise BadOptions("lobby.bad_choice") from error


def _setting(table: Table, key: str, place: str, values: Sequence[str]) -> Any:
    choice = next((choice for choice in _labels.settings(table) if choice.key == key), None)
    known = {_labels.setting_token(value): value for value in choice.values} if choice else {}
    if choice is not None and choice.ordered and not place:
        return _whole_order(choice, known, " ".join(values).split(" "))
    if choice is None or not known.keys() >= set(values) or not (values or choice.many):
        raise BadOptions("lobby.bad_choice")
    picked = [known[value] for value in known if value in values]
    if choice.ordered:
        return _reordered(table.options.get(key, choice.default), place, picked[0])
    return picked if choice.many else picked[0]


def _whole_order(choice: Choice, known: Mapping[str, Any], tokens: Sequence[str]) -> list[Any]:
    """The order that a menu of whole orders means. Raises BadOptions."""
    order = [known[token] for token in tokens if token in known]
    if not len(set(tokens)) == len(tokens) == len(order) == len(choice.default):
        raise BadOptions("lobby.bad_choice")
    return order


def _reordered(order: Sequence[Any], place: str, value: Any) -> list[Any]:
    """An order with `value` at a place; what stood there goes where `value` was.

    Raises BadOptions.
    """
    at = {str(index): index for index in range(len(order))}
    if place not in at:
        raise BadOptions("lobby.bad_choice")
    before = order[at[place]]
    changed = [before if one == value else one for one in order]
    changed[at[place]] = value
    return changed


def _machines(value: str) -> list[str]:
    player, _, seats = value.partition("-")
    return [] if value == "none" else [player] * SEATS_OF_MACHINES[seats]


SEATS_OF_MACHINES = {str(seats): seats for seats in range(1, len(_labels.SEATS))}
"""How many seats AIs take, as the menu writes it; a forged value could name any number."""
READ: Mapping[str, Callable[[str], Any]] = {
    "size": int,
    "ai": _machines,
    "drawn": ORDERS.__getitem__,
    "language": str,
}


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.add_dynamic_items(LobbyButton, OptionsButton, LobbyMenu)
