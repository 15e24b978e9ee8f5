"""The names of buildings, cards, cities and stacks of either game, in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.words import SEATS, Words, keep_together
from rules._settlements.pieces import BASE_STACK, Building, Ruleset, ruleset
from rules.contract import Hex, Seat


class Terms(Words):
    """Words of either game about its things."""

    @property
    def rules(self) -> Ruleset:
        return ruleset(self.key)

    def phrase(self, code: str, /, **args: object) -> str:
        """A text of this game, by the end of its code."""
        return self.say(f"{self.key}.{code}", **args)

    # ---- names -----------------------------------------------------------------------------------

    def building(self, number: int) -> str:
        """A building with its number and its project's icon: "22 Watchtower"."""
        label = f"{number} {self.name(number)}"
        return self.with_icon(f"p{self.kind(number).project}", label)

    def name(self, number: int) -> str:
        """A building's bare name: "Watchtower"."""
        return self.phrase(f"building_{number}")

    def kind(self, number: int) -> Building:
        return self.rules.buildings[number]

    def buildings(self, numbers: Sequence[int]) -> str:
        """List of buildings with copies counted: "22 Watchtower ×2, 51 School"."""
        parts = [
            self.building(number) + (f" ×{many}" if (many := numbers.count(number)) > 1 else "")
            for number in sorted(set(numbers))
        ]
        return ", ".join(parts) or self.phrase("no_building")

    def cards(self, cards: Mapping[str, int], glue: str = " + ") -> str:
        """Cards, or symbols, by type: "2 clay + 1 metal"; "" for none."""
        return glue.join(
            self.with_icon(
                resource.key, self.phrase(f"cards_{resource.key}", n=cards[resource.key])
            )
            for resource in self.rules.resources
            if cards.get(resource.key)
        )

    def price(self, cards: Mapping[str, int], free_choice: int) -> str:
        """Cards of given types and cards of any type: "1 clay + 2 of any type"."""
        chosen = [self.phrase("any_cards", n=free_choice)] if free_choice else []
        return " + ".join(filter(None, [self.cards(cards), *chosen])) or self.phrase("nothing")

    def cost(self, number: int) -> str:
        """Cost of a building before any reduction."""
        kind = self.kind(number)
        return self.price(kind.cost, kind.any)

    def stack(self, index: int) -> str:
        """A stack: "stack 2", or the base stack."""
        return self.phrase("stack_base" if index == BASE_STACK else "stack", number=index + 1)

    def city(self, identity: str) -> str:
        return self.phrase(f"city_{identity}")

    def region(self, tile: int, rot: int = 0) -> str:
        """Resources of a region, from the centre and then clockwise from the east."""
        centre, *around = self.rules.regions[tile]
        start = -rot % len(around)
        turned = (centre, *around[start:], *around[:start])
        return ", ".join(map(self.symbol, turned))

    def symbol(self, resource: str | None) -> str:
        return self.phrase(f"resource_{resource}") if resource else self.phrase("blank")

    def project(self, identity: int) -> str:
        return self.with_icon(f"p{identity}", self.phrase(f"part_{identity}"))

    def bonus(self, n: int) -> str:
        """A number of workers or amphorae."""
        return self.with_icon("bonus", self.phrase("bonus", n=n))

    def seat(self, seat: Seat) -> str:
        """A player with the mark of the seat."""
        return keep_together(self.icon(f"seat_{SEATS[seat]}"), self.names[seat])

    def with_icon(self, icon: str, label: str) -> str:
        """`label` after its icon, if any."""
        return keep_together(self.icon(f"{self.key}_{icon}"), label)


def at(cell: Hex) -> str:
    """Coordinates of a place without a name, such as the centre of a new region."""
    return f"{cell[0]},{cell[1]}"
