"""The end: projects completed, cities connected, all built (TG-70, TG-90); scores and result."""

from __future__ import annotations

from rules._settlements.state import Outcome, Player, Reason, State
from rules.contract import Result, Seat, SeatScore
from rules.graph import group_of
from rules.hexgrid import AROUND


def built(state: State, seat: Seat) -> dict[int, int]:
    """Buildings of each project that stand."""
    buildings, projects = state.rules.buildings, state.rules.projects
    count = dict.fromkeys(projects, 0)
    for number in state.players[seat].own.values():
        count[buildings[number].project] += 1
    return count


def completes(state: State, player: Player, project: int) -> bool:
    """Whether the buildings of a project, the last just placed, are worth a bonus (TG-70)."""
    rules = state.rules
    kinds = rules.projects[project].kinds
    cells = [cell for cell, building in player.own.items() if building in kinds]
    if len(cells) < rules.projects[project].size:
        return False
    return not rules.flags.bonus_needs_direct_connection or _is_connected(cells)


def _is_connected(cells: list[int]) -> bool:
    return len(group_of(cells[0], cells, AROUND.__getitem__)) == len(cells)


def reasons(state: State, player: Player, cell: int) -> tuple[Reason, ...]:
    """The reasons for which the building just placed on `cell` wins (TG-90)."""
    flags = state.rules.flags
    won: list[Reason] = []
    cities = player.settlements[player.labels[cell]]
    if cities.bit_count() >= flags.cities_to_win:
        won.append("connection")
    if len(player.own) >= flags.buildings_to_win:
        won.append("all_built")
    return tuple(won)


def seat_score(state: State, seat: Seat) -> SeatScore:
    """Buildings that stand, by project: the game itself counts no points (TG-93)."""
    parts = {str(project): count for project, count in built(state, seat).items()}
    return SeatScore(len(state.players[seat].own), parts)


def result(state: State) -> Result | None:
    """How the game ended, or None while it runs: one wins, the others do not (TG-93)."""
    ended = state.result
    if ended is None:
        return None
    seats = range(len(state.players))
    return Result(
        ranks=tuple(1 if seat == ended.winner else 2 for seat in seats),
        winners=(ended.winner,),
        scores=tuple(seat_score(state, seat) for seat in seats),
        reason=state.rules.code(_reason(ended)),
        details={"winner": ended.winner, "reasons": list(ended.reasons)},
    )


def _reason(ended: Outcome) -> str:
    return "end_both" if len(ended.reasons) > 1 else f"end_{ended.reasons[0]}"
