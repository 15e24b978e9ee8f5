"""Custom ids: read as they were written, whole or an error, each answered by one kind only."""

import importlib
import pkgutil
import re

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import cogs
from bot import words
from cogs import _click
from cogs._controls import (
    BOARD_VERBS,
    MENU_VERBS,
    PANEL_VERBS,
    BoardButton,
    PanelButton,
    PanelMenu,
)
from cogs._items import CHOICES, LONGEST_CHOICE, LastingItem, fitting
from cogs._pages import PageButton, RulesMenu
from cogs.errors import WhyButton
from cogs.help import LanguageButton, TopicMenu
from cogs.lobby import LobbyButton, LobbyMenu
from tests.bot.samples import LOBBY
from tests.cases import each_case

for module in pkgutil.iter_modules(cogs.__path__, "cogs."):
    importlib.import_module(module.name)
KINDS = LastingItem.__subclasses__()
SECTIONS = words.of("attika").sections
TABLE = replace(LOBBY, id=17, revision=42)
FIELDS = {"table_id", "number", "revision", "verb", "tokens", "page", "game", "rule", "key"} | {
    "language",
    "topic",
}
"""What a kind reads from a custom id, of all that an item holds."""


def template(kind):
    return kind.__discord_ui_compiled_template__


def names(kinds):
    return [kind.__name__ for kind in kinds]


async def read(custom_id):
    """What discord.py makes of a click on this id: the kind, and what it says."""
    ((kind, match),) = [(k, m) for k in KINDS if (m := template(k).fullmatch(custom_id))]
    menus = PanelMenu | RulesMenu | LobbyMenu | TopicMenu
    made = ui.Select if issubclass(kind, menus) else ui.Button
    item = await kind.from_custom_id(None, made(custom_id=custom_id), match)
    return kind, {name: value for name, value in vars(item).items() if name in FIELDS}


@each_case("kind", KINDS, ids=names(KINDS))
def test_a_custom_id_fits_and_one_kind_only_answers_it(kind):
    """Whatever a template lets through: Discord takes 100 characters, and no click acts twice."""

    @given(st.from_regex(template(kind), fullmatch=True))
    def fits(custom_id):
        assert len(custom_id) <= 100
        assert [k for k in KINDS if template(k).fullmatch(custom_id)] == [kind]

    fits()


async def test_all_kinds_answer(house):
    assert set(house.app._templates) == {template(kind) for kind in KINDS}


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
        ("v:17:log", PageButton, {"table_id": 17, "page": "log", "number": 0}),
        ("v:17:seat.3", PageButton, {"table_id": 17, "page": "seat", "number": 3}),
        ("r:akropolis", RulesMenu, {"game": "akropolis"}),
        ("r:akropolis~123456789012345678", RulesMenu, {"game": "akropolis"}),
        ("w:attika:AT-21", WhyButton, {"game": "attika", "rule": "AT-21"}),
        ("l:17:join", LobbyButton, {"number": 17, "verb": "join"}),
        ("h:fr", LanguageButton, {"language": "fr", "topic": "first"}),
        ("h:en:magna_grecia", LanguageButton, {"language": "en", "topic": "magna_grecia"}),
        ("ht:fr~123456789012345678", TopicMenu, {"language": "fr"}),
        ("lo:17:o-scoring~9", LobbyMenu, {"number": 17, "key": "o-scoring"}),
    ],
)
async def test_buttons_on_messages_of_today_are_read_for_ever(custom_id, kind, fields):
    """These ids stand on boards, lobbies and open panels: a change that forgets them is a fault."""
    assert (await read(custom_id))[0] is kind
    assert (await read(custom_id))[1].items() >= fields.items()


