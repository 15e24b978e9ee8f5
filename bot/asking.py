"""What somebody who is to act is asked, or shown of the move that they have in mind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.playing import Playing, Prompt
from bot.seating import StaleClick, Status
from bot.steps import retractable
from rules.contract import BadNotation, IllegalMove, Option, RulesError, Seat

COMMENT = re.compile(r"\{[^{}]*\}")
"""What may be written behind a move."""


def playing_as(playing: Playing, user_id: int, revision: int | None) -> Seat:
    """The seat of a person who has seen the newest position of a running game, or why not."""
    table = playing.table
    seat = table.seat_of(user_id)
    if revision not in (None, table.revision):
        raise StaleClick("table.stale", revision=table.revision)
    table.require(Status.LIVE)
    return seat


def acting(playing: Playing, user_id: int, revision: int | None) -> Seat:
    """The seat of a person who must act now and has seen the newest position, or why not."""
    table, seat = playing.table, playing_as(playing, user_id, revision)
    if seat not in playing.to_act:
        awaited = [table.seats[other].name for other in playing.to_act]
        raise IllegalMove("table.not_your_turn", names=awaited)
    return seat


def answered(playing: Playing, seat: Seat, tokens: Sequence[str], *, ask: bool = False) -> Any:
    """The legal action that `tokens` say, or the Prompt that asks on. Raises what is wrong.

    With `ask`, a whole move to which more may be added is asked about, too.
    """
    tokens = uncommented(tokens)
    if ask and (asked := further(playing, seat, tokens)):
        return asked
    try:
        action = playing.game.parse(playing.state, seat, " ".join(tokens))
        playing.game.check(playing.state, seat, action)
    except RulesError as refusal:
        asked = further(playing, seat, tokens)
        if asked is None and isinstance(refusal, BadNotation):
            asked = cut_short(playing, seat, tokens)
        if asked is None:
            raise
        return asked
    return action


def uncommented(tokens: Sequence[str]) -> list[str]:
    """One token each, without any {comment}: it would find no room in a custom id."""
    return COMMENT.sub(" ", " ".join(tokens)).split()


def further(playing: Playing, seat: Seat, tokens: Sequence[str]) -> Prompt | None:
    """The question that `tokens` lead to; None where they lead to none."""
    options = following(playing, seat, tokens)
    return question(playing, seat, tokens, options) if options else None


def cut_short(playing: Playing, seat: Seat, tokens: Sequence[str]) -> Prompt | None:
    """The question before the last token, with the answers that begin as that one does."""
    taken, cut = tokens[:-1], "".join(tokens[-1:]).lower()
    options = [
        option for option in following(playing, seat, taken) if option.token.lower().startswith(cut)
    ]
    return question(playing, seat, taken, options) if options else None


def following(playing: Playing, seat: Seat, tokens: Sequence[str]) -> Sequence[Option]:
    """The tokens that may follow; none where these are a whole move, or lead nowhere."""
    try:
        return playing.game.options(playing.state, seat, tokens)
    except RulesError:
        return ()


def question(
    playing: Playing, seat: Seat, tokens: Sequence[str], options: Sequence[Option]
) -> Prompt:
    """The next tokens to choose from."""
    return Prompt(
        table=playing.table,
        seat=seat,
        revision=playing.table.revision,
        tokens=tuple(tokens),
        options=tuple(options),
        view=playing.game.view(playing.state, seat),
        hand=playing.game.hand(playing.state, seat),
        retractable=retractable(playing),
        preview=playing.game.hint(playing.state, seat, tokens),
    )


def candidate(playing: Playing, seat: Seat, action: Any) -> Prompt:
    """A whole legal move, to be looked at before it is made."""
    game, state = playing.game, playing.state
    variations = game.variations(state, seat, action)
    return Prompt(
        table=playing.table,
        seat=seat,
        revision=playing.table.revision,
        tokens=tuple(game.notation(state, seat, action).split()),
        options=(),
        view=game.view(state, seat),
        hand=game.hand(state, seat),
        retractable=retractable(playing),
        preview=game.preview(state, seat, action),
        variations={name: game.notation(state, seat, a) for name, a in variations.items()},
    )
