"""Water and fish, healing, banishing, and the counts of the four families."""

from tests.cases import each_case
from tests.massalia.building import at, do, events_of, player, refused, up_to_here
from tests.rulebook import rule


def thirsty(n, gauge="water", **fields):
    """Seat 1 has so much water, or fish; seat 0 takes a point of it."""
    queue = [{"kind": "drain", "gauge": gauge, "from": "G5"}]
    return do(at(3, others=[{gauge: n, **fields}], turn={"queue": queue}), "drain 1")


@rule("MA-53", "MA-56")
def test_a_gauge_changes_by_one_and_leaves_the_other_alone():
    state, events = thirsty(5)
    assert (player(state, 1).water, player(state, 1).fish) == (4, 5)
    assert events_of(events, "gauge") == [{"seat": 1, "gauge": "water", "from": 5, "to": 4}]


@rule("MA-54", "MA-56")
@each_case(("gauge", "other"), [("water", "fish"), ("fish", "water")])
def test_at_0_a_card_of_the_reserve_is_buried_and_the_gauge_is_5_again(gauge, other):
    fields = {other: 1, "reserve": ["AM#7"], "deck": ["SO#3"]}
    state, events = thirsty(1, gauge, **fields)
    victim = player(state, 1)
    assert (getattr(victim, gauge), getattr(victim, other)) == (5, 1)
    assert (victim.reserve, victim.cemetery) == ([], ["AM#7"])
    assert [event.reveals for event in events if event.name == "card_buried"] == [True]


@rule("MA-54")
@each_case(("fields", "cemetery"), [({"deck": ["SO#3"]}, ["SO#3"]), ({"hand": ["SO#3"]}, [])])
def test_without_a_reserve_the_draw_pile_loses_it_and_a_hand_never_does(fields, cemetery):
    victim = player(thirsty(1, **fields)[0], 1)
    assert (victim.water, victim.deck, victim.cemetery) == (5, [], cemetery)


def filled(fish, **fields):
    """Seat 0 plays a card with a fish."""
    return do(at(me={"hand": ["C02#1"], "fish": fish, **fields}), "p C02")


@rule("MA-55")
def test_at_10_a_card_comes_back_on_top_of_the_reserve_and_the_gauge_is_5():
    state, events = filled(9, cemetery=["AM#1"], reserve=["SO#1"])
    holder = player(state)
    assert (holder.fish, holder.reserve, holder.cemetery) == (5, ["SO#1", "AM#1"], [])
    assert events_of(events, "card_revived") == [{"seat": 0, "card": "AM#1", "gauge": "fish"}]


@rule("MA-55")
def test_without_a_cemetery_the_gauge_stays_at_9():
    state, events = filled(9)
    assert player(state).fish == 9
    assert events_of(events, "gauge") == []


# ---- healing and banishing --------------------------------------------------------------------


@rule("MA-64", "MA-5")
@each_case(("life", "after"), [(20, 24), (26, 29), (29, 29)])
def test_healing_ends_where_one_began(life, after):
    assert player(up_to_here(at(me={"hand": ["S07#1"], "life": life}), "p S07")).life == after


@rule("MA-65")
@each_case("move", ["ban h:AM", "ban r:SO"])
def test_a_card_of_hand_or_reserve_goes_to_the_pantheon_for_good(move):
    state = at(me={"hand": ["S05#1", "AM#1"], "reserve": ["SO#1"]})
    state = up_to_here(state, f"p S05; {move}")
    assert state.pantheon == [f"{move[-2:]}#1"]
    assert len(player(state).hand) + len(player(state).reserve) == 1


@rule("MA-65")
def test_other_cards_are_not_banished():
    state = up_to_here(at(me={"hand": ["S05#1"], "played": ["AM#1"]}), "p S05")
    assert refused(state, "ban h:AM") == ("not_to_banish", "MA-65")


# ---- families and combos ----------------------------------------------------------------------


def counted(card, **me):
    """The times that the combo of a card in hand happens once it is played; 0 for a refusal."""
    hand = [f"{card}#1", *me.pop("hand", [])]
    state = up_to_here(at(me={"hand": hand, **me}), f"p {card}")
    if refused(state, f"c {card}") is not None:
        return 0
    return events_of(do(state, f"c {card}")[1], "combo")[0]["times"]


@rule("MA-67")
def test_a_combo_may_wait_until_its_count_allows_it():
    state = at(me={"hand": ["C03#1", "C02#1"]})
    state = up_to_here(state, "p C03")
    assert refused(state, "c C03") == ("combo_too_low", "MA-67")
    assert up_to_here(state, "p C02; c C03").turn.amber == 3


@rule("MA-67")
def test_a_combo_counts_again_for_the_next_turn_only_if_its_card_is_played_again():
    state = up_to_here(at(me={"hand": ["S01#1", "S02#1"]}), "p S01; end; end")
    assert state.turn.combos == []


@rule("MA-67", "MA-68")
def test_the_united_count_others_of_their_own_in_hand_in_play_and_among_scouts():
    assert counted("S11") == 0
    scouts = [{"card": "S10#1"}]
    assert counted("S11", hand=["S01#1"], played=["S02#1"], scouts=scouts) == 3
    assert counted("S11", reserve=["S01#1"], deck=["S02#1"]) == 0
    assert counted("S11", hand=["S01#1", "S02#1", "S03#1", "S04#1"]) == 3, "the card says at most"


@rule("MA-69")
def test_the_tough_count_scouts_of_their_family_or_of_any():
    assert counted("C10", scouts=[{"card": "C07#1"}, {"card": "S10#1"}]) == 1
    assert counted("C06", scouts=[{"card": "S10#1"}]) == 1
    assert counted("C06") == 0


@rule("MA-70")
def test_the_proud_count_their_own_in_the_reserve():
    """The example: for each of them one more placement and one more move."""
    state = at(me={"hand": ["O10#1"], "reserve": ["O01#1", "O02#1", "B01#1"]})
    state = up_to_here(state, "p O10; c O10")
    assert [(entry.do, entry.n) for entry in state.turn.todo] == [
        ("place", 2), ("remove", 1), ("place", 2), ("move", 2)]  # fmt: skip


@rule("MA-70")
def test_the_proud_count_what_was_bought_this_turn():
    river = ["O01#1"]
    state = at(me={"hand": ["O10#1", "AM#1"]}, river=river)
    assert refused(up_to_here(state, "p O10"), "c O10") == ("combo_too_low", "MA-67")
    assert refused(up_to_here(state, "p O10; p AM; b O01"), "c O10") is None


@rule("MA-71")
def test_the_brave_need_all_four_families_in_one_turn():
    state = at(me={"hand": ["B01#1", "S01#1", "O01#1", "AM#1"], "scouts": [{"card": "C04#1"}]})
    state = up_to_here(state, "p B01; p S01; p AM; p O01")
    assert refused(state, "c B01") == ("combo_too_low", "MA-67")
    state = up_to_here(state, "a C04; c B01")
    assert state.turn.families == ["braves", "solidaires", "orgueilleux", "coriaces"]
