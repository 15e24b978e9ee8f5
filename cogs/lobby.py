"""The lobby: a post with Join · Leave · Start · Options, and the host's private panel behind it.

Every post is drawn from the table, so an old button works after a restart, and two people who join
at once both end up on the post.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Self

import discord
from discord import ui

from bot.app import App
from bot.i18n import LANGUAGES, text
from bot.table.options import Pace, terms_with
from bot.table.seating import Status, Table
from bot.words import composed
from cogs._panel import early_start
from cogs._shared import game_options, hour, labels, terms
from cogs._shared.access import require_lobby, table_in
from cogs._shared.answering import LastingItem
from cogs._shared.confirmation import ask_host_to_close
from cogs._shared.items import ACCENT, FRESH, freshen
from cogs._shared.messages import NOBODY, Message, fitting_text
from cogs._shared.visit import Visitor
from rules import levels
from rules.contract import BadOptions, Choice

VERBS = {
    "join": discord.ButtonStyle.success,
    "leave": discord.ButtonStyle.secondary,
    "start": discord.ButtonStyle.primary,
    "options": discord.ButtonStyle.secondary,
}
ORDERS = {"drawn": True, "joined": False}
"""Order of the seats: drawn by lot at the start, or as the players joined."""


# ---- the post ----------------------------------------------------------------------------------


def lobby_post(
    app: App,
    table: Table,
    invited: Sequence[int] = (),
    outcome: str = "",
    scores: Sequence[str] = (),
) -> Message:
    """Public post of a table, from its opening until the game is over.

    The people `invited` to a rematch are mentioned first. The `outcome` names the winners. The
    lines with the `scores` replace the seats and the options once the game has begun.
    """
    language = table.language
    details = (f"-# {labels.options_text(table, language)}", *_hands(table), _seats(app, table))
    content = fitting_text(
        *_invitation(table, invited),
        f"## {labels.title(table, language)}",
        *_tagline(table),
        _headline(table, outcome, bool(scores)),
        *(scores or details),
    )
    return Message(content, buttons=_buttons(table) if table.status is Status.LOBBY else ())


def _invitation(table: Table, invited: Sequence[int]) -> Iterator[str]:
    if invited:
        names = [f"<@{user}>" for user in invited]
        yield text("lobby.rematch", table.language, names=names, host=labels.host(table))


def _tagline(table: Table) -> Iterator[str]:
    """The game in a sentence, as long as people decide whether to join."""
    if table.status is Status.LOBBY:
        yield f"*{labels.tagline(table.game, table.language)}*"


def _headline(table: Table, outcome: str, has_scores: bool) -> str:
    code = f"lobby.headline_{table.status}"
    if has_scores and table.status is Status.LIVE:
        code = "lobby.headline_scores"
    if table.status is Status.LOBBY and table.size == 1:
        code = "lobby.headline_alone"
    elif table.status is Status.LOBBY and len(table.seats) >= table.size:
        code = "lobby.headline_full"
    elif outcome:
        code = "lobby.headline_won"
    host, place = labels.host(table), labels.place(table)
    return text(code, table.language, host=host, place=place, outcome=outcome)


def _hands(table: Table) -> Iterator[str]:
    if labels.facts(table).hands and table.status is Status.LOBBY:
        yield text("lobby.hands", table.language)


def _seats(app: App, table: Table) -> str:
    lines = [
        f"{labels.mark(app, table, seat)} {_holder(table, seat)}"
        for seat in range(max(table.size, len(table.seats)))
    ]
    return "\n".join(lines)


def _holder(table: Table, seat: int) -> str:
    if seat >= len(table.seats):
        return text("lobby.free_seat", table.language)
    name, ai = labels.bold_names(table)[seat], table.seats[seat].ai
    if ai is not None:
        level = text(f"common.level_{ai}", table.language)
        return text("lobby.machine", table.language, name=name, level=level)
    if table.seats[seat].user_id == table.host_id:
        return text("lobby.host", table.language, name=name)
    return name


def _buttons(table: Table) -> list[LobbyButton]:
    is_full = len(table.seats) >= table.size
    verbs = [verb for verb in VERBS if not (verb == "join" and is_full)]
    return [LobbyButton.of(table, verb) for verb in verbs]


def options_panel(table: Table, language: str) -> ui.LayoutView:
    """First page of the host's panel: a menu for each setting of the game."""
    return _page(table, "options", _menus(table, language), language)


