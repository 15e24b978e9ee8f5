"""Whatever comes in, a person gets one sentence: no fault of ours, no silence, no change."""

import codecs
import json
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest
from discord import ui
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.i18n import text
from bot.steps import sandboxes
from cogs._answering import refusals
from cogs._answering.refusals import sentence
from cogs._panel.form import TYPED as FIELD
from cogs._panel.hour import HourMenu
from playground.people import BOT_ROLE_ID, GAMES_ID, OWNER_ID
from rules.contract import RulesError
from tests.cases import each_case
from tests.catalogues import LANGUAGES
from tests.cogs.forging import choose_forged, press_forged
from tests.cogs.playing import menus, newest
from tests.cogs.test_items import KINDS, template
from tests.tier import of_tier

RECORD = json.loads(
    (Path(__file__).parents[1] / "akropolis/records/two_by_points.json").read_text("utf-8")
)
HUGE = 10**30
MENU = 3
"""Type of a component."""
ODD = st.sampled_from(["-1", "9" * 30, "9" * 90, "\N{SUPERSCRIPT TWO}", "1e9"])
ANYTHING = ODD | st.text(min_size=1, max_size=40) | st.integers(-HUGE, HUGE).map(str)
"""Text that somebody types, or that a client sends as a choice."""


def open_record(content):
    """Read a file and replay it, as `/replay import` does; its refusal in both languages."""
    try:
        record = sandboxes.require_playable(sandboxes.read(content))
        sandboxes.reach(record, None, "2026-01-01T12:00:00+00:00")
    except RulesError as refusal:
        return [sentence(refusal, language) for language in LANGUAGES]
    return []


# ---- a record ------------------------------------------------------------------------------------


@each_case("field", ["version", "hexagora", "seats"])
def test_a_number_that_no_record_has_is_refused_by_its_field(field):
    french = open_record(json.dumps(RECORD | {field: HUGE}).encode())[LANGUAGES.index("fr")]
    assert field in french


