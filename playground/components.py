"""Components: the rules that no schema can express, and Discord's echo of components."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from playground import values
from playground.errors import Json, Problem
from playground.validate import ids_as_text
from playground.values import ATTACHED, Path

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT = 1, 2, 3, 4, 5
ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
LINK, PREMIUM = 5, 6

V2_FLAG = 1 << 15
MOST_COMPONENTS = 40
MOST_TEXT = 4000
MOST_ROWS = 5
MOST_IN_A_MODAL = 5
DEFAULTS: dict[int, Json] = {
    SEPARATOR: {"divider": True, "spacing": 1},
    CONTAINER: {"accent_color": None, "spoiler": False},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
}

Resolve = Callable[[str], Json]
"""Maps the address in a request to Discord's media object."""


def walk(components: Sequence[Json], path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Every component with its path, outer ones first, as Discord counts and numbers them."""
    for index, component in enumerate(components):
        yield from _walk_one(component, (*path, index))


def _walk_one(component: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    yield path, component
    yield from walk(component.get("components") or (), (*path, "components"))
    for single in ("accessory", "component"):
        if component.get(single):
            yield from _walk_one(component[single], (*path, single))


def find(components: Sequence[Json], custom_id: str) -> Json | None:
    """The component with this `custom_id`, if any."""
    return next(
        (component for _, component in walk(components) if component.get("custom_id") == custom_id),
        None,
    )


def texts(components: Sequence[Json]) -> list[str]:
    """Texts of the text displays, as a person reads them."""
    return [component["content"] for _, component in walk(components) if component["type"] == TEXT]


# ---- rules ---------------------------------------------------------------------------------------


def message_problems(
    components: Sequence[Json], *, v2: bool, uploads: Collection[str], emojis: Collection[str]
) -> list[Problem]:
    """Faults of a message's components; `uploads` are the names of its files."""
    problems = [*_layout_problems(components, v2=v2), *_shared_problems(components)]
    for path, component in walk(components):
        problems += _media_problems(path, component, uploads)
        problems += _emoji_problems(path, component, emojis)
        problems += _default_problems(path, component)
        if component["type"] == BUTTON:
            problems += _button_problems(path, component)
        if component["type"] == ROW:
            problems += _row_problems(path, component)
    return problems


def modal_problems(components: Sequence[Json]) -> list[Problem]:
    """Faults of a modal's components."""
    problems = _shared_problems(components)
    if len(components) > MOST_IN_A_MODAL:
        problems.append(_too_many(("components",), MOST_IN_A_MODAL))
    if not any(component.get("custom_id") for _, component in walk(components)):
        problems.append(Problem(("components",), "MODAL_WITHOUT_INPUT", "A modal asks something."))
    for path, component in walk(components):
        problems += _emoji_problems(path, component, ())
        problems += _default_problems(path, component)
        problems += _field_problems(path, component)
    return problems


def _field_problems(path: Path, component: Json) -> list[Problem]:
    """Faults of one component of a modal."""
    problems = []
    if component["type"] == LABEL and values.is_blank(component.get("label")):
        problems.append(values.required((*path, "label")))
    if component.get("disabled"):
        sentence = "Modals have no disabled components."
        problems.append(Problem((*path, "disabled"), "MODAL_COMPONENT_DISABLED", sentence))
    if component.get("min_values") == 0 and component.get("required") is not False:
        sentence = "Must be at least 1 unless required is false."
        problems.append(Problem((*path, "min_values"), "BASE_TYPE_MIN_VALUE", sentence))
    return problems


def _too_many(path: Path, most: int) -> Problem:
    return Problem(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def _layout_problems(components: Sequence[Json], *, v2: bool) -> list[Problem]:
    everything = list(walk(components))
    if not v2:
        problems = [
            Problem(path, "COMPONENT_TYPE_NEEDS_V2", "Needs the IS_COMPONENTS_V2 flag (32768).")
            for path, component in everything
            if component["type"] not in {ROW, BUTTON, *SELECTS}
        ]
        return problems + (
            [_too_many(("components",), MOST_ROWS)] if len(components) > MOST_ROWS else []
        )
    problems = []
    if len(everything) > MOST_COMPONENTS:
        problems.append(_too_many(("components",), MOST_COMPONENTS))
    length = sum(map(len, texts(components)))
    if length > MOST_TEXT:
        sentence = f"The texts have {length} characters in all, {MOST_TEXT} are allowed."
        problems.append(Problem(("components",), "COMPONENT_MAX_TOTAL_TEXT_LENGTH", sentence))
    return problems


def _shared_problems(components: Sequence[Json]) -> list[Problem]:
    """Faults by the rules that messages and modals share."""
    everything = list(walk(components))
    problems = _repeats(everything, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED")
    problems += _repeats(everything, "id", "COMPONENT_ID_DUPLICATED")
    for path, component in everything:
        if component["type"] == TEXT and values.is_blank(component["content"]):
            problems.append(values.required((*path, "content")))
        if component["type"] in SELECTS | {RADIO_GROUP, CHECKBOX_GROUP}:
            problems += _select_problems(path, component)
    return problems


def _repeats(everything: Sequence[tuple[Path, Json]], field: str, code: str) -> list[Problem]:
    counts = Counter(component[field] for _, component in everything if component.get(field))
    return [
        Problem((*path, field), code, f"{component[field]!r} is used twice.")
        for path, component in everything
        if counts.get(component.get(field), 0) > 1
    ]


def _select_problems(path: Path, select: Json) -> list[Problem]:
    options = select.get("options")
    minimum, maximum = _or(select.get("min_values"), 1), _or(select.get("max_values"), 1)
    problems = []
    if minimum > maximum and select["type"] in SELECTS:
        problems.append(
            Problem((*path, "min_values"), "SELECT_MIN_ABOVE_MAX", f"{minimum} > {maximum}")
        )
    if options is None:
        return problems
    problems += [
        values.required((*path, "options", index, "label"))
        for index, option in enumerate(options)
        if values.is_blank(option["label"])
    ]
    counts = Counter(option["value"] for option in options)
    problems += [
        Problem(
            (*path, "options", index, "value"),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        )
        for index, option in enumerate(options)
        if counts[option["value"]] > 1
    ]
    if maximum > len(options):
        sentence = f"Only {len(options)} options for max_values {maximum}."
        problems.append(Problem((*path, "max_values"), "SELECT_MAX_ABOVE_OPTIONS", sentence))
    if sum(bool(option.get("default")) for option in options) > maximum:
        problems.append(
            Problem((*path, "options"), "SELECT_TOO_MANY_DEFAULTS", "Too many defaults.")
        )
    return problems


def _default_problems(path: Path, select: Json) -> list[Problem]:
    """Fault of a number of people, roles or channels chosen beforehand."""
    number = len(select.get("default_values") or ())
    least, most = _or(select.get("min_values"), 1), _or(select.get("max_values"), 1)
    if not number or least <= number <= most:
        return []
    sentence = f"{number} defaults, {least} to {most} may be chosen."
    return [Problem((*path, "default_values"), "SELECT_DEFAULTS_OUT_OF_RANGE", sentence)]


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


def _button_problems(path: Path, button: Json) -> list[Problem]:
    style, problems = button.get("style"), []
    wants = {LINK: "url", PREMIUM: "sku_id"}.get(style or 0, "custom_id")
    if not button.get(wants):
        problems.append(values.required((*path, wants)))
    if style == LINK and button.get("url"):
        problems += values.address_problems((*path, "url"), button["url"], values.LINKS)
    problems += [
        Problem((*path, field), "BUTTON_FIELD_NOT_ALLOWED", f"Not with style {style}.")
        for field in ("url", "sku_id", "custom_id")
        if field != wants and button.get(field)
    ]
    if style != PREMIUM and values.is_blank(button.get("label")) and not button.get("emoji"):
        problems.append(Problem(path, "BUTTON_WITHOUT_WORDS", "Needs a label or an emoji."))
    return problems


def _row_problems(path: Path, row: Json) -> list[Problem]:
    kinds = {component["type"] for component in row.get("components") or ()}
    mixed = kinds & SELECTS and len(row["components"]) > 1
    return [Problem(path, "ROW_TOO_WIDE", "A select fills its row.")] if mixed else []


def _emoji_problems(path: Path, one: Json, emojis: Collection[str]) -> list[Problem]:
    carriers = [(path, one), *(((*path, "options", i), o) for i, o in enumerate(_options(one)))]
    return [
        Problem((*where, "emoji"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
        for where, carrier in carriers
        if carrier.get("emoji") and not _is_known_emoji(carrier["emoji"], emojis)
    ]


def _is_known_emoji(emoji: Json, emojis: Collection[str]) -> bool:
    """Whether an emoji is of Unicode, or one of `emojis` by its number."""
    number = emoji.get("id")
    return str(number) in emojis if number else values.is_emoji(emoji["name"])


def _options(component: Json) -> Sequence[Json]:
    return component.get("options") or ()


def _media_problems(path: Path, one: Json, uploads: Collection[str]) -> list[Problem]:
    problems = []
    for where, media in _media(one):
        place, address = (*path, *where, "url"), media["url"]
        if address.startswith(ATTACHED):
            if values.attached_name(address) not in uploads:
                code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                problems.append(Problem(place, code, f"{address} is not uploaded."))
        else:
            schemes = ("attachment",) if one["type"] == FILE else values.MEDIA
            problems += values.address_problems(place, address, schemes)
    return problems


def _media(one: Json) -> Iterator[tuple[Path, Json]]:
    """The media objects of one component, with their path inside it."""
    for field in ("media", "file"):
        if isinstance(one.get(field), dict):
            yield (field,), one[field]
    for index, item in enumerate(one.get("items") or ()):
        yield ("items", index, "media"), item["media"]


# ---- echo ----------------------------------------------------------------------------------------


def echo(components: Sequence[Json], resolve: Resolve) -> list[Json]:
    """Components as Discord answers them: numbered, ids as text, defaults and media filled in."""
    taken = {component["id"] for _, component in walk(components) if component.get("id")}
    free = (number for number in range(1, 1000) if number not in taken)
    return [_echo_one(component, free, resolve) for component in ids_as_text(list(components))]


def _echo_one(component: Json, free: Iterator[int], resolve: Resolve) -> Json:
    fields = {name: value for name, value in component.items() if value is not None}
    answer = {**DEFAULTS.get(component["type"], {}), **fields}
    answer["id"] = component.get("id") or next(free)
    if component.get("components") is not None:
        answer["components"] = [
            _echo_one(child, free, resolve) for child in component["components"]
        ]
    for single in ("accessory", "component"):
        if component.get(single):
            answer[single] = _echo_one(component[single], free, resolve)
    if component["type"] in {THUMBNAIL, FILE}:
        _resolve_single(answer, resolve)
    if component["type"] == GALLERY:
        answer["items"] = [_echo_item(item, resolve) for item in component["items"]]
    return answer


def _resolve_single(answer: Json, resolve: Resolve) -> None:
    field = "media" if answer["type"] == THUMBNAIL else "file"
    media = resolve(answer[field]["url"])
    answer[field] = media
    if answer["type"] == FILE:
        answer["name"] = media["url"].rpartition("/")[2]
        answer["size"] = media.get("size", 0)


def _echo_item(item: Json, resolve: Resolve) -> Json:
    return {
        "media": resolve(item["media"]["url"]),
        "description": item.get("description"),
        "spoiler": bool(item.get("spoiler")),
    }


def media_addresses(components: Sequence[Json]) -> set[str]:
    """The addresses of all media that components show."""
    return {media["url"] for _, component in walk(components) for _, media in _media(component)}


def rewrite_addresses(value: Any, change: Callable[[str], str]) -> Any:
    """A copy of any JSON with each `url` and `proxy_url` passed through `change`."""
    if isinstance(value, list):
        return [rewrite_addresses(item, change) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: change(item)
        if name in {"url", "proxy_url"} and isinstance(item, str)
        else rewrite_addresses(item, change)
        for name, item in value.items()
    }
