"""Attacks, shields, scouts, morale; who falls and who wins."""

from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import (
    GAME,
    at,
    attacked,
    blow,
    do,
    drawn,
    events_of,
    player,
    refused,
    up_to_here,
)
from tests.rulebook import rule


def hit(n, victim):
    """Effects of a blow of n on a player."""
    state, events = do(attacked(n, victim, {}), f"hit 1:{n}")
    return player(state, 1), blow(events), events


# ---- blows ------------------------------------------------------------------------------------


@rule("MA-40")
def test_the_example_six_for_one_and_four_for_the_other_in_the_order_of_seats():
    state, events = do(attacked(10, {}, {}, {}), "hit 3:4 1:6")
    assert [(blow["target"], blow["n"]) for blow in events_of(events, "blow")] == [(1, 6), (3, 4)]
    assert [seat.life for seat in state.players] == [27, 22, 29, 26]


@rule("MA-40")
@each_case(
    ("move", "refusal"),
    [
        ("hit 1:7", "wrong_sum"),
        ("hit 1:9", "wrong_sum"),
        ("hit 1:8 2:0", "bad_shares"),
        ("hit 1:4 1:4", "bad_shares"),
        ("hit 0:8", "not_an_opponent"),
        ("hit 3:8", "not_an_opponent"),
    ],
)
def test_other_shares_are_refused(move, refusal):
    assert refused(attacked(8, {}, {}), move) == (refusal, "MA-40")


@rule("MA-40")
def test_every_way_to_share_is_legal():
    shares = [a for a in GAME.legal_actions(attacked(8, {}, {}), 0) if hasattr(a, "split")]
    assert len(shares) == 2 + 7


@rule("MA-41")
def test_shields_parry_and_what_they_parry_is_lost():
    victim, fallen, _ = hit(8, {"hand": ["C08#1", "S03#1"]})
    assert (fallen["parried"], fallen["life_lost"], victim.life) == (3, 5, 24)


@rule("MA-41", "MA-50")
def test_the_scout_with_most_life_takes_the_points_left_first_then_the_next():
    scouts = [{"card": "C05#1"}, {"card": "C09#1"}, {"card": "C02#1"}]
    victim, fallen, events = hit(8, {"scouts": scouts})
    assert fallen["scouts"] == [{"card": "C09#1", "lost": 4, "left": 0},
                                {"card": "C05#1", "lost": 3, "left": 0},
                                {"card": "C02#1", "lost": 1, "left": 1}]  # fmt: skip
    assert victim.life == 29
    assert [loss["card"] for loss in events_of(events, "scout_lost")] == ["C09#1", "C05#1"]
    assert sorted(victim.cemetery) == ["C05#1", "C09#1"]


@rule("MA-41")
def test_of_equal_scouts_the_first_in_play_takes_it():
    scouts = [{"card": "C07#1"}, {"card": "C05#1"}]
    victim, _, _ = hit(1, {"scouts": scouts})
    assert [(scout.card, scout.life) for scout in victim.scouts] == [("C07#1", 2), ("C05#1", 3)]


@rule("MA-42")
def test_shields_stay_in_hand_with_their_full_value():
    queue = [{"kind": "attack", "n": 3, "from": "G5"}] * 2
    state = at(3, others=[{"hand": ["C08#1"]}], turn={"queue": queue})
    victim = player(up_to_here(state, "hit 1:3; hit 1:3"), 1)
    assert (victim.life, victim.hand) == (27, ["C08#1"])


@rule("MA-42")
@each_case(("n", "shown"), [(1, ["C08#1"]), (2, ["C08#1"]), (3, ["C08#1", "S02#1"])])
def test_only_as_many_shields_are_shown_as_are_needed(n, shown):
    _, fallen, _ = hit(n, {"hand": ["S02#1", "C08#1", "S03#1"]})
    assert (fallen["parried"], fallen["shown"]) == (n, shown)


@rule("MA-43")
def test_only_cards_in_hand_give_shields():
    victim, fallen, _ = hit(2, {"scouts": [{"card": "C12#1"}], "reserve": ["C08#1"]})
    assert (fallen["parried"], victim.scouts[0].life) == (0, 4)


@rule("MA-44", "MA-72")
def test_life_never_falls_below_0_and_at_0_a_player_is_out():
    victim, fallen, _ = hit(8, {"life": 5})
    assert (fallen["life_lost"], victim.life, victim.out) == (5, 0, True)


