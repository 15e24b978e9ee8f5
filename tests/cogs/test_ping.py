"""A ping always goes out: whatever fails on the way to a post, the next player is called."""

import asyncio
import re
from datetime import timedelta

import pytest

from bot import words as spoken
from cogs._posts import boards
from playground.channels import ANNOUNCEMENT
from playground.driver import labels, pictures, words
from playground.people import GAMES_ID, MANAGE_MESSAGES, SEND_IN_THREADS, SEND_MESSAGES
from tests.cases import each_case
from tests.cogs.conftest import LOUNGE
from tests.cogs.playing import duel, move, spill_ink, start_game


async def board(house, place, number=1):
    """The newest of so many board posts in a place."""
    return await house.maud.expect(
        lambda: len(posts := house.boards(place)) >= number and posts[-1]
    )


async def another_thread(house, *known):
    """The thread that is none of the `known` ones."""
    return await house.maud.expect(
        lambda: next(
            (thread["id"] for thread in house.maud.threads() if thread["id"] not in known), None
        )
    )


def calls(message, person):
    """Whether a message pings a person."""
    return [user["id"] for user in message["mentions"]] == [str(person.id)]


async def letter(person, number=1):
    """Texts that the bot has written to a person, once there are so many messages."""
    direct = await person.expect(person.dm)
    letters = await person.expect(
        lambda: len(messages := person.messages(direct["id"])) >= number and messages
    )
    return "\n".join(map(words, letters))


async def wait_for_deliveries(house):
    """Everything that is due has been delivered."""
    await house.app.outbox.drain()


async def later(house, seconds):
    """What is under way ends; the bot's clock is put forward, and it looks what is due by then."""
    await wait_for_deliveries(house)
    house.app.clock.skip(timedelta(seconds=seconds))
    house.app.wake()


def number_of_letters(person):
    """Number of messages that the bot has written to a person."""
    return len(person.messages(person.dm()["id"]))


async def start_in_channel(house, host, friend):
    """Start a game of two that stays in the channel; its board."""
    before = len(house.boards(GAMES_ID))
    options = {"players": 2, "language": "fr", "order": "joined"}
    post = (await host.slash("akropolis new", options=options)).message
    await friend.click(post, "Rejoindre")
    await host.click(post, "Commencer")
    return await board(house, GAMES_ID, before + 2)


CLOSED = SEND_IN_THREADS | SEND_MESSAGES
"""The rights without which the bot can post nowhere in a channel."""


# ---- threads -------------------------------------------------------------------------------------


async def test_a_deleted_thread_is_replaced_at_once_and_the_game_goes_on(house):
    thread = await duel(house)

    def lobby_leads_to(home):
        """The thread bears the id of the lobby post."""
        lobby = next(post for post in house.maud.messages() if post["id"] == thread)
        return f"<#{home}>" in words(lobby)

    await house.maud.expect(lambda: lobby_leads_to(thread))
    house.ground.moderator.delete(int(thread))
    fresh = await another_thread(house, thread)
    post = await board(house, fresh)
    assert calls(post, house.maud)
    assert labels(post) == ["Jouer", "Récap", "Plus"]
    assert fresh in await letter(house.maud)
    await house.maud.expect(lambda: lobby_leads_to(fresh))
    assert calls(await move(house, house.maud, fresh), house.bastien)


async def test_an_archived_thread_is_opened_again_by_the_next_board(house):
    thread = await duel(house)
    house.ground.moderator.archive(int(thread))
    await house.move(house.maud)
    assert calls(await board(house, thread, 2), house.bastien)
    assert len(house.maud.threads()) == 1


async def test_a_thread_that_discord_calls_archived_is_opened_again_by_hand(house):
    thread = await duel(house)
    house.ground.faults.refuse("POST", f"^/channels/{thread}/messages$", code=50083)
    await house.move(house.maud)
    assert calls(await board(house, thread, 2), house.bastien)
    assert house.bodies_sent("PATCH", f"/channels/{thread}")[0] == {"archived": False}


