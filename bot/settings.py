"""Settings of the host, read once from the environment: complete and frozen, or refused."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import msgspec

from bot.i18n import LANGUAGES, text

DIGITS = re.compile(r"\d{1,6}", re.ASCII)
QUOTED = re.compile(r"""(["'])(?P<value>.*)\1""", re.DOTALL)
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMS = ("lines", "json")


def spare_cores() -> int:
    """Number of cores for AI players: all but one, which is left to the bot; at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


class BadSettings(Exception):
    """The bot cannot start; the reason is one sentence for the host."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; `.env.example` explains each."""

    discord_token: str | None = None
    database: Path = Path("hexagora.sqlite3")
    language: str = "en"
    log_level: str = "INFO"
    log_form: str = "lines"
    """`lines` for people, or `json` for programs."""
    backups_kept: int = 7
    """How many rolling copies to keep beside the database; 0 makes none."""
    backup_hours: int = 24
    lobby_days: int = 7
    """Days without a change after which a lobby closes itself."""
    archive_hours: int = 24
    """Hours after the end of a game after which its thread is archived; 0 leaves it open."""
    update_hours: int = 24
    """Hours between two looks for a newer version; 0 never looks."""
    retention_days: int = 90
    """Days for which a server's records stay after it removed the bot; 0 keeps them for ever."""
    ai_processes: int = msgspec.field(default_factory=spare_cores)
    """How many AI players may think at once."""
    metrics_port: int = 0
    """Port of the page for Prometheus, on this machine only; 0 for none."""
    playground_host: str = "127.0.0.1"
    playground_port: int = 8080
    discord_api_base: str | None = None
    discord_gateway_url: str | None = None

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """Read the settings. Raises BadSettings at the first invalid one."""
        read, usual = _Reader(environ), cls()
        return cls(
            discord_token=read.text("DISCORD_TOKEN"),
            database=read.file("HEXAGORA_DATABASE", usual.database),
            language=read.language,
            log_level=read.one_of("HEXAGORA_LOG_LEVEL", LEVELS, usual.log_level, str.upper),
            log_form=read.one_of("HEXAGORA_LOG_FORM", LOG_FORMS, usual.log_form, str.lower),
            backups_kept=read.number("HEXAGORA_BACKUPS_KEPT", usual.backups_kept, 0, 1000),
            backup_hours=read.number("HEXAGORA_BACKUP_HOURS", usual.backup_hours, 1, 8760),
            lobby_days=read.number("HEXAGORA_LOBBY_DAYS", usual.lobby_days, 1, 365),
            archive_hours=read.number("HEXAGORA_ARCHIVE_HOURS", usual.archive_hours, 0, 8760),
            update_hours=read.number("HEXAGORA_UPDATE_HOURS", usual.update_hours, 0, 8760),
            retention_days=read.number("HEXAGORA_RETENTION_DAYS", usual.retention_days, 0, 3650),
            ai_processes=read.number("HEXAGORA_AI_PROCESSES", usual.ai_processes, 1, 64),
            metrics_port=read.number("HEXAGORA_METRICS_PORT", usual.metrics_port, 0, 65535),
            playground_host=read.text("PLAYGROUND_HOST") or usual.playground_host,
            playground_port=read.number("PLAYGROUND_PORT", usual.playground_port, 0, 65535),
            discord_api_base=read.address("DISCORD_API_BASE", ("http", "https")),
            discord_gateway_url=read.address("DISCORD_GATEWAY_URL", ("ws", "wss")),
        )

    def __repr__(self) -> str:
        """All settings except the token, which no log may show."""
        values = {name: getattr(self, name) for name in self.__struct_fields__[1:]}
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in values.items())})"


class _Reader:
    """Reads each kind of setting, and refuses invalid values in the host's language."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ
        self.language = LANGUAGES[0]
        self.language = self.one_of("HEXAGORA_LANGUAGE", LANGUAGES, LANGUAGES[0], str.lower)

    def text(self, name: str) -> str | None:
        """The text without surrounding blanks and quotes; None when it is missing or empty.

        A container's `--env-file` keeps the quotes that other readers of such files remove.
        """
        value = self.environ.get(name, "").strip()
        quoted = QUOTED.fullmatch(value)
        return (quoted["value"].strip() if quoted else value) or None

    def one_of(self, name: str, allowed: tuple[str, ...], default: str, fold: Any) -> str:
        """One of a few words, in any case."""
        value = fold(self.text(name) or default)
        if value not in allowed:
            self.refuse("one_of", name, allowed=list(allowed))
        return str(value)

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number between two bounds."""
        value = self.text(name) or str(default)
        if not DIGITS.fullmatch(value) or not low <= int(value) <= high:
            self.refuse("number", name, low=low, high=high)
        return int(value)

    def file(self, name: str, default: Path) -> Path:
        """A path, with a symbolic link resolved. SQLite's names without a file are refused."""
        value = self.text(name) or str(default)
        if value.startswith((":", "file:")):
            self.refuse("path", name)
        path = Path(value).expanduser()
        return path.resolve() if path.is_symlink() else path

    def address(self, name: str, schemes: tuple[str, ...]) -> str | None:
        """A complete web address without a slash at the end, or None for Discord's own."""
        value = self.text(name)
        if value is None:
            return None
        try:
            parts = urlsplit(value)
        except ValueError:
            self.refuse("address", name, schemes=list(schemes))
        if parts.scheme not in schemes or not parts.netloc:
            self.refuse("address", name, schemes=list(schemes))
        return value.rstrip("/")

    def refuse(self, reason: str, name: str, **details: Any) -> NoReturn:
        """Say which setting is wrong and which values are allowed, but not what it held."""
        raise BadSettings(text(f"settings.{reason}", self.language, name=name, **details))
