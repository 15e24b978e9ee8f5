"""Many tables at once, as in life: `python -m bench load --tables 100 --rate 25 --seconds 60`.

The bot is a process of its own, as on Discord, and speaks with the playground's server under
Discord's limits. Tables of all games, some with AI seats, are opened and begun by commands; each
person plays at a few of them. Then moves are typed at an even rate, each at another table, and
every third time somebody opens the private panel as well. A move counts as seen when the post of
its turn arrives with its picture. A ticker in the bot (`bench/ticking.py`) tells how late its event
loop was meanwhile. The report begins and ends with the load of the machine before the start: times
count for nothing where it had other work.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import msgspec

import playground
from bot.table.post import BESIDE
from bot.table.stored_states import state_from_text
from playground import Playground, components, driver
from playground.errors import Json
from playground.limits import counts_everywhere
from render.samples import NAMES
from rules.registry import games, get
from rules.rng import Rng

ROOT = Path(__file__).parent.parent
AI_SHARE = 4
"""One table of so many has an AI seat."""
PANEL_SHARE = 3
"""One panel is opened in so many moves."""
TABLES_A_CHANNEL = 10
"""Tables whose lobbies share a channel: Discord lets five edits in five seconds through to each."""
SEATS_A_PERSON = 4
"""Seats of each person, at as many tables: Discord lets five edits in five seconds through to the
direct messages of one person, and every hand is one."""
AT_ONCE = 4
"""Tables that are begun at the same time."""
IDLE_AFTER = 10.0
"""Seconds after which a bot has warmed up and has nothing to do."""
PATIENCE = 120.0
"""Seconds after which a post or a panel is given up."""
QUIET_LOAD = 0.5
"""Load average above which a machine has other work, so that a run is not called quiet."""
LONGEST_QUEUE = 1800.0
"""Seconds after which deliveries are given up: Discord opens the direct messages of one person a
second."""
TICK = os.sysconf("SC_CLK_TCK")


class Page:
    """The page of a person, which notes when each interaction was answered.

    Unlike the driver of the tests it keeps no copy of the world: that would be most of the load.
    Only one page of all hears of what everybody can read.
    """

    def __init__(self, ground: Playground, name: str, *, is_private: bool = True) -> None:
        self.noted: dict[str, dict[str, float]] = defaultdict(dict)
        """Moments of an interaction: when it was acknowledged and answered."""
        self.answers: dict[str, Json] = {}
        """The newest message that answers an interaction, as far as the page hears of it."""
        self.commands: dict[tuple[str, ...], str] = {}
        self.boards: dict[str, Json] = {}
        """The newest public message with a picture, by thread."""
        self.on_board: Callable[[str], None] = lambda thread: None
        self.news = asyncio.Event()

        self.id = ground.member(name).id
        self.seat = ground.page(name, self.hear, is_private=is_private)

    def hear(self, event: Json) -> None:
        """Note the moment of an event."""
        now = perf_counter()
        match event["op"]:
            case "world" | "commands":
                self.commands = {tuple(entry["path"]): entry["id"] for entry in event["commands"]}
            case "interaction":
                moments = self.noted[event["id"]]
                if event["state"] != "pending":
                    moments.setdefault("acknowledged", now)
                if event["state"] in ("done", "failed"):
                    moments.setdefault("answered", now)
            case "message_create" | "message_update":
                self._hear_message(event["message"], now)
        self.news.set()

    def _hear_message(self, message: Json, now: float) -> None:
        interaction = (message.get("interaction_metadata") or {}).get("id")
        has_picture = bool(driver.pictures(message))
        if interaction:
            self.answers[interaction] = message
        elif has_picture and message["components"]:
            place = message["channel_id"]
            is_new = self.boards.get(place, {}).get("id") != message["id"]
            self.boards[place] = message
            if is_new:
                self.on_board(place)

    async def run(self, command: str, channel: str, **options: object) -> str:
        """Run a command; return the id of its interaction."""
        path = command.split()
        call = {"channel": channel, "command": self.commands[tuple(path)], "path": path}
        return await self._interaction({"op": "run", **call, "options": options})

    async def press(self, message: Json, label: str) -> str:
        """Press a button; return the id of its interaction."""
        buttons = (part for _, part in components.walk(message["components"]))
        button = next(part for part in buttons if part.get("label") == label)
        call = {"message": message["id"], "custom_id": button["custom_id"]}
        return await self._interaction({"op": "click", **call})

    async def _interaction(self, call: Mapping[str, object]) -> str:
        result = await self.seat.call({"ref": 0, **call})
        if result["op"] == "refused":
            raise RuntimeError(f"{call} is refused: {result['code']}")
        return str(result["interaction"])

    async def moment(self, interaction: str, kind: str) -> float:
        """When an interaction was acknowledged, or answered. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while kind not in (moments := self.noted[interaction]):
                self.news.clear()
                await self.news.wait()
        return moments[kind]


