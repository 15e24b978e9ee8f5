"""Every example of the rulebook of U.S. Telegraph (Super Meeple, 2018), named after it."""

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference
from tests.settlements.building import Layer, seat

lay = Layer("telegraph")
RICH = "9e9b9a9m"
OTHER = seat(stacks="22|||")


def table(reserve="", hand=RICH, built="", **fields):
    return lay(seat(stacks="51 52|53||", reserve=reserve, hand=hand), OTHER, built=built, **fields)


# ---- p. 6: what a building costs --------------------------------------------------------------


@rule("TG-52", "TG-55")
def test_every_building_costs_1_to_4_given_resources_and_the_telegraph_5_of_choice():
    costs = {
        kind["number"]: (sum(kind["cost"].values()), kind["any"])
        for kind in reference.data("telegraph")["buildings"]
    }
    assert costs.pop(70) == (0, 5)
    assert all(1 <= given <= 4 and chosen == 0 for given, chosen in costs.values())


@rule("TG-52")
def test_gold_panning_n40_costs_2_water_1_wood_and_1_metal():
    """Pour construire Orpaillage (n°40), le joueur doit défausser 2 eaux, 1 bois et 1 métal."""
    blank = table("40", "2e1b1m", tiles="12@0,0r0", cities="", built="1:41@A0 1:41@A1 1:41@A3")
    assert blank.price(40, "A5")["due"] == "2e1b1m"
    assert blank.play("B40 A5").discard() == "2e1b1m"


@rule("TG-53")
def test_in_the_centre_of_this_region_gold_panning_costs_a_single_wood():
    """2 eaux et 1 des 2 métaux présents servent : il n'a plus à défausser qu'une carte Bois."""
    centre = table("40", "1b")
    assert centre.price(40, "A0") == {
        "free": False,
        "new_settlement": True,
        "board": "2e2m",
        "due": "1b",
        "any": 0,
        "surcharge": 0,
    }
    [event] = centre.play("B40 A0").events("building_built")
    assert event["paid"] == {"wood": 1}
    assert event["board_used"] == {"water": 2, "metal": 1}


# ---- free by chain ----------------------------------------------------------------------------


@rule("TG-60", "TG-61")
def test_a_watchtower_n22_beside_the_border_post_n21_takes_no_resource():
    """Example 1."""
    post = table("22", "", built="0:21@C3").play("B22 C2")
    assert post.events("building_built")[0]["free"]


@rule("TG-60")
def test_of_n61_n62_and_n63_one_beside_the_other_only_n61_is_paid():
    """Example 2: enchaîner les n°61, 62 et 63 dans l'ordre croissant."""
    chain = table("61 62 63", built="").play("B61 A0; B62 A1; B63 C3")
    assert [event["free"] for event in chain.events("building_built")] == [False, True, True]
    assert [sum(event["paid"].values()) for event in chain.events("building_built")] == [1, 0, 0]


@rule("TG-60")
def test_n61_itself_is_free_beside_n60_of_an_earlier_turn():
    """Example 2, end."""
    chain = table("61 62 63", "", built="0:60@A4").play("B61 A0; B62 A1; B63 C3")
    assert [event["free"] for event in chain.events("building_built")] == [True, True, True]


@rule("TG-55", "TG-61")
def test_a_telegraph_n70_costs_five_resources_of_choice_and_is_free_beside_another():
    """Example 3."""
    blank = {"tiles": "12@0,0r0", "cities": "", "built": "1:41@A0 1:41@A1 1:41@A3"}
    line = table("70 70", "2e1b1a1m", **blank)
    assert line.price(70, "A5")["any"] == 5
    line.play("B70 A5; B70 A6")
    assert [event["free"] for event in line.events("building_built")] == [False, True]


# ---- the four cases that are not free ---------------------------------------------------------


@rule("TG-62")
def test_inversion_n61_built_after_n62_is_not_free():
    assert not table(built="0:62@C3").price(61, "C2")["free"]


@rule("TG-62")
def test_a_skipped_step_n63_beside_n61_without_n62_is_not_free():
    assert not table(built="0:61@C3").price(63, "C2")["free"]


@rule("TG-62")
def test_the_wrong_colour_n61_beside_somebody_elses_n60_is_not_free():
    assert not table(built="1:60@C3").price(61, "C2")["free"]


@rule("TG-62")
@each_case("number", [10, 20, 30, 40, 50, 60])
def test_the_six_base_buildings_with_black_backs_are_never_free(number):
    followers = (11, 21, 31, 41, 58, 61)
    built = " ".join(f"0:{n}@C{digit}" for digit, n in enumerate(followers, 1))
    assert not table(built=built).price(number, "C0")["free"]


# ---- surcharge and replacement ----------------------------------------------------------------


