"""Rulebook p. 3, 4 and 7, Déroulé de la partie; rules AK-20 to AK-22, AK-40 to AK-42, E2, E8."""

import pytest

from rules.contract import IllegalMove
from tests.akropolis.building import GAME, build, city, why_not
from tests.cases import each_case
from tests.rulebook import events_of, play_all, refusal, rule

FIRST_SPOT = "-2,0 r0"  # legal in every new city


def three_turns(*more):
    """Example E8: seats 0, 1 and 0 take tiles (and what `more` says)."""
    state = build(city(), city(), line=[12, 34, 6, 30], stacks=[[20, 3, 36], [7, 1, 22]])
    moves = ["T1 -2,0 r0", "T1 -2,0 r0", "T1 1,1 r0", *more]
    return play_all(GAME, state, "; ".join(moves))


# ---- taking a tile ----------------------------------------------------------------------------


@rule("AK-20")
@each_case("stones", [0, 1, 5])
def test_there_is_always_something_to_do(stones):
    """There is no passing: the first tile costs nothing and always fits."""
    state = build(city(stones=stones), city(), line=[12, 34, 6, 30])
    lines = {action.line for action in GAME.legal_actions(state, 0)}
    assert 0 in lines


@rule("AK-21")
def test_maxime_takes_the_fourth_tile_for_three_stones(position):
    """P. 4, example E2: "Maxime a choisi la 4e tuile. Il dépense donc 3 Pierres"."""
    state, _ = play_all(GAME, position("maxime_takes_the_fourth_tile"), f"T4 {FIRST_SPOT}")
    assert GAME.view(state, None).cities[0].stones == 0


@rule("AK-21")
@each_case("place", [1, 2, 3, 4, 5, 6])
def test_a_tile_costs_one_stone_for_each_tile_before_it(place):
    """P. 4: "Il doit payer 1 Pierre par tuile qui la précède"."""
    cities = [city(stones=5), city(), city(), city()]
    state = build(*cities, line=[12, 34, 6, 30, 1, 2])
    state, _ = play_all(GAME, state, f"T{place} {FIRST_SPOT}")
    assert GAME.view(state, None).cities[0].stones == 5 - (place - 1)


@rule("AK-21")
def test_without_stones_only_the_first_tile_can_be_taken():
    """P. 4: "si un Architecte n'a plus de Pierre, il est obligé de prendre la première tuile"."""
    state = build(city(), city(), line=[12, 34, 6, 30])
    assert {action.line for action in GAME.legal_actions(state, 0)} == {0}


@rule("AK-21")
@each_case(("stones", "lines"), [(1, {0, 1}), (2, {0, 1, 2}), (9, {0, 1, 2, 3})])
def test_the_tiles_on_offer_are_those_one_can_pay(stones, lines):
    state = build(city(stones=stones), city(), line=[12, 34, 6, 30])
    assert {action.line for action in GAME.legal_actions(state, 0)} == lines


@rule("AK-21")
def test_a_tile_beyond_ones_stones_is_refused():
    assert why_not(build(city(stones=2), city(), line=[12, 34, 6, 30]), 0, "T4 2,0 r0") == (
        "too_expensive"
    )


@rule("AK-21")
def test_the_stones_of_this_very_placement_do_not_help_to_pay():
    """The placement would gain 2 stones, the tile costs 1, the seat has none."""
    state = build(city("51@-1,2r5"), city(), line=[12, 34, 6, 30])
    assert why_not(state, 0, "T2 0,0 r0") == "too_expensive"


@rule("AK-21")
def test_spent_stones_return_to_the_supply(position):
    """P. 4: "Les Pierres dépensées retournent dans la réserve": nobody else gets them."""
    state, _ = play_all(GAME, position("maxime_takes_the_fourth_tile"), f"T4 {FIRST_SPOT}")
    assert [built.stones for built in GAME.view(state, None).cities] == [0, 2]


