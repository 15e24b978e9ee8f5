"""Requests about channels, threads and the messages in them."""

from __future__ import annotations

from collections.abc import Iterator

from playground import people
from playground.channels import DM, FORUMS, PRIVATE_THREAD, PUBLIC_THREAD, THREADS_OF, Channel
from playground.core import Core
from playground.errors import (
    ApiError,
    Json,
    Problem,
    closed_dms,
    error_from_code,
    invalid_form,
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_message,
)
from playground.gateway import readable_body
from playground.messages import DEFAULT, REPLY, SLASH_COMMAND, reply_fields
from playground.moderation import Moderator
from playground.people import BOT_ID
from playground.routing import Answer, Call, routes
from playground.values import is_blank, required
from playground.world import HAS_THREAD, Message

CHANNEL = "/channels/{channel_id}"
MESSAGES = f"{CHANNEL}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
THREAD_CREATED, PINNED, CONTEXT_COMMAND = 18, 6, 23
ORDINARY = frozenset({DEFAULT, REPLY, SLASH_COMMAND, CONTEXT_COMMAND})
"""Types of messages that may be edited, pinned and replied to; the others are the system's."""
MOST_PINS = 250
NONCE_SECONDS = 180.0
"""Seconds for which Discord remembers a nonce: "a few minutes" in its documentation."""


def _channel(core: Core, call: Call, *permissions: int) -> Channel:
    """The channel of a call; refuses a bot without these permissions there."""
    channel = core.world.channel(call.id("channel"))
    core.world.demand(channel, *permissions)
    return channel


def _message(core: Core, call: Call, *permissions: int) -> Message:
    """The message of a call; ephemeral ones cannot be reached this way."""
    channel = _channel(core, call, *permissions)
    message = core.world.message(channel.id, call.id("message"))
    if message.only_for is not None:
        raise unknown_message()
    return message


# ---- messages ------------------------------------------------------------------------------------


@routes("GET", MESSAGES)
def list_messages(core: Core, call: Call) -> Answer:
    """Messages before, after or around one, newest first; none without the right to read them."""
    channel = _channel(core, call)
    if len({"before", "after", "around"} & {*call.query}) > 1:
        raise invalid_form([Problem(("after",), "QUERY", "Only one of them may be given.")])
    if not core.world.permissions(BOT_ID, channel) & people.READ_HISTORY:
        return []
    messages = [message for message in core.world.messages(channel.id) if message.only_for is None]
    limit = int(call.query.get("limit", 50))
    if "after" in call.query:
        messages = [message for message in messages if message.id > int(call.query["after"])][
            :limit
        ]
    elif "around" in call.query:
        messages = _around(messages, int(call.query["around"]), limit)
    else:
        before = int(call.query.get("before", 2**63))
        messages = [message for message in messages if message.id < before][-limit:]
    return [readable_body(message, channel) for message in reversed(messages)]


