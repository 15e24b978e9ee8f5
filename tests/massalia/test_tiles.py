"""Tiles: how they are laid, what they do on resource cells, how they move, turn and leave."""

from rules.massalia.pieces import BOX
from tests.cases import each_case
from tests.massalia.building import GAME, at, do, drawn, events_of, player, refused, up_to_here
from tests.rulebook import rule

GARDE = {"H6": "0WA", "G7": "0WA", "I7": "0WA", "G8": "0WA"}
"""Four of the marked cells of Notre-Dame de la Garde (H7), which needs four and is worth 5."""
JEAN = {"F3": "0WA", "G3": "0WA"}
"""Two of the marked cells of Fort Saint-Jean (F4), which needs two and is worth 2."""
PORT = {"F5": "0WA", "H5": "0WA", "F6": "0WA"}
"""Three of the marked cells of the Old Port (G5), which needs three and is worth 3."""


def top(state, label):
    tile = state.top(state.box.land.index[label])
    return tile and (tile.owner, tile.kind, tile.up)


def pile(state, label):
    return [(tile.owner, tile.kind) for tile in state.board[state.box.land.index[label]]]


# ---- placing ----------------------------------------------------------------------------------


@rule("MA-24")
def test_a_tile_is_drawn_then_its_cell_chosen_then_the_next_is_drawn():
    state = at(me={"hand": ["O03#1"], "bag": ["L2", "WA"]})
    state = up_to_here(state, "p O03; t")
    assert (state.turn.tile.kind, state.turn.todo[0].n) == ("L2", 1)
    state = up_to_here(state, "@C1; t")
    assert (top(state, "C1"), state.turn.tile.kind) == ((0, "L2", True), "WA")


@rule("MA-24")
def test_a_tile_is_laid_only_once_it_is_drawn():
    assert refused(at(), "@C1") == ("no_tile_drawn", "MA-24")
    assert refused(at(), "t") == ("not_to_do", "MA-14")


@rule("MA-25")
@each_case(("terrain", "n"), [("sea", 30), ("land", 28), ("any", 58)])
def test_every_ordinary_cell_of_the_terrain_is_legal(terrain, n):
    state = drawn("WA", terrain=terrain)
    assert len(list(GAME.legal_actions(state, 0))) == n + 1  # and to concede


@rule("MA-25")
def test_a_cell_of_the_other_terrain_is_refused():
    assert refused(drawn("WA", terrain="sea"), "@C1") == ("wrong_terrain", "MA-25")
    assert refused(drawn("WA"), "@Z9") == ("no_such_cell", "MA-29")


@rule("MA-26", "MA-27")
def test_a_tile_may_be_laid_on_any_tile_without_limit():
    state = up_to_here(drawn("WA", board={"C1": "0L1 1L2 0FH"}), "@C1")
    assert pile(state, "C1") == [(0, "L1"), (1, "L2"), (0, "FH"), (0, "WA")]


@rule("MA-26")
def test_a_covered_tile_is_protected_and_counts_again_when_the_upper_one_leaves():
    board = {"F3": "1WA 0FH", "G3": "1WA"}
    state = at(board=board, seat=1, others=[{"hand": ["O05#1"]}])
    assert state.marks(1, state.box.land.index["F4"]) == 1
    state = up_to_here(state, "p O05; x F3")
    assert state.marks(1, state.box.land.index["F4"]) == 2


@rule("MA-28")
def test_an_empty_bag_is_filled_with_the_losses():
    state = at(me={"hand": ["SO#1"], "bag": [], "losses": ["L3"]})
    state, events = do(state, "p SO; t")
    assert state.turn.tile.kind == "L3"
    assert events_of(events, "bag_refilled") == [{"seat": 0, "source": "losses", "count": 1}]


