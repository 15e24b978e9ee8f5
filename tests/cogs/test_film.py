"""The film of a finished game: made once on request, with its progress, and posted for all."""

import re

import pytest

from bot.service.delivery import Delivery, Later
from bot.table import payloads
from cogs._answering.films import progress
from cogs._painting.painter import PAINTER
from cogs._posts.courier import DiscordCourier
from playground.driver import labels, words
from playground.people import ATTACH_FILES, GAMES_ID
from tests.cogs.playing import duel, spill_ink
from tests.cogs.settling import give_up, quiet


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
    await give_up(house, house.maud)
    return running


@pytest.fixture
async def three_turns(house, running):
    """The game after two more turns, which Maud has given up; its thread."""
    await house.move(house.bastien, house.maud)
    await give_up(house, house.maud)
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


async def answer_after(house, person, thread, pattern="discord.com"):
    """The private answer to a press on *Film*, once it matches a pattern, as that of a link."""
    answer = (await person.click(end_post(house, thread), "Film")).message

    def current():
        message = person.message(answer["id"])
        return re.search(pattern, words(message)) and message

    return await person.expect(current)


async def test_one_press_posts_the_film_for_all(house, over):
    """It is made once, and everybody finds it, also by the command."""
    pattern = "Le film d.Akropolis.*discord.com/channels"
    answer = await answer_after(house, house.maud, over, pattern)
    (film,) = films(house, over)
    assert film["id"] in words(answer)
    assert film["mentions"] == []
    assert "toute la partie, tour par tour" in words(film)
    description = film["attachments"][0]["description"]
    assert description.startswith("Image animée")
    assert "Bastien" in description
    table = await house.app.tables.get(1)
    assert str(table.film_message_id) == film["id"]
    answer = await answer_after(house, house.noor, over)
    assert films(house, over) == [film]
    assert film["id"] in words(answer)
    assert words(answer).startswith("The film of")
    assert film["id"] in (await house.bastien.slash("replay film", over)).text


async def test_two_who_ask_at_once_get_one_film(house, over):
    post = end_post(house, over)
    for person in (house.maud, house.bastien):
        await person.click(post, "Film")
    await house.maud.expect(lambda: films(house, over))
    await quiet(house)
    assert len(films(house, over)) == 1


async def test_a_deleted_film_is_made_again(house, over):
    await answer_after(house, house.maud, over)
    (film,) = films(house, over)
    world = house.ground.world
    world.remove_message(world.message(int(over), int(film["id"])))
    house.ground.let_pass(61)
    await house.maud.click(end_post(house, over), "Film")
    await house.maud.expect(lambda: films(house, over))
    assert films(house, over)[0]["id"] != film["id"]


async def test_an_outage_hides_no_film_and_makes_none_again(house, over):
    await answer_after(house, house.maud, over)
    for kind in ("http_error", "page", "foreign", "drop"):
        house.ground.let_pass(61)
        with house.ground.faults.during(kind, method="GET", path=r"/messages/\d+$"):
            answer = await answer_after(house, house.noor, over)
        (film,) = films(house, over)
        assert film["id"] in words(answer), kind


async def test_a_film_that_cannot_be_drawn_is_reported_and_not_asked_for_at_once(
    house, over, monkeypatch
):
    with monkeypatch.context() as patched:
        spill_ink(patched, "frame")
        await answer_after(house, house.maud, over, "n’a pas pu être fait")
        assert films(house, over) == []
        answer = await house.maud.click(end_post(house, over), "Film")
        assert re.search(r"Attendez \d+\s+secondes?", answer.text)
    house.ground.let_pass(61)
    await answer_after(house, house.maud, over)


def weigh(monkeypatch, picture):
    """Let each frame of films or pages weigh as much; the numbers of frames as they are drawn."""
    draw, numbers = PAINTER.draw, []

    async def draw_by_weight(wish):
        if wish.picture != picture:
            return await draw(wish)
        numbers.append(len(wish.shown.frames))
        return bytes(1_000 * numbers[-1])

    monkeypatch.setattr(PAINTER, "draw", draw_by_weight)
    return numbers


