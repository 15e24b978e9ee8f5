"""At any instant, in any trouble: nothing is lost, nothing is told twice, no table is stuck."""

from contextlib import suppress
from datetime import timedelta
from types import SimpleNamespace

import msgspec
import pytest

from bot.service import Services
from bot.service.delivery import Later
from bot.store import table_lists
from bot.table.live import Prompt, Turn
from bot.table.seating import Status
from rules import registry
from rules.contract import RulesError
from rules.rng import Rng
from tests.bot.room import BASTIEN, MAUD, acting, lobby, options_of, start_table
from tests.bot.samples import SECRET
from tests.bot.test_ai_seats import settle
from tests.bot.test_turns import boards, later, outbox, pigeons, thinking
from tests.patience import until
from tests.settlements.building import Layer, seat

__all__ = ["later", "outbox", "pigeons", "thinking"]

RICH = seat("22 51|52 53|70|60", reserve="22 31 70", hand="3e3b3a2m")
POOR = seat("11|||", reserve="10", hand="1e")


@pytest.fixture(autouse=True)
def same_deal(monkeypatch) -> None:
    """Every table gets the same deal."""
    monkeypatch.setattr("bot.service.lobbies.Secret", SimpleNamespace(new=lambda: SECRET))


async def stand(services: Services, game: str, *seats, size: int = 2, **fields) -> int:
    """A table to which the game has come to such a position; its number."""
    table = await start_table(services, size, game=game)
    position = msgspec.json.encode(Layer(game).position(*seats, **fields)).decode()
    await snapshot(services, table.id, position)
    return table.id


async def snapshot(services: Services, number: int, state: str, began: str | None = None) -> None:
    """Put a state in the place of the stored position; nobody remembers another one."""
    update = "UPDATE snapshot SET state = ?, began = coalesce(?, began) WHERE table_id = ?"
    await services.tables._store.write(lambda db: db.execute(update, (state, began, number)))
    services.tables.forget(number)


async def play(services: Services, number: int, *moves: str) -> Turn:
    """Whoever must act makes these moves, and whoever is next the later ones."""
    layer = Layer((await services.tables.get(number)).game)
    for move in moves:
        user = await acting(services, number)
        turn = await services.moves.play(number, user, None, [layer.move(move)])
        assert isinstance(turn, Turn)
    return turn


async def make_random_move(services: Services, number: int, luck: Rng) -> None:
    """Whoever must act makes some move."""
    game = registry.get((await services.tables.get(number)).game)
    async with services.tables.hold(number) as live:
        [seat] = game.to_act(live.state)
        move = game.notation(live.state, seat, game.sample(live.state, seat, luck))
    await services.moves.play(number, await acting(services, number), None, [move])


async def question(services: Services, number: int) -> Prompt:
    return await services.moves.ask(number, await acting(services, number), None, [])


# ---- closed at a bad moment ----------------------------------------------------------------------


async def test_a_lobby_that_begins_at_the_last_moment_is_not_closed(services, store, monkeypatch):
    """Found stale, it starts before it is closed; the other one is closed all the same."""
    table, stale = await start_table(services, 2, game="telegraph"), await lobby(services)
    table_ids = [table.id, stale.id]
    monkeypatch.setattr(table_lists, "stale_lobbies", lambda db, before: table_ids)
    closed = await services.lobbies.close_stale(timedelta(days=7))
    assert [table.id for table in closed] == [stale.id]
    assert (await services.tables.get(table.id)).status is Status.LIVE


async def test_a_game_that_is_closed_in_mid_turn_cancels_its_posts(services, outbox, pigeons):
    """Even one that Discord did not take at once."""
    pigeons.trouble = [Later(60)]
    number = await stand(services, "telegraph", RICH, POOR)
    await outbox.drain()
    await play(services, number, "B22 C4")
    await services.votes.cancel(number, MAUD.user_id, moderator=True)
    rows = await services.tables._store.read(
        lambda db: db.execute("SELECT kind FROM outbox").fetchall()
    )
    assert {kind for (kind,) in rows} == {"lobby", "notice"}


# ---- a turn that its player does not finish ------------------------------------------------------

BEGUN = {
    "a revealed building": (seat("22 51|52|70|60", hand="3e3b3a2m", reserve="22"), "D1"),
    "a region to place": (seat("22|52|70|60", hand="3e3b3a2m", reserve="31"), "D1;P"),
    "a build left": (seat("22 51|52|70|60", hand="3e3b3a2m", reserve="22 31 70"), "B22 C4"),
}


