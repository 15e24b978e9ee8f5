"""Commands in the reader's language: every name and description is a code of the catalogues."""

from __future__ import annotations

from discord import Locale, app_commands

from bot.i18n import language_of, text

BASE = "en"
"""The language commands are registered in; people of any other one see its localisation."""


def said(code: str) -> app_commands.locale_str:
    """The text of `code` for discord.py: English now, every other language when it syncs."""
    return app_commands.locale_str(text(code, BASE), code=code)


class Translator(app_commands.Translator):
    """Looks a `said` text up in the catalogue of the language asked for."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in the language of `locale`; None where Discord shows the English one."""
        code, language = string.extras.get("code"), language_of(locale.value)
        if code is None or language == BASE:
            return None
        return text(code, language)
