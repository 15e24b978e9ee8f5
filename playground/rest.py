"""The bot's REST API: each request is authorised, limited, checked, carried out and recorded."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter, deque
from typing import Any

import aiohttp
import msgspec
from aiohttp import web

from playground import (
    api_application,
    api_channels,
    api_interactions,
    api_people,
    people,
    validate,
)
from playground.core import Core
from playground.display import display_faults
from playground.errors import KNOWN, ApiError, Json, invalid_form
from playground.limits import (
    MESSAGE,
    Limits,
    Verdict,
    counts_everywhere,
    global_refusal,
    refusal_headers,
)
from playground.messages import Files
from playground.routing import Answer, Call, Route, routes
from playground.wire import BadJson, json_of, whole_number

log = logging.getLogger(__name__)

PREFIX = "/api/v10"
FILE_PART = re.compile(r"files\[(\d+)\]")
MOST_BODY_BYTES = 25 * 2**20
REMEMBERED = 2_000
EDIT = ("PATCH", MESSAGE)
OLD_SECONDS = 3600.0
"""Age in seconds after which a message counts as old."""
API_MODULES = (api_application, api_channels, api_interactions, api_people)
"""Modules imported for the routes that they add."""


class Rest:
    """Handler of the bot's requests."""

    def __init__(self, core: Core, *, strict: bool, limited: bool) -> None:
        self._core, self._strict = core, strict
        clock, seen = core.world.clock.monotonic, core.world.observed.limits
        self._limits = Limits(clock, seen) if limited else None
        self.requests: deque[Call] = deque(maxlen=REMEMBERED)
        """The last requests, without the bytes of their files."""
        self.counts: Counter[tuple[str, str]] = Counter()
        """Number of times each call was made, by method and template."""
        self.refused: list[str] = []
        """Requests of the bot that Discord would refuse, one readable line each."""
        self.limited = 0
        """Number of requests that a rate limit has refused."""
        self.misspelt: list[str] = []
        """Fields sent by the bot that Discord does not know and would ignore."""
        self.display_faults: list[str] = []
        """Rows of texts of the bot that a phone does not show as they are meant."""

    def add_to(self, app: web.Application) -> None:
        """Add every route to the web application, literal paths before ones with placeholders."""
        for route in sorted(routes.all, key=lambda route: route.template.count("{")):
            app.router.add_route(route.method, PREFIX + route.template, self._door(route))
        app.router.add_route("*", PREFIX + "/{rest:.*}", self._unknown)

    async def _unknown(self, request: web.Request) -> web.Response:
        self._refuse(f"{request.method} {request.path}: the playground has no such call")
        return _answer(404, {"message": "404: Not Found", "code": 0})

    def _door(self, route: Route) -> Any:
        async def answer(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(PREFIX)
            call = Call(route.method, route.template, path, request.match_info, request.query)
            self.requests.append(call)
            self.counts[route.method, route.template] += 1
            try:
                given = await self._answer(route, call, request)
            except ApiError as error:
                given = self._error_answer(call, error)
            call.status = given.status
            self.limited += given.status == 429
            call.files = {index: (name, b"") for index, (name, _) in call.files.items()}
            return given

        return answer

    async def _answer(self, route: Route, call: Call, request: web.Request) -> web.StreamResponse:
        if (
            route.authorized
            and request.headers.get("Authorization") != f"Bot {people.SAMPLE_TOKEN}"
        ):
            raise ApiError(401, 0, "401: Unauthorized")
        multipart = await self._read(call, request)
        broken = self._fault_answer(call) or self._old_edit_answer(call)
        if broken is not None:
            return broken
        verdict = self._verdict(route, call)
        if verdict and verdict.refusal:
            return _answer(429, verdict.refusal, verdict.headers)
        await self._apply_faults(call, request, before=True)
        self._check(call, multipart=multipart)
        status, body = _status_and_body(route.handler(self._core, call))
        self._after(call)
        headers = verdict.headers if verdict else {}
        answer = web.Response(status=204, headers=headers)
        if status != 204:
            answer = _answer(status, self._core.public(body), headers)
        await self._apply_faults(call, request, before=False)
        return answer

    def _verdict(self, route: Route, call: Call) -> Verdict | None:
        """Verdict of the rate limits on a request; None where nothing is limited."""
        wait = self._core.faults.global_limit() if counts_everywhere(route.template) else 0.0
        if wait > 0:
            return global_refusal(wait)
        if self._limits is None:
            return None
        return self._limits.ask(route.method, route.template, call.places)

    async def _apply_faults(self, call: Call, request: web.Request, *, before: bool) -> None:
        """Delay or drop a request `before` it is carried out, or its answer afterwards."""
        faults, place = self._core.faults, (call.method, call.path)
        hold = faults.take("hold", *place, before=before)
        if hold:
            await hold["by"].reach()
        slow = faults.take("slow", *place, before=before)
        if slow:
            await asyncio.sleep(slow["seconds"])
        if faults.take("drop", *place, before=before) and request.transport:
            request.transport.abort()
            raise ApiError(500, 0, "connection lost")

    def _fault_answer(self, call: Call) -> web.Response | None:
        """The answer of a waiting fault, if one strikes this call."""
        faults = self._core.faults
        error = faults.take("http_error", call.method, call.path)
        if error:
            return web.Response(status=error["status"], text="upstream error")
        page = faults.take("page", call.method, call.path)
        if page:
            headers = {"Content-Type": page["kind"]}
            return web.Response(status=page["status"], body=page["body"].encode(), headers=headers)
        foreign = faults.take("foreign", call.method, call.path)
        if foreign:
            return _answer(foreign["status"], {key: foreign[key] for key in ("message", "code")})
        limit = faults.take("rate_limit", call.method, call.path)
        if limit:
            return _rate_limit_answer(limit)
        refusal = faults.take("refuse", call.method, call.path, call.body)
        return _refusal_answer(refusal) if refusal else None

    def _old_edit_answer(self, call: Call) -> web.Response | None:
        """The refusal of one more edit of old messages, where such a limit was observed."""
        limit, name = self._core.world.observed.old_edits, (call.method, call.template)
        number = whole_number(call.places.get("message_id", ""))
        if limit is None or self._limits is None or name != EDIT or number is None:
            return None
        if self._core.world.age(number) <= OLD_SECONDS:
            return None
        wait = self._limits.wait_for_old_edit(call.places["channel_id"], limit)
        fault = {"global": False, "scope": "shared", "via": True, "code": 30046}
        return _rate_limit_answer(fault | {"retry_after": wait}) if wait else None

    # ---- reading ---------------------------------------------------------------------------------

    async def _read(self, call: Call, request: web.Request) -> bool:
        """Read the body into `call`; returns whether it was multipart."""
        if request.content_type == "multipart/form-data":
            try:
                call.body, call.files = await self._read_parts(request)
            except ValueError as error:
                raise ApiError(400, 50035, f"Invalid Form Body: {error}") from None
            return True
        text = await request.read()
        if text:
            if request.content_type != "application/json":
                raise ApiError(400, 50035, "Expected 'Content-Type' header to be application/json")
            call.body = _decode(text)
        return False

    async def _read_parts(self, request: web.Request) -> tuple[Any, Files]:
        body: Any = {}
        files: dict[int, tuple[str, bytes]] = {}
        total = 0
        async for part in await request.multipart():
            if not isinstance(part, aiohttp.BodyPartReader):
                raise ValueError("parts within parts")
            content = bytes(await part.read())
            total += len(content)
            if total > MOST_BODY_BYTES:
                raise ApiError(413, 40005, "Request entity too large")
            numbered = FILE_PART.fullmatch(part.name or "")
            if part.name == "payload_json":
                body = _decode(content)
            elif numbered:
                files[int(numbered[1])] = (part.filename or "unknown", content)
        if self._core.faults.take("upload_fails") and request.transport:
            request.transport.abort()
            raise ApiError(500, 0, "connection lost")
        return body, files

    # ---- checking --------------------------------------------------------------------------------

    def _check(self, call: Call, *, multipart: bool) -> None:
        problems = validate.query_problems(call.method, call.template, call.query)
        body, name = call.body, (call.method, call.template)
        problems += validate.body_problems(*name, body, multipart=multipart)
        for field in validate.unknown_fields(*name, body, multipart=multipart):
            self.misspelt.append(f"{call.method} {call.template}: {field}")
        if isinstance(body, dict):
            self.display_faults += display_faults(body)
        if problems and self._strict:
            raise invalid_form(problems)

    def _error_answer(self, call: Call, error: ApiError) -> web.Response:
        if error.status in {400, 413} and not error.is_expected:
            self._refuse(f"{call.method} {call.path}: {error}")
        return _answer(error.status, error.body())

    def _refuse(self, line: str) -> None:
        self.refused.append(line)
        log.warning("refused: %s", line)
        self._core.broken(line)

    def _after(self, call: Call) -> None:
        """Notify the pages of changed commands or emojis."""
        if call.method != "GET" and "/commands" in call.template:
            self._core.commands_changed()
        if call.method != "GET" and "/emojis" in call.template:
            self._core.emojis_changed()


def _rate_limit_answer(fault: Json) -> web.Response:
    """A 429 answer; without `via` it is one of Cloudflare, the proxy in front of Discord."""
    scope = "global" if fault["global"] else fault["scope"]
    headers = refusal_headers(scope, fault["retry_after"])
    if not fault["via"]:
        blocked = {"Retry-After": headers["Retry-After"]}
        return web.Response(status=429, text="error code: 1015", headers=blocked)
    code, wait = fault["code"], fault["retry_after"]
    sentence = KNOWN[code][1] if code in KNOWN else "You are being rate limited."
    body = {"message": sentence, "retry_after": wait, "global": fault["global"]}
    return _answer(429, body | ({"code": code} if code else {}), headers)


def _refusal_answer(fault: Json) -> web.Response:
    """The ordered refusal, by default with the status and message of its code."""
    status, sentence = KNOWN.get(fault["code"], (0, "Refused"))
    body = {"message": fault["message"] or sentence, "code": fault["code"]}
    return _answer(fault["status"] or status, body)


def _status_and_body(answer: Answer) -> tuple[int, Any]:
    if answer is None:
        return 204, None
    return answer if isinstance(answer, tuple) else (200, answer)


def _decode(text: bytes) -> Any:
    try:
        return json_of(text)
    except BadJson:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


def _answer(status: int, body: Json, headers: dict[str, str] | None = None) -> web.Response:
    """A JSON answer with exactly the content type that discord.py expects."""
    complete = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(status=status, body=msgspec.json.encode(body), headers=complete)