class Setting(msgspec.Struct, frozen=True):
    """What a table is to be: its game, its seats, and whether one of them is an AI's."""

    game: str
    size: int
    has_ai: bool

    @property
    def people(self) -> int:
        """Number of seats for people."""
        return self.size - self.has_ai


def setting(number: int) -> Setting:
    """The table of this number: games and sizes in turn."""
    game = sorted(games())[number % len(games())]
    sizes = [size for size in get(game).facts.seats if 2 <= size <= len(NAMES)]
    size = sizes[number // len(games()) % len(sizes)]
    return Setting(game, size, has_ai=number % AI_SHARE == 0)


class Bench:
    """The tables, the people at them, and what they wait for."""

    def __init__(self, ground: Playground, file: Path) -> None:
        self.ground, self.file, self.luck = ground, file, Rng(1)
        self.crowd = Page(ground, "Noor", is_private=False)
        """Page of somebody who plays at no table and reads what is posted."""
        self.people: list[Page] = []
        self.by_id: dict[int, Page] = {}
        self.threads: dict[int, str] = {}
        """Thread of each table, by its number in the database."""
        self.with_ai: set[str] = set()
        """Threads of the tables with AI seats."""
        self.waiting: dict[str, tuple[float, asyncio.Future[None]]] = {}
        """When the last move of a thread was confirmed, and who waits for its post."""
        self.busy: set[int] = set()
        self.figures: dict[str, list[float]] = defaultdict(list)
        self.counts: Counter[str] = Counter()

    # ---- tables ----------------------------------------------------------------------------------

    async def until_ready(self) -> None:
        """Wait until the bot has registered its commands."""
        async with asyncio.timeout(PATIENCE):
            while ("help",) not in self.crowd.commands:
                await asyncio.sleep(0.05)

    def invite_people(self, tables: Sequence[Setting]) -> None:
        """Add as many people as the tables need."""
        seats = sum(table.people for table in tables)
        for number in range(max(len(NAMES), -(-seats // SEATS_A_PERSON))):
            name = f"{NAMES[number % len(NAMES)]} {number // len(NAMES) + 1}"
            self.ground.add_member(name)
            page = Page(self.ground, name)
            self.people.append(page)
            self.by_id[page.id] = page

    async def open_all(self, count: int) -> None:
        """Begin tables of all games and sizes, some in each of as many channels as that takes."""
        moderator = self.ground.moderator
        channels = [
            str(moderator.add_channel(f"games-{number}"))
            for number in range(-(-count // TABLES_A_CHANNEL))
        ]
        await self.open_in(channels, count)

    async def open_in(self, channels: Sequence[str], count: int) -> None:
        """Begin tables of all games and sizes in these channels, in turn."""
        tables = [setting(number) for number in range(count)]
        self.invite_people(tables)
        everybody = cycle(self.people)
        parties = [list(islice(everybody, table.people)) for table in tables]
        self.crowd.on_board = self._see
        gate = asyncio.Semaphore(AT_ONCE)

        async def begin(table: Setting, party: Sequence[Page], channel: str) -> None:
            async with gate:
                try:
                    await self._begin(table, party, channel)
                except TimeoutError:
                    self.counts["tables without a first picture"] += 1

        await asyncio.gather(*map(begin, tables, parties, cycle(channels)))
        with closing(self._database()) as db:
            query = "SELECT id, lobby_message_id FROM table_"
            self.threads = {number: str(thread) for number, thread in db.execute(query)}
            query = "SELECT DISTINCT table_id FROM seat WHERE ai IS NOT NULL"
            self.with_ai = {self.threads[number] for (number,) in db.execute(query)}

    async def _begin(self, table: Setting, party: Sequence[Page], channel: str) -> None:
        """Open a table in a channel, fill its seats and start it."""
        host, *guests = party
        ai = {"ai": 1, "ai-player": "easy"} if table.has_ai else {}
        options = {"players": table.size, "language": "en", "order": "joined", **ai}
        opened = await host.run(f"{table.game} new", channel, **options)
        await host.moment(opened, "answered")
        post = self.crowd.answers[opened]
        for guest in guests:
            await guest.moment(await guest.press(post, "Join"), "answered")
        await host.moment(await host.press(self.crowd.answers[opened], "Start"), "answered")
        async with asyncio.timeout(PATIENCE):
            while post["id"] not in self.crowd.boards:
                await asyncio.sleep(0.05)

    # ---- moves -----------------------------------------------------------------------------------

    async def load(self, rate: float, seconds: float) -> None:
        """Make moves at an even rate, and wait for what they bring about."""
        tables, tasks = cycle(self.threads), set[asyncio.Task[None]]()
        began = perf_counter()
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - perf_counter()))
            table = next((t for _ in self.threads if (t := next(tables)) not in self.busy), None)
            if table is None:
                self.counts["no table was free"] += 1
                continue
            tasks.add(asyncio.create_task(self._move(table)))
            if number % PANEL_SHARE == 0:
                tasks.add(asyncio.create_task(self._open_panel(next(tables))))
        self.figures["load"].append(perf_counter() - began)
        await asyncio.gather(*tasks)

    async def _move(self, table: int) -> None:
        """Type one legal move at a table, and wait for its post where it ends a turn."""
        self.busy.add(table)
        try:
            await self._type_move(table)
        except TimeoutError:
            self.counts["waited in vain"] += 1
        finally:
            self.busy.discard(table)

    async def _type_move(self, table: int) -> None:
        if (legal := self._legal_move(table)) is None:
            self.counts["nobody could move"] += 1
            return
        key, person, notation, ply = legal
        thread = self.threads[table]
        confirmed = perf_counter()
        post = asyncio.get_running_loop().create_future()
        self.waiting[thread] = confirmed, post
        move = await person.run(f"{key} move", thread, move=notation)
        acknowledged = await person.moment(move, "acknowledged")
        self.figures["acknowledged"].append(acknowledged - confirmed)
        await person.moment(move, "answered")
        with closing(self._database()) as db:
            query = "SELECT ends_turn FROM action WHERE table_id = ? AND ply = ?"
            made = db.execute(query, (table, ply + 1)).fetchone()
        if made is None:
            self.counts["refused"] += 1
        elif made[0]:
            self.counts["made"] += 1
            async with asyncio.timeout(PATIENCE):
                await post
            self.counts["seen"] += 1
        else:
            self.counts["made"] += 1
        self.waiting.pop(thread, None)

    def _see(self, thread: str) -> None:
        """Note the post of a turn."""
        if thread in self.waiting:
            confirmed, post = self.waiting.pop(thread)
            seen = perf_counter() - confirmed
            self.figures["seen"].append(seen)
            self.figures["seen with AI" if thread in self.with_ai else "seen without"].append(seen)
            if not post.done():  # else it was given up
                post.set_result(None)

    def _legal_move(self, table: int) -> tuple[str, Page, str, int] | None:
        """Game, person, notation of a random move, and plies before it; None where none can."""
        query = """
            SELECT game, state, ply FROM table_ JOIN snapshot ON table_id = id
            WHERE id = ? AND status = 'live'
        """
        with closing(self._database()) as db:
            row = db.execute(query, (table,)).fetchone()
            if row is None:
                return None
            key, stored, ply = row
            game = get(key)
            state = state_from_text(game, game.facts.version, stored)
            seat = game.to_act(state)[0]
            seats = "SELECT user_id FROM seat WHERE table_id = ? AND seat = ?"
            (user,) = db.execute(seats, (table, seat)).fetchone()
        person = self.by_id.get(user)
        if person is None:
            return None
        return key, person, game.notation(state, seat, game.sample(state, seat, self.luck)), ply

    async def _open_panel(self, table: int) -> None:
        """Open the private panel of whose turn it is."""
        legal, board = self._legal_move(table), self.crowd.boards.get(self.threads[table])
        if legal is None or board is None:
            return
        _, person, _, _ = legal
        try:
            pressed = perf_counter()
            shown = await person.moment(await person.press(board, "Play"), "answered")
            self.figures["panel"].append(shown - pressed)
        except (TimeoutError, StopIteration, RuntimeError):
            self.counts["panels not shown"] += 1

    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=10)

    # ---- afterwards ------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Wait until everything that calls people has been delivered."""
        async with asyncio.timeout(LONGEST_QUEUE):
            while self.queue():
                await asyncio.sleep(0.2)

    def queue(self, *, beside: bool = False) -> int:
        """Number of deliveries that wait: those that call people, or those made beside them."""
        ranks = f"rank {'' if beside else 'NOT '}IN {BESIDE}"
        with closing(self._database()) as db:
            query = f"SELECT count(*) FROM outbox WHERE refused IS NULL AND {ranks}"
            return int(db.execute(query).fetchone()[0])


# ---- processes -----------------------------------------------------------------------------------


def family(pid: int) -> dict[int, str]:
    """A process and all below it, each with the module that it runs (Linux)."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                parents[int(folder.name)] = int(fields[1])
            except OSError:
                continue
    everybody, newest = {pid}, {pid}
    while newest := {child for child, parent in parents.items() if parent in newest}:
        everybody |= newest
    return {each: _module(each) for each in everybody}


def _module(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    return words[words.index("-m") + 1] if "-m" in words else words[0]


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has taken."""
    return _seconds_of(Path(f"/proc/{pid}/stat"))


def loop_seconds(pid: int) -> float:
    """Processor time that the first thread of a process has taken, which runs its event loop."""
    return _seconds_of(Path(f"/proc/{pid}/task/{pid}/stat"))


def _seconds_of(stat: Path) -> float:
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def megabytes(pid: int) -> float:
    """Memory of a process, its share of what several have in common (PSS)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024


def by_module(pids: Mapping[int, str], figure: Callable[[int], float]) -> dict[str, float]:
    """Sum of a figure over the processes of each module."""
    sums = defaultdict[str, float](float)
    for pid, module in pids.items():
        sums[module] += figure(pid)
    return sums


class Ticker:
    """The delays of the event loop of a bot that runs as `bench.ticking`."""

    def __init__(self, bot: asyncio.subprocess.Process, file: Path) -> None:
        self.bot, self.file = bot, file

    async def delays(self) -> list[float]:
        """Delays in milliseconds since the last call, sorted."""
        self.file.unlink(missing_ok=True)
        self.bot.send_signal(signal.SIGUSR1)
        async with asyncio.timeout(PATIENCE):
            while not self.file.exists():
                await asyncio.sleep(0.05)
        return msgspec.json.decode(self.file.read_bytes(), type=list[float])


@asynccontextmanager
async def running_bot(ground: Playground, file: Path) -> AsyncIterator[Ticker]:
    """The bot as a process of its own, connected to the playground's server."""
    ticks = file.with_name("ticks.json")
    settings = {
        "DISCORD_TOKEN": ground.token,
        "DISCORD_API_BASE": ground.api_base,
        "DISCORD_GATEWAY_URL": ground.gateway_url,
        "HEXAGORA_DATABASE": str(file),
        "HEXAGORA_LOG_LEVEL": "WARNING",
    }
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.ticking", str(ticks)),
        cwd=ROOT,
        env={**os.environ, **settings},
    )
    try:
        yield Ticker(bot, ticks)
    finally:
        bot.send_signal(signal.SIGTERM)
        await bot.wait()


def load_sentence(load: float) -> str:
    """Sentence about the load average of the machine before a run: whether it was quiet."""
    if load <= QUIET_LOAD:
        return f"quiet: the machine's load was {load:.2f} before the start"
    return f"NOT quiet: the machine's load was {load:.2f} before the start, above {QUIET_LOAD}"


async def measure(tables: int, rate: float, seconds: float) -> None:
    """Begin the tables, make moves, and print what was measured."""
    load = load_sentence(os.getloadavg()[0])
    print(f"  {load}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hexagora.sqlite3"
        ground = await playground.start()
        async with running_bot(ground, file) as ticker:
            bot = ticker.bot
            bench = Bench(ground, file)
            await bench.until_ready()
            await asyncio.sleep(IDLE_AFTER)
            print_memory(bot.pid, "idle")
            began = perf_counter()
            await bench.open_all(tables)
            await bench.settle()
            print(
                f"{tables} tables of {len(games())} games begun in {perf_counter() - began:.0f} s"
            )
            print_memory(bot.pid, f"with {tables} tables")
            await ticker.delays()
            processes, requests = family(bot.pid), Counter(ground.counts)
            before, own = by_module(processes, cpu_seconds), cpu_seconds(os.getpid())
            loop = loop_seconds(bot.pid)
            longest = 0

            async def watch() -> None:
                nonlocal longest
                while True:
                    longest = max(longest, bench.queue())
                    await asyncio.sleep(0.5)

            watching = asyncio.create_task(watch())
            await bench.load(rate, seconds)
            await bench.settle()
            watching.cancel()
            bench.figures["loop"] = [delay / 1000 for delay in await ticker.delays()]
            processes = family(bot.pid)
            after = by_module(processes, cpu_seconds)
            report(bench, rate)
            made = bench.counts["made"] or 1
            memory = print_memory(bot.pid, f"after {made} moves")
            for module in sorted(after):
                spent = 1000 * (after[module] - before[module]) / made
                print(f"  {spent:8.1f}  ms CPU a move, {memory[module]:.0f} MB: {module}")
            spent = 1000 * (loop_seconds(bot.pid) - loop) / made
            print(f"  {spent:8.1f}  ms CPU a move: the event loop, a part of bench.ticking")
            spent = 1000 * (cpu_seconds(os.getpid()) - own) / made
            print(f"  {spent:8.1f}  ms CPU a move: this process, with the playground's server")
            answers, others = kinds_of_requests(ground.counts - requests)
            print(
                f"  {others / made:8.2f}  requests a move, and {answers / made:.2f} that answer"
                f" people; {len(ground.refusals)} refused, {ground.limited} over a limit"
            )
            print(
                f"  {longest:8}  deliveries that call people waited at most;"
                f" {bench.queue(beside=True)} edits wait still"
            )
            lost(bench)
            print(f"  {load}")
        await ground.close()


def print_memory(pid: int, when: str) -> Mapping[str, float]:
    """Print the memory of all processes of the bot; return it by module."""
    memory = by_module(family(pid), megabytes)
    print(f"  {sum(memory.values()):8.0f}  MB of {len(memory)} kinds of processes in all, {when}")
    return memory


def kinds_of_requests(counts: Counter[tuple[str, str]]) -> tuple[int, int]:
    """Number of requests that answer clicks and commands, and of all others but icons."""
    kinds = Counter[str]()
    for (_, template), number in counts.items():
        kinds["icon" if "emoji" in template else str(counts_everywhere(template))] += number
    return kinds["False"], kinds["True"]


def report(bench: Bench, rate: float) -> None:
    """Print counts and delays."""
    seconds = bench.figures["load"][0]
    counts = ", ".join(f"{n} {what}" for what, n in sorted(bench.counts.items()))
    print(f"{rate:g} moves a second for {seconds:.0f} s: {counts}")
    print(f"  {bench.counts['made'] / seconds:8.1f}  moves made a second")
    for name, label, bar in (
        ("seen", "from confirm to post", 99),
        ("seen without", "the same at tables without AI seats", 99),
        ("seen with AI", "the same at tables with one, whose moves come in the same post", 99),
        ("panel", "from press to panel", 95),
        ("acknowledged", "until acknowledged", 99),
        ("loop", "that the bot's event loop was late", 99),
    ):
        delays = sorted(1000 * delay for delay in bench.figures[name])
        usual, rare = percentile(delays, 50), percentile(delays, bar)
        print(f"  {usual:8.1f}  ms p50, {rare:.1f} p{bar}: {label}")


def percentile(values: Sequence[float], share: int) -> float:
    """A percentile of sorted values; 0 where there is none."""
    return quantiles(values, n=100, method="inclusive")[share - 1] if len(values) > 1 else 0.0


def lost(bench: Bench) -> None:
    """Print what was given up. Everything that was made is in the log by now."""
    with closing(bench._database()) as db:
        (refused,) = db.execute("SELECT count(*) FROM outbox WHERE refused IS NOT NULL").fetchone()
    unseen = len(bench.waiting)
    print(f"  {refused:8}  deliveries given up, {unseen} turns without a post")


def main(tables: int = 100, rate: float = 25.0, seconds: float = 60.0) -> None:
    """Begin so many tables, and make `rate` moves a second at them."""
    asyncio.run(measure(tables, rate, seconds))
