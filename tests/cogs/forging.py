"""Clicks that Discord's own client would never send: ids and values that somebody made up."""

from contextlib import contextmanager

import msgspec

from playground.components import walk
from tests.cogs.playing import menus, note_in


@contextmanager
def swap_component(house, post, custom_id, change):
    """Let the component of `post` with this id (the first, when None) be another for a while.

    That is until the post is edited, at the latest.
    """
    world = house.ground.world
    message = world.message(int(post["channel_id"]), int(post["id"]))
    body = msgspec.json.decode(msgspec.json.encode(message.body["components"]))
    pressable = [
        component for _, component in walk(message.body["components"]) if "custom_id" in component
    ]
    change(
        next(component for component in pressable if custom_id in (None, component["custom_id"]))
    )
    world.save_message(message)
    changed = message.body["components"]
    try:
        yield
    finally:
        if message.body["components"] is changed:
            message.body["components"] = body
            world.save_message(message)


async def press_forged(house, person, post, custom_id):
    """Let `person` press the first button of `post` under another custom id."""
    with swap_component(house, post, None, lambda button: button.update(custom_id=custom_id)):
        return await person.click(post["id"], custom_id)


async def choose_forged(house, person, post, custom_id, value):
    """Let `person` choose in a menu of `post` what it does not offer; how that is refused."""
    with swap_component(
        house, post, custom_id, lambda menu: menu["options"][0].update(value=value)
    ):
        return await refusal(person, post, person.choose(post["id"], custom_id, value))


async def refusal(person, post, choosing):
    """Note about a choice that is refused, above menus that have new ids."""
    await choosing
    before = ids(post)
    await person.expect(lambda: ids(person.message(post["id"])).isdisjoint(before))
    return note_in(person.message(post["id"]))


def ids(message):
    """The custom ids of the menus of a message."""
    return {menu["custom_id"] for menu in menus(message)}
