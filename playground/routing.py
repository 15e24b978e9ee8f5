"""API calls, and the table of routes that the server knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from playground.errors import ApiError, Json
from playground.messages import Files
from playground.wire import whole_number

if TYPE_CHECKING:
    from playground.core import Core


class Call(msgspec.Struct):
    """One parsed request of the bot."""

    method: str
    template: str
    path: str
    places: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: Files = {}
    status: int = 0
    """Status of the answer; 0 while it is not answered."""

    def id(self, name: str) -> int:
        """An id in the path: `call.id("channel")` for `{channel_id}`."""
        number = whole_number(self.places[f"{name}_id"])
        if number is None:
            raise ApiError(404, 0, "404: Not Found")
        return number

    @property
    def fields(self) -> Json:
        """The body as an object."""
        return self.body if isinstance(self.body, dict) else {}


Answer = Json | list[Json] | tuple[int, Any] | None
"""The JSON of a 200, another status with its JSON, or None for a 204."""
Handler = Callable[["Core", Call], Answer]


class Route(NamedTuple):
    """A call of Discord's API, with its path as in the API description."""

    method: str
    template: str
    handler: Handler
    authorized: bool


class Routes:
    """Handlers by method and template, in the order they were added."""

    def __init__(self) -> None:
        self.all: list[Route] = []

    def __call__(
        self, method: str, template: str, *, authorized: bool = True
    ) -> Callable[[Handler], Handler]:
        """Decorate a handler: `@routes("GET", "/users/{user_id}")`."""

        def add(handler: Handler) -> Handler:
            self.all.append(Route(method, template, handler, authorized))
            return handler

        return add


routes = Routes()
