"""Leagues: rounds of tables that open by themselves, for the same people, over weeks or months.

`values` are the words, `pairing` and `standings` pure functions, `rows` the queries, `service` what
people may do and what happens by itself.
"""
