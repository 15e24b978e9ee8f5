"""Commands and emojis of the application, one by one."""

import base64

import pytest

from playground import Playground
from playground.errors import CallRefused
from playground.people import BOT_ID
from tests.cases import each_case
from tests.playground.api import COMMANDS, PNG, Api
from tests.playground.probes import command, option

EMOJIS = f"/applications/{BOT_ID}/emojis"
PICTURE = "data:image/png;base64," + base64.b64encode(PNG).decode()


async def test_a_command_keeps_its_id_when_all_are_replaced(api: Api):
    first = (await api("PUT", COMMANDS, [command(), command(name="table")])).body
    second = (await api("PUT", COMMANDS, [command(description="Another game")])).body
    assert second[0]["id"] == first[0]["id"]
    assert second[0]["version"] > first[0]["version"]
    assert len((await api("GET", COMMANDS)).body) == 1


async def test_one_command_at_a_time(api: Api, ground: Playground):
    response = await api("POST", COMMANDS, command())
    assert response.status == 201
    place = f"{COMMANDS}/{response.body['id']}"
    response_again = await api("POST", COMMANDS, command(description="Another"))
    assert (response_again.status, response_again.body["id"]) == (200, response.body["id"])
    changed = await api("PATCH", place, {"options": [option("seats")]})
    assert changed.body["description"] == "Another"
    assert ground.person("Maud").world["commands"][0]["options"][0]["name"] == "seats"
    assert (await api("GET", place)).body == changed.body
    assert (await api("DELETE", place)).status == 204
    assert (await api("GET", place)).code == 10063
    assert ground.person("Maud").world["commands"] == []


async def test_translations_only_when_asked_for(api: Api):
    choice = {"name": "two", "value": "2", "name_localizations": {"fr": "deux"}}
    await api("PUT", COMMANDS, [command(options=[option(choices=[choice])])])
    assert "localizations" not in (await api("GET", COMMANDS)).text
    assert "deux" in (await api("GET", COMMANDS, with_localizations="true")).text


async def test_a_command_for_those_who_manage_the_server(api: Api, ground: Playground):
    await api("PUT", COMMANDS, [command(default_member_permissions=1 << 5)])
    owner, player = ground.person("Maud"), ground.person("Karim")
    assert len(owner.world["commands"]) == 1
    assert player.world["commands"] == []
    call = {"channel": "300000000000000001", "path": ["akropolis"], "options": {}}
    number = owner.world["commands"][0]["id"]
    with pytest.raises(CallRefused, match="unknown_command"):
        await player.call("run", command=number, **call)


async def test_sub_commands_and_groups_as_people_see_them(api: Api, ground: Playground):
    inside = [
        option("new", 1, name_localizations={"fr": "nouveau"}),
        option("ai", 2, options=[option("add", 1, options=[option("level", 3, required=True)])]),
    ]
    await api("PUT", COMMANDS, [command(options=inside, dm_permission=False)])
    commands = ground.person("Maud").world["commands"]
    assert [component["label"] for component in commands] == [
        "akropolis ai add",
        "akropolis nouveau",
    ]
    assert commands[0]["path"] == ["akropolis", "ai", "add"]
    assert commands[0]["options"][0]["required"]
    assert not commands[0]["dm"]


async def test_commands_of_one_server_and_of_all(api: Api):
    local = f"/applications/{BOT_ID}/guilds/100000000000000001/commands"
    response = await api("POST", local, command())
    assert response.body["guild_id"] == "100000000000000001"
    assert (await api("GET", COMMANDS)).body == []
    assert (await api("GET", f"{COMMANDS}/{response.body['id']}")).code == 10063
    assert (await api("GET", local.replace("1000", "2000"))).code == 50001


async def test_emojis(api: Api):
    response = await api("POST", EMOJIS, {"name": "stone", "image": PICTURE})
    assert response.status == 201
    place = f"{EMOJIS}/{response.body['id']}"
    assert (await api("GET", place)).body == response.body
    assert (await api("POST", EMOJIS, {"name": "stone", "image": PICTURE})).status == 400
    assert (await api("PATCH", place, {"name": "pebble"})).body["name"] == "pebble"
    assert (await api("GET", EMOJIS)).body["items"][0]["name"] == "pebble"
    assert (await api("DELETE", place)).status == 204
    assert (await api("GET", place)).code == 10014


@each_case(
    "body",
    [
        {"name": "x", "image": PICTURE},
        {"name": "has space", "image": PICTURE},
        {"name": "stone", "image": "data:image/png;base64,###"},
        {"name": "stone", "image": "https://example.org/stone.png"},
        {"name": "stone", "image": PICTURE + base64.b64encode(b"0" * 300_000).decode()},
        {"name": "stone"},
    ],
)
async def test_emojis_discord_refuses(body, api: Api):
    assert (await api("POST", EMOJIS, body)).status == 400
    assert (await api("GET", EMOJIS)).body["items"] == []


async def test_the_bot_is_described(api: Api, ground: Playground):
    for path in ("/oauth2/applications/@me", "/applications/@me"):
        assert (await api("GET", path)).body["id"] == str(BOT_ID)
    assert (await api("GET", "/users/@me")).body["bot"]
    assert (await api("GET", "/gateway")).body == {"url": ground.gateway_url}
    assert (await api("GET", "/gateway/bot")).body["session_start_limit"]["remaining"] > 0


async def test_a_body_that_must_be_there(api: Api):
    assert (await api("POST", EMOJIS)).status == 400
    assert (await api("POST", "/users/@me/channels")).status == 400


async def test_requests_are_counted_and_listed(api: Api, ground: Playground):
    await api.send(content="x")
    await api.send(content="x" * 2001)
    assert ground.counts["POST", "/channels/{channel_id}/messages"] == 2
    assert [call.status for call in ground.requests] == [200, 400]
