"""A board post fits a phone with its picture, whatever has happened; so does the last of a game.

A recorded game is played beside the bot, by people alone and by one of them against AI seats. Of
its posts those with the most words are sent, by the bot, to a channel on the page.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

from bot.i18n import text
from bot.steps import moves
from bot.steps.visibility import look_of
from bot.table.changes import Ply, Secret
from bot.table.live import LiveTable
from bot.table.seating import Table
from cogs._posts.board_post import Report, content_of, post_with_picture
from cogs._shared.phone import line_count
from cogs._shared.small_print import separate_rows
from playground.people import GAMES_ID
from rules import record
from rules.registry import get
from tests.e2e.fitting import full_record
from tests.e2e.phone import FITS, HIGHEST, LANGUAGE, Phone
from tests.posting import AT, Posted, table_of
from tests.tier import deep, games, of_tier

pytestmark = FITS

SENT = of_tier(2, 12)
"""Posts of each game before the last: those with the most words."""
CHARTED = {
    "fr": ("Points par source.", "tour par tour"),
    "en": ("Points by source.", "turn by turn"),
}
"""Words of a description that has a chart in it."""
CHART = 85
"""Pixels of a chart, left out where a game's decision needs them, and of the head of a post."""
TURN = {"fr": "manche 12", "en": "round 12"}
"""When most was lost, as the last post tells it once the game is analysed."""
CASES = [
    pytest.param(game, people, name, marks=[] if (people, name) == (1, "maud") else deep)
    for game in games()
    for people, name in ((1, "maud"), (full_record(game).seats, "bastien"))
]
"""Games, the people among their players, and who reads: an ordinary run has the longest posts."""


def posts_of_record(table: Table, game_record: record.Record) -> Iterator[Posted]:
    """Every board post of a recorded game, as they merge while an AI goes on."""
    game, secret = get(table.game), Secret(f"{1:032x}", "")
    live = LiveTable(table, secret, record.begin(game_record), 0, None)
    log, waiting = list[Ply](), None
    for ply in game_record.plies:
        ai = table.seats[ply.seat].ai is not None
        action = game.parse(live.state, ply.seat, ply.move)
        after, saved_ply = moves.apply_move(live, ply.seat, action, at=AT, ai=ai)
        live, change, _ = moves.commit_moves(live, after, (saved_ply,))
        log += change.plies
        if saved_ply.ends_turn:
            live = LiveTable(live.table, secret, live.state, live.plies, live.result)
        for post in change.posts:
            if post.kind not in ("board", "over"):
                continue
            waiting = waiting.merged_with(post.payload) if waiting else post.payload
            if not post.delay:
                yield Posted(look_of(live, None), list(log), post.kind, waiting)
                waiting = None


async def send(phone: Phone, called: str, posted: Posted, turning: str = "") -> discord.Message:
    """Send a post to a channel on the page, and measure it there."""
    app = phone.house.app
    report = Report(app, posted.look, posted.log, posted.payload, turning)
    message = await post_with_picture(report)
    sent = await app.get_partial_messageable(GAMES_ID).send(
        **message.to_send, allowed_mentions=discord.AllowedMentions.none()
    )
    await phone.measure_post(called, str(sent.id))
    return sent


@pytest.mark.parametrize(("game", "people", "name"), CASES)
async def test_the_longest_posts_and_the_last_one_fit(house, phone_of, game, people, name):
    phone, game_record = await phone_of("maud"), full_record(game)
    language = phone.language = LANGUAGE[name]
    users = [person.id for person in (house.maud, *house.friends)]
    table = table_of(game, game_record.seats, people, language, users)
    *posts, end = posts_of_record(table, game_record)

    def lines(posted: Posted) -> int:
        report = Report(house.app, posted.look, posted.log, posted.payload)
        return line_count(content_of(report))

    for number, posted in enumerate(sorted(posts, key=lines, reverse=True)[:SENT]):
        await send(phone, f"post {number}", posted)
    line = text("board.turning", language, turn=TURN[language], name="**Bastien**")
    sent = await send(phone, "last post", end, line)
    assert end.kind == "over"
    assert line in separate_rows(sent.content)
    description = sent.attachments[0].description
    is_full = phone.heights["last post"] > HIGHEST - CHART
    assert is_full or any(start in description for start in CHARTED[language])
    phone.assert_fits()
