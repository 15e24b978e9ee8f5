"""Sending to Discord: which place accepts a message, and that it is sent once."""
