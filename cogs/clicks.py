"""The actions behind the buttons of boards and of the panels of moves: claim → service → panel.

A custom id is a claim, not a fact: the table, its channel, the person's seat and the revision are
checked against the store before a move is shown or made, those of a form once it is submitted.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.moves import Moves
from bot.table.seating import Table
from bot.words import one_text
from cogs._access.controls import BOARD_ACTIONS, PANEL_ACTIONS
from cogs._access.server_rules import require_opening
from cogs._answering.answer import Panel
from cogs._answering.presentation import accent, frame
from cogs._answering.refusals import sentence
from cogs._answering.visitor import Visit, Visitor
from cogs._pages import about_table, analysis, board, log, notes, pages, replay, short_rules
from cogs._pages.film import show_film
from cogs._pages.page_file import send_page
from cogs._pages.pages import PAGES
from cogs._panel import advance, form, hour, lesson, moves, recap, score
from cogs._posts import hands
from cogs._requests import requests
from cogs._words import labels
from render.contract import TABLE
from rules.contract import RulesError

# ---- buttons of a board post ---------------------------------------------------------------------


async def _opening_page(visitor: Visitor, table: Table) -> Panel:
    """Panel of the next move; it says once if the player's direct messages are closed."""
    table = await lesson.wait_for_turn(visitor, table)
    visit = visitor.at(table)
    came_back = await _seat_again(visit)
    left = await visit.app.advance.left(table.id, visit.user)
    if (waits := await advance.page_of_any(visit, left)) is not None:
        return waits
    prompt = await visit.app.moves.ask(*visit.claim)
    lines = (
        came_back,
        advance.refusal_line(visit, left),
        await hands.closed_messages_note(visitor, table),
        await notes.line(visitor, table),
    )
    return await moves.opening_page(visit, prompt, one_text(*lines))


async def _seat_again(visit: Visit) -> str:
    """Give a person their seat back from the AI that plays for them; "" where none does."""
    if not await visit.app.seats.end_any_stand_in(visit.table.id, visit.user):
        return ""
    title = labels.title(visit.table, visit.language)
    return visit.text("table.sit_again_done", table=title)


async def _open_rematch(visitor: Visitor, table: Table) -> None:
    """Join the lobby of a rematch, opening it first if need be; its post calls the others."""
    if not await visitor.app.lobbies.has_rematch(table.id):
        await require_opening(visitor)
    lobby = await visitor.app.lobbies.rematch(table.id, visitor.person)
    await visitor.tell("table.joined", lobby)
    await hour.ask(visitor)


async def _replay(visitor: Visitor, table: Table, name: str, number: int) -> Panel:
    """Page of the replay: where it opens, or the turn that ends with a ply."""
    if name == pages.PAST:
        return await replay.page(visitor, table, number)
    return await replay.opening_page(visitor, table)


BOARD_ACTIONS.update(
    play=_opening_page,
    rematch=_open_rematch,
    film=show_film,
    page=send_page,
    hand=hands.page,
    recap=recap.recap,
    more=pages.more,
    replay=replay.opening_page,
    log=log.page_with,
)


PAGES.update(
    {
        pages.LOG: log.page,
        pages.NOTATION: log.page,
        pages.RULES: short_rules.page,
        pages.PEOPLE: about_table.people,
        pages.NOTE: notes.page,
        pages.SEAL: about_table.seal,
        pages.REPLAY: _replay,
        pages.PAST: _replay,
        pages.ANALYSIS: analysis.show_page,
        TABLE: board.page,
    }
)

# ---- verbs of a panel ----------------------------------------------------------------------------


async def _show_rules(visit: Visit, tokens: Sequence[str]) -> None:
    """Show the rules in short in a message of their own: the panel stays."""
    await visit.answer.send(await short_rules.rules(visit, visit.table.game, ""))


async def _question_to_go_back(visit: Visit) -> Panel:
    """Question of `/table undo`: the moves that would go, and the people it asks."""
    try:
        return await requests.question(visit, visit.table, "undo")
    except RulesError as error:
        return frame(accent(()), sentence(error, visit.language))


PANEL_ACTIONS.update(
    go=moves.prompt_page,
    ok=moves.play,
    then=moves.go_on,
    form=moves.enter,
    some=moves.shows(Moves.choose),
    ask=moves.shows(Moves.ask_after),
    more=moves.shows(Moves.ask, detailed=True),
    help=moves.shows(Moves.ask_after, detailed=True),
    sug=moves.suggestion,
    why=moves.explanation,
    choice=moves.choice_page,
    because=moves.explanation_of_choice,
    type=form.open_form,
    again=form.open_form_again,
    undo=lambda visit, _: moves.take_back(visit, 1),
    restart=lambda visit, _: moves.take_back(visit, None),
    rules=_show_rules,
    quiet=moves.silence_coach,
    both=moves.play_and_follow,
    on=moves.play_and_suggest,
    forget=advance.cancel,
    anew=moves.choose_anew,
    pt=score.page_after_move,
    catch_up=moves.catch_up,
    go_back=_question_to_go_back,
)
