"""What a seat is asked on the way to a move, how it is asked, and the answers it takes.

A question follows the first tokens of a notation; every answer is text that goes on from there. So
panel, autocomplete and typed moves are all drawn from one place, `Game.ask`, and know no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import Any, Self

import msgspec
from msgspec.structs import replace

Amount = tuple[int, ...]
"""How many of each part, in the order of the parts."""


class Option(msgspec.Struct, frozen=True):
    """One answer: how it is written, and what a menu, a button or an autocomplete says of it."""

    token: str
    code: str
    """Message id of its label, e.g. `akropolis.option_tile`."""
    args: dict[str, Any] = {}
    group: str = ""
    """Message id of the title of the menu or the row of buttons it belongs to; "" for none."""
    is_button: bool = False
    """Whether it has a button of its own; else it is an entry of a menu."""
    plays: bool = False
    """Whether it says all there is to say: choosing it makes the move, without another look."""
    brings: int | None = None
    """By how many points it changes the score at best, where that is known at a glance."""
    parts: tuple[Option, ...] = ()
    """What an answer of several is made of: its label is theirs."""


class Beside(msgspec.Struct, frozen=True):
    """What to draw beside a question: a picture by the name that the renderer gives it."""

    picture: str
    shown: msgspec.Struct | None
    each: str = ""
    """The field of `shown` that has an entry for each option, in their order; "" for none."""

    def only(self, kept: Sequence[int]) -> Beside:
        """The picture for some of the options alone, by their places."""
        if self.shown is None or not self.each:
            return self
        entries = getattr(self.shown, self.each)
        fewer = {self.each: tuple(entries[place] for place in kept)}
        return replace(self, shown=replace(self.shown, **fewer))


class _Question(msgspec.Struct, frozen=True, kw_only=True):
    """What every kind of question says of itself."""

    code: str
    """Message id of the question, e.g. `akropolis.ask_tile`; `<code>_menu` is the title of its
    menu where the options have no groups."""
    args: dict[str, Any] = {}
    options: tuple[Option, ...]
    beside: Beside | None = None
    suggests: bool = False
    """Whether a panel suggests a good whole move here, to be looked at and changed, and asks
    only who wants to answer after all."""
    otherwise: str = ""
    """Message id of the button by which somebody answers after all."""
    lines: tuple[Option, ...] = ()
    """Several moves that are offered at once, beside the answers: each says a whole line."""


class OneOf(_Question, frozen=True, kw_only=True):
    """One of the options: of a few by buttons, of many by menus."""

    def answers(self) -> Iterator[Option]:
        """Every answer it takes."""
        yield from self.options

    def only(self, options: Collection[Option]) -> Self:
        """The question with some of its options alone, and what is drawn beside it with them."""
        kept = [place for place, option in enumerate(self.options) if option in options]
        fewer = tuple(self.options[place] for place in kept)
        beside = self.beside.only(kept) if self.beside else None
        return replace(self, options=fewer, beside=beside, suggests=False)


class CellOf(OneOf, frozen=True, kw_only=True):
    """One cell of the map. Of many, an area is chosen first: a group, or else a letter."""


class SomeOf(_Question, frozen=True, kw_only=True):
    """From `least` to `most` of the options at once; a menu has room for 25 of them."""

    least: int
    most: int
    joiner: str = ","
    nothing: str = "-"
    """How it is written that none is chosen."""

    def answer(self, tokens: Sequence[str]) -> str:
        """The text that chooses the options with these tokens, in their own order."""
        chosen = [option.token for option in self.options if option.token in tokens]
        return self.joiner.join(chosen) or self.nothing

    def answers(self) -> Iterator[Option]:
        """Every answer it takes, those of few options first."""
        for n in range(self.least, self.most + 1):
            for some in combinations(self.options, n):
                text = self.answer([option.token for option in some])
                yield Option(text, self.code, self.args, parts=some)


class Amounts(_Question, frozen=True, kw_only=True):
    """How many of each part; an option is a part, and its label has the amount as `n`.

    It always suggests: any amounts that add up are a whole answer, and each part is changed by a
    menu of its own (`around`).
    """

    suggests: bool = True
    most: Amount
    """The most of each part."""
    total: tuple[int, int]
    """The least and the most of all parts together."""
    form: str = "{token}:{n}"
    """How a part is written."""
    joiner: str = " "
    zeros: bool = False
    """Whether a part of which there is none is written, too."""

    def amounts(self) -> Iterator[Amount]:
        """Everything that adds up."""
        least, most = self.total
        for amount in product(*(range(n + 1) for n in self.most)):
            if least <= sum(amount) <= most:
                yield amount

    def answer(self, amount: Amount) -> Option:
        """The answer that takes so many of each part."""
        counted = [
            replace(option, args={**option.args, "n": n})
            for option, n in zip(self.options, amount, strict=True)
            if n or self.zeros
        ]
        text = self.joiner.join(
            self.form.format(token=part.token, n=part.args["n"]) for part in counted
        )
        return Option(text, self.code, self.args, parts=tuple(counted))

    def answers(self) -> Iterator[Option]:
        """Every answer it takes."""
        yield from map(self.answer, self.amounts())

    def around(self, text: str) -> tuple[OneOf, ...]:
        """A menu for each part, to take more or less of it than the answer `text` does.

        What the other parts have to give or take for it changes as little as it can.
        """
        every = {self.answer(amount).token: amount for amount in self.amounts()}
        now = every[text]
        return tuple(self._menu(part, now, list(every.values())) for part in range(len(now)))

    def _menu(self, part: int, now: Amount, every: Sequence[Amount]) -> OneOf:
        def change(amount: Amount) -> int:
            return sum(abs(n - was) for n, was in zip(amount, now, strict=True))

        nearest = [
            min((amount for amount in every if amount[part] == n), key=change)
            for n in sorted({amount[part] for amount in every})
        ]
        own = self.options[part]
        entries = tuple(
            Option(self.answer(amount).token, own.code, {**own.args, "n": amount[part]}, own.group)
            for amount in nearest
        )
        return OneOf(code=self.code, args=self.args, options=entries)


Question = OneOf | SomeOf | Amounts
"""Any kind of question."""
