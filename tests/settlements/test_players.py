"""Players for AI seats: random and easy, and the suggestions of the panel, in both games."""

from itertools import islice
from pathlib import Path
from statistics import mean

import pytest

from rules import hexgrid, record
from rules._settlements import standing
from rules._settlements.actions import Extend, Stop
from rules._settlements.links import links
from rules._settlements.sight import SIGHT
from rules.contract import RulesError, play
from rules.hexgrid import cell_of
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case
from tests.settlements import records
from tests.settlements.building import seat
from tests.tier import deep, of_tier

NAMES = ("random", "easy")
TESTS = Path(__file__).parents[1]

ROW = "1@0,0r0 12@3,0r0"
"""Two regions side by side."""


def finish(lay, names, seed):
    """A whole game between the players called `names`, one for each seat: its last position."""
    players = [lay.game.player(name) for name in names]
    state, rng = lay.game.new(len(names), seed), Rng(seed)
    while acting := lay.game.to_act(state):
        [who] = acting
        lay.game.apply(state, who, players[who].choose(state, who, rng))
    return state


def choice(table):
    """The move of the easy player, in the letters of Telegraph."""
    action = table.game.player("easy").choose(table.state, table.acting, Rng(1))
    table.game.check(table.state, table.acting, action)
    return table.game.notation(table.state, table.acting, action)


def after_easy(table):
    """The table after the easy player's action."""
    table.game.apply(
        table.state,
        table.acting,
        table.game.player("easy").choose(table.state, table.acting, Rng(1)),
    )
    return table


def distance_to_link(table, who=0):
    """Number of buildings that a seat still needs for its nearest link."""
    return links_of(table, who)[0].needed


def links_of(table, who=0):
    """The links that a seat can still make, nearest first."""
    return links(table.game.view(table.state, None), who)


# ---- whole games ------------------------------------------------------------------------------


@each_case("first", NAMES)
def test_easy_beats_random_in_every_one_of_ten_games(lay, first):
    """Whichever seat it has. `python -m rules match telegraph easy random` plays 200."""
    names = [first, *(name for name in NAMES if name != first)]
    ends = [finish(lay, names, seed) for seed in range(5)]
    assert [names[lay.game.result(end).winners[0]] for end in ends] == ["easy"] * 5
    assert mean(end.turn.number for end in ends) < 30


@each_case("seats", [2, 3, 4])
def test_games_between_easy_players_end(lay, seats):
    """All of them block each other; who is blocked builds all thirty."""
    for seed in range(of_tier(1, 3)):
        assert finish(lay, ["easy"] * seats, seed).turn.number < 40 * seats


@deep
def test_easy_beats_three_random_players(lay):
    ends = [finish(lay, ["random", "easy", "random", "random"], seed) for seed in range(4)]
    assert [lay.game.result(end).winners for end in ends] == [(1,)] * 4


# ---- victory ----------------------------------------------------------------------------------

HALF_WAY = "0:51@A2 0:52@B4 0:53@B5"
"""A chain from Denver; C2, C1 and D5 take it to Omaha."""
NEARLY = f"{HALF_WAY} 0:54@C2 0:55@C1"
"""D5 is missing."""


@pytest.mark.rule("TG-90")
def test_easy_and_strong_win_with_one_building_whatever_else_there_is(lay):
    table = lay(seat(reserve="11 22 41", hand="5e"), seat(), built=NEARLY)
    judged = table.game.player("strong").judge(table.state, 0, Rng(1))
    assert judged[0].action == table.game.player("easy").choose(table.state, 0, Rng(1))
    assert judged[0].parts == {"won": standing.WON}
    table.game.apply(table.state, 0, judged[0].action)
    assert table.json["result"] == {"winner": 0, "reasons": ["connection"]}


