"""Every message goes out once, of whatever kind: its answer is lost and its nonce is forgotten.

Each scene is played twice. The second time Discord has each message, no answer to it comes back,
and when it is sent again Discord knows its nonce no more. People see the same as the first time.
"""

import asyncio
from contextlib import nullcontext
from unittest.mock import patch

import pytest

from bot import app
from bot.app import App
from bot.settings import Settings
from bot.store.broadcasts import Announcement, announce
from bot.store.outbox import next_lane
from bot.table.motions import Kind
from bot.table.options import Pace, Terms
from bot.table.seating import Person
from bot.table.spectators import Calls
from cogs._painting.wish import Wish
from cogs._panel import hour
from cogs._posts.courier import DiscordCourier
from playground.driver import words
from playground.people import GAMES_ID, GUILD_ID
from render.registry import renderer
from rules.analysis import Verdict
from rules.registry import get
from tests.bot.samples import waiting
from tests.cogs.conftest import ICONS, House, ask_nothing, open_house
from tests.cogs.playing import start_game
from tests.cogs.settling import put_position
from tests.luck import same_luck
from tests.massalia.building import at
from tests.playground.api import PNG
from tests.playground.seen import difference, visible_messages

__all__ = ["same_luck"]

LONG_AFTER = 200
"""Seconds after which Discord has forgotten every nonce."""
HOURS = 3600


class Witness:
    """Lets a scene be played, one act after the other, and notes which kinds were delivered."""

    def __init__(self, house: House) -> None:
        self.house, self.kinds = house, set[str]()
        claim = house.app.store.claim

        async def note(table_id):
            delivery = await claim(table_id)
            self.kinds |= {delivery.kind} if delivery else set()
            return delivery

        house.app.store.claim = note

    async def settled(self):
        """All that was to be delivered is delivered, however long that takes."""
        store = self.house.app.store
        while await waiting(store):
            # hands wait for the first board, even if due
            lane, _ = await store.read(next_lane, store.clock.now(), ())
            if lane is None:
                self.house.ground.let_pass(LONG_AFTER)
            await asyncio.sleep(0.02)

    async def hours(self, count):
        self.house.ground.let_pass(count * HOURS)
        await self.house.app.alarm.drain()
        await self.settled()


# ---- the scenes ----------------------------------------------------------------------------------


async def a_game(house, witness):
    """Three play: moves, a reminder, a question, a seat taken, one forgotten, the end."""
    services, (maud, bastien, ines) = house.app, (house.maud, house.bastien, house.ines)
    await begin(house, witness, bastien, ines)
    await house.app.people.change(ines.id, next_up=True)
    await witness.settled()
    await services.places.post_again(1)
    await witness.settled()
    await take_cards(house)
    await witness.settled()
    await house.app.alarm.drain()
    await witness.hours(12.1)
    await services.spectators.watch(1, house.noor.id, Calls.END)
    await services.votes.propose(1, maud.id, Kind.PAUSE)
    await witness.settled()
    [motion] = await services.votes.open_motions(1)
    await services.votes.vote(1, motion.id, bastien.id, yes=False)
    await witness.settled()
    await services.seats.hand_over(1, maud.id, 1)
    await witness.settled()
    await services.seats.offer(1, maud.id)
    await witness.settled()
    await services.seats.take(1, 0, Person(house.karim.id, "Karim", "en"))
    await witness.settled()
    await services.seats.resign(1, house.karim.id)
    await witness.settled()
    await services.privacy.forget(ines.id)
    await witness.settled()
    await services.seats.resign(1, bastien.id)
    await witness.settled()
    await services.places.request_film(1)
    await witness.settled()
    await look_back(house)
    await witness.settled()


async def a_lobby(house, witness):
    """One who waits takes no messages, one is invited; the post goes, and is full once more."""
    services, world = house.app, house.ground.world
    await house.noor.call("dms", open=False)
    for person in (house.karim, house.noor):
        await services.lobbies.wish(person.id, GUILD_ID, ["akropolis"], "en")
    post = (await house.maud.slash("akropolis new", options={"players": 2})).message
    await witness.settled()
    await services.lobbies.invite(1, house.maud.id, Person(house.ines.id, "Inès"))
    await witness.settled()
    world.remove_message(world.message(GAMES_ID, int(post["id"])))
    await services.lobbies.join(1, Person(house.bastien.id, "Bastien"))
    await witness.settled()


async def a_lost_thread(house, witness):
    """The game goes on in another one, and the host is told."""
    thread = await begin(house, witness, house.bastien)
    await witness.settled()
    world = house.ground.world
    world.remove_channel(world.channel(int(thread)), told=False)
    await take_cards(house)
    await witness.settled()


async def a_lost_channel(house, witness):
    """All are told in private, each once."""
    await house.noor.call("dms", open=False)
    thread = await begin(house, witness, house.bastien, house.noor)
    await witness.settled()
    world = house.ground.world
    for place in (int(thread), GAMES_ID):
        world.remove_channel(world.channel(place), told=False)
    await take_cards(house)
    await witness.settled()


async def a_late_turn(house, witness):
    """Maud lets her time pass, and gets a day of grace."""
    options = {"players": 2, "language": "en", "order": "joined"}
    post = (await house.maud.slash("telegraph new", options=options)).message
    await house.bastien.click(post, "Join")
    await witness.settled()
    terms = Terms(pace=Pace.ONE, excuses=1)
    await house.app.lobbies.configure(1, house.maud.id, terms=terms)
    await house.maud.click(post, "Start")
    await witness.settled()
    await witness.hours(24.1)


