"""Hands: each is shown to its owner alone, in private, in a queue of its own."""

import pytest
from msgspec.structs import replace

from bot.database.packing import unpack
from bot.service import Services
from bot.service.delivery import Later, Outbox
from bot.store import hand_rows, table_rows
from bot.table import payloads
from bot.table.changes import Direct
from bot.table.post import Post
from bot.table.seating import NotSeated
from rules.contract import RulesError
from tests.bot.market import MARKET
from tests.bot.room import BASTIEN, INES, MAUD, STRANGER, play_out, start_table
from tests.bot.samples import board, new_table, step
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.bot.test_turns import later, market, outbox, pigeons, say, take_back, thinking

__all__ = ["later", "outbox", "pigeons", "thinking"]

pytestmark = pytest.mark.usefixtures("market")


def hands(pigeons: Pigeons) -> list[int]:
    """The seats that were shown their hands, in order; what is noted so far is forgotten."""
    seats = [delivery.payload.seat for delivery in pigeons.shown if delivery.kind == "hand"]
    pigeons.shown.clear()
    return seats


@pytest.fixture
async def table(services, outbox, pigeons):
    """A table for two where the game has begun, and the hands are shown."""
    table = await market(services)
    await outbox.drain()
    pigeons.shown.clear()
    return table


@pytest.fixture
async def table_of_three(services, outbox, pigeons):
    table = await market(services, 3)
    await outbox.drain()
    pigeons.shown.clear()
    return table


async def secret(services: Services, number: int, seat: int) -> tuple[int, ...]:
    """The cards of a seat, as the rules have them."""
    async with services.tables.hold(number) as live:
        return tuple(live.state.hands[seat])


# ---- moments of a hand ---------------------------------------------------------------------------


async def test_the_deal_is_shown_to_everybody_after_the_board(services, outbox, pigeons):
    await market(services, 3)
    await outbox.drain()
    kinds = [delivery.kind for delivery in pigeons.shown if delivery.kind not in ("lobby", "full")]
    assert kinds == ["open", "hand", "hand", "hand"]
    assert sorted(hands(pigeons)) == [0, 1, 2]


async def test_a_turn_shows_its_maker_the_hand_once(services, outbox, pigeons, table):
    for move in ("L a1", "L a2", "E"):
        await say(services, table.id, move)
        await outbox.drain()
    assert [delivery.kind for delivery in pigeons.shown] == ["board", "hand"]
    assert hands(pigeons) == [0]


async def test_a_hand_that_changed_earlier_in_the_turn_is_shown_at_its_end(
    services, table, outbox, pigeons, monkeypatch
):
    """The last move leaves the hand alone, and no card is drawn: the one before did change it."""

    def end_without_card(self, state, seat):
        state.seat, state.done = 1 - seat, 0
        return []

    monkeypatch.setattr(type(MARKET), "_end_events", end_without_card)
    await say(services, table.id, "L a1", "E")
    await outbox.drain()
    assert hands(pigeons) == [0]
    await say(services, table.id, "O")
    await outbox.drain()
    assert hands(pigeons) == []


async def test_a_turn_taken_back_changes_no_hand(services, outbox, pigeons, table):
    await say(services, table.id, "L a1", "L a2")
    await take_back(services, table.id)
    await outbox.drain()
    assert hands(pigeons) == []


async def test_everybody_is_shown_the_end(services, table_of_three, outbox, pigeons):
    await play_out(services, table_of_three.id)
    await outbox.drain()
    assert sorted(hands(pigeons)[-3:]) == [0, 1, 2]
    assert (await services.reading.hand(table_of_three.id, 1)).result is not None


@pytest.mark.usefixtures("thinking")
async def test_the_hand_of_an_ai_stays_hidden(services, outbox, pigeons):
    table = await market(services, 3, ai=("easy", "easy"))
    await say(services, table.id, "L a1", "E")
    await settle(services, table.id)
    await outbox.drain()
    assert set(hands(pigeons)) == {0}
    with pytest.raises(NotSeated):
        await services.reading.hand(table.id, 1)


async def test_a_game_without_hands_shows_none(services, outbox, pigeons):
    table = await start_table(services)
    await outbox.drain()
    assert hands(pigeons) == []
    assert (await services.reading.look(table.id, MAUD.user_id)).hand is None
    await services.seats.resign(table.id, MAUD.user_id)
    await outbox.drain()
    assert hands(pigeons) == []


# ---- content of a hand ---------------------------------------------------------------------------


async def test_a_hand_is_seen_by_its_owner_only(services, table):
    for person, seat in ((MAUD, 0), (BASTIEN, 1)):
        cards = await secret(services, table.id, seat)
        look = await services.reading.look(table.id, person.user_id)
        post = await services.reading.hand(table.id, seat)
        assert look.hand.cards == post.hand.cards == post.view.hand == cards
        assert (post.user_id, post.message_id, post.closed) == (person.user_id, None, False)
    for user in (STRANGER, None):
        look = await services.reading.look(table.id, user)
        assert (look.hand, look.view.hand) == (None, ())