def terms_panel(table: Table, language: str) -> ui.LayoutView:
    """Page of the host's panel with the terms of the table."""
    menus = chain(_order_menu(table, language), _term_menus(table, language, "terms"))
    return _page(table, "terms", menus, language)


def ai_panel(table: Table, language: str) -> ui.LayoutView:
    """Page of the host's panel with the number of AI seats, and the level of each."""
    return _page(table, "ai", _ai_menus(table, language), language)


def pace_panel(table: Table, language: str) -> ui.LayoutView:
    """Page of the host's panel with the time for a turn, and the policy for late ones."""
    return _page(table, "pace", _term_menus(table, language, "pace"), language)


def bank_panel(table: Table, language: str) -> ui.LayoutView:
    """Page of the host's panel with the details of a time bank."""
    return _page(table, "bank", _term_menus(table, language, "bank"), language)


def _page(table: Table, page: str, menus: Iterable[Named], language: str) -> ui.LayoutView:
    """Page of menus, and the buttons that lead to the others; the first one has a hint."""
    panel = ui.Container[Any](accent_colour=ACCENT)
    title, _, hint = text("lobby.panel", language, table=table.number).partition("\n")
    panel.add_item(ui.TextDisplay(f"{title}\n{hint}" if page == "options" else title))
    for name, menu in menus:
        panel.add_item(ui.TextDisplay(f"-# {name}"))
        panel.add_item(ui.ActionRow(menu))
    links = (OptionsButton.of(table, target, language) for target in _linked_pages(table, page))
    panel.add_item(ui.ActionRow(*links))
    return ui.LayoutView(timeout=None).add_item(panel)


def _linked_pages(table: Table, page: str) -> Iterator[str]:
    """Pages that a page leads to; one leads to AI seats and back, another to the bank and back."""
    if page in DEAD_ENDS:
        yield DEAD_ENDS[page]
        return
    if page == "options" and table.size > 1:
        yield "ai"
    yield from (target for target in ("options", "terms", "pace") if target != page)
    if page == "pace" and table.terms.pace is Pace.BANK:
        yield "bank"


DEAD_ENDS = {"ai": "options", "bank": "pace"}
"""Pages that lead only back to the one they are reached from."""


def _term_menus(table: Table, language: str, page: str) -> Iterator[Named]:
    for term in terms.term_menus(table, language, page):
        options = [_option(name, v, v == term.chosen) for v, name in term.labels.items()]
        yield term.name, LobbyMenu.of(table, f"t-{term.key}", options)


Named = tuple[str, "LobbyMenu"]
"""A menu and its name."""


def _menus(table: Table, language: str) -> Iterator[Named]:
    yield from _size_menu(table, language)
    yield from _setting_menus(table, language)
    yield text("lobby.menu_language", language), _language_menu(table)


def _size_menu(table: Table, language: str) -> Iterator[Named]:
    sizes = labels.facts(table).seats
    if len(sizes) > 1:
        options = [
            _option(text("lobby.players", language, n=size), str(size), size == table.size)
            for size in sizes
        ]
        yield text("lobby.menu_size", language), LobbyMenu.of(table, "size", options)


def _setting_menus(table: Table, language: str) -> Iterator[Named]:
    """Menu for each setting; for a long order, a menu for each of its places."""
    for choice in labels.settings(table):
        name = text(composed.setting(table.game, choice.key), language)
        if choice.ordered and game_options.is_short(choice):
            yield name, _whole_order_menu(table, choice, language)
        elif choice.ordered:
            for place in range(len(choice.default)):
                label = text("lobby.menu_place", language, name=name, place=place + 1)
                yield label, _place_menu(table, choice, place, language)
        else:
            yield name, _setting_menu(table, choice, language)


