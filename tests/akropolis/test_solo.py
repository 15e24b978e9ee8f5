"""The solo sheet; rules AK-90 to AK-100, examples E6 and E7."""

import pytest

from rules.contract import IllegalMove
from tests.akropolis import reference
from tests.akropolis.building import ALL_VARIANTS, GAME, build, city, solo
from tests.cases import each_case
from tests.rulebook import events_of, play_all, rule

ARCHITECTS = ("hippodamos", "metagenes", "callicrates")
EXAMPLE_6 = [1, 19, 15, 34, 22, 13, 43]
SPOT = "-2,0 r0"


def deal(name="hippodamos", length="standard"):
    return GAME.new(1, 7, {"solo": name, "length": length})


def architects(state):
    return GAME.state_to_json(state)["architect"]


def his_score(name, tiles, stones=0, variants=()):
    """The architect's score JSON, by the engine."""
    import msgspec

    line = [tile for tile in reference.TILES if tile not in tiles][:3]
    state = solo(
        solo=name,
        line=line,
        variants=list(variants),
        architect={"stones": stones, "tiles": list(tiles)},
    )
    return msgspec.to_builtins(GAME.view(state, None).architect.score)


def values(told):
    return {colour: part["value"] for colour, part in told["districts"].items()}


# ---- set-up -----------------------------------------------------------------------------------


@rule("AK-90")
@each_case("name", ARCHITECTS)
def test_the_player_has_1_stone_and_the_architect_2(name):
    """Solo sheet: "1 cube Pierre"; "L'Illustre Architecte commence avec ... 2 cubes Pierre"."""
    told = GAME.state_to_json(deal(name))
    assert (told["cities"][0]["stones"], told["architect"]["stones"]) == (1, 2)


@rule("AK-90")
def test_the_player_is_first_and_has_the_chief_marker():
    """Solo sheet: "Vous êtes désigné 1er joueur ... et le pion Architecte en Chef"."""
    told = GAME.state_to_json(deal())
    assert (told["current"], told["chief"], told["architect"]["tiles"]) == (0, 0, [])


@rule("AK-90")
@each_case(("length", "stacks"), [("standard", 11), ("long", 19)])
def test_the_table_is_set_as_for_two(length, stacks):
    """Solo sheet: "Installez le jeu comme pour une partie à 2 joueurs"."""
    told = GAME.state_to_json(deal(length=length))
    assert (len(told["line"]), [len(stack) for stack in told["stacks"]]) == (4, [3] * stacks)


@rule("AK-90")
@each_case("name", ARCHITECTS)
def test_three_architects_can_be_challenged(name):
    """Solo sheet: "Trois niveaux de difficulté vous sont proposés"."""
    assert GAME.state_to_json(deal(name))["options"]["solo"] == name


# ---- play -------------------------------------------------------------------------------------


@rule("AK-91", "AK-100")
@each_case(("length", "turns"), [("standard", 36), ("long", 60)])
def test_player_and_architect_take_half_of_the_tiles_each(length, turns):
    """Of the 36 (60) turns each has half; the player acts in all of his."""
    state, acted = deal(length=length), 0
    while acting := GAME.to_act(state):
        GAME.apply(state, acting[0], next(GAME.legal_actions(state, acting[0])))
        acted += 1
    told = GAME.state_to_json(state)
    assert (acted, len(told["architect"]["tiles"]), told["turn"]) == (turns / 2, turns / 2, turns)


@rule("AK-91")
def test_the_architect_has_the_last_turn():
    state = solo(line=[30, 34, 9], turn=34, round=12, chief=1)
    state, events = play_all(GAME, state, f"T1 {SPOT}")
    codes = [event.code for event in events]
    assert codes.index("akropolis.architect_took") < codes.index("akropolis.game_over")
    assert GAME.to_act(state) == ()


@rule("AK-91")
def test_the_chief_marker_passes_to_the_architect_and_back():
    """The player's third tile (his second turn) opens a stack; the marker goes to the architect."""
    state = deal()
    chiefs = []
    for _ in range(6):
        chiefs.append(GAME.state_to_json(state)["chief"])
        GAME.apply(state, 0, next(GAME.legal_actions(state, 0)))
    assert chiefs == [0, 0, 1, 0, 0, 1]


