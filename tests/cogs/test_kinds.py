"""Every kind of question on the panel, pressed as people press it; the panel knows no game."""

import sys
from types import ModuleType

import pytest
from msgspec.structs import replace

from bot import i18n
from bot.playground.driver import labels, pictures, words
from bot.table.live import MovePreview, QuestionPrompt
from cogs._panel import panel
from cogs._shared.controls import PanelButton
from rules import registry
from rules.contract import RulesError
from rules.question import OneOf, Option
from tests.cogs import fair as ground
from tests.cogs.fair import (
    LOTS,
    MOVES,
    PUPPETS,
    QUESTIONS,
    VERBS,
    WAGONS,
    Fair,
    FairPictures,
    FairWords,
)
from tests.cogs.playing import menus, newest
from tests.cogs.settling import choose, open_panel, press, pressable, quiet
from tests.contract.playing import Setup
from tests.contract.test_every_game import walk_all_options


@pytest.fixture
async def fair(house, monkeypatch):
    """The thread of a table of the fair, for Maud and Bastien."""
    game, pictures = Fair(), ModuleType("render.fair")
    pictures.PICTURES = FairPictures()
    spoken = ModuleType("bot.words.fair")
    spoken.WORDS = FairWords("fair")
    monkeypatch.setitem(sys.modules, "render.fair", pictures)
    monkeypatch.setitem(sys.modules, "bot.words.fair", spoken)
    games = {**registry.games(), "fair": game}
    monkeypatch.setattr(registry, "games", lambda: games)
    say = i18n.Sentences.say
    monkeypatch.setattr(
        i18n.Sentences,
        "say",
        lambda self, code, args: code if code.startswith("fair.") else say(self, code, args),
    )
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    await quiet(house)
    update = "UPDATE table_ SET game = 'fair', options = '{}'"
    await house.app.store.write(lambda db: db.execute(update))
    house.app.tables.forget(1)
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return post["id"]


def entries(menu):
    return [option["value"] for option in menu["options"]]


def chosen_values(menu):
    return [option["value"] for option in menu["options"] if option.get("default")]


def ask_first(monkeypatch, question):
    """Let a move begin with this question and end with its answer."""
    monkeypatch.setitem(QUESTIONS, "", question)
    monkeypatch.setattr(ground, "MOVES", [answer.token for answer in question.answers()])


async def notations(house):
    return [ply.notation for ply in await house.app.reading.log(1)]


async def confirm(house, panel, thread):
    """Confirm the candidate; its board is posted once the move is made."""
    await house.maud.click(panel, next(label for label in labels(panel) if "Confirmer" in label))
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)


def test_a_walk_through_every_kind_of_question_reaches_exactly_the_legal_moves():
    walk_all_options(Setup(Fair(), 2, ()))


# ---- one of a few, one of many -------------------------------------------------------------------


async def test_what_says_it_all_is_made_by_choosing_it(house, fair):
    """A menu of cards: each is a whole move. The buttons beside it lead to a question each."""
    panel = await open_panel(house, house.maud, fair)
    assert entries(menus(panel)[0]) == [f"K{number}" for number in range(1, 8)]
    assert pressable(panel)[:4] == ["go:P", "go:F", "go:H", "go:D"]
    await choose(house.maud, panel, "K3")
    await house.maud.expect(lambda: len(house.boards(fair)) == 2)
    assert await notations(house) == ["K3"]


async def test_another_move_is_suggested_than_one_that_says_it_all(house, fair):
    prompt = await house.app.moves.ask(1, house.maud.id, None, ["K3"])
    page, _ = await panel.candidate(house.app, prompt, "fr")
    buttons = [item for item in page.walk_children() if isinstance(item, PanelButton)]
    assert [button.tokens for button in buttons if button.verb == "sug"] == [""]


@pytest.mark.parametrize("detailed", [False, True])
async def test_where_no_question_leads_back_the_last_move_can_be_taken_back(house, fair, detailed):
    """A rule may leave one thing to do: nobody has to do it to get out."""

    async def offers_undo(prompt):
        page, _ = await panel.candidate(house.app, prompt, "fr", detailed=detailed)
        buttons = [item for item in page.walk_children() if isinstance(item, PanelButton)]
        return "undo" in [button.verb for button in buttons]

    prompt = await house.app.moves.ask(1, house.maud.id, None, ["K3"])
    first = prompt.first
    alone = replace(prompt, retractable=1, first=replace(first, options=first.options[:1]))
    assert await offers_undo(alone)
    assert not await offers_undo(replace(alone, retractable=0))
    assert not await offers_undo(replace(prompt, retractable=1))


