"""`/hexagora setup` and `/hexagora doctor`: each setting takes effect, and each reader's share."""

from datetime import timedelta

import discord
import pytest

from bot.i18n import text
from bot.store import outbox
from bot.table.options import Pace
from bot.table.server import ServerSettings
from cogs._server import setup_panel
from playground.channels import ANNOUNCEMENT, FORUM, MEDIA, STAGE, VOICE
from playground.components import SELECTS, walk
from playground.driver import labels, words
from playground.errors import CallRefused
from playground.people import BOT_ROLE_ID, GAMES_ID, GUILD_ID, LOUNGE_ID
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, duel, message_after
from tests.cogs.settling import give_up, quiet

MISSING = 1234
"""Id of a role or channel that does not exist."""
SILENT = 1 << 12
"""Flag of a message that makes no sound."""


def settings_menus(message):
    """The menus of the panel, of every kind."""
    parts = [part for _, part in walk(message["components"])]
    return [part for part in parts if part["type"] in SELECTS]


async def panel_of(person):
    return (await person.slash("hexagora setup")).message


async def choose(person, panel, verb, *values):
    """The panel after a choice in one of its menus."""
    current = person.message(panel["id"])
    menus = [menu["custom_id"] for menu in settings_menus(current)]
    [menu] = [custom_id for custom_id in menus if custom_id.startswith(f"sv:{verb}")]
    choosing = person.choose(current, menu, [str(value) for value in values])
    return await message_after(person, current, choosing)


async def settings(house):
    return await house.app.servers.settings(GUILD_ID)


async def new_table(house, place=GAMES_ID, **options):
    """The answer to Bastien, who opens a table."""
    return await house.bastien.slash("akropolis new", place, options)


async def tables(house):
    return await house.app.reading.tables_in_guild(GUILD_ID)


ONLY_IN_LOUNGE = f"On this server, tables can only be opened in <#{LOUNGE_ID}>."


# ---- setup ---------------------------------------------------------------------------------------


async def test_the_settings_are_kept_over_a_restart_and_shown_again(house):
    panel = await panel_of(house.maud)
    for verb, value in (
        ("language", "en"),
        ("pace", "bank_slow"),
        ("channels", LOUNGE_ID),
        ("openers", BOT_ROLE_ID),
        ("referees", BOT_ROLE_ID),
    ):
        await choose(house.maud, panel, verb, value)
    panel = house.maud.message(panel["id"])
    await after_click(house.maud, panel, labels(panel)[0])
    chosen = ServerSettings(
        language="en",
        pace="bank_slow",
        channels=(LOUNGE_ID,),
        openers=BOT_ROLE_ID,
        referees=BOT_ROLE_ID,
        quiet=True,
    )
    assert await settings(house) == chosen
    await house.restart()
    assert await settings(house) == chosen
    panel = await panel_of(house.maud)
    defaults = [value for menu in settings_menus(panel) for value in menu.get("default_values", ())]
    assert [int(value["id"]) for value in defaults] == [LOUNGE_ID, BOT_ROLE_ID, BOT_ROLE_ID]
    assert labels(panel) == ["Sans mention\xa0: en silence"]


async def test_every_kind_of_channel_with_room_for_a_table_can_be_chosen(house):
    panel = await panel_of(house.maud)
    for kind in (ANNOUNCEMENT, VOICE, STAGE, FORUM, MEDIA):
        channel = house.ground.moderator.add_channel("elsewhere", kind)
        panel = await choose(house.maud, panel, "channels", channel)
        assert (await settings(house)).channels == (channel,)
    post = house.ground.moderator.add_thread(channel, "A post", house.bastien.id)
    assert (await new_table(house, post)).state == "done"
    assert "only be opened in" in (await new_table(house)).text


async def test_a_category_has_no_room_for_a_table(house, monkeypatch):
    """The local server has none: a voice channel stands for it."""
    monkeypatch.setattr(setup_panel, "CHANNELS", [discord.ChannelType.text])
    category = house.ground.moderator.add_channel("Games", VOICE)
    panel = await choose(house.maud, await panel_of(house.maud), "channels", category, GAMES_ID)
    assert "même. Choisissez des salons, pas des catégories." in words(panel)
    assert (await settings(house)).channels == ()


async def test_each_choice_can_be_taken_back_and_the_role_of_everyone_is_none(house):
    panel = await panel_of(house.maud)
    for verb, values in (
        ("channels", (GAMES_ID, LOUNGE_ID)),
        ("openers", (BOT_ROLE_ID,)),
        ("language", ("fr",)),
        ("channels", ()),
        ("openers", ()),
        ("language", ("usual",)),
        ("openers", (GUILD_ID,)),
        ("referees", (GUILD_ID,)),
    ):
        panel = await choose(house.maud, panel, verb, *values)
    assert "choisissez un autre rôle" in words(panel)
    assert await settings(house) == ServerSettings()


