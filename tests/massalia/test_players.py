"""Players for AI seats: legal, honest, and the easy one beats the random one."""

import itertools

import msgspec
import pytest

from rules import analysis
from rules.massalia import GAME, experience, players, sight
from rules.massalia.appraisal import BEYOND, EASY, HARD, PARTS, Stock
from rules.massalia.judging import Judge
from rules.massalia.prospects import FEW, Chart
from rules.record import RecordedPly
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import at, attacked, up_to_here
from tests.tier import of_tier

GAMES = of_tier(10, 20)
"""The bench plays 200; these tell a player that has lost its mind."""
GARDE = ("H6", "G7", "I7", "G8")
"""Four of the marked cells of Notre-Dame de la Garde (H7)."""


def winner(seed, kinds):
    """Winner of a game, by the names of the players."""
    players, rng = [GAME.player(kind) for kind in kinds], Rng(seed)
    state = GAME.new(len(kinds), seed)
    while acting := GAME.to_act(state):
        action = players[acting[0]].choose(state, acting[0], rng)
        GAME.check(state, acting[0], action)
        GAME.apply(state, acting[0], action)
    return kinds[state.winners[0]]


def test_easy_beats_random():
    seats = [("easy", "random"), ("random", "easy")]
    wins = [winner(seed, seats[seed % 2]) for seed in range(GAMES)]
    assert wins.count("easy") >= GAMES - 1


def test_hard_wants_cards_that_heal_and_draw_more_than_easy_does():
    """S07 places one tile, heals 4 and may draw a card; B09 places two and moves two."""
    state = at(
        me={"hand": [], "deck": ["AM#1", "AM#2", "SO#1", "MA#1"]},
        river=["S07#1", "B09#1"],
    )
    cards = [state.box.card[name] for name in state.river[:2]]
    easy, hard = (Stock(state, 0, values) for values in (EASY, HARD))
    assert easy.worth(cards[0]) < easy.worth(cards[1])
    assert hard.worth(cards[0]) > hard.worth(cards[1])


def test_hard_knows_which_cards_do_better_than_they_say():
    """O09 and C14, the most and the least so: what they say is left as it is for easy."""
    state = at(me={"deck": ["AM#1", "AM#2", "SO#1", "MA#1"]}, river=["O09#1", "C14#1"])
    cards = [state.box.card[name] for name in state.river[:2]]
    plain, hard = (
        Stock(state, 0, values) for values in (msgspec.structs.replace(HARD, beyond={}), HARD)
    )
    assert [hard.worth(card) - plain.worth(card) for card in cards] == pytest.approx([2.5, -2])
    assert EASY.beyond == {}


def test_each_card_does_better_or_worse_once():
    named = [card for cards in BEYOND.values() for card in cards.split()]
    assert len(named) == len(set(named))
    assert set(named) <= {card.id for card in at().box.card.values()}


def test_hard_and_strong_buy_by_what_cards_are_worth():
    """A look ahead ends before a card comes back: it cannot tell which one is better."""
    state = up_to_here(
        at(me={"hand": ["AM#1", "AM#2", "AM#3"]}, river=["S05#1", "B06#1"]),
        "p AM; p AM; p AM",
    )
    bought = players.best(state, 0, values=HARD)
    assert {GAME.player(name).choose(state, 0, Rng(1)) for name in ("hard", "strong")} == {bought}


def test_strong_tells_at_a_glance_the_reasons_for_a_purchase():
    """S05 heals and banishes; B06 brings amber, flips and parries. Nothing is there for combos."""
    state = up_to_here(
        at(me={"hand": ["AM#1", "AM#2", "AM#3"]}, river=["S05#1", "B06#1", "O15#1"]),
        "p AM; p AM; p AM",
    )
    advice = GAME.player("strong").advise(state, 0, Rng(1))
    parts = {GAME.notation(state, 0, line.action): line.parts.keys() for line in advice}
    assert list(parts) == ["b B06", "b S05"]
    assert parts["b B06"] == {"amber", "inroads", "guard", "proven"}
    assert parts["b S05"] == {"guard", "weeds", "proven"}


@each_case("values", [EASY, HARD])
@each_case("number", [1, 6, 12])
def test_the_parts_of_a_card_add_up_to_the_worth_of_its_purchase(values, number):
    """To easy that is the worth of the card."""
    stock = Stock(at(round=number, turn={"amber": 9}), 0, values)
    for card in families():
        assert sum(stock.parts(card).values()) == pytest.approx(stock.purchase(card)), card.id
        assert stock.parts(card).keys() <= set(PARTS)
        assert values is HARD or stock.purchase(card) == stock.worth(card)


