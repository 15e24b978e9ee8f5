"""The questions on the way to a move, the pad, and where else one could go."""

from rules.contract import BadNotation, IllegalMove, line_notations, read
from rules.magna_grecia.candidates import OFFERED
from rules.question import Amounts, CellOf
from tests.cases import each_case
from tests.magna_grecia.building import GAME, deal, lay
from tests.records import recorded_game
from tests.rulebook import refusal


def ask(table, text=""):
    return GAME.ask(table.state, table.state.to_move, text.split())


def answers(table, text=""):
    return [option.token for option in ask(table, text).answers()]


def test_the_first_question_offers_what_can_be_done():
    assert answers(lay(cities="0:A9", markets="0:A9")) == ["R", "C", "D", "M", "S", "end"]
    assert answers(lay()) == ["C", "D", "M", "end"]


def refused(table, text):
    return refusal(ask, table, text)


def end_of(table):
    """The button that ends the turn."""
    return next(option for option in ask(table).options if option.token == "end")


def test_the_end_of_a_turn_is_played_at_once_after_the_last_useful_action():
    """In the last round nothing is drawn for nothing."""
    table = lay().play("D 7+0")
    assert [option.token for option in ask(table).options if option.plays] == ["end"]
    assert [option.token for option in ask(table).options if option.finishes] == ["end"]
    assert not end_of(lay()).finishes
    assert all(option.is_button for option in ask(table).options)
    assert end_of(lay(round=12)).plays


def undone(table):
    """Useful actions that remain at the end of a turn, with their gains."""
    useful = table.preview("end").useful_options
    return {option.token: option.args.get("gain") for option in useful}


def test_a_draw_that_is_still_possible_is_pointed_out_before_the_turn_ends():
    assert not end_of(lay()).plays
    assert undone(lay()) == {"D 4+3": None}


def test_a_market_that_would_bring_a_profit_is_pointed_out():
    """Aeclanum is active and has two connections: a market costs 1 there."""
    table = lay(cities="0:A9", joins="A9-D7 D7-F7", round=12, turn={"roads": 4})
    assert undone(table) == {"M D7": 1}
    assert undone(table.play("M D7")) == {}


def test_a_road_or_a_city_that_would_bring_a_gain_is_pointed_out():
    """A road to Aeclanum gives the market of Sipontum its first connection.

    A city at the end of a road is worth the market that comes with it, and the other one.
    """
    table = lay(cities="0:A9", markets="0:A9", roads="0:B8 SW-NE", round=12)
    assert undone(table)["R C8 SW-NE"] == 1
    [road] = [option for option in elsewhere(table, "end").options if option.token == "R C8 SW-NE"]
    assert road.args["goals"] == ["city:A9", "village:aeclanum"]
    reached = lay(cities="0:A9", markets="0:A9", joins="A9-D7 D7-F7 D7-B6", round=12)
    assert undone(reached)["C D7"] > 0


def elsewhere(table, text):
    return GAME.elsewhere(table.state, 0, table.action(text))


def test_with_an_obligation_only_city_tiles_are_offered():
    assert answers(lay(cities="0:F7").play("C F6")) == ["C"]


def test_before_the_rounds_a_village_is_asked_for():
    question = ask(deal(), "O")
    assert answers(deal()) == ["O"]
    assert isinstance(question, CellOf)
    assert len(question.options) == 32


def test_a_road_asks_for_a_hex_then_for_its_sides():
    table = lay(cities="0:A9")
    assert set(answers(table, "R")) == {"A8", "A10", "B8", "B9"}
    assert answers(table, "R B8") == ["SE-NE", "SW-NE", "W-NE"]
    assert ask(table, "R B8 SW-NE") is None


def test_a_way_to_lie_tells_what_lies_beyond_its_ends():
    table = lay(cities="0:A9", roads="0:B8 SW-NE")
    beyond = {option.token: option.args["beyond"] for option in ask(table, "R C8").options}
    assert beyond["SW-NE"] == ["village:aeclanum", "B8"]


def test_city_tiles_are_grouped_by_what_they_do():
    table = lay(cities="0:D9, 0:D7")
    groups = {option.token: option.group for option in ask(table, "C").options}
    kinds = ["C8", "N7", "D8"]
    assert [groups[label].rpartition("_")[2] for label in kinds] == ["expand", "found", "merge"]


def test_a_draw_is_an_amount_of_each():
    question = ask(lay(), "D")
    assert isinstance(question, Amounts)
    assert (question.limits, question.total) == ((7, 7), (1, 7))
    assert "2+1" in answers(lay(), "D")


def test_places_for_a_market_come_by_profit():
    table = lay(cities="0:A9", joins="A9-D7 D7-F7 D7-B6")
    options = ask(table, "M").options
    profits = [option.args["value"] - option.args["cost"] for option in options]
    assert profits == sorted(profits, reverse=True)
    assert options[0].token == "D7"


