"""NOTICE names the licences of all that a running bot needs, fonts included."""

from importlib.metadata import PackageNotFoundError, distribution

import pytest

from tools.notice import NOTICE, entries, entry_here, locked_names, place, texts

SAID = entries(NOTICE.read_text("utf-8"))


def is_here(name):
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


HERE = list(filter(is_here, locked_names()))
FONTS = [name for name in HERE if name.startswith(("font-", "justmytype-intl-"))]


def test_every_package_of_the_lock_has_its_licence_there():
    assert list(SAID) == locked_names()
    unsaid = [name for name, lines in SAID.items() if not lines.startswith("licence: ")]
    assert unsaid == []
    assert [name for name, lines in SAID.items() if lines.startswith("licence: \n")] == []


def test_every_entry_is_that_of_the_package_as_installed():
    """Else `python -m tools.notice` was forgotten."""
    assert {name: entry_here(name) for name in HERE} == {name: SAID[name] for name in HERE}


def test_every_package_with_fonts_names_their_licence_and_its_text():
    assert len(FONTS) > 5
    without = [name for name in FONTS if "fonts: SIL Open Font License 1.1" not in SAID[name]]
    assert without == []


@pytest.mark.parametrize("name", FONTS)
def test_every_text_that_is_named_is_there(name):
    places = {place(path) for path in texts(distribution(name)) if path.locate().exists()}
    named = {line.removeprefix("text: ") for line in SAID[name].splitlines() if "text: " in line}
    assert named == places
    assert named
