"""The end: completed projects, connected cities, all buildings (TG-70, TG-90); the result."""

from __future__ import annotations

from rules._settlements.state import Outcome, Player, Reason, State
from rules.contract import Result, Seat, SeatScore
from rules.graph import group_of
from rules.hexgrid import AROUND


def project_counts(state: State, seat: Seat) -> dict[int, int]:
    """Number of buildings on the map by project."""
    buildings, projects = state.rules.buildings, state.rules.projects
    counts = dict.fromkeys(projects, 0)
    for number in state.players[seat].buildings.values():
        counts[buildings[number].project] += 1
    return counts


def completes(state: State, player: Player, project: int) -> bool:
    """Whether a project, with the building just placed, earns a bonus (TG-70)."""
    rules = state.rules
    kinds = rules.projects[project].kinds
    cells = [cell for cell, building in player.buildings.items() if building in kinds]
    if len(cells) < rules.projects[project].size:
        return False
    return not rules.flags.bonus_needs_direct_connection or _is_connected(cells)


def _is_connected(cells: list[int]) -> bool:
    return len(group_of(cells[0], cells, AROUND.__getitem__)) == len(cells)


def reasons(state: State, player: Player, cell: int) -> tuple[Reason, ...]:
    """Reasons for which the building just placed on `cell` wins (TG-90)."""
    flags = state.rules.flags
    fulfilled: list[Reason] = []
    cities = player.settlements[player.labels[cell]]
    if cities.bit_count() >= flags.cities_to_win:
        fulfilled.append("connection")
    if len(player.buildings) >= flags.buildings_to_win:
        fulfilled.append("all_built")
    return tuple(fulfilled)


def seat_score(state: State, seat: Seat) -> SeatScore:
    """Buildings on the map, by project: the game itself counts no points (TG-93)."""
    parts = {str(project): count for project, count in project_counts(state, seat).items()}
    return SeatScore(len(state.players[seat].buildings), parts)


def result(state: State) -> Result | None:
    """Result of the game, or None before its end: one seat wins, the others do not (TG-93)."""
    outcome = state.result
    if outcome is None:
        return None
    seats = range(len(state.players))
    return Result(
        ranks=tuple(1 if seat == outcome.winner else 2 for seat in seats),
        winners=(outcome.winner,),
        scores=tuple(seat_score(state, seat) for seat in seats),
        reason=state.rules.code(_reason(outcome)),
        details={"winner": outcome.winner, "reasons": list(outcome.reasons)},
    )


def _reason(outcome: Outcome) -> str:
    return "end_both" if len(outcome.reasons) > 1 else f"end_{outcome.reasons[0]}"
