"""Pages of statistics: a person, one person in a game, a game with its ladder, a server.

Each is computed for its reader when it is opened: people who keep their statistics to themselves
are named to nobody else, and no page but one's own shows anything of another server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import discord
import msgspec
from babel.dates import format_timedelta
from discord import app_commands

from bot import words
from bot.i18n import written_number
from bot.table.names import as_label, bold, plain
from bot.table.statistics import Feat, GameLine, GameStatistics, PersonStatistics, Rung
from bot.words import LONGEST_ALT
from cogs._access.access import visible_tables
from cogs._access.commands import command, game_choices
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.items import ACCENT, Component, menu_of
from cogs._answering.lasting_items import LastingButton, LastingMenu
from cogs._answering.phone import Picture
from cogs._answering.presentation import drawing_or_sentence, frame
from cogs._answering.visitor import Visitor
from cogs._league.pages import gallery
from cogs._pages.pages import PageButton
from cogs._painting.wish import Wish
from cogs._words import labels
from render.contract import LADDER, POSTER
from render.ladder import Bar, Ladder
from render.registry import renderer
from rules import registry
from rules.contract import RulesError

MEDALS = "🥇🥈🥉"
PICTURE = "ladder.png"
LONGER = 1.5
"""Number of a unit of time from which a time is told in it."""
NOBODY, ALL_GAMES = 0, ""
HERE, ALL_SERVERS = "h", "a"
"""Scopes of a page, in a custom id."""
BEYOND = 1 << 63
"""A number that no id of Discord reaches, nor a whole number of SQLite."""


class Subject(msgspec.Struct, frozen=True):
    """Subject of a page: a person, or a server, in one game or in all."""

    person: int = NOBODY
    """NOBODY for the server."""
    game: str = ALL_GAMES
    is_everywhere: bool = False
    """Whether it is about all servers, which only one's own page can be."""

    @property
    def claims(self) -> tuple[str, int, str]:
        """Fields of it in a custom id."""
        return ALL_SERVERS if self.is_everywhere else HERE, self.person, self.game


Scope = Annotated[str, one_of((ALL_SERVERS, HERE))]
PersonId = Annotated[int, digits(20)]
GameOrAll = Annotated[str, "[a-z_]{0,32}"]


async def page(visitor: Visitor, subject: Subject) -> Panel:
    """Page of a subject. Raises RulesError where it would show nothing."""
    if subject.game and subject.game not in registry.games():
        raise RulesError("stats.no_such_game")
    if subject.person >= BEYOND:
        raise RulesError("stats.nothing_of")
    if subject.person:
        return await _page_of_person(visitor, subject)
    if not visitor.guild:
        raise RulesError("stats.only_here")
    return await (_page_of_game if subject.game else _page_of_server)(visitor, subject)


# ---- a person ------------------------------------------------------------------------------------


async def _page_of_person(visitor: Visitor, subject: Subject) -> Panel:
    """Page of a person's results; of one's own also on all servers."""
    app = visitor.app
    is_own = subject.person == visitor.user
    if (subject.is_everywhere and not is_own) or (not visitor.guild and not subject.is_everywhere):
        raise RulesError("stats.only_here")
    results = await app.statistics.of_person(
        subject.person,
        None if subject.is_everywhere else visitor.guild,
        reader=visitor.user,
        game=subject.game or None,
    )
    if results is None:
        code = "stats.nothing_of_me" if is_own else "stats.nothing_of"
        note = visitor.text(code, new=app.slash(f"{next(iter(registry.games()))} new"))
        return frame(ACCENT, note, *_controls(visitor, subject))
    lines = "\n".join(_person_lines(visitor, subject, results))
    footnote = _footnote(visitor, subject) if is_own else ""
    return frame(ACCENT, lines, footnote, *_controls(visitor, subject))