async def test_an_answer_is_called_by_its_token_where_its_label_does_not_say_which_it_is(
    house, fair, monkeypatch
):
    """The label of a lot does; that of a wagon does not."""
    panel = await press(house.maud, await open_panel(house, house.maud, fair), "go:F")
    assert [entry["label"][:5] for entry in menus(panel)[0]["options"]][:2] == ["w1 · ", "w2 · "]
    ask_first(monkeypatch, QUESTIONS["D"])
    panel = await open_panel(house, house.maud, fair)
    labels = [entry["label"] for menu in menus(panel) for entry in menu["options"]]
    assert {label[:9] for label in labels} == {"fair.lot "}


@pytest.mark.parametrize("option", [WAGONS[0], LOTS[0]])
async def test_a_single_answer_beside_buttons_is_called_as_a_menu_would(
    house, fair, monkeypatch, option
):
    monkeypatch.setitem(QUESTIONS, "", OneOf(code="fair.ask", options=(option, *VERBS)))
    panel = await open_panel(house, house.maud, fair)
    before = "" if option in LOTS else "w1 · "
    assert labels(panel)[0].startswith(f"{before}{option.code} ")


# ---- a cell of the map ---------------------------------------------------------------------------


async def test_of_many_cells_an_area_is_chosen_first(house, fair):
    panel = await press(house.maud, await open_panel(house, house.maud, fair), "go:P")
    best, areas = menus(panel)
    assert entries(best) == [f"P a{number}" for number in range(10)]
    assert entries(areas) == [f"P #{number}" for number in range(1, 9)]
    panel = await choose(house.maud, panel, "P #8")
    (cells,) = menus(panel)
    assert entries(cells) == [f"P h{number}" for number in range(6)]
    assert len(pictures(panel)) == 1
    panel = await choose(house.maud, panel, "P h5")
    await confirm(house, panel, fair)
    assert await notations(house) == ["P h5"]


async def test_areas_are_counted_without_the_buttons_beside_them(house, fair, monkeypatch):
    leave = Option("leave", "fair.leave", group="fair.out", is_button=True)
    cells = QUESTIONS["P"]
    cells = replace(cells, options=(leave, *cells.options), beside=None)
    monkeypatch.setitem(QUESTIONS, "P", cells)
    panel = await press(house.maud, await open_panel(house, house.maud, fair), "go:P")
    panel = await choose(house.maud, panel, "P #8")
    assert entries(menus(panel)[0]) == [f"P h{number}" for number in range(6)]


@pytest.mark.parametrize(("part", "shown"), [("#8", "h"), ("C", "c")])
async def test_beside_the_cells_of_an_area_or_a_letter_these_alone_are_drawn(
    house, fair, part, shown
):
    prompt = await house.app.moves.ask(1, house.maud.id, None, ["P", part])
    assert isinstance(prompt, QuestionPrompt)
    cells = prompt.question.beside.shown.cells
    assert cells == tuple(option.token for option in prompt.question.options)
    assert {cell[0] for cell in cells} == {shown}


@pytest.mark.parametrize("area", ["#9", "#0", "#"])
async def test_an_area_that_is_not_there_is_refused(house, fair, area):
    with pytest.raises(RulesError):
        await house.app.moves.ask(1, house.maud.id, None, ["P", area])


# ---- some of many --------------------------------------------------------------------------------


async def test_several_are_chosen_at_once(house, fair):
    panel = await press(house.maud, await open_panel(house, house.maud, fair), "go:F")
    (wagons,) = menus(panel)
    assert (wagons["min_values"], wagons["max_values"]) == (0, 4)
    await house.maud.choose(panel, wagons["custom_id"], ["w3", "w1"])
    panel = await house.maud.expect(
        lambda: "F w1,w3" in str(message := house.maud.message(panel["id"])) and message
    )
    (menu,) = [menu for menu in menus(panel) if menu["max_values"] == 4]
    assert chosen_values(menu) == ["w1", "w3"]
    await confirm(house, panel, fair)
    assert await notations(house) == ["F w1,w3"]


async def test_none_of_many_can_be_chosen(house, fair):
    panel = await press(house.maud, await open_panel(house, house.maud, fair), "go:F")
    await house.maud.choose(panel, menus(panel)[0]["custom_id"], [])
    panel = await house.maud.expect(
        lambda: "F -" in str(message := house.maud.message(panel["id"])) and message
    )
    await confirm(house, panel, fair)
    assert await notations(house) == ["F -"]


async def test_what_a_move_begins_with_is_in_one_menu_of_its_candidate(house, fair, monkeypatch):
    ask_first(monkeypatch, QUESTIONS["F"])
    panel = await open_panel(house, house.maud, fair)
    panel = await choose(house.maud, panel, "w3")
    (menu,) = menus(panel)
    assert chosen_values(menu) == ["w3"]


