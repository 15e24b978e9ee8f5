"""Tables at which no person plays."""

import asyncio

from bot.leagues.values import WIN, Format, LeagueTerms, Stage
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
    async with asyncio.timeout(PATIENCE):
        while league.stage is not Stage.OVER:
            await field.alarm.drain()
            league = await field.leagues.get(league.id)
            for board in league.present_boards:
                if 0 in board.people and not board.is_settled:
                    await field.finish(board)
            await asyncio.sleep(0.02)
    [board] = [each for each in league.boards if each.table_id and 0 not in each.people]
    table = await field.table(board)
    assert (table.status, table.host_id) == (Status.OVER, PEOPLE[0].user_id)
    assert sum(points or 0 for points in board.points) == WIN
