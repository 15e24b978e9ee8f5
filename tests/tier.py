"""How often a run repeats what is costly: `./test --deep` often, an ordinary run once or twice."""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

T = TypeVar("T")

DEEP = os.environ.get("HEXAGORA_DEEP") == "1"
deep = pytest.mark.deep
"""Marks a test, or one of its parameters, that only a deep run includes."""


def of_tier(usual: T, more: T) -> T:
    """The first in an ordinary run, the second in a deep one."""
    return more if DEEP else usual
