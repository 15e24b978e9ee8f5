"""The card part: rules TG-78 and TG-79."""

from collections import Counter

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import seat

OTHER = seat(stacks="22|||")


@rule("TG-78")
def test_stopping_brings_the_cards_and_then_one_may_exchange_and_end(lay):
    """Each exchanged card is seen before the next decision; a worker may be kept."""
    table = lay(seat(bonus=2), OTHER, deck="eabmeb").play("S")
    assert (table.hand(), table.legal()) == ("1e1b1a", {"W*", "E"})
    assert table.play("W*").hand() == "1e1b1a1m"
    assert (table.acting, table.turn["cards_drawn"]) == (0, 4)
    assert table.game.hand(table.state, 0).cards == lay.cards("1e1b1a1m")
    assert table.play("E").acting == 1
    assert table.player()["bonus"] == 1


# ---- the deck ---------------------------------------------------------------------------------


@rule("TG-79")
def test_the_discard_pile_becomes_the_deck_as_soon_as_that_is_empty(lay):
    """Lorsque la pioche est épuisée, mélangez immédiatement la défausse."""
    table = lay(seat(), OTHER, deck="eab", discard="2e1b3m").play("S")
    assert table.hand() == "1e1b1a"
    assert Counter(table.json["deck"]) == Counter(lay.cards("2e1b3m"))
    assert table.discard() == ""
    assert table.events("deck_reshuffled") == [{"count": 6}]


@rule("TG-79")
def test_a_reshuffle_in_the_middle_of_drawing_goes_on_from_the_new_deck(lay):
    table = lay(seat(), OTHER, deck="e", discard="5m").play("S")
    assert (table.hand(), len(table.json["deck"])) == ("1e2m", 3)


@rule("TG-79")
def test_without_a_discard_pile_the_shuffle_waits_until_a_card_must_be_drawn(lay):
    """Paying into the discard pile alone makes no new deck."""
    used_up = lay(seat(), OTHER, deck="eab").play("S")
    assert (used_up.json["deck"], used_up.json["rng"]["shuffles"]) == ([], 0)
    table = lay(seat(reserve="41 41", hand="2e"), OTHER, deck="").play("B41 D2")
    assert (table.json["deck"], table.discard()) == ([], "1e")
    table.play("S")
    assert (table.hand(), table.json["rng"]["shuffles"]) == ("2e", 1)


@rule("TG-79", "TG-38")
def test_a_turn_that_brings_no_card_makes_no_new_deck(lay):
    mine = seat(reserve="41 41 41", hand="3e")
    table = lay(mine, OTHER, deck="").play("B41 D2; B41 D1; B41 D3")
    assert (table.acting, table.json["deck"], table.discard()) == (1, [], "3e")


@rule("TG-79")
@each_case(("deck", "got"), [("", 0), ("e", 1), ("ea", 2)])
def test_cards_that_are_nowhere_are_lost(lay, deck, got):
    table = lay(seat(), OTHER, deck=deck).play("S")
    assert (table.size(), table.acting) == (got, 1)


@rule("TG-79")
def test_a_worker_may_be_given_for_a_card_that_is_nowhere(lay):
    table = lay(seat(bonus=1), OTHER, deck="eab").play("S; W*")
    assert (table.size(), table.player()["bonus"]) == (3, 0)


@rule("TG-31", "TG-79")
def test_the_actions_are_over_even_if_there_was_no_card_to_draw(lay):
    table = lay(seat(stacks="51|||", reserve="41", hand="1e", bonus=1), OTHER, deck="").play("S")
    refused = {table.why_not(move) for move in ("D1", "B41 C0", "W+")}
    assert (table.size(), refused) == (1, {"cards_already_drawn"})


@rule("TG-79")
def test_the_order_after_a_reshuffle_depends_on_the_seed_and_the_count_of_shuffles(lay):
    def deck(seed, shuffles):
        rng = {"seed": seed, "shuffles": shuffles}
        table = lay(seat(), OTHER, deck="eab", discard="5e5b5a5m", rng=rng).play("S")
        assert table.json["rng"] == {"seed": seed, "shuffles": shuffles + 1}
        return table.json["deck"]

    assert deck(1, 0) == deck(1, 0) != sorted(deck(1, 0), key=lay.resources.index)
    assert deck(1, 0) != deck(2, 0)
    assert deck(1, 0) != deck(1, 1)


@rule("TG-79", "TG-5")
def test_cards_are_neither_lost_nor_doubled_by_a_reshuffle(lay):
    table = lay(seat(hand="1e"), OTHER, deck="ea", discard="3b2m")
    before = everywhere(table)
    assert everywhere(table.play("S; S; S")) == before


def everywhere(table):
    position = table.json
    cards = Counter(position["deck"])
    for pile in (position["discard"], *(player["hand"] for player in position["players"])):
        cards.update(pile)
    return +cards
