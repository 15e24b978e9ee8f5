"""★ looks back: what it thinks of a finished game, for whoever wants to know."""

import asyncio
import re

import pytest

from bot.ai.pool import Worker
from bot.playground.driver import labels, pictures, words
from bot.words import Words, clip
from cogs._pages import analysis
from cogs._posts.board_post import board_post
from cogs._shared.labels import turn_name
from tests.bot.foresight import foresight
from tests.bot.room import make_move
from tests.bot.test_analysing import tasks_judged
from tests.cogs.forging import press_forged
from tests.cogs.playing import duel, menus, message_after, newest, noted
from tests.cogs.settling import quiet
from tests.patience import until

__all__ = ["foresight", "tasks_judged"]

NAME = "★ Analyse"


@pytest.fixture
async def running(house, tasks_judged):
    """A game of Maud and Bastien, three moves old, and nothing that is thought about yet."""
    thread = await duel(house)
    for number in range(3):
        await make_move(house.app.services, 1, pick=5 * number)
    await quiet(house)
    tasks_judged.clear()
    return thread


@pytest.fixture
async def over(house, running):
    """The same once Maud has given it up; the last board."""
    await house.app.seats.resign(1, house.maud.id)
    await quiet(house)
    return newest(house, running)


async def open_page(person, end, name=NAME):
    """The page behind *More* of the last board, as it is at first."""
    page = (await person.click(end, "Plus")).message
    return await message_after(person, page, person.click(page, name))


async def grown(person, page, true):
    """The page once it is as wanted."""
    return await person.expect(
        lambda: (message := person.message(page["id"])) and true(message) and message
    )


def is_whole(page):
    return "A" in labels(page)


async def test_more_tells_of_everybody_and_then_of_each(house, over):
    page = await grown(house.maud, await open_page(house.maud, over), is_whole)
    head, bars, *lines = words(page).splitlines()
    assert head == "### ★ revient sur la partie"
    assert [line for line in lines if "Maud" in line or "Bastien" in line] == [lines[0], lines[2]]
    assert " choix sur 2 comme ★" in lines[0]
    assert " choix sur 1 comme ★" in lines[2]
    assert re.match(r"-# Barres\xa0: .* \(pleines dès ≈\xa0[\d,.]+ points\)\. ", bars)
    alt = pictures(page)[0]["description"]
    assert alt.startswith("Graphique de Maud et Bastien, manche 1 à manche 1\xa0: ce que chacun")
    assert labels(page) == ["A", "B"]
    assert len(menus(page)) == 1  # that of More
    mine = await message_after(house.maud, page, house.maud.click(page, "A"))
    assert (labels(mine), menus(mine)) == (["‹", "A", "B"], [])
    assert "Bastien" not in words(mine)
    back = await message_after(house.maud, mine, house.maud.click(mine, "‹"))
    assert words(back) == words(page)


@pytest.fixture
async def against_the_judge(house, tasks_judged):
    """A game of Maud against the AI that judges, which she gives up after two moves; its end."""
    thread = await duel(house, ai=1, **{"ai-player": "strong"})
    for number in range(2):
        await until(lambda: has_to_act(house, house.maud.id))
        await make_move(house.app.services, 1, pick=5 * number)
    await house.app.seats.resign(1, house.maud.id)
    await quiet(house)
    return newest(house, thread)


async def has_to_act(house, user_id):
    look = await house.app.reading.look(1, None)
    return user_id in [look.table.seats[seat].user_id for seat in look.to_act]


async def test_the_seat_of_the_ai_that_judges_is_not_praised(house, against_the_judge):
    page = await grown(house.maud, await open_page(house.maud, against_the_judge), is_whole)
    its = [occupant.ai for occupant in (await house.app.tables.get(1)).seats].index("strong")
    [sentence] = [line for line in words(page).splitlines() if "Hippodamos" in line]
    assert "est l’IA qui revient ici" in sentence
    assert " choix sur 2 comme ★" in words(page)
    assert labels(page) == ["AB"[1 - its]]  # of its own seat there is nothing to turn to
    assert set((await house.app.analyses.analysis(1)).losses_of(its)) == {None}


async def test_where_most_was_lost_is_a_picture_of_what_would_have_been_better(
    house, over, monkeypatch
):
    monkeypatch.setattr(Words, "reason", lambda self, part, change, language: part)
    page = await grown(house.maud, await open_page(house.maud, over), is_whole)
    game_analysis = await house.app.analyses.analysis(1)
    seat = next(report.seat for report in game_analysis.reports if report.turning)
    page = await message_after(house.maud, page, house.maud.click(page, "AB"[seat]))
    turning = game_analysis.reports[seat].turning
    won = (await house.app.reading.look(1, None)).result.winners
    expected = "Là où ★ aurait joué autrement" if seat in won else "Tournant"
    assert f"**{expected}**, manche {game_analysis.period_of(turning)}" in words(page)
    assert "Écart avec ★, en points par tour" in words(page)
    assert "★ aurait choisi\xa0: **" in words(page)
    assert "-# + ne coûte pas de pierre" in words(page).splitlines()
    [picture] = pictures(page)
    assert picture["description"].startswith("★ aurait choisi")


