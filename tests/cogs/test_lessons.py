"""First steps: the lesson of a game, from its button to its closing panel."""

import re
from datetime import timedelta

import pytest

from bot.i18n import text
from bot.service.lessons import LASTS
from bot.steps import lessons
from bot.store import due_rows
from bot.table.seating import Purpose, Status
from bot.words import composed
from bot.words.akropolis import WORDS
from playground import people
from playground.channels import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    VOICE,
    Overwrite,
)
from playground.driver import labels, words
from playground.people import BOT_ID, GAMES_ID, GUILD_ID
from rules._settlements.actions import Build
from rules.notation import SEPARATOR
from rules.registry import games, get
from tests import tier
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, after_entry, custom_ids, open_private_panel
from tests.cogs.settling import quiet
from tests.cogs.test_reminders import later
from tests.patience import until

START, NEXT, REAL, CLOSE = "Premiers pas", "Étape suivante", "Vraie table", "Fermer"
PLAY_ON, SHOW = "La suite", "Voir le coup"


@pytest.fixture
def offers_lessons():
    """Here newcomers are offered the first steps."""
    return True


def task(game, number):
    """The task of a step as the panel tells it, in French."""
    return text(composed.lesson(game, get(game).lesson.steps[number - 1].name), "fr")


def number_of(panel):
    """The number of the step of a panel."""
    return int(re.search(r"\*\*(\d) / 5\*\*", words(panel))[1])


async def answer_to_start(house, game="akropolis", channel=GAMES_ID):
    """Maud's message from which she starts a lesson, once it is answered."""
    rules = (await house.maud.slash(f"{game} rules", channel)).message
    return await after_click(house.maud, rules, START)


def channel_type(house, channel):
    return house.ground.world.channel(int(channel)).type


def private_threads(house):
    return [c for c in house.ground.world.channels.values() if c.type == PRIVATE_THREAD]


async def lesson_of(house, game="akropolis", channel=GAMES_ID):
    """Maud's lesson of a game, started from its rules; its thread."""
    rules = (await house.maud.slash(f"{game} rules", channel)).message
    await house.maud.click(rules, START)
    table = await house.maud.expect(lambda: newest_lesson(house, house.maud, game))
    await house.maud.expect(lambda: house.boards(table.home_id))
    return str(table.home_id)


def newest_lesson(house, person, game=None):
    """The newest lesson of a person, of a game or any, that the application has in memory."""
    tables = [live.table for live in house.app.tables._live.values()]
    lessons = [t for t in tables if t.purpose is Purpose.LESSON and game in (None, t.game)]
    mine = [lesson for lesson in lessons if lesson.host_id == person.id]
    return max(mine, key=lambda table: table.id, default=None)


async def closing_words(house, panel):
    """The message below the board with the ways on, in place of the panel."""
    thread = panel["channel_id"]
    return await house.maud.expect(
        lambda: next((post for post in house.maud.messages(thread) if REAL in labels(post)), None)
    )


async def advised_turn(house, panel):
    """Make the suggested moves of one turn; the panel after it."""
    for _ in range(20):
        if NEXT in labels(panel):
            return panel
        if not labels(panel):
            return await closing_words(house, panel)
        go = next((label for label in labels(panel) if label.startswith("Confirmer")), None)
        star = next((label for label in labels(panel) if label.startswith("★")), None)
        label = go or (SHOW if SHOW in labels(panel) else star)
        panel = await after_click(house.maud, panel, label)
    raise AssertionError(words(panel))


async def test_a_lesson_has_a_private_thread_of_its_own_and_disturbs_no_channel(house):
    """Nobody else is called, and no reminder is planned."""
    posts_before = len(house.bastien.messages())
    thread = await lesson_of(house, "massalia")
    channel = house.ground.world.channel(int(thread))
    assert channel.type == PRIVATE_THREAD
    assert house.maud.id in channel.people
    assert house.bastien.id not in channel.people
    assert len(house.bastien.messages()) == posts_before
    assert house.bastien.notifications == []
    names = [str(channel.get("name")) for channel in house.bastien.world["channels"]]
    assert not any("massalia" in name for name in names)
    table = await table_of(house, thread)
    assert await house.app.store.read(due_rows.read_all, table.id) == []
    await house.app.reminders.plan_missing()
    assert await house.app.store.read(due_rows.read_all, table.id) == []


