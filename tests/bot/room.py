"""Four friends and what they do at tables."""

from collections.abc import Awaitable
from typing import Any

import pytest

from bot.service import Services
from bot.table.live import MovePreview, Prompt, QuestionPrompt, Turn
from bot.table.options import Entry, Terms
from bot.table.seating import Person, Status, Table
from rules.contract import RulesError
from rules.question import Option
from rules.rng import Rng

MAUD, BASTIEN, INES, KARIM = people = (
    Person(100, "Maud"),
    Person(200, "Bastien"),
    Person(300, "Inès"),
    Person(400, "Karim"),
)
STRANGER = 999
INVITED = Terms(entry=Entry.INVITED)


async def lobby(services: Services, size: int = 2, **different: Any) -> Table:
    """A table that Maud opens in a thread; she plays first."""
    terms = {
        "game": "akropolis",
        "guild_id": 1,
        "channel_id": 10,
        "host": MAUD,
        "size": size,
        "options": {},
        "language": "en",
        "in_thread": True,
        "ai": (),
        "drawn": False,
    }
    return await services.lobbies.open(**{**terms, **different})


async def start_table(services: Services, size: int = 2, **different: Any) -> Table:
    """A table where `size` friends, or as many as the AI players leave room for, have begun."""
    table = await lobby(services, size, **different)
    for person in people[1 : size - len(different.get("ai", ()))]:
        await services.lobbies.join(table.id, person)
    return await services.lobbies.start(table.id, MAUD.user_id)


async def finished_game_by_invitation(services: Services) -> Table:
    """A game of Maud and Bastien that is over; Inès was invited, too, and took no seat."""
    table = await lobby(services, terms=INVITED)
    for guest in (BASTIEN, INES):
        await services.lobbies.invite(table.id, MAUD.user_id, guest)
    await services.lobbies.join(table.id, BASTIEN)
    await services.lobbies.start(table.id, MAUD.user_id)
    await services.seats.resign(table.id, BASTIEN.user_id)
    return await services.tables.get(table.id)


async def acting(services: Services, table_id: int) -> int:
    """The person who must act now."""
    look = await services.reading.look(table_id, None)
    user = look.table.seats[look.to_act[0]].user_id
    assert user is not None
    return user


def options_of(prompt: Prompt) -> tuple[Option, ...]:
    """The answers to a question; none where the move is whole."""
    return tuple(prompt.question.answers()) if isinstance(prompt, QuestionPrompt) else ()


async def some_move(services: Services, table_id: int, user: int, pick: int = 0) -> Prompt:
    """A legal candidate, reached by answering question after question."""
    tokens: tuple[str, ...] = ()
    while True:
        prompt = await services.moves.ask_after(table_id, user, None, tokens)
        if isinstance(prompt, MovePreview):
            return prompt
        tokens = (*prompt.tokens, options_of(prompt)[pick % len(options_of(prompt))].token)


async def make_move(services: Services, table_id: int, pick: int = 0) -> Turn:
    """Whoever must act does something."""
    user, tokens = await acting(services, table_id), list[str]()
    async with services.tables.hold(table_id) as live:
        game, state, seat = live.game, live.state, live.table.seat_of(user)
        while (question := game.ask(state, seat, tokens)) is not None:
            answers = [*question.answers()]
            tokens.append(answers[pick % len(answers)].token)
    turn = await services.moves.play(table_id, user, live.table.revision, tokens)
    assert isinstance(turn, Turn)
    return turn


async def play_out(services: Services, table_id: int) -> list[Turn]:
    """Random moves to the end of the game, or of what people have to do in it."""
    turns, luck = [], Rng(table_id)
    while (await services.tables.get(table_id)).status is Status.LIVE:
        user = await acting(services, table_id)
        async with services.tables.hold(table_id) as live:
            seat = live.table.seat_of(user)
            move = live.game.notation(live.state, seat, live.game.sample(live.state, seat, luck))
        turn = await services.moves.play(table_id, user, None, [move])
        assert isinstance(turn, Turn)
        turns.append(turn)
    return turns


async def refusal_code(doing: Awaitable[object]) -> str:
    """Code of the refusal of what somebody tries."""
    with pytest.raises(RulesError) as refusal:
        await doing
    return refusal.value.code
