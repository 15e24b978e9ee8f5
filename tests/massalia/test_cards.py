"""Every card of the box is played: effects, combo off and on, activation, shield."""

import json

import msgspec

from rules.assets import find
from rules.massalia import Massalia
from rules.massalia.pieces import BOX, Box
from tests.cases import each_case
from tests.massalia.building import at, attacked, blow, do, player, refused, up_to_here
from tests.rulebook import rule

CARDS = {card.id: card for card in (*BOX.basic, *BOX.cards)}
FAMILIES = {
    "solidaires": ["S01#2", "S02#2", "S03#2", "S04#2"],
    "coriaces": ["C04#2", "C05#2", "C07#2", "C02#2"],
    "orgueilleux": ["O01#2", "O02#2", "O03#2", "O04#2", "O05#2"],
}
"""Cards of a family to be counted; of the coriaces, scouts."""
every_card = each_case("name", CARDS)
with_combo = each_case("name", [c.id for c in CARDS.values() if c.combo])
scouts = each_case("name", [c.id for c in CARDS.values() if c.scout])


def start(name, *, others=(), scout=False):
    """Seat 0 with the card in hand or in play, and cards to be counted; hurt, with a cemetery."""
    condition = CARDS[name].scout.activate if scout else CARDS[name].combo
    zone = condition.zone if condition else None
    me = {
        "life": 10,
        "max_life": 30,
        "hand": [] if scout else [f"{name}#1"],
        "deck": ["AM#1", "AM#2", "SO#1", "MA#1"],
        "scouts": [{"card": f"{name}#1"}] if scout else [],
    }
    if name in ("AM", "SO", "MA"):
        me["deck"] = []
    if zone == "others":
        me["hand"] += others
    elif zone == "scouts":
        me["scouts"] += [{"card": card} for card in others]
    elif zone == "reserve":
        me["reserve"] = list(others)
    return at(me=me)


def amounts(state):
    """Values of a position that an effect can change: amounts, and the to-do list."""
    holder = player(state)
    entries = [(entry.do, entry.n, entry.terrain) for entry in state.turn.todo]
    numbers = {
        "amber": state.turn.amber,
        "fish": holder.fish,
        "water": holder.water,
        "heal": holder.life,
        "draw": len(holder.deck),
    }
    return numbers, entries


def amounts_after(name, before, effects, times=1):
    """Values of a position after some effects, by the data alone."""
    numbers, entries = dict(before[0]), list(before[1])
    for effect in effects:
        n = effect.n * times
        if effect.do == "draw":
            numbers["draw"] -= n
        elif effect.do in numbers:
            numbers[effect.do] += n
        else:
            has_place = effect.do in ("place", "move", "flip", "remove")
            entries.append((effect.do, n, CARDS[name].place if has_place else None))
    return numbers, entries


@every_card
@rule("MA-13")
def test_a_card_is_played_and_does_what_it_says(name):
    state = start(name)
    after = up_to_here(state, f"p {name}")
    assert amounts(after) == amounts_after(name, amounts(state), CARDS[name].effects)


@with_combo
@rule("MA-67")
def test_a_combo_is_off_below_its_count_and_on_at_it(name):
    card, combo = CARDS[name], CARDS[name].combo
    off = up_to_here(start(name, others=enough(combo)[: combo.min - 1]), f"p {name}")
    assert refused(off, f"c {name}") == ("combo_too_low", "MA-67")
    on = start(name, others=enough(combo)[: combo.min])
    if combo.zone == "families":
        on.turn.families += ["solidaires", "coriaces", "orgueilleux"]
    on = up_to_here(on, f"p {name}")
    after = up_to_here(on, f"c {name}")
    assert amounts(after) == amounts_after(name, amounts(on), combo.effects)
    assert refused(after, f"c {name}") == ("no_combo", "MA-67")
    assert card.family is not None


@each_case("name", [c.id for c in CARDS.values() if c.combo and c.combo.kind == "per"])
@rule("MA-67")
def test_a_combo_that_counts_ends_at_its_most(name):
    combo, limit = CARDS[name].combo, CARDS[name].combo.max
    on = up_to_here(start(name, others=enough(combo)), f"p {name}")
    times = min(len(enough(combo)), limit or 99)
    assert times > 1
    assert amounts(up_to_here(on, f"c {name}")) == amounts_after(
        name, amounts(on), combo.effects, times
    )


def enough(condition):
    """Cards that a condition counts, more than it needs, but no more scouts than there can be."""
    if condition.zone == "families":
        return ["AM#3", "AM#4", "AM#5"]
    return FAMILIES[condition.family or "coriaces"]


@scouts
@rule("MA-48")
def test_a_scout_is_activated_without_and_with_what_it_adds(name):
    card, condition = CARDS[name], CARDS[name].scout.activate
    itself = 1 if condition.zone == "scouts" else 0
    for companions in (enough(condition)[: condition.min - itself - 1],
                   enough(condition)[: condition.min - itself]):  # fmt: skip
        state = start(name, others=companions, scout=True)
        after = up_to_here(state, f"a {name}")
        want = amounts_after(name, amounts(state), card.effects)
        if len(companions) + itself == condition.min:
            want = amounts_after(name, want, condition.effects)
        assert amounts(after) == want


