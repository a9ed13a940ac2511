"""Reads and logs: which are due, one cycle that writes and publishes them, and what staff do to one afterwards.

Call `reads.cycle` or `logs.cycle`; `replacement.withdraw` takes a text back.
"""
