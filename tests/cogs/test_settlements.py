"""Telegraph and Attika at a real table: whole turns in one panel, hands in private."""

import re

import pytest

from bot.i18n import text
from bot.store import table_rows
from playground.driver import labels, pictures, words
from tests.bot.samples import waiting
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, menus, newest, people_called
from tests.cogs.settling import (
    choose,
    entries,
    open_panel,
    panel_in_detail,
    pick,
    press,
    press_board,
    pressable,
    quiet,
    seat,
    stand,
    table,
)
from tests.patience import until

RICH = seat("22 51|52 53|70|60 10", reserve="22 31 70", hand="3e3b3a2m")
"""A reserve with a free chain beside 21, and cards for everything else."""
POOR = seat("11|||", reserve="10", hand="1e")
BUILT = "0:21@C3"


@pytest.fixture
async def thread(house):
    """A table of Telegraph where Maud can build what she likes; its thread."""
    home = await table(house)
    await stand(house, RICH, POOR, built=BUILT)
    return home


async def log(house):
    plies = await house.app.store.read(table_rows.read_plies, 1)
    return [ply.notation for ply in plies if not ply.undone]


async def press_confirm(person, panel):
    """The panel after its only move was confirmed."""
    (confirm,) = [action for action in pressable(panel) if action.startswith("ok:")]
    return await press(person, panel, confirm)


# ---- the first question --------------------------------------------------------------------------


async def test_the_panel_shows_the_hand_and_two_taps_take_cards(house, thread):
    """A building says its cost, its cheapest price and how many spots are free.

    The last panel of the turn names the cards drawn; the public post does not.
    """
    panel = await open_panel(house, house.maud, thread)
    (picture,) = pictures(panel)
    assert "3\xa0eau" in picture["description"]
    actions = [action for action in pressable(panel) if action.startswith("ok:")]
    assert actions == ["ok:D1", "ok:D2", "ok:D3", "ok:D4", "ok:S"]
    assert entries(panel) == ["B22", "B31", "B70"]
    tower, forge, _ = menus(panel)[0]["options"]
    assert "gratuit" in tower["label"]
    assert "2\xa0argiles + 1\xa0métal" in tower["description"]
    assert "gratuit sur 6 des " in tower["description"]
    assert "gratuit" not in forge["label"]
    panel = await press(house.maud, panel, "ok:S")
    assert await log(house) == ["S"]
    done, _, _ = words(panel).partition("\n")
    assert re.search(r"\*\*Maud\*\* pioche 3\xa0cartes \(.*\d.*\)$", done), done
    await until(lambda: "pioche 3\xa0cartes" in words(house.boards(thread)[-1]))
    assert "cartes (" not in words(house.boards(thread)[-1]), "the others read no card"
    assert labels(panel) == []


# ---- where ---------------------------------------------------------------------------------------


async def map_of(house, thread, building="B22"):
    """The question where to build, which was answered by the best hex."""
    panel = await choose(house.maud, await open_panel(house, house.maud, thread), building)
    return await press(house.maud, panel, f"ask:{building}")


async def test_prices_hang_over_the_map_and_the_letter_of_a_region_leads_to_its_spots(
    house, thread
):
    panel = await map_of(house, thread)
    assert len(pictures(panel)) == 1
    free_spots = [f"B22 {spot}" for spot in ("A1", "A6", "B5", "C0", "C2", "C4")]
    assert entries(panel)[:6] == free_spots
    assert entries(panel)[25:] == ["B22 A", "B22 B", "B22 C", "B22 D"]
    panel = await choose(house.maud, panel, "B22 C")
    assert sorted(entries(panel)) == [f"B22 C{digit}" for digit in (0, 1, 2, 4, 5, 6)]
    panel = await choose(house.maud, panel, "B22 C1")
    assert any(action.startswith("ok:B22 C1 ") for action in pressable(panel))


async def test_back_leads_from_every_step_to_where_the_same_entry_can_be_chosen_again(
    house, thread
):
    """Discord's client sends nothing for it while the menu has the id it had before."""
    panel = await open_panel(house, house.maud, thread)
    first, panels = entries(panel), [panel]
    for steps in (["B22"], ["B22", "B22 C4"]):
        for step in steps:
            panel = await choose(house.maud, panel, step)
        panel = await press(house.maud, panel, "go.back:")
        assert entries(panel) == first
        panels.append(panel)
    ids = {menus(panel)[0]["custom_id"] for panel in panels}
    assert len(ids) == 3
    assert max(map(len, ids)) <= 100
    panel = await press(house.maud, await map_of(house, thread), "go.back:")
    assert entries(panel) == first


# ---- a candidate ---------------------------------------------------------------------------------


async def candidate(house, thread, spot="D1"):
    panel = await map_of(house, thread)
    if f"B22 {spot}" not in entries(panel):
        panel = await choose(house.maud, panel, f"B22 {spot[0]}")
    return await choose(house.maud, panel, f"B22 {spot}")


