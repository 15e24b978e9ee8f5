"""Texts of Massalia: cards made of their data, a turn in one line, and its effects."""

import itertools

import msgspec

from bot import words
from bot.i18n import text
from bot.words.massalia import cards
from rules.contract import Event, read
from rules.massalia.pieces import BOX
from rules.massalia.printed import CARDS, in_language
from tests.cases import each_case
from tests.catalogues import LANGUAGES, plain
from tests.massalia.building import GAME, at, attacked, do, drawn

NAMES = ["Maud", "Bastien", "Inès"]
WORDS = words.of("massalia", "en", NAMES)
every_card = each_case("card", [card.id for card in (*BOX.basic, *BOX.cards)])


class Ply:
    """A move, as a log has it."""

    def __init__(self, seat, events):
        self.seat, self.events = seat, events


@every_card
@each_case("language", LANGUAGES)
def test_every_card_has_a_name_a_history_and_the_effects_that_are_printed_on_it(card, language):
    assert cards.name(words.of("massalia", language), card) != card
    assert len(cards.history(words.of("massalia", language), card)) > 20
    sentences = plain(cards.sentences(words.of("massalia", language), card))
    assert sentences.endswith(".")
    assert in_language(CARDS[card].text, language) == sentences


def test_a_card_says_its_purchase_effects_shield_and_condition():
    assert cards.sentences(WORDS, "S01") == (
        "Place: 1 tile at sea. Fish +1. Combo — If you own another United card (in hand or in "
        "play): heal: 1 life."
    )
    assert plain(cards.sentences(words.of("massalia", "fr"), "C12")) == (
        "Achat : 1 ambre. Placement : 1 tuile à terre. Bouclier 2. Éclaireur (6 points de vie). "
        "Activer — Si vous avez au moins 2 éclaireurs coriaces en jeu : placement : 1 tuile à "
        "terre."
    )
    assert "(at most 3)" in cards.sentences(WORDS, "S11")


def line_of(events, language="en"):
    """Line about a turn of Maud's, and its consequences."""
    [line] = words.of("massalia", language, NAMES).turn_lines([Ply(0, events)])
    return line


def hit(n, **victim):
    """Events of an attack of Maud's with so many points on Bastien, who is this `victim`."""
    return do(attacked(n, victim, {}), f"hit 1:{n}")[1]


def drained(gauge="water", **victim):
    """Events when Maud takes a point from Bastien."""
    queue = [{"kind": "drain", "gauge": gauge, "from": "G5"}]
    return do(at(3, others=[victim], turn={"queue": queue}), "drain 1")[1]


def turn_of_many_moves():
    """Events of a turn in which Maud plays, buys, lays a tile and strikes."""
    me = {"hand": ["AM#1", "AM#2", "SO#1"], "bag": ["L2"]}
    state = at(3, me=me, board={"F3": "0WA", "G3": "0WA"}, river=["C03#1"])
    return do(state, "p AM; p AM; b C03; p SO; t; @F4; hit 1:4; end")[1]


def test_a_turn_reads_as_one_line():
    line = line_of(turn_of_many_moves())
    bought = "plays Amber ×2 and Soldier · buys Massaliote obols"
    assert line.done == f"Maud {bought} · lays a life 2 tile on F4 Fort Saint-Jean"
    assert "Maud holds F4 Fort Saint-Jean" in line.followed
    assert "Bastien takes a hit of 4: −4 life, 25 left" in line.followed


def test_cells_that_a_seat_loses_by_its_fall_are_told_only_if_another_holds_them():
    """Its tiles leave: cells with a tile below count again. Else a cell that is lost is told."""
    laid = {"E6": "1WA", "G5": "0WA 1WA", "F4": "2WA"}
    _, events = do(attacked(8, {"life": 5}, {}, board=laid), "hit 1:8")
    assert {event.args["cell"] for event in events if event.name == "hold"} == {"E6", "G5"}
    holds = [text for text in line_of(events).followed if "hold" in text]
    assert holds == ["Maud holds G5 Old Port"]
    lost = Event("massalia.hold", {"cell": "F4", "from": 1, "to": None})
    assert line_of([lost]).followed == ("Bastien no longer holds F4 Fort Saint-Jean",)


