"""Who is called by a move though they need not act is notified by its post, and can read why."""

import asyncio
import re

import pytest
from msgspec.structs import replace

from bot import words as spoken
from bot.ai import adviser
from bot.playground.driver import words
from bot.playground.people import GAMES_ID, SEND_IN_THREADS, SEND_MESSAGES
from cogs._shared.painter import PAINTER
from rules import registry
from rules.levels import EASY
from tests.cogs.playing import newest
from tests.cogs.settling import quiet
from tests.cogs.test_ping import letter

AKROPOLIS = registry.get("akropolis")
CALLED = (2, 3)
"""Inès and Karim, when Maud moves and Bastien is next."""


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
    """Every move harms Inès, and nobody else."""

    def effects(self, plies, seat, names, language):
        return f"{names[plies[0].seat]} is after you" if seat == CALLED[0] else ""

    monkeypatch.setattr(type(spoken.of("akropolis")), "effects", effects)


async def first_move_post(house):
    """The post of Maud's first move, in a table of four."""
    thread = await house.table()
    await house.move(house.maud)
    await quiet(house)
    return newest(house, thread)


def users_in_mentions(post):
    return {int(user["id"]) for user in post["mentions"]}


@pytest.mark.usefixtures("calling")
async def test_exactly_who_is_next_and_who_is_called_are_notified(house):
    post = await first_move_post(house)
    assert users_in_mentions(post) == {house.bastien.id, house.ines.id, house.karim.id}


@pytest.mark.usefixtures("calling", "harming")
async def test_who_is_harmed_reads_how_and_the_others_follow_below(house):
    post = words(await first_move_post(house))
    assert f"{house.ines.mention}\xa0: **Maud** is after you" in post
    assert f"concerne aussi {house.karim.mention}" in post
    assert post.count(house.ines.mention) == post.count(house.karim.mention) == 1
    assert post.startswith(f"{house.bastien.mention}, à vous\xa0!")


@pytest.mark.usefixtures("harming")
async def test_who_is_not_called_is_not_told(house):
    post = await first_move_post(house)
    assert users_in_mentions(post) == {house.bastien.id}
    assert "is after you" not in words(post)


async def test_the_next_player_reads_at_once_what_happened_to_them(house, monkeypatch):
    effects = lambda self, plies, seat, names, language: f"{names[0]} is after you"  # noqa: E731
    monkeypatch.setattr(type(spoken.of("akropolis")), "effects", effects)
    post = words(await first_move_post(house))
    called, *news = post.splitlines()
    assert called.startswith(f"{house.bastien.mention}, à vous\xa0! Akropolis")
    assert called.endswith("**Maud** is after you")
    assert "is after you" not in "\n".join(news)


@pytest.mark.usefixtures("calling")
async def test_the_call_alone_calls_everybody_too(house, monkeypatch):
    """Neither the picture of the board nor its words can be made."""
    thread = await house.table()
    await quiet(house)

    async def spill(wish):
        raise ValueError("the ink is out")

    def stammer(*_):
        raise KeyError("no word for it")

    monkeypatch.setattr(PAINTER, "draw", spill)
    monkeypatch.setattr("cogs._posts.board_post.words.of", stammer)
    await house.move(house.maud)
    await quiet(house)
    post = newest(house, thread)
    assert users_in_mentions(post) == {house.bastien.id, house.ines.id, house.karim.id}
    assert "Maud" not in words(post)


@pytest.mark.usefixtures("calling")
async def test_where_nothing_can_be_posted_each_is_told_in_private_why(house):
    await house.table()
    await quiet(house)
    house.ground.deny(GAMES_ID, SEND_IN_THREADS | SEND_MESSAGES)
    await house.move(house.maud)
    await quiet(house)
    assert "your turn" in await letter(house.bastien)
    for friend in (house.ines, house.karim):
        assert re.search("concerne|concerns", await letter(friend))
        assert not re.search("your turn|à vous", await letter(friend))


# ---- what a phone shows ------------------------------------------------------------------------

GLANCE = 100
"""Characters of a push that are read in one glance."""
CODE = re.compile(r":\w+_[0-9a-f]{8}:")
"""The name of an icon, as a push spells it."""


@pytest.mark.usefixtures("icons_at_once")
async def test_every_push_says_at_a_glance_who_is_called_and_where_and_shows_no_code(house):
    while not all(map(house.app.emoji, ("seat_d", "telegraph_water", "telegraph_metal"))):
        await asyncio.sleep(0.05)
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
    notifications = [
        notification
        for person in (house.maud, *house.friends)
        for notification in person.notifications
    ]
    kinds = (
        "everybody is here",
        "your turn",
        "shall we end",
        "resigns",
        "wins",
        "offers a rematch",
    )
    for kind in kinds:
        assert any(kind in notification["text"][:GLANCE] for notification in notifications), (
            kind,
            notifications,
        )
    for notification in notifications:
        glance = notification["text"][:GLANCE]
        assert "table\xa0" in glance, glance
        assert glance.startswith("@") or notification["reason"] == "dm", glance
        assert not CODE.search(notification["text"]), notification["text"]


@pytest.mark.usefixtures("icons_at_once")
@pytest.mark.parametrize(
    "game", [key for key, game in registry.games().items() if 2 in game.facts.seats]
)
async def test_news_so_short_that_a_push_shows_the_scores_show_them_without_icons(
    house, monkeypatch, game
):
    """Two people play a few turns, and one resigns."""
    monkeypatch.setattr(adviser, "ADVISER", EASY)
    while not house.app.emoji("seat_d"):
        await asyncio.sleep(0.05)
    options = {"language": "en", "order": "joined"}
    if len(registry.get(game).facts.seats) > 1:
        options["players"] = 2
    post = (await house.maud.slash(f"{game} new", options=options)).message
    await house.bastien.click(post, "Join")
    await house.maud.click(post, "Start")
    for _ in range(6):
        acting, *_ = (await house.app.reading.look(1, None)).to_act
        await house.move((house.maud, house.bastien)[acting])
        await quiet(house)
    await house.app.seats.resign(1, house.bastien.id)
    await quiet(house)
    texts = [
        notification["text"]
        for person in (house.maud, house.bastien)
        for notification in person.notifications
    ]
    assert any("your turn" in push for push in texts)
    assert [push for push in texts if CODE.search(push)] == []
