"""The figures as a page for Prometheus, logs as JSON, signs of life for systemd."""

import asyncio
import json
import logging
import re
import socket
import urllib.request
from functools import partial

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.figures import Figures
from bot.host.heartbeats import Heart
from bot.host.logs import json_formatter
from bot.host.metrics import LOOPBACK, MetricsPage
from bot.meters import Meters
from bot.service import Services
from bot.service.delivery import Lost, Outbox
from bot.steps.announcements import notice
from bot.store.store import Store
from tests.bot.finishing import begin
from tests.bot.room import make_move
from tests.bot.samples import new_table, step
from tests.bot.test_outbox import Pigeons
from tests.clock import StillClock
from tests.patience import LONGEST


def samples(store: Store) -> dict[tuple[str, ...], float]:
    """Samples by name and values of labels in the order of their names, without buckets."""
    return {
        (sample.name.removeprefix("hexagora_"), *dict(sorted(sample.labels.items())).values()): (
            sample.value
        )
        for family in text_string_to_metric_families(
            generate_latest(store.figures.meters.registry).decode()
        )
        for sample in family.samples
        if sample.name.startswith("hexagora_") and not sample.name.endswith(("_bucket", "_created"))
    }


async def test_moves_are_counted_by_game_and_by_who_made_them(store, brains):
    services = Services(store, brains, notify=lambda: None)
    table = await begin(services)
    await make_move(services, table.id)
    assert samples(store)["moves_total", "person", table.game] == 1
    await services.stop_ai()


async def test_posts_that_are_delivered_or_given_up_are_counted(store):
    await step(store, await new_table(store), notice(""))
    pigeons = Pigeons(Lost("Missing Access", 50001))
    await Outbox(store, pigeons).drain()
    await step(store, await new_table(store), notice(""))
    await Outbox(store, Pigeons()).drain()
    counted = samples(store)
    assert counted["refusals_total", "50001"] == 1
    assert counted["delivery_seconds_count",] == 1


async def test_tables_and_bytes_are_those_of_the_database(store):
    table = await new_table(store)
    store.figures.stock(await store.stock())
    counted = samples(store)
    assert counted["tables", table.game, "lobby"] == 1
    assert counted["database_bytes", "database"] == store.file.stat().st_size
    assert counted["database_bytes", "wal"] > 0


async def test_the_page_answers_this_machine_and_only_with_figures():
    async with MetricsPage(Meters().registry, 0) as page:
        assert page.url.startswith(f"http://{LOOPBACK}:")
        fetch = partial(urllib.request.urlopen, page.url, timeout=LONGEST)
        with await asyncio.to_thread(fetch) as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            assert b"hexagora_faults_total 0.0" in answer.read()


def test_a_record_is_one_line_of_json():
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        record = logging.LogRecord("bot.x", logging.ERROR, "", 1, "Échec %s", ("no\nend",), error)
        record.exc_info = (type(error), error, error.__traceback__)
    line = json_formatter().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert (said["level"], said["logger"], said["message"]) == ("ERROR", "bot.x", "Échec no\nend")
    assert re.match(r"\d{4}-\d\d-\d\d ", said["time"])
    assert "ValueError: two" in said["exc_info"]


@pytest.mark.parametrize("is_abstract", [False, True])
async def test_systemd_gets_a_sign_of_life_with_every_heartbeat(tmp_path, monkeypatch, is_abstract):
    address = "\0hexagora-test" if is_abstract else str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address.replace("\0", "@"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(LONGEST)
        await Heart(Figures(StillClock()), tmp_path / "games.sqlite3").beat()
        assert manager.recv(100) == b"READY=1\nWATCHDOG=1"
