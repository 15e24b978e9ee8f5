"""Several moves at once: all amber, the whole hand, the rest of a turn."""

from bot.steps import lines
from bot.table.changes import Secret
from bot.table.live import LiveTable
from rules.contract import line_notations, read
from rules.massalia import GAME
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import at, do
from tests.posting import table_of


def at_once(state):
    """Lines that are offered at once, by name: the moves that each makes."""
    return {line.code.rpartition("_")[2]: line.token for line in GAME.ask(state, 0, []).lines}


def rest(state):
    """The rest of the turn, as it is written."""
    return line_notations(GAME, state, 0, GAME.line(state, 0, []))


# ---- cards at once -------------------------------------------------------------------------------


def test_all_amber_is_one_press_and_the_whole_hand_another():
    state = at(me={"hand": ["AM#1", "SO#1", "AM#2", "MA#1", "AM#3"]})
    assert at_once(state) == {"amber": "p AM;p AM;p AM", "hand": "p AM;p AM;p AM;p MA;p SO"}
    after, _ = do(state, at_once(state)["amber"])
    assert (after.turn.amber, len(after.players[0].hand)) == (3, 2)


@each_case(("hand", "lines"), [(["AM#1", "AM#2"], ["amber"]), (["AM#1"], [])])
def test_a_hand_of_amber_alone_has_one_button_and_a_lone_card_has_none(hand, lines):
    assert list(at_once(at(me={"hand": hand}))) == lines


@each_case(
    ("hand", "scouts", "line"),
    [
        (["S03#1", "S04#1"], (), "p S03;p S04;c S03;c S04"),
        (["SO#1"], ("C05#1",), "p SO;a C05"),
        (["S03#1", "S08#1"], (), None),
        (["SO#1", "MA#1"], (), None),
    ],
)
def test_scouts_and_combos_follow_the_hand_as_long_as_no_card_is_drawn(hand, scouts, line):
    me = {"hand": hand, "deck": ["AM#1"], "scouts": [{"card": card} for card in scouts]}
    assert at_once(at(me=me)).get("ready") == line


def test_a_card_that_draws_others_is_played_first():
    state = at(me={"hand": ["AM#1", "S08#1"], "deck": ["AM#2"]})
    assert at_once(state)["hand"] == "p S08;p AM"


def test_the_end_is_asked_about_only_where_something_would_be_lost():
    def end(**me):
        [option] = [
            choice for choice in GAME.ask(at(me=me), 0, []).options if choice.token == "end"
        ]
        return option

    assert end().plays
    assert not end(hand=["AM#1"]).plays
    assert not end(scouts=[{"card": "C09#1"}]).plays


# ---- the rest of a turn --------------------------------------------------------------------------


def test_the_rest_of_a_turn_goes_to_its_end_where_no_tile_can_act():
    moves = rest(GAME.new(2, 7, {}))
    assert moves[-1] == "end"
    assert {"p AM", "t"} <= set(moves)


def test_it_stops_with_a_tile_that_could_act():
    """The tile that is drawn decides its best cell."""
    board = {"F3": "0WA", "G3": "0WA"}
    state = at(me={"hand": ["AM#1", "SO#1"], "bag": ["L2"]}, board=board)
    assert rest(state) == ["p AM", "p SO", "t"]


def test_it_goes_on_where_every_tile_of_the_bag_has_the_same_best_cell_and_acts_nowhere():
    """Saint-Jean (F4) is ready, but water and fish are not wasted on it."""
    board = {"F3": "0WA", "G3": "0WA"}
    state = at(me={"hand": ["SO#1"], "bag": ["WA", "FH"]}, board=board)
    [play, draw, place, end] = rest(state)
    assert (play, draw, end) == ("p SO", "t", "end")
    assert place != "@F4"