@pytest.mark.parametrize("archived", [True, False])
async def test_a_locked_thread_is_replaced(house, archived):
    thread = await duel(house)
    house.ground.moderator.archive(int(thread), archived=archived)
    house.ground.moderator.lock(int(thread))
    await house.move(house.maud)
    fresh = await another_thread(house, thread)
    assert calls(await board(house, fresh), house.bastien)
    assert calls(await move(house, house.bastien, fresh), house.maud)


async def test_a_thread_that_cannot_be_made_leaves_the_game_in_the_channel(house):
    """The host is told so once for each game."""
    for number, code in enumerate((160006, 160007, 50013, 50001), 1):
        house.ground.faults.refuse("POST", "/threads$", code=code)
        post = await start_in_channel(house, house.maud, house.bastien)
        assert calls(post, house.maud), code
        assert "/table" in await letter(house.maud, number)
        assert calls(await move(house, house.maud, str(GAMES_ID)), house.bastien)
        await wait_for_deliveries(house)
        assert number_of_letters(house.maud) == number


async def test_two_games_left_in_one_channel_are_told_apart_by_their_players(house):
    """A table gets its thread by moving to the same channel."""
    house.ground.faults.inject("threads_full", count=2)
    for host, friend in ((house.maud, house.bastien), (house.karim, house.noor)):
        await start_in_channel(house, host, friend)
    await wait_for_deliveries(house)  # so that the channel is saved as the home of both
    for number, host in ((1, house.maud), (2, house.karim)):
        suggested = await host.autocomplete("akropolis move", options={"move": ""}, focused="move")
        assert suggested
        answer = await host.slash("table status")
        assert f"table\xa0{number}" in answer.text
    await house.maud.slash("table move", options={"table": 1})
    assert calls(await board(house, await another_thread(house)), house.maud)


async def test_a_title_that_automod_blocks_gives_way_to_one_without_names(house):
    house.ground.faults.inject("title_blocked")
    thread = await duel(house)
    (new_thread,) = house.maud.threads()
    assert new_thread["name"] == "Akropolis #1"
    assert calls(await board(house, thread), house.maud)


async def test_a_game_without_the_right_to_threads_goes_on_in_the_channel_and_says_so_once(house):
    thread = await duel(house)
    house.ground.deny(GAMES_ID, SEND_IN_THREADS)
    await house.move(house.maud)
    assert calls(await board(house, GAMES_ID, 2), house.bastien)
    assert "</table" in await letter(house.maud)
    await house.move(house.bastien)
    await board(house, GAMES_ID, 3)
    await wait_for_deliveries(house)
    assert number_of_letters(house.maud) == 1
    assert house.maud.threads()[0]["id"] == thread


async def test_a_host_with_closed_messages_is_told_at_the_table(house):
    await duel(house)
    await house.maud.call("dms", open=False)
    house.ground.deny(GAMES_ID, SEND_IN_THREADS)
    await house.move(house.maud)
    await board(house, GAMES_ID, 2)
    [notice] = await house.maud.expect(
        lambda: [message for message in house.maud.messages() if "/table" in words(message)]
    )
    assert calls(notice, house.maud)


async def test_the_first_board_brings_in_the_player_it_calls_and_the_others_are_added(house):
    """The mention brings them in; one line "added" less."""
    thread = await house.table()
    paths = [f"/channels/{thread}/thread-members/{friend.id}" for friend in house.friends]
    await house.maud.expect(lambda: len(house.bodies_sent("PUT", "/thread-members/")) == 3)
    requests = house.ground.requests
    assert [call.path for call in requests if "/thread-members/" in call.path] == paths


async def test_players_whom_an_outage_keeps_out_of_the_thread_are_added_after_it(house):
    with house.ground.faults.during("page", method="PUT", path="/thread-members/"):
        thread = await house.table()
        await house.maud.expect(lambda: house.bodies_sent("PUT", "/thread-members/"))
    channel = house.ground.world.channels[int(thread)]
    assert not any(friend.id in channel.people for friend in house.friends)
    await later(house, 60)
    await wait_for_deliveries(house)
    assert all(friend.id in channel.people for friend in house.friends)
    (post,) = house.boards(thread)
    pushed = [heard["message"] for heard in house.maud.notifications if heard["channel"] == thread]
    assert pushed == [post["id"]]


