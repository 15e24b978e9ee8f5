"""Suggestions of a player that looks ahead, and why: told, refused, or told to all."""

import pytest
from msgspec.structs import replace

from bot.ai import reasons
from bot.ai.reasons import Reason
from bot.ai.worker import Opinion, Task, opinions
from bot.table.live import MovePreview, QuestionPrompt
from bot.table.options import Advising, Terms
from rules.consequence import Consequence
from rules.contract import RulesError
from rules.rng import Rng
from tests.bot.foresight import AKROPOLIS, foresight
from tests.bot.room import acting, make_move, start_table

__all__ = ["foresight"]


def opinion(move="T1", **parts):
    return Opinion(move, sum(parts.values()), parts)


# ---- reasons -------------------------------------------------------------------------------------


def test_the_two_parts_that_differ_most_are_the_reasons_what_speaks_for_it_first():
    best, alternative = (
        opinion(stones=5, points=1, room=3, stars=1),
        opinion(stones=1, points=3, room=2),
    )
    reason_parts = reasons.reasons(best, alternative)
    assert reason_parts == (Reason("stones", 4), Reason("points", -2))


def test_if_anything_speaks_for_a_move_it_is_told():
    best, alternative = opinion(a=1, b=1.1, c=1.2, d=0, e=0), opinion(a=0, b=0, c=0, d=1.5, e=1.4)
    assert reasons.reasons(best, alternative) == (Reason("c", 1.2), Reason("d", -1.5))


def test_what_is_slight_is_no_reason():
    best, alternative = opinion(stones=10, points=0.5), opinion(stones=0, points=0)
    assert reasons.reasons(best, alternative) == (Reason("stones", 10),)


def test_what_people_count_is_told_by_its_number():
    best, alternative = opinion(stones=7, room=2), opinion(stones=1, room=0.5)
    counted = replace(best, units={"stones": 3.0})
    assert reasons.reasons(counted, alternative) == (Reason("stones", 6, 2), Reason("room", 1.5))
    assert reasons.loss(replace(alternative, units=counted.units), counted) == Reason(
        "stones", -6, -2
    )


def test_what_is_worth_less_the_more_there_is_has_a_number_all_the_same():
    """Three cards to an empty hand weigh more than three to a full one."""
    best, alternative = (
        replace(opinion(cards=worth), counts={"cards": count})
        for worth, count in ((5, 6.2), (4, 3))
    )
    assert reasons.reasons(best, alternative) == (Reason("cards", 1, 3),)
    assert reasons.loss(alternative, best) == Reason("cards", -1, -3)


def test_no_number_is_told_that_speaks_against_its_reason():
    best, alternative = (
        replace(opinion(cards=worth), counts={"cards": count}) for worth, count in ((5, 3), (4, 6))
    )
    assert reasons.reasons(best, alternative) == (Reason("cards", 1),)


def test_less_than_half_of_one_is_no_number():
    best = replace(opinion(stones=1), units={"stones": 3.0})
    assert reasons.reasons(best, opinion(stones=0)) == (Reason("stones", 1, 0),)


def test_moves_that_are_alike_differ_in_nothing():
    assert reasons.reasons(opinion(a=1), opinion(a=1)) == ()
    assert reasons.loss(opinion(a=1), opinion(a=1)) is None


def test_what_another_move_loses_is_where_it_is_worst():
    assert reasons.loss(opinion(a=1, b=0, c=9), opinion(a=2, b=3, c=1)) == Reason("b", -3)


# ---- what one can point at -----------------------------------------------------------------------


OPENS = Consequence("opens", 2, ("ahead",), {"level": 3})
BLOCKS = Consequence("blocks", 1, ("others", "won"), {"seat": 2})
COSTS = Consequence("costs", -3, ("cards",))


def certain(*consequences, **parts):
    return replace(opinion(**parts), consequences=consequences)


def because(best, other):
    return [reason.because for reason in reasons.reasons(best, other)]


