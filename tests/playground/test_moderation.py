"""Channels and threads that go, close or hide, and a bot that is thrown out and comes back."""

from typing import Any

import discord
import pytest

import playground
from playground import Person, Playground, people
from playground.channels import ANNOUNCEMENT, FORUM, VOICE
from playground.driver import words
from playground.errors import ApiError, CallRefused
from playground.observed import Reply
from playground.people import BOT_ID, GAMES_ID, GUILD_ID, LOUNGE_ID
from tests.patience import until
from tests.playground.api import MESSAGES, Api
from tests.playground.conftest import Launch


async def set_up(bot: Any) -> None:
    bot.seen = []

    @bot.tree.command(description="x")
    async def rights(interaction: discord.Interaction) -> None:
        bot.seen.append(interaction)
        await interaction.response.send_message("here", ephemeral=True)

    def note(name: str) -> None:
        async def heard(*_: object) -> None:
            bot.seen.append(name)

        bot.add_listener(heard, f"on_{name}")

    for name in (
        "raw_thread_delete",
        "raw_thread_update",
        "guild_channel_delete",
        "guild_remove",
        "guild_join",
        "thread_join",
    ):
        note(name)


@pytest.fixture
async def bot(launch: Launch) -> Any:
    """A bot that notes events and interactions."""
    return await launch(set_up)


def count(bot: Any, name: str) -> int:
    """Number of events of this name that the bot has noted."""
    return int(bot.seen.count(name))


async def start_thread(api: Api) -> int:
    """A thread of the bot's, at a message in #games."""
    sent = (await api.send(content="Lobby")).body["id"]
    thread = await api("POST", f"{MESSAGES}/{sent}/threads", {"name": "Akropolis"})
    return int(thread.body["id"])


async def post(api: Api, channel: int) -> int:
    """The code a message is refused with; 0 when it is taken."""
    reply = await api("POST", f"/channels/{channel}/messages", {"content": "Your turn"})
    return 0 if reply.status == 200 else reply.code


# ---- deleted, archived, locked ------------------------------------------------------------------


async def test_a_deleted_thread(ground: Playground, api: Api, bot: Any, maud: Person):
    thread = await start_thread(api)
    ground.moderator.delete(thread)
    assert await post(api, thread) == 10003
    assert maud.threads() == []
    assert "thread" not in maud.messages()[0]
    await until(lambda: count(bot, "raw_thread_delete") == 1)
    assert bot.get_channel(thread) is None


async def test_a_message_gets_one_thread_in_its_life(ground: Playground, api: Api):
    thread = await start_thread(api)
    ground.moderator.delete(thread)
    response = await api("POST", f"{MESSAGES}/{thread}/threads", {"name": "Akropolis"})
    assert response.code == 160004


async def test_a_deleted_channel_takes_its_threads_along(ground: Playground, api: Api, bot: Any):
    thread = await start_thread(api)
    await until(lambda: bot.get_channel(thread) is not None)
    await ground.person("Karim").call("delete", channel=str(GAMES_ID))
    assert await post(api, GAMES_ID) == await post(api, thread) == 10003
    assert [channel["name"] for channel in ground.person("Karim").channels()] == ["lounge"]
    await until(lambda: count(bot, "guild_channel_delete") == 1)
    assert count(bot, "raw_thread_delete") == 1, "the client says so itself"
    ground.person("Karim")._seat.reset()
    assert [channel["name"] for channel in ground.person("Karim").channels()] == ["lounge", "games"]


async def test_a_message_opens_an_archived_thread(ground: Playground, api: Api, bot: Any):
    thread = await start_thread(api)
    inside = f"/channels/{thread}/messages"
    sent = (await api("POST", inside, {"content": "x"})).body["id"]
    ground.moderator.archive(thread)
    await until(lambda: count(bot, "raw_thread_update") == 1)
    due = ground.world.observed.answer
    edited = await api("PATCH", f"{inside}/{sent}", {"content": "y"})
    assert edited.error == due("closed_edit").code
    joined = await api("PUT", f"/channels/{thread}/thread-members/@me")
    assert joined.error == due("closed_add").code
    assert await post(api, thread) == 0
    assert ground.world.channel(thread).archived is False
    await until(lambda: bot.get_channel(thread) is not None)


