"""Two deals that one person cannot tell apart: every byte that leaves for that person is the same.

A table is played to some position, in two worlds that are equal but for what this person cannot
see. There they do all that a person can do, and the others play on, as long as no move reveals
anything. All that was sent is compared: messages with all their fields, files, forms, suggestions,
notifications, and the times of what is due.
"""

from collections.abc import Iterator
from datetime import timedelta
from enum import StrEnum, auto
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.service.sandboxes import Spot
from bot.steps import moves
from bot.table.encoding import stamp
from bot.table.seating import Person, Status
from playground.people import GUILD_ID
from render.registry import renderer
from rules.contract import RulesError, play
from rules.registry import get
from rules.rng import Rng
from tests.bot.samples import SECRET
from tests.cogs.conftest import LOUNGE, open_house
from tests.cogs.forging import press_forged
from tests.cogs.playing import start_game
from tests.cogs.settling import put_position
from tests.cogs.witness import NoonClock, Witness
from tests.contract.telling import twins
from tests.patience import LONGEST
from tests.tier import game_of_most_text, games, of_tier

pytestmark = pytest.mark.two_deals

TESTS = Path(__file__).parents[1]
LAST_PART, TURNS = 0.9, 20
"""Where, and after so many turns, no further position is looked for with lines that tell."""
PRESSES = of_tier(4, 40)
"""Buttons and menus that are pressed at most, one panel after the other."""
STEPS = of_tier(1, 4)
"""Moves of others after which the person looks again."""


class Role(StrEnum):
    """What the person who looks is at the table."""

    MOVES = auto()
    WAITS = auto()
    WATCHES = auto()


class Case(NamedTuple):
    """A table, how far its game has come at least, and who looks."""

    game: str
    seats: int
    part: float
    role: Role

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.part:.0%}-{self.role}"

    def viewer(self, mover: int) -> int | None:
        """The seat of the person who looks, while it is the turn of `mover`; None for none."""
        seats = {Role.MOVES: mover, Role.WAITS: (mover + 1) % self.seats}
        return seats.get(self.role)


def cases() -> Iterator[Case]:
    """Every game with every number of seats, early, in the middle and late.

    On an ordinary day each game with two players, one of them in the richest, the other elsewhere.
    """
    for key, game in games().items():
        sizes = [size for size in game.facts.seats if size > 1]
        daily_role = Role.MOVES if key == game_of_most_text(games()) else Role.WAITS
        for size, part in product(of_tier(sizes[:1], sizes), of_tier((0.4,), (0.1, 0.4, 0.8))):
            for role in of_tier((daily_role,), (*Role,)):
                yield Case(key, size, part, role)


# ---- moves of others -----------------------------------------------------------------------------


def common_moves(game, pair, viewer):
    """Moves of other seats, one after the other, that show the viewer the same in both deals."""
    luck = Rng(5)
    for _ in range(STEPS):
        acting = game.to_act(pair[0])
        if not acting or acting[0] == viewer:
            return
        for number in range(12):
            action = game.sample(pair[number % 2], acting[0], luck)
            notation = game.notation(pair[number % 2], acting[0], action)
            try:
                steps = [step(game, deal, acting[0], notation, viewer) for deal in pair]
            except RulesError:
                continue
            (first, shown), (second, shown_there) = steps
            if shown == shown_there:
                pair = first, second
                yield acting[0], notation
                break
        else:
            return


def step(game, state, seat, notation, viewer):
    """The position after a move, and all that the viewer learns of it."""
    after, events = play(game, state, seat, game.parse(state, seat, notation))
    events = [event for event in events if event.only in (None, viewer)]
    hand = None if viewer is None else game.hand(after, viewer)
    return after, (notation, events, game.view(after, viewer), hand)


# ---- at a table ----------------------------------------------------------------------------------


async def play_to(house, case, found):
    """Play a random game in silence up to a part of it, and on to a deal that a line could tell.

    The result is the number of plies, a seat, and its twins: in the second world as in the first.
    """
    services, luck, turns = house.app, Rng(11), 0
    async with services.tables.hold(1) as live:
        length = plies_of(live)
        while found is None or live.plies < found[0]:
            mover = live.to_act[0]
            if found is None and live.plies >= case.part * length and live.turn is None:
                viewer, turns = case.viewer(mover), turns + 1
                pair = twins(live.game, live.state, viewer)
                if pair.lines or turns == TURNS or live.plies >= LAST_PART * length:
                    return live.plies, viewer, pair
            action = live.game.sample(live.state, mover, luck)
            at = stamp(house.app.clock.now())
            after, change, _ = moves.move(live, mover, action, at=at, ai=False)
            await services.commits.save(after, replace(change, posts=()))
            live = services.tables.peek(1)
    return found


def plies_of(live):
    """Number of plies of a random game from here to its end."""
    state, luck, number = live.state.clone(), Rng(11), 0
    while acting := live.game.to_act(state):
        action = live.game.sample(state, acting[0], luck)
        live.game.apply(state, acting[0], action)
        number += 1
    return number


