"""`/table move-for`: a referee types a move for a player or lets an AI move, and sees nothing."""

import pytest

from bot.table.changes import Via
from playground.driver import labels, words
from tests.bot.room import some_move
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, message_after, newest, start_game


@pytest.fixture
async def referee(referee):
    """Maud, a referee who reads English; whoever plays is none."""
    await referee.call("speak", language="en")
    return referee


async def start(house, game="akropolis"):
    """A game of Bastien and Inès; its thread."""
    return await start_game(house, house.bastien, house.ines, game=game, language="en")


def notice(house, thread):
    """The line that tells of a move for somebody, once it is there."""
    lines = [words(message) for message in house.maud.messages(thread)]
    return next((line for line in lines if "has moved for **Bastien**" in line), None)


async def vias(house):
    return [ply.via for ply in await house.app.reading.log(1, house.bastien.id)]


async def typed(house, referee, panel, move):
    """The panel after typing a move into its form."""
    await referee.click(panel, "Type a move")
    modal = await referee.expect(lambda: referee.modal)
    return await message_after(referee, panel, referee.submit(modal, {"move": move}))


async def test_an_ai_moves_by_one_press(house, referee):
    thread = await start(house, "telegraph")
    panel = (await referee.slash("table move-for", thread)).message
    panel = await after_click(referee, panel, "Let an AI move")
    assert words(panel).startswith("Done for **")
    assert {*await vias(house)} <= {Via.FOR_OTHER}
    assert len(await house.app.reading.log(1)) > 0


@pytest.mark.parametrize("game", ["akropolis", "telegraph", "massalia"])
async def test_a_typed_move_is_made_or_refused_without_a_picture(house, referee, game):
    """A refused one is in the form once more, to be corrected."""
    thread = await start(house, game)
    look = await house.app.reading.look(1, None)
    user = look.table.seats[look.to_act[0]].user_id
    move = " ".join((await some_move(house.app, 1, user)).tokens)
    panel = (await referee.slash("table move-for", thread)).message
    assert "is to move at" in words(panel)
    assert labels(panel) == ["Let an AI move", "Type a move"]
    refused = await typed(house, referee, panel, wrong := move[:1] + "zz")
    assert words(refused).startswith("That move is not possible now")
    assert not refused.get("attachments")
    [label] = (await referee.click(refused, "Type a move")).modal["modal"]["components"]
    assert label["component"]["value"] == wrong
    done = await typed(house, referee, refused, move)
    assert words(done).startswith("Done for **")
    assert not done.get("attachments")
    log = await house.app.reading.log(1, user)
    assert [ply.via for ply in log] == [Via.FOR_OTHER]
    assert "it was not possible" in words((await house.karim.slash("table log", thread)).message)


async def test_the_table_is_told_who_has_moved(house, referee):
    thread = await start(house)
    move = " ".join((await some_move(house.app, 1, house.bastien.id)).tokens)
    panel = (await referee.slash("table move-for", thread)).message
    await typed(house, referee, panel, move)
    post = await house.maud.expect(lambda: notice(house, thread))
    assert post.startswith(f"{house.bastien.mention}: **Maud** has moved for **Bastien** at")
    await house.maud.expect(
        lambda: (
            "A referee made this move for **Bastien**." in words(newest(house, thread))
            and house.ines.mention in words(newest(house, thread))
        )
    )
    log = words((await house.karim.slash("table log", thread)).message)
    assert "**Maud** moved for **Bastien**, as a referee" in log
    assert "a referee for **Bastien**" in log


async def test_only_referees_who_do_not_play_may(house, referee):
    thread = await start(house)
    for person in (house.noor, house.ines, house.bastien):
        await person.call("speak", language="en")
    assert "Only a referee" in (await house.noor.slash("table move-for", thread)).text
    assert "Only a referee" in (await house.ines.slash("table move-for", thread)).text
    post, table = newest(house, thread), await house.app.tables.get(1)
    for verb in ("ai", "type", "page"):
        custom_id = f"pm:1:{table.revision}:{verb}"
        for person in (house.noor, house.ines, house.bastien):
            answer = await press_forged(house, person, post, custom_id)
            assert "Only a referee" in answer.text
    answer = await press_forged(house, house.noor, post, f"t:1:{table.revision}:go:")
    assert "Choose" not in answer.text
    assert await house.app.reading.log(1) == []


async def test_the_page_is_behind_more_and_knows_when_it_is_old(house, referee):
    thread = await start(house)
    page = (await referee.click(newest(house, thread), "More")).message
    page = await after_click(referee, page, "Table and players")
    page = await after_click(referee, page, "Move for somebody")
    assert words(page).startswith("**Bastien** is to move")
    await house.move(house.bastien)
    page = await after_click(referee, page, "Let an AI move")
    assert "**Inès** is to move" in words(page)
    assert len(await house.app.reading.log(1)) == 1
