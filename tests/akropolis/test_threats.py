"""The seat that has the last turn is named where it could win with it; more in tests/contract."""

from rules import record
from rules.akropolis import GAME
from tests.records import records_of
from tests.rulebook import rule


def ends():
    """The last positions of recorded games of several seats: before each turn, and the end."""
    for game in records_of("akropolis"):
        if game.seats > 1:
            yield [state.clone() for state, _ in record.replay(game)][-1 - game.seats :]


@rule("AK-42", "AK-80")
def test_the_winner_of_the_last_turn_was_named_before_it():
    """With at least as many points as it had in the end."""
    wins = 0
    for *_, before, last, end in ends():
        [seat] = GAME.to_act(last)
        if seat in GAME.result(end).winners:
            [threat] = GAME.threats(before)
            assert threat.seat == seat
            assert threat.args["n"] >= GAME.scores(end)[seat].total
            wins += 1
    assert wins


@rule("AK-42")
def test_only_the_seat_that_has_the_last_turn_is_named():
    for *states, last, end in ends():
        assert GAME.threats(end) == []
        for state in (*states, last):
            assert {threat.seat for threat in GAME.threats(state)} <= {*GAME.to_act(last)}
