"""How Discord says no: a status, a number, a sentence and where in the body it hurts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]


class Problem(NamedTuple):
    """One thing wrong with a request's body; `path` leads to it: `("components", 0, "label")`."""

    path: Sequence[str | int]
    code: str
    message: str


class ApiError(Exception):
    """An answer other than success."""

    def __init__(
        self, status: int, code: int, message: str, problems: Iterable[Problem] = ()
    ) -> None:
        self.status, self.code, self.message = status, code, message
        self.problems = list(problems)
        super().__init__(f"{status} {code}: {message} {nested(self.problems) or ''}".rstrip())

    def body(self) -> Json:
        answer: Json = {"message": self.message, "code": self.code}
        if self.problems:
            answer["errors"] = nested(self.problems)
        return answer


class CallRefused(Exception):
    """The page asked for something a member cannot do; `code` is in the page's catalogue."""

    def __init__(self, code: str, **args: object) -> None:
        self.code, self.args_ = code, args
        super().__init__(code, args)


def nested(problems: Iterable[Problem]) -> Json:
    """The problems as Discord's tree: `{"components": {"0": {"_errors": […]}}}`."""
    tree: Json = {}
    for problem in problems:
        place = tree
        for step in problem.path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree


def invalid_form(problems: Iterable[Problem]) -> ApiError:
    """The body is not as it should be."""
    return ApiError(400, 50035, "Invalid Form Body", problems)


def unknown_channel() -> ApiError:
    """There is no such channel."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    """There is no such message, or no more."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    """There is no such person."""
    return ApiError(404, 10013, "Unknown User")


def unknown_interaction() -> ApiError:
    """The interaction is over, or never was."""
    return ApiError(404, 10062, "Unknown interaction")


def missing_access() -> ApiError:
    """The bot cannot look in there."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The bot may look but not do this."""
    return ApiError(403, 50013, "Missing Permissions")


def closed_dms() -> ApiError:
    """The person takes no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")
