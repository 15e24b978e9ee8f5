"""The pictures of U.S. Telegraph: prairie, wire and wood."""

from __future__ import annotations

from render._settlements.pictures import Pictures
from render.telegraph.paper import PAPER

_PICTURES = Pictures(PAPER)

draw, icons = _PICTURES.draw, _PICTURES.icons
forget, prewarm = _PICTURES.forget, _PICTURES.prewarm

__all__ = ["draw", "forget", "icons", "prewarm"]