async def test_an_archived_and_locked_thread_stays_closed(ground: Playground, api: Api):
    thread = await start_thread(api)
    ground.moderator.archive(thread)
    ground.moderator.lock(thread)
    due = ground.world.observed.answer("closed_and_locked_message").code
    assert await post(api, thread) == due
    place = f"/channels/{thread}"
    assert (await api("PATCH", place, {"archived": False})).code == 50013
    with pytest.raises(CallRefused, match="thread_locked"):
        await ground.person("Karim").say("x", thread)
    ground.moderator.overwrite(GAMES_ID, BOT_ID, allow=people.MANAGE_THREADS)
    assert (await api("PATCH", place, {"archived": False})).status == 200
    await ground.person("Karim").call("archive", channel=str(thread))
    assert await post(api, thread) == 0
    ground.moderator.lock(thread, locked=False)
    ground.moderator.archive(thread)
    await ground.person("Karim").say("x", thread)
    assert ground.world.channel(thread).archived is False


async def test_a_thread_that_closes_between_a_press_and_its_answer(
    ground: Playground, api: Api, launch: Launch
):
    bot, thread = await launch(), await start_thread(api)
    codes: list[int] = []

    @bot.tree.command(description="x")
    async def late(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one", ephemeral=True)
        ground.moderator.archive(thread)
        ground.moderator.lock(thread)
        try:
            await interaction.followup.send("two", ephemeral=True)
        except discord.HTTPException as error:
            codes.append(error.code)

    await bot.tree.sync()
    assert (await ground.person("Karim").slash("late", thread)).text == "one"
    due = ground.world.observed.answer("closed_and_locked_message").code
    await until(lambda: codes == [due])
    assert ground.refusals == []


async def test_an_answer_in_a_locked_thread_is_refused_where_that_was_seen(
    ground: Playground, api: Api, launch: Launch
):
    bot, thread = await launch(), await start_thread(api)
    codes: list[int] = []

    @bot.tree.command(description="x")
    async def answer(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("one", ephemeral=True)
        except discord.HTTPException as error:
            codes.append(error.code)
            await interaction.response.defer(ephemeral=True)

    await bot.tree.sync()
    ground.moderator.lock(thread)
    karim = ground.person("Karim")
    assert (await karim.slash("answer", thread)).text == "one"
    seen = Reply(403, 50083, "Thread is archived")
    ground.world.observed.answers["press_in_locked_thread"] = seen
    command = karim._command("answer", thread, None)
    await karim.call("run", **command)
    await until(lambda: codes == [50083])


async def test_archived_private_threads_are_in_no_public_list(ground: Playground, api: Api):
    thread = ground.moderator.add_thread(GAMES_ID, "Secret", private=True)
    ground.moderator.archive(thread)
    listed = await api("GET", f"/channels/{GAMES_ID}/threads/archived/public")
    assert listed.body["threads"] == []


async def test_only_the_owner_opens_a_locked_thread_by_acting(ground: Playground, api: Api):
    thread = await start_thread(api)
    await ground.person("Maud").call("lock", channel=str(thread))
    with pytest.raises(CallRefused, match="no_writing"):
        await ground.person("Karim").say("x", thread)
    await ground.person("Maud").say("x", thread)
    ground.moderator.archive(thread)
    await ground.person("Maud").say("y", thread)
    assert ground.world.channel(thread).archived is False


async def test_only_threads_are_archived_and_only_channels_hold_them(ground: Playground):
    with pytest.raises(ApiError):
        ground.moderator.archive(GAMES_ID)
    voice = ground.moderator.add_channel("Voice", VOICE)
    with pytest.raises(ApiError):
        ground.moderator.add_thread(voice, "x")
    with pytest.raises(ApiError):
        ground.moderator.add_channel("x", 4)


# ---- the bot comes and goes ---------------------------------------------------------------------


async def test_a_bot_that_is_thrown_out(api: Api, bot: Any, maud: Person):
    thread = await start_thread(api)
    dm = (await api("POST", "/users/@me/channels", {"recipient_id": str(maud.id)})).body["id"]
    await maud.call("bot", here=False)
    await until(lambda: count(bot, "guild_remove") == 1)
    assert not bot.guilds
    assert await post(api, GAMES_ID) == await post(api, thread) == 50001
    assert await post(api, int(dm)) == 50278
    assert (await api("GET", f"/guilds/{GUILD_ID}")).code == 10004
    assert (await api("GET", f"/guilds/{GUILD_ID}/channels")).code == 50001
    assert (await api("GET", "/users/@me/guilds")).body == []
    assert maud.world["bot"]["here"] is False
    with pytest.raises(CallRefused, match="bot_away"):
        await maud.slash("rights")


async def test_a_bot_that_is_invited_again(ground: Playground, api: Api, bot: Any, maud: Person):
    ground.moderator.remove_bot()
    await until(lambda: count(bot, "guild_remove") == 1)
    await maud.say("meanwhile")
    ground.moderator.invite_bot()
    await until(lambda: count(bot, "guild_join") == 1)
    assert bot.get_channel(GAMES_ID) is not None
    assert await post(api, GAMES_ID) == 0
    assert (await maud.slash("rights")).text == "here"


async def test_a_bot_that_starts_while_it_is_in_no_server(ground: Playground, launch: Launch):
    ground.moderator.remove_bot()
    bot = await launch(set_up)
    assert not bot.guilds
    ground.person("Maud")._seat.reset()
    await until(lambda: count(bot, "guild_join") == 1)


# ---- who sees what ------------------------------------------------------------------------------


async def test_a_hidden_channel_with_its_threads(ground: Playground, api: Api):
    karim, thread = ground.person("Karim"), await start_thread(api)
    ground.moderator.hide(GAMES_ID, karim.id)
    assert [channel["name"] for channel in karim.channels()] == ["lounge"]
    with pytest.raises(CallRefused, match="unknown_channel"):
        await karim.say("x", thread)
    await api("POST", f"/channels/{thread}/messages", {"content": karim.mention})
    assert karim.notifications == []
    assert karim.id not in ground.world.channel(thread).people
    ground.moderator.overwrite(GAMES_ID, karim.id)
    assert {channel["name"] for channel in karim.channels()} == {"lounge", "games", "Akropolis"}
    assert words(karim.messages(thread)[0]) == karim.mention


async def test_a_channel_for_the_owner_and_one_other(ground: Playground):
    ground.moderator.hide(GAMES_ID)
    inès = ground.person("Inès")
    ground.moderator.overwrite(GAMES_ID, inès.id, allow=people.VIEW_CHANNEL)
    channel_counts = {
        name: len(ground.person(name).channels()) for name in ("Maud", "Inès", "Karim", "Noor")
    }
    assert channel_counts == {"Maud": 2, "Inès": 2, "Karim": 1, "Noor": 1}


async def test_rights_in_one_channel_only(ground: Playground, bot: Any, bastien: Person):
    """The client works out the same from the overwrites as the server puts into interactions."""
    ground.moderator.overwrite(GAMES_ID, bastien.id, allow=people.MANAGE_MESSAGES)
    ground.deny(GAMES_ID, people.ATTACH_FILES)
    for channel in (GAMES_ID, LOUNGE_ID):
        await bastien.slash("rights", channel)
    games, lounge = bot.seen
    assert games.permissions.manage_messages
    assert not lounge.permissions.manage_messages
    assert not games.app_permissions.attach_files
    assert lounge.app_permissions.attach_files
    for game in (games, lounge):
        bot_channel = bot.get_channel(game.channel_id)
        assert isinstance(bot_channel, discord.TextChannel)
        assert bot_channel.permissions_for(game.user).manage_messages == (game is games)


async def test_a_channel_that_the_bot_cannot_see(ground: Playground, api: Api, bot: Any):
    thread = await start_thread(api)
    ground.moderator.hide(GAMES_ID, BOT_ID)
    assert await post(api, GAMES_ID) == await post(api, thread) == 50001
    channel = bot.get_channel(GAMES_ID)
    assert channel is not None, "a bot is told of channels it cannot see"
    answer = await ground.person("Maud").slash("rights")
    assert answer.text == "here"
    assert not bot.seen[-1].app_permissions.view_channel
    ground.deny(GAMES_ID, 0)
    assert await post(api, thread) == 0


# ---- other kinds of channel ---------------------------------------------------------------------


async def test_a_private_thread_without_the_bot(
    ground: Playground, api: Api, bot: Any, karim: Person
):
    """Commands work there, messages do not: until somebody mentions the bot."""
    response = await karim.call("add_thread", channel=str(GAMES_ID), name="Secret", private=True)
    thread = int(response["channel"])
    assert (await karim.slash("rights", thread)).text == "here"
    assert bot.seen[-1].channel.type is discord.ChannelType.private_thread
    assert await post(api, thread) == 50001
    assert (await api("GET", f"/channels/{thread}")).code == 50001
    assert ground.person("Bastien").threads() == []
    assert len(ground.person("Maud").threads()) == 1, "the owner may manage threads"
    await karim.say(f"<@{BOT_ID}> <@{ground.person('Bastien').id}> come in", thread)
    assert words(ground.person("Bastien").messages(thread)[0]).endswith("come in")
    assert await post(api, thread) == 0
    await until(lambda: bot.get_channel(thread) is not None)


async def test_an_announcement_channel(ground: Playground, api: Api, bot: Any):
    news = ground.moderator.add_channel("news", ANNOUNCEMENT)
    sent = (await api("POST", f"/channels/{news}/messages", {"content": "x"})).body["id"]
    thread = await api("POST", f"/channels/{news}/messages/{sent}/threads", {"name": "x"})
    assert thread.body["type"] == 10
    assert (await ground.person("Maud").slash("rights", news)).text == "here"
    await until(lambda: isinstance(bot.get_channel(news), discord.TextChannel))
    assert bot.get_channel(news).is_news()


async def test_a_voice_channel_has_a_chat_and_no_threads(ground: Playground, api: Api, bot: Any):
    voice = ground.moderator.add_channel("Voice", VOICE)
    sent = (await api("POST", f"/channels/{voice}/messages", {"content": "x"})).body["id"]
    threads = f"/channels/{voice}/messages/{sent}/threads"
    assert (await api("POST", threads, {"name": "x"})).code == 50024
    assert (await ground.person("Maud").slash("rights", voice)).text == "here"
    await until(lambda: isinstance(bot.get_channel(voice), discord.VoiceChannel))


async def test_a_forum_holds_posts_only(ground: Playground, api: Api, bot: Any, maud: Person):
    number = ground.moderator.add_channel("forum", FORUM)
    for act in (maud.say("x", number), maud.slash("rights", number)):
        with pytest.raises(CallRefused, match="no_writing"):
            await act
    theirs = await maud.call("add_thread", channel=str(number), name="A question")
    assert (await maud.slash("rights", theirs["channel"])).text == "here"
    await until(lambda: bot.get_channel(number) is not None)
    forum = bot.get_channel(number)
    assert isinstance(forum, discord.ForumChannel)
    forum_post = await forum.create_thread(name="Akropolis", content=f"{maud.mention}, your turn")
    assert forum_post.thread.id == forum_post.message.id
    assert maud.notifications[-1]["channel"] == str(forum_post.thread.id)


async def test_moderation_is_kept(tmp_path):
    file = tmp_path / "world.db"
    first = await playground.start(file=file)
    first.moderator.delete(LOUNGE_ID)
    first.moderator.hide(GAMES_ID, first.person("Karim").id)
    first.moderator.remove_bot()
    await first.close()
    second = await playground.start(file=file)
    assert list(second.world.channels) == [GAMES_ID]
    assert second.person("Karim").channels() == []
    assert second.world.server.bot_here is False
    await second.close()


# ---- a bot that may manage channels -------------------------------------------------------------

MANAGING = people.MANAGE_CHANNELS | people.MANAGE_ROLES | people.MANAGE_THREADS


async def test_a_bot_without_the_right_makes_no_channels(api: Api):
    assert (await api("POST", f"/guilds/{GUILD_ID}/channels", {"name": "x"})).code == 50013
    rights = f"/channels/{GAMES_ID}/permissions/{BOT_ID}"
    assert (await api("PUT", rights, {"type": 1, "deny": "2048"})).code == 50013
    assert (await api("DELETE", rights)).code == 50013


async def test_a_bot_with_the_right_makes_and_deletes_channels(ground: Playground, api: Api):
    ground.moderator.grant(MANAGING)
    listed = (await api("GET", "/users/@me/guilds")).body[0]
    assert int(listed["permissions"]) & MANAGING == MANAGING
    roles = (await api("GET", f"/guilds/{GUILD_ID}/roles")).body
    assert [int(role["permissions"]) & MANAGING for role in roles] == [0, MANAGING]
    channels = f"/guilds/{GUILD_ID}/channels"
    assert (await api("POST", channels, {"name": " "})).code == 50035
    channel = (await api("POST", channels, {"name": "tries", "type": FORUM})).body
    assert channel["type"] == FORUM
    assert (await api("DELETE", f"/channels/{channel['id']}")).status == 200
    assert (await api("GET", f"/channels/{channel['id']}")).code == 10003


async def test_a_bot_takes_a_right_from_itself_and_back(ground: Playground, api: Api):
    ground.moderator.grant(MANAGING)
    thread = await start_thread(api)
    rights = f"/channels/{GAMES_ID}/permissions/{BOT_ID}"
    deny = {"type": 1, "deny": str(people.MANAGE_THREADS)}
    assert (await api("PATCH", f"/channels/{thread}", {"locked": True})).status == 200
    assert await post(api, thread) == 0, "who manages threads writes in a locked one"
    assert (await api("PUT", rights, deny)).status == 204
    assert await post(api, thread) == ground.world.observed.answer("locked_message").code
    assert (await api("PUT", rights, {"type": 1, "allow": str(1 << 3)})).code == 50013
    assert (await api("DELETE", rights)).status == 204
    assert (await api("DELETE", f"/channels/{thread}")).status == 200
