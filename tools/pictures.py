"""Makes the pictures of the documentation with the program itself: `python -m tools.pictures`."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright

import playground
from bench.measured import LATE, NAMES, game_bench
from bench.texts import POST
from bot.app import App
from bot.settings import Settings
from playground import Playground
from render.canvas import TALLEST
from render.contract import TABLE
from render.registry import renderer
from render.theme import THEME
from rules.registry import games, get

DOCS = Path(__file__).parents[1] / "docs"
SHARES = 0.1, 0.5, LATE, 1.0
"""Shares of a game that are over in the columns of a contact sheet."""
GAP, TALL = 8, round(POST * TALLEST)


def table(key: str) -> bytes:
    """A game of easy players, as many as it is for, in the middle."""
    middle = game_bench(key).position_at(max(get(key).facts.seats), 0.5)
    return renderer(key).draw(TABLE, get(key).view(middle, None), names=NAMES)


def contact_sheet(key: str) -> Image.Image:
    """A game from early to over, a row for each number of players, as a phone shows its posts."""
    seats_of_rows = get(key).facts.seats
    size = (len(SHARES) * (POST + GAP), len(seats_of_rows) * (TALL + GAP))
    sheet = Image.new("RGB", size, THEME.frame)
    for row, seats in enumerate(seats_of_rows):
        for column, share in enumerate(SHARES):
            view = get(key).view(game_bench(key).position_at(seats, share), None)
            data = renderer(key).draw(TABLE, view, names=NAMES[:seats])
            picture = Image.open(BytesIO(data)).convert("RGB")
            picture.thumbnail((POST, TALL))
            sheet.paste(picture, (column * (POST + GAP), row * (TALL + GAP)))
    return sheet


async def page(folder: Path) -> bytes:
    """The playground while Bastien looks at his candidate move."""
    ground = await playground.start()
    settings = Settings(
        discord_token=ground.token,
        database=folder / "pictures.sqlite3",
        discord_api_base=ground.api_base,
        discord_gateway_url=ground.gateway_url,
        backups_kept=0,
    )
    async with App(settings) as app:
        running = asyncio.create_task(app.start(ground.token))
        await _play_a_little(ground)
        picture = await _photograph(f"{ground.url}#bastien")
        await app.close()
        await running
    await ground.close()
    return picture


async def _play_a_little(ground: Playground) -> None:
    """A table for two, five turns by Bastien and as many by the bot."""
    bastien = ground.person("Bastien")
    await bastien.expect(lambda: ground.online and bastien.world["commands"])
    options = {"players": 2, "ai": 1}
    post = (await bastien.slash("akropolis new", options=options)).message
    await bastien.click(post, "Start")
    thread = str(post["id"])
    for turn in range(5):
        await bastien.expect(lambda turn=turn: len(bastien.notifications) > turn)
        board = bastien.messages(thread)[-1]
        panel = (await bastien.click(board, "Play")).message
        if not _confirm(panel):
            await bastien.click(panel, "★ Suggest")
        await bastien.expect(lambda panel=panel: _confirm(bastien.message(panel["id"])))
        await bastien.click(panel, _confirm(bastien.message(panel["id"])))
    await bastien.expect(lambda: len(bastien.notifications) > 5)


def _confirm(message: dict[str, object]) -> str:
    """The label of the panel's Confirm button, once it is there."""
    found = [label for label in playground.driver.labels(message) if label.startswith("Confirm")]
    return found[0] if found else ""


async def _photograph(url: str) -> bytes:
    """The page on a desktop, with the panel open."""
    async with async_playwright() as driver:
        path = shutil.which("chromium")
        browser = await driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        shown = await browser.new_page(
            viewport={"width": 1280, "height": 1100}, color_scheme="dark", locale="en-GB"
        )
        await shown.goto(url)
        await shown.get_by_role("button", name="Akropolis #1").last.click()
        await shown.get_by_role("button", name="Play", exact=True).last.click()
        await shown.get_by_role("button", name=re.compile("^★")).last.click()
        confirm = shown.get_by_role("button", name="Confirm").last
        await confirm.click(trial=True)  # waits until ★ has thought
        await shown.wait_for_load_state("networkidle")
        picture = await shown.screenshot()
        await browser.close()
        return picture


def main() -> None:
    """Write a picture and a contact sheet of each game, and a picture of the page."""
    (DOCS / "sheets").mkdir(parents=True, exist_ok=True)
    for key in games():
        (DOCS / f"{key}.png").write_bytes(table(key))
        contact_sheet(key).save(DOCS / "sheets" / f"{key}.jpg", quality=74, optimize=True)
    with tempfile.TemporaryDirectory() as folder:
        (DOCS / "page.png").write_bytes(asyncio.run(page(Path(folder))))


if __name__ == "__main__":
    main()
