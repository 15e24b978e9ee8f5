"""Messages through the bot's API: what comes back and what people see."""

import pytest

from playground import Person, Playground, mentions, people
from playground.driver import pictures, words
from playground.people import BOT_ID, CREATE_PRIVATE_THREADS, GAMES_ID, LOUNGE_ID
from playground.vault import REMOVED
from tests.playground.api import MESSAGES, PNG, Api
from tests.playground.probes import box, button, row, text, v2

BOARD = {
    "type": 12,
    "items": [{"media": {"url": "attachment://board.png"}, "description": "A city"}],
}


async def test_a_message_reaches_everybody(api: Api, ground: Playground):
    sent = (await api.send(content="Hello")).body
    for name in ("Maud", "Noor"):
        assert words(ground.person(name).messages()[-1]) == "Hello"
    assert (await api("GET", f"{MESSAGES}/{sent['id']}")).body == sent


async def test_an_edit_says_so_and_a_deletion_takes_away(api: Api, maud: Person):
    sent = (await api.send(content="Hello")).body
    edited = await api("PATCH", f"{MESSAGES}/{sent['id']}", {"content": "Bye"})
    assert edited.body["edited_timestamp"]
    assert words(maud.messages()[-1]) == "Bye"
    assert (await api("DELETE", f"{MESSAGES}/{sent['id']}")).status == 204
    assert maud.messages() == []
    assert (await api("PATCH", f"{MESSAGES}/{sent['id']}", {"content": "x"})).code == 10008


async def test_the_same_nonce_is_the_same_message(api: Api, ground: Playground):
    first = await api.send(content="once", nonce="17:3", enforce_nonce=True)
    response = await api.send(content="once more", nonce="17:3", enforce_nonce=True)
    assert first.body["id"] == response.body["id"]
    assert first.body["nonce"] == "17:3"
    assert len(ground.person("Maud").messages()) == 1
    await api.send(content="not enforced", nonce="17:3")
    assert len(ground.person("Maud").messages()) == 2


async def test_a_nonce_is_forgotten_after_three_minutes(api: Api, ground: Playground):
    body = {"content": "Your turn", "nonce": "17:3", "enforce_nonce": True}
    first = (await api.send(**body)).body["id"]
    ground.let_pass(179)
    assert (await api.send(**body)).body["id"] == first
    ground.let_pass(2)
    second = (await api.send(**body)).body["id"]
    assert second != first
    assert (await api.send(**body)).body["id"] == second
    assert len(ground.person("Maud").messages()) == 2


async def test_an_idle_thread_closes_by_itself(api: Api, ground: Playground):
    sent = (await api.send(content="Lobby")).body["id"]
    fields = {"name": "Akropolis", "auto_archive_duration": 60}
    await api("POST", f"{MESSAGES}/{sent}/threads", fields)
    ground.let_pass(59 * 60)
    assert ground.world.channel(int(sent)).archived is False
    ground.let_pass(2 * 60)
    assert ground.world.channel(int(sent)).archived is True


async def test_components_come_back_numbered(api: Api):
    sent = await api("POST", MESSAGES, v2(box(text(), row(button())), text() | {"id": 2}))
    container, last = sent.body["components"]
    assert container["id"] == 1
    assert [component["id"] for component in container["components"]] == [3, 4]
    assert container["components"][1]["components"][0]["id"] == 5
    assert last["id"] == 2


async def test_an_upload_gets_an_address_that_answers(api: Api, ground: Playground):
    sent = await api("POST", MESSAGES, v2(box(BOARD)), files={"board.png": PNG})
    item = sent.body["components"][0]["components"][0]["items"][0]
    assert item["description"] == "A city"
    assert (item["media"]["width"], item["media"]["height"]) == (3, 2)
    assert item["media"]["content_type"] == "image/png"
    assert item["media"]["url"].startswith(ground.url)
    assert sent.body["attachments"] == []
    async with api._session.get(item["media"]["url"]) as answer:
        assert answer.content_type == "image/png"
        assert await answer.read() == PNG
    picture = pictures(ground.person("Maud").messages()[-1])[0]
    assert picture["media"]["url"].startswith("/attachments/")


async def test_a_plain_attachment_keeps_its_alt_text(api: Api):
    body = {
        "content": "x",
        "attachments": [{"id": 0, "filename": "b.png", "description": "A city"}],
    }
    sent = await api("POST", MESSAGES, body, files={"b.png": PNG})
    assert sent.body["attachments"][0]["description"] == "A city"


