"""Words of the games: one module per game turns its facts into text, without Discord."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from pkgutil import extend_path
from typing import Any, ClassVar

import msgspec

from bot.i18n import NBSP, codes, text
from bot.table.changes import Ply
from bot.table.names import END, is_cut_through
from bot.words import composed
from rules.consequence import Consequence
from rules.contract import Result, Seat, Threat
from rules.places import ScorePlace
from rules.question import Option, Question

__path__ = extend_path(__path__, __name__)

Icon = Callable[[str], str]
"""Maps the name of an icon of `render` to text for a message; "" for no icon."""


Seats = Collection[Seat]
"""Some of the seats of a table."""
GOOD, BAD = ("has", "lacks"), ("costs", "spares")
"""Forms of a consequence that is good for a seat, or bad: a line has it, or another one."""
BOTH = (*GOOD, *BAD)
SEATS = "abcd"
"""The letters of the seats in the names of their icons."""
LONGEST_ALT = 1024
"""Most characters of a picture's description."""
SHOWN = 38
"""Characters of a button's label that a phone shows."""
LONGEST_SUMMARY = 150
"""Most characters of a turn in a post."""


WARNING = "⚠️"
"""Sign of a line that decides the game."""
BOLD = "**"
"""Sign before and after bold letters."""
DOT = f"{NBSP}· "
"""Dot between two parts of a row."""


def no_icon(name: str) -> str:
    """The `Icon` of a place that shows no icons."""
    return ""


def keep_together(*parts: str) -> str:
    """Parts that stay on one line, such as icon and name, without the empty ones."""
    return NBSP.join(filter(None, parts))


def with_number(name: str, number: int) -> str:
    """A name and its number, in brackets behind the name of a "Player 2"."""
    bold = f"{BOLD}{number}{BOLD}"
    return keep_together(name, f"({bold})" if name.rstrip(BOLD)[-1:].isdigit() else bold)


def row_of(parts: Iterable[str]) -> str:
    """Parts in a row, without the empty ones; the dot between two stays at the end of a line."""
    return DOT.join(filter(None, parts))


def one_text(*lines: str) -> str:
    """Lines below each other, without the empty ones."""
    return "\n".join(filter(None, lines))


class Label(msgspec.Struct, frozen=True):
    """An entry of a menu: its line, a smaller detail line, the name of its icon."""

    text: str
    detail: str = ""
    icon: str = ""
    alone: bool = False
    """Whether the line identifies the answer without its notation before it."""
    button: str = ""
    """Text on its button, below the title of its row; "" for the whole line."""
    short: str = ""
    """Text on its button beside Confirm; "" for the whole line."""


class Line(msgspec.Struct, frozen=True):
    """A line of a log about one ply, or about several consecutive ones."""

    done: str
    followed: tuple[str, ...] = ()
    """Consequences, each in a smaller line below."""
    plies: int = 1
    """Number of plies it covers."""


