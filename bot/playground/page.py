"""The page's side: who sits where, what they ask for, what they are told. See PROTOCOL.md."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable

from bot.playground import components, inputs, mentions, people
from bot.playground.commands import Registered, in_dms, may_run
from bot.playground.core import Core
from bot.playground.errors import ApiError, CallRefused, Json
from bot.playground.inputs import Values
from bot.playground.messages import DEFAULT, MOST_CONTENT, REPLY, SILENT, reply_fields
from bot.playground.people import BOT_ID, Member
from bot.playground.reading import pings
from bot.playground.world import DM, EPHEMERAL, Channel, Message

SHOWN_MESSAGES = 50
Send = Callable[[Json], None]


class Hub:
    """Everybody who has taken a seat. Watches the world and tells each what they may see."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.seats: set[Seat] = set()
        core.world.watchers.append(self)
        core.interactions.tell = self.tell
        core.gateway.presence_changed = self.tell_bot
        core.typing = self.typing

    # ---- telling --------------------------------------------------------------------------------

    def tell(self, member: int, event: Json) -> None:
        """Send an event to all pages of a member."""
        for seat in list(self.seats):
            if seat.member == member:
                seat.send(event)

    def tell_all(self, make: Callable[[Member], Json | None]) -> None:
        """Send everybody the event made for them, if any."""
        for seat in list(self.seats):
            event = make(self.core.world.person(seat.member or 0))
            if event is not None:
                seat.send(event)

    def tell_bot(self) -> None:
        """The bot came, went or changed its status."""
        state = self._bot_state()
        self.tell_all(lambda _: {"op": "bot", **state})

    def tell_commands(self) -> None:
        """The bot registered other commands."""
        shown = self.core.registry.shown
        self.tell_all(lambda member: {"op": "commands", "commands": shown(member)})

    def tell_emojis(self) -> None:
        """The bot uploaded or deleted emojis."""
        self.tell_all(lambda _: {"op": "emojis", "emojis": self.core.emojis.shown()})

    def tell_members(self) -> None:
        """Somebody opened or closed their direct messages."""
        self.tell_all(lambda _: {"op": "members", "members": self._members()})

    def tell_broken(self, text: str) -> None:
        """The server refused a request of the bot."""
        self.tell_all(lambda _: {"op": "broken", "text": text})

    def typing(self, channel: Channel, user: int) -> None:
        """Somebody is about to write."""
        event = {"op": "typing", "channel": str(channel.id), "user": str(user)}
        self.tell_all(
            lambda member: (
                event if member.id != user and self.core.world.sees(member.id, channel) else None
            )
        )

    def channel_changed(self, what: str, channel: Channel) -> None:
        def event(member: Member) -> Json | None:
            if not self.core.world.sees(member.id, channel):
                return None
            shown = str(channel.id) if what == "delete" else self._channel(channel, member.id)
            return {"op": f"channel_{what}", "channel": shown}

        self.tell_all(event)

    def message_changed(self, what: str, message: Message) -> None:
        channel = self.core.world.channels.get(message.channel_id)
        if channel is None:
            return
        for seat in list(self.seats):
            number = seat.member or 0
            sees = self.core.world.sees(number, channel)
            if sees and message.only_for in {None, number}:
                for event in self._message_events(what, message, channel, number):
                    seat.send(event)

    def _message_events(
        self, what: str, message: Message, channel: Channel, number: int
    ) -> list[Json]:
        if what == "delete":
            place = {"channel": str(channel.id), "message": str(message.id)}
            return [{"op": "message_delete", **place}]
        events: list[Json] = [{"op": f"message_{what}", "message": message.body}]
        if what == "create" and message.author_id != number and message.only_for is None:
            events.append(self._unread(channel, number))
            reason = _reason(message, channel, number)
            if reason:
                events.append(self._notification(message, reason))
        return events

    def _unread(self, channel: Channel, number: int) -> Json:
        fresh, mentioned = self.core.readings.unread(number, channel)
        counts = {"unread": fresh, "mentions": mentioned}
        return {"op": "unread", "channel": str(channel.id), **counts}

    def _notification(self, message: Message, reason: str) -> Json:
        words = [message.body["content"], *components.texts(message.body["components"])]
        return {
            "op": "notification",
            "channel": str(message.channel_id),
            "message": str(message.id),
            "author": message.body["author"],
            "text": mentions.first_line(words, self.core.world.names()),
            "reason": reason,
            "silent": bool(message.flags & SILENT),
        }

    # ---- all there is ---------------------------------------------------------------------------

    def snapshot(self, member: Member) -> Json:
        """The `world` event."""
        core, world = self.core, self.core.world
        channels = [one for one in world.channels.values() if world.sees(member.id, one)]
        seen = {one.id: world.visible(member.id, one.id) for one in channels}
        return {
            "op": "world",
            "me": _person(member),
            "language": member.language,
            "guild": {"id": str(people.GUILD_ID), "name": "Hexagora", "roles": people.roles()},
            "members": self._members(),
            "bot": people.bot_user() | self._bot_state(),
            "channels": [self._channel(one, member.id) for one in channels],
            "messages": {
                str(number): [one.body for one in found[-SHOWN_MESSAGES:]]
                for number, found in seen.items()
            },
            "more": {str(number): len(found) > SHOWN_MESSAGES for number, found in seen.items()},
            "commands": core.registry.shown(member),
            "emojis": core.emojis.shown(),
            "modals": core.interactions.modals(member.id),
            "pending": core.interactions.pending(member.id),
            "faults": core.faults.shown(),
            "saved": core.vault.lasting,
        }

    def _members(self) -> list[Json]:
        return [_person(one) for one in self.core.world.people.values()]

    def _bot_state(self) -> Json:
        gateway = self.core.gateway
        return {"online": gateway.online, "activity": gateway.activity}

    def _channel(self, channel: Channel, number: int) -> Json:
        shown = self.core.world.channel_json(channel)
        fresh, mentioned = self.core.readings.unread(number, channel)
        if channel.type == DM:
            others = [one for one in channel.people if one != number]
            shown |= {"name": None, "recipients": [self.core.world.user(one) for one in others]}
        return shown | {"unread": fresh, "mentions": mentioned}

    def reset(self) -> None:
        """A new world for everybody."""
        self.core.interactions.forget()
        self.core.faults.clear()
        self.core.world.reset()
        self.core.readings.forget()
        self.core.nonces.clear()
        self.tell_all(self.snapshot)


