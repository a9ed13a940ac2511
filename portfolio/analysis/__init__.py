"""Explains a reader's portfolio weights, by a reviewed model text or by rules; nothing is stored."""
