"""The base class of forms, and what people have typed in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, dataclass_transform

from discord import ui

from cogs._answering.answer import Panel
from cogs._answering.custom_ids import CustomIds
from cogs._answering.visitor import Visitor
from rules.contract import RulesError

FORGOTTEN = 600.0
"""Seconds for which discord.py remembers a form; later ones are answered as well."""


@dataclass_transform(eq_default=False)
class LastingForm(ABC):
    """Base of the forms, which are answered also if they were opened before a restart.

    As with a `LastingItem`, a class declares its fields and the template of its custom id.
    """

    kinds: ClassVar[list[type[LastingForm]]] = []
    ids: ClassVar[CustomIds]

    def __init_subclass__(cls, *, template: str) -> None:
        cls.ids = CustomIds(cls, template)
        cls.kinds.append(cls)

    @abstractmethod
    async def submit(self, visitor: Visitor, texts: Mapping[str, str]) -> Panel | None:
        """Act on the texts of the fields, by their custom ids, and return what to show.

        Raises RulesError.
        """

    def modal(self, title: str, inputs: Mapping[str, ui.TextInput[Any]]) -> ui.Modal:
        """Form to send, with a title, and text fields by their labels."""
        modal = ui.Modal(title=title, custom_id=self.ids.write(vars(self)), timeout=FORGOTTEN)
        for label, field in inputs.items():
            modal.add_item(ui.Label(text=label, component=field))
        return modal


def form_of(custom_id: str) -> LastingForm:
    """Form with a custom id. Raises RulesError for an unknown one."""
    for kind in LastingForm.kinds:
        if (claims := kind.ids.read(custom_id)) is not None:
            return kind(**claims)
    raise RulesError("panel.unknown_button")


def texts_of_form(components: Any) -> dict[str, str]:
    """Text of each field of a submitted form, however deep Discord nests it."""
    texts: dict[str, str] = {}
    for component in components:
        if "value" in component:
            texts[component["custom_id"]] = str(component["value"])
        texts |= texts_of_form(
            component.get("components") or filter(None, [component.get("component")])
        )
    return texts
