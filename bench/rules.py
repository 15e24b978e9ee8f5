"""Speed of the rules of every game, beside python-chess: `python -m bench.rules [GAME …]`.

Times are CPU time of the process; the two sides of a ratio take turns, and the median round counts.
Moves per second depend on the machine, the ratios hardly do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median, quantiles
from time import process_time

import chess

from bench.measured import game_bench
from bench.positions import Moment, late, milliseconds, moments, taking_turns
from rules import record
from rules.contract import RulesError
from rules.registry import AnyGame, games
from rules.rng import Rng

ROUNDS = 7
MOVES = 900
"""Least number of moves in each round of random play."""
CHESS_PLIES = 300
THINKING = 60
"""Number of positions in which players think."""


def main(*keys: str) -> None:
    """Print the figures of the given games, or of all."""
    for key in keys or games():
        game = games()[key]
        print(f"{game.facts.title}, {max(game.facts.seats)} players")
        random_play(game)
        replay(game)
        panels(game)


def summary(times: list[float]) -> str:
    """Median and 99th percentile of milliseconds, as text."""
    return f"{median(times):8.2f} ms, p99 {quantiles(times, n=100)[98]:7.2f} ms"


def per_second(work: Callable[[], int]) -> float:
    """Result of `work` by second of CPU."""
    start = process_time()
    count = work()
    return count / (process_time() - start)


# ---- random play ------------------------------------------------------------------------------


def random_play(game: AnyGame) -> None:
    """Print the moves per second of whole games with most players, `sample` and `apply`."""
    ours, theirs = taking_turns(
        ROUNDS, lambda seed: per_second(lambda: playouts(game, seed)), random_chess
    )
    print(f"  random play        {ours:8,.0f} moves/s, python-chess {theirs:,.0f}:", end="")
    print(f" {ours / theirs:.2f}")


def playouts(game: AnyGame, seed: int) -> int:
    """Play random games until there are enough moves; return their number."""
    moves, luck = 0, Rng(seed)
    while moves < MOVES:
        state = game.new(max(game.facts.seats), luck.below(1 << 64))
        while acting := game.to_act(state):
            game.apply(state, acting[0], game.sample(state, acting[0], luck))
            moves += 1
    return moves


def random_chess(seed: int) -> float:
    """Moves per second of python-chess: a random legal move, pushed."""
    return per_second(lambda: sum(len(chess_playout(seed * 9 + game)) for game in range(6)))


def chess_playout(seed: int) -> list[chess.Move]:
    """Moves of a random game of chess."""
    board, luck = chess.Board(), Random(seed)
    moves: list[chess.Move] = []
    while len(moves) < CHESS_PLIES and (legal := list(board.legal_moves)):
        moves.append(luck.choice(legal))
        board.push(moves[-1])
    return moves


# ---- replay -----------------------------------------------------------------------------------


def replay(game: AnyGame) -> None:
    """Print the time of a move of a record, which is read, checked and played."""
    ours, theirs = taking_turns(ROUNDS, lambda seed: replay_rate(game, seed), chess_replay_rate)
    print(f"  validated replay   {1e6 / ours:8.1f} µs a move, python-chess", end="")
    print(f" {1e6 / theirs:.1f} from SAN: {theirs / ours:.2f} of its time")


def replay_rate(game: AnyGame, seed: int) -> float:
    """Moves per second of the replay of a record."""
    game_record = random_record(game, seed)
    return per_second(lambda: sum(1 for _ in record.replay(game_record)))


def random_record(game: AnyGame, seed: int) -> record.Record:
    """A random game as a record."""
    seats = max(game.facts.seats)
    plies = [
        record.RecordedPly(seat, game.notation(state, seat, action))
        for state, seat, action in moments(game, seats, seed)
    ]
    key, version = game.facts.key, game.facts.version
    return record.Record(
        game=key, version=version, seats=seats, seed=f"{seed:x}", plies=tuple(plies)
    )


def chess_replay_rate(seed: int) -> float:
    """Moves per second of `push_san`, which reads and checks too."""
    board, texts = chess.Board(), []
    for move in chess_playout(seed):
        texts.append(board.san(move))
        board.push(move)
    return per_second(lambda: _push_all(texts))


def _push_all(texts: list[str]) -> int:
    board = chess.Board()
    for text in texts:
        board.push_san(text)
    return len(texts)


# ---- panels and players -----------------------------------------------------------------------


def panels(game: AnyGame) -> None:
    """Print the times of requests of panels and AI seats in late positions, plain and rich."""
    places = late(game.facts.key)
    sampled = places[:: max(1, len(places) // THINKING)]
    for name, requests in (
        ("panel question", questions(game, places)),
        ("candidate", candidates(game, places)),
        ("suggestion", suggestions(game, sampled)),
        ("view", (partial(game.view, *at) for at in places)),
        ("legal listing", (partial(legal_list, game, *at) for at in places)),
        *((f"{name}, a move", choices(name, game, sampled)) for name in game.facts.players),
        ("other enquiries", enquiries(game, sampled)),
    ):
        if times := [milliseconds(request) for request in requests]:
            print(f"  {name:18} {summary(times)}, of {len(times):,} late ones")


Asked = Iterator[Callable[[], object]]


def questions(game: AnyGame, places: list[Moment]) -> Asked:
    """Requests of the first question and each that may follow it, with their pictures."""
    for state, seat in places:
        for tokens in ([], *([option.token] for option in game.options(state, seat, []))):
            yield partial(game.ask, state, seat, tokens)


def candidates(game: AnyGame, places: list[Moment]) -> Asked:
    """Requests of a preview: effects of a move, and the targets of the pad."""
    for state, seat in places:
        yield partial(look_over, game, state, seat, game.sample(state, seat, Rng(1)))


def look_over(game: AnyGame, state: object, seat: int, action: object) -> None:
    """Compute everything that a panel shows of a preview."""
    game.preview(state, seat, action)
    game.variations(state, seat, action)
    game.elsewhere(state, seat, action)


def suggestions(game: AnyGame, places: list[Moment]) -> Asked:
    """Requests of a panel's suggestion, after the first token of each move."""
    for state, seat in places:
        for option in game.options(state, seat, []):
            yield partial(suggest, game, state, seat, option.token)


def suggest(game: AnyGame, state: object, seat: int, token: str) -> object:
    """The best move that begins with `token`, or its refusal."""
    try:
        return game.complete(state, seat, [token])
    except RulesError as refusal:
        return refusal


def legal_list(game: AnyGame, state: object, seat: int) -> list[object]:
    """Every legal action."""
    return list(game.legal_actions(state, seat))


def choices(name: str, game: AnyGame, places: list[Moment]) -> Asked:
    """Requests of a player's choice."""
    for state, seat in places:
        yield partial(choose, name, game, state, seat)


def choose(name: str, game: AnyGame, state: object, seat: int) -> None:
    """Let a player choose."""
    game.player(name).choose(state, seat, Rng(0))


def enquiries(game: AnyGame, places: list[Moment]) -> Asked:
    """Requests of other enquiries, beside moves."""
    for state, seat in places:
        yield from game_bench(game.facts.key).enquiries(state, seat)


if __name__ == "__main__":
    main(*sys.argv[1:])
