"""Lines: several moves of one turn, previewed as one candidate and made together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from msgspec.structs import replace

from bot.steps import moves, prompts
from bot.steps.prompts import legal, without_comments
from bot.steps.visibility import gain_between
from bot.table.changes import Change, Ply
from bot.table.live import Gain, LiveTable, Menu, MovePreview, Prompt, QuestionPrompt, Score, Turn
from bot.table.seating import Purpose
from rules.contract import IllegalMove, RulesError, Seat, moves_of, read
from rules.notation import SEPARATOR, head_of
from rules.question import OneOf, Option
from rules.rng import C, Rng

Asker = Callable[[LiveTable, Seat, Sequence[str]], Prompt]
"""Function that returns a prompt after some tokens."""
FEW = 12
"""Most answers to a question that one choice may reach together with the question."""
FEW_BESIDE = 2
"""Most other answers beside the preview of an only choice: so many stand beside Confirm."""
MOST_ONWARD = 25
"""Most ways to choose another place and to go on from there at once."""
LEAST = 8
"""Positions, at least, on which a line is tried that goes on after a reveal."""


class MoveRefused(RulesError):
    """One move of a line cannot be made; the first move has number 1."""

    def __init__(self, number: int, move: str, reason: RulesError) -> None:
        super().__init__("table.move_refused", number=number, move=move, reason=reason)
        self.number, self.move, self.reason = number, move, reason


def line_of(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> list[str]:
    """The moves that `tokens` write, in notation."""
    return moves_of(live.game, live.state, seat, " ".join(without_comments(tokens)))


def prompt_at(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Prompt:
    """The preview of the move or line that `tokens` write, or the next question after them.

    Raises RulesError where the tokens are wrong.
    """
    if len(line_of(live, seat, tokens)) == 1:
        return prompt_of_last(live, seat, tokens)
    try:
        return candidate(live, seat, tokens)
    except RulesError as refusal:
        with suppress(RulesError):
            return prompt_of_last(live, seat, tokens)
        raise refusal


def prompt_of_last(
    live: LiveTable, seat: Seat, tokens: Sequence[str], prompt_of: Asker = prompts.next_prompt
) -> Prompt:
    """The question that the last move of a line leads to, or the preview of the whole line.

    Raises RulesError.
    """
    before_last, head, last_tokens = last_move(live, seat, tokens)
    prompt = prompt_of(before_last, seat, last_tokens)
    tokens = (*head_of(head), *prompt.tokens)
    if head and isinstance(prompt, MovePreview):
        return candidate(live, seat, tokens)
    if isinstance(prompt, MovePreview):
        prompt = replace(
            prompt,
            gain=gain_of(lookalike(live, seat), seat, prompt.moves),
            ends_turn=live.is_ahead and is_whole_turn(live, seat, prompt.moves),
        )
    return continued(live, replace(prompt, tokens=tokens))


def last_move(
    live: LiveTable, seat: Seat, tokens: Sequence[str]
) -> tuple[LiveTable, Sequence[str], Sequence[str]]:
    """The table before the last move of a line, the moves before it, and its own tokens.

    The table is in another deal, unless the line has only one move. Raises IllegalMove where one of
    the others is refused, ends the turn or brings something to light.
    """
    *head, last = line_of(live, seat, tokens)
    if not head:
        return live, head, without_comments(tokens)
    return game_after(lookalike(live, seat), seat, head), head, last.split()


def candidate(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> MovePreview:
    """The preview of a move or of a line of moves. Raises RulesError where it is illegal.

    It is previewed on another deal: on the real one, what it reveals could change its look.
    """
    line = line_of(live, seat, tokens)
    if len(line) == 1:
        legal(live, seat, line[0].split())
    alike = lookalike(live, seat)
    plies, live = check_line(live, seat, line, alike), alike
    preview = prompts.move_preview(live, seat, *read(live.game, live.state, seat, line))
    is_certain = len({ply.points for ply in plies}) == 1
    preview = replace(
        preview,
        ends_turn=all(ply.ends_turn for ply in plies),
        reveals=any(moves.reveals(ply) for ply in plies),
        gain=gain_of(live, seat, preview.moves) if is_certain else None,
    )
    return with_next(live, preview)


def gain_of(live: LiveTable, seat: Seat, line: Sequence[str]) -> Gain:
    """Change of a seat's score by a line."""
    then, now = live.state, state_after(live, seat, line)
    return gain_between(live.game.scores(then)[seat], live.game.scores(now)[seat])


