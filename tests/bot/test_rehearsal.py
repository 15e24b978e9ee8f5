"""`./run rehearse` against the local server: as it is, with a person, and with faults."""

import asyncio
import base64
import io

import aiohttp
import msgspec
import pytest
from PIL import Image

import playground
from bot import database
from bot.clock import Clock
from bot.host.rehearsal.notes import FILE, PAGE, Notes
from bot.host.rehearsal.places import PREFIX, RIGHTS
from bot.host.rehearsal.presses import TASKS
from bot.host.rehearsal.rehearsal import Wishes, rehearse
from bot.host.rehearsal.requests import Requests
from bot.host.rehearsal.ruler import Shown, is_boxed, measure, ruler
from bot.settings import Settings
from playground.observed import ASSUMED, observations
from playground.people import GAMES_ID, GUILD_ID, LOUNGE_ID

TEXT = f"{PREFIX}-text"
MEDIA_ALONE = ["media_post"]
"""What the local server cannot do: its description lets a bot make no media channel."""


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def ground(clock):
    opened = await playground.start(clock=clock)
    opened.moderator.grant(RIGHTS.value)
    yield opened
    await opened.close()


def settings_for(ground, folder, **more):
    return Settings(
        discord_token=ground.token,
        database=folder / "hexagora.sqlite3",
        discord_api_base=ground.api_base,
        discord_gateway_url=ground.gateway_url,
        **more,
    )


def passing(ground):
    """A sleep that puts the clock of a server forward."""

    async def sleep(seconds):
        ground.let_pass(seconds)

    return sleep


async def findings(ground, folder, clock, *, language="en", **wishes):
    """All that a rehearsal says; without a person unless minutes are given."""
    wished = Wishes(**{"minutes": 0.0, "folder": folder} | wishes)
    settings = settings_for(ground, folder, language=language)
    return [finding async for finding in rehearse(settings, wished, clock, passing(ground))]


def read(folder):
    return msgspec.json.decode((folder / FILE).read_bytes(), type=Notes)


def require_nothing_left(ground):
    """Only the channels of the beginning are there, and no icon, no command."""
    assert list(ground.world.channels) == [GAMES_ID, LOUNGE_ID]
    assert not ground._core.emojis.all
    assert not ground._core.registry.of(GUILD_ID)


# ---- alone --------------------------------------------------------------------------------------


async def test_the_local_server_is_as_expected(ground, tmp_path, clock):
    said = await findings(ground, tmp_path, clock, old=True)
    assert [finding.good for finding in said] == [True, True, None, True]
    assert "as expected" in said[-1].sentence
    notes = read(tmp_path)
    assert notes.different() == notes.other_limits() == []
    assert notes.limits["POST /channels/{channel_id}/messages"].limit == 5
    assert notes.facts["edits_of_old"] == 12
    assert {*ASSUMED} - notes.answers.keys() == {"add_who_cannot_see"}
    require_nothing_left(ground)


async def test_a_server_that_is_given_the_file_answers_the_same(ground, tmp_path, clock):
    await findings(ground, tmp_path, clock)
    seen = await playground.start(clock=clock, observed=tmp_path / FILE)
    seen.moderator.grant(RIGHTS.value)
    said = await findings(seen, tmp_path, clock)
    assert said[-1].good is True
    await seen.close()


async def test_remains_of_an_earlier_rehearsal_are_deleted(ground, tmp_path, clock):
    ground.moderator.add_channel(TEXT)
    await findings(ground, tmp_path, clock)
    require_nothing_left(ground)


# ---- with a person ------------------------------------------------------------------------------


def screenshot(width, height, **shown):
    """A screen with pictures of the rehearsal: sizes by name, one below the other."""
    screen = Image.new("RGB", (width, height), (49, 51, 56))
    top = 60
    for name, size in shown.items():
        with Image.open(io.BytesIO(ruler(name))) as picture:
            screen.paste(picture.convert("RGB").resize(size), (80, top))
        top += size[1] + 40
    target = io.BytesIO()
    screen.save(target, "JPEG", quality=80)
    return target.getvalue()


