"""U.S. Telegraph and Attika through the one door: hands, turns, taking back, and no leak."""

import json
import re

import pytest

from bot.database.packing import unpack
from bot.service import Services, build_services
from bot.service.delivery import Outbox
from bot.table.live import Prompt, Turn
from bot.table.seating import Status
from rules import record, registry
from rules.contract import IllegalMove
from rules.registry import sisters
from rules.rng import Rng
from tests.bot.room import acting, options_of, start_table
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.bot.test_tables import refusal_of
from tests.tier import of_tier

GAMES = sisters("_settlements")
pytestmark = pytest.mark.parametrize("game", of_tier(["telegraph"], GAMES))


async def position(services: Services, number: int):
    """The position as the rules have it."""
    async with services.tables.hold(number) as live:
        return live.state


async def make_random_move(services: Services, number: int, luck: Rng) -> Turn:
    """Whoever must act makes some move."""
    state = await position(services, number)
    game = registry.get((await services.tables.get(number)).game)
    [seat] = game.to_act(state)
    move = game.notation(state, seat, game.sample(state, seat, luck))
    turn = await services.moves.play(number, await acting(services, number), None, [move])
    assert isinstance(turn, Turn)
    return turn


async def ask(services: Services, number: int, typed: str = "", *, after: bool = False) -> Prompt:
    """Prompt for whoever must act, after what they typed."""
    user = await acting(services, number)
    ask = services.moves.ask_after if after else services.moves.ask
    return await ask(number, user, None, [typed])


async def play_to_the_end(services: Services, number: int, luck: Rng) -> list[Turn]:
    turns = []
    while (await services.tables.get(number)).status is Status.LIVE:
        turns.append(await make_random_move(services, number, luck))
    return turns


# ---- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", of_tier([3], [2, 3, 4]))
async def test_a_whole_game_and_its_record(services, store, game, size):
    table = await start_table(services, size, game=game)
    turns = await play_to_the_end(services, table.id, Rng(size))
    exported = json.loads(json.dumps(await services.reading.record(table.id)))
    *_, (state, _) = record.replay(record.from_json(exported))
    look = await services.reading.look(table.id, None)
    assert registry.get(game).view(state, None) == look.view
    assert look.result == turns[-1].result
    log = await store.plies(table.id)
    assert [ply.notation for ply in log] == [turn.last.notation for turn in turns]
    assert sum(ply.ends_turn for ply in log) < len(log)


async def test_posts_end_where_the_turns_of_people_and_machines_end(store, brains, game):
    """Against AI players, delivered as the moves are made: no post parts a turn."""
    pigeons, luck = Pigeons(), Rng(3)
    outbox = Outbox(store, pigeons, rate=1e6)
    services = build_services(store, brains, notify=outbox.wake)
    outbox.start()
    table = await start_table(services, 3, game=game, ai=("easy", "random"))
    for _ in range(of_tier(5, 12)):
        await settle(services, table.id)
        await make_random_move(services, table.id, luck)
    await settle(services, table.id)
    await outbox.stop()
    await outbox.drain()
    await services.close()
    log = await services.reading.log(table.id)
    by_ai = [ply for ply in log if ply.ai]
    assert len(by_ai) > sum(ply.ends_turn for ply in by_ai) > 0
    ply_ranges = [
        delivery.payload["plies"] for delivery in pigeons.shown if delivery.kind == "board"
    ]
    assert [first for first, _ in ply_ranges] == [1, *(last + 1 for _, last in ply_ranges[:-1])]
    assert all(log[last - 1].ends_turn for _, last in ply_ranges)
    assert {delivery.payload["seat"] for delivery in pigeons.shown if delivery.kind == "hand"} == {
        0
    }


# ---- questions -----------------------------------------------------------------------------------


# ---- the process is restarted in mid-turn --------------------------------------------------------


async def survives(services: Services, anew, number: int) -> Prompt:
    """The question after a restart of the process, which is the one from before it."""
    before = await ask(services, number)
    next_services = anew()
    after = await ask(next_services, number)
    assert after == before
    game = registry.get(before.table.game)
    assert game.state_to_json(await position(next_services, number)) == game.state_to_json(
        await position(services, number)
    )
    return after


