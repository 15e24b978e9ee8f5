"""Consequences of a move: ways that get shorter or longer, chains, projects, cards."""

from collections import Counter
from itertools import islice

import pytest

from rules import record
from rules._settlements import prices
from rules._settlements.links import links
from rules._settlements.prospects import OUT_OF_REACH
from tests.settlements import records
from tests.settlements.building import seat
from tests.settlements.test_players import EXTENSION, HALF_WAY, NEARLY, TESTS
from tests.tier import of_tier


def consequences(table, move):
    """Amounts of a move's consequences, by code."""
    consequences = table.game.consequences(table.state, table.acting, (table.parse(move),))
    return {consequence.code: consequence for consequence in consequences}


@pytest.mark.rule("TG-90")
def test_it_leaves_only_two_buildings_to_go_between_denver_and_omaha(lay):
    nearer = consequences(lay(seat(reserve="41", hand="5e"), seat(), built=HALF_WAY), "B41 C2")[
        "nears"
    ]
    assert (nearer.amount, nearer.more) == (1, {"left": 2})
    assert nearer.about == {"cities": [lay.city(0), lay.city(1)]}


@pytest.mark.rule("TG-90")
def test_it_links_denver_and_omaha(lay):
    outcomes = consequences(lay(seat(reserve="41", hand="5e"), seat(), built=NEARLY), "B41 D5")
    assert outcomes["nears"].more == {"left": 0}


def test_a_building_apart_brings_no_city_nearer(lay):
    assert "nears" not in consequences(
        lay(seat(reserve="41", hand="5e"), seat(), built=HALF_WAY), "B41 A5"
    )


def test_it_blocks_bastien_between_denver_and_omaha(lay):
    """One building was missing, now three are: the way round."""
    built = "0:10@A5 " + NEARLY.replace("0:", "1:")
    table = lay(seat(reserve="30 41", hand="5e"), seat(), built=built)
    block = consequences(table, "B41 D5")["blocks"]
    assert (block.amount, block.about) == (2, {"seat": 1})
    assert block.more == {"cities": [lay.city(0), lay.city(1)], "left": 3, "cut": False}


def test_it_cuts_him_off_where_there_is_no_way_round(lay):
    """A single row of regions' hexes leads to the city: C2 is the only one beside it."""
    table = lay(
        seat(reserve="41", hand="9e"),
        seat(),
        tiles="1@0,0r0",
        cities="0@-2,0 1@2,0",
        built="1:51@A4 1:52@A0",
    )
    block = consequences(table, "B41 A1")["blocks"]
    assert block.more["cut"]
    assert block.more["left"] == OUT_OF_REACH


def test_a_seat_far_from_any_link_is_not_blocked(lay):
    """On an empty map six are missing; one more or less does not matter."""
    assert "blocks" not in consequences(lay(seat(reserve="40", hand="9e"), seat()), "B40 A2")


def test_a_region_may_open_a_shorter_way_to_somebody_else(lay):
    built = "1:51@A1 1:52@B4 1:53@B3"
    table = lay(
        seat(), seat(), tiles="1@0,0r0 12@3,0r0", cities="0@-2,0 1@3,3", built=built, turn=EXTENSION
    )
    blocks = [consequences(table, f"X {centre} r0").get("blocks") for centre in table.tokens("X")]
    helping = [block for block in blocks if block is not None]
    assert helping
    assert all(block.amount < 0 for block in helping)


@pytest.mark.rule("TG-60")
def test_both_copies_that_follow_are_free_beside_it(lay):
    """41 is free beside 40; two of them wait in the reserve."""
    freed = consequences(lay(seat(reserve="40 41 41", hand="9e9b9a9m"), seat()), "B40 A2")["frees"]
    assert (freed.amount, freed.more) == (2, {"buildings": [41, 41]})


@pytest.mark.rule("TG-60")
def test_a_building_that_is_free_already_does_not_become_so(lay):
    """It is free beside 40 before, and beside 40 after; the new building opens nothing."""
    table = lay(seat(reserve="41 41"), seat(), built="0:40@B2")
    assert "frees" not in consequences(table, "B41 B3")


@pytest.mark.rule("TG-35")
def test_to_stop_takes_three_cards_and_to_build_costs_some(lay):
    table = lay(seat(reserve="41", hand="5e"), seat(), built=HALF_WAY)
    assert consequences(table, "S")["cards"].amount == 3
    assert consequences(table, "B41 A5")["cards"].amount == -1


