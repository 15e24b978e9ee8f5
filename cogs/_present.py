"""What people see of a table: the public board post, and the private pages behind its buttons."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import discord
from discord import ui

from bot import words
from bot.app import App
from bot.i18n import text
from bot.posts import mentions
from bot.seating import Table
from bot.tables import Look, Ply
from bot.words import Icon
from bot.words.careful import CarefulWords
from cogs import _labels
from cogs._controls import BOARD_VERBS, BoardButton
from cogs._labels import bold_names as names
from cogs._paint import PAINTER, Overtaken, Wish
from render.contract import TABLE
from render.theme import THEME
from rules.contract import Event, Result, Seat
from rules.notation import SEPARATOR

log = logging.getLogger(__name__)

DRAWING = 30.0
"""Seconds that a picture, or a form of a post, may take to be made."""
PICTURE = "board.png"
SHOWN_LINES = 16
"""Lines told in one board post; when AI seats run on for longer, only the newest are."""
LONGEST_TOLD = 2400
"""Characters that the moves may take of the 4,000 of a message; the oldest are left out."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
Post = tuple[ui.LayoutView, list[discord.File]]
Parts = tuple[discord.Colour, *tuple[str | ui.Item[Any], ...]]
"""What `frame` makes a message of."""
LONGEST_POST = 3900
"""Characters of a post in text, of the 4,000 that a message may have."""


# ---- parts ---------------------------------------------------------------------------------------


def icons(app: App) -> Icon:
    """The application's own emojis as text."""
    return lambda name: str(app.emoji(name) or "")


def accent(seats: Sequence[int]) -> discord.Colour:
    """The colour of the first of `seats`; gold where there is none."""
    colour = THEME.seats[seats[0]].colour if seats else THEME.gold
    return discord.Colour.from_rgb(*colour)


def picture(png: bytes, alt: str, name: str = PICTURE) -> tuple[ui.MediaGallery[Any], discord.File]:
    """A picture as a component and as the upload it shows."""
    shown = discord.MediaGalleryItem(f"attachment://{name}", description=alt)
    return ui.MediaGallery(shown), discord.File(io.BytesIO(png), filename=name)


async def drawn(
    wish: Wish, alt: str, language: str, *, name: str = PICTURE, instead: str = ""
) -> tuple[ui.Item[Any], list[discord.File]]:
    """A picture for one reader, and its upload; a sentence where it cannot be made.

    The words of a panel or a hand stand beside it: nobody needs it to play on. Raises Overtaken.
    """
    try:
        async with asyncio.timeout(DRAWING):
            shown, file = picture(await PAINTER.draw(wish), alt, name)
    except Overtaken:
        raise
    except Exception:
        log.exception("No picture for a player of %s", wish.game)
        sorry = text("panel.no_picture", language)
        return ui.TextDisplay("\n".join(filter(None, (instead, sorry)))), []
    return shown, [file]


def frame(colour: discord.Colour, *parts: str | ui.Item[Any]) -> ui.LayoutView:
    """One message: texts and other components in a frame of one colour."""
    items = (
        ui.TextDisplay(part) if isinstance(part, str) else part for part in parts if part != ""
    )
    container = ui.Container[ui.LayoutView](*items, accent_colour=colour)
    return ui.LayoutView(timeout=None).add_item(container)


# ---- the board post ------------------------------------------------------------------------------


async def board_post(app: App, table: Table, payload: Mapping[str, Any]) -> Post:
    """The position for everybody, in the table's language; the moves are the payload's.

    It is the newest one without a turn under way, which has a post of its own when it ends.
    """
    look, plies = await _newest(app, table, payload)
    wish, alt = public_picture(table, TABLE, look.view, plies, table.language)
    shown, file = picture(await PAINTER.draw(wish), alt)
    return frame(*_post(app, look, plies, shown, payload)), [file]


async def text_post(app: App, table: Table, payload: Mapping[str, Any]) -> Post:
    """The same with the board in words in the place of its picture, as far as there is room."""
    look, plies = await _newest(app, table, payload)
    board = words.of(table.game).board_text(look.view, names(table), table.language)
    around = [part for part in _post(app, look, plies, "", payload)[1:] if isinstance(part, str)]
    board = words.shortened(board, LONGEST_POST - sum(map(len, around)))
    return frame(*_post(app, look, plies, board, payload)), []


