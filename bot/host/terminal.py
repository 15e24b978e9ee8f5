"""The host's terminal: findings after their marks, questions, and answers that no screen shows."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterable, Callable
from functools import partial
from getpass import getpass
from io import StringIO
from typing import Any

import segno
from rich.console import Console
from rich.prompt import Prompt
from rich.text import Text

from bot.host.doctor import Finding
from bot.i18n import text
from bot.settings import BadSettings

console = Console(soft_wrap=True, highlight=False)

MARKS = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[yellow]![/]"}


def show(finding: Finding) -> None:
    """Print a finding after its mark."""
    console.print(MARKS[finding.good], end=" ")
    console.print(finding.sentence, markup=False)


async def show_all(findings: AsyncIterable[Finding]) -> bool:
    """Print findings as they come; whether none of them is a fault."""
    healthy = True
    async for finding in findings:
        show(finding)
        healthy &= finding.good is not False
    return healthy


class Unfinished(Exception):
    """Reason why a setup or an update ends before its end, as one sentence for the host."""


class Talk:
    """A conversation in the host's language; without a terminal, or with `yes`, it asks nothing."""

    def __init__(self, topic: str, language: str, *, yes: bool) -> None:
        self.topic, self.language, self.yes = topic, language, yes

    @property
    def may_ask(self) -> bool:
        """Whether somebody is there to answer."""
        return not self.yes and sys.stdin.isatty()

    def say(self, code: str, **details: Any) -> None:
        """Print a sentence without a mark."""
        console.print(text(f"{self.topic}.{code}", self.language, **details), markup=False)

    def note(self, good: bool | None, code: str, **details: Any) -> None:
        """Print a sentence after a mark."""
        show(Finding(good, text(f"{self.topic}.{code}", self.language, **details)))

    def end(self, code: str, **details: Any) -> Unfinished:
        """Reason to end before the end."""
        return Unfinished(text(f"{self.topic}.{code}", self.language, **details))

    def heading(self, code: str) -> None:
        """Begin a new step."""
        console.print()
        console.print(text(f"{self.topic}.{code}", self.language), style="bold", markup=False)

    def secret(self, code: str) -> str:
        """What somebody types, which the screen does not show. Raises BadSettings without one."""
        if not self.may_ask:
            raise BadSettings(text("setup.token_wanted", self.language))
        self.say(code)
        return self.typed(partial(getpass, "> "))

    def agrees(self, code: str, **details: Any) -> bool:
        """Whether the answer to a question is yes. Raises BadSettings where nobody can answer."""
        if self.yes:
            return True
        if not self.may_ask:
            raise BadSettings(text(f"{self.topic}.answers_wanted", self.language))
        yes, no = (text(f"setup.letter_{word}", self.language) for word in ("yes", "no"))
        question = Text(text(f"{self.topic}.{code}", self.language, **details))
        prompt = Prompt(question, console=console, choices=[yes, no], case_sensitive=False)
        prompt.illegal_choice_message = text("setup.wrong_letter", self.language)
        return self.typed(partial(prompt, default=yes)) == yes

    def typed(self, ask: Callable[[], str]) -> str:
        """What somebody types. Raises BadSettings where the input ends."""
        try:
            return ask().strip()
        except EOFError as error:
            raise BadSettings(text(f"{self.topic}.answers_wanted", self.language)) from error

    def link(self, address: str) -> None:
        """Print an address, and the same as a QR code where the terminal can show one."""
        console.print(f"  {address}", markup=False, style="bold")
        drawing = StringIO()
        segno.make(address, error="l", micro=False).terminal(out=drawing, compact=True)
        lines = drawing.getvalue().splitlines()
        has_room = max(map(len, lines)) <= console.width and len(lines) < console.height
        if console.is_terminal and console.encoding == "utf-8" and has_room:
            console.print()
            console.print(Text("\n".join(lines), style="bright_white on black"))
