"""An unmodified discord.py bot answers people: commands, clicks, menus, modals."""

import asyncio
import io
from base64 import b64encode
from typing import Any

import discord
import pytest
from discord import app_commands, ui
from discord.ext import commands

from playground import Deadlines, Person, Playground
from playground.driver import labels, pictures, words
from playground.errors import CallRefused
from playground.people import GAMES_ID, LOUNGE_ID
from tests.cases import each_case
from tests.patience import until
from tests.playground.api import PNG
from tests.playground.conftest import Launch

Click = discord.Interaction[commands.AutoShardedBot]


class Step(ui.DynamicItem[ui.Button[Any]], template=r"step:(?P<verb>\w+)"):
    """A button that says what to do in its custom id."""

    def __init__(self, verb: str) -> None:
        super().__init__(ui.Button(label=verb.title(), custom_id=f"step:{verb}"))
        self.verb = verb

    @classmethod
    async def from_custom_id(cls, interaction: Click, item: Any, match: Any) -> "Step":
        return cls(match["verb"])

    async def callback(self, interaction: Click) -> None:
        await getattr(self, f"do_{self.verb}")(interaction)

    async def do_ack(self, interaction: Click) -> None:
        await interaction.response.defer()

    async def do_update(self, interaction: Click) -> None:
        await interaction.response.edit_message(view=panel("updated", "ack"))

    async def do_private(self, interaction: Click) -> None:
        await interaction.response.send_message(view=panel("for you", "later"), ephemeral=True)

    async def do_later(self, interaction: Click) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(
            view=panel("later", "private", picture=True), attachments=[board()]
        )

    async def do_think(self, interaction: Click) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(view=panel("thought", "gone"), ephemeral=True)
        await interaction.followup.send("and more", ephemeral=True)

    async def do_gone(self, interaction: Click) -> None:
        await interaction.response.defer()
        await interaction.delete_original_response()

    async def do_modal(self, interaction: Click) -> None:
        await interaction.response.send_modal(Ask())

    async def do_wait(self, interaction: Click) -> None:
        await interaction.client.too_late.wait()  # type: ignore[attr-defined]
        with pytest.raises(discord.NotFound) as refusal:
            await interaction.response.defer()
        interaction.client.codes.append(refusal.value.code)  # type: ignore[attr-defined]

    async def do_twice(self, interaction: Click) -> None:
        await interaction.response.defer()
        interaction.response._response_type = None
        with pytest.raises(discord.HTTPException) as refusal:
            await interaction.response.defer()
        interaction.client.codes.append(refusal.value.code)  # type: ignore[attr-defined]


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick:(?P<kind>\d+)"):
    """Each kind of select menu; answers with what was chosen."""

    def __init__(self, kind: int) -> None:
        super().__init__(MENUS[kind](kind))

    @classmethod
    async def from_custom_id(cls, interaction: Click, item: Any, match: Any) -> "Pick":
        return cls(int(match["kind"]))

    async def callback(self, interaction: Click) -> None:
        chosen = ", ".join(str(getattr(value, "name", value)) for value in self.item.values)
        await interaction.response.send_message(f"{type(self.item).__name__}: {chosen}")


def _strings(kind: int) -> ui.Select[Any]:
    options = [discord.SelectOption(label=f"Tile {n}", value=f"T{n}") for n in range(1, 4)]
    return ui.Select(custom_id=f"pick:{kind}", placeholder="Which tile?", options=options)


MENUS = {
    3: _strings,
    5: lambda kind: ui.UserSelect(custom_id=f"pick:{kind}", max_values=2),
    6: lambda kind: ui.RoleSelect(custom_id=f"pick:{kind}"),
    7: lambda kind: ui.MentionableSelect(custom_id=f"pick:{kind}"),
    8: lambda kind: ui.ChannelSelect(
        custom_id=f"pick:{kind}", channel_types=[discord.ChannelType.text]
    ),
}


