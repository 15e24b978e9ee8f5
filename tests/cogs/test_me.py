"""`/me settings`: what a person chooses holds wherever they are spoken to in private."""

import asyncio
import gzip
import json
from datetime import time, timedelta

import aiohttp
import pytest

from bot.i18n import text
from bot.playground.driver import labels, words
from bot.playground.people import GAMES_ID
from bot.playground.world import BOT_ID, GUILD_ID
from bot.table.hours import Hours
from bot.table.motions import Kind
from bot.table.options import Entry, Terms
from cogs._me import personal_data
from cogs._posts import hands
from tests.cogs.conftest import LOUNGE
from tests.cogs.playing import menus, message_after, text_of_message
from tests.cogs.settling import quiet
from tests.cogs.test_access import archived


@pytest.fixture
async def panel(house):
    """Maud's settings, in #games; her Discord speaks French."""
    return (await house.maud.slash("me settings")).message


def menu(panel, verb):
    """The menu of a setting, whose id is new after every use."""
    return next(menu for menu in menus(panel) if menu["custom_id"].startswith(f"me:{verb}"))


async def choose(person, panel, verb, values):
    """The panel after something was chosen in one of its menus."""
    used = menu(panel, verb)["custom_id"]
    return await message_after(person, panel, person.choose(panel, used, values))


def chosen_values(panel, verb):
    return [field["value"] for field in menu(panel, verb)["options"] if field.get("default")]


async def direct(person):
    """The channel of somebody's direct messages with the bot."""
    return (await person.call("open_dm", user=str(BOT_ID)))["channel"]


def preferences(house, person):
    return house.app.people.preferences(person.id)


# ---- the panel -----------------------------------------------------------------------------------


async def test_nothing_is_chosen_at_first(house, panel):
    assert "Vos réglages" in text_of_message(panel)
    assert "Pas d’heures calmes" in text_of_message(panel)
    assert chosen_values(panel, "language") == chosen_values(panel, "reminder") == ["usual"]
    assert chosen_values(panel, "days") == []


async def test_only_i_see_it(house, panel):
    assert panel["flags"] & 64
    assert house.bastien.message(panel["id"]) is None


async def test_the_language_chosen_holds_at_once(house, panel):
    panel = await choose(house.maud, panel, "language", "en")
    assert "Your settings" in text_of_message(panel)
    assert chosen_values(panel, "language") == ["en"]


async def test_the_language_chosen_holds_everywhere_private(house, panel):
    await choose(house.maud, panel, "language", "en")
    await house.table()
    listed = (await house.maud.slash("table list")).message
    assert "You’re at one table here." in text_of_message(listed)
    status = (await house.maud.slash("table status", options={"table": 1})).message
    assert "**Maud** to move" in text_of_message(status) or "Maud" in text_of_message(status)
    offered = await house.maud.autocomplete("table status", options={"table": ""}, focused="table")
    assert "running" in offered[0]["name"]
    refused = (await house.maud.slash("table join", options={"table": 1})).message
    assert "begun" in text_of_message(refused)


async def test_and_the_table_keeps_its_own(house, panel):
    await choose(house.maud, panel, "language", "en")
    post = await house.lobby()
    assert "Rejoindre" in labels(post)


async def test_a_table_that_i_open_speaks_the_language_chosen(house, panel):
    await choose(house.maud, panel, "language", "en")
    post = (await house.maud.slash("akropolis new")).message
    assert "Join" in labels(post)


async def test_my_hand_comes_by_direct_message_in_the_language_chosen(house, panel):
    """Although her Discord speaks French, as it says with every click."""
    await choose(house.maud, panel, "language", "en")
    options = {"players": 2, "language": "fr", "order": "joined"}
    post = (await house.maud.slash("attika new", options=options)).message
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    place = await house.maud.expect(house.maud.dm)
    letter = await house.maud.expect(lambda: house.maud.messages(place["id"]))
    assert "Your hand" in letter[-1]["content"]


async def test_a_hand_that_is_there_already_changes_its_language(house, panel):
    options = {"players": 2, "language": "fr", "order": "joined"}
    post = (await house.maud.slash("attika new", options=options)).message
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    place = await house.maud.expect(house.maud.dm)
    letter = (await house.maud.expect(lambda: house.maud.messages(place["id"])))[-1]
    assert "Votre main" in letter["content"]
    await choose(house.maud, panel, "language", "en")
    await house.maud.expect(lambda: "Your hand" in house.maud.message(letter["id"])["content"])


