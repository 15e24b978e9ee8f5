"""Consequences of a turn: oracles, connections, markets, points to spend, tiles."""

from collections import Counter

from rules.contract import line_notations, read
from rules.rng import Rng
from tests.cases import each_case
from tests.magna_grecia import reference
from tests.magna_grecia.building import BY_LABEL, GAME, deal, lay
from tests.rulebook import rule
from tests.tier import of_tier


def consequences(table, moves):
    seat = table.state.to_move
    return GAME.consequences(table.state, seat, read(GAME, table.state, seat, moves.split(";")))


def told(table, moves):
    """Amounts of a line's consequences, by code and subject."""
    return {(one.code, *map(str, one.about.values())): one for one in consequences(table, moves)}


def spot(label):
    return str(list(BY_LABEL[label]))


TO_J8 = "R I11 SW-NE;R J10 W-NE;R J9 E-W"
"""The way of yellow's H11 to the oracle in J8."""


@rule("MG-81")
def test_it_wins_the_oracle_of_j8_which_nobody_had():
    found = told(lay(cities="0:H11, 1:F7", oracles="J8"), TO_J8)["oracle", spot("J8")]
    assert (found.amount, found.more) == (4, {"other": None})


@rule("MG-82")
def test_it_takes_the_oracle_of_j8_from_who_had_it():
    """Orange holds it by one connection; yellow arrives with two."""
    table = lay(cities="0:H11, 1:F7", oracles="J8", joins="F7-J8 H11-H13")
    assert table.holder("J8") == 1
    found = told(table, TO_J8)
    assert found["oracle", spot("J8")].more == {"other": 1}
    assert found["rival", "1"].amount == 4


@rule("MG-51")
def test_it_connects_h11_and_the_oracle():
    found = told(lay(cities="0:H11, 1:F7", oracles="J8"), TO_J8)
    [pair] = [one.about["places"] for one in found.values() if one.code == "joins"]
    assert sorted(pair)[0] == "city:H11"
    assert sorted(pair)[1].startswith("oracle:")


@rule("MG-68")
def test_a_market_opens_worth_its_connections():
    table = lay(cities="0:A9", joins="A9-D7 D7-B6")
    found = told(table, "M D7")["opens", spot("D7")]
    assert found.amount == table.play("M D7").value(0, "D7") == 2


@rule("MG-68")
def test_a_market_grows_with_a_connection():
    table = lay(cities="0:H11", markets="0:H11", oracles="J8")
    found = told(table, TO_J8)["market", spot("H11")]
    assert (found.amount, found.more) == (1, {"now": 1})


@rule("MG-70")
def test_a_market_that_is_sold_brings_points_and_grows_no_more():
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7")
    found = told(table, "S A9")
    assert found["sells", spot("A9")].amount == found["purse",].amount == 1
    assert found["sold", spot("A9")].amount == -1


@rule("MG-40", "MG-44")
def test_a_city_is_founded_for_a_point():
    found = told(lay(roads="0:B8 NE-SW, 0:C8 NE-SW", cities="0:A9"), "C D7")
    assert found["founds", spot("D7")].amount == 1
    assert found["purse",].amount == -1


@rule("MG-43")
def test_a_village_is_reached_where_a_city_may_be_founded_later():
    """The first tile of the way to D7 leads nowhere yet."""
    table = lay(cities="0:A9, 1:F7")
    assert ("reaches", spot("D7")) not in told(table, "R B8 NE-SW")
    assert told(table, "R B8 NE-SW;R C8 NE-SW")["reaches", spot("D7")].amount == 1


@rule("MG-14")
def test_a_road_to_an_oracle_reaches_no_village():
    found = told(lay(cities="0:H11, 1:F7", oracles="J8"), TO_J8)
    assert not [one for one in found.values() if one.code == "reaches"]


@rule("MG-21")
def test_tiles_are_drawn_and_others_used_up():
    table = lay(cities="0:H11", oracles="J8", card="Y2")
    drawn = next(move for move in table.legal("D"))
    roads, cities = map(int, drawn.split()[1].split("+"))
    found = told(table, drawn)["draws",]
    assert (found.amount, found.more) == (roads + cities, {"roads": roads, "cities": cities})
    assert told(table, TO_J8)["lays",].more == {"roads": 3, "cities": 0}


def test_before_the_first_round_nothing_is_pointed_at():
    table = deal()
    assert consequences(table, next(iter(sorted(table.legal())))) == []


# ---- whatever is told is true of the position after ----------------------------------------------


