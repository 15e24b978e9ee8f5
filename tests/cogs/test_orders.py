"""A setting that is an order: Akropolis as if its variants were one, a variant for each player."""

import re

import pytest
from msgspec.structs import replace

from bot.table.seating import complete_options
from playground.driver import words
from rules.contract import Choice
from rules.registry import get
from tests.cases import each_case
from tests.catalogues import plain
from tests.cogs.forging import choose_forged, refusal, swap_component
from tests.cogs.playing import after_choice, chosen_values, menus

REFUSAL = "Ce choix n’existe plus pour cette table."
VARIANTS = ("houses", "markets", "barracks", "temples", "gardens")


@pytest.fixture(autouse=True)
def order_facts(monkeypatch):
    """Before the house is built: its commands are made from the facts."""
    game = type(get("akropolis"))
    orders = tuple(
        Choice("variants", VARIANTS, VARIANTS[:size], ordered=True, seats=(size,))
        for size in (2, 3)
    )
    length = game.facts.choices[0]
    monkeypatch.setattr(game, "facts", replace(game.facts, choices=(length, *orders)))


@pytest.fixture
def open_lobby(order_facts, house):
    async def open_lobby(**options):
        answer = await house.maud.slash("akropolis new", options={"thread": False} | options)
        return answer, await house.app.reading.table_in(300000000000000001)

    return open_lobby


async def suggestions(house, typed, **options):
    given = {"variants": typed, **options}
    return await house.maud.autocomplete("akropolis new", options=given, focused="variants")


async def test_without_a_word_an_order_is_the_default_for_so_many_players(open_lobby):
    for size in (2, 3):
        assert complete_options("akropolis", size, {})["variants"] == list(VARIANTS[:size])
    _, table = await open_lobby(players=3)
    assert table.options["variants"] == list(VARIANTS[:3])


async def test_the_command_suggests_orders_in_the_language_of_the_reader(order_facts, house):
    """Each further word leaves fewer of them."""
    choices = await suggestions(house, "temples", players=2)
    assert {"name": "habitations · temples", "value": "houses temples"} in choices
    assert all("temples" in choice["name"] for choice in choices)
    assert len({choice["value"] for choice in choices}) == len(choices) == 8
    choices = await suggestions(house, "Temples · jardins", players=2)
    assert {choice["value"] for choice in choices} == {"temples gardens", "gardens temples"}
    assert len(await suggestions(house, "", players=3)) == 25
    assert await suggestions(house, "oracles", players=3) == []


async def test_a_suggested_order_makes_the_table(open_lobby):
    answer, table = await open_lobby(players=2, variants="gardens houses")
    assert table.options["variants"] == ["gardens", "houses"]
    assert "Variantes de score : jardins et habitations" in plain(words(answer.message))


WRONG = ("gardens", "gardens gardens", "gardens houses temples", "gardens oracles", " ")


@each_case(
    ("players", "order", "sentence"),
    [
        *((2, order, REFUSAL) for order in WRONG),
        (4, "gardens houses", "« Variantes de score » ne se choisit que pour 2 ou 3 joueurs"),
    ],
)
async def test_an_order_that_is_none_for_so_many_is_refused(open_lobby, players, order, sentence):
    answer, table = await open_lobby(players=players, variants=order)
    assert sentence in plain(answer.text)
    assert table is None


async def panel_of(house, post):
    """The host's panel, and its menus for the places of the order."""
    panel = (await house.maud.click(post, "Options")).message
    return panel, places(panel)


def places(panel):
    return [menu for menu in menus(panel) if ":o-variants" in menu["custom_id"]]


async def place_after(house, panel, number, value):
    """The panel after another variant has come to a place."""
    return await after_choice(house.maud, panel, places(panel)[number]["custom_id"], value)


async def test_the_lobby_has_a_menu_for_each_place(open_lobby, house):
    """Whatever comes to another place changes places, and an order is for so many players."""
    answer, _ = await open_lobby(players=3, variants="gardens houses temples", length="long")
    panel, place_menus = await panel_of(house, answer.message)
    assert [*map(chosen_values, place_menus)] == [["gardens"], ["houses"], ["temples"]]
    assert plain(place_menus[1]["options"][0]["label"]) == "Variantes de score, 2 : habitations"
    panel = await place_after(house, panel, 0, "temples")
    assert [*map(chosen_values, places(panel))] == [["temples"], ["houses"], ["gardens"]]
    panel = await place_after(house, panel, 1, "markets")
    assert [*map(chosen_values, places(panel))] == [["temples"], ["markets"], ["gardens"]]
    table = await house.app.tables.get(1)
    assert table.options["variants"] == ["temples", "markets", "gardens"]
    table = await house.app.lobbies.configure(1, house.maud.id, size=2)
    assert table.options == {"length": "long", "variants": ["houses", "markets"]}


async def test_a_place_or_a_value_that_somebody_made_up_is_refused(open_lobby, house):
    answer, _ = await open_lobby(players=3, variants="gardens houses temples")
    panel, place_menus = await panel_of(house, answer.message)
    first = place_menus[0]["custom_id"]
    answers = [await choose_forged(house, house.maud, panel, first, "oracles")]
    for place in (".7", ""):
        panel = house.maud.message(panel["id"])
        current = places(panel)[0]["custom_id"]
        wrong = re.sub(r"\.\d", place, current)
        with swap_component(
            house, panel, current, lambda menu, wrong=wrong: menu.update(custom_id=wrong)
        ):
            choosing = house.maud.choose(panel["id"], wrong, "temples")
            answers.append(await refusal(house.maud, panel, choosing))
    assert answers == 3 * [REFUSAL]
    assert (await house.app.tables.get(1)).options["variants"] == ["gardens", "houses", "temples"]


async def test_few_orders_stand_in_one_menu(open_lobby, house):
    answer, _ = await open_lobby(players=2)
    panel, [menu] = await panel_of(house, answer.message)
    assert chosen_values(menu) == ["houses markets"]
    panel = await place_after(house, panel, 0, "temples gardens")
    [menu] = places(panel)
    assert (await house.app.tables.get(1)).options["variants"] == ["temples", "gardens"]
    for wrong in ("temples", "temples temples", "temples oracles"):
        panel = house.maud.message(panel["id"])
        [menu] = places(panel)
        assert await choose_forged(house, house.maud, panel, menu["custom_id"], wrong) == REFUSAL
