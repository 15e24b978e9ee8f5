"""Components and modals as they are sent back, and the values that a member may give them."""

from typing import Any

import pytest

from playground import Playground
from playground.components import echo, rewrite_addresses
from playground.errors import CallRefused
from playground.inputs import Resolved, modal_data
from playground.messages import picture_size
from playground.people import GAMES_ID
from tests.playground.api import MESSAGES, PNG, Api
from tests.playground.probes import box, button, row, text, v2

MEDIA = {"url": "attachment://board.png"}


def label(component: dict[str, Any]) -> dict[str, Any]:
    return {"type": 18, "label": "Question", "component": component}


def answers(ground: Playground) -> Resolved:
    """Values that Maud enters in #games."""
    channel, maud = ground.world.channel(GAMES_ID), ground.person("Maud")
    return Resolved(ground.world, channel, maud.id, lambda name, content: {"id": "1"})


def modal(*components: dict[str, Any]) -> dict[str, Any]:
    numbered = echo(components, lambda url: {"url": url})
    return {"custom_id": "m:1", "title": "x", "components": numbered}


async def test_sections_thumbnails_files_and_lines(api: Api):
    section = {
        "type": 9,
        "components": [text()],
        "accessory": {"type": 11, "media": MEDIA, "description": "A city"},
    }
    parts = [section, {"type": 14}, {"type": 13, "file": MEDIA}]
    sent = await api("POST", MESSAGES, v2(box(*parts)), files={"board.png": PNG})
    first, line, file = sent.body["components"][0]["components"]
    assert first["accessory"]["media"]["width"] == 3
    assert first["accessory"]["description"] == "A city"
    assert line == {"type": 14, "id": line["id"], "divider": True, "spacing": 1}
    assert (file["name"], file["size"]) == ("board.png", len(PNG))


async def test_embeds_show_uploads(api: Api):
    body = {"embeds": [{"title": "Board", "image": MEDIA}]}
    sent = await api("POST", MESSAGES, body, files={"board.png": PNG})
    assert sent.body["embeds"][0]["image"]["url"].startswith("http://127.0.0.1")
    assert sent.body["attachments"] == []


async def test_media_from_elsewhere_stays(api: Api):
    gallery = {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]}
    sent = await api("POST", MESSAGES, v2(gallery))
    assert sent.body["components"][0]["items"][0]["media"]["url"] == "https://example.org/a.png"


async def test_a_disabled_button_cannot_be_pressed(api: Api, ground: Playground):
    sent = await api("POST", MESSAGES, v2(row(button(disabled=True))))
    with pytest.raises(CallRefused, match="disabled"):
        await ground.person("Maud").click(sent.body, "b:1")


async def test_a_press_is_refused_while_the_bot_is_away(api: Api, ground: Playground):
    sent = await api("POST", MESSAGES, v2(row(button())))
    with pytest.raises(CallRefused, match="bot_offline"):
        await ground.person("Maud").click(sent.body, "Play")


async def test_every_kind_of_field(ground: Playground):
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    dialog = modal(
        text("Read this"),
        {"type": 1, "components": [{"type": 4, "custom_id": "old", "style": 2, "required": False}]},
        label({"type": 3, "custom_id": "one", "options": options}),
        label({"type": 5, "custom_id": "who", "required": False}),
        label({"type": 21, "custom_id": "radio", "options": options}),
        label({"type": 22, "custom_id": "boxes", "options": options, "max_values": 2}),
        label({"type": 23, "custom_id": "sure"}),
    )
    good = {"one": ["b"], "who": ["200000000000000001"], "radio": "a", "boxes": ["a", "b"]}
    data = modal_data(answers(ground), dialog, good | {"sure": True})
    kinds = [component.get("component", component)["type"] for component in data["components"]]
    assert kinds == [10, 1, 3, 5, 21, 22, 23]
    assert data["components"][1]["components"][0]["value"] == ""
    assert data["components"][4]["component"]["value"] == "a"
    assert data["resolved"]["users"]["200000000000000001"]["username"] == "maud"
    for name, value in [
        ("one", ["c"]),
        ("one", None),
        ("who", ["1"]),
        ("radio", "c"),
        ("radio", None),
        ("boxes", ["a", "a"]),
        ("sure", "yes"),
        ("old", 3),
    ]:
        with pytest.raises(CallRefused, match=name):
            modal_data(answers(ground), dialog, good | {"sure": True, name: value})


def test_addresses_are_rewritten_everywhere():
    before = {"a": [{"url": "/x"}], "proxy_url": "/y", "content": "/z", "url": None}
    after = {"a": [{"url": "h/x"}], "proxy_url": "h/y", "content": "/z", "url": None}
    assert rewrite_addresses(before, lambda url: f"h{url}") == after


def test_the_size_of_pictures():
    assert picture_size(PNG) == (3, 2)
    assert picture_size(b"GIF89a\x05\x00\x04\x00") == (5, 4)
    assert picture_size(b"something else") == (None, None)
