"""`python -m rules`: the engine from a shell."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules import balance, length
from rules.__main__ import main
from rules.contract import Choice
from rules.record import commitment
from rules.registry import get
from tests.cases import each_case
from tests.rules.test_record import GAME_OF_TWO_MOVES

HOME = Path(__file__).parents[2]
AKROPOLIS = get("akropolis")


@pytest.fixture
def run(capsys):
    """Runs a command; gives its exit code, standard output and standard error."""

    def call(*words):
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = left.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.fixture
def position(tmp_path):
    """A file with the first position of a game for two."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(AKROPOLIS.state_to_json(AKROPOLIS.new(2, 7))))
    return path


@pytest.fixture
def kept(tmp_path):
    """Writes a record (or any text) to a file."""

    def write(told):
        path = tmp_path / "record.json"
        path.write_text(told if isinstance(told, str) else json.dumps(told))
        return path

    return write


# ---- from a real shell ------------------------------------------------------------------------


def shell(*words, told=None):
    return subprocess.run(
        [sys.executable, "-m", "rules", *words],
        cwd=HOME,
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_game_can_be_dealt_and_shown_in_a_pipe():
    dealt = shell("new", "akropolis", "--seed", "7").stdout
    assert json.loads(shell("show", "-", told=dealt).stdout)["stack_sizes"] == [3] * 11


def test_help_names_every_command():
    told = shell("--help").stdout
    for command in ("new", "show", "legal", "play", "replay", "random", "match", "balance",
                    "length", "perft"):  # fmt: skip
        assert re.search(rf"^ +{command} ", told, re.MULTILINE)


def test_a_corrupt_file_ends_with_one_sentence_and_status_1():
    done = shell("replay", "-", told='{"game": "akropolis"')
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "is not JSON" in done.stderr


@each_case("game", ["akropolis", "telegraph"])
@each_case(
    "wrong",
    [
        {"plies": [{"seat": 7, "move": "B22 C4"}]},
        {"plies": [{"seat": -1, "move": "B22 C4"}]},
        {"plies": [{"seat": 0, "move": "9" * 1_000_000}]},
        {"plies": [{"seat": 0, "move": "\ud800"}]},
        {"options": {"\ud800": 1}},
        {"start": {"game": "akropolis", "seats": 2, "cities": "\ud800"}, "seed": None},
        {"start": {"\ud800": 1}, "seed": None},
        {"result": {"\ud800": 1}},
    ],
)
def test_a_record_that_makes_no_sense_ends_with_one_short_sentence(game, wrong):
    kept = {"game": game, "version": get(game).facts.version, "seats": 2, "seed": "1f", "plies": []}
    done = shell("replay", "-", told=json.dumps(kept | wrong))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert 10 < len(done.stderr) < 300


def test_a_position_with_half_a_character_ends_with_a_sentence():
    done = shell("show", "-", told='{"game": "akropolis", "seats": 2, "cities": "\\ud800"}')
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)


def test_a_long_move_is_not_repeated_whole():
    dealt = shell("new", "akropolis", "--seed", "7").stdout
    done = shell("play", "-", "9" * 100_000, told=dealt)
    assert len(done.stderr) < 300


# ---- new, show, legal, play -------------------------------------------------------------------


def test_the_same_seed_deals_the_same_game(run):
    assert run("new", "akropolis", "--seed", 7) == run("new", "akropolis", "--seed", 7)


def test_without_a_seed_every_deal_is_another(run):
    assert run("new", "akropolis")[1] != run("new", "akropolis")[1]


def test_options_are_given_as_key_and_value(run):
    words = ["--seats", 3, "--options", "length=long", "variants=gardens,houses"]
    dealt = json.loads(run("new", "akropolis", *words)[1])
    assert (dealt["seats"], dealt["options"]) == (
        3,
        {"length": "long", "variants": ["houses", "gardens"], "solo": None},
    )