async def test_a_candidate_says_why_it_is_not_free_and_how_it_can_be_paid(house, thread):
    panel = await candidate(house, thread)
    (picture,) = pictures(panel)
    panel = await panel_in_detail(house.maud, panel)
    message_text = words(panel)
    assert "nouvelle implantation" in message_text
    assert "carte" in message_text
    rows = message_text.replace("**", "").replace("-# ", "").split("\n")
    assert [row for row in rows if row not in picture["description"].split("\n")] == []
    panel = await press(house.maud, panel, "ask:B22 D1")
    assert entries(panel)[0].startswith("B22 D1 ")
    assert len(entries(panel)) == len(set(entries(panel))) > 20
    panel = await choose(house.maud, panel, "B22 D1 3e1a")
    panel = await press(house.maud, panel, "ok:B22 D1 3e1a")
    assert await log(house) == ["B22 D1 3e1a"]
    assert "`B22 D1 3e1a`" in words(panel)


async def test_a_free_candidate_says_so_and_leads_to_other_spots_and_buildings(house, thread):
    """By the pad, to the nearest spot that can be paid, and by a menu."""
    panel = await candidate(house, thread, "C4")
    assert "gratuit" in words(panel).lower()
    assert not [action for action in pressable(panel) if action.startswith("ask:")]
    sign, *_ = (label for label in labels(panel) if label in set("↖↗←→↙↘"))
    assert not set(labels(panel)) & set("↑↓↺↻")
    panel = await after_click(house.maud, panel, sign)
    assert "ok:B22 C4" not in pressable(panel)
    assert any(action.startswith("ok:B22 ") for action in pressable(panel))
    panel = await choose(house.maud, panel, "B22 C0")
    assert "ok:B22 C0" in pressable(panel)
    panel = await choose(house.maud, panel, "B31")
    assert [action for action in pressable(panel) if action.startswith("ok:B31 ")]


# ---- a turn in one panel -------------------------------------------------------------------------


async def test_a_turn_is_told_in_its_panel_as_it_goes_on_and_in_a_single_post_when_it_ends(
    house, thread
):
    before = house.boards(thread)
    panel = await candidate(house, thread, "C4")
    panel = await press(house.maud, panel, "ok:B22 C4")
    assert words(panel).startswith("✅")
    assert entries(panel) == ["B31", "B70"]
    await quiet(house)
    assert await waiting(house.app.store) == []
    assert len(house.boards(thread)) == len(before)
    await press(house.maud, panel, "ok:S")
    await quiet(house)
    assert len(house.boards(thread)) == len(before) + 1
    post = newest(house, thread)
    assert "**Maud** construit 22 Tour de guet en C4 et pioche 2\xa0cartes" in words(post)
    assert people_called(post) == ["bastien"]


async def test_every_step_of_a_turn_is_lit_in_its_post(house, thread, wishes_drawn):
    """The post, the recap and the board have the same news."""
    for move in ("B22 C4", "B31 A1"):
        await house.maud.slash("telegraph move", thread, {"move": move})
    wishes_drawn.clear()
    await house.maud.slash("telegraph move", thread, {"move": "S"})
    await quiet(house)
    await press_board(house, house.bastien, thread, "recap")
    await house.noor.slash("telegraph board", thread)
    tables = [wish for wish in wishes_drawn if wish.picture == "table"]
    news = [event for ply in await house.app.reading.log(1) for event in ply.events]
    assert len(tables) == 3
    assert all(list(wish.news) == news for wish in tables)
    assert [event.args["building"] for event in news if event.name == "building_built"] == [22, 31]


async def test_the_end_of_a_turn_tells_all_of_it(house, thread):
    """Each step had told of itself, and another took its place."""
    await stand(house, seat("41|51 52||"), POOR)
    for move in ("D2", "P", "D1", "P", "X 1,-3 r0"):
        answer = (await house.maud.slash("telegraph move", thread, {"move": move})).text
    head, *small = answer.splitlines()
    assert "** met en réserve 51 " in head
    assert ", 41 " in head
    assert " ajoute " in head
    assert "-# En notation\u00a0: `D2` · `P` · `D1` · `P` · `X 1,-3 r0`" in small


# ---- a region ------------------------------------------------------------------------------------


@pytest.fixture
async def extending(house):
    """Maud's panel with a region to place."""
    thread = await table(house)
    await stand(house, seat("22|51 52||", reserve="10"), POOR)
    panel = await press(house.maud, await open_panel(house, house.maud, thread), "ok:D1")
    return await press(house.maud, panel, "ok:P")


def placement(panel):
    """The region as the confirm button has it: centre and rotation."""
    (confirm,) = [action for action in pressable(panel) if action.startswith("ok:")]
    return confirm.removeprefix("ok:").split()


async def test_a_region_is_a_candidate_at_once_that_moves_and_turns(house, extending):
    """Its places have numbers, and it is drawn anew."""
    assert len(pictures(extending)) == 1
    assert placement(extending)[0] == "X"
    assert "`P`" not in words(extending)  # there is a picture to have in sight
    panel = await after_click(house.maud, extending, "↻")
    assert placement(panel)[:2] == placement(extending)[:2]
    assert placement(panel)[2] != placement(extending)[2]
    assert pictures(panel)[0]["media"]["url"] != pictures(extending)[0]["media"]["url"]
    panel = await after_click(house.maud, panel, "↺")
    assert placement(panel) == placement(extending)
    panel = await panel_in_detail(house.maud, panel)
    places = [value for value in entries(panel) if value.startswith("X ")]
    assert len(places) > 10
    panel = await choose(house.maud, panel, places[3])
    assert " ".join(placement(panel)) == places[3]


# ---- my turn anew --------------------------------------------------------------------------------


async def test_a_build_after_a_draw_is_taken_back_and_the_draw_is_not(house, thread):
    """A forged button does not take it back either."""
    panel = await press(house.maud, await open_panel(house, house.maud, thread), "ok:D1")
    ways_on = [action for action in pressable(panel) if action.startswith("ok")]
    assert [action[:6] for action in ways_on] == ["ok:B22", "ok:P"]
    assert not {"undo:", "restart:"} & {*pressable(panel)}
    revision = (await house.app.tables.get(1)).revision
    claim = f"t:1:{revision}:restart:"
    answer = await press_forged(house, house.maud, newest(house, thread), claim)
    assert "mal tourné" not in answer.text
    panel = await open_panel(house, house.maud, thread)
    panel = await choose(house.maud, panel, "B22 C4")
    panel = await press(house.maud, panel, "ok:B22 C4")
    assert await log(house) == ["D1", "B22 C4"]
    assert "ok:D1" in pressable(panel)
    panel = await press(house.maud, panel, "undo:")
    assert await log(house) == ["D1"]
    assert "undo:" not in pressable(panel)


async def test_moves_are_taken_back_one_by_one(house, thread):
    panel = await candidate(house, thread, "C4")
    panel = await press(house.maud, panel, "ok:B22 C4")
    assert "restart:" not in pressable(panel)
    panel = await press_confirm(house.maud, await choose(house.maud, panel, "B31"))
    assert "`B22 C4` · `B31" in words(await panel_in_detail(house.maud, panel))
    panel = await press(house.maud, panel, "undo:")
    assert await log(house) == ["B22 C4"]
    panel = await press(house.maud, panel, "undo:")
    assert await log(house) == []
    assert "B22" in entries(panel)
    assert "undo:" not in pressable(panel)
    await press(house.maud, panel, "ok:S")
    await quiet(house)
    post_text = words(newest(house, thread))
    assert "**Maud** pioche 3\xa0cartes" in post_text
    assert "22" not in post_text


# ---- the words of the end ------------------------------------------------------------------------


BRIDGE = "0:10@A2 0:11@B4 0:20@B6 0:21@D4 0:30@D5"


async def win(house, thread):
    """Maud joins by B0 what touches Denver to what touches Omaha; her panel, and the last post."""
    panel = await pick(house.maud, await open_panel(house, house.maud, thread), "B50")
    panel = await press(house.maud, panel, "ask:B50")
    panel = await choose(house.maud, panel, "B50 B0")
    assert "🏆" in words(panel)
    panel = await press_confirm(house.maud, panel)
    buttons = ["Revanche", "Revoir", "Film", "Page", "Plus"]
    post = await house.maud.expect(
        lambda: labels(post := newest(house, thread)) == buttons and post
    )
    return panel, post


async def test_the_last_move_wins_and_the_ranking_speaks_of_buildings(house):
    thread = await table(house)
    await stand(house, seat(reserve="50", hand="9e9b9a9m"), POOR, built=BRIDGE)
    panel, post = await win(house, thread)
    assert labels(panel) == []
    message_text = words(post)
    assert "🥇" in message_text
    assert "point" not in message_text
    assert "6" in message_text.partition("🥇")[2]
    await quiet(house)
    for person, sentence in ((house.maud, "partie est terminée"), (house.bastien, "game is over")):
        letter = words(person.messages(person.dm()["id"])[-1])
        assert sentence in letter
        assert "🏆" not in letter  # the board has told it already
    for command in ("hand", "board"):
        assert pictures((await house.maud.slash(f"telegraph {command}", thread)).message)
    late = await house.maud.slash("telegraph move", thread, {"move": "S"})
    assert late.text == text("table.wrong_status_over", "fr")


async def test_losers_have_no_rank_and_the_one_with_most_buildings_is_named_first(house):
    thread = await table(house, players=3, ai=2)
    built = f"{BRIDGE} 1:10@C5 2:10@A1 2:11@A3"
    await stand(house, seat(reserve="50", hand="9e9b9a9m"), seat(), seat(), built=built)
    _, post = await win(house, thread)
    ranked = [line for line in words(post).splitlines() if "sur 30" in line]
    assert [line.partition(" ")[0] for line in ranked] == ["🥇", "–", "–"]
    assert [line.partition("**\xa0b")[0][-1] for line in ranked] == ["6", "2", "1"]
