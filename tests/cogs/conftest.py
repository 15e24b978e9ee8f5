"""The real application in a playground: what a test does, four people could do."""

import asyncio
import shutil
from contextlib import asynccontextmanager
from functools import cache
from io import BytesIO
from pathlib import Path

import discord
import pytest
from PIL import Image

import playground
from bot import app
from bot.app import App
from bot.clock import Clock
from bot.settings import Settings
from bot.steps import announcements
from bot.table.post import LONGEST_WAIT
from cogs._answering import presentation
from cogs._painting.painter import PAINTER
from cogs._painting.wish import Wish
from cogs._panel import coach, hour, lesson
from cogs._posts import board_post, boards
from playground import Person, Playground, limits
from playground.driver import words
from playground.people import BOT_ROLE_ID, GUILD_ID
from playground.world import EPHEMERAL
from render.contract import FILM, FRAME, PAGE
from render.registry import renderer
from rules.registry import games
from tests.brushes import DRAW, ThreadBrush, drawn_here
from tests.cogs.unanswered import note_waits
from tests.luck import luck
from tests.minds import kept_minds, minds
from tests.patience import LONGEST
from tests.playground.conftest import CALM

__all__ = ["drawn_here", "kept_minds", "luck", "minds"]

LOUNGE = 300000000000000002
LONG = 7 * 24 * 3600.0
"""Seconds for what is not to happen in a test, whose clock may leap by some days."""