@rule("TG-56")
def test_green_has_two_settlements_and_pays_two_cards_more_for_a_corral_n11():
    """Il doit se défausser de 2 cartes supplémentaires au choix."""
    corral = table("11", "2b2m", built="0:50@A4 0:20@D1")
    price = corral.price(11, "A1")
    assert (price["new_settlement"], price["surcharge"], price["due"]) == (True, 2, "2b")
    assert corral.play("B11 A1 2b2m").hand() == ""


@rule("TG-59")
def test_two_cards_may_be_discarded_for_a_resource_of_another_type():
    """Identiques ou non; plusieurs fois pour la construction d'un même bâtiment."""
    assert table("22").play("B22 A4 2e1b1m").discard() == "2e1b1m"


@rule("TG-59")
def test_resources_on_terrains_replace_no_other():
    """Vous ne pouvez pas le faire avec les ressources présentes sur des terrains."""
    assert table("22", "1a1m").why_not("B22 A4 1a1m") == "underpaid"


# ---- actions and cards ------------------------------------------------------------------------


@rule("TG-35")
def test_a_turn_without_an_action_brings_three_cards():
    assert table(hand="").play("S").size() == 3


@rule("TG-35")
@each_case(("moves", "cards"), [("D1; P; S", 1), ("B41 C0; S", 2)])
def test_for_each_action_not_done_a_card_is_drawn(moves, cards):
    assert table("41", hand="").play(moves).size() == cards


@rule("TG-36")
def test_after_drawing_cards_no_building_is_drawn_or_built_any_more():
    mine = seat(stacks="51 52|||", reserve="41", hand="1e", bonus=1)
    stopped = lay(mine, OTHER).play("S")
    assert {stopped.why_not(move) for move in ("D1", "B41 C0")} == {"cards_already_drawn"}


# ---- workers ----------------------------------------------------------------------------------


@rule("TG-70")
def test_the_last_building_of_a_project_brings_a_worker_wherever_the_others_stand():
    """Ils n'ont pas besoin d'être adjacents ou d'être dans la même implantation."""
    assert table("11", built="0:10@C6").play("B11 A0").player()["bonus"] == 1


@rule("TG-72", "TG-73")
def test_a_worker_may_be_used_in_the_turn_in_which_it_was_gained():
    won = table("11 41 41 41", built="0:10@C6").play("B11 C0; B41 C1; B41 C2; W+; B41 C3")
    assert (len(won.events("building_built")), won.acting) == (4, 1)


@rule("TG-75")
def test_after_a_card_a_worker_only_brings_one_more_card():
    stopped = lay(seat(stacks="51|||", bonus=1), OTHER).play("S")
    assert stopped.legal() == {"W*", "E"}


@rule("TG-76")
@each_case("moves", ["B41 C0; W+", "S; W*"])
def test_a_used_worker_goes_back_to_the_box(moves):
    """Un Ouvrier joué est remis dans la boîte."""
    used = lay(seat(reserve="41", bonus=2), OTHER).play(moves)
    assert (used.player()["bonus"], used.json["bonus_supply"]) == (1, 13)


# ---- new regions and the end ------------------------------------------------------------------


@rule("TG-80")
def test_the_last_building_of_a_stack_is_parked_and_then_a_region_is_added():
    extended = table().play("D2; P; X 1,-3 r0")
    assert extended.events("region_placed") == [{"seat": 0, "tile": 2, "at": [1, -3], "rot": 0}]


@rule("TG-83")
def test_a_region_may_touch_only_a_great_city():
    """En contact par un côté, même celui d'une tuile Grande Ville."""
    assert table().play("D2; P").why_not("X -2,4 r0") is None


@rule("TG-90")
def test_an_unbroken_chain_between_two_great_cities_wins_at_once():
    built = "0:10@A2 0:20@A1 0:30@C3 0:40@C2 0:50@D4"
    won = table("41", built=built).play("B41 D5")
    assert won.json["result"] == {"winner": 0, "reasons": ["connection"]}


# ---- set-up -----------------------------------------------------------------------------------


@rule("TG-5", "TG-26")
def test_80_cards_of_which_three_players_hold_4_5_and_6():
    dealt = lay.deal(3)
    sizes = [dealt.size(who) for who in range(3)]
    assert (sizes, len(dealt.json["deck"])) == ([4, 5, 6], 80 - 15)


@rule("TG-20", "TG-22", "TG-25")
def test_three_players_begin_with_6_regions_3_great_cities_and_4_buildings_each():
    """Mise en place pour 3 joueurs."""
    position = lay.deal(3).json
    assert (len(position["board"]["tiles"]), len(position["region_stack"])) == (6, 16)
    assert len(position["board"]["cities"]) == 3
    for player in position["players"]:
        assert len(player["reserve"]) == 4
        assert [len(stack) for stack in player["stacks"]] == [7, 7, 7, 5]


@rule("TG-22")
def test_the_great_cities_are_denver_omaha_sacramento_and_salt_lake_city():
    cities = [city["id"] for city in lay.deal(4).json["board"]["cities"]]
    assert cities == ["denver", "omaha", "sacramento", "salt_lake_city"]
