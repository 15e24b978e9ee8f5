"""`/me settings`: what a person chooses holds wherever they are spoken to in private."""

import asyncio
import gzip
import json
from datetime import time, timedelta

import aiohttp
import pytest

from bot.i18n import text
from bot.table.hours import Hours
from bot.table.motions import Kind
from bot.table.options import Entry, Terms
from cogs._me import personal_data
from cogs._posts import hands
from playground.driver import labels, words
from playground.people import GAMES_ID
from playground.world import BOT_ID, GUILD_ID
from tests.cogs.conftest import LOUNGE
from tests.cogs.playing import (
    after_choice,
    after_click,
    chosen_values,
    menu_with,
    menus,
    message_after,
    seat_names,
    start_game,
)
from tests.cogs.settling import quiet
from tests.cogs.test_access import archived


@pytest.fixture
async def panel(house):
    """Maud's settings, in #games; her Discord speaks French."""
    return (await house.maud.slash("me settings")).message


def chosen_in(panel, verb):
    """The values that a setting has."""
    return chosen_values(menu_with(panel, f"me:{verb}"))


async def choose(person, panel, verb, values):
    """The panel after something was chosen in one of its menus."""
    return await after_choice(person, panel, f"me:{verb}", values)


async def direct(person):
    """The channel of somebody's direct messages with the bot."""
    return (await person.call("open_dm", user=str(BOT_ID)))["channel"]


def preferences(house, person):
    return house.app.people.preferences(person.id)


# ---- the panel -----------------------------------------------------------------------------------


async def test_at_first_all_is_as_usual_and_only_i_see_it(house, panel):
    assert "Vos réglages" in words(panel)
    assert "Pas d’heures calmes" in words(panel)
    assert chosen_in(panel, "language") == chosen_in(panel, "reminder") == ["usual"]
    assert chosen_in(panel, "days") == []
    assert panel["flags"] & 64
    assert house.bastien.message(panel["id"]) is None


async def test_my_language_holds_in_all_that_is_private_and_for_the_tables_that_i_open(
    house, panel
):
    """A table that was opened in French still speaks French, and so does everybody else's page."""
    panel = await choose(house.maud, panel, "language", "en")
    assert "Your settings" in words(panel)
    assert chosen_in(panel, "language") == ["en"]
    await house.table()
    listed = (await house.maud.slash("table list")).message
    assert "You’re at one table here." in words(listed)
    suggested = await house.maud.autocomplete(
        "table status", options={"table": ""}, focused="table"
    )
    assert "running" in suggested[0]["name"]
    refused = (await house.maud.slash("seat join", options={"table": 1})).message
    assert "begun" in words(refused)
    assert "Join" in labels((await house.maud.slash("akropolis new")).message)
    page = (await house.bastien.slash("me settings")).message
    assert chosen_in(page, "language") == ["usual"]
    panel = await choose(house.maud, panel, "language", "usual")
    assert "Vos réglages" in words(panel)
    assert preferences(house, house.maud).language is None


async def test_my_hand_comes_in_my_language_and_follows_it(house, panel):
    """Although her Discord speaks French, as it says with every click."""
    await choose(house.maud, panel, "language", "en")
    await start_game(house, house.maud, house.bastien, game="attika")
    place = await house.maud.expect(house.maud.dm)
    letter = (await house.maud.expect(lambda: house.maud.messages(place["id"])))[-1]
    assert "Your hand" in letter["content"]
    await choose(house.maud, panel, "language", "usual")
    await house.maud.expect(lambda: "Votre main" in house.maud.message(letter["id"])["content"])


async def test_a_hand_that_is_being_sent_changes_its_language(house, panel, monkeypatch):
    letter, is_written, may_go = hands.letter, asyncio.Event(), asyncio.Event()

    async def letter_that_waits(post):
        message = await letter(post)
        is_written.set()
        await may_go.wait()
        return message

    monkeypatch.setattr(hands, "letter", letter_that_waits)
    await start_game(house, house.maud, house.bastien, game="attika")
    await is_written.wait()
    await choose(house.maud, panel, "language", "en")
    may_go.set()
    place = await house.maud.expect(house.maud.dm)
    await house.maud.expect(
        lambda: any("Your hand" in each["content"] for each in house.maud.messages(place["id"]))
    )


