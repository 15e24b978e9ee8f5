"""Views (MA-9): hands, orders and bags appear only to their owner."""

import json

import msgspec

from rules.massalia import GAME
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import at, attacked, do, drawn, up_to_here
from tests.rulebook import rule

WATCHING = each_case("seat", [0, 1, None])


def seen(state, seat):
    return json.dumps(msgspec.to_builtins(GAME.view(state, seat)))


@rule("MA-9")
@WATCHING
def test_hand_draw_pile_and_bag_are_seen_by_their_owner_alone_and_counted_for_all(seat):
    """Of the pile the owner sees the cards sorted, of the bag how many tiles of each kind."""
    state = GAME.new(2, 7)
    bag = {"L1": 8, "L2": 16, "L3": 2, "FI": 4, "FH": 17, "WA": 17}
    for player, holder in zip(GAME.view(state, seat).players, state.players, strict=True):
        hidden = (tuple(holder.hand), tuple(sorted(holder.deck)), bag)
        visible = (player.hand, player.deck_cards, player.bag)
        assert visible == (hidden if player.seat == seat else (None, None, None))
        assert (player.hand_count, player.deck_count) == (5, 5)
        assert (player.bag_count, player.losses_count) == (64, 0)


@rule("MA-9", "MA-24")
@WATCHING
def test_a_face_down_tile_and_a_drawn_one_are_known_to_their_owner_alone(seat):
    state = up_to_here(at(me={"hand": ["SO#1"], "bag": ["L2"]}, board={"C1": "0L3-"}), "p SO; t")
    view = GAME.view(state, seat)
    kinds = (view.board["C1"][0].t, view.turn.tile.t)
    assert kinds == (("L3", "L2") if seat == 0 else (None, None))
    assert view.turn.tile.drawn


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
def test_reserve_cemetery_pantheon_play_area_and_purchases_wherever_they_lie_are_public(seat):
    me = {
        "hand": ["C03#1", "AM#3"],
        "deck": ["C08#1"],
        "reserve": ["AM#2", "AM#1", "S02#1"],
        "cemetery": ["SO#1"],
        "played": ["MA#1"],
    }
    view = GAME.view(at(me=me, pantheon=["MA#2"]), seat)
    player = view.players[0]
    assert player.reserve == ("AM#2", "AM#1", "S02#1")
    assert (player.cemetery, player.played) == (("SO#1",), ("MA#1",))
    assert view.pantheon == ("MA#2",)
    assert player.purchases == ("C03", "C08", "S02")


@rule("MA-9")
def test_no_secret_is_anywhere_in_the_view_or_the_events_of_another():
    """Along a game: no card that only another's hand or pile holds is spelt out."""
    state, rng = GAME.new(2, 11), Rng(3)
    for _ in range(150):
        for seat in (0, 1):
            theirs = state.players[1 - seat]
            hidden = {*theirs.hand, *theirs.deck, *state.reinforcement}
            view = seen(state, seat)
            assert [card for card in hidden if f'"{card}"' in view] == []
        mover = state.seat
        secrets = {*state.players[mover].deck, *state.reinforcement}
        events = GAME.apply(state, mover, GAME.sample(state, mover, rng))
        public = json.dumps([event.args for event in events if event.only is None])
        public_cards = {*state.river, *state.players[0].reserve, *state.players[1].reserve}
        buried = {*state.players[0].cemetery, *state.players[1].cemetery}
        assert [card for card in secrets - public_cards - buried if f'"{card}"' in public] == []


def test_drawn_cards_are_told_to_their_seat_and_counted_for_all():
    _, events = do(at(me={"hand": ["S08#1"], "deck": ["SO#1"]}), "p S08")
    notices = [(event.only, event.args) for event in events if event.name == "cards_drawn"]
    assert notices == [(None, {"seat": 0, "n": 1}), (0, {"seat": 0, "n": 1, "cards": ["SO#1"]})]


def test_a_seat_that_is_struck_is_called():
    _, events = do(attacked(3, {}, {}), "hit 2:3")
    assert [event.calls for event in events if event.name == "blow"] == [(2,)]


def test_the_view_helps_with_what_follows_from_the_board():
    board = {"F3": "0WA", "G3": "0WA", "F4": "1WA"}
    state = drawn("L1", terrain="land", board=board)
    view = GAME.view(state, 0)
    [jean] = [resource for resource in view.resources if resource.id == "saintjean"]
    assert (jean.cell, jean.holder, jean.marks) == ("F4", 1, (2, 0))
    assert "F4" in view.legal_cells
    assert "H3" not in view.legal_cells
    assert GAME.view(state, 1).legal_cells == ()
