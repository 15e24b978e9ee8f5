"""The look ahead: as good as trying everything out, the same for the same seed, never peeking."""

from dataclasses import dataclass, field
from itertools import permutations
from statistics import fmean

import pytest

from rules.contract import Facts, Game, SeatScore
from rules.lookahead import Assessment, Effort, Lookahead
from rules.rng import Rng
from tests.cases import each_case


@dataclass
class Cards:
    """A deck face down, two hands, and whose turn it is: who has drawn 2 or has passed is done."""

    deck: list[int]
    points: list[int] = field(default_factory=lambda: [0, 0])
    seat: int = 0
    turns: int = 4

    def clone(self):
        return Cards(list(self.deck), list(self.points), self.seat, self.turns)


class Drawing(Game):
    """Draw the next card of the deck, or take 3 for sure; four turns."""

    facts = Facts(key="drawing", title="Drawing", version=1, seats=(2,))

    def new(self, seats, seed, options=None):
        return Cards([0, 1, 2, 9])

    def to_act(self, state):
        return (state.seat,) if state.turns else ()

    def legal_actions(self, state, seat):
        return iter(("draw", "sure") if state.deck else ("sure",))

    def apply(self, state, seat, action):
        state.points[seat] += state.deck.pop() if action == "draw" else 3
        state.seat = 1 - seat
        state.turns -= 1
        return []

    def redeal(self, state, seat, rng):
        after = state.clone()
        rng.redeal(after.deck)
        return after

    def scores(self, state):
        return tuple(SeatScore(points, {}) for points in state.points)

    check = result = view = ask = notation = parse = None
    state_to_json = state_from_json = action_to_json = action_from_json = None


class Sight:
    """Both draw as long as they can; what counts is by how much a seat leads."""

    names = ("own", "others")
    turns = 2

    def candidates(self, state, seat, most):
        return [(action,) for action in GAME.legal_actions(state, seat)][:most]

    def quick(self, state, seat, rng):
        return (next(GAME.legal_actions(state, seat)),)

    reply = quick

    def parts(self, state, seat):
        return {"own": state.points[seat], "others": -state.points[1 - seat]}


GAME = Drawing()


def player(candidates=2, looks=400, **effort):
    return Lookahead(GAME, Sight(), Effort(candidates, looks, **effort))


def exhaustive(state, seat, action):
    """Mean worth of an action over all orders of the deck."""
    worths = []
    for deck in permutations(state.deck):
        after = Cards(list(deck), list(state.points), state.seat, state.turns)
        GAME.apply(after, seat, action)
        while acting := GAME.to_act(after):
            GAME.apply(after, acting[0], *Sight().quick(after, acting[0], None))
        worths.append(sum(Sight().parts(after, seat).values()))
    return fmean(worths)


@each_case("deck", [[0, 1, 2, 9], [0, 0, 1, 1], [5, 5, 5, 4], [9, 0, 0, 0], [3, 4]])
def test_it_finds_what_trying_everything_out_finds(deck):
    state = Cards(deck)
    exact = {action: exhaustive(state, 0, action) for action in GAME.legal_actions(state, 0)}
    judged = player().judge(state, 0, Rng(1))
    assert judged[0].action == max(exact, key=exact.get)
    for assessment in judged:
        assert assessment.worth == pytest.approx(exact[assessment.action], abs=0.5)


def test_the_parts_of_a_worth_are_told_each_on_average():
    """With equal cards all looks are alike, so the averages are exact: two draws against two."""
    draw, sure = player(looks=5).judge(Cards([5, 5, 5, 5]), 0, Rng(1))
    assert (draw.action, draw.worth, draw.parts) == ("draw", 0, {"own": 10, "others": -10})
    assert (sure.action, sure.worth, sure.parts) == ("sure", -2, {"own": 8, "others": -10})


def test_a_player_judges_the_same_whatever_the_order_of_the_hidden_deck():
    """Else it would peek."""
    for seed in range(8):
        decks = ([0, 9], [9, 0])
        first, second = (player(looks=3).judge(Cards(deck), 0, Rng(seed)) for deck in decks)
        assert first == second


