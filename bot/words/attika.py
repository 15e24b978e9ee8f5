"""Attika in words; its texts are in `data/locale/*/LC_MESSAGES/attika.po`."""

from __future__ import annotations

from bot.words._settlements import SettlementWords

WORDS = SettlementWords
