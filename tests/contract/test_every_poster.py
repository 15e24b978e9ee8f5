"""Contract of posters: a sheet for every finished table, light enough, always the same bytes."""

from datetime import date
from functools import cache
from io import BytesIO
from itertools import product
from unittest import mock

import msgspec
import pytest
from PIL import Image

from bot import words
from render.contract import POSTER, About
from render.poster import lettering, sheet
from render.poster.hours import HOURS, hour_of
from render.registry import renderer
from rules import registry
from rules.registry import get
from rules.rng import Rng
from tests.cases import each_case
from tests.catalogues import LANGUAGES
from tests.contract.playing import along, plain_setups_of, playout
from tests.contract.wording import along as moments_of
from tests.contract.wording import plies_of
from tests.records import recorded_game, records_of
from tests.render.pictures import capture_texts
from tests.tier import DEEP, deep, games, of_tier

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
NIGHT = next(seal for seal in SEALS.values() if hour_of(seal).lamps)
SEAL = "7c01d9a4"
"""One more."""


def poster_of_each(keys):
    """Cases of the games with a poster; those of a game run in one process, which draws once."""
    return pytest.mark.parametrize(
        "key",
        [
            pytest.param(key, marks=pytest.mark.xdist_group(f"poster-{key}"))
            for key in keys
            if POSTER in renderer(key).public
        ],
    )


every_poster = poster_of_each(games())
poster_of_every_game = poster_of_each(registry.games())
"""Of all games, every day: a poster is the last of a game that anybody would look at."""


def story(seats, seal=SEAL, *, ranking=None):
    """Story of a game that seat 0 has won."""
    ranking = ranking or tuple((seat,) for seat in range(seats))
    return About("en", seal, ranking, 187, date(2026, 11, 14), date(2026, 11, 22))


def drawn(setup, state, about, names=NAMES, eyes=None):
    draw = renderer(setup.game.facts.key).draw
    return draw(POSTER, setup.game.view(state, eyes), names=names[: setup.seats], about=about)


@cache
def finished(key):
    """A recorded game of three, in which somebody linked two cities: its setup and its end."""
    (setup,) = (setup for setup in plain_setups_of(get(key)) if setup.seats == 3)
    return setup, recorded_game(key, 3)[-1][0]


@cache
def usual(key):
    """The poster of that game at night, and the size of each text on it."""
    setup, state = finished(key)
    with capture_texts() as texts:
        data = drawn(setup, state, story(setup.seats, NIGHT))
    return data, {words: style.size for words, style in texts}


def picture_of(data):
    """The decoded sheet, after checking what any poster must keep."""
    assert len(data) <= sheet.MAX_BYTES
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    assert picture.size == (1200, 1600)
    return picture.convert("RGB")


# ---- a sheet -------------------------------------------------------------------------------------


@poster_of_every_game
def test_a_finished_game_has_its_poster_and_all_on_it_can_be_read_on_a_wall(key):
    data, sizes = usual(key)
    picture_of(data)
    assert len(sizes) > finished(key)[0].seats
    assert {words: size for words, size in sizes.items() if size < lettering.SMALLEST} == {}


@deep
@every_poster
def test_a_game_of_any_number_of_players_has_one(key):
    """Even if all left at once: then it has no buildings, and every rank is shared."""
    for setup in plain_setups_of(games()[key]):
        picture_of(drawn(setup, playout(setup)[0], story(setup.seats)))
    picture_of(drawn(setup, along(setup)[0], story(setup.seats)))


@deep
@every_poster
def test_games_won_in_every_way_have_one_by_day_and_at_night(key):
    """On an ordinary day one of three players, by day: one is neither the first nor the last."""
    ends = recorded_ends(key)
    if not DEEP:
        ends = [next(end for end in ends if len(end.names) == 3)]
    for moment, hour in product(ends, of_tier(["noon"], ["noon", "night"])):
        seats, ranks = range(len(moment.names)), moment.game.result(moment.after).ranks
        places = (tuple(s for s in seats if ranks[s] == rank + 1) for rank in seats)
        about = story(len(seats), SEALS[hour], ranking=tuple(filter(None, places)))
        view = moment.game.view(moment.after, None)
        picture_of(renderer(key).draw(POSTER, view, names=moment.names, about=about))