def test_tiles_that_cover_an_opponents_are_told_apart():
    """The former holder of the cell has lost the tile below (MA-26)."""
    laid = [("E5", None), ("D6", "own"), ("G3", "enemy"), ("F5", "enemy")]
    events = [
        Event("massalia.tile_placed", {"cell": cell, "tile": "WA", "over": over, "acts": False})
        for cell, over in laid
    ]
    line = WORDS.ply_line(Ply(0, events))
    assert line.done == "Maud lays 2 tiles on E5, D6 · covers 2 opponents’ tiles on G3, F5"
    line = words.of("massalia", "fr", NAMES).ply_line(Ply(0, events[2:3]))
    assert line.done == "Maud recouvre une tuile adverse en G3"


def test_the_healing_of_several_cards_is_told_once():
    healed = [Event("massalia.healed", {"seat": 0, "n": n, "life": 20 + n}) for n in (2, 2, 4)]
    [line] = words.of("massalia", "fr", NAMES).turn_lines([Ply(0, healed[:2]), Ply(0, healed[2:])])
    assert plain(line.done) == "Maud récupère 8 points de vie"


def test_a_gauge_that_is_set_again_runs_out_or_reaches_its_end():
    """Neither is 1 → 5 a gain, nor 9 → 5 a loss (MA-54, MA-55)."""
    assert "Bastien: water runs out and goes back to 5" in line_of(drained(water=1)).followed
    _, events = do(at(me={"hand": ["S07#1"], "water": 9, "cemetery": ["AM#1"]}), "p S07")
    assert "Maud\xa0: l’eau atteint 10 et revient à 5" in line_of(events, "fr").followed


@each_case("gauge", ["water", "fish"])
def test_the_log_tells_from_whom_a_point_was_taken(gauge):
    events = drained(gauge)
    assert line_of(events).done == f"Maud takes a point of {gauge} from Bastien"
    assert line_of(events).followed == (f"Bastien: {gauge} 5 → 4",)
    assert WORDS.summary([Ply(0, events)]) == line_of(events).done
    assert "Bastien" not in WORDS.summary([Ply(0, events)], without=[1])


def changed(seat, *steps):
    """Events of a gauge of a seat that changes from the first to the last of its steps."""
    return [
        Event("massalia.gauge", {"seat": seat, "gauge": "fish", "from": before, "to": after})
        for before, after in itertools.pairwise(steps)
    ]


def test_points_of_a_gauge_are_told_once_with_their_sum():
    """In one move, in several, and up to each time that it is set again."""
    risen = [Ply(0, changed(0, 5, 6, 7)), Ply(0, changed(0, 7, 8))]
    [line] = WORDS.turn_lines(risen)
    assert line.followed == ("Maud: fish 5 → 8",)
    [line] = WORDS.turn_lines([Ply(0, changed(0, 8, 9, 5, 6, 7))])
    assert line.followed == (
        "Maud: fish 8 → 9",
        "Maud: fish reaches 10 and goes back to 5",
        "Maud: fish 5 → 7",
    )
    fallen = [Ply(0, changed(1, 5, 4)), Ply(0, changed(1, 4, 3))]
    [line] = WORDS.turn_lines(fallen)
    assert line.done == "Maud takes 2 points of fish from Bastien"
    assert line.followed == ("Bastien: fish 5 → 3",)
    assert WORDS.summary(fallen) == line.done
    [line] = words.of("massalia", "fr", NAMES).turn_lines(fallen)
    assert plain(line.done) == "Maud retire 2 points de poisson à Bastien"


@each_case("before", [1, 4])
def test_a_seat_that_was_drained_reads_of_every_point(before):
    assert "water −1" in WORDS.harm([Ply(0, drained(water=before))], 1)


def test_a_parried_blow_names_the_shields_and_the_scouts():
    events = hit(8, hand=["C08#1"], scouts=[{"card": "C09#1"}])
    followed = " ".join(line_of(events, "fr").followed)
    assert "2\xa0parés par La Chaîne du port" in followed
    assert "Bastien perd l’éclaireur Tour Maubert" in followed


def test_a_drawn_tile_is_told_to_its_player_alone():
    _, events = do(at(me={"hand": ["SO#1"], "bag": ["L2"]}), "p SO; t")
    notices = [event for event in events if event.name == "tile_drawn"]
    private = WORDS.ply_line(Ply(0, notices)).done
    public = WORDS.ply_line(Ply(0, [notice for notice in notices if notice.only is None])).done
    assert (private, public) == ("Maud draws a life 2 tile", "Maud draws a tile")