# ---- scouts -----------------------------------------------------------------------------------


@rule("MA-46", "MA-47")
def test_a_scout_enters_play_with_full_life_and_stays():
    state, _ = do(at(me={"hand": ["C07#1"]}), "p C07; end; end")
    assert [(scout.card, scout.life, scout.used) for scout in player(state).scouts] == [
        ("C07#1", 3, False)
    ]
    assert player(state).reserve == player(state).played == []


@rule("MA-47")
def test_playing_it_has_its_effects_without_those_that_activating_adds():
    scouts = [{"card": "C09#1"}, {"card": "C07#2"}]
    state = up_to_here(at(me={"hand": ["C04#1"], "scouts": scouts}), "p C04")
    assert (state.turn.amber, player(state).water) == (1, 5)
    assert refused(state, "a C04") == ("scout_used", "MA-48")


@rule("MA-48", "MA-69")
@each_case(("second", "water"), [("C09#1", 6), (None, 5)])
def test_on_a_later_turn_it_is_activated_once_and_adds_what_its_condition_allows(second, water):
    """Two scouts of its family are needed; alone, only its effects happen."""
    scouts = [{"card": card} for card in ("C04#1", second) if card]
    state = up_to_here(at(me={"scouts": scouts}), "a C04")
    assert (state.turn.amber, player(state).water) == (1, water)
    assert refused(state, "a C04") == ("scout_used", "MA-48")


@rule("MA-49")
def test_a_fifth_scout_goes_to_the_play_area_and_then_to_the_reserve():
    scouts = [{"card": card} for card in ("C04#1", "C04#2", "C05#1", "C05#2")]
    state = up_to_here(at(me={"hand": ["C07#1"], "scouts": scouts}), "p C07")
    assert (len(player(state).scouts), player(state).played) == (4, ["C07#1"])
    assert [entry.do for entry in state.turn.todo] == ["place"]
    assert "C07#1" in [*player(up_to_here(state, "end")).hand, *player(state).played]


@rule("MA-50")
def test_damage_stays_and_healing_does_not_touch_scouts():
    state = at(me={"hand": ["S07#1"], "life": 20, "scouts": [{"card": "C12#1", "life": 2}]})
    state = up_to_here(state, "p S07; end; end")
    assert (player(state).scouts[0].life, player(state).life) == (2, 24)


@rule("MA-51")
def test_destroy_takes_an_opponents_scout_whatever_its_life_and_shields():
    opponents = [{"scouts": [{"card": "C14#1"}], "hand": ["C08#1"]}]
    state = up_to_here(at(me={"hand": ["O09#1"]}, others=opponents), "p O09; k 1:C14")
    assert (player(state, 1).scouts, player(state, 1).cemetery) == ([], ["C14#1"])


@rule("MA-51")
@each_case(("move", "refusal"), [("k 0:C14", "not_an_opponent"), ("k 1:C12", "no_such_scout")])
def test_only_an_opponents_scout_that_is_there_is_destroyed(move, refusal):
    state = up_to_here(at(me={"hand": ["O09#1"], "scouts": [{"card": "C14#1"}]}), "p O09")
    assert refused(state, move) == (refusal, "MA-51")


@rule("MA-52")
def test_recover_takes_a_scout_card_from_the_reserve_to_be_played_this_turn():
    """As chance does, too."""
    state = at(me={"hand": ["C08#1"], "reserve": ["C07#1", "SO#1"]})
    state = up_to_here(state, "p C08")
    assert refused(state, "rec SO") == ("not_to_recover", "MA-52")
    luck = {GAME.notation(state, 0, GAME.sample(state, 0, Rng(seed))) for seed in range(30)}
    assert "rec C07" in luck
    state = up_to_here(state, "rec C07; p C07")
    assert [scout.card for scout in player(state).scouts] == ["C07#1"]


# ---- morale -----------------------------------------------------------------------------------

HELD = {"F2": "0WA", "J3": "0WA", "F4": "0WA"}
"""La Major, the Butte des Carmes and Fort Saint-Jean: 3 + 3 + 2."""


@rule("MA-57")
def test_morale_is_the_sum_of_the_cells_held():
    assert player(at(board=HELD)).morale == 8


