"""Contract of films: frames of every game that stand still, small enough together to be posted."""

import re
from base64 import b64decode
from functools import cache
from io import BytesIO
from itertools import pairwise

import msgspec
from PIL import Image, ImageChops

from cogs._posts.keepsakes import LARGEST
from render import film, page
from render.contract import FILM, FRAME, PAGE
from render.film import Caption, Film, durations
from render.page import Page, Turn, build
from render.registry import renderer
from render.theme import THEME
from tests.contract.playing import every_game
from tests.records import recorded_game
from tests.tier import DEEP, games

NAMES = ("Maud", "Bastien", "Inès", "Karim")


def turn_ends(key):
    """The deal, two turns in the middle, and the end of a game of most seats; all turns if deep."""
    game = games()[key]
    states = [state for state, _ in recorded_game(key, game.facts.seats[-1])]
    ends = [
        after for before, after in pairwise(states) if game.to_act(before) != game.to_act(after)
    ]
    middle = len(ends) // 2
    chosen = ends[:-1] if DEEP else ends[middle : middle + 2]
    return [states[0], *chosen, states[-1]]


@cache
def frames_of(key):
    """Frames of these positions, as PNG files."""
    return draw_frames(key, turn_ends(key))


def draw_frames(key, states):
    game, last = games()[key], games()[key].view(states[-1], None)
    frames = []
    for number, state in enumerate(states):
        totals = tuple(score.total for score in game.scores(state))
        caption = Caption(number, len(states) - 1, totals)
        view = game.view(state, None)
        frames.append(
            renderer(key).draw(FRAME, view, names=NAMES[: len(totals)], shown=caption, stage=last)
        )
    return frames


def picture(data):
    image = Image.open(BytesIO(data))
    image.load()
    return image


def changed_share(first, second):
    """Share of the pixels in which two frames differ."""
    difference = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L")
    return 1 - difference.histogram()[0] / (first.width * first.height)


@every_game
def test_the_frames_of_a_film_stand_still(key):
    """All are of one size, and most of a frame stays as it was."""
    frames = [picture(frame) for frame in frames_of(key)]
    assert {frame.size for frame in frames} == {frames[0].size}
    assert frames[0].width == film.WIDTH
    first, second = frames[-3:-1]
    assert changed_share(first, second) < 0.45


@every_game
def test_a_film_is_a_gif_of_its_frames_that_can_be_posted(key):
    frames = frames_of(key)
    gif = renderer(key).draw(FILM, None, shown=Film(tuple(frames), durations(len(frames))))
    moving = Image.open(BytesIO(gif))
    assert moving.format == "GIF"
    assert moving.n_frames == len(frames)
    assert moving.info["loop"] == 0
    assert len(gif) < min(LARGEST, sum(map(len, frames)))
    for number, frame in enumerate(frames[:-1]):
        moving.seek(number)
        assert changed_share(moving, picture(frame)) == 0


@every_game
def test_the_same_game_gives_the_same_film(key):
    states = [*turn_ends(key)[:2], turn_ends(key)[-1]]
    first = draw_frames(key, states)
    renderer(key).forget()
    assert draw_frames(key, states) == first


# ---- the page ------------------------------------------------------------------------------------


def page_of(frames, line="A line"):
    """A page of some frames, every text of which is the same."""
    words = {"en": line, "fr": "Une ligne"}
    lines = {"en": [line], "fr": []}
    turn = Turn(number=1, totals=(3, 4), heading=words, lines=lines, board=words)
    labels = {"en": {"title": line}}
    return Page(tuple(frames), (turn,) * len(frames), ("Maud", "Inès"), (), labels)


def data_of(html):
    """The data in a page."""
    data = re.search(rb'<script id="game" type="application/json">(.*?)</script>', html, re.DOTALL)
    return msgspec.json.decode(data[1])


@every_game
def test_the_pictures_of_a_page_drawn_one_over_the_other_are_the_frames(key, monkeypatch):
    monkeypatch.setattr(page, "STEP", 2)
    frames = frames_of(key)
    view = games()[key].view(turn_ends(key)[-1], None)
    game = data_of(renderer(key).draw(PAGE, view, shown=page_of(frames)))
    assert len(game["frames"]) == len(game["turns"]) == len(frames)
    sheet = Image.new("RGBA", (game["width"], game["height"]))
    for number, (part, frame) in enumerate(zip(game["frames"][:-1], frames[:-1], strict=True)):
        drawn = picture(b64decode(part)).convert("RGBA")
        if number % 2 == 0:
            assert drawn.getextrema()[3] == (255, 255)
        sheet.alpha_composite(drawn)
        assert changed_share(sheet, picture(frame)) == 0


def test_no_name_can_end_the_data_of_a_page():
    frame = Image.new("P", (8, 8))
    frame.putpalette(bytes(768))
    file = BytesIO()
    frame.save(file, "PNG")
    spite = '</script><script>alert("1")</script><!--'
    html = build(page_of([file.getvalue()], spite), THEME)
    assert html.count(b"<script") == 2
    assert data_of(html)["labels"]["en"]["title"] == spite


def test_a_frame_of_another_height_stands_in_the_middle_of_a_sheet_of_the_first():
    """Its corner's colour is above and below it."""
    green, red, first = (0, 128, 0), (200, 0, 0), BytesIO()
    Image.new("RGB", (40, 40), green).quantize(4).save(first, "PNG")
    second, low = BytesIO(), Image.new("RGB", (40, 20), green)
    low.paste(red, (10, 5, 30, 15))
    low.quantize(4).save(second, "PNG")
    high_frame, low_frame = film.open_frames([first.getvalue(), second.getvalue()])
    assert high_frame.size == low_frame.size
    assert low_frame.convert("RGB").getpixel((20, 2)) == green


def test_a_picture_of_few_colours_keeps_them_all_in_a_frame():
    table, colours = BytesIO(), [(0, 0, 0), (255, 255, 255), (180, 60, 40)]
    picture = Image.new("P", (600, 300))
    picture.putpalette([part for colour in colours for part in colour])
    picture.paste(2, (0, 0, 600, 300))
    picture.save(table, "PNG")
    frame = Image.open(BytesIO(film.draw_frame(table.getvalue(), Caption(1, 2, (1, 2)), THEME)))
    assert frame.convert("RGB").getpixel((300, 200)) == colours[2]
