"""The contract of samples for the palette of a game: `SAMPLES` of `render/<game>/samples.py`."""

from __future__ import annotations

from abc import ABC, abstractmethod

from render.theme import Colour, Theme


class Samples(ABC):
    """The samples of one game that has a palette of its own."""

    @abstractmethod
    def theme(self) -> Theme:
        """The theme whose palette is made from the samples."""

    @abstractmethod
    def tokens(self) -> list[Colour]:
        """The colours that the palette must hold exactly, besides those of the theme."""

    @abstractmethod
    def draw_all(self) -> None:
        """Draw one picture of each kind, panel by panel, as if nothing had been drawn before."""