def test_markets_to_sell_are_told_with_their_value_and_that_of_one_connection_more():
    table = lay(cities="0:A9", markets="0:A9 0:D7", joins="A9-D7 D7-F7")
    assert {o.token: o.args["n"] for o in ask(table, "S").options} == {"A9": 1, "D7": 2}
    worth = {o.token: (o.args["n"], o.args["more"]) for o in elsewhere(table, "S A9").options}
    assert worth == {"S D7": (2, 3), "S A9": (1, 2)}


LOST = [
    ({}, "R", "nowhere_road"),
    ({}, "S", "nowhere_sale"),
    ({}, "R B8", "not_anchored"),
    ({}, "R D7", "occupied"),
    ({}, "O", "wrong_phase"),
    ({}, "C B8", "needs_village"),
    ({"players": [{"score": 0}, {}]}, "C", "no_points"),
    ({"players": [{"score": 0}, {}]}, "M", "nowhere_market"),
    ({"players": [{"score": 9, "markets": 0}, {}]}, "M", "no_market_left"),
]


@each_case(("fields", "text", "name"), LOST)
def test_a_beginning_that_leads_nowhere_is_refused(fields, text, name):
    refusal = refused(lay(**fields), text)
    assert isinstance(refusal, IllegalMove)
    assert refusal.name == name


@each_case("text", ["C A9 A10", "end now", "X", "R B8 SW-NE x", "D 1+1 1"])
def test_tokens_too_many_are_no_move(text):
    assert isinstance(refused(lay(), text), BadNotation)


def pad(table, line):
    """Lines of the pad's buttons for a line, in notation."""
    actions = read(GAME, table.state, 0, line.split(";"))
    moves = GAME.variations_line(table.state, 0, actions)
    return {name: ";".join(line_notations(GAME, table.state, 0, to)) for name, to in moves.items()}


def pad_moves(table, move):
    """Moves of the pad's buttons for a single move."""
    moves = GAME.variations(table.state, 0, table.action(move))
    return {name: table.notation(action) for name, action in moves.items()}


def test_the_pad_turns_a_road_tile_about_its_beginning_and_leads_the_road_on():
    """From Sipontum over B8: straight on, or curved to either side; then on to three sides."""
    assert pad(lay(cities="0:A9"), "R B8 SW-NE") == {
        "cw": "R B8 W-NE",
        "ccw": "R B8 SE-NE",
        "sw": "R B8 SW-NE;R C8 SW-NE",
        "se": "R B8 SW-NE;R C8 SE-NE",
        "w": "R B8 SW-NE;R C8 W-NE",
    }


def test_the_pad_leads_back_over_the_last_tile_of_a_road():
    assert pad(lay(cities="0:A9"), "R B8 SW-NE;R C8 SE-NE")["ne"] == "R B8 SW-NE"


def test_the_pad_leads_no_road_farther_than_the_card_allows():
    """Y2 allows four road tiles at most."""
    moves = pad(lay(cities="0:A9"), "R A8 E-W;R A7 E-W;R A6 E-W;R A5 E-W")
    assert set(moves) == {"cw", "ccw", "e"}


def test_a_line_of_different_steps_has_no_pad():
    assert pad(lay(cities="0:A9"), "R B8 SW-NE;C A8") == {}


def test_the_pad_moves_a_city_tile():
    moves = pad_moves(lay(cities="0:A9"), "C A8")
    assert set(moves.values()) == {"C B9", "C B8", "C I1", "C A2"}


def test_roads_that_join_two_places_are_offered_whole():
    """From Sipontum Aeclanum (D7) is two tiles away: one answer lays both."""
    table = lay(cities="0:A9", markets="0:A9")
    goals = ["city:A9", "village:aeclanum"]
    [way] = [o for o in elsewhere(table, "R A8 E-W").options if o.args["goals"] == goals]
    assert (way.args["n"], way.args["gain"]) == (2, 1)
    tiles = read(GAME, table.state, 0, way.token.split(";"))
    assert table.play(";".join(line_notations(GAME, table.state, 0, tiles))).count("D7") == 1


def test_of_the_roads_those_that_bring_most_come_first_then_the_short_ones():
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7")
    roads = [option.args for option in elsewhere(table, "R A8 E-W").options]
    ranks = [(-road["gain"], road["n"]) for road in roads]
    assert ranks == sorted(ranks)
    pairs = [tuple(sorted(road["goals"])) for road in roads]
    assert len(pairs) == len(set(pairs))


def test_no_more_is_offered_than_a_menu_holds():
    table = lay(cities="0:A9, 0:N7", joins="A9-D7 D7-F7 F7-G6 D7-B6 B6-C4", round=2)
    assert 0 < len(elsewhere(table, "R A8 E-W").options) <= OFFERED


