"""The registered slash commands: their rules, Discord's answers, and a member's view of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.json import decode, encode

from playground.errors import ApiError, Json, Problem, invalid_form
from playground.ids import Ids
from playground.people import BOT_ID, Member
from playground.values import is_blank, required
from playground.vault import Vault

SUB_COMMAND, SUB_GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 6, 7, 8, 9, 10, 11
CHAT_INPUT = 1
MOST_COMMANDS = 100
MOST_CHARACTERS = 8000
NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)
DM_CONTEXT = 1


class Registered(msgspec.Struct):
    """One command as the bot registered it."""

    id: int
    guild_id: int | None
    body: Json


class Registry:
    """All commands of the application."""

    def __init__(self, vault: Vault, ids: Ids) -> None:
        self._vault, self._ids = vault, ids
        self._all = {command.id: command for command in vault.load("command", Registered)}

    def of(self, guild_id: int | None) -> list[Registered]:
        """The global commands, or those of one server."""
        return [command for command in self._all.values() if command.guild_id == guild_id]

    def get(self, number: int, guild_id: int | None) -> Registered:
        """A command by its id, where it was registered."""
        command = self._all.get(number)
        if command is None or command.guild_id != guild_id:
            raise ApiError(404, 10063, "Unknown application command")
        return command

    def overwrite(self, requests: Sequence[Json], guild_id: int | None) -> list[Registered]:
        """Replace all commands at once; one that keeps its name keeps its id."""
        self._check_set(requests)
        old = {_key(command.body): command for command in self.of(guild_id)}
        for command in old.values():
            self._remove(command)
        return [self._put(body, guild_id, old.get(_key(body))) for body in requests]

    def create(self, request: Json, guild_id: int | None) -> tuple[Registered, bool]:
        """Add a command, or replace the one of that name; returns it and whether it is new."""
        old = next(
            (command for command in self.of(guild_id) if _key(command.body) == _key(request)), None
        )
        other_bodies = [command.body for command in self.of(guild_id) if command is not old]
        self._check_set([*other_bodies, request])
        return self._put(request, guild_id, old), old is None

    def edit(self, number: int, guild_id: int | None, request: Json) -> Registered:
        """Change some fields of a command."""
        old = self.get(number, guild_id)
        body = {**old.body, **request}
        other_bodies = [command.body for command in self.of(guild_id) if command is not old]
        self._check_set([*other_bodies, body])
        return self._put(body, guild_id, old)

    def delete(self, number: int, guild_id: int | None) -> None:
        """Delete a command."""
        self._remove(self.get(number, guild_id))

    def runnable(self, number: int) -> Registered | None:
        """A command by its id, global or of a server, if it exists."""
        return self._all.get(number)

    def entries_for(self, member: Member) -> list[Json]:
        """Entries of the commands and sub-commands that a person can run, in their language.

        PROTOCOL.md gives their form.
        """
        entries = [
            entry
            for command in self._all.values()
            if command.body["type"] == CHAT_INPUT and may_run(command.body, member)
            for entry in _known_entries(command.id, encode(command.body), member.locale)
        ]
        return sorted(entries, key=lambda entry: str(entry["label"]))

    def _check_set(self, bodies: Sequence[Json]) -> None:
        problems = [
            Problem((index, *problem.path), problem.code, problem.message)
            for index, body in enumerate(bodies)
            for problem in command_problems(body)
        ]
        names = [_key(body) for body in bodies]
        problems += [
            Problem((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", f"{key[0]} twice")
            for index, key in enumerate(names)
            if names.index(key) != index
        ]
        if problems:
            raise invalid_form(problems)
        if sum(body.get("type", CHAT_INPUT) == CHAT_INPUT for body in bodies) > MOST_COMMANDS:
            raise ApiError(400, 30032, f"Maximum number of application commands {MOST_COMMANDS}")

    def _put(self, request: Json, guild_id: int | None, old: Registered | None) -> Registered:
        number = old.id if old else self._ids.new()
        body = _complete(request) | {
            "id": str(number),
            "application_id": str(BOT_ID),
            "version": str(self._ids.new()),
            **({"guild_id": str(guild_id)} if guild_id else {}),
        }
        registered = self._all[number] = Registered(number, guild_id, body)
        self._vault.put("command", number, registered)
        return registered

    def _remove(self, one: Registered) -> None:
        del self._all[one.id]
        self._vault.remove("command", one.id)


def _key(body: Json) -> tuple[str, int]:
    return body["name"], body.get("type") or CHAT_INPUT


def _complete(request: Json) -> Json:
    """A command with the fields that Discord fills in."""
    filled = {
        "type": CHAT_INPUT,
        "description": "",
        "name_localizations": None,
        "description_localizations": None,
        "default_member_permissions": None,
        "dm_permission": True,
        "contexts": None,
        "integration_types": [0],
        "nsfw": False,
        "options": [],
    }
    return filled | {name: value for name, value in request.items() if value is not None}


# ---- rules ---------------------------------------------------------------------------------------


def command_problems(body: Json) -> list[Problem]:
    """Faults of one command that the API description does not cover."""
    problems = _words_problems(body, ())
    if body.get("type", CHAT_INPUT) == CHAT_INPUT and is_blank(body.get("description")):
        problems.append(required(("description",)))
    problems += _options_problems(body.get("options") or (), ("options",), depth=0)
    length = _length(body)
    if length > MOST_CHARACTERS:
        sentence = f"{length} characters in all, {MOST_CHARACTERS} are allowed."
        problems.append(Problem((), "APPLICATION_COMMAND_TOO_LARGE", sentence))
    return problems


Path = tuple[str | int, ...]


def _words_problems(body: Json, path: Path) -> list[Problem]:
    """Faults of names that do not match Discord's pattern, and of unknown locales."""
    problems = []
    slash = (body.get("type") != 2 and body.get("type") != 3) or bool(path)
    names = {(): body["name"], **_localisations(body, "name_localizations")}
    for where, name in names.items():
        if slash and (not NAME.fullmatch(name) or name != name.lower()):
            code = "APPLICATION_COMMAND_INVALID_NAME"
            place = (*path, "name_localizations", *where) if where else (*path, "name")
            problems.append(Problem(place, code, f"{name!r}: String value did not match pattern."))
    for field in ("name_localizations", "description_localizations"):
        problems += [
            Problem((*path, field, locale), "INVALID_LOCALE", f"{locale!r} is no locale.")
            for (locale,) in _localisations(body, field)
            if locale not in LOCALES
        ]
    return problems


