"""Wishes at a table: to go back, to pause, to give a seat away; by clicks."""

import asyncio
import re
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from bot import i18n
from bot.database import meta
from bot.i18n import text
from bot.service.votes import Votes
from bot.steps.motion_kinds import KINDS
from bot.store import broadcasts
from bot.store.broadcasts import Announcement
from bot.table.encoding import stamp
from bot.table.motions import LASTS, Kind
from cogs._requests.kinds import REQUESTS
from cogs._requests.motions import motion_post
from playground.driver import labels, pictures, words
from playground.people import BOT_ROLE_ID, GUILD_ID
from tests.cogs.forging import press_forged
from tests.cogs.playing import (
    after_choice,
    after_click,
    asking,
    board_in_play,
    confirm,
    menus,
    newest,
    people_called,
    start_game,
    with_tile,
)
from tests.cogs.settling import quiet
from tests.patience import until

TAKE_BACK = "↩ Take back"
STOP = timedelta(hours=5)
"""Time for which the bot is away."""


def test_every_kind_of_motion_has_its_steps_its_request_and_its_texts():
    assert KINDS.keys() == {*Kind} <= REQUESTS.keys()
    codes = {
        f"table.{code}"
        for kind in Kind
        for code in (
            f"ask_{kind}",
            f"what_{kind}",
            f"wish_{kind}",
            f"{kind}_done",
            f"{kind}_button",
        )
    }
    assert codes <= i18n.codes()


@pytest.fixture
async def thread(house):
    """A game of Bastien, Inès and Karim, in that order; its thread."""
    return await start_game(house, house.bastien, house.ines, house.karim, language="en")


async def board_that_takes_back(house, thread):
    """The newest post, once it tells of moves that were taken back."""
    return await house.maud.expect(
        lambda: "takes back" in words(post := newest(house, thread)) and post
    )


async def outcome_of(house, question):
    """The question, once nobody can answer it any more, in words."""
    await house.maud.expect(lambda: not labels(house.maud.message(question["id"])))
    return words(house.maud.message(question["id"]))


async def confirm_wish(house, person, command, thread, options=None):
    """The panel of a command, after its first button was pressed."""
    panel = (await person.slash(command, thread, options)).message
    await person.click(panel, labels(panel)[0])
    return panel


async def let_question_lapse(house, thread):
    """Let so much time pass that a question has no answer; the message that offers to ask again."""
    house.app.clock.ahead += LASTS
    await house.app.alarm.drain()
    return await house.maud.expect(
        lambda: labels(message := house.maud.messages(thread)[-1]) == ["Ask again"] and message
    )


async def standing(house):
    return [ply.ply for ply in await house.app.reading.log(1) if not ply.undone]


async def test_going_back_asks_whose_moves_go_and_shows_the_board_anew(house, thread):
    await house.move(house.bastien, house.ines)
    panel = (await house.bastien.slash("table undo", thread)).message
    assert "This asks **Inès**" in words(panel)
    assert labels(panel) == ["Ask Inès", "Keep playing"]
    await house.bastien.click(panel, labels(panel)[0])
    question = await asking(house, thread)
    assert people_called(question) == ["ines"]
    assert words(question).startswith(f"{house.ines.mention}: **Bastien** asks: may we go back")
    refused = await house.karim.click(question, "Yes")
    assert "not for you to answer" in refused.text
    before = newest(house, thread)["id"]
    await house.ines.click(question, "Yes")
    assert words(house.maud.message(question["id"])) == "Going back: agreed."
    post = await board_that_takes_back(house, thread)
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
    return await asking(house, thread, "Oui")


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
    await house.move(house.bastien, house.ines, house.karim, house.bastien)
    log = await house.app.reading.log(1)
    (ply,) = [ply for ply in log if any(event.reveals for event in ply.events)]
    panel = (await house.bastien.slash("table undo", thread, {"to": 0})).message
    news = words(panel).partition("Revealed since: ")[2].split("\n")[0]
    assert news.startswith("New stack opened")
    assert ply.notation not in words(panel)


