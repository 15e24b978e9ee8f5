"""The questions of a turn: the hand beside the first one, a purchase, a cell for a tile."""

from functools import partial
from itertools import groupby

from rules import record
from rules.contract import RulesError
from rules.massalia.pieces import name_of
from rules.massalia.previewing import goals
from rules.massalia.state import Strike
from rules.notation import SEPARATOR
from tests.cases import each_case
from tests.massalia.building import GAME, at, up_to_here
from tests.massalia.test_records import RECORDS
from tests.records import recorded_game
from tests.rulebook import rule

RIVER = ["S01#1", "C03#1", "O01#1", "B01#1", "S02#1", "C01#1"]


def buttons(question):
    return [option.token for option in question.options if option.is_button]


# ---- the first question --------------------------------------------------------------------------


def test_a_hand_to_play_has_a_menu_and_its_picture_beside_the_first_question():
    hand = ["AM#1", "AM#2", "SO#1"]
    question = GAME.ask(at(me={"hand": hand}), 0, [])
    assert (question.beside.picture, list(question.beside.shown.cards)) == ("cards", hand)
    assert {option.group for option in question.options} == {"massalia.group_play", ""}
    assert GAME.ask(at(), 0, []).beside is None


def test_cards_stand_in_one_menu_before_effects_and_tiles_to_draw_are_the_last_buttons():
    """A menu makes moves or leads on, never both: each of these has a title of its own."""
    me = {"hand": ["C03#2"], "scouts": [{"card": "C09#1"}], "bag": ["L1"]}
    todo = [
        {"id": 1, "card": "SO#1", "do": "place", "n": 1, "terrain": "land"},
        {"id": 2, "card": "S05#1", "do": "banish", "n": 1},
    ]
    state = at(me=me, turn={"amber": 9, "todo": todo, "next": 3}, river=RIVER)
    question = GAME.ask(state, 0, [])
    menus = [(option.group, option.plays) for option in question.options if not option.is_button]
    titles = [group for (group, _), _ in groupby(menus)]
    assert titles == ["massalia.group_use", "massalia.group_do"]
    groups = list(dict.fromkeys(option.group for option in question.options))
    assert groups == [*titles, "", "massalia.group_draw_tile"]
    assert buttons(question) == ["b", "end", "t"]


# ---- a purchase ----------------------------------------------------------------------------------


def test_every_card_that_can_be_paid_is_shown_before_one_is_chosen():
    question = GAME.ask(at(turn={"amber": 1}, river=RIVER), 0, ["b"])
    affordable = [option.token for option in question.options]
    assert list(question.beside.shown.cards) == affordable
    assert "C03" not in affordable
    assert {"S01", "O01"} <= set(affordable)
    assert "b" not in buttons(GAME.ask(at(river=RIVER), 0, []))


def test_few_cards_have_buttons_and_many_a_menu():
    few = GAME.ask(at(turn={"amber": 9}, river=[*RIVER[:3]]), 0, ["b"])
    many = GAME.ask(at(turn={"amber": 9}, river=RIVER), 0, ["b"])
    assert buttons(few) == sorted(name_of(card) for card in RIVER[:3])
    assert buttons(many) == []


# ---- a cell for a tile ---------------------------------------------------------------------------


def test_a_tile_prepares_the_cells_that_it_counts_for_once_it_is_laid():
    """Wherever a tile is laid on an ordinary cell in a game of three."""
    game, land, prepared = record.from_json(RECORDS["by_conceding"]), GAME.box.land, 0
    state = record.begin(game)
    cell_of = {resource.id: resource.cell for resource in land.resources}
    for ply, (after, _) in zip(game.plies, record.replay(game), strict=True):
        if ply.move[0] == "@" and (cell := land.index[ply.move[1:]]) not in land.resource:
            counted = list(goals(state, ply.seat, cell))
            marks = [after.marks(ply.seat, cell_of[goal.resource]) for goal in counted]
            assert marks == [goal.have for goal in counted]
            prepared += len(counted)
        state = after.clone()
    assert prepared > 20


