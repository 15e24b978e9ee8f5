"""Requests authorised by an interaction's token instead of the bot's."""

from __future__ import annotations

from playground.core import Core
from playground.errors import error_from_code
from playground.people import BOT_ID
from playground.routing import Answer, Call, routes

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = f"{WEBHOOK}/messages/@original"
MESSAGE = f"{WEBHOOK}/messages/{{message_id}}"


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback", authorized=False)
def respond(core: Core, call: Call) -> Answer:
    """Take the first answer to an interaction."""
    token = call.places["interaction_token"]
    receipt = core.interactions.respond(call.id("interaction"), token, call.fields, call.files)
    wants_response = call.query.get("with_response", "").lower() in {"1", "true"}
    return receipt if wants_response else None


def _token(call: Call) -> str:
    if call.id("webhook") != BOT_ID:
        raise error_from_code(10015)
    return call.places["webhook_token"]


def _reference(call: Call) -> str:
    return str(call.id("message")) if "message_id" in call.places else "@original"


@routes("POST", WEBHOOK, authorized=False)
def follow_up(core: Core, call: Call) -> Answer:
    """Send a further message of an interaction."""
    return core.interactions.follow_up(_token(call), call.fields, call.files).body


@routes("GET", ORIGINAL, authorized=False)
@routes("GET", MESSAGE, authorized=False)
def get_message(core: Core, call: Call) -> Answer:
    """A message of the interaction."""
    return core.interactions.message(_token(call), _reference(call)).body


@routes("PATCH", ORIGINAL, authorized=False)
@routes("PATCH", MESSAGE, authorized=False)
def edit_message(core: Core, call: Call) -> Answer:
    """Change a message of the interaction."""
    return core.interactions.edit(_token(call), _reference(call), call.fields, call.files).body


@routes("DELETE", ORIGINAL, authorized=False)
@routes("DELETE", MESSAGE, authorized=False)
def delete_message(core: Core, call: Call) -> Answer:
    """Delete a message of the interaction."""
    core.interactions.delete(_token(call), _reference(call))
    return None
