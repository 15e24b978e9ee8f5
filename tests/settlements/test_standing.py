"""Standing of a position for players that look ahead: the seat's own, and the best rival's."""

from rules._settlements import standing
from tests.cases import each_case
from tests.settlements.building import seat

BESIDE = "0:51@A2 0:52@B4"


def worth(lay, mine=None, others=None, built=BESIDE):
    return sum(standing.parts(lay(mine or seat(), others or seat(), built=built).state, 0).values())


@each_case(
    ("worse", "better"), [(seat(hand="2e"), seat(hand="6e")), (seat(bonus=0), seat(bonus=1))]
)
def test_more_is_better_for_oneself_and_worse_for_the_others(lay, worse, better):
    assert worth(lay, mine=better) > worth(lay, mine=worse)
    assert worth(lay, others=better) < worth(lay, others=worse)


def test_a_building_that_stands_is_better_than_none(lay):
    assert worth(lay, built=f"{BESIDE} 0:53@B5") > worth(lay)


def test_the_reserve_by_itself_has_no_worth(lay):
    assert worth(lay, mine=seat(reserve="41 61")) == worth(lay, mine=seat(reserve="41"))


def test_to_reveal_a_building_is_worth_something(lay):
    hidden = seat(stacks="41|61||")
    assert worth(lay, mine=seat(reserve="41", stacks="|61||")) > worth(lay, mine=hidden)


def test_of_several_others_the_best_counts_most_and_the_rest_a_little():
    single, two, far = (standing._together(worths) for worths in ([9.0], [9.0, 9.0], [9.0, 0.0]))
    assert single == 9 < far < two


def test_a_hoard_is_hardly_worth_more_than_a_full_hand(lay):
    few, full, hoard = (worth(lay, mine=seat(hand=hand)) for hand in ("2e2m", "6e6m", "8e8m"))
    assert 0 < hoard - full < (full - few) / 4
