"""★ looks back: what it thinks of a finished game, for whoever wants to know."""

import asyncio
import re
from math import inf

import pytest

from bot.ai.pool import Worker
from bot.table import payloads
from bot.words import Words, clip
from cogs._pages import analysis
from cogs._posts.board_post import board_post
from cogs._words.labels import turn_name
from cogs._words.small_print import separate_rows
from playground.driver import labels, pictures, words
from tests.bot.foresight import Thrifty, foresight
from tests.bot.room import make_move
from tests.bot.samples import LOBBY
from tests.bot.test_analysing import tasks_judged
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, after_entry, duel, menus, newest, noted
from tests.cogs.settling import give_up, quiet
from tests.patience import until

__all__ = ["foresight", "tasks_judged"]

NAME = "★ Analyse"


@pytest.fixture
async def running(house, tasks_judged):
    """A game of Maud and Bastien, three moves old, and nothing that is thought about yet."""
    thread = await duel(house)
    for number in range(3):
        await make_move(house.app, 1, pick=5 * number)
    await quiet(house)
    tasks_judged.clear()
    return thread


@pytest.fixture
async def over(house, running):
    """The last board of that game once Maud has given it up."""
    await give_up(house, house.maud)
    return newest(house, running)


async def open_page(person, end, name=NAME):
    """The page behind *More* of the last board, as it is at first."""
    page = (await person.click(end, "Plus")).message
    return await after_click(person, page, name)


async def whole(person, page):
    """The page once everything is thought about."""
    return await person.expect(
        lambda: (message := person.message(page["id"])) and "Maud" in labels(message) and message
    )


async def whole_page(person, end):
    """The page behind the last board once everything is thought about."""
    return await whole(person, await open_page(person, end))


async def test_more_tells_of_everybody_and_then_of_each(house, over):
    page = await whole_page(house.maud, over)
    head, *lines, bars = words(page).splitlines()
    assert head == "### ★ revient sur la partie"
    assert ["Maud" in lines[0], "Bastien" in lines[1], len(lines)] == [True, True, 2]
    assert "\xa0choix sur 2\xa0comme ★" in lines[0]
    assert "\xa0choix sur 1\xa0comme ★" in lines[1]
    assert re.match(r"-# Une barre\xa0: .* tout en haut ≈\xa0[\d,.]+\xa0points? ou plus\. ", bars)
    alt = pictures(page)[0]["description"]
    assert alt.startswith("Graphique de Maud et Bastien, manche 1 à manche 1\xa0: ce que chacun")
    assert labels(page) == ["Maud", "Bastien"]
    assert len(menus(page)) == 1  # that of More
    page_of_maud = await after_click(house.maud, page, "Maud")
    assert [label for label in labels(page_of_maud) if label != "Et si…"] == ["‹", "Bastien"]
    assert menus(page_of_maud) == []
    assert "Bastien" not in words(page_of_maud)
    back = await after_click(house.maud, page_of_maud, "‹")
    assert words(back) == words(page)
    for number in (0, 3, 99):  # 3 and 99 are no seats, and so everybody
        await press_forged(house, house.maud, page, f"an:1:{number}")
        await whole(house.maud, page)


@pytest.fixture
async def against_the_judge(house, tasks_judged):
    """A game of Maud against the AI that judges, which she gives up after two moves; its end."""
    thread = await duel(house, ai=1, **{"ai-player": "strong"})
    for number in range(2):
        await until(lambda: has_to_act(house, house.maud.id))
        await make_move(house.app, 1, pick=5 * number)
    await give_up(house, house.maud)
    return newest(house, thread)


async def has_to_act(house, user_id):
    look = await house.app.reading.look(1, None)
    return user_id in [look.table.seats[seat].user_id for seat in look.to_act]


async def test_the_seat_of_the_ai_that_judges_is_not_praised(house, against_the_judge):
    page = await whole_page(house.maud, against_the_judge)
    seat = [occupant.ai for occupant in (await house.app.tables.get(1)).seats].index("strong")
    [sentence] = [line for line in words(page).splitlines() if "Hippodamos" in line]
    assert "est l’IA qui revient ici" in sentence
    assert "\xa0choix sur 2\xa0comme ★" in words(page)
    assert labels(page) == ["Maud"]  # of the other seat there is nothing to turn to
    assert set((await house.app.analyses.analysis(1)).losses_of(seat)) == {None}


