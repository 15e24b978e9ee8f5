"""Read state of each person: the newest message they have seen, and counts of unseen ones."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from playground.channels import DM, Channel
from playground.vault import Vault
from playground.world import Message, World

Counts = tuple[int, int]
"""Numbers of messages and of pings."""


class Mark(msgspec.Struct):
    """Newest message that a person has seen, by channel."""

    id: int
    seen: dict[int, int] = {}


class Readings:
    """Counter of unseen messages, which watches the world to keep its counts."""

    def __init__(self, world: World, vault: Vault) -> None:
        self._world, self._vault = world, vault
        self._marks = {mark.id: mark for mark in vault.load("reading", Mark)}
        self._counts: dict[tuple[int, int], Counts] = {}
        """Known counts by person and channel."""
        world.watchers.append(self)

    def read(self, number: int, channel_id: int) -> None:
        """Mark every message of a channel as seen by a person."""
        newest = max((message.id for message in self._world.messages(channel_id)), default=0)
        mark = self._marks.setdefault(number, Mark(number))
        self._counts.pop((number, channel_id), None)
        if mark.seen.get(channel_id, 0) < newest:
            mark.seen[channel_id] = newest
            self._vault.put("reading", number, mark)

    def unread(self, number: int, channel: Channel) -> Counts:
        """Numbers of messages and pings that a person has not seen in a channel."""
        key = number, channel.id
        if key not in self._counts:
            mark = self._marks.get(number)
            newest_seen = mark.seen.get(channel.id, 0) if mark else 0
            fresh = [
                message
                for message in self._world.visible(number, channel.id)
                if message.id > newest_seen
            ]
            self._counts[key] = _sum(_weight(message, number, channel) for message in fresh)
        return self._counts[key]

    def forget(self) -> None:
        """Drop every mark, for a new world."""
        for number in self._marks:
            self._vault.remove("reading", number)
        self._marks.clear()
        self._counts.clear()

    # ---- watching --------------------------------------------------------------------------------

    def channel_changed(self, what: str, channel: Channel) -> None:
        """Do nothing: a change of a channel changes no counts."""

    def message_changed(self, what: str, message: Message) -> None:
        for number in self._world.people:
            key = number, message.channel_id
            if what == "delete":
                self._counts.pop(key, None)
            elif what == "create" and key in self._counts and message.only_for in {None, number}:
                channel = self._world.channel(message.channel_id)
                self._counts[key] = _sum([self._counts[key], _weight(message, number, channel)])


def pings(message: Message, number: int) -> bool:
    """Whether a message pings a person."""
    return any(int(mention["id"]) == number for mention in message.body["mentions"])


def _weight(message: Message, number: int, channel: Channel) -> Counts:
    """Counts that an unseen message adds for a person; zero for their own message."""
    if message.author_id == number:
        return 0, 0
    return 1, int(channel.type == DM or pings(message, number))


def _sum(pairs: Iterable[Counts]) -> Counts:
    fresh = pinging = 0
    for unread, pings in pairs:
        fresh, pinging = fresh + unread, pinging + pings
    return fresh, pinging
