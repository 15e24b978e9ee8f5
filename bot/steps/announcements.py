"""Posts about a step: at the table and in private, and the people they mention."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.table import payloads
from bot.table.changes import Direct, Ply
from bot.table.live import LiveTable
from bot.table.motions import Motion
from bot.table.names import bold
from bot.table.payloads import Payload
from bot.table.post import Post
from bot.table.seating import Status, Table
from rules.contract import Seat
from rules.log import LEAVES

AI_PATIENCE = 2.0
"""Seconds that a board post waits for the answer of an AI seat, to show both at once."""
AI_TURN_PATIENCE = 30.0
"""Seconds that a board post waits for an AI seat to go on with its turn."""
SCORES_PATIENCE = 5.0
"""Seconds that a scoreboard waits for a round of AI seats, to be edited once."""
GOES_ON = "table.notice_idle"
"""Code of the question whether an idle game goes on."""
TURN_PATIENCE = 30.0
"""Seconds that it waits within a round: while turn follows turn, one edit shows them all."""


def board(after: LiveTable, plies: Sequence[Ply] = (), *, known: Collection[Seat] = ()) -> Post:
    """The post that shows the newest `plies`, and mentions the people to act and those they call.

    The end of the game mentions all players. Seats in `known` had to act before, and are not
    mentioned again; nor are those who are put out, as they have a post of their own. Plies in
    between that were taken back are listed as `untold`; `back` marks the post that tells that
    `plies` were taken back.
    """
    numbers = {ply.ply for ply in plies}
    first = min(numbers, default=after.plies + 1)
    untold = [ply for ply in range(first, after.plies + 1) if ply not in numbers]
    waited_for = (seat for seat in after.to_act if seat not in known)
    is_solo = len(after.table.seats) == 1  # its player has just seen the end
    everybody = () if is_solo else people(after)
    mention = users(after, everybody if after.result else waited_for)
    out = {seat for ply in plies for event in ply.events for seat in event.puts_out}
    calls = [
        (ply.ply, user)
        for ply in plies
        for user in users(after, [seat for seat in seats_concerned(after, ply) if seat not in out])
    ]
    payload = payloads.Board(
        plies=(first, after.plies),
        revision=after.table.revision,
        mention=mention,
        untold=untold,
        calls=calls,
        back=bool(plies) and all(ply.undone for ply in plies),
    )
    waits = not mention and after.ai_seat is not None
    return Post("over" if after.result else "board", payload, AI_PATIENCE if waits else 0.0)


def eliminations(after: LiveTable, plies: Sequence[Ply]) -> tuple[Post, ...]:
    """A post for each seat that the plies of a turn put out of the game; it calls the player."""
    span = min(ply.ply for ply in plies), max(ply.ply for ply in plies)
    seats = [seat for ply in plies for event in ply.events for seat in event.puts_out]
    return tuple(
        Post("out", payloads.Elimination(seat=seat, plies=span, mention=users(after, [seat])))
        for seat in seats
    )


def turning_point(over: LiveTable, plies: Sequence[Ply]) -> Post:
    """The edit of the last board of a game, whose last turn is `plies`: it tells what decided it.

    It is delivered in the order of the boards, so that it finds the last one.
    """
    return Post("turning", board(over, plies).payload)


def film(table: Table) -> Post:
    """The post that shows the film of a finished game in place of an earlier one, if any."""
    return Post("film", payloads.Film(instead=table.film_message_id))


def seats_concerned(after: LiveTable, ply: Ply) -> list[Seat]:
    """Seats that a ply calls; a ply that leaves the game calls all other people."""
    if ply.notation == LEAVES:
        return [seat for seat in people(after) if seat != ply.seat]
    return seats_called(ply)


def seats_called(ply: Ply) -> list[Seat]:
    """Seats that the events of a ply call; none if it was taken back."""
    if ply.undone:
        return []
    return list(dict.fromkeys(seat for event in ply.events for seat in event.calls))


def users(live: LiveTable, seats: Iterable[Seat]) -> list[int]:
    """The people who play these seats themselves."""
    occupants = (live.table.seats[seat] for seat in seats)
    return [
        occupant.user_id
        for occupant in occupants
        if occupant.user_id and not occupant.is_played and not occupant.resigned
    ]


def opening(after: LiveTable) -> Post:
    """The post that creates the table's home and shows the first board."""
    return replace(board(after), kind="open")


def board_repost(live: LiveTable) -> Post:
    """Post that repeats the lobby, or the newest board with the people who must act."""
    table = live.table
    if table.status is Status.LOBBY:
        return lobby_post(table)
    plies, mention = (live.plies + 1, live.plies), users(live, live.to_act)
    return Post("again", payloads.Board(plies=plies, revision=table.revision, mention=mention))


def lobby_post(table: Table, invited: Sequence[int] = (), *, is_gone: bool = False) -> Post:
    """The post that redraws the lobby, or the scoreboard that it becomes.

    A new one mentions the people `invited`. A scoreboard that `is_gone` is posted anew.
    """
    return Post("lobby", payloads.Lobby(mention=list(invited), gone=is_gone))