def test_it_stops_with_a_tile_that_takes_a_resource_cell_again():
    """All land is one's own; only Le Panier (H3) lies face down."""
    land = GAME.box.land
    cells = [land.labels[cell] for cell in land.ordinary["land"]]
    board = {label: ("0WA", "0FH")[place % 2] for place, label in enumerate(cells)}
    board |= dict.fromkeys(("D1", "F2", "F4", "J3", "I5", "F7", "H7", "J7"), "0L2")
    state = at(me={"hand": ["AM#1", "SO#1"], "bag": ["L1"]}, board=board | {"H3": "0L2-"})
    assert rest(state) == ["p AM", "p SO", "t"]


def test_it_stops_behind_cards_that_are_drawn():
    bringing = next(
        card.id for card in GAME.box.cards if any(effect.do == "draw" for effect in card.effects)
    )
    state = at(me={"hand": [f"{bringing}#1", "AM#1"], "deck": ["AM#2", "AM#3", "AM#4"]})
    moves = rest(state)
    assert moves[:2] == [f"p {bringing}", "p AM"]
    assert "end" not in moves


def rest_behind(kind, *, life=20, seats=2):
    """The rest of the turn behind a tile on Le Panier (H3), whose marked cells are the seat's."""
    land = GAME.box.land
    marked = [land.labels[cell] for cell in land.resource[land.index["H3"]].marked]
    state = at(
        seats,
        me={"hand": [], "bag": ["WA", "FH"]},
        others=[{"life": life, "hand": ["B02#1"]}, {}][: seats - 1],
        board=dict.fromkeys(marked, "0WA") | {"I7": "1WA"},
        turn={
            "tile": {"t": kind, "terrain": "land", "todo": 1},
            "todo": [{"id": 2, "card": "MA#1", "do": "place", "n": 1, "terrain": "sea"}],
            "next": 3,
        },
    )
    line = read(GAME, state, 0, ["@H3"])
    whole = line_notations(GAME, state, 0, [*line, *GAME.rest(state, 0, line)])
    return whole[1:]


def test_a_blow_shows_nothing_that_the_rest_of_the_turn_depends_on():
    """A shield of the opponent: one Confirm does for the blow and the tiles behind it."""
    assert rest_behind("L1")[:2] == ["t", "@D4"]


@each_case(
    "blow",
    [{"kind": "L1", "life": 4}, {"kind": "L1", "seats": 3}, {"kind": "L3", "life": 12}],
)
def test_the_turn_stops_behind_a_blow_that_may_end_the_game_or_has_to_be_shared_out(blow):
    assert rest_behind(**blow) == []


def test_a_line_can_be_shown_whichever_of_equal_cards_comes_to_hand():
    """It plays one of several equal cards after a draw, and which of them comes is not known."""
    state, rng, easy = GAME.new(4, 1), Rng(1), GAME.player("easy")
    for _ in range(126):
        [seat] = GAME.to_act(state)
        GAME.apply(state, seat, easy.choose(state, seat, rng))
    [seat] = GAME.to_act(state)
    moves = ["p B05", "p AM", "p AM", "p AM", "p MA", "b S06", "t", "@F6"]
    preview = GAME.preview_line(state, seat, read(GAME, state, seat, moves))
    assert [step.notation for step in preview.steps] == moves


# ---- beside a preview ----------------------------------------------------------------------------


@each_case("moves, following", [("t", "t"), ("t;@C6;t", "end")])
def test_another_place_for_a_tile_goes_on_to_the_next_tile_and_from_the_last_to_the_end(
    moves, following
):
    state, _ = do(at(me={"hand": ["MA#1", "MA#2"]}), f"p MA;p MA;{moves}")
    table = table_of("massalia", 2, 2, "en")
    live = LiveTable(table, Secret("1" * 32, "2" * 32), state, 0, None)
    onward = lines.prompt_at(live, 0, ["@D4"]).onward
    assert ("@C4", following) in [(place.token, option.token) for place, option in onward]
    assert {option.token for _, option in onward} == {following}