@every_card
@rule("MA-41")
def test_a_card_in_hand_parries_with_its_shield(name):
    hand = [f"{name}#1" if CARDS[name].family else f"{name}#{CARDS[name].copies + 1}"]
    _, events = do(attacked(9, {"hand": hand}, {}), "hit 1:9")
    assert blow(events)["parried"] == CARDS[name].shield


# ---- the cards that the rulebook shows --------------------------------------------------------

SHOWN = {
    "S01": {"cost": 1, "effects": "place 1, fish 1"},
    "C03": {"effects": "amber 2, fish 1"},
    "B05": {"place": "sea", "effects": "place 1, draw 1, fish 1"},
    "C05": {"place": "sea", "effects": "amber 1, move 1", "adds": "scouts 3: draw 2"},
    "C08": {"place": "sea", "shield": 2, "effects": "amber 1, flip 1, recover 1"},
    "O05": {"place": "land", "effects": "place 1, remove 1"},
    "S07": {"effects": "place 1, heal 4, water 1"},
    "O10": {"cost": 5, "place": "land", "effects": "place 2, remove 1",
            "adds": "reserve 1: place 1, move 1"},
}  # fmt: skip


def in_words(card):
    """A card as the table above tells it."""

    def listed(effects):
        return ", ".join(f"{effect.do} {effect.n}" for effect in effects)

    added = card.scout.activate if card.scout else card.combo
    adds = f"{added.zone} {added.min}: {listed(added.effects)}"
    return {"cost": card.cost, "place": card.place, "shield": card.shield,
            "effects": listed(card.effects), "adds": adds}  # fmt: skip


@each_case("name", SHOWN)
@rule("MA-13", "MA-67")
def test_the_cards_that_the_rulebook_shows_are_those_of_the_box(name):
    words = in_words(CARDS[name])
    assert {key: words[key] for key in SHOWN[name]} == SHOWN[name]


@rule("MA-46")
def test_no_scout_has_a_combo_and_every_other_family_card_has_one():
    assert [card.id for card in BOX.cards if (card.scout is None) is (card.combo is None)] == []


@rule("MA-2")
def test_basic_cards_are_an_amber_a_soldier_for_land_and_a_sailor_for_the_sea():
    basics = {name: (CARDS[name].effects[0].do, CARDS[name].place) for name in ("AM", "SO", "MA")}
    assert basics == {"AM": ("amber", "any"), "SO": ("place", "land"), "MA": ("place", "sea")}
    assert [CARDS[name].effects[0].n for name in basics] == [1, 1, 1]


# ---- a new card -------------------------------------------------------------------------------

PYTHEAS = {
    "id": "B16",
    "family": "braves",
    "era": "massalia",
    "cost": 3,
    "copies": 1,
    "place": "sea",
    "effects": [{"do": "remove", "n": 2, "terrain": "land"}, {"do": "fish", "n": 2}],
    "shield": 4,
    "combo": {
        "kind": "per",
        "zone": "reserve",
        "family": "coriaces",
        "max": 2,
        "effects": [{"do": "draw", "n": 1}, {"do": "destroy", "n": 1}],
    },
    "scout": None,
}


def test_a_new_card_is_an_entry_of_the_file_and_no_code():
    data = json.loads(find("massalia.json").read_text(encoding="utf-8"))
    data["cards"].append(PYTHEAS)
    game = Massalia(msgspec.json.decode(json.dumps(data), type=Box))
    me = {"hand": ["B16#1"], "reserve": ["C01#1", "C01#2", "C03#1"], "deck": ["AM#1", "AM#2"]}
    state = game.state_from_json({"players": [me, {}]})
    for move in ("p B16", "c B16"):
        game.check(state, 0, game.parse(state, 0, move))
        game.apply(state, 0, game.parse(state, 0, move))
    entries = [(entry.do, entry.n, entry.terrain) for entry in state.turn.todo]
    assert entries == [("remove", 2, "land"), ("destroy", 2, None)]
    assert (player(state).fish, player(state).hand) == (7, ["AM#1", "AM#2"])
    assert len(game.new(2, 7).reinforcement) == 83


@each_case("kind", ["always", "if"])
def test_a_condition_may_be_none_at_all(kind):
    combo = {"kind": kind, "effects": [{"do": "amber", "n": 3}]}
    combo |= {"zone": "scouts", "family": None, "min": 1} if kind == "if" else {}
    data = json.loads(find("massalia.json").read_text(encoding="utf-8"))
    data["cards"].append({**PYTHEAS, "combo": combo})
    game = Massalia(msgspec.json.decode(json.dumps(data), type=Box))
    state = game.state_from_json({"players": [{"hand": ["B16#1"]}, {}]})
    game.apply(state, 0, game.parse(state, 0, "p B16"))
    ready = [game.notation(state, 0, action) for action in game.legal_actions(state, 0)]
    assert ("c B16" in ready) is (kind == "always")