class Words(ABC):
    """Words of one game for one reader: `WORDS` of `bot/words/<game>.py` is its class.

    They are bound to the reader's language, to the players' names by seat as they are written
    there, and to the icons of that place; a place for plain text, as an alt text, has none.
    `view`, `held` and `preview` are structs of the game.
    """

    sections: ClassVar[tuple[str, ...]]
    """Sections of the short rules: `<game>.section_<name>` and `<game>.section_<name>_text`."""
    consequences: ClassVar[Mapping[str, Collection[str]]] = {}
    """Kinds of visible consequences, each with its forms that have a text."""

    def __init__(
        self, key: str, language: str, names: Sequence[str] = (), icon: Icon = no_icon
    ) -> None:
        self.key = key
        self.language = language
        self.names = names
        self.icon = icon

    # ---- required texts --------------------------------------------------------------------------

    @abstractmethod
    def ply_line(self, ply: Ply) -> Line:
        """Line about one ply and its consequences."""

    @abstractmethod
    def standing(self, view: Any) -> str:
        """The scores and the progress of the game, in two lines."""

    @abstractmethod
    def alt(self, picture: str, view: Any, seat: Seat | None = None) -> str:
        """Description of a public picture (of one seat, if given), in at most 1,024 characters."""

    @abstractmethod
    def board_text(self, view: Any) -> str:
        """The whole visible position, for players who cannot see pictures."""

    @abstractmethod
    def preview_text(self, preview: Any) -> str:
        """Previewed move with its costs, gains and risks, in two short lines where possible."""

    # ---- texts with a default --------------------------------------------------------------------

    def turn_lines(self, plies: Sequence[Ply]) -> list[Line]:
        """Lines about a turn or a part of it, each for one ply or for several."""
        return [self.ply_line(ply) for ply in plies]

    def departure_line(self, ply: Ply) -> Line:
        """Line about a player who has left the table, and the consequences."""
        followed = self.ply_line(ply).followed
        return Line(text("board.left", self.language, name=self.names[ply.seat]), followed)

    def harm(self, plies: Sequence[Ply], seat: Seat) -> str:
        """Harm of the others' moves to a seat, shown to its player only; "" for none."""
        return ""

    def effects(self, plies: Sequence[Ply], seat: Seat) -> str:
        """Effects of the others' moves on a seat, said to its player in a post; "" for none.

        A post calls its player with this line, so it is short and begins with the worst.
        """
        return ""

    def summary(self, plies: Sequence[Ply], without: Seats = ()) -> str:
        """A turn in one short line; harm to the seats in `without`, who read it apart, left out.

        It has no icons, as a push notification would spell out their names.
        """
        lines = self.turn_lines(plies)
        return clip(row_of(line.done for line in lines), LONGEST_SUMMARY)

    def brief(self, plies: Sequence[Ply], without: Seats = ()) -> str:
        """The most important part of a turn, beside its gain, where its summary has no room."""
        return self.summary(plies, without)

    def threats(self, threats: Sequence[Threat]) -> list[str]:
        """Lines about the seats that could win with their next turn, the near ones first."""
        return _lines_of_threats(self, ((threat, threat.code) for threat in threats))

    def brief_threats(self, threats: Sequence[Threat]) -> list[str]:
        """The same lines in fewer words, where a post has no room for them."""
        return self.threats(threats)

    def gain(self, change: int, total: int) -> str:
        """Gain of a turn for its player, at the end of its line; "" for none."""
        if not change:
            return ""
        amount = self.amount("", total)
        return text("board.gained", self.language, change=with_sign(change), total=amount)

    def part_changes(self, parts: Mapping[str, int]) -> list[str]:
        """Changes of the parts of a score, each behind the name of its part."""
        return [
            keep_together(text(composed.part(self.key, part), self.language), with_sign(change))
            for part, change in parts.items()
        ]

    def sources(self, parts: Mapping[str, int]) -> str:
        """Parts of a score that a move changes, where its gain alone does not say why; or ""."""
        return row_of(self.part_changes(parts))

    def amount(self, part: str, n: int) -> str:
        """A number of a part of a score, or of what a game counts beside it, with its unit.

        The part "" is the whole score.
        """
        return text(composed.points(self.key), self.language, n=n)

    def place_name(self, place: ScorePlace) -> str:
        """Name of a place behind a score, as people and the map call it."""
        return place.name

    def question(self, question: Question, view: Any, held: Any) -> str:
        """Question with the facts that every player needs to answer it, in two short lines."""
        return text(question.code, self.language, **question.args)

    def question_details(self, question: Question, view: Any, held: Any) -> str:
        """Further help with a question, shown on request; "" for none."""
        return ""

    def reason(self, part: str, change: float) -> str:
        """Argument for a move or, below 0, against it: the end of "Beside the next, it …"."""
        compose = composed.better if change > 0 else composed.worse
        return text(compose(self.key, part), self.language)

    def reason_with_count(self, part: str, count: int) -> str:
        """The same with a count, negative for fewer; "" to show the number after `reason`."""
        return ""

    def consequence(self, one: Consequence) -> str:
        """Argument about a visible consequence that a move has or lacks; "" for none."""
        kind, form = self.consequence_kind(one), (GOOD if one.amount > 0 else BAD)[one.is_missing]
        if form not in self.consequences[kind]:
            return ""
        args = {"n": abs(one.amount), **self.consequence_args(one)}
        return self.say(composed.consequence(self.key, kind, form), **args)

    def consequence_kind(self, one: Consequence) -> str:
        """Kind of the text about a consequence, where some have texts of their own."""
        return one.code

    def consequence_args(self, one: Consequence) -> dict[str, Any]:
        """Arguments of the text about a consequence, beside its size `n`."""
        return {}

    def worth(self, part: str, count: int) -> str:
        """Worth of `count` more of a part, after its consequences; "" where these show it."""
        return ""

    def average_loss(self, loss: float) -> str:
        """Average loss per move, compared with an AI that looks ahead; "" for none."""
        return _loss(self, composed.average_loss, loss)

    def turn_loss(self, loss: float) -> str:
        """Loss of one turn, compared with the same AI; "" for none."""
        return _loss(self, composed.turn_loss, loss)

    def loss_amount(self, loss: float) -> float:
        """A loss in a unit for people; most games already look ahead in points or pieces."""
        return loss

    def preview_details(self, preview: Any) -> str:
        """Calculation of a preview's price and points, shown on request; "" for none."""
        return ""

    def preview_legend(self, preview: Any) -> str:
        """What the numbers in the picture of a preview mean, for a newcomer; "" for none."""
        return ""

    def comparison(self, previews: Sequence[Any]) -> list[str]:
        """Previewed moves, each in a line that distinguishes it from the others."""
        return [self.preview_text(preview).partition("\n")[0] for preview in previews]

    def option_label(self, option: Option, view: Any) -> Label:
        """Label of one answer to a question."""
        return Label(text(option.code, self.language, **option.args))

    def mark(self, options: Mapping[str, Any], seats: int, seat: Seat) -> str:
        """The icon of a seat, in its colour at a table with these options."""
        return f"seat_{SEATS[seat]}"

    def hand(self, view: Any, held: Any) -> str:
        """Hidden hand of a seat; "" in a game without hands."""
        return ""

    def picture(self, name: str) -> str:
        """Name of a public picture: the game's own name, where it has one."""
        own_code = composed.picture(self.key, name)
        return text(own_code if own_code in codes() else f"board.picture_{name}", self.language)

    def things(self, picture: str) -> dict[str, str]:
        """Names of the things that a picture can look up, by the word to type."""
        return {}

    def thing(self, picture: str, thing: str) -> str:
        """Full description of such a thing, also for people who cannot see pictures."""
        return ""

    def poster(self, view: Any, ranking: Sequence[Sequence[Seat]], plies: int) -> str:
        """Description of the poster of a finished game, in at most 1,024 characters."""
        first = self.names[ranking[0][0]]
        lines = self.standing(view).split("\n")
        points = plain("; ".join(line for line in lines if not line.startswith("-# ")))
        sentences = (
            text(composed.poster(self.key), self.language, name=first),
            f"{points}.",
            text("board.poster_moves", self.language, n=plies),
        )
        return clip(" ".join(sentences), LONGEST_ALT)

    def end_reason(self, result: Result) -> str:
        """Cause of the game's end, and the deciding difference."""
        return self.say(result.reason)

    @property
    def rank(self) -> str:
        """The code of a line of the final ranking, by points unless the game counts otherwise."""
        return "board.rank"

    @property
    def measure(self) -> str:
        """The code of the name of what a score counts."""
        return "board.measure"

    @property
    def changes(self) -> str:
        """The code of a line about changes of scores since a person's turn."""
        return "board.recap_gained"

    def say(self, code: str, /, **args: Any) -> str:
        """A text of the game by its code alone: the title of a menu, the reason of an end."""
        return text(code, self.language, **args)

    # ---- derived texts ---------------------------------------------------------------------------

    def answer(self, option: Option, view: Any) -> Label:
        """The label of an answer; a compound option bears the labels of all its parts."""
        if not option.parts:
            return self.option_label(option, view)
        labels = [self.option_label(part, view) for part in option.parts]
        return Label(" · ".join(label.text for label in labels), icon=labels[0].icon)


