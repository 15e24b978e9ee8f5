"""The last post of a game, with the chart of what decided it, fits a phone in both languages."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from playwright.async_api import Browser

from bot.i18n import text
from bot.playground.people import GAMES_ID
from cogs._posts.board_post import post_with_picture
from rules.registry import get
from tests.browser import BROWSER, browser, height_of, keep, visit
from tests.e2e.test_posts_fit import DRAWN, HIGHEST
from tests.posting import posts_of_game, table_of
from tests.tier import deep, games

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

CASES = [
    pytest.param(key, seats, marks=() if seats == max(get(key).facts.seats) else deep)
    for key in games()
    for seats in get(key).facts.seats
    if seats > 1
]


CHARTED = {
    "fr": ("Points par source.", "tour par tour"),
    "en": ("Points by source.", "turn by turn"),
}
"""Words of a description that has a chart in it."""
FULL = {("telegraph", 4, "fr")}
"""Posts that have no room for the turning point."""
TURN = {"fr": "manche 12", "en": "round 12"}
"""When most was lost, as the last post tells it once the game is analysed."""


@pytest.mark.parametrize(("game", "seats"), CASES)
async def test_the_last_post_fits(house: Any, browser: Browser, game: str, seats: int) -> None:
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    users = [person.id for person in (house.maud, *house.friends)]
    heights = {}
    for language in ("fr", "en"):
        *_, end = posts_of_game(table_of(game, seats, seats, language, users), "easy")
        assert end.kind == "over"
        line = text("board.turning", language, turn=TURN[language], name="**Bastien**")
        message = await post_with_picture(house.app, end.look, end.log, end.payload, turning=line)
        is_told = line in message.content.split("\n")
        assert is_told is ((game, seats, language) not in FULL)
        channel = house.app.get_partial_messageable(GAMES_ID)
        sent = await channel.send(
            **message.to_send, allowed_mentions=discord.AllowedMentions.none()
        )
        shown = page.locator(f"#log .message[data-id='{sent.id}']")
        await shown.wait_for()
        await shown.locator("img").first.scroll_into_view_if_needed()
        await page.wait_for_function(DRAWN, arg=str(sent.id))
        heights[language] = await height_of(shown)
        await keep(shown, f"end {game} {seats} {language}")
        [alt] = [attachment.description for attachment in sent.attachments]
        assert any(start in alt for start in CHARTED[language])
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}
