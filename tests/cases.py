"""A check over a list is one test: pytest names every case of it that fails, as a subtest."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from _pytest.mark import ParameterSet

Test = Callable[..., Any]
OF_THE_TEST = ("hypothesis", "is_hypothesis", "_hypothesis", "__wrapped__")
"""Beginnings of attributes of a test that do not belong to the loop around it."""
LONGEST_LABEL = 80
LABELS: list[str] = []
"""Labels of the cases that run now: one for each `each_case` of a test."""


class Case(NamedTuple):
    """A label and the arguments that it stands for."""

    label: str
    arguments: dict[str, Any]


@contextmanager
def case(subtests: pytest.Subtests, label: str) -> Iterator[None]:
    """Report a failure as that of the case of this label, and go on; what passes costs nothing."""
    LABELS.append(label)
    try:
        yield
    except (Exception, pytest.fail.Exception) as failure:
        with subtests.test(" · ".join(LABELS)):
            raise failure
    finally:
        LABELS.pop()


def each_case(
    names: str | Iterable[str],
    cases: Iterable[Any],
    *,
    by: Callable[[Any], str] | None = None,
    ids: Any = None,
) -> Callable[[Test], Test]:
    """Make one test of all `cases`, which are written like those of `parametrize`.

    They share their fixtures: nothing that a case changes may matter to the next.
    With `by` there is one test for each group of cases, named by the group.
    """
    parameters = [*map(str.strip, names.split(","))] if isinstance(names, str) else [*names]
    values = [*cases]
    if by is None:
        all_cases = _cases(parameters, values, ids)
        return lambda test: _loop(test, parameters, lambda _: all_cases)
    groups: dict[str, list[Any]] = {}
    for value in values:
        groups.setdefault(by(value), []).append(value)
    cases_of = {name: _cases(parameters, group, ids) for name, group in groups.items()}
    mark = pytest.mark.parametrize("group", groups)
    return lambda test: mark(
        _loop(test, parameters, lambda fixtures: cases_of[fixtures.pop("group")], "group")
    )


def _cases(parameters: list[str], values: list[Any], ids: Any) -> list[Case]:
    labels = [None] * len(values) if ids is None or callable(ids) else [*ids]
    cases = []
    for value, given in zip(values, labels, strict=True):
        label, inner = given, value
        if isinstance(value, ParameterSet):
            assert not value.marks, "a case has no marks of its own"
            label, inner = given or value.id, value.values
        elif len(parameters) == 1:
            inner = (value,)
        arguments = dict(zip(parameters, inner, strict=True))
        cases.append(Case(str(label or _label(arguments, ids)), arguments))
    return cases


def _label(arguments: dict[str, Any], ids: Any) -> str:
    parts = [str((callable(ids) and ids(part)) or repr(part)) for part in arguments.values()]
    return ", ".join(part[:LONGEST_LABEL] for part in parts)


def _loop(
    test: Test,
    parameters: list[str],
    cases_of: Callable[[dict[str, Any]], list[Case]],
    *added: str,
) -> Test:
    """The test with its cases as a loop; pytest sees its other parameters, and `subtests`."""
    signature = inspect.signature(test)
    passed_on = {"subtests"} & {*signature.parameters}

    def loop(subtests: pytest.Subtests, **fixtures: Any) -> None:
        for label, arguments in cases_of(fixtures):
            with case(subtests, label):
                test(**fixtures, **arguments, **dict.fromkeys(passed_on, subtests))

    async def loop_async(subtests: pytest.Subtests, **fixtures: Any) -> None:
        for label, arguments in cases_of(fixtures):
            with case(subtests, label):
                await test(**fixtures, **arguments, **dict.fromkeys(passed_on, subtests))

    wrapper = functools.wraps(test)(loop_async if inspect.iscoroutinefunction(test) else loop)
    for name in [name for name in vars(wrapper) if name.startswith(OF_THE_TEST)]:
        vars(wrapper).pop(name)
    names = {*signature.parameters} - {*parameters} | {"subtests", *added}
    wrapper.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in sorted(names)]
    )
    return wrapper