def test_equal_luck_gives_an_equal_answer_and_other_luck_may_give_another():
    """The position that is thought about stays as it is."""
    state = Cards([0, 9, 3, 3])
    answers = [player(looks=1).judge(state, 0, Rng(seed)) for seed in (1, 1, 2, 3, 4)]
    assert answers[0] == answers[1]
    assert len({judged[0].worth for judged in answers}) > 1
    assert state == Cards([0, 9, 3, 3])


def test_a_single_candidate_needs_no_look():
    [judged] = player().judge(Cards([]), 0, Rng(1))
    assert (judged.action, judged.looks, judged.parts) == ("sure", 0, {})


class Open(Sight):
    """Thinks of these lines: cards of an open hand, worth what is on them."""

    turns = 0

    def __init__(self, *lines):
        self.lines = lines

    def candidates(self, state, seat, most):
        return [*self.lines][:most]

    def parts(self, state, seat):
        return {"own": state.points[seat]}


FIVE = Open((10,), (50,), (30,), (40,), (20,))
BEST_FIRST = [50, 40, 30, 20, 10]
SURE_FIRST = Open(("sure",), ("draw",))


class Scoring(Drawing):
    def apply(self, state, seat, action):
        state.points[seat] += action
        return []


def judged(sight, effort, game=None, **more):
    """The open cards as they are judged, the best first."""
    return Lookahead(game or Scoring(), sight, effort, **more).judge(Cards([]), 0, Rng(1))


def test_a_candidate_may_be_a_line_of_actions_of_which_the_first_is_done_now():
    looking = Lookahead(Scoring(), Open((10, 50), (30,), (20, 20, 25)), Effort(3, 1))
    assessments = looking.judge(Cards([]), 0, Rng(1))
    assert [(each.line, each.worth) for each in assessments] == [
        ((20, 20, 25), 65),
        ((10, 50), 60),
        ((30,), 30),
    ]
    assert looking.choose(Cards([]), 0, Rng(1)) == assessments[0].action == 20


@each_case(
    ("effort", "looks"),
    [
        ({"looks": 6}, [10, 10, 5, 2, 2]),
        ({"looks": 6, "plies": 5}, [1, 1, 1, 1, 1]),
        ({"looks": 6, "plies": 11}, [3, 3, 2, 1, 1]),
        ({"looks": 6, "plies": 999}, [10, 10, 5, 2, 2]),
        ({"looks": 1, "rounds": 1}, [1, 1, 1, 1, 1]),
    ],
)
def test_after_each_round_the_worse_half_drops_out(effort, looks):
    """Three rounds of five, three and two candidates of one ply each.

    Each round ends when its share of the plies left is made; one look there is always. Where a
    look leaves no chance one round is enough.
    """
    assessments = judged(FIVE, Effort(5, **effort))
    assert [(each.action, each.looks) for each in assessments] == [
        *zip(BEST_FIRST, looks, strict=True)
    ]


def test_a_look_of_a_seat_that_is_out_of_the_game_ends_soon():
    """The others go on for ever; the search must not."""

    class Endless(Scoring):
        replies = 0

        def to_act(self, state):
            return (1,)

        def apply(self, state, seat, action):
            self.replies += seat == 1
            return super().apply(state, seat, action)

    class Ahead(Open):
        turns = 1

        def quick(self, state, seat, rng):
            return (1,)

        reply = quick

    game = Endless()
    assessments = judged(Ahead((10,), (50,)), Effort(2, 1), game)
    assert [each.action for each in assessments] == [50, 10]
    assert game.replies == 2 * 2 * sum(each.looks for each in assessments)


@each_case(("plies", "looks"), [(0, [1, 0, 0, 0, 0]), (3, [1, 1, 1, 0, 0])])
def test_fewer_candidates_have_a_look_where_one_each_makes_too_many_plies(plies, looks):
    """The first ones that were thought of: 10, 50 and 30, of one ply each."""
    assessments = judged(FIVE, Effort(5, 6, plies=plies))
    assert [each.looks for each in assessments] == looks
    assert assessments[0].action == (50 if plies else 10)
    assert {each.action for each in assessments} == {*BEST_FIRST}


