"""`/<game> new · move · board · rules`, `first-steps`, `hand`: no game has its own cog."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from discord import app_commands

from bot import words
from bot.app import App
from bot.steps.prompts import NOT_YOUR_TURN
from bot.table.live import Prompt, QuestionPrompt
from bot.table.seating import Status, Table
from bot.words import composed
from bot.words.careful import CarefulWords
from cogs._access import access
from cogs._answering.items import CHOICES, LONGEST_CHOICE, matching_choices
from cogs._answering.visitor import Visitor
from cogs._lobby import new_table
from cogs._pages import board, cards, short_rules
from cogs._pages.pages import TEXT
from cogs._panel import lesson, moves
from cogs._posts import hands
from cogs._words import labels
from cogs._words.labels import SEATS, Click
from cogs._words.translator import describe_options, localized
from render.registry import renderer
from rules import registry
from rules.contract import Facts, IllegalMove, RulesError
from rules.notation import SEPARATOR
from rules.question import Option

ASIDE = " — "
"""Separator between the notation and its explanation in a choice."""
EXPLAINED = re.compile(rf"{ASIDE}[^{SEPARATOR}]*")
"""Explanations, which are ignored when a move is read."""


# ---- the table -----------------------------------------------------------------------------------


async def table_in_channel(visitor: Visitor, game: str) -> Table:
    """Table of this channel, else the person's only running one, else the last one here."""
    table = await _table_in_channel(visitor, game)
    visitor.answer.table_id = table.id
    return table


async def _table_in_channel(visitor: Visitor, game: str) -> Table:
    reading, channel = visitor.app.reading, visitor.channel
    table = await reading.table_in(channel, visitor.user)
    if table is not None and table.game == game:
        return table
    mine = await reading.tables_of(visitor.user, visitor.guild)
    running = [table for table in mine if table.game == game and table.status is Status.LIVE]
    if len(running) == 1:
        return running[0]
    last = await reading.last_table_in(channel)
    if last is not None and last.game == game:
        return last
    raise RulesError("panel.no_table_here")


async def require_public(visitor: Visitor, game: str, page: str, seat: int | None) -> None:
    """Refuse, in private, to show a board publicly in another channel than the table's."""
    table = await table_in_channel(visitor, game)
    if visitor.interaction.channel_id not in (table.home_id, table.channel_id):
        raise RulesError("panel.elsewhere", place=labels.place(table))
    await visitor.app.reading.look(table.id, None)
    board.require_page(table, page, seat)


# ---- autocomplete --------------------------------------------------------------------------------


async def next_moves(visitor: Visitor, game: str, typed: str) -> list[app_commands.Choice[str]]:
    """Choices that continue the typed move by one answer each time, until it is whole.

    In a line they are about the last move, in the position after those before it.
    """
    table = await table_in_channel(visitor, game)
    line, separator, prefix = EXPLAINED.sub("", typed).rpartition(SEPARATOR)
    *tokens_typed, beginning = prefix.lstrip().split(" ")
    tokens = list(filter(None, tokens_typed))
    prompt = await question_after(visitor, table, line, tokens)
    if beginning.lower() in {option.token.lower() for option in answers(prompt)}:
        prompt, beginning = await question_after(visitor, table, line, [*tokens, beginning]), ""
    return suggestions(prompt, beginning, visitor.language, f"{line}{separator}".strip())


async def question_after(
    visitor: Visitor, table: Table, line: str, tokens: Sequence[str]
) -> Prompt:
    """Question after `tokens`, even if they are a whole move already. Raises RulesError."""
    moves, user = visitor.app.moves, visitor.user
    return await moves.ask_after(table.id, user, None, tokens, line=line)


def answers(prompt: Prompt) -> Iterator[Option]:
    """Answers to a question; none where the move is whole."""
    if isinstance(prompt, QuestionPrompt):
        yield from prompt.question.answers()


def suggestions(
    prompt: Prompt, beginning: str, language: str, line: str = ""
) -> list[app_commands.Choice[str]]:
    """Choices for the whole move, or for each answer that begins with `beginning`, after `line`.

    Answers that bring most points come first; of too many answers, those with a button in a panel
    come before the others.
    """
    move = " ".join(filter(None, (line, *prompt.tokens)))
    if not isinstance(prompt, QuestionPrompt):
        return [app_commands.Choice(name=move, value=move)] if len(move) <= LONGEST_CHOICE else []
    game_words = CarefulWords(prompt.table, language)
    matches = [o for o in answers(prompt) if o.token.lower().startswith(beginning.lower())]
    matches.sort(key=lambda option: -(option.brings or 0))
    if len(matches) > CHOICES:
        matches.sort(key=lambda option: not option.is_button)
    return [
        suggestion(longer, game_words.answer(option, prompt.view).text)
        for option in matches[:CHOICES]
        if len(longer := f"{move} {option.token}".strip()) <= LONGEST_CHOICE
    ]