def test_no_variant_can_be_said_too(run):
    code, told, _ = run("new", "akropolis", "--options", "variants=", "solo=null")
    assert (code, json.loads(told)["options"]["variants"]) == (0, [])


def test_a_setting_that_is_an_order_is_a_list(run, monkeypatch):
    """With the variants of Akropolis as an order."""
    facts = type(AKROPOLIS).facts
    order = Choice("variants", ("houses", "gardens"), ("houses", "gardens"), ordered=True)
    monkeypatch.setattr(type(AKROPOLIS), "facts", replace(facts, choices=(order,)))
    code, told, _ = run("new", "akropolis", "--seats", 2, "--options", "variants=gardens,houses")
    assert (code, json.loads(told)["options"]["variants"]) == (0, ["houses", "gardens"])


def test_a_position_is_shown_without_what_is_hidden(run, position):
    _, told, _ = run("show", position)
    assert "stacks" not in json.loads(told)


def test_a_seat_sees_its_own_hand_and_no_other(run, kept):
    telegraph = get("telegraph")
    dealt = kept(telegraph.state_to_json(telegraph.new(2, 7)))
    hands = [seat["hand"] for seat in json.loads(run("show", dealt, "--seat", 1)[1])["players"]]
    assert [sum(hand.values()) for hand in hands] == [4, 5]
    assert ["count" in hand for hand in hands] == [True, False]


def test_a_seat_that_does_not_exist_sees_nothing(run, position):
    assert run("show", position, "--seat", 2) == (1, "", "There is no seat 2, only 0 to 1.\n")


def test_what_only_one_seat_may_read_is_marked(run, kept):
    telegraph = get("telegraph")
    dealt = kept(telegraph.state_to_json(telegraph.new(2, 7)))
    told = run("play", dealt, "S")[2].splitlines()
    assert [line.endswith("(for seat 0 only)") for line in told] == [False, True, False]


def test_every_legal_action_is_listed(run, position):
    _, told, _ = run("legal", position)
    assert len(told.splitlines()) == 180


def test_nothing_is_legal_when_the_game_is_over(run, kept):
    over = {"game": "akropolis", "seats": 2, "line": [9], "over": True}
    path = kept(over | {"cities": [{"stones": 1}, {"stones": 2}]})
    assert run("legal", path) == (0, "", "")


@each_case(
    "moves",
    [
        ["T1 -2,0 r0", "T1 1,1 r0"],
        ["T1 -2,0 r0; T1 1,1 r0"],
        ["T1 -2;0 r0", "T1 1;1 r0;"],
    ],
    ids=["one by one", "in a line", "with the separator inside"],
)
def test_moves_are_played_in_turn(run, position, moves):
    _, told, _ = run("play", position, *moves)
    assert [len(city["tiles"]) for city in json.loads(told)["cities"]] == [1, 1]


def test_what_happened_is_told_beside_the_position(run, position):
    _, _, told = run("play", position, "T1 -2,0 r0")
    assert "akropolis.tile_placed" in told


@each_case("moves", [["T1 -2,0 r0", "T1 90,90 r0"], ["T1 -2,0 r0;T1 90,90 r0"]])
def test_the_first_impossible_move_is_named_and_nothing_printed(run, position, moves):
    code, told, said = run("play", position, *moves)
    assert (code, told) == (1, "")
    assert "Move 2, T1 90,90 r0" in said


def test_a_move_after_the_end_is_refused(run, kept):
    over = {"game": "akropolis", "seats": 2, "line": [9], "over": True}
    path = kept(over | {"cities": [{"stones": 1}, {"stones": 2}]})
    code, _, said = run("play", path, "T1 -2,0 r0")
    assert (code, "game over" in said) == (1, True)


# ---- replay -----------------------------------------------------------------------------------


def test_a_record_is_replayed(run, kept):
    code, told, _ = run("replay", kept(GAME_OF_TWO_MOVES))
    assert (code, told.splitlines()[0]) == (0, "akropolis: 2 moves replayed, it goes on.")


