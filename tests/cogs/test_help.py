"""`/help`: the first thing a newcomer reads, and the topics behind its menu."""

import re

from cogs.help import TOPICS, help_page
from playground.components import walk
from playground.driver import labels, words
from rules.registry import games, get
from tests.cogs.playing import message_after
from tests.e2e.playing import ids


async def turn_to_topic(person, panel, topic):
    """The page of a topic, chosen by what the menu calls it."""
    [menu] = ids(panel, "ht:")
    return await message_after(person, panel, person.choose(panel, menu, topic))


def topics(panel):
    """Options of the menu: labels by value."""
    [menu] = [part for _, part in walk(panel["components"]) if part.get("options")]
    return {option["value"]: option["label"] for option in menu["options"]}


async def test_help_is_private_and_in_the_language_of_the_reader(house):
    """Its pages turn after a restart, too."""
    answer = await house.maud.slash("help")
    assert answer.text.startswith("## Des jeux de plateau dans votre salon")
    assert house.maud.ephemerals() == list(answer.messages)
    await house.restart()
    page = await turn_to_topic(house.maud, answer.message, "Votre main")
    assert "message privé" in words(page)


async def test_the_first_page_tells_the_games_apart_and_begins_each_with_a_command(house):
    answer = await house.bastien.slash("help")
    for game in games():
        assert f"</{game} new:" in answer.text
    assert "Start" in answer.text
    light = r"akropolis new:\d+>\n-# light · 1–4 players · 18 turns with 1, 60 with 4 — Build"
    assert re.search(light, answer.text)
    assert re.search(r"massalia new:\d+>\n-# heavy · 2–4 players", answer.text)
    assert "not affiliated with the games’ publishers" in answer.text
    offered = topics(answer.message)
    assert [*offered] == ["first", *TOPICS, *games()]
    assert [offered[game] for game in games()] == [get(game).facts.title for game in games()]


async def test_a_page_can_be_read_in_the_other_language(house):
    page = await turn_to_topic(
        house.bastien, (await house.bastien.slash("help")).message, "Where to play"
    )
    assert labels(page) == ["français", "My games"]
    page = await message_after(house.bastien, page, house.bastien.click(page, "français"))
    assert "fil archivé" in words(page)
    assert topics(page)["move"] == "Jouer"
    page = await turn_to_topic(house.bastien, page, "Commencer une partie")
    assert "confier les places libres" in words(page)


async def test_a_topic_that_is_not_there_any_more_is_the_first_page(house):
    page = help_page(house.app, "fr", "chess")
    first = help_page(house.app, "fr")
    assert page.to_components() == first.to_components()


async def test_those_who_manage_the_server_are_pointed_to_its_settings(house):
    first = (await house.maud.slash("help")).message
    assert "</hexagora setup:" in words(first)
    page = await turn_to_topic(house.maud, first, "Votre main")
    assert "</hexagora setup:" not in words(page)
    assert "hexagora setup" not in words((await house.karim.slash("help")).message)
