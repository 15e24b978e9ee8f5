"""What the tests of Telegraph and Attika do again and again, as people would."""

import asyncio

import msgspec

from bot.playground.components import walk
from tests.bot.samples import waiting
from tests.cogs.live import changed, newest
from tests.settlements.building import Layer, seat

__all__ = ["seat"]


async def table(house, game="telegraph", **options):
    """A table for Maud (seat 0, in French) and Bastien (seat 1, in English); its thread."""
    options = {"players": 2, "language": "fr", "order": "joined"} | options
    post = (await house.maud.slash(f"{game} new", options=options)).message
    if not options.get("ai"):
        await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return post["id"]


async def stand(house, *seats, game="telegraph", number=1, **fields):
    """Put a position of one's own on the table, as if the game had come to it."""
    position = msgspec.json.encode(Layer(game).position(*seats, **fields)).decode()
    await quiet(house)
    update = "UPDATE snapshot SET state = ?, began = NULL WHERE table_id = ?"
    await house.app.store.write(lambda db: db.execute(update, (position, number)))
    house.app.tables.forget(number)


async def quiet(house):
    """Return when everything that was to be posted by now is posted."""
    store = house.app.store
    while any(due <= store.clock.now() for _, due in await waiting(store)):
        await asyncio.sleep(0.02)


async def open_panel(house, person, thread):
    """The private panel behind the play button of the newest board."""
    return (await press_board(house, person, thread, "play")).message


async def press_board(house, person, thread, verb):
    """What the newest board's button `verb` answers."""
    post = newest(house, thread)
    ids = (one.get("custom_id", "") for _, one in walk(post["components"]))
    return await person.click(post, next(one for one in ids if f":{verb}:" in one))


def pressable(message):
    """What the buttons of a message say and do: `ok:D1`, `go:B22`, `restart:`."""
    parts = (one for _, one in walk(message["components"]) if one["type"] == 2)
    ids = [one.get("custom_id") or "" for one in parts if not one.get("disabled")]
    return [does(one) for one in ids if one.startswith("t:")]


def does(custom_id):
    """What a custom id of a panel says is to be done."""
    return ":".join(custom_id.split(":")[3:])


def label(message, action):
    """The label of the button that does `action`."""
    parts = (one for _, one in walk(message["components"]) if one["type"] == 2)
    return next(one["label"] for one in parts if one["custom_id"].endswith(f":{action}"))


async def detailed(person, panel):
    """The panel in detail, where it has details that are folded up."""
    folded = [one for one in pressable(panel) if one.startswith(("more:", "help:"))]
    return await press(person, panel, folded[0]) if folded else panel


async def press(person, panel, action):
    """The panel after the button that does `action`, which may be among the details."""
    if action not in pressable(panel):
        panel = await detailed(person, panel)
    parts = (one for _, one in walk(panel["components"]) if one["type"] == 2)
    custom_id = next(one["custom_id"] for one in parts if does(one["custom_id"]) == action)
    return await changed(person, panel, person.click(panel, custom_id))


def entries(message):
    """The values of all menus of a message."""
    menus = [one for _, one in walk(message["components"]) if one["type"] == 3]
    return [option["value"] for one in menus for option in one["options"]]


async def choose(person, panel, value):
    """The panel after choosing `value` in whichever menu has it; it may be among the details."""
    if value not in entries(panel):
        panel = await detailed(person, panel)
    menus = [one for _, one in walk(panel["components"]) if one["type"] == 3]
    menu = next(one for one in menus if any(option["value"] == value for option in one["options"]))
    return await changed(person, panel, person.choose(panel, menu["custom_id"], value))


async def pick(person, panel, value):
    """The panel after choosing `value`, from a menu or as the only one of its kind."""
    if f"go:{value}" in pressable(panel):
        return await press(person, panel, f"go:{value}")
    return await choose(person, panel, value)
