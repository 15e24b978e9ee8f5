"""The handling of errors, and the base class of buttons and menus, which uses it.

A refusal is answered by one private sentence, anything unexpected by an apology. It is a note in
the panel where the person has pressed, else a private message; the next press removes it.
"""

from __future__ import annotations

import logging
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any, ClassVar, Self, dataclass_transform

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
from cogs._shared.custom_ids import NOTHING, CustomIds, Name
from cogs._shared.edits import NO_HARM
from cogs._shared.items import FRESH, BaseMenu, freshen
from cogs._shared.labels import Click, reader
from cogs._shared.painter import Overtaken, draw_for
from cogs._shared.private import (
    in_order,
    note_shown,
    private_message,
    replace_older,
    stop_following,
)
from cogs._shared.visit import Visitor
from rules import registry
from rules.contract import RulesError

log = logging.getLogger(__name__)

LONGEST_QUOTE = 80
LONGEST_MESSAGE = 4000
"""Characters of a message's texts together."""
ADDRESSES = frozenset({"place", "link", "bot", "resign"})
"""Details of a refusal that are links of the bot's own: channel, post, bot, command."""
UNNEEDED = frozenset({ANSWERED_ALREADY, UNKNOWN_MESSAGE, UNKNOWN_CHANNEL})
"""Codes of failed answers that nobody misses: there is another one, or the panel was closed."""
FIELDS = 4
"""Parts of a custom id that identify the button: kind, table, revision, verb."""
NOTE = 4711
"""Id of the component with a refusal, by which the next one finds and replaces it."""
THINKING = discord.InteractionResponseType.deferred_channel_message


# ---- what people see -----------------------------------------------------------------------------


def refusal(error: RulesError, language: str) -> ui.LayoutView:
    """Message of a refusal."""
    return ui.LayoutView(timeout=None).add_item(refusal_note(error, language))


def refusal_note(error: RulesError, language: str) -> ui.Item[Any]:
    """Sentence of a refusal; if it cites a rule, with a button that shows the rule."""
    line, cause = sentence(error, language), cause_of(error)
    if (rule := cause.details.get("rule")) is None:
        return note(line)
    cited = text("panel.refused_by_rule", language, sentence=line, rule=rule)
    game = cause.code.partition(".")[0]
    return ui.Section[Any](cited, accessory=WhyButton.of(game, rule, language), id=NOTE)


def note(content: str) -> ui.TextDisplay[Any]:
    """A sentence that the next press removes."""
    return ui.TextDisplay(content, id=NOTE)


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
    word = _game_word(composed.detail_name(game, name, value), language)
    return word or (value if name in ADDRESSES else _quotation(value))


def _game_word(code: str, language: str) -> str:
    """Game's word for a thing, such as `telegraph.resource_water` for water; "" for none."""
    return text(code, language) if code in codes() else ""


def _quotation(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_quotation(part) for part in value]
    if isinstance(value, str):
        return escape_markdown(shorten(value, LONGEST_QUOTE))
    return value


def message(content: str) -> ui.LayoutView:
    """Message of text only."""
    return ui.LayoutView(timeout=None).add_item(ui.TextDisplay(content))


def rule_text(game: str, rule: str, language: str) -> str:
    """Rule of a game by its number, such as "AK-21". Raises RulesError for an unknown one."""
    words = rules(game, language).get(rule) if game in registry.games() else None
    if words is None:
        raise RulesError("panel.no_such_rule")
    content = text("panel.rule", language, rule=rule, sentence=words)
    return shorten(content, LONGEST_MESSAGE)


# ---- answering -----------------------------------------------------------------------------------


@asynccontextmanager
async def answering(interaction: Click) -> AsyncIterator[None]:
    """Turn exceptions inside into an answer to the interaction; discord.py would only log them."""
    draw_for(interaction)
    stop_following(interaction)
    try:
        yield
    except Exception as error:
        await answer(interaction, error)


