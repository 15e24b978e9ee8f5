"""Material and set-up: rules TG-1 to TG-6 and TG-20 to TG-26."""

from collections import Counter

import pytest

from rules.contract import BadOptions
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference

SEATS = [2, 3, 4]
BASES = {10, 20, 30, 40, 50, 60}
BEGINNING = {
    "seat": 0,
    "number": 1,
    "phase": "act",
    "mode": None,
    "done": 0,
    "extra": 0,
    "drawn": None,
    "extension": None,
    "owed_cards": 0,
    "cards_drawn": 0,
}
every_number = each_case("seats", SEATS)


def piles(player):
    return [number for stack in player["stacks"] for number in stack]


def everything(player):
    return sorted(piles(player) + player["reserve"])


# ---- material ---------------------------------------------------------------------------------


@rule("TG-1")
@every_number
def test_two_three_or_four_play(lay, seats):
    """The boxes: 2 à 4 joueurs."""
    assert len(lay.deal(seats).json["players"]) == seats
    assert lay.game.facts.seats == tuple(SEATS)


@rule("TG-1")
@each_case("seats", [-1, 0, 1, 5])
def test_nobody_else_fits_at_the_table(lay, seats):
    with pytest.raises(BadOptions):
        lay.game.new(seats, 7)


@rule("TG-1")
def test_there_are_no_options(lay):
    assert lay.game.facts.choices == ()
    with pytest.raises(BadOptions):
        lay.game.new(2, 7, {"length": "long"})


@rule("TG-2")
@every_number
def test_there_are_22_regions_of_seven_hexes(lay, seats):
    told = lay.deal(seats).json
    ids = [laid["tile"] for laid in told["board"]["tiles"]] + told["region_stack"]
    assert sorted(ids) == list(range(1, 23))
    assert len(reference.terrain(told)) == 7 * len(told["board"]["tiles"])


@rule("TG-3")
def test_a_great_city_is_no_terrain(lay):
    table = lay.deal(4)
    assert not set(reference.cities(table.json)) & set(reference.terrain(table.json))
    assert len(reference.cities(table.json)) == 4


@rule("TG-4")
def test_every_player_has_the_same_30_buildings(lay):
    owned = [everything(player) for player in lay.deal(4).json["players"]]
    kinds = reference.buildings(lay.key)
    expected = sorted(n for n, kind in kinds.items() for _ in range(kind["copies"]))
    assert owned == [expected] * 4
    assert len(expected) == 30


@rule("TG-4")
def test_some_kinds_have_copies(lay):
    counted = Counter(everything(lay.deal(2).json["players"][0]))
    assert {number: n for number, n in counted.items() if n > 1} == {22: 2, 41: 3, 70: 4}


@rule("TG-4")
def test_the_buildings_belong_to_seven_projects(lay):
    projects = lay.game.view(lay.deal(2).state, None).players[0].projects
    assert [(project.id, project.total) for project in projects] == [
        (10, 2),
        (20, 4),
        (30, 2),
        (40, 4),
        (50, 10),
        (60, 4),
        (70, 4),
    ]


@rule("TG-5")
@every_number
def test_there_are_as_many_cards_of_each_of_four_resources(lay, seats):
    told = lay.deal(seats).json
    cards = Counter(told["deck"])
    for player in told["players"]:
        cards.update(player["hand"])
    each = {"telegraph": 20, "attika": 15}[lay.key]
    assert cards == dict.fromkeys(lay.resources, each)


@rule("TG-6", "TG-23")
def test_the_supply_holds_15_workers_or_amphorae(lay):
    told = lay.deal(3).json
    assert told["bonus_supply"] == 15
    assert [player["bonus"] for player in told["players"]] == [0, 0, 0]


# ---- set-up -----------------------------------------------------------------------------------


@rule("TG-20")
@each_case(("seats", "tiles"), [(2, 4), (3, 6), (4, 8)])
def test_four_six_or_eight_regions_are_laid_face_up(lay, seats, tiles):
    """Both rulebooks: à 2 joueurs 4 tuiles, à 3 joueurs 6, à 4 joueurs 8."""
    told = lay.deal(seats).json
    assert len(told["board"]["tiles"]) == tiles
    assert len(told["region_stack"]) == 22 - tiles