def _localisations(body: Json, field: str) -> dict[tuple[str, ...], str]:
    return {(locale,): text for locale, text in (body.get(field) or {}).items()}


def _options_problems(options: Sequence[Json], path: Path, *, depth: int) -> list[Problem]:
    problems = []
    names = [option["name"] for option in options]
    optional_before = False
    for index, option in enumerate(options):
        place = (*path, index)
        problems += _words_problems(option | {"type": CHAT_INPUT}, place)
        problems += _option_problems(option, place)
        if names.index(option["name"]) != index:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED"
            problems.append(Problem((*place, "name"), code, "Option names must be unique"))
        if option.get("required") and optional_before:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            sentence = "Required options must be placed before non-required options"
            problems.append(Problem(place, code, sentence))
        optional_before |= not option.get("required")
        problems += _nested_problems(option, place, depth)
    if len({option["type"] in {SUB_COMMAND, SUB_GROUP} for option in options}) > 1:
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        problems.append(Problem(path, code, "Sub-commands and options do not mix."))
    return problems


def _nested_problems(option: Json, place: Path, depth: int) -> list[Problem]:
    deepest = {SUB_GROUP: 0, SUB_COMMAND: 1}.get(option["type"])
    if deepest is None:
        return []
    inside = option.get("options") or ()
    problems = _options_problems(inside, (*place, "options"), depth=depth + 1)
    if depth > deepest:
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        problems.append(Problem(place, code, "Nested too deep."))
    return problems