def attached(name, content):
    return {"name": name, "content": base64.b64encode(content).decode()}


class Helper:
    """A person who does all that the checklist asks for."""

    def __init__(self, person):
        self.person = person

    def place(self, name):
        """Id of a channel or thread by its name; None before it is there."""
        places = (place["id"] for place in self.person.channels() if place["name"] == name)
        return next(places, None)

    def checklist(self):
        messages = self.person.messages(self.place(TEXT) or 0)
        lists = [message for message in messages if "☐" in str(message["components"])]
        return lists[-1] if lists and self.person.world["bot"]["online"] else None

    def specimen(self):
        messages = self.person.messages(self.place(TEXT))
        return next(message for message in messages if "rehearsal:looks" in str(message))

    async def do_all(self, phone, computer):
        checklist = await self.person.expect(self.checklist)
        form = await self.person.click(checklist, "rehearsal:form")
        await self.person.submit(form.modal, {"words": "", "choice": ["1"]})
        await self.person.click(checklist, "rehearsal:panel")
        for _ in range(2):
            await self.person.choose(checklist, "rehearsal:menu", "0")
        await self.person.click(checklist, "rehearsal:opens")
        specimen = self.specimen()
        await self.person.choose(specimen, "rehearsal:looks", "1")
        await self.person.choose(specimen, "rehearsal:letters", "2")
        locked = self.person.messages(self.place(PREFIX))
        await self.person.click(locked[0], "rehearsal:locked")
        files = {"phone": attached("p.jpg", phone), "computer": attached("c.jpg", computer)}
        await self.person.slash(PREFIX, self.place(TEXT), files)


async def test_five_presses_and_two_screenshots(ground, tmp_path, clock):
    phone = screenshot(1080, 2340, tall=(700, 1400), wide=(980, 490))
    computer = screenshot(1920, 1080, tall=(175, 350), wide=(550, 275))
    tester, said = Helper(ground.person("Maud")), []
    settings = settings_for(ground, tmp_path)
    wishes = Wishes(folder=tmp_path)
    async for finding in rehearse(settings, wishes, clock, passing(ground)):
        said.append(finding)
        if "your turn" in finding.sentence:
            doing = asyncio.create_task(tester.do_all(phone, computer))
    await doing
    assert [finding.good for finding in said] == [True, True, None, True, True]
    notes = read(tmp_path)
    assert notes.unasked() == MEDIA_ALONE
    assert notes.different() == []
    assert notes.facts["same_choice_arrives"] is notes.facts["private_picture_stays"] is True
    assert notes.facts["smallest_letters"] == 10
    assert abs(notes.pictures["phone"]["wide"].width - 980) <= 6
    assert "1080 × 2340" in (tmp_path / PAGE).read_text()
    assert observations(tmp_path / FILE).most_file_bytes == 10 * 2**20
    require_nothing_left(ground)


async def test_a_person_ends_it_early_and_screenshots_come_from_this_machine(
    ground, tmp_path, clock
):
    file = tmp_path / "phone.png"
    file.write_bytes(screenshot(1080, 2340, tall=(700, 1400), wide=(980, 490)))
    tester, said = Helper(ground.person("Maud")), []

    async def finish():
        checklist = await tester.person.expect(tester.checklist)
        await tester.person.expect(lambda: "☑" in str(tester.checklist()["components"]))
        await tester.person.click(checklist, "rehearsal:finish")

    wishes = Wishes(folder=tmp_path, screenshots={"phone": file})
    async for finding in rehearse(settings_for(ground, tmp_path), wishes, clock, passing(ground)):
        said.append(finding)
        if "your turn" in finding.sentence:
            doing = asyncio.create_task(finish())
    await doing
    assert f"{len(TASKS) - 1} tasks" in said[-2].sentence
    assert read(tmp_path).pictures.keys() == {"phone"}


async def test_a_rehearsal_that_is_interrupted_deletes_what_it_made(ground, tmp_path, clock):
    async def listen():
        wishes = Wishes(folder=tmp_path)
        settings = settings_for(ground, tmp_path)
        async for _ in rehearse(settings, wishes, clock, passing(ground)):
            pass

    running, maud = asyncio.create_task(listen()), ground.person("Maud")
    await maud.expect(Helper(maud).checklist)
    running.cancel()
    await asyncio.wait({running})
    require_nothing_left(ground)
    assert not (tmp_path / FILE).exists()


