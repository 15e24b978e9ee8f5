"""The host's panel of a lobby: pages of menus, one value for each setting."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple

from bot.i18n import LANGUAGES, text
from bot.table.options import TERMS, Pace, Page, Terms, in_force, terms_with, value_of
from bot.table.seating import Settings, Status, Table
from bot.words import composed
from cogs._access.table_items import TableButton, TableMenu
from cogs._answering.answer import Panel
from cogs._answering.items import ACCENT, BaseMenu, Component, menu_of
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._panel import early_start, game_options
from cogs._words import labels
from cogs._words.terms import label
from rules import levels
from rules.contract import BadOptions, Choice

ORDERS = {"drawn": True, "joined": False}
"""Order of the seats: drawn by lot at the start, or as the players joined."""
OPTIONS, AI = "options", "ai"
"""Pages about the game and about its AI seats; the others are those of the terms."""
DEAD_ENDS = {AI: OPTIONS, Page.BANK: Page.PACE}
"""Pages that lead only back to the one they are reached from."""


class Menu(NamedTuple):
    """A menu of texts: the label of each value, and the values chosen."""

    key: str
    """Name for the program."""
    name: str
    """Name for people."""
    labels: Mapping[str, str]
    chosen: Collection[str]
    many: bool = False
    """Whether any number of values can be chosen."""
    placeholder: str | None = None

    def select(self) -> BaseMenu:
        """The menu as a component; labels begin with a capital."""
        names = {value: labels.capitalised(label) for value, label in self.labels.items()}
        return menu_of(names, *self.chosen, title=self.placeholder, many=self.many)


# ---- the pages -----------------------------------------------------------------------------------


def options_panel(table: Table, page: str, language: str) -> Panel:
    """Page of menus, and the buttons that lead to the others; the first one has a hint."""
    title, _, hint = text("lobby.panel", language, table=table.number).partition("\n")
    parts: list[Component] = [f"{title}\n{hint}" if page == OPTIONS else title]
    for setting in SETTINGS.values():
        for menu in setting.menus(table, language) if setting.page == page else ():
            parts += (f"-# {menu.name}", LobbyMenu(menu.select(), table.id, menu.key))
    links = [OptionsButton.of(table, target, language) for target in _linked_pages(table, page)]
    return frame(ACCENT, *parts, links)


def _linked_pages(table: Table, page: str) -> Iterator[str]:
    """Pages that a page leads to; one leads to AI seats and back, another to the bank and back."""
    if page in DEAD_ENDS:
        yield DEAD_ENDS[page]
        return
    if page == OPTIONS and table.size > 1:
        yield AI
    yield from (target for target in (OPTIONS, Page.TERMS, Page.PACE) if target != page)
    if page == Page.PACE and table.terms.pace is Pace.BANK:
        yield Page.BANK


class OptionsButton(TableButton, template="lp:{table_id}:{page}"):
    """Shows another page of the host's panel."""

    label = "lobby.page_{page}"
    page: Annotated[str, "options|ai|terms|pace|bank"]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        """Show the page instead of the other one, to a host who may still change it."""
        return await _turn_to(visitor, table, self.page, {})


async def _turn_to(visitor: Visitor, table: Table, page: str, change: Settings) -> Panel:
    """Save a change and turn to a page of the host's panel; close the panel after the start."""
    if table.status is not Status.LOBBY:
        return early_start.closing(visitor, table)
    table = await visitor.app.lobbies.configure(table.id, visitor.user, **change)
    return options_panel(table, page, visitor.language)


KEY = r"size|ai|level(\.\d)?|drawn|language|[ot]-[a-z_]{1,32}(\.\d{1,2})?"
"""Pattern of the keys of menus, with the place in an order: `o-colours.2`, `level.2`."""


class LobbyMenu(TableMenu, template="lo:{table_id}:{key}"):
    """A menu of the host's panel.

    Keys of settings of the game begin with `o-`, those of terms of the table with `t-`;
    `o-colours.2` is the third place of an order, `level.2` the third AI seat.
    """

    key: Annotated[str, KEY]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        """Save the choice and show the panel again; the outbox redraws the post."""
        page, change = choice_in_menu(table, self.key, visitor.values)
        return await _turn_to(visitor, table, page, change)