async def test_the_panel_and_its_open_form_outlive_a_restart(house, panel):
    await choose(house.maud, panel, "language", "en")
    form = (await house.maud.click(panel, "My hours…")).modal
    await house.restart()
    await house.maud.submit(form, {"zone": "Paris", "from": "23", "to": "7"})
    chosen_hours = Hours("Europe/Paris", time(23), time(7))
    await house.maud.expect(lambda: preferences(house, house.maud).hours == chosen_hours)
    panel = await choose(house.maud, house.maud.message(panel["id"]), "reminder", "6")
    assert "Your settings" in words(panel)
    assert preferences(house, house.maud).first_reminder == timedelta(hours=6)


async def test_reminders_quiet_days_and_the_call_before_my_turn_are_chosen_and_given_up(
    house, panel
):
    panel = await choose(house.maud, panel, "reminder", "24")
    assert chosen_in(panel, "reminder") == ["24"]
    assert preferences(house, house.maud).first_reminder == timedelta(days=1)
    panel = await choose(house.maud, panel, "reminder", "usual")
    assert preferences(house, house.maud).first_reminder is None
    panel = await choose(house.maud, panel, "days", ["5", "6"])
    assert "Aucun rappel le samedi ou dimanche" in words(panel)
    assert preferences(house, house.maud).hours.quiet_days == {5, 6}
    panel = await choose(house.maud, panel, "days", [])
    assert "Pas d’heures calmes" in words(panel)
    panel = await choose(house.maud, panel, "days", list("0123456"))
    assert "Gardez-en au moins un" in words(panel)
    assert chosen_in(panel, "days") == []
    panel = await after_click(house.maud, panel, "me:next")
    assert preferences(house, house.maud).next_up
    assert any("Ne plus me prévenir" in label for label in labels(panel))
    await after_click(house.maud, panel, "me:next")
    assert not preferences(house, house.maud).next_up


# ---- the hours -----------------------------------------------------------------------------------


async def hours(house, panel, **fields):
    """The panel after the form of hours was sent."""
    await house.maud.click(panel, "Mes heures…")
    return await message_after(house.maud, panel, house.maud.submit(None, fields))


async def test_hours_are_taken_as_people_write_them_in_a_form_that_guesses_the_zone(house, panel):
    form = (await house.maud.click(panel, "Mes heures…")).modal
    fields = [field["component"] for field in form["modal"]["components"]]
    assert [field["value"] for field in fields if field["custom_id"] == "zone"] == ["Europe/Paris"]
    panel = await hours(house, panel, zone="Londres", **{"from": "22h30", "to": "8"})
    assert "Europe/London" in words(panel)
    assert "Aucun rappel de 22:30 à 08:00" in words(panel)
    assert preferences(house, house.maud).hours == Hours("Europe/London", time(22, 30), time(8))
    panel = await hours(house, panel, zone="Paris", **{"from": "", "to": ""})
    assert preferences(house, house.maud).hours == Hours("Europe/Paris")
    panel = await hours(house, panel, zone="Atlantis", **{"from": "22", "to": "8"})
    assert "Je ne connais pas de fuseau" in words(panel)
    assert preferences(house, house.maud).hours == Hours("Europe/Paris")


async def test_a_zone_is_typed_with_the_command_which_suggests_the_likely_one_first(house):
    async def suggestions(typed):
        return await house.maud.autocomplete("me settings", options={"zone": typed}, focused="zone")

    likely = [choice["value"] for choice in await suggestions("")]
    assert likely[0] == "Europe/Paris"
    assert len(likely) == len({*likely}) == 25
    assert [choice["value"] for choice in await suggestions("londr")] == ["Europe/London"]
    panel = (await house.maud.slash("me settings", options={"zone": "Europe/London"})).message
    assert "Europe/London" in words(panel)


