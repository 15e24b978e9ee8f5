"""Contract of every game: the promises of `rules/contract.py`."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import takewhile
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import words
from bot.ai.worker import finishing
from rules.contract import (
    BadNotation,
    BadOptions,
    BadPosition,
    IllegalMove,
    RulesError,
    line_notations,
    play,
    read,
    replay,
)
from rules.levels import LEVELS
from rules.notation import SEPARATOR
from rules.question import SomeOf
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case
from tests.catalogues import LANGUAGES, has_text
from tests.contract.playing import (
    along,
    game_of,
    plain_setups,
    player_of,
    playout,
    plies_along,
    running,
    setups,
    thinned,
)
from tests.rulebook import refusal
from tests.tier import games, of_tier

CHOICES, LONGEST_ID = 25, 100
"""What Discord has room for: entries of a menu, characters of a custom id."""

every_game = pytest.mark.parametrize("game", games().values(), ids=games())
every_setup = each_case("setup", setups(), ids=str, by=game_of)
every_table = each_case("setup", plain_setups(), ids=str, by=game_of)


def json_of(game, state):
    """A position as text: equal texts, equal positions."""
    return json.dumps(game.state_to_json(state))


def as_json(struct):
    return json.dumps(msgspec.to_builtins(struct))


def legal_texts(game, state, seat):
    return [game.notation(state, seat, action) for action in game.legal_actions(state, seat)]


# ---- facts ------------------------------------------------------------------------------------


@every_game
def test_a_game_is_found_by_its_key(game):
    assert get(game.facts.key) is game


@every_game
def test_a_game_says_for_how_many_it_is(game):
    assert game.facts.seats == tuple(sorted(set(game.facts.seats)))
    assert {setup.seats for setup in plain_setups() if setup.game is game} == set(game.facts.seats)


@every_table
def test_a_game_says_about_how_long_it_is(setup):
    """Random play takes longer than good play does, but not three times as long."""
    state, turns = setup.new(), 0
    for seat, action in playout(setup)[1]:
        setup.game.apply(state, seat, action)
        turns += not setup.game.mid_turn(state)
    length = setup.game.turns(setup.seats, dict(setup.options))
    assert length.least <= length.usual <= length.most
    assert length.least / 3 < turns < 3 * length.most


@every_game
def test_a_game_refuses_other_numbers_of_seats(game):
    for seats in (-1, 0, max(game.facts.seats) + 1):
        with pytest.raises(BadOptions) as refused:
            game.new(seats, 7, {})
        assert has_text(refused.value.code)


@every_game
def test_a_game_refuses_unknown_options(game):
    with pytest.raises(BadOptions) as refused:
        game.new(game.facts.seats[-1], 7, {"colour of the dice": "blue"})
    assert has_text(refused.value.code)


@every_game
def test_the_default_of_a_setting_can_be_chosen(game):
    assert [one.key for one in game.facts.choices if not one.allows(one.default)] == []


@every_game
def test_a_game_without_settings_is_the_one_with_their_defaults(game):
    for seats in game.facts.seats:
        defaults = {choice.key: choice.default for choice in game.facts.settings(seats)}
        assert json_of(game, game.new(seats, 7)) == json_of(game, game.new(seats, 7, defaults))


@every_game
def test_a_setting_is_one_of_its_values_or_some_or_an_order(game):
    for choice in game.facts.choices:
        assert len(set(choice.values)) == len(choice.values)
        assert not (choice.many and choice.ordered)


@every_game
def test_a_number_of_seats_has_no_setting_twice(game):
    for seats in game.facts.seats:
        keys = [choice.key for choice in game.facts.settings(seats)]
        assert sorted(set(keys)) == sorted(keys)


@every_game
def test_a_game_refuses_what_cannot_be_chosen(game):
    for seats in game.facts.seats:
        for choice in game.facts.settings(seats):
            several = [*choice.default, *choice.default, "colour of the dice"]
            for wrong in ["colour of the dice", several, several[:1], 7]:
                if not choice.allows(wrong):
                    with pytest.raises(BadOptions) as refused:
                        game.new(seats, 7, {choice.key: wrong})
                    assert has_text(refused.value.code)


@every_game
def test_every_game_has_players_by_the_names_of_the_house_weakest_first(game):
    names = game.facts.players
    assert names == tuple(level for level in LEVELS if level in names)
    assert {"random", "easy"} <= set(names)


@every_game
def test_an_unknown_player_is_a_key_error(game):
    with pytest.raises(KeyError):
        game.player("nobody")


# ---- dealing ----------------------------------------------------------------------------------


@every_setup
def test_the_same_seed_deals_the_same_game(setup):
    assert json_of(setup.game, setup.new(3)) == json_of(setup.game, setup.new(3))


@every_setup
def test_another_seed_deals_another_game_where_there_is_luck(setup):
    deals = {json_of(setup.game, setup.new(seed)) for seed in (3, 4, 2**100 + 3, 2**127)}
    assert len(deals) == (4 if setup.game.facts.luck else 1)


@every_table
@each_case("seed", [-1, 2**128, "7", 7.0, None])
def test_a_seed_is_a_number_of_128_bits(setup, seed):
    with pytest.raises(BadOptions) as refused:
        setup.new(seed)
    assert has_text(refused.value.code)


@every_setup
def test_the_opening_tells_nothing_that_is_hidden(setup):
    start = setup.new()
    told = [as_json(event) for event in setup.game.opening(start)]
    other = setup.game.redeal(start, None, Rng(3))
    assert [as_json(event) for event in setup.game.opening(other)] == told


@every_setup
def test_the_same_seed_and_the_same_luck_play_the_same_game(setup):
    playout.__wrapped__(setup, 5)
    one, two = playout.__wrapped__(setup, 5), playout.__wrapped__(setup, 5)
    assert (json_of(setup.game, one[0]), one[1]) == (json_of(setup.game, two[0]), two[1])


# ---- playing to the end -----------------------------------------------------------------------


@every_setup
def test_a_random_game_comes_to_its_end(setup):
    end, plies = playout(setup)
    assert setup.game.to_act(end) == ()
    assert plies


@every_setup
def test_nothing_is_legal_at_the_end(setup):
    end, _ = playout(setup)
    assert [list(setup.game.legal_actions(end, seat)) for seat in range(setup.seats)] == [
        []
    ] * setup.seats


@every_setup
def test_every_move_after_the_end_is_refused(setup):
    end, plies = playout(setup)
    seat, action = plies[-1]
    with pytest.raises(IllegalMove) as refused:
        setup.game.check(end, seat, action)
    assert refused.value.code == "common.game_over"


@every_setup
def test_there_is_a_result_exactly_when_nobody_has_to_act(setup):
    for state in along(setup):
        over = setup.game.to_act(state) == ()
        assert (setup.game.result(state) is not None) is over


@every_setup
def test_a_result_ranks_every_seat(setup):
    result = setup.game.result(playout(setup)[0])
    assert len(result.ranks) == len(result.scores) == setup.seats
    assert all(1 <= rank <= setup.seats + 1 for rank in result.ranks)


@every_setup
def test_the_winners_are_ranked_first(setup):
    result = setup.game.result(playout(setup)[0])
    assert all(result.ranks[seat] == 1 for seat in result.winners)


@every_setup
def test_the_result_repeats_the_scores(setup):
    end, _ = playout(setup)
    assert setup.game.result(end).scores == setup.game.scores(end)


@every_setup
def test_the_reason_of_an_end_has_a_text(setup):
    assert has_text(setup.game.result(playout(setup)[0]).reason)


@every_setup
def test_a_total_is_the_sum_of_its_parts_at_any_time(setup):
    for state in along(setup):
        assert all(told.total == sum(told.parts.values()) for told in setup.game.scores(state))


@every_setup
def test_it_is_known_whose_turn_follows(setup):
    """With exceptions: a turn may eliminate a seat, or end the game."""
    game, (_, plies) = setup.game, playout(setup)
    state, told, turns, right = setup.new(7), None, 0, 0
    for seat, action in plies:
        if not game.mid_turn(state):
            told = game.next_seat(state, seat)
        state, _ = play(game, state, seat, action)
        if not game.mid_turn(state) and (follows := game.to_act(state)):
            turns += 1
            right += seat in follows if told is None else told in follows
    assert right >= 0.9 * turns > 0


@every_setup
def test_whose_turn_follows_is_asked_without_harm(setup):
    for state, seat in running(setup):
        before = setup.game.state_to_json(state)
        setup.game.next_seat(state, seat)
        assert setup.game.state_to_json(state) == before


@every_setup
def test_everybody_has_a_score_at_any_time(setup):
    assert {len(setup.game.scores(state)) for state in along(setup)} == {setup.seats}


# ---- JSON -------------------------------------------------------------------------------------


@every_setup
def test_a_position_survives_json(setup):
    for state in along(setup):
        told = setup.game.state_to_json(state)
        back = setup.game.state_from_json(json.loads(json.dumps(told)))
        assert setup.game.state_to_json(back) == told


@every_setup
def test_a_position_from_json_plays_on_as_if_nothing_had_happened(setup):
    game = setup.game
    start = along(setup)[3]
    runs = []
    for state in (start.clone(), game.state_from_json(game.state_to_json(start))):
        rng, told = Rng(5), []
        while acting := game.to_act(state):
            action = game.sample(state, acting[0], rng)
            told.append([as_json(event) for event in game.apply(state, acting[0], action)])
        runs.append((told, json_of(game, state), as_json(game.result(state))))
    assert runs[0] == runs[1]


@every_table
def test_an_action_survives_json(setup):
    game = setup.game
    for state, seat in running(setup):
        for action in game.legal_actions(state, seat):
            told = json.loads(json.dumps(game.action_to_json(action)))
            assert game.action_from_json(told) == action


@every_setup
def test_events_are_plain_json(setup):
    for state, seat in running(setup):
        action = setup.game.sample(state, seat, Rng(1))
        for event in setup.game.apply(state.clone(), seat, action):
            assert json.loads(json.dumps(event.args)) == event.args


@every_setup
def test_an_event_calls_other_seats_than_the_one_that_moved_and_says_publicly_why(setup):
    others = set(range(setup.seats))
    for state, seat in running(setup):
        action = setup.game.sample(state, seat, Rng(1))
        for event in setup.game.apply(state.clone(), seat, action):
            assert set(event.calls) <= others - {seat}
            assert event.only is None or not event.calls


@every_setup
def test_no_move_and_no_turn_is_longer_than_the_game_says(setup):
    game, state = setup.game, setup.new()
    moves = 0
    for seat, action in playout(setup)[1]:
        move = game.notation(state, seat, action)
        assert len(move) <= game.facts.longest_move
        assert SEPARATOR not in move
        game.apply(state, seat, action)
        moves = moves + 1 if game.mid_turn(state) else 0
        assert moves < game.facts.longest_turn


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


@every_table
@settings(max_examples=of_tier(15, 60))
@given(luck=st.data())
def test_a_damaged_position_is_refused_or_read_never_a_crash(setup, luck):
    game = setup.game
    told = game.state_to_json(along(setup)[2])
    broken = replaced(told, luck.draw(st.sampled_from(list(paths(told)))), luck.draw(JUNK))
    refused = refusal(game.state_from_json, broken)
    if refused is None:
        game.view(game.state_from_json(broken), None)
    else:
        assert isinstance(refused, BadPosition)
        assert has_text(refused.code)


@every_table
@given(junk=st.recursive(JUNK, lambda inner: st.dictionaries(st.text(max_size=5), inner)))
def test_json_that_is_no_position_is_refused(setup, junk):
    with pytest.raises(BadPosition):
        setup.game.state_from_json(junk)


@every_table
@given(luck=st.data())
def test_a_damaged_action_is_refused_or_read_never_a_crash(setup, luck):
    game = setup.game
    state, seat = running(setup)[0]
    told = game.action_to_json(next(game.legal_actions(state, seat)))
    broken = replaced(told, luck.draw(st.sampled_from(list(paths(told)))), luck.draw(JUNK))
    refused = refusal(lambda: game.check(state, seat, game.action_from_json(broken)))
    assert refused is None or has_text(refused.code)


# ---- notation ---------------------------------------------------------------------------------


@every_table
def test_what_is_written_can_be_read(setup):
    game = setup.game
    for state, seat in running(setup):
        for action in game.legal_actions(state, seat):
            assert game.parse(state, seat, game.notation(state, seat, action)) == action


@every_table
def test_two_actions_are_never_written_alike(setup):
    for state, seat in running(setup):
        texts = legal_texts(setup.game, state, seat)
        assert len(set(texts)) == len(texts)


@every_table
@given(text=st.text(max_size=200))
def test_any_text_is_a_move_or_bad_notation(setup, text):
    state, seat = running(setup)[0]
    refused = refusal(setup.game.parse, state, seat, text)
    assert refused is None or (isinstance(refused, BadNotation) and has_text(refused.code))


@every_table
@given(luck=st.data())
def test_a_slightly_wrong_move_never_crashes(setup, luck):
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


# ---- legality ---------------------------------------------------------------------------------


@every_setup
def test_who_has_to_act_can_act(setup):
    for state in along(setup):
        for seat in setup.game.to_act(state):
            assert next(setup.game.legal_actions(state, seat), None) is not None


@every_setup
def test_who_does_not_have_to_act_cannot(setup):
    for state in along(setup):
        for seat in set(range(setup.seats)) - set(setup.game.to_act(state)):
            assert list(setup.game.legal_actions(state, seat)) == []


@every_setup
def test_acting_out_of_turn_is_refused(setup):
    for state, seat in running(setup):
        action = next(setup.game.legal_actions(state, seat))
        for other in {*range(-1, setup.seats + 1)} - set(setup.game.to_act(state)):
            with pytest.raises(IllegalMove) as refused:
                setup.game.check(state, other, action)
            assert refused.value.code == "common.not_your_turn"


@every_table
def test_every_listed_action_passes_the_check(setup):
    for state, seat in running(setup):
        for action in setup.game.legal_actions(state, seat):
            setup.game.check(state, seat, action)


def legal_json(game, state, seat):
    """Every legal action by its JSON, as text."""
    actions = game.legal_actions(state, seat)
    return {json.dumps(game.action_to_json(action)): action for action in actions}


@every_table
def test_every_other_action_is_refused_with_a_code_that_has_a_text(setup):
    """The others: what this seat may do at other times of the game, and in another game."""
    game = setup.game
    places, tried = running(setup) + running(setup, 8), 0
    for state, seat in places[1:5]:
        elsewhere = [legal_json(game, s, seat) for s, who in places if who == seat]
        others = {told: action for found in elsewhere for told, action in found.items()}
        written = legal_texts(game, state, seat)
        for told in set(others) - set(legal_json(game, state, seat)):
            if game.notation(state, seat, others[told]) in written:
                continue  # what is written like a legal action is that one: copies of a card
            refused = refusal(game.check, state, seat, others[told])
            assert isinstance(refused, IllegalMove)
            assert has_text(refused.code)
            tried += 1
    assert tried


@every_setup
def test_the_order_of_the_legal_actions_is_stable(setup):
    for state, seat in running(setup):
        told = legal_texts(setup.game, state, seat)
        loaded = setup.game.state_from_json(setup.game.state_to_json(state))
        assert legal_texts(setup.game, state.clone(), seat) == told
        assert legal_texts(setup.game, loaded, seat) == told


@every_setup
def test_asking_changes_nothing(setup):
    game = setup.game
    for state, seat in running(setup):
        before = json_of(game, state)
        action = list(game.legal_actions(state, seat))[-1]
        game.check(state, seat, action)
        game.scores(state), game.view(state, seat), game.options(state, seat, [])
        game.preview(state, seat, action), game.variations(state, seat, action)
        game.hand(state, seat), game.elsewhere(state, seat, action), game.mid_turn(state)
        game.sample(state, seat, Rng(1)), game.redeal(state, seat, Rng(1))
        assert json_of(game, state) == before


# ---- options ----------------------------------------------------------------------------------


def walk(game, state, seat, tokens=()):
    """Every whole action that the options lead to."""
    following = game.options(state, seat, list(tokens))
    if not following:
        yield " ".join(tokens)
    for option in following:
        yield from walk(game, state, seat, (*tokens, *option.token.split()))


def offered_texts(game, state, seat):
    """Notations of the legal actions without those that give the game up."""
    actions = game.legal_actions(state, seat)
    return [game.notation(state, seat, one) for one in actions if not game.gives_up(one)]


@every_table
def test_the_options_lead_to_the_legal_actions_and_to_nothing_else(setup):
    walk_all_options(setup)


def walk_all_options(setup):
    """Compare, along a whole game, where the options lead with the legal actions."""
    game = setup.game
    for state, seat in running(setup)[::3]:
        led_to = [
            game.notation(state, seat, game.parse(state, seat, t)) for t in walk(game, state, seat)
        ]
        assert Counter(led_to) == Counter(offered_texts(game, state, seat))


@every_setup
def test_nobody_gives_up_whom_nobody_asked_to(setup):
    """Not by chance, and no player of AI seats; who does it all the same may."""
    game = setup.game
    tempting = [
        (state, seat)
        for state, seat in running(setup)
        if any(map(game.gives_up, game.legal_actions(state, seat)))
    ]
    for name in game.facts.players if tempting else ():
        for state, seat in thinned(tempting, name):
            assert not game.gives_up(player_of(game, name).choose(state, seat, Rng(3)))
    for state, seat in running(setup):
        assert not any(game.gives_up(game.sample(state, seat, Rng(n))) for n in range(5))
        for action in filter(game.gives_up, game.legal_actions(state, seat)):
            text = game.notation(state, seat, action)
            assert game.ask(state, seat, text.split()) is None
            after, _ = play(game, state, seat, action)
            assert seat not in game.to_act(after)


@every_setup
def test_who_leaves_the_table_never_has_to_act_again(setup):
    """The rule of the game applies; in a game without a rule nothing changes."""
    game = setup.game
    for state, _ in running(setup):
        for seat in range(setup.seats):
            after = state.clone()
            left = game.leave(after, seat)
            if left is None:
                assert json_of(game, after) == json_of(game, state)
                continue
            assert seat not in game.to_act(after)
            assert all(json.loads(json.dumps(event.args)) == event.args for event in left)
            again = game.state_from_json(game.state_to_json(after))
            assert json_of(game, again) == json_of(game, after)


@every_table
@given(tokens=st.lists(st.text(max_size=8), max_size=4))
def test_tokens_that_nobody_offered_are_refused_politely(setup, tokens):
    state, seat = running(setup)[0]
    refused = refusal(setup.game.options, state, seat, tokens)
    assert refused is None or has_text(refused.code)


# ---- playing safely ---------------------------------------------------------------------------


@every_setup
def test_playing_never_touches_the_original(setup):
    for state, seat in running(setup):
        before = json_of(setup.game, state)
        action = setup.game.sample(state, seat, Rng(2))
        after, _ = play(setup.game, state, seat, action)
        assert json_of(setup.game, state) == before != json_of(setup.game, after)


@every_setup
def test_what_a_clone_lives_through_does_not_reach_the_original(setup):
    game = setup.game
    start = along(setup)[1]
    before, legal = json_of(game, start), legal_texts(game, start, game.to_act(start)[0])
    state, rng = start.clone(), Rng(3)
    while acting := game.to_act(state):
        game.apply(state, acting[0], game.sample(state, acting[0], rng))
    assert json_of(game, start) == before
    assert legal_texts(game, start, game.to_act(start)[0]) == legal


@every_table
def test_a_refused_move_changes_nothing(setup):
    for state, seat in running(setup):
        before = json_of(setup.game, state)
        action = setup.game.sample(state, seat, Rng(2))
        with pytest.raises(IllegalMove):
            play(setup.game, state, setup.seats, action)
        assert json_of(setup.game, state) == before


@every_setup
def test_a_record_replays_to_the_same_end(setup):
    end, plies = playout(setup)
    game = setup.game
    told = [(seat, json.dumps(game.action_to_json(action))) for seat, action in plies]
    read = [(seat, game.action_from_json(json.loads(text))) for seat, text in told]
    *_, (last, _) = replay(game, setup.new(), read)
    assert json_of(game, last) == json_of(game, end)


@every_setup
def test_a_game_written_down_replays_to_the_same_end(setup):
    end, plies = playout(setup)
    game, state = setup.game, setup.new()
    for seat, action in plies:
        text = game.notation(state, seat, action)
        state, _ = play(game, state, seat, game.parse(state, seat, text))
    assert json_of(game, state) == json_of(game, end)


class Made(NamedTuple):
    """A move, as a log has it."""

    seat: int
    events: list
    notation: str


@every_table
@each_case("language", LANGUAGES)
def test_everything_that_happens_can_be_told(setup, language):
    spoken, names = words.of(setup.game.facts.key), [f"Player {n}" for n in range(setup.seats)]
    state, plies = setup.new(), []
    for seat, action in playout(setup)[1]:
        notation = setup.game.notation(state, seat, action)
        plies.append(Made(seat, setup.game.apply(state, seat, action), notation))
        line = spoken.ply_line(plies[-1], names, language)
        assert line.plies == 1
        assert all(told.strip() for told in (line.done, *line.followed))
    lines = spoken.turn_lines(plies, names, language)
    assert sum(line.plies for line in lines) == len(plies)
    assert all(line.plies > 0 and line.done.strip() for line in lines)


# ---- luck -------------------------------------------------------------------------------------


@every_setup
def test_a_sample_is_legal(setup):
    for state, seat in running(setup):
        legal, rng = set(legal_texts(setup.game, state, seat)), Rng(9)
        drawn = [setup.game.sample(state, seat, rng) for _ in range(20)]
        assert {setup.game.notation(state, seat, action) for action in drawn} <= legal


CHOOSABLE = of_tier(1, 3)
"""Moments of each game at which all that is legal is sampled."""


def choosable(setup):
    """The moments of a game at which about 25 actions are legal, with these."""
    found = [
        (state, seat, offered_texts(setup.game, state, seat))
        for state, seat, *_ in plies_along(setup)[:: of_tier(4, 1)]
    ]
    return sorted(found, key=lambda moment: abs(len(moment[2]) - 25))[:CHOOSABLE]


@every_table
def test_every_legal_action_is_sampled_sooner_or_later(setup):
    for state, seat, legal in choosable(setup):
        rng, left = Rng(9), set(legal)
        for _ in range(1000 * len(legal)):
            if not left:
                break
            left.discard(setup.game.notation(state, seat, setup.game.sample(state, seat, rng)))
        assert left == set()


# ---- what is hidden ---------------------------------------------------------------------------


@cache
def dealt_anew(setup):
    """Positions with what each person sees, beside positions they cannot tell from them."""
    return [
        (state, setup.game.redeal(state, seat, Rng(seed)), seat)
        for state in along(setup)
        for seat in setup.everybody()
        for seed in of_tier((1,), (1, 2))
    ]


@every_setup
def test_a_redeal_changes_what_is_hidden_and_only_that(setup):
    start = along(setup)[0]
    redeals = {json_of(setup.game, setup.game.redeal(start, None, Rng(n))) for n in range(4)}
    if setup.game.facts.secrets:
        assert len(redeals) == 4
    else:
        assert redeals == {json_of(setup.game, start)}


@every_game
def test_a_game_of_hands_has_secrets(game):
    assert game.facts.secrets or not game.facts.hands


@every_table
def test_where_nothing_is_hidden_nothing_comes_to_light(setup):
    told = [event for *_, events in plies_along(setup) for event in events]
    if not setup.game.facts.secrets:
        assert not [event for event in told if event.reveals or event.only is not None]


@every_setup
def test_nobody_can_tell_a_position_from_its_redeal(setup):
    for state, other, seat in dealt_anew(setup):
        assert as_json(setup.game.view(state, seat)) == as_json(setup.game.view(other, seat))


@every_setup
def test_a_redeal_depends_on_nothing_that_is_hidden(setup):
    """A player that sees only redealt positions answers the same on every one of them."""
    for state, other, seat in dealt_anew(setup):
        ones = [setup.game.redeal(each, seat, Rng(5)) for each in (state, other)]
        assert json_of(setup.game, ones[0]) == json_of(setup.game, ones[1])


@every_setup
def test_what_a_seat_may_do_does_not_depend_on_what_is_hidden(setup):
    for state, other, seat in dealt_anew(setup):
        if seat in setup.game.to_act(state):
            told = legal_texts(setup.game, state, seat)
            assert legal_texts(setup.game, other, seat) == told


@every_table
def test_players_of_ai_seats_do_not_peek(setup):
    game = setup.game
    for name in game.facts.players:
        for state, seat in thinned(running(setup)[::2], name):
            other = game.redeal(state, seat, Rng(6))
            chosen = [player_of(game, name).choose(s, seat, Rng(1)) for s in (state, other)]
            assert chosen[0] == chosen[1]


def hidden(one, two):
    """The lists of `one` that a redeal `two` has otherwise."""
    if isinstance(one, dict):
        for key in one:
            yield from hidden(one[key], two[key])
    elif isinstance(one, list) and one != two:
        yield one
        for left, right in zip(one, two, strict=False):
            yield from hidden(left, right)


@every_setup
def test_no_view_spells_out_what_is_hidden(setup):
    """No hidden list of three or more stands in the JSON of a view, in its order."""
    for state, other, seat in dealt_anew(setup):
        seen = as_json(setup.game.view(state, seat))
        for secret in hidden(setup.game.state_to_json(state), setup.game.state_to_json(other)):
            flat = [x for item in secret for x in (item if isinstance(item, list) else [item])]
            if len(flat) > 2 and isinstance(flat[0], int | str) and flat != sorted(flat):
                assert json.dumps(flat)[1:-1] not in seen


@every_setup
def test_the_seed_is_nowhere_in_sight(setup):
    """Not in a view, nor in what is told of the deal, even where a position has to keep it."""
    seed = 123456789123456789123456789
    state = setup.new(seed)
    seen = [as_json(setup.game.view(state, seat)) for seat in setup.everybody()]
    seen += [as_json(event) for event in setup.game.opening(state)]
    seen += [as_json(setup.game.hand(state, seat)) for seat in range(setup.seats)]
    assert not [told for told in seen if str(seed) in told]


# ---- hands ------------------------------------------------------------------------------------


def hands(setup, state):
    return [setup.game.hand(state, seat) for seat in range(setup.seats)]


@every_setup
def test_there_are_hands_exactly_where_a_game_says_so(setup):
    for state in along(setup):
        held = {hand is not None for hand in hands(setup, state)}
        assert held == {setup.game.facts.hands}


@every_setup
def test_a_hand_is_plain_json(setup):
    for state in along(setup):
        for hand in hands(setup, state):
            assert json.loads(as_json(hand)) == msgspec.to_builtins(hand)


@every_setup
def test_a_redeal_keeps_the_hand_of_who_looks(setup):
    for state, other, seat in dealt_anew(setup):
        if seat is not None:
            assert setup.game.hand(other, seat) == setup.game.hand(state, seat)


@every_setup
def test_a_hand_is_hidden_from_all_the_others(setup):
    """In positions that they cannot tell apart it is now this, now that."""
    if not setup.game.facts.hands:
        return
    start = along(setup)[0]
    for seat in range(setup.seats):
        for looking in set(setup.everybody()) - {seat}:
            deals = [setup.game.redeal(start, looking, Rng(n)) for n in range(8)]
            assert len({as_json(setup.game.hand(deal, seat)) for deal in deals}) > 1


# ---- turns of several moves -------------------------------------------------------------------


@every_setup
def test_no_turn_is_under_way_at_the_start_or_at_the_end(setup):
    start, *_, end = along(setup)
    assert not setup.game.mid_turn(start)
    assert not setup.game.mid_turn(end)


@every_setup
def test_who_has_begun_a_turn_goes_on_with_it_alone(setup):
    for _, seat, _, after, _ in plies_along(setup):
        if setup.game.mid_turn(after):
            assert setup.game.to_act(after) == (seat,)


@every_setup
def test_whether_a_turn_goes_on_does_not_depend_on_what_is_hidden(setup):
    for state, other, _ in dealt_anew(setup):
        assert setup.game.mid_turn(state) is setup.game.mid_turn(other)


@every_table
def test_a_move_that_may_be_taken_back_has_brought_nothing_to_light(setup):
    """Every redeal has the same text and pictures for its own player."""
    game = setup.game
    for state, seat, action, after, events in plies_along(setup):
        if any(event.reveals for event in events):
            continue
        other, told = play(game, game.redeal(state, seat, Rng(5)), seat, action)
        assert told == events
        assert game.view(other, seat) == game.view(after, seat)


@every_table
def test_the_first_public_event_that_depends_on_what_is_hidden_reveals(setup):
    """The same move in two positions that its player cannot tell apart."""

    def open_to_all(events):
        before = takewhile(lambda event: not event.reveals, events)
        return [event for event in before if event.only is None]

    for state, seat, action, _, events in plies_along(setup):
        _, others = play(setup.game, setup.game.redeal(state, seat, Rng(5)), seat, action)
        assert open_to_all(others) == open_to_all(events)


# ---- what only one seat may read --------------------------------------------------------------


@every_table
def test_a_private_event_has_a_public_twin_that_tells_less(setup):
    for *_, events in plies_along(setup):
        for event in events:
            if event.only is None:
                continue
            told = [twin.args.items() for twin in twins(events, {event.code})]
            assert event.only in range(setup.seats)
            assert any(args < event.args.items() for args in told)


@every_table
def test_the_public_twin_does_not_depend_on_what_is_hidden(setup):
    """The same move in a position that another seat cannot tell from this one."""
    game = setup.game
    for state, seat, action, _, events in plies_along(setup):
        private = {event.code for event in events if event.only is not None}
        other = game.redeal(state, (seat + 1) % setup.seats, Rng(5))
        if private and refusal(game.check, other, seat, action) is None:
            assert twins(game.apply(other, seat, action), private) == twins(events, private)


def twins(events, codes):
    return [event for event in events if event.only is None and event.code in codes]


# ---- questions ------------------------------------------------------------------------


def questions(setup):
    """Positions, who acts, and beginnings of moves: none, one token, two."""
    for state, seat in running(setup):
        tokens = setup.game.notation(state, seat, setup.game.sample(state, seat, Rng(4))).split()
        for length in range(len(tokens)):
            yield state, seat, tokens[:length]


@every_table
def test_of_many_no_more_are_offered_at_once_than_a_menu_holds(setup):
    for state, seat, tokens in questions(setup):
        question = setup.game.ask(state, seat, tokens)
        if isinstance(question, SomeOf):
            assert (
                0 <= question.min_values <= question.max_values <= len(question.options) <= CHOICES
            )


@every_setup
def test_every_move_finds_room_in_the_id_of_a_button(setup):
    """`t:` and `go.ccw:`, and numbers of a table and of its revision that are never reached."""
    room = LONGEST_ID - len(f"t:{10**7}:{10**5}:go.ccw:")
    for state, seat in running(setup):
        assert max(map(len, legal_texts(setup.game, state, seat))) <= room


@every_table
def test_a_question_is_plain_json(setup):
    for state, seat, tokens in questions(setup):
        question = setup.game.ask(state, seat, tokens)
        assert question is None or json.loads(as_json(question))


@every_table
def test_moves_that_a_question_offers_at_once_are_legal_one_after_the_other(setup):
    game = setup.game
    for state, seat, tokens in questions(setup):
        question = game.ask(state, seat, tokens)
        for line in question.lines if question else ():
            moves = " ".join((*tokens, line.token)).split(SEPARATOR)
            assert len(moves) > 1
            assert line_notations(game, state, seat, read(game, state, seat, moves)) == moves


# ---- panels and AI seats ----------------------------------------------------------------------


@every_setup
def test_where_the_pad_leads_is_legal(setup):
    for state, seat in running(setup):
        action = setup.game.sample(state, seat, Rng(4))
        for candidate in setup.game.variations(state, seat, action).values():
            setup.game.check(state, seat, candidate)


@every_setup
def test_the_pad_never_leads_back_to_where_it_is(setup):
    for state, seat in running(setup):
        action = setup.game.sample(state, seat, Rng(4))
        assert action not in setup.game.variations(state, seat, action).values()


@every_table
def test_moves_that_are_suggested_at_once_are_legal_and_can_be_looked_at(setup):
    """To the end of the turn, or as far as they begin with something."""
    game = setup.game
    for state, seat in running(setup)[::2]:
        beginnings = [[], *([option.token] for option in game.options(state, seat, []))]
        for tokens in beginnings:
            line = game.line(state, seat, tokens)
            if not line:
                continue
            moves = line_notations(game, state, seat, line)
            assert read(game, state, seat, moves) == list(line)
            assert not tokens or moves[0].split()[0] == tokens[0]
            assert game.preview_line(state, seat, line) is not None
            for other in game.variations_line(state, seat, line).values():
                again = line_notations(game, state, seat, other)
                assert read(game, state, seat, again) == list(other)
                assert other != line


@every_table
def test_any_beginning_of_a_move_is_completed_to_a_legal_one(setup):
    game = setup.game
    for state, seat in running(setup)[::2]:
        tokens = game.notation(state, seat, game.sample(state, seat, Rng(4))).split()
        for length in range(len(tokens) + 1):
            action = game.complete(state, seat, tokens[:length])
            game.check(state, seat, action)
            assert game.notation(state, seat, action).split()[:length] == tokens[:length]


@every_table
def test_a_beginning_that_leads_nowhere_is_not_completed(setup):
    state, seat = running(setup)[0]
    for tokens in (["nowhere"], ["nowhere", "at", "all"]):
        with pytest.raises(RulesError) as refused:
            setup.game.complete(state, seat, tokens)
        assert has_text(refused.value.code)


@every_setup
def test_a_preview_is_plain_json(setup):
    for state, seat in running(setup):
        preview = setup.game.preview(state, seat, setup.game.sample(state, seat, Rng(4)))
        assert preview is None or json.loads(as_json(preview))


@every_table
def test_players_of_ai_seats_choose_legal_actions(setup):
    for name in setup.game.facts.players:
        for state, seat in thinned(running(setup), name):
            action = player_of(setup.game, name).choose(state, seat, Rng(1))
            setup.game.check(state, seat, action)


@every_table
def test_every_turn_can_be_ended(setup):
    """An AI seat that would go on for ever takes a way out, or a random one."""
    game = setup.game
    for before, seat in running(setup):
        state, luck = before.clone(), Rng(5)
        for _ in range(game.facts.longest_turn):
            game.apply(state, seat, finishing(game, state, seat, luck))
            if not game.mid_turn(state) or seat not in game.to_act(state):
                break
        else:
            pytest.fail("the turn goes on")
