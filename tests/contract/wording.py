"""Everything that a game says along whole games, with the catalogues or without them."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice
from typing import Any, NamedTuple

import pytest

from bot.i18n import Sentences
from bot.steps.visibility import gain_between
from bot.words import Words, composed
from cogs._panel.question import caption
from render.contract import POSTER
from render.registry import renderer
from rules import record
from rules.consequence import Consequence
from rules.contract import Event, Game, play
from rules.log import LEAVES, leave_table
from rules.places import reasons as reasons_of
from rules.question import Amounts, OneOf, Option, Question
from rules.record import Record
from rules.registry import get, homes
from tests.contract.playing import plain_setups_of, playout
from tests.records import records_of
from tests.tier import games

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Zoé", "Nils")


@dataclass(frozen=True, eq=False)
class Moment:
    """A move that was made: the position before it and after it, and what it caused."""

    game: Game[Any, Any, Any]
    state: Any
    seat: int
    action: Any
    after: Any
    events: tuple[Event, ...]
    turn: tuple[Any, ...] = ()
    """The moves of the same turn before it."""

    @cached_property
    def kind(self) -> str:
        """Name of the action, as its JSON has it."""
        return str(self.game.action_to_json(self.action)["type"])

    @cached_property
    def notation(self) -> str:
        """The action as it is typed."""
        return self.game.notation(self.state, self.seat, self.action)

    @cached_property
    def questions(self) -> list[Question]:
        """Questions on the way to the move."""
        tokens = self.notation.split()
        beginnings = (tokens[:length] for length in range(len(tokens)))
        questions = (self.game.ask(self.state, self.seat, tokens) for tokens in beginnings)
        return [*filter(None, questions)]

    @cached_property
    def elsewhere(self) -> Question | None:
        """Question about the move once it is chosen."""
        return self.game.elsewhere(self.state, self.seat, self.action)

    @cached_property
    def previews(self) -> list[Any]:
        """Preview of the move; and where a turn begins, that of the suggested line."""
        game, state, seat = self.game, self.state, self.seat
        previews = [game.preview(state, seat, self.action)]
        if not self.turn and (line := game.line(state, seat, ())):
            previews.append(game.preview_line(state, seat, line))
        return previews

    @cached_property
    def consequences(self) -> list[Consequence]:
        """Certain effects of the move, each also as that which another one lacks."""
        effects = self.game.consequences(self.state, self.seat, (self.action,))
        return [form for effect in effects if effect.parts for form in (effect, effect.missing)]

    @property
    def names(self) -> list[str]:
        """The players by name."""
        return list(NAMES[: len(self.game.scores(self.state))])


# ---- whole games ---------------------------------------------------------------------------------


@cache
def moments(key: str) -> tuple[Moment, ...]:
    """Every move of a random game for each number of players, and of the games on record."""
    game = get(key)
    played = ((setup.new(), playout(setup)[1]) for setup in plain_setups_of(games()[key]))
    recorded = map(plies_of, records_of(key))
    return tuple(
        moment for start, plies in (*played, *recorded) for moment in along(game, start, plies)
    )


def plies_of(game_record: Record) -> tuple[Any, list[tuple[int, Any]]]:
    """The first position of a recorded game, and its moves by the seat that made each."""
    return record.begin(game_record), [(ply.seat, ply.move) for ply in game_record.plies]


def spread(along_games: Sequence[Moment], number: int) -> Sequence[Moment]:
    """About so many of them, apart by as much."""
    return along_games[:: max(1, len(along_games) // number)]


@cache
def various(key: str) -> list[Moment]:
    """Moments with something new in what is done or caused: a kind, an event, a word in one."""
    known, new_moments = set[tuple[str, ...]](), []
    for moment in moments(key):
        sorts = set(sorts_of(moment))
        if not sorts <= known:
            known |= sorts
            new_moments.append(moment)
    return new_moments


def sorts_of(moment: Moment) -> Iterator[tuple[str, ...]]:
    """The kind of a move alone, with each event, and with each word in an event."""
    yield (moment.kind,)
    for event in moment.events:
        yield (moment.kind, event.code)
        for name, value in event.args.items():
            if value in (0, None) or (isinstance(value, str) and value.isidentifier()):
                yield (moment.kind, event.code, name, str(value))


def kinds(key: str) -> set[str]:
    """The kinds of moves that RULES.md lists."""
    books = "".join((home / "RULES.md").read_text(encoding="utf-8") for home in homes(key))
    return set(re.findall(r'"type": "(\w+)"', books))


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
    """All that is said of a move: before it is made, when it is made, and of what it leads to.

    It is said in the class of these words.
    """
    spoken = type(spoken)(spoken.key, language, names or moment.names)
    yield from in_private(spoken, moment)
    yield from reasons(spoken, moment)
    yield from log(spoken, moment)
    yield from threats(spoken, moment)
    yield from standing(spoken, moment.game.view(moment.after, None))


def threats(spoken: Words, moment: Moment) -> Iterator[Said]:
    """Lines about the seats that could win behind the move, in full and in few words."""
    threats_after = moment.game.threats(moment.after)
    for line in (*spoken.threats(threats_after), *spoken.brief_threats(threats_after)):
        yield Said("threat", line)


def standing(spoken: Words, view: Any) -> Iterator[Said]:
    """Texts of a position that everybody reads."""
    yield Said("standing", spoken.standing(view))
    yield Said("board_text", spoken.board_text(view))
    for picture in renderer(spoken.key).available(over=False):
        for seat in range(len(spoken.names)):
            yield Said("alt", spoken.alt(picture, view, seat))
    yield from score(spoken, view, len(spoken.names) - 1)
    if POSTER in renderer(spoken.key).public:
        ranking = [[seat] for seat in range(len(spoken.names))]
        yield Said("poster", spoken.poster(view, ranking, 1))


def score(spoken: Words, view: Any, seat: int) -> Iterator[Said]:
    """Texts of the places behind a seat's numbers: each number, the reasons, and the names."""
    for part, places in get(spoken.key).score_places(view, seat).items():
        yield Said("amount", spoken.amount(part, sum(place.points for place in places)))
        for reason in reasons_of(places):
            yield Said("score", spoken.say(reason.code, n=reason.n))
            for place in reason.on_map:
                yield Said("place", spoken.place_name(place))