def choice_in_menu(table: Table, key: str, values: Sequence[str]) -> tuple[str, Settings]:
    """Page of the menu `key`, and the arguments for `Lobbies.configure` from its values.

    Raises BadOptions for forged ones.
    """
    name = key if key in SETTINGS else key.partition("-")[0].partition(".")[0]
    try:
        setting = SETTINGS[name]
        return setting.page, setting.change(table, key.removeprefix(name)[1:], values)
    except (ValueError, LookupError) as error:
        raise BadOptions("lobby.bad_choice") from error


# ---- the game ------------------------------------------------------------------------------------

Menus = Iterator[Menu]


def _size_menu(table: Table, language: str) -> Menus:
    if len(sizes := labels.facts(table).seats) > 1:
        names = {str(size): text("lobby.players", language, n=size) for size in sizes}
        yield Menu("size", text("lobby.menu_size", language), names, [str(table.size)])


def _language_menu(table: Table, language: str) -> Menus:
    names = {code: text(f"common.language_{code}", code) for code in LANGUAGES}
    yield Menu("language", text("lobby.menu_language", language), names, [table.language])


def _game_menus(table: Table, language: str) -> Menus:
    """Menu for each setting of the game; for a long order, a menu for each of its places."""
    for choice in labels.settings(table):
        name = text(composed.setting(table.game, choice.key), language)
        if not choice.ordered:
            yield _menu_of_values(table, choice, name, language)
        elif game_options.is_short(choice):
            orders = game_options.named_orders(labels.facts(table), choice, language)
            present = " ".join(map(labels.setting_token, _present(table, choice)))
            names = {order.value: order.name for order in orders}
            yield Menu(f"o-{choice.key}", name, names, [present])
        else:
            for place in range(len(choice.default)):
                yield _menu_of_place(table, choice, name, place, language)


def _menu_of_values(table: Table, choice: Choice, name: str, language: str) -> Menu:
    names = {
        labels.setting_token(value): labels.setting_label(table, choice, language, value)
        for value in choice.values
    }
    present = _present(table, choice)
    chosen = [labels.setting_token(value) for value in (present if choice.many else [present])]
    return Menu(f"o-{choice.key}", name, names, chosen, choice.many, placeholder=name)


def _menu_of_place(table: Table, choice: Choice, name: str, place: int, language: str) -> Menu:
    """Menu of the values at a place of an order; a new one is swapped with the present one."""
    where, names = {"name": name, "place": place + 1}, dict[str, str]()
    for value in choice.values:
        label = labels.setting_label(table, choice, language, value)
        token = labels.setting_token(value)
        names[token] = text("lobby.at_place", language, **where, value=label)
    name = text("lobby.menu_place", language, **where)
    chosen = labels.setting_token(_present(table, choice)[place])
    return Menu(f"o-{choice.key}.{place}", name, names, [chosen])


def _present(table: Table, choice: Choice) -> Any:
    return table.options.get(choice.key, choice.default)


def _changed_options(table: Table, key: str, values: Sequence[str]) -> Settings:
    """Options of the game after a choice. Raises LookupError or BadOptions for a forged one."""
    key, _, place = key.partition(".")
    choice = {choice.key: choice for choice in labels.settings(table)}[key]
    if choice.ordered and place:
        value = _swapped_order(table, choice, int(place), values[0])
    else:
        tokens = [*map(labels.setting_token, choice.values)]
        in_order = sorted(values, key=tokens.index) if choice.many else values
        value = game_options.allowed_value(choice, " ".join(in_order))
    return {"options": {**table.options, key: value}}


def _swapped_order(table: Table, choice: Choice, place: int, token: str) -> list[Any]:
    """The order with another value in a place, and the present one where that was."""
    order = list(_present(table, choice))
    value = {labels.setting_token(value): value for value in choice.values}[token]
    present = order[place]
    swapped = [present if item == value else item for item in order]
    swapped[place] = value
    return swapped


# ---- AI seats ------------------------------------------------------------------------------------


