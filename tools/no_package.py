"""Answers `pip install .`: Hexagora is a program that runs from its folder, not a package.

Its catalogues, maps, migrations and page are files of that folder, and the names of its parts
(`bot`, `rules`) are nobody's to claim in a shared `site-packages`.
"""

from typing import Any, NoReturn


def refuse(*_: Any, **__: Any) -> NoReturn:
    """Instead of a build."""
    raise SystemExit("Hexagora runs from its own folder: type ./run there. There is no package.")


build_wheel = build_sdist = build_editable = refuse
