"""Every kind of question on the panel, pressed as people press it; the panel knows no game."""

import sys
from types import ModuleType

import pytest
from msgspec.structs import replace

from bot import i18n
from bot.steps.prompts import next_prompt
from bot.table.live import LiveTable, MovePreview, QuestionPrompt
from cogs._access.controls import PanelButton
from cogs._answering.visitor import Visitor
from cogs._panel.preview import PreviewPanel
from playground.driver import labels, pictures, words
from rules import registry
from rules.contract import RulesError
from rules.question import OneOf, Option
from tests.cases import each_case
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
from tests.cogs.playing import chosen_values, menus, newest
from tests.cogs.settling import choose, open_panel, press, pressable, quiet
from tests.contract.playing import Setup
from tests.contract.test_every_game import walk_all_options
from tests.posting import table_of


@pytest.fixture
def fair_game(monkeypatch):
    """The fair is one of the games, with its words and pictures."""
    game, pictures = Fair(), ModuleType("render.fair")
    pictures.PICTURES = FairPictures()
    spoken = ModuleType("bot.words.fair")
    spoken.WORDS = FairWords
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
    return game


@pytest.fixture
async def fair(house, fair_game):
    """The thread of a table of the fair, for Maud and Bastien."""
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    await quiet(house)
    update = "UPDATE table_ SET game = 'fair', options = '{}'"
    await house.app.store.write(lambda db: db.execute(update))
    house.app.tables.forget(1)
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return post["id"]


def prompt_after(*tokens):
    """The prompt after some tokens in the first turn, without a bot."""
    live = LiveTable(table_of("fair", 2, 2, "en"), None, Fair().new(2, 1), 0, None)
    return next_prompt(live, 0, tokens)


async def open_question(house, thread, verb):
    """Maud's panel with the question behind a button of the first one."""
    return await press(house.maud, await open_panel(house, house.maud, thread), f"go:{verb}")


def entries(menu):
    return [option["value"] for option in menu["options"]]


def ask_first(monkeypatch, question):
    """Let a move begin with this question and end with its answer."""
    monkeypatch.setitem(QUESTIONS, "", question)
    monkeypatch.setattr(ground, "MOVES", [answer.token for answer in question.answers()])


async def notations(house):
    return [ply.notation for ply in await house.app.reading.log(1)]


async def confirm(house, panel, thread):
    """Confirm the candidate; the moves once its board is posted."""
    await house.maud.click(panel, next(label for label in labels(panel) if "Confirmer" in label))
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    return await notations(house)


def test_a_walk_through_every_kind_of_question_reaches_exactly_the_legal_moves():
    walk_all_options(Setup(Fair(), 2, ()))


# ---- one of a few, one of many -------------------------------------------------------------------


async def test_an_answer_that_is_a_whole_move_is_made_by_choosing_it(house, fair):
    """A menu of cards. The buttons beside it lead to a question each."""
    panel = await open_panel(house, house.maud, fair)
    assert entries(menus(panel)[0]) == [f"K{number}" for number in range(1, 8)]
    assert pressable(panel)[:4] == ["go:P", "go:F", "go:H", "go:D"]
    await choose(house.maud, panel, "K3")
    await house.maud.expect(lambda: len(house.boards(fair)) == 2)
    assert await notations(house) == ["K3"]


async def buttons_of(house, prompt, **options):
    """Verbs of the buttons beside a candidate, with their tokens."""
    reader = Visitor(None, house.app, house.maud.id, "fr", None)
    page = await PreviewPanel(reader, prompt).panel(**options)
    buttons = [item for item in page.walk_children() if isinstance(item, PanelButton)]
    return [(button.verb, button.tokens) for button in buttons]


