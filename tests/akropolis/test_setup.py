"""Rulebook p. 3, Mise en place; rules AK-1 to AK-10."""

from collections import Counter

import pytest

from rules.akropolis.pieces import START, TILES
from rules.akropolis.view import surface
from rules.contract import BadOptions
from tests.akropolis import reference
from tests.akropolis.building import ALL_VARIANTS, GAME, SEATS_AND_LENGTHS, build, city
from tests.cases import each_case
from tests.rulebook import play_all, rule


def deal(seats, length="standard", seed=7, **options):
    if seats == 1:
        options = {"solo": "hippodamos"} | options
    return GAME.new(seats, seed, {"length": length} | options)


def table(seats, length="standard", seed=7):
    return GAME.state_to_json(deal(seats, length, seed))


def tiles_in_play(state):
    return sorted(state["line"] + [tile for stack in state["stacks"] for tile in stack])


def faces(players=4):
    """The hexes of all tiles for this many players."""
    return [f for tile in TILES.values() if tile.min_players <= players for f in tile.hexes]


@rule("AK-1")
@each_case("seats", [1, 2, 3, 4])
def test_two_three_or_four_play_and_one_against_an_architect(seats):
    """The box: 2 to 4 players. Solo sheet: one player against the Illustrious Architect."""
    state = table(seats)
    assert (len(state["cities"]), state["architect"] is not None) == (seats, seats == 1)


@rule("AK-1")
@each_case("seats", [-1, 0, 5, 6])
def test_other_numbers_of_seats_are_refused(seats):
    with pytest.raises(BadOptions):
        GAME.new(seats, 7, {})


@rule("AK-2")
@each_case(("seats", "tiles"), [(1, 37), (2, 37), (3, 49), (4, 61)])
def test_the_tiles_in_play_are_those_marked_for_this_many_players(seats, tiles):
    """P. 3: "Prenez les tuiles Cité correspondant au nombre de joueurs"."""
    marked = [tile for tile in TILES if TILES[tile].min_players <= max(seats, 2)]
    assert tiles_in_play(table(seats)) == sorted(marked)
    assert len(marked) == tiles


@rule("AK-2")
def test_the_box_holds_61_city_tiles():
    """P. 2: 61 tuiles Cité, numbered from 1."""
    assert sorted(TILES) == list(range(1, 62))


@rule("AK-2")
@each_case("players", [2, 3, 4])
def test_the_hexes_and_stars_are_as_many_as_the_player_aid_says(players):
    """P. 5: "retrouvez les quantités de chaque hexagone"; as many quarries as tiles."""
    totals = reference.DATA["totals"][str(players)]
    for kind in ("district", "plaza"):
        counted = Counter(face.colour for face in faces(players) if face.kind == kind)
        assert counted == totals[f"{kind}s"]
    assert sum(face.kind == "quarry" for face in faces(players)) == totals["quarries"]
    stars = Counter()
    for face in faces(players):
        if face.stars:
            stars[face.colour] += face.stars
    assert stars == totals["stars"]


@each_case("tile", sorted(TILES))
def test_the_code_of_a_tile_spells_its_hexes(tile):
    """Small letter: district, capital: plaza, q: quarry."""
    letters = {
        "quarry": lambda face: "q",
        "district": lambda face: face.colour[0],
        "plaza": lambda face: face.colour[0].upper(),
    }
    spelt = "".join(letters[face.kind](face) for face in TILES[tile].hexes)
    assert spelt == TILES[tile].code


@each_case(
    ("colour", "stars"),
    [("houses", 1), ("markets", 2), ("barracks", 2), ("temples", 2), ("gardens", 3)],
)
def test_a_plaza_shows_the_stars_of_its_colour(colour, stars):
    """P. 5: the multiplier is shown by the stars."""
    assert {f.stars for f in faces() if f.kind == "plaza" and f.colour == colour} == {stars}


@rule("AK-3")
@each_case("seats", [1, 2, 3])
def test_the_long_game_is_played_with_all_61_tiles(seats):
    """P. 3: "à 2 et 3 joueurs, vous pouvez jouer avec toutes les tuiles"; four always do."""
    assert tiles_in_play(table(seats, "long")) == list(range(1, 62))
    with pytest.raises(BadOptions):
        GAME.new(4, 7, {"length": "long"})


SETUP = [  # seats, length, line, stacks, size, rounds, turns in all, turns each
    (1, "standard", 4, 11, 3, 12, 36, 18),
    (2, "standard", 4, 11, 3, 12, 36, 18),
    (3, "standard", 5, 11, 4, 12, 48, 16),
    (4, "standard", 6, 11, 5, 12, 60, 15),
    (1, "long", 4, 19, 3, 20, 60, 30),
    (2, "long", 4, 19, 3, 20, 60, 30),
    (3, "long", 5, 14, 4, 15, 60, 20),
]


