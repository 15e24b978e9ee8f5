"""The questions that a rehearsal asks Discord, and the answers that are expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from playground.errors import KNOWN
from playground.observed import ASSUMED

INVALID, EMPTY, TOO_LARGE, WRONG_PLACE, NO_RIGHT = 50035, 50006, 40005, 50024, 50013


class Question(NamedTuple):
    """A question by the code of its text, and the expected answer: status and code of an error."""

    code: str
    status: int
    error: int = 0

    @property
    def name(self) -> str:
        """Name of the question in a file of observations."""
        return self.code.partition(".")[2]


def assumed(code: str) -> Question:
    """Question whose answer no page of Discord gives: expected as the playground assumes it."""
    error = ASSUMED[code.partition(".")[2]]
    return Question(code, KNOWN[error][0], error)


QUESTIONS = (
    Question("rehearsal.thread_of_message", 201),
    Question("rehearsal.public_thread", 201),
    Question("rehearsal.private_thread", 201),
    Question("rehearsal.news_thread", 201),
    Question("rehearsal.forum_post", 201),
    Question("rehearsal.media_post", 201),
    Question("rehearsal.thread_in_voice", 400, WRONG_PLACE),
    Question("rehearsal.thread_on_stage", 400, WRONG_PLACE),
    Question("rehearsal.nameless_thread", 400, INVALID),
    assumed("rehearsal.wrong_kind_of_thread"),
    assumed("rehearsal.message_in_forum"),
    assumed("rehearsal.locked_message"),
    assumed("rehearsal.locked_edit"),
    assumed("rehearsal.locked_rename"),
    assumed("rehearsal.locked_add"),
    assumed("rehearsal.locked_pin"),
    Question("rehearsal.locked_delete", 204),
    assumed("rehearsal.closed_edit"),
    assumed("rehearsal.closed_add"),
    assumed("rehearsal.closed_leave"),
    assumed("rehearsal.closed_pin"),
    assumed("rehearsal.closed_rename"),
    Question("rehearsal.closed_delete", 204),
    Question("rehearsal.closed_message", 200),
    assumed("rehearsal.closed_and_locked_message"),
    assumed("rehearsal.closed_and_locked_delete"),
    Question("rehearsal.closed_and_locked_open", 403, NO_RIGHT),
    Question("rehearsal.lock_without_right", 403, NO_RIGHT),
    Question("rehearsal.delete_without_right", 403, NO_RIGHT),
    Question("rehearsal.blank_message", 400, EMPTY),
    Question("rehearsal.blank_text", 400, INVALID),
    Question("rehearsal.blank_label", 400, INVALID),
    Question("rehearsal.blank_option", 400, INVALID),
    Question("rehearsal.word_as_emoji", 400, INVALID),
    Question("rehearsal.script_link", 400, INVALID),
    Question("rehearsal.foreign_file", 400, INVALID),
    Question("rehearsal.three_defaults", 400, INVALID),
    Question("rehearsal.lost_attachment", 400, INVALID),
    Question("rehearsal.empty_embed", 400, INVALID),
    Question("rehearsal.too_many_components", 400, INVALID),
    Question("rehearsal.too_many_characters", 400, INVALID),
    Question("rehearsal.widest_panel", 200),
    Question("rehearsal.edit", 200),
    Question("rehearsal.large_file", 200),
    Question("rehearsal.larger_file", 413, TOO_LARGE),
    Question("rehearsal.film", 200),
    Question("rehearsal.page_file", 200),
    Question("rehearsal.icon", 201),
    Question("rehearsal.no_icon", 400, INVALID),
    Question("rehearsal.form", 200),
    Question("rehearsal.press_in_locked_thread", 200),
    Question("rehearsal.private_panel", 200),
    Question("rehearsal.private_edit", 200),
    Question("rehearsal.more_words", 200),
)
FACTS: Mapping[str, bool | str] = {
    "rehearsal.file_name": "my_board_1.png",
    "rehearsal.picture_stays": True,
    "rehearsal.private_picture_stays": True,
    "rehearsal.form_arrives": True,
    "rehearsal.same_choice_arrives": True,
    "rehearsal.page_opens": True,
    "rehearsal.small_lines_apart": False,
    "rehearsal.code_line_whole": True,
    "rehearsal.buttons_beside": False,
    "rehearsal.box_of_computer": True,
}
"""What is seen besides answers, by the code of its text, and the expected value."""
PLAIN = {question.name: question for question in QUESTIONS}
"""The questions by name."""