@rule("AK-92")
def test_the_stones_that_the_player_spends_go_to_the_architect():
    """Solo sheet: "vous devez donner ces Pierres à l'Illustre Architecte"."""
    state = solo(stones=3, line=[34, 30, 23, 9], architect={"stones": 0, "tiles": []})
    _, events = play_all(GAME, state, f"T4 {SPOT}")
    assert events_of(events, "stones_paid")[0] == {"seat": 0, "amount": 3, "to": "architect"}


@rule("AK-92")
def test_the_architect_can_use_them_on_his_very_next_turn():
    """He has none; the 2 stones just paid buy him the plaza at index 2."""
    state = solo(stones=2, line=[34, 23, 20, 9], architect={"stones": 0, "tiles": []})
    state, _ = play_all(GAME, state, f"T3 {SPOT}")
    assert architects(state) == {"stones": 0, "tiles": [9]}


@rule("AK-92")
def test_stones_of_quarries_come_from_the_supply():
    """Example E3 in solo: the architect pays nothing for it."""
    state = solo("51@-1,2r5", stones=0, line=[35, 34, 23], architect={"stones": 2, "tiles": []})
    state, _ = play_all(GAME, state, "T1 0,0 r0")
    told = GAME.state_to_json(state)
    assert (told["cities"][0]["stones"], told["architect"]["stones"]) == (2, 2)


def let_him_choose(line, stones):
    """The tile that he takes from `line`, with the player's own tile before it."""
    state = solo(
        line=[61, line[0]],
        stacks=[line[1:], [58, 59, 60]],
        architect={"stones": stones, "tiles": []},
    )
    state, events = play_all(GAME, state, f"T1 {SPOT}")
    return architects(state), events_of(events, "architect_took")[0]


@rule("AK-93")
@each_case("stones", [2, 3, 9])
def test_he_takes_the_cheapest_tile_with_a_plaza(stones):
    """Example E7: "la moins chère des tuiles Cité comportant une Place": tile 9 for 2 stones."""
    assert let_him_choose([34, 23, 9, 20], stones)[0] == {"stones": stones - 2, "tiles": [9]}


@rule("AK-93")
@each_case("stones", [0, 1])
def test_he_takes_the_first_tile_when_the_plaza_is_too_dear(stones):
    """Example E7: with 0 or 1 stone he takes tile 34 for nothing."""
    assert let_him_choose([34, 23, 9, 20], stones)[0] == {"stones": stones, "tiles": [34]}


@rule("AK-93")
def test_he_takes_the_first_tile_when_there_is_no_plaza():
    """Solo sheet: "si aucune tuile Cité ne comporte de Place"."""
    assert let_him_choose([34, 23, 30, 22], 5)[0] == {"stones": 5, "tiles": [34]}


@rule("AK-93")
def test_he_does_not_look_past_a_plaza_he_cannot_pay():
    """The cheapest plaza costs 1, he has none: index 0, though it has no plaza."""
    assert let_him_choose([34, 9, 20, 22], 0)[0]["tiles"] == [34]


@rule("AK-93")
@each_case("plaza", [3, 9, 13, 17, 20])
def test_a_plaza_of_any_colour_attracts_him(plaza):
    assert let_him_choose([34, plaza, 23, 22], 1)[0]["tiles"] == [plaza]


@rule("AK-93")
@each_case(
    ("line", "stones", "reason"),
    [
        ([34, 23, 9, 20], 2, "plaza"),
        ([34, 23, 30, 22], 2, "no plaza in the line"),
        ([34, 23, 9, 20], 1, "plaza too expensive"),
    ],
)
def test_he_tells_why_he_took_his_tile(line, stones, reason):
    assert let_him_choose(line, stones)[1]["reason"] == reason


@rule("AK-93")
def test_he_pays_to_the_supply():
    """Solo sheet: "Les Pierres dépensées par l'Illustre Architecte retournent dans la réserve"."""
    state = solo(line=[61, 34], stacks=[[23, 9, 20]], architect={"stones": 2, "tiles": []})
    state, _ = play_all(GAME, state, f"T1 {SPOT}")
    told = GAME.state_to_json(state)
    assert (told["cities"][0]["stones"], told["architect"]["stones"]) == (1, 0)


