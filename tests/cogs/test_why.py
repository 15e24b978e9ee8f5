"""★ Why?: beside a suggestion that looks ahead, in a few lines of one's own."""

import re

import pytest

from bot.playground.driver import labels, pictures, words
from bot.terms import Advising, Terms
from bot.words import Words
from rules.contract import Game
from tests.bot.foresight import AKROPOLIS, foresight
from tests.cogs.playing import changed, confirm, opened

__all__ = ["foresight"]


@pytest.fixture
def spoken(monkeypatch, foresight):
    """Reasons as they are, in place of the words of a game that points at nothing."""

    def reason(self, part, change, language):
        return f"{part} {'more' if change > 0 else 'less'}"

    monkeypatch.setattr(Words, "reason", reason)
    monkeypatch.setattr(type(AKROPOLIS), "consequences", Game.consequences)
    return foresight


async def suggested(house, thread):
    panel = await opened(house, house.maud, thread)
    return await changed(house.maud, panel, house.maud.click(panel, "★ Suggérer"))


@pytest.mark.usefixtures("spoken")
async def test_a_suggestion_says_why_and_leads_to_the_others(house):
    thread = await house.table()
    panel = await suggested(house, thread)
    wanted = confirm(panel)
    why = await changed(house.maud, panel, house.maud.click(panel, "★ Pourquoi\xa0?"))
    head, beside, *reasons = words(why).splitlines()
    assert head.startswith("**★ ")
    assert beside == "Par rapport au deuxième choix, ce coup"
    assert re.fullmatch(r"\+ (points|stones) more \(\+\d+\)", reasons[0])
    assert [line[:5] for line in reasons if line.startswith("-#")] == ["-# 2."]
    assert (pictures(why), len(words(why).splitlines())) == ([], 5)
    assert labels(why) == ["★", "2"]
    other = await changed(house.maud, why, house.maud.click(why, "2"))
    assert confirm(other) != wanted
    assert "★ Pourquoi\xa0?" not in labels(other)


@pytest.mark.usefixtures("foresight")
async def test_what_one_can_point_at_is_told_in_place_of_a_part(house):
    """The next best tile costs a stone: that is what the best one saves."""
    thread = await house.table()
    panel = await suggested(house, thread)
    why = await changed(house.maud, panel, house.maud.click(panel, "★ Pourquoi\xa0?"))
    _, _, reason, *_, other = words(why).splitlines()
    assert reason == "+ ne coûte pas de pierre"
    assert other.endswith("\xa0: coûte 1 pierre")


@pytest.mark.usefixtures("spoken")
async def test_where_a_table_plays_without_suggestions_no_star_is_shown(house):
    thread = await house.table()
    table = await house.app.tables.get(1)
    terms = "UPDATE table_ SET terms = json_set(terms, '$.advice', 'off')"
    await house.app.store.write(lambda db: db.execute(terms))
    house.app.tables._forget(table.id)
    panel = await opened(house, house.maud, thread)
    assert not [label for label in labels(panel) if "★" in label]
    assert (await house.app.tables.get(1)).terms == Terms(advice=Advising.OFF)