async def test_a_point_of_the_log_is_chosen_by_its_turn(house, thread):
    """A wish is asked about anew when the table has moved on, and what concerns nobody is done."""
    await house.move(house.bastien)
    panel = (await house.bastien.slash("table undo", thread)).message
    assert "Nobody else is affected" in words(panel)
    await house.move(house.ines)
    await house.bastien.click(panel, labels(panel)[0])
    assert "This asks **Inès**" in words(house.bastien.message(panel["id"]))
    assert await standing(house) == [1, 2]
    choices = await house.karim.autocomplete("table undo", thread, {"to": ""}, focused="to")
    assert [choice["value"] for choice in choices] == [1, 0]
    assert choices[0]["name"].startswith("before Inès: ")
    panel = (await house.karim.slash("table undo", thread, {"to": 1})).message
    assert "This asks **Bastien** and **Inès**" in words(panel)


async def test_the_recap_tells_at_once_which_move_has_gone(house, thread):
    """Bastien moves, then Inès, who takes it back; Bastien presses *Recap*."""
    await house.move(house.bastien, house.ines)
    notation = (await house.app.reading.log(1))[-1].notation
    await confirm_wish(house, house.ines, "table undo", thread)
    assert await standing(house) == [1]
    post = await board_that_takes_back(house, thread)
    page = (await house.bastien.click(post, "Recap")).message
    assert "**Inès** takes back:\n-# ~~**Inès** builds " in words(page)
    assert notation not in words(page)
    assert pictures(page)


@pytest.mark.parametrize("asks_for_hours", [True], ids=["asked for their hour"])
async def test_an_offer_that_cannot_be_edited_yet_still_gives_the_seat(house, thread):
    """The new player goes on as ever, and the post loses its button once the outage is over."""
    await house.app.seats.offer(1, house.ines.id)
    offer = await asking(house, thread, "Take the seat")
    with house.ground.faults.during("page", method="PATCH", path=f"/messages/{offer['id']}$"):
        taken = (await house.noor.click(offer, "Take the seat")).message
        assert words(taken).startswith("You play on for **Inès**, on seat B.")
        await house.noor.expect(lambda: house.app.people.preferences(house.noor.id).hour_asked)
        assert "Take the seat" in labels(house.maud.message(offer["id"]))
    house.app.clock.skip(timedelta(minutes=1))
    house.app.wake()
    await house.maud.expect(lambda: not labels(house.maud.message(offer["id"])))


async def test_a_seat_of_a_game_in_the_channel_itself_is_offered_once(house):
    players = (house.bastien, house.ines, house.karim)
    channel = await start_game(house, *players, language="en", thread=False)
    await quiet(house)
    await house.app.seats.offer(1, house.ines.id)
    await quiet(house)
    posts = house.maud.messages(channel)
    assert [labels(post) for post in posts].count(["Take the seat"]) == 1
    assert not house.app.figures.report.troubles


async def test_somebody_takes_a_seat_and_plays_on(house, thread):
    await house.move(house.bastien)
    panel = (await house.ines.slash("seat substitute", thread)).message
    assert labels(panel) == ["Proposer ma place", "Laisser jouer une IA", "Continuer à jouer"]
    await house.ines.click(panel, "Proposer ma place")
    offer = await asking(house, thread, "Take the seat")
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
    late = await press_forged(house, house.maud, board_in_play(house, thread), "q:1:1")
    assert "plus libre" in late.text


async def test_play_brings_somebody_back_for_whom_an_ai_stood_in(house, thread):
    panel = (await house.ines.slash("seat substitute", thread)).message
    await house.ines.click(panel, "Laisser jouer une IA")
    assert (await house.app.tables.get(1)).seats[1].stands_in
    await house.move(house.bastien)
    await house.maud.expect(lambda: house.karim.mention in words(newest(house, thread)))
    await house.ines.click(board_in_play(house, thread), "Play")
    assert not (await house.app.tables.get(1)).seats[1].stands_in


