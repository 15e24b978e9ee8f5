"""Who may go next: what is urgent first, and table after table."""

import asyncio

from bot.ai.queue import Rank, Turnstile


async def order_served(first, others, leaving=()):
    """The order of those who come while the first one is inside, some of whom do not wait."""
    turnstile, served, leave = Turnstile(1), [], asyncio.Event()

    async def come(rank, table):
        async with turnstile.through(rank, table):
            served.append((rank, table))
            await leave.wait()

    coming = [asyncio.create_task(come(*arguments)) for arguments in (first, *others)]
    await asyncio.sleep(0)
    for number in leaving:
        coming[number].cancel()
    leave.set()
    await asyncio.gather(*coming, return_exceptions=True)
    return served


async def test_panels_go_before_people_before_seats_before_analysis():
    first = (Rank.ANALYSIS, 9)
    other_ranks = [(Rank.ANALYSIS, 1), (Rank.SEAT, 2), (Rank.PERSON, 3), (Rank.PANEL, 4)]
    served = await order_served(first, other_ranks)
    assert served == [first, *reversed(other_ranks)]


async def test_a_table_that_asks_for_much_does_not_keep_others_waiting():
    busy, modest = [(Rank.SEAT, 1)] * 4, [(Rank.SEAT, 2), (Rank.SEAT, 3)]
    served = [table for _, table in await order_served(busy[0], [*busy[1:], *modest])]
    assert served == [1, 2, 3, 1, 1, 1]


async def test_tables_that_come_again_and_again_take_turns():
    turnstile, served = Turnstile(1), []

    async def keep_coming(table):
        for _ in range(3):
            async with turnstile.through(Rank.SEAT, table):
                served.append(table)
                await asyncio.sleep(0)

    await asyncio.gather(*(keep_coming(table) for table in (1, 2, 3)))
    assert served == [1, 2, 3] * 3


async def test_a_person_who_gives_up_leaves_the_place_to_the_next():
    people = [(Rank.PERSON, table) for table in range(4)]
    assert await order_served(people[0], people[1:], leaving=(1, 2)) == [people[0], people[3]]


async def test_as_many_go_through_at_once_as_there_is_room():
    turnstile, inside, highest = Turnstile(2), 0, 0

    async def come(table):
        nonlocal inside, highest
        async with turnstile.through(Rank.SEAT, table):
            inside += 1
            highest = max(highest, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*map(come, range(6)))
    assert (highest, inside) == (2, 0)
