"""Questions and previews for the seat that is to act."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from msgspec.structs import replace

from bot.steps.moves import retractable
from bot.table.live import LiveTable, Menu, MovePreview, Prompt, QuestionPrompt
from bot.table.seating import StaleClick, name_of
from rules.contract import BadNotation, IllegalMove, RulesError, Seat, line_notations
from rules.notation import SEPARATOR
from rules.question import Amounts, OneOf, Option, Question, SomeOf

COMMENT = re.compile(r"\{[^{}]*\}")
"""What may be written behind a move."""
AREA = re.compile(r"#(\d{1,3})")
"""How a menu of areas says that one of them was chosen: by its number."""


def playing_as(live: LiveTable, user_id: int, revision: int | None) -> Seat:
    """The seat of a person who has seen the newest position of a running game, or why not."""
    table = live.table
    seat = table.seat_of(user_id)
    if revision not in (None, table.revision):
        raise StaleClick("table.stale", revision=table.revision)
    table.require_going_on()
    return seat


def acting(live: LiveTable, user_id: int, revision: int | None) -> Seat:
    """The seat of a person who must act now and has seen the newest position, or why not."""
    table, seat = live.table, playing_as(live, user_id, revision)
    if seat not in live.to_act:
        awaited = [name_of(table, seat_to_act) for seat_to_act in live.to_act]
        raise IllegalMove("table.not_your_turn", names=awaited)
    return seat


# ---- what is asked -------------------------------------------------------------------------------


def next_prompt(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The candidate that `tokens` are, or the next question that leaves a choice.

    Raises what is wrong with them.
    """
    prompt = exact_prompt(live, seat, tokens)
    while isinstance(prompt, QuestionPrompt) and (only := only_answer(prompt.question)):
        prompt = exact_prompt(live, seat, (*prompt.tokens, *only.split()))
    return prompt


def only_answer(question: Question) -> str:
    """The answer to a question that has no other; "" where it is to be given all the same."""
    few = list(islice(question.answers(), 2))
    return few[0].token if len(few) == 1 and not few[0].plays else ""


def exact_prompt(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The candidate that `tokens` are, or the question that follows them. Raises what is wrong."""
    try:
        action = legal(live, seat, tokens)
    except RulesError as refusal:
        return question_instead(live, seat, without_comments(tokens), refusal)
    return move_preview(live, seat, action)


def prompt_after(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The question that follows `tokens`, even where they are a whole move already."""
    return next_question(live, seat, without_comments(tokens)) or exact_prompt(live, seat, tokens)


def legal(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Any:
    """The legal action that `tokens` say. Raises BadNotation and IllegalMove."""
    action = live.game.parse(live.state, seat, " ".join(without_comments(tokens)))
    live.game.check(live.state, seat, action)
    return action


def question_instead(
    live: LiveTable, seat: Seat, tokens: Sequence[str], refusal: RulesError
) -> QuestionPrompt:
    """Question to ask where `tokens` only begin a move. Raises the refusal where they do not."""
    prompt = next_question(live, seat, tokens)
    if prompt is None and isinstance(refusal, BadNotation):
        prompt = question_within(live, seat, tokens)
    if prompt is None:
        raise refusal
    return prompt


def tokens_with_choice(
    live: LiveTable, seat: Seat, tokens: Sequence[str], options: Sequence[str]
) -> list[str]:
    """`tokens` with the answer that chooses these options of the question after them."""
    prompt = next_question(live, seat, tokens)
    if prompt is None or not isinstance(prompt.question, SomeOf):
        return [*tokens, *options]
    return [*tokens, prompt.question.answer(options)]


def without_comments(tokens: Sequence[str]) -> list[str]:
    """One token each, without any {comment}: it would find no room in a custom id."""
    return COMMENT.sub(" ", " ".join(tokens)).split()


def next_question(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> QuestionPrompt | None:
    """The question that `tokens` lead to; None where they lead to none."""
    try:
        question = live.game.ask(live.state, seat, tokens)
    except RulesError:
        return None
    return None if question is None else prompt_of(live, seat, tokens, question)


def question_within(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> QuestionPrompt | None:
    """The question before the last token, with the answers of that area, or that begin like it."""
    prompt = next_question(live, seat, tokens[:-1]) if tokens else None
    if prompt is None or not isinstance(prompt.question, OneOf):
        return None
    options = within(prompt.question.options, tokens[-1])
    if not options:
        return None
    return replace(prompt, question=prompt.question.only(options))


def within(options: Sequence[Option], part: str) -> tuple[Option, ...]:
    """The options of the area `#3`, which is the third group; or those that begin with `part`."""
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
    """A question as it is shown."""
    return QuestionPrompt(tokens=tuple(tokens), question=question, **surroundings(live, seat))


def surroundings(live: LiveTable, seat: Seat) -> dict[str, Any]:
    """Texts and values that a panel shows beside its question or its preview."""
    return {
        "table": live.table,
        "seat": seat,
        "revision": live.table.revision,
        "view": live.game.view(live.state, seat),
        "hand": live.game.hand(live.state, seat),
        "so_far": tuple(ply.notation for ply in (live.turn.plies if live.turn else ())),
        "retractable": retractable(live),
    }


def example(live: LiveTable, seat: Seat) -> str:
    """Some legal move in its notation, to show how moves are written."""
    action = next(live.game.legal_actions(live.state, seat))
    return live.game.notation(live.state, seat, action)


# ---- a candidate ---------------------------------------------------------------------------------


def move_preview(live: LiveTable, seat: Seat, *line: Any) -> MovePreview:
    """A whole legal move, or several of one turn, to be looked at before they are made."""
    game, state = live.game, live.state
    moves = line_notations(game, state, seat, line)
    tokens = tuple(moves[0].split())
    first, *further = questions(live, seat, tokens)
    pad = game.variations_line(state, seat, line)
    varied = pad or len(line) == 1
    return MovePreview(
        tokens=tuple(SEPARATOR.join(moves).split()),
        moves=tuple(moves),
        first=first.question,
        preview=game.preview_line(state, seat, line),
        pad={
            name: SEPARATOR.join(line_notations(game, state, seat, to)) for name, to in pad.items()
        },
        elsewhere=game.elsewhere(state, seat, line[0]) if varied else None,
        menus=tuple(variable([first, *further], tokens)) if varied else (),
        otherwise=tuple(menu for menu in further if has_use(menu.question)) if varied else (),
        **surroundings(live, seat),
    )


def questions(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> list[Menu]:
    """The questions on the way to a whole move."""
    game, state, menus = live.game, live.state, []
    for n in range(len(tokens)):
        with suppress(RulesError):
            if question := game.ask(state, seat, tokens[:n]):
                menus.append(Menu(tuple(tokens[:n]), question))
    return menus


def has_use(question: Question) -> bool:
    """Whether it can be answered otherwise, and offers to."""
    return bool(question.otherwise) and len(question.options) > 1


def variable(menus: Sequence[Menu], tokens: Sequence[str]) -> Iterator[Menu]:
    """Menus of variable size: one for each part of amounts, one for a choice of many.

    A question about the rest of amounts is left out: the menus of all of them say the same.
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
    """Tokens behind a question that answer it, as many as possible, as one word."""
    answers = {answer.token for answer in question.answers()}
    beginnings = (" ".join(later[:n]) for n in range(len(later), 0, -1))
    return next(text for text in beginnings if text in answers)
