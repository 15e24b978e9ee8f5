"""Events of the game: their codes, and the seats that they call (RULES.md, "Events")."""

from __future__ import annotations

from typing import Any

from rules.contract import Event, Seat


def event(name: str, /, **args: Any) -> Event:
    """A public event."""
    return Event(f"massalia.{name}", args)


def revealing_event(name: str, /, **args: Any) -> Event:
    """A public event that depends on something hidden until now."""
    return Event(f"massalia.{name}", args, reveals=True)


def calling_event(
    name: str, by: Seat, victim: Seat, /, *, reveals: bool = False, **args: Any
) -> Event:
    """A public event that calls its victim, unless the victim caused it."""
    calls = () if victim == by else (victim,)
    return Event(f"massalia.{name}", args, reveals=reveals, calls=calls)


def private_event(name: str, seat: Seat, /, **args: Any) -> Event:
    """An event for one seat only; its public twin comes before it."""
    return Event(f"massalia.{name}", args, only=seat)


def turn_started(seat: Seat, number: int, /, *, reshuffled: bool) -> Event:
    """Event of a new turn, in the round of this number (MA-11)."""
    return event("turn_started", seat=seat, round=number, reshuffled=reshuffled)
