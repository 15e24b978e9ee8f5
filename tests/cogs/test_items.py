"""Custom ids: read as they were written, whole or an error, each answered by one kind only."""

import asyncio
import importlib
import inspect
import logging
import pkgutil

import discord
import pytest
from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import cogs
from bot import words
from bot.steps.reminders import Snooze
from bot.steps.timeline import Goal, Unit
from bot.table.live import Replay
from bot.table.motions import Kind, Motion
from bot.table.negotiation import number_of
from bot.table.options import Pace, Terms, VoteRule
from bot.table.spectators import Calls
from cogs._access.controls import (
    BOARD_ACTIONS,
    BOARD_VERBS,
    MENU_VERBS,
    PANEL_ACTIONS,
    PANEL_VERBS,
    BoardButton,
    PanelButton,
    PanelMenu,
)
from cogs._access.table_items import TableItem
from cogs._answering.forms import form_of
from cogs._answering.items import CHOICES, LONGEST_CHOICE, matching_choices, rows
from cogs._answering.lasting_items import LastingButton, LastingItem, RestoreButton, WhyButton
from cogs._league.buttons import LeagueButton
from cogs._lobby.lobby import LobbyButton
from cogs._me.absence import AwayButton, AwayMenu, BackButton
from cogs._me.block_list import UnblockMenu
from cogs._me.my_games import GamesButton
from cogs._me.personal_data import EraseButton
from cogs._me.preferences import HoursForm, SettingButton, SettingMenu
from cogs._me.table_list import TablesButton
from cogs._me.wishes import WishMenu
from cogs._pages.analysis import AnalysisButton, TryButton
from cogs._pages.notes import NoteButton
from cogs._pages.pages import PageButton, PageMenu
from cogs._pages.replay import HANDS, SIDES, STOPS, ReplayButton, ReplayMenu
from cogs._pages.sandboxes import SandboxButton
from cogs._pages.short_rules import RulesMenu
from cogs._pages.statistics import StatisticsButton, StatisticsMenu, Subject
from cogs._panel.early_start import FillButton, LevelMenu, SmallerButton
from cogs._panel.form import MoveForm
from cogs._panel.host_options import LobbyMenu, OptionsButton
from cogs._panel.hour import HourButton, HourMenu
from cogs._panel.lesson import LessonButton, StartButton
from cogs._panel.recap import Side, SideButton
from cogs._panel.score import ScoreButton, ScoreMenu
from cogs._posts.reminders import ReminderButton, SnoozeButton
from cogs._requests.idle_games import WakeButton
from cogs._requests.invitations import SeatButton
from cogs._requests.motions import MotionButton
from cogs._requests.move_for import ProxyButton, ProxyForm
from cogs._requests.offers import TakeButton
from cogs._requests.requests import RequestButton
from cogs._requests.spectators import GuessMenu, WatchButton
from cogs._requests.terms_panel import DraftButton, DraftMenu
from cogs._server.setup_panel import QuietButton, SetupMenu
from cogs.help import LanguageButton, TopicMenu
from cogs.host_calls import OwnerButton
from rules.contract import RulesError
from tests.bot.samples import LOBBY
from tests.cases import case, each_case
from tests.cogs.forging import press_forged
from tests.leagues.fields import league
from tests.tier import of_tier

for module in pkgutil.iter_modules(cogs.__path__, "cogs."):
    importlib.import_module(module.name)


EXAMPLES = of_tier(5, 15)
"""Custom ids that are made up for each kind."""
KINDS = LastingItem.kinds
SECTIONS = words.of("attika", "en").sections
TABLE = replace(LOBBY, id=17, revision=42)
REPLAY = Replay(
    table=TABLE,
    seat=None,
    turns=(),
    place=0,
    is_exact=True,
    view=None,
    hands={},
    result=None,
)
CHOICE = discord.SelectOption(label="C4")
MOTION = Motion(
    id=5,
    table_id=17,
    kind=Kind.END,
    by_id=100,
    rule=VoteRule.ALL,
    expires_at="2026-01-01T12:00:00.000+00:00",
    votes={100: True},
)


def template(kind):
    return kind.__discord_ui_compiled_template__


def names(kinds):
    return [kind.__name__ for kind in kinds]


def parameters(kind):
    """Names of what an item knows beside its button or menu."""
    _item, *parameters = inspect.signature(kind).parameters.values()
    return [par.name for par in parameters if par.kind is par.POSITIONAL_OR_KEYWORD]


