"""Contents of the box, and the begin of a game."""

from collections import Counter

from rules.contract import BadOptions
from rules.length import percentile, play_game
from rules.massalia.pieces import BOX, name_of
from tests.cases import each_case
from tests.massalia.building import GAME
from tests.rulebook import refusal, rule
from tests.tier import deep

every_table = each_case("seats", [2, 3, 4])


def new(seats=2, **options):
    return GAME.new(seats, 7, options)


@rule("MA-1")
def test_the_game_is_for_two_three_or_four():
    assert GAME.facts.seats == (2, 3, 4)
    assert refusal(GAME.new, 5, 7).code == "massalia.bad_seats"


@rule("MA-1")
@every_table
def test_seat_0_begins_and_seats_play_clockwise(seats):
    state, order = new(seats), []
    for _ in range(seats + 1):
        order.append(state.seat)
        GAME.apply(state, state.seat, GAME.parse(state, state.seat, "end"))
    assert order == [*range(seats), 0]


@rule("MA-2")
@every_table
def test_every_player_has_ten_basic_cards_six_amber_two_soldiers_two_sailors(seats):
    for player in new(seats).players:
        cards = Counter(name_of(card) for card in (*player.hand, *player.deck))
        assert cards == {"AM": 6, "SO": 2, "MA": 2}


@rule("MA-2")
def test_basic_cards_are_numbered_over_the_seats():
    cards = sorted([*new().players[1].hand, *new().players[1].deck])
    assert cards == [*(f"AM#{n}" for n in range(10, 13)), "AM#7", "AM#8", "AM#9", "MA#3", "MA#4",
                   "SO#3", "SO#4"]  # fmt: skip


@rule("MA-3")
def test_88_family_cards_22_of_each_family():
    cards = [BOX.card[card] for card in BOX.family_cards()]
    assert len(cards) == 88
    assert set(Counter(card.family for card in cards).values()) == {22}


@rule("MA-3")
def test_six_cards_lie_face_up_in_the_river():
    state = new()
    assert len(state.river) == 6
    assert sorted([*state.river, *state.reinforcement]) == sorted(BOX.family_cards())


@rule("MA-4")
@every_table
def test_a_bag_holds_64_tiles(seats):
    for player in new(seats).players:
        assert len(player.bag) == 64
        assert Counter(player.bag) == {"L1": 8, "L2": 16, "L3": 2, "FI": 4, "FH": 17, "WA": 17}


@rule("MA-5")
@each_case(("seats", "life"), [(2, [29, 30]), (3, [28, 29, 30]), (4, [27, 28, 29, 30])])
def test_life_at_the_start_is_also_the_most(seats, life):
    players = new(seats).players
    assert [player.life for player in players] == [player.max_life for player in players] == life


@rule("MA-6")
def test_water_and_fish_begin_at_5_and_morale_at_0():
    for player in new().players:
        assert (player.water, player.fish, player.morale) == (5, 5, 0)
        assert player.morale_hit == [False, False]


@rule("MA-7")
@every_table
def test_everybody_draws_five_cards(seats):
    assert [len(player.hand) for player in new(seats).players] == [5] * seats


@rule("MA-76")
@every_table
def test_the_first_player_may_begin_with_four_but_not_with_three(seats):
    state = new(seats, first_hand="4")
    assert [len(player.hand) for player in state.players] == [4] + [5] * (seats - 1)
    assert isinstance(refusal(GAME.new, seats, 7, {"first_hand": 3}), BadOptions)


@rule("MA-8", "MA-29")
def test_the_board_is_empty_and_the_same_for_all():
    assert all(pile == () for seats in (2, 3, 4) for pile in new(seats).board)
    land = BOX.land
    assert len(land.labels) == 76
    assert Counter(land.terrain) == {"sea": 39, "land": 37}
    assert Counter(land.terrain[cell] for cell in land.resource) == {"sea": 9, "land": 9}


@rule("MA-29")
def test_a_resource_cell_needs_2_3_or_4_of_its_marked_neighbours():
    land = BOX.land
    for resource in land.resources:
        assert resource.need in (2, 3, 4)
        assert resource.need <= len(resource.marked)
        assert set(resource.marked) <= set(land.near[resource.cell])
        assert not set(resource.marked) & set(land.resource)
        assert resource.morale == resource.value


@rule("MA-75")
@each_case(("seats", "first"), [(2, 31), (3, 41), (4, 51)])
def test_siege_fatigue_begins_with_the_number_of_players_or_early_or_never(seats, first):
    """The host chooses it by name; a number in a position says it more exactly."""
    chosen = [
        ({}, first),
        ({"fatigue": "late"}, first),
        ({"fatigue": "early"}, 13),
        ({"fatigue": "off"}, 0),
        ({"fatigue_round": 0}, 0),
        ({"fatigue": "off", "fatigue_round": 12}, 12),
    ]
    for options, round_ in chosen:
        assert new(seats, **options).options.fatigue_round == round_, options


@rule("MA-75")
@each_case(
    ("option", "wrong"),
    [("fatigue_round", -1), *(("fatigue", wrong) for wrong in ("soon", 31, None, ["off"]))],
)
def test_another_begin_of_siege_fatigue_is_refused(option, wrong):
    assert refusal(GAME.new, 2, 7, {option: wrong}).code == f"massalia.bad_{option}"


@deep
@rule("MA-75")
def test_nine_of_ten_games_of_four_with_early_siege_fatigue_end_within_twenty_rounds():
    """In games of the player whose moves are suggested."""
    player, rounds = GAME.player("hard"), []
    for seed in range(500, 540):
        duration = play_game(GAME, 4, seed, {"fatigue": "early"}, player)
        rounds.append(duration.number)
    assert percentile(rounds, 90) <= 20


@rule("MA-75")
@every_table
def test_a_game_with_siege_fatigue_off_is_the_same_until_it_would_begin(seats):
    """A table from before, whose options name no fatigue, goes on with the usual one."""
    usual = GAME.state_to_json(new(seats))
    assert GAME.state_to_json(new(seats, fatigue="late")) == usual
    off = GAME.state_to_json(new(seats, fatigue="off"))
    assert off | {"options": usual["options"] | {"first_hand": 5}} == usual


def test_the_opening_tells_the_river():
    river, started = GAME.opening(new())
    assert river.args["cards"] == new().river
    assert started.args == {"seat": 0, "round": 1, "reshuffled": False}
