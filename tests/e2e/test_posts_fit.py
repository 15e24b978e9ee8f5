"""A board post fits a phone with its picture, whatever has happened; so does the last of a game.

A recorded game is played beside the bot, by people alone and by one of them against AI seats. Of
its posts those with the most words are sent, by the bot, to a channel on the page.
"""

import discord
import pytest

from bot.i18n import text
from cogs._answering.phone import line_count
from cogs._posts.board_post import Report, content_of, post_with_picture
from cogs._words.small_print import separate_rows
from playground.people import GAMES_ID
from tests.e2e.fitting import full_record
from tests.e2e.phone import FITS, HIGHEST, LANGUAGE, Phone
from tests.posting import Posted, posts_of_game, table_of
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
    every_post = posts_of_game(table, game_record)
    *posts, end = (posted for posted in every_post if posted.kind != "out")

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
