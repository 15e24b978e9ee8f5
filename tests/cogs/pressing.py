"""A message after a press on one of its buttons or a choice in one of its menus."""

from tests.cogs.playing import menus, message_after


async def after_press(person, message, button):
    """The message once a press on the button of this label or custom id has changed it."""
    return await message_after(person, message, person.click(message, button))


async def after_choice(person, message, *values):
    """The message once a choice in the first menu that offers all `values` has changed it."""
    menu = next(
        menu["custom_id"]
        for menu in menus(message)
        if {*values} <= {option["value"] for option in menu["options"]}
    )
    return await message_after(person, message, person.choose(message, menu, [*values]))
