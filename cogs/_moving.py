"""A move in the making: question, candidate, made; and what is shown at each step.

A turn of several moves goes on in one panel: each move that is made leads to the next question.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import text
from bot.looking import newest_turn
from bot.seating import StaleClick, Table
from bot.tables import Asked, Candidate, Ply, Prompt, Turn
from cogs import _panel, _why
from cogs._labels import Click, reader
from cogs._private import show
from cogs.errors import sentence
from rules.contract import RulesError, Seat
from rules.notation import SEPARATOR

# ---- what is asked -------------------------------------------------------------------------------


async def show_prompt(
    interaction: Click,
    table: Table,
    revision: int | None,
    tokens: Sequence[str] = (),
    note: str = "",
) -> None:
    """Show the panel for the move begun by `tokens`."""
    prompt = await interaction.client.tables.ask(table.id, interaction.user.id, revision, tokens)
    await show_panel(interaction, prompt, note)


async def ask_on(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Ask what was answered without asking in a whole move, such as the way to pay."""
    tables, user = interaction.client.tables, interaction.user.id
    await show_panel(interaction, await tables.ask_after(table.id, user, revision, tokens))


async def show_details(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Show a candidate in words, with all that can be chosen otherwise, in place of its picture."""
    prompt = await interaction.client.tables.ask(table.id, interaction.user.id, revision, tokens)
    await show_panel(interaction, prompt, detailed=True)


async def ask_details(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Ask a question with all that helps to answer it in words, in place of its picture."""
    tables, user = interaction.client.tables, interaction.user.id
    prompt = await tables.ask_after(table.id, user, revision, tokens)
    await show_panel(interaction, prompt, detailed=True)


async def choose(
    interaction: Click,
    table: Table,
    revision: int | None,
    tokens: Sequence[str],
    chosen: Sequence[str],
) -> None:
    """Go on from some of many: all that were chosen at once are the answer."""
    tables, user = interaction.client.tables, interaction.user.id
    await show_panel(interaction, await tables.choose(table.id, user, revision, tokens, chosen))


async def suggest(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Show a candidate that an AI makes of `tokens`."""
    tables, user = interaction.client.tables, interaction.user.id
    await show_panel(interaction, await tables.suggest(table.id, user, revision, tokens))


async def explain(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Say why that candidate is better than others."""
    tables, user = interaction.client.tables, interaction.user.id
    advice = await tables.explain(table.id, user, revision, tokens)
    await show(interaction, _why.page(advice, tokens, reader(interaction)))


async def show_panel(
    interaction: Click, prompt: Prompt, note: str = "", *, detailed: bool = False
) -> None:
    """Show a question or a candidate, by its picture or in detail."""
    app, language = interaction.client, reader(interaction)
    if isinstance(prompt, Candidate):
        panel = await _panel.candidate(app, prompt, language, note, detailed=detailed)
    else:
        assert isinstance(prompt, Asked)
        panel = await _panel.question(app, prompt, language, note, detailed=detailed)
    await show(interaction, panel)


# ---- what is done --------------------------------------------------------------------------------


async def play(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Make a whole move and say so; ask on where it is not whole yet."""
    tables, user = interaction.client.tables, interaction.user.id
    await show_done(interaction, await tables.play(table.id, user, revision, tokens))


async def enter(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Make the line of moves that a form brings; a single move is shown first."""
    tables, user = interaction.client.tables, interaction.user.id
    await show_done(interaction, await tables.enter(table.id, user, revision, tokens))


async def show_done(interaction: Click, done: Prompt | Turn) -> None:
    """Show what was made, or what is asked in its place."""
    if isinstance(done, Turn):
        await show_made(interaction, done.table, done.plies, done.to_act)
    else:
        await show_panel(interaction, done)


async def show_made(
    interaction: Click, table: Table, plies: Sequence[Ply], to_act: Sequence[Seat]
) -> None:
    """Say what I did; my turn goes on in the same panel, or somebody else's begins.

    At its end all of the turn is told: each step has taken the place of the one before.
    """
    app, language, last = interaction.client, reader(interaction), plies[-1]
    if last.ends_turn or last.seat not in to_act:
        log = await app.tables.log(table.id, interaction.user.id)
        turn = newest_turn([ply for ply in log if ply.ply <= last.ply])
        lines = _panel.made(app, table, turn, language, typed=plies)
        undo = await app.tables.may_call_back(table.id, interaction.user.id)
        await show(interaction, _panel.done(table, lines, last.seat, language, undo=undo))
    else:
        prompt = await app.tables.ask(table.id, interaction.user.id, None, ())
        typed = plies if isinstance(prompt, Asked) else ()
        lines = _panel.made(app, table, plies, language, typed=typed)
        await show_panel(interaction, prompt, lines)


async def undo(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Take back my last move."""
    await take_back(interaction, table, revision, 1)


async def restart(
    interaction: Click, table: Table, revision: int | None, tokens: Sequence[str]
) -> None:
    """Take back all of my turn that may be."""
    await take_back(interaction, table, revision, None)


async def take_back(
    interaction: Click, table: Table, revision: int | None, count: int | None
) -> None:
    """Take back `count` of my moves, or all that may be, and go on."""
    tables, user = interaction.client.tables, interaction.user.id
    prompt = await tables.take_back(table.id, user, revision, count)
    await show_panel(interaction, prompt, text("panel.taken_back", reader(interaction)))


async def made_already(interaction: Click, table: Table, tokens: Sequence[str]) -> list[Ply]:
    """My last moves, if they are these very ones: I have pressed twice."""
    seat = table.seat_of(interaction.user.id)
    plies = await interaction.client.tables.log(table.id, interaction.user.id)
    moves = [move.strip() for move in " ".join(tokens).split(SEPARATOR)]
    mine = [ply for ply in plies if ply.seat == seat and not ply.undone][-len(moves) :]
    return mine if [ply.notation for ply in mine] == moves else []


async def catch_up(
    interaction: Click, table: Table, stale: StaleClick, confirmed: Sequence[str]
) -> None:
    """Answer a click on an old panel: with the move if it is made, else with the panel of now."""
    language = reader(interaction)
    if plies := await made_already(interaction, table, confirmed):
        look = await interaction.client.tables.look(table.id, interaction.user.id)
        await show_made(interaction, look.table, plies, look.to_act)
        return
    note = sentence(stale, language)
    try:
        await show_prompt(interaction, table, None, note=note)
    except RulesError as refusal:
        await show(interaction, _panel.closed(f"{note}\n{sentence(refusal, language)}"))
