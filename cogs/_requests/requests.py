"""Requests of players at a running table: to take moves back, to pause, to give up a seat.

Each request is confirmed in private first, where its effect and the people asked are shown; then it
is carried out, or put to the vote at the table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Self

import discord
from discord import app_commands, ui

from bot import words
from bot.i18n import text
from bot.steps import takebacks
from bot.steps.seats import moment
from bot.steps.visibility import standing
from bot.table import seating
from bot.table.changes import Ply
from bot.table.encoding import stamp
from bot.table.motions import Kind, Motion, MotionTarget
from bot.table.negotiation import NewTerms, number_of, terms_of
from bot.table.seating import Status, Table
from cogs._requests import motions, referees
from cogs._shared import labels
from cogs._shared import presentation as present
from cogs._shared.access import is_seated, table_in
from cogs._shared.answering import LastingItem, message
from cogs._shared.confirmation import resign_question
from cogs._shared.items import ACCENT, LONGEST_CHOICE, matching_choices, rows
from cogs._shared.labels import Click
from cogs._shared.table_lookup import (
    about_a_table,
    command,
    table_of_command,
    table_of_suggestions,
)
from cogs._shared.translator import localized
from cogs._shared.visit import Visitor
from rules.contract import RulesError

VERBS = {
    "undo": discord.ButtonStyle.primary,
    "pause": discord.ButtonStyle.primary,
    "resume": discord.ButtonStyle.primary,
    "offer": discord.ButtonStyle.primary,
    "stand_in": discord.ButtonStyle.primary,
    "sit_again": discord.ButtonStyle.success,
    "end": discord.ButtonStyle.danger,
    "terms": discord.ButtonStyle.primary,
    "replace": discord.ButtonStyle.danger,
    "remove": discord.ButtonStyle.danger,
    "host": discord.ButtonStyle.primary,
    "exit": discord.ButtonStyle.secondary,
    "resign": discord.ButtonStyle.danger,
    "keep": discord.ButtonStyle.secondary,
}
RULED: Mapping[str, Kind] = {
    "undo": Kind.UNDO,
    "pause": Kind.PAUSE,
    "resume": Kind.RESUME,
    "replace": Kind.REPLACE,
    "terms": Kind.TERMS,
}
"""Requests that a referee decides without a vote."""
ASKING: Mapping[str, Kind] = {**RULED, "end": Kind.END}
"""Requests that are put to the vote."""
OF_SEAT = frozenset({"replace", "remove", "host"})
"""Requests whose number is a seat."""
LONGEST_PAUSE = 60
"""Days."""
LONGEST_BUTTON = 80
"""Characters of a button's label."""


# ---- the confirmation ----------------------------------------------------------------------------


async def question(visitor: Visitor, table: Table, verb: str, number: int | None) -> ui.LayoutView:
    """Confirmation of a request: its effect, the people who would be asked, and the buttons."""
    language, user = visitor.language, visitor.user
    if verb == "exit":
        return ways_out(table, user, language)
    lines, target = list[str](), _target(visitor, table, verb, number)
    if target.terms is not None:
        lines += motions.terms_lines(target.terms, language)
    decides = verb in RULED and await referees.is_referee(visitor, table)
    if verb == "undo":
        player = None if decides and number is not None else user
        scope = await visitor.app.votes.undo_scope(table.id, player, number)
        target = MotionTarget(to=scope.to, point=number is not None)
        lines += motions.undo_lines(table, scope, language)
    details = {
        "table": labels.title(table, language),
        **_details(visitor, table, number, verb),
    }
    code = resign_question(table, user) if verb == "resign" else f"table.wish_{verb}"
    lines.insert(0, text(code, language, **details))
    label = ""
    if decides:
        lines.append(text("table.wish_rules", language))
    elif verb in ASKING:
        people = await visitor.app.votes.people_to_ask(table.id, user, ASKING[verb], target)
        names = [name for person, name in _people(table) if person in people]
        code = "table.wish_asks" if names else "table.wish_asks_nobody"
        lines.append(text(code, language, names=names, n=len(names)))
        if verb == "undo" and len(people) == 1:
            label = _asking_label(table, people[0], language)
        lines += motions.away_lines(table, user, ASKING[verb], target, people, language)
    verbs = ["offer", "stand_in", "keep"] if verb == "offer" else [verb, "keep"]
    buttons = (
        RequestButton.of(table, "do", answer, number, language, label if answer == verb else None)
        for answer in verbs
    )
    return present.frame(ACCENT, *lines, ui.ActionRow[Any](*buttons))