async def test_a_person_among_ai_seats_is_offered_a_pause_in_place_of_a_stand_in(house):
    thread = (post := await house.lobby(players=2, ai=1))["id"]
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(thread))
    panel = (await house.maud.slash("seat substitute", thread)).message
    assert labels(panel) == ["Proposer ma place", "Pause", "Continuer à jouer"]
    await house.maud.click(panel, "Pause")
    assert (await house.app.tables.get(1)).paused
    panel = (await house.maud.slash("seat substitute", thread)).message
    assert labels(panel) == ["Proposer ma place", "Laisser comme c’est"]


async def test_a_pause_that_nobody_can_ask_for_is_refused(house, thread):
    """So many days that no date has room for them, in a button that somebody made up."""
    custom_id = "w:1:ask:pause.999999999:1"
    answer = await press_forged(house, house.ines, board_in_play(house, thread), custom_id)
    assert answer.text == text("panel.unknown_button", "fr")


async def test_a_pause_says_so_and_refuses_moves(house, thread):
    await confirm_wish(house, house.ines, "table pause", thread, {"days": 7})
    question = await asking(house, thread)
    for person in (house.bastien, house.karim):
        await person.click(question, "Yes")
    await house.maud.expect(lambda: "is paused until" in words(house.maud.messages(thread)[-1]))
    refused = await house.bastien.click(board_in_play(house, thread), "Play")
    assert "The game is paused" in refused.text
    await house.bastien.click(refused.message, "Resume")
    assert "Resume Akropolis" in words(house.bastien.message(refused.message["id"]))
    assert "paused" in (await house.bastien.slash("table status", thread)).text
    page = await people_page(house, house.bastien, thread)
    assert labels(page)[0] == "Resume"


async def question_of_pause(house, thread):
    """Inès has asked for a pause: her question, and its number."""
    await confirm_wish(house, house.ines, "table pause", thread)
    question = await asking(house, thread)
    [motion] = await house.app.votes.open_motions(1)
    return question, motion.id


async def test_a_question_that_a_move_overtakes_says_so_and_is_asked_again(house, thread):
    await house.move(house.bastien, house.ines)
    await confirm_wish(house, house.bastien, "table undo", thread)
    question = await asking(house, thread)
    await house.move(house.karim)
    assert "the game has moved on" in await outcome_of(house, question)
    [news] = await house.maud.expect(
        lambda: [m for m in house.maud.messages(thread) if labels(m) == ["Ask again"]]
    )
    assert people_called(news) == ["bastien"]
    panel = (await house.bastien.click(news, "Ask again")).message
    assert "This asks **Inès** and **Karim**" in words(panel)
    await house.bastien.click(panel, labels(panel)[0])
    second_question = await asking(house, thread)
    assert second_question["id"] != question["id"]
    assert {*people_called(second_question)} == {"ines", "karim"}


@pytest.mark.parametrize(
    "stop", [timedelta(0), timedelta(hours=20)], ids=["no stop", "planned stop"]
)
async def test_asking_again_for_a_pause_asks_for_as_many_days(house, thread, stop):
    await confirm_wish(house, house.ines, "table pause", thread, {"days": 7})
    question = await asking(house, thread)
    if stop:
        await stop_for(house, stop)
        await house.maud.expect(lambda: end_of_question(house, question) > house.app.clock.now())
    news = await let_question_lapse(house, thread)
    panel = (await house.ines.click(news, "Ask again")).message
    end = moments_in(panel)[0]
    assert round((end - house.app.clock.now()) / timedelta(days=1)) == 7


def moments_in(message):
    """The moments that a message names."""
    return [
        datetime.fromtimestamp(int(seconds), UTC)
        for seconds in re.findall(r"<t:(\d+):f>", words(message))
    ]


def end_of_question(house, question):
    """The moment until which a question says that it waits."""
    return moments_in(house.maud.message(question["id"]))[-1]


async def stop_for(house, span):
    """A planned stop, which the bot announces, and its next start."""
    stop = Announcement({"": "We update."}, is_stop=True)
    await house.app.store.write(broadcasts.announce, stop, house.app.clock.now())
    await house.stop()
    house.app.clock.ahead += span
    await house.start()


