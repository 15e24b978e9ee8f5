"""The codes that shared code composes and looks up in the catalogue of every game.

docs/words.md lists them. The codes of a game's own texts are spelt out in its modules.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BLANK = re.compile(r"\{\w+\}")


class Code(NamedTuple):
    """A code with blanks, the game first, and what people read there: `part(game, "houses")`."""

    form: str
    about: str

    def __call__(self, *values: object) -> str:
        """The code with these values; None is called `none`."""
        names = iter("none" if value in (None, "") else str(value) for value in values)
        return BLANK.sub(lambda _: next(names), self.form)


# ---- codes of every game -------------------------------------------------------------------------

tagline = Code("{game}.tagline", "Subject of the game, in a line of `/help`.")
coach = Code(
    "{game}.coach", "Three lines for a first game: how one wins, what a turn is, and one tip."
)
lesson = Code(
    "{game}.lesson_{step}",
    "Task of one turn of the first lesson, and why, in one or two short sentences.",
)
scene = Code(
    "{game}.scene_{scene}",
    "Text of one small scene on the last page of the lesson, in one or two short sentences.",
)
command = Code("{game}.command.description", "Description of `/<game>`.")
option_name = Code(
    "{game}.command_new_{setting}.name", "Name of a setting among the options of `/<game> new`."
)
option_description = Code("{game}.command_new_{setting}.description", "Description of that option.")
setting = Code("{game}.setting_{setting}", "Name of a setting in the lobby.")
setting_value = Code(
    "{game}.setting_{setting}_{value}", "One value of a setting; None is called `none`."
)
section = Code("{game}.section_{section}", "Title of a section of the rules in short.")
section_text = Code("{game}.section_{section}_text", "Text of that section.")
part = Code("{game}.part_{part}", "One part of a score, as the points of the houses.")
menu = Code("{question}_menu", "Title of the menu of a question whose answers have no groups.")
better = Code(
    "{game}.better_{part}", "A part of the worth in which a move is better than the next best."
)
worse = Code("{game}.worse_{part}", "A part of the worth in which a move is worse than another.")
average_loss = Code(
    "{game}.missed",
    "Average loss by a move, beside the best of a look ahead: `amount` in the game's measure.",
)
turn_loss = Code(
    "{game}.lost",
    "Loss by a turn, beside the best of a look ahead: `amount` in the game's measure.",
)

# ---- codes of some games -------------------------------------------------------------------------

option_all = Code(
    "{game}.command_new_{setting}.all", "All values of a setting at once, where it takes several."
)
picture = Code(
    "{game}.picture_{picture}", "Name of a public picture, where `board.picture_…` has none for it."
)
look_up = Code(
    "{game}.look_up_{picture}.name",
    "Name of the command that looks up a thing of the game, as a card.",
)
look_up_description = Code("{game}.look_up_{picture}.description", "Description of that command.")
thing_name = Code("{game}.look_up_{picture}_thing.name", "Name of its option: which thing.")
thing_description = Code(
    "{game}.look_up_{picture}_thing.description", "Description of that option."
)
poster = Code(
    "{game}.poster_alt",
    "Alt text of the poster of a finished game, where it has one; `name` is the winner.",
)
consequence = Code(
    "{game}.why_{kind}_{form}",
    "A visible consequence of a kind that a line `has` or `lacks`, or `costs` or `spares` a seat.",
)
points = Code(
    "{game}.points",
    "A number of points with their unit, where the game names the places behind a score.",
)
detail_name = Code(
    "{game}.{detail}_{value}",
    'Name of a detail of a refusal, as `resource="water"`; without it, the value.',
)
