"""The last net: nobody is left without an answer, nothing secret is told."""

import logging

import pytest

from bot.playground.driver import labels, words
from cogs import errors
from rules.contract import IllegalMove, RulesError
from tests.cogs.playing import newest, opened


def told(view):
    return "\n".join(
        item.content for item in view.walk_children() if type(item).__name__ == "TextDisplay"
    )


@pytest.mark.parametrize(("language", "why"), [("en", "Why?"), ("fr", "Pourquoi\xa0?")])
def test_a_refusal_names_its_rule_and_offers_to_show_it(language, why):
    error = IllegalMove("akropolis.too_expensive", rule="AK-21", price=3, stones=1, n=3)
    view = errors.refusal(error, language)
    assert "AK-21" in told(view)
    (button,) = [item for item in view.walk_children() if isinstance(item, errors.WhyButton)]
    assert button.item.label == why


def test_a_refusal_of_the_house_has_no_rule():
    view = errors.refusal(RulesError("table.not_found"), "fr")
    assert not [item for item in view.walk_children() if isinstance(item, errors.WhyButton)]


def test_what_a_refusal_quotes_is_cut_and_harmless():
    error = RulesError("akropolis.bad_notation", text="**@everyone**" + "x" * 4000)
    sentence = errors.told(error, "en")
    assert len(sentence) < 400
    assert "**@everyone**" not in sentence


def test_an_unknown_rule_is_refused():
    with pytest.raises(RulesError):
        errors.rule_text("akropolis", "XX-1", "en")


async def test_the_unexpected_gets_an_apology_and_the_log_the_traceback(house, caplog, monkeypatch):
    thread = await house.table()

    async def broken(*args, **kwargs):
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(house.app.tables, "advance", broken)
    with caplog.at_level(logging.ERROR, logger="cogs.errors"):
        answer = await house.maud.click(newest(house, thread), "Jouer")
    assert "secret" not in answer.text
    (record,) = caplog.records
    assert record.args[0] in answer.text
    assert record.exc_info[0] is ZeroDivisionError


async def test_a_command_that_breaks_is_answered_too(house, caplog, monkeypatch):
    monkeypatch.setattr("cogs._pages.rules", lambda *args: 1 / 0)
    answer = await house.maud.slash("akropolis rules")
    assert "mal tourné" in answer.text
    assert any("/akropolis rules" in record.getMessage() for record in caplog.records)


async def test_a_refusal_without_a_text_is_no_sentence_but_an_incident(house, monkeypatch):
    thread = await house.table()

    async def nameless(*args, **kwargs):
        raise RulesError("nowhere.to_be_found")

    monkeypatch.setattr(house.app.tables, "advance", nameless)
    answer = await house.maud.click(newest(house, thread), "Jouer")
    assert "mal tourné" in answer.text


async def test_an_answer_that_comes_too_late_is_only_logged(house, caplog):
    thread = await house.table()
    house.ground.faults.inject("unknown_interaction")
    with caplog.at_level(logging.INFO, logger="cogs.errors"):
        await house.maud.click(newest(house, thread), "Jouer")
        await house.maud.click(newest(house, thread), "Jouer")
    assert labels(await opened(house, house.maud, thread))


async def test_the_rule_is_told_in_the_language_of_the_reader(house):
    thread = await house.table()
    refused = await house.maud.slash("akropolis move", thread, {"move": "T1 9,9 r0"})
    why = await house.maud.click(refused.message, "w:akropolis:AK-32")
    assert words(why.message) == errors.rule_text("akropolis", "AK-32", "fr")


@pytest.mark.parametrize(("language", "resource"), [("en", "water"), ("fr", "eau")])
def test_a_refusal_names_things_as_the_game_does(language, resource):
    error = IllegalMove(
        "telegraph.cards_not_in_hand", rule="TG-65", resource="water", needed=2, held=1
    )
    assert resource in errors.told(error, language)


def test_sister_games_explain_a_rule_in_their_own_words():
    telegraph, attika = (errors.rule_text(game, "TG-70", "en") for game in ("telegraph", "attika"))
    assert telegraph.startswith("**TG-70**")
    assert telegraph != attika