def _loss(words: Words, code: composed.Code, loss: float) -> str:
    amount = round(words.loss_amount(loss), 1)
    return text(code(words.key), words.language, amount=amount) if amount else ""


def of(key: str, language: str, names: Sequence[str] = (), icon: Icon = no_icon) -> Words:
    """The words of the game called `key`, bound to their reader."""
    words: Words = import_module(f"bot.words.{key}").WORDS(key, language, names, icon)
    return words


def plain(sentence: str) -> str:
    """A short text for an alt text, without Discord's markup of bold, code and small print."""
    return clip(sentence.replace("**", "").replace("`", "").replace("-# ", ""), LONGEST_ALT)


def with_sign(number: int) -> str:
    """A difference with its sign, a real minus included."""
    return f"+{number}" if number >= 0 else f"\N{MINUS SIGN}{-number}"


def clip(text: str, length: int) -> str:
    """`text`, cut with an ellipsis after the last part or word that fits, if it is longer."""
    if len(text) <= length:
        return text
    heads = (text[: length - 1].rpartition(mark)[0] for mark in (DOT, " · ", ", ", " "))
    cuts = (_ended(head, " …") for head in heads if len(head) >= length // 2)
    return next((cut for cut in cuts if len(cut) <= length), "") or shorten(text, length)


def shorten(text: str, length: int) -> str:
    """`text`, cut at `length` characters with an ellipsis if it is longer."""
    if len(text) <= length:
        return text
    cuts = (_ended(text[:end], "…") for end in range(length - 1, -1, -1))
    return next(cut for cut in cuts if len(cut) <= length)


def _ended(head: str, ellipsis: str) -> str:
    """The beginning of a text, with an end for the name and the bold letters that are cut."""
    if head.endswith("*") and head.count("*") % 2:
        head = head[:-1]
    name_end = END if is_cut_through(head) else ""
    return f"{head}{ellipsis}{name_end}{BOLD if head.count(BOLD) % 2 else ''}"


def threats_in_few_words(words: Words, threats: Sequence[Threat]) -> list[str]:
    """`Words.brief_threats` of a game with a second text for each threat."""
    codes = (composed.brief_threat(*threat.code.split(".")) for threat in threats)
    return _lines_of_threats(words, zip(threats, codes, strict=True))


def _lines_of_threats(words: Words, threats: Iterable[tuple[Threat, str]]) -> list[str]:
    return [
        ("" if threat.is_far else f"{WARNING} ")
        + text(code, words.language, name=words.names[threat.seat], **threat.args)
        for threat, code in sorted(threats, key=lambda pair: pair[0].is_far)
    ]
