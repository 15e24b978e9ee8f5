"""Every board post is read at a glance: it is short whatever has happened, and begins with news."""

from functools import cache
from itertools import pairwise

import pytest

from bot.i18n import LANGUAGES
from bot.words import of
from bot.words.careful import CarefulWords
from cogs._answering.phone import BUTTON_ROW, GAP, HIGHEST, LINE, POST, height
from cogs._painting.wish import Wish
from cogs._posts.board_post import Report, content_of
from cogs._posts.decision import with_chart
from cogs._posts.news import is_short
from cogs._words import labels
from cogs._words.small_print import BETWEEN, SMALL
from cogs._words.turn_lines import TurnLines
from render.contract import TABLE
from render.registry import renderer
from rules.levels import EASY, HARD, RANDOM
from rules.registry import get
from tests.cases import each_case
from tests.posting import posts_of_game, table_of, with_long_names
from tests.records import whole_game
from tests.tier import DEEP, games, of_tier

LONGEST_GAME = of_tier(900, 10_000)
"""Plies of a game; a game of many short ones is not played to its end in an ordinary run."""
LONGEST_RANDOM = of_tier(300, 1_500)
"""Plies of a game of random players."""
RECORD = "record"
"""A recorded game, in place of the name of AI players who would have to choose the moves."""
every_game = pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.xdist_group(f"posts-{key}")) for key in games()]
)


def people_at(key):
    """The most people that a game can be played by."""
    return max(get(key).facts.seats)


@cache
def posts(key, player, people, language="fr", seats=None):
    """Board posts of a game with as many seats as it has; in French the words are longer."""
    seats = seats or people_at(key)
    table = table_of(key, seats, people, language)
    player = (whole_game(key, seats) or EASY) if player == RECORD else player
    return [*posts_of_game(table, player, longest=LONGEST_GAME)]


def tables_of(key, choice=max):
    """Numbers of seats, and of people in them: with AI seats, a post tells several turns."""
    several = [seats for seats in get(key).facts.seats if seats > 1]
    usual = [(choice(several), choice(several))]
    return of_tier(usual, [(seats, people) for seats in several for people in {1, seats}])


def boards(posted_posts):
    return [posted for posted in posted_posts if posted.kind == "board"]


@cache
def picture(key):
    """The picture of a late position, beside which a phone has room for few words."""
    *_, last = posts(key, RECORD, people_at(key))
    names = [occupant.name for occupant in last.look.table.seats]
    return renderer(key).draw(TABLE, last.look.view, names=names)


def words_of(posted, drawing=None):
    report = Report(None, posted.look, posted.log, posted.payload)
    return content_of(report, drawing)


@every_game
def test_a_post_is_short_and_says_who_is_called_and_how_the_game_stands(key):
    """At tables of people alone and of one person against AI seats.

    Scores give way to turns, as the picture has them, too.
    """
    players = (RANDOM, EASY, HARD) if DEEP else ()
    players = [RECORD, *(name for name in players if name in get(key).facts.players)]
    for player in players:
        for people in (1, people_at(key)):
            for posted in posts(key, player, people):
                if posted.kind != "out":
                    assert_readable(posted, picture(key))


def assert_readable(posted, drawing):
    words, called = words_of(posted, drawing), posted.payload.mention
    assert is_short(words, drawing), words
    if posted.kind == "board":
        table = posted.look.table
        game_words = CarefulWords(table, "fr", labels.short_names(table))
        scores, *_ = game_words.standing(posted.look.view).split("\n")
        assert scores in words or not is_short(f"{words}\n{scores}", drawing)
        assert not called or words.startswith(f"<@{called[0]}>, à vous")
        assert labels.title(table, "fr") in words.split("\n")[0]
    rows = words.split("\n")
    assert not any(row.startswith(SMALL) and after[:3] == SMALL for row, after in pairwise(rows))


@every_game
def test_threats_stand_below_the_call_however_little_room_there_is(key):
    """Never the seat to act, which sees that for itself."""
    for posted in boards(posts(key, RECORD, people_at(key))):
        look = posted.look
        game_words = CarefulWords(look.table, "fr", labels.short_names(look.table))
        whole, brief = (
            words_of_threats(look.threats)
            for words_of_threats in (game_words.threats, game_words.brief_threats)
        )
        rows = words_of(posted, picture(key)).split("\n")[1:]
        assert rows[: len(whole)] == whole or rows[: len(brief)] == brief
        assert not {threat.seat for threat in look.threats} & {*look.to_act}


@every_game
@each_case("language", of_tier(["fr"], LANGUAGES))
def test_an_opponents_turn_since_ones_own_is_always_told(key, language):
    """However many posts have told them, and however little room there is."""
    for seats, people in tables_of(key):
        for posted in boards(posts(key, RECORD, people, language, seats)):
            reader = next(iter(posted.look.to_act))
            if posted.payload.mention == [reader + 1]:
                last = max((ply.ply for ply in posted.log if ply.seat == reader), default=0)
                since = [ply for ply in posted.log if ply.ply > last and ply.ends_turn]
                names = labels.short_names(posted.look.table)
                words = words_of(posted, picture(key))
                turns = words.replace(BETWEEN, "\n").split("\n")
                assert sum(line.startswith(tuple(names)) for line in turns) >= len(since), words


