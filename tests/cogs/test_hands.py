"""Hands are for their owner's eyes: by direct message, behind a button, and nowhere else."""

import asyncio
import re
import sqlite3
from contextlib import closing

import pytest

from bot.service import delivery as module
from bot.service.delivery import Delivery, Down, Later, Refused
from bot.table import payloads
from cogs._delivery.sender import DirectChannels
from cogs._painting import painter
from cogs._posts.courier import DiscordCourier
from playground.components import walk
from playground.driver import labels, pictures, words
from tests.cogs.forging import press_forged
from tests.cogs.playing import duel, newest, spill_ink
from tests.cogs.settling import open_panel, press, quiet, seat, stand, table
from tests.cogs.test_courier import boards
from tests.patience import LONGEST

SECRET = seat("22 51|52 53|70|60 10", reserve="22", hand="7e6b8a9m")
OTHER = seat("11|||", reserve="10", hand="1e")
TOLD = re.compile(
    r"\b(7\s(eau|water)|6\s(bois|wood)|8\s(argiles|clay)|9\s(métaux|metal)|7e|6b|8a|9m)"
)
"""What would tell Maud's hand, in either language or in notation."""


async def letters(person, count=1):
    """A person's direct messages from the bot, once there are `count` of them."""
    channel = await person.expect(person.dm)
    await person.expect(lambda: len(person.messages(channel["id"])) >= count)
    return person.messages(channel["id"])


async def deliver(house, nonce, number=0, attempts=1):
    """The hand of a seat, delivered anew."""
    delivery = Delivery(99, 1, "hand", payloads.AboutSeat(seat=number), nonce, attempts)
    await DiscordCourier(house.app).deliver(delivery)


async def take_cards(house, thread):
    """Maud ends her turn with three cards more."""
    await house.maud.slash("telegraph move", thread, {"move": "S"})
    await quiet(house)


async def forget_hands(house):
    """The bot does not know which messages show the hands."""
    await house.app.store.write(lambda db: db.execute("DELETE FROM hand"))


@pytest.fixture
async def thread(house):
    """The thread of a new table, once the hands are sent."""
    home = await table(house)
    await quiet(house)
    return home


@pytest.fixture
async def secret(house, thread):
    """The same table with known hands."""
    await stand(house, SECRET, OTHER)
    return thread


# ---- the direct message --------------------------------------------------------------------------


async def test_everybody_gets_their_own_hand_at_the_start(house, thread):
    """It is edited without a sound when it changes, also after a restart."""
    for person, number, cards in ((house.maud, 0, "\xa0cartes"), (house.bastien, 1, " cards")):
        (letter,) = await letters(person)
        hand = (await house.app.reading.look(1, person.id)).hand
        assert f"({sum(hand.cards.values())}{cards})" in words(letter)
        assert f"/channels/100000000000000001/{thread}" in str(letter["components"])
        (picture,) = pictures(letter)
        assert cards.strip()[:4] in picture["description"]
        assert hand.seat == number
    assert house.ines.dm() is None
    before, unchanged = await letters(house.maud), await letters(house.bastien)
    pushes = len(house.maud.notifications)
    await house.restart()
    await take_cards(house, thread)
    (after,) = await letters(house.maud)
    assert [after["id"]] == [letter["id"] for letter in before]
    assert "(7\xa0cartes)" in words(after)
    assert len(pictures(after)) == 1
    assert len(house.maud.notifications) == pushes
    assert await letters(house.bastien) == unchanged


async def test_a_hand_that_cannot_be_drawn_is_told_in_words(house, thread, monkeypatch):
    spill_ink(monkeypatch)
    sorry = "L’image n’a pas pu être montrée"
    assert sorry in (await house.maud.click(newest(house, thread), "Main")).text
    await take_cards(house, thread)
    hand = next(each for each in await letters(house.maud) if "(7\xa0cartes)" in words(each))
    assert sorry in words(hand)
    assert pictures(hand) == []


