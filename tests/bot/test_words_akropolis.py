"""Akropolis in words: what a player who sees no picture gets.

That no text is missing or too long is shown for every game in `tests/contract`.
"""

import re
from collections import Counter
from itertools import pairwise

import pytest

from bot import words
from bot.i18n import text
from bot.words import with_sign
from bot.words.akropolis import hex_word
from rules.akropolis.pieces import TILES, Colour, Kind
from rules.akropolis.view import surface
from rules.contract import Event, Result, SeatScore, play
from rules.registry import get
from rules.rng import Rng
from tests.bot.recorded import Step, steps
from tests.cases import each_case

GAME = get("akropolis")
NAMES = ["Maud", "Bastien", "Inès", "Karim"]
spoken = words.of("akropolis", "en", NAMES)
LANGUAGES = ("en", "fr")
FOUR, SOLO = "four_all_variants", "solo_hippodamos_beaten"


def after(plies, name=FOUR):
    """Public view after some moves of a recorded game."""
    return view(steps("akropolis", name)[plies].state)


def view(state):
    return GAME.view(state, None)


@pytest.fixture(scope="module")
def late():
    return after(52)


# ---- the log -------------------------------------------------------------------------------------


def first_line(notation, language):
    state = GAME.new(2, 3, {})
    _, events = play(GAME, state, 0, GAME.parse(state, 0, notation))
    return lines(events, language)


def lines(events, language="en", names=NAMES):
    """The line of a move of Maud's, and those of what followed."""
    line = words.of("akropolis", language, names).ply_line(Step(None, 0, events))
    return [line.done, *line.followed]


def test_a_move_is_one_line_with_name_tile_place_and_a_price_that_there_is():
    [line] = first_line("T1 0,1 r0", "en")
    assert line == "Maud builds 2 houses, quarry at 0,1"
    [line] = first_line("T2 0,1 r0", "fr")
    assert line.endswith(" · \N{MINUS SIGN}1\xa0pierre")


def tile_code(index):
    return TILES[GAME.new(2, 3).line[index]].code


def test_the_same_things_of_a_tile_are_counted():
    """`hqq` is a house and two quarries."""
    tile = next(number for number, tile in TILES.items() if tile.code == "hqq")
    placed = event("tile_placed", seat=0, tile=tile, at=[0, -4], level=2)
    assert lines([placed]) == ["Maud builds house, 2 quarries at 0,-4, level 2"]
    assert lines([placed], "fr") == ["Maud bâtit habitation, 2\xa0carrières en 0,-4, niveau 2"]


def test_the_lines_of_a_game_are_short_and_tell_stones_and_rounds():
    game = [lines(step.events) for step in steps("akropolis", "two_by_points")[1:]]
    assert max(len(first) for first, *_ in game) <= 80
    all_lines = [line for ply in game for line in ply]
    assert any(line.endswith("· +1 stone") for line in all_lines)
    assert any("New stack" in line for line in all_lines)
    assert any("last round" in line for line in all_lines)


def test_a_covered_plaza_is_worth_a_line():
    happened = event("plaza_covered", seat=0, cell=[0, 0], colour="temples", stars=2)
    assert lines([*first_move_events(), happened], "fr")[1:] == [
        "Une place disparaît\xa0: place de temple\xa02★"
    ]


def event(name, **args):
    return Event(f"akropolis.{name}", args)


def first_move_events():
    """The events of a first move."""
    state = GAME.new(2, 3)
    return play(GAME, state, 0, GAME.parse(state, 0, "T1 0,1 r0"))[1]


@each_case("reason", ["plaza", "no plaza in the line", "plaza too expensive"])
@each_case("language", LANGUAGES)
def test_the_architect_says_why(reason, language):
    happened = event("architect_took", tile=1, line=0, price=0, reason=reason)
    _, line = lines([*first_move_events(), happened], language)
    assert "Hmb" not in line
    assert hex_word(words.of("akropolis", language), TILES[1].hexes[0]) in line
    assert line.endswith(text(f"akropolis.architect_{reason.replace(' ', '_')}", language))


# ---- the position --------------------------------------------------------------------------------