async def test_a_picture_that_was_replaced_still_reaches_a_slow_page(api: Api, ground: Playground):
    """A page that shows the message before its edit may not have loaded the picture yet."""
    sent = await api("POST", MESSAGES, {"content": "x"}, files={"board.png": PNG})
    address = sent.body["attachments"][0]["url"]
    path = f"{MESSAGES}/{sent.body['id']}"
    status = []
    for number in range(REMOVED + 1):
        await api("PATCH", path, {"attachments": []}, files={f"{number}.png": PNG})
        async with api._session.get(address) as answer:
            status.append(answer.status)
    assert status == [200] * REMOVED + [404]


async def test_an_edit_replaces_the_picture(api: Api, ground: Playground):
    sent = await api("POST", MESSAGES, v2(BOARD), files={"board.png": PNG})
    place = f"{MESSAGES}/{sent.body['id']}"
    old = sent.body["components"][0]["items"][0]["media"]["url"]
    edit = v2(BOARD, attachments=[{"id": 0, "filename": "board.png"}])
    changed = await api("PATCH", place, edit, files={"board.png": PNG + b"2"})
    new = changed.body["components"][0]["items"][0]["media"]["url"]
    assert new != old


async def test_an_edit_without_files_keeps_them(api: Api):
    sent = await api("POST", MESSAGES, v2(BOARD), files={"board.png": PNG})
    changed = await api("PATCH", f"{MESSAGES}/{sent.body['id']}", v2(BOARD, text()))
    url_after, url_before = (
        message.body["components"][0]["items"][0]["media"]["url"] for message in (changed, sent)
    )
    assert url_after == url_before


async def test_only_allowed_mentions_ping(api: Api, maud: Person, ines: Person):
    await api.send(
        content=f"{maud.mention} **and** {ines.mention}", allowed_mentions={"users": [str(maud.id)]}
    )
    await api.send(content=f"{ines.mention}", allowed_mentions={"parse": []})
    assert [notification["text"] for notification in maud.notifications] == ["@Maud and @Inès"]
    assert ines.notifications == []
    assert [message["id"] for message in maud.messages()[0]["mentions"]] == [str(maud.id)]


async def test_a_notification_shows_escaped_signs_as_they_are(api: Api, karim: Person):
    await api.send(content=rf"**Jean\_Luc\*** to {karim.mention} \: \[x\]")
    assert karim.notifications[0]["text"] == "Jean_Luc* to @Karim : [x]"


async def test_a_push_shows_the_beginning_of_the_words_as_people_read_them(api: Api, karim: Person):
    content = f"### {karim.mention}, **your** turn\n-# `T1` \\*\n{'x' * 400}"
    await api.send(content=content)
    pushed = karim.notifications[0]["text"]
    assert pushed.startswith("@Karim, your turn\nT1 *\nxxx")
    assert len(pushed) == mentions.PUSHED


async def test_mentions_in_text_displays_ping_with_an_empty_push(api: Api, karim: Person):
    await api("POST", MESSAGES, v2(box(text(f"### Turn of {karim.mention}"))))
    assert karim.notifications[0]["text"] == ""
    assert karim.notifications[0]["reason"] == "mention"


async def test_an_edit_does_not_ping(api: Api, karim: Person):
    sent = await api.send(content="x")
    await api("PATCH", f"{MESSAGES}/{sent.body['id']}", {"content": karim.mention})
    assert karim.notifications == []


async def test_an_edit_mentions_anew(api: Api, ground: Playground):
    """An edit mentions everybody it does not exclude: the first request's limits are forgotten."""
    maud, nobody = ground.person("Maud"), {"parse": []}
    text = {"content": maud.mention}
    sent = await api.send(**text, allowed_mentions=nobody)
    place = f"{MESSAGES}/{sent.body['id']}"

    async def mentions_after(**edit: object) -> list[str]:
        return [user["username"] for user in (await api("PATCH", place, edit)).body["mentions"]]

    assert sent.body["mentions"] == []
    assert await mentions_after(attachments=[]) == []
    assert await mentions_after(**text) == ["maud"]
    assert await mentions_after(**text, allowed_mentions=nobody) == []
    assert maud.notifications == []


async def test_history_in_pages(api: Api):
    ids = [(await api.send(content=str(n))).body["id"] for n in range(5)]

    async def contents_of(**query: str) -> list[str]:
        return [message["content"] for message in (await api("GET", MESSAGES, **query)).body]

    assert await contents_of(limit="2") == ["4", "3"]
    assert await contents_of(before=ids[2]) == ["1", "0"]
    assert await contents_of(after=ids[2]) == ["4", "3"]
    assert await contents_of(around=ids[2], limit="3") == ["3", "2", "1"]


