"""Every board post is read at a glance: it is short whatever has happened, and begins with news."""

from functools import cache
from itertools import product

import pytest

from bot.i18n import LANGUAGES
from bot.table.post import mentions
from bot.words import of
from cogs._posts import board_post
from cogs._posts.news import LONGEST, ROWS, row_count, rows_beside, visible_length
from render import png
from render.contract import TABLE
from render.registry import renderer
from rules.levels import EASY, HARD, RANDOM
from rules.registry import get
from tests.cases import each_case
from tests.posting import posts_of_game, table_of
from tests.tier import games, of_tier

LONGEST_GAME = of_tier(900, 10_000)
"""Plies of a game; a game of many short ones is not played to its end in an ordinary run."""
PLAYERS = (RANDOM, EASY, HARD)
every_game = pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.xdist_group(f"posts-{key}")) for key in games()]
)


@cache
def posts(key, player, people, language="fr"):
    """Board posts of a game with as many seats as it has; in French the words are longer."""
    table = table_of(key, max(get(key).facts.seats), people, language)
    return [*posts_of_game(table, player, longest=LONGEST_GAME)]


def boards(key):
    """Board posts of every kind of table: people alone, one person against AI seats."""
    people, alone = max(get(key).facts.seats), 1
    kinds = [(RANDOM, people), (EASY, people), (EASY, alone)]
    players = [player for player in PLAYERS if player in get(key).facts.players]
    for kind in of_tier(kinds, [*product(players, (alone, people))]):
        yield from (one for one in posts(key, *kind) if one.kind != "out")


@cache
def room(key):
    """Lines that a phone has room for beside the picture of a late position."""
    *_, last = posts(key, EASY, max(get(key).facts.seats))
    names = [occupant.name for occupant in last.look.table.seats]
    width, height = png.size(renderer(key).draw(TABLE, last.look.view, names=names))
    return rows_beside(height / width)


def words_of(posted, rows=None):
    rows = rows or room(posted.look.table.game)
    return board_post.content_of(None, posted.look, posted.log, posted.payload, rows)


@every_game
def test_a_post_is_short_whatever_has_happened(key):
    for posted in boards(key):
        words = words_of(posted)
        assert visible_length(words) <= LONGEST, words
        assert row_count(words) <= room(key), words


@every_game
def test_it_begins_with_who_is_called_and_says_how_the_game_stands(key):
    for posted in boards(key):
        words, called = words_of(posted), posted.payload["mention"]
        if called and posted.kind == "board":
            assert words.startswith(f"<@{called[0]}>, à vous")
        assert all(f"**{name}**" in words for name in table_names(posted))


def table_names(posted):
    """Names of all seats; at the end of a game they may bear the mark of an AI."""
    if posted.kind == "over":
        return []
    return [occupant.name.removesuffix(" (AI)") for occupant in posted.look.table.seats]


@every_game
def test_nobody_reads_what_they_did_themselves(key):
    """One person against AI seats: their own turn is in the post that calls them again."""
    for posted in posts(key, EASY, 1):
        if posted.kind == "board" and posted.payload["mention"] == [1]:
            turns = words_of(posted, rows=ROWS).split("\n")[1:]
            assert not any(line.startswith("**Maud** ") for line in turns), turns


@every_game
@each_case("language", of_tier(["fr"], LANGUAGES))
def test_all_who_are_called_are_mentioned_in_the_words(key, language):
    for posted in posts(key, EASY, max(get(key).facts.seats), language):
        if posted.kind == "board":
            assert all(f"<@{user}>" in words_of(posted) for user in mentions(posted.payload))


@every_game
def test_whoever_is_called_out_of_turn_reads_why(key):
    """No mention stands there without a reason."""
    people = max(get(key).facts.seats)
    for posted in posts(key, EASY, people):
        for user in set(mentions(posted.payload)) - set(posted.payload["mention"]):
            if posted.kind == "board":
                assert f"<@{user}>\u00a0: " in words_of(posted, rows=ROWS), words_of(posted)


@every_game
def test_who_is_to_act_reads_of_all_that_happened_to_them_since_their_last_turn(key):
    """The effects of every turn since, not only of the one that the post reports."""
    people = max(get(key).facts.seats)
    for posted in posts(key, EASY, people):
        seat = next(iter(posted.look.to_act), None)
        if posted.kind == "board" and posted.payload["mention"] == [seat + 1]:
            own = max((ply.ply for ply in posted.log if ply.seat == seat), default=0)
            since = [ply for ply in posted.log if ply.ply > own]
            names = [f"**{occupant.name}**" for occupant in posted.look.table.seats]
            effects = of(key).effects(since, seat, names, "fr")
            assert effects in words_of(posted, rows=ROWS).split("\n")[0]


@every_game
def test_a_turn_of_several_people_is_in_a_post_even_if_its_player_is_called_again(key):
    people = max(get(key).facts.seats)
    for posted in posts(key, EASY, people):
        if posted.kind == "board" and posted.payload.get("plies", [1, 0]) != [1, 0]:
            [ply] = [ply for ply in posted.log if ply.ply == posted.payload["plies"][1]]
            name, lines = posted.look.table.seats[ply.seat].name, words_of(posted, rows=ROWS)
            assert any(line.startswith(f"**{name}** ") for line in lines.split("\n")[1:]), lines
