"""The private panel: from Play to a move that is made, and everything in between."""

import asyncio
import threading

import discord
import pytest

from bot.i18n import text
from cogs._answering import phone, presentation
from cogs._painting.painter import PAINTER
from cogs._painting.wish import Wish
from cogs._words.turn_lines import TurnLines
from playground.driver import labels, pictures, words
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import (
    after_choice,
    after_click,
    confirm,
    custom_ids,
    duel,
    menus,
    message_after,
    newest,
    open_candidate,
    open_private_panel,
    with_tile,
)
from tests.cogs.settling import panel_in_detail, put_position, quiet, recorded_position
from tests.patience import until


@pytest.fixture
async def thread(house):
    """The thread of a table that has just started."""
    return await house.table()


async def test_four_taps_make_a_move_in_a_private_panel(house, thread):
    panel = await open_private_panel(house, house.maud, thread)  # one: Play
    assert (len(house.maud.ephemerals()), house.bastien.ephemerals()) == (1, [])
    options = menus(panel)[0]["options"]
    assert [option["label"][:2] for option in options] == ["T1", "T2"]
    assert options[0]["label"].endswith("gratuite")
    assert options[1]["label"].endswith("1\xa0pierre")
    assert not [option for option in options if option.get("description")]
    panel = await with_tile(house.maud, panel)  # two and three: open the menu, choose
    button = confirm(panel)
    panel = await after_click(house.maud, panel, button)  # four
    assert words(panel).startswith("✅ C’est fait.")
    assert labels(panel) == ["↩ Annuler mon coup"]
    assert pictures(panel) == []
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    (ply,) = await house.app.reading.log(1)
    assert button == f"Confirmer · {ply.notation}"
    panel = await open_private_panel(house, house.bastien, thread)
    assert "Which tile do you take?" in words(panel)
    assert confirm(await with_tile(house.bastien, panel)).startswith("Confirm · ")


async def test_a_tile_leads_to_a_candidate_on_which_it_can_be_changed(house, thread):
    panel = await open_candidate(house, house.maud, thread, 1)
    (picture,) = pictures(panel)
    described = words(panel).replace("**", "").replace("-# ", "")
    assert picture["description"].startswith(described)
    assert "1\xa0pierre" in described
    assert described.splitlines()[2].startswith("Ne compte pas encore\xa0: ")
    panel = await panel_in_detail(house.maud, panel)
    assert "coûte 1" in words(panel)
    assert [option.get("default") for option in menus(panel)[0]["options"]] == [False, True]
    assert "T1" in confirm(await with_tile(house.maud, panel, 0))


@pytest.fixture
def brush(monkeypatch):
    """Draws nothing until it is set."""
    free, draw = threading.Event(), Wish.draw

    def draw_once_free(wish):
        assert free.wait(60.0)
        return draw(wish)

    monkeypatch.setattr(Wish, "draw", draw_once_free)
    yield free
    free.set()


async def test_a_slow_answer_says_what_is_done_and_does_not_replace_that_to_a_later_press(
    house, thread, brush
):
    """The tile is moved, which is drawn; one goes back before, and plays the earlier place."""
    brush.set()
    panel = await open_candidate(house, house.maud, thread)
    brush.clear()
    pad = [each for each in custom_ids(panel) if ":go." in each and ":go.back:" not in each]
    await house.maud.click(panel, pad[0])
    waiting, back = house.maud.message(panel["id"]), text("panel.wait_back", "fr")
    assert [*words(waiting).split("\n")] == [*words(panel).split("\n"), text("panel.drawing", "fr")]
    assert labels(waiting) == [back]
    restored = await after_click(house.maud, waiting, back)
    assert (words(restored), custom_ids(restored)) == (words(panel), custom_ids(panel))
    done = await after_click(house.maud, restored, confirm(restored))
    brush.set()
    await until(lambda: PAINTER.quick.is_idle)
    await quiet(house)
    await house.maud.slash("me settings")
    assert words(house.maud.message(panel["id"])) == words(done)


async def test_a_picture_that_is_late_leaves_the_words_and_the_buttons(
    house, thread, monkeypatch, brush
):
    """The panel says how to see it; once it is drawn, the same panel shows it."""
    brush.set()
    panel = await open_private_panel(house, house.maud, thread)
    await house.app.outbox.drain()
    brush.clear()
    with monkeypatch.context() as patched:
        patched.setattr(presentation, "READING", 0.0)
        panel = await with_tile(house.maud, panel)
    assert pictures(panel) == []
    assert "Rouvrez" in words(panel)
    assert "gratuite" in words(panel)
    assert confirm(panel)
    brush.set()
    panel = await after_click(house.maud, panel, "↻")
    assert pictures(panel)
    assert "Rouvrez" not in words(panel)
    await after_click(house.maud, panel, confirm(panel))
    assert len(await house.app.reading.log(1)) == 1


