"""Words of the games: one module per game turns its facts into text. No Discord in here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pkgutil import extend_path
from typing import Any, ClassVar, Protocol

import msgspec

from bot.i18n import codes, text
from bot.table.names import END, is_cut_through
from bot.words import composed
from rules.consequence import Consequence
from rules.contract import Event, Result, Seat
from rules.question import Option, Question

__path__ = extend_path(__path__, __name__)

Icon = Callable[[str], str]
"""An icon of `render` as text for a message, by its name; "" where there is none."""


SEATS = "abcd"
"""The letters of the seats, as their icons are called."""
LONGEST_ALT = 1024
"""Characters of a picture's description."""


NBSP = "\N{NO-BREAK SPACE}"
"""Between an icon, a name and its number, which a narrow screen would part."""


def seat_placeholder(seat: Seat) -> str:
    """Placeholder for the player of a seat, in texts made without a table."""
    return f"⟦{seat}⟧"


def no_icon(name: str) -> str:
    """The `Icon` of a place that shows none."""
    return ""


def keep_together(*parts: str) -> str:
    """Parts that a narrow screen keeps on one line, as icon and name; empty ones left out."""
    return NBSP.join(filter(None, parts))


def form(
    one: Consequence, brings: str = "", lacks: str = "", costs: str = "", spares: str = ""
) -> str:
    """The code of a consequence: good or bad, of a line that does it or of one that does not."""
    if one.is_missing:
        return lacks if one.amount > 0 else spares
    return brings if one.amount > 0 else costs


class Label(msgspec.Struct, frozen=True):
    """An entry of a menu: its line, a smaller line below, the name of its icon."""

    text: str
    detail: str = ""
    icon: str = ""
    alone: bool = False
    """Whether the line says which answer it is without its notation before it."""
    button: str = ""
    """What stands on its button, below the title of its row; "" for the whole line."""


class Move(Protocol):
    """A move that was made, as the store keeps it: who made it and what it caused."""

    @property
    def seat(self) -> Seat: ...

    @property
    def notation(self) -> str: ...

    @property
    def events(self) -> Sequence[Event]: ...


class Line(msgspec.Struct, frozen=True):
    """A line of a log: what was done by one ply, or by several one after the other."""

    done: str
    followed: tuple[str, ...] = ()
    """What came of it, each in a smaller line below."""
    plies: int = 1
    """How many plies it tells."""


