"""The settings of a server, as those who manage it choose them."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace


class ServerSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings of a server; each has its default until somebody chooses.

    Channels and roles may be deleted later: whoever uses a setting takes `without` those first.
    """

    language: str | None = None
    """Language of new tables; None for that of their host."""
    pace: str | None = None
    """Pace of new tables, as a menu writes it; None for no clock."""
    channels: tuple[int, ...] = ()
    """Channels where tables may be opened; () for all."""
    openers: int | None = None
    """Role whose members may open tables; None for everybody."""
    referees: int | None = None
    """Role whose members are referees; None for none."""
    quiet: bool = False
    """Whether posts that call nobody are sent without a sound."""

    def without(self, gone: Collection[int]) -> ServerSettings:
        """The settings without these channels and roles."""
        return replace(
            self,
            channels=tuple(channel for channel in self.channels if channel not in gone),
            openers=None if self.openers in gone else self.openers,
            referees=None if self.referees in gone else self.referees,
        )
