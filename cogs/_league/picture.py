"""The picture of the standings of a league."""

from __future__ import annotations

from bot.leagues.values import WIN, Board, League, Stage
from bot.table.names import plain
from cogs._league.texts import LeagueWords, points_text
from cogs._painting.wish import Wish
from render.contract import STANDINGS
from render.league.standings import MOST_CELLS, Cell, Line, Outcome, Standings


def wish(words: LeagueWords) -> Wish:
    """Wish for the standings, with a cell for each of the newest rounds."""
    league = words.league
    rounds = range(max(1, league.round - MOST_CELLS + 1), league.round + 1)
    places = {line.entrant: line.rank for line in words.standings}
    rows = tuple(
        Line(
            rank=line.rank,
            name=plain(words.name(line.entrant)),
            points=points_text(line.points),
            way=0 if line.before is None else line.before - line.rank,
            cells=tuple(_cell(league, line.entrant, number, places) for number in rounds),
            has_left=not league.entrants_by_number[line.entrant].is_active,
        )
        for line in words.standings
    )
    table = Standings(rows, tuple(rounds), league.stage is Stage.OVER)
    return Wish(league.game, STANDINGS, shown=table)


def _cell(league: League, entrant: int, number: int, places: dict[int, int]) -> Cell:
    for board in league.boards:
        if board.round == number and entrant in board.entrants:
            return Cell(_outcome(board, entrant), _number(board, entrant, places))
    return Cell(Outcome.ABSENT)


def _outcome(board: Board, entrant: int) -> Outcome:
    match board.points_of(entrant):
        case None:
            return Outcome.OPEN
        case points if points == WIN:
            return Outcome.WON
        case 0:
            return Outcome.LOST
    return Outcome.SHARED


def _number(board: Board, entrant: int, places: dict[int, int]) -> str:
    """Place of the only opponent; at a table of several, the points of the entrant."""
    if len(board.entrants) == 2:
        return "".join(str(places[rival]) for rival in board.people if rival != entrant)
    points = board.points_of(entrant)
    return "" if board.is_bye or points is None else points_text(points)
