"""Telegraph and Attika in words: what a player who sees no picture gets, in both languages."""

import ast
import json
import re
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from bot import words
from bot.i18n import text
from bot.words._settlements.telling import DEEDS, FOLLOWED
from bot.words._settlements.terms import Speaker
from bot.words.rulebook import rules
from cogs._pages.pages import ROW, split
from rules._settlements.land import hex_names
from rules._settlements.pieces import ruleset
from rules._settlements.view import PlainPreview
from rules.contract import Event, IllegalMove, play
from rules.registry import get, sisters
from rules.rng import Rng
from tests.cases import each_case
from tests.catalogues import placeholders, texts
from tests.settlements.building import Layer, seat

HOME = Path(__file__).parents[2]
GAMES = sisters("_settlements")
LANGUAGES = ("en", "fr")
NAMES = ["Maud", "Bastien", "Inès", "Karim"]
EVENTS = {
    "building_drawn",
    "building_parked",
    "building_built",
    "bonus_gained",
    "bonus_card_owed",
    "bonus_spent",
    "region_drawn",
    "region_placed",
    "no_region_left",
    "cards_drawn",
    "deck_reshuffled",
    "turn_started",
    "game_over",
}
"""The events of the games, as their rules list them: RULES.md, "Events"."""

every_game = each_case("key", GAMES)
every_language = each_case("language", LANGUAGES)


class Step(NamedTuple):
    """A position, and the events that led to it."""

    state: object
    seat: int
    events: list
    notation: str = "B22 C4"


@cache
def play_game(key, player="easy", seats=3):
    """Every position of a game with the events that led to it."""
    game = get(key)
    state, mind, rng = game.new(seats, 7), game.player(player), Rng(7)
    reached = [Step(state, 0, [])]
    while to_act := game.to_act(state):
        action = mind.choose(state, to_act[0], rng)
        notation = game.notation(state, to_act[0], action)
        state, events = play(game, state, to_act[0], action)
        reached.append(Step(state, to_act[0], events, notation))
    return reached


def some(key, every=9, player="easy", seats=3):
    """Positions of a game, spread over all of it."""
    return [step.state for step in play_game(key, player, seats)][::every]


def public(events):
    return [event for event in events if event.only is None]


def acting(key, state):
    """Seat that has to act, with its view and its hand."""
    game = get(key)
    (who,) = game.to_act(state)
    return who, game.view(state, who), game.hand(state, who)


def tell(key, name, language="en", icon=words.no_icon, **args):
    """The lines of one event, by Maud."""
    return event_texts(key, [Event(f"{key}.{name}", args)], language, icon)


def event_texts(key, events, language="en", icon=words.no_icon):
    """Texts of the events of one ply."""
    return ply_lines(key, Step(None, 0, events), language, icon)


def ply_lines(key, step, language="en", icon=words.no_icon):
    """The line of a ply, and those of what followed."""
    line = words.of(key).ply_line(step, NAMES, language, icon)
    return [line.done, *line.followed]


def phrase(key, code, language="en", **args):
    return text(f"{key}.{code}", language, **args)


# ---- the log -------------------------------------------------------------------------------------


@every_game
@every_language
@each_case("player", ["easy", "random"])
def test_every_ply_of_a_game_is_told(key, language, player):
    for step in play_game(key, player)[1:]:
        for events in (public(step.events), step.events):
            ply_texts = ply_lines(key, step._replace(events=events), language)
            assert ply_texts
            assert all(line and not re.search(r"[{}]", line) for line in ply_texts)


def test_every_kind_of_event_has_its_words():
    """But for who comes next and who has won: the first line of a post says that."""
    assert {*DEEDS, *FOLLOWED} == EVENTS - {"turn_started", "game_over"}


@every_game
@every_language
@each_case("player", ["easy", "random"])
def test_the_mover_is_named_in_the_first_line(key, language, player):
    for step in play_game(key, player)[1:]:
        ply_texts = ply_lines(key, step._replace(events=public(step.events)), language)
        assert ply_texts[0].startswith(NAMES[step.seat])


def resources(key):
    return [resource.key for resource in ruleset(key).resources]


@each_case(
    ("key", "language", "line"),
    [
        ("telegraph", "en", "Maud builds 22 Watchtower at C4"),
        ("attika", "fr", "Maud construit 22 Tour en C4"),
    ],
)
def test_what_is_built_is_told_with_its_place_and_no_sums(key, language, line):
    """The notation has the payment, for those who count cards."""
    paid = {"paid": {"water": 2}, "board_used": {"water": 1}, "surcharge": 2}
    usual = {"seat": 0, "building": 22, "hex": [1, 0], "free": False, "founded": True, "joined": 2}
    assert tell(key, "building_built", language, **usual, **paid) == [line]


