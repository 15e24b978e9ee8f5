"""Questions, suggestions and previews of every game: `ask`, `complete`, `line`, `preview`."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import RulesError, line_notations, read
from rules.notation import SEPARATOR
from rules.question import SomeOf
from rules.rng import Rng
from tests.catalogues import has_text
from tests.contract.playing import as_json, every_setup, every_table, legal_texts, running
from tests.rulebook import refusal

CHOICES, LONGEST_ID = 25, 100
"""What Discord has room for: entries of a menu, characters of a custom id."""


# ---- questions -----------------------------------------------------------------------------------


def questions(setup):
    """Positions, the seat to act, beginnings of moves, and what is asked after them."""
    for state, seat in running(setup):
        tokens = setup.game.notation(state, seat, setup.game.sample(state, seat, Rng(4))).split()
        for length in range(len(tokens)):
            if question := setup.game.ask(state, seat, tokens[:length]):
                yield state, seat, tokens[:length], question


@every_table
def test_a_question_is_plain_json_and_its_choices_find_room_in_a_menu(setup):
    for *_, question in questions(setup):
        assert json.loads(as_json(question))
        if isinstance(question, SomeOf):
            assert 0 <= question.min_values <= question.max_values
            assert question.max_values <= len(question.options) <= CHOICES


@every_table
def test_moves_that_a_question_offers_at_once_are_legal_one_after_the_other(setup):
    game = setup.game
    for state, seat, tokens, question in questions(setup):
        for line in question.lines:
            moves = " ".join((*tokens, line.token)).split(SEPARATOR)
            assert len(moves) > 1
            assert line_notations(game, state, seat, read(game, state, seat, moves)) == moves


@every_setup
def test_every_move_finds_room_in_the_id_of_a_button(setup):
    """`t:` and `go.ccw:`, and numbers of a table and of its revision that are never reached."""
    room = LONGEST_ID - len(f"t:{10**7}:{10**5}:go.ccw:")
    for state, seat in running(setup):
        assert max(map(len, legal_texts(setup.game, state, seat))) <= room


@every_table
@given(tokens=st.lists(st.text(max_size=8), max_size=4))
def test_tokens_that_were_not_offered_are_refused_politely(setup, tokens):
    state, seat = running(setup)[0]
    refused = refusal(setup.game.options, state, seat, tokens)
    assert refused is None or has_text(refused.code)


# ---- suggestions ---------------------------------------------------------------------------------


@every_table
def test_any_beginning_of_a_move_is_completed_to_a_legal_one(setup):
    game = setup.game
    for state, seat in running(setup)[::2]:
        tokens = game.notation(state, seat, game.sample(state, seat, Rng(4))).split()
        for length in range(len(tokens) + 1):
            action = game.complete(state, seat, tokens[:length])
            game.check(state, seat, action)
            assert game.notation(state, seat, action).split()[:length] == tokens[:length]


@every_table
def test_a_beginning_that_leads_nowhere_is_not_completed(setup):
    state, seat = running(setup)[0]
    for tokens in (["nowhere"], ["nowhere", "at", "all"]):
        with pytest.raises(RulesError) as refused:
            setup.game.complete(state, seat, tokens)
        assert has_text(refused.value.code)


@every_table
def test_moves_that_are_suggested_at_once_are_legal_and_can_be_looked_at(setup):
    """To the end of the turn, or as far as they begin with something."""
    game = setup.game
    for state, seat in running(setup)[::2]:
        beginnings = [[], *([option.token] for option in game.options(state, seat, []))]
        for tokens in beginnings:
            line = game.line(state, seat, tokens)
            if not line:
                continue
            moves = line_notations(game, state, seat, line)
            assert read(game, state, seat, moves) == list(line)
            assert not tokens or moves[0].split()[0] == tokens[0]
            assert game.preview_line(state, seat, line) is not None
            for varied in game.variations_line(state, seat, line).values():
                varied_moves = line_notations(game, state, seat, varied)
                assert read(game, state, seat, varied_moves) == list(varied)
                assert varied != line


# ---- previews ------------------------------------------------------------------------------------


@every_setup
def test_a_preview_is_plain_json_and_its_pad_leads_to_other_legal_moves(setup):
    """In the directions of the hexes of its map."""
    game, foreign = setup.game, {"n", "s"} if setup.game.facts.pointy else {"e", "w"}
    for state, seat in running(setup):
        action = game.sample(state, seat, Rng(4))
        preview = game.preview(state, seat, action)
        assert preview is None or json.loads(as_json(preview))
        ways = game.variations(state, seat, action)
        assert not foreign & ways.keys()
        for candidate in ways.values():
            game.check(state, seat, candidate)
            assert candidate != action
