"""Errors as answers: a refusal is one private sentence, anything unexpected an apology.

It is a note in the panel where the person has pressed, else a private message; the next press
removes it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
from discord import app_commands, ui

from bot.connection.answers import ANSWERED_ALREADY, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from bot.connection.outages import is_outage, is_too_late, reason
from bot.database import DriverError, disk_trouble, is_busy
from bot.figures import fault_cause
from bot.i18n import codes, text
from bot.table.names import escape_markdown
from bot.words import composed, shorten
from bot.words.rulebook import rules
from cogs._answering.answer import LONGEST_MESSAGE, NOTE, note
from cogs._answering.edits import NO_HARM
from cogs._answering.visitor import Visitor
from cogs._painting.painter import Overtaken
from cogs._words.labels import Click
from rules import registry
from rules.contract import RulesError

log = logging.getLogger(__name__)

LONGEST_QUOTE = 80
ADDRESSES = frozenset({"place", "link", "bot", "resign"})
"""Details of a refusal that are links of the bot's own: channel, post, bot, command."""
UNNEEDED = frozenset({ANSWERED_ALREADY, UNKNOWN_MESSAGE, UNKNOWN_CHANNEL})
"""Codes of failed answers that nobody misses: there is another one, or the panel was closed."""
FIELDS = 4
"""Parts of a custom id that identify the button: kind, table, revision, verb."""
WHY = "w:{game}:{rule}"
"""Custom id of the button that shows a rule."""
_CLOSE = "w:{table_id}:ask:cancel:{revision}"
REMEDIES = {
    "sandbox.alone": (_CLOSE, "table.cancel_button"),
    "sandbox.too_many": (_CLOSE, "table.close_oldest_button"),
    "table.asleep": ("z:{table_id}", "table.wake_button"),
    "table.nobody_left": ("w:{table_id}:ask:pause:{revision}", "table.pause_button"),
    "table.paused": ("w:{table_id}:ask:resume:{revision}", "table.resume_button"),
    "table.too_many_lobbies": (_CLOSE, "table.close_oldest_button"),
}
"""Custom id and label of the button that removes the cause of a refusal."""


# ---- what people see -----------------------------------------------------------------------------


def refusal_note(error: RulesError, language: str) -> ui.Item[Any]:
    """Sentence of a refusal, beside the button that shows its rule or removes its cause, if any."""
    line, cause = sentence(error, language), cause_of(error)
    if (rule := cause.details.get("rule")) is not None:
        line = text("panel.refused_by_rule", language, sentence=line, rule=rule)
        custom_id, label = WHY.format(game=cause.code.partition(".")[0], rule=rule), "panel.why"
    elif cause.code in REMEDIES and "table_id" in cause.details:
        template, label = REMEDIES[cause.code]
        custom_id = template.format_map(cause.details)
    else:
        return note(line)
    button = ui.Button[Any](label=text(label, language), custom_id=custom_id)
    return ui.Section[Any](line, accessory=button, id=NOTE)


def cause_of(error: RulesError) -> RulesError:
    """Innermost refusal: for a line of moves, that of one of them."""
    reason = error.details.get("reason")
    return reason if isinstance(reason, RulesError) else error


def sentence(error: RulesError, language: str) -> str:
    """Sentence of a refusal; its quotations are shortened, and their markup is escaped."""
    game = error.code.partition(".")[0]
    args = {name: _detail(game, name, value, language) for name, value in error.details.items()}
    return text(error.code, language, **args)


def _detail(game: str, name: str, value: Any, language: str) -> Any:
    """Detail of a refusal as text: an inner refusal, the game's word for it, or a quotation."""
    if isinstance(value, RulesError):
        return sentence(value, language)
    word = composed.detail_name(game, name, value)
    if word in codes():
        return text(word, language)
    return value if name in ADDRESSES else _quotation(value)


def _quotation(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_quotation(part) for part in value]
    if isinstance(value, str):
        return escape_markdown(shorten(value, LONGEST_QUOTE))
    return value


def rule_text(game: str, rule: str, language: str) -> str:
    """Rule of a game by its number, such as "AK-21". Raises RulesError for an unknown one."""
    words = rules(game, language).get(rule) if game in registry.games() else None
    if words is None:
        raise RulesError("panel.no_such_rule")
    content = text("panel.rule", language, rule=rule, sentence=words)
    return shorten(content, LONGEST_MESSAGE)


# ---- answering -----------------------------------------------------------------------------------


@asynccontextmanager
async def answering(visitor: Visitor) -> AsyncIterator[None]:
    """Turn exceptions inside into an answer; discord.py would only log them.

    An answer that is overtaken though nothing newer was pressed is a second one to the same press,
    which Discord has sent twice: only the other one may be said to Discord.
    """
    is_doubled = False
    try:
        try:
            yield
        except Overtaken:
            is_doubled = visitor.answer.is_current
        if not is_doubled:
            await visitor.answer.end()
    except Exception as error:
        await answer(visitor.interaction, error)
    finally:
        visitor.answer.stop_waiting()


async def answer(interaction: Click, error: Exception) -> None:
    """Tell the person, in private and in their language, about an error."""
    if isinstance(error, app_commands.CommandInvokeError):
        return await answer(interaction, error.original)
    visitor = Visitor.of(interaction)
    if isinstance(error, discord.HTTPException) and is_too_late(error):
        return await _answer_late(visitor, error)
    try:
        await visitor.answer.note(_error_note(visitor, error))
    except Overtaken:
        return None
    except Exception as silence:
        if not (isinstance(silence, discord.HTTPException) or is_outage(silence)):
            with suppress(*NO_HARM):
                await visitor.answer.note_apart(_apology(visitor, silence))
        log.info("%s stays without an answer: %s", _name(interaction), reason(silence))
    return None


async def _answer_late(visitor: Visitor, error: discord.HTTPException) -> None:
    """Ask for another press where an answer came too late, unless none was needed."""
    log.info("%s is not answered here: %s", _name(visitor.interaction), reason(error))
    if error.code in UNNEEDED:
        return
    with suppress(*NO_HARM):
        await visitor.answer.note_apart(note(visitor.text("panel.press_again")))


def _error_note(visitor: Visitor, error: Exception) -> ui.Item[Any]:
    """A refusal, an outage or a fault in the reader's language; our own faults are logged."""
    name = _name(visitor.interaction)
    if isinstance(error, RulesError) and error.code in codes():
        return refusal_note(error, visitor.language)
    if is_outage(error):
        log.warning("%s is interrupted: %s", name, reason(error))
        return note(visitor.text("panel.interrupted"))
    if isinstance(error, DriverError) and (trouble := disk_trouble(error)):
        return note(visitor.text(f"panel.disk_{trouble}"))
    if isinstance(error, DriverError) and is_busy(error):
        log.warning("%s finds the database locked: %s", name, reason(error))
        return note(visitor.text("panel.busy"))
    return _apology(visitor, error)


def _apology(visitor: Visitor, error: Exception) -> ui.Item[Any]:
    """The note about a fault of our own, which is logged under the number that it names."""
    incident = secrets.token_hex(3)
    place = f"incident {incident} in {_name(visitor.interaction)}"
    if not visitor.app.figures.fault(place, error):
        log.error("Again the fault %s: %s", fault_cause(error), place)
    return note(visitor.text("panel.apology", incident=incident))


def _name(interaction: Click) -> str:
    """Name for the log: the command or the custom id, without the move in it.

    Until a move is made, it is its player's secret.
    """
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    data: Any = interaction.data or {}
    claim = str(data.get("custom_id", interaction.type.name)).split(":")
    return repr(":".join(claim[:FIELDS]))