def _number_menu(table: Table, language: str) -> Menus:
    number = len(_machines(table))
    room = table.size - len(table.seats) + number
    names = {str(n): text("lobby.ai_number", language, n=n) for n in range(room + 1)}
    yield Menu("ai", text("lobby.ai", language), names, [str(number)])


def _level_menus(table: Table, language: str) -> Menus:
    """Menus of the level of all AI seats, and of each of several."""
    names, machines = labels.levels_of(labels.facts(table), language), _machines(table)
    if machines:
        players = {*machines.values()}
        title = text("lobby.ai_level", language, n=len(machines))
        common = players if len(players) == 1 else ()
        sheet = title if common else text("lobby.ai_several", language)
        yield Menu("level", title, names, common, placeholder=sheet)
    if len(machines) > 1:
        for place, (seat, player) in enumerate(machines.items()):
            yield Menu(f"level.{place}", labels.names(table)[seat], names, [player])


def _machines(table: Table) -> dict[int, str]:
    return {seat: occupant.ai for seat, occupant in enumerate(table.seats) if occupant.ai}


def _changed_number(table: Table, _: str, values: Sequence[str]) -> Settings:
    """So many AI players; more seats get the level of the last one."""
    players, number = [*_machines(table).values()], NUMBERS_OF_SEATS[values[0]]
    filling = players[-1] if players else levels.EASY
    return {"ai": [*players, *[filling] * number][:number]}


NUMBERS_OF_SEATS = {str(seats): seats for seats in range(len(labels.SEATS))}
"""Numbers of AI seats by their text in a menu; a forged value could name any number."""


def _changed_level(table: Table, place: str, values: Sequence[str]) -> Settings:
    """AI players of another level: all, or the one at a place."""
    players = [*_machines(table).values()]
    if not place:
        return {"ai": [values[0]] * len(players)}
    players[int(place)] = values[0]
    return {"ai": players}


# ---- the terms -----------------------------------------------------------------------------------


def _order_menu(table: Table, language: str) -> Menus:
    if table.size > 1:
        names = {order: text(f"lobby.seats_{order}", language) for order in ORDERS}
        chosen = [order for order, is_drawn in ORDERS.items() if is_drawn == table.drawn]
        yield Menu("drawn", text("lobby.menu_drawn", language), names, chosen)


def term_menus(terms: Terms, keys: Iterable[str], language: str) -> Iterator[Menu]:
    """Menu for each of these terms that is in force."""
    for key in filter(in_force(terms).__contains__, keys):
        chosen = value_of(terms, key)
        values = {value: label(key, value, language) for value in TERMS[key].choices(chosen)}
        yield Menu(key, text(f"lobby.term_{key}", language), values, [chosen])


def _term_menu(key: str, table: Table, language: str) -> Menus:
    for menu in term_menus(table.terms, [key], language):
        yield menu._replace(key=f"t-{key}")


def _changed_term(key: str, table: Table, _: str, values: Sequence[str]) -> Settings:
    return {"terms": terms_with(table.terms, key, "".join(values))}


# ---- all settings --------------------------------------------------------------------------------


class Setting(NamedTuple):
    """A setting of a lobby: its page, its menus, and the reading of a choice."""

    page: str
    menus: Callable[[Table, str], Menus]
    change: Callable[[Table, str, Sequence[str]], Settings]
    """Arguments for `Lobbies.configure`, from the rest of a menu's key and its values."""


SETTINGS: Mapping[str, Setting] = {
    "size": Setting(OPTIONS, _size_menu, lambda table, _, values: {"size": int(values[0])}),
    "o": Setting(OPTIONS, _game_menus, _changed_options),
    "language": Setting(OPTIONS, _language_menu, lambda table, _, values: {"language": values[0]}),
    "ai": Setting(AI, _number_menu, _changed_number),
    "level": Setting(AI, _level_menus, _changed_level),
    "drawn": Setting(
        Page.TERMS, _order_menu, lambda table, _, values: {"drawn": ORDERS[values[0]]}
    ),
    **{
        f"t-{key}": Setting(term.page, partial(_term_menu, key), partial(_changed_term, key))
        for key, term in TERMS.items()
    },
}
"""Settings in the order of their menus, each by the beginning of the keys of its menus."""
