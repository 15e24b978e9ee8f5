"""The pictures of Attika: sea and marble."""

from __future__ import annotations

from render._settlements.pictures import Pictures
from render.attika.paper import PAPER

_PICTURES = Pictures(PAPER)

draw, icons = _PICTURES.draw, _PICTURES.icons
forget, prewarm = _PICTURES.forget, _PICTURES.prewarm

__all__ = ["draw", "forget", "icons", "prewarm"]
