"""Moves of every game: `legal_actions`, `check`, `sample`, and the notation and JSON of each."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.codec import position_from_outside
from rules.contract import BadNotation, BadPosition, IllegalMove, RulesError
from rules.rng import Rng
from tests.catalogues import has_text
from tests.contract.playing import (
    along,
    every_setup,
    every_table,
    json_of,
    legal_texts,
    offered_texts,
    plies_along,
    running,
)
from tests.rulebook import refusal
from tests.tier import of_tier

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.lists(st.integers(-3, 70), max_size=4),
)
EXAMPLES = of_tier(10, 60)
"""Damaged positions of each table; every kind of damage is found in a deep run."""
CROWDED = of_tier(1, 3)
"""Moments of each game at which everything that is legal is sampled."""


# ---- legality ------------------------------------------------------------------------------------


@every_setup
def test_only_a_seat_that_has_to_act_can_act(setup):
    game = setup.game
    for state in along(setup):
        first = {seat: next(game.legal_actions(state, seat), None) for seat in range(setup.seats)}
        able = [seat for seat, action in first.items() if action is not None]
        assert able == sorted(game.to_act(state))


@every_setup
def test_acting_out_of_turn_is_refused(setup):
    for state, seat in running(setup):
        action = next(setup.game.legal_actions(state, seat))
        for waiting in {*range(-1, setup.seats + 1)} - set(setup.game.to_act(state)):
            with pytest.raises(IllegalMove) as refused:
                setup.game.check(state, waiting, action)
            assert refused.value.code == "common.not_your_turn"


@every_table
def test_every_other_action_is_refused_with_a_code_that_has_a_text(setup):
    """The others: what this seat may do at other times of the game, and in another game."""
    game, tried = setup.game, 0
    moments = running(setup) + running(setup, 8)
    for state, seat in moments[1:5]:
        elsewhere = [actions_by_json(game, s, seat) for s, acting in moments if acting == seat]
        actions = {text: action for each in elsewhere for text, action in each.items()}
        legal = legal_texts(game, state, seat)
        for text in actions.keys() - actions_by_json(game, state, seat).keys():
            if game.notation(state, seat, actions[text]) in legal:
                continue  # what is written like a legal action is that one: copies of a card
            refused = refusal(game.check, state, seat, actions[text])
            assert isinstance(refused, IllegalMove)
            assert has_text(refused.code)
            tried += 1
    assert tried


def actions_by_json(game, state, seat):
    """Legal actions by their JSON, as text."""
    actions = game.legal_actions(state, seat)
    return {json.dumps(game.action_to_json(action)): action for action in actions}


@every_setup
def test_the_order_of_the_legal_actions_is_stable(setup):
    game = setup.game
    for state, seat in running(setup):
        legal = legal_texts(game, state, seat)
        loaded = game.state_from_json(game.state_to_json(state))
        assert legal_texts(game, state.clone(), seat) == legal
        assert legal_texts(game, loaded, seat) == legal


@every_setup
def test_asking_leaves_the_position_as_it_was(setup):
    game = setup.game
    for state, seat in running(setup):
        before = json_of(game, state)
        action = list(game.legal_actions(state, seat))[-1]
        game.check(state, seat, action)
        game.scores(state), game.view(state, seat), game.options(state, seat, [])
        game.preview(state, seat, action), game.variations(state, seat, action)
        game.hand(state, seat), game.elsewhere(state, seat, action), game.mid_turn(state)
        game.sample(state, seat, Rng(1)), game.redeal(state, seat, Rng(1))
        game.next_seat(state, seat)
        assert json_of(game, state) == before


# ---- a random move -------------------------------------------------------------------------------


@every_setup
def test_a_sample_is_legal(setup):
    for state, seat in running(setup):
        legal, rng = set(legal_texts(setup.game, state, seat)), Rng(9)
        sampled = [setup.game.sample(state, seat, rng) for _ in range(20)]
        assert {setup.game.notation(state, seat, action) for action in sampled} <= legal


@every_table
def test_every_legal_action_is_sampled_sooner_or_later(setup):
    """At moments at which about 25 actions are legal."""
    game = setup.game
    moments = [
        (state, seat, offered_texts(game, state, seat))
        for state, seat, *_ in plies_along(setup)[:: of_tier(4, 1)]
    ]
    for state, seat, legal in sorted(moments, key=lambda each: abs(len(each[2]) - 25))[:CROWDED]:
        rng, missing = Rng(9), set(legal)
        for _ in range(1000 * len(legal)):
            if not missing:
                break
            missing.discard(game.notation(state, seat, game.sample(state, seat, rng)))
        assert missing == set()


# ---- notation ------------------------------------------------------------------------------------


@every_table
def test_a_legal_action_passes_the_check_and_survives_notation_and_json(setup):
    """And no two of them are written alike."""
    game = setup.game
    for state, seat in running(setup):
        texts = set()
        for number, action in enumerate(game.legal_actions(state, seat), 1):
            game.check(state, seat, action)
            texts.add(text := game.notation(state, seat, action))
            assert len(texts) == number
            assert game.parse(state, seat, text) == action
            assert game.action_from_json(json.loads(json.dumps(game.action_to_json(action)))) == (
                action
            )


@every_table
@given(text=st.text(max_size=200))
def test_any_text_is_a_move_or_bad_notation(setup, text):
    state, seat = running(setup)[0]
    refused = refusal(setup.game.parse, state, seat, text)
    assert refused is None or (isinstance(refused, BadNotation) and has_text(refused.code))


@every_table
@given(luck=st.data())
def test_a_move_with_a_slip_of_the_pen_is_read_or_refused(setup, luck):
    state, seat = running(setup)[2]
    text = luck.draw(st.sampled_from(legal_texts(setup.game, state, seat)))
    at = luck.draw(st.integers(0, len(text)))
    wrong = text[:at] + luck.draw(st.text(max_size=3)) + text[at + luck.draw(st.integers(0, 2)) :]
    refused = refusal(lambda: setup.game.check(state, seat, setup.game.parse(state, seat, wrong)))
    assert refused is None or has_text(refused.code)


@every_table
@settings(max_examples=10)
@given(letters=st.text(min_size=1, max_size=4))
def test_a_text_of_4000_characters_is_refused(setup, letters):
    state, seat = running(setup)[0]
    with pytest.raises(RulesError):
        setup.game.check(state, seat, setup.game.parse(state, seat, (letters * 4000)[:4000]))


# ---- JSON ----------------------------------------------------------------------------------------


@every_setup
def test_a_position_survives_json_and_has_no_contradiction(setup):
    for state in along(setup):
        position = setup.game.state_to_json(state)
        loaded = setup.game.state_from_json(json.loads(json.dumps(position)))
        assert setup.game.state_to_json(loaded) == position
        assert list(setup.game.contradictions(state)) == []


@every_table
@settings(max_examples=EXAMPLES)
@given(luck=st.data())
def test_a_damaged_position_from_outside_is_read_or_refused(setup, luck):
    game = setup.game
    damaged = damaged_json(game.state_to_json(along(setup)[2]), luck)
    refused = refusal(position_from_outside, game, damaged)
    if refused is None:
        game.view(game.state_from_json(damaged), None)
    else:
        assert isinstance(refused, BadPosition)
        assert has_text(refused.code)


@every_table
@settings(max_examples=EXAMPLES)
@given(junk=st.recursive(JUNK, lambda inner: st.dictionaries(st.text(max_size=5), inner)))
def test_json_that_is_no_position_is_refused(setup, junk):
    with pytest.raises(BadPosition):
        setup.game.state_from_json(junk)


@every_table
@settings(max_examples=EXAMPLES)
@given(luck=st.data())
def test_a_damaged_action_is_read_or_refused(setup, luck):
    game = setup.game
    state, seat = running(setup)[0]
    damaged = damaged_json(game.action_to_json(next(game.legal_actions(state, seat))), luck)
    refused = refusal(lambda: game.check(state, seat, game.action_from_json(damaged)))
    assert refused is None or has_text(refused.code)


def damaged_json(value, luck):
    """A copy of some JSON with junk at one of its places."""
    return replaced(value, luck.draw(st.sampled_from(list(paths(value)))), luck.draw(JUNK))


def paths(value, here=()):
    """Every place inside some JSON."""
    yield here
    inside = {dict: dict.items, list: enumerate}.get(type(value), lambda _: ())
    for key, inner in inside(value):
        yield from paths(inner, (*here, key))


def replaced(value, path, new):
    """A copy of some JSON with `new` at `path`."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy
