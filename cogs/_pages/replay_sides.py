"""The sides of a stop of a replay: the board, a hand, or all hands, as pictures or in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot import words
from bot.app import App
from bot.i18n import text
from bot.steps import timeline
from bot.steps.timeline import Unit
from bot.table.live import Replay
from bot.words.careful import CarefulWords
from cogs._answering.phone import (
    BUTTON_ROW,
    LINE,
    Picture,
    has_room,
    room,
    text_height,
    whole_lines,
)
from cogs._answering.presentation import about, drawing_or_sentence, hand_picture, public_picture
from cogs._painting.wish import Wish
from cogs._words import labels
from cogs._words.labels import icons
from render.contract import TABLE
from rules.contract import Seat

BOARD, HANDS = "b", "a"
"""Sides of a stop: the board, or once the game is over all hands; a digit is a seat's hand."""
FLAT = 0.6
"""Height of a picture, as a share of its width, from which it keeps its sides in a gallery."""
TURN = 2 * LINE
"""Pixels that are left beside hands for a turn in words."""


def of(replay: Replay) -> list[str]:
    """Sides of a stop that the reader may see, in the order of the menu."""
    seats = sorted(replay.hands, key=lambda seat: (seat != replay.seat, seat))
    return [BOARD, *([HANDS] if len(seats) > 1 else ()), *map(str, seats)]


def label(replay: Replay, side: str, language: str) -> str:
    """Name of a side in the menu."""
    if side == BOARD:
        return text("replay.board", language)
    if side == HANDS:
        return text("replay.all_hands", language)
    if int(side) == replay.seat:
        return text("replay.my_hand", language)
    return text("replay.hand_of", language, name=labels.names(replay.table)[int(side)])


def board(replay: Replay, unit: Unit, language: str) -> tuple[Wish, str]:
    """Picture of the board, where the changes of the turns shown are lit, and its alt text."""
    shown = timeline.turns_shown(replay.turns, unit, replay.place)
    plies = [ply for turn in shown for ply in turn.plies]
    facts = about(replay.table, language)
    return public_picture(replay.table, TABLE, replay.view, plies, facts)


class Sides:
    """The sides of a stop, for one reader."""

    def __init__(self, app: App, replay: Replay, language: str) -> None:
        self.app, self.replay, self.language = app, replay, language

    async def content(self, unit: Unit, side: str) -> Sequence[Picture | str]:
        """A side as pictures or in words."""
        replay, language = self.replay, self.language
        if replay.view is None:
            return [text("panel.no_past", language)]
        if side == HANDS:
            return await self._all_hands()
        if side == BOARD:
            wish, alt = board(replay, unit, language)
            return [await drawing_or_sentence(wish, alt, language, instead=alt)]
        hand, icon = replay.hands[int(side)], icons(self.app)
        wish, description, alt = hand_picture(replay.table, hand.view, hand.hand, language, icon)
        picture = await drawing_or_sentence(wish, alt, language, name="hand.png")
        if isinstance(picture, str):
            return [picture, description]
        others = (2 * TURN, picture, BUTTON_ROW)
        return [picture, whole_lines(description, lambda some: has_room((*others, some)))]

    async def _all_hands(self) -> Sequence[Picture | str]:
        """All hands: flat pictures below each other or, where they are too many, in words.

        Other pictures stand side by side, and a press makes one large.
        """
        table, language = self.replay.table, self.language
        pictures, names = list[Picture](), labels.bold_names(table)
        for seat, each in sorted(self.replay.hands.items()):
            wish, _, alt = hand_picture(table, each.view, each.hand, language)
            alt, instead = words.plain(f"{names[seat]} · {alt}"), self._hand_in_words(seat)
            name = f"hand_{seat}.png"
            picture = await drawing_or_sentence(wish, alt, language, name=name, instead=instead)
            if isinstance(picture, str):
                return [self._hands_in_words()]
            pictures.append(picture)
        if max(share for each in pictures for share in each.shares) >= FLAT:
            return [Picture(*(upload for each in pictures for upload in each.uploads))]
        if not has_room((TURN, *pictures, BUTTON_ROW)):
            return [self._hands_in_words()]
        return pictures

    def _hands_in_words(self) -> str:
        """All hands, of each as many lines as fit."""
        return "\n".join(map(self._hand_in_words, sorted(self.replay.hands)))

    def _hand_in_words(self, seat: Seat) -> str:
        """A hand among all of them, as many lines as fit; a list has lines of its own."""
        table, hand = self.replay.table, self.replay.hands[seat]
        game_words = CarefulWords(table, self.language, icon=icons(self.app))
        player = labels.marked_names(self.app, table)[seat]
        told = game_words.hand(hand.view, hand.hand)
        content = f"{player}\n{told}" if told.startswith("- ") else f"{player} · {told}"
        pixels = room((TURN, BUTTON_ROW)) / len(self.replay.hands)
        return whole_lines(content, lambda some: text_height(some) <= pixels)
