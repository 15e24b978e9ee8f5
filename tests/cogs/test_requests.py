"""What is wished for at a table: to go back, to pause, to give a seat away; by clicks."""

import asyncio
import re
from datetime import UTC, datetime, timedelta

import discord
import msgspec
import pytest

from bot.playground.driver import labels, pictures, words
from bot.playground.people import BOT_ROLE_ID, GUILD_ID
from bot.service.votes import Votes
from bot.store import broadcasts
from bot.store.broadcasts import Announcement
from bot.table.encoding import stamp
from bot.table.motions import LASTS, Kind
from cogs._requests.motions import motion_post
from tests.cogs.forging import press_forged
from tests.cogs.playing import confirm, menus, message_after, newest, noted, with_tile
from tests.cogs.settling import quiet
from tests.patience import until

TABLE = {"players": 3, "language": "en", "order": "joined"}
TAKE_BACK = "↩ Take back"
NAMES = ("Bastien", "Inès", "Karim")
STOP = timedelta(hours=5)
"""Time for which the bot is away."""


@pytest.fixture
async def thread(house):
    """A game of Bastien, Inès and Karim, in that order; its thread."""
    post = (await house.bastien.slash("akropolis new", options=TABLE)).message
    for friend in (house.ines, house.karim):
        await friend.click(post, "Join")
    await house.bastien.click(post, "Start")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return post["id"]


def asking(house, thread):
    """The newest message of a thread, if it asks something."""
    newest_one = house.maud.messages(thread)[-1]
    return newest_one if "Yes" in labels(newest_one) else None


def board(house, thread):
    """The newest post with the buttons of a game."""
    return [message for message in house.maud.messages(thread) if "Play" in labels(message)][-1]


async def standing(house):
    return [ply.ply for ply in await house.app.reading.log(1) if not ply.undone]


async def test_going_back_asks_whose_moves_go_and_shows_the_board_anew(house, thread):
    for person in (house.bastien, house.ines):
        await house.move(person)
    panel = (await house.bastien.slash("table undo", thread)).message
    assert "This asks **Inès**" in words(panel)
    assert labels(panel) == ["Ask Inès", "Keep playing"]
    await house.bastien.click(panel, labels(panel)[0])
    question = await house.maud.expect(lambda: asking(house, thread))
    assert [user["username"] for user in question["mentions"]] == ["ines"]
    assert words(question).startswith(f"{house.ines.mention}: **Bastien** asks: may we go back")
    refused = await house.karim.click(question, "Yes")
    assert "not for you to answer" in refused.text
    before = newest(house, thread)["id"]
    await house.ines.click(question, "Yes")
    assert words(house.maud.message(question["id"])) == "Going back: agreed."
    post = await house.maud.expect(
        lambda: "takes back" in words(post := newest(house, thread)) and post
    )
    assert post["id"] != before
    assert words(post).startswith(house.bastien.mention)
    assert await standing(house) == []
    log = words((await house.karim.slash("table log", thread)).message)
    assert "**Bastien** asked: “Going back”" in log
    assert "**Bastien** went back by 2 moves" in log


async def is_under_way(house, kind):
    """Whether a delivery of this kind is being made, or none waits."""
    query = "SELECT max(attempts) FROM outbox WHERE kind = ?"
    (attempts,) = await house.app.store.read(lambda db: db.execute(query, (kind,)).fetchone())
    return attempts != 0


async def asked_to_pause(house):
    """The question whether four players pause their game: two of the other three have to agree."""
    thread = await house.table()
    await quiet(house)
    await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await quiet(house)
    return await house.maud.expect(
        lambda: "Oui" in labels(newest_one := house.maud.messages(thread)[-1]) and newest_one
    )


async def test_a_vote_whose_answer_is_lost_is_counted_on_the_post(house):
    question = await asked_to_pause(house)
    house.ground.faults.inject("drop", method="POST", path="/callback$", before=True)
    press = asyncio.create_task(house.ines.click(question, "Oui"))
    await house.maud.expect(
        lambda: "Oui pour l’instant\xa0: **Inès**" in words(house.maud.message(question["id"]))
    )
    press.cancel()