async def a_fall(house, witness):
    """Maud hits Bastien for more than his life; Inès plays on."""
    await start_game(house, house.maud, house.bastien, house.ines, game="massalia", language="en")
    await witness.settled()
    attack = {"queue": [{"kind": "attack", "n": 8, "from": "G5"}]}
    position = at(3, others=[{"life": 3}], turn=attack)
    await put_position(house, get("massalia").state_to_json(position))
    for move in ("hit 1:8", "end"):
        await house.app.moves.play(1, house.maud.id, None, move.split())
    await witness.settled()


async def a_round(house, witness):
    """Noor follows a game of Maud and Bastien; the host of the bot has something to say."""
    await begin(house, witness, house.bastien)
    await witness.settled()
    await take_cards(house)
    await witness.settled()
    await house.app.spectators.watch(1, house.noor.id, Calls.ROUND)
    await house.app.moves.play(1, house.bastien.id, None, ("S",))
    await witness.settled()
    store, announcement = house.app.store, Announcement({"": "Hello."}, is_stop=True)
    now = store.clock.now()
    await store.write(announce, announcement, now)
    house.app.wake()
    await witness.settled()


async def a_late_picture(house, witness):
    """The words of Maud's turn go first, and their picture follows."""
    await begin(house, witness, house.bastien)
    await witness.settled()
    with patch("cogs._posts.board_post.LATE", 0.0):
        await take_cards(house)
        await witness.settled()


async def begin(house, witness, *friends):
    """Maud and her friends play with hands; their thread."""
    options = {"players": 1 + len(friends), "language": "en", "order": "joined"}
    post = (await house.maud.slash("telegraph new", options=options)).message
    for friend in friends:
        await friend.click(post, "Join")
    await witness.settled()
    await house.maud.click(post, "Start")
    return post["id"]


async def look_back(house):
    """The game is analysed; every move of those who have lost has cost them a place."""

    async def judge(game, position, seat, number, moves, **_):
        return Verdict(number, seat, tuple(moves), ("E",), 1.0, 0.0)

    house.app.brains.judge_made = judge
    with patch("rules._settlements.sight.Sight.behind", return_value=0.0):
        await house.app.analyses.analyse(1)
        await house.app.analyses.wait(1, 60.0)


async def take_cards(house):
    """Maud ends her turn with three cards more."""
    await house.app.moves.play(1, house.maud.id, None, ("S",))


SCENES = {
    a_game: {
        *("open", "board", "again", "over", "poster", "film", "hand", "farewell", "notice", "ask"),
        *("answered", "offer", "reminder", "next", "retire", "redraw", "rename", "finish"),
        "turning",
    },
    a_lobby: {"lobby", "full", "guest", "invite"},
    a_lost_thread: {"trouble"},
    a_lost_channel: {"board"},
    a_late_turn: {"reminder", "grace", "clock"},
    a_fall: {"out"},
    a_round: {"watch", "announcement"},
    a_late_picture: {"illustrate"},
}
"""The scenes, and the kinds of delivery that are in them for sure."""


# ---- each of them twice --------------------------------------------------------------------------


@pytest.fixture
async def first_folder(first_start, same_luck, monkeypatch):
    """The folder that a first start has left behind; pictures cost nothing."""
    monkeypatch.setattr(app, "READY_AFTER", 0.05)
    monkeypatch.setattr(hour, "ask", ask_nothing)
    monkeypatch.setattr(Wish, "draw", lambda wish: PNG)
    for key, icons in ICONS.items():
        monkeypatch.setattr(renderer(key), "icons", icons)
    return first_start


async def play_scene(house, scene, *, lossy, bare=False):
    """Messages that are visible after a scene, and the kinds that were delivered in it."""
    witness, faults = Witness(house), house.ground.faults
    path = r"^/channels/\d+/messages$"
    lost = faults.during("drop", method="POST", path=path) if lossy else nullcontext()
    refused = faults.during("refuse", having='"filename"', code=50013) if bare else nullcontext()
    with lost, refused:
        await scene(house, witness)
    return visible_messages(house.ground), witness.kinds


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_a_message_sent_again_after_its_nonce_is_forgotten_is_there_once(
    first_folder, tmp_path, scene
):
    async with open_house(first_folder, tmp_path / "calm") as house:
        expected, kinds = await play_scene(house, scene, lossy=False)
    async with open_house(first_folder, tmp_path / "lossy") as house:
        visible, delivered = await play_scene(house, scene, lossy=True)
    assert difference(expected, visible) == ""
    assert sorted(SCENES[scene] - (kinds & delivered)) == []


async def hands_alone(house, witness):
    """Maud and Bastien get their hands."""
    await begin(house, witness, house.bastien)
    await witness.settled()


async def test_so_is_a_hand_whose_picture_was_refused(first_folder, tmp_path):
    async with open_house(first_folder, tmp_path / "lossy") as house:
        await play_scene(house, hands_alone, lossy=True, bare=True)
        for person, title in ((house.maud, "Votre main"), (house.bastien, "Your hand")):
            letters = map(words, person.messages(person.dm()["id"]))
            assert sum(title in letter for letter in letters) == 1


def test_every_kind_of_delivery_is_in_a_scene():
    assert set().union(*SCENES.values()) == set(DiscordCourier(App(Settings()))._ways)
