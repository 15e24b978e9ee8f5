"""Massalia in words: what is asked and answered, and what a step would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.i18n import text
from bot.words import LONGEST_ALT, Icon, Label, Line, Move, Words, no_icon, shortened
from bot.words.massalia import board, cards, told
from rules.contract import Seat
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Preview
from rules.massalia.printed import CARDS
from rules.massalia.view import Hand, View
from rules.question import Option, Question

OF_CARDS = frozenset({"play", "activate", "combo", "buy", "card", "banish_hand", "banish_reserve"})
"""Options that name a card, by the last part of their code."""


UNDONE = {
    "play": "massalia.undone_play",
    "activate": "massalia.undone_activate",
    "combo": "massalia.undone_combo",
    "buy": "massalia.undone_buy",
    "draw_tile": "massalia.undone_draw_tile",
    "move": "massalia.undone_move",
    "flip": "massalia.undone_flip",
    "remove": "massalia.undone_remove",
    "banish": "massalia.undone_banish",
    "recover": "massalia.undone_recover",
}
"""What may be left undone at the end of a turn, and how that is told."""


class MassaliaWords(Words):
    """The words of Massalia."""

    sections = ("goal", "turn", "cards", "tiles", "resources", "attacks", "gauges", "end")

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """One step, and what followed from it."""
        return told.line([ply], names, language)

    def turn_lines(
        self, plies: Sequence[Move], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[Line]:
        """All steps of a turn in one line, and what followed from them."""
        return [told.line(plies, names, language)] if plies else []

    def standing(
        self, view: View, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> str:
        """Everybody's life, and how far the game is, in two lines."""
        lives = [
            text("massalia.standing", language, name=names[own.seat], n=own.life)
            for own in view.players
        ]
        return f"{' · '.join(lives)}\n-# {board.progress(view, language)}"

    def alt(
        self,
        picture: str,
        view: View,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        """Whose turn it is, then what each seat has, in at most 1,024 characters."""
        lines = [f"Massalia. {board.progress(view, language)}.", board.now(view, names, language)]
        seats = range(len(view.players))
        lines += [board.player(view, who, names, language) for who in seats]
        return shortened(" ".join(lines), LONGEST_ALT)

    def board_text(self, view: View, names: Sequence[str], language: str) -> str:
        """The whole table."""
        return board.whole(view, names, language)

    def hand(self, view: View, held: Hand, language: str, icon: Icon = no_icon) -> str:
        """The cards that somebody holds, with what is left in pile and bag."""
        return board.hand(held, language)

    def things(self, picture: str, language: str) -> dict[str, str]:
        """The cards, by what is typed of them."""
        return {card: cards.named(card, language) for card in CARDS}

    def thing(self, picture: str, thing: str, language: str) -> str:
        """A card: name, family, cost, where it acts, effects, history."""
        return cards.whole(thing, language)

    def question(
        self, question: Question, view: View, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        """What is asked; at the head of a step also the purse."""
        args = {key: _value(key, value, language) for key, value in question.args.items()}
        asked = text(question.code, language, **args)
        if question.code != "massalia.ask_step" or not view.turn.amber:
            return asked
        return f"{asked}\n-# {text('massalia.ask_purse', language, n=view.turn.amber)}"

    def option_label(self, option: Option, view: View, language: str) -> Label:
        """A card with what it does, a cell with what would happen there, an opponent."""
        args = {key: _value(key, value, language) for key, value in option.args.items()}
        label = shortened(text(option.code, language, **args), cards.LONGEST_LABEL)
        if option.code.partition("option_")[2] in OF_CARDS:
            return Label(
                label, detail=shortened(cards.sentences(option.args["card"], language), 100)
            )
        return Label(label, detail=_towards(option, language))

    def candidate(self, preview: Preview, language: str) -> str:
        """What a step would do, and what it would leave undone."""
        lines = [text(f"massalia.candidate_{preview.kind}", language, **_told(preview, language))]
        if preview.acts and preview.tile:
            kind = BOX.tile[preview.tile].kind
            lines.append(text(f"massalia.acts_{kind}", language, n=preview.n))
        if preview.over == "own":
            lines.append(text("massalia.acts_not", language))
        lines += [text(UNDONE[one], language) for one in preview.undone]
        return "\n".join(lines)

    def candidate_details(self, preview: Preview, language: str) -> str:
        """What a card does that would be bought, and what it recalls."""
        if preview.kind != "buy" or not preview.card:
            return ""
        told = (cards.sentences(preview.card, language), cards.history(preview.card, language))
        return "\n".join(filter(None, told))


WORDS = MassaliaWords("massalia")


def _value(key: str, value: Any, language: str) -> Any:
    """An argument of a question or an option as people read it."""
    if key == "card":
        return cards.named(value, language)
    if key == "tile":
        return cards.tile(value or None, language)
    if key == "cell":
        return cards.cell(value, language)
    if key == "terrain":
        return text(f"massalia.where_{value}", language) if value else ""
    if key == "seat":
        return text("massalia.seat", language, n=value + 1)
    return value


def _towards(option: Option, language: str) -> str:
    """Which resource cells an ordinary cell counts for, and how many marks one has there."""
    args = option.args
    parts = zip(args.get("near", ()), args.get("marks", ()), args.get("needs", ()), strict=True)
    goals = [f"{cards.place(one, language)} {have}/{need}" for one, have, need in parts]
    return shortened(", ".join(goals), 100)


def _told(preview: Preview, language: str) -> dict[str, Any]:
    """What a candidate's sentence may speak of."""
    split = [f"{text('massalia.seat', language, n=seat + 1)}: {n}" for seat, n in preview.split]
    return {
        "card": cards.named(preview.card, language) if preview.card else "",
        "cell": cards.cell(preview.cell, language) if preview.cell else "",
        "to": preview.to or "",
        "tile": _tile_or_terrain(preview, language),
        "n": preview.n,
        "seat": text("massalia.seat", language, n=(preview.target or 0) + 1),
        "split": split,
        "cells": ", ".join(cards.cell(one, language) for one in preview.cells)
        or text("massalia.none", language),
    }


def _tile_or_terrain(preview: Preview, language: str) -> str:
    """The tile of a candidate; of a draw, where it may be laid."""
    if preview.kind == "draw_tile":
        return text(f"massalia.where_{preview.tile}", language)
    return cards.tile(preview.tile, language)
