"""Several moves as one suggestion: looked at as one candidate, made at once, or one by one."""

import pytest

from bot.ai.worker import Task, choice, within
from bot.steps.lines import MoveRefused
from bot.table.live import MovePreview, QuestionPrompt, Turn
from rules.registry import get
from tests.bot.room import acting, start_table
from tests.cases import each_case

GAME = get("magna_grecia")
WITH_ORACLES = {"oracle_setup": "random"}


async def table_in_first_turn(services):
    """A table of Magna Grecia in its first turn, and the person whose turn it is."""
    table = await start_table(services, game="magna_grecia", options=WITH_ORACLES)
    return table, await acting(services, table.id)


async def test_without_a_beginning_the_rest_of_the_turn_is_suggested(services):
    table, user = await table_in_first_turn(services)
    prompt = await services.moves.suggest(table.id, user, None, ())
    assert isinstance(prompt, MovePreview)
    assert prompt.moves[-1] == "end"
    assert ";".join(prompt.moves) == " ".join(prompt.tokens)
    turn = await services.moves.play(table.id, user, prompt.revision, prompt.tokens)
    assert isinstance(turn, Turn)
    assert [ply.notation for ply in turn.plies] == list(prompt.moves)
    assert not turn.goes_on


async def test_a_question_that_suggests_is_answered_by_a_line_too(services):
    table, user = await table_in_first_turn(services)
    await services.moves.play(table.id, user, None, ["C", "Sipontum"])
    prompt = await services.moves.ask(table.id, user, None, ["R"])
    assert isinstance(prompt, MovePreview)
    assert prompt.preview.kind == "road"
    assert prompt.pad
    assert len(prompt.preview.steps) == len(prompt.moves)


async def test_a_line_is_looked_at_before_it_is_made(services):
    table, user = await table_in_first_turn(services)
    prompt = await services.moves.ask(table.id, user, None, ["C", "A9;R", "B8", "SW-NE;end"])
    assert prompt.moves == ("C A9", "R B8 SW-NE", "end")
    assert prompt.preview.kind == "turn"
    assert prompt.pad == {}
    assert isinstance(await services.moves.ask(table.id, user, None), QuestionPrompt)


async def test_a_line_that_cannot_be_made_is_no_candidate(services):
    table, user = await table_in_first_turn(services)
    with pytest.raises(MoveRefused) as refused:
        await services.moves.ask(table.id, user, None, ["C", "A9;C", "A9"])
    assert refused.value.number == 2


async def test_a_line_may_be_made_move_by_move(services):
    table, user = await table_in_first_turn(services)
    prompt = await services.moves.suggest(table.id, user, None, ())
    first = await services.moves.ask(table.id, user, None, prompt.moves[0].split())
    assert isinstance(first, MovePreview)
    assert first.moves == prompt.moves[:1]


@each_case(("longest", "line"), [(20, "C A9;R B8 SW-NE;end"), (15, "C A9;R B8 SW-NE"), (3, "C A9")])
def test_of_a_long_line_as_much_is_suggested_as_a_button_holds(longest, line):
    assert within(["C A9", "R B8 SW-NE", "end"], longest) == line.split(";")


def test_an_ai_seat_makes_one_move_at_a_time():
    state = GAME.new(2, 7, WITH_ORACLES)
    task = Task("magna_grecia", "easy", GAME.state_to_json(state), state.to_move, 1, ())
    assert ";" not in choice(task)
