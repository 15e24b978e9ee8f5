"""`/stats`: results of finished games, for whoever may see them."""

import pytest

from bot.service import Services
from bot.table.seating import Person
from cogs._pages import statistics
from playground.components import walk
from playground.driver import labels, pictures, words
from playground.people import GAMES_ID, GUILD_ID
from playground.world import BOT_ID
from tests.bot.finishing import begin, finish, played, take_time
from tests.cogs.conftest import LOUNGE
from tests.cogs.forging import swap_component
from tests.cogs.playing import after_choice, after_click, menus

ELSEWHERE = 42
UNKNOWN_PERSON = f"st:h:{10**20 - 1}:"
"""Id of the button that leads to the page of somebody who does not exist."""


@pytest.fixture
async def services(house):
    """Services for games that are over, of which nobody is told."""
    services = Services(house.app.store, house.app.brains, notify=lambda: None)
    yield services
    await services.stop_ai()


@pytest.fixture
async def games(house, services):
    """Two games of Maud against Bastien and one of the three with Inès, all over."""
    maud, bastien, ines = (
        Person(house.maud.id, "Maud"),
        Person(house.bastien.id, "Bastien"),
        Person(house.ines.id, "Inès"),
    )

    async def play(*people, scores, guild=GUILD_ID, game="akropolis"):
        place = {"guild_id": guild, "channel_id": GAMES_ID, "game": game}
        table = await begin(services, *people, **place)
        await take_time(house.app.store, table, (0, 2), (1, 4), (0, 2), (1, 4))
        await finish(services, house.app.store, table.id, *scores)

    await play(maud, bastien, scores=(120, 90))
    await play(maud, bastien, scores=(80, 90))
    await play(maud, bastien, ines, scores=(80, 100, 70))
    await play(maud, bastien, scores=(1, 200), guild=ELSEWHERE, game="attika")
    await house.app.store.write(lambda db: db.execute("DELETE FROM outbox"))


@pytest.fixture
async def rarer_games(house, services):
    """A game that Maud gave up against Bastien, and one that she won alone against an AI player."""
    maud, bastien = Person(house.maud.id, "Maud"), Person(house.bastien.id, "Bastien")
    place = {"guild_id": GUILD_ID, "channel_id": GAMES_ID}
    table = await begin(services, maud, bastien, **place)
    await take_time(house.app.store, table, (0, 2), (1, 4), (0, 2), (1, 4))
    await services.seats.resign(table.id, maud.user_id)
    await played(services, house.app.store, {maud: 100}, ai=("random",), game="attika", **place)
    await house.app.store.write(lambda db: db.execute("DELETE FROM outbox"))


async def stats(reader, channel=GAMES_ID, **options):
    return (await reader.slash("stats", channel, options)).message


async def forged(house, reader, page, custom_id):
    """Answer to a press of the first button of a page under another id."""
    button = next(part["custom_id"] for _, part in walk(page["components"]) if part["type"] == 2)
    with swap_component(house, page, button, lambda part: part.update(custom_id=custom_id)):
        return await reader.click(page["id"], custom_id)


async def test_without_games_it_says_how_to_begin(house):
    answer = await stats(house.bastien)
    assert words(answer).startswith("You haven’t finished a game here yet.")
    assert labels(answer) == ["This server", "All servers"]
    page = words(await stats(house.bastien, game="attika"))
    assert "Attika" in page
    assert "/akropolis new" in page
    refused = await house.bastien.slash("stats", options={"game": "chess"})
    assert refused.text == "I don’t know that game. Choose one from the list."


async def test_everybody_sees_their_own_results_and_how_they_did_against_somebody(house, games):
    answer = await stats(house.bastien)
    assert answer["flags"] & 64
    page = words(answer)
    assert "### **Bastien** · on this server" in page
    assert "**3** games played to the end" in page
    assert "🥇 2 · 🥈 1" in page
    assert "A move usually takes 4\xa0hours." in page
    assert "Against **Maud** 2–1 · **Inès** 1–0" in page
    assert "Attika" not in page
    page = words(await stats(house.bastien, person=str(house.maud.id)))
    assert "You against **Maud**: ahead 2, behind 1, in 3 games" in page
    assert "Against **Inès** 1–0" in page


async def test_all_servers_are_for_oneself_alone(house, games):
    """In direct messages they are there too."""
    page = await stats(house.bastien)
    page = await after_click(house.bastien, page, "All servers")
    assert "**4** games played to the end" in words(page)
    assert "Attika" in words(page)
    assert "Only you see this page." in words(page)
    page_of_bastien = await stats(house.karim, person=str(house.bastien.id))
    await forged(house, house.karim, page_of_bastien, f"st:a:{house.bastien.id}:")
    refused = await house.karim.expect(
        lambda: (
            "that server only" in words(message := house.karim.message(page_of_bastien["id"]))
            and message
        )
    )
    assert "Attika" not in words(refused)
    page_of_nobody = await forged(house, house.karim, await stats(house.karim), UNKNOWN_PERSON)
    assert page_of_nobody.state == "done"
    place = (await house.bastien.call("open_dm", user=str(BOT_ID)))["channel"]
    page = await stats(house.bastien, place)
    assert "on all servers" in words(page)
    refused = await house.bastien.slash("stats", place, {"person": str(house.maud.id)})
    assert refused.text.startswith("Statistics of others")
    with swap_component(house, page, None, lambda menu: menu.update(custom_id="sg:h:0:")):
        await house.bastien.choose(page["id"], "sg:h:0:", "all")
    await house.bastien.expect(
        lambda: "that server only" in words(house.bastien.message(page["id"]))
    )


