"""Small positions, and what happened in them: `at(me={"hand": ["AM#1"]}, board={"E5": "0WA"})`."""

from rules.contract import IllegalMove
from rules.massalia import GAME
from tests.rulebook import events_of, play_all

__all__ = ["GAME", "at", "blow", "do", "drawn", "events_of", "laid", "player", "refused"]


def at(seats=2, *, me=(), others=(), board=(), turn=(), river=(), **fields):
    """A position in which seat 0 is to move; `others` are the players after it."""
    players = [dict(me), *map(dict, others)]
    players += [{} for _ in range(seats - len(players))]
    position = {"players": players, "board": laid(dict(board)), "turn": dict(turn), **fields}
    if river:
        position["river"] = [*river, *[None] * (6 - len(river))]
    return GAME.state_from_json(position)


def attacked(n, *others, me=(), **fields):
    """A position in which seat 0 has an attack of n to share out among its opponents."""
    queue = [{"kind": "attack", "n": n, "from": "G5"}]
    return at(len(others) + 1, me=me, others=others, turn={"queue": queue}, **fields)


def drawn(kind, *, terrain="any", seats=2, **fields):
    """A position in which seat 0 has drawn a tile."""
    turn = {"tile": {"t": kind, "terrain": terrain, "todo": 1}, "next": 2}
    return at(seats, turn=turn, **fields)


def laid(piles):
    """Piles in short, from bottom to top: "0WA 1L2-" is water of seat 0, below a 2 face down."""
    return {label: [tile(text) for text in pile.split()] for label, pile in piles.items()}


def tile(text):
    return {"o": int(text[0]), "t": text[1:3], "up": not text.endswith("-")}


def do(state, moves):
    """Play moves, apart by semicolons; the position reached and all events on the way."""
    return play_all(GAME, state, moves)


def up_to_here(state, moves):
    """The position that moves lead to."""
    return do(state, moves)[0]


def player(state, seat=0):
    return state.players[seat]


def refused(state, move):
    """Refusal of a move: its code without the game, and the rule."""
    seat = GAME.to_act(state)[0]
    try:
        GAME.check(state, seat, GAME.parse(state, seat, move))
    except IllegalMove as refusal:
        return refusal.name, refusal.details.get("rule")
    return None


def blow(events):
    """The one blow that fell."""
    [event] = events_of(events, "blow")
    return event