def test_a_hand_lists_its_cards_its_shields_and_the_rest_with_cards_that_are_alike_in_one_line():
    state = at(me={"hand": ["AM#1", "C08#1", "AM#2", "AM#3"], "deck": ["SO#1"], "losses": ["FI"]})
    text = WORDS.hand(GAME.view(state, 0), GAME.hand(state, 0))
    amber, chain, following, *_ = text.splitlines()
    assert amber == "- Amber (AM) ×3: Purchase: 1 amber."
    assert chain.startswith("- The harbour chain (C08): ")
    assert not following.startswith("- ")
    assert "Shields: 2" in text
    assert "Losses: 1 × fire" in text
    empty = at()
    assert "Losses" not in WORDS.hand(GAME.view(empty, 0), GAME.hand(empty, 0))


def test_a_seat_that_was_hit_reads_in_one_line_of_it_and_the_others_read_none():
    plies = [Ply(0, hit(14, hand=["C08#1"], scouts=[{"card": "C09#1"}], life=29))]
    line = WORDS.harm(plies, 1)
    assert line.startswith("Since your turn: blocked 2 with The harbour chain\N{NO-BREAK SPACE}· ")
    assert "life lost" in line
    assert line.endswith("the scout Maubert tower is lost.")
    assert "l’éclaireur Tour Maubert est perdu" in words.of("massalia", "fr", NAMES).harm(plies, 1)
    assert [WORDS.harm(plies, seat) for seat in (0, 2)] == ["", ""]


def test_burnt_tiles_and_cells_that_are_lost_are_told_to_their_owner():
    board = {"G5": "0FI", "F4": "1L1", "G4": "1WA"}
    state = at(2, board=board, turn={"queue": [{"kind": "fire", "cell": "G5"}]})
    line = WORDS.harm([Ply(0, do(state, "fire F4,G4")[1])], 1)
    assert "2 tiles lost on F4, G4" in line
    assert "you no longer hold F4 Fort Saint-Jean" in line
    assert line_of(do(state, "fire -")[1]).done == "Maud burns nothing"


def preview_text(state, move, language="en"):
    """Text about a move before it is made."""
    return words.of("massalia", language, NAMES).preview_text(
        GAME.preview(state, 0, GAME.parse(state, 0, move))
    )


def test_the_end_of_a_turn_names_the_losses():
    me = {"hand": ["SO#1"], "scouts": [{"card": "C09#1"}], "bag": ["L1"]}
    todo = [{"id": 1, "card": "MA#1", "do": "place", "n": 2, "terrain": "sea"}]
    turn = {"amber": 3, "todo": todo, "next": 2}
    state = at(me=me, turn=turn, river=["C03#1"])
    assert preview_text(state, "end").splitlines() == [
        "End the turn? This would be lost:",
        "Cards: Soldier.",
        "Scouts: Maubert tower.",
        "2 tiles to place at sea.",
        "3 amber, enough for Massaliote obols.",
    ]


def test_of_many_cards_that_are_lost_at_the_end_the_first_are_named_and_the_others_counted():
    state = at(me={"hand": ["SO#1", "MA#1", "C08#1", "C03#1", "AM#1", "AM#2"]})
    english, french = (
        preview_text(state, "end", language).splitlines()[1] for language in ("en", "fr")
    )
    assert english == "Cards: Soldier, Sailor, and 3 more."
    assert french == "Cartes\xa0: Soldat, Marin et 3\xa0autres."


@each_case(("gauge", "ending"), [("water", "d’eau"), ("fish", "de poisson")])
def test_a_point_is_named_before_it_is_taken(gauge, ending):
    state = at(3, turn={"queue": [{"kind": "drain", "gauge": gauge, "from": "G5"}]})
    assert preview_text(state, "drain 1", "fr").endswith(f"perd un point {ending}.")


def test_amber_that_throws_the_rest_of_a_purse_away_says_so():
    turn = {"amber": 2, "bought": True}
    state = at(me={"hand": ["AM#1", "AM#2"]}, turn=turn)
    question = GAME.ask(state, 0, [])
    [amber] = question.lines
    view = GAME.view(state, 0)
    assert WORDS.option_label(amber, view).text == "Play amber: +2 (wastes 2)"
    [card] = [choice for choice in question.options if choice.token == "p AM"]
    assert WORDS.option_label(card, view).detail.startswith("Wastes 2 amber.")