def _whole_order_menu(table: Table, choice: Choice, language: str) -> LobbyMenu:
    """Menu of all orders."""
    order = table.options.get(choice.key, choice.default)
    current = " ".join(map(labels.setting_token, order))
    orders = game_options.named_orders(labels.facts(table), choice, language)
    options = [
        _option(order_choice.name, order_choice.value, order_choice.value == current)
        for order_choice in orders
    ]
    return LobbyMenu.of(table, f"o-{choice.key}", options)


def _place_menu(table: Table, choice: Choice, place: int, language: str) -> LobbyMenu:
    """Menu of the values at a place of an order; a new one is swapped with the present one."""
    order = table.options.get(choice.key, choice.default)
    options = [
        _option(
            labels.place_label(table, choice, place, value, language),
            labels.setting_token(value),
            value == order[place],
        )
        for value in choice.values
    ]
    return LobbyMenu.of(table, f"o-{choice.key}.{place}", options)


def _setting_menu(table: Table, choice: Choice, language: str) -> LobbyMenu:
    current = table.options.get(choice.key, choice.default)
    options = [
        _option(
            labels.setting_label(table, choice, language, value),
            labels.setting_token(value),
            value in current if choice.many else value == current,
        )
        for value in choice.values
    ]
    name = text(composed.setting(table.game, choice.key), language)
    return LobbyMenu.of(table, f"o-{choice.key}", options, many=choice.many, placeholder=name)


def _ai_menus(table: Table, language: str) -> Iterator[Named]:
    """Menu of the number of AI seats; menus of the level of all, and of each of several."""
    facts = labels.facts(table)
    machines = {seat: occupant.ai for seat, occupant in enumerate(table.seats) if occupant.ai}
    room = table.size - (len(table.seats) - len(machines))
    numbers = [
        _option(text("lobby.ai_number", language, n=n), str(n), n == len(machines))
        for n in range(room + 1)
    ]
    yield text("lobby.ai", language), LobbyMenu.of(table, "ai", numbers)
    if machines:
        players = set(machines.values())
        common = players.pop() if len(players) == 1 else None
        several = text("lobby.ai_several", language)
        options = labels.level_options(facts, common, language)
        menu = LobbyMenu.of(table, "level", options, placeholder=several)
        yield text("lobby.ai_level", language, n=len(machines)), menu
    if len(machines) > 1:
        for place, (seat, player) in enumerate(machines.items()):
            options = labels.level_options(facts, player, language)
            yield labels.names(table)[seat], LobbyMenu.of(table, f"level.{place}", options)


