"""The solo sheet; rules AK-90 to AK-100, examples E6 and E7."""

import msgspec

from tests.akropolis import reference
from tests.akropolis.building import ALL_VARIANTS, GAME, city, solo
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
    line = [tile for tile in reference.TILES if tile not in tiles][:3]
    state = solo(
        solo=name,
        line=line,
        variants=list(variants),
        architect={"stones": stones, "tiles": list(tiles)},
    )
    return msgspec.to_builtins(GAME.view(state, None).architect.score)


def values(score):
    return {colour: part["value"] for colour, part in score["districts"].items()}


# ---- set-up -----------------------------------------------------------------------------------


@rule("AK-90")
@each_case("name", ARCHITECTS)
def test_the_player_begins_with_1_stone_and_the_architect_has_2(name):
    """Solo sheet: "1 cube Pierre"; "L'Illustre Architecte commence avec ... 2 cubes Pierre".

    "Vous êtes désigné 1er joueur ... et le pion Architecte en Chef". "Trois niveaux de difficulté
    vous sont proposés".
    """
    position = GAME.state_to_json(deal(name))
    assert position["options"]["solo"] == name
    assert position["cities"][0]["stones"] == 1
    assert position["architect"] == {"stones": 2, "tiles": []}
    assert (position["current"], position["chief"]) == (0, 0)


# ---- play -------------------------------------------------------------------------------------


@rule("AK-90", "AK-91", "AK-94", "AK-100")
@each_case(("length", "turns"), [("standard", 36), ("long", 60)])
def test_player_and_architect_take_half_of_the_tiles_each(length, turns):
    """Of the 36 (60) turns each has half; the player acts in all of his.

    The architect never gains stones but those the player pays.
    """
    state, acted = deal(length=length), 0
    while acting := GAME.to_act(state):
        action = list(GAME.legal_actions(state, acting[0]))[-1]
        stones = architects(state)["stones"]
        events = GAME.apply(state, acting[0], action)
        paid = sum(event["price"] for event in events_of(events, "architect_took"))
        assert architects(state)["stones"] == stones + action.line - paid
        acted += 1
    end = GAME.view(state, None)
    assert (acted, len(end.architect.tiles), end.turn) == (turns / 2, turns / 2, turns)


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
    """Solo sheet: "vous devez donner ces Pierres à l'Illustre Architecte".

    He has none; the 2 stones just paid buy him the plaza at index 2 on his very next turn.
    """
    state = solo(stones=2, line=[34, 23, 20, 9], architect={"stones": 0, "tiles": []})
    state, events = play_all(GAME, state, f"T3 {SPOT}")
    assert events_of(events, "stones_paid")[0] == {"seat": 0, "amount": 2, "to": "architect"}
    assert architects(state) == {"stones": 0, "tiles": [9]}


@rule("AK-92")
def test_stones_of_quarries_come_from_the_supply():
    """Example E3 in solo: the architect pays nothing for it."""
    state = solo("51@-1,2r5", stones=0, line=[35, 34, 23], architect={"stones": 2, "tiles": []})
    state, _ = play_all(GAME, state, "T1 0,0 r0")
    position = GAME.state_to_json(state)
    assert (position["cities"][0]["stones"], position["architect"]["stones"]) == (2, 2)


def let_him_choose(line, stones):
    """His stones and tile after he took one from `line`, and why; the player's tile is before."""
    state = solo(
        line=[61, line[0]],
        stacks=[line[1:], [58, 59, 60]],
        architect={"stones": stones, "tiles": []},
    )
    state, events = play_all(GAME, state, f"T1 {SPOT}")
    [choice] = events_of(events, "architect_took")
    return architects(state)["stones"], architects(state)["tiles"], choice["reason"]


@rule("AK-93")
@each_case("stones", [2, 3, 9])
def test_he_takes_the_cheapest_tile_with_a_plaza(stones):
    """Example E7: "la moins chère des tuiles Cité comportant une Place": tile 9 for 2 stones.

    "Les Pierres dépensées par l'Illustre Architecte retournent dans la réserve".
    """
    assert let_him_choose([34, 23, 9, 20], stones) == (stones - 2, [9], "plaza")


