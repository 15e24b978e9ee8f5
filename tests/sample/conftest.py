"""The sample game's tests are collected where it is found: with this folder on PYTHONPATH."""

from pathlib import Path

from rules.assets import HOMES

HERE = Path(__file__).resolve().parent
collect_ignore_glob = [] if HERE / "data" in HOMES else ["tests/*"]