@rule("TG-20")
@every_number
def test_the_regions_lie_on_the_layout_in_its_order(lay, seats):
    laid = lay.deal(seats).json["board"]["tiles"]
    layout = reference.data(lay.key)["layouts"][str(seats)]
    assert [tile["at"] for tile in laid] == layout["tiles"]


@rule("TG-20", "TG-21")
def test_the_regions_and_their_rotations_are_a_matter_of_luck(lay):
    laid = [
        tuple(t.values()) for seed in range(30) for t in lay.deal(2, seed).json["board"]["tiles"]
    ]
    assert {tile for tile, _, _ in laid} == set(range(1, 23))
    assert {rot for _, _, rot in laid} == set(range(6))


@rule("TG-22")
@every_number
def test_as_many_great_cities_as_players_stand_in_their_order(lay, seats):
    """Sortez de la boîte autant de Grandes Villes que de joueurs."""
    cities = lay.deal(seats).json["board"]["cities"]
    layout = reference.data(lay.key)["layouts"][str(seats)]
    assert [city["at"] for city in cities] == layout["cities"]
    assert [city["id"] for city in cities] == [lay.city(index) for index in range(seats)]


@rule("TG-24", "TG-25")
def test_three_stacks_of_eight_and_one_of_six_have_lost_their_top(lay):
    for player in lay.deal(4).json["players"]:
        assert [len(stack) for stack in player["stacks"]] == [7, 7, 7, 5]


@rule("TG-24")
def test_the_base_buildings_are_the_fourth_stack(lay):
    for player in lay.deal(4).json["players"]:
        assert set(player["stacks"][3]) < BASES
        assert not BASES.intersection(*player["stacks"][:3])


@rule("TG-24")
def test_the_stacks_are_shuffled_for_each_player(lay):
    piles = [player["stacks"] for seed in range(3) for player in lay.deal(4, seed).json["players"]]
    for index in range(3):
        assert len({str(stacks[index]) for stacks in piles}) == 12
    assert len({str(stacks[3]) for stacks in piles}) > 6


@rule("TG-25")
def test_the_reserve_begins_with_three_others_and_one_base_building(lay):
    for player in lay.deal(4).json["players"]:
        assert len(player["reserve"]) == 4
        assert len(BASES.intersection(player["reserve"])) == 1
        assert player["reserve"] == sorted(player["reserve"])


@rule("TG-26")
@every_number
def test_the_first_player_has_four_cards_and_each_next_one_more(lay, seats):
    """Il pioche 4 cartes, le 2nd joueur en pioche 5, le 3e 6 et le 4e 7."""
    table = lay.deal(seats)
    assert [table.size(who) for who in range(seats)] == [4, 5, 6, 7][:seats]


@rule("TG-26", "TG-30")
def test_seat_0_begins_with_turn_1(lay):
    table = lay.deal(3)
    assert lay.game.to_act(table.state) == (0,)
    assert table.turn == BEGINNING


@each_case("seed", [-1, 2**128, "7", None])
def test_a_seed_is_a_number_of_128_bits(lay, seed):
    with pytest.raises(BadOptions):
        lay.game.new(2, seed)


def test_the_seed_of_later_shuffles_says_nothing_of_the_seed_of_the_deal(lay):
    seed = 2**100 + 7
    assert str(seed) not in str(lay.deal(2, seed=seed).json)
    assert lay.deal(2, seed=seed).json["rng"]["seed"] < 2**63


@rule("TG-79")
def test_every_game_has_a_seed_of_its_own_for_later_shuffles(lay):
    assert len({lay.deal(2, seed=seed).json["rng"]["seed"] for seed in range(20)}) == 20


def test_a_new_game_has_shuffled_nothing_since_its_deal(lay):
    assert lay.deal(2, seed=99).json["rng"]["shuffles"] == 0
