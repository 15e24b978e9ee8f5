"""Consequences of a tile that one can point at: sites, stones, stars, districts."""

from collections import Counter

from rules.rng import Rng
from tests.akropolis import reference
from tests.akropolis.building import GAME, build, city, legal_sites
from tests.cases import each_case

STEPPED = "15@1,-2r0 28@3,-2r1 36@-1,-1r1 22@2,-1r2 18@3,-4r1 13@0,-3r0"
"""Six tiles, the last of which lie upstairs."""


def told(state, move, seat=0):
    """Amounts of a move's consequences, by code and subject."""
    found = GAME.consequences(state, seat, (GAME.parse(state, seat, move),))
    return {(one.code, *one.about.values()): one.amount for one in found}


def test_it_opens_two_places_of_level_3():
    """And closes three of level 2: the one that it takes, and those that shared a hex with it."""
    state = build(city(STEPPED), city(), line=[24, 12])
    found = told(state, "T1 3,-2 r3")
    assert (found["places", 3], found["places", 2]) == (2, -3)


def test_it_covers_two_quarries_for_as_many_stones():
    state = build(city("19@0,-3r0 7@2,-3r1"), city(), line=[37, 12])
    assert told(state, "T1 1,-2 r3")["quarries",] == 2
    after, _ = played(state, "T1 1,-2 r3")
    assert after.cities[0].stones == 2


def test_it_lies_on_level_2_and_the_next_one_snug_beside_the_city():
    state = build(city("19@0,-3r0 7@2,-3r1"), city(), line=[37, 12])
    assert told(state, "T1 1,-2 r3")["height",] == 1
    snug = {move: told(state, move)["snug",] for move in moves(state)}
    assert min(snug.values()) == 1


def test_the_second_tile_costs_a_stone():
    state = build(city(stones=1), city(), line=[24, 12])
    first, second = (next(m for m in moves(state) if m.startswith(tile)) for tile in ("T1", "T2"))
    assert told(state, second)["price",] == -1
    assert ("price",) not in told(state, first)


def test_two_groups_of_houses_become_one():
    state = build(city("8@0,-3r0 33@2,-3r1 15@2,-5r1"), city(), line=[22, 12])
    assert told(state, "T1 1,-3 r0")["joins",] == 2
    [whole] = [g for g in groups_of(played(state, "T1 1,-3 r0")[0]) if len(g) > 2]
    assert sum(bool(group & whole) for group in groups_of(state)) == 2


def groups_of(state):
    """The groups of houses of the first city."""
    tiles = GAME.state_to_json(state)["cities"][0]["tiles"]
    return reference.groups(reference.districts(reference.city_of(tiles), "houses"))


def moves(state):
    """Every legal move of the first seat, as text."""
    return [GAME.notation(state, 0, action) for action in GAME.legal_actions(state, 0)]


def played(state, move, seat=0):
    after = state.clone()
    events = GAME.apply(after, seat, GAME.parse(state, seat, move))
    return after, events


# ---- whatever is told is true of the position after ----------------------------------------------


def positions(seats):
    """Positions of a game of hard players, with the move that they make."""
    state, hard = GAME.new(seats, 11), GAME.player("hard")
    while acting := GAME.to_act(state):
        action = hard.choose(state, acting[0], Rng(1))
        yield state.clone(), acting[0], action
        GAME.apply(state, acting[0], action)


@each_case("seats", [2, 4])
def test_it_is_what_another_count_of_the_position_after_finds(seats):
    """Places by the sites that are legal, the rest by the reference, from the JSON."""
    every = Counter()
    for state, seat, action in positions(seats):
        after = state.clone()
        GAME.apply(after, seat, action)
        expected = changes(state, after, seat)
        found = told(state, GAME.notation(state, seat, action), seat)
        stones = found.pop(("quarries",), 0) + found.pop(("price",), 0)
        assert stones == after.cities[seat].stones - state.cities[seat].stones
        assert found.pop(("height",), 0) == after.cities[seat].tiles[-1].level - 1
        snug = sum(near in built_of(state, seat) for near in edges(action))
        assert found.pop(("snug",), 0) == snug
        covers = [len(quarries_to_cover(one, seat)) for one in (state, after)]
        assert found.pop(("to_cover",), 0) == covers[1] - covers[0]
        joined = found.pop(("joins",), None)
        assert joined is None or found.get(("counts", "houses"), 0) >= 0
        assert found == expected
        every.update(code for code, *_ in found)
    assert set(every) == {"places", "stars", "counts"}


def built_of(state, seat):
    """The hexes of a city."""
    return reference.city_of(GAME.state_to_json(state)["cities"][seat]["tiles"]).cells


def edges(action):
    """The cells beyond each side of a tile."""
    own = reference.footprint(action.at, action.rot)
    return [near for cell in own for near in reference.neighbours(cell) if near not in own]


def quarries_to_cover(state, seat):
    """The quarries that show and that some tile could cover."""
    built = reference.city_of(GAME.state_to_json(state)["cities"][seat]["tiles"])
    upper = {cell for site, level in reference.sites(built).items() if level > 1 for cell in site}
    return {cell for cell in upper if built.cells[cell].kind == "quarry"}


def changes(before, after, seat):
    """By how much places, stars and districts that count have changed."""
    was, now = measured(before, seat), measured(after, seat)
    return {key: now[key] - was[key] for key in {*was, *now} if now[key] != was[key]}


def measured(state, seat):
    told = GAME.state_to_json(state)["cities"][seat]
    built = reference.city_of(told["tiles"], told["stones"])
    found = Counter(("places", level) for level in reference.sites(built).values() if level > 1)
    for colour in reference.COLOURS:
        found["counts", colour] = len(reference.scoring(built, colour))
        found["stars", colour] = reference.colour_score(built, colour, ())["stars"]
    return found


def test_the_reference_finds_the_same_places_as_the_engine():
    state = build(city(STEPPED), city(), line=[24, 12])
    ours = Counter(level for level in legal_sites(state).values() if level > 1)
    theirs = measured(state, 0)
    assert ours == {level: n for (kind, level), n in theirs.items() if kind == "places"}
