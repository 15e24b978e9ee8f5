"""Players for AI seats: random and easy, and the suggestion of the panel."""

import pytest
from msgspec.structs import replace

from rules.akropolis import legal, players
from rules.contract import IllegalMove, play
from rules.rng import Rng
from tests.akropolis.building import GAME, build, city, replayed, solo
from tests.cases import each_case
from tests.tier import deep, of_tier

NAMES = GAME.facts.players


def ended(names, seed):
    """Result of a game between players of these names, one for each seat."""
    players, rng, state = [*map(GAME.player, names)], Rng(seed), GAME.new(len(names), seed)
    while acting := GAME.to_act(state):
        [seat] = acting
        GAME.apply(state, seat, players[seat].choose(state, seat, rng))
    return GAME.result(state)


@each_case("seed", of_tier(range(2), range(6)))
def test_easy_beats_random(seed):
    """Whichever seat it has."""
    names = ["easy", "random"] if seed % 2 else ["random", "easy"]
    assert ended(names, seed).winners == (names.index("easy"),)


@deep
def test_weighing_what_is_to_come_brings_more_points():
    """In two games with the seats changed; `python -m rules match` tells by how much."""
    first, second = ended(["hard", "easy"], 2026), ended(["easy", "hard"], 2026)
    hard, easy = (
        sum(result.scores[seat].total for result, seat in zip((first, second), seats, strict=True))
        for seats in ((0, 1), (1, 0))
    )
    assert hard > easy


def test_of_equal_places_the_snuggest_is_taken():
    """No place that is as good otherwise shares more edges with the city."""
    assert players.HARD.snug > 0
    loose, tight, gaps = players.EASY, replace(players.EASY, snug=0.001), []
    for ply in range(1, 9):
        state = replayed("two_by_points", ply)
        [seat] = GAME.to_act(state)
        lines = legal.affordable(state, seat)
        worth = {idea[1:]: idea[0] for idea in players.ideas(state, seat, lines, loose)}
        best = [idea for idea, value in worth.items() if value == max(worth.values())]
        edges = [legal.common_edges(state.cities[seat], site) for _, site, _ in best]
        _, _, chosen, *_ = max(players.ideas(state, seat, lines, tight))
        assert legal.common_edges(state.cities[seat], chosen) == max(edges)
        gaps.append(max(edges) - min(edges))
    assert any(gaps)


@deep
def test_the_hard_player_leaves_itself_more_room_upstairs():
    """Half-way through the game, over three of them."""
    room = {"hard": 0, "easy": 0}
    for seed in range(3):
        rng, state = Rng(seed), GAME.new(2, seed)
        for _ in range(18):
            [seat] = GAME.to_act(state)
            GAME.apply(state, seat, GAME.player([*room][seat]).choose(state, seat, rng))
        for name, built in zip(room, state.cities, strict=True):
            room[name] += players.room(built)
    assert room["hard"] > room["easy"]


@each_case(
    ("stones", "line", "chosen"), [(0, [37, 34, 33], 0), (1, [61, 37, 34], 1)], ids=["free", "paid"]
)
def test_easy_takes_the_points_on_the_table(stones, line, chosen):
    """A city of one garden plaza; the garden of tile 37 is worth 3 there, and a stone to pay."""
    state = build(city("20@-2,0r0", stones=stones), city(), line=line)
    assert GAME.player("easy").choose(state, 0, Rng(1)).line == chosen


@each_case("seed", of_tier(range(2), range(6)))
def test_in_its_last_turn_easy_takes_the_most_points_there_are(seed):
    """Then quarries and stars have no prospects any more."""
    state, rng = GAME.new(2, seed, {"variants": ["houses", "temples"]}), Rng(seed)
    while state.turn < 34:
        [seat] = GAME.to_act(state)
        GAME.apply(state, seat, GAME.sample(state, seat, rng))
    state = GAME.state_from_json(GAME.state_to_json(state) | {"turn": 36})
    totals = {
        action: GAME.scores(play(GAME, state, 0, action)[0])[0].total
        for action in GAME.legal_actions(state, 0)
    }
    assert totals[GAME.player("easy").choose(state, 0, rng)] == max(totals.values())


