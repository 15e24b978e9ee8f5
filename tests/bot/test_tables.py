"""The one door: lobbies, whole games, and every refusal changes nothing."""

import asyncio
import hashlib
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ai.pool import Brains
from bot.service import Services
from bot.service.cache import POSITION, weight_of
from bot.store import table_rows
from bot.store.outbox import payload_of
from bot.store.store import Store
from bot.table import payloads
from bot.table.live import MovePreview, Prompt, Turn
from bot.table.payloads import Payload
from bot.table.seating import NotSeated, Person, StaleClick, Status, Table
from rules.contract import BadNotation, BadOptions, IllegalMove, RulesError
from rules.registry import UnknownGame
from tests.bot.recorded import play_last_move
from tests.bot.room import (
    BASTIEN,
    INES,
    MAUD,
    STRANGER,
    lobby,
    make_move,
    options_of,
    play_out,
    some_move,
    start_table,
)
from tests.cases import each_case
from tests.patience import until
from tests.tier import of_tier


@pytest.fixture
async def table(services) -> Table:
    """A game of Akropolis of Maud and Bastien that has just begun."""
    return await start_table(services)


async def everything(store: Store) -> list:
    """All rows of the file: what a refusal must not change."""

    def dump(db):
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
        return [[tuple(row) for row in db.execute(f"SELECT * FROM {name}")] for name in names]

    return await store.read(dump)


async def refusal_of(store: Store, doing, kind=RulesError) -> RulesError:
    """The refusal of what `doing` tries; not a row of the file has changed."""
    before = await everything(store)
    with pytest.raises(kind) as refusal:
        await doing
    assert await everything(store) == before
    return refusal.value


# ---- the lobby -----------------------------------------------------------------------------------


async def test_a_lobby_fills_and_starts(services):
    table = await lobby(services, 3, ai=("easy",))
    assert [occupant.name for occupant in table.seats] == ["Maud", "Hippodamos (AI)"]
    table = await services.lobbies.join(table.id, BASTIEN)
    assert [occupant.user_id for occupant in table.seats] == [100, None, 200]
    assert (table.status, table.revision) == (Status.LOBBY, 1)
    table = await services.lobbies.start(table.id, MAUD.user_id)
    assert (table.status, table.revision) == (Status.LIVE, 2)
    assert (await services.reading.look(table.id, None)).to_act == (0,)


async def test_options_are_completed_for_the_number_of_seats(services):
    table = await lobby(services, 4, options={"variants": ["gardens"], "length": "long"})
    assert table.options == {"variants": ["gardens"]}
    table = await services.lobbies.configure(table.id, MAUD.user_id, size=1)
    assert table.options == {"variants": ["gardens"], "length": "standard", "solo": "hippodamos"}


async def test_the_host_changes_settings(services, store):
    table = await lobby(services, 4, ai=("random", "random", "random"))
    table = await services.lobbies.configure(
        table.id, MAUD.user_id, size=2, options={"length": "long"}, language="fr"
    )
    assert [occupant.name for occupant in table.seats] == ["Maud", "Hippodamos (IA)"]
    assert (table.size, table.language) == (2, "fr")
    table = await services.lobbies.configure(table.id, MAUD.user_id, ai=())
    assert [occupant.name for occupant in table.seats] == ["Maud"]
    position = await store.read(table_rows.read_position, table.id)
    assert position.table == table


async def test_a_setting_that_stays_as_it_was_is_no_change(services, store):
    table = await lobby(services, 2, options={"variants": ("houses",)})
    before = await everything(store)
    assert await services.lobbies.configure(table.id, MAUD.user_id, size=2) == table
    assert await everything(store) == before


async def test_leaving_frees_the_seat(services):
    table = await lobby(services, 3)
    for person in (BASTIEN, INES):
        await services.lobbies.join(table.id, person)
    table = await services.lobbies.leave(table.id, BASTIEN.user_id)
    assert [occupant.name for occupant in table.seats] == ["Maud", "Inès"]
    assert await services.reading.tables_of(BASTIEN.user_id, 1) == []


async def test_many_people_joining_at_once_fill_the_table_exactly(services):
    table = await lobby(services, 4)
    crowd = [Person(1000 + number, f"P{number}") for number in range(20)]
    seated = await asyncio.gather(
        *(services.lobbies.join(table.id, person) for person in crowd), return_exceptions=True
    )
    refusals = [outcome.code for outcome in seated if isinstance(outcome, RulesError)]
    assert refusals == ["table.full"] * 17
    assert len((await services.tables.get(table.id)).seats) == 4