async def test_history_has_one_beginning(api: Api):
    number = (await api.send(content="x")).body["id"]
    assert (await api("GET", MESSAGES, before=number, after=number)).code == 50035


async def test_history_is_empty_for_a_bot_that_may_not_read_it(api: Api, ground: Playground):
    number = (await api.send(content="x")).body["id"]
    ground.deny(GAMES_ID, people.READ_HISTORY)
    assert (await api("GET", MESSAGES)).body == []
    assert (await api("GET", f"{MESSAGES}/{number}")).code == 50013


async def test_messages_between_people_are_blank_for_the_bot(api: Api, ground: Playground):
    maud, bot = ground.person("Maud"), f"<@{BOT_ID}>"
    said = [await maud.say(content) for content in ("secret", f"to {bot}")]
    mine = (await api.send(content="mine")).body["id"]
    contents = {m["id"]: m["content"] for m in (await api("GET", MESSAGES)).body}
    assert [contents[number] for number in (*said, mine)] == ["", f"to {bot}", "mine"]
    assert (await api("GET", f"{MESSAGES}/{said[0]}")).body["content"] == ""


async def test_a_reply(api: Api, maud: Person):
    said = await maud.say("Anyone?")
    sent = await api.send(content="Me", message_reference={"message_id": said})
    assert sent.body["type"] == 19
    assert sent.body["referenced_message"]["content"] == "Anyone?"
    assert maud.notifications[0]["reason"] == "reply"


async def test_a_dm_reaches_one_person(api: Api, maud: Person, noor: Person):
    dm = (await api("POST", "/users/@me/channels", {"recipient_id": maud.id})).body
    assert dm["recipients"][0]["username"] == "maud"
    await api("POST", f"/channels/{dm['id']}/messages", {"content": "Your hand"})
    assert words(maud.messages(dm["id"])[-1]) == "Your hand"
    assert maud.notifications[0]["reason"] == "dm"
    assert noor.messages(dm["id"]) == []
    assert noor.dm() is None


async def test_closed_dms_refuse(api: Api, maud: Person):
    dm = (await api("POST", "/users/@me/channels", {"recipient_id": str(maud.id)})).body
    await maud.call("dms", open=False)
    place = f"/channels/{dm['id']}/messages"
    reply = await api("POST", place, {"content": "Your hand"})
    assert (reply.status, reply.code) == (403, 50007)
    await maud.call("dms", open=True)
    assert (await api("POST", place, {"content": "Your hand"})).status == 200


@pytest.mark.parametrize(
    ("denied", "code"), [(people.VIEW_CHANNEL, 50001), (people.SEND_MESSAGES, 50013)]
)
async def test_missing_permissions(denied, code, api: Api, ground: Playground):
    ground.deny(GAMES_ID, denied)
    reply = await api.send(content="x")
    assert (reply.status, reply.code) == (403, code)
    ground.deny(GAMES_ID, 0)
    assert (await api.send(content="x")).status == 200


async def test_permissions_for_files_and_threads(api: Api, ground: Playground):
    sent = await api.send(content="x")
    ground.deny(GAMES_ID, people.ATTACH_FILES | people.CREATE_PUBLIC_THREADS)
    assert (await api("POST", MESSAGES, {"content": "x"}, files={"a.png": PNG})).code == 50013
    thread = await api("POST", f"{MESSAGES}/{sent.body['id']}/threads", {"name": "x"})
    assert thread.code == 50013


async def test_another_persons_message_cannot_be_touched(api: Api, ground: Playground):
    said = await ground.person("Maud").say("mine")
    assert (await api("PATCH", f"{MESSAGES}/{said}", {"content": "x"})).code == 50005
    assert (await api("DELETE", f"{MESSAGES}/{said}")).code == 50013


async def test_a_thread_at_a_message(api: Api, maud: Person):
    sent = await api.send(content="Lobby")
    place = f"{MESSAGES}/{sent.body['id']}/threads"
    thread = await api("POST", place, {"name": "Akropolis", "auto_archive_duration": 1440})
    assert thread.status == 201
    assert thread.body["id"] == sent.body["id"]
    assert thread.body["thread_metadata"]["auto_archive_duration"] == 1440
    assert (await api("POST", place, {"name": "Akropolis"})).code == 160004
    assert maud.threads()[0]["name"] == "Akropolis"
    assert maud.messages()[0]["thread"]["name"] == "Akropolis"
    await api("POST", f"/channels/{thread.body['id']}/messages", {"content": maud.mention})
    assert words(maud.messages(thread.body["id"])[0]) == maud.mention
    member = f"/channels/{thread.body['id']}/thread-members/{maud.id}"
    assert (await api("GET", member)).body["user_id"] == str(maud.id)


