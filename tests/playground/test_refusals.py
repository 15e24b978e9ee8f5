"""The playground refuses whatever Discord refuses, by its description or by its documentation."""

from typing import Any

from playground import Playground
from playground.people import GUILD_ID
from tests.cases import each_case
from tests.playground.api import COMMANDS, MESSAGES, PNG, Api

V2 = 1 << 15
LONG = "x" * 5000


def text(content: str = "words") -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(**fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Play", "custom_id": "b:1"} | fields


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def box(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(inside)}


def menu(count: int = 2, **fields: Any) -> dict[str, Any]:
    options = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s:1", "options": options} | fields


def gallery(count: int, **fields: Any) -> dict[str, Any]:
    item = {"media": {"url": "https://example.org/a.png"}} | fields
    return {"type": 12, "items": [item] * count}


def v2(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)} | fields


SCHEMA_CATCHES = {
    "custom_id over 100": v2(row(button(custom_id="x" * 101))),
    "button label over 80": v2(row(button(label="x" * 81))),
    "more than 5 buttons in a row": v2(row(*(button(custom_id=f"b:{n}") for n in range(6)))),
    "no select option": v2(row(menu(0))),
    "more than 25 select options": v2(row(menu(26))),
    "option label over 100": v2(row(menu(options=[{"label": "x" * 101, "value": "v"}]))),
    "placeholder over 150": v2(row(menu(placeholder="x" * 151))),
    "one text display over 4,000": v2(text(LONG)),
    "more than 40 top-level components": v2(*[text()] * 41),
    "more than 10 gallery items": v2(gallery(11)),
    "alt text over 1,024": v2(gallery(1, description="x" * 1025)),
    "more than 10 attachments": {"content": "x", "attachments": [{"id": n} for n in range(11)]},
    "more than 10 embeds": {"embeds": [{"title": "x"}] * 11},
    "a section without accessory": v2({"type": 9, "components": [text()]}),
    "a container in a container": v2(box(box(text()))),
    "an unknown component type": v2({"type": 99}),
    "nonce over 25": {"content": "x", "nonce": "x" * 26},
}