async def test_a_hand_that_is_being_sent_changes_its_language(house, panel, monkeypatch):
    letter, is_written, may_go = hands.letter, asyncio.Event(), asyncio.Event()

    async def letter_that_waits(post):
        message = await letter(post)
        is_written.set()
        await may_go.wait()
        return message

    monkeypatch.setattr(hands, "letter", letter_that_waits)
    options = {"players": 2, "language": "fr", "order": "joined"}
    post = (await house.maud.slash("attika new", options=options)).message
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await is_written.wait()
    await choose(house.maud, panel, "language", "en")
    may_go.set()
    place = await house.maud.expect(house.maud.dm)
    await house.maud.expect(
        lambda: any("Your hand" in each["content"] for each in house.maud.messages(place["id"]))
    )


async def test_back_to_the_language_of_my_discord(house, panel):
    panel = await choose(house.maud, panel, "language", "en")
    panel = await choose(house.maud, panel, "language", "usual")
    assert "Vos réglages" in text_of_message(panel)
    assert preferences(house, house.maud).language is None


async def test_the_choice_outlives_a_restart_and_so_does_the_panel(house, panel):
    await choose(house.maud, panel, "language", "en")
    await house.stop()
    await house.start()
    panel = await choose(house.maud, house.maud.message(panel["id"]), "reminder", "6")
    assert "Your settings" in text_of_message(panel)
    assert preferences(house, house.maud).first_reminder == timedelta(hours=6)


async def test_the_first_reminder_comes_when_i_say(house, panel):
    panel = await choose(house.maud, panel, "reminder", "24")
    assert chosen_values(panel, "reminder") == ["24"]
    assert preferences(house, house.maud).first_reminder == timedelta(days=1)
    panel = await choose(house.maud, panel, "reminder", "usual")
    assert preferences(house, house.maud).first_reminder is None


async def test_quiet_days_are_chosen_and_given_up(house, panel):
    panel = await choose(house.maud, panel, "days", ["5", "6"])
    assert "Aucun rappel le samedi ou dimanche" in text_of_message(panel)
    assert preferences(house, house.maud).hours.quiet_days == {5, 6}
    panel = await choose(house.maud, panel, "days", [])
    assert "Pas d’heures calmes" in text_of_message(panel)


async def test_a_week_of_quiet_days_is_refused_in_the_panel(house, panel):
    panel = await choose(house.maud, panel, "days", list("0123456"))
    assert "Gardez-en au moins un" in text_of_message(panel)
    assert chosen_values(panel, "days") == []


async def test_you_are_next_is_asked_for_and_given_up(house, panel):
    panel = await message_after(house.maud, panel, house.maud.click(panel, "me:next"))
    assert preferences(house, house.maud).next_up
    assert any("Ne plus me prévenir" in label for label in labels(panel))
    await message_after(house.maud, panel, house.maud.click(panel, "me:next"))
    assert not preferences(house, house.maud).next_up


async def test_another_person_keeps_their_own(house, panel):
    await choose(house.maud, panel, "language", "en")
    page = (await house.bastien.slash("me settings")).message
    assert chosen_values(page, "language") == ["usual"]


# ---- the hours -----------------------------------------------------------------------------------


async def hours(house, panel, **fields):
    """The panel after the form of hours was sent."""
    await house.maud.click(panel, "Heures…")
    return await message_after(house.maud, panel, house.maud.submit(None, fields))


async def test_the_form_guesses_where_i_live(house, panel):
    form = (await house.maud.click(panel, "Heures…")).modal
    fields = {
        field["component"]["custom_id"]: field["component"] for field in form["modal"]["components"]
    }
    assert fields["zone"]["value"] == "Europe/Paris"


async def test_hours_are_taken_as_people_write_them(house, panel):
    panel = await hours(house, panel, zone="Londres", **{"from": "22h30", "to": "8"})
    assert "Europe/London" in text_of_message(panel)
    assert "Aucun rappel de 22:30 à 08:00" in text_of_message(panel)
    assert preferences(house, house.maud).hours == Hours("Europe/London", time(22, 30), time(8))