async def test_after_a_planned_stop_a_question_tells_its_later_end(house, thread):
    question, _ = await question_of_pause(house, thread)
    await house.karim.click(question, "Yes")
    end = end_of_question(house, question)
    await stop_for(house, STOP)
    await house.maud.expect(lambda: end_of_question(house, question) >= end + STOP)
    message = house.maud.message(question["id"])
    assert "Yes so far: **Karim**" in words(message)
    assert labels(message) == labels(question)
    await house.bastien.click(message, "Yes")
    await outcome_of(house, question)
    assert (await house.app.tables.get(1)).paused


async def test_the_question_of_somebody_forgotten_names_no_ai_player(house):
    """A machine has no id either."""
    people = (house.bastien, house.ines)
    await start_game(house, *people, players=3, ai=1, language="en")
    motion = await house.app.votes.propose(1, house.bastien.id, Kind.PAUSE)
    table = await house.app.tables.get(1)
    without_name = msgspec.structs.replace(motion, by_id=None)
    post = await motion_post(house.app, table, without_name)
    assert "**somebody** asks" in post.content


async def test_a_question_whose_post_was_not_noted_is_answered_all_the_same(house, thread):
    """The file as a kill leaves it between the sending and the noting; then it is settled."""
    keep = """
        CREATE TRIGGER keep AFTER DELETE ON outbox WHEN old.kind = 'ask' BEGIN
            INSERT INTO meta VALUES ('nonce', old.nonce), ('payload', old.payload);
        END
    """
    await house.app.store.write(lambda db: db.execute(keep))
    question, number = await question_of_pause(house, thread)
    await house.app.outbox.drain()
    insert = """
        INSERT INTO outbox (table_id, kind, rank, payload, nonce, due_at, attempts, tried_at)
        VALUES (1, 'ask', 0, :payload, :nonce, :now, 1, :now)
    """
    fields = {key: await house.app.store.read(meta.read, key) for key in ("payload", "nonce")}

    def forget_post(db):
        db.execute("UPDATE motion SET message_id = NULL, channel_id = NULL")
        db.execute(insert, {**fields, "now": stamp(house.app.clock.now())})

    await house.app.store.write(forget_post)
    await house.app.votes.vote(1, number, house.karim.id, yes=False)
    assert "**Karim** says no" in await outcome_of(house, question)


ASKED = {
    "undo": (("table undo", {}), "**Inès** and **Karim**, who have", ["ines", "karim"]),
    "pause": (("table pause", {}), "**Inès**, who has", ["ines"]),
    "resume": (("table resume", {}), "**Inès**, who has", ["ines"]),
    "replace": (("seat remove", {"player": 1}), "**Karim**, who has", ["karim"]),
    "end": (None, "**Inès**, who has", ["ines"]),
    "terms": (("table terms", {}), "**Inès**, who has", ["ines"]),
}
"""For each kind of motion: its command, if any, the people that its panel names, their accounts."""


async def panel_of(house, thread, kind):
    """Bastien's panel that asks for his confirmation of what he wishes for."""
    command = ASKED[kind][0]
    if command is None:
        panel = (await house.bastien.click(board_in_play(house, thread), "More")).message
        for button in ("v:1:people", "Leave…", "End the game"):
            panel = await after_click(house.bastien, panel, button)
    else:
        panel = (await house.bastien.slash(command[0], thread, command[1])).message
    if kind is Kind.TERMS:
        panel = await after_choice(house.bastien, panel, menus(panel)[0]["custom_id"], "one")
        panel = await after_click(house.bastien, panel, "Next")
    return panel


@pytest.mark.parametrize("kind", [Kind.REPLACE, Kind.TERMS])
async def test_asking_again_asks_for_the_same(house, thread, kind):
    panel = await panel_of(house, thread, kind)
    await house.bastien.click(panel, labels(panel)[0])
    await asking(house, thread)
    news = await let_question_lapse(house, thread)
    second_panel = (await house.bastien.click(news, "Ask again")).message
    assert words(second_panel) == words(panel)
    assert labels(second_panel) == labels(panel)


