"""Whatever people call themselves, a name in our texts is a name: one line, in bold, and dead."""

from collections.abc import Mapping, Sequence

import pytest

from playground.components import walk
from playground.driver import pictures, words
from tests.bot.test_names import turning
from tests.cogs.playing import newest, open_private_panel, seat_names, start_game
from tests.cogs.settling import give_up, quiet
from tests.patience import until

LINK, MENTION, MARKS, UNSEEN = (
    "[nitro](https://evil.test)<t:0>",
    "<@200000000000000005> nitro",
    "# ||nitro||\u202e\n> `b` @everyone",
    "\u3164\u200b",
)
WRITTEN = (
    r"**\[nitro\](https\://evil.test)\<t\:0\>**",
    r"**\<\@200000000000000005\> nitro**",
    r"**\# \|\|nitro\|\| \> \`b\` \@everyone**",
    "**karim**",
)
"""The same names as our texts write them; who cannot be seen goes by the name of their account."""
PLAIN = (LINK, MENTION, "# ||nitro|| > `b` @everyone", "karim")
"""The same names where there is no formatting: labels, alt texts, names of threads."""


@pytest.fixture
async def people(house):
    """Four people with names of their own."""
    return give_names(house, LINK, MENTION, MARKS, UNSEEN)


def give_names(house, *names):
    """Maud and her friends, who call themselves so from now on."""
    people = (house.maud, *house.friends)
    for person, name in zip(people, names, strict=True):
        house.ground.world.person(person.id).name = name
    return people


def messages(house):
    """Every message of the bot that anybody can read."""
    for person in (house.maud, *house.friends, house.noor):
        for place in person.channels():
            yield from (
                message for message in person.messages(place["id"]) if message["author"]["bot"]
            )


def labels(message):
    """Labels of the buttons and of the menus' options in a message."""
    for _, component in walk(message["components"]):
        yield from (component.get("label"), component.get("placeholder"))
        yield from (entry["label"] for entry in component.get("options", ()))


def require_dead_names(house):
    """No text says a name in another way than `WRITTEN`, no label in another than `PLAIN`."""
    names = set()
    for message in messages(house):
        message_text = words(message)
        names |= {name for name in WRITTEN if name in message_text}
        for name in WRITTEN:
            message_text = message_text.replace(name.strip("*"), "")
        assert "nitro" not in message_text, words(message)
        assert "**" + UNSEEN not in message_text
        for label in filter(None, (*labels(message), *alts(message))):
            require_plain(label)
    assert names == set(WRITTEN)


def alts(message):
    return [item["description"] for item in pictures(message)]


def require_plain(label):
    for name in PLAIN:
        label = label.replace(name, "")
    assert "nitro" not in label
    assert UNSEEN not in label


async def read_everything(house, thread, key):
    """Answers to all questions that one can ask about a running table."""
    post = newest(house, thread)
    recap = (await house.maud.click(post, "Récap")).message
    more = (await house.karim.click(post, "Plus")).message
    for page in ("seat.0", "seat.2", "table", "text", "log"):
        await house.karim.click(more, f"v:1:{page}")
        more = (await house.karim.click(post, "Plus")).message
    await house.noor.slash("table list")
    await house.noor.slash("table log", thread)
    await house.noor.slash("table status", thread)
    await house.noor.slash(f"{key} board", thread, {"public": True})
    await house.noor.slash(f"{key} board", thread, {"public": True, "text": True})
    return recap


async def test_no_text_about_a_game_lets_a_name_be_more(house, people):
    post = await house.lobby()
    suggested = await house.noor.autocomplete(
        "table status", options={"table": ""}, focused="table"
    )
    require_plain(suggested[0]["name"])
    assert LINK in suggested[0]["name"]
    for friend in house.friends:
        await friend.click(post, "Rejoindre")
    await house.noor.slash("table status", options={"table": 1})
    require_dead_names(house)
    await house.maud.click(post, "Commencer")
    thread = post["id"]
    await house.maud.expect(lambda: house.boards(thread))
    await house.move(*people)
    await quiet(house)
    recap = await read_everything(house, thread, "akropolis")
    assert WRITTEN[2] in words(recap)
    for person in (house.bastien, house.ines):
        answer = await person.slash("akropolis move", thread, {"move": "T1 0,0 r0"})
        assert answer.text.count("nitro") == 1
    await give_up(house, house.ines)
    require_dead_names(house)
    (place,) = [channel for channel in house.maud.threads() if channel["id"] == thread]
    assert place["name"].startswith(f"Akropolis #1 · {LINK}, {MENTION}, # ||nitro|| > `b`")


