"""The last board of a game: above it a chart of what has decided the game."""

from __future__ import annotations

import msgspec
from PIL import Image

from render.canvas import PUBLIC_WIDTH, Sheet
from render.course import Course, draw_course
from render.sources import MARGIN, Sources, draw_sources
from render.theme import Theme

Chart = Sources | Course


def draw_above(table: Sheet, chart: Chart, theme: Theme) -> Sheet:
    """The picture of a table with the chart above it; alone where the chart is empty."""
    if not (chart.lines if isinstance(chart, Course) else chart.sources):
        return table
    theme = msgspec.structs.replace(theme, palette=table.palette)
    scale = table.width / PUBLIC_WIDTH
    band = draw_course(chart, theme) if isinstance(chart, Course) else draw_sources(chart, theme)
    margin = round(MARGIN * scale)
    size = (table.width - 2 * margin, round(band.height * scale))
    if size != band.image.size:
        band.image = band.image.resize(size, Image.Resampling.LANCZOS)
    sheet = Sheet(table.width, table.height + size[1] + margin, theme)
    top = margin + size[1]
    sheet.rows.paste(table.rows, (0, top))
    sheet.lands += [(left, high + top, right, low + top) for left, high, right, low in table.lands]
    sheet.paste(band.quantize(), margin, margin)
    return sheet
