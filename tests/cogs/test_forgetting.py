"""Somebody has their data deleted: what people see of them at the tables goes with it."""

from datetime import timedelta

import pytest

from bot.playground.driver import labels, pictures, words
from bot.playground.people import GAMES_ID, READ_HISTORY
from bot.service.reminders import Reminders
from bot.service.votes import Votes
from bot.steps.announcements import notice, waits
from bot.table.motions import Kind
from bot.table.seating import Person, Status
from cogs._painting.wish import Wish
from render.cache import CACHE
from render.text import label
from tests.cogs.playing import duel, message_after, newest
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


def assert_mentions_only_ines(house, post):
    """A post that has mentioned Bastien and Inès."""
    content = house.maud.message(post["id"])["content"]
    assert house.bastien.mention not in content
    assert house.ines.mention in content


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


# ---- messages that call several people -----------------------------------------------------------


def noting(house, thread, person):
    """Messages in a thread that mention a person, apart from boards."""
    boards = {post["id"] for post in house.boards(thread) if "Récap" in labels(post)}
    messages = [message for message in house.maud.messages(thread) if message["id"] not in boards]
    return [message for message in messages if person.mention in message["content"]]


async def test_a_notice_to_several_loses_the_mention(house):
    """As that of new terms; its words and the other mentions stay."""
    thread = await start_game(house, "akropolis")
    post = notice("table.notice_stuck", [house.bastien.id, house.ines.id])
    await house.app.store.post(1, post)
    house.app.outbox.wake()
    await quiet(house)
    [line] = noting(house, thread, house.bastien)
    await forgotten(house, house.bastien)
    await quiet(house)
    edited = house.maud.message(line["id"])
    assert edited["content"] == line["content"].replace(house.bastien.mention, "**quelqu’un**")
    assert [user["id"] for user in edited["mentions"]] == [str(house.ines.id)]
    assert noting(house, thread, house.bastien) == []


async def test_the_line_about_a_late_player_loses_whom_it_tells(house):
    """Its buttons stay; with the late player it goes altogether."""
    thread = await start_game(house, "akropolis")
    live = await house.app.tables.load(1)
    await house.app.store.post(1, waits(live, 0, 5, [house.bastien.id, house.ines.id]))
    house.app.outbox.wake()
    await quiet(house)
    [line] = noting(house, thread, house.bastien)
    assert labels(line)
    await forgotten(house, house.bastien)
    await quiet(house)
    assert_mentions_only_ines(house, line)
    assert labels(house.maud.message(line["id"])) == labels(line)
    await forgotten(house, house.maud)
    await quiet(house)
    assert line["id"] not in {message["id"] for message in house.ines.messages(thread)}


async def test_the_question_of_a_motion_loses_whom_it_asks(house):
    thread = await start_game(house, "akropolis")
    await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await quiet(house)
    [question] = noting(house, thread, house.bastien)
    await forgotten(house, house.bastien)
    await quiet(house)
    assert_mentions_only_ines(house, question)
    assert "Oui" in labels(house.maud.message(question["id"]))


async def test_a_question_that_is_under_way_meanwhile_loses_whom_it_asks(house, monkeypatch):
    """Somebody is erased between the request that sends it and the note of it."""
    thread, note = await start_game(house, "akropolis"), Votes.note_post

    async def note_later(votes, *post):
        monkeypatch.setattr(Votes, "note_post", note)
        await house.app.privacy.forget(house.bastien.id)
        return await note(votes, *post)

    monkeypatch.setattr(Votes, "note_post", note_later)
    await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await quiet(house)
    assert noting(house, thread, house.bastien) == []
    assert any("Oui" in labels(post) for post in noting(house, thread, house.ines))


async def test_the_lobby_of_a_rematch_loses_whom_it_invites(house):
    """Before they have taken a seat there."""
    await duel(house)
    await house.app.seats.resign(1, house.maud.id)
    await quiet(house)
    await house.app.lobbies.rematch(1, Person(house.maud.id, house.maud.member.name))
    await quiet(house)
    post = house.maud.message((await house.app.tables.get(2)).lobby_message_id)
    assert house.bastien.mention in post["content"]
    await forgotten(house, house.bastien)
    await quiet(house)
    assert house.bastien.mention not in house.maud.message(post["id"])["content"]


async def test_an_invitation_in_the_channel_loses_whom_it_invites(house):
    """As of those who wait for a game, and accept no direct messages."""
    for friend in (house.bastien, house.ines):
        await friend.slash("me notify", options={"game": "akropolis"})
        await friend.call("dms", open=False)
    channel = (await house.lobby())["channel_id"]
    [post] = await house.maud.expect(lambda: noting(house, channel, house.bastien))
    await quiet(house)
    await forgotten(house, house.bastien)
    await quiet(house)
    assert_mentions_only_ines(house, post)


async def test_a_message_that_cannot_be_read_is_deleted(house):
    """Without the right to read the history nobody can be taken out of it."""
    thread = await start_game(house, "akropolis")
    await house.app.store.post(1, notice("table.notice_stuck", [house.bastien.id, house.ines.id]))
    house.app.outbox.wake()
    await quiet(house)
    [line] = noting(house, thread, house.bastien)
    house.ground.deny(GAMES_ID, READ_HISTORY)
    await house.app.privacy.forget(house.bastien.id)
    await quiet(house)
    assert line["id"] not in {message["id"] for message in house.maud.messages(thread)}


@pytest.fixture
async def cut_off(house, monkeypatch):
    """Post something at a table, and end the bot before it hears that Discord has the message."""

    async def post(thread, queue):
        monkeypatch.setattr("bot.service.delivery.STOP_PATIENCE", 0.0)
        hold = house.ground.faults.hold("POST", f"^/channels/{thread}/messages$")
        await queue()
        house.app.outbox.wake()
        await hold.wait_for_arrival()
        await house.stop()
        hold.release()

    return post


@pytest.mark.parametrize("kind", ["notice", "motion"])
async def test_whoever_is_erased_before_the_next_attempt_at_a_message_is_not_left_in_it(
    house, cut_off, kind
):
    thread = await start_game(house, "akropolis")

    async def queue():
        if kind == "motion":
            return await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
        post = notice("table.notice_stuck", [house.bastien.id, house.ines.id])
        return await house.app.store.post(1, post)

    await cut_off(thread, queue)
    [post] = noting(house, thread, house.bastien)
    with house.ground.faults.during("page", method="POST", path="/messages$"):
        await house.start()
        await house.app.privacy.forget(house.bastien.id)
    house.app.clock.skip(timedelta(minutes=1))  # an attempt in between is made up for
    house.app.wake()
    await quiet(house)
    assert_mentions_only_ines(house, post)


async def test_a_message_that_is_under_way_meanwhile_loses_the_mention_too(house, monkeypatch):
    """Somebody is erased between the request that sends it and the note of it."""
    thread = await start_game(house, "akropolis")
    note = Reminders.note_pings

    async def note_later(reminders, *pings):
        monkeypatch.setattr(Reminders, "note_pings", note)
        await house.app.privacy.forget(house.bastien.id)
        return await note(reminders, *pings)

    monkeypatch.setattr(Reminders, "note_pings", note_later)
    post = notice("table.notice_stuck", [house.bastien.id, house.ines.id])
    await house.app.store.post(1, post)
    house.app.outbox.wake()
    await quiet(house)
    assert noting(house, thread, house.bastien) == []
    assert len(noting(house, thread, house.ines)) >= 1
