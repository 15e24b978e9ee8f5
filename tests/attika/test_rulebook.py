"""Every example of the rulebook of Attika (Hans im Glück, 2003), named after it.

The cards are written in the letters of its sister game: water `e`, forest `b`, hill `a`,
mountain `m`.
"""

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import Layer, seat

lay = Layer("attika")
RICH = "9e9b9a9m"
OTHER = seat(stacks="22|||")


def table(reserve="", hand=RICH, built="", **fields):
    return lay(seat(stacks="51 52|53||", reserve=reserve, hand=hand), OTHER, built=built, **fields)


# ---- cards ------------------------------------------------------------------------------------


@rule("TG-35")
def test_a_player_who_builds_a_fortress_and_gives_up_two_builds_draws_two_cards():
    """Au lieu de faire ensuite 2 autres constructions, il pioche 2 cartes paysages."""
    built = table("21", "1a1m").play("B21 A0; S")
    assert built.events("cards_drawn")[0]["count"] == 2


@rule("TG-35")
def test_a_player_who_draws_a_fortress_could_draw_a_single_card_afterwards():
    """S'il avait choisi l'action de piocher et tiré, dans un premier temps, une forteresse."""
    fortress = lay(seat(stacks="21 22|||"), OTHER).play("D1; P; S")
    assert fortress.events("cards_drawn")[0]["count"] == 1


@rule("TG-35")
def test_a_player_who_gives_up_his_action_altogether_draws_three_cards():
    assert table(hand="").play("S").size() == 3


@rule("TG-36")
def test_after_drawing_cards_one_never_builds_or_draws_a_building():
    mine = seat(stacks="51 52|||", reserve="41", hand="1e", bonus=1)
    stopped = lay(mine, OTHER).play("S")
    assert {stopped.why_not(move) for move in ("D1", "B41 C0", "W+")} == {"cards_already_drawn"}


# ---- what a building costs --------------------------------------------------------------------


@rule("TG-53")
def test_green_pays_one_hill_and_one_mountain_for_a_fortress_of_3_mountains_and_1_hill():
    """L'emplacement permet de déduire 2 montagnes; les symboles mer sont ignorés."""
    fortress = table("21", "1a1m")
    assert fortress.price(21, "A0") == {
        "free": False,
        "new_settlement": True,
        "board": "2e2m",
        "due": "1a1m",
        "any": 0,
        "surcharge": 0,
    }
    [event] = fortress.play("B21 A0").events("building_built")
    assert event["paid"] == {"hill": 1, "mountain": 1}
    assert event["board_used"] == {"mountain": 2}


@rule("TG-59")
def test_green_may_replace_the_mountain_by_a_water_and_a_forest_card():
    assert table("21", "1e1b1a").play("B21 A0 1e1b1a").hand() == ""


@rule("TG-54")
def test_only_adjacent_spaces_that_are_still_free_lower_the_price():
    """Les symboles présents sur la case de destination et ses cases adjacentes encore libres."""
    assert table(built="1:22@A3").price(21, "A0")["due"] == "1a2m"


# ---- free by arrow ----------------------------------------------------------------------------


@rule("TG-60", "TG-63")
def test_green_builds_a_tower_beside_his_fortress_and_pays_no_card():
    tower = table("22", "2a1m", built="0:21@C3").play("B22 C2")
    assert (tower.events("building_built")[0]["free"], tower.hand()) == (True, "2a1m")


@rule("TG-62")
def test_inversion_the_tower_stands_and_the_fortress_comes_afterwards():
    assert not table(built="0:22@C3").price(21, "C2")["free"]


@rule("TG-62")
def test_a_skipped_step_the_quarry_stands_and_the_tower_comes_afterwards():
    assert not table(built="0:20@C3").price(22, "C2")["free"]


@rule("TG-62")
def test_the_wrong_colour_a_tower_beside_a_foreign_fortress():
    assert not table(built="1:21@C3").price(22, "C2")["free"]


@rule("TG-62")
@each_case("number", [10, 20, 30, 40, 50, 60])
def test_main_buildings_do_not_profit_from_free_building(number):
    followers = (11, 21, 31, 41, 58, 61)
    built = " ".join(f"0:{n}@C{digit}" for digit, n in enumerate(followers, 1))
    assert not table(built=built).price(number, "C0")["free"]


# ---- streets ----------------------------------------------------------------------------------


@rule("TG-55")
def test_green_builds_a_street_in_the_centre_for_one_card_of_his_choice():
    """Réduisant ainsi son coût de 2 montagnes et 2 eaux."""
    street = table("70", "1b")
    price = street.price(70, "A0")
    assert (price["board"], price["any"]) == ("2e2m", 1)
    assert street.play("B70 A0 1b").hand() == ""


@rule("TG-61")
def test_later_he_builds_a_street_for_free_beside_the_first():
    streets = table("70 70", "1b").play("B70 A0; S; S; B70 A1")
    assert [event["free"] for event in streets.events("building_built")] == [False, True]


# ---- colonies ---------------------------------------------------------------------------------


