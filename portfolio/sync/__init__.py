"""Synchronises the encrypted copy between devices; the server cannot decrypt it."""