def _person_lines(visitor: Visitor, subject: Subject, results: PersonStatistics) -> Iterator[str]:
    """Lines about a person: games, places, time for a move, each game, other people."""
    name = bold(results.name)
    scope = visitor.text("stats.everywhere" if subject.is_everywhere else "stats.here")
    parts = [_title(subject.game)] if subject.game else []
    if subject.is_everywhere or not subject.game:
        parts.append(scope)
    about = " · ".join(parts)
    yield visitor.text("stats.heading", name=name, about=about)
    if results.played:
        yield visitor.text("stats.played", n=results.played)
        yield " · ".join(_place_texts(visitor, results))
    if results.move_time is not None:
        yield visitor.text("stats.move_time", time=span(visitor, results.move_time))
    yield from filter(None, (_game_line(visitor, line, subject, results) for line in results.games))
    if results.alone:
        won = visitor.text("stats.won", n=results.alone_won)
        yield visitor.text("stats.alone", n=results.alone, won=won)
    if results.reader is not None:
        reader = results.reader
        score = {"ahead": reader.behind, "behind": reader.ahead}
        yield visitor.text("stats.you_against", name=name, n=reader.games, **score)
    if results.rivals:
        rivals = [f"{bold(each.name)} {each.ahead}–{each.behind}" for each in results.rivals]
        yield visitor.text("stats.rivals", rivals=" · ".join(rivals))


def _place_texts(visitor: Visitor, results: PersonStatistics) -> Iterator[str]:
    """Number of games by place, of those given up, and of those that do not count."""
    for place, games in enumerate(results.places):
        medal = MEDALS[place] if place < len(MEDALS) else f"{place + 1}."
        yield f"{medal} {games}"
    if results.resigned:
        yield visitor.text("stats.resigned", n=results.resigned)
    if results.by_others:
        yield visitor.text("stats.by_others", n=results.by_others)


def _game_line(
    visitor: Visitor, line: GameLine, subject: Subject, results: PersonStatistics
) -> str:
    """Results of a person in one game; in more detail on the page of that game alone."""
    if not subject.game:
        parts = [f"- **{_title(line.game)}** · {_counts(visitor, line.games, line.won)}"]
        if line.rating is not None:
            parts.append(visitor.text("stats.rating_of_game", rating=line.rating))
        return " · ".join(parts)
    parts = []
    if line.best is not None:
        parts.append(visitor.text("stats.score", best=line.best, average=line.average))
    if line.rating is not None:
        code = "stats.rating_rank" if results.rank else "stats.rating"
        parts.append(visitor.text(code, rating=line.rating, rank=results.rank))
    return "\n".join(parts)


def _counts(visitor: Visitor, games: int, won: int) -> str:
    """Number of games, and of those won, if any."""
    played = visitor.text("stats.games", n=games)
    return f"{played}, {visitor.text('stats.won', n=won)}" if won else played


def _footnote(visitor: Visitor, subject: Subject) -> str:
    """Note on one's own page: who else may see it, and the command that changes that."""
    if subject.is_everywhere:
        return visitor.text("stats.everywhere_note")
    is_unlisted = visitor.app.people.preferences(visitor.user).unlisted
    code = "stats.unlisted_note" if is_unlisted else "stats.listed_note"
    return visitor.text(code, settings=visitor.app.slash("me settings"))


# ---- a server ------------------------------------------------------------------------------------


async def _page_of_server(visitor: Visitor, subject: Subject) -> Panel:
    app = visitor.app
    results = await app.statistics.of_server(visitor.guild, reader=visitor.user)
    lines = [visitor.text("stats.server_heading")]
    if not results.games and not results.alone:
        lines.append(_nothing_here(visitor))
    if results.games:
        lines.append(visitor.text("stats.server_total", n=results.games, people=results.people))
        lines += _usual(visitor, results.length, results.move_time)
    for line in results.lines:
        parts = [visitor.text("stats.games", n=line.games)]
        if line.length is not None:
            parts.append(span(visitor, line.length))
        if line.leader is not None:
            parts.append(f"{MEDALS[0]} {_rated(visitor, line.leader)}")
        lines.append(f"- **{_title(line.game)}** · {' · '.join(parts)}")
    if results.regulars:
        people = [
            f"{bold(each.name)} ({_counts(visitor, each.games, each.won)})"
            for each in results.regulars
        ]
        lines.append(visitor.text("stats.regulars", people=people))
    if results.alone:
        lines.append(visitor.text("stats.server_alone", n=results.alone))
    if feat := _visible(visitor, results.year_ago):
        won = {
            "name": bold(feat.name),
            "table": _link(visitor, feat),
            "score": _score(visitor, feat),
        }
        title = _title(feat.table.game)
        lines.append(visitor.text("stats.year_ago", game=title, **won))
    lines += await gallery(visitor)
    return frame(ACCENT, "\n".join(lines), *_controls(visitor, subject))