async def test_turns_with_a_task_each_then_the_ways_on(house):
    """The first says how one wins; a step done early is named and skipped; at the end the ways on.

    To an ordinary table, to a real one in the channel, or to the end; after a restart, too.
    """
    thread = await lesson_of(house)
    panel = await open_private_panel(house, house.maud, thread)
    assert text("akropolis.coach", "fr").partition("\n")[0] in words(panel)
    numbers, verdict = [], ""
    while REAL not in labels(panel):
        numbers.append(number_of(panel))
        assert task("akropolis", numbers[-1]) in words(panel)
        between = range(numbers[-2] + 1 if len(numbers) > 1 else 1, numbers[-1])
        assert all(task("akropolis", number) in verdict for number in between)
        if between:
            line = text("lesson.overtaken", "fr", n=len(between), numbers=[*between])
            assert line.removeprefix("-# ") in words(panel)
        panel = await advised_turn(house, panel)
        verdict = words(panel)
        assert text("lesson.did", "fr") in verdict
        if NEXT in labels(panel):
            panel = await after_click(house.maud, panel, NEXT)
    assert len(numbers) >= 4
    assert numbers[-1] == 5
    assert text("lesson.end", "fr", game="Akropolis") in words(panel)
    assert {REAL, PLAY_ON, CLOSE} <= set(labels(panel))
    await until(lambda: awaits_learner(house, thread))
    await quiet(house)
    assert house.maud.messages(thread)[-1]["id"] == panel["id"]
    assert house.maud.notifications == []
    await house.restart()
    ordinary = await after_click(house.maud, panel, PLAY_ON)
    assert "/ 5**" not in words(ordinary)
    assert any(label.startswith(("★", "Confirmer")) for label in labels(ordinary))
    real, close = (custom_id for custom_id in custom_ids(panel) if custom_id.startswith("fl:"))
    board = house.boards(thread)[-1]
    await press_forged(house, house.maud, board, real)
    lobby = await house.bastien.expect(
        lambda: next((post for post in house.bastien.messages() if "Rejoindre" in labels(post)), 0)
    )
    await house.bastien.click(lobby, "Rejoindre")
    (table,) = await house.app.reading.tables_of(house.bastien.id, GUILD_ID)
    assert table.purpose is Purpose.GAME
    lesson = await table_of(house, thread)
    prompt = await house.app.moves.suggest(lesson.id, house.maud.id, None, ())
    move = {"move": " ".join(prompt.tokens)}
    answer = (await house.maud.slash("akropolis move", thread, move)).message
    assert text("lesson.did", "fr") not in words(answer)
    assert {REAL, NEXT}.isdisjoint(labels(answer))
    await press_forged(house, house.maud, lobby, close)
    assert (await table_of(house, thread)).status is Status.CANCELLED
    assert await house.app.lessons.under_way("akropolis", GUILD_ID, house.maud.id) is None


async def awaits_learner(house, thread):
    look = await house.app.reading.look((await table_of(house, thread)).id, house.maud.id)
    return look.seat in look.to_act


async def table_of(house, thread):
    """The table in a thread, whatever its status."""
    return await house.app.reading.last_table_in(int(thread))


async def first_of_line(house, thread, line):
    """Panel after the first legal move of the learner with a tile of the line."""
    live = await house.app.moves.load((await table_of(house, thread)).id)
    actions = live.game.legal_actions(live.state, 0)
    move = next(action for action in actions if action.line == line)
    options = {"move": live.game.notation(live.state, 0, move)}
    return (await house.maud.slash("akropolis move", thread, options)).message