def test_the_pad_leads_to_other_oracles_places_and_markets():
    assert set(pad_moves(deal(), "O J8").values()) <= deal().legal("O")
    assert set(pad_moves(lay(), "M D7").values()) <= lay().legal("M")
    selling = lay(cities="0:A9", markets="0:A9 0:D7", joins="A9-D7")
    assert set(pad_moves(selling, "S A9").values()) == {"S D7"}


@each_case("move", ["end", "D 1+0"])
def test_a_move_without_a_place_has_no_pad(move):
    assert pad_moves(lay(), move) == {}


def test_a_road_tile_that_lies_one_way_only_is_not_turned():
    """Enemy roads end at two of the three sides that a road from A9 could lead to on B8."""
    table = lay(cities="0:A9", roads="1:B7 E-W, 1:C9 E-NW")
    assert answers(table, "R B8") == ["SW-NE"]
    assert not {"cw", "ccw"} & set(pad_moves(table, "R B8 SW-NE"))


def test_roads_may_be_offered_from_the_end_of_a_road_that_comes_from_nowhere():
    """No game leaves one, a position may."""
    table = lay(roads="0:C8 E-W", turn={"roads": 3})
    assert all(option.args["n"] == 1 for option in elsewhere(table, "R C9 E-W").options)


def complete(table, text):
    """The move to which a beginning is completed."""
    action = GAME.complete(table.state, 0, text.split())
    GAME.check(table.state, 0, action)
    return table.notation(action)


def test_a_beginning_that_no_plan_would_take_is_completed_all_the_same():
    """Nothing is to be joined from A10 with one tile. A draw is as large as the reserve."""
    table = lay(cities="0:A9", turn={"roads": 3})
    assert complete(table, "R A10").startswith("R A10")
    players = [{"score": 9, "reserve_roads": 2, "reserve_cities": 0}, {}]
    assert complete(lay(players=players), "D") == "D 2+0"


@each_case(("text", "letter"), [("C A8", "C"), ("M D7", "M"), ("S A9", "S")])
def test_other_spots_of_a_city_or_a_market_are_offered_as_whole_moves(text, letter):
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7 D7-F7")
    moves = {option.token for option in elsewhere(table, text).options}
    assert text in moves
    assert moves <= table.legal(letter)


def test_an_oracle_and_a_draw_are_offered_in_no_other_way():
    assert elsewhere(lay(), "D 1+0") is None
    assert elsewhere(deal(), "O J8") is None


# ---- suggestions --------------------------------------------------------------------------------


def line(table, text=""):
    return line_notations(GAME, table.state, 0, GAME.line(table.state, 0, text.split()))


def test_the_whole_rest_of_a_turn_is_suggested():
    table = lay(cities="0:A9", markets="0:A9")
    moves = line(table)
    assert len(moves) > 2
    assert moves[-1] == "end"
    assert table.play(";".join(moves)).state.to_move == 1


def test_a_road_is_suggested_with_all_its_tiles():
    table = lay(cities="0:A9", markets="0:A9")
    moves = line(table, "R")
    assert all(move.startswith("R ") for move in moves)
    assert table.play(";".join(moves)).events_of("connected")


def test_a_move_that_has_a_place_already_is_suggested_alone():
    assert line(lay(cities="0:A9"), "R B8") == []
    assert line(deal()) == []


def test_every_question_where_to_is_answered_by_a_suggestion_at_first():
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7")
    for letter in "RCMSD":
        assert ask(table, letter).suggests
    assert ask(deal(), "O").suggests


def test_hexes_for_a_road_are_grouped_by_area_the_best_first():
    table = lay(cities="0:A9, 0:N7", markets="0:A9")
    areas = [option.group for option in ask(table, "R").options]
    assert {"magna_grecia.area_lucania", "magna_grecia.area_bruttium"} & set(areas)
    first = {group: areas.index(group) for group in areas}
    assert areas == sorted(areas, key=first.get)


# ---- what an answer promises ---------------------------------------------------------------------


def promises(state, seat):
    """Points that answers about a market name, and the change of track and markets that follows."""
    for head in {"M", "S"} & {option.token for option in GAME.ask(state, seat, []).options}:
        for option in GAME.ask(state, seat, [head]).options:
            after, named = state.clone(), option.args
            GAME.apply(after, seat, GAME.parse(state, seat, f"{head} {option.token}"))
            sale = (named["n"], -named["n"]) if head == "S" else ()
            before, now = (GAME.scores(each)[seat].parts for each in (state, after))
            promised = sale or (-named["cost"], named["value"])
            yield head, promised, tuple(now[part] - before[part] for part in ("track", "markets"))


def test_a_market_costs_and_counts_what_its_answer_says():
    kinds = set()
    for state, _ in recorded_game("magna_grecia", 3)[::5]:
        for seat in GAME.to_act(state):
            for kind, promised, done in promises(state, seat):
                assert promised == done
                kinds.add(kind)
    assert kinds == {"M", "S"}
