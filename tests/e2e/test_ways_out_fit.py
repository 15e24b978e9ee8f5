"""Private messages for people who leave, come, or put a reminder off, fit a phone."""

from typing import Any

import pytest

from bot.table.options import Late, Pace, Terms
from tests.cogs.test_reminders import later
from tests.e2e.fitting import open_full_table
from tests.e2e.phone import FITS
from tests.e2e.playing import open_lobby, start_table
from tests.tier import deep

pytestmark = FITS


@pytest.mark.parametrize("game", ["akropolis", pytest.param("massalia", marks=deep)])
async def test_leaving_and_taking_a_seat_over_fit(house, phone_of, game):
    """Maud leaves, and Noor takes her seat after a round."""
    thread = await open_full_table(house, game, house.maud)
    for person in (house.maud, house.bastien):
        await play_a_turn(house, person)
    phone = await phone_of("maud", game)
    for way in ("offer", "stand_in", "end", "resign"):
        panel = (await house.maud.slash("seat leave", thread)).message
        await phone.measure("leave", panel)
        await phone.press(f"leave by {way}", panel, f":ask:{way}:")
    await house.app.seats.offer(1, house.maud.id)
    offer = await house.noor.expect(lambda: newest_post(house.noor, thread, "q:1:"))
    newcomer = await phone_of("noor", game)
    first_look = (await house.noor.click(offer, "Prendre la place")).message
    await newcomer.measure("first look", first_look)
    phone.assert_fits()
    newcomer.assert_fits()


async def test_a_reminder_that_is_put_off_fits(house, phone_of):
    """A turn a day and a day of grace, for Maud and Bastien."""
    post = await open_lobby(house, "akropolis", house.maud, house.bastien)
    terms = Terms(pace=Pace.ONE, late=Late.AI, excuses=1)
    await house.app.lobbies.configure(1, house.maud.id, terms=terms)
    thread = await start_table(house, post, house.maud)
    await later(house, 12.1)
    phone = await phone_of("maud", "akropolis")
    panel = (
        await house.maud.click(newest_post(house.maud, thread, "Plus tard"), "Plus tard")
    ).message
    await phone.measure("later", panel)
    await phone.press("put off", panel, "Dans une heure")
    phone.assert_fits()


async def play_a_turn(house: Any, person: Any) -> None:
    """Make all moves of a person's turn."""
    seat = (await house.app.tables.get(1)).seat_of(person.id)
    while seat in (await house.app.reading.look(1, person.id)).to_act:
        await house.move(person)


def newest_post(person: Any, thread: str, part: str) -> Any:
    """The newest post of a thread with this in its buttons."""
    posts = [post for post in person.messages(thread) if part in str(post["components"])]
    return posts[-1] if posts else None