async def call_post(app: App, table: Table, payload: Mapping[str, Any]) -> Post:
    """Who is called, at which table, and the buttons; it asks nothing of the game."""
    called = [f"<@{user}>" for user in payload.get("mention", ())]
    parts = [text("board.next", table.language, names=called)] if called else []
    parts += _concerned("", payload, table.language)
    parts.append(f"-# {_labels.title(table, table.language)}")
    board = app.slash(f"{table.game} board")
    parts.append(text("board.unshown", table.language, board=board))
    return frame(accent(()), *parts, _buttons(table, payload)), []


async def _newest(app: App, table: Table, payload: Mapping[str, Any]) -> tuple[Look, list[Ply]]:
    """The position that a post shows, and the moves that it tells."""
    first, last = payload.get("plies") or (1, 0)
    look = await app.tables.look(table.id, None)
    numbers = set(range(first, last + 1)) - set(payload.get("untold", ()))
    return look, [ply for ply in await app.tables.log(table.id) if ply.ply in numbers]


def _post(
    app: App,
    look: Look,
    plies: Sequence[Ply],
    shown: str | ui.Item[Any],
    payload: Mapping[str, Any],
) -> Parts:
    """The parts of a post around the board, which is `shown` as a picture or in words."""
    if look.result is not None:
        return _over(app, look, look.result, plies, shown, payload)
    return _running(app, look, plies, shown, payload)


def public_picture(
    table: Table,
    name: str,
    view: Any,
    plies: Sequence[Ply],
    language: str,
    seat: Seat | None = None,
) -> tuple[Wish, str]:
    """A picture that anybody may see, with what the moves have changed lit; and its alt text."""
    called = tuple(_labels.names(table))
    wish = Wish(table.game, name, view, names=called, news=news_of(plies), seat=seat)
    return wish, CarefulWords(table).alt(name, view, called, language, seat)


def news_of(plies: Sequence[Ply]) -> tuple[Event, ...]:
    """What moves have caused in public, those that stand."""
    return tuple(event for ply in plies if not ply.undone for event in ply.events)


def _running(
    app: App,
    look: Look,
    plies: Sequence[Ply],
    shown: str | ui.Item[Any],
    payload: Mapping[str, Any],
) -> Parts:
    """What happened, the picture, the scores, who is next, what to press."""
    table, language = look.table, look.table.language
    spoken = CarefulWords(table)
    lines = _log(app, table, plies, payload) or _opening(table)
    standing = spoken.standing(look.view, names(table), language, icons(app))
    following = _next(look, payload.get("mention", ()))
    following = "\n".join((following, *_labels.midway(table, look.midway, language)))
    return accent(look.to_act), lines, shown, standing, following, _buttons(table, payload)


def _opening(table: Table) -> str:
    """The first post: what is played, and the seal of the luck to come, if there is any."""
    title, agreed = _labels.title(table, table.language), _labels.agreed(table, table.language)
    opening = text("board.opening", table.language, title=title, agreed=agreed)
    if not (_labels.facts(table).luck or (table.drawn and table.size > 1)):
        return opening
    return f"{opening}\n{text('board.sealed', table.language, seal=table.commitment)}"


def _log(app: App, table: Table, plies: Sequence[Ply], payload: Mapping[str, Any]) -> str:
    """What was done; whom it calls is mentioned by the lines that name them, or else below."""
    called = also_called(payload)
    lines = log_text(app, table, plies, table.language, called)
    return "\n".join((lines, *_concerned(lines, payload, table.language)))


def also_called(payload: Mapping[str, Any]) -> list[int]:
    """Whom the moves of a post call, but for those who have to act."""
    return [user for user in mentions(payload) if user not in payload.get("mention", ())]


def _concerned(lines: str, payload: Mapping[str, Any], language: str) -> Iterator[str]:
    """A line for whom the moves call and `lines` do not mention; none where there is nobody."""
    names = [f"<@{user}>" for user in also_called(payload) if f"<@{user}>" not in lines]
    if names:
        yield text("board.concerned", language, names=names)


