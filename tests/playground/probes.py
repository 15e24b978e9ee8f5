"""The table of probes: a request in each row, what Discord answers, and who says so."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, NamedTuple

from playground.people import GUILD_ID
from tests.playground.api import COMMANDS, MESSAGES, PNG

DOCUMENTATION = "https://docs.discord.com/developers/"
REFERENCE, MESSAGE, CHANNEL = "reference", "resources/message", "resources/channel"
EMOJI, THREADS, COMPONENTS = "resources/emoji", "topics/threads", "components/reference"
OF_COMMANDS, CODES = "interactions/application-commands", "topics/opcodes-and-status-codes"
"""Pages of `DOCUMENTATION`."""
SCHEMA = "data/discord/openapi.json"
ALTERED_NAMES = "https://github.com/discord/discord-api-docs/issues/7754"
NAME_IN_EMBED = "https://github.com/discord/discord-api-docs/issues/4847"
SEEN = "seen by bots"
"""No page says so; `./run rehearse` asks Discord."""
GUILD_COMMANDS = f"{COMMANDS.removesuffix('commands')}guilds/{GUILD_ID}/commands"
EMOJIS = f"{COMMANDS.removesuffix('commands')}emojis"
V2 = 1 << 15
LONG = "x" * 5000
INVALID = 50035


class Probe(NamedTuple):
    """A request and the answer that is due.

    `{words}` in the path stand for objects that are made for this probe (`test_probes.py`).
    """

    name: str
    method: str
    path: str
    body: Any
    status: int
    code: int
    source: str
    files: dict[str, bytes] | None = None


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


BY_DESCRIPTION = {
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

BY_DOCUMENTATION = {
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


def modal(component: dict[str, Any], **fields: Any) -> list[dict[str, Any]]:
    return [{"type": 18, "label": "Question", "component": component} | fields]


QUESTION = {"type": 4, "custom_id": "a", "style": 1}
MODALS = {
    "nothing to fill in": [text()],
    "two fields with one custom id": modal(QUESTION) * 2,
    "six fields": [field for n in range(6) for field in modal(QUESTION | {"custom_id": str(n)})],
    "a blank label": modal(QUESTION, label=" "),
    "a blank text": [text(" "), *modal(QUESTION)],
    "a menu that is disabled": modal(menu(disabled=True)),
    "a menu that must be answered with nothing": modal(menu(min_values=0)),
    "an option that is blank": modal(menu(options=[{"label": " ", "value": "v"}])),
    "an option with an emoji that is none": modal(
        menu(options=[{"label": "a", "value": "v", "emoji": {"name": "stone"}}])
    ),
    "more people chosen beforehand than may be": modal(
        {"type": 5, "custom_id": "a", "default_values": [{"type": "user", "id": n} for n in "123"]}
    ),
}
"""The components of forms that Discord refuses (source: `COMPONENTS`)."""


def media(url: str) -> dict[str, Any]:
    return gallery(1, media={"url": url})


def link(url: str) -> dict[str, Any]:
    return v2(row({"type": 2, "style": 5, "label": "Rules", "url": url}))


def people(count: int, **fields: Any) -> dict[str, Any]:
    chosen = [{"type": "user", "id": str(n)} for n in range(1, count + 1)]
    return {"type": 5, "custom_id": "s:1", "default_values": chosen} | fields


def emoji(content: bytes, kind: str = "png") -> dict[str, str]:
    image = base64.b64encode(content).decode()
    return {"name": "stone", "image": f"data:image/{kind};base64,{image}"}


BLANK_AND_UNREAL = {
    "a blank text display": v2(text(" \n")),
    "a button with blank words": v2(row(button(label="  "))),
    "an option with blank words": v2(row(menu(options=[{"label": " ", "value": "v"}]))),
    "an emoji that is a word": v2(row(button(emoji={"name": "stone"}))),
    "an emoji that is a letter": v2(row(button(emoji={"name": "A"}))),
    "two emojis in one": v2(row(button(emoji={"name": "🎲🎲"}))),
    "an option with an emoji that is none": v2(
        row(menu(options=[{"label": "a", "value": "v", "emoji": {"name": "-"}}]))
    ),
    "a link that is a program": link("javascript:alert(1)"),
    "a link to a file": link("file:///etc/hosts"),
    "a link without a place": link("https://"),
    "a picture that has no address": v2(media("board.png")),
    "a picture from nowhere": v2(media("ftp://example.org/a.png")),
    "a thumbnail from nowhere": v2(
        {
            "type": 9,
            "components": [text()],
            "accessory": {"type": 11, "media": {"url": "data:image/png;base64,AA=="}},
        }
    ),
    "a file of another place": v2({"type": 13, "file": {"url": "https://example.org/a.json"}}),
    "a file that is not uploaded": v2({"type": 13, "file": {"url": "attachment://a.json"}}),
    "three people chosen beforehand for one": v2(row(people(3))),
    "one chosen beforehand for two": v2(row(people(1, min_values=2, max_values=3))),
    "an attachment that does not come": {"content": "x", "attachments": [{"id": 0}]},
}
EMBEDS = {
    "an empty embed": {},
    "an embed of a colour": {"color": 255},
    "an embed that leads to a program": {"title": "x", "url": "javascript:alert(1)"},
    "a picture from nowhere": {"title": "x", "image": {"url": "ftp://example.org/a.png"}},
    "a small picture from nowhere": {"title": "x", "thumbnail": {"url": "a.png"}},
    "an author without a name": {"title": "x", "author": {"url": "https://example.org"}},
    "an author who leads to a file": {"author": {"name": "x", "url": "attachment://a.png"}},
    "a footer without words": {"title": "x", "footer": {"icon_url": "https://example.org/a.png"}},
    "a field with blank words": {"fields": [{"name": "x", "value": " "}]},
    "a field without a name": {"fields": [{"name": "", "value": "x"}]},
    "a moment that is none": {"title": "x", "timestamp": "yesterday"},
}
TAKEN = {
    "an emoji with its sign of colour": v2(row(button(emoji={"name": "▶️"}))),
    "a plain arrow": v2(row(button(emoji={"name": "◀"}))),
    "an emoji of several": v2(row(button(emoji={"name": "👩‍🚀"}))),
    "a flag": v2(row(button(emoji={"name": "🇫🇷"}))),
    "a digit in a box": v2(row(button(emoji={"name": "1️⃣"}))),
    "a button of an emoji alone": v2(row(button(label=None, emoji={"name": "🎲"}))),
    "a link into the app": link("discord://-/channels/1/2"),
    "two people chosen beforehand for two": v2(row(people(2, max_values=2))),
    "a picture of the web": v2(media("https://example.org/a.png")),
    "an embed with a title": {"embeds": [{"title": "x"}]},
    "an embed with a moment": {"embeds": [{"title": "x", "timestamp": "2026-01-31T18:04:05Z"}]},
}
NO_PICTURES = {
    "words": emoji(b"a stone"),
    "nothing": emoji(b""),
    "a drawing of lines": emoji(b"<svg/>", "svg+xml"),
    "a picture of another kind": emoji(PNG, "bmp"),
    "more than 256 KiB": emoji(PNG + bytes(256 * 1024)),
}
SPACED = {"type": 12, "items": [{"media": {"url": "attachment://my board (1).png"}}]}
FILE = {"my board (1).png": PNG}
OF_LOCKED = [
    ("a message in a locked thread", "POST", "{locked}/messages", {"content": "x"}, 160005),
    ("an edit in a locked thread", "PATCH", "{locked_message}", {"content": "y"}, 160005),
    ("a locked thread gets a name", "PATCH", "{locked}", {"name": "y"}, 160005),
    ("a locked thread is archived", "PATCH", "{locked}", {"archived": True}, 160005),
    ("somebody is added to a locked thread", "PUT", "{locked}/{member}", None, 160005),
    ("a locked thread is unlocked", "PATCH", "{locked}", {"locked": False}, 50013),
    ("a thread is locked", "PATCH", "{open}", {"locked": True}, 50013),
    ("a thread is slowed down", "PATCH", "{open}", {"rate_limit_per_user": 5}, 50013),
    ("another's thread gets a name", "PATCH", "{foreign}", {"name": "y"}, 50013),
    ("a thread is deleted", "DELETE", "{open}", None, 50013),
    (
        "a message in a locked, archived thread",
        "POST",
        "{sealed}/messages",
        {"content": "x"},
        50083,
    ),
    ("an edit in a locked, archived thread", "PATCH", "{sealed_message}", {"content": "y"}, 50083),
    ("a deletion in a locked, archived thread", "DELETE", "{sealed_message}", None, 50083),
    ("a locked, archived thread is opened", "PATCH", "{sealed}", {"archived": False}, 50013),
    ("an edit in an archived thread", "PATCH", "{archived_message}", {"content": "y"}, 50083),
    ("an archived thread gets a name", "PATCH", "{archived}", {"name": "y"}, 50083),
    ("somebody is added to an archived thread", "PUT", "{archived}/{member}", None, 50083),
    ("the bot joins an archived thread", "PUT", "{archived}/thread-members/@me", None, 50083),
    ("the bot leaves an archived thread", "DELETE", "{archived}/thread-members/@me", None, 50083),
    ("who cannot see the channel is added", "PUT", "{open}/{unseeing}", None, 50001),
    ("a message of the system is edited", "PATCH", "{announced}", {"content": "y"}, 50021),
    ("a deletion in a locked thread", "DELETE", "{locked_message}", None, 0),
    ("a deletion in an archived thread", "DELETE", "{archived_message}", None, 0),
    ("a message in an archived thread", "POST", "{archived}/messages", {"content": "x"}, 0),
    ("an archived thread is opened", "PATCH", "{archived}", {"archived": False}, 0),
    ("another's archived thread is opened", "PATCH", "{foreign_archived}", {"archived": False}, 0),
    ("the bot's thread gets a name", "PATCH", "{open}", {"name": "y"}, 0),
    ("somebody is added", "PUT", "{open}/{member}", None, 0),
]
OF_PLACES = [
    ("a thread without a name", "{games}", {"name": " ", "type": 11}, INVALID, 400),
    ("an announcement thread in a text channel", "{games}", {"name": "x", "type": 10}, 50024, 400),
    ("a public thread in a news channel", "{news}", {"name": "x", "type": 11}, 50024, 400),
    ("a private thread in a news channel", "{news}", {"name": "x", "type": 12}, 50024, 400),
    ("a thread in a thread", "{open}", {"name": "x", "type": 11}, 50024, 400),
    ("a thread in a voice channel", "{voice}", {"name": "x", "type": 11}, 50024, 400),
    ("a thread in a stage channel", "{stage}", {"name": "x", "type": 11}, 50024, 400),
    ("a post without a name", "{forum}", {"name": " ", "message": {"content": "x"}}, INVALID, 400),
    ("an empty post", "{media}", {"name": "x", "message": {"content": " "}}, 50006, 400),
    (
        "a post with a tag that does not exist",
        "{forum}",
        {"name": "x", "message": {"content": "x"}, "applied_tags": ["1"]},
        10087,
        404,
    ),
    ("a thread of 61 minutes", "{games}", {"name": "x", "auto_archive_duration": 61}, INVALID, 400),
    ("an announcement thread", "{news}", {"name": "x", "type": 10}, 0, 201),
    ("a private thread", "{games}", {"name": "x", "type": 12}, 0, 201),
    ("a post in a media channel", "{media}", {"name": "x", "message": {"content": "x"}}, 0, 201),
]
SITUATIONS = {
    "a message in a locked thread": "locked_message",
    "an edit in a locked thread": "locked_edit",
    "a locked thread gets a name": "locked_rename",
    "a locked thread is archived": "locked_rename",
    "somebody is added to a locked thread": "locked_add",
    "a message in a locked, archived thread": "closed_and_locked_message",
    "an edit in a locked, archived thread": "closed_edit",
    "a deletion in a locked, archived thread": "closed_and_locked_delete",
    "an edit in an archived thread": "closed_edit",
    "an archived thread gets a name": "closed_rename",
    "somebody is added to an archived thread": "closed_add",
    "the bot joins an archived thread": "closed_add",
    "the bot leaves an archived thread": "closed_leave",
    "who cannot see the channel is added": "add_who_cannot_see",
    "an announcement thread in a text channel": "wrong_kind_of_thread",
    "a public thread in a news channel": "wrong_kind_of_thread",
    "a private thread in a news channel": "wrong_kind_of_thread",
    "words in a forum": "message_in_forum",
    "words in a media channel": "message_in_forum",
}
"""Probes whose answer no page gives: the situations of `playground/observed.py`."""
STATUS = {0: 200, 160005: 403, 50001: 403, 50013: 403, 50021: 403, 50083: 400}


def posted(rows: dict[str, Any], source: str, path: str = MESSAGES) -> Iterator[Probe]:
    """Bodies that are refused as an invalid form."""
    for name, body in rows.items():
        yield Probe(name, "POST", path, body, 400, INVALID, source)


def of_commands() -> Iterator[Probe]:
    """Commands of everywhere and of one server."""
    for name, commands in COMMAND_REFUSALS.items():
        for path in (COMMANDS, GUILD_COMMANDS):
            yield Probe(name, "PUT", path, commands, 400, INVALID, OF_COMMANDS)


def of_threads() -> Iterator[Probe]:
    """What happens in threads that are locked, archived or another's, and how threads begin."""
    for name, method, end, body, code in OF_LOCKED:
        status = (
            204 if not code and (method == "PUT" or end.endswith("_message}")) else STATUS[code]
        )
        yield Probe(name, method, f"/channels/{end}", body, status, code, THREADS)
    for name, place, body, code, status in OF_PLACES:
        yield Probe(name, "POST", f"/channels/{place}/threads", body, status, code, CHANNEL)