async def test_a_letter_that_waits_for_discord_holds_up_no_board_and_no_other_letter(
    house, thread, monkeypatch
):
    """Maud plays at two tables, and Discord lets no more messages to her through."""
    monkeypatch.setattr(module, "STOP_PATIENCE", 0.1)  # of the letters that are let wait
    threads = [thread, await table(house)]
    await quiet(house)
    channel, channel_of_bastien = house.maud.dm()["id"], house.bastien.dm()["id"]
    hands_of_maud = [words(letter) for letter in await letters(house.maud, 2)]
    hands_of_bastien = {words(letter) for letter in await letters(house.bastien, 2)}
    path = f"^/channels/{channel}/messages/"
    house.ground.faults.inject("slow", seconds=LONGEST, before=True, path=path, count=9)
    for home in threads:
        await house.maud.slash("telegraph move", home, {"move": "S"})
        await boards(house, home, 2)
        await house.bastien.slash("telegraph move", home, {"move": "S"})
        await boards(house, home, 3)
    await house.bastien.expect(
        lambda: hands_of_bastien.isdisjoint(map(words, house.bastien.messages(channel_of_bastien)))
    )
    assert [words(letter) for letter in house.maud.messages(channel)] == hands_of_maud


async def test_a_hand_speaks_the_language_its_owner_was_last_seen_to_read(house, thread):
    """A person who only looks is not remembered."""
    await house.restart()
    await house.noor.slash("telegraph rules", thread)
    house.ground.world.person(house.maud.id).locale = "en-GB"
    await house.maud.slash("telegraph rules", thread)
    await house.maud.expect(lambda: reads(house, house.maud, "en"))
    assert not reads(house, house.noor, "en")
    await take_cards(house, thread)
    (letter,) = await letters(house.maud)
    assert "(7 cards)" in words(letter)


async def test_the_first_hand_makes_no_sound_for_whoever_may_not_be_notified_now(
    house, monkeypatch
):
    monkeypatch.setattr(house.app.people, "may_be_called", lambda user: user != house.maud.id)
    await table(house)
    await quiet(house)
    for person, is_silent in ((house.maud, True), (house.bastien, False)):
        (letter,) = await letters(person)
        pushes = [push for push in person.notifications if push["message"] == letter["id"]]
        assert [push["silent"] for push in pushes] == [is_silent]


def reads(house, person, language):
    """Whether the file says that a person reads a language."""
    with closing(sqlite3.connect(house.database)) as db:
        query = "SELECT language FROM person WHERE user_id = ?"
        return db.execute(query, (person.id,)).fetchone() == (language,)


async def test_a_message_that_cannot_be_edited_or_was_deleted_is_written_anew(house, thread):
    world, pushes = house.ground.world, len(house.maud.notifications)
    for trouble in ("old_message", "unknown_message", "deletion"):
        (old,) = await letters(house.maud)
        if trouble == "deletion":
            world.remove_message(world.message(int(old["channel_id"]), int(old["id"])))
        else:
            house.ground.faults.inject(trouble)
        await deliver(house, f"after-{trouble}")
        await quiet(house)
        (new,) = await letters(house.maud)
        assert new["id"] != old["id"], trouble
    assert all(push["silent"] for push in house.maud.notifications[pushes:])
    await deliver(house, "edited-again")
    assert [letter["id"] for letter in await letters(house.maud)] == [new["id"]]


async def test_the_old_message_may_stay_when_it_cannot_be_deleted(house, thread):
    house.ground.faults.inject("old_message")
    house.ground.faults.inject("long_limit", method="DELETE")
    await deliver(house, "both-stay")
    _, new = await letters(house.maud, 2)
    assert (await house.app.reading.hand(1, 0)).message_id == int(new["id"])


async def test_killed_between_sending_and_noting_sends_once(house, thread):
    for _ in range(2):
        await forget_hands(house)
        await deliver(house, "same-nonce")
    assert len(await letters(house.maud)) == 2


async def test_a_person_s_channel_is_opened_once_even_if_many_messages_wait_for_it(house):
    """After an outage it is asked for again."""
    channels = DirectChannels(house.app)
    house.ground.faults.refuse("POST", "^/users/@me/channels$", code=40003)
    with pytest.raises(Later):
        await channels.get(house.maud.id)
    before = house.ground.counts["POST", "/users/@me/channels"]
    channel, *same = await asyncio.gather(*(channels.get(house.maud.id) for _ in range(12)))
    assert {channel} == {*same}
    assert channel.recipient.id == house.maud.id
    house.app._connection._private_channels_by_user.clear()  # as after 128 other people
    assert await channels.get(house.maud.id) is channel
    assert house.ground.counts["POST", "/users/@me/channels"] == before + 1


