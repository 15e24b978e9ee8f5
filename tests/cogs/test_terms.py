"""The host's second page: what the table agrees on beside the game."""

from bot.playground.driver import labels, words
from tests.cogs.playing import menus


async def test_the_agreements_are_a_page_behind_the_options(house):
    post = await house.lobby()
    panel = (await house.maud.click(post, "Options")).message
    await house.maud.click(panel, "Accords")
    page = house.maud.message(panel["id"])
    (menu,) = [one for one in menus(page) if one["custom_id"].startswith("lo:1:t-votes")]
    await house.maud.choose(page, menu["custom_id"], "all")
    shown = await house.maud.expect(
        lambda: (
            (now := house.maud.message(post["id"]))
            and "tout le monde doit être" in words(now)
            and now
        )
    )
    assert "Options" in labels(shown)
    page = house.maud.message(panel["id"])
    await house.maud.click(page, "Retour au jeu")
    assert "Places" in words(house.maud.message(panel["id"]))
