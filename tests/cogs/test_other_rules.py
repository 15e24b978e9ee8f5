"""Rules change while a game runs: what its people see, and what they can still do."""

import msgspec
import pytest

from bot.i18n import text
from playground.driver import words
from rules import registry
from rules.contract import BadPosition, IllegalMove
from rules.registry import get
from tests.cogs.playing import duel, move, newest

Akropolis = type(get("akropolis"))


class Other(Akropolis):
    """Rules by which no game of today can be read, nor played again."""

    facts = msgspec.structs.replace(Akropolis.facts, version=2)

    def check(self, state, seat, action):
        raise IllegalMove("akropolis.too_expensive")

    def state_from_json(self, obj):
        raise BadPosition("common.bad_position", what="of old", path="")


@pytest.fixture
def rules(monkeypatch):
    """Puts other rules into the house."""

    def put_version(game):
        games = {**registry.games(), "akropolis": game}
        monkeypatch.setattr(registry, "games", lambda: games)

    return put_version


def number_of_calls(house, thread, number=1):
    """Number of times the people of a table were called and told that their game is stuck."""
    sentence = text("table.notice_stuck", "fr", table=f"Akropolis · table\xa0{number}")
    posts = [words(post) for post in house.maud.messages(thread)]
    return sum(post.startswith(house.maud.mention) and post.endswith(sentence) for post in posts)


async def test_a_game_that_cannot_go_on_says_so_and_goes_on_when_its_rules_are_back(house, rules):
    """Or it is closed, like that of Maud and an AI."""
    thread, ai_thread = await duel(house), await duel(house, ai=1)
    for home in (thread, ai_thread):
        await move(house, house.maud, home)
    await house.stop()
    rules(Other())
    await house.start()
    await house.maud.expect(lambda: number_of_calls(house, thread))
    pressed = await house.bastien.click(newest(house, thread), "Jouer")
    assert "cannot go on" in pressed.text
    assert (await house.bastien.slash("table log", thread)).state == "done"
    replay = await house.bastien.slash("replay game", thread)
    assert "**Maud** " in replay.text
    assert text("panel.no_past", "en") in replay.text
    exported = await house.bastien.slash("replay export", thread)
    assert exported.message["attachments"]
    await house.maud.expect(lambda: number_of_calls(house, ai_thread, 2))
    question = (await house.maud.slash("table cancel", ai_thread)).message
    await house.maud.click(question, "Fermer la table")
    assert (await house.app.tables.get(2)).status == "cancelled"
    await house.stop()
    rules(Akropolis())
    before = newest(house, thread)["id"]
    await house.start()
    await house.maud.expect(lambda: newest(house, thread)["id"] != before)
    await move(house, house.bastien, thread)
    assert number_of_calls(house, thread) == 1