async def test_no_text_about_an_end_lets_a_name_be_more(house, people):
    await start_game(house, *people, game="telegraph")
    for person in people[:3]:
        await give_up(house, person)
    require_dead_names(house)


async def test_somebody_who_breaks_a_game_off_is_named_not_mentioned(house, people):
    for number, (person, sentence) in enumerate(
        ((house.maud, f"{WRITTEN[0]} a mis fin"), (house.noor, "La modération a mis fin")), 1
    ):
        thread = await start_game(house, house.maud)
        await house.app.votes.cancel(number, person.id, moderator=True)
        await quiet(house)
        texts = [words(message) for message in house.maud.messages(thread)]
        assert any(sentence in line for line in texts)


async def test_only_people_who_are_pinged_are_mentioned(house):
    thread = await house.table()
    await house.move(house.maud, house.bastien)
    await give_up(house, house.karim)
    people = (house.maud, *house.friends)
    for message in messages(house):
        pinged = {user["id"] for user in message["mentions"]}
        mentioned = {str(person.id) for person in people if person.mention in words(message)}
        assert mentioned <= pinged, words(message)
    assert house.ines.mention in words(newest(house, thread))


async def test_every_message_and_every_edit_says_whom_it_may_ping(house):
    """Discord reads the mentions of an edit anew, and pings whom nobody excludes."""
    thread = await start_game(house, house.maud, house.bastien, house.ines)
    for person in (house.maud, house.bastien):
        await open_private_panel(house, person, thread)
        await house.move(person)
        await quiet(house)
    await house.noor.slash("table status", thread)
    await house.ines.slash("seat resign", thread)
    await give_up(house, house.ines)
    bodies = [body for call in house.ground.requests for body in contents(call)]
    assert len(bodies) > 10
    for body in bodies:
        assert body["allowed_mentions"]["parse"] == []
    pinged = [set(body["allowed_mentions"].get("users", ())) for body in bodies]
    assert sorted(map(len, pinged))[-2:] == [1, 2]  # two hear that the third has resigned
    assert set().union(*pinged) == {house.maud.id, house.bastien.id, house.ines.id}


def contents(call):
    """Contents that a request of the bot shows to people, if any."""
    if call.method in ("POST", "PATCH") and isinstance(call.body, dict):
        body = call.body.get("data") or call.body
        if body.get("content") or body.get("components"):
            yield body


# ---- names that change ---------------------------------------------------------------------------


async def test_a_seat_takes_the_name_that_its_player_has_now(house):
    thread = await house.table()
    house.ground.world.person(house.bastien.id).name = "Basile"
    await house.bastien.click(newest(house, thread), "Récap")

    async def is_renamed():
        return "Basile" in await seat_names(house)

    await until(is_renamed)
    await house.move(house.maud)
    await quiet(house)
    assert await seat_names(house) == ["Maud", "Basile", "Inès", "Karim"]
    assert "Basile" in words(newest(house, thread))
    assert "Bastien" not in words(newest(house, thread))


# ---- names that run the other way ----------------------------------------------------------------


def strings(value):
    """Every text in what was sent."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for part in value.values() for text in strings(part))
    elif isinstance(value, Sequence):
        yield from (text for part in value for text in strings(part))


async def test_no_text_or_label_is_turned_by_a_name_that_runs_from_right_to_left(house):
    """In posts, panels, menus, alt texts, names of threads and suggestions alike."""
    names = ["محمد", "שרלוק", "١٢", "Karim محمد 7"]
    give_names(house, *names)
    thread = await house.table()
    await house.move(house.maud)
    await quiet(house)
    post = newest(house, thread)
    for button in ("Récap", "Plus"):
        await house.karim.click(post, button)
    await open_private_panel(house, house.bastien, thread)
    for command in ("table status", "table list", "table log"):
        await house.maud.slash(command, thread)
    suggested = await house.maud.autocomplete(
        "table status", options={"table": ""}, focused="table"
    )
    await give_up(house, house.ines)
    sent = [text for call in house.ground.requests for text in strings(call.body)]
    naming = [text for text in (*sent, *strings(suggested)) if "محمد" in text]
    assert len(naming) > 20
    assert [text for text in naming if turning(text)] == []
    assert await seat_names(house) == names
