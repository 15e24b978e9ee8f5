"""What the tests of Telegraph and Attika do again and again, as people would."""

import msgspec

from bot.steps.announcements import TURN_PATIENCE
from bot.store.outbox import next_lane
from playground.components import walk
from rules.registry import get
from tests.bot.recorded import steps
from tests.cogs.playing import after_click, after_entry, custom_ids, menus, newest
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
    return get(key).state_to_json(steps(key, name)[plies].state)


async def quiet(house):
    """Return when everything that was to be posted by now is posted."""

    async def is_empty():
        lane, _ = await house.app.store.read(next_lane, house.app.clock.now(), ())
        return lane is None

    await until(is_empty)


async def give_up(house, person):
    """Somebody gives up the first game, and all that is to be told of it is told."""
    await house.app.seats.resign(1, person.id)
    await quiet(house)


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
    return [does(custom_id) for custom_id in custom_ids(message) if custom_id.startswith("t:")]


def does(custom_id):
    """Action in the custom id of a panel's component."""
    return ":".join(custom_id.split(":")[3:])


async def panel_in_detail(person, panel):
    """The panel in detail, where it has details that are folded up."""
    folded = [action for action in pressable(panel) if action.startswith(("more:", "help:"))]
    return await press(person, panel, folded[0]) if folded else panel


async def press(person, panel, action):
    """The panel after the button that does `action`, which may be among the details."""
    if action not in pressable(panel):
        panel = await panel_in_detail(person, panel)
    button = next(custom_id for custom_id in custom_ids(panel) if does(custom_id) == action)
    return await after_click(person, panel, button)


def entries(message):
    """The values of all menus of a message."""
    return [option["value"] for menu in menus(message) for option in menu["options"]]


async def choose(person, panel, value):
    """The panel after choosing `value` in whichever menu has it; it may be among the details."""
    if value not in entries(panel):
        panel = await panel_in_detail(person, panel)
    return await after_entry(person, panel, value)


async def pick(person, panel, value):
    """The panel after choosing `value`, from a menu or as the only one of its kind."""
    if f"go:{value}" in pressable(panel):
        return await press(person, panel, f"go:{value}")
    return await choose(person, panel, value)
