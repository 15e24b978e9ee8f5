"""First steps: the lesson of a game, from its button to its closing panel."""

from datetime import timedelta

from bot.i18n import text
from bot.playground import people
from bot.playground.channels import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    VOICE,
    Overwrite,
)
from bot.playground.driver import labels, words
from bot.playground.people import BOT_ID, GAMES_ID, GUILD_ID
from bot.service.lessons import LASTS
from bot.table.seating import Purpose, Status
from bot.words import composed
from rules.registry import games, get
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import menus, message_after, open_private_panel
from tests.cogs.test_reminders import later

START, NEXT, REAL, CLOSE = "Premiers pas", "Étape suivante", "Une vraie table", "Fermer"
PLAY_ON = "Continuer"


def task(game, number):
    """What the panel says of a step, in French."""
    return text(composed.lesson(game, get(game).lesson.steps[number - 1].name), "fr")


async def lesson_of(house, game="akropolis", person=None):
    """The lesson of a person, started from the rules of a game; its thread."""
    person = person or house.maud
    rules = (await person.slash(f"{game} rules")).message
    await person.click(rules, START)
    table = await person.expect(lambda: newest_lesson(house, person, game))
    await person.expect(lambda: house.boards(table.home_id))
    return str(table.home_id)


def newest_lesson(house, person, game=None):
    """The newest lesson of a person, of a game or any, that the application has in memory."""
    tables = [live.table for live in house.app.tables._live.values()]
    lessons = [t for t in tables if t.purpose is Purpose.LESSON and game in (None, t.game)]
    mine = [lesson for lesson in lessons if lesson.host_id == person.id]
    return max(mine, key=lambda table: table.id, default=None)


async def advised_turn(house, panel):
    """Make the suggested moves of one turn; the panel after it."""
    for _ in range(20):
        if set(labels(panel)) & {NEXT, REAL}:
            return panel
        go = next((label for label in labels(panel) if label.startswith("Confirmer")), None)
        star = next((label for label in labels(panel) if label.startswith("★")), None)
        label = go or ("Continuer" if "Continuer" in labels(panel) else star)
        panel = await message_after(house.maud, panel, house.maud.click(panel, label))
    raise AssertionError(words(panel))


async def test_a_lesson_has_a_private_thread_of_its_own_and_disturbs_no_channel(house):
    posts_before = len(house.bastien.messages())
    thread = await lesson_of(house)
    channel = house.ground.world.channel(int(thread))
    assert channel.type == PRIVATE_THREAD
    assert house.maud.id in channel.people
    assert house.bastien.id not in channel.people
    assert len(house.bastien.messages()) == posts_before


async def test_five_turns_each_with_a_task_then_the_way_on(house):
    thread = await lesson_of(house)
    panel = await open_private_panel(house, house.maud, thread)
    for number in range(1, 6):
        assert task("akropolis", number) in words(panel)
        assert f"**{number} / 5**" in words(panel)
        panel = await advised_turn(house, panel)
        assert text("lesson.did", "fr") in words(panel)
        if number < 5:
            panel = await message_after(house.maud, panel, house.maud.click(panel, NEXT))
    assert text("lesson.end", "fr", game="Akropolis") in words(panel)
    assert {REAL, PLAY_ON, CLOSE} <= set(labels(panel))


async def finish(house, thread):
    """The closing panel of a lesson after five turns."""
    panel = await advised_turn(house, await open_private_panel(house, house.maud, thread))
    while REAL not in labels(panel):
        panel = await message_after(house.maud, panel, house.maud.click(panel, NEXT))
        panel = await advised_turn(house, panel)
    return panel


async def table_of(house, thread):
    """The table in a thread, whatever its status."""
    return await house.app.reading.last_table_in(int(thread))


