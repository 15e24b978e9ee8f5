"""The reasons for a suggested move, compared with others, on a page of the private panel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot import words
from bot.ai.reasons import Advice, Reason
from bot.i18n import text
from bot.table.seating import Table
from bot.words import shorten
from bot.words.careful import CarefulWords
from cogs._panel import panel
from cogs._shared.answer import Panel
from cogs._shared.controls import PanelButton
from cogs._shared.presentation import accent, frame, small_print

LONGEST = 160
"""Characters of a move among others: three lines of a phone."""
STAR = "★"
FOR, AGAINST = "+", "−"


def page(advice: Advice, prefix: Sequence[str], language: str, place: int = 0) -> Panel:
    """Panel with a suggested move, its advantages, and the losses of those after the best.

    Buttons make the move, lead back to its suggestion, which begins with `prefix`, or to another
    move.
    """
    move = replace(advice.moves[place], advised=tuple(prefix))
    descriptions = descriptions_of(advice, language)
    sign = f"{place + 1}." if place else STAR
    lines = [
        f"**{sign} {_descriptions(advice, language)[place]}**",
        *(_reasons_of_other(advice, place, language) if place else _reasons(advice, language)),
        *_other_moves(advice, place, descriptions, language),
    ]
    buttons = [
        panel.confirm(move, language),
        _back_button(advice, place, prefix),
        *(choice_button(advice, other, prefix) for other in descriptions if other != place),
    ]
    return frame(accent((move.seat,)), "\n".join(lines), buttons)


def _back_button(advice: Advice, place: int, prefix: Sequence[str]) -> PanelButton:
    """Button to the preview of the explained move."""
    if place:
        return choice_button(advice, place, prefix, label=panel.BACK)
    return PanelButton.of(advice.moves[0].table, "sug", " ".join(prefix), panel.BACK)


def choices(advice: Advice, shown: int, prefix: Sequence[str], language: str) -> panel.Choices:
    """Buttons to the other suggested moves, and what each but the best loses.

    `shown` is the place of the move in the preview beside them.
    """
    places = [*descriptions_of(advice, language)]
    others = [place for place in places if place != shown]
    if not others:
        return panel.NO_CHOICES
    losses = {place: _loss(advice, place, language) for place in places[1:]}
    gains = {place: _gain(advice, place, language) for place in places}
    with_gains = {place: f"{gains[place]}, {loss}".lstrip(", ") for place, loss in losses.items()}
    captions = {place: gains[place] or _as_good(advice, place, language) for place in others}
    return panel.Choices(
        [choice_button(advice, place, prefix, captions[place]) for place in others],
        _line_of_choices(losses, language),
        _line_of_choices(
            {place: loss for place, loss in losses.items() if not captions.get(place)}, language
        ),
        [choice_button(advice, place, prefix) for place in others],
        _line_of_choices(with_gains, language),
        _why_button(advice, shown, prefix, language) if shown else None,
    )


def _as_good(advice: Advice, place: int, language: str) -> str:
    """Short word about a move that loses nothing beside the best; "" for all others."""
    is_alike = 0 < place <= len(advice.losses) and advice.losses[place - 1] is None
    return text("panel.choice_as_good", language) if is_alike and not advice.wins[0] else ""


def _why_button(advice: Advice, place: int, prefix: Sequence[str], language: str) -> PanelButton:
    """Button to the reasons for and against a suggested move other than the best."""
    label = f"{STAR} {text('panel.why', language)}"
    return PanelButton.of(advice.moves[0].table, "because", " ".join((str(place), *prefix)), label)


def _line_of_choices(texts: Mapping[int, str], language: str) -> str:
    """Line in small print with a text about each suggested move, by its place."""
    parts = (
        text("panel.choice_loss", language, number=place + 1, lost=part)
        for place, part in texts.items()
    )
    return small_print(" · ".join(parts))


def _gain(advice: Advice, place: int, language: str) -> str:
    """Gain of a suggested move with its unit; "" for none."""
    move = advice.moves[place]
    amount = CarefulWords(move.table, language).amount("", abs(move.gain))
    return f"{words.with_sign(move.gain)[0]}{amount}" if move.gain else ""


def choice_button(
    advice: Advice, place: int, prefix: Sequence[str], gain: str = "", label: str = ""
) -> PanelButton:
    """Button to the preview of a suggested move, with its number and a word, or a label."""
    tokens = " ".join((str(place), *prefix))
    label = label or " · ".join(filter(None, (str(place + 1), gain)))
    return PanelButton.of(advice.moves[0].table, "choice", tokens, label, slot=f"c{place}")


def descriptions_of(advice: Advice, language: str) -> dict[int, str]:
    """Line about each suggested move by its place, the best first.

    A move that reads like an earlier one is left out, as nobody could tell them apart.
    """
    lines = _descriptions(advice, language)
    return {place: line for place, line in enumerate(lines) if line not in lines[:place]}


def _descriptions(advice: Advice, language: str) -> list[str]:
    """Line about each suggested move."""
    return lines_of(advice.moves[0].table, [move.preview for move in advice.moves], language)


def lines_of(table: Table, previews: Sequence[Any], language: str) -> list[str]:
    """Line about each move, without the questions that it asks before it is made."""
    descriptions = CarefulWords(table, language).comparison(previews)
    return [shorten(words.plain(line).partition("?")[0].rstrip(), LONGEST) for line in descriptions]


def _reasons(advice: Advice, language: str) -> Iterator[str]:
    """Lines for and against the best move."""
    if advice.wins[0]:
        yield text("panel.why_wins", language)
    elif len(advice.moves) == 1:
        yield text("panel.why_alone", language)
    elif not advice.reasons:
        yield text("panel.why_alike", language)
    else:
        yield text("panel.why_beside", language)
        yield from _signed(advice, advice.reasons, language)


def _reasons_of_other(advice: Advice, place: int, language: str) -> Iterator[str]:
    """Lines for and against another move than the best, compared with that."""
    if advice.wins[place]:
        yield text("panel.why_wins", language)
    elif told := advice.others[place - 1]:
        yield text("panel.why_beside_best", language)
        yield from _signed(advice, told, language)
    else:
        yield text("panel.why_like_best", language)


def _signed(advice: Advice, told: Sequence[Reason], language: str) -> Iterator[str]:
    """A line for each reason, with the sign of a plea for the move or against it."""
    for reason in told:
        sign = FOR if reason.change > 0 else AGAINST
        yield f"{sign} {_reason_of_advice(advice, reason, language)}"


def _other_moves(
    advice: Advice, shown: int, descriptions: Mapping[int, str], language: str
) -> Iterator[str]:
    """Lines about the other moves, in small print: of each but the best its largest loss."""
    if shown:
        best = text("panel.why_best", language, move=descriptions[0].rstrip("."))
        yield f"-# {best}"
    for place, line in [*descriptions.items()][1:]:
        if place == shown:
            continue
        args = {"move": line.rstrip("."), "lost": _loss(advice, place, language)}
        yield f"-# {text('panel.why_other', language, number=place + 1, **args)}"


def _loss(advice: Advice, place: int, language: str) -> str:
    """Loss of a move compared with the best one; if that wins, whether this one does as well."""
    if advice.wins[0]:
        return text("panel.why_wins_too" if advice.wins[place] else "panel.why_wins_not", language)
    loss = advice.losses[place - 1]
    return (
        _reason_of_advice(advice, loss, language) if loss else text("panel.why_as_good", language)
    )


def _reason_of_advice(advice: Advice, reason: Reason, language: str) -> str:
    return reason_text(advice.moves[0].table, reason, language)


def reason_text(table: Table, reason: Reason, language: str) -> str:
    """Reason in words: a consequence to point at if there is one, else the name of the part.

    The average difference of the two moves follows in brackets, where the part is counted.
    """
    game_words = CarefulWords(table, language)
    sentence, number = (
        game_words.reason(reason.part, reason.change),
        words.with_sign(reason.count),
    )
    if reason.count and (
        sentence_counted := game_words.reason_with_count(reason.part, reason.count)
    ):
        sentence, number = sentence_counted, ""
    if reason.because and (sentence_pointing := game_words.consequence(reason.because)):
        sentence, number = sentence_pointing, game_words.worth(reason.part, reason.count)
    return f"{sentence} ({number})" if reason.count and number else sentence
