"""Short texts about tables: title, names of the players, options, place, state."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot.app import App
from bot.i18n import text
from bot.table.live import Turn
from bot.table.names import as_label, bold, plain
from bot.table.seating import Status, Table, name_of, without_ai_mark
from bot.words import Icon, clip, composed
from bot.words.careful import CarefulWords
from cogs._words import terms
from rules import levels, registry
from rules.contract import Choice, Facts, Result

SEATS = "ABCDEFGH"
"""Letter of each seat, as in the pictures."""

Click = discord.Interaction[App]


def facts(table: Table) -> Facts:
    """Facts of the game played at `table`."""
    return registry.get(table.game).facts


def titles() -> dict[str, str]:
    """Titles of all games, by their keys."""
    return {key: game.facts.title for key, game in registry.games().items()}


def turn_name(table: Table, number: int, language: str) -> str:
    """A turn or a round by its number, as the game counts."""
    code = "analysis.round" if facts(table).rounds else "analysis.turn"
    return text(code if number else "analysis.before", language, number=number)


def title(table: Table, language: str) -> str:
    """Game and number of the table."""
    code = "sandbox.title" if table.is_sandbox else "table.title"
    return text(code, language, game=facts(table).title, number=table.number)


def names(table: Table) -> list[str]:
    """Names of the players in the order of the seats, for labels and alt texts."""
    return [as_label(name) for name in picture_names(table)]


def picture_names(table: Table) -> list[str]:
    """Names of the players in the order of the seats, for pictures, which separate them."""
    return [plain(name_of(table, seat)) or SEATS[seat] for seat in range(len(table.seats))]


def bold_names(table: Table) -> list[str]:
    """Names of the players in the order of the seats, in bold, for texts."""
    return [bold(name) for name in names(table)]


def short_names(table: Table) -> list[str]:
    """Names of the players in bold, for lines with many names: AI seats without their mark.

    Where an AI plays for a person, the name says so.
    """
    shown_names = names(table)
    for seat, occupant in enumerate(table.seats):
        if occupant.user_id is None:
            shown_names[seat] = without_ai_mark(shown_names[seat])
    return list(map(bold, shown_names))


def with_brief_names(table: Table) -> Table:
    """The table with the beginnings of long names; two that begin alike stay whole."""
    brief_names = [_brief_name(occupant.name) for occupant in table.seats]
    seats = (
        replace(occupant, name=name) if name and brief_names.count(name) == 1 else occupant
        for occupant, name in zip(table.seats, brief_names, strict=True)
    )
    return replace(table, seats=tuple(seats))


def _brief_name(name: str | None) -> str | None:
    """The beginning of a name, with the mark of an AI."""
    if name is None:
        return None
    person = without_ai_mark(name)
    return clip(person, LONGEST_BRIEF_NAME) + name.removeprefix(person)


LONGEST_BRIEF_NAME = 10
"""Letters of the beginning of a name."""


def host(table: Table) -> str:
    """Name of the host, in bold; a general word where their data was erased."""
    seats = enumerate(table.seats)
    seat = next((seat for seat, occupant in seats if occupant.user_id == table.host_id), None)
    return bold(text("table.nobody", table.language)) if seat is None else bold_names(table)[seat]


def winners(table: Table, result: Result, language: str) -> str:
    """Sentence about the winners, or that nobody has won."""
    if not result.winners:
        return text("board.nobody_won", language)
    winner_names = [bold_names(table)[seat] for seat in result.winners]
    return text("board.won", language, names=winner_names, n=len(winner_names))


def mark(app: App, table: Table, seat: int) -> str:
    """Icon of a seat in its colour; its letter until the icons are uploaded."""
    return str(mark_emoji(app, table, seat) or f"**{SEATS[seat]}**")


def marked_names(app: App, table: Table) -> list[str]:
    """Icons and names of the players in the order of the seats."""
    return [f"{mark(app, table, seat)} {name}" for seat, name in enumerate(bold_names(table))]


def mark_emoji(app: App, table: Table, seat: int) -> discord.PartialEmoji | None:
    """Icon of a seat in its colour; None until the icons are uploaded."""
    seats = max(table.size, len(table.seats))
    return app.emoji(CarefulWords(table, table.language).mark(table.options, seats, seat))


def has_luck(table: Table) -> bool:
    """Whether the seed decides anything: cards or tiles, or the first player."""
    return facts(table).luck or draws_seats(table)


def draws_seats(table: Table) -> bool:
    """Whether the order of the seats is drawn by lot."""
    return table.drawn and table.size > 1


def unfinished_turn_lines(table: Table, seat: int | None, language: str) -> list[str]:
    """Line about a player in the middle of a turn that the others do not see yet; [] for none."""
    if seat is None:
        return []
    return [text("board.midway", language, name=bold_names(table)[seat])]


def stopped_line(turn: Turn, language: str) -> str:
    """Line about the move at which a line of moves had to stop; "" where it went through."""
    return turn.stopped and text("table.line_stopped", language, move=turn.stopped)


def place(table: Table) -> str:
    """Link to the place of the table; to its lobby, or once it has begun, its title, until then."""
    home = table.home_id or (None if table.in_thread else table.channel_id)
    if home is None and table.status is Status.LIVE:
        return title(table, table.language)
    return f"<#{home}>" if home else table.link


def link(table: Table, language: str) -> ui.Button[Any]:
    """Link button to the table; a push notification would spell out a link in the text."""
    return ui.Button[Any](label=text("table.link_button", language), url=table.link)


def state(table: Table, language: str) -> str:
    """State of the table in a word: open for players, complete, running, over or closed."""
    if table.rests and table.status is Status.LIVE:
        return text(f"table.status_{'asleep' if table.asleep else 'paused'}", language)
    if table.status is not Status.LOBBY:
        return text(f"table.status_{table.status}", language)
    free = table.size - len(table.seats)
    return text("table.open_seats" if free else "table.complete", language, n=free)


# ---- facts of a game -----------------------------------------------------------------------------


def tagline(game: str, language: str) -> str:
    """Subject of a game, as a sentence."""
    return capitalised(text(composed.tagline(game), language))


def weight(facts: Facts, language: str) -> str:
    """How much there is to learn, in a word."""
    return text(f"common.weight_{facts.weight}", language)


def recommendation(facts: Facts, language: str) -> list[str]:
    """Numbers of players with which a game is at its best, in words; [] where all are equal."""
    if not facts.recommended:
        return []
    return [text("lobby.recommended", language, seats=list(facts.recommended))]


def seat_range(facts: Facts) -> str:
    """Numbers of players that a game is for: "2–4"; one alone: "4"."""
    few, many = min(facts.seats), max(facts.seats)
    return str(few) if few == many else f"{few}–{many}"


def usual_turns(facts: Facts) -> tuple[str, dict[str, int]]:
    """Code and arguments of the usual turns of a game, with few and with many players."""
    few, many = facts.turns[0], facts.turns[-1]
    args = {"few": facts.seats[0], "least": few.usual, "many": facts.seats[-1], "most": many.usual}
    if len(facts.turns) == 1:
        return "lobby.usual_turns_alone", args
    is_exact = all(length.least == length.most for length in facts.turns)
    return "lobby.usual_turns_exact" if is_exact else "lobby.usual_turns", args


# ---- AI players --------------------------------------------------------------------------------


def levels_of(facts: Facts, language: str) -> dict[str, str]:
    """Levels of AI players that a game offers, in words."""
    offered = levels.for_newcomers(facts.players)
    return {
        player: capitalised(text(f"common.level_{player}_about", language)) for player in offered
    }


# ---- the options -------------------------------------------------------------------------------


def settings(table: Table) -> list[Choice]:
    """Settings that exist for this number of seats."""
    return facts(table).settings(table.size)


def setting_token(value: str | None) -> str:
    """Value of a setting as the value of a menu's entry."""
    return value or "none"