async def test_who_does_something_else_is_told_kindly_and_goes_on(house):
    thread = await lesson_of(house)
    table = await table_of(house, thread)
    live = await house.app.moves.load(table.id)
    dear = next(a for a in live.game.legal_actions(live.state, 0) if a.line == 1)
    move = live.game.notation(live.state, 0, dear)
    panel = (
        await house.maud.slash("akropolis move", options={"move": move}, channel=thread)
    ).message
    assert text("lesson.did_not", "fr") in words(panel)
    panel = await message_after(house.maud, panel, house.maud.click(panel, NEXT))
    assert "**2 / 5**" in words(panel)


async def test_a_turn_taken_back_is_the_same_step_again(house):
    thread = await lesson_of(house)
    await advised_turn(house, await open_private_panel(house, house.maud, thread))
    table = await table_of(house, thread)
    await house.app.moves.take_back(table.id, house.maud.id, None)
    again = await open_private_panel(house, house.maud, thread)
    assert "**1 / 5**" in words(again)


async def test_nobody_is_called_and_nothing_is_planned(house):
    thread = await lesson_of(house, "massalia")
    table = await table_of(house, thread)
    assert await house.app.store.dues(table.id) == []
    await house.app.reminders.plan_missing()
    assert await house.app.store.dues(table.id) == []
    assert house.bastien.notifications == []
    assert all(
        "massalia" not in str(channel.get("name")) for channel in house.bastien.world["channels"]
    )


async def test_a_second_press_leads_to_the_lesson_that_is_under_way(house):
    thread = await lesson_of(house)
    rules = (await house.maud.slash("akropolis rules")).message
    shown = await message_after(house.maud, rules, house.maud.click(rules, START))
    assert f"<#{thread}>" in words(shown)
    threads = [c for c in house.ground.world.channels.values() if c.type == PRIVATE_THREAD]
    assert len(threads) == 1


async def test_a_lesson_whose_thread_is_gone_begins_anew(house):
    thread = await lesson_of(house)
    gone = await table_of(house, thread)
    house.ground.moderator.delete(int(thread))
    rules = (await house.maud.slash("akropolis rules")).message
    await house.maud.click(rules, START)
    table = await house.maud.expect(
        lambda: (table := newest_lesson(house, house.maud)) and table.id != gone.id and table
    )
    assert str(table.home_id) != thread
    assert (await house.app.tables.get(gone.id)).status is Status.CANCELLED


async def test_help_starts_the_first_steps_of_each_game(house):
    page = (await house.maud.slash("help")).message
    menu = menus(page)[0]["custom_id"]
    page = await message_after(house.maud, page, house.maud.choose(page, menu, "lessons"))
    titles = [game.facts.title for game in games().values()]
    assert set(titles) <= set(labels(page))
    await house.maud.click(page, titles[-1])
    table = await house.maud.expect(lambda: newest_lesson(house, house.maud))
    assert get(table.game).facts.title == titles[-1]


async def test_without_the_right_to_private_threads_the_thread_is_public(house):
    games_channel = house.ground.world.channel(GAMES_ID)
    denied = Overwrite(deny=people.CREATE_PRIVATE_THREADS)
    house.ground.world.overwrite(games_channel, BOT_ID, denied)
    thread = await lesson_of(house)
    assert house.ground.world.channel(int(thread)).type == PUBLIC_THREAD


async def test_where_no_thread_can_be_the_person_hears_why(house):
    games_channel = house.ground.world.channel(GAMES_ID)
    both = people.CREATE_PRIVATE_THREADS | people.CREATE_PUBLIC_THREADS
    house.ground.world.overwrite(games_channel, BOT_ID, Overwrite(deny=both))
    rules = (await house.maud.slash("akropolis rules")).message
    refused = await message_after(house.maud, rules, house.maud.click(rules, START))
    assert text("lobby.permission_create_public_threads", "fr") in words(refused)
    assert newest_lesson(house, house.maud) is None


async def test_in_an_announcement_channel_the_lesson_has_a_thread_of_its_kind(house):
    news = house.ground.moderator.add_channel("annonces", ANNOUNCEMENT)
    rules = (await house.maud.slash("akropolis rules", news)).message
    await house.maud.click(rules, START)
    table = await house.maud.expect(lambda: newest_lesson(house, house.maud))
    assert house.ground.world.channel(table.home_id).type == ANNOUNCEMENT_THREAD


