"""`./run rehearse`: Discord itself, asked on a test server what no page of it says."""
