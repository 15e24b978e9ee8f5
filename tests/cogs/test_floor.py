"""Whatever comes in, a person gets one sentence: no fault of ours, no silence, no change."""

import codecs
import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import text
from bot.steps import sandboxes
from cogs._shared import answering
from cogs._shared.answering import sentence
from cogs._shared.hour import HourMenu
from rules.contract import RulesError
from tests.cases import each_case
from tests.catalogues import LANGUAGES
from tests.cogs.forging import choose_forged, press_forged
from tests.cogs.playing import menus, newest
from tests.cogs.test_sandbox import attached

RECORD = json.loads(
    (Path(__file__).parents[1] / "akropolis/records/two_by_points.json").read_text("utf-8")
)
HUGE = 10**30
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(2**63, HUGE) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def open_record(content):
    """Read a file and replay it, as `/table import` does; its refusal in both languages."""
    try:
        record = sandboxes.require_playable(sandboxes.read(content))
        sandboxes.reach(record, None, "2026-01-01T12:00:00+00:00")
    except RulesError as refusal:
        return [sentence(refusal, language) for language in LANGUAGES]
    return []


# ---- a record ------------------------------------------------------------------------------------


@given(st.sampled_from([*RECORD]), JSON)
def test_a_record_with_anything_in_a_field_opens_or_is_refused_with_a_sentence(field, value):
    content = json.dumps(RECORD | {field: value}).encode()
    assert all(open_record(content) or ["it opens"])


@given(st.binary(max_size=60))
def test_a_file_of_random_bytes_is_refused_with_a_sentence(content):
    assert all(open_record(content))


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


async def test_a_record_of_a_huge_version_is_answered(house):
    answer = await house.noor.slash(
        "table import", options={"record": attached(RECORD | {"version": HUGE})}
    )
    assert "version" in answer.text


# ---- custom ids and values -----------------------------------------------------------------------


async def test_requests_about_a_seat_that_there_is_not_are_refused(house):
    post = newest(house, await house.table())
    revision = (await house.app.tables.get(1)).revision
    for request in ("ask:remove.5", "ask:replace.9", "do:remove.5"):
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
    menu = HourMenu.of(datetime(2026, 1, 1, tzinfo=UTC), "en")
    with pytest.raises(RulesError, match=r"me\.no_hour"):
        await menu.press(visitor)


async def test_a_person_who_is_not_on_the_list_cannot_be_unblocked(house):
    page = (await house.maud.slash("me block", options={"person": str(house.karim.id)})).message
    await choose_forged(house, house.maud, page, menus(page)[0]["custom_id"], "9" * 30)
    assert [each.user_id for each in await house.app.people.block_list(house.maud.id)] == [
        house.karim.id
    ]


# ---- whatever breaks -----------------------------------------------------------------------------


async def test_a_fault_in_what_tells_of_an_error_ends_in_the_apology(house, monkeypatch):
    def broken(interaction, error):
        raise ZeroDivisionError

    monkeypatch.setattr(answering, "_error_note", broken)
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
