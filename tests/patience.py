"""How long a test waits for what has to happen: a wait that ends in vain has found a hang.

Nothing is measured by it. The machines that run tests are shared, and a busy one takes its time.
"""

LONGEST = 600.0
"""Seconds."""
