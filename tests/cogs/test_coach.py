"""The coach: three lines until a person's first move of each game, unless they want no more."""

import pytest

from bot.i18n import LANGUAGES, text
from bot.words import composed
from cogs._answering.presentation import small_print
from playground.driver import labels, pictures, words
from rules.registry import games
from tests.cases import each_case
from tests.cogs.playing import after_click, confirm, duel, open_candidate, open_private_panel
from tests.cogs.settling import quiet, table

RULES, OFF = "Règles", "Ne plus afficher"


@pytest.fixture
def newcomers():
    """Here every game is new to people."""
    return True


def coach_lines(game, language="fr"):
    """The lines of the coach about a game, as a panel shows them."""
    return small_print(text(composed.coach(game), language))


async def test_the_coach_speaks_until_the_first_move_of_each_game(house):
    """In the first question of the game, above its picture; also after a restart."""
    thread = await duel(house)
    for _ in range(2):
        panel = await open_private_panel(house, house.maud, thread)
        assert coach_lines("akropolis") in words(panel)
        assert {RULES, OFF} <= set(labels(panel))
        assert len(pictures(panel)) == 1
    table_id = (await house.app.reading.table_in(int(thread), house.maud.id)).id
    prompt = await house.app.moves.suggest(table_id, house.maud.id, None, ())
    move = {"move": " ".join(prompt.tokens)}
    await house.maud.slash("akropolis move", thread, move)
    assert house.app.people.preferences(house.maud.id).coached == ("akropolis",)
    panel = await open_private_panel(house, house.maud, await table(house, "attika"))
    assert coach_lines("attika") in words(panel)
    await house.restart()
    panel = await open_private_panel(house, house.maud, await duel(house))
    assert coach_lines("akropolis") not in words(panel)
    assert OFF not in labels(panel)


async def test_a_person_who_wants_no_coach_has_none_in_any_game(house):
    panel = await open_private_panel(house, house.maud, await duel(house))
    panel = await after_click(house.maud, panel, OFF)
    assert coach_lines("akropolis") not in words(panel)
    assert "Quelle tuile" in words(panel)
    panel = await open_private_panel(house, house.maud, await table(house, "attika"))
    assert coach_lines("attika") not in words(panel)
    assert len(pictures(panel)) == 1


async def test_before_a_preview_the_coach_has_a_panel_of_its_own(house):
    thread = await table(house, "magna_grecia", ai=1, oracles="players")
    panel = await open_private_panel(house, house.maud, thread)
    assert coach_lines("magna_grecia") in words(panel)
    assert labels(panel) == [RULES, OFF, "Voir le coup"]
    panel = await after_click(house.maud, panel, "Voir le coup")
    assert len(pictures(panel)) == 1
    assert any(label.startswith("Confirmer") for label in labels(panel))


async def test_the_rules_open_beside_the_panel(house):
    panel = await open_private_panel(house, house.maud, await duel(house))
    await house.maud.click(panel, RULES)
    await house.maud.expect(lambda: len(house.maud.ephemerals()) == 2)
    first, second = house.maud.ephemerals()
    assert coach_lines("akropolis") in words(first)
    assert "### Le but" in words(second)


@each_case("language", LANGUAGES)
def test_the_coach_has_three_short_lines_in_every_game(language):
    for game in games():
        lines = text(composed.coach(game), language).split("\n")
        assert len(lines) == 3
        assert all(line.startswith("**") and len(line) <= 110 for line in lines), lines


async def test_until_a_persons_first_turn_a_preview_says_what_its_numbers_mean(house):
    legend = f"-# {text('akropolis.candidate_legend', 'fr')}"
    thread = await duel(house)
    panel = await open_candidate(house, house.maud, thread)
    assert legend in words(panel).splitlines()
    await after_click(house.maud, panel, confirm(panel))
    await house.move(house.bastien)
    await quiet(house)
    panel = await open_candidate(house, house.maud, thread)
    assert legend not in words(panel).splitlines()
