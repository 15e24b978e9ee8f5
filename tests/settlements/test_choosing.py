"""Choosing token by token, candidates, and the arrows of the pad."""

import math

import pytest

from rules.contract import BadNotation, IllegalMove
from rules.hexgrid import distance
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference
from tests.settlements.building import seat
from tests.settlements.test_hexes import is_paved

RICH = "9e9b9a9m"
OTHER = seat(stacks="22|||")
MINE = seat(stacks="51 52 53|54||60", reserve="70 22 11 41 41", hand=RICH, bonus=2)


def groups(options):
    """The names of the groups, once each, in order."""
    return list(dict.fromkeys(option.group.partition(".")[2] for option in options))


# ---- the first question -----------------------------------------------------------------------


def test_first_come_draws_then_buildings_by_number_then_the_turn(lay):
    table = lay(MINE, OTHER)
    assert table.tokens() == ["D1", "D2", "D4", "B11", "B22", "B41", "B70", "S"]
    assert groups(table.options()) == ["group_draw", "group_build", ""]


def test_a_draw_tells_how_many_are_left_in_the_stack(lay):
    first = lay(MINE, OTHER).options()[0]
    assert first.args == {"stack": 1, "n": 3}


def test_a_building_tells_its_cheapest_price_and_its_spots(lay):
    """N.22 is free on the three free hexes beside n.21."""
    table = lay(seat(reserve="22", hand="2a"), OTHER, built="0:21@A4")
    [build] = [one for one in table.options() if one.token == "B22"]
    assert build.args["building"] == 22
    assert (build.args["cards"], build.args["n"]) == (0, 3)
    assert build.args["spots"] == len(table.tokens("B22"))


def test_a_building_that_cannot_be_paid_for_anywhere_is_not_offered(lay):
    table = lay(seat(reserve="21 41"), OTHER)
    assert [token for token in table.tokens() if token.startswith("B")] == ["B41"]


def test_stopping_tells_how_many_cards_it_brings(lay):
    [stop] = [one for one in lay(MINE, OTHER).options() if one.token == "S"]
    assert stop.args == {"n": 3}
    [stop] = [one for one in lay(MINE, OTHER).play("B41 C0").options() if one.token == "S"]
    assert stop.args == {"n": 2}


def test_a_revealed_building_is_built_or_parked(lay):
    table = lay(MINE, OTHER).play("D1")
    assert table.tokens() == ["B51", "P"]
    assert table.options()[-1].args == {"building": 51}
    assert groups(table.options()) == ["group_build", ""]


def test_a_region_in_hand_is_the_only_question(lay):
    table = lay(MINE, OTHER).play("D2; P")
    assert table.tokens() == ["X"]


# ---- where to build ---------------------------------------------------------------------------


def test_free_hexes_come_first_then_the_cheapest_then_by_name(lay):
    table = lay(seat(reserve="22", hand=RICH), OTHER, built="0:21@A4 0:10@C6")
    spots = [(one.args["cards"], one.token) for one in table.options("B22")]
    assert spots == sorted(spots)
    assert groups(table.options("B22")) == ["group_free", "group_paid"]


def test_a_hex_tells_the_cards_it_takes(lay):
    table = lay(seat(reserve="22", hand=RICH), OTHER, built="0:21@A4")
    told = {one.token: one.args for one in table.options("B22")}
    assert (told["A3"]["cards"], told["C0"]["cards"]) == (0, 3)


def test_the_cards_are_those_of_the_automatic_payment(lay):
    table = lay(seat(reserve="22", hand="1a5m"), OTHER)
    for option in table.options("B22"):
        assert option.args["cards"] == sum(table.parse(f"B22 {option.token}").pay.values())


# ---- how to pay -------------------------------------------------------------------------------


@rule("TG-65", "TG-67")
def test_the_automatic_payment_comes_first_then_what_replaces_least(lay):
    table = lay(seat(reserve="22", hand="2e1b2a1m"), OTHER)
    offered = table.options("B22", "A4")
    assert offered[0].args["pay"] == table.parse("B22 A4").pay
    sizes = [option.args["n"] for option in offered[1:]]
    assert sizes == sorted(sizes)
    assert len({option.token for option in offered}) == len(offered)


