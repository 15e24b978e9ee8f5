"""What a rehearsal has seen: the file that a playground reads, and the page of differences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from bot.host.rehearsal.questions import FACTS, QUESTIONS
from bot.host.rehearsal.requests import Answer
from bot.host.rehearsal.ruler import Shown
from bot.i18n import text
from playground.limits import RULES, USUAL
from playground.observed import Limit, Observations, Reply

FILE = "discord-observed.json"
PAGE = "discord-observed.md"
LARGEST_FILE, SMALLEST_LETTERS = "largest_file", "smallest_letters"
OLD, OLD_WAIT = "edits_of_old", "wait_for_old"
FIGURES = (LARGEST_FILE, OLD, OLD_WAIT, SMALLEST_LETTERS)
"""Facts that are numbers without an expected value."""
DEVICES = ("phone", "computer")
Say = Callable[..., str]
"""Gives the text of a name, in the language of the host."""


class Notes(Observations, frozen=True):
    """Observations of one rehearsal; the fields of `Observations` are those for a playground."""

    made_at: str = ""
    facts: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    """What was seen besides answers, by the names of `FACTS`, and figures without expectation."""
    pictures: dict[str, dict[str, Shown]] = msgspec.field(default_factory=dict)
    """Pictures as a device shows them: by device, then by shape."""

    def note(self, name: str, answer: Answer) -> Answer:
        """Note the answer to a question; an outage is none."""
        if answer.came:
            self.answers[name] = Reply(answer.status, answer.code, answer.message)
        return answer

    # ---- differences -----------------------------------------------------------------------------

    def different(self) -> list[str]:
        """Names of the questions and facts that are other than expected."""
        names = [
            name
            for name, seen in self.answers.items()
            if (seen.status, seen.code) != QUESTIONS[name]
        ]
        names += [name for name, value in self.facts.items() if FACTS.get(name, value) != value]
        return names

    def other_limits(self) -> list[str]:
        """Routes whose limit is another one than the playground's."""
        return [name for name, limit in self.limits.items() if limit != _assumed_limit(name)]

    def unasked(self) -> list[str]:
        """Names of the questions and facts without an answer."""
        answered = self.answers.keys() | self.facts.keys()
        return [name for name in (*QUESTIONS, *FACTS) if name not in answered]

    # ---- writing ---------------------------------------------------------------------------------

    def write(self, folder: Path, language: str) -> None:
        """Write both files."""
        largest = int(self.facts.get(LARGEST_FILE, self.most_file_bytes))
        old = None
        if OLD_WAIT in self.facts:
            old = Limit(int(self.facts[OLD]), float(self.facts[OLD_WAIT]))
        observations = msgspec.structs.replace(self, most_file_bytes=largest, old_edits=old)
        content = msgspec.json.format(msgspec.json.encode(observations), indent=1)
        (folder / FILE).write_bytes(content + b"\n")
        (folder / PAGE).write_text(self.page(language), encoding="utf-8")

    def page(self, language: str) -> str:
        """The differences in words, as Markdown."""

        def say(name: str, **details: object) -> str:
            return text(f"rehearsal.{name}", language, **details)

        parts = [f"# {say('title')}", say("made_at", moment=self.made_at)]
        parts.append(say("answered", n=len(self.answers) + len(self.facts)))
        parts += [f"## {say('differences')}", _listed(self._differences(say))]
        limits = [
            say("limit", route=name, was=_words(_assumed_limit(name)), now=_words(limit))
            for name, limit in self.limits.items()
            if name in self.other_limits()
        ]
        parts += [f"## {say('limits')}", _listed(limits)]
        figures = [say(name, n=self.facts[name]) for name in FIGURES if name in self.facts]
        figures += self._pictures(say)
        parts += [f"## {say('figures')}", _listed(figures)]
        unasked = [say(name) for name in self.unasked()]
        parts += [f"## {say('unasked')}", _listed(unasked)]
        return "\n\n".join(part or say("none") for part in parts) + "\n"

    def _differences(self, say: Say) -> list[str]:
        lines = []
        for name in self.different():
            what = say(name)
            if name in self.facts:
                now = str(self.facts[name])
                was = str(FACTS[name])
            else:
                seen, expected = self.answers[name], QUESTIONS[name]
                was, now = f"{expected.status} {expected.error}", f"{seen.status} {seen.code}"
                now = f"{now} {seen.message}".rstrip()
            lines.append(say("difference", what=what, was=was, now=now))
        return lines

    def _pictures(self, say: Say) -> list[str]:
        return [
            say(
                "picture",
                device=say(device),
                shape=say(shape),
                size=f"{shown.width} × {shown.height}",
                screen=f"{shown.screen_width} × {shown.screen_height}",
            )
            for device, pictures in self.pictures.items()
            for shape, shown in pictures.items()
        ]


def _assumed_limit(name: str) -> Limit:
    method, _, route = name.partition(" ")
    rule = RULES.get((method, route), USUAL)
    return Limit(rule.limit, rule.seconds)


def _words(limit: Limit) -> str:
    return f"{limit.limit} / {limit.seconds:g} s"


def _listed(lines: list[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
