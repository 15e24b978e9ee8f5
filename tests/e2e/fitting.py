"""Every kind of panel of a game, found by walking its own questions; no game is named here.

Positions are taken from recorded games and put on a table, so that nothing is played on the way;
what seldom comes up there stands in `fullest.json` beside the tests of a game.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.steps import prompts
from bot.table.live import LiveTable, MovePreview, QuestionPrompt
from playground import Person
from rules import record
from rules.contract import RulesError
from rules.question import Option
from rules.registry import get
from tests.cogs.playing import message_after
from tests.e2e.playing import Message, ids, newest_board, open_lobby, press, start_table
from tests.tier import DEEP, deep, game_of_most_text, games, of_tier

ROOT = Path(__file__).parents[1]
EVERY, SOME = of_tier(27, 3), of_tier(4, 200)
"""Each so manieth position of a recorded game is walked through, and about so many at most."""
MOST_PLIES, EVERY_PLY = 400, 10_000
"""Of a recorded game that an ordinary run looks at, and of any."""

Kind = tuple[Any, ...]
"""The parts of a panel: the same parts with other words are one kind."""


class PanelKind(msgspec.Struct):
    """A kind of panel, where it is found, and how it is reached."""

    kind: Kind
    position: Any
    tokens: tuple[str, ...]
    """Tokens that are typed to get there."""
    asked: str | None
    """Tokens of the button that is pressed then: a question that was answered without asking."""
    size: tuple[int, int, int]
    """Number of its parts: of a kind the fullest is taken."""

    @property
    def title(self) -> str:
        """The kind in words, with what leads there."""
        name = self.kind[1] if self.kind[0] != "MovePreview" else "preview"
        parts = (name, " ".join(self.tokens), self.asked and f"asked after {self.asked}")
        return " · ".join(filter(None, parts))


def readings(keys: Iterable[str]) -> list[Any]:
    """Games and readers: all in Maud's French, whose words are longer; two in English if deep."""
    readers = list(keys)
    english = [pytest.param(key, "bastien", marks=deep) for key in (readers[0], readers[-1])]
    return [*((key, "maud") for key in readers), *english]


def rich_readings(keys: Iterable[str]) -> list[Any]:
    """The same for pages that are alike in all games: an ordinary run has the richest game."""
    readers = list(keys)
    richest = game_of_most_text(readers)
    return [
        pytest.param(key, name, marks=[] if (key, name) == (richest, "maud") else deep)
        for key in readers
        for name in ("maud", "bastien")
        if name == "maud" or key in (readers[0], readers[-1])
    ]


def of_game(*keys: str) -> list[Any]:
    """Marks of a test of one game, or of sisters: an ordinary run has it if it goes through one."""
    return [] if {*keys} & {*games()} else [deep]


def full_record(key: str, most: int = MOST_PLIES) -> record.Record:
    """The recorded game of most seats; an ordinary run leaves out those of more plies."""
    files = sorted((ROOT / key / "records").glob("*.json"))
    records = [record.from_json(json.loads(file.read_text())) for file in files]
    usual = [each for each in records if DEEP or len(each.plies) <= most]
    return max(usual, key=lambda each: (each.seats, len(each.plies)))


def positions(key: str, seat: int, every: int = EVERY, most: int = MOST_PLIES) -> Iterator[Any]:
    """Positions in which a seat has to act, one of so many of a recorded game, and the last."""
    game, game_record = get(key), full_record(key, most)
    state = record.begin(game_record)
    waiting = [state.clone()] if seat in game.to_act(state) else []
    for after, _ in record.replay(game_record):
        if seat in game.to_act(after):
            waiting.append(after.clone())
    yield from waiting[::every]
    yield waiting[-1]


def fullest(key: str) -> dict[str, Any]:
    """Positions with as much to choose from as there may be, by name, where a game has such."""
    file = ROOT / key / "fullest.json"
    saved = json.loads(file.read_text()) if file.exists() else {}
    return {name: get(key).state_from_json(position) for name, position in saved.items()}


