"""The post of a league and its pages fit a phone, with as many entrants as it shows at once."""

import pytest

from bot.leagues.values import Format, LeagueTerms
from bot.table.seating import Person
from playground.people import GAMES_ID, GUILD_ID
from tests.e2e.phone import FITS
from tests.leagues.fields import Field
from tests.tier import deep

pytestmark = FITS

PEOPLE = ("Aurélie-Maximilienne", "Jean-Christophe", "Zoé", "Théodore", "Apolline", "Léonard")


async def running_league(house, language):
    """A Swiss tournament of eight in its third round."""
    app = house.app
    terms = LeagueTerms(format=Format.SWISS, places=8, rounds=3, language=language)
    host = Person(house.maud.id, "Maud")
    place = {"guild_id": GUILD_ID, "channel_id": GAMES_ID}
    league = await app.leagues.open("akropolis", terms, **place, host=host)
    await app.leagues.join(league.id, Person(house.bastien.id, "Bastien"))
    for number, name in enumerate(PEOPLE):
        await app.leagues.join(league.id, Person(5000 + number, name))
    field = Field(app, app.leagues, app.store, app.alarm)
    for _ in range(2):
        league = await field.finish_round(await field.again(league))
    await field.finish(league.present_boards[0])
    return await field.again(league)


async def post_of(house, league, part):
    """The post of a league once it shows a part of a text."""
    slot = f"lg:{league.id}:{league.slot}:"

    def shown():
        posts = house.maud.messages(GAMES_ID)
        return next(
            (each for each in posts if slot in str(each["components"]) and part in each["content"]),
            None,
        )

    return await house.maud.expect(shown)


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
async def test_the_post_and_the_pages_of_a_league_fit(house, phone_of, name):
    language = {"maud": "fr", "bastien": "en"}[name]
    league = await running_league(house, language)
    phone = await phone_of(name)
    post = await post_of(house, league, "3")
    await phone.measure_post("a round", post["id"])
    for verb in ("standings", "rounds", "rules"):
        slot = f"lg:{league.id}:{league.slot}:{verb}"
        answer = await phone.person.click(post, slot)
        await phone.measure(verb, answer.message)
    field = Field(house.app, house.app.leagues, house.app.store, house.app.alarm)
    league = await field.finish_round(league)
    await phone.measure_post("the end", (await post_of(house, league, "🏆"))["id"])
    phone.assert_fits()
