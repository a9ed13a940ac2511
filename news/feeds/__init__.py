"""Feeds: configuration (`sync`), fetching (`pool`, `fetch`) and parsing into plain entries."""
