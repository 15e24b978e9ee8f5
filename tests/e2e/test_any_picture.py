"""Whatever people build and whatever they call themselves, every post has its picture."""

from playground.driver import pictures
from rules.registry import get
from rules.rng import Rng
from tests.contract.test_every_shape import farthest_move
from tests.e2e.playing import by_typing, last_board, open_table
from tests.tier import deep

NAMES = ("สมชาย น้ำฝน", "محمد", "🦊")


def straight_north(seats):
    """The moves of a game in which everybody builds north only; the same for every deal."""
    game = get("akropolis")
    state = game.new(seats, 1)
    while acting := game.to_act(state):
        action = farthest_move(game, state, acting[0], "north", Rng(1))
        yield game.notation(state, acting[0], action)
        game.apply(state, acting[0], action)


@deep
async def test_three_straight_cities_are_shown_to_the_end(house):
    people = (house.maud, house.bastien, house.ines)
    for person, name in zip(people, NAMES, strict=True):
        house.ground.world.person(person.id).name = name
    thread = await open_table(house, "akropolis", *people[1:])
    await by_typing(house, 1, thread, list(straight_north(3)))
    last = await last_board(house, thread, 1)
    assert all(pictures(post) for post in house.boards(thread))
    assert "Victoire" in pictures(last)[0]["description"]
