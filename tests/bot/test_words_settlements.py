"""Telegraph and Attika in words: what a player who sees no picture gets, in both languages.

That no text is missing or too long is shown for every game in `tests/contract`.
"""

import json
import re
from pathlib import Path

from msgspec.structs import replace

from bot import words
from bot.i18n import text
from rules._settlements.land import hex_names
from rules._settlements.pieces import ruleset
from rules._settlements.view import Board, Goal, LinePreview, PlainPreview
from rules.contract import Event, play
from rules.registry import get, sisters
from rules.rng import Rng
from tests.bot.recorded import Step, steps
from tests.cases import each_case
from tests.catalogues import plain
from tests.settlements.building import MAP, Layer, seat
from tests.tier import of_tier

HOME = Path(__file__).parents[2]
GAMES = sisters("_settlements")
NAMES = ["Maud", "Bastien", "Inès", "Karim"]

every_game = each_case("key", GAMES)
every_language = each_case("language", ("en", "fr"))
in_both = each_case(("key", "language"), [("telegraph", "en"), ("attika", "fr")])
"""One game in English, the other in French."""


GAMES_OF_FOUR = {"telegraph": "four_greedy", "attika": "four_easy"}


def played(key):
    """Every step of a game of four."""
    return steps(key, GAMES_OF_FOUR[key])


def positions(key, every):
    """Positions of that game, one of so many."""
    return [step.state for step in played(key)[::every]]


def ply_lines(key, step, language="en", icon=words.no_icon):
    """The line of a ply, and those of what followed."""
    line = words.of(key, language, NAMES, icon).ply_line(step)
    return [plain(each) for each in (line.done, *line.followed)]


def event_lines(key, *events, language="en", icon=words.no_icon):
    """The lines of some events that Maud has caused."""
    return ply_lines(key, Step(None, 0, [*events], "B22 C4"), language, icon)


def phrase(key, code, language="en", **args):
    return plain(text(f"{key}.{code}", language, **args))


# ---- the log -------------------------------------------------------------------------------------


PROJECT, SEAT = {"seat": 0, "project": 50}, {"seat": 0}
BUILT = {"seat": 0, "building": 22, "hex": [1, 0], "free": False, "founded": True, "joined": 2}
PAID = {"paid": {"water": 2}, "board_used": {"water": 1}, "surcharge": 2}


@each_case(
    ("name", "args", "sentence"),
    [
        ("bonus_spent", SEAT | {"as": "action"}, "Maud utilise 1 amphore"),
        ("bonus_spent", SEAT | {"as": "card"}, "Maud échange une amphore contre une carte"),
        ("bonus_gained", PROJECT, "Groupe achevé : Cité, 1 amphore de plus"),
        ("bonus_card_owed", PROJECT, "Groupe achevé : Cité, 1 carte (plus d’amphore)"),
        ("no_region_left", SEAT, "Une pile est épuisée, et il ne reste plus de tuile"),
        ("deck_reshuffled", {"count": 40}, "La pioche est reformée avec 40 cartes défaussées"),
    ],
)
def test_an_event_is_told_in_a_sentence(name, args, sentence):
    assert event_lines("attika", Event(f"attika.{name}", args), language="fr")[-1] == sentence


def test_a_building_is_told_with_its_place_and_without_sums():
    """The notation has the payment, for those who count cards."""
    event = Event("telegraph.building_built", BUILT | PAID)
    assert event_lines("telegraph", event) == ["Maud builds 22 Watchtower at C4"]


def test_cards_are_counted_in_public_and_named_to_their_owner():
    event = Event("telegraph.cards_drawn", {"seat": 0, "count": 2})
    cards = Event("telegraph.cards_drawn", {**event.args, "cards": {"clay": 2}}, only=0)
    assert event_lines("telegraph", event) == ["Maud draws 2 cards"]
    assert event_lines("telegraph", event, cards) == ["Maud draws 2 cards (2 clay)"]


