"""Spectators at a table: the command, their page, the calls, and who has guessed right."""

import pytest

from playground.driver import labels, words
from playground.people import BOT_ID, GUILD_ID, LOUNGE_ID
from tests.cogs.playing import (
    after_choice,
    after_click,
    chosen_values,
    duel,
    menus,
    people_called,
    start_game,
)
from tests.cogs.settling import give_up, quiet


@pytest.fixture
async def thread(house):
    """A game of Maud and Bastien in English; its thread."""
    thread = await duel(house, language="en")
    await quiet(house)
    return thread


async def play_round(house):
    """Moves until the next round begins, and what is posted of it."""
    await play_undelivered_round(house)
    await deliver_all(house)


async def play_undelivered_round(house):
    """Moves until the next round begins."""
    service = house.app.spectators
    number = await service.round_number(1)
    while await service.round_number(1) == number:
        look = await house.app.reading.look(1, None)
        user = look.table.seats[look.to_act[0]].user_id
        await house.move(house.maud if user == house.maud.id else house.bastien)


async def deliver_all(house):
    """Everything is delivered, the posts that wait for a scoreboard too."""
    house.ground.let_pass(10)
    await quiet(house)


def calls(house, thread, person=None):
    """The messages that call Noor, or another person."""
    mention = (person or house.noor).mention
    posts = house.maud.messages(thread)
    return [post for post in posts if post["author"].get("bot") and mention in post["content"]]


async def page_of(house, thread, person, **options):
    return (await person.slash("table watch", thread, options)).message


async def guess(house, thread, person, seat):
    """The page after somebody has guessed who wins."""
    page = await page_of(house, thread, person)
    return await after_choice(person, page, "", seat)


async def test_the_command_and_more_open_a_page_that_chooses_the_calls(house, thread):
    """A player is refused with a sentence: the game calls them anyway."""
    board, question = house.boards(thread)[-1], "when do you want to be mentioned?"
    page = await page_of(house, thread, house.noor)
    assert question in words(page)
    assert labels(page) == ["Each round", "At the end"]
    page = await after_click(house.noor, page, "Each round")
    assert "mentioned when a round begins, and at the end" in words(page)
    page = await after_click(house.noor, page, "At the end")
    assert "mentioned at the end" in words(page)
    page = await after_click(house.noor, page, "No mentions")
    assert question in words(page)
    more = (await house.noor.click(board, "More")).message
    assert labels(more)[-1] == "Follow the game"
    assert question in words(await after_click(house.noor, more, "Follow the game"))
    more = (await house.maud.click(board, "More")).message
    assert "Suivre la partie" not in labels(more)
    answer = await house.maud.slash("table watch", thread)
    assert "elle vous notifie de toute façon" in answer.text


async def test_each_round_calls_in_place_of_the_last_until_a_button_stops_it(house, thread):
    """In an ordinary message that says where and why first."""
    await page_of(house, thread, house.noor, mention="round")
    await play_round(house)
    [call] = calls(house, thread)
    assert call["content"].startswith(f"<@{house.noor.id}>: round 2 of Akropolis")
    assert people_called(call) == ["noor"]
    assert labels(call) == ["No mentions"]
    await play_round(house)
    [call] = calls(house, thread)
    assert "round 3" in call["content"]
    answer = (await house.noor.click(call, "No mentions")).message
    assert "when do you want to be mentioned?" in words(answer)
    await play_round(house)
    assert calls(house, thread) == []


async def test_after_a_restart_the_buttons_work_and_the_calls_come(house, thread):
    page = await page_of(house, thread, house.noor)
    await house.restart()
    await after_click(house.noor, page, "Each round")
    await play_round(house)
    assert len(calls(house, thread)) == 1


async def test_the_end_calls_and_names_who_was_right_without_calling_them(house, thread):
    await page_of(house, thread, house.noor, mention="end")
    for person, seat in ((house.noor, "1"), (house.ines, "1"), (house.karim, "0")):
        page = await guess(house, thread, person, seat)
        assert chosen_values(menus(page)[0]) == [seat]
    await house.app.seats.resign(1, house.maud.id)
    await deliver_all(house)
    *_, end = calls(house, thread)
    first, second = end["content"].splitlines()
    assert first.startswith(f"<@{house.noor.id}>: Akropolis")
    assert "Bastien" in first
    names = [f"<@{person.id}>" for person in (house.ines, house.noor)]
    assert second.startswith("Guessed right before half-time, 2 of 3: ")
    assert all(name in second for name in names)
    assert people_called(end) == ["noor"]


async def test_calls_to_rounds_that_are_over_are_left_out(house, thread):
    await page_of(house, thread, house.noor, mention="round")
    await house.app.outbox.stop()
    await play_undelivered_round(house)
    await play_undelivered_round(house)
    await house.restart()
    await deliver_all(house)
    [call] = calls(house, thread)
    assert "round 3" in call["content"]


async def test_a_game_that_is_broken_off_says_so_and_tells_no_guesses(house, thread):
    await page_of(house, thread, house.noor, mention="end")
    await guess(house, thread, house.noor, "1")
    await house.app.votes.cancel(1, house.maud.id, moderator=True)
    await deliver_all(house)
    *_, end = calls(house, thread)
    assert "has ended without a result" in end["content"]
    assert "Guessed" not in end["content"]


async def test_a_game_without_spectators_has_no_post_for_them(house, thread):
    await play_round(house)
    await give_up(house, house.maud)
    assert not any("Guessed" in post["content"] for post in house.maud.messages(thread))


