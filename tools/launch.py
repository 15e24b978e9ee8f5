"""Starts the current version of a folder that has `releases/`; `./run` calls it there.

Where an update was killed, a start goes back to the version before it, with its database, unless
the new one has shown that it works.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(FOLDER))

from bot.host.releases import Releases, Trial  # noqa: E402


def is_start(words: Sequence[str]) -> bool:
    """Whether these arguments of `./run` start the bot."""
    return not words or (words[0].startswith("-") and words[0] not in ("-h", "--help"))


def trial_to_settle(releases: Releases) -> Trial | None:
    """The update on trial; ends with a sentence where only the folder's owner may know."""
    try:
        return releases.trial
    except PermissionError as error:
        sys.exit(f"{error}: start the bot as the owner of this folder. Nothing was started.")


def main(words: Sequence[str]) -> None:
    """Start what `./run` was asked for; ends with a sentence where that cannot be started."""
    releases = Releases(FOLDER)
    trial = trial_to_settle(releases) if is_start(words) else None
    if trial is not None:
        if releases.is_updating:
            if releases.current == trial.new:
                releases.note(replace(trial, is_started=True))
        else:
            sys.stderr.write(f"An update to {trial.new} was interrupted: back to {trial.old} ...\n")
            if not releases.go_back():
                sys.exit("The database cannot be put back as it was, and nothing was started.")
    name = releases.current
    if not releases.has_environment(name):
        sys.exit(1)
    os.chdir(FOLDER)
    command = releases.command(name, *words)
    os.execve(command[0], command, releases.environ(name, os.environ))


if __name__ == "__main__":
    main(sys.argv[1:])
