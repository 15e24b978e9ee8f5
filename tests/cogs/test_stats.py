"""`/stats`: results of finished games, for whoever may see them."""

import pytest

from bot.playground.components import walk
from bot.playground.driver import labels, pictures, words
from bot.playground.people import GAMES_ID, GUILD_ID
from bot.playground.world import BOT_ID
from bot.service import build_services
from bot.table.seating import Person
from cogs._pages import statistics
from tests.bot.finishing import begin, finish, played, take_time
from tests.cogs.conftest import LOUNGE
from tests.cogs.forging import swap_component
from tests.cogs.playing import menus, message_after

ELSEWHERE, BUTTON = 42, 2


@pytest.fixture
async def games(house):
    """Two games of Maud against Bastien and one of the three with Inès, all over."""
    services = build_services(house.app.store, house.app.brains, notify=lambda: None)
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
    await services.close()


@pytest.fixture
async def rarer_games(house):
    """A game that Maud gave up against Bastien, and one that she won alone against an AI player."""
    services = build_services(house.app.store, house.app.brains, notify=lambda: None)
    maud, bastien = Person(house.maud.id, "Maud"), Person(house.bastien.id, "Bastien")
    place = {"guild_id": GUILD_ID, "channel_id": GAMES_ID}
    table = await begin(services, maud, bastien, **place)
    await take_time(house.app.store, table, (0, 2), (1, 4), (0, 2), (1, 4))
    await services.seats.resign(table.id, maud.user_id)
    await played(services, house.app.store, {maud: 100}, ai=("random",), game="attika", **place)
    await house.app.store.write(lambda db: db.execute("DELETE FROM outbox"))
    await services.close()


async def stats(reader, channel=GAMES_ID, **options):
    return (await reader.slash("stats", channel, options)).message


async def forged(house, reader, page, custom_id):
    """What comes of a press of the first button of a page under another id."""
    button = first_button(page)
    with swap_component(house, page, button, lambda part: part.update(custom_id=custom_id)):
        return await reader.click(page["id"], custom_id)


def first_button(page):
    return next(part["custom_id"] for _, part in walk(page["components"]) if part["type"] == BUTTON)


async def test_without_games_it_says_how_to_begin(house):
    answer = await stats(house.bastien)
    assert words(answer).startswith("You haven’t finished a game here yet.")
    assert labels(answer) == ["This server", "All servers"]


async def test_a_game_that_nobody_has_played_says_how_to_begin(house):
    told = words(await stats(house.bastien, game="attika"))
    assert "Attika" in told
    assert "/akropolis new" in told


async def test_it_shows_ones_own_results_to_oneself(house, games):
    answer = await stats(house.bastien)
    assert answer["flags"] & 64
    told = words(answer)
    assert "### **Bastien** · on this server" in told
    assert "**3** games played to the end" in told
    assert "🥇 2 · 🥈 1" in told
    assert "A move usually takes 4\xa0hours." in told
    assert "Ahead–behind: **Maud** 2–1 · **Inès** 1–0" in told
    assert "Attika" not in told


async def test_somebody_else_sees_how_they_did_against_them(house, games):
    told = words(await stats(house.bastien, person=str(house.maud.id)))
    assert "You against **Maud**: ahead 2, behind 1, in 3 games" in told
    assert "Ahead–behind: **Inès** 1–0" in told


async def test_all_servers_are_for_oneself_alone(house, games):
    page = await stats(house.bastien)
    page = await message_after(house.bastien, page, house.bastien.click(page, "All servers"))
    assert "**4** games played to the end" in words(page)
    assert "Attika" in words(page)
    assert "Only you see this page." in words(page)
    other = await stats(house.karim, person=str(house.bastien.id))
    await forged(house, house.karim, other, f"st:a:{house.bastien.id}:")
    refused = await house.karim.expect(
        lambda: "that server only" in words(message := house.karim.message(other["id"])) and message
    )
    assert "Attika" not in words(refused)


async def test_in_direct_messages_they_are_there_too(house, games):
    place = (await house.bastien.call("open_dm", user=str(BOT_ID)))["channel"]
    assert "on all servers" in words(await stats(house.bastien, place))
    refused = await house.bastien.slash("stats", place, {"person": str(house.maud.id)})
    assert refused.text.startswith("Statistics of others")


