"""What digests and messages about followed figures share: rows, sending at most once, unsubscribing."""
