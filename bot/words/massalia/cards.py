"""Cards in words, made from their data: a new card needs a name and no other text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.i18n import text
from rules.massalia.pieces import BOX, TILE_VERBS, Card, Condition, Effect, name_of
from rules.massalia.printed import CARDS, PRINTED, in_language

PLACES = {
    "sea": "massalia.card_place_sea",
    "land": "massalia.card_place_land",
    "any": "massalia.card_place_any",
}
"""Codes of the places where a card lays its tiles."""
LONGEST_LABEL = 80
"""Most characters of an answer."""


def name(card: str, language: str) -> str:
    """The name of a card or of any copy of it: "The harbour chain"."""
    return in_language(CARDS[name_of(card)].name, language)


def name_with_code(card: str, language: str) -> str:
    """The name of a card with the code to type: "The harbour chain (C08)"."""
    return text("massalia.card", language, name=name(card, language), id=name_of(card))


def names_with_counts(cards: Iterable[str], language: str) -> list[str]:
    """Names of some cards, each once, with the number of copies if several."""
    counts = Counter(name_of(card) for card in cards)
    return [
        name(card, language) if n == 1 else f"{name(card, language)} ×{n}"
        for card, n in counts.items()
    ]


def tile(kind: str | None, language: str) -> str:
    """Name of a tile's kind; for a hidden tile, of its back."""
    return text(f"massalia.tile_{kind or 'down'}", language)


def tiles(counts: Mapping[str, int], language: str) -> str:
    """Numbers of tiles of each kind."""
    parts = [f"{n} × {tile(kind, language)}" for kind, n in counts.items()]
    return ", ".join(parts) or text("massalia.none", language)


def cell(label: str, language: str) -> str:
    """A cell by its label, with the name of its resource: "G5 Old Port"."""
    index = BOX.land.index[label]
    resource = BOX.land.resource.get(index)
    return f"{label} {place(resource.id, language)}" if resource else label


def place(resource: str, language: str) -> str:
    """A resource cell by name."""
    return in_language(PRINTED.resources[resource].name, language)


def family(key: str, language: str) -> str:
    """A family by name."""
    return in_language(PRINTED.families[key].name, language)


# ---- effects of a card ---------------------------------------------------------------------------


def sentences(card: str, language: str) -> str:
    """Sentences of a card about its effects."""
    return " ".join(sentence_list(card, language))


def sentence_list(card: str, language: str) -> list[str]:
    """Sentences of a card about its effects, one by one; its combo or activation is the last."""
    return list(_sentences(BOX.card[card], language))


def whole_sentences(parts: Sequence[str], room: int) -> str:
    """As many whole sentences as there is room for; an ellipsis stands for the others."""
    for count in range(len(parts), 0, -1):
        line = " ".join((*parts[:count], *("…" for _ in parts[count : count + 1])))
        if len(line) <= room:
            return line
    return "…"


def _sentences(card: Card, language: str) -> Iterator[str]:
    for effect in card.effects:
        yield f"{_capital(_effect(card, effect, language))}."
    if card.shield:
        yield text("massalia.says_shield", language, n=card.shield)
    if card.scout is not None:
        yield text("massalia.says_scout", language, n=card.scout.life)
        activate = _condition(card, card.scout.activate, language)
        yield text("massalia.says_activate", language, what=activate)
    if card.combo is not None:
        combo = _condition(card, card.combo, language)
        yield text("massalia.says_combo", language, what=combo)


def _capital(told: str) -> str:
    return f"{told[:1].upper()}{told[1:]}"


def _effect(card: Card, effect: Effect, language: str) -> str:
    """One effect: "place: 2 tiles at sea"."""
    where = effect.terrain or card.place
    args = {"where": text(f"massalia.where_{where}", language)} if effect.do in TILE_VERBS else {}
    return text(f"massalia.does_{effect.do}", language, n=effect.n, **args)


def unit(do: str, terrain: str | None, n: int, language: str) -> str:
    """An effect of the to-do list: "place: 2 tiles at sea"."""
    args = {"where": text(f"massalia.where_{terrain}", language)} if terrain else {}
    return text(f"massalia.does_{do}", language, n=n, **args)


def _condition(card: Card, condition: Condition, language: str) -> str:
    """A condition and its effects."""
    does = ", ".join(_effect(card, effect, language) for effect in condition.effects)
    if condition.kind == "always" or condition.zone is None:
        return text("massalia.says_always", language, does=does)
    return text("massalia.says_when", language, when=_when(condition, language), does=does)


def _when(condition: Condition, language: str) -> str:
    zone = condition.zone if condition.family or condition.zone == "families" else "any_scouts"
    n = condition.min if condition.kind == "if" else 1
    family = text(f"massalia.of_{condition.family}", language, n=n) if condition.family else ""
    sentence = text(f"massalia.{condition.kind}_{zone}", language, n=n, family=family)
    if condition.max is None:
        return sentence
    return text("massalia.says_at_most", language, when=sentence, n=condition.max)


def row(cards: Sequence[str | None], language: str) -> list[str]:
    """Lines of cards with cost and effects; an empty slot has a line too."""
    return [
        text("massalia.none", language)
        if card is None
        else text(
            "massalia.text_card",
            language,
            card=name_with_code(card, language),
            n=BOX.card[card].cost,
            says=sentences(card, language),
        )
        for card in cards
    ]


def costs(cards: Sequence[str], language: str) -> list[str]:
    """Line of the names of cards with their costs."""
    parts = [
        text("massalia.option_buy", language, card=name(card, language), cost=BOX.card[card].cost)
        for card in cards
    ]
    return [f"{', '.join(parts)}."]


def whole(card: str, language: str) -> str:
    """Whole text of a card: name, family, cost, place, effects, history."""
    card_facts = BOX.card[card]
    facts = [text("massalia.card_cost", language, n=card_facts.cost)]
    if card_facts.family is not None:
        facts.insert(0, family(card_facts.family, language))
    facts.append(text(PLACES[card_facts.place], language))
    facts.append(text("massalia.card_copies", language, n=card_facts.copies))
    lines = (
        f"**{name_with_code(card, language)}**",
        " · ".join(facts),
        sentences(card, language),
        f"-# {history(card, language)}",
    )
    return "\n".join(lines)


def history(card: str, language: str) -> str:
    """The line of history on a card."""
    return in_language(CARDS[name_of(card)].history, language)
