"""The sample pictures for the palette of U.S. Telegraph."""

from __future__ import annotations

from render._settlements.samples import SettlementSamples
from render.telegraph import PICTURES

SAMPLES = SettlementSamples(PICTURES)
