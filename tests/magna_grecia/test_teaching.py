"""Consequences of a turn: oracles, connections, markets, points to spend, tiles."""

from collections import Counter

from rules import record
from rules.contract import line_notations, read
from tests.cases import each_case
from tests.magna_grecia import reference
from tests.magna_grecia.building import BY_LABEL, GAME, deal, lay, recorded
from tests.rulebook import rule
from tests.tier import of_tier


def consequences(table, moves):
    seat = table.state.to_move
    return GAME.consequences(table.state, seat, read(GAME, table.state, seat, moves.split(";")))


def by_subject(table, moves):
    """A line's consequences, by code and subject."""
    return {
        (each.code, *map(str, each.about.values())): each for each in consequences(table, moves)
    }


def to_j8(**fields):
    """Consequences of yellow's way to the oracle in J8, by code and subject."""
    return by_subject(lay(**FREE_ORACLE | fields), TO_J8)


def spot(label):
    return str(list(BY_LABEL[label]))


TO_J8 = "R I11 SW-NE;R J10 W-NE;R J9 E-W"
"""The way of yellow's H11 to the oracle in J8."""
FREE_ORACLE = {"cities": "0:H11, 1:F7", "oracles": "J8"}
"""The way of yellow's H11 to the oracle in J8."""


@rule("MG-51", "MG-81")
def test_it_connects_h11_with_the_oracle_of_j8_and_wins_it():
    """Nobody had it. A road to an oracle reaches no village (MG-14)."""
    changes = to_j8()
    oracle = changes["oracle", spot("J8")]
    assert (oracle.amount, oracle.more) == (4, {"other": None})
    [pair] = [each.about["places"] for each in changes.values() if each.code == "joins"]
    assert sorted(pair) == ["city:H11", "oracle:grumentum"]
    assert "reaches" not in {code for code, *_ in changes}
    assert changes["lays",].more == {"roads": 3, "cities": 0}


@rule("MG-82")
def test_it_takes_the_oracle_of_j8_from_its_holder():
    """Orange holds it by one connection; yellow arrives with two."""
    joins = "F7-J8 H11-H13"
    assert lay(**FREE_ORACLE, joins=joins).holder("J8") == 1
    changes = to_j8(joins=joins)
    assert changes["oracle", spot("J8")].more == {"other": 1}
    assert changes["rival", "1"].amount == 4


@rule("MG-68")
def test_a_market_opens_worth_its_connections_and_grows_with_each():
    table = lay(cities="0:A9", joins="A9-D7 D7-B6")
    opening = by_subject(table, "M D7")["opens", spot("D7")]
    assert opening.amount == table.play("M D7").value(0, "D7") == 2
    market = to_j8(markets="0:H11")["market", spot("H11")]
    assert (market.amount, market.more) == (1, {"now": 1})


@rule("MG-70")
def test_a_market_that_is_sold_brings_points_and_grows_no_more():
    changes = by_subject(lay(cities="0:A9", markets="0:A9", joins="A9-D7"), "S A9")
    assert changes["sells", spot("A9")].amount == changes["purse",].amount == 1
    assert changes["sold", spot("A9")].amount == -1


@rule("MG-40", "MG-44")
def test_a_city_is_founded_for_a_point():
    changes = by_subject(lay(roads="0:B8 NE-SW, 0:C8 NE-SW", cities="0:A9"), "C D7")
    assert changes["founds", spot("D7")].amount == 1
    assert changes["purse",].amount == -1


@rule("MG-43")
def test_a_village_is_reached_where_a_city_may_be_founded_later():
    """The first tile of the way to D7 leads nowhere yet."""
    table = lay(cities="0:A9, 1:F7")
    assert ("reaches", spot("D7")) not in by_subject(table, "R B8 NE-SW")
    assert by_subject(table, "R B8 NE-SW;R C8 NE-SW")["reaches", spot("D7")].amount == 1


@rule("MG-21")
def test_tiles_are_drawn():
    draw = by_subject(lay(), "D 2+1")["draws",]
    assert (draw.amount, draw.more) == (3, {"roads": 2, "cities": 1})


def test_before_the_first_round_a_move_has_no_consequences():
    assert consequences(deal(), "O J8") == []


# ---- every consequence is true of the position after ---------------------------------------------