async def test_tables_are_opened_in_the_chosen_channels_and_their_threads_only(house):
    await house.app.servers.change(GUILD_ID, channels=(LOUNGE_ID,))
    assert (await new_table(house)).text == ONLY_IN_LOUNGE
    assert await tables(house) == []
    thread = house.ground.moderator.add_thread(LOUNGE_ID, "Evening")
    for place in (LOUNGE_ID, thread):
        assert (await new_table(house, place)).state == "done"
    assert len(await tables(house)) == 2
    answer = await house.bastien.slash("table move", options={"table": 1})
    assert "only be opened in" in answer.text


async def test_only_the_role_and_those_who_manage_the_server_open_tables(house, monkeypatch):
    await house.app.servers.change(GUILD_ID, openers=BOT_ROLE_ID)
    answer = await new_table(house)
    assert answer.text == "On this server, only people with the role Hexagora can open tables."
    assert (await house.maud.slash("akropolis new")).state == "done"
    everybody_has = lambda _, role: role == BOT_ROLE_ID or None  # noqa: E731
    monkeypatch.setattr(discord.Member, "get_role", everybody_has)
    await new_table(house)
    assert len(await tables(house)) == 2


async def test_a_rematch_is_a_new_table(house):
    thread = await duel(house, ai=1)
    await give_up(house, house.maud)
    await house.app.servers.change(GUILD_ID, channels=(LOUNGE_ID,))
    end = house.boards(thread)[-1]
    answer = await house.maud.click(end, "Revanche")
    assert "on n’ouvre de tables que dans" in answer.text
    assert not await house.app.lobbies.has_rematch(1)
    await house.app.servers.change(GUILD_ID, channels=())
    await house.maud.click(end, "Revanche")
    assert await house.app.lobbies.has_rematch(1)


async def test_new_tables_have_the_language_and_pace_of_the_server_unless_their_host_chooses(house):
    await house.app.servers.change(GUILD_ID, language="fr", pace="two")
    for options in ({}, {"language": "en", "pace": "none"}, {"players": 1}):
        await new_table(house, thread=True, **options)
    new_tables = [await house.app.tables.get(number) for number in (1, 2, 3)]
    assert [table.language for table in new_tables] == ["fr", "en", "fr"]
    assert [table.terms.pace for table in new_tables] == [Pace.TWO, Pace.NONE, Pace.NONE]


async def test_a_deleted_role_or_channel_counts_as_not_chosen_and_is_told_once(house):
    """A channel that is deleted leaves the others."""
    await house.app.servers.change(
        GUILD_ID, channels=(MISSING,), openers=MISSING, referees=MISSING, language="en"
    )
    assert (await new_table(house)).state == "done"
    sentence = (
        "plus choisi\xa0: un salon, le rôle qui peut ouvrir des tables et celui des arbitres."
    )
    assert sentence in words(await panel_of(house.maud))
    assert await settings(house) == ServerSettings(language="en")
    assert "plus choisi" not in words(await panel_of(house.maud))
    channel = house.ground.moderator.add_channel("tables")
    await house.maud.expect(lambda: house.app.get_channel(channel) is not None)
    await house.app.servers.change(GUILD_ID, channels=(channel, LOUNGE_ID))
    house.ground.moderator.delete(channel)
    await house.maud.expect(lambda: house.app.get_channel(channel) is None)
    assert (await new_table(house)).text == ONLY_IN_LOUNGE
    assert "plus choisi\xa0: un salon." in words(await panel_of(house.maud))
    assert (await settings(house)).channels == (LOUNGE_ID,)


async def test_quiet_posts_are_silent_unless_they_mention_somebody(house):
    """Without the setting no post is silent."""
    thread = await house.table()
    await quiet(house)
    before = [*house.maud.messages(), *house.maud.messages(thread)]
    assert not any(message["flags"] & SILENT for message in before)
    await house.app.servers.change(GUILD_ID, quiet=True)
    await house.lobby()
    await house.move(house.maud)
    await give_up(house, house.karim)
    ids = {message["id"] for message in before}
    posts = [*house.maud.messages(), *house.maud.messages(thread)]
    posts = [post for post in posts if post["id"] not in ids]
    calls = [post for post in posts if post["mentions"]]
    silent_posts = [post for post in posts if not post["mentions"] and post["content"]]
    assert calls
    assert silent_posts
    assert not any(post["flags"] & SILENT for post in calls)
    assert all(post["flags"] & SILENT for post in silent_posts)