def _asking_label(table: Table, person: int, language: str) -> str:
    """Label of the button that asks one person."""
    name = labels.names(table)[table.seat_of(person)]
    return words.shorten(text("table.ask_person_button", language, name=name), LONGEST_BUTTON)


def ways_out(table: Table, user: int, language: str) -> ui.LayoutView:
    """The ways to leave a running game, each with a line about what it means."""
    lines = [text("table.exit_question", language, table=labels.title(table, language))]
    verbs = [*_ways_out(table, user)]
    is_alone = len(table.humans()) == 1
    for verb in verbs:
        code = "table.exit_end_alone" if verb == "end" and is_alone else f"table.exit_{verb}"
        lines.append(f"**{labels.answer(table, verb, language)}** · {text(code, language)}")
    buttons = [RequestButton.of(table, "ask", verb, None, language) for verb in verbs]
    keep = RequestButton.of(table, "do", "keep", None, language)
    return present.frame(ACCENT, "\n".join(lines), *rows([*buttons, keep]))


def _ways_out(table: Table, user: int) -> Iterator[str]:
    """Verbs that lead out of a running game, the mildest first."""
    occupant, is_alone = table.seats[table.seat_of(user)], len(table.humans()) == 1
    if not (is_alone or occupant.stands_in):
        yield "stand_in"
    if not occupant.offered:
        yield "offer"
    yield "end"
    yield "resign"


def _people(table: Table) -> list[tuple[int | None, str]]:
    ids = [occupant.user_id for occupant in table.seats]
    return list(zip(ids, labels.bold_names(table), strict=True))


def _details(visitor: Visitor, table: Table, number: int | None, verb: str) -> dict[str, Any]:
    language = visitor.language
    if verb == "pause":
        end = _end_of_pause(visitor, number)
        code = "table.pause_until" if end else "table.pause_open"
        return {"length": text(code, language, until=moment(end) if end else "")}
    if verb in ("replace", "remove"):
        return {"seat": labels.bold_names(table)[number or 0]}
    if verb == "host":
        heir = visitor.app.people.preferences(table.seats[number or 0].user_id or 0)
        until = discord.utils.format_dt(heir.away_until or visitor.app.clock.now(), "D")
        return {"name": labels.bold_names(table)[number or 0], "until": until}
    return {}


def _end_of_pause(visitor: Visitor, days: int | None) -> str | None:
    """End of a pause of so many days from now; None for one without an end."""
    if not days:
        return None
    return stamp(visitor.app.store.clock.now() + timedelta(days=days))


def _pause_of_days(visitor: Visitor, days: int | None) -> MotionTarget:
    """What a motion for a pause of so many days is about."""
    return MotionTarget(until=_end_of_pause(visitor, days), days=days or None)


# ---- the actions ---------------------------------------------------------------------------------


async def _undo(visitor: Visitor, table: Table, number: int | None) -> Motion | None:
    return await visitor.app.votes.propose_undo(table.id, visitor.user, number)


async def _pause(visitor: Visitor, table: Table, number: int | None) -> Motion | None:
    return await _propose(visitor, table, Kind.PAUSE, _pause_of_days(visitor, number))


async def _resume(visitor: Visitor, table: Table, number: int | None) -> Motion | None:
    return await _propose(visitor, table, Kind.RESUME)


async def _end(visitor: Visitor, table: Table, number: int | None) -> Motion | None:
    return await _propose(visitor, table, Kind.END)


async def _replace(visitor: Visitor, table: Table, number: int | None) -> Motion | None:
    return await _propose(visitor, table, Kind.REPLACE, MotionTarget(seat=number))


async def _change_terms(visitor: Visitor, table: Table, number: int | None) -> Motion | None:
    target = MotionTarget(terms=_new_terms(table, number))
    return await _propose(visitor, table, Kind.TERMS, target)


def _new_terms(table: Table, number: int | None) -> NewTerms:
    """Terms that a request asks for, by their number; without one, the same. Raises BadOptions."""
    terms = table.terms
    return NewTerms(terms, terms if number is None else terms_of(number, terms))


async def _propose(
    visitor: Visitor, table: Table, kind: Kind, target: MotionTarget | None = None
) -> Motion | None:
    return await visitor.app.votes.propose(table.id, visitor.user, kind, target)