def _person(member: Member) -> Json:
    extra = ("locale", "look", "spectator", "dms_open")
    return people.user(member) | {name: getattr(member, name) for name in extra} | {"roles": []}


def _reason(message: Message, channel: Channel, number: int) -> str | None:
    """Why a message notifies a person; None when it does not."""
    if channel.type == DM:
        return "dm"
    if not pings(message, number):
        return None
    answered = message.body.get("referenced_message")
    return "reply" if answered and answered["author"]["id"] == str(number) else "mention"


class Seat:
    """One open page, or one person of the tests' driver."""

    def __init__(self, hub: Hub, send: Send) -> None:
        self._hub, self.send = hub, send
        self._core, self._world = hub.core, hub.core.world
        self.member: int | None = None

    @property
    def _me(self) -> int:
        if self.member is None:
            raise CallRefused("playground.no_seat")
        return self.member

    def leave(self) -> None:
        """The page is closed."""
        self._hub.seats.discard(self)

    async def call(self, request: Json) -> Json:
        """Carry out one call; its answer."""
        reference = {"ref": request.get("ref")}
        try:
            done = await self._carry_out(request)
        except CallRefused as refused:
            return {"op": "refused", **reference, "code": refused.code, "args": refused.args_}
        except ApiError as error:
            code = REFUSALS.get(error.code, "playground.refused")
            return {"op": "refused", **reference, "code": code, "args": {"text": error.message}}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            args = {"text": f"{type(error).__name__}: {error}"}
            return {"op": "refused", **reference, "code": "playground.bad_call", "args": args}
        return {"op": "done", **reference, **done}

    async def _carry_out(self, request: Json) -> Json:
        fields = {name: value for name, value in request.items() if name not in {"op", "ref"}}
        if request.get("op") not in CALLS:
            raise CallRefused("playground.bad_call", text=str(request.get("op")))
        done = CALLS[request["op"]](self, **fields)
        result = await done if inspect.isawaitable(done) else done
        return result or {}

    def _channel(self, reference: str) -> Channel:
        channel = self._world.channel(int(reference))
        if not self._world.sees(self._me, channel):
            raise CallRefused("playground.unknown_channel")
        return channel

    def _message(self, reference: str) -> Message:
        message = self._world.find_message(int(reference))
        if message is None or message.only_for not in {None, self._me}:
            raise CallRefused("playground.unknown_message")
        self._channel(str(message.channel_id))
        return message

    # ---- calls ----------------------------------------------------------------------------------

    def hello(self, member: str | None = None) -> None:
        """Take a seat, or another one."""
        number = next(iter(self._world.people)) if member is None else int(member)
        person = self._world.person(number)
        self.member = person.id
        self._hub.seats.add(self)
        self.send(self._hub.snapshot(person))

    def say(self, channel: str, content: str, reply_to: str | None = None) -> Json:
        """Write a message."""
        place = self._channel(channel)
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
            extra=reply_fields(answered) if answered else {},
        )
        self._core.join(place, self._me)
        self._core.post(message)
        self._core.readings.read(self._me, place.id)
        return {"message": str(message.id)}

    def history(self, channel: str, before: str, limit: int = SHOWN_MESSAGES) -> Json:
        """Older messages."""
        place = self._channel(channel)
        older = [one for one in self._world.visible(self._me, place.id) if one.id < int(before)]
        limit = max(1, min(limit, 100))
        return {"messages": [one.body for one in older[-limit:]], "more": len(older) > limit}

    def run(self, channel: str, command: str, path: list[str], options: Values) -> Json:
        """Run a slash command."""
        place, found = self._command(channel, command)
        data = inputs.command_data(self._world, found, path, options)
        begun = self._core.interactions.begin("command", self._me, place, data, name=" ".join(path))
        return {"interaction": str(begun.id)}

    async def complete(
        self, channel: str, command: str, path: list[str], options: Values, focused: str
    ) -> Json:
        """Ask for suggestions."""
        place, found = self._command(channel, command)
        data = inputs.command_data(self._world, found, path, options, focused=focused)
        begun = self._core.interactions.begin("autocomplete", self._me, place, data)
        choices = await self._core.interactions.choices(begun)
        locale = self._world.person(self._me).locale
        return {"choices": [_localised(choice, locale) for choice in choices]}

    def _command(self, channel: str, command: str) -> tuple[Channel, Registered]:
        """A channel and a command that this person may run there."""
        place, found = self._channel(channel), self._core.registry.runnable(int(command))
        if found is None or not may_run(found.body, self._world.person(self._me)):
            raise CallRefused("playground.unknown_command")
        if place.type == DM and not (BOT_ID in place.people and in_dms(found.body)):
            raise CallRefused("playground.unknown_command")
        return place, found

    def click(self, message: str, custom_id: str) -> Json:
        """Press a button."""
        return self._touch(message, custom_id, None)

    def choose(self, message: str, custom_id: str, values: list[str]) -> Json:
        """Choose in a select menu."""
        return self._touch(message, custom_id, values)

    def _touch(self, reference: str, custom_id: str, values: list[str] | None) -> Json:
        message = self._message(reference)
        component = components.find(message.body["components"], custom_id)
        if component is None or message.author_id != BOT_ID:
            raise CallRefused("playground.unknown_component")
        data = inputs.component_data(self._world, component, values)
        channel = self._world.channel(message.channel_id)
        begun = self._core.interactions.begin("component", self._me, channel, data, message=message)
        return {"interaction": str(begun.id)}

    def submit(self, modal: str, values: Values) -> Json:
        """Send a filled-in modal."""
        source = self._core.interactions.opened(self._me, int(modal))
        data = inputs.modal_data(self._world, source.modal or {}, values)
        channel = self._world.channel(source.channel_id)
        message = self._world.find_message(source.message_id or 0)
        begun = self._core.interactions.begin(
            "modal", self._me, channel, data, message=message, modal_id=source.id
        )
        return {"interaction": str(begun.id)}

    def close(self, modal: str) -> None:
        """Throw a modal away."""
        interactions = self._core.interactions
        interactions.close_modal(interactions.opened(self._me, int(modal)))

    def typing(self, channel: str) -> None:
        """Be about to write."""
        self._hub.typing(self._channel(channel), self._me)

    def open_dm(self, user: str) -> Json:
        """Open direct messages."""
        if int(user) == self._me:
            raise CallRefused("playground.unknown_channel")
        return {"channel": str(self._world.direct(self._me, int(user)).id)}

    def read(self, channel: str) -> None:
        """Everything in a channel has been seen."""
        place = self._channel(channel)
        self._core.readings.read(self._me, place.id)
        counts = {"unread": 0, "mentions": 0}
        self._hub.tell(self._me, {"op": "unread", "channel": channel, **counts})

    def dismiss(self, message: str) -> None:
        """Throw an ephemeral message away."""
        found = self._message(message)
        if not found.flags & EPHEMERAL:
            raise CallRefused("playground.unknown_message")
        self._world.remove_message(found)

    def dms(self, open: bool) -> None:
        """Let the bot write directly, or no longer."""
        self._world.open_dms(self._me, opened=open)
        self._hub.tell_members()

    def reset(self) -> None:
        """Begin a new world."""
        self._me  # noqa: B018 (only from a seat)
        self._hub.reset()

    def fault(self, name: str, args: Json | None = None) -> None:
        """Order a misfortune."""
        self._me  # noqa: B018 (only from a seat)
        self._core.faults.inject(name, **(args or {}))


def _localised(choice: Json, locale: str) -> Json:
    names = choice.get("name_localizations") or {}
    return {"name": names.get(locale) or choice["name"], "value": choice["value"]}


REFUSALS = {
    10003: "playground.unknown_channel",
    10008: "playground.unknown_message",
    10013: "playground.unknown_user",
}

CALLS: dict[str, Callable[..., Awaitable[Json] | Json | None]] = {
    name: getattr(Seat, name)
    for name in [
        "hello",
        "say",
        "history",
        "run",
        "complete",
        "click",
        "choose",
        "submit",
        "close",
        "typing",
        "open_dm",
        "read",
        "dismiss",
        "dms",
        "reset",
        "fault",
    ]
}
