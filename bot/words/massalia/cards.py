"""Cards in words, made from their data: a new card needs a name and no other text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.words import Words
from rules.massalia.pieces import BOX, TILE_VERBS, Card, Condition, Effect, name_of
from rules.massalia.printed import CARDS, PRINTED, in_language

LONGEST_LABEL = 80
"""Most characters of an answer."""


def name(words: Words, card: str) -> str:
    """The name of a card or of any copy of it: "The harbour chain"."""
    return in_language(CARDS[name_of(card)].name, words.language)


def name_with_code(words: Words, card: str) -> str:
    """The name of a card with the code to type: "The harbour chain (C08)"."""
    return words.say("massalia.card", name=name(words, card), id=name_of(card))


def names_with_counts(words: Words, cards: Iterable[str]) -> list[str]:
    """Names of some cards, each once, with the number of copies if several."""
    counts = Counter(name_of(card) for card in cards)
    return [
        name(words, card) if n == 1 else f"{name(words, card)} ×{n}" for card, n in counts.items()
    ]


def tile(words: Words, kind: str | None) -> str:
    """Name of a tile's kind; for a hidden tile, of its back."""
    return words.say(f"massalia.tile_{kind or 'down'}")


def tiles(words: Words, counts: Mapping[str, int]) -> str:
    """Numbers of tiles of each kind, in the order of the pictures."""
    parts = [f"{counts[kind]} × {tile(words, kind)}" for kind in BOX.tile if kind in counts]
    return ", ".join(parts) or words.say("massalia.none")


def cell(words: Words, label: str) -> str:
    """A cell by its label, with the name of its resource: "G5 Old Port"."""
    index = BOX.land.index[label]
    resource = BOX.land.resource.get(index)
    return f"{label} {place(words, resource.id)}" if resource else label


def place(words: Words, resource: str) -> str:
    """A resource cell by name."""
    return in_language(PRINTED.resources[resource].name, words.language)


def family(words: Words, key: str) -> str:
    """A family by name."""
    return in_language(PRINTED.families[key].name, words.language)


# ---- effects of a card ---------------------------------------------------------------------------


def sentences(words: Words, card: str) -> str:
    """Sentences of a card about its effects."""
    return " ".join(sentence_list(words, card))


def sentence_list(words: Words, card: str) -> list[str]:
    """Sentences of a card about its effects, one by one; its combo or activation is the last."""
    return list(_sentences(words, BOX.card[card]))


def whole_sentences(parts: Sequence[str], room: int) -> str:
    """As many whole sentences as there is room for; an ellipsis stands for the others."""
    for count in range(len(parts), 0, -1):
        line = " ".join((*parts[:count], *("…" for _ in parts[count : count + 1])))
        if len(line) <= room:
            return line
    return "…"


def _sentences(words: Words, card: Card) -> Iterator[str]:
    for effect in card.effects:
        yield f"{_capital(_effect(words, card, effect))}."
    if card.shield:
        yield words.say("massalia.says_shield", n=card.shield)
    if card.scout is not None:
        yield words.say("massalia.says_scout", n=card.scout.life)
        activate = _condition(words, card, card.scout.activate)
        yield words.say("massalia.says_activate", what=activate)
    if card.combo is not None:
        combo = _condition(words, card, card.combo)
        yield words.say("massalia.says_combo", what=combo)


def _capital(told: str) -> str:
    return f"{told[:1].upper()}{told[1:]}"


def _effect(words: Words, card: Card, effect: Effect) -> str:
    """One effect: "place: 2 tiles at sea"."""
    where = effect.terrain or card.place
    args = {"where": words.say(f"massalia.where_{where}")} if effect.do in TILE_VERBS else {}
    return words.say(f"massalia.does_{effect.do}", n=effect.n, **args)


def _condition(words: Words, card: Card, condition: Condition) -> str:
    does = ", ".join(_effect(words, card, effect) for effect in condition.effects)
    if condition.kind == "always" or condition.zone is None:
        return words.say("massalia.says_always", does=does)
    return words.say("massalia.says_when", when=_when(words, condition), does=does)


def _when(words: Words, condition: Condition) -> str:
    zone = condition.zone if condition.family or condition.zone == "families" else "any_scouts"
    n = condition.min if condition.kind == "if" else 1
    family = words.say(f"massalia.of_{condition.family}", n=n) if condition.family else ""
    sentence = words.say(f"massalia.{condition.kind}_{zone}", n=n, family=family)
    if condition.max is None:
        return sentence
    return words.say("massalia.says_at_most", when=sentence, n=condition.max)


def row(words: Words, cards: Sequence[str | None]) -> list[str]:
    """Lines of cards with cost and effects; an empty slot has a line too."""
    return [
        words.say("massalia.none")
        if card is None
        else words.say(
            "massalia.text_card",
            card=name_with_code(words, card),
            n=BOX.card[card].cost,
            says=sentences(words, card),
        )
        for card in cards
    ]


def costs(words: Words, cards: Sequence[str]) -> list[str]:
    """Line of the names of cards with their costs."""
    parts = [
        words.say("massalia.option_buy", card=name(words, card), cost=BOX.card[card].cost)
        for card in cards
    ]
    return [f"{', '.join(parts)}."]


def things(words: Words, picture: str) -> dict[str, str]:
    """The names of the cards, by the code to type."""
    return {card: name_with_code(words, card) for card in CARDS}


def thing(words: Words, picture: str, thing: str) -> str:
    """Whole text of a card: name, family, cost, place, effects, history."""
    card_facts = BOX.card[thing]
    facts = [words.say("massalia.card_cost", n=card_facts.cost)]
    if card_facts.family is not None:
        facts.insert(0, family(words, card_facts.family))
    facts.append(words.say(f"massalia.card_place_{card_facts.place}"))
    facts.append(words.say("massalia.card_copies", n=card_facts.copies))
    lines = (
        f"**{name_with_code(words, thing)}**",
        " · ".join(facts),
        sentences(words, thing),
        f"-# {history(words, thing)}",
    )
    return "\n".join(lines)


def history(words: Words, card: str) -> str:
    """The line of history on a card."""
    return in_language(CARDS[name_of(card)].history, words.language)