@every_game
@each_case("seats", of_tier([4], [2, 3, 4]))
@each_case("seed", of_tier([1], range(4)))
def test_long_names_hide_no_turn_and_make_no_post_too_high(key, seats, seed):
    """In French, at tables of random AI players and one person, beside their own pictures."""
    table = with_long_names(table_of(key, min(seats, people_at(key)), 1, "fr"))
    briefly = labels.with_brief_names(table)
    names = (*labels.short_names(table), *labels.short_names(briefly))
    pictured = labels.picture_names(table)
    for posted in boards(posts_of_game(table, RANDOM, seed, LONGEST_RANDOM)):
        drawing = renderer(key).draw(TABLE, posted.look.view, names=pictured)
        words = words_of(posted, drawing)
        left = HIGHEST - height((words, drawing, BUTTON_ROW), POST)
        assert left >= 0, words
        if posted.payload.mention == [1] and 0 in posted.look.to_act:
            last = max((ply.ply for ply in posted.log if ply.seat == 0), default=0)
            since = [ply for ply in posted.log if ply.ply > last and ply.ends_turn]
            rows = words.replace(BETWEEN, "\n").split("\n")
            shown = [row for row in rows if row.startswith(names) and not is_threat(posted, row)]
            assert len(shown) >= len(since), words


def is_threat(posted, row):
    """Whether a row of a post is about a threat, in full or in few words."""
    look = posted.look
    for table in (look.table, labels.with_brief_names(look.table)):
        game_words = CarefulWords(table, "fr", labels.short_names(table))
        if row in (*game_words.threats(look.threats), *game_words.brief_threats(look.threats)):
            return True
    return False


@every_game
def test_a_turn_is_never_told_by_a_name_alone(key):
    *_, end = posts(key, RECORD, people_at(key))
    names = labels.short_names(end.look.table)
    lines = TurnLines(end.look.table, "fr").short(end.log)
    assert not {line.shortest for line in lines} & {*names}


@every_game
def test_no_line_of_a_running_game_is_cut_in_the_middle(key):
    """Where the turns of three opponents have no room, each of them is told in brief.

    The harm beside the call says so where there is more of it, and a game where its summary of a
    long turn leaves something out.
    """
    for posted in boards(posts(key, RECORD, 1)):
        _, *rows = words_of(posted, picture(key)).split("\n")
        lines = TurnLines(posted.look.table, "fr").short(posted.log, addressed=[1])
        summaries = {line.full for line in lines}
        assert not {row for row in rows if row.endswith("…")} - summaries, rows


@every_game
def test_the_end_tells_the_last_turn_and_the_reason_beside_any_picture(key):
    for seats, people in tables_of(key, min):
        *_, end = posts(key, RECORD, people, seats=seats)
        look, last = end.look, end.log[-1]
        name = labels.short_names(look.table)[last.seat]
        reason = CarefulWords(look.table, "fr").end_reason(look.result)
        wish, _ = with_chart(Wish(key, TABLE, look.view), "", look.table, look.result, end.log)
        names = labels.picture_names(look.table)
        chart = renderer(key).draw(wish.picture, look.view, names=names, shown=wish.shown)
        for drawing in (picture(key), chart):
            words = words_of(end, drawing)
            room = HIGHEST - height((words, drawing, 2 * BUTTON_ROW + GAP), POST)
            [turn] = [line for line in words.split("\n") if line.startswith(f"{name} ")]
            assert reason in words.split("\n")
            assert not turn.endswith("…") or room < LINE, words


@every_game
def test_people_do_not_read_what_they_did_themselves(key):
    """One person against AI seats: their own turn is in the post that calls them again."""
    for posted in boards(posts(key, RECORD, 1)):
        if posted.payload.mention == [1]:
            turns = words_of(posted).split("\n")[1:]
            assert not any(line.startswith("**Maud** ") for line in turns), turns


@every_game
@each_case("language", of_tier(["fr"], LANGUAGES))
def test_everybody_who_is_called_is_mentioned_in_the_words(key, language):
    """No mention out of turn stands there without a reason."""
    colon = {"fr": "\u00a0: ", "en": ": "}[language]
    for posted in boards(posts(key, RECORD, people_at(key), language)):
        words, whole = words_of(posted, picture(key)), words_of(posted)
        for user in posted.payload.users:
            assert f"<@{user}>" in words
            assert user in posted.payload.mention or f"<@{user}>{colon}" in whole, whole


@every_game
def test_the_seat_to_act_reads_all_that_happened_to_it_since_its_last_turn(key):
    """The effects of every turn since, not only of the one that the post reports."""
    for posted in boards(posts(key, RECORD, people_at(key))):
        seat = next(iter(posted.look.to_act), None)
        if posted.payload.mention == [seat + 1]:
            last = max((ply.ply for ply in posted.log if ply.seat == seat), default=0)
            since = [ply for ply in posted.log if ply.ply > last]
            names = [f"**{occupant.name}**" for occupant in posted.look.table.seats]
            effects = of(key, "fr", names).effects(since, seat)
            assert effects in words_of(posted).split("\n")[0]


@every_game
def test_a_turn_of_several_people_is_in_a_post_even_if_its_player_is_called_again(key):
    for posted in boards(posts(key, RECORD, people_at(key))):
        if posted.payload.plies != (1, 0):
            [ply] = [ply for ply in posted.log if ply.ply == posted.payload.plies[1]]
            name, lines = posted.look.table.seats[ply.seat].name, words_of(posted)
            assert any(line.startswith(f"**{name}** ") for line in lines.split("\n")[1:]), lines