@pytest.fixture
async def full_lobby(services) -> Table:
    table = await lobby(services)
    return await services.lobbies.join(table.id, BASTIEN)


M, B = MAUD.user_id, BASTIEN.user_id


@each_case(
    ("code", "act"),
    [
        ("table.full", lambda s, n: s.lobbies.join(n, INES)),
        ("table.full", lambda s, n: s.lobbies.configure(n, M, ai=("random",))),
        ("table.already_seated", lambda s, n: s.lobbies.join(n, BASTIEN)),
        ("table.not_seated", lambda s, n: s.lobbies.leave(n, STRANGER)),
        ("table.host_only", lambda s, n: s.lobbies.configure(n, B, size=3)),
        ("table.host_only", lambda s, n: s.lobbies.start(n, B)),
        ("table.host_only", lambda s, n: s.lobbies.start(n, STRANGER)),
        ("table.too_many_seated", lambda s, n: s.lobbies.configure(n, M, size=1)),
        ("table.bad_size", lambda s, n: s.lobbies.configure(n, M, size=9)),
        ("table.unknown_option", lambda s, n: s.lobbies.configure(n, M, options={"dragons": 3})),
        ("table.unknown_player", lambda s, n: s.lobbies.configure(n, M, size=3, ai=("deep",))),
        ("table.unknown_language", lambda s, n: s.lobbies.configure(n, M, language="xx")),
        ("table.not_found", lambda s, n: s.lobbies.join(n + 1, INES)),
        ("table.wrong_status_lobby", lambda s, n: s.reading.look(n, None)),
        ("table.wrong_status_lobby", lambda s, n: s.reading.recap(n, M)),
        ("table.wrong_status_lobby", lambda s, n: s.moves.play(n, M, None, ["T1"])),
        ("table.wrong_status_lobby", lambda s, n: s.seats.resign(n, M)),
    ],
)
async def test_a_lobby_refuses(services, store, full_lobby, code, act):
    assert (await refusal_of(store, act(services, full_lobby.id))).code == code


async def test_a_game_begins_only_once_all_seats_are_taken(services, store):
    table = await lobby(services, 4)
    refusal = await refusal_of(store, services.lobbies.start(table.id, M))
    assert (refusal.code, refusal.details) == ("table.not_enough", {"n": 3})


@each_case(
    ("different", "kind"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"size": 0}, BadOptions),
        ({"options": {"length": "endless"}}, BadOptions),
        ({"options": {"variants": "houses"}}, BadOptions),
        ({"options": {"variants": ["dragons"]}}, BadOptions),
        ({"size": 1, "options": {"solo": "nobody"}}, BadOptions),
        ({"ai": ("easy", "easy")}, RulesError),
        ({"ai": ("deep",)}, BadOptions),
        ({"language": "xx"}, BadOptions),
    ],
)
async def test_a_table_that_makes_no_game_is_not_opened(services, store, different, kind):
    size = different.pop("size", 2)
    await refusal_of(store, lobby(services, size, **different), kind)


async def test_one_open_table_in_a_channel(services, store):
    table = await lobby(services, in_thread=False)
    doing = lobby(services, in_thread=False)
    assert (await refusal_of(store, doing)).code == "table.channel_taken"
    assert await services.reading.table_in(10) == table
    await services.votes.cancel(table.id, MAUD.user_id, moderator=False)
    assert await services.reading.table_in(10) is None
    assert await lobby(services, in_thread=False)


async def test_forgotten_lobbies_close_themselves(services, table):
    old = await lobby(services)
    assert await services.lobbies.close_stale(timedelta(days=1)) == []
    [closed] = await services.lobbies.close_stale(timedelta(seconds=-1))
    assert (closed.id, closed.status) == (old.id, Status.CANCELLED)
    assert (await services.tables.get(table.id)).status is Status.LIVE


# ---- moves ---------------------------------------------------------------------------------------


