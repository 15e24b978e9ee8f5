"""Material and set-up: rules TG-1 to TG-6 and TG-20 to TG-26."""

from collections import Counter

from tests.cases import each_case
from tests.rulebook import refusal, rule
from tests.settlements import reference

SEATS = [2, 3, 4]
BASES = {10, 20, 30, 40, 50, 60}
every_number = each_case("seats", SEATS)


def thirty(player):
    """All buildings of a player at the start, by number."""
    return sorted([number for stack in player["stacks"] for number in stack] + player["reserve"])


# ---- material ---------------------------------------------------------------------------------


@rule("TG-1")
def test_two_three_or_four_play(lay):
    """The boxes: 2 à 4 joueurs. There are no options."""
    assert lay.game.facts.seats == tuple(SEATS)
    assert [len(lay.deal(seats).json["players"]) for seats in SEATS] == SEATS
    assert lay.game.facts.choices == ()
    assert refusal(lay.game.new, 5, 7).code == f"{lay.key}.bad_seats"


@rule("TG-2")
@every_number
def test_there_are_22_regions_of_seven_hexes(lay, seats):
    position = lay.deal(seats).json
    laid = [tile["tile"] for tile in position["board"]["tiles"]]
    assert sorted(laid + position["region_stack"]) == list(range(1, 23))
    assert len(reference.terrain(position)) == 7 * len(laid)


@rule("TG-3")
def test_a_great_city_is_no_terrain(lay):
    table = lay.deal(4)
    assert not set(reference.cities(table.json)) & set(reference.terrain(table.json))
    assert len(reference.cities(table.json)) == 4


@rule("TG-4")
def test_every_player_has_the_same_30_buildings_some_of_them_copies(lay):
    kinds = reference.buildings(lay.key)
    expected = sorted(n for n, kind in kinds.items() for _ in range(kind["copies"]))
    assert [thirty(player) for player in lay.deal(4).json["players"]] == [expected] * 4
    assert len(expected) == 30
    copies = {number: n for number, n in Counter(expected).items() if n > 1}
    assert copies == {22: 2, 41: 3, 70: 4}


@rule("TG-4")
def test_the_buildings_belong_to_seven_projects(lay):
    projects = lay.game.view(lay.deal(2).state, None).players[0].projects
    sizes = {project.id: project.total for project in projects}
    assert sizes == {10: 2, 20: 4, 30: 2, 40: 4, 50: 10, 60: 4, 70: 4}


@rule("TG-5")
@every_number
def test_there_are_as_many_cards_of_each_of_four_resources(lay, seats):
    position = lay.deal(seats).json
    cards = Counter(position["deck"])
    for player in position["players"]:
        cards.update(player["hand"])
    each = {"telegraph": 20, "attika": 15}[lay.key]
    assert cards == dict.fromkeys(lay.resources, each)


@rule("TG-6", "TG-23")
def test_the_supply_holds_15_workers_or_amphorae(lay):
    position = lay.deal(3).json
    assert position["bonus_supply"] == 15
    assert [player["bonus"] for player in position["players"]] == [0, 0, 0]


# ---- set-up -----------------------------------------------------------------------------------


@rule("TG-20", "TG-22")
@each_case(("seats", "tiles"), [(2, 4), (3, 6), (4, 8)])
def test_four_six_or_eight_regions_and_as_many_great_cities_as_players_lie_on_the_layout(
    lay, seats, tiles
):
    """Both rulebooks: à 2 joueurs 4 tuiles, à 3 joueurs 6, à 4 joueurs 8."""
    position, layout = lay.deal(seats).json, reference.data(lay.key)["layouts"][str(seats)]
    board = position["board"]
    assert [tile["at"] for tile in board["tiles"]] == layout["tiles"]
    assert (len(board["tiles"]), len(position["region_stack"])) == (tiles, 22 - tiles)
    assert [city["at"] for city in board["cities"]] == layout["cities"]
    assert [city["id"] for city in board["cities"]] == [lay.city(index) for index in range(seats)]


@rule("TG-20", "TG-21")
def test_the_regions_and_their_rotations_are_a_matter_of_luck(lay):
    laid = [
        tuple(t.values()) for seed in range(30) for t in lay.deal(2, seed).json["board"]["tiles"]
    ]
    assert {tile for tile, _, _ in laid} == set(range(1, 23))
    assert {rot for _, _, rot in laid} == set(range(6))


@rule("TG-24", "TG-25")
def test_three_stacks_of_eight_and_one_of_six_base_buildings_have_lost_their_top(lay):
    for player in lay.deal(4).json["players"]:
        assert [len(stack) for stack in player["stacks"]] == [7, 7, 7, 5]
        assert set(player["stacks"][3]) < BASES
        assert not BASES.intersection(*player["stacks"][:3])


@rule("TG-24")
def test_the_stacks_are_shuffled_for_each_player(lay):
    players = [player for seed in range(3) for player in lay.deal(4, seed).json["players"]]
    orders = [len({str(player["stacks"][index]) for player in players}) for index in range(4)]
    assert orders[:3] == [12] * 3
    assert orders[3] > 6


@rule("TG-25")
def test_the_reserve_begins_with_three_others_and_one_base_building(lay):
    for player in lay.deal(4).json["players"]:
        assert len(player["reserve"]) == 4
        assert len(BASES.intersection(player["reserve"])) == 1
        assert player["reserve"] == sorted(player["reserve"])


@rule("TG-26", "TG-30")
def test_seat_0_begins_with_turn_1(lay):
    table = lay.deal(3)
    assert lay.game.to_act(table.state) == (0,)
    assert table.turn == reference.FIRST_TURN


@rule("TG-79")
def test_later_shuffles_have_a_seed_that_does_not_betray_that_of_the_deal(lay):
    seed = 2**100 + 7
    position = lay.deal(2, seed=seed).json
    assert str(seed) not in str(position)
    assert position["rng"]["seed"] < 2**63
    assert position["rng"]["shuffles"] == 0
    assert len({lay.deal(2, seed=seed).json["rng"]["seed"] for seed in range(20)}) == 20
