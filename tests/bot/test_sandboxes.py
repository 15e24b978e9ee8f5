"""Sandboxes: imported from a record or a finished game, played by one person, counted nowhere."""

import json
import re
from datetime import timedelta

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.i18n import LANGUAGES, codes
from bot.service.sandboxes import Spot
from bot.steps import sandboxes
from bot.store import due_rows
from bot.table.live import Turn
from bot.table.seating import NotSeated, Purpose, Status
from cogs._answering.refusals import sentence
from rules import registry
from rules.contract import RulesError
from tests.bot.recorded import TESTS
from tests.bot.room import BASTIEN, MAUD, STRANGER, make_move, some_move, start_table
from tests.cases import each_case
from tests.patience import until
from tests.tier import of_tier

SPOT = Spot(1, 10, "en")


async def game_over(services, moves=4, **terms):
    """A table of Maud and Bastien that she gave up after some moves."""
    table = await start_table(services, **terms)
    for pick in range(moves):
        await make_move(services, table.id, pick=5 * pick)
    await services.seats.resign(table.id, MAUD.user_id)
    return table.id


async def sandbox(services, ply=2, host=MAUD, *, ai=False, **terms):
    """A sandbox after some plies of a finished game."""
    table = await game_over(services, **terms)
    return await services.sandboxes.open_from_game(table, ply, host, SPOT, ai=ai)


async def imported(services, record, ply=None, host=MAUD, *, ai=False):
    """A sandbox from a record."""
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    return await services.sandboxes.open_from_record(content, ply, host, SPOT, ai=ai)


async def act(services, table, host=MAUD):
    """The host makes a move for whichever seat has to act."""
    prompt = await some_move(services, table, host.user_id)
    turn = await services.moves.play(table, host.user_id, prompt.revision, prompt.tokens)
    assert isinstance(turn, Turn)
    return turn.seat


