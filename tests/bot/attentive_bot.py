"""The bot, which looks several times a second for what another process has queued.

`python -m tests.bot.attentive_bot` has the options and settings of `python -m bot`.
"""

import sys

from bot.__main__ import main
from bot.host import heartbeats

if __name__ == "__main__":
    heartbeats.MINUTE = 0.2  # type: ignore[misc]
    sys.exit(main())
