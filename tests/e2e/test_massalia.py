"""Massalia from the first card to the last one standing, by the unmodified discord.py client."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.playground.driver import words
from rules.contract import line_notations
from rules.log import LEAVES
from rules.record import from_json, replay
from rules.registry import get
from rules.rng import Rng
from tests.cogs.settling import quiet
from tests.e2e.massalia import in_lines, one_turn, open_table, play
from tests.e2e.playing import by_panel, by_typing, ids, last_board, redrawn
from tests.tier import deep

GAME = get("massalia")
SAME = ("game", "version", "seats", "options", "seed", "plies", "result")


async def table_number(house: Any, thread: str) -> int:
    """The number of the table that is played in a thread."""
    return int((await house.app.reading.table_in(int(thread))).id)


async def put_position(house: Any, thread: str, **told: Any) -> None:
    """Put a position in short on the table of a thread, as if its game had come to it."""
    number = await table_number(house, thread)
    position = msgspec.json.encode(GAME.state_to_json(GAME.state_from_json(told))).decode()
    await quiet(house)
    update = "UPDATE snapshot SET state = ?, began = NULL WHERE table_id = ?"
    await house.app.store.write(lambda db: db.execute(update, (position, number)))
    house.app.tables.forget(number)


async def standing(house: Any) -> list[str]:
    return [ply.notation for ply in await house.app.store.plies(1) if not ply.undone]


async def type_move(house: Any, person: Any, thread: str, move: str) -> Any:
    return await person.slash("massalia move", thread, {"move": move})


async def same_records(house: Any, first: int, second: int) -> Any:
    """The record of the second table, which is that of the first."""
    services = house.app.services
    clicked, record = await services.reading.record(first), await services.reading.record(second)
    assert {key: record[key] for key in SAME} == {key: clicked[key] for key in SAME}
    assert record["result"] is not None
    return record


# ---- whole games ---------------------------------------------------------------------------------


@deep
async def test_a_game_of_two_by_panel_and_the_same_typed_give_the_same_record(house, same_luck):
    thread = await open_table(house, house.bastien)
    first = await table_number(house, thread)
    await by_panel(house, first, thread, one_turn)
    assert "🏆" in words(await last_board(house, thread, first))
    second_thread = await open_table(house, house.bastien)
    second = await table_number(house, second_thread)
    await by_typing(house, second, second_thread, in_lines(await house.app.reading.log(first)))
    record = await same_records(house, first, second)
    *_, (state, _) = replay(from_json(record))
    assert GAME.result(state) is not None


def late(seats: int, rounds: int, life: int) -> dict[str, Any]:
    """A game well under way, with half the board covered; the lives are short."""
    state, easy, rng = GAME.new(seats, 5, {}), GAME.player("easy"), Rng(5)
    while state.round < rounds:
        [seat] = GAME.to_act(state)
        GAME.apply(state, seat, easy.choose(state, seat, rng))
    position = GAME.state_to_json(state)
    for player in position["players"]:
        player["life"] = min(player["life"], life)
    position["options"]["fatigue_round"] = rounds
    return position


async def test_four_end_a_game_by_panel_and_the_same_typed_and_who_falls_is_asked_no_more(
    house, same_luck
):
    position, friends = late(4, 12, 3), (house.bastien, house.ines, house.karim)
    thread = await open_table(house, *friends)
    first = await table_number(house, thread)
    await put_position(house, thread, **position)
    await by_panel(house, first, thread, one_turn)
    log = await house.app.reading.log(first)
    fallen = {
        event.args["seat"]: ply.ply
        for ply in log
        for event in ply.events
        if event.name == "eliminated"
    }
    assert len(fallen) == 3
    for seat, ply in fallen.items():
        assert all(ply_after.seat != seat for ply_after in log if ply_after.ply > ply)
    assert "🏆" in words(await last_board(house, thread, first))
    second_thread = await open_table(house, *friends)
    second = await table_number(house, second_thread)
    await put_position(house, second_thread, **position)
    await by_typing(house, second, second_thread, in_lines(log))
    await same_records(house, first, second)


async def test_who_resigns_out_of_turn_is_gone_and_the_others_play_on(house, same_luck):
    thread = await open_table(house, house.bastien, house.ines)
    answer = await house.ines.slash("table resign", thread)
    await house.ines.click(answer.message, ids(answer.message, ":resign:")[0])
    post = await house.maud.expect(
        lambda: next(
            (message for message in house.boards(thread) if "a quitté la table" in words(message)),
            None,
        )
    )
    assert "Inès" in words(post)
    await one_turn(house, house.maud, thread, 0)
    await one_turn(house, house.bastien, thread, 0)
    assert (await house.app.reading.look(1, None)).to_act == (0,)
    assert (await standing(house))[0] == LEAVES


# ---- in the middle of a turn ---------------------------------------------------------------------


async def test_a_usual_turn_takes_twelve_presses_at_most(house, same_luck):
    """All cards, a purchase of one of two, a tile at sea and one on land, the end."""
    thread = await open_table(house, house.bastien)
    me = {"hand": ["AM#1", "AM#2", "AM#3", "SO#1", "MA#1"], "bag": ["WA", "FH", "L1"]}
    river = ["C03#1", "S01#1", *[None] * 4]
    await put_position(house, thread, players=[me, {}], river=river)
    panel, presses = await play(house, house.maud, thread), 1
    hand = next(custom_id for custom_id in ids(panel, ":ok:") if "SO" in custom_id)
    panel = await redrawn(house.maud, panel, house.maud.click(panel, hand))
    presses += 1
    for verb in (":go:b", ":go:b C03"):
        button = next(custom_id for custom_id in ids(panel, verb) if custom_id.endswith(verb))
        panel = await redrawn(house.maud, panel, house.maud.click(panel, button))
        presses += 1
    while buttons := [*ids(panel, ":ok:"), *ids(panel, ":go:end")]:
        panel = await redrawn(house.maud, panel, house.maud.click(panel, buttons[0]))
        presses += 1
    plies = await standing(house)
    assert [move[0] for move in plies] == ["p"] * 5 + ["b", "t", "@", "t", "@", "e"]
    assert presses <= 12


async def test_the_suggestion_makes_a_whole_turn_in_three_presses(house, same_luck):
    thread = await open_table(house, house.bastien)
    panel = await play(house, house.maud, thread)
    panel = await redrawn(house.maud, panel, house.maud.click(panel, ids(panel, ":sug:")[0]))
    await redrawn(house.maud, panel, house.maud.click(panel, ids(panel, ":ok:")[0]))
    assert (await standing(house))[-1] == "end"
    assert (await house.app.reading.look(1, None)).to_act == (1,)


async def test_steps_are_taken_back_as_far_as_the_last_that_was_revealed(house, same_luck):
    thread = await open_table(house, house.bastien)
    me = {"hand": ["AM#1", "SO#1", "MA#1"], "bag": ["WA", "FH"]}
    await put_position(house, thread, players=[me, {}])
    for move in ("p SO;t", "@G3", "p AM", "p MA"):
        await type_move(house, house.maud, thread, move)
    assert (await standing(house))[-2:] == ["p AM", "p MA"]
    panel = await play(house, house.maud, thread)
    await redrawn(house.maud, panel, house.maud.click(panel, ids(panel, ":restart:")[0]))
    assert (await standing(house))[:2] == ["p SO", "t"]
    assert "p MA" not in await standing(house)


async def test_a_drawn_tile_waits_through_a_restart_and_nobody_else_sees_it(house, same_luck):
    """Nothing of it is in memory: a panel of before goes on."""
    thread = await open_table(house, house.bastien)
    await put_position(house, thread, players=[{"hand": ["SO#1"], "bag": ["L3"]}, {}])
    await type_move(house, house.maud, thread, "p SO;t")
    panel = await play(house, house.maud, thread)
    assert "3" in words(panel)
    await house.stop()
    await house.start()
    look = await house.app.reading.look(1, house.bastien.id)
    assert look.view.turn.tile is None
    mine = await house.app.reading.look(1, house.maud.id)
    assert mine.view.turn.tile.t == "L3"
    await redrawn(house.maud, panel, house.maud.click(panel, ids(panel, ":ok:")[0]))
    assert (await standing(house))[-1].startswith("@")


async def test_who_was_hit_is_called_and_reads_it_in_private_in_their_language(house, same_luck):
    thread = await open_table(house, house.bastien, house.ines)
    victim = {"hand": ["C08#1"], "scouts": [{"card": "C09#1"}]}
    queue = [{"kind": "attack", "n": 14, "from": "G5"}]
    await put_position(house, thread, players=[{}, victim, {}], turn={"queue": queue})
    await type_move(house, house.maud, thread, "hit 1:14")
    await type_move(house, house.maud, thread, "end")
    channel = await house.bastien.expect(house.bastien.dm)
    letter = await house.bastien.expect(
        lambda: next(
            (
                message
                for message in house.bastien.messages(channel["id"])
                if "Since your turn" in words(message)
            ),
            None,
        )
    )
    assert "blocked 2 with The harbour chain" in words(letter)
    assert "the scout Maubert tower is lost" in words(letter)


# ---- what cannot be ------------------------------------------------------------------------------

BAD = [
    ("p B12", "MA-13"),
    ("@E5", "MA-24"),
    ("b B12", ""),
    ("hit 1:5", "MA-15"),
    ("fire E5", "MA-15"),
    ("drain 1", "MA-15"),
    ("m E5-E6", "MA-14"),
    ("a C07", ""),
    ("c O10", ""),
    ("leaves", ""),
    ("hello", ""),
    ("p AM;p AM;p AM;p AM;p AM;p AM;end", ""),
]


async def test_a_move_that_cannot_be_is_refused_with_a_sentence(house, same_luck):
    thread = await open_table(house, house.bastien)
    for move, rule in BAD:
        answer = await type_move(house, house.maud, thread, move)
        message_text = words(answer.message)
        assert rule in message_text, move
        assert len(message_text) > 10, move
        assert "massalia." not in message_text, move
        assert await standing(house) == [], move


async def test_a_whole_turn_is_typed_in_one_line(house, same_luck):
    thread = await open_table(house, house.bastien)
    state = GAME.new(2, 5, {})
    await put_position(house, thread, **GAME.state_to_json(state))
    line = ";".join(line_notations(GAME, state, 0, GAME.line(state, 0, [])))
    assert line.endswith(";end")
    answer = await type_move(house, house.maud, thread, line)
    assert answer.state == "done"
    assert ";".join(await standing(house)) == line


async def test_a_tile_is_drawn_and_laid_as_advised_in_one_press(house):
    thread = await open_table(house, house.bastien)
    panel = await play(house, house.maud, thread)
    whole_hand = max(ids(panel, ":ok:"), key=len)
    panel = await redrawn(house.maud, panel, house.maud.click(panel, whole_hand))
    before = len(await house.app.reading.log(1, house.maud.id))
    pressed = house.maud.click(panel, ids(panel, ":both:")[0])
    panel = await redrawn(house.maud, panel, pressed)
    drawn, laid = (await house.app.reading.log(1, house.maud.id))[before:]
    assert drawn.notation.startswith("t")
    assert laid.notation.startswith("@")
    assert ids(panel, ":undo:"), "the place may be chosen anew"
