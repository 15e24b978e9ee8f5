"""Every page of a host's panel fits a phone, with all that is agreed on; so does the post."""

import pytest

from tests.e2e.phone import FITS
from tests.tier import deep

pytestmark = FITS

AGREED = {"pace": "bank_slow", "late": "seat", "excuses": "5", "absence": "runs"}
"""Values with the most to say."""


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
async def test_every_page_of_a_host_fits(phone_of, name):
    phone = await phone_of(name)
    options = {"players": 4, "language": phone.language, "pace": "one", "entry": "invited"}
    post = (await phone.person.slash("akropolis new", options=options)).message
    panel = (await phone.person.click(post, "Options")).message
    await phone.measure("options", panel)
    await phone.press("AI", panel, "lp:1:ai")
    await phone.choose("AI seats", panel, "", "3")
    for page in ("options", "terms", "pace"):
        await phone.press(page, phone.person.message(panel["id"]), f"lp:1:{page}")
    for key, value in AGREED.items():
        panel = await phone.choose("pace, with a bank", panel, f":t-{key}", value)
    await phone.press("bank", panel, "lp:1:bank")
    await phone.measure_post("post", post["id"])
    phone.assert_fits()