async def test_the_place_of_a_hand_is_kept(services, store, anew, table):
    await services.places.note_hand_post(table.id, 0, MAUD.user_id, channel_id=5, message_id=6)
    await services.places.note_hand_post(table.id, 0, MAUD.user_id, channel_id=5, message_id=7)
    assert await store.read(hand_rows.read_direct, table.id, 0) == Direct(5, 7, False)
    next_services = anew()
    post = await next_services.reading.hand(table.id, 0)
    assert (post.channel_id, post.message_id, post.closed) == (5, 7, False)
    assert (await next_services.reading.hand(table.id, 1)).message_id is None


async def test_a_cancelled_game_has_no_hand(services, table):
    await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    with pytest.raises(RulesError, match=r"table\.wrong_status_cancelled"):
        await services.reading.hand(table.id, 0)


async def test_closed_messages_are_announced_once_and_again_after_they_were_open(services, table):
    async def announced(person):
        return await services.places.tell_hand_closed(table.id, person.user_id)

    assert not await announced(MAUD)
    for attempt in range(2):
        await services.places.note_hand_closed(table.id, 0)
        assert (await services.reading.hand(table.id, 0)).closed
        assert not await announced(BASTIEN)
        assert await announced(MAUD) == (attempt == 0)
        assert not await announced(MAUD)
    await services.places.note_hand_post(table.id, 0, MAUD.user_id, channel_id=5, message_id=6)
    await services.places.note_hand_closed(table.id, 0)
    assert await announced(MAUD)


async def test_the_message_of_another_person_is_not_edited(services, store, table):
    """Whoever takes a seat over gets a message of their own."""
    await services.places.note_hand_post(table.id, 0, MAUD.user_id, channel_id=5, message_id=6)
    await store.write(lambda db: db.execute("UPDATE hand SET user_id = 200"))
    assert await store.read(hand_rows.read_direct, table.id, 0) == Direct()


# ---- resignations --------------------------------------------------------------------------------


@pytest.mark.usefixtures("thinking")
async def test_a_hand_is_shown_a_last_time_after_a_resignation(
    services, table_of_three, outbox, pigeons
):
    table = table_of_three
    await say(services, table.id, "L a1")
    await services.seats.resign(table.id, MAUD.user_id)
    await settle(services, table.id)
    post = await services.reading.hand(table.id, 0)
    assert (post.hand, post.view.hand, post.user_id) == (None, (), MAUD.user_id)
    assert (await services.reading.look(table.id, MAUD.user_id)).hand is None
    await outbox.drain()
    assert hands(pigeons) == [0]
    await say(services, table.id, *"TTTTTT")
    await settle(services, table.id)
    await outbox.drain()
    assert {*hands(pigeons)} == {1, 2}


async def test_after_a_resignation_between_two_only_the_winner_keeps_a_hand(
    services, outbox, pigeons, table
):
    await services.seats.resign(table.id, MAUD.user_id)
    await outbox.drain()
    assert sorted(hands(pigeons)) == [0, 1]
    assert (await services.reading.hand(table.id, 0)).hand is None
    assert (await services.reading.hand(table.id, 1)).hand is not None


# ---- the queue -----------------------------------------------------------------------------------


def hand(seat: int, delay: float = 0.0) -> Post:
    return Post("hand", payloads.AboutSeat(seat=seat), delay, seat)


@pytest.mark.parametrize(
    ("first", "expected"), [(hand(0), [None, 1]), (board(1), [1, 0])], ids=["a hand", "a board"]
)
async def test_a_post_that_must_wait_holds_up_no_other_queue(store, first, expected):
    pigeons = Pigeons(Later(60))
    table = await step(store, await new_table(store), first)
    outbox = Outbox(store, pigeons, rate=1e6)
    await outbox.drain()
    await step(store, table, board(2), hand(1), hand(0))
    await outbox.drain()
    assert [getattr(delivery.payload, "seat", None) for delivery in pigeons.shown] == expected


# ---- secrets -------------------------------------------------------------------------------------


async def test_an_event_for_one_seat_is_not_stored(services, store, table):
    turn = await say(services, table.id, "T")
    [public, private] = turn.last.events
    assert (public.only, private.only) == (None, 0)
    stored_log = await store.read(table_rows.read_plies, table.id)
    for log in (await services.reading.log(table.id, MAUD.user_id), stored_log):
        assert [ply.events for ply in log] == [(public,)]
    rows = await store.read(lambda db: db.execute("SELECT events FROM action").fetchall())
    assert b"card" not in unpack(rows[0]["events"])


async def test_a_spectator_has_no_hand_after_the_end_either(services, table):
    await play_out(services, table.id)
    assert (await services.reading.look(table.id, INES.user_id)).hand is None
    mine = await services.reading.look(table.id, MAUD.user_id)
    assert mine == replace(mine, seat=0)
    assert mine.hand is not None
