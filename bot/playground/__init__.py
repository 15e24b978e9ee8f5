"""A local server that speaks Discord's protocol, with a page to play on. Try: `./run`."""

from bot.playground.driver import Person
from bot.playground.interactions import Deadlines
from bot.playground.server import Playground, start
from bot.playground.vault import BadVault

__all__ = ["BadVault", "Deadlines", "Person", "Playground", "start"]