@pytest.mark.rule("TG-90")
@each_case(
    ("reserve", "hand"),
    [("41 41 41", "9e"), ("10 20 40", "3b2a2m"), ("20 40 62", "1e2b3a"), ("20 40 57 63", "3a1m")],
)
def test_easy_keeps_the_cards_that_its_last_building_takes(lay, reserve, hand):
    """Three buildings win, but mostly only where the first two leave enough for the third."""
    table = lay(seat(stacks="31|||", reserve=reserve, hand=hand), seat(), built=HALF_WAY)
    for _ in range(3):
        after_easy(table)
    assert table.json["result"] == {"winner": 0, "reasons": ["connection"]}


@pytest.mark.rule("TG-41", "TG-73", "TG-90")
@each_case(
    ("mine", "turn"),
    [
        (seat(reserve="41", hand="5e", bonus=1), {"mode": "build", "done": 3}),
        (seat(hand="5e"), {"mode": "draw", "done": 1, "drawn": {"building": 41, "stack": 0}}),
    ],
)
def test_easy_wins_with_a_fourth_building_for_its_worker_and_with_a_revealed_one(lay, mine, turn):
    table = lay(mine, seat(), built=NEARLY, turn=turn)
    while table.game.to_act(table.state):
        assert after_easy(table).turn["seat"] == 0
    assert table.json["result"]["winner"] == 0


@pytest.mark.rule("TG-73", "TG-90")
@each_case(("reserve", "hand"), [("10 20 50 59", "3b2a2m"), ("50 55 61 62", "2e3b1a2m")])
def test_easy_counts_on_its_worker_from_the_first_building_on(lay, reserve, hand):
    """Four are missing; the cards pay for them in one order only."""
    mine = seat(stacks="31|||", reserve=reserve, hand=hand, bonus=1)
    table = lay(mine, seat(), built="0:51@A2 0:52@B4")
    for _ in range(5):
        after_easy(table)
    assert table.json["result"] == {"winner": 0, "reasons": ["connection"]}


@pytest.mark.rule("TG-90")
def test_easy_builds_its_last_buildings_in_the_order_that_it_can_pay():
    """With two cards: paid for 60 they leave 61 and 21 free; paid for 21 they are gone."""
    game_record = records.in_folder(TESTS / "telegraph")["two_in_order"]
    game, before = get("telegraph"), len(game_record.plies) - 6
    state, _ = next(islice(record.replay(game_record), before - 1, None))
    assert sorted(state.players[0].reserve) == [21, 60, 61]
    while game.to_act(state) == (0,):
        game.apply(state, 0, game.player("easy").choose(state, 0, Rng(1)))
    assert game.result(state).winners == (0,)


# ---- building ---------------------------------------------------------------------------------


@pytest.mark.rule("TG-60")
def test_easy_builds_what_is_free(lay):
    """With no card at all; and towards Omaha rather than elsewhere."""
    table = lay(seat(reserve="41 63"), seat(), built="0:40@A2")
    assert choice(table) in ("B41 A1", "B41 B4")


def test_easy_goes_on_from_its_settlement(lay):
    """Nothing in hand would pay for less than the way from Denver to Omaha."""
    table = lay(seat(reserve="41", hand="9e9b"), seat(), built="0:10@A2")
    before = distance_to_link(table)
    after_easy(table)
    assert distance_to_link(table) == before - 1
    assert len(lay.game.view(table.state, 0).players[0].settlements) == 1


def test_easy_blocks_a_rival_that_is_one_away(lay):
    built = NEARLY.replace("0:", "1:")
    table = lay(seat(reserve="30 41", hand="5e"), seat(), built=f"0:10@A5 {built}")
    assert choice(table).split()[:2] in (["B41", "D5"], ["B41", "D6"])
    assert distance_to_link(after_easy(table), who=1) > 1


