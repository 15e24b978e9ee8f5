"""The steps of a move: question, preview, done; and the panel of each step.

A turn of several moves stays in one panel: each move that is made leads to the next question.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from bot.ai.reasons import Advice
from bot.steps.advance import PART
from bot.steps.visibility import newest_turn
from bot.table.advance import LeftMove
from bot.table.changes import Ply
from bot.table.live import MovePreview, Prompt, QuestionPrompt, Turn
from bot.table.seating import StaleClick, Status, Table
from bot.words import one_text
from cogs._access.controls import Action
from cogs._answering.answer import Panel
from cogs._answering.phone import fit, has_room, whole_lines
from cogs._answering.presentation import accent, frame
from cogs._answering.refusals import sentence
from cogs._answering.visitor import Visit
from cogs._panel import advance, coach, form, lesson
from cogs._panel.panel import NO_NOTE, Note, note_of_moves, undo_button
from cogs._panel.preview import NO_CHOICES, Choices, PreviewPanel
from cogs._panel.question import QuestionPanel
from cogs._panel.reasons import Explanation
from cogs._words import labels
from rules.contract import IllegalMove, RulesError, Seat
from rules.notation import SEPARATOR

# ---- questions -----------------------------------------------------------------------------------


async def prompt_page(visit: Visit, tokens: Sequence[str] = (), note: str = "") -> Panel:
    """Panel of the move begun by `tokens`."""
    prompt = await visit.app.moves.ask(*visit.claim, tokens)
    coached = not tokens and coach.speaks(visit) and isinstance(prompt, QuestionPrompt)
    return await page_of(visit, prompt, Note(more=note), coached=coached)


async def opening_page(visit: Visit, prompt: Prompt, note: str = "") -> Panel:
    """Panel of the next move; until a person's first one of a game the coach speaks.

    Before a preview, which needs all the room there is, the coach has a panel of its own, and so
    has the task of a lesson.
    """
    coached = coach.speaks(visit)
    if coached and isinstance(prompt, MovePreview):
        return PreviewPanel(visit, prompt).panel_of_coach(note)
    if isinstance(prompt, MovePreview) and (task := await lesson.note(visit)):
        return PreviewPanel(visit, prompt).page_before(one_text(note, task))
    return await page_of(visit, prompt, Note(more=note), coached=coached)


async def silence_coach(visit: Visit, tokens: Sequence[str]) -> Panel:
    """Let the coach be silent in every game, and show the question without it."""
    await coach.silence(visit)
    return await prompt_page(visit, tokens)


def shows(ask: Callable[..., Awaitable[Prompt]], *, detailed: bool = False) -> Action:
    """Action that shows what a method of `Moves` asks or previews, perhaps in detail."""

    async def show(visit: Visit, *tokens: Sequence[str]) -> Panel:
        prompt = await ask(visit.app.moves, *visit.claim, *tokens)
        return await page_of(visit, prompt, detailed=detailed)

    return show


async def suggestion(visit: Visit, tokens: Sequence[str]) -> Panel:
    """Preview of a move that an AI suggests, beginning with `tokens`."""
    return await suggestion_page(visit, await visit.app.moves.suggest(*visit.claim, tokens))


async def choice_page(visit: Visit, tokens: Sequence[str]) -> Panel:
    """Another suggested move, by its place and the tokens that all of them begin with."""
    advice, place = await _advice_and_place(visit, tokens)
    prompt = replace(advice.moves[place], advised=tuple(tokens[1:]))
    choices = Explanation(visit, advice, tokens[1:]).choices(place)
    return await page_of(visit, prompt, choices=choices)


async def _advice_and_place(visit: Visit, tokens: Sequence[str]) -> tuple[Advice, int]:
    """The suggestions that begin with all tokens but the first, which is the place of one."""
    place, prefix = "".join(tokens[:1]), tokens[1:]
    advice = await visit.app.moves.explain(*visit.claim, prefix)
    return advice, min(int(place) if place.isdecimal() else 0, len(advice.moves) - 1)


async def suggestion_page(visit: Visit, prompt: Prompt, note: Note = NO_NOTE) -> Panel:
    """A suggestion, with the next best ones as buttons where an AI has compared them."""
    choices = NO_CHOICES
    if isinstance(prompt, MovePreview) and prompt.advised is not None:
        claim = (visit.table.id, visit.user, prompt.revision)
        advice = await visit.app.moves.explain(*claim, prompt.advised)
        choices = Explanation(visit, advice, prompt.advised).choices()
    return await page_of(visit, prompt, note, choices=choices)


async def explanation(visit: Visit, tokens: Sequence[str]) -> Panel:
    """Reasons why the suggested move is better than others."""
    advice = await visit.app.moves.explain(*visit.claim, tokens)
    return Explanation(visit, advice, tokens).page()


async def explanation_of_choice(visit: Visit, tokens: Sequence[str]) -> Panel:
    """Reasons for another suggested move, by its place, compared with the best one."""
    advice, place = await _advice_and_place(visit, tokens)
    return Explanation(visit, advice, tokens[1:]).page(place)


async def page_of(
    visit: Visit,
    prompt: Prompt,
    note: Note = NO_NOTE,
    *,
    detailed: bool = False,
    coached: bool = False,
    choices: Choices = NO_CHOICES,
) -> Panel:
    """A question or a preview, with its picture, in detail, or a question with the coach.

    Beside a suggestion stand the other `choices`.
    """
    note = note.with_lines(advance.line(visit, prompt))
    if isinstance(prompt, MovePreview):
        page = await PreviewPanel(visit, prompt).panel(note, choices, detailed=detailed)
    else:
        assert isinstance(prompt, QuestionPrompt)
        note = note.with_lines(await lesson.note(visit), _seat_line(visit, prompt))
        question = QuestionPanel(visit, prompt)
        page = await question.panel(note, detailed=detailed, coached=coached)
    return page


def _seat_line(visit: Visit, prompt: Prompt) -> str:
    """Line about the seat for which the host of a sandbox acts; "" at other tables.

    A preview has no room for it: its picture shows the seat.
    """
    if not prompt.table.is_sandbox:
        return ""
    return visit.text("sandbox.acts", name=labels.bold_names(prompt.table)[prompt.seat])


async def offer_to_save(visit: Visit, tokens: Sequence[str], refusal: RulesError) -> Panel | None:
    """Offer to save a move for the turn, typed out of turn. Raises `refusal` where not.

    A whole turn is saved by the form with its text.
    """
    line = " ".join(tokens)
    is_turn = SEPARATOR in line
    try:
        prompt = await visit.app.moves.ask(*visit.claim, () if is_turn else tokens)
    except RulesError:
        raise refusal from None
    if is_turn:
        label = "panel.ahead_leave"
        return form.refusal_with_text(visit, refusal, visit.table, line, label=label)
    return await page_of(visit, prompt, Note(more=sentence(refusal, visit.language)))


# ---- moves ---------------------------------------------------------------------------------------


async def play(visit: Visit, tokens: Sequence[str]) -> Panel | None:
    """Make a whole move and confirm it; ask on where it is not whole yet.

    Out of turn, a move that does not end the turn is in the form for the others.
    """
    try:
        result = await visit.app.moves.play(*visit.claim, tokens)
    except IllegalMove as refusal:
        if refusal.code != PART:
            raise
        line, label = f"{' '.join(tokens)}{SEPARATOR}", "panel.type"
        return form.refusal_with_text(visit, refusal, visit.table, line, label=label)
    else:
        return await result_page(visit, result)


async def go_on(visit: Visit, tokens: Sequence[str]) -> Panel | None:
    """Make the moves of a line, or show the preview or question that they lead to."""
    return await result_page(visit, await visit.app.moves.go_on(*visit.claim, tokens))


async def play_and_suggest(visit: Visit, tokens: Sequence[str]) -> Panel | None:
    """Make moves that were suggested, then suggest the rest of the turn."""
    turn = await visit.app.moves.play(*visit.claim, tokens)
    if not isinstance(turn, Turn) or not turn.goes_on:
        return await result_page(visit, turn)
    claim = (turn.table.id, visit.user, turn.table.revision)
    try:
        prompt = await visit.app.moves.suggest(*claim, ())
    except RulesError:
        return await result_page(visit, turn)
    else:
        note = note_of_moves(visit, turn.table, turn.plies)
        stop = labels.stopped_line(turn, visit.language)
        return await suggestion_page(visit, prompt, note.with_lines(stop))


async def play_and_follow(visit: Visit, tokens: Sequence[str]) -> Panel | None:
    """Make a move, then the one that an AI advises; ask for it where there is no advice."""
    turn = await visit.app.moves.play(*visit.claim, tokens)
    if not isinstance(turn, Turn) or not turn.goes_on:
        return await result_page(visit, turn)
    follow = await play_advice(visit, turn)
    if follow is None:
        return await result_page(visit, turn)
    return await page_after(visit, follow.table, (*turn.plies, *follow.plies), follow.to_act)


async def play_advice(visit: Visit, turn: Turn) -> Turn | None:
    """Make the move that an AI advises next, and return the turn; None where there is none.

    It answers a question that suggests, such as the place of a tile just drawn, and nothing else.
    """
    claim = (visit.table.id, visit.user, turn.table.revision)
    try:
        asked = await visit.app.moves.ask_after(*claim, ())
        if not isinstance(asked, QuestionPrompt) or not asked.question.suggests:
            return None
        prompt = await visit.app.moves.suggest(*claim, ())
        if not isinstance(prompt, MovePreview):
            return None
        result = await visit.app.moves.play(*claim, prompt.moves[0].split())
    except RulesError:
        return None
    return result if isinstance(result, Turn) else None


async def enter(visit: Visit, tokens: Sequence[str]) -> Panel | None:
    """Make the line of moves of a form; a single move is previewed first."""
    return await result_page(visit, await visit.app.moves.enter(*visit.claim, tokens))


async def result_page(visit: Visit, result: Prompt | Turn | LeftMove) -> Panel | None:
    """The move that was made or saved, or the question or preview instead."""
    if isinstance(result, LeftMove):
        return await advance.page(visit, result)
    if isinstance(result, Turn):
        stop = labels.stopped_line(result, visit.language)
        return await page_after(visit, result.table, result.plies, result.to_act, stop)
    return await page_of(visit, result)


async def page_after(
    visit: Visit, table: Table, plies: Sequence[Ply], to_act: Sequence[Seat], stop: str = ""
) -> Panel | None:
    """Page that confirms the moves made; the turn goes on in the same panel, or is over.

    At its end the whole turn is shown: each panel has replaced the one before. The moves just made
    come with what only their player sees, such as the cards drawn; the log has none of that. In a
    sandbox the panel goes on with the next seat.
    """
    app, user, last = visit.app, visit.user, plies[-1]
    await coach.note_first_turn(visit)
    ended = last.ends_turn or last.seat not in to_act
    acts_for_next = table.belongs_to(user) and any(
        not table.seats[seat].is_played for seat in to_act
    )
    if ended and not acts_for_next:
        log = await app.reading.log(table.id, user)
        seen = {ply.ply: ply for ply in plies}
        turn = newest_turn([ply for ply in log if ply.ply <= last.ply])
        turn = [seen.get(ply.ply, ply) for ply in turn]
        note = note_of_moves(visit, table, turn, typed=turn)
        if table.home_id not in (None, visit.channel):
            note = note.with_lines(visit.text("panel.home", place=labels.place(table)))
        may_undo = await app.moves.can_take_back_turn(table.id, user)
        buttons = [undo_button(visit, table)] if may_undo else []
        if await lesson.show_turn(visit, table, str(note), buttons):
            return None
        [story, *_] = fit((note.ranked(), buttons))
        told = whole_lines(str(story), lambda some: has_room((some, buttons)))
        return frame(accent((last.seat,)), told, buttons)
    prompt = await app.moves.ask(table.id, user, None, ())
    quoted = plies if isinstance(prompt, QuestionPrompt) else ()
    note = note_of_moves(visit, table, plies, typed=quoted)
    return await page_of(visit, prompt, note.with_lines(stop))


async def choose_anew(visit: Visit, tokens: Sequence[str]) -> Panel:
    """Cancel the saved move, and ask for another one."""
    await visit.app.advance.cancel(visit.table.id, visit.user)
    return await prompt_page(visit, ())


async def take_back(visit: Visit, count: int | None) -> Panel:
    """Take back `count` moves, or as many as may be, and go on."""
    prompt = await visit.app.moves.take_back(*visit.claim, count)
    return await page_of(visit, prompt, Note(more=visit.text("panel.taken_back")))


async def plies_of_first_click(visit: Visit, tokens: Sequence[str]) -> list[Ply]:
    """The player's last moves, if they are these very ones: a button was pressed twice."""
    plies = await visit.app.reading.log(visit.table.id, visit.user)
    moves = [move.strip() for move in " ".join(tokens).split(SEPARATOR)]
    table, user = visit.table, visit.user
    seats = range(len(table.seats)) if table.belongs_to(user) else (table.seat_of(user),)
    mine = [ply for ply in plies if ply.seat in seats and not ply.undone][-len(moves) :]
    return mine if [ply.notation for ply in mine] == moves else []


async def catch_up(visit: Visit, stale: StaleClick, confirmed: Sequence[str]) -> Panel | None:
    """Answer a stale click: with the move if it is made already, else with the current panel."""
    if plies := await plies_of_first_click(visit, confirmed):
        look = await visit.app.reading.look(visit.table.id, visit.user)
        return await page_after(visit, look.table, plies, look.to_act)
    try:
        return await prompt_page(
            replace(visit, revision=None), note=sentence(stale, visit.language)
        )
    except RulesError as refusal:
        told = (stale, refusal) if visit.table.status is Status.LIVE else (refusal,)
        lines = [sentence(error, visit.language) for error in told]
        return frame(accent(()), *lines)