async def test_a_vote_before_the_bot_knows_of_the_post_is_counted_on_it(house, monkeypatch):
    """Between the request that posts the question and the note of it."""
    note = Votes.note_post

    async def note_later(votes, motion_id, post):
        monkeypatch.setattr(Votes, "note_post", note)
        await votes.vote(1, motion_id, house.ines.id, yes=True)
        return await note(votes, motion_id, post)

    monkeypatch.setattr(Votes, "note_post", note_later)
    question = await asked_to_pause(house)
    assert "Oui pour l’instant\xa0: **Inès**" in words(question)


async def test_the_answer_to_an_earlier_vote_does_not_replace_the_outcome(house):
    """It may arrive last, as those who vote at the same moment are answered at the same time."""
    question, agreed = await asked_to_pause(house), "Une pause\xa0: c’est d’accord."
    hold = house.ground.faults.hold("POST", "/callback$", before=True)
    early = asyncio.create_task(house.ines.click(question, "Oui"))
    await hold.wait_for_arrival()
    await house.karim.click(question, "Oui")
    assert words(house.maud.message(question["id"])) == agreed
    await until(lambda: is_under_way(house, "answered"))
    hold.release()
    await early
    await quiet(house)
    assert words(house.maud.message(question["id"])) == agreed
    assert labels(house.maud.message(question["id"])) == []


async def test_going_back_says_what_has_come_to_light(house, thread):
    for person in (house.bastien, house.ines, house.karim, house.bastien):
        await house.move(person)
    log = await house.app.reading.log(1)
    (ply,) = [ply for ply in log if any(map(reveals, ply.events))]
    panel = (await house.bastien.slash("table undo", thread, {"to": 0})).message
    news = words(panel).partition("Something hidden has been revealed since: ")[2].split("\n")[0]
    assert news.startswith(f"**{NAMES[ply.seat]}** builds ")
    assert ply.notation not in words(panel)


def reveals(event):
    return event.reveals


async def test_a_point_of_the_log_is_chosen_by_its_turn(house, thread):
    for person in (house.bastien, house.ines):
        await house.move(person)
    choices = await house.karim.autocomplete("table undo", thread, {"to": ""}, focused="to")
    assert [choice["value"] for choice in choices] == [1, 0]
    assert choices[0]["name"].startswith("before Inès: ")
    panel = (await house.karim.slash("table undo", thread, {"to": 1})).message
    assert "This asks **Bastien** and **Inès**" in words(panel)


async def test_what_concerns_nobody_else_is_done_at_once(house, thread):
    await house.move(house.bastien)
    panel = (await house.bastien.slash("table undo", thread)).message
    assert "Nobody else is affected" in words(panel)
    await house.bastien.click(panel, labels(panel)[0])
    assert await standing(house) == []


async def test_since_my_turn_right_after_it_tells_what_has_gone(house, thread):
    """Bastien moves, then Inès, who takes it back; Bastien presses *Recap*."""
    for person in (house.bastien, house.ines):
        await house.move(person)
    gone = (await house.app.reading.log(1))[-1].notation
    panel = (await house.ines.slash("table undo", thread)).message
    await house.ines.click(panel, labels(panel)[0])
    post = await house.maud.expect(
        lambda: "takes back" in words(post := newest(house, thread)) and post
    )
    page = (await house.bastien.click(post, "Recap")).message
    assert "**Inès** takes back:\n-# ~~**Inès** builds " in words(page)
    assert gone not in words(page)
    assert pictures(page)


async def test_nobody_goes_back_in_a_game_that_was_broken_off(house, thread):
    await house.move(house.bastien)
    panel = (await house.bastien.slash("table undo", thread)).message
    await house.app.votes.cancel(1, house.bastien.id, moderator=True)
    note = await noted(house.bastien, panel, house.bastien.click(panel, labels(panel)[0]))
    assert note == "This table was cancelled."
    answer = await house.bastien.slash("table undo", thread)
    assert answer.text == "This table was cancelled."
    assert await standing(house) == [1]


async def test_a_wish_is_asked_again_when_the_table_has_moved_on(house, thread):
    await house.move(house.bastien)
    panel = (await house.bastien.slash("table undo", thread)).message
    await house.move(house.ines)
    await house.bastien.click(panel, labels(panel)[0])
    assert "This asks **Inès**" in words(house.bastien.message(panel["id"]))
    assert await standing(house) == [1, 2]