# ---- a call to try -------------------------------------------------------------------------------


async def test_a_test_call_comes_by_direct_message_or_says_that_it_cannot(house, panel):
    panel = await after_click(house.maud, panel, "Tester la notification")
    place = house.maud.dm()
    assert "Simple essai" in house.maud.messages(place["id"])[-1]["content"]
    assert "message privé" in words(panel)
    await house.maud.call("dms", open=False)
    panel = await after_click(house.maud, panel, "Tester la notification")
    assert "vous notifier qu’à la table" in words(panel)


@pytest.mark.parametrize("kind", ["page", "too_many_dms"])
async def test_an_outage_is_not_taken_for_closed_messages(house, panel, kind):
    with house.ground.faults.during(kind, method="POST", path="/messages$|/users/@me/channels$"):
        panel = await after_click(house.maud, panel, "Tester la notification")
    assert text("panel.interrupted", "fr") in words(panel)
    assert "vous notifier qu’à la table" not in words(panel)
    panel = await after_click(house.maud, panel, "Tester la notification")
    assert text("panel.interrupted", "fr") not in words(panel)


# ---- in direct messages --------------------------------------------------------------------------


async def test_settings_are_at_hand_in_direct_messages_too(house):
    place = await direct(house.maud)
    panel = (await house.maud.slash("me settings", place)).message
    panel = await choose(house.maud, panel, "language", "en")
    assert "Your settings" in words(panel)
    await house.maud.click(panel, "My hours…")
    panel = await message_after(house.maud, panel, house.maud.submit(None, {"zone": "Paris"}))
    assert "Europe/Paris" in words(panel)
    direct_page = (await house.maud.slash("me settings", LOUNGE)).message
    assert "Europe/Paris" in words(direct_page)


# ---- away ----------------------------------------------------------------------------------------


async def test_an_absence_is_told_at_my_tables_until_a_button_or_a_move_of_mine_ends_it(house):
    thread = await house.table()
    suggested = await house.maud.autocomplete(
        "me away", options={"until": "dans une sem"}, focused="until"
    )
    page = (await house.maud.slash("me away", options={"until": suggested[0]["value"]})).message
    assert "Vous n’êtes pas là" in words(page)
    line = await house.bastien.expect(lambda: newest_line(house, thread, "s’absente"))
    assert "<@" not in line["content"]
    assert line["content"].startswith("**Maud**")
    back = preferences(house, house.maud).away_until
    assert f"<t:{int(back.timestamp())}:D>" in line["content"]
    page = await after_click(house.maud, page, "Je suis de retour")
    assert "Bon retour" in words(page)
    await house.bastien.expect(lambda: newest_line(house, thread, "est de retour"))
    await house.maud.slash("me away", options={"until": "demain"})
    await house.move(house.maud)
    page = (await house.maud.slash("me away")).message
    assert "Quelques jours d’absence" in words(page)


def newest_line(house, thread, words):
    """The newest line of a thread that says this."""
    lines = [message for message in house.maud.messages(thread) if words in message["content"]]
    return lines and lines[-1]


async def test_the_settings_lead_to_the_absence_and_say_it_in_direct_messages_too(house):
    refused = (await house.maud.slash("me away", options={"until": "hier"})).message
    assert "hier" in words(refused)
    assert not preferences(house, house.maud).away_until
    thread = await house.table()
    page = (await house.maud.slash("me settings", await direct(house.maud))).message
    page = await after_click(house.maud, page, "Je m’absente…")
    page = await choose(house.maud, page, "until", menus(page)[0]["options"][1]["value"])
    assert "Vous n’êtes pas là" in words(page)
    assert await house.bastien.expect(lambda: newest_line(house, thread, "s’absente"))
    settings = (await house.maud.slash("me settings")).message
    assert "**Absence**" in words(settings)
    assert "Je suis de retour" in labels(settings)