# ---- closed doors --------------------------------------------------------------------------------


async def test_closed_messages_are_told_once_in_private(house):
    await house.maud.call("dms", open=False)
    thread = await table(house)
    await quiet(house)
    assert await letters(house.bastien)
    panel = await open_panel(house, house.maud, thread)
    assert "message" in words(panel).splitlines()[0]
    assert "privé" in words(panel).splitlines()[0]
    second_panel = await open_panel(house, house.maud, thread)
    assert "privé" not in words(second_panel)
    place = house.maud.dm()
    assert place is None or house.maud.messages(place["id"]) == []
    assert len(await house.app.reading.log(1)) == 0


async def test_the_hand_button_tells_it_too_and_an_open_door_gets_the_next_change(house):
    await house.maud.call("dms", open=False)
    thread = await table(house)
    await quiet(house)
    answer = await house.maud.click(newest(house, thread), "Main")
    assert "privé" in answer.text
    assert len(pictures(answer.message)) == 1
    await house.maud.call("dms", open=True)
    await take_cards(house, thread)
    (letter,) = await letters(house.maud)
    assert "(7\xa0cartes)" in words(letter)


@pytest.mark.parametrize(("code", "status"), [(50007, 400), (50278, 403)])
async def test_a_closed_door_is_known_by_its_code(house, thread, code, status):
    """To open the messages of a person who takes none answers 400, to write to them 403."""
    house.ground.faults.inject("unknown_message")
    house.ground.faults.refuse("POST", "/messages$", status=status, code=code)
    await deliver(house, "closed")
    assert (await house.app.reading.hand(1, 0)).closed


async def test_any_other_refusal_closes_no_door_and_is_tried_again(house, thread, caplog):
    """The log names what is final for now: no code that is unknown, nor too many at once."""
    for number, (code, log) in enumerate(((50001, "50001"), (20026, ""), (40003, "")), 1):
        await forget_hands(house)
        old_letters = await letters(house.maud, number)
        house.ground.faults.refuse("POST", "/channels$|/messages$", status=403, code=code)
        with caplog.at_level("INFO"), pytest.raises((Later, Down)):
            await deliver(house, f"refused-{code}")
        assert not (await house.app.reading.hand(1, 0)).closed
        assert log in caplog.text
        await deliver(house, f"refused-{code}")
        *unchanged, _ = await letters(house.maud, number + 1)
        assert [letter["id"] for letter in unchanged] == [letter["id"] for letter in old_letters]


async def test_a_hand_that_is_refused_again_and_again_is_given_up_not_closed(house, thread):
    dm = (await house.maud.expect(house.maud.dm))["id"]
    with (
        house.ground.faults.during("refuse", path=f"/channels/{dm}/", status=403, code=50001),
        pytest.raises(Refused),
    ):
        await deliver(house, "again", attempts=12)
    assert not (await house.app.reading.hand(1, 0)).closed
    await deliver(house, "and-again")
    assert len(await letters(house.maud)) == 1


async def test_a_person_who_is_gone_is_given_up(house, thread):
    await forget_hands(house)
    house.ground.faults.refuse("POST", "^/users/@me/channels$", code=10013)
    house.app._connection._private_channels_by_user.clear()
    with pytest.raises(Refused):
        await deliver(house, "nobody")


# ---- the button and the command ------------------------------------------------------------------


async def test_the_button_and_the_command_show_me_my_hand_to_me_alone(house, secret):
    """Also when it is not my turn."""
    post = newest(house, secret)
    answer = await house.maud.click(post, "Main")
    assert "7\xa0eau" in answer.text
    assert "7\xa0eau" in pictures(answer.message)[0]["description"]
    assert house.maud.message(answer.message["id"])["flags"] & 64
    assert house.bastien.message(answer.message["id"]) is None
    answer = await house.maud.slash("telegraph hand", secret)
    assert "7\xa0eau" in answer.text
    assert answer.message["flags"] & 64
    assert "1 water" in (await house.bastien.click(post, "Main")).text


async def test_a_spectator_has_no_hand(house, thread):
    answer = await house.noor.click(newest(house, thread), "Main")
    assert "no seat at this table" in answer.text
    assert pictures(answer.message) == []
    answer = await house.noor.slash("telegraph hand", thread)
    assert "no seat at this table" in answer.text