def claims(item):
    """Values that an item carries, by name."""
    return {name: getattr(item, name) for name in parameters(type(item))}


async def item_of(custom_id):
    """The item that discord.py makes of a click on this id."""
    ((kind, match),) = [(k, m) for k in KINDS if (m := template(k).fullmatch(custom_id))]
    component = ui.Select if kind.__name__.endswith("Menu") else ui.Button
    return await kind.from_custom_id(None, component(custom_id=custom_id), match)


async def read(custom_id):
    """The kind that answers a click on this id, and what it has read from it."""
    item = await item_of(custom_id)
    return type(item), claims(item)


@each_case("kind", KINDS, ids=names(KINDS))
def test_a_custom_id_fits_and_is_read_whole_by_one_kind_only(kind):
    """Whatever a template lets through, forged ids too, becomes an item, without an error.

    Discord takes 100 characters, and no click acts twice.
    """
    defaults = inspect.signature(kind).parameters
    assert {*template(kind).groupindex} == {*parameters(kind)}

    @settings(max_examples=EXAMPLES)
    @given(st.from_regex(template(kind), fullmatch=True))
    def is_read(custom_id):
        assert len(custom_id) <= 100
        assert [k for k in KINDS if template(k).fullmatch(custom_id)] == [kind]
        groups = template(kind).fullmatch(custom_id).groupdict()
        item = runner.run(item_of(custom_id))
        assert type(item) is kind
        assert item.custom_id == custom_id
        for name, value in claims(item).items():
            if groups[name] is None:
                assert value == defaults[name].default
            else:
                assert value == type(value)(groups[name])

    with asyncio.Runner() as runner:
        is_read()


@each_case("kind", KINDS, ids=names(KINDS))
def test_only_the_base_class_rebuilds_and_answers(kind):
    """No kind can forget to answer what it raises."""
    assert {"from_custom_id", "callback"}.isdisjoint(vars(kind))
    [method] = {"press", "press_at"} & {*vars(kind)}
    assert inspect.iscoroutinefunction(vars(kind)[method])
    assert (method == "press_at") is issubclass(kind, TableItem)


# ---- what was written stays readable -------------------------------------------------------------


@each_case(
    ("custom_id", "kind", "fields"),
    [
        ("b:17:play", BoardButton, {"table_id": 17, "verb": "play"}),
        ("b:17:more:42", BoardButton, {"table_id": 17, "verb": "more"}),
        ("t:17:42:go:T3", PanelButton, {"verb": "go", "tokens": "T3"}),
        ("t:17:42:go.ne:T3 -1,2 r4", PanelButton, {"verb": "go", "tokens": "T3 -1,2 r4"}),
        ("t:17:42:go.back:", PanelButton, {"verb": "go", "tokens": ""}),
        ("t:17:42:ok:B22 C4 1a1m", PanelButton, {"verb": "ok", "tokens": "B22 C4 1a1m"}),
        ("t:17:42:type:D1 R:e", PanelButton, {"verb": "type", "tokens": "D1 R:e"}),
        ("t:17:42:restart:", PanelButton, {"table_id": 17, "revision": 42, "verb": "restart"}),
        ("s:17:42:q0", PanelMenu, {"table_id": 17, "revision": 42, "verb": "go", "tokens": ""}),
        ("s:17:42:letters~123456789012345678", PanelMenu, {"verb": "go", "tokens": ""}),
        ("s:17:42:q0:ok:~12345", PanelMenu, {"verb": "ok", "tokens": ""}),
        ("s:17:42:q0:go:B22 C4", PanelMenu, {"verb": "go", "tokens": "B22 C4"}),
        ("v:17:log", PageButton, {"table_id": 17, "page": "log", "number": None}),
        ("v:17:seat.3", PageButton, {"table_id": 17, "page": "seat", "number": 3}),
        ("v:17:after.40", PageButton, {"table_id": 17, "page": "after", "number": 40}),
        ("rp:17:forth:40:turn:b", ReplayButton, {"verb": "forth", "ply": 40, "side": "b"}),
        ("rp:17:choice:40:mine:2", ReplayButton, {"verb": "choice", "unit": "mine", "side": "2"}),
        ("rp:17:whatif:40:mine:2", ReplayButton, {"verb": "whatif", "unit": "mine"}),
        ("wi:17:all:40", SandboxButton, {"table_id": 17, "verb": "all", "ply": 40}),
        ("wi:17:ai:0", SandboxButton, {"verb": "ai", "ply": 0}),
        ("rm:17:40:round:a~123456789012345678", ReplayMenu, {"ply": 40, "unit": "round"}),
        ("rs:17:0:turn:b", ReplayMenu, {"table_id": 17, "ply": 0}),
        ("r:akropolis", RulesMenu, {"game": "akropolis"}),
        ("r:akropolis~123456789012345678", RulesMenu, {"game": "akropolis"}),
        ("w:attika:AT-21", WhyButton, {"game": "attika", "rule": "AT-21"}),
        ("l:17:join", LobbyButton, {"table_id": 17, "verb": "join"}),
        ("h:fr", LanguageButton, {"language": "fr", "topic": ""}),
        ("h:en:magna_grecia", LanguageButton, {"language": "en", "topic": "magna_grecia"}),
        ("ht:fr~123456789012345678", TopicMenu, {"language": "fr"}),
        ("lo:17:o-scoring~9", LobbyMenu, {"table_id": 17, "key": "o-scoring"}),
    ],
)
async def test_buttons_on_messages_of_today_are_read_for_ever(custom_id, kind, fields):
    """These ids stand on boards, lobbies and open panels: a change that forgets them is a fault."""
    item_kind, claimed = await read(custom_id)
    assert item_kind is kind
    assert claimed.items() >= fields.items()


