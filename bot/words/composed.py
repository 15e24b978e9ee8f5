"""The codes that shared code composes and looks up in the catalogue of every game.

docs/words.md says what people read there. The codes of a game's own texts are spelt out in its
modules.
"""

from __future__ import annotations

import re

BLANK = re.compile(r"\{\w+\}")


class Code(str):
    """A code with blanks, the game first: `part(game, "houses")`."""

    __slots__ = ()

    def __call__(self, *values: object) -> str:
        """The code with these values; None is called `none`."""
        names = iter("none" if value in (None, "") else str(value) for value in values)
        return BLANK.sub(lambda _: next(names), self)


# ---- codes of every game -------------------------------------------------------------------------

tagline = Code("{game}.tagline")
coach = Code("{game}.coach")
lesson = Code("{game}.lesson_{step}")
scene = Code("{game}.scene_{scene}")
command = Code("{game}.command.description")
option_name = Code("{game}.command_new_{setting}.name")
option_description = Code("{game}.command_new_{setting}.description")
setting = Code("{game}.setting_{setting}")
setting_value = Code("{game}.setting_{setting}_{value}")
section = Code("{game}.section_{section}")
section_text = Code("{game}.section_{section}_text")
part = Code("{game}.part_{part}")
menu = Code("{question}_menu")
better = Code("{game}.better_{part}")
worse = Code("{game}.worse_{part}")
average_loss = Code("{game}.missed")
turn_loss = Code("{game}.lost")

# ---- codes of some games -------------------------------------------------------------------------

option_all = Code("{game}.command_new_{setting}.all")
picture = Code("{game}.picture_{picture}")
look_up = Code("{game}.look_up_{picture}.name")
look_up_description = Code("{game}.look_up_{picture}.description")
thing_name = Code("{game}.look_up_{picture}_thing.name")
thing_description = Code("{game}.look_up_{picture}_thing.description")
poster = Code("{game}.poster_alt")
consequence = Code("{game}.why_{kind}_{form}")
points = Code("{game}.points")
detail_name = Code("{game}.{detail}_{value}")
brief_threat = Code("{game}.{threat}_brief")