def test_a_whole_move_leaves_no_question(lay):
    table = lay(MINE, OTHER)
    for tokens in ("D1", "S", lay.move("B22 A4 2a")):
        assert table.tokens(*tokens.split()) == []
    assert lay(MINE, OTHER, built="0:21@C3").tokens("B22", "C2") == []
    assert region(lay).tokens("X", "1,-3", "r2") == []


@each_case(
    ("before", "tokens", "refusal"),
    [
        ("", "B22 A4 1m", "underpaid"),
        ("", "B22 A0", "hex_occupied"),
        ("", "B22 30,30", "not_a_terrain_hex"),
        ("", "B63", "building_not_in_reserve"),
        ("", "D3", "stack_empty"),
        ("", "W+", "no_action_done_yet"),
        ("", "X", "no_extension"),
        ("", "E", "stop_first"),
        ("D2; P", "X 0,0", "bad_place"),
        ("D2; P", "X 1,-3 r6", "bad_rotation"),
        ("D2; P", "S", "extension_first"),
        ("D2; P", "B22", "extension_first"),
    ],
)
def test_tokens_that_break_a_rule_are_refused(lay, before, tokens, refusal):
    table = lay(MINE, OTHER, built="1:40@A0")
    with pytest.raises(IllegalMove) as refused:
        (table.play(before) if before else table).options(*tokens.split())
    assert refused.value.name == refusal


@each_case(
    "text", ["Z", "B", "D1 A4", "B22 A9", "B22 A4 2", "B22 A4 2m r2", "S S", "nowhere at all"]
)
def test_tokens_that_are_no_move_are_bad_notation(lay, text):
    with pytest.raises(BadNotation):
        lay(MINE, OTHER).options(*text.split())


def test_the_automatic_payment_comes_before_others_of_as_many_cards(lay):
    """Two cards of any type: a water and a metal would do as well."""
    table = lay(seat(reserve="70", hand="1e3m"), OTHER)
    assert table.tokens("B70", "A4") == ["2m", "1e1m"]


@each_case(("hand", "tokens", "due"), [("", "B22", 1), ("1a", "B22 A4", 2)])
def test_a_building_that_cannot_be_paid_for_is_refused_with_its_price(lay, hand, tokens, due):
    """The cheapest one, without a hex: one clay at D0, where the other two are on the map."""
    with pytest.raises(IllegalMove) as refused:
        lay(seat(reserve="22", hand=hand), OTHER).options(*tokens.split())
    assert (refused.value.name, refused.value.details["due"]) == ("underpaid", due)
    assert refused.value.details["paid"] == len(hand) // 2


# ---- a region ---------------------------------------------------------------------------------


def region(lay):
    return lay(seat(stacks="22|51 52||"), OTHER).play("D1; P")


@rule("TG-13")
def test_centres_of_the_perfect_paving_come_first(lay):
    table = region(lay)
    centres = [tuple(map(int, token.split(","))) for token in table.tokens("X")]
    groups = [option.group.partition(".")[2] for option in table.options("X")]
    assert groups == ["group_paved" if is_paved(table, at) else "group_unpaved" for at in centres]
    assert centres == sorted(centres, key=lambda at: (not is_paved(table, at), at))
    assert set(groups) == {"group_paved", "group_unpaved"}


@rule("TG-83")
def test_every_centre_is_offered(lay):
    table = region(lay)
    expected = {f"{q},{r}" for q, r in reference.places(table.json)}
    assert set(table.tokens("X")) == expected


@rule("TG-82")
def test_every_rotation_is_offered(lay):
    offered = region(lay).options("X", "1,-3")
    assert [option.token for option in offered] == [f"r{k}" for k in range(6)]
    assert [option.args["degrees"] for option in offered] == [0, 60, 120, 180, 240, 300]


# ---- candidates -------------------------------------------------------------------------------


def candidate(table, text):
    return table.game.preview(table.state, table.acting, table.parse(text))


