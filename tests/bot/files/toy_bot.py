"""A bot of a few lines, for updates: it notes its version in the database, and stands at once.

`toy.json` beside it says which version it is, and which of its parts fail.
"""

import fcntl
import json
import os
import shutil
import sqlite3
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from bot.host.releases import Releases

HOUSE = Path(__file__).parents[1]
FILE = Path("hexagora.sqlite3")
toy = json.loads((HOUSE / "toy.json").read_text())
words = sys.argv[1:]
if words[:1] == ["doctor"]:
    sys.exit(toy["fails"] == "rehearsal")
lock = Path("hexagora.sqlite3.lock").open("ab")  # noqa: SIM115 (until it ends)
fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
if words[:1] == ["restore"]:
    shutil.copy(words[1], "ready")
    for journal in ("-wal", "-shm"):
        Path(f"{FILE}{journal}").unlink(missing_ok=True)
    Path("ready").replace(FILE)
    sys.exit()

with sqlite3.connect(FILE) as database:
    row = database.execute("SELECT value FROM meta WHERE key = 'toy'").fetchone()
    data = row[0] if row else toy["version"]
    with Path("log").open("a") as log:
        log.write(f"{os.getpid()} {toy['version']} {data}\n")
    database.execute("INSERT OR REPLACE INTO meta VALUES ('toy', ?)", [toy["version"]])
database.close()
if toy["fails"] == "start":
    sys.exit("no start")
if toy["fails"] != "connection":
    now = datetime.now(UTC).isoformat()
    figures = {"began": now, "hour": {"since": now}, "last_hour": None, "troubles": []}
    figures |= {"connected": now, "pid": os.getpid()}
    Path(f"{FILE}.figures.json").write_text(json.dumps(figures))
    Releases(Path.cwd()).accept_if_new(HOUSE)
time.sleep(600)
