"""The playground answers each probe of the table as Discord does."""

from __future__ import annotations

import string
from operator import attrgetter
from typing import Any

import pytest

from playground import Playground
from playground.channels import ANNOUNCEMENT, FORUM, MEDIA, STAGE, VOICE
from playground.components import modal_problems
from playground.errors import KNOWN
from playground.observed import ASSUMED, MISTAKES, TAKEN
from playground.people import BOT_ID, GAMES_ID, LOUNGE_ID
from playground.values import file_name, is_emoji
from tests.cases import each_case
from tests.playground.api import COMMANDS, MESSAGES, PNG, Api
from tests.playground.probes import (
    GUILD_COMMANDS,
    INVALID,
    MODALS,
    PROBES,
    SITUATIONS,
    V2,
    Probe,
    box,
    button,
    command,
    menu,
    modal,
    row,
    text,
)

KINDS = {"news": ANNOUNCEMENT, "voice": VOICE, "stage": STAGE, "forum": FORUM, "media": MEDIA}


class Scene:
    """Makes the objects that a probe names, new ones for each."""

    def __init__(self, ground: Playground, api: Api) -> None:
        self._ground, self._api = ground, api
        self._moderator = ground.moderator

    async def fill_in(self, path: str) -> str:
        """The path with the ids of what its words stand for."""
        names = [name for _, name, _, _ in string.Formatter().parse(path) if name]
        return path.format_map({name: await self._made(name) for name in names})

    async def _made(self, name: str) -> str:
        if name == "games":
            return str(GAMES_ID)
        if name in KINDS:
            return str(self._moderator.add_channel(name, KINDS[name]))
        if name in {"member", "unseeing"}:
            return f"thread-members/{self._person(name)}"
        if name == "message":
            return await self._message(str(GAMES_ID))
        if name.startswith("announced"):
            place = await self._announced()
            return place.rpartition("/")[2] if name.endswith("_id") else place
        owner = self._person("member") if name.startswith("foreign") else BOT_ID
        kind = name.removeprefix("foreign_").removesuffix("_message")
        return await self._thread(kind, owner, inside=name.endswith("_message"))

    def _person(self, name: str) -> int:
        noor, karim = self._ground.person("Noor").id, self._ground.person("Karim").id
        if name == "unseeing":
            self._moderator.hide(GAMES_ID, noor)
        return noor if name == "unseeing" else karim

    async def _message(self, channel: str) -> str:
        sent = await self._api("POST", f"/channels/{channel}/messages", {"content": "x"})
        return f"{channel}/messages/{sent.body['id']}"

    async def _announced(self) -> str:
        """A message of the system in #games: that a thread began."""
        await self._api("POST", f"/channels/{GAMES_ID}/threads", {"name": "x", "type": 11})
        newest = await self._api("GET", MESSAGES, limit="1")
        return f"{GAMES_ID}/messages/{newest.body[0]['id']}"

    async def _thread(self, kind: str, owner: int, *, inside: bool = False) -> str:
        """A thread, or a message of the bot's in it."""
        number = self._moderator.add_thread(GAMES_ID, "x", owner)
        place = await self._message(str(number)) if inside else str(number)
        if kind in {"archived", "sealed"}:
            self._moderator.archive(number)
        if kind in {"locked", "sealed"}:
            self._moderator.lock(number)
        return place


@each_case("probe", PROBES, by=attrgetter("source"), ids=attrgetter("name"))
async def test_the_playground_answers_like_discord(
    probe: Probe, api: Api, ground: Playground
) -> None:
    scene = Scene(ground, api)
    path = await scene.fill_in(probe.path)
    body = probe.body
    if "{announced_id}" in str(body):
        number = await scene.fill_in("{announced_id}")
        body = body | {"message_reference": {"message_id": number}}
    ground.refusals.clear()
    reply = await api(probe.method, path, body, files=probe.files)
    situation = SITUATIONS.get(probe.name, "")
    seen = ground.world.observed.answers.get(situation)
    if seen is not None:
        assert reply.status in TAKEN if seen.status in TAKEN else reply.code == seen.code
        return
    assert (reply.status, reply.error) == (probe.status, probe.code), (probe.name, reply.text)
    if probe.code == INVALID:
        assert reply.body["errors"]
    is_mistake = probe.status in {400, 413} and (not situation or situation in MISTAKES)
    assert len(ground.refusals) == is_mistake


async def test_refused_commands_leave_none(api: Api):
    for path in (COMMANDS, GUILD_COMMANDS):
        await api("PUT", path, [command(name="Akropolis")])
        assert (await api("GET", path)).body == []


@each_case("components", MODALS.values(), ids=MODALS)
def test_forms_that_are_refused(components):
    assert modal_problems(components)