SCHEMA_MISSES = {
    "content over 2,000": {"content": "x" * 2001},
    "content with V2": v2(text(), content="x"),
    "embeds with V2": v2(text(), embeds=[{"title": "x"}]),
    "stickers with V2": v2(text(), sticker_ids=["1"]),
    "V2 components without the flag": {"components": [text()]},
    "more than 40 components, nested ones counted": v2(
        *(box(*(text("x") for _ in range(9))) for _ in range(5))
    ),
    "4,000 characters in all texts": v2(text("x" * 2500), text("x" * 2500)),
    "two components with one custom id": v2(row(button(), button(label="Other"))),
    "one custom id inside and outside a container": v2(box(row(button())), row(button())),
    "two options with one value": v2(row(menu(options=[{"label": "a", "value": "v"}] * 2))),
    "an attachment that is not uploaded": v2(
        {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    ),
    "two components with one number": v2(text() | {"id": 7}, text() | {"id": 7}),
    "a link button with a custom id": v2(row(button(style=5, url="https://example.org"))),
    "a link button without address": v2(row({"type": 2, "style": 5, "label": "x"})),
    "a button without custom id": v2(row({"type": 2, "style": 1, "label": "x"})),
    "a button without words": v2(row({"type": 2, "style": 1, "custom_id": "x"})),
    "a select beside a button": v2(row(menu(), button())),
    "min above max": v2(row(menu(min_values=2, max_values=1))),
    "max above the options": v2(row(menu(max_values=3))),
    "more defaults than may be chosen": v2(
        row(menu(options=[{"label": v, "value": v, "default": True} for v in "ab"]))
    ),
    "an emoji nobody has": v2(row(button(emoji={"id": "1234", "name": "stone"}))),
    "more than five rows": {
        "components": [row(button(custom_id=f"b:{n}")) for n in range(6)],
        "content": "x",
    },
    "parse and a list of users": {
        "content": "x",
        "allowed_mentions": {"parse": ["users"], "users": ["200000000000000001"]},
    },
    "embeds over 6,000 in all": {"embeds": [{"description": "x" * 4000}] * 2},
    "a reply to nothing": {"content": "x", "message_reference": {"message_id": "1"}},
}


@each_case("body", SCHEMA_CATCHES.values(), ids=SCHEMA_CATCHES)
async def test_messages_the_description_does_not_allow(body, api: Api, ground: Playground):
    ground.refusals.clear()
    reply = await api("POST", MESSAGES, body)
    assert (reply.status, reply.code) == (400, 50035)
    assert reply.body["errors"]
    assert len(ground.refusals) == 1


@each_case("body", SCHEMA_MISSES.values(), ids=SCHEMA_MISSES)
async def test_messages_only_the_documentation_forbids(body, api: Api, ground: Playground):
    ground.refusals.clear()
    reply = await api("POST", MESSAGES, body)
    assert (reply.status, reply.code) == (400, 50035)
    assert reply.body["errors"]
    assert "SCHEMA" not in reply.text
    assert len(ground.refusals) == 1


async def test_an_empty_message(api: Api):
    assert (await api.send(content="")).code == 50006


async def test_a_misspelt_field_is_noted(api: Api, ground: Playground):
    reply = await api.send(flags=V2, components=[box(row(button(lable="x")))])
    assert reply.status == 200
    assert ground.misspelt == [
        "POST /channels/{channel_id}/messages: components[].components[].components[].lable"
    ]


async def test_a_file_over_10_mib(api: Api):
    reply = await api("POST", MESSAGES, {"content": "x"}, files={"a.bin": b"x" * (10 * 2**20 + 1)})
    assert (reply.status, reply.code) == (413, 40005)


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


# ---- commands -----------------------------------------------------------------------------------


def command(**fields: Any) -> dict[str, Any]:
    return {"name": "akropolis", "description": "A game"} | fields


def option(name: str = "n", kind: int = 3, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "d"} | fields


COMMAND_REFUSALS = {
    "name over 32": [command(name="x" * 33)],
    "description over 100": [command(description="x" * 101)],
    "more than 25 options": [command(options=[option(f"n{n}") for n in range(26)])],
    "more than 25 choices": [
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])
    ],
    "upper case in a name": [command(name="Akropolis")],
    "a space in a name": [command(name="new game")],
    "upper case in an option's translation": [
        command(options=[option(name_localizations={"fr": "Joueurs"})])
    ],
    "a language Discord does not know": [command(name_localizations={"br": "c'hoari"})],
    "a required option after an optional one": [
        command(options=[option("a"), option("b", required=True)])
    ],
    "8,000 characters in one command": [
        command(
            options=[
                option(
                    f"n{n}", choices=[{"name": f"{n}-{c}", "value": f"{c}" * 90} for c in range(9)]
                )
                for n in range(10)
            ]
        )
    ],
    "the longest translation counts": [
        command(
            options=[
                option(
                    f"n{n}",
                    choices=[
                        {"name": f"{c}", "value": f"{c}", "name_localizations": {"fr": f"{c}" * 95}}
                        for c in range(9)
                    ],
                )
                for n in range(10)
            ]
        )
    ],
    "two commands of one name": [command(), command()],
    "two options of one name": [command(options=[option(), option()])],
    "two choices of one name": [
        command(options=[option(choices=[{"name": "a", "value": "a"}] * 2)])
    ],
    "autocomplete with choices": [
        command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])])
    ],
    "sub-commands beside options": [command(options=[option("new", 1), option("n")])],
    "a group in a group": [
        command(options=[option("a", 2, options=[option("b", 2, options=[option("c", 1)])])])
    ],
    "no description": [{"name": "akropolis"}],
}


@each_case("commands", COMMAND_REFUSALS.values(), ids=COMMAND_REFUSALS)
async def test_commands_discord_refuses(commands, api: Api):
    for path in (COMMANDS, f"{COMMANDS.removesuffix('commands')}guilds/{GUILD_ID}/commands"):
        reply = await api("PUT", path, commands)
        assert (reply.status, reply.code) == (400, 50035)
        assert (await api("GET", path)).body == []


async def test_a_hundred_commands_and_no_more(api: Api):
    many = [command(name=f"c{n}") for n in range(101)]
    assert (await api("PUT", COMMANDS, many[:100])).status == 200
    assert (await api("PUT", COMMANDS, many)).status == 400
    assert (await api("POST", COMMANDS, many[100])).code == 30032
    assert len((await api("GET", COMMANDS)).body) == 100


async def test_another_application(api: Api):
    assert (await api("GET", "/applications/1/commands")).code == 20012
