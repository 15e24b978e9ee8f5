"""A person has their data deleted: their name at the tables goes with it."""

from datetime import timedelta

import pytest

from bot.service.reminders import Reminders
from bot.service.votes import Votes
from bot.steps.announcements import late_notice, notice
from bot.table.motions import Kind
from bot.table.seating import Person, Status
from cogs._painting.wish import Wish
from playground.driver import labels, pictures, words
from playground.people import GAMES_ID, READ_HISTORY
from render.cache import CACHE
from render.text import label
from tests.cogs import playing
from tests.cogs.playing import after_click, newest
from tests.cogs.settling import give_up, quiet


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


async def start_game(house, game="akropolis"):
    """A game of Maud, Bastien and Inès, and its thread."""
    thread = await playing.start_game(house, house.maud, house.bastien, house.ines, game=game)
    await quiet(house)
    return thread


async def forget(house, person):
    """Let a person have their data deleted, and everything that follows from it be done."""
    question = (await person.slash("me delete-my-data")).message
    await after_click(person, question, "me:erase")
    await quiet(house)


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
    """In a game where an AI plays on, and in one whose rules let a seat leave.

    The others are told without the name, no picture with it is kept, and a hand is deleted.
    """
    thread = await start_game(house, game)
    before = newest(house, thread)
    assert "Bastien" in everything(before)
    ids_before = {message["id"] for message in house.maud.messages(thread)}
    place = house.bastien.dm() if game == "attika" else None
    assert not place or house.bastien.messages(place["id"])
    names_drawn.clear()
    await forget(house, house.bastien)
    messages = house.maud.messages(thread)
    news = [message for message in messages if message["id"] not in ids_before]
    assert any("**Joueur 2**" in words(message) for message in news)
    posts = [lobby(house, thread), house.maud.message(before["id"]), newest(house, thread)]
    assert [post for post in (*posts, *news) if "Bastien" in everything(post)] == []
    assert all("Joueur 2" in everything(post) for post in posts[1:])
    assert names_drawn
    assert not any("Bastien" in name for names in names_drawn for name in names)
    assert not place or house.bastien.messages(place["id"]) == []
    assert (await house.app.tables.get(1)).status is Status.LIVE


def words_drawn():
    """Every text that the cache of pictures holds."""
    return {key[1] for part in CACHE._parts for key in part if key[0] is label.__wrapped__}


@pytest.mark.parametrize("real_pictures", [True])
async def test_no_picture_with_the_name_is_kept(house):
    await start_game(house, "attika")
    assert "Bastien" in words_drawn()
    await forget(house, house.bastien)
    assert "Maud" in words_drawn()
    assert "Bastien" not in words_drawn()


async def test_the_name_goes_even_if_the_bot_ends_before_it_can_show_that(house):
    """Discord is away when somebody is erased, and the bot is ended; the next start shows it."""
    thread = await start_game(house)
    board = newest(house, thread)["id"]
    with house.ground.faults.during("http_error", method="POST|PATCH|DELETE", path="/channels/"):
        await house.app.privacy.forget(house.bastien.id)
        await house.stop()
        assert "Bastien" in everything(house.maud.message(board))
    await house.start()
    await house.maud.expect(lambda: "Bastien" not in everything(house.maud.message(board)))
    await house.maud.expect(lambda: "Bastien" not in everything(lobby(house, thread)))


async def test_a_board_that_somebody_has_deleted_comes_again_without_the_name(house):
    thread = await start_game(house)
    board = newest(house, thread)["id"]
    await house.app.http.delete_message(thread, board)
    await forget(house, house.bastien)
    assert newest(house, thread)["id"] != board
    assert "Joueur 2" in everything(newest(house, thread))


async def test_a_board_too_old_to_be_edited_is_deleted_after_another_start_at_the_latest(house):
    """Discord takes few edits of an old message: another board comes, and the old one goes."""
    thread = await start_game(house)
    board = newest(house, thread)["id"]
    house.ground.faults.refuse("PATCH", rf"/messages/{board}$", code=30046, count=0)
    house.ground.faults.inject("http_error", status=503, method="DELETE", path=board, count=0)
    question = (await house.bastien.slash("me delete-my-data")).message
    await after_click(house.bastien, question, "me:erase")
    await house.maud.expect(lambda: newest(house, thread)["id"] != board)
    await house.stop()
    assert "Bastien" in everything(house.maud.message(board))
    house.ground.faults.clear()
    await house.start()
    await house.maud.expect(
        lambda: board not in {message["id"] for message in house.maud.messages(thread)}
    )
    assert "Bastien" not in everything(newest(house, thread))


# ---- messages that call several people -----------------------------------------------------------


def messages_to(house, thread, person):
    """Messages in a thread that mention a person, apart from boards."""
    boards = {post["id"] for post in house.boards(thread) if "Récap" in labels(post)}
    messages = [message for message in house.maud.messages(thread) if message["id"] not in boards]
    return [message for message in messages if person.mention in message["content"]]


def notice_to_both(house):
    """A notice to Bastien and Inès, as one of new terms."""
    return notice("table.notice_stuck", [house.bastien.id, house.ines.id])


