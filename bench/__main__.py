"""Benches in one run, one after the other: `python -m bench`; or some, by their names."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Mapping, Sequence

from bench import legal, load, memory, pictures, presses, replay, rules, servers, service, sizes

BENCHES: Mapping[str, tuple[str, Callable[..., None]]] = {
    "rules": ("Rules, beside python-chess", rules.main),
    "legal": ("Listing what is legal, beside the reference engine of the tests", legal.main),
    "pictures": ("Pictures, beside their own PNG encoding", pictures.main),
    "sizes": ("Texts and hexes of late tables where they are shown", sizes.main),
    "presses": ("Presses of a turn, by hand and by ★", presses.main),
    "memory": ("Memory of a bot that draws many tables", memory.main),
    "service": (
        "A move through the service, beside raw sqlite3",
        lambda: asyncio.run(service.main()),
    ),
    "replay": ("A press in a replay, with its picture", replay.main),
    "load": ("Many tables at once, through the playground's server", load.main),
    "servers": ("Many servers in many shards, and tables in some of them", servers.main),
}
BY_NAME = frozenset({"presses", "servers"})
"""Benches that take so long that they run only where they are named."""
OPTIONS: Mapping[str, Sequence[str]] = {
    "load": ("tables", "rate", "seconds"),
    "servers": ("servers", "shards", "tables", "rate", "seconds"),
}
"""Options of the command line that a bench takes, by its name."""


def main() -> None:
    """Run the benches that the command line names, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Figures of this machine, as ratios inside one run; they take some minutes.",
        epilog="; ".join(f"{name}: {title}" for name, (title, _) in BENCHES.items()),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(BENCHES)}")
    parser.add_argument("--tables", type=int, default=100, help="tables of `load` and `servers`")
    parser.add_argument("--rate", type=float, default=25.0, help="its moves a second")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it makes moves")
    parser.add_argument("--servers", type=int, default=10_000, help="servers that have the bot")
    parser.add_argument("--shards", type=int, default=10, help="connections that they share")
    typed = parser.parse_args()
    names = typed.names
    if unknown := [name for name in names if name not in BENCHES]:
        parser.error(f"there is no {unknown[0]}")
    for name in names or [name for name in BENCHES if name not in BY_NAME]:
        title, bench = BENCHES[name]
        print(f"\n== {title}")
        bench(**{option: getattr(typed, option) for option in OPTIONS.get(name, ())})


if __name__ == "__main__":
    main()