def test_easy_would_rather_win_than_block(lay):
    mine = "0:51@A3 0:52@A0 0:53@A1 0:54@B5 0:55@B6 0:56@D4"
    theirs = "1:51@A2 1:52@B4 1:53@B0 1:54@B1 1:55@D3 1:56@D0"
    table = lay(seat(reserve="41", hand="5e"), seat(), built=f"{mine} {theirs}")
    assert distance_to_link(table) == distance_to_link(table, who=1) == 1
    assert after_easy(table).json["result"]["winner"] == 0


@pytest.mark.rule("TG-67")
def test_easy_pays_in_the_recommended_way(lay):
    table = lay(seat(reserve="41", hand="1e4b"), seat(), built=NEARLY)
    build, at, payment = choice(table).split()
    recommended = lay.game.parse(table.state, 0, f"{build} {at}")
    assert lay.game.notation(table.state, 0, recommended) == f"{build} {at} {payment}"


# ---- drawing and cards ------------------------------------------------------------------------


BEGUN = {"mode": "draw", "done": 1}
FULL = "10 11 20 21 22 30 40 50 60 61 62"
REVEALED = BEGUN | {"drawn": {"building": 10, "stack": 3}}
NO_WAY = {
    "it has no cards": (seat(stacks="22||41|", reserve=FULL), {"tiles": ROW}, "S"),
    "it cannot pay to win": (seat(reserve="10 20 30"), {"built": HALF_WAY}, "S"),
    "there is no card to be had": (seat(reserve="10"), {"deck": ""}, "S"),
    "it cannot pay for what it revealed": (seat(), {"turn": REVEALED}, "P"),
    "its stacks are empty": (seat(reserve="63"), {"turn": BEGUN}, "S"),
    "a card helps more": (seat(stacks="22||41|", reserve=FULL), {"turn": BEGUN}, "S"),
}


@pytest.mark.rule("TG-32", "TG-41", "TG-45")
@each_case(("mine", "fields", "move"), NO_WAY.values(), ids=NO_WAY)
def test_easy_stops_or_parks_where_building_and_drawing_lead_nowhere(lay, mine, fields, move):
    assert choice(lay(mine, seat(), **fields)) == move


def test_easy_draws_when_its_reserve_is_empty(lay):
    table = lay(seat(stacks="21||41|10", hand="4e"), seat())
    assert choice(table).startswith("D")


@each_case(
    ("hand", "fields", "takes"),
    [
        ("3e4b2a2m", {}, True),
        ("3e4b3a2m", {}, False),
        ("3e4b3a2m", {"turn": BEGUN}, True),
        ("3e4b3a2m", {"tiles": "", "cities": ""}, True),
    ],
)
def test_a_search_takes_no_further_cards_where_it_has_enough_and_can_act(lay, hand, fields, takes):
    stacks = "" if "tiles" in fields else "21||41|10"
    table = lay(seat(stacks=stacks, hand=hand), seat(), **fields)
    candidates = SIGHT.candidates(table.state, table.acting, 6)
    assert any(isinstance(line[0], Stop) for line in candidates) == takes


def test_easy_draws_where_a_building_would_be_free(lay):
    """The gold left beside 40 is in the first stacks, nothing to follow in base."""
    table = lay(seat(stacks="41|41||60", hand="2e"), seat(), built="0:40@A2")
    assert choice(table) in ("D1", "D2")


# ---- workers ----------------------------------------------------------------------------------

CARDS = {"mode": None, "phase": "cards", "cards_drawn": 3}


@pytest.mark.rule("TG-74", "TG-79")
@each_case(
    ("bonus", "hand", "deck", "move"),
    [(1, "5e", "eabm", "E"), (3, "5e", "eabm", "W*"), (1, "1e", "eabm", "W*"), (3, "", "", "E")],
)
def test_easy_keeps_two_workers_unless_it_is_poor_and_all_if_there_is_no_card(
    lay, bonus, hand, deck, move
):
    assert choice(lay(seat(bonus=bonus, hand=hand), seat(), deck=deck, turn=CARDS)) == move


