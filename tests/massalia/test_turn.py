"""Zones, the order of a turn, what its end does, and buying."""

from tests.cases import each_case
from tests.massalia.building import GAME, at, attacked, do, events_of, player, refused, up_to_here
from tests.rulebook import rule

FAMILY = ["S01#1", "C01#1", "O01#1", "B01#1", "S02#1", "C03#1"]


@rule("MA-10")
def test_an_empty_draw_pile_is_made_of_the_reserve_and_never_of_the_play_area():
    state = at(me={"hand": ["S08#1"], "reserve": ["SO#1"], "played": ["AM#1"]})
    state, events = do(state, "p S08")
    assert player(state).hand == ["SO#1"]
    assert player(state).played == ["AM#1", "S08#1"]
    assert events_of(events, "reshuffled") == [{"seat": 0}]


@rule("MA-10", "MA-66")
def test_no_card_is_drawn_once_both_piles_are_empty():
    state, events = do(at(me={"hand": ["S08#1"]}), "p S08")
    assert player(state).hand == []
    assert events_of(events, "cards_drawn") == []


@rule("MA-66")
def test_draw_n_draws_n_cards_in_the_order_of_the_pile():
    state = at(me={"hand": ["B14#1"], "deck": ["AM#1", "SO#1", "MA#1"]})
    assert player(up_to_here(state, "p B14")).hand == ["AM#1", "SO#1"]


@rule("MA-11")
def test_a_turn_begins_with_a_shuffle_where_the_draw_pile_is_empty():
    state = at(others=[{"reserve": ["AM#7", "AM#8"]}])
    state, events = do(state, "end")
    assert sorted(player(state, 1).deck) == ["AM#7", "AM#8"]
    assert events_of(events, "turn_started") == [{"seat": 1, "round": 1, "reshuffled": True}]


@rule("MA-12", "MA-14")
def test_steps_may_be_mixed_in_any_order():
    """A card is played between two placements of another card."""
    state = at(me={"hand": ["O03#1", "AM#1"], "bag": ["L1", "WA"]}, river=[*FAMILY])
    state = up_to_here(state, "p O03; t; @C1; p AM; b C01; t; @E1")
    assert [bool(state.top(state.box.land.index[cell])) for cell in ("C1", "E1")] == [True, True]


@rule("MA-13")
def test_automatic_effects_happen_at_once_and_the_others_wait():
    state = up_to_here(at(me={"hand": ["S07#1"], "life": 20}), "p S07")
    assert (player(state).life, player(state).water) == (24, 6)
    [entry] = state.turn.todo
    assert (entry.do, entry.n, entry.terrain) == ("place", 1, "any")


@rule("MA-13")
@each_case(("card", "terrain"), [("SO#1", "land"), ("MA#1", "sea"), ("O09#1", "any")])
def test_a_placement_is_bound_to_the_place_of_its_card(card, terrain):
    state = up_to_here(at(me={"hand": [card]}), f"p {card}")
    assert state.turn.todo[0].terrain == terrain


@rule("MA-15")
@each_case("move", ["p AM", "t", "end", "b C01", "drain 1"])
def test_a_tile_that_waits_comes_before_anything_else(move):
    me = {"hand": ["O03#1", "AM#1"]}
    state = up_to_here(at(me=me, river=[*FAMILY]), "p O03; t")
    assert refused(state, move) == ("tile_waits", "MA-15")
    assert refused(state, "concede") is None


@rule("MA-15")
@each_case("move", ["p AM", "end", "drain 1", "fire -"])
def test_an_attack_that_waits_comes_before_anything_else(move):
    state = attacked(8, {}, {}, me={"hand": ["AM#1"]})
    assert refused(state, move) == ("choice_waits", "MA-15")
    assert refused(state, "hit 1:8") is None


@rule("MA-15")
def test_the_queue_is_resolved_first_in_first_out():
    queue = [{"kind": "drain", "gauge": "water", "from": "G5"},
             {"kind": "attack", "n": 3, "from": "morale10"}]  # fmt: skip
    state = at(3, turn={"queue": queue})
    assert refused(state, "hit 1:3") == ("choice_waits", "MA-15")
    state = up_to_here(state, "drain 1; hit 2:3")
    assert (player(state, 1).water, player(state, 2).life) == (4, 27)