async def offered(house, thread):
    """The newest post, once it offers a seat."""
    return await house.maud.expect(
        lambda: (
            "Take the seat" in labels(house.maud.messages(thread)[-1])
            and house.maud.messages(thread)[-1]
        )
    )


@pytest.mark.parametrize("asks_for_hours", [True], ids=["asked for their hour"])
async def test_an_offer_that_cannot_be_edited_yet_still_gives_the_seat(house, thread):
    """Whoever took it goes on as ever, and the post loses its button once the outage is over."""
    await house.app.seats.offer(1, house.ines.id)
    offer = await offered(house, thread)
    with house.ground.faults.during("page", method="PATCH", path=f"/messages/{offer['id']}$"):
        taken = (await house.noor.click(offer, "Take the seat")).message
        assert words(taken).startswith("You play on for **Inès**, on seat B.")
        await house.noor.expect(lambda: house.app.people.preferences(house.noor.id).hour_asked)
        assert "Take the seat" in labels(house.maud.message(offer["id"]))
    house.app.clock.skip(timedelta(minutes=1))
    house.app.wake()
    await house.maud.expect(lambda: not labels(house.maud.message(offer["id"])))


async def test_somebody_takes_a_seat_and_plays_on(house, thread):
    await house.move(house.bastien)
    panel = (await house.ines.slash("table substitute", thread)).message
    assert labels(panel) == ["Proposer ma place", "Laisser jouer une IA", "Continuer à jouer"]
    await house.ines.click(panel, "Proposer ma place")
    offer = await offered(house, thread)
    assert "**Inès**’s seat" in words(offer)
    refused = await house.karim.click(offer, "Take the seat")
    assert "already" in refused.text
    taken = (await house.noor.click(offer, "Take the seat")).message
    assert words(taken).startswith("You play on for **Inès**, on seat B.")
    assert "**Bastien** builds" in words(taken)
    assert pictures(taken)
    assert labels(taken) == ["Play"]
    await house.maud.expect(lambda: not labels(house.maud.message(offer["id"])))
    name = await house.maud.expect(
        lambda: "Noor" in (name := house.ground.world.channel(int(thread)).name) and name
    )
    assert name == "Akropolis #1 · Bastien, Noor, Karim"
    table = await house.app.tables.get(1)
    assert [occupant.name for occupant in table.seats] == ["Bastien", "Noor", "Karim"]
    await house.maud.expect(lambda: house.noor.mention in words(newest(house, thread)))
    await house.move(house.noor)
    late = await press_forged(house, house.maud, board(house, thread), "q:1:1")
    assert "plus libre" in late.text


async def test_play_brings_somebody_back_for_whom_an_ai_stood_in(house, thread):
    panel = (await house.ines.slash("table substitute", thread)).message
    await house.ines.click(panel, "Laisser jouer une IA")
    assert (await house.app.tables.get(1)).seats[1].stands_in
    await house.move(house.bastien)
    await house.maud.expect(lambda: house.karim.mention in words(newest(house, thread)))
    await house.ines.click(board(house, thread), "Play")
    assert not (await house.app.tables.get(1)).seats[1].stands_in


async def test_a_pause_says_so_and_refuses_moves(house, thread):
    panel = (await house.ines.slash("table pause", thread, {"days": 7})).message
    await house.ines.click(panel, "Pause")
    question = await house.maud.expect(lambda: asking(house, thread))
    for person in (house.bastien, house.karim):
        await person.click(question, "Yes")
    await house.maud.expect(lambda: "is paused until" in words(house.maud.messages(thread)[-1]))
    refused = await house.bastien.click(board(house, thread), "Play")
    assert "The game is paused" in refused.text
    listed = words((await house.bastien.slash("table status", thread)).message)
    assert "paused" in listed


async def question_of_pause(house, thread):
    """Inès has asked for a pause: her question, and its number."""
    panel = (await house.ines.slash("table pause", thread)).message
    await house.ines.click(panel, "Pause")
    question = await house.maud.expect(lambda: asking(house, thread))
    [motion] = await house.app.votes.open_motions(1)
    return question, motion.id