@each_case("name", of_tier(["two_by_points"], ["two_by_points", "four_by_points"]))
def test_it_is_what_the_views_before_and_after_show(name):
    """Of the turns that the strong player thinks of along a recorded game."""
    codes = Counter()
    for state, seat in turns(name):
        for line in GAME.player("strong").sight.candidates(state, seat, 3):
            moves = [move for move in line_notations(GAME, state, seat, line) if move != "end"]
            after = state.clone()
            for move in moves:
                GAME.apply(after, seat, GAME.parse(after, seat, move))
            view, view_after = GAME.view(state, None), GAME.view(after, None)
            for consequence in GAME.consequences(state, seat, line):
                CHECKS[consequence.code](view, view_after, seat, consequence)
                codes[consequence.code] += 1
    assert set(codes) >= set(CHECKS) - {"sells", "sold", "lays"}


def turns(name):
    """Positions at the beginning of turns in every other round of a recorded game."""
    for state, _ in record.replay(recorded(name)):
        if state.phase == "turns" and state.round % 2 and not GAME.mid_turn(state):
            yield state.clone(), state.to_move


def oracle(before, after, seat, consequence):
    old, new = (
        next(o for o in v.oracles if list(o.hex) == consequence.about["hex"])
        for v in (before, after)
    )
    mine, theirs = (new, old) if consequence.amount > 0 else (old, new)
    assert (mine.seat, theirs.seat) == (seat, consequence.more["other"])
    assert abs(consequence.amount) == 4


def value(view, seat, at):
    markets = [m for m in view.markets if m.seat == seat and list(m.hex) == at]
    return markets[0].value if markets else None


def market(before, after, seat, consequence):
    old, new = (value(view, seat, consequence.about["hex"]) for view in (before, after))
    assert (new, new - old) == (consequence.more["now"], consequence.amount)


def opens(before, after, seat, consequence):
    assert value(before, seat, consequence.about["hex"]) is None
    assert value(after, seat, consequence.about["hex"]) == consequence.amount


def sale(before, after, seat, consequence):
    assert value(before, seat, consequence.about["hex"]) == abs(consequence.amount)
    [gone] = [
        m for m in after.markets if m.seat == seat and list(m.hex) == consequence.about["hex"]
    ]
    assert gone.sold


def joins(before, after, seat, consequence):
    """They are neighbours, and nothing that lies where they lie was before."""
    first, second = (covering(after, place) for place in consequence.about["places"])
    assert second.id in first.neighbours
    places = {place.id: place for place in before.places}
    for place in before.places:
        if set(place.hexes) & set(first.hexes):
            near = [places[name] for name in place.neighbours]
            assert not any(set(each.hexes) & set(second.hexes) for each in near)


def covering(view, place):
    kind, _, name = place.partition(":")
    if kind == "city":
        return next(p for p in view.places if p.hexes[0] == BY_LABEL[name])
    return next(p for p in view.places if p.id == place)


def founds(before, after, seat, consequence):
    old, new = ([list(c.hexes[0]) for c in v.cities if c.seat == seat] for v in (before, after))
    assert consequence.about["hex"] in new
    assert consequence.about["hex"] not in old


def reaches(before, after, seat, consequence):
    """A road of the seat arrives at the village only now, and it is a village still."""
    at = consequence.about["hex"]
    assert not arrives(before, seat, at)
    assert arrives(after, seat, at)
    [place] = [each for each in after.places if tuple(at) in each.hexes]
    assert place.id.startswith("village:")


def arrives(view, seat, at):
    """Whether a road tile of a seat has an end that faces a hex."""
    roads = [road for road in view.roads if road.seat == seat]
    return any(list(reference.step(road.hex, end)) == at for road in roads for end in road.ends)


def rival(before, after, seat, consequence):
    old, new = (view.standing[consequence.about["seat"]].total for view in (before, after))
    assert old - new == consequence.amount


def purse(before, after, seat, consequence):
    old, new = (view.players[seat].score for view in (before, after))
    assert new - old == consequence.amount


def draws(before, after, seat, consequence):
    assert after.turn.drawn == consequence.more


def lays(before, after, seat, consequence):
    assert (after.turn.roads, after.turn.cities) == (
        consequence.more["roads"],
        consequence.more["cities"],
    )


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
