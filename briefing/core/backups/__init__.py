"""Backups: one encrypted file for a whole database, and the way back from it."""
