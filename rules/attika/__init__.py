"""Attika, by Marcel-André Casasola Merkle (Hans im Glück 2003). Its rules: `RULES.md`."""

from __future__ import annotations

from typing import ClassVar

from rules._settlements import Settlements, facts_of
from rules._settlements.lesson import lesson
from rules._settlements.pieces import Ruleset, ruleset
from rules.contract import Facts, Length
from rules.lesson import Lesson


class Attika(Settlements):
    """The common engine with the flags of `data/attika.json`."""

    rules: ClassVar[Ruleset] = ruleset("attika")
    facts: ClassVar[Facts] = facts_of(
        rules, turns=(Length(13, 43, 48), Length(12, 64, 70), Length(16, 77, 92))
    )
    lesson: ClassVar[Lesson | None] = lesson(rules, seed=25)


GAME = Attika()