async def post(house, message):
    """Post something at the table, and wait until it is there."""
    await house.app.store.post(1, message)
    house.app.outbox.wake()
    await quiet(house)


def forget_before(house, monkeypatch, service, name):
    """Erase Bastien between the request that sends a message and the note of it."""
    note = getattr(service, name)

    async def note_later(self, *messages):
        monkeypatch.setattr(service, name, note)
        await house.app.privacy.forget(house.bastien.id)
        return await note(self, *messages)

    monkeypatch.setattr(service, name, note_later)


async def test_messages_that_call_several_people_lose_the_mention_of_one(house):
    """A notice, the line about a late player and the question of a motion keep all else.

    The line goes altogether with the late player.
    """
    thread = await start_game(house)
    live = await house.app.tables.load(1)
    await post(house, notice_to_both(house))
    others = [house.bastien.id, house.ines.id]
    await post(house, late_notice(live, 0, "table.notice_waits", others, n=5))
    await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await quiet(house)
    plain_notice, late_line, question = before = messages_to(house, thread, house.bastien)
    await forget(house, house.bastien)
    for message in before:
        assert_mentions_only_ines(house, message)
        assert labels(house.maud.message(message["id"])) == labels(message)
    assert messages_to(house, thread, house.bastien) == []
    edited = house.maud.message(plain_notice["id"])
    content = plain_notice["content"].replace(house.bastien.mention, "**quelqu’un**")
    assert edited["content"] == content
    assert [user["id"] for user in edited["mentions"]] == [str(house.ines.id)]
    assert labels(late_line)
    assert "Oui" in labels(question)
    await forget(house, house.maud)
    assert late_line["id"] not in {message["id"] for message in house.ines.messages(thread)}


async def test_a_question_that_is_under_way_meanwhile_loses_the_people_it_asks(house, monkeypatch):
    thread = await start_game(house)
    forget_before(house, monkeypatch, Votes, "note_post")
    await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await quiet(house)
    assert messages_to(house, thread, house.bastien) == []
    assert any("Oui" in labels(post) for post in messages_to(house, thread, house.ines))


async def test_a_message_that_is_under_way_meanwhile_loses_the_mention_too(house, monkeypatch):
    thread = await start_game(house)
    forget_before(house, monkeypatch, Reminders, "note_pings")
    await post(house, notice_to_both(house))
    assert messages_to(house, thread, house.bastien) == []
    assert len(messages_to(house, thread, house.ines)) >= 1


async def test_the_lobby_of_a_rematch_loses_the_people_it_invites(house):
    """Before they have taken a seat there."""
    await playing.duel(house)
    await give_up(house, house.maud)
    await house.app.lobbies.rematch(1, Person(house.maud.id, house.maud.member.name))
    await quiet(house)
    message = house.maud.message((await house.app.tables.get(2)).lobby_message_id)
    assert house.bastien.mention in message["content"]
    await forget(house, house.bastien)
    assert house.bastien.mention not in house.maud.message(message["id"])["content"]


async def test_an_invitation_in_the_channel_loses_the_people_it_invites(house):
    """It calls those who wait for a game and accept no direct messages."""
    for friend in (house.bastien, house.ines):
        await friend.slash("me notify", options={"game": "akropolis"})
        await friend.call("dms", open=False)
    channel = (await house.lobby())["channel_id"]
    [message] = await house.maud.expect(lambda: messages_to(house, channel, house.bastien))
    await quiet(house)
    await forget(house, house.bastien)
    assert_mentions_only_ines(house, message)


async def test_a_message_that_cannot_be_read_is_deleted(house):
    """Without the right to read the history nobody can be taken out of it."""
    thread = await start_game(house)
    await post(house, notice_to_both(house))
    [line] = messages_to(house, thread, house.bastien)
    house.ground.deny(GAMES_ID, READ_HISTORY)
    await house.app.privacy.forget(house.bastien.id)
    await quiet(house)
    assert line["id"] not in {message["id"] for message in house.maud.messages(thread)}


@pytest.mark.parametrize("kind", ["notice", "motion"])
async def test_a_person_erased_before_the_next_attempt_at_a_message_is_not_left_in_it(
    house, monkeypatch, kind
):
    """The bot ends before it hears that Discord has the message."""
    thread = await start_game(house)
    monkeypatch.setattr("bot.service.delivery.STOP_PATIENCE", 0.0)
    hold = house.ground.faults.hold("POST", f"^/channels/{thread}/messages$")
    if kind == "motion":
        await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    else:
        await house.app.store.post(1, notice_to_both(house))
    house.app.outbox.wake()
    await hold.wait_for_arrival()
    await house.stop()
    hold.release()
    [message] = messages_to(house, thread, house.bastien)
    with house.ground.faults.during("page", method="POST", path="/messages$"):
        await house.start()
        await house.app.privacy.forget(house.bastien.id)
    house.app.clock.skip(timedelta(minutes=1))  # an attempt in between is made up for
    house.app.wake()
    await quiet(house)
    assert_mentions_only_ines(house, message)