def test_projects_completed_in_one_turn_share_a_verb():
    gained = [
        Event("telegraph.bonus_gained", {"seat": 0, "project": project}) for project in (10, 50, 70)
    ]
    plies = [Step(None, 0, [event], "B22 C4") for event in gained]
    game_words = words.of("telegraph", "fr", NAMES)
    assert game_words.summary(plies).startswith("Maud achève Élevage, Ville et Télégraphe")
    assert game_words.brief(plies) == "Maud achève Élevage, Ville et Télégraphe"


def test_the_card_that_a_worker_brings_is_told_once():
    spent = Event("telegraph.bonus_spent", {"seat": 0, "as": "card"})
    drawn_card = Event("telegraph.cards_drawn", {"seat": 0, "count": 1})
    plies = [Step(None, 0, [spent, drawn_card], "W*") for _ in range(2)]
    [line] = words.of("telegraph", "en", NAMES).turn_lines(plies)
    assert (line.done, line.plies) == ("Maud trades 2 workers for cards", 2)


def test_a_stop_is_told_without_the_next_seat_and_the_winner():
    started = Event("telegraph.turn_started", {"seat": 2, "number": 8})
    won = Event("telegraph.game_over", {"winner": 1, "reasons": ["connection"]})
    for events in ([], [started, won]):
        assert ply_lines("telegraph", Step(None, 1, events)) == ["Bastien stops"]


@each_case(("cards", "beginning"), [(0, "**S’arrêter là**"), (1, "**S’arrêter là** et")])
def test_to_stop_without_a_card_promises_none(cards, beginning):
    preview = PlainPreview(seat=0, notation="S", kind="stop", cards=cards)
    sentence = words.of("attika", "fr").preview_text(preview)
    assert sentence.startswith(beginning)
    assert ("carte" in sentence) == bool(cards)


@each_case(("bonus", "label"), [(0, "End turn: draw 3 cards"), (1, "Draw 3 cards, then end")])
def test_a_stop_says_whether_it_ends_the_turn(bonus, label):
    lay = Layer("telegraph")
    question = lay.game.ask(lay.state(seat(bonus=bonus), seat()), 0, [])
    labels = [words.of("telegraph", "en").option_label(each, None) for each in question.options]
    assert label in [each.text for each in labels]


@each_case(("cards", "told"), [(0, 1), (1, 2)])
def test_a_stop_without_a_card_is_not_told_before_the_end(cards, told):
    stop = PlainPreview(seat=0, notation="S", kind="stop", cards=cards)
    end = PlainPreview(seat=0, notation="E", kind="end")
    board, goal = Board((), (), ()), Goal(0, None, 0, None)
    line = LinePreview(seat=0, notation="S;E", steps=(stop, end), board=board, goal=goal)
    spoken = words.of("attika", "fr")
    assert len(spoken.preview_text(line).splitlines()) == told
    assert len(spoken.comparison([line])[0].split(" · ")) == told


@every_game
def test_icons_stand_before_what_they_mean(key):
    event = Event(f"{key}.building_built", {"seat": 0, "building": 22, "hex": [0, 0]})
    [line] = event_lines(key, event, icon="<{}>".format)
    assert f"<{key}_p20> 22" in line


# ---- the log of a turn ---------------------------------------------------------------------------


def turn_line(key, moves, player, language="en"):
    """The one line of a turn of Maud's, played where much can be built."""
    lay = Layer(key)
    state, turn = lay.state(player, seat()), []
    for move in moves.split(";"):
        state, events = play(lay.game, state, 0, lay.game.parse(state, 0, move))
        turn.append(Step(state, 0, events, move).public)
    [line] = words.of(key, language, NAMES).turn_lines(turn)
    assert line.plies == len(turn)
    return line


TOWER = seat("22 70|||", hand="3e3b3a2m")
TWO = seat("22 70|31 70||", hand="3e3b3a2m")
BUILDING = "B22 C4;B31 C5;S"
RICH = seat("70|||", reserve="22 31", hand="6e6b6a6m")


