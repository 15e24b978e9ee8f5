"""Names as people choose them: any sign, or none that can be seen."""

from bot.names import bold, escaped, plain
from tests.cases import each_case


@each_case(
    ("name", "shown"),
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
def test_a_name_is_one_line_of_what_can_be_seen(name, shown):
    assert plain(name) == shown


@each_case(
    ("name", "told"),
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
def test_a_name_is_no_formatting(name, told):
    assert escaped(name) == told
    assert bold(name) == f"**{told}**"


def test_a_name_that_cannot_be_seen_leaves_no_stray_stars():
    assert bold("\u3164") == "**?**"
