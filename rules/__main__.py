"""The whole engine without a chat: `python -m rules`. The only module of `rules` that prints."""

from __future__ import annotations

import argparse
import json
import secrets
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn
from rich.table import Column, Table

from rules import analysis, balance, codec, length, levels, match, record, registry
from rules.contract import Event, Player, RulesError, Seat, moves_of, play
from rules.registry import AnyGame
from rules.rng import SEED_BITS, Rng

out = Console(soft_wrap=True, highlight=False)
err = Console(stderr=True, soft_wrap=True, highlight=False)

T = TypeVar("T")

LONGEST_QUOTE = 80
"""Most characters of the input that a sentence repeats."""


class Trouble(Exception):
    """A failure, as a sentence for the person at the keyboard."""


# ---- reading and writing ----------------------------------------------------------------------


def read_json(name: str) -> Any:
    """JSON of a file, or of standard input for `-`. Raises Trouble."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except FileNotFoundError:
        raise Trouble(f"There is no file {name}.") from None
    except OSError as error:
        raise Trouble(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Trouble(f"{name} is not a text file.") from None
    except RecursionError:
        raise Trouble(f"{name} is nested too deeply to be one of ours.") from None
    except ValueError as error:
        raise Trouble(f"{name} is not JSON: {error}.") from None


def read_state(name: str) -> tuple[AnyGame, Any]:
    """Game and position of a file. Raises Trouble and RulesError."""
    position = read_json(name)
    if not isinstance(position, dict) or not isinstance(position.get("game"), str):
        raise Trouble(f'{name} is not a position: it does not say which "game" it is of.')
    game = registry.get(position["game"])
    return game, codec.position_from_outside(game, position)


def write_state(game: AnyGame, state: Any) -> None:
    """Print the position as JSON on standard output, to be kept in a file."""
    out.print(json.dumps(game.state_to_json(state)), markup=False)


def read_options(pairs: Iterable[str]) -> dict[str, Any]:
    """Options of `length=long variants=houses,gardens solo=null`. Raises Trouble."""
    options: dict[str, Any] = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator:
            raise Trouble(f"An option is written key=value, not {pair}.")
        options[key] = None if value == "null" else value
    return options


def split_lists(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    """Options, those of several values as lists: `houses,gardens`, or nothing."""
    lists = {choice.key for choice in game.facts.choices if choice.many or choice.ordered}
    return {
        key: [part for part in value.split(",") if part]
        if key in lists and value is not None
        else value
        for key, value in options.items()
    }


SENTENCES = {
    "common.unknown_game": "There is no game {game}, only {games}.",
    "common.bad_position": "This is not a position: {what} ({path}).",
    "common.bad_record": "This is not a record: {what} ({path}).",
    "common.record_bad_ply": "Move {ply} of the record, {move}, cannot be played: {reason}.",
    "common.record_wrong_result": "The record ends with another result than its moves give.",
    "common.record_without_start": "The record has neither a seed nor a first position.",
    "common.record_broken_promise": "The record's seed and salt are not those of its commitment.",
    "common.record_wrong_draw": "The seats are not those that the record's seed and salt draw.",
}
"""Sentences of the refusals that files cause most often; `rules` reads no catalogue."""


def sentence(error: RulesError) -> str:
    """Sentence of a refusal in plain English, from its code and details."""
    details = {name: short(value) for name, value in error.details.items()}
    if error.code in SENTENCES:
        return SENTENCES[error.code].format(**details)
    details_text = ", ".join(f"{name} {value}" for name, value in details.items() if value)
    words = f"{type(error).__name__}: {error.name.replace('_', ' ')}"
    return f"{words} ({details_text})." if details_text else f"{words}."


def short(value: Any) -> str:
    """A value as text, shortened to what a sentence can hold."""
    text = str(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


# ---- commands ---------------------------------------------------------------------------------


def new(args: argparse.Namespace) -> None:
    """Deal a game and print its first position."""
    game = registry.get(args.game)
    options = split_lists(game, read_options(args.options))
    write_state(game, game.new(args.seats, args.seed, options))


def show(args: argparse.Namespace) -> None:
    """Print what everybody sees of a position, or what one seat sees."""
    game, state = read_state(args.file)
    seats = len(game.scores(state))
    if args.seat is not None and not 0 <= args.seat < seats:
        raise Trouble(f"There is no seat {args.seat}, only 0 to {seats - 1}.")
    out.print_json(data=codec.to_json(game.view(state, args.seat)))


def legal(args: argparse.Namespace) -> None:
    """Print every legal action, one to a line."""
    game, state = read_state(args.file)
    for seat in game.to_act(state):
        for action in game.legal_actions(state, seat):
            out.print(game.notation(state, seat, action), markup=False)


def play_moves(args: argparse.Namespace) -> None:
    """Play moves from a position, or lines of moves apart by `;`, and print the one reached."""
    game, state = read_state(args.file)
    number = 0
    for line in args.moves:
        for text in moves_of(game, state, first_to_act(game, state), line):
            number += 1
            state = position_after_move(game, state, number, text)
    write_state(game, state)


def position_after_move(game: AnyGame, state: Any, number: int, text: str) -> Any:
    """Position after a move, whose events are printed. Raises Trouble."""
    seat = first_to_act(game, state)
    try:
        state, events = play(game, state, seat, game.parse(state, seat, text))
    except RulesError as error:
        raise Trouble(f"Move {number}, {short(text)}: {sentence(error)}") from error
    tell(events)
    return state


def first_to_act(game: AnyGame, state: Any) -> Seat:
    """The first seat that must act; 0 where none must, so that the move is refused."""
    return next(iter(game.to_act(state)), 0)


def tell(events: Iterable[Event]) -> None:
    """Print events on standard error: facts, one to a line."""
    for event in events:
        audience = "" if event.only is None else f" (for seat {event.only} only)"
        err.print(f"{event.code} {json.dumps(event.args)}{audience}", markup=False, style="dim")


def replay(args: argparse.Namespace) -> None:
    """Play a record again, move by move, and print how it ends."""
    game_record = record.from_json(read_json(args.file))
    game, state = registry.get(game_record.game), record.begin(game_record)
    for number, (next_state, events) in enumerate(record.replay(game_record), 1):
        state = next_state
        if args.verbose:
            err.print(f"{number}. {game_record.plies[number - 1].move}", markup=False)
            tell(events)
    result = game.result(state)
    outcome = "it is over" if result else "it goes on"
    out.print(f"{game_record.game}: {len(game_record.plies)} moves replayed, {outcome}.")
    if game_record.commitment is not None and game_record.start is None:
        out.print(f"The deal is the one that was promised: {game_record.commitment}", markup=False)
    out.print_json(data=codec.to_json(result.details if result else game.scores(state)))


def random_games(args: argparse.Namespace) -> None:
    """Play random games to their end and print how fast that went."""
    game = registry.get(args.game)
    options = split_lists(game, read_options(args.options))
    rng, moves, start = Rng(args.seed), 0, perf_counter()
    for number in with_progress(range(args.games), f"random {args.game}"):
        state = game.new(args.seats, args.seed + number, options)
        while acting := game.to_act(state):
            game.apply(state, acting[0], game.sample(state, acting[0], rng))
            moves += 1
    seconds = perf_counter() - start
    out.print(f"{args.games} games, {moves} moves, {moves / seconds:,.0f} moves/s.")


def with_progress(work: Sequence[int], label: str) -> Iterator[int]:
    """The numbers of `work`, under a progress bar on standard error."""
    with Progress(console=err, transient=True) as bar:
        yield from bar.track(work, description=label)


def perft(args: argparse.Namespace) -> None:
    """Count the sequences of legal actions from a new game, length by length."""
    game = registry.get(args.game)
    options = split_lists(game, read_options(args.options))
    state = game.new(args.seats, args.seed, options)
    for depth in with_progress(range(1, args.depth + 1), f"perft {args.game}"):
        out.print(f"{depth} {count(game, state, depth)}")


def count(game: AnyGame, state: Any, depth: int) -> int:
    """Number of sequences of `depth` legal actions that begin at `state`."""
    moves = [(seat, act) for seat in game.to_act(state) for act in game.legal_actions(state, seat)]
    if depth == 1:
        return len(moves)
    total = 0
    for seat, action in moves:
        after = state.clone()
        game.apply(after, seat, action)
        total += count(game, after, depth - 1)
    return total


# ---- matches ----------------------------------------------------------------------------------


def match_games(args: argparse.Namespace) -> None:
    """Let one player meet another in all other seats; print who wins how often, and how fast.

    Stopped by Ctrl-C it tells of the games that are over.
    """
    game = registry.get(args.game)
    options = split_lists(game, read_options(args.options))
    game.new(args.seats, args.seed, options)
    for name in (args.first, args.second):
        player_of(game, name)
    names = (args.first, args.second)
    meeting = match.Meeting(args.game, names, args.seats, args.seed, options, process_time)
    games: list[tuple[match.Side, ...]] = []
    try:
        with Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=err) as bar:
            task = bar.add_task(f"{args.first} against {args.second}", total=args.games)
            for sides in spread_out(meeting.play_game, range(args.games), args.jobs):
                games.append(sides)
                wins = sum(side.won for side, _ in games)
                description = f"{args.first} has won {wins:g} of {len(games)}"
                bar.update(task, advance=1, description=description)
    except KeyboardInterrupt:
        if not games:
            raise
    out.print(match_table(names, games))
    out.print(pace_table(names, games))


def spread_out(work: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Iterator[T]:
    """Results of `work` for each number, in order, computed by a number of processes."""
    if jobs == 1:
        yield from map(work, numbers)
        return
    initializer = signal.signal, (signal.SIGINT, signal.SIG_IGN)
    with get_context("spawn").Pool(jobs, *initializer) as pool:
        yield from pool.imap(work, numbers)


def player_of(game: AnyGame, name: str) -> Player[Any, Any]:
    """The player called `name`. Raises Trouble."""
    if name not in game.facts.players:
        raise Trouble(f"{game.facts.title} has no player {name}: {', '.join(game.facts.players)}.")
    return game.player(name)


def match_table(names: Sequence[str], games: Sequence[Sequence[match.Side]]) -> Table:
    """Table of wins with their 95 % interval, and mean points; a shared victory counts in part."""
    table = Table("player", "wins", "share", "95 % interval", "mean points")
    for name, sides in zip(names, zip(*games, strict=True), strict=True):
        standing = match.standing(sides)
        low, high = standing.interval
        share, interval = f"{standing.wins / standing.games:.1%}", f"{low:.1%} to {high:.1%}"
        table.add_row(name, f"{standing.wins:g}", share, interval, f"{standing.points:.1f}")
    return table


def pace_table(names: Sequence[str], games: Sequence[Sequence[match.Side]]) -> Table:
    """Table of the duration of moves and turns, in milliseconds of one core."""
    table = Table("ms of one core", "a move", "at most", "a turn", "at most")
    for name, sides in zip(names, zip(*games, strict=True), strict=True):
        standing = match.standing(sides)
        seconds = (
            standing.mean_move,
            standing.longest_move,
            standing.mean_turn,
            standing.longest_turn,
        )
        table.add_row(name, *(f"{1000 * value:,.1f}" for value in seconds))
    return table


# ---- balance ----------------------------------------------------------------------------------


def balance_games(args: argparse.Namespace) -> None:
    """Let equal players meet in many games; print how long they last and who wins them.

    Stopped by Ctrl-C it tells of the games that are over.
    """
    game = registry.get(args.game)
    options = split_lists(game, read_options(args.options))
    player, tally = player_of(game, args.player), balance.Tally(args.seats)
    try:
        for number in with_progress(range(args.games), f"balance {args.game}"):
            tally.add(*balance.play_game(game, args.seats, args.seed + number, options, player))
    except KeyboardInterrupt:
        if not tally.games:
            raise
    for table in (spread_table(tally), seats_table(tally), *share_tables(tally)):
        out.print(table)


def spread_table(tally: balance.Tally) -> Table:
    """Table of the length of games, and of the other amounts of a game."""
    percents = (f"{percent} %" for percent in balance.PERCENTILES)
    first = Column(f"{tally.games} games", no_wrap=True)
    table = Table(first, "mean", *percents, "most")
    for name, spread in tally.spreads().items():
        ranked = (f"{round(value, 1):g}" for value in (*spread.percentiles, spread.largest))
        table.add_row(name, f"{spread.mean:.1f}", *ranked)
    return table


def seats_table(tally: balance.Tally) -> Table:
    """Table of wins by seat, with their 95 % interval."""
    table = Table("seat", "wins", "share", "95 % interval")
    for seat, wins in enumerate(tally.wins):
        low, high = match.wilson(wins, tally.games)
        share = f"{wins / tally.games:.1%}"
        table.add_row(str(seat), f"{wins:g}", share, f"{low:.1%} to {high:.1%}")
    return table


def share_tables(tally: balance.Tally) -> Iterator[Table]:
    """Tables of deeds by group, with the share of wins of the seats that did them."""
    shares = tally.shares()
    for group in dict.fromkeys(group for group, _ in shares):
        table = Table(group, "times", "by who won")
        for (of, name), share in shares.items():
            if of == group:
                table.add_row(name, str(share.times), f"{share.won:.1%}")
        yield table


# ---- length -----------------------------------------------------------------------------------


def length_games(args: argparse.Namespace) -> None:
    """Let equal players play whole games, and print how many turns most of them take.

    The range is from the 10th to the 90th percentile. Stopped by Ctrl-C it tells of the games that
    are over.
    """
    game = registry.get(args.game)
    options = split_lists(game, read_options(args.options))
    player = player_of(game, args.player)
    table = Table("seats", "games", "turns", "usual", "of one seat", "rounds")
    for seats in game.facts.seats if args.seats is None else (args.seats,):
        durations: list[length.Duration] = []
        try:
            for number in with_progress(range(args.games), f"length {args.game}, {seats} seats"):
                seed = args.seed + number
                durations.append(length.play_game(game, seats, seed, options, player))
        except KeyboardInterrupt:
            if not durations:
                raise
        table.add_row(str(seats), str(len(durations)), *length_cells(durations, seats))
    out.print(table)


def length_cells(durations: Sequence[length.Duration], seats: int) -> Iterator[str]:
    """Cells of a row: range of the turns, their median, its share of a seat, range of rounds."""
    turns = length.length_range([duration.turns for duration in durations])
    yield f"{turns.least} to {turns.most}"
    yield str(turns.usual)
    yield str(round(turns.usual / seats))
    numbers = [duration.number for duration in durations if duration.number is not None]
    rounds = length.length_range(numbers) if numbers else None
    yield f"{rounds.least} to {rounds.most}" if rounds else ""


# ---- analysis ---------------------------------------------------------------------------------


def analyse(args: argparse.Namespace) -> None:
    """Judge every move of a record by the strong player, and print what each seat has missed.

    Stopped by Ctrl-C it tells of the moves so far.
    """
    game_record = record.from_json(read_json(args.file))
    verdicts, verdict_stream = list[analysis.Verdict](), analysis.judge(game_record)
    try:
        for _ in with_progress(range(len(game_record.plies)), f"analyse {game_record.game}"):
            if (verdict := next(verdict_stream)) is not None:
                verdicts.append(verdict)
    except analysis.NoJudge:
        raise Trouble(f"{game_record.game} has no player that looks ahead.") from None
    except KeyboardInterrupt:
        if not verdicts:
            raise
    out.print(report_table(analysis.report(verdicts, game_record.seats)))


def report_table(reports: Sequence[analysis.SeatReport]) -> Table:
    """Table of each seat's verdicts, and of the moves by which it could have done better."""
    table = Table("seat", "as good", "mean loss", "best move", "turning point", "better")
    for seat_report in reports:
        best, turning = (
            f"{verdict.ply}. {';'.join(verdict.moves)}" if verdict else ""
            for verdict in (seat_report.best, seat_report.turning)
        )
        better = ";".join(seat_report.turning.better) if seat_report.turning else ""
        good = f"{seat_report.good} of {seat_report.decisions}"
        table.add_row(str(seat_report.seat), good, f"{seat_report.mean:.2f}", best, turning, better)
    return table


