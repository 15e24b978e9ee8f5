"""Board posts of whole games, made as the bot makes them, without Discord and without a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.steps import moves
from bot.steps.visibility import look_of
from bot.table import payloads
from bot.table.changes import Ply, Secret
from bot.table.live import LiveTable, Look
from bot.table.seating import Occupant, Status, Table
from rules import record
from rules.contract import Seat
from rules.record import Record
from rules.registry import get
from rules.rng import Rng

PEOPLE = ("Maud", "Bastien", "Inès", "Karim")
MACHINES = ("Iktinos", "Aspasia", "Phidias")
LONG_NAMES = (
    "Maximilienne Dubost",
    "Jean-Bartholomé XIV",
    "Hippolyte-Théodorin",
    "Archimède Wellington",
)
AT = datetime(2026, 1, 1, tzinfo=UTC).isoformat()


class Posted(NamedTuple):
    """A delivery at its moment: the table as everybody sees it, its log, kind and payload."""

    look: Look
    log: Sequence[Ply]
    kind: str
    payload: payloads.Board


def table_of(
    key: str, seats: int, people: int, language: str, users: Sequence[int] = (1, 2, 3, 4)
) -> Table:
    """A running table at which the first seats are people's and the others an AI's."""
    players = zip(users[:people], PEOPLE, strict=False)
    occupants = [
        *(Occupant(user, name) for user, name in players),
        *(Occupant(None, f"{name} (AI)", "easy") for name in MACHINES[: seats - people]),
    ]
    return Table(
        id=1,
        number=1,
        game=key,
        guild_id=1,
        channel_id=2,
        home_id=3,
        in_thread=True,
        host_id=users[0],
        language=language,
        status=Status.LIVE,
        size=seats,
        options={},
        seats=tuple(occupants),
        commitment="0" * 64,
        version=get(key).facts.version,
        opened_at=AT,
    )


def with_long_names(table: Table) -> Table:
    """The same table, with names as long as people may have them."""
    seats = (
        replace(occupant, name=name if occupant.ai is None else f"{name} (AI)")
        for occupant, name in zip(table.seats, LONG_NAMES, strict=False)
    )
    return replace(table, seats=tuple(seats))


def posts_of_game(
    table: Table, player: str | Record, seed: int = 1, longest: int = 10_000
) -> Iterator[Posted]:
    """Every board post of a game played by AI players, as they merge while an AI goes on.

    A recorded game in place of the name of the players is repeated, far sooner.
    """
    if isinstance(player, Record):
        table = replace(table, options=dict(player.options))
        start, choose = record.begin(player), moves_of_record(player)
    else:
        start = get(table.game).new(len(table.seats), seed, table.options)
        choose = moves_of_player(table.game, player, seed)
    secret = Secret(f"{seed:032x}", "")
    live = LiveTable(table, secret, start, 0, None)
    log: list[Ply] = []
    waiting: payloads.Board | None = None
    while live.to_act and len(log) < longest:
        seat, action = choose(live.state)
        ai = table.seats[seat].ai is not None
        after, ply = moves.apply_move(live, seat, action, at=AT, ai=ai)
        live, change, _ = moves.commit_moves(live, after, (ply,))
        log += change.plies
        if ply.ends_turn:
            live = LiveTable(live.table, secret, live.state, live.plies, live.result)
        for post in change.posts:
            if post.kind == "out":
                yield Posted(look_of(live, None), list(log), post.kind, post.payload)
            elif post.kind in ("board", "over"):
                waiting = waiting.merged_with(post.payload) if waiting else post.payload
                if post.delay:
                    continue
                yield Posted(look_of(live, None), list(log), post.kind, waiting)
                waiting = None


def moves_of_player(key: str, player: str, seed: int) -> Callable[[Any], tuple[Seat, Any]]:
    """Chooser of the next move: its seat and the action of an AI player."""
    game, luck = get(key), Rng(seed)

    def choose(state: Any) -> tuple[Seat, Any]:
        seat = game.to_act(state)[0]
        return seat, game.player(player).choose(state, seat, luck)

    return choose


def moves_of_record(game_record: Record) -> Callable[[Any], tuple[Seat, Any]]:
    """Chooser of the next move of a recorded game."""
    game, plies = get(game_record.game), iter(game_record.plies)

    def choose(state: Any) -> tuple[Seat, Any]:
        ply = next(plies)
        return ply.seat, game.parse(state, ply.seat, ply.move)

    return choose
