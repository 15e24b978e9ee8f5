"""Leagues on Discord: their post in a channel, the private pages about them, their buttons."""
