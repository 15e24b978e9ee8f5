"""Commands that are killed before one of their deeds: `python -m tests.bot.mortal_host`.

It reads lives from its standard input, a line of JSON each: a folder, the folder with the new code,
and the number of the deed, from 1, before which the life ends; 0 for none. It writes the exit code
of each. In place of the new code, `"start"` is a start by `tools/launch.py`, up to the bot, and
`"setup"` is a setup with the token in the file `token`, up to the start of its service. A deed is
whatever changes a name or a file, or starts a process.
"""

import json
import os
import runpy
import signal
import sys
import traceback
from pathlib import Path

from bot.host import setup, updating
from bot.host.setup import Setup
from bot.host.updating import ByHand, Options, Update
from bot.settings import Settings

DEEDS = {"os.rename", "os.remove", "os.symlink", "os.mkdir", "os.rmdir", "os.link"}
DEEDS |= {"subprocess.Popen", "shutil.rmtree"}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def die_before(deed: int) -> None:
    """Have this process killed before its deed of this number."""
    count = 0

    def watch(event: str, arguments: tuple) -> None:
        nonlocal count
        if event == "os.exec":
            os._exit(0)  # there begins the bot
        is_write = event == "open" and arguments[2] is not None and arguments[2] & WRITES
        if event in DEEDS or is_write:
            count += 1
            if count == deed:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def live(folder: str, new: str, deed: int) -> None:
    os.chdir(folder)
    if deed:
        die_before(deed)
    if new == "start":
        sys.argv = ["launch.py"]
        runpy.run_path(f"{folder}/tools/launch.py", run_name="__main__")
    if new == "setup":
        options = setup.Options(yes=True, token_file="token", wait=0.0, service="user")
        sys.exit(bool(Setup(Settings.from_env(os.environ), options).carry_out()))
    settings = Settings(database=Path("hexagora.sqlite3"))
    sys.exit(Update(settings, Options(folder=Path(new), yes=True, limit=5.0)).carry_out())


def exit_code(folder: str, new: str, deed: int) -> int:
    child = os.fork()
    if child == 0:
        os.dup2(2, 1)  # the codes alone go to the standard output
        code = 1
        try:
            live(folder, new, deed)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:
            traceback.print_exc()
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    updating.PAUSE = 0.02
    ByHand.stay = lambda runner: 0  # type: ignore[method-assign]
    Setup.wait = lambda *arguments: None  # type: ignore[method-assign]
    for line in sys.stdin:
        code = exit_code(*json.loads(line))
        sys.stdout.write(f"{code}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
