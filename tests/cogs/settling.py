"""What the tests of Telegraph and Attika do again and again, as people would."""

from itertools import islice
from pathlib import Path

import msgspec

from bot.steps.announcements import TURN_PATIENCE
from bot.store.outbox import next_lane
from playground.components import walk
from rules.record import from_json, replay
from rules.registry import get
from tests.cogs.playing import message_after, newest
from tests.patience import until
from tests.settlements.building import Layer, seat

__all__ = ["seat"]


async def table(house, game="telegraph", **options):
    """A table for Maud (seat 0, in French) and Bastien (seat 1, in English); its thread."""
    options = {"players": 2, "language": "fr", "order": "joined"} | options
    post = (await house.maud.slash(f"{game} new", options=options)).message
    if not options.get("ai"):
        await house.bastien.click(post, "Rejoindre")
    await quiet(house)  # the host of a full lobby is called before the start, or never
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return post["id"]


async def stand(house, *seats, game="telegraph", number=1, **fields):
    """Put a position of one's own on the table, as if the game had come to it."""
    await put_position(house, Layer(game).position(*seats, **fields), number)


async def put_position(house, position, number=1):
    """Put a position, given as JSON, on the table, as if the game had come to it."""
    position_text = msgspec.json.encode(position).decode()
    await quiet(house)
    update = "UPDATE snapshot SET state = ?, began = NULL WHERE table_id = ?"
    await house.app.store.write(lambda db: db.execute(update, (position_text, number)))
    house.app.tables.forget(number)


def recorded_position(key, name, plies):
    """The position after so many moves of a recorded game, as JSON."""
    file = Path(__file__).parents[1] / key / "records" / f"{name}.json"
    positions = replay(from_json(msgspec.json.decode(file.read_bytes())))
    state, _ = next(islice(positions, plies - 1, None))
    return get(key).state_to_json(state)


async def quiet(house):
    """Return when everything that was to be posted by now is posted."""

    async def is_empty():
        lane, _ = await house.app.store.read(next_lane, house.app.clock.now(), ())
        return lane is None

    await until(is_empty)


async def all_delivered(house):
    """Return when everything is posted, also what waits for later turns."""
    await quiet(house)
    house.ground.let_pass(TURN_PATIENCE + 1)
    await quiet(house)


async def open_panel(house, person, thread):
    """The private panel behind the play button of the newest board."""
    return (await press_board(house, person, thread, "play")).message


async def press_board(house, person, thread, verb):
    """Answer to the button `verb` of the newest board."""
    post = newest(house, thread)
    ids = (component.get("custom_id", "") for _, component in walk(post["components"]))
    return await person.click(
        post, next(custom_id for custom_id in ids if f":{verb}:" in custom_id)
    )


def pressable(message):
    """Effects of the buttons of a message that can be pressed: `ok:D1`, `go:B22`, `restart:`."""
    parts = (component for _, component in walk(message["components"]) if component["type"] == 2)
    ids = [component.get("custom_id") or "" for component in parts if not component.get("disabled")]
    return [does(custom_id) for custom_id in ids if custom_id.startswith("t:")]


def does(custom_id):
    """Action in the custom id of a panel's component."""
    return ":".join(custom_id.split(":")[3:])


def label(message, action):
    """The label of the button that does `action`."""
    parts = (component for _, component in walk(message["components"]) if component["type"] == 2)
    return next(
        component["label"] for component in parts if component["custom_id"].endswith(f":{action}")
    )


async def panel_in_detail(person, panel):
    """The panel in detail, where it has details that are folded up."""
    folded = [action for action in pressable(panel) if action.startswith(("more:", "help:"))]
    return await press(person, panel, folded[0]) if folded else panel


async def press(person, panel, action):
    """The panel after the button that does `action`, which may be among the details."""
    if action not in pressable(panel):
        panel = await panel_in_detail(person, panel)
    parts = (component for _, component in walk(panel["components"]) if component["type"] == 2)
    custom_id = next(
        component["custom_id"] for component in parts if does(component["custom_id"]) == action
    )
    return await message_after(person, panel, person.click(panel, custom_id))


def entries(message):
    """The values of all menus of a message."""
    menus = [component for _, component in walk(message["components"]) if component["type"] == 3]
    return [option["value"] for menu in menus for option in menu["options"]]


async def choose(person, panel, value):
    """The panel after choosing `value` in whichever menu has it; it may be among the details."""
    if value not in entries(panel):
        panel = await panel_in_detail(person, panel)
    menus = [component for _, component in walk(panel["components"]) if component["type"] == 3]
    menu = next(
        menu for menu in menus if any(option["value"] == value for option in menu["options"])
    )
    return await message_after(person, panel, person.choose(panel, menu["custom_id"], value))


async def pick(person, panel, value):
    """The panel after choosing `value`, from a menu or as the only one of its kind."""
    if f"go:{value}" in pressable(panel):
        return await press(person, panel, f"go:{value}")
    return await choose(person, panel, value)
