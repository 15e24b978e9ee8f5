"""`/akropolis new`: every option of the command, and the command itself."""

import pytest

from bot.app import invite_url
from bot.store import table_rows
from bot.table.seating import Status
from cogs._panel import game_options
from playground.driver import words
from playground.errors import CallRefused
from playground.people import GUILD_ID
from rules.contract import BadOptions, Choice, Facts
from rules.registry import games
from tests.cases import each_case
from tests.cogs.playing import after_click


async def opened(house, game="akropolis", **options):
    """The table that Maud opens with these options, and its post."""
    post = (await house.maud.slash(f"{game} new", options=options)).message
    tables = await house.app.reading.tables_in_guild(GUILD_ID)
    return max(tables, key=lambda table: table.id), words(post)


async def test_a_table_is_made_by_its_options(house):
    """Without any it is for four, in the language of its host."""
    table, _ = await opened(house)
    assert (table.size, table.language, table.options["variants"]) == (4, "fr", [])
    table, post = await opened(house, players=3, length="long", variants="houses", language="fr")
    assert (table.size, table.options) == (3, {"length": "long", "variants": ["houses"]})
    assert "habitations" in post
    table, _ = await opened(house, variants="all")
    assert len(table.options["variants"]) == 5
    table, _ = await opened(house, solo="metagenes")
    assert (table.size, table.options["solo"]) == (1, "metagenes")
    table, _ = await opened(house, players=3, ai=2, **{"ai-player": "random"})
    assert [occupant.ai for occupant in table.seats] == [None, "random", "random"]


async def test_a_host_of_too_many_lobbies_closes_the_oldest_from_the_refusal(house, monkeypatch):
    monkeypatch.setattr(table_rows, "LOBBIES", 2)
    oldest, *_ = [await opened(house) for _ in range(2)]
    panel = (await house.maud.slash("akropolis new")).message
    for label in ("Fermer la plus ancienne", "Fermer la table"):
        panel = await after_click(house.maud, panel, label)
    assert (await house.app.tables.get(oldest[0].id)).status is Status.CANCELLED


@each_case(
    ("options", "sentence"),
    [
        ({"length": "long"}, "« Durée » ne se choisit que pour 1, 2 ou 3 joueurs."),
        ({"players": 2, "ai": 3}, "prises"),
    ],
)
async def test_options_that_do_not_go_together_are_refused(house, options, sentence):
    answer = await house.maud.slash("akropolis new", options=options)
    assert sentence in answer.text.replace("\xa0", " ")
    assert await house.app.reading.tables_in_guild(GUILD_ID) == []


def test_a_setting_that_differs_by_the_number_of_players_offers_every_value_once():
    two = Choice("length", ("standard",), "standard", seats=(2,))
    three = Choice("length", ("standard", "long"), "long", seats=(3,))
    facts = Facts("akropolis", "Akropolis", 1, (2, 3), choices=(two, three))
    assert [choice.value for choice in game_options.choices_by_setting(facts)["length"]] == [
        "standard",
        "long",
    ]
    given = {"length": "long"}
    assert game_options.options_given(facts, given, 3, "en") == given
    with pytest.raises(BadOptions):
        game_options.options_given(facts, given, 2, "en")


async def test_a_game_without_settings_is_opened_as_easily_by_two_or_more(house):
    options = {"players": 3, "ai": 2, "ai-player": "random", "language": "en"}
    for game in ("telegraph", "attika"):
        table, post = await opened(house, game, **options)
        assert (table.game, table.size, table.language, table.options) == (game, 3, "en", {})
        assert [occupant.ai for occupant in table.seats] == [None, "random", "random"]
        assert "direct message" in post
    with pytest.raises(CallRefused):
        await house.maud.slash("telegraph new", options={"players": 1})


async def test_no_table_is_opened_where_only_the_commands_were_invited(house):
    """A bot that is no member could answer, and then post no board."""
    house.ground.moderator.remove_bot(commands_stay=True)
    await house.maud.expect(lambda: not house.app.guilds)
    answer = await house.maud.slash("akropolis new")
    assert invite_url(house.app.application_id) in answer.text
    assert await house.app.reading.tables_in_guild(GUILD_ID) == []


async def test_the_command_of_each_game_says_what_it_is_how_heavy_and_how_long(house):
    descriptions = {
        command["path"][0]: command["description"]
        for command in house.bastien.world["commands"]
        if command["path"][1:] == ["new"] and command["path"][0] != "league"
    }
    assert descriptions.keys() == games().keys()
    assert len({*descriptions.values()}) == len(descriptions)
    assert descriptions["akropolis"] == (
        "Akropolis: build your city upwards · light · 1–4 players · 18–60 turns"
    )