@rule("AK-94")
def test_his_tiles_lie_in_a_row_in_the_order_taken():
    state = solo(
        line=[61, 34], stacks=[[23, 9, 20], [58, 59, 60]], architect={"stones": 4, "tiles": [13]}
    )
    state, _ = play_all(GAME, state, f"T1 {SPOT}; T1 1,1 r0")
    assert GAME.view(state, None).architect.tiles == (13, 9, 20)


@rule("AK-94")
def test_he_never_gains_stones_but_those_the_player_pays():
    state = deal()
    while acting := GAME.to_act(state):
        action = list(GAME.legal_actions(state, acting[0]))[-1]
        before = architects(state)["stones"]
        events = GAME.apply(state, acting[0], action)
        paid = sum(told["price"] for told in events_of(events, "architect_took"))
        assert architects(state)["stones"] == before + action.line - paid


@rule("AK-100")
def test_one_action_of_the_player_tells_the_architects_turn_too():
    """Refill, then his choice, in one list."""
    state = solo(line=[61, 34], stacks=[[23, 9, 20], [58, 59, 60]])
    _, events = play_all(GAME, state, f"T1 {SPOT}")
    codes = [event.code for event in events]
    assert codes.index("akropolis.line_refilled") < codes.index("akropolis.architect_took")


@rule("AK-100")
def test_a_refill_after_the_architects_turn_is_part_of_the_same_action():
    state = solo(line=[61, 34, 9], stacks=[[23, 20, 1], [58, 59, 60]])
    state, _ = play_all(GAME, state, f"T1 {SPOT}")
    told = GAME.state_to_json(state)
    assert (told["line"], told["chief"], told["round"]) == ([34, 23, 20, 1], 1, 2)


@rule("AK-100")
def test_it_is_always_the_player_who_acts():
    state = solo(line=[61, 34], stacks=[[23, 9, 20], [58, 59, 60]])
    state, _ = play_all(GAME, state, f"T1 {SPOT}")
    assert GAME.to_act(state) == (0,)
    assert GAME.state_to_json(state)["current"] == 0


# ---- his score --------------------------------------------------------------------------------


@rule("AK-95")
@each_case(("name", "total"), [("hippodamos", 18), ("metagenes", 38), ("callicrates", 34)])
def test_the_architect_of_the_example(name, total):
    """Example E6."""
    assert his_score(name, EXAMPLE_6, 2)["total"] == total


@rule("AK-95")
@each_case(("name", "level"), [("hippodamos", 1), ("metagenes", 1), ("callicrates", 2)])
def test_his_districts_count_as_level_1_or_for_callicrates_level_2(name, level):
    """Example E6: 5 houses, 2 markets, 2 barracks, 1 temple, no garden."""
    counts = {"houses": 5, "markets": 2, "barracks": 2, "temples": 1, "gardens": 0}
    assert values(his_score(name, EXAMPLE_6)) == {
        colour: count * level for colour, count in counts.items()
    }


@rule("AK-95", "AK-96")
def test_his_plazas_count_with_that_of_the_start_tile():
    """Example E6: stars 2 (with the start tile), 0, 2, 2, 3."""
    stars = [part["stars"] for part in his_score("hippodamos", EXAMPLE_6)["districts"].values()]
    assert stars == [2, 0, 2, 2, 3]


@rule("AK-95", "AK-96")
def test_each_quarry_of_metagenes_gives_him_2_points():
    """Solo sheet: "Chaque Carrière ... rapporte 2 points"; example E6: ten, so 20."""
    assert his_score("metagenes", EXAMPLE_6)["quarry_points"] == 20


@rule("AK-95")
@each_case("name", ["hippodamos", "callicrates"])
def test_quarries_give_the_others_nothing(name):
    assert his_score(name, EXAMPLE_6)["quarry_points"] == 0


@rule("AK-96")
def test_the_start_tile_alone_gives_metagenes_6_points():
    assert his_score("metagenes", [])["total"] == 6


@rule("AK-97")
def test_each_stone_left_is_a_point_for_him_too():
    assert his_score("hippodamos", [], stones=5)["total"] == 5


@rule("AK-98")
@each_case(("name", "total"), [("hippodamos", 22), ("metagenes", 42), ("callicrates", 66)])
def test_the_architect_of_the_example_with_all_variants(name, total):
    """Example E6."""
    assert his_score(name, EXAMPLE_6, 2, ALL_VARIANTS)["total"] == total


NINE_HOUSES = [43, 55, 14, 15, 16, 18, 19]
TEN_HOUSES = [*NINE_HOUSES, 10]