def _usual(visitor: Visitor, length: int | None, move_time: int | None) -> Iterator[str]:
    """Line about the typical length of a game, and the typical time for a move."""
    if length is not None and move_time is not None:
        times = {
            "length": span(visitor, length),
            "time": span(visitor, move_time),
        }
        yield visitor.text("stats.usual", **times)
    elif move_time is not None:
        yield visitor.text("stats.move_time", time=span(visitor, move_time))


def _nothing_here(visitor: Visitor) -> str:
    key = next(iter(registry.games()))
    return visitor.text("stats.nothing_here", new=visitor.app.slash(f"{key} new"))


# ---- a game --------------------------------------------------------------------------------------


async def _page_of_game(visitor: Visitor, subject: Subject) -> Panel:
    """Page of one game on a server: how long it takes, the ladder, the records."""
    app = visitor.app
    results = await app.statistics.of_game(visitor.guild, subject.game, reader=visitor.user)
    lines = [visitor.text("stats.game_heading", game=_title(subject.game))]
    if not results.games and not results.alone:
        lines.append(_nothing_here(visitor))
    if results.games:
        lines.append(visitor.text("stats.played", n=results.games))
        lines += _usual(visitor, results.length, results.move_time)
    ladder = await _ladder(visitor, subject.game, results.ladder)
    records = "\n".join((*_record_lines(visitor, results), *_small_print(visitor, results)))
    poster = _poster_buttons(visitor, results)
    return frame(ACCENT, "\n".join(lines), ladder, records, *_controls(visitor, subject, *poster))


def _poster_buttons(visitor: Visitor, results: GameStatistics) -> Iterator[PageButton]:
    """Button that shows the poster of the game with the best score."""
    feat = _visible(visitor, results.points)
    if feat is not None and POSTER in renderer(feat.table.game).public:
        label = visitor.text("stats.best_button")
        yield PageButton.named(label, feat.table, POSTER)


async def _ladder(visitor: Visitor, game: str, ladder: Sequence[Rung]) -> Picture | str:
    """Picture of the ladder; its lines where it cannot be drawn, "" where it is empty."""
    if not ladder:
        return ""
    language = visitor.language
    bars = tuple(
        Bar(rung.rank, plain(rung.name), rung.number, is_reader=rung.user_id == visitor.user)
        for rung in ladder
    )
    people = [f"{rung.rank}. {as_label(rung.name)} {rung.number}" for rung in ladder]
    alt = visitor.text("stats.ladder_alt", game=_title(game), people="; ".join(people))
    return await drawing_or_sentence(
        Wish(game, LADDER, shown=Ladder(bars)),
        alt[:LONGEST_ALT],
        language,
        name=PICTURE,
        instead="\n".join(_ladder_lines(visitor, ladder)),
    )


def _ladder_lines(visitor: Visitor, ladder: Sequence[Rung]) -> Iterator[str]:
    for rung in ladder:
        medal = MEDALS[rung.rank - 1] if rung.rank <= len(MEDALS) else f"{rung.rank}."
        games = visitor.text("stats.games", n=rung.games)
        yield f"{medal} {_rated(visitor, rung)} · {games}"


def _rated(visitor: Visitor, rung: Rung) -> str:
    return f"{bold(rung.name)} {written_number(rung.number, visitor.language)}"


def _record_lines(visitor: Visitor, results: GameStatistics) -> Iterator[str]:
    """Line for each record at a table that the reader may see."""
    if results.winning is not None:
        yield visitor.text("stats.winning", score=results.winning)
    for code, feats in (("best", results.points), ("margin", results.margins)):
        if feat := _visible(visitor, feats):
            name, link = bold(feat.name), _link(visitor, feat)
            score = _score(visitor, feat)
            yield visitor.text(f"stats.{code}", score=score, name=name, table=link)
    lengths = [
        visitor.text(f"stats.{code}", time=span(visitor, feat.value), table=_link(visitor, feat))
        for code, feats in (("shortest", results.shortest), ("longest", results.longest))
        if (feat := _visible(visitor, feats))
    ]
    if lengths:
        yield visitor.text("stats.lengths", lengths=" · ".join(lengths))