def test_cards_are_counted_in_public_and_named_to_their_owner():
    event = Event("telegraph.cards_drawn", {"seat": 0, "count": 2})
    which = Event("telegraph.cards_drawn", {**event.args, "cards": {"clay": 2}}, only=0)
    assert event_texts("telegraph", [event]) == ["Maud draws 2 cards"]
    assert event_texts("telegraph", [event, which]) == ["Maud draws 2 cards (2 clay)"]


@every_game
@every_language
@each_case("way", ["action", "card"])
def test_a_bonus_that_is_spent_is_told(key, language, way):
    (line,) = tell(key, "bonus_spent", language, seat=0, **{"as": way})
    assert line == f"Maud {phrase(key, f'told_bonus_{way}', language, n=1)}"


@every_game
def test_the_card_that_a_worker_brings_is_not_told_twice(key):
    spent = Event(f"{key}.bonus_spent", {"seat": 0, "as": "card"})
    event = Event(f"{key}.cards_drawn", {"seat": 0, "count": 1})
    plies = [Step(None, 0, [spent, event], "W*") for _ in range(2)]
    (line,) = words.of(key).turn_lines(plies, NAMES, "en")
    assert line.done == f"Maud {phrase(key, 'told_bonus_card', n=2)}"
    assert line.plies == 2


@every_game
@every_language
@each_case("name", ["bonus_gained", "bonus_card_owed"])
def test_a_completed_project_is_named(key, language, name):
    _, line = tell(key, name, language, seat=0, project=50)
    assert phrase(key, "part_50", language) in line


@every_game
@every_language
def test_the_end_of_the_regions_is_told(key, language):
    _, line = tell(key, "no_region_left", language, seat=0)
    assert line == phrase(key, "told_no_region_left", language)


@every_game
@every_language
def test_a_stop_that_brings_nothing_says_who_stopped(key, language):
    ply_texts = ply_lines(key, Step(None, 1, []), language)
    assert ply_texts == [f"Bastien {phrase(key, 'told_nothing', language)}"]


@every_game
def test_who_comes_next_is_not_told_again_below_the_move(key):
    started = Event(f"{key}.turn_started", {"seat": 2, "number": 8})
    won = Event(f"{key}.game_over", {"winner": 1, "reasons": ["connection"]})
    assert ply_lines(key, Step(None, 1, [started, won])) == ["Bastien stops"]


@every_game
def test_a_new_deck_is_told_below_the_cards(key):
    events = [
        Event(f"{key}.deck_reshuffled", {"count": 40}),
        Event(f"{key}.cards_drawn", {"seat": 0, "count": 3}),
    ]
    ply_texts = event_texts(key, events)
    assert ply_texts == ["Maud draws 3 cards", phrase(key, "told_deck_reshuffled", n=40)]


@every_game
def test_icons_stand_before_what_they_mean(key):
    args = {"seat": 0, "building": 22, "hex": [0, 0]}
    (line,) = tell(key, "building_built", icon="<{}>".format, **args)
    assert f"<{key}_p20>\xa022" in line


# ---- the log of a turn ---------------------------------------------------------------------------


def turn_of(key, moves, *players):
    """The plies of a turn, played from a position where much can be built."""
    lay = Layer(key)
    state, steps = lay.state(*players), []
    for move in moves.split(";"):
        state, events = play(lay.game, state, 0, lay.game.parse(state, 0, move))
        steps.append(Step(state, 0, public(events), move))
    return steps


def turn_line(key, moves, *players, language="en"):
    """The one line of a turn."""
    steps = turn_of(key, moves, *players)
    (line,) = words.of(key).turn_lines(steps, NAMES, language)
    assert line.plies == len(steps)
    return line


@every_game
@each_case(
    ("language", "form"),
    [("en", "Maud parks 22 {} and 31 {}"), ("fr", "Maud met en réserve 22 {} et 31 {}")],
)
def test_buildings_that_are_drawn_and_parked_are_one_sentence(key, language, form):
    players = seat("22 70|31 70||", hand="3e3b3a2m"), seat()
    line = turn_line(key, "D1;P;D2;P", *players, language=language)
    named = [phrase(key, f"building_{number}", language) for number in (22, 31)]
    assert line.done == form.format(*named)


@every_game
def test_a_building_that_is_drawn_and_built_at_once_is_built(key):
    line = turn_line(key, "D1;B22 C4;S", seat("22 70|||", hand="3e3b3a2m"), seat())
    tower = phrase(key, "building_22")
    assert line.done == f"Maud builds 22 {tower} at C4 and draws 1 card"


@every_game
def test_a_building_that_is_drawn_and_not_yet_used_is_told(key):
    line = turn_line(key, "D1", seat("22 70|||", hand="3e3b3a2m"), seat())
    assert line.done == f"Maud draws 22 {phrase(key, 'building_22')}"


