"""Requests about the application: its identity, commands, emojis and gateway."""

from __future__ import annotations

from playground import people
from playground.commands import Registered
from playground.core import Core
from playground.errors import ApiError, Json, missing_access
from playground.people import BOT_ID
from playground.routing import Answer, Call, routes
from playground.sessions import Starts

COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"


@routes("GET", "/gateway")
def gateway(core: Core, _: Call) -> Answer:
    """Address of the gateway."""
    return {"url": core.gateway.url}


@routes("GET", "/gateway/bot")
def gateway_bot(core: Core, _: Call) -> Answer:
    """Address of the gateway, and the recommended number of shards."""
    starts = core.gateway.starts or Starts(core.world.clock.monotonic)
    limit = starts.json()
    return {"url": core.gateway.url, "shards": core.gateway.shards, "session_start_limit": limit}


@routes("GET", "/oauth2/applications/@me")
@routes("GET", "/applications/@me")
def bot_application(core: Core, _: Call) -> Answer:
    """The bot's application."""
    return people.application(core.base) | core.portal


# ---- commands ------------------------------------------------------------------------------------


def _server_of_commands(core: Core, call: Call) -> int | None:
    """The server of the commands, None for global ones; refuses other applications."""
    if call.id("application") != BOT_ID:
        raise ApiError(
            403, 20012, "You are not authorized to perform this action on this application"
        )
    if "guild_id" not in call.places:
        return None
    if not core.world.has_bot(call.id("guild")):
        raise missing_access()
    return call.id("guild")


def _list_entry(command: Registered, *, localised: bool) -> Json:
    """A command as lists show it, with translations only on request."""
    return command.body if localised else _without_translations(command.body)


def _without_translations(body: Json) -> Json:
    plain = {name: value for name, value in body.items() if not name.endswith("_localizations")}
    if "options" in plain:
        plain["options"] = [_without_translations(option) for option in plain["options"]]
    if "choices" in plain:
        plain["choices"] = [_without_translations(choice) for choice in plain["choices"]]
    return plain


@routes("GET", COMMANDS)
@routes("GET", GUILD_COMMANDS)
def list_commands(core: Core, call: Call) -> Answer:
    """All commands."""
    localised = call.query.get("with_localizations", "").lower() in {"1", "true"}
    return [
        _list_entry(command, localised=localised)
        for command in core.registry.of(_server_of_commands(core, call))
    ]


@routes("PUT", COMMANDS)
@routes("PUT", GUILD_COMMANDS)
def overwrite_commands(core: Core, call: Call) -> Answer:
    """Replace all commands."""
    return [
        command.body
        for command in core.registry.overwrite(call.body, _server_of_commands(core, call))
    ]


@routes("POST", COMMANDS)
@routes("POST", GUILD_COMMANDS)
def create_command(core: Core, call: Call) -> Answer:
    """Add one command."""
    command, new = core.registry.create(call.fields, _server_of_commands(core, call))
    return (201 if new else 200), command.body


@routes("GET", f"{COMMANDS}/{{command_id}}")
@routes("GET", f"{GUILD_COMMANDS}/{{command_id}}")
def get_command(core: Core, call: Call) -> Answer:
    """One command."""
    return core.registry.get(call.id("command"), _server_of_commands(core, call)).body


@routes("PATCH", f"{COMMANDS}/{{command_id}}")
@routes("PATCH", f"{GUILD_COMMANDS}/{{command_id}}")
def edit_command(core: Core, call: Call) -> Answer:
    """Change one command."""
    return core.registry.edit(call.id("command"), _server_of_commands(core, call), call.fields).body


@routes("DELETE", f"{COMMANDS}/{{command_id}}")
@routes("DELETE", f"{GUILD_COMMANDS}/{{command_id}}")
def delete_command(core: Core, call: Call) -> Answer:
    """Delete one command."""
    core.registry.delete(call.id("command"), _server_of_commands(core, call))
    return None


# ---- emojis --------------------------------------------------------------------------------------


@routes("GET", EMOJIS)
def list_emojis(core: Core, call: Call) -> Answer:
    """All emojis of the application."""
    _server_of_commands(core, call)
    return {"items": [emoji.json() for emoji in core.emojis.all.values()]}


@routes("POST", EMOJIS)
def create_emoji(core: Core, call: Call) -> Answer:
    """Upload an emoji."""
    _server_of_commands(core, call)
    return 201, core.emojis.create(call.fields["name"], call.fields["image"]).json()


@routes("GET", f"{EMOJIS}/{{emoji_id}}")
def get_emoji(core: Core, call: Call) -> Answer:
    """One emoji."""
    _server_of_commands(core, call)
    return core.emojis.get(call.id("emoji")).json()


@routes("PATCH", f"{EMOJIS}/{{emoji_id}}")
def rename_emoji(core: Core, call: Call) -> Answer:
    """Rename an emoji."""
    _server_of_commands(core, call)
    return core.emojis.rename(call.id("emoji"), call.fields["name"]).json()


@routes("DELETE", f"{EMOJIS}/{{emoji_id}}")
def delete_emoji(core: Core, call: Call) -> Answer:
    """Delete an emoji."""
    _server_of_commands(core, call)
    core.emojis.delete(call.id("emoji"))
    return None
