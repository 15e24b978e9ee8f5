"""The public board post: the players called, the news, the picture, the scores; the end."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from bot import words
from bot.app import App
from bot.connection.decorations import Upload
from bot.i18n import text
from bot.table import payloads
from bot.table.changes import Ply
from bot.table.live import Look
from bot.table.names import bold
from bot.table.seating import Purpose, Status, Table
from bot.words import keep_together, no_icon, row_of
from bot.words.careful import CarefulWords
from cogs._access.controls import BoardButton
from cogs._answering.messages import Message
from cogs._answering.phone import NEEDED, Ranked
from cogs._answering.presentation import (
    PICTURE,
    about,
    alt_with_threats,
    picture_or_none,
    public_picture,
)
from cogs._painting.painter import PAINTER
from cogs._posts.decision import turning_line, with_chart
from cogs._posts.news import (
    News,
    Rank,
    beginning_kept,
    effect_lines,
    fitting_news,
    part_lines,
    plies_of_post,
    plies_since_turn,
    turn_line,
)
from cogs._words import clocks, labels
from cogs._words.fitting import fitting_text, spells_icons
from cogs._words.labels import bold_names as names
from cogs._words.labels import icons
from cogs._words.small_print import separate_rows
from cogs._words.turn_lines import TurnLines
from render.contract import TABLE
from rules.contract import Result

IN_PLAY = ("play", "hand", "recap", "more")
AT_THE_END = ("rematch", "replay", "film", "page", "more")
END_OF_SANDBOX = ("replay", "more")
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
LATE = 5.0
"""Seconds that a new post waits for its picture; then its words go first."""
SEAL = 8
"""Characters of the seal that a post shows; *More* has all of them."""


class Report(msgspec.Struct, frozen=True):
    """A position and its news, from which a board post is made."""

    app: App | None
    """None for words without icons."""
    look: Look
    log: Sequence[Ply]
    payload: payloads.Board
    turning: str = ""
    """Line about the turning point of a game that is over; "" where it is not known."""

    @property
    def plies(self) -> Sequence[Ply]:
        """Moves that the post reports."""
        return plies_of_post(self.log, self.payload)


# ---- the forms -----------------------------------------------------------------------------------


async def board_post(app: App, table: Table, payload: payloads.Board) -> Message:
    """Board post with a picture, in the table's language; the payload names the moves.

    It shows the newest position without the current turn, which has its own post when it ends.
    """
    return await post_with_picture(await _report(app, table, payload))


async def prompt_post(app: App, table: Table, payload: payloads.Board) -> Message:
    """Board post that calls people in time: in words where its picture is late, which they say."""
    report = await _report(app, table, payload)
    try:
        async with asyncio.timeout(LATE):
            return await post_with_picture(report)
    except TimeoutError:
        app.figures.late_picture()
        follows = f"-# {text('board.picture_follows', table.language)}"
        content = fitting_text(content_of(report), follows)
        return Message(content, buttons=_buttons(report.look.table, payload))


async def post_with_turning_point(
    app: App, table: Table, payload: payloads.Board
) -> Message | None:
    """Last board post of a game, with its turning point; None where it has no room for that."""
    report = await _report(app, table, payload)
    if not report.turning:
        return None
    post = await post_with_picture(report)
    return post if _has_turning_point(report, post.content) else None


async def text_post(app: App, table: Table, payload: payloads.Board) -> Message:
    """Board post with the board in words in place of its picture, as far as there is room."""
    report = await _report(app, table, payload)
    return Message(_content_in_words(report), buttons=_buttons(report.look.table, payload))


async def _report(app: App, table: Table, payload: payloads.Board) -> Report:
    """The newest position of a table, without mentions if the game has ended since the moves.

    The post of its end has them.
    """
    look, log = await app.reading.look(table.id, None), await app.reading.log(table.id)
    if look.result is None:
        return Report(app, look, log, payload)
    if log and payload.last < log[-1].ply:
        payload = replace(payload, mention=[])
    analysis = await app.analyses.finished(table.id)
    turning = "" if analysis is None else turning_line(analysis)
    return Report(app, look, log, payload, turning)


async def post_with_picture(report: Report) -> Message:
    """Board post with its picture and as many words as fit a phone beside it.

    At the end the picture has a chart, unless it cannot be drawn or leaves too little room for
    what decided the game.
    """
    look, table = report.look, report.look.table
    facts = about(table, table.language, look.result, report.log, look.threats)
    wish, alt = public_picture(table, TABLE, look.view, report.plies, facts)
    alt = alt_with_threats(alt, look, table.language)
    if (charted := with_chart(wish, alt, table, look.result, report.log)) is not None:
        drawing = await picture_or_none(charted[0])
        content = content_of(report, drawing, has_chart=True)
        if drawing is not None and _tells_decision(report, content):
            return _message(report, content, drawing, charted[1])
    drawing = await PAINTER.draw(wish)
    return _message(report, content_of(report, drawing), drawing, alt)


def _message(report: Report, content: str, drawing: bytes, alt: str) -> Message:
    """Board post of these words with a picture, or with the board in words in its place."""
    upload = Upload(drawing, PICTURE, partial(_content_in_words, report), alt=alt)
    return Message(content, [upload], _buttons(report.look.table, report.payload))


def _content_in_words(report: Report) -> str:
    """Words of a post, below them the board in words."""
    table = report.look.table
    board = words.of(table.game, table.language, names(table)).board_text(report.look.view)
    return fitting_text(content_of(report), board)


async def call_post(app: App, table: Table, payload: payloads.Board) -> Message:
    """Board post with mentions and buttons only, for which the game need not work."""
    title, language = labels.title(table, table.language), table.language
    mentioned = [f"<@{user}>" for user in payload.mention]
    call = text("board.next", language, names=mentioned, table=title) if mentioned else title
    board = app.slash(f"{table.game} board")
    hint = text("board.unshown", language, board=board)
    more_mentions = _mention_lines("", users_called_by_moves(payload), language)
    return Message(fitting_text(call, *more_mentions, hint), buttons=_buttons(table, payload))


# ---- the words -----------------------------------------------------------------------------------


def content_of(report: Report, drawing: bytes | None = None, *, has_chart: bool = False) -> str:
    """Words of a post that fit beside its picture.

    They have no icons where a push notification would spell out their names.
    """
    content = _content_with_icons(report, drawing, has_chart=has_chart)
    if spells_icons(content):
        content = _content_with_icons(replace(report, app=None), drawing, has_chart=has_chart)
    return content


def _content_with_icons(report: Report, drawing: bytes | None, *, has_chart: bool) -> str:
    """Words of a post: the players called and the harm to them, the turns, the rest."""
    look = report.look
    language, buttons = look.table.language, _buttons(look.table, report.payload)
    if look.result is not None:
        news = _final_news(report, has_parts=not has_chart)
        return fitting_news(news, language, drawing, buttons)

    def brief_news() -> News:
        brief_look = replace(look, table=labels.with_brief_names(look.table))
        return _running_news(replace(report, look=brief_look), is_brief=True)

    return fitting_news(_running_news(report), language, drawing, buttons, brief=brief_news)


def _effects(report: Report) -> Mapping[int, str]:
    """Effects that a post reports to each person it mentions, as far as there are any.

    To the people to act, these are of all moves since their last turn; to others, of the post's.
    """
    payload = report.payload
    plies: dict[int, Sequence[Ply]] = dict.fromkeys(payload.users, report.plies)
    for seat, occupant in enumerate(report.look.table.seats):
        if occupant.user_id is not None and occupant.user_id in payload.mention:
            plies[occupant.user_id] = plies_since_turn(report.log, seat, payload.last)
    return effect_lines(report.look.table, plies, report.look.table.language)


def _plies_of_turns(report: Report) -> Sequence[Ply]:
    """Moves that a post tells: its own, and all since the last turn of the one person to act."""
    payload, table = report.payload, report.look.table
    if len(payload.mention) != 1:
        return report.plies
    [user], numbers = payload.mention, {ply.ply for ply in report.plies}
    since = (
        plies_since_turn(report.log, seat, payload.last)
        for seat in report.look.to_act
        if table.seats[seat].user_id == user
    )
    numbers |= {ply.ply for plies in since for ply in plies if not ply.undone}
    return [ply for ply in report.log if ply.ply in numbers]


def _running_news(report: Report, *, is_brief: bool = False) -> News:
    """Words about a running game: the people called and their harm; scores and time below.

    In brief, threats have few words.

    What these did is left out where nobody else reads on. There are no icons: a push notification
    would spell out their names.
    """
    look, payload, effects = report.look, report.payload, _effects(report)
    table, language = look.table, look.table.language
    others = {occupant.user_id for occupant in table.seats} - {None, *payload.mention}
    readers = () if others else payload.mention
    plies = _plies_of_turns(report)
    lines = TurnLines(table, language).short(plies, readers=readers, addressed=effects)
    standing = CarefulWords(table, language, labels.short_names(table)).standing(look.view)
    scores, *details = standing.split("\n")
    time = clocks.deadline_lines(table, look.to_act)
    if payload.plies == (1, 0):
        details += _seal_lines(table)
    return News(
        _lines_to_people(look, payload, effects, is_brief=is_brief),
        (
            *(turn_line(line, Rank.EARLIER) for line in lines[:-1]),
            *(turn_line(line, NEEDED) for line in lines[-1:]),
        ),
        (Ranked(scores, Rank.STANDING), *(Ranked(line, Rank.NOTE) for line in time)),
        tuple(details),
    )


def _lines_to_people(
    look: Look, payload: payloads.Board, effects: Mapping[int, str], *, is_brief: bool
) -> tuple[Ranked[str], ...]:
    """The call of a running game, the threats below it, then the harm to other people."""
    table, language = look.table, look.table.language
    call, harm_lines = Ranked(_call(look, payload.mention)), dict(effects)
    if len(payload.mention) == 1 and (harm := harm_lines.pop(payload.mention[0], "")):
        line = text("board.with_harm", language, call=call.part, harm=harm)
        call = Ranked(line, Rank.NEWS, shrinks=True, instead=call)
    addressed = [
        text("board.harm", language, name=f"<@{user}>", harm=harm)
        for user, harm in harm_lines.items()
    ]
    others = _mention_lines("\n".join(addressed), users_called_by_moves(payload), language)
    game_words = CarefulWords(table, language, labels.short_names(table))
    threats = (game_words.brief_threats if is_brief else game_words.threats)(look.threats)
    return (
        call,
        *map(Ranked, threats),
        *(beginning_kept(line, Rank.ENDS) for line in addressed),
        *map(Ranked, others),
    )


def _call(look: Look, called: Collection[int]) -> str:
    """Line about the players to act: people, mentioned if `called`, or an AI at work."""
    table, title = look.table, labels.title(look.table, look.table.language)
    people = [seat for seat in look.to_act if not table.seats[seat].is_played]
    if table.rests:
        code = "board.asleep" if table.asleep else "board.paused"
        return text(code, table.language, table=title)
    if people:
        waiting = [
            f"<@{user}>" if (user := table.seats[seat].user_id) in called else names(table)[seat]
            for seat in people
        ]
        return text("board.next", table.language, names=waiting, table=title)
    machines = [names(table)[seat] for seat in look.to_act]
    return text("board.thinking", table.language, names=machines, n=len(machines), table=title)


def users_called_by_moves(payload: payloads.Board) -> list[int]:
    """Users whom the moves of a post call, other than the players to act."""
    return [user for user in payload.users if user not in payload.mention]


def _mention_lines(news: str, called: Sequence[int], language: str) -> list[str]:
    """Line that mentions users whom the moves call and the `news` do not mention; [] for none."""
    missing = [f"<@{user}>" for user in called if f"<@{user}>" not in news]
    return [text("board.concerned", language, names=missing)] if missing else []


def _seal_lines(table: Table) -> list[str]:
    """Line below the first board with the beginning of the seal; [] where luck decides nothing."""
    if not labels.has_luck(table) or table.purpose is not Purpose.GAME:
        return []
    code = "board.sealed_drawn" if labels.draws_seats(table) else "board.sealed"
    return [text(code, table.language, seal=table.commitment[:SEAL])]


def _buttons(table: Table, payload: payloads.Board) -> list[BoardButton]:
    revision = table.revision if payload.revision is None else payload.revision
    return [BoardButton.of(table, verb, revision, table.language) for verb in board_verbs(table)]


def board_verbs(table: Table) -> Sequence[str]:
    """Verbs of the buttons of a post."""
    if table.status is Status.OVER:
        return END_OF_SANDBOX if table.is_sandbox else AT_THE_END
    return [verb for verb in IN_PLAY if verb != "hand" or labels.facts(table).hands]


# ---- the end -------------------------------------------------------------------------------------


def _final_news(report: Report, *, has_parts: bool) -> News:
    """Words about a finished game: winners and reason, the last turn, ranks or points, the rest.

    Beside a chart of the sources of the points, no line tells them.
    """
    look, payload, app = report.look, report.payload, report.app
    table, language, result = look.table, look.table.language, look.result
    assert result is not None
    mentioned = [f"<@{user}>" for user in payload.mention]
    title = labels.title(table, language)
    outcome = labels.winners(table, result, language)
    headline = text("board.over", language, names=mentioned, outcome=outcome, table=title)
    if not mentioned:
        headline = text("board.over_uncalled", language, outcome=outcome, table=title)
    reason = CarefulWords(table, language).end_reason(result)
    if len(table.seats) == 1:
        icon = icons(app) if app else no_icon
        game_words = CarefulWords(table, language, names(table), icon)
        ranks = Ranked(game_words.standing(look.view))
    else:
        row = Ranked(ranks_in_a_row(table, result), Rank.SCORES)
        ranks = Ranked(ranking(app, table, result, language), Rank.SCORES, instead=row)
    lines = TurnLines(table, language).short(report.plies)
    last = (
        Ranked(line.full, Rank.GAIN, instead=beginning_kept(line.without_gain, Rank.NEWS))
        for line in lines[-1:]
    )
    turning = [Ranked(report.turning, Rank.TURNING)] if report.turning else []
    notes = (Ranked(line, Rank.NOTE) for line in _share_lines(look))
    parts = part_lines(table, result, language) if has_parts and len(table.seats) > 1 else ()
    return News(
        (Ranked(headline), Ranked(reason)),
        (*(turn_line(line, Rank.EARLIER) for line in lines[:-1]), *last),
        (ranks, *turning, *notes),
        (*parts, *_open_seal_lines(table)),
    )


def _tells_decision(report: Report, content: str) -> bool:
    """Whether the last post of a game has its turning point, and the whole of the last turn."""
    table = report.look.table
    lines = TurnLines(table, table.language).short(report.plies)[-1:]
    whole = all(line.without_gain in content for line in lines)
    return whole and _has_turning_point(report, content)


def _has_turning_point(report: Report, content: str) -> bool:
    return not report.turning or report.turning in separate_rows(content)


def _share_lines(look: Look) -> list[str]:
    """Line about each person who did not make all turns of their seat, or whom no result rates."""
    table, language = look.table, look.table.language
    if len(table.seats) == 1 or not look.shares:
        return []
    if not any(share.turns for share in look.shares):
        return [text("board.nobody_rated", language)]
    return [
        text(
            "board.rated" if share.rated else "board.unrated",
            language,
            name=bold(table.seats[share.seat].name or ""),
            own=share.own,
            n=share.turns,
        )
        for share in look.shares
    ]


def ranking(app: App | None, table: Table, result: Result, language: str) -> str:
    """Lines of all seats by rank with their points."""
    players = labels.marked_names(app, table) if app else names(table)
    game_words = CarefulWords(table, language)
    totals = [score.total for score in result.scores]
    order = sorted(range(len(totals)), key=lambda seat: (result.ranks[seat], -totals[seat]))
    one_winner = _is_won_alone(result)
    return "\n".join(
        text(
            game_words.rank,
            language,
            medal="–" if one_winner and result.ranks[seat] > 1 else medal(result.ranks[seat]),
            seat=players[seat],
            n=totals[seat],
        )
        for seat in order
    )


def ranks_in_a_row(table: Table, result: Result) -> str:
    """Names of all seats by rank with their points, in one row."""
    players, totals = names(table), [score.total for score in result.scores]
    order = sorted(range(len(totals)), key=lambda seat: (result.ranks[seat], -totals[seat]))
    return row_of(
        keep_together(
            MEDALS[1] if result.ranks[seat] == 1 else "", players[seat], str(totals[seat])
        )
        for seat in order
    )


def _is_won_alone(result: Result) -> bool:
    """Whether the game ranks nobody but the winners, though the others differ in points."""
    ranked_scores = zip(result.ranks, result.scores, strict=True)
    totals = {score.total for rank, score in ranked_scores if rank > 1}
    return len(totals) > 1 and set(result.ranks) == {1, 2}


def medal(rank: int) -> str:
    """Rank with its medal, if any; in bold, so that Discord does not make a list of it."""
    return " ".join(filter(None, (MEDALS.get(rank), f"**{rank}.**")))


def _open_seal_lines(table: Table) -> list[str]:
    """Line about the opened seal of the luck; [] for a game without luck."""
    if not labels.has_luck(table):
        return []
    language, more = table.language, text("board.more", table.language)
    return [text("board.opened", language, seal=table.commitment[:SEAL], more=more)]
