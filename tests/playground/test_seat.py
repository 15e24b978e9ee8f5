"""The page's websocket and the addresses around it, as a browser or an attacker would use them."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import playground
from playground import Person, Playground
from playground.channels import FORUM
from playground.errors import CallRefused
from playground.faults import CATALOGUE
from playground.people import BOT_ID, GAMES_ID
from playground.words import words
from tests.cases import each_case
from tests.clock import sleep_until
from tests.playground.api import MESSAGES, Api
from tests.playground.conftest import CALM

MAUD, KARIM = "200000000000000001", "200000000000000004"


class Page:
    """One open page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.events: list[dict[str, Any]] = []

    async def call(self, op: str, **fields: Any) -> dict[str, Any]:
        await self._socket.send_json({"op": op, "ref": 7, **fields})
        while True:
            event = await self.hear()
            if event["op"] in {"done", "refused"}:
                assert event["ref"] == 7
                return event
            self.events.append(event)

    async def hear(self) -> dict[str, Any]:
        return dict(await self._socket.receive_json(timeout=CALM.answer))


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as opened:
        yield opened


@pytest.fixture
async def page(ground: Playground, session: aiohttp.ClientSession) -> Page:
    return Page(await session.ws_connect(f"{ground.url}play/ws"))


@pytest.fixture
async def seated(page: Page) -> None:
    """The page is Maud's."""
    await page.call("hello", member=MAUD)


async def test_taking_a_seat(page: Page):
    assert (await page.call("hello", member=MAUD))["op"] == "done"
    (world,) = page.events
    assert world["op"] == "world"
    assert world["me"]["global_name"] == "Maud"
    assert world["language"] == "fr"
    assert [member["username"] for member in world["members"]] == [
        *("maud", "bastien", "ines", "karim", "noor")
    ]
    assert [channel["name"] for channel in world["channels"]] == ["games", "lounge"]
    assert world["bot"]["online"] is False
    assert not world["saved"]


@pytest.mark.parametrize(
    ("language", "name"), [("fr", "Maud"), ("en", "Bastien"), ("pt", "Maud"), (None, "Maud")]
)
async def test_a_newcomer_is_the_first_who_speaks_as_they_do(page: Page, language, name):
    assert (await page.call("hello", member=None, language=language))["op"] == "done"
    assert page.events[-1]["me"]["global_name"] == name


TOPICS = {
    "fr": ["Un coup à la fois", "Tout le reste"],
    "en": ["One move at a time", "Everything else"],
}


async def test_a_person_turns_to_another_language(page: Page, karim: Person):
    """Somebody who speaks it already keeps their own kind of it."""
    await page.call("hello", member=KARIM)
    for language, locale in (("en", "en-GB"), ("fr", "fr"), ("en", "en-US")):
        assert (await page.call("speak", language=language))["op"] == "done"
        world = [event for event in page.events if event["op"] == "world"][-1]
        assert (world["language"], world["me"]["locale"]) == (language, locale)
        assert [channel["topic"] for channel in world["channels"]] == TOPICS[language]
        assert karim.world["me"]["locale"] == locale


async def test_a_language_without_words_is_refused(page: Page):
    await page.call("hello", member=KARIM)
    assert (await page.call("speak", language="pt"))["code"] == "playground.bad_call"


async def test_changing_seats(page: Page):
    await page.call("hello", member=None)
    await page.call("hello", member=KARIM)
    assert [event["me"]["username"] for event in page.events] == ["maud", "karim"]
    assert page.events[1]["language"] == "en"


@each_case(
    ("call", "code"),
    [
        ({"op": "say", "channel": str(GAMES_ID), "content": " "}, "empty"),
        ({"op": "say", "channel": str(GAMES_ID), "content": "x" * 2001}, "too_long"),
        ({"op": "say", "channel": "1", "content": "x"}, "unknown_channel"),
        ({"op": "say", "channel": "one", "content": "x"}, "bad_call"),
        ({"op": "say"}, "bad_call"),
        ({"op": "say", "channel": str(GAMES_ID), "content": 3}, "bad_call"),
        ({"op": "dance"}, "bad_call"),
        ({"op": "hello", "member": "1"}, "unknown_user"),
        ({"op": "hello", "member": str(BOT_ID)}, "unknown_user"),
        ({"op": "click", "message": "1", "custom_id": "x"}, "unknown_message"),
        ({"op": "submit", "modal": "1", "values": {}}, "unknown_modal"),
        ({"op": "open_dm", "user": MAUD}, "unknown_channel"),
        ({"op": "fault", "name": "earthquake"}, "unknown_fault"),
        (
            {"op": "run", "channel": str(GAMES_ID), "command": "1", "path": ["x"], "options": {}},
            "unknown_command",
        ),
    ],
)
async def test_calls_that_are_refused(call, code, page: Page, seated: None):
    answer = await page.call(**call)
    assert (answer["op"], answer["code"]) == ("refused", f"playground.{code}")