@every_game
def test_what_follows_from_the_last_of_a_stack_stays_below_the_line(key):
    line = turn_line(key, "D1;P", seat("22|||", hand="3e3b3a2m"), seat())
    assert line.done == f"Maud parks 22 {phrase(key, 'building_22')}"
    (followed,) = line.followed
    assert followed == phrase(key, "told_region_drawn")


@every_game
@each_case(
    ("language", "form"),
    [
        ("en", "Maud builds 22 {} at C4, 31 {} at C5, and draws 1 card"),
        ("fr", "Maud construit 22 {} en C4, 31 {} en C5 et pioche 1\xa0carte"),
    ],
)
def test_a_turn_of_several_steps_reads_as_one_sentence(key, language, form):
    players = seat("70|||", reserve="22 31", hand="6e6b6a6m"), seat()
    line = turn_line(key, "B22 C4;B31 C5;S", *players, language=language)
    named = [phrase(key, f"building_{number}", language) for number in (22, 31)]
    assert line.done == form.format(*named)


@every_game
@every_language
@each_case("player", ["easy", "random"])
def test_a_whole_game_told_turn_by_turn_loses_nothing(key, language, player):
    """Every building that was drawn or built is in the line of its turn, by number and place."""
    steps = [step._replace(events=public(step.events)) for step in play_game(key, player)[1:]]
    spoken, speaker = words.of(key), Speaker(key, language)
    for turn in turns_of(steps):
        (line,) = spoken.turn_lines(turn, NAMES, language)
        assert line.plies == len(turn)
        assert line.done.count(NAMES[turn[0].seat]) == 1
        for step in turn:
            for event in step.events:
                if event.name in ("building_drawn", "building_built"):
                    assert speaker.building(event.args["building"]) in line.done
                if event.name == "building_built":
                    assert f" {step.notation.split()[1]}" in line.done


def turns_of(steps):
    """The plies of each turn."""
    turn = []
    for step in steps:
        turn.append(step)
        if any(event.name in ("turn_started", "game_over") for event in step.events):
            yield turn
            turn = []