async def look_at_everything(witness, game, lines):
    """Do all that a person can do without making a move."""
    key = game.facts.key
    pictures = renderer(key).available(over=False)
    for name, player in product(of_tier([*pictures][:1], pictures), (0, 1)):
        await witness.slash(f"{key} board", picture=name, player=player)
    await witness.slash(f"{key} board", text=True)
    await witness.slash(f"{key} board", public=True)
    for command in ("table status", "table log", "table list", "replay game", "replay export"):
        await witness.slash(command)
        await witness.press_everything(PRESSES // 3)
    await witness.slash("replay export", **{"as": "page"})
    for command in (f"{key} rules", "me games", "me data", "stats"):
        await witness.slash(command)
    if game.facts.hands:
        await witness.slash(f"{key} hand")
    for verb in ("recap", "more"):
        await witness.press_board(verb)
        await witness.press_everything(PRESSES // 2)
    await type_lines(witness, key, lines)
    await witness.press_board("play")
    await witness.press_everything(PRESSES)
    await witness.note_due()


async def type_lines(witness, key, lines):
    """Type moves, beginnings of moves and lines; and ask how each of them may go on."""
    for line in ("", "nonsense", *lines):
        for number in range(line.count(";") + 1):
            await witness.complete(key, ";".join(line.split(";")[:number]) + ";" * bool(number))
        await witness.slash(f"{key} move", move=line or "?")


async def world_of(first_start, folder, clock, case, found=None):
    """All that a person sees in a world with the first deal, or with the second of those `found`.

    The second part of the result is what was found.
    """
    game = get(case.game)
    async with open_house(first_start, folder, clock) as house:
        people = [house.maud, house.bastien, house.ines, house.karim][: case.seats]
        thread = await start_game(house, *people, game=case.game, language="en")
        _, viewer, pair = position = await play_to(house, case, found)
        await put_position(house, game.state_to_json(pair.deals[found is not None]))
        person = house.noor if viewer is None else people[viewer]
        witness = Witness(house, person, thread)
        await witness.begin()
        await look_at_everything(witness, game, pair.lines)
        for seat, notation in common_moves(game, pair.deals, viewer):
            if witness.has_moved:
                break
            await house.app.moves.play(1, people[seat].id, None, notation.split())
            witness.answers.append(("move", notation))
            await witness.follow()
            if (await house.app.tables.get(1)).status is Status.OVER:
                break
            await look_again(witness, game)
        return witness, position


async def look_again(witness, game):
    """Look at what a move of somebody else has changed."""
    key = game.facts.key
    await witness.slash(f"{key} board")
    for verb in ("recap", "play"):
        await witness.press_board(verb)
    await witness.complete(key, "")
    await witness.slash("table log")
    await witness.note_due()


@pytest.fixture
def same_minute(monkeypatch, patient):
    """Nothing that is drawn by chance differs, and nothing depends on how fast a machine is."""
    monkeypatch.setattr("bot.service.lobbies.Secret", SimpleNamespace(new=lambda: SECRET))
    monkeypatch.setattr("bot.service.commits.delay", lambda: timedelta(minutes=3))
    monkeypatch.setattr("bot.steps.announcements.SCORES_PATIENCE", 0.0)
    monkeypatch.setattr("cogs._answering.answer.SOON", LONGEST)


@pytest.fixture
def clocks(same_minute):
    """The clocks of two worlds: they show the same minute."""
    here, there = NoonClock(), NoonClock()
    there.noon = here.noon
    return here, there


@pytest.mark.parametrize("case", [*cases()], ids=str)
async def test_a_person_is_sent_the_same_bytes_whichever_deal_is_real(
    first_start, tmp_path, clocks, case
):
    here, found = await world_of(first_start, tmp_path / "here", clocks[0], case)
    there, _ = await world_of(first_start, tmp_path / "there", clocks[1], case, found)
    assert len(here.answers) > 20
    for answer, other_answer in zip(here.answers, there.answers, strict=True):
        assert answer == other_answer
    assert here.sent ^ there.sent == set()


# ---- tables that a person may not know of --------------------------------------------------------

CLAIMS = ("type:", "again:", "go:", "ok:T1 0,1 r0", "ask:", "more:", "sug:")
"""What somebody may ask for by a panel that they have made up."""


async def seen_beside_a_sandbox(first_start, folder, clock, key):
    """All that Noor sees in a world where Maud tries out a game of which Noor does not know."""
    [file, *_] = sorted((TESTS / key / "records").glob("*.json"))
    async with open_house(first_start, folder, clock) as house:
        post = (await house.maud.slash("akropolis new", LOUNGE, {"players": 2})).message
        maud, spot = Person(house.maud.id, "Maud"), Spot(GUILD_ID, LOUNGE, "en")
        await house.app.sandboxes.open_from_record(file.read_bytes(), 0, maud, spot, ai=False)
        witness = Witness(house, house.noor, LOUNGE)
        await witness.begin()
        for claim in CLAIMS:
            await witness.act(claim, press_forged(house, house.noor, post, f"t:2:0:{claim}"))
        for command in ("table status", "table log", "replay export"):
            await witness.slash(command, table=2)
        await witness.slash("table list")
        return witness


async def test_a_sandbox_of_somebody_else_may_be_of_any_game(first_start, tmp_path, clocks):
    """Not even a made-up click on its panel shows which."""
    here, there = [
        await seen_beside_a_sandbox(first_start, tmp_path / key, clock, key)
        for key, clock in zip(("akropolis", "massalia"), clocks, strict=True)
    ]
    assert here.answers == there.answers
    assert here.sent ^ there.sent == set()
