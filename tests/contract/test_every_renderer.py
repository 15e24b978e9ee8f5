"""Contract of renderers: a picture for every table, small enough, always the same bytes."""

from __future__ import annotations

import re
from functools import cache, partial
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops

from bot import words
from render.cache import CACHE
from render.canvas import MAX_BYTES, MAX_WIDTH, Canvas
from render.contract import CANDIDATE, HAND, TABLE
from render.icons import of_seats
from render.registry import renderer
from rules.contract import Event, play
from rules.rng import Rng
from tests.cases import each_case
from tests.catalogues import LANGUAGES
from tests.contract.playing import along, drawn_setups, game_of, playout, running
from tests.contract.wording import spread, various
from tests.tier import games, of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Noor", "Zoé")

every_game = pytest.mark.parametrize("key", games())
every_table = each_case("setup", drawn_setups(), ids=str, by=game_of)


def picture_of(data):
    """The decoded picture, after checking what any post must keep."""
    assert len(data) <= MAX_BYTES
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    assert picture.width <= MAX_WIDTH
    return picture


def moments(setup):
    """The start, the middle and the end of a random playout."""
    states = along(setup)
    return [states[0], states[len(states) // 2], states[-1]]


def varied(key):
    """One moment for each kind of move of whole games, and some for what else can happen."""
    of_kind = {moment.kind: moment for moment in reversed(various(key))}
    return [*of_kind.values(), *of_tier(spread(various(key), 30), various(key))]


def drawing_of(setup):
    return renderer(setup.game.facts.key)


def owners(setup, picture):
    """The seats that a picture is of, one after the other; None for one that is of no seat."""
    return range(setup.seats) if picture.of_seat else [None]


def public_pictures(setup, state, eyes, news=()):
    """Every public picture of a position, as one pair of eyes sees it."""
    drawing, view = drawing_of(setup), setup.game.view(state, eyes)
    for name in drawing.available(over=False):
        for seat in owners(setup, drawing.named[name]):
            yield name, drawing.draw(name, view, names=NAMES, news=news, seat=seat)


# ---- names ------------------------------------------------------------------------------------


@every_game
def test_every_picture_has_a_name_that_fits_into_a_button(key):
    """`v:<table>:<picture>.<seat>`, beside the pages that are no pictures."""
    named = renderer(key).named
    assert TABLE in named
    assert all(re.fullmatch("[a-z]{1,20}", name) for name in named)
    assert not set(named) & {"text", "log", "rules"}


@every_game
def test_what_is_for_one_pair_of_eyes_is_not_public(key):
    public = renderer(key).public
    assert TABLE in public
    assert not {HAND, CANDIDATE} & set(public)


@every_game
def test_a_picture_that_nobody_has_named_is_a_key_error(key):
    game = games()[key]
    view = game.view(game.new(game.facts.seats[-1], 7, {}), None)
    with pytest.raises(KeyError):
        renderer(key).draw("the inside of the box", view)


@every_game
def test_a_picture_of_a_seat_asks_whose(key):
    game, drawing = games()[key], renderer(key)
    view = game.view(game.new(game.facts.seats[-1], 7, {}), None)
    for name in (name for name, one in drawing.named.items() if one.of_seat):
        with pytest.raises(ValueError, match="no seat"):
            drawing.draw(name, view)


@every_game
@each_case("language", LANGUAGES)
def test_every_public_picture_has_a_label_that_fits_on_a_button(key, language):
    for name in renderer(key).public:
        assert 0 < len(words.of(key).picture(name, language)) <= 40


# ---- public pictures --------------------------------------------------------------------------


@every_table
def test_a_table_can_be_drawn_from_start_to_end(setup):
    for state in moments(setup):
        view = setup.game.view(state, None)
        picture = picture_of(drawing_of(setup).draw(TABLE, view, names=NAMES[: setup.seats]))
        assert 900 <= picture.height <= 1500


@every_table
def test_every_public_picture_can_be_drawn_for_anybody(setup):
    """At the end with the news of a whole game."""
    _, middle, end = moments(setup)
    for state, eyes, news in ((middle, 0, ()), (end, None, all_news(setup))):
        for _, data in public_pictures(setup, state, eyes, news):
            picture_of(data)


@every_table
@each_case("language", LANGUAGES)
def test_every_public_picture_can_be_told(setup, language):
    spoken, view = words.of(setup.game.facts.key), setup.game.view(moments(setup)[1], None)
    for name in drawing_of(setup).available(over=False):
        for seat in owners(setup, drawing_of(setup).named[name]):
            assert 0 < len(spoken.alt(name, view, NAMES, language, seat)) <= words.LONGEST_ALT


@every_game
def test_every_kind_of_news_can_be_drawn(key):
    for moment in varied(key):
        view = moment.game.view(moment.after, None)
        picture_of(renderer(key).draw(TABLE, view, names=moment.names, news=moment.events))


# ---- private pictures -------------------------------------------------------------------------


@every_game
def test_every_kind_of_move_can_be_drawn_before_it_is_made(key):
    """So can a suggested turn."""
    for moment in varied(key):
        view = moment.game.view(moment.state, moment.seat)
        for preview in filter(None, moment.previews):
            picture = picture_of(
                renderer(key).draw(CANDIDATE, view, names=moment.names, shown=preview)
            )
            assert picture.width <= 1200


@every_table
def test_a_candidate_move_can_be_drawn(setup):
    game = setup.game
    for state in moments(setup)[:2]:
        for seat in game.to_act(state):
            action = next(iter(game.legal_actions(state, seat)))
            preview = game.preview(state, seat, action)
            if preview is not None:
                view = game.view(state, seat)
                picture = picture_of(drawing_of(setup).draw(CANDIDATE, view, shown=preview))
                assert picture.width <= 1200


@every_table
def test_what_goes_beside_a_question_can_be_drawn(setup):
    """From no token on, as far as a move needs any."""
    game = setup.game
    draw = drawing_of(setup).draw
    for state, seat in running(setup)[::2]:
        tokens = game.notation(state, seat, game.sample(state, seat, Rng(4))).split()
        asked = (game.ask(state, seat, tokens[:length]) for length in range(len(tokens)))
        for question in filter(None, asked):
            if (beside := question.beside) is not None:
                if beside.each:
                    assert len(getattr(beside.shown, beside.each)) == len(question.options)
                view = game.view(state, seat)
                data = draw(beside.picture, view, seat=seat, shown=beside.shown)
                assert picture_of(data).width <= 1200


@every_table
def test_a_picture_on_which_nothing_is_lit_is_not_dimmed(setup, monkeypatch):
    """At the start of a game hardly anything is there to be lit."""
    game, draw, dims = setup.game, drawing_of(setup).draw, []
    dim = Canvas.dim

    def noted_dim(canvas, tone, share, lit, mask=None):
        before = canvas.image.tobytes()
        dim(canvas, tone, share, lit, mask)
        dims.append((bool(lit), canvas.image.tobytes() != before))

    monkeypatch.setattr(Canvas, "dim", noted_dim)
    for state in moments(setup)[: of_tier(1, 2)]:
        CACHE.reset()
        list(public_pictures(setup, state, None))
        for seat in game.to_act(state):
            question = game.ask(state, seat, ())
            if question is not None and (beside := question.beside) is not None:
                draw(beside.picture, game.view(state, seat), seat=seat, shown=beside.shown)
    assert [changed for is_lit, changed in dims if not is_lit and changed] == []


@every_table
def test_a_hand_can_be_drawn_from_start_to_end(setup):
    game = setup.game
    for state in moments(setup):
        for seat in range(setup.seats):
            hand = game.hand(state, seat)
            if hand is not None:
                picture_of(drawing_of(setup).draw(HAND, game.view(state, seat), shown=hand))


# ---- news -------------------------------------------------------------------------------------


def public(events):
    return [event for event in events if event.only is None]


@cache
def happened(setup):
    """Every ply of a random game: the position before, the one after, and its news."""
    state, found = setup.new(), []
    for seat, action in playout(setup)[1]:
        after, events = play(setup.game, state, seat, action)
        found.append((state, after, public(events)))
        state = after
    return found


def late(setup, count=8):
    """Some plies of the second half of a random game."""
    plies = happened(setup)[len(happened(setup)) // 2 :]
    return plies[:: max(1, len(plies) // count)]


def all_news(setup):
    return [event for *_, news in happened(setup) for event in news]


def changed(one, other):
    """Box around the differences of two pictures: all if sizes differ, None if equal."""
    one, other = (Image.open(BytesIO(data)).convert("RGB") for data in (one, other))
    if one.size != other.size:
        return (0, 0, *one.size)
    return ImageChops.difference(one, other).getbbox()


def overlap(one, other):
    """Whether two boxes share a pixel."""
    (left, top, right, bottom), (x, y, end, foot) = one, other
    return max(left, x) < min(right, end) and max(top, y) < min(bottom, foot)


@every_table
def test_news_are_lit_where_the_picture_has_changed(setup):
    """Three plies of the second half of a game that light something."""
    table, lit = partial(drawing_of(setup).draw, TABLE, names=NAMES), 0
    for before, after, news in late(setup, 100):
        then, now = (setup.game.view(state, None) for state in (before, after))
        light = changed(table(now), table(now, news=news))
        if light is not None:
            lit += 1
            assert overlap(light, changed(table(then), table(now)))
        if lit == 3:
            return
    pytest.fail("no news are lit")


@every_table
def test_a_turn_of_several_plies_has_the_light_of_each(setup):
    """The news of single plies are lit in the same places as all of them together."""
    table = partial(drawing_of(setup).draw, TABLE, names=NAMES)
    plies = happened(setup)[-4:]
    now = setup.game.view(plies[-1][1], None)
    together = [event for *_, news in plies for event in news]
    whole = changed(table(now), table(now, news=together))
    for *_, news in plies:
        light = changed(table(now), table(now, news=news))
        assert light is None or overlap(light, whole)


@every_table
def test_news_of_what_does_not_lie_there_light_nothing(setup):
    """News of a whole game, on the table of its beginning."""
    start, table = setup.game.view(setup.new(), None), partial(drawing_of(setup).draw, TABLE)
    assert table(start, names=NAMES, news=all_news(setup)) == table(start, names=NAMES)


@every_table
def test_the_same_view_and_news_give_the_same_bytes_whatever_is_hidden(setup):
    """News as the log has kept them, and a position as the store has.

    Neither another deal of what is hidden nor news that nobody has heard of change anything.
    """
    _, state, news = late(setup)[1]
    key = setup.game.facts.key
    again = setup.game.state_from_json(setup.game.state_to_json(state))
    other = setup.game.redeal(again, None, Rng(5))
    logged = msgspec.json.decode(msgspec.json.encode(news), type=list[Event])
    unknown = [Event(f"{key}.a_comet_passed", {"seat": 99}), Event("senet.built", {"at": 1})]
    first = list(public_pictures(setup, state, None, news))
    assert list(public_pictures(setup, other, None, [*logged, *unknown])) == first


# ---- icons ------------------------------------------------------------------------------------


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


def test_a_game_without_pictures_is_a_key_error():
    with pytest.raises(KeyError):
        renderer("senet")
