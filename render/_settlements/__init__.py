"""The pictures of U.S. Telegraph and Attika: one map, one ledger, one hand, two looks.

Start with `pictures.SettlementPictures`, which the packages of the two games bind to their own
materials. The rooms, from the ground up: `signs`, `land`, `desk`, `map`, `ledger`, `private`.
"""