async def test_without_times_there_is_no_quiet_hour(house, panel):
    panel = await hours(house, panel, zone="Paris", **{"from": "22", "to": "8"})
    panel = await hours(house, panel, zone="Paris", **{"from": "", "to": ""})
    assert preferences(house, house.maud).hours == Hours("Europe/Paris")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (("Atlantis", "22", "8"), "Je ne connais pas de fuseau"),
        (("Paris", "22", "bientôt"), "n’est pas une heure"),
        (("Paris", "22", ""), "un début et une fin"),
        (("Paris", "8", "8"), "moins d’une heure par jour"),
    ],
)
async def test_what_cannot_be_is_told_in_the_panel(house, panel, fields, told):
    panel = await hours(house, panel, **dict(zip(("zone", "from", "to"), fields, strict=True)))
    assert told in text_of_message(panel)
    assert preferences(house, house.maud).hours == Hours()


async def test_a_form_that_is_sent_after_a_restart_counts(house, panel):
    await house.maud.click(panel, "Heures…")
    form = house.maud.modal
    await house.stop()
    await house.start()
    await house.maud.submit(form, {"zone": "Paris", "from": "23", "to": "7"})
    meant = Hours("Europe/Paris", time(23), time(7))
    assert await house.maud.expect(lambda: preferences(house, house.maud).hours == meant)


async def test_a_zone_is_typed_with_the_command(house):
    offered = await house.maud.autocomplete(
        "me settings", options={"zone": "londr"}, focused="zone"
    )
    assert [choice["value"] for choice in offered] == ["Europe/London"]
    panel = (await house.maud.slash("me settings", options={"zone": "Europe/London"})).message
    assert "Europe/London" in text_of_message(panel)


async def test_the_likely_zone_is_offered_first(house):
    offered = await house.maud.autocomplete("me settings", options={"zone": ""}, focused="zone")
    assert offered[0]["value"] == "Europe/Paris"
    assert len(offered) == 25
    assert len({choice["value"] for choice in offered}) == 25


# ---- a call to try -------------------------------------------------------------------------------


async def test_a_test_call_comes_by_direct_message(house, panel):
    panel = await message_after(house.maud, panel, house.maud.click(panel, "Tester l’appel"))
    place = house.maud.dm()
    assert "Simple essai" in house.maud.messages(place["id"])[-1]["content"]
    assert "message privé" in text_of_message(panel)


async def test_who_takes_no_messages_is_told_so(house, panel):
    await house.maud.call("dms", open=False)
    panel = await message_after(house.maud, panel, house.maud.click(panel, "Tester l’appel"))
    assert "vous appeler qu’à la table" in text_of_message(panel)


@pytest.mark.parametrize("kind", ["http_error", "page", "foreign", "too_many_dms"])
async def test_an_outage_is_not_taken_for_closed_messages(house, panel, kind):
    with house.ground.faults.during(kind, method="POST", path="/messages$|/users/@me/channels$"):
        panel = await message_after(house.maud, panel, house.maud.click(panel, "Tester l’appel"))
    assert text("panel.interrupted", "fr") in text_of_message(panel)
    assert "vous appeler qu’à la table" not in text_of_message(panel)
    panel = await message_after(house.maud, panel, house.maud.click(panel, "Tester l’appel"))
    assert text("panel.interrupted", "fr") not in text_of_message(panel)


# ---- in direct messages --------------------------------------------------------------------------


async def test_settings_are_at_hand_in_direct_messages_too(house):
    place = await direct(house.maud)
    panel = (await house.maud.slash("me settings", place)).message
    panel = await choose(house.maud, panel, "language", "en")
    assert "Your settings" in text_of_message(panel)
    await house.maud.click(panel, "Hours…")
    panel = await message_after(house.maud, panel, house.maud.submit(None, {"zone": "Paris"}))
    assert "Europe/Paris" in text_of_message(panel)
    direct_page = (await house.maud.slash("me settings", LOUNGE)).message
    assert "Europe/Paris" in words(direct_page)


# ---- away ----------------------------------------------------------------------------------------