@rule("AK-93")
@each_case(("line", "stones"), [([34, 23, 9, 20], 0), ([34, 23, 9, 20], 1), ([34, 9, 20, 22], 0)])
def test_he_takes_the_first_tile_when_the_plaza_is_too_dear(line, stones):
    """Example E7: with 0 or 1 stone he takes tile 34 for nothing, looking at no other plaza."""
    assert let_him_choose(line, stones) == (stones, [34], "plaza too expensive")


@rule("AK-93")
def test_he_takes_the_first_tile_when_there_is_no_plaza():
    """Solo sheet: "si aucune tuile Cité ne comporte de Place"."""
    assert let_him_choose([34, 23, 30, 22], 5) == (5, [34], "no plaza in the line")


@rule("AK-93")
@each_case("plaza", [3, 9, 13, 17, 20])
def test_a_plaza_of_any_colour_attracts_him(plaza):
    assert let_him_choose([34, plaza, 23, 22], 1)[1] == [plaza]


@rule("AK-94")
def test_his_tiles_lie_in_a_row_in_the_order_taken():
    state = solo(
        line=[61, 34], stacks=[[23, 9, 20], [58, 59, 60]], architect={"stones": 4, "tiles": [13]}
    )
    state, _ = play_all(GAME, state, f"T1 {SPOT}; T1 1,1 r0")
    assert GAME.view(state, None).architect.tiles == (13, 9, 20)


@rule("AK-100")
def test_one_action_of_the_player_tells_the_architects_turn_too():
    """Refill, then his choice, in one list; then it is the player who acts."""
    state = solo(line=[61, 34], stacks=[[23, 9, 20], [58, 59, 60]])
    state, events = play_all(GAME, state, f"T1 {SPOT}")
    codes = [event.code for event in events]
    assert codes.index("akropolis.line_refilled") < codes.index("akropolis.architect_took")
    assert GAME.to_act(state) == (0,)


@rule("AK-100")
def test_a_refill_after_the_architects_turn_is_part_of_the_same_action():
    state = solo(line=[61, 34, 9], stacks=[[23, 20, 1], [58, 59, 60]])
    state, _ = play_all(GAME, state, f"T1 {SPOT}")
    view = GAME.view(state, None)
    assert (view.line, view.chief, view.round) == ((34, 23, 20, 1), 1, 2)


# ---- his score --------------------------------------------------------------------------------


@rule("AK-95", "AK-96", "AK-97", "AK-98")
@each_case(
    ("name", "level", "quarry_points", "total", "with_variants"),
    [
        ("hippodamos", 1, 0, 18, 22),
        ("metagenes", 1, 20, 38, 42),
        ("callicrates", 2, 0, 34, 66),
    ],
)
def test_the_architect_of_the_example(name, level, quarry_points, total, with_variants):
    """Example E6: 5 houses, 2 markets, 2 barracks, 1 temple, no garden; ten quarries.

    His plazas count with that of the start tile. Solo sheet: "Chaque Carrière ... rapporte 2
    points", to Metagenes alone.
    """
    score = his_score(name, EXAMPLE_6, 2)
    assert [*values(score).values()] == [count * level for count in (5, 2, 2, 1, 0)]
    assert [part["stars"] for part in score["districts"].values()] == [2, 0, 2, 2, 3]
    assert (score["quarry_points"], score["total"]) == (quarry_points, total)
    assert his_score(name, EXAMPLE_6, 2, ALL_VARIANTS)["total"] == with_variants


@rule("AK-96", "AK-97")
def test_each_stone_left_is_a_point_for_him_too():
    """The start tile alone gives Metagenes 6 points, and Hippodamos none."""
    assert his_score("hippodamos", [], stones=5)["total"] == 5
    assert his_score("metagenes", [], stones=0)["total"] == 6


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
@each_case(("stones", "wins"), [(3, True), (1, False), (2, False)])
def test_the_player_wins_with_more_points(stones, wins):
    """Solo sheet: "Vous remportez la partie si vous obtenez plus de points".

    Decision: equal points and equal stones are not a win.
    """
    result = ended(stones, his_stones=2)
    assert result.winners == ((0,) if wins else ())
    assert result.details["player_wins"] is wins
    assert result.details["architect"]["total"] == 2
    assert result.details["scores"][0]["total"] == stones


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