@each_case(
    ("moves", "player", "sentence"),
    [
        ("D1", TOWER, "Maud draws 22 Watchtower"),
        ("D1;P;D2;P", TWO, "Maud parks 22 Watchtower and 31 Blacksmith"),
        ("D1;B22 C4;S", TOWER, "Maud builds 22 Watchtower at C4 and draws 1 card"),
        (BUILDING, RICH, "Maud builds 22 Watchtower at C4, 31 Blacksmith at C5, and draws 1 card"),
        ("D1;P;X 1,-3 r2", seat("22|||"), "Maud parks 22 Watchtower and adds the new region"),
    ],
)
def test_a_turn_of_several_steps_reads_as_one_sentence(moves, player, sentence):
    """A building that is drawn and built or parked at once is built or parked."""
    assert turn_line("telegraph", moves, player).done == sentence


def test_a_turn_of_several_steps_reads_as_one_sentence_in_french():
    line = plain(turn_line("attika", BUILDING, RICH, "fr").done)
    assert line == "Maud construit 22 Tour en C4, 31 Hôtel de la monnaie en C5 et pioche 1 carte"


def test_a_region_that_follows_from_the_last_of_a_stack_stays_below_the_line():
    line = turn_line("telegraph", "D1;P", seat("22|||", hand="3e3b3a2m"))
    assert line.done == "Maud parks 22 Watchtower"
    assert line.followed == ("A stack is used up: a new region",)


def turns(plies):
    """The plies of each turn."""
    turn = []
    for step in plies:
        turn.append(step.public)
        if any(event.name in ("turn_started", "game_over") for event in step.events):
            yield turn
            turn = []


