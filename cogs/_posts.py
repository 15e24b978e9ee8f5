"""The public board post: who is called, what happened, the picture, the scores; and the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot import words
from bot.app import App
from bot.i18n import text
from bot.table.post import mentions
from bot.table.seating import Status, Table
from bot.tables import Look, Ply
from bot.words import Icon, no_icon
from bot.words.careful import CarefulWords
from cogs import _clocks, _labels
from cogs._controls import BoardButton
from cogs._labels import bold_names as names
from cogs._message import LONGEST, Message, attached, fitted, length, spells_icons
from cogs._paint import PAINTER
from cogs._present import PICTURE, about, icons, log_text, named, public_picture
from render.contract import TABLE
from rules.contract import Result

IN_PLAY = ("play", "hand", "recap", "more")
AT_THE_END = ("rematch", "more")
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
LONGEST_CONCERNED = 240
"""Characters of the line for those whom a move calls: seven mentions and a few words."""
SEAL = 8
"""Characters of the seal that a post shows; *More* has all of them."""
Around = tuple[Sequence[str], Sequence[str]]
"""What stands above the news of a post, and below them."""


# ---- the forms -----------------------------------------------------------------------------------


async def board_post(app: App, table: Table, payload: Mapping[str, Any]) -> Message:
    """The position for everybody, in the table's language; the moves are the payload's.

    It is the newest one without a turn under way, which has a post of its own when it ends.
    """
    look, log = await app.tables.look(table.id, None), await app.tables.log(table.id)
    plies, payload = _told_of(log, payload), _still_called(look, log, payload)
    known = about(table, table.language, look.result, log)
    wish, alt = public_picture(table, TABLE, look.view, plies, known)
    shown = attached(await PAINTER.draw(wish), alt, PICTURE)
    return Message(_told(app, look, plies, payload), [shown], _buttons(look.table, payload))


async def text_post(app: App, table: Table, payload: Mapping[str, Any]) -> Message:
    """The same with the board in words in the place of its picture, as far as there is room."""
    look, log = await app.tables.look(table.id, None), await app.tables.log(table.id)
    plies, payload = _told_of(log, payload), _still_called(look, log, payload)
    board = words.of(table.game).board_text(look.view, names(table), table.language)
    told = _told(app, look, plies, payload)
    return Message(fitted(told, "", board), buttons=_buttons(look.table, payload))


async def call_post(app: App, table: Table, payload: Mapping[str, Any]) -> Message:
    """Who is called, at which table, and the buttons; it asks nothing of the game."""
    title, language = _labels.title(table, table.language), table.language
    called = [f"<@{user}>" for user in payload.get("mention", ())]
    first = text("board.next", language, names=called, table=title) if called else title
    board = app.slash(f"{table.game} board")
    unshown = text("board.unshown", language, board=board)
    concerned = _concerned("", also_called(payload), language)
    return Message(fitted(first, *concerned, unshown), buttons=_buttons(table, payload))


def _told_of(log: Sequence[Ply], payload: Mapping[str, Any]) -> list[Ply]:
    """The moves that a post tells."""
    first, last = payload.get("plies") or (1, 0)
    numbers = set(range(first, last + 1)) - set(payload.get("untold", ()))
    return [ply for ply in log if ply.ply in numbers]


def _still_called(look: Look, log: Sequence[Ply], payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload; nobody has to act any more if the game has ended since: its own post calls."""
    _, last = payload.get("plies") or (1, 0)
    overtaken = look.result is not None and log and last < log[-1].ply
    return {**payload, "mention": []} if overtaken else payload


# ---- the words -----------------------------------------------------------------------------------


def _told(app: App, look: Look, plies: Sequence[Ply], payload: Mapping[str, Any]) -> str:
    """The words of a post; without icons, where a push would spell their names out."""
    told = _worded(app, look, plies, payload)
    return _worded(None, look, plies, payload) if spells_icons(told) else told


def _worded(app: App | None, look: Look, plies: Sequence[Ply], payload: Mapping[str, Any]) -> str:
    """Who is called and why, the news as far as there is room, the rest."""
    table, language = look.table, look.table.language
    if look.result:
        above, below = _over(app, look, payload)
    else:
        above, below = _running(app, look, payload)
    if not plies and look.result is None:
        below = [*below, *_sealed(table)]
    called = also_called(payload)
    room = LONGEST - length((*above, *below)) - LONGEST_CONCERNED * bool(called)
    news = log_text(None, table, plies, language, called, room)
    return fitted(*above, news, *_concerned(news, called, language), *below)


def _running(app: App | None, look: Look, payload: Mapping[str, Any]) -> Around:
    """Whose turn it is; and below the news the scores, and who is in the middle of a turn."""
    table, language = look.table, look.table.language
    standing = CarefulWords(table).standing(look.view, names(table), language, _icon(app))
    midway = _labels.midway(table, look.midway, language)
    below = (standing, *midway, *_clocks.line(table, look.to_act))
    return (_next(look, payload.get("mention", ())),), below