@rule("AK-22")
@each_case(
    ("place", "left"), [(1, [34, 6, 30]), (2, [12, 6, 30]), (3, [12, 34, 30]), (4, [12, 34, 6])]
)
def test_the_tiles_behind_the_taken_one_close_up(place, left):
    state = build(city(stones=3), city(), line=[12, 34, 6, 30])
    state, _ = play_all(GAME, state, f"T{place} {FIRST_SPOT}")
    assert GAME.state_to_json(state)["line"] == left


# ---- refill, order of play --------------------------------------------------------------------


@rule("AK-40")
def test_a_single_tile_left_becomes_the_first_and_a_stack_is_opened_behind_it():
    """P. 7, example E8: "placez la tuile restante en première position"."""
    state, _ = three_turns()
    assert GAME.state_to_json(state)["line"] == [30, 20, 3, 36]


@rule("AK-40")
def test_the_opened_stack_is_gone():
    state, _ = three_turns()
    assert GAME.state_to_json(state)["stacks"] == [[7, 1, 22]]


@rule("AK-40")
def test_the_chief_architect_passes_to_the_next_seat_and_a_new_round_begins():
    """P. 7: "le pion Architecte en Chef passe au joueur de gauche"; example E8."""
    told = GAME.state_to_json(three_turns()[0])
    assert (told["chief"], told["round"]) == (1, 2)


@rule("AK-40", "AK-41")
def test_the_new_chief_begins_the_round():
    """P. 7: "Le jeu continue, en commençant par le nouvel Architecte en Chef"; example E8."""
    assert GAME.to_act(three_turns()[0]) == (1,)


@rule("AK-40")
def test_two_tiles_left_are_no_reason_to_refill():
    state = build(city(), city(), line=[12, 34, 6], stacks=[[20, 3, 36]])
    state, _ = play_all(GAME, state, f"T1 {FIRST_SPOT}")
    assert GAME.state_to_json(state)["line"] == [34, 6]


@rule("AK-41")
@each_case("seats", [2, 3, 4])
def test_seats_play_in_turn(seats):
    """P. 3: "les Architectes jouent à tour de rôle"; the seat is `turn mod n` all game."""
    state, acted = GAME.new(seats, 7), []
    while acting := GAME.to_act(state):
        acted += acting
        GAME.apply(state, acting[0], next(GAME.legal_actions(state, acting[0])))
    assert acted == [turn % seats for turn in range(len(acted))]


@rule("AK-41")
@each_case("seats", [2, 3, 4])
def test_each_round_is_begun_by_the_chief(seats):
    """A round has n + 1 turns; `chief = (round - 1) mod n`."""
    state = GAME.new(seats, 7)
    while acting := GAME.to_act(state):
        told = GAME.state_to_json(state)
        assert told["chief"] == (told["round"] - 1) % seats
        if told["turn"] % (seats + 1) == 0:
            assert acting == (told["chief"],)
        GAME.apply(state, acting[0], next(GAME.legal_actions(state, acting[0])))


# ---- the end ----------------------------------------------------------------------------------


LAST_TURN = {"turn": 35, "round": 12, "chief": 1, "current": 1, "line": [30, 34]}


@rule("AK-42")
def test_the_game_ends_with_one_tile_in_the_line_and_no_stack():
    """P. 7: "lorsqu'il n'y a plus qu'une tuile dans le Chantier"."""
    state, _ = play_all(GAME, build(city(), city(), **LAST_TURN), f"T1 {FIRST_SPOT}")
    assert GAME.to_act(state) == ()


@rule("AK-42")
def test_the_last_tile_is_never_played():
    """P. 3 and 7: "la dernière tuile du Chantier ne doit jamais être jouée"."""
    state, _ = play_all(GAME, build(city(), city(), **LAST_TURN), f"T1 {FIRST_SPOT}")
    assert GAME.state_to_json(state)["line"] == [34]
    assert list(GAME.legal_actions(state, 0)) == []


@rule("AK-42")
def test_a_game_that_is_over_says_so_in_its_json():
    state, _ = play_all(GAME, build(city(), city(), **LAST_TURN), f"T1 {FIRST_SPOT}")
    told = GAME.state_to_json(state)
    assert (told["over"], told["current"], told["turn"]) == (True, None, 36)


