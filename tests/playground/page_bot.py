"""A small bot with one of everything a page must show; the client is discord.py, unmodified."""

from __future__ import annotations

import asyncio
from io import BytesIO

import discord
from discord import app_commands
from PIL import Image

ALT = "Two cities on a hill: Maud leads with 12 points."


def png(colour: str = "#55a3e8") -> discord.File:
    """A real picture, so that the page has something to load."""
    buffer = BytesIO()
    Image.new("RGB", (800, 500), colour).save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "board.png", description=ALT)


class Panel(discord.ui.LayoutView):
    """A private panel: a picture, a menu, a pad of buttons, a button that opens a modal."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        box = discord.ui.Container(accent_colour=0xF8C23F)
        box.add_item(discord.ui.TextDisplay(f"### Your move\nPressed **{count}** times"))
        box.add_item(
            discord.ui.MediaGallery(
                discord.MediaGalleryItem("attachment://board.png", description=ALT)
            )
        )
        box.add_item(discord.ui.ActionRow(Tiles()))
        row = discord.ui.ActionRow(More(count), Ask())
        row.add_item(discord.ui.Button(label="Sold out", disabled=True, custom_id="sold"))
        row.add_item(discord.ui.Button(label="Rules", url="https://example.com/rules"))
        row.add_item(Silent())
        box.add_item(row)
        self.add_item(box)


class More(discord.ui.Button):
    def __init__(self, count: int) -> None:
        super().__init__(label="More", style=discord.ButtonStyle.primary, custom_id=f"more:{count}")
        self.count = count

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(
            view=Panel(self.count + 1), attachments=[png("#cc3f24")]
        )


class Silent(discord.ui.Button):
    """Never answers: the page must say so."""

    def __init__(self) -> None:
        super().__init__(label="Silent", style=discord.ButtonStyle.danger, custom_id="silent")

    async def callback(self, interaction: discord.Interaction) -> None:
        await asyncio.sleep(0)


class Ask(discord.ui.Button):
    def __init__(self) -> None:
        super().__init__(label="Type a move", custom_id="ask")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())


class Form(discord.ui.Modal, title="Type a move"):
    move = discord.ui.Label(
        text="Move",
        description="T3 -1,2 r4",
        component=discord.ui.TextInput(custom_id="move", min_length=2),
    )
    level = discord.ui.Label(
        text="Level",
        component=discord.ui.Select(
            custom_id="level",
            options=[
                discord.SelectOption(label="Easy", value="1"),
                discord.SelectOption(label="Hard", value="2"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        said = f"You typed {self.move.component.value} at level {self.level.component.values[0]}"
        await interaction.response.send_message(said, ephemeral=True)


class Tiles(discord.ui.Select):
    def __init__(self) -> None:
        options = [
            discord.SelectOption(label=f"Tile {n}", value=str(n), description=f"costs {n}")
            for n in range(1, 10)
        ]
        super().__init__(custom_id="tiles", placeholder="Choose a tile", options=options)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Tile {self.values[0]} it is", ephemeral=True)


class Everything(discord.ui.LayoutView):
    """The kinds of components a panel does not have."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(
            discord.ui.Section(
                "**A section**",
                accessory=discord.ui.Thumbnail("attachment://board.png", description=ALT),
            )
        )
        self.add_item(discord.ui.Separator(spacing=discord.SeparatorSpacing.large))
        self.add_item(discord.ui.ActionRow(People()))
        self.add_item(discord.ui.ActionRow(discord.ui.RoleSelect(custom_id="roles")))
        self.add_item(discord.ui.ActionRow(discord.ui.MentionableSelect(custom_id="mentionables")))
        self.add_item(discord.ui.ActionRow(discord.ui.ChannelSelect(custom_id="channels")))
        self.add_item(discord.ui.File("attachment://record.json"))


class People(discord.ui.UserSelect):
    def __init__(self) -> None:
        super().__init__(custom_id="people", placeholder="Who plays?", min_values=1, max_values=3)

    async def callback(self, interaction: discord.Interaction) -> None:
        names = ", ".join(sorted(user.display_name for user in self.values))
        await interaction.response.send_message(f"Playing: {names}", ephemeral=True)


class Small(discord.Client):
    """The client and its commands."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="akropolis", description="Akropolis")
        group.command(name="new", description="Akropolis: open a table")(new)
        group.command(name="rules", description="The rules in short")(rules)
        group.command(name="panel", description="A private panel")(panel)
        group.command(name="move", description="Play by notation")(
            app_commands.autocomplete(move=moves)(move)
        )
        self.tree.add_command(group)
        for command in (everything, call, slow, tongue, write, hold):
            self.tree.add_command(command)
        self.registered = asyncio.Event()
        self.held = 0
        self.letter: discord.Message | None = None

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.registered.set()


@app_commands.describe(players="How many seats", long="The long game", rival="Who to beat")
async def new(
    interaction: discord.Interaction,
    players: app_commands.Range[int, 1, 4] = 2,
    long: bool = False,
    rival: discord.Member | None = None,
) -> None:
    await interaction.response.defer()
    name = rival.display_name if rival else "nobody"
    await interaction.followup.send(f"Table for {players}, long: {long}, against {name}")


async def rules(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Build upwards.", ephemeral=True)


async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.followup.send(view=Panel(), files=[png()], ephemeral=True)


@app_commands.describe(move="For example T3 -1,2 r4")
async def move(interaction: discord.Interaction, move: str) -> None:
    await interaction.response.send_message(f"Played {move}")


async def moves(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    offered = [f"T{tile} -1,2 r{tile}" for tile in range(1, 4)]
    return [
        app_commands.Choice(name=choice, value=choice)
        for choice in offered
        if choice.startswith(current)
    ]


@app_commands.command(description="One of everything")
async def everything(interaction: discord.Interaction) -> None:
    record = discord.File(BytesIO(b"{}"), "record.json")
    await interaction.response.send_message(view=Everything(), files=[png(), record])


@app_commands.command(description="Call somebody")
async def call(interaction: discord.Interaction, who: discord.Member) -> None:
    await interaction.response.send_message(
        f"Your turn, {who.mention}!", allowed_mentions=discord.AllowedMentions(users=[who])
    )


@app_commands.command(description="Never answers")
async def slow(interaction: discord.Interaction) -> None:
    await asyncio.sleep(0)


@app_commands.command(description="The language of my Discord")
async def tongue(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(interaction.locale.value)


@app_commands.command(description="A direct message")
async def write(interaction: discord.Interaction) -> None:
    await interaction.user.send("Your hand: three cards")
    await interaction.response.send_message("Sent", ephemeral=True)


class Hand(discord.ui.LayoutView):
    """A picture and a line in a direct message."""

    def __init__(self, count: int) -> None:
        super().__init__(timeout=None)
        gallery = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description=f"{count} cards")
        )
        display = discord.ui.TextDisplay(f"Your hand holds {count} cards")
        self.add_item(discord.ui.Container(display, gallery))


@app_commands.command(description="A hand by direct message, edited when it changes")
async def hold(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    client = interaction.client
    client.held += 1
    if client.letter is None:
        client.letter = await interaction.user.send(view=Hand(client.held), file=png())
    else:
        await client.letter.edit(view=Hand(client.held), attachments=[png("#cc3f24")])
    await interaction.followup.send("Dealt", ephemeral=True)
