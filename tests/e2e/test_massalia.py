"""Turns of Massalia by the unmodified discord.py client, up to the last one standing."""

from typing import Any

from playground.driver import words
from rules import record
from rules.registry import get
from tests.e2e.fitting import full_record, of_game
from tests.e2e.massalia import one_turn
from tests.e2e.playing import (
    by_panel,
    by_typing,
    ids,
    in_lines,
    last_board,
    open_play,
    open_table,
    press,
    put_position,
    standing_moves,
    table_number,
)
from tests.tier import deep

pytestmark = of_game("massalia")

GAME = get("massalia")
SAME = ("game", "version", "seats", "options", "plies", "result")
"""Parts of a record that are the same for two games with the same moves."""


async def table_in(house: Any, *friends: Any, **position: Any) -> str:
    """A table of Maud's to which a position, in short, has come; its thread."""
    thread = await open_table(house, "massalia", *friends)
    if position:
        await put_position(house, thread, GAME.state_from_json(position))
    return thread


async def type_move(house: Any, person: Any, thread: str, move: str) -> Any:
    return await person.slash("massalia move", thread, {"move": move})


# ---- the end -------------------------------------------------------------------------------------


def late(rounds: int, life: int) -> dict[str, Any]:
    """A recorded game well under way, with half the board covered; the lives are short."""
    positions = (state for state, _ in record.replay(full_record("massalia")))
    position = GAME.state_to_json(next(state for state in positions if state.round == rounds))
    for player in position["players"]:
        player["life"] = min(player["life"], life)
    position["options"]["fatigue_round"] = rounds
    return position


@deep
async def test_four_end_a_game_by_panel_and_the_same_typed_and_the_fallen_are_asked_no_more(
    house, same_luck
):
    position, friends = late(10, 3), (house.bastien, house.ines, house.karim)
    thread = await table_in(house, *friends, **position)
    first = await table_number(house, thread)
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
    typed_thread = await table_in(house, *friends, **position)
    second = await table_number(house, typed_thread)
    await by_typing(house, second, typed_thread, in_lines(log))
    clicked, typed = [await house.app.reading.record(number) for number in (first, second)]
    assert {key: typed[key] for key in SAME} == {key: clicked[key] for key in SAME}
    assert typed["result"] is not None


# ---- in the middle of a turn ---------------------------------------------------------------------


async def test_a_usual_turn_takes_twelve_presses_at_most(house, same_luck):
    """All cards, a purchase of one of two, a tile at sea and one on land, the end."""
    me = {"hand": ["AM#1", "AM#2", "AM#3", "SO#1", "MA#1"], "bag": ["WA", "FH", "L1"]}
    river = ["C03#1", "S01#1", *[None] * 4]
    thread = await table_in(house, house.bastien, players=[me, {}], river=river)
    panel = await open_play(house, house.maud, thread)
    hand = next(custom_id for custom_id in ids(panel, ":ok:") if "SO" in custom_id)
    panel, presses = await press(house.maud, panel, hand), 2
    for verb in (":go:b", ":go:b C03"):
        button = next(custom_id for custom_id in ids(panel, verb) if custom_id.endswith(verb))
        panel, presses = await press(house.maud, panel, button), presses + 1
    while buttons := [*ids(panel, ":ok:"), *ids(panel, ":go:end")]:
        panel, presses = await press(house.maud, panel, buttons[0]), presses + 1
    plies = await standing_moves(house)
    assert [move[0] for move in plies] == ["p"] * 5 + ["b", "t", "@", "t", "@", "e"]
    assert presses <= 12


async def test_the_suggestion_makes_a_whole_turn_in_three_presses(house, same_luck):
    thread = await table_in(house, house.bastien)
    panel = await open_play(house, house.maud, thread)
    for part in (":sug:", ":ok:"):
        panel = await press(house.maud, panel, part)
    assert (await standing_moves(house))[-1] == "end"
    assert (await house.app.reading.look(1, None)).to_act == (1,)


async def test_steps_are_taken_back_as_far_as_the_last_that_was_revealed(house, same_luck):
    me = {"hand": ["AM#1", "SO#1", "MA#1"], "bag": ["WA", "FH"]}
    thread = await table_in(house, house.bastien, players=[me, {}])
    for move in ("p SO;t", "@G3", "p AM", "p MA"):
        await type_move(house, house.maud, thread, move)
    assert (await standing_moves(house))[-2:] == ["p AM", "p MA"]
    await press(house.maud, await open_play(house, house.maud, thread), ":restart:")
    assert (await standing_moves(house))[:2] == ["p SO", "t"]
    assert "p MA" not in await standing_moves(house)


async def test_a_drawn_tile_waits_through_a_restart_and_is_hidden_from_the_others(house, same_luck):
    """Nothing of it is in memory: a panel of before goes on."""
    me = {"hand": ["SO#1"], "bag": ["L3"]}
    thread = await table_in(house, house.bastien, players=[me, {}])
    await type_move(house, house.maud, thread, "p SO;t")
    panel = await open_play(house, house.maud, thread)
    assert "3" in words(panel)
    await house.restart()
    look = await house.app.reading.look(1, house.bastien.id)
    assert look.view.turn.tile is None
    mine = await house.app.reading.look(1, house.maud.id)
    assert mine.view.turn.tile.t == "L3"
    await press(house.maud, panel, ":ok:")
    *_, placement, end = await standing_moves(house)
    assert placement.startswith("@")
    assert end == "end"


async def test_a_victim_is_called_and_reads_of_the_hit_in_private_in_their_language(
    house, same_luck
):
    victim = {"hand": ["C08#1"], "scouts": [{"card": "C09#1"}]}
    queue = [{"kind": "attack", "n": 14, "from": "G5"}]
    position = {"players": [{}, victim, {}], "turn": {"queue": queue}}
    thread = await table_in(house, house.bastien, house.ines, **position)
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
    thread = await table_in(house, house.bastien)
    for move, rule in BAD:
        answer = await type_move(house, house.maud, thread, move)
        message_text = words(answer.message)
        assert rule in message_text, move
        assert len(message_text) > 10, move
        assert "massalia." not in message_text, move
        assert await standing_moves(house) == [], move
