"""The host's check-up, against the local server: each finding is one sentence."""

import os
import time
from pathlib import Path

import discord
import msgspec
import pytest

import playground
from bot.app import PERMISSIONS
from bot.database import backup, copies, form, meta
from bot.figures import HOUR, Figures, hour_line
from bot.host import doctor
from bot.host.doctor import Finding, application_id, examine, running
from bot.host.heartbeats import LONGEST_SILENCE, Heart, figures_file
from bot.i18n import text
from bot.settings import Settings
from bot.store.store import Store
from playground import people
from playground.people import BOT_ID, GAMES_ID, GUILD_ID, SAMPLE_TOKEN
from playground.servers import games_channel
from tests.bot.harming import lose_table
from tests.bot.samples import board, new_table, step
from tests.cases import each_case
from tests.clock import StillClock

FORGED = "OTAwMDAwMDAwMDAwMDAwMDAx.Gforge.0123456789012345678901234567890123456"

MIGRATIONS = form.migrations()


@pytest.fixture
async def ground():
    opened = await playground.start()
    yield opened
    await opened.close()


@pytest.fixture
def settings(ground, tmp_path):
    return Settings(
        discord_token=ground.token,
        database=tmp_path / "hexagora.sqlite3",
        discord_api_base=ground.api_base,
        discord_gateway_url=ground.gateway_url,
    )


async def all_findings(settings):
    return [finding async for finding in examine(settings)]


async def faults(settings):
    return [finding.sentence for finding in await all_findings(settings) if finding.good is False]


async def database_sentences(settings):
    """Sentences that come before anything is asked of Discord."""
    findings = await all_findings(msgspec.structs.replace(settings, discord_token=None))
    return [finding.sentence for finding in findings]


@pytest.fixture
async def database(settings):
    """A database without tables, which no bot uses."""
    await (await Store.open(settings.database)).close()
    return settings.database


async def test_a_healthy_host_hears_only_good(settings, database):
    """The token is in no sentence."""
    database.chmod(0o600)
    findings = await all_findings(settings)
    assert [finding.sentence for finding in findings if not finding.good] == []
    assert any("Hexagora: all permissions" in finding.sentence for finding in findings)
    assert all(settings.discord_token not in finding.sentence for finding in findings)


async def test_a_first_start_will_create_the_database(settings):
    first, *_ = await all_findings(settings)
    assert first.good is None
    assert "hexagora.sqlite3" in first.sentence


async def test_a_file_that_is_no_database_is_a_fault(settings):
    settings.database.write_bytes(b"not a database at all, not even nearly" * 100)
    assert str(settings.database) in (await faults(settings))[0]


async def test_a_row_of_a_lost_table_is_a_fault_with_a_way_out(settings, database):
    lose_table(database)
    first, *_ = await faults(settings)
    assert first.startswith(f"The database {database} is damaged: guest ")
    assert "./run restore" in first


async def test_a_database_is_looked_at_beside_the_bot_and_left_as_it_is(
    settings, monkeypatch, tmp_path
):
    """Of an update that waits, too: the bot that runs does not know it yet."""
    store = await Store.open(settings.database)
    await store.write(meta.write, "a", "1")
    pull(monkeypatch, tmp_path, "ALTER TABLE meta ADD COLUMN more TEXT;")
    before = settings.database.read_bytes()
    _, *sentences = await database_sentences(settings)
    after = settings.database.read_bytes()
    await store.close()
    assert sentences[:2] == [text(f"doctor.{code}", "en") for code in ("update_waits", "bot_runs")]
    assert after == before


async def test_an_update_that_would_fail_is_told_before_it_is_made(
    settings, database, monkeypatch, tmp_path
):
    pull(monkeypatch, tmp_path, "ALTER TABLE meta ADD COLUMN value TEXT;")
    [fault] = await faults(settings)
    assert "cannot take over the database: duplicate column name: value" in fault


async def test_the_doctor_takes_no_room_that_the_games_need(settings, database, monkeypatch):
    monkeypatch.setattr(copies, "MARGIN", 2**60)
    assert "There is no room" in " ".join(await database_sentences(settings))


def pull(monkeypatch, folder, script):
    """An update that brings one migration more."""
    migration = folder / "9999_made_up.sql"
    migration.write_text(script)
    monkeypatch.setattr(form, "migrations", lambda: [*MIGRATIONS, migration])