@each_case(
    "item",
    [
        BoardButton.of(TABLE, "hand", 41),
        PanelButton.of(TABLE, "go", "T3 -1,2 r4", "↗", slot="ne"),
        PanelButton.of(TABLE, "undo", "", "↩"),
        PanelMenu.of(TABLE, "q0", "Which?", [discord.SelectOption(label="T1")]),
        PanelMenu.of(TABLE, "q0", "Which?", [discord.SelectOption(label="T1")], verb="ok"),
        PanelMenu.of(
            TABLE, "q0", "Burn?", [discord.SelectOption(label="C4")], tokens="F", least=0, most=1
        ),
        PageButton.of(TABLE, "text", "2", 1),
        PageButton.of(TABLE, "table", "All"),
        RulesMenu.of("attika", SECTIONS, SECTIONS[0], "fr"),
        TopicMenu.of("move", "fr"),
        LanguageButton.of("en", "fr", "move"),
    ],
    ids=lambda item: item.custom_id,
)
async def test_an_item_is_read_as_it_was_made(item):
    kind, fields = await read(item.custom_id)
    assert kind is type(item)
    assert fields == {name: value for name, value in vars(item).items() if name in FIELDS}


# ---- whole, or an error --------------------------------------------------------------------------


def test_an_id_that_is_too_long_is_an_error_and_never_cut():
    free = 100 - len("t:17:42:ok:")
    assert PanelButton.of(TABLE, "ok", "x" * free, "All").custom_id.endswith("x" * free)
    with pytest.raises(ValueError, match="must match the template"):
        PanelButton.of(TABLE, "ok", "x" * (free + 1), "All")


def test_a_menu_with_too_many_tokens_is_an_error():
    entries = [discord.SelectOption(label="C4")]
    free = 100 - len("s:17:42:q0:go:")
    assert PanelMenu.of(TABLE, "q0", "Which?", entries, tokens="x" * free)
    with pytest.raises(ValueError, match="must match the template"):
        PanelMenu.of(TABLE, "q0", "Which?", entries, tokens="x" * (free + 1))


def test_an_id_that_its_own_template_would_not_read_is_an_error():
    """Of any kind: else it would be noticed when somebody presses it in vain."""
    assert WhyButton.of("akropolis", "AK-9999", "fr").custom_id == "w:akropolis:AK-9999"
    with pytest.raises(ValueError, match="must match the template"):
        WhyButton.of("akropolis", "AK-99999", "fr")


def test_a_long_label_is_shortened_to_what_a_button_holds():
    assert len(PanelButton.of(TABLE, "go", "T1", "long " * 40).item.label) <= 80
    assert len(PageButton.of(TABLE, "seat", "long " * 40, 1).item.label) <= 80


# ---- verbs ---------------------------------------------------------------------------------------


def test_every_verb_is_carried_out():
    assert _click.OPENED.keys() == BOARD_VERBS.keys()
    assert _click.DONE.keys() - {"form"} | {"type", "again"} == {*PANEL_VERBS, *MENU_VERBS}


def test_a_modal_is_no_button():
    assert not any(re.fullmatch(template(kind), "m:17:42") for kind in KINDS)


# ---- suggestions -------------------------------------------------------------------------------


def named(typed, *names):
    return [choice.name for choice in fitting(typed, dict(enumerate(names)))]


def test_suggestions_that_begin_with_what_is_typed_come_first():
    assert named("ia", "variantes", "places", "IA", "fiable", "ia-joueur") == [
        *("IA", "ia-joueur", "variantes", "fiable")
    ]


def test_suggestions_are_found_without_accents_and_keep_their_order():
    assert named("ines", "B · Inès", "A · Maud", "C · INÉS") == ["B · Inès", "C · INÉS"]
    assert named("", "b", "a") == ["b", "a"]
    assert named("table 1", "table\xa02", "table\xa01") == ["table\xa01"]


def test_suggestions_fit_what_discord_takes():
    offered = fitting("x", dict.fromkeys(range(40), "x" * 200))
    assert [choice.value for choice in offered] == list(range(CHOICES))
    assert {len(choice.name) for choice in offered} == {LONGEST_CHOICE}