def test_a_replay_tells_that_the_deal_is_the_promised_one(run, kept):
    promised = GAME_OF_TWO_MOVES | {"seed": "ff" * 16, "salt": "00" * 16, "plies": []}
    promised["commitment"] = commitment(promised["seed"], promised["salt"])
    code, told, _ = run("replay", kept(promised))
    assert (code, promised["commitment"] in told) == (0, True)


def test_a_forged_promise_is_a_sentence(run, kept):
    forged = GAME_OF_TWO_MOVES | {"salt": "00" * 16, "commitment": "0" * 64}
    code, _, said = run("replay", kept(forged))
    assert (code, said.strip()) == (
        1,
        "The record's seed and salt are not those of its commitment.",
    )


def test_a_replay_can_tell_every_move(run, kept):
    _, _, told = run("replay", kept(GAME_OF_TWO_MOVES), "--verbose")
    assert "2. T1 1,1 r0" in told


def test_a_finished_record_tells_the_result(run):
    path = next((HOME / "tests" / "akropolis" / "records").glob("*.json"))
    code, told, _ = run("replay", path)
    assert code == 0
    assert "it is over" in told


# ---- what goes wrong --------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["show", "legal", "play", "replay"])
def test_a_missing_file_is_named(run, command, tmp_path):
    code, told, said = run(command, tmp_path / "nothing.json")
    assert (code, told) == (1, "")
    assert re.fullmatch(r"There is no file .*nothing\.json\.\n", said)


@each_case("command", ["show", "legal", "play", "replay"])
@each_case(
    "text",
    [
        "",
        "{",
        "\x00\x01",
        "null",
        "[1, 2]",
        '"akropolis"',
        "{}",
        '{"game": 7}',
        '{"game": "chess"}',
        '{"game": "akropolis"}',
        '{"game": "akropolis", "seats": 2, "line": [99], "cities": [{"stones": 1}, {"stones": 1}]}',
        "[" * 100_000,
    ],
)
def test_a_bad_file_ends_with_one_sentence(run, kept, command, text):
    code, told, said = run(command, kept(text))
    assert (code, told, said.count("\n")) == (1, "", 1)
    assert said.strip().endswith(".")


def test_bytes_that_are_no_text_end_with_a_sentence(run, tmp_path):
    path = tmp_path / "position.json"
    path.write_bytes(b"\xff\xfe\x00game")
    code, _, said = run("show", path)
    assert (code, "is not a text file" in said) == (1, True)


def test_a_folder_cannot_be_read(run, tmp_path):
    code, _, said = run("show", tmp_path)
    assert (code, "cannot be read" in said) == (1, True)


@each_case(
    "words",
    [
        ["new", "chess"],
        ["new", "akropolis", "--seats", 9],
        ["new", "akropolis", "--seats", 4, "--options", "length=long"],
        ["new", "akropolis", "--options", "length"],
        ["new", "akropolis", "--options", "colour=red"],
        ["new", "akropolis", "--options", "variants=quarries"],
        ["random", "chess"],
        ["perft", "chess"],
        ["match", "akropolis", "easy", "oracle"],
        ["balance", "akropolis", "--player", "oracle"],
        ["match", "chess", "easy", "random"],
    ],
)
def test_bad_arguments_end_with_one_sentence(run, words):
    code, told, said = run(*words)
    assert (code, told, said.count("\n")) == (1, "", 1)


@each_case(
    "words",
    [
        [],
        ["dance"],
        ["new"],
        ["new", "akropolis", "--seed", "x"],
        ["new", "akropolis", "--seed", "-1"],
        ["new", "akropolis", "--seed", str(2**128)],
        ["new", "akropolis", "--seats", "0"],
        ["random", "akropolis", "--games", "0"],
        ["perft", "akropolis", "--depth", "0"],
        ["match", "akropolis", "easy"],
    ],
)
def test_a_command_line_that_makes_no_sense_shows_how_it_is_used(run, words):
    code, told, said = run(*words)
    assert (code, told) == (2, "")
    assert said.startswith("usage: python -m rules")