def _icon(app: App | None) -> Icon:
    return icons(app) if app else no_icon


def _next(look: Look, called: Collection[int]) -> str:
    """Who is waited for: people, those who are `called` by mention, or a machine at work."""
    table, title = look.table, _labels.title(look.table, look.table.language)
    people = [seat for seat in look.to_act if not table.seats[seat].is_played]
    if table.rests:
        code = "board.asleep" if table.asleep else "board.paused"
        return text(code, table.language, table=title)
    if people:
        waited_for = [named(table, seat, called) for seat in people]
        return text("board.next", table.language, names=waited_for, table=title)
    machines = [names(table)[seat] for seat in look.to_act]
    return text("board.thinking", table.language, names=machines, n=len(machines), table=title)


def also_called(payload: Mapping[str, Any]) -> list[int]:
    """Whom the moves of a post call, but for those who have to act."""
    return [user for user in mentions(payload) if user not in payload.get("mention", ())]


def _concerned(news: str, called: Sequence[int], language: str) -> list[str]:
    """A line for whom the moves call and the `news` do not mention; none where there is nobody."""
    missing = [f"<@{user}>" for user in called if f"<@{user}>" not in news]
    return [text("board.concerned", language, names=missing)] if missing else []


def _sealed(table: Table) -> list[str]:
    """Below the first board: the luck is sealed, if there is any; *More* has the rest of it."""
    if not _labels.has_luck(table):
        return []
    code = "board.sealed_drawn" if _labels.draws_seats(table) else "board.sealed"
    return [text(code, table.language, seal=table.commitment[:SEAL])]


def _buttons(table: Table, payload: Mapping[str, Any]) -> list[BoardButton]:
    """The buttons of a post; one for the hand only where there is something to hold."""
    revision = payload.get("revision", table.revision)
    return [BoardButton.of(table, verb, revision) for verb in _offered(table)]


def _offered(table: Table) -> Sequence[str]:
    if table.status is Status.OVER:
        return AT_THE_END
    return [verb for verb in IN_PLAY if verb != "hand" or _labels.facts(table).hands]


# ---- the end -------------------------------------------------------------------------------------


def _over(app: App | None, look: Look, payload: Mapping[str, Any]) -> Around:
    """Who won and by what; and below the last moves the ranks, or for one player all points."""
    table, language, result = look.table, look.table.language, look.result
    assert result is not None
    called = [f"<@{user}>" for user in payload.get("mention", ())]
    title = _labels.title(table, language)
    outcome = winners(table, result, language)
    first = text("board.over", language, names=called, outcome=outcome, table=title)
    if not called:
        first = text("board.over_uncalled", language, outcome=outcome, table=title)
    reason = CarefulWords(table).decided(result, language)
    if len(table.seats) == 1:
        ranks = CarefulWords(table).standing(look.view, names(table), language, _icon(app))
    else:
        ranks = ranking(app, table, result, language)
    return (first, reason), (ranks, *_opened(table))


def winners(table: Table, result: Result, language: str) -> str:
    """Who won, alone or together; nobody, when the game itself did."""
    if not result.winners:
        return text("board.nobody_won", language)
    won = [names(table)[seat] for seat in result.winners]
    return text("board.won", language, names=won, n=len(won))


def ranking(app: App | None, table: Table, result: Result, language: str) -> str:
    """Every seat by rank with its points and where they come from."""
    called = names(table)
    if app:
        marks = [_labels.mark(app, table, seat) for seat in range(len(called))]
        called = [f"{mark} {name}" for mark, name in zip(marks, called, strict=True)]
    totals = [one.total for one in result.scores]
    order = sorted(range(len(totals)), key=lambda seat: (result.ranks[seat], -totals[seat]))
    won_alone = _is_won_alone(result)
    return "\n".join(
        text(
            CarefulWords(table).rank,
            language,
            medal="–" if won_alone and result.ranks[seat] > 1 else medal(result.ranks[seat]),
            seat=called[seat],
            n=totals[seat],
        )
        for seat in order
    )


def _is_won_alone(result: Result) -> bool:
    """Whether the game ranks nobody but who won: what the others have tells them not apart."""
    ranked = zip(result.ranks, result.scores, strict=True)
    others = {one.total for rank, one in ranked if rank > 1}
    return len(others) > 1 and set(result.ranks) == {1, 2}


def medal(rank: int) -> str:
    """A rank by its number, in bold so that Discord counts no list; the first three have medals."""
    return " ".join(filter(None, (MEDALS.get(rank), f"**{rank}.**")))


def _opened(table: Table) -> list[str]:
    """The seal of the luck is open now: where to see what was in it."""
    if not _labels.has_luck(table):
        return []
    language, more = table.language, text("board.more", table.language)
    return [text("board.opened", language, seal=table.commitment[:SEAL], more=more)]
