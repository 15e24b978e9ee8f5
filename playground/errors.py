"""Errors as Discord answers them: status, code, message and the path of each fault in the body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]


class Problem(NamedTuple):
    """One fault of a request's body, at a `path` such as `("components", 0, "label")`."""

    path: Sequence[str | int]
    code: str
    message: str


class ApiError(Exception):
    """An answer other than success."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        problems: Iterable[Problem] = (),
        *,
        expected: bool = False,
    ) -> None:
        self.status, self.code, self.message = status, code, message
        self.is_expected = expected or code in CIRCUMSTANCES
        """Whether another person's action may be its cause, so that it is no mistake of the bot."""
        self.problems = list(problems)
        super().__init__(f"{status} {code}: {message} {error_tree(self.problems) or ''}".rstrip())

    def body(self) -> Json:
        answer: Json = {"message": self.message, "code": self.code}
        if self.problems:
            answer["errors"] = error_tree(self.problems)
        return answer


class CallRefused(Exception):
    """Refusal of a member's call from the page; `code` is in the page's catalogue."""

    def __init__(self, code: str, **args: object) -> None:
        self.code, self.args_ = code, args
        super().__init__(code, args)


def error_tree(problems: Iterable[Problem]) -> Json:
    """The problems as Discord's tree: `{"components": {"0": {"_errors": […]}}}`."""
    tree: Json = {}
    for problem in problems:
        place = tree
        for step in problem.path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree


def invalid_form(problems: Iterable[Problem]) -> ApiError:
    """The refusal of a body with these problems."""
    return ApiError(400, 50035, "Invalid Form Body", problems)


KNOWN: Mapping[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10087: (404, "Unknown Tag"),
    30046: (
        429,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    ),
    40003: (403, "You are opening direct messages too fast"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
    200000: (400, "Message was blocked by automatic moderation"),
    200001: (400, "Title was blocked by automatic moderation"),
}
"""The status and the message of Discord's codes."""
CIRCUMSTANCES = frozenset({50083, 160002, 160004, 160005})
"""Refusals caused by another person's action, not by a mistake of the bot."""


def error_from_code(code: int) -> ApiError:
    """Discord's refusal with a known code."""
    return ApiError(KNOWN[code][0], code, KNOWN[code][1])


def unknown_channel() -> ApiError:
    """Refusal: the channel does not exist."""
    return error_from_code(10003)


def unknown_message() -> ApiError:
    """Refusal: the message does not exist, or was deleted."""
    return error_from_code(10008)


def unknown_user() -> ApiError:
    """Refusal: the user does not exist."""
    return error_from_code(10013)


def unknown_interaction() -> ApiError:
    """Refusal: the interaction has expired, or never existed."""
    return error_from_code(10062)


def missing_access() -> ApiError:
    """Refusal: the bot cannot see this place."""
    return error_from_code(50001)


def missing_permissions() -> ApiError:
    """Refusal: the bot lacks a permission in this place."""
    return error_from_code(50013)


def closed_dms() -> ApiError:
    """Refusal: the person accepts no direct messages from the bot."""
    return error_from_code(50007)
