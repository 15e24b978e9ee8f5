"""The scenes of the lesson: a chain from city to city, and a board with everything built."""

from __future__ import annotations

import msgspec
from PIL import Image

from render import scenes
from render._settlements.ledger.sheet import draw_ledger
from render._settlements.look import Look
from render._settlements.map import outlines, scene
from render._settlements.private.closeup import WIDTH, CloseUp, around, frame_for
from render.canvas import Canvas, Sheet
from render.contract import Subject
from render.stamps import stamp_at
from render.theme import Theme
from rules._settlements.pieces import ruleset
from rules._settlements.scenes import scenes as positions_of
from rules._settlements.view import View
from rules.contract import Hex

RATIO = 0.7


def draw_scenes(subject: Subject[View], look: Look) -> Sheet:
    """The chain on the map, and the board."""
    theme = look.theme(subject.theme)
    link, built = positions_of(ruleset(look.key))
    size = scenes.room(2, RATIO)
    chain = _chain(msgspec.structs.replace(subject, view=link.view), link.marked, look, theme)
    board = _board(built.view, look, theme)
    pictures = [picture.resize(size, Image.Resampling.LANCZOS) for picture in (chain, board)]
    return scenes.draw_scenes(pictures, theme)


def _chain(subject: Subject[View], chain: tuple[Hex, ...], look: Look, theme: Theme) -> Image.Image:
    """Map round a chain and its cities; the rest is dim, and a bright line is round the chain."""
    view = subject.view
    cities = {city.at for city in view.board.cities} & around(chain, 1)
    land, tall = set(scene.cells_of(view.board)), round(WIDTH * RATIO)
    shot = CloseUp(subject, frame_for({*chain, *cities}, land, tall), look, theme)
    shot.stand()
    shot.dim({*chain, *cities})
    ring = outlines.ring(shot.frame.width, theme.last, theme.last_rim)
    shot.lay(stamp_at(scene.OUTLINE, ring, *shot.frame.centre(at)) for at in chain)
    shot.inscribe(chain)
    canvas = Canvas(WIDTH, tall, theme)
    canvas.paste_centred(shot.picture().image.convert("RGBA"), WIDTH / 2, tall / 2)
    return canvas.image


def _board(view: View, look: Look, theme: Theme) -> Image.Image:
    """Board of the first seat, on which all buildings stand, whole."""
    sheet = draw_ledger(view, 0, ("",) * view.seats, look, theme)
    picture = sheet.rows.crop((1, 0, sheet.width + 1, sheet.height)).convert("RGB")
    tall = round(sheet.width * RATIO)
    canvas = Canvas(sheet.width, max(tall, sheet.height), theme)
    canvas.image.paste(picture, (0, (canvas.height - sheet.height) // 2))
    return canvas.image
