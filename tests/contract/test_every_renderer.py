"""Contract of renderers: a picture for every table, small enough, always the same bytes."""

import re
from functools import partial
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops

from bot import words
from render.canvas import MAX_BYTES, MAX_WIDTH, PUBLIC_WIDTH, TALLEST
from render.contract import CANDIDATE, HAND, TABLE
from render.icons import of_seats
from render.registry import renderer
from rules.contract import Event
from rules.rng import Rng
from tests.cases import each_case
from tests.catalogues import LANGUAGES
from tests.contract.playing import (
    along,
    drawn_setups,
    every_game,
    every_large_table,
    game_of,
    plies_along,
    running,
)
from tests.contract.wording import spread, various
from tests.render.pictures import capture_texts
from tests.tier import games, of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Noor", "Zoé")
WIDEST_PRIVATE = 1200
VARIED = of_tier(6, 10**6)
"""Moments of whole games that are drawn beside one of each kind of move."""
every_drawn_table = each_case("setup", drawn_setups(), ids=str, by=game_of)


def picture_of(data, widest=MAX_WIDTH):
    """The decoded picture, after checking what any post must keep."""
    assert len(data) <= MAX_BYTES
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    assert picture.width <= widest
    return picture


def varied(key):
    """One moment for each kind of move of whole games, and some for what else can happen."""
    of_kind = {moment.kind: moment for moment in reversed(various(key))}
    return [*of_kind.values(), *spread(various(key), VARIED)]


def drawing_of(setup):
    return renderer(setup.game.facts.key)


def owners(setup, picture):
    """The seats that a picture is drawn of: the last one, all if deep; None for no seat."""
    seats = range(setup.seats)
    return of_tier(seats[-1:], seats) if picture.of_seat else [None]


def public_pictures(setup, state, news=()):
    """Every public picture of a position."""
    drawing, view = drawing_of(setup), setup.game.view(state, None)
    for name in drawing.available(over=False):
        for seat in owners(setup, drawing.named[name]):
            yield name, drawing.draw(name, view, names=NAMES, news=news, seat=seat)


# ---- names ---------------------------------------------------------------------------------------


@every_game
def test_every_picture_has_a_name_that_fits_into_a_button(key):
    """`v:<table>:<picture>.<seat>`, beside the pages that are no pictures."""
    named = renderer(key).named
    assert all(re.fullmatch("[a-z]{1,20}", name) for name in named)
    assert not set(named) & {"text", "log", "rules"}


@every_game
def test_a_picture_for_one_pair_of_eyes_is_not_public(key):
    public = renderer(key).public
    assert TABLE in public
    assert not {HAND, CANDIDATE} & set(public)


@every_game
def test_a_picture_without_a_name_or_without_its_seat_is_an_error(key):
    game, drawing = games()[key], renderer(key)
    view = game.view(game.new(game.facts.seats[-1], 7, {}), None)
    with pytest.raises(KeyError):
        drawing.draw("the inside of the box", view)
    for name in (name for name, picture in drawing.named.items() if picture.of_seat):
        with pytest.raises(ValueError, match="no seat"):
            drawing.draw(name, view)


def test_a_game_without_pictures_is_a_key_error():
    with pytest.raises(KeyError):
        renderer("senet")


@every_game
@each_case("language", LANGUAGES)
def test_every_public_picture_has_a_label_that_fits_on_a_button(key, language):
    for name in renderer(key).public:
        assert 0 < len(words.of(key, language).picture(name)) <= 40


# ---- public pictures -----------------------------------------------------------------------------


