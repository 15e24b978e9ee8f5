"""What is promised before a move is what the move brings: by an answer, and by what counts then."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from bot.steps import lines
from bot.table.changes import Secret
from bot.table.live import LiveTable
from rules.contract import RulesError, line_notations, read
from rules.notation import SEPARATOR
from rules.rng import Rng
from tests.contract.playing import every_large_table, game_of, running
from tests.posting import table_of
from tests.records import recorded_game
from tests.tier import of_tier

POSITIONS = of_tier(2, 8)
"""Of a recorded game, beside those of a random one."""
FEW = of_tier(2, 4)
"""Answers to one question that are tried."""


@cache
def positions(setup) -> list[tuple]:
    """Positions of a random game and of a recorded one, each with a seat that has to act."""
    recorded = [state for state, _ in recorded_game(game_of(setup), setup.seats)]
    states = recorded[len(recorded) // POSITIONS // 2 :: max(1, len(recorded) // POSITIONS)]
    acting = [(state, seat) for state in states for seat in setup.game.to_act(state)[:1]]
    return [*running(setup), *acting]


def change(game, state, seat, line) -> int:
    """Change of a seat's score by a line."""
    after = state.clone()
    for action in read(game, state, seat, line):
        game.apply(after, seat, action)
    return game.scores(after)[seat].total - game.scores(state)[seat].total


def promises(game, state, seat, tokens=()) -> Iterator[tuple[int, int]]:
    """What answers promise from a question on, and what the best move that follows them brings."""
    question = game.ask(state, seat, tokens)
    if question is None:
        return
    for option in islice(question.answers(), FEW):
        further = (*tokens, *option.token.split())
        if option.brings is not None:
            yield option.brings, best(game, state, seat, further)
        try:
            yield from promises(game, state, seat, further)
        except RulesError:  # a whole line
            continue


def best(game, state, seat, tokens) -> int:
    """Change of the score by the best move that begins with some tokens."""
    if game.ask(state, seat, tokens) is None:
        return change(game, state, seat, [" ".join(tokens)])
    answers = game.ask(state, seat, tokens).answers()
    return max(best(game, state, seat, (*tokens, *answer.token.split())) for answer in answers)


def promises_elsewhere(game, state, seat) -> Iterator[tuple[int, int]]:
    """What the other moves promise that a preview of a random one offers, and what they bring."""
    question = game.elsewhere(state, seat, game.sample(state, seat, Rng(4)))
    for option in question.options if question else ():
        if "gain" in option.args:
            moves = option.token.split(SEPARATOR)
            yield option.args["gain"], change(game, state, seat, moves)


@every_large_table
def test_an_answer_brings_what_it_promises(setup):
    for state, seat in positions(setup):
        for promised, brought in (
            *promises(setup.game, state, seat),
            *promises_elsewhere(setup.game, state, seat),
        ):
            assert promised == brought


@every_large_table
def test_the_page_of_a_move_shows_the_numbers_that_it_leaves(setup):
    """Numbers of a random move, and of the line that is suggested for the rest of the turn."""
    game = setup.game
    for state, seat in positions(setup):
        suggested = game.line(state, seat, ())
        for line in ((game.sample(state, seat, Rng(3)),), *((suggested,) if suggested else ())):
            table = table_of(game_of(setup), setup.seats, setup.seats, "en")
            live = LiveTable(table, Secret("1" * 32, "2" * 32), state, 3, None)
            moves = line_notations(game, state, seat, line)
            score = lines.score_after(live, seat, ";".join(moves).split())
            after = state.clone()
            for action in read(game, state, seat, moves):
                game.apply(after, seat, action)
            kept = game.scores(after)[seat].parts
            assert {part: score.points(part) for part in kept} == kept