@every_game
@every_language
def test_the_line_of_a_turn_is_short(key, language):
    """Two lines of a phone, at the most four."""
    lengths = [
        len(words.of(key).turn_lines(turn, NAMES, language)[0].done)
        for turn in turns_of(play_game(key)[1:])
    ]
    assert sorted(lengths)[len(lengths) // 2] <= 75
    assert max(lengths) <= 150


# ---- the position --------------------------------------------------------------------------------


@every_game
@every_language
def test_the_standing_counts_the_buildings_of_each_in_one_line(key, language):
    view = get(key).view(Layer(key).state(seat(hand="2e1a", bonus=2), seat()), None)
    scores, progress = words.of(key).standing(view, NAMES, language).splitlines()
    assert "Maud\xa0**0**" in scores
    assert "Bastien\xa0**0**" in scores
    assert "30" in scores
    assert progress.startswith("-# ")


def test_the_standing_warns_of_who_is_about_to_link_two_cities():
    built = "0:10@A2 0:11@A1 0:20@B5 0:21@C2 0:22@D4"
    view = get("telegraph").view(Layer("telegraph").state(seat(), seat(), built=built), None)
    standing_text = words.of("telegraph").standing(view, NAMES, "en")
    assert "⚠️ Maud needs" in standing_text
    assert "to link Denver and Omaha" in standing_text
    assert "Bastien needs" not in standing_text


@every_game
@every_language
def test_nobody_needs_anything_once_the_game_is_over(key, language):
    view = get(key).view(play_game(key)[-1].state, None)
    assert "⚠️" not in words.of(key).standing(view, NAMES, language)
    assert NAMES[view.result.winner] in words.of(key).alt("table", view, NAMES, language)
    assert phrase(key, "text_over", language) in words.of(key).board_text(view, NAMES, language)


@every_game
@every_language
def test_a_picture_is_described_in_a_thousand_characters(key, language):
    for state in some(key, 25, seats=4):
        view = get(key).view(state, None)
        for name, whose in (("table", None), ("seat", 0), ("seat", 3)):
            alt_text = words.of(key).alt(name, view, NAMES, language, whose)
            assert 0 < len(alt_text) <= 1024
            assert not re.search(r"[{}]", alt_text)
    assert words.of(key).alt("table", view, ["W" * 600] * 4, language).endswith("…")


@every_game
def test_the_map_is_described_with_what_was_built_last(key):
    view = get(key).view(some(key)[-1], None)
    newest = view.board.buildings[-1]
    alt_text = words.of(key).alt("table", view, NAMES, "en")
    assert f"Newest building: {newest.building} " in alt_text
    assert f"by {NAMES[newest.seat]}." in alt_text


@every_game
def test_a_picture_of_one_board_describes_that_board(key):
    view = get(key).view(some(key)[2], None)
    alt_text = words.of(key).alt("seat", view, NAMES, "en", 1)
    assert "Bastien" in alt_text
    assert "Maud" not in alt_text


@every_game
@every_language
def test_the_board_in_words_names_every_hex_building_city_and_pile(key, language):
    for state in some(key, 40, seats=4):
        view = get(key).view(state, None)
        board_text = words.of(key).board_text(view, NAMES, language)
        names = hex_names(view.board.tiles)
        for building in view.board.buildings:
            name_of_building = (
                f"{building.building} {phrase(key, f'building_{building.building}', language)}"
            )
            called = phrase(
                key, "text_built", language, building=name_of_building, name=NAMES[building.seat]
            )
            assert f"{names[building.hex]} {called}" in board_text
        assert all(f"{name} " in board_text for name in names.values())
        assert all(
            phrase(key, f"city_{city.id}", language) in board_text for city in view.board.cities
        )
        assert phrase(key, "deck", language, n=view.deck) in board_text
        assert phrase(key, "regions_left", language, n=view.region_stack) in board_text


@every_game
@every_language
def test_the_board_in_words_fits_on_five_pages(key, language):
    longest = max(
        (
            words.of(key).board_text(get(key).view(state, None), NAMES, language)
            for player in ("easy", "random")
            for state in some(key, 60, player, seats=4)
        ),
        key=len,
    )
    assert len(split(longest)) <= ROW


@every_game
def test_neighbours_across_regions_are_told_from_both_sides(key):
    view = get(key).view(Layer(key).state(seat(), seat()), None)
    board_text = words.of(key).board_text(view, NAMES, "en")
    assert re.search(r"A1–[^,\n]*\bB4\b", board_text)
    assert re.search(r"B4–[^,\n]*\bA1\b", board_text)


# ---- nothing hidden ------------------------------------------------------------------------------


@every_game
@every_language
def test_public_words_are_the_same_for_every_viewer(key, language):
    """The hand that a view shows to its owner is in none of the words for everybody."""
    game, spoken = get(key), words.of(key)
    for state in some(key, 11):
        views = [game.view(state, viewer) for viewer in (None, 0, 1, 2)]
        for tell_all in (spoken.standing, partial(spoken.alt, "table"), spoken.board_text):
            assert len({tell_all(view, NAMES, language) for view in views}) == 1


@every_game
def test_words_tell_nothing_that_a_new_deal_would_change(key):
    game, spoken = get(key), words.of(key)
    for number, state in enumerate(some(key, 11)):
        for viewer in (None, 0, 1, 2):
            new_deal = game.redeal(state, viewer, Rng(number))
            for tell_all in (spoken.standing, spoken.board_text):
                texts = [
                    tell_all(game.view(position, viewer), NAMES, "en")
                    for position in (state, new_deal)
                ]
                assert texts[0] == texts[1]


@every_game
def test_a_question_tells_its_seat_nothing_that_a_new_deal_would_change(key):
    game = get(key)
    for number, state in enumerate(some(key, 11)[:-1]):
        who, view, hand = acting(key, state)
        new_deal = game.redeal(state, who, Rng(number))
        new_sight = game.view(new_deal, who), game.hand(new_deal, who)
        texts, other_texts = (
            words.of(key).question(game.ask(position, who, []), *eyes, "en")
            for position, eyes in ((state, (view, hand)), (new_deal, new_sight))
        )
        assert texts == other_texts
        assert words.of(key).hand(view, hand, "en") == words.of(key).hand(*new_sight, "en")


@every_game
@every_language
def test_no_public_line_names_a_card_that_was_drawn(key, language):
    for step in play_game(key)[1:]:
        if all(event.code.endswith(("cards_drawn", "turn_started")) for event in step.events):
            expected = " ".join(event_texts(key, public(step.events), language))
            assert not any(
                phrase(key, f"resource_{resource}", language) in expected
                for resource in resources(key)
            )


# ---- choosing ------------------------------------------------------------------------------------


def questions(key, state):
    """Every question of a position, down to the whole moves of some."""
    game = get(key)
    who, _, _ = acting(key, state)
    prefixes = [()]
    for tokens in prefixes:
        question = game.ask(state, who, list(tokens))
        if question is not None:
            yield question
            options = (*question.options[:2], *question.options[-2:])
            prefixes += [(*tokens, option.token) for option in options]


@every_game
@every_language
def test_every_answer_has_a_label_that_fits(key, language):
    for state in some(key, 13)[:-1]:
        _, view, _ = acting(key, state)
        for question in questions(key, state):
            for option in question.options:
                label = words.of(key).option_label(option, view, language)
                assert 0 < len(label.text) <= (80 if option.is_button else 90)
                assert len(label.detail) <= 100
                assert not re.search(r"[{}<>]", label.text + label.detail)


@every_game
@every_language
def test_every_question_is_asked(key, language):
    for state in some(key, 13)[:-1]:
        _, view, hand = acting(key, state)
        for question in questions(key, state):
            sentence = words.of(key).question(question, view, hand, language)
            assert 0 < len(sentence) <= 1500
            assert not re.search(r"[{}]", sentence)


DRAWS = ("D1", "D2", "D3", "D4")


@every_game
def test_buttons_are_what_commits_at_once(key):
    state = some(key)[0]
    options = next(questions(key, state)).options
    assert {option.token for option in options if option.is_button} == {*"S", *DRAWS}
    assert {option.token for option in options if option.plays} == {*"S", *DRAWS}


@every_game
def test_a_building_and_its_hex_are_asked_for_and_then_suggested(key):
    lay = Layer(key)
    state = lay.state(seat(reserve="22", hand="3e3b3a3m"), seat())
    prompts = [lay.game.ask(state, 0, tokens) for tokens in ([], ["B22"], ["B22", "C2"])]
    assert [question.suggests for question in prompts] == [False, True, True]
    state = lay.state(turn={"mode": "draw", "done": 1, "extension": {"tile": 5}})
    assert lay.game.ask(state, 0, ["X"]).suggests


def panel(key, language="en", tokens=(), players=None, **fields):
    """Text of the panel of seat 0 in a small position."""
    lay = Layer(key)
    state = lay.state(*(players or (seat(), seat())), **fields)
    who, view, hand = acting(key, state)
    question = lay.game.ask(state, who, list(tokens))
    spoken = words.of(key)
    sentence = spoken.question(question, view, hand, language)
    return f"{sentence}\n{spoken.question_details(question, view, hand, language)}"


@every_game
@every_language
def test_the_first_question_tells_the_hand_and_the_choice(key, language):
    panel_text = panel(key, language, players=(seat(hand="2e1a", reserve="22"), seat()))
    first, *_ = resources(key)
    assert phrase(key, "ask_action", language, draws=2, builds=3, n=3) in panel_text
    assert phrase(key, f"cards_{first}", language, n=2) in panel_text


def test_the_question_counts_the_actions_left():
    assert "**2 of 3 builds left.**" in panel("telegraph", turn={"mode": "build", "done": 1})
    assert "**Encore 1\xa0pioche sur 2.**" in panel(
        "attika", "fr", turn={"mode": "draw", "done": 1}, players=(seat("22"), seat())
    )


def test_bought_actions_count():
    turn = {"mode": "build", "done": 3, "extra": 1}
    assert "**1 of 4 builds left.**" in panel("telegraph", turn=turn)


@every_game
def test_a_worker_and_a_finished_action_part_are_told(key):
    turn = {"mode": "build", "done": 3}
    panel_text = panel(key, players=(seat(bonus=2), seat()), turn=turn)
    assert phrase(key, "asked_none_left") in panel_text
    assert phrase(key, "bonus", n=2) in panel_text


@every_game
@every_language
def test_a_revealed_building_is_named_with_its_cost(key, language):
    turn = {"mode": "draw", "done": 1, "drawn": {"building": 21, "stack": 0}}
    panel_text = panel(key, language, players=(seat("22"), seat()), turn=turn)
    assert f"21 {phrase(key, 'building_21', language)}" in panel_text
    assert phrase(key, f"cards_{resources(key)[3]}", language, n=3) in panel_text


@every_game
@every_language
def test_a_region_to_be_placed_is_described(key, language):
    turn = {"mode": "draw", "done": 1, "extension": {"tile": 5}}
    for tokens in ((), ("X",), ("X", "3,3")):
        panel_text = panel(key, language, tokens, turn=turn)
        assert phrase(key, f"resource_{resources(key)[3]}", language) in panel_text


POOR = {"tiles": "12@0,0r0", "cities": ""}
"""A map of one region with wood in its centre, and metal and water beside it."""


def test_what_is_out_of_reach_says_what_it_lacks():
    panel_text = panel("telegraph", players=(seat(reserve="21 70"), seat()), **POOR)
    assert "Out of reach: 21 Border post lacks 1 clay + 2 metal at A0" in panel_text
    assert "70 Telegraph lacks 2 of any type at A0" in panel_text


@every_game
@every_language
def test_a_revealed_building_is_to_be_parked_where_it_cannot_be_paid(key, language):
    turn = {"mode": "draw", "done": 1, "drawn": {"building": 22, "stack": 0}}
    for hand, code in (("", "asked_drawn_poor"), ("3e3b3a3m", "asked_drawn")):
        panel_text = panel(
            key, language, players=(seat("22", hand=hand), seat()), turn=turn, **POOR
        )
        ending = phrase(key, code, language, building="", cost="").rpartition(")")[2]
        assert ending in panel_text


def test_nothing_is_out_of_reach_in_a_turn_of_draws():
    turn = {"mode": "draw", "done": 1}
    panel_text = panel("telegraph", players=(seat("22", reserve="21"), seat()), turn=turn)
    assert "Out of reach" not in panel_text


def test_many_buildings_out_of_reach_are_counted():
    reserve = "10 11 20 21 22 30 40 50 60 61 62"
    panel_text = panel("telegraph", players=(seat(reserve=reserve), seat()), **POOR)
    assert re.search(r"and \d more$", panel_text)


@every_game
@every_language
def test_where_a_building_would_be_free_is_told(key, language):
    players = (seat(reserve="22 10 59", hand="3e3b3a3m"), seat())
    panel_texts = [
        panel(key, language, (token,), players, built="0:21@C3") for token in ("B22", "B10", "B59")
    ]
    before = f"21 {phrase(key, 'building_21', language)}"
    assert phrase(key, "asked_chain", language, before=before, hexes=["C3"]) in panel_texts[0]
    assert phrase(key, "asked_base", language) in panel_texts[1]
    assert f"58 {phrase(key, 'building_58', language)}" in panel_texts[2]


# ---- candidates ----------------------------------------------------------------------------------


def candidate(key, move, language="en", players=None, **fields):
    """Text about a candidate of seat 0 in a small position."""
    lay = Layer(key)
    state = lay.state(*(players or (seat(), seat())), **fields)
    return in_full(
        key, lay.game.preview(state, 0, lay.game.parse(state, 0, lay.move(move))), language
    )


def in_full(key, preview, language):
    """Text about a candidate, its details included."""
    spoken = words.of(key)
    return f"{spoken.preview_text(preview, language)}\n{spoken.preview_details(preview, language)}"


@every_game
@every_language
def test_every_candidate_is_described(key, language):
    game = get(key)
    for step in play_game(key, "random")[:-1:4]:
        (who,) = game.to_act(step.state)
        preview = game.preview(step.state, who, game.sample(step.state, who, Rng(3)))
        sentence = words.of(key).preview_text(preview, language)
        assert 0 < len(sentence) <= 1024
        assert not re.search(r"[{}]", sentence)


@every_game
@every_language
def test_an_empty_hand_is_called_empty(key, language):
    assert phrase(key, "asked_empty_hand", language) in panel(key, language)
    players = (seat(reserve="41", hand="1e"), seat())
    sentence = candidate(key, "B41 D2", language, players)
    assert sentence.count(phrase(key, "candidate_left_nothing", language)) == 1


@every_game
def test_a_candidate_that_is_free_by_chain_says_beside_what(key):
    sentence = candidate(key, "B22 C2", players=(seat(reserve="22"), seat()), built="0:21@C3")
    before = f"21 {phrase(key, 'building_21')}"
    assert phrase(key, "candidate_chain", before=before) in sentence


@every_game
@every_language
def test_a_candidate_that_is_not_free_says_why(key, language):
    players = (seat(reserve="22 20", hand="3e3b3a3m"), seat())
    before = f"21 {phrase(key, 'building_21', language)}"
    sentence = candidate(key, "B22 D2", language, players)
    assert phrase(key, "candidate_no_chain", language, before=before) in sentence
    assert phrase(key, "candidate_base", language, before="") in candidate(
        key, "B20 D2", language, players
    )


def test_a_candidate_tells_symbols_price_payment_and_what_remains():
    players = (seat(reserve="22", hand="3a1m"), seat())
    assert candidate("telegraph", "B22 A0", "en", players, **POOR).splitlines() == [
        "**22 Watchtower** at A0 · 2 clay",
        "2 cards stay in hand",
        "Cost 2 clay + 1 metal · symbols 1 metal · left to pay 2 clay",
        "Not free: no 21 Border post of yours beside it",
        "Your first settlement: no surcharge",
        "Left in hand (2 cards): 1 clay, 1 metal",
    ]


def test_a_candidate_warns_of_the_surcharge_with_the_number_of_settlements():
    players = (seat(reserve="41", hand="4e"), seat())
    sentence = candidate("telegraph", "B41 D2", "en", players, built="0:10@A3 0:20@C5")
    warned = "New settlement: surcharge of 2 cards, as you already have 2 settlements"
    assert warned in sentence
    sentence = candidate("attika", "B41 D2", "fr", players, built="0:10@A3")
    warned = "Nouvelle colonie\xa0: surcoût de 1\xa0carte, car vous avez déjà 1\xa0colonie"
    assert warned in sentence


def test_a_candidate_that_the_symbols_pay_for_says_so():
    players = (seat(reserve="41 70", hand="1e"), seat())
    sentence = candidate("telegraph", "B41 A0", "en", players, **POOR)
    assert "Cost 1 water · symbols pay it all: 1 water" in sentence
    assert "Not free" not in sentence


@every_game
@every_language
def test_a_turned_region_is_told_as_it_would_lie(key, language):
    lay = Layer(key)
    state = lay.state(turn={"mode": "draw", "done": 1, "extension": {"tile": 5}})
    preview = lay.game.preview(state, 0, lay.game.complete(state, 0, ["X"]))
    centre, *around = ruleset(key).regions[5]
    for rot in range(6):
        turned = [centre, *(around[(direction - rot) % 6] for direction in range(6))]
        region = ", ".join(
            phrase(key, f"resource_{symbol}" if symbol else "blank", language) for symbol in turned
        )
        sentence = in_full(key, replace(preview, rot=rot), language)
        assert phrase(key, "candidate_hexes", language, region=region) in sentence


@every_game
def test_a_candidate_says_what_it_joins_completes_and_wins(key):
    players = (seat(reserve="11", hand="3e3b3a3m"), seat())
    sentence = candidate(key, "B11 A0", players=players, built="0:10@A3 0:20@A1")
    assert phrase(key, "candidate_joins", n=2) in sentence
    sentence = candidate(key, "B11 A0", players=players, built="0:10@A3")
    assert phrase(key, "candidate_project", project=phrase(key, "part_10")) in sentence
    sentence = candidate(key, "B11 A0", players=players, built="0:10@A3", bonus_supply=0)
    assert phrase(key, "candidate_project_card", project=phrase(key, "part_10")) in sentence
    bridge = "0:10@A2 0:20@B5 0:21@B6 0:22@D4 0:31@D5"
    sentence = candidate(key, "B11 A1", players=players, built=bridge)
    assert phrase(key, "candidate_wins_connection") in sentence


@every_game
def test_a_candidate_tells_of_the_hand_only_where_there_is_nothing_else_to_tell(key):
    players = (seat(reserve="41", hand="4e"), seat())
    lay = Layer(key)
    sentences = (("", "candidate_kept", 3), ("0:10@A3 0:20@C5", "candidate_founds", 2))
    for built, below, n in sentences:
        state = lay.state(*players, built=built)
        action = lay.game.parse(state, 0, lay.move("B41 D2"))
        _, *more = words.of(key).preview_text(lay.game.preview(state, 0, action), "en").splitlines()
        assert more == [phrase(key, below, n=n)]


def test_what_no_symbol_lowers_is_not_told_twice():
    players = (seat(reserve="22", hand="3a1m"), seat())
    _, _, line, *_ = candidate("telegraph", "B22 B4", "en", players).splitlines()
    assert line == "Cost 2 clay + 1 metal · no symbol lowers it"


def test_a_payment_that_replaces_says_so():
    players = (seat(reserve="41", hand="2b"), seat())
    sentence = candidate("telegraph", "B41 D2 2b", "en", players)
    assert "You pay 2 wood · two cards stand in for one" in sentence


@every_game
@every_language
def test_other_spots_are_whole_moves_by_name(key, language):
    lay = Layer(key)
    state = lay.state(seat(reserve="22", hand="3e3b3a3m"), seat(), built="0:21@C3")
    preview = lay.game.preview(state, 0, lay.game.parse(state, 0, "B22 C2"))
    spots = lay.game.elsewhere(state, 0, lay.game.parse(state, 0, "B22 C2")).options
    assert all(words.of(key).option_label(spot, None, language).text for spot in spots)
    moves = [option.token for option in spots]
    assert len(moves) == len(preview.spots)
    assert preview.notation in moves
    assert all(re.fullmatch(r"B22 [A-V][0-6]( \w+)?", move) for move in moves)
    for move in moves:
        lay.game.check(state, 0, lay.game.parse(state, 0, move))


@every_game
def test_other_centres_bear_the_numbers_of_the_picture(key):
    lay = Layer(key)
    turn = {"mode": "draw", "done": 1, "extension": {"tile": 5}}
    state = lay.state(turn=turn)
    region = lay.game.complete(state, 0, ["X"])
    preview, alternatives = lay.game.preview(state, 0, region), lay.game.elsewhere(state, 0, region)
    labels = [words.of(key).option_label(option, None, "en") for option in alternatives.options]
    numbers = [label.text.split(" ")[0] for label in labels]
    assert numbers == [str(number) for number in range(1, len(preview.spots) + 1)]
    assert preview.notation in [option.token for option in alternatives.options]


@every_game
def test_a_move_without_a_place_has_no_other_place(key):
    lay = Layer(key)
    state = lay.state()
    assert lay.game.elsewhere(state, 0, lay.game.parse(state, 0, "S")) is None


# ---- the hand ------------------------------------------------------------------------------------


@every_game
@every_language
def test_a_hand_in_words_counts_every_type_and_names_the_reserve(key, language):
    lay = Layer(key)
    state = lay.state(seat(reserve="22 22 51", hand="2e1m", bonus=1), seat())
    hand_text = words.of(key).hand(lay.game.view(state, 0), lay.game.hand(state, 0), language)
    first, *_, last = resources(key)
    assert phrase(key, f"cards_{first}", language, n=2) in hand_text
    assert phrase(key, f"cards_{last}", language, n=1) in hand_text
    assert f"22 {phrase(key, 'building_22', language)} ×2" in hand_text
    assert phrase(key, "bonus", language, n=1) in hand_text


def test_a_game_without_hands_has_no_words_for_them():
    game = get("akropolis")
    state = game.new(2, 3)
    assert words.of("akropolis").hand(game.view(state, 0), None, "en") == ""
    question = game.ask(state, 0, [])
    sentence = words.of("akropolis").question(question, game.view(state, 0), None, "en")
    assert sentence == text("akropolis.ask_tile", "en")
    assert words.of("akropolis").rank == "board.rank"


# ---- the catalogues ------------------------------------------------------------------------------


@every_game
@every_language
def test_all_names_of_the_data_have_words(key, language):
    data = json.loads((HOME / "data" / f"{key}.json").read_text(encoding="utf-8"))
    named = {
        **{f"building_{building['number']}": building[language] for building in data["buildings"]},
        **{f"part_{project['id']}": project[language] for project in data["projects"]},
        **{f"city_{city['id']}": city[language] for city in data["great_cities"]},
        **{f"resource_{resource['key']}": resource[language] for resource in data["resources"]},
    }
    for code, name in named.items():
        assert phrase(key, code, language) == name.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


@every_game
@every_language
def test_every_section_of_the_rules_is_there_and_fits(key, language):
    for section in words.of(key).sections:
        assert len(phrase(key, f"section_{section}", language)) <= 100
        assert len(phrase(key, f"section_{section}_text", language)) <= 3900


@every_game
def test_a_line_of_the_ranking_counts_buildings(key):
    assert words.of(key).rank == f"{key}.rank"
    line = text(words.of(key).rank, "en", medal="🥇", seat="Maud", n=12)
    assert line == "🥇 Maud · **12** of 30 buildings"


def refusals():
    """Every refusal of the engine: its name and the names of its arguments."""
    for path in sorted((HOME / "rules" / "_settlements").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node, "func", None)
            if "illegal" in (getattr(called, "id", ""), getattr(called, "attr", "")):
                yield node


NAMED = [
    (node.args[0].value, {keyword.arg for keyword in node.keywords})
    for node in refusals()
    if isinstance(node.args[0], ast.Constant)
]


def test_the_refusals_of_the_engine_were_found():
    assert len({name for name, _ in NAMED}) >= 19


@every_game
@every_language
@each_case(("name", "args"), NAMED, ids=lambda one: one if isinstance(one, str) else "")
def test_every_refusal_is_told_with_what_it_knows(key, language, name, args):
    for form in texts(language)[f"{key}.{name}"]:
        assert None in args or placeholders(form) <= args


def attempts(key):
    """Moves of all kinds, at every moment of a game played at random."""
    tried = ("D1", "D4", "P", "S", "E", "W+", "W*", "X 0,0 r0", "X 99,99 r7", "B22 A0", "B70 A1 9e")
    game = get(key)
    for step in play_game(key, "random")[:-1:3]:
        (who,) = game.to_act(step.state)
        for move in tried:
            yield game, step.state, who, move


def refusals_of_attempts(key):
    """Refusals of these attempts."""
    for game, state, who, move in attempts(key):
        try:
            game.check(state, who, game.parse(state, who, move))
        except IllegalMove as refusal:
            yield refusal


@every_game
@every_language
def test_every_refusal_of_a_game_is_told(key, language):
    refusals = list(refusals_of_attempts(key))
    for refusal in refusals:
        assert not re.search(r"[{}]", text(refusal.code, language, **refusal.details))
    assert {refusal.details["rule"] for refusal in refusals} <= rules(key, language).keys()
    assert len({refusal.name for refusal in refusals}) >= 10


def test_french_words_are_french():
    """No-break spaces before double punctuation, curly apostrophes."""
    for code, forms in texts("fr").items():
        if code.partition(".")[0] in GAMES:
            for form in forms:
                plain = re.sub(r"\{[^}]*\}|`[^`]*`", "", form)
                assert not re.search(r" [:;!?»]|«(?!\xa0)|\w'\w", plain), code


@each_case(("cards", "told"), [(0, "**S’arrêter là**"), (1, "**S’arrêter là** et")])
def test_to_stop_without_a_card_promises_none(cards, told):
    preview = PlainPreview(seat=0, notation="S", kind="stop", cards=cards)
    said = words.of("attika").preview_text(preview, "fr")
    assert said.startswith(told)
    assert ("carte" in said) == bool(cards)
