"""The ladder of a game: places, names, ratings, the longer a bar the better."""

from itertools import pairwise

from render import png
from render.canvas import MAX_BYTES
from render.ladder import LEFT, MARGIN, ROW, WIDTH, Bar, Ladder, bar_end, draw_ladder
from render.text import MIN_SIZE
from render.theme import THEME
from tests.render.pictures import capture_texts, read

PHONE = 342
"""Pixels that a picture has on a phone that is 390 px wide."""
FOUR = Ladder(
    (
        Bar(1, "Maud", 1398),
        Bar(2, "Bastien", 1239, is_reader=True),
        Bar(3, "Inès", 1000),
        Bar(9, "Karim", 882),
    )
)


def draw(ladder):
    return read(draw_ladder(ladder, THEME).png())


def middle(line):
    return MARGIN + ROW * line + ROW // 2


def test_the_better_the_longer_is_the_bar():
    ends = [bar_end(bar, FOUR) for bar in FOUR.bars]
    assert all(longer > shorter for longer, shorter in pairwise(ends))
    picture = draw(FOUR)
    for line, end in enumerate(ends):
        tone = THEME.gold if line == 0 else THEME.panel_lit
        assert picture.getpixel((end - 6, middle(line) + 12)) == tone
        beside = picture.getpixel((end + 12, middle(line) + 22))
        assert max(abs(a - b) for a, b in zip(beside, THEME.panel, strict=True)) <= 3


def test_equal_ratings_have_equal_bars():
    equal = Ladder(tuple(Bar(1, name, 1000) for name in "AB"))
    assert len({bar_end(bar, equal) for bar in equal.bars}) == 1


def test_the_row_of_the_reader_has_an_edge():
    picture = draw(FOUR)
    edged = [picture.getpixel((LEFT - 2, middle(line))) == THEME.last for line in range(4)]
    assert edged == [False, True, False, False]


def test_names_places_and_ratings_can_be_read_on_a_phone():
    with capture_texts() as texts:
        draw(FOUR)
    drawn = {text for text, _ in texts}
    assert {"Maud", "Bastien", "Inès", "Karim", "1398", "882", "1", "9"} <= drawn
    assert min(style.size for _, style in texts) * PHONE / WIDTH >= MIN_SIZE * 0.8


def test_a_long_name_stays_within_its_bar():
    long = Ladder((Bar(1, "A", 2000), Bar(2, "Maximilienne-Aurélie de la Tour " * 3, 900)))
    with capture_texts() as texts:
        draw(long)
    assert any(text.startswith("Maxim") and text.endswith("…") for text, _ in texts)


def test_the_same_ladder_gives_the_same_bytes_and_a_small_file():
    data = draw_ladder(FOUR, THEME).png()
    png.forget()
    assert draw_ladder(FOUR, THEME).png() == data
    assert len(data) < MAX_BYTES / 10