def _around(messages: list[Message], number: int, limit: int) -> list[Message]:
    older = [message for message in messages if message.id <= number][-(limit // 2 + 1) :]
    return (older + [message for message in messages if message.id > number])[:limit]


@routes("POST", MESSAGES)
def create_message(core: Core, call: Call) -> Answer:
    """Send a message."""
    channel = _channel(core, call, *_permissions_needed(core, call))
    body = call.fields
    sent = _same_nonce(core, channel, body)
    if sent is not None:
        return _with_nonce(sent)
    _check_direct(core, channel)
    core.world.require_talk(channel)
    if core.world.is_locked(channel):
        core.world.observed.refuse("locked_message")
    message = core.composer.compose(channel, body, call.files, **_reply(core, channel, body))
    core.post(message)
    return _with_nonce(message)


def _permissions_needed(core: Core, call: Call) -> Iterator[int]:
    channel = core.world.channel(call.id("channel"))
    yield people.SEND_IN_THREADS if channel.is_thread else people.SEND_MESSAGES
    if call.files:
        yield people.ATTACH_FILES


def _same_nonce(core: Core, channel: Channel, body: Json) -> Message | None:
    """The recent message with the nonce of `body`, if that sets `enforce_nonce`."""
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    sent = (
        message
        for message in core.world.messages(channel.id)
        if message.nonce == str(body["nonce"])
    )
    return next((message for message in sent if core.world.age(message.id) <= NONCE_SECONDS), None)


def _with_nonce(message: Message) -> Json:
    return message.body | ({"nonce": message.nonce} if message.nonce else {})


def _check_direct(core: Core, channel: Channel) -> None:
    if channel.type != DM:
        return
    if not core.world.server.bot_here:
        raise error_from_code(50278)
    recipient = next(person for person in channel.people if person != BOT_ID)
    fault = core.faults.take("forbidden_dm")
    if fault:
        raise error_from_code(fault["code"])
    if not core.world.person(recipient).dms_open:
        raise closed_dms()


def _reply(core: Core, channel: Channel, body: Json) -> Json:
    reference = body.get("message_reference")
    if not reference:
        return {}
    if not core.world.can(BOT_ID, channel, people.READ_HISTORY):
        raise error_from_code(160002)
    try:
        target = core.world.message(channel.id, int(reference["message_id"]))
    except ApiError:
        if reference.get("fail_if_not_exists") is False:
            return {}
        problem = Problem(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        raise invalid_form([problem]) from None
    if target.body["type"] not in ORDINARY:
        code, sentence = "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE", "A message of the system"
        raise invalid_form([Problem(("message_reference",), code, sentence)])
    return {"kind": REPLY, "extra": reply_fields(target, channel.guild_id)}


@routes("GET", MESSAGE)
def get_message(core: Core, call: Call) -> Answer:
    """One message."""
    message = _message(core, call, people.READ_HISTORY)
    return readable_body(message, core.world.channel(message.channel_id))


@routes("PATCH", MESSAGE)
def edit_message(core: Core, call: Call) -> Answer:
    """Change one of the bot's own messages."""
    message = _message(core, call)
    if message.author_id != BOT_ID:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    _require_ordinary(message)
    core.world.require_change(core.world.channel(message.channel_id), "edit")
    changed = core.composer.amend(message, call.fields, call.files)
    return core.world.save_message(changed).body


def _require_ordinary(message: Message) -> None:
    """Refuse changes of a message of the system."""
    if message.body["type"] not in ORDINARY:
        raise error_from_code(50021)


@routes("DELETE", MESSAGE)
def delete_message(core: Core, call: Call) -> Answer:
    """Delete a message."""
    message = _message(core, call)
    channel = core.world.channel(message.channel_id)
    if channel.archived and core.world.is_locked(channel):
        core.world.observed.refuse("closed_and_locked_delete")
    if message.author_id != BOT_ID:
        core.world.demand(core.world.channel(message.channel_id), people.MANAGE_MESSAGES)
        raise missing_permissions()
    core.world.remove_message(message)
    return None


@routes("POST", f"{CHANNEL}/typing")
def typing(core: Core, call: Call) -> Answer:
    """Show that the bot is about to write."""
    channel = _channel(core, call, people.SEND_MESSAGES)
    core.typing(channel, BOT_ID)
    return None


# ---- pins ----------------------------------------------------------------------------------------

PINS = f"{MESSAGES}/pins"
OLD_PINS = f"{CHANNEL}/pins"


def _pins(core: Core, call: Call) -> list[Message]:
    channel = _channel(core, call, people.READ_HISTORY)
    return [message for message in core.world.messages(channel.id) if message.body["pinned"]][::-1]


@routes("GET", PINS)
def list_pins(core: Core, call: Call) -> Answer:
    """The pinned messages, each with its time."""
    pinned = _pins(core, call)
    items = [
        {"pinned_at": message.body["timestamp"], "message": message.body} for message in pinned
    ]
    return {"items": items, "has_more": False}


@routes("GET", OLD_PINS)
def list_old_pins(core: Core, call: Call) -> Answer:
    """The pinned messages."""
    return [message.body for message in _pins(core, call)]


@routes("PUT", f"{PINS}/{{message_id}}")
@routes("PUT", f"{OLD_PINS}/{{message_id}}")
def pin(core: Core, call: Call) -> Answer:
    """Pin a message."""
    message = _message(core, call, people.PIN_MESSAGES)
    _require_ordinary(message)
    core.world.require_change(core.world.channel(message.channel_id), "pin")
    if len(_pins(core, call)) >= MOST_PINS:
        raise ApiError(400, 30003, f"Maximum number of pins reached for the channel ({MOST_PINS})")
    _set_pinned(core, message, pinned=True)
    return None


@routes("DELETE", f"{PINS}/{{message_id}}")
@routes("DELETE", f"{OLD_PINS}/{{message_id}}")
def unpin(core: Core, call: Call) -> Answer:
    """Unpin a message."""
    _set_pinned(core, _message(core, call, people.PIN_MESSAGES), pinned=False)
    return None


def _set_pinned(core: Core, message: Message, *, pinned: bool) -> None:
    message.body["pinned"] = pinned
    core.world.save_message(message)


# ---- channels ------------------------------------------------------------------------------------


@routes("GET", CHANNEL)
def get_channel(core: Core, call: Call) -> Answer:
    """One channel."""
    return core.world.channel_json(_channel(core, call))


@routes("PATCH", CHANNEL)
def edit_channel(core: Core, call: Call) -> Answer:
    """Change a thread; refuses other channels, which need more permissions."""
    channel = _channel(core, call)
    if not channel.is_thread:
        raise missing_permissions()
    body = call.fields
    if not core.world.can(BOT_ID, channel, people.MANAGE_THREADS):
        _check_change(core, channel, body)
    if channel.archived and body.get("archived") is not False:
        core.world.observed.refuse("closed_rename")
    if body.get("name") is not None:
        body = body | {"name": _thread_name(body)}
    for field, name in EDITABLE.items():
        if body.get(field) is not None:
            setattr(channel, name, body[field])
    return core.world.channel_json(core.world.save_channel(channel))


def _check_change(core: Core, channel: Channel, body: Json) -> None:
    """Refuse what needs the right to manage threads.

    That is locking, slowing down, any change of a locked thread, and any change of another's
    thread but opening it.
    """
    reopens = body == {"archived": False}
    is_managing = body.keys() & {"locked", "rate_limit_per_user"}
    if is_managing or (channel.owner_id != BOT_ID and not reopens):
        raise missing_permissions()
    if channel.locked and body.get("archived") is False:
        raise missing_permissions()
    if channel.locked:
        core.world.observed.refuse("locked_rename")
    if reopens:
        core.world.demand(channel, people.SEND_IN_THREADS)


EDITABLE = {
    "name": "name",
    "archived": "archived",
    "locked": "locked",
    "invitable": "invitable",
    "auto_archive_duration": "auto_archive",
    "rate_limit_per_user": "slowmode",
}


@routes("DELETE", CHANNEL)
def delete_channel(core: Core, call: Call) -> Answer:
    """Close direct messages, or delete a thread or a channel where the bot may."""
    channel = _channel(core, call)
    if channel.type != DM:
        right = people.MANAGE_THREADS if channel.is_thread else people.MANAGE_CHANNELS
        core.world.demand(channel, right)
        Moderator(core).delete(channel.id)
    return core.world.channel_json(channel)


@routes("PUT", f"{CHANNEL}/permissions/{{overwrite_id}}")
def overwrite(core: Core, call: Call) -> Answer:
    """Give a person, or everyone, other rights in a channel: rights that the bot has itself."""
    channel = _channel(core, call, people.MANAGE_ROLES)
    allow, deny = (int(call.fields.get(name) or 0) for name in ("allow", "deny"))
    if (allow | deny) & ~(people.EVERYONE | core.world.bot_rights(BOT_ID, channel.guild_id)):
        raise missing_permissions()
    Moderator(core).overwrite(channel.id, call.id("overwrite"), allow=allow, deny=deny)
    return None


@routes("DELETE", f"{CHANNEL}/permissions/{{overwrite_id}}")
def remove_overwrite(core: Core, call: Call) -> Answer:
    """Take the rights of a person, or of everyone, in a channel back."""
    channel = _channel(core, call, people.MANAGE_ROLES)
    Moderator(core).overwrite(channel.id, call.id("overwrite"))
    return None


# ---- threads -------------------------------------------------------------------------------------


@routes("POST", f"{MESSAGE}/threads")
def thread_from_message(core: Core, call: Call) -> Answer:
    """Start a thread at a message."""
    message = _message(core, call, people.CREATE_PUBLIC_THREADS)
    parent = core.world.channel(message.channel_id)
    kind = _kind(core, parent)
    if message.flags & HAS_THREAD:
        raise error_from_code(160004)
    thread = _start(core, _child(parent, message.id, kind), call.fields)
    message.body["flags"] |= HAS_THREAD
    message.body["thread"] = core.world.channel_json(thread)
    core.world.save_message(message)
    return 201, _own_thread(core, thread)


@routes("POST", f"{CHANNEL}/threads")
def thread_alone(core: Core, call: Call) -> Answer:
    """Start a thread without a message, or a post in a forum."""
    parent = _channel(core, call)
    if parent.type in FORUMS:
        return 201, _post(core, call, parent)
    wanted = call.fields.get("type") or PRIVATE_THREAD
    private = wanted == PRIVATE_THREAD
    right = people.CREATE_PRIVATE_THREADS if private else people.CREATE_PUBLIC_THREADS
    core.world.demand(parent, right)
    kind = _kind(core, parent, wanted)
    thread = _start(core, _child(parent, core.world.ids.new(), kind), call.fields)
    if not private:
        _announce(core, parent, thread)
    return 201, _own_thread(core, thread)


def _kind(core: Core, parent: Channel, wanted: int | None = None) -> int:
    """The kind of a new thread: the `wanted` one, or the public one of a channel."""
    kinds = THREADS_OF.get(parent.type, frozenset())
    if not kinds:
        raise error_from_code(50024)
    if wanted is not None and wanted not in kinds:
        core.world.observed.refuse("wrong_kind_of_thread")
    return wanted if wanted in kinds else min(kinds, default=PUBLIC_THREAD)


def _thread_name(body: Json) -> str:
    """The name of a thread as Discord keeps it: trimmed, and not empty."""
    if is_blank(body["name"]):
        raise invalid_form([required(("name",))])
    return str(body["name"]).strip()


def _post(core: Core, call: Call, forum: Channel) -> Json:
    """Start a forum post: a thread that begins with a message of the same id."""
    core.world.demand(forum, people.SEND_MESSAGES)
    if call.fields.get("applied_tags"):
        raise error_from_code(10087)
    thread = _child(forum, core.world.ids.new(), _kind(core, forum))
    _thread_name(call.fields)
    request = call.fields.get("message") or {}
    message = core.composer.compose(thread, request, call.files, number=thread.id)
    _start(core, thread, call.fields)
    return _own_thread(core, thread) | {"message": core.post(message).body}


def _child(parent: Channel, number: int, kind: int) -> Channel:
    """A thread of a channel."""
    return Channel(number, kind, parent_id=parent.id, guild_id=parent.guild_id)


def _start(core: Core, thread: Channel, body: Json) -> Channel:
    thread.name, thread.owner_id, thread.people = _thread_name(body), BOT_ID, [BOT_ID]
    thread.auto_archive = body.get("auto_archive_duration") or thread.auto_archive
    thread.invitable = body.get("invitable") is not False
    return core.world.add_channel(thread)


def _own_thread(core: Core, thread: Channel) -> Json:
    member = core.world.thread_member(thread, BOT_ID)
    return core.world.channel_json(thread) | {"member": member}


def _announce(core: Core, parent: Channel, thread: Channel) -> None:
    """Post the system message about a new thread."""
    reference = {"channel_id": str(thread.id), "guild_id": str(thread.guild_id)}
    message = core.composer.compose(
        parent,
        {"content": thread.name},
        {},
        kind=THREAD_CREATED,
        extra={"message_reference": reference},
    )
    core.world.add_message(message)


def _thread(core: Core, call: Call) -> Channel:
    channel = _channel(core, call)
    if not channel.is_thread:
        raise unknown_channel()
    return channel


@routes("GET", f"{CHANNEL}/thread-members")
def list_thread_members(_: Core, __: Call) -> Answer:
    """Refuse the members of a thread, which need an intent the bot does not have."""
    raise missing_access()


@routes("PUT", f"{CHANNEL}/thread-members/@me")
def join_thread(core: Core, call: Call) -> Answer:
    """Add the bot to a thread."""
    thread = _thread(core, call)
    if thread.archived:
        core.world.observed.refuse("closed_add")
    core.join(thread, BOT_ID)
    return None


@routes("DELETE", f"{CHANNEL}/thread-members/@me")
def leave_thread(core: Core, call: Call) -> Answer:
    """Remove the bot from a thread."""
    _remove(core, _thread(core, call), BOT_ID)
    return None


@routes("GET", f"{CHANNEL}/thread-members/{{user_id}}")
def get_thread_member(core: Core, call: Call) -> Answer:
    """One member of a thread, if the person is in it."""
    thread, number = _thread(core, call), call.id("user")
    if number not in thread.people:
        raise ApiError(404, 10007, "Unknown Member")
    return core.world.thread_member(thread, number)


@routes("PUT", f"{CHANNEL}/thread-members/{{user_id}}")
def add_thread_member(core: Core, call: Call) -> Answer:
    """Add a person to a thread."""
    thread = _thread(core, call)
    core.world.demand(thread, people.SEND_IN_THREADS)
    number = core.world.person(call.id("user")).id
    core.world.require_change(thread, "add")
    if not core.world.sees(number, core.world.channel(thread.parent_id or 0)):
        core.world.observed.refuse("add_who_cannot_see")
    core.join(thread, number)
    return None


@routes("DELETE", f"{CHANNEL}/thread-members/{{user_id}}")
def remove_thread_member(core: Core, call: Call) -> Answer:
    """Remove a person from a private thread that the bot owns, or where it manages threads."""
    thread = _thread(core, call)
    is_owner = thread.type == PRIVATE_THREAD and thread.owner_id == BOT_ID
    if not is_owner and not core.world.can(BOT_ID, thread, people.MANAGE_THREADS):
        raise missing_permissions()
    _remove(core, thread, call.id("user"))
    return None


def _remove(core: Core, thread: Channel, number: int) -> None:
    if thread.archived:
        core.world.observed.refuse("closed_leave")
    if number in thread.people:
        thread.people.remove(number)
        core.gateway.thread_members_changed(thread, [], [number])
        core.world.save_channel(thread)


@routes("GET", f"{CHANNEL}/threads/archived/public")
def archived_threads(core: Core, call: Call) -> Answer:
    """The archived public threads of a channel."""
    parent = _channel(core, call, people.READ_HISTORY)
    threads = [thread for thread in core.world.threads(parent.id) if thread.archived]
    threads = [thread for thread in threads if thread.type != PRIVATE_THREAD]
    return {
        "threads": [core.world.channel_json(thread) for thread in threads],
        "members": [],
        "has_more": False,
    }