async def test_a_player_who_does_something_else_is_told_kindly_and_goes_on(house):
    """If it is a later step, which one. The turn taken back is the same step again."""
    thread = await lesson_of(house)
    table = await table_of(house, thread)
    panel = await first_of_line(house, thread, 1)
    assert text("lesson.did_later", "fr", number=3) in words(panel)
    panel = await after_click(house.maud, panel, NEXT)
    assert number_of(panel) == 1  # no quarry is covered, and no plaza laid, by what is on offer
    await house.app.moves.take_back(table.id, house.maud.id, None)
    panel = await open_private_panel(house, house.maud, thread)
    assert "**1 / 5**" in words(panel)
    assert text("lesson.did", "fr") in words(await first_of_line(house, thread, 0))
    await until(lambda: awaits_learner(house, thread))
    assert text("lesson.did_not", "fr") in words(await first_of_line(house, thread, 0))


async def test_a_step_that_cannot_be_done_gives_way_to_one_that_can(house, monkeypatch):
    """Its number is said. Where none can be done, any move will do."""
    way, missing = lessons.way, {"free", "cover"}
    monkeypatch.setattr(
        lessons, "way", lambda live, step: "" if step.name in missing else way(live, step)
    )
    thread = await lesson_of(house)
    panel = await open_private_panel(house, house.maud, thread)
    assert text("lesson.passed", "fr", n=2, numbers=[1, 2]) in words(panel)
    assert number_of(panel) == 3
    table = await table_of(house, thread)
    assert await house.app.lessons.advice(await house.app.moves.load(table.id), ("T2",))
    missing |= {step.name for step in get("akropolis").lesson.steps}
    house.app.lessons._ways.clear()
    panel = await open_private_panel(house, house.maud, thread)
    assert text("lesson.cannot", "fr") in words(panel)
    assert number_of(panel) == 1


async def test_the_place_of_a_drawn_tile_is_the_one_that_does_the_step(house, monkeypatch):
    """In a lesson, a question that suggests suggests the first move of ★ alone."""
    thread = await lesson_of(house)
    live = await house.app.moves.load((await table_of(house, thread)).id)
    move = next(
        live.game.notation(live.state, 0, action)
        for action in live.game.legal_actions(live.state, 0)
        if action.line == 0
    )
    monkeypatch.setattr(lessons, "way", lambda live, step: SEPARATOR.join((move, move)))
    prompt = await house.app.moves.ask(live.table.id, house.maud.id, None, ("T1",))
    assert " ".join(prompt.tokens) == move


async def test_a_second_press_leads_to_the_lesson_that_is_under_way(house):
    """Unless its thread is gone."""
    thread = await lesson_of(house)
    assert f"<#{thread}>" in words(await answer_to_start(house))
    assert len(private_threads(house)) == 1
    table = await table_of(house, thread)
    house.ground.moderator.delete(int(thread))
    await answer_to_start(house)
    lesson = newest_lesson(house, house.maud)
    assert lesson.id != table.id
    assert str(lesson.home_id) != thread
    assert (await house.app.tables.get(table.id)).status is Status.CANCELLED


async def test_help_starts_the_first_steps_of_each_game(house):
    page = (await house.maud.slash("help")).message
    page = await after_entry(house.maud, page, "lessons")
    titles = [game.facts.title for game in games().values()]
    assert set(titles) <= set(labels(page))
    await house.maud.click(page, titles[-1])
    table = await house.maud.expect(lambda: newest_lesson(house, house.maud))
    assert get(table.game).facts.title == titles[-1]


async def test_a_lesson_has_the_kind_of_thread_that_its_channel_allows(house):
    games_channel = house.ground.world.channel(GAMES_ID)
    denied = Overwrite(deny=people.CREATE_PRIVATE_THREADS)
    house.ground.world.overwrite(games_channel, BOT_ID, denied)
    assert channel_type(house, await lesson_of(house)) == PUBLIC_THREAD
    news = house.ground.moderator.add_channel("annonces", ANNOUNCEMENT)
    thread = await lesson_of(house, "massalia", news)
    assert channel_type(house, thread) == ANNOUNCEMENT_THREAD


