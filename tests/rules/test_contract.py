"""The safe doors `play` and `replay`, refusals, and what a game need not write itself."""

from dataclasses import dataclass, replace

import pytest
from msgspec import structs

from rules.contract import (
    Choice,
    Event,
    Facts,
    Game,
    IllegalMove,
    play,
    refuse_out_of_turn,
    replay,
)
from rules.rng import Rng
from tests.cases import each_case


@dataclass
class Countdown:
    """The number of matches left, and the seat to act."""

    left: int
    seat: int = 0

    def clone(self):
        return replace(self)


class Matches(Game):
    """Take one to three matches by turns."""

    facts = Facts(key="matches", title="Matches", version=1, seats=(2,))

    def new(self, seats, seed, options=None):
        return Countdown(9)

    def to_act(self, state):
        return (state.seat,) if state.left else ()

    def legal_actions(self, state, seat):
        return iter(range(1, min(3, state.left) + 1))

    def check(self, state, seat, action):
        refuse_out_of_turn(self, state, seat)
        if not 1 <= action <= min(3, state.left):
            raise IllegalMove("matches.too_many", taken=action, left=state.left)

    def apply(self, state, seat, action):
        state.left -= action
        state.seat = 1 - seat
        return [Event("matches.taken", {"seat": seat, "matches": action})]

    result = scores = view = ask = notation = parse = None
    state_to_json = state_from_json = action_to_json = action_from_json = None


MATCHES = Matches()


def test_playing_returns_the_next_position_and_its_events_and_leaves_the_old_one():
    state = Countdown(9)
    after, events = play(MATCHES, state, 0, 2)
    assert (after, events) == (Countdown(7, 1), [Event("matches.taken", {"seat": 0, "matches": 2})])
    assert state == Countdown(9)


@each_case(
    ("matches", "seat", "action", "text"),
    [
        (2, 0, 3, "matches.too_many(taken=3, left=2)"),
        (9, 1, 2, "common.not_your_turn"),
        (0, 0, 1, "common.game_over"),
    ],
)
def test_an_illegal_move_is_refused_with_its_code_and_its_details(matches, seat, action, text):
    with pytest.raises(IllegalMove) as refused:
        play(MATCHES, Countdown(matches), seat, action)
    assert str(refused.value) == text
    code = text.partition("(")[0]
    assert (refused.value.code, refused.value.name) == (code, code.partition(".")[2])


def test_a_replay_shows_every_position_on_the_way():
    numbers = [state.left for state, _ in replay(MATCHES, Countdown(9), [(0, 3), (1, 3), (0, 3)])]
    assert numbers == [6, 3, 0]
    with pytest.raises(IllegalMove):
        list(replay(MATCHES, Countdown(9), [(0, 3), (0, 3)]))


def test_by_default_a_sample_is_one_of_the_legal_actions():
    rng = Rng(1)
    assert {MATCHES.sample(Countdown(9), 0, rng) for _ in range(50)} == {1, 2, 3}


def test_by_default_a_game_has_no_preview_no_pad_no_opening_and_no_players():
    state = Countdown(9)
    assert MATCHES.preview(state, 0, 1) is None
    assert MATCHES.variations(state, 0, 1) == {}
    assert MATCHES.opening(state) == []
    with pytest.raises(KeyError):
        MATCHES.player("random")


GIVEN = ["a", None, [], ["b"], ["b", "a"], ("c", "a"), ["a", "a"], ["a", ["b"]], 7, "ab"]


@each_case(
    ("choice", "allowed"),
    [
        (Choice("one", ("a", "b", None), "a"), ["a", None]),
        (Choice("some", ("a", "b"), (), many=True), [[], ["b"], ["b", "a"]]),
        (Choice("order", ("a", "b", "c"), ("a", "b"), ordered=True), [["b", "a"], ("c", "a")]),
    ],
    ids=lambda one: getattr(one, "key", ""),
)
def test_a_choice_says_what_can_be_chosen(choice, allowed):
    assert [value for value in GIVEN if choice.allows(value)] == allowed


def test_a_setting_may_differ_by_the_number_of_seats():
    always = Choice("speed", ("slow", "fast"), "slow")
    two = Choice("colours", ("red", "blue", "green"), ("red", "blue"), ordered=True, seats=(2,))
    three = structs.replace(two, default=("red", "blue", "green"), seats=(3,))
    facts = Facts("game", "Game", 1, (2, 3, 4), choices=(always, two, three))
    assert [facts.settings(seats) for seats in facts.seats] == [
        [always, two],
        [always, three],
        [always],
    ]


def test_a_redeal_without_hidden_parts_is_a_copy():
    state = Countdown(9)
    redealt = MATCHES.redeal(state, 0, Rng(1))
    assert redealt == state
    assert redealt is not state
