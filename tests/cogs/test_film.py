"""The film of a finished game: made once on request, with its progress, and posted for all."""

import re

import pytest

from bot.playground.driver import labels, words
from bot.service.delivery import Delivery, Later
from cogs._posts.courier import DiscordCourier
from cogs._shared.films import progress
from cogs._shared.painter import PAINTER
from tests.cogs.playing import duel
from tests.cogs.settling import quiet


@pytest.fixture
async def running(house):
    """A game of Maud and Bastien in which Maud has moved; its thread."""
    thread = await duel(house)
    await house.move(house.maud)
    await quiet(house)
    return thread


@pytest.fixture
async def over(house, running):
    """The game, which Maud has given up; its thread."""
    await house.app.seats.resign(1, house.maud.id)
    await quiet(house)
    return running


@pytest.fixture
async def three_turns(house, running):
    """The game after two more turns, which Maud has given up; its thread."""
    for person in (house.bastien, house.maud):
        await house.move(person)
    await house.app.seats.resign(1, house.maud.id)
    await quiet(house)
    return running


def files(message):
    return [attachment["filename"] for attachment in message["attachments"]]


def films(house, thread):
    """The messages of a thread that are a film."""
    return [message for message in house.maud.messages(thread) if files(message) == ["film.gif"]]


def end_post(house, thread):
    """The last board of a game."""
    posts = house.maud.messages(thread)
    return next(post for post in reversed(posts) if "Film" in labels(post))


async def answer_after(house, person, thread, pattern):
    """The private answer to a press on *Film*, once it matches a pattern."""
    answer = (await person.click(end_post(house, thread), "Film")).message

    def current():
        message = person.message(answer["id"])
        return re.search(pattern, words(message)) and message

    return await person.expect(current)


async def test_one_press_posts_the_film_for_all(house, over):
    answer = await answer_after(
        house, house.maud, over, "Le film d.Akropolis.*discord.com/channels"
    )
    (film,) = films(house, over)
    assert film["id"] in words(answer)
    assert film["mentions"] == []
    assert "toute la partie, tour par tour" in words(film)
    description = film["attachments"][0]["description"]
    assert description.startswith("Image animée")
    assert "Bastien" in description
    table = await house.app.tables.get(1)
    assert str(table.film_message_id) == film["id"]


async def test_it_is_made_once_and_everybody_finds_it(house, over):
    await answer_after(house, house.maud, over, "discord.com")
    answer = await answer_after(house, house.noor, over, "discord.com")
    (film,) = films(house, over)
    assert film["id"] in words(answer)
    assert words(answer).startswith("The film of")


async def test_two_who_ask_at_once_get_one_film(house, over):
    post = end_post(house, over)
    for person in (house.maud, house.bastien):
        await person.click(post, "Film")
    await house.maud.expect(lambda: films(house, over))
    await quiet(house)
    assert len(films(house, over)) == 1


async def test_a_restart_before_it_is_posted_posts_it_once(house, over):
    await house.app.places.request_film(1)
    await house.stop()
    await house.start()
    await house.maud.expect(lambda: films(house, over))
    await quiet(house)
    assert len(films(house, over)) == 1


async def test_a_deleted_film_is_made_again(house, over):
    await answer_after(house, house.maud, over, "discord.com")
    (film,) = films(house, over)
    world = house.ground.world
    world.remove_message(world.message(int(over), int(film["id"])))
    house.ground.let_pass(61)
    await house.maud.click(end_post(house, over), "Film")
    await house.maud.expect(lambda: films(house, over))
    assert films(house, over)[0]["id"] != film["id"]


@pytest.mark.parametrize("kind", ["http_error", "page", "foreign", "drop"])
async def test_an_outage_hides_no_film_and_makes_none_again(house, over, kind):
    await answer_after(house, house.maud, over, "discord.com")
    house.ground.let_pass(61)
    with house.ground.faults.during(kind, method="GET", path=r"/messages/\d+$"):
        answer = await answer_after(house, house.noor, over, "discord.com")
    (film,) = films(house, over)
    assert film["id"] in words(answer)


async def test_a_film_that_cannot_be_drawn_is_reported_and_not_asked_for_at_once(
    house, over, monkeypatch
):
    draw = PAINTER.draw

    async def spilt(wish):
        if wish.picture == "frame":
            raise ValueError("the ink is out")
        return await draw(wish)

    monkeypatch.setattr(PAINTER, "draw", spilt)
    await answer_after(house, house.maud, over, "n’a pas pu être fait")
    assert films(house, over) == []
    again = await house.maud.click(end_post(house, over), "Film")
    assert re.search(r"Attendez \d+\s+secondes?", again.text)
    monkeypatch.setattr(PAINTER, "draw", draw)
    house.ground.let_pass(61)
    await answer_after(house, house.maud, over, "discord.com")


