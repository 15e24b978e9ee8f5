"""Attika in words; its sentences are in `data/locale/*/LC_MESSAGES/attika.po`."""

from __future__ import annotations

from bot.words._settlements import QUESTIONS, SECTIONS, Spoken

__all__ = ["QUESTIONS", "SECTIONS"]

SPOKEN = Spoken("attika")
BUTTONS = SPOKEN.buttons

lines = SPOKEN.lines
told = SPOKEN.told
standing = SPOKEN.standing
alt = SPOKEN.alt
board_text = SPOKEN.board_text
option_label = SPOKEN.option_label
candidate = SPOKEN.candidate
neighbours = SPOKEN.neighbours
placed = SPOKEN.placed
lit = SPOKEN.lit
asked = SPOKEN.asked
hand = SPOKEN.hand
