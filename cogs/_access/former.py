"""Former names of commands: each answers with the command that has taken its place."""

from __future__ import annotations

from cogs._access.commands import command
from cogs._answering.visitor import Visitor

FORMER = {
    **{f"table {name}": f"replay {name}" for name in ("analysis", "film", "export", "import")},
    "table replay": "replay game",
    **{
        f"table {name}": f"seat {name}"
        for name in ("join", "leave", "invite", "substitute", "back", "remove", "resign")
    },
}
"""Commands by the names that they had until December 2026; once nobody types those, they go."""


def _answer(former: str) -> None:
    """Register a former name."""

    @command(former)
    async def answer(visitor: Visitor) -> None:
        await visitor.tell("command.moved", command=visitor.app.slash(FORMER[former]))


for name in FORMER:
    _answer(name)
