"""Connection to Discord: where it is, what its answers mean, and how outages are waited out."""
