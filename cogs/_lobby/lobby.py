"""The lobby: a post with Join · Leave · Start · Options.

Every post is drawn from the table, so an old button works after a restart, and two people who join
at once both end up on the post.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated

from bot.app import App
from bot.i18n import text
from bot.table.seating import Status, Table
from cogs._access.access import require_lobby
from cogs._access.table_items import TableButton
from cogs._answering.answer import Panel, PrivateMessages
from cogs._answering.custom_ids import one_of
from cogs._answering.items import BLUE, GREEN, GREY
from cogs._answering.messages import NOBODY, Message
from cogs._answering.visitor import Visitor
from cogs._panel import early_start, hour, lesson
from cogs._panel.host_options import OPTIONS, options_panel
from cogs._requests.requests import closing_question
from cogs._words import labels
from cogs._words.fitting import fitting_text

VERBS = {
    "join": GREEN,
    "leave": GREY,
    "start": BLUE,
    "options": GREY,
}


# ---- the post ----------------------------------------------------------------------------------


def lobby_post(
    app: App,
    table: Table,
    invited: Sequence[int] = (),
    outcome: str = "",
    scores: Sequence[str] = (),
) -> Message:
    """Public post of a table, from its opening until the game is over.

    The people `invited` to a rematch are mentioned first. The `outcome` names the winners. The
    lines with the `scores` replace the seats and the options once the game has begun.
    """
    language, is_open, call = table.language, table.status is Status.LOBBY, ""
    if invited:
        names = [f"<@{user}>" for user in invited]
        call = text("lobby.rematch", language, names=names, host=labels.host(table))
    shows_hands = labels.facts(table).hands and is_open
    details = (
        f"-# {labels.options_text(table, language, unusual=True)}",
        text("lobby.hands", language) if shows_hands else "",
        _seats(app, table),
    )
    content = fitting_text(
        call,
        f"## {labels.title(table, language)}",
        f"*{labels.tagline(table.game, language)}*" if is_open else "",
        _headline(table, outcome, bool(scores)),
        *(scores or details),
    )
    return Message(content, buttons=_buttons(table) if is_open else ())


def _headline(table: Table, outcome: str, has_scores: bool) -> str:
    code = f"lobby.headline_{table.status}"
    if has_scores and table.status is Status.LIVE:
        code = "lobby.headline_scores"
    if table.status is Status.LOBBY and table.size == 1:
        code = "lobby.headline_alone"
    elif table.status is Status.LOBBY and len(table.seats) >= table.size:
        code = "lobby.headline_full"
    elif outcome:
        code = "lobby.headline_won"
    host, place = labels.host(table), labels.place(table)
    return text(code, table.language, host=host, place=place, outcome=outcome)


def _seats(app: App, table: Table) -> str:
    lines = [
        f"{labels.mark(app, table, seat)} {_holder(table, seat)}"
        for seat in range(max(table.size, len(table.seats)))
    ]
    return "\n".join(lines)


def _holder(table: Table, seat: int) -> str:
    if seat >= len(table.seats):
        return text("lobby.free_seat", table.language)
    name, ai = labels.bold_names(table)[seat], table.seats[seat].ai
    if ai is not None:
        level = text(f"common.level_{ai}", table.language)
        return text("lobby.machine", table.language, name=name, level=level)
    if table.seats[seat].user_id == table.host_id:
        return text("lobby.host", table.language, name=name)
    return name


def _buttons(table: Table) -> list[LobbyButton]:
    is_full = len(table.seats) >= table.size
    verbs = [verb for verb in VERBS if not (verb == "join" and is_full)]
    return [LobbyButton.of(table, verb, table.language) for verb in verbs]


# ---- its buttons ------------------------------------------------------------------------------


class LobbyButton(TableButton, template="l:{table_id}:{verb}"):
    """A button of the lobby post."""

    label = "lobby.{verb}"
    style = VERBS
    may_take_long = False
    verb: Annotated[str, one_of(VERBS)]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel | None:
        if table.lobby_message_id is None and visitor.interaction.channel_id == table.channel_id:
            # the post is there, even if Discord's response was lost
            post = visitor.interaction.message
            table = await visitor.app.places.note(table, lobby_message_id=post.id if post else None)
        return await PRESSED[self.verb](visitor, table)


async def _join(visitor: Visitor, table: Table) -> None:
    await _change(visitor, table, visitor.app.lobbies.join(table.id, visitor.person))
    await hour.ask(visitor)
    await lesson.offer(visitor, table.game)


async def _leave(visitor: Visitor, table: Table) -> Panel | None:
    require_lobby(visitor, table)
    if table.humans() == [visitor.user]:
        return await closing_question(visitor, table)
    await _change(visitor, table, visitor.app.lobbies.leave(table.id, visitor.user))
    return None


async def _start(visitor: Visitor, table: Table) -> Panel | None:
    """Start the table; with free seats, offer its host the ways to begin all the same."""
    if early_start.offers_early_start(visitor, table):
        return early_start.panel(table, visitor.language)
    await _change(visitor, table, visitor.app.lobbies.start(table.id, visitor.user))
    await PrivateMessages.of(visitor.app).delete_older(visitor.answer)  # the panel of options
    return None


async def _options(visitor: Visitor, table: Table) -> Panel:
    current = await visitor.app.lobbies.configure(table.id, visitor.user)
    return options_panel(current, OPTIONS, visitor.language)


PRESSED: Mapping[str, Callable[[Visitor, Table], Awaitable[Panel | None]]] = {
    "join": _join,
    "leave": _leave,
    "start": _start,
    "options": _options,
}


async def _change(visitor: Visitor, table: Table, change: Awaitable[Table]) -> None:
    """Make a change and redraw the clicked post at once; the outbox redraws it after that.

    A post made of components, as all once were, is left to the outbox, which posts another.
    """
    with visitor.app.places.mark_posting(table.id):
        post, clicked = lobby_post(visitor.app, await change), visitor.interaction.message
        if clicked is not None and clicked.flags.components_v2:
            await visitor.interaction.response.defer()
            return
        await visitor.interaction.response.edit_message(**post.to_edit, allowed_mentions=NOBODY)