class Words(ABC):
    """Words of one game, in any language: `WORDS` of `bot/words/<game>.py`.

    `view`, `held` and `preview` are the game's own structs; `names` are the players', seat by seat.
    """

    sections: ClassVar[tuple[str, ...]]
    """Sections of the rules in short: `<game>.section_<name>` and `<game>.section_<name>_text`."""

    def __init__(self, key: str) -> None:
        self.key = key

    # ---- what every game says --------------------------------------------------------------------

    @abstractmethod
    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """Line about one ply, and about what followed from it."""

    @abstractmethod
    def standing(self, view: Any, names: Sequence[str], language: str, icon: Icon = no_icon) -> str:
        """The scores and how far the game is, in two lines."""

    @abstractmethod
    def alt(
        self,
        picture: str,
        view: Any,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        """Description of a public picture (of one seat, if given), in at most 1,024 characters."""

    @abstractmethod
    def board_text(self, view: Any, names: Sequence[str], language: str) -> str:
        """All there is to see, by which somebody who sees no picture can play."""

    @abstractmethod
    def preview_text(self, preview: Any, language: str) -> str:
        """Previewed move with its costs, gains and risks: in two short lines, where it can."""

    # ---- what has a default ----------------------------------------------------------------------

    def turn_lines(
        self, plies: Sequence[Move], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[Line]:
        """Lines about a turn, or a part of it: one for each ply, or for several."""
        return [self.ply_line(ply, names, language, icon) for ply in plies]

    def departure_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """Line about a player who has left the table, and about all they had."""
        followed = self.ply_line(ply, names, language, icon).followed
        return Line(text("board.left", language, name=names[ply.seat]), followed)

    def harm(self, plies: Sequence[Move], seat: Seat, language: str) -> str:
        """Harm that the others' moves have done to a seat, for its own eyes; "" for none."""
        return ""

    def gain(self, change: int, total: int, language: str) -> str:
        """Gain of a turn for its player, at the end of its line; "" for none."""
        if not change:
            return ""
        return text("board.gained", language, change=with_sign(change), total=total)

    def question(
        self, question: Question, view: Any, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        """Question, with all that everybody needs to answer it, in two short lines."""
        return text(question.code, language, **question.args)

    def question_details(
        self, question: Question, view: Any, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        """Further help with a question, for a player who asks for it; "" for none."""
        return ""

    def reason(self, part: str, change: float, language: str) -> str:
        """Argument for a move or, below 0, against it: the end of "Beside the next, it …"."""
        compose = composed.better if change > 0 else composed.worse
        return text(compose(self.key, part), language)

    def reason_with_count(self, part: str, count: int, language: str) -> str:
        """The same with how many more of it or, below 0, fewer; "" to tell the number behind it."""
        return ""

    def consequence(self, one: Consequence, language: str) -> str:
        """The same of what one can point at, that a move does or does not; "" for nothing.

        Who plays a seat is `seat_placeholder` by it.
        """
        return ""

    def worth(self, part: str, count: int, language: str) -> str:
        """Worth of more of that, behind what one can point at; "" where that says it."""
        return ""

    def average_loss(self, loss: float, language: str) -> str:
        """Average loss of a move, beside a player that looks ahead; "" for none."""
        amount = round(self.loss_amount(loss), 1)
        return text(composed.average_loss(self.key), language, amount=amount) if amount else ""

    def turn_loss(self, loss: float, language: str) -> str:
        """Loss of one turn, beside the same player; "" for none."""
        amount = round(self.loss_amount(loss), 1)
        return text(composed.turn_loss(self.key), language, amount=amount) if amount else ""

    def loss_amount(self, loss: float) -> float:
        """A loss as people count it; most games look ahead in points or pieces themselves."""
        return loss

    def preview_details(self, preview: Any, language: str) -> str:
        """Sum behind a preview's price and points, for a player who asks for it; "" for none."""
        return ""

    def comparison(self, previews: Sequence[Any], language: str) -> list[str]:
        """Moves side by side, each in a line that tells it from the others."""
        return [self.preview_text(preview, language).partition("\n")[0] for preview in previews]

    def option_label(self, option: Option, view: Any, language: str) -> Label:
        """One answer to a question."""
        return Label(text(option.code, language, **option.args))

    def mark(self, options: Mapping[str, Any], seats: int, seat: Seat) -> str:
        """The icon of a seat, in the colour that it plays at a table with these options."""
        return f"seat_{SEATS[seat]}"

    def hand(self, view: Any, held: Any, language: str, icon: Icon = no_icon) -> str:
        """Hidden hand of a seat; "" where nothing is hidden."""
        return ""

    def picture(self, name: str, language: str) -> str:
        """Name of a public picture: the game's own one, where it has one."""
        own_code = composed.picture(self.key, name)
        return text(own_code if own_code in codes() else f"board.picture_{name}", language)

    def things(self, picture: str, language: str) -> dict[str, str]:
        """Things that may be looked up by a picture: each by the word to type, with its name."""
        return {}

    def thing(self, picture: str, thing: str, language: str) -> str:
        """Full description of such a thing, also for people who see no picture."""
        return ""

    def poster(
        self,
        view: Any,
        names: Sequence[str],
        ranking: Sequence[Sequence[Seat]],
        plies: int,
        language: str,
    ) -> str:
        """Description of the poster of a finished game, in at most 1,024 characters."""
        first = names[ranking[0][0]]
        lines = self.standing(view, names, language).split("\n")
        points = plain("; ".join(line for line in lines if not line.startswith("-# ")))
        sentences = (
            text(composed.poster(self.key), language, name=first),
            f"{points}.",
            text("board.poster_moves", language, n=plies),
        )
        return shorten(" ".join(sentences), LONGEST_ALT)

    def end_reason(self, result: Result, language: str) -> str:
        """Cause of the game's end, and what decided it."""
        return self.say(result.reason, language)

    @property
    def rank(self) -> str:
        """The code of a line of the final ranking: by points, unless the game counts otherwise."""
        return "board.rank"

    def say(self, code: str, language: str, **args: Any) -> str:
        """A text of the game by its code alone: the title of a menu, the reason of an end."""
        return text(code, language, **args)

    # ---- what follows from these -----------------------------------------------------------------

    def answer(self, option: Option, view: Any, language: str) -> Label:
        """The label of an answer; one of several options is called by all of them."""
        if not option.parts:
            return self.option_label(option, view, language)
        labels = [self.option_label(part, view, language) for part in option.parts]
        return Label(" · ".join(label.text for label in labels), icon=labels[0].icon)


def of(key: str) -> Words:
    """The words of the game called `key`."""
    words: Words = import_module(f"bot.words.{key}").WORDS
    return words


def plain(sentence: str) -> str:
    """A short text without Discord's signs for bold, code and small print, for an alt text."""
    return shorten(sentence.replace("**", "").replace("`", "").replace("-# ", ""), LONGEST_ALT)


def with_sign(number: int) -> str:
    """A difference with its sign, a real minus included."""
    return f"+{number}" if number >= 0 else f"\N{MINUS SIGN}{-number}"


def clip(text: str, length: int) -> str:
    """`text`, cut behind the last part or word that fits, with an ellipsis, if it is longer."""
    if len(text) <= length:
        return text
    end = END if is_cut_through(text[: length - 1]) else ""
    room = text[: length - 1 - len(end)]
    heads = (room.rpartition(mark)[0] for mark in (" · ", ", ", " "))
    head = next((prefix for prefix in heads if len(prefix) >= length // 2), "")
    return f"{head} …{end}" if head else shorten(text, length)


def shorten(text: str, length: int) -> str:
    """`text`, cut at `length` characters with an ellipsis if it is longer."""
    if len(text) <= length:
        return text
    end = END if is_cut_through(text[: length - 1]) else ""
    return f"{text[: length - 1 - len(end)]}…{end}"
