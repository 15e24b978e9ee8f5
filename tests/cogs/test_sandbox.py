"""A sandbox as a person opens, plays and closes it on Discord, where nobody else sees it."""

import json
from base64 import b64encode
from types import SimpleNamespace

import discord

from bot.i18n import text
from bot.steps import sandboxes
from bot.steps.sandboxes import BYTES
from playground.channels import PRIVATE_THREAD, PUBLIC_THREAD
from playground.components import walk
from playground.driver import labels, pictures, words
from playground.people import CREATE_PRIVATE_THREADS, GAMES_ID
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, confirm, duel, newest
from tests.cogs.settling import quiet
from tests.cogs.test_replay import over, place
from tests.patience import until

__all__ = ["over"]


async def question(person, over, turn=3):
    """The question behind *What if* at a turn."""
    panel = (await person.click(over, "Revoir")).message
    for _ in range(turn):
        panel = await after_click(person, panel, "▶")
    panel = await after_click(person, panel, place(panel))
    [label] = [each for each in labels(panel) if each in {"What if…", "Et si…"}]
    return await after_click(person, panel, label)


async def sandbox(house, over, answer="Je joue tout"):
    """The private answer, and the thread of the sandbox that Maud has opened."""
    panel = await question(house.maud, over)
    panel = await after_click(house.maud, panel, answer)
    await quiet(house)
    table = (await house.app.sandboxes.of(house.maud.id))[0]
    return panel, table.home_id


async def test_four_presses_open_a_private_thread_that_only_the_person_sees(house, over):
    panel, home = await sandbox(house, over)
    assert words(panel).startswith("**Akropolis · table d’essai 2** est ouverte")
    [link] = [part for _, part in walk(panel["components"]) if part.get("url")]
    assert (link["label"], f"/{home}" in link["url"]) == ("Y aller", True)
    [thread] = [each for each in house.maud.threads() if each["id"] == str(home)]
    assert thread["type"] == PRIVATE_THREAD
    assert str(home) not in [each["id"] for each in house.bastien.threads()]
    board = newest(house, home)
    assert len(pictures(board)) == 1
    assert "Maud" in words(board)
    assert "<@" not in words(board)
    assert labels(board) == ["Jouer", "Récap", "Plus"]


async def test_it_begins_before_the_move_shown_which_is_in_the_hands_of_the_person(house, over):
    """By rounds it begins before the first move of the round, for the seat of the person."""
    asked = await question(house.maud, over, turn=2)
    assert words(asked).startswith("## Et si… · tour 2, Bastien\n")
    assert "ou **Bastien** contre des IA." in words(asked)
    panel = await after_click(house.maud, asked, "‹")
    panel = await after_click(house.maud, panel, "Manche")
    panel = await after_click(house.maud, panel, place(panel))
    rounds = await after_click(house.maud, panel, "Et si…")
    assert words(rounds).startswith("## Et si… · tours 1 à 3\n")
    assert "ou **Maud** contre des IA." in words(rounds)
    await after_click(house.maud, await question(house.maud, over, turn=2), "Contre des IA")
    [box] = await house.app.sandboxes.of(house.maud.id)
    assert len(await house.app.reading.log(box.id)) == 1
    assert await seat_to_act(house) == 1
    assert [occupant.name for occupant in box.seats] == ["Maud (IA)", "Bastien"]


async def test_the_thread_is_a_normal_one_where_the_bot_may_not_start_private_ones(house, over):
    """Against AI players the person has one seat."""
    house.ground.deny(GAMES_ID, CREATE_PRIVATE_THREADS)
    _, home = await sandbox(house, over, "Contre des IA")
    [thread] = [each for each in house.maud.threads() if each["id"] == str(home)]
    assert thread["type"] == PUBLIC_THREAD
    table = (await house.app.sandboxes.of(house.maud.id))[0]
    assert [occupant.ai is None for occupant in table.seats].count(True) == 1


async def test_a_single_panel_goes_on_with_the_next_seat(house, over):
    _, home = await sandbox(house, over)
    panel = (await house.maud.click(newest(house, home), "Jouer")).message
    assert await seat_to_act(house) == 0
    panel = await after_click(house.maud, panel, confirm(panel))
    assert await seat_to_act(house) == 1
    assert "Au tour de **Bastien**" in words(panel)
    [undo] = [label for label in labels(panel) if label.startswith("↩")]
    await after_click(house.maud, panel, undo)
    assert await seat_to_act(house) == 0
    for label in ("Récap", "Plus"):
        answer = await house.maud.click(newest(house, home), label)
        assert answer.state == "done"
        assert "incident" not in answer.text


async def seat_to_act(house):
    """The seat for which Maud acts now in her sandbox."""
    [table] = await house.app.sandboxes.of(house.maud.id)
    look = await house.app.reading.look(table.id, house.maud.id)
    assert look.seat in look.to_act
    return look.seat