async def test_i_am_away_at_all_my_tables_from_one_command(house):
    thread = await house.table()
    offered = await house.maud.autocomplete(
        "me away", options={"until": "dans une sem"}, focused="until"
    )
    page = (await house.maud.slash("me away", options={"until": offered[0]["value"]})).message
    assert "Vous n’êtes pas là" in text_of_message(page)
    line = await house.bastien.expect(lambda: newest_line(house, thread, "s’absente"))
    assert "<@" not in line["content"]
    assert line["content"].startswith("**Maud**")
    back = preferences(house, house.maud).away_until
    assert f"<t:{int(back.timestamp())}:D>" in line["content"]


def newest_line(house, thread, words):
    """The newest line of a thread that says this."""
    lines = [message for message in house.maud.messages(thread) if words in message["content"]]
    return lines and lines[-1]


async def test_a_button_ends_the_absence(house):
    thread = await house.table()
    page = (await house.maud.slash("me away", options={"until": "demain"})).message
    page = await message_after(house.maud, page, house.maud.click(page, "Je suis de retour"))
    assert "Bon retour" in text_of_message(page)
    assert await house.bastien.expect(lambda: newest_line(house, thread, "est de retour"))


async def test_a_move_ends_the_absence(house):
    await house.table()
    await house.maud.slash("me away", options={"until": "demain"})
    await house.move(house.maud)
    page = (await house.maud.slash("me away")).message
    assert "Quelques jours d’absence" in text_of_message(page)


async def test_the_day_of_return_is_chosen_in_a_menu_in_direct_messages_too(house):
    thread = await house.table()
    page = (await house.maud.slash("me away", await direct(house.maud))).message
    page = await choose(house.maud, page, "until", menus(page)[0]["options"][1]["value"])
    assert "Vous n’êtes pas là" in text_of_message(page)
    assert await house.bastien.expect(lambda: newest_line(house, thread, "s’absente"))


async def test_the_settings_lead_to_the_absence_and_say_it(house, panel):
    page = await message_after(house.maud, panel, house.maud.click(panel, "Je m’absente…"))
    await choose(house.maud, page, "until", menus(page)[0]["options"][0]["value"])
    settings = (await house.maud.slash("me settings")).message
    assert "**Absence**" in text_of_message(settings)
    assert "Je suis de retour" in labels(settings)


async def test_a_day_of_return_that_is_over_is_refused(house):
    answer = (await house.maud.slash("me away", options={"until": "hier"})).message
    assert "hier" in text_of_message(answer)
    assert not preferences(house, house.maud).away_until


# ---- all my games --------------------------------------------------------------------------------


async def test_what_waits_for_me_comes_first_with_a_link_to_its_board(house):
    thread = await house.table()
    board = await house.maud.expect(lambda: house.boards(thread)[-1])
    await quiet(house)
    page = text_of_message((await house.maud.slash("me games")).message)
    assert "Une partie vous attend" in page
    link = f"https://discord.com/channels/{GUILD_ID}/{thread}/{board['id']}"
    assert f"**[Akropolis · table\u00a01]({link})**" in page
    assert "à vous, <t:" in page


async def test_the_others_say_whom_they_wait_for_in_direct_messages_too(house):
    await house.table()
    answer = await house.bastien.slash("me games", await direct(house.bastien))
    page = text_of_message(answer.message)
    assert house.app.get_guild(GUILD_ID).name in page
    assert "**Maud**" in page
    assert "<@" not in page


async def test_lobbies_are_the_last(house):
    await house.table()
    await house.lobby()
    page = text_of_message((await house.maud.slash("me games")).message)
    assert page.index("table\u00a01]") < page.index("table\u00a02]")


async def test_each_game_says_when_time_is_up_or_that_it_rests(house):
    post = await house.lobby(players=2, pace="one")
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    [time, _] = [occupant.time for occupant in (await house.app.tables.get(1)).seats]
    for person, sentence in ((house.maud, "fin du temps"), (house.bastien, "time is up")):
        page = text_of_message((await person.slash("me games")).message)
        assert f"{sentence} <t:{int(time.until.timestamp())}:R>" in page
    motion = await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await house.app.votes.vote(1, motion.id, house.bastien.id, yes=True)
    page = text_of_message((await house.maud.slash("me games")).message)
    assert "en pause" in page
    assert "fin du temps" not in page