@pytest.mark.rule("TG-73")
def test_a_worker_is_used_up_for_one_more_action(lay):
    turn = {"mode": "build", "done": 3}
    table = lay(seat(reserve="41", bonus=1), seat(), built=HALF_WAY, turn=turn)
    assert consequences(table, "W+")["spends"].amount == -1


@pytest.mark.rule("TG-40")
def test_to_draw_reveals_a_building_whichever_it_is(lay):
    assert consequences(lay(seat(stacks="22||41|"), seat()), "D1")["reveals"].amount == 1


@pytest.mark.rule("TG-70")
def test_the_last_building_of_a_project_completes_it(lay):
    """10 stands; 11 is the other one of its kind, beside it."""
    project = lay.game.rules.buildings[10].project
    kinds = lay.game.rules.projects[project].kinds
    missing = max(kinds)
    standing = Counter({n: lay.game.rules.buildings[n].copies for n in kinds})
    standing[missing] -= 1
    spots = iter(("A1", "A2", "A3", "A0", "A5", "A6", "B4", "B5"))
    built = " ".join(f"0:{n}@{next(spots)}" for n in standing.elements())
    table = lay(seat(reserve=str(missing), hand="9e9b9a9m"), seat(), built=built)
    assert consequences(table, f"B{missing} {next(spots)}")["completes"].about == {
        "project": project
    }


# ---- whatever is told is true of the position after ----------------------------------------------


def test_it_is_true_of_the_views_before_and_after(lay):
    """Of the moves that the strong player compares, along the kept games."""
    game, codes = lay.game, Counter()
    for kept in records.in_folder(TESTS / lay.key).values():
        for state, _ in islice(record.replay(kept), 0, len(kept.plies) - 1, of_tier(16, 4)):
            [who] = game.to_act(state)
            for action, *_ in game.player("strong").sight.candidates(state, who, 3):
                after = state.clone()
                game.apply(after, who, action)
                for consequence in game.consequences(state, who, (action,)):
                    CHECKS[consequence.code](game, state, after, who, consequence)
                    codes[consequence.code] += 1
    assert set(codes) >= {"nears", "blocks", "frees", "cards", "reveals"}


def open_links(game, state, who):
    """Number of buildings that a seat needs between cities, counted on the map."""
    open_links = links(game.view(state, None), who)
    return {frozenset(link.cities): link.needed for link in open_links}


def nears(game, before, after, who, one):
    pair = frozenset(one.about["cities"])
    was = open_links(game, before, who).get(pair, OUT_OF_REACH)
    assert open_links(game, after, who)[pair] == one.more["left"] == was - one.amount
    if one.parts:
        assert min(open_links(game, after, who).values()) == one.more["left"]


def blocks(game, before, after, who, one):
    rival, pair = one.about["seat"], frozenset(one.more["cities"])
    assert rival != who
    was, now = (open_links(game, state, rival).get(pair, OUT_OF_REACH) for state in (before, after))
    assert (now - was, now) == (one.amount, one.more["left"])
    fewest = [min(open_links(game, state, rival).values(), default=99) for state in (before, after)]
    assert (fewest[1] > fewest[0]) == (one.amount > 0)


def frees(game, before, after, who, one):
    player = game.view(after, who).players[who]
    for building in one.more["buildings"]:
        assert building in player.reserve
        is_free = [spot_for_nothing(state, who, building) for state in (before, after)]
        assert is_free == [one.amount < 0, one.amount > 0]


def spot_for_nothing(state, who, building):
    """Whether some free hex lies beside a building that makes this one free."""
    after = state.rules.buildings[building].after
    return any(prices.chain(state.players[who], after, cell) for cell in state.free)


def cards(game, before, after, who, one):
    counts = [game.view(state, None).players[who].cards for state in (before, after)]
    assert counts[1] - counts[0] == one.amount


def spends(game, before, after, who, one):
    counts = [game.view(state, None).players[who].bonus for state in (before, after)]
    assert counts[1] - counts[0] == one.amount


def reveals(game, before, after, who, one):
    assert game.view(after, None).turn.drawn is not None


def completes(game, before, after, who, one):
    [project] = [
        p for p in game.view(after, None).players[who].projects if p.id == one.about["project"]
    ]
    assert project.built == project.total


CHECKS = {
    "nears": nears,
    "blocks": blocks,
    "frees": frees,
    "cards": cards,
    "reveals": reveals,
    "spends": spends,
    "completes": completes,
}