async def test_a_channel_that_takes_no_threads_has_no_lesson(house):
    voice = house.ground.moderator.add_channel("salon vocal", VOICE)
    rules = (await house.maud.slash("akropolis rules", voice)).message
    refused = await message_after(house.maud, rules, house.maud.click(rules, START))
    assert text("lesson.no_threads", "fr") in words(refused)


async def test_a_thread_that_discord_refuses_begins_no_lesson(house):
    house.ground.faults.inject("threads_full")
    rules = (await house.maud.slash("akropolis rules")).message
    refused = await message_after(house.maud, rules, house.maud.click(rules, START))
    assert text("lesson.no_threads", "fr") in words(refused)
    assert newest_lesson(house, house.maud) is None


async def test_a_thread_to_which_nobody_can_be_added_is_put_away(house):
    with house.ground.faults.during("page", method="PUT", path="/thread-members/"):
        rules = (await house.maud.slash("akropolis rules")).message
        refused = await message_after(house.maud, rules, house.maud.click(rules, START))
    assert text("panel.interrupted", "fr") in words(refused)
    (thread,) = [c for c in house.ground.world.channels.values() if c.type == PRIVATE_THREAD]
    assert thread.archived
    assert newest_lesson(house, house.maud) is None


async def test_the_button_of_a_game_that_is_gone_is_refused(house):
    post = await house.lobby()
    await press_forged(house, house.bastien, post, "fs:chess")
    assert newest_lesson(house, house.bastien) is None


async def test_a_closed_lesson_is_over_and_counts_nowhere(house):
    thread = await lesson_of(house)
    panel = await finish(house, thread)
    await message_after(house.maud, panel, house.maud.click(panel, CLOSE))
    assert (await table_of(house, thread)).status is Status.CANCELLED
    assert await house.app.lessons.under_way("akropolis", GUILD_ID, house.maud.id) is None


async def test_a_real_table_is_opened_in_the_channel(house):
    panel = await finish(house, await lesson_of(house))
    await house.maud.click(panel, REAL)
    lobby = await house.bastien.expect(
        lambda: next((post for post in house.bastien.messages() if "Rejoindre" in labels(post)), 0)
    )
    await house.bastien.click(lobby, "Rejoindre")
    (table,) = await house.app.reading.tables_of(house.bastien.id, GUILD_ID)
    assert table.purpose is Purpose.GAME


async def test_the_lesson_goes_on_as_an_ordinary_table_and_after_a_restart(house):
    thread = await lesson_of(house)
    panel = await finish(house, thread)
    await house.stop()
    await house.start()
    panel = await message_after(house.maud, panel, house.maud.click(panel, PLAY_ON))
    assert "/ 5**" not in words(panel)
    assert "Quelle tuile" in words(panel)


async def test_a_lesson_closes_by_itself_after_some_days(house):
    thread = await lesson_of(house)
    assert await house.app.lessons.close_stale() == []
    await later(house, LASTS / timedelta(hours=1) + 1)
    await house.app.lessons.close_stale()
    assert (await table_of(house, thread)).status is Status.CANCELLED


async def test_a_lesson_of_somebody_else_is_neither_closed_nor_continued(house):
    thread = await lesson_of(house)
    table, post = await table_of(house, thread), await house.lobby()
    for verb in ("table", "close"):
        await press_forged(house, house.bastien, post, f"fl:{verb}:{table.id}")
    assert (await table_of(house, thread)).status is Status.LIVE
    assert await house.app.reading.tables_of(house.bastien.id, GUILD_ID) == []


@each_case("game", [*games()])
async def test_the_first_panel_of_each_lesson_says_what_to_do(house, game):
    thread = await lesson_of(house, game)
    table = await table_of(house, thread)
    await house.maud.expect(lambda: "Jouer" in labels(house.boards(thread)[-1]))
    panel = await open_private_panel(house, house.maud, thread)
    assert task(game, 1) in words(panel)
    assert text("lesson.cannot", "fr") not in words(panel)
    assert table.size == get(game).lesson.seats