ITEMS = [
    BoardButton.of(TABLE, "hand", 41, "fr"),
    PanelButton.of(TABLE, "go", "T3 -1,2 r4", "↗", slot="ne"),
    PanelButton.of(TABLE, "undo", "", "↩"),
    PanelButton.of(TABLE, "ok", "17", "17"),
    PanelMenu.of(TABLE, "q0", "Which?", [CHOICE]),
    PanelMenu.of(TABLE, "q0", "Which?", [CHOICE], verb="ok"),
    PanelMenu.of(TABLE, "q0", "Burn?", [CHOICE], tokens="F", min_values=0, max_values=1),
    PanelMenu.of(TABLE, "q0", "Which?", [CHOICE], tokens="17"),
    PageButton.named("2", TABLE, "text", 1),
    PageButton.named("All", TABLE, "table"),
    PageMenu.of(TABLE, [[("seat", 1, "B")]], "More"),
    PageMenu.of(TABLE, [[("seat", 1, "B")]], "More", slot="seats"),
    RulesMenu(ui.Select(), "attika"),
    RulesMenu(ui.Select(), "attika", 17),
    TopicMenu(ui.Select(), "fr"),
    LanguageButton.of("fr", "move", "en"),
    OwnerButton.of("no_copy", "copy", "fr"),
    OwnerButton.of("fault", "quiet", "fr"),
    NoteButton.of(TABLE, "fr", emoji="📝"),
    WhyButton(ui.Button(label="?"), "attika", "AT-21"),
    RestoreButton(ui.Button(label="?"), "3.14"),
    LobbyButton.of(TABLE, "join", TABLE.language),
    LeagueButton.of(league(4).id, league(4).slot, "withdraw", "fr"),
    OptionsButton.of(TABLE, "pace", "fr"),
    LobbyMenu(ui.Select(), 17, "o-colours.2"),
    LobbyMenu(ui.Select(), 17, "level.2"),
    FillButton.named("Fill", TABLE, "easy"),
    SmallerButton.named("Two", TABLE, 2),
    LevelMenu(ui.Select(), 17),
    ReplayButton.of(REPLAY, Goal.FORTH, Unit.MINE, "3", "▶"),
    ReplayMenu.of(REPLAY, STOPS, Unit.TURN, HANDS, "Where?", [CHOICE]),
    ReplayMenu.of(REPLAY, SIDES, Unit.ROUND, "b", "Which?", [CHOICE]),
    SandboxButton.named("AI", TABLE, "ai", 40, 2),
    SandboxButton.named("All", TABLE, "all", 0),
    RequestButton.of(TABLE, "ask", "undo", None, "fr"),
    RequestButton.of(TABLE, "do", "pause", 3, "fr"),
    DraftButton.of(TABLE, number_of(Terms(pace=Pace.BANK)), "ask", "fr"),
    DraftMenu(ui.Select(), 17, number_of(Terms()), "late"),
    ProxyButton.of(TABLE, TABLE.revision, "ai", "fr"),
    MotionButton.of(TABLE, MOTION.id, "no", TABLE.language),
    TakeButton.of(TABLE, 1, TABLE.language),
    WatchButton.of(TABLE, Calls.ROUND, "fr"),
    GuessMenu(ui.Select(), 17),
    ReminderButton.of(TABLE, "snooze", 100, TABLE.language),
    SnoozeButton.of(TABLE, Snooze.EVENING, "fr"),
    HourButton.of("other", "America/Argentina/ComodRivadavia", "fr"),
    HourMenu(ui.Select()),
    StartButton.of("attika", "fr"),
    LessonButton.of("table", 17, "fr"),
    LessonButton.of("close", 17, "fr"),
    SideButton.of(TABLE, Side.POINTS, "fr"),
    AnalysisButton.named("B", TABLE, 2),
    TryButton.of(TABLE, 1, "fr"),
    ScoreButton.named("Maud", TABLE, 2),
    ScoreMenu(ui.Select(), 17, 2),
    WakeButton.named("Wake", TABLE),
    StatisticsButton.named("All", *Subject(100, "attika", is_everywhere=True).claims),
    StatisticsButton.named("Here", *Subject().claims),
    StatisticsMenu(ui.Select(), *Subject(100).claims),
    TablesButton.of(2, "fr"),
    GamesButton.of(1, "fr"),
    SeatButton.of(TABLE, "fr"),
    EraseButton.of("keep", "fr"),
    SettingMenu(ui.Select(), "days"),
    SettingButton.named("Hours", "hours"),
    WishMenu(ui.Select()),
    UnblockMenu(ui.Select()),
    AwayMenu(ui.Select()),
    AwayButton.of("fr"),
    BackButton.of("fr"),
    SetupMenu(ui.ChannelSelect(), "channels"),
    QuietButton.named("Quiet"),
]
"""Each kind of item, with all that it may know and with as little."""


