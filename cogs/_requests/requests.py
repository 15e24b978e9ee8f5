"""Requests at a table, confirmed in private: the question, its buttons, and the page of *More*.

The question says what would change and who would be asked. Then the request is carried out, or put
to the vote at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from bot.i18n import text
from bot.steps.motion_kinds import KINDS
from bot.steps.moves import people_to_agree
from bot.steps.seats import moment
from bot.table.motions import Kind, Motion
from bot.table.seating import Status, Table
from cogs._access.access import may_moderate
from cogs._access.table_items import TableButton
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.items import ACCENT, GREY, Component
from cogs._answering.lasting_items import LastingItem
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._requests import motions, referees
from cogs._requests.kinds import REQUESTS, Request, details, may_have_stand_in
from cogs._words import labels
from rules.contract import RulesError

# ---- the question --------------------------------------------------------------------------------


async def question(
    visitor: Visitor, table: Table, verb: str, number: int | None = None, code: str = ""
) -> Panel:
    """Confirmation of a request: its effect, the people who would be asked, and the buttons.

    `code` is that of another question than the usual one.
    """
    app, language = visitor.app, visitor.language
    if verb == "exit":
        return ways_out(visitor, table, visitor.user)
    if verb == "cancel":
        verb = await _closing_verb(visitor, table)
    request = REQUESTS[verb]
    target, alternatives = request.target(app, table, number), request.others(table, visitor.user)
    code = code or request.question(table, visitor.user) or f"table.wish_{verb}"
    lines, label = [visitor.text(code, **details(table, target, language))], None
    if request.kind is not None:
        voter = None if await may_decide(visitor, table, request) else visitor.user
        draft = await app.votes.draft(table.id, voter, request.kind, target)
        lines += await request.lines(app, table, draft, language)
        lines += _lines_about_vote(visitor, table, draft)
        if request.names_voter and len(draft.votes) == 1:
            name = labels.names(table)[table.seat_of(next(iter(draft.votes)))]
            label = visitor.text("table.ask_person_button", name=name)
    buttons = [RequestButton.of(table, "do", verb, number, language, label)]
    if verb == Kind.END and visitor.user == table.host_id and await may_moderate(visitor, table):
        alternatives = ("cancel",)
        lines.append(visitor.text("table.moderator_may"))
    for answer in (*alternatives, "keep"):
        buttons.append(RequestButton.of(table, "do", answer, number, language))
    return frame(ACCENT, *lines, buttons)


async def _closing_verb(visitor: Visitor, table: Table) -> str:
    """Verb by which the person closes a table: a host asks the other players, if there are any.

    Raises RulesError for others than the host and moderators.
    """
    if visitor.user == table.host_id:
        return Kind.END if people_to_agree(table, visitor.user) else "cancel"
    if not await may_moderate(visitor, table):
        table.require_host(visitor.user)
    return "cancel"


async def may_decide(visitor: Visitor, table: Table, request: Request) -> bool:
    """Whether the person decides a request as a referee, without a vote."""
    is_for_referees = request.kind is not None and KINDS[request.kind].is_for_referees
    return is_for_referees and await referees.is_referee(visitor, table)


def _lines_about_vote(visitor: Visitor, table: Table, draft: Motion) -> Iterator[str]:
    """Lines about who is asked, or that a referee asks nobody."""
    if draft.by_id is None:
        yield visitor.text("table.wish_rules")
        return
    names = motions.player_names(table, draft.votes)
    code = "table.wish_asks" if names else "table.wish_asks_nobody"
    yield visitor.text(code, names=names, n=len(names))
    yield from motions.away_lines(table, draft, visitor.language)


def _answer_label(table: Table, verb: str, language: str) -> str:
    """Label of a button that does something about a table, or nothing: `keep`."""
    if verb == "keep" and (table.rests or table.status is not Status.LIVE):
        verb = "leave"
    return text(f"table.{verb}_button", language)


async def closing_question(visitor: Visitor, table: Table) -> Panel:
    """Question to the last person of a lobby, who cannot leave it: whether to close the table."""
    return await question(visitor, table, "cancel", code="table.alone_question")


def ways_out(visitor: Visitor, table: Table, user: int) -> Panel:
    """The ways to leave a running game, each with a line about what it means."""
    lines = [visitor.text("table.exit_question", table=labels.title(table, visitor.language))]
    verbs = [*_ways_out(table, user)]
    is_alone = len(table.humans()) == 1
    for verb in verbs:
        code = "table.exit_end_alone" if verb == "end" and is_alone else f"table.exit_{verb}"
        lines.append(f"**{_answer_label(table, verb, visitor.language)}** · {visitor.text(code)}")
    buttons = [RequestButton.of(table, "ask", verb, None, visitor.language) for verb in verbs]
    keep = RequestButton.of(table, "do", "keep", None, visitor.language)
    return frame(ACCENT, "\n".join(lines), [*buttons, keep])


def _ways_out(table: Table, user: int) -> Iterator[str]:
    """Verbs that lead out of a running game, the mildest first."""
    if may_have_stand_in(table, user):
        yield "stand_in"
    if not table.seats[table.seat_of(user)].offered:
        yield "offer"
    yield "end"
    yield "resign"


# ---- the action ----------------------------------------------------------------------------------


async def carry_out(visitor: Visitor, table: Table, verb: str, number: int | None) -> str:
    """Carry out a request, or put it to the vote, and return a sentence about that."""
    request, language, votes = REQUESTS[verb], visitor.language, visitor.app.votes
    user = visitor.user
    target, title = request.target(visitor.app, table, number), labels.title(table, language)
    if request.act is not None:
        await request.act(visitor.app, table.id, user, number)
    elif verb == "cancel":
        asks_nobody = user == table.host_id and not people_to_agree(table, user)
        moderator = not asks_nobody and await may_moderate(visitor, table)
        closed = await votes.cancel(table.id, user, moderator=moderator)
        verb = "cancel" if closed.status is Status.CANCELLED else "ask"
    elif request.kind is not None and await may_decide(visitor, table, request):
        await votes.rule(table.id, visitor.person, request.kind, target)
    elif request.kind is not None:
        motion = await votes.propose(table.id, user, request.kind, target)
        if motion is not None:
            names = motions.player_names(table, motion.votes)
            return visitor.text("table.wish_asked", table=title, names=names)
    return visitor.text(f"table.{verb}_done", **details(table, target, language))


class RequestButton(TableButton, template="w:{table_id}:{stage}:{verb}[.{number}]:{revision}"):
    """A request to confirm or to do."""

    revision: int
    stage: Literal["ask", "do"]
    verb: Annotated[str, one_of(REQUESTS)]
    number: Annotated[int, digits(9)] | None = None
    """A ply, days or a seat, depending on the verb."""

    @classmethod
    def of(
        cls,
        table: Table,
        stage: Literal["ask", "do"],
        verb: str,
        number: int | None,
        language: str,
        label: str | None = None,
    ) -> Self:
        """Button of a request, by default with the label of its verb."""
        label, style = label or _answer_label(table, verb, language), REQUESTS[verb].style
        style = style if stage == "do" else GREY
        return cls.named(label, table, table.revision, stage, verb, number, style=style)

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        """Ask for confirmation, or carry out; ask again if the table has changed since."""
        request = REQUESTS[self.verb]
        if request.is_of_seat and not 0 <= (self.number or 0) < len(table.seats):
            raise RulesError("panel.unknown_button")
        expires = request.kind is not None or self.verb in ("resign", "cancel")
        is_stale = expires and table.revision != self.revision
        asks = self.stage == "ask" or is_stale or self.verb == "exit"
        if request.is_confirmed and asks:
            if self.verb != "cancel" and not await may_decide(visitor, table, request):
                table.seat_of(visitor.user)
            return await question(visitor, table, self.verb, self.number)
        return frame(ACCENT, await carry_out(visitor, table, self.verb, self.number))


# ---- buttons elsewhere ---------------------------------------------------------------------------


def late_turn_buttons(table: Table, seat: int) -> list[RequestButton]:
    """Buttons below the notice of a late turn: a pause, a substitute, the end."""
    requests, language = {"pause": None, "replace": seat, "end": None}, table.language
    return [RequestButton.of(table, "ask", verb, n, language) for verb, n in requests.items()]


def repeat_button(table: Table, motion: Motion) -> RequestButton:
    """Button below a notice that repeats a motion."""
    label, number = text("table.ask_again_button", table.language), REQUESTS[motion.kind].number
    kind, language = str(motion.kind), table.language
    return RequestButton.of(table, "ask", kind, number(motion.target), language, label)


def available_verbs(table: Table, user: int) -> Iterator[str]:
    """Verbs of the requests that a user may make at a table in its current state."""
    if table.status is not Status.LIVE or user not in table.humans():
        return
    if table.seats[table.seat_of(user)].stands_in:
        yield "sit_again"
    yield from ("resume",) if table.rests else ("undo", "pause")
    yield "exit"


async def page(visitor: Visitor, table: Table, *others: LastingItem) -> list[Component]:
    """Page of *More* with the players, the open motions, and buttons for requests and `others`."""
    language = visitor.language
    lines = [visitor.text("table.people_heading", table=labels.title(table, language))]
    lines += (seat_line(visitor, table, seat) for seat in range(len(table.seats)))
    for motion in await visitor.app.votes.open_motions(table.id):
        what = visitor.text(f"table.what_{motion.kind}")
        lines.append(visitor.text("table.asked_now", what=what, until=moment(motion.expires_at)))
    buttons: list[LastingItem] = [
        RequestButton.of(table, "ask", verb, None, language)
        for verb in available_verbs(table, visitor.user)
    ]
    return ["\n".join(lines), [*buttons, *others]]


def seat_line(visitor: Visitor, table: Table, seat: int) -> str:
    """Line about a seat: its player, and its state."""
    occupant, line = table.seats[seat], f"**{labels.SEATS[seat]}** {labels.bold_names(table)[seat]}"
    if occupant.user_id == table.host_id:
        line = visitor.text("lobby.host", name=line)
    if occupant.resigned:
        line = visitor.text("table.seat_resigned", seat=line)
    elif occupant.stands_in:
        line = visitor.text("table.seat_stands_in", seat=line)
    return visitor.text("table.seat_offered", seat=line) if occupant.offered else line