@pytest.mark.parametrize(
    ("whose", "told"),
    [
        ("ines", "A pause: **Inès** has withdrawn the question."),
        ("karim", "A pause: **Karim** says no"),
    ],
)
async def test_a_question_that_is_settled_elsewhere_says_so_in_its_place(
    house, thread, whose, told
):
    """By a command, or on a click whose answer never came to Discord."""
    question_post, number = await question_of_pause(house, thread)
    await house.app.votes.vote(1, number, getattr(house, whose).id, yes=False)
    await house.maud.expect(lambda: not labels(house.maud.message(question_post["id"])))
    assert words(house.maud.message(question_post["id"])).startswith(told)


async def test_a_question_is_decided_once_who_was_waited_for_has_left(house, thread):
    question_post, _ = await question_of_pause(house, thread)
    await house.karim.click(question_post, "Yes")
    panel = (await house.bastien.slash("table substitute", thread)).message
    await house.bastien.click(panel, labels(panel)[1])
    await house.maud.expect(lambda: not labels(house.maud.message(question_post["id"])))
    assert words(house.maud.message(question_post["id"])) == "A pause: agreed."
    assert (await house.app.tables.get(1)).paused


def inquiry(house, thread):
    """The newest message of a thread that offers to ask once more."""
    newest_one = house.maud.messages(thread)[-1]
    return newest_one if labels(newest_one) == ["Ask again"] else None


async def back_if_they_agree(house, thread):
    """Bastien and Inès have moved, and he has asked to go back: the question."""
    for person in (house.bastien, house.ines):
        await house.move(person)
    panel = (await house.bastien.slash("table undo", thread)).message
    await house.bastien.click(panel, labels(panel)[0])
    return await house.maud.expect(lambda: asking(house, thread))


async def test_a_question_that_a_move_overtakes_says_so_and_is_asked_again(house, thread):
    question_post = await back_if_they_agree(house, thread)
    await house.move(house.karim)
    await house.maud.expect(lambda: not labels(house.maud.message(question_post["id"])))
    assert "the game has moved on" in words(house.maud.message(question_post["id"]))
    news = await house.maud.expect(
        lambda: [m for m in house.maud.messages(thread) if labels(m) == ["Ask again"]]
    )
    assert [user["username"] for user in news[0]["mentions"]] == ["bastien"]
    panel = (await house.bastien.click(news[0], "Ask again")).message
    assert "This asks **Inès** and **Karim**" in words(panel)
    await house.bastien.click(panel, labels(panel)[0])
    anew = await house.maud.expect(lambda: asking(house, thread))
    assert anew["id"] != question_post["id"]
    assert {user["username"] for user in anew["mentions"]} == {"ines", "karim"}


async def test_asking_again_for_a_pause_asks_for_as_many_days(house, thread):
    panel = (await house.ines.slash("table pause", thread, {"days": 7})).message
    await house.ines.click(panel, "Pause")
    await house.maud.expect(lambda: asking(house, thread))
    house.app.clock.ahead += LASTS
    await house.app.alarm.drain()
    news = await house.maud.expect(lambda: inquiry(house, thread))
    panel = (await house.ines.click(news, "Ask again")).message
    assert round(days_asked(house, panel)) == 7


def days_asked(house, panel):
    """The days from now to the end of the pause that a panel is about to ask for."""
    until = int(re.search(r"<t:(\d+):f>", words(panel))[1])
    return (until - house.app.clock.now().timestamp()) / 86_400


async def test_a_planned_stop_takes_no_day_from_a_pause_that_is_asked_for_again(house, thread):
    panel = (await house.ines.slash("table pause", thread, {"days": 7})).message
    await house.ines.click(panel, "Pause")
    question_post = await house.maud.expect(lambda: asking(house, thread))
    await stop_for(house, timedelta(hours=20))
    await house.maud.expect(lambda: end_told(house, question_post) > house.app.clock.now())
    house.app.clock.ahead += LASTS
    await house.app.alarm.drain()
    news = await house.maud.expect(lambda: inquiry(house, thread))
    assert round(days_asked(house, (await house.ines.click(news, "Ask again")).message)) == 7


def end_told(house, question_post):
    """The moment until which a question says that it waits."""
    told = words(house.maud.message(question_post["id"]))
    return datetime.fromtimestamp(int(re.findall(r"<t:(\d+):f>", told)[-1]), UTC)


