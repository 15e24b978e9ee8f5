"""The pictures of Attika: sea and marble."""

from __future__ import annotations

from render._settlements.pictures import SettlementPictures
from render.attika.look import LOOK

PICTURES = SettlementPictures(LOOK)
