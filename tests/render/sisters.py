"""The materials of the pictures of the sister games, which share an engine."""

from importlib import import_module

from rules.registry import sisters

LOOKS = [import_module(f"render.{key}.look").LOOK for key in sisters("_settlements")]