# ---- the command line -------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """Parser of every command and its arguments."""
    main = argparse.ArgumentParser(
        prog="python -m rules", description="Board games without a chat."
    )
    commands = main.add_subparsers(required=True, metavar="COMMAND")
    _add_seed(_add_deal(_add(commands, "new", new)), None)
    _add(commands, "show", show, "file").add_argument("--seat", type=int)
    _add(commands, "legal", legal, "file")
    _add(commands, "play", play_moves, "file").add_argument("moves", nargs="*", metavar="MOVE")
    _add(commands, "replay", replay, "file").add_argument("--verbose", action="store_true")
    _add(commands, "analyse", analyse, "file")
    playing = _add_seed(_add_deal(_add(commands, "random", random_games)), 0)
    playing.add_argument("--games", type=positive, default=100)
    meeting = _add_seed(_add_deal(_add(commands, "match", match_games)), 0)
    meeting.add_argument("first")
    meeting.add_argument("second")
    meeting.add_argument("--games", type=positive, default=200)
    meeting.add_argument("--jobs", type=positive, default=1, help="processes")
    weighing = _add_seed(_add_deal(_add(commands, "balance", balance_games)), 0)
    weighing.add_argument("--games", type=positive, default=200)
    weighing.add_argument("--player", default="easy")
    timing = _add_seed(_add(commands, "length", length_games, "game"), 0)
    timing.add_argument("--seats", type=positive, default=None, help="all numbers by default")
    timing.add_argument("--options", nargs="*", default=[], metavar="KEY=VALUE")
    timing.add_argument("--games", type=positive, default=20)
    timing.add_argument("--player", default=levels.EASY)
    counting = _add_seed(_add_deal(_add(commands, "perft", perft)), 0)
    counting.add_argument("--depth", type=positive, default=2)
    return main


