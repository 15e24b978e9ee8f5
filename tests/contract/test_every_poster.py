"""Contract of posters: a sheet for every finished table, light enough, always the same bytes."""

from __future__ import annotations

from datetime import date
from functools import cache
from io import BytesIO

import msgspec
import pytest
from PIL import Image

from bot import words
from render.contract import POSTER, About
from render.poster import lettering, sheet
from render.poster.hours import HOURS, hour_of
from render.registry import renderer
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case
from tests.catalogues import LANGUAGES
from tests.contract.playing import along, drawn_setups, game_of, plain_setups, playout
from tests.contract.wording import along as moments_of
from tests.contract.wording import records
from tests.render.pictures import capture_texts
from tests.tier import deep, games, of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim")
SCRIPTS = (
    "Ольга Николаевна",
    "山田太郎さん",
    "김민수",
    "שלום עולם",
    "محمد",
    "สมชาย",
    "🦊",
)
SEALS = {hour_of(seal).name: seal for seal in map("{:08x}".format, range(40))}
"""A seal for each hour."""
SEAL = "7c01d9a4"
"""One more."""

POSTERS = [key for key in games() if POSTER in renderer(key).public]


def one_process(key, *more):
    """A game whose posters are drawn in one process, which draws the usual one once."""
    return pytest.param(key, marks=[pytest.mark.xdist_group(f"poster-{key}"), *more])


every_poster = pytest.mark.parametrize("key", [one_process(key) for key in POSTERS])
any_poster = pytest.mark.parametrize(
    "key", [one_process(POSTERS[0]), *(one_process(key, deep) for key in POSTERS[1:])]
)
"""One in an ordinary run: for what all posters share."""


def story(seats, seal=SEAL, *, language="en", ranking=None):
    """Story of a game that seat 0 has won."""
    ranking = ranking or tuple((seat,) for seat in range(seats))
    days = date(2026, 11, 14), date(2026, 11, 22)
    return About(language, seal, ranking, 187, *days)


def drawn(setup, state, about, names=NAMES, eyes=None):
    draw = renderer(setup.game.facts.key).draw
    return draw(POSTER, setup.game.view(state, eyes), names=names, about=about)


@cache
def finished(key):
    """A finished game of the most players: its setup and its last position."""
    setup = [one for one in plain_setups() if one.game.facts.key == key][-1]
    return setup, playout(setup)[0]


@cache
def usual(key):
    """The poster of that game."""
    return usual_with_texts(key)[0]


@cache
def usual_with_texts(key):
    """The poster of that game, and the size of each text on it."""
    setup, state = finished(key)
    with capture_texts() as texts:
        data = drawn(setup, state, story(setup.seats))
    return data, {words: style.size for words, style in texts}


def recorded_ends(key):
    """The last move of games on record, each with its result."""
    game, ends = get(key), {}
    for start, plies in records(key):
        *_, last = moments_of(game, start, plies)
        if (result := game.result(last.after)) and len(last.names) > 1:
            reason = result.reason, str(result.details.get("reasons"))
            ends.setdefault(of_tier(reason, len(ends)), (last, result))
    return ends.values()


def picture_of(data):
    """The decoded sheet, after checking what any poster must keep."""
    assert len(data) <= sheet.MAX_BYTES
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    assert picture.size == (1200, 1600)
    return picture.convert("RGB")


# ---- every table ---------------------------------------------------------------------------------


@every_poster
def test_a_finished_game_has_its_poster(key):
    picture_of(usual(key))
    for setup in (setup for setup in drawn_setups() if game_of(setup) == key):
        if setup != finished(key)[0]:
            picture_of(drawn(setup, playout(setup)[0], story(setup.seats)))


@every_poster
def test_a_game_that_everybody_left_at_once_has_one(key):
    """Such a game has no buildings, and every rank is shared."""
    setup, _ = finished(key)
    picture_of(drawn(setup, along(setup)[0], story(setup.seats)))