async def test_questions_lead_to_a_candidate_and_to_a_move(services, table):
    first = await services.moves.ask(table.id, MAUD.user_id, table.revision, [])
    assert [option.token for option in options_of(first)] == ["T1", "T2"]
    assert (first.seat, first.revision, first.tokens) == (0, 2, ())
    second = await services.moves.ask_after(table.id, MAUD.user_id, 2, ["T2"])
    suggestion = await services.moves.suggest(table.id, MAUD.user_id, None, ["T2"])
    assert suggestion.tokens[0] == "T2"
    assert suggestion.tokens[1] in [option.token for option in options_of(second)]
    assert isinstance(suggestion, MovePreview)
    assert suggestion.preview is not None
    assert {"cw", "ccw"} <= suggestion.pad.keys()
    for notation in suggestion.pad.values():
        prompt = await services.moves.ask(table.id, MAUD.user_id, 2, notation.split())
        assert prompt.tokens == tuple(notation.split())
    turn = await services.moves.play(table.id, MAUD.user_id, 2, suggestion.tokens)
    assert isinstance(turn, Turn)
    assert (turn.seat, turn.last.ply, turn.last.notation) == (0, 1, " ".join(suggestion.tokens))
    assert (turn.to_act, turn.table.revision, turn.result) == ((1,), 3, None)
    assert turn.last.events[0].code == "akropolis.tile_taken"


async def test_a_typed_move_may_be_written_freely_and_needs_no_revision(services, table):
    prompt = await some_move(services, table.id, MAUD.user_id)
    tile, anchor, rotation = prompt.tokens
    q, r = anchor.split(",")
    typed = f"  {tile.lower()} @({q}, {r})  {rotation.upper()} "
    turn = await services.moves.play(table.id, MAUD.user_id, None, [typed])
    assert isinstance(turn, Turn)
    assert turn.last.notation == " ".join(prompt.tokens)


async def test_the_beginning_of_a_typed_move_is_continued(services, table):
    [tile, anchor, _] = (await some_move(services, table.id, MAUD.user_id)).tokens
    typed = [f"{tile}  {anchor}"]
    prompt = await services.moves.ask_after(table.id, MAUD.user_id, None, typed)
    assert prompt.tokens == (tile, anchor)
    assert options_of(prompt)


async def test_the_beginning_of_a_move_is_answered_by_a_candidate(services, store, table):
    before = await everything(store)
    prompt = await services.moves.play(table.id, MAUD.user_id, 2, ["T1"])
    assert isinstance(prompt, MovePreview)
    assert prompt.tokens[0] == "T1"
    assert await everything(store) == before


@pytest.mark.parametrize("size", of_tier([2], [2, 3, 4]))
async def test_a_whole_game(services, store, size):
    table = await start_table(services, size)
    turns = await play_out(services, table.id)
    last = turns[-1]
    assert last.result is not None
    assert (last.table.status, last.to_act) == (Status.OVER, ())
    revisions = [turn.table.revision - table.revision for turn in turns]
    assert revisions == list(range(1, len(turns) + 1))
    log = await services.reading.log(table.id)
    assert [ply.notation for ply in log] == [turn.last.notation for turn in turns]
    assert [ply.ply for ply in log] == list(range(1, len(turns) + 1))
    look = await services.reading.look(table.id, STRANGER)
    assert (look.result, look.seat, look.to_act) == (last.result, None, ())
    kind, payload = (await posts(store))[-3]
    assert (kind, payload.mention) == ("over", table.humans())
    refusal = await refusal_of(store, services.moves.play(table.id, M, None, ["T1"]))
    assert refusal.code == "table.wrong_status_over"


@each_case(("architect", "winners"), [("beaten", (0,)), ("unbeaten", ())])
async def test_a_game_for_one_is_won_or_lost_and_ends_without_a_call(
    services, store, architect, winners
):
    table = await start_table(services, 1)
    turn = await play_last_move(services, store, table.id, f"solo_hippodamos_{architect}")
    assert turn.result.winners == winners
    over, poster, lobby = (await posts(store))[-3:]
    assert over == ("over", payloads.Board(plies=(1, 1), revision=turn.table.revision))
    assert (poster[0], lobby[0]) == ("poster", "lobby")


REFUSED_MOVES = {
    "table.not_seated": (STRANGER, 2, "T1", NotSeated),
    "table.stale": (100, 1, "T1", StaleClick),
    "akropolis.too_expensive": (100, 2, "T4 0,-3 r0", IllegalMove),
    "akropolis.bad_line_index": (100, 2, "T7 0,-3 r0", IllegalMove),
    "akropolis.bad_rotation": (100, 2, "T1 0,-3 r9", IllegalMove),
    "akropolis.uneven": (100, 2, "T1 0,0 r1", IllegalMove),
    "akropolis.not_adjacent": (100, 2, "T1 20,20 r0", IllegalMove),
    "akropolis.bad_notation": (100, 2, "put it on the hill", BadNotation),
}