def setting_label(table: Table, choice: Choice, language: str, value: str | None) -> str:
    """Value of a setting in words."""
    return text(composed.setting_value(table.game, choice.key, value), language)


def options_text(table: Table, language: str, *, unusual: bool = False) -> str:
    """Options of the table, in words; its place and language only where they are unusual.

    Of the settings all, or the `unusual` ones alone.
    """
    shown = [choice for choice in settings(table) if not unusual or not _is_usual(table, choice)]
    parts = [weight(facts(table), language), text("lobby.players", language, n=table.size)]
    parts += recommendation(facts(table), language)
    parts += (_setting(table, choice, language) for choice in shown)
    if table.size > 1:
        once_more = "lobby.seats_rotated" if table.rematch_of else "lobby.seats_joined"
        parts.append(text("lobby.seats_drawn" if table.drawn else once_more, language))
    parts += terms.terms_text(table, language)
    if not table.in_thread:
        parts.append(text("lobby.in_channel", language))
    if table.language != language:
        parts.append(text(f"common.language_{table.language}", language))
    return " · ".join(parts)


def _is_usual(table: Table, choice: Choice) -> bool:
    """Whether a setting is as the game proposes it."""
    value = table.options.get(choice.key, choice.default)
    if choice.many or choice.ordered:
        return tuple(value or ()) == tuple(choice.default or ())
    return bool(value == choice.default)


def _setting(table: Table, choice: Choice, language: str) -> str:
    value = table.options.get(choice.key, choice.default)
    if not (choice.many or choice.ordered):
        return setting_label(table, choice, language, value)
    if not value:
        return setting_label(table, choice, language, None)
    labels = [setting_label(table, choice, language, item) for item in value]
    name = text(composed.setting(table.game, choice.key), language)
    return text("lobby.several", language, name=name, chosen=labels)


def capitalised(label: str) -> str:
    """A text with a capital at its beginning."""
    return label[:1].upper() + label[1:]


def icons(app: App) -> Icon:
    """Function from the name of an application emoji to its markup."""
    return lambda name: str(app.emoji(name) or "")
