"""The deterministic check of a draft before it is rendered: `draft.check`, one verdict per sentence.

It fails closed: each finding quotes the words with advice, and an exception is a finding.
"""
