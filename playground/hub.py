"""Events of PROTOCOL.md for the pages, to each person what they may see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from playground import mentions, people
from playground.channels import DM, Channel
from playground.core import Core
from playground.errors import Json
from playground.messages import SILENT
from playground.moderation import Moderator
from playground.people import Member
from playground.reading import pings
from playground.words import sentence
from playground.world import Message

SHOWN_MESSAGES = 50
Send = Callable[[Json], None]


class Listener(Protocol):
    """Receiver of events, such as an open page."""

    member: int | None
    send: Send
    is_private: bool
    """Whether it hears only of what its member does and what is for them alone."""
    places: set[int]
    """The channels it knows."""


class Hub:
    """All open pages; sends each the changes of the world that its member may see."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.moderator = Moderator(core)
        self.seats: set[Listener] = set()
        core.world.watchers.append(self)
        core.interactions.tell = self.tell
        core.gateway.presence_changed = self.tell_bot
        core.typing = self.typing

    def let_pass(self, span: timedelta) -> None:
        """Put the clock forward, and archive the threads that are now idle for too long."""
        world = self.core.world
        world.let_pass(span)
        self.tell_clock()
        for thread in world.threads():
            idle = world.age(thread.last_message_id or thread.id)
            if not thread.archived and idle > thread.auto_archive * 60:
                self.moderator.archive(thread.id)

    # ---- sending ---------------------------------------------------------------------------------

    def tell(self, member: int, event: Json) -> None:
        """Send an event to all pages of a member."""
        for seat in list(self.seats):
            if seat.member == member:
                seat.send(event)

    def tell_all(self, make: Callable[[Member], Json | None]) -> None:
        """Send each page the event made for its member, if any."""
        for seat in list(self.seats):
            event = make(self.core.world.person(seat.member or 0))
            if event is not None:
                seat.send(event)

    def tell_bot(self) -> None:
        """Send the bot's state after it came, went or changed its status."""
        state = self._bot_state()
        self.tell_all(lambda _: {"op": "bot", **state})

    def tell_commands(self) -> None:
        """Send the commands after the bot registered other ones."""
        commands_of = self.core.registry.entries_for
        self.tell_all(lambda member: {"op": "commands", "commands": commands_of(member)})

    def tell_emojis(self) -> None:
        """Send the emojis after the bot uploaded or deleted some."""
        self.tell_all(lambda _: {"op": "emojis", "emojis": self.core.emojis.entries()})

    def tell_members(self) -> None:
        """Send the members after one opened or closed their direct messages."""
        event = {"op": "members", "members": self._members()}
        self.tell_all(lambda _: event)

    def tell_clock(self) -> None:
        """Send how far the clock is put forward."""
        ahead = self.core.world.server.ahead
        self.tell_all(lambda _: {"op": "clock", "ahead": ahead})

    def send_refusal(self, text: str) -> None:
        """Send the text of a request of the bot that the server refused."""
        self.tell_all(lambda _: {"op": "broken", "text": text})

    def typing(self, channel: Channel, user: int) -> None:
        """Send that a user is typing."""
        event = {"op": "typing", "channel": str(channel.id), "user": str(user)}
        self.tell_all(
            lambda member: (
                event if member.id != user and self.core.world.sees(member.id, channel) else None
            )
        )

    def channel_changed(self, what: str, channel: Channel) -> None:
        """Send each page its view of a changed channel and of threads that its rights affect."""
        for seat in list(self.seats):
            if not seat.is_private:
                self._follow(seat, what, channel)

    def _follow(self, seat: Listener, what: str, channel: Channel) -> None:
        number = seat.member or 0
        places = {place.id for place in self.core.world.channels_of(number)}
        lost, gained = seat.places - places, places - seat.places
        seat.places = places
        for gone in lost:
            seat.send({"op": "channel_delete", "channel": str(gone)})
        if gained - {channel.id} or (gained and what == "update"):
            self.greet(seat)
        elif channel.id in places:
            seat.send({"op": f"channel_{what}", "channel": self._channel(channel, number)})

    def message_changed(self, what: str, message: Message) -> None:
        channel = self.core.world.channels.get(message.channel_id)
        if channel is None:
            return
        for seat in list(self.seats):
            number = seat.member or 0
            if seat.is_private and message.only_for is None:
                continue
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
        return {
            "op": "notification",
            "channel": str(message.channel_id),
            "message": str(message.id),
            "author": message.body["author"],
            "text": mentions.push_text(message.body["content"], self.core.world.names()),
            "reason": reason,
            "silent": bool(message.flags & SILENT),
        }

    # ---- snapshots -------------------------------------------------------------------------------

    def greet(self, seat: Listener) -> None:
        """Send a page the whole world."""
        member = self.core.world.person(seat.member or 0)
        seat.places = {place.id for place in self.core.world.channels_of(member.id)}
        seat.send(self.snapshot(member))

    def greet_member(self, member: int) -> None:
        """Send the whole world to all pages of a member."""
        for seat in list(self.seats):
            if seat.member == member:
                self.greet(seat)

    def snapshot(self, member: Member) -> Json:
        """The `world` event."""
        core, world = self.core, self.core.world
        channels = world.channels_of(member.id)
        visible = {channel.id: world.visible(member.id, channel.id) for channel in channels}
        return {
            "op": "world",
            "me": _person(member),
            "language": member.language,
            "guild": {"id": str(people.GUILD_ID), "name": "Hexagora", "roles": people.roles()},
            "members": self._members(),
            "bot": people.bot_user() | self._bot_state(),
            "channels": [self._channel(channel, member.id) for channel in channels],
            "messages": {
                str(number): [message.body for message in messages[-SHOWN_MESSAGES:]]
                for number, messages in visible.items()
            },
            "more": {
                str(number): len(messages) > SHOWN_MESSAGES for number, messages in visible.items()
            },
            "commands": core.registry.entries_for(member),
            "emojis": core.emojis.entries(),
            "modals": core.interactions.modals(member.id),
            "pending": core.interactions.pending(member.id),
            "faults": core.faults.entries(),
            "saved": core.vault.lasting,
            "ahead": world.server.ahead,
        }

    def _members(self) -> list[Json]:
        return [_person(member) for member in self.core.world.people.values()]

    def _bot_state(self) -> Json:
        gateway = self.core.gateway
        is_here = self.core.world.server.bot_here
        return {"online": gateway.online, "activity": gateway.activity, "here": is_here}

    def _channel(self, channel: Channel, number: int) -> Json:
        body = self.core.world.channel_json(channel)
        fresh, mentioned = self.core.readings.unread(number, channel)
        if channel.id in people.TOPICS:
            language = self.core.world.person(number).language
            body |= {"topic": sentence(people.TOPICS[channel.id], language)}
        if channel.type == DM:
            recipients = [person for person in channel.people if person != number]
            body |= {
                "name": None,
                "recipients": [self.core.world.user(person) for person in recipients],
            }
        return body | {"unread": fresh, "mentions": mentioned}

    def reset(self) -> None:
        """Begin a new world and send it to every page."""
        self.core.interactions.forget()
        self.core.faults.clear()
        self.moderator.invite_bot()
        self.core.world.reset()
        self.core.readings.forget()
        for seat in list(self.seats):
            self.greet(seat)


def _person(member: Member) -> Json:
    extra = ("locale", "look", "spectator", "dms_open")
    return people.user(member) | {name: getattr(member, name) for name in extra} | {"roles": []}


def _reason(message: Message, channel: Channel, number: int) -> str | None:
    """Reason for which a message notifies a person; None when it does not."""
    if channel.type == DM:
        return "dm"
    if not pings(message, number):
        return None
    answered = message.body.get("referenced_message")
    return "reply" if answered and answered["author"]["id"] == str(number) else "mention"
