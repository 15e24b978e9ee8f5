"""The end of a game says for whom it is rated, where others made turns in their place."""

import asyncio

import pytest

from bot.table.changes import Via
from cogs._posts.news import is_short
from playground.driver import words
from tests.cogs.playing import newest, start_game
from tests.cogs.settling import give_up
from tests.tier import games


@pytest.fixture
async def thread(house, request):
    """A table of Maud and Bastien; its thread."""
    game = getattr(request, "param", "akropolis")
    return await start_game(house, house.maud, house.bastien, game=game, players=2)


async def turns(house, seat=1):
    """Turns of a seat so far, each as the reason why somebody else made it."""
    log = await house.app.reading.log(1)
    return [ply.via for ply in log if ply.seat == seat and ply.ends_turn]


async def play_until(house, claim):
    """Let Maud and Bastien move until the turns of his seat are as claimed."""
    while not claim(await turns(house)):
        look = await house.app.reading.look(1, None)
        for seat in look.to_act:
            if not look.table.seats[seat].is_played:
                await house.move((house.maud, house.bastien)[seat])
                break
        else:
            await asyncio.sleep(0.02)


async def end(house, thread):
    """The words of the last board, after Maud has given up."""
    await give_up(house, house.maud)
    return words(newest(house, thread))


@pytest.mark.parametrize("thread", games(), indirect=True)
async def test_a_turn_of_a_stand_in_is_told_at_the_end(house, thread):
    await play_until(house, lambda made: made)
    await house.app.seats.start_stand_in(1, house.bastien.id)
    await play_until(house, lambda made: Via.STAND_IN in made)
    made = await turns(house)
    own, count = made.count(None), len(made)
    content = await end(house, thread)
    assert (
        f"-# Classée pour **Bastien**\xa0: {own} sur {count}\xa0tours joués en personne" in content
    )
    assert "pour Maud" not in content
    assert is_short(content)


async def test_a_game_that_others_played_is_told_not_to_be_rated(house, thread):
    await house.app.seats.start_stand_in(1, house.bastien.id)
    await play_until(house, lambda made: made)
    content = await end(house, thread)
    assert "-# Non classée pour **Bastien**\xa0: 0 sur 1\xa0tour joué en personne" in content


async def test_a_game_without_a_move_is_told_not_to_be_rated(house, thread):
    assert "-# Non classée\xa0: personne n’a joué" in await end(house, thread)


async def test_nothing_is_said_where_everybody_has_played(house, thread):
    await play_until(house, lambda made: made)
    assert "lassée" not in await end(house, thread)
