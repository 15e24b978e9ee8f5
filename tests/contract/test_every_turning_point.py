"""In every game, nobody is named for a decision that could not have changed their place."""

from math import inf, isfinite

import pytest

from bot.ai.review import Analysis
from bot.table.changes import Ply
from rules import analysis, record
from rules.analysis import Verdict
from rules.levels import STRONG
from tests.posting import AT, table_of
from tests.records import records_of
from tests.tier import deep, games

JUDGED = [game for game in games().values() if STRONG in game.facts.players]


def finished_games(key):
    """The recorded games with a result that begin with their deal, and their last positions."""
    for game in records_of(key):
        if game.result and game.seed:
            *_, (state, _) = record.replay(game)
            yield game, state


def review(game_record, state, verdicts, game):
    """Review of a game with these verdicts."""
    log = [
        Ply(1 + n, ply.seat, ply.move, (), AT, ai=False) for n, ply in enumerate(game_record.plies)
    ]
    return Analysis(
        table=table_of(game_record.game, game_record.seats, game_record.seats, "en"),
        log=tuple(log),
        seen=len(log),
        going=False,
        judge=STRONG,
        verdicts=tuple(verdicts),
        behind=analysis.behind(game, state),
    )


def decision(seat, loss, game_record):
    """A decision of a seat that has lost so much, with none before it."""
    ply = next(n for n, ply in enumerate(game_record.plies, 1) if ply.seat == seat)
    return Verdict(ply, seat, ("a",), ("b",), loss, 0.0)


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.facts.key)
def test_a_decision_is_the_turning_point_once_it_lost_more_than_the_place_took(game):
    """Of points it takes as many as lie between two places; no loss takes a place from a winner."""
    named = 0
    for game_record, state in finished_games(game.facts.key):
        result, behind = game.result(state), analysis.behind(game, state)
        totals = [score.total for score in result.scores]
        for seat, distance in enumerate(behind):
            if result.winners == (seat,):
                assert distance == inf
            if not isfinite(distance) or all(ply.seat != seat for ply in game_record.plies):
                continue
            assert distance >= 0
            above = [
                total
                for total, rank in zip(totals, result.ranks, strict=True)
                if rank < result.ranks[seat]
            ]
            if "points" in game.player(STRONG).sight.names:
                assert distance == min(total - totals[seat] for total in above)
            for loss, is_named in ((distance, False), (distance + 0.1, True)):
                verdicts = [decision(seat, loss, game_record)]
                turning = review(game_record, state, verdicts, game).turning_point
                assert (turning is not None) is (is_named and loss > 0), (seat, loss)
            named += 1
    assert named


@deep
@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.facts.key)
def test_whoever_is_named_in_a_reviewed_game_could_have_had_a_better_place(game):
    games = ((len(each.plies), each, state) for each, state in finished_games(game.facts.key))
    _, game_record, state = min(games, key=lambda each: each[0])
    verdicts = [verdict for verdict in analysis.judge(game_record) if verdict is not None]
    game_review = review(game_record, state, verdicts, game)
    result, turning = game.result(state), game_review.turning_point
    assert verdicts
    if turning is not None:
        assert result.winners != (turning.seat,)
        assert turning.loss == max(
            verdict.loss for verdict in verdicts if game_review.has_cost_a_place(verdict)
        )
