"""States as text: what was damaged is noticed, what an earlier version wrote is read."""

import pytest

from bot.table.encoding import as_json
from bot.table.stored_states import state_from_text, text_of_state
from rules.contract import BadPosition
from rules.registry import get

GAME = get("telegraph")
STATE = GAME.new(2, 7)
JSON = GAME.state_to_json(STATE)


def read(text: str):
    return GAME.state_to_json(state_from_text(GAME, GAME.facts.version, text))


def test_a_state_is_read_with_a_checksum_and_as_an_earlier_version_wrote_it():
    assert read(text_of_state(GAME, STATE)) == read(as_json(JSON)) == JSON


def test_every_flipped_bit_is_noticed():
    text = text_of_state(GAME, STATE)
    for at, letter in enumerate(text):
        with pytest.raises(BadPosition):
            read(text[:at] + chr(ord(letter) ^ 1) + text[at + 1 :])


def test_a_contradiction_in_a_text_without_a_checksum_is_noticed():
    with pytest.raises(BadPosition, match="contradicts the rules"):
        read(as_json(JSON | {"bonus_supply": 99}))
