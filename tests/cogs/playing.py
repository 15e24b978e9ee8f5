"""What the tests of boards and panels do again and again, as a person would."""

import asyncio

from cogs._answering.answer import NOTE, WAITING
from cogs._painting.painter import PAINTER
from playground import components
from playground.driver import labels
from playground.people import GAMES_ID

BUTTONS = {"fr": ("Rejoindre", "Commencer"), "en": ("Join", "Start")}
"""Labels of the buttons that join and start a table, by its language."""
CONFIRM = {"fr": "Confirmer", "en": "Confirm"}


async def start_game(house, host, *friends, game="akropolis", place=GAMES_ID, **options):
    """Open a table, in French and seated as people join, fill and start it; its thread.

    With `thread=False` it is played in its channel.
    """
    options = {"players": 1 + len(friends), "language": "fr", "order": "joined"} | options
    join, start = BUTTONS[options["language"]]
    post = (await host.slash(f"{game} new", place, options)).message
    for friend in friends:
        await friend.click(post, join)
    if options["players"] > 1:
        await host.click(post, start)
    if options.get("thread") is False:
        await house.maud.expect(lambda: {"Jouer", "Play"} & {*labels(house.boards(place)[-1])})
        return place
    await house.maud.expect(lambda: house.boards(post["id"]))
    return post["id"]


async def duel(house, **options):
    """A table for Maud and Bastien, or for Maud and an AI; its thread."""
    friends = () if options.get("ai") else (house.bastien,)
    return await start_game(house, house.maud, *friends, **{"players": 2} | options)


def newest(house, thread):
    """The newest public board of a thread."""
    return [post for post in house.boards(thread) if not post["flags"] & 64][-1]


def board_in_play(house, thread):
    """The newest post in English with the buttons of a game."""
    return [message for message in house.maud.messages(thread) if "Play" in labels(message)][-1]


async def asking(house, thread, label="Yes"):
    """The newest message of a thread, once it has a button with this label."""

    def question():
        message = house.maud.messages(thread)[-1]
        return message if label in labels(message) else None

    return await house.maud.expect(question)


async def open_private_panel(house, person, thread):
    """The private panel behind the play button of the newest board."""
    return (await person.click(newest(house, thread), "Jouer")).message


async def message_after(person, message, act):
    """The message once `act` has changed it, and says no longer that something is being done."""
    before = person.message(message["id"])
    await act

    def changed():
        current = person.message(message["id"])
        return current != before and not is_waiting(current) and current

    return await person.expect(changed)


def is_waiting(message):
    """Whether a panel says that something is being done."""
    return any(part.get("id") == WAITING for _, part in components.walk(message["components"]))


async def after_click(person, message, button):
    """The message once a press of one of its buttons has changed it."""
    return await message_after(person, message, person.click(message, button))


async def after_choice(person, message, part, values):
    """The message once a choice in the menu with this part in its id has changed it."""
    used = menu_with(person.message(message["id"]), part)["custom_id"]
    return await message_after(person, message, person.choose(message, used, values))


async def after_entry(person, message, *values):
    """The message once a choice in the first menu that offers all `values` has changed it."""
    menu = next(
        menu["custom_id"]
        for menu in menus(message)
        if {*values} <= {option["value"] for option in menu["options"]}
    )
    return await message_after(person, message, person.choose(message, menu, [*values]))


def menu_with(message, part):
    """The menu with this part in its id, the end of which is new after every use."""
    [menu] = [menu for menu in menus(message) if part in menu["custom_id"]]
    return menu


def chosen_values(menu):
    """The values that a menu shows as chosen."""
    return [option["value"] for option in menu["options"] if option.get("default")]


def menus(message):
    """The menus of a message, top down."""
    return [
        component
        for _, component in components.walk(message["components"])
        if component["type"] == 3
    ]


def custom_ids(message):
    """Custom ids of the buttons of a message that can be pressed."""
    buttons = [part for _, part in components.walk(message["components"]) if part["type"] == 2]
    ids = [part.get("custom_id") for part in buttons if not part.get("disabled")]
    return [*filter(None, ids)]


def confirm(message):
    """The label of the confirm button, which tells the move."""
    return next(label for label in labels(message) if label.startswith(tuple(CONFIRM.values())))


async def with_tile(person, panel, place=0):
    """The panel after choosing the tile in that place of the menu."""
    menu = menus(panel)[0]
    choice = menu["options"][place]["value"]
    return await message_after(person, panel, person.choose(panel, menu["custom_id"], choice))


async def open_candidate(house, person, thread, place=0):
    """The private panel after choosing the tile in that place of its menu."""
    return await with_tile(person, await open_private_panel(house, person, thread), place)


async def move(house, person, thread):
    """Play one move by the panel: the suggested place for the free tile; the new board."""
    before = newest(house, thread)["id"]
    panel = await with_tile(person, await open_private_panel(house, person, thread))
    await person.click(panel, confirm(panel))
    return await house.maud.expect(lambda: (post := newest(house, thread))["id"] != before and post)


def spill_ink(monkeypatch, *names):
    """Let no picture be drawn, or none of these names."""
    draw = PAINTER.draw

    async def draw_others(wish):
        if not names or wish.picture in names:
            raise ValueError("the ink is out")
        return await draw(wish)

    monkeypatch.setattr(PAINTER, "draw", draw_others)


def slowed(monkeypatch, owner, name):
    """Let a method wait; the event that lets it go on."""
    may_go, method = asyncio.Event(), getattr(owner, name)

    async def wait_first(*args, **kwargs):
        await may_go.wait()
        return await method(*args, **kwargs)

    monkeypatch.setattr(owner, name, wait_first)
    return may_go


def people_called(message):
    """Accounts of the people that a message pings."""
    return [user["username"] for user in message["mentions"]]


async def seat_names(house, number=1):
    """Names of those who sit at a table."""
    return [occupant.name for occupant in (await house.app.tables.get(number)).seats]


def note_in(message):
    """The refusal that stands as a note in a panel; "" for none."""
    parts = [part for _, part in components.walk(message["components"]) if part.get("id") == NOTE]
    return "\n".join(text for part in parts for text in components.texts([part]))


async def noted(person, panel, act):
    """The refusal that a panel notes once `act` was refused."""
    return note_in(await message_after(person, panel, act))