# ---- all my games --------------------------------------------------------------------------------


async def test_my_games_begin_with_those_that_wait_for_me_and_end_with_lobbies(house):
    page = words((await house.maud.slash("me games")).message)
    assert house.app.slash("help") in page
    thread = await house.table()
    board = await house.maud.expect(lambda: house.boards(thread)[-1])
    await house.lobby()
    await quiet(house)
    page = words((await house.maud.slash("me games")).message)
    assert "Une partie vous attend" in page
    link = f"https://discord.com/channels/{GUILD_ID}/{thread}/{board['id']}"
    assert f"**[Akropolis · table\u00a01]({link})**" in page
    assert "à vous, <t:" in page
    assert page.index("table\u00a01]") < page.index("table\u00a02]")
    answer = await house.bastien.slash("me games", await direct(house.bastien))
    page = words(answer.message)
    assert house.app.get_guild(GUILD_ID).name in page
    assert "**Maud**" in page
    assert "<@" not in page


async def test_each_game_says_when_time_is_up_or_that_it_rests(house):
    await start_game(house, house.maud, house.bastien, pace="one")
    [time, _] = [occupant.time for occupant in (await house.app.tables.get(1)).seats]
    for person, sentence in ((house.maud, "fin du temps"), (house.bastien, "time is up")):
        page = words((await person.slash("me games")).message)
        assert f"{sentence} <t:{int(time.until.timestamp())}:R>" in page
    motion = await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await house.app.votes.vote(1, motion.id, house.bastien.id, yes=True)
    page = words((await house.maud.slash("me games")).message)
    assert "en pause" in page
    assert "fin du temps" not in page


async def test_many_games_have_several_pages(house):
    for _ in range(9):
        await house.lobby()
    page = (await house.maud.slash("me games")).message
    assert "Rien ne vous attend" in words(page)
    assert "Page 1 sur 2" in words(page)
    page = await after_click(house.maud, page, "Suivantes")
    assert words(page).count("[Akropolis") == 3
    page = await after_click(house.maud, page, "Précédentes")
    assert words(page).count("[Akropolis") == 6


# ---- people I do not want to meet ----------------------------------------------------------------


async def block(person, blocked):
    """The page after somebody has blocked a person."""
    return (await person.slash("me block", options={"person": str(blocked.id)})).message


async def test_somebody_i_block_finds_no_seat_until_i_let_them_in_again(house):
    """They are not told why, and see nothing of it."""
    page = await block(house.maud, house.karim)
    assert "**Karim**" in words(page)
    assert "Maud" not in words((await house.karim.slash("me block")).message)
    post = await house.lobby()
    answer = await house.karim.click(post, "Rejoindre")
    assert "Maud" not in answer.text
    assert await seat_names(house) == ["Maud"]
    page = await choose(house.maud, page, "unblock", str(house.karim.id))
    assert "Vous ne bloquez personne" in words(page)
    await house.karim.click(post, "Rejoindre")
    assert await seat_names(house) == ["Maud", "Karim"]
    assert "vous-même" in words(await block(house.maud, house.maud))


# ---- being forgotten -----------------------------------------------------------------------------


async def test_all_is_kept_until_i_confirm_that_it_is_to_be_forgotten(house):
    await house.lobby()
    page = (await house.maud.slash("me delete-my-data")).message
    assert "C’est définitif" in words(page)
    await after_click(house.maud, page, "Tout garder")
    assert (await house.app.tables.get(1)).host_id == house.maud.id


# ---- my own data ---------------------------------------------------------------------------------


async def my_data(house):
    """The answer with Maud's data, the name of its file and the content."""
    answer = (await house.maud.slash("me data")).message
    await house.maud.expect(lambda: house.maud.message(answer["id"])["attachments"])
    answer = house.maud.message(answer["id"])
    [attached] = answer["attachments"]
    address = f"{house.ground.url.rstrip('/')}{attached['url']}"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return answer, attached["filename"], await response.read()


