"""Over somebody's shoulder: one spectator sees a hand, the table knows, no rated game allows it."""

import pytest

from bot.i18n import text
from bot.store.person_rows import know
from playground.driver import labels, pictures, words
from tests.cogs.playing import duel, newest, start_game
from tests.cogs.settling import quiet


@pytest.fixture
async def alone(house):
    """Maud plays Telegraph against an AI; the thread."""
    thread = await duel(house, game="telegraph", ai=1)
    await quiet(house)
    return thread


async def show(house, thread, person=None):
    """The answer to Maud, who shows her hand to a person or to nobody."""
    options = {} if person is None else {"person": str(person.id)}
    return (await house.maud.slash("seat show", thread, options)).text


async def hand(person, house, thread):
    """What a press on *Main* shows."""
    return (await person.click(newest(house, thread), "Main")).message


async def test_a_spectator_sees_the_hand_until_it_is_closed_again(house, alone):
    assert words(await hand(house.noor, house, alone)) == text("table.not_seated", "en")
    assert "**Noor**" in await show(house, alone, house.noor)
    await house.maud.expect(
        lambda: "👀 **Maud** laisse **Noor** regarder" in words(house.maud.messages(alone)[-1])
    )
    seen = await hand(house.noor, house, alone)
    assert words(seen).startswith(text("panel.hand_of", "en", name="**Maud**"))
    assert pictures(seen)
    assert "Play" not in labels(seen)
    await show(house, alone)
    assert words(await hand(house.noor, house, alone)) == text("table.not_seated", "en")


async def test_it_is_for_one_person_and_of_the_last_word(house, alone):
    await show(house, alone, house.noor)
    await show(house, alone, house.karim)
    assert words(await hand(house.noor, house, alone)) == text("table.not_seated", "en")
    assert pictures(await hand(house.karim, house, alone))


async def test_no_hand_is_shown_in_a_game_with_others(house):
    thread = await duel(house, game="telegraph")
    await quiet(house)
    assert await show(house, thread, house.noor) == text("table.rated", "fr")


async def test_a_game_that_somebody_else_has_joined_closes_the_hand(house, alone):
    await show(house, alone, house.noor)
    joined = "UPDATE seat SET user_id = ?, ai = NULL WHERE seat = 1"
    await house.app.store.write(lambda db: know(db, house.karim.id))
    await house.app.store.write(lambda db: db.execute(joined, (house.karim.id,)))
    await house.restart()
    assert words(await hand(house.noor, house, alone)) == text("table.not_seated", "en")


async def test_nobody_else_and_no_game_without_hands(house, alone):
    refused = await house.karim.slash("seat show", alone, {"person": str(house.noor.id)})
    assert refused.text == text("table.not_seated", "en")
    assert await show(house, alone, house.maud) == text("table.sits_here", "fr", name="Maud")
    other = await start_game(house, house.maud, players=2, ai=1, thread=True)
    assert await show(house, other, house.noor) == text("panel.no_hand", "fr")
