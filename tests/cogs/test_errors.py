"""The last net: everybody gets an answer, and it tells no secret."""

import asyncio
import logging
import re

import pytest
from discord import ui

from bot.i18n import text
from cogs._answering import refusals
from cogs._answering.answer import Answer, message
from playground.driver import labels, words
from rules.contract import IllegalMove, RulesError
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import confirm, duel, message_after, newest, open_private_panel, with_tile
from tests.patience import logged


def view_texts(view):
    return "\n".join(
        item.content for item in view.walk_children() if type(item).__name__ == "TextDisplay"
    )


def why_buttons(view):
    return [item for item in view.walk_children() if isinstance(item, ui.Button)]


@each_case(("language", "why"), [("en", "Why?"), ("fr", "Pourquoi\xa0?")])
def test_a_refusal_names_its_rule_if_it_has_one_and_offers_to_show_it(language, why):
    error = IllegalMove("akropolis.too_expensive", rule="AK-21", price=3, stones=1, n=3)
    view = message(refusals.refusal_note(error, language))
    assert "AK-21" in view_texts(view)
    (button,) = why_buttons(view)
    assert button.label == why
    assert (
        why_buttons(message(refusals.refusal_note(RulesError("table.not_found"), language))) == []
    )


def test_a_quotation_in_a_refusal_is_cut_and_harmless():
    error = RulesError("akropolis.bad_notation", text="**@everyone**" + "x" * 4000)
    sentence = refusals.sentence(error, "en")
    assert len(sentence) < 400
    assert "**@everyone**" not in sentence


def test_an_unknown_rule_is_refused():
    with pytest.raises(RulesError):
        refusals.rule_text("akropolis", "XX-1", "en")


async def test_the_unexpected_gets_an_apology_and_the_log_the_traceback(house, caplog, monkeypatch):
    """A refusal without a text and a command that breaks are as unexpected."""
    thread = await house.table()

    async def break_down(*args, **kwargs):
        raise ZeroDivisionError("secret detail")

    async def refuse_without_a_text(*args, **kwargs):
        raise RulesError("nowhere.to_be_found")

    monkeypatch.setattr(house.app.moves, "ask", break_down)
    with caplog.at_level(logging.ERROR):
        answers = [await house.maud.click(newest(house, thread), "Jouer") for _ in range(2)]
    assert not any("secret" in answer.text for answer in answers)
    first, second = records = [line for line in caplog.records if "incident" in line.getMessage()]
    for answer, record in zip(answers, records, strict=True):
        assert re.search(r"incident (\w{6}) in", record.getMessage())[1] in answer.text
    assert first.exc_info[0] is ZeroDivisionError
    assert second.exc_info is None
    monkeypatch.setattr(house.app.moves, "ask", refuse_without_a_text)
    answer = await house.maud.click(newest(house, thread), "Jouer")
    assert "mal tourné" in answer.text
    monkeypatch.setattr("cogs._pages.short_rules.rules", lambda *args: 1 / 0)
    answer = await house.maud.slash("akropolis rules")
    assert "mal tourné" in answer.text
    assert any("/akropolis rules" in record.getMessage() for record in caplog.records)


async def test_an_answer_that_comes_too_late_is_only_noted(house, caplog):
    thread = await house.table()
    house.ground.faults.inject("unknown_interaction")
    with caplog.at_level(logging.INFO, logger="cogs._answering.refusals"):
        lost = asyncio.create_task(house.maud.click(newest(house, thread), "Jouer"))
        await house.maud.expect(lambda: "10062" in caplog.text)
        lost.cancel()
    assert [line for line in caplog.records if line.exc_info] == []
    assert labels(await open_private_panel(house, house.maud, thread))


def let_discord_be_told_first(monkeypatch):
    """Let Discord be told of each answer that it is under way, before it is shown."""
    deliver = Answer._deliver

    async def acknowledge_first(answer, *args):
        await answer._acknowledge()
        return await deliver(answer, *args)

    monkeypatch.setattr(Answer, "_deliver", acknowledge_first)


async def press_until_told(house, thread, sentence):
    """Let Maud press *Play*, until she reads this in a new message instead of an answer."""
    before = {message["id"] for message in house.maud.ephemerals(thread)}
    await house.maud.click(newest(house, thread), "Jouer")

    def new_texts():
        messages = house.maud.ephemerals(thread)
        return [words(message) for message in messages if message["id"] not in before]

    await house.maud.expect(lambda: new_texts().count(sentence) == 1)


async def test_a_press_whose_answer_discord_does_not_match_is_to_be_made_again(
    house, caplog, monkeypatch
):
    """It is no incident of ours."""
    thread, sentence = await house.table(), text("panel.press_again", "fr")
    caplog.set_level(logging.INFO, logger="cogs._answering.refusals")
    for path, code in UNMATCHED:
        if path == EDIT:
            let_discord_be_told_first(monkeypatch)
        caplog.clear()
        house.ground.faults.refuse("POST|PATCH", path, code=code)
        await press_until_told(house, thread, sentence)
        assert [record.levelname for record in logged(caplog)] == ["INFO"], (path, code)


CALLBACK, EDIT = "/callback$", "/messages/@original$"
"""Paths of the first answer, and of its edits."""
UNMATCHED = [
    (CALLBACK, 50083),
    (CALLBACK, 10062),
    (EDIT, 50083),
    (EDIT, 10015),
    (EDIT, 50027),
]
"""Requests and the codes by which Discord refuses them."""