# ---- another Discord ----------------------------------------------------------------------------


async def test_a_discord_that_is_different_is_described_in_words(tmp_path, clock):
    """In the language of the host."""
    other = {
        "answers": {
            "locked_message": {"status": 200},
            "locked_edit": {"status": 403, "code": 50013, "message": "Missing Permissions"},
        },
        "limits": {"POST /channels/{channel_id}/messages": {"limit": 3, "seconds": 10.0}},
    }
    (tmp_path / "other.json").write_bytes(msgspec.json.encode(other))
    ground = await playground.start(clock=clock, observed=tmp_path / "other.json")
    ground.moderator.grant(RIGHTS.value)
    said = await findings(ground, tmp_path, clock, language="fr")
    assert said[-1].good is None
    assert said[-1].sentence.startswith("3\u00a0choses sont autres que prévu")
    page = (tmp_path / PAGE).read_text("utf-8")
    assert "- Un message dans un fil verrouillé\u00a0: prévu 403 160005, vu 200 0\n" in page
    assert "prévu 403 160005, vu 403 50013 Missing Permissions\n" in page
    assert "`POST /channels/{channel_id}/messages`\u00a0: prévu 5 / 5 s, vu 3 / 10 s" in page
    require_nothing_left(ground)
    await ground.close()


async def test_a_limit_on_edits_of_old_messages_is_found_and_kept(tmp_path, clock):
    (tmp_path / "other.json").write_text('{"old_edits": {"limit": 4, "seconds": 900}}')
    ground = await playground.start(clock=clock, observed=tmp_path / "other.json")
    ground.moderator.grant(RIGHTS.value)
    await findings(ground, tmp_path, clock, old=True)
    seen = observations(tmp_path / FILE)
    assert (seen.old_edits.limit, round(seen.old_edits.seconds, -1)) == (4, 900)
    await ground.close()


async def test_outages_on_the_way_change_nothing(ground, tmp_path, clock):
    faults = ground.faults
    faults.inject("drop", method="PATCH", before=True, count=2)
    faults.inject("http_error", method="POST", path="/threads", status=503, count=3)
    faults.inject("rate_limit", method="PUT", retry_after=31.0)
    faults.inject("page", method="DELETE", status=502, count=1)
    said = await findings(ground, tmp_path, clock)
    assert said[-1].good is True
    require_nothing_left(ground)


async def test_a_question_without_any_answer_is_not_asked(ground, tmp_path, clock):
    ground.faults.inject("http_error", path="/pins", count=0)
    await findings(ground, tmp_path, clock)
    assert {"locked_pin", "closed_pin"} <= {*read(tmp_path).unasked()}


async def test_threads_that_cannot_be_made_leave_their_questions_out(ground, tmp_path, clock):
    ground.faults.inject("threads_full", count=0)
    said = await findings(ground, tmp_path, clock)
    assert "left out" in said[1].sentence
    assert "locked_edit" in read(tmp_path).unasked()
    assert read(tmp_path).answers["public_thread"].code == 160006
    require_nothing_left(ground)


async def test_a_channel_that_cannot_be_deleted_is_named(ground, tmp_path, clock):
    ground.faults.inject("refuse", code=50013, method="DELETE", path=r"/channels/\d+$", count=0)
    said = await findings(ground, tmp_path, clock)
    assert any(TEXT in finding.sentence for finding in said if finding.good is False)


async def test_a_network_lost_in_the_middle_leaves_channels_to_the_next_rehearsal(
    ground, tmp_path, clock
):
    said = []
    wishes, settings = Wishes(folder=tmp_path, minutes=0.0), settings_for(ground, tmp_path)
    async for finding in rehearse(settings, wishes, clock, passing(ground)):
        said.append(finding)
        if "channels are made" in finding.sentence:
            await ground.vanish()
    assert any(f"{PREFIX}…" in finding.sentence for finding in said if finding.good is False)
    assert not (tmp_path / FILE).exists()
    await ground.appear()
    await findings(ground, tmp_path, clock)
    require_nothing_left(ground)