def test_a_reason_points_at_what_the_other_move_does_not_bring():
    best, alternative = certain(OPENS, stones=2, ahead=3), certain(stones=1, ahead=1)
    assert because(best, alternative) == [OPENS, None]


def test_what_both_bring_alike_is_no_reason():
    assert because(certain(OPENS, ahead=3), certain(OPENS, ahead=1)) == [None]


def test_more_of_it_is_one():
    fewer = replace(OPENS, amount=1)
    assert because(certain(OPENS, ahead=3), certain(fewer, ahead=1)) == [OPENS]
    assert because(certain(fewer, ahead=3), certain(OPENS, ahead=1)) == [None]


def test_the_same_done_to_something_else_is_another_thing():
    elsewhere = replace(OPENS, about={"level": 2})
    assert because(certain(OPENS, ahead=3), certain(elsewhere, ahead=1)) == [OPENS]


def test_what_speaks_for_a_part_that_hardly_differs_is_left_out():
    best, alternative = certain(OPENS, ahead=1, points=9), certain(ahead=1, points=2)
    assert because(best, alternative) == [None]


def test_nothing_is_pointed_at_twice():
    best, alternative = certain(BLOCKS, others=3, won=9), certain(others=1, won=1)
    assert because(best, alternative) == [BLOCKS, None]


def test_what_one_sees_is_not_contradicted_by_what_one_does_not_see():
    """It blocks somebody, and wins more often: that the others stand better then is no reason."""
    best, alternative = certain(BLOCKS, others=1, won=9), certain(others=3, won=1)
    assert because(best, alternative) == [BLOCKS]


def test_what_a_move_loses_is_what_it_costs_first_then_what_it_lacks():
    best = certain(OPENS, BLOCKS, ahead=3, cards=3, others=3)
    paying = certain(COSTS, ahead=3, cards=1, others=3)
    assert reasons.loss(paying, best).because == COSTS
    idle = certain(ahead=1, cards=3, others=3)
    assert reasons.loss(idle, best).because == OPENS.missing


def test_what_only_the_other_move_costs_speaks_for_one():
    best, paying = certain(cards=3), certain(COSTS, cards=1)
    assert because(best, paying) == [COSTS.missing]


def test_what_both_moves_cost_alike_is_no_loss():
    best, alternative = certain(COSTS, cards=3), certain(COSTS, cards=1)
    assert reasons.loss(alternative, best).because is None


def test_at_most_two_things_are_pointed_at():
    losses = [Consequence(part, 1, (part,)) for part in "abcd"]
    best = certain(*losses, a=4, b=3, c=2, d=1)
    assert because(best, certain(a=0, b=0, c=0, d=0)) == losses[:2]


def test_moves_that_lose_something_are_told_before_those_that_are_as_good():
    """The first three of a list are often the best move and its mirror images."""
    best, twin, same = (opinion(move, points=9) for move in ("T1 a", "T1 b", "T1 c"))
    poorer, poorest = opinion("T2", points=8), opinion("T3", points=5)
    verdicts = reasons.telling([best, twin, same, poorer, poorest])
    assert [verdict.move for verdict in verdicts] == ["T1 a", "T2", "T3"]
    assert [verdict.move for verdict in reasons.telling([best, twin, same, poorer])] == [
        "T1 a",
        "T2",
        "T1 b",
    ]


def test_what_was_hardly_looked_at_is_not_told():
    twins = [opinion(f"T1 {number}", points=9) for number in range(reasons.AMONG)]
    assert reasons.telling([*twins, opinion("T2", points=1)]) == twins[: reasons.SHOWN]


# ---- at a table ----------------------------------------------------------------------------------


@pytest.fixture
async def table(services, foresight):
    return await start_table(services, 2)


async def test_a_suggestion_that_was_asked_for_looks_ahead(services, table, foresight):
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    assert isinstance(prompt, MovePreview)
    assert prompt.advised == ()
    [task] = foresight
    assert (task.player, " ".join(prompt.tokens)) == ("strong", opinions(task)[0].move)


async def test_it_begins_as_asked(services, table):
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ("T2",))
    assert (prompt.tokens[0], prompt.advised) == ("T2", ("T2",))