@rule("AK-42")
def test_the_last_turn_counts_for_the_result():
    """Seat 1 takes the second tile and is left without the stone that it cost."""
    state = build(city(stones=1), city(stones=1), **LAST_TURN)
    state, _ = play_all(GAME, state, f"T2 {FIRST_SPOT}")
    assert [told.parts["stones"] for told in GAME.result(state).scores] == [1, 0]


# ---- refusals, in their order -----------------------------------------------------------------


@each_case("seat", [0, 1])
def test_nothing_is_legal_after_the_end(seat):
    state = build(city(stones=9), city(), over=True, current=None, line=[34])
    assert why_not(state, seat, "T6 90,90 r0") == "game_over"


def test_out_of_turn_is_refused_before_anything_else():
    assert why_not(build(city(), city(), line=[12, 34]), 1, "T6 90,90 r0") == "not_your_turn"


def test_a_place_beyond_the_line_is_refused():
    state = build(city(stones=9), city(), line=[12, 34])
    assert why_not(state, 0, "T3 90,90 r0") == "bad_line_index"


@each_case("line", [-1, 2, 6, 10**30])
def test_a_line_index_outside_the_line_is_refused(line):
    state = build(city(stones=9), city(), line=[12, 34])
    action = {"type": "place", "seat": 0, "line": line, "at": [90, 90], "rot": 9}
    assert refused_as(state, action) == "bad_line_index"


def refused_as(state, action):
    with pytest.raises(IllegalMove) as refused:
        GAME.check(state, 0, GAME.action_from_json(action))
    return refused.value.name


def test_the_price_is_checked_before_the_rotation():
    state = build(city(), city(), line=[12, 34])
    assert (
        refused_as(state, {"type": "place", "line": 1, "at": [90, 90], "rot": 9}) == "too_expensive"
    )


@each_case("rot", [-1, 6, 7, 60])
def test_a_tile_has_six_rotations(rot):
    state = build(city(), city(), line=[12, 34])
    assert (
        refused_as(state, {"type": "place", "line": 0, "at": [90, 90], "rot": rot})
        == "bad_rotation"
    )


def test_a_spot_is_checked_last():
    state = build(city(), city(), line=[12, 34])
    assert (
        refused_as(state, {"type": "place", "line": 0, "at": [90, 90], "rot": 5}) == "not_adjacent"
    )


def test_a_refusal_for_the_price_tells_the_price_and_the_stones():
    state = build(city(stones=1), city(), line=[12, 34, 6, 30])
    with pytest.raises(IllegalMove) as refused:
        GAME.check(state, 0, GAME.parse(state, 0, f"T4 {FIRST_SPOT}"))
    assert (refused.value.details["price"], refused.value.details["stones"]) == (3, 1)


def details(state, text):
    return refusal(GAME.check, state, 0, GAME.parse(state, 0, text)).details


def test_a_refusal_for_the_place_tells_it_as_typed_and_how_many_tiles_there_are():
    told = details(build(city(stones=9), city(), line=[12, 34]), "T3 -2,0 r0")
    assert (told["place"], told["n"]) == (3, 2)


def test_a_refusal_for_the_heights_tells_them():
    """Example E3: `[0,0]` rot 1 has heights 2, 2 and 1."""
    state = build(city("51@-1,2r5 35@0,0r0"), city(), line=[12, 34])
    assert details(state, "T1 0,0 r1")["heights"] == [2, 2, 1]


def test_a_refusal_for_lying_on_one_tile_tells_the_level():
    state = build(city("51@-1,2r5 35@0,0r0"), city(), line=[12, 34])
    assert details(state, "T1 0,0 r0")["level"] == 3


@each_case(
    ("move", "number"),
    [
        ("T5 -2,0 r0", "AK-20"),
        ("T2 -2,0 r0", "AK-21"),
        ("T1 -2,0 r6", "AK-23"),
        ("T1 0,0 r1", "AK-31"),
        ("T1 4,0 r0", "AK-32"),
        ("T1 0,0 r0", "AK-35"),
    ],
)
def test_every_refusal_names_its_rule(move, number):
    state = build(city("51@-1,2r5 35@0,0r0"), city(), line=[12, 34])
    assert details(state, move)["rule"] == number