async def test_the_pad_moves_and_turns_the_candidate_and_the_star_brings_it_back(house, thread):
    panel = await open_candidate(house, house.maud, thread)
    moves = [confirm(panel)]
    for sign in ("↻", "↙", "↓", "↺"):
        if sign in labels(panel):
            panel = await after_click(house.maud, panel, sign)
            assert confirm(panel) not in moves
            moves.append(confirm(panel))
    panel = await after_click(house.maud, panel, "★")
    assert confirm(panel) == moves[0]


async def test_a_menu_leads_to_any_spot_of_the_picture(house, thread):
    panel = await open_candidate(house, house.maud, thread)
    panel = await panel_in_detail(house.maud, panel)
    spots = menus(panel)[1]
    option = next(option for option in spots["options"] if not option["default"])
    panel = await after_choice(house.maud, panel, spots["custom_id"], option["value"])
    assert confirm(panel).endswith(option["value"])


async def test_a_question_with_a_single_answer_is_skipped(house):
    """With no stones left only the free tile can be taken."""
    thread = await duel(house)
    position = recorded_position("akropolis", "two_by_points", 2)
    position["cities"][0]["stones"] = 0
    await put_position(house, position)
    panel = await open_private_panel(house, house.maud, thread)
    assert pictures(panel)
    assert "T1" in confirm(panel)


async def test_confirm_ends_a_turn_in_which_nothing_useful_is_left(house):
    """Three presses for a draw; where a road may follow, Confirm makes the draw alone."""
    thread = await duel(house, game="magna_grecia")
    await put_position(house, recorded_position("magna_grecia", "two_by_points", 7))
    panel = await open_private_panel(house, house.maud, thread)
    draw = next(each for each in custom_ids(panel) if each.endswith(":go:D"))
    panel = await message_after(house.maud, panel, house.maud.click(panel, draw))
    assert confirm(panel) == "Confirmer le tour"
    await after_click(house.maud, panel, confirm(panel))
    *_, drew, end = await house.app.reading.log(1)
    assert (drew.notation[0], end.notation) == ("D", "end")


# ---- typing --------------------------------------------------------------------------------------


async def form(person, panel):
    """The panel in detail, and the form that its keys open."""
    panel = await panel_in_detail(person, panel)
    return panel, (await person.click(panel, "Écrire")).modal


async def test_a_typed_move_or_tile_takes_the_place_of_the_candidate(house, thread):
    """The form begins with the candidate."""
    candidate = await open_candidate(house, house.maud, thread)
    panel, modal = await form(house.maud, candidate)
    field = modal["modal"]["components"][0]["component"]
    assert confirm(candidate) == f"Confirmer · {field['value']}"
    typing = house.maud.submit(modal, {"move": "t2 @(0, 1) R0"})
    panel = await message_after(house.maud, panel, typing)
    assert confirm(panel) == "Confirmer · T2 0,1 r0"
    panel, modal = await form(house.maud, panel)
    panel = await message_after(house.maud, panel, house.maud.submit(modal, {"move": "T1"}))
    assert "T1" in confirm(panel)


async def test_a_refused_text_can_be_corrected_even_after_a_restart(house, thread):
    panel = await open_candidate(house, house.maud, thread)
    panel, modal = await form(house.maud, panel)
    field = modal["modal"]["components"][0]["component"]
    await house.app.moves.ask(1, house.maud.id, None, field["placeholder"].split())
    typing = house.maud.submit(modal, {"move": "T1 0,1 r9"})
    refused = await message_after(house.maud, panel, typing)
    await house.restart()
    modal = (await house.maud.click(refused, "Corriger")).modal
    assert modal["modal"]["components"][0]["component"]["value"] == "T1 0,1 r9"
    typing = house.maud.submit(modal, {"move": "T1 0,1 r0"})
    assert confirm(await message_after(house.maud, refused, typing)) == "Confirmer · T1 0,1 r0"


# ---- after a restart -----------------------------------------------------------------------------


async def test_an_open_panel_and_its_form_work_after_a_restart(house, thread):
    panel = await open_candidate(house, house.maud, thread)
    panel, modal = await form(house.maud, panel)
    await house.restart()
    panel = await message_after(house.maud, panel, house.maud.submit(modal, {"move": "T1 0,1 r0"}))
    assert confirm(panel) == "Confirmer · T1 0,1 r0"
    panel = await after_click(house.maud, panel, "↻")
    await house.maud.click(panel, confirm(panel))
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)


