"""The lesson: its last step speaks of a life tile first, and the deal is chosen accordingly."""

from tests.contract.test_every_lesson import course


def test_the_strike_by_the_suggested_moves_costs_the_other_life():
    *_, (step, _, _, events, *_) = course("massalia", 0)
    assert step.name == "strike"
    assert any(event.name == "blow" and event.args["life_lost"] for event in events)
