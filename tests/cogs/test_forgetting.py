"""Somebody has their data deleted: what people see of them at the tables goes with it."""

import pytest

from bot.playground.driver import pictures, words
from bot.table.seating import Status
from cogs._painting.wish import Wish
from render.cache import CACHE
from render.text import label
from tests.cogs.playing import message_after, newest
from tests.cogs.settling import quiet


@pytest.fixture
def names_drawn(monkeypatch):
    """The names in each picture that is drawn."""
    names = []
    draw = Wish.draw

    def and_note(wish):
        names.append(wish.names)
        return draw(wish)

    monkeypatch.setattr(Wish, "draw", and_note)
    return names


async def start_game(house, game):
    """A game of Maud, Bastien and Inès, and its thread."""
    options = {"players": 3, "language": "fr", "order": "joined"}
    post = (await house.maud.slash(f"{game} new", options=options)).message
    for friend in (house.bastien, house.ines):
        await friend.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    await quiet(house)
    return post["id"]


async def forgotten(house, person):
    question = (await person.slash("me delete-my-data")).message
    await message_after(person, question, person.click(question, "me:erase"))


def lobby(house, thread):
    """The post that the thread of a table hangs on."""
    return next(message for message in house.maud.messages() if message["id"] == thread)


def everything(message):
    """Texts of a message and of its pictures."""
    return "\n".join((words(message), *(picture["description"] for picture in pictures(message))))


@pytest.mark.parametrize("game", ["akropolis", "attika"])
async def test_newest_board_and_lobby_lose_the_name(house, names_drawn, game):
    """In a game where an AI plays on, and in one whose rules let a seat leave."""
    thread = await start_game(house, game)
    assert "Bastien" in everything(newest(house, thread))
    before = newest(house, thread)["id"]
    names_drawn.clear()
    await forgotten(house, house.bastien)
    await quiet(house)
    posts = [lobby(house, thread), house.maud.message(before), newest(house, thread)]
    assert [post for post in posts if "Bastien" in everything(post)] == []
    assert all("Joueur 2" in everything(post) for post in posts[1:])
    assert names_drawn
    assert not any("Bastien" in name for names in names_drawn for name in names)
    assert (await house.app.tables.get(1)).status is Status.LIVE


def words_drawn():
    """Every text that the cache of pictures holds."""
    return {key[1] for part in CACHE._parts for key in part if key[0] is label.__wrapped__}


async def test_no_picture_with_the_name_is_kept(house):
    await start_game(house, "attika")
    assert "Bastien" in words_drawn()
    await forgotten(house, house.bastien)
    await quiet(house)
    assert "Maud" in words_drawn()
    assert "Bastien" not in words_drawn()


async def test_what_the_others_are_told_names_nobody(house):
    thread = await start_game(house, "akropolis")
    ids_before = {message["id"] for message in house.maud.messages(thread)}
    await forgotten(house, house.bastien)
    await quiet(house)
    messages = [
        message for message in house.maud.messages(thread) if message["id"] not in ids_before
    ]
    assert any("**Joueur 2**" in words(message) for message in messages)
    assert not any("Bastien" in everything(message) for message in messages)


async def test_the_name_goes_even_if_the_bot_ends_before_it_can_show_that(house):
    """Discord is away when somebody is erased, and the bot is ended; the next start shows it."""
    thread = await start_game(house, "akropolis")
    board = newest(house, thread)["id"]
    for method in ("POST", "PATCH", "DELETE"):
        house.ground.faults.inject(
            "http_error", status=503, method=method, path="/channels/", count=0
        )
    await house.app.privacy.forget(house.bastien.id)
    await house.stop()
    assert "Bastien" in everything(house.maud.message(board))
    house.ground.faults.clear()
    await house.start()
    await house.maud.expect(lambda: "Bastien" not in everything(house.maud.message(board)))
    await house.maud.expect(lambda: "Bastien" not in everything(lobby(house, thread)))


async def test_a_board_that_somebody_has_deleted_comes_again_without_the_name(house):
    thread = await start_game(house, "akropolis")
    board = newest(house, thread)["id"]
    await house.app.http.delete_message(thread, board)
    await forgotten(house, house.bastien)
    await quiet(house)
    assert newest(house, thread)["id"] != board
    assert "Joueur 2" in everything(newest(house, thread))


async def test_a_board_that_is_too_old_to_be_edited_is_deleted_after_another_start_at_the_latest(
    house,
):
    """Discord takes few edits of an old message: another board comes, and the old one goes."""
    thread = await start_game(house, "akropolis")
    board = newest(house, thread)["id"]
    house.ground.faults.refuse("PATCH", rf"/messages/{board}$", code=30046, count=0)
    house.ground.faults.inject("http_error", status=503, method="DELETE", path=board, count=0)
    await forgotten(house, house.bastien)
    await house.maud.expect(lambda: newest(house, thread)["id"] != board)
    await house.stop()
    assert "Bastien" in everything(house.maud.message(board))
    house.ground.faults.clear()
    await house.start()
    await house.maud.expect(
        lambda: board not in {message["id"] for message in house.maud.messages(thread)}
    )
    assert "Bastien" not in everything(newest(house, thread))


async def test_the_hand_that_was_sent_to_them_is_deleted(house):
    await start_game(house, "attika")
    place = await house.bastien.expect(house.bastien.dm)
    assert house.bastien.messages(place["id"])
    await forgotten(house, house.bastien)
    await quiet(house)
    assert house.bastien.messages(place["id"]) == []