@each_case("seats", of_tier([2], [2, 4]))
def test_it_is_what_the_views_before_and_after_show(seats):
    """Of the turns that the strong player thinks of along a game of easy ones."""
    every = Counter()
    for state, seat in turns(seats):
        for line in GAME.player("strong").sight.candidates(state, seat, 3):
            steps = [move for move in line_notations(GAME, state, seat, line) if move != "end"]
            after = state.clone()
            for move in steps:
                GAME.apply(after, seat, GAME.parse(after, seat, move))
            before, now = GAME.view(state, None), GAME.view(after, None)
            for one in GAME.consequences(state, seat, line):
                CHECKS[one.code](before, now, seat, one)
                every[one.code] += 1
    told = {"oracle", "market", "opens", "joins", "founds", "reaches", "rival", "purse", "draws"}
    assert set(every) >= told


def turns(seats):
    """Positions at the beginning of turns, along a game of easy players."""
    state, easy = deal(seats, 3, oracle_setup="random").state, GAME.player("easy")
    while acting := GAME.to_act(state):
        [seat] = acting
        if not GAME.mid_turn(state) and state.round % 2:
            yield state.clone(), seat
        GAME.apply(state, seat, easy.choose(state, seat, Rng(1)))


def oracle(before, after, seat, one):
    was, now = (
        next(o for o in v.oracles if list(o.hex) == one.about["hex"]) for v in (before, after)
    )
    mine, theirs = (now, was) if one.amount > 0 else (was, now)
    assert (mine.seat, theirs.seat) == (seat, one.more["other"])
    assert abs(one.amount) == 4


def value(view, seat, at):
    found = [m for m in view.markets if m.seat == seat and list(m.hex) == at]
    return found[0].value if found else None


def market(before, after, seat, one):
    was, now = (value(view, seat, one.about["hex"]) for view in (before, after))
    assert (now, now - was) == (one.more["now"], one.amount)


def opens(before, after, seat, one):
    assert value(before, seat, one.about["hex"]) is None
    assert value(after, seat, one.about["hex"]) == one.amount


def sale(before, after, seat, one):
    assert value(before, seat, one.about["hex"]) == abs(one.amount)
    [gone] = [m for m in after.markets if m.seat == seat and list(m.hex) == one.about["hex"]]
    assert gone.sold


def joins(before, after, seat, one):
    """They are neighbours, and nothing that lies where they lie was before."""
    here, there = (covering(after, place) for place in one.about["places"])
    assert there.id in here.neighbours
    known = {place.id: place for place in before.places}
    for place in before.places:
        if set(place.hexes) & set(here.hexes):
            near = [known[one] for one in place.neighbours]
            assert not any(set(other.hexes) & set(there.hexes) for other in near)


def covering(view, place):
    kind, _, name = place.partition(":")
    if kind == "city":
        return next(p for p in view.places if p.hexes[0] == BY_LABEL[name])
    return next(p for p in view.places if p.id == place)


def founds(before, after, seat, one):
    own = [[list(c.hexes[0]) for c in v.cities if c.seat == seat] for v in (before, after)]
    assert one.about["hex"] in own[1]
    assert one.about["hex"] not in own[0]


def reaches(before, after, seat, one):
    """A road of the seat arrives at the village only now, and it is a village still."""
    assert not arrives(before, seat, one.about["hex"])
    assert arrives(after, seat, one.about["hex"])
    assert covering_hex(after, one.about["hex"]).id.startswith("village:")


def arrives(view, seat, at):
    """Whether a road tile of a seat has an end that faces a hex."""
    own = [road for road in view.roads if road.seat == seat]
    return any(list(reference.step(road.hex, end)) == at for road in own for end in road.ends)


def covering_hex(view, at):
    return next(place for place in view.places if at in [list(hex) for hex in place.hexes])


def rival(before, after, seat, one):
    was, now = (view.standing[one.about["seat"]].total for view in (before, after))
    assert was - now == one.amount


def purse(before, after, seat, one):
    was, now = (view.players[seat].score for view in (before, after))
    assert now - was == one.amount


def draws(before, after, seat, one):
    assert after.turn.drawn == one.more


def lays(before, after, seat, one):
    assert (after.turn.roads, after.turn.cities) == (one.more["roads"], one.more["cities"])


CHECKS = {
    "oracle": oracle,
    "market": market,
    "opens": opens,
    "sells": sale,
    "sold": sale,
    "joins": joins,
    "founds": founds,
    "reaches": reaches,
    "rival": rival,
    "purse": purse,
    "draws": draws,
    "lays": lays,
}