async def _remove(visitor: Visitor, table: Table, number: int | None) -> None:
    await visitor.app.lobbies.remove(table.id, visitor.user, number or 0)


async def _offer(visitor: Visitor, table: Table, number: int | None) -> None:
    await visitor.app.seats.offer(table.id, visitor.user, number)


async def _stand_in(visitor: Visitor, table: Table, number: int | None) -> None:
    await visitor.app.seats.start_stand_in(table.id, visitor.user)


async def _sit_again(visitor: Visitor, table: Table, number: int | None) -> None:
    await visitor.app.seats.end_stand_in(table.id, visitor.user)


async def _hand_over(visitor: Visitor, table: Table, number: int | None) -> None:
    await visitor.app.seats.hand_over(table.id, visitor.user, number or 0)


async def _resign(visitor: Visitor, table: Table, number: int | None) -> None:
    await visitor.app.seats.resign(table.id, visitor.user)


async def _keep(visitor: Visitor, table: Table, number: int | None) -> None:
    """Do nothing: the table goes on."""


ACTIONS: Mapping[str, Callable[[Visitor, Table, int | None], Awaitable[Motion | None]]] = {
    "undo": _undo,
    "pause": _pause,
    "resume": _resume,
    "end": _end,
    "replace": _replace,
    "terms": _change_terms,
    "remove": _remove,
    "offer": _offer,
    "stand_in": _stand_in,
    "sit_again": _sit_again,
    "host": _hand_over,
    "resign": _resign,
    "keep": _keep,
}
"""Actions of the buttons; they return the motion where others are asked first."""


async def carry_out(visitor: Visitor, table: Table, verb: str, number: int | None) -> str:
    """Carry out a request, or put it to the vote, and return a sentence about that."""
    language = visitor.language
    if verb in RULED and await referees.is_referee(visitor, table):
        if verb == "undo" and number is None:
            raise RulesError("table.referee_point")
        await referees.rule(visitor, table, RULED[verb], _target(visitor, table, verb, number))
        return text(f"table.{verb}_done", language, table=labels.title(table, language))
    motion, title = await ACTIONS[verb](visitor, table, number), labels.title(table, language)
    if motion is None:
        details = _details(visitor, table, number, verb)
        return text(f"table.{verb}_done", language, **{"table": title, **details})
    names = [name for person, name in _people(table) if person in motion.votes]
    return text("table.wish_asked", language, table=title, names=names)


def _target(visitor: Visitor, table: Table, verb: str, number: int | None) -> MotionTarget:
    """Target of a request's motion, except for the scope of taking back."""
    if verb == "terms":
        return MotionTarget(terms=_new_terms(table, number))
    if verb == "pause":
        return _pause_of_days(visitor, number)
    return MotionTarget(seat=number) if verb == "replace" else MotionTarget(to=number or 0)


class RequestButton(
    LastingItem[ui.Button[Any]],
    template=rf"w:(?P<table_id>\d{{1,18}}):(?P<stage>ask|do):(?P<verb>{'|'.join(VERBS)})"
    r"(\.(?P<number>\d{1,9}))?:(?P<revision>\d{1,18})",
):
    """A request to confirm or to do: `w:<table>:<stage>:<verb>[.<number>]:<revision>`.

    The number is a ply, days or a seat, depending on the verb.
    """

    def __init__(
        self,
        item: ui.Button[Any],
        table_id: int,
        revision: int,
        stage: str,
        verb: str,
        number: int | None = None,
    ) -> None:
        super().__init__(item)
        self.table_id, self.revision = table_id, revision
        self.stage, self.verb, self.number = stage, verb, number

    @classmethod
    def of(
        cls,
        table: Table,
        stage: str,
        verb: str,
        number: int | None,
        language: str,
        label: str | None = None,
    ) -> Self:
        """Button of a request, by default with the label of its verb."""
        action = verb if number is None else f"{verb}.{number}"
        button = ui.Button[Any](
            label=label or labels.answer(table, verb, language),
            style=VERBS[verb] if stage == "do" else discord.ButtonStyle.secondary,
            custom_id=f"w:{table.id}:{stage}:{action}:{table.revision}",
        )
        return cls(button, table.id, table.revision, stage, verb, number)

    async def press(self, visitor: Visitor) -> None:
        """Ask for confirmation, or carry out; ask again if the table has changed since."""
        table, verb = await table_in(visitor, self.table_id), self.verb
        if verb in OF_SEAT and not 0 <= (self.number or 0) < len(table.seats):
            raise RulesError("panel.unknown_button")
        is_stale = verb in (*ASKING, "resign") and table.revision != self.revision
        asks = self.stage == "ask" or is_stale or verb == "exit"
        if verb not in ("keep", "sit_again") and asks:
            if verb not in RULED or not await referees.is_referee(visitor, table):
                table.seat_of(visitor.user)
            view = await question(visitor, table, verb, self.number)
        else:
            outcome = await carry_out(visitor, table, verb, self.number)
            view = present.frame(ACCENT, outcome)
        await visitor.respond(view)