async def stop_for(house, span):
    """A planned stop, which the bot announces, and its next start."""
    stop = Announcement({"": "We update."}, is_stop=True)
    await house.app.store.write(lambda db: broadcasts.announce(db, stop, house.app.clock.now()))
    await house.stop()
    house.app.clock.ahead += span
    await house.start()


async def test_after_a_planned_stop_a_question_tells_its_later_end(house, thread):
    question_post, _ = await question_of_pause(house, thread)
    await house.karim.click(question_post, "Yes")
    end = end_told(house, question_post)
    await stop_for(house, STOP)
    await house.maud.expect(lambda: end_told(house, question_post) >= end + STOP)
    asked = house.maud.message(question_post["id"])
    assert "Yes so far: **Karim**" in words(asked)
    assert labels(asked) == labels(question_post)
    await house.bastien.click(asked, "Yes")
    await house.maud.expect(lambda: not labels(house.maud.message(question_post["id"])))
    assert (await house.app.tables.get(1)).paused


async def test_who_has_asked_and_gives_up_takes_the_question_along(house, thread):
    question_post = await back_if_they_agree(house, thread)
    await house.app.seats.resign(1, house.bastien.id)
    await house.maud.expect(lambda: not labels(house.maud.message(question_post["id"])))
    assert "whoever asked no longer plays here" in words(house.maud.message(question_post["id"]))


async def test_nobody_speaks_in_the_place_of_somebody_forgotten(house):
    """A machine has no id either."""
    post = (await house.bastien.slash("akropolis new", options={**TABLE, "ai": 1})).message
    await house.ines.click(post, "Join")
    await house.bastien.click(post, "Start")
    await house.maud.expect(lambda: house.boards(post["id"]))
    motion = await house.app.votes.propose(1, house.bastien.id, Kind.PAUSE)
    table = await house.app.tables.get(1)
    without_name = msgspec.structs.replace(motion, by_id=None)
    content, _ = await motion_post(house.app, table, without_name)
    assert "**somebody** asks" in content


async def test_a_question_whose_post_was_not_noted_is_answered_all_the_same(house, thread):
    """The file as a kill leaves it between the sending and the noting; then it is settled."""
    keep = """
        CREATE TRIGGER keep AFTER DELETE ON outbox WHEN old.kind = 'ask' BEGIN
            INSERT INTO meta VALUES ('nonce', old.nonce), ('payload', old.payload);
        END
    """
    await house.app.store.write(lambda db: db.execute(keep))
    question_post, number = await question_of_pause(house, thread)
    await house.app.outbox.drain()
    insert = """
        INSERT INTO outbox (table_id, kind, rank, payload, nonce, due_at, attempts, tried_at)
        VALUES (1, 'ask', 0, :payload, :nonce, :now, 1, :now)
    """
    noted = {key: await house.app.store.meta(key) for key in ("payload", "nonce")}

    def forget_post(db):
        db.execute("UPDATE motion SET message_id = NULL, channel_id = NULL")
        db.execute(insert, {**noted, "now": stamp(house.app.clock.now())})

    await house.app.store.write(forget_post)
    await house.app.votes.vote(1, number, house.karim.id, yes=False)
    await house.maud.expect(lambda: not labels(house.maud.message(question_post["id"])))
    assert "**Karim** says no" in words(house.maud.message(question_post["id"]))


ASKED = {
    "undo": (("table undo", {}), "**Inès** and **Karim**, who have", ["ines", "karim"]),
    "pause": (("table pause", {}), "**Inès**, who has", ["ines"]),
    "resume": (("table resume", {}), "**Inès**, who has", ["ines"]),
    "replace": (("table remove", {"player": 1}), "**Karim**, who has", ["karim"]),
    "end": (None, "**Inès**, who has", ["ines"]),
    "terms": (("table terms", {}), "**Inès**, who has", ["ines"]),
}
"""For each kind of motion: its command, if any, the people that its panel names, their accounts."""


