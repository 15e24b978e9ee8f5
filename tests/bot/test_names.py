"""Names as people choose them: any sign, or none that can be seen."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from bot.table.names import (
    END,
    ISOLATE,
    RIGHT_TO_LEFT,
    as_label,
    bare,
    bold,
    escape_markdown,
    plain,
)
from bot.words import clip, shorten
from tests.cases import each_case


@each_case(
    ("name", "line"),
    [
        ("Maud", "Maud"),
        ("Jean-Luc O'Neil (Jr.)", "Jean-Luc O'Neil (Jr.)"),
        ("two\nlines\u2028and\tthree", "two lines and three"),
        ("in\u200bvisi\ufeffble\u2060", "invisible"),
        ("\u202egnorw\u202c", "gnorw"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("half a\ud83d sign", "half a sign"),
        ("\u200b\u200d\u2060", ""),
        ("\u3164 \u2800\u115f", ""),
        ("\u0301", ""),
        ("", ""),
    ],
)
def test_a_name_is_one_line_of_what_can_be_seen(name, line):
    assert plain(name) == line


@each_case(
    ("name", "escaped"),
    [
        ("[free nitro](https://evil.test)", r"\[free nitro\](https\://evil.test)"),
        ("<@200000000000000004>", r"\<\@200000000000000004\>"),
        ("@everyone", r"\@everyone"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("# heading", r"\# heading"),
        ("> quote\n- list", r"\> quote - list"),
        ("<t:0:R> </help:1> <:a:1>", r"\<t\:0\:R\> \</help\:1\> \<\:a\:1\>"),
        ("`a` *b* _c_ ~~d~~", r"\`a\` \*b\* \_c\_ \~\~d\~\~"),
        ("ends in \\", "ends in \\\\"),
    ],
)
def test_a_name_is_no_formatting(name, escaped):
    assert escape_markdown(name) == escaped
    assert bold(name) == f"**{escaped}**"


def test_a_name_that_cannot_be_seen_leaves_no_stray_stars():
    assert bold("\u3164") == "**?**"


# ---- names that run the other way ----------------------------------------------------------------

CHOSEN = st.text(
    st.sampled_from("Maud 1٣-,.·()محمدשרלוקé👩\u200d🚀\u202e\u2068\u2069*_"), max_size=40
)
"""Names of letters, figures and marks that run either way, and of signs that turn a text."""


def turning(text):
    """The signs of a text that pull what is beside them, and stand between no isolates."""
    depth, loose = 0, []
    for sign in text:
        depth = max(0, depth + (sign == ISOLATE) - (sign == END))
        if not depth and unicodedata.bidirectional(sign) in (*RIGHT_TO_LEFT, "RLO", "RLE", "RLI"):
            loose.append(sign)
    return loose


def is_closed(text):
    return text.count(ISOLATE) <= text.count(END)


@given(CHOSEN)
def test_no_name_turns_what_is_beside_it(name):
    for form in (as_label(name), escape_markdown(name), bold(name)):
        assert turning(form) == []
        assert is_closed(form)


@given(CHOSEN)
def test_a_name_is_wrapped_once_and_only_where_it_would_turn_something(name):
    label = as_label(name)
    assert label in (plain(name), f"{ISOLATE}{plain(name)}{END}")
    assert (label == plain(name)) == (turning(plain(name)) == [])
    assert as_label(label) == label
    assert plain(label) == plain(name)


@given(st.lists(CHOSEN, min_size=1, max_size=5), st.integers(8, 120))
def test_a_text_that_is_cut_within_a_name_keeps_its_direction(names, length):
    expected = " 3 · ".join(map(as_label, names)) + " 12"
    for cut in (shorten(expected, length), clip(expected, length)):
        assert len(cut) <= length
        assert turning(cut) == []
        assert is_closed(cut)


@given(st.text("a, ·*", max_size=30), st.integers(1, 30))
def test_a_text_that_is_cut_ends_its_bold_letters(letters, length):
    text = "".join(f"**{part}** b" for part in letters.split("*"))
    for cut in (shorten(text, length), clip(text, length)):
        assert len(cut) <= length
        assert cut.count("*") % 4 == 0


def test_the_figures_beside_such_names_stay_where_they_are():
    assert as_label("محمد") + " 1 · " + as_label("שרלוק") + " 3" == (
        f"{ISOLATE}محمد{END} 1 · {ISOLATE}שרלוק{END} 3"
    )


def test_such_a_name_is_found_by_its_letters():
    assert bare("מוד 7") in bare(f"A · {as_label('מוד')} 7")
