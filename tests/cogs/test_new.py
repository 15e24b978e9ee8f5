"""`/akropolis new`: every option of the command, and the command itself."""

import pytest
from discord import app_commands

from bot.app import invite_url
from bot.i18n import LANGUAGES
from bot.playground.driver import words
from bot.playground.errors import CallRefused
from cogs._lobby import new_table
from cogs._shared import game_options
from cogs._shared.translator import in_language
from rules.contract import BadOptions, Choice, Facts
from rules.registry import games
from tests.cases import each_case


async def table(house, **options):
    await house.maud.slash("akropolis new", options={"thread": False} | options)
    return await house.app.reading.table_in(300000000000000001)


async def test_a_table_is_for_four_in_the_language_of_its_host(house):
    opened = await table(house)
    assert (opened.size, opened.language, opened.options["variants"]) == (4, "fr", [])


async def test_options_make_the_table(house):
    opened = await table(house, players=3, length="long", variants="gardens", language="en")
    assert (opened.size, opened.language) == (3, "en")
    assert opened.options == {"length": "long", "variants": ["gardens"]}


async def test_all_variants_are_one_choice(house):
    opened = await table(house, variants="all")
    assert len(opened.options["variants"]) == 5


async def test_playing_alone_is_a_table_for_one(house):
    opened = await table(house, solo="metagenes")
    assert (opened.size, opened.options["solo"]) == (1, "metagenes")


async def test_ai_seats_are_taken_at_once(house):
    opened = await table(house, players=3, ai=2, **{"ai-player": "random"})
    assert [occupant.ai for occupant in opened.seats] == [None, "random", "random"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"length": "long"}, "« Durée » ne se choisit que pour 1, 2 ou 3 joueurs."),
        ({"players": 2, "ai": 3}, "prises"),
    ],
)
async def test_what_cannot_be_agreed_is_refused(house, options, sentence):
    answer = await house.maud.slash("akropolis new", options=options)
    assert sentence in answer.text.replace("\xa0", " ")
    assert await house.app.reading.tables_in_guild(100000000000000001) == []


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


@pytest.mark.parametrize("game", ["telegraph", "attika"])
async def test_a_game_without_settings_is_opened_as_easily(house, game):
    options = {"thread": False, "players": 3, "ai": 2, "ai-player": "random", "language": "en"}
    post = (await house.maud.slash(f"{game} new", options=options)).message
    opened = await house.app.reading.table_in(300000000000000001)
    assert (opened.game, opened.size, opened.language, opened.options) == (game, 3, "en", {})
    assert [occupant.ai for occupant in opened.seats] == [None, "random", "random"]
    assert "direct message" in words(post)


async def test_nobody_plays_telegraph_alone(house):
    with pytest.raises(CallRefused):
        await house.maud.slash("telegraph new", options={"players": 1})


async def test_the_commands_stay_within_the_limits(house):
    """Names, descriptions and values of a command: 8,000 characters in the longest language."""
    for command in house.app.tree.get_commands():
        payload = await command.get_translated_payload(house.app.tree, house.app.tree.translator)
        assert characters(payload) <= 8000
        assert len(payload.get("options", [])) <= 25


def characters(payload):
    """Number of characters that Discord counts, each text in its longest language."""
    longest = 0
    for key in ("name", "description"):
        texts = [payload.get(key) or "", *(payload.get(f"{key}_localizations") or {}).values()]
        assert all(len(text) <= 100 for text in texts)
        longest += max(map(len, texts))
    longest += len(str(payload.get("value", "")))
    inner = [*payload.get("options", ()), *payload.get("choices", ())]
    return longest + sum(map(characters, inner))


async def test_the_command_is_said_in_french_too(house):
    (group,) = [c for c in house.app.tree.get_commands() if c.name == "akropolis"]
    assert isinstance(group, app_commands.Group)
    payload = await group.get_translated_payload(house.app.tree, house.app.tree.translator)
    descriptions = {
        option["name"]: option["description_localizations"]["fr"] for option in payload["options"]
    }
    assert descriptions.keys() == {"new", "move", "board", "rules"}
    assert descriptions["board"].startswith("Revoir le plateau")


async def test_the_lobby_says_what_was_agreed(house):
    answer = await house.maud.slash("akropolis new", options={"variants": "houses"})
    assert "habitations" in words(answer.message)


async def test_where_only_the_commands_were_invited_no_table_is_opened(house):
    """A bot that is no member could answer, and then post no board."""
    house.ground.moderator.remove_bot(commands_stay=True)
    await house.maud.expect(lambda: not house.app.guilds)
    answer = await house.maud.slash("akropolis new")
    assert invite_url(house.app.application_id) in answer.text
    assert await house.app.reading.tables_in_guild(100000000000000001) == []


async def test_the_command_of_each_game_says_what_it_is_how_heavy_and_how_long(house):
    described = {}
    for command in house.bastien.world["commands"]:
        if command["path"][1:] == ["new"]:
            described[command["path"][0]] = command["description"]
    assert described.keys() == games().keys()
    assert len({*described.values()}) == len(described)
    assert described["akropolis"] == (
        "Akropolis: build your city upwards · light · 1–4 players · 18–60 turns"
    )


@each_case("language", LANGUAGES)
def test_the_description_of_a_command_fits(language):
    for game in games().values():
        description = new_table.description(game.facts)
        assert len(in_language(description, language)) <= 100
