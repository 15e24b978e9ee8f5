"""The events of the game: their codes, and whom they call (RULES.md, "Events")."""

from __future__ import annotations

from typing import Any

from rules.contract import Event, Seat


def event(name: str, /, **args: Any) -> Event:
    """A public fact."""
    return Event(f"massalia.{name}", args)


def revealed(name: str, /, **args: Any) -> Event:
    """A public fact that depends on what was hidden until now."""
    return Event(f"massalia.{name}", args, reveals=True)


def struck(name: str, by: Seat, victim: Seat, /, *, reveals: bool = False, **args: Any) -> Event:
    """A public fact that somebody should hear of at once, unless they did it themselves."""
    calls = () if victim == by else (victim,)
    return Event(f"massalia.{name}", args, reveals=reveals, calls=calls)


def private(name: str, seat: Seat, /, **args: Any) -> Event:
    """A fact for the eyes of one seat; its public twin comes before it."""
    return Event(f"massalia.{name}", args, only=seat)


def turn_started(seat: Seat, number: int, /, *, reshuffled: bool) -> Event:
    """A turn begins, in the round of this number (MA-11)."""
    return event("turn_started", seat=seat, round=number, reshuffled=reshuffled)
