"""The pictures of which the palette is made."""

from __future__ import annotations

from render._settlements.samples import Samples
from render.attika.paper import PAPER

_SAMPLES = Samples(PAPER)

draw_all, theme, tokens = _SAMPLES.draw_all, _SAMPLES.theme, _SAMPLES.tokens

__all__ = ["draw_all", "theme", "tokens"]