@rule("MA-57")
def test_a_cell_covered_by_an_opponent_takes_and_gives_morale():
    board = {"F4": "1L1", "F3": "0WA", "G3": "0WA"}
    state, events = do(drawn("WA", board=board), "@F4")
    assert (player(state).morale, player(state, 1).morale) == (2, 0)
    assert events_of(events, "hold") == [{"cell": "F4", "from": 1, "to": 0}]
    _, events = do(drawn("WA", board=board | {"F4": "0L1"}), "@F4")
    assert events_of(events, "morale") == [], "the tile covers an own one"


@rule("MA-57")
def test_uncovering_a_tile_gives_its_owner_the_cell_again():
    state = at(board={"F4": "0L1 1WA"}, me={"hand": ["O05#1"]})
    assert player(up_to_here(state, "p O05; x F4")).morale == 2


def taken_port(hits):
    """Seat 0 with 8 of morale takes the Old Port, which is worth 3, with a water tile."""
    board = {**HELD, "F5": "0WA", "H5": "0WA", "F6": "0WA"}
    return do(drawn("WA", me={"morale_hit": hits}, board=board), "@G5")


@rule("MA-45", "MA-58")
def test_ten_of_morale_strike_with_three():
    state, events = taken_port([False, False])
    assert events_of(events, "morale_attack") == [{"seat": 0, "threshold": 10, "n": 3}]
    assert (player(state, 1).life, player(state).morale_hit) == (27, [True, False])


@rule("MA-58")
def test_each_threshold_strikes_once_in_a_game():
    state, events = taken_port([True, False])
    assert events_of(events, "morale_attack") == []
    assert player(state, 1).life == 30


@rule("MA-58")
@each_case(
    ("cells", "threshold", "attack"),
    [
        ("D5 F2", None, 0),  # 4 + 3
        ("D5 H3", 10, 3),
        ("D5 H3 H7 F2", 10, 3),  # 4 + 4 + 5 + 3
        ("D5 H3 H7 F2 B1", 20, 5),
    ],
)
def test_ten_of_morale_strike_with_three_and_twenty_with_five(cells, threshold, attack):
    """With Fort Saint-Jean, which is worth 2: 9, 10, 18 and 20 of morale."""
    board = dict.fromkeys((*cells.split(), "F3", "G3"), "0WA")
    me = {"morale_hit": [threshold == 20, False]}
    state, events = do(drawn("WA", me=me, board=board), "@F4")
    strikes = [(strike["threshold"], strike["n"]) for strike in events_of(events, "morale_attack")]
    assert strikes == ([(threshold, attack)] if attack else [])
    assert player(state, 1).life == 30 - attack


@rule("MA-11", "MA-59")
@each_case(("later", "struck"), [("end", [3]), ("p O05; x F2; end", [])])
def test_a_threshold_reached_out_of_turn_strikes_at_the_start_of_the_own_turn_if_it_still_is(
    later, struck
):
    """Seat 1 uncovers the Old Port of seat 2, which has 11 of morale then; or La Major as well."""
    board = {cell: pile.replace("0", "2") for cell, pile in HELD.items()} | {"G5": "2WA 0FH"}
    opponents = [{"hand": ["O06#1", "O05#1"]}, {}]
    state = up_to_here(at(3, board=board, others=opponents), "end; p O06; x G5")
    assert (player(state, 2).morale, state.turn.queue) == (11, [])
    state = up_to_here(state, later)
    assert state.seat == 2
    assert [strike.n for strike in state.turn.queue] == struck


# ---- elimination and the end ------------------------------------------------------------------


@rule("MA-72")
def test_tiles_and_cards_of_a_fallen_player_leave_the_game():
    board = {"F4": "2L1 1WA", "C1": "1WA", "E1": "1FH 0WA"}
    victim = {"life": 2, "hand": ["AM#7"], "reserve": ["C07#1"], "scouts": []}
    state, events = do(attacked(2, victim, {}, board=board), "hit 1:2")
    assert [tile.owner for pile in state.board for tile in pile] == [0, 2]
    assert player(state, 2).morale == 2
    assert player(state, 1).bag == player(state, 1).hand == player(state, 1).reserve == []
    assert events_of(events, "eliminated") == [{"seat": 1, "by": 0}]