class Ask(ui.Modal, title="A move"):
    move = ui.Label(
        text="Move", component=ui.TextInput(custom_id="move", min_length=2, max_length=10)
    )
    why = ui.Label(
        text="Why",
        component=ui.Select(
            custom_id="why", required=False, options=[discord.SelectOption(label="Luck")]
        ),
    )

    async def on_submit(self, interaction: Click) -> None:
        await interaction.response.send_message(f"{self.move.component.value}!")


def board() -> discord.File:
    return discord.File(io.BytesIO(PNG), "board.png", description="Two cities")


def panel(said: str, *verbs: str, picture: bool = False) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(said), accent_colour=discord.Colour.blue())
    if picture:
        item = discord.MediaGalleryItem("attachment://board.png", description="Two cities")
        box.add_item(ui.MediaGallery(item))
    if verbs:
        box.add_item(ui.ActionRow(*map(Step, verbs)))
    view.add_item(box)
    return view


async def set_up(bot: commands.AutoShardedBot) -> None:  # noqa: C901 (a list of commands)
    bot.add_dynamic_items(Step, Pick)
    bot.too_late, bot.codes = asyncio.Event(), []  # type: ignore[attr-defined]
    group = app_commands.Group(name="game", description="Games")

    @group.command(description="A panel with buttons")
    async def panel_(interaction: Click, verb: str) -> None:
        await interaction.response.send_message(
            view=panel("pick one", *verb.split(","), picture=True), file=board()
        )

    @group.command(description="Menus")
    async def menus(interaction: Click) -> None:
        view = ui.LayoutView(timeout=None)
        for kind in MENUS:
            view.add_item(ui.ActionRow(Pick(kind)))
        await interaction.response.send_message(view=view)

    @group.command(description="Who am I?")
    async def who(interaction: Click) -> None:
        facts = [interaction.locale, interaction.guild_locale, interaction.context.guild]
        facts += [interaction.permissions.administrator, interaction.app_permissions.send_messages]
        facts += [type(interaction.channel).__name__, type(interaction.user).__name__]
        await interaction.response.send_message(" ".join(map(str, facts)), ephemeral=True)

    @group.command(description="Slow")
    async def slow(interaction: Click) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="at last")

    @group.command(description="Options of every kind")
    async def options(
        interaction: Click,
        count: app_commands.Range[int, 1, 4],
        member: discord.Member,
        channel: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        ratio: float | None = None,
        sure: bool = False,
        colour: app_commands.Choice[str] | None = None,
    ) -> None:
        values = (count, member.name, channel and channel.name, role and role.name, ratio, sure)
        await interaction.response.send_message(f"{values}")

    @options.autocomplete("ratio")
    async def ratios(interaction: Click, current: float) -> list[app_commands.Choice[float]]:
        return [app_commands.Choice(name=f"half of {current}", value=0.5)]

    @group.command(description="A file")
    async def file(interaction: Click, record: discord.Attachment) -> None:
        content = (await record.read()).decode()
        await interaction.response.send_message(f"{record.filename} {record.size} {content}")

    @group.command(description="A move")
    async def move(interaction: Click, tokens: str) -> None:
        await interaction.response.send_message(tokens)

    @move.autocomplete("tokens")
    async def suggestions(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=f"{current} r{n}", value=f"{current} r{n}") for n in (0, 1)
        ]

    @group.command(description="Nothing comes")
    async def silent(interaction: Click) -> None:
        await asyncio.sleep(0)

    panel_.name = "panel"
    group.remove_command("panel_")
    group.add_command(panel_)
    bot.tree.add_command(group)


@pytest.fixture
async def bot(launch: Launch) -> commands.AutoShardedBot:
    """The bot with one of everything."""
    return await launch(set_up)


@pytest.fixture
def maud(bot: commands.AutoShardedBot, ground: Playground) -> Person:
    return ground.person("Maud")


@pytest.fixture
def noor(bot: commands.AutoShardedBot, ground: Playground) -> Person:
    return ground.person("Noor")


async def post_with(person: Person, verb: str) -> dict[str, Any]:
    """A post with a button."""
    message = (await person.slash("game panel", options={"verb": verb})).message
    assert message is not None
    return message


