"""Views of a seat and of a spectator."""

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
    seen = view(lay(MINE, OTHER), who)
    assert [seen.players[other].hand for other in hidden] == [{"count": 3}] * len(hidden)
    assert [player.cards for player in seen.players] == [3, 3]


@rule("TG-24")
@each_case("who", [0, 1, None])
def test_of_the_stacks_only_the_sizes_are_seen(lay, who):
    """The rule applies to every viewer, the owner included."""
    seen = view(lay(MINE, OTHER), who)
    assert [player.stacks for player in seen.players] == [(3, 1, 0, 2), (2, 0, 0, 1)]


def test_of_deck_and_region_stack_only_the_sizes_are_seen(lay):
    seen = view(lay(MINE, OTHER, discard="2a"), 0)
    assert (seen.deck, seen.region_stack, seen.discard) == (12, 3, lay.cards("2a"))


@each_case("who", [0, 1, None])
def test_the_seed_is_not_seen(lay, who):
    table = lay(MINE, OTHER, rng={"seed": 123456789123456789, "shuffles": 77123})
    told = str(msgspec.to_builtins(view(table, who)))
    assert "123456789123456789" not in told
    assert "77123" not in told


@each_case("who", [0, 1, None])
def test_everything_else_is_public(lay, who):
    table = lay(MINE, OTHER, built=BUILT)
    seen, told = view(table, who), table.json
    assert [one.reserve for one in seen.players] == [(22, 70), (10,)]
    assert [one.bonus for one in seen.players] == [2, 0]
    assert msgspec.to_builtins(seen.board) == msgspec.to_builtins(told["board"]) | {
        "buildings": tuple(b | {"hex": tuple(b["hex"])} for b in told["board"]["buildings"]),
        "tiles": tuple(t | {"at": tuple(t["at"])} for t in told["board"]["tiles"]),
        "cities": tuple(c | {"at": tuple(c["at"])} for c in told["board"]["cities"]),
    }
    assert (seen.game, seen.seats, seen.bonus_supply) == (lay.key, 2, 13)


def test_all_see_the_same_but_for_the_hands(lay):
    table = lay(MINE, OTHER, built=BUILT)
    seen = [msgspec.to_builtins(view(table, who)) for who in (0, 1, None)]
    for told in seen:
        for player in told["players"]:
            del player["hand"]
    assert seen[0] == seen[1] == seen[2]


def test_the_buildings_not_yet_seen_are_known_in_no_order(lay):
    seen = view(lay(MINE, OTHER), None).players[0]
    assert (seen.unseen_base, seen.unseen_others) == ((10, 60), (51, 52, 53, 54))


def test_which_stack_holds_what_is_not_known(lay):
    other = MINE | {"stacks": [[54, 53, 52], [51], [], [10, 60]]}
    assert view(lay(MINE, OTHER), 0) == view(lay(other, OTHER), 0)


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


def test_the_turn_is_seen(lay):
    table = lay(MINE, OTHER).play("D2")
    seen = view(table, 1).turn
    assert (seen.seat, seen.number, seen.phase, seen.mode) == (0, 1, "act", "draw")
    assert (seen.done, seen.extra, seen.left) == (1, 0, 1)
    assert (seen.drawn.building, seen.drawn.stack) == (54, 1)


def test_no_action_left_is_seen_as_zero(lay):
    table = lay(seat(reserve="41 41 41", hand="9e", bonus=1), OTHER)
    seen = [view(table.play(f"B41 C{n}"), None).turn.left for n in range(3)]
    assert (seen, view(lay(), None).turn.left) == ([2, 1, 0], None)


def test_a_region_in_hand_is_seen_by_everybody(lay):
    table = lay(MINE, OTHER).play("D2; P")
    assert [view(table, who).turn.extension for who in (0, 1, None)] == [2, 2, 2]


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
    for told in after:
        for seat_, player in enumerate(told["players"]):
            kept = before["players"][seat_]
            assert player["reserve"] == kept["reserve"]
            assert sum(player["hand"].values()) == sum(kept["hand"].values())
            assert [len(s) for s in player["stacks"]] == [len(s) for s in kept["stacks"]]
            if seat_ == who:
                assert player["hand"] == kept["hand"]
    for path in ("deck", "region_stack", "rng"):
        assert len({str(told[path]) for told in after}) > 1
    for seat_, index in product(range(3), range(4)):
        assert len({str(told["players"][seat_]["stacks"][index]) for told in after}) > 1


def test_a_redeal_leaves_base_buildings_in_the_base_stack(lay):
    table = lay.deal(2)
    kinds = reference.buildings(lay.key)
    for seed in range(5):
        told = table.game.state_to_json(table.game.redeal(table.state, 0, Rng(seed)))
        for player in told["players"]:
            bases = [[kinds[n]["base"] for n in stack] for stack in player["stacks"]]
            assert [set(stack) for stack in bases] == [{False}, {False}, {False}, {True}]