def log_text(
    app: App,
    table: Table,
    plies: Sequence[Ply],
    language: str,
    called: Collection[int] = (),
) -> str:
    """What was done, turn by turn, the newest last; above, how many moves had no room.

    Each line says whose it is, and its moves as they are typed. Who is `called` is mentioned.
    """
    everybody = [_called(table, seat, called) for seat in range(len(table.seats))]
    kept = [line for turn in turns(plies) for line in _lines(app, table, turn, everybody, language)]
    del kept[:-SHOWN_LINES]
    while len(kept) > 1 and sum(len(line) for line, _ in kept) > LONGEST_TOLD:
        del kept[0]
    lines = [line for line, _ in kept]
    if missing := len(plies) - sum(count for _, count in kept):
        lines.insert(0, text("board.earlier", language, n=missing))
    return "\n".join(lines)


def turns(plies: Sequence[Ply]) -> Iterator[list[Ply]]:
    """The plies of each turn; what was taken back stands alone."""
    turn: list[Ply] = []
    for ply in plies:
        if turn and (turn[-1].ends_turn or turn[-1].undone or ply.undone):
            yield turn
            turn = []
        turn.append(ply)
    if turn:
        yield turn


def _lines(
    app: App, table: Table, turn: Sequence[Ply], names: Sequence[str], language: str
) -> Iterator[tuple[str, int]]:
    """The lines of a turn: each whole, with what followed in small, and how many moves it tells."""
    if turn[0].undone:
        seat = f"{_labels.mark(app, turn[0].seat)} {names[turn[0].seat]}"
        yield text("board.taken_back", language, seat=seat, move=turn[0].notation), 1
        return
    plies = iter(turn)
    for line in CarefulWords(table).turn_lines(turn, names, language, icons(app)):
        first, *more = islice(plies, line.plies)
        moves = SEPARATOR.join(ply.notation for ply in (first, *more))
        done = f"{_labels.mark(app, first.seat)} {line.done} · `{moves}`"
        yield "\n".join((done, *(f"-# {followed}" for followed in line.followed))), line.plies


def _next(look: Look, called: Collection[int]) -> str:
    """Who is waited for: people, those who are `called` by mention, or a machine at work."""
    table = look.table
    people = [seat for seat in look.to_act if not table.seats[seat].ai]
    if people:
        named = [_called(table, seat, called) for seat in people]
        return text("board.next", table.language, names=named)
    machines = [names(table)[seat] for seat in look.to_act]
    return text("board.thinking", table.language, names=machines, n=len(machines))


def _called(table: Table, seat: Seat, called: Collection[int]) -> str:
    """A mention if they are to be notified, else a name: others may see a number in a mention."""
    user = table.seats[seat].user_id
    return f"<@{user}>" if user in called else names(table)[seat]


def _buttons(table: Table, payload: Mapping[str, Any], *verbs: str) -> ui.ActionRow[Any]:
    """The buttons of a post; one for the hand only where there is something to hold."""
    offered = [verb for verb in BOARD_VERBS if verb != "hand" or _labels.facts(table).hands]
    revision = payload.get("revision", table.revision)
    return ui.ActionRow(*(BoardButton.of(table, verb, revision) for verb in verbs or offered))


# ---- the end -------------------------------------------------------------------------------------


def _over(
    app: App,
    look: Look,
    result: Result,
    plies: Sequence[Ply],
    shown: str | ui.Item[Any],
    payload: Mapping[str, Any],
) -> Parts:
    """The last moves, who won, the picture, the ranks; for one player, the points of both sides."""
    table, language = look.table, look.table.language
    lines = _log(app, table, plies, payload) or _labels.title(table, language)
    ended = (
        f"{winners(table, result, language)}\n-# {CarefulWords(table).say(result.reason, language)}"
    )
    if len(table.seats) == 1:
        ranks = CarefulWords(table).standing(look.view, names(table), language, icons(app))
    else:
        ranks = ranking(app, table, result, language)
    buttons = _buttons(table, payload, "more")
    return accent(result.winners), lines, ended, shown, ranks, buttons


def winners(table: Table, result: Result, language: str) -> str:
    """Who won, alone or together; nobody, when the game itself did."""
    if not result.winners:
        return text("board.nobody_won", language)
    won = [names(table)[seat] for seat in result.winners]
    return text("board.won", language, names=won, n=len(won))


def ranking(app: App, table: Table, result: Result, language: str) -> str:
    """Every seat by rank with its points and where they come from."""
    called = names(table)
    order = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    return "\n".join(
        text(
            CarefulWords(table).rank,
            language,
            medal=MEDALS.get(result.ranks[seat], f"{result.ranks[seat]}."),
            seat=f"{_labels.mark(app, seat)} {called[seat]}",
            n=result.scores[seat].total,
        )
        for seat in order
    )