async def test_many_games_have_several_pages(house):
    for _ in range(9):
        await house.lobby()
    page = (await house.maud.slash("me games")).message
    assert "Rien ne vous attend" in text_of_message(page)
    assert "Page 1 sur 2" in text_of_message(page)
    page = await message_after(house.maud, page, house.maud.click(page, "Suivantes"))
    assert text_of_message(page).count("[Akropolis") == 3
    page = await message_after(house.maud, page, house.maud.click(page, "Précédentes"))
    assert text_of_message(page).count("[Akropolis") == 6


async def test_who_plays_nowhere_is_shown_the_way(house):
    page = text_of_message((await house.maud.slash("me games")).message)
    assert house.app.slash("help") in page


# ---- whom I do not want to meet ------------------------------------------------------------------


async def test_somebody_i_block_finds_no_seat_and_is_not_told_why(house):
    page = (await house.maud.slash("me block", options={"person": str(house.karim.id)})).message
    assert "**Karim**" in text_of_message(page)
    post = await house.lobby()
    answer = await house.karim.click(post, "Rejoindre")
    assert "Maud" not in text_of_message(answer.message)
    assert len((await house.app.tables.get(1)).seats) == 1


async def test_nobody_but_me_sees_whom_i_block(house):
    await house.maud.slash("me block", options={"person": str(house.karim.id)})
    page = (await house.karim.slash("me block")).message
    assert "Maud" not in text_of_message(page)


async def test_i_let_somebody_in_again(house):
    page = (await house.maud.slash("me block", options={"person": str(house.karim.id)})).message
    page = await choose(house.maud, page, "unblock", str(house.karim.id))
    assert "Vous ne bloquez personne" in text_of_message(page)
    post = await house.lobby()
    await house.karim.click(post, "Rejoindre")
    assert len((await house.app.tables.get(1)).seats) == 2


async def test_nobody_blocks_themselves(house):
    answer = (await house.maud.slash("me block", options={"person": str(house.maud.id)})).message
    assert "vous-même" in text_of_message(answer)


# ---- being forgotten -----------------------------------------------------------------------------


async def test_nothing_is_forgotten_before_the_answer(house):
    await house.lobby()
    page = (await house.maud.slash("me delete-my-data")).message
    assert "C’est définitif" in text_of_message(page)
    page = await message_after(house.maud, page, house.maud.click(page, "Tout garder"))
    assert (await house.app.tables.get(1)).host_id == house.maud.id


async def test_who_is_forgotten_leaves_a_numbered_seat_and_no_letter(house):
    options = {"players": 3, "language": "fr", "order": "joined"}
    post = (await house.maud.slash("attika new", options=options)).message
    await house.bastien.click(post, "Rejoindre")
    await house.ines.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    place = (await house.bastien.expect(house.bastien.dm))["id"]
    await house.bastien.expect(lambda: house.bastien.messages(place))
    page = (await house.bastien.slash("me delete-my-data", place)).message
    await message_after(house.bastien, page, house.bastien.click(page, "me:erase"))
    table = await house.app.tables.get(1)
    assert [occupant.name for occupant in table.seats] == ["Maud", "Joueur 2", "Inès"]
    await quiet(house)
    letters = [message for message in house.bastien.messages(place) if message["attachments"]]
    assert letters == []
    await house.maud.expect(lambda: "Joueur 2" in house.maud.message(post["id"])["content"])


# ---- my own data ---------------------------------------------------------------------------------


async def downloaded(house, attached):
    """The content of a file that a message has."""
    address = f"{house.ground.url.rstrip('/')}{attached['url']}"
    async with aiohttp.ClientSession() as session, session.get(address) as got:
        return await got.read()


async def test_my_data_come_as_a_file_for_me_alone(house):
    await house.lobby()
    answer = (await house.maud.slash("me data")).message
    await house.maud.expect(lambda: house.maud.message(answer["id"])["attachments"])
    answer = house.maud.message(answer["id"])
    [attached] = answer["attachments"]
    assert attached["filename"] == "hexagora.json"
    assert answer["flags"] & 64
    assert house.bastien.message(answer["id"]) is None
    assert "Mes données" in answer["content"]
    given = json.loads(await downloaded(house, attached))
    assert given["user_id"] == house.maud.id
    assert [row["name"] for row in given["rows"]["seat"]] == ["Maud"]


