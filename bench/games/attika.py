"""Attika, measured like its sister game."""

from bench.games._settlements import Settlements

MEASURED = Settlements("attika")