async def test_the_heading_names_the_turning_point_of_those_who_have_not_won(house, over):
    update = "UPDATE result SET result = json_set(result, '$.winners', json('[]'))"
    await house.app.store.write(lambda db: db.execute(update))
    house.app.tables.forget(1)
    page = await grown(house.maud, await open_page(house.maud, over), is_whole)
    game_analysis = await house.app.analyses.analysis(1)
    turnings = [report.turning for report in game_analysis.reports if report.turning]
    turning = max(turnings, key=lambda verdict: verdict.loss)
    name = ("Maud", "Bastien")[turning.seat]
    moment = f"manche {game_analysis.period_of(turning)}"
    assert words(page).splitlines()[0] == f"### ★ Tournant\xa0: {moment}, **{name}**"


@pytest.fixture
async def lost(house, over):
    """The last board of the same game, which nobody has won."""
    update = "UPDATE result SET result = json_set(result, '$.winners', json('[]'))"
    await house.app.store.write(lambda db: db.execute(update))
    house.app.tables.forget(1)
    return over


async def turning_point(house):
    """Seat and round of the turning point of the game."""
    verdict = (await house.app.analyses.analysis(1)).turning_point(())
    return verdict.seat, verdict.when


async def test_the_last_post_tells_the_turning_point_once_it_is_known(house, lost):
    before = words(lost).splitlines()
    page = await open_page(house.maud, lost)
    await grown(house.maud, page, is_whole)
    await quiet(house)
    post = house.maud.message(lost["id"])
    seat, number = await turning_point(house)
    line = f"-# ★ Tournant\xa0: manche {number}, **{('Maud', 'Bastien')[seat]}**"
    assert line in words(post).splitlines()
    assert before[1] in words(post).splitlines()
    assert labels(post) == labels(lost)
    assert [person["id"] for person in post["mentions"]] == [
        person["id"] for person in lost["mentions"]
    ]
    assert len(post["attachments"]) == 1


async def test_the_turning_point_is_told_once(house, lost):
    """Neither a second look nor a restart edits the post again."""
    page = await open_page(house.maud, lost)
    await grown(house.maud, page, is_whole)
    await quiet(house)
    edited = house.maud.message(lost["id"])["edited_timestamp"]
    await open_page(house.noor, lost, "★ Analysis")
    await house.stop()
    await house.start()
    await quiet(house)
    assert house.maud.message(lost["id"])["edited_timestamp"] == edited is not None


async def test_a_last_post_that_is_sent_later_tells_it_at_once(house, lost):
    page = await open_page(house.maud, lost)
    await grown(house.maud, page, is_whole)
    await quiet(house)
    table = await house.app.tables.get(1)
    post = await board_post(house.app, table, {"plies": [4, 4], "mention": []})
    assert "Tournant" in post.content


async def test_a_last_post_that_is_gone_or_cannot_be_edited_troubles_nobody(house, lost):
    page = (await house.maud.click(lost, "Plus")).message
    world = house.ground.world
    world.remove_message(world.message(int(lost["channel_id"]), int(lost["id"])))
    await message_after(house.maud, page, house.maud.click(page, NAME))
    await house.app.analyses.wait(1, 60.0)
    await quiet(house)
    assert await house.app.store.overdue() == 0
    query = "SELECT count(*) FROM outbox"
    assert await house.app.store.read(lambda db: db.execute(query).fetchone()[0]) == 0


async def test_meanwhile_the_page_tells_how_far_it_is_and_follows(
    house, over, tasks_judged, monkeypatch
):
    monkeypatch.setattr(analysis, "PACE", 0.05)
    tasks_judged.held.clear()
    page = await open_page(house.noor, over, "★ Analysis")
    assert "`░░░░░░░░░░░░` 0 of 3 moves" in words(page)
    assert labels(page) == ["Look again"]
    tasks_judged.held.set()
    await grown(house.noor, page, is_whole)