@each_case("name", ["two_by_points", "two_long_all_variants"])
@each_case("plies", [25, 28])
def test_the_gain_of_a_placement_is_that_of_the_score_after_it(name, plies):
    state = replayed(name, plies)
    [seat] = GAME.to_act(state)
    before = GAME.scores(state)[seat].total
    gains = [
        (place, gain) for line in (0, 1) for place, gain in players.gains(state, seat, line).items()
    ]
    for place, gain in gains[:: len(gains) // 60]:
        after = state.clone()
        after.cities[seat].stones += 1
        GAME.apply(after, seat, place)
        assert GAME.scores(after)[seat].total - 1 - before == gain


def test_the_questions_about_a_tile_try_each_site_of_a_city_once(monkeypatch):
    """Each of them tells the gains: of the spots, of the rotations, and of the spots elsewhere."""
    state, tried = replayed("two_by_points", 25), []
    [seat] = GAME.to_act(state)
    place = next(GAME.legal_actions(state, seat))
    tile, spot, _ = GAME.notation(state, seat, place).split()

    class Counted(players.Trial):
        def __init__(self, city, site, *args):
            tried.append(site)
            super().__init__(city, site, *args)

    monkeypatch.setattr(players, "Trial", Counted)
    monkeypatch.setattr(players, "_gains_kept", {})
    for _ in range(2):
        assert GAME.ask(state.clone(), seat, [tile])
        assert GAME.ask(state.clone(), seat, [tile, spot])
        assert GAME.elsewhere(state.clone(), seat, place)
    assert sorted(tried) == sorted(state.cities[seat].sites)


def test_easy_covers_quarries_rather_than_pave_the_ground():
    """Example E3: two stones at once for a tile without any points."""
    state = build(city("51@-1,2r5", stones=0), city(), line=[61, 34])
    action = GAME.player("easy").choose(state, 0, Rng(1))
    after, _ = play(GAME, state, 0, action)
    assert GAME.state_to_json(after)["cities"][0]["tiles"][-1]["level"] == 2


@each_case("name", NAMES)
def test_players_play_solo_too(name):
    state = solo(line=[61, 34, 9, 20], stacks=[[23, 30, 22]])
    action = GAME.player(name).choose(state, 0, Rng(1))
    after, _ = play(GAME, state, 0, action)
    before, city = GAME.state_to_json(state)["cities"][0], GAME.state_to_json(after)["cities"][0]
    assert len(city["tiles"]) == len(before["tiles"]) + 1


def test_random_reaches_many_different_actions():
    state, player, rng = GAME.new(2, 7), GAME.player("random"), Rng(1)
    assert len({player.choose(state, 0, rng) for _ in range(600)}) > 150


@each_case("line", [0, 1, 2])
def test_a_suggestion_keeps_the_tile_that_was_chosen(line):
    state = build(city("51@-1,2r5", stones=2), city(), line=[12, 34, 6])
    suggested = GAME.suggest(state, 0, line)
    assert suggested.line == line
    GAME.check(state, 0, suggested)


def test_a_suggestion_brings_as_many_points_as_any_spot_for_that_tile():
    """A garden beside its plaza, upstairs, over quarries."""
    state = build(city("20@-2,0r0"), city(), line=[37, 34, 33])
    totals = [
        GAME.scores(play(GAME, state, 0, action)[0])[0].total
        for action in GAME.legal_actions(state, 0)
    ]
    suggested, _ = play(GAME, state, 0, GAME.suggest(state, 0, 0))
    assert GAME.scores(suggested)[0].total == max(totals) > min(totals)


def test_a_suggestion_for_a_tile_one_cannot_pay_is_refused():
    with pytest.raises(IllegalMove) as refused:
        GAME.suggest(build(city(), city(), line=[37, 34, 33]), 0, 1)
    assert refused.value.name == "too_expensive"