def scoreboard(began: Any, after: LiveTable) -> tuple[Post, ...]:
    """The post that redraws the table's scoreboard in its channel, as it names turn and scores.

    A table without a thread of its own has no scoreboard: its newest board is in the channel.
    """
    if not after.table.in_thread:
        return ()
    is_same_round = round_at(after, began) == round_at(after, after.state)
    delay = TURN_PATIENCE if is_same_round else SCORES_PATIENCE
    return (replace(lobby_post(after.table), delay=delay),)


def round_at(live: LiveTable, state: Any) -> int | None:
    """Number of the round of a position; None where the game counts neither rounds nor turns."""
    number = live.game.number(state)
    if number is None or live.game.facts.rounds:
        return number
    return (number - 1) // len(live.table.seats)


def full(table: Table) -> Post:
    """The post that calls the host of a full lobby."""
    return Post("full", Payload(mention=[table.host_id]))


def open_question(table: Table, user_id: int, motion: Motion) -> Post:
    """The line that calls a person to a question that was put while they slept."""
    link = table.link if motion.post is None else table.link_to(*motion.post)
    return notice("table.notice_asked", [user_id], post=link)


def notice(code: str, concerns: Collection[int] = (), **args: Any) -> Post:
    """One line about the table, in its language; it mentions the people whom it `concerns`."""
    return Post("notice", payloads.Notice(code=code, args=args, concerns=list(concerns)))


def late_notice(
    live: LiveTable, seat: Seat, code: str, concerns: Collection[int], **args: Any
) -> Post:
    """The line to the others about a player who does not move, with buttons that help them."""
    payload = payloads.Notice(
        code=code,
        args={"name": bold(live.table.seats[seat].name), **args},
        concerns=list(concerns),
        late=seat,
        turn=live.turn_start,
    )
    return Post("notice", payload)


def open_to_all(live: LiveTable, seat: Seat) -> Post:
    """The line that tells the others that the seat of a player whose time is up is open."""
    table, occupant = live.table, live.table.seats[seat]
    people = [person for person in table.players() if person != occupant.user_id]
    return notice("table.notice_late_seat", people, name=bold(occupant.name))


def extra_day_notice(live: LiveTable, seat: Seat) -> Post:
    """The post that tells a player whose time was up that they have one more day."""
    user = live.table.seats[seat].user_id
    return Post("grace", payloads.AboutTurn(mention=[user] if user else [], turn=live.turn_start))


def goes_on(concerns: Collection[int], days: int, rest: int) -> Post:
    """The question whether a game goes on after `days` without a step.

    The people have `rest` days to answer.
    """
    args = {"days": days, "rest": rest}
    payload = payloads.Notice(code=GOES_ON, args=args, concerns=list(concerns), button="go_on")
    return Post("notice", payload)


def sleeps(days: int) -> Post:
    """The line that says that a game sleeps now, with a button that wakes it."""
    code, args = "table.notice_asleep", {"days": days}
    return Post("notice", payloads.Notice(code=code, args=args, button="wake"))


def reminder(live: LiveTable, user_id: int, began: datetime, others: Collection[int] = ()) -> Post:
    """The post that reminds a person of their turn, which `began` then, here and at `others`."""
    payload = payloads.Reminder(
        mention=[user_id], turn=live.turn_start, began=began, others=list(others)
    )
    return Post("reminder", payload)


def motion_post(motion: Motion) -> Post:
    """The post that puts a motion to the people asked, and mentions them."""
    return Post("ask", payloads.AboutMotion(motion=motion.id, mention=list(motion.votes)))


def farewell(direct: Direct, seat: Seat, language: str) -> tuple[Post, ...]:
    """The post that removes the hand from the private message of a seat's former occupant."""
    channel, message = direct.channel_id, direct.message_id
    if channel is None or message is None:
        return ()
    language = direct.language or language
    payload = payloads.Farewell(channel=channel, message=message, language=language)
    return (Post("farewell", payload, seat=seat),)


def trouble(table: Table, name: str) -> tuple[Post, ...]:
    """The posts that tell the host what keeps a table's posts from reaching people.

    The table hears of a player who does not see it: their seat follows the name after a colon.
    """
    kind, _, seat = name.partition(":")
    line = Post("trouble", payloads.Notice(code=f"table.trouble_{kind}"))
    players = (table.seats[int(seat)],) if seat else ()
    return line, *(notice("table.notice_unseen", name=bold(player.name)) for player in players)


def hands(live: LiveTable, seats: Iterable[Seat]) -> tuple[Post, ...]:
    """The posts that show each of these seats its hand; none in a game without hands."""
    if not live.game.facts.hands:
        return ()
    return tuple(map(hand, seats))


def hand(seat: Seat) -> Post:
    """The post that updates the private message of a seat."""
    return Post("hand", payloads.AboutSeat(seat=seat), seat=seat)


def hand_posts(began: Any, after: LiveTable, plies: Sequence[Ply] = ()) -> tuple[Post, ...]:
    """The posts to the people whose hand has changed since the turn began, or whom it calls."""
    hand, hit = after.game.hand, {seat for ply in plies for seat in seats_called(ply)}
    changed = [
        seat
        for seat in people(after)
        if seat in hit or hand(began, seat) != hand(after.state, seat)
    ]
    return hands(after, changed)


def people(live: LiveTable) -> list[Seat]:
    """The seats that people play."""
    occupants = enumerate(live.table.seats)
    return [seat for seat, occupant in occupants if occupant.ai is None and not occupant.resigned]
