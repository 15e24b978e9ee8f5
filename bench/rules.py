"""How fast the rules are, beside python-chess in the same run: `python -m bench.rules`.

Times are CPU time of the process; the two sides of a ratio take turns, and the median round counts.
Moves per second depend on the machine, the ratios hardly do.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any

import chess

from rules import record
from rules.contract import play
from rules.registry import get
from rules.rng import Rng

AKROPOLIS = get("akropolis")
SEATS = 4
ROUNDS = 7
GAMES = 20
CHESS_PLIES = 300


def main() -> None:
    """Print every figure, a line each."""
    ours, theirs = taking_turns(random_moves, random_chess)
    print(f"random play      {ours:8,.0f} moves/s, python-chess {theirs:,.0f}: {ours / theirs:.2f}")
    ours, theirs = taking_turns(replayed, replayed_chess)
    print(
        f"validated replay {1e6 / ours:8.1f} us a move, python-chess {1e6 / theirs:.1f} from SAN:"
    )
    print(f"{'':16} {theirs / ours:8.2f} of its time")
    listing = milliseconds(late_positions(), legal)
    print(f"legal listing    {told(listing)}, last round of four players")
    print(
        f"greedy           {told(milliseconds(late_positions()[::6], greedy))} a move, same places"
    )


def told(times: list[float]) -> str:
    """Median and 99th percentile of milliseconds."""
    return f"{median(times):8.2f} ms, p99 {quantiles(times, n=100)[98]:.2f} ms"


def taking_turns(*sides: Callable[[int], float]) -> list[float]:
    """The median of each side over the rounds."""
    rounds = [[side(number) for side in sides] for number in range(ROUNDS)]
    return [median(figures) for figures in zip(*rounds, strict=True)]


def per_second(work: Callable[[], int]) -> float:
    """What `work` did, by second of CPU."""
    begun = process_time()
    done = work()
    return done / (process_time() - begun)


# ---- random play ------------------------------------------------------------------------------


def random_moves(seed: int) -> float:
    """Moves per second of whole games with four players, `sample` and `apply`."""
    return per_second(lambda: sum(len(playout(seed * GAMES + game)) for game in range(GAMES)))


def playout(seed: int) -> list[Any]:
    """The actions of a random game."""
    state, luck, actions = AKROPOLIS.new(SEATS, seed), Rng(seed), []
    while acting := AKROPOLIS.to_act(state):
        actions.append(AKROPOLIS.sample(state, acting[0], luck))
        AKROPOLIS.apply(state, acting[0], actions[-1])
    return actions


def random_chess(seed: int) -> float:
    """Moves per second of python-chess: a random legal move, pushed."""
    return per_second(lambda: sum(len(chess_playout(seed * 9 + game)) for game in range(6)))


def chess_playout(seed: int) -> list[str]:
    """The moves of a random game of chess, in SAN-less form."""
    board, luck, moves = chess.Board(), Random(seed), []
    while len(moves) < CHESS_PLIES and (legal := list(board.legal_moves)):
        moves.append(luck.choice(legal))
        board.push(moves[-1])
    return moves


# ---- replay -----------------------------------------------------------------------------------


def replayed(seed: int) -> float:
    """Moves per second of a record: each is read, checked and played."""
    kept = recorded(seed)
    return per_second(lambda: sum(1 for _ in record.replay(kept)))


def recorded(seed: int) -> record.Record:
    """A random game as a record."""
    state, plies = AKROPOLIS.new(SEATS, seed), []
    for action in playout(seed):
        plies.append(
            record.RecordedPly(action.seat, AKROPOLIS.notation(state, action.seat, action))
        )
    return record.Record(
        game="akropolis",
        version=AKROPOLIS.facts.version,
        seats=SEATS,
        seed=f"{seed:x}",
        plies=tuple(plies),
    )


def replayed_chess(seed: int) -> float:
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


def late_positions() -> list[Any]:
    """The positions of the last round of some random games, with stones for every tile."""
    found = []
    for seed in range(20):
        state = AKROPOLIS.new(SEATS, seed)
        for action in playout(seed):
            if state.round == 12:
                found.append(rich(state))
            state, _ = play(AKROPOLIS, state, action.seat, action)
    return found


def rich(state: Any) -> Any:
    """The same position, where everybody can pay for every tile."""
    told = AKROPOLIS.state_to_json(state)
    for city in told["cities"]:
        city["stones"] = len(told["line"])
    return AKROPOLIS.state_from_json(told)


def legal(state: Any) -> None:
    """List every legal action of the seat that has to act."""
    for _ in AKROPOLIS.legal_actions(state, state.current):
        pass


def greedy(state: Any) -> None:
    """Let the greedy player choose."""
    AKROPOLIS.player("greedy").choose(state, state.current, Rng(0))


def milliseconds(states: list[Any], work: Callable[[Any], None]) -> list[float]:
    """How long `work` takes on each of the positions."""
    times = []
    for state in states:
        begun = process_time()
        work(state)
        times.append((process_time() - begun) * 1e3)
    return times


if __name__ == "__main__":
    main()
