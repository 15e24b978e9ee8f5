"""Pictures of a position, of each kind that a table shows: samples for a palette, or to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from render.contract import CANDIDATE, HAND, About, Thing
from render.registry import renderer
from rules.contract import Event, IllegalMove, Seat
from rules.registry import AnyGame, get
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")
SHARES = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Shares of a game after which samples are drawn."""


def draw_samples(key: str) -> None:
    """Draw pictures of each kind of games with easy players, as if nothing were drawn before."""
    game, pictures = get(key), renderer(key)
    pictures.forget()
    for seats in game.facts.seats:
        positions = list(_game(game, seats))
        for share in SHARES:
            for _ in pictures_of(key, *positions[round(share * (len(positions) - 1))]):
                pass
    view = game.view(positions[0][0], None)
    for name, picture in pictures.thing_pictures.items():
        for thing in picture.things:
            pictures.draw(name, view, shown=Thing(thing))


def _game(game: AnyGame, seats: int) -> Iterator[tuple[Any, list[Event]]]:
    """Each position of a game, with the events before it."""
    state, news = game.new(seats, seats, {}), list[Event]()
    luck, player = Rng(seats), game.player("easy")
    while acting := game.to_act(state):
        yield state.clone(), news
        news = game.apply(state, acting[0], player.choose(state, acting[0], luck))
    yield state, news


def pictures_of(
    key: str, state: Any, news: Sequence[Event] = (), about: About | None = None
) -> Iterator[tuple[str, bytes]]:
    """Public pictures of a position by name, then what each seat to act sees of it.

    Those that need the story of a finished game are drawn if it is told.
    """
    game, pictures = get(key), renderer(key)
    acting, view = game.to_act(state), game.view(state, None)
    for name, picture in pictures.public.items():
        if picture.final and (acting or about is None):
            continue
        seat = next(iter(acting), 0) if picture.of_seat else None
        story = about or About()
        yield name, pictures.draw(name, view, names=NAMES, news=news, seat=seat, about=story)
    for seat in acting:
        yield from _private_pictures(key, state, seat)


def _private_pictures(key: str, state: Any, seat: Seat) -> Iterator[tuple[str, bytes]]:
    """Hand of a seat, a candidate of each kind, and what lies beside the questions before them."""
    game, pictures, view = get(key), renderer(key), get(key).view(state, seat)
    if HAND in pictures.named:
        hand = game.hand(state, seat)
        yield HAND, pictures.draw(HAND, view, names=NAMES, seat=seat, shown=hand)
    actions = {type(action): action for action in game.legal_actions(state, seat)}
    for action in actions.values():
        shown = game.preview(state, seat, action)
        yield CANDIDATE, pictures.draw(CANDIDATE, view, names=NAMES, shown=shown)
    moves = [game.notation(state, seat, action).split() for action in actions.values()]
    for tokens in sorted({tuple(move[:end]) for move in moves for end in range(len(move))}):
        try:
            question = game.ask(state, seat, list(tokens))
        except IllegalMove:
            continue
        beside = question.beside if question is not None else None
        if beside is not None:
            yield (
                beside.picture,
                pictures.draw(beside.picture, view, names=NAMES, seat=seat, shown=beside.shown),
            )
