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
    return is_complete(state, player, project) and not is_apart(state, player, project)


def is_complete(state: State, player: Player, project: int) -> bool:
    """Whether all buildings of a project stand."""
    size = state.rules.projects[project].size
    return len(_cells_of(state, player, project)) >= size


def is_apart(state: State, player: Player, project: int) -> bool:
    """Whether the buildings of a project would have to touch each other, and do not."""
    if not state.rules.flags.bonus_needs_direct_connection:
        return False
    return not _is_connected(_cells_of(state, player, project))


def _cells_of(state: State, player: Player, project: int) -> list[int]:
    kinds = state.rules.projects[project].kinds
    return [cell for cell, building in player.buildings.items() if building in kinds]


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