async def test_a_restart_of_the_process_with_a_revealed_building(services, store, game, anew):
    table = await start_table(services, 2, game=game)
    await services.moves.play(table.id, await acting(services, table.id), None, ["D4"])
    prompt = await survives(services, anew, table.id)
    assert prompt.view.turn.drawn is not None
    assert prompt.retractable == 0
    assert "P" in [option.token for option in options_of(prompt)]
    doing = services.moves.take_back(table.id, await acting(services, table.id), prompt.revision)
    assert (await refusal_of(store, doing, IllegalMove)).code == "table.already_revealed"


async def test_a_turn_of_builds_is_taken_back_before_and_after_a_restart(
    services, store, game, anew
):
    luck, tried = Rng(2), 0
    table = await start_table(services, 2, game=game)
    while tried < of_tier(1, 3):
        before = await ask(services, table.id)
        turn = await make_random_move(services, table.id, luck)
        assert turn.result is None
        if before.view.turn.mode or not turn.goes_on or any(e.reveals for e in turn.last.events):
            continue
        tried += 1
        prompt = await survives(services, anew, table.id)
        assert prompt.retractable == 1
        services = anew()
        after = await services.moves.take_back(
            table.id, await acting(services, table.id), prompt.revision
        )
        assert (after.view, after.hand, options_of(after)) == (
            before.view,
            before.hand,
            options_of(before),
        )
        assert after.revision == before.revision + 2
        for _ in range(5):
            await make_random_move(services, table.id, luck)
    undone = sum(ply.undone is not None for ply in await store.plies(table.id))
    assert undone == tried
    dealt = (await store.position(table.id)).secret
    exported = {**await services.reading.record(table.id), "seed": dealt.seed, "salt": dealt.salt}
    *_, (state, _) = record.replay(record.from_json(exported))
    look = await services.reading.look(table.id, None)
    assert registry.get(game).view(state, None) == look.view


# ---- secrets -------------------------------------------------------------------------------------


async def test_hidden_cards_stay_hidden_before_the_end(services, store, game):
    """Types of cards drawn, order of the deck and the stacks: in no log, record or public view."""
    luck = Rng(4)
    table = await start_table(services, 3, game=game)
    for _ in range(of_tier(25, 60)):
        turn = await make_random_move(services, table.id, luck)
        for event in turn.last.events:
            assert event.only in (None, turn.seat)
    rows = await store.read(lambda db: db.execute("SELECT events FROM action").fetchall())
    draws = [
        event
        for row in rows
        for event in json.loads(unpack(row["events"]))
        if event["code"] == f"{game}.cards_drawn"
    ]
    assert draws
    assert all(event["args"].keys() == {"seat", "count"} for event in draws)
    assert all("only" not in event for event in draws)
    exported = await services.reading.record(table.id)
    record_text = json.dumps(exported)
    position = await store.position(table.id)
    assert position.secret.seed not in record_text
    assert position.secret.salt not in record_text
    assert exported["seed"] is None
    for user in (None, 999):
        look = await services.reading.look(table.id, user)
        assert look.hand is None
        assert all(set(player.hand) == {"count"} for player in look.view.players)


async def test_everybody_sees_their_own_hand_and_no_other(services, game):
    table, luck = await start_table(services, 3, game=game), Rng(9)
    for _ in range(30):
        await make_random_move(services, table.id, luck)
    while (await make_random_move(services, table.id, luck)).goes_on:
        pass
    state = await position(services, table.id)
    for seat in range(3):
        post = await services.reading.hand(table.id, seat)
        look = await services.reading.look(table.id, post.user_id)
        assert look.hand == post.hand == registry.get(game).hand(state, seat)
        other_hands = [
            player.hand
            for seat_number, player in enumerate(post.view.players)
            if seat_number != seat
        ]
        assert all(set(hand) == {"count"} for hand in other_hands)


async def test_refusals_in_logs_name_no_cards(services, store, game, caplog):
    table = await start_table(services, 2, game=game)
    state = await position(services, table.id)
    user = await acting(services, table.id)
    for typed in ("B99 A1", "B22 A1 9e9a", "E", "X 0,0 r1"):
        await refusal_of(store, services.moves.play(table.id, user, None, [typed]))
    hand = json.dumps(registry.get(game).state_to_json(state)["players"][0]["hand"])
    assert hand not in caplog.text
    assert not re.search(r"seed|deck", caplog.text)
