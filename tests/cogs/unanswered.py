"""Waits of presses of which Discord has no word yet: for an AI, a picture, Discord or a thread.

Whoever presses sees nothing meanwhile. Only the database may be waited for so, and Discord for as
long as `access.PATIENCE`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import discord
import pytest

from bot.ai.pool import Brains
from bot.clock import Clock
from cogs._access import access
from cogs._answering.answer import Answer
from cogs._answering.visitor import Visitor
from cogs._painting.painter import Painter
from cogs._words.labels import Click

SLOW = (
    (Brains, "choose"),
    (Brains, "judge"),
    (Painter, "draw"),
    (discord.http.HTTPClient, "request"),
    (Clock, "sleep"),
    (asyncio, "to_thread"),
)
"""What may take longer than a second."""
NOBODY = None, None
PRESS: ContextVar[tuple[Answer | None, asyncio.Task[Any] | None]]
PRESS = ContextVar("press", default=NOBODY)
"""The answer to a press, and the task that carries it out; tasks that it begins inherit both."""


def note_waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note from now on what presses wait for while Discord has no word of them."""
    waits = list[str]()
    visitor_of = Visitor.of

    def of(interaction: Click) -> Visitor:
        visitor = visitor_of(interaction)
        if interaction.type is not discord.InteractionType.autocomplete:
            PRESS.set((visitor.answer, asyncio.current_task()))
        return visitor

    def noting(name: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Any]:
        async def noted(*args: Any, **options: Any) -> Any:
            answer, task = PRESS.get()
            is_pressed = answer is not None and task is asyncio.current_task()
            if is_pressed and not answer.may_take_long:
                waits.append(f"{answer.press.data} waits for {name}")
            return await method(*args, **options)

        return noted

    async def patient(*args: Any) -> discord.Permissions:
        token = PRESS.set(NOBODY)
        try:
            return await permissions_at(*args)
        finally:
            PRESS.reset(token)

    permissions_at = access._requested_permissions
    monkeypatch.setattr(access, "_requested_permissions", patient)
    monkeypatch.setattr(Visitor, "of", of)
    for owner, name in SLOW:
        monkeypatch.setattr(owner, name, noting(name, getattr(owner, name)))
    return waits
