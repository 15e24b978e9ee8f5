"""A check over a list is one test, which goes through the whole list and names every offender."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

import pytest
from _pytest.mark import ParameterSet
from _pytest.outcomes import OutcomeException

Test = Callable[..., Any]
OF_THE_TEST = ("hypothesis", "is_hypothesis", "_hypothesis", "__wrapped__")
"""Beginnings of attributes of a test that do not belong to the loop around it."""
LONGEST_LABEL = 80


class Case(NamedTuple):
    """A label and the arguments that it stands for."""

    label: str
    arguments: dict[str, Any]


class Faults:
    """Collects the cases that fail; at its end it raises all of them, their labels first."""

    def __init__(self) -> None:
        self._faults: list[tuple[str, Exception]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._faults and raised == (None, None, None):
            labels = "\n  ".join(label for label, _ in self._faults)
            message = f"{len(self._faults)} cases fail:\n  {labels}\n"
            raise ExceptionGroup(message, [fault for _, fault in self._faults])

    @contextmanager
    def note(self, label: str) -> Iterator[None]:
        """Note that the case of this label fails or raises; to be skipped is a fault as well."""
        try:
            yield
        except OutcomeException as outcome:
            self._faults.append((label, AssertionError(f"{type(outcome).__name__}: {outcome}")))
        except Exception as fault:
            self._faults.append((label, fault))


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
    whole_of = {name: _cases(parameters, group, ids) for name, group in groups.items()}
    mark = pytest.mark.parametrize("group", groups)
    return lambda test: mark(
        _loop(test, parameters, lambda fixtures: whole_of[fixtures.pop("group")], "group")
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
    """The test with its cases as a loop; pytest sees its other parameters only."""

    def loop(**fixtures: Any) -> None:
        with Faults() as faults:
            for case in cases_of(fixtures):
                with faults.note(case.label):
                    test(**fixtures, **case.arguments)

    async def loop_async(**fixtures: Any) -> None:
        with Faults() as faults:
            for case in cases_of(fixtures):
                with faults.note(case.label):
                    await test(**fixtures, **case.arguments)

    wrapper = functools.wraps(test)(loop_async if inspect.iscoroutinefunction(test) else loop)
    for name in [name for name in vars(wrapper) if name.startswith(OF_THE_TEST)]:
        vars(wrapper).pop(name)
    signature = inspect.signature(test)
    parameters_left = [
        parameter for name, parameter in signature.parameters.items() if name not in parameters
    ]
    parameters_left += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in added]
    wrapper.__signature__ = signature.replace(parameters=parameters_left)  # type: ignore[attr-defined]
    return wrapper
