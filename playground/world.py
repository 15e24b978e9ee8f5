"""World of the sample server: channels, threads, messages, people. Changes are saved at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Protocol

import msgspec

from playground import people
from playground.channels import DM, FORUMS, PRIVATE_THREAD, TEXT, Channel, Overwrite
from playground.clock import Clock
from playground.errors import (
    Json,
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_message,
    unknown_user,
)
from playground.ids import Ids, creation_time
from playground.observed import Observations
from playground.people import BOT_ID, GUILD_ID, Member
from playground.servers import Servers
from playground.vault import Vault
from playground.words import sentence

EPHEMERAL = 1 << 6
HAS_THREAD = 1 << 5
REMEMBERED = 500
"""Messages kept in a channel; older ones are dropped."""


class Message(msgspec.Struct, omit_defaults=True):
    """A message as Discord answers it, with the fields that only the server knows."""

    id: int
    channel_id: int
    body: Json
    only_for: int | None = None
    """The person who sees an ephemeral message; None for a public one."""
    nonce: str | None = None
    files: list[Json] = []
    """Every uploaded file; `body` lists only the ones that no component shows."""

    @property
    def author_id(self) -> int:
        return int(self.body["author"]["id"])

    @property
    def flags(self) -> int:
        return int(self.body["flags"])


class Server(msgspec.Struct):
    """The sample server itself."""

    id: int = GUILD_ID
    bot_here: bool = True
    """Whether the bot is in it; it can be removed and invited again."""
    bot_rights: int = 0
    """Rights of the bot's role besides those of everyone."""
    commands_stay: bool = False
    """Whether its commands are there without it, as invited with `applications.commands` alone."""
    ahead: float = 0.0
    """Seconds by which the clock is put forward; kept over a restart."""


class Watcher(Protocol):
    """Receiver of each change, after it is saved. `what` is create, update or delete."""

    def channel_changed(self, what: str, channel: Channel) -> None: ...
    def message_changed(self, what: str, message: Message) -> None: ...