def _add(commands: Any, name: str, run: Any, *arguments: str) -> argparse.ArgumentParser:
    """Add a command that calls `run`, whose docstring is its help."""
    command: argparse.ArgumentParser
    command = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
    command.set_defaults(run=run)
    for argument in arguments:
        command.add_argument(argument)
    return command


def _add_deal(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the arguments that deal a game."""
    command.add_argument("game")
    command.add_argument("--seats", type=positive, default=2)
    command.add_argument("--options", nargs="*", default=[], metavar="KEY=VALUE")
    return command


def _add_seed(command: argparse.ArgumentParser, default: int | None) -> argparse.ArgumentParser:
    command.add_argument("--seed", type=seed, default=default, help=f"below 2**{SEED_BITS}")
    return command


def seed(text: str) -> int:
    """A seed, for argparse."""
    number = int(text)
    if not 0 <= number < 1 << SEED_BITS:
        raise argparse.ArgumentTypeError(f"0 to 2**{SEED_BITS} - 1")
    return number


def positive(text: str) -> int:
    """A number from 1, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 1 after a sentence about a failure."""
    args = parser().parse_args(words)
    if getattr(args, "seed", 0) is None:
        args.seed = secrets.randbits(SEED_BITS)
    try:
        args.run(args)
    except (Trouble, RulesError) as error:
        refusal = sentence(error) if isinstance(error, RulesError) else str(error)
        err.print(refusal, markup=False, style="red")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
