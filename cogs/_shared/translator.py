"""Commands in the reader's language: every name and description is a code of the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from discord import Locale, app_commands

from bot.i18n import language_of, text

BASE = "en"
"""Language in which commands are registered; other languages are localisations."""


def localized(code: str, **args: Any) -> app_commands.locale_str:
    """Text of `code` for discord.py, which asks the translator for the other languages."""
    return app_commands.locale_str(text(code, BASE, **args), code=code, args=args)


def describe_options(command: str, *options: str, **args: Any) -> Callable[[Any], Any]:
    """Name and describe a command's options by the catalogues: `<command>_<option>.name` etc."""
    codes = {
        option: (f"{command}_{option}.name", f"{command}_{option}.description")
        for option in options
    }
    return describe_by_codes(codes, **args)


def describe_by_codes(codes: Mapping[str, tuple[str, str]], **args: Any) -> Callable[[Any], Any]:
    """Name and describe a command's options by two codes each; `args` fill the descriptions in."""

    def decorate(function: Any) -> Any:
        names = {option: localized(name) for option, (name, _) in codes.items()}
        explanations = {option: localized(code, **args) for option, (_, code) in codes.items()}
        return app_commands.rename(**names)(app_commands.describe(**explanations)(function))

    return decorate


class Translator(app_commands.Translator):
    """Looks a `localized` text up in the catalogue of a language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Text in the language of `locale`; None where Discord shows the English one."""
        code, language = string.extras.get("code"), language_of(locale.value)
        if code is None or language == BASE:
            return None
        return text(code, language, **string.extras["args"])