def log(spoken: Words, moment: Moment) -> Iterator[Said]:
    """The log of a move: for everybody, with what only its player may know, and of the turn."""
    plies = [public(ply) for ply in (*moment.turn, moment)]
    lines = [spoken.ply_line(ply) for ply in (public(moment), moment)]
    for line in (*lines, *spoken.turn_lines(plies)):
        yield from (Said("ply_line", text) for text in (line.done, *line.followed))
    for seat in range(len(spoken.names)):
        if harm := spoken.harm(plies, seat):
            yield Said("suffered", harm)
        if effects := spoken.effects(plies, seat):
            yield Said("effects", effects)
    yield Said("summary", spoken.summary(plies))
    yield Said("brief", spoken.brief(plies))
    scores = [moment.game.scores(state)[moment.seat] for state in (moment.state, moment.after)]
    gain = gain_between(*scores)
    if brought := spoken.gain(gain.change, gain.total):
        yield Said("gained", brought)
    if sources := spoken.sources(gain.parts):
        yield Said("sources", sources)


def public(moment: Moment) -> Moment:
    """A move with the events that everybody may know."""
    return replace(moment, events=tuple(event for event in moment.events if event.only is None))


def in_private(spoken: Words, moment: Moment) -> Iterator[Said]:
    """Texts on the way to the move: questions, answers, the candidate, the hand."""
    game, state, seat = moment.game, moment.state, moment.seat
    view, held = game.view(state, seat), game.hand(state, seat)
    if held is not None:
        yield Said("hand", spoken.hand(view, held))
    for question in moment.questions:
        yield Said("question", spoken.question(question, view, held))
        if details := spoken.question_details(question, view, held):
            yield Said("details", details)
        yield from labels(spoken, question, view)
    for preview in moment.previews:
        yield Said("candidate", spoken.preview_text(preview))
        for line in spoken.comparison([preview, preview]):
            yield Said("compared", line)
        for details in (spoken.preview_details(preview), spoken.preview_legend(preview)):
            if details:
                yield Said("details", details)
    if moment.elsewhere is not None:
        yield from labels(spoken, moment.elsewhere, view)


def reasons(spoken: Words, moment: Moment) -> Iterator[Said]:
    """Reasons for the move and against it, and how much each is worth."""
    for effect in moment.consequences:
        if sentence := spoken.consequence(effect):
            yield Said("consequence", sentence)
        for part in effect.parts:
            if worth := spoken.worth(part, effect.amount):
                yield Said("worth", worth)
            if counted := spoken.reason_with_count(part, effect.amount):
                yield Said("counted", counted)


def labels(spoken: Words, question: Question, view: Any) -> Iterator[Said]:
    """The labels of the answers to a question: of buttons, or of entries with their notation."""
    for option in options(question):
        label = spoken.option_label(option, view)
        if option.is_button or label.alone or " " in option.token:
            yield Said("button" if option.is_button else "entry", label.text)
        else:
            yield Said("entry", label.text and f"{option.token} · {label.text}")
        if label.detail:
            yield Said("detail", label.detail)


def captions(spoken: Words, question: Question, view: Any) -> Iterator[str]:
    """The labels of buttons of a question: of options with one, and of a menu's only entry."""
    entries = [option for option in question.options if not option.is_button]
    for option in question.options:
        if option.is_button or len(entries) == 1 < len(question.options):
            yield caption(option, spoken.answer(option, view))


def options(question: Question) -> Iterator[Option]:
    """Options that are offered one by one; of amounts, the parts of some answers."""
    if isinstance(question, Amounts):
        some = islice(question.answers(), 5)
        yield from (part for answer in some for part in answer.parts)
    else:
        yield from question.options
    yield from question.lines


def on_panels(moment: Moment) -> Iterator[str]:
    """The codes that a panel asks for beside the words: titles of menus, and of buttons."""
    for question in filter(None, (*moment.questions, moment.elsewhere)):
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
