"""Inputs of a member, checked as Discord's client does, in the form that the bot receives."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from playground import commands, components, people
from playground.channels import DM, Channel
from playground.commands import Registered
from playground.errors import ApiError, CallRefused, Json
from playground.world import World

Values = Mapping[str, Any]
Keep = Callable[[str, bytes], Json]
"""Stores a file by its name, and returns its attachment object."""
LONGEST_ANSWER = 4000


class Resolved:
    """Collects the people, roles, channels and files that a person's answer names by id."""

    def __init__(self, world: World, channel: Channel, reader: int, keep: Keep) -> None:
        self._world, self._channel, self._reader = world, channel, reader
        self._keep = keep
        self._found: Json = {}

    def user(self, number: str) -> None:
        self._note("users", number, self._world.user(int(number)))
        member = self._world.member(int(number))
        del member["user"]
        granted = self._world.permissions(int(number), self._channel)
        self._note("members", number, member | {"permissions": str(granted)})

    def role(self, number: str) -> None:
        roles = {role["id"]: role for role in people.roles()}
        self._note("roles", number, roles[number])

    def channel(self, number: str) -> None:
        body = partial_channel(self._world, int(number), self._reader)
        self._note("channels", number, body)

    def attachment(self, file: Json) -> str:
        """Id of a file that the person attaches, which is stored now."""
        content = b64decode(file["content"], validate=True)
        kept = self._keep(PurePath(file["name"]).name, content)
        self._note("attachments", kept["id"], kept)
        return str(kept["id"])

    def mentionable(self, number: str) -> None:
        is_role = any(role["id"] == number for role in people.roles())
        self.role(number) if is_role else self.user(number)

    def _note(self, kind: str, number: str, thing: Json) -> None:
        self._found.setdefault(kind, {})[number] = thing

    def add_to(self, target: Json) -> Json:
        """`target` with the resolved objects, if any."""
        return target | ({"resolved": self._found} if self._found else {})


def partial_channel(world: World, number: int, reader: int) -> Json:
    """A channel as interactions carry it, with the permissions of the acting person there."""
    channel = world.channel(number)
    body = world.channel_json(channel)
    dropped = {"permission_overwrites", "total_message_sent"}
    partial = {name: value for name, value in body.items() if name not in dropped}
    if channel.type == DM:
        return partial
    return partial | {"permissions": str(world.permissions(reader, channel))}


# ---- slash commands ------------------------------------------------------------------------------


def command_data(
    resolved: Resolved,
    command: Registered,
    path: Sequence[str],
    values: Values,
    *,
    focused: str | None = None,
) -> Json:
    """The `data` of a command, or of an autocomplete when an option has the focus."""
    end = commands.leaf(command.body, path)
    if end is None:
        raise CallRefused("playground.unknown_command")
    options_by_name = {option["name"]: option for option in end.get("options") or ()}
    for name in values:
        if name not in options_by_name:
            raise CallRefused("playground.bad_option", name=name)
    chosen = list(_options_with_value(options_by_name, values, resolved, focused))
    for name in reversed(path[1:]):
        chosen = [{"type": _kind(command.body, path, name), "name": name, "options": chosen}]
    data = {"id": str(command.id), "name": command.body["name"], "type": commands.CHAT_INPUT}
    data["options"] = chosen
    if command.guild_id:
        data["guild_id"] = str(command.guild_id)
    return resolved.add_to(data)


def _kind(body: Json, path: Sequence[str], name: str) -> int:
    place = body
    for step in path[1:]:
        place = next(option for option in place["options"] if option["name"] == step)
        if step == name:
            break
    return int(place["type"])


def _options_with_value(
    known: Mapping[str, Json], values: Values, resolved: Resolved, focused: str | None
) -> Iterator[Json]:
    """The options that have a value, in the order of their registration."""
    for name, option in known.items():
        given = values.get(name)
        if focused is not None:
            if name == focused:
                yield {"type": option["type"], "name": name, "value": str(given), "focused": True}
            elif given is not None:
                yield {"type": option["type"], "name": name, "value": given}
        elif given is not None:
            value = _attached(option, given, resolved)
            _check_option(option, value, resolved)
            yield {"type": option["type"], "name": name, "value": value}
        elif option.get("required"):
            raise CallRefused("playground.missing_option", name=name)


def _attached(option: Json, given: Any, resolved: Resolved) -> Any:
    """The value of an option as the bot receives it: of a file, its id."""
    if option["type"] != commands.ATTACHMENT:
        return given
    try:
        return resolved.attachment(given)
    except (ApiError, KeyError, ValueError, TypeError):
        raise CallRefused("playground.bad_option", name=option["name"]) from None


def _check_option(option: Json, value: object, resolved: Resolved) -> None:
    try:
        fits = OPTION_CHECKS[option["type"]](option, value, resolved)
    except (ApiError, KeyError, ValueError, TypeError):
        fits = False
    choices = [choice["value"] for choice in option.get("choices") or ()]
    if not fits or (choices and value not in choices):
        raise CallRefused("playground.bad_option", name=option["name"])


def _fits_text(option: Json, value: Any, _: Resolved) -> bool:
    minimum, maximum = option.get("min_length") or 0, option.get("max_length") or 6000
    return isinstance(value, str) and minimum <= len(value) <= maximum