def test_a_resource_cell_says_what_the_drawn_tile_would_do_there_before_all_others():
    board = {"F3": "0WA", "G3": "0WA"}
    state = drawn("L2", terrain="land", board=board)
    first, *_, last = GAME.ask(state, 0, []).options
    view = GAME.view(state, 0)
    label = WORDS.option_label(first, view).text
    assert label == "F4 Fort Saint-Jean: attack 2 × 2 = 4, morale +2"
    assert last.group.startswith("massalia.group_area_")


def test_opponents_are_called_by_the_placeholders_of_their_names():
    text = preview_text(attacked(8, {}, {}), "hit 1:5 2:3")
    assert ("Bastien" in text, "Inès" in text) == (True, True)


# ---- in a post -----------------------------------------------------------------------------------


def row(*parts):
    """Parts of a line, whose dots stay at the end of a row."""
    return "\N{NO-BREAK SPACE}· ".join(parts)


def test_a_post_tells_who_was_hit_by_whom_and_how_much_life_is_left():
    plies = [Ply(0, hit(4, life=29))]
    assert WORDS.effects(plies, 1) == row("Maud hit you for 4", "**25** life left")
    assert words.of("massalia", "fr", NAMES).effects(plies, 1).startswith("Maud vous frappe de 4")
    assert WORDS.effects(plies, 0) == WORDS.effects(plies, 2) == ""
    parried = [Ply(0, hit(2, hand=["C08#1"]))]
    assert WORDS.effects(parried, 1) == "Maud’s attack cost you no life"


def test_a_post_tells_of_a_turn_the_hits_the_purchases_and_numbers():
    plies = [Ply(0, turn_of_many_moves())]
    assert WORDS.summary(plies) == row(
        "Maud hits Bastien for 4",
        "buys Massaliote obols",
        "takes F4 Fort Saint-Jean",
        "plays 3 cards",
        "lays a tile",
    )
    assert "Bastien" not in WORDS.summary(plies, without=[1])
    fall = WORDS.summary([Ply(0, hit(4, life=3))])
    assert "hits Bastien for 3" in fall
    assert "puts Bastien out of the game" in fall


COVERED = ("tile_placed", {"seat": 0, "cell": "F4", "tile": "WA", "over": "enemy", "acts": True})


def effects(*events, language="en"):
    """Effects on Bastien of a turn of Maud's."""
    caused = [Event(f"massalia.{name}", args, calls=(1,)) for name, args in events]
    return words.of("massalia", language, NAMES).effects([Ply(0, caused)], 1)


def test_a_post_tells_whose_tiles_were_harmed_and_where():
    removed = ("tile_removed", {"cell": "G6", "owner": 1, "tile": "L2", "by": "fire"})
    turned = ("tile_flipped", {"cell": "C4", "owner": 1, "up": False})
    assert effects(removed) == "Maud removed your tile on G6"
    assert effects(turned, turned) == "Maud turned over 2 of your tiles: C4 and C4"
    assert effects(COVERED) == "Maud covered your tile on F4 Fort Saint-Jean"
    assert effects(COVERED, language="fr") == "Maud a recouvert votre tuile en F4 Fort Saint-Jean"


def test_a_cell_that_is_lost_is_told_once_and_not_if_it_is_won_back():
    lost = ("hold", {"cell": "F4", "from": 1, "to": 0})
    assert effects(COVERED, lost) == "you lost F4 Fort Saint-Jean to Maud"
    assert "lost" not in effects(lost, ("hold", {"cell": "F4", "from": 0, "to": 1}))


def test_a_post_tells_of_thirst_and_of_the_cards_and_scouts_it_costs():
    thirst = ("gauge", {"seat": 1, "gauge": "water", "from": 5, "to": 4})
    buried = ("card_buried", {"seat": 1, "card": "C03#1", "gauge": "water"})
    scout = ("scout_lost", {"seat": 1, "card": "C09#1", "by": "attack"})
    assert effects(thirst) == "water \N{MINUS SIGN}1"
    assert effects(buried) == "Massaliote obols goes to the cemetery"
    assert effects(scout, scout).startswith("you lost 2 scouts: ")


def test_a_post_tells_what_a_player_wins_back_and_loses_to_the_siege():
    healed = Event("massalia.healed", {"seat": 0, "n": 3})
    fatigue = Event("massalia.fatigue", {"seat": 0, "n": 2, "life": 21})
    line = WORDS.summary([Ply(0, [healed, fatigue])])
    assert line == row("Maud wins back 3 life", "loses 2 life to the siege")