def test_a_form_that_is_taken():
    assert not modal_problems([text(), *modal({"type": 4, "custom_id": "a", "style": 1})])


async def test_every_probe_is_named_once_for_its_path():
    names = [(probe.name, probe.source, probe.path) for probe in PROBES]
    assert len(set(names)) == len(names)
    codes = {probe.code for probe in PROBES if probe.code}
    assert codes - KNOWN.keys() == {50006, 50035, 40005}
    assert {*SITUATIONS} <= {probe.name for probe in PROBES}
    assert {*ASSUMED} - {*SITUATIONS.values()} == {"locked_pin", "closed_pin"}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("my board (1).png", "my_board_1.png"),
        ("_hidden.png", "hidden.png"),
        ("Partie à 3.json", "Partie_a_3.json"),
        ("a/b.png", "a_b.png"),
        ("画像.png", "png"),
        ("...", "unknown"),
    ],
)
def test_names_of_files(given, kept):
    assert file_name(given) == kept


@each_case("name", ["🎲", "⬅️", "👩‍🚀", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽", "#️⃣", "🇬🇧", "©️"])
def test_signs_that_are_emojis(name):
    assert is_emoji(name)


async def test_a_file_keeps_its_own_name_as_a_title(api: Api):
    files = {"my board (1).png": PNG}
    sent = await api("POST", MESSAGES, {"content": "x"}, files=files)
    file = sent.body["attachments"][0]
    assert (file["filename"], file["title"]) == ("my_board_1.png", "my board (1)")
    assert file["url"].endswith("/my_board_1.png")


async def test_words_and_names_are_trimmed(api: Api):
    sent = await api.send(content="  Hello \n")
    assert sent.body["content"] == "Hello"
    thread = await api("POST", f"/channels/{LOUNGE_ID}/threads", {"name": " A ", "type": 11})
    assert thread.body["name"] == "A"
    renamed = await api("PATCH", f"/channels/{thread.body['id']}", {"name": " B "})
    assert renamed.body["name"] == "B"


async def test_a_misspelt_field_is_noted(api: Api, ground: Playground):
    reply = await api.send(flags=V2, components=[box(row(button(lable="x")))])
    assert reply.status == 200
    assert ground.misspelt == [
        "POST /channels/{channel_id}/messages: components[].components[].components[].lable"
    ]


async def test_rows_that_a_phone_runs_together_and_bold_letters_without_an_end_are_noted(
    api: Api, ground: Playground
):
    await api.send(content="-# one\n`**` and **two**\n-# three")
    assert ground.display_faults == []
    await api.send(flags=V2, components=[box({"type": 10, "content": "-# one\n-# two\n**three"})])
    assert ground.display_faults == ["-# two", "**three"]


async def test_labels_and_lines_of_code_that_a_phone_cuts_are_noted(api: Api, ground: Playground):
    def body(label: str, entry: str, line: str) -> dict[str, Any]:
        options = [{"label": entry, "value": "v", "description": 100 * "d"}]
        controls = (button(label=label), menu(placeholder=label, options=options))
        return {"content": f"{60 * 'x'}\n```\n{line}\n```", "components": [*map(row, controls)]}

    await api.send(**body(38 * "b", 76 * "e", 42 * "c"))
    assert ground.display_faults == []
    await api.send(**body(39 * "b", 77 * "e", 43 * "c"))
    assert ground.display_faults == [43 * "c", 39 * "b", 39 * "b", 77 * "e"]


async def test_more_than_25_mib_in_one_request(api: Api):
    files = {f"{n}.bin": b"x" * (9 * 2**20) for n in range(3)}
    assert (await api("POST", MESSAGES, {"content": "x"}, files=files)).status == 413


async def test_a_body_that_is_no_json(api: Api):
    reply = await api("POST", MESSAGES, None, files={"a.png": PNG})
    assert reply.status in {200, 400}
    assert (await api("POST", "/nonsense", {})).status == 404


async def test_a_wrong_token(ground: Playground):
    async with Api(ground, token="wrong") as stranger:
        assert (await stranger("GET", "/users/@me")).status == 401


async def test_a_query_that_does_not_fit(api: Api):
    assert (await api("GET", MESSAGES, limit="1000")).status == 400
    assert (await api("GET", MESSAGES, first="1")).status == 400
    assert (await api("GET", MESSAGES, before="yesterday")).status == 400


async def test_a_hundred_commands_and_no_more(api: Api):
    many = [command(name=f"c{n}") for n in range(101)]
    assert (await api("PUT", COMMANDS, many[:100])).status == 200
    assert (await api("PUT", COMMANDS, many)).status == 400
    assert (await api("POST", COMMANDS, many[100])).code == 30032
    assert len((await api("GET", COMMANDS)).body) == 100


async def test_another_application(api: Api):
    assert (await api("GET", "/applications/1/commands")).code == 20012
