"""A seat that could strike down everybody else is named, and the luck that it would need."""

from itertools import groupby

from rules.massalia import GAME
from tests.massalia.building import at
from tests.rulebook import rule


def grade(life):
    """Code of the threat to an opponent with so much life; "" for none."""
    hand = ["SO#1", "SO#2", "MA#1", "MA#2", "AM#1"]
    state = at(me={"hand": hand}, others=[{"life": life}])
    threats = {threat.seat: threat.code for threat in GAME.threats(state)}
    return threats.get(0, "")


@rule("MA-44", "MA-73")
def test_the_more_life_is_left_the_more_luck_a_threat_needs():
    grades = [grade for grade, _ in groupby(map(grade, range(1, 31)))]
    assert grades == ["massalia.threat_attack", "massalia.threat_luck", ""]
