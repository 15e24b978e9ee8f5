"""`/league …` in a playground: a post that keeps itself, private pages, rounds in threads."""

import asyncio

import pytest
from msgspec.structs import replace

from bot import database
from bot.leagues import rows
from bot.leagues.standings import standings
from bot.leagues.values import Format, Stage
from cogs._league.texts import LeagueWords
from cogs._posts.standing import correct
from cogs._words.fitting import length
from playground.driver import labels, pictures, words
from playground.people import BOT_ID, GAMES_ID, LOUNGE_ID, SEND_MESSAGES
from tests.bot.room import make_move
from tests.cogs.playing import after_click
from tests.cogs.settling import all_delivered, quiet
from tests.leagues.fields import Field, league, with_round

GAME = {"game": "akropolis", "players": 2, "rounds": 2, "language": "en"}


def posts(person, place=GAMES_ID):
    """The posts of leagues in a channel, oldest first."""
    return [
        message
        for message in person.messages(place)
        if any(
            str(part.get("custom_id", "")).startswith("lg:")
            for row in message["components"]
            for part in row.get("components", ())
        )
    ]


async def opened(house, person=None, **options):
    """The post of a new league."""
    person = person or house.maud
    before = len(posts(person))
    await person.slash("league new", options={**GAME, **options})
    await person.expect(lambda: len(posts(person)) > before)
    return posts(person)[-1]


def field(house):
    app = house.app
    return Field(app, app.leagues, app.store, app.alarm)


async def shown(house, part):
    """The newest post of a league once it has a part of a text."""
    return await house.maud.expect(
        lambda: next((each for each in posts(house.maud)[-1:] if part in words(each)), None)
    )


async def closed(house, post):
    """Wait until an earlier post leads to the newest one."""
    await house.maud.expect(lambda: "goes on" in words(house.maud.message(post["id"])))
    assert labels(house.maud.message(post["id"])) == []


async def begun(house, **options):
    """A league of Maud and Bastien whose first round is posted; the post."""
    post = await opened(house, **options)
    await house.bastien.click(post, "Join")
    return await shown(house, "Round 1 of")


async def test_a_league_is_opened_entered_and_begins_when_it_is_full(house):
    post = await opened(house)
    assert "Akropolis league #1" in words(post)
    assert "1 of 2 player: Maud" in words(post).replace("*", "")
    assert labels(post) == ["Join", "Leave", "Start", "Rules"]
    answer = await house.bastien.click(post, "Join")
    assert "You take part in Akropolis league #1" in answer.text
    newest = await shown(house, "Round 1 of 2")
    assert labels(newest) == ["Standings", "Rounds", "Rules"]
    assert len(pictures(newest)) == 1
    assert pictures(newest)[0]["description"].startswith("Akropolis league #1, round 1 of 2: 1. ")
    await closed(house, post)


async def test_the_post_leads_to_the_thread_where_each_person_is_called_once(house):
    await begun(house)
    await quiet(house)
    [thread] = house.maud.threads()
    await shown(house, f"/{thread['id']}")
    for person in (house.maud, house.bastien):
        called = [
            message
            for message in person.messages(thread["id"])
            if person.mention in message["content"]
        ]
        assert len(called) == 1
    [notice] = [
        words(each) for each in house.maud.messages(thread["id"]) if "league begins" in words(each)
    ]
    assert "Round 1 of 2" in notice


async def test_round_after_round_to_the_end(house):
    await begun(house)
    for number in (1, 2):
        league = await house.app.leagues.get(1)
        assert league.round == number
        [board] = league.present_boards
        post = posts(house.maud)[-1]
        await field(house).finish(board)
        await shown(house, "Round 2 of 2" if number == 1 else "Won by")
        await closed(house, post)
    last = posts(house.maud)[-1]
    league = await house.app.leagues.get(1)
    assert league.seed in words(last)
    assert len(posts(house.maud)) == 1