def _visible(visitor: Visitor, feats: Sequence[Feat]) -> Feat | None:
    """The first record at a table that the reader may see."""
    tables = {table.id for table in visible_tables(visitor, [feat.table for feat in feats])}
    return next((feat for feat in feats if feat.table.id in tables), None)


def _score(visitor: Visitor, feat: Feat) -> str:
    """Score of a record with its unit; without one where this bot does not have the game."""
    if (game := feat.table.game) not in registry.games():
        return written_number(feat.value, visitor.language)
    return words.of(game, visitor.language).amount("", feat.value)


def _link(visitor: Visitor, feat: Feat) -> str:
    return f"[{visitor.text('stats.table', number=feat.table.number)}]({feat.table.link})"


def _small_print(visitor: Visitor, results: GameStatistics) -> Iterator[str]:
    """Small print: where ratings begin, those of AI players, games of one person."""
    players = [
        f"{visitor.text(f'common.level_{level}')} {written_number(number, visitor.language)}"
        for level, number in results.ai_players
    ]
    if players:
        yield visitor.text("stats.begin_ai", players=" · ".join(players))
    elif results.ladder:
        yield visitor.text("stats.begin")
    if results.alone and not results.games:
        yield visitor.text("stats.server_alone", n=results.alone)


# ---- parts ---------------------------------------------------------------------------------------


def _title(game: str) -> str:
    """Title of a game; its key where this bot does not have it."""
    return labels.titles().get(game, game)


def span(visitor: Visitor, seconds: int) -> str:
    """A time in its largest unit, as "3 hours"."""
    written: str = format_timedelta(max(seconds, 1), threshold=LONGER, locale=visitor.language)
    return written.replace(" ", "\u00a0")


def _controls(visitor: Visitor, subject: Subject, *also: LastingButton) -> Iterator[Component]:
    """Menu of the games, and buttons to the other pages; `also` come last."""
    titles = {"all": visitor.text("stats.all_games"), **labels.titles()}
    yield StatisticsMenu(menu_of(titles, subject.game or "all"), *subject.claims)
    buttons = [
        StatisticsButton.named(visitor.text(f"stats.{name}_button"), *target.claims)
        for name, target in _other_pages(visitor, subject)
        if target != subject
    ]
    yield [*buttons, *also]


def _other_pages(visitor: Visitor, subject: Subject) -> Iterator[tuple[str, Subject]]:
    """Pages that the buttons of a page lead to, by the names of the buttons."""
    if not visitor.guild:
        return
    yield "me", Subject(visitor.user)
    yield "server", Subject()
    if subject.game:
        yield "ladder", Subject(game=subject.game)
    if subject.person == visitor.user:
        yield "all", Subject(visitor.user, subject.game, is_everywhere=True)


class StatisticsButton(LastingButton, template="st:{scope}:{person}:{game}"):
    """Shows a page of statistics, of all servers or of this one."""

    scope: Scope
    person: PersonId
    game: GameOrAll

    async def press(self, visitor: Visitor) -> Panel:
        subject = Subject(self.person, self.game, self.scope == ALL_SERVERS)
        return await page(visitor, subject)


class StatisticsMenu(LastingMenu, template="sg:{scope}:{person}:{game}"):
    """Menu of the games on a page of statistics."""

    scope: Scope
    person: PersonId
    game: GameOrAll

    async def press(self, visitor: Visitor) -> Panel:
        choice = visitor.value
        game = choice if choice in registry.games() else ALL_GAMES
        subject = Subject(self.person, game, self.scope == ALL_SERVERS)
        return await page(visitor, subject)


# ---- the command ---------------------------------------------------------------------------------


@command("stats", game=game_choices)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def stats(
    visitor: Visitor, person: discord.User | None = None, game: str | None = None
) -> Panel:
    """Show a person's results, or those of a game here; without a choice, one's own."""
    return await page(visitor, _subject(visitor, person, game))


def _subject(visitor: Visitor, person: discord.User | None, game: str | None) -> Subject:
    """Subject of the first page: a named person, else a named game, else oneself.

    In direct messages it is oneself on all servers.
    """
    if not visitor.guild:
        return Subject(person.id if person else visitor.user, game or "", is_everywhere=True)
    if person is None and game is not None:
        return Subject(game=game)
    return Subject(person.id if person else visitor.user, game or "")
