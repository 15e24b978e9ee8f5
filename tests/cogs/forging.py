"""Clicks that Discord's own client would never send: custom ids that somebody made up."""

import msgspec

from bot.playground.components import walk


async def forged(house, person, post, custom_id):
    """Let `person` press the first button of `post` under another custom id."""
    world = house.ground.world
    message = world.message(int(post["channel_id"]), int(post["id"]))
    kept = msgspec.json.decode(msgspec.json.encode(message.body["components"]))
    button = next(one for _, one in walk(message.body["components"]) if "custom_id" in one)
    button["custom_id"] = custom_id
    world.save_message(message)
    try:
        return await person.click(post["id"], custom_id)
    finally:
        message.body["components"] = kept
        world.save_message(message)