def test_hard_knows_the_success_of_each_card_in_each_part_of_a_game():
    stages = len(experience.UNTIL) + 1
    assert experience.CARDS.keys() == {card.id for card in families()}
    assert experience.PARTS.keys() <= set(PARTS)
    assert {
        len(successes) for successes in (*experience.CARDS.values(), *experience.PARTS.values())
    } == {stages}


@each_case(("number", "bought"), [(1, False), (5, False), (12, True)])
def test_hard_buys_no_cheap_card_early_that_it_would_draw_again_and_again(number, bought):
    """B02 costs one and places one: in the first rounds it loses more games than it wins."""
    state = at(round=number, me={"hand": []}, river=["B02#1"], turn={"amber": 1})
    action = players.best(state, 0, values=HARD)
    assert (GAME.notation(state, 0, action) == "b B02") == bought
    assert GAME.notation(state, 0, players.best(state, 0)) == "b B02"


def families():
    """All cards that can be bought."""
    return [card for card in GAME.box.card.values() if card.family is not None]


def test_strong_advises_by_its_judgement_where_there_is_no_purchase():
    state = at(me={"hand": ["AM#1"]})
    strong = GAME.player("strong")
    assert strong.advise(state, 0, Rng(1)) == strong.judge(state, 0, Rng(1))


def with_tile(kind, n, *, seats=2, done=0, terrain="land", **fields):
    """A position in which seat 0 has drawn a tile and has n more to place."""
    entry = {"id": done + 1, "card": "SO#1", "do": "place", "n": n, "terrain": "land"}
    turn = {
        "tile": {"t": kind, "terrain": terrain, "todo": 1},
        "todo": [entry] if n else [],
        "next": done + 1 + bool(n),
    }
    return at(seats, turn=turn, **fields)


@each_case(("seats", "n", "candidates"), [(2, 2, 4), (2, 9, 1), (4, 4, 2)])
def test_strong_compares_less_the_more_play_and_looks_ahead_to_few_tiles_only(seats, n, candidates):
    """Each look would have to place all that are to come: that takes seconds."""
    state = with_tile("L3", n, seats=seats)
    assert len(GAME.player("strong").judge(state, 0, Rng(1))) == candidates


@each_case(("done", "to_come", "part"), [(0, 0, 1), (1, 1, 1), (3, 0, 2 / 3), (1, 7, 1 / 4)])
def test_strong_shares_its_effort_among_the_effects_of_a_turn(done, to_come, part):
    """The drawn tile is one of them; those done are known by the number of the next entry."""
    assert sight.share(with_tile("L3", to_come, done=done), 0) == pytest.approx(part)


def test_strong_does_not_ask_whether_to_buy_first_or_to_remove_first():
    """Both will be done: a look could only tell luck from luck."""
    state = at(
        me={"hand": []},
        board={"F3": "1WA", "G3": "1WA", "H3": "0WA"},
        river=["C06#1"],
        turn={
            "todo": [{"id": 1, "card": "C05#1", "do": "remove", "n": 1, "terrain": "any"}],
            "amber": 9,
            "next": 2,
        },
    )
    legal = [GAME.notation(state, 0, action)[0] for action in GAME.legal_actions(state, 0)]
    assert {"b", "x"} <= set(legal)
    judged = GAME.player("strong").judge(state, 0, Rng(1))
    assert [GAME.notation(state, 0, line.action)[0] for line in judged] == ["x", "x"]


def judged_afterwards(state, moves):
    """Verdict on the first of these moves."""
    coming = [RecordedPly(0, move) for move in moves.split("; ")]
    return analysis.verdict_of(GAME, analysis.judge_of(GAME), state, coming, 1)


def test_the_order_within_a_turn_is_no_missed_chance():
    """All cards are played anyway; who never plays one may have missed something."""
    turn = {"amber": 9}
    state = at(me={"hand": ["SO#1"]}, river=["C06#1"], turn=turn)
    assert judged_afterwards(state, "b C06; p SO; end") is None
    assert judged_afterwards(state, "b C06; end") is not None


def best(state):
    return GAME.notation(state, 0, GAME.player("easy").choose(state, 0, Rng(1)))


def test_easy_plays_its_cards_before_it_buys():
    state = at(me={"hand": ["AM#1", "C03#1"]}, river=["C06#1"])
    assert best(state) in ("p AM", "p C03")
    assert best(up_to_here(state, "p AM; p C03")) == "b C06"


def test_easy_lays_a_life_tile_where_it_strikes():
    board = {"F3": "0WA", "G3": "0WA"}
    assert best(with_tile("L3", 0, terrain="any", board=board)) == "@F4"


def test_easy_keeps_the_best_cells_for_tiles_that_strike():
    """Notre-Dame de la Garde is worth five: a sip of water there would waste it."""
    assert best(with_tile("WA", 0, board=dict.fromkeys(GARDE, "0WA"))) != "@H7"