class House:
    """A playground and the application in it, which can be ended and started again."""

    def __init__(self, ground: Playground, database: Path) -> None:
        self.ground, self.database = ground, database
        self.maud, self.bastien, self.ines, self.karim, self.noor = (
            ground.person(name) for name in ("Maud", "Bastien", "Inès", "Karim", "Noor")
        )
        self.app: App
        self._running: asyncio.Task[None]

    @property
    def friends(self) -> tuple[Person, Person, Person]:
        return self.bastien, self.ines, self.karim

    async def start(self, *, registered: bool = True) -> None:
        """Start the application; with its commands `registered`, or without waiting for that."""
        self.app = App(
            Settings(
                discord_token=self.ground.token,
                database=self.database,
                discord_api_base=self.ground.api_base,
                discord_gateway_url=self.ground.gateway_url,
                backups_kept=0,
            ),
            self.ground.world.clock,
        )
        self._running = asyncio.create_task(self._run())
        ready = asyncio.create_task(self._ready(registered))
        await asyncio.wait((self._running, ready), return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            ready.cancel()
            self._running.result()

    async def _run(self) -> None:
        async with self.app as app:
            await app.start(self.ground.token)

    async def _ready(self, registered: bool) -> None:
        while not self.app.is_ready() or (registered and self.app.slash("help") == "`/help`"):
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        async with asyncio.timeout(CALM.answer):
            await self.app.close()
            await self._running

    async def restart(self) -> None:
        """Stop the application, and start it anew on the same file."""
        await self.stop()
        await self.start()

    # ---- what people do often ---------------------------------------------------------------

    async def lobby(self, **options):
        """Maud opens a table for four in French, where she plays first; its post."""
        options = {"players": 4, "language": "fr", "order": "joined"} | options
        return (await self.maud.slash("akropolis new", options=options)).message

    async def table(self, **options):
        """A table that Maud's three friends have joined and that she has started; its thread."""
        post = await self.lobby(**options)
        for friend in self.friends:
            await friend.click(post, "Rejoindre")
        await self.maud.click(post, "Commencer")
        await self.maud.expect(lambda: self.boards(post["id"]))
        return post["id"]

    async def move(self, *people, number=1):
        """Let people make the moves that an AI player suggests, without panels; the last turn."""
        moves = self.app.moves
        for person in people:
            prompt = await moves.suggest(number, person.id, None, ())
            turn = await moves.play(number, person.id, None, prompt.tokens)
        return turn

    def boards(self, thread):
        """The posts of a thread that have or had buttons, oldest first."""
        posts = {
            message["id"]
            for event in self.maud.events
            for message in event_messages(event)
            if message["components"] and not message["flags"] & EPHEMERAL
        }
        return [message for message in self.maud.messages(thread) if message["id"] in posts]

    def bodies_sent(self, method, part):
        """The bodies that the application sent to addresses with `part` in them."""
        calls = self.ground.requests
        return [call.body for call in calls if call.method == method and part in call.path]

    @property
    def post(self):
        """The text of the newest post in #games, as Maud sees it."""
        return words(self.maud.messages()[-1])


def event_messages(event):
    """The messages that an event shows to somebody."""
    if event["op"] == "world":
        return [message for messages in event["messages"].values() for message in messages]
    return [event["message"]] if event["op"] in ("message_create", "message_update") else []


@pytest.fixture(scope="session")
def first_start(tmp_path_factory):
    """The folder for what a first start leaves behind: every other start begins there.

    A module in which each start has to be the first one overrides it by None.
    """
    return tmp_path_factory.mktemp("first_start")


@pytest.fixture
def real_pictures():
    """Whether pictures are drawn; who looks at them, or at how they are drawn, overrides it."""
    return False


@pytest.fixture
def newcomers():
    """Whether every game is new to people, so that the coach speaks; who tests it overrides it."""
    return False


@pytest.fixture
def offers_lessons():
    """Whether newcomers are offered the first steps in a lobby; who tests it overrides it."""
    return False


def knows_the_game(visitor, table):
    """The answer to whether the coach is heard by a person who knows every game."""
    return False


async def no_offer(visitor, game):
    """Nobody is offered the first steps."""


DRAWN = {PAGE, FRAME, FILM}
"""Pictures that become parts of files, and so are always drawn."""


async def sketch(brush, wish, draw=ThreadBrush.draw):
    """A strip in a colour of its own in place of a picture: drawing took a third of all time."""
    if wish.picture in DRAWN or Wish.draw is not DRAW:
        return await draw(brush, wish)
    _, digest = wish.key
    file = BytesIO()
    Image.new("RGB", (36, 12), tuple(digest[:3])).save(file, "PNG")
    return file.getvalue()


async def nothing_to_prepare(brush, game):
    """Sketches need no land, letters and stamps."""


ICONS = {key: cache(renderer(key).icons) for key in games()}
"""What draws the icons of a game: once, for every first start."""


WORLD, DATABASE = "world.sqlite3", "hexagora.sqlite3"


async def start_first(folder):
    """A world in which the commands are registered, and the database that knows it."""
    opened = await playground.start(file=folder / WORLD, deadlines=CALM, clock=Clock())
    house = House(opened, folder / DATABASE)
    await house.start()
    await house.stop()
    await opened.close()


@asynccontextmanager
async def open_house(first_start, folder, clock=None):
    """A world of its own that begins where the first start has ended, and the application in it."""
    if not any(first_start.iterdir()):
        await start_first(first_start)
    folder.mkdir()
    for file in (WORLD, DATABASE):
        shutil.copy(first_start / file, folder / file)
    ground = await playground.start(file=folder / WORLD, deadlines=CALM, clock=clock or Clock())
    house = House(ground, folder / DATABASE)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()
        await ground.close()


@pytest.fixture
def shards():
    """Number of connections to the gateway; who tests several overrides it."""
    return 1


LONGEST_WINDOW, SHORTER = 10.0, 20
"""Discord's windows of up to so many seconds end so many times sooner: they are as full as before,
and the client waits for their end as before, but most of the time of all tests went there."""


def short_windows():
    """The limits of Discord with short windows."""
    return {
        route: rule._replace(seconds=rule.seconds / SHORTER)
        if rule.seconds <= LONGEST_WINDOW
        else rule
        for route, rule in limits.RULES.items()
    }


@pytest.fixture
async def ground(first_start, real_pictures, shards, tmp_path, monkeypatch):
    """A playground where the commands are registered: that takes longer than most tests."""
    monkeypatch.setattr(limits, "RULES", short_windows())
    for key, icons in ICONS.items():
        monkeypatch.setattr(renderer(key), "icons", icons)
    if not real_pictures:
        monkeypatch.setattr(ThreadBrush, "draw", sketch)
        monkeypatch.setattr(ThreadBrush, "prewarm", nothing_to_prepare)
    if first_start and not any(first_start.iterdir()):
        await start_first(first_start)
    world = shutil.copy(first_start / WORLD, tmp_path / WORLD) if first_start else None
    opened = await playground.start(
        file=world and Path(world), deadlines=CALM, shards=shards, clock=Clock()
    )
    yield opened
    await opened.close()
    assert opened.refusals == []
    assert opened.misspelt == []
    assert opened.display_faults == []


@pytest.fixture
def no_warm_up(monkeypatch):
    """No icon is uploaded meanwhile: a button has the same name on a busy machine as on a fast one.

    Nor is an AI process started that nobody needs.
    """
    monkeypatch.setattr(app, "WARM_UP_AFTER", LONG)


@pytest.fixture
def icons_at_once(no_warm_up, monkeypatch):
    """Icons are uploaded as soon as the application has started, one right after the other."""
    monkeypatch.setattr(app, "WARM_UP_AFTER", 0.0)
    monkeypatch.setattr(app, "UPLOAD_GAP", 0.0)


@pytest.fixture
def asks_for_hours():
    """Whether new people are asked what time it is; who tests that question overrides it."""
    return False


async def ask_nothing(visitor):
    """Nobody is asked what time it is."""


@pytest.fixture
def patient(asks_for_hours, newcomers, offers_lessons, no_warm_up, monkeypatch):
    """The application waits for AI players and pictures however slow the machine is.

    It has one server, so it need not wait long to hear of others.
    """
    monkeypatch.setattr(announcements, "AI_PATIENCE", LONGEST_WAIT / 2)
    if not newcomers:
        monkeypatch.setattr(coach, "is_heard", knows_the_game)
    for module, patience in (
        (presentation, "READING"),
        (presentation, "DRAWING"),
        (boards, "DRAWING"),
        (board_post, "LATE"),
    ):
        monkeypatch.setattr(module, patience, LONGEST)
    monkeypatch.setattr(app, "READY_AFTER", 0.05)
    if not offers_lessons:
        monkeypatch.setattr(lesson, "offer", no_offer)
    if not asks_for_hours:
        monkeypatch.setattr(hour, "ask", ask_nothing)


@pytest.fixture
def waits(monkeypatch):
    """What presses have waited for without a word."""
    return note_waits(monkeypatch)


@pytest.fixture
async def house(first_start, ground, patient, waits, tmp_path):
    """The application in its playground."""
    if first_start:
        shutil.copy(first_start / DATABASE, tmp_path / DATABASE)
    opened = House(ground, tmp_path / DATABASE)
    await opened.start()
    yield opened
    await opened.stop()
    assert waits == []


@pytest.fixture
async def referee(house, monkeypatch):
    """Maud, the only referee of the server."""

    def role_of_maud(member, role):
        return role if role == BOT_ROLE_ID and member.id == house.maud.id else None

    await house.app.servers.change(GUILD_ID, referees=BOT_ROLE_ID)
    monkeypatch.setattr(discord.Member, "get_role", role_of_maud)
    return house.maud


@pytest.fixture
def wishes_drawn(monkeypatch):
    """The wishes for pictures that are drawn from now on."""
    wishes, draw = [], PAINTER.draw

    async def spy(wish):
        wishes.append(wish)
        return await draw(wish)

    monkeypatch.setattr(PAINTER, "draw", spy)
    return wishes
