"""Magna Grecia in words: one line for a turn, the step that comes next, the board as text."""

from bot import words
from bot.words.magna_grecia import private
from render.magna_grecia import PICTURES
from rules.contract import Result
from rules.hexgrid import distance
from rules.magna_grecia import scoring
from rules.magna_grecia.land import AROUND, CELLS, GREEN, HEXES, OFF
from rules.magna_grecia.pieces import CARDS, DEFAULT_COLOURS
from tests.bot.recorded import Step, steps
from tests.cases import each_case
from tests.magna_grecia.building import GAME, lay

NAMES = ["Maud", "Bastien"]
WORDS = words.of("magna_grecia", "en", NAMES)


def turn(table, moves):
    """The plies of a turn."""
    plies = []
    for move in moves.split(";"):
        seat = table.state.to_move
        table = table.play(move)
        plies.append(Step(table.state, seat, list(table.events)))
    return plies


def line(table, moves, language="en"):
    [turn_line] = words.of("magna_grecia", language, NAMES).turn_lines(turn(table, moves))
    return turn_line


OPENING = "C A9;R B8 NE-SW;R C8 NE-SW;M D7;end"


def test_a_turn_is_told_in_one_line():
    sentence = line(lay(), OPENING)
    deeds = "founds Sipontum, lays 2 roads, and opens a market at Aeclanum for 1 point"
    assert sentence.done == f"Maud {deeds}"
    assert sentence.followed == ("New connection: Aeclanum – Sipontum",)
    assert sentence.plies == 5
    french = line(lay(), OPENING, "fr").done
    assert french.startswith("Maud fonde Siponte, pose 2\xa0routes et ouvre un marché")


def test_an_empty_turn_is_a_pass():
    assert line(lay(), "end").done == "Maud passes"


def test_the_last_step_of_a_turn_ends_it():
    [*_, end] = turn(lay(), OPENING)
    assert WORDS.ply_line(end).done == "Maud ends the turn"


@each_case(("move", "tiles"), [("D 2+1", "2 road tiles + 1 city tile"), ("D 0+3", "3 city tiles")])
def test_only_what_was_drawn_is_told(move, tiles):
    assert line(lay(), move).done == f"Maud draws {tiles}"


def test_an_oracle_that_turns_is_told_with_its_new_master():
    sentence = line(lay(cities="0:N7", roads="0:N8 E-W", oracles="M10"), "R N9 W-NE")
    assert "The oracle of Metapontum turns to Maud" in sentence.followed


OF_METAPONTUM = {"cities": "0:N7, 1:P9", "joins": "P9-M10 N7-K5", "oracles": "M10"}
"""The oracle of Metapontum points to Bastien's city at Tarentum; Maud's Sybaris has more."""


def oracle_turns(**different):
    """The ply by which the oracle turns."""
    table = lay(**OF_METAPONTUM | different).link(0, "N7", "M10")
    return [Step(table.state, 0, list(table.events))]


def test_an_oracle_that_is_lost_is_told_with_both_names_and_the_loss():
    for language, sentence in (
        ("en", "The oracle of Metapontum turns from Bastien to Maud"),
        ("fr", "L’oracle de Métaponte passe de Bastien à Maud"),
    ):
        [turn_line] = words.of("magna_grecia", language, NAMES).turn_lines(oracle_turns())
        assert sentence in turn_line.followed
        losses = [told.replace("\xa0", " ") for told in turn_line.followed]
        assert "Bastien \N{MINUS SIGN}4 points" in losses


def test_a_post_tells_whose_oracle_was_taken_and_the_points_it_costs():
    plies = oracle_turns()
    effects = WORDS.effects(plies, 1)
    assert effects == "Maud took your oracle of Metapontum\N{NO-BREAK SPACE}· you lost 4 points"
    assert "l’oracle de Métaponte" in words.of("magna_grecia", "fr", NAMES).effects(plies, 1)
    assert WORDS.effects(plies, 0) == ""
    taken = "takes the oracle of Metapontum from Bastien"
    assert taken in WORDS.summary(plies)
    assert taken not in WORDS.summary(plies, without=[1])
    assert "takes the oracle" not in WORDS.summary(oracle_turns(cities="0:N7, 0:P9"))
    free = oracle_turns(cities="0:N7, 1:P9", joins="N7-K5")
    assert WORDS.summary(free, without=[1]).startswith("Maud wins the oracle of Metapontum")
    assert WORDS.brief(free) == "Maud takes the oracle of Metapontum"


