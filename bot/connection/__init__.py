"""Connection to Discord: its addresses, the meaning of its answers, and waiting out outages."""
