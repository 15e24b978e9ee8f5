"""A player whom a move calls without a turn is notified by its post, and can read why."""

import re

import pytest
from msgspec.structs import replace

from bot import words as spoken
from playground.driver import labels, words
from playground.people import GAMES_ID, SEND_IN_THREADS, SEND_MESSAGES
from rules import registry
from tests.cogs.playing import duel, newest, spill_ink, start_game
from tests.cogs.settling import give_up, quiet
from tests.cogs.test_ping import letter
from tests.patience import until
from tests.tier import games

AKROPOLIS = registry.get("akropolis")
CALLED = (2, 3)
"""Inès and Karim, when Maud moves and Bastien is next."""
IS_AFTER_YOU = "**Maud** is after you"


@pytest.fixture
def calling(monkeypatch):
    """Every move of Akropolis calls two seats."""
    apply = type(AKROPOLIS).apply

    def and_call(self, state, seat, action):
        first, *more_events = apply(self, state, seat, action)
        return [replace(first, calls=CALLED), *more_events]

    monkeypatch.setattr(type(AKROPOLIS), "apply", and_call)


@pytest.fixture
def harming(monkeypatch):
    """Every move harms Bastien and Inès, and nobody else."""

    def effects(self, plies, seat):
        return f"{self.names[plies[0].seat]} is after you" if seat in (1, CALLED[0]) else ""

    monkeypatch.setattr(type(spoken.of("akropolis", "en")), "effects", effects)


async def first_move_post(house):
    """The post of Maud's first move, in a table of four."""
    thread = await house.table()
    await house.move(house.maud)
    await quiet(house)
    return newest(house, thread)


def users_in_mentions(post):
    return {int(user["id"]) for user in post["mentions"]}


@pytest.mark.usefixtures("calling", "harming")
async def test_the_next_player_and_those_called_are_notified_and_read_what_harms_them(house):
    post = await first_move_post(house)
    assert users_in_mentions(post) == {house.bastien.id, house.ines.id, house.karim.id}
    called, *news = words(post).splitlines()
    assert called.startswith(f"{house.bastien.mention}, à vous\xa0! Akropolis")
    assert called.endswith(IS_AFTER_YOU)
    text = "\n".join(news)
    assert f"{house.ines.mention}\xa0: {IS_AFTER_YOU}" in text
    assert f"concerne aussi {house.karim.mention}" in text
    assert text.count(IS_AFTER_YOU) == 1
    assert text.count(house.ines.mention) == text.count(house.karim.mention) == 1


@pytest.mark.usefixtures("harming")
async def test_a_player_who_is_harmed_but_not_called_is_not_notified(house):
    post = await first_move_post(house)
    assert users_in_mentions(post) == {house.bastien.id}
    assert words(post).count(IS_AFTER_YOU) == 1


@pytest.mark.usefixtures("calling")
async def test_the_call_alone_calls_everybody_too(house, monkeypatch, caplog):
    """Neither the picture of the board nor its words can be made."""
    thread = await house.table()
    await quiet(house)

    def stammer(*_):
        raise KeyError("no word for it")

    spill_ink(monkeypatch)
    monkeypatch.setattr("cogs._posts.board_post.words.of", stammer)
    await house.move(house.maud)
    await quiet(house)
    post = newest(house, thread)
    assert users_in_mentions(post) == {house.bastien.id, house.ines.id, house.karim.id}
    assert "Maud" not in words(post)
    assert labels(post) == ["Jouer", "Récap", "Plus"]
    assert re.search(r"Table 1, revision \d+: no text_post", caplog.text)


@pytest.mark.usefixtures("calling")
async def test_a_call_that_cannot_be_posted_reaches_each_in_private_and_says_why(house):
    await house.table()
    await quiet(house)
    house.ground.deny(GAMES_ID, SEND_IN_THREADS | SEND_MESSAGES)
    await house.move(house.maud)
    await quiet(house)
    assert "your turn" in await letter(house.bastien)
    for friend in (house.ines, house.karim):
        assert re.search("concerne|concerns", await letter(friend))
        assert not re.search("your turn|à vous", await letter(friend))


async def test_players_who_no_longer_see_the_channel_are_written_to_and_the_table_hears_it(
    house,
):
    thread = await duel(house)
    await quiet(house)
    house.ground.let_pass(25 * 3600)  # since then nobody has pressed anything there
    house.ground.moderator.hide(GAMES_ID, house.bastien.id)
    for number in (1, 2):
        await house.move(house.maud)
        await quiet(house)
        assert re.search("ne voyez plus|no longer see", await letter(house.bastien, number))
        await house.move(house.bastien)
        await quiet(house)
    lines = [post for post in house.maud.messages(thread) if "ne voit plus ce salon" in words(post)]
    assert len(lines) == 1
    assert "**Bastien**" in words(lines[0])
    assert len(re.findall("ne voit plus|no longer see", await letter(house.maud))) == 1


# ---- what a phone shows ------------------------------------------------------------------------

GLANCE = 100
"""Characters of a push that are read in one glance."""
CODE = re.compile(r":\w+_[0-9a-f]{8}:")
"""The name of an icon, as a push spells it."""


@pytest.mark.usefixtures("icons_at_once")
async def test_every_push_says_at_a_glance_who_is_called_and_where_and_shows_no_code(house):
    await until(lambda: all(map(house.app.emoji, ("seat_d", "telegraph_water", "telegraph_metal"))))
    for number, friends in enumerate(((house.bastien, house.ines), (house.bastien,)), 1):
        options = {"players": 1 + len(friends), "language": "en"}
        post = (await house.maud.slash("telegraph new", options=options)).message
        for friend in friends:
            await friend.click(post, "Join")
        await quiet(house)
        await house.maud.click(post, "Start")
        await quiet(house)
        await house.app.votes.cancel(number, house.maud.id, moderator=False)
        await quiet(house)
        await house.app.seats.resign(number, house.bastien.id)
        await quiet(house)
    await house.maud.click(newest(house, post["id"]), "Rematch")
    await quiet(house)
    pushes = [push for person in (house.maud, *house.friends) for push in person.notifications]
    glances = [push["text"][:GLANCE] for push in pushes]
    for kind in (
        "everybody is here",
        "your turn",
        "shall we end",
        "resigns",
        "wins",
        "offers a rematch",
    ):
        assert any(kind in glance for glance in glances), (kind, glances)
    for push, glance in zip(pushes, glances, strict=True):
        assert "table\xa0" in glance, glance
        assert glance.startswith("@") or push["reason"] == "dm", glance
        assert not CODE.search(push["text"]), push["text"]


@pytest.mark.usefixtures("icons_at_once")
@pytest.mark.parametrize("game", [key for key, game in games().items() if 2 in game.facts.seats])
async def test_news_so_short_that_a_push_shows_the_scores_show_them_without_icons(house, game):
    """Two people play a few turns, and one resigns."""
    await until(lambda: house.app.emoji("seat_d"))
    await start_game(house, house.maud, house.bastien, game=game, language="en")
    for _ in range(4):
        acting, *_ = (await house.app.reading.look(1, None)).to_act
        await house.move((house.maud, house.bastien)[acting])
        await quiet(house)
    await give_up(house, house.bastien)
    pushes = [
        push["text"] for person in (house.maud, house.bastien) for push in person.notifications
    ]
    assert any("your turn" in push for push in pushes)
    assert [push for push in pushes if CODE.search(push)] == []