# ---- channels ------------------------------------------------------------------------------------


async def test_a_deleted_channel_is_told_to_each_in_their_language_and_the_game_moves_elsewhere(
    house,
):
    thread = await duel(house)
    house.ground.moderator.delete(GAMES_ID)
    for person, sentence in (
        (house.maud, "Aucun coup n’est perdu"),
        (house.bastien, "No move is lost"),
    ):
        assert sentence in await letter(person)
        assert "</table" in await letter(person)
    answer = await house.maud.slash("table move", LOUNGE, {"table": 1})
    assert "Akropolis" in answer.text
    fresh = await another_thread(house, thread)
    assert calls(await board(house, fresh), house.maud)
    assert calls(await move(house, house.maud, fresh), house.bastien)
    await wait_for_deliveries(house)
    assert number_of_letters(house.maud) == 1


async def test_a_board_under_way_does_not_hold_a_table_back_that_moves(house):
    thread = await duel(house)
    hold = house.ground.faults.hold("POST", f"^/channels/{thread}/messages$")
    await house.move(house.maud)
    await hold.wait_for_arrival()
    await house.maud.slash("table move", LOUNGE, {"table": 1})
    hold.release()
    fresh = await another_thread(house, thread)
    assert calls(await board(house, fresh), house.bastien)
    assert calls(await move(house, house.bastien, fresh), house.maud)


async def test_each_player_is_called_in_private_until_a_closed_channel_opens_again(house):
    """Then it shows the game that waited for it."""
    thread = await duel(house)
    house.ground.deny(GAMES_ID, CLOSED)
    await house.move(house.maud)
    assert "It is your turn" in await letter(house.bastien)
    assert "C’est à vous" not in await letter(house.maud)
    await house.move(house.bastien)
    assert "C’est à vous" in await letter(house.maud, 2)
    await wait_for_deliveries(house)
    assert number_of_letters(house.bastien) == 1
    house.ground.deny(GAMES_ID, 0)
    assert calls(await board(house, thread, 2), house.maud)
    await house.move(house.maud)
    await house.maud.expect(lambda: house.bastien.notifications[-1]["reason"] == "mention")


async def test_a_lobby_moves_with_its_players(house):
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    house.ground.moderator.delete(GAMES_ID)
    await letter(house.maud)
    answer = await house.maud.slash("table move", LOUNGE, {"table": 1})
    assert "Bastien" in answer.text
    await house.maud.click(answer.message, "Commencer")
    assert calls(await board(house, answer.message["id"]), house.maud)


async def test_a_lobby_leaves_no_post_behind_though_its_move_is_answered_too_late(house):
    post = await house.lobby(players=3)
    await house.bastien.click(post, "Rejoindre")
    house.ground.faults.inject("unknown_interaction")
    moving = asyncio.create_task(house.maud.slash("table move", LOUNGE, {"table": 1}))
    await house.maud.expect(lambda: house.maud.message(post["id"]) is None)
    moving.cancel()
    await house.maud.expect(lambda: house.maud.messages(LOUNGE))


async def test_only_the_host_or_a_moderator_of_its_channel_moves_a_table(house):
    """And only to where the bot may write."""
    thread = await duel(house)
    house.ground.deny(LOUNGE, SEND_IN_THREADS)
    refusals = [await house.maud.slash("table move", LOUNGE, {"table": 1})]
    house.ground.deny(LOUNGE, 0)
    refusals.append(await house.bastien.slash("table move", LOUNGE, {"table": 1}))
    house.ground.moderator.overwrite(LOUNGE, house.bastien.id, allow=MANAGE_MESSAGES)
    refusals.append(await house.bastien.slash("table move", LOUNGE, {"table": 1}))
    assert all(refusal.message["flags"] & 64 for refusal in refusals)
    assert (await house.app.tables.get(1)).home_id == int(thread)
    house.ground.moderator.overwrite(GAMES_ID, house.bastien.id, allow=MANAGE_MESSAGES)
    await house.bastien.slash("table move", LOUNGE, {"table": 1})
    assert calls(await board(house, await another_thread(house, thread)), house.maud)