async def test_a_thread_alone_is_announced(api: Api, ground: Playground):
    thread = await api("POST", f"/channels/{LOUNGE_ID}/threads", {"name": "Akropolis", "type": 11})
    assert thread.body["member"]["user_id"] == str(BOT_ID)
    announced = ground.person("Maud").messages(LOUNGE_ID)[0]
    assert (announced["type"], announced["content"]) == (18, "Akropolis")


async def test_a_closed_thread_is_listed_under_its_new_name(api: Api, ground: Playground):
    thread = await api("POST", f"/channels/{LOUNGE_ID}/threads", {"name": "Akropolis", "type": 11})
    place = f"/channels/{thread.body['id']}"
    renamed = await api("PATCH", place, {"name": "Over", "archived": True})
    assert renamed.body["thread_metadata"]["archived"] is True
    assert ground.person("Maud").threads()[0]["name"] == "Over"
    archived = await api("GET", f"/channels/{LOUNGE_ID}/threads/archived/public")
    assert [thread["name"] for thread in archived.body["threads"]] == ["Over"]


async def test_private_threads_are_private(api: Api, ground: Playground):
    ask = (f"/channels/{GAMES_ID}/threads", {"name": "x", "type": 12})
    thread = (await api("POST", *ask)).body
    assert ground.person("Karim").threads() == []
    await api("PUT", f"/channels/{thread['id']}/thread-members/{ground.person('Karim').id}")
    assert [each["type"] for each in ground.person("Karim").threads()] == [12]
    assert ground.person("Bastien").threads() == []
    ground.deny(GAMES_ID, CREATE_PRIVATE_THREADS)
    assert (await api("POST", *ask)).code == 50013


async def test_joining_and_leaving_a_thread(api: Api, ground: Playground):
    thread = await api("POST", f"/channels/{LOUNGE_ID}/threads", {"name": "Akropolis", "type": 11})
    members = f"/channels/{thread.body['id']}/thread-members"
    karim = ground.person("Karim").id
    assert (await api("PUT", f"{members}/{karim}")).status == 204
    assert (await api("GET", f"{members}/{karim}")).status == 200
    assert (await api("DELETE", f"{members}/@me")).status == 204
    assert (await api("GET", f"{members}/{BOT_ID}")).code == 10007
    assert (await api("PUT", f"{members}/@me")).status == 204
    assert (await api("GET", members)).code == 50001
    assert (await api("DELETE", f"{members}/{karim}")).code == 50013


async def test_pins_need_a_permission(api: Api):
    sent = await api.send(content="x")
    assert (await api("PUT", f"{MESSAGES}/pins/{sent.body['id']}")).code == 50013
    assert (await api("GET", f"{MESSAGES}/pins")).body == {"items": [], "has_more": False}
    assert (await api("GET", f"/channels/{GAMES_ID}/pins")).body == []


async def test_typing_is_shown(api: Api, maud: Person):
    assert (await api("POST", f"/channels/{GAMES_ID}/typing")).status == 204
    assert maud.events[-1] == {"op": "typing", "channel": str(GAMES_ID), "user": str(BOT_ID)}


async def test_people_and_the_server(api: Api, maud: Person):
    guild = people.GUILD_ID
    assert (await api("GET", f"/users/{maud.id}")).body["global_name"] == "Maud"
    assert (await api("GET", "/users/1")).code == 10013
    assert (await api("GET", f"/guilds/{guild}/members/{maud.id}")).body["user"]["id"] == str(
        maud.id
    )
    assert (await api("GET", f"/guilds/{guild}/members")).code == 50001
    assert (await api("GET", "/guilds/1")).code == 10004
    counted = await api("GET", f"/guilds/{guild}", with_counts="1")
    assert counted.body["approximate_member_count"] == 6
    assert len((await api("GET", f"/guilds/{guild}/channels")).body) == 2
    assert len((await api("GET", f"/guilds/{guild}/roles")).body) == 2
    assert (await api("GET", f"/guilds/{guild}/threads/active")).body["threads"] == []
    assert (await api("GET", "/users/@me/guilds")).body[0]["id"] == str(guild)
    assert (await api("GET", "/channels/1")).code == 10003
    assert (await api("GET", "/channels/one")).status == 404


async def test_only_threads_can_be_changed(api: Api):
    assert (await api("PATCH", f"/channels/{GAMES_ID}", {"name": "x"})).code == 50013
    assert (await api("DELETE", f"/channels/{GAMES_ID}")).code == 50013