@rule("MA-28")
def test_without_losses_the_covered_tiles_come_back():
    board = {"C1": "0L3 1WA", "E1": "0FI", "A1": "1FH 0WA 0FH"}
    state = at(me={"hand": ["SO#1"], "bag": []}, board=board)
    state, events = do(state, "p SO; t")
    assert events_of(events, "bag_refilled") == [{"seat": 0, "source": "board", "count": 2}]
    assert (pile(state, "C1"), pile(state, "A1")) == ([(1, "WA")], [(1, "FH"), (0, "FH")])


@rule("MA-28")
def test_without_any_tile_none_can_be_drawn():
    state = up_to_here(at(me={"hand": ["SO#1"], "bag": []}), "p SO")
    assert refused(state, "t") == ("no_tiles", "MA-28")
    assert GAME.parse(state, 0, "t") not in list(GAME.legal_actions(state, 0))


# ---- resource cells ---------------------------------------------------------------------------


@rule("MA-30")
@each_case(
    ("board", "name"),
    [
        (JEAN, None),
        ({"F3": "0WA"}, "too_few_marks"),
        ({"F3": "0WA", "G3": "1WA"}, "too_few_marks"),
        ({"F3": "0WA", "G3": "0WA-"}, "too_few_marks"),
        ({"F3": "0WA", "G3": "0WA 1FH"}, "too_few_marks"),
        ({"F3": "0WA", "E2": "0WA"}, "too_few_marks"),
        ({"F4": "0WA"}, "too_few_marks"),
    ],
)
def test_a_resource_cell_needs_its_marked_cells_with_own_tiles_face_up(board, name):
    refusal = refused(drawn("L1", board=board), "@F4")
    assert refusal == (name and (name, "MA-30"))


@rule("MA-31")
@each_case(("there", "holder"), [("0WA", 0), ("1WA", 1), ("0WA-", None), ("", None)])
def test_a_resource_cell_is_held_by_the_top_tile_face_up(there, holder):
    state = at(board={"F4": there} if there else {})
    assert state.holder(state.box.land.index["F4"]) == holder


@rule("MA-32")
@each_case(
    ("there", "over", "acts"),
    [("", None, True), ("1WA", "enemy", True), ("1WA-", "enemy", True), ("0WA", "own", False),
     ("0WA-", "own", False), ("1L1 0WA", "own", False)],
)  # fmt: skip
def test_a_tile_acts_unless_it_covers_ones_own(there, over, acts):
    state, events = do(drawn("L2", board={**JEAN, **({"F4": there} if there else {})}), "@F4")
    [placed] = events_of(events, "tile_placed")
    assert (placed["over"], placed["acts"]) == (over, acts)
    assert player(state, 1).life == (26 if acts else 30)


@rule("MA-33")
def test_losing_marked_cells_later_does_not_lose_the_cell():
    state = able("O05#1", {"F4": "1WA", "F3": "1WA", "G3": "1WA"})
    state = up_to_here(state, "x F3")
    assert (state.holder(state.box.land.index["F4"]), player(state, 1).morale) == (1, 2)


@rule("MA-34")
def test_elsewhere_a_tile_has_no_action():
    state, events = do(drawn("L3"), "@C1")
    assert [event.name for event in events] == ["tile_placed"]
    assert player(state, 1).life == 30


# ---- what tiles do ----------------------------------------------------------------------------


@rule("MA-35")
@each_case(("kind", "n"), [("L1", 4), ("L2", 8), ("L3", 12)])
def test_a_life_tile_attacks_with_its_life_times_the_value(kind, n):
    """The examples: 1 x 4 = 4, 2 x 4 = 8. Le Panier (H3) needs four and is worth 4."""
    board = dict.fromkeys(("G2", "H2", "G3", "I3"), "0WA")
    state, events = do(drawn(kind, board=board), "@H3")
    assert events_of(events, "attack")[0]["n"] == n
    assert player(state, 1).life == 30 - n


