"""What the tests of boards and panels do again and again, as a person would."""

from bot.playground import components
from bot.playground.driver import labels, words
from cogs._shared.answering import NOTE

CONFIRM = {"fr": "Confirmer", "en": "Confirm"}


def newest(house, thread):
    """The newest public board of a thread."""
    return [post for post in house.boards(thread) if not post["flags"] & 64][-1]


async def open_private_panel(house, person, thread):
    """The private panel behind the play button of the newest board."""
    return (await person.click(newest(house, thread), "Jouer")).message


async def message_after(person, message, act):
    """The message once `act` has changed it."""
    before = person.message(message["id"])
    await act
    return await person.expect(
        lambda: (shown_message := person.message(message["id"])) != before and shown_message
    )


def menus(message):
    """The menus of a message, top down."""
    return [
        component
        for _, component in components.walk(message["components"])
        if component["type"] == 3
    ]


def custom_ids(message):
    """Custom ids of the buttons of a message that can be pressed."""
    buttons = [
        component
        for _, component in components.walk(message["components"])
        if component["type"] == 2
    ]
    return [component["custom_id"] for component in buttons if not component.get("disabled")]


def confirm(message):
    """The label of the confirm button, which tells the move."""
    return next(label for label in labels(message) if label.startswith(tuple(CONFIRM.values())))


async def with_tile(person, panel, place=0):
    """The panel after choosing the tile in that place of the menu."""
    menu = menus(panel)[0]
    choice = menu["options"][place]["value"]
    return await message_after(person, panel, person.choose(panel, menu["custom_id"], choice))


async def move(house, person, thread):
    """Play one move by the panel: the suggested place for the free tile; the new board."""
    before = newest(house, thread)["id"]
    panel = await with_tile(person, await open_private_panel(house, person, thread))
    await person.click(panel, confirm(panel))
    return await house.maud.expect(lambda: (post := newest(house, thread))["id"] != before and post)


def text_of_message(message):
    """All that a message says."""
    return words(message)


def note_in(message):
    """The refusal that stands as a note in a panel; "" for none."""
    parts = [part for _, part in components.walk(message["components"]) if part.get("id") == NOTE]
    return "\n".join(text for part in parts for text in components.texts([part]))


async def noted(person, panel, act):
    """The refusal that a panel notes once `act` was refused."""
    return note_in(await message_after(person, panel, act))


async def duel(house, **options):
    """A table for Maud and Bastien, or for Maud and an AI; its thread."""
    post = await house.lobby(players=2, **options)
    if not options.get("ai"):
        await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return post["id"]
