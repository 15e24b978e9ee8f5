"""Everything that a game says along whole games, with the catalogues or without them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from bot.i18n import Sentences
from bot.words import Words, composed
from render.contract import POSTER
from render.registry import renderer
from rules import record
from rules.assets import HOMES
from rules.consequence import Consequence
from rules.contract import Event, Game, play
from rules.log import LEAVES, leave_table
from rules.question import Amounts, OneOf, Option, Question
from rules.registry import get, homes
from tests.contract.playing import plain_setups, playout

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Zoé", "Nils")


class Moment(NamedTuple):
    """A move that was made: the position before it and after it, and what it caused."""

    game: Game[Any, Any, Any]
    state: Any
    seat: int
    action: Any
    after: Any
    events: tuple[Event, ...]
    turn: tuple[Any, ...] = ()
    """The moves of the same turn before it."""

    @property
    def kind(self) -> str:
        """Kind of the move, as in the JSON of an action."""
        return str(self.game.action_to_json(self.action)["type"])

    @property
    def notation(self) -> str:
        """Notation of the move."""
        return self.game.notation(self.state, self.seat, self.action)

    @property
    def names(self) -> list[str]:
        """The players by name."""
        return list(NAMES[: len(self.game.scores(self.state))])


# ---- whole games ---------------------------------------------------------------------------------


@cache
def moments(key: str) -> tuple[Moment, ...]:
    """Every move of a random game for each number of players, and of the games on record."""
    game = get(key)
    random = [(setup.new(), playout(setup)[1]) for setup in plain_setups() if setup.game is game]
    games = (*random, *records(key))
    return tuple(moment for start, plies in games for moment in along(game, start, plies))


def kinds(key: str) -> set[str]:
    """The kinds of moves that RULES.md lists."""
    books = "".join((home / "RULES.md").read_text(encoding="utf-8") for home in homes(key))
    return set(re.findall(r'"type": "(\w+)"', books))


def records(key: str) -> Iterator[tuple[Any, list[tuple[int, Any]]]]:
    """The finished games beside the tests of a game: one for each way to end, and more."""
    folders = [data.parent / "tests" / key / "records" for data in HOMES]
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        kept = record.from_json(json.loads(path.read_text(encoding="utf-8")))
        yield record.begin(kept), [(ply.seat, ply.move) for ply in kept.plies]


def along(game: Game[Any, Any, Any], state: Any, plies: list[tuple[int, Any]]) -> Iterator[Moment]:
    """The moments of one game; a move may be written."""
    turn: tuple[Moment, ...] = ()
    for seat, move in plies:
        if move == LEAVES:
            state = state.clone()
            leave_table(game, state, seat)
            continue
        action = game.parse(state, seat, move) if isinstance(move, str) else move
        after, events = play(game, state, seat, action)
        moment = Moment(game, state, seat, action, after, tuple(events), turn)
        yield moment
        turn = (*turn, moment) if game.mid_turn(after) else ()
        state = after


# ---- what is said of them ------------------------------------------------------------------------


class Said(NamedTuple):
    """A text, and which method of the words says it."""

    method: str
    text: str


def said(
    spoken: Words, moment: Moment, language: str, names: list[str] | None = None
) -> Iterator[Said]:
    """Every text on a move: before it is made, when it is made, and on the position after it."""
    called = names or moment.names
    yield from in_private(spoken, moment, language)
    yield from pointed_at(spoken, moment, language)
    yield from told(spoken, moment, language, called)
    yield from seen(spoken, moment.game.view(moment.after, None), called, language)


def seen(spoken: Words, view: Any, names: list[str], language: str) -> Iterator[Said]:
    """Every public text on a position."""
    yield Said("standing", spoken.standing(view, names, language))
    yield Said("board_text", spoken.board_text(view, names, language))
    for picture in renderer(spoken.key).offered(over=False):
        for seat in range(len(names)):
            yield Said("alt", spoken.alt(picture, view, names, language, seat))
    if POSTER in renderer(spoken.key).public:
        ranking = [[seat] for seat in range(len(names))]
        yield Said("poster", spoken.poster(view, names, ranking, 1, language))


def told(spoken: Words, moment: Moment, language: str, names: list[str]) -> Iterator[Said]:
    """Log of a move: the public text, the private part for its player, and that of the turn."""
    plies = (*moment.turn, moment)
    told = [spoken.ply_line(ply, names, language) for ply in (public(moment), moment)]
    told += spoken.turn_lines(list(map(public, plies)), names, language)
    for line in told:
        yield from (Said("ply_line", one) for one in (line.done, *line.followed))
    for seat in range(len(names)):
        if suffered := spoken.suffered(list(map(public, plies)), seat, language):
            yield Said("suffered", suffered)
    if brought := spoken.gained(*gained(moment), language):
        yield Said("gained", brought)


def gained(moment: Moment) -> tuple[int, int]:
    """Points that a move has brought its seat, and the points that the seat has now."""
    before, after = (
        moment.game.scores(state)[moment.seat].total for state in (moment.state, moment.after)
    )
    return after - before, after


def public(moment: Moment) -> Moment:
    """A move with its public events alone."""
    return moment._replace(events=tuple(one for one in moment.events if one.only is None))


def in_private(spoken: Words, moment: Moment, language: str) -> Iterator[Said]:
    """Private texts on the way to the move: questions, answers, the preview, the hand."""
    game, state, seat, action, *_ = moment
    view, held = game.view(state, seat), game.hand(state, seat)
    if held is not None:
        yield Said("hand", spoken.hand(view, held, language))
    for question in questions(moment):
        yield Said("question", spoken.question(question, view, held, language))
        if details := spoken.question_details(question, view, held, language):
            yield Said("details", details)
        yield from labels(spoken, question, view, language)
    for preview in previews(moment):
        yield Said("candidate", spoken.candidate(preview, language))
        for line in spoken.compared([preview, preview], language):
            yield Said("compared", line)
        if details := spoken.candidate_details(preview, language):
            yield Said("details", details)
    if (other := game.elsewhere(state, seat, action)) is not None:
        yield from labels(spoken, other, view, language)


def pointed_at(spoken: Words, moment: Moment, language: str) -> Iterator[Said]:
    """Reasons for and against the move, with their worth."""
    for one in consequences(moment):
        if told := spoken.consequence(one, language):
            yield Said("consequence", told)
        for part in one.parts:
            if worth := spoken.worth(part, one.amount, language):
                yield Said("worth", worth)
            if counted := spoken.counted(part, one.amount, language):
                yield Said("counted", counted)


def consequences(moment: Moment) -> Iterator[Consequence]:
    """Certain consequences of the move, and missing ones of another move."""
    for one in moment.game.consequences(moment.state, moment.seat, (moment.action,)):
        if one.parts:
            yield from (one, one.missing)


def previews(moment: Moment) -> Iterator[Any]:
    """Preview of the move; at the begin of a turn, of the suggested line too."""
    game, state, seat, action, *_ = moment
    yield game.preview(state, seat, action)
    if not moment.turn and (line := game.line(state, seat, ())):
        yield game.preview_line(state, seat, line)


def questions(moment: Moment) -> Iterator[Question]:
    """Questions on the way to a move."""
    game, state, seat, action, *_ = moment
    tokens = game.notation(state, seat, action).split()
    asked = (game.ask(state, seat, tokens[:length]) for length in range(len(tokens)))
    yield from filter(None, asked)


def labels(spoken: Words, question: Question, view: Any, language: str) -> Iterator[Said]:
    """The labels of the answers to a question: of buttons, or of entries with their notation."""
    for option in options(question):
        label = spoken.option_label(option, view, language)
        if option.is_button or label.alone or " " in option.token:
            yield Said("button" if option.is_button else "entry", label.text)
        else:
            yield Said("entry", label.text and f"{option.token} · {label.text}")
        if label.detail:
            yield Said("detail", label.detail)


def options(question: Question) -> Iterator[Option]:
    """Single options of a question; of amounts, the parts of some answers."""
    if isinstance(question, Amounts):
        some = islice(question.answers(), 5)
        yield from (part for answer in some for part in answer.parts)
    else:
        yield from question.options
    yield from question.lines


def on_panels(moment: Moment) -> Iterator[str]:
    """The codes that a panel asks for beside the words: titles of menus, and of buttons."""
    other = moment.game.elsewhere(moment.state, moment.seat, moment.action)
    for question in filter(None, (*questions(moment), other)):
        entries = [option for option in question.options if not option.is_button]
        yield from filter(None, (option.group for option in question.options))
        if type(question) is not OneOf or any(not option.group for option in entries):
            yield composed.menu(question.code)
        yield from filter(None, (question.otherwise,))


# ---- without the catalogues ----------------------------------------------------------------------


class Sentence(NamedTuple):
    """A code that is said, and with what: the same code with other args is another sentence."""

    code: str
    args: str = "{}"

    def __str__(self) -> str:
        return f"{self.code} {self.args}"


@contextmanager
def heard() -> Iterator[set[Sentence]]:
    """All sentences that are said meanwhile, whether their codes have a text or not."""
    sentences: set[Sentence] = set()

    def listen(_: Sentences, code: str, args: Any) -> str:
        sentences.add(Sentence(code, str(dict(sorted(args.items())))))
        return f"<{code}>"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sentences, "say", listen)
        yield sentences
