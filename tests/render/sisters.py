"""The sister games that share an engine, and the materials of their pictures."""

from importlib import import_module

from rules.registry import sisters

PAPERS = {key: import_module(f"render.{key}.paper").PAPER for key in sisters("_settlements")}
LOOKS = [paper.look for paper in PAPERS.values()]
