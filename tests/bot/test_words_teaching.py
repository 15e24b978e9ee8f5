"""What one can point at, as a friend would say it: of a move that does it, or does not."""

from bot.words import of
from rules.consequence import Consequence
from tests.cases import each_case
from tests.catalogues import plain

DENVER = {"cities": ["denver", "omaha"]}


def phrase(game, language, code, amount, about=None, **more):
    consequence = Consequence(code, amount, (), about or {}, more)
    spoken = of(game, language, ["⟦0⟧", "⟦1⟧", "⟦2⟧", "⟦3⟧"])
    return [plain(spoken.consequence(form)) for form in (consequence, consequence.missing)]


@each_case(
    ("language", "code", "amount", "about", "does", "does_not"),
    [
        ("en", "places", 2, {"level": 3}, "opens 2 places of level 3", "opens no place of level 3"),
        ("fr", "places", 1, {"level": 3}, "ouvre 1 place de niveau 3", None),
        ("fr", "places", -2, {"level": 2}, "ferme 2 places de niveau 2", None),
        ("en", "quarries", 1, {}, "covers 1 quarry, for as many stones", "covers no quarry"),
        ("fr", "counts", 1, {"colour": "barracks"}, "ajoute 1 caserne qui compte", None),
        (
            "fr",
            "counts",
            3,
            {"colour": "houses"},
            "ajoute 3 habitations qui comptent",
            "n’ajoute pas d’habitations qui comptent",
        ),
        ("fr", "stars", 2, {"colour": "temples"}, "apporte 2★ à vos temples", None),
        ("en", "price", -2, {}, "costs 2 stones", "costs no stone"),
    ],
)
def test_akropolis(language, code, amount, about, does, does_not):
    sentence = phrase("akropolis", language, code, amount, about)
    assert sentence[0] == does
    assert does_not in (None, sentence[1])


def test_only_a_tile_that_fits_snugly_is_worth_a_word():
    assert phrase("akropolis", "en", "snug", 4) == ["fits snugly: 4 sides touch the city", ""]


def test_two_cities_are_linked_or_nearer():
    nearer = phrase("telegraph", "fr", "nears", 1, DENVER, left=2)
    assert nearer[0] == "ne laisse plus que 2 bâtiments entre Denver et Omaha"
    assert phrase("telegraph", "en", "nears", 1, DENVER, left=0)[0] == "links Denver and Omaha"


def test_somebody_is_blocked_or_cut_off():
    """The seat stands for the name, until there is a table."""
    blocked = phrase("telegraph", "en", "blocks", 2, {"seat": 1}, **DENVER, left=3, cut=False)
    assert blocked == [
        "blocks ⟦1⟧ between Denver and Omaha: 2 more buildings",
        "leaves ⟦1⟧ the way from Denver to Omaha",
    ]
    cut = phrase("telegraph", "fr", "blocks", 97, {"seat": 1}, **DENVER, left=99, cut=True)
    assert cut[0] == "coupe la route à ⟦1⟧ entre Denver et Omaha"
    helped = phrase("telegraph", "fr", "blocks", -1, {"seat": 1}, **DENVER, left=3, cut=False)
    assert helped[0] == "ouvre à ⟦1⟧ un chemin plus court de Denver à Omaha"


@each_case(
    ("code", "amount", "details", "does", "does_not"),
    [
        (
            "frees",
            1,
            {"buildings": [22]},
            "lets you build 22 Watchtower for free",
            "makes no other building free",
        ),
        (
            "frees",
            -1,
            {"buildings": [22]},
            "no longer lets you build 22 Watchtower for free",
            "keeps 22 Watchtower free to build",
        ),
        ("cards", 2, {}, "takes 2 cards", "takes no card"),
        ("cards", -1, {}, "costs 1 card", "costs no card"),
        ("reveals", 1, {}, "reveals one more building", "reveals no building"),
        ("spends", -1, {}, "uses 1 worker", "keeps 1 worker for later"),
    ],
)
def test_a_settlement_costs_and_brings(code, amount, details, does, does_not):
    assert phrase("telegraph", "en", code, amount, **details) == [does, does_not]


def test_an_oracle_is_won_or_taken_from_somebody():
    hex_of_atina = {"hex": [-1, 9]}
    won = phrase("magna_grecia", "en", "oracle", 4, hex_of_atina, other=None)
    taken = phrase("magna_grecia", "en", "oracle", 4, hex_of_atina, other=2)
    assert won[0].startswith("wins the oracle of ")
    assert taken[0].startswith("takes the oracle of ")
    assert taken[0].endswith(" from ⟦2⟧")


@each_case(
    ("through", "sentence"),
    [
        (0, "frappe ⟦1⟧ de 5, si aucun bouclier ne pare"),
        (3, "frappe ⟦1⟧ de 5, dont au moins 3 passent"),
        (5, "frappe ⟦1⟧ de 5, sans bouclier possible"),
    ],
)
def test_a_blow_is_told_with_the_part_that_gets_through(through, sentence):
    assert phrase("massalia", "fr", "hits", 5, {"seat": 1}, through=through)[0] == sentence


def test_a_cell_is_taken_from_who_holds_it():
    assert phrase("massalia", "en", "takes", 1, {"cell": "G5"}, other=2) == [
        "takes G5 Old Port from ⟦2⟧",
        "does not take G5 Old Port",
    ]


@each_case(
    ("part", "count", "english", "french"),
    [
        ("built", 1, "lets you build 1 more building", "fera bâtir 1 bâtiment de plus"),
        ("built", -2, "builds 2 fewer buildings", "fera bâtir 2 bâtiments de moins"),
        ("cards", 3, "keeps 3 more cards in hand", "garde 3 cartes de plus en main"),
        ("cards", -1, "leaves you 1 fewer card", "laisse 1 carte de moins en main"),
        ("free", 1, "", ""),
    ],
)
def test_buildings_and_cards_are_counted_in_the_sentence(part, count, english, french):
    """Of other parts the number stands behind it, in brackets."""
    for game in ("telegraph", "attika"):
        assert of(game, "en").reason_with_count(part, count) == english
        assert plain(of(game, "fr").reason_with_count(part, count)) == french
