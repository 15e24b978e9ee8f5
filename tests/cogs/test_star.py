"""★ in three presses: Play, ★, Confirm; and one more for each thing that comes to light."""

import pytest

from bot.ai.adviser import Adviser
from bot.ai.worker import Opinion
from bot.i18n import text
from bot.steps.moves import reveals
from playground.driver import words
from rules import registry
from tests.cogs.playing import start_game
from tests.cogs.settling import open_panel, press, pressable, put_position
from tests.massalia.building import at
from tests.tier import games

STOPS = tuple(text(code, "fr") for code in ("panel.star_reveals", "panel.star_stops"))


def button(panel, verb):
    """The button of a panel that does a verb; "" if it has none."""
    return next((action for action in pressable(panel) if action.partition(":")[0] == verb), "")


@pytest.mark.parametrize("game", games())
async def test_a_turn_is_made_by_play_star_and_confirm(house, game):
    """What reveals something stops the line there and says so; the next press makes the rest."""
    thread = await start_game(house, house.maud, house.bastien, game=game)
    panel = await open_panel(house, house.maud, thread)
    panel = await press(house.maud, panel, button(panel, "sug"))
    while button(panel, "on"):
        assert any(stop in words(panel) for stop in STOPS)
        known = len(await house.app.reading.log(1, house.maud.id))
        panel = await press(house.maud, panel, button(panel, "on"))
        plies = (await house.app.reading.log(1, house.maud.id))[known:]
        assert reveals(plies[-1])
    assert not any(stop in words(panel) for stop in STOPS)
    await press(house.maud, panel, button(panel, "ok"))
    assert (await house.app.reading.log(1, house.maud.id))[-1].ends_turn


async def test_a_tile_for_me_is_drawn_and_laid_and_nothing_else_is_done(house, monkeypatch):
    """Whatever the suggestion goes on with: no card is bought and no turn ended unseen."""
    thread = await start_game(house, house.maud, house.bastien, game="massalia")
    game = registry.get("massalia")
    todo = [{"id": 1, "card": "SO#1", "do": "place", "terrain": "land", "n": 1}]
    position = at(me={"bag": ["L1"]}, turn={"amber": 9, "todo": todo, "next": 2})
    await put_position(house, game.state_to_json(position))

    async def advise(self, live, seat, tokens):
        lay = live.game.notation(live.state, seat, live.game.complete(live.state, seat, ()))
        return [Opinion(f"{lay};end", 0.0, {})]

    monkeypatch.setattr(Adviser, "advise", advise)
    panel = await open_panel(house, house.maud, thread)
    await press(house.maud, panel, button(panel, "both"))
    log = await house.app.reading.log(1, house.maud.id)
    assert [ply.notation[0] for ply in log] == ["t", "@"]
    assert not log[-1].ends_turn


async def test_an_only_answer_needs_no_suggestion(house):
    """Where nothing but the end of the turn is left, its button stands alone."""
    thread = await start_game(house, house.maud, house.bastien, game="massalia")
    game = registry.get("massalia")
    await put_position(house, game.state_to_json(at(me={"hand": []}, turn={"next": 2})))
    panel = await open_panel(house, house.maud, thread)
    assert [action for action in pressable(panel) if action.startswith("ok:")] == ["ok:end"]
    assert not button(panel, "sug")
