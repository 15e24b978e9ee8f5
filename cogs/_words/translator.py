"""Commands in the reader's language: every name and description is a code of the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from discord import Locale, app_commands

from bot.i18n import language_of, text

BASE = "en"
"""Language in which commands are registered; other languages are localisations."""


def localized(code: str, **args: Any) -> app_commands.locale_str:
    """Text of `code` for discord.py, which asks the translator for the other languages.

    An argument that is itself `localized` is filled in by its text in each language.
    """
    return app_commands.locale_str(_filled(code, BASE, args), code=code, args=args)


def in_language(string: app_commands.locale_str, language: str) -> str:
    """Text of a `localized` string in a language."""
    return _filled(string.extras["code"], language, string.extras["args"])


def _filled(code: str, language: str, args: Mapping[str, Any]) -> str:
    """Text of a code in a language, with its arguments in the same language."""
    texts = {
        name: in_language(arg, language) if isinstance(arg, app_commands.locale_str) else arg
        for name, arg in args.items()
    }
    return text(code, language, **texts)


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
        return in_language(string, language)
