"""The rules of every game, pure: positions in, positions out.

Read `contract.py` first, then one game (`akropolis/`). Nothing here knows Discord, a database, a
clock or a language; `python -m rules` is the whole engine without a chat.
"""