class World:
    """The state of the sample server."""

    def __init__(self, vault: Vault, clock: Clock, observed: Observations) -> None:
        self._vault = vault
        self.clock, self.observed = clock, observed
        self.ids = Ids(self.clock.now)
        self.watchers: list[Watcher] = []
        self.servers = Servers()
        """The bot's servers besides the sample server."""
        self.people = {member.id: member for member in people.sample_members()}
        self.people |= {member.id: member for member in vault.load("member", Member)}
        self.channels = {channel.id: channel for channel in vault.load("channel", Channel)}
        self.server = self._begin()
        clock.skip(timedelta(seconds=self.server.ahead) - clock.ahead)
        self._messages: dict[int, dict[int, Message]] = {}
        for message in vault.load("message", Message):
            self._messages.setdefault(message.channel_id, {})[message.id] = message

    def _begin(self) -> Server:
        """The saved server, or a new one with its standing channels."""
        server = self._vault.load("server", Server)
        if server:
            return server[0]
        for channel in _standing_channels():
            if channel.id not in self.channels:
                self.channels[channel.id] = channel
                self._vault.put("channel", channel.id, channel)
        self._vault.put("server", GUILD_ID, Server())
        return Server()

    # ---- time ------------------------------------------------------------------------------------

    def stamp(self) -> str:
        """The present instant as Discord writes it."""
        text = self.clock.now().isoformat(timespec="milliseconds")
        return text.replace("+00:00", "000+00:00")

    def age(self, snowflake: int) -> float:
        """Seconds since the object with this id was created."""
        return (self.clock.now() - creation_time(snowflake)).total_seconds()

    def let_pass(self, span: timedelta) -> None:
        """Put the clock forward and save that."""
        self.clock.skip(span)
        self.server.ahead = self.clock.ahead.total_seconds()
        self._vault.put("server", GUILD_ID, self.server)

    # ---- servers ---------------------------------------------------------------------------------

    def guild_ids(self) -> list[int]:
        """Ids of the servers that the bot is in."""
        return [GUILD_ID, *self.servers.names] if self.server.bot_here else [*self.servers.names]

    def has_bot(self, guild_id: int) -> bool:
        """Whether the bot is in a server."""
        return self.server.bot_here if guild_id == GUILD_ID else guild_id in self.servers.names

    # ---- people ----------------------------------------------------------------------------------

    def user(self, number: int) -> Json:
        """A person, or the bot, as Discord's user object."""
        if number == BOT_ID:
            return people.bot_user()
        return people.user(self.person(number))

    def person(self, number: int) -> Member:
        """A person by their id; refuses the bot and unknown ids."""
        if number not in self.people:
            raise unknown_user()
        return self.people[number]

    def member(self, number: int) -> Json:
        """A person, or the bot, as Discord's guild member object."""
        return people.guild_member(
            self.user(number), (people.BOT_ROLE_ID,) if number == BOT_ID else ()
        )

    def names(self) -> dict[int, str]:
        """Names of all people and of the bot, by id."""
        return {BOT_ID: people.BOT_NAME} | {
            member.id: member.name for member in self.people.values()
        }

    def first_who_speaks(self, language: str | None) -> Member:
        """The first person with a language, or the first of all where no person has it."""
        everybody = list(self.people.values())
        return next((member for member in everybody if member.language == language), everybody[0])

    def add_person(self, name: str) -> Member:
        """Add a member who reads English."""
        number = self.ids.new()
        look = len(self.people) % len(people.sample_members())
        member = Member(number, name, f"person_{number}", people.LOCALES["en"], look)
        self.people[number] = member
        self._vault.put("member", number, member)
        return member

    def speak(self, number: int, language: str) -> None:
        """Change a person's language; a person who has it already keeps their own locale."""
        member = self.person(number)
        if member.language != language:
            member.locale = people.LOCALES[language]
            self._vault.put("member", number, member)

    def open_dms(self, number: int, *, opened: bool) -> None:
        """Open or close a person's direct messages to the bot."""
        member = self.person(number)
        member.dms_open = opened
        self._vault.put("member", number, member)

    # ---- channels --------------------------------------------------------------------------------

    def channel(self, number: int) -> Channel:
        """A channel by its id."""
        if number not in self.channels:
            fresh = self.servers.channel(number)
            if fresh is None:
                raise unknown_channel()
            self.channels[number] = fresh
        return self.channels[number]

    def sees(self, number: int, channel: Channel) -> bool:
        """Whether a person, or the bot, may see a channel."""
        if channel.type == DM:
            return number in channel.people
        granted = self.permissions(number, channel)
        if not granted & people.VIEW_CHANNEL:
            return False
        private = channel.type == PRIVATE_THREAD
        return not private or number in channel.people or bool(granted & people.MANAGE_THREADS)

    def channels_of(self, number: int) -> list[Channel]:
        """The channels of the sample server, and DMs, that a person, or the bot, may see."""
        here = (channel for channel in self.channels.values() if channel.guild_id == GUILD_ID)
        return [channel for channel in here if self.sees(number, channel)]

    def standing(self, guild_id: int) -> list[Channel]:
        """The channels of a server, without its threads."""
        if guild_id != GUILD_ID:
            untouched = self.servers.channels(guild_id)
            return [self.channels.get(channel.id, channel) for channel in untouched]
        here = (channel for channel in self.channels.values() if channel.guild_id == GUILD_ID)
        return [channel for channel in here if channel.is_standing]

    def threads(self, parent_id: int | None = None) -> list[Channel]:
        """The threads, of one channel or of all."""
        return [
            channel
            for channel in self.channels.values()
            if channel.is_thread and parent_id in {None, channel.parent_id}
        ]

    def threads_of(self, guild_id: int) -> list[Channel]:
        """The threads of a server that are not archived and that the bot sees."""
        return [
            thread
            for thread in self.threads()
            if thread.guild_id == guild_id and not thread.archived and self.sees(BOT_ID, thread)
        ]

    def direct(self, one: int, other: int) -> Channel:
        """The direct messages between two users; created where they are new."""
        for number in (one, other):
            self.user(number)
        pair = sorted((one, other))
        for channel in self.channels.values():
            if channel.type == DM and channel.people == pair:
                return channel
        return self.add_channel(Channel(self.ids.new(), DM, people=pair))

    def add_channel(self, channel: Channel) -> Channel:
        """Save a new channel and notify the watchers."""
        self.channels[channel.id] = channel
        return self.save_channel(channel, "create")

    def save_channel(self, channel: Channel, what: str = "update") -> Channel:
        """Save a changed channel and notify the watchers."""
        self._vault.put("channel", channel.id, channel)
        for watcher in self.watchers:
            watcher.channel_changed(what, channel)
        return channel

    def remove_channel(self, channel: Channel, *, told: bool = True) -> None:
        """Delete a channel with its messages.

        Discord sends no event for the threads that are deleted with their channel.
        """
        for message in list(self.messages(channel.id)):
            self._forget(message)
        del self.channels[channel.id]
        self._vault.remove("channel", channel.id)
        for watcher in self.watchers if told else ():
            watcher.channel_changed("delete", channel)

    def channel_json(self, channel: Channel) -> Json:
        """Discord's channel object."""
        if channel.type != DM:
            return channel.json()
        recipients = [person for person in channel.people if person != BOT_ID]
        return {**channel.json(), "recipients": [self.user(person) for person in recipients]}

    def thread_member(self, channel: Channel, number: int) -> Json:
        """Discord's thread member object."""
        joined = self.stamp()
        return {"id": str(channel.id), "user_id": str(number), "join_timestamp": joined, "flags": 0}

    # ---- permissions -----------------------------------------------------------------------------

    def permissions(self, number: int, channel: Channel) -> int:
        """Permissions of a person, or of the bot, in a channel; a thread follows its parent."""
        if number == people.OWNER_ID:
            return people.OWNER
        is_here = channel.type != DM and channel.guild_id == GUILD_ID
        if number == BOT_ID and is_here and not self.server.bot_here:
            return 0
        place = self.channels.get(channel.parent_id or 0, channel)
        granted = people.EVERYONE | self.bot_rights(number, place.guild_id)
        for who in (channel.guild_id, number):
            granted = place.overwrites.get(who, Overwrite()).over(granted)
        return granted if granted & people.VIEW_CHANNEL else 0

    def bot_rights(self, number: int, guild_id: int) -> int:
        """Rights besides everyone's: those of the bot's role on the sample server."""
        return self.server.bot_rights if number == BOT_ID and guild_id == GUILD_ID else 0

    def grant(self, rights: int) -> None:
        """Give the bot's role these rights besides those of everyone."""
        self.server.bot_rights = rights
        self._vault.put("server", GUILD_ID, self.server)

    def overwrite(self, channel: Channel, who: int, change: Overwrite) -> None:
        """Set the overwrite of a person (or of everyone, by the server's id) in a channel."""
        if who != channel.guild_id:
            self.user(who)
        channel.overwrites[who] = change
        if change == Overwrite():
            del channel.overwrites[who]
        self.save_channel(channel)

    def take_bot(self, *, here: bool, commands_stay: bool = False) -> None:
        """Remove the bot from the server, with its overwrites and threads, or let it in."""
        self.server.bot_here, self.server.commands_stay = here, commands_stay
        self._vault.put("server", GUILD_ID, self.server)
        for channel in [] if here else self.channels.values():
            is_here = channel.type != DM and channel.guild_id == GUILD_ID
            if is_here and BOT_ID in {*channel.people, *channel.overwrites}:
                channel.people = [person for person in channel.people if person != BOT_ID]
                channel.overwrites.pop(BOT_ID, None)
                self.save_channel(channel)

    def demand(self, channel: Channel, *permissions: int) -> None:
        """Refuse a bot without these permissions in a channel, as Discord does."""
        if channel.type == DM:
            if BOT_ID not in channel.people:
                raise missing_access()
            return
        if not self.sees(BOT_ID, channel):
            raise missing_access()
        granted = self.permissions(BOT_ID, channel)
        if any(not granted & permission for permission in permissions):
            raise missing_permissions()

    def require_talk(self, channel: Channel) -> None:
        """Refuse a message in a forum, which holds posts only, or in an archived, locked thread."""
        if channel.type in FORUMS:
            self.observed.refuse("message_in_forum")
        if channel.archived and self.is_locked(channel):
            self.observed.refuse("closed_and_locked_message")

    def can(self, number: int, channel: Channel, permission: int) -> bool:
        """Whether a person, or the bot, has a permission in a channel; in direct messages, any."""
        return channel.type == DM or bool(self.permissions(number, channel) & permission)

    def is_locked(self, channel: Channel) -> bool:
        """Whether a thread is locked for the bot: not where it may manage threads."""
        return channel.locked and not self.can(BOT_ID, channel, people.MANAGE_THREADS)

    def require_change(self, channel: Channel, what: str) -> None:
        """Refuse to `edit`, `add`, `pin` … in a thread that is archived, or locked for the bot."""
        if channel.archived:
            self.observed.refuse(f"closed_{what}")
        if self.is_locked(channel):
            self.observed.refuse(f"locked_{what}")

    # ---- messages --------------------------------------------------------------------------------

    def messages(self, channel_id: int) -> Iterator[Message]:
        """The messages of a channel, oldest first, including ephemeral ones."""
        return iter(self._messages.get(channel_id, {}).values())

    def message(self, channel_id: int, number: int) -> Message:
        """A message by its ids, ephemeral or not."""
        message = self._messages.get(channel_id, {}).get(number)
        if message is None:
            raise unknown_message()
        return message

    def find_message(self, number: int) -> Message | None:
        """A message of any channel by its id, if it exists."""
        messages = (channel.get(number) for channel in self._messages.values())
        return next((message for message in messages if message), None)

    def visible(self, number: int, channel_id: int) -> list[Message]:
        """The messages of a channel that a person sees, oldest first."""
        return [
            message for message in self.messages(channel_id) if message.only_for in {None, number}
        ]

    def add_message(self, message: Message) -> Message:
        """Save a new message and notify the watchers."""
        channel = self.channel(message.channel_id)
        self._messages.setdefault(channel.id, {})[message.id] = message
        self._vault.put("message", message.id, message)
        if message.only_for is None:
            channel.last_message_id = message.id
            channel.message_count += channel.is_thread
            self._vault.put("channel", channel.id, channel)
        self._trim(channel.id)
        self._tell("create", message)
        return message

    def save_message(self, message: Message) -> Message:
        """Save a changed message and notify the watchers."""
        self._vault.put("message", message.id, message)
        self._tell("update", message)
        return message

    def remove_message(self, message: Message) -> None:
        """Delete a message and notify the watchers."""
        self._forget(message)
        self._tell("delete", message)

    def _forget(self, message: Message) -> None:
        del self._messages[message.channel_id][message.id]
        self._vault.remove("message", message.id)
        for file in message.files:
            self._vault.remove_file(int(file["id"]))

    def _trim(self, channel_id: int) -> None:
        messages = self._messages[channel_id]
        for message in list(messages.values())[:-REMEMBERED]:
            self._forget(message)

    def _tell(self, what: str, message: Message) -> None:
        for watcher in self.watchers:
            watcher.message_changed(what, message)

    # ---- reset -----------------------------------------------------------------------------------

    def reset(self) -> None:
        """Start again with two empty channels."""
        standing = {channel.id: channel for channel in _standing_channels()}
        for channel in list(self.channels.values()):
            if channel.id in standing or self.servers.channel(channel.id):
                for message in list(self.messages(channel.id)):
                    self.remove_message(message)
            else:
                self.remove_channel(channel)
        for channel in standing.values():
            what = "update" if channel.id in self.channels else "create"
            self.channels[channel.id] = channel
            self.save_channel(channel, what)


def _standing_channels() -> list[Channel]:
    return [
        Channel(people.GAMES_ID, TEXT, "games", sentence(people.TOPICS[people.GAMES_ID], "en"), 0),
        Channel(
            people.LOUNGE_ID, TEXT, "lounge", sentence(people.TOPICS[people.LOUNGE_ID], "en"), 1
        ),
    ]
