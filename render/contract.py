"""What a renderer is: the pictures of one game, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from render import png
from render.chart import draw_chart
from render.light import Lands, Light, light_of
from render.theme import THEME, Theme
from rules.contract import Event, Seat

TABLE, HAND, CANDIDATE, POSTER = "table", "hand", "candidate", "poster"
"""The pictures that shared code asks for: table, what a seat holds, a move; one for the wall."""
CHART = "chart"
"""What shared code draws itself, in the look of the game: what each seat has missed."""

V = TypeVar("V", bound=msgspec.Struct)


class About(msgspec.Struct, frozen=True):
    """What is known of a table beside its position."""

    language: str = "en"
    """Of the names that differ from one language to the other."""
    seal: str = ""
    """The digits that seal the luck of the table: they decide its light."""
    ranking: tuple[tuple[Seat, ...], ...] = ()
    """The seats, best first; those that share a place together. Empty until the game is over."""
    plies: int = 0
    """Moves that stand."""
    began: date | None = None
    ended: date | None = None


class Thing(msgspec.Struct, frozen=True):
    """One of the things in the box of a game, as a card: it is looked up by its name."""

    name: str


class Subject(msgspec.Struct, Generic[V], frozen=True):
    """What a picture is to show, as `Pictures.draw` was told."""

    view: V
    names: Sequence[str]
    news: Sequence[Event]
    seat: Seat | None
    shown: Any
    theme: Theme
    about: About = About()

    @property
    def owner(self) -> Seat:
        """The seat that the picture is of. Raises ValueError where none was named."""
        if self.seat is None:
            raise ValueError("a picture of one seat, and no seat is named")
        return self.seat


class Drawn(Protocol):
    """A finished picture."""

    def png(self, light: Light, lands: Lands) -> bytes:
        """The file, in a light of which its colours take as much as `lands` says."""
        ...


class Picture(msgspec.Struct, Generic[V], frozen=True):
    """How a picture is drawn, and who may ask for it."""

    draw: Callable[[Subject[V]], Drawn]
    public: bool = False
    """Whether anybody may ask for it, by a button or a command: it holds no secret."""
    of_seat: bool = False
    """Whether it is of one seat, which has to be named."""
    final: bool = False
    """Whether it is of a game that is over, whose story `About` tells."""
    things: tuple[str, ...] = ()
    """What may be looked up by it, by what one types: it is of one `Thing`, and of no table."""


class Pictures(Generic[V]):
    """The pictures of one game: `PICTURES` of `render/<game>`.

    `named` holds each by its name, a word in small letters; `table` is always among them.
    """

    def __init__(self, named: Mapping[str, Picture[V]]) -> None:
        self.named = named

    # ---- what has a default -------------------------------------------------------------------

    def icons(self) -> dict[str, bytes]:
        """The game's own emojis by name, as `render.icons` makes them."""
        return {}

    def lands(self) -> Lands:
        """What the colours of its land and pieces take of the light of a table's hour."""
        return {}

    def dressed(self, view: V, theme: Theme) -> Theme:
        """The theme with its seats in the colours that they play, in a palette that has these."""
        return theme

    def prewarm(self) -> None:
        """Draw the sprites that the first picture needs."""

    def forget(self) -> None:
        """Forget the pictures drawn before, but not the sprites; only speed changes."""
        png.forget()

    # ---- what follows from these --------------------------------------------------------------

    def draw(
        self,
        picture: str,
        view: V,
        *,
        names: Sequence[str] = (),
        news: Sequence[Event] = (),
        seat: Seat | None = None,
        shown: Any = None,
        theme: Theme = THEME,
        about: About = About(),  # noqa: B008 - frozen
    ) -> bytes:
        """The PNG of the picture called `picture`; the same arguments give the same bytes.

        `names[seat]` are display names. What the events `news` have put on the table is lit; of
        what is no longer there, nothing. `shown` is the struct that a private picture is made of.
        """
        if picture == CHART:
            return draw_chart(shown, self.dressed(view, theme)).png()
        subject = Subject(view, names, news, seat, shown, theme, about)
        sheet = self.named[picture].draw(subject)
        return sheet.png(light_of(about.seal), self.lands())

    @property
    def public(self) -> dict[str, Picture[V]]:
        """The pictures that anybody may ask for, by name."""
        return {name: picture for name, picture in self.named.items() if picture.public}

    @property
    def looked_up(self) -> dict[str, Picture[V]]:
        """The pictures of things that one may look up, by name."""
        return {name: picture for name, picture in self.named.items() if picture.things}

    def offered(self, over: bool) -> dict[str, Picture[V]]:
        """Those that there are of a game that is `over`, or that still runs."""
        return {name: one for name, one in self.public.items() if over or not one.final}
