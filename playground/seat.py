"""Calls of PROTOCOL.md: the actions of a person on a page."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Annotated, Literal, get_type_hints

import msgspec

from playground import components, inputs, people
from playground.channels import DM, FORUMS, TEXT, Channel
from playground.commands import Registered, in_dms, may_run
from playground.errors import ApiError, CallRefused, Json
from playground.hub import SHOWN_MESSAGES, Hub, Send
from playground.inputs import Values
from playground.messages import DEFAULT, MOST_CONTENT, REPLY, reply_fields
from playground.people import BOT_ID
from playground.world import EPHEMERAL, Message

log = logging.getLogger(__name__)

Language = Literal["en", "fr"]
Id = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,20}$")]


class Seat:
    """One open page, or one person of the tests' driver."""

    def __init__(self, hub: Hub, send: Send, *, is_private: bool = False) -> None:
        self._hub, self.send = hub, send
        self.is_private = is_private
        self._core, self._world = hub.core, hub.core.world
        self.member: int | None = None
        self.places: set[int] = set()

    @property
    def _me(self) -> int:
        assert self.member is not None
        return self.member

    def leave(self) -> None:
        """Forget a page that was closed."""
        self._hub.seats.discard(self)

    async def call(self, request: Json) -> Json:
        """Carry out one call; returns its answer."""
        reference = {"ref": request.get("ref")}
        try:
            result = await self._carry_out(request)
        except CallRefused as refused:
            return {"op": "refused", **reference, "code": refused.code, "args": refused.args_}
        except ApiError as error:
            code = REFUSALS.get(error.code, "playground.refused")
            return {"op": "refused", **reference, "code": code, "args": {"text": error.message}}
        except Exception as error:
            log.exception("call failed: %s", request)
            args = {"text": repr(error)}
            return {"op": "refused", **reference, "code": "playground.bad_call", "args": args}
        return {"op": "done", **reference, **result}

    async def _carry_out(self, request: Json) -> Json:
        name = str(request.get("op"))
        if name not in CALLS:
            raise CallRefused("playground.bad_call", text=name)
        if self.member is None and name != "hello":
            raise CallRefused("playground.no_seat")
        method, form = CALLS[name]
        try:
            fields = msgspec.structs.asdict(msgspec.convert(request, form))
        except msgspec.ValidationError as error:
            raise CallRefused("playground.bad_call", text=str(error)) from error
        outcome = method(self, **fields)
        result = await outcome if inspect.isawaitable(outcome) else outcome
        return result or {}

    def _channel(self, reference: str) -> Channel:
        channel = self._world.channel(int(reference))
        if not self._world.sees(self._me, channel):
            raise CallRefused("playground.unknown_channel")
        return channel

    def _enter(self, number: int) -> Channel:
        """A channel to act in; opens an archived thread, or refuses a locked one."""
        channel = self._channel(str(number))
        if channel.archived:
            granted = self._world.permissions(self._me, channel)
            if channel.locked and not granted & people.MANAGE_THREADS:
                raise CallRefused("playground.thread_locked")
            channel.archived = False
            self._world.save_channel(channel)
        return channel

    def _resolver(self, channel: Channel) -> inputs.Resolved:
        return inputs.Resolved(self._world, channel, self._me, self._core.composer.keep_upload)

    def _message(self, reference: str) -> Message:
        message = self._world.find_message(int(reference))
        if message is None or message.only_for not in {None, self._me}:
            raise CallRefused("playground.unknown_message")
        self._channel(str(message.channel_id))
        return message

    # ---- calls -----------------------------------------------------------------------------------

    def hello(self, member: Id | None = None, language: str | None = None) -> None:
        """Become a member of the sample server, by default the first one with this language."""
        if member is None:
            person = self._world.first_who_speaks(language)
        else:
            person = self._world.person(int(member))
        self.member = person.id
        self._hub.seats.add(self)
        self._hub.greet(self)

    def say(self, channel: Id, content: str, reply_to: Id | None = None) -> Json:
        """Write a message."""
        place = self._enter(int(channel))
        right = people.SEND_IN_THREADS if place.is_thread else people.SEND_MESSAGES
        granted = self._world.permissions(self._me, place)
        if place.type in FORUMS or (place.locked and not granted & people.MANAGE_THREADS):
            raise CallRefused("playground.no_writing")
        if not granted & right:
            raise CallRefused("playground.no_writing")
        if not content.strip():
            raise CallRefused("playground.empty")
        if len(content) > MOST_CONTENT:
            raise CallRefused("playground.too_long", most=MOST_CONTENT)
        answered = self._message(reply_to) if reply_to else None
        message = self._core.composer.compose(
            place,
            {"content": content},
            {},
            author=self._me,
            kind=REPLY if answered else DEFAULT,
            extra=reply_fields(answered, place.guild_id) if answered else {},
        )
        self._core.join(place, self._me)
        self._core.post(message)
        self._core.readings.read(self._me, place.id)
        return {"message": str(message.id)}

    def history(self, channel: Id, before: Id, limit: int = SHOWN_MESSAGES) -> Json:
        """Messages of a channel before one, and whether older ones exist."""
        place = self._channel(channel)
        older = [
            message
            for message in self._world.visible(self._me, place.id)
            if message.id < int(before)
        ]
        limit = max(1, min(limit, 100))
        return {
            "messages": [message.body for message in older[-limit:]],
            "more": len(older) > limit,
        }

    def run(self, channel: Id, command: Id, path: list[str], options: Values) -> Json:
        """Run a slash command."""
        place, registered = self._command(channel, command)
        self._enter(place.id)
        data = inputs.command_data(self._resolver(place), registered, path, options)
        interaction = self._core.interactions.begin(
            "command", self._me, place, data, name=" ".join(path)
        )
        return {"interaction": str(interaction.id)}

    async def complete(
        self, channel: Id, command: Id, path: list[str], options: Values, focused: str
    ) -> Json:
        """Suggestions for the focused option of a command."""
        place, registered = self._command(channel, command)
        data = inputs.command_data(
            self._resolver(place), registered, path, options, focused=focused
        )
        interaction = self._core.interactions.begin("autocomplete", self._me, place, data)
        choices = await self._core.interactions.choices(interaction)
        locale = self._world.person(self._me).locale
        return {"choices": [_localise(choice, locale) for choice in choices]}

    def _command(self, channel: Id, command: Id) -> tuple[Channel, Registered]:
        """A channel and a command that this person may run there."""
        place, registered = self._channel(channel), self._core.registry.runnable(int(command))
        if registered is None or not may_run(registered.body, self._world.person(self._me)):
            raise CallRefused("playground.unknown_command")
        if place.type in FORUMS:
            raise CallRefused("playground.no_writing")
        if place.type == DM and not (BOT_ID in place.people and in_dms(registered.body)):
            raise CallRefused("playground.unknown_command")
        return place, registered

    def click(self, message: Id, custom_id: str) -> Json:
        """Press a button."""
        return self._touch(message, custom_id, None)

    def choose(self, message: Id, custom_id: str, values: list[str]) -> Json:
        """Choose in a select menu."""
        return self._touch(message, custom_id, values)

    def _touch(self, reference: str, custom_id: str, values: list[str] | None) -> Json:
        message = self._message(reference)
        component = components.find(message.body["components"], custom_id)
        if component is None or message.author_id != BOT_ID:
            raise CallRefused("playground.unknown_component")
        channel = self._enter(message.channel_id)
        data = inputs.component_data(self._resolver(channel), component, values)
        interaction = self._core.interactions.begin(
            "component", self._me, channel, data, message=message
        )
        return {"interaction": str(interaction.id)}

    def submit(self, modal: Id, values: Values) -> Json:
        """Send a filled-in modal."""
        source = self._core.interactions.interaction_of_modal(self._me, int(modal))
        channel = self._enter(source.channel_id)
        data = inputs.modal_data(self._resolver(channel), source.modal or {}, values)
        message = self._world.find_message(source.message_id or 0)
        interaction = self._core.interactions.begin(
            "modal", self._me, channel, data, message=message, modal_id=source.id
        )
        return {"interaction": str(interaction.id)}

    def close(self, modal: Id) -> None:
        """Close a modal without submitting it."""
        interactions = self._core.interactions
        interactions.close_modal(interactions.interaction_of_modal(self._me, int(modal)))

    def typing(self, channel: Id) -> None:
        """Show that this person is typing."""
        self._hub.typing(self._channel(channel), self._me)

    def open_dm(self, user: Id) -> Json:
        """Open direct messages with a user."""
        if int(user) == self._me:
            raise CallRefused("playground.unknown_channel")
        return {"channel": str(self._world.direct(self._me, int(user)).id)}

    def read(self, channel: Id) -> None:
        """Mark every message of a channel as seen."""
        place = self._channel(channel)
        self._core.readings.read(self._me, place.id)
        counts = {"unread": 0, "mentions": 0}
        self._hub.tell(self._me, {"op": "unread", "channel": channel, **counts})

    def dismiss(self, message: Id) -> None:
        """Dismiss an ephemeral message."""
        dismissed = self._message(message)
        if not dismissed.flags & EPHEMERAL:
            raise CallRefused("playground.unknown_message")
        self._world.remove_message(dismissed)

    def speak(self, language: Language) -> None:
        """Change this person's language, on all their pages."""
        self._world.speak(self._me, language)
        self._hub.greet_member(self._me)
        self._hub.tell_members()

    def dms(self, open: bool) -> None:
        """Allow or refuse direct messages from the bot."""
        self._world.open_dms(self._me, opened=open)
        self._hub.tell_members()

    # ---- calls of moderators ---------------------------------------------------------------------

    def add_channel(self, name: str, type: int = TEXT) -> Json:
        """Add a channel."""
        return {"channel": str(self._hub.moderator.add_channel(name, type))}

    def add_thread(self, channel: Id, name: str, private: bool = False) -> Json:
        """Start a thread, or a post in a forum, as this person."""
        parent = self._channel(channel)
        thread = self._hub.moderator.add_thread(parent.id, name, self._me, private=private)
        return {"channel": str(thread)}

    def delete(self, channel: Id) -> None:
        """Delete a channel or a thread."""
        self._hub.moderator.delete(self._channel(channel).id)

    def archive(self, channel: Id, archived: bool = True) -> None:
        """Archive a thread, or reopen it."""
        self._hub.moderator.archive(self._channel(channel).id, archived=archived)

    def lock(self, channel: Id, locked: bool = True) -> None:
        """Lock a thread, or unlock it."""
        self._hub.moderator.lock(self._channel(channel).id, locked=locked)

    def overwrite(self, channel: Id, who: Id, allow: int = 0, deny: int = 0) -> None:
        """Change the permissions of a person in a channel."""
        place = self._channel(channel)
        self._hub.moderator.overwrite(place.id, int(who), allow=allow, deny=deny)

    def bot(self, here: bool) -> None:
        """Remove the bot from the server, or invite it again."""
        moderator = self._hub.moderator
        moderator.invite_bot() if here else moderator.remove_bot()

    def reset(self) -> None:
        """Begin a new world."""
        self._hub.reset()

    def skip(self, hours: float | None = None) -> Json:
        """Put the clock forward by `hours`, or to the next moment that a task waits for."""
        span = self._until_due() if hours is None else timedelta(hours=max(0.0, hours))
        self._hub.let_pass(span)
        return {"seconds": span.total_seconds()}

    def _until_due(self) -> timedelta:
        """Time until the next moment that a task waits for."""
        moment = self._world.clock.next_moment
        if moment is None:
            raise CallRefused("playground.nothing_due")
        return max(moment - self._world.clock.now(), timedelta())

    def fault(self, name: str, args: Json | None = None) -> None:
        """Order a fault."""
        self._core.faults.inject(name, **(args or {}))


