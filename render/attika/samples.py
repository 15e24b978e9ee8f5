"""The pictures of which the palette is made."""

from __future__ import annotations

from render._settlements.samples import SettlementSamples
from render.attika import PICTURES

SAMPLES = SettlementSamples(PICTURES)
