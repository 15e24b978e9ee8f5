"""A small game for tests, with what Akropolis has not: hands, and turns of several actions.

In a turn of up to three actions a seat lays a card of its hand on a free stall (`L a1 3`; without
a card it is the lowest), draws one unseen (`T`), or turns one up (`O`) which it must then keep
(`K`). The turn ends by itself or by `E`, and its seat draws a card. Who lays a card across from
another seat's stall calls that seat. All is over when the stalls are taken or the deck is empty.
"""

from collections.abc import Iterator, Sequence

import msgspec

from rules import codec
from rules.contract import (
    BadNotation,
    BadPosition,
    Event,
    Facts,
    Game,
    IllegalMove,
    Result,
    SeatScore,
    refuse_out_of_turn,
)
from rules.question import Beside, OneOf, Option
from rules.rng import Rng

STALLS = [f"{row}{number}" for row in "ab" for number in range(1, 5)]
ACTIONS = 3


class State(msgspec.Struct):
    deck: list[int]
    hands: list[list[int]]
    laid: dict[str, tuple[int, int]] = {}
    shown: int | None = None
    seat: int = 0
    done: int = 0
    over: bool = False

    def clone(self) -> "State":
        return msgspec.json.decode(msgspec.json.encode(self), type=State)


class Act(msgspec.Struct, frozen=True):
    kind: str
    stall: str | None = None
    card: int | None = None


class Cards(msgspec.Struct, frozen=True):
    """A hand, and where the question stands."""

    seat: int
    cards: tuple[int, ...]
    asked: int = 0


class View(msgspec.Struct, frozen=True):
    deck: int
    counts: tuple[int, ...]
    hand: tuple[int, ...]
    laid: dict[str, tuple[int, int]]
    shown: int | None
    seat: int