MESSAGE_PROBES = (
    Probe("an empty message", "POST", MESSAGES, {"content": ""}, 400, 50006, MESSAGE),
    Probe("a blank message", "POST", MESSAGES, {"content": " \n\t"}, 400, 50006, MESSAGE),
    Probe(
        "an edit to nothing", "PATCH", "/channels/{message}", {"content": " "}, 400, 50006, MESSAGE
    ),
    Probe(
        "an edit keeps a file that does not exist",
        "PATCH",
        "/channels/{message}",
        {"content": "y", "attachments": [{"id": "123"}]},
        400,
        INVALID,
        REFERENCE,
    ),
    Probe(
        "words in a forum", "POST", "/channels/{forum}/messages", {"content": "x"}, 400, 50008, SEEN
    ),
    Probe(
        "words in a media channel",
        "POST",
        "/channels/{media}/messages",
        {"content": "x"},
        400,
        50008,
        SEEN,
    ),
    Probe(
        "words on a stage", "POST", "/channels/{stage}/messages", {"content": "x"}, 200, 0, CHANNEL
    ),
    Probe(
        "a reply to the system",
        "POST",
        MESSAGES,
        {"content": "x", "message_reference": {"message_id": "{announced_id}"}},
        400,
        INVALID,
        SEEN,
    ),
    Probe(
        "a file of a name with spaces", "POST", MESSAGES, v2(SPACED), 200, 0, ALTERED_NAMES, FILE
    ),
    Probe(
        "an embed of a picture that is not there",
        "POST",
        MESSAGES,
        {"embeds": [{"title": "x", "image": {"url": "attachment://a.png"}}]},
        200,
        0,
        NAME_IN_EMBED,
    ),
    Probe(
        "a file over 10 MiB",
        "POST",
        MESSAGES,
        {"content": "x"},
        413,
        40005,
        SEEN,
        {"a.bin": bytes(10 * 2**20 + 1)},
    ),
)
PROBES = [
    *posted(BY_DESCRIPTION, SCHEMA),
    *posted(BY_DOCUMENTATION, MESSAGE),
    *posted(BLANK_AND_UNREAL, COMPONENTS),
    *posted({name: {"embeds": [embed]} for name, embed in EMBEDS.items()}, MESSAGE),
    *posted({f"an emoji of {name}": image for name, image in NO_PICTURES.items()}, EMOJI, EMOJIS),
    *(Probe(name, "POST", MESSAGES, body, 200, 0, COMPONENTS) for name, body in TAKEN.items()),
    *of_commands(),
    *of_threads(),
    *MESSAGE_PROBES,
]
"""The whole table."""
