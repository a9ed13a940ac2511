"""Backups: one encrypted file per database, and restoring it."""