@every_game
@every_language
def test_a_whole_game_told_turn_by_turn_is_short_and_complete(key, language):
    """Every building that was drawn or built is in the line of its turn, by number and place.

    A line has two lines of a phone, at the most four.
    """
    spoken, lengths = words.of(key, language, NAMES), []
    for turn in turns(played(key)[1:]):
        [line] = spoken.turn_lines(turn)
        assert line.plies == len(turn)
        assert line.done.count(NAMES[turn[0].seat]) == 1
        for step in turn:
            assert ply_lines(key, step, language)[0].startswith(NAMES[step.seat])
            for event in step.events:
                if event.name in ("building_drawn", "building_built"):
                    assert spoken.building(event.args["building"]) in line.done
                if event.name == "building_built":
                    assert f" {step.notation.split()[1]}" in line.done
        lengths.append(len(line.done))
    assert sorted(lengths)[len(lengths) // 2] <= 75
    assert max(lengths) <= 150


# ---- the position --------------------------------------------------------------------------------


def test_the_standing_counts_the_buildings_of_each_in_one_line():
    view = get("telegraph").view(Layer("telegraph").state(seat(hand="2e1a", bonus=2), seat()), None)
    standing = plain(words.of("telegraph", "en", NAMES).standing(view))
    assert standing == (
        "Built, of 30: Maud **0** · Bastien **0**\n"
        "-# Turn 1 · 12 cards in the deck · 3 regions left"
    )


def test_the_board_in_words_tells_of_a_player_who_is_about_to_link_two_cities():
    built = "0:10@A2 0:11@A1 0:20@B5 0:21@C2 0:22@D4"
    view = get("telegraph").view(Layer("telegraph").state(seat(), seat(), built=built), None)
    board_text = words.of("telegraph", "en", NAMES).board_text(view)
    assert "Maud needs" in board_text
    assert "to link Denver and Omaha" in board_text
    assert "Bastien needs" not in board_text


@every_game
@every_language
def test_the_last_position_names_the_winner(key, language):
    spoken = words.of(key, language, NAMES)
    view = get(key).view(played(key)[-1].state, None)
    assert NAMES[view.result.winner] in spoken.alt("table", view)
    assert phrase(key, "text_over", language) in plain(spoken.board_text(view))


@every_game
def test_a_picture_is_described_with_the_newest_building_or_the_board_of_one_seat(key):
    spoken, view = words.of(key, "en", NAMES), get(key).view(played(key)[-2].state, None)
    newest = view.board.buildings[-1]
    alt_text = spoken.alt("table", view)
    assert f"Newest building: {newest.building} " in alt_text
    assert f"by {NAMES[newest.seat]}." in alt_text
    assert words.of(key, "en", ["W" * 600] * 4).alt("table", view).endswith("…")
    alt_text = spoken.alt("seat", view, 1)
    assert "Bastien" in alt_text
    assert "Maud" not in alt_text


@every_game
@every_language
def test_the_board_in_words_names_every_hex_building_city_and_pile(key, language):
    view = get(key).view(played(key)[-2].state, None)
    board_text = plain(words.of(key, language, NAMES).board_text(view))
    names = hex_names(view.board.tiles)
    assert all(f"{name} " in board_text for name in names.values())
    for piece in view.board.buildings:
        building = f"{piece.building} {phrase(key, f'building_{piece.building}', language)}"
        called = phrase(key, "text_built", language, building=building, name=NAMES[piece.seat])
        assert f"{names[piece.hex]} {called}" in board_text
    for city in view.board.cities:
        assert phrase(key, f"city_{city.id}", language) in board_text
    assert phrase(key, "deck", language, n=view.deck) in board_text
    assert phrase(key, "regions_left", language, n=view.region_stack) in board_text


@every_game
def test_neighbours_across_regions_are_told_from_both_sides(key):
    view = get(key).view(Layer(key).state(seat(), seat()), None)
    board_text = words.of(key, "en", NAMES).board_text(view)
    assert re.search(r"A1–[^,\n]*\bB4\b", board_text)
    assert re.search(r"B4–[^,\n]*\bA1\b", board_text)


# ---- what is hidden ------------------------------------------------------------------------------


@every_game
def test_public_words_are_the_same_for_every_viewer_and_on_every_redeal(key):
    """The hand that a view shows to its owner is in none of the words for everybody."""
    game, spoken = get(key), words.of(key, "en", NAMES)
    for number, state in enumerate(positions(key, of_tier(40, 11))):
        views = []
        for viewer in (None, 0, 1, 2):
            new_deal = game.redeal(state, viewer, Rng(number))
            views += [game.view(position, viewer) for position in (state, new_deal)]
        assert len({spoken.standing(view) for view in views}) == 1
        assert len({spoken.board_text(view) for view in views}) == 1
        assert len({spoken.alt("table", view) for view in views}) == 1


# ---- choosing ------------------------------------------------------------------------------------


def panel(key, language="en", tokens=(), player=None, **fields):
    """Text of the panel of seat 0 in a small position."""
    game, spoken = get(key), words.of(key, language)
    state = Layer(key).state(player or seat(), seat(), **fields)
    [who] = game.to_act(state)
    view, hand = game.view(state, who), game.hand(state, who)
    question = game.ask(state, who, list(tokens))
    sentence = spoken.question(question, view, hand)
    return plain(f"{sentence}\n{spoken.question_details(question, view, hand)}")


def turn(mode, done, **fields):
    """A turn under way."""
    return {"turn": {"mode": mode, "done": done, **fields}}


EXTENSION = turn("draw", 1, extension={"tile": 5})
DRAWN = turn("draw", 1, drawn={"building": 22, "stack": 0})
POOR = {"tiles": "12@0,0r0", "cities": ""}
"""A map of one region with wood in its centre, and metal and water beside it."""
WEALTH = "3e3b3a3m"


@each_case(
    ("player", "fields", "sentence"),
    [
        (
            seat(reserve="22"),
            {},
            "**Your turn.** Draw up to 2 buildings, or build up to 3, or take 3 cards.",
        ),
        (seat(hand="2e1a"), {}, "Hand (3 cards): 2 water, 1 clay"),
        (seat(), {}, "Your hand is empty."),
        (seat(), turn("build", 1), "**2 of 3 builds left.**"),
        (seat(), turn("build", 3, extra=1), "**1 of 4 builds left.**"),
        (seat("22"), turn("draw", 1), "**1 of 2 draws left.**"),
        (seat(bonus=2), turn("build", 3), "**All actions are done.** A worker buys one more"),
        (seat(bonus=2), turn("build", 3), "You have 2 workers."),
        (seat("22"), DRAWN, "**You have drawn 22 Watchtower** (cost 2 clay + 1 metal)."),
        (seat("22"), POOR | DRAWN, "You cannot pay for it: park it."),
        (seat("22", hand=WEALTH), POOR | DRAWN, "Build it now, or park it for later."),
        (seat(reserve="21"), POOR, "Out of reach: 21 Border post lacks 1 clay + 2 metal at A0"),
        (seat(reserve="70"), POOR, "Out of reach: 70 Telegraph lacks 2 of any type at A0"),
    ],
)
def test_a_question_tells_the_choice_and_the_hand(player, fields, sentence):
    assert sentence in panel("telegraph", player=player, **fields)


def test_a_question_in_french():
    assert panel("attika", "fr", player=seat("22", hand="1e"), **POOR | DRAWN).splitlines() == [
        "**Vous avez pioché 22 Tour** (coût : 2 collines + 1 montagne). "
        "Vous n’avez pas de quoi payer : à mettre en réserve. **Encore 1 pioche sur 2.**",
        "Main (1 carte) : 1 eau",
        "-# Hors de portée : 22 Tour, il manque 2 collines en A0",
    ]


def test_each_question_about_a_region_describes_it():
    sentences = ("Place the new region.**\n", "Choose its centre.", "Choose how it is turned.")
    for tokens, sentence in zip(((), ("X",), ("X", "3,3")), sentences, strict=True):
        panel_text = panel("telegraph", "en", tokens, **EXTENSION)
        assert sentence in panel_text
        assert "metal, blank, clay, blank, water, blank, clay" in panel_text


def test_in_a_turn_of_draws_no_building_is_called_out_of_reach():
    assert "Out of reach" not in panel(
        "telegraph", player=seat("22", reserve="21"), **turn("draw", 1)
    )


def test_many_buildings_out_of_reach_are_counted():
    reserve = "10 11 20 21 22 30 40 50 60 61 62"
    panel_text = panel("telegraph", player=seat(reserve=reserve), **POOR)
    assert re.search(r"and \d more$", panel_text)


@each_case(
    ("building", "sentence"),
    [
        ("B22", "Free beside your 21 Border post: C3."),
        ("B10", "Base buildings are never free."),
        ("B59", "It would be free beside a 58 Chapel of yours, but you have not built any."),
    ],
)
def test_the_hexes_where_a_building_would_be_free_are_told(building, sentence):
    player = seat(reserve="22 10 59", hand=WEALTH)
    assert sentence in panel("telegraph", "en", (building,), player, built="0:21@C3")


# ---- candidates ----------------------------------------------------------------------------------


def preview_of(key, move, player, **fields):
    """Preview of a move of seat 0 in a small position."""
    lay = Layer(key)
    state = lay.state(player, seat(), **fields)
    return lay.game.preview(state, 0, lay.game.parse(state, 0, lay.move(move)))


def lines_about(key, preview, language="en"):
    """Lines about a candidate, those of its details included."""
    spoken = words.of(key, language)
    sentences = spoken.preview_text(preview), spoken.preview_details(preview)
    return plain("\n".join(sentences)).splitlines()


def candidate(key, move, player, language="en", **fields):
    """Lines about a move of seat 0 in a small position."""
    return lines_about(key, preview_of(key, move, player, **fields), language)


def test_a_candidate_tells_symbols_price_payment_and_the_hand_that_remains():
    assert candidate("telegraph", "B22 A0", seat(reserve="22", hand="3a1m"), **POOR) == [
        "**22 Watchtower** at A0 · 2 clay",
        "No link for now · 1 of 30 built",
        "Cost 2 clay + 1 metal · symbols 1 metal · left to pay 2 clay",
        "Not free: no 21 Border post of yours beside it",
        "Your first settlement: no surcharge",
        "Left in hand (2 cards): 1 clay, 1 metal",
        "Numbers: cards that a hex asks for; ★: none.",
    ]


def test_a_candidate_that_takes_the_last_card_says_so():
    assert candidate("attika", "B41 D2", seat(reserve="41", hand="1e"), "fr") == [
        "**41 Bateau** en D2 · 1 eau",
        "Delphes–Olympie : encore **6 bâtiments** · 1 construit sur 30",
        "Coût 1 eau · aucun symbole ne l’abaisse",
        "Pas gratuit : vous n’avez pas de 40 Port à côté",
        "Votre première colonie : pas de surcoût",
        "Plus rien en main",
        "Nombres : cartes que demande la case ; ★ : 0.",
    ]


SURCHARGE = "⚠️ New settlement: surcharge of 2 cards, as you already have 2 settlements"
NO_WORKER = {"built": "0:10@A3", "bonus_supply": 0}
HIS = "0:11@B4 1:10@A2 1:20@B5 1:21@B6 1:22@D4 1:31@D5"
BRIDGE = "0:10@A2 0:20@B5 0:21@B6 0:22@D4 0:31@D5"


@each_case(
    ("move", "fields", "line"),
    [
        ("B22 C2", {"built": "0:21@C3"}, "Free by arrow: beside your 21 Border post"),
        ("B22 D2", {}, "Not free: no 21 Border post of yours beside it"),
        ("B20 D2", {}, "Not free: base buildings are never free"),
        ("B22 D2", {"built": "0:10@A3 0:21@C5"}, SURCHARGE),
        ("B11 A0", {"built": "0:10@A3 0:21@A1"}, "Joins 2 of your settlements"),
        ("B11 A0", {"built": "0:10@A3"}, "⭐ Completes the project Cattle: +1 worker"),
        ("B11 A0", NO_WORKER, "⭐ Completes the project Cattle: +1 card"),
        ("B11 A1", {"built": BRIDGE}, "🏆 You win: it links two great cities."),
    ],
)
def test_a_candidate_says_its_price_and_its_effects(move, fields, line):
    number = move[1:3]
    assert line in candidate("telegraph", move, seat(reserve=number, hand=WEALTH), **fields)


def test_a_candidate_that_the_symbols_pay_for_says_so():
    lines = candidate("telegraph", "B41 A0", seat(reserve="41 70", hand="1e"), **POOR)
    assert "Cost 1 water · symbols pay it all: 1 water" in lines
    assert not any("Not free" in line for line in lines)


@in_both
def test_a_turned_region_is_told_as_it_would_lie(key, language):
    game, state = get(key), Layer(key).state(**EXTENSION)
    preview = game.preview(state, 0, game.complete(state, 0, ["X"]))
    centre, *around = ruleset(key).regions[5]
    for rot in range(6):
        turned = [centre, *(around[(direction - rot) % 6] for direction in range(6))]
        codes = [f"resource_{symbol}" if symbol else "blank" for symbol in turned]
        region = ", ".join(phrase(key, code, language) for code in codes)
        line = phrase(key, "candidate_hexes", language, region=region)
        assert line in lines_about(key, replace(preview, rot=rot), language)


@each_case(
    ("move", "built", "lines"),
    [
        ("B41 D2", "", "Denver–Omaha: **6 buildings** to go · 1 of 30 built"),
        ("B41 A2", "0:10@A3", "Denver–Omaha: 6 → **5 buildings** to go · 2 of 30 built"),
        ("B41 D2", "0:10@A3 0:20@C5", "settlement: +2 cards|: **6 buildings** to go · 3 of 30"),
        ("B41 A1", HIS, "buildings** to go · 2 of 30|Bastien: 1 → **3 buildings**"),
        ("B11 A1", BRIDGE, "🏆 You win: it links two great cities."),
    ],
)
def test_a_candidate_ends_with_how_far_its_player_is_from_winning(move, built, lines):
    preview = preview_of("telegraph", move, seat(reserve=move[1:3], hand=WEALTH), built=built)
    _, *told = plain(words.of("telegraph", "en", NAMES).preview_text(preview)).splitlines()
    assert len(told) == len(lines.split("|"))
    assert all(map(str.__contains__, told, lines.split("|"))), told


@each_case(
    ("tiles", "line"), [("1@0,0r0 11@5,-1r0", ["Denver–Omaha: **6 buildings** to go"]), (MAP, [])]
)
def test_a_new_region_tells_of_a_link_only_where_it_changes_one(tiles, line):
    state = Layer("telegraph").state(seat(), seat(), **EXTENSION, tiles=tiles)
    game, at = get("telegraph"), "3,-2" if line else "1,-3"
    preview = game.preview(state, 0, game.parse(state, 0, f"X {at} r0"))
    assert words.of("telegraph", "en").preview_text(preview).splitlines()[1:] == line


def test_a_cost_that_no_symbol_lowers_is_told_once():
    _, _, line, *_ = candidate("telegraph", "B22 B4", seat(reserve="22", hand="3a1m"))
    assert line == "Cost 2 clay + 1 metal · no symbol lowers it"


def test_a_payment_that_replaces_says_so():
    lines = candidate("telegraph", "B41 D2 2b", seat(reserve="41", hand="2b"))
    assert "You pay 2 wood · two cards stand in for one" in lines


@every_game
def test_other_centres_bear_the_numbers_of_the_picture(key):
    game, state = get(key), Layer(key).state(**EXTENSION)
    region = game.complete(state, 0, ["X"])
    preview, alternatives = game.preview(state, 0, region), game.elsewhere(state, 0, region)
    labels = [words.of(key, "en").option_label(option, None) for option in alternatives.options]
    numbers = [label.text.split(" ")[0] for label in labels]
    assert numbers == [str(number) for number in range(1, len(preview.spots) + 1)]
    assert preview.notation in [option.token for option in alternatives.options]


# ---- the hand ------------------------------------------------------------------------------------


@each_case(
    ("key", "language", "lines"),
    [
        (
            "telegraph",
            "en",
            "Hand (3 cards): 2 water, 1 metal|In reserve: 22 Watchtower ×2|1 worker",
        ),
        ("attika", "fr", "Main (3 cartes) : 2 eau, 1 montagne|En réserve : 22 Tour ×2|1 amphore"),
    ],
)
def test_a_hand_in_words_counts_every_type_and_names_the_reserve(key, language, lines):
    game = get(key)
    state = Layer(key).state(seat(reserve="22 22", hand="2e1m", bonus=1), seat())
    hand_text = words.of(key, language).hand(game.view(state, 0), game.hand(state, 0))
    assert plain(hand_text).splitlines() == lines.split("|")


# ---- the catalogues ------------------------------------------------------------------------------


@every_game
@every_language
def test_all_names_of_the_data_have_words(key, language):
    data = json.loads((HOME / "data" / f"{key}.json").read_text(encoding="utf-8"))
    names = {
        **{f"building_{building['number']}": building[language] for building in data["buildings"]},
        **{f"part_{project['id']}": project[language] for project in data["projects"]},
        **{f"city_{city['id']}": city[language] for city in data["great_cities"]},
        **{f"resource_{resource['key']}": resource[language] for resource in data["resources"]},
    }
    for code, name in names.items():
        assert phrase(key, code, language) == name.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


@every_game
def test_a_line_of_the_ranking_counts_buildings(key):
    line = text(words.of(key, "en").rank, "en", medal="🥇", seat="Maud", n=12)
    assert line == "🥇 Maud · **12** of 30 buildings"