# ---- what is told -----------------------------------------------------------------------------


def test_the_deal_is_told():
    state = GAME.new(3, 7, {"variants": ["gardens"]})
    assert events_of(GAME.opening(state), "game_started") == [
        {
            "seats": 3,
            "options": {"length": "standard", "variants": ["gardens"], "solo": None},
            "line": GAME.state_to_json(state)["line"],
            "stones": [1, 2, 3],
        }
    ]


def test_taking_a_tile_is_told():
    _, events = play_all(GAME, build(city(stones=3), city(), line=[12, 34, 6]), "T3 2,0 r0")
    assert events_of(events, "tile_taken") == [{"seat": 0, "tile": 6, "line": 2, "price": 2}]


def test_paying_is_told():
    _, events = play_all(GAME, build(city(stones=3), city(), line=[12, 34, 6]), "T3 2,0 r0")
    assert events_of(events, "stones_paid") == [{"seat": 0, "amount": 2, "to": "supply"}]


def test_nothing_is_paid_for_the_first_tile():
    _, events = play_all(GAME, build(city(stones=3), city(), line=[12, 34, 6]), "T1 2,0 r0")
    assert events_of(events, "stones_paid") == []


def test_placing_is_told_with_all_that_gets_covered(position):
    """Example E3: tile 35 covers the start plaza and two quarries."""
    _, events = play_all(GAME, position("maxime_covers_two_quarries"), "T1 0,0 r0")
    [placed] = events_of(events, "tile_placed")
    assert placed == {
        "seat": 0,
        "tile": 35,
        "at": [0, 0],
        "rot": 0,
        "level": 2,
        "cells": [[0, 0], [1, 0], [0, 1]],
        "covered": [
            {"cell": [0, 0], "hex": {"type": "plaza", "colour": "houses", "stars": 1}},
            {"cell": [1, 0], "hex": {"type": "quarry"}},
            {"cell": [0, 1], "hex": {"type": "quarry"}},
        ],
    }


def test_gained_stones_are_told_with_the_covered_quarries(position):
    _, events = play_all(GAME, position("maxime_covers_two_quarries"), "T1 0,0 r0")
    assert events_of(events, "stones_gained") == [
        {"seat": 0, "amount": 2, "cells": [[1, 0], [0, 1]]}
    ]


def test_a_covered_plaza_is_told_as_a_warning(position):
    _, events = play_all(GAME, position("maxime_covers_two_quarries"), "T1 0,0 r0")
    assert events_of(events, "plaza_covered") == [
        {"seat": 0, "cell": [0, 0], "colour": "houses", "stars": 1}
    ]


def test_opening_a_stack_is_told():
    """Example E8."""
    _, events = three_turns()
    assert events_of(events, "line_refilled") == [{"kept": 30, "tiles": [20, 3, 36], "stacks": 1}]


def test_the_move_of_the_chief_is_told():
    _, events = three_turns()
    assert events_of(events, "chief_moved") == [{"seat": 1}]


def test_opening_the_last_stack_is_told():
    """Example E8, a round later."""
    _, events = three_turns("T1 1,1 r0", "T1 -4,0 r0", "T1 -4,0 r0")
    assert len(events_of(events, "last_round")) == 1


def test_a_change_of_score_is_told_before_and_after(position):
    """Example E3 in points: two stones gained; no district scores."""
    _, events = play_all(GAME, position("maxime_covers_two_quarries"), "T1 0,0 r0")
    [told] = events_of(events, "score_changed")
    assert (told["seat"], told["before"]["total"], told["after"]["total"]) == (0, 0, 2)


def test_the_end_is_told_with_the_result_and_the_unplayed_tile():
    state = build(city(stones=1), city(stones=1), **LAST_TURN)
    _, events = play_all(GAME, state, f"T1 {FIRST_SPOT}")
    [told] = events_of(events, "game_over")
    assert (told["tile"], told["result"]["winners"]) == (34, [0, 1])


def test_every_event_is_public(position):
    """Everything on the table is public."""
    _, events = play_all(GAME, position("maxime_covers_two_quarries"), "T1 0,0 r0")
    assert {event.only for event in events} == {None}
