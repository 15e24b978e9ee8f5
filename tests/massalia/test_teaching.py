"""Consequences of a line: cells, blows, losses of the others, cards and combos."""

from collections import Counter

import pytest

from rules import record
from rules.contract import line_notations, read
from rules.massalia import teaching
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import GAME, at, attacked, drawn
from tests.massalia.test_records import RECORDS
from tests.massalia.test_tiles import GARDE, JEAN, PORT
from tests.rulebook import rule
from tests.tier import deep, of_tier


def consequences(state, moves):
    """Amounts of a line's consequences, by code and subject."""
    line = read(GAME, state, 0, moves.split("; "))
    return {
        (consequence.code, *consequence.about.values()): consequence
        for consequence in GAME.consequences(state, 0, line)
    }


# ---- cells -------------------------------------------------------------------------------------


@rule("MA-31")
@each_case(("tile", "holder"), [({}, None), ({"G5": "1L2"}, 1)])
def test_it_takes_the_old_port_which_is_free_or_of_another(tile, holder):
    taken = consequences(drawn("WA", board=PORT | tile), "@G5")["takes", "G5"]
    assert (taken.amount, taken.more) == (1, {"other": holder})


@rule("MA-30")
def test_it_has_all_it_takes_for_the_old_port():
    two = {label: PORT[label] for label in ("F5", "H5")}
    outcomes = consequences(drawn("WA", board=two), "@F6")
    assert outcomes["ready", "G5"].amount == 1
    assert outcomes["nears", "G5"].more == {"have": 3, "need": 3}


@rule("MA-30")
def test_it_gets_nearer_to_la_garde_two_of_four():
    outcomes = consequences(drawn("WA", board={"H6": GARDE["H6"]}), "@G7")
    assert outcomes["nears", "H7"].more == {"have": 2, "need": 4}
    assert ("ready", "H7") not in outcomes


@rule("MA-26", "MA-30")
def test_a_tile_laid_over_a_marked_cell_keeps_another_from_the_fort():
    """Bastien has the two marks that Fort Saint-Jean takes; one is covered."""
    theirs = dict.fromkeys(JEAN, "1WA")
    outcomes = consequences(drawn("WA", board=theirs), "@G3")
    assert outcomes["bars", "F4", 1].amount == 1
    assert outcomes["hinders", "F4", 1].more == {"have": 1, "need": 2}


@rule("MA-62")
def test_a_tile_that_is_turned_down_drives_its_owner_out():
    todo = [{"id": 1, "card": "S01#1", "do": "flip", "n": 1, "terrain": "any"}]
    state = at(board={"G5": "1L2"}, turn={"todo": todo, "next": 2})
    assert consequences(state, "f G5")["unseats", "G5", 1].amount == 1


# ---- the others --------------------------------------------------------------------------------


@rule("MA-41")
@each_case(
    ("victim", "through"),
    [
        ({}, 8),
        ({"hand": ["C08#1"]}, 6),
        ({"hand": ["S01#1"], "deck": ["C08#1"]}, 6),
        ({"hand": ["S01#1"], "deck": ["S05#1"]}, 8),
    ],
)
def test_a_blow_is_told_with_what_no_shield_can_parry(victim, through):
    """Hand and pile are known only together: the hand could hold the shield of 2."""
    blow = consequences(attacked(8, victim, {}), "hit 1:8")["hits", 1]
    assert (blow.amount, blow.more) == (8, {"through": through})


# ---- losses and cards ---------------------------------------------------------------------------


def test_a_tile_that_is_still_to_be_drawn_promises_no_effect():
    """Whichever it is, it counts as a mark; what if it is a fire, on the Old Port."""
    place = {"id": 1, "card": "S01#1", "do": "place", "n": 2, "terrain": "any"}
    board = {label: PORT[label] for label in ("F5", "H5")}
    state = at(board=board, me={"bag": ["L3", "WA"]}, turn={"todo": [place], "next": 2})
    assert set(consequences(state, "t; @F6")) == {("ready", "G5"), ("nears", "G5"), ("nears", "E6")}
    assert consequences(state, "t; @F6; t; @G5") == {}