@each_case("language", LANGUAGES)
def test_the_board_in_words_names_players_offers_and_every_hex_that_can_be_seen(late, language):
    words_there = words.of("akropolis", language, NAMES)
    board_text = words_there.board_text(late)
    for city in late.cities:
        for (q, r), cell in surface(city).items():
            assert f"{q},{r} {hex_word(words_there, cell)}" in board_text
    assert all(f"- T{place}" in board_text for place in range(1, len(late.line) + 1))
    assert all(name in board_text for name in NAMES)


def test_the_board_in_words_names_the_variants_that_are_played():
    state = GAME.new(2, 3, {"variants": ["markets", "gardens"]})
    board_text = spoken.board_text(GAME.view(state, None))
    assert "Scoring variants: markets and gardens" in board_text
    assert "variants" not in spoken.board_text(GAME.view(GAME.new(2, 3), None))


def test_the_architects_tiles_are_told():
    solo = after(3, "solo_callicrates_beaten")
    assert "the Illustrious Architect" in words.of("akropolis", "en", ["Maud"]).board_text(solo)
    assert "the Illustrious Architect\xa0**" in words.of("akropolis", "en", ["Maud"]).standing(solo)


@each_case("name", [FOUR, "three_long", "two_by_points", "solo_callicrates_beaten"])
@each_case("language", LANGUAGES)
def test_the_longest_names_leave_room_for_all_there_is_to_tell(name, language):
    """Names are at most 32 characters long."""
    for step in steps("akropolis", name)[::8]:
        position = view(step.state)
        seats = range(len(position.cities))
        names = [f"{'W' * 31}{seat}" for seat in seats]
        for picture, seat in (("table", None), *(("seat", seat) for seat in seats)):
            alt_text = words.of("akropolis", language, names).alt(picture, position, seat)
            assert len(alt_text) <= 1024
            assert not alt_text.endswith("…")


@each_case(
    ("language", "turn", "last", "lead"),
    [
        ("en", "{} to move.", "{} has just built", "In the lead: {},"),
        ("fr", "À {} de jouer.", "{} vient de bâtir", "En tête\N{NO-BREAK SPACE}: {},"),
    ],
)
def test_a_picture_tells_the_turn_the_last_move_and_the_leader(language, turn, last, lead):
    for plies in (1, 26, 52):
        board_view = after(plies)
        alt_text = words.of("akropolis", language, NAMES).alt("table", board_view)
        totals = [city.score.total for city in board_view.cities]
        assert turn.format(NAMES[board_view.current]) in alt_text
        assert last.format(NAMES[steps("akropolis", FOUR)[plies].seat]) in alt_text
        if totals.count(max(totals)) == 1:
            assert lead.format(NAMES[totals.index(max(totals))]) in alt_text
        assert alt_text.index(turn.format(NAMES[board_view.current])) < 60


@each_case("language", LANGUAGES)
def test_a_picture_calls_tiles_by_what_is_on_them(late, language):
    alt_text = words.of("akropolis", language, NAMES).alt("table", late)
    assert not [tile.code for tile in TILES.values() if f" {tile.code}" in alt_text]
    for place, tile in enumerate(late.line, 1):
        hexes = ", ".join(
            hex_word(words.of("akropolis", language), face) for face in TILES[tile].hexes
        )
        assert f"T{place} {hexes}" in alt_text


def test_the_last_tile_is_told_with_its_place_and_level(late):
    laid = late.cities[steps("akropolis", FOUR)[52].seat].tiles[-1]
    alt_text = spoken.alt("table", late)
    assert f" at {laid.at[0]},{laid.at[1]}, level {laid.level}." in alt_text


def test_the_first_picture_has_no_leader_and_no_last_move():
    alt_text = spoken.alt("table", after(0))
    assert "Maud to move." in alt_text
    assert "lead" not in alt_text
    assert "built" not in alt_text


@each_case("name", [FOUR, SOLO, "solo_metagenes_unbeaten"])
def test_the_last_picture_names_the_winner(name):
    last_view = after(-1, name)
    alt_text = words.of("akropolis", "en", NAMES[: len(last_view.cities)]).alt("table", last_view)
    winner = NAMES[last_view.winners[0]] if last_view.winners else "the Illustrious Architect"
    assert f"Victory: {winner}" in alt_text
    assert "to move" not in alt_text
    assert "Construction site" not in alt_text


