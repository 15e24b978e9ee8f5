"""The sister games that share an engine, and what the pictures of each are made of."""

from importlib import import_module

from rules._settlements import Settlements
from rules.registry import games

PAPERS = {
    key: import_module(f"render.{key}.paper").PAPER
    for key, game in games().items()
    if isinstance(game, Settlements)
}
LOOKS = [paper.look for paper in PAPERS.values()]