async def panel_of(house, thread, kind):
    """Bastien's panel that asks for his confirmation of what he wishes for."""
    command = ASKED[kind][0]
    if command is None:
        panel = (await house.bastien.click(board(house, thread), "More")).message
        for button in ("v:1:people", "Leave…", "End the game"):
            panel = await message_after(house.bastien, panel, house.bastien.click(panel, button))
    else:
        panel = (await house.bastien.slash(command[0], thread, command[1])).message
    if kind is Kind.TERMS:
        menu = menus(panel)[0]["custom_id"]
        panel = await message_after(house.bastien, panel, house.bastien.choose(panel, menu, "one"))
        panel = await message_after(house.bastien, panel, house.bastien.click(panel, "Next"))
    return panel


@pytest.mark.parametrize("kind", [Kind.REPLACE, Kind.TERMS])
async def test_asking_again_asks_for_the_same(house, thread, kind):
    panel = await panel_of(house, thread, kind)
    await house.bastien.click(panel, labels(panel)[0])
    await house.maud.expect(lambda: asking(house, thread))
    house.app.clock.ahead += LASTS
    await house.app.alarm.drain()
    news = await house.maud.expect(lambda: inquiry(house, thread))
    again = (await house.bastien.click(news, "Ask again")).message
    assert words(again) == words(panel)
    assert labels(again) == labels(panel)


@pytest.mark.parametrize("kind", Kind)
async def test_panel_and_post_name_the_same_people(house, thread, kind):
    """Karim is away: he is asked where his own moves go, and where there is nobody else to ask."""
    _, names, accounts = ASKED[kind]
    for person in (house.bastien, house.ines, house.karim):
        await house.move(person)
    until = house.app.clock.now() + timedelta(days=9)
    await house.app.reminders.begin_absence(house.karim.id, until)
    if kind is Kind.RESUME:
        motion = await house.app.votes.propose(1, house.bastien.id, Kind.PAUSE)
        await house.app.votes.vote(1, motion.id, house.ines.id, yes=True)
    panel = await panel_of(house, thread, kind)
    assert f"This asks {names} two days" in words(panel)
    await house.bastien.click(panel, labels(panel)[0])
    question = await house.maud.expect(lambda: asking(house, thread))
    assert [user["username"] for user in question["mentions"]] == accounts
    assert f"I have asked {names.partition(',')[0]} at" in words(house.bastien.message(panel["id"]))
    away = "Not asked, being away: **Karim**."
    is_passed_over = "karim" not in accounts
    assert (away in words(panel), away in words(question)) == (is_passed_over, is_passed_over)


async def test_more_leads_to_what_can_be_wished_for(house, thread):
    more = (await house.bastien.click(newest(house, thread), "More")).message
    page = await message_after(house.bastien, more, house.bastien.click(more, "Table and players"))
    assert "**Bastien** (host)" in words(page)
    assert labels(page)[:3] == ["Go back", "Pause", "Leave…"]
    next_page = await message_after(house.bastien, page, house.bastien.click(page, "Pause"))
    assert labels(next_page) == ["Pause", "Keep playing"]


async def people_page(house, person, thread):
    """The page with the people of a table, which *More* leads to."""
    boards = [message for message in house.maud.messages(thread) if "More" in labels(message)]
    more = (await person.click(boards[-1], "More")).message
    return await message_after(person, more, person.click(more, "Table and players"))


async def test_the_table_tells_who_is_away_and_what_is_asked(house, thread):
    panel = (await house.karim.slash("table substitute", thread)).message
    await house.karim.click(panel, "Let an AI play")
    await question_of_pause(house, thread)
    page = await people_page(house, house.bastien, thread)
    assert "**Karim (AI)** (away: an AI plays)" in words(page)
    assert "Asked at the table: A pause, until <t:" in words(page)
    page = await people_page(house, house.karim, thread)
    assert labels(page)[0] == "I’m back"
    panel = (await house.karim.slash("table leave", thread)).message
    assert labels(panel) == ["Offer my seat", "End the game", "Resign", "Keep playing"]


async def test_a_paused_table_offers_to_go_on(house, thread):
    await question_of_pause(house, thread)
    for person in (house.bastien, house.karim):
        await person.click(await house.maud.expect(lambda: asking(house, thread)), "Yes")
    await house.maud.expect(lambda: "is paused" in words(house.maud.messages(thread)[-1]))
    page = await people_page(house, house.bastien, thread)
    assert labels(page)[0] == "Resume"