async def test_files_that_cannot_be_written_are_said(ground, tmp_path, clock):
    """Before anything is asked, where that can be known."""
    said = await findings(ground, tmp_path / "nowhere", clock)
    assert [finding.good for finding in said] == [False]
    (tmp_path / FILE).mkdir()
    said = await findings(ground, tmp_path, clock)
    assert said[-1].good is False
    require_nothing_left(ground)


# ---- refused ------------------------------------------------------------------------------------


async def first_sentence(ground, tmp_path, clock, **wishes):
    said = await findings(ground, tmp_path, clock, **wishes)
    assert [finding.good for finding in said] == [False]
    return said[0].sentence


async def test_a_bot_without_the_rights_gets_a_link(ground, tmp_path, clock):
    ground.moderator.grant(0)
    sentence = await first_sentence(ground, tmp_path, clock)
    assert "manage_channels" in sentence
    assert f"permissions={RIGHTS.value}" in sentence
    require_nothing_left(ground)


async def test_the_host_chooses_among_servers(ground, tmp_path, clock):
    (other,) = ground.add_servers(1)
    sentence = await first_sentence(ground, tmp_path, clock)
    assert "--server" in sentence
    assert str(other) in sentence
    sentence = await first_sentence(ground, tmp_path, clock, server=7)
    assert "not on the server 7" in sentence
    said = await findings(ground, tmp_path, clock, server=GUILD_ID)
    assert said[-1].good is True


async def test_a_bot_on_no_server_is_invited(ground, tmp_path, clock):
    ground.moderator.remove_bot()
    assert "on no server" in await first_sentence(ground, tmp_path, clock)


async def test_a_running_bot_is_stopped_first(ground, tmp_path, clock):
    with database.take(tmp_path / "hexagora.sqlite3"):
        assert "Stop it first" in await first_sentence(ground, tmp_path, clock)


async def test_no_discord_and_no_token(ground, tmp_path, clock):
    await ground.vanish()
    assert "does not answer" in await first_sentence(ground, tmp_path, clock)
    settings = Settings(database=tmp_path / "x.sqlite3")
    said = [finding async for finding in rehearse(settings, Wishes(), clock)]
    assert "DISCORD_TOKEN" in said[0].sentence


async def test_a_server_that_lets_no_channel_be_made(ground, tmp_path, clock):
    ground.faults.inject("refuse", code=50013, method="POST", path="/guilds/", count=0)
    said = await findings(ground, tmp_path, clock)
    assert [finding.good for finding in said] == [False]
    assert "Nothing was asked" in said[0].sentence
    assert not (tmp_path / FILE).exists()


# ---- parts --------------------------------------------------------------------------------------


def test_frames_are_measured_on_a_screenshot():
    pictures = measure(screenshot(1920, 1080, tall=(175, 350), wide=(550, 275)))
    assert pictures.keys() == {"tall", "wide"}
    for name, (width, height) in {"tall": (175, 350), "wide": (550, 275)}.items():
        shown = pictures[name]
        assert abs(shown.width - width) <= 4
        assert abs(shown.height - height) <= 4
    assert is_boxed(pictures)
    assert is_boxed({"wide": pictures["wide"]}) is None
    assert not is_boxed(pictures | {"tall": Shown(300, 600, 1920, 1080)})


def test_pictures_that_are_cut_off_or_missing_are_not_measured():
    assert measure(screenshot(1920, 300, tall=(175, 350))) == {}
    assert measure(screenshot(300, 300)) == {}
    assert measure(b"no picture") == {}
    assert measure(screenshot(300, 300, wide=(12, 6))) == {}


async def test_a_file_that_is_gone_cannot_be_downloaded(ground):
    async with aiohttp.ClientSession() as session:
        ask = Requests(session, ground.api_base, ground.token)
        assert await ask.download(f"{ground.url}attachments/1/x.png") is None
        await ground.vanish()
        assert await ask.download(f"{ground.url}attachments/1/x.png") is None