def test_an_oracle_that_turns_to_another_city_of_its_master_stays_with_them():
    [turn_line] = WORDS.turn_lines(oracle_turns(cities="0:N7, 0:P9"))
    assert "The oracle of Metapontum turns to another city of Maud" in turn_line.followed


def test_a_sale_is_told_with_the_points_that_it_brought():
    table = lay(cities="0:A9", joins="A9-D7", markets="0:A9")
    assert line(table, "S A9").done == "Maud sells the market at Sipontum for 1 point"


def test_an_enemy_market_that_grows_in_value_is_told():
    table = lay(cities="0:A9, 1:D7", markets="1:D7", roads="0:B8 SW-NE")
    sentence = line(table, "R C8 SW-NE")
    assert "Bastien +1 point (market at Aeclanum now worth 1)" in sentence.followed


def test_cities_that_grow_together_are_called_by_where_they_were_founded():
    sentence = line(lay(cities="0:D9, 0:D7"), "C D8")
    assert "Ausculum and Aeclanum grow together" in sentence.followed


@each_case("name", ["four_by_points", "merging", "two_by_points"])
def test_the_events_of_a_turn_add_up_to_what_the_scores_say(name):
    """Whoever hears of gains and losses hears of all of them."""
    first, *plies = steps("magna_grecia", name)
    before = [score.total for score in GAME.scores(first.state)]
    for step in plies:
        after = [score.total for score in GAME.scores(step.state)]
        changes = scoring.changes([(event.name, event.args) for event in step.events])
        assert after == [total + changes.get(seat, 0) for seat, total in enumerate(before)]
        before = after


def test_a_new_round_is_told_with_its_order():
    sentence = line(lay(turn_index=1), "end")
    assert "Round 2, in this order: Bastien and Maud" in sentence.followed


def test_a_question_tells_the_rest_of_the_card_or_an_obligation():
    table = lay(cities="0:A9").play("R B8 SW-NE")
    sentence = WORDS.question(GAME.ask(table.state, 0, []), table.view, None)
    assert "3 road tiles, and 2 city tiles or a draw of 5 tiles" in sentence
    table = table.play("R C8 SW-NE").play("R E7 SE-NE")
    sentence = WORDS.question(GAME.ask(table.state, 0, []), table.view, None)
    assert "1 road tile, 2 city tiles, or a draw of 5 tiles" in sentence
    table = lay(cities="0:F7").play("C F6")
    sentence = WORDS.question(GAME.ask(table.state, 0, []), table.view, None)
    assert "Cover Volcei with a city tile" in sentence


def test_a_city_off_the_roads_has_to_be_joined_before_anything_else():
    table = lay(cities="0:A9", joins="A9-D7").play("C F7")
    sentence = WORDS.question(GAME.ask(table.state, 0, []), table.view, None)
    assert "Join the new city Compsa" in sentence


def test_answers_name_villages_and_cities():
    table = lay(cities="0:A9", joins="A9-D7", markets="0:A9")
    [sale] = GAME.ask(table.state, 0, ["S"]).options
    label = WORDS.option_label(sale, table.view).text
    assert label == "A9 Sipontum: 1 point, 2 with one more connection"
    market = next(o for o in GAME.ask(table.state, 0, ["M"]).options if o.token == "D7")
    label = WORDS.option_label(market, table.view).text
    assert label == "D7 Aeclanum: costs 1 point, worth 1 now"
    way = GAME.elsewhere(table.state, 0, GAME.parse(table.state, 0, "R C6 E-W")).options[0]
    assert WORDS.option_label(way, table.view).text.startswith("Sipontum and ")