@each_case("loser", (0, 1))
async def test_the_move_that_lost_most_is_a_picture_of_a_better_one(
    house, over, monkeypatch, loser
):
    """It is called the turning point only where it has cost a place."""
    distances = [inf, inf]
    distances[loser] = 0.0
    monkeypatch.setattr(Thrifty, "behind", lambda sight, state, seat: distances[seat])
    monkeypatch.setattr(Words, "reason", lambda self, part, change: part)
    page = await whole_page(house.maud, over)
    game_analysis = await house.app.analyses.analysis(1)
    seat = next(report.seat for report in game_analysis.reports if report.turning)
    page = await after_click(house.maud, page, ("Maud", "Bastien")[seat])
    turning = game_analysis.reports[seat].turning
    expected = "Tournant" if seat == loser else "Là où ★ aurait joué autrement"
    assert f"**{expected}**, manche {game_analysis.period_of(turning)}" in words(page)
    assert "Écart avec ★, en points par tour" in words(page)
    assert "★ aurait choisi\xa0: **" in words(page)
    assert "-# + ne coûte pas de pierre" in words(page).splitlines()
    [picture] = pictures(page)
    assert picture["description"].startswith("★ aurait choisi")
    asked = await after_click(house.maud, page, "Et si…")
    name, place = ("Maud", "Bastien")[seat], game_analysis.period_of(turning)
    assert words(asked).startswith(f"## Et si… · manche {place}, {name}\n")
    await after_click(house.maud, asked, "Contre des IA")
    [box] = await house.app.sandboxes.of(house.maud.id)
    assert len(await house.app.reading.log(box.id)) == turning.ply - 1
    assert box.seats[seat].ai is None
    await house.app.votes.cancel(box.id, house.maud.id, moderator=False)


@pytest.fixture
async def lost(over, monkeypatch):
    """The last board of the same game, in which the least loss has cost a place."""
    monkeypatch.setattr(Thrifty, "behind", lambda sight, state, seat: 0.0)
    return over


async def turning_point(house):
    """Round of the costliest decision, and the name of its player."""
    game_analysis = await house.app.analyses.analysis(1)
    turnings = [report.turning for report in game_analysis.reports if report.turning]
    turning = max(turnings, key=lambda verdict: verdict.loss)
    return game_analysis.period_of(turning), ("Maud", "Bastien")[turning.seat]


async def test_the_page_and_the_last_post_tell_the_turning_point_once_it_is_known(house, lost):
    """The post tells it once: neither a second look nor a restart edits it again."""
    before = words(lost).splitlines()
    page = await whole_page(house.maud, lost)
    await quiet(house)
    post = house.maud.message(lost["id"])
    number, name = await turning_point(house)
    assert words(page).splitlines()[0] == f"### ★ Tournant\xa0: manche {number}, **{name}**"
    assert f"-# ★ Tournant\xa0: manche {number}, **{name}**" in separate_rows(words(post))
    assert before[1] in words(post).splitlines()
    assert labels(post) == labels(lost)
    assert [person["id"] for person in post["mentions"]] == [
        person["id"] for person in lost["mentions"]
    ]
    assert len(post["attachments"]) == 1
    await open_page(house.noor, lost, "★ Analysis")
    await house.restart()
    await quiet(house)
    edited = house.maud.message(lost["id"])["edited_timestamp"]
    assert edited == post["edited_timestamp"] is not None
    table = await house.app.tables.get(1)
    later_post = await board_post(house.app, table, payloads.Board(plies=(4, 4)))
    assert "Tournant" in later_post.content


