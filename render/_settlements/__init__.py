"""The pictures of U.S. Telegraph and Attika: one map, one ledger, one hand, two looks.

Start with `pictures.Pictures`, which the packages of the two games bind to their `look.Look`. Its
rooms, each of which knows only those above it: `signs`, `land`, `desk`, `map`, `ledger`, `private`.
"""