def to_do(what):
    """A turn in which an effect may still be used."""
    return {"todo": [{"id": 1, "card": "S01#1", "do": what, "n": 1, "terrain": None}], "next": 2}


THIRST = {"queue": [{"kind": "drain", "gauge": "water", "from": "G5"}]}
FIRE = {"tile": {"t": "FI", "terrain": "any", "todo": 1}, "next": 2}
BURNT = {"G4": "1L2", "G6": "1WA"}
LOSSES_AND_CARDS = {
    "it costs somebody water": ({"seats": 3, "turn": THIRST}, "drain 1", ("drains_water", 1), 1),
    "a fire takes tiles off the board": (
        {"board": PORT | BURNT, "turn": FIRE},
        "@G5; fire G4,G6",
        ("removes", 1),
        2,
    ),
    "a purchase comes into the next hands": (
        {"river": ["S04#1"], "turn": {"amber": 9}},
        "b S04",
        ("buys", "S04"),
        1,
    ),
    "a banished card comes into no hand": (
        {"me": {"reserve": ["S04#1"]}, "turn": to_do("banish")},
        "ban r:S04",
        ("banishes", "S04"),
        1,
    ),
    "a scout is destroyed": (
        {"others": [{"scouts": [{"card": "C09#1"}]}], "turn": to_do("destroy")},
        "k 1:C09",
        ("destroys", 1, "C09"),
        1,
    ),
}


@rule("MA-23", "MA-36", "MA-37", "MA-51", "MA-65")
@each_case(
    ("position", "moves", "subject", "amount"), LOSSES_AND_CARDS.values(), ids=LOSSES_AND_CARDS
)
def test_losses_of_the_others_and_cards_are_counted(position, moves, subject, amount):
    assert consequences(at(**position), moves)[subject].amount == amount


def test_cells_are_foreseen_only_up_to_a_card_that_may_not_be_drawn():
    board = {label: PORT[label] for label in ("F5", "H5")}
    me = {"hand": ["C13#1"], "deck": ["S01#1", "S02#1", "S03#1", "S04#1", "S05#1"]}
    state = drawn("WA", board=board, me=me)
    assert ("ready", "G5") in consequences(state, "@F6; p C13")
    assert consequences(state, "@F6; p C13; p S01") == {}


def test_a_line_may_end_the_game_where_a_shield_is_elsewhere():
    """Bastien holds the shield that saves him, which the other seat cannot see."""
    deck = ["S01#1", "S05#1", "S07#1", "S08#1", "S10#1"]
    victim = {"life": 3, "hand": ["C08#1"], "deck": deck}
    state = drawn("L1", board=PORT, me={"hand": ["AM#1"]}, others=[victim])
    assert set(consequences(state, "@G5; p AM")) == {("hits", 1)}


def test_a_seat_that_may_fall_or_not_is_not_said_to_lose_a_cell():
    """A shield of 2 may be in hand: with 3 of life left, a blow of 4 may be the last one or not."""
    victim = {"life": 3, "hand": ["S01#1"], "deck": ["C08#1"]}
    state = attacked(4, victim, {}, board={"G5": "1L2"})
    assert set(consequences(state, "hit 1:4")) == {("hits", 1)}
    sure = attacked(6, victim, {}, board={"G5": "1L2"})
    assert ("unseats", "G5", 1) in consequences(sure, "hit 1:6")


# ---- whatever is told is true of the position after ----------------------------------------------


@pytest.mark.parametrize("name", ["by_morale", pytest.param("by_conceding", marks=deep)])
def test_it_is_true_of_the_views_before_and_after_however_it_is_dealt(name):
    """Of lines along a kept game: on tables that the player cannot tell apart."""
    kept, codes = record.from_json(RECORDS[name]), Counter()
    state = record.begin(kept)
    for ply, (after, _) in zip(kept.plies, record.replay(kept), strict=True):
        seat, action = ply.seat, GAME.parse(state, ply.seat, ply.move)
        for line in ((action,), *filter(None, [GAME.line(state, seat, ())])):
            moves = [move for move in line_notations(GAME, state, seat, line) if move != "end"]
            consequences = GAME.consequences(state, seat, line)
            for luck in range(of_tier(1, 2)):
                check(GAME.redeal(state, seat, Rng(luck + 1)), seat, moves, consequences)
            codes.update(consequence.code for consequence in consequences)
        state = after.clone()
    assert set(codes) >= {"takes", "ready", "bars", "nears", "hinders", "hits", "buys", "combo"}