@rule("MA-36")
@each_case(("kind", "gauge"), [("WA", "water"), ("FH", "fish")])
def test_water_and_fish_tiles_take_one_from_an_opponent_of_choice(kind, gauge):
    state = up_to_here(drawn(kind, seats=3, board=JEAN), "@F4; drain 2")
    assert [getattr(player(state, seat), gauge) for seat in range(3)] == [5, 5, 4]


BURNING = {
    **dict.fromkeys(("F5", "H5", "F6"), "0WA"),
    **dict.fromkeys(("G4", "G6", "H6", "E5", "F3", "I5"), "1L1"),
}
"""Round the Old Port (G5): own tiles, and an opponent's in both rings, on sea and land."""


@rule("MA-37")
def test_a_fire_burns_up_to_five_opponents_tiles_in_two_rings_or_none():
    state = up_to_here(drawn("FI", board=BURNING), "@G5")
    assert refused(state, "fire G4,G6,H6,E5,F3,I5") == ("too_many_burnt", "MA-37")
    burnt = up_to_here(state, "fire G4,G6,H6,E5,I5")
    assert player(burnt, 1).losses == ["L1"] * 5
    assert top(burnt, "G5") == (0, "FI", True)
    assert player(up_to_here(state, "fire -"), 1).losses == []


@rule("MA-37")
@each_case("cell", ["F5", "G2", "H8", "G7", "G5"])
def test_a_fire_spares_own_tiles_what_is_far_and_what_is_not_there(cell):
    """G2 and H8 lie three cells from the Old Port."""
    state = up_to_here(drawn("FI", board={**BURNING, "G2": "1L1", "H8": "1L1"}), "@G5")
    assert refused(state, f"fire {cell}") == ("cannot_burn", "MA-37")


@rule("MA-37")
def test_a_fire_burns_only_the_top_tile_of_a_cell():
    board = {**BURNING, "G4": "1L3 1L1"}
    state = up_to_here(drawn("FI", board=board), "@G5; fire G4")
    assert top(state, "G4") == (1, "L3", True)


@rule("MA-38")
def test_the_hold_and_morale_come_first_then_the_tile_then_morale_strikes():
    board = {**PORT, **dict.fromkeys(("F2", "J3", "F4"), "0WA")}  # 3 + 3 + 2 of morale
    _, events = do(drawn("L1", board=board), "@G5")
    names = [event.name for event in events]
    assert names == ["tile_placed", "hold", "morale", "attack", "blow", "morale_attack",
                     "attack", "blow"]  # fmt: skip


@rule("MA-39")
@each_case(("kind", "board", "cell", "water"), [("WA", JEAN, "F4", 4), ("FI", PORT, "G5", 5)])
def test_with_one_opponent_or_without_a_target_there_is_no_question(kind, board, cell, water):
    state = up_to_here(drawn(kind, board=board), f"@{cell}")
    assert player(state, 1).water == water
    assert state.turn.queue == []


# ---- moving, flipping, removing ---------------------------------------------------------------


def able(card, board, **fields):
    return up_to_here(at(me={"hand": [card]}, board=board, **fields), f"p {card}")


@rule("MA-60")
@each_case("tile", ["0WA", "1WA", "1WA-"])
def test_any_top_tile_moves_to_an_adjacent_cell_and_keeps_its_face(tile):
    state = up_to_here(able("B01#1", {"A3": tile, "B3": "0L1"}), "m A3-B3")
    assert top(state, "B3") == (int(tile[0]), "WA", not tile.endswith("-"))
    assert pile(state, "B3")[0] == (0, "L1")
    assert top(state, "A3") is None


@rule("MA-60")
@each_case(
    ("move", "refusal"),
    [
        ("m A3-C3", "not_adjacent"),
        ("m A3-B4", "no_move_on_resource"),
        ("m B4-A3", "no_move_on_resource"),
        ("m B3-A3", "no_tile_there"),
        ("m C1-E1", "wrong_terrain"),
        ("m A3-Z9", "no_such_cell"),
    ],
)
def test_tiles_on_resource_cells_do_not_move_and_none_moves_there(move, refusal):
    state = able("B01#1", {"A3": "0WA", "B4": "1WA", "C1": "0WA"})
    assert refused(state, move)[0] == refusal