@pytest.mark.parametrize("kind", Kind)
async def test_panel_and_post_name_the_same_people(house, thread, kind):
    """Karim is away: he is asked where his own moves go, and where there is nobody else to ask."""
    _, names, accounts = ASKED[kind]
    await house.move(house.bastien, house.ines, house.karim)
    until = house.app.clock.now() + timedelta(days=9)
    await house.app.absences.begin(house.karim.id, until)
    if kind is Kind.RESUME:
        motion = await house.app.votes.propose(1, house.bastien.id, Kind.PAUSE)
        await house.app.votes.vote(1, motion.id, house.ines.id, yes=True)
    panel = await panel_of(house, thread, kind)
    assert f"This asks {names} two days" in words(panel)
    await house.bastien.click(panel, labels(panel)[0])
    question = await asking(house, thread)
    friends = {"ines": house.ines, "karim": house.karim}
    asked = [name for name, person in friends.items() if f"<@{person.id}>" in words(question)]
    assert asked == accounts
    assert f"I have asked {names.partition(',')[0]} at" in words(house.bastien.message(panel["id"]))
    away = "Not asked, being away: **Karim**."
    is_passed_over = "karim" not in accounts
    assert (away in words(panel), away in words(question)) == (is_passed_over, is_passed_over)


async def people_page(house, person, thread):
    """The page with the people of a table, which *More* leads to."""
    boards = [message for message in house.maud.messages(thread) if "More" in labels(message)]
    page = (await person.click(boards[-1], "More")).message
    return await after_click(person, page, "Table and players")


async def test_more_leads_to_what_can_be_wished_for(house, thread):
    page = await people_page(house, house.bastien, thread)
    assert "**Bastien** (host)" in words(page)
    assert labels(page)[:3] == ["Go back", "Pause", "Leave…"]
    next_page = await after_click(house.bastien, page, "Pause")
    assert labels(next_page) == ["Pause", "Keep playing"]


async def test_the_table_tells_who_is_away_and_what_is_asked(house, thread):
    panel = (await house.karim.slash("seat substitute", thread)).message
    await house.karim.click(panel, "Let an AI play")
    await question_of_pause(house, thread)
    page = await people_page(house, house.bastien, thread)
    assert "**Karim (AI)** (away: an AI plays)" in words(page)
    assert "Asked at the table: A pause, until <t:" in words(page)
    page = await people_page(house, house.karim, thread)
    assert labels(page)[0] == "I’m back"
    panel = (await house.karim.slash("seat leave", thread)).message
    assert labels(panel) == ["Offer my seat", "End the game", "Resign", "Keep playing"]


WAYS_OUT = ["Let an AI play", "Offer my seat", "End the game", "Resign"]


async def test_leave_asks_which_way_and_each_is_confirmed_first(house, thread):
    panel = (await house.bastien.slash("seat leave", thread)).message
    assert words(panel).startswith("How do you want to leave Akropolis · table\xa01?")
    assert labels(panel) == [*WAYS_OUT, "Keep playing"]
    lines = words(panel).splitlines()[1:]
    assert [line.split("**")[1] for line in lines[: len(WAYS_OUT)]] == WAYS_OUT
    for way in WAYS_OUT:
        panel = (await house.bastien.slash("seat leave", thread)).message
        question = await after_click(house.bastien, panel, way)
        middle = ["Let an AI play"] if way == "Offer my seat" else []
        assert labels(question) == [way, *middle, "Keep playing"]
        assert (await house.app.tables.get(1)).seats[0].ai is None
    await house.bastien.click(question, "Resign")
    assert (await house.app.tables.get(1)).seats[0].resigned


async def test_the_host_sends_somebody_away_and_hands_the_table_over(house):
    options = {"players": 3, "language": "en", "order": "joined"}
    post = (await house.bastien.slash("akropolis new", options=options)).message
    for friend in (house.ines, house.karim):
        await friend.click(post, "Join")
    panel = (await house.bastien.slash("seat remove", options={"player": 2, "table": 1})).message
    await house.bastien.click(panel, "Remove")
    answer = await house.bastien.slash("table host", options={"player": 1, "table": 1})
    assert "**Inès** is now the host" in answer.text
    (called,) = await house.ines.expect(lambda: house.ines.notifications)
    assert called["text"] == "@Inès: you are now the host of Akropolis · table\xa01."
    table = await house.app.tables.get(1)
    assert (table.host_id, len(table.seats)) == (house.ines.id, 2)


