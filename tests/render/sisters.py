"""The sister games that share an engine, and what the pictures of each are made of."""

from importlib import import_module

from rules.registry import sisters

PAPERS = {key: import_module(f"render.{key}.paper").PAPER for key in sisters("_settlements")}
LOOKS = [paper.look for paper in PAPERS.values()]