def recorded_ends(key):
    """The last moves of the games on record that are over and had several players."""
    for game_record in records_of(key):
        *_, last = moments_of(get(key), *plies_of(game_record))
        if last.game.result(last.after) and len(last.names) > 1:
            yield last


@deep
@every_poster
def test_players_who_share_a_place_all_stand_on_it(key):
    setup, state = finished(key)
    tied = story(setup.seats, NIGHT, ranking=((0, 1), (2,)))
    assert drawn(setup, state, tied) != usual(key)[0]


@deep
@every_poster
def test_a_poster_fits_names_in_any_script(key):
    setup, state = finished(key)
    for names in (SCRIPTS[:3], SCRIPTS[3:6], (*SCRIPTS[6:], "W" * 60, "i")):
        picture_of(drawn(setup, state, story(setup.seats), names))


# ---- light, luck and secrets ---------------------------------------------------------------------


def test_there_is_a_seal_for_each_of_the_four_hours():
    assert set(SEALS) == {hour.name for hour in HOURS}


@deep
@every_poster
def test_the_same_table_has_the_same_bytes_whatever_is_hidden(key):
    """They depend neither on whom it is drawn for nor on what was never drawn from a bag."""
    setup, state = finished(key)
    first, _ = usual(key)
    renderer(key).forget()
    loaded = setup.game.state_from_json(setup.game.state_to_json(state))
    redealt = setup.game.redeal(loaded, None, Rng(5))
    assert drawn(setup, redealt, story(setup.seats, NIGHT), eyes=0) == first


@deep
@every_poster
def test_no_two_tables_have_the_same_light_or_the_same_luck(key):
    """One poster at each hour, and two tables at the same."""
    setup, state = finished(key)
    sheets = [drawn(setup, state, story(setup.seats, seal)) for seal in (*SEALS.values(), SEAL)]
    pictures = [picture_of(data).crop(sheet.WINDOW).tobytes() for data in sheets]
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
    view, names = setup.game.view(state, None), NAMES[: setup.seats]
    alt = words.of(key, language, names).poster(view, story(setup.seats).ranking, 187)
    assert len(alt) <= words.LONGEST_ALT
    assert "187" in alt
    assert all(name in alt for name in names)
    assert not {"*", "`"} & set(alt)


@each_case(("language", "text"), [("en", "Nov 14 – 22, 2026"), ("fr", "14–22 nov. 2026")])
def test_days_are_written_as_the_table_speaks(language, text):
    assert lettering.days(date(2026, 11, 14), date(2026, 11, 22), language) == text


def test_a_game_of_one_day_names_it_once_and_one_without_a_move_none():
    day = date(2026, 11, 14)
    assert lettering.days(day, day, "fr") == "14 nov. 2026"
    assert lettering.days(None, None, "fr") == ""


def lines_in_spaced_letters(title, about):
    """The lines that a sheet writes letter by letter: words, left end and gap between letters."""
    with mock.patch.object(lettering, "letterspace", wraps=lettering.letterspace) as spaced:
        sheet.sheet(Image.new("RGB", sheet.PICTURE), title, (), about)
    return [(words, x, gap) for _, words, x, _, _, gap in (c.args for c in spaced.call_args_list)]


def test_the_letters_of_a_long_title_stand_closer_so_that_it_finds_room():
    (_, _, usual_gap), _ = lines_in_spaced_letters("Hexagora", story(1))
    (words, x, gap), _ = lines_in_spaced_letters("Hexagora of the Isles", story(1))
    assert words == "HEXAGORA OF THE ISLES"
    assert x >= sheet.WINDOW[0]
    assert 0 < gap < usual_gap


def test_a_table_without_a_seal_and_without_a_move_has_neither_in_its_corner():
    about = msgspec.structs.replace(story(1), seal="", plies=0)
    with capture_texts() as texts:
        lines = lines_in_spaced_letters("Hexagora", about)
    assert [words for words, *_ in lines] == ["HEXAGORA"]
    assert "".join(words for words, _ in texts) == "HEXAGORANov 14 – 22, 2026"


def test_long_names_get_the_room_that_short_ones_leave():
    assert lettering.share_out([200, 200], 900) == [200, 200]
    assert lettering.share_out([100, 700, 900], 900) == [100, 400, 400]


def test_a_story_can_be_kept_as_a_key():
    """The painter caches a picture under everything that it was given."""
    about = story(4)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(about), type=About) == about
