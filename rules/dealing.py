"""Checks that every deal begins with: the seed, and the options of games without any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.codec import read
from rules.contract import BadOptions, RulesError
from rules.rng import SEED_BITS


class _NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game without any."""


def require_seed(seed: int) -> None:
    """Raise BadOptions unless `seed` is a seed."""
    if type(seed) is not int or not 0 <= seed < 1 << SEED_BITS:
        raise BadOptions("common.bad_seed", bits=SEED_BITS)


def require_no_options(
    given: Mapping[str, Any] | None, refusal: type[RulesError] = BadOptions
) -> None:
    """Raise `refusal` for any option, in a game that has none."""
    read(given or {}, _NoOptions, refusal, "common.bad_options")
