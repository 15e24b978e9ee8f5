"""A whole turn in one typed line: by the command, its suggestions and the form of a panel."""

import pytest

from bot.store import left_move_rows, table_rows
from playground.driver import labels, words
from rules import registry
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, custom_ids, message_after, newest, open_private_panel
from tests.cogs.settling import (
    choose,
    entries,
    open_panel,
    panel_in_detail,
    pressable,
    quiet,
    seat,
    stand,
    table,
)

RICH = seat("22 51|52 53|70|60 10", reserve="22 31 70", hand="3e3b3a2m")
"""A reserve with a free chain beside 21, and cards for everything else."""
LINE = "B22 C4;B31 C2"


@pytest.fixture
async def thread(house):
    """A table of Telegraph where both build what they like; its thread."""
    home = await table(house)
    await stand(house, RICH, RICH, built="0:21@C3")
    return home


async def type_line(person, thread, line):
    return await person.slash("telegraph move", thread, {"move": line})


async def log(house):
    """The moves that stand, without what was paid."""
    plies = await house.app.store.read(table_rows.read_plies, 1)
    return [" ".join(ply.notation.split()[:2]) for ply in plies if not ply.undone]


# ---- the command ---------------------------------------------------------------------------------


async def test_a_line_is_made_and_the_turn_is_one_post_once_it_ends(house, thread):
    answer = await type_line(house.maud, thread, LINE)
    assert "`B22 C4`" in answer.text
    assert "`B31 C2" in answer.text
    assert await log(house) == LINE.split(";")
    assert {"ok:S", "undo:", "restart:"} <= set(pressable(answer.message))
    await quiet(house)
    assert len(house.boards(thread)) == 1
    await type_line(house.maud, thread, "S")
    await quiet(house)
    post = words(newest(house, thread))
    assert "**Maud** construit 22 Tour de guet en C4, 31 Forge en C2 et pioche 1\xa0carte" in post
    assert house.bastien.mention in post
    assert len(house.boards(thread)) == 2


async def test_a_move_that_cannot_be_made_is_named_in_the_language_of_its_player(house, thread):
    answer = await type_line(house.maud, thread, f"{LINE};B22 C1")
    assert answer.text.startswith("Le coup n°\xa03 de votre ligne, «\xa0B22 C1\xa0», n’est pas")
    assert await log(house) == []
    await type_line(house.maud, thread, "S")
    answer = await type_line(house.bastien, thread, "B22 A1;S;S")
    assert answer.text.startswith("Move 3 of your line, “S”, is not possible")
    assert "ends your turn" in answer.text
    assert await log(house) == ["S"]


# ---- by the menu of shortcuts --------------------------------------------------------------------


async def test_builds_are_collected_and_the_turn_ends_with_them_after_a_restart_too(house, thread):
    panel = await choose(house.maud, await open_panel(house, house.maud, thread), "B22")
    [line] = [value for value in entries(panel) if value.endswith(";B31")]
    panel = await choose(house.maud, panel, line)
    [confirm] = [each for each in pressable(panel) if each.startswith(f"ok:{line} ")]
    assert await log(house) == []
    before = await after_click(house.maud, panel, "‹")
    assert any(each.startswith(f"ok:{line.partition(';')[0]}") for each in pressable(before))
    panel = await choose(house.maud, before, line)
    await house.restart()
    await choose(house.maud, panel, f"{confirm.removeprefix('ok:')};S")
    first, second, last = await log(house)
    assert line == f"{first};B31"
    assert second.startswith("B31 ")
    assert last == "S"


# ---- its suggestions -----------------------------------------------------------------------------


async def suggestions(person, thread, text):
    """Names of what is suggested behind a text, by value."""
    typed = ("telegraph move", thread, {"move": text})
    choices = await person.autocomplete(*typed, focused="move")
    return {choice["value"]: choice["name"] for choice in choices}


TOO_LONG = "B22 C4" + " {all that I have thought about this move, and it is a great deal}" * 2 + ";"


async def test_a_line_is_put_together_from_suggestions(house, thread):
    """A person takes over the whole name, explanation included.

    Only what is still possible is suggested.
    """
    text, steps = "", {"B22": "", "B22 C4": "", "B22 C4; B31": ";", "B22 C4; B31 C2": ""}
    for value, separator in steps.items():
        names = await suggestions(house.maud, thread, text + separator)
        assert not {"B22 C4; B22", "B22 C4; B31 C4"} & {*names}
        text = names[value]
    await type_line(house.maud, thread, f"{text};S")
    assert await log(house) == [*LINE.split(";"), "S"]


async def test_a_line_that_is_hidden_impossible_or_too_long_has_no_suggestion(house, thread):
    for line in ("D1;", "S;", "B22 C4;B22 C4;", "dance;", TOO_LONG):
        assert await suggestions(house.maud, thread, line) == {}, line


# ---- the form of the panel -----------------------------------------------------------------------


