"""★ Why?: beside a suggestion that looks ahead, in a few lines of one's own."""

import re
from itertools import chain, repeat

import pytest

from bot.ai import worker
from bot.i18n import text
from bot.service import moves as service
from bot.table.live import Gain, MovePreview
from bot.table.options import Advising, Terms
from bot.words import Words
from bot.words.akropolis import AkropolisWords
from cogs._panel.reasons import Explanation
from playground.driver import labels, pictures, words
from rules.contract import Game
from tests.bot.foresight import AKROPOLIS, foresight
from tests.cogs.playing import after_click, confirm, open_private_panel
from tests.cogs.settling import quiet

__all__ = ["foresight"]

CHOICE = re.compile(r"(1er|2e|3e)($| · )")
WHY = "★ Pourquoi\xa0?"


@pytest.fixture
def spoken(monkeypatch, foresight):
    """Reasons as they are, in place of the words of a game that points at nothing."""

    def reason(self, part, change):
        return f"{part} {'more' if change > 0 else 'less'}"

    monkeypatch.setattr(Words, "reason", reason)
    monkeypatch.setattr(type(AKROPOLIS), "consequences", Game.consequences)
    return foresight


async def open_suggestion(house, thread):
    """The panel with the suggested move."""
    panel = await open_private_panel(house, house.maud, thread)
    return await after_click(house.maud, panel, "★ Suggérer")


async def open_reasons(house):
    """The panel with the suggested move of a game, and the page that says why."""
    panel = await open_suggestion(house, await house.table())
    return panel, await after_click(house.maud, panel, WHY)


@pytest.mark.usefixtures("spoken")
async def test_a_suggestion_says_why_and_leads_to_the_others(house):
    panel, why = await open_reasons(house)
    action = confirm(panel)
    head, beside, *reasons = words(why).splitlines()
    assert head.startswith("**★ ")
    assert beside == "Par rapport au deuxième choix, ce coup"
    assert re.fullmatch(r"\+ (points|stones) more \(\+\d+\)", reasons[0])
    assert [line[:5] for line in reasons if line.startswith("-#")] == ["-# 2e"]
    assert (pictures(why), len(words(why).splitlines())) == ([], 5)
    assert labels(why) == [action, "‹", "2e"]
    next_page = await after_click(house.maud, why, "2e")
    assert confirm(next_page) != action
    assert [label for label in labels(next_page) if CHOICE.match(label)] == ["1er"]


@pytest.mark.usefixtures("spoken")
async def test_another_choice_is_explained_itself_beside_the_first(house):
    """What speaks for the first speaks against it; its own button makes it, `‹` shows it."""
    _, why = await open_reasons(house)
    head, _, reason, *_ = words(why).splitlines()
    second = await after_click(house.maud, why, "2e")
    own_why = await after_click(house.maud, second, WHY)
    own_head, beside, *own_reasons, best = words(own_why).splitlines()
    assert own_head.startswith("**2e · ")
    assert beside == "Par rapport au premier choix, ce coup"
    part = reason.removeprefix("+ ").partition(" ")[0]
    assert any(own.startswith(f"− {part} less ") for own in own_reasons)
    assert best == f"-# ★ Premier choix\xa0: {head.strip('*').removeprefix('★ ')}"
    assert labels(own_why) == [confirm(second), "‹", "1er"]
    back = await after_click(house.maud, own_why, "‹")
    assert (words(back), labels(back)) == (words(second), labels(second))


@pytest.mark.usefixtures("foresight")
async def test_a_consequence_that_can_be_pointed_at_is_told_in_place_of_a_part(house):
    """The next best tile costs a stone: that is what the best one saves."""
    _, why = await open_reasons(house)
    _, _, reason, *_, second_line = words(why).splitlines()
    assert reason == "+ ne coûte pas de pierre"
    assert second_line.endswith("\xa0: coûte 1\xa0pierre")


@pytest.mark.usefixtures("foresight")
@pytest.mark.parametrize(
    ("too", "sentence"), [(True, "gagne aussi"), (False, "ne gagne pas encore")]
)
async def test_a_winning_move_has_no_other_reason(house, monkeypatch, too, sentence):
    wins = chain([True], repeat(too))
    monkeypatch.setattr(worker, "wins", lambda *about: next(wins))
    _, why = await open_reasons(house)
    _, reason, second_line = words(why).splitlines()
    assert reason == "Ce coup gagne la partie."
    assert f"\xa0: {sentence}" in second_line


