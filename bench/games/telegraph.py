"""Telegraph, measured as its sister game is."""

from bench.games._settlements import Settlements

MEASURED = Settlements("telegraph")
