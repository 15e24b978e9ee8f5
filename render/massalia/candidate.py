"""A candidate move, for its player alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import msgspec
from PIL import Image

from render.canvas import Canvas, Sheet, quantize
from render.marks import arrow
from render.massalia import closeup, look, panels
from render.massalia.catalogue import AT
from render.massalia.effects import FAMILIES
from render.massalia.faces import candidate_face, chip, cost_mark
from render.massalia.frame import centre
from render.massalia.icons import family_disc, icon
from render.massalia.scene import FLAG, Scene
from render.massalia.tiles import tile
from render.panel import Part, Sign, Text, draw_frame, figure, lay_from_left, lay_from_right
from render.sprites import fade
from render.stamps import Stamp, stamp_at
from render.text import Label
from render.theme import Theme
from rules.contract import Seat
from rules.massalia.pieces import BOX, name_of
from rules.massalia.previewing import Preview
from rules.massalia.view import PlayerView, TurnView, View

ON_THE_MAP = ("place", "move", "flip", "remove", "fire")
CHANGING = ("place", "move", "flip", "remove", "buy")
"""Steps of a line after which something on the table is different."""
WITH_A_CARD = ("play", "activate", "combo", "buy", "banish", "recover", "destroy")
_SIGNS = {"FI": "fire", "FH": "fish", "WA": "water"}
_WIDTH, _GAP = 900, 16
_ROOM = _WIDTH - 2 * _GAP
"""Width of a card and of the slip."""
_ROW, _HIGH_ROW, _SQUARE = 92, 116, 84
"""Heights of the rows of a slip, and side of the pictures of cards."""
_BADGE = 132
"""Width of the lower left corner of the slip over which Discord lays its badge ALT."""
_MOST_BESIDE, _MOST_IN_ROW = 2, 6
"""Number of effects that stand beside the purse, and of those in a row of their own."""
_STRIP = 128
"""Height of the cards that a line buys."""
_PANEL = 560
"""Width of the panel of a seat that a blow hits."""


def draw_candidate(
    view: View, shown: Preview, names: Sequence[str], theme: Theme, language: str
) -> Sheet:
    """Picture of a candidate, by the kind of its move."""
    if shown.kind in ON_THE_MAP or any(step.kind in CHANGING for step in shown.steps):
        return _on_the_map(view, shown, theme, language)
    if shown.card is not None and shown.kind in WITH_A_CARD:
        return _with_a_card(view, shown, theme, language)
    if shown.split or shown.target is not None:
        return _blows(view, shown, names, theme)
    return _below_each_other([_slip(view, shown, theme)], theme)


# ---- on the map ----------------------------------------------------------------------------------


def _on_the_map(view: View, shown: Preview, theme: Theme, language: str) -> Sheet:
    """The map as the steps leave it, and the cards that they buy above the map."""
    scene, steps = Scene(view, theme, language), shown.steps or (shown,)
    more, cells, ghosts = (
        list(closeup.open_cells(shown.spots, shown.cell)),
        list[str](),
        list[str](),
    )
    for step in steps:
        if step.kind not in ON_THE_MAP or step.cell is None:
            continue
        at = step.to or step.cell
        cells += [step.cell, at, *step.cells]
        if step.kind in ("remove", "fire"):
            more += map(_strike_stamp, step.cells if step.kind == "fire" else (at,))
            continue
        owner = theme.seats[shown.seat if step.kind == "place" else _owner(step, shown.seat)]
        is_up = step.kind == "place" or _is_up(scene, step.cell) != (step.kind == "flip")
        if step.kind != "place":
            scene = closeup.without_top(scene, step.cell)
        if step.kind == "move":
            more += scene.highlight_cells([step.cell])
        elif not shown.steps:
            more += _brings(step, at, theme)
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
        canvas.paste(chip(name_of(card), 92), x, y)
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
    """The card, and below it the slip of the turn."""
    assert shown.card is not None
    face = candidate_face(name_of(shown.card), language, _ROOM)
    return _below_each_other([quantize(face, theme.palette), _slip(view, shown, theme)], theme)


def _below_each_other(pictures: Sequence[Image.Image], theme: Theme) -> Sheet:
    """Pictures as wide as there is room, one below the other."""
    height = _GAP + sum(picture.height + _GAP for picture in pictures)
    sheet, top = Sheet(_WIDTH, height, theme), _GAP
    for picture in pictures:
        sheet.paste(picture, _GAP, top)
        top += picture.height + _GAP
    return sheet


# ---- slip of the turn ----------------------------------------------------------------------------


def _slip(view: View, shown: Preview, theme: Theme) -> Image.Image:
    """Slip of the turn, a row for each: purse, effects to do, cards on offer or bag, stocks.

    A row with nothing in it is left out.
    """
    player, amber = view.players[shown.seat], _amber_after(shown, view.turn)
    todo = _todo(view, theme)
    beside = todo if len(todo) <= _MOST_BESIDE else []
    rows: list[tuple[int, Callable[..., object]]] = [
        (_ROW, partial(_purse, shown=shown, turn=view.turn, todo=beside))
    ]
    for first in range(len(beside), len(todo), _MOST_IN_ROW):
        effects = todo[first : first + _MOST_IN_ROW]
        rows.append((_ROW, partial(lay_from_left, parts=effects, x=28, gap=28)))
    if shown.kind == "draw_tile":
        rows.append((_HIGH_ROW, partial(_odds, bag=player.bag or {}, seat=shown.seat)))
    elif any(view.river):
        rows.append((_HIGH_ROW, partial(_river, view=view, shown=shown, amber=amber)))
    used = {step.card for step in shown.steps or (shown,)}
    hand = [name_of(card) for card in player.hand or () if card not in used]
    rows.append((_HIGH_ROW if hand else _ROW, partial(_stocks, player=player, hand=hand)))
    canvas = Canvas(_ROOM, sum(height for height, _ in rows), theme)
    draw_frame(canvas, canvas.height, None)
    top = 0
    for height, draw in rows:
        if top:
            canvas.box((24, top - 1, canvas.width - 24, top + 1), theme.edge)
        draw(canvas, y=top + height // 2)
        top += height
    return canvas.quantize()


def _purse(canvas: Canvas, y: int, shown: Preview, turn: TurnView, todo: Sequence[Part]) -> None:
    """Draw the amber now and after the move, a few effects to do, and the families played."""
    theme, after = canvas.theme, _amber_after(shown, turn)
    amber: list[Part] = [figure(icon("amber", 58), turn.amber, Label(40, theme.text, "bold"), 14)]
    if after != turn.amber:
        gain = Label(40, theme.last, "bold")
        amber += [Sign(arrow(38, theme.last)), Text(str(after), gain)]
    x = lay_from_left(canvas, amber, 28, y, 14)
    lay_from_left(canvas, todo, x + 30, y, 28)
    discs = [
        Sign(disc if family in turn.families else fade(disc, 0.28))
        for family in reversed(FAMILIES)
        for disc in [family_disc(family, 50)]
    ]
    lay_from_right(canvas, discs, canvas.width - 28, y, 10)


def _todo(view: View, theme: Theme) -> list[Part]:
    """The effects to do, grouped by kind: a sign and a number each."""
    waiting = Counter[str]()
    for entry in view.turn.todo:
        waiting[f"place_{entry.terrain or 'any'}" if entry.do == "place" else entry.do] += entry.n
    style = Label(34, theme.text, "bold")
    return [figure(icon(name, 56), n, style, 10) for name, n in waiting.items()]


def _river(canvas: Canvas, y: int, view: View, shown: Preview, amber: int) -> None:
    """Draw the cards on offer with their costs; pale those too dear for what amber there will be.

    The one that the move buys is framed.
    """
    step, side = (canvas.width - 48) / len(view.river), 88
    for slot, card in enumerate(view.river):
        if card is None:
            continue
        cost, left, top = BOX.card[card].cost, round(34 + slot * step), y - side // 2
        share = 1.0 if cost <= amber or card == shown.card else 0.3
        if card == shown.card:
            frame = (left - 4, top - 4, left + side + 4, top + side + 4)
            canvas.round_box(frame, canvas.theme.last, 20)
        canvas.paste(fade(chip(name_of(card), side), share), left, top)
        mark = fade(cost_mark(cost, 56), max(share, 0.55))
        canvas.paste_centred(mark, left + side + 6, y + 18)


def _odds(canvas: Canvas, y: int, bag: Mapping[str, int], seat: Seat) -> None:
    """Draw the tiles of the bag, with the number of each."""
    kinds = [tile_type.code for tile_type in BOX.tiles]
    step = (canvas.width - 40) / len(kinds)
    for k, kind in enumerate(kinds):
        x, count = 24 + k * step, bag.get(kind, 0)
        sprite = tile(canvas.theme.seats[seat], kind).resize((84, 84), Image.Resampling.LANCZOS)
        canvas.paste(fade(sprite, 1.0 if count else 0.3), x, y - 42)
        canvas.text(str(count), x + 88, y, Label(34, canvas.theme.text, "bold"))


def _stocks(canvas: Canvas, y: int, player: PlayerView, hand: Sequence[str]) -> None:
    """Draw the other cards of the hand as squares of their pictures, and the piles of the seat."""
    style = Label(34, canvas.theme.text, "bold")
    piles = [
        figure(icon(sign, 48), count, style, 8)
        for sign, count in (("bag", player.bag_count), ("deck", player.deck_count))
    ]
    right = lay_from_right(canvas, piles, canvas.width - 28, y, 28)
    if not hand:
        lay_from_left(canvas, [figure(icon("hand", 48), 0, style, 8)], _BADGE, y)
    step = min(_SQUARE + 10, (right - 40 - _BADGE - _SQUARE) / max(1, len(hand) - 1))
    for index, card in enumerate(hand):
        canvas.paste(chip(card, _SQUARE), _BADGE + index * step, y - _SQUARE // 2)


def _amber_after(shown: Preview, turn: TurnView) -> int:
    """The amber left after the move, or after a line (MA-20)."""
    amber, is_rest = turn.amber, turn.bought
    for step in shown.steps or (shown,):
        if step.kind == "buy":
            amber, is_rest = step.n, True
        elif step.kind == "play" and step.card is not None:
            effects = BOX.card[step.card].effects
            if gain := sum(effect.n for effect in effects if effect.do == "amber"):
                amber, is_rest = gain if is_rest else amber + gain, False
    return amber


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