@rule("TG-56")
def test_red_has_two_colonies_and_pays_two_cards_more_to_found_one_with_a_street():
    street = table("70", "3e", built="0:50@C6 0:20@D1")
    price = street.price(70, "A0")
    assert (price["new_settlement"], price["any"], price["surcharge"]) == (True, 1, 2)
    assert street.play("B70 A0 3e").hand() == ""


@rule("TG-58")
def test_joining_colonies_makes_the_next_one_cheaper():
    joined = table("41", "1e", built="0:10@A6 0:20@C0")
    assert joined.price(50, "D1")["surcharge"] == 2
    assert joined.play("B41 C3").price(50, "D1")["surcharge"] == 1


@rule("TG-58")
def test_buildings_connected_by_a_holy_place_only_are_two_colonies():
    apart = table(tiles="1@0,0r0 12@-2,4r0", cities="0@-1,2", built="0:10@A2 0:20@B5")
    assert apart.price(41, "A6")["surcharge"] == 2


# ---- amphorae ---------------------------------------------------------------------------------


@rule("TG-70")
def test_green_builds_his_quarry_so_that_all_four_of_defence_are_connected():
    """Il prend une amphore de la réserve."""
    quarry = table("20", built="0:21@A4 0:22@A5 0:22@A1").play("B20 A0")
    assert quarry.events("bonus_gained") == [{"seat": 0, "project": 20}]
    assert (quarry.player()["bonus"], quarry.json["bonus_supply"]) == (1, 14)


@rule("TG-70")
def test_they_need_not_be_connected_in_the_order_of_the_board():
    """Tower, quarry, tower, fortress in a line."""
    quarry = table("20", built="0:22@A4 0:22@A1 0:21@C3").play("B20 A0")
    assert quarry.player()["bonus"] == 1


@rule("TG-77")
def test_with_an_empty_supply_one_draws_a_card_instead():
    poor = lay(seat(reserve="11"), seat(stacks="22|||", bonus=15), built="0:10@C6")
    poor.play("B11 C0; S")
    assert (poor.player()["bonus"], poor.events("cards_drawn")[0]["count"]) == (0, 3)


@rule("TG-76")
@each_case("moves", ["B41 C0; W+", "S; W*"])
def test_a_used_amphora_goes_back_to_the_supply(moves):
    """Il la repose dans la réserve commune."""
    used = lay(seat(reserve="41", bonus=2), OTHER).play(moves)
    assert (used.player()["bonus"], used.json["bonus_supply"]) == (1, 14)


@rule("TG-73")
@each_case(
    ("moves", "event"),
    [
        ("D1; P; D1; P; W+; D1; P", "building_drawn"),
        ("B41 C0; B41 C1; W+; B41 C2", "building_built"),
    ],
)
def test_an_amphora_is_one_more_action_of_the_kind_chosen_for_the_turn(moves, event):
    """S'il avait choisi de piocher ; s'il avait choisi de construire."""
    mine = seat(stacks="51 52 53 54|||", reserve="41 41 41", hand=RICH, bonus=1)
    played = lay(mine, OTHER).play(moves)
    assert len(played.events(event)) == 3
    assert played.events("bonus_spent") == [{"seat": 0, "as": "action"}]


@rule("TG-74")
def test_an_amphora_can_be_exchanged_for_a_card():
    assert lay(seat(bonus=1), OTHER).play("S; W*").size() == 4


@rule("TG-72")
def test_as_many_amphorae_as_one_likes_are_used_in_a_turn():
    """Y compris celles gagnées pendant ce même tour."""
    mine = seat(reserve="11 41 41 41", hand=RICH, bonus=1)
    used = lay(mine, OTHER, built="0:10@C6").play("B11 C0; W+; W+; B41 C1; B41 C2; B41 C3")
    assert used.turn["extra"] == 2


# ---- new tiles and the end --------------------------------------------------------------------


@rule("TG-80", "TG-82", "TG-84")
def test_the_last_building_is_placed_and_then_a_tile_that_may_be_built_on_at_once():
    """Il l'oriente comme il le souhaite."""
    mine = seat(stacks="41|41 52||", hand="2e")
    laid = lay(mine, OTHER).play("D1; B41 C0; X 1,-3 r3; D2; B41 E0")
    assert laid.building("E0") == (0, 41)


@rule("TG-83")
def test_a_tile_may_touch_only_a_holy_place():
    assert table().play("D2; P").why_not("X -2,4 r0") is None


@rule("TG-90")
def test_an_unbroken_chain_between_two_holy_places_wins_at_once():
    built = "0:10@A2 0:20@A1 0:30@C3 0:40@C2 0:50@D4"
    won = table("41", built=built).play("B41 D5")
    assert won.json["result"] == {"winner": 0, "reasons": ["connection"]}


# ---- preparation ------------------------------------------------------------------------------


@rule("TG-5", "TG-26")
def test_60_cards_of_which_four_players_hold_4_5_6_and_7():
    dealt = lay.deal(4)
    sizes = [dealt.size(who) for who in range(4)]
    assert (sizes, len(dealt.json["deck"])) == ([4, 5, 6, 7], 60 - 22)


@rule("TG-22")
def test_the_holy_places_are_delphi_olympia_dodona_and_eleusis():
    places = [city["id"] for city in lay.deal(4).json["board"]["cities"]]
    assert places == ["delphi", "olympia", "dodona", "eleusis"]