async def test_what_a_panel_shows_by_itself_is_found_at_once(services, table, foresight):
    """No look ahead keeps anybody waiting who has only opened a panel."""
    prompt = await services.moves.ask(table.id, await acting(services, table.id), None, ("T1",))
    assert isinstance(prompt, MovePreview)
    assert (prompt.advised, foresight) == (None, [])


async def test_why_tells_what_the_best_one_has_and_what_the_others_lose(services, table, foresight):
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    advice = await services.moves.explain(table.id, user, prompt.revision, prompt.advised)
    assert len(foresight) == 1  # it is thought about once
    best, *alternatives = reasons.telling(opinions(foresight[0]))
    assert [" ".join(move.tokens) for move in advice.moves] == [
        best.move,
        *(o.move for o in alternatives),
    ]
    assert advice.moves[0].tokens == prompt.tokens
    assert advice.reasons == reasons.reasons(best, alternatives[0])
    assert advice.losses == tuple(reasons.loss(alternative, best) for alternative in alternatives)


async def test_after_the_next_move_it_is_too_late_to_ask_why(services, table):
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    await make_move(services, table.id)
    with pytest.raises(RulesError) as refusal:
        await services.moves.explain(table.id, user, prompt.revision, prompt.advised)
    assert refusal.value.code == "table.stale"


async def test_a_player_that_does_not_look_ahead_has_no_reasons(services, monkeypatch):
    facts = replace(AKROPOLIS.facts, players=("random", "easy"))
    monkeypatch.setattr(type(AKROPOLIS), "facts", facts)
    table = await start_table(services, 2)
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    assert isinstance(prompt, MovePreview)
    assert prompt.advised is None
    with pytest.raises(RulesError) as refusal:
        await services.moves.explain(table.id, user, None, ())
    assert refusal.value.code == "table.no_reason"


def test_nothing_that_is_hidden_from_a_seat_is_in_the_reasons(foresight):
    """Whatever lies in the stacks, the same view is explained in the same way."""
    state = AKROPOLIS.new(2, 2026, {})
    for luck in range(3):
        new_deal = AKROPOLIS.redeal(state, 0, Rng(luck))
        assert AKROPOLIS.state_to_json(new_deal) != AKROPOLIS.state_to_json(state)
        assert opinions_about(new_deal) == opinions_about(state)


def opinions_about(state):
    return opinions(Task("akropolis", "strong", AKROPOLIS.state_to_json(state), 0, 7, (), why=True))


# ---- as the table has agreed ---------------------------------------------------------------------


async def table_with_advice(services, advice):
    return await start_table(services, 2, terms=Terms(advice=advice))


@pytest.mark.usefixtures("foresight")
async def test_a_table_may_play_without_suggestions(services):
    table = await table_with_advice(services, Advising.OFF)
    user = await acting(services, table.id)
    for doing in (services.moves.suggest, services.moves.explain):
        with pytest.raises(RulesError) as refusal:
            await doing(table.id, user, None, ())
        assert refusal.value.code == "table.no_advice"
    assert isinstance(await services.moves.ask(table.id, user, None, ()), QuestionPrompt)


@pytest.mark.usefixtures("foresight")
async def test_a_table_may_say_openly_who_asks_once_a_turn(services):
    table = await table_with_advice(services, Advising.TOLD)
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    await services.moves.suggest(table.id, user, prompt.revision, ())
    assert [(act.code, act.by.user_id) for act in await services.reading.acts(table.id)] == [
        ("advised", user)
    ]
    await services.moves.play(table.id, user, prompt.revision, prompt.tokens)
    next_user = await acting(services, table.id)
    await services.moves.suggest(table.id, next_user, None, ())
    assert [act.by.user_id for act in await services.reading.acts(table.id)] == [user, next_user]


@pytest.mark.usefixtures("foresight")
async def test_elsewhere_nobody_hears_of_it(services, table):
    user = await acting(services, table.id)
    await services.moves.suggest(table.id, user, None, ())
    assert await services.reading.acts(table.id) == []
