"""The cemetery, which lies open: lost scouts come there in the order of the blow."""

from tests.massalia.building import events_of
from tests.massalia.test_attacks import hit
from tests.rulebook import rule


@rule("MA-41", "MA-50")
def test_lost_scouts_lie_in_the_order_of_the_blow_as_the_log_tells_it():
    """The one with more life is hit first, though it was laid last."""
    scouts = [{"card": "C02#1", "life": 1}, {"card": "C12#1", "life": 3}]
    victim, _, events = hit(4, {"scouts": scouts})
    assert victim.cemetery == ["C12#1", "C02#1"]
    assert [loss["card"] for loss in events_of(events, "scout_lost")] == victim.cemetery