@rule("AK-98")
@each_case(
    ("name", "tiles", "value"),
    [
        ("hippodamos", NINE_HOUSES, 9),
        ("hippodamos", TEN_HOUSES, 20),
        ("callicrates", EXAMPLE_6, 20),
        ("callicrates", [43, 14, 15], 8),
    ],
)
def test_his_houses_are_doubled_from_a_value_of_10(name, tiles, value):
    assert values(his_score(name, tiles, 0, ["houses"]))["houses"] == value


@rule("AK-98")
@each_case(
    ("tiles", "markets"),
    [
        ([44, 45], 2),
        ([44, 45, 9], 4),
        ([27, 44, 45, 46, 9], 7),
        ([27, 44, 45, 46, 56, 9], 8),
        ([27, 44, 45, 46, 56, 9, 7], 10),
    ],
)
def test_at_most_three_of_his_markets_for_each_market_plaza_are_doubled(tiles, markets):
    """`min(3P, M)` of M markets count double."""
    assert values(his_score("hippodamos", tiles, 0, ["markets"]))["markets"] == markets


@rule("AK-98")
@each_case(
    ("name", "colour", "tiles", "value"),
    [
        ("hippodamos", "barracks", [32], 2),
        ("callicrates", "barracks", [32], 4),
        ("metagenes", "gardens", [37], 2),
        ("callicrates", "gardens", [37], 4),
        ("hippodamos", "temples", [38], 1),
        ("metagenes", "temples", [38], 1),
        ("callicrates", "temples", [38], 4),
    ],
)
def test_barracks_and_gardens_are_always_doubled_temples_for_callicrates(
    name, colour, tiles, value
):
    assert values(his_score(name, tiles, 0, [colour]))[colour] == value


@rule("AK-98")
def test_the_player_scores_with_the_variants_as_usual():
    state = solo("57@2,-1r5", line=[1, 2], variants=["barracks"])
    assert GAME.view(state, None).cities[0].score.districts["barracks"].value == 2


# ---- winning ----------------------------------------------------------------------------------


def ended(stones, his_tiles=(), his_stones=0, tiles=""):
    return GAME.result(
        solo(
            tiles,
            stones,
            over=True,
            current=None,
            line=[61],
            architect={"stones": his_stones, "tiles": list(his_tiles)},
        )
    )


@rule("AK-99")
def test_the_player_wins_with_more_points():
    """Solo sheet: "Vous remportez la partie si vous obtenez plus de points"."""
    assert ended(3, his_stones=2).winners == (0,)


@rule("AK-99")
def test_the_player_loses_with_fewer_points():
    assert ended(2, his_stones=3).winners == ()


@rule("AK-99")
def test_a_tie_is_won_with_more_stones():
    """Solo sheet: "En cas d'égalité, c'est le joueur ayant le plus de Pierres qui l'emporte"."""
    his = his_score("hippodamos", EXAMPLE_6, 2)["total"]
    assert ended(his, EXAMPLE_6, 2).winners == (0,)


@rule("AK-99")
def test_a_tie_is_lost_with_fewer_stones():
    """The player has 4 points of a garden and a house, the architect 4 stones."""
    garden = "19@2,1r2 30@-1,3r4"
    points = reference.score(reference.city_of(city(garden)["tiles"]))["total"]
    assert ended(0, his_stones=points, tiles=garden).winners == ()


@rule("AK-99")
def test_equal_points_and_equal_stones_are_not_a_win():
    """Decision: the player must beat the architect."""
    assert ended(2, his_stones=2).winners == ()


@rule("AK-99")
@each_case(("stones", "wins"), [(3, True), (1, False)])
def test_the_result_tells_whether_the_player_wins(stones, wins):
    told = ended(stones, his_stones=2).details
    assert (told["player_wins"], told["architect"]["total"], told["scores"][0]["total"]) == (
        wins,
        2,
        stones,
    )


def test_the_architect_is_no_seat():
    """Seat 1 never acts."""
    with pytest.raises(IllegalMove) as refused:
        GAME.check(deal(), 1, GAME.parse(deal(), 0, f"T1 {SPOT}"))
    assert refused.value.name == "not_your_turn"


def test_a_game_for_two_has_no_architect():
    assert GAME.view(build(city(), city()), None).architect is None