async def test_the_end_tells_no_names_where_all_guesses_were_wrong(house, thread):
    await page_of(house, thread, house.noor, mention="end")
    await guess(house, thread, house.noor, "0")
    await house.app.seats.resign(1, house.maud.id)
    await deliver_all(house)
    *_, end = calls(house, thread)
    assert end["content"].splitlines()[1] == "Guessed right before half-time: 0 of 1."


# ---- people who have their data deleted ----------------------------------------------------------


@pytest.fixture
async def call(house, thread):
    """The message that calls Noor and Inès to a round."""
    for person in (house.noor, house.ines):
        await page_of(house, thread, person, mention="round")
    await play_round(house)
    [post] = calls(house, thread)
    assert {*people_called(post)} == {"noor", "ines"}
    return post


def deletions(house, message):
    """Requests that delete a message."""
    requests = house.ground.requests
    return [call for call in requests if call.method == "DELETE" and message["id"] in call.path]


@pytest.mark.parametrize("names", [("ines", "noor"), ("noor", "ines")])
async def test_a_call_to_several_loses_whoever_is_erased_and_goes_with_the_last(
    house, thread, call, names
):
    first, last = (getattr(house, name) for name in names)
    await house.app.privacy.forget(first.id)
    await quiet(house)
    post = house.maud.message(call["id"])
    assert str(first.id) not in str(post)
    assert "**somebody**" in post["content"]
    assert "round 2 of Akropolis" in post["content"]
    assert last.mention in post["content"]
    assert people_called(post) == [names[1]]
    assert labels(post) == ["No mentions"]
    await house.app.privacy.forget(last.id)
    await quiet(house)
    assert call["id"] not in {message["id"] for message in house.maud.messages(thread)}
    assert len(deletions(house, call)) == 1


async def test_two_who_are_erased_before_the_bot_can_show_it_are_both_gone(house, thread):
    people_called = (house.ines, house.karim, house.noor)
    for person in people_called:
        await page_of(house, thread, person, mention="round")
    await play_round(house)
    await house.app.outbox.stop()
    for person in people_called[1:]:
        await house.app.privacy.forget(person.id)
    await house.restart()
    await quiet(house)
    counts = [len(calls(house, thread, person)) for person in people_called]
    assert counts == [1, 0, 0]


async def test_a_call_that_cannot_be_edited_is_deleted(house, thread, call):
    house.ground.faults.refuse("PATCH", rf"/messages/{call['id']}$", code=30046, count=0)
    await house.app.privacy.forget(house.noor.id)
    await quiet(house)
    assert calls(house, thread) == []
    assert len(deletions(house, call)) == 1


async def test_somebody_who_guessed_right_is_taken_out_of_the_end_as_well(house, thread):
    """The end names them and does not call them."""
    await page_of(house, thread, house.noor, mention="end")
    for person in (house.noor, house.ines):
        await guess(house, thread, person, "1")
    await house.app.seats.resign(1, house.maud.id)
    await deliver_all(house)
    [end] = calls(house, thread, house.ines)
    await house.app.privacy.forget(house.ines.id)
    await quiet(house)
    post = house.maud.message(end["id"])
    assert str(house.ines.id) not in str(post)
    assert "Guessed right before half-time, 2 of 2: " in post["content"]
    assert post["content"].count(house.noor.mention) == 2
    assert people_called(post) == ["noor"]


# ---- in a private thread -------------------------------------------------------------------------


@pytest.fixture
async def den(house):
    """A private thread where Maud and Bastien play, and Noor and Inès are called."""
    friends = (house.bastien, house.noor, house.ines)
    den = house.ground.moderator.add_thread(LOUNGE_ID, "den", house.maud.id, private=True)
    names = " ".join(person.mention for person in friends)
    await house.maud.say(f"<@{BOT_ID}> {names}", den)
    guild = house.app.get_guild(GUILD_ID)
    await house.maud.expect(lambda: guild.get_thread(int(den)))
    people = (house.maud, house.bastien)
    await start_game(house, *people, place=den, language="en", thread=False)
    await quiet(house)
    for person in (house.noor, house.ines):
        await page_of(house, den, person, mention="round")
    return den


async def test_somebody_sent_out_of_a_private_thread_is_not_brought_back(house, den):
    """A mention would add them to it again."""
    channel = house.ground.world.channel(int(den))
    channel.people.remove(house.noor.id)
    await play_round(house)
    assert calls(house, den) == []
    [call] = calls(house, den, house.ines)
    assert call["content"].startswith(f"{house.ines.mention}: round 2")
    assert house.noor.id not in channel.people


@pytest.mark.parametrize("fault", ["page", "foreign"])
async def test_a_404_of_a_proxy_is_not_taken_for_a_member_who_has_left(house, den, fault):
    status = {"status": 404} if fault == "page" else {}
    path = f"/channels/{den}/thread-members/{house.noor.id}"
    house.ground.faults.inject(fault, **status, method="GET", path=path, count=1)
    await play_round(house)
    assert calls(house, den) == []
    await deliver_all(house)
    [call] = calls(house, den)
    assert {*people_called(call)} == {"noor", "ines"}


async def test_a_thread_that_is_gone_is_not_taken_for_members_who_have_left(house, den):
    """Discord knows no such thread: that says nothing about its members."""
    for person in (house.noor, house.ines):
        path = f"/channels/{den}/thread-members/{person.id}"
        house.ground.faults.refuse("GET", path, code=10003)
    await play_round(house)
    [call] = calls(house, den)
    assert {*people_called(call)} == {"noor", "ines"}