async def answer(interaction: Click, error: Exception) -> None:
    """Tell the person, in private and in their language, about an error."""
    if isinstance(error, app_commands.CommandInvokeError):
        return await answer(interaction, error.original)
    if isinstance(error, Overtaken):
        return None
    if isinstance(error, discord.HTTPException) and is_too_late(error):
        return await _answer_late(interaction, error)
    try:
        await show_note(interaction, _error_note(interaction, error))
    except Overtaken:
        return None
    except Exception as silence:
        if not (isinstance(silence, discord.HTTPException) or is_outage(silence)):
            await _apologise(interaction, silence)
        log.info("%s stays without an answer: %s", _name(interaction), reason(silence))
    return None


async def _apologise(interaction: Click, fault: Exception) -> None:
    """Tell the person of a fault in what was to tell them of an error: nothing else may fail."""
    with suppress(*NO_HARM):
        await _send_privately(interaction, _apology(interaction, fault))


async def _answer_late(interaction: Click, error: discord.HTTPException) -> None:
    """Ask for another press where an answer came too late, unless none was needed."""
    log.info("%s is not answered here: %s", _name(interaction), reason(error))
    if error.code in UNNEEDED:
        return
    with suppress(*NO_HARM):
        await _send_privately(interaction, note(text("panel.press_again", reader(interaction))))


def _error_note(interaction: Click, error: Exception) -> ui.Item[Any]:
    """A refusal, an outage or a fault in the reader's language; our own faults are logged."""
    language = reader(interaction)
    if isinstance(error, RulesError) and error.code in codes():
        return refusal_note(error, language)
    if is_outage(error):
        log.warning("%s is interrupted: %s", _name(interaction), reason(error))
        return note(text("panel.interrupted", language))
    if isinstance(error, DriverError) and (trouble := disk_trouble(error)):
        return note(text(f"panel.disk_{trouble}", language))
    if isinstance(error, DriverError) and is_busy(error):
        log.warning("%s finds the database locked: %s", _name(interaction), reason(error))
        return note(text("panel.busy", language))
    return _apology(interaction, error)


def _apology(interaction: Click, error: Exception) -> ui.Item[Any]:
    """The note about a fault of our own, which is logged under the number that it names."""
    incident = secrets.token_hex(3)
    place = f"incident {incident} in {_name(interaction)}"
    if not interaction.client.figures.fault(place, error):
        log.error("Again the fault %s: %s", fault_cause(error), place)
    return note(text("panel.apology", reader(interaction), incident=incident))


def _name(interaction: Click) -> str:
    """Name for the log: the command or the custom id, without the move in it.

    Until a move is made, it is its player's secret.
    """
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    data: Any = interaction.data or {}
    claim = str(data.get("custom_id", interaction.type.name)).split(":")
    return repr(":".join(claim[:FIELDS]))


async def show_note(interaction: Click, item: ui.Item[Any]) -> None:
    """Show a note in the private message that was pressed, else as a private message.

    All menus are made anew, so that a choice that was refused can be chosen once more.
    """
    panel = private_message(interaction)
    if panel is None or not panel.flags.components_v2:
        await _send_privately(interaction, item)
        return
    view = with_note(panel, item)
    freshen(view, interaction)
    if interaction.response.is_done():
        async with in_order(interaction):
            await interaction.edit_original_response(view=view)
    else:
        await interaction.response.edit_message(view=view)
        note_shown(interaction)
    await replace_older(interaction, panel.id)


def with_note(panel: discord.Message, item: ui.Item[Any]) -> ui.LayoutView:
    """Components of a panel, with a note below them; the note alone where both have no room.

    The person looks at the buttons, which are the lowest part of a panel.
    """
    view = ui.LayoutView.from_message(panel, timeout=None)
    frames = [child for child in view.children if isinstance(child, ui.Container)]
    top: ui.Container[Any] | ui.LayoutView = frames[0] if frames else view
    parts = [child for child in top.children if child.id != NOTE]
    top.clear_items()
    try:
        for part in (*parts, item):
            top.add_item(part)
    except ValueError:
        return ui.LayoutView(timeout=None).add_item(item)
    if view.content_length() > LONGEST_MESSAGE:
        return ui.LayoutView(timeout=None).add_item(item)
    return view