async def test_a_game_has_a_ladder_and_records(house, games):
    page = await stats(house.bastien, game="akropolis")
    assert "**3** games played to the end" in words(page)
    assert "Best score: **120**, **Maud** ([no. 1](" in words(page)
    assert "Clearest win: by **30**, **Maud**" in words(page)
    alt = pictures(page)[0]["description"]
    assert alt.startswith("Ladder of Akropolis: 1. Bastien ")
    assert "; 2. Maud " in alt


async def test_games_given_up_and_games_alone_are_told_apart(house, rarer_games):
    told = words(await stats(house.maud))
    assert "**1** partie terminée" in told
    assert "🥈 1 · 1 abandonnée" in told
    assert "Un coup prend d’habitude 2\xa0heures." in told
    assert "Et 1 partie en solitaire contre l’IA, 1 gagnée" in told
    page = await stats(house.maud, person=str(house.maud.id), game="akropolis")
    assert "en moyenne" not in words(page)  # who gives up has no score


async def test_a_game_that_was_given_up_has_no_usual_length(house, rarer_games):
    told = words(await stats(house.bastien, game="akropolis"))
    assert "A move usually takes 2\xa0hours." in told
    assert "for a game" not in told


async def test_a_server_on_which_people_play_alone_says_so(house, rarer_games):
    page = await stats(house.bastien)
    page = await message_after(house.bastien, page, house.bastien.click(page, "This server"))
    assert "And 1 game of one person against AI" in words(page)
    told = words(await stats(house.bastien, game="attika"))
    assert "And 1 game of one person against AI" in told


async def test_the_ladder_is_told_in_words_where_it_cannot_be_drawn(house, games, monkeypatch):
    async def fail(wish, alt, language, *, name, instead):
        return statistics.ui.TextDisplay(instead), []

    monkeypatch.setattr(statistics, "drawing_or_sentence", fail)
    told = words(await stats(house.bastien, game="akropolis"))
    assert "🥇 **Bastien** 1," in told
    assert "🥈 **Maud** " in told
    assert " · 3 games" in told


async def test_a_record_in_a_hidden_channel_is_told_only_to_who_sees_it(house, games):
    house.ground.moderator.hide(GAMES_ID, house.karim.id)
    assert "Best score" not in words(await stats(house.karim, LOUNGE, game="akropolis"))
    assert "Best score" in words(await stats(house.noor, LOUNGE, game="akropolis"))


async def test_the_server_has_a_page(house, games):
    page = await stats(house.bastien)
    page = await message_after(house.bastien, page, house.bastien.click(page, "This server"))
    told = words(page)
    assert "**3** games played to the end by 3 people" in told
    assert "- **Akropolis** · 3 games" in told
    assert "**Bastien** (3 games, 2 won)" in told
    assert "Attika" not in told


async def test_the_menu_shows_one_game(house, games):
    page = await stats(house.bastien, person=str(house.maud.id))
    used = menus(page)[0]["custom_id"]
    page = await message_after(house.bastien, page, house.bastien.choose(page, used, ["akropolis"]))
    assert "### **Maud** · Akropolis" in words(page)
    assert ", no. 2 here" in words(page)
    page = await message_after(house.bastien, page, house.bastien.click(page, "Ladder"))
    assert len(pictures(page)) == 1


async def test_whoever_hides_their_statistics_sees_them_alone(house, games):
    settings = (await house.bastien.slash("me settings")).message
    settings = await message_after(
        house.bastien, settings, house.bastien.click(settings, "Hide my statistics")
    )
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


async def test_a_game_that_does_not_exist_is_refused(house):
    answer = await house.bastien.slash("stats", options={"game": "chess"})
    assert answer.text == "I don’t know that game. Choose one from the list."


async def test_an_id_that_nobody_has_is_no_fault(house, games):
    page = await stats(house.karim)
    answer = await forged(house, house.karim, page, f"st:h:{10**20 - 1}:")
    assert answer.state == "done"
