"""Posts of a game in which players fall one after the other."""

from rules.levels import EASY
from tests.posting import posts_of_game, table_of


def test_everybody_who_is_out_of_the_game_has_a_post():
    game = [*posts_of_game(table_of("massalia", 4, 4, "en"), EASY)]
    out = [posted.payload for posted in game if posted.kind == "out"]
    fallen = {seat for ply in game[-1].log for event in ply.events for seat in event.puts_out}
    assert len(fallen) == 3
    assert sorted(payload.seat for payload in out) == sorted(fallen)
    assert all(payload.mention == [payload.seat + 1] for payload in out)