def test_a_picture_of_a_solo_game_tells_the_architects_points():
    view = GAME.view(GAME.new(1, 3, {"solo": "hippodamos"}), None)
    alt_text = words.of("akropolis", "en", NAMES[:1]).alt("table", view)
    assert f"the Illustrious Architect: {view.architect.score.total} points" in alt_text


def test_a_picture_of_one_city_describes_that_city(late):
    alt_text = spoken.alt("seat", late, 2)
    houses = late.cities[2].score.districts["houses"]
    assert "Inès" in alt_text
    assert "Maud" not in alt_text
    assert f"{houses.value} × {houses.stars}★ = {houses.points}" in alt_text


# ---- choosing ------------------------------------------------------------------------------------


def test_a_tile_says_its_price_its_hexes_and_its_icon():
    state = GAME.new(2, 3)
    free, paid = (
        spoken.option_label(choice, view(state)) for choice in GAME.options(state, 0, [])[:2]
    )
    assert free.text.endswith("free")
    assert paid.text.endswith("1 stone")
    assert paid.text.split(" · ")[0] == "house, barracks, quarry"
    assert paid.icon == f"t_{tile_code(1)}"


def preview_of(state, notation=None):
    (seat,) = GAME.to_act(state)
    action = GAME.parse(state, seat, notation) if notation else GAME.sample(state, seat, Rng(1))
    return GAME.preview(state, seat, action)


def test_a_candidate_says_what_it_costs_and_brings():
    preview = preview_of(GAME.new(2, 3), "T2 0,1 r0")
    before, after = preview.before.total, preview.city.score.total
    lines = spoken.preview_text(preview).splitlines()
    assert lines[0].endswith("**, level\xa01")
    points = text("akropolis.points", "en", n=after)
    assert lines[1] == f"**{with_sign(after - before)}** → {points} · costs 1\xa0stone"
    assert spoken.sources({"stones": -1}) == ""  # as the price says
    assert spoken.sources({"stones": 1}) == "Stones\xa0+1"
    details = spoken.preview_details(preview)
    assert details.startswith("At 0,1 · ")
    assert details.endswith("stones: 1 to pay, 0 from quarries, 0 left")


@each_case(
    ("moves", "places"),
    [
        (["T1 -3,1 r0", "T1 -2,0 r0"], ["-3,1, level 1", "-2,0, level 1"]),
        (["T1 -2,0 r1", "T1 -2,0 r0"], ["-2,0, turned by 60°, level 1", "-2,0, level 1"]),
    ],
    ids=["by where it lies", "or by how it is turned"],
)
def test_the_same_tile_on_two_places_is_told_apart(moves, places):
    """Side by side, as *★ Why?* tells a few moves."""
    state = GAME.new(2, 3)
    lines = spoken.comparison([preview_of(state, move) for move in moves])
    assert [line.partition(" at ")[2] for line in lines] == places


def test_a_candidate_that_covers_a_plaza_warns():
    game = steps("akropolis", FOUR)
    before, covering = next(
        (before, after)
        for before, after in pairwise(game)
        if any(event.name == "plaza_covered" for event in after.events)
    )
    assert "⚠️" in words.of("akropolis", "fr", NAMES).preview_text(
        preview_of(before.state, covering.notation)
    )


def test_the_spots_of_a_candidate_are_numbered_through_all_menus():
    state = steps("akropolis", FOUR)[50].state
    (seat,) = GAME.to_act(state)
    action = GAME.sample(state, seat, Rng(1))
    preview, alternatives = GAME.preview(state, seat, action), GAME.elsewhere(state, seat, action)
    labels = [spoken.option_label(option, view(state)).text for option in alternatives.options]
    assert [label.split(" ")[0] for label in labels] == [
        str(number) for number in range(1, len(preview.spots) + 1)
    ]
    assert preview.notation in [option.token for option in alternatives.options]


# ---- for every game ------------------------------------------------------------------------------


def test_a_game_without_hands_has_no_words_for_them():
    state = GAME.new(2, 3)
    assert spoken.hand(GAME.view(state, 0), None) == ""
    sentence = spoken.question(GAME.ask(state, 0, []), GAME.view(state, 0), None)
    assert sentence == text("akropolis.ask_tile", "en")
    assert spoken.rank == "board.rank"


