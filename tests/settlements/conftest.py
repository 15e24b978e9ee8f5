"""Every test of this folder is run over both rule-sets."""

import pytest

from rules.registry import sisters
from tests.settlements.building import Layer


@pytest.fixture(params=sisters("_settlements"))
def lay(request: pytest.FixtureRequest) -> Layer:
    """Lays out positions, in one game and then in the other."""
    return Layer(request.param)