@rule("MA-72")
def test_the_queue_goes_on_with_the_remaining_opponents():
    queue = [{"kind": "attack", "n": 2, "from": "G5"},
             {"kind": "drain", "gauge": "fish", "from": "G5"}]  # fmt: skip
    state = at(3, others=[{"life": 2}, {}], turn={"queue": queue})
    state = up_to_here(state, "hit 1:2")
    assert (player(state, 2).fish, state.turn.queue) == (4, [])


@rule("MA-73")
def test_the_last_one_alive_wins_at_once():
    state, events = do(attacked(4, {"life": 2}, {"life": 2}), "hit 1:2 2:2")
    assert (state.phase, state.winners) == ("over", (0,))
    assert events_of(events, "game_over") == [{"winners": [0]}]
    result = GAME.result(state)
    assert (result.winners, result.ranks, result.reason) == ((0,), (1, 2, 2), "massalia.end_last")


@rule("MA-73")
def test_two_who_fall_in_one_attack_share_a_rank():
    """Of four, one fell before: 1, 4, and the two others 2."""
    fell_before = {"life": 0, "out": True, "bag": []}
    state = attacked(4, fell_before, {"life": 2}, {"life": 2}, fallen=[1])
    state = up_to_here(state, "hit 2:2 3:2")
    assert (state.fallen, state.tied) == ([1, 2, 3], [3])
    assert GAME.result(state).ranks == (1, 4, 2, 2)
    loaded = GAME.state_from_json(GAME.state_to_json(state))
    assert GAME.result(loaded).ranks == (1, 4, 2, 2)


@rule("MA-73")
def test_a_fall_in_a_later_attack_of_the_same_turn_ranks_better():
    queue = [{"kind": "attack", "n": 2, "from": cell} for cell in ("G5", "morale10")]
    state = at(4, others=[{"life": 2}, {"life": 2}, {}], turn={"queue": queue})
    state = up_to_here(up_to_here(state, "hit 1:2"), "hit 2:2")
    assert (state.fallen, state.tied) == ([1, 2], [])


@rule("MA-73")
def test_a_position_that_was_written_without_ties_has_none():
    position = GAME.state_to_json(
        at(3, others=[{"life": 0, "out": True, "bag": []}, {}], fallen=[1])
    )
    del position["tied"]
    assert GAME.state_from_json(position).tied == []


@rule("MA-74")
def test_to_concede_or_leave_in_turn_is_an_elimination_and_the_turn_passes():
    conceded, deserted = up_to_here(at(3), "concede"), at(3)
    GAME.leave(deserted, 0)
    for state in (conceded, deserted):
        assert (player(state).out, state.seat, state.phase) == (True, 1, "play")
        assert state.fallen == [0]


@rule("MA-74")
def test_a_seat_that_leaves_out_of_turn_is_eliminated_and_the_turn_goes_on():
    state = drawn("WA", seats=3, board={"C1": "1WA"})
    events = GAME.leave(state, 1)
    assert (state.seat, state.turn.tile.kind, state.players[1].out) == (0, "WA", True)
    assert events_of(events, "eliminated") == [{"seat": 1, "by": "leave"}]


@rule("MA-72", "MA-74")
def test_an_attack_that_waits_falls_on_the_last_opponent_left():
    state = attacked(5, {}, {})
    GAME.leave(state, 1)
    assert (state.players[2].life, state.turn.queue) == (25, [])
    GAME.leave(state, 2)
    assert (state.phase, state.winners) == ("over", (0,))


@rule("MA-75")
@each_case(
    ("round_", "options", "lost"),
    [(30, {}, 0), (31, {}, 1), (33, {}, 3), (400, {"fatigue_round": 0}, 0)],
)
def test_siege_fatigue_takes_more_life_every_round_unless_it_is_off(round_, options, lost):
    scouts = [{"card": "C12#1"}]
    state = at(me={"scouts": scouts, "hand": ["C08#1"]}, round=round_, options=options)
    state = up_to_here(state, "end")
    assert (player(state).life, player(state).scouts[0].life) == (29 - lost, 6)


@rule("MA-75")
def test_siege_fatigue_can_eliminate_and_the_others_go_on():
    state, events = do(at(me={"life": 2}, round=40), "end")
    assert state.winners == (1,)
    assert events_of(events, "eliminated") == [{"seat": 0, "by": "fatigue"}]
    state = up_to_here(at(3, me={"life": 2, "deck": ["AM#1"]}, round=60), "end")
    assert (state.phase, state.seat, player(state).hand) == ("play", 1, [])