def _option_problems(option: Json, place: Path) -> list[Problem]:
    choices = option.get("choices") or ()
    problems = [] if not is_blank(option["description"]) else [required((*place, "description"))]
    if choices and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES"
        problems.append(Problem(place, code, "Autocomplete and choices exclude each other."))
    for field in ("name", "value"):
        values = [choice[field] for choice in choices]
        problems += [
            Problem(
                (*place, "choices", index, field),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED",
                f"{value!r} twice",
            )
            for index, value in enumerate(values)
            if values.index(value) != index
        ]
    return problems


def _length(body: Json) -> int:
    """Characters of a command as Discord counts them: each text in its longest language."""
    own_length = sum(
        max(
            [
                len(body.get(field) or ""),
                *map(len, (body.get(f"{field}_localizations") or {}).values()),
            ]
        )
        for field in ("name", "description")
    )
    value = body.get("value")
    own_length += len(value) if isinstance(value, str) else 0
    inside = [*(body.get("options") or ()), *(body.get("choices") or ())]
    return own_length + sum(map(_length, inside))


# ---- view of a member ----------------------------------------------------------------------------


def may_run(body: Json, member: Member) -> bool:
    """Whether a person has the permissions that a command requires by default."""
    needed = int(body["default_member_permissions"] or 0)
    return member.permissions & needed == needed


def in_dms(body: Json) -> bool:
    """Whether a command may be run in direct messages with the bot."""
    contexts = body.get("contexts")
    return bool(body.get("dm_permission")) if contexts is None else DM_CONTEXT in contexts


def leaf(body: Json, path: Sequence[str]) -> Json | None:
    """Command that `path` names: the command itself, a sub-command, or one in a group."""
    if not path or path[0] != body["name"]:
        return None
    place = body
    for name in path[1:]:
        inside = (
            option
            for option in place.get("options") or ()
            if option["type"] in {SUB_COMMAND, SUB_GROUP}
        )
        inner = next((option for option in inside if option["name"] == name), None)
        if inner is None:
            return None
        place = inner
    return None if _has_children(place) else place


def _has_children(place: Json) -> bool:
    return any(option["type"] in {SUB_COMMAND, SUB_GROUP} for option in place.get("options") or ())


@lru_cache(maxsize=256)
def _known_entries(number: int, body: bytes, locale: str) -> list[Json]:
    """The entries of a command, which are the same for all who speak a language."""
    return list(_entries(number, decode(body), locale))


def _entries(number: int, body: Json, locale: str) -> Iterator[Json]:
    for chain in _chains(body, ()):
        end = chain[-1]
        yield {
            "id": str(number),
            "path": [part["name"] for part in chain],
            "label": " ".join(translate(part, "name", locale) for part in chain),
            "description": translate(end, "description", locale),
            "dm": in_dms(body),
            "options": [_option_entry(option, locale) for option in end.get("options") or ()],
        }


def _chains(place: Json, before: tuple[Json, ...]) -> Iterator[tuple[Json, ...]]:
    if not _has_children(place):
        yield (*before, place)
        return
    for child in place["options"]:
        yield from _chains(child, (*before, place))


def translate(thing: Json, field: str, locale: str) -> str:
    """A name or description in a language, or as it was registered."""
    return str((thing.get(f"{field}_localizations") or {}).get(locale) or thing[field])


def _option_entry(option: Json, locale: str) -> Json:
    limits = ("min_value", "max_value", "min_length", "max_length", "channel_types")
    entry: dict[str, Any] = {
        "type": option["type"],
        "name": option["name"],
        "label": translate(option, "name", locale),
        "description": translate(option, "description", locale),
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        **{limit: option[limit] for limit in limits if option.get(limit) is not None},
    }
    if option.get("choices"):
        entry["choices"] = [
            {"name": translate(choice, "name", locale), "value": choice["value"]}
            for choice in option["choices"]
        ]
    return entry
