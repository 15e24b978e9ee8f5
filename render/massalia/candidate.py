"""A candidate move, for its player alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from PIL import Image

from render.canvas import Canvas, Sheet, quantize
from render.massalia import closeup, look, panels
from render.massalia.catalogue import AT
from render.massalia.effects import FAMILIES
from render.massalia.faces import TALL, WIDE, chip, cost_mark, large_face
from render.massalia.frame import centre
from render.massalia.icons import family_disc, icon
from render.massalia.scene import FLAG, Scene
from render.massalia.tiles import tile
from render.sprites import fade
from render.stamps import Stamp, stamp_at
from render.text import Label, width_of
from render.theme import Theme
from rules.contract import Seat
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Preview
from rules.massalia.view import TurnView, View

ON_THE_MAP = ("place", "move", "flip", "remove", "fire")
CHANGING = ("place", "move", "flip", "remove", "buy")
"""Steps of a line after which something on the table is different."""
WITH_A_CARD = ("play", "activate", "combo", "buy", "banish", "recover", "destroy")
_SIGNS = {"FI": "fire", "FH": "fish", "WA": "water"}
_WIDTH, _HEIGHT, _SLIP = 900, 640, 520
_STRIP = 128
"""Height of the cards that a line buys."""
_PANEL = 560
"""Width of the panel of a seat that a blow hits."""
_PURSES = (40, 50), (40, 40), (30, 36)
"""Sizes of the amber's figures and of the discs beside them, the largest first."""


def draw_candidate(
    view: View, shown: Preview, names: Sequence[str], theme: Theme, language: str
) -> Sheet:
    """Picture of a candidate, by the kind of its move."""
    if any(step.kind in CHANGING for step in shown.steps):
        return _line(view, shown, theme, language)
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
    style = theme.seats[shown.seat]
    owner = theme.seats[shown.target] if shown.target is not None else style
    assert shown.cell is not None
    cell = shown.cell
    more: list[Stamp] = list(closeup.open_cells(shown.spots, cell))
    target, visible = cell, [cell]
    if shown.kind == "place":
        more += closeup.ghost(scene, style, shown.tile, cell)
        more += _brings(shown, cell, theme)
    elif shown.kind == "move" and shown.to is not None:
        up = view.board[cell][-1].up
        scene, target = closeup.without_top(scene, cell), shown.to
        more += closeup.ghost(scene, owner, shown.tile, target, up=up)
        more += scene.highlight_cells([cell])
        visible.append(target)
    elif shown.kind == "flip":
        up = not view.board[cell][-1].up
        scene = closeup.without_top(scene, cell)
        more += closeup.ghost(scene, owner, shown.tile, cell, up=up)
        more += _brings(shown, cell, theme)
    else:
        struck = shown.cells if shown.kind == "fire" else (cell,)
        more += map(_strike_stamp, struck)
        return closeup.crop_map(scene, more, [*struck, cell], theme)
    return closeup.crop_map(closeup.clear_cells(scene, target), more, visible, theme)


def _line(view: View, shown: Preview, theme: Theme, language: str) -> Sheet:
    """The map as a line of steps leaves it, and the cards that it buys above the map."""
    scene = Scene(view, theme, language)
    more, cells, ghosts = list[Stamp](), list[str](), list[str]()
    for step in shown.steps:
        if step.kind not in ON_THE_MAP or step.cell is None:
            continue
        owner = theme.seats[shown.seat if step.kind == "place" else _owner(step, shown.seat)]
        at = step.to or step.cell
        cells += [step.cell, at]
        if step.kind == "remove":
            more.append(_strike_stamp(step.cell))
            continue
        is_up = step.kind == "place" or _is_up(scene, step.cell) != (step.kind == "flip")
        if step.kind != "place":
            scene = closeup.without_top(scene, step.cell)
        more += closeup.ghost(scene, owner, step.tile, at, up=is_up)
        ghosts.append(at)
    part = closeup.part_of_map(closeup.clear_cells(scene, *ghosts), more, cells, theme)
    bought = [step.card for step in shown.steps if step.kind == "buy" and step.card]
    strip = _STRIP if bought else 0
    sheet = Sheet(part.width, strip + part.height, theme)
    if bought:
        sheet.paste(_purchases(bought, part.width, theme), 0, 0)
    sheet.paste(part, 0, strip, land=True)
    return sheet


def _owner(step: Preview, seat: Seat) -> Seat:
    """The owner of the tile that a step moves or turns over."""
    return seat if step.target is None else step.target


