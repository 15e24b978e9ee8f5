"""Rulebook p. 3, 4 and 7, Déroulé de la partie; rules AK-20 to AK-22, AK-40 to AK-42, E2, E8."""

import pytest

from rules.contract import IllegalMove
from tests.akropolis.building import GAME, build, city, why_not
from tests.cases import each_case
from tests.rulebook import events_of, play_all, refusal, rule

FIRST_SPOT = "-2,0 r0"  # legal in every new city


LINE = [12, 34, 6, 30]
LAST_TURN = {"turn": 35, "round": 12, "chief": 1, "current": 1, "line": [30, 34]}


def with_stones(stones, line=LINE):
    """A new game for two in which the first seat has so many stones."""
    return build(city(stones=stones), city(), line=line)


def three_turns(*more):
    """Example E8: seats 0, 1 and 0 take tiles (and what `more` says)."""
    state = build(city(), city(), line=LINE, stacks=[[20, 3, 36], [7, 1, 22]])
    moves = ["T1 -2,0 r0", "T1 -2,0 r0", "T1 1,1 r0", *more]
    return play_all(GAME, state, "; ".join(moves))


def last_turn(stones=0, move=f"T1 {FIRST_SPOT}"):
    """The last turn of a game for two who have so many stones each."""
    cities = [city(stones=stones), city(stones=stones)]
    return play_all(GAME, build(*cities, **LAST_TURN), move)


# ---- taking a tile ----------------------------------------------------------------------------


@rule("AK-21")
def test_maxime_takes_the_fourth_tile_for_three_stones(position):
    """P. 4, example E2: "Maxime a choisi la 4e tuile. Il dépense donc 3 Pierres".

    "Les Pierres dépensées retournent dans la réserve": nobody else gets them.
    """
    state, _ = play_all(GAME, position("maxime_takes_the_fourth_tile"), f"T4 {FIRST_SPOT}")
    assert [built.stones for built in GAME.view(state, None).cities] == [0, 2]


@rule("AK-21")
@each_case("place", [1, 2, 3, 4, 5, 6])
def test_a_tile_costs_one_stone_for_each_tile_before_it(place):
    """P. 4: "Il doit payer 1 Pierre par tuile qui la précède"."""
    cities = [city(stones=5), city(), city(), city()]
    state = build(*cities, line=[12, 34, 6, 30, 1, 2])
    state, _ = play_all(GAME, state, f"T{place} {FIRST_SPOT}")
    assert GAME.view(state, None).cities[0].stones == 5 - (place - 1)


@rule("AK-20", "AK-21")
@each_case(("stones", "lines"), [(0, {0}), (1, {0, 1}), (2, {0, 1, 2}), (9, {0, 1, 2, 3})])
def test_the_tiles_on_offer_are_those_one_can_pay(stones, lines):
    """P. 4: "si un Architecte n'a plus de Pierre, il est obligé de prendre la première tuile".

    There is no passing: the first tile costs nothing and always fits.
    """
    assert {action.line for action in GAME.legal_actions(with_stones(stones), 0)} == lines


@rule("AK-21")
def test_the_stones_of_this_very_placement_do_not_help_to_pay():
    """The placement would gain 2 stones, the tile costs 1, the seat has none."""
    state = build(city("51@-1,2r5"), city(), line=LINE)
    assert why_not(state, 0, "T2 0,0 r0") == "too_expensive"


@rule("AK-22")
@each_case(
    ("place", "line"), [(1, [34, 6, 30]), (2, [12, 6, 30]), (3, [12, 34, 30]), (4, [12, 34, 6])]
)
def test_the_tiles_behind_the_taken_one_close_up(place, line):
    state, _ = play_all(GAME, with_stones(3), f"T{place} {FIRST_SPOT}")
    assert GAME.state_to_json(state)["line"] == line


# ---- refill, order of play --------------------------------------------------------------------


@rule("AK-40")
def test_a_single_tile_left_becomes_the_first_and_a_stack_is_opened_behind_it():
    """P. 7, example E8: "placez la tuile restante en première position"."""
    state, events = three_turns()
    assert GAME.view(state, None).line == (30, 20, 3, 36)
    assert GAME.state_to_json(state)["stacks"] == [[7, 1, 22]]
    assert events_of(events, "line_refilled") == [{"kept": 30, "tiles": [20, 3, 36], "stacks": 1}]


@rule("AK-40", "AK-41")
def test_the_chief_architect_passes_to_the_next_seat_who_begins_a_new_round():
    """P. 7: "le pion Architecte en Chef passe au joueur de gauche"; example E8.

    "Le jeu continue, en commençant par le nouvel Architecte en Chef".
    """
    state, events = three_turns()
    view = GAME.view(state, None)
    assert (view.chief, view.round, GAME.to_act(state)) == (1, 2, (1,))
    assert events_of(events, "chief_moved") == [{"seat": 1}]


@rule("AK-40")
def test_two_tiles_left_are_no_reason_to_refill():
    state = build(city(), city(), line=[12, 34, 6], stacks=[[20, 3, 36]])
    state, _ = play_all(GAME, state, f"T1 {FIRST_SPOT}")
    assert GAME.state_to_json(state)["line"] == [34, 6]