async def field_of(house, person, panel):
    """The form that a panel opens, and its text field with the label around it."""
    (type_button,) = [custom_id for custom_id in custom_ids(panel) if ":type:" in custom_id]
    modal = (await person.click(panel, type_button)).modal
    [label] = modal["modal"]["components"]
    return modal, label, label["component"]


async def test_a_form_that_is_sent_twice_makes_its_line_once(house, thread):
    """Each form has its answer on the panel: the second what stands, as the first did."""
    panel = await open_panel(house, house.maud, thread)
    forms = [await field_of(house, house.maud, panel) for _ in range(2)]
    facts = registry.get("telegraph").facts
    for modal, label, field in forms:
        assert "plusieurs coups" in label["label"]
        longest = facts.longest_turn * (facts.longest_move + 2)
        assert field["max_length"] == min(4000, longest) > 1000
        panel = await message_after(house.maud, panel, house.maud.submit(modal, {"move": LINE}))
        assert "undo:" in pressable(panel)
    assert await log(house) == LINE.split(";")
    message_text = words(await panel_in_detail(house.maud, panel))
    assert all(f"`{move}" in message_text for move in LINE.split(";"))


async def test_a_line_in_the_form_that_cannot_be_made_is_refused_in_the_panel(house, thread):
    panel = await open_panel(house, house.maud, thread)
    modal, _, _ = await field_of(house, house.maud, panel)
    typing = house.maud.submit(modal, {"move": "B22 C4;B22 C4"})
    refused = await message_after(house.maud, panel, typing)
    assert words(refused).startswith("Le coup n°\xa02")
    back = await after_click(house.maud, refused, "‹")
    assert words(back) == words(panel)
    assert await log(house) == []


async def test_a_turn_of_one_move_takes_no_second_and_its_form_is_for_one(house):
    """A separator inside of the move does not matter; it is shown before it is made, as ever."""
    home = await house.table()
    for line in ("T1 0,1 r0;T2 1,1 r0", "T1 0,1 r0; T1 9,9 r0"):
        answer = await house.maud.slash("akropolis move", home, {"move": line})
        assert "Le coup précédent termine votre tour" in answer.text
    panel = await open_private_panel(house, house.maud, home)
    modal, label, field = await field_of(house, house.maud, panel)
    assert label["label"] == "En notation"
    assert field["max_length"] == registry.get("akropolis").facts.longest_move + 2
    panel = await message_after(house.maud, panel, house.maud.submit(modal, {"move": "T1 0;1 r0"}))
    assert "ok:T1 0,1 r0" in pressable(panel)
    assert await house.app.reading.log(1) == []


# ---- out of turn ---------------------------------------------------------------------------------


async def test_a_turn_that_is_typed_out_of_turn_is_saved_by_the_form_with_its_text(house, thread):
    """However long it is: the message holds the text, and nothing is kept before the form is."""
    answer = await type_line(house.bastien, thread, f"{LINE};S")
    assert words(answer.message).startswith("It is not your turn yet")
    assert labels(answer.message) == ["Save for my turn", "‹"]
    assert await house.app.store.read(left_move_rows.read, 1) == []
    modal = (await house.bastien.click(answer.message, "Save for my turn")).modal
    [label] = modal["modal"]["components"]
    assert label["component"]["value"] == f"{LINE};S"
    sent = house.bastien.submit(modal, {"move": label["component"]["value"]})
    panel = await message_after(house.bastien, answer.message, sent)
    assert "It will be made on your turn" in words(panel)
    assert "`B22 C4` · `B31 C2` · `S`" in words(panel)
    assert await log(house) == []


async def test_less_than_a_whole_turn_is_answered_with_its_text_to_be_completed(house, thread):
    panel = await open_private_panel(house, house.bastien, thread)
    modal, *_ = await field_of(house, house.bastien, panel)
    sent = house.bastien.submit(modal, {"move": LINE})
    refused = await message_after(house.bastien, panel, sent)
    assert words(refused).startswith("Only a whole turn can be saved: type all its moves, with “;”")
    assert "“B22 C4; B31 C2; …”" in words(refused)
    assert labels(refused)[-2:] == ["Correct it", "‹"]
    assert await house.app.store.read(left_move_rows.read, 1) == []


async def test_a_move_that_does_not_end_the_turn_is_in_the_form_for_the_others(house, thread):
    post, revision = newest(house, thread), (await house.app.tables.get(1)).revision
    answer = await press_forged(house, house.bastien, post, f"t:1:{revision}:ok:B22 C4")
    assert answer.text.startswith("Only a whole turn can be saved")
    assert labels(answer.message) == ["Type it", "‹"]
    [label] = (await house.bastien.click(answer.message, "Type it")).modal["modal"]["components"]
    assert label["component"]["value"] == "B22 C4;"
    assert await house.app.store.read(left_move_rows.read, 1) == []
