"""The small things on the board: pips, obols, names, and what grows in the corners of cells."""

from __future__ import annotations

from PIL import Image

from render.canvas import Brush
from render.kept import kept
from render.massalia import look
from render.sprites import inscribe
from render.text import Label, width_of
from render.theme import Colour, SeatStyle

_PIPS = {
    2: ((-6.5, 0.0), (6.5, 0.0)),
    3: ((0.0, -6.5), (-6.5, 5.0), (6.5, 5.0)),
    4: ((-6.0, -6.0), (6.0, -6.0), (-6.0, 6.0), (6.0, 6.0)),
}
PLACES: dict[str, tuple[str, str]] = {
    "berre": ("Berre", "Berre"),
    "joliette": ("La Joliette", "La Joliette"),
    "ratonneau": ("Ratonneau", "Ratonneau"),
    "if": ("Île d’If", "Île d’If"),
    "pomegues": ("Pomègues", "Pomègues"),
    "planier": ("Planier", "Planier"),
    "calanques": ("Calanques", "Calanques"),
    "lacydon": ("Old Port", "Vieux-Port"),
    "chaine": ("The Chain", "La Chaîne"),
    "estaque": ("L’Estaque", "L’Estaque"),
    "major": ("La Major", "La Major"),
    "saintjean": ("Saint-Jean", "Saint-Jean"),
    "panier": ("Le Panier", "Le Panier"),
    "carmes": ("Les Carmes", "Les Carmes"),
    "canebiere": ("La Canebière", "La Canebière"),
    "corderie": ("La Corderie", "La Corderie"),
    "garde": ("La Garde", "La Garde"),
    "garlaban": ("Garlaban", "Garlaban"),
}
"""What resource cells are called on the board, in English and in French: short, for a ribbon."""
NAME = Label(17, look.INK, "serif")


@kept
def pips(need: int) -> Image.Image:
    """How many marked cells are needed, like the pips of a die."""
    brush = Brush(40, 40)
    brush.origin = (20, 20)
    brush.ellipse((0, 0), 19.5, look.PIP)
    brush.ellipse((0, 0), 17.6, look.IVORY)
    for spot in _PIPS[need]:
        brush.ellipse(spot, 4.6, look.PIP)
    return brush.done()


@kept
def obol(value: int) -> Image.Image:
    """The value of a cell on a silver coin."""
    rim, disc, ring, figure = look.OBOL
    brush = Brush(42, 42)
    brush.origin = (21, 21)
    for radius, tone in ((20.0, rim), (18.0, disc), (15.4, ring), (14.2, disc)):
        brush.ellipse((0, 0), radius, tone)
    sprite = brush.done()
    inscribe(sprite, str(value), 21, 21, Label(27, figure, "bold"))
    return sprite


def place(resource: str, language: str) -> str:
    """The short name of a resource cell."""
    english, french = PLACES[resource]
    return french if language == "fr" else english


@kept
def ribbon(name: str, style: SeatStyle | None) -> Image.Image:
    """The name of a resource cell; in the colour of who holds it."""
    ink, paper = (look.IVORY, style.rim) if style else (look.INK, look.PAPER)
    edge: Colour = style.colour if style else look.INK
    label = Label(NAME.size, ink, NAME.weight)
    wide = width_of(name, label) + 22
    brush = Brush(wide, 28)
    brush.rounded(0, 0, wide, 28, 8, edge)
    brush.rounded(1.6, 1.6, wide - 1.6, 26.4, 6.6, paper)
    sprite = brush.done()
    inscribe(sprite, name, wide / 2, 14, label)
    return sprite


# ---- decor ------------------------------------------------------------------------------------


def decor(terrain: str, area: str) -> Image.Image:
    """What grows in the corners of a cell."""
    if terrain == "sea":
        return _wave()
    return _roof() if area in ("old_city", "carmes") else _tree()


@kept
def _wave() -> Image.Image:
    brush = Brush(22, 8)
    crest = [(1.0, 5.0), (4.5, 2.5), (8.0, 5.0), (11.5, 2.5), (15.0, 5.0), (18.5, 2.5), (21.0, 4.5)]
    brush.line(crest, (255, 255, 255, 94), 1.5)
    return brush.done()


@kept
def _tree() -> Image.Image:
    brush = Brush(16, 16)
    brush.ellipse((8, 11.5), 6.4, (*look.TREE_DARK, 90), 2.6)
    brush.ellipse((8, 7.5), 5.8, look.TREE_DARK)
    brush.ellipse((7.2, 6.6), 4.6, look.TREE)
    return brush.done()


@kept
def _roof() -> Image.Image:
    brush = Brush(18, 16)
    brush.box(3.5, 8, 14.5, 14.5, look.STONE[0])
    brush.box(9.5, 8, 14.5, 14.5, look.STONE[1])
    brush.polygon([(1.5, 8.6), (9, 2.4), (16.5, 8.6)], look.ROOF)
    brush.box(6.4, 10.6, 8.6, 14.5, look.WOOD[1])
    return brush.done()