def late_turn_buttons(table: Table, seat: int) -> ui.View:
    """Buttons below the notice of a late turn: a pause, a substitute, the end."""
    view = ui.View(timeout=None)
    for verb, number in (("pause", None), ("replace", seat), ("end", None)):
        view.add_item(RequestButton.of(table, "ask", verb, number, table.language))
    return view


def repeat_button(table: Table, motion: Motion) -> ui.View:
    """Button below a notice that repeats a motion."""
    label = text("table.ask_again_button", table.language)
    wish = str(motion.kind), _number(motion)
    return ui.View(timeout=None).add_item(
        RequestButton.of(table, "ask", *wish, table.language, label)
    )


def _number(motion: Motion) -> int | None:
    """Number of the request that a motion has come from."""
    target = motion.target
    if motion.kind is Kind.UNDO:
        return target.to if target.point else None
    if target.terms is not None:
        return number_of(target.terms.after)
    return target.seat if target.until is None else target.days


# ---- the page of More ----------------------------------------------------------------------------


def available_verbs(table: Table, user: int) -> Iterator[str]:
    """Verbs of the requests that a user may make at a table in its current state."""
    if table.status is not Status.LIVE or user not in table.humans():
        return
    if table.seats[table.seat_of(user)].stands_in:
        yield "sit_again"
    if table.rests:
        yield "resume"
    else:
        yield "undo"
        yield "pause"
    yield "exit"


async def page(
    visitor: Visitor, table: Table, *others: LastingItem[Any]
) -> list[str | ui.Item[Any]]:
    """Page of *More* with the players, the open motions, and buttons for requests and `others`."""
    language, user = visitor.language, visitor.user
    lines = [text("table.people_heading", language, table=labels.title(table, language))]
    lines += (seat_line(table, seat, language) for seat in range(len(table.seats)))
    for motion in await visitor.app.votes.open_motions(table.id):
        what = text(f"table.what_{motion.kind}", language)
        lines.append(text("table.asked_now", language, what=what, until=moment(motion.expires_at)))
    buttons: list[LastingItem[Any]] = [
        RequestButton.of(table, "ask", verb, None, language)
        for verb in available_verbs(table, user)
    ]
    return ["\n".join(lines), *rows([*buttons, *others])]


def seat_line(table: Table, seat: int, language: str) -> str:
    """Line about a seat: its player, and its state."""
    occupant, line = table.seats[seat], f"**{labels.SEATS[seat]}** {labels.bold_names(table)[seat]}"
    if occupant.user_id == table.host_id:
        line = text("lobby.host", language, name=line)
    if occupant.resigned:
        line = text("table.seat_resigned", language, seat=line)
    elif occupant.stands_in:
        line = text("table.seat_stands_in", language, seat=line)
    return text("table.seat_offered", language, seat=line) if occupant.offered else line


# ---- the commands --------------------------------------------------------------------------------


async def _ask(visitor: Visitor, table: Table, verb: str, number: int | None = None) -> None:
    view = await question(visitor, table, verb, number)
    await visitor.respond(view)