def check(state, seat, moves, consequences):
    """Check the consequences of a line on a table after the line.

    Of one's own life, water and fish it is told as far as one can foresee the line.
    """
    before, foreseen, events = GAME.view(state, seat), None, []
    after = state.clone()
    for move in moves:
        caused = GAME.apply(after, seat, GAME.parse(after, seat, move))
        events += caused
        reveals = (event.reveals and event.name not in teaching.KNOWN for event in caused)
        if foreseen is None and any(reveals):
            foreseen = GAME.view(after, seat)
    end = GAME.view(after, seat)
    for consequence in consequences:
        view = foreseen or end if consequence.code in OWN else end
        CHECKS[consequence.code](before, view, events, seat, consequence)


def resource(view, label):
    return next(cell for cell in view.resources if cell.cell == label)


def takes(before, after, events, seat, one):
    was, is_holder = (resource(view, one.about["cell"]).holder for view in (before, after))
    assert (is_holder == seat, was == seat) == (one.amount > 0, one.amount < 0)
    assert was == one.more["other"]


def unseats(before, after, events, seat, one):
    was, holder = (resource(view, one.about["cell"]).holder for view in (before, after))
    assert was == one.about["seat"] != holder


def marks(view, label, who):
    return resource(view, label).marks[who]


def need(label):
    return GAME.box.land.resource[GAME.box.land.index[label]].need


def ready(before, after, events, seat, one):
    label, who = one.about["cell"], one.about.get("seat", seat)
    was, now = (marks(view, label, who) >= need(label) for view in (before, after))
    assert now - was == (one.amount if who == seat else -one.amount)


def nears(before, after, events, seat, one):
    label, who = one.about["cell"], one.about.get("seat", seat)
    was, now = (min(marks(view, label, who), need(label)) for view in (before, after))
    assert now - was == (one.amount if who == seat else -one.amount)
    assert one.more == {"have": marks(after, label, who), "need": need(label)}


def hits(before, after, events, seat, one):
    blows = [e.args for e in events if e.name == "blow" and e.args["target"] == one.about["seat"]]
    assert sum(blow["n"] for blow in blows) == one.amount
    assert sum(blow["n"] - blow["parried"] for blow in blows) >= one.more["through"]


def own(name):
    def check(before, after, events, seat, one):
        was, now = (getattr(view.players[seat], name) for view in (before, after))
        assert now - was == one.amount

    return check


def drains(gauge):
    def check(before, after, events, seat, one):
        fallen = [e.args for e in events if e.name == "gauge" and e.args["gauge"] == gauge]
        assert sum(change["seat"] == one.about["seat"] for change in fallen) == one.amount

    return check


def removes(before, after, events, seat, one):
    gone = [e.args["owner"] for e in events if e.name == "tile_removed"]
    assert gone.count(one.about["seat"]) == one.amount


def does(name):
    def check(before, after, events, seat, one):
        cards = [e.args["card"].partition("#")[0] for e in events if e.name == name]
        assert one.about["card"] in cards

    return check


OWN = ("life", "water", "fish")
CHECKS = {
    "takes": takes,
    "unseats": unseats,
    "ready": ready,
    "bars": ready,
    "nears": nears,
    "hinders": nears,
    "hits": hits,
    "life": own("life"),
    "water": own("water"),
    "fish": own("fish"),
    "drains_water": drains("water"),
    "drains_fish": drains("fish"),
    "removes": removes,
    "destroys": does("scout_lost"),
    "buys": does("bought"),
    "banishes": does("banished"),
    "combo": does("combo"),
}
