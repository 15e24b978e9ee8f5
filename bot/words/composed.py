"""The codes that shared code composes and looks up in the catalogue of every game.

The first line of each function describes the text; docs/words.md lists these lines. The codes of
a game's own texts are spelt out in its modules.
"""

from __future__ import annotations

# ---- codes of every game -------------------------------------------------------------------------


def tagline(game: str) -> str:
    """Subject of the game, in a line of `/help`."""
    return f"{game}.tagline"


def coach(game: str) -> str:
    """Three lines for a first game: how one wins, what a turn is, and one tip."""
    return f"{game}.coach"


def lesson(game: str, step: str) -> str:
    """Task of one turn of the first lesson, and why, in one or two short sentences."""
    return f"{game}.lesson_{step}"


def scene(game: str, scene: str) -> str:
    """Text of one small scene on the last page of the lesson, in one or two short sentences."""
    return f"{game}.scene_{scene}"


def command(game: str) -> str:
    """Description of `/<game>`."""
    return f"{game}.command.description"


def option_name(game: str, setting: str) -> str:
    """Name of a setting among the options of `/<game> new`."""
    return f"{game}.command_new_{setting}.name"


def option_description(game: str, setting: str) -> str:
    """Description of that option."""
    return f"{game}.command_new_{setting}.description"


def setting(game: str, setting: str) -> str:
    """Name of a setting in the lobby."""
    return f"{game}.setting_{setting}"


def setting_value(game: str, setting: str, value: str | None) -> str:
    """One value of a setting; None is called `none`."""
    return f"{game}.setting_{setting}_{value or 'none'}"


def section(game: str, section: str) -> str:
    """Title of a section of the rules in short."""
    return f"{game}.section_{section}"


def section_text(game: str, section: str) -> str:
    """Text of that section."""
    return f"{game}.section_{section}_text"


def part(game: str, part: str) -> str:
    """One part of a score, as the points of the houses."""
    return f"{game}.part_{part}"


def menu(question: str) -> str:
    """Title of the menu of a question whose answers have no groups."""
    return f"{question}_menu"


def better(game: str, part: str) -> str:
    """A part of the worth in which a move is better than the next best."""
    return f"{game}.better_{part}"


def worse(game: str, part: str) -> str:
    """A part of the worth in which a move is worse than another."""
    return f"{game}.worse_{part}"


def average_loss(game: str) -> str:
    """Average loss by a move, beside the best of a look ahead: `amount` in the game's measure."""
    return f"{game}.missed"


def turn_loss(game: str) -> str:
    """Loss by a turn, beside the best of a look ahead: `amount` in the game's measure."""
    return f"{game}.lost"


# ---- codes of some games -------------------------------------------------------------------------


def option_all(game: str, setting: str) -> str:
    """All values of a setting at once, where it takes several."""
    return f"{game}.command_new_{setting}.all"


def picture(game: str, picture: str) -> str:
    """Name of a public picture, where `board.picture_…` has none for it."""
    return f"{game}.picture_{picture}"


def look_up(game: str, picture: str) -> str:
    """Name of the command that looks up a thing of the game, as a card."""
    return f"{game}.look_up_{picture}.name"


def look_up_description(game: str, picture: str) -> str:
    """Description of that command."""
    return f"{game}.look_up_{picture}.description"


def thing_name(game: str, picture: str) -> str:
    """Name of its option: which thing."""
    return f"{game}.look_up_{picture}_thing.name"


def thing_description(game: str, picture: str) -> str:
    """Description of that option."""
    return f"{game}.look_up_{picture}_thing.description"


def poster(game: str) -> str:
    """Alt text of the poster of a finished game, where it has one; `name` is the winner."""
    return f"{game}.poster_alt"


def points(game: str) -> str:
    """A number of points with their unit, where the game names the places behind a score."""
    return f"{game}.points"


def detail_name(game: str, detail: str, value: str) -> str:
    """Name of a detail of a refusal, as `resource="water"`; without it, the value."""
    return f"{game}.{detail}_{value}"
