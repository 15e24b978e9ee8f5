"""A referee decides at once at a table where they do not play, and everybody sees that they did."""

from bot.table.motions import Kind, MotionTarget
from bot.table.seating import Person
from tests.bot.room import BASTIEN, MAUD, make_move, refusal_code, start_table

NOOR = Person(77, "Noor")


async def notices(store):
    """Codes of the lines that are posted."""
    query = "SELECT payload ->> 'code' FROM outbox WHERE kind = 'notice' ORDER BY id"
    return await store.read(lambda db: [row[0] for row in db.execute(query)])


async def test_a_server_has_one_role_of_referees(services):
    servers = services.servers
    assert (await servers.settings(1)).referees is None
    await servers.change(1, referees=5)
    await servers.change(1, referees=6)
    assert [(await servers.settings(guild)).referees for guild in (1, 2)] == [6, None]
    await servers.change(1, referees=None)
    assert (await servers.settings(1)).referees is None


async def test_a_referee_pauses_and_resumes(services, store):
    table = await start_table(services, 2)
    assert (await services.votes.rule(table.id, NOOR, Kind.PAUSE, MotionTarget())).paused
    assert not (await services.votes.rule(table.id, NOOR, Kind.RESUME, MotionTarget())).paused
    assert (await notices(store)).count("table.notice_ruled") == 2
    acts = [(act.code, act.by.name, act.args) for act in await services.reading.acts(table.id)]
    assert acts == [("ruled", "Noor", {"kind": "pause"}), ("ruled", "Noor", {"kind": "resume"})]


async def test_a_referee_replaces_who_does_not_come(services):
    table = await start_table(services, 2)
    table = await services.votes.rule(table.id, NOOR, Kind.REPLACE, MotionTarget(seat=1))
    assert (table.seats[1].stands_in, table.seats[1].offered) == (True, True)
    assert [act.about.name for act in await services.reading.acts(table.id)] == ["Bastien"]
    ruling = services.votes.rule(table.id, NOOR, Kind.REPLACE, MotionTarget(seat=9))
    assert await refusal_code(ruling)


async def test_a_referee_corrects_by_going_back(services):
    table = await start_table(services, 2)
    for _ in range(2):
        await make_move(services, table.id)
    await services.votes.rule(table.id, NOOR, Kind.UNDO, MotionTarget(to=1, point=True))
    assert [ply.ply for ply in await services.reading.log(table.id) if not ply.undone] == [1]
    assert (await services.reading.look(table.id, None)).to_act == (1,)


async def test_a_player_of_the_table_is_no_referee(services):
    table = await start_table(services, 2)
    for person in (MAUD, BASTIEN):
        ruling = services.votes.rule(table.id, person, Kind.PAUSE, MotionTarget())
        assert await refusal_code(ruling) == "table.not_referee"


async def test_a_referee_breaks_no_game_off(services):
    table = await start_table(services, 2)
    ruling = services.votes.rule(table.id, NOOR, Kind.END, MotionTarget())
    assert await refusal_code(ruling) == "table.not_referee"
