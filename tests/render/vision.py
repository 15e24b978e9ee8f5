"""Simulated vision: full protan, deutan and tritan (Machado et al. 2009), and grey."""

from __future__ import annotations

from math import dist

_MATRICES = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
VISIONS = tuple(_MATRICES)
_WHITE = (0.95047, 1.0, 1.08883)
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def linear_rgb(colour, vision):
    """Linear RGB of an sRGB colour in a kind of `vision`, each part 0 to 1."""
    linear = [_linear(part / 255) for part in colour]
    return tuple(min(1.0, max(0.0, part)) for part in _times(_MATRICES[vision], linear))


def delta_e(one, other):
    """CIE 1976 distance of two linear RGB colours."""
    return dist(_lab(one), _lab(other))


def _lab(linear):
    x, y, z = (
        _root(part / white) for part, white in zip(_times(_TO_XYZ, linear), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part):
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def _linear(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
