"""The questions that a rehearsal asks Discord, and the answers that are expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from playground.errors import KNOWN
from playground.observed import ASSUMED

INVALID, EMPTY, TOO_LARGE, WRONG_PLACE, NO_RIGHT = 50035, 50006, 40005, 50024, 50013


class Expected(NamedTuple):
    """Expected answer to a question: its status, and Discord's code where it is an error."""

    status: int
    error: int = 0


def assumed(name: str) -> Expected:
    """An answer that no page of Discord gives: expected as the playground assumes it."""
    return Expected(KNOWN[ASSUMED[name]][0], ASSUMED[name])


QUESTIONS: Mapping[str, Expected] = {
    "thread_of_message": Expected(201),
    "public_thread": Expected(201),
    "private_thread": Expected(201),
    "news_thread": Expected(201),
    "forum_post": Expected(201),
    "media_post": Expected(201),
    "thread_in_voice": Expected(400, WRONG_PLACE),
    "thread_on_stage": Expected(400, WRONG_PLACE),
    "nameless_thread": Expected(400, INVALID),
    "wrong_kind_of_thread": assumed("wrong_kind_of_thread"),
    "message_in_forum": assumed("message_in_forum"),
    "locked_message": assumed("locked_message"),
    "locked_edit": assumed("locked_edit"),
    "locked_rename": assumed("locked_rename"),
    "locked_add": assumed("locked_add"),
    "locked_pin": assumed("locked_pin"),
    "locked_delete": Expected(204),
    "closed_edit": assumed("closed_edit"),
    "closed_add": assumed("closed_add"),
    "closed_leave": assumed("closed_leave"),
    "closed_pin": assumed("closed_pin"),
    "closed_rename": assumed("closed_rename"),
    "closed_delete": Expected(204),
    "closed_message": Expected(200),
    "closed_and_locked_message": assumed("closed_and_locked_message"),
    "closed_and_locked_delete": assumed("closed_and_locked_delete"),
    "closed_and_locked_open": Expected(403, NO_RIGHT),
    "lock_without_right": Expected(403, NO_RIGHT),
    "delete_without_right": Expected(403, NO_RIGHT),
    "blank_message": Expected(400, EMPTY),
    "blank_text": Expected(400, INVALID),
    "blank_label": Expected(400, INVALID),
    "blank_option": Expected(400, INVALID),
    "word_as_emoji": Expected(400, INVALID),
    "script_link": Expected(400, INVALID),
    "foreign_file": Expected(400, INVALID),
    "three_defaults": Expected(400, INVALID),
    "lost_attachment": Expected(400, INVALID),
    "empty_embed": Expected(400, INVALID),
    "too_many_components": Expected(400, INVALID),
    "too_many_characters": Expected(400, INVALID),
    "widest_panel": Expected(200),
    "edit": Expected(200),
    "large_file": Expected(200),
    "larger_file": Expected(413, TOO_LARGE),
    "film": Expected(200),
    "page_file": Expected(200),
    "icon": Expected(201),
    "no_icon": Expected(400, INVALID),
    "form": Expected(200),
    "press_in_locked_thread": Expected(200),
    "private_panel": Expected(200),
    "private_edit": Expected(200),
    "more_words": Expected(200),
}
"""The questions by name; the text of each is `rehearsal.<name>`."""
FACTS: Mapping[str, bool | str] = {
    "file_name": "my_board_1.png",
    "picture_stays": True,
    "private_picture_stays": True,
    "form_arrives": True,
    "same_choice_arrives": True,
    "page_opens": True,
    "small_lines_apart": False,
    "code_line_whole": True,
    "buttons_beside": False,
    "box_of_computer": True,
}
"""What is seen besides answers, by name, and the expected value."""