async def test_the_commands_and_settings_are_for_those_who_manage_the_server(house):
    """Nor does a choice that no menu offers."""
    for command in ("setup", "doctor"):
        with pytest.raises(CallRefused):
            await house.karim.slash(f"hexagora {command}")
    post = await house.lobby()
    for item in ("sv:quiet", "sv:channels", "sv:openers"):
        answer = await press_forged(house, house.karim, post, item)
        assert answer.text == "Only those who manage this server can do that."
    assert (await press_forged(house, house.maud, post, "sv:language")).message
    assert await settings(house) == ServerSettings()


# ---- doctor --------------------------------------------------------------------------------------


@pytest.fixture
def bastien_manages(house):
    """Bastien may manage the server, in #games; he does not own the bot."""
    house.ground.moderator.overwrite(
        GAMES_ID, house.bastien.id, allow=discord.Permissions(manage_guild=True).value
    )
    house.bastien.world["commands"] = house.maud.world["commands"]


async def move_table_elsewhere(house):
    """Let the first table be one of another server."""
    elsewhere = "UPDATE table_ SET guild_id = 77 WHERE id = 1"
    await house.app.store.write(lambda db: db.execute(elsewhere))


@pytest.fixture
def check_up(monkeypatch):
    """The page of the check-up, also for somebody to whom the commands are shown by hand."""
    monkeypatch.setattr("playground.seat.may_run", lambda body, member: True)

    async def page(person):
        return words((await person.slash("hexagora doctor")).message)

    return page


async def test_the_owner_of_the_bot_reads_everything(house, check_up):
    """And what has gone wrong."""
    await duel(house)
    await quiet(house)
    page = await check_up(house.maud)
    assert "le bot peut faire tout ce qu’il faut" in page
    assert "Aucun message de ce serveur n’est en retard" in page
    assert "1 en jeu, 0 en attente" in page
    assert "Hexagora 0." in page
    assert "Dans l’heure à partir de" in page
    assert "Envois en retard à cet instant\xa0: 0" in page
    house.app.figures.fault("Delivery 5 of table 1", ValueError("a disk is full"))
    page = await check_up(house.maud)
    assert "⚠️" in page
    assert "Delivery 5 of table 1" in page


@pytest.mark.usefixtures("bastien_manages")
async def test_a_manager_of_the_server_reads_of_it_alone(house, check_up):
    """Also in an outage, before it is known who owns the bot."""
    with house.ground.faults.during("http_error", **OWNER):
        page = await check_up(house.bastien)
    assert "Tables of this server: 0 in play" in page
    await house.lobby()
    await move_table_elsewhere(house)
    await house.lobby()
    house.app.figures.fault("Delivery 5 of table 1", ValueError("nobody may read this"))
    page = await check_up(house.bastien)
    assert "Tables of this server: 0 in play, 1 waiting for players." in page
    assert "For the owner" not in page
    assert "ValueError" not in page
    assert "hour from" not in page


OWNER = {"method": "GET", "path": "/applications/@me$"}
"""The request that tells who owns the bot."""


async def test_in_an_outage_a_person_who_may_own_the_bot_is_not_refused(house, check_up):
    house.karim.world["commands"] = house.maud.world["commands"]
    for kind in ("http_error", "page", "foreign"):
        with house.ground.faults.during(kind, **OWNER):
            page = await check_up(house.karim)
        assert page == text("panel.interrupted", "en"), kind
    page = await check_up(house.karim)
    assert page == "Only those who manage this server can do that."


@pytest.mark.usefixtures("bastien_manages")
async def test_the_troubles_of_this_server_are_named_and_no_others(house, check_up):
    """Missing permissions, late posts, those without a place, and tables in trouble."""
    lacks = discord.Permissions(attach_files=True, read_message_history=True)
    await house.lobby()
    await quiet(house)
    await house.app.outbox.stop()
    house.ground.moderator.overwrite(GAMES_ID, house.app.user.id, deny=lacks.value)
    await house.app.places.post_again(1)
    await house.app.places.note(await house.app.tables.get(1), trouble="no place")
    house.app.clock.skip(timedelta(hours=3))
    page = await check_up(house.bastien)
    assert "In this channel, the bot may not: attach files and read the history." in page
    assert "One post of this server is late" in page
    assert "Posts do not arrive as they should at Akropolis" in page
    await move_table_elsewhere(house)
    assert "No post of this server is late" in await check_up(house.bastien)
    assert (await house.app.store.read(outbox.lateness, 77, house.app.store.clock.now())).late == 1


@pytest.mark.usefixtures("bastien_manages")
async def test_posts_that_are_set_aside_are_counted(house, check_up):
    await house.lobby()
    await quiet(house)
    await house.app.outbox.stop()
    await house.app.places.post_again(1)
    await house.app.store.write(lambda db: db.execute("UPDATE outbox SET aside = 1"))
    assert "One post has nowhere to go" in await check_up(house.bastien)
