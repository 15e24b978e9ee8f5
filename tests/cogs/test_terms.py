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


async def test_a_table_by_invitation_takes_whom_the_host_invites(house):
    options = {"players": 2, "language": "en", "entry": "invited"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    assert "by invitation" in words(post)
    refused = await house.bastien.click(post, "Join")
    assert "Maud plays this table with people they have invited" in refused.text
    person = {"person": str(house.bastien.id)}
    answer = await house.maud.slash("table invite", options=person)
    assert "**Bastien** est parmi les invités d’Akropolis" in answer.text
    call = await house.maud.expect(
        lambda: "invites you" in words(now := house.maud.messages()[-1]) and now
    )
    assert [user["username"] for user in call["mentions"]] == ["bastien"]
    await house.bastien.click(post, "Join")
    assert "**Bastien**" in words(house.maud.message(post["id"]))
