"""The last net: nobody is left without an answer, nothing secret is told."""

import asyncio
import logging
import re

import discord
import pytest

from bot.i18n import text
from bot.playground.driver import labels, words
from cogs._shared import answering
from rules.contract import IllegalMove, RulesError
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import (
    confirm,
    duel,
    message_after,
    newest,
    open_private_panel,
    with_tile,
)
from tests.patience import logged


def view_texts(view):
    return "\n".join(
        item.content for item in view.walk_children() if type(item).__name__ == "TextDisplay"
    )


@each_case(("language", "why"), [("en", "Why?"), ("fr", "Pourquoi\xa0?")])
def test_a_refusal_names_its_rule_and_offers_to_show_it(language, why):
    error = IllegalMove("akropolis.too_expensive", rule="AK-21", price=3, stones=1, n=3)
    view = answering.refusal(error, language)
    assert "AK-21" in view_texts(view)
    (button,) = [item for item in view.walk_children() if isinstance(item, answering.WhyButton)]
    assert button.item.label == why


def test_a_refusal_of_the_house_has_no_rule():
    view = answering.refusal(RulesError("table.not_found"), "fr")
    assert not [item for item in view.walk_children() if isinstance(item, answering.WhyButton)]


def test_what_a_refusal_quotes_is_cut_and_harmless():
    error = RulesError("akropolis.bad_notation", text="**@everyone**" + "x" * 4000)
    sentence = answering.sentence(error, "en")
    assert len(sentence) < 400
    assert "**@everyone**" not in sentence


def test_an_unknown_rule_is_refused():
    with pytest.raises(RulesError):
        answering.rule_text("akropolis", "XX-1", "en")


async def test_the_unexpected_gets_an_apology_and_the_log_the_traceback(house, caplog, monkeypatch):
    thread = await house.table()

    async def broken(*args, **kwargs):
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(house.app.moves, "ask", broken)
    with caplog.at_level(logging.ERROR):
        answers = [await house.maud.click(newest(house, thread), "Jouer") for _ in range(2)]
    assert not any("secret" in answer.text for answer in answers)
    first, second = records = [line for line in caplog.records if "incident" in line.getMessage()]
    for answer, record in zip(answers, records, strict=True):
        assert re.search(r"incident (\w{6}) in", record.getMessage())[1] in answer.text
    assert first.exc_info[0] is ZeroDivisionError
    assert second.exc_info is None


async def test_a_command_that_breaks_is_answered_too(house, caplog, monkeypatch):
    monkeypatch.setattr("cogs._pages.pages.rules", lambda *args: 1 / 0)
    answer = await house.maud.slash("akropolis rules")
    assert "mal tourné" in answer.text
    assert any("/akropolis rules" in record.getMessage() for record in caplog.records)


async def test_a_refusal_without_a_text_is_no_sentence_but_an_incident(house, monkeypatch):
    thread = await house.table()

    async def nameless(*args, **kwargs):
        raise RulesError("nowhere.to_be_found")

    monkeypatch.setattr(house.app.moves, "ask", nameless)
    answer = await house.maud.click(newest(house, thread), "Jouer")
    assert "mal tourné" in answer.text


async def test_an_answer_that_comes_too_late_is_only_noted(house, caplog):
    thread = await house.table()
    house.ground.faults.inject("unknown_interaction")
    with caplog.at_level(logging.INFO, logger="cogs._shared.answering"):
        lost = asyncio.create_task(house.maud.click(newest(house, thread), "Jouer"))
        await house.maud.expect(lambda: "10062" in caplog.text)
        lost.cancel()
    assert [line for line in caplog.records if line.exc_info] == []
    assert labels(await open_private_panel(house, house.maud, thread))


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/callback$", 50083),
        ("/callback$", 10062),
        ("/messages/@original$", 50083),
        ("/messages/@original$", 10015),
        ("/messages/@original$", 50027),
    ],
)
async def test_who_gets_no_answer_is_asked_to_press_again(house, caplog, path, code):
    """An answer that Discord does not match to a press is no incident of ours."""
    thread = await house.table()
    house.ground.faults.refuse("POST|PATCH", path, code=code)
    with caplog.at_level(logging.INFO, logger="cogs._shared.answering"):
        await house.maud.click(newest(house, thread), "Jouer")
        expected = text("panel.press_again", "fr")
        await house.maud.expect(lambda: saying(house.maud.ephemerals(thread), expected))
    assert [record.levelname for record in logged(caplog)] == ["INFO"]


async def test_an_answer_that_the_end_of_the_bot_cuts_off_is_a_line(house, caplog, monkeypatch):
    thread, ending = await house.table(), asyncio.Event()

    async def late(*args, **kwargs):
        await ending.wait()
        raise RulesError("table.not_found")

    monkeypatch.setattr(house.app.moves, "ask", late)
    with caplog.at_level(logging.INFO, logger="cogs._shared.answering"):
        pressing = asyncio.create_task(house.maud.click(newest(house, thread), "Jouer"))
        await house.maud.expect(lambda: house.maud.ephemerals(thread))
        await house.stop()
        ending.set()
        await house.maud.expect(lambda: "stays without an answer" in caplog.text)
    pressing.cancel()
    assert [line for line in caplog.records if line.exc_info] == []