def test_easy_covers_the_tile_that_an_opponent_needs_most():
    """Seat 1 may take Notre-Dame de la Garde in its next turn."""
    assert best(with_tile("WA", 0, board=dict.fromkeys(GARDE, "1WA")))[1:] in GARDE


def best_of_hard(state):
    return GAME.notation(state, 0, players.best(state, 0, values=HARD))


def test_hard_strikes_now_where_easy_makes_the_next_blow_ready():
    """A blow of three at the Carmes, or more cells to strike from later."""
    state = with_tile("L1", 0, board=dict.fromkeys(("I2", "I4", "J4"), "0WA"))
    assert best_of_hard(state) == "@J3"
    assert best(state) != "@J3"


def test_to_hard_a_blow_is_worth_most_where_no_shield_parries_it():
    """All five cards of seat 1 have a shield of 1: of a blow of 3 the rest comes through."""
    shields = ["B02#1", "B02#2", "B03#1", "B03#2", "B04#1"]
    state, open_to_it = (at(others=[{"hand": hand}]) for hand in (shields, []))
    cell = GAME.box.land.index["J3"]
    parried, unhindered = (
        Chart(each, 0, HARD.outlook).acting(cell, "L1") for each in (state, open_to_it)
    )
    assert parried == pytest.approx(3 * HARD.outlook.blow)
    assert unhindered == pytest.approx(3 * (HARD.outlook.blow + HARD.outlook.through))


def test_of_several_opponents_hard_thinks_of_the_one_that_parries_least():
    opponents = [{"hand": ["B02#1", "B02#2", "B03#1"]}, {"hand": ["B04#1"]}]
    assert Chart(at(3, others=opponents), 0, HARD.outlook).least_parry == 1


def test_to_hard_a_cell_is_spent_once_its_tile_has_acted():
    """Only another's tile would make it strike again (MA-32): water there costs a later blow."""
    state = at(board=dict.fromkeys(GARDE, "0WA"))
    plain = msgspec.structs.replace(HARD.outlook, spent=0)
    cell = GAME.box.land.index["H7"]
    worths = [Chart(state, 0, outlook).placing(cell, "WA") for outlook in (plain, HARD.outlook)]
    assert worths[0] - worths[1] == pytest.approx(5 * HARD.outlook.spent)


def test_to_hard_a_tile_on_theirs_is_worth_something_by_itself():
    """On a cell that is good for nothing else."""
    land = GAME.box.land
    free = next(i for i, near in enumerate(land.touching) if not near and land.terrain[i] == "land")
    state = with_tile("WA", 0, board={land.labels[free]: "1WA"})
    plain = msgspec.structs.replace(HARD, outlook=msgspec.structs.replace(HARD.outlook, cover=0))
    gain = [
        Judge(state, 0, values).worth(GAME.parse(state, 0, f"@{land.labels[free]}"))
        for values in (HARD, plain)
    ]
    assert gain[0] - gain[1] == pytest.approx(HARD.outlook.cover)


@each_case("values", [EASY, HARD])
def test_a_cell_that_was_covered_often_is_worth_less_to_cover_again(values):
    """So tiles do not heap up on one cell as long as others do nearly as well."""

    def worth(height):
        state = at(board=dict.fromkeys(GARDE, "1WA") | {"H6": " ".join(height * ["1WA"])})
        return Chart(state, 0, values.outlook).placing(GAME.box.land.index["H6"], "WA")

    assert worth(1) == worth(FEW) > worth(FEW + 1) > worth(FEW + 8) > 0


def test_hard_finishes_what_it_can_still_finish_in_this_turn():
    """One marked cell is missing: with two more tiles to come, the cell may be taken today."""
    next_turn, this_turn = (Chart(with_tile("WA", n), 0, HARD.outlook) for n in (1, 2))
    estaque = next(cell for cell in GAME.box.land.resources if cell.id == "estaque")
    stakes = [chart.stake(estaque, 0, None, 1) for chart in (this_turn, next_turn)]
    assert stakes == pytest.approx([2 * 0.62, 2 * 0.52])


def test_an_outlook_knows_of_cells_as_demanding_as_any():
    need = max(resource.need for resource in GAME.box.land.resources)
    for outlook in (EASY.outlook, HARD.outlook):
        for shares in (outlook.this_turn, outlook.later_turns, outlook.theirs):
            assert len(shares) > need
            assert list(shares) == sorted(shares, reverse=True)


def test_easy_builds_on_free_cells_rather_than_fight_for_one_tile():
    state = with_tile("WA", 0, seats=4, terrain="any", board={"G3": "1WA"})
    spread = up_to_here(state, best(state))
    assert max(map(len, spread.board)) == 1


def to_do(what, **fields):
    """A position in which one effect waits."""
    entry = {"id": 1, "card": "S05#1", "do": what, "n": 1}
    entry |= {"terrain": "any"} if what == "flip" else {}
    return at(turn={"todo": [entry], "next": 2}, **fields)