@each_case("verb", ["ask", "ask_after", "suggest", "play"])
@each_case("code", REFUSED_MOVES)
async def test_a_move_is_refused(services, store, code, verb, table):
    user, revision, typed, kind = REFUSED_MOVES[code]
    doing = getattr(services.moves, verb)(table.id, user, revision, typed.split())
    assert (await refusal_of(store, doing, kind)).code == code
    assert (await services.tables.get(table.id)) == table


async def test_a_stale_click_learns_the_present_revision(services, table):
    with pytest.raises(StaleClick) as refusal:
        await services.moves.ask(table.id, MAUD.user_id, 1, [])
    assert refusal.value.details == {"revision": table.revision}


@given(typed=st.text(max_size=300))
async def test_no_text_whatever_breaks_the_door(services, store, typed, table):
    before = await everything(store)
    try:
        answer = await services.moves.play(table.id, MAUD.user_id, None, typed.split())
    except RulesError:
        assert await everything(store) == before
    else:
        assert isinstance(answer, Prompt) or answer.table.revision == table.revision + 1


async def test_five_clicks_at_once_are_one_move_and_four_polite_refusals(services, store, table):
    prompt = await some_move(services, table.id, MAUD.user_id)
    click = (table.id, MAUD.user_id, prompt.revision, prompt.tokens)
    outcomes = await asyncio.gather(
        *(services.moves.play(*click) for _ in range(5)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == [*["StaleClick"] * 4, "Turn"]
    assert len(await store.read(table_rows.read_plies, table.id)) == 1
    assert (await services.tables.get(table.id)).revision == table.revision + 1


async def test_many_tables_at_once_do_not_mix(services, store):
    numbers = [(await start_table(services)).id for _ in range(of_tier(12, 50))]
    await asyncio.gather(*(make_move(services, number, pick=number) for number in numbers))
    for number in numbers:
        assert [ply.seat for ply in await store.read(table_rows.read_plies, number)] == [0]


async def test_a_save_that_fails_is_no_move(services, store, monkeypatch, table):
    prompt = await some_move(services, table.id, MAUD.user_id)

    async def broken(change):
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "save", broken)
        with pytest.raises(OSError, match="disk full"):
            await services.moves.play(table.id, MAUD.user_id, 2, prompt.tokens)
    assert await services.tables.get(table.id) == table
    turn = await services.moves.play(table.id, MAUD.user_id, 2, prompt.tokens)
    assert isinstance(turn, Turn)
    assert turn.last.ply == 1


# ---- restart, memory -----------------------------------------------------------------------------


async def test_a_game_goes_on_after_a_restart_in_the_middle(file):
    """The same moves from the same file, with the service begun anew before each of them."""
    number, notations = None, []
    for _ in range(of_tier(5, 40)):
        store, brains = await Store.open(file), Brains()
        services = Services(store, brains, notify=lambda: None)
        if number is None:
            number = (await start_table(services, 2)).id
        await services.startup.resume()
        if (await services.tables.get(number)).status is Status.LIVE:
            notations.append((await make_move(services, number, len(notations))).last.notation)
        log = await services.reading.log(number)
        await services.stop_ai()
        await store.close()
        assert [ply.notation for ply in log] == notations


async def test_positions_in_memory_are_only_a_cache(store, brains):
    services = Services(store, brains, notify=lambda: None, budget=int(2.5 * POSITION))
    numbers = [(await start_table(services)).id for _ in range(5)]
    for pick in range(3):
        for number in numbers:
            await make_move(services, number, pick)
    assert len(services.tables._live) == len(services.tables._logs) + 2 == 2
    for number in numbers:
        assert [ply.ply for ply in await services.reading.log(number)] == [1, 2, 3]
        assert len(services.tables._logs) <= 2


async def test_a_long_log_takes_the_room_of_other_tables(store, brains):
    services = Services(store, brains, notify=lambda: None, budget=5 * POSITION)
    numbers = [(await start_table(services)).id for _ in range(5)]
    assert sorted(services.tables._live) == numbers
    room = 1.1 * POSITION  # the size of events that were read packed is an estimate
    while room > 0:
        turn = await make_move(services, numbers[2])
        assert len(await services.reading.log(numbers[2])) == turn.last.ply
        room -= weight_of(turn.plies)
    assert sorted(services.tables._live) == numbers[2:]
    await make_move(services, numbers[2])
    assert (await services.tables.get(numbers[0])).id == numbers[0]


async def test_another_process_on_the_same_file_is_noticed(services, store, brains, table):
    """Two bots by mistake: the slower one is refused and sees the truth on its next try."""
    other_services = Services(store, brains, notify=lambda: None)
    await make_move(other_services, table.id)
    prompt = await some_move(services, table.id, MAUD.user_id)
    doing = services.moves.play(table.id, MAUD.user_id, 2, prompt.tokens)
    await refusal_of(store, doing, StaleClick)
    assert (await services.tables.get(table.id)).revision == 3


async def test_every_change_wakes_the_outbox(store, brains):
    woken = []
    services = Services(store, brains, notify=lambda: woken.append(True))
    table = await start_table(services)  # opened, joined and begun
    assert len(woken) == 3
    await make_move(services, table.id)
    assert len(woken) == 4


# ---- what is posted ------------------------------------------------------------------------------


async def posts(store: Store) -> list[tuple[str, Payload]]:
    query = "SELECT kind, payload FROM outbox ORDER BY id"
    rows = await store.read(lambda db: db.execute(query).fetchall())
    return [(row["kind"], payload_of(row)) for row in rows]


async def test_the_start_opens_the_table_and_calls_the_first_player(services, store, table):
    kinds = [kind for kind, _ in await posts(store)]
    assert kinds == ["lobby", "full", "open", "lobby"]
    payload = (await posts(store))[2][1]
    assert payload == payloads.Board(plies=(1, 0), revision=table.revision, mention=[100])


@pytest.mark.parametrize(("in_thread", "home", "again"), [(True, 50, 1), (False, 10, 0)])
async def test_the_lobby_is_drawn_again_once_its_thread_is_known(
    services, store, in_thread, home, again
):
    """It may have been drawn before: then it led to the channel only."""
    table = await start_table(services, in_thread=in_thread)
    await store.write(lambda db: db.execute("DELETE FROM outbox"))
    for _ in range(2):
        table = await services.places.note(table, home_id=home)
    assert [kind for kind, _ in await posts(store)] == again * ["lobby"]


async def test_a_move_is_posted_and_calls_the_next_player_only(services, store):
    table = await start_table(services, 3)
    await make_move(services, table.id)
    board = payloads.Board(plies=(1, 1), revision=table.revision + 1, mention=[200])
    assert ("board", board) in await posts(store)


# ---- resigning, cancelling -----------------------------------------------------------------------


async def test_a_resignation_between_two_ends_the_game_and_is_last(services, store):
    table = await start_table(services, 2)
    await make_move(services, table.id)
    after = await services.seats.resign(table.id, MAUD.user_id)
    assert after.status is Status.OVER
    result = (await services.reading.look(table.id, None)).result
    assert (result.ranks, result.winners, result.reason) == ((2, 1), (1,), "table.end_resigned")
    assert [kind for kind, _ in await posts(store)][-4:] == ["notice", "over", "poster", "lobby"]
    position = await store.read(table_rows.read_position, table.id)
    assert (position.result, position.table) == (result, after)


async def test_an_ai_plays_on_for_who_resigns_and_is_ranked_last(services, store):
    table = await start_table(services, 3)
    await services.seats.resign(table.id, MAUD.user_id)
    occupant = (await services.tables.get(table.id)).seats[0]
    assert (occupant.name, occupant.ai, occupant.resigned) == ("Maud", "hard", True)
    with pytest.raises(NotSeated):
        await services.moves.play(table.id, MAUD.user_id, None, ["T1"])
    await until(lambda: has_moved(services, table.id))
    assert all(ply.ai for ply in await services.reading.log(table.id) if ply.seat == 0)
    turn = await play_last_move(services, store, table.id, "three_standard")
    assert turn.result.ranks[0] == 3
    assert 0 not in turn.result.winners


async def has_moved(services, number):
    """Whether the AI in the first seat has moved."""
    return bool(await services.reading.log(number))


async def test_the_game_ends_once_no_person_is_left(services):
    table = await start_table(services, 3, ai=("random",))
    await services.seats.resign(table.id, MAUD.user_id)
    table = await services.seats.resign(table.id, BASTIEN.user_id)
    assert table.status is Status.OVER
    assert (await services.reading.look(table.id, None)).result.winners == (1,)


async def test_a_resignation_alone_does_not_beat_the_architect(services):
    table = await start_table(services, 1)
    await services.seats.resign(table.id, MAUD.user_id)
    assert (await services.reading.look(table.id, None)).result.winners == ()


async def test_only_a_seated_player_can_resign_and_only_once(services, store):
    table = await start_table(services, 3)
    doing = services.seats.resign(table.id, STRANGER)
    assert (await refusal_of(store, doing)).code == "table.not_seated"
    await services.seats.resign(table.id, INES.user_id)
    doing = services.seats.resign(table.id, INES.user_id)
    assert (await refusal_of(store, doing)).code == "table.not_seated"


async def test_the_host_cancels_and_the_lobby_says_so(services, store):
    table = await start_table(services, ai=("random",))
    after = await services.votes.cancel(table.id, MAUD.user_id, moderator=False)
    assert (after.status, after.revision) == (Status.CANCELLED, table.revision + 1)
    assert (await posts(store))[-2][0] == "lobby"
    assert (await posts(store))[-1][1].code == "table.notice_cancelled"
    doing = services.moves.play(table.id, MAUD.user_id, None, ["T1"])
    assert (await refusal_of(store, doing)).code == "table.wrong_status_cancelled"
    doing = services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    assert (await refusal_of(store, doing)).code == "table.wrong_status_cancelled"


async def test_a_moderator_cancels_too_but_no_other_player(services, store, table):
    doing = services.votes.cancel(table.id, BASTIEN.user_id, moderator=False)
    assert (await refusal_of(store, doing)).code == "table.host_only"
    after = await services.votes.cancel(table.id, STRANGER, moderator=True)
    assert after.status is Status.CANCELLED


# ---- looking back --------------------------------------------------------------------------------


async def test_the_recap_tells_what_happened_since_my_turn(services):
    table = await start_table(services, 3)
    mine = await make_move(services, table.id, 1)
    totals_before = [city.score.total for city in mine.view.cities]
    other_moves = [await make_move(services, table.id, pick) for pick in (2, 3)]
    recap = await services.reading.recap(table.id, MAUD.user_id)
    totals_after = [city.score.total for city in recap.after.cities]
    changes = tuple(gain.change for gain in recap.gained)
    assert changes == tuple(b - a for a, b in zip(totals_before, totals_after, strict=True))
    assert (recap.seat, changes[0], any(changes)) == (0, 0, True)
    assert [gain.total for gain in recap.gained] == totals_after
    assert all(gain.change == sum(gain.parts.values()) for gain in recap.gained)
    assert 0 not in {change for gain in recap.gained for change in gain.parts.values()}
    assert [ply.notation for ply in recap.plies] == [turn.last.notation for turn in other_moves]
    assert recap.after == (await services.reading.look(table.id, MAUD.user_id)).view
    assert recap.before == mine.view


async def test_the_recap_of_who_has_not_acted_yet_is_the_whole_game(services):
    table = await start_table(services, 3)
    dealt = (await services.reading.look(table.id, None)).view
    await make_move(services, table.id)
    recap = await services.reading.recap(table.id, INES.user_id)
    cities = zip(dealt.cities, recap.after.cities, strict=True)
    assert len(recap.plies) == 1
    changes = [gain.change for gain in recap.gained]
    assert changes == [
        city_after.score.total - city_before.score.total for city_before, city_after in cities
    ]


async def test_the_recap_of_a_spectator_is_one_round(services):
    table = await start_table(services, 3)
    assert (await services.reading.recap(table.id, STRANGER)).plies == ()
    for pick in range(5):
        await make_move(services, table.id, pick)
    recap = await services.reading.recap(table.id, STRANGER)
    assert [ply.ply for ply in recap.plies] == [3, 4, 5]
    assert (recap.seat, len(recap.gained)) == (None, 3)


async def test_a_game_begun_under_older_rules_has_a_recap_without_gains(
    services, store, anew, table
):
    await make_move(services, table.id)
    await store.write(lambda db: db.execute("UPDATE table_ SET version = 0"))
    next_services = anew()
    recap = await next_services.reading.recap(table.id, BASTIEN.user_id)
    assert (len(recap.plies), recap.gained, recap.before) == (1, (), None)


async def test_the_deal_was_promised_before_anybody_sat_down(services, store):
    table = await lobby(services)
    position = await store.read(table_rows.read_position, table.id)
    seed, salt = position.secret.seed, position.secret.salt
    assert len(bytes.fromhex(seed)) == len(bytes.fromhex(salt)) == 16
    promise = hashlib.sha256(bytes.fromhex(seed) + bytes.fromhex(salt)).hexdigest()
    assert table.commitment == promise


async def test_no_two_tables_have_the_same_deal(services, store):
    tables = [await lobby(services) for _ in range(3)]
    positions = [await store.read(table_rows.read_position, table.id) for table in tables]
    assert len({position.secret for position in positions if position}) == 3