async def test_any_player_moves_a_table_whose_channel_is_gone(house):
    """The host may be gone as well, or take no messages; a spectator has no say."""
    thread = await duel(house)
    await house.maud.call("dms", open=False)
    house.ground.moderator.delete(GAMES_ID)
    assert "</table move" in await letter(house.bastien)
    await house.noor.slash("table move", LOUNGE, {"table": 1})
    assert (await house.app.tables.get(1)).home_id == int(thread)
    await house.bastien.slash("table move", LOUNGE, {"table": 1})
    assert calls(await board(house, await another_thread(house, thread)), house.maud)


async def test_a_channel_with_a_table_takes_no_other(house):
    await house.maud.slash("akropolis new", LOUNGE, {"thread": False})
    await house.lobby(thread=False)
    refused = await house.maud.slash("table move", LOUNGE, {"table": 2})
    assert refused.message["flags"] & 64
    assert (await house.app.tables.get(2)).channel_id == GAMES_ID


async def test_a_thread_of_an_announcement_channel_is_replaced_by_its_like(house):
    place = house.ground.moderator.add_channel("news", ANNOUNCEMENT)
    thread = await start_game(house, house.maud, house.bastien, place=place)
    house.ground.moderator.delete(int(thread))

    def other_threads():
        news = [channel for channel in house.maud.channels() if channel["type"] == 10]
        return [channel["id"] for channel in news if channel["id"] != thread]

    [fresh] = await house.maud.expect(other_threads)
    assert calls(await board(house, fresh), house.maud)


# ---- the server ----------------------------------------------------------------------------------


async def test_a_bot_that_is_invited_again_calls_everybody_again(house):
    thread = await duel(house)
    await house.lobby(players=2)
    house.ground.moderator.remove_bot()
    await house.maud.expect(lambda: not house.app.guilds)
    await house.move(house.maud)
    await wait_for_deliveries(house)
    assert len(house.boards(thread)) == 1
    house.ground.moderator.invite_bot()
    assert calls(await board(house, thread, 2), house.bastien)
    assert calls(await move(house, house.bastien, thread), house.maud)


async def test_a_bot_that_was_invited_again_while_it_was_off_calls_after_the_start(house):
    """A board that no place took; nobody heard, as who shares no server takes no messages."""
    thread = await duel(house)
    house.ground.moderator.remove_bot()
    await house.maud.expect(lambda: not house.app.guilds)
    await house.move(house.maud)
    await wait_for_deliveries(house)
    await house.stop()
    house.ground.moderator.invite_bot()
    await house.start()
    assert calls(await board(house, thread, 2), house.bastien)
    assert calls(await move(house, house.bastien, thread), house.maud)
    await house.restart()
    await wait_for_deliveries(house)
    assert len(house.boards(thread)) == 3


async def test_a_start_repeats_no_call_about_a_place_that_is_still_closed(house):
    await duel(house)
    house.ground.deny(GAMES_ID, CLOSED)
    await house.move(house.maud)
    await letter(house.bastien)
    await house.restart()
    await wait_for_deliveries(house)
    assert number_of_letters(house.bastien) == 1


# ---- the form ------------------------------------------------------------------------------------


async def test_a_picture_that_raises_gives_way_to_text_and_the_next_one_is_drawn(
    house, monkeypatch, caplog
):
    thread = await duel(house)
    with monkeypatch.context() as patched:
        spill_ink(patched)
        await house.move(house.maud)
        post = await board(house, thread, 2)
        assert calls(post, house.bastien)
        assert pictures(post) == []
        assert "T1" in words(post)
        assert "Maud" in words(post)
        assert "image" in await letter(house.maud)
        await house.move(house.bastien)
        await board(house, thread, 3)
        await wait_for_deliveries(house)
    assert re.search(r"Table 1, revision \d+: no prompt_post", caplog.text)
    assert number_of_letters(house.maud) == 1
    await house.move(house.maud)
    assert pictures(await board(house, thread, 4))