async def test_only_what_the_bot_says_in_private_is_dismissed_or_pressed(page: Page, seated: None):
    said = (await page.call("say", channel=str(GAMES_ID), content="hello"))["message"]
    dismissed = await page.call("dismiss", message=said)
    pressed = await page.call("click", message=said, custom_id="x")
    codes = (dismissed["code"], pressed["code"])
    assert codes == ("playground.unknown_message", "playground.unknown_component")


async def test_a_forum_takes_no_message_outside_its_threads(page: Page, ground: Playground):
    forum = str(ground.moderator.add_channel("forum", FORUM))
    await page.call("hello", member=MAUD)
    said = await page.call("say", channel=forum, content="hello")
    assert said["code"] == "playground.no_writing"


async def test_calls_without_a_seat_are_refused(page: Page):
    for call in (
        {"op": "say", "channel": str(GAMES_ID), "content": "x"},
        {"op": "reset"},
        {"op": "fault", "name": "twice"},
    ):
        assert (await page.call(**call))["code"] == "playground.no_seat"


async def test_frames_that_are_no_calls(page: Page):
    for frame in ("nonsense", "[]", "3"):
        await page._socket.send_str(frame)
        assert (await page.hear())["code"] == "playground.bad_call"


@each_case("language", ["en", "fr"])
def test_every_refusal_and_fault_has_its_words(language):
    sources = [path.read_text() for path in Path(playground.__file__).parent.glob("*.py")]
    codes = {code for source in sources for code in re.findall(r'"(playground\.[a-z_]+)"', source)}
    codes |= {f"playground.fault_{name}" for name in CATALOGUE}
    codes -= {"playground.po"}
    assert codes <= set(words(language) or {})


async def test_unread_messages_are_counted(page: Page, seated: None, ground: Playground):
    said = await ground.person("Karim").say(f"<@{MAUD}> your turn")
    events = [await page.hear() for _ in range(3)]
    assert [event["op"] for event in events] == ["message_create", "unread", "notification"]
    assert (events[1]["unread"], events[1]["mentions"]) == (1, 1)
    assert events[2] | {"op": "notification", "message": said, "reason": "mention"} == events[2]
    await page.call("read", channel=str(GAMES_ID))
    assert page.events[-1]["unread"] == 0


async def test_typing_reaches_the_others(page: Page, seated: None, ground: Playground):
    await ground.person("Karim").call("typing", channel=str(GAMES_ID))
    assert await page.hear() == {"op": "typing", "channel": str(GAMES_ID), "user": KARIM}


async def test_older_messages(page: Page, karim: Person):
    ids = [await karim.say(str(number)) for number in range(60)]
    await page.call("hello", member=MAUD)
    world = page.events[0]
    assert world["more"] == {str(GAMES_ID): True, "300000000000000002": False}
    assert [message["id"] for message in world["messages"][str(GAMES_ID)]] == ids[10:]
    older = await page.call("history", channel=str(GAMES_ID), before=ids[10], limit=5)
    assert ([message["id"] for message in older["messages"]], older["more"]) == (ids[5:10], True)


async def test_direct_messages_between_members_are_theirs(
    page: Page, seated: None, karim: Person, noor: Person
):
    channel = (await page.call("open_dm", user=KARIM))["channel"]
    assert (await page.call("open_dm", user=KARIM))["channel"] == channel
    await page.call("say", channel=channel, content="psst")
    assert karim.notifications[0]["reason"] == "dm"
    assert channel not in [channel["id"] for channel in noor.channels()]
    with pytest.raises(CallRefused, match="unknown_channel"):
        await noor.call("history", channel=channel, before="9" * 19)


async def test_the_bot_cannot_read_direct_messages_of_others(api: Api, maud: Person):
    channel = (await maud.call("open_dm", user=KARIM))["channel"]
    assert (await api("GET", f"/channels/{channel}/messages")).code == 50001