async def test_meanwhile_the_page_tells_how_far_it_is_and_follows(
    house, over, tasks_judged, monkeypatch
):
    """Two who ask are told the same, and it is thought once."""
    monkeypatch.setattr(analysis, "PACE", 0.05)
    tasks_judged.gate.clear()
    page = await open_page(house.noor, over, "★ Analysis")
    assert "`░░░░░░░░░░░░` 0 of 3 moves" in words(page)
    assert labels(page) == ["Look again"]
    page_of_maud = await open_page(house.maud, over)
    tasks_judged.gate.set()
    await whole(house.noor, page)
    await whole(house.maud, page_of_maud)
    assert [task.seed for task in tasks_judged] == [1, 2, 3]


async def test_a_reader_who_has_turned_to_another_page_stays_there(
    house, over, tasks_judged, monkeypatch
):
    monkeypatch.setattr(analysis, "PACE", 0.05)
    tasks_judged.gate.clear()
    page = await open_page(house.maud, over)
    people = await after_entry(house.maud, page, "people")
    tasks_judged.gate.set()
    await house.app.analyses.wait(1, 60.0)
    await asyncio.sleep(0.2)
    assert house.maud.message(page["id"]) == people
    assert "★" not in words(people)


async def test_a_page_that_may_be_changed_no_longer_looks_again_when_asked(
    house, over, tasks_judged, monkeypatch
):
    monkeypatch.setattr("cogs._answering.visitor.FOLLOWED", 0.0)
    tasks_judged.gate.clear()
    page = await open_page(house.maud, over)
    tasks_judged.gate.set()
    await house.app.analyses.wait(1, 60.0)
    await quiet(house)
    assert labels(house.maud.message(page["id"])) == ["Regarder encore"]
    await house.maud.click(page, "Regarder encore")
    await whole(house.maud, page)


async def test_an_analysis_that_had_to_stop_says_so_and_goes_on_when_asked(
    house, over, monkeypatch
):
    usual = Worker.ask

    async def die(self, task, budget):
        raise BrokenPipeError

    monkeypatch.setattr(Worker, "ask", die)
    page = await open_page(house.maud, over)
    page = await house.maud.expect(
        lambda: labels(message := house.maud.message(page["id"])) == ["Continuer"] and message
    )
    assert "★ a dû s’arrêter là." in words(page)
    monkeypatch.setattr(Worker, "ask", usual)
    await house.maud.click(page, "Continuer")
    await whole(house.maud, page)


def test_a_turn_is_named_by_its_round_and_the_time_before_the_first():
    names = [turn_name(LOBBY, number, "en") for number in (0, 1, 12)]
    assert names == ["before round 1", "round 1", "round 12"]


def test_a_long_move_is_cut_behind_a_part_or_a_word():
    sentence = "Maud plays Amber, Protis, and Fishermen of Saint-Jean · buys Soldier · lays 3 tiles"
    assert clip(sentence, len(sentence)) == sentence
    assert clip(sentence, 80) == f"{sentence.rpartition(' · ')[0]} …"
    assert clip(sentence, 40) == "Maud plays Amber, Protis …"
    assert clip("Maud builds everything", 17) == "Maud builds …"
    assert clip("Maudbuildseverything", 17) == "Maudbuildseveryt…"


# ---- by a command --------------------------------------------------------------------------------


async def test_a_command_shows_it_without_the_other_pages(house, over, running):
    page = await whole(house.maud, (await house.maud.slash("replay analysis", running)).message)
    assert menus(page) == []
    assert "Bastien" in words(await after_click(house.maud, page, "Bastien"))


async def test_a_running_game_has_no_analysis_yet_and_one_that_was_closed_none(house, running):
    answer = await house.noor.slash("replay analysis", running)
    expected = (
        "★ looks back when the game is over. Until then it would give away what is still hidden."
    )
    assert answer.text == expected
    board = (await house.maud.click(newest(house, running), "Plus")).message
    assert NAME not in labels(board)
    for custom_id in ("an:1:0", "v:1:analysis.1"):
        pressing = press_forged(house, house.maud, board, custom_id)
        assert "quand elle est terminée" in await noted(house.maud, board, pressing)
    await house.app.votes.cancel(1, house.maud.id, moderator=True)
    answer = await house.maud.slash("replay analysis", running)
    assert answer.text.startswith("Cette partie a été fermée avant la fin")
