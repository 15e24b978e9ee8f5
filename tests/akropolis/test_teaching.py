"""Consequences of a tile that one can point at: sites, stones, stars, districts."""

from collections import Counter

from rules import record
from tests.akropolis import reference
from tests.akropolis.building import GAME, build, city, recorded
from tests.cases import each_case
from tests.tier import of_tier

STEPPED = "15@1,-2r0 28@3,-2r1 36@-1,-1r1 22@2,-1r2 18@3,-4r1 13@0,-3r0"
"""Six tiles, the last of which lie upstairs."""


def amounts(state, move, seat=0):
    """Amounts of a move's consequences, by code and subject."""
    consequences = GAME.consequences(state, seat, (GAME.parse(state, seat, move),))
    return {(each.code, *each.about.values()): each.amount for each in consequences}


def test_it_opens_two_places_of_level_3():
    """And closes three of level 2: the one that it takes, and those that shared a hex with it."""
    changes = amounts(build(city(STEPPED), city(), line=[24, 12]), "T1 3,-2 r3")
    assert (changes["places", 3], changes["places", 2]) == (2, -3)


def test_it_covers_two_quarries_for_as_many_stones_and_lies_on_level_2():
    """The next tile may lie snug beside the city."""
    state = build(city("19@0,-3r0 7@2,-3r1"), city(), line=[37, 12])
    changes = amounts(state, "T1 1,-2 r3")
    assert (changes["quarries",], changes["height",]) == (2, 1)
    assert played(state, "T1 1,-2 r3").cities[0].stones == 2
    assert min(amounts(state, move)["snug",] for move in moves(state)) == 1


def test_the_second_tile_costs_a_stone():
    state = build(city(stones=1), city(), line=[24, 12])
    first, second = (next(m for m in moves(state) if m.startswith(tile)) for tile in ("T1", "T2"))
    assert amounts(state, second)["price",] == -1
    assert ("price",) not in amounts(state, first)


def test_two_groups_of_houses_become_one():
    state = build(city("8@0,-3r0 33@2,-3r1 15@2,-5r1"), city(), line=[22, 12])
    assert amounts(state, "T1 1,-3 r0")["joins",] == 2
    [joined] = [group for group in groups_of(played(state, "T1 1,-3 r0")) if len(group) > 2]
    assert sum(bool(group & joined) for group in groups_of(state)) == 2


def groups_of(state):
    """The groups of houses of the first city."""
    return reference.groups(reference.districts(city_of(state), "houses"))


def moves(state):
    """Every legal move of the first seat, as text."""
    return [GAME.notation(state, 0, action) for action in GAME.legal_actions(state, 0)]


def played(state, move, seat=0):
    """The position after a move."""
    after = state.clone()
    GAME.apply(after, seat, GAME.parse(state, seat, move))
    return after


def city_of(state, seat=0):
    """A city as the reference sees it."""
    laid = GAME.state_to_json(state)["cities"][seat]
    return reference.city_of(laid["tiles"], laid["stones"])


# ---- every consequence is true of the position after -----------------------------------------


def positions(name):
    """Positions of a recorded game, with the move that was made there."""
    game = recorded(name)
    state = record.begin(game)
    for ply in game.plies:
        yield state.clone(), ply.seat, ply.move
        state = played(state, ply.move, ply.seat)


@each_case("name", of_tier(["two_by_points"], ["two_by_points", "four_all_variants"]))
def test_it_is_what_another_count_of_the_position_after_finds(name):
    """Places by the sites that are legal, the rest by the reference, from the JSON."""
    codes = set()
    for state, seat, move in positions(name):
        after = played(state, move, seat)
        changes = amounts(state, move, seat)
        stones = changes.pop(("quarries",), 0) + changes.pop(("price",), 0)
        assert stones == after.cities[seat].stones - state.cities[seat].stones
        assert changes.pop(("height",), 0) == after.cities[seat].tiles[-1].level - 1
        built = city_of(state, seat).cells
        snug = sum(near in built for near in edges(GAME.parse(state, seat, move)))
        assert changes.pop(("snug",), 0) == snug
        before, covers = (len(quarries_to_cover(position, seat)) for position in (state, after))
        assert changes.pop(("to_cover",), 0) == covers - before
        joined = changes.pop(("joins",), None)
        assert joined is None or changes.get(("counts", "houses"), 0) >= 0
        assert changes == measured_changes(state, after, seat)
        codes.update(code for code, *_ in changes)
    assert codes == {"places", "stars", "counts"}


def edges(action):
    """The cells beyond each side of a tile."""
    cells = reference.footprint(action.at, action.rot)
    return [near for cell in cells for near in reference.neighbours(cell) if near not in cells]


def quarries_to_cover(state, seat):
    """The quarries that show and that some tile could cover."""
    built = city_of(state, seat)
    upper = {cell for site, level in reference.sites(built).items() if level > 1 for cell in site}
    return {cell for cell in upper if built.cells[cell].kind == "quarry"}


def measured_changes(before, after, seat):
    """By how much places, stars and districts that count have changed."""
    old, new = measured(before, seat), measured(after, seat)
    return {key: new[key] - old[key] for key in {*old, *new} if new[key] != old[key]}


def measured(state, seat):
    built = city_of(state, seat)
    counts = Counter(("places", level) for level in reference.sites(built).values() if level > 1)
    for colour in reference.COLOURS:
        counts["counts", colour] = len(reference.scoring(built, colour))
        counts["stars", colour] = reference.colour_score(built, colour, ())["stars"]
    return counts
