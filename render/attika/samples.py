"""The sample pictures for the palette of Attika."""

from __future__ import annotations

from render._settlements.samples import SettlementSamples
from render.attika import PICTURES

SAMPLES = SettlementSamples(PICTURES)