def test_the_siege_fatigue_is_announced_when_it_is_near():
    view = GAME.view(GAME.new(2, 1, {"fatigue": "early"}), None)
    lines = [
        WORDS.standing(msgspec.structs.replace(view, round=number)).split("\n")[1]
        for number in (1, 10, 13)
    ]
    assert lines == [
        "-# Round 1",
        "-# Round 10 · siege fatigue from round 13",
        "-# Round 13 · siege fatigue since round 13",
    ]


def test_a_player_whom_the_siege_wears_out_is_out_by_no_hand():
    [fatigue, elimination] = [
        Event("massalia.fatigue", {"seat": 0, "n": 2, "life": 0}),
        Event("massalia.eliminated", {"seat": 0, "by": "fatigue"}, puts_out=(0,)),
    ]
    turn = [Ply(0, [fatigue, elimination])]
    assert WORDS.summary(turn) == "Maud is worn down by the siege and out of the game"
    french = words.of("massalia", "fr", NAMES)
    assert french.summary(turn) == "Maud succombe à la lassitude du siège"
    assert WORDS.effects([Ply(0, [fatigue, elimination])], 0) == ("the siege cost you 2 life")


def test_a_hit_that_costs_no_life_says_so():
    blow = {"target": 1, "n": 4, "parried": 0, "scouts": [], "life_lost": 0, "life": 11}
    [text] = line_of([Event("massalia.blow", blow)]).followed
    assert text == "Bastien takes a hit of 4 without losing life (11 left)"


def test_a_cell_with_several_new_tiles_is_named_once():
    laid = {"seat": 0, "cell": "E4", "tile": "WA", "over": None, "acts": False}
    line = line_of([Event("massalia.tile_placed", laid)] * 2)
    assert line.done == "Maud lays 2 tiles on E4 ×2"


def test_a_scout_that_is_lost_is_told_once():
    hits = [{"card": "C09#1", "lost": 4, "left": 0}, {"card": "C05#1", "lost": 1, "left": 2}]
    blow = {"target": 1, "n": 5, "parried": 0, "scouts": hits, "life_lost": 0, "life": 9}
    lost = {"seat": 1, "card": "C09#1", "by": "attack"}
    line = line_of([Event("massalia.blow", blow), Event("massalia.scout_lost", lost)])
    assert sum("Maubert" in text for text in line.followed) == 1
    assert "loses 1 life, 2 left" in line.followed[0]


def test_the_recap_tells_of_life_and_not_of_points():
    assert WORDS.changes == "massalia.recap_gained"
    assert text(WORDS.changes, "en", seats="Maud +1") == "-# Life since then: Maud +1"


def test_a_seat_that_falls_to_the_siege_at_the_end_of_its_turn_has_ended_it():
    _, events = do(at(2, me={"life": 1}, round=40), "end")
    assert line_of(events).done == "Maud ends the turn"


# ---- a placement ---------------------------------------------------------------------------------


def placement(board, cell="F3"):
    """Text about a tile of Maud's that would be laid on a cell, as she sees it."""
    state, _ = do(at(3, me={"hand": ["SO#1"], "bag": ["L2"]}, board=board), "p SO; t")
    return preview_text(state, f"@{cell}")


def test_a_placement_tells_whose_tile_it_covers_and_the_cells_it_prepares():
    assert placement({"F3": "1WA", "G3": "0WA"}).splitlines() == [
        "Lay the life 2 tile on F3, over Bastien’s tile.",
        "-# Ready: Fort Saint-Jean. A tile may go there. "
        "Marked cells covered: La Major cathedral (2\xa0of\xa03). "
        "×2: a pile of 2 tiles; only the top one counts.",
    ]


@each_case(
    ("board", "over_own", "prepares"),
    [({}, False, True), ({"F3": "0WA"}, True, False), ({"F3": "0WA-"}, True, True)],
)
def test_a_tile_prepares_cells_unless_it_covers_an_own_one_face_up(board, over_own, prepares):
    text = placement(board)
    assert ("over your own" in text, "covered" in text) == (over_own, prepares)
    assert ("×" in text, " over " in text) == (over_own, over_own)


def test_a_tile_over_an_own_one_on_a_resource_cell_has_no_effect():
    board = {"F3": "0WA", "G3": "0WA", "F4": "0WA"}
    assert (
        placement(board, "F4")
        .splitlines()[1]
        .startswith("-# Over your own tile it has no effect. ")
    )


