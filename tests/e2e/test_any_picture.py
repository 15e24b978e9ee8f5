"""Whatever people build and whatever they call themselves, every post has its picture."""

from bot.playground.driver import pictures
from rules.registry import get
from rules.rng import Rng
from tests.cogs.conftest import LOUNGE
from tests.contract.test_every_shape import chosen
from tests.e2e.playing import by_typing, last_board

NAMES = ("สมชาย น้ำฝน", "محمد", "🦊")


def straight_north(seats):
    """The moves of a game in which everybody builds north only; the same for every deal."""
    game = get("akropolis")
    state = game.new(seats, 1)
    while acting := game.to_act(state):
        action = chosen(game, state, acting[0], "north", Rng(1))
        yield game.notation(state, acting[0], action)
        game.apply(state, acting[0], action)


async def test_three_straight_cities_are_shown_to_the_end(house):
    people = (house.maud, house.bastien, house.ines)
    for person, name in zip(people, NAMES, strict=True):
        house.ground.world.person(person.id).name = name
    settings = {"players": 3, "order": "joined", "language": "fr"}
    lobby = (await house.maud.slash("akropolis new", LOUNGE, settings)).message
    for friend in people[1:]:
        await friend.click(lobby, "Rejoindre")
    await house.maud.click(lobby, "Commencer")
    await house.maud.expect(lambda: house.boards(lobby["id"]))
    number = int((await house.app.reading.table_in(int(lobby["id"]))).id)
    await by_typing(house, number, lobby["id"], list(straight_north(3)))
    last = await last_board(house, lobby["id"], number)
    assert all(pictures(post) for post in house.boards(lobby["id"]))
    assert "Victoire" in pictures(last)[0]["description"]