@rule("MA-61")
def test_an_enemy_tile_that_is_turned_down_no_longer_holds_its_cell():
    state = able("B06#1", {"F4": "1WA"})
    assert player(state, 1).morale == 2
    state = up_to_here(state, "f F4")
    assert (top(state, "F4"), player(state, 1).morale) == ((1, "WA", False), 0)


@rule("MA-61", "MA-63")
@each_case(
    ("card", "tile", "move", "refusal"),
    [
        ("B06#1", "0WA", "f C1", ("own_tile_is_up", "MA-61")),
        ("B06#1", "1WA-", "f C1", ("tile_is_down", "MA-61")),
        ("O05#1", "0WA", "x C1", ("no_enemy_tile", "MA-63")),
    ],
)
def test_own_tiles_are_not_turned_down_or_removed_nor_enemy_tiles_turned_up(
    card, tile, move, refusal
):
    assert refused(able(card, {"C1": tile}), move) == refusal


@rule("MA-62")
@each_case(
    ("kind", "marks", "life", "water"),
    [("L2", JEAN, 26, 5), ("WA", JEAN, 30, 4), ("L2", {}, 30, 5)],
)
def test_an_own_tile_that_is_turned_up_acts_again_where_the_requirement_is_met(
    kind, marks, life, water
):
    """Whatever its kind is; where it is not met the tile only holds again."""
    state = up_to_here(able("B06#1", {**marks, "F4": f"0{kind}-"}), "f F4")
    victim = player(state, 1)
    assert (victim.life, victim.water, player(state).morale) == (life, water, 2)


@rule("MA-61", "MA-63")
@each_case(("card", "move"), [("C08#1", "f C1"), ("O05#1", "x A1"), ("O05#1", "x D5")])
def test_tiles_are_turned_and_removed_only_where_the_effect_allows(card, move):
    """The harbour chain is for the sea, O05 for the land."""
    state = able(card, {"A1": "1WA", "C1": "1WA", "D5": "1WA", "F4": "1WA", "A2": "1WA"})
    assert refused(state, move)[0] == "wrong_terrain"


@rule("MA-63")
@each_case("tile", ["1L2", "1L2-"])
def test_an_opponents_top_tile_goes_to_its_losses(tile):
    state, events = do(able("O05#1", {"F4": tile}), "x F4")
    assert (top(state, "F4"), player(state, 1).losses) == (None, ["L2"])
    hidden = tile.endswith("-")
    assert events_of(events, "tile_removed")[0]["tile"] == (None if hidden else "L2")


ASKED = [("C08", "f", {"A1": "1WA", "D5": "1L1"}), ("O05", "x", {"F1": "1WA", "F2": "1L1"})]


@each_case(("card", "move", "board"), ASKED)
def test_tiles_on_resource_cells_are_asked_first(card, move, board):
    state = up_to_here(at(me={"hand": [f"{card}#1"]}, board=board), f"p {card}")
    assert [choice.token for choice in GAME.ask(state, 0, [move]).options] == [*board][::-1]


@rule("MA-34")
def test_the_preview_of_a_tile_that_no_resource_cell_counts_says_that_it_does_nothing():
    state, land = drawn("WA"), BOX.land
    previews = {
        land.labels[cell]: GAME.preview(state, 0, GAME.parse(state, 0, f"@{land.labels[cell]}"))
        for cell in land.ordinary["any"]
    }
    idle = {label for label, preview in previews.items() if preview.unmet}
    assert idle == {land.labels[cell] for cell in land.ordinary["any"] if not land.touching[cell]}
    assert idle