@pytest.mark.parametrize("typed", ["F w", "H 1", "H 1:2"])
async def test_a_part_of_an_answer_of_several_is_refused(house, fair, typed):
    with pytest.raises(RulesError):
        await house.app.moves.ask(1, house.maud.id, None, typed.split())


# ---- amounts that add up -------------------------------------------------------------------------


async def test_amounts_are_suggested_and_each_part_has_a_menu(house, fair):
    prompt = await house.app.moves.ask(1, house.maud.id, None, ["H"])
    assert isinstance(prompt, MovePreview)
    assert " ".join(prompt.tokens) in MOVES
    panel = await press(house.maud, await open_panel(house, house.maud, fair), "go:H")
    shares = menus(panel)[-3:]
    assert all(len(chosen_values(menu)) == 1 for menu in shares)
    assert [len(entries(menu)) for menu in shares] == [6, 6, 6]
    panel = await choose(house.maud, panel, "H 1:5")
    assert [chosen_values(menu) for menu in menus(panel)[-3:]] == [["H 1:5"]] * 3
    await confirm(house, panel, fair)
    assert await notations(house) == ["H 1:5"]


async def test_a_move_that_begins_with_amounts_has_a_menu_for_each_part_alone(
    house, fair, monkeypatch
):
    ask_first(monkeypatch, QUESTIONS["H"])
    panel = await open_panel(house, house.maud, fair)
    assert [len(entries(menu)) for menu in menus(panel)] == [6, 6, 6]


async def test_each_of_many_amounts_can_be_chosen_of_each_part(house, fair, monkeypatch):
    """More than one menu has room for."""
    thirty = replace(QUESTIONS["H"], options=PUPPETS[:2], limits=(30, 30), total=(30, 30))
    ask_first(monkeypatch, thirty)
    panel = await open_panel(house, house.maud, fair)
    shares = menus(panel)
    assert [len(entries(menu)) for menu in shares] == [25, 6, 25, 6]
    all_entries = [entry for menu in shares for entry in entries(menu)]
    assert set(all_entries[:31]) == set(all_entries[31:]) == set(ground.MOVES)
    assert len({menu["placeholder"] for menu in shares}) == len(shares)


async def test_the_rest_of_amounts_has_no_menus_beside_those_of_all(house, fair, monkeypatch):
    """Whoever types a part is asked for the rest; a candidate has a menu for each part, once."""
    remainder = replace(QUESTIONS["H"], options=PUPPETS[1:], limits=(3, 3), total=(3, 3))
    monkeypatch.setitem(QUESTIONS, "H 1:2", remainder)
    prompt = await house.app.moves.ask(1, house.maud.id, None, ["H", "1:2", "3:3"])
    assert [menu.tokens for menu in prompt.menus] == [("H",)] * 3
    step = await house.app.moves.ask(1, house.maud.id, None, ["H", "1:2"])
    assert step.tokens[:2] == ("H", "1:2")
    assert [menu.tokens for menu in step.menus] == [("H",)] * 3


async def test_amounts_are_suggested_again_once_a_move_is_taken_back(house, fair, monkeypatch):
    ask_first(monkeypatch, QUESTIONS["H"])
    services, maud = house.app.services, house.maud.id
    await services.moves.play(1, maud, None, ["1:5"])
    assert isinstance(await services.moves.take_back(1, maud, None), MovePreview)


async def test_more_may_be_asked_behind_amounts(house, fair, monkeypatch):
    ends = OneOf(code="fair.ask_end", options=(Option("x", "fair.end"), Option("y", "fair.end")))
    shares = [f"H {answer.token}" for answer in QUESTIONS["H"].answers()]
    for share in shares:
        monkeypatch.setitem(QUESTIONS, share, ends)
    monkeypatch.setattr(ground, "MOVES", [f"{share} {end}" for share in shares for end in "xy"])
    prompt = await house.app.moves.ask(1, house.maud.id, None, ["H", "1:2", "3:3", "y"])
    assert [[option.args["n"] for option in menu.question.options] for menu in prompt.menus] == [
        [*range(6)]
    ] * 3


# ---- typed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["K3", "P c4", "F w1,w3", "H 1:2 3:3", "D 2+1"])
async def test_every_kind_can_be_typed(house, fair, typed):
    await house.app.moves.play(1, house.maud.id, None, typed.split())
    assert await notations(house) == [typed]
    await house.maud.expect(lambda: len(house.boards(fair)) == 2)
    assert typed in words(newest(house, fair))
