"""`python -m rules`: the engine from a shell."""

import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules import balance, length, match
from rules.__main__ import main
from rules.contract import Choice
from rules.record import commitment
from rules.registry import get
from tests.cases import each_case
from tests.rules.test_record import GAME_OF_TWO_MOVES

HOME = Path(__file__).parents[2]
AKROPOLIS = get("akropolis")


@pytest.fixture
def run():
    """Runs a command; gives its exit code, standard output and standard error."""

    def call(*words):
        with redirect_stdout(StringIO()) as output, redirect_stderr(StringIO()) as error:
            try:
                code = main([str(word) for word in words])
            except SystemExit as end:
                code = end.code
        return code, output.getvalue(), error.getvalue()

    return call


@pytest.fixture
def position(tmp_path):
    """A file with the first position of a game for two."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(AKROPOLIS.state_to_json(AKROPOLIS.new(2, 7))))
    return path


@pytest.fixture
def saved(tmp_path):
    """Writes a record (or any text) to a file."""

    def write(content):
        path = tmp_path / "record.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


@pytest.fixture
def telegraph(saved):
    """A file with the first position of a game with hands."""
    game = get("telegraph")
    return saved(game.state_to_json(game.new(2, 7)))


OVER = {
    "game": "akropolis",
    "seats": 2,
    "line": [9],
    "over": True,
    "cities": [{"stones": 1}, {"stones": 2}],
}


# ---- from a real shell ------------------------------------------------------------------------


def shell(*words, text):
    return subprocess.run(
        [sys.executable, "-m", "rules", *words],
        cwd=HOME,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_position_can_be_shown_in_a_pipe():
    dealt = json.dumps(AKROPOLIS.state_to_json(AKROPOLIS.new(2, 7)))
    assert json.loads(shell("show", "-", text=dealt).stdout)["stack_sizes"] == [3] * 11


def test_a_corrupt_file_ends_with_one_sentence_and_status_1():
    process = shell("replay", "-", text='{"game": "akropolis"')
    assert (process.returncode, process.stdout, process.stderr.count("\n")) == (1, "", 1)
    assert "is not JSON" in process.stderr


# ---- new, show, legal, play -------------------------------------------------------------------


def test_help_names_every_command(run):
    _, text, _ = run("--help")
    for command in ("new", "show", "legal", "play", "replay", "random", "match", "balance",
                    "length", "perft"):  # fmt: skip
        assert re.search(rf"^ +{command} ", text, re.MULTILINE)


def test_the_same_seed_deals_the_same_game(run):
    assert run("new", "akropolis", "--seed", 7) == run("new", "akropolis", "--seed", 7)
    assert run("new", "akropolis")[1] != run("new", "akropolis")[1]


@each_case(
    ("words", "variants"),
    [
        (["length=long", "variants=gardens,houses"], ["houses", "gardens"]),
        (["length=long", "variants=", "solo=null"], []),
    ],
)
def test_options_are_given_as_key_and_value(run, words, variants):
    code, dealt, _ = run("new", "akropolis", "--seats", 3, "--options", *words)
    options = {"length": "long", "variants": variants, "solo": None}
    assert (code, json.loads(dealt)["options"]) == (0, options)


def test_a_setting_that_is_an_order_is_a_list(run, monkeypatch):
    """With the variants of Akropolis as an order."""
    facts = type(AKROPOLIS).facts
    order = Choice("variants", ("houses", "gardens"), ("houses", "gardens"), ordered=True)
    monkeypatch.setattr(type(AKROPOLIS), "facts", replace(facts, choices=(order,)))
    _, dealt, _ = run("new", "akropolis", "--seats", 2, "--options", "variants=gardens,houses")
    assert json.loads(dealt)["options"]["variants"] == ["houses", "gardens"]


def test_a_position_is_shown_without_its_hidden_part(run, position):
    _, view, _ = run("show", position)
    assert "stacks" not in json.loads(view)


def test_a_seat_sees_its_own_hand_and_no_other(run, telegraph):
    players = json.loads(run("show", telegraph, "--seat", 1)[1])["players"]
    hands = [player["hand"] for player in players]
    assert [sum(hand.values()) for hand in hands] == [4, 5]
    assert ["count" in hand for hand in hands] == [True, False]


def test_a_seat_that_does_not_exist_is_refused(run, position):
    assert run("show", position, "--seat", 2) == (1, "", "There is no seat 2, only 0 to 1.\n")


def test_events_for_one_seat_only_are_marked(run, telegraph):
    lines = run("play", telegraph, "S")[2].splitlines()
    assert [line.endswith("(for seat 0 only)") for line in lines] == [False, True, False]


def test_every_legal_action_is_listed(run, position, saved):
    """None when the game is over."""
    _, actions, _ = run("legal", position)
    assert len(actions.splitlines()) == 180
    assert run("legal", saved(OVER)) == (0, "", "")


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
    """The events are told beside the position."""
    _, after, events = run("play", position, *moves)
    assert [len(city["tiles"]) for city in json.loads(after)["cities"]] == [1, 1]
    assert events.count("akropolis.tile_placed") == 2


@each_case("moves", [["T1 -2,0 r0", "T1 90,90 r0"], ["T1 -2,0 r0;T1 90,90 r0"]])
def test_the_first_impossible_move_is_named_without_a_position(run, position, moves):
    code, after, error = run("play", position, *moves)
    assert (code, after) == (1, "")
    assert "Move 2, T1 90,90 r0" in error


def test_a_long_move_is_not_repeated_whole(run, position):
    assert len(run("play", position, "9" * 100_000)[2]) < 300


def test_a_move_after_the_end_is_refused(run, saved):
    code, _, error = run("play", saved(OVER), "T1 -2,0 r0")
    assert (code, "game over" in error) == (1, True)


# ---- replay -----------------------------------------------------------------------------------


def test_a_record_is_replayed(run, saved):
    code, text, moves = run("replay", saved(GAME_OF_TWO_MOVES), "--verbose")
    assert (code, text.splitlines()[0]) == (0, "akropolis: 2 moves replayed, it goes on.")
    assert "2. T1 1,1 r0" in moves


def test_a_replay_tells_that_the_deal_is_the_promised_one(run, saved):
    promised = GAME_OF_TWO_MOVES | {"seed": "ff" * 16, "salt": "00" * 16, "plies": []}
    promised["commitment"] = commitment(promised["seed"], promised["salt"])
    code, text, _ = run("replay", saved(promised))
    assert (code, promised["commitment"] in text) == (0, True)


def test_a_forged_promise_is_a_sentence(run, saved):
    forged = GAME_OF_TWO_MOVES | {"salt": "00" * 16, "commitment": "0" * 64}
    sentence = "The record's seed and salt are not those of its commitment.\n"
    assert run("replay", saved(forged)) == (1, "", sentence)


def test_a_finished_record_tells_the_result(run):
    path = next((HOME / "tests" / "akropolis" / "records").glob("*.json"))
    code, text, _ = run("replay", path)
    assert (code, "it is over" in text) == (0, True)


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
def test_a_record_that_makes_no_sense_ends_with_one_short_sentence(run, saved, game, wrong):
    record = {"game": game, "version": get(game).facts.version, "seats": 2, "seed": "1f"}
    code, text, error = run("replay", saved(record | {"plies": []} | wrong))
    assert (code, text, error.count("\n")) == (1, "", 1)
    assert 10 < len(error) < 300


# ---- what goes wrong --------------------------------------------------------------------------


COMMANDS = ["show", "legal", "play", "replay"]


@each_case("command", COMMANDS)
def test_a_file_that_is_missing_a_folder_or_no_text_is_named(run, command, tmp_path):
    path = tmp_path / "position.json"
    path.write_bytes(b"\xff\xfe\x00game")
    for name, fault in [
        ("absent.json", "There is no file .*absent\\.json"),
        ("", ".* cannot be read"),
        ("position.json", ".* is not a text file"),
    ]:
        code, text, error = run(command, tmp_path / name)
        assert (code, text) == (1, "")
        assert re.match(fault, error)


@each_case("command", COMMANDS)
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
        '{"game": "akropolis", "seats": 2, "cities": "\\ud800"}',
        "[" * 100_000,
    ],
)
def test_a_bad_file_ends_with_one_sentence(run, saved, command, text):
    code, printed, error = run(command, saved(text))
    assert (code, printed, error.count("\n")) == (1, "", 1)
    assert error.strip().endswith(".")


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
    code, printed, error = run(*words)
    assert (code, printed, error.count("\n")) == (1, "", 1)


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
    code, printed, error = run(*words)
    assert (code, printed) == (2, "")
    assert error.startswith("usage: python -m rules")


def test_ctrl_c_ends_quietly(run, monkeypatch):
    monkeypatch.setattr("rules.registry.get", interrupted)
    assert run("new", "akropolis")[0] == 130


# ---- random, match, perft ---------------------------------------------------------------------


def test_random_games_are_counted(run):
    code, text, _ = run("random", "akropolis", "--games", 2, "--options", "length=long")
    assert code == 0
    assert re.fullmatch(r"2 games, 120 moves, [\d,]+ moves/s\.\n", text)


def test_a_match_tells_wins_with_their_interval(run):
    code, text, _ = run("match", "akropolis", "easy", "random", "--games", 2)
    assert code == 0
    assert re.search(r"easy .* 2 .* 100\.0% .* 34\.2% to 100\.0%", text)


def test_the_balance_tells_lengths_wins_by_seat_and_deeds_of_winners(run):
    code, text, _ = run("balance", "massalia", "--games", 2, "--player", "random")
    assert code == 0
    assert re.search(r"2 games .* mean .* 50 % .* most", text)
    wins = [float(n) for n in re.findall(r"│ [01] +│ ([\d.]+) +│ [\d.]+% +│ .* to", text)]
    assert sum(wins) == 2
    assert re.search(r"│ [a-z]+ +│ \d+ +│ [\d.]+%", text)


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


@each_case(("module", "text"), [(length, "36 to 36"), (balance, "2 games")])
def test_stopped_games_are_told_as_far_as_they_are_over(run, monkeypatch, module, text):
    """And a command that is stopped at once tells nothing."""
    play_game, games = module.play_game, iter(range(2))

    def stopped(*args):
        if next(games, None) is None:
            raise KeyboardInterrupt
        return play_game(*args)

    monkeypatch.setattr(module, "play_game", stopped)
    command = module.__name__.removeprefix("rules.")
    words = (command, "akropolis", "--seats", 2, "--player", "random")
    code, printed, _ = run(*words)
    assert (code, text in printed) == (0, True)
    assert run(*words)[:2] == (130, "")


def test_a_stopped_match_is_told_as_far_as_it_was_played(run, monkeypatch):
    play_game = match.Meeting.play_game

    def stopped(meeting, number):
        if number == 2:
            raise KeyboardInterrupt
        return play_game(meeting, number)

    words = ("match", "akropolis", "random", "random", "--games", 9)
    monkeypatch.setattr(match.Meeting, "play_game", stopped)
    code, printed, _ = run(*words)
    assert code == 0
    wins = re.findall(r"│ random +│ ([\d.]+) +│ [\d.]+%", printed)
    assert sum(map(float, wins)) == 2
    monkeypatch.setattr(match.Meeting, "play_game", interrupted)
    assert run(*words)[:2] == (130, "")


def interrupted(*_):
    raise KeyboardInterrupt


def test_perft_counts_length_by_length(run):
    """Section 10: 90 placements for each of the two tiles that one stone can pay."""
    assert run("perft", "akropolis", "--depth", 1)[1] == "1 180\n"