def _localise(choice: Json, locale: str) -> Json:
    names = choice.get("name_localizations") or {}
    return {"name": names.get(locale) or choice["name"], "value": choice["value"]}


REFUSALS = {
    10003: "playground.unknown_channel",
    10008: "playground.unknown_message",
    10013: "playground.unknown_user",
}

Call = Callable[..., Awaitable[Json] | Json | None]


def _form(method: Call) -> type[msgspec.Struct]:
    """Struct of a call's fields, taken from the signature of its method."""
    hints = get_type_hints(method, include_extras=True)
    parameters = list(inspect.signature(method).parameters.values())[1:]
    return msgspec.defstruct(
        method.__name__,
        [
            (parameter.name, hints[parameter.name])
            if parameter.default is parameter.empty
            else (parameter.name, hints[parameter.name], parameter.default)
            for parameter in parameters
        ],
    )


METHODS: Sequence[Call] = (
    *(
        Seat.hello,
        Seat.say,
        Seat.history,
        Seat.typing,
        Seat.read,
        Seat.open_dm,
        Seat.dms,
        Seat.speak,
    ),
    *(Seat.run, Seat.complete, Seat.click, Seat.choose, Seat.submit, Seat.close, Seat.dismiss),
    *(Seat.add_channel, Seat.add_thread, Seat.delete, Seat.archive, Seat.lock, Seat.overwrite),
    *(Seat.bot, Seat.reset, Seat.skip, Seat.fault),
)
CALLS = {method.__name__: (method, _form(method)) for method in METHODS}
"""The calls of PROTOCOL.md by name: the method and the struct of its fields."""
