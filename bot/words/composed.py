"""The codes that shared code composes: what it asks of the catalogue of every game.

Each function says in its first line what people read there; CONTRIBUTING lists them, made from this
file. What a game says by itself is spelt out in its own modules.
"""

from __future__ import annotations

# ---- what every game has -------------------------------------------------------------------------


def tagline(game: str) -> str:
    """What the game is about, in a line of `/help`."""
    return f"{game}.tagline"


def command(game: str) -> str:
    """The description of `/<game>`."""
    return f"{game}.command.description"


def option_name(game: str, setting: str) -> str:
    """The name of a setting among the options of `/<game> new`."""
    return f"{game}.command_new_{setting}.name"


def option_description(game: str, setting: str) -> str:
    """What that option sets."""
    return f"{game}.command_new_{setting}.description"


def setting(game: str, setting: str) -> str:
    """The name of a setting in the lobby."""
    return f"{game}.setting_{setting}"


def setting_value(game: str, setting: str, value: str | None) -> str:
    """One value of a setting; None is called `none`."""
    return f"{game}.setting_{setting}_{value or 'none'}"


def section(game: str, section: str) -> str:
    """The title of a section of the rules in short."""
    return f"{game}.section_{section}"


def section_text(game: str, section: str) -> str:
    """That section."""
    return f"{game}.section_{section}_text"


def part(game: str, part: str) -> str:
    """One of those that a score is made of, as the points of the houses."""
    return f"{game}.part_{part}"


def menu(question: str) -> str:
    """The title of the menu of a question, where its answers have no groups."""
    return f"{question}_menu"


def better(game: str, part: str) -> str:
    """What a move has more of than the next best, of the parts that a look ahead tells apart."""
    return f"{game}.better_{part}"


def worse(game: str, part: str) -> str:
    """What a move has less of than another, of the same parts."""
    return f"{game}.worse_{part}"


def missed(game: str) -> str:
    """What a move lost on average, beside those of a look ahead: `amount` in the game's measure."""
    return f"{game}.missed"


def lost(game: str) -> str:
    """So much that a turn lost, beside a look ahead: `amount` in the game's measure."""
    return f"{game}.lost"


# ---- what some games have ------------------------------------------------------------------------


def option_all(game: str, setting: str) -> str:
    """All values of a setting at once, where it takes several."""
    return f"{game}.command_new_{setting}.all"


def picture(game: str, picture: str) -> str:
    """The name of a public picture, where the house has none for it (`board.picture_…`)."""
    return f"{game}.picture_{picture}"


def look_up(game: str, picture: str) -> str:
    """The name of the command by which a thing of the game is looked up, as a card."""
    return f"{game}.look_up_{picture}.name"


def look_up_description(game: str, picture: str) -> str:
    """What that command shows."""
    return f"{game}.look_up_{picture}.description"


def thing_name(game: str, picture: str) -> str:
    """The name of its option: which thing."""
    return f"{game}.look_up_{picture}_thing.name"


def thing_description(game: str, picture: str) -> str:
    """What one types there."""
    return f"{game}.look_up_{picture}_thing.description"


def poster(game: str) -> str:
    """What the poster of a finished game shows, where it has one; `name` has won."""
    return f"{game}.poster_alt"


def named(game: str, detail: str, value: str) -> str:
    """What the game calls a detail of a refusal, as `resource="water"`; without it, the value."""
    return f"{game}.{detail}_{value}"
