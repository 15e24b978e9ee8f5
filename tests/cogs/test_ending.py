"""Breaking a running game off at the table: the question, its two buttons, what everybody reads."""

import pytest

from playground.driver import labels, words
from tests.cogs.playing import asking, duel, start_game
from tests.cogs.settling import quiet


@pytest.fixture
async def thread(house):
    """A game of Bastien, who is the host and no moderator, with Inès and Karim; its thread."""
    return await start_game(house, house.bastien, house.ines, house.karim, language="en")


async def cancel_panel(person, thread):
    return (await person.slash("table cancel", thread)).message


async def status(house):
    return str((await house.app.tables.get(1)).status)


@pytest.fixture
async def question_post(house, thread):
    """The post that asks Inès and Karim."""
    panel = await cancel_panel(house.bastien, thread)
    assert labels(panel) == ["End the game", "Keep playing"]
    await house.bastien.click(panel, "End the game")
    assert "I have asked **Inès** and **Karim**" in words(house.bastien.message(panel["id"]))
    return await asking(house, thread)


async def test_the_others_are_called_and_it_ends_when_both_agree(house, question_post, thread):
    """Across a restart; a spectator has no say."""
    assert [user["username"] for user in question_post["mentions"]] == ["ines", "karim"]
    called = f"{house.ines.mention} and {house.karim.mention}"
    asking = "**Bastien** asks: shall we end Akropolis · table\xa01"
    assert words(question_post).startswith(f"{called}: {asking}")
    assert house.ines.notifications[-1]["message"] == question_post["id"]
    for button in ("Yes", "No"):
        answer = await house.noor.click(question_post, button)
        assert "You have no seat at this table" in answer.text
    await house.ines.click(question_post, "Yes")
    assert "Yes so far: **Inès**" in words(house.maud.message(question_post["id"]))
    assert await status(house) == "live"
    await house.restart()
    await house.karim.click(question_post, "Yes")
    assert labels(house.maud.message(question_post["id"])) == []
    assert await status(house) == "cancelled"
    await house.maud.expect(lambda: "Nobody wins" in words(house.maud.messages(thread)[-1]))


async def test_one_who_plays_on_is_enough(house, question_post):
    await house.ines.click(question_post, "Yes")
    await house.karim.click(question_post, "No")
    message = house.maud.message(question_post["id"])
    expected = "Ending the game: **Karim** says no, so nothing changes."
    assert words(message) == expected
    assert (labels(message), await status(house)) == ([], "live")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (("UPDATE motion SET outcome = 'lapsed', message_id = NULL",), "too few have answered"),
        (("DELETE FROM vote", "DELETE FROM motion"), "This question is already settled"),
    ],
)
async def test_a_click_on_a_question_that_is_settled_meanwhile_says_so(
    house, question_post, changes, reason
):
    await quiet(house)
    await house.app.store.write(lambda db: [*map(db.execute, changes)])
    await house.karim.click(question_post, "Yes")
    message = await house.maud.expect(
        lambda: not labels(post := house.maud.message(question_post["id"])) and post
    )
    assert reason in words(message)


async def test_a_host_who_moderates_is_offered_to_ask_first(house):
    """In a server of friends the host often owns it: asking comes first, closing is said so."""
    thread = await duel(house)
    panel = await cancel_panel(house.maud, thread)
    assert labels(panel) == ["Arrêter la partie", "Fermer la table", "Continuer à jouer"]
    assert "Vous modérez ce salon" in words(panel)
    await house.maud.click(panel, "Arrêter la partie")
    assert await status(house) == "live"
    await house.maud.expect(lambda: "Oui" in labels(house.maud.messages(thread)[-1]))
    await house.maud.click(await cancel_panel(house.maud, thread), "Fermer la table")
    assert await status(house) == "cancelled"


async def test_against_the_machine_alone_the_host_just_closes(house):
    thread = await start_game(house, house.bastien, players=3, ai=2, language="en")
    panel = await cancel_panel(house.bastien, thread)
    assert labels(panel) == ["Close the table", "Keep playing"]
    await house.bastien.click(panel, "Close the table")
    assert await status(house) == "cancelled"


async def test_the_question_is_asked_again_where_the_last_other_left_meanwhile(house, thread):
    """Nobody is left to ask when the button is pressed: the panel says what it will do now."""
    panel = await cancel_panel(house.bastien, thread)
    await house.app.seats.resign(1, house.ines.id)
    await house.bastien.click(panel, "End the game")
    assert labels(house.bastien.message(panel["id"])) == ["End the game", "Keep playing"]
    assert await status(house) == "live"