async def test_a_seat_that_nobody_has_cannot_be_removed(house, thread):
    answer = await house.bastien.slash("table remove", thread, {"player": 9})
    assert answer.text == "There is nobody to choose in that seat."


WAYS_OUT = ["Let an AI play", "Offer my seat", "End the game", "Resign"]


async def test_leave_asks_which_way_and_says_what_each_means(house, thread):
    panel = (await house.bastien.slash("table leave", thread)).message
    assert labels(panel) == [*WAYS_OUT, "Keep playing"]
    lines = words(panel).splitlines()[1:]
    assert [line.split("**")[1] for line in lines[: len(WAYS_OUT)]] == WAYS_OUT


@pytest.mark.parametrize(
    ("way", "answers"),
    [
        ("Let an AI play", ["Let an AI play", "Keep playing"]),
        ("Offer my seat", ["Offer my seat", "Let an AI play", "Keep playing"]),
        ("End the game", ["End the game", "Keep playing"]),
        ("Resign", ["Resign", "Keep playing"]),
    ],
)
async def test_each_way_out_is_confirmed_first(house, thread, way, answers):
    panel = (await house.bastien.slash("table leave", thread)).message
    question = await message_after(house.bastien, panel, house.bastien.click(panel, way))
    assert labels(question) == answers
    assert (await house.app.tables.get(1)).seats[0].ai is None
    if way == "Resign":
        await house.bastien.click(question, "Resign")
        assert (await house.app.tables.get(1)).seats[0].resigned


async def test_the_host_sends_somebody_away_and_hands_the_table_over(house):
    post = (await house.bastien.slash("akropolis new", options=TABLE)).message
    await house.ines.click(post, "Join")
    await house.karim.click(post, "Join")
    panel = (await house.bastien.slash("table remove", options={"player": 2, "table": 1})).message
    await house.bastien.click(panel, "Remove")
    answer = await house.bastien.slash("table host", options={"player": 1, "table": 1})
    assert "**Inès** is now the host" in answer.text
    (called,) = await house.ines.expect(lambda: house.ines.notifications)
    assert called["text"] == "@Inès: you are now the host of Akropolis · table\xa01."
    table = await house.app.tables.get(1)
    assert (table.host_id, len(table.seats)) == (house.ines.id, 2)


async def test_the_host_is_asked_before_the_table_goes_to_somebody_away(house, thread):
    until = house.app.clock.now() + timedelta(days=9)
    await house.app.reminders.begin_absence(house.karim.id, until)
    panel = (await house.bastien.slash("table host", thread, {"player": 2})).message
    assert words(panel).startswith("**Karim** is away until <t:")
    assert labels(panel) == ["Hand over", "Keep playing"]
    assert (await house.app.tables.get(1)).host_id == house.bastien.id
    await house.bastien.click(panel, "Hand over")
    assert (await house.app.tables.get(1)).host_id == house.karim.id
    assert "**Karim** is now the host" in words(house.bastien.message(panel["id"]))


async def test_who_goes_on_after_a_pause_reads_nothing_of_the_seal_again(house, thread):
    await house.move(house.bastien)
    before = newest(house, thread)["id"]
    for kind in (Kind.PAUSE, Kind.RESUME):
        motion = await house.app.votes.propose(1, house.bastien.id, kind)
        for person in (house.ines, house.karim):
            await house.app.votes.vote(1, motion.id, person.id, yes=True)
    post = await house.maud.expect(
        lambda: "Play" in labels(post := newest(house, thread)) and post["id"] != before and post
    )
    assert "sealed" in words(house.boards(thread)[0])
    assert "sealed" not in words(post)


async def test_the_panel_of_a_stranger_offers_nothing(house, thread):
    more = (await house.noor.click(newest(house, thread), "More")).message
    page = await message_after(house.noor, more, house.noor.click(more, "Table and players"))
    assert labels(page) == []
    assert "Only players" in (await house.noor.slash("table undo", thread)).text