@rule("AK-4", "AK-10")
@each_case(("seats", "length", "line", "stacks", "size"), [row[:5] for row in SETUP])
def test_the_line_has_two_tiles_more_than_architects_and_the_rest_forms_equal_stacks(
    seats, length, line, stacks, size
):
    """P. 3, Astuce: "2 tuiles de plus dans le Chantier que le nombre d'Architectes".

    11 stacks of 3, 4 or 5 tiles; 19 in the long game for two. The 15th stack of the long game for
    three is opened at once: nobody plays from a line of one tile.
    """
    state = table(seats, length)
    assert len(state["line"]) == line
    assert [len(stack) for stack in state["stacks"]] == [size] * stacks


def play_out(state):
    """The position at the end, every seat always taking the first tile it may."""
    while seats := GAME.to_act(state):
        GAME.apply(state, seats[0], next(GAME.legal_actions(state, seats[0])))
    return GAME.state_to_json(state)


@rule("AK-4", "AK-42")
@each_case(("seats", "length", "rounds", "turns", "each"), [row[:2] + row[5:] for row in SETUP])
def test_a_game_lasts_as_many_turns_as_the_table_says(seats, length, rounds, turns, each):
    state = deal(seats, length)
    assert GAME.view(state, None).rounds == rounds
    end = play_out(state)
    built = [len(built["tiles"]) for built in end["cities"]]
    if seats == 1:
        built.append(len(end["architect"]["tiles"]))
    assert (end["round"], end["turn"], set(built)) == (rounds, turns, {each})


@rule("AK-5")
@each_case(("seats", "length"), SEATS_AND_LENGTHS)
def test_the_same_seed_gives_the_same_game_and_another_another(seats, length):
    assert table(seats, length, seed=11) == table(seats, length, seed=11)
    assert table(seats, length, seed=11) != table(seats, length, seed=12)


@rule("AK-5")
def test_every_tile_is_the_first_of_the_line_in_some_game():
    """The shuffle reaches every place: no tile is stuck."""
    firsts = {deal(2, seed=seed).line[0] for seed in range(400)}
    assert len(firsts) == 37


@rule("AK-6")
def test_the_start_tile_is_a_houses_plaza_with_three_quarries():
    """P. 3: each architect takes a start tile; p. 5: it has a houses plaza."""
    hexes = {tuple(face.at): (face.kind, face.colour, face.stars) for face in START}
    assert hexes == {
        (0, 0): ("plaza", "houses", 1),
        (0, -1): ("quarry", None, 0),
        (1, 0): ("quarry", None, 0),
        (-1, 1): ("quarry", None, 0),
    }


@rule("AK-6")
def test_the_start_tile_lies_in_every_city_at_level_1():
    levels = [
        {top.level for top in surface(each).values()} for each in GAME.view(deal(4), 0).cities
    ]
    assert levels == [{1}] * 4


@rule("AK-7")
@each_case("seats", [2, 3, 4])
def test_the_first_seat_starts_with_1_stone_and_each_next_with_1_more(seats):
    """P. 3 (picture): 1, 2, 3 and 4 stones."""
    assert [built["stones"] for built in table(seats)["cities"]] == [1, 2, 3, 4][:seats]


@rule("AK-8")
@each_case(("seats", "length"), SEATS_AND_LENGTHS)
def test_seat_0_is_the_first_chief_architect_and_begins(seats, length):
    state = table(seats, length)
    assert (state["chief"], state["current"], state["turn"], state["round"]) == (0, 0, 0, 1)


@rule("AK-9")
def test_stones_never_run_out():
    """The box has 40 cubes; the rulebook states no limit."""
    state = build(city("51@-1,2r5", stones=40), city(stones=40), line=[35, 1, 2])
    state, _ = play_all(GAME, state, "T1 0,0 r0")
    assert GAME.view(state, None).cities[0].stones == 42


# ---- options ----------------------------------------------------------------------------------


def test_options_are_kept_and_missing_ones_are_those_of_the_plain_game():
    options = GAME.state_to_json(GAME.new(2, 7))["options"]
    assert options == {"length": "standard", "variants": [], "solo": None}
    chosen = {"length": "long", "variants": ["houses", "gardens"], "solo": None}
    assert GAME.state_to_json(GAME.new(2, 7, chosen))["options"] == chosen


def test_variants_are_kept_in_the_order_of_the_rulebook():
    state = GAME.new(2, 7, {"variants": list(reversed(ALL_VARIANTS))})
    assert GAME.state_to_json(state)["options"]["variants"] == list(ALL_VARIANTS)


@each_case(
    ("seats", "options"),
    [
        (2, {"length": "short"}),
        (2, {"length": None}),
        (2, {"length": 3}),
        (2, {"variants": ["quarries"]}),
        (2, {"variants": "houses"}),
        (2, {"variants": [1]}),
        (2, {"variants": None}),
        (2, {"colour": "red"}),
        (1, {"solo": "vitruvius"}),
        (1, {"solo": True}),
        (2, {"solo": "hippodamos"}),
        (4, {"solo": "callicrates"}),
    ],
)
def test_options_that_do_not_make_a_game_are_refused(seats, options):
    with pytest.raises(BadOptions) as refused:
        GAME.new(seats, 7, options)
    assert refused.value.code.startswith(("akropolis.", "common."))


@rule("AK-90")
def test_the_usual_architect_is_hippodamos():
    assert GAME.new(1, 7).options.solo == "hippodamos"