def test_each_kind_of_item_is_listed():
    assert {type(item) for item in ITEMS} == {*KINDS}


@each_case("item", ITEMS, ids=lambda item: item.custom_id)
async def test_an_item_is_read_as_it_was_made(item):
    assert await read(item.custom_id) == (type(item), claims(item))


@each_case(
    ("item", "custom_id"),
    [
        (BoardButton.of(TABLE, "hand", 41, "fr"), "b:17:hand:41"),
        (PanelButton.of(TABLE, "undo", "", "↩"), "t:17:42:undo:"),
        (PanelButton.of(TABLE, "go", "T3 -1,2 r4", "↗", slot="ne"), "t:17:42:go.ne:T3 -1,2 r4"),
        (PanelMenu.of(TABLE, "q0", "Which?", [CHOICE]), "s:17:42:q0"),
        (PanelMenu.of(TABLE, "q0", "Which?", [CHOICE], verb="ok"), "s:17:42:q0:ok:"),
        (PanelMenu.of(TABLE, "q0", "Which?", [CHOICE], tokens="17"), "s:17:42:q0:go:17"),
        (PageButton.named("A", TABLE, "seat", 0), "v:17:seat.0"),
        (PageButton.named("All", TABLE, "table"), "v:17:table"),
        (SnoozeButton.of(TABLE, Snooze.EVENING, "fr"), "rs:17:evening"),
        (LanguageButton.of("en", "first", "en"), "h:en:first"),
        (StatisticsButton.named("Here", *Subject().claims), "st:h:0:"),
    ],
)
def test_a_part_of_an_id_is_absent_while_its_fields_have_their_defaults(item, custom_id):
    assert item.custom_id == custom_id


def test_a_field_without_a_pattern_is_an_error_of_its_class():
    with pytest.raises(TypeError, match="cannot be"):

        class Button(LastingButton, template="zz:{anything}"):
            """A button whose field could be any text."""

            anything: str


async def test_an_id_that_somebody_made_up_is_answered_and_no_fault(house, caplog, subtests):
    """Of each kind, about a table that there is not; menus are pressed as if they were buttons."""
    post = await house.lobby()
    custom_ids = [item.custom_id for item in ITEMS]
    with caplog.at_level(logging.INFO):
        for custom_id in custom_ids:
            with case(subtests, custom_id):
                caplog.clear()
                assert (await press_forged(house, house.karim, post, custom_id)).state == "done"
                assert [line for line in caplog.records if line.exc_info] == []