def suggestion(move: str, label: str) -> app_commands.Choice[str]:
    """Choice of a move with its explanation, as far as there is room."""
    explained = f"{move}{ASIDE}{label.replace(SEPARATOR, ',')}"
    has_room = len(move) + len(ASIDE) < LONGEST_CHOICE
    name = words.shorten(explained, LONGEST_CHOICE) if has_room else move
    return app_commands.Choice(name=name, value=move)


# ---- the commands --------------------------------------------------------------------------------


def _command(key: str, *options: str) -> Callable[[Any], app_commands.Command[Any, ..., Any]]:
    """Decorator of a command of every game, with its texts and those of its options."""
    stem = f"command.{key}"
    name, description = localized(f"{stem}.name"), localized(f"{stem}.description")
    made = app_commands.command(name=name, description=description)
    return lambda function: made(describe_options(stem, *options)(function))


class GameCommands(app_commands.Group):
    """Commands of `/<game>`, built from the game's facts and its catalogue."""

    def __init__(self, facts: Facts) -> None:
        self.key = facts.key
        super().__init__(name=self.key, description=localized(composed.command(self.key)))
        self.add_command(new_table.command(facts))
        for picture in renderer(facts.key).thing_pictures:
            self.add_command(cards.command(facts.key, picture))
        if not facts.hands:
            self.remove_command("hand")
        if registry.get(facts.key).lesson is None:
            self.remove_command("first-steps")

    @_command("move", "move")
    async def move(self, interaction: Click, move: str) -> None:
        """Make a typed move; if it is not whole, open the panel on it."""
        visitor = Visitor.of(interaction)
        visitor.defer()
        table = await table_in_channel(visitor, self.key)
        access.require_home(visitor, table)
        visit, tokens = visitor.at(table), EXPLAINED.sub("", move).split()
        try:
            page = await moves.play(visit, tokens)
        except IllegalMove as refusal:
            if refusal.code != NOT_YOUR_TURN:
                raise
            page = await moves.offer_to_save(visit, tokens, refusal)
        await visit.show(page)

    @move.autocomplete("move")
    async def _moves(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        """Choices of the next token; none for a person who cannot move here."""
        visitor = Visitor.of(interaction)
        try:
            return await next_moves(visitor, self.key, current)
        except RulesError:
            return []

    @_command("board", "player", "picture", "text", "public")
    async def board(
        self,
        interaction: Click,
        player: int | None = None,
        picture: str | None = None,
        text: bool = False,
        public: bool = False,
    ) -> None:
        """Show the board again: all of it or one seat's, as a picture or in words."""
        visitor = Visitor.of(interaction)
        page = TEXT if text else picture or board.default_picture(self.key, player)
        if public:
            await require_public(visitor, self.key, page, player)
        visitor.defer(public=public)
        table = await table_in_channel(visitor, self.key)
        await visitor.show(await board.panel(visitor, table, page, player, public))

    @board.autocomplete("picture")
    async def _pictures(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        """Choices of the public pictures of this channel's table; without one, of all pictures."""
        visitor = Visitor.of(interaction)
        game_words = words.of(self.key, visitor.language)
        try:
            is_over = (await table_in_channel(visitor, self.key)).status is Status.OVER
        except RulesError:
            is_over = True
        names = renderer(self.key).available(is_over)
        return matching_choices(current, {name: game_words.picture(name) for name in names})

    @board.autocomplete("player")
    async def _players(self, interaction: Click, current: str) -> list[app_commands.Choice[int]]:
        """Choices of the seats of this channel's table, by letter and name."""
        visitor = Visitor.of(interaction)
        try:
            table = await table_in_channel(visitor, self.key)
        except RulesError:
            return []
        names = enumerate(labels.names(table))
        return matching_choices(current, {seat: f"{SEATS[seat]} · {name}" for seat, name in names})

    @_command("rules")
    async def rules(self, interaction: Click) -> None:
        """Show the rules in short."""
        visitor = Visitor.of(interaction)
        visitor.defer()
        await visitor.show(await short_rules.rules(visitor, self.key, ""))

    @_command("lesson")
    async def lesson(self, interaction: Click) -> None:
        """Open the first steps of the game in a thread of their own."""
        visitor = Visitor.of(interaction)
        visitor.defer()
        await visitor.show(await lesson.start(visitor, self.key))

    @_command("hand")
    async def hand(self, interaction: Click) -> None:
        """Show the person their hand in private."""
        visitor = Visitor.of(interaction)
        visitor.defer()
        table = await table_in_channel(visitor, self.key)
        await visitor.show(await hands.page(visitor, table))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    for game in registry.games().values():
        app.tree.add_command(GameCommands(game.facts))