def test_a_long_text_ends_in_an_ellipsis():
    assert words.shorten("abcdef", 4) == "abc…"
    assert words.shorten("abcd", 4) == "abcd"


def test_an_alt_text_has_no_signs_of_formatting():
    assert words.plain("**Hmb** `T1`\n-# small") == "Hmb T1\nsmall"


# ---- the end -------------------------------------------------------------------------------------


def text_of_end(language, *seats):
    """Text of an end where each seat has these points and stones."""
    scores = tuple(SeatScore(total, {"stones": stones}) for total, stones in seats)
    ranks = tuple(1 + sum(rival > result for rival in seats) for result in seats)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    result = Result(ranks, winners, scores, "akropolis.end_stacks_empty")
    return words.of("akropolis", language, NAMES).end_reason(result)


@each_case(
    ("language", "seats", "sentence"),
    [
        ("en", [(81, 9), (94, 0), (60, 3)], "94 points to 81. "),
        ("fr", [(81, 9), (94, 0)], "94\xa0points contre 81. "),
        ("en", [(94, 0), (94, 5)], "94 points each: 5 stones against 0 decide. "),
        (
            "fr",
            [(94, 1), (94, 0)],
            "À égalité à 94\xa0points\xa0: 1\xa0pierre contre 0\xa0départage. ",
        ),
        ("en", [(94, 2), (94, 2)], "94 points and as many stones each (2). "),
        ("en", [(94, 2), (94, 2), (80, 0)], "94 points to 80. "),
    ],
)
def test_the_end_says_by_how_many_points_or_stones_it_was_won(language, seats, sentence):
    assert text_of_end(language, *seats).startswith(sentence)


def test_the_end_of_a_game_that_was_left_says_why_it_ended():
    scores = (SeatScore(3, {"stones": 1}), SeatScore(3, {"stones": 2}))
    result = Result((2, 1), (1,), scores, "table.end_resigned")
    assert spoken.end_reason(result) == text("table.end_resigned", "en")


@each_case(
    ("mine", "his", "sentence"),
    [
        ((94, 3), (81, 9), "94 points to 81. "),
        ((80, 3), (81, 1), "81 points to 80. "),
        ((81, 3), (81, 1), "81 points each: 3 stones against 1 decide. "),
        ((81, 1), (81, 1), "81 points and as many stones each (1). "),
    ],
)
def test_the_end_of_a_solo_game_says_by_how_much_it_was_decided(mine, his, sentence):
    """At a tie the stones decide; as many of them do not beat the architect (AK-99)."""
    reason = f"akropolis.end_architect_{'beaten' if mine > his else 'unbeaten'}"
    details = {"architect": {"total": his[0], "stones": his[1]}}
    score = SeatScore(mine[0], {"stones": mine[1]})
    result = Result((1,), (0,) if mine > his else (), (score,), reason, details)
    assert spoken.end_reason(result) == sentence + text(reason, "en")


def test_a_winner_by_less_than_another_who_resigned_is_told_without_points():
    scores = (SeatScore(90, {"stones": 1}), SeatScore(60, {"stones": 2}))
    result = Result((2, 1), (1,), scores, "akropolis.end_stacks_empty")
    assert spoken.end_reason(result) == text("akropolis.end_stacks_empty", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell_how_many_hexes_of_each_kind_are_in_play(language):
    """With two, three and four players: districts and plazas by colour, then the quarries."""
    page = text("akropolis.section_tiles_text", language)
    shown = [[*map(int, re.findall(r"\d+", row))] for row in page.splitlines()[2:]]
    faces = {
        n: [face for tile in TILES.values() if tile.min_players <= n for face in tile.hexes]
        for n in (2, 3, 4)
    }
    for colour, row in zip(Colour, shown, strict=False):
        kinds = [Counter((face.kind, face.colour) for face in faces[n]) for n in faces]
        stars = {face.stars for face in faces[4] if face.colour is colour and face.stars}
        districts = [kind[Kind.DISTRICT, colour] for kind in kinds]
        assert row == [*districts, *(kind[Kind.PLAZA, colour] for kind in kinds), *stars]
    assert shown[-1] == [sum(face.kind is Kind.QUARRY for face in faces[n]) for n in faces]
