"""Texts that all commands and posts share: labels, terms, clocks, turns, small print."""