async def test_a_game_without_hands_has_no_such_button(house):
    thread = await duel(house)
    post = newest(house, thread)
    assert "Main" not in labels(post)
    answer = await press_forged(house, house.maud, post, "b:1:hand")
    assert answer.text == "Il n’y a pas de main à vous montrer."
    assert house.maud.dm() is None


# ---- nothing leaks -------------------------------------------------------------------------------


def public(house):
    """Every message that everybody can read, as it is sent: texts, alts, labels, notations."""
    messages = [
        message for place in house.noor.channels() for message in house.noor.messages(place["id"])
    ]
    return [message for message in messages if not message["flags"] & 64]


def message_parts(message):
    """Everything that a message says in any way."""
    parts = [words(message), *(item["description"] or "" for item in pictures(message))]
    for _, component in walk(message["components"]):
        parts += [str(component.get(name) or "") for name in ("label", "placeholder", "custom_id")]
    return "\n".join(parts)


async def test_no_public_message_tells_a_hand(house, secret):
    panel = await open_panel(house, house.maud, secret)
    for action in ("ok:D1", "ok:P", "ok:D4", "ok:P"):
        panel = await press(house.maud, panel, action)
    for options in ({}, {"player": 0}, {"text": True}):
        await house.maud.slash("telegraph board", secret, {"public": True, **options})
    await house.noor.slash("table log", secret)
    await house.noor.slash("table status", secret)
    await quiet(house)
    assert len(public(house)) >= 5
    for message in (*public(house), *house.noor.ephemerals()):
        assert not TOLD.search(message_parts(message)), message_parts(message)


async def test_a_public_picture_is_drawn_from_a_view_without_hands(house, secret, monkeypatch):
    wishes, draw = [], painter.PAINTER.draw

    async def spy(wish):
        wishes.append(wish)
        return await draw(wish)

    monkeypatch.setattr(painter.PAINTER, "draw", spy)
    for options in ({}, {"player": 0}, {"player": 1}):
        await house.maud.slash("telegraph board", secret, {"public": True, **options})
    await take_cards(house, secret)
    public_wishes = [wish for wish in wishes if wish.picture in ("table", "seat")]
    assert len(public_wishes) >= 4
    for wish in public_wishes:
        assert [set(player.hand) for player in wish.view.players] == [{"count"}] * 2


async def test_suggestions_and_refusals_keep_other_hands_secret(house, secret):
    """Suggestions are for those who play."""
    for begun in ("", "B22 ", "B22 C4 ", "B22 C4"):
        typed = ("telegraph move", secret, {"move": begun})
        assert await house.noor.autocomplete(*typed, focused="move") == []
        to_leave = await house.bastien.autocomplete(*typed, focused="move")
        assert not [choice for choice in to_leave if TOLD.search(choice["name"])]
    for person in (house.bastien, house.noor):
        for move in ("B22 C4", "B22 C4 9m", "S", "D1"):
            answer = await person.slash("telegraph move", secret, {"move": move})
            assert not TOLD.search(answer.text.replace(move, ""))


async def test_an_export_of_a_running_game_tells_no_hand(house, thread):
    answer = await house.noor.slash("replay export", thread)
    assert "secret" in answer.text or "secrète" in answer.text
    record = await house.app.reading.record(1)
    assert record.get("seed") is None
    assert "hand" not in str(record)


# ---- typing --------------------------------------------------------------------------------------


async def suggestions(house, thread, text):
    """Moves that are suggested to Maud behind a text."""
    return await house.maud.autocomplete("telegraph move", thread, {"move": text}, focused="move")


async def test_suggestions_walk_to_a_payment(house, secret):
    first = await suggestions(house, secret, "")
    assert [choice["value"] for choice in first] == ["D1", "D2", "D3", "D4", "B22", "S"]
    assert len(await suggestions(house, secret, "B22 ")) == 25
    spots = await suggestions(house, secret, "B22 d")
    assert {choice["value"][4] for choice in spots} == {"D"}
    payments = await suggestions(house, secret, "B22 D1")
    assert len(payments) > 5
    assert all(payment["value"].startswith("B22 D1 ") for payment in payments)
    (choice,) = await suggestions(house, secret, payments[1]["value"])
    answer = await house.maud.slash("telegraph move", secret, {"move": choice["value"]})
    assert answer.text.startswith("✅")
    assert (await house.app.reading.log(1, house.maud.id))[0].notation == choice["value"]
