"""Leagues as values, played by chance; and leagues on a real file, with their tables."""

from msgspec.structs import replace

from bot.leagues import pairing
from bot.leagues.standings import points_of_places
from bot.leagues.values import WIN, Board, Entrant, Format, League, LeagueTerms
from bot.table.changes import Change
from bot.table.seating import Person, Status
from rules.contract import Result, SeatScore
from rules.rng import Rng

# ---- as values -----------------------------------------------------------------------------------


def league(people, format=Format.LEAGUE, *, seed=7, **terms):
    """A league of so many people before its first round."""
    entrants = tuple(
        Entrant(number=number, user_id=100 + number, name=f"P{number}", rating=2000 - number)
        for number in range(people)
    )
    opened = League(
        id=1,
        number=1,
        guild_id=1,
        channel_id=10,
        host_id=100,
        game="akropolis",
        terms=LeagueTerms(format=format, **terms),
        commitment="",
        seed=f"{seed:032x}",
        salt="",
        entrants=entrants,
    )
    return replace(opened, rounds=pairing.number_of_rounds(opened))


def with_round(field, results=None):
    """The league after the next round; `results` gives the places of a board, else luck."""
    luck = Rng(int(field.seed, 16), 1 << 60)
    results = results or (lambda seating, seats: places_by_luck(seats, luck))
    boards = tuple(
        board_of(field.round + 1, number, seating, results)
        for number, seating in pairing.next_round(field).items()
    )
    return replace(field, round=field.round + 1, boards=(*field.boards, *boards))


def board_of(round, number, seating, results):
    """A board that is over."""
    places = results(seating, len(seating))
    points = points_of_places(places) if len(seating) > 1 else [WIN]
    return Board(
        round=round,
        number=number,
        entrants=seating,
        points=tuple(points),
        scores=tuple(100 - place for place in places),
        table_id=None if len(seating) == 1 else 1000 * round + number,
    )


def places_by_luck(seats, luck):
    """Places of a game in which nobody shares one."""
    places = list(range(1, seats + 1))
    luck.shuffle(places)
    return places


def played_out(field, results=None):
    """The league after all its rounds."""
    for _ in range(field.rounds):
        field = with_round(field, results)
    return field


def strongest_first(seating, seats):
    """Places of a board where the entrant with the smallest number always wins."""
    order = sorted(seating, key=lambda each: 99 if each is None else each)
    return [1 + order.index(each) for each in seating]


# ---- on a file -----------------------------------------------------------------------------------

PEOPLE = [
    Person(100 * number, name)
    for number, name in enumerate(
        ("Maud", "Bastien", "Inès", "Karim", "Noor", "Léo", "Ada", "Yuki", "Tom", "Zoé"), 1
    )
]


class Field:
    """Services and leagues on one file, and what people do there."""

    def __init__(self, services, leagues, store, alarm):
        self.services, self.leagues, self.store, self.alarm = services, leagues, store, alarm

    async def open(self, people, format=Format.LEAGUE, *, machines=0, game="akropolis", **terms):
        """A league of so many people, which starts as it is full."""
        terms = LeagueTerms(format=format, **{"places": people + machines, **terms})
        league = await self.leagues.open(
            game, terms, guild_id=1, channel_id=10, host=PEOPLE[0], machines=machines
        )
        for person in PEOPLE[1:people]:
            league = await self.leagues.join(league.id, person)
        await self.alarm.drain()
        return await self.leagues.get(league.id)

    async def again(self, league):
        """The league as it is once everything due is done."""
        await self.alarm.drain()
        return await self.leagues.get(league.id)

    async def table(self, board):
        return await self.services.tables.get(board.table_id)

    async def finish(self, board, places=None, *, scores=None):
        """End the game of a board with these places of its seats."""
        places = places or list(range(1, len(board.entrants) + 1))
        async with self.services.tables.hold(board.table_id) as live:
            table = replace(
                live.table, status=Status.OVER, revision=live.table.revision + 1, asleep=False
            )
            totals = scores or [100 - place for place in places]
            winners = tuple(seat for seat, place in enumerate(places) if place == 1)
            scores = tuple(SeatScore(total, {}) for total in totals)
            result = Result(tuple(places), winners, scores, "akropolis.end_stacks_empty")
            after = replace(live, table=table, result=result, turn=None)
            await self.services.commits.save(after, Change(table=table, result=result))

    async def finish_round(self, league):
        """End all games of the present round; the first seat wins."""
        for board in league.present_boards:
            if board.table_id is not None and not board.is_settled:
                await self.finish(board)
        return await self.again(league)