async def test_a_command_is_answered_in_the_channel(ground: Playground, maud: Person, noor: Person):
    answer = await maud.slash("game panel", options={"verb": "ack"})
    assert answer.state == "done"
    assert answer.message["interaction_metadata"]["name"] == "game panel"
    assert labels(answer.message) == ["Ack"]
    assert pictures(answer.message)[0]["description"] == "Two cities"
    assert noor.messages()[-1] == answer.message
    assert (await maud.slash("game slow")).text == "at last"
    assert maud.messages()[-1]["edited_timestamp"] is None
    assert ground.refusals == ground.misspelt == []


async def test_a_click_is_acknowledged_or_updates_its_message(maud: Person, noor: Person):
    answer = await maud.click(await post_with(maud, "ack"), "Ack")
    assert (answer.state, answer.messages) == ("done", ())
    await maud.click(await post_with(maud, "update"), "step:update")
    assert words(noor.messages()[-1]) == "updated"
    assert noor.messages()[-1]["edited_timestamp"]


async def test_ephemeral_panels_are_private_and_can_be_redrawn(maud: Person, noor: Person):
    private = (await maud.click(await post_with(maud, "private"), "Private")).message
    assert maud.ephemerals() == [private]
    assert noor.ephemerals() == []
    await maud.click(private, "Later")
    redrawn = await maud.expect(
        lambda: words(maud.ephemerals()[0]) == "later" and maud.ephemerals()[0]
    )
    assert pictures(redrawn)[0]["media"]["width"] == 3
    with pytest.raises(CallRefused):
        await noor.click(private, "Later")
    last_panel = await maud.click(redrawn, "Private")
    assert len(maud.ephemerals()) == 2
    assert last_panel.message["flags"] & 64


async def test_the_first_follow_up_takes_the_place_of_thinking(maud: Person):
    answer = await maud.click(await post_with(maud, "think"), "Think")
    await maud.expect(lambda: len(maud.ephemerals()) == 2)
    thought, more = maud.ephemerals()
    assert (words(thought), words(more)) == ("thought", "and more")
    states = [e["state"] for e in maud.events if e["op"] == "interaction" and e["id"] == answer.id]
    assert states == ["pending", "thinking", "done"]
    assert not thought["flags"] & 128
    await maud.click(thought, "Gone")
    await maud.expect(lambda: len(maud.ephemerals()) == 1)


async def test_a_modal_opens_is_checked_answered_or_thrown_away(maud: Person):
    post = await post_with(maud, "modal")
    opened = (await maud.click(post, "Modal")).modal
    assert opened is not None
    assert opened["modal"]["title"] == "A move"
    for wrong in ({"move": "x"}, {"move": "x" * 11}, {"move": "T1", "why": ["Skill"]}):
        with pytest.raises(CallRefused, match="bad_field"):
            await maud.submit(opened, wrong)
    answer = await maud.submit(opened, {"move": "T1", "why": ["Luck"]})
    assert answer.text == "T1!"
    assert maud.modal is None
    with pytest.raises(CallRefused, match="unknown_modal"):
        await maud.submit(opened, {"move": "T1"})
    opened = (await maud.click(post, "Modal")).modal
    assert opened == maud.modal
    await maud.call("close", modal=opened["id"])
    assert maud.modal is None


@each_case(
    ("menu", "values", "said"),
    [
        ("Which tile?", "T2", "Select: T2"),
        ("Which tile?", "Tile 3", "Select: T3"),
        ("pick:5", ["200000000000000002", "200000000000000004"], "UserSelect: bastien, karim"),
        ("pick:6", "100000000000000001", "RoleSelect: @everyone"),
        ("pick:7", "200000000000000003", "MentionableSelect: ines"),
        ("pick:8", str(LOUNGE_ID), "ChannelSelect: lounge"),
    ],
)
async def test_every_kind_of_menu(menu, values, said, maud: Person):
    post = (await maud.slash("game menus")).message
    assert (await maud.choose(post, menu, values)).text == said


