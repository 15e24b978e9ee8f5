"""Checks of requests against Discord's own description of its API (data/discord/openapi.json)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec

from playground.errors import Json, Problem
from playground.wire import whole_number

DESCRIPTION = Path(__file__).parents[1] / "data" / "discord" / "openapi.json"
WITH_IDS = frozenset({"attachments", "emoji", "default_values"})
"""Fields whose objects have a snowflake as `id`; the `id` of a component is a small number."""
ID_LISTS = frozenset({"users", "roles", "sticker_ids", "applied_tags"})
RIGHTS = frozenset({"allow", "deny"})
"""Permissions as text, which the documentation asks for and the description refuses."""
REF = "#/components/schemas/"
UNDOCUMENTED = frozenset({"use_nested_fields"})
"""Query parameter that discord.py sends when it begins a post in a forum."""
SENT_EVERYWHERE = frozenset({"tts", "nsfw", "animated"})
"""Fields that discord.py sends even where the description has no such field."""


@cache
def description() -> Json:
    """Discord's API description, read once."""
    document: Json = msgspec.json.decode(DESCRIPTION.read_bytes())
    return document


def operation(method: str, template: str) -> Json:
    """The description of one call. Raises KeyError when Discord has no such call."""
    described: Json = description()["paths"][template][method.lower()]
    return described


@cache
def _body_schema(method: str, template: str, *, multipart: bool) -> Json | None:
    content = operation(method, template).get("requestBody", {}).get("content", {})
    media = "multipart/form-data" if multipart else "application/json"
    form = content.get(media) or content.get("application/json")
    return form["schema"] if form else None


@cache
def _body_validator(
    method: str, template: str, *, multipart: bool
) -> jsonschema_rs.Draft202012Validator | None:
    """Validator of a body, compiled with reachable schemas only, which is ten times faster."""
    schema = _body_schema(method, template, multipart=multipart)
    if schema is None:
        return None
    return jsonschema_rs.Draft202012Validator({**schema, "components": {"schemas": _reach(schema)}})


def _reach(schema: Json) -> Json:
    """The named schemas that `schema` refers to, directly or indirectly."""
    schemas = description()["components"]["schemas"]
    reached: Json = {}
    waiting = list(_refs(schema))
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = schemas[name]
            waiting += _refs(schemas[name])
    return reached


def _refs(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        ref = node.get("$ref")
        if isinstance(ref, str):
            yield ref.removeprefix(REF)
        for child in node.values():
            yield from _refs(child)
    elif isinstance(node, list):
        for child in node:
            yield from _refs(child)


def body_problems(method: str, template: str, body: object, *, multipart: bool) -> list[Problem]:
    """Faults of `body` against the description."""
    validator = _body_validator(method, template, multipart=multipart)
    if validator is None or (body is None and not _needs_body(method, template)):
        return []
    return [
        Problem(error.instance_path, "SCHEMA", _short(error.message))
        for error in validator.iter_errors(ids_as_text({} if body is None else body))
    ]


def _needs_body(method: str, template: str) -> bool:
    return bool(operation(method, template).get("requestBody", {}).get("required"))


def _short(message: str) -> str:
    return message if len(message) <= 300 else f"{message[:140]} … {message[-140:]}"


def ids_as_text(value: Any, inside: str = "") -> Any:
    """A copy with ids as text, permissions as numbers: Discord takes both, the description not."""
    if isinstance(value, list):
        listed = [ids_as_text(item, inside) for item in value]
        return [_text(item) for item in listed] if inside in ID_LISTS else listed
    if not isinstance(value, dict):
        return value
    return {
        name: whole_number(item)
        if name in RIGHTS and isinstance(item, str)
        else _text(item)
        if name.endswith("_id") or (name == "id" and inside in WITH_IDS)
        else ids_as_text(item, name)
        for name, item in value.items()
    }


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int) else value


# ---- query ---------------------------------------------------------------------------------------


def query_problems(method: str, template: str, query: Mapping[str, str]) -> list[Problem]:
    """Faults of the query against the description, including unknown names."""
    parameters = {
        parameter["name"]: parameter["schema"]
        for parameter in operation(method, template).get("parameters", ())
        if parameter["in"] == "query"
    }
    return [
        Problem((name,), "QUERY", f"{text!r} does not fit")
        for name, text in query.items()
        if name not in UNDOCUMENTED
        if name not in parameters or not _fits(parameters[name], text)
    ]


def _fits(schema: Json, text: str) -> bool:
    kind = schema.get("type")
    if kind == "boolean":
        return text.lower() in {"true", "false", "1", "0"}
    if kind != "integer":
        return (
            "$ref" not in schema
            or not schema["$ref"].endswith("SnowflakeType")
            or whole_number(text) is not None
        )
    low, high = schema.get("minimum", 0), schema.get("maximum", 2**63)
    number = whole_number(text)
    return number is not None and bool(low <= number <= high)


# ---- unknown fields ------------------------------------------------------------------------------


def unknown_fields(method: str, template: str, body: object, *, multipart: bool) -> list[str]:
    """Fields that the description lacks: Discord ignores them silently."""
    schema = _body_schema(method, template, multipart=multipart)
    return [] if schema is None else list(_unknown(schema, body, ""))


def _unknown(schema: Json, value: object, path: str) -> Iterator[str]:
    if isinstance(value, list):
        items: list[Json] = [form["items"] for form in _forms(schema, value) if "items" in form]
        for item in value:
            yield from _unknown({"anyOf": items}, item, f"{path}[]")
    if not isinstance(value, dict):
        return
    forms = [form for form in _forms(schema, value) if "properties" in form]
    if not forms or any("additionalProperties" in form for form in forms):
        return
    for name, child in value.items():
        options = [form["properties"][name] for form in forms if name in form["properties"]]
        if options:
            if name != "attachments":  # discord.py returns every field of an old one
                yield from _unknown({"anyOf": options}, child, f"{path}.{name}")
        elif name not in SENT_EVERYWHERE:
            yield f"{path}.{name}".removeprefix(".")


def _forms(schema: Json, value: object) -> Iterator[Json]:
    """The plain schemas behind references and alternatives that may be meant for `value`."""
    if "$ref" in schema:
        schema = description()["components"]["schemas"][schema["$ref"].removeprefix(REF)]
    for word in ("oneOf", "anyOf", "allOf"):
        for option in schema.get(word, ()):
            yield from _forms(option, value)
    if _same_type(schema, value):
        yield schema


def _same_type(schema: Json, value: object) -> bool:
    """Whether `schema` allows the `type` number of a component or option."""
    kinds: Any = schema.get("properties", {}).get("type", {}).get("enum")
    return not kinds or not isinstance(value, dict) or value.get("type") in kinds
