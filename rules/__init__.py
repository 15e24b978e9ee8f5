"""The rules of every game, pure: positions in, positions out.

Read `contract.py` first, then one game (`akropolis/`). Nothing here knows Discord, a database, a
clock or a language; `python -m rules` is the whole engine without a chat.

A game may live in a folder of its own, laid out like this repository: with that folder on
PYTHONPATH its packages are found, here as in `render` and `bot.words`.
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
