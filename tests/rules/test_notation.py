"""Normal form of a typed move, the same in every game."""

from rules.notation import LONGEST, normal_text
from tests.cases import each_case


@each_case(
    ("typed", "read"),
    [
        ("  T3   -1,2\tr4 ", "T3 -1,2 r4"),
        ("T3 −1,2 r4", "T3 -1,2 r4"),
        ("T3 –1,2 ‑ r4", "T3 -1,2 - r4"),
        ("T3 -1,2 r4 {the best I could find}", "T3 -1,2 r4"),
        ("", ""),
        ("{only a comment}", ""),
    ],
)
def test_blanks_minus_signs_and_comments(typed, read):
    assert normal_text(typed) == read


def test_a_text_too_long_for_a_move_is_none():
    assert normal_text("x" * LONGEST) == "x" * LONGEST
    assert normal_text("x" * (LONGEST + 1)) == ""
