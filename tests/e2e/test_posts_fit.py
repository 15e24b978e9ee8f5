"""A board post fits a phone with its picture, whatever has happened; `-s` prints the heights.

Whole games with four seats are played beside the bot, by people alone and by one of them against
AI seats. Of each game the posts with the most lines are sent, by the bot, to a channel on the page.
"""

from __future__ import annotations

from typing import Any

import discord
import pytest
from playwright.async_api import Browser

from bot.playground.people import GAMES_ID
from cogs._posts.board_post import post_with_picture
from cogs._shared.text_pages import line_count
from tests.browser import BROWSER, browser, height_of, keep, visit
from tests.posting import Posted, posts_of_game, table_of
from tests.tier import games, of_tier

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

HIGHEST = 700
"""Pixels of a post with its picture, 390 pixels wide."""
SENT = of_tier(3, 12)
"""Posts of each game: those with the most lines."""
GAMES = [key for key, game in games().items() if 4 in game.facts.seats]
DRAWN = """(id) => [...document.querySelectorAll(`#log .message[data-id='${id}'] img`)]
  .every((one) => one.complete && one.naturalWidth)"""


async def highest_posts(house: Any, key: str, people: int, language: str) -> list[Any]:
    """The posts of a game whose words take the most lines."""
    posts: list[tuple[int, Posted]] = []
    users = [person.id for person in (house.maud, *house.friends)]
    table = table_of(key, 4, people, language, users)
    for posted in posts_of_game(table, "easy"):
        if posted.kind == "out":
            continue
        message = await post_with_picture(house.app, posted.look, posted.log, posted.payload)
        posts = sorted([*posts, (line_count(message.content), message)], key=lambda one: -one[0])
        del posts[SENT:]
    return [message for _, message in posts]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [1, 4])
async def test_every_post_fits(house, browser: Browser, game: str, people: int) -> None:
    language = "fr" if people == 1 else "en"
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    heights = {}
    for number, message in enumerate(await highest_posts(house, game, people, language)):
        channel = house.app.get_partial_messageable(GAMES_ID)
        sent = await channel.send(
            **message.to_send, allowed_mentions=discord.AllowedMentions.none()
        )
        shown = page.locator(f"#log .message[data-id='{sent.id}']")
        await shown.wait_for()
        await shown.locator("img").first.scroll_into_view_if_needed()
        await page.wait_for_function(DRAWN, arg=str(sent.id))
        heights[f"{number}: {message.content}"] = await height_of(shown)
        await keep(shown, f"post {game} {people} {number}")
        print(f"{heights[f'{number}: {message.content}']:5.0f} {line_count(message.content)}")  # noqa: T201
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}