async def test_another_move_is_suggested_or_the_last_one_can_be_taken_back(house, fair_game):
    """The latter where no question leads back: nobody has to make the only move to get out."""
    prompt = prompt_after("K3")
    assert [tokens for verb, tokens in await buttons_of(house, prompt) if verb == "sug"] == [""]
    first = prompt.first
    alone = replace(prompt, retractable=1, first=replace(first, options=first.options[:1]))
    for detailed in (False, True):
        assert "undo" in dict(await buttons_of(house, alone, detailed=detailed))
        for way_back in (replace(alone, retractable=0), replace(prompt, retractable=1)):
            assert "undo" not in dict(await buttons_of(house, way_back, detailed=detailed))


async def test_an_answer_is_called_by_its_token_where_its_label_does_not_say_which_it_is(
    house, fair, monkeypatch
):
    """The label of a lot does; that of a wagon does not: in a menu and alone beside buttons."""
    page = await open_question(house, fair, "F")
    assert [entry["label"][:5] for entry in menus(page)[0]["options"]][:2] == ["w1 · ", "w2 · "]
    ask_first(monkeypatch, QUESTIONS["D"])
    page = await open_panel(house, house.maud, fair)
    names = [entry["label"] for menu in menus(page) for entry in menu["options"]]
    assert {name[:9] for name in names} == {"fair.lot "}
    for option, before in ((WAGONS[0], "w1 · "), (LOTS[0], "")):
        alone = OneOf(code="fair.ask", options=(option, *VERBS))
        monkeypatch.setitem(QUESTIONS, "", alone)
        page = await open_panel(house, house.maud, fair)
        assert labels(page)[0].startswith(f"{before}{option.code} ")


# ---- a cell of the map ---------------------------------------------------------------------------


async def test_of_many_cells_an_area_is_chosen_first(house, fair):
    page = await open_question(house, fair, "P")
    best, areas = menus(page)
    assert entries(best) == [f"P a{number}" for number in range(10)]
    assert entries(areas) == [f"P #{number}" for number in range(1, 9)]
    page = await choose(house.maud, page, "P #8")
    (cells,) = menus(page)
    assert entries(cells) == [f"P h{number}" for number in range(6)]
    assert len(pictures(page)) == 1
    page = await choose(house.maud, page, "P h5")
    assert await confirm(house, page, fair) == ["P h5"]


async def test_areas_are_counted_without_the_buttons_beside_them(house, fair, monkeypatch):
    leave = Option("leave", "fair.leave", group="fair.out", is_button=True)
    cells = QUESTIONS["P"]
    cells = replace(cells, options=(leave, *cells.options), beside=None)
    monkeypatch.setitem(QUESTIONS, "P", cells)
    page = await choose(house.maud, await open_question(house, fair, "P"), "P #8")
    assert entries(menus(page)[0]) == [f"P h{number}" for number in range(6)]


@pytest.mark.usefixtures("fair_game")
def test_beside_the_cells_of_an_area_or_a_letter_these_alone_are_drawn():
    for part, letter in (("#8", "h"), ("C", "c")):
        prompt = prompt_after("P", part)
        assert isinstance(prompt, QuestionPrompt)
        cells = prompt.question.beside.shown.cells
        assert cells == tuple(option.token for option in prompt.question.options)
        assert {cell[0] for cell in cells} == {letter}


@pytest.mark.usefixtures("fair_game")
@each_case("typed", ["P #9", "P #0", "P #", "F w", "H 1", "H 1:2"])
def test_an_area_that_is_not_there_and_a_part_of_an_answer_of_several_are_refused(typed):
    with pytest.raises(RulesError):
        prompt_after(*typed.split())


# ---- some of many --------------------------------------------------------------------------------


async def candidate_after(house, page, menu, values, notation):
    """Maud's panel with the move that a choice of several makes."""
    await house.maud.choose(page, menu["custom_id"], values)
    return await house.maud.expect(
        lambda: notation in str(message := house.maud.message(page["id"])) and message
    )