async def test_the_pages_tell_standings_rounds_and_rules(house):
    post = await begun(house)
    answer = await house.noor.click(post, "Standings")
    assert "Maud" in answer.text
    assert "Bastien" in answer.text
    assert len(pictures(answer.message)) == 1
    assert "Round 1" in (await house.noor.click(post, "Rounds")).text
    rules = (await house.noor.click(post, "Rules")).text
    assert "A win brings 6 points" in rules
    assert "An AI makes late turns" in rules
    typed = await house.noor.slash("league pairings")
    assert "**Maud**" in typed.text
    assert "Akropolis league #1" in (await house.noor.slash("league standings")).text


async def test_before_the_first_round_pages_tell_the_rules(house):
    await opened(house)
    assert "A win brings" in (await house.noor.slash("league standings")).text
    assert "No round has begun" in (await house.noor.slash("league pairings")).text


async def test_leaving_a_running_league_is_asked_first(house):
    await begun(house)
    answer = await house.bastien.slash("league leave")
    assert "you give up your games" in answer.text
    [board] = (await house.app.leagues.get(1)).boards
    answer = await house.bastien.click(answer.message, "Leave and give up my games")
    await shown(house, "Won by")
    league = await house.app.leagues.get(1)
    assert league.boards[0].points_of(0) == 12
    refused = await house.noor.slash("league leave")
    assert "You do not take part" in refused.text or "is over" in refused.text
    assert board.table_id is not None


async def test_the_host_may_start_and_cancel(house):
    post = await opened(house, players=4)
    refused = await house.bastien.click(post, "Start")
    assert "A league begins with" in refused.text or "Only whoever opened" in refused.text
    await house.bastien.click(post, "Join")
    await house.ines.click(post, "Join")
    await house.ines.click(post, "Leave")
    await house.maud.click(post, "Start")
    await shown(house, "Round 1 of 2")
    await house.maud.slash("league cancel")
    await shown(house, "Cancelled")
    assert (await house.app.leagues.get(1)).stage is Stage.CANCELLED


async def test_a_league_until_a_day_has_as_many_rounds_as_fit(house):
    post = await opened(house, until="in 3 weeks", rounds=0)
    assert "until <t:" in words(post)
    await house.bastien.click(post, "Join")
    assert "round 1 of 3" in words(await shown(house, "of 3")).lower()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "chess"}, "I do not know this game"),
        ({"ai": 5}, "At most 1 AI players"),
        ({"until": "tomorrow"}, "One round takes 7 days"),
        ({"until": "in 2 weeks", "format": "knockout"}, "leave *until* empty"),
        ({"format": "robin", "players": 12}, "for 2 to 8 players"),
    ],
)
async def test_the_impossible_is_refused_in_a_sentence(house, options, sentence):
    answer = await house.bastien.slash("league new", options={**GAME, **options})
    assert sentence in answer.text


async def test_a_place_without_threads_is_refused(house):
    await begun(house)
    await quiet(house)
    [thread] = house.maud.threads()
    answer = await house.bastien.slash("league new", thread["id"], GAME)
    assert "needs a text channel" in answer.text


async def test_without_a_league_there_is_nothing_to_show(house):
    assert "no league on this server" in (await house.bastien.slash("league standings")).text
    await opened(house)
    refused = await house.bastien.slash("league standings", options={"league": 7})
    assert "There is no such league here" in refused.text
    typed = {"options": {"league": "akro"}, "focused": "league"}
    found = await house.bastien.autocomplete("league standings", **typed)
    assert [choice["value"] for choice in found] == [1]


async def test_a_person_who_does_not_see_the_channel_knows_nothing_of_the_league(house):
    post = await opened(house)
    house.ground.moderator.hide(GAMES_ID, house.noor.id)
    refused = await house.noor.slash("league standings", LOUNGE_ID)
    assert "no league on this server" in refused.text
    assert "Akropolis" in (await house.bastien.slash("league standings", LOUNGE_ID)).text
    assert post


