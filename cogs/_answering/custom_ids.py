"""Custom ids of buttons, menus and forms: typed fields in a template.

A custom id is a claim, not a fact. It stays in old messages, so that its form never changes.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from inspect import get_annotations
from string import Formatter
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

LONGEST_ID = 100
"""Characters of a custom id."""
NOTHING = r"(?!)"
"""Matches no id at all."""


def one_of(words: Iterable[str]) -> str:
    """Pattern of a field that is one of `words`."""
    return "|".join(words)


def digits(most: int) -> str:
    """Pattern of a number of up to so many digits."""
    return rf"\d{{1,{most}}}"


Name = Annotated[str, r"[a-z_]{1,32}"]
"""Field with the key of a game or of a text."""


class CustomIds:
    """Custom ids of one class, which is made a dataclass of their fields.

    In a template such as `v:{table_id}:{page}[.{number}]`, braces enclose a field, and brackets a
    part that is absent while its fields have their defaults. The type of a field is the type of its
    value: a number of up to 18 digits, a member of an enum or a literal, or `Annotated` with the
    pattern of its text. `suffix` is a pattern of what may follow.
    """

    def __init__(self, declaring: type, template: str | None, suffix: str = "") -> None:
        declaring.__annotations__ = get_annotations(declaring, eval_str=True)
        declared: Any = dataclasses.dataclass(eq=False, repr=False)(declaring)
        fields = dataclasses.fields(declared)
        self._types = {field.name: field.type for field in fields}
        self._defaults = {field.name: field.default for field in fields}
        self._parts = re.split(r"\[(.*?)\]", template or "")
        pattern = NOTHING if template is None else "".join(self._patterns())
        fits = rf"(?=(?s:.{{0,{LONGEST_ID}}})\Z)"
        self.pattern = re.compile(rf"{fits}(?:{pattern}){suffix}\Z")

    def write(self, values: Mapping[str, Any]) -> str:
        """Write the custom id of these values."""
        return "".join(part.format_map(values) for part in self._parts_with(values))

    def read(self, custom_id: str) -> dict[str, Any] | None:
        """Read the values from a custom id; a field that is absent in it is absent here.

        None for an id of something else.
        """
        match = self.pattern.fullmatch(custom_id)
        if match is None:
            return None
        claims = {name: claim for name, claim in match.groupdict().items() if claim is not None}
        return {name: _value(self._types[name], claim) for name, claim in claims.items()}

    def _patterns(self) -> Iterator[str]:
        """Patterns of the parts, of which every second one is in brackets."""
        for number, part in enumerate(self._parts):
            pattern = "".join(
                re.escape(literal) + (f"(?P<{name}>{_pattern(self._types[name])})" if name else "")
                for literal, name, *_ in Formatter().parse(part)
            )
            yield f"(?:{pattern})?" if number % 2 else pattern

    def _parts_with(self, values: Mapping[str, Any]) -> Iterator[str]:
        for number, part in enumerate(self._parts):
            names = filter(None, (name for _, name, *_ in Formatter().parse(part)))
            if not number % 2 or any(values[name] != self._defaults[name] for name in names):
                yield part


def _pattern(kind: Any) -> str:
    if get_origin(kind) is Annotated:
        return str(get_args(kind)[1])
    if get_origin(kind) is Literal:
        return one_of(get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return _pattern(get_args(kind)[0])
    if issubclass(kind, StrEnum):
        return one_of(kind)
    if kind is int:
        return digits(18)
    raise TypeError(f"A field of a custom id cannot be {kind}.")


def _value(kind: Any, claim: str) -> Any:
    if get_origin(kind) is Literal:
        return claim
    if get_origin(kind) in (Annotated, Union, UnionType):
        return _value(get_args(kind)[0], claim)
    return kind(claim)
