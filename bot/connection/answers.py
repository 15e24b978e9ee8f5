"""Telling Discord's own answers from those of a proxy in front of it.

Only one kind of error is a refusal by Discord: JSON with a code that is known for this kind of
request. Pages, foreign JSON, a 401 and unknown codes are outages, for every request of the bot:
`listen` and `Webhooks` turn them into errors that no handler takes for a refusal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from types import TracebackType
from typing import Any

import discord

from bot.connection.decorations import INVALID_FORM, Observer, ignore, send_undecorated
from bot.connection.discord_internals import (
    ERRORS_FILE,
    InteractionRequests,
    Request,
    use_for_interactions,
    wrap_requests,
)

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_INTERACTION = 10062
ANSWERED_ALREADY = 40060
ARCHIVED = 50083
THREAD_EXISTS = 160004
LOCKED = 160005
EDITED_TOO_OFTEN = 30046
TOO_MANY_DIRECT_CHANNELS = 40003
WORDS_BLOCKED = frozenset({200000, 200001, 240000})
"""AutoMod refuses a message, AutoMod refuses a title, Discord calls a link harmful."""
NO_DIRECT_MESSAGES = frozenset({50007, 50278})
"""A person accepts no messages, or shares no server with the bot. The HTTP status is 403 or 400."""

PLACES = frozenset(
    {UNKNOWN_CHANNEL, 10004, 40058, 50001, 50003, 50008, 50009, 50013, 50024, ARCHIVED, LOCKED}
    | {30033, 160006, 160007}
)
"""The place is gone, closed, full, of another kind, or a permission is missing."""
PEOPLE = frozenset({10007, 10013, 40007, 50033, TOO_MANY_DIRECT_CHANNELS, *NO_DIRECT_MESSAGES})
"""A person is gone, or cannot be sent a message."""
MESSAGES = frozenset({UNKNOWN_MESSAGE, EDITED_TOO_OFTEN, 50005, 50021, 160002, THREAD_EXISTS})
"""A message is gone, is not ours, was edited too often, or has a thread."""
CONTENTS = frozenset(
    {10014, 20009, 40005, 50006, INVALID_FORM, 50045, 50046, 50068, 50080, 50109, 50110, 50138}
    | {50146, 50151, 400001, *WORDS_BLOCKED}
)
"""The content is refused: its form, its size or its words."""
APPLICATIONS = frozenset({10002, 10063, 20012, 30008, 30018, 30032, 30034, 40041})
"""The application has too many icons or commands, or is not ours."""
UNUSABLE = frozenset({10015, UNKNOWN_INTERACTION, ANSWERED_ALREADY, 40094, 50027})
"""An interaction has expired, has an answer, or takes no more of them."""

TO_CLICKS = PLACES | MESSAGES | CONTENTS | UNUSABLE
TO_ALL_ELSE = PLACES | PEOPLE | MESSAGES | CONTENTS | APPLICATIONS
CLICKS = ("/interactions/", "/webhooks/")
"""Parts of the paths of requests that answer a click or a command."""
LOGIN = "/users/@me"
FIELDS = {
    ("GET", LOGIN): "id",
    ("GET", "/applications/@me"): "id",
    ("GET", "/gateway/bot"): "shards",
    ("GET", "/emojis"): "items",
    ("POST", "/emojis"): "id",
    ("POST", "/users/@me/channels"): "id",
    ("POST", "/threads"): "id",
    ("POST", "/messages"): "id",
    ("GET", "/messages/{message_id}"): "id",
    ("PATCH", "/messages/{message_id}"): "id",
    ("GET", "/channels/{channel_id}"): "id",
    ("GET", "/members/{member_id}"): "user",
    ("GET", "/thread-members/{user_id}"): "user_id",
}
"""A field that Discord's answer always has, by the method and the end of the path."""
LISTS = (("GET", "/messages"), ("GET", "/commands"), ("PUT", "/commands"))
"""The same of the answers that are lists."""
BAD_TOKEN = "401: Unauthorized"
"""Text of Discord's error, with the code 0, for a token that it does not know."""
PASSING = frozenset({20016, 20028, 20029, 40004, 40006, 40062, 40333, 110001, 130000})
"""Temporary errors: too many requests, a feature switched off, or Cloudflare's block (40333)."""
BUSY = HTTPStatus.TOO_MANY_REQUESTS
SESSION_CLOSED = "Session is closed"
"""Text of aiohttp's error for a request after the bot has disconnected."""
TITLE = re.compile(r"<title>([^<]{1,80})</title>", re.IGNORECASE)
"""The only part of a page that is kept."""


class ForeignAnswer(discord.DiscordException):
    """A proxy answered in Discord's place; `status` is the HTTP status, or 0.

    Only the title of its text is kept: the rest may repeat the address of a request, which can be
    secret.
    """

    def __init__(self, text: str, status: int = 0, code: object = 0) -> None:
        title = TITLE.search(text)
        super().__init__(
            f"not Discord's answer: {status} {code} {title[1] if title else ''}".strip()
        )
        self.status = status


class UnknownRefusal(discord.DiscordException):
    """Discord refused with a `code` that is unknown here."""

    def __init__(self, error: discord.HTTPException) -> None:
        super().__init__(str(error))
        self.code = error.code