async def test_a_post_that_was_sent_when_the_process_was_killed_is_not_sent_again(
    house, monkeypatch
):
    def killed(*_):
        raise OSError("killed")

    noted = rows.note_post
    monkeypatch.setattr(rows, "note_post", killed)
    await opened(house)
    monkeypatch.setattr(rows, "note_post", noted)
    await house.restart()
    await house.bastien.click(posts(house.maud)[-1], "Join")
    await shown(house, "Round 1 of 2")
    titles = [each for each in house.maud.messages(GAMES_ID) if "league #1" in words(each)]
    assert len(titles) == 2  # that of the lobby, which leads on, and that of the round


# ---- whatever happens ----------------------------------------------------------------------------


async def test_a_post_of_a_restored_database_is_not_sent_again(house):
    await opened(house)
    copy = house.database.with_name("copy.sqlite3")
    await asyncio.to_thread(database.backup, house.database, copy)
    await house.bastien.click(posts(house.maud)[-1], "Join")
    await shown(house, "Round 1 of 2")
    await quiet(house)
    threads = house.maud.threads()
    await house.stop()
    await asyncio.to_thread(database.restore, copy, house.database)
    house.ground.let_pass(200)
    await house.start()
    await house.bastien.slash("league join")
    await house.maud.expect(lambda: "Round 1 of 2" in words(posts(house.maud)[-1]))
    await quiet(house)
    assert len(posts(house.maud)) == 1
    assert [thread["id"] for thread in house.maud.threads()] == [thread["id"] for thread in threads]


async def test_a_deleted_post_comes_again(house):
    post = await begun(house)
    world = house.ground.world
    world.remove_message(world.message(GAMES_ID, int(post["id"])))
    [board] = (await house.app.leagues.get(1)).boards
    await field(house).finish(board)
    await shown(house, "Round 2 of 2")


async def test_a_closed_channel_loses_nothing(house):
    await opened(house)
    house.ground.moderator.overwrite(GAMES_ID, BOT_ID, deny=SEND_MESSAGES)
    await house.bastien.slash("league join", LOUNGE_ID)
    while not (await house.app.leagues.get(1)).round:
        await asyncio.sleep(0.01)
    house.ground.moderator.overwrite(GAMES_ID, BOT_ID)
    house.ground.let_pass(24 * 3600)
    await shown(house, "Round 1 of 2")


async def test_an_erased_person_is_taken_out_of_the_post(house):
    await begun(house)
    await house.app.privacy.forget(house.bastien.id)
    last = await shown(house, "Won by")
    assert "Bastien" not in words(last)


async def test_rounds_are_shown_one_by_one(house):
    post = await begun(house)
    [board] = (await house.app.leagues.get(1)).boards
    await field(house).finish(board)
    post = await shown(house, "Round 2 of 2")
    answer = await house.bastien.click(post, "Rounds")
    assert "Round 2" in answer.text
    assert labels(answer.message) == ["Round 1"]
    earlier = await after_click(house.bastien, answer.message, "Round 1")
    assert "6 – " in words(earlier)
    assert labels(earlier) == ["Round 2"]


async def test_the_standings_of_many_are_told_in_words_on_a_page_of_their_own(house):
    await house.maud.slash("league new", options={**GAME, "players": 9, "ai": 8, "fill": False})
    post = await shown(house, "Round 1 of 2")
    answer = await house.bastien.click(post, "Standings")
    page = await after_click(house.bastien, answer.message, "In words")
    assert words(page).count("(AI)") == 8
    assert "no opponent this round" in words(posts(house.maud)[-1])