async def test_data_that_would_be_too_large_come_compressed(house, monkeypatch):
    monkeypatch.setattr(personal_data, "LARGEST", 10)
    await house.lobby()
    answer = (await house.maud.slash("me data")).message
    await house.maud.expect(lambda: house.maud.message(answer["id"])["attachments"])
    [attached] = house.maud.message(answer["id"])["attachments"]
    assert attached["filename"] == "hexagora.json.gz"
    given = json.loads(gzip.decompress(await downloaded(house, attached)))
    assert given["user_id"] == house.maud.id


async def test_what_is_kept_can_be_read_on_discord_in_both_languages(house):
    for person, title in ((house.maud, "Mes données"), (house.bastien, "My data")):
        page = (await person.slash("help")).message
        [used] = [menu["custom_id"] for menu in menus(page)]
        page = await message_after(person, page, person.choose(page, used, "keeping"))
        assert title in text_of_message(page)
        assert "90" in text_of_message(page)
        question = (await person.slash("me delete-my-data")).message
        assert title in text_of_message(question)


# ---- waiting for a table -------------------------------------------------------------------------


async def invitation(person):
    """The direct message that tells of a table."""
    place = (await person.expect(person.dm))["id"]
    return await person.expect(lambda: (all := person.messages(place)) and all[-1])


async def test_i_am_told_in_private_when_a_table_opens_and_join_from_there(house):
    page = (await house.maud.slash("me notify", options={"game": "attika"})).message
    assert "Attika" in text_of_message(page)
    post = (await house.bastien.slash("attika new", options={"players": 3})).message
    letter = await invitation(house.maud)
    assert "Attika" in letter["content"]
    assert labels(letter)[1:] == ["Aller à la table"]
    answer = await house.maud.click(letter, "Rejoindre")
    assert answer.message["flags"] & 64
    assert [occupant.name for occupant in (await house.app.tables.get(1)).seats] == [
        "Bastien",
        "Maud",
    ]
    await house.bastien.expect(lambda: "Maud" in house.bastien.message(post["id"])["content"])


async def test_a_seat_in_a_thread_is_taken_after_discord_has_archived_it(house):
    await house.maud.slash("me notify", options={"game": "attika"})
    thread = house.ground.moderator.add_thread(GAMES_ID, "tables", house.bastien.id)
    await house.bastien.say(f"<@{BOT_ID}>", thread)
    await house.bastien.slash("attika new", thread, {"players": 3})
    letter = await invitation(house.maud)
    await archived(house, thread)
    await house.maud.click(letter, "Rejoindre")
    assert len((await house.app.tables.get(1)).seats) == 2


async def test_who_takes_no_messages_is_called_in_the_channel(house):
    await house.maud.slash("me notify", options={"game": "attika"})
    await house.maud.call("dms", open=False)
    await house.bastien.slash("attika new", options={"players": 3})
    line = await house.maud.expect(lambda: newest_line(house, GAMES_ID, "<@"))
    assert house.maud.mention in line["content"]


async def test_a_table_that_is_opened_again_calls_nobody_again(house):
    await house.maud.slash("me notify", options={"game": "attika"})
    await house.bastien.slash("attika new", options={"players": 3})
    await invitation(house.maud)
    for entry in (Entry.INVITED, Entry.OPEN):
        await house.app.lobbies.configure(1, house.bastien.id, terms=Terms(entry=entry))
        await quiet(house)
    place = (await house.maud.expect(house.maud.dm))["id"]
    assert len(house.maud.messages(place)) == 1


async def test_the_menu_says_what_i_wait_for(house):
    page = (await house.maud.slash("me notify")).message
    page = await choose(house.maud, page, "wish", ["attika", "akropolis"])
    assert chosen_values(page, "wish") == ["akropolis", "attika"]
    page = await choose(house.maud, page, "wish", [])
    assert "Vous ne guettez aucun jeu" in text_of_message(page)


async def test_a_seat_is_waited_for_on_a_server(house):
    answer = (await house.maud.slash("me notify", await direct(house.maud))).message
    assert "sur le serveur" in text_of_message(answer)