async def test_an_answer_that_the_end_of_the_bot_cuts_off_is_a_line(house, caplog, monkeypatch):
    thread, ending = await house.table(), asyncio.Event()

    async def late(*args, **kwargs):
        await ending.wait()
        raise RulesError("table.not_found")

    monkeypatch.setattr(house.app.moves, "ask", late)
    with caplog.at_level(logging.INFO, logger="cogs._answering.refusals"):
        pressing = asyncio.create_task(house.maud.click(newest(house, thread), "Jouer"))
        await house.maud.expect(lambda: house.maud.ephemerals(thread))
        await house.stop()
        ending.set()
        await house.maud.expect(lambda: "stays without an answer" in caplog.text)
    pressing.cancel()
    assert [line for line in caplog.records if line.exc_info] == []


async def test_a_panel_in_a_channel_that_is_gone_gets_no_apology(house, caplog, monkeypatch):
    thread = await duel(house)
    caplog.set_level(logging.INFO, logger="cogs._answering.refusals")
    panel = await with_tile(house.maud, await open_private_panel(house, house.maud, thread))
    caplog.clear()
    let_discord_be_told_first(monkeypatch)
    house.ground.faults.refuse("PATCH", EDIT, code=10003)
    answer = await house.maud.click(panel, confirm(panel))
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    await house.maud.expect(lambda: logged(caplog))
    assert [record.levelname for record in logged(caplog)] == ["INFO"]
    assert answer.messages == ()


async def test_a_panel_put_away_before_its_move_is_made_leaves_the_answer_to_another_message(
    house, monkeypatch
):
    thread = await duel(house)
    panel = await with_tile(house.maud, await open_private_panel(house, house.maud, thread))
    let_discord_be_told_first(monkeypatch)
    house.ground.faults.refuse("PATCH", EDIT, code=10008)
    await house.maud.click(panel, confirm(panel))
    await house.maud.expect(
        lambda: [m for m in house.maud.ephemerals(thread) if "bâtit" in words(m)]
    )


async def test_a_button_of_another_age_is_answered(house):
    post = newest(house, await house.table())
    for custom_id in ("confirm", "b:1:playing", "l:one:join", "x" * 100):
        answer = await press_forged(house, house.maud, post, custom_id)
        assert answer.text == text("panel.unknown_button", "fr"), custom_id


async def test_a_click_that_comes_twice_is_answered_once_and_no_fault(house, caplog):
    thread = await house.table()
    house.ground.faults.inject("twice")
    with caplog.at_level(logging.INFO, logger="cogs._answering.refusals"):
        assert labels(await open_private_panel(house, house.maud, thread))
        await house.maud.expect(lambda: "40060" in caplog.text)
    assert [line for line in caplog.records if line.exc_info] == []
    assert len(house.maud.ephemerals(thread)) == 1
    expect_answer_before(house, 1)


async def test_a_press_in_a_panel_that_comes_twice_is_answered_once(house):
    """Discord refuses the other answer, or its picture was given up for the one that is shown."""
    thread = await house.table()
    panel = await open_private_panel(house, house.maud, thread)
    house.ground.faults.inject("twice")
    assert confirm(await with_tile(house.maud, panel))
    await house.restart()
    expect_answer_before(house, len(house.ground.refusals[:1]))


def expect_answer_before(house, times):
    """Let Discord say so many times, as expected, that it has an answer."""
    refused = house.ground.refusals
    assert ["40060" in line for line in refused] == [True] * times
    refused.clear()


async def test_a_connection_that_breaks_while_answering_is_said(house, caplog, monkeypatch):
    """Discord has taken the answer, but the bot does not know."""
    thread, sentence = await house.table(), text("panel.interrupted", "fr")
    for path, times in ((CALLBACK, 1), (EDIT, 0)):
        if path == EDIT:
            let_discord_be_told_first(monkeypatch)
        house.ground.faults.inject("drop", method="POST|PATCH", path=path)
        await press_until_told(house, thread, sentence)
        assert [line for line in caplog.records if line.exc_info] == []
        assert labels(await open_private_panel(house, house.maud, thread))
        expect_answer_before(house, times)


@pytest.mark.parametrize("path", [CALLBACK, EDIT])
async def test_a_limit_on_one_click_holds_up_no_other(house, path, monkeypatch):
    """discord.py sits out a limit on the answer to a click, however long it is."""
    thread = await house.table()
    if path == EDIT:
        let_discord_be_told_first(monkeypatch)
    house.ground.faults.inject("long_limit", path=path)
    limited = "PATCH" if path == EDIT else "POST", path.rstrip("$")
    before = len(house.bodies_sent(*limited))
    waiting = asyncio.create_task(house.maud.click(newest(house, thread), "Jouer"))
    await house.maud.expect(lambda: len(house.bodies_sent(*limited)) > before)
    assert labels(await open_private_panel(house, house.maud, thread))
    waiting.cancel()


async def test_the_rule_is_told_in_the_language_of_the_reader(house):
    thread = await house.table()
    refused = await house.maud.slash("akropolis move", thread, {"move": "T1 9,9 r0"})
    why = house.maud.click(refused.message, "w:akropolis:AK-32")
    explanation = words(await message_after(house.maud, refused.message, why))
    assert explanation == f"{refused.text}\n{refusals.rule_text('akropolis', 'AK-32', 'fr')}"


@each_case(("language", "resource"), [("en", "water"), ("fr", "eau")])
def test_a_refusal_names_things_as_the_game_does(language, resource):
    error = IllegalMove(
        "telegraph.cards_not_in_hand", rule="TG-65", resource="water", needed=2, held=1
    )
    assert resource in refusals.sentence(error, language)


def test_sister_games_explain_a_rule_in_their_own_words():
    telegraph, attika = (
        refusals.rule_text(game, "TG-70", "en") for game in ("telegraph", "attika")
    )
    assert telegraph.startswith("**TG-70**")
    assert telegraph != attika
