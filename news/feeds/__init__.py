"""Feeds from their configuration (`sync`) through asking (`pool`, `fetch`) and parsing to plain entries."""