async def test_choices_the_menu_does_not_offer(maud: Person):
    post = (await maud.slash("game menus")).message
    for menu, values in [
        ("pick:3", ["T9"]),
        ("pick:3", []),
        ("pick:3", ["T1", "T2"]),
        ("pick:5", ["1"]),
        ("pick:8", ["nowhere"]),
    ]:
        with pytest.raises(CallRefused, match="bad_values"):
            await maud.choose(post, menu, values)
    with pytest.raises(CallRefused, match="unknown_component"):
        await maud.call("click", message=post["id"], custom_id="pick:3")


async def test_options_of_every_kind(ground: Playground, maud: Person):
    karim = str(ground.person("Karim").id)
    given = {"count": 3, "member": karim, "channel": str(LOUNGE_ID), "ratio": 0.5, "sure": True}
    answer = await maud.slash("game options", options=given | {"role": "100000000000000001"})
    assert answer.text == "(3, 'karim', 'lounge', '@everyone', 0.5, True)"


@each_case(
    ("options", "code"),
    [
        ({"count": 3}, "missing_option"),
        ({"count": 9, "member": "200000000000000001"}, "bad_option"),
        ({"count": "3", "member": "200000000000000001"}, "bad_option"),
        ({"count": 3, "member": "1"}, "bad_option"),
        ({"count": 3, "member": "200000000000000001", "else": 1}, "bad_option"),
    ],
)
async def test_options_the_client_would_not_send(options, code, maud: Person):
    with pytest.raises(CallRefused, match=code):
        await maud.slash("game options", options=options)


async def test_a_file_that_a_person_attaches_to_a_command(maud: Person):
    record = {"name": "../game.json", "content": b64encode("Plié".encode()).decode()}
    answer = await maud.slash("game file", options={"record": record})
    assert answer.text == "game.json 5 Plié"
    for wrong in ("game.json", {"name": "x"}, {"name": "x", "content": "?"}):
        with pytest.raises(CallRefused, match="bad_option"):
            await maud.slash("game file", options={"record": wrong})


async def test_autocomplete(maud: Person):
    choices = await maud.autocomplete("game move", options={"tokens": "T3"}, focused="tokens")
    assert [choice["value"] for choice in choices] == ["T3 r0", "T3 r1"]
    assert not [event for event in maud.events if event["op"] == "interaction"]


async def test_an_interaction_tells_the_bot_who_asks_and_where(
    ground: Playground, bot: commands.AutoShardedBot, maud: Person
):
    """In a channel, in a thread and in a direct message."""
    karim = ground.person("Karim")
    assert (await maud.slash("game who")).text == "fr en-US True True True TextChannel Member"
    assert (await karim.slash("game who")).text == "en-GB en-US True False True TextChannel Member"
    thread = await games_channel(bot).create_thread(
        name="x", type=discord.ChannelType.public_thread
    )
    assert (await maud.slash("game who", channel=thread.id)).text.endswith("Thread Member")
    dm = (await maud.call("open_dm", user=str(bot.user.id)))["channel"]
    answer = (await maud.slash("game who", channel=dm)).text
    assert answer.split()[2] == "False"
    assert answer.endswith("DMChannel User")


def games_channel(bot: commands.AutoShardedBot) -> discord.TextChannel:
    channel = bot.get_channel(GAMES_ID)
    assert isinstance(channel, discord.TextChannel)
    return channel


def hurry(ground: Playground, **seconds: float) -> None:
    """From now on the bot has no more than this."""
    ground._core.interactions.deadlines = Deadlines(**seconds)


async def test_no_answer_in_time(ground: Playground, bot: Any, maud: Person):
    post = await post_with(maud, "wait")
    hurry(ground, answer=0.01)
    answer = await maud.slash("game silent")
    assert (answer.state, answer.code) == ("failed", "playground.did_not_respond")
    assert (await maud.click(post, "Wait")).state == "failed"
    bot.too_late.set()
    await until(lambda: bot.codes == [10062])
    ground.faults.inject("unknown_interaction")
    with pytest.raises(CallRefused, match="no_answer"):
        await maud.autocomplete("game move", options={"tokens": "T3"}, focused="tokens")


async def test_a_wait_in_vain_tells_the_last_messages(maud: Person):
    await maud.say("hello")
    with pytest.raises(AssertionError, match="Maud waited in vain"):
        await maud.expect(lambda: None, patience=0.0)