@pytest.mark.parametrize("code", [10003, 10008])
async def test_who_has_put_the_panel_away_gets_no_apology_for_the_move_made(house, caplog, code):
    thread = await duel(house)
    panel = await with_tile(house.maud, await open_private_panel(house, house.maud, thread))
    house.ground.faults.refuse("PATCH", "/messages/@original$", code=code)
    with caplog.at_level(logging.INFO, logger="cogs._shared.answering"):
        answer = await house.maud.click(panel, confirm(panel))
        await house.maud.expect(lambda: len(house.boards(thread)) == 2)
        await house.maud.expect(lambda: logged(caplog))
    assert [record.levelname for record in logged(caplog)] == ["INFO"]
    assert answer.messages == ()


async def test_a_click_that_is_slow_to_be_taken_is_answered_once(house):
    """The callback takes longer than the two seconds after which a watchdog once spoke up."""
    thread = await house.table()
    before = len(house.bodies_sent("POST", "/callback"))
    house.ground.faults.inject("slow", seconds=2.5, path="/callback")
    assert labels(await open_private_panel(house, house.maud, thread))
    assert len(house.bodies_sent("POST", "/callback")) == before + 1


@pytest.mark.parametrize("custom_id", ["confirm", "b:1:playing", "l:one:join", "x" * 100])
async def test_a_button_of_another_age_is_answered(house, custom_id):
    thread = await house.table()
    answer = await press_forged(house, house.maud, newest(house, thread), custom_id)
    assert answer.text == text("panel.unknown_button", "fr")


async def test_a_click_that_comes_twice_is_answered_once_and_no_fault(house, caplog):
    thread = await house.table()
    house.ground.faults.inject("twice")
    with caplog.at_level(logging.INFO, logger="cogs._shared.answering"):
        assert labels(await open_private_panel(house, house.maud, thread))
        await house.maud.expect(lambda: "40060" in caplog.text)
    assert [line for line in caplog.records if line.exc_info] == []
    assert len(house.maud.ephemerals(thread)) == 1
    expect_answer_before(house, 1)


def expect_answer_before(house, times):
    """Let Discord say so many times, as expected, that it has an answer."""
    refused = house.ground.refusals
    assert ["40060" in line for line in refused] == [True] * times
    refused.clear()


@pytest.mark.parametrize(("path", "times"), [("/callback$", 1), ("/messages/@original$", 0)])
async def test_a_connection_that_breaks_while_answering_is_said(house, caplog, path, times):
    """Discord has taken the answer, but the bot does not know."""
    thread = await house.table()
    house.ground.faults.inject("drop", path=path)
    await house.maud.click(newest(house, thread), "Jouer")
    expected = text("panel.interrupted", "fr")
    answer = await house.maud.expect(lambda: saying(house.maud.ephemerals(thread), expected))
    assert len(answer) == 1
    assert [line for line in caplog.records if line.exc_info] == []
    assert labels(await open_private_panel(house, house.maud, thread))
    expect_answer_before(house, times)


@pytest.mark.parametrize("path", ["/callback$", "/messages/@original$"])
async def test_a_limit_on_one_click_holds_up_no_other(house, path):
    """discord.py sits out a limit on the answer to a click, however long it is."""
    thread = await house.table()
    house.ground.faults.inject("long_limit", path=path)
    before = len(house.bodies_sent("POST", "/callback"))
    waiting = asyncio.create_task(house.maud.click(newest(house, thread), "Jouer"))
    await house.maud.expect(lambda: len(house.bodies_sent("POST", "/callback")) > before)
    assert labels(await open_private_panel(house, house.maud, thread))
    waiting.cancel()


async def test_a_limit_that_is_too_long_to_wait_for_is_said(house, caplog, monkeypatch):
    thread = await house.table()

    async def limit(*args, **kwargs):
        raise discord.RateLimited(31.0)

    monkeypatch.setattr(house.app.moves, "ask", limit)
    answer = await house.maud.click(newest(house, thread), "Jouer")
    assert answer.text == text("panel.interrupted", "fr")
    assert [line for line in caplog.records if line.exc_info] == []


def saying(messages, told):
    return [message for message in messages if words(message) == told]


async def test_the_rule_is_told_in_the_language_of_the_reader(house):
    thread = await house.table()
    refused = await house.maud.slash("akropolis move", thread, {"move": "T1 9,9 r0"})
    why = house.maud.click(refused.message, "w:akropolis:AK-32")
    told = words(await message_after(house.maud, refused.message, why))
    assert told == f"{refused.text}\n{answering.rule_text('akropolis', 'AK-32', 'fr')}"


@each_case(("language", "resource"), [("en", "water"), ("fr", "eau")])
def test_a_refusal_names_things_as_the_game_does(language, resource):
    error = IllegalMove(
        "telegraph.cards_not_in_hand", rule="TG-65", resource="water", needed=2, held=1
    )
    assert resource in answering.sentence(error, language)


def test_sister_games_explain_a_rule_in_their_own_words():
    telegraph, attika = (
        answering.rule_text(game, "TG-70", "en") for game in ("telegraph", "attika")
    )
    assert telegraph.startswith("**TG-70**")
    assert telegraph != attika