def test_a_candidate_building_tells_price_payment_and_what_is_left(lay):
    table = lay(seat(reserve="22", hand="3a1m"), OTHER, built="0:10@C6")
    told = candidate(table, "B22 A4")
    assert (told.building, told.hex, told.notation) == (22, table.hex("A4"), lay.move("B22 A4 3a"))
    assert lay.told(dict(told.pay)) == "3a"
    assert lay.told(dict(told.hand)) == "1m"
    assert (told.price.surcharge, told.settlements, told.price.new_settlement) == (1, 1, True)


def test_the_usual_payment_is_suggested_and_others_are_there_for_who_asks(lay):
    table = lay(seat(reserve="22", hand="2e1b2a1m"), OTHER)
    question = table.game.ask(table.state, 0, ["B22", "A4"])
    assert (question.suggests, question.otherwise) == (
        True,
        table.game.rules.code("otherwise_payment"),
    )
    assert len(question.options) > 1
    alone = lay(seat(reserve="22", hand="2a"), OTHER)
    assert len(alone.game.ask(alone.state, 0, ["B22", "A4"]).options) == 1


def test_a_candidate_tells_why_it_is_free(lay):
    table = lay(seat(reserve="22"), OTHER, built="0:21@C3")
    told = candidate(table, "B22 C2")
    assert told.price.free
    assert told.chain == (table.hex("C3"),)


def test_a_candidate_tells_the_settlements_it_joins(lay):
    table = lay(seat(reserve="41", hand="1e"), OTHER, built="0:10@A6 0:20@C0")
    assert (candidate(table, "B41 C3").joined, candidate(table, "B41 C2").joined) == (2, 0)


def test_a_candidate_tells_the_project_it_completes(lay):
    table = lay(seat(reserve="11 41", hand=RICH), OTHER, built="0:10@C6")
    assert candidate(table, "B11 C0").project == 10
    assert candidate(table, "B41 C0").project is None


def test_a_candidate_tells_that_it_wins(lay):
    built = "0:10@A2 0:20@A1 0:30@C3 0:40@C2 0:50@D4"
    table = lay(seat(reserve="41", hand=RICH), OTHER, built=built)
    assert candidate(table, "B41 D5").wins == ("connection",)
    assert candidate(table, "B41 B2").wins == ()


def test_a_candidate_lists_every_hex_where_it_can_be_paid_for(lay):
    table = lay(seat(reserve="22", hand="3a1m"), OTHER, built="0:21@A4")
    spots = candidate(table, "B22 C0").spots
    names = {at: name for name, at in reference.names(table.json).items()}
    assert [names[spot.hex] for spot in spots] == table.tokens("B22")
    cards = [spot.cards for spot in spots]
    assert cards == sorted(cards)


def test_a_candidate_region_tells_its_place_and_all_others(lay):
    table = region(lay)
    told = candidate(table, "X 1,-3 r2")
    assert (told.tile, told.at, told.rot) == (2, (1, -3), 2)
    assert set(told.spots) == reference.places(table.json)


@each_case(
    ("moves", "move", "kind"),
    [
        ("", "D1", "draw"),
        ("D1", "P", "park"),
        ("", "S", "stop"),
        ("B41 C0", "W+", "bonus_action"),
        ("S", "W*", "bonus_card"),
        ("S", "E", "end"),
    ],
)
def test_a_candidate_without_a_place_tells_its_kind(lay, moves, move, kind):
    table = lay(MINE, OTHER)
    told = candidate(table.play(moves) if moves else table, move)
    assert (told.kind, told.notation) == (kind, move)


@each_case(
    ("deck", "discard", "cards"), [("eabm", "", 3), ("e", "", 1), ("", "2e", 2), ("", "", 0)]
)
def test_a_candidate_tells_the_cards_it_would_bring_as_far_as_there_are(lay, deck, discard, cards):
    """For a worker, too, once there were up to three for the actions not done."""
    table = lay(seat(bonus=1), OTHER, deck=deck, discard=discard)
    assert candidate(table, "S").cards == cards
    assert candidate(table.play("S"), "W*").cards == (cards == 3)


# ---- beside a question ------------------------------------------------------------------------


def beside(table, *tokens):
    """Content of the picture beside a question, by the name of its picture."""
    question = table.game.ask(table.state, table.acting, list(tokens))
    drawn = question and question.beside
    return (drawn.picture, drawn.shown) if drawn else None