async def test_a_picture_that_cannot_be_sent_gives_way_to_text(house, monkeypatch):
    """It is never done, or too large, or cannot be uploaded."""
    thread, faults = await duel(house), house.ground.faults
    with monkeypatch.context() as patched:
        patched.setattr(boards, "DRAWING", 0.0)
        await house.move(house.maud)
        post = await board(house, thread, 2)
    assert (pictures(post), calls(post, house.bastien)) == ([], True)
    path = f"^/channels/{thread}/messages$"
    faults.refuse("POST", path, status=413, code=40005, message="Too large")
    await house.move(house.bastien)
    post = await board(house, thread, 3)
    assert (pictures(post), calls(post, house.maud)) == ([], True)
    faults.inject("upload_fails", count=20)
    await house.move(house.maud)
    post = await board(house, thread, 4)
    assert (pictures(post), calls(post, house.bastien)) == ([], True)


async def test_a_board_without_picture_and_words_gives_way_to_the_call_alone(
    house, monkeypatch, caplog
):
    thread = await duel(house)

    def stammer(*_):
        raise KeyError("no word for it")

    spill_ink(monkeypatch)
    monkeypatch.setattr(type(spoken.of("akropolis", "en")), "board_text", stammer)
    await house.move(house.maud)
    post = await board(house, thread, 2)
    assert calls(post, house.bastien)
    assert "Maud" not in words(post)
    assert labels(post) == ["Jouer", "Récap", "Plus"]
    assert re.search(r"Table 1, revision \d+: no text_post", caplog.text)
    monkeypatch.undo()
    assert calls(await move(house, house.bastien, thread), house.maud)


async def test_words_that_automod_blocks_give_way_to_those_without_names(house):
    thread = await duel(house)
    house.ground.faults.refuse("POST", f"^/channels/{thread}/messages$", code=200000, count=2)
    await house.move(house.maud)
    post = await board(house, thread, 2)
    assert calls(post, house.bastien)
    assert "Maud" not in words(post)


async def test_the_player_is_called_in_private_where_every_form_is_blocked(house):
    await duel(house)
    places = f"^/channels/({GAMES_ID}|{house.maud.threads()[0]['id']})/messages$"
    with house.ground.faults.during("refuse", method="POST", path=places, code=200000):
        await house.move(house.maud)
        assert "It is your turn" in await letter(house.bastien)


async def test_the_player_is_called_in_private_where_a_fault_of_our_own_stops_every_form(
    house, monkeypatch
):
    await duel(house)

    async def collapse(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(boards, "FORMS", (("", collapse), ("words", collapse)))
    monkeypatch.setattr(house.app.outbox, "_first_retry", 0.001)
    await house.move(house.maud)
    assert "your turn" in await letter(house.bastien)
    await wait_for_deliveries(house)
    monkeypatch.undo()
    await house.move(house.bastien)
    await house.maud.expect(lambda: house.maud.notifications[-1]["reason"] == "mention")


# ---- time ----------------------------------------------------------------------------------------


@each_case(
    ("method", "path"),
    [
        ("POST", "/threads$"),
        ("POST", "/messages$"),
        ("PUT", "/thread-members/"),
        ("PATCH", "/messages/"),
        ("GET", "/messages/"),
    ],
)
async def test_a_limit_of_31_seconds_at_any_call_only_delays_a_game(house, method, path):
    threads = [thread["id"] for thread in house.maud.threads()]
    house.ground.faults.inject("long_limit", method=method, path=path)
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await later(house, 32)
    thread = await another_thread(house, *threads)
    assert calls(await board(house, thread), house.maud)
    await house.move(house.maud, number=len(threads) + 1)
    assert calls(await board(house, thread, 2), house.bastien)
    await wait_for_deliveries(house)
    assert len(house.boards(thread)) == 2