@every_drawn_table
def test_a_table_can_be_drawn_from_start_to_end(setup):
    """By anybody, and nearly square, so that neither a phone nor a computer makes it small."""
    states = along(setup)
    for state, eyes in ((states[0], 0), (states[len(states) // 2], None), (states[-1], None)):
        view = setup.game.view(state, eyes)
        data = drawing_of(setup).draw(TABLE, view, names=NAMES[: setup.seats])
        picture = picture_of(data, PUBLIC_WIDTH)
        assert 0.6 * picture.width <= picture.height <= TALLEST * picture.width


LONG = ("Alexandria", "Guillaumet", "Bartholomé", "Christophe", "Noor", "Zoé")
"""Names of ten letters for as many seats as most games have."""


@every_drawn_table
def test_ten_letters_of_a_name_are_in_every_panel_of_a_table(setup):
    """Whoever is to move, leads, or has won."""
    states = along(setup)
    for state in (states[len(states) // 2], states[-1]):
        drawing_of(setup).forget()
        with capture_texts() as texts:
            drawing_of(setup).draw(TABLE, setup.game.view(state, None), names=LONG[: setup.seats])
        assert set(LONG[: setup.seats]) <= {words for words, _ in texts}


@every_large_table
def test_no_picture_of_a_seat_is_wider_than_a_table(setup):
    for name, data in public_pictures(setup, along(setup)[-1]):
        if name == TABLE or drawing_of(setup).named[name].of_seat:
            picture_of(data, PUBLIC_WIDTH)


@every_large_table
def test_every_public_picture_has_the_same_bytes_whatever_is_hidden(setup):
    """News as the log has kept them, a position as the store has, and sprites drawn beforehand.

    Neither another deal of what is hidden nor news that the game does not know change anything.
    """
    *_, state, news = late_plies(setup)[1]
    key = setup.game.facts.key
    loaded = setup.game.state_from_json(setup.game.state_to_json(state))
    redealt = setup.game.redeal(loaded, None, Rng(5))
    logged = msgspec.json.decode(msgspec.json.encode(news), type=list[Event])
    unknown = [Event(f"{key}.a_comet_passed", {"seat": 99}), Event("senet.built", {"at": 1})]
    pictures = [*public_pictures(setup, state, news)]
    drawing_of(setup).forget()
    drawing_of(setup).prewarm()
    assert [*public_pictures(setup, redealt, [*logged, *unknown])] == pictures
    for _, data in pictures:
        picture_of(data)


@every_large_table
@each_case("language", LANGUAGES)
def test_every_public_picture_can_be_told(setup, language):
    spoken = words.of(setup.game.facts.key, language, NAMES)
    view = setup.game.view(along(setup)[3], None)
    for name in drawing_of(setup).available(over=False):
        for seat in owners(setup, drawing_of(setup).named[name]):
            assert 0 < len(spoken.alt(name, view, seat)) <= words.LONGEST_ALT


# ---- news ----------------------------------------------------------------------------------------


@every_game
def test_every_kind_of_news_can_be_drawn(key):
    for moment in varied(key):
        view = moment.game.view(moment.after, None)
        picture_of(renderer(key).draw(TABLE, view, names=moment.names, news=moment.events))


def public_plies(setup):
    """Every ply of a random game: the position before, the one after, and its news."""
    for before, _, _, after, events in plies_along(setup):
        yield before, after, [event for event in events if event.only is None]


def late_plies(setup, count=8):
    """Some plies of the second half of a random game."""
    plies = [*public_plies(setup)]
    plies = plies[len(plies) // 2 :]
    return plies[:: max(1, len(plies) // count)]


def all_news(setup):
    return [event for *_, news in public_plies(setup) for event in news]


def changed_box(first, second):
    """Box around the differences of two pictures: all if sizes differ, None if equal."""
    first, second = (Image.open(BytesIO(data)).convert("RGB") for data in (first, second))
    if first.size != second.size:
        return (0, 0, *first.size)
    return ImageChops.difference(first, second).getbbox()


def overlap(first, second):
    """Whether two boxes share a pixel."""
    (left, top, right, bottom), (x, y, end, foot) = first, second
    return max(left, x) < min(right, end) and max(top, y) < min(bottom, foot)


@every_large_table
def test_news_are_lit_where_the_picture_has_changed(setup):
    """Plies of the second half of a game that light something."""
    table, lit = partial(drawing_of(setup).draw, TABLE, names=NAMES), 0
    for before, after, news in late_plies(setup, 100):
        then, now = (setup.game.view(state, None) for state in (before, after))
        light = changed_box(table(now), table(now, news=news))
        if light is not None:
            lit += 1
            assert overlap(light, changed_box(table(then), table(now)))
        if lit == of_tier(2, 5):
            return
    pytest.fail("no news are lit")


@every_large_table
def test_a_turn_of_several_plies_has_the_light_of_each(setup):
    """The news of single plies are lit in the same places as all of them together."""
    table = partial(drawing_of(setup).draw, TABLE, names=NAMES)
    plies = [*public_plies(setup)][-of_tier(2, 4) :]
    now = setup.game.view(plies[-1][1], None)
    plain, together = table(now), [event for *_, news in plies for event in news]
    whole = changed_box(plain, table(now, news=together))
    for *_, news in plies:
        light = changed_box(plain, table(now, news=news))
        assert light is None or overlap(light, whole)


@every_large_table
def test_news_of_pieces_that_do_not_lie_there_are_not_lit(setup):
    """News of a whole game, on the table of its beginning."""
    start, table = setup.game.view(setup.new(), None), partial(drawing_of(setup).draw, TABLE)
    assert table(start, names=NAMES, news=all_news(setup)) == table(start, names=NAMES)


# ---- private pictures ----------------------------------------------------------------------------


@every_game
def test_every_kind_of_move_can_be_drawn_before_it_is_made(key):
    """So can a suggested turn."""
    for moment in varied(key):
        draw = partial(renderer(key).draw, CANDIDATE, moment.game.view(moment.state, moment.seat))
        for preview in filter(None, moment.previews):
            picture_of(draw(names=moment.names, shown=preview), WIDEST_PRIVATE)


@every_drawn_table
def test_a_picture_beside_a_question_can_be_drawn(setup):
    """From no token on, as far as a move needs any."""
    game = setup.game
    for state, seat in running(setup)[::2]:
        tokens = game.notation(state, seat, game.sample(state, seat, Rng(4))).split()
        questions = (game.ask(state, seat, tokens[:length]) for length in range(len(tokens)))
        for question in filter(None, questions):
            if beside := question.beside:
                if beside.each:
                    assert len(getattr(beside.shown, beside.each)) == len(question.options)
                draw = partial(drawing_of(setup).draw, beside.picture, game.view(state, seat))
                picture_of(draw(seat=seat, shown=beside.shown), WIDEST_PRIVATE)


@every_large_table
def test_a_hand_can_be_drawn_from_start_to_end(setup):
    states = along(setup)
    for seat, state in enumerate([states[0], states[3], states[-1]][: setup.seats]):
        if hand := setup.game.hand(state, seat):
            view = setup.game.view(state, seat)
            picture_of(drawing_of(setup).draw(HAND, view, shown=hand))


# ---- icons ---------------------------------------------------------------------------------------


def test_every_seat_has_an_icon():
    most = max(max(game.facts.seats) for game in games().values())
    assert [f"seat_{letter}" for letter in "abcdefgh"[:most]] == list(of_seats())[:most]


@every_game
def test_the_icons_are_small_squares(key):
    for name, data in (of_seats() | renderer(key).icons()).items():
        picture = Image.open(BytesIO(data))
        assert picture.size == (128, 128), name
        assert len(data) <= 60_000, name
        assert 2 <= len(name) <= 32, name
        assert name.replace("_", "").isalnum(), name
