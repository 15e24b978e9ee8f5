"""Questions and previews for the seat that is to act."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from msgspec.structs import replace

from bot.steps.moves import retractable
from bot.table.live import LiveTable, Menu, MovePreview, Prompt, QuestionPrompt
from bot.table.seating import StaleClick, name_of
from rules.contract import BadNotation, Game, IllegalMove, RulesError, Seat, line_notations
from rules.notation import SEPARATOR, head_of, text_of
from rules.question import Amounts, OneOf, Option, Question, SomeOf

AnyGame = Game[Any, Any, Any]
COMMENT = re.compile(r"\{[^{}]*\}")
"""A comment after a move."""
NOT_YOUR_TURN = "table.not_your_turn"
"""Code of the refusal of a move by a person who does not have to act."""
AREA = re.compile(r"#(\d{1,3})")
"""Token for the chosen entry of a menu of areas: its number."""


def playing_as(live: LiveTable, user_id: int, revision: int | None) -> Seat:
    """The seat of a person at a running game. Raises StaleClick and other RulesErrors."""
    table = live.table
    seat = live.seat_of(user_id)
    if revision not in (None, table.revision):
        raise StaleClick("table.stale", revision=table.revision)
    table.require_going_on()
    return seat


def acting(live: LiveTable, user_id: int, revision: int | None) -> Seat:
    """The seat of a person who must act now. Raises IllegalMove, and as `playing_as` does."""
    table, seat = live.table, playing_as(live, user_id, revision)
    if seat not in live.to_act:
        awaited = [name_of(table, seat_to_act) for seat_to_act in live.to_act]
        raise IllegalMove(NOT_YOUR_TURN, names=awaited)
    return seat


# ---- questions -----------------------------------------------------------------------------------


def next_prompt(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The preview of the move that `tokens` write, or the next question that leaves a choice.

    Raises RulesError where the tokens are wrong.
    """
    prompt = exact_prompt(live, seat, tokens)
    while isinstance(prompt, QuestionPrompt) and (only := only_answer(prompt.question)):
        prompt = exact_prompt(live, seat, (*prompt.tokens, *only.split()))
    return prompt


def only_answer(question: Question) -> str:
    """The only answer to a question; "" where it has several, or where it would make the move."""
    few = list(islice(question.answers(), 2))
    return few[0].token if len(few) == 1 and not few[0].plays else ""