def state_after(live: LiveTable, seat: Seat, line: Sequence[str]) -> Any:
    """The position after a line."""
    state = live.state.clone()
    for action in read(live.game, state, seat, line):
        live.game.apply(state, seat, action)
    return state


def score_after(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> Score:
    """The places behind the numbers of a seat after a move or line. Raises RulesError.

    It is played on another deal, and whatever it brings to light there does not show either.
    """
    preview = candidate(live, seat, tokens)
    before, alike = live.game.view(live.state, seat), lookalike(live, seat).state
    line = read(live.game, alike, seat, preview.moves)
    view = live.game.view_after(alike, seat, line)
    return Score(
        table=live.table,
        seat=seat,
        view=view,
        places=live.game.score_places(view, seat),
        before=live.game.score_places(before, seat),
        preview=preview,
    )


def step(
    live: LiveTable, seat: Seat, line: Sequence[str], *, at: str
) -> tuple[LiveTable, Change, Turn]:
    """The step of a move of a person, or of a line of moves. Raises RulesError.

    Nothing hidden decides whether a line is refused. Where something comes to light that no
    lookalike had and that makes a move impossible, it stops there: its player has seen it by then.
    """
    if len(line) == 1:
        return moves.move(live, seat, legal(live, seat, line[0].split()), at=at, ai=False)
    check_line(live, seat, line)
    steps, stopped = list[tuple[LiveTable, Ply]](), ""
    try:
        for after_move in walk(live, seat, line, at=at):
            steps.append(after_move)
    except MoveRefused as refusal:
        if not any(moves.reveals(ply) for _, ply in steps):
            raise
        stopped = refusal.move
    after, change, turn = moves.commit_moves(live, steps[-1][0], [ply for _, ply in steps])
    return after, change, replace(turn, stopped=stopped)


# ---- how a turn goes on ------------------------------------------------------------------------


def continued(live: LiveTable, prompt: Prompt) -> Prompt:
    """A prompt with the questions that the turn goes on with, and with the answers to its own.

    A question goes on behind the lines that it offers, or else behind its first answer that makes
    its move without a preview.
    """
    seat = prompt.seat
    if live.game.facts.longest_turn == 1:
        return prompt
    if isinstance(prompt, MovePreview):
        return with_next(lookalike(live, seat), prompt)
    assert isinstance(prompt, QuestionPrompt)
    question = prompt.question
    if prompt.tokens or not isinstance(question, OneOf) or question.suggests:
        return prompt
    alike = lookalike(live, seat)
    thens = [next_menus(alike, seat, line_of(live, seat, [each.token])) for each in question.lines]
    for answer in question.options:
        if answer.plays and not any(thens):
            thens.append(next_menus(alike, seat, [answer.token]))
    every = answers(alike, seat, question)
    direct = tuple(each for each in every if each.parts)
    return replace(prompt, then=tuple(chain.from_iterable(thens)), direct=direct)


def with_next(alike: LiveTable, preview: MovePreview) -> MovePreview:
    """A preview with the question that the turn goes on with, and what other places lead to."""
    then = next_menus(alike, preview.seat, preview.moves)
    onward = chain.from_iterable(places_onward(alike, preview, menu) for menu in then)
    return replace(preview, then=then, onward=tuple(onward))


def places_onward(
    alike: LiveTable, preview: MovePreview, menu: Menu
) -> Iterator[tuple[Option, Option]]:
    """Other places for a piece that has to be placed, each with what comes next.

    That is the draw of another piece, or the end of the turn where there is none to draw.
    """
    options = menu.question.options
    next_options = [option for option in options if option.advised] or [
        option for option in options if _ends_turn(alike, preview, option)
    ]
    if preview.elsewhere is None or not preview.first.suggests or not next_options:
        return
    for place in preview.elsewhere.options[: MOST_ONWARD // len(next_options)]:
        menus = next_menus(alike, preview.seat, [*preview.moves[:-1], place.token])
        following = {answer.token: answer for each in menus for answer in each.question.options}
        for option in next_options:
            if place.token != preview.moves[-1] and option.token in following:
                yield place, following[option.token]


def _ends_turn(alike: LiveTable, preview: MovePreview, option: Option) -> bool:
    """Whether an answer to the question behind a preview ends the turn."""
    try:
        *_, (_, last) = walk(alike, preview.seat, [*preview.moves, option.token], at="")
    except RulesError:
        return False
    return last.ends_turn


def next_menus(alike: LiveTable, seat: Seat, moves: Sequence[str]) -> tuple[Menu, ...]:
    """The question that a turn goes on with behind some moves; () where it may not go on.

    It is asked in another deal, that of a lookalike, and only where nothing comes to light before.
    """
    try:
        after = game_after(alike, seat, moves)
        question = after.game.ask(after.state, seat, ())
    except RulesError:
        return ()
    if not isinstance(question, OneOf) or question.suggests:
        return ()
    options = tuple(answers(after, seat, question))
    return (Menu(head_of(moves), replace(question, options=options)),)


def answers(live: LiveTable, seat: Seat, question: OneOf) -> Iterator[Option]:
    """The answers to the first question of a move, as far as one choice can reach.

    In place of one that leads to a question with a few answers stand these; behind one that makes
    its move at once stand the moves that then end the turn at once.
    """
    for option in question.options:
        further = [] if option.plays else few_answers(live, seat, option)
        yield from further or [option]
        if option.plays:
            yield from endings(live, seat, option)


def few_answers(live: LiveTable, seat: Seat, option: Option) -> list[Option]:
    """The answers to the question that an option leads to, if that asks and has a few."""
    question = live.game.ask(live.state, seat, option.token.split())
    if not isinstance(question, OneOf) or question.suggests or len(question.options) > FEW:
        return []
    return [
        Option(f"{option.token} {answer.token}", answer.code, answer.args, parts=(option, answer))
        for answer in question.options
    ]


def endings(live: LiveTable, seat: Seat, option: Option) -> Iterator[Option]:
    """The answers that make a move that ends the turn, behind one that makes another move."""
    try:
        after = game_after(live, seat, [option.token])
    except RulesError:
        return
    question = after.game.ask(after.state, seat, ())
    for answer in question.options if question else ():
        if answer.plays:
            [(_, ply)] = walk(after, seat, [answer.token], at="")
            if ply.ends_turn:
                token = SEPARATOR.join((option.token, answer.token))
                parts = (option, answer)
                yield replace(answer, token=token, parts=parts, group=option.group)


def needs_no_preview(live: LiveTable, seat: Seat, tokens: Sequence[str]) -> bool:
    """Whether a line ends with an answer that makes its move without a preview."""
    line, alike = line_of(live, seat, tokens), lookalike(live, seat)
    for length in range(len(line)):
        menus = next_menus(alike, seat, line[:length])
        rest = SEPARATOR.join(line[length:])
        for menu in menus:
            if any(each.plays and each.token == rest for each in menu.question.options):
                return True
    return False


def prompt_of_only_choice(live: LiveTable, prompt: Prompt) -> Prompt | None:
    """The prompt after the only entry of the menu of a question, behind what came to light.

    None elsewhere in a turn, in a lesson, and where the entry leads to a question to be asked.
    Beside it, there are only a few answers that make their moves at once.
    """
    if not isinstance(prompt, QuestionPrompt) or prompt.tokens:
        return None
    if not prompt.so_far or prompt.retractable or live.table.purpose is Purpose.LESSON:
        return None
    options = prompt.question.options
    choices = [option for option in options if not option.plays]
    if len(choices) != 1 or choices[0].is_button or prompt.question.lines:
        return None
    if not 1 < len(options) <= FEW_BESIDE + 1:
        return None
    answered = prompt_at(live, prompt.seat, choices[0].token.split())
    asks = isinstance(answered, QuestionPrompt) and not answered.question.suggests
    return None if asks else answered


# ---- legal whatever comes to light ---------------------------------------------------------------


def check_line(
    live: LiveTable, seat: Seat, line: Sequence[str], alike: LiveTable | None = None
) -> list[Ply]:
    """The last plies that a line may have, for all that may come to light.

    Raises MoveRefused for a line that is illegal after something that may come to light. If a line
    were refused for what really comes to light, the player would learn it and could still choose
    another move. The reason is given where it is the same whatever comes to light.
    """
    endings = possible_endings(live, seat, line, alike)
    refusals = [ending for ending in endings if isinstance(ending, MoveRefused)]
    if not refusals:
        return [ending for ending in endings if isinstance(ending, Ply)]
    first = min(refusals, key=lambda refusal: refusal.number)
    reasons = {(refusal.number, str(refusal.reason)) for refusal in refusals}
    if len(reasons) == 1 and len(refusals) == len(endings):
        raise first
    raise MoveRefused(first.number, first.move, IllegalMove("table.move_unseen"))


def is_whole_turn(live: LiveTable, seat: Seat, line: Sequence[str]) -> bool:
    """Whether a line is legal and ends the turn, whatever comes to light."""
    endings = possible_endings(live, seat, line)
    return all(isinstance(ending, Ply) and ending.ends_turn for ending in endings)


def possible_endings(
    live: LiveTable, seat: Seat, line: Sequence[str], alike: LiveTable | None = None
) -> list[Ply | MoveRefused]:
    """The last plies of a line, or its refusals, for all that its first reveal may bring to light.

    The real deal is not looked at: `alike` is its lookalike, if that is made already.
    """
    live = alike or lookalike(live, seat)
    for number, text in enumerate(line, 1):
        try:
            [(after, ply)] = walk(live, seat, [text], at="")
        except MoveRefused as refusal:
            return [MoveRefused(number, text, refusal.reason)]
        if number == len(line):
            return [ply]
        if ply.ends_turn or moves.reveals(ply):
            break
        live = after
    return [ending(each, seat, line, number) for each in lookalikes(live, seat)]


def ending(live: LiveTable, seat: Seat, line: Sequence[str], first: int) -> Ply | MoveRefused:
    """The last ply of a line, or its refusal, at a table before its move of number `first`."""
    try:
        *_, (_, ply) = walk(live, seat, line, at="", first=first)
    except MoveRefused as refusal:
        return refusal
    return ply


def lookalike(live: LiveTable, seat: Seat) -> LiveTable:
    """The table in a position that a seat cannot distinguish from the real one."""
    luck = Rng(live.luck("lookalike"))
    return replace(live, state=live.game.redeal(live.state, seat, luck))


def lookalikes(live: LiveTable, seat: Seat) -> Iterator[LiveTable]:
    """The table in positions that a seat cannot distinguish from the real one.

    In one of them each hidden piece of a pile is on top.
    """
    number, longest = 0, 1
    while number < longest:
        luck = Turning(live.luck("lookalikes"), number)
        yield replace(live, state=live.game.redeal(live.state, seat, luck))
        number, longest = number + 1, luck.longest


class Turning(Rng):
    """Luck that deals pieces in the same order for each number, but begins at another piece."""

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(seed ^ number)
        self._order, self._number = Rng(seed), number
        self.longest = LEAST

    def redeal(self, items: list[C]) -> None:
        self._order.redeal(items)
        self.longest = max(self.longest, len(items))
        first = self._number % max(1, len(items))
        items[:] = [*items[first:], *items[:first]]


def game_after(live: LiveTable, seat: Seat, line: Sequence[str]) -> LiveTable:
    """The table as it would be after the moves of a line, to ask about the next move.

    Raises IllegalMove where a move is refused, ends the turn or reveals something; the error is the
    same in all three cases.
    """
    try:
        for after, ply in walk(live, seat, line, at=""):
            if ply.ends_turn or moves.reveals(ply):
                raise IllegalMove("table.move_unseen")
            live = after
    except MoveRefused as refusal:
        raise IllegalMove("table.move_unseen") from refusal
    return live


def walk(
    live: LiveTable, seat: Seat, line: Sequence[str], *, at: str, first: int = 1
) -> Iterator[tuple[LiveTable, Ply]]:
    """The table after each move of a line from number `first` on, and its ply.

    Raises MoveRefused.
    """
    ply: Ply | None = None
    for number, text in enumerate(line[first - 1 :], first):
        if ply is not None and ply.ends_turn:
            raise MoveRefused(number, text, IllegalMove("table.move_behind_end"))
        try:
            action = legal(live, seat, text.split())
        except RulesError as refusal:
            raise MoveRefused(number, text, refusal) from refusal
        live, ply = moves.apply_move(live, seat, action, at=at)
        yield live, ply