async def test_the_host_is_asked_before_the_table_goes_to_somebody_away(house, thread):
    refused = await house.bastien.slash("seat remove", thread, {"player": 9})
    assert refused.text == "There is nobody to choose in that seat."
    until = house.app.clock.now() + timedelta(days=9)
    await house.app.absences.begin(house.karim.id, until)
    panel = (await house.bastien.slash("table host", thread, {"player": 2})).message
    assert words(panel).startswith("**Karim** is away until <t:")
    assert labels(panel) == ["Hand over", "Keep playing"]
    assert (await house.app.tables.get(1)).host_id == house.bastien.id
    await house.bastien.click(panel, "Hand over")
    assert (await house.app.tables.get(1)).host_id == house.karim.id
    assert "**Karim** is now the host" in words(house.bastien.message(panel["id"]))


async def test_the_board_after_a_pause_does_not_repeat_the_seal(house, thread):
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


async def test_the_panel_of_a_stranger_has_no_buttons(house, thread):
    page = await people_page(house, house.noor, thread)
    assert labels(page) == []
    assert "Only players" in (await house.noor.slash("table undo", thread)).text
    refused = await house.maud.slash("table pause", thread)
    assert "un arbitre du serveur" in refused.text


async def test_a_referee_of_the_server_decides_without_asking(house, thread, referee):
    """Going back, they say to which turn."""
    await house.move(house.bastien)
    refused = await referee.slash("table undo", thread)
    assert refused.text.startswith("Jusqu’à quel tour")
    assert await standing(house) == [1]
    panel = (await referee.slash("table pause", thread)).message
    assert "vous ne demandez rien à personne" in words(panel)
    await referee.click(panel, "Pause")
    await referee.expect(
        lambda: any("as a referee" in words(message) for message in house.maud.messages(thread))
    )
    log = words((await house.karim.slash("table log", thread)).message)
    assert "**Maud** decided as a referee" in log


async def test_only_people_who_manage_the_server_choose_its_referees(house):
    """And not everybody: that role has the id of its server."""
    assert (await house.karim.slash("table referee", options={"role": str(BOT_ROLE_ID)})).text
    refused = await house.maud.slash("table referee", options={"role": str(GUILD_ID)})
    assert refused.text.startswith("Tout le monde ne peut pas être arbitre")
    assert (await house.app.servers.settings(GUILD_ID)).referees is None
    await house.maud.slash("table referee", options={"role": str(BOT_ROLE_ID)})
    assert (await house.app.servers.settings(GUILD_ID)).referees == BOT_ROLE_ID


# ---- *Take back* after others have moved ---------------------------------------------------------


async def done_panel(house, person, thread):
    """The private panel of a move that the person has just confirmed."""
    panel = (await person.click(newest(house, thread), "Play")).message
    panel = await with_tile(person, panel)
    panel = await after_click(person, panel, confirm(panel))
    assert labels(panel) == [TAKE_BACK]
    return panel


async def test_take_back_after_an_ai_seat_has_answered_is_done_at_once(house):
    options = {"players": 2, "ai": 1, "language": "en", "order": "joined"}
    post = (await house.bastien.slash("akropolis new", options=options)).message
    await house.bastien.click(post, "Start")
    await house.bastien.expect(lambda: house.boards(post["id"]))
    done = await done_panel(house, house.bastien, post["id"])

    async def has_answered():
        return len(await standing(house)) == 2

    await until(has_answered)
    panel = await after_click(house.bastien, done, TAKE_BACK)
    assert "Nobody else is affected, so it happens at once." in words(panel)
    assert labels(panel) == ["Go back", "Keep playing"]
    await house.bastien.click(panel, labels(panel)[0])
    assert await standing(house) == []


async def test_a_second_click_on_take_back_has_no_effect(house, thread):
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
    closed = await after_click(house.bastien, done, TAKE_BACK)
    assert words(closed) == "This table was cancelled."
    assert labels(closed) == []