@each_case(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_a_record_opens_as_windows_saves_it(mark, encoding):
    assert open_record(mark + json.dumps(RECORD).encode(encoding)) == []


def test_the_refusal_of_another_version_names_the_game_by_its_title():
    english = open_record(json.dumps(RECORD | {"version": 7}).encode())[LANGUAGES.index("en")]
    assert "version 7 of Akropolis" in english


# ---- custom ids and values -----------------------------------------------------------------------


async def test_requests_about_a_seat_that_there_is_not_are_refused(house):
    post = newest(house, await house.table())
    revision = (await house.app.tables.get(1)).revision
    for request in ("ask:remove.5", "ask:replace.9", "do:remove.5", "ask:pause.999999999"):
        answer = await press_forged(house, house.maud, post, f"w:1:{request}:{revision}")
        assert answer.text == text("panel.unknown_button", "fr"), request


async def test_the_form_of_a_move_opens_only_for_a_table_that_the_person_may_see(house):
    """Somebody else's sandbox is not there, for whoever makes up its number."""
    post = newest(house, await house.table())
    for verb in ("type", "again"):
        answer = await press_forged(house, house.maud, post, f"t:999:0:{verb}:")
        assert answer.modal is None
        assert answer.text == text("table.not_found", "fr")


@each_case("value", ["13", "-9999999999", "9" * 400, "²"])
async def test_an_hour_that_it_is_nowhere_is_refused(value):
    async def defer():
        """Discord is told to wait."""

    visitor = SimpleNamespace(values=(value,), defer=defer)
    menu = HourMenu(ui.Select())
    with pytest.raises(RulesError, match=r"me\.no_hour"):
        await menu.press(visitor)


async def test_a_person_who_is_not_on_the_list_cannot_be_unblocked(house):
    page = (await house.maud.slash("me block", options={"person": str(house.karim.id)})).message
    await choose_forged(house, house.maud, page, menus(page)[0]["custom_id"], "9" * 30)
    assert [each.user_id for each in await house.app.people.block_list(house.maud.id)] == [
        house.karim.id
    ]


MENUS = [kind for kind in KINDS if kind.__name__.endswith("Menu")]


def kinds_and_ids():
    """Kinds of buttons, more often of menus, each with an id that its template lets through."""
    return (st.sampled_from(MENUS) | st.sampled_from(KINDS)).flatmap(
        lambda kind: st.tuples(st.just(kind), st.from_regex(template(kind), fullmatch=True))
    )


def is_about_real_table(kind, custom_id):
    """Whether an id names the only table of the house, where a press may be in order."""
    number = template(kind).fullmatch(custom_id).groupdict().get("table_id")
    return number is not None and int(number) == 1


async def use(house, person, post, kind, custom_id, value):
    """Press a made-up button, or choose a made-up value in a made-up menu."""
    if kind not in MENUS:
        return await press_forged(house, person, post, custom_id)
    menu = {"type": MENU, "id": 2, "custom_id": custom_id, "options": [{"label": "?"}]}
    menu["options"][0]["value"] = value
    message = house.ground.world.message(int(post["channel_id"]), int(post["id"]))
    components = message.body["components"]
    message.body["components"] = [{"type": 1, "id": 1, "components": [menu]}]
    house.ground.world.save_message(message)
    try:
        return await person.choose(post["id"], custom_id, value)
    finally:
        message.body["components"] = components
        house.ground.world.save_message(message)


async def tables_in_store(house):
    """Number, revision and status of each table."""
    query = "SELECT id, revision, status FROM table_ ORDER BY id"
    return [
        tuple(row) for row in await house.app.store.read(lambda db: db.execute(query).fetchall())
    ]


@settings(max_examples=of_tier(100, 300))
@given(kinds_and_ids(), ANYTHING)
async def test_anything_in_an_id_and_a_choice_is_answered_and_changes_no_table(
    house, caplog, kind_and_id, value
):
    caplog.clear()
    kind, custom_id = kind_and_id
    assume(not is_about_real_table(kind, custom_id))
    post = (house.maud.messages() or [await house.lobby()])[0]
    before = await tables_in_store(house)
    answer = await use(house, house.karim, post, kind, custom_id, value)
    assert answer.state == "done"
    assert [line for line in caplog.records if line.exc_info] == []
    assert await tables_in_store(house) == before


@settings(max_examples=of_tier(20, 300))
@given(ANYTHING)
async def test_anything_typed_into_a_form_is_answered_and_changes_nothing(house, caplog, typed):
    caplog.clear()
    if not house.maud.threads():
        await house.table()
    thread = house.maud.threads()[-1]["id"]
    revision = (await house.app.tables.get(1)).revision
    pressed = f"t:1:{revision}:type:"
    opened = await press_forged(house, house.maud, newest(house, thread), pressed)
    answer = await house.maud.submit(opened.modal, {FIELD: typed[:40]})
    assert answer.state == "done"
    assert [line for line in caplog.records if line.exc_info] == []
    assert (await house.app.tables.get(1)).revision == revision


# ---- commands ------------------------------------------------------------------------------------


def values_of(option):
    """Values of an option that a client lets through, however odd."""
    if option.choices:
        return st.sampled_from([choice.value for choice in option.choices])
    if option.type.name == "integer":
        lowest = -(2**53) if option.min_value is None else option.min_value
        return st.integers(lowest, option.max_value or 2**53)
    kinds = {
        "string": ANYTHING,
        "boolean": st.booleans(),
        "user": st.just(str(OWNER_ID)),
        "role": st.just(str(BOT_ROLE_ID)),
        "channel": st.just(str(GAMES_ID)),
    }
    return kinds[option.type.name]


def options_of(command):
    """Options of a command with any values."""
    of = {True: {}, False: {}}
    for option in command.parameters:
        of[option.required][option.display_name] = values_of(option)
    return st.fixed_dictionaries(of[True], optional=of[False])


@settings(max_examples=of_tier(60, 300))
@given(st.data())
async def test_anything_in_an_option_is_answered(house, caplog, data):
    caplog.clear()
    commands = {
        command.qualified_name: command
        for command in house.app.tree.walk_commands()
        if hasattr(command, "parameters") and command.qualified_name != "replay import"
    }
    name = data.draw(st.sampled_from(sorted(commands)))
    options = data.draw(options_of(commands[name]))
    answer = await house.maud.slash(name, options=options)
    assert answer.state == "done"
    assert [line for line in caplog.records if line.exc_info] == []


# ---- whatever breaks -----------------------------------------------------------------------------


async def test_a_fault_in_what_tells_of_an_error_ends_in_the_apology(house, monkeypatch):
    def broken(interaction, error):
        raise ZeroDivisionError

    monkeypatch.setattr(refusals, "_error_note", broken)
    answer = await house.noor.slash("table undo", options={"table": 7})
    assert "Sorry, something went wrong" in answer.text


async def test_a_locked_database_is_no_fault_of_ours(house, monkeypatch):
    async def locked(*arguments, **options):
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error

    monkeypatch.setattr(house.app.reading, "tables_in_guild", locked)
    for person, language in ((house.maud, "fr"), (house.noor, "en")):
        answer = await person.slash("table list")
        assert answer.text == text("panel.busy", language)
    assert not [kind for kind, _ in house.app.figures.troubles if kind == "fault"]
