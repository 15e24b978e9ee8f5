"""Tables at which no person plays."""

import asyncio

from bot.leagues.values import Format, LeagueTerms
from bot.table.seating import Status
from tests.leagues.fields import PEOPLE

PATIENCE = 60.0


async def test_a_table_of_ai_players_is_played_to_its_end_by_itself(field):
    terms = LeagueTerms(format=Format.ROBIN, places=3, fills=False)
    league = await field.leagues.open(
        "akropolis",
        terms,
        guild_id=1,
        channel_id=10,
        host=PEOPLE[0],
        machines=2,
        level="random",
    )
    await field.alarm.drain()
    async with asyncio.timeout(PATIENCE):
        while True:
            league = await field.leagues.get(league.id)
            boards = [board for board in league.boards if 0 not in board.people]
            tables = [await field.table(board) for board in boards]
            if tables and tables[0].status is Status.OVER:
                break
            board = next(b for b in league.present_boards)
            if not board.is_settled and 0 in board.people and not board.is_bye:
                await field.finish(board)
            await field.alarm.drain()
            await asyncio.sleep(0.02)
    await field.alarm.drain()
    league = await field.leagues.get(league.id)
    assert next(b for b in league.boards if 0 not in b.people).is_settled
    assert tables[0].host_id == PEOPLE[0].user_id
