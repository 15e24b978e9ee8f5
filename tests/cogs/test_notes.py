"""A private note to a table: written once, shown at each of one's turns, erased with the person."""

from playground.driver import words
from tests.cogs.playing import after_click, duel, newest, open_private_panel
from tests.cogs.settling import quiet

NOTE = "Watch *Bastien*:\nhe needs a quarry"
SHOWN = "📝 Watch \\*Bastien\\*: he needs a quarry"


async def write(house, thread, note):
    """The page with the note that Maud writes."""
    panel = (await house.maud.click(newest(house, thread), "Plus")).message
    panel = await after_click(house.maud, panel, "Ma note")
    form = (await house.maud.click(panel, "Écrire")).modal
    await house.maud.submit(form, {"note": note})
    await house.maud.expect(
        lambda: note.partition(":")[2] in words(house.maud.message(panel["id"]))
    )
    return house.maud.message(panel["id"])


async def test_a_note_stands_in_the_panel_of_each_turn_after_a_restart_as_well(house):
    thread = await duel(house)
    page = await write(house, thread, NOTE)
    assert "he needs a quarry" in words(page)
    await house.restart()
    assert SHOWN in words(await open_private_panel(house, house.maud, thread))


async def test_nobody_else_reads_it(house):
    thread = await duel(house)
    await write(house, thread, NOTE)
    await house.move(house.maud)
    await quiet(house)
    assert "quarry" not in words(await open_private_panel(house, house.bastien, thread))
    file = await house.app.privacy.person_file(house.bastien.id)
    assert b"quarry" not in file


async def test_an_empty_note_is_none(house):
    thread = await duel(house)
    await write(house, thread, NOTE)
    page = await write(house, thread, "")
    assert "Rien n’est noté" in words(page)
