"""Events: their contents, their readers and their order."""

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import seat

OTHER = seat(stacks="22|||")
MINE = seat(stacks="51 52|54||60 10", reserve="11 22 41 70", hand="9e9b9a9m", bonus=1)


def test_a_new_game_begins_with_the_first_turn(lay):
    events = lay.game.opening(lay.deal(2).state)
    assert events[-1].code == f"{lay.key}.turn_started"
    assert events[-1].args == {"seat": 0, "number": 1}


def test_a_drawn_building_is_told_with_the_number_left_in_its_stack_and_then_where_it_lies(lay):
    table = lay(MINE, OTHER).play("D1; P")
    assert table.events("building_drawn") == [{"seat": 0, "stack": 0, "building": 51, "left": 1}]
    assert table.events("building_parked") == [{"seat": 0, "building": 51}]


def build_event(table):
    [event] = table.events("building_built")
    return event | {
        "paid": table.lay.letters(event["paid"]),
        "board_used": table.lay.letters(event["board_used"]),
    }


def test_a_building_is_told_with_what_it_cost(lay):
    table = lay(MINE, OTHER, built="0:50@C6").play("B22 A4 2a1b")
    assert build_event(table) == {
        "seat": 0,
        "building": 22,
        "hex": list(table.hex("A4")),
        "free": False,
        "paid": "1b2a",
        "board_used": "1m",
        "surcharge": 1,
        "founded": True,
        "joined": 0,
        "beside_city": False,
    }


def test_a_first_settlement_is_told_without_a_surcharge_and_with_the_symbols_that_help(lay):
    """Two waters and two metals at A0; n.41 takes one water."""
    event = build_event(lay(MINE, OTHER).play("B41 A0"))
    assert (event["founded"], event["surcharge"], event["board_used"]) == (True, 0, "1e")


def test_the_surcharge_is_told_apart_from_the_cards_for_n70(lay):
    """Four of the five by symbols, one of any type, and one for the settlement there is."""
    event = build_event(lay(MINE, OTHER, built="0:50@D2").play("B70 A0 2e"))
    assert (event["paid"], event["surcharge"]) == ("2e", 1)


def test_for_n70_any_symbols_help_up_to_five(lay):
    assert build_event(lay(MINE, OTHER).play("B70 A0"))["board_used"] == "2e2m"


def test_a_free_building_is_told_without_payment_or_symbols(lay):
    """N.22 would take one of the metals at A4."""
    event = build_event(lay(MINE, OTHER, built="0:21@A5").play("B22 A4"))
    assert (event["free"], event["paid"], event["board_used"]) == (True, "", "")
    assert (event["surcharge"], event["founded"], event["joined"]) == (0, False, 0)


def test_drawn_cards_are_told_to_all_as_a_number_and_to_their_owner_by_type(lay):
    table = lay(seat(), OTHER, deck="eeb").play("S")
    public, private = (e for e in table.happened if e.code.endswith("cards_drawn"))
    assert (public.only, public.args) == (None, {"seat": 0, "count": 3})
    assert private.only == 0
    assert private.args["count"] == 3
    assert lay.letters(lay.cards("") | private.args["cards"]) == "2e1b"


@rule("TG-79")
@each_case(
    ("deck", "discard", "story"),
    [
        ("", "", []),
        ("", "5m", ["deck_reshuffled", "cards_drawn", "cards_drawn"]),
        ("eab", "5m", ["cards_drawn", "cards_drawn", "deck_reshuffled"]),
    ],
)
def test_a_reshuffle_is_told_when_it_happens_and_cards_where_there_were_any(
    lay, deck, discard, story
):
    table = lay(seat(), OTHER, deck=deck, discard=discard).play("S")
    assert table.story() == [*story, "turn_started"]


@rule("TG-80")
def test_a_draw_that_ends_a_stack_is_told_in_order(lay):
    table = lay(MINE, OTHER).play("D2; P; X 1,-3 r2; D1; P")
    assert table.story() == [
        "building_drawn",
        "building_parked",
        "region_drawn",
        "region_placed",
        "building_drawn",
        "building_parked",
    ]


@rule("TG-80", "TG-70", "TG-41")
def test_a_revealed_building_that_completes_a_project_is_told_in_order(lay):
    """Built, rewarded, and then the region."""
    table = lay(seat(stacks="11|||", hand="9e"), OTHER, built="0:10@C6").play("D1; B11 C0")
    assert table.story() == ["building_drawn", "building_built", "bonus_gained", "region_drawn"]


@rule("TG-77", "TG-38")
def test_the_end_of_a_turn_is_told_in_order(lay):
    """The third building completes a project; the owed card, then the next turn."""
    mine = seat(reserve="41 41 11", hand="9e9b")
    table = lay(mine, seat(bonus=15), built="0:10@C6").play("B41 C5; B41 C2; B11 C0")
    assert table.story() == [
        *["building_built"] * 3,
        "bonus_card_owed",
        "cards_drawn",
        "cards_drawn",
        "turn_started",
    ]


def test_a_worker_for_a_card_is_told_before_the_card(lay):
    table = lay(seat(bonus=1), OTHER).play("S; W*")
    assert table.story()[2:] == ["bonus_spent", "cards_drawn", "cards_drawn", "turn_started"]


@each_case(
    ("moves", "revealing"),
    [
        ("D1", ["building_drawn"]),
        ("D1; P", ["building_drawn"]),
        ("D2; P", ["building_drawn", "region_drawn"]),
        ("D2; P; X 1,-3 r0", ["building_drawn", "region_drawn"]),
        ("B41 C0; B22 A4", []),
        ("B41 C0; W+", []),
    ],
)
def test_hidden_pieces_that_come_to_light_are_marked(lay, moves, revealing):
    """A building or region that was face down: no such move is taken back for free."""
    table = lay(MINE, OTHER).play(moves)
    marked = [e.code.partition(".")[2] for e in table.happened if e.reveals]
    assert marked == revealing


def test_cards_and_a_reshuffle_come_to_light(lay):
    table = lay(seat(), OTHER, deck="eab", discard="2e").play("S")
    marked = {e.code.partition(".")[2] for e in table.happened if e.reveals}
    assert marked == {"cards_drawn", "deck_reshuffled"}


def test_all_but_the_cards_of_a_hand_is_public(lay):
    table = lay(MINE, OTHER).play("D2; P; X 1,-3 r2; W+; S")
    private = [event for event in table.happened if event.only is not None]
    assert [event.code for event in private] == [f"{lay.key}.cards_drawn"]