async def count(store, table):
    """Number of rows of a table of the database."""
    return await store.read(lambda db: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


SOLO = json.loads((TESTS / "akropolis/records/solo_hippodamos_beaten.json").read_text())
"""The record of a game for one that is over by its rules."""


# ---- opened --------------------------------------------------------------------------------------


async def test_a_sandbox_begins_with_the_position_after_the_chosen_move(services):
    table = await game_over(services)
    log = await services.reading.log(table)
    stop = await services.replays.stop(table, MAUD.user_id, "at", ply=log[1].ply)
    box = await services.sandboxes.open_from_game(table, log[1].ply, MAUD, SPOT, ai=False)
    look = await services.reading.look(box.id, MAUD.user_id)
    assert look.view == stop.view
    assert box.purpose is Purpose.SANDBOX
    assert [ply.notation for ply in await services.reading.log(box.id)] == [
        ply.notation for ply in log[:2]
    ]


async def test_the_same_tiles_come_as_in_the_game_when_the_same_moves_are_made(services):
    table = await game_over(services)
    log = await services.reading.log(table)
    box = await services.sandboxes.open_from_game(table, 0, MAUD, SPOT, ai=False)
    for ply in log[:4]:
        await services.moves.play(box.id, MAUD.user_id, None, ply.notation.split())
    content = await services.replays.stop(table, None, "at", ply=log[3].ply)
    look = await services.reading.look(box.id, None)
    assert look.view == content.view


async def test_it_is_restored_after_a_restart_in_the_middle_of_a_turn(services, anew):
    table = await start_table(services, game="massalia")
    turn, number = None, 0
    while turn is None or not turn.goes_on:
        turn, number = await make_move(services, table.id, pick=number), number + 1
    await services.seats.resign(table.id, MAUD.user_id)
    box = await services.sandboxes.open_from_game(table.id, number, MAUD, SPOT, ai=False)
    live = await services.moves.load(box.id)
    second = await anew().moves.load(box.id)
    assert second.game.state_to_json(second.state) == live.game.state_to_json(live.state)
    assert second.turn.plies[-1].ply == live.turn.plies[-1].ply == number
    await act(services, box.id)


@each_case(
    ("seat", "names"),
    [
        (None, ["Maud (AI)", "Bastien"]),
        (0, ["Maud", "Bastien (AI)"]),
        (9, ["Maud", "Bastien (AI)"]),
    ],
)
async def test_everybody_keeps_their_seat_and_their_name_beside_ai_players(services, seat, names):
    """The host plays the seat whose move they try, or their own; of no tenth seat, the next."""
    table = await game_over(services)
    box = await services.sandboxes.open_from_game(table, 0, BASTIEN, SPOT, ai=True, seat=seat)
    assert [occupant.name for occupant in box.seats] == names
    assert [occupant.user_id for occupant in box.seats] == [None, None]


async def test_an_ai_player_whose_seat_the_host_plays_is_not_called_one(services):
    table = await start_table(services, ai=["easy"])
    await services.seats.resign(table.id, MAUD.user_id)
    names = [occupant.name for occupant in table.seats]
    box = await services.sandboxes.open_from_game(table.id, 0, MAUD, SPOT, ai=False)
    assert [occupant.name for occupant in box.seats] == [
        name.removesuffix(" (AI)") for name in names
    ]
    assert names != [occupant.name for occupant in box.seats]


@each_case("ai", [False, True])
async def test_whoever_is_erased_is_named_in_no_sandbox_of_others(services, store, ai):
    """Nor in its history, nor in a post of it that still waits."""
    box = await sandbox(services, ai=ai)
    await services.privacy.forget(BASTIEN.user_id)
    assert (await services.tables.get(box.id)).seats[1].name == "Player 2"
    assert (await services.tables.get(box.id)).seats[0].name == "Maud"
    dump = await store.read(lambda db: "\n".join(db.iterdump()))
    assert "Bastien" not in dump
    assert "Maud" in dump


async def test_without_a_move_a_finished_record_begins_with_its_deal_and_another_at_its_end(
    services,
):
    for plies, expected in ((SOLO["plies"], 0), (SOLO["plies"][:3], 3)):
        result = SOLO["result"] if expected == 0 else None
        box = await imported(services, {**SOLO, "plies": plies, "result": result})
        assert len(await services.reading.log(box.id)) == expected


async def test_the_record_of_a_sandbox_is_one_that_opens_a_sandbox(services):
    box = await sandbox(services, drawn=True)
    await act(services, box.id)
    await services.votes.cancel(box.id, MAUD.user_id, moderator=False)
    second = await imported(services, await services.reading.record(box.id))
    assert len(await services.reading.log(second.id)) == 3


async def test_a_record_of_the_command_line_needs_no_salt(services):
    record = {"game": "akropolis", "version": 1, "seats": 2, "seed": "1f7"}
    record["version"] = (await start_table(services)).version
    box = await imported(services, record)
    assert (await act(services, box.id), await act(services, box.id)) == (0, 1)


# ---- played --------------------------------------------------------------------------------------


async def test_the_host_plays_every_seat_in_turn(services):
    box = await sandbox(services, ply=0)
    assert [await act(services, box.id) for _ in range(4)] == [0, 1, 0, 1]


async def test_ai_players_have_the_other_seats_and_the_host_the_one_they_had(services):
    box = await sandbox(services, ply=0, host=BASTIEN, ai=True)
    assert [occupant.ai is None for occupant in box.seats] == [False, True]

    async def is_mine():
        look = await services.reading.look(box.id, BASTIEN.user_id)
        return look.seat in look.to_act

    await until(is_mine)
    assert await act(services, box.id, BASTIEN) == 1


async def test_only_the_host_sees_hands_and_acts(services):
    """The hand of each seat when it acts, and all of them in the replay."""
    box = await sandbox(services, ply=0, game="telegraph")
    look = await services.reading.look(box.id, MAUD.user_id)
    assert (look.seat, look.hand is not None) == (0, True)
    assert [*(await services.replays.opening(box.id, MAUD.user_id)).hands] == [0, 1]
    look = await services.reading.look(box.id, STRANGER)
    assert (look.seat, look.hand) == (None, None)
    assert (await services.replays.opening(box.id, STRANGER)).hands == {}
    with pytest.raises(NotSeated, match=r"table\.not_seated"):
        await services.moves.ask(box.id, STRANGER, None)


async def test_turns_are_taken_back_one_after_the_other_even_if_tiles_were_revealed(services):
    box = await sandbox(services, ply=0)
    for _ in range(3):
        await act(services, box.id)
    seats = []
    for _ in range(3):
        seats.append((await services.moves.take_back(box.id, MAUD.user_id, None, 1)).seat)
    assert seats == [0, 1, 0]


async def test_played_to_its_end_it_counts_nowhere_and_offers_no_rematch(services, store):
    box = await imported(services, SOLO, len(SOLO["plies"]) - 1)
    await act(services, box.id)
    assert (await services.tables.get(box.id)).status is Status.OVER
    assert await count(store, "placing") == 0
    with pytest.raises(NotSeated):
        await services.lobbies.rematch(box.id, MAUD)


# ---- quiet ---------------------------------------------------------------------------------------


async def test_it_posts_boards_alone_and_mentions_no_player(services, store):
    box = await sandbox(services, ply=0, game="telegraph")
    for _ in range(4):
        await act(services, box.id)
    rows = await store.read(
        lambda db: db.execute(
            "SELECT kind, payload FROM outbox WHERE table_id = ?", (box.id,)
        ).fetchall()
    )
    assert {row["kind"] for row in rows} <= {"open", "board"}
    assert all(not json.loads(row["payload"]).get("mention") for row in rows)
    assert {due.kind for due in await store.read(due_rows.read_all, box.id)} == {"idle"}


async def test_after_a_week_without_a_move_it_closes_without_a_word(services, store, clock, alarm):
    box = await sandbox(services, ply=0)
    await services.places.note(box, home_id=77, board_message_id=78)
    await clock.advance(timedelta(days=6))
    await act(services, box.id)
    await clock.advance(timedelta(days=6))
    await alarm.drain()
    assert (await services.tables.get(box.id)).status is Status.LIVE
    await clock.advance(timedelta(days=1, minutes=1))
    await alarm.drain()
    assert (await services.tables.get(box.id)).status is Status.CANCELLED
    kinds = await store.read(
        lambda db: [
            row["kind"]
            for row in db.execute("SELECT kind FROM outbox WHERE table_id = ?", (box.id,))
        ]
    )
    assert kinds == ["retire"]


async def test_it_is_in_no_list_but_that_of_sandboxes(services):
    box = await sandbox(services)
    for user in (MAUD.user_id, BASTIEN.user_id):
        assert box.id not in [table.id for table in await services.reading.tables_of(user, 1)]
        assert box.id not in [game.table.id for game in await services.reading.ongoing(user)]
    assert await services.reading.tables_in_guild(1) == []
    assert [table.id for table in await services.sandboxes.of(MAUD.user_id)] == [box.id]


@each_case(
    "step",
    [
        lambda services, box: services.seats.resign(box, MAUD.user_id),
        lambda services, box: services.votes.propose(box, MAUD.user_id, "pause"),
        lambda services, box: services.lobbies.invite(box, MAUD.user_id, BASTIEN),
        lambda services, box: services.places.move(box, channel_id=11, in_thread=True),
    ],
    ids=["resign", "pause", "invite", "move"],
)
async def test_a_deed_that_needs_others_is_refused_in_a_sentence_of_its_own(services, step):
    box = await sandbox(services)
    with pytest.raises(RulesError, match=r"sandbox\.alone"):
        await step(services, box.id)
    await services.votes.cancel(box.id, MAUD.user_id, moderator=False)


async def test_the_host_closes_it_at_once(services):
    box = await sandbox(services)
    with pytest.raises(RulesError, match=r"table\.host_only"):
        await services.votes.cancel(box.id, BASTIEN.user_id, moderator=False)
    closed = await services.votes.cancel(box.id, MAUD.user_id, moderator=False)
    assert closed.status is Status.CANCELLED


async def test_a_person_has_a_few_at_most(services):
    table = await game_over(services)
    for _ in range(sandboxes.MOST):
        last = await services.sandboxes.open_from_game(table, 1, MAUD, SPOT, ai=False)
    with pytest.raises(RulesError, match=r"sandbox\.too_many"):
        await services.sandboxes.open_from_game(table, 1, MAUD, SPOT, ai=False)
    await services.votes.cancel(last.id, MAUD.user_id, moderator=False)
    await services.sandboxes.open_from_game(table, 1, MAUD, SPOT, ai=False)


async def test_it_is_closed_and_has_no_host_when_the_person_is_erased(services):
    box = await sandbox(services)
    await services.privacy.forget(MAUD.user_id)
    table = await services.tables.get(box.id)
    assert (table.status, table.host_id) == (Status.CANCELLED, 0)


# ---- secrets -------------------------------------------------------------------------------------


async def test_a_running_game_opens_no_sandbox_by_any_way(services, store):
    table = await start_table(services)
    await make_move(services, table.id)
    with pytest.raises(RulesError, match=r"sandbox\.not_over"):
        await services.sandboxes.open_from_game(table.id, 1, MAUD, SPOT, ai=False)
    record = await services.reading.record(table.id)
    assert record["seed"] is record["salt"] is None
    with pytest.raises(RulesError, match=r"sandbox\.still_played"):
        await imported(services, record)
    with pytest.raises(RulesError, match=r"common\.record_broken_promise"):
        await imported(services, {**record, "seed": "00", "salt": "00"})
    assert await count(store, "table_") == 1


# ---- refused -------------------------------------------------------------------------------------


@pytest.fixture
async def record(services):
    """The record of a game that is over."""
    return await services.reading.record(await game_over(services))


@each_case(
    ("change", "code"),
    [
        ({"game": "chess"}, "common.unknown_game"),
        ({"game": 3}, "sandbox.bad_field"),
        ({"version": 99}, "common.record_other_version"),
        ({"hexagora": 2}, "common.record_other_format"),
        ({"seats": 9}, "table.bad_size"),
        ({"options": {"moon": True}}, "table.unknown_option"),
        ({"seed": "xyz"}, "sandbox.bad_field"),
        ({"seed": "-1"}, "sandbox.bad_field"),
        ({"seed": "f" * 400_000}, "sandbox.bad_field"),
        ({"seed": None}, "sandbox.still_played"),
        ({"start": {}}, "sandbox.has_start"),
        ({"commitment": "00"}, "common.record_broken_promise"),
        ({"drawn": [0, 0]}, "common.record_wrong_draw"),
        ({"plies": [{"seat": 1, "move": "T1 0,0 r0"}]}, "sandbox.bad_ply"),
        ({"plies": [{"seat": 77, "move": "T1 0,0 r0"}]}, "sandbox.bad_ply"),
        ({"plies": [{"seat": 0, "move": "x" * 300}]}, "sandbox.bad_field"),
        ({"plies": [{"seat": 0, "move": "leaves"}]}, "sandbox.bad_ply"),
        ({"plies": [{"seat": 0, "move": "a"}] * (sandboxes.PLIES + 1)}, "sandbox.too_long"),
        ({"result": {"winner": 7}}, "common.record_wrong_result"),
    ],
)
async def test_a_record_that_is_wrong_is_refused_in_one_sentence(
    services, store, record, change, code
):
    tables = await count(store, "table_")
    with pytest.raises(RulesError, match=re.escape(code)) as refusal:
        await imported(services, {**record, **change})
    for language in LANGUAGES:
        assert sentence(refusal.value, language).count("\n") == 0
    assert await count(store, "table_") == tables


@each_case(
    ("content", "code"),
    [
        (b"", "sandbox.not_a_record"),
        (b"hello", "sandbox.not_a_record"),
        (b"[" * 100_000, "sandbox.not_a_record"),
        (b"\xff\xfe", "sandbox.not_a_record"),
        (b"[]", "sandbox.not_a_record"),
        (b" " * (sandboxes.BYTES + 1), "sandbox.file_too_large"),
    ],
    ids=["empty", "words", "deep", "binary", "list", "large"],
)
async def test_a_file_that_is_no_record_is_refused(services, content, code):
    with pytest.raises(RulesError, match=re.escape(code)):
        await imported(services, content)


@each_case(
    ("ply", "code"),
    [
        (99, "sandbox.no_such_ply"),
        (-1, "sandbox.no_such_ply"),
        (len(SOLO["plies"]), "sandbox.over_there"),
    ],
)
async def test_a_move_that_cannot_be_tried_is_refused(services, ply, code):
    with pytest.raises(RulesError, match=re.escape(code)):
        await imported(services, SOLO, ply)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(2**63, 10**30)
    | st.floats()
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
FIELDS = ("hexagora", "game", "version", "seats", "options", "seed", "salt", "commitment")
CHANGES = st.dictionaries(
    st.sampled_from((*FIELDS, "drawn", "start", "plies", "result", "names")), JSON, min_size=1
)


FUZZED = settings(
    max_examples=of_tier(40, 300),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@FUZZED
@given(changes=CHANGES, cut=st.integers(0, 4), noise=st.binary(max_size=30), at=st.integers(0))
def test_any_file_opens_or_is_refused_by_a_known_sentence(valid, changes, cut, noise, at):
    plies = [*valid["plies"][:cut]]
    try:
        content = json.dumps({**valid, "plies": plies, "result": None, **changes}).encode()
    except (ValueError, UnicodeError):
        content = b"{}"
    at %= len(content)
    for each in (content, content[:at] + noise + content[at:], noise):
        require_known_refusal(each)


def require_known_refusal(content):
    """Require that a sandbox can begin with a file, or that a known sentence refuses it."""
    refusals = []
    try:
        record = sandboxes.require_playable(sandboxes.read(content))
        sandboxes.reach(record, None, "2026-01-01T00:00:00Z")
    except RulesError as refusal:
        refusals.append(refusal)
    for refusal in refusals:
        assert refusal.code in codes(), refusal
        assert all(sentence(refusal, language) for language in LANGUAGES)


@pytest.fixture(scope="module")
def valid():
    """A record of a game of four moves."""
    record = json.loads((TESTS / "akropolis/records/two_by_points.json").read_text())
    return {**record, "plies": record["plies"][:4], "result": None}


def test_the_record_that_is_fuzzed_is_valid(valid):
    reached = sandboxes.reach(sandboxes.read(msgspec.json.encode(valid)), None, "")
    assert len(reached.plies) == 4


@pytest.fixture(scope="module")
def records():
    """By game, a recorded one that begins with its deal, with a few of its moves."""
    by_game = {}
    for file in sorted(TESTS.glob("*/records/*.json")):
        record = json.loads(file.read_text())
        if record.get("start") is None:
            by_game.setdefault(record["game"], {**record, "plies": record["plies"][:12]})
    return by_game


@FUZZED
@given(
    game=st.sampled_from(sorted(registry.games())),
    number=st.integers(0, 11),
    seat=st.none() | st.integers(-2, 9),
    move=st.text(max_size=30) | st.sampled_from(["leaves", "", ";", "S;S", "0"]),
    at=st.integers(0, 20),
    choice=st.integers(0, 9),
    value=JSON,
)
def test_in_every_game_a_wrong_move_or_option_is_refused_by_a_known_sentence(
    records, game, number, seat, move, at, choice, value
):
    record = {**records[game], "result": None}
    plies = [dict(ply) for ply in record["plies"]]
    ply = plies[number % len(plies)]
    ply["move"] = ply["move"][:at] + move + ply["move"][at + 1 :]
    ply["seat"] = ply["seat"] if seat is None else seat
    keys = [each.key for each in registry.get(game).facts.choices] or ["x"]
    options = {**record["options"], keys[choice % len(keys)]: value}
    for changes in ({"plies": plies}, {"options": options}):
        require_known_refusal(json.dumps({**record, **changes}).encode())