def line_text(state, moves):
    """Text about several moves of Maud's turn before they are made."""
    return WORDS.preview_text(GAME.preview_line(state, 0, read(GAME, state, 0, moves)))


READY = {"F3": "0WA", "G3": "0WA"}
"""The marked cells that Fort Saint-Jean (F4) needs."""


@each_case(
    ("tile", "effect"),
    [
        ("L2", "It strikes with 4: 2 × 2, the cell’s worth. Morale +2."),
        ("WA", "Bastien loses a point of water. Morale +2."),
    ],
)
def test_a_line_says_what_its_drawn_tile_does(tile, effect):
    """The tile lies there before what follows, such as the end of the turn."""
    state = drawn(tile, terrain="land", board=READY)
    kind = cards.tile(WORDS, tile)
    laid = f"Lay the {kind} tile on F4 Fort Saint-Jean. {effect}"
    assert preview_text(state, "@F4").splitlines()[:2] == laid.replace(". ", ".\n", 1).splitlines()
    assert line_text(state, ["@F4", "end"]).splitlines()[0] == laid


def test_with_several_opponents_one_chooses_who_is_drained():
    state, _ = do(at(3, me={"hand": ["SO#1"], "bag": ["FH"]}, board=READY), "p SO; t")
    effect = preview_text(state, "@F4").splitlines()[1]
    assert effect == "An opponent of your choice loses a point of fish. Morale +2."


@each_case(
    ("near", "effect"),
    [
        ({}, "It burns nothing: no enemy tile is near. Morale +2."),
        ({"F5": "1WA"}, "It burns 1 enemy tile around, if you like. Morale +2."),
        ({"F5": "1WA", "G4": "1FH"}, "It burns up to 2 enemy tiles around. Morale +2."),
    ],
)
def test_a_fire_says_how_many_enemy_tiles_it_reaches(near, effect):
    state = drawn("FI", terrain="land", board=READY | near)
    assert preview_text(state, "@F4").splitlines()[1] == effect


def test_a_cell_that_brings_morale_to_a_threshold_says_that_it_strikes():
    held = dict.fromkeys(("H3", "H7"), "0WA")  # 4 + 5
    board = READY | held
    state = drawn("WA", terrain="land", board=board)
    assert state.players[0].morale == 9
    assert preview_text(state, "@F4").splitlines()[2] == (
        "Morale reaches 10: it strikes with 3 as well."
    )


def test_a_tile_turned_up_on_a_resource_cell_says_whether_it_acts():
    todo = [{"id": 1, "card": "S05#1", "do": "flip", "n": 1, "terrain": "any"}]
    turn = {"todo": todo, "next": 2}
    asleep = preview_text(at(board={"F4": "0L2-", "G3": "0WA"}, turn=turn), "f F4")
    assert asleep.splitlines()[1:] == [
        "Morale +2.",
        "-# It holds the cell again, but does not act: 1 of 2 marked cells.",
    ]
    awake = preview_text(at(board={"F4": "0L2-"} | READY, turn=turn), "f F4")
    assert awake.splitlines()[1] == "It strikes with 4: 2 × 2, the cell’s worth. Morale +2."


@each_case(
    ("do", "board", "move"),
    [
        ("flip", {"F3": "0L2-", "G3": "0WA"}, "f F3"),
        ("move", {"E2": "0L2", "G3": "0WA"}, "m E2-F3"),
    ],
)
def test_a_tile_that_is_moved_or_turned_up_says_which_cells_it_prepares(do, board, move):
    todo = [{"id": 1, "card": "S05#1", "do": do, "n": 1, "terrain": "any"}]
    text = preview_text(at(board=board, turn={"todo": todo, "next": 2}), move)
    assert "Ready: Fort Saint-Jean." in text


def test_a_line_says_which_cells_its_tiles_make_ready_or_bring_nearer():
    me = {"hand": ["SO#1", "SO#2"], "bag": ["WA", "WA", "L1"]}
    line = line_text(at(me=me), ["p SO", "p SO", "t", "@F3", "t", "@G3", "end"])
    assert line.splitlines() == [
        "Play Soldier ×2.",
        "Lay tiles on F3, G3.",
        "**End the turn.**",
        "-# Ready: Fort Saint-Jean. A tile may go there. "
        "Marked cells covered: La Major cathedral (2\xa0of\xa03) and Le Panier (1\xa0of\xa04).",
    ]