async def _turn_choices(interaction: Click, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete of the turns whose beginning the table may return to, the newest first."""
    visitor = Visitor.of(interaction)
    if (table := await table_of_suggestions(visitor)) is None:
        return []
    plies = standing(await visitor.app.reading.log(table.id, None))
    turns, choices, start = list(present.turns(plies)), dict[int, str](), 0
    for turn in turns:
        choices[start] = _turn_label(table, turn, visitor.language)
        start = turn[-1].ply
    return matching_choices(typed, dict(reversed(choices.items())))


def _turn_label(table: Table, turn: list[Ply], language: str) -> str:
    name = labels.names(table)[turn[0].seat]
    line = text("table.undo_before", language, name=name, move=turn[0].notation)
    return words.shorten(line, LONGEST_CHOICE)


async def _player_choices(interaction: Click, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete of the other players' seats."""
    visitor = Visitor.of(interaction)
    if (table := await table_of_suggestions(visitor)) is None:
        return []
    names = enumerate(labels.names(table))
    choices = {
        seat: f"{labels.SEATS[seat]} · {name}"
        for seat, name in names
        if table.seats[seat].user_id not in (None, visitor.user)
    }
    return matching_choices(typed, choices)


def _about_a_player(function: Any) -> Any:
    """Give a command its player: name, description and autocomplete in one place."""
    rename = app_commands.rename(player=localized("command.table_player.name"))
    describe = app_commands.describe(player=localized("command.table_player.description"))
    return app_commands.autocomplete(player=_player_choices)(rename(describe(function)))


class RequestCommands:
    """Commands of `/table` for requests."""

    @command("undo")
    @about_a_table
    @app_commands.rename(to=localized("command.table_undo_to.name"))
    @app_commands.describe(to=localized("command.table_undo_to.description"))
    @app_commands.autocomplete(to=_turn_choices)
    async def undo(
        self, interaction: Click, to: int | None = None, number: int | None = None
    ) -> None:
        """Take back my last turn, or return to the beginning of another one."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        takebacks.require_running(table)
        await referees.require(visitor, table)
        if to is None and not is_seated(visitor, table):
            raise RulesError("table.referee_point")
        await _ask(visitor, table, "undo", to)

    @command("pause")
    @about_a_table
    @app_commands.rename(days=localized("command.table_pause_days.name"))
    @app_commands.describe(days=localized("command.table_pause_days.description"))
    async def pause(
        self,
        interaction: Click,
        days: app_commands.Range[int, 1, LONGEST_PAUSE] | None = None,
        number: int | None = None,
    ) -> None:
        """Pause a game, if the others agree."""
        visitor = Visitor.of(interaction)
        await _ask(visitor, await running_table(visitor, number), "pause", days)

    @command("resume")
    @about_a_table
    async def resume(self, interaction: Click, number: int | None = None) -> None:
        """Resume a paused game, if the others agree."""
        visitor = Visitor.of(interaction)
        await _ask(visitor, await running_table(visitor, number), "resume")

    @command("substitute")
    @about_a_table
    async def substitute(self, interaction: Click, number: int | None = None) -> None:
        """Offer my seat to somebody else, or let an AI play for me."""
        visitor = Visitor.of(interaction)
        await _ask(visitor, await _own_running_table(visitor, number), "offer")

    @command("back")
    @about_a_table
    async def back(self, interaction: Click, number: int | None = None) -> None:
        """Take my seat back from the AI that stands in for me."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        outcome = await carry_out(visitor, table, "sit_again", None)
        await visitor.respond(message(outcome))

    @command("remove")
    @about_a_table
    @_about_a_player
    async def remove(self, interaction: Click, player: int, number: int | None = None) -> None:
        """Remove a player before the start; later, ask the others for a substitute."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        if not 0 <= player < len(table.seats):
            raise RulesError("table.no_such_seat")
        if table.status is Status.LIVE:
            await referees.require(visitor, table)
        verb = "replace" if table.status is Status.LIVE else "remove"
        await _ask(visitor, table, verb, player)

    @command("host")
    @about_a_table
    @_about_a_player
    async def host(self, interaction: Click, player: int, number: int | None = None) -> None:
        """Make somebody else at the table its host."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        heir = seating.heir(table, player, visitor.user)
        if visitor.app.people.preferences(heir).is_away(visitor.app.clock.now()):
            await _ask(visitor, table, "host", player)
            return
        await visitor.respond(message(await carry_out(visitor, table, "host", player)))


async def running_table(visitor: Visitor, number: int | None) -> Table:
    """Running table of a command, for its players and referees only. Raises RulesError."""
    table = await table_of_command(visitor, number)
    table.require(Status.LIVE)
    await referees.require(visitor, table)
    return table


async def _own_running_table(visitor: Visitor, number: int | None) -> Table:
    """Running table of a command, for its players only. Raises RulesError."""
    table = await table_of_command(visitor, number)
    table.require(Status.LIVE)
    table.seat_of(visitor.user)
    return table
