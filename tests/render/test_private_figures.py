"""Private pictures hold any figures: hands, stocks, boards of a seat, and slips of a candidate."""

from __future__ import annotations

from functools import cache
from itertools import product

from msgspec.structs import replace

from render._settlements.ledger.head import draw_head
from render._settlements.ledger.layout import HEAD, WIDTH
from render._settlements.private import hand as settlements_hand
from render._settlements.private import slips
from render.canvas import Canvas
from render.massalia import candidate, gallery, hand, stocks
from render.theme import THEME
from rules._settlements.pieces import ruleset
from rules._settlements.view import BuildPreview
from rules._settlements.view import Hand as ResourceHand
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Preview
from rules.massalia.view import Hand
from rules.registry import get
from tests.cases import each_case
from tests.records import recorded_game
from tests.render.boxes import collisions, recorded, room_for_all
from tests.render.sisters import LOOKS
from tests.tier import of_tier

FIGURES = (9, 99, 999)
NAME = "Bartholomäus der Großartige"


def view_of_middle(key):
    """View that the first seat has of the middle of a game."""
    positions = recorded_game(key, 4 if key != "attika" else 3)
    state, _ = positions[len(positions) // 2]
    return get(key).view(state, 0)


# ---- Massalia ------------------------------------------------------------------------------------


def rich_player(view, figure):
    """The first player of `view` with `figure` of everything that is counted."""
    cards = tuple(card.id for card in BOX.cards)
    many = tuple(cards[index % len(cards)] for index in range(figure))
    return replace(
        view.players[0],
        life=figure,
        max_life=figure,
        water=figure,
        fish=figure,
        morale=figure,
        reserve=many,
        cemetery=many,
        hand_count=figure,
        deck_count=figure,
        bag_count=figure,
        losses_count=figure,
    )


def rich_hand(figure):
    bag = {tile.code: figure for tile in BOX.tiles}
    return Hand(seat=0, cards=[], deck=[], bag=bag, losses={"any": figure}, shield=figure)


def rich_view(figure):
    view = view_of_middle("massalia")
    return replace(view, players=(rich_player(view, figure), *view.players[1:]))


@each_case("figure", FIGURES)
@each_case("width", [hand.WIDTH, hand.SMALL_WIDTH])
def test_the_head_of_a_hand_of_massalia_holds_any_figures(width, figure):
    view, room = rich_view(figure), width - 2 * hand.GAP
    with room_for_all(room):
        hand._head(view, rich_hand(figure), [NAME] * 4, room, THEME)


@each_case("figure", FIGURES)
@each_case("width", [hand.WIDTH, hand.SMALL_WIDTH])
def test_the_stocks_of_massalia_hold_any_figures(width, figure):
    view, box = rich_view(figure), (width - 2 * hand.GAP, stocks.STRIP)
    with room_for_all(box[0]):
        stocks.draw_stocks(view, rich_hand(figure), box, THEME)


@each_case("figure", FIGURES)
def test_the_headings_beside_the_cards_of_a_seat_hold_any_figures(figure):
    with room_for_all(gallery._HEAD):
        canvas = gallery._heading("reserve", figure, 240, THEME)
    assert canvas.width == gallery._HEAD


@each_case("figure", FIGURES)
@each_case("kind", ["buy", "draw_tile"])
def test_the_slip_of_a_turn_of_massalia_holds_any_figures(kind, figure):
    view = rich_view(figure)
    bag = {tile.code: figure for tile in BOX.tiles}
    player = replace(view.players[0], bag=bag, hand=())
    view = replace(
        view,
        players=(player, *view.players[1:]),
        turn=replace(view.turn, amber=figure),
        river=(None,) * len(view.river),
    )
    shown = Preview(seat=0, notation="", kind=kind, n=figure)
    with room_for_all(candidate._ROOM):
        candidate._slip(view, shown, THEME)


# ---- U.S. Telegraph and Attika -------------------------------------------------------------------


@each_case("look", LOOKS, ids=lambda look: look.key)
@each_case("figure", FIGURES)
def test_the_head_of_a_board_holds_any_figures(look, figure):
    view = view_of_middle(look.key)
    stacks = (min(figure, 99),) * 4
    for to_move in (False, True):
        player = replace(view.players[0], cards=figure, bonus=figure, stacks=stacks)
        shown = replace(
            view,
            players=(player, *view.players[1:]),
            turn=replace(view.turn, seat=0 if to_move else 1),
        )
        canvas = Canvas(WIDTH, HEAD + 2 * THEME.margin, look.theme())
        with room_for_all(WIDTH):
            draw_head(canvas, shown, 0, [NAME] * 4, look)


@each_case("look", LOOKS, ids=lambda look: look.key)
@each_case("figures", of_tier([(0, 99), (9, 999)], [*product((0, *FIGURES), repeat=2)]))
def test_a_hand_of_settlements_holds_any_figures(look, figures):
    few, many = figures
    keys = [resource.key for resource in ruleset(look.key).resources]
    held = ResourceHand(seat=0, cards=dict(zip(keys, (few, many, few, many), strict=True)))
    with recorded() as (texts, sprites):
        settlements_hand.draw_hand(held, look, look.theme())
    assert len(texts) == len(keys)
    assert collisions(texts, sprites, settlements_hand.SIZE[0]) == []


@cache
def dearest_preview(key):
    """View and preview of the dearest building that is suggested to a seat in a game."""
    game, candidates = get(key), []
    for state, _ in recorded_game(key, 2)[::3]:
        for seat in game.to_act(state):
            preview = game.preview(state, seat, game.complete(state, seat, []))
            if isinstance(preview, BuildPreview):
                candidates.append((game.view(state, seat), preview))
    return max(candidates, key=lambda each: cost_of(key, each[1]))


def cost_of(key, preview):
    kind = ruleset(key).buildings[preview.building]
    return sum(kind.cost.values()) + kind.any


@each_case("look", LOOKS, ids=lambda look: look.key)
@each_case("figure", FIGURES)
def test_the_slip_of_a_building_holds_any_hand(look, figure):
    view, shown = dearest_preview(look.key)
    keys = [resource.key for resource in ruleset(look.key).resources]
    price = replace(shown.price, free=False, surcharge=9)
    shown = replace(
        shown,
        price=price,
        pay=dict.fromkeys(keys, 9),
        hand=dict.fromkeys(keys, figure // len(keys)),
        project=1,
        joined=9,
        settlements=99,
        wins=True,
    )
    players = [replace(player, cards=figure) for player in view.players]
    with recorded() as (texts, sprites):
        canvas = slips.build_head(replace(view, players=players), shown, NAME, look, look.theme())
    assert collisions(texts, sprites, canvas.width) == []