async def test_an_answer_can_be_given_once(bot: Any, maud: Person):
    assert (await maud.click(await post_with(maud, "twice"), "Twice")).state == "done"
    await until(lambda: bot.codes == [40060])


async def test_a_token_is_good_for_a_while(ground: Playground, launch: Launch):
    interactions: list[Click] = []

    async def remember(bot: commands.AutoShardedBot) -> None:
        @bot.tree.command(description="x")
        async def keep(interaction: Click) -> None:
            interactions.append(interaction)
            await interaction.response.send_message("kept", ephemeral=True)

    await launch(remember)
    await ground.person("Maud").slash("keep")
    hurry(ground, token=0.0)
    with pytest.raises(discord.HTTPException) as late:
        await interactions[0].edit_original_response(content="too late")
    assert late.value.code == 50027


async def test_commands_in_the_reader_s_language(ground: Playground, launch: Launch):
    class Words(app_commands.Translator):
        async def translate(self, string: Any, locale: discord.Locale, context: Any) -> str | None:
            french = {"new": "nouveau", "Open a table": "Ouvrir une table", "players": "joueurs"}
            return french.get(string.message) if locale is discord.Locale.french else None

    async def translate(bot: commands.AutoShardedBot) -> None:
        await bot.tree.set_translator(Words())

        @bot.tree.command(description="Open a table")
        async def new(interaction: Click, players: int = 2) -> None:
            await interaction.response.send_message(str(players))

    await launch(translate)
    french, english = (ground.person(name).world["commands"][0] for name in ("Maud", "Karim"))
    assert (french["label"], french["description"]) == ("nouveau", "Ouvrir une table")
    assert french["options"][0]["label"] == "joueurs"
    assert (english["label"], english["path"]) == ("new", ["new"])
    answer = await ground.person("Maud").slash("new", options={"players": 3})
    assert answer.text == "3"


async def test_a_command_of_one_server(ground: Playground, launch: Launch):
    guild = discord.Object(100000000000000001)

    async def local(bot: commands.AutoShardedBot) -> None:
        @bot.tree.command(description="x", guild=guild)
        async def here(interaction: Click) -> None:
            await interaction.response.send_message("here")

        await bot.tree.sync(guild=guild)

    await launch(local)
    assert (await ground.person("Maud").slash("here")).text == "here"


async def test_messages_threads_and_dms_through_discord_py(ground: Playground, launch: Launch):
    bot = await launch()
    maud = ground.person("Maud")
    channel = games_channel(bot)
    post = await channel.send(view=panel("lobby", picture=True), file=board(), nonce="1:1")
    second_message = await channel.send(
        view=panel("lobby", picture=True), file=board(), nonce="1:1"
    )
    assert post.id == second_message.id
    thread = await post.create_thread(name="Akropolis")
    await thread.send(maud.mention, allowed_mentions=discord.AllowedMentions(users=[maud.member]))
    assert [notification["reason"] for notification in maud.notifications] == ["mention"]
    await post.edit(view=panel("playing"))
    assert words(maud.messages()[0]) == "playing"
    fetched = await channel.fetch_message(post.id)
    assert fetched.flags.components_v2
    await post.delete()
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(post.id)
    await (await bot.fetch_user(maud.id)).send("your hand")
    assert words(maud.messages(maud.dm()["id"])[0]) == "your hand"
    assert [message async for message in channel.history(limit=5)] == []
    assert ground.refusals == ground.misspelt == []


async def test_emojis_of_the_application(ground: Playground, launch: Launch):
    bot = await launch()
    emoji = await bot.create_application_emoji(name="stone", image=PNG)
    assert [each.name for each in await bot.fetch_application_emojis()] == ["stone"]
    maud = ground.person("Maud")
    assert maud.events[-1]["emojis"][0]["url"] == f"/emojis/{emoji.id}.png"
    channel = games_channel(bot)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.ActionRow(ui.Button(emoji=emoji, custom_id="x")))
    await channel.send(view=view)
    assert maud.messages()[-1]["components"][0]["components"][0]["emoji"]["name"] == "stone"