def test_beside_the_first_question_is_the_hand(lay):
    table = lay(seat(hand="2e1m"), OTHER)
    picture, told = beside(table)
    assert picture == "hand"
    assert (told.seat, told.cards) == (0, lay.cards("2e1m"))
    assert told == table.game.hand(table.state, 0)


def test_beside_the_question_where_are_the_prices(lay):
    table = lay(seat(reserve="22", hand=RICH), OTHER, built="0:21@A4")
    picture, told = beside(table, "B22")
    assert picture == "prices"
    assert (told.seat, told.building) == (0, 22)
    names = {at: name for name, at in reference.names(table.json).items()}
    assert [names[spot.hex] for spot in told.spots] == table.tokens("B22")


@each_case("tokens", [("B22", "A4"), ("S",), ("D1",)])
def test_other_questions_have_no_picture_beside_them(lay, tokens):
    assert beside(lay(MINE, OTHER), *tokens) is None


# ---- the pad ----------------------------------------------------------------------------------


ANGLES = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": -120, "ne": -60}
"""Where an arrow points on a screen (y down), in degrees from the right."""


def off_course(name, start, at):
    """By how many degrees the way from one pointy-top hex to another misses an arrow."""
    q, r = at[0] - start[0], at[1] - start[1]
    angle = math.degrees(math.atan2(1.5 * r, math.sqrt(3) * (q + r / 2)))
    return abs((angle - ANGLES[name] + 180) % 360 - 180)


def around(table, text):
    return table.game.variations(table.state, table.acting, table.parse(text))


@each_case("name", ANGLES)
@each_case("start", ["A0", "B0", "C0", "D2"])
def test_an_arrow_leads_to_the_nearest_affordable_hex_that_way(lay, name, start):
    table = lay(seat(reserve="22", hand="2a1m"), OTHER)
    spots = [table.hex(token) for token in table.tokens("B22")]
    moves, here = around(table, f"B22 {start} 2a"), table.hex(start)
    ahead = [distance(here, at) for at in spots if at != here and off_course(name, here, at) < 29.9]
    if name in moves:
        assert off_course(name, here, moves[name].hex) < 30.001
        assert moves[name].hex in spots
        assert distance(here, moves[name].hex) <= min(ahead, default=99)
    else:
        assert not ahead


def test_an_arrow_keeps_the_building_and_pays_automatically(lay):
    table = lay(seat(reserve="22", hand="5e2a"), OTHER)
    names = {at: name for name, at in reference.names(table.json).items()}
    for action in around(table, "B22 A4").values():
        assert action == table.parse(f"B22 {names[action.hex]}")


@each_case("name", ANGLES)
def test_an_arrow_moves_a_region_to_the_nearest_place_that_way(lay, name):
    table = region(lay)
    places = reference.places(table.json)
    for start in sorted(places)[::7]:
        moves = around(table, f"X {start[0]},{start[1]} r3")
        ahead = [
            distance(start, at)
            for at in places
            if at != start and off_course(name, start, at) < 29.9
        ]
        if name in moves:
            assert (moves[name].rot, moves[name].at in places) == (3, True)
            assert distance(start, moves[name].at) <= min(ahead, default=99)
        else:
            assert not ahead


def test_both_arrows_lead_to_a_hex_that_lies_between_them(lay):
    """N.11 is free around n.10; west and south-west of C1 only C3 is left of its places."""
    table = lay(seat(reserve="11"), OTHER, built="0:10@C0 1:10@C2 1:20@C4 1:30@C5")
    moves = {name: action.hex for name, action in around(table, "B11 C1").items()}
    assert moves == {"sw": table.hex("C3"), "w": table.hex("C3"), "nw": table.hex("C6")}


def test_a_region_is_turned_where_it_lies(lay):
    moves = around(region(lay), "X 1,-3 r5")
    assert (moves["cw"].at, moves["cw"].rot) == ((1, -3), 0)
    assert (moves["ccw"].at, moves["ccw"].rot) == ((1, -3), 4)


@each_case("move", ["D1", "S"])
def test_a_move_without_a_place_has_no_pad(lay, move):
    assert around(lay(MINE, OTHER), move) == {}