@rule("MA-14", "MA-16")
def test_at_the_end_played_cards_then_the_hand_go_to_the_reserve_and_effects_not_used_are_lost():
    me = {"hand": ["AM#1", "SO#1"], "deck": ["AM#2", "AM#3", "AM#4", "AM#5", "AM#6"]}
    state = up_to_here(at(me=me), "p SO; end")
    assert player(state).reserve == ["SO#1", "AM#1"]
    assert player(state).hand == ["AM#2", "AM#3", "AM#4", "AM#5", "AM#6"]
    assert player(state).played == []
    assert state.turn.todo == []


@rule("MA-16")
def test_at_the_end_scouts_are_straightened_and_five_cards_drawn():
    me = {"hand": ["C02#1"], "deck": [f"AM#{n}" for n in range(1, 7)]}
    state = up_to_here(at(me=me), "p C02; end")
    assert [scout.used for scout in player(state).scouts] == [False]
    assert len(player(state).hand) == 5


@rule("MA-16")
def test_the_purse_is_emptied_and_the_next_living_seat_begins():
    opponents = [{"out": True}, {}]
    state = up_to_here(at(3, me={"hand": ["AM#1"]}, others=opponents), "p AM; end")
    assert (state.seat, state.turn.amber) == (2, 0)


@rule("MA-17")
def test_a_round_ends_when_the_turn_passes_to_a_lower_seat():
    state, rounds = at(3), []
    for _ in range(7):
        rounds.append(state.round)
        state = up_to_here(state, "end")
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


@rule("MA-18")
def test_out_of_turn_no_action_is_legal():
    state = GAME.new(3, 7)
    assert [list(GAME.legal_actions(state, seat)) for seat in (1, 2)] == [[], []]


# ---- buying -----------------------------------------------------------------------------------


def rich(*cards, river=FAMILY, **fields):
    return at(me={"hand": list(cards)}, river=[*river], **fields)


@rule("MA-19")
def test_amber_adds_up_in_the_purse():
    assert up_to_here(rich("AM#1", "AM#2", "C03#2"), "p AM; p AM; p C03").turn.amber == 4


@rule("MA-20")
def test_amber_played_after_a_purchase_does_not_add_to_the_rest():
    """The example: two amber to buy a card, and then one more."""
    state = up_to_here(rich("AM#1", "AM#2", "AM#3"), "p AM; p AM; b S01")
    assert (state.turn.amber, state.turn.bought) == (1, True)
    state, events = do(state, "p AM")
    assert (state.turn.amber, state.turn.bought) == (1, False)
    assert events_of(events, "amber") == [{"seat": 0, "n": 1, "purse": 1, "lost": 1}]


@rule("MA-20", "MA-21")
def test_several_cards_may_be_bought_from_one_purse_and_lie_on_top_of_the_reserve():
    me = {"hand": ["C03#2"], "reserve": ["SO#1"]}
    state = up_to_here(at(me=me, river=[*FAMILY]), "p C03; b S01; b O01")
    assert player(state).reserve == ["SO#1", "S01#1", "O01#1"]
    assert state.turn.amber == 0


@rule("MA-20")
def test_a_card_that_costs_too_much_is_refused():
    state = up_to_here(rich("AM#1"), "p AM")
    assert refused(state, "b C03") == ("too_expensive", "MA-20")
    assert refused(state, "b O15") == ("not_in_river", "MA-19")


@rule("MA-22", "MA-23")
def test_the_river_is_refilled_at_once_and_the_new_card_can_be_bought():
    """An empty reinforcement deck leaves the slot empty."""
    state = up_to_here(rich("C03#2", reinforcement=["S01#2"]), "p C03; b O01")
    assert state.river == ["S01#1", "C01#1", "S01#2", "B01#1", "S02#1", "C03#1"]
    state, events = do(state, "b S01#2")
    assert state.river[2] is None
    assert events_of(events, "bought")[0]["new_card"] is None