async def test_a_table_of_a_league_has_no_post_in_the_channel_and_none_is_looked_for_twice(house):
    await begun(house)
    await quiet(house)
    [board] = (await house.app.leagues.get(1)).boards
    table = await field(house).table(board)
    assert await correct(house.app, table) == []
    searches = []
    for _ in range(3):
        await make_move(house.app, table.id)
        await all_delivered(house)
        calls = [call.path for call in house.ground.requests if call.method == "GET"]
        searches.append(sum(path.endswith(f"/{GAMES_ID}/messages") for path in calls))
    assert searches[0] == searches[1] == searches[2]
    assert table.lobby_message_id is None


async def test_the_next_season_is_one_press_and_calls_the_people_of_the_last(house):
    await begun(house, rounds=1)
    [board] = (await house.app.leagues.get(1)).boards
    await field(house).finish(board)
    over = await shown(house, "Won by")
    assert labels(over) == ["Next season", "Standings", "In words", "Rounds"]
    answer = await house.bastien.click(over, "Next season")
    assert "You take part in Akropolis league #2" in answer.text
    season = await shown(house, "league #2")
    assert words(season).startswith(f"{house.maud.mention}: the next season is open.")
    assert season["id"] in [each["message"] for each in house.maud.notifications]
    await house.app.privacy.forget(house.maud.id)
    await house.maud.expect(
        lambda: house.maud.mention not in words(house.maud.message(season["id"]))
    )


async def test_the_statistics_of_a_server_list_the_leagues_won_there(house):
    await begun(house, rounds=1)
    [board] = (await house.app.leagues.get(1)).boards
    await field(house).finish(board)
    over = await shown(house, "Won by")
    answer = await house.bastien.slash("stats")
    page = answer.message
    if "Leagues won here" not in words(page):
        page = await after_click(house.bastien, page, labels(page)[0])
    assert "Leagues won here" in words(page)
    assert f"/{over['id']})" in words(page)
    [winner] = [
        line.entrant for line in standings(await house.app.leagues.get(1)) if line.rank == 1
    ]
    person = (house.maud, house.bastien)[winner]
    await house.app.people.change(person.id, unlisted=True)
    answer = await house.noor.slash("stats")
    page = answer.message
    if labels(page) and "server" in labels(page)[0]:
        page = await after_click(house.noor, page, labels(page)[0])
    assert "Leagues won here" not in words(page)


async def test_a_free_place_is_offered_below_the_round(house):
    post = await opened(house, players=3, rounds=2, fill=False)
    for person in (house.bastien, house.ines):
        await person.click(post, "Join")
    await shown(house, "Round 1 of 2")
    await house.app.leagues.leave(1, house.maud.id)
    post = await shown(house, "is free")
    assert labels(post) == ["Join", "Standings", "Rounds", "Rules"]
    await house.karim.click(post, "Join")
    assert (await house.app.leagues.get(1)).entrants[0].user_id == house.karim.id


async def test_a_deleted_thread_is_replaced_and_the_post_links_to_the_new_one(house):
    await begun(house)
    await quiet(house)
    [thread] = house.maud.threads()
    await shown(house, f"/{thread['id']}")
    house.ground.moderator.delete(int(thread["id"]))
    [board] = (await house.app.leagues.get(1)).boards
    await make_move(house.app, board.table_id)
    await quiet(house)
    [new] = house.maud.threads()
    assert new["id"] != thread["id"]
    house.ground.let_pass(60)
    await shown(house, f"/{new['id']}")


def test_a_round_of_thirty_two_people_with_long_names_has_room_in_a_post():
    crowd = with_round(league(32, Format.KNOCKOUT))
    people = [replace(each, name=f"{each.name} {'x' * 28}"[:32]) for each in crowd.entrants]
    boards = [
        replace(each, points=(None, None), home_id=10**18 + each.number) for each in crowd.boards
    ]
    crowd = replace(crowd, entrants=tuple(people), boards=(*crowd.boards[:8], *boards[8:]))
    lines = LeagueWords(crowd, "en").board_lines(crowd.present_boards)
    assert len(lines) == 16
    assert length(lines) < 1500
    assert sum("<#" in line for line in lines) == 8