async def test_to_everybody_else_a_sandbox_does_not_exist(house, over):
    await sandbox(house, over)
    answer = await house.bastien.slash("table status", options={"table": 2})
    assert "table d’essai" not in answer.text
    assert answer.text == (await house.bastien.slash("table status", options={"table": 99})).text
    assert "table d’essai" not in (await house.maud.slash("table list")).text
    assert "table d’essai" not in (await house.maud.slash("me games")).text
    for claim in ("b:2:hand:1", "t:2:1:go:", "rp:2:at:1:turn:a", "wi:2:all:1", "w:2:do:cancel:1"):
        answer = await press_forged(house, house.noor, newest(house, over["channel_id"]), claim)
        assert answer.text == text("table.not_found", "en"), claim
    assert not await is_closed(house)


async def test_the_host_finds_and_closes_it_from_anywhere(house, over):
    _, home = await sandbox(house, over)
    refused = (await house.maud.slash("seat resign", home)).message
    assert labels(refused) == ["Fermer la table"]
    choices = await house.maud.autocomplete("table cancel", options={"table": ""}, focused="table")
    assert any("table d’essai 2" in choice["name"] for choice in choices)
    panel = (await house.maud.slash("table cancel", options={"table": 2})).message
    await after_click(house.maud, panel, "Fermer la table")
    await quiet(house)
    assert labels(newest(house, home)) == []
    assert await house.app.sandboxes.of(house.maud.id) == []


async def test_one_too_many_is_refused_with_a_button_that_closes_the_oldest(
    house, over, monkeypatch
):
    monkeypatch.setattr(sandboxes, "MOST", 1)
    await sandbox(house, over)
    panel = await question(house.maud, over)
    for label in ("Je joue tout", "Fermer la plus ancienne", "Fermer la table"):
        panel = await after_click(house.maud, panel, label)
    assert await is_closed(house)


async def test_a_sandbox_whose_thread_is_deleted_is_closed_and_not_posted_again(house, over):
    _, home = await sandbox(house, over)
    before = len(house.maud.threads())
    await house.maud.call("delete", channel=str(home))
    await until(lambda: is_closed(house))
    await quiet(house)
    assert len(house.maud.threads()) == before - 1


async def is_closed(house):
    """Whether Maud has no sandbox."""
    return not await house.app.sandboxes.of(house.maud.id)


async def test_a_running_game_opens_no_sandbox(house):
    """Neither by a button of its replay, nor by a forged one, nor by its record."""
    thread = await duel(house)
    await house.move(house.maud)
    await quiet(house)
    panel = (await house.maud.slash("replay game", thread)).message
    panel = await after_click(house.maud, panel, place(panel))
    assert "Et si…" not in labels(panel)
    for claim in ("wi:1:all:1", "wi:1:ai:0", "rp:1:whatif:1:turn:b"):
        answer = await press_forged(house, house.noor, newest(house, thread), claim)
        assert answer.text == (
            "The game still goes on: a sandbox would show what is hidden. "
            "Try again when it is over."
        )
    record = await house.app.reading.record(1)
    answer = await house.noor.slash("replay import", options={"record": attached(record)})
    assert answer.text.startswith("This record has no seed")
    assert await house.app.sandboxes.of(house.noor.id) == []


# ---- /replay import ------------------------------------------------------------------------------


def attached(record):
    """A file as a person attaches it to a command."""
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    return {"name": "game.json", "content": b64encode(content).decode()}


async def test_the_file_of_export_opens_a_sandbox_after_the_chosen_move(house, over):
    export = (await house.noor.slash("replay export", options={"table": 1})).message
    [file] = export["attachments"]
    record = await house.app.reading.record(1)
    assert file["filename"] == "akropolis-1.json"
    options = {"record": attached(record), "move": 2, "others": "all"}
    answer = await house.noor.slash("replay import", options=options)
    assert words(answer.message).startswith("**Akropolis · sandbox 2** is open")
    [table] = await house.app.sandboxes.of(house.noor.id)
    assert len(await house.app.reading.log(table.id)) == 2


async def test_a_bad_file_is_refused_in_a_sentence_in_the_language_of_the_reader(house, over):
    for person, sentence in (
        (house.maud, "Ce fichier n’est pas celui d’une partie. `/revoir exporter` en donne un."),
        (house.noor, "This file is not the record of a game. `/replay export` gives one."),
    ):
        answer = await person.slash("replay import", options={"record": attached(b"hello")})
        assert answer.text == sentence
    too_large = attached(b" " * (BYTES + 1))
    answer = await house.noor.slash("replay import", options={"record": too_large})
    assert answer.text == "This file is too large: a record has at most 1 MB."


@each_case(
    ("status", "code"),
    [(404, "sandbox.file_gone"), (403, "sandbox.file_gone"), (503, "panel.interrupted")],
)
async def test_a_file_has_to_be_attached_again_only_if_it_is_gone(house, monkeypatch, status, code):
    async def failing(http, url):
        kinds = {404: discord.NotFound, 403: discord.Forbidden}
        address = SimpleNamespace(status=status, reason="", url=url, headers={})
        raise kinds.get(status, discord.HTTPException)(address, "no asset")

    monkeypatch.setattr(discord.http.HTTPClient, "get_from_cdn", failing)
    for person, language in ((house.maud, "fr"), (house.noor, "en")):
        answer = await person.slash("replay import", options={"record": attached(b"{}")})
        assert answer.text == text(code, language)