def test_a_draw_at_the_end_of_a_line_has_a_line_of_its_own():
    me = {"hand": ["SO#1", "SO#2"], "bag": ["WA", "L1"]}
    line = line_text(at(me=me), ["p SO", "p SO", "t", "@F3", "t"])
    assert "Draw a tile on land (final)." in line.splitlines()


def test_a_draw_says_among_which_tiles_it_is():
    state, _ = do(at(me={"hand": ["SO#1"], "bag": ["WA", "L1", "WA"]}), "p SO")
    assert preview_text(state, "t").splitlines()[1] == "-# Bag: 1 × life 1, 2 × water"


def test_a_tile_that_is_turned_down_or_removed_says_whose_it_is_and_what_they_lose():
    todo = [
        {"id": 1, "card": "S05#1", "do": "flip", "n": 1, "terrain": "any"},
        {"id": 2, "card": "S05#1", "do": "remove", "n": 1, "terrain": "any"},
    ]
    state = at(board={"F4": "1L2", "F3": "1WA"}, turn={"todo": todo, "next": 3})
    lost = "Bastien no longer holds F4 Fort Saint-Jean."
    turned = "Turn Bastien’s tile on F4 Fort Saint-Jean (life 2) face down."
    removed = "Remove Bastien’s tile on F4 Fort Saint-Jean (life 2)."
    assert preview_text(state, "f F4").splitlines() == [turned, lost]
    assert preview_text(state, "x F4").splitlines() == [removed, lost]
    assert preview_text(state, "x F3") == "Remove Bastien’s tile on F3 (water)."


# ---- the hand and the cards on offer -------------------------------------------------------------


def test_the_first_question_of_a_turn_tells_the_hand_and_the_amber():
    state = at(me={"hand": ["AM#1", "AM#2", "C08#1"]}, turn={"amber": 3})
    question, view, hand = GAME.ask(state, 0, []), GAME.view(state, 0), GAME.hand(state, 0)
    assert WORDS.question(question, view, hand) == "What do you do? You have 3 amber."
    details = WORDS.question_details(question, view, hand)
    assert details == "In hand: Amber ×2, The harbour chain."


def test_amber_that_buys_nothing_says_what_the_cheapest_card_costs():
    state = at(turn={"amber": 1}, river=["C03#1"])
    question, view, hand = GAME.ask(state, 0, []), GAME.view(state, 0), GAME.hand(state, 0)
    assert WORDS.question(question, view, hand) == (
        "What do you do? You have 1 amber; the cheapest card costs 2."
    )


def test_a_choice_that_waits_says_which_and_what_blocks_an_attack():
    state = attacked(8, {}, {})
    question, view, hand = GAME.ask(state, 0, []), GAME.view(state, 0), GAME.hand(state, 0)
    waits, blocked = WORDS.question(question, view, hand).splitlines()
    assert waits.startswith("Share out an attack of 8 from ")
    assert "Shields in hands" in blocked


def purchase_details(amber, *river):
    """Lines about the cards on offer."""
    state = at(turn={"amber": amber}, river=river)
    question, view, hand = GAME.ask(state, 0, ["b"]), GAME.view(state, 0), GAME.hand(state, 0)
    return WORDS.question_details(question, view, hand).splitlines()


def test_of_few_cards_on_offer_each_is_told_with_its_cost_and_effects():
    lines = purchase_details(3, "S01#1", "C03#1", "C14#1")
    assert [line.partition(". ")[0] for line in lines] == [
        f"{cards.name_with_code(WORDS, card)}, cost {BOX.card[card].cost}"
        for card in ("C03", "S01")
    ]


def test_of_many_cards_on_offer_the_costs_are_told():
    [line] = purchase_details(9, "S01#1", "S02#1", "C01#1", "C03#1", "O01#1", "B01#1")
    assert line.count(" amber") == 6


@every_card
@each_case("language", LANGUAGES)
@each_case("room", [20, 60, 100, 400])
def test_the_words_of_a_card_are_cut_between_sentences_only(card, language, room):
    parts = cards.sentence_list(words.of("massalia", language), card)
    line = cards.whole_sentences(parts, room)
    complete = line.removesuffix("…").rstrip()
    assert len(line) <= room or line == "…"
    assert complete in [" ".join(parts[:count]) for count in range(len(parts) + 1)]
    assert line.endswith("…") == (complete != " ".join(parts))
