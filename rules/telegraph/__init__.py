"""U.S. Telegraph, by Marcel-André Casasola Merkle (Super Meeple 2018). Its rules: `RULES.md`."""

from __future__ import annotations

from typing import ClassVar

from rules._settlements import Settlements, facts_of
from rules._settlements.lesson import lesson
from rules._settlements.pieces import Ruleset, ruleset
from rules.contract import Facts, Length
from rules.lesson import Lesson


class Telegraph(Settlements):
    """The common engine with the flags of `data/telegraph.json`."""

    rules: ClassVar[Ruleset] = ruleset("telegraph")
    facts: ClassVar[Facts] = facts_of(
        rules, turns=(Length(11, 41, 46), Length(15, 59, 68), Length(16, 79, 88))
    )
    lesson: ClassVar[Lesson | None] = lesson(rules, seed=25)


GAME = Telegraph()
