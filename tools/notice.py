"""Writes NOTICE: the licences of all that runs with Hexagora, from the packages as installed.

`.venv/bin/python -m tools.notice` after a change of `requirements.lock`. A package of the lock that
is not for this machine keeps its entry.
"""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, PackagePath, distribution
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).parents[1]
NOTICE: Final = HOUSE / "NOTICE"
PIN: Final = re.compile(r"^([\w.-]+)(?:\[[\w,.-]+\])?==", re.MULTILINE)
TEXT: Final = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS|OFL)[^/]*", re.IGNORECASE)
CODE: Final = re.compile(r"\.(py|pyc|pyi|ttf|pb|html)$")
COPYRIGHT: Final = re.compile(r"^\W*((?:Portions )?Copyright\b.*(?:\d{4}|contributors).*)$", re.M)
OPEN_FONT: Final = "SIL OPEN FONT LICENSE"
ENTRY: Final = re.compile(r"^## (?P<name>\S+)\n(?P<lines>(?:.+\n)+)", re.MULTILINE)

HEAD: Final = """\
# What runs with Hexagora

Hexagora is under the MIT licence (LICENSE). It contains none of what follows: pip installs it from
`requirements.lock`, in the container into `/venv`, where each package brings the texts named here.
What the container takes from Debian (Python, FriBiDi, certificates) has its licences in
`/usr/share/doc/*/copyright` there. Written by `python -m tools.notice`.
"""


def locked_names() -> list[str]:
    """Names of all packages that the lock of a running bot names."""
    return PIN.findall((HOUSE / "requirements.lock").read_text("utf-8"))


def entries(notice: str) -> dict[str, str]:
    """The lines of each package in a NOTICE."""
    return {match["name"]: match["lines"] for match in ENTRY.finditer(notice)}


def licence(package: Distribution) -> str:
    """Licence of a package in its own words: an expression of SPDX where it gives one."""
    metadata = package.metadata
    own_words = metadata["License-Expression"] or metadata["License"] or ""
    if own_words and "\n" not in own_words:
        return own_words
    classified = [
        line.rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    return ", ".join(classified)


def texts(package: Distribution) -> list[PackagePath]:
    """Files of a package that hold licences and whom they name."""
    return [
        path
        for path in package.files or ()
        if TEXT.fullmatch(path.name) and not CODE.search(path.name)
    ]


def place(path: PackagePath) -> str:
    """A file as it is called whatever the version of its package."""
    return re.sub(r"-[\d.]+\.dist-info", "-*.dist-info", str(path))


def entry(package: Distribution) -> str:
    """The lines about a package: licence, fonts, copyright, and where the texts are."""
    by_path = {path: path.read_text("utf-8") for path in texts(package)}
    lines = [f"licence: {licence(package)}"]
    beside_code = [text for path, text in by_path.items() if ".dist-info" not in str(path)]
    if any(OPEN_FONT in text.upper() for text in beside_code):
        lines.append("fonts: SIL Open Font License 1.1 (OFL-1.1)")
    holders = (holder.strip() for text in by_path.values() for holder in COPYRIGHT.findall(text))
    lines += dict.fromkeys(line for line in holders if "yyyy" not in line)
    lines += [f"text: {place(path)}" for path in by_path]
    return "".join(f"{line}\n" for line in lines)


def entry_here(name: str) -> str | None:
    """The lines about a package, if it is for this machine."""
    try:
        return entry(distribution(name))
    except PackageNotFoundError:
        return None


def notice(former: str) -> str:
    """The whole of NOTICE. Raises KeyError for a package that is neither here nor in the former."""
    former_entries = entries(former)
    parts = (f"\n## {name}\n{entry_here(name) or former_entries[name]}" for name in locked_names())
    return HEAD + "".join(parts)


if __name__ == "__main__":
    NOTICE.write_text(notice(NOTICE.read_text("utf-8")), "utf-8")