def exact_prompt(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The preview of the move that `tokens` write, or the question after them.

    Raises RulesError where the tokens are wrong.
    """
    try:
        action = legal(live, seat, tokens)
    except RulesError as refusal:
        return question_instead(live, seat, without_comments(tokens), refusal)
    return move_preview(live, seat, action)


def prompt_after(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The question that follows `tokens`, even where they are a whole move."""
    return next_question(live, seat, without_comments(tokens)) or exact_prompt(live, seat, tokens)


def legal(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Any:
    """The legal action that `tokens` write. Raises BadNotation and IllegalMove."""
    action = live.game.parse(live.state, seat, " ".join(without_comments(tokens)))
    live.game.check(live.state, seat, action)
    return action


def is_legal(live: LiveTable, seat: Seat, move: str) -> bool:
    """Whether a text is a whole legal move."""
    try:
        legal(live, seat, move.split())
    except RulesError:
        return False
    return True


def question_instead(
    live: LiveTable, seat: Seat, tokens: Sequence[str], refusal: RulesError
) -> QuestionPrompt:
    """The question to ask where `tokens` only begin a move. Raises `refusal` where they do not."""
    prompt = next_question(live, seat, tokens)
    if prompt is None and isinstance(refusal, BadNotation):
        prompt = question_within(live, seat, tokens)
    if prompt is None:
        raise refusal
    return prompt


def tokens_with_choice(
    live: LiveTable, seat: Seat, tokens: Sequence[str], options: Sequence[str]
) -> list[str]:
    """`tokens` with the answer that selects these options of the next question."""
    prompt = next_question(live, seat, tokens)
    if prompt is None or not isinstance(prompt.question, SomeOf):
        return [*tokens, *options]
    return [*tokens, prompt.question.answer(options)]


def without_comments(tokens: Sequence[str]) -> list[str]:
    """Single tokens without any {comment}, for which a custom id has no room."""
    return COMMENT.sub(" ", " ".join(tokens)).split()


def next_question(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> QuestionPrompt | None:
    """The question that follows `tokens`, or None."""
    try:
        question = live.game.ask(live.state, seat, tokens)
    except RulesError:
        return None
    return None if question is None else prompt_of(live, seat, tokens, question)


def question_within(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> QuestionPrompt | None:
    """The question before the last token, limited to the answers that the token may stand for."""
    prompt = next_question(live, seat, tokens[:-1]) if tokens else None
    if prompt is None or not isinstance(prompt.question, OneOf):
        return None
    options = within(prompt.question.options, tokens[-1])
    if not options:
        return None
    return replace(prompt, question=prompt.question.only(options))


def within(options: Sequence[Option], part: str) -> tuple[Option, ...]:
    """The options of an area (`#3` is the third group), or those that begin with `part`."""
    if area := AREA.fullmatch(part):
        entries = [option for option in options if not option.is_button]
        groups = list(dict.fromkeys(option.group for option in entries))
        chosen = dict(enumerate(groups, 1)).get(int(area[1]))
        return tuple(option for option in entries if option.group == chosen)
    prefix = part.lower()
    return tuple(option for option in options if option.token.lower().startswith(prefix))


def prompt_of(
    live: LiveTable, seat: Seat, tokens: Sequence[str], question: Question
) -> QuestionPrompt:
    """A question as a prompt."""
    threats = () if tokens or live.turn else live.threats
    return QuestionPrompt(
        tokens=tuple(tokens), question=question, threats=threats, **surroundings(live, seat)
    )


def surroundings(live: LiveTable, seat: Seat) -> dict[str, Any]:
    """Fields that every prompt has beside its question or preview."""
    return {
        "table": live.table,
        "seat": seat,
        "revision": live.table.revision,
        "view": live.game.view(live.state, seat),
        "hand": live.game.hand(live.state, seat),
        "so_far": tuple(ply.notation for ply in (live.turn.plies if live.turn else ())),
        "retractable": 0 if live.is_ahead else retractable(live),
        "is_ahead": live.is_ahead,
    }


def example(live: LiveTable, seat: Seat) -> str:
    """A legal move in notation, to show how moves are written."""
    action = next(live.game.legal_actions(live.state, seat))
    return live.game.notation(live.state, seat, action)


# ---- previews ------------------------------------------------------------------------------------


def move_preview(live: LiveTable, seat: Seat, *line: Any) -> MovePreview:
    """The preview of a whole legal move, or of several moves of one turn."""
    game, state = live.game, live.state
    moves = line_notations(game, state, seat, line)
    pad, head, varied = game.variations_line(state, seat, line), tuple[str, ...](), line
    is_varied = bool(pad) or len(line) == 1
    if not is_varied and (after := state_before_last(live, seat, line)) is not None:
        is_varied, state, head, varied = True, after, head_of(moves[:-1]), line[-1:]
        pad = game.variations_line(state, seat, varied)
    tokens = tuple(moves[len(line) - len(varied)].split())
    first, *further = questions(game, state, seat, tokens)
    return MovePreview(
        tokens=tuple(SEPARATOR.join(moves).split()),
        moves=tuple(moves),
        head=head,
        first=first.question,
        preview=game.preview_line(live.state, seat, line),
        pad={
            name: text_of([*head, SEPARATOR.join(line_notations(game, state, seat, to))])
            for name, to in pad.items()
        },
        elsewhere=game.elsewhere(state, seat, varied[0]) if is_varied else None,
        menus=behind(head, variable([first, *further], tokens)) if is_varied else (),
        otherwise=behind(head, filter(has_use, further)) if is_varied else (),
        **surroundings(live, seat),
    )


def state_before_last(live: LiveTable, seat: Seat, line: Sequence[Any]) -> Any:
    """The position before the last move of a line; None where something comes to light before."""
    state = live.state.clone()
    for action in line[:-1]:
        if any(event.reveals for event in live.game.apply(state, seat, action)):
            return None
    return state


def behind(head: Sequence[str], menus: Iterable[Menu]) -> tuple[Menu, ...]:
    """Menus that follow the tokens of other moves, too."""
    return tuple(Menu((*head, *menu.tokens), menu.question) for menu in menus)


def questions(game: AnyGame, state: Any, seat: Seat, tokens: Sequence[str]) -> list[Menu]:
    """The questions that a whole move answers, in order."""
    menus = []
    for n in range(len(tokens)):
        with suppress(RulesError):
            if question := game.ask(state, seat, tokens[:n]):
                menus.append(Menu(tuple(tokens[:n]), question))
    return menus


def has_use(menu: Menu) -> bool:
    """Whether a question has a button that asks it after all, and more than one option."""
    return bool(menu.question.otherwise) and len(menu.question.options) > 1


def variable(menus: Sequence[Menu], tokens: Sequence[str]) -> Iterator[Menu]:
    """Menus to vary amounts or choices: one for each part of amounts, one for a choice of several.

    Questions about the remaining amounts are left out, as the menus of the first cover them.
    """
    answered = 0
    for menu in menus:
        if len(menu.tokens) < answered:
            continue
        if isinstance(menu.question, Amounts):
            answer = answer_to(menu.question, tokens[len(menu.tokens) :])
            answered = len(menu.tokens) + len(answer.split())
            yield from (Menu(menu.tokens, part) for part in menu.question.around(answer))
        elif isinstance(menu.question, SomeOf):
            yield menu


def answer_to(question: Amounts, later: Sequence[str]) -> str:
    """The longest beginning of `later` that answers a question, as one text."""
    answers = {answer.token for answer in question.answers()}
    beginnings = (" ".join(later[:n]) for n in range(len(later), 0, -1))
    return next(text for text in beginnings if text in answers)
