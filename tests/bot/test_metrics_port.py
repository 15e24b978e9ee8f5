"""The port of the figures for Prometheus: what is wrong there never stops a game."""

import asyncio
import socket
import urllib.error
import urllib.request
from contextlib import AsyncExitStack
from functools import partial

import pytest

from bot.__main__ import open_metrics
from bot.figures import Figures, beginning
from bot.host.metrics import LOOPBACK, MetricsPage
from bot.meters import Meters
from bot.settings import Settings
from tests.cases import each_case
from tests.catalogues import LANGUAGES
from tests.clock import StillClock


async def test_a_taken_port_costs_the_figures_and_not_the_games():
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        settings = Settings(metrics_port=taken.getsockname()[1])
        figures = Figures(StillClock())
        async with AsyncExitStack() as closing:
            await open_metrics(settings, figures, closing)
        assert [trouble.kind for trouble in figures.troubles.values()] == ["port_taken"]


@each_case("language", LANGUAGES)
def test_a_taken_port_is_a_trouble_that_the_doctor_names(language):
    figures = Figures(StillClock(), language)
    figures.port_taken(9464)
    [trouble] = figures.troubles.values()
    assert "9464 (HEXAGORA_METRICS_PORT)" in beginning(trouble, language)


async def test_a_page_of_another_site_cannot_read_the_figures():
    """Its own name may lead to this machine, but it is the name that the browser sends."""
    async with MetricsPage(Meters().registry, 0) as page:
        for name, status in (("evil.example", 403), ("localhost", 200), (LOOPBACK, 200)):
            request = urllib.request.Request(page.url, headers={"Host": name})
            fetch = partial(urllib.request.urlopen, request)
            if status == 200:
                with await asyncio.to_thread(fetch) as answer:
                    assert answer.status == status
            else:
                with pytest.raises(urllib.error.HTTPError, match=str(status)) as refusal:
                    await asyncio.to_thread(fetch)
                refusal.value.close()