async def test_a_person_hears_why_no_lesson_can_begin(house):
    """The game is gone, no thread can be there, or Discord refuses one."""
    faults, world = house.ground.faults, house.ground.world
    await press_forged(house, house.maud, await house.lobby(), "fs:chess")
    voice = house.ground.moderator.add_channel("salon vocal", VOICE)
    answer = await answer_to_start(house, channel=voice)
    assert text("lesson.no_threads", "fr") in words(answer)
    faults.inject("threads_full")
    assert text("lesson.no_threads", "fr") in words(await answer_to_start(house))
    with faults.during("page", method="PUT", path="/thread-members/"):
        assert text("panel.interrupted", "fr") in words(await answer_to_start(house))
    (thread,) = private_threads(house)
    assert thread.archived
    both = people.CREATE_PRIVATE_THREADS | people.CREATE_PUBLIC_THREADS
    world.overwrite(world.channel(GAMES_ID), BOT_ID, Overwrite(deny=both))
    answer = await answer_to_start(house)
    assert text("lobby.permission_create_public_threads", "fr") in words(answer)
    assert newest_lesson(house, house.maud) is None


async def test_a_lesson_of_somebody_else_is_neither_closed_nor_continued(house):
    """Its own person's closes by itself after some days."""
    thread = await lesson_of(house)
    table, post = await table_of(house, thread), await house.lobby()
    for verb in ("table", "close"):
        await press_forged(house, house.bastien, post, f"fl:{verb}:{table.id}")
    assert await house.app.lessons.close_stale() == []
    assert (await table_of(house, thread)).status is Status.LIVE
    assert await house.app.reading.tables_of(house.bastien.id, GUILD_ID) == []
    await later(house, LASTS / timedelta(hours=1) + 1)
    await house.app.lessons.close_stale()
    assert (await table_of(house, thread)).status is Status.CANCELLED


@each_case("game", tier.games())
async def test_the_first_panel_of_each_lesson_says_what_to_do(house, game):
    thread = await lesson_of(house, game)
    table = await table_of(house, thread)
    await house.maud.expect(lambda: "Jouer" in labels(house.boards(thread)[-1]))
    panel = await open_private_panel(house, house.maud, thread)
    assert task(game, 1) in words(panel)
    assert text("lesson.cannot", "fr") not in words(panel)
    assert table.size == get(game).lesson.seats


async def test_the_line_of_a_lesson_stays_until_the_turn_ends(house):
    """In mid-turn it is the task, or asks to finish the turn once that is done."""
    thread = await lesson_of(house, "attika")
    table = await table_of(house, thread)
    live = await house.app.moves.load(table.id)
    move = next(
        live.game.notation(live.state, 0, action)
        for action in live.game.legal_actions(live.state, 0)
        if isinstance(action, Build)
    )
    panel = (await house.maud.slash("attika move", thread, {"move": move})).message
    assert text("lesson.finish", "fr") in words(panel)
    await house.app.moves.take_back(table.id, house.maud.id, None)
    panel = (await house.maud.slash("attika move", thread, {"move": "D1"})).message
    assert task("attika", 1) in words(panel)


async def test_a_lobby_offers_the_first_steps_to_who_has_never_finished_the_game(house):
    """To its host and to who joins, in private; and every page of the rules has them."""
    lobby = await house.lobby()
    offer = text("lesson.offer", "fr", game="Akropolis")
    await house.maud.expect(lambda: has_ephemeral(house.maud, offer))
    await house.bastien.click(lobby, "Rejoindre")
    english = text("lesson.offer", "en", game="Akropolis")
    await house.bastien.expect(lambda: has_ephemeral(house.bastien, english))
    finished = await house.app.statistics.has_finished(house.maud.id, "akropolis")
    assert not finished
    page = (await house.maud.slash("akropolis rules")).message
    page = await after_entry(house.maud, page, WORDS.sections[1])
    assert START in labels(page)


def has_ephemeral(person, words_of_it):
    return any(words_of_it in words(message) for message in person.ephemerals())
