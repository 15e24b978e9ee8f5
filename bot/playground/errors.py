"""Errors as Discord gives them: status, number, sentence and the fault's place in the body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
        super().__init__(f"{status} {code}: {message} {error_tree(self.problems) or ''}".rstrip())

    def body(self) -> Json:
        answer: Json = {"message": self.message, "code": self.code}
        if self.problems:
            answer["errors"] = error_tree(self.problems)
        return answer


class CallRefused(Exception):
    """The page asked for something a member cannot do; `code` is in the page's catalogue."""

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
    """The body is not as it should be."""
    return ApiError(400, 50035, "Invalid Form Body", problems)


KNOWN: Mapping[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
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
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
    200000: (400, "Message was blocked by automatic moderation"),
    200001: (400, "Title was blocked by automatic moderation"),
}
"""The status and the sentence that go with Discord's codes."""
CIRCUMSTANCES = frozenset({50083, 160004})
"""Refusals for what others have done meanwhile: no mistake of the bot."""


def error_from_code(code: int) -> ApiError:
    """The refusal that Discord gives this number to."""
    return ApiError(KNOWN[code][0], code, KNOWN[code][1])


def unknown_channel() -> ApiError:
    """There is no such channel."""
    return error_from_code(10003)


def unknown_message() -> ApiError:
    """There is no such message, or no more."""
    return error_from_code(10008)


def unknown_user() -> ApiError:
    """There is no such person."""
    return error_from_code(10013)


def unknown_interaction() -> ApiError:
    """The interaction is over, or never was."""
    return error_from_code(10062)


def missing_access() -> ApiError:
    """The bot cannot look in there."""
    return error_from_code(50001)


def missing_permissions() -> ApiError:
    """The bot may look but not do this."""
    return error_from_code(50013)


def closed_dms() -> ApiError:
    """The person takes no direct messages from the bot."""
    return error_from_code(50007)
