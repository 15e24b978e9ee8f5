"""Parts that all commands and posts share: labels, items, access, pictures, private responses."""