class BotStops(discord.DiscordException):
    """A request was cut off because the bot has disconnected."""


# ---- judging -------------------------------------------------------------------------------------


def is_spoken_by_discord(error: discord.HTTPException) -> bool:
    """Whether an error comes from Discord itself, even with a code that is unknown here."""
    if is_bad_token(error):
        return True
    has_code = type(error.code) is int and error.code != 0
    return has_code and error.code not in PASSING and not is_unauthorized(error)


def is_unauthorized(error: discord.HTTPException) -> bool:
    """Whether an error is a 401 without a code that is known for its request."""
    return error.status == HTTPStatus.UNAUTHORIZED and not is_known(error)


def is_bad_token(error: discord.HTTPException) -> bool:
    """Whether Discord refuses the bot's token at the login."""
    unauthorized = error.status == HTTPStatus.UNAUTHORIZED and error.code == 0
    return unauthorized and error.text == BAD_TOKEN and _path(error).endswith(LOGIN)


def is_known(error: discord.HTTPException) -> bool:
    """Whether the code of an error is known for this kind of request."""
    is_click = any(part in _path(error) for part in CLICKS)
    return error.code in (TO_CLICKS if is_click else TO_ALL_ELSE) or is_bad_token(error)


def _path(error: discord.HTTPException) -> str:
    url: Any = error.response.url
    return str(url).partition("?")[0]


def is_refusal(error: BaseException | None) -> bool:
    """Whether Discord itself refuses for a known reason, so that a retry would not help."""
    if not isinstance(error, discord.HTTPException) or error.status == BUSY or error.status >= 500:
        return False
    is_temporary = error.code == TOO_MANY_DIRECT_CHANNELS
    return is_spoken_by_discord(error) and is_known(error) and not is_temporary


# ---- clients -------------------------------------------------------------------------------------


@contextmanager
def judgment() -> Iterator[None]:
    """Block that raises ForeignAnswer, UnknownRefusal or BotStops for all but known errors."""
    try:
        yield
    except discord.HTTPException as error:
        raise _judged_error(error) from error.__cause__
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if not _is_about_answer(error):
            raise
        raise ForeignAnswer("") from error
    except RuntimeError as error:
        if str(error) != SESSION_CLOSED:
            raise
        raise BotStops(SESSION_CLOSED) from error


def _judged_error(error: discord.HTTPException) -> discord.DiscordException:
    """The error itself where Discord is busy or refuses; otherwise the error to raise instead."""
    is_busy, is_spoken = error.status == BUSY or error.status >= 500, is_spoken_by_discord(error)
    if is_busy or (is_spoken and is_known(error)):
        return error
    if is_spoken:
        return UnknownRefusal(error)
    code = error.code if type(error.code) is int else 0
    return ForeignAnswer(str(error.text), error.status, code)


def _is_about_answer(error: Exception) -> bool:
    """Whether discord.py failed while it read an answer, not while it made a request."""
    unreadable = isinstance(error, json.JSONDecodeError | UnicodeDecodeError)
    no_pause = isinstance(error, KeyError) and error.args == ("retry_after",)
    return unreadable or no_pause or _last_file(error.__traceback__) == ERRORS_FILE


def _last_file(traceback: TracebackType | None) -> str:
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback.tb_frame.f_code.co_filename if traceback is not None else ""


def require_json(route: Any, answer: Any) -> Any:
    """The answer to a successful request. Raises ForeignAnswer where it is not Discord's."""
    field = next((field for end, field in FIELDS.items() if _is_to(route, end)), None)
    is_list = any(_is_to(route, end) for end in LISTS)
    is_page = isinstance(answer, str) and (answer or field or is_list or route.method == "GET")
    is_strange = isinstance(answer, dict) and (
        is_list or (field is not None and field not in answer)
    )
    if is_page or is_strange:
        raise ForeignAnswer(str(answer), HTTPStatus.OK)
    return answer


def _is_to(route: Any, end: tuple[str, str]) -> bool:
    """Whether a request has this method and this end of its path."""
    method, path = end
    return bool(route.method == method and route.path.endswith(path))


def listen(client: discord.Client, lacks_icons: Observer = ignore) -> None:
    """Make a client accept only Discord's own answers, and leave out decorations it refuses.

    `lacks_icons` is called where icons are missing. discord.py has no hook for that.
    """

    def judged(send: Request) -> Request:
        async def request(route: Any, **options: Any) -> Any:
            with judgment():
                sending = partial(send, route)
                answer = await send_undecorated(sending, lacks_icons, **options)
                return require_json(route, answer)

        return request

    wrap_requests(client, judged)


class Webhooks(InteractionRequests):
    """Adapter that answers clicks and commands, and accepts only Discord's own answers."""

    def __init__(self, lacks_icons: Observer = ignore) -> None:
        super().__init__()
        self._lacks_icons = lacks_icons

    async def request(self, route: Any, *args: Any, **options: Any) -> Any:
        """Send one request that answers a click."""
        with judgment():
            sending = partial(super().request, route, *args)
            answer = await send_undecorated(sending, self._lacks_icons, **options)
            return require_json(route, answer)


def listen_to_clicks(lacks_icons: Observer = ignore) -> None:
    """Make this task, and those that it starts, answer clicks by `Webhooks`."""
    use_for_interactions(Webhooks(lacks_icons))
