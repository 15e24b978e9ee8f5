"""`/help`: a first page and topics, in the reader's language or another one of their choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from discord import app_commands

from bot.app import App
from bot.i18n import LANGUAGES, text, text_in
from bot.words import composed
from cogs._access.commands import COMMANDS, command
from cogs._access.former import FORMER
from cogs._access.server_rules import manages
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.items import ACCENT, menu_of
from cogs._answering.lasting_items import LastingButton, LastingMenu
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._me.my_games import GamesButton
from cogs._panel.lesson import StartButton
from cogs._words import labels, terms
from cogs._words.small_print import with_joined_small_print
from cogs._words.translator import BASE
from render.registry import renderer
from rules import registry
from rules.contract import Facts

FIRST = "first"
"""Topic of the page that a newcomer sees."""
LESSONS = "lessons"
"""Topic of the page about first steps."""
TOPICS = (
    *(LESSONS, "start", "move", "hand", "tables", "pace", "wishes", "host", "leagues", "me"),
    *("places", "privacy", "keeping"),
)
"""Topics that concern all games."""
Language = Annotated[str, one_of(LANGUAGES)]


def help_page(app: App, language: str, topic: str = FIRST, *, manages: bool = False) -> Panel:
    """Page of a topic with a menu of all topics; the first page for an unknown one.

    The first page points somebody who `manages` the server to its settings, others to first steps.
    """
    topic = topic if topic in _titles(language) else FIRST
    content = HelpPage(app, language).content(topic, manages=manages)
    languages = [
        LanguageButton.of(code, topic, code, disabled=code == language) for code in LANGUAGES
    ]
    ways_on = [*languages, GamesButton.of(0, language)]
    lessons = _lesson_buttons(topic, language)
    menu = TopicMenu(menu_of(_titles(language), topic), language)
    return frame(ACCENT, content, menu, lessons, ways_on)


def _lesson_buttons(topic: str, language: str) -> list[StartButton]:
    """Buttons for first steps: of the game of a page; on their own page of every game."""
    lessons = [key for key in registry.games() if registry.get(key).lesson is not None]
    if topic == LESSONS:
        return [StartButton.named(labels.titles()[key], key) for key in lessons]
    return [StartButton.of(topic, language)] if topic in lessons else []


def _titles(language: str) -> dict[str, str]:
    """Titles of the topics: the first page, those of all games, each game."""
    titles = {topic: text(f"help.{topic}_title", language) for topic in (FIRST, *TOPICS)}
    return titles | labels.titles()


class HelpPage:
    """The words of the pages in a language."""

    def __init__(self, app: App, language: str) -> None:
        self.app, self.language, self.text = app, language, text_in(language)

    def content(self, topic: str, *, manages: bool) -> str:
        """Words of a topic."""
        if topic == FIRST:
            return self._first_page(manages)
        body = self._shared_topic(topic) if topic in TOPICS else self._game_topic(topic)
        return f"## {_titles(self.language)[topic]}\n{body}"

    def _first_page(self, manages: bool) -> str:
        """First page: an introduction, a line for each game, the makers, a hint for the reader."""
        games = (self._line(registry.get(key).facts) for key in registry.games())
        introduction = (self.text("help.what"), self.text("help.first"))
        hint = self.text("help.newcomer")
        if manages:
            hint = self.text("help.manager", setup=self.app.slash("hexagora setup"))
        last = with_joined_small_print("\n".join((self.text("help.fan_made"), hint)))
        return "\n".join((*introduction, *games, last))

    def _line(self, facts: Facts) -> str:
        """Command, weight, players and length of a game, and what it is about."""
        length, args = labels.usual_turns(facts)
        return self.text(
            "help.game_line",
            new=self.app.slash(f"{facts.key} new"),
            weight=labels.weight(facts, self.language),
            seats=labels.seat_range(facts),
            turns=self.text(length, **args),
            tagline=labels.tagline(facts.key, self.language),
        )

    def _shared_topic(self, topic: str) -> str:
        key = next(iter(registry.games()))
        paths = _paths() | {name: f"{key} {name}" for name in ("new", "move", "board")}
        commands = {name: self.app.slash(path) for name, path in paths.items()}
        body, days = self.text(f"help.{topic}", **commands), self.app.settings.retention_days
        if topic != "keeping" or not days:
            return body
        return f"{body}\n{self.text('help.keeping_left', n=days)}"

    def _game_topic(self, key: str) -> str:
        """Subject, weight and lengths of a game, and the commands to begin with."""
        facts, language = registry.get(key).facts, self.language
        summary = (labels.weight(facts, language), *labels.recommendation(facts, language))
        commands = {name: self.app.slash(f"{key} {name}") for name in ("new", "rules")}
        others = [self.app.slash(f"{key} {name}") for name in _further_commands(facts)]
        return "\n".join(
            (
                labels.tagline(key, language),
                f"-# {' · '.join(summary)}",
                *self._lengths(facts),
                self.text("help.game", **commands, others=others),
            )
        )

    def _lengths(self, facts: Facts) -> Iterator[str]:
        for seats in facts.seats:
            length = registry.get(facts.key).turns(seats, {})
            players = self.text("lobby.players", n=seats)
            if length is not None:
                yield f"- {players} · {terms.length_text(length, seats, self.language)}"


def _paths() -> dict[str, str]:
    """Commands, beside those of a game, by the names by which the pages mention them.

    That of `/table log` is `log`, and that of `/league new` is `league_new`.
    """
    paths = {"place": "table move", "replay": "replay game", "delete": "me delete-my-data"}
    for group in COMMANDS.values():
        commands = group.commands if isinstance(group, app_commands.Group) else [group]
        for path in (each.qualified_name for each in commands):
            name = path.removeprefix(f"{group.name} ").replace("-", "_")
            if path not in FORMER:
                paths[f"league_{name}" if group.name == "league" else name] = path
    return paths


def _further_commands(facts: Facts) -> Iterator[str]:
    """Names of a game's commands that are of use once a table is there."""
    yield from ("move", "board")
    if registry.get(facts.key).lesson is not None:
        yield "first-steps"
    if facts.hands:
        yield "hand"
    for picture in renderer(facts.key).thing_pictures:
        yield text(composed.look_up(facts.key, picture), BASE)


class TopicMenu(LastingMenu, template="ht:{language}"):
    """Menu of topics in the language of the page; a value is a topic."""

    language: Language

    async def press(self, visitor: Visitor) -> Panel:
        topic = visitor.value
        return help_page(visitor.app, self.language, topic, manages=manages(visitor))


class LanguageButton(LastingButton, template="h:{language}[:{topic}]"):
    """Shows a page in another language, by default the first one."""

    label = "common.language_{language}"
    language: Language
    topic: Annotated[str, "[a-z_]{1,32}"] = ""

    async def press(self, visitor: Visitor) -> Panel:
        return help_page(visitor.app, self.language, self.topic, manages=manages(visitor))


@command("help")
async def help_(visitor: Visitor) -> Panel:
    """Show the first page, to this person only."""
    return help_page(visitor.app, visitor.language, manages=manages(visitor))
