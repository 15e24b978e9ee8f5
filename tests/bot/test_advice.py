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
from tests.cases import each_case

__all__ = ["foresight"]


def opinion(move="T1", **parts):
    return Opinion(move, sum(parts.values()), parts)


# ---- reasons -------------------------------------------------------------------------------------


def test_the_two_parts_that_differ_most_are_the_reasons_the_one_in_favour_first():
    best = opinion(stones=5, points=1, room=3, stars=1)
    alternative = opinion(stones=1, points=3, room=2)
    assert reasons.reasons(best, alternative) == (Reason("stones", 4), Reason("points", -2))


def test_one_reason_speaks_for_the_move_if_any_does():
    best, alternative = opinion(a=1, b=1.1, c=1.2, d=0, e=0), opinion(a=0, b=0, c=0, d=1.5, e=1.4)
    assert reasons.reasons(best, alternative) == (Reason("c", 1.2), Reason("d", -1.5))


def test_a_slight_difference_is_no_reason():
    best, alternative = opinion(stones=10, points=0.5), opinion(stones=0, points=0)
    assert reasons.reasons(best, alternative) == (Reason("stones", 10),)


def test_things_that_people_count_are_told_by_their_number():
    """Half of one, rounded, is none."""
    best, alternative = opinion(stones=7, room=2), opinion(stones=1, room=0.5)
    counted = replace(best, units={"stones": 3.0})
    assert reasons.reasons(counted, alternative) == (Reason("stones", 6, 2), Reason("room", 1.5))
    loss = reasons.loss(replace(alternative, units=counted.units), counted)
    assert loss == Reason("stones", -6, -2)
    fewer = replace(opinion(stones=1), units=counted.units)
    assert reasons.reasons(fewer, opinion(stones=0)) == (Reason("stones", 1, 0),)


def holding(worth, count):
    """A move after which a hand has so many cards, which are worth less the more there are."""
    return replace(opinion(cards=worth), counts={"cards": count})


def test_things_that_are_worth_less_the_more_there_are_have_a_number_as_well():
    best, alternative = holding(5, 6.2), holding(4, 3)
    assert reasons.reasons(best, alternative) == (Reason("cards", 1, 3),)
    assert reasons.loss(alternative, best) == Reason("cards", -1, -3)


def test_a_number_that_speaks_against_its_reason_is_left_out():
    assert reasons.reasons(holding(5, 3), holding(4, 6)) == (Reason("cards", 1),)


def test_moves_that_are_alike_have_no_reasons():
    assert reasons.reasons(opinion(a=1), opinion(a=1)) == ()
    assert reasons.loss(opinion(a=1), opinion(a=1)) is None


def test_the_loss_of_another_move_is_where_it_is_worst():
    assert reasons.loss(opinion(a=1, b=0, c=9), opinion(a=2, b=3, c=1)) == Reason("b", -3)


# ---- consequences that one can point at ----------------------------------------------------------


OPENS = Consequence("opens", 2, ("ahead",), {"level": 3})
BLOCKS = Consequence("blocks", 1, ("others", "won"), {"seat": 2})
COSTS = Consequence("costs", -3, ("cards",))


def certain(*consequences, **parts):
    return replace(opinion(**parts), consequences=consequences)


def because(best, alternative):
    return [reason.because for reason in reasons.reasons(best, alternative)]


def test_a_reason_points_at_a_consequence_that_the_other_move_does_not_have():
    best, alternative = certain(OPENS, stones=2, ahead=3), certain(stones=1, ahead=1)
    assert because(best, alternative) == [OPENS, None]


@each_case(
    ("mine", "theirs", "reason"),
    [
        (OPENS, OPENS, None),
        (OPENS, replace(OPENS, amount=1), OPENS),
        (replace(OPENS, amount=1), OPENS, None),
        (OPENS, replace(OPENS, about={"level": 2}), OPENS),
    ],
    ids=["alike", "more of it", "less of it", "the same done to something else"],
)
def test_a_consequence_of_both_moves_is_a_reason_only_if_it_differs(mine, theirs, reason):
    assert because(certain(mine, ahead=3), certain(theirs, ahead=1)) == [reason]


def test_a_consequence_for_a_part_that_hardly_differs_is_left_out():
    best, alternative = certain(OPENS, ahead=1, points=9), certain(ahead=1, points=2)
    assert because(best, alternative) == [None]


def test_each_consequence_is_pointed_at_once():
    best, alternative = certain(BLOCKS, others=3, won=9), certain(others=1, won=1)
    assert because(best, alternative) == [BLOCKS, None]


def test_a_visible_consequence_is_not_contradicted_by_an_invisible_one():
    """It blocks somebody, and wins more often: that the others stand better then is no reason."""
    best, alternative = certain(BLOCKS, others=1, won=9), certain(others=3, won=1)
    assert because(best, alternative) == [BLOCKS]


def test_a_loss_is_the_cost_of_a_move_first_then_its_lack():
    best = certain(OPENS, BLOCKS, ahead=3, cards=3, others=3)
    paying = certain(COSTS, ahead=3, cards=1, others=3)
    assert reasons.loss(paying, best).because == COSTS
    idle = certain(ahead=1, cards=3, others=3)
    assert reasons.loss(idle, best).because == OPENS.missing


