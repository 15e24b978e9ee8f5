"""Payment: rules TG-65 to TG-67."""

from itertools import product

import pytest

from rules._settlements import prices
from rules._settlements.pieces import Need
from rules.contract import IllegalMove
from rules.rng import Rng
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference
from tests.settlements.building import LETTERS, seat

RICH = "9e9b9a9m"


def tower(lay, hand=RICH):
    """N.22 in the reserve; at A4 it costs two clay."""
    return lay(seat(reserve="22", hand=hand), seat())


def telegraph(lay, hand=RICH):
    """N.70 in the reserve; at A0 it costs a card of any type, and one more for founding."""
    return lay(seat(reserve="70", hand=hand), seat(), built="0:10@C6")


def automatic(table, move):
    """Payment of a move that is written without one."""
    return table.lay.letters(table.lay.cards("") | table.parse(move).pay)


@rule("TG-59", "TG-65")
@each_case("pay", ["2a", "2e1a", "1e1a1m", "2b1a", "4b", "1e1b2m", "2e2m"])
def test_the_player_chooses_the_exact_cards(lay, pay):
    """Two cards, identical or not, replace one; both clays may be replaced."""
    table = tower(lay).play(f"B22 A4 {pay}")
    assert table.discard() == pay


@rule("TG-65")
def test_every_exact_payment_is_offered_and_no_other(lay):
    table = tower(lay, "2e1b3a1m")
    cost = reference.price(table.json, 0, 22, table.hex("A4"))
    expected = [
        lay.letters(lay.cards("") | pay) for pay in reference.payments(cost, table.player()["hand"])
    ]
    offered = [token.translate(neutral(lay)) for token in table.tokens("B22", "A4")]
    assert sorted(offered) == sorted(expected)


@rule("TG-65")
def test_the_choices_stand_in_the_order_of_their_cards():
    """The automatic one first, then the fewest cards, then the most cards of the first types."""
    luck = Rng(65)
    for _ in range(300):
        hand, due = [[luck.below(limit) for _ in range(4)] for limit in (5, 3)]
        need = Need(tuple(due), luck.below(4))
        first = prices.automatic(hand, need, 2)
        exact = [
            pay
            for pay in product(*(range(count, -1, -1) for count in hand))
            if prices.worth(pay, need, 2) == prices.worth_of(need, 2)
        ]
        payments = sorted((pay for pay in exact if pay != first), key=sum)
        assert prices.payments(hand, need, 2) == ([first, *payments] if exact else [])


def neutral(lay):
    """The letters of a game to those of the tests."""
    codes = [resource["code"] for resource in reference.data(lay.key)["resources"]]
    return str.maketrans("".join(codes), LETTERS)


@rule("TG-59", "TG-65")
@each_case("pay", ["1e1b", "2a", "1a1m", "2m"])
def test_cards_of_choice_and_the_surcharge_take_one_card_each(lay, pay):
    assert telegraph(lay).play(f"B70 A0 {pay}").discard() == pay


@rule("TG-65")
def test_cards_one_does_not_hold_cannot_be_paid(lay):
    refusal = tower(lay, "1a9m").refused("B22 A4 2a")
    assert refusal.name == "cards_not_in_hand"
    cards = {"resource": lay.resources[2], "needed": 2, "held": 1}
    assert refusal.details == cards | {"rule": "TG-65"}


@rule("TG-65")
@each_case(("pay", "what"), [({"gold": 1}, "gold: 1"), ({"water": -1}, "water: -1")])
def test_a_payment_of_no_cards_is_refused(lay, pay, what):
    table = tower(lay)
    build = {"type": "build", "building": 22, "hex": list(table.hex("A4")), "pay": pay}
    with pytest.raises(IllegalMove) as refused:
        table.game.check(table.state, 0, table.game.action_from_json(build))
    assert refused.value.name == "bad_payment"
    assert refused.value.details == {"what": what, "rule": "TG-65"}


@rule("TG-66")
@each_case(("pay", "paid", "due"), [("1a", 1, 2), ("1a1m", 2, 3), ("3m", 3, 4)])
def test_less_than_the_price_is_refused(lay, pay, paid, due):
    """`due` is the number of cards that it takes with those that were offered."""
    refused = tower(lay).refused(f"B22 A4 {pay}")
    assert (refused.name, refused.details["due"]) == ("underpaid", due)
    assert refused.details["paid"] == paid


@rule("TG-66")
@each_case("pay", ["3a", "2a1e", "1a3m", "5b"])
def test_more_than_the_price_is_refused(lay, pay):
    """A third clay for two is one too many, it replaces no card."""
    assert tower(lay).why_not(f"B22 A4 {pay}") == "overpaid"


@rule("TG-66")
def test_no_card_at_all_is_less_than_the_price(lay):
    """Too poor for the automatic payment, too."""
    assert tower(lay, "1a1m").why_not("B22 A4") == "underpaid"


@rule("TG-67")
def test_the_automatic_payment_takes_matching_cards_first(lay):
    assert automatic(tower(lay, "5e2a"), "B22 A4") == "2a"


@rule("TG-67")
def test_then_the_type_of_which_most_are_left(lay):
    assert automatic(tower(lay, "1e1b1a3m"), "B22 A4") == "1a2m"
    assert automatic(tower(lay, "1e1b1a4m"), "B22 A4") == "1a2m"


@rule("TG-67")
def test_the_cards_left_are_counted_one_by_one(lay):
    """Of three water and two wood: water, then water and wood are level and water comes first."""
    assert automatic(tower(lay, "3e2b1a"), "B22 A4") == "2e1a"
    assert automatic(tower(lay, "3b3m"), "B22 A4") == "2b2m"


@rule("TG-67")
def test_ties_go_by_the_order_of_the_resources(lay):
    assert automatic(telegraph(lay, "2e2b2a2m"), "B70 A0") == "1e1b"
    assert automatic(telegraph(lay, "1b2a2m"), "B70 A0") == "1a1m"


@rule("TG-67")
def test_the_cards_that_match_are_not_counted_as_left(lay):
    """Four clay and three water: two clay match, then water is most."""
    table = lay(seat(reserve="22", hand="3e4a"), seat(), built="0:10@C6")
    assert automatic(table, "B22 A4") == "1e2a"


@rule("TG-67", "TG-63")
def test_no_card_is_paid_for_a_free_building(lay):
    table = lay(seat(reserve="22", hand=RICH), seat(), built="0:21@C3")
    assert automatic(table, "B22 C2") == ""