async def test_several_are_chosen_at_once(house, fair):
    page = await open_question(house, fair, "F")
    (wagons,) = menus(page)
    assert (wagons["min_values"], wagons["max_values"]) == (0, 4)
    page = await candidate_after(house, page, wagons, ["w3", "w1"], "F w1,w3")
    (menu,) = [menu for menu in menus(page) if menu["max_values"] == 4]
    assert chosen_values(menu) == ["w1", "w3"]
    assert await confirm(house, page, fair) == ["F w1,w3"]


async def test_none_of_many_can_be_chosen(house, fair):
    page = await open_question(house, fair, "F")
    page = await candidate_after(house, page, menus(page)[0], [], "F -")
    assert await confirm(house, page, fair) == ["F -"]


async def test_the_first_answer_of_a_move_is_in_one_menu_of_its_candidate(house, fair, monkeypatch):
    ask_first(monkeypatch, QUESTIONS["F"])
    page = await choose(house.maud, await open_panel(house, house.maud, fair), "w3")
    (menu,) = menus(page)
    assert chosen_values(menu) == ["w3"]


# ---- amounts that add up -------------------------------------------------------------------------


async def test_amounts_are_suggested_and_each_part_has_a_menu(house, fair):
    prompt = await house.app.moves.ask(1, house.maud.id, None, ["H"])
    assert isinstance(prompt, MovePreview)
    assert " ".join(prompt.tokens) in MOVES
    page = await open_question(house, fair, "H")
    shares = menus(page)[-3:]
    assert all(len(chosen_values(menu)) == 1 for menu in shares)
    assert [len(entries(menu)) for menu in shares] == [6, 6, 6]
    page = await choose(house.maud, page, "H 1:5")
    assert [chosen_values(menu) for menu in menus(page)[-3:]] == [["H 1:5"]] * 3
    assert await confirm(house, page, fair) == ["H 1:5"]


async def test_a_move_that_begins_with_amounts_has_menus_for_each_part_alone(
    house, fair, monkeypatch
):
    """They are suggested again once it is taken back."""
    ask_first(monkeypatch, QUESTIONS["H"])
    page = await open_panel(house, house.maud, fair)
    assert [len(entries(menu)) for menu in menus(page)] == [6, 6, 6]
    services, maud = house.app, house.maud.id
    await services.moves.play(1, maud, None, ["1:5"])
    assert isinstance(await services.moves.take_back(1, maud, None), MovePreview)


async def test_each_of_many_amounts_can_be_chosen_of_each_part(house, fair, monkeypatch):
    """More than one menu has room for."""
    thirty = replace(QUESTIONS["H"], options=PUPPETS[:2], limits=(30, 30), total=(30, 30))
    ask_first(monkeypatch, thirty)
    shares = menus(await open_panel(house, house.maud, fair))
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


@pytest.mark.usefixtures("fair_game")
def test_more_may_be_asked_behind_amounts(monkeypatch):
    ends = OneOf(code="fair.ask_end", options=(Option("x", "fair.end"), Option("y", "fair.end")))
    shares = [f"H {answer.token}" for answer in QUESTIONS["H"].answers()]
    for share in shares:
        monkeypatch.setitem(QUESTIONS, share, ends)
    monkeypatch.setattr(ground, "MOVES", [f"{share} {end}" for share in shares for end in "xy"])
    prompt = prompt_after("H", "1:2", "3:3", "y")
    assert [[option.args["n"] for option in menu.question.options] for menu in prompt.menus] == [
        [*range(6)]
    ] * 3


# ---- typed ---------------------------------------------------------------------------------------


async def test_every_kind_can_be_typed(house, fair):
    typed = ["K3", "P c4", "F w1,w3", "H 1:2 3:3", "D 2+1"]
    for number, move in enumerate(typed):
        person = (house.maud, house.bastien)[number % 2]
        await house.app.moves.play(1, person.id, None, move.split())
        await house.maud.expect(lambda move=move: move in words(newest(house, fair)))
    assert await notations(house) == typed
