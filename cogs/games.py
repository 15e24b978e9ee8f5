"""`/<game> new · move · board · rules`, and `hand` where there is one: no game has its own cog."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from discord import app_commands

from bot import words
from bot.app import App
from bot.table.seating import Status, Table
from bot.tables import Asked, Prompt
from bot.words import composed
from bot.words.careful import CarefulWords
from cogs import _access, _hands, _labels, _moving, _new, _pages, _things
from cogs._items import CHOICES, LONGEST_CHOICE, fitting
from cogs._labels import SEATS, Click, reader
from cogs._paint import PAINTER, asked_by
from cogs._private import show
from cogs._translator import explained, said
from cogs._visit import Visit
from render.registry import renderer
from rules import registry
from rules.contract import Facts, RulesError
from rules.notation import SEPARATOR
from rules.question import Option

ASIDE = " — "
"""Parts the notation from its explanation in a suggestion."""
EXPLAINED = re.compile(rf"{ASIDE}[^{SEPARATOR}]*")
"""What is never read: from there to the next move of the line."""


# ---- which table ---------------------------------------------------------------------------------


async def table_meant(interaction: Click, game: str) -> Table:
    """The table of this channel, my only running one, or the last one here. Raises RulesError."""
    tables, channel = interaction.client.tables, interaction.channel_id or 0
    here = await tables.at(channel, interaction.user.id)
    if here is not None and here.game == game:
        return here
    mine = await tables.of_person(interaction.user.id, interaction.guild_id or 0)
    running = [table for table in mine if table.game == game and table.status is Status.LIVE]
    if len(running) == 1:
        return running[0]
    last = await tables.last_at(channel)
    if last is not None and last.game == game:
        return last
    raise RulesError("panel.no_table_here")


async def require_public(interaction: Click, game: str, page: str, seat: int | None) -> None:
    """Refuse in private to show a board to everybody where it does not belong."""
    table = await table_meant(interaction, game)
    if interaction.channel_id not in (table.home_id, table.channel_id):
        raise RulesError("panel.elsewhere", place=_labels.place(table))
    await interaction.client.tables.look(table.id, None)
    _pages.require_page(table, page, seat)


# ---- suggestions ---------------------------------------------------------------------------------


async def next_moves(interaction: Click, game: str, typed: str) -> list[app_commands.Choice[str]]:
    """What may follow what is typed: one answer more each time, until the move is whole.

    In a line it is about the last move, as the table would be after those before it.
    """
    table = await table_meant(interaction, game)
    line, separator, last = EXPLAINED.sub("", typed).rpartition(SEPARATOR)
    *taken, begun = last.lstrip().split(" ")
    tokens = list(filter(None, taken))
    prompt = await following(interaction, table, line, tokens)
    if begun.lower() in {option.token.lower() for option in answers(prompt)}:
        prompt, begun = await following(interaction, table, line, [*tokens, begun]), ""
    return suggestions(prompt, begun, reader(interaction), f"{line}{separator}".strip())


async def following(interaction: Click, table: Table, line: str, tokens: Sequence[str]) -> Prompt:
    """What may follow `tokens`, even where they are a move already. Raises RulesError."""
    tables, user = interaction.client.tables, interaction.user.id
    return await tables.ask_after(table.id, user, None, tokens, line=line)


def answers(prompt: Prompt) -> Iterator[Option]:
    """The answers to a question; none where the move is whole."""
    if isinstance(prompt, Asked):
        yield from prompt.question.answers()


def suggestions(
    prompt: Prompt, begun: str, language: str, line: str = ""
) -> list[app_commands.Choice[str]]:
    """The whole move, or the answers that begin with `begun`, explained; behind those of `line`.

    What brings most comes first, where that is known; where there is no room for all, before that
    what a panel has no menu for.
    """
    move = " ".join(filter(None, (line, *prompt.tokens)))
    if not isinstance(prompt, Asked):
        return [app_commands.Choice(name=move, value=move)] if len(move) <= LONGEST_CHOICE else []
    spoken = CarefulWords(prompt.table)
    fitting = [o for o in answers(prompt) if o.token.lower().startswith(begun.lower())]
    fitting.sort(key=lambda option: -(option.brings or 0))
    if len(fitting) > CHOICES:
        fitting.sort(key=lambda option: not option.is_button)
    return [
        suggestion(further, spoken.answer(option, prompt.view, language).text)
        for option in fitting[:CHOICES]
        if len(further := f"{move} {option.token}".strip()) <= LONGEST_CHOICE
    ]


def suggestion(move: str, label: str) -> app_commands.Choice[str]:
    """A move with its explanation, as far as there is room for one."""
    whole = f"{move}{ASIDE}{label.replace(SEPARATOR, ',')}"
    has_room = len(move) + len(ASIDE) < LONGEST_CHOICE
    name = words.shortened(whole, LONGEST_CHOICE) if has_room else move
    return app_commands.Choice(name=name, value=move)


# ---- the commands --------------------------------------------------------------------------------


class GameCommands(app_commands.Group):
    """What `/<game>` offers whatever the game, made from its facts and its catalogue."""

    def __init__(self, facts: Facts) -> None:
        self.key = facts.key
        super().__init__(name=self.key, description=said(composed.command(self.key)))
        self.add_command(_new.command(facts))
        for picture in renderer(facts.key).looked_up:
            self.add_command(_things.command(facts.key, picture))
        if not facts.hands:
            self.remove_command("hand")

    async def interaction_check(self, interaction: Click) -> bool:  # type: ignore[override]
        """Tell the painter who asks; everybody may."""
        asked_by(interaction)
        return True

    @app_commands.command(
        name=said("command.move.name"), description=said("command.move.description")
    )
    @explained("command.move", "move")
    async def move(self, interaction: Click, move: str) -> None:
        """Make a typed move; where it is not whole, open the panel on it."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_meant(interaction, self.key)
        _access.require_home(interaction, table)
        await _moving.play(Visit.of(interaction, table), EXPLAINED.sub("", move).split())

    @move.autocomplete("move")
    async def _moves(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        """The next token; nothing for somebody who cannot move here."""
        try:
            return await next_moves(interaction, self.key, current)
        except RulesError:
            return []

    @app_commands.command(
        name=said("command.board.name"), description=said("command.board.description")
    )
    @explained("command.board", "player", "picture", "text", "public")
    async def board(
        self,
        interaction: Click,
        player: int | None = None,
        picture: str | None = None,
        text: bool = False,
        public: bool = False,
    ) -> None:
        """Show the board again: all of it or one seat's, as a picture or in words."""
        page = _pages.TEXT if text else picture or _pages.usual(self.key, player)
        if public:
            await require_public(interaction, self.key, page, player)
        await interaction.response.defer(ephemeral=not public, thinking=True)
        table = await table_meant(interaction, self.key)
        await show(interaction, await _pages.board(interaction, table, page, player, public))

    @board.autocomplete("picture")
    async def _pictures(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        """The pictures that anybody may see of the table that is meant; where none is, all."""
        spoken, language = words.of(self.key), reader(interaction)
        try:
            over = (await table_meant(interaction, self.key)).status is Status.OVER
        except RulesError:
            over = True
        names = renderer(self.key).offered(over)
        return fitting(current, {name: spoken.picture(name, language) for name in names})

    @board.autocomplete("player")
    async def _players(self, interaction: Click, current: str) -> list[app_commands.Choice[int]]:
        """The seats of the table that is meant, by letter and name."""
        try:
            table = await table_meant(interaction, self.key)
        except RulesError:
            return []
        names = enumerate(_labels.names(table))
        return fitting(current, {seat: f"{SEATS[seat]} · {name}" for seat, name in names})

    @app_commands.command(
        name=said("command.rules.name"), description=said("command.rules.description")
    )
    async def rules(self, interaction: Click) -> None:
        """Show the rules in short."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, _pages.rules(self.key, "", reader(interaction)))

    @app_commands.command(
        name=said("command.hand.name"), description=said("command.hand.description")
    )
    async def hand(self, interaction: Click) -> None:
        """Show me my hand, to me alone."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_meant(interaction, self.key)
        await show(interaction, await _hands.page(interaction, table))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    for game in registry.games().values():
        app.tree.add_command(GameCommands(game.facts))
        PAINTER.prewarm(game.facts.key)