async def test_who_has_turned_to_another_page_stays_there(house, over, tasks_judged, monkeypatch):
    monkeypatch.setattr(analysis, "PACE", 0.05)
    tasks_judged.held.clear()
    page = await open_page(house.maud, over)
    [menu] = menus(page)
    people = await message_after(
        house.maud, page, house.maud.choose(page, menu["custom_id"], "people")
    )
    tasks_judged.held.set()
    await house.app.analyses.wait(1, 60.0)
    await asyncio.sleep(0.2)
    assert house.maud.message(page["id"]) == people
    assert "★" not in words(people)


async def test_a_page_that_may_be_changed_no_longer_looks_again_when_asked(
    house, over, tasks_judged, monkeypatch
):
    monkeypatch.setattr(analysis, "LASTS", 0.0)
    tasks_judged.held.clear()
    page = await open_page(house.maud, over)
    tasks_judged.held.set()
    await house.app.analyses.wait(1, 60.0)
    await quiet(house)
    assert labels(house.maud.message(page["id"])) == ["Regarder encore"]
    await house.maud.click(page, "Regarder encore")
    await grown(house.maud, page, is_whole)


async def test_two_who_ask_are_told_the_same_and_it_is_thought_once(house, over, tasks_judged):
    asking = (open_page(house.maud, over), open_page(house.noor, over, "★ Analysis"))
    mine, hers = await asyncio.gather(*asking)
    await grown(house.maud, mine, is_whole)
    await grown(house.noor, hers, is_whole)
    assert [task.seed for task in tasks_judged] == [1, 2, 3]


async def test_it_goes_on_by_itself_after_a_restart_and_the_page_of_before_looks_again(
    house, over, tasks_judged
):
    tasks_judged.held.clear()
    page = await open_page(house.maud, over)
    await house.stop()
    tasks_judged.held.set()
    await house.start()
    await house.app.analyses.wait(1, 60.0)
    await house.maud.click(page, "Regarder encore")
    await grown(house.maud, page, is_whole)


async def test_where_nobody_thinks_the_page_says_so_and_goes_on_when_asked(
    house, over, monkeypatch
):
    usual = Worker.ask

    async def die(self, task, budget):
        raise BrokenPipeError

    monkeypatch.setattr(Worker, "ask", die)
    page = await open_page(house.maud, over)
    page = await grown(house.maud, page, lambda now: labels(now) == ["Continuer"])
    assert "★ a dû s’arrêter là." in words(page)
    monkeypatch.setattr(Worker, "ask", usual)
    await house.maud.click(page, "Continuer")
    await grown(house.maud, page, is_whole)


async def test_what_comes_before_the_first_round_is_said_to(house, over):
    table = await house.app.tables.get(1)
    said = [turn_name(table, number, "en") for number in (0, 1, 12)]
    assert said == ["before round 1", "round 1", "round 12"]


def test_a_long_move_is_cut_behind_a_part_or_a_word():
    sentence = "Maud plays Amber, Protis, and Fishermen of Saint-Jean · buys Soldier · lays 3 tiles"
    assert clip(sentence, len(sentence)) == sentence
    assert clip(sentence, 80) == f"{sentence.rpartition(' · ')[0]} …"
    assert clip(sentence, 40) == "Maud plays Amber, Protis …"
    assert clip("Maud builds everything", 17) == "Maud builds …"
    assert clip("Maudbuildseverything", 17) == "Maudbuildseveryt…"


# ---- by a command --------------------------------------------------------------------------------


async def test_a_command_shows_it_without_the_other_pages(house, over, running):
    page = (await house.maud.slash("table analysis", running)).message
    page = await grown(house.maud, page, is_whole)
    assert menus(page) == []
    first_page = await message_after(house.maud, page, house.maud.click(page, "B"))
    assert "Bastien" in words(first_page)


async def test_a_running_game_is_told_why_not_yet(house, running):
    answer = await house.noor.slash("table analysis", running)
    expected = (
        "★ looks back when the game is over. Until then it would give away what is still hidden."
    )
    assert answer.text == expected
    board = (await house.maud.click(newest(house, running), "Plus")).message
    assert NAME not in labels(board)
    for custom_id in ("an:1:0", "v:1:analysis.1"):
        pressing = press_forged(house, house.maud, board, custom_id)
        assert "quand elle est terminée" in await noted(house.maud, board, pressing)


async def test_a_game_that_was_closed_is_not_looked_back_on(house, running):
    await house.app.votes.cancel(1, house.maud.id, moderator=True)
    answer = await house.maud.slash("table analysis", running)
    assert answer.text.startswith("Cette partie a été fermée avant la fin")


@pytest.mark.parametrize("number", [0, 3, 99])
async def test_a_seat_that_there_is_not_is_everybody(house, over, number):
    page = await grown(house.maud, await open_page(house.maud, over), is_whole)
    await press_forged(house, house.maud, page, f"an:1:{number}")
    assert is_whole(house.maud.message(page["id"]))
