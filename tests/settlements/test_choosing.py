"""Choosing token by token, candidates, and the arrows of the pad."""

import math

import pytest

from rules.contract import BadNotation, IllegalMove
from rules.hexgrid import distance
from tests.cases import each_case
from tests.records import recorded_game
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
    """A draw tells how many are left in the stack, and to stop how many cards it brings."""
    table = lay(MINE, OTHER)
    assert table.tokens() == ["D1", "D2", "D4", "B11", "B22", "B41", "B70", "S"]
    draw, *_, stop = table.options()
    assert groups(table.options()) == ["group_draw", "group_build", ""]
    assert (draw.args, stop.args) == ({"stack": 1, "n": 3}, {"n": 3, "ends": False})
    assert table.play("B41 C0").options()[-1].args == {"n": 2, "ends": False}


def test_a_building_tells_its_cheapest_price_and_its_spots(lay):
    """N.22 is free on the three free hexes beside n.21; n.10 cannot be paid for anywhere."""
    table = lay(seat(reserve="10 22"), OTHER, built="0:21@A4")
    [build] = [option for option in table.options() if option.token.startswith("B")]
    assert (build.token, build.args["building"]) == ("B22", 22)
    assert (build.args["cards"], build.args["n"]) == (0, 3)
    assert build.args["spots"] == len(table.tokens("B22"))


def test_a_revealed_building_is_built_or_parked_and_a_region_is_laid(lay):
    table = lay(MINE, OTHER).play("D2")
    assert table.tokens() == ["B54", "P"]
    assert table.options()[-1].args == {"building": 54}
    assert groups(table.options()) == ["group_build", ""]
    assert table.play("P").tokens() == ["X"]


# ---- where to build ---------------------------------------------------------------------------


def test_free_hexes_come_first_then_the_cheapest_then_by_name(lay):
    table = lay(seat(reserve="22", hand=RICH), OTHER, built="0:21@A4 0:10@C6")
    spots = [(option.args["cards"], option.token) for option in table.options("B22")]
    assert spots == sorted(spots)
    assert groups(table.options("B22")) == ["group_free", "group_paid"]
    assert (0, "A3") in spots


def test_the_cards_are_those_of_the_automatic_payment(lay):
    table = lay(seat(reserve="22", hand="1a5m"), OTHER)
    for option in table.options("B22"):
        assert option.args["cards"] == sum(table.parse(f"B22 {option.token}").pay.values())


# ---- how to pay -------------------------------------------------------------------------------


@rule("TG-65", "TG-67")
def test_the_automatic_payment_comes_first_then_those_that_replace_least(lay):
    table = lay(seat(reserve="22", hand="2e1b2a1m"), OTHER)
    offered = table.options("B22", "A4")
    assert offered[0].args["pay"] == table.parse("B22 A4").pay
    sizes = [option.args["n"] for option in offered[1:]]
    assert sizes == sorted(sizes)
    assert len({option.token for option in offered}) == len(offered)
    assert lay(seat(reserve="70", hand="1e3m"), OTHER).tokens("B70", "A4") == ["2m", "1e1m"]


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


@rule("TG-82", "TG-83")
def test_every_centre_and_every_rotation_is_offered(lay):
    table = region(lay)
    assert set(table.tokens("X")) == {f"{q},{r}" for q, r in reference.places(table.json)}
    offered = [(option.token, option.args["degrees"]) for option in table.options("X", "1,-3")]
    assert offered == [(f"r{k}", 60 * k) for k in range(6)]


# ---- candidates -------------------------------------------------------------------------------


def candidate(table, text):
    return table.game.preview(table.state, table.acting, table.parse(text))


def test_a_candidate_building_tells_price_payment_and_the_cards_left(lay):
    table = lay(seat(reserve="22", hand="3a1m"), OTHER, built="0:10@C6")
    build = candidate(table, "B22 A4")
    assert (build.building, build.hex) == (22, table.hex("A4"))
    assert build.notation == lay.move("B22 A4 3a")
    assert (lay.letters(dict(build.pay)), lay.letters(dict(build.hand))) == ("3a", "1m")
    price = build.price
    assert (price.surcharge, build.settlements, price.new_settlement) == (1, 1, True)


def test_the_usual_payment_is_suggested_and_others_are_there_on_request(lay):
    table = lay(seat(reserve="22", hand="2e1b2a1m"), OTHER)
    question = table.game.ask(table.state, 0, ["B22", "A4"])
    assert question.suggests
    assert question.otherwise == table.game.rules.code("otherwise_payment")
    assert len(question.options) > 1
    alone = lay(seat(reserve="22", hand="2a"), OTHER)
    assert len(alone.game.ask(alone.state, 0, ["B22", "A4"]).options) == 1


def test_a_candidate_tells_the_building_that_makes_it_free_and_the_settlements_it_joins(lay):
    table = lay(seat(reserve="22"), OTHER, built="0:21@C3")
    build = candidate(table, "B22 C2")
    assert (build.price.free, build.chain) == (True, (table.hex("C3"),))
    table = lay(seat(reserve="41", hand="1e"), OTHER, built="0:10@A6 0:20@C0")
    assert (candidate(table, "B41 C3").joined, candidate(table, "B41 C2").joined) == (2, 0)