async def test_files_that_others_can_read_are_told(settings, database, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("DISCORD_TOKEN=")
    secret = {Path(".env"), database}
    sentences = {text("doctor.others_read", "en", file=str(file)) for file in secret}
    for mode, expected in ((0o640, sentences), (0o600, set())):
        for file in secret:
            file.chmod(mode)
        assert sentences & {*await database_sentences(settings)} == expected


async def test_a_lost_database_is_a_fault(settings, database):
    copy = backup(database, None)
    database.unlink()
    assert str(copy) in (await faults(settings))[0]


async def test_without_a_token_the_playground_will_open(settings):
    assert (await database_sentences(settings))[-1] == text("doctor.no_token", "en")


async def test_a_token_of_another_form_is_not_even_tried(settings, ground):
    findings = await all_findings(
        msgspec.structs.replace(settings, discord_token="my client secret")
    )
    assert findings[-1].sentence == text("doctor.token_form", "en")
    assert ground.requests == []


async def test_a_token_that_discord_refuses_is_said_in_the_language_of_the_host(settings):
    wrong = msgspec.structs.replace(settings, discord_token=FORGED, language="fr")
    assert (await all_findings(wrong))[-1].sentence == text("doctor.token_refused", "fr")


async def test_discord_out_of_reach_is_a_sentence(settings, ground):
    await ground.close()
    assert (await faults(settings))[-1].startswith("Discord cannot be reached")


@each_case(
    ("token", "application"),
    [
        (SAMPLE_TOKEN, BOT_ID),
        *(
            (token, None)
            for token in ("", "a.b.c", "é" * 70, "MTIz." * 3, FORGED.replace(".", " "))
        ),
    ],
)
def test_the_id_of_the_application_stands_in_the_token(token, application):
    assert application_id(token) == application


# ---- the portal ------------------------------------------------------------------------------


INSTALLED = {"scopes": ["applications.commands"], "permissions": str(PERMISSIONS.value)}


COMPLETE = INSTALLED | {"scopes": ["bot", "applications.commands"]}
ENDPOINT = {"url": "https://x.org"}


def installing(config):
    return {"integration_types_config": config}


@each_case(
    ("fields", "good", "code", "details"),
    [
        ({"interactions_endpoint_url": "https://x.org"}, False, "endpoint_set", ENDPOINT),
        ({"bot_require_code_grant": True}, False, "code_grant", {}),
        (installing({"1": {}}), None, "no_guild_install", {}),
        (
            installing({"0": {"oauth2_install_params": INSTALLED}}),
            None,
            "install_link",
            {"lacking": ["bot"]},
        ),
        (installing({"0": {"oauth2_install_params": COMPLETE}}), True, "install_good", {}),
    ],
)
async def test_settings_of_the_portal_are_judged(settings, ground, fields, good, code, details):
    ground.portal.update(fields)
    assert Finding(good, text(f"doctor.{code}", "en", **details)) in await all_findings(settings)


@pytest.mark.parametrize("fault", ["long_limit", "http_error"])
async def test_discord_half_awake_is_a_sentence(settings, ground, fault):
    """It answers the login, and then no more."""
    ground.faults.inject(fault, path="/users/@me/guilds")
    assert (await faults(settings))[-1].startswith("Discord cannot be reached")


# ---- servers and channels ----------------------------------------------------------------------


async def test_all_servers_are_looked_at_however_many_there_are(settings, ground):
    """Discord lists them by 200; those without fault are only counted."""
    ground.add_servers(450)
    sentences = [finding.sentence for finding in await all_findings(settings)]
    assert text("doctor.servers_good", "en", n=451) in sentences
    assert not any("Server 7" in sentence for sentence in sentences)
    pages = [request for request in ground.requests if request.path.endswith("/users/@me/guilds")]
    assert len(pages) == 3


@each_case(
    ("granted", "good", "code", "rights"),
    [
        (discord.Permissions.all().value, None, "server_administrator", None),
        (people.EVERYONE & ~people.ATTACH_FILES, False, "server_missing", ["attach_files"]),
    ],
)
async def test_a_server_that_grants_too_much_or_too_little_is_named(
    settings, ground, monkeypatch, granted, good, code, rights
):
    monkeypatch.setattr(people, "EVERYONE", granted)
    details = {"rights": rights} if rights else {}
    sentence = text(f"doctor.{code}", "en", server="Hexagora", **details)
    assert Finding(good, sentence) in await all_findings(settings)


async def test_a_bot_without_a_server_gets_a_link_to_invite_it(settings, ground):
    ground.moderator.remove_bot()
    *_, last = await all_findings(settings)
    assert last.good is None
    assert last.sentence.startswith("The bot is not on any server yet. Invite it: https://")


@pytest.fixture
async def table(settings):
    """A table that is open in the channel of the sample server."""
    store = await Store.open(settings.database)
    opened = await new_table(store, guild_id=GUILD_ID, channel_id=GAMES_ID)
    yield opened
    await store.close()


async def test_of_many_servers_with_tables_some_are_looked_at(settings, ground, monkeypatch):
    monkeypatch.setattr(doctor, "MOST_EXAMINED", 2)
    store = await Store.open(settings.database)
    for server in ground.add_servers(3):
        await new_table(store, guild_id=server, channel_id=games_channel(server))
    await store.close()
    sentences = [finding.sentence for finding in await all_findings(settings)]
    assert sum(", #games:" in sentence for sentence in sentences) == 2
    assert text("doctor.servers_left_out", "en", n=1) in sentences


def about(channel, code, **details):
    return text(f"doctor.{code}", "en", server="Hexagora", channel=channel, **details)


async def test_the_channel_of_an_open_table_is_looked_at(settings, ground, table):
    """Its overwrites count, which the rights in the server do not tell."""
    ground.deny(GAMES_ID, people.ATTACH_FILES | people.CREATE_PUBLIC_THREADS)
    rights = ["create_public_threads", "attach_files"]
    channels = ground.person("Maud").channels()
    name = next(channel["name"] for channel in channels if channel["id"] == str(GAMES_ID))
    [fault] = await faults(settings)
    assert [right for right in rights if right in fault] == rights
    assert fault.startswith(f"Hexagora, #{name}: a table is open there")
    ground.deny(GAMES_ID, 0)
    good = Finding(True, about(name, "channel_good"))
    assert good in await all_findings(settings)


async def test_a_channel_that_is_gone_under_a_table_is_said(settings, ground, table):
    ground.moderator.delete(GAMES_ID)
    assert await faults(settings) == [about(GAMES_ID, "channel_gone")]


async def test_a_channel_without_an_open_table_is_not_looked_at(settings, ground):
    ground.deny(GAMES_ID, people.ATTACH_FILES)
    assert await faults(settings) == []


# ---- the running bot ---------------------------------------------------------------------------


async def running_findings(settings):
    return [finding async for finding in running(settings)]


async def test_the_figures_of_the_running_bot_are_said(settings):
    """They are those of the two last hours, of what lasts, and of what was refused."""
    clock = StillClock()
    figures = Figures(clock)
    figures.picture(0.5)
    clock.skip(HOUR)
    await figures.look()
    figures.picture(3.0)
    await Heart(figures, settings.database).beat()
    first, *findings = await running_findings(settings)
    assert first.good is True
    assert first.sentence.startswith("The bot has been running since 2026-01-05 12:00 UTC")
    slow = "Drawing is slow: a picture took 3 s. Once so far, at 2026-01-05 13:00 UTC."
    assert findings == [
        Finding(True, hour_line(figures.last_hour, "en")),
        Finding(True, hour_line(figures.hour, "en")),
        Finding(None, slow),
    ]


async def test_refused_deliveries_are_said(settings):
    store = await Store.open(settings.database)
    for number in (1, 2):
        await step(store, await new_table(store), board(number))
    await store.write(lambda db: db.execute("UPDATE outbox SET refused = 'Unknown Channel'"))
    await store.close()
    last = (await running_findings(settings))[-1]
    assert last == Finding(None, text("doctor.refused_rows", "en", n=2, newest="Unknown Channel"))


async def test_without_a_running_bot_there_are_no_figures(settings):
    [finding] = await running_findings(settings)
    assert finding == Finding(False, text("doctor.not_running", "en", file=str(settings.database)))


async def test_a_bot_that_is_silent_for_long_is_a_fault(settings):
    await Heart(Figures(StillClock()), settings.database).beat()
    long_ago = time.time() - LONGEST_SILENCE - 60
    os.utime(figures_file(settings.database), (long_ago, long_ago))
    [finding] = await running_findings(settings)
    assert finding.good is False
    assert "no sign of life for 24" in finding.sentence
