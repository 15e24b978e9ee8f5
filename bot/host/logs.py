"""The log: faults with their traceback, network outages as one line."""

from __future__ import annotations

import logging
from typing import Final

from pythonjsonlogger.json import JsonFormatter

from bot.connection.outages import is_outage, is_too_late, reason
from bot.figures import is_told

FORM: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


def log_from(level: str, form: str = "lines") -> None:
    """Log records of this level or above, as lines or as JSON; DEBUG is for our own loggers only.

    At that level discord.py logs every message whole: hands, and tokens of interactions.
    """
    logging.basicConfig(level=level, format=FORM)
    for handler in logging.getLogger().handlers:
        handler.addFilter(condense)
        if form == "json":
            handler.setFormatter(json_formatter())
    logging.getLogger("discord").setLevel(logging.INFO if level == "DEBUG" else level)


def json_formatter() -> logging.Formatter:
    """Formatter that writes a record as one line of JSON, its traceback in `exc_info`."""
    return JsonFormatter(
        ["asctime", "levelname", "name", "message"],
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        json_ensure_ascii=False,
    )


def condense(record: logging.LogRecord) -> bool:
    """Keep every record but one of a disk error, which `bot.figures` reports once, when it begins.

    An outage, or an answer that comes too late, becomes a line without a traceback.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and is_told(error):
        return False
    if error is not None and (is_outage(error) or is_too_late(error)):
        level = logging.INFO if is_too_late(error) else logging.WARNING
        record.msg = f"{record.getMessage()}: {type(error).__name__}: {reason(error)}"
        record.args = ()
        record.levelno, record.levelname = level, logging.getLevelName(level)
        record.exc_info = record.exc_text = None
    return True