async def test_a_new_world(page: Page, api: Api, maud: Person):
    sent = await api.send(content="x")
    await api("POST", f"{MESSAGES}/{sent.body['id']}/threads", {"name": "x"})
    await page.call("hello", member=KARIM)
    await page.call("reset")
    assert page.events[-1]["op"] == "world"
    assert page.events[-1]["messages"][str(GAMES_ID)] == []
    assert maud.threads() == []
    assert (await api("GET", f"{MESSAGES}/{sent.body['id']}")).code == 10008


async def test_refused_requests_are_shown_to_developers(page: Page, seated: None, api: Api):
    await api.send(content="x" * 2001)
    event = await page.hear()
    assert event["op"] == "broken"
    assert "2000" in event["text"]


# ---- the doors ----------------------------------------------------------------------------------


async def test_another_site_cannot_open_the_socket(
    ground: Playground, session: aiohttp.ClientSession
):
    for headers in (
        {"Origin": "https://evil.example"},
        {"Host": "evil.example"},
        {"Origin": "null"},
    ):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{ground.url}play/ws", headers=headers)
        assert refused.value.status == 403
    origin = {"Origin": ground.url.rstrip("/")}
    await (await session.ws_connect(f"{ground.url}play/ws", headers=origin)).close()


async def test_a_rebound_name_is_refused(ground: Playground, session: aiohttp.ClientSession):
    for path in ("", "api/v10/gateway", "play/words/en.json"):
        async with session.get(ground.url + path, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403


async def test_pages_and_words(ground: Playground, session: aiohttp.ClientSession):
    async with session.get(ground.url) as answer:
        assert answer.status == 200
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    async with session.get(f"{ground.url}play/words/fr.json") as answer:
        assert json.loads(await answer.text()) == words("fr")
    for path in ("play/words/de.json", "play/static/../server.py", "attachments/1/x.png"):
        async with session.get(ground.url + path) as answer:
            assert answer.status == 404


async def test_uploads_cannot_run_in_the_page(
    ground: Playground, session: aiohttp.ClientSession, api: Api
):
    sent = await api("POST", MESSAGES, {"content": "x"}, files={"x.html": b"<script>1</script>"})
    async with session.get(sent.body["attachments"][0]["url"]) as answer:
        assert answer.content_type == "application/octet-stream"


async def test_only_this_machine():
    for host in ("0.0.0.0", "192.168.0.1", "::"):
        with pytest.raises(ValueError, match="this machine only"):
            await playground.start(host)


async def test_without_strictness_a_request_that_does_not_fit_passes():
    ground = await playground.start(strict=False)
    async with Api(ground) as api:
        assert (await api.send(content="x", nonce="x" * 30)).status == 200
    await ground.close()


# ---- time ----------------------------------------------------------------------------------------


async def test_hours_pass_at_once_for_everybody(page: Page, seated: None, ground: Playground):
    before = ground.world.clock.now()
    assert (await page.call("skip", hours=12))["seconds"] == 12 * 3600
    assert ground.world.clock.now() - before >= timedelta(hours=12)
    assert page.events[-1] == {"op": "clock", "ahead": 12 * 3600.0}


async def test_time_passes_until_the_next_thing_is_due(page: Page, ground: Playground):
    clock = ground.world.clock
    due = clock.now() + timedelta(days=3)
    waiting = asyncio.create_task(sleep_until(clock, due))
    await page.call("hello", member=MAUD)
    await page.call("skip")
    async with asyncio.timeout(CALM.answer):
        await waiting
    assert due <= clock.now() < due + timedelta(minutes=5)
    assert (await page.call("skip"))["code"] == "playground.nothing_due"


async def test_time_never_runs_backwards(page: Page, seated: None, ground: Playground):
    assert (await page.call("skip", hours=-1))["seconds"] == 0
    assert ground.world.clock.ahead == timedelta()


async def test_a_private_page_hears_only_what_is_for_its_person(
    ground: Playground,
):
    """As the many pages of a bench, of people who are added to the sample server."""
    ground.add_member("Zoé")
    heard: dict[str, list[str]] = {"Zoé": [], "Noor": []}
    pages = [
        ground.page(
            name, lambda event, name=name: heard[name].append(event["op"]), is_private=private
        )
        for name, private in (("Zoé", True), ("Noor", False))
    ]
    assert heard == {"Zoé": ["world"], "Noor": ["world"]}
    said = await pages[0].call(
        {"op": "say", "ref": 1, "channel": str(GAMES_ID), "content": "Hello"}
    )
    assert said["op"] == "done"
    assert heard["Zoé"] == ["world"]
    assert "message_create" in heard["Noor"]
