"""Everything that a seat is shown before a move is made, as text that can be compared."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec

from bot.ai.worker import opinion_on
from rules.contract import Game, RulesError, Seat, line_notations, read
from rules.lookahead import Lookahead
from rules.rng import Rng
from tests.contract.playing import with_few_looks

Shown = tuple[str, str]
"""A question to a game, and its answer as JSON."""
AnyGame = Game[Any, Any, Any]


def as_text(answer: Any) -> str:
    """An answer as JSON: what looks equal is equal."""
    return msgspec.json.encode(answer).decode()


def answer_to(question: Callable[[], Any]) -> str:
    """The answer of a game as JSON, or its refusal with all details."""
    try:
        return as_text(question())
    except RulesError as refusal:
        return f"{type(refusal).__name__} {refusal}"


# ---- whosever turn it is -------------------------------------------------------------------------


def table(game: AnyGame, state: Any, seat: Seat | None) -> Iterator[Shown]:
    """The table as a seat or a spectator sees it: what words and pictures are made of."""
    to_act = game.to_act(state)
    yield "view", as_text(game.view(state, seat))
    yield "hand", as_text(None if seat is None else game.hand(state, seat))
    yield "scores", as_text(game.scores(state))
    yield "number", as_text(game.number(state))
    yield "mid_turn", as_text(game.mid_turn(state))
    yield "to_act", as_text(to_act)
    yield "next_seat", as_text([game.next_seat(state, acting) for acting in to_act])
    yield "result", as_text(game.result(state))


# ---- before a move -------------------------------------------------------------------------------


def choice(game: AnyGame, state: Any, seat: Seat) -> Iterator[Shown]:
    """The legal moves, and the first question."""
    legal = [game.notation(state, seat, action) for action in game.legal_actions(state, seat)]
    yield "legal_actions", as_text(legal)
    yield "ask", answer_to(lambda: game.ask(state, seat, ()))


def typed(game: AnyGame, state: Any, seat: Seat, moves: Iterable[str]) -> Iterator[Shown]:
    """Results of typed moves, legal or not: the parsed move, or the refusal."""
    for text in moves:
        yield f"check {text}", answer_to(lambda text=text: checked_move(game, state, seat, text))


def checked_move(game: AnyGame, state: Any, seat: Seat, text: str) -> str:
    """A typed move as the game writes it. Raises RulesError where it is not legal."""
    action = game.parse(state, seat, text)
    game.check(state, seat, action)
    return game.notation(state, seat, action)


def suggestion(
    game: AnyGame, state: Any, seat: Seat, tokens: Sequence[str] = ()
) -> Iterator[Shown]:
    """The move and the line that are suggested after some tokens."""
    words = " ".join(tokens)
    yield f"complete {words}", answer_to(lambda: completed_move(game, state, seat, tokens))
    yield f"line {words}", as_text(suggested_line(game, state, seat, tokens))


def completed_move(game: AnyGame, state: Any, seat: Seat, tokens: Sequence[str]) -> str:
    """The suggested move in its notation."""
    return game.notation(state, seat, game.complete(state, seat, tokens))


def suggested_line(game: AnyGame, state: Any, seat: Seat, tokens: Sequence[str] = ()) -> list[str]:
    """The moves of the suggested line in their notation."""
    return line_notations(game, state, seat, game.line(state, seat, tokens))


def way(game: AnyGame, state: Any, seat: Seat, move: str) -> Iterator[Shown]:
    """The questions and answers on the way to a move."""
    tokens = move.split()
    for length in range(1, len(tokens) + 1):
        beginning = tokens[:length]
        for method in (game.ask, game.options):
            question = f"{method.__name__} {' '.join(beginning)}"
            yield question, answer_to(partial(method, state, seat, beginning))


def candidate(game: AnyGame, state: Any, seat: Seat, move: str) -> Iterator[Shown]:
    """Preview of a legal move: its effects, and the targets of its buttons."""
    action = game.parse(state, seat, move)
    pad = game.variations(state, seat, action)
    ways = {name: game.notation(state, seat, move) for name, move in pad.items()}
    yield f"preview {move}", as_text(game.preview(state, seat, action))
    yield f"variations {move}", as_text(ways)
    yield f"elsewhere {move}", as_text(game.elsewhere(state, seat, action))
    yield from line(game, state, seat, [move])


def line(game: AnyGame, state: Any, seat: Seat, moves: Sequence[str]) -> Iterator[Shown]:
    """Preview of legal moves, one after the other, with their certain effects.

    They are legal whatever comes to light on the way.
    """
    actions, named = read(game, state, seat, moves), "; ".join(moves)
    pad = game.variations_line(state, seat, actions)
    ways = {name: line_notations(game, state, seat, moves) for name, moves in pad.items()}
    yield f"preview_line {named}", as_text(game.preview_line(state, seat, actions))
    yield f"variations_line {named}", as_text(ways)
    yield f"consequences {named}", as_text(game.consequences(state, seat, actions))


# ---- what players of AI seats advise -------------------------------------------------------------


def advice(game: AnyGame, state: Any, seat: Seat, name: str, luck: int) -> Iterator[Shown]:
    """The move of a player, and its opinions of all candidates with their explanations.

    Its effort is counted: no clock decides.
    """
    player = game.player(name)
    if not isinstance(player, Lookahead):
        action = player.choose(state, seat, Rng(luck))
        yield f"choose {name}", game.notation(state, seat, action)
        return
    player.effort = with_few_looks(player.effort)
    redealt, units = game.redeal(state, seat, Rng(luck)), dict(player.sight.units)
    opinions = [
        opinion_on(game, redealt, seat, judged, units, Rng(luck))
        for judged in player.advise(state, seat, Rng(luck))
    ]
    yield f"advise {name}", as_text(opinions)


def everything(
    game: AnyGame, state: Any, seat: Seat, moves: Sequence[str], lines: Sequence[Sequence[str]]
) -> Iterator[Shown]:
    """All of it but the advice, for some legal moves and lines."""
    beginnings = {tuple(move.split()[:n]) for move in moves for n in range(len(move.split()) + 1)}
    yield from chain.from_iterable(way(game, state, seat, move) for move in moves)
    yield from chain.from_iterable(candidate(game, state, seat, move) for move in moves)
    yield from chain.from_iterable(line(game, state, seat, moves) for moves in lines)
    for tokens in sorted(beginnings):
        yield from suggestion(game, state, seat, tokens)
