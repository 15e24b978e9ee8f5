"""Every game can be agreed on: what the lobby offers finds room, and each of it can be chosen."""

from operator import itemgetter

from discord.ui import LayoutView

from bot.i18n import LANGUAGES
from bot.table.seating import Occupant, Table, complete_options, configure
from cogs._panel.host_options import AI, OPTIONS, choice_in_menu, options_panel
from cogs._words import labels
from cogs._words.labels import options_text, settings
from playground.components import SELECTS, walk
from tests.cases import each_case
from tests.tier import games

COMPONENTS = 40
"""In a message of Discord's."""
ENTRIES = 25
LONGEST = 100
every_size = each_case(
    ("key", "size"),
    [(key, size) for key, game in games().items() for size in game.facts.seats],
    by=itemgetter(0),
)


def opened(key, size):
    """A table whose host sits alone."""
    return Table(
        id=10**17,
        number=1,
        game=key,
        guild_id=1,
        channel_id=2,
        in_thread=True,
        host_id=3,
        language="en",
        size=size,
        options=complete_options(key, size, {}),
        seats=(Occupant(3, "Maud"),),
        commitment="",
        version=1,
        opened_at="",
    )


def components(view: LayoutView):
    return [component for _, component in walk(view.to_components())]


def menus(table, language="en"):
    """The menus of the host's panel on its pages about the game and about AI seats."""
    pages = (options_panel(table, page, language) for page in (OPTIONS, AI))
    panel = [component for page in pages for component in components(page)]
    return [component for component in panel if component["type"] in SELECTS]


def with_machines(table):
    """The table with an AI in each seat but the host's."""
    return configure(table, ai=["easy"] * (table.size - 1))


@every_size
@each_case("language", LANGUAGES)
def test_the_options_of_a_table_find_room(key, size, language):
    table = with_machines(opened(key, size))
    for page in (OPTIONS, AI):
        assert len(components(options_panel(table, page, language))) <= COMPONENTS
    for menu in menus(table, language):
        assert len(menu["custom_id"]) <= LONGEST
        assert 0 < len(menu["options"]) <= ENTRIES
        assert all(0 < len(option["label"]) <= LONGEST for option in menu["options"])


@every_size
def test_every_offer_can_be_chosen(key, size):
    table = with_machines(opened(key, size))
    for menu in menus(table):
        name = menu["custom_id"].split(":")[2]
        for option in menu["options"]:
            _, change = choice_in_menu(table, name, [option["value"]])
            assert option["value"] in chosen_values(configure(table, **change), name)


def chosen_values(table, name):
    """Options that are chosen in a menu of this table's panel."""
    (menu,) = [menu for menu in menus(table) if menu["custom_id"].endswith(f":{name}")]
    return [option["value"] for option in menu["options"] if option.get("default")]


@every_size
def test_the_lobby_tells_no_setting_that_is_as_the_game_proposes_it(key, size):
    """Every other value is told there; the page of the settings has them all."""
    table = opened(key, size)
    facts, proposed = options_text(table, "en"), options_text(table, "en", unusual=True)
    for choice in settings(table):
        assert setting(table, choice) in facts
        assert setting(table, choice) not in proposed
        for value in choice.values:
            other = configure(table, options={**table.options, choice.key: changed(choice, value)})
            label = setting(other, choice)
            assert (label in options_text(other, "en", unusual=True)) == (
                label != setting(table, choice)
            )


def setting(table, choice):
    """A setting as the lobby says it."""
    return labels._setting(table, choice, "en")


def changed(choice, value):
    """A value of a setting: one of several, or the first of an order."""
    if choice.many:
        return [value]
    if choice.ordered:
        others = [each for each in choice.default if each != value]
        return [value, *others][: len(choice.default)]
    return value