def _fits_number(option: Json, value: Any, _: Resolved) -> bool:
    right = (int,) if option["type"] == commands.INTEGER else (int, float)
    if not isinstance(value, right) or isinstance(value, bool):
        return False
    minimum, maximum = option.get("min_value"), option.get("max_value")
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


def _fits_channel(option: Json, value: Any, resolved: Resolved) -> bool:
    resolved.channel(value)
    channel_types = option.get("channel_types")
    return not channel_types or partial_type(resolved, value) in channel_types


def partial_type(resolved: Resolved, number: str) -> int:
    """The type of a resolved channel."""
    return int(resolved.add_to({})["resolved"]["channels"][number]["type"])


def _by_id(note: Callable[[Resolved, str], None]) -> Callable[[Json, Any, Resolved], bool]:
    def fits(_: Json, value: Any, resolved: Resolved) -> bool:
        note(resolved, value)
        return True

    return fits


OPTION_CHECKS: Mapping[int, Callable[[Json, Any, Resolved], bool]] = {
    commands.STRING: _fits_text,
    commands.INTEGER: _fits_number,
    commands.NUMBER: _fits_number,
    commands.BOOLEAN: lambda option, value, resolved: isinstance(value, bool),
    commands.CHANNEL: _fits_channel,
    commands.USER: _by_id(Resolved.user),
    commands.ROLE: _by_id(Resolved.role),
    commands.MENTIONABLE: _by_id(Resolved.mentionable),
    commands.ATTACHMENT: lambda option, value, resolved: True,
}


# ---- buttons and menus ---------------------------------------------------------------------------

NOTES: Mapping[int, Callable[[Resolved, str], None]] = {
    components.USER_SELECT: Resolved.user,
    components.ROLE_SELECT: Resolved.role,
    components.MENTIONABLE_SELECT: Resolved.mentionable,
    components.CHANNEL_SELECT: Resolved.channel,
}


def component_data(resolved: Resolved, component: Json, values: Sequence[str] | None) -> Json:
    """The `data` of a click (without values) or of a choice."""
    if component.get("disabled"):
        raise CallRefused("playground.disabled")
    data = {
        "custom_id": component["custom_id"],
        "component_type": component["type"],
        "id": component["id"],
    }
    if (component["type"] in components.SELECTS) != (values is not None):
        raise CallRefused("playground.unknown_component")
    if values is None:
        return data
    if not _fits_select(component, values, resolved):
        raise CallRefused("playground.bad_values")
    return resolved.add_to(data | {"values": list(values)})


def _fits_select(select: Json, values: Sequence[str], resolved: Resolved) -> bool:
    minimum, maximum = select.get("min_values"), select.get("max_values")
    minimum, maximum = 1 if minimum is None else minimum, 1 if maximum is None else maximum
    if len(set(values)) != len(values) or not minimum <= len(values) <= maximum:
        return False
    if select["type"] not in NOTES:
        choices = {option["value"] for option in select["options"]}
        return set(values) <= choices
    try:
        for value in values:
            NOTES[select["type"]](resolved, value)
    except (ApiError, KeyError, ValueError):
        return False
    kinds = select.get("channel_types")
    return not kinds or all(partial_type(resolved, value) in kinds for value in values)


# ---- modals --------------------------------------------------------------------------------------


def modal_data(resolved: Resolved, modal: Json, values: Values) -> Json:
    """The `data` of a filled-in modal."""
    filled = [
        _component_with_values(component, values, resolved) for component in modal["components"]
    ]
    return resolved.add_to({"custom_id": modal["custom_id"], "components": filled})


def _component_with_values(component: Json, values: Values, resolved: Resolved) -> Json:
    shell = {"type": component["type"], "id": component["id"]}
    if component["type"] == components.LABEL:
        return shell | {"component": _field_with_value(component["component"], values, resolved)}
    if component["type"] == components.ROW:
        inside = [_field_with_value(child, values, resolved) for child in component["components"]]
        return shell | {"components": inside}
    return shell


def _field_with_value(field: Json, values: Values, resolved: Resolved) -> Json:
    given = values.get(field["custom_id"])
    kind = field["type"]
    answer = {"type": kind, "id": field["id"], "custom_id": field["custom_id"]}
    if kind == components.TEXT_INPUT:
        fits = _fits_input(field, given or "")
        answer["value"] = given or ""
    elif kind == components.CHECKBOX:
        fits, answer["value"] = isinstance(given, bool | None), bool(given)
    elif kind == components.RADIO_GROUP:
        fits, answer["value"] = _fits_radio(field, given), given
    else:
        fits = _fits_list(field, given or [], resolved)
        answer["values"] = list(given or [])
    if not fits:
        raise CallRefused("playground.bad_field", name=field["custom_id"])
    return answer


def _is_required(field: Json) -> bool:
    return field.get("required") is not False


def _fits_input(field: Json, text: Any) -> bool:
    minimum, maximum = field.get("min_length") or 0, field.get("max_length") or LONGEST_ANSWER
    if not isinstance(text, str) or len(text) > maximum:
        return False
    return len(text) >= max(minimum, 1) if text or _is_required(field) else True


def _fits_radio(field: Json, value: Any) -> bool:
    if value is None:
        return not _is_required(field)
    return value in {option["value"] for option in field["options"]}


def _fits_list(field: Json, values: Any, resolved: Resolved) -> bool:
    if not values:
        return not _is_required(field)
    return _fits_select(field, values, resolved)
