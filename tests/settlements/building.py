"""Small positions of both games, written short and alike, and a table to play them at.

    lay = Layer("attika")
    table = lay(seat(reserve="22", hand="2a1m"), seat(), built="0:21@C3")
    table.play("B22 C4").events("building_built")

Cards are counts and letters, `2e1b`, in the letters of Telegraph; for Attika they are translated
(water, wood, clay and metal are water, forest, hill and mountain), so that one test serves both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.contract import Event, RulesError
from rules.registry import get
from tests.rulebook import events_of, play_all, refusal
from tests.settlements import reference

LETTERS = "ebam"
"""The resources in the order of the data, whatever the game calls them."""

MAP = "1@0,0r0 12@2,1r0 15@3,-2r0 11@5,-1r0"
"""The layout for two with four regions of few symbols, small letters below:

           C5 . C6 .        *omaha*
         C4 b C0 e C1 .  D5 . D6 a
    A5 e A6 . C3 a  C2 . D4 . D0 b D1 .
  A4 .  A0 m  A1 e  B5 . B6 . D3 m D2 .
    A3 m A2 . B4 .  B0 b B1 m
     *denver* B3 e  B2 .
"""
CITIES = "0@-1,2 1@6,-3"
"""The first two cities, in the order of the data, on the layout for two."""


def seat(stacks: str = "", reserve: str = "", hand: str = "", bonus: int = 0) -> dict[str, Any]:
    """One player: stacks as `22 51||70|60 10`, reserve as `11 22`, hand as `2e1a`."""
    piles = [[int(n) for n in pile.split()] for pile in stacks.split("|")] if stacks else [[]] * 4
    return {
        "stacks": [*piles, *[[]] * (4 - len(piles))],
        "reserve": sorted(int(n) for n in reserve.split()),
        "hand": hand,
        "bonus": bonus,
    }


@dataclass(frozen=True)
class Layer:
    """Lays out positions of one of the two games."""

    key: str

    @property
    def game(self) -> Any:
        """The game itself."""
        return get(self.key)

    @property
    def rules(self) -> Any:
        """The flags of its data file."""
        return reference.data(self.key)["rules"]

    @property
    def resources(self) -> list[str]:
        """Its four resources, in order."""
        return reference.kinds(self.key)

    def city(self, index: int) -> str:
        """The name of its city `index`."""
        name: str = reference.data(self.key)["great_cities"][index]["id"]
        return name

    def cards(self, text: str) -> dict[str, int]:
        """`2e1b` by type, all four types there."""
        counts = {letter: int(n) for n, letter in re.findall(r"(\d+)([ebam])", text)}
        return {
            key: counts.get(letter, 0) for key, letter in zip(self.resources, LETTERS, strict=True)
        }

    def letters(self, cards: dict[str, int]) -> str:
        """Cards by type as text: the way back."""
        pairs = zip(self.resources, LETTERS, strict=True)
        return "".join(f"{cards[key]}{letter}" for key, letter in pairs if cards.get(key))

    def move(self, text: str) -> str:
        """A move in the letters of this game."""
        codes = {
            letter: resource["code"]
            for letter, resource in zip(LETTERS, reference.data(self.key)["resources"], strict=True)
        }

        def paid(match: re.Match[str]) -> str:
            return match[1] + codes[match[2]]

        first, *tokens = text.split(" ")
        return " ".join([first, *(re.sub(r"(\d)([ebam])", paid, token) for token in tokens)])

    def position(self, *seats: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """The JSON of a position; what is not said is as in a small game on MAP."""
        players = [player | {"hand": self.cards(player["hand"])} for player in seats or PAIR]
        board = self._board(fields)
        laid = {tile["tile"] for tile in board["tiles"]}
        usual = {
            "game": self.key,
            "options": {},
            "rng": {"seed": 42, "shuffles": 0},
            "board": board,
            "players": players,
            "deck": self._deck(fields.pop("deck", "eabmeabmeabm")),
            "discard": self.cards(fields.pop("discard", "")),
            "region_stack": [tile for tile in range(2, 23) if tile not in laid][:3],
            "bonus_supply": 15 - sum(player["bonus"] for player in players),
            "turn": self._turn(fields),
            "result": None,
        }
        return usual | fields

    def _board(self, fields: dict[str, Any]) -> dict[str, Any]:
        tiles = [
            {"tile": int(tile), "at": [int(q), int(r)], "rot": int(rot)}
            for tile, q, r, rot in re.findall(
                r"(\d+)@(-?\d+),(-?\d+)r(\d)", fields.pop("tiles", MAP)
            )
        ]
        cities = [
            {"id": self.city(int(index)), "at": [int(q), int(r)]}
            for index, q, r in re.findall(r"(\d)@(-?\d+),(-?\d+)", fields.pop("cities", CITIES))
        ]
        board = {"tiles": tiles, "cities": cities, "buildings": []}
        named = reference.names({"board": board})
        board["buildings"] = [
            {"hex": list(named[at]), "seat": int(who), "building": int(number)}
            for who, number, at in re.findall(r"(\d):(\d+)@([A-V]\d)", fields.pop("built", ""))
        ]
        return board

    def _deck(self, letters: str) -> list[str]:
        return [self.resources[LETTERS.index(letter)] for letter in letters]

    @staticmethod
    def _turn(fields: dict[str, Any]) -> dict[str, Any]:
        return reference.FIRST_TURN | fields.pop("turn", {})

    def state(self, *seats: dict[str, Any], **fields: Any) -> Any:
        """The state of `position(...)`, loaded by the engine."""
        return self.game.state_from_json(self.position(*seats, **fields))

    def __call__(self, *seats: dict[str, Any], **fields: Any) -> Table:
        """A table with that position on it."""
        return Table(self, self.state(*seats, **fields))

    def deal(self, seats: int = 2, seed: int = 7) -> Table:
        """A table with a new game on it."""
        return Table(self, self.game.new(seats, seed))


PAIR = (seat(), seat())


@dataclass
class Table:
    """A position and what has happened since it was laid out."""

    lay: Layer
    state: Any
    happened: list[Event] = field(default_factory=list)

    @property
    def game(self) -> Any:
        """The game itself."""
        return self.lay.game

    @property
    def json(self) -> dict[str, Any]:
        """The position as JSON."""
        return self.game.state_to_json(self.state)

    @property
    def turn(self) -> dict[str, Any]:
        """The turn under way, as in the JSON."""
        return self.json["turn"]

    @property
    def acting(self) -> int:
        """Seat to act; seat 0 after the end."""
        seats = self.game.to_act(self.state)
        return int(seats[0]) if seats else 0

    def player(self, who: int = 0) -> dict[str, Any]:
        """A player, as in the JSON."""
        return self.json["players"][who]

    def hand(self, who: int = 0) -> str:
        """A hand as text."""
        return self.lay.letters(self.player(who)["hand"])

    def size(self, who: int = 0) -> int:
        """Number of cards of a hand."""
        return sum(self.player(who)["hand"].values())

    def discard(self) -> str:
        """The discard pile as text."""
        return self.lay.letters(self.json["discard"])

    def hex(self, name: str) -> tuple[int, int]:
        """The hex called `name`."""
        return reference.names(self.json)[name]

    def building(self, name: str) -> tuple[int, int] | None:
        """Seat and number of the building on a hex."""
        for building in self.json["board"]["buildings"]:
            if building["hex"] == list(self.hex(name)):
                return building["seat"], building["building"]
        return None

    def parse(self, text: str, who: int | None = None) -> Any:
        """A move as an action."""
        mover = self.acting if who is None else who
        return self.game.parse(self.state, mover, self.lay.move(text))

    def play(self, moves: str) -> Table:
        """Play moves, apart by semicolons, each by the seat that has to act."""
        translated = ";".join(self.lay.move(text.strip()) for text in moves.split(";"))
        self.state, events = play_all(self.game, self.state, translated)
        self.happened += events
        return self

    def refused(self, text: str, who: int | None = None) -> RulesError | None:
        """The refusal of a move, or None when it is legal."""
        mover = self.acting if who is None else who
        return refusal(lambda: self.game.check(self.state, mover, self.parse(text, mover)))

    def why_not(self, text: str, who: int | None = None) -> str | None:
        """The name of the refusal of a move, or None when it is legal."""
        refused = self.refused(text, who)
        return refused and refused.name

    def price(self, building: int, name: str, who: int = 0) -> dict[str, Any]:
        """The answer to the price enquiry, cards as text."""
        price = self.game.price(self.state, who, building, self.hex(name))
        return price | {key: self.lay.letters(price[key]) for key in ("board", "due")}

    def events(self, name: str) -> list[dict[str, Any]]:
        """Arguments of the events of that name since the position was laid out."""
        return events_of(self.happened, name)

    def story(self) -> list[str]:
        """The names of all events since then, in order."""
        return [event.code.partition(".")[2] for event in self.happened]

    def tokens(self, *tokens: str) -> list[str]:
        """The next tokens offered after `tokens`."""
        return [option.token for option in self.options(*tokens)]

    def options(self, *tokens: str) -> Sequence[Any]:
        """The options offered after `tokens`."""
        return self.game.options(self.state, self.acting, list(tokens))

    def legal(self) -> set[str]:
        """Every legal action, as text."""
        acting = self.acting
        actions = self.game.legal_actions(self.state, acting)
        return {self.game.notation(self.state, acting, action) for action in actions}