async def _send_privately(interaction: Click, item: ui.Item[Any]) -> None:
    """Send a private message, as the response or after it; Discord may have one already."""
    view = ui.LayoutView(timeout=None).add_item(item)
    if not interaction.response.is_done():
        try:
            answer = await interaction.response.send_message(view=view, ephemeral=True)
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY:
                raise
        else:
            await replace_older(interaction, answer.message_id)
            return
    sent = await interaction.followup.send(view=view, ephemeral=True, wait=True)
    if interaction.response.type is THINKING and sent.flags.ephemeral:
        await replace_older(interaction, sent.id)


# ---- buttons and menus ---------------------------------------------------------------------------


@dataclass_transform(eq_default=False)
class LastingItem(ui.DynamicItem[Any], ABC, template=NOTHING):
    """Base of the buttons and menus that work for as long as their message is there.

    Each kind is a class of its own, beside the page that it belongs to. Its whole state is in its
    custom id, which is a claim, not a fact: `press` checks it. The class declares the fields of the
    state with their types, and the template of the custom id (`CustomIds`); its constructor takes a
    button or menu and the fields.

    A template matches no id of another kind, and none that is too long for a message: to make an
    item of such an id raises ValueError.
    """

    kinds: ClassVar[list[type[LastingItem]]] = []
    """All of them, once their modules are imported."""
    ids: ClassVar[CustomIds]
    suffix: ClassVar[str] = ""
    """Pattern of what may follow the custom id."""

    def __init_subclass__(cls, *, template: str | None = None) -> None:
        cls.ids = CustomIds(cls, template, cls.suffix)
        super().__init_subclass__(template=cls.ids.pattern)
        if template is not None:
            cls.kinds.append(cls)

    def __post_init__(self) -> None:
        self.item.custom_id = self.ids.write(vars(self))
        super().__init__(self.item)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str], /
    ) -> Self:
        """Rebuild the item that was used, from what its custom id claims."""
        rebuilt = cls(item, **cls.ids.read(match.string) or {})
        rebuilt.custom_id = match.string
        return rebuilt

    @classmethod
    def answers(cls, custom_id: str) -> bool:
        """Whether a kind of item answers presses on a custom id."""
        return any(kind.ids.read(custom_id) is not None for kind in cls.kinds)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out `press`, and turn its exceptions into the answer."""
        async with answering(interaction):
            await self.press(Visitor.of(interaction))

    @abstractmethod
    async def press(self, visitor: Visitor) -> None:
        """Act on the press or the choice. Raises RulesError."""


class LastingButton(LastingItem):
    """Base of the buttons."""

    item: ui.Button[Any]


class LastingMenu(LastingItem):
    """Base of the menus, whose custom ids may end in what `freshen` adds."""

    suffix = FRESH
    item: BaseMenu


class WhyButton(LastingButton, template="w:{game}:{rule}"):
    """Shows the rule that a move has broken."""

    game: Name
    rule: Annotated[str, r"[A-Z]{1,4}-\d{1,4}"]

    @classmethod
    def of(cls, game: str, rule: str, language: str) -> Self:
        """The button beside a refusal."""
        label = text("panel.why", language)
        return cls(ui.Button(label=label), game, rule)

    async def press(self, visitor: Visitor) -> None:
        """Show the rule below the refusal."""
        rule = rule_text(self.game, self.rule, visitor.language)
        await show_note(visitor.interaction, note(f"{_noted_sentence(visitor)}\n{rule}".strip()))


def _noted_sentence(visitor: Visitor) -> str:
    """Sentence of the refusal whose rule is asked for; "" where it is not known."""
    if (panel := private_message(visitor.interaction)) is None:
        return ""
    items = ui.LayoutView.from_message(panel, timeout=None).walk_children()
    sections = [item for item in items if isinstance(item, ui.Section) and item.id == NOTE]
    texts = [item for section in sections for item in section.walk_children()]
    return "\n".join(item.content for item in texts if isinstance(item, ui.TextDisplay))