def test_a_cost_of_only_the_other_move_speaks_for_the_first():
    best, paying = certain(cards=3), certain(COSTS, cards=1)
    assert because(best, paying) == [COSTS.missing]
    assert reasons.loss(paying, certain(COSTS, cards=3)).because is None


def test_at_most_two_consequences_are_pointed_at():
    losses = [Consequence(part, 1, (part,)) for part in "abcd"]
    best = certain(*losses, a=4, b=3, c=2, d=1)
    assert because(best, certain(a=0, b=0, c=0, d=0)) == losses[:2]


def test_moves_that_lose_something_are_told_before_those_that_are_as_good():
    """The first three of a list are often the best move and its mirror images."""
    best, twin, same = (opinion(move, points=9) for move in ("T1 a", "T1 b", "T1 c"))
    poorer, poorest = opinion("T2", points=8), opinion("T3", points=5)
    assert reasons.telling([best, twin, same, poorer, poorest]) == [best, poorer, poorest]
    assert reasons.telling([best, twin, same, poorer]) == [best, poorer, twin]


def test_moves_that_were_hardly_looked_at_are_not_told():
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


async def test_a_suggestion_begins_as_asked(services, table):
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ("T2",))
    assert (prompt.tokens[0], prompt.advised) == ("T2", ("T2",))


async def test_a_panel_that_is_only_opened_looks_no_further(services, table, foresight):
    """No look ahead keeps its person waiting."""
    prompt = await services.moves.ask(table.id, await acting(services, table.id), None, ("T1",))
    assert isinstance(prompt, MovePreview)
    assert (prompt.advised, foresight) == (None, [])


async def test_why_tells_the_reasons_of_the_best_move_and_the_losses_of_others(
    services, table, foresight
):
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    advice = await services.moves.explain(table.id, user, prompt.revision, prompt.advised)
    assert len(foresight) == 1  # it is thought about once
    best, *alternatives = reasons.telling(opinions(foresight[0]))
    moves = [" ".join(move.tokens) for move in advice.moves]
    assert moves == [opinion.move for opinion in (best, *alternatives)]
    assert advice.moves[0].tokens == prompt.tokens
    assert advice.reasons == reasons.reasons(best, alternatives[0])
    assert advice.losses == tuple(reasons.loss(alternative, best) for alternative in alternatives)


async def test_after_the_next_move_it_is_too_late_to_ask_why(services, table):
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    await make_move(services, table.id)
    with pytest.raises(RulesError, match=r"table\.stale"):
        await services.moves.explain(table.id, user, prompt.revision, prompt.advised)


async def test_a_player_that_does_not_look_ahead_has_no_reasons(services, monkeypatch):
    facts = replace(AKROPOLIS.facts, players=("random", "easy"))
    monkeypatch.setattr(type(AKROPOLIS), "facts", facts)
    table = await start_table(services, 2)
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    assert isinstance(prompt, MovePreview)
    assert prompt.advised is None
    with pytest.raises(RulesError, match=r"table\.no_reason"):
        await services.moves.explain(table.id, user, None, ())


def test_reasons_hold_only_what_a_seat_can_see(foresight):
    """Whatever lies in the stacks, the same view is explained in the same way."""
    state = AKROPOLIS.new(2, 2026, {})
    for luck in range(3):
        new_deal = AKROPOLIS.redeal(state, 0, Rng(luck))
        assert AKROPOLIS.state_to_json(new_deal) != AKROPOLIS.state_to_json(state)
        assert opinions_about(new_deal) == opinions_about(state)


def opinions_about(state):
    return opinions(Task("akropolis", "strong", AKROPOLIS.state_to_json(state), 0, 7, (), why=True))


# ---- as the table has agreed ---------------------------------------------------------------------


@pytest.mark.usefixtures("foresight")
async def test_a_table_may_play_without_suggestions(services):
    table = await start_table(services, 2, terms=Terms(advice=Advising.OFF))
    user = await acting(services, table.id)
    for doing in (services.moves.suggest, services.moves.explain):
        with pytest.raises(RulesError, match=r"table\.no_advice"):
            await doing(table.id, user, None, ())
    assert isinstance(await services.moves.ask(table.id, user, None, ()), QuestionPrompt)


@pytest.mark.usefixtures("foresight")
async def test_a_table_may_say_openly_who_asks_once_a_turn(services):
    table = await start_table(services, 2, terms=Terms(advice=Advising.TOLD))
    user = await acting(services, table.id)
    prompt = await services.moves.suggest(table.id, user, None, ())
    await services.moves.suggest(table.id, user, prompt.revision, ())
    [act] = await services.reading.acts(table.id)
    assert (act.code, act.by.user_id) == ("advised", user)
    await services.moves.play(table.id, user, prompt.revision, prompt.tokens)
    next_user = await acting(services, table.id)
    await services.moves.suggest(table.id, next_user, None, ())
    assert [act.by.user_id for act in await services.reading.acts(table.id)] == [user, next_user]


@pytest.mark.usefixtures("foresight")
async def test_elsewhere_suggestions_are_not_logged(services, table):
    user = await acting(services, table.id)
    await services.moves.suggest(table.id, user, None, ())
    assert await services.reading.acts(table.id) == []
