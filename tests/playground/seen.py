"""Messages of the bot in a playground, as lines to be compared with those of another one."""

import difflib
import re

from playground.channels import DM
from playground.driver import labels
from playground.people import BOT_ID

UNLIKE = re.compile(
    r"<t:\d+(:\w)?>|channels/[\d/]+|\d{15,}|(?<=`)[0-9a-f]{8}(?=…`)|<:\w+:\d*>\xa0?|\*\*[A-F]\*\*"
)
"""Moments, addresses, ids, seals: others each time. Icons, which may not be there yet."""


def visible_messages(ground):
    """A line for each message of the bot that is there, by place, the oldest first.

    Direct messages come last, by person: they may begin in any order.
    """
    world = ground.world
    direct = {
        number: channel.people for number, channel in world.channels.items() if channel.type == DM
    }
    places = sorted(world.channels, key=lambda number: (direct.get(number, []), number))
    return [
        f"{place}: {shape(message.body)}"
        for place, channel in enumerate(places)
        for message in world.messages(channel)
        if message.author_id == BOT_ID and message.only_for is None
    ]


def shape(body):
    """Parts of a message that people see: words, buttons, files, and the users it calls."""
    called = sorted(user["username"] for user in body["mentions"])
    files = [attachment["filename"] for attachment in body["attachments"]]
    return UNLIKE.sub("", body["content"]), labels(body), called, files


def difference(before, after):
    """The lines that are in one of the two alone."""
    return "\n".join(difflib.unified_diff(before, after, lineterm="", n=0))
