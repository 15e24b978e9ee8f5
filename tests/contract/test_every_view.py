"""What a seat may know of every game: `view`, `hand`, `redeal`, and the events it may read."""

import json
from functools import cache
from itertools import takewhile

import msgspec

from rules.contract import play
from rules.registry import get
from rules.rng import Rng
from tests.contract.playing import (
    along,
    as_json,
    every_game,
    every_setup,
    every_table,
    json_of,
    legal_texts,
    plies_along,
    running,
)
from tests.rulebook import refusal
from tests.tier import of_tier


@cache
def positions_and_redeals(setup):
    """Positions beside others that a person cannot tell from them, with that person's seat."""
    return [
        (state, setup.game.redeal(state, seat, Rng(seed)), seat)
        for state in along(setup)
        for seat in setup.everybody()
        for seed in of_tier((1,), (1, 2))
    ]


# ---- positions -----------------------------------------------------------------------------------


@every_setup
def test_a_redeal_changes_what_is_hidden_and_only_that(setup):
    start = along(setup)[0]
    redeals = {json_of(setup.game, setup.game.redeal(start, None, Rng(n))) for n in range(4)}
    if setup.game.facts.secrets:
        assert len(redeals) == 4
    else:
        assert redeals == {json_of(setup.game, start)}


@every_setup
def test_a_position_and_its_redeal_look_alike(setup):
    """To the person for whom it is dealt: the view, the own hand, the legal moves, the turn."""
    game = setup.game
    for state, redealt, seat in positions_and_redeals(setup):
        assert as_json(game.view(redealt, seat)) == as_json(game.view(state, seat))
        assert game.mid_turn(redealt) is game.mid_turn(state)
        if seat is not None:
            assert game.hand(redealt, seat) == game.hand(state, seat)
            assert legal_texts(game, redealt, seat) == legal_texts(game, state, seat)


@every_setup
def test_a_redeal_of_a_redeal_is_that_of_the_original(setup):
    """A player that sees only redealt positions answers the same on every one of them."""
    game = setup.game
    for state, redealt, seat in positions_and_redeals(setup):
        first, second = (game.redeal(each, seat, Rng(5)) for each in (state, redealt))
        assert json_of(game, first) == json_of(game, second)


@every_setup
def test_no_view_spells_out_what_is_hidden(setup):
    """No hidden list of three or more stands in the JSON of a view, in its order."""
    game = setup.game
    for state, redealt, seat in positions_and_redeals(setup):
        view = as_json(game.view(state, seat))
        for secret in hidden_lists(game.state_to_json(state), game.state_to_json(redealt)):
            flat = [x for item in secret for x in (item if isinstance(item, list) else [item])]
            if len(flat) > 2 and isinstance(flat[0], int | str) and flat != sorted(flat):
                assert json.dumps(flat)[1:-1] not in view


def hidden_lists(value, redealt):
    """The lists of some JSON that a redeal has otherwise."""
    if isinstance(value, dict):
        for key in value:
            yield from hidden_lists(value[key], redealt[key])
    elif isinstance(value, list) and value != redealt:
        yield value
        for part, other_part in zip(value, redealt, strict=False):
            yield from hidden_lists(part, other_part)


@every_setup
def test_the_opening_is_that_of_every_redeal_and_the_seed_is_nowhere_in_sight(setup):
    """Not in a view, nor in the events of the deal, even where a position has to keep it."""
    game, seed = setup.game, 123456789123456789123456789
    state = setup.new(seed)
    opening = [as_json(event) for event in game.opening(state)]
    redealt = game.redeal(state, None, Rng(3))
    assert [as_json(event) for event in game.opening(redealt)] == opening
    views = [as_json(game.view(state, seat)) for seat in setup.everybody()]
    hands = [as_json(game.hand(state, seat)) for seat in range(setup.seats)]
    assert [text for text in (*opening, *views, *hands) if str(seed) in text] == []


# ---- hands ---------------------------------------------------------------------------------------


@every_game
def test_a_game_of_hands_has_secrets(key):
    assert get(key).facts.secrets or not get(key).facts.hands


@every_setup
def test_there_are_hands_where_a_game_says_so_and_they_are_plain_json(setup):
    for state in along(setup):
        for seat in range(setup.seats):
            hand = setup.game.hand(state, seat)
            assert (hand is not None) is setup.game.facts.hands
            assert json.loads(as_json(hand)) == msgspec.to_builtins(hand)


@every_table
def test_a_hand_is_hidden_from_all_the_others(setup):
    """In positions that they cannot tell apart it is now this, now that."""
    if not setup.game.facts.hands:
        return
    start = along(setup)[0]
    for seat in range(setup.seats):
        for looking in set(setup.everybody()) - {seat}:
            deals = (setup.game.redeal(start, looking, Rng(n)) for n in range(8))
            assert len({as_json(setup.game.hand(deal, seat)) for deal in deals}) > 1


# ---- events --------------------------------------------------------------------------------------


@every_setup
def test_an_event_is_plain_json_and_calls_other_seats_in_public(setup):
    """Whoever is called out of turn can read why."""
    for state, seat in running(setup):
        action = setup.game.sample(state, seat, Rng(1))
        for event in setup.game.apply(state.clone(), seat, action):
            assert json.loads(json.dumps(event.args)) == event.args
            assert set(event.calls) <= set(range(setup.seats)) - {seat}
            assert event.only is None or not event.calls


@every_table
def test_an_open_game_has_no_event_that_reveals_or_is_private(setup):
    events = [event for *_, events in plies_along(setup) for event in events]
    if not setup.game.facts.secrets:
        assert not [event for event in events if event.reveals or event.only is not None]


@every_table
def test_a_move_shows_the_same_in_every_redeal_until_an_event_reveals(setup):
    """One without such an event may be taken back: it has the same text and pictures in all."""
    game = setup.game
    for state, seat, action, after, events in telling_plies(setup):
        redealt, redealt_events = play(game, game.redeal(state, seat, Rng(5)), seat, action)
        assert before_a_reveal(redealt_events) == before_a_reveal(events)
        if not any(event.reveals for event in events):
            assert redealt_events == events
            assert game.view(redealt, seat) == game.view(after, seat)


def before_a_reveal(events):
    """The public events up to the first that brings something to light."""
    before = takewhile(lambda event: not event.reveals, events)
    return [event for event in before if event.only is None]


def telling_plies(setup):
    """Plies with an event that is private or reveals, and some of the others; all if deep."""
    for number, ply in enumerate(plies_along(setup)):
        tells = any(event.reveals or event.only is not None for event in ply[-1])
        if tells or number % of_tier(3, 1) == 0:
            yield ply


@every_table
def test_a_private_event_has_a_public_twin_that_tells_less(setup):
    for *_, events in plies_along(setup):
        for event in events:
            if event.only is not None:
                public_args = [twin.args.items() for twin in twins(events, {event.code})]
                assert event.only in range(setup.seats)
                assert any(args < event.args.items() for args in public_args)


@every_table
def test_the_public_twin_does_not_depend_on_what_is_hidden(setup):
    """The same move in a position that another seat cannot tell from this one."""
    game = setup.game
    for state, seat, action, _, events in plies_along(setup):
        if private := {event.code for event in events if event.only is not None}:
            redealt = game.redeal(state, (seat + 1) % setup.seats, Rng(5))
            if refusal(game.check, redealt, seat, action) is None:
                assert twins(game.apply(redealt, seat, action), private) == twins(events, private)


def twins(events, codes):
    return [event for event in events if event.only is None and event.code in codes]