# ---- a move that is typed bit by bit -------------------------------------------------------------


def reply(state, text):
    """The options after these tokens, or the code of a refusal without the game."""
    try:
        return [option.token for option in GAME.ask(state, 0, text.split()).options]
    except RulesError as refusal:
        return refusal.code.removeprefix("massalia.")


TILE = {"tile": {"t": "L1", "terrain": "land", "todo": 1}, "next": 2}
ATTACK = {"queue": [{"kind": "attack", "n": 8, "from": "G5"}]}


@rule("MA-15")
@each_case(
    ("turn", "text", "reason"),
    [
        (TILE, "p", "tile_waits"),
        (TILE, "M1", "tile_waits"),
        (TILE, "drain", "nothing_waits"),
        (TILE, "hello", "bad_notation"),
        (ATTACK, "b", "choice_waits"),
        (ATTACK, "fire", "choice_waits"),
        (ATTACK, "hello", "bad_notation"),
        ({}, "fire", "nothing_waits"),
        ({}, "b", "bad_notation"),
    ],
)
def test_the_beginning_of_another_move_says_what_waits(turn, text, reason):
    assert reply(at(3, turn=turn), text) == reason


@rule("MA-24")
def test_the_sign_of_a_cell_lists_the_cells():
    cells = reply(at(turn=TILE), "@")
    assert cells[:2] == ["@C1", "@E1"]
    assert cells == reply(at(turn=TILE), "")


@rule("MA-60")
@each_case(
    ("text", "answer"),
    [
        ("m", ["A3"]),
        ("m A3", ["B3", "A4", "A2"]),
        ("m A4", "bad_notation"),
        ("m F4", "not_to_do"),
        ("m Q9", "bad_notation"),
        ("m A3 B3 B3", "bad_notation"),
        ("end now", "bad_notation"),
    ],
)
def test_a_tile_is_moved_from_a_cell_to_a_cell(text, answer):
    """The tile on land is none that this card moves."""
    state = at(me={"hand": ["B01#1"]}, board={"A3": "0WA", "F4": "0L1"})
    assert reply(up_to_here(state, "p B01"), text) == answer


# ---- what an answer promises ---------------------------------------------------------------------


def promises(state, seat):
    """What answers promise, by kind, and what their moves then do."""
    after = partial(position_after, state, seat)
    purse, morale = state.turn.amber, morale_of(state, seat)
    if state.turn.tile is not None:
        for option in GAME.ask(state, seat, []).options:
            cell, promised = after(option.token), option.args
            if "life" in promised:
                yield "morale", promised["morale"], morale_of(cell, seat) - morale
            if promised.get("life") and len(state.opponents(seat)) > 1:
                strikes = [each.n for each in cell.turn.queue if isinstance(each, Strike)]
                yield "strike", promised["n"], strikes[0]
    elif not state.turn.queue:
        question = GAME.ask(state, seat, [])
        for line in question.lines:
            if line.code == "massalia.option_all_amber":
                yield (
                    "amber",
                    line.args["amber"] - line.args["lost"],
                    after(line.token).turn.amber - purse,
                )
        if "b" in [option.token for option in question.options]:
            for option in GAME.ask(state, seat, ["b"]).options:
                yield "price", option.args["cost"], purse - after(f"b {option.token}").turn.amber


def morale_of(state, seat):
    return GAME.view(state, seat).players[seat].morale


def position_after(state, seat, line):
    following = state.clone()
    for move in line.split(SEPARATOR):
        GAME.apply(following, seat, GAME.parse(following, seat, move))
    return following


def test_prices_amber_strikes_and_morale_are_what_their_answers_say():
    kinds = set()
    for state, _ in recorded_game("massalia", 4)[::4]:
        for seat in GAME.to_act(state):
            for kind, promised, done in promises(state, seat):
                assert promised == done, (kind, state)
                kinds.add(kind)
    assert kinds == {"price", "amber", "strike", "morale"}