def preview_of(table, *moves):
    """Preview of a move, or of several in a row."""
    line = [GAME.parse(table.state, 0, move) for move in moves]
    return (
        GAME.preview_line(table.state, 0, line) if line[1:] else GAME.preview(table.state, 0, *line)
    )


def test_a_candidate_tells_its_connections_and_points():
    table = lay(cities="0:A9", roads="0:B8 SW-NE", markets="0:A9")
    sentence = WORDS.preview_text(preview_of(table, "R C8 SW-NE"))
    assert "**+1 road**" in sentence
    assert "New connection: Aeclanum – Sipontum" in sentence
    assert "+1 → 21 points, 20 of them to spend" in sentence


@each_case(
    ("cities", "master", "change"),
    [("0:N7, 1:P9", "you", "\N{MINUS SIGN}4"), ("1:N7, 0:P9", "somebody else", "+4")],
)
def test_a_candidate_says_to_whom_an_oracle_turns(cities, master, change):
    table = lay(**OF_METAPONTUM | {"cities": cities})
    preview = preview_of(table, "R N8 W-NE", "R M9 SW-E")
    assert f"The oracle of Metapontum turns to {master}" in WORDS.preview_text(preview)
    assert f"Bastien {change} points" in WORDS.preview_text(preview)
    assert "connection" in WORDS.preview_details(preview)


NOTES = [
    # a position, moves, what decides on them
    ({"joins": "A9-D7", "markets": "0:A9"}, "S A9", "Sold: grows no more"),
    ({}, "D 2+1", "Tiles to place then: 6 road, 5 city."),
    ({"joins": "A9-D7", "markets": "0:D7"}, "C D7", "No free market: you already have one at"),
    ({}, "C A10", "A larger city earns nothing by itself"),
]


@each_case(("position", "move", "note"), NOTES)
def test_a_candidate_says_the_rule_that_decides_on_it(position, move, note):
    assert note in WORDS.preview_text(preview_of(lay(cities="0:A9", **position), move))


def test_a_city_tile_that_brings_a_duty_says_so_before_it_is_chosen():
    table = lay(cities="0:F7")
    labels = {
        option.token: WORDS.option_label(option, table.view).text
        for option in GAME.ask(table.state, 0, ["C"]).options
    }
    assert labels["F6"] == "F6: expand Compsa, then cover 1 village"
    assert labels["A9"] == "A9 Sipontum: found a city"


def test_a_candidate_of_several_steps_is_one_sentence():
    table = lay(cities="0:A9", markets="0:A9")
    sentence = WORDS.preview_text(preview_of(table, "R B8 SW-NE", "R C8 SW-NE", "M D7"))
    assert sentence.startswith("**+2 roads and market at Aeclanum for 1 point**")


def test_a_long_turn_has_two_lines_and_its_steps_in_the_details(monkeypatch):
    monkeypatch.setattr(private, "LONGEST_HEAD", 40)
    table = lay(cities="0:A9", markets="0:A9")
    preview = preview_of(table, "R B8 SW-NE", "R C8 SW-NE", "M D7", "end")
    lines = WORDS.preview_text(preview).splitlines()
    assert lines[0] == "**+2 roads** and 2 more steps in the details"
    assert "points" in lines[2]
    details = WORDS.preview_details(preview).splitlines()
    assert details[0].startswith("+2 roads, market at Aeclanum for 1 point")


def test_beside_other_turns_all_of_a_turn_is_told(monkeypatch):
    """*★ Why?* shows no picture, so there is room for every step."""
    monkeypatch.setattr(private, "LONGEST_GLANCE", 40)
    table = lay(cities="0:A9", markets="0:A9")
    comparison = comparison_of(table, "R B8 SW-NE;M D7;end")
    assert comparison == ["+1 road · market at Aeclanum for 1 point · end the turn"]


def comparison_of(table, *lines):
    """Texts of some lines beside each other."""
    return WORDS.comparison([preview_of(table, *line.split(";")) for line in lines])