def every_kind(table: Any, seat: int) -> Iterator[tuple[str, PanelKind]]:
    """Every kind of panel of the recorded game, then of each of the fullest positions."""
    waiting = [*positions(table.game, seat, 1, EVERY_PLY)]
    sets = {"": waiting[:: max(EVERY, len(waiting) // SOME)] + waiting[-1:]}
    sets |= {name: [state] for name, state in fullest(table.game).items()}
    for name, states in sets.items():
        for kind_prompts in kinds(table, seat, states).values():
            yield ", ".join(filter(None, (name, kind_prompts.title))), kind_prompts


def kinds(table: Any, seat: int, states: Iterable[Any]) -> dict[Kind, PanelKind]:
    """Every kind of panel that a seat meets in some positions of the game of a table."""
    examples: dict[Kind, PanelKind] = {}
    for state in states:
        live = LiveTable(table=table, secret=None, state=state, plies=0, result=None)
        for typed, prompt in walk(live, seat, ()):
            kind, size = kind_of(prompt), size_of(prompt)
            if kind not in examples or size > examples[kind].size:
                tokens_text = None if typed == prompt.tokens else " ".join(prompt.tokens)
                examples[kind] = PanelKind(kind, state, typed, tokens_text, size)
    return examples


def walk(
    live: LiveTable, seat: int, tokens: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], QuestionPrompt | MovePreview]]:
    """The panel after some tokens, then those that its answers lead to; each with what is typed."""
    try:
        prompt = prompts.next_prompt(live, seat, tokens)
    except RulesError:
        return
    if isinstance(prompt, MovePreview):
        yield prompt.tokens, prompt
        for alternative in prompt.otherwise:
            yield prompt.tokens, prompts.prompt_after(live, seat, alternative.tokens)
        return
    if not prompt.question.suggests:
        yield prompt.tokens, prompt
    for answer in few(prompt.question):
        if answer.plays:
            continue
        yield from walk(live, seat, (*prompt.tokens, *answer.token.split()))


def few(question: Any) -> Iterator[Option]:
    """Of each sort of answer the first, the last and the longest."""
    answers = list(question.answers())
    sorts: dict[Any, list[Option]] = {}
    for answer in answers:
        sorts.setdefault((answer.code, answer.group, answer.is_button), []).append(answer)
    for sort in sorts.values():
        longest = max(sort, key=lambda answer: len(answer.token))
        yield from {answer.token: answer for answer in (sort[0], sort[-1], longest)}.values()


def kind_of(prompt: QuestionPrompt | MovePreview) -> Kind:
    """A question with its sorts of answers, or a candidate with its sorts of changes."""
    if isinstance(prompt, QuestionPrompt):
        sorts = {(choice.code, choice.is_button) for choice in prompt.question.options}
        return (type(prompt.question).__name__, prompt.question.code, tuple(sorted(sorts)))
    return (
        "MovePreview",
        prompt.tokens[0][:1],
        type(prompt.preview).__name__,
        bool(prompt.pad),
        tuple(menu.question.code for menu in (*prompt.menus, *prompt.otherwise)),
    )


def size_of(prompt: QuestionPrompt | MovePreview) -> tuple[int, int, int]:
    """Size of a prompt: reasons why parts count nothing, its answers, the length of the move."""
    if isinstance(prompt, MovePreview):
        menus = (*prompt.menus, *prompt.otherwise)
        answers = sum(len(menu.question.options) for menu in menus)
        return len(getattr(prompt.preview, "unmet", ())), answers, len(" ".join(prompt.tokens))
    return 0, len(prompt.question.options), 0


async def open_kind(house: Any, person: Person, thread: str, example: PanelKind) -> Message:
    """The panel of a kind: Play, then its tokens typed, then the button of its question."""
    board, move = newest_board(house, thread), " ".join(example.tokens)
    panel = (await person.click(board, ids(board, ":play")[0])).message
    if move and not any(custom_id.endswith(f":ok:{move}") for custom_id in ids(panel, ":ok:")):
        if not ids(panel, ":type:"):
            panel = await unfold(person, panel)
        form = await person.click(panel, ids(panel, ":type:")[0])
        panel = await message_after(person, panel, person.submit(form.modal, {"move": move}))
    if example.asked is not None:
        panel = await unfold(person, panel)
        endings = f":ask:{example.asked}"
        [button] = [each for each in ids(panel, ":ask:") if each.endswith(endings)]
        panel = await press(person, panel, button)
    return panel


async def unfold(person: Person, panel: Message) -> Message | None:
    """The same panel in detail, where it has more to tell."""
    if folds := ids(panel, ":more:") + ids(panel, ":help:"):
        return await press(person, panel, folds[0])
    return None


def people_at(house: Any, game: str, reader: Person, most: int = MOST_PLIES) -> list[Person]:
    """As many people as in the recorded game, the reader first."""
    friends = [person for person in (house.maud, *house.friends) if person is not reader]
    return [reader, *friends][: full_record(game, most).seats]


async def open_full_table(
    house: Any, game: str, reader: Person, language: str = "fr", most: int = MOST_PLIES
) -> str:
    """A table of the reader's for as many as in the recorded game; its thread."""
    people = people_at(house, game, reader, most)
    post = await open_lobby(house, game, *people, language=language)
    return await start_table(house, post, reader)
