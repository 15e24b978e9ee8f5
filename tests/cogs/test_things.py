"""A thing of a game, as a card, is looked up by a command of its own, without a table."""

from bot import words
from playground.driver import pictures
from render.registry import renderer
from rules import registry
from tests.cases import each_case

LOOKED_UP = [(game, name) for game in registry.games() for name in renderer(game).thing_pictures]
every_picture = each_case(("game", "picture"), LOOKED_UP)


def test_there_are_things_to_look_up():
    assert ("massalia", "card") in LOOKED_UP


@every_picture
@each_case("language", ["en", "fr"])
def test_every_thing_has_a_name_and_can_be_told(game, picture, language):
    things = renderer(game).thing_pictures[picture].things
    names = words.of(game, language).things(picture)
    assert tuple(names) == things
    assert len(set(names.values())) == len(names)
    for thing in things:
        description = words.of(game, language).thing(picture, thing)
        assert description.count("\n") >= 2
        assert len(description) <= 2000


async def test_a_card_is_shown_with_all_that_it_says_in_the_readers_language(house):
    answer = await house.ines.slash("massalia card", options={"card": "c14"})
    (picture,) = pictures(answer.message)
    assert "Château d’If (C14)" in picture["description"]
    assert "coûte 7\xa0ambres" in answer.text
    assert "François Ier" in answer.text
    assert answer.message["flags"] & 64


async def test_a_card_is_found_by_a_part_of_its_name(house):
    query = {"card": "chateau"}
    choices = await house.ines.autocomplete("massalia card", options=query, focused="card")
    assert [choice["value"] for choice in choices] == ["C14"]
    answer = await house.ines.slash("massalia card", options=query)
    assert "Château d’If" in answer.text


@each_case("typed", ["Z99", "   ", "C14; drop"])
async def test_a_card_that_is_not_in_the_box_is_refused_with_a_way_on(house, typed):
    answer = await house.ines.slash("massalia card", options={"card": typed})
    assert pictures(answer.message) == []
    assert "la liste" in answer.text
