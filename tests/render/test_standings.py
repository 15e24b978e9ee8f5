"""The standings of a league: places, ways, names, cells, points; readable on a phone."""

from msgspec.structs import replace

from render import png
from render.canvas import MAX_BYTES, TALLEST
from render.league.standings import (
    HEAD,
    MARGIN,
    MOST_CELLS,
    MOST_LINES,
    PODIUM,
    ROW,
    STEP,
    WIDTH,
    Cell,
    Line,
    Outcome,
    Standings,
    draw_standings,
)
from render.theme import THEME
from tests.render.pictures import capture_texts, read

PHONE = 314
"""Pixels that the picture of a post has on a phone that is 390 px wide."""
CELLS = tuple(Cell(outcome, "3") for outcome in Outcome)
THREE = Standings(
    (
        Line(1, "Maud", "13½", 1, CELLS),
        Line(2, "Bastien", "12", -1, CELLS),
        Line(3, "Inès", "0", 0, CELLS, has_left=True),
    ),
    tuple(range(1, len(CELLS) + 1)),
)


def draw(standings):
    return read(draw_standings(standings, THEME).png())


def texts_of(standings):
    with capture_texts() as texts:
        draw(standings)
    return texts


def test_every_line_tells_its_place_its_way_its_name_and_its_points():
    drawn = [text for text, _ in texts_of(THREE)]
    for text in ("1", "▲1", "Maud", "13½", "▼1", "Bastien", "Inès", "+3", "=3", "–3", "…3"):
        assert text in drawn


def test_names_points_and_cells_can_be_read_on_a_phone():
    texts = {text: style.size * PHONE / WIDTH for text, style in texts_of(THREE)}
    assert texts["Maud"] >= 9
    assert texts["13½"] >= 12
    assert min(texts.values()) >= 6.5


def test_a_result_has_a_ground_of_its_own_and_an_absence_has_none():
    picture, middle = draw(THREE), MARGIN + HEAD + ROW // 2
    row = [picture.getpixel((x, middle - 17)) for x in range(WIDTH)]
    assert THEME.gain in row
    assert THEME.cost in row
    assert row.count(THEME.gain) == row.count(THEME.cost)


def test_many_entrants_and_rounds_keep_within_a_phone():
    cells = tuple(Cell(Outcome.WON, "32") for _ in range(15))
    lines = tuple(Line(n, "Maximilienne-Aurélie de la Tour", "90", 9, cells) for n in range(1, 33))
    many = Standings(lines, tuple(range(1, 16)))
    picture = draw(many)
    assert picture.height <= TALLEST * picture.width
    assert picture.height == 2 * MARGIN + HEAD + ROW * MOST_LINES
    drawn = [text for text, _ in texts_of(many)]
    assert drawn.count("+32") == MOST_CELLS * MOST_LINES
    assert any(text.startswith("Maximil") and text.endswith("…") for text in drawn)
    assert "15" in drawn
    assert "8" not in drawn[:MOST_CELLS]


def test_at_the_end_the_first_three_stand_on_a_podium():
    over = replace(THREE, is_over=True)
    assert draw(over).height == draw(THREE).height + PODIUM
    drawn = [text for text, _ in texts_of(over)]
    assert drawn.count("Maud") == drawn.count("Inès") == 2
    picture = draw(over)
    steps = [
        picture.getpixel((WIDTH // 2 + side * STEP, MARGIN + PODIUM - 9)) for side in (0, -1, 1)
    ]
    assert steps == [THEME.gold, THEME.panel_lit, THEME.panel_lit]


def test_two_may_stand_on_a_podium_and_many_leave_room_for_it():
    assert draw(Standings(THREE.lines[:2], THREE.rounds, True)).height < TALLEST * WIDTH
    many = Standings(tuple(Line(n, "Ada", "1", 0, CELLS) for n in range(1, 33)), (1,), True)
    assert draw(many).height <= TALLEST * WIDTH


def test_the_same_standings_give_the_same_bytes_and_a_small_file():
    data = draw_standings(THREE, THEME).png()
    png.forget()
    assert draw_standings(THREE, THEME).png() == data
    assert len(data) < MAX_BYTES / 10
