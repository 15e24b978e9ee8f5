"""An offered seat: its post, and the button that takes it."""

from __future__ import annotations

from typing import Annotated

from bot.i18n import text
from bot.table.names import bold
from bot.table.seating import Table
from cogs._access.table_items import TableButton
from cogs._answering.custom_ids import digits
from cogs._answering.items import GREEN
from cogs._answering.messages import Message
from cogs._answering.visitor import Visitor
from cogs._panel import hour, recap
from cogs._words import labels


def offer_post(table: Table, seat: int, place: str = "") -> Message:
    """Post that offers a seat; elsewhere than at the table it names its `place`."""
    name, title = labels.bold_names(table)[seat], labels.title(table, table.language)
    content = text("table.offer", table.language, name=name, table=title)
    if place:
        content = f"{content} {place}"
    return Message(content, buttons=[TakeButton.of(table, seat, table.language)])


def closed_text(table: Table, seat: int, *, taken: bool) -> str:
    """Text that replaces an offer once the seat is taken or withdrawn."""
    if taken:
        name = labels.bold_names(table)[seat]
        return text("table.offer_taken", table.language, name=name)
    return text("table.offer_closed", table.language)


class TakeButton(TableButton, template="q:{table_id}:{seat}"):
    """Takes an offered seat."""

    label = "table.take_button"
    style = GREEN
    seat: Annotated[int, digits(2)]

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        person, before = visitor.person, ""
        if self.seat < len(table.seats):
            before = bold(table.seats[self.seat].name)
        table = await visitor.app.seats.take(table.id, self.seat, person)
        await visitor.show(await recap.first_look(visitor, table, self.seat, before))
        await hour.ask(visitor)
