"""Akropolis in words: what a player who sees no picture gets."""

from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import words
from bot.i18n import text
from bot.words import with_sign
from bot.words.akropolis import hex_word
from rules.akropolis.pieces import TILES
from rules.akropolis.view import surface
from rules.contract import Event, Result, SeatScore, play
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case

GAME, spoken = get("akropolis"), words.of("akropolis")
NAMES = ["Maud", "Bastien", "Inès", "Karim"]
LANGUAGES = ("en", "fr")


def after(plies, seats=4, **options):
    """A position some moves of easy players into a game, and the events of the last one."""
    return game(seats, **options)[plies]


@cache
def game(seats, **options):
    """Every position of a game with the events that led to it."""
    state, events, player = GAME.new(seats, 7, options), [], GAME.player("easy")
    reached = [(state, events)]
    while to_act := GAME.to_act(state):
        state, events = play(GAME, state, to_act[0], player.choose(state, to_act[0], Rng(7)))
        reached.append((state, events))
    return reached


def view(state):
    return GAME.view(state, None)


@pytest.fixture(scope="module")
def late():
    return view(after(52)[0])


# ---- the log -------------------------------------------------------------------------------------


class Made(NamedTuple):
    """A move, as a log has it."""

    seat: int
    events: list[Event]


def first_line(notation, language, **options):
    state = GAME.new(2, 3, options)
    _, events = play(GAME, state, 0, GAME.parse(state, 0, notation))
    return lines(events, language)


def lines(events, language="en", names=NAMES):
    """The line of a move, and those of what followed."""
    line = spoken.ply_line(Made(0, events), names, language)
    return [line.done, *line.followed]


def test_a_move_is_one_line_with_name_tile_and_place():
    (line,) = first_line("T1 0,1 r0", "en")
    assert line == "Maud builds 2 houses, quarry at 0,1"
    assert len(line) < 50


def tile_code(index):
    return TILES[GAME.new(2, 3).line[index]].code


def test_the_same_things_of_a_tile_are_counted():
    """`hqq` is a house and two quarries."""
    tile = next(number for number, tile in TILES.items() if tile.code == "hqq")
    placed = event("tile_placed", seat=0, tile=tile, at=[0, -4], level=2)
    assert lines([placed]) == ["Maud builds house, 2 quarries at 0,-4, level 2"]
    assert lines([placed], "fr") == ["Maud bâtit habitation, 2\xa0carrières en 0,-4, niveau 2"]


def test_the_price_is_told_when_there_is_one():
    (line,) = first_line("T2 0,1 r0", "fr")
    assert line.endswith(" · \N{MINUS SIGN}1\xa0pierre")


def test_no_line_is_long():
    first_lines = [lines(events)[0] for _, events in game(4)[1:]]
    assert max(map(len, first_lines)) <= 80


def test_stones_that_a_move_brings_are_told():
    stone_lines = [line for _, events in game(2)[1:] for line in lines(events)]
    assert any(line.endswith("· +1 stone") for line in stone_lines)
    assert any("New round" in line for line in stone_lines)
    assert any("last round" in line for line in stone_lines)


