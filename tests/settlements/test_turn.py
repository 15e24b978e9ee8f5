"""The turn: rules TG-30 to TG-38."""

from rules.rng import Rng
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import seat

DRAWERS = seat(stacks="22 51 52|53 54|70 70|60 10", reserve="41 41 41 40", hand="4e")
PASSIVE = seat(stacks="22 51|53||", reserve="10")


@rule("TG-30")
@each_case("seats", [2, 3, 4])
def test_seats_play_in_order_over_and_over(lay, seats):
    table = lay.deal(seats)
    acted = []
    for _ in range(2 * seats + 1):
        acted.append((table.acting, table.turn["number"]))
        table.play("S")
    assert acted == [(turn % seats, turn + 1) for turn in range(2 * seats + 1)]


@rule("TG-31")
def test_a_turn_is_actions_and_then_cards(lay):
    table = lay(DRAWERS, PASSIVE).play("D1; P; S")
    assert table.story()[:4] == ["building_drawn", "building_parked", "cards_drawn", "cards_drawn"]


@rule("TG-32", "TG-38")
@each_case("moves", ["D1; P; D1; P", "B41 C0; B41 C1; B41 C6"])
def test_a_turn_ends_by_itself_after_two_draws_or_three_buildings(lay, moves):
    """Piocher: 0, 1 ou 2 bâtiments. Construire: 0, 1, 2 ou 3 bâtiments."""
    table = lay(DRAWERS, PASSIVE).play(moves)
    assert table.events("turn_started") == [{"seat": 1, "number": 2}]
    assert table.events("cards_drawn") == []


@rule("TG-33")
def test_building_a_revealed_building_leaves_the_turn_one_of_drawing(lay):
    table = lay(seat(stacks="41 22|||", reserve="41", hand="4e"), PASSIVE).play("D1; B41 C0")
    assert table.turn["mode"] == "draw"
    assert table.why_not("B41 C1") == "wrong_kind"


@rule("TG-33")
def test_the_next_turn_is_free_to_be_of_the_other_kind(lay):
    table = lay(DRAWERS, PASSIVE).play("D1; P; S; S; B41 C0")
    assert table.turn["mode"] == "build"


@rule("TG-32", "TG-34", "TG-35")
@each_case(
    ("moves", "cards"),
    [
        ("S", 3),
        ("D1; P; S", 1),
        ("D1; P; D2; P", 0),
        ("B41 C0; S", 2),
        ("B41 C0; B41 C1; S", 1),
        ("B41 C0; B41 C1; B41 C6", 0),
    ],
)
def test_each_action_not_done_brings_a_card_and_an_empty_turn_brings_three(lay, moves, cards):
    """Piochez autant de cartes Ressource que le nombre d'actions non réalisées."""
    table = lay(DRAWERS, PASSIVE).play(moves)
    assert [event["count"] for event in table.events("cards_drawn")] == [cards, cards][: 2 * cards]
    assert table.acting == 1


@rule("TG-35")
def test_cards_come_from_the_top_of_the_deck(lay):
    table = lay(seat(), seat(), deck="ammeb").play("S")
    assert table.hand() == "1a2m"
    assert table.json["deck"] == [lay.resources[0], lay.resources[1]]


@rule("TG-36")
@each_case("move", ["D1", "B41 A0", "W+"])
def test_after_a_card_there_is_neither_drawing_nor_building(lay, move):
    """Vous ne pouvez donc pas piocher ou construire après avoir pioché des cartes."""
    mine = seat(stacks="22 51|||", reserve="41", hand="4e", bonus=2)
    table = lay(mine, PASSIVE).play("S; W*")
    assert table.why_not(move) == "cards_already_drawn"


@rule("TG-37")
def test_a_hand_has_no_limit(lay):
    """Il n'y a pas de limitation au nombre de cartes."""
    table = lay(seat(hand="9e9b9a9m"), PASSIVE).play("S")
    assert table.size() == 39


@rule("TG-38")
def test_a_turn_with_a_worker_left_does_not_end_by_itself(lay):
    mine = seat(stacks="22 51 52|||", bonus=1)
    table = lay(mine, PASSIVE).play("D1; P; D1; P")
    assert table.acting == 0
    assert table.legal() == {"S", "W+"}


@rule("TG-38", "TG-75", "TG-78")
def test_cards_with_a_worker_left_do_not_end_the_turn_by_themselves(lay):
    """Un Ouvrier ne peut plus servir qu'à récupérer 1 carte Ressource supplémentaire."""
    table = lay(seat(bonus=1), PASSIVE).play("S")
    assert (table.acting, table.turn["phase"], table.legal()) == (0, "cards", {"W*", "E"})


@rule("TG-38")
def test_a_turn_ends_by_itself_when_the_last_worker_was_exchanged(lay):
    assert lay(seat(bonus=1), PASSIVE).play("S; W*").acting == 1


@rule("TG-38")
def test_a_seat_with_actions_left_that_it_cannot_do_still_has_to_stop(lay):
    """It gets cards for them."""
    table = lay(seat(stacks="22|||"), PASSIVE, region_stack=[]).play("D1; P")
    assert (table.acting, table.legal()) == (0, {"S"})


@rule("TG-38")
def test_a_turn_that_ends_after_the_last_region_is_laid(lay):
    table = lay(seat(stacks="22 51|||"), PASSIVE).play("D1; P; D1; P; X 1,-3 r0")
    assert table.acting == 1


@rule("TG-51")
def test_one_can_stop_though_no_terrain_is_free(lay):
    """Chance does not stumble over it either."""
    table = lay(seat(reserve="41", hand="1e"), PASSIVE, tiles="", cities="")
    luck = [table.game.sample(table.state, 0, Rng(n)) for n in range(20)]
    assert (
        {table.game.notation(table.state, 0, action) for action in luck} == table.legal() == {"S"}
    )


@rule("TG-74", "TG-82")
@each_case(
    ("turn", "expected"),
    [
        ({"extension": {"tile": 5}}, {f"r{rot}" for rot in range(6)}),
        ({"mode": "build", "done": 3}, {"W+", "S"}),
        ({"phase": "cards", "cards_drawn": 3}, {"W*", "E"}),
    ],
)
def test_chance_takes_every_move_sooner_or_later(lay, turn, expected):
    table = lay(seat(bonus=1), PASSIVE, turn=turn)
    luck = [table.game.sample(table.state, 0, Rng(n)) for n in range(80)]
    assert {table.game.notation(table.state, 0, action).split()[-1] for action in luck} == expected


# ---- whether a turn has begun -----------------------------------------------------------------


@each_case("moves", ["D1", "D1; P", "D4; P", "B41 C0", "B41 C0; B41 C1", "S"])
def test_a_turn_goes_on_once_anything_was_done_until_it_ends(lay, moves):
    """With a region to be laid, as after D4, and among the cards."""
    mine = seat(stacks="22 51|||10", reserve="41 41", hand="4e", bonus=1)
    table = lay(mine, PASSIVE)
    assert not table.game.mid_turn(table.state)
    assert table.game.mid_turn(table.play(moves).state)


@each_case("moves", ["S; E", "D1; P; D1; P; S; E"])
def test_a_turn_that_is_over_does_not_go_on(lay, moves):
    table = lay(seat(stacks="22 51 52|||", bonus=1), PASSIVE).play(moves)
    assert not table.game.mid_turn(table.state)