@pytest.mark.usefixtures("thinking")
@pytest.mark.parametrize("begun", BEGUN)
async def test_an_ai_takes_over_a_turn_with(services, outbox, pigeons, begun):
    mine, moves = BEGUN[begun]
    number = await stand(services, "telegraph", mine, RICH, POOR, size=3)
    await outbox.drain()
    count = len(moves.split(";"))
    await play(services, number, *moves.split(";"))
    pigeons.shown.clear()
    await services.seats.resign(number, MAUD.user_id)
    await settle(services, number)
    await outbox.drain()
    log = await services.reading.log(number)
    assert {ply.seat for ply in log} == {0}
    assert [ply.ai for ply in log] == [*[False] * count, *[True] * (len(log) - count)]
    assert log[-1].ends_turn
    assert boards(pigeons) == [([1, len(log)], [BASTIEN.user_id])]
    assert (await services.reading.look(number, MAUD.user_id)).hand is None


async def test_a_process_that_ends_while_an_ai_is_in_mid_turn(
    services, store, brains, outbox, pigeons, thinking
):
    table = await start_table(services, 2, game="telegraph", ai=("random",))
    await outbox.drain()
    thinking.clear()
    await play(services, table.id, "S")
    await services.moves.play_for_ai(await services.moves.load(table.id), 1, "D1")
    await services.stop_ai()
    thinking.set()
    next_services = Services(store, brains, notify=lambda: None)
    await next_services.startup.resume()
    await settle(next_services, table.id)
    await outbox.drain()
    log = await next_services.reading.log(table.id)
    assert [ply.notation for ply in log[:2]] == ["S", "D1"]
    assert len(log) > 2
    assert boards(pigeons) == [([1, len(log)], [MAUD.user_id])]


# ---- a position that cannot be read --------------------------------------------------------------

DAMAGED = ("{", '{"game":"telegraph"}', "[" * 5000)


@pytest.mark.parametrize("damaged", DAMAGED, ids=lambda text: text[:9])
async def test_a_damaged_position_is_played_again_from_the_log(services, caplog, damaged, anew):
    table, luck = await start_table(services, 2, game="telegraph"), Rng(5)
    while (question_now := await question(services, table.id)).retractable < 1 or len(
        options_of(question_now)
    ) < 3:
        await make_random_move(services, table.id, luck)
    before = await question(services, table.id)
    await snapshot(services, table.id, damaged, began=damaged)
    next_services = anew()
    assert await question(next_services, table.id) == before
    assert "played again from its log" in caplog.text
    prompt = await next_services.moves.take_back(
        table.id, await acting(next_services, table.id), before.revision
    )
    assert prompt.retractable == 0
    assert await question(anew(), table.id) == prompt


async def test_an_ai_that_cannot_go_on_tries_ever_more_rarely(services, store, monkeypatch, caplog):
    monkeypatch.setattr("bot.ai.seats.RETRY", 0.001)
    monkeypatch.setattr("bot.ai.seats.LONGEST_RETRY", 0.004)
    table = await start_table(services, 2, game="telegraph", ai=("easy",))
    await store.write(lambda db: db.execute("UPDATE table_ SET game = 'chess'"))
    services.tables.forget(table.id)
    await services.startup.resume()
    await until(lambda: len(pauses(caplog)) >= 4)
    assert pauses(caplog)[:4] == [0.001, 0.002, 0.004, 0.004]


def pauses(caplog) -> list[float]:
    """Seconds after which each failure of an AI seat is followed by another try."""
    return [record.args[1] for record in caplog.records if record.name == "bot.ai.seats"]


# ---- what nobody would write ---------------------------------------------------------------------

LONG = {
    "a comment without a blank": "B22{" + "a" * 3900 + "}",
    "a comment inside": "B22{" + "a" * 3900 + "} C4",
    "a comment behind": "B22 {" + "a" * 3900 + "}",
    "braces that nest": "B22{a{" + "b" * 3900 + "}}",
    "braces that never end": "B22" + "{" * 3990,
    "payments without end": "B22 C4 " + "1e" * 1990,
    "tokens without end": "B22 " * 1000,
    "letters without end": "B" * 4000,
    "signs that turn the line": "B22 \u202e" + "C4" * 1900,
}


@pytest.mark.parametrize("game", ["telegraph", "akropolis"])
async def test_no_text_is_too_long_for_a_button(services, game):
    """The next question repeats the part that was understood, never the typed text."""
    if game == "akropolis":
        number = (await start_table(services, 2, game=game)).id
    else:
        number = await stand(services, game, RICH, POOR)
    for typed in (*LONG.values(), *(text.replace("B22", "T2") for text in LONG.values())):
        for ask in (services.moves.ask, services.moves.ask_after):
            with suppress(RulesError):
                prompt = await ask(number, MAUD.user_id, None, [typed])
                assert len(" ".join(prompt.tokens)) < 40
                assert "{" not in " ".join(prompt.tokens)
