"""The locks: pip installs what they name, whatever has come out since."""

import re
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement

from tests.cases import each_case

HOUSE = Path(__file__).parents[1]
PIN = re.compile(r"^([\w.-]+)(?:\[([\w,.-]+)\])?==", re.MULTILINE)


def extras_by_package(lock: str) -> dict[str, set[str]]:
    """The extras of each package that a lock pins, by its name."""
    pins = PIN.findall((HOUSE / lock).read_text())
    return {name.lower(): set(filter(None, extras.split(","))) for name, extras in pins}


def requirements(name: str, extras: set[str]) -> Iterator[Requirement]:
    """Requirements of a package on this machine, with its own extras."""
    for line in requires(name) or ():
        requirement = Requirement(line)
        of = [{"extra": extra} for extra in extras or {""}]
        if requirement.marker is None or any(map(requirement.marker.evaluate, of)):
            yield requirement


@each_case("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_package_with_an_extra_is_pinned_with_it(lock):
    """Without its extra pip finds no pin for it as soon as a newer version is out."""
    pins = extras_by_package(lock)
    lacking = [
        f"{name} asks for {requirement}"
        for name, extras in pins.items()
        if is_here(name)
        for requirement in requirements(name, extras)
        if not requirement.extras <= pins.get(requirement.name.lower(), set())
    ]
    assert lacking == []


def is_here(name: str) -> bool:
    """Whether a package of the lock is for this machine."""
    try:
        requires(name)
    except ModuleNotFoundError:
        return False
    return True