def test_a_covered_plaza_is_worth_a_line():
    happened = event("plaza_covered", seat=0, cell=[0, 0], colour="temples", stars=2)
    assert lines([*first_move_events(), happened], "fr")[1:] == [
        "Une place disparaît\xa0: place de temple 2★"
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
    assert hex_word(TILES[1].hexes[0], language) in line
    assert line.endswith(text(f"akropolis.architect_{reason.replace(' ', '_')}", language))


def test_a_solo_move_tells_both_turns():
    _, events = after(1, seats=1, solo="hippodamos")
    turn_lines = lines(events, names=["Maud"])
    assert turn_lines[0].startswith("Maud builds")
    assert turn_lines[1].startswith("The Illustrious Architect takes")


# ---- the position --------------------------------------------------------------------------------


@each_case("language", LANGUAGES)
def test_the_board_in_words_names_every_hex_that_can_be_seen(late, language):
    board_text = spoken.board_text(late, NAMES, language)
    for city in late.cities:
        for (q, r), cell in surface(city).items():
            assert f"{q},{r} {hex_word(cell, language)}" in board_text


def test_the_board_in_words_says_which_variants_are_played():
    state = GAME.new(2, 3, {"variants": ["markets", "gardens"]})
    board_text = spoken.board_text(GAME.view(state, None), NAMES, "en")
    assert "Scoring variants: markets and gardens" in board_text
    assert "variants" not in spoken.board_text(GAME.view(GAME.new(2, 3), None), NAMES, "en")


@each_case("language", LANGUAGES)
def test_the_board_in_words_names_every_offer_with_its_price(language):
    early = view(after(0)[0])
    board_text = spoken.board_text(early, NAMES, language)
    assert all(f"- T{place}" in board_text for place in range(1, len(early.line) + 1))
    assert all(name in board_text for name in NAMES)


def test_the_architects_tiles_are_told():
    solo = view(after(3, seats=1, solo="callicrates")[0])
    assert "the Illustrious Architect" in spoken.board_text(solo, ["Maud"], "en")
    assert "the Illustrious Architect\xa0**" in spoken.standing(solo, ["Maud"], "en")


@each_case("language", LANGUAGES)
def test_a_picture_is_described_in_a_thousand_characters(late, language):
    names = ["W" * 500] * 4
    assert len(spoken.alt("table", late, names, language)) <= 1024
    assert spoken.alt("table", late, names, language).endswith("…")


@each_case("seats", [1, 2, 3, 4])
@given(seed=st.integers(0, 2**32))
def test_the_longest_names_leave_room_for_all_there_is_to_tell(seats, seed):
    """Names are at most 32 characters long; every position of a random game, both languages."""
    options = {"solo": "callicrates"} if seats == 1 else {}
    names = [f"{'W' * 31}{seat}" for seat in range(seats)]
    for position in views(seats, seed, options):
        for language in LANGUAGES:
            for name, seat in (("table", None), *(("seat", seat) for seat in range(seats))):
                alt_text = spoken.alt(name, position, names, language, seat)
                assert len(alt_text) <= 1024
                assert not alt_text.endswith("…")


def views(seats, seed, options):
    """Some twenty positions of a random game, and its end."""
    state, rng = GAME.new(seats, seed, options), Rng(seed)
    while acting := GAME.to_act(state):
        if state.turn % 3 == 0:
            yield view(state)
        GAME.apply(state, acting[0], GAME.sample(state, acting[0], rng))
    yield view(state)


@each_case(
    ("language", "turn", "last", "lead"),
    [
        ("en", "{} to move.", "{} has just built", "In the lead: {},"),
        ("fr", "À {} de jouer.", "{} vient de bâtir", "En tête\N{NO-BREAK SPACE}: {},"),
    ],
)
def test_a_picture_tells_whose_turn_it_is_what_happened_and_who_leads(language, turn, last, lead):
    for plies in (1, 26, 52):
        board_view = view(after(plies)[0])
        alt_text = spoken.alt("table", board_view, NAMES, language)
        totals = [city.score.total for city in board_view.cities]
        assert turn.format(NAMES[board_view.current]) in alt_text
        assert last.format(NAMES[(plies - 1) % 4]) in alt_text
        if totals.count(max(totals)) == 1:
            assert lead.format(NAMES[totals.index(max(totals))]) in alt_text
        assert alt_text.index(turn.format(NAMES[board_view.current])) < 60


@each_case("language", LANGUAGES)
def test_a_picture_calls_tiles_by_what_is_on_them(late, language):
    alt_text = spoken.alt("table", late, NAMES, language)
    assert not [tile.code for tile in TILES.values() if f" {tile.code}" in alt_text]
    for place, tile in enumerate(late.line, 1):
        hexes = ", ".join(hex_word(face, language) for face in TILES[tile].hexes)
        assert f"T{place} {hexes}" in alt_text


def test_the_last_tile_is_told_with_its_place_and_level(late):
    (laid,) = [late.cities[3].tiles[-1]]
    alt_text = spoken.alt("table", late, NAMES, "en")
    assert f" at {laid.at[0]},{laid.at[1]}, level {laid.level}." in alt_text


def test_at_the_start_nobody_leads_and_nothing_was_built():
    alt_text = spoken.alt("table", view(after(0)[0]), NAMES, "en")
    assert "Maud to move." in alt_text
    assert "lead" not in alt_text
    assert "built" not in alt_text


def test_the_last_picture_tells_who_has_won():
    for seats, options in ((4, {}), (1, {"solo": "metagenes"}), (1, {"solo": "hippodamos"})):
        last_view = view(game(seats, **options)[-1][0])
        alt_text = spoken.alt("table", last_view, NAMES[:seats], "en")
        winner = NAMES[last_view.winners[0]] if last_view.winners else "the Illustrious Architect"
        assert f"Victory: {winner}" in alt_text
        assert "to move" not in alt_text
        assert "Construction site" not in alt_text


def test_a_picture_of_a_solo_game_tells_the_architects_points():
    view = GAME.view(GAME.new(1, 3, {"solo": "hippodamos"}), None)
    alt_text = spoken.alt("table", view, NAMES[:1], "en")
    assert f"the Illustrious Architect: {view.architect.score.total} points" in alt_text


def test_a_picture_of_one_city_describes_that_city(late):
    alt_text = spoken.alt("seat", late, NAMES, "en", 2)
    houses = late.cities[2].score.districts["houses"]
    assert "Inès" in alt_text
    assert "Maud" not in alt_text
    assert f"{houses.value} × {houses.stars}★ = {houses.points}" in alt_text


# ---- choosing ------------------------------------------------------------------------------------


@each_case("language", LANGUAGES)
def test_every_option_on_the_way_to_a_move_has_a_label_that_fits(language):
    state, _ = after(41)
    (seat,) = GAME.to_act(state)
    tokens = []
    while options := GAME.options(state, seat, tokens):
        labels = [spoken.option_label(choice, view(state), language) for choice in options]
        assert all(0 < len(label.text) <= 90 and len(label.detail) <= 100 for label in labels)
        tokens.append(options[-1].token)


def test_a_tile_says_its_price_its_hexes_and_its_icon():
    state = GAME.new(2, 3)
    free, paid = (
        spoken.option_label(choice, view(state), "en") for choice in GAME.options(state, 0, [])[:2]
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
    lines = spoken.preview_text(preview, "en").splitlines()
    assert lines[0].endswith("**, level 1")
    assert (
        lines[1]
        == f"**{with_sign(after - before)}** → {text('akropolis.points', 'en', n=after)} · 1 stone"
    )
    lines = spoken.preview_details(preview, "en").splitlines()
    assert lines[0].startswith("At 0,1 (")
    assert lines[0].endswith("costs 1 · quarries give 0 · 0 stones left")
    assert lines[1].startswith(f"Points {before} → {after}: ")
    assert lines[1].endswith("Stones \N{MINUS SIGN}1")


@each_case(
    ("moves", "told"),
    [
        (["T1 -3,1 r0", "T1 -2,0 r0"], ["-3,1, level 1", "-2,0, level 1"]),
        (["T1 -2,0 r1", "T1 -2,0 r0"], ["-2,0, turned by 60°, level 1", "-2,0, level 1"]),
    ],
    ids=["by where it lies", "or by how it is turned"],
)
def test_the_same_tile_on_two_places_is_told_apart(moves, told):
    """Side by side, as *★ Why?* tells a few moves."""
    state = GAME.new(2, 3)
    lines = spoken.comparison([preview_of(state, move) for move in moves], "en")
    assert [line.partition(" at ")[2] for line in lines] == told


def test_a_candidate_that_covers_a_plaza_warns():
    covering = next(
        preview
        for state, _ in game(4)[20:]
        for seat in GAME.to_act(state)
        for action in GAME.legal_actions(state, seat)
        if (preview := GAME.preview(state, seat, action)).plazas_covered
    )
    assert "⚠️" in spoken.preview_text(covering, "fr")


def test_the_spots_of_a_candidate_are_numbered_through_all_menus():
    state, _ = after(50, seats=4)
    (seat,) = GAME.to_act(state)
    action = GAME.sample(state, seat, Rng(1))
    preview, alternatives = GAME.preview(state, seat, action), GAME.elsewhere(state, seat, action)
    labels = [
        spoken.option_label(option, view(state), "en").text for option in alternatives.options
    ]
    assert [label.split(" ")[0] for label in labels] == [
        str(number) for number in range(1, len(preview.spots) + 1)
    ]
    assert preview.notation in [option.token for option in alternatives.options]


def test_every_section_of_the_rules_is_there_and_fits():
    for language in LANGUAGES:
        for section in spoken.sections:
            assert len(text(f"akropolis.section_{section}", language)) <= 100
            assert len(text(f"akropolis.section_{section}_text", language)) <= 3900


# ---- for every game ------------------------------------------------------------------------------


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
    return spoken.end_reason(result, language)


def test_the_end_says_by_how_many_points_it_was_won():
    assert text_of_end("en", (81, 9), (94, 0), (60, 3)).startswith("94 points to 81. ")
    assert text_of_end("fr", (81, 9), (94, 0)).startswith("94\xa0points contre 81. ")


def test_a_tie_of_points_says_which_stones_decide():
    assert text_of_end("en", (94, 0), (94, 5)).startswith(
        "94 points each: 5 stones against 0 decide. "
    )
    end_text = text_of_end("fr", (94, 1), (94, 0), (94, 0))
    assert end_text.startswith("À égalité à 94 points\xa0: 1\xa0pierre contre 0 départage. ")


def test_a_victory_that_is_shared_says_that_all_is_the_same():
    assert text_of_end("en", (94, 2), (94, 2)).startswith("94 points and as many stones each (2). ")
    assert text_of_end("en", (94, 2), (94, 2), (80, 0)).startswith("94 points to 80. ")


def test_the_end_of_a_game_that_was_left_says_why_it_ended():
    scores = (SeatScore(3, {"stones": 1}), SeatScore(3, {"stones": 2}))
    result = Result((2, 1), (1,), scores, "table.end_resigned")
    assert spoken.end_reason(result, "en") == text("table.end_resigned", "en")


@each_case(
    ("mine", "his", "said"),
    [
        ((94, 3), (81, 9), "94 points to 81. "),
        ((80, 3), (81, 1), "81 points to 80. "),
        ((81, 3), (81, 1), "81 points each: 3 stones against 1 decide. "),
        ((81, 1), (81, 1), "81 points and as many stones each (1). "),
    ],
)
def test_the_end_of_a_solo_game_says_by_what_it_was_decided(mine, his, said):
    """At a tie the stones decide; as many of them do not beat the architect (AK-99)."""
    reason = f"akropolis.end_architect_{'beaten' if mine > his else 'unbeaten'}"
    details = {"architect": {"total": his[0], "stones": his[1]}}
    score = SeatScore(mine[0], {"stones": mine[1]})
    result = Result((1,), (0,) if mine > his else (), (score,), reason, details)
    assert spoken.end_reason(result, "en") == said + text(reason, "en")


def test_nobody_is_said_to_have_won_by_less_than_another_who_resigned():
    scores = (SeatScore(90, {"stones": 1}), SeatScore(60, {"stones": 2}))
    result = Result((2, 1), (1,), scores, "akropolis.end_stacks_empty")
    assert spoken.end_reason(result, "en") == text("akropolis.end_stacks_empty", "en")