def test_a_candidate_tells_the_project_it_completes_and_that_it_wins(lay):
    table = lay(seat(reserve="11 41", hand=RICH), OTHER, built="0:10@C6")
    assert [candidate(table, move).project for move in ("B11 C0", "B41 C0")] == [10, None]
    built = "0:10@A2 0:20@A1 0:30@C3 0:40@C2 0:50@D4"
    table = lay(seat(reserve="41", hand=RICH), OTHER, built=built)
    assert [candidate(table, move).wins for move in ("B41 D5", "B41 B2")] == [("connection",), ()]


def test_a_candidate_lists_every_hex_where_it_can_be_paid_for(lay):
    table = lay(seat(reserve="22", hand="3a1m"), OTHER, built="0:21@A4")
    spots = candidate(table, "B22 C0").spots
    assert [spot.hex for spot in spots] == [table.hex(name) for name in table.tokens("B22")]
    cards = [spot.cards for spot in spots]
    assert cards == sorted(cards)


def test_a_candidate_region_tells_its_place_and_all_others(lay):
    table = region(lay)
    preview = candidate(table, "X 1,-3 r2")
    assert (preview.tile, preview.at, preview.rot) == (2, (1, -3), 2)
    assert set(preview.spots) == reference.places(table.json)


@each_case(
    ("moves", "move", "kind"),
    [
        ("S; E; S", "D1", "draw"),
        ("D1", "P", "park"),
        ("D1; P", "S", "stop"),
        ("B41 C0", "W+", "bonus_action"),
        ("S", "W*", "bonus_card"),
        ("S", "E", "end"),
    ],
)
def test_a_candidate_without_a_place_tells_its_kind(lay, moves, move, kind):
    preview = candidate(lay(MINE, OTHER).play(moves), move)
    assert (preview.kind, preview.notation) == (kind, move)


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
    """Name and content of the picture beside a question."""
    question = table.game.ask(table.state, table.acting, list(tokens))
    picture = question and question.beside
    return (picture.picture, picture.shown) if picture else None


def test_beside_the_first_question_is_the_hand(lay):
    table = lay(seat(hand="2e1m"), OTHER)
    assert beside(table) == ("hand", table.game.hand(table.state, 0))
    assert beside(table)[1].cards == lay.cards("2e1m")


def test_beside_the_question_of_the_place_are_the_prices(lay):
    table = lay(seat(reserve="22", hand=RICH), OTHER, built="0:21@A4")
    picture, prices = beside(table, "B22")
    assert (picture, prices.seat, prices.building) == ("prices", 0, 22)
    assert [spot.hex for spot in prices.spots] == [table.hex(name) for name in table.tokens("B22")]


@each_case("tokens", [("B22", "A4"), ("S",), ("D1",)])
def test_other_questions_have_no_picture_beside_them(lay, tokens):
    assert beside(lay(MINE, OTHER), *tokens) is None


# ---- the pad ----------------------------------------------------------------------------------


ANGLES = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": -120, "ne": -60}
"""Where an arrow points on a screen (y down), in degrees from the right."""


def off_course(name, start, at):
    """Degrees by which the way from one pointy-top hex to another misses an arrow."""
    q, r = at[0] - start[0], at[1] - start[1]
    angle = math.degrees(math.atan2(1.5 * r, math.sqrt(3) * (q + r / 2)))
    return abs((angle - ANGLES[name] + 180) % 360 - 180)


def nearest(name, start, places):
    """Distance of the nearest of some hexes that way; 99 if there is none."""
    ways = [at for at in places if at != start and off_course(name, start, at) < 29.9]
    return min((distance(start, at) for at in ways), default=99)


def around(table, text):
    return table.game.variations(table.state, table.acting, table.parse(text))


@each_case("name", ANGLES)
@each_case("start", ["A0", "B0", "C0", "D2"])
def test_an_arrow_leads_to_the_nearest_affordable_hex_that_way(lay, name, start):
    table = lay(seat(reserve="22", hand="2a1m"), OTHER)
    spots = [table.hex(token) for token in table.tokens("B22")]
    moves, origin = around(table, f"B22 {start} 2a"), table.hex(start)
    if name in moves:
        assert off_course(name, origin, moves[name].hex) < 30.001
        assert moves[name].hex in spots
        assert distance(origin, moves[name].hex) <= nearest(name, origin, spots)
    else:
        assert nearest(name, origin, spots) == 99


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
        if name in moves:
            assert (moves[name].rot, moves[name].at in places) == (3, True)
            assert distance(start, moves[name].at) <= nearest(name, start, places)
        else:
            assert nearest(name, start, places) == 99


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


# ---- what an answer promises ---------------------------------------------------------------------


def test_a_building_costs_the_cards_that_its_answers_name(lay):
    """The first question names the lowest number, the next one that of each hex."""
    game, prices = lay.game, 0
    for state, _ in recorded_game(lay.key, 3)[::5]:
        for seat_to_act in game.to_act(state):
            for option in game.ask(state, seat_to_act, []).options:
                if "cards" not in option.args:
                    continue
                spots = game.ask(state, seat_to_act, [option.token]).options
                assert option.args["cards"] == min(spot.args["cards"] for spot in spots)
                for spot in spots[::7]:
                    action = game.parse(state, seat_to_act, f"{option.token} {spot.token}")
                    assert sum(action.pay.values()) == spot.args["cards"]
                    prices += 1
    assert prices
