"""Questions to a seat on the way to a move, their form, and their answers.

A question follows the first tokens of a notation; every answer is text that continues them. So
panel, autocomplete and typed moves are all drawn from one place, `Game.ask`, and know no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import Any, Self

import msgspec
from msgspec.structs import replace

Amount = tuple[int, ...]
"""Number of each part, in the order of the parts."""


class Option(msgspec.Struct, frozen=True):
    """One answer: its token, and its label in a menu, a button or an autocomplete."""

    token: str
    code: str
    """Message id of its label, e.g. `akropolis.option_tile`."""
    args: dict[str, Any] = {}
    group: str = ""
    """Message id of the title of the menu or the row of buttons it belongs to; "" for none."""
    is_button: bool = False
    """Whether it has a button of its own; else it is an entry of a menu."""
    plays: bool = False
    """Whether it is a complete move: choosing it makes the move, without a preview."""
    finishes: bool = False
    """Whether it plays, and ends a turn in which nothing useful is left to do."""
    brings: int | None = None
    """Best change of the score, where it is known at once."""
    parts: tuple[Option, ...] = ()
    """Parts of a combined answer, whose labels make up its label."""
    advised: str = ""
    """Message id of a second button, which also makes the move advised after this one; "" for none.
    """


class Beside(msgspec.Struct, frozen=True):
    """Picture beside a question, by its name in the renderer."""

    picture: str
    shown: msgspec.Struct | None
    each: str = ""
    """Field of `shown` with an entry for each option, in their order; "" for none."""

    def only(self, places: Sequence[int]) -> Beside:
        """The picture for some of the options, by their places."""
        if self.shown is None or not self.each:
            return self
        entries = getattr(self.shown, self.each)
        fewer = {self.each: tuple(entries[place] for place in places)}
        return replace(self, shown=replace(self.shown, **fewer))


class _Question(msgspec.Struct, frozen=True, kw_only=True):
    """Common fields of all kinds of question."""

    code: str
    """Message id of the question, e.g. `akropolis.ask_tile`; `<code>_menu` is the title of its
    menu where the options have no groups."""
    args: dict[str, Any] = {}
    options: tuple[Option, ...]
    beside: Beside | None = None
    suggests: bool = False
    """Whether a panel suggests a good whole move here, to be looked at and changed, and asks
    only on request."""
    otherwise: str = ""
    """Message id of the button that asks after all."""
    lines: tuple[Option, ...] = ()
    """Lines of several moves that are offered beside the answers."""


class OneOf(_Question, frozen=True, kw_only=True):
    """One of the options: few as buttons, many in menus."""

    def answers(self) -> Iterator[Option]:
        """Every answer to the question."""
        yield from self.options

    def only(self, options: Collection[Option]) -> Self:
        """The question with some of its options, and with the picture for them."""
        places = [place for place, option in enumerate(self.options) if option in options]
        fewer = tuple(self.options[place] for place in places)
        beside = self.beside.only(places) if self.beside else None
        return replace(self, options=fewer, beside=beside, suggests=False)


class CellOf(OneOf, frozen=True, kw_only=True):
    """One cell of the map. Of many, an area is chosen first: a group, or else a letter."""


class SomeOf(_Question, frozen=True, kw_only=True):
    """From `min_values` to `max_values` of the options at once; a menu has room for 25 of them."""

    min_values: int
    max_values: int
    joiner: str = ","
    nothing: str = "-"
    """Text of the answer with no option."""

    def answer(self, tokens: Sequence[str]) -> str:
        """Text that chooses the options with these tokens, in the order of the options."""
        texts = [option.token for option in self.options if option.token in tokens]
        return self.joiner.join(texts) or self.nothing

    def answers(self) -> Iterator[Option]:
        """Every answer to the question, those of few options first."""
        for n in range(self.min_values, self.max_values + 1):
            for group in combinations(self.options, n):
                text = self.answer([option.token for option in group])
                yield Option(text, self.code, self.args, parts=group)


class Amounts(_Question, frozen=True, kw_only=True):
    """Number of each part; an option is a part, and its label has the number as `n`.

    It always suggests: any numbers that add up are a whole answer, and each part is changed by a
    menu of its own (`around`).
    """

    suggests: bool = True
    limits: Amount
    """The largest number of each part."""
    total: tuple[int, int]
    """The smallest and the largest sum of all parts."""
    form: str = "{token}:{n}"
    """Text of a part."""
    joiner: str = " "
    zeros: bool = False
    """Whether a part of which there is none is written, too."""

    def amounts(self) -> Iterator[Amount]:
        """Every combination with an allowed sum."""
        smallest, largest = self.total
        for amount in product(*(range(n + 1) for n in self.limits)):
            if smallest <= sum(amount) <= largest:
                yield amount

    def answer(self, amount: Amount) -> Option:
        """The answer with a given number of each part."""
        parts = [
            replace(option, args={**option.args, "n": n})
            for option, n in zip(self.options, amount, strict=True)
            if n or self.zeros
        ]
        text = self.joiner.join(
            self.form.format(token=part.token, n=part.args["n"]) for part in parts
        )
        return Option(text, self.code, self.args, parts=tuple(parts))

    def answers(self) -> Iterator[Option]:
        """Every answer to the question."""
        yield from map(self.answer, self.amounts())

    def around(self, text: str) -> tuple[OneOf, ...]:
        """A menu for each part, with more or less of it than in the answer `text`.

        The other parts change as little as possible.
        """
        amounts = {self.answer(amount).token: amount for amount in self.amounts()}
        current = amounts[text]
        return tuple(
            self._menu(part, current, list(amounts.values())) for part in range(len(current))
        )

    def _menu(self, part: int, current: Amount, amounts: Sequence[Amount]) -> OneOf:
        def change(amount: Amount) -> int:
            return sum(abs(n - old) for n, old in zip(amount, current, strict=True))

        nearest = [
            min((amount for amount in amounts if amount[part] == n), key=change)
            for n in sorted({amount[part] for amount in amounts})
        ]
        option = self.options[part]
        entries = tuple(
            Option(
                self.answer(amount).token,
                option.code,
                {**option.args, "n": amount[part]},
                option.group,
            )
            for amount in nearest
        )
        return OneOf(code=self.code, args=self.args, options=entries)


Question = OneOf | SomeOf | Amounts
"""Any kind of question."""