def _is_up(scene: Scene, cell: str) -> bool:
    """Whether the top tile of a cell lies face up."""
    pile = scene.view.board.get(cell, ())
    return bool(pile) and pile[-1].up


def _purchases(bought: Sequence[str], width: int, theme: Theme) -> Image.Image:
    """The cards that are bought, each with its cost."""
    canvas = Canvas(width, _STRIP, theme)
    canvas.box((0, 0, width, _STRIP), theme.panel)
    for index, card in enumerate(bought):
        x, y = 24 + index * 124, 16
        canvas.paste(chip(card.partition("#")[0], 92), x, y)
        canvas.paste_centred(cost_mark(BOX.card[card].cost, 46), x + 16, y + 84)
    return canvas.quantize()


def _strike_stamp(cell: str) -> Stamp:
    x, y = centre(cell)
    return stamp_at(FLAG, icon("remove", 92), x, y)


def _brings(shown: Preview, cell: str, theme: Theme) -> Iterable[Stamp]:
    """Chip with the effects of the tile on a resource cell: its blow and the morale."""
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
    yield closeup.chip(parts, cell, theme)


# ---- with a card ---------------------------------------------------------------------------------


def _with_a_card(view: View, shown: Preview, theme: Theme, language: str) -> Sheet:
    """The card, with the slip of the turn beside it."""
    assert shown.card is not None
    sheet = Sheet(_WIDTH, _HEIGHT, theme)
    scale = (_HEIGHT - 32) / TALL
    card = large_face(shown.card.partition("#")[0], language, scale)
    sheet.paste(quantize(card, theme.palette), 16, 16)
    left = 16 + round(WIDE * scale) + 20
    sheet.paste(_slip(view, shown, _WIDTH - left - 16, _HEIGHT - 32, theme), left, 16)
    return sheet


def _turn_sheet(view: View, shown: Preview, theme: Theme) -> Sheet:
    sheet = Sheet(_WIDTH, _SLIP + 32, theme)
    sheet.paste(_slip(view, shown, _WIDTH - 32, _SLIP, theme), 16, 16)
    return sheet


def _slip(view: View, shown: Preview, width: int, height: int, theme: Theme) -> Image.Image:
    """Slip of the turn: amber, families played, effects to do, river, hand, stocks."""
    player, turn = view.players[shown.seat], view.turn
    canvas = Canvas(width, height, theme)
    canvas.round_box((0, 0, width, height), theme.edge, theme.radius)
    canvas.round_box((2, 2, width - 2, height - 2), theme.panel, theme.radius - 1)
    _purse(canvas, shown, turn)
    _rule(canvas, 102)
    _todo(canvas, view, 112, height - 346)
    _rule(canvas, height - 346)
    if shown.kind == "draw_tile":
        _odds(canvas, player.bag or {}, shown.seat, height - 330)
    else:
        _river(canvas, view, shown, height - 334)
    _rule(canvas, height - 210)
    _cards(canvas, player.hand or (), shown.card, height - 192)
    _rule(canvas, height - 88)
    stocks = (("hand", player.hand_count), ("deck", player.deck_count), ("bag", player.bag_count))
    step = (width - 40) / 3
    for k, (sign, count) in enumerate(stocks):
        canvas.paste_centred(icon(sign, 44), 50 + k * step, height - 44)
        canvas.text(str(count), 80 + k * step, height - 44, Label(32, theme.text, "bold"))
    return canvas.quantize()


def _rule(canvas: Canvas, y: int) -> None:
    canvas.box((24, y, canvas.width - 24, y + 2), canvas.theme.edge)


