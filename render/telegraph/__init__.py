"""The pictures of U.S. Telegraph: prairie, wire and wood."""

from __future__ import annotations

from render._settlements.pictures import SettlementPictures
from render.telegraph.look import LOOK

PICTURES = SettlementPictures(LOOK)