# ---- whole, or an error --------------------------------------------------------------------------


def test_an_id_that_its_own_template_would_not_read_is_an_error_and_never_cut():
    """Of any kind: else it would be noticed when somebody presses it in vain."""
    free = 100 - len("t:17:42:ok:")
    assert PanelButton.of(TABLE, "ok", "x" * free, "All").custom_id.endswith("x" * free)
    with pytest.raises(ValueError, match="must match the template"):
        PanelButton.of(TABLE, "ok", "x" * (free + 1), "All")
    free = 100 - len("s:17:42:q0:go:")
    assert PanelMenu.of(TABLE, "q0", "Which?", [CHOICE], tokens="x" * free)
    with pytest.raises(ValueError, match="must match the template"):
        PanelMenu.of(TABLE, "q0", "Which?", [CHOICE], tokens="x" * (free + 1))
    why = WhyButton(ui.Button(label="?"), "akropolis", "AK-9999")
    assert why.custom_id == "w:akropolis:AK-9999"
    with pytest.raises(ValueError, match="must match the template"):
        WhyButton(ui.Button(label="?"), "akropolis", "AK-99999")


@each_case(("number", "lengths"), [(0, []), (5, [5]), (6, [3, 3]), (7, [4, 3]), (11, [4, 4, 3])])
def test_rows_have_about_as_many_buttons_each(number, lengths):
    buttons = [ui.Button(label=str(n)) for n in range(number)]
    assert [len(row.children) for row in rows(buttons)] == lengths


def test_a_long_label_is_shortened_to_what_a_button_holds():
    assert len(PanelButton.of(TABLE, "go", "T1", "long " * 40).item.label) <= 80
    assert len(PageButton.named("long " * 40, TABLE, "seat", 1).item.label) <= 80


# ---- verbs ---------------------------------------------------------------------------------------


def test_every_verb_has_an_action_for_a_visit_without_an_interaction():
    assert {*BOARD_ACTIONS} - {"log"} == {*BOARD_VERBS}
    assert {*PANEL_ACTIONS} - {"form", "catch_up", "go_back"} == {*PANEL_VERBS, *MENU_VERBS}
    for action in PANEL_ACTIONS.values():
        first, *parameters = inspect.signature(action).parameters
        assert first == "visit"
        assert {"interaction", "table", "revision"}.isdisjoint(parameters)


@each_case(
    ("custom_id", "kind", "fields"),
    [
        ("m:17:42", MoveForm, {"table_id": 17, "revision": 42}),
        ("m:17:42:for", ProxyForm, {"table_id": 17, "revision": 42}),
        ("hours", HoursForm, {}),
    ],
)
def test_a_form_is_read_for_ever_and_is_no_button(custom_id, kind, fields):
    form = form_of(custom_id)
    assert (type(form), vars(form)) == (kind, fields)
    assert not LastingItem.answers(custom_id)


@each_case("custom_id", ["m:17", "m:17:42:", "m:17:1234567890123456789", "hour"])
def test_a_form_that_nobody_has_sent_is_refused(custom_id):
    with pytest.raises(RulesError, match="unknown_button"):
        form_of(custom_id)


# ---- suggestions -------------------------------------------------------------------------------


def matching_names(typed, *names):
    return [choice.name for choice in matching_choices(typed, dict(enumerate(names)))]


def test_suggestions_that_begin_with_the_typed_text_come_first_in_their_order():
    """Accents and capitals make no difference."""
    assert matching_names("ia", "variantes", "places", "IA", "fiable", "ia-joueur") == [
        *("IA", "ia-joueur", "variantes", "fiable")
    ]
    assert matching_names("ines", "B · Inès", "A · Maud", "C · INÉS") == ["B · Inès", "C · INÉS"]
    assert matching_names("", "b", "a") == ["b", "a"]
    assert matching_names("table 1", "table\xa02", "table\xa01") == ["table\xa01"]


def test_suggestions_fit_what_discord_takes():
    offered = matching_choices("x", dict.fromkeys(range(40), "x" * 200))
    assert [choice.value for choice in offered] == list(range(CHOICES))
    assert {len(choice.name) for choice in offered} == {LONGEST_CHOICE}
