"""U.S. Telegraph in words; its texts are in `data/locale/*/LC_MESSAGES/telegraph.po`."""

from __future__ import annotations

from bot.words._settlements import SettlementWords

WORDS = SettlementWords