def test_turns_that_differ_in_their_roads_alone_say_where_and_how_these_lie():
    table = lay(cities="0:A9", markets="0:A9")
    lines = ("R B8 SW-NE;end", "R B9 NW-NE;end", "R B8 SW-NE;R C8 SW-NE;end")
    assert comparison_of(table, *lines) == [
        "+1 road (B8) · end the turn",
        "+1 road (B9) · end the turn",
        "+2 roads · end the turn",
    ]
    comparison = comparison_of(table, "R B8 SW-NE;R C8 SW-NE", "R B8 SW-NE;R C8 SW-E")
    assert comparison == ["+2 roads (B8 SW-NE and C8 SW-NE)", "+2 roads (B8 SW-NE and C8 E-SW)"]


def test_a_market_that_counts_at_once_says_what_it_is_worth():
    table = lay(cities="0:A9", roads="0:B8 SW-NE, 0:C8 SW-NE")
    assert "Aeclanum market worth 1" in WORDS.preview_text(preview_of(table, "M D7"))


def test_a_candidate_calls_another_player_who_gains_by_name():
    table = lay(cities="0:A9, 1:D7", markets="1:D7", roads="0:B8 SW-NE")
    preview = preview_of(table, "R C8 SW-NE")
    sentences = WORDS.preview_text(preview) + WORDS.preview_details(preview)
    assert "Bastien +1 point (market at Aeclanum now worth 1)" in sentences


def test_the_end_of_a_turn_names_a_move_that_is_still_possible():
    table = lay(cities="0:A9", markets="0:A9", roads="0:B8 SW-NE", round=12)
    sentence = words.of("magna_grecia", "fr", NAMES).preview_text(preview_of(table, "end"))
    assert "⚠ Encore possible\u00a0: Siponte et Aeclanum, 1\u00a0tuile\u00a0: +1" in sentence


def test_the_board_as_text_has_every_piece():
    table = lay(
        cities="0:A9 A10, 1:N7",
        joins="A9-D7 D7-F7",
        markets="0:D7 1:D7x 0:A9",
        oracles="F7 J8",
    )
    board_text = WORDS.board_text(table.view)
    for part in (
        "A9 Sipontum and A10",
        "Oracle J8 Grumentum, held by nobody",
        "market of Bastien, sold",
    ):
        assert part in board_text
    assert board_text.count("market of") == 3
    for road in table.view.roads:
        assert f"Roads of {NAMES[road.seat]}" in board_text


def test_the_board_as_text_says_who_holds_an_oracle_and_by_which_city():
    board_text = WORDS.board_text(GAME.view(oracle_turns()[0].state, None))
    assert "Oracle M10 Metapontum, held by Maud (city Sybaris)" in board_text


def test_before_the_first_round_the_board_as_text_has_players_and_hidden_cards_alone():
    start = GAME.view(GAME.new(3, 4, {}), None)
    head, players, cards = (
        words.of("magna_grecia", "en", [*NAMES, "Inès"]).board_text(start).split("\n\n")
    )
    assert head == "7 oracles to place. It is Maud’s turn."
    assert len(players.splitlines()) == 3
    assert cards.startswith("12 cards to come, in hidden order: ")


def test_a_finished_game_as_text_and_under_its_picture_has_a_winner_and_no_next_card():
    *_, last = steps("magna_grecia", "two_by_points")
    view = GAME.view(last.state, None)
    for sentence in (WORDS.board_text(view), WORDS.alt("table", view)):
        assert "Round 12 of 12. Maud won." in sentence
        assert "turn" not in sentence
        assert "Next card" not in sentence


def end_text(*rows):
    """Text of an end with these points, tiles in reserve and tiles not placed."""
    best = max(rows)
    winners = tuple(seat for seat, row in enumerate(rows) if row == best)
    named = [dict(zip(("total", "reserve", "unplaced"), row, strict=True)) for row in rows]
    result = Result((), winners, (), "magna_grecia.end_rounds", {"rows": named})
    return WORDS.end_reason(result).removesuffix(" The twelve rounds are over.")


