"""The pictures of Attika: sea and marble."""

from __future__ import annotations

from render._settlements.look import ATTIKA
from render._settlements.pictures import Pictures

_PICTURES = Pictures(ATTIKA)

draw, icons = _PICTURES.draw, _PICTURES.icons
forget, prewarm = _PICTURES.forget, _PICTURES.prewarm

__all__ = ["draw", "forget", "icons", "prewarm"]