def test_ctrl_c_ends_quietly(run, monkeypatch):
    def interrupted(key):
        raise KeyboardInterrupt

    monkeypatch.setattr("rules.registry.get", interrupted)
    assert run("new", "akropolis")[0] == 130


# ---- random, match, perft ---------------------------------------------------------------------


def test_random_games_are_counted(run):
    code, told, _ = run("random", "akropolis", "--games", 3)
    assert code == 0
    assert re.fullmatch(r"3 games, 108 moves, [\d,]+ moves/s\.\n", told)


def test_random_games_take_options(run):
    _, told, _ = run("random", "akropolis", "--games", 2, "--options", "length=long")
    assert told.startswith("2 games, 120 moves")


def test_a_match_tells_wins_with_their_interval(run):
    code, told, _ = run("match", "akropolis", "easy", "random", "--games", 4)
    assert code == 0
    assert re.search(r"easy .* 4 .* 100\.0% .* 51\.0% to 100\.0%", told)


def test_the_balance_tells_lengths_wins_by_seat_and_what_winners_did(run):
    code, told, _ = run("balance", "massalia", "--games", 2, "--player", "random")
    assert code == 0
    assert re.search(r"2 games .* mean .* 50 % .* most", told)
    wins = [float(n) for n in re.findall(r"│ [01] +│ ([\d.]+) +│ [\d.]+% +│ .* to", told)]
    assert sum(wins) == 2
    assert re.search(r"│ [a-z]+ +│ \d+ +│ [\d.]+%", told)


def test_the_length_is_told_for_each_number_of_seats(run):
    code, printed, _ = run("length", "akropolis", "--games", 2, "--player", "random")
    assert code == 0
    rows = [re.findall(r"\d+", line) for line in printed.splitlines() if "│" in line]
    assert [row[:5] for row in rows] == [
        ["1", "2", "18", "18", "18"],
        ["2", "2", "36", "36", "36"],
        ["3", "2", "48", "48", "48"],
        ["4", "2", "60", "60", "60"],
    ]


def test_the_length_can_be_told_for_one_number_of_seats_and_with_options(run):
    words = ("--seats", 2, "--games", 1, "--player", "random", "--options", "length=long")
    code, printed, _ = run("length", "akropolis", *words)
    assert code == 0
    assert re.findall(r"│ (\d+) ", printed)[0] == "2"
    turns = AKROPOLIS.turns(2, {"length": "long"}).usual
    assert f"{turns} to {turns}" in printed


def test_a_length_that_is_stopped_tells_of_the_games_that_are_over(run, monkeypatch):
    played, games = length.play_game, iter(range(2))

    def stopped(*args):
        if next(games, None) is None:
            raise KeyboardInterrupt
        return played(*args)

    monkeypatch.setattr("rules.length.play_game", stopped)
    words = ("--seats", 2, "--player", "random")
    code, printed, _ = run("length", "akropolis", *words)
    assert code == 0
    assert "36 to 36" in printed
    code, printed, _ = run("length", "akropolis", *words)
    assert (code, printed) == (130, "")


def test_a_balance_that_is_stopped_tells_of_the_games_that_are_over(run, monkeypatch):
    played, games = balance.play_game, iter(range(3))

    def stopped(*args):
        if next(games) == 2:
            raise KeyboardInterrupt
        return played(*args)

    monkeypatch.setattr("rules.balance.play_game", stopped)
    code, told, _ = run("balance", "akropolis", "--player", "random")
    assert (code, "2 games" in told) == (0, True)


def test_a_balance_that_is_stopped_at_once_tells_nothing(run, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("rules.balance.play_game", stopped)
    assert run("balance", "akropolis")[:2] == (130, "")


def test_perft_counts_length_by_length(run):
    """Section 10: 90 placements for each of the two tiles that one stone can pay."""
    assert run("perft", "akropolis", "--depth", 1)[1] == "1 180\n"