@every_poster
def test_games_won_in_every_way_have_one_at_night(key):
    """One game on record for each reason for its end; all of them if the run is deep."""
    seal = next(seal for seal in SEALS.values() if hour_of(seal).lamps)
    for moment, result in recorded_ends(key):
        seats = range(len(moment.names))
        ranks = range(1, len(seats) + 1)
        ranking = [[seat for seat in seats if result.ranks[seat] == rank] for rank in ranks]
        view = moment.game.view(moment.after, None)
        about = story(len(seats), seal, ranking=tuple(map(tuple, filter(None, ranking))))
        picture_of(renderer(key).draw(POSTER, view, names=moment.names, about=about))


@any_poster
def test_players_who_share_a_place_all_stand_on_it(key):
    setup, state = finished(key)
    tied = story(setup.seats, ranking=((0, 1), (2,), (3,)))
    assert drawn(setup, state, tied) != usual(key)


@any_poster
def test_a_poster_fits_names_in_any_script(key):
    setup, state = finished(key)
    for names in (SCRIPTS[:4], (*SCRIPTS[4:7], "W" * 60)):
        picture_of(drawn(setup, state, story(setup.seats), names))


@every_poster
def test_nothing_is_written_too_small_for_a_wall(key):
    setup, _ = finished(key)
    _, sizes = usual_with_texts(key)
    assert len(sizes) > setup.seats
    assert {words: size for words, size in sizes.items() if size < lettering.SMALLEST} == {}


# ---- light, luck and secrets ---------------------------------------------------------------------


def test_there_is_a_seal_for_each_of_the_four_hours():
    assert set(SEALS) == {hour.name for hour in HOURS}


@every_poster
def test_the_same_table_has_the_same_bytes_whatever_is_hidden(key):
    """Nothing tells for whom it is drawn, or what was never drawn from a bag or a deck."""
    setup, state = finished(key)
    first = usual(key)
    renderer(key).forget()
    again = setup.game.state_from_json(setup.game.state_to_json(state))
    other = setup.game.redeal(again, None, Rng(5))
    assert drawn(setup, other, story(setup.seats), eyes=0) == first


@any_poster
def test_no_two_tables_have_the_same_light_or_the_same_luck(key):
    """One poster at each hour, and two tables at the same."""
    setup, state = finished(key)
    sheets = [drawn(setup, state, story(setup.seats, seal)) for seal in SEALS.values()]
    pictures = [picture_of(one).crop(sheet.WINDOW).tobytes() for one in (*sheets, usual(key))]
    assert len(set(pictures)) == len(pictures)


# ---- who may ask, and what is said ---------------------------------------------------------------


@every_poster
def test_a_game_that_runs_has_no_poster(key):
    setup, state = finished(key)
    assert POSTER not in renderer(key).available(over=False)
    assert POSTER in renderer(key).available(over=True)
    with pytest.raises(ValueError, match="over"):
        drawn(setup, state, About())


@every_poster
@each_case("language", LANGUAGES)
def test_a_poster_can_be_told(key, language):
    setup, state = finished(key)
    view = setup.game.view(state, None)
    ranking = story(setup.seats).ranking
    told = words.of(key).poster(view, NAMES[: setup.seats], ranking, 187, language)
    assert len(told) <= words.LONGEST_ALT
    assert "187" in told
    assert all(name in told for name in NAMES[: setup.seats])
    assert not {"*", "`"} & set(told)


@each_case(("language", "said"), [("en", "Nov 14 – 22, 2026"), ("fr", "14–22 nov. 2026")])
def test_days_are_written_as_the_table_speaks(language, said):
    assert lettering.days(date(2026, 11, 14), date(2026, 11, 22), language) == said


def test_long_names_get_the_room_that_short_ones_leave():
    assert lettering.share_out([200, 200], 900) == [200, 200]
    assert lettering.share_out([100, 700, 900], 900) == [100, 400, 400]


def test_a_game_of_one_day_names_it_once_and_one_without_a_move_none():
    day = date(2026, 11, 14)
    assert lettering.days(day, day, "fr") == "14 nov. 2026"
    assert lettering.days(None, None, "fr") == ""


def test_a_story_can_be_kept_as_a_key():
    """The painter caches a picture under everything that it was given."""
    about = story(4)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(about), type=About) == about
