"""Signs shared by all pictures of the two games."""
