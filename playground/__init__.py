"""A local server that speaks Discord's protocol, with a page to play on. Try: `./run`."""

from playground.driver import Person
from playground.interactions import Deadlines
from playground.server import Playground, start
from playground.vault import BadVault

__all__ = ["BadVault", "Deadlines", "Person", "Playground", "start"]