async def test_my_data_come_as_a_file_for_me_alone_compressed_if_it_is_large(house, monkeypatch):
    await house.lobby()
    answer, name, content = await my_data(house)
    assert name == "hexagora.json"
    assert answer["flags"] & 64
    assert house.bastien.message(answer["id"]) is None
    assert "Mes données" in answer["content"]
    data = json.loads(content)
    assert data["user_id"] == house.maud.id
    assert [row["name"] for row in data["rows"]["seat"]] == ["Maud"]
    monkeypatch.setattr(personal_data, "LARGEST", 10)
    _, name, content = await my_data(house)
    assert name == "hexagora.json.gz"
    assert json.loads(gzip.decompress(content))["user_id"] == house.maud.id


async def test_the_rules_on_kept_data_can_be_read_on_discord_in_both_languages(house):
    for person, title in ((house.maud, "Mes données"), (house.bastien, "My data")):
        page = (await person.slash("help")).message
        page = await after_choice(person, page, "", "keeping")
        assert title in words(page)
        assert "90" in words(page)
        question = (await person.slash("me delete-my-data")).message
        assert title in words(question)


# ---- waiting for a table -------------------------------------------------------------------------


async def invitation(person):
    """The direct message that tells of a table."""
    place = (await person.expect(person.dm))["id"]
    return await person.expect(lambda: (letters := person.messages(place)) and letters[-1])


async def test_i_am_told_in_private_when_a_table_opens_and_join_from_there(house):
    page = (await house.maud.slash("me notify", options={"game": "attika"})).message
    assert "Attika" in words(page)
    post = (await house.bastien.slash("attika new", options={"players": 3})).message
    letter = await invitation(house.maud)
    assert "Attika" in letter["content"]
    assert labels(letter)[1:] == ["Aller à la table"]
    answer = await house.maud.click(letter, "Rejoindre")
    assert answer.message["flags"] & 64
    assert await seat_names(house) == ["Bastien", "Maud"]
    await house.bastien.expect(lambda: "Maud" in house.bastien.message(post["id"])["content"])


async def test_a_seat_in_a_thread_is_taken_after_discord_has_archived_it(house):
    await house.maud.slash("me notify", options={"game": "attika"})
    thread = house.ground.moderator.add_thread(GAMES_ID, "tables", house.bastien.id)
    await house.bastien.say(f"<@{BOT_ID}>", thread)
    await house.bastien.slash("attika new", thread, {"players": 3})
    letter = await invitation(house.maud)
    await archived(house, thread)
    await house.maud.click(letter, "Rejoindre")
    assert await seat_names(house) == ["Bastien", "Maud"]


async def test_a_table_that_opens_its_entry_again_calls_me_once(house):
    await house.maud.slash("me notify", options={"game": "attika"})
    await house.bastien.slash("attika new", options={"players": 3})
    await invitation(house.maud)
    for entry in (Entry.INVITED, Entry.OPEN):
        await house.app.lobbies.configure(1, house.bastien.id, terms=Terms(entry=entry))
        await quiet(house)
    place = (await house.maud.expect(house.maud.dm))["id"]
    assert len(house.maud.messages(place)) == 1


async def test_the_menu_says_what_i_wait_for_on_this_server(house):
    page = (await house.maud.slash("me notify")).message
    page = await choose(house.maud, page, "wish", ["attika", "akropolis"])
    assert chosen_in(page, "wish") == ["akropolis", "attika"]
    page = (await house.maud.slash("me notify", options={"game": "massalia"})).message
    assert chosen_in(page, "wish") == ["akropolis", "attika", "massalia"]
    refused = await house.maud.slash("me notify", options={"game": "chess"})
    assert refused.text == text("me.wish_unknown", "fr")
    page = await choose(house.maud, page, "wish", [])
    assert "Vous ne guettez aucun jeu" in words(page)
    answer = (await house.maud.slash("me notify", await direct(house.maud))).message
    assert "sur le serveur" in words(answer)
