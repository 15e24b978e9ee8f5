"""A move before it is made, for the eyes of its player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from PIL import Image

from render.canvas import Canvas, Sheet, flattened
from render.massalia import close, look, panels
from render.massalia.faces import TALL, WIDE, chip, cost_mark, face, numbered
from render.massalia.frame import centre
from render.massalia.icons import family_disc, icon
from render.massalia.pictured import AT
from render.massalia.scene import FLAG, Scene
from render.stamps import Stamp, centred
from render.text import Label
from render.theme import Theme
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Preview
from rules.massalia.view import View

ON_THE_MAP = ("place", "move", "flip", "remove", "fire")
WITH_A_CARD = ("play", "activate", "combo", "buy", "banish", "recover", "destroy")
_SIGNS = {"FI": "fire", "FH": "fish", "WA": "water"}
_WIDTH, _HEIGHT = 900, 640


def draw_candidate(
    view: View, shown: Preview, names: Sequence[str], theme: Theme, language: str
) -> Sheet:
    """The picture that belongs to the kind of the move."""
    if shown.kind in ON_THE_MAP:
        return _on_the_map(view, shown, theme, language)
    if shown.card is not None and shown.kind in WITH_A_CARD:
        return _with_a_card(view, shown, theme, language)
    if shown.split or shown.target is not None:
        return _blows(view, shown, names, theme)
    return _turn_sheet(view, shown, theme)


# ---- on the map ----------------------------------------------------------------------------------


def _on_the_map(view: View, shown: Preview, theme: Theme, language: str) -> Sheet:
    scene = Scene(view, theme, language)
    own = theme.seats[shown.seat]
    owner = theme.seats[shown.target] if shown.target is not None else own
    cell = shown.cell or (shown.cells[0] if shown.cells else "")
    more: list[Stamp] = list(close.open_cells(shown.spots, cell))
    seen = [cell]
    if shown.kind == "place":
        more += close.ghost(own, shown.tile, cell)
        more += _brings(shown, cell, theme)
    elif shown.kind == "move" and shown.to is not None:
        scene = close.without(scene, cell)
        up = view.board[cell][-1].up
        more += close.ghost(owner, shown.tile, shown.to, up=up)
        more += scene.marked([cell])
        seen.append(shown.to)
    elif shown.kind == "flip":
        scene = close.without(scene, cell)
        up = not view.board[cell][-1].up
        more += close.ghost(owner, shown.tile, cell, up=up)
        more += _brings(shown, cell, theme)
    else:
        for target in shown.cells or (cell,):
            more.append(_struck(target))
        seen += shown.cells
    return close.cropped(scene, more, [one for one in seen if one], theme)


def _struck(cell: str) -> Stamp:
    x, y = centre(cell)
    return centred(FLAG, icon("remove", 92), x, y)


def _brings(shown: Preview, cell: str, theme: Theme) -> Iterable[Stamp]:
    """What the tile would do on a resource cell: the blow, and the morale that comes with it."""
    if cell not in AT or not shown.acts:
        return
    parts: list[str | tuple[str]] = []
    if shown.tile is not None and shown.tile[0] == "L":
        parts += [("life",), f"−{shown.n}"]
    elif shown.tile in ("FH", "WA"):
        parts += [(_SIGNS[shown.tile],), "−1"]
    elif shown.tile is not None:
        parts += [(_SIGNS[shown.tile],)]
    parts += [("flag",), f"+{AT[cell].morale}"]
    yield close.chip(parts, cell, theme)


# ---- with a card ---------------------------------------------------------------------------------


def _with_a_card(view: View, shown: Preview, theme: Theme, language: str) -> Sheet:
    """The card, and beside it the turn as it stands."""
    assert shown.card is not None
    sheet = Sheet(_WIDTH, _HEIGHT, theme)
    scale = (_HEIGHT - 32) / TALL
    card = face(shown.card.partition("#")[0], language, scale)
    sheet.paste(flattened(card, theme.palette), 16, 16)
    left = 16 + round(WIDE * scale) + 20
    sheet.paste(_slip(view, shown, _WIDTH - left - 16, _HEIGHT - 32, theme), left, 16)
    return sheet


def _turn_sheet(view: View, shown: Preview, theme: Theme) -> Sheet:
    sheet = Sheet(_WIDTH, 420, theme)
    sheet.paste(_slip(view, shown, _WIDTH - 32, 388, theme), 16, 16)
    return sheet


def _slip(view: View, shown: Preview, wide: int, tall: int, theme: Theme) -> Image.Image:
    """The purse, the families played, what is still to do, and what the own stocks hold."""
    player, turn = view.players[shown.seat], view.turn
    canvas = Canvas(wide, tall, theme)
    canvas.rounded((0, 0, wide, tall), theme.edge, theme.radius)
    canvas.rounded((2, 2, wide - 2, tall - 2), theme.panel, theme.radius - 1)
    big = Label(40, theme.text, "bold")
    y = 52
    canvas.centred(icon("amber", 58), 56, y)
    amber, after = str(turn.amber), _amber_after(shown, turn.amber)
    x = 96 + canvas.text(amber, 96, y, big)
    if after is not None:
        canvas.text(f"→ {after}", x + 12, y, Label(40, theme.last, "bold"))
    if shown.kind == "buy" and shown.card is not None:
        canvas.centred(cost_mark(BOX.card[shown.card].cost, 58), wide - 56, y)
    canvas.box((24, 96, wide - 24, 98), theme.edge)
    left = 30
    for family in ("solidaires", "coriaces", "orgueilleux", "braves"):
        disc = family_disc(family, 52)
        if family not in turn.families:
            disc = _pale(disc)
        canvas.paste(disc, left, 112)
        left += 66
    canvas.box((24, 180, wide - 24, 182), theme.edge)
    _todo(canvas, view, 196)
    _cards(canvas, player.hand or (), shown.card, tall - 152)
    stocks = (("hand", player.hand_count), ("deck", player.deck_count), ("bag", player.bag_count))
    step = (wide - 40) / 3
    for k, (sign, count) in enumerate(stocks):
        canvas.centred(icon(sign, 44), 50 + k * step, tall - 42)
        canvas.text(str(count), 80 + k * step, tall - 42, Label(32, theme.text, "bold"))
    return canvas.flat()


def _cards(canvas: Canvas, hand: Sequence[str], shown: str | None, top: int) -> None:
    """The other cards of the hand, as squares of their pictures."""
    others = [card for card in hand if card != shown]
    if not others or top < 200:
        return
    step = min(72.0, (canvas.width - 48 - 64) / max(1, len(others) - 1))
    for index, card in enumerate(others):
        canvas.paste(chip(card.partition("#")[0], 64), 24 + index * step, top)


def _amber_after(shown: Preview, amber: int) -> int | None:
    if shown.kind == "buy":
        return shown.n
    if shown.kind == "play" and shown.card is not None:
        gain = sum(one.n for one in BOX.card[shown.card].effects if one.do == "amber")
        return amber + gain if gain else None
    return None


def _pale(sprite: Image.Image) -> Image.Image:
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point([v * 70 // 255 for v in range(256)]))
    return pale


def _todo(canvas: Canvas, view: View, top: int) -> None:
    """The effects that wait, a sign and a number each."""
    for index, entry in enumerate(view.turn.todo[:8]):
        x = 30 + (index % 3) * (canvas.width - 60) / 3
        y = top + 30 + (index // 3) * 70
        name = f"place_{entry.terrain or 'any'}" if entry.do == "place" else entry.do
        canvas.paste(icon(name, 54), x, y - 27)
        canvas.text(str(entry.n), x + 62, y, Label(32, canvas.theme.text, "bold"))


# ---- blows ---------------------------------------------------------------------------------------


def _blows(view: View, shown: Preview, names: Sequence[str], theme: Theme) -> Sheet:
    """The panels of those whom it hits, each with what it takes."""
    hits = shown.split or ((shown.target or 0, 1),)
    drawn = panels.panels_of(view, names, 560)
    step = panels.HEIGHT + 28
    sheet = Sheet(_WIDTH, 24 + step * len(hits), theme)
    for row, (seat, n) in enumerate(hits):
        y = 24 + row * step
        sheet.paste(panels.drawn(msgspec.json.encode(drawn[seat]), theme), 24, y)
        canvas = Canvas(280, panels.HEIGHT, theme)
        sign = {"water": "water", "fish": "fish"}.get(_gauge(view), "life")
        canvas.centred(numbered(sign, n, 130) if sign == "life" else icon(sign, 120), 70, 80)
        canvas.text(f"−{n}", 150, 80, Label(64, look.HEART_LIGHT, "bold"))
        sheet.paste(canvas.flat(), 604, y)
    return sheet


def _gauge(view: View) -> str:
    queue = view.turn.queue
    return queue[0].gauge if queue else ""