def _order_menu(table: Table, language: str) -> Iterator[Named]:
    if table.size > 1:
        options = [
            _option(text(f"lobby.seats_{order}", language), order, by_lot == table.drawn)
            for order, by_lot in ORDERS.items()
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


# ---- buttons and menus -------------------------------------------------------------------------


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
        """Button `verb` of a table's post."""
        label = text(f"lobby.{verb}", table.language)
        button = ui.Button[Any](label=label, style=VERBS[verb], custom_id=f"l:{table.id}:{verb}")
        return cls(button, table.id, verb)

    async def press(self, visitor: Visitor) -> None:
        """Carry out the verb for the person who pressed."""
        table = await table_in(visitor, self.table_id)
        if table.lobby_message_id is None and visitor.interaction.channel_id == table.channel_id:
            table = await _save_post_id(visitor, table)
        await PRESSED[self.verb](visitor, table)


async def _save_post_id(visitor: Visitor, table: Table) -> Table:
    """Save the id of the clicked post: it is there, even if Discord's response was lost."""
    post = visitor.interaction.message.id if visitor.interaction.message else None
    return await visitor.app.places.note(table, lobby_message_id=post)


async def _join(visitor: Visitor, table: Table) -> None:
    await _change(visitor, table, visitor.app.lobbies.join(table.id, visitor.person))
    await hour.ask(visitor)


async def _leave(visitor: Visitor, table: Table) -> None:
    require_lobby(visitor, table)
    if table.humans() == [visitor.user]:
        await ask_host_to_close(visitor, table)
        return
    await _change(visitor, table, visitor.app.lobbies.leave(table.id, visitor.user))


async def _start(visitor: Visitor, table: Table) -> None:
    """Start the table; with free seats, offer its host the ways to begin all the same."""
    if early_start.offers_early_start(visitor, table):
        await early_start.answer(visitor, table)
        return
    await _change(visitor, table, visitor.app.lobbies.start(table.id, visitor.user))


async def _options(visitor: Visitor, table: Table) -> None:
    current = await visitor.app.lobbies.configure(table.id, visitor.user)
    await visitor.respond(options_panel(current, visitor.language))


PRESSED: Mapping[str, Callable[[Visitor, Table], Any]] = {
    "join": _join,
    "leave": _leave,
    "start": _start,
    "options": _options,
}


async def _change(visitor: Visitor, table: Table, change: Awaitable[Table]) -> None:
    """Make a change and redraw the clicked post at once; the outbox redraws it after that.

    A post made of components, as all once were, is left to the outbox, which posts another.
    """
    with visitor.app.places.mark_posting(table.id):
        post, clicked = lobby_post(visitor.app, await change), visitor.interaction.message
        if clicked is not None and clicked.flags.components_v2:
            await visitor.interaction.response.defer()
            return
        await visitor.interaction.response.edit_message(**post.to_edit, allowed_mentions=NOBODY)


class OptionsButton(
    LastingItem[ui.Button[Any]],
    template=r"lp:(?P<table_id>\d{1,18}):(?P<page>options|ai|terms|pace|bank)",
):
    """Shows another page of the host's panel: `lp:<table>:<page>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, page: str) -> None:
        super().__init__(item)
        self.table_id, self.page = table_id, page

    @classmethod
    def of(cls, table: Table, page: str, language: str) -> Self:
        """The button that leads to `page`."""
        label = text(f"lobby.page_{page}", language)
        button = ui.Button[Any](label=label, custom_id=f"lp:{table.id}:{page}")
        return cls(button, table.id, page)

    async def press(self, visitor: Visitor) -> None:
        """Show the page instead of the other one, to a host who may still change it."""
        table = await table_in(visitor, self.table_id)
        await _turn_to(visitor, table, self.page, {})


async def _turn_to(visitor: Visitor, table: Table, page: str, change: Mapping[str, Any]) -> None:
    """Save a change and show a page of the host's panel; close the panel after the start."""
    if table.status is Status.LOBBY:
        table = await visitor.app.lobbies.configure(table.id, visitor.user, **change)
        panel = PAGES[page](table, visitor.language)
        freshen(panel, visitor.interaction)
    else:
        panel = early_start.closing(table, visitor.language)
    await visitor.interaction.response.edit_message(view=panel)


PAGES = {
    "options": options_panel,
    "ai": ai_panel,
    "terms": terms_panel,
    "pace": pace_panel,
    "bank": bank_panel,
}
AI_MENUS = ("ai", "level")
"""Menus of the page of AI seats, by the beginning of their keys."""


def page_of(key: str) -> str:
    """Page of the host's panel that has a menu."""
    if key.startswith("t-"):
        return terms.page_of(key[2:])
    if key.partition(".")[0] in AI_MENUS:
        return "ai"
    return "terms" if key == "drawn" else "options"


class LobbyMenu(
    LastingItem[ui.Select[Any]],
    template=r"lo:(?P<table_id>\d{1,18}):(?P<key>size|ai|level(\.\d)?|drawn|language|[ot]-[a-z_]{1,32}(\.\d{1,2})?)"
    + FRESH,
):
    """A menu of the host's panel: `lo:<table>:<key>`.

    Keys of settings of the game begin with `o-`, those of terms of the table with `t-`;
    `o-colours.2` is the third place of an order, `level.2` the third AI seat.
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
        """Menu `key` of the host's panel."""
        select = ui.Select[Any](
            custom_id=f"lo:{table.id}:{key}",
            options=options,
            placeholder=placeholder,
            min_values=0 if many else 1,
            max_values=len(options) if many else 1,
        )
        return cls(select, table.id, key)

    async def press(self, visitor: Visitor) -> None:
        """Save the choice and show the panel again; the outbox redraws the post."""
        table = await table_in(visitor, self.table_id)
        change = changes_from_menu(table, self.key, visitor.values)
        await _turn_to(visitor, table, page_of(self.key), change)


def changes_from_menu(table: Table, key: str, values: Sequence[str]) -> dict[str, Any]:
    """Arguments for `Lobbies.configure` from the values of the menu `key`. Raises BadOptions."""
    if key.startswith("o-"):
        setting, _, place = key[2:].partition(".")
        return {"options": {**table.options, setting: _setting(table, setting, place, values)}}
    if key.startswith("t-"):
        return {"terms": terms_with(table.terms, key[2:], "".join(values))}
    try:
        if key.partition(".")[0] in AI_MENUS:
            return {"ai": _machines(table, key, values[0])}
        return {key: READ[key](values[0])}
    except (ValueError, LookupError) as error:
        raise BadOptions("lobby.bad_choice") from error


def _setting(table: Table, key: str, place: str, values: Sequence[str]) -> Any:
    choice = next((choice for choice in labels.settings(table) if choice.key == key), None)
    values_by_token = (
        {labels.setting_token(value): value for value in choice.values} if choice else {}
    )
    if choice is not None and choice.ordered and not place:
        return _whole_order(choice, values_by_token, " ".join(values).split(" "))
    if choice is None or not values_by_token.keys() >= set(values) or not (values or choice.many):
        raise BadOptions("lobby.bad_choice")
    items = [values_by_token[value] for value in values_by_token if value in values]
    if choice.ordered:
        return _swapped_order(table.options.get(key, choice.default), place, items[0])
    return items if choice.many else items[0]


def _whole_order(
    choice: Choice, values_by_token: Mapping[str, Any], tokens: Sequence[str]
) -> list[Any]:
    """Order that was chosen from a menu of whole orders. Raises BadOptions."""
    order = [values_by_token[token] for token in tokens if token in values_by_token]
    if not len(set(tokens)) == len(tokens) == len(order) == len(choice.default):
        raise BadOptions("lobby.bad_choice")
    return order


def _swapped_order(order: Sequence[Any], place: str, value: Any) -> list[Any]:
    """Order with `value` swapped into a place. Raises BadOptions."""
    indices = {str(index): index for index in range(len(order))}
    if place not in indices:
        raise BadOptions("lobby.bad_choice")
    replaced = order[indices[place]]
    swapped = [replaced if item == value else item for item in order]
    swapped[indices[place]] = value
    return swapped


def _machines(table: Table, key: str, value: str) -> list[str]:
    """AI players after a choice of their number, of the level of all, or of one of them.

    More seats get the level of the last one. Raises ValueError or LookupError for a forged value.
    """
    machines = [occupant.ai for occupant in table.seats if occupant.ai]
    kind, _, place = key.partition(".")
    if kind == "ai":
        last = machines[-1] if machines else levels.EASY
        number = NUMBERS_OF_SEATS[value]
        return [*machines, *[last] * number][:number]
    if place:
        machines[int(place)] = value
        return machines
    return [value] * len(machines)


NUMBERS_OF_SEATS = {str(seats): seats for seats in range(len(labels.SEATS))}
"""Numbers of AI seats by their text in a menu; a forged value could name any number."""
READ: Mapping[str, Callable[[str], Any]] = {
    "size": int,
    "drawn": ORDERS.__getitem__,
    "language": str,
}


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.add_dynamic_items(
        LobbyButton,
        OptionsButton,
        LobbyMenu,
        early_start.FillButton,
        early_start.SmallerButton,
        early_start.LevelMenu,
    )