@pytest.mark.rule("TG-73")
@each_case(("reserve", "move"), [("41", "W+"), ("10", "S")])
def test_easy_uses_a_worker_for_a_free_building_on_its_way(lay, reserve, move):
    turn = {"mode": "build", "done": 3}
    built = HALF_WAY.replace("53", "40")
    assert choice(lay(seat(reserve=reserve, bonus=1), seat(), built=built, turn=turn)) == move


# ---- regions ----------------------------------------------------------------------------------

EXTENSION = {"mode": "draw", "done": 1, "extension": {"tile": 22}}


@pytest.mark.rule("TG-80")
def test_easy_places_a_region_where_it_shortens_its_way(lay):
    """A city that no region touches yet, two steps from own buildings."""
    table = lay(
        seat(),
        seat(),
        tiles=ROW,
        cities="0@-2,0 1@3,3",
        built="0:51@A1 0:52@B4 0:53@B3",
        turn=EXTENSION,
    )
    assert not links_of(table)
    after_easy(table)
    assert distance_to_link(table) <= 5


@pytest.mark.rule("TG-82")
def test_easy_turns_a_region_so_that_symbols_lie_where_it_will_build(lay):
    """No city is near: it will build beside what it has, where 70 takes any five symbols."""
    table = lay(seat(), seat(), tiles=ROW, cities="0@-9,0 1@15,0", built="0:51@A5", turn=EXTENSION)
    action = lay.game.player("easy").choose(table.state, 0, Rng(1))
    costs = [cost_beside(table, Extend(action.at, rot)) for rot in range(6)]
    assert costs[action.rot] == min(costs) < max(costs)


def cost_beside(table, action):
    """Total cost of building 70 on the free hexes beside A5, after that action."""
    after, _ = play(table.game, table.state, 0, action)
    beside = [at for at in hexgrid.neighbours(table.hex("A5")) if cell_of(at) in after.free]
    return sum(table.game.price(after, 0, 70, at)["any"] for at in beside)


# ---- suggestions ------------------------------------------------------------------------------


def test_a_suggestion_without_a_beginning_is_the_move_of_easy(lay):
    table = lay(seat(reserve="41", hand="5e"), seat(), built=NEARLY)
    action = table.game.complete(table.state, table.acting, [])
    assert table.game.notation(table.state, table.acting, action) == choice(table)


@each_case(
    ("tokens", "refusal"),
    [
        (["nowhere"], "bad_notation"),
        (["X"], "no_extension"),
        (["X", "0,0"], "no_extension"),
        (["B22"], "building_not_in_reserve"),
        (["B10"], "underpaid"),
        (["B10", "A0"], "underpaid"),
        (["P"], "nothing_drawn"),
    ],
)
def test_a_beginning_that_leads_nowhere_is_refused(lay, tokens, refusal):
    table = lay(seat(reserve="10"), seat())
    with pytest.raises(RulesError) as refused:
        lay.game.complete(table.state, 0, tokens)
    assert refused.value.name == refusal


# ---- the rest of a turn --------------------------------------------------------------------------


def whole_turns(lay, seed):
    """The line suggested at each step of a game, with the position before it and after it."""
    state, game = lay.game.new(2, seed), lay.game
    while acting := game.to_act(state):
        line, before = game.line(state, acting[0], ()), state.clone()
        events = [event for action in line for event in game.apply(state, acting[0], action)]
        yield before, line, state.clone(), events


def test_the_rest_of_a_turn_goes_to_its_end_or_to_what_it_reveals(lay):
    for before, line, after, events in whole_turns(lay, 3):
        seat = before.turn.seat
        has_ended = not lay.game.mid_turn(after) or after.turn.seat != seat
        assert has_ended or any(event.reveals for event in events)
        preview = lay.game.preview_line(before, seat, line)
        if len(line) > 1:
            built = {step.hex for step in preview.steps if hasattr(step, "pay")}
            assert built <= {each.hex for each in preview.board.buildings}