@each_case(
    ("rows", "sentence"),
    [
        ([(50, 3, 3), (61, 0, 1)], "61 points to 50."),
        (
            [(61, 3, 3), (61, 5, 5)],
            "61 points each; the tiles in reserve decide: 5 to 3.",
        ),
        (
            [(61, 3, 4), (61, 3, 3)],
            "61 points each, and as many tiles in reserve; those not placed decide: 4 to 3.",
        ),
        ([(61, 3, 4), (61, 3, 4)], "61 points and as many tiles each."),
    ],
)
def test_the_end_says_by_how_much_it_was_won(rows, sentence):
    """Most points, then most tiles in the reserve, then most tiles not placed (MG-93)."""
    assert end_text(*rows) == sentence


def test_a_win_without_a_margin_says_its_cause_alone():
    """Nobody has counted, or the player in the lead has left the table."""
    rows = [dict.fromkeys(("total", "reserve", "unplaced"), points) for points in (50, 61)]
    for details in ({}, {"rows": rows}):
        result = Result((), (0,), (), "magna_grecia.end_rounds", details)
        assert WORDS.end_reason(result) == "The twelve rounds are over."


def test_a_picture_names_the_leader():
    table = lay(cities="0:A9", markets="0:A9", joins="A9-D7")
    alt_text = WORDS.alt("table", table.view)
    assert "In the lead: Maud, " in alt_text


def test_the_icon_of_a_seat_has_the_colour_that_it_plays():
    assert WORDS.mark({}, 2, 1) == "magna_red_b"
    assert WORDS.mark({}, 4, 1) == "magna_orange_b"
    assert WORDS.mark({"colors": ["brown", "yellow"]}, 2, 0) == "magna_brown_a"
    icons = PICTURES.icons()
    for seats, colours in DEFAULT_COLOURS.items():
        for seat in range(seats):
            assert WORDS.mark({"colors": list(colours)}, seats, seat) in icons


# ---- before anything is done ---------------------------------------------------------------------


def test_before_the_first_step_of_a_turn_the_question_tells_the_whole_card():
    table = lay()
    card = CARDS[table.view.card]
    for language, of_three, alone in (("en", "two of", "alone"), ("fr", "deux parmi", "une seule")):
        question = GAME.ask(table.state, table.view.to_move, [])
        sentence = words.of("magna_grecia", language, NAMES).question(question, table.view, None)
        first, _, second = sentence.replace("\xa0", " ").partition(";")
        assert of_three in first
        assert f" {card.roads[0]}, " in first
        assert f"{alone}: {card.roads[1]}, {card.cities[1]}" in second.replace(" :", ":")
    assert "next" not in WORDS.question(question, table.view, None)


def test_the_worth_of_an_oracle_at_its_place_is_told_before_it_is_placed():
    state = GAME.new(3, 4, {})
    seat = GAME.to_act(state)[0]
    preview = GAME.preview(state, seat, GAME.parse(state, seat, "O D7"))
    head, worth, starts = WORDS.preview_text(preview).splitlines()
    assert head == "**Place an oracle at Aeclanum**"
    assert worth.startswith("Nobody’s yet: 4 points at the end")
    assert starts == (
        "-# Hexes to the coast villages where cities begin: Sipontum 3, Cumae 7, and Poseidonia 9."
        " No city on it or next to it."
    )
    assert "spend" not in WORDS.preview_text(preview)


def test_the_villages_nearest_to_an_oracle_are_green_and_on_the_coast():
    state = GAME.new(3, 4, {})
    seat = GAME.to_act(state)[0]
    for action in GAME.legal_actions(state, seat):
        starts = GAME.preview(state, seat, action).starts
        distances = [start.distance for start in starts]
        assert distances == [distance(action.hex, start.hex) for start in starts]
        assert distances == sorted(distances)
        for start in starts:
            assert CELLS[start.hex] in GREEN
            assert OFF in AROUND[CELLS[start.hex]]
        farther = {HEXES[cell] for cell in GREEN} - {start.hex for start in starts}
        assert min(distance(action.hex, at) for at in farther) >= distances[-1]