class Market(Game[State, Act, View]):
    facts = Facts(
        "market",
        "Market",
        1,
        (2, 3, 4),
        players=("random", "easy"),
        hands=True,
        longest_turn=8,
    )

    def new(self, seats, seed, options=None):
        luck = Rng(seed)
        deck = [1 + number % 9 for number in range(40)]
        luck.shuffle(deck)
        return State(deck[3 * seats :], [sorted(deck[3 * s : 3 * s + 3]) for s in range(seats)])

    def to_act(self, state):
        return () if state.over else (state.seat,)

    def mid_turn(self, state):
        return state.done > 0 and not state.over

    def legal_actions(self, state, seat) -> Iterator[Act]:
        cards = sorted(set(state.hands[seat]))
        laying = [Act("L", stall, card) for stall in STALLS for card in cards]
        for act in (*laying, *map(Act, "ETOK")):
            if self._why_not(state, act) is None:
                yield act

    def _why_not(self, state, act):
        if state.shown is not None:
            return None if act.kind == "K" else "market.keep_it_first"
        if act.kind == "K":
            return "market.nothing_shown"
        if act.kind == "E":
            return None if state.done else "market.not_begun"
        if act.kind == "L":
            taken, holds_card = act.stall in state.laid, act.card in state.hands[state.seat]
            return "market.taken" if taken else None if holds_card else "market.not_held"
        return None if state.deck else "market.deck_empty"

    def check(self, state, seat, action):
        refuse_out_of_turn(self, state, seat)
        if code := self._why_not(state, action):
            raise IllegalMove(code)

    def apply(self, state, seat, action):
        news = DOING[action.kind](self, state, seat, action)
        state.done += 1
        if action.kind == "E" or (state.done >= ACTIONS and state.shown is None):
            news += self._end_events(state, seat)
        return news

    def _take(self, state, seat, action):
        card = state.deck.pop()
        state.hands[seat] = sorted([*state.hands[seat], card])
        public = Event("market.drawn", {"seat": seat}, reveals=True)
        return [public, Event("market.drawn", {"seat": seat, "card": card}, only=seat)]

    def _open(self, state, seat, action):
        state.shown = state.deck.pop()
        return [Event("market.shown", {"seat": seat, "card": state.shown}, reveals=True)]

    def _keep(self, state, seat, action):
        state.hands[seat] = sorted([*state.hands[seat], state.shown])
        state.shown = None
        return [Event("market.kept", {"seat": seat})]

    def _lay(self, state, seat, action):
        state.hands[seat].remove(action.card)
        state.laid[action.stall] = (seat, action.card)
        facts = {"seat": seat, "stall": action.stall, "card": action.card}
        across = action.stall.translate(str.maketrans("ab", "ba"))
        owner, _ = state.laid.get(across, (seat, 0))
        return [Event("market.laid", facts, calls=() if owner == seat else (owner,))]

    def _end_events(self, state, seat):
        events = self._take(state, seat, None) if state.deck else []
        state.seat, state.done = (seat + 1) % len(state.hands), 0
        state.over = not state.deck or len(state.laid) == len(STALLS)
        return events

    def result(self, state):
        if not state.over:
            return None
        scores = self.scores(state)
        best = max(score.total for score in scores)
        ranks = tuple(1 + sum(o.total > score.total for o in scores) for score in scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score.total == best)
        return Result(ranks, winners, scores, "market.end")

    def scores(self, state):
        laid = [
            sum(card for seat, card in state.laid.values() if seat == mine)
            for mine in range(len(state.hands))
        ]
        return tuple(SeatScore(total, {"laid": total}) for total in laid)

    def view(self, state, seat):
        hand = () if seat is None else tuple(state.hands[seat])
        counts = tuple(map(len, state.hands))
        return View(len(state.deck), counts, hand, dict(state.laid), state.shown, state.seat)

    def hand(self, state, seat):
        return Cards(seat, tuple(state.hands[seat]))

    def ask(self, state, seat, tokens: Sequence[str]):
        moves = [self.notation(state, seat, act).split() for act in self.legal_actions(state, seat)]
        taken = [token if token in STALLS else token.upper() for token in tokens]
        continuations = [move for move in moves if move[: len(taken)] == taken]
        if not continuations:
            raise BadNotation("market.bad_notation", text=" ".join(tokens))
        following = dict.fromkeys(
            move[len(taken)] for move in continuations if len(move) > len(taken)
        )
        options = tuple(Option(token, "market.option") for token in following)
        cards = Cards(seat, tuple(state.hands[seat]), len(tokens))
        beside = Beside("hand", cards)
        return OneOf(code="market.ask", options=options, beside=beside) if options else None

    def notation(self, state, seat, action):
        return " ".join(str(part) for part in (action.kind, action.stall, action.card) if part)

    def parse(self, state, seat, text):
        kind, *arguments = text.split() or [""]
        stall, card = [*arguments, None, None][:2]
        if (
            kind.upper() not in [*"TOKEL"]
            or len(arguments) > 2
            or (kind in "lL") != bool(arguments)
        ):
            raise BadNotation("market.bad_notation", text=text)
        if arguments and (stall not in STALLS or not (card or "1").isdecimal()):
            raise BadNotation("market.bad_notation", text=text)
        paid = int(card) if card else min(state.hands[seat], default=0) if arguments else None
        return Act(kind.upper(), stall, paid)

    def redeal(self, state, seat, rng):
        copy = state.clone()
        hidden = [other_seat for other_seat in range(len(state.hands)) if other_seat != seat]
        cards = [*copy.deck, *(card for other_seat in hidden for card in copy.hands[other_seat])]
        rng.redeal(cards)
        for other_seat in hidden:
            copy.hands[other_seat] = sorted(cards.pop() for _ in copy.hands[other_seat])
        copy.deck = cards
        return copy

    def state_to_json(self, state):
        return codec.to_json(state)

    def state_from_json(self, obj):
        return codec.read(obj, State, BadPosition, "common.bad_position")

    def action_to_json(self, action):
        return codec.to_json(action)

    def action_from_json(self, obj):
        return codec.read(obj, Act, BadNotation, "common.bad_action")

    def player(self, name, clock=None):
        return Trader()


DOING = {
    "T": Market._take,
    "O": Market._open,
    "K": Market._keep,
    "L": Market._lay,
    "E": lambda *_: [],
}


class Trader:
    """Lays cards while it can, then does whatever else there is."""

    def choose(self, state, seat, rng):
        acts = list(MARKET.legal_actions(state, seat))
        return rng.choice([act for act in acts if act.kind == "L"] or acts)


MARKET = Market()