async def test_a_game_has_a_ladder_and_records(house, games, monkeypatch):
    """In words where the ladder cannot be drawn; a record in a hidden channel is hidden as well."""
    page = await stats(house.bastien, game="akropolis")
    assert "**3** games played to the end" in words(page)
    assert "Best score: **120 points**, **Maud** ([no. 1](" in words(page)
    assert "Clearest win: by **30 points**, **Maud**" in words(page)
    alt = pictures(page)[0]["description"]
    assert alt.startswith("Ladder of Akropolis: 1. Bastien ")
    assert "; 2. Maud " in alt
    house.ground.moderator.hide(GAMES_ID, house.karim.id)
    assert "Best score" not in words(await stats(house.karim, LOUNGE, game="akropolis"))
    assert "Best score" in words(await stats(house.noor, LOUNGE, game="akropolis"))

    async def fail(wish, alt, language, *, name, instead):
        return instead

    monkeypatch.setattr(statistics, "drawing_or_sentence", fail)
    page = words(await stats(house.bastien, game="akropolis"))
    assert "🥇 **Bastien** 1," in page
    assert "🥈 **Maud** " in page
    assert " · 3 games" in page


async def test_games_given_up_and_games_alone_are_told_apart(house, rarer_games):
    """A game that was given up has neither a score nor a usual length."""
    page = words(await stats(house.maud))
    assert "**1**\xa0partie terminée" in page
    assert "🥈 1 · 1\xa0abandonnée" in page
    assert "Un coup prend d’habitude 2\xa0heures." in page
    assert "Et 1\xa0partie en solitaire contre l’IA, 1\xa0gagnée" in page
    page = await stats(house.maud, person=str(house.maud.id), game="akropolis")
    assert "en moyenne" not in words(page)
    page = words(await stats(house.bastien, game="akropolis"))
    assert "A move usually takes 2\xa0hours." in page
    assert "for a game" not in page
    page = await stats(house.bastien)
    page = await after_click(house.bastien, page, "This server")
    assert "And 1 game of one person against AI" in words(page)
    page = words(await stats(house.bastien, game="attika"))
    assert "And 1 game of one person against AI" in page


async def test_buttons_and_a_menu_lead_to_the_server_and_to_a_single_game(house, games):
    page = await stats(house.bastien)
    page = words(await after_click(house.bastien, page, "This server"))
    assert "**3** games played to the end by 3 people" in page
    assert "- **Akropolis** · 3 games" in page
    assert "**Bastien** (3 games, 2 won)" in page
    assert "Attika" not in page
    page = await stats(house.bastien, person=str(house.maud.id))
    page = await after_choice(house.bastien, page, menus(page)[0]["custom_id"], ["akropolis"])
    assert "### **Maud** · Akropolis" in words(page)
    assert ", no. 2 here" in words(page)
    page = await after_click(house.bastien, page, "Ladder")
    assert len(pictures(page)) == 1


async def test_hidden_statistics_are_seen_by_their_person_alone(house, games):
    settings = (await house.bastien.slash("me settings")).message
    settings = await after_click(house.bastien, settings, "Hide my statistics")
    assert "Others see none of your statistics" in words(settings)
    assert "Show my statistics" in labels(settings)
    mine = words(await stats(house.bastien))
    assert "Only you see this page" in mine
    assert "**3** games" in mine
    hidden = words(await stats(house.karim, person=str(house.bastien.id)))
    assert hidden.startswith("There is nothing to show of this person here.")
    stranger = words(await stats(house.karim, person=str(house.noor.id)))
    assert stranger == hidden
    for options in ({"game": "akropolis"}, {"person": str(house.maud.id)}):
        page = await stats(house.karim, **options)
        assert "Bastien" not in words(page) + repr(pictures(page))


async def test_a_game_won_a_year_ago_today_is_remembered(house, games):
    page = await stats(house.noor)
    page = await after_click(house.noor, page, "This server")
    assert "A year ago today" not in words(page)
    house.ground.let_pass(365 * 86400.0)
    page = await after_click(house.noor, await stats(house.noor), "This server")
    assert "A year ago today: Maud won Akropolis with 120 points" in words(page).replace("*", "")


async def test_the_best_game_is_shown_as_a_poster(house, games):
    page = await stats(house.noor, game="akropolis")
    poster = await after_click(house.noor, page, "🏆 Poster")
    assert pictures(poster)[0]["description"].startswith("Poster: the city that Maud built")
