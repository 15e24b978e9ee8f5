"""The model of a phone: pixels that Chromium has measured, and what is cut for want of room."""

import discord
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from cogs._answering import phone
from cogs._answering.phone import BUTTON_ROW, LINE, POST, Ranked, Together, fit, line_count
from cogs._words.small_print import readable_texts
from tests.cases import each_case

WITHIN = 12
"""Pixels by which the model may differ from the page."""


def buttons(*labels):
    return ui.ActionRow(*(ui.Button(label=label) for label in labels))


def menu(title, *chosen):
    options = [discord.SelectOption(label=label, default=True) for label in chosen]
    return ui.ActionRow(ui.Select(placeholder=title, options=options))


PREVIEW = "**+1\xa0route**\nToujours 26\xa0points, dont 9 à dépenser"
MEASURED = {
    "a pad, and a row that breaks": (
        642,
        (241.2, PREVIEW, buttons(*"←↖↗→↺"), buttons(*"↙↘↻★‹")),
        buttons("Confirmer · R D10 SE-NE", "Détails ▾"),
    ),
    "a row that does not break": (
        592,
        (241.2, PREVIEW, buttons(*"←↖↗→"), buttons(*"↙↘★‹")),
        buttons("Confirmer · C P15", "Détails ▾"),
    ),
    "menus": (
        588,
        (
            251.2,
            "Dans quel village va l’oracle\xa0?",
            menu("Campanie"),
            menu("Ailleurs, par région"),
        ),
        buttons("‹", "★ Suggérer", "Écrire"),
    ),
    "a high menu": (
        605,
        (241.2, PREVIEW, menu("", "G16 Egnatia\xa0: coûte 1, vaudra 0 une fois relié à une ville")),
        buttons("Autre lieu…", "Écrire"),
        buttons("Confirmer · M G16", "Détails ▴"),
    ),
}
"""Panels of Magna Grecia as a page of 390 pixels showed them: how high they were, their parts."""


@each_case("name", MEASURED)
def test_a_panel_is_as_high_as_a_page_shows_it(name):
    measured, parts, *below = MEASURED[name]
    assert abs(phone.height((*parts, *below)) - measured) < WITHIN


def test_a_post_is_as_high_as_a_page_shows_it():
    """Its column is narrower than that of a panel."""
    lines = "\n".join(["@Maud"] * 8)
    assert abs(phone.height((f"{lines}\n-# Manche 3", 345, BUTTON_ROW), POST) - 639) < WITHIN
    assert phone.text_height("x" * 37, POST) > phone.text_height("x" * 37)


def test_a_space_that_keeps_words_together_is_as_narrow_as_any():
    labels = ("Ville · 3 tuiles", "Piocher · 7 tuiles")
    kept = buttons(*(label.replace(" ", "\xa0") for label in labels))
    assert phone.row_count(kept.children) == phone.row_count(buttons(*labels).children) == 1


def fits(lines):
    return len("".join(lines)) <= 6


def test_the_lowest_rank_is_cut_first_and_what_is_needed_never():
    parts = ("aa", Ranked("bb", 2), Ranked("cc", 1), Ranked("dd", 1), "ee")
    assert fit(parts, fits) == ["aa", "bb", "ee"]
    assert fit(parts, lambda lines: len(lines) <= 4) == ["aa", "bb", "dd", "ee"]
    assert fit(parts, lambda _: False) == ["aa", "ee"]


def test_a_part_may_take_the_place_of_another():
    parts = ("aa", Ranked("long one", 1, instead=Ranked("bb", 2)))
    assert fit(parts, fits) == ["aa", "bb"]
    assert fit(parts, lambda lines: len(lines) < 2) == ["aa"]


def test_parts_that_are_together_are_as_high_as_apart_and_are_cut_together():
    """An empty one among them takes no room, and the text gets shorter before all of it goes."""
    line = "-# 2e\xa0: " + " ".join(["pose moins de tuiles"] * 5)
    forms = [Together(["Pourquoi", "", losses]) for losses in phone.shrunk(line)]
    assert [line_count(form.parts[-1]) for form in forms] == [3, 2, 1]
    heights = [phone.height(form.parts) for form in forms]
    assert [phone.height([form]) for form in forms] == heights
    ranked = phone.forms_by_rank([*forms, Together(["Pourquoi"])], (1, 1, 1, phone.NEEDED))
    for high, form in zip(heights, forms, strict=True):
        assert fit([ranked], lambda parts, most=high: phone.height(parts) <= most) == [form]
    [least] = fit([ranked], lambda parts: phone.height(parts) < heights[-1])
    assert [*phone.separate([least])] == ["Pourquoi"]


def test_a_part_that_was_cut_in_vain_comes_back_where_there_is_room():
    """A small part goes before a large one of a higher rank, which has no room either."""
    parts = ("aa", Ranked("b", 1), Ranked("ccccc", 2))
    assert fit(parts, fits) == ["aa", "b"]
    chain = Ranked("whole", 1, instead=Ranked("part", 2, instead=Ranked("p", 3)))
    assert fit(("aa", chain, Ranked("ccccc", 4)), fits) == ["aa", "part"]
    assert phone.fit_each(parts, lambda some: fits(list(filter(None, some)))) == ["aa", "b", None]


@each_case("lines", [2, 4, 9])
def test_a_text_that_shrinks_loses_the_end_of_its_longest_paragraph(lines):
    first = "Fait. **Maud** joue " + ", ".join(["Frères trinitaires"] * 20)
    note = Ranked(f"{first}\n-# **Inès** est hors jeu\n-# `@D8`", shrinks=True)
    [short] = fit([note], lambda parts: line_count(parts[0]) <= lines + 2)
    assert lines < line_count(short) <= lines + 2
    assert short.startswith("Fait. **Maud** joue Frères trinitaires")
    assert short.endswith("…\n-# **Inès** est hors jeu\n-# `@D8`")


@given(st.lists(st.text("abc,", min_size=1, max_size=9), min_size=1), st.integers(1, 3))
def test_a_line_that_has_no_room_is_cut_between_words_with_an_ellipsis(words_of_line, most):
    line = " ".join(words_of_line)
    cut = phone.shortened(line, most)
    assert line_count(cut) <= most
    assert (cut == line) is (line_count(line) <= most)
    assert cut == line or (cut.endswith(" …") and line.startswith(cut.removesuffix(" …")))


def test_rows_in_small_print_stand_apart_in_a_panel():
    assert readable_texts("-# a\n-# b\nc\n-# d") == ["-# a", "-# b\nc\n-# d"]
    apart, together = "-# a\nb\n-# c", "-# a\n-# c\nb"
    assert phone.height([together]) == phone.height([apart]) + phone.GAP


def test_a_line_that_is_little_too_long_loses_little():
    line = "**Aspasia** ouvre un marché à Egnatia\xa0· +4 → **47\xa0points**"
    assert phone.shortened(line, 1, POST) == "**Aspasia** ouvre un marché à …"


def test_a_text_is_cut_to_whole_lines():
    text = "one\ntwo\nthree"
    assert phone.whole_lines(text, lambda some: phone.text_height(some) <= 2 * LINE) == "one\ntwo"
    assert phone.whole_lines(text, lambda _: False) == ""