async def test_a_film_that_is_too_large_loses_turns(house, three_turns, monkeypatch):
    """Of one that stays too large people hear that another try is of no use."""
    numbers = weigh(monkeypatch, "film")
    monkeypatch.setattr("cogs._posts.keepsakes.LARGEST", 1_999)
    await answer_after(house, house.maud, three_turns, r"trop lourd pour Discord\. \*Page\*")
    assert numbers == [4, 3, 2]
    assert films(house, three_turns) == []
    numbers.clear()
    house.ground.let_pass(61)
    monkeypatch.setattr("cogs._posts.keepsakes.LARGEST", 2_000)
    await answer_after(house, house.maud, three_turns)
    (film,) = films(house, three_turns)
    assert numbers == [4, 3, 2]
    assert film["attachments"][0]["size"] == 2_000


async def test_a_film_that_discord_takes_for_too_large_is_not_promised_for_later(house, over):
    path = f"/channels/{over}/messages$"
    house.ground.faults.refuse("POST", path, status=413, code=40005, message="Too large")
    await answer_after(house, house.maud, over, "trop lourd pour Discord")
    assert films(house, over) == []


async def test_a_pause_that_discord_asks_for_is_no_failure(house, over):
    path = f"/channels/{over}/messages$"
    house.ground.faults.inject("rate_limit", retry_after=90.0, method="POST", path=path)
    delivery = Delivery(99, 1, "film", payloads.Film(instead=None), "limited", 1)
    with pytest.raises(Later):
        await DiscordCourier(house.app).deliver(delivery)
    making = progress(house.app, 1)
    assert making.drawn == making.frames > 0
    assert not making.ended
    await DiscordCourier(house.app).deliver(delivery)
    assert len(films(house, over)) == 1
    assert progress(house.app, 1) is None


async def test_before_the_end_there_is_no_film_and_no_page(house, running):
    refusals = {
        house.maud: (
            "Le film se fait quand la partie est finie.",
            "Une page se fait d’une partie finie.",
        ),
        house.noor: (
            "The film is made when the game is over.",
            "A page is made of a finished game.",
        ),
    }
    for person, (no_film, no_page) in refusals.items():
        assert (await person.slash("replay film", running)).text == no_film
        answer = await person.slash("replay export", running, {"as": "page"})
        assert answer.text == no_page
    await quiet(house)
    assert films(house, running) == []


async def test_without_the_right_to_attach_files_the_film_is_refused_by_that_name(house, over):
    house.ground.deny(GAMES_ID, ATTACH_FILES)
    answer = await house.maud.slash("replay film", over)
    assert "joindre des fichiers" in answer.text.casefold()


async def test_a_person_forgotten_while_it_is_made_is_not_named_in_it(house, over, monkeypatch):
    draw, names_by_picture = PAINTER.draw, []

    async def forget_meanwhile(wish):
        names_by_picture.append((wish.picture, wish.names))
        if [picture for picture, _ in names_by_picture] == ["frame", "frame", "film"]:
            await house.app.privacy.forget(house.bastien.id)
        return await draw(wish)

    monkeypatch.setattr(PAINTER, "draw", forget_meanwhile)
    await house.app.places.request_film(1)
    await house.maud.expect(lambda: films(house, over))
    (film,) = films(house, over)
    assert "Bastien" in names_by_picture[0][1]
    assert "Bastien" not in film["attachments"][0]["description"]
    last_frames = [names for picture, names in names_by_picture if picture == "frame"][-2:]
    assert all("Bastien" not in names for names in last_frames)


# ---- the page ------------------------------------------------------------------------------------


async def exported(house, thread, is_ready):
    """Maud’s private answer to *Page* below the last board, once it is ready."""
    answer = (await house.maud.click(end_post(house, thread), "Page")).message
    return await house.maud.expect(
        lambda: is_ready(message := house.maud.message(answer["id"])) and message
    )


async def test_a_page_is_sent_to_the_person_who_asked_alone(house, over):
    before = len(house.bastien.messages(over))
    answer = await exported(house, over, files)
    assert files(answer) == ["akropolis-1.html"]
    assert len(house.bastien.messages(over)) == before
    answer = await house.maud.slash("replay export", over, {"as": "page"})
    assert re.search(r"Attendez \d+\s+secondes?", answer.text)


async def test_a_page_that_cannot_be_made_is_reported(house, over, monkeypatch):
    spill_ink(monkeypatch)
    await exported(house, over, lambda answer: "n’a pas pu être faite" in words(answer))


async def test_a_page_that_is_too_large_loses_turns(house, three_turns, monkeypatch):
    numbers = weigh(monkeypatch, "page")
    monkeypatch.setattr("cogs._pages.page_file.LARGEST", 2_000)
    await exported(house, three_turns, files)
    assert numbers == [4, 3, 2]