@pytest.mark.usefixtures("foresight")
async def test_a_move_that_reads_like_an_earlier_one_is_left_out(house, monkeypatch):
    monkeypatch.setattr(AkropolisWords, "comparison", lambda self, previews: ["T1"] * len(previews))
    panel, why = await open_reasons(house)
    assert words(why).count("T1") == 1
    assert labels(why) == [confirm(panel), "‹"]


@pytest.mark.usefixtures("foresight")
async def test_from_why_one_goes_back_to_the_panel_or_makes_the_move(house):
    panel, why = await open_reasons(house)
    back = await after_click(house.maud, why, "‹")
    assert (words(back), labels(back)) == (words(panel), labels(panel))
    why = await after_click(house.maud, back, WHY)
    move = confirm(why).removeprefix("Confirmer · ")
    await after_click(house.maud, why, confirm(why))
    [ply] = await house.app.reading.log(1, None)
    assert ply.notation == move


@pytest.mark.usefixtures("spoken")
async def test_a_table_that_plays_without_suggestions_has_no_star(house):
    thread = await house.table()
    await quiet(house)
    table = await house.app.tables.get(1)
    terms = "UPDATE table_ SET terms = json_set(terms, '$.advice', 'off')"
    await house.app.store.write(lambda db: db.execute(terms))
    house.app.tables.forget(table.id)
    panel = await open_private_panel(house, house.maud, thread)
    assert not [label for label in labels(panel) if "★" in label]
    assert (await house.app.tables.get(1)).terms == Terms(advice=Advising.OFF)


@pytest.mark.usefixtures("spoken")
async def test_the_other_suggestions_are_compared_in_place(house):
    """The second choice has a button with its gain, and a line says what it loses."""
    thread = await house.table()
    first_panel = await open_private_panel(house, house.maud, thread)
    assert not [label for label in labels(first_panel) if CHOICE.match(label)]
    best = await after_click(house.maud, first_panel, "★ Suggérer")
    [second_choice] = [label for label in labels(best) if CHOICE.match(label)]
    assert re.search(r"^-# 2e\xa0: (points|stones) less \(−\d+\)$", words(best), re.MULTILINE)
    second = await after_click(house.maud, best, second_choice)
    assert confirm(second) != confirm(best)
    [first_choice] = [label for label in labels(second) if CHOICE.match(label)]
    assert first_choice.startswith("1er")
    best_again = await after_click(house.maud, second, first_choice)
    assert (words(best_again), labels(best_again)) == (words(best), labels(best))


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("gain", [-1, 0, 2])
async def test_a_suggestion_that_gains_nothing_yet_says_what_it_is_good_for(
    house, monkeypatch, gain
):
    monkeypatch.setattr(MovePreview, "gain", Gain(gain, gain, {}))
    panel, why = await open_reasons(house)
    plea = next(line for line in words(why).splitlines() if line.startswith("+ "))
    assert (f"-# ★ {plea.removeprefix('+ ')}" in words(panel).splitlines()) is (gain <= 0)


@pytest.mark.usefixtures("spoken")
async def test_the_pad_of_a_suggestion_is_behind_a_button(house):
    panel = await open_suggestion(house, await house.table())
    assert "↻" not in labels(panel)
    moved = await after_click(house.maud, panel, text("panel.nudge", "fr"))
    assert confirm(moved) == confirm(panel)
    assert "↻" in labels(moved)


@pytest.mark.usefixtures("spoken")
async def test_a_choice_without_a_gain_says_on_its_button_that_it_is_as_good(house, monkeypatch):
    """What another one loses stays in the line below, if the button has no word."""
    monkeypatch.setattr(Explanation, "_gain", lambda *_: "")
    thread = await house.table()
    panel = await open_suggestion(house, thread)
    [choice] = [label for label in labels(panel) if CHOICE.match(label)]
    assert choice == "2e"
    assert any(line.startswith("-# 2e\xa0: ") for line in words(panel).splitlines())
    monkeypatch.setattr(service, "loss", lambda *_: None)
    panel = await open_suggestion(house, thread)
    [choice] = [label for label in labels(panel) if CHOICE.match(label)]
    assert choice == f"2e · {text('panel.choice_as_good', 'fr')}"