async def test_a_form_sent_to_a_game_that_has_been_cancelled_says_so(house, thread):
    panel = await open_candidate(house, house.maud, thread)
    panel, modal = await form(house.maud, panel)
    await house.app.votes.cancel(1, house.maud.id, moderator=True)
    answer = await message_after(house.maud, panel, house.maud.submit(modal, {"move": "T1 0,1 r0"}))
    assert words(answer) == "Cette table a été annulée."
    assert labels(answer) == []
    assert await house.app.reading.log(1) == []


# ---- clicks that are out of place ----------------------------------------------------------------


async def test_five_fast_confirmations_make_a_single_move(house, thread):
    panel = await open_candidate(house, house.maud, thread)
    answers = await asyncio.gather(*(house.maud.click(panel, confirm(panel)) for _ in range(5)))
    assert {answer.state for answer in answers} == {"done"}
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    assert len(await house.app.reading.log(1)) == 1
    assert words(house.maud.message(panel["id"])).startswith("✅")


async def test_a_stale_panel_shows_how_things_are_now(house):
    thread = await duel(house)
    old = await open_candidate(house, house.maud, thread, 1)
    await house.move(house.maud, house.bastien)
    fresh = await after_click(house.maud, old, confirm(old))
    assert "a avancé" in words(fresh)
    assert confirm(fresh)
    assert len(await house.app.reading.log(1)) == 2


async def test_a_stale_panel_of_somebody_who_must_wait_asks_for_a_move_to_save(house, thread):
    old = await open_candidate(house, house.maud, thread, 1)
    await house.move(house.maud)
    panel = await after_click(house.maud, old, confirm(old))
    assert "a avancé" in words(panel)
    assert "pas encore votre tour" in words(panel)


async def test_a_press_out_of_turn_saves_a_move_and_is_refused_without_a_seat(house, thread):
    """A forged confirmation of somebody else's move, too, is saved for the own seat."""
    post = newest(house, thread)
    answer = await house.bastien.click(post, "Jouer")
    assert answer.text.startswith("**Saved move**: it is not your turn yet")
    answer = await house.noor.click(post, "Jouer")
    assert "no seat at this table" in answer.text
    revision = (await house.app.tables.get(1)).revision
    answer = await press_forged(house, house.bastien, post, f"t:1:{revision}:ok:T1 0,1 r0")
    assert answer.text.startswith("Saved for your turn:")
    assert await house.app.reading.log(1) == []


LONG_TURN = ("**Maud** joue cinq cartes", *(f"-# **Maud** tient la case {n}" for n in range(30)))


@pytest.mark.parametrize(("lines", "keeps"), [(LONG_TURN[:3], True), (LONG_TURN, False)])
async def test_a_turn_is_told_as_far_as_a_phone_has_room(house, thread, monkeypatch, lines, keeps):
    """Its notation goes first; what followed is cut at its end, and the button stays."""
    panel = await open_candidate(house, house.maud, thread)
    monkeypatch.setattr(TurnLines, "text", lambda *_: "\n".join(lines))
    panel = await after_click(house.maud, panel, confirm(panel))
    assert labels(panel) == ["↩ Annuler mon coup"]
    assert phone.has_room((words(panel), [discord.ui.Button(label="↩")]))
    assert ("En notation" in words(panel)) is keeps
    assert lines[1] in words(panel)


@each_case(
    "custom_id",
    [
        "t:999:2:ok:T1 0,1 r0",
        "t:1:2:ok:T1 0,1 r0 r0 r0",
        "t:1:2:steal:T1",
        "t:x:y:z",
        "t:" + "9" * 98,
        "t:1:" + "9" * 18 + ":go:T1",
        "t:1:2:go:" + "\N{PILE OF POO}" * 40,
        "s:1:2:q0",
        "s:1:2:q0:some:",
        "s:1:2:q0:some:T1",
        "s:1:2:q0:ok:T1 0,1",
        "v:1:seat.9",
        "v:1:nothing",
        "b:999:play",
        "b:1:win",
        "r:chess",
        "w:akropolis:AK-9999",
        "w:'; DROP TABLE",
        "zzz",
    ],
)
async def test_a_tampered_button_is_answered_and_leaves_the_game_as_it_is(house, thread, custom_id):
    post = newest(house, thread)
    answer = await press_forged(house, house.maud, post, custom_id)
    assert answer.state == "done"
    assert "mal tourné" not in words(answer.message)
    assert house.maud.message(post["id"]) == post
    assert await house.app.reading.log(1) == []


async def test_a_button_works_in_the_channel_of_its_table_alone(house, thread):
    second_thread = await duel(house)
    revision = (await house.app.tables.get(1)).revision
    post = newest(house, second_thread)
    answer = await press_forged(house, house.maud, post, f"t:1:{revision}:ok:T1 0,1 r0")
    assert "se joue par ici" in answer.text
    assert await house.app.reading.log(1) == []
