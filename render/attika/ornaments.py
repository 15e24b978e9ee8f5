"""Life on the Aegean: a trireme, dolphins, an islet."""

from __future__ import annotations

from render._settlements.look import CREAM, Look, Ornament, draw_file
from render.theme import Colour, mix

_NIGHT, _SHALLOW = (18, 44, 58), (166, 208, 206)


def _tones(look: Look) -> dict[str, Colour]:
    """Tones of the drawings on the water."""
    dark, sail = mix(look.ground, _NIGHT, 0.55), mix(CREAM, look.ground, 0.12)
    forest, land = look.terrains["forest"], look.blank.field
    shallows = {f"shallow-{k}": mix(look.ground, _SHALLOW, 0.02 + 0.18 * k) for k in (1, 2, 3)}
    return shallows | {
        "dark": dark,
        "middle": mix(look.ground, look.border, 0.62),
        "light": CREAM,
        "sail": sail,
        "eye": mix(sail, look.city, 0.45),
        "oar": mix(sail, dark, 0.25),
        "back": mix(dark, look.border, 0.12),
        "belly": mix(CREAM, look.ground, 0.3),
        "cliff": mix(look.side, _NIGHT, 0.2),
        "land": land,
        "rock": mix(land, look.blank.dark, 0.45),
        "rock-light": mix(land, CREAM, 0.5),
        "leaf": forest.field,
        "leaf-dark": forest.dark,
        "roof": mix(look.terrains["hill"].dark, CREAM, 0.2),
    }


ORNAMENTS = (
    Ornament((170, 140), 116, draw_file("trireme", _tones)),
    Ornament((150, 120), 76, draw_file("dolphins", _tones)),
    Ornament((130, 104), 92, draw_file("islet", _tones)),
)
