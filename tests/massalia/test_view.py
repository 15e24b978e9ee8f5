"""Views (MA-9): hands, orders and bags appear only to their owner."""

import json

import msgspec

from rules.massalia import GAME
from rules.massalia.pieces import BOX
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import at, do, up_to_here
from tests.rulebook import rule

WATCHING = each_case("seat", [0, 1, None])


def seen(state, seat):
    return json.dumps(msgspec.to_builtins(GAME.view(state, seat)))


@rule("MA-9")
@WATCHING
def test_a_hand_is_seen_by_its_owner_alone(seat):
    view = GAME.view(GAME.new(2, 7), seat)
    assert [player.hand is not None for player in view.players] == [seat == 0, seat == 1]
    assert [player.hand_count for player in view.players] == [5, 5]


@rule("MA-9")
@WATCHING
def test_of_a_draw_pile_the_owner_sees_the_cards_sorted_and_the_others_their_number(seat):
    state = GAME.new(2, 7)
    for player in GAME.view(state, seat).players:
        own = player.seat == seat
        assert player.deck_cards == (
            tuple(sorted(state.players[player.seat].deck)) if own else None
        )
        assert player.deck_count == 5


@rule("MA-9")
@WATCHING
def test_of_a_bag_the_owner_sees_how_many_of_each_and_the_others_the_total(seat):
    for player in GAME.view(GAME.new(2, 7), seat).players:
        counts = {"L1": 8, "L2": 16, "L3": 2, "FI": 4, "FH": 17, "WA": 17}
        assert player.bag == (counts if player.seat == seat else None)
        assert (player.bag_count, player.losses_count) == (64, 0)


@rule("MA-9")
@each_case(("seat", "kind"), [(0, "L3"), (1, None), (None, None)])
def test_a_face_down_tile_is_known_to_its_owner_alone(seat, kind):
    view = GAME.view(at(board={"C1": "0L3-"}), seat)
    assert view.board["C1"][0].t == kind


@rule("MA-9", "MA-24")
@each_case(("seat", "kind"), [(0, "L2"), (1, None), (None, None)])
def test_a_drawn_tile_is_known_to_who_drew_it(seat, kind):
    state = up_to_here(at(me={"hand": ["SO#1"], "bag": ["L2"]}), "p SO; t")
    tile = GAME.view(state, seat).turn.tile
    assert (tile.drawn, tile.t) == (True, kind)


@rule("MA-9")
@WATCHING
def test_of_the_reinforcement_deck_everybody_sees_the_number(seat):
    state = GAME.new(2, 7)
    view = GAME.view(state, seat)
    assert view.reinforcement_count == 82
    assert view.river == tuple(state.river)
    assert [card for card in state.reinforcement if f'"{card}"' in seen(state, seat)] == []


@rule("MA-9")
@WATCHING
def test_reserve_cemetery_pantheon_and_play_area_are_public(seat):
    me = {"reserve": ["AM#2", "AM#1"], "cemetery": ["SO#1"], "played": ["MA#1"]}
    view = GAME.view(at(me=me, pantheon=["MA#2"]), seat)
    own = view.players[0]
    assert (own.reserve, own.cemetery, own.played) == (("AM#2", "AM#1"), ("SO#1",), ("MA#1",))
    assert view.pantheon == ("MA#2",)


@rule("MA-9")
@WATCHING
def test_what_was_bought_is_public_wherever_it_lies(seat):
    me = {"hand": ["C03#1", "AM#1"], "deck": ["C08#1"], "reserve": ["S02#1"]}
    purchases = GAME.view(at(me=me), seat).players[0].purchases
    assert purchases == ("C03", "C08", "S02")


@rule("MA-9")
def test_no_secret_is_anywhere_in_the_view_or_the_events_of_another():
    """Along a game: no card that only another's hand or pile holds is spelt out."""
    state, rng = GAME.new(2, 11), Rng(3)
    for _ in range(150):
        for seat in (0, 1):
            theirs = state.players[1 - seat]
            hidden = {*theirs.hand, *theirs.deck, *state.reinforcement}
            told = seen(state, seat)
            assert [card for card in hidden if f'"{card}"' in told] == []
        mover = state.seat
        secrets = {*state.players[mover].deck, *state.reinforcement}
        events = GAME.apply(state, mover, GAME.sample(state, mover, rng))
        public = json.dumps([event.args for event in events if event.only is None])
        known = {*state.river, *state.players[0].reserve, *state.players[1].reserve}
        buried = {*state.players[0].cemetery, *state.players[1].cemetery}
        assert [card for card in secrets - known - buried if f'"{card}"' in public] == []


def test_what_is_drawn_is_told_to_its_seat_and_counted_for_all():
    _, events = do(at(me={"hand": ["S08#1"], "deck": ["SO#1"]}), "p S08")
    told = [(event.only, event.args) for event in events if event.name == "cards_drawn"]
    assert told == [(None, {"seat": 0, "n": 1}), (0, {"seat": 0, "n": 1, "cards": ["SO#1"]})]


def test_who_is_struck_is_called():
    turn = {"queue": [{"kind": "attack", "n": 3, "from": "G5"}]}
    _, events = do(at(3, turn=turn), "hit 2:3")
    assert [event.calls for event in events if event.name == "blow"] == [(2,)]


def test_the_view_helps_with_what_follows_from_the_board():
    board = {"F3": "0WA", "G3": "0WA", "F4": "1WA"}
    turn = {"tile": {"t": "L1", "terrain": "land", "todo": 1}, "next": 2}
    view = GAME.view(at(board=board, turn=turn), 0)
    [jean] = [one for one in view.resources if one.id == "saintjean"]
    assert (jean.cell, jean.holder, jean.marks) == ("F4", 1, (2, 0))
    assert "F4" in view.legal_cells
    assert "H3" not in view.legal_cells
    assert GAME.view(at(board=board, turn=turn), 1).legal_cells == ()


def test_every_card_of_the_box_has_a_name_that_can_be_typed():
    assert all(len(name) <= 6 for name in BOX.card)
