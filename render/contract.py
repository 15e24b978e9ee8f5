"""The contract of a renderer: the pictures of one game by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from render import film, page, png
from render.canvas import Sheet
from render.chart import draw_chart
from render.ending import draw_above
from render.ladder import draw_ladder
from render.league.standings import draw_standings
from render.light import Light, LightShares, light_of
from render.theme import THEME, Colour, Theme
from rules.contract import Event, Seat, Threat

TABLE, HAND, CANDIDATE, POSTER = "table", "hand", "candidate", "poster"
"""Names of the pictures that shared code asks for: table, a hand, a candidate move, poster."""
SCORE = "score"
"""Name of the picture of the places behind a part of a score, where a game names any."""
CHART = "chart"
"""Name of the chart of missed points, which shared code draws in the look of the game."""
LADDER = "ladder"
"""Name of the ladder of a game, which has no view and no seats."""
STANDINGS = "standings"
"""Name of the standings of a league, which has no view and no seats."""
SCENES = "scenes"
"""Name of the small scenes of a lesson, which have no view and no seats."""
ENDING = "ending"
"""Name of the last board: the table, and above it a chart of what decided the game."""
FRAME, FILM, PAGE = "frame", "film", "page"
"""Names of a frame of a film, of the film, a GIF, and of the page that replays it, in HTML.

Shared code makes them of tables.
"""

V = TypeVar("V", bound=msgspec.Struct)


class About(msgspec.Struct, frozen=True):
    """Facts of a table besides its position."""

    language: str = "en"
    """Language of the names that differ from one language to another."""
    seal: str = ""
    """The digits that seal the luck of the table: they decide its light."""
    ranking: tuple[tuple[Seat, ...], ...] = ()
    """Seats by rank, best first; seats that share a rank together. Empty until the game is over."""
    plies: int = 0
    """Number of moves played, without those taken back."""
    began: date | None = None
    ended: date | None = None
    threats: tuple[Threat, ...] = ()
    """The seats that could win with their next turn, as everybody may know."""


class Thing(msgspec.Struct, frozen=True):
    """A thing in the box of a game, as a card, that is looked up by its name."""

    name: str


class Subject(msgspec.Struct, Generic[V], frozen=True):
    """Subject of a picture: the arguments of `Pictures.draw`."""

    view: V
    names: Sequence[str]
    news: Sequence[Event]
    seat: Seat | None
    shown: Any
    theme: Theme
    about: About = About()
    stage: V | None = None
    """A later position of the same game, for whose table the room is divided."""
    coordinates: bool = False
    """Whether it is for one reader, who may type a move: free places show how they are typed."""

    @property
    def owner(self) -> Seat:
        """Seat of the picture. Raises ValueError if none was given."""
        if self.seat is None:
            raise ValueError("a picture of one seat, and no seat is named")
        return self.seat


class FinishedPicture(Protocol):
    """A finished picture."""

    def png(self, light: Light, shares: LightShares) -> bytes:
        """The file, in a light of which each colour takes its share in `shares`."""
        ...


class Picture(msgspec.Struct, Generic[V], frozen=True):
    """The function that draws a picture, and who may ask for it."""

    draw: Callable[[Subject[V]], FinishedPicture]
    public: bool = False
    """Whether anybody may ask for it, by a button or a command: it holds no secret."""
    of_seat: bool = False
    """Whether it is of one seat, which has to be given."""
    final: bool = False
    """Whether it is of a finished game, whose story `About` holds."""
    continues: bool = False
    """Whether it goes on where another one ends: that one leads to it, and no button of its own."""
    things: tuple[str, ...] = ()
    """Names of the things that it can show: it is of one `Thing`, not of a table."""


class Pictures(Generic[V]):
    """The pictures of one game: `PICTURES` of `render/<game>`.

    `named` holds each by its name, a word in small letters; `table` is always among them.
    """

    palette = ""
    """Name of the palette of the game; "" if it has none of its own."""
    names_sources = False
    """Whether the last table names the sources of points: the chart above it shows their course."""

    def __init__(self, named: Mapping[str, Picture[V]]) -> None:
        self.named = named

    # ---- with a default -----------------------------------------------------------------------

    def icons(self) -> dict[str, bytes]:
        """The game's own emojis by name, as `render.icons` makes them."""
        return {}

    def tokens(self) -> list[Colour]:
        """The colours that the palette must hold exactly, besides those of the theme."""
        return []

    def light_shares(self) -> LightShares:
        """Share of the light of a table's hour that the colours of land and pieces take."""
        return {}

    def theme_for(self, view: V, theme: Theme) -> Theme:
        """Theme with the seats in the colours that they play, and a palette that has these."""
        return theme

    def prewarm(self) -> None:
        """Draw the sprites that the first picture needs."""

    def forget(self) -> None:
        """Forget the pictures drawn before, but not the sprites; only speed changes."""
        png.forget()

    # ---- derived ------------------------------------------------------------------------------

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
        stage: V | None = None,
        coordinates: bool = False,
    ) -> bytes:
        """The PNG of the picture called `picture`; the same arguments give the same bytes.

        `names[seat]` are display names. Pieces that the events `news` have put on the table are
        lit, if they still lie there. `shown` is the struct that a private picture shows. Pictures
        of tables with the same `stage` have everything at the same place. With `coordinates` free
        places show how they are typed. A film is a GIF, a page HTML.
        """
        if picture == FILM:
            return film.assemble(shown)
        if picture == PAGE:
            return page.build(shown, self.theme_for(view, theme))
        if picture == LADDER:
            return draw_ladder(shown, theme).png()
        if picture == STANDINGS:
            return draw_standings(shown, theme).png()
        if picture == CHART:
            return draw_chart(shown, self.theme_for(view, theme)).png()
        subject = Subject(view, names, news, seat, shown, theme, about, stage, coordinates)
        if picture == FRAME:
            sheet = self.named[TABLE].draw(subject)
            table = sheet.png(light_of(about.seal), self._shares)
            return film.draw_frame(table, shown, self.theme_for(view, theme))
        sheet = self.named[TABLE if picture == ENDING else picture].draw(subject)
        if picture == ENDING and isinstance(sheet, Sheet):
            sheet = draw_above(sheet, shown, self.theme_for(view, theme))
        return sheet.png(light_of(about.seal), self._shares)

    @cached_property
    def _shares(self) -> LightShares:
        return self.light_shares()

    @property
    def public(self) -> dict[str, Picture[V]]:
        """The pictures that anybody may ask for, by name."""
        return {name: picture for name, picture in self.named.items() if picture.public}

    @property
    def thing_pictures(self) -> dict[str, Picture[V]]:
        """The pictures of things that can be looked up, by name."""
        return {name: picture for name, picture in self.named.items() if picture.things}

    def available(self, over: bool) -> dict[str, Picture[V]]:
        """The public pictures of a game in progress, or of one that is `over`, by name."""
        return {name: picture for name, picture in self.public.items() if over or not picture.final}