def weigh(monkeypatch, picture):
    """Let each frame of films or pages weigh as much; the numbers of frames of those drawn."""
    draw, drawn = PAINTER.draw, []

    async def weighed(wish):
        if wish.picture != picture:
            return await draw(wish)
        drawn.append(len(wish.shown.frames))
        return bytes(1_000 * drawn[-1])

    monkeypatch.setattr(PAINTER, "draw", weighed)
    return drawn


async def test_a_film_that_is_too_large_loses_turns(house, three_turns, monkeypatch):
    drawn = weigh(monkeypatch, "film")
    monkeypatch.setattr("cogs._posts.films.LARGEST", 2_000)
    await answer_after(house, house.maud, three_turns, "discord.com")
    (film,) = films(house, three_turns)
    assert drawn == [4, 3, 2]
    assert film["attachments"][0]["size"] == 2_000


async def test_a_film_that_stays_too_large_is_reported(house, three_turns, monkeypatch):
    drawn = weigh(monkeypatch, "film")
    monkeypatch.setattr("cogs._posts.films.LARGEST", 1_999)
    await answer_after(house, house.maud, three_turns, "n’a pas pu être fait")
    assert drawn == [4, 3, 2]
    assert films(house, three_turns) == []


async def test_a_pause_that_discord_asks_for_is_no_failure(house, over):
    path = f"/channels/{over}/messages$"
    house.ground.faults.inject("rate_limit", retry_after=90.0, method="POST", path=path)
    delivery = Delivery(99, 1, "film", {"instead": None}, "limited", 1)
    with pytest.raises(Later):
        await DiscordCourier(house.app).deliver(delivery)
    making = progress(house.app, 1)
    assert making.drawn == making.frames > 0
    assert not making.ended
    await DiscordCourier(house.app).deliver(delivery)
    assert len(films(house, over)) == 1
    assert progress(house.app, 1) is None


@pytest.mark.parametrize(
    ("person", "refusal"),
    [
        ("maud", "Le film se fait quand la partie est finie."),
        ("noor", "The film is made when the game is over."),
    ],
)
async def test_before_the_end_there_is_no_film(house, running, person, refusal):
    answer = await getattr(house, person).slash("table film", running)
    assert answer.text == refusal
    await quiet(house)
    assert films(house, running) == []


async def test_the_command_finds_the_film_of_a_table(house, over):
    await answer_after(house, house.maud, over, "discord.com")
    (film,) = films(house, over)
    answer = await house.bastien.slash("table film", over)
    assert film["id"] in answer.text


async def test_whoever_is_forgotten_while_it_is_made_is_not_named_in_it(house, over, monkeypatch):
    draw, drawn = PAINTER.draw, []

    async def forget_meanwhile(wish):
        drawn.append((wish.picture, wish.names))
        if [picture for picture, _ in drawn] == ["frame", "frame", "film"]:
            await house.app.privacy.forget(house.bastien.id)
        return await draw(wish)

    monkeypatch.setattr(PAINTER, "draw", forget_meanwhile)
    await house.app.places.request_film(1)
    await house.maud.expect(lambda: films(house, over))
    (film,) = films(house, over)
    assert "Bastien" in drawn[0][1]
    assert "Bastien" not in film["attachments"][0]["description"]
    last_frames = [names for picture, names in drawn if picture == "frame"][-2:]
    assert all("Bastien" not in names for names in last_frames)


# ---- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "refusal"),
    [
        ("maud", "Une page se fait d’une partie finie."),
        ("noor", "A page is made of a finished game."),
    ],
)
async def test_before_the_end_there_is_no_page(house, running, person, refusal):
    answer = await getattr(house, person).slash("table export", running, {"as": "page"})
    assert answer.text == refusal


async def test_a_page_is_sent_to_who_asked_and_to_nobody_else(house, over):
    before = len(house.bastien.messages(over))
    answer = await house.maud.slash("table export", over, {"as": "page"})

    def made():
        return files(house.maud.message(answer.message["id"]))

    assert await house.maud.expect(made) == ["akropolis-1.html"]
    assert len(house.bastien.messages(over)) == before
    again = await house.maud.slash("table export", over, {"as": "page"})
    assert re.search(r"Attendez \d+\s+secondes?", again.text)


async def test_a_page_that_cannot_be_made_is_reported(house, over, monkeypatch):
    async def spilt(wish):
        raise ValueError("the ink is out")

    monkeypatch.setattr(PAINTER, "draw", spilt)
    answer = await house.maud.slash("table export", over, {"as": "page"})

    def told():
        return "n’a pas pu être faite" in words(house.maud.message(answer.message["id"]))

    assert await house.maud.expect(told)


async def test_a_page_that_is_too_large_loses_turns(house, three_turns, monkeypatch):
    drawn = weigh(monkeypatch, "page")
    monkeypatch.setattr("cogs._pages.page_file.LARGEST", 2_000)
    answer = await house.maud.slash("table export", three_turns, {"as": "page"})

    def made():
        return files(house.maud.message(answer.message["id"]))

    await house.maud.expect(made)
    assert drawn == [4, 3, 2]
