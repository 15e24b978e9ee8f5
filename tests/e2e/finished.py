"""A recorded game at a table of friends, over, with what is thought of it: nothing is played."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.i18n import LANGUAGES, text
from bot.store.table_rows import append
from bot.store.verdicts import add, begin, end
from bot.table.changes import Ply
from bot.table.encoding import as_json
from bot.words import composed
from playground import Person
from rules import analysis, record
from rules.analysis import Verdict, next_decision
from rules.contract import line_notations
from rules.log import make_move
from rules.record import Record, commitment
from rules.registry import get
from rules.rng import Rng
from tests.cogs.settling import quiet
from tests.e2e.fitting import MOST_PLIES, full_record, open_full_table

AT = "2026-11-22T12:00:00+00:00"
BEST = 2
"""Of so many decisions one was as good as the best."""
FARTHEST = 4
"""Of so many plies one decision is thought about, at most."""


def length_of_sentence(key: str, part: str) -> int:
    """Length of the sentence that a move has more of a part."""
    return max(len(text(composed.better(key, part), language)) for language in LANGUAGES)


def analysis_of_record(
    key: str, luck: Rng, most: int = MOST_PLIES
) -> tuple[list[Ply], list[tuple[int, Verdict | None]], Any]:
    """The log of the recorded game, what might be thought of it, and how it ended."""
    game_record, game = full_record(key, most), get(key)
    state, plies, judged = (
        record.begin(game_record),
        list[Ply](),
        list[tuple[int, Verdict | None]](),
    )
    sight = analysis.judge_of(game).sight
    units, longest = sight.units, max(sight.names, key=partial(length_of_sentence, key))
    for number, ply in enumerate(game_record.plies, 1):
        if not number % FARTHEST or number < 3 * FARTHEST:
            sample = game.sample(state, ply.seat, luck)
            better = tuple(line_notations(game, state, ply.seat, [sample]))
            loss = float(luck.below(50)) if luck.below(BEST) else 0.0
            gains = {longest: 12 * units.get(longest, 1.0)}
            verdict = Verdict(
                number,
                ply.seat,
                (ply.move,),
                better,
                loss,
                float(number),
                gains,
                game.number(state),
            )
            judged.append((number, verdict))
        else:
            judged.append((number, None))
        events = tuple(make_move(game, state, ply.seat, ply.move))
        ends = not game.mid_turn(state)
        plies.append(Ply(number, ply.seat, ply.move, events, AT, ai=False, ends_turn=ends))
    assert [next_decision(*ply) for ply in judged] == list(range(2, len(plies) + 2))
    return plies, judged, state


def give_deal(db: Any, number: int, game_record: Record) -> None:
    """Let a table have been dealt like a recorded game, from which its log can be replayed."""
    seed = f"{int(game_record.seed or '', 16):032x}"
    values = (seed, seed, commitment(seed, seed), as_json(game_record.options), number)
    update = "UPDATE table_ SET seed = ?, salt = ?, commitment = ?, options = ? WHERE id = ?"
    db.execute(update, values)


def store_log(db: Any, number: int, plies: Sequence[Ply], position: Any, game: str) -> None:
    """Let a table have come to a position by these moves, the first of which it has played."""
    [(played,)] = db.execute("SELECT count(*) FROM action WHERE table_id = ?", (number,))
    append(db, number, plies[played:])
    snapshot = msgspec.json.encode(get(game).state_to_json(position)).decode()
    update = "UPDATE snapshot SET ply = ?, state = ?, began = NULL WHERE table_id = ?"
    db.execute(update, (len(plies), snapshot, number))


async def store_finished_game(house: Any, number: int, most: int = MOST_PLIES) -> None:
    """Let the recorded game of its title have been played at a table, and thought about."""
    table = await house.app.tables.get(number)
    plies, judged, state = analysis_of_record(table.game, Rng(number), most)
    await quiet(house)

    def work(db: Any) -> None:
        give_deal(db, number, full_record(table.game, most))
        store_log(db, number, plies, state, table.game)
        db.execute("UPDATE table_ SET status = 'over' WHERE id = ?", (number,))
        values = (number, as_json(get(table.game).result(state)), AT)
        db.execute("INSERT INTO result (table_id, result, at) VALUES (?, ?, ?)", values)
        begin(db, number)
        *earlier, last = judged
        for ply, verdict in earlier:
            add(db, number, ply, verdict)
        end(db, number, *last, None, house.app.clock.now())

    await house.app.store.write(work)
    house.app.tables.forget(number)


async def play_record(house: Any, thread: str, log: Sequence[Ply]) -> None:
    """Let the first moves of the recorded game have been played by the people of a thread."""
    table = await house.app.reading.table_in(int(thread))
    log = [replace(ply, by=table.seats[ply.seat].user_id) for ply in log]
    game_record = full_record(table.game)
    position = record.begin(game_record)
    for ply in log:
        make_move(get(table.game), position, ply.seat, ply.notation)
    await quiet(house)

    def work(db: Any) -> None:
        give_deal(db, table.id, game_record)
        store_log(db, table.id, log, position, table.game)

    await house.app.store.write(work)
    house.app.tables.forget(table.id)


async def finished_game(
    house: Any, game: str, reader: Person, language: str = "fr", most: int = MOST_PLIES
) -> str:
    """The thread of a recorded game at a table of the reader and friends: the first table."""
    thread = await open_full_table(house, game, reader, language, most)
    await store_finished_game(house, 1, most)
    return thread