def test_easy_turns_its_own_tile_up_where_it_strikes_and_banishes_its_weakest_card():
    board = {"F3": "0WA", "G3": "0WA", "F4": "0L2-", "C1": "0L3-"}
    assert best(to_do("flip", board=board)) == "f F4"
    assert best(to_do("banish", me={"reserve": ["O15#1", "AM#1", "S15#1"]})) == "ban r:AM"


def test_easy_destroys_the_scout_with_most_life_and_burns_every_tile_it_can():
    scouts = [{"card": "C02#1"}, {"card": "C09#1"}]
    assert best(to_do("destroy", others=[{"scouts": scouts}])) == "k 1:C09"
    fire = {"queue": [{"kind": "fire", "cell": "G5"}]}
    assert best(at(board={"G5": "0FI", "G4": "1L2", "G6": "1WA"}, turn=fire)) == "fire G4,G6"


ATTACKS = {
    "finish one, hit another with the rest": ([{"life": 9}, {"life": 4}], 7, "hit 1:3 2:4"),
    "else strike the strongest, scouts included": (
        [{"life": 19}, {"life": 16, "scouts": [{"card": "C12#1"}]}],
        3,
        "hit 2:3",
    ),
    "spare a seat whose ten hidden cards all have shields": (
        [{"life": 10}, {"life": 25, "hand": ["C08#1", "S09#1"]}],
        3,
        "hit 1:3",
    ),
}


@each_case(("others", "n", "move"), ATTACKS.values(), ids=ATTACKS)
def test_easy_shares_an_attack_where_it_does_most(others, n, move):
    assert best(attacked(n, *others)) == move


# ---- what it buys -----------------------------------------------------------------------------


def purse(amber, *river, **me):
    """A seat with ten basic cards, amber in its purse, and some cards to be bought."""
    deck = [f"AM#{n}" for n in range(1, 7)] + ["SO#1", "SO#2", "MA#1", "MA#2"]
    return at(me={"deck": deck, **me}, river=river, turn={"amber": amber})


def test_easy_buys_a_cheap_card_rather_than_none():
    """Else a river of dear cards would never flow."""
    assert best(purse(1, "S01#1", "O15#1")) == "b S01"


def test_easy_ends_its_turn_rather_than_buy_a_card_worse_than_those_it_draws():
    rich = {"reserve": ["O15#1", "S15#1", "B15#1", "C15#1", "O14#1", "S14#1", "B14#1"]}
    assert best(purse(1, "C01#1", **rich, deck=[])) == "end"


@each_case(
    ("own", "bought"),
    [
        (["O01#1", "O02#1", "O03#1", "O04#1", "O01#2"], "b O05"),
        (["S01#1", "S02#1", "S03#1", "S04#1", "S06#1"], "b S05"),
    ],
)
def test_easy_buys_what_its_combos_count(own, bought):
    assert best(purse(3, "O05#1", "S05#1", reserve=own)) == bought


def test_amber_buys_less_the_sooner_the_game_ends():
    """C13 brings four pieces of it, O12 three tiles: a card for the beginning, one for the end."""
    worths = []
    for life in (29, 4):
        state = at(me={"life": life, "deck": ["AM#1", "AM#2", "SO#1", "MA#1"]})
        stock = Stock(state, 0, HARD)
        worths.append([stock.worth(state.box.card[name]) for name in ("C13#1", "O12#1")])
    (early, tiles), (late, tiles_late) = worths
    assert early > tiles
    assert late < tiles == tiles_late


@each_case("values", [EASY, HARD])
def test_a_shield_is_worth_more_the_more_opponents_strike(values):
    """S04 beside the same card without its shield; easy takes a shield for what it says."""
    worths = []
    for seats in (2, 3, 4):
        state = at(seats, me={"deck": ["AM#1", "AM#2", "SO#1", "MA#1"]})
        card = state.box.card["S04#1"]
        bare, stock = msgspec.structs.replace(card, shield=0), Stock(state, 0, values)
        worths.append(stock.worth(card) - Stock(state, 0, values).worth(bare))
    steps = [more - less for less, more in itertools.pairwise(worths)]
    assert steps == pytest.approx([values.crowded] * 2)


@each_case(("seats", "bought"), [(2, True), (4, False)])
def test_with_several_opponents_hard_buys_only_clearly_better_cards(seats, bought):
    """S01 brings next to nothing."""
    state = at(
        seats,
        me={"hand": [], "deck": ["SO#1", "MA#1", "O01#1", "S01#1"]},
        river=["S01#2"],
        turn={"amber": 1},
    )
    action = players.best(state, 0, values=HARD)
    assert (GAME.notation(state, 0, action) == "b S01") == bought