@rule("AK-41")
@each_case("seats", [2, 3, 4])
def test_seats_play_in_turn_and_each_round_is_begun_by_the_chief(seats):
    """P. 3: "les Architectes jouent à tour de rôle"; the seat is `turn mod n` all game.

    A round has n + 1 turns; `chief = (round - 1) mod n`.
    """
    state, turn = GAME.new(seats, 7), 0
    while acting := GAME.to_act(state):
        view = GAME.view(state, None)
        assert acting == (turn % seats,)
        assert (view.turn, view.chief) == (turn, (view.round - 1) % seats)
        if turn % (seats + 1) == 0:
            assert acting == (view.chief,)
        GAME.apply(state, acting[0], next(GAME.legal_actions(state, acting[0])))
        turn += 1


# ---- the end ----------------------------------------------------------------------------------


@rule("AK-42")
def test_the_game_ends_with_one_tile_in_the_line_and_no_stack():
    """P. 7: "lorsqu'il n'y a plus qu'une tuile dans le Chantier".

    P. 3 and 7: "la dernière tuile du Chantier ne doit jamais être jouée".
    """
    state, events = last_turn(stones=1)
    assert (GAME.to_act(state), list(GAME.legal_actions(state, 0))) == ((), [])
    position = GAME.state_to_json(state)
    fields = ("over", "current", "turn", "line")
    assert [position[field] for field in fields] == [True, None, 36, [34]]
    [end] = events_of(events, "game_over")
    assert (end["tile"], end["result"]["winners"]) == (34, [0, 1])


@rule("AK-42")
def test_the_last_turn_counts_for_the_result():
    """Seat 1 takes the second tile and is left without the stone that it cost."""
    state, _ = last_turn(stones=1, move=f"T2 {FIRST_SPOT}")
    assert [score.parts["stones"] for score in GAME.result(state).scores] == [1, 0]


# ---- refusals, in their order -----------------------------------------------------------------


@each_case("seat", [0, 1])
def test_every_move_is_refused_after_the_end(seat):
    state = build(city(stones=9), city(), over=True, current=None, line=[34])
    assert why_not(state, seat, "T6 90,90 r0") == "game_over"


def test_out_of_turn_is_refused_before_anything_else():
    assert why_not(build(city(), city(), line=[12, 34]), 1, "T6 90,90 r0") == "not_your_turn"


@each_case(
    ("stones", "line", "rot", "name"),
    [
        *((9, line, 9, "bad_line_index") for line in (-1, 2, 6, 10**30)),
        (0, 1, 9, "too_expensive"),
        *((0, 0, rot, "bad_rotation") for rot in (-1, 6, 7, 60)),
        (0, 0, 5, "not_adjacent"),
    ],
)
def test_the_place_in_the_line_is_checked_first_then_price_rotation_and_spot(
    stones, line, rot, name
):
    action = {"type": "place", "seat": 0, "line": line, "at": [90, 90], "rot": rot}
    with pytest.raises(IllegalMove) as refused:
        GAME.check(with_stones(stones, [12, 34]), 0, GAME.action_from_json(action))
    assert refused.value.name == name


@each_case(
    ("move", "details"),
    [
        ("T5 -2,0 r0", {"rule": "AK-20", "place": 5, "n": 2}),
        ("T2 -2,0 r0", {"rule": "AK-21", "price": 1, "stones": 0}),
        ("T1 -2,0 r6", {"rule": "AK-23"}),
        ("T1 0,0 r1", {"rule": "AK-31", "heights": [2, 2, 1]}),
        ("T1 4,0 r0", {"rule": "AK-32"}),
        ("T1 0,0 r0", {"rule": "AK-35", "level": 3}),
    ],
)
def test_every_refusal_names_its_rule_and_the_numbers(move, details):
    """The place as it was typed, heights and level as in example E3."""
    state = build(city("51@-1,2r5 35@0,0r0"), city(), line=[12, 34])
    refused = refusal(GAME.check, state, 0, GAME.parse(state, 0, move))
    assert refused.details.items() >= details.items()


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


@each_case(
    ("place", "tile", "paid"),
    [(1, 12, []), (3, 6, [{"seat": 0, "amount": 2, "to": "supply"}])],
)
def test_taking_and_paying_a_tile_is_told(place, tile, paid):
    _, events = play_all(GAME, with_stones(3), f"T{place} {FIRST_SPOT}")
    price = place - 1
    expected = {"seat": 0, "tile": tile, "line": place - 1, "price": price}
    assert events_of(events, "tile_taken") == [expected]
    assert events_of(events, "stones_paid") == paid


def test_placing_is_told_with_all_that_gets_covered(position):
    """Example E3: tile 35 covers the start plaza and two quarries; no district scores."""
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
    gained = {"seat": 0, "amount": 2, "cells": [[1, 0], [0, 1]]}
    assert events_of(events, "stones_gained") == [gained]
    warning = {"seat": 0, "cell": [0, 0], "colour": "houses", "stars": 1}
    assert events_of(events, "plaza_covered") == [warning]
    [score] = events_of(events, "score_changed")
    assert (score["seat"], score["before"]["total"], score["after"]["total"]) == (0, 0, 2)
    assert {event.only for event in events} == {None}  # everything on the table is public


def test_opening_the_last_stack_is_told():
    """Example E8, a round later."""
    _, events = three_turns("T1 1,1 r0", "T1 -4,0 r0", "T1 -4,0 r0")
    assert len(events_of(events, "last_round")) == 1