@each_case(("plies", "share"), [(11, 1.0), (22, 0.5)])
def test_each_decision_of_a_turn_has_its_share_of_the_plies(plies, share):
    assessments = judged(FIVE, Effort(5, 6, plies=plies), share=lambda state, seat: share)
    assert [each.looks for each in assessments] == [3, 3, 2, 1, 1]


def test_a_count_beside_the_worth_is_told_on_average_too():
    def count(state, seat):
        return {"own": float(len(state.deck))}

    looking = Lookahead(GAME, Sight(), Effort(2, 40), count=count)
    state = Cards([0, 3, 9, 9])
    counts = {each.action: each.counts["own"] for each in looking.judge(state, 0, Rng(1))}
    assert counts.keys() == set(GAME.legal_actions(state, 0))
    assert all(0 <= number <= len(state.deck) for number in counts.values())
    assert player(2, 40).judge(state, 0, Rng(1))[0].counts == {}


@each_case(("sight", "advised"), [(Open((30,)), [30, 20]), (FIVE, BEST_FIRST)])
def test_the_choice_at_a_glance_is_told_beside_the_next_best(sight, advised):
    """With looks their results are told; a glance without results leaves the one line."""

    def glance(state, seat, most):
        return [Assessment((card,), card, 0, {"own": card}) for card in (30, 20, 10)][: most - 3]

    looking = Lookahead(Scoring(), sight, Effort(5, 6), glance=glance)
    assert [each.action for each in looking.advise(Cards([]), 0, Rng(1))] == advised
    blind = Lookahead(Scoring(), sight, Effort(5, 6))
    assert blind.advise(Cards([]), 0, Rng(1)) == blind.judge(Cards([]), 0, Rng(1))


@each_case(("caution", "chosen"), [(0.0, "draw"), (1.0, "draw"), (9.0, "sure")])
def test_a_cautious_player_leaves_its_first_thought_for_a_clearly_better_one_only(caution, chosen):
    """To draw is better on average, and now and then much worse."""
    looking = Lookahead(GAME, SURE_FIRST, Effort(2, 40, caution=caution))
    assessments = looking.judge(Cards([0, 3, 9, 9]), 0, Rng(1))
    assert assessments[0].action == chosen
    assert {each.action: each.worth for each in assessments}["draw"] > 3


@each_case(
    ("others", "more", "chosen"),
    [
        (1, {"caution": 1.0}, "draw"),
        (3, {"caution": 1.0}, "sure"),
        (1, {"duel": 3.0}, "sure"),
        (3, {"duel": 3.0}, "draw"),
    ],
)
def test_the_number_of_others_makes_more_or_less_cautious(others, more, chosen):
    """To draw is better on average, by more than one standard error and less than three."""

    class Luck(Drawing):
        def apply(self, state, seat, action):
            state.points[seat] += (0, 9)[state.deck[0] % 2] if action == "draw" else 3
            state.seat, state.turns = 1 - seat, 0
            return []

    looking = Lookahead(Luck(), SURE_FIRST, Effort(2, 20 * others, **more))
    state = Cards([0, 1], [0] * (1 + others))
    assert looking.choose(state, 0, Rng(1)) == chosen


def test_every_candidate_has_one_look_before_time_is_up():
    """Though no time was left from the start."""
    ticks = iter(range(1000))
    assessments = judged(FIVE, Effort(5, 6, seconds=0), clock=lambda: next(ticks))
    assert [(each.action, each.looks) for each in assessments] == [(card, 1) for card in BEST_FIRST]


def test_a_choice_without_candidates_is_an_error():
    with pytest.raises(ValueError, match="seat 0 has nothing"):
        Lookahead(Scoring(), FIVE, Effort(0, 6)).choose(Cards([]), 0, Rng(1))


def test_with_more_others_there_are_fewer_looks_in_all():
    """A round of three takes twice as long as one of two."""
    looks = [
        player(looks=8).judge(Cards([0, 1, 2, 9], points), 0, Rng(1))[0].looks
        for points in ([0, 0], [0, 0, 0])
    ]
    assert looks == [8, 4]