async def test_a_referee_of_the_server_decides_without_asking(house, thread, monkeypatch):
    refused = await house.maud.slash("table pause", thread)
    assert "un arbitre du serveur" in refused.text
    await house.app.servers.change(GUILD_ID, referees=BOT_ROLE_ID)
    monkeypatch.setattr(discord.Member, "get_role", lambda _, role: role == BOT_ROLE_ID or None)
    panel = (await house.maud.slash("table pause", thread)).message
    assert "vous ne demandez rien à personne" in words(panel)
    await house.maud.click(panel, "Pause")
    await house.maud.expect(
        lambda: any("as a referee" in words(message) for message in house.maud.messages(thread))
    )
    log = words((await house.karim.slash("table log", thread)).message)
    assert "**Maud** decided as a referee" in log


async def test_a_referee_says_to_which_turn_the_game_goes_back(house, thread, monkeypatch):
    await house.move(house.bastien)
    await house.app.servers.change(GUILD_ID, referees=BOT_ROLE_ID)
    monkeypatch.setattr(discord.Member, "get_role", lambda _, role: role == BOT_ROLE_ID or None)
    refused = await house.maud.slash("table undo", thread)
    assert refused.text.startswith("Jusqu’à quel tour")
    assert await standing(house) == [1]


async def test_only_who_manages_the_server_chooses_its_referees(house):
    role = {"role": str(BOT_ROLE_ID)}
    refused = await house.karim.slash("table referee", options=role)
    assert (await house.app.servers.settings(GUILD_ID)).referees is None
    assert refused.text
    await house.maud.slash("table referee", options=role)
    assert (await house.app.servers.settings(GUILD_ID)).referees == BOT_ROLE_ID


async def test_everybody_is_no_referee(house):
    role = {"role": str(GUILD_ID)}  # the role of everybody has the id of its server
    refused = await house.maud.slash("table referee", options=role)
    assert refused.text.startswith("Tout le monde ne peut pas être arbitre")
    assert (await house.app.servers.settings(GUILD_ID)).referees is None


# ---- *Take back* after others have moved ---------------------------------------------------------


async def done_panel(house, person, thread):
    """The private panel of a move that the person has just confirmed."""
    panel = (await person.click(newest(house, thread), "Play")).message
    panel = await with_tile(person, panel)
    confirmed = await message_after(person, panel, person.click(panel, confirm(panel)))
    assert labels(confirmed) == [TAKE_BACK]
    return confirmed


async def test_take_back_after_an_ai_seat_has_answered_is_done_at_once(house):
    options = {"players": 2, "ai": 1, "language": "en", "order": "joined"}
    post = (await house.bastien.slash("akropolis new", options=options)).message
    await house.bastien.click(post, "Start")
    await house.bastien.expect(lambda: house.boards(post["id"]))
    done = await done_panel(house, house.bastien, post["id"])
    while len(await standing(house)) < 2:
        await asyncio.sleep(0.05)
    panel = await message_after(house.bastien, done, house.bastien.click(done, TAKE_BACK))
    assert "Nobody else is affected, so it happens at once." in words(panel)
    assert labels(panel) == ["Go back", "Keep playing"]
    await house.bastien.click(panel, labels(panel)[0])
    assert await standing(house) == []


async def test_take_back_after_a_person_has_moved_asks_that_person(house, thread):
    done = await done_panel(house, house.bastien, thread)
    await house.move(house.ines)
    panel = await message_after(house.bastien, done, house.bastien.click(done, TAKE_BACK))
    assert "This asks **Inès**" in words(panel)
    await house.bastien.click(panel, labels(panel)[0])
    question = await house.maud.expect(lambda: asking(house, thread))
    await house.ines.click(question, "Yes")
    assert await standing(house) == []


async def test_a_second_click_on_take_back_asks_nothing(house, thread):
    done = await done_panel(house, house.bastien, thread)
    await asyncio.gather(*(house.bastien.click(done, TAKE_BACK) for _ in range(2)))
    panel = await house.bastien.expect(
        lambda: menus(panel := house.bastien.message(done["id"])) and panel
    )
    assert "Go back" not in labels(panel)
    assert await standing(house) == []


async def test_take_back_of_a_game_that_is_over_says_so(house, thread):
    done = await done_panel(house, house.bastien, thread)
    await house.app.votes.cancel(1, house.bastien.id, moderator=True)
    closed = await message_after(house.bastien, done, house.bastien.click(done, TAKE_BACK))
    assert words(closed) == "This table was cancelled."
    assert labels(closed) == []