def _purse(canvas: Canvas, shown: Preview, turn: TurnView) -> None:
    """Draw the amber now and after the move, and the families played; long figures give way."""
    theme, left = canvas.theme, 96.0
    now, after = str(turn.amber), _amber_after(shown, turn.amber)
    then = "" if after is None else f"→ {after}"
    for size, side in _PURSES:
        figure, gain = Label(size, theme.text, "bold"), Label(size, theme.last, "bold")
        discs = canvas.width - 24 - len(FAMILIES) * (side + 10)
        if left + width_of(now, figure) + 12 + width_of(then, gain) <= discs - 6:
            break
    canvas.paste_centred(icon("amber", 58), 56, 52)
    canvas.text(then, left + canvas.text(now, left, 52, figure) + 12, 52, gain)
    for index, family in enumerate(FAMILIES):
        disc = family_disc(family, side)
        played = family in turn.families
        x = discs + index * (side + 10)
        canvas.paste(disc if played else fade(disc, 0.28), x, 52 - side // 2)


def _river(canvas: Canvas, view: View, shown: Preview, top: int) -> None:
    """Draw the cards on offer with their costs; those that are too dear are pale."""
    step = min(120.0, (canvas.width - 48) / len(view.river))
    side = round(min(78, step - 6))
    for slot, card in enumerate(view.river):
        if card is None:
            continue
        cost = BOX.card[card].cost
        share = 1.0 if cost <= view.turn.amber else 0.3
        x, y = 24 + slot * step, top + 20
        if card == shown.card:
            canvas.round_box(
                (round(x) - 4, y - 4, round(x) + side + 4, y + side + 4), canvas.theme.last, 18
            )
        canvas.paste(fade(chip(card.partition("#")[0], side), share), x, y)
        canvas.paste_centred(fade(cost_mark(cost, 42), max(share, 0.55)), x + 16, y + side - 4)


def _odds(canvas: Canvas, bag: Mapping[str, int], seat: Seat, top: int) -> None:
    """Draw the tiles of the bag, with the number of each."""
    kinds = [tile_type.code for tile_type in BOX.tiles]
    step = (canvas.width - 48) / len(kinds)
    for k, kind in enumerate(kinds):
        x, count = 24 + k * step, bag.get(kind, 0)
        sprite = tile(canvas.theme.seats[seat], kind).resize((84, 84), Image.Resampling.LANCZOS)
        canvas.paste(fade(sprite, 1.0 if count else 0.3), x, top + 14)
        canvas.text(str(count), x + 90, top + 56, Label(32, canvas.theme.text, "bold"))


def _cards(canvas: Canvas, hand: Sequence[str], shown: str | None, top: int) -> None:
    """Draw the other cards of the hand, as squares of their pictures."""
    other_cards = [card for card in hand if card != shown]
    step = min(88.0, (canvas.width - 48 - 78) / max(1, len(other_cards) - 1))
    for index, card in enumerate(other_cards):
        canvas.paste(chip(card.partition("#")[0], 78), 24 + index * step, top)


def _amber_after(shown: Preview, amber: int) -> int | None:
    if shown.kind == "buy":
        return shown.n
    if shown.kind == "play" and shown.card is not None:
        gain = sum(effect.n for effect in BOX.card[shown.card].effects if effect.do == "amber")
        return amber + gain if gain else None
    return None


def _todo(canvas: Canvas, view: View, top: int, bottom: int) -> None:
    """Draw the effects to do, grouped by kind: a sign and a number each."""
    waiting = Counter[tuple[str, str | None]]()
    for entry in view.turn.todo:
        waiting[entry.do, entry.terrain] += entry.n
    rows = max(1, (bottom - top + 14) // 68)
    columns = max(3, (canvas.width - 40) // 140, -(-len(waiting) // rows))
    for index, ((do, terrain), n) in enumerate(waiting.items()):
        x = 30 + (index % columns) * (canvas.width - 60) / columns
        y = top + 36 + (index // columns) * 68
        name = f"place_{terrain or 'any'}" if do == "place" else do
        canvas.paste(icon(name, 54), x, y - 27)
        canvas.text(str(n), x + 62, y, Label(32, canvas.theme.text, "bold"))


# ---- blows ---------------------------------------------------------------------------------------


def _blows(view: View, shown: Preview, names: Sequence[str], theme: Theme) -> Sheet:
    """The panels of the seats that the blows hit, each with its loss."""
    hits = shown.split or ((shown.target or 0, 1),)
    seat_panels = panels.panels_of(view, names, _PANEL)
    step = panels.height(_PANEL) + 28
    sheet = Sheet(_WIDTH, 24 + step * len(hits), theme)
    for row, (seat, n) in enumerate(hits):
        y = 24 + row * step
        sheet.paste(panels.draw_panel(msgspec.json.encode(seat_panels[seat]), theme), 24, y)
        canvas = Canvas(280, panels.height(_PANEL), theme)
        sign = {"water": "water", "fish": "fish"}.get(_gauge(view), "life")
        canvas.paste_centred(icon(sign, 118), 70, 82)
        canvas.text(f"−{n}", 142, 80, Label(78, look.HEART_LIGHT, "bold"))
        sheet.paste(canvas.quantize(), 604, y)
    return sheet


def _gauge(view: View) -> str:
    queue = view.turn.queue
    return queue[0].gauge if queue else ""
