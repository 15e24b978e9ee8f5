"""Views of a seat and of a spectator."""

import json
from itertools import product

import msgspec

from rules.rng import Rng
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference
from tests.settlements.building import seat

MINE = seat(stacks="51 52 53|54||60 10", reserve="70 22", hand="2e1b", bonus=2)
OTHER = seat(stacks="21 22|||40", reserve="10", hand="3m")
BUILT = "0:40@A0 0:41@A1 1:50@D4"


def view(table, who):
    return table.game.view(table.state, who)


@rule("TG-37")
def test_ones_own_hand_is_seen_by_type(lay):
    table = lay(MINE, OTHER)
    assert view(table, 0).players[0].hand == lay.cards("2e1b")
    hand = table.game.hand(table.state, 1)
    assert (hand.seat, hand.cards) == (1, lay.cards("3m"))


@rule("TG-37")
@each_case(("who", "hidden"), [(0, [1]), (1, [0]), (None, [0, 1])])
def test_of_other_hands_only_the_size_is_seen(lay, who, hidden):
    public = view(lay(MINE, OTHER), who)
    assert [public.players[rival].hand for rival in hidden] == [{"count": 3}] * len(hidden)
    assert [player.cards for player in public.players] == [3, 3]


@rule("TG-24")
@each_case("who", [0, 1, None])
def test_of_the_stacks_and_the_deck_only_the_sizes_are_seen(lay, who):
    """The rule applies to every viewer, the owner included."""
    public = view(lay(MINE, OTHER, discard="2a"), who)
    assert [player.stacks for player in public.players] == [(3, 1, 0, 2), (2, 0, 0, 1)]
    assert (public.deck, public.region_stack) == (12, 3)
    assert public.discard == lay.cards("2a")


@each_case("who", [0, 1, None])
def test_the_seed_is_not_seen(lay, who):
    table = lay(MINE, OTHER, rng={"seed": 123456789123456789, "shuffles": 77123})
    text = str(msgspec.to_builtins(view(table, who)))
    assert "123456789123456789" not in text
    assert "77123" not in text


def test_everything_else_is_public(lay):
    table = lay(MINE, OTHER, built=BUILT)
    public, board = view(table, None), table.json["board"]
    assert [player.reserve for player in public.players] == [(22, 70), (10,)]
    assert [player.bonus for player in public.players] == [2, 0]
    assert json.loads(json.dumps(msgspec.to_builtins(public.board))) == board
    assert (public.game, public.seats, public.bonus_supply) == (lay.key, 2, 13)


def test_all_see_the_same_but_for_the_hands(lay):
    table = lay(MINE, OTHER, built=BUILT)
    views = [msgspec.to_builtins(view(table, who)) for who in (0, 1, None)]
    for player in [player for public in views for player in public["players"]]:
        del player["hand"]
    assert views[0] == views[1] == views[2]


def test_the_buildings_not_yet_seen_are_known_in_no_order(lay):
    player = view(lay(MINE, OTHER), None).players[0]
    assert (player.unseen_base, player.unseen_others) == ((10, 60), (51, 52, 53, 54))


def test_the_stack_of_a_hidden_building_is_not_known(lay):
    shuffled = MINE | {"stacks": [[54, 53, 52], [51], [], [10, 60]]}
    assert view(lay(MINE, OTHER), 0) == view(lay(shuffled, OTHER), 0)


def test_buildings_that_stand_are_listed_by_number_and_counted_by_project(lay):
    players = view(lay(MINE, OTHER, built="0:41@A1 0:40@A0 1:50@D4"), None).players
    assert [player.built for player in players] == [(40, 41), (50,)]
    assert [project.built for project in players[0].projects] == [0, 0, 0, 2, 0, 0, 0]
    assert [project.built for project in players[1].projects] == [0, 0, 0, 0, 1, 0, 0]


@rule("TG-56")
def test_settlements_are_seen_with_the_cities_they_touch(lay):
    table = lay(MINE, OTHER, built="0:40@A0 0:41@A2 0:41@D2 0:41@D5")
    first, second, third = view(table, None).players[0].settlements
    assert (first.hexes, first.cities) == ((table.hex("A0"), table.hex("A2")), (lay.city(0),))
    assert (second.hexes, second.cities) == ((table.hex("D2"),), ())
    assert third.cities == (lay.city(1),)


def test_the_turn_with_a_revealed_building_or_a_region_in_hand_is_seen_by_everybody(lay):
    table = lay(MINE, OTHER).play("D2")
    turn = view(table, 1).turn
    assert (turn.seat, turn.number, turn.phase, turn.mode) == (0, 1, "act", "draw")
    assert (turn.done, turn.extra, turn.left) == (1, 0, 1)
    assert (turn.drawn.building, turn.drawn.stack) == (54, 1)
    table.play("P")
    assert [view(table, who).turn.extension for who in (0, 1, None)] == [2, 2, 2]


def test_no_action_left_is_seen_as_zero(lay):
    table = lay(seat(reserve="41 41 41", hand="9e", bonus=1), OTHER)
    actions = [view(table.play(f"B41 C{n}"), None).turn.left for n in range(3)]
    assert (actions, view(lay(), None).turn.left) == ([2, 1, 0], None)


def test_the_outcome_is_seen(lay):
    way = "0:10@A2 0:20@A1 0:30@C3 0:40@C2 0:50@D4"
    table = lay(seat(reserve="41", hand="3e"), OTHER, built=way.replace("0:10", "0:11"))
    assert view(table, 1).result is None
    outcome = view(table.play("B41 D5"), 1).result
    assert (outcome.winner, outcome.reasons) == (0, ("connection",))


# ---- dealing anew -----------------------------------------------------------------------------


@each_case("who", [0, 1, None])
def test_a_redeal_keeps_what_is_seen_and_changes_what_is_not(lay, who):
    table = lay.deal(3)
    before = table.json
    after = [
        table.game.state_to_json(table.game.redeal(table.state, who, Rng(n))) for n in range(6)
    ]
    assert table.json == before
    for position in after:
        for seat_, player in enumerate(position["players"]):
            player_before = before["players"][seat_]
            assert player["reserve"] == player_before["reserve"]
            assert sum(player["hand"].values()) == sum(player_before["hand"].values())
            assert [len(s) for s in player["stacks"]] == [len(s) for s in player_before["stacks"]]
            if seat_ == who:
                assert player["hand"] == player_before["hand"]
    for path in ("deck", "region_stack", "rng"):
        assert len({str(position[path]) for position in after}) > 1
    for seat_, index in product(range(3), range(4)):
        assert len({str(position["players"][seat_]["stacks"][index]) for position in after}) > 1


def test_a_redeal_leaves_base_buildings_in_the_base_stack(lay):
    table = lay.deal(2)
    kinds = reference.buildings(lay.key)
    for seed in range(5):
        position = table.game.state_to_json(table.game.redeal(table.state, 0, Rng(seed)))
        for player in position["players"]:
            bases = [[kinds[n]["base"] for n in stack] for stack in player["stacks"]]
            assert [set(stack) for stack in bases] == [{False}, {False}, {False}, {True}]
