"""The base class of buttons and menus, and those that belong to no page."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self, dataclass_transform

import discord
from discord import ui

from bot.i18n import text
from bot.table.seating import Table
from bot.words import shorten
from cogs._answering.answer import NOTE, RESTORE, WORKING, Panel, note
from cogs._answering.custom_ids import NOTHING, CustomIds, Name
from cogs._answering.items import FRESH, GREY, LONGEST_LABEL, BaseMenu
from cogs._answering.refusals import WHY, answering, rule_text
from cogs._answering.visitor import Visitor


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

    @property
    def doing(self) -> str:
        """Code of the line about what is being done, while the answer to a press takes long."""
        return WORKING

    @property
    def may_take_long(self) -> bool:
        """Whether it answers in private, so that the answer may take long.

        A form and the edit of a post must be the first response to a press.
        """
        return True

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out `press`, show what it returns, and turn its exceptions into the answer."""
        visitor = Visitor.of(interaction)
        async with answering(visitor):
            if self.may_take_long:
                visitor.defer(self.doing)
            await visitor.show(await self.press(visitor))

    @abstractmethod
    async def press(self, visitor: Visitor) -> Panel | None:
        """Act on the press or the choice, and return what to show. Raises RulesError."""


class LastingButton(LastingItem):
    """Base of the buttons.

    A class may declare the code of its label, in which braces enclose fields, and its style, which
    may differ by the verb.
    """

    item: ui.Button[Any]
    label: ClassVar[str]
    style: ClassVar[discord.ButtonStyle | Mapping[str, discord.ButtonStyle]] = GREY

    @classmethod
    def of(cls, *claims: Any, **look: Any) -> Self:
        """Button with these values of its fields, and behind them the language of its label."""
        *values, language = claims
        button = cls.named("", *values, **look)
        button.item.label = text(cls.label.format_map(vars(button)), language)
        return button

    @classmethod
    def named(cls, label: str, *claims: Any, **look: Any) -> Self:
        """Button with a label of its own, and these values of its fields.

        A table stands for its id; `look` is what else the button has, such as an icon.
        """
        values = [claim.id if isinstance(claim, Table) else claim for claim in claims]
        button = cls(ui.Button(label=shorten(label, LONGEST_LABEL), **look), *values)
        if "style" not in look:
            style = cls.style
            if isinstance(style, Mapping):
                style = style.get(vars(button)["verb"], GREY)
            button.item.style = style
        return button


class LastingMenu(LastingItem):
    """Base of the menus, whose custom ids may end in what `freshen` adds."""

    suffix = FRESH
    item: BaseMenu


class WhyButton(LastingButton, template=WHY):
    """Shows the rule that a move has broken."""

    game: Name
    rule: Annotated[str, r"[A-Z]{1,4}-\d{1,4}"]

    async def press(self, visitor: Visitor) -> None:
        rule = rule_text(self.game, self.rule, visitor.language)
        await visitor.answer.note(note(f"{_noted_sentence(visitor)}\n{rule}".strip()))


def _noted_sentence(visitor: Visitor) -> str:
    """Sentence of the refusal whose rule is asked for; "" where it is not known."""
    if (panel := visitor.answer.panel) is None:
        return ""
    items = ui.LayoutView.from_message(panel, timeout=None).walk_children()
    sections = [item for item in items if isinstance(item, ui.Section) and item.id == NOTE]
    texts = [item for section in sections for item in section.walk_children()]
    return "\n".join(item.content for item in texts if isinstance(item, ui.TextDisplay))


class RestoreButton(LastingButton, template=RESTORE):
    """Restores a panel that says what is being done, even if nothing is done any more."""

    off: Annotated[str, r"(\d+(\.\d+)*)?"]

    async def press(self, visitor: Visitor) -> None:
        """Show the panel as it was; what is ready after that is not shown."""
        await visitor.answer.restore()
